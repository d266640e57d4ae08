"""Charges, on foot and in the saddle: their way, where they end, what strikes there (PF-CHG, PF-MNT-11)."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

from arbitro.engine.asks import Flow, ask, pick
from arbitro.engine.forms import Branch, Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.grid import Space, Square, counted, crossed, distance
from arbitro.rulesets.pathfinder.aiming import aims, arms_for, blow
from arbitro.rulesets.pathfinder.arms import Arm, arm_named, has_feat, key_of, reach_of
from arbitro.rulesets.pathfinder.beasts import pounce, pounces
from arbitro.rulesets.pathfinder.deeds import Path, can_pay, deed, limited_turn, only_one
from arbitro.rulesets.pathfinder.events import Acted, CameToNothing
from arbitro.rulesets.pathfinder.events_things import HandsFilled
from arbitro.rulesets.pathfinder.going import walk
from arbitro.rulesets.pathfinder.ground import (
    LOW,
    PIT,
    SLOW,
    SOLID,
    WATER,
    level,
    line_stopped,
    occupants,
    zone_squares,
)
from arbitro.rulesets.pathfinder.handling import LEAST_BAB, QUICK_DRAW, drawable, lays_hand_on
from arbitro.rulesets.pathfinder.lookups import able, barred, battle_of, figure_of, helpless
from arbitro.rulesets.pathfinder.manoeuvres import BULL_RUSH, OVERRUN
from arbitro.rulesets.pathfinder.numbers import speed_of
from arbitro.rulesets.pathfinder.paths import StepsOf, can_walk, seems_free, way_of
from arbitro.rulesets.pathfinder.pushing import beyond, push_back, pushes, run_through, tramples
from arbitro.rulesets.pathfinder.saddle import CHARGE, RIDE_CHARGE, at_one_pace, couched, directed, trained
from arbitro.rulesets.pathfinder.sight import effect_between, sees
from arbitro.rulesets.pathfinder.state import (
    FLY,
    FULL,
    MELEE,
    STANDARD,
    UNARMED,
    Creature,
    Item,
    Swing,
    name_of_square,
    square_named,
)
from arbitro.rulesets.pathfinder.strikes import stance
from arbitro.rulesets.pathfinder.ways import risk

LEAST_CHARGE, CHARGE_TIMES = 2, 2  # squares, times the speed: PF-CHG-03.2
CHARGE_PUSH = 2  # PF-CHG-09.3
RIDE_BY = "attacco-in-sella"
HALT, PASS = "halt", "pass"
RAMS = (BULL_RUSH, OVERRUN)
"""What a charge may end with beside a blow (PF-BLR-01.1, PF-OVR-01.1)."""


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


def clear_line(game: Game, figure: Creature, there: Square) -> bool:
    """Whether every square that a straight line crosses is free of what blocks or slows, and of creatures (PF-CHG-06).

    Each square of the creature draws its own line, from centre to centre (PF-CHG-06.5, .6); by the option of
    PF-CHG-06.8 every line between the two spaces counts.
    """
    battle = battle_of(game)
    ground, own = battle.ground, {*figure.space.squares()}
    if ground.raised and not _even(game, figure, there):
        return False
    for x, y in figure.space.squares():
        end = (there[0] + x - figure.x, there[1] + y - figure.y)
        p, q = (2 * x + 1, 2 * y + 1), (2 * end[0] + 1, 2 * end[1] + 1)
        if line_stopped(ground, p, q):
            return False
        if any(square not in own and _bars(game, figure, square) for square in crossed(p, q)):
            return False
    if not battle.options.published_any_line:
        return True
    end_space = figure.space.at(*there)
    return not any(square not in own and _bars(game, figure, square) for square in swept(figure.space, end_space))


def _even(game: Game, figure: Creature, there: Square) -> bool:
    """Whether no face of rock, up or down, lies across the straight way of somebody on the ground."""
    way = [figure.space, *(figure.space.at(*square) for square in straight((figure.x, figure.y), there))]
    return way_of(game, figure) == FLY or all(level(battle_of(game).ground, a, b) for a, b in itertools.pairwise(way))


def swept(a: Space, b: Space) -> list[Square]:
    """The squares that some line from one space to another of its size runs through (PF-CHG-06.8).

    >>> swept(Space(0, 0), Space(2, 0)), swept(Space(0, 0), Space(1, 1))
    ([(0, 0), (1, 0), (2, 0)], [(0, 0), (0, 1), (1, 0), (1, 1)])
    """
    dx, dy, span = b.x - a.x, b.y - a.y, a.span
    columns = range(min(a.x, b.x), max(a.x, b.x) + span)
    rows = range(min(a.y, b.y), max(a.y, b.y) + span)
    return [(x, y) for x in columns for y in rows if _meets((x - a.x, dx), (y - a.y, dy), span)]


def _meets(across: tuple[int, int], along: tuple[int, int], span: int) -> bool:
    """Whether a moving space overlaps a square at some moment of its way; moments are fractions."""
    lo, hi = (0, 1), (1, 1)
    for offset, speed in (across, along):
        if speed == 0:
            if not -1 < offset < span:
                return False
            continue
        first, last = (offset - span, speed), (offset + 1, speed)
        if speed < 0:
            first, last = (-last[0], -speed), (-first[0], -speed)
        lo = first if first[0] * lo[1] > lo[0] * first[1] else lo
        hi = last if last[0] * hi[1] < hi[0] * last[1] else hi
    return lo[0] * hi[1] < hi[0] * lo[1]


def _bars(game: Game, figure: Creature, square: Square) -> bool:
    """Whether a square blocks or slows a charge, or holds somebody (PF-CHG-06.1, .2)."""
    ground, zoned = battle_of(game).ground, zone_squares(battle_of(game))
    if not ground.inside(square) or ground.signs.get(square) in (SOLID, PIT, WATER, LOW, *SLOW) or square in zoned:
        return True
    riding, figures = (figure.id, figure.mount, figure.rider), battle_of(game).figures
    return any(
        one not in riding and not helpless(game, one)
        and not (figures[one].hidden and figures[one].seat != figure.seat)  # nobody knows of it until one runs into it
        for one in occupants(game).get(square, ())
    )  # fmt: skip


# --- where a charge ends ------------------------------------------------------------------------------


def charge_spaces(game: Game, it: Id, target: Id, arm: Arm, striker: Id = "") -> list[Square]:
    """The nearest spaces from which a target can be struck, if a charge can get there (PF-CHG-03, -05, -06).

    Several only where they are equally near: a die decides (PF-CHG-05.4). ``striker``: the rider whose arm it is.
    """
    figure, foe = figure_of(game, it), figure_of(game, target)
    if not sees(game, striker or it, target):
        return []  # PF-CHG-02.1
    least, most = reach_of(game, striker or it, arm)
    key = ("charge", it, target, least, most)
    known: list[Square] | None = game.now.get(key)
    if known is None:
        nearest = _nearest(figure, foe.space, least, most)
        goes = nearest and LEAST_CHARGE <= _far(figure, nearest[0])[0] <= furthest(game, figure)
        known = [square for square in nearest if _charges_to(game, figure, foe, square)] if goes else []
        game.now[key] = known
    return known


def charge_space(game: Game, it: Id, target: Id, arm: Arm) -> Square | None:
    """One of the nearest spaces of a charge, None if there is none."""
    return next(iter(charge_spaces(game, it, target, arm)), None)


def furthest(game: Game, figure: Creature) -> int:
    """Squares of a charge: twice the speed, or the speed in a turn of one action (PF-CHG-03.2, PF-CHG-07.2)."""
    times = 1 if limited_turn(game, figure) else CHARGE_TIMES
    return times * speed_of(game, figure.id, way_of(game, figure))


def _charges_to(game: Game, figure: Creature, foe: Creature, square: Square) -> bool:
    return (
        seems_free(game, figure, square) and clear_line(game, figure, square)
        and effect_between(game, figure.space.at(*square), foe.space)
    )  # fmt: skip


def _nearest(figure: Creature, target: Space, least: int, most: int) -> list[Square]:
    """Of the squares from which somebody reaches a space the nearest, from the lowest row up."""
    far = {square: _far(figure, square) for square in _in_reach(figure, target, least, most)}
    best = min(far.values(), default=(0, 0))
    return [square for square, away in far.items() if away == best]


def _in_reach(figure: Creature, target: Space, least: int, most: int) -> list[Square]:
    """The squares from which somebody reaches a space, row by row."""
    around = _around(target.span, figure.span, max(1, least), most)
    return [(target.x + dx, target.y + dy) for dx, dy in around]


def _far(figure: Creature, square: Square) -> tuple[int, int]:
    """Squares of movement, then the straight distance (PF-CHG-05.2, .3)."""
    dx, dy = square[0] - figure.x, square[1] - figure.y
    return counted(dx, dy), dx * dx + dy * dy


@cache
def _around(target: int, span: int, least: int, most: int) -> tuple[Square, ...]:
    """Where a space of ``span`` squares is from ``least`` to ``most`` away from one at (0, 0), row by row."""
    reach = range(-most - span + 1, target + most)
    here = Space(0, 0, target)
    return tuple((x, y) for y in reach for x in reach if least <= distance(Space(x, y, span), here) <= most)


def decided(game: Game, it: Id, spaces: list[Square]) -> Square:
    """Of spaces that are equally near a die says which is the nearest (PF-GRID-09.1, PF-CHG-05.4)."""
    if len(spaces) == 1:
        return spaces[0]
    (face,) = game.roll(len(spaces), by=it, rules=("PF-GRID-09.1", "PF-CHG-05.4"))
    return spaces[face - 1]


# --- on foot ------------------------------------------------------------------------------------------


def _sheathed(game: Game, it: Id) -> list[Item]:
    """Weapons that may be drawn on the way (PF-CHG-04.1); in a turn of one action only with the feat (PF-CHG-07.2)."""
    figure = figure_of(game, it)
    quick = has_feat(game, it, QUICK_DRAW)
    return drawable(game, it) if quick or (figure.bab >= LEAST_BAB and not limited_turn(game, figure)) else []


def _drawn_in_time(game: Game, it: Id, spaces: list[Square]) -> bool:
    """Whether a charge is short enough to draw on the way: no longer than the speed (PF-CHG-04.1)."""
    figure = figure_of(game, it)
    if not spaces:
        return False
    short = counted(spaces[0][0] - figure.x, spaces[0][1] - figure.y) <= speed_of(game, it, way_of(game, figure))
    return short or has_feat(game, it, QUICK_DRAW)


def _charge_aims(game: Game, it: Id) -> dict[str, list[Id]]:
    key = ("charges", it)
    known: dict[str, list[Id]] | None = game.now.get(key)
    if known is None:
        figure = figure_of(game, it)
        foes = [foe.id for foe in battle_of(game).foes_of(figure) if not foe.hidden]
        found = {arm.key: [foe for foe in foes if charge_spaces(game, it, foe, arm)]
                 for arm in arms_for(game, it, MELEE)}  # fmt: skip
        for item in _sheathed(game, it):
            arm = arm_named(game, it, key_of(figure, item))
            if arm.melee:
                found[arm.key] = [foe for foe in foes if _drawn_in_time(game, it, charge_spaces(game, it, foe, arm))]
        bare = arm_named(game, it, UNARMED)
        found[BULL_RUSH] = [foe for foe in foes if pushes(game, it, foe) and charge_spaces(game, it, foe, bare)]
        found[OVERRUN] = [foe for foe in foes if _tramples_on(game, it, foe, charge_spaces(game, it, foe, bare))]
        known = game.now[key] = {weapon: targets for weapon, targets in found.items() if targets}
    return known


def _tramples_on(game: Game, it: Id, target: Id, spaces: list[Square]) -> bool:
    """Whether a charge can go on through somebody's squares (PF-OVR-01.1, PF-GRID-14.1)."""
    space = figure_of(game, it).space
    return tramples(game, it, target) and any(
        beyond(game, it, target, space.at(*square), _left(game, it, square)) for square in spaces
    )


def _left(game: Game, it: Id, there: Square) -> int:
    """Squares of a charge left beyond a square."""
    figure = figure_of(game, it)
    return furthest(game, figure) - counted(there[0] - figure.x, there[1] - figure.y)


def _charges(game: Game, it: Id) -> bool:
    return _starts(game, it) and bool(_charge_aims(game, it))


def _starts(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    free = not figure.swings and not figure.stepped and not figure.walked and can_walk(game, figure)
    if figure.rider and at_one_pace(game, figure):
        return False  # PF-MNT-12.3
    return free and not barred(game, it, CHARGE)


def _charge_branch(game: Game, it: Id, path: Path) -> Branch | None:
    found = _charge_aims(game, it)
    if not path:
        return Branch("weapon", tuple(Option(key) for key in found))
    if len(path) > 1:
        return None
    weapon = str(path[0])
    arm = arm_named(game, it, UNARMED if weapon in RAMS else weapon)
    return Branch("target", tuple(
        Option(foe, _danger(game, it, charge_spaces(game, it, foe, arm)), ("PF-CHG-05.1",))
        for foe in found.get(weapon, ())
    ))  # fmt: skip


def _danger(game: Game, it: Id, ends: list[Square], past: tuple[Id, ...] = ()) -> dict[str, Any]:
    """What a charge costs and gives to whom on its way; where a die says where it ends, by any of the ways."""
    figure = figure_of(game, it)
    here = (figure.x, figure.y)
    risks = [risk(game, it, straight(here, there), past) for there in ends]
    by = tuple(dict.fromkeys(foe for one in risks for foe in one["by"]))
    return {"cost": counted(ends[0][0] - here[0], ends[0][1] - here[1]), **risks[0], "by": by}


@deed(CHARGE, FULL, ("PF-CHG-01.1",), offered=_charges, grow=_charge_branch, walks=True, limited=STANDARD)
def charge(game: Game, it: Id, path: Path) -> Flow[None]:
    """Up to twice the speed in a straight line, then one attack at +2; AC -2 until the next own turn (PF-CHG)."""
    weapon, target = str(path[0]), str(path[1])
    spaces = charge_spaces(game, it, target, arm_named(game, it, UNARMED if weapon in RAMS else weapon))
    if not spaces:
        game.do(CameToNothing(it=it, action=CHARGE, why="blocked", rules=("PF-CHG-05.1",)))
        return
    there = decided(game, it, spaces)
    left, rider = _left(game, it, there), figure_of(game, it).rider
    if rider:
        yield from stance(game, rider, "PF-CHG-09")  # PF-MNT-11.1
    if not (yield from _rush(game, it, there)):
        return
    if weapon == BULL_RUSH:
        yield from push_back(game, it, target, (("PF-CHG-09.3", CHARGE_PUSH, ""),), left)
    elif weapon == OVERRUN:
        landing = beyond(game, it, target, figure_of(game, it).space, left)
        if landing:
            yield from run_through(game, it, target, landing[0])
    elif pounces(game, it, weapon):
        yield from pounce(game, it, target)
    else:
        _draw(game, it, weapon)
        yield from blow(game, it, Swing(weapon), target, CHARGE)


def _rush(game: Game, it: Id, there: Square, past: tuple[Id, ...] = ()) -> Flow[bool]:
    """The way of a charge; False if it was stopped."""
    yield from stance(game, it, "PF-CHG-09")
    figure = figure_of(game, it)
    way = straight((figure.x, figure.y), there)
    came = yield from walk(game, it, way, way_of(game, figure), action=CHARGE, unmet=past)
    return came and able(game, it)


def _draw(game: Game, it: Id, weapon: str) -> None:
    """A weapon drawn on the way (PF-CHG-04.1)."""
    figure = figure_of(game, it)
    item = next((one for one in drawable(game, it) if key_of(figure, one) == weapon), None)
    if item is not None:
        hands = 2 if arm_named(game, it, weapon).weapon.group == "two-handed" else 1
        game.do(HandsFilled(it=it, held=(*figure.held, *[item.no] * hands), rules=("PF-CHG-04.1",)))
        lays_hand_on(game, it)


# --- in the saddle ------------------------------------------------------------------------------------


def _lists(game: Game, it: Id) -> dict[str, list[Id]]:
    """A rider's arms, with the foes to whom its mount can charge so that they can be struck."""
    key = ("ride_charges", it)
    known: dict[str, list[Id]] | None = game.now.get(key)
    if known is None:
        foes = [foe.id for foe in battle_of(game).foes_of(figure_of(game, it)) if not foe.hidden]
        found = {arm.key: [foe for foe in foes if _ends(game, it, foe, arm)] for arm in arms_for(game, it, MELEE)}
        known = game.now[key] = {weapon: targets for weapon, targets in found.items() if targets}
    return known


def _ends(game: Game, it: Id, target: Id, arm: Arm) -> list[Square]:
    """Where a mounted charge may end: the nearest space, or with the feat also where one can ride on past the foe."""
    mount, foe = figure_of(game, figure_of(game, it).mount), figure_of(game, target)
    nearest = charge_spaces(game, mount.id, target, arm, it)
    if not has_feat(game, it, RIDE_BY) or not sees(game, it, target):
        return nearest
    budget = furthest(game, mount)
    passing = [
        square for square in _in_reach(mount, foe.space, *reach_of(game, it, arm))
        if LEAST_CHARGE <= _far(mount, square)[0] < budget and _charges_to(game, mount, foe, square)
        and onward(game, mount, square)
    ]  # fmt: skip
    return sorted({*nearest, *passing})


def onward(game: Game, mount: Creature, there: Square) -> list[Square]:
    """Squares straight on beyond the end of a charge, in all no farther than it could go (Ride-By Attack)."""
    dx, dy, budget = there[0] - mount.x, there[1] - mount.y, furthest(game, mount)
    whole = straight((mount.x, mount.y), (mount.x + dx * budget, mount.y + dy * budget))
    at = max(abs(dx), abs(dy))
    steps, here, found = StepsOf(game, mount, way_of(game, mount)), there, []
    for square in whole[at : at + budget]:
        stride = next((s for s in steps(here) if s.to == square), None)
        if stride is None or stride.doublings or counted(square[0] - mount.x, square[1] - mount.y) > budget:
            break
        if any(_bars(game, mount, cell) for cell in mount.space.at(*square).squares()):
            break
        here = square
        found.append(square)
    return found


def _rides(game: Game, it: Id) -> bool:
    figure, mount = figure_of(game, it), directed(game, it)
    if not mount or figure.swings or not trained(game, figure_of(game, mount)) or not _starts(game, mount):
        return False
    steed = figure_of(game, mount)
    return (can_pay(game, steed, FULL) or only_one(game, steed)) and not steed.course and bool(_lists(game, it))


def _ride_branch(game: Game, it: Id, path: Path) -> Branch | None:
    found, passes = _lists(game, it), has_feat(game, it, RIDE_BY)
    if not path:
        return Branch("weapon", tuple(Option(key) for key in found))
    mount = figure_of(game, it).mount
    if len(path) == 1:
        arm = arm_named(game, it, str(path[0]))
        return Branch("target", tuple(
            Option(foe, _danger(game, mount, _ends(game, it, foe, arm), (foe,) if passes else ()))
            for foe in found.get(str(path[0]), ())
        ))  # fmt: skip
    if len(path) == 2 and passes:
        target = str(path[1])
        ends = _ends(game, it, target, arm_named(game, it, str(path[0])))
        return Branch("square", tuple(
            Option(name_of_square(there), _danger(game, mount, [there], (target,))) for there in ends
        ))  # fmt: skip
    return None


@deed(RIDE_CHARGE, STANDARD, ("PF-MNT-11.2", "PF-CHG-01.1"), needs="mount", offered=_rides, grow=_ride_branch)
def ride_charge(game: Game, it: Id, path: Path) -> Flow[None]:
    """The mount charges, its rider strikes at the end with the bonus of the charge (PF-MNT-11, PF-CHG-10)."""
    weapon, target = str(path[0]), str(path[1])
    arm, mount = arm_named(game, it, weapon), figure_of(game, it).mount
    steed = figure_of(game, mount)
    ends = _ends(game, it, target, arm) if mount else []
    chosen = square_named(str(path[2])) if len(path) > 2 else None
    if not ends or (chosen is not None and chosen not in ends):
        game.do(CameToNothing(it=it, action=RIDE_CHARGE, why="blocked", rules=("PF-CHG-05.1",)))
        return
    there = chosen or decided(game, it, ends)
    past = (target,) if has_feat(game, it, RIDE_BY) else ()
    on = onward(game, steed, there) if past else []
    game.do(Acted(it=mount, action=CHARGE, std=1, mov=steed.mov, rules=("PF-CHG-01.1", "PF-MNT-04.2")))
    yield from stance(game, it, "PF-CHG-09")  # PF-MNT-11.1
    came = yield from _rush(game, mount, there, past)
    if not came or not able(game, it) or figure_of(game, it).mount != mount:
        return
    yield from blow(game, it, Swing(weapon), target, CHARGE, times=couched(game, it, arm))
    yield from _with_the_hooves(game, it, mount, target)
    if on and figure_of(game, it).mount == mount and able(game, mount) and can_walk(game, figure_of(game, mount)):
        yield from _ride_by(game, it, mount, on, past)


def _with_the_hooves(game: Game, it: Id, mount: Id, target: Id) -> Flow[None]:
    """The mount may strike as well at the end of its charge, if it gets there (PF-MNT-11.2)."""
    if figure_of(game, it).mount != mount or not able(game, mount) or not figure_of(game, target).present:
        return
    arms = [arm.key for arm in arms_for(game, mount, MELEE) if target in aims(game, mount, arm, MELEE)]
    if not arms:
        return
    keys: tuple[Value, ...] = (PASS, *arms)
    about = {"it": mount, "target": target}
    weapon = yield from pick("mount_strikes", game.controller(it), keys, about, ("PF-MNT-11.2",))
    if weapon != PASS:
        yield from blow(game, mount, Swing(str(weapon)), target, CHARGE)


def _ride_by(game: Game, it: Id, mount: Id, on: list[Square], past: tuple[Id, ...]) -> Flow[None]:
    """With the feat the charge goes on straight past the foe, who gets no opportunity."""
    steed = figure_of(game, mount)
    options = [
        Option(name_of_square(square), {"cost": far, **risk(game, mount, tuple(on[:far]), past)}, ("PF-MNT-11.2",))
        for far, square in enumerate(on, 1) if seems_free(game, steed, square)
    ]  # fmt: skip
    if not options:
        return
    form = Pick((Option(HALT, {}, ("PF-MNT-11.2",)), *options), level="square")
    chosen = yield from ask("ride_by", game.controller(it), form, {"it": it, "mount": mount})
    if chosen != HALT:
        far = on.index(square_named(str(chosen)) or on[0])
        yield from walk(game, mount, tuple(on[: far + 1]), way_of(game, steed), unmet=past)
