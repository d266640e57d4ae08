"""What may be measured of a fight, what may be tried otherwise, and creatures set against each other."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from arbitro.content.errors import Lang
from arbitro.content.measures import (
    CONDITION,
    DOWN,
    FAILED,
    KILLED,
    LIFE,
    PASSED,
    RESULT,
    STANDING,
    STRENGTH,
    Knob,
    Measure,
)
from arbitro.content.measures import FLED as RAN
from arbitro.content.packgame import PackGame
from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.engine.state import State
from arbitro.engine.values import Id, Seat, Value
from arbitro.rulesets.cairn import tactics
from arbitro.rulesets.cairn.content import Library
from arbitro.rulesets.cairn.declare import DUAL, waiting
from arbitro.rulesets.cairn.deeds import blow_of
from arbitro.rulesets.cairn.events import SaveMade
from arbitro.rulesets.cairn.sentences import sentences
from arbitro.rulesets.cairn.state import DEAD, FLED, MOST_ARMOUR, Encounter
from arbitro.rulesets.cairn.words import Words

MOST_ROUNDS = 30


def gauges(state: State) -> dict[Measure, int]:
    """PF, FOR and conditions by creature, who is down, dead or gone, and who still stands, by side."""
    assert isinstance(state, Encounter)
    found: dict[Measure, int] = {}
    left = dict.fromkeys(state.seats[:2], 0)
    for it, figure in state.figures.items():
        found[Measure(LIFE, it)] = figure.pf
        found[Measure(STRENGTH, it)] = figure.forza
        if figure.status in (DEAD, FLED):
            found[Measure(KILLED if figure.status == DEAD else RAN, it)] = 1
        elif not figure.standing:
            found[Measure(DOWN, it)] = 1
        else:
            left[figure.seat] += 1
        for condition in figure.conditions:
            found[Measure(CONDITION, it, condition)] = 1
    for seat, number in left.items():
        found[Measure(STANDING, seat)] = number
    if state.result:
        found[Measure(RESULT, state.result)] = 1
    return found


def noted(event: Event) -> Measure | None:
    """Saves that were made, passed or failed."""
    if isinstance(event, SaveMade):
        return Measure(PASSED if event.passed else FAILED, event.it, event.attribute)
    return None


def _sets(field: str, low: int = 0, high: int = 1000) -> Knob:
    def turn(state: State, actor: Id, target: Id, value: float) -> None:
        assert isinstance(state, Encounter)
        setattr(state.figures[target], field, round(value))

    return Knob(turn, low, high)


def set_distance(state: State, actor: Id, target: Id, metres: float) -> None:
    """Put the target so many metres ahead of the actor."""
    assert isinstance(state, Encounter)
    state.figures[target].at = state.figures[actor].at + round(metres)


KNOBS: Mapping[str, Knob] = {
    "distance": Knob(set_distance),
    "armour": _sets("armour", high=MOST_ARMOUR),
    **dict.fromkeys(("pf", "life"), _sets("pf")),
    **{name: _sets(name, 1, 60) for name in ("forza", "des", "vol")},  # as on a sheet; with 0 nobody fights on
}
"""Of the target: how far it stands in metres, its own armour, PF, FOR, DES and VOL."""


class Gauges(PackGame[Library]):
    """Mixin of the ruleset: what odds ask of it."""

    harm: ClassVar[Mapping[str, int]] = {LIFE: -1, STRENGTH: -1}
    horizons: ClassVar[Mapping[str, str]] = {"hand": "turn", "turn": "round", "end": "fight"}
    knobs: ClassVar[Mapping[str, Knob]] = KNOBS

    def gauges(self, state: State) -> dict[Measure, int]:
        return gauges(state)

    def noted(self, event: Event) -> Measure | None:
        return noted(event)

    def called(self, state: State, id: Id, lang: Lang) -> str:
        assert isinstance(state, Encounter)
        words = Words(sentences(), self.library, state, lang)
        return words.name_of(state.figures[id]) if id in state.figures else words.seat(id)

    def duellists(self, folder: Path | None) -> dict[str, dict[str, Any]]:
        among = set(self.check_pack(folder)) if folder is not None else set(self.library.monsters)
        return {it: {"monster": it} for it in self.library.monsters if it in among}

    def duel(self, one: dict[str, Any], other: dict[str, Any], *, close: bool) -> dict[str, Any]:
        sides = [
            {"seat": seat, "name": seat.upper(), "members": [{**member, "id": f"{seat}1"}]}
            for seat, member in (("a", one), ("b", other))
        ]
        return {"sides": sides, "options": {"round_limit": MOST_ROUNDS}}

    def blows(self, game: Game, seat: Seat) -> list[Value]:
        mine = waiting(game, seat)
        return list(tactics.attacks_of(game, mine[0])) if mine else []

    def dice_of(self, game: Game, value: Value) -> str:
        """``d8+d8``: the dice of which the best counts."""
        assert isinstance(value, tuple)
        it, action, weapon, target, *_ = map(str, value)
        blow, _ = blow_of(game, it, target, weapon, action == DUAL)
        return "+".join(f"d{sides}" for sides in blow.dice)
