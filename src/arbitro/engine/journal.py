"""Journals as JSON: what happened in a game, for people's tools, battle reports and proofs of the dice.

One object: ``ruleset``, ``rules_version``, ``scenario``, ``setup``, ``seed``, ``commit``, ``answers``, ``decisions``,
``events``, ``result``. An event carries its kind under ``type``. With the events alone a game can be watched under any
rules version; with the answers and the seed it can be played again and every die recomputed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Union

import msgspec
from msgspec import Raw, Struct, structs

from arbitro.dice.sources import SeededDice, commitment
from arbitro.engine.asks import Answer, Ruling, TakeBack
from arbitro.engine.events import Committed, Event, Finished, SecretRevealed
from arbitro.engine.game import Game
from arbitro.engine.ruleset import Ruleset
from arbitro.engine.save import BIGGEST, ENGINE_EVENTS, RAW_INPUT, Save, SaveError, codec, input_of, saved_input, tupled
from arbitro.engine.state import State

Input = Answer | Ruling | TakeBack


class Journal(Struct, kw_only=True):
    """A journal that was read: ``first`` is made of its setup, ``events`` lead on from there.

    ``seed`` is what a person typed, None where the dice came otherwise; ``commit`` the hash of the secret;
    ``answers`` are empty where the writer kept none; ``decisions`` say after how many events each was answered.
    """

    ruleset: str
    rules_version: str = ""
    scenario: str = ""
    packs: tuple[str, ...] = ()
    setup: dict[str, Any]
    seed: int | str | None = None
    commit: str = ""
    answers: tuple[Input, ...] = ()
    decisions: tuple[tuple[str, int], ...] = ()
    events: tuple[Event, ...]
    result: str = ""

    def secret(self) -> bytes | None:
        """The secret of the dice, where the seed or its revelation is in the journal."""
        if self.seed is not None:
            return SeededDice.of_seed(self.seed).secret
        shown = next((e.secret for e in reversed(self.events) if isinstance(e, SecretRevealed)), "")
        try:
            return bytes.fromhex(shown) or None
        except ValueError:
            return None

    def states(self, ruleset: Ruleset) -> Iterator[tuple[Event, State]]:
        """Each event with the state as it was after it: one state, written on, not a copy."""
        state = ruleset.setup(self.setup)
        for event in self.events:
            event.apply(state)
            yield event, state

    def cut(self, end: int) -> Journal:
        """The journal as it was before the event at ``end``; it cannot be played again any more."""
        decisions = tuple(one for one in self.decisions if one[1] < end)
        return structs.replace(self, events=self.events[:end], decisions=decisions, answers=(), result="")

    def json(self) -> bytes:
        """One JSON object, the same bytes for the same journal."""
        return msgspec.json.encode(self)


class JournalHead(Struct):
    """What must be known of a journal before its events can be read."""

    ruleset: str
    packs: tuple[str, ...] = ()


class _File(Struct, kw_only=True):
    ruleset: str
    setup: dict[str, Any]
    events: list[Raw]
    rules_version: str = ""
    scenario: str = ""
    packs: tuple[str, ...] = ()
    seed: int | str | None = None
    commit: str = ""
    answers: list[Raw] = []
    decisions: tuple[tuple[str, int], ...] = ()
    result: str = ""


def journal_json(
    game: Game,
    *,
    scenario: str = "",
    packs: Sequence[str] = (),
    seed: int | str | None = None,
    texts: Sequence[str] | None = None,
) -> bytes:
    """The journal of a game as one JSON object, the same bytes for the same game.

    Args:
        game: the game; it must know its setup.
        scenario: where it comes from, such as a scenario's id.
        packs: the folders of the packs it was played with, besides those of the game itself.
        seed: the seed a person typed; it makes every die provable.
        texts: a sentence for each event of the journal, put beside it under ``text``.
    """
    journal = journal_of(game, scenario=scenario, packs=packs, seed=seed)
    if texts is None:
        return journal.json()
    rows = [{**msgspec.to_builtins(event), "text": text} for event, text in zip(game.journal, texts, strict=True)]
    return msgspec.json.encode({**structs.asdict(journal), "events": rows})


def journal_of(game: Game, *, scenario: str = "", packs: Sequence[str] = (), seed: int | str | None = None) -> Journal:
    """The journal of a game as it stands."""
    secret = SeededDice.of_seed(seed).secret if seed is not None else None
    told = next((e.commit for e in game.journal if isinstance(e, Committed)), "")
    return Journal(
        ruleset=game.ruleset.name,
        rules_version=game.ruleset.version,
        scenario=scenario,
        packs=tuple(packs),
        setup=game.setup or {},
        seed=seed,
        commit=told or (commitment(secret) if secret else ""),
        answers=tuple(game.inputs),
        decisions=tuple((moment.decision, moment.journal_no) for moment in game.moments),
        events=tuple(game.journal),
        result=game.state.result,
    )


def journal_head(data: bytes) -> JournalHead:
    """The ruleset and the packs that a journal was played by, before anything else of it is read.

    Raises:
        SaveError: ``not_a_save`` for what is no journal, ``too_big``.
    """
    if len(data) > BIGGEST:
        raise SaveError("too_big", most=BIGGEST)
    try:
        return msgspec.json.decode(data, type=JournalHead)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        cut = data[:1] == b"{" and not isinstance(error, msgspec.ValidationError)
        raise (SaveError("unreadable", where="JSON") if cut else SaveError("not_a_save")) from error


def read_journal(data: bytes, ruleset: Ruleset) -> Journal:
    """A journal from its JSON; unknown keys are passed over.

    Raises:
        SaveError: ``not_a_save``, ``too_big``, ``other_ruleset``; ``unreadable`` with ``where`` for a fault inside.
    """
    name = journal_head(data).ruleset
    if name != ruleset.name:
        raise SaveError("other_ruleset", found=name, expected=ruleset.name)
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, RecursionError) as error:
        inside = re.search(r"`\$\.?(.*)`", str(error))
        raise SaveError("unreadable", where=inside[1] if inside else "JSON", why=str(error)) from error
    kinds = (*ENGINE_EVENTS, *ruleset.event_types)
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[kinds])  # noqa: UP007 - made at run time
    events = tuple(_event(raw, decoder, f"events[{number}]") for number, raw in enumerate(file.events))
    answers = tuple(_answer(raw, decoder, f"answers[{number}]") for number, raw in enumerate(file.answers))
    return Journal(
        ruleset=file.ruleset,
        rules_version=file.rules_version,
        scenario=file.scenario,
        packs=file.packs,
        setup=file.setup,
        seed=file.seed,
        commit=file.commit,
        answers=answers,
        decisions=file.decisions,
        events=events,
        result=file.result,
    )


def journal_of_save(save: Save, ruleset: Ruleset) -> Journal:
    """The journal inside a save, which no rules are needed to watch.

    Raises:
        SaveError: ``other_ruleset``; ``unreadable`` where an event is unknown here.
    """
    if save.ruleset != ruleset.name:
        raise SaveError("other_ruleset", found=save.ruleset, expected=ruleset.name)
    decoder = codec(ruleset)
    try:
        events = tuple(tupled(decoder.decode(raw)) for raw in save.journal)
        answers = tuple(saved_input(raw, decoder) for raw in save.inputs)
        seed = msgspec.convert(save.dice.get("seed"), int | str | None)
    except (msgspec.DecodeError, TypeError, RecursionError) as error:
        raise SaveError("unreadable", where="journal", why=str(error)) from error
    return Journal(
        ruleset=save.ruleset,
        rules_version=save.rules_version,
        setup=save.setup,
        seed=seed,
        commit=next((e.commit for e in events if isinstance(e, Committed)), ""),
        answers=answers,
        decisions=tuple((moment.decision, moment.journal_no) for moment in save.moments),
        events=events,
        result=next((e.result for e in reversed(events) if isinstance(e, Finished)), ""),
    )


def _event(raw: Raw, decoder: msgspec.json.Decoder[Any], where: str) -> Event:
    try:
        event: Event = decoder.decode(raw)
        return tupled(event)
    except (msgspec.DecodeError, TypeError, RecursionError) as error:
        raise SaveError("unreadable", where=where, why=str(error)) from error


def _answer(raw: Raw, decoder: msgspec.json.Decoder[Any], where: str) -> Input:
    try:
        one = msgspec.json.decode(raw, type=RAW_INPUT)
        return input_of(one, lambda event: _event(event, decoder, where))
    except (msgspec.DecodeError, TypeError, RecursionError) as error:
        raise SaveError("unreadable", where=where, why=str(error)) from error


__all__ = ["Journal", "JournalHead", "journal_head", "journal_json", "journal_of", "journal_of_save", "read_journal"]
