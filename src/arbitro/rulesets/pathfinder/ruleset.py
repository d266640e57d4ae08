"""Pathfinder as the engine sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from random import Random
from typing import Any, ClassVar

from msgspec import structs

from arbitro.engine.asks import Decision, Flow
from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.engine.state import State
from arbitro.engine.values import REFEREE, Id, RuleId, Seat, Value
from arbitro.geometry.grid import distance
from arbitro.rulesets.pathfinder import tactics
from arbitro.rulesets.pathfinder.arena import Arena
from arbitro.rulesets.pathfinder.checks import checks
from arbitro.rulesets.pathfinder.content import Library
from arbitro.rulesets.pathfinder.desk import Desk
from arbitro.rulesets.pathfinder.events import EVENTS
from arbitro.rulesets.pathfinder.events_blows import BLOWS
from arbitro.rulesets.pathfinder.events_bonds import BONDS
from arbitro.rulesets.pathfinder.events_gullet import GULLET_EVENTS
from arbitro.rulesets.pathfinder.events_magic import MAGIC_EVENTS
from arbitro.rulesets.pathfinder.events_menaces import MENACE_EVENTS
from arbitro.rulesets.pathfinder.events_mending import MENDING
from arbitro.rulesets.pathfinder.events_mounted import MOUNTED_EVENTS
from arbitro.rulesets.pathfinder.events_moving import MOVING_EVENTS
from arbitro.rulesets.pathfinder.events_things import THINGS
from arbitro.rulesets.pathfinder.events_thrown import THROWN
from arbitro.rulesets.pathfinder.events_unseen import UNSEEN
from arbitro.rulesets.pathfinder.portrait import portrait
from arbitro.rulesets.pathfinder.referee import steps, veil
from arbitro.rulesets.pathfinder.referee.desk import PathfinderDesk
from arbitro.rulesets.pathfinder.referee.events import REFEREE_EVENTS
from arbitro.rulesets.pathfinder.retreat import told_to_go
from arbitro.rulesets.pathfinder.secrecy import heard_by, sight_of
from arbitro.rulesets.pathfinder.setup import battle_of_setup
from arbitro.rulesets.pathfinder.stage import Stage
from arbitro.rulesets.pathfinder.state import Battle, Creature, Item, squares_of
from arbitro.rulesets.pathfinder.tactics_worth import Appraiser, worth
from arbitro.rulesets.pathfinder.vocabulary import VOCABULARY

REMEMBERED = 1024
"""Of so many creatures at the most it is remembered what they bear."""

_Pairs = tuple[tuple[Id, RuleId], ...]


class Pathfinder(Desk, Stage, Arena):
    """The combat chapter on the grid."""

    name: ClassVar[str] = "pathfinder"
    state_type: ClassVar[type[State]] = Battle
    event_types: ClassVar[tuple[type[Event], ...]] = (
        *EVENTS, *BLOWS, *BONDS, *THINGS, *MENDING, *MOVING_EVENTS, *THROWN, *UNSEEN, *MAGIC_EVENTS, *MOUNTED_EVENTS,
        *GULLET_EVENTS, *MENACE_EVENTS, *REFEREE_EVENTS)  # fmt: skip
    veils: ClassVar[bool] = True
    follow_ups: ClassVar[frozenset[str]] = frozenset()
    played_on: ClassVar[frozenset[str]] = frozenset({"act"})
    pace: ClassVar[str] = "round"
    caution: ClassVar[int] = 4
    stake: ClassVar[int] = 40_000
    steps = steps.STEPS
    vocabulary = VOCABULARY

    def __init__(self, library: Library | None = None) -> None:
        super().__init__(library)
        self._borne: dict[str, tuple[RuleId, ...]] = {}
        self._last: dict[Id, tuple[str, tuple[Item, ...], tuple[int, ...], tuple[str, ...], _Pairs]] = {}
        """What creatures bore when they were last looked at, and of what that was worked out."""
        self.declared: dict[str, tuple[RuleId, ...]] = {}
        self.begun: dict[str, Any] = {}
        """By sheet, the feats and abilities that are used (see `powers`)."""

    @cached_property
    def appraiser(self) -> Appraiser:
        """What conditions and lines mean to a fighter."""
        return Appraiser(self.library)

    def desk(self) -> PathfinderDesk:
        """The referee's desk."""
        return PathfinderDesk(self)

    def setup(self, setup: dict[str, Any]) -> State:
        return battle_of_setup(setup, self.library)

    def bearers(self, state: State) -> Iterable[tuple[Id, RuleId]]:
        assert isinstance(state, Battle)
        return chain.from_iterable(map(self._of, state.figures.values()))

    def _of(self, figure: Creature) -> tuple[tuple[Id, RuleId], ...]:
        """The records that a creature bears by its sheet, by what it wears or holds, by its conditions; with its id."""
        profile, items, held, conditions = figure.profile, figure.items, figure.held, figure.conditions
        last = self._last.get(figure.id)
        if last is not None and last[0] == profile and last[1] is items and last[2] is held and last[3] is conditions:
            return last[4]
        active, found = self.library.active, list(self._of_sheet(profile))
        for item in items:
            if item.worn or item.no in held:
                found += (item.thing, *(() if self._outdone(figure, item) else item.qualities))
        if conditions:
            found += self.library.together(conditions).names
        pairs = tuple((figure.id, rule) for rule in found if rule in active)
        if len(self._last) > REMEMBERED:
            self._last.clear()
        self._last[figure.id] = profile, items, held, conditions, pairs
        return pairs

    def _outdone(self, figure: Creature, item: Item) -> bool:
        """Whether bracers do nothing because armour worn with them gives as much or more (PF-ITX-01.2)."""
        items, armours = self.library.items, self.library.armours
        mine = items[item.thing].armour if item.thing in items else 0
        body = (one for one in figure.items if one.worn and one.thing in armours)
        best = max((armours[one.thing].bonus + one.bonus for one in body), default=0)
        return 0 < mine <= best

    def _of_sheet(self, profile: str) -> tuple[RuleId, ...]:
        """The records that a creature has by its sheet: core rules, feats, abilities, its own lines."""
        known = self._borne.get(profile)
        if known is None:
            sheet = self.library.sheet(profile)
            feats = [
                one for feat in (sheet.feats if sheet else ()) for one in ((feat,) if isinstance(feat, str) else feat)
            ]
            names = (*self.library.core, *feats, *(sheet.abilities if sheet else ()), profile)
            known = self._borne[profile] = tuple(rule for rule in dict.fromkeys(names) if rule in self.library.active)
        return known

    def gone(self, state: State, figure: Id) -> bool:
        assert isinstance(state, Battle)
        found = state.figures.get(figure)
        return found is None or not found.present

    def controller(self, state: State, figure: Id) -> Seat:
        assert isinstance(state, Battle)
        if state.book is not None:
            return REFEREE
        found = state.figures.get(figure)
        return found.seat if found is not None else figure

    def allied(self, state: State, a: Id, b: Id) -> bool:
        assert isinstance(state, Battle)
        return a != b and state.figures[a].seat == state.figures[b].seat

    def near(self, state: State, a: Id, b: Id, reach: int) -> bool:
        assert isinstance(state, Battle)
        return distance(state.figures[a].space, state.figures[b].space) <= squares_of(reach)

    def seat_order(self, state: State) -> tuple[Seat, ...]:
        assert isinstance(state, Battle)
        active = state.figures[state.turn].seat if state.turn in state.figures else state.seats[0]
        return (active, *(seat for seat in state.seats if seat != active))

    def running(self, state: State, scope: str) -> Value:
        assert isinstance(state, Battle)
        if scope == "turn":
            return state.turn or None
        if scope == "round":
            return state.round
        return scope

    def checks(self, game: Game) -> Flow[bool] | None:
        return checks(game)

    def view(self, state: State, seat: Seat) -> State:
        """What a seat sees: opponents who hide are not there."""
        assert isinstance(state, Battle)
        if state.book is not None:
            return veil.view(state, seat)
        return sight_of(state, seat)

    def veil(self, state: State, event: Event) -> Event:
        """What somebody hidden does is known to its own side only, until it shows (PF-SKL-06)."""
        assert isinstance(state, Battle)
        if state.book is not None:
            return veil.veil(state, event)
        only = heard_by(state, event) if event.only is None else None
        return event if only is None else structs.replace(event, only=only)

    def imagine(self, view: State, rng: Random) -> State:
        return view.copy()

    def worth(self, state: State, seat: Seat) -> int:
        assert isinstance(state, Battle)
        return worth(state, seat, self.appraiser)

    def propose(self, game: Game, seat: Seat) -> list[Value]:
        return tactics.propose(game, seat)

    def portrait(self, view: State, seat: Seat) -> Sequence[tuple[float, ...]]:
        assert isinstance(view, Battle)
        return portrait(view, seat)

    def considered(self, game: Game, seat: Seat, decision: Decision) -> Value | None:
        return None  # what looks best at the end of the turn is better than what instinct says

    def under_orders(self, game: Game, seat: Seat, decision: Decision) -> bool:
        assert isinstance(game.state, Battle)
        return told_to_go(game.state, seat)

    def instinct(self, game: Game, seat: Seat, decision: Decision) -> Value:
        return tactics.instinct(game, seat, decision)


RULESET = Pathfinder()
