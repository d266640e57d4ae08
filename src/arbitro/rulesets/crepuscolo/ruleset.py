"""Cronache del Crepuscolo as the engine sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.asks import Decision, Flow
from arbitro.engine.events import Event, Rolled
from arbitro.engine.expr import Scope
from arbitro.engine.forms import Option, Refusal
from arbitro.engine.game import Game
from arbitro.engine.index import Held
from arbitro.engine.state import State
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId, Seat, Value
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import evaluation, ground, tactics
from arbitro.rulesets.crepuscolo.arena import Arena
from arbitro.rulesets.crepuscolo.conditions import RECORDS
from arbitro.rulesets.crepuscolo.content import Library
from arbitro.rulesets.crepuscolo.desk import Desk
from arbitro.rulesets.crepuscolo.dice import counted
from arbitro.rulesets.crepuscolo.events import EVENTS, DiceRolled
from arbitro.rulesets.crepuscolo.gauges import Gauges
from arbitro.rulesets.crepuscolo.markers import Marker
from arbitro.rulesets.crepuscolo.picture import Picture
from arbitro.rulesets.crepuscolo.portrait import portrait
from arbitro.rulesets.crepuscolo.queries import battle_of, reach_of_aura
from arbitro.rulesets.crepuscolo.responses import (
    barred_reroll,
    cannot_use,
    dice_beside,
    dice_to_pay,
    use_now,
    why_not_now,
)
from arbitro.rulesets.crepuscolo.screen import Screen
from arbitro.rulesets.crepuscolo.setup import battle_of_setup, figure_of_fighter, outfit
from arbitro.rulesets.crepuscolo.state import AWAY, RESERVE, TABLE, Battle, Figure
from arbitro.rulesets.crepuscolo.turn import STEPS, last_company
from arbitro.rulesets.crepuscolo.vocabulary import VOCABULARY
from arbitro.rulesets.crepuscolo.voice import Voice


class Crepuscolo(Arena, Desk, Screen, Voice, Picture, Gauges, TabletopRuleset):
    """The home-made skirmish game, complete: chapters I to VIII."""

    name: ClassVar[str] = "crepuscolo"
    alike: ClassVar[frozenset[str]] = frozenset({"others"})  # dice that are spent beside the one that is thrown
    open_scene: ClassVar[bool] = True
    state_type: ClassVar[type[State]] = Battle
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    horizon: ClassVar[str] = "hand"
    follow_ups: ClassVar[frozenset[str]] = frozenset({"arrive", "strike", "order_end"})
    steps = STEPS
    vocabulary = VOCABULARY

    def __init__(self, library: Library | None = None) -> None:
        super().__init__(library)
        self.costs: dict[RuleId, Marker | None] = {}
        """What using each rule costs, once it was asked."""

    def setup(self, setup: dict[str, Any]) -> State:
        return battle_of_setup(setup, self.library)

    def recruit(self, profile: str, seat: Seat, number: int, table: ground.Ground) -> Figure:
        """A figure of a profile as it would begin a battle, not yet placed."""
        figure = figure_of_fighter({"profile": profile, "id": f"{seat}{number}"}, seat, number, self.library, table)
        outfit(figure, self.library)
        return figure

    def bearers(self, state: State) -> Iterable[tuple[Id, RuleId]]:
        assert isinstance(state, Battle)
        left_out = set() if state.options.combat_rerolls else {"CDC-RRL-05"}
        if not any("CDC-AB-093" in figure.abilities for figure in state.figures.values()):
            left_out.add("CDC-AB-093.1")
        core = [rule for rule in self.library.core if rule not in left_out]
        for figure in state.figures.values():
            for rule in core:
                yield figure.id, rule
            for rule in figure.abilities:
                yield figure.id, rule
            for rule in figure.powers:
                yield figure.id, rule
            for rule in figure.items:
                yield figure.id, rule
            for condition in figure.conditions:
                if condition in RECORDS:
                    yield figure.id, RECORDS[condition]

    def gone(self, state: State, figure: Id) -> bool:
        assert isinstance(state, Battle)
        found = state.figures.get(figure)
        if found is not None and found.status == RESERVE:
            return state.turn > 0  # before the battle everybody who will take part is there (CDC-AB-031, -032)
        return found is None or found.status != TABLE

    def gone_for_good(self, state: State, figure: Id) -> bool:
        assert isinstance(state, Battle)
        found = state.figures.get(figure)
        return self.gone(state, figure) and not (found is not None and found.status == AWAY)

    def controller(self, state: State, figure: Id) -> Seat:
        assert isinstance(state, Battle)
        if figure in state.seats:
            return figure
        return state.controller(figure) if state.effects else state.figures[figure].company

    def allied(self, state: State, a: Id, b: Id) -> bool:
        assert isinstance(state, Battle)
        return a != b and state.figures[a].company == state.figures[b].company

    def near(self, state: State, a: Id, b: Id, reach: int) -> bool:
        assert isinstance(state, Battle)
        if state.figures[b].image:
            return False  # an image is no fighter: auras are nothing to it (CDC-PW-102)
        return ground.within(state.figures[a], state.figures[b], reach * CM)

    def seat_order(self, state: State) -> tuple[Seat, ...]:
        assert isinstance(state, Battle)
        if state.hand == state.seats[1]:
            return (state.seats[1], state.seats[0])
        return state.seats

    def running(self, state: State, scope: str) -> Value:
        assert isinstance(state, Battle)
        if scope == "hand":
            return state.hand if state.in_hand else None
        if scope == "turn":
            return state.turn or None
        return scope

    def checks(self, game: Game) -> Flow[bool] | None:
        over = last_company(game)
        if over is not None:
            game.do(over)
        return None

    def rolled(
        self, game: Game, by: Id, sides: int, faces: tuple[int, ...], rules: tuple[RuleId, ...], need: Tally | None
    ) -> Rolled:
        total = counted(game, by, faces)
        return DiceRolled(by=by, sides=sides, faces=faces, rules=rules, need=need, counted=total)

    def aura_reach(self, game: Game, held: Held, it: Id) -> int:
        return reach_of_aura(game, held.rule, it, super().aura_reach(game, held, it))

    def sort_of(self, rule: RuleId) -> str:
        if rule in self.library.abilities:
            return "ability"
        return "power" if rule in self.library.powers else super().sort_of(rule)

    cannot_use = staticmethod(cannot_use)

    def use_refusal(self, game: Game, held: Held, scope: Scope) -> Refusal | None:
        barred = barred_reroll(game, held, scope)
        if barred is not None:
            return barred
        why = why_not_now(game, held, scope)
        return None if why is None else Refusal(why[0], {"actor": held.bearer}, (why[1],))

    def use_options(self, game: Game, held: Held) -> Sequence[Option]:
        return dice_to_pay(game, held)

    def use_others(self, game: Game, held: Held, die: Value) -> Sequence[Option]:
        return dice_beside(game, held, die)

    def use(self, game: Game, held: Held, scope: Scope, paid: tuple[Value, ...]) -> Flow[bool]:
        return (yield from use_now(game, held, scope, paid))

    def worth(self, state: State, seat: Seat) -> int:
        assert isinstance(state, Battle)
        return evaluation.worth(state, seat)

    def idle_worth(self, state: State, seat: Seat) -> int:
        assert isinstance(state, Battle)
        return evaluation.idle_worth(state, seat)

    def portrait(self, view: State, seat: Seat) -> Sequence[tuple[float, ...]]:
        assert isinstance(view, Battle)
        return portrait(view, seat)

    def propose(self, game: Game, seat: Seat) -> list[Value]:
        return tactics.propose(game, seat)

    def alternatives(self, game: Game, seat: Seat, decision: Decision) -> list[Value]:
        return tactics.alternatives(game, seat, decision)

    def restlessness(self, state: State) -> float:
        assert isinstance(state, Battle)
        return tactics.restlessness(state)

    def long_lines(self, game: Game, seat: Seat) -> bool:
        return not tactics.shooters(battle_of(game), seat)

    def promise(self, game: Game, seat: Seat) -> int:
        assert isinstance(game.state, Battle)
        return max(-self.stake, min(self.stake, evaluation.standing(game.state, seat)))

    def considered(self, game: Game, seat: Seat, decision: Decision) -> Value | None:
        return tactics.considered(game, seat, decision)

    def instinct(self, game: Game, seat: Seat, decision: Decision) -> Value:
        return tactics.instinct(game, seat, decision)


RULESET = Crepuscolo()
