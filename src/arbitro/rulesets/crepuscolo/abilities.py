"""Using abilities: markers, thresholds, and the uses that records offer (CDC-ACT-07 to -11)."""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.expr import Scope
from arbitro.engine.game import Game
from arbitro.engine.index import Held
from arbitro.engine.parts import run_parts
from arbitro.engine.records import UseSpec
from arbitro.engine.values import Id, Value
from arbitro.engine.windows import targets_of
from arbitro.rulesets.crepuscolo.dice import dice_at_hand
from arbitro.rulesets.crepuscolo.events import Missed, PointsChanged, Succeeded
from arbitro.rulesets.crepuscolo.markers import Marker, marker
from arbitro.rulesets.crepuscolo.queries import figure_of
from arbitro.rulesets.crepuscolo.state import TABLE, Figure, points_of
from arbitro.rulesets.crepuscolo.subjects import THRESHOLD
from arbitro.rulesets.crepuscolo.throws import throw_threshold

FREE_OF_COST = Marker()


def _held(game: Game, figure: Id, rule: str) -> Held | None:
    for index in game.indexes():
        for held in index.actions.get(figure, ()):
            if held.rule == rule:
                return held
    return None


def marker_of(game: Game, figure: Figure, rule: str) -> Marker:
    """Marker of a figure's ability, with the threshold its own profile prints (CDC-CMP-16.6)."""
    found = marker(game.ruleset.records[rule].kind) or FREE_OF_COST
    for name, own in figure.thresholds:
        if name == rule:
            return Marker(found.passive, found.dice, own, found.free)
    return found


def has_free_ability(game: Game, figure: Figure) -> bool:
    """True if a figure bears a free ability and holds the dice for it; it may still not be usable now."""
    held = len(figure.dice) if not game.state.effects else 9
    for index in game.indexes():
        for line in index.actions.get(figure.id, ()):
            found = marker(game.ruleset.records[line.rule].kind)
            if found is not None and found.free and found.dice <= held:
                return True
    return False


def ability_keys(game: Game, figure: Figure) -> list[str]:
    """Abilities of a figure that it may use now: limit, cost, condition and target allow it."""
    got = []
    for index in game.indexes():
        for held in index.actions.get(figure.id, ()):
            if held.rule not in got and _usable(game, figure, held):
                got.append(held.rule)
    return got


def _usable(game: Game, figure: Figure, held: Held) -> bool:
    use: UseSpec = held.thing
    scope = _scope(game, held)
    if len(dice_at_hand(game, figure.id, held.rule)) < marker_of(game, figure, held.rule).dice or held.rule in figure.used_up:
        return False
    if use.when is not None and not use.when(game, scope):
        return False
    if use.limit is not None and not game.may_use(held.rule, use.limit, scope):
        return False
    if not can_pay(game, figure, use, scope):
        return False
    targets = targets_of(game, use, scope)
    if use.target is not None and use.target.kind == "one" and not targets:
        return False
    return game.restricted("ability", actor=figure.id, target=None, weapon=figure.weapon) is None


def _scope(game: Game, held: Held) -> Scope:
    return {**held.own, "actor": held.bearer, "action": "ability", "target": None}


def can_pay(game: Game, figure: Figure, use: UseSpec, scope: Scope) -> bool:
    """True if a figure has the power points a use costs."""
    return all(points_of(figure, kind) >= amount(game, scope) for kind, amount in use.pay.items())


def pay_points(game: Game, figure: Id, use: UseSpec, scope: Scope, rule: str) -> None:
    """Take the power points a use costs."""
    for kind, amount in use.pay.items():
        game.do(PointsChanged(it=figure, kind=kind, by=-amount(game, scope), rules=(rule,)))


def ability_targets(game: Game, figure: Figure, rule: str) -> list[Value]:
    """Who an ability may be aimed at; empty where it asks for nobody."""
    held = _held(game, figure.id, rule)
    if held is None or held.thing.target is None or held.thing.target.kind != "one":
        return []
    return list(targets_of(game, held.thing, _scope(game, held)) or ())


def has_target(game: Game, figure: Figure, rule: str) -> bool:
    """True if an ability is aimed at one figure of its user's choice."""
    held = _held(game, figure.id, rule)
    return held is not None and held.thing.target is not None and held.thing.target.kind == "one"


def use_ability(game: Game, actor: Id, rule: str, rest: tuple[Value, ...], dice: tuple[int, ...]) -> Flow[None]:
    """Carry an ability out; its dice are spent. With a threshold one of them is rolled (CDC-ACT-09)."""
    held = _held(game, actor, rule)
    if held is None:
        return
    use: UseSpec = held.thing
    scope = _scope(game, held)
    if use.limit is not None:
        game.count_use(rule, use.limit, scope)
    pay_points(game, actor, use, scope, rule)
    scope["seat"] = game.controller(actor)
    if use.target is not None:
        scope[use.target.name] = rest[0] if use.target.kind == "one" else tuple(targets_of(game, use, scope) or ())
    works = yield from reach_threshold(game, actor, rule, dice)
    if works:
        yield from run_parts(game, use.parts, scope)


def reach_threshold(game: Game, actor: Id, rule: str, dice: tuple[int, ...]) -> Flow[bool]:
    """Roll the first of the dice spent against the ability's threshold, if it has one."""
    need = marker_of(game, figure_of(game, actor), rule).threshold
    if not need:
        return True
    throw = yield from throw_threshold(game, actor, THRESHOLD, dice[0], need, ("CDC-ACT-09.1", rule))
    if figure_of(game, actor).status != TABLE:
        return False
    if throw.success:
        game.do(Succeeded(actor=actor, action=rule, rules=("CDC-ACT-09.2", rule)))
        return True
    game.do(Missed(actor=actor, target="", action=rule, rules=("CDC-ACT-09.3" if throw.face == 1 else "CDC-ACT-09.2", rule)))
    return False


def offered(game: Game, held: Held, scope: Scope) -> Any:
    """Why a use at a window cannot be paid for: dice, points, or a figure that can do no action."""
    figure = figure_of(game, held.bearer)
    use: UseSpec = held.thing
    cost = marker(game.ruleset.records[held.rule].kind)
    if cost is not None and not cost.passive:
        if figure.prone:
            return ("prone", "CDC-CND-04.8" if cost.free else "CDC-CND-04.3")
        if len(dice_at_hand(game, figure.id, held.rule)) < cost.dice:
            return ("no_dice", "CDC-ACT-11.1")
    if held.rule in figure.used_up:
        return ("used_up", held.rule)
    return None if can_pay(game, figure, use, scope) else ("no_points", held.rule)
