"""What may be measured of a battle, what may be tried otherwise, and profiles set against each other."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from pathlib import Path
from typing import Any, ClassVar

from arbitro.content.errors import Lang
from arbitro.content.measures import (
    ARMOUR,
    CONDITION,
    CRITICAL,
    DICE,
    HIT,
    KILLED,
    LIFE,
    PASSED,
    RESULT,
    SCORE,
    STANDING,
    SUCCESS,
    Knob,
    Measure,
)
from arbitro.content.packgame import PackGame
from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.engine.state import State
from arbitro.engine.values import Id, Seat, Value
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.content import Library
from arbitro.rulesets.crepuscolo.dice import SIZES
from arbitro.rulesets.crepuscolo.events import ConditionGained, HitLanded, Succeeded, TestEnded
from arbitro.rulesets.crepuscolo.names import side_name
from arbitro.rulesets.crepuscolo.outlook import worth_a_look
from arbitro.rulesets.crepuscolo.state import DEAD as GONE
from arbitro.rulesets.crepuscolo.state import LOST, Battle

ATTACKS = ("melee", "shot")
MOST_TURNS = 12
ARENA = 60
"""Centimetres of the table on which two contenders meet."""
CLOSE, APART = 0.1, 15
"""How far apart they stand for blows, base to base, and where they fight it out, from middle to middle."""


def gauges(state: State) -> dict[Measure, int]:
    """Resistenza, armour, dice, conditions and deaths by figure; who is left, and the score, by company."""
    assert isinstance(state, Battle)
    found: dict[Measure, int] = {}
    left = dict.fromkeys(state.seats, 0)
    for it, figure in state.figures.items():
        gone = figure.status in (GONE, LOST)
        found[Measure(LIFE, it)] = figure.life
        if figure.armour:
            found[Measure(ARMOUR, it)] = figure.armour
        if figure.dice:
            found[Measure(DICE, it)] = len(figure.dice)
        if gone:
            found[Measure(KILLED, it)] = 1
        elif not figure.image:
            left[figure.company] += 1
        for condition in figure.conditions:
            found[Measure(CONDITION, it, condition)] = 1
    for seat, score in zip(state.seats, state.scores, strict=True):
        found[Measure(STANDING, seat)] = left[seat]
        if score:
            found[Measure(SCORE, seat)] = score
    if state.result:
        found[Measure(RESULT, state.result)] = 1
    return found


def noted(event: Event) -> Measure | None:
    """Hits, successes, tests passed, conditions gained."""
    if isinstance(event, HitLanded):
        return Measure(CRITICAL if event.critical else HIT, event.actor)
    if isinstance(event, Succeeded):
        return Measure(SUCCESS, event.actor)
    if isinstance(event, TestEnded) and event.passed:
        return Measure(PASSED, event.it, event.kind)
    if isinstance(event, ConditionGained):
        return Measure(CONDITION, event.it, event.condition)
    return None


def set_distance(state: State, actor: Id, target: Id, cm: float) -> None:
    """Move the target straight away from the actor, or towards it, until the bases are so far apart.

    Raises:
        ValueError: where that would be off the table, or where the bases would overlap.
    """
    assert isinstance(state, Battle)
    me, foe = state.figures[actor], state.figures[target]
    wanted = round(cm * CM)
    if not 0 <= wanted <= state.ground.width + state.ground.depth:
        raise ValueError(target)
    for _ in range(4):  # a base that is no disc has to be measured anew where it stands
        apart = hypot(foe.x - me.x, foe.y - me.y) or 1.0
        more = wanted - ground.distance(me, foe)
        if not more:
            break
        foe.x, foe.y = (round(a + (b - a) * (apart + more) / apart) for a, b in ((me.x, foe.x), (me.y, foe.y)))
    if not ground.on_table(state.ground, foe, foe.x, foe.y):
        raise ValueError(target)


def _sets(field: str, low: int = 0, high: int = 1000, *, of_target: bool) -> Knob:
    def turn(state: State, actor: Id, target: Id, value: float) -> None:
        assert isinstance(state, Battle)
        setattr(state.figures[target if of_target else actor], field, round(value))

    return Knob(turn, low, high)


def set_armour(state: State, actor: Id, target: Id, value: float) -> None:
    """The Resistenza left of what the target wears. Raises ValueError for one that wears nothing."""
    assert isinstance(state, Battle)
    if not state.figures[target].armour:
        raise ValueError(target)
    state.figures[target].armour = round(value)


KNOBS: Mapping[str, Knob] = {
    "distance": Knob(set_distance, whole=False),
    "armour": Knob(set_armour),
    **{name: _sets(name, 1, 100, of_target=True) for name in ("life", "res")},  # as in a profile
    **{name: _sets(name, of_target=False) for name in ("cmb", "pre", "dan", "vol", "des")},
}
"""Of the target: how far it stands in cm, armour, life, RES; of the one who acts: CMB, PRE, DAN, VOL, DES."""


class Gauges(PackGame[Library]):
    """Mixin of the ruleset: what odds ask of it."""

    knobs: ClassVar[Mapping[str, Knob]] = KNOBS
    sizes: ClassVar[tuple[int, ...]] = SIZES

    def gauges(self, state: State) -> dict[Measure, int]:
        return gauges(state)

    def noted(self, event: Event) -> Measure | None:
        return noted(event)

    def chancy(self, game: Game, value: Value) -> bool:
        return worth_a_look(game, value)

    def called(self, state: State, id: Id, lang: Lang) -> str:
        assert isinstance(state, Battle)
        if id in state.seats:
            return side_name(state, id, lang) or id.upper()
        figure = state.figures[id]
        profile = self.library.profiles.get(figure.profile)
        printed = profile is not None and figure.name == profile.name
        return profile.name_en if printed and profile is not None and lang == "en" else figure.name

    def duellists(self, folder: Path | None) -> dict[str, dict[str, Any]]:
        among = set(self.check_pack(folder)) if folder is not None else set(self.library.profiles)
        profiles = self.library.profiles.values()
        return {p.id: {"profile": p.id} for p in profiles if p.id in among and p.recruitable and not p.no_dice}

    def duel(self, one: dict[str, Any], other: dict[str, Any], *, close: bool) -> dict[str, Any]:
        west, depth = ARENA / 2, ARENA / 2
        apart = sum(self._half(fighter) for fighter in (one, other)) + CLOSE if close else APART
        fighters = ({**one, "id": "a1", "at": [west, depth]}, {**other, "id": "b1", "at": [west + apart, depth]})
        sides = [
            {"seat": seat, "name": seat.upper(), "access": [west, edge], "fighters": [fighter]}
            for seat, edge, fighter in zip("ab", (0, ARENA), fighters, strict=True)
        ]
        start = {"hand": "a"} if close else {"first": "a"}
        table = {"width": ARENA, "depth": ARENA}
        return {"table": table, "sides": sides, "start": start, "options": {"turn_limit": MOST_TURNS}}

    def _half(self, fighter: dict[str, Any]) -> float:
        """Half the length of a contender's base, in cm."""
        base = self.library.profiles[fighter["profile"]].base
        return max(base.round, *base.rect, 0) / 2

    def blows(self, game: Game, seat: Seat) -> list[Value]:
        """In melee before shots, with large dice before small ones."""
        found = [v for v in game.form(seat).leads() if isinstance(v, tuple) and len(v) > 3 and v[1] in ATTACKS]
        plain = [value for value in found if isinstance(value[-1], int)]
        return sorted(plain, key=lambda value: (ATTACKS.index(value[1]), -value[-1]))
