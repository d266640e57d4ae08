"""``arbitro verify``: recomputes every die of a game whose secret is known, by playing the game again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Struct

from arbitro.cli._help import Command
from arbitro.cli._language import language
from arbitro.cli._open import open_journal
from arbitro.cli._shelf import helped, say
from arbitro.content.errors import Lang
from arbitro.content.tabletop import TabletopRuleset
from arbitro.dice.sources import Place, SeededDice, commitment
from arbitro.engine.asks import Answer, Refused, TakeBack
from arbitro.engine.events import Event, Rolled
from arbitro.engine.game import Game
from arbitro.engine.history import take_back
from arbitro.engine.journal import Input, Journal
from arbitro.engine.save import SaveError
from arbitro.reports import first_of


class Recorded(Struct):
    """Dice that fell: their first place, sides, and faces."""

    place: Place
    sides: int
    faces: tuple[int, ...]


class Recorder:
    """Seeded dice that remember where each of them fell."""

    def __init__(self, dice: SeededDice, log: list[Recorded] | None = None) -> None:
        self.dice, self.log = dice, log if log is not None else []

    def with_nonces(self, nonces: tuple[str, ...]) -> Recorder:
        return Recorder(self.dice.with_nonces(nonces), self.log)

    def faces(self, place: Place, n: int, sides: int) -> tuple[int, ...]:
        got = self.dice.faces(place, n, sides)
        self.log.append(Recorded(place, sides, got))
        return got


class Proof(Struct):
    """What the recomputation found: dice that agree, and the first thing that does not, in words."""

    dice: int
    notes: list[str]
    fault: str = ""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("verify", cls=Command, help=helped("verify"))(verify)


def verify(
    file: Annotated[Path, typer.Argument(help=helped("verify_file"), metavar="JOURNAL.json")],
    lang: Annotated[str | None, typer.Option(help=helped("lang"))] = None,
) -> None:
    """Exit code 1 if a die is not the secret's; 2 if the journal does not allow it to be told."""
    told = language(lang)
    journal, rules = open_journal(file)
    missing = what_is_missing(journal)
    if missing:
        print(say(told, missing))
        raise typer.Exit(2)
    try:
        proof = prove(journal, rules, told)
    except SaveError as error:
        error.facts.setdefault("file", str(file))
        raise
    for note in proof.notes:
        print(note)
    if proof.fault:
        print(proof.fault)
        if journal.rules_version != rules.version:
            print(say(told, "verify.version", found=journal.rules_version, here=rules.version))
        raise typer.Exit(1)
    print(say(told, "verify.fine", n=proof.dice))


def what_is_missing(journal: Journal) -> str:
    """The key of the sentence that says why nothing can be recomputed, "" if all is there."""
    if journal.secret() is None:
        return "verify.no_secret"
    return "verify.no_answers" if journal.decisions and not journal.answers else ""


def prove(journal: Journal, rules: TabletopRuleset, lang: Lang) -> Proof:
    """Play a journal's answers again with dice of its secret, and compare."""
    secret = journal.secret()
    assert secret is not None
    if journal.commit and journal.commit != commitment(secret):
        return Proof(0, [], say(lang, "verify.commit_bad"))
    notes = [say(lang, "verify.commit_fine" if journal.commit else "verify.commit_none")]
    recorder = Recorder(SeededDice(secret))
    first_of(journal, rules)
    game = Game.new(rules, journal.setup, recorder)
    stuck = play_again(game, journal.answers, rules, lang)
    fault = difference(journal.events, game, recorder, lang, stuck)
    dice = sum(len(event.faces) for event in game.journal if isinstance(event, Rolled))
    return Proof(dice, notes, fault or stuck)


def play_again(game: Game, answers: Sequence[Input], rules: TabletopRuleset, lang: Lang) -> str:
    """Feed the answers; what is no longer legal comes back in words."""
    for number, one in enumerate(answers, 1):
        try:
            if isinstance(one, Answer):
                game.answer(one)
            elif isinstance(one, TakeBack):
                take_back(game, one, alone=True)
            else:
                game.rule(one)
        except Refused as refused:
            reason = rules.reason(game.state, refused.refusal, lang).rstrip(".")
            return say(lang, "verify.stuck", number=number, reason=reason)
    return ""


def difference(told: Sequence[Event], game: Game, recorder: Recorder, lang: Lang, stuck: str = "") -> str:
    """The first event that the journal tells otherwise than the game played again, in words; "" if none.

    ``stuck``: why the game could not be played to its end, which tells more than that it is shorter.
    """
    real, die = game.journal, 0
    for number, (ours, theirs) in enumerate(zip(real, told, strict=False)):
        same_die = isinstance(ours, Rolled) and isinstance(theirs, Rolled)
        if ours != theirs and same_die and _but_faces(ours) == _but_faces(theirs):
            return _die(die, ours, theirs, game, recorder, lang)
        if ours != theirs:
            written, played = _apart(ours, theirs)
            return say(lang, "verify.events", number=number + 1, told=written, real=played)
        die += len(ours.faces) if isinstance(ours, Rolled) else 0
    if len(real) != len(told):
        return stuck or say(lang, "verify.longer", told=len(told), real=len(real))
    return ""


def _apart(ours: Event, theirs: Event) -> tuple[str, str]:
    """How the journal tells an event, and how it was: the kinds, or the first field that differs."""
    one, other = type(theirs).__name__, type(ours).__name__
    if one != other:
        return one, other
    name = next((name for name in ours.__struct_fields__ if getattr(ours, name) != getattr(theirs, name)), "")
    return f"{one} {name} {getattr(theirs, name)}", f"{other} {name} {getattr(ours, name)}"


def _but_faces(event: Any) -> tuple[Any, ...]:
    return type(event), event.by, event.sides, len(event.faces)


def _die(before: int, ours: Any, theirs: Any, game: Game, recorder: Recorder, lang: Lang) -> str:
    """The first face of a roll that differs, with its place."""
    at = next(i for i, (a, b) in enumerate(zip(ours.faces, theirs.faces, strict=True)) if a != b)
    places = places_of(game, recorder)
    place = places[before + at] if before + at < len(places) else None
    facts = {"number": before + at + 1, "by": ours.by, "sides": ours.sides}
    shown = "/".join(map(str, place)) if place else "?"
    return say(lang, "verify.die", told=theirs.faces[at], real=ours.faces[at], place=shown, **facts)


def places_of(game: Game, recorder: Recorder) -> list[Place | None]:
    """Where each die of the line that was played fell, in order; None for faces that the referee fixed."""
    found = {id(one.faces): one.place for one in recorder.log}
    places: list[Place | None] = []
    for entry in game.tape:
        if entry.kind == "faces":
            first = found.get(id(entry.value))
            for number in range(len(entry.value)):
                places.append((first[0], first[1], first[2] + number) if first else None)
    return places


__all__ = ["Proof", "Recorder", "prove", "register", "verify"]
