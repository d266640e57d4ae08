"""Using powers: dice and points by rank, one die against the SdS (CDC-ACT-12, -13)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.values import Id, Value
from arbitro.rulesets.crepuscolo.abilities import held_of, scope_to_run, usable
from arbitro.rulesets.crepuscolo.dice import all_dice
from arbitro.rulesets.crepuscolo.events import Missed, PointsChanged, Succeeded
from arbitro.rulesets.crepuscolo.markers import PowerMarker, power_marker
from arbitro.rulesets.crepuscolo.queries import SDS, figure_of
from arbitro.rulesets.crepuscolo.state import TABLE, Figure, points_of
from arbitro.rulesets.crepuscolo.subjects import POWER, Throw
from arbitro.rulesets.crepuscolo.throws import throw_die

KI_EACH_TURN = 3  # CDC-PW-004


def power_of(game: Game, rule: str) -> PowerMarker | None:
    """Rank and discipline of a power; None for any other record."""
    return power_marker(game.ruleset.records[rule].kind)


def power_keys(game: Game, figure: Figure) -> list[str]:
    """Powers of a figure that it may use now: points, dice, limit, condition and target allow it."""
    got: list[str] = []
    for index in game.indexes():
        for held in index.actions.get(figure.id, ()):
            found = power_of(game, held.rule)
            if found is None or held.rule in got or points_of(figure, found.points) < found.rank:
                continue
            if len(all_dice(game, figure.id)) >= found.rank and usable(game, figure, held, POWER):
                got.append(held.rule)
    return got


def power_cost(game: Game, rule: str) -> int:
    """Dice of a power: its rank."""
    found = power_of(game, rule)
    return found.rank if found is not None else 0


def declare_power(game: Game, figure: Figure, params: tuple[Value, ...]) -> None:
    """Pay the points of a power and count it; they are gone whatever the roll gives (CDC-ACT-12.5)."""
    rule = params[0]
    held, found = held_of(game, figure.id, rule), power_of(game, rule)
    if held is None or found is None:
        return
    if held.thing.limit is not None:
        game.count_use(rule, held.thing.limit, {**held.own, "actor": figure.id})
    game.do(PointsChanged(it=figure.id, kind=found.points, by=-found.rank, rules=("CDC-ACT-12.1", rule)))


def use_power(game: Game, actor: Id, params: tuple[Value, ...], dice: tuple[int, ...]) -> Flow[None]:
    """Roll the first of the dice spent against the SdS and carry the power out (CDC-ACT-12.2 to -12.4).

    A 1 always fails; the top face gives neither success nor a critical. Those whom it would affect, as far as
    the power names them, may have the die thrown again by Volontà (CDC-RRL-03).
    """
    rule = params[0]
    held = held_of(game, actor, rule)
    if held is None:
        return
    scope = scope_to_run(game, held, params, POWER)
    target = params[1] if len(params) > 1 else None
    need = game.query(SDS, actor=actor, target=target, action=POWER, weapon="")
    throw = Throw(actor, POWER, dice[0], target)
    throw.need = need.value
    throw.targets = _aimed_at(scope.get(held.thing.target.name) if held.thing.target is not None else None)
    yield from throw_die(game, throw, ("CDC-ACT-12.2", rule), need)
    if figure_of(game, actor).status != TABLE:
        return
    if not throw.success:
        clause = "CDC-ACT-12.4" if throw.face == 1 else "CDC-ACT-12.3"
        game.do(Missed(actor=actor, target=target or "", action=rule, rules=(clause, rule)))
        return
    game.do(Succeeded(actor=actor, action=rule, rules=("CDC-ACT-12.3", rule)))
    yield from run_parts(game, held.thing.parts, scope)


def _aimed_at(targets: Value) -> tuple[Id, ...]:
    if targets is None:
        return ()
    return targets if isinstance(targets, tuple) else (targets,)


def restore_ki(game: Game, figure: Figure) -> None:
    """Who uses Ki has at least three points of it at the start of a turn (CDC-PW-004)."""
    missing = KI_EACH_TURN - points_of(figure, "ki")
    if missing > 0 and any(kind == "ki" for kind, _ in figure.points):
        game.do(PointsChanged(it=figure.id, kind="ki", by=missing, rules=("CDC-PW-004",)))
