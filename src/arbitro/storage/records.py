"""What the store takes and gives: games, seats, keys, rows of the log, checkpoints, rosters, as plain structs.

Used by `arbitro.storage.store` and by whoever calls it. Nothing here touches a database.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime
from hashlib import blake2b
from hmac import compare_digest
from typing import Any, Final, Literal

from msgspec import Struct

from arbitro.content.errors import Lang
from arbitro.engine.values import Seat

DiceKind = Literal["secret", "seed", "typed"]
KeyKind = Literal["host", "first", "seat", "spectator"]
"""``first``: the host's, of the battle that a server offers when it starts."""

_ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # none is taken for another when read aloud or copied by hand
_ID_LENGTH: Final = 10
_TOKEN_BYTES: Final = 24
_ROSTERS: Final = "rosters"


class Words(Struct, frozen=True):
    """A sentence in both languages."""

    it: str
    en: str


class SeatRow(Struct, frozen=True):
    """A seat of a game: its letter in the rules, the name people see, who plays it (``here``, ``link``, a computer).

    ``name_en``: its name in English, where the scenario gave it; a name that a person chose has none.
    """

    seat: Seat
    name: str
    player: str
    name_en: str = ""

    def called(self, lang: Lang) -> str:
        """The name in a language."""
        return (self.name_en if lang == "en" else "") or self.name


class Draft(Struct, frozen=True, kw_only=True):
    """A game about to be created.

    Attributes:
        setup: the engine's setup, plain data (tuples come back as lists).
        about: what else the caller needs to rebuild the game: packs, the scenario's name ...; plain data.
        dice: ``secret`` (proved at the end), ``seed`` (told to everybody) or ``typed`` (people throw real dice).
        secret: the dice's secret or seed; empty for typed dice.
        standing: how the game stands, for lists of games.
        title_en: the title in English, where the scenario gave it; a title that a person chose has none.
    """

    ruleset: str
    rules_version: str
    title: str
    setup: dict[str, Any]
    seats: tuple[SeatRow, ...]
    dice: DiceKind
    secret: bytes = b""
    about: dict[str, Any] = {}
    standing: Words = Words("", "")
    title_en: str = ""


class Head(Struct, frozen=True, kw_only=True):
    """A game as lists show it: no setup, no secret. ``seq`` is the last row of its log (0: none), ``over`` the result.

    Times are UTC.
    """

    id: str
    ruleset: str
    title: str
    seats: tuple[SeatRow, ...]
    standing: Words
    over: str
    seq: int
    created: datetime
    changed: datetime
    title_en: str = ""

    def titled(self, lang: Lang) -> str:
        """The title in a language; see `Draft`."""
        return (self.title_en if lang == "en" else "") or self.title


class Game(Head, frozen=True, kw_only=True):
    """All that is kept of a game beside its log; see `Draft`."""

    rules_version: str
    setup: dict[str, Any]
    about: dict[str, Any]
    dice: DiceKind
    secret: bytes


class Change(Struct, frozen=True, kw_only=True):
    """What changes about a game; None stays as it was."""

    standing: Words | None = None
    over: str | None = None
    seats: tuple[SeatRow, ...] | None = None
    title: str | None = None


class Key(Struct, frozen=True):
    """What a token opens: the seats, or, for a spectator, none."""

    kind: KeyKind
    seats: tuple[Seat, ...] = ()


class NewRow(Struct, frozen=True):
    """A row to be appended to a log: its kind, whose it is, its bytes."""

    kind: str
    seat: Seat
    body: bytes


class Row(NewRow, frozen=True):
    """A row of a log: its number (from 1, without holes) and when it was stored (UTC)."""

    seq: int
    at: datetime


class Checkpoint(Struct, frozen=True):
    """A game's save (`arbitro.engine.save`) after row ``seq`` of its log, made under ``rules_version``."""

    seq: int
    rules_version: str
    save: bytes


class Roster(Struct, frozen=True):
    """A company that somebody keeps here; ``text`` is its file."""

    id: str
    ruleset: str
    name: str
    text: str
    changed: datetime


class Campaign(Struct, frozen=True):
    """What a referee keeps between sessions. ``version`` counts the changes.

    ``party`` and ``creatures`` are files, ``packs`` files by relative name, as JSON, None or "" for none.
    """

    id: str
    ruleset: str
    name: str
    version: int
    party: str
    creatures: str
    notes: str
    packs: str | None
    changed: datetime


class CampaignChange(Struct, frozen=True, kw_only=True):
    """What changes about a campaign; None stays as it was."""

    name: str | None = None
    party: str | None = None
    creatures: str | None = None
    notes: str | None = None
    packs: str | None = None


def new_id() -> str:
    """A short random id, easy to read aloud; 49 bits, so it names things and protects nothing."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


def new_token() -> str:
    """A secret for a link: 192 random bits, safe in a URL."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def token_hash(token: str, of: str = _ROSTERS) -> bytes:
    """How a token is stored: hashed, and salted with what it opens, so that no table of hashes fits two games.

    Tokens are long random numbers, not passwords: a fast hash cannot be searched backwards either.
    """
    return blake2b(token.encode("utf-8", "replace"), key=of.encode(), digest_size=32).digest()


def fitting(token: str, of: str, keys: Iterable[tuple[bytes, Key]]) -> Key | None:
    """The key whose stored hash fits a token, None without one; takes the same time whichever fits."""
    hashed = token_hash(token, of)
    found = None
    for stored, key in keys:
        if compare_digest(stored, hashed):
            found = key
    return found
