"""What may be measured of a battle, what may be tried otherwise, and creatures set against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from arbitro.content.errors import Lang
from arbitro.content.measures import (
    CONDITION,
    CRITICAL,
    DOWN,
    FAILED,
    HIT,
    KILLED,
    LIFE,
    NONLETHAL,
    PASSED,
    RESULT,
    STANDING,
    SUCCESS,
    Knob,
    Measure,
)
from arbitro.content.measures import FLED as RAN
from arbitro.content.packgame import PackGame
from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.engine.state import State
from arbitro.engine.values import Id, Seat, Value
from arbitro.rulesets.pathfinder import attacks
from arbitro.rulesets.pathfinder.content import Library
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, ManoeuvreRolled, SaveMade
from arbitro.rulesets.pathfinder.state import DEAD, DISABLED, FLED, Battle, Creature, name_of_square

STRUCK = {attacks.HIT: HIT, attacks.CRITICAL: CRITICAL}
BOARD, START, MOST_ROUNDS = (24, 14), (8, 6), 30
FAR = 6
"""Squares between two contenders who fight it out."""


def fallen(figure: Creature) -> bool:
    """Whether somebody who is here can do nothing any more: below 0 hit points, or out of the count with blows."""
    return figure.hp < 0 or figure.nonlethal > figure.hp


def gauges(state: State) -> dict[Measure, int]:
    """Hit points, nonlethal damage and conditions by creature, who is down, dead or gone; who still stands, by side."""
    assert isinstance(state, Battle)
    found: dict[Measure, int] = {}
    left = dict.fromkeys(state.seats[:2], 0)
    for it, figure in state.figures.items():
        found[Measure(LIFE, it)] = figure.hp
        if figure.nonlethal:
            found[Measure(NONLETHAL, it)] = figure.nonlethal
        if figure.status in (DEAD, FLED):
            found[Measure(KILLED if figure.status == DEAD else RAN, it)] = 1
        elif fallen(figure):
            found[Measure(DOWN, it)] = 1
        elif figure.seat in left:
            left[figure.seat] += 1
        for condition in figure.conditions:
            found[Measure(CONDITION, it, condition)] = 1
    for seat, number in left.items():
        found[Measure(STANDING, seat)] = number
    if state.result:
        found[Measure(RESULT, state.result)] = 1
    return found


def noted(event: Event) -> Measure | None:
    """Attacks that hit, manoeuvres that succeed, saving throws."""
    if isinstance(event, AttackRolled):
        return Measure(STRUCK[event.outcome], event.actor) if event.outcome in STRUCK else None
    if isinstance(event, ManoeuvreRolled):
        return Measure(SUCCESS, event.actor) if event.passed else None
    if isinstance(event, SaveMade):
        return Measure(PASSED if event.passed else FAILED, event.it, event.save)
    return None


def set_hit_points(state: State, actor: Id, target: Id, value: float) -> None:
    """The hit points left of the target. Raises ValueError for one that does not stand."""
    assert isinstance(state, Battle)
    if state.figures[target].has(DISABLED):
        raise ValueError(target)
    state.figures[target].hp = round(value)


def _paths(form: Any, path: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    """The whole choices that begin so."""
    branch = form.grow(path)
    if branch is None:
        yield path
        return
    for option in branch.options:
        yield from _paths(form, (*path, option.key))


class Gauges(PackGame[Library]):
    """Mixin of the ruleset: what odds ask of it."""

    harm: ClassVar[Mapping[str, int]] = {LIFE: -1, NONLETHAL: 1}
    horizons: ClassVar[Mapping[str, str]] = {"hand": "turn", "turn": "round", "end": "game"}
    knobs: ClassVar[Mapping[str, Knob]] = dict.fromkeys(("life", "hp"), Knob(set_hit_points, 1, 2000))

    def gauges(self, state: State) -> dict[Measure, int]:
        return gauges(state)

    def noted(self, event: Event) -> Measure | None:
        return noted(event)

    def duellists(self, folder: Path | None) -> dict[str, dict[str, Any]]:
        sheets = {**self.library.characters, **self.library.monsters}
        among = set(self.check_pack(folder)) if folder is not None else set(sheets)
        return {it: {"sheet": it} for it in sheets if it in among}

    def duel(self, one: dict[str, Any], other: dict[str, Any], *, close: bool) -> dict[str, Any]:
        wide, deep = BOARD
        x, y = START
        span = self._span(one["sheet"]) + (0 if close else FAR)
        begun = {"acted": True} if close else {}  # a blow is struck in the midst of a fight: nobody is flat-footed
        members = ({**one, **begun, "id": "a1", "at": name_of_square((x, y))},
                   {**other, **begun, "id": "b1", "at": name_of_square((x + span, y))})  # fmt: skip
        sides = [{"seat": s, "name": s.upper(), "members": [member]} for s, member in zip("ab", members, strict=True)]
        return {"ground": {"map": ["." * wide] * deep}, "sides": sides, "options": {"round_limit": MOST_ROUNDS}}

    def _span(self, sheet: str) -> int:
        """How many squares per side a creature of a sheet fills."""
        alone = {"ground": {"map": ["." * BOARD[0]] * BOARD[1]}, "sides": [
            {"seat": seat, "name": seat, "members": [{"sheet": sheet, "id": f"{seat}1", "at": at}]}
            for seat, at in (("a", "a1"), ("b", "m1"))]}  # fmt: skip
        state = self.setup(alone)
        assert isinstance(state, Battle)
        return state.figures["a1"].span

    def blows(self, game: Game, seat: Seat) -> list[Value]:
        """One attack with each weapon that reaches."""
        form: Any = game.form(seat)
        it, foe = f"{seat}1", "b1" if seat == "a" else "a1"
        branch = form.grow((it,)) if any(option.key == it for option in form.options() or ()) else None
        if branch is None or all(option.key != "attack" for option in branch.options):
            return []
        return [path for path in _paths(form, (it, "attack")) if foe in path]

    def called(self, state: State, id: Id, lang: Lang) -> str:
        assert isinstance(state, Battle)
        if id in state.seats and state.seats.index(id) < len(state.names):
            return state.names[state.seats.index(id)] or id.upper()
        return super().called(state, id, lang)
