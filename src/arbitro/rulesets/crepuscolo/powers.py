"""Using powers: dice and points by rank, one die against the SdS, and wards (CDC-ACT-12, -13, CDC-PW-001)."""

from __future__ import annotations

from collections.abc import Callable

from arbitro.engine.asks import Flow, ask
from arbitro.engine.events import Fizzled
from arbitro.engine.expr import Scope
from arbitro.engine.forms import Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.index import Held
from arbitro.engine.parts import run_parts
from arbitro.engine.records import UseSpec
from arbitro.engine.values import Id, RuleId, Value
from arbitro.rulesets.crepuscolo.abilities import held_of, keys_of, scope_to_run
from arbitro.rulesets.crepuscolo.dice import all_dice
from arbitro.rulesets.crepuscolo.events import Missed, PointsChanged, PowerWarded, Succeeded
from arbitro.rulesets.crepuscolo.markers import PowerMarker, power_marker
from arbitro.rulesets.crepuscolo.queries import SDS, battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import TABLE, Figure, points_of
from arbitro.rulesets.crepuscolo.subjects import POWER, Cast, Deed, Reach, Throw
from arbitro.rulesets.crepuscolo.throws import throw_die

CAST = "_cast"
"""Where a use keeps its own cast: a power that answers another reads that other one as ``cast``."""


def power_of(game: Game, rule: str) -> PowerMarker | None:
    """Rank and discipline of a power; None for any other record."""
    return power_marker(game.ruleset.records[rule].kind)


def power_keys(game: Game, figure: Figure) -> list[RuleId]:
    """Powers of a figure that it may use now: points, dice, limit, condition and target allow it."""
    return keys_of(game, figure, POWER, affordable_powers(game, figure))


def affordable_powers(game: Game, figure: Figure) -> Callable[[RuleId], bool]:
    """Whether a figure has the dice and the points for a power."""

    dice, points = len(all_dice(game, figure.id)), dict(figure.points)

    def wanted(rule: RuleId) -> bool:
        found = power_of(game, rule)
        return found is not None and found.rank <= dice and found.rank <= points.get(found.points, 0)

    return wanted


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
    pay_power(game, figure.id, rule, found)


def pay_power(game: Game, it: Id, rule: str, power: PowerMarker) -> None:
    """Take the power points of a power."""
    game.do(PointsChanged(it=it, kind=power.points, by=-power.rank, rules=("CDC-ACT-12.1", rule)))


def use_power(game: Game, actor: Id, params: tuple[Value, ...], dice: tuple[int, ...]) -> Flow[None]:
    """Roll the first of the dice spent against the SdS and carry the power out (CDC-ACT-12.2 to -12.4)."""
    held = held_of(game, actor, params[0])
    if held is None:
        return
    scope = scope_to_run(game, held, params, POWER)
    if (yield from cast(game, held, scope, dice[0])):
        yield from run_parts(game, held.thing.parts, scope)
    yield from cast_over(game, scope)


def cast_over(game: Game, scope: Scope) -> Flow[None]:
    """The use of a power is completely resolved: unless it was undone before its die fell, rules may act on that."""
    spell = scope[CAST]
    if spell.throw is not None:
        yield from game.window("acted", Deed(spell.actor, POWER, spell.target, spell.throw.success))


def cast(game: Game, held: Held, scope: Scope, sides: int) -> Flow[bool]:
    """Throw for a power that is declared and paid; True if it has effects (left to the caller).

    A 1 always fails; the top face gives neither success nor a critical. Those whom it would affect, as far as
    the power names them, may have the die thrown again by Volontà (CDC-RRL-03). Rules may answer its use, and
    ward those it is directed at.
    """
    actor, rule, use = held.bearer, held.rule, held.thing
    target = scope.get(use.target.name) if use.target is not None and use.target.kind == "one" else None
    if target is not None and target not in _there(game, (target,)):
        target = None  # a corpse or a piece of the table
    spell = scope[CAST] = Cast(actor, rule, target, sides, power_level_of(game, figure_of(game, actor)))
    yield from game.window("power_declared", spell)
    if spell.cancelled:
        game.do(Fizzled(kind=POWER, actor=actor, code=spell.cancelled, rules=(spell.cancelled, rule)))
        return False
    if figure_of(game, actor).status != TABLE:
        return False
    scope.setdefault("cast", spell)  # a power that answers another may speak of that one
    if not (yield from _throw(game, spell, _there(game, _aimed_at(use, scope)))):
        return False
    return (yield from _reaches(game, spell, use, scope))


def _throw(game: Game, spell: Cast, targets: tuple[Id, ...]) -> Flow[bool]:
    actor, rule = spell.actor, spell.power
    need = game.query(SDS, actor=actor, target=spell.target, action=POWER, weapon=rule)
    throw = spell.throw = Throw(actor, POWER, spell.sides, spell.target, rule)
    throw.need, throw.targets = need.value, targets
    yield from throw_die(game, throw, ("CDC-ACT-12.2", rule), need)
    if figure_of(game, actor).status != TABLE:
        return False
    if not throw.success:
        clause = "CDC-ACT-12.4" if throw.face == 1 else "CDC-ACT-12.3"
        game.do(Missed(actor=actor, target=spell.target or "", action=rule, rules=(clause, rule)))
        return False
    game.do(Succeeded(actor=actor, action=rule, rules=("CDC-ACT-12.3", rule)))
    return True


def _aimed_at(use: UseSpec, scope: Scope) -> tuple[Id, ...]:
    """The fighters that a power names."""
    named: list[Id] = []
    for target in (use.target, *use.more):
        if target is not None and target.kind in ("one", "each", "some"):
            value = scope.get(target.name) or ()
            named += value if isinstance(value, tuple) else (value,)
    return tuple(dict.fromkeys(named))


def _there(game: Game, named: tuple[Value, ...]) -> tuple[Id, ...]:
    """Those of several things named that are fighters on the table."""
    figures = battle_of(game).figures
    return tuple(it for it in named if it in figures and figures[it].status == TABLE)


def _reaches(game: Game, spell: Cast, use: UseSpec, scope: Scope) -> Flow[bool]:
    """Ask those a power is directed at for their wards, unless its own `reach` parts do; False: it reaches nobody."""
    target = use.target
    if target is None or target.kind not in ("one", "each") or any(part.verb == "reach" for part in use.parts):
        return True
    if target.kind == "one" and spell.target is None:
        return True
    value = scope[target.name]
    members = value if isinstance(value, tuple) else (value,)
    left = yield from unwarded(game, spell, members)
    scope[target.name] = left if target.kind == "each" else value
    return bool(left) or not members


def unwarded(game: Game, spell: Cast, members: tuple[Id, ...]) -> Flow[tuple[Id, ...]]:
    """Those of ``members`` on whom a power has its effects; each is asked for its wards once in a use."""
    for it in members:
        if it not in spell.reached:
            spell.reached[it] = yield from _affects(game, spell, it)
    return tuple(it for it in members if spell.reached[it])


def _affects(game: Game, spell: Cast, it: Id) -> Flow[bool]:
    """Whether a power has its effects on a fighter: it is not immune, the roll is enough, it does not resist."""
    found = battle_of(game).figures.get(it)
    power = power_of(game, spell.power)
    if found is None or power is None:
        return True  # no fighter: a corpse, a piece of the table
    if found.status != TABLE:
        return False
    shield = game.immune(it, power.discipline)
    if shield and not (it == spell.actor and (yield from _waives(game, it, shield))):
        game.do(PowerWarded(it=it, power=spell.power, why="immune", rules=(shield, spell.power)))
        return False
    need = game.query(SDS, actor=spell.actor, target=it, action=POWER, weapon=spell.power)
    if it != spell.target and spell.throw is not None and spell.throw.face + spell.throw.bonus < need.value:
        rules = tuple(line.rule for line in need.lines)
        game.do(PowerWarded(it=it, power=spell.power, why="threshold", rules=(*rules, spell.power)))
        return False
    reach = Reach(it, spell)
    yield from game.window("reaching", reach)
    if reach.cancelled:
        game.do(PowerWarded(it=it, power=spell.power, why="resisted", rules=(reach.cancelled, spell.power)))
    return not reach.cancelled


def _waives(game: Game, it: Id, shield: str) -> Flow[bool]:
    """Whoever is immune to powers of a kind chooses whether its own have their effects on it (CDC-AB-112)."""
    form = Pick((Option("pass"), Option("use")), default="use")
    about = {"rule": shield, "me": it, "what": "waive"}
    return bool((yield from ask("may", game.controller(it), form, about)) == "use")


def power_level_of(game: Game, figure: Figure) -> int:
    """The highest power level that a figure's abilities give it; 0 without any (CDC-IN-014 to -016)."""
    records = game.ruleset.records
    return max(
        (int(records[rule].data.get("power_level", 0)) for rule in figure.abilities if rule in records), default=0
    )


def restore_ki(game: Game, figure: Figure) -> None:
    """Who uses Ki has at least so many points of it at the start of a turn as the settings say (CDC-PW-004)."""
    if not any(kind == "ki" for kind, _ in figure.points):
        return
    least = game.ruleset.library.setting("ki_each_turn")  # type: ignore[attr-defined]
    missing = least - points_of(figure, "ki")
    if missing > 0:
        game.do(PointsChanged(it=figure.id, kind="ki", by=missing, rules=("CDC-PW-004",)))
