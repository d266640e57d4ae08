"""Cairn as the engine sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, ClassVar

from msgspec import structs

from arbitro.engine.asks import Decision, Flow
from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.engine.state import State
from arbitro.engine.values import REFEREE, Id, RuleId, Seat, Value
from arbitro.rulesets.cairn import tactics
from arbitro.rulesets.cairn.arena import Arena
from arbitro.rulesets.cairn.checks import checks
from arbitro.rulesets.cairn.declare import WAIT, waiting
from arbitro.rulesets.cairn.desk import Desk
from arbitro.rulesets.cairn.events import EVENTS
from arbitro.rulesets.cairn.gauges import Gauges
from arbitro.rulesets.cairn.judgement import balance
from arbitro.rulesets.cairn.portrait import portrait
from arbitro.rulesets.cairn.referee import veil
from arbitro.rulesets.cairn.referee.desk import CairnDesk
from arbitro.rulesets.cairn.referee.events import REFEREE_EVENTS
from arbitro.rulesets.cairn.referee.steps import STEPS
from arbitro.rulesets.cairn.setup import encounter_of_setup
from arbitro.rulesets.cairn.stage import Stage
from arbitro.rulesets.cairn.state import PC, Encounter
from arbitro.rulesets.cairn.vocabulary import VOCABULARY


class Cairn(Arena, Desk, Stage, Gauges):
    """The role-playing game: fights, and what a referee calls between them."""

    name: ClassVar[str] = "cairn"
    state_type: ClassVar[type[State]] = Encounter
    event_types: ClassVar[tuple[type[Event], ...]] = (*EVENTS, *REFEREE_EVENTS)
    veils: ClassVar[bool] = True
    follow_ups: ClassVar[frozenset[str]] = frozenset(
        {"declare", "resolve", "perform", "strikes", "strike", "harm", "aftermath"}
    )
    pace: ClassVar[str] = "round"
    horizon: ClassVar[str] = "turn"
    stake: ClassVar[int] = 60_000
    steps = STEPS
    vocabulary = VOCABULARY

    def desk(self) -> CairnDesk:
        """The referee's desk."""
        return CairnDesk(self)

    def setup(self, setup: dict[str, Any]) -> State:
        return encounter_of_setup(setup, self.library)

    def bearers(self, state: State) -> Iterable[tuple[Id, RuleId]]:
        assert isinstance(state, Encounter)
        active = self.library.active
        scars = [scar for scar in self.library.scars if scar in active]
        for figure in state.figures.values():
            own = (*figure.abilities, *figure.marks, *figure.bonds, *figure.conditions, *figure.attacks)
            carried = tuple(item.thing for item in figure.items if item.on == 0)
            for rule in dict.fromkeys((*own, *carried)):
                if rule in active:
                    yield figure.id, rule
            if figure.kind == PC:
                for rule in scars:
                    yield figure.id, rule

    def gone(self, state: State, figure: Id) -> bool:
        assert isinstance(state, Encounter)
        found = state.figures.get(figure)
        return found is None or not found.present

    def controller(self, state: State, figure: Id) -> Seat:
        assert isinstance(state, Encounter)
        if state.book is not None:
            return REFEREE
        found = state.figures.get(figure)
        return found.seat if found is not None else figure

    def allied(self, state: State, a: Id, b: Id) -> bool:
        assert isinstance(state, Encounter)
        return a != b and state.figures[a].seat == state.figures[b].seat

    def near(self, state: State, a: Id, b: Id, reach: int) -> bool:
        assert isinstance(state, Encounter)
        return abs(state.figures[a].at - state.figures[b].at) <= reach

    def seat_order(self, state: State) -> tuple[Seat, ...]:
        assert isinstance(state, Encounter)
        others = tuple(seat for seat in state.seats if seat != state.active)
        return (state.active, *others)

    def running(self, state: State, scope: str) -> Value:
        assert isinstance(state, Encounter)
        if scope == "turn":
            return state.active if state.round else None
        if scope in ("round", "fight"):
            return scope if state.mode == "fight" and state.round else None
        return scope

    def checks(self, game: Game) -> Flow[bool] | None:
        return checks(game)

    def veil(self, state: State, event: Event) -> Event:
        """On the referee's desk the players do not hear of secrets."""
        assert isinstance(state, Encounter)
        return event if state.book is None else veil.veil(state, event)

    def view(self, state: State, seat: Seat) -> State:
        """What a seat sees: hidden opponents are not there."""
        assert isinstance(state, Encounter)
        if state.book is not None:
            return veil.view(state, seat)
        if seat == REFEREE or not any(f.hidden and f.seat != seat for f in state.figures.values()):
            return state
        twin = state.copy()
        twin.figures = {it: figure for it, figure in twin.figures.items() if not figure.hidden or figure.seat == seat}
        seen = {f"{figure.seat}:{figure.group}" for figure in twin.figures.values()}
        twin.bands = tuple(structs.replace(band, start=0) for band in twin.bands if band.id in seen)
        return twin

    def imagine(self, view: State, rng: Random) -> State:
        return view.copy()

    def worth(self, state: State, seat: Seat) -> int:
        assert isinstance(state, Encounter)
        return tactics.worth(state, seat)

    def portrait(self, view: State, seat: Seat) -> Sequence[tuple[float, ...]]:
        assert isinstance(view, Encounter)
        return portrait(view, seat)

    def propose(self, game: Game, seat: Seat) -> list[Value]:
        return tactics.propose(game, seat)

    def instinct(self, game: Game, seat: Seat, decision: Decision) -> Value:
        return tactics.instinct(game, seat, decision)

    def promise(self, game: Game, seat: Seat) -> int:
        return balance(game, seat, self.stake)

    def considered(self, game: Game, seat: Seat, decision: Decision) -> Value | None:
        return tactics.considered(game, seat, decision)

    def stand_by(self, game: Game, seat: Seat, decision: Decision) -> Value:
        if decision.kind == "action" and seat != REFEREE:
            return (waiting(game, seat)[0].id, WAIT)
        return game.form(seat).default()


RULESET = Cairn()
