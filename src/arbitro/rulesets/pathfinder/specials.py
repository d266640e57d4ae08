"""Charge, run, aid another and feint (PF-CHG, PF-FULL-08 to -11, PF-SPEC-02, PF-FNT)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.values import Id
from arbitro.geometry.grid import Space, Square, counted, crossed, distance
from arbitro.rulesets.pathfinder.aiming import aims, arms_for, blow
from arbitro.rulesets.pathfinder.arms import Arm, arm_named, has_feat, reach_of
from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of
from arbitro.rulesets.pathfinder.beasts import pounce, pounces
from arbitro.rulesets.pathfinder.burden import HEAVY, burden
from arbitro.rulesets.pathfinder.deeds import Path, deed, limited_turn
from arbitro.rulesets.pathfinder.events import CameToNothing, CheckMade, RanOn
from arbitro.rulesets.pathfinder.ground import HIDING, LOW, PIT, SLOW, SOLID, WATER, line_stopped, occupants
from arbitro.rulesets.pathfinder.lookups import (
    able,
    barred,
    battle_of,
    figure_of,
    helpless,
    modifier,
    score_of,
    sheet_of,
)
from arbitro.rulesets.pathfinder.manoeuvres import BULL_RUSH, GRAPPLE
from arbitro.rulesets.pathfinder.moves import EIGHT, StepsOf, can_walk, may_stop, walk, way_of
from arbitro.rulesets.pathfinder.numbers import SKILL, speed_of
from arbitro.rulesets.pathfinder.pushing import push_back, pushes
from arbitro.rulesets.pathfinder.saves import ability_check, skill
from arbitro.rulesets.pathfinder.sight import effect_between, sees
from arbitro.rulesets.pathfinder.state import (
    COSTITUZIONE,
    FULL,
    INTELLIGENZA,
    MELEE,
    MOVE,
    SAGGEZZA,
    STANDARD,
    UNARMED,
    Creature,
    Swing,
    name_of_square,
    square_named,
)
from arbitro.rulesets.pathfinder.strikes import stance
from arbitro.rulesets.pathfinder.threat import threatens

LEAST_CHARGE, CHARGE_TIMES = 2, 2  # squares, times the speed: PF-CHG-03.2
CHARGE_PUSH = 2  # PF-CHG-09.3
RUN_TIMES, RUN_HEAVY = 4, 3  # PF-FULL-08.2
RUN_DC = 10  # PF-FULL-09.3
AID_AC = 10  # PF-SPEC-02.2
FEINT_DC, STRANGE, BEAST = 10, -4, -8  # PF-FNT-01.1, PF-FNT-03


# --- straight lines over the ground -------------------------------------------------------------------


def straight(here: Square, there: Square) -> tuple[Square, ...]:
    """The squares of a straight way, start left out, each a step from the last.

    >>> straight((0, 0), (3, 1))
    ((1, 0), (2, 1), (3, 1))
    """
    dx, dy = there[0] - here[0], there[1] - here[1]
    steps = max(abs(dx), abs(dy))
    return tuple((here[0] + _round(dx * n, steps), here[1] + _round(dy * n, steps)) for n in range(1, steps + 1))


def _round(a: int, b: int) -> int:
    """The nearest whole number to a fraction, halves towards nought."""
    sign = 1 if a >= 0 else -1
    return sign * ((2 * abs(a) + b - 1) // (2 * b))


def clear_line(game: Game, figure: Creature, there: Square, *, bodies: bool = True) -> bool:
    """Whether every square that a straight line crosses is free of what blocks or slows, and of creatures (PF-CHG-06).

    Each square of the creature draws its own line, from centre to centre (PF-CHG-06.5, .6).
    """
    battle = battle_of(game)
    ground, taken = battle.ground, occupants(game)
    own = {*figure.space.squares()}
    for x, y in figure.space.squares():
        end = (there[0] + x - figure.x, there[1] + y - figure.y)
        p, q = (2 * x + 1, 2 * y + 1), (2 * end[0] + 1, 2 * end[1] + 1)
        if line_stopped(ground, p, q):
            return False
        for square in crossed(p, q):
            if not ground.inside(square) or ground.signs.get(square) in (SOLID, PIT, WATER, LOW, *SLOW):
                return False
            if bodies and square not in own and any(_hinders(game, figure, one) for one in taken.get(square, ())):
                return False
    return True


def _hinders(game: Game, figure: Creature, other: Id) -> bool:
    return other not in (figure.id, figure.mount, figure.rider) and not helpless(game, other)


# --- charge -------------------------------------------------------------------------------------------


def charge_space(game: Game, it: Id, target: Id, arm: Arm) -> Square | None:
    """The nearest space from which a target can be struck, if a charge can get there (PF-CHG-03, -05, -06)."""
    figure, foe = figure_of(game, it), figure_of(game, target)
    if not sees(game, it, target):
        return None  # PF-CHG-02.1
    least, most = reach_of(game, it, arm)
    near = [
        space for space in _spaces_around(foe.space, figure.span, most) if least <= distance(space, foe.space) <= most
    ]
    ranked = sorted((_far(figure, space), space.y, space.x) for space in near)
    if not ranked:
        return None
    first = ranked[0][0]
    tied = [(x, y) for far, y, x in ranked if far == first]
    times = 1 if limited_turn(game, figure) else CHARGE_TIMES  # PF-CHG-07.2
    budget = times * speed_of(game, it, way_of(game, figure))
    if not LEAST_CHARGE <= first[0] <= budget:
        return None
    good = [s for s in tied if may_stop(game, figure, s) and clear_line(game, figure, s)
            and effect_between(game, figure.space.at(*s), foe.space)]  # fmt: skip
    return good[0] if good else None


def _far(figure: Creature, space: Space) -> tuple[int, int]:
    """Squares of movement, then the straight distance (PF-CHG-05.2, .3)."""
    dx, dy = space.x - figure.x, space.y - figure.y
    return counted(dx, dy), dx * dx + dy * dy


def _spaces_around(target: Space, span: int, most: int) -> list[Space]:
    lo_x, hi_x = target.x - most - span + 1, target.x + target.span + most
    lo_y, hi_y = target.y - most - span + 1, target.y + target.span + most
    found = [Space(x, y, span) for x in range(lo_x, hi_x) for y in range(lo_y, hi_y)]
    return [space for space in found if distance(space, target) > 0]


def _charge_aims(game: Game, it: Id) -> dict[str, list[Id]]:
    key = ("charges", it)
    known: dict[str, list[Id]] | None = game.now.get(key)
    if known is None:
        foes = [foe for foe in battle_of(game).foes_of(figure_of(game, it)) if not foe.hidden]
        found = {
            arm.key: [foe.id for foe in foes if charge_space(game, it, foe.id, arm) is not None]
            for arm in arms_for(game, it, MELEE)
        }
        bare = arm_named(game, it, UNARMED)
        found[BULL_RUSH] = [
            foe.id for foe in foes if pushes(game, it, foe.id) and charge_space(game, it, foe.id, bare) is not None
        ]
        known = game.now[key] = {weapon: targets for weapon, targets in found.items() if targets}
    return known


def _charges(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    free = not figure.swings and not figure.stepped and not figure.walked and can_walk(game, figure)
    return free and not barred(game, it, "charge") and bool(_charge_aims(game, it))


def _charge_branch(game: Game, it: Id, path: Path) -> Branch | None:
    found = _charge_aims(game, it)
    if not path:
        return Branch("weapon", tuple(Option(key) for key in found))
    return Branch("target", tuple(Option(foe) for foe in found.get(str(path[0]), ()))) if len(path) == 1 else None


@deed("charge", FULL, ("PF-CHG-01.1",), offered=_charges, grow=_charge_branch, walks=True, limited=STANDARD)
def charge(game: Game, it: Id, path: Path) -> Flow[None]:
    """Up to twice the speed in a straight line, then one attack at +2; AC -2 until the next own turn (PF-CHG)."""
    weapon, target = str(path[0]), str(path[1])
    figure = figure_of(game, it)
    pushing = weapon == BULL_RUSH
    there = charge_space(game, it, target, arm_named(game, it, UNARMED if pushing else weapon))
    if there is None:
        game.do(CameToNothing(it=it, action="charge", why="blocked", rules=("PF-CHG-05.1",)))
        return
    yield from stance(game, it, "PF-CHG-09")
    way = straight((figure.x, figure.y), there)
    if not (yield from walk(game, it, way, way_of(game, figure), action="charge")) or not able(game, it):
        return
    if pushing:
        times = 1 if limited_turn(game, figure) else CHARGE_TIMES
        left = times * speed_of(game, it, way_of(game, figure)) - len(way)
        yield from push_back(game, it, target, (("PF-CHG-09.3", CHARGE_PUSH, ""),), left)
    elif pounces(game, it, weapon):
        yield from pounce(game, it, target)
    else:
        yield from blow(game, it, Swing(weapon), target, "charge")


# --- run ----------------------------------------------------------------------------------------------


def run_squares(game: Game, it: Id) -> dict[Square, tuple[Square, ...]]:
    """Where a run leads: straight on in one of eight directions, over open ground (PF-FULL-08.2, PF-FULL-11.1)."""
    figure = figure_of(game, it)
    way = way_of(game, figure)
    budget = run_times(game, figure) * speed_of(game, it, way)
    steps = StepsOf(game, figure, way)
    found: dict[Square, tuple[Square, ...]] = {}
    for dx, dy in EIGHT:
        here, path = (figure.x, figure.y), []
        while True:
            stride = next((s for s in steps(here) if s.to == (here[0] + dx, here[1] + dy)), None)
            if stride is None or stride.doublings or stride.extra or hidden(game, it, stride.to):
                break
            here = stride.to
            path.append(here)
            if counted(here[0] - figure.x, here[1] - figure.y) > budget:
                break
            if may_stop(game, figure, here):
                found[here] = tuple(path)
    return found


def hidden(game: Game, it: Id, square: Square) -> bool:
    """Whether a runner cannot see the square ahead: fog lies on it, or darkness beyond its eyes (PF-FULL-11.2)."""
    figure, ground = figure_of(game, it), battle_of(game).ground
    if any(ground.signs.get(cell) in HIDING for cell in figure.space.at(*square).squares()):
        return True
    return ground.light == "dark" and "scurovisione" not in sheet_of(game, figure).senses


def run_times(game: Game, figure: Creature) -> int:
    """How many times its speed a runner covers; one more with the feat (PF-FULL-08.2, PF-FEAT-07.1)."""
    heavy = burden(game, figure) == HEAVY  # PF-TAB-13.1
    return (RUN_HEAVY if heavy else RUN_TIMES) + has_feat(game, figure.id, "correre")


def _runs(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    free = not figure.stepped and not figure.walked and not figure.swings and can_walk(game, figure)
    return free and not barred(game, it, "run") and bool(run_squares(game, it))


def _run_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if path:
        return None
    figure = figure_of(game, it)
    return Branch("square", tuple(
        Option(name_of_square(s), {"cost": counted(s[0] - figure.x, s[1] - figure.y)}, ("PF-FULL-08.2",))
        for s in sorted(run_squares(game, it))
    ))  # fmt: skip


@deed("run", FULL, ("PF-FULL-08.1",), offered=_runs, grow=_run_branch, walks=True, provokes=False)
def run(game: Game, it: Id, path: Path) -> Flow[None]:
    """Four times the speed straight on, without Dexterity to AC, as long as the breath lasts (PF-FULL-08, -09)."""
    figure = figure_of(game, it)
    most = score_of(game, it, COSTITUZIONE)
    if figure.ran >= max(0, most) and most >= 0:
        late = figure.ran - most
        if not ability_check(game, it, COSTITUZIONE, RUN_DC + late, ("PF-FULL-09.3",), "run"):
            game.do(CameToNothing(it=it, action="run", why="breath", rules=("PF-FULL-10.1",)))
            yield from stance(game, it, "PF-FULL-10")
            return
    way = run_squares(game, it).get(square_named(str(path[0])) or (-1, -1))
    if way is None:
        return
    game.do(RanOn(it=it, rounds=figure.ran + 1, rules=("PF-FULL-09.2",)))
    if not has_feat(game, it, "correre"):
        yield from stance(game, it, "PF-FULL-09")
    yield from walk(game, it, way, way_of(game, figure), action="run")


# --- aid another --------------------------------------------------------------------------------------


def _aids(game: Game, it: Id) -> dict[Id, list[Id]]:
    """Friends who are in melee, with those of their foes that one could strike oneself (PF-SPEC-02.1)."""
    battle = battle_of(game)
    mine = {target for arm in arms_for(game, it, MELEE) for target in aims(game, it, arm, MELEE)}
    found: dict[Id, list[Id]] = {}
    for friend in battle.friends_of(battle.figures[it]):
        tied = (friend.holds, friend.held_by)
        foes = [foe for foe in sorted(mine)
                if foe in tied or threatens(game, foe, friend.id) or threatens(game, friend.id, foe)]  # fmt: skip
        if foes and able(game, friend.id):
            found[friend.id] = foes
    return found


def _aid_branch(game: Game, it: Id, path: Path) -> Branch | None:
    found = _aids(game, it)
    if not path:
        return Branch("target", tuple(Option(friend) for friend in found))
    if len(path) == 1:
        arms = (arm for arm in arms_for(game, it, MELEE) if set(found[str(path[0])]) & set(aims(game, it, arm, MELEE)))
        return Branch("weapon", tuple(Option(arm.key) for arm in arms))
    if len(path) == 2:
        aimed = aims(game, it, arm_named(game, it, str(path[1])), MELEE)
        return Branch("foe", tuple(Option(foe) for foe in found[str(path[0])] if foe in aimed))
    if len(path) > 3:
        return None
    friend = figure_of(game, str(path[0]))
    tied = str(path[2]) in (friend.holds, friend.held_by)
    return Branch("use", (Option("attack"), Option("defence"), *((Option(GRAPPLE),) if tied else ())))


@deed("aid", STANDARD, ("PF-SPEC-02.1",), grow=_aid_branch,
      offered=lambda game, it: not figure_of(game, it).swings and bool(_aids(game, it)))  # fmt: skip
def aid(game: Game, it: Id, path: Path) -> Flow[None]:
    """An attack roll against AC 10; a friend gets +2 to its next attack, or to AC against the next one (PF-SPEC-02)."""
    friend, weapon, foe, what = (str(part) for part in path)
    bonus = bonus_of(game, Attempt(actor=it, target=foe, weapon=weapon, action="aid"))
    (face,) = game.roll(20, by=it, rules=("PF-SPEC-02.2",))
    passed = face == 20 or (face != 1 and face + bonus.value >= AID_AC)
    game.do(CheckMade(it=it, what="aid", face=face, bonus=bonus, dc=AID_AC, passed=passed, rules=("PF-SPEC-02.2",)))
    if passed and what == GRAPPLE:
        yield from stance(game, it, "PF-GRP-12", ally=friend)
    elif passed:
        use = game.ruleset.records["PF-SPEC-02"].uses[0 if what == "attack" else 1]
        scope = {"me": it, "rule": "PF-SPEC-02", "seat": figure_of(game, it).seat, "ally": friend, "foe": foe}
        yield from run_parts(game, use.parts, scope)


# --- feint --------------------------------------------------------------------------------------------


def feint_dc(game: Game, target: Id) -> int:
    """The DC of a feint: base attack bonus and Wisdom, or Sense Motive if that is more (PF-FNT-01)."""
    foe = figure_of(game, target)
    insight = game.query(SKILL, it=target, skill="intuizione", target="").value
    return FEINT_DC + max(foe.bab + modifier(game, target, SAGGEZZA), insight)


def feint_penalty(game: Game, target: Id) -> int | None:
    """What makes a feint harder; None where there is no mind to mislead (PF-FNT-03)."""
    foe = figure_of(game, target)
    wits = foe.score(INTELLIGENZA)
    if wits < 0 or "mente" in sheet_of(game, foe).immune:
        return None
    if wits <= 2:
        return BEAST
    return 0 if sheet_of(game, foe).type == "umanoide" else STRANGE


def _feints(game: Game, it: Id) -> list[Id]:
    mine = {target for arm in arms_for(game, it, MELEE) for target in aims(game, it, arm, MELEE)}
    return [foe for foe in sorted(mine) if feint_penalty(game, foe) is not None and sees(game, foe, it)]


def _feint_branch(game: Game, it: Id, path: Path) -> Branch | None:
    return None if path else Branch("target", tuple(Option(foe) for foe in _feints(game, it)))


def _feint_cost(game: Game, it: Id, path: Path) -> str:
    return MOVE if has_feat(game, it, "fintare-migliorato") else STANDARD  # PF-FNT-05.1


@deed("feint", _feint_cost, ("PF-FNT-01.1",), grow=_feint_branch,
      offered=lambda game, it: not figure_of(game, it).swings and bool(_feints(game, it)))  # fmt: skip
def feint(game: Game, it: Id, path: Path) -> Flow[None]:
    """A bluff: the next melee attack against the target finds it without its Dexterity (PF-FNT-01, -02)."""
    foe = str(path[0])
    rules = ("PF-FNT-01.1", "PF-FNT-01.2")
    if skill(game, it, "raggirare", feint_dc(game, foe), rules, target=foe, more=feint_penalty(game, foe) or 0):
        scope = {"me": it, "rule": "PF-FNT-02", "seat": figure_of(game, it).seat, "foe": foe}
        yield from run_parts(game, game.ruleset.records["PF-FNT-02"].uses[0].parts, scope)
