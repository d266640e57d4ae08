"""What stands in a game's log: what people and computers did with the game, and what was said and agreed around it.

Each row is a kind and its bytes; ``input`` rows carry what the engine takes (answers, take-backs, rulings), the others
are about the table. Everything that a `tables.Table` holds in memory follows from these rows.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw, Struct

from arbitro.engine.asks import Answer, Ruling, TakeBack
from arbitro.engine.save import saved_input
from arbitro.engine.values import Seat

INPUT = "input"
Input = Answer | Ruling | TakeBack


class Said(Struct, frozen=True, tag="said"):
    """A line of chat; ``by`` is a seat or ``spectator``, ``name`` what it was called then."""

    by: Seat
    name: str
    text: str


class Renamed(Struct, frozen=True, tag="renamed"):
    """A seat has another name."""

    seat: Seat
    name: str


class Proposed(Struct, frozen=True, tag="proposed"):
    """``undo`` (back to decision ``to``) or ``draw`` was proposed; ``needs`` must agree."""

    what: str
    by: Seat
    needs: tuple[Seat, ...]
    to: str = ""
    answers: int = 0


class Replied(Struct, frozen=True, tag="replied"):
    """A seat agreed to a proposal, or did not."""

    what: str
    seat: Seat
    agree: bool


class Pledged(Struct, frozen=True, tag="pledged"):
    """A seat promises the word that it will throw into the dice, by its hash; see `opening`."""

    seat: Seat
    hash: str


class Thrown(Struct, frozen=True, tag="thrown"):
    """A seat throws its word into the dice."""

    seat: Seat
    word: str


class Voided(Struct, frozen=True, tag="voided"):
    """The input in row ``row`` could not be carried out by the rules: it is passed over for ever."""

    row: int


Talk = Said | Renamed | Proposed | Replied | Pledged | Thrown | Voided
_TALK: msgspec.msgpack.Decoder[Talk] = msgspec.msgpack.Decoder(Talk)


def packed(one: Input | Talk) -> tuple[str, Seat, bytes]:
    """Kind, seat and bytes of a row."""
    body = msgspec.msgpack.encode(one)
    if isinstance(one, Answer):
        return INPUT, one.seat, body
    if isinstance(one, TakeBack):
        return INPUT, one.by, body
    if isinstance(one, Ruling):
        return INPUT, one.answer.seat if one.answer is not None else "", body
    seat = getattr(one, "seat", getattr(one, "by", ""))
    return str(type(one).__struct_config__.tag), seat, body


def unpacked(kind: str, body: bytes, decoder: msgspec.msgpack.Decoder[Any]) -> Input | Talk:
    """A row again; ``decoder`` reads the events of the game's ruleset."""
    return saved_input(Raw(body), decoder) if kind == INPUT else _TALK.decode(body)
