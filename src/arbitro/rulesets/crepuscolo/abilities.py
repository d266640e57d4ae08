"""Using abilities: markers, thresholds, and the uses that records offer (CDC-ACT-07 to -11)."""

from __future__ import annotations

from collections.abc import Callable

from arbitro.engine.asks import Flow
from arbitro.engine.expr import Scope
from arbitro.engine.game import IDLE_LIMIT, Game
from arbitro.engine.index import Held
from arbitro.engine.parts import run_parts
from arbitro.engine.records import Record, UseSpec
from arbitro.engine.values import Id, RuleId, Value
from arbitro.engine.windows import targets_of
from arbitro.rulesets.crepuscolo.aims import bind_aims, can_aim, name_aims
from arbitro.rulesets.crepuscolo.dice import COMPLETE, all_dice
from arbitro.rulesets.crepuscolo.events import Missed, PointsChanged, Succeeded, TokensChanged
from arbitro.rulesets.crepuscolo.markers import Marker, marker, power_marker
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import POINT_KINDS, TABLE, Figure, held_to_pay
from arbitro.rulesets.crepuscolo.subjects import ABILITY, BOON, POWER, THRESHOLD, Deed
from arbitro.rulesets.crepuscolo.throws import throw_threshold

FREE_OF_COST = Marker()


def held_of(game: Game, figure: Id, rule: str) -> Held | None:
    """The use of a rule that a figure bears."""
    for index in game.indexes():
        for held in index.actions.get(figure, ()):
            if held.rule == rule:
                return held
    return None


def marker_of(game: Game, figure: Figure, rule: str) -> Marker:
    """Marker of a figure's ability, with the threshold its own profile prints (CDC-CMP-16.6)."""
    found = cost_of(game, rule) or FREE_OF_COST
    for name, own in figure.thresholds:
        if name == rule:
            return Marker(found.passive, found.dice, own, found.free)
    return found


def cost_of(game: Game, rule: str) -> Marker | None:
    """What using a rule costs: an ability's marker, or the rank of a power; None for anything else."""
    known: dict[str, Marker | None] = game.ruleset.costs  # type: ignore[attr-defined]
    if rule not in known:
        known[rule] = _cost_of(game.ruleset.records[rule])
    return known[rule]


def _cost_of(record: Record) -> Marker | None:
    power = power_marker(record.kind)
    if power is not None:
        return Marker(dice=power.rank, free=True)
    found, more = marker(record.kind), record.data.get("more_dice", 0)
    return Marker(found.passive, found.dice + more, found.threshold, found.free) if found and more else found


def uses_of(game: Game, figure: Figure, action: str) -> tuple[Held, ...]:
    """What a figure bears that is used as such an action; remembered as long as what figures bear."""
    index = game.indexes()[0]
    found = index.memo.get((action, figure.id))
    if found is None:
        lines = index.actions.get(figure.id, ())
        found = tuple(held for held in lines if use_of(game, held.rule) == action)
        index.memo[action, figure.id] = found
    return found


def has_gratis_ability(game: Game, figure: Figure) -> bool:
    """True if a figure bears an ability that costs no die; it may still not be usable now."""
    index = game.indexes()[0]
    key = ("gratis", figure.id)
    found = index.memo.get(key)
    if found is None:
        mine = uses_of(game, figure, ABILITY)
        found = index.memo[key] = any(not marker_of(game, figure, held.rule).dice for held in mine)
    return bool(found)


def has_free_ability(game: Game, figure: Figure) -> bool:
    """True if a figure bears a free ability and holds the dice for it; it may still not be usable now."""
    key = ("free", figure.id)
    if key not in game.forces:
        lines = [line for index in game.indexes() for line in index.actions.get(figure.id, ())]
        found = [marker(game.ruleset.records[line.rule].kind) for line in lines]
        game.forces[key] = min((one.dice for one in found if one is not None and one.free), default=None)
    least = game.forces[key]
    return least is not None and least <= (len(figure.dice) if not game.state.effects else 9)


def keys_of(game: Game, figure: Figure, action: str, wanted: Callable[[RuleId], bool]) -> list[RuleId]:
    """The rules of a figure that it may use now as such an action; remembered until the next event.

    ``wanted`` says of a rule whether it can be paid; limits, conditions and targets are asked.
    """
    key = (action, figure.id)
    if key not in game.now:
        got: list[RuleId] = []
        for held in uses_of(game, figure, action):
            if held.rule not in got and wanted(held.rule) and usable(game, figure, held, action):
                got.append(held.rule)
        game.now[key] = got
    return game.now[key]  # type: ignore[no-any-return]


def ability_keys(game: Game, figure: Figure) -> list[RuleId]:
    """Abilities of a figure that it may use now: limit, cost, condition and target allow it."""
    return keys_of(game, figure, ABILITY, affordable_abilities(game, figure))


def affordable_abilities(game: Game, figure: Figure) -> Callable[[RuleId], bool]:
    """Whether a figure has the dice for an ability; what costs none must not go on for ever."""
    dice = len(all_dice(game, figure.id))

    def wanted(rule: RuleId) -> bool:
        cost = marker_of(game, figure, rule).dice
        if not cost and game.state.idle >= IDLE_LIMIT:
            return False
        return cost <= dice

    return wanted


def boon_keys(game: Game, figure: Figure) -> list[RuleId]:
    """What a figure's passive abilities and its items let it do that is no action: spend tokens, share dice."""
    return keys_of(game, figure, BOON, lambda rule: True)


def is_boon(game: Game, rule: str) -> bool:
    """Whether using a rule is no action: it has no marker, or a passive one."""
    found = cost_of(game, rule)
    return found is None or found.passive


def use_of(game: Game, rule: str) -> str:
    """The word of using a rule: a power, an ability with a marker of its own, or what is no action."""
    if power_marker(game.ruleset.records[rule].kind) is not None:
        return POWER
    return BOON if is_boon(game, rule) else ABILITY


def has_boon(game: Game, figure: Figure) -> bool:
    """True if a figure bears a rule whose use is no action; it may still not be usable now."""
    return bool(uses_of(game, figure, BOON))


def take_boon(game: Game, figure: Figure, params: tuple[Value, ...]) -> Flow[None]:
    """Carry out a use that is no action: it is counted and paid, nobody responds to it (CDC-AB-007.2)."""
    held = held_of(game, figure.id, params[0])
    if held is None:
        return
    declare_ability(game, figure, params)
    whole = yield from name_the_rest(game, figure, params)
    yield from run_parts(game, held.thing.parts, scope_to_run(game, held, whole, BOON))


def usable(game: Game, figure: Figure, held: Held, action: str) -> bool:
    """True if a figure may use a rule now as far as limits, points, conditions and targets go; dice aside."""
    use: UseSpec = held.thing
    if held.rule in figure.used_up or (game.barring(action) and _barred(game, figure, held.rule, action, None)):
        return False
    scope = scope_of_use(held, action)
    if use.when is not None and not use.when(game, scope):
        return False
    if use.limit is not None and not game.may_use(held.rule, use.limit, scope):
        return False
    if not can_pay(game, figure, use, scope):
        return False
    if use.target is not None and use.target.needed and not open_targets(game, held, action):
        return False
    return all(can_aim(game, t, {**scope, t.name: None}) for t in use.more)


def _barred(game: Game, figure: Figure, rule: str, action: str, target: Value) -> bool:
    """Whether a rule in force forbids a figure this very ability or power (against that target)."""
    aim = target if target in battle_of(game).figures else None  # a condition or a piece is nobody
    roles = {"actor": figure.id, "target": aim, "weapon": figure.weapon, "path": rule}
    return game.restricted(action, **roles) is not None


def open_targets(game: Game, held: Held, action: str) -> list[Value]:
    """Whom a use may be aimed at now, as far as the rules in force allow it."""
    key = (held, action)
    known: list[Value] | None = game.now.get(key)
    if known is not None:
        return known
    figure, rule = figure_of(game, held.bearer), held.rule
    found = list(targets_of(game, held.thing, scope_of_use(held, action)) or ())
    if game.barring(action):
        found = [target for target in found if not _barred(game, figure, rule, action, target)]
    game.now[key] = found
    return found


def still_usable(game: Game, held: Held | None, params: tuple[Value, ...], action: str) -> bool:
    """True if a use that was declared is still possible: its condition holds and its target can still be named."""
    if held is None:
        return False
    use, scope = held.thing, scope_of_use(held, action)
    if use.when is not None and not use.when(game, scope):
        return False
    if use.target is None or use.target.kind != "one" or len(params) < 2:
        return True
    return params[1] in open_targets(game, held, action)


def clauses_of(game: Game, figure: Figure, rule: str) -> tuple[str, ...]:
    """What using an ability rests on: the clause of its type, and its own id."""
    if power_marker(game.ruleset.records[rule].kind) is not None:
        return ("CDC-ACT-12.1", rule)
    found, state = marker_of(game, figure, rule), battle_of(game)
    clause = "CDC-ACT-09.1" if found.threshold else "CDC-ACT-07.1"
    if found.dice in (0, COMPLETE):
        clause = "CDC-ACT-10.1" if found.dice else "CDC-ACT-08.1"
    away = ("CDC-ACT-11.2",) if state.in_hand and game.controller(figure.id) != state.hand else ()
    return (clause, *away, rule)


def scope_of_use(held: Held, action: str) -> Scope:
    """What a use reads while it is no response to anything."""
    return {**held.own, "actor": held.bearer, "action": action, "target": None}


def can_pay(game: Game, figure: Figure, use: UseSpec, scope: Scope) -> bool:
    """True if a figure has the power points a use costs."""
    return all(held_to_pay(figure, kind) >= amount(game, scope) for kind, amount in use.pay.items())


def pay_points(game: Game, figure: Id, use: UseSpec, scope: Scope, rule: str) -> None:
    """Take the power points or tokens a use costs."""
    for kind, amount in use.pay.items():
        by = -amount(game, scope)
        if kind in POINT_KINDS:
            game.do(PointsChanged(it=figure, kind=kind, by=by, rules=(rule,)))
        else:
            game.do(TokensChanged(it=figure, token=kind, by=by, rules=(rule,)))


def targets_for(game: Game, figure: Figure, rule: str, action: str) -> list[Value]:
    """Who a rule may be aimed at; empty where it asks for nobody."""
    held = held_of(game, figure.id, rule)
    if held is None or held.thing.target is None or held.thing.target.kind != "one":
        return []
    return open_targets(game, held, action)


def has_target(game: Game, figure: Figure, rule: str) -> bool:
    """True if an ability or power is aimed at one figure of its user's choice."""
    held = held_of(game, figure.id, rule)
    return held is not None and held.thing.target is not None and held.thing.target.kind == "one"


def declare_ability(game: Game, figure: Figure, params: tuple[Value, ...]) -> None:
    """Count a declared ability and take its points: both are gone whatever comes of it."""
    held = held_of(game, figure.id, params[0])
    if held is not None:
        scope = scope_of_use(held, ABILITY)
        if held.thing.limit is not None:
            game.count_use(held.rule, held.thing.limit, scope)
        pay_points(game, figure.id, held.thing, scope, held.rule)


def scope_to_run(game: Game, held: Held, params: tuple[Value, ...], action: str) -> Scope:
    """What the parts of a use read: its own roles, its controller's seat, whom it is aimed at."""
    use: UseSpec = held.thing
    scope = scope_of_use(held, action)
    scope["seat"] = game.controller(held.bearer)
    named = params[1:]
    if use.target is not None and use.target.kind == "one":
        scope[use.target.name], named = named[0], named[1:]
    elif use.target is not None and use.target.kind == "each":
        scope[use.target.name] = tuple(targets_of(game, use, scope) or ())
    bind_aims(use, scope, named)
    return scope


def name_the_rest(game: Game, figure: Figure, params: tuple[Value, ...]) -> Flow[tuple[Value, ...]]:
    """Ask for what an ability or power names besides its target; returns its choices with those added."""
    held = held_of(game, figure.id, params[0])
    if held is None or not held.thing.more:
        return params
    scope = scope_of_use(held, ABILITY)
    if held.thing.target is not None and len(params) > 1:
        scope[held.thing.target.name] = params[1]
    return (*params, *(yield from name_aims(game, figure.id, held.thing, scope, held.rule)))


def use_ability(game: Game, actor: Id, params: tuple[Value, ...], dice: tuple[int, ...]) -> Flow[None]:
    """Carry an ability out; its dice are spent. With a threshold one of them is rolled (CDC-ACT-09)."""
    held = held_of(game, actor, params[0])
    if held is None:
        return
    scope = scope_to_run(game, held, params, ABILITY)
    scope["spent"] = dice
    works = yield from reach_threshold(game, actor, held.rule, dice)
    if works:
        yield from run_parts(game, held.thing.parts, scope)
    if marker_of(game, figure_of(game, actor), held.rule).threshold:
        yield from game.window("acted", Deed(actor, ABILITY, None, works))


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
    clause = "CDC-ACT-09.3" if throw.face == 1 else "CDC-ACT-09.2"
    game.do(Missed(actor=actor, target="", action=rule, rules=(clause, rule)))
    return False
