"""Verbs: attacks at once, and moves with a given die."""

from __future__ import annotations

from arbitro.engine.asks import Flow, ask
from arbitro.engine.expr import Scope
from arbitro.engine.forms import Option, Pick, Place
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.actions import refusal
from arbitro.rulesets.crepuscolo.attacks import (
    attack,
    can_see,
    count_shot,
    melee_refusal,
    ranged_weapons,
    shot_refusal,
    uses_this_turn,
    weapon_refusal,
)
from arbitro.rulesets.crepuscolo.dice import denied, free_dice, sides_of, sizes_gained, spend
from arbitro.rulesets.crepuscolo.events import TookPart
from arbitro.rulesets.crepuscolo.movement import MOVE, throw_move, walk_form, walk_to
from arbitro.rulesets.crepuscolo.queries import RANGE, SHOTS, battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import TABLE, Figure
from arbitro.rulesets.crepuscolo.subjects import MELEE, SHOT
from arbitro.rulesets.crepuscolo.verbs import Args, many, verb
from arbitro.rulesets.crepuscolo.ways import away_form, choose_end, toward_form


def _die(game: Game, scope: Scope, args: Args) -> int | None:
    """The size of the die to throw: one that the rule gives, or the one spent on its use; None if there is none."""
    if "die" not in args:
        return int(scope["spent"][0]) if scope.get("spent") else None
    if denied(game, scope["me"]):
        return None
    return sizes_gained(game, scope["me"], (args["die"],))[0]


# --- attacks ------------------------------------------------------------------------------------------------


@verb(
    "attack",
    head="word",
    args={"die": "expr", "to": "expr", "within": "expr", "point_blank": "name", "optional": "name"},
    words=(MELEE, SHOT),
)
def attack_now(game: Game, scope: Scope, action: str, args: Args) -> Flow[None]:
    """Make the bearer attack at once, with a die given for it or the one spent on the use.

    ``to``: whom it may strike (anybody in reach); ``within``: a reach in cm that the attack brings;
    ``point_blank``: engaged and near allies too; ``optional``: it may be declined, and the die is lost.
    """
    me = scope["me"]
    sides = _die(game, scope, args)
    if sides is None or figure_of(game, me).status != TABLE or refusal(game, figure_of(game, me), action) is not None:
        return
    marks = many(args["to"]) if "to" in args else tuple(f.id for f in battle_of(game).on_table() if f.id != me)
    ways = _melee_ways(game, me, marks, args) if action == MELEE else _shot_ways(game, me, marks, args)
    if not ways:
        return
    chosen: Value = ways[0]
    if len(ways) > 1 or args.get("optional"):
        keys = (*(("pass",) if args.get("optional") else ()), *ways)
        foes = [way for way in ways if figure_of(game, way[-1]).company != figure_of(game, me).company]
        form = Pick(tuple(Option(key) for key in keys), default=foes[0] if foes else keys[0], level="target")
        about = {"rule": scope["rule"], "actor": me, "action": action, "die": sides}
        chosen = yield from ask("strike", game.controller(me), form, about)
    if chosen != "pass":
        yield from _strike(game, me, action, chosen, sides, scope["rule"])


def _strike(game: Game, me: Id, action: str, way: tuple[Id, ...], sides: int, rule: str) -> Flow[None]:
    weapon, target = (figure_of(game, me).weapon, way[0]) if action == MELEE else way
    clause = "CDC-ACT-03.1" if action == MELEE else "CDC-ACT-05.1"
    counted = MELEE if action == MELEE else ""
    game.do(TookPart(it=me, action=action, target=target, weapon=weapon, counted=counted, rules=(clause, rule)))
    if action == SHOT:
        count_shot(game, me, weapon)
    yield from attack(game, me, target, action, weapon, sides, (clause, rule))


def _melee_ways(game: Game, me: Id, marks: tuple[Id, ...], args: Args) -> list[tuple[Id, ...]]:
    within = args.get("within", 0) * CM
    return [(it,) for it in marks if melee_refusal(game, me, it, within) is None]


def _shot_ways(game: Game, me: Id, marks: tuple[Id, ...], args: Args) -> list[tuple[Id, ...]]:
    figure = figure_of(game, me)
    found: list[tuple[Id, ...]] = []
    for weapon in ranged_weapons(game, figure):
        if args.get("point_blank"):
            if weapon in figure.used_up or _shot_out(game, me, weapon):
                continue
            found += [(weapon, it) for it in marks if _in_sight(game, figure, it, weapon)]
        elif weapon_refusal(game, me, weapon) is None:
            found += [(weapon, it) for it in marks if shot_refusal(game, me, it, weapon) is None]
    return found


def _shot_out(game: Game, me: Id, weapon: str) -> bool:
    most = game.query(SHOTS, actor=me, weapon=weapon).value
    return bool(most) and uses_this_turn(game, f"shot/{weapon}/{me}") >= most


def _in_sight(game: Game, figure: Figure, it: Id, weapon: str) -> bool:
    other = figure_of(game, it)
    if other.status != TABLE or it == figure.id or not can_see(game, figure, other):
        return False
    reach = game.query(RANGE, actor=figure.id, weapon=weapon).value
    if (reach and not ground.within(figure, other, reach)) or game.immune(it, "sight"):
        return False
    return game.restricted(SHOT, actor=figure.id, target=it, weapon=weapon) is None


# --- moves --------------------------------------------------------------------------------------------------


@verb("go", head="none", args={"die": "expr", "toward": "expr", "away": "name", "free": "name", "all_dice": "name"})
def go(game: Game, scope: Scope, head: object, args: Args) -> Flow[None]:
    """Make the bearer move at once as with Movimento, with a die given for it or the one spent on the use.

    ``toward``: straight toward a figure or point; ``away``: the way that ends farthest from every enemy, as far as it
    goes; ``free``: also from within 1 cm of an enemy; ``all_dice``: all its dice are spent, and as many of the size of
    ``die`` are thrown and added.
    """
    me, rule, loose = scope["me"], scope["rule"], bool(args.get("free"))
    figure = figure_of(game, me)
    if figure.status != TABLE or not may_go(game, figure, loose):
        return
    sizes = _sizes(game, scope, args)
    if not sizes:
        return
    game.do(TookPart(it=me, action=MOVE, counted="movement", rules=("CDC-ACT-06.1", rule)))
    total, one = 0, False
    for sides in sizes:
        throw = yield from throw_move(game, me, MOVE, sides, ("CDC-ACT-06.1", rule))
        total, one = total + throw.pace, one or throw.face == 1
        if figure_of(game, me).status != TABLE:
            return

    def make(budget: int) -> Place:
        form = walk_form(game, me, MOVE, budget, loose)
        if args.get("away"):
            return away_form(game, me, form, MOVE, budget, rule, loose)
        if args.get("toward") is not None:
            return toward_form(game, me, form, MOVE, budget, args["toward"], rule, loose)
        return form

    about = {"actor": me, "action": MOVE, "face": total, "rule": rule}
    end, budget = yield from choose_end(game, me, MOVE, total, make, about, args.get("toward"))
    yield from walk_to(game, me, MOVE, end, budget, one)


def may_go(game: Game, figure: Figure, free: bool) -> bool:
    """Whether a figure can take a Movimento now; ``free`` lifts the ban of those engaged."""
    why = refusal(game, figure, MOVE)
    return why is None or (free and why.code == "locked_in_melee")


def _sizes(game: Game, scope: Scope, args: Args) -> tuple[int, ...]:
    me = scope["me"]
    if not args.get("all_dice"):
        sides = _die(game, scope, args)
        return (sides,) if sides is not None else ()
    dice = free_dice(game, me)
    if dice:
        spend(game, me, dice, scope["rule"], (scope["rule"],))
    number = len(dice) + len(scope.get("spent", ()))
    return (args["die"],) * number if "die" in args else tuple(sides_of(die) for die in dice)
