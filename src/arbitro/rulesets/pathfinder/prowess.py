"""What blows are worth by their exact odds: which way of attacking pays, and when a feat that is declared does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId, Value
from arbitro.geometry.grid import Space, distance
from arbitro.geometry.grid import adjacent as touching
from arbitro.rulesets.pathfinder.arms import arm_named, dice_of, has_feat, strikes_armed
from arbitro.rulesets.pathfinder.attacks import PERCENT, Attempt, bonus_of, defence_of, surer, threatens_from
from arbitro.rulesets.pathfinder.beasts import lanes, pounces, rakes
from arbitro.rulesets.pathfinder.blows import GREAT_CLEAVE, vital
from arbitro.rulesets.pathfinder.deeds import DEEDS, Path, may_do
from arbitro.rulesets.pathfinder.facts import heft
from arbitro.rulesets.pathfinder.gauges import fallen
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, modifier
from arbitro.rulesets.pathfinder.menaces import engulf_lanes
from arbitro.rulesets.pathfinder.numbers import CHARGE, DAMAGE, MISS, MULTIPLIER, REDUCTION
from arbitro.rulesets.pathfinder.powers import ABILITY, aim_of, shape_of, usable, within_area
from arbitro.rulesets.pathfinder.rousing import ROUSE, ROUSES
from arbitro.rulesets.pathfinder.shapes import Ability
from arbitro.rulesets.pathfinder.state import (
    FORZA,
    FREE,
    MELEE,
    RANGED,
    SWIFT,
    Creature,
    Swing,
    name_of_square,
    square_named,
)  # fmt: skip
from arbitro.rulesets.pathfinder.strikes import aims_by_arm, natural_swings, styles
from arbitro.rulesets.pathfinder.threat import strikers, threatening_arms
from arbitro.rulesets.pathfinder.throwing import harms

HURLED = ("volley", "fling_web")
"""Words of what is hurled by nature."""
FACES, HUNDRED = 20, 100
POINT = 100
"""What a hit point counts."""
ROUNDS = 4
"""So many rounds of a fighter's blows are counted."""
BLOWS, EACH_LEVEL = 400, 160
"""What a round of somebody's blows is taken for where nobody looks closer: as a start, and for each level."""
FRIENDLY = -2
"""What harm to a friend counts, beside as much harm to a foe."""
CHARGING = -2  # what a charge takes off the face needed
POWER, EXPERTISE, DEADLY = "attacco-poderoso", "maestria-in-combattimento", "mira-letale"
TRADES = {POWER: MELEE, EXPERTISE: MELEE, DEADLY: RANGED}
"""Feats that take from blows for something else, and for which mode."""
DARED, FALLEN = 2, 10_000
SPARE = 4
"""Hit points beyond those left that have to be lost before all of somebody's blows count."""
LEAST_KEPT = 75  # per cent of its own damage that a hurt fighter keeps when it covers itself


class Plan(Struct, frozen=True):
    """A way of attacking: what it is worth, how it is answered, and the blows that it makes at whom."""

    score: int
    path: Path
    blows: tuple[tuple[Swing, Id], ...]
    action: str = "attack"


def round_of(figure: Creature) -> int:
    """What a round of somebody's blows is taken for, in hundredths of a hit point."""
    return BLOWS + EACH_LEVEL * figure.level


# --- one blow -----------------------------------------------------------------------------------------


def chances(need: int, low: int) -> tuple[int, int]:
    """Faces of the d20 that hit a number, and those of them that threaten from ``low`` on (PF-ATK-03, PF-CRIT-07).

    >>> chances(11, 19), chances(25, 19), chances(-5, 15)
    ((10, 2), (1, 1), (19, 6))
    """
    hits = max(1, min(FACES - 1, FACES + 1 - need))
    return hits, min(hits, max(0, FACES + 1 - low))


def blow_worth(
    game: Game, it: Id, swing: Swing, target: Id, action: str = "attack", *, harder: int = 0, stronger: int = 0,
    more: int = 0,
) -> int:  # fmt: skip
    """A hundred times the mean damage of one attack, threats, concealment and damage reduction counted.

    Args:
        swing: with what, at which penalty; target: at whom; action: as part of what.
        harder: points taken off the roll; stronger: added to damage; more: how many more times the dice are rolled.
    """
    aim = _aim(game, it, swing, target, action)
    hits, threats = chances(aim.need - swing.penalty + harder, aim.low)
    twice = max(0, max(2, aim.dice + 2 * (aim.bonus + stronger)) - 2 * aim.reduction)
    firm, _ = chances(aim.need - swing.penalty + harder - aim.surer, aim.low)
    of_400 = (hits * FACES + threats * firm * (aim.times - 1)) * twice + hits * FACES * more * aim.dice
    return of_400 * aim.seen * HUNDRED // (2 * FACES * FACES * PERCENT)


class Aim(Struct, frozen=True):
    """What one plain blow at somebody has to reach, from what face it threatens, and what it deals.

    ``dice``: twice the mean of the weapon's dice; ``surer``: what helps to confirm a critical hit;
    ``seen``: per cent by which it is not lost in concealment.
    """

    need: int
    low: int
    dice: int
    bonus: int
    reduction: int
    times: int
    surer: int
    seen: int


def _aim(game: Game, it: Id, swing: Swing, target: Id, action: str) -> Aim:
    """The numbers of a blow, its penalty apart; worked out once for each moment."""
    key = ("aim", it, swing.weapon, swing.mode, swing.hand, target, action)
    known: Aim | None = game.now.get(key)
    if known is None:
        a = Attempt(actor=it, target=target, weapon=swing.weapon, mode=swing.mode, action=action, hand=swing.hand)
        number, sides = dice_of(game, it, arm_named(game, it, swing.weapon), second=swing.hand == "second")
        known = game.now[key] = Aim(
            need=defence_of(game, a).value - bonus_of(game, a).value,
            low=threatens_from(game, a),
            dice=number * (sides + 1),
            bonus=game.query(DAMAGE, actor=it, target=target, weapon=swing.weapon, mode=swing.mode, action=action,
                             manner="plain", hand=swing.hand, penalty=0).value,
            reduction=max(0, game.query(REDUCTION, target=target, actor=it, weapon=swing.weapon).value),
            times=game.query(MULTIPLIER, actor=it, weapon=swing.weapon, target=target).value,
            surer=surer(game, a),
            seen=PERCENT - game.query(MISS, target=target, actor=it, mode=swing.mode).value,
        )  # fmt: skip
    return known


def hit_share(game: Game, it: Id, weapon: str, target: Id) -> int:
    """Per cent by which a plain attack hits."""
    a = Attempt(actor=it, target=target, weapon=weapon)
    return chances(defence_of(game, a).value - bonus_of(game, a).value, FACES)[0] * 5


# --- ways of attacking --------------------------------------------------------------------------------


def best_plan(game: Game, it: Id) -> Plan | None:
    """The attack that promises most against those who stand, None for none; a charge only where nobody is in reach."""
    best = max(plans(game, it, PLACED), key=lambda plan: plan.score, default=None)
    if best is None or best.score <= 0 or (best.blows and best.blows[0][0].mode == RANGED):
        rushed = max(plans(game, it, (CHARGE,)), key=lambda plan: plan.score, default=None)
        best = max((plan for plan in (best, rushed) if plan is not None), key=lambda plan: plan.score, default=None)
    return best if best is not None and best.score > 0 else None


def plans(game: Game, it: Id, names: tuple[str, ...]) -> Iterator[Plan]:
    """These ways of attacking, each with what it is worth."""
    figure = figure_of(game, it)
    for name in names:
        if may_do(game, figure, DEEDS[name]):
            yield from MADE[name](game, it, name)


def harm_worth(figure: Creature, hurt: int) -> int:
    """What damage counts against somebody: itself, and the part of its blows to come that fall away with it.

    No more of it counts than fells it.
    """
    hurt = min(hurt, POINT * max(1, figure.hp))
    return hurt + ROUNDS * round_of(figure) * hurt // (POINT * (SPARE + max(0, figure.hp)))


def scored(game: Game, worth: int, target: Id) -> int:
    """What damage counts against somebody; against those who can do nothing less than nothing, while others can."""
    score = harm_worth(figure_of(game, target), worth)
    return score if able(game, target) or _last(game, target) else score - FALLEN * HUNDRED


def _last(game: Game, target: Id) -> bool:
    """Whether somebody who can do nothing now may yet, and none of its side is left who can."""
    figure = figure_of(game, target)
    return not fallen(figure) and not any(able(game, one.id) for one in battle_of(game).side(figure.seat))


def plan_worth(game: Game, it: Id, swings: Sequence[Swing], target: Id, action: str = "attack", **how: int) -> int:
    """What some blows at somebody count together."""
    return scored(game, sum(blow_worth(game, it, swing, target, action, **how) for swing in swings), target)


def _plan(game: Game, it: Id, path: tuple[Value, ...], swings: tuple[Swing, ...], target: Id, **how: int) -> Plan:
    action = CHARGE if path[0] == "charge" else "attack"
    score = plan_worth(game, it, swings, target, action, **how) + splashed(game, it, swings[0].weapon, target)
    return Plan(score // DARED if _dared(game, it, swings[0], target) else score, path,
                tuple((swing, target) for swing in swings), action)  # fmt: skip


def splashed(game: Game, it: Id, weapon: str, target: Id) -> int:
    """What a flask counts beside whom it is thrown at: foes who are splashed, less the friends, twice over."""
    arm, seat, space = arm_named(game, it, weapon), figure_of(game, it).seat, figure_of(game, target).space
    if not arm.weapon.splash:
        return 0
    near = [f for f in battle_of(game).here() if f.id != target and not f.hidden and distance(f.space, space) <= 1]
    return sum(
        scored(game, HUNDRED * arm.weapon.splash, f.id) * (1 if f.seat != seat else FRIENDLY)
        for f in near if able(game, f.id) and harms(game, arm, f.id)
    )  # fmt: skip


def _dared(game: Game, it: Id, swing: Swing, target: Id) -> bool:
    """Whether an attack lets others strike first: a shot under their eyes, or bare hands (PF-TAB-01, PF-STD-05)."""
    if swing.mode == RANGED:
        return bool(strikers(game, it))
    return not strikes_armed(game, it, arm_named(game, it, swing.weapon)) and bool(threatening_arms(game, target))


def _fully(game: Game, it: Id, name: str) -> Iterator[Plan]:
    for style, swings in styles(game, it).items():
        first = swings[0]
        for target in aims_by_arm(game, it, first.mode).get(first.weapon, ()):
            reached = tuple(s for s in swings if target in aims_by_arm(game, it, s.mode).get(s.weapon, ()))
            yield _plan(game, it, (name, style, first.weapon, target), reached, target)


def _once(game: Game, it: Id, name: str) -> Iterator[Plan]:
    for weapon, targets in aims_by_arm(game, it, MELEE).items():
        for target in targets:
            yield _plan(game, it, (name, weapon, target), (Swing(weapon),), target)


def _mightily(game: Game, it: Id, name: str) -> Iterator[Plan]:
    for weapon, targets in aims_by_arm(game, it, MELEE).items():
        for target in targets:
            yield _plan(game, it, (name, weapon, target), (Swing(weapon),), target, more=vital(game, it))


def _at_range(game: Game, it: Id, name: str) -> Iterator[Plan]:
    more = vital(game, it) if name == "vital_shot" else 0
    for weapon, targets in aims_by_arm(game, it, RANGED).items():
        for target in targets:
            yield _plan(game, it, (name, weapon, target), (Swing(weapon, mode=RANGED),), target, more=more)


def _cleaving(game: Game, it: Id, name: str) -> Iterator[Plan]:
    """The first blow and, as likely as it hits, the best that may follow."""
    for weapon, targets in aims_by_arm(game, it, MELEE).items():
        for target in targets:
            first = _plan(game, it, (name, weapon, target), (Swing(weapon),), target)
            beside = [foe for foe in targets if foe != target and able(game, foe)
                      and touching(figure_of(game, target).space, figure_of(game, foe).space)]  # fmt: skip
            after = [scored(game, blow_worth(game, it, Swing(weapon), foe), foe) for foe in beside]
            after.sort(reverse=True)
            more = sum(after) if has_feat(game, it, GREAT_CLEAVE) else sum(after[:1])
            if more:
                share = hit_share(game, it, weapon, target)
                yield Plan(first.score + more * share // PERCENT, first.path, first.blows)


def _charging(game: Game, it: Id, name: str) -> Iterator[Plan]:
    weapons = DEEDS[name].grow(game, it, ())
    for weapon in weapons.options if weapons is not None else ():
        if str(weapon.key) in DEEDS:
            continue  # a bull rush
        targets = DEEDS[name].grow(game, it, (weapon.key,))
        for option in targets.options if targets is not None else ():
            swings: tuple[Swing, ...] = (Swing(str(weapon.key)),)
            if pounces(game, it, str(weapon.key)):
                swings = (*natural_swings(game, it), *rakes(game, it))
            yield _plan(game, it, (name, weapon.key, option.key), swings, str(option.key))


def _over(game: Game, it: Id, name: str) -> Iterator[Plan]:
    """Trampling: about three quarters of half again the Strength, at each who is walked over."""
    for square, lane in lanes(game, it).items():
        under = [foe for some in lane.under for foe in some]
        each = HUNDRED * 3 * (4 + modifier(game, it, FORZA) * 3 // 2) // 4
        if under:
            yield Plan(sum(scored(game, each, foe) for foe in under), (name, name_of_square(square)), ())


PLACED = ("full_attack", "attack", "cleave", "vital_strike", "trample", "shoot", "vital_shot")
"""Ways of attacking from where one is; whoever has somebody in reach does not charge at others."""
MADE = {"full_attack": _fully, "attack": _once, "cleave": _cleaving, "vital_strike": _mightily, CHARGE: _charging,
        "trample": _over, "shoot": _at_range, "vital_shot": _at_range}  # fmt: skip


# --- feats and abilities that pay ---------------------------------------------------------------------


def declared_first(game: Game, it: Id, plan: Plan) -> Path:
    """What to declare or use before an attack is made: a trade that pays by its odds, or what costs nothing."""
    for rule in usable(game, it):
        if rule in TRADES:
            if plan.blows and pays(game, it, rule, plan):
                return (ABILITY, rule)
            continue
        shape = shape_of(game, rule)
        if shape.cost not in (FREE, SWIFT) or not plan.blows:
            continue
        branch = aim_of(game, it, rule, ())
        if branch is None:
            return (ABILITY, rule)
        target = plan.blows[0][1]
        if any(option.key == target for option in branch.options):
            return (ABILITY, rule, target)
    return ()


def pays(game: Game, it: Id, rule: RuleId, plan: Plan) -> bool:
    """Whether a trade of precision for something else pays for the blows of a plan."""
    if any(swing.mode != TRADES[rule] for swing, _ in plan.blows):
        return False
    figure = figure_of(game, it)
    step = 1 + figure.bab // 4
    plain = sum(blow_worth(game, it, swing, target, plan.action) for swing, target in plan.blows)
    if rule == EXPERTISE:
        kept = sum(blow_worth(game, it, swing, target, plan.action, harder=step) for swing, target in plan.blows)
        return figure.hp * 2 < figure.hp_max and bool(strikers(game, it)) and kept * PERCENT >= plain * LEAST_KEPT
    traded = 0
    for swing, target in plan.blows:
        stronger = step * (heft(game, it, swing.weapon, swing.hand) if rule == POWER else 2)
        traded += blow_worth(game, it, swing, target, plan.action, harder=step, stronger=stronger)
    return traded > plain


def breath(game: Game, it: Id) -> Path:
    """A special ability with an area that reaches more foes than friends and hurts, the best way it can go."""
    seat = figure_of(game, it).seat
    found: list[tuple[int, int, Path]] = []
    for rule in usable(game, it):
        shape = shape_of(game, rule)
        if not isinstance(shape, Ability) or shape.aim is None:
            continue
        branch = aim_of(game, it, rule, ())
        for path in ((),) if branch is None else tuple((option.key,) for option in branch.options):
            inside = [figure_of(game, one) for one in within_area(game, it, shape, path) if able(game, one)]
            foes = sum(one.seat != seat for one in inside)
            gain = foes - 2 * (len(inside) - foes)
            if gain > 0:
                found.append((-gain, len(found), (ABILITY, rule, *path)))
    return min(found)[2] if found else ()


def engulfing(game: Game, it: Id) -> Path:
    """Where a body that engulfs takes in the most."""
    if not may_do(game, figure_of(game, it), DEEDS["engulf"]):
        return ()
    many = [(-sum(map(len, lane.under)), square) for square, lane in engulf_lanes(game, it).items()]
    return ("engulf", name_of_square(min(many)[1]))


def rousing(game: Game, it: Id) -> Path:
    """A tree to call, the one nearest to a foe, while none strikes at whoever can."""
    if not has_feat(game, it, ROUSES) or strikers(game, it) or not may_do(game, figure_of(game, it), DEEDS[ROUSE]):
        return ()
    foes = [foe.space for foe in battle_of(game).foes_of(figure_of(game, it)) if not foe.hidden]
    branch = DEEDS[ROUSE].grow(game, it, ())
    if branch is None or not foes:
        return ()

    def away(key: Value) -> int:
        return min(distance(Space(*(square_named(str(key)) or (0, 0))), foe) for foe in foes)

    return (ROUSE, min((option.key for option in branch.options), key=away))


def volleys(game: Game, it: Id) -> Path:
    """Something a creature can hurl by nature, at whoever has the fewest hit points left; not where it gets struck."""
    if strikers(game, it):
        return ()
    for rule in usable(game, it):
        if any(word in part for part in shape_of(game, rule).do for word in HURLED):
            branch = aim_of(game, it, rule, ())
            targets = [str(option.key) for option in branch.options] if branch is not None else []
            if targets:
                return (ABILITY, rule, min(targets, key=lambda one: (figure_of(game, one).hp, one)))
    return ()


__all__ = [
    "best_plan",
    "blow_worth",
    "breath",
    "chances",
    "declared_first",
    "engulfing",
    "pays",
    "plans",
    "rousing",
    "volleys",
]
