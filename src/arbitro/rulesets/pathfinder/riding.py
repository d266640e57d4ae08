"""Into the saddle and out of it, and what a rider makes its mount do (PF-MNT, PF-MOV-12, -13, PF-SKL-04)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import AROUND, Square, distance, ring
from arbitro.rulesets.pathfinder.aiming import arms_for
from arbitro.rulesets.pathfinder.arms import ONE_HAND
from arbitro.rulesets.pathfinder.charges import discharge
from arbitro.rulesets.pathfinder.deeds import BUDGET, Path, deed, payment
from arbitro.rulesets.pathfinder.events import Acted, Stopped, StrideBegan
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan, ConditionEnded
from arbitro.rulesets.pathfinder.events_bonds import Mounted
from arbitro.rulesets.pathfinder.events_magic import UseSpent
from arbitro.rulesets.pathfinder.events_mounted import CourseSet, MountRoused
from arbitro.rulesets.pathfinder.going import walk
from arbitro.rulesets.pathfinder.ground import LOW, low_between, within
from arbitro.rulesets.pathfinder.harm import suffer
from arbitro.rulesets.pathfinder.lookups import able, acts, barred, battle_of, figure_of, score_of, sheet_of
from arbitro.rulesets.pathfinder.numbers import speed_of
from arbitro.rulesets.pathfinder.paths import Reach, can_walk, may_stop, reachable, square_options, way_of
from arbitro.rulesets.pathfinder.saddle import (
    CONTROL,
    CONTROL_DC,
    CONTROLLED,
    COVER_DC,
    DISMOUNT,
    DISMOUNT_FAST,
    FAST_DC,
    GALLOP,
    KNEES_DC,
    LEAP_DC,
    MOUNT,
    MOUNT_FAST,
    RIDE_ON,
    SPUR_DC,
    at_one_pace,
    directed,
    mount_of,
    note,
    ride,
    trained,
)
from arbitro.rulesets.pathfinder.state import (
    COSTITUZIONE,
    FATIGUED,
    FREE,
    FRIGHTENED,
    FULL,
    HANGING,
    IMMEDIATE,
    MOVE,
    NONE,
    PRONE,
    RANGED,
    Creature,
    name_of_square,
    square_named,
)
from arbitro.rulesets.pathfinder.strikes import stance
from arbitro.rulesets.pathfinder.unhorsing import fall_off
from arbitro.rulesets.pathfinder.ways import cross, risk

HANDS, TIMES, ONE_LARGER = 2, 2, 1
SPUR_SIDES = 3
SPUR, LEAP, HANG, SIT_UP = "spur", "leap", "hang", "sit_up"


# --- at the beginning of a turn -----------------------------------------------------------------------


def take_fright(game: Game, mounts: tuple[Id, ...]) -> None:
    """Mounts without training for battle are frightened by it (PF-MNT-02.2, PF-SKL-12.2)."""
    for it in mounts:
        figure = figure_of(game, it)
        if not trained(game, figure) and not figure.has(FRIGHTENED) and "paura" not in sheet_of(game, figure).immune:
            game.do(ConditionBegan(it=it, condition=FRIGHTENED, rules=("PF-MNT-02.2", "PF-SKL-12.2")))


def rouse(game: Game, it: Id) -> None:
    """What a rider's mount may do in this turn, with actions of its own (PF-MNT-04.2)."""
    mount = mount_of(game, it)
    if mount is not None and able(game, mount.id):
        std, mov, swf = (1, 0, 1) if battle_of(game).surprise else BUDGET[acts(game, mount.id)]
        game.do(MountRoused(it=mount.id, std=std, mov=mov, swf=swf, rules=("PF-MNT-04.1", "PF-MNT-04.2")))


def guide(game: Game, it: Id) -> None:
    """Whoever needs both hands guides its mount with its knees, or has one hand only this turn (PF-MNT-06.1)."""
    if len(figure_of(game, it).held) >= HANDS and not ride(game, it, KNEES_DC, "knees", ("PF-MNT-06.1",)):
        note(game, it, ONE_HAND, "PF-MNT-06.1")


# --- mounting and dismounting -------------------------------------------------------------------------


def mountable(game: Game, it: Id) -> list[Id]:
    """Mounts of one's side beside one, larger than oneself and free."""
    rider = figure_of(game, it)
    if rider.mount or rider.rider or rider.swings or rider.has(PRONE) or rider.holds or rider.held_by:
        return []
    return [
        one.id for one in battle_of(game).friends_of(rider)
        if one.size > rider.size and sheet_of(game, one).mount and not one.rider and not one.has(PRONE)
        and able(game, one.id) and distance(rider.space, one.space) <= 1
    ]  # fmt: skip


def _mount_branch(game: Game, it: Id, path: Path) -> Branch | None:
    return None if path else Branch("target", tuple(Option(one) for one in mountable(game, it)))


@deed(MOUNT, MOVE, ("PF-MOV-12.1",), offered=lambda game, it: bool(mountable(game, it)), grow=_mount_branch)
def mount(game: Game, it: Id, path: Path) -> Flow[None]:
    """Into the saddle (PF-MOV-12.1); from now on the mount acts on its rider's count."""
    yield from discharge(game, it, str(path[0]))  # PF-SPL-17.1
    get_up(game, it, str(path[0]), "PF-MOV-12.1")


def get_up(game: Game, it: Id, steed: Id, rule: str) -> None:
    """Somebody sits in the saddle now; a mount that has not had its turn yet has it with its rider's."""
    if steed not in mountable(game, it):
        return
    fresh = figure_of(game, steed).took != battle_of(game).round
    game.do(Mounted(it=it, mount=steed, rules=(rule, "PF-MNT-04.1", "PF-MNT-05.2")))
    take_fright(game, (steed,))
    if fresh:
        rouse(game, it)


def places_beside(game: Game, it: Id) -> list[Square]:
    """Free squares beside a mount where its rider can stand."""
    rider = figure_of(game, it)
    steed = figure_of(game, rider.mount)
    return sorted(
        square for square in ring(steed.space, 1, 1)
        if within(battle_of(game), rider.space._replace(x=square[0], y=square[1], span=rider.span))
        and may_stop(game, rider, square)
    )  # fmt: skip


def _gets_down(game: Game, it: Id) -> bool:
    rider = figure_of(game, it)
    return bool(rider.mount) and not rider.swings and not rider.held_by and bool(places_beside(game, it))


def _down_branch(game: Game, it: Id, path: Path) -> Branch | None:
    return None if path else Branch("square", tuple(Option(name_of_square(s)) for s in places_beside(game, it)))


@deed(DISMOUNT, MOVE, ("PF-MOV-12.1",), needs="mount", offered=_gets_down, grow=_down_branch)
def dismount(game: Game, it: Id, path: Path) -> Flow[None]:
    """Out of the saddle, to a square beside the mount (PF-MOV-12.1)."""
    yield from ()
    get_down(game, it, path, "PF-MOV-12.1")


def get_down(game: Game, it: Id, path: Path, rule: str) -> None:
    """Somebody stands beside its mount now."""
    square = square_named(str(path[0]))
    if square is not None and square in places_beside(game, it):
        game.do(Mounted(it=it, mount=figure_of(game, it).mount, up=False, at=square, rules=(rule,)))


def _quick(game: Game, it: Id, name: str) -> bool:
    """Whether the quick way can be tried: once, with the move action still there that it may cost (PF-MOV-13.3)."""
    figure = figure_of(game, it)
    return bool(figure.mov or figure.std) and name not in figure.did


def _near_in_size(game: Game, it: Id, steed: Id) -> bool:
    return figure_of(game, steed).size <= figure_of(game, it).size + ONE_LARGER  # PF-SKL-04.3


def _fast_up(game: Game, it: Id) -> list[Id]:
    return [one for one in mountable(game, it) if _near_in_size(game, it, one)] if _quick(game, it, MOUNT_FAST) else []


@deed(MOUNT_FAST, FREE, ("PF-MOV-13.1",), offered=lambda game, it: bool(_fast_up(game, it)),
      grow=lambda game, it, path: None if path else Branch(
          "target", tuple(Option(one) for one in _fast_up(game, it))))  # fmt: skip
def mount_fast(game: Game, it: Id, path: Path) -> Flow[None]:
    """Into the saddle at a bound: free with a Ride check, else a move action after all (PF-MOV-13)."""
    yield from discharge(game, it, str(path[0]))  # PF-SPL-17.1
    _price_of_haste(game, it, MOUNT)
    get_up(game, it, str(path[0]), "PF-MOV-13.1")


@deed(DISMOUNT_FAST, FREE, ("PF-MOV-13.1",), needs="mount", grow=_down_branch,
      offered=lambda game, it: _gets_down(game, it) and _quick(game, it, DISMOUNT_FAST)
      and _near_in_size(game, it, figure_of(game, it).mount))  # fmt: skip
def dismount_fast(game: Game, it: Id, path: Path) -> Flow[None]:
    """Out of the saddle at a bound: free with a Ride check, else a move action after all (PF-MOV-13)."""
    yield from ()
    _price_of_haste(game, it, DISMOUNT)
    get_down(game, it, path, "PF-MOV-13.1")


def _price_of_haste(game: Game, it: Id, name: str) -> None:
    if not ride(game, it, FAST_DC, "fast", ("PF-MOV-13.1",)):
        game.do(Acted(it=it, action=name, rules=("PF-MOV-13.2",), **payment(figure_of(game, it), MOVE)))  # type: ignore[arg-type]


# --- a mount that is afraid ---------------------------------------------------------------------------


def _unruly(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    return bool(figure.mount) and CONTROL not in figure.did and not trained(game, figure_of(game, figure.mount))


@deed(CONTROL, MOVE, ("PF-MNT-03.1",), needs="mount", offered=_unruly)
def control(game: Game, it: Id, path: Path) -> Flow[None]:
    """Hold a frightened mount for this round; who fails can do nothing else until its next turn (PF-MNT-03)."""
    yield from ()
    if ride(game, it, CONTROL_DC, "control", ("PF-MNT-03.1",)):
        note(game, it, CONTROLLED, "PF-MNT-03.2")
        return
    left = figure_of(game, it)
    game.do(Acted(it=it, action=CONTROL, std=left.std, mov=left.mov, swf=left.swf, rules=("PF-MNT-03.3",)))


# --- at a gallop --------------------------------------------------------------------------------------


def _double(game: Game, it: Id) -> dict[Square, Reach]:
    figure = figure_of(game, it)
    way = way_of(game, figure)
    return reachable(game, it, TIMES * speed_of(game, it, way), way, odd=figure.odd)


def _gallops(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    if not figure.rider or figure.stepped or not can_walk(game, figure) or at_one_pace(game, figure):
        return False
    return bool(_double(game, it))


@deed(GALLOP, FULL, ("PF-GRID-05.2", "PF-MNT-12.3"), needs="rider", walks=True, offered=_gallops,
      grow=lambda game, it, path: None if path else Branch(
          "square", square_options(_double(game, it), ("PF-GRID-05.2",))))  # fmt: skip
def gallop(game: Game, it: Id, path: Path) -> Flow[None]:
    """A double move of a mount: half-way its rider may shoot or cast, at a price (PF-MNT-12.1, PF-MNT-14.2)."""
    found, square = _double(game, it), square_named(str(path[0]))
    if square in found:
        yield from ride_out(game, it, found[square].way, GALLOP)


def ride_out(game: Game, it: Id, way: tuple[Square, ...], gait: str) -> Flow[None]:
    """The first half of a fast ride; the rest follows when the rider has had its chance half-way (PF-MNT-12.3)."""
    figure = figure_of(game, it)
    on = way_of(game, figure)
    half = (len(way) + 1) // 2
    while half and not may_stop(game, figure, way[half - 1]):
        half -= 1
    if not _has_use_for_half(game, figure.rider):
        half = len(way)
    game.do(
        StrideBegan(it=it, squares=TIMES * TIMES * speed_of(game, it, on) + len(way), way=on, rules=("PF-MOV-02.1",))
    )
    came = yield from walk(game, it, way[:half], on, action=gait)
    if came and way[half:]:
        game.do(CourseSet(it=it, course=way[half:], gait=gait, rules=("PF-MNT-12.3",)))
    elif came:
        game.do(Stopped(it=it, rules=("PF-MOV-02.1",)))


def _has_use_for_half(game: Game, rider: Id) -> bool:
    """Whether a rider has anything to shoot or to cast in mid-ride."""
    figure = figure_of(game, rider)
    return figure.std > 0 and bool(arms_for(game, rider, RANGED) or figure.casters)


@deed(
    RIDE_ON,
    NONE,
    ("PF-MNT-12.3",),
    needs="course",
    offered=lambda game, it: bool(figure_of(game, it).course),
    walks=True,
)
def ride_on(game: Game, it: Id, path: Path) -> Flow[None]:
    """The second half of a fast ride."""
    yield from ride_home(game, it)


def ride_home(game: Game, it: Id) -> Flow[None]:
    """Finish a ride of which the first half is done, if it can go on."""
    figure = figure_of(game, it)
    course, gait = figure.course, figure.gait
    if not course:
        return
    if can_walk(game, figure) and able(game, it):
        yield from walk(game, it, course, figure.way, action=gait)
    game.do(CourseSet(it=it, course=(), rules=("PF-MNT-12.3",)))
    game.do(Stopped(it=it, rules=("PF-MOV-02.1",)))


# --- spurring, leaping, hanging down the flank --------------------------------------------------------


def _spurs(game: Game, it: Id) -> bool:
    steed = directed(game, it)
    return bool(steed) and SPUR not in figure_of(game, it).did and not figure_of(game, steed).course


@deed(SPUR, MOVE, ("PF-SKL-04.1",), needs="mount", offered=_spurs)
def spur(game: Game, it: Id, path: Path) -> Flow[None]:
    """Drive the mount on: 3 m faster for a round, which hurts and in the end tires it (PF-SKL-04.1)."""
    steed = figure_of(game, it).mount
    if not ride(game, it, SPUR_DC, SPUR, ("PF-SKL-04.1",)):
        return
    yield from stance(game, it, "PF-SKL-04", ally=steed)
    game.do(UseSpent(it=steed, ability=SPUR, rules=("PF-SKL-04.1",)))
    tired = dict(figure_of(game, steed).spent)[SPUR] >= score_of(game, steed, COSTITUZIONE)
    if tired and not figure_of(game, steed).has(FATIGUED):
        game.do(ConditionBegan(it=steed, condition=FATIGUED, rules=("PF-SKL-04.1",)))
    amount = game.sum(1, SPUR_SIDES, by=it, rules=("PF-SKL-04.1",))
    yield from suffer(game, steed, amount, "perforante", rules=("PF-SKL-04.1",))


def leaps(game: Game, it: Id) -> list[Square]:
    """Where a mount comes down straight beyond a low obstacle before it (PF-GRID-23.4)."""
    steed = figure_of(game, it)
    if not steed.rider or not steed.stride or steed.course or not can_walk(game, steed):
        return []
    battle, far = battle_of(game), steed.span + 1
    found = []
    for dx, dy in AROUND:
        square = (steed.x + dx * far, steed.y + dy * far)
        goes = far <= steed.stride and _over(game, steed, (dx, dy)) and within(battle, steed.space.at(*square))
        if goes and may_stop(game, steed, square):
            found.append(square)
    return sorted(found)


def _over(game: Game, steed: Creature, way: Square) -> bool:
    """Whether something low, and nothing worse, lies right before a mount."""
    ground = battle_of(game).ground
    here = steed.space
    next_ = here.at(here.x + way[0], here.y + way[1])
    ahead = set(next_.squares()) - set(here.squares())
    low = any(ground.signs.get(square) == LOW for square in ahead)
    fence = not all(way) and any(
        low_between(ground, a, b) for a, b in zip(here.squares(), next_.squares(), strict=True)
    )
    return (low or fence) and within(battle_of(game), next_)


@deed(LEAP, NONE, ("PF-SKL-04.1", "PF-GRID-23.4"), needs="rider",
      offered=lambda game, it: bool(leaps(game, it)), walks=True,
      grow=lambda game, it, path: None if path else Branch(
          "square", tuple(Option(name_of_square(square), {"dc": LEAP_DC, **risk(game, it, (square,))})
                          for square in leaps(game, it))))  # fmt: skip
def leap(game: Game, it: Id, path: Path) -> Flow[None]:
    """Over an obstacle as a part of the move; a rider who fails the check stays behind on the ground (PF-SKL-04.1)."""
    rider, square = figure_of(game, it).rider, square_named(str(path[0]))
    if square is None or square not in leaps(game, it):
        return
    kept = ride(game, rider, LEAP_DC, LEAP, ("PF-SKL-04.1", "PF-GRID-23.4"))
    if not kept:
        yield from fall_off(game, rider, ("PF-SKL-04.1",))
    if able(game, it):
        yield from cross(game, it, (square,), ("PF-GRID-23.4",))


def _hangs(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    return bool(figure.mount) and not figure.has(HANGING) and HANG not in figure.did and not figure.swings


@deed(HANG, IMMEDIATE, ("PF-SKL-04.1",), needs="mount", offered=_hangs)
def hang(game: Game, it: Id, path: Path) -> Flow[None]:
    """Drop down along the mount's flank, which is cover then; nothing else can be done from there (PF-SKL-04.1)."""
    yield from ()
    if ride(game, it, COVER_DC, HANG, ("PF-SKL-04.1",)):
        game.do(ConditionBegan(it=it, condition=HANGING, rules=("PF-SKL-04.1",)))


@deed(SIT_UP, MOVE, ("PF-SKL-04.1",), needs="conditions",
      offered=lambda game, it: figure_of(game, it).has(HANGING) and not barred(game, it, MOVE))  # fmt: skip
def sit_up(game: Game, it: Id, path: Path) -> Flow[None]:
    """Back into the saddle (PF-SKL-04.1)."""
    yield from ()
    game.do(ConditionEnded(it=it, condition=HANGING, rules=("PF-SKL-04.1",)))
