"""What there is to read of a game: its scenario, journal, save and report, the luck of its dice and their proof.

While a game runs everybody reads what their seats may see, and nobody the answers, some of which wait unseen for
others; once it is over everything is open.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from arbitro.content.errors import Lang
from arbitro.content.tabletop import TabletopRuleset
from arbitro.content.yamlfile import load
from arbitro.dice.sources import Place, SeededDice
from arbitro.engine.asks import Answer, Ruling
from arbitro.engine.events import Event, NoncesGiven, Rolled, SecretRevealed
from arbitro.engine.fair import first_state, verify
from arbitro.engine.game import Game
from arbitro.engine.history import take_back
from arbitro.engine.journal import Journal, journal_of, read_journal
from arbitro.engine.save import save
from arbitro.engine.state import State
from arbitro.engine.values import Seat
from arbitro.storage.records import Game as Kept
from arbitro.web.bodies import Luck, Proof, ProofRoll, WordView
from arbitro.web.reel import Reel, seen_by
from arbitro.web.refusals import Unwilling
from arbitro.web.table import PEOPLE, Table

PERSON = "person"
"""What a save calls a seat that a person plays."""


def scenario_id(kept: Kept) -> str:
    """What a game's scenario calls itself; the game's own id if it says nothing."""
    return str(kept.about.get("scenario") or kept.id)


def scenario(kept: Kept) -> bytes:
    """The battle as a scenario file that needs no other, to play it again elsewhere."""
    return str(kept.about.get("source", "")).encode()


def scenario_json(kept: Kept) -> bytes:
    """The same in JSON."""
    data = load(scenario(kept).decode(), name=scenario_id(kept)).data
    return msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n"


def journal(table: Table, kept: Kept, seats: Sequence[Seat]) -> Journal:
    """The journal as some seats may read it; whole once the game is over."""
    about = kept.about
    whole = journal_of(table.game, scenario=about.get("scenario", ""), packs=about.get("packs", ()))
    if table.over:
        return structs.replace(whole, seed=about.get("seed"))
    shown = tuple(event for event in (seen_by(event, seats) for event in table.reel.events) if event is not None)
    return structs.replace(whole, events=shown, answers=(), decisions=())


def journal_json(table: Table, kept: Kept, seats: Sequence[Seat], lang: Lang) -> bytes:
    """The journal as the command line writes it, with a sentence for each event."""
    found = journal(table, kept, seats)
    rows = []
    for event, state in found.states(table.rules):
        rows.append({**msgspec.to_builtins(event), "text": table.rules.sentence(state, event, lang)})
    return msgspec.json.encode({**structs.asdict(found), "events": rows})


def saved(table: Table, kept: Kept) -> bytes:
    """A save that the command line goes on with. Its dice are others: those of the table stay its secret."""
    about = kept.about
    name, name_en = about.get("name", ("", ""))
    told = {"id": about.get("scenario", ""), "name": name, "name_en": name_en, "packs": list(about.get("packs", ()))}
    sides = {seat: PERSON if player in PEOPLE else player for seat, player in table.players.items()}
    seed = about.get("seed") if table.over else None
    beside: dict[str, Any] = {"typed": table.typed, "scenario": told, "sides": sides}
    return save(table.game, {**beside, "seed": seed or secrets.randbelow(1_000_000)})


def luck(rules: TabletopRuleset, reel: Reel, seats: Sequence[Seat]) -> list[Luck]:
    """Rolled against expected, per side, after each of its rolls that these seats may see."""
    rolled: dict[Seat, list[float]] = {}
    expected: dict[Seat, list[float]] = {}
    state = reel.state_at(0)
    for event in reel.events:
        event.apply(state)
        shown = seen_by(event, seats)
        if isinstance(shown, Rolled) and shown.faces:
            seat = rules.controller(state, shown.by)
            mine, due = rolled.setdefault(seat, []), expected.setdefault(seat, [])
            mine.append((mine[-1] if mine else 0) + sum(shown.faces))
            due.append((due[-1] if due else 0) + len(shown.faces) * (shown.sides + 1) / 2)
    return [Luck(seat=seat, rolled=tuple(rolled[seat]), expected=tuple(expected[seat])) for seat in sorted(rolled)]


# --- the proof of the dice (in a worker: the whole game is played again) --------------------------------


class _Fell(Struct):
    """Dice that fell when the game was played again: where they are addressed, and where journal and tape stood."""

    place: Place
    sides: int
    faces: tuple[int, ...]
    at: int


class _Recorder:
    """Seeded dice that remember what fell, by the place on the tape: what an undo took back is written over."""

    def __init__(self, dice: SeededDice, fell: dict[int, _Fell]) -> None:
        self.dice, self.fell = dice, fell
        self.game: Game | None = None
        self.secret = dice.secret

    def with_nonces(self, nonces: tuple[str, ...]) -> _Recorder:
        keyed = _Recorder(self.dice.with_nonces(nonces), self.fell)
        keyed.game = self.game
        return keyed

    def faces(self, place: Place, n: int, sides: int) -> tuple[int, ...]:
        faces = self.dice.faces(place, n, sides)
        if self.game is not None:
            self.fell[len(self.game.tape)] = _Fell(place, sides, faces, len(self.game.journal))
        return faces


def proof(data: bytes, rules: TabletopRuleset, lang: Lang) -> Proof:
    """Every roll of a finished game, recomputed. Raises Unwilling ``no_proof``."""
    read = read_journal(data, rules)
    secret = read.secret()
    if secret is None or not isinstance(read.events[-1], SecretRevealed):
        raise Unwilling("no_proof")
    findings = verify(rules, read.setup, read.answers, read.events, secret)
    told = [_Told(event, rules.sentence(state, event, lang), state, rules, lang) for event, state in read.states(rules)]
    rolls = (_roll(fell, told) for fell in _fallen(read, rules, secret))
    return Proof(
        commit=read.commit,
        secret=secret.hex(),
        nonces=next((event.nonces for event in read.events if isinstance(event, NoncesGiven)), ()),
        rolls=tuple(roll for roll in rolls if roll is not None),
        findings=tuple(f"{finding.code} {finding.at}: {finding.expected} / {finding.found}" for finding in findings),
    )


def with_words(proof: Proof, table: Table) -> Proof:
    """A proof that says whose words went into the dice, and how they had been promised."""
    opening = table.opening
    words = zip(sorted(table.players), proof.nonces, strict=False)
    found = tuple(WordView(seat=seat, word=word, pledge=opening.pledges.get(seat, "")) for seat, word in words)
    return structs.replace(proof, words=found, anew=opening.anew)


class _Told:
    """An event of the journal, worded as things stood after it, and the seat that rolled."""

    def __init__(self, event: Event, text: str, state: State, rules: TabletopRuleset, lang: Lang) -> None:
        self.event, self.text = event, text
        self.where = rules.standing(state, lang)
        self.seat = rules.controller(state, event.by) if isinstance(event, Rolled) else ""


def _roll(fell: _Fell, told: Sequence[_Told]) -> ProofRoll | None:
    """Dice that fell beside the event that tells of them; None for those that no event tells of."""
    for at in range(fell.at, len(told)):
        event = told[at].event
        if isinstance(event, Rolled):
            epoch, step, number = fell.place
            return ProofRoll(
                at=at,
                epoch=epoch,
                step=step,
                number=number,
                sides=fell.sides,
                expected=fell.faces,
                told=event.faces,
                seat=told[at].seat,
                text=next((one.text for one in told[at:] if one.text), ""),
                where=told[at].where,
            )
    return None


def _fallen(read: Journal, rules: TabletopRuleset, secret: bytes) -> list[_Fell]:
    """The dice of the line that was played in the end, in the order in which they fell."""
    fell: dict[int, _Fell] = {}
    dice = _Recorder(SeededDice(secret), fell)
    game = Game(rules, first_state(rules, read.setup), dice, setup=read.setup, start=False)
    dice.game = game
    game.resume()
    for one in read.answers:
        if isinstance(one, Answer):
            game.answer(one)
        elif isinstance(one, Ruling):
            game.rule(one)
        else:
            take_back(game, one, alone=True)
    return [fell[at] for at, entry in enumerate(game.tape) if entry.kind == "faces" and at in fell]
