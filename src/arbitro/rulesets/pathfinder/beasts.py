"""What beasts and monsters do beside plain attacks: pounce, rake, rend, constrict, trample, gaze (open content)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitro.engine.asks import Flow, pick
from arbitro.engine.effects import begin_effect
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId, Value
from arbitro.geometry.grid import AROUND, Square, counted
from arbitro.rulesets.pathfinder.aiming import aims, blow
from arbitro.rulesets.pathfinder.arms import Arm, arm_named, arms_of, dice_of, has_feat
from arbitro.rulesets.pathfinder.attacks import Attempt, attack, extra_damage
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events import OpportunityTaken
from arbitro.rulesets.pathfinder.harm import suffer
from arbitro.rulesets.pathfinder.lookups import able, barred, battle_of, figure_of, modifier, sheet_of
from arbitro.rulesets.pathfinder.numbers import CHARGE, DAMAGE, FLAT_MANNER, speed_of
from arbitro.rulesets.pathfinder.opportunities import OPPORTUNITY
from arbitro.rulesets.pathfinder.paths import StepsOf, can_walk, may_stop, way_of
from arbitro.rulesets.pathfinder.saves import save
from arbitro.rulesets.pathfinder.state import FORZA, FREE, FULL, MELEE, RIFLESSI, Creature, Swing, name_of_square
from arbitro.rulesets.pathfinder.state import square_named as named
from arbitro.rulesets.pathfinder.strikes import natural_swings, stance
from arbitro.rulesets.pathfinder.threat import may_strike, strikes, threatening_arms
from arbitro.rulesets.pathfinder.verbs import verb
from arbitro.rulesets.pathfinder.ways import cross, risk

POUNCE, RAKE, CONSTRICT, TRAMPLE, REND = "balzo", "artigliare", "stritolare", "travolgere", "squartare"
CLAW, HIND_CLAWS = "artigli", 2
TRAMPLING, TRAMPLE_TIMES, BASE_DC = -4, 2, 10
HALF_MORE = 3  # halves of Strength that tearing and trampling add
DODGE, STRIKE = "dodge", "strike"
GAZE, AVERT, AVERTED = "sguardo", "avert", "occhi-bassi"


# --- pounce and rake ----------------------------------------------------------------------------------


def rakes(game: Game, it: Id) -> tuple[Swing, ...]:
    """The hind claws of somebody that rakes: two more blows, like those of its claws where it has no others there."""
    if not has_feat(game, it, RAKE):
        return ()
    figure = figure_of(game, it)
    hind = sheet_of(game, figure).hind
    if hind:
        return tuple(Swing(f"{figure.profile}-{one.id}") for one in hind for _ in range(one.count))
    claw = next((arm for arm in arms_of(game, it) if arm.natural and arm.key.startswith(CLAW)), None)
    return (Swing(claw.key),) * HIND_CLAWS if claw is not None else ()


def pounces(game: Game, it: Id, weapon: str) -> bool:
    """Whether a charge with an arm ends with all natural attacks."""
    return has_feat(game, it, POUNCE) and arm_named(game, it, weapon).natural


def pounce(game: Game, it: Id, target: Id) -> Flow[None]:
    """All natural attacks at the end of a charge, hind claws too; whoever falls makes room for another."""
    for swing in (*natural_swings(game, it), *rakes(game, it)):
        if not able(game, it):
            return
        found = aims(game, it, arm_named(game, it, swing.weapon), MELEE)
        if target not in found or not able(game, target):
            others = tuple(foe for foe in found if able(game, foe)) or tuple(found)
            if not others:
                continue
            target = str((yield from pick("pounce", game.controller(it), others, {"it": it}, (POUNCE,))))
        yield from blow(game, it, swing, target, CHARGE)


def rake(game: Game, it: Id, target: Id) -> Flow[None]:
    """The hind claws at somebody held since the last turn."""
    for swing in rakes(game, it):
        if able(game, it) and figure_of(game, target).present:
            yield from blow(game, it, swing, target, RAKE)


# --- damage without a blow ----------------------------------------------------------------------------


def wrench(
    game: Game, it: Id, target: Id, arm: Arm, rule: RuleId, halves: int = 0, *, halved: bool = False
) -> Flow[None]:
    """The damage of an arm without an attack.

    Args:
        rule: what deals it; halves: of Strength instead of what a blow adds, 0 for that; halved: half is dodged.
    """
    number, sides = dice_of(game, it, arm)
    rolled = game.sum(number, sides, by=it, rules=(rule,)) if sides > 1 else number
    bonus = game.query(DAMAGE, actor=it, target=target, weapon=arm.key, mode=MELEE, action=rule, manner=FLAT_MANNER,
                       hand="primary", penalty=0)  # fmt: skip
    more = modifier(game, it, FORZA) * halves // 2 if halves else bonus.value
    types = tuple(arm.weapon.types) if arm.weapon.both else tuple(arm.weapon.types[:1])
    amount = (rolled + more) // 2 if halved else rolled + more
    yield from suffer(game, target, max(1, amount), types, actor=it, weapon=arm.key, rules=(rule,))


@verb("rend", args={"with": "expr"})
def rend(game: Game, scope: dict[str, Any], target: Id, args: dict[str, Any]) -> Flow[None]:
    """The second hit of a round with the arm on one target tears it: its dice and half again the Strength, once."""
    me, part = scope["me"], scope["_part"]
    hit, torn = f"{REND}.{me}", f"{REND}.done"
    if game.marked(me, torn):
        return
    if not game.marked(target, hit):
        begin_effect(game, part, scope, target, (("mark", hit),))
        return
    begin_effect(game, part, scope, me, (("mark", torn),))
    yield from wrench(game, me, target, arm_named(game, me, str(args["with"])), REND, HALF_MORE)


def constrict(game: Game, it: Id, target: Id) -> Flow[None]:
    """Whoever squeezes what it holds: the damage of its seizing arm at each grapple that succeeds."""
    if not has_feat(game, it, CONSTRICT) or not figure_of(game, target).present:
        return
    natural = [arm for arm in arms_of(game, it) if arm.natural]
    arm = next((arm for arm in natural if "afferrare" in arm.weapon.hits), natural[0] if natural else None)
    if arm is not None:
        yield from wrench(game, it, target, arm, CONSTRICT)
        yield from extra_damage(game, Attempt(actor=it, target=target, weapon=arm.key), arm)


# --- trample ------------------------------------------------------------------------------------------


class Lane:
    """A straight way over others: its squares, and whom each of them tramples for the first time."""

    def __init__(self) -> None:
        self.path: list[Square] = []
        self.under: list[tuple[Id, ...]] = []


def lanes(game: Game, it: Id) -> dict[Square, Lane]:
    """Where a trampling creature can stop, straight on in eight directions, beyond somebody it walks over."""
    key = ("lanes", it)
    known: dict[Square, Lane] | None = game.now.get(key)
    if known is None:
        known = game.now[key] = over(game, figure_of(game, it), TRAMPLE_TIMES, lambda square, seen: True)
    return known


def over(
    game: Game, figure: Creature, times: int, stops: Callable[[Square, set[Id]], bool], *, upon: bool = False
) -> dict[Square, Lane]:
    """Straight ways in eight directions over what is smaller, so many times the speed, by where they may end.

    Args:
        stops: whether one may end at a square, having come over some; upon: it may end upon them, who are then as
            large as itself at the most.
    """
    most = figure.size if upon else figure.size - 1
    found: dict[Square, Lane] = {}
    for way in AROUND:
        found.update(_lane(game, figure, way, times, most, lambda square, seen: stops(square, seen) and (
            upon or may_stop(game, figure, square))))  # fmt: skip
    return found


def _lane(
    game: Game, figure: Creature, way: Square, times: int, most: int, stops: Callable[[Square, set[Id]], bool]
) -> dict[Square, Lane]:
    """``most``: the size of the largest that can be come over."""
    steps = StepsOf(game, figure, way_of(game, figure))
    steps.blocked, steps.heavy, steps.filled = frozenset(), frozenset(), {}
    budget = times * speed_of(game, figure.id, way_of(game, figure))
    foes = [foe for foe in battle_of(game).foes_of(figure) if not foe.hidden]
    here, lane, seen = (figure.x, figure.y), Lane(), set[Id]()
    found: dict[Square, Lane] = {}
    while True:
        there = (here[0] + way[0], here[1] + way[1])
        stride = next((s for s in steps(here) if s.to == there), None)
        if stride is None or stride.doublings or stride.extra:
            return found
        cells = set(figure.space.at(*there).squares())
        under = [foe for foe in foes if not cells.isdisjoint(foe.space.squares())]
        far = counted(there[0] - figure.x, there[1] - figure.y) > budget
        if far or any(foe.size > most for foe in under):
            return found
        lane.path.append(there)
        lane.under.append(tuple(foe.id for foe in under if foe.id not in seen))
        seen |= {foe.id for foe in under}
        if seen and stops(there, seen):
            whole = found[there] = Lane()
            whole.path, whole.under = list(lane.path), list(lane.under)
        here = there


def _tramples(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    free = not figure.stepped and not figure.swings and can_walk(game, figure) and not barred(game, it, "overrun")
    return has_feat(game, it, TRAMPLE) and free and bool(lanes(game, it))


def _trample_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if path:
        return None
    return lane_options(game, it, lanes(game, it), TRAMPLE)


def lane_options(game: Game, it: Id, found: dict[Square, Lane], rule: RuleId) -> Branch:
    """Where ways over others lead, with what they cost and who may strike on them."""
    figure = figure_of(game, it)
    return Branch("square", tuple(
        Option(name_of_square(square), {"cost": counted(square[0] - figure.x, square[1] - figure.y),
                                        **_danger(game, it, lane)}, (rule,))
        for square, lane in sorted(found.items())
    ))  # fmt: skip


def _danger(game: Game, it: Id, lane: Lane) -> dict[str, Any]:
    """Whoever is not trodden on may strike as at any move."""
    return risk(game, it, tuple(lane.path), tuple(one for under in lane.under for one in under))


@deed("trample", FULL, (TRAMPLE,), offered=_tramples, grow=_trample_branch, walks=True)
def trample(game: Game, it: Id, path: Path) -> Flow[None]:
    """Straight on over whatever is smaller: each may strike at -4, or dodge for half the damage."""
    lane = lanes(game, it).get(named(str(path[0])) or (-1, -1))
    if lane is None:
        return
    trodden = dict(zip(lane.path, lane.under, strict=True))

    def under(there: Square) -> Flow[None]:
        for one in trodden[there]:
            yield from _trodden(game, it, one)

    unmet = tuple(one for ones in lane.under for one in ones)
    yield from cross(game, it, tuple(lane.path), (TRAMPLE,), unmet=unmet, under=under)


def _trodden(game: Game, it: Id, target: Id) -> Flow[None]:
    """One who is walked over strikes at -4, or tries to get half out of the way."""
    halved = yield from dodges(game, it, target, TRAMPLE)
    if halved is not None:
        yield from wrench(game, it, target, _feet(game, it), TRAMPLE, HALF_MORE, halved=halved)


def dodges(game: Game, it: Id, target: Id, rule: RuleId) -> Flow[bool | None]:
    """Whether one over whom a body comes gets out of its way; it may strike at -4 instead. None: that stopped it."""
    strikes_back = may_strike(game, target, it) and any(
        strikes(game, target, arm, it) for arm in threatening_arms(game, target)
    )
    keys: tuple[Value, ...] = (DODGE, STRIKE) if strikes_back else (DODGE,)
    about = {"it": target, "by": it}
    chosen = yield from pick("trampled", game.controller(target), keys, about, (rule,))
    if chosen == STRIKE:
        arm = next(arm for arm in threatening_arms(game, target) if strikes(game, target, arm, it))
        game.do(OpportunityTaken(it=target, target=it, rules=("PF-AOO-10.1", rule)))
        yield from attack(game, Attempt(actor=target, target=it, weapon=arm.key, action=OPPORTUNITY, penalty=TRAMPLING))
        return False if able(game, it) else None
    dc = BASE_DC + figure_of(game, it).level // 2 + modifier(game, it, FORZA)
    return (yield from save(game, target, RIFLESSI, dc, rule, it, (rule,)))


def _feet(game: Game, it: Id) -> Arm:
    """What tramples: an attack that crushes, else the first one it has by nature."""
    natural = [arm for arm in arms_of(game, it) if arm.natural or arm.unarmed]
    return next((arm for arm in natural if arm.weapon.types[:1] == ["contundente"]), natural[0])


# --- gaze ---------------------------------------------------------------------------------------------


def _averts(game: Game, it: Id) -> bool:
    """Whether a foe has a gaze to look away from, and one still looks."""
    foes = battle_of(game).foes_of(figure_of(game, it))
    gazes = any(one.startswith(GAZE) for foe in foes if not foe.hidden for one in sheet_of(game, foe).abilities)
    return gazes and AVERT not in figure_of(game, it).did


@deed(AVERT, FREE, (AVERTED,), offered=_averts)
def avert(game: Game, it: Id, path: Path) -> Flow[None]:
    """Look away: every other time the gaze does nothing, but whose gaze it is has concealment."""
    yield from stance(game, it, AVERTED)


__all__ = ["constrict", "dodges", "lane_options", "over", "pounce", "pounces", "rake"]
