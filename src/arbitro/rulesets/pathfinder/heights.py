"""Climbing faces, hanging on, jumping down and over (PF-SKL-02, PF-MOV-03, -04, PF-SKL-07)."""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import AROUND, Square
from arbitro.rulesets.pathfinder.arms import has_feat
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events import Moved
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan, ConditionEnded
from arbitro.rulesets.pathfinder.events_moving import Climbed
from arbitro.rulesets.pathfinder.falls import fall
from arbitro.rulesets.pathfinder.ground import PIT, SLOPE, WATER, closed_corner, rise, solid, walled, within
from arbitro.rulesets.pathfinder.harm import restate
from arbitro.rulesets.pathfinder.lookups import able, barred, battle_of, figure_of
from arbitro.rulesets.pathfinder.numbers import SKILL, speed_of
from arbitro.rulesets.pathfinder.opportunities import leave, leaving
from arbitro.rulesets.pathfinder.paths import can_walk, may_stop
from arbitro.rulesets.pathfinder.saves import beyond, skill
from arbitro.rulesets.pathfinder.state import CLIMB, CLIMBING, LAND, MOVE, PRONE, Creature, name_of_square, square_named
from arbitro.rulesets.pathfinder.verbs import verb

FACES = {"corda-annodata": 0, "corda": 5, "sporgenze": 10, "appigli": 15, "muro": 20, "roccia": 25, "strapiombo": 30}
"""What one climbs, and the DC of it (PF-SKL-02.3)."""
PLAIN_FACE = "appigli"
CAREFUL, FAST = "careful", "fast"
PART = {CAREFUL: 4, FAST: 2}  # the part of the speed that is covered, PF-MOV-03.1, PF-MOV-04.1
HASTY, FALLS = -5, -5  # PF-MOV-04.1, PF-SKL-02.2
TAKE_TEN = 10
GAP_DC, RUN_UP, MOST_GAP = 5, 2, 6  # points for each square leapt over, squares of run-up
RUNNER = 4  # PF-FEAT-07.2


# --- faces --------------------------------------------------------------------------------------------


def faces_from(game: Game, figure: Creature) -> list[Square]:
    """Neighbouring squares so much higher or lower that one has to climb there; from a face, its top and its foot."""
    if figure.face:
        return [(figure.face[0], figure.face[1]), (figure.x, figure.y)]
    battle, here = battle_of(game), (figure.x, figure.y)
    if figure.span > 1 or not battle.ground.raised:
        return []
    found = []
    for dx, dy in AROUND:
        there = (here[0] + dx, here[1] + dy)
        if not battle.ground.inside(there) or abs(rise(battle.ground, here, there)) <= SLOPE:
            continue
        if solid(battle.ground, there) or walled(battle.ground, here, there):
            continue
        if (dx and dy and closed_corner(battle.ground, here, there)) or battle.ground.signs.get(there) == WATER:
            continue
        if may_stop(game, figure, there):
            found.append(there)
    return found


def face_dc(game: Game, foot: Square, top: Square) -> int:
    """The DC of the face between two squares."""
    return FACES[battle_of(game).ground.grips.get(top, PLAIN_FACE)]


def climbs_by_nature(game: Game, it: Id) -> int:
    """Squares of a climbing speed, 0 for those who have none."""
    return speed_of(game, it, CLIMB)


def _gain(game: Game, it: Id, pace: str) -> int:
    """Squares of height that one move of climbing covers: a quarter of the speed, or half; at least one."""
    natural = climbs_by_nature(game, it)
    return natural or max(1, speed_of(game, it, LAND) // PART[pace])


def _climbs(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    if not battle_of(game).ground.raised and not figure.face:
        return False
    if figure.stepped or figure.swings or (figure.conditions and (figure.has(PRONE) or barred(game, it, "climb"))):
        return False
    return bool(figure.face or can_walk(game, figure)) and bool(faces_from(game, figure))


def _climb_branch(game: Game, it: Id, path: Path) -> Branch | None:
    figure = figure_of(game, it)
    if not path:
        return Branch("square", tuple(
            Option(name_of_square(square), {"dc": face_dc(game, *_ends(game, figure, square)),
                                            "by": leaving(game, it)}, ("PF-SKL-02.3",))
            for square in sorted(faces_from(game, figure))
        ))  # fmt: skip
    if len(path) > 1:
        return None
    paces = (CAREFUL,) if climbs_by_nature(game, it) else tuple(PART)
    return Branch("pace", tuple(Option(pace, {"cost": _gain(game, it, pace)}, ("PF-SKL-02.1",)) for pace in paces))


def _ends(game: Game, figure: Creature, to: Square) -> tuple[Square, Square]:
    """Foot and top of the face between where somebody is and another square."""
    if figure.face:
        return (figure.x, figure.y), (figure.face[0], figure.face[1])
    here = (figure.x, figure.y)
    return (here, to) if rise(battle_of(game).ground, here, to) > 0 else (to, here)


@deed("climb", MOVE, ("PF-SKL-02.1", "PF-MOV-03.1"), offered=_climbs, grow=_climb_branch, walks=True)
def climb(game: Game, it: Id, path: Path) -> Flow[None]:
    """Up or down a face: a quarter of the speed, or half at -5; who fails by far falls (PF-SKL-02)."""
    to, pace = square_named(str(path[0])), str(path[1])
    assert to is not None
    figure = figure_of(game, it)
    foot, top = _ends(game, figure, to)
    whole = rise(battle_of(game).ground, foot, top)
    struck = leaving(game, it)
    if struck:
        yield from leave(game, it, struck)
        figure = figure_of(game, it)
        if not able(game, it) or figure.has(PRONE) or to not in faces_from(game, figure):
            return
    at = figure.z if figure.face else 0 if (figure.x, figure.y) == foot else whole
    if not climbs_by_nature(game, it) or _bonus(game, it) + TAKE_TEN < face_dc(game, foot, top):
        out = beyond(game, it, "scalare", face_dc(game, foot, top), ("PF-SKL-02.2", "PF-SKL-02.3"), cause="climb",
                     more=HASTY if pace == FAST else 0)  # fmt: skip
        if out < 0:
            if out <= FALLS and at > 0 and figure.face:
                yield from fall(game, it, at, ("PF-SKL-02.2",))
            return
    _hang(game, it, foot, top, at, (1 if to == top else -1) * _gain(game, it, pace))


def _bonus(game: Game, it: Id) -> int:
    return game.query(SKILL, it=it, skill="scalare", target="").value


def _hang(game: Game, it: Id, foot: Square, top: Square, at: int, gain: int) -> None:
    """Where a climber is after so much progress: on the top, at the foot, or somewhere on the face."""
    whole = rise(battle_of(game).ground, foot, top)
    height = min(whole, max(0, at + gain))
    arrived = top if height == whole and may_stop(game, figure_of(game, it), top) else foot if height == 0 else None
    if arrived is None:
        height = min(height, whole - 1)
    square = arrived or foot
    if (figure_of(game, it).x, figure_of(game, it).y) != square:
        odd = figure_of(game, it).odd
        game.do(Moved(it=it, path=(square,), cost=abs(gain), odd=odd, rules=("PF-SKL-02.1",)))
    game.do(Climbed(it=it, z=0 if arrived else height, face=None if arrived else top, rules=("PF-SKL-02.1",)))
    if arrived and figure_of(game, it).has(CLIMBING):
        game.do(ConditionEnded(it=it, condition=CLIMBING, rules=("PF-SKL-02.1",)))
    elif not arrived and not figure_of(game, it).has(CLIMBING) and not climbs_by_nature(game, it):
        game.do(ConditionBegan(it=it, condition=CLIMBING, rules=("PF-SKL-02.4",)))


@verb("hang_on", head="expr")
def hang_on(game: Game, scope: dict[str, Any], it: Id, args: dict[str, Any]) -> Flow[None]:
    """Whoever is hurt on a face holds fast or falls; the senseless do not even try (PF-SKL-02.4)."""
    yield from restate(game, it)
    figure = figure_of(game, it)
    if not figure.face or not figure.present:
        return
    top = (figure.face[0], figure.face[1])
    dc = face_dc(game, (figure.x, figure.y), top)
    if not able(game, it) or not skill(game, it, "scalare", dc, ("PF-SKL-02.4",), cause="hang_on"):
        yield from fall(game, it, figure.z, ("PF-SKL-02.4",))


def lost_hold(game: Game, figure: Creature) -> bool:
    """Whether somebody on a face can no longer hold on, or was taken away from it."""
    if not figure.face or not figure.present:
        return False
    away = max(abs(figure.face[0] - figure.x), abs(figure.face[1] - figure.y)) != 1
    return away or not able(game, figure.id)


# --- jumping down -------------------------------------------------------------------------------------


def ledges(game: Game, figure: Creature) -> list[Square]:
    """Squares below to which one can jump down."""
    if figure.face:
        return [(figure.x, figure.y)]
    ground = battle_of(game).ground
    return [square for square in faces_from(game, figure) if rise(ground, (figure.x, figure.y), square) < 0]


def _jumps_down(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    if not battle_of(game).ground.raised or figure.stepped or figure.swings or barred(game, it, "jump_down"):
        return False
    return bool(figure.face or can_walk(game, figure)) and bool(ledges(game, figure))


def _down_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if path:
        return None
    figure = figure_of(game, it)
    return Branch("square", tuple(
        Option(name_of_square(square), {"fall": _drop(game, figure, square), "by": leaving(game, it)},
               ("PF-TAB-23.2",))
        for square in sorted(ledges(game, figure))
    ))  # fmt: skip


def _drop(game: Game, figure: Creature, to: Square) -> int:
    return figure.z if figure.face else -rise(battle_of(game).ground, (figure.x, figure.y), to)


@deed("jump_down", MOVE, ("PF-TAB-23.2",), offered=_jumps_down, grow=_down_branch, walks=True)
def jump_down(game: Game, it: Id, path: Path) -> Flow[None]:
    """Jump down of one's own will, which hurts less than a fall (PF-TAB-23.2)."""
    to = square_named(str(path[0]))
    assert to is not None
    struck = leaving(game, it)
    if struck:
        yield from leave(game, it, struck)
    figure = figure_of(game, it)
    if not able(game, it) or to not in ledges(game, figure):
        return
    far = _drop(game, figure, to)
    if to != (figure.x, figure.y):
        game.do(Moved(it=it, path=(to,), cost=1, odd=figure.odd, rules=("PF-TAB-23.2",)))
    yield from fall(game, it, far, ("PF-TAB-23.2",), leap=True)


# --- jumping over -------------------------------------------------------------------------------------


def gaps_before(game: Game, figure: Creature) -> dict[Square, tuple[Square, ...]]:
    """Squares beyond pits and water in the eight directions, each with what has to be leapt over."""
    battle = battle_of(game)
    signs = battle.ground.signs
    if figure.span > 1 or not any(sign in (PIT, WATER) for sign in signs.values()):
        return {}
    found: dict[Square, tuple[Square, ...]] = {}
    for dx, dy in AROUND:
        over: list[Square] = []
        here = (figure.x + dx, figure.y + dy)
        while signs.get(here) in (PIT, WATER) and len(over) < MOST_GAP:
            over.append(here)
            here = (here[0] + dx, here[1] + dy)
        level = abs(rise(battle.ground, (figure.x, figure.y), here)) <= SLOPE
        if over and level and within(battle, figure.space.at(*here)) and may_stop(game, figure, here):
            found[here] = tuple(over)
    return found


def jump_dc(game: Game, figure: Creature, over: tuple[Square, ...]) -> int:
    """5 for each square, twice that without a run-up; who is trained to run leaps farther after one (PF-FEAT-07.2)."""
    return GAP_DC * len(over) * (1 if _run_up(figure) else 2)


def _run_up(figure: Creature) -> bool:
    return figure.walked >= RUN_UP


def _jumps(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    free = not figure.stepped and not figure.swings and not figure.face and can_walk(game, figure)
    return free and bool(gaps_before(game, figure))


def _jump_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if path:
        return None
    figure = figure_of(game, it)
    return Branch("square", tuple(
        Option(name_of_square(square), {"dc": jump_dc(game, figure, over), "by": leaving(game, it)}, ("PF-SKL-07.1",))
        for square, over in sorted(gaps_before(game, figure).items())
    ))  # fmt: skip


def _jump_cost(game: Game, it: Id, path: Path) -> str:
    return "none" if figure_of(game, it).stride else MOVE


@deed("jump", _jump_cost, ("PF-SKL-07.1",), offered=_jumps, grow=_jump_branch, walks=True)
def jump(game: Game, it: Id, path: Path) -> Flow[None]:
    """Leap over a pit or over water, with a run-up or from where one stands; who falls short falls in."""
    to = square_named(str(path[0]))
    struck = leaving(game, it)
    if struck:
        yield from leave(game, it, struck)
    figure = figure_of(game, it)
    over = gaps_before(game, figure).get(to or (-1, -1))
    if not able(game, it) or over is None or to is None:
        return
    more = RUNNER if _run_up(figure) and has_feat(game, it, "correre") else 0
    out = beyond(game, it, "acrobazia", jump_dc(game, figure, over), ("PF-SKL-07.1",), cause="jump", more=more)
    cost = min(len(over) + 1, figure.stride) if figure.stride else 0
    if out >= 0:
        game.do(Moved(it=it, path=(*over, to), cost=cost, odd=figure.odd, rules=("PF-SKL-07.1",)))
        return
    game.do(Moved(it=it, path=over[:1], cost=cost, odd=figure.odd, rules=("PF-SKL-07.1",)))
    deep = max(0, -battle_of(game).ground.raised.get(over[0], 0))
    yield from fall(game, it, deep, ("PF-SKL-07.1",))
