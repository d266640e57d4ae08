"""Bull rush and overrun: pushing others back, in chains too, and running through them (PF-BLR, PF-OVR)."""

from __future__ import annotations

import itertools
from typing import Any

from arbitro.engine.asks import Flow, ask, pick
from arbitro.engine.forms import Branch, Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.geometry.grid import Space, Square
from arbitro.geometry.grid import adjacent as touching
from arbitro.rulesets.pathfinder.aiming import aims, arms_for, blow
from arbitro.rulesets.pathfinder.arms import has_feat
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events import Acted, Moved, Stopped, StrideBegan
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan
from arbitro.rulesets.pathfinder.flying import drop, edge_on, height_under, keeps_up
from arbitro.rulesets.pathfinder.going import walk
from arbitro.rulesets.pathfinder.ground import (
    LOW,
    PIT,
    SLOPE,
    closed_corner,
    level,
    low_between,
    occupants,
    rise,
    solid,
    walled,
    within,
)
from arbitro.rulesets.pathfinder.lookups import able, barred, battle_of, figure_of, sheet_of, suffers
from arbitro.rulesets.pathfinder.manoeuvres import (
    BULL_RUSH,
    IMPROVED,
    OVERRUN,
    Also,
    Manoeuvre,
    attempt,
    begin,
    carry_out,
    fits,
    roll,
)
from arbitro.rulesets.pathfinder.numbers import speed_of
from arbitro.rulesets.pathfinder.occasions import READY_USES, ReadyUse
from arbitro.rulesets.pathfinder.opportunities import leave
from arbitro.rulesets.pathfinder.paths import FILLS, can_walk, may_stop, stride_of, way_of
from arbitro.rulesets.pathfinder.state import (
    FLY,
    INCORPOREAL_BODY,
    MELEE,
    MOVE,
    PRONE,
    STANDARD,
    Barrier,
    Creature,
    Swing,
    name_of_square,
    square_named,
)
from arbitro.rulesets.pathfinder.threat import may_strike, strikers
from arbitro.rulesets.pathfinder.walls import flames_between, sear
from arbitro.rulesets.pathfinder.ways import cross, risk

EACH = 5  # points beyond the defence for each further square, PF-BLR-02.1; to bring down in passing, PF-OVR-03.2
FURTHER = -4  # for each creature beyond the first, PF-BLR-04.1
GREATER, TRAMPLE = "spingere-superiore", "travolgere-in-sella"


def adjacent(game: Game, it: Id) -> list[Id]:
    """Foes next to a creature."""
    battle, figure = battle_of(game), figure_of(game, it)
    return [foe.id for foe in battle.foes_of(figure) if not foe.hidden and touching(figure.space, foe.space)]


def away_from(a: Space, b: Space) -> Square:
    """The direction from one space straight away to another.

    >>> away_from(Space(1, 1), Space(2, 1)), away_from(Space(0, 0, 2), Space(2, 2))
    ((1, 0), (1, 1))
    """

    def sign(mine: int, theirs: int) -> int:
        return 1 if theirs >= mine + a.span else -1 if theirs + b.span <= mine else 0

    return sign(a.x, b.x), sign(a.y, b.y)


# --- bull rush ----------------------------------------------------------------------------------------


def _pushable(game: Game, it: Id) -> list[Id]:
    if barred(game, it, MOVE):
        return []
    return [foe for foe in adjacent(game, it) if pushes(game, it, foe)]


def pushes(game: Game, it: Id, foe: Id) -> bool:
    """Whether somebody has a body, and one small enough, to be pushed (PF-BLR-01.1)."""
    seated = figure_of(game, foe).mount  # who sits in the saddle goes where the mount is pushed
    return not seated and fits(game, it, foe) and not suffers(game, foe, INCORPOREAL_BODY)


def _target_branch(game: Game, it: Id, path: Path) -> Branch | None:
    return None if path else Branch("target", tuple(Option(foe) for foe in _pushable(game, it)))


@deed(BULL_RUSH, STANDARD, ("PF-BLR-01.1",), grow=_target_branch,
      offered=lambda game, it: not figure_of(game, it).swings and bool(_pushable(game, it)))  # fmt: skip
def bull_rush(game: Game, it: Id, path: Path) -> Flow[None]:
    """Push somebody straight back (PF-BLR-02); see `push_back`."""
    yield from push_back(game, it, str(path[0]))


READY_USES[BULL_RUSH] = ReadyUse(
    "", lambda game, it: [] if barred(game, it, MOVE) else [BULL_RUSH],
    lambda game, it, target, word: target in _pushable(game, it),
    lambda game, it, target, word: bull_rush(game, it, (target,)),
)  # fmt: skip


def push_back(game: Game, it: Id, target: Id, also: Also = (), left: int | None = None) -> Flow[int]:
    """A bull rush, by itself or at the end of a charge; returns the squares that the target was pushed.

    Args:
        also: what counts for this push; left: squares of movement left, None for what the turn has.
    """
    m = Manoeuvre(actor=it, target=target, name=BULL_RUSH, rule="PF-BLR-01.1", also=also)
    out = yield from attempt(game, m)
    if not out.passed:
        if figure_of(game, it).stride:
            game.do(Stopped(it=it, rules=("PF-BLR-03.1",)))
        return 0
    way = away_from(figure_of(game, it).space, figure_of(game, target).space)
    gone = yield from _push(game, it, target, way, 1 + out.beyond // EACH, also)
    if gone:
        yield from _follow(game, it, way, gone, left)
    return gone


def _push(game: Game, it: Id, target: Id, way: Square, squares: int, also: Also) -> Flow[int]:
    """Push along a line; whoever stands in the way has to be pushed too (PF-BLR-04)."""
    train = [target]
    gone = done = 0
    while gone < squares:
        if any(stopped(game, figure_of(game, one), way, gone - done) for one in train):
            break  # PF-BLR-03.3
        ahead = in_the_way(game, it, train, way, gone - done)
        if ahead:
            yield from _shift(game, it, train, way, gone - done)
            done = gone
            also_now = (*also, ("PF-BLR-04.1", FURTHER * len(train), ""))
            out = roll(game, Manoeuvre(actor=it, target=ahead, name=BULL_RUSH, rule="PF-BLR-04.1", also=also_now))
            if not out.passed:
                break
            squares = min(squares, gone + 1 + out.beyond // EACH)  # PF-BLR-04.2
            train.append(ahead)
            continue
        if has_feat(game, it, GREATER):
            yield from _shift(game, it, train, way, gone - done)
            done = gone
            yield from _exposed(game, it, target)
        gone += 1
        over = [one for one in train if _over_an_edge(game, one, way, gone - done)]
        if over:
            yield from _shift(game, it, train, way, gone - done)
            done, train = gone, [one for one in train if one not in over]
            if target in over:
                break
    yield from _shift(game, it, train, way, gone - done)
    return gone


def _over_an_edge(game: Game, it: Id, way: Square, squares: int) -> bool:
    """Whether somebody pushed so far falls off something: no push takes it farther (PF-TAB-23.1)."""
    figure = figure_of(game, it)
    return edge_on(game, figure, lane_of(figure, way, squares)) > 0


def _exposed(game: Game, it: Id, target: Id) -> Flow[None]:
    """With the greater feat the one pushed gives opportunities to the pusher's friends (PF-BLR-03.2)."""
    met = [foe for foe in strikers(game, target) if foe != it and target not in figure_of(game, foe).met]
    if met:
        yield from leave(game, target, tuple(met))


def _shift(game: Game, it: Id, train: list[Id], way: Square, squares: int) -> Flow[None]:
    """Move those who are pushed, the farthest first; through flames they burn, over an edge they fall."""
    if squares < 1:
        return
    for one in reversed(train):
        yield from force(game, one, lane_of(figure_of(game, one), way, squares), "PF-BLR-02.1")


def force(game: Game, it: Id, path: tuple[Square, ...], rule: RuleId) -> Flow[None]:
    """Somebody is moved square by square against its will: through flames it burns, over an edge it falls.

    The first edge on its way ends it: there it falls, and goes no further (PF-TAB-23.1).
    """
    figure = figure_of(game, it)
    path = path[: edge_on(game, figure, path) or len(path)]
    burnt = burning(game, figure, path)
    before = height_under(game, figure.space.at(*path[-2]) if len(path) > 1 else figure.space)
    game.do(Moved(it=it, path=path, cost=len(path), forced=True, rules=(rule,)))
    for flames in burnt:
        yield from sear(game, it, flames)
    yield from drop(game, it, before)


def burning(game: Game, figure: Creature, path: tuple[Square, ...]) -> list[Barrier]:
    """The flames on a way, one for each step that leads through them."""
    steps = itertools.pairwise(((figure.x, figure.y), *path))
    return [flames for a, b in steps if (flames := flames_between(game, a, b, figure.span)) is not None]


def stopped(game: Game, figure: Creature, way: Square, squares: int) -> bool:
    """Whether something solid, or an obstacle, is in the square next on a line (PF-BLR-03.3)."""
    ground = battle_of(game).ground
    old = figure.space.at(figure.x + way[0] * squares, figure.y + way[1] * squares)
    new = old.at(old.x + way[0], old.y + way[1])
    over_a_pit = [ground.signs.get(b) == PIT for b in new.squares()]
    if any(over_a_pit) and (not all(over_a_pit) or keeps_up(game, figure)):
        return True  # nobody falls in by half
    for a, b in zip(old.squares(), new.squares(), strict=True):
        if solid(ground, b) or ground.signs.get(b) == LOW:
            return True
        if walled(ground, a, b) or low_between(ground, a, b) or (all(way) and closed_corner(ground, a, b)):
            return True
        if rise(ground, a, b) > SLOPE and not figure.z:
            return True  # a face of rock
    return False


def in_the_way(game: Game, it: Id, train: list[Id], way: Square, squares: int) -> Id:
    """The first creature that those who are pushed would run into, "" if nobody is there."""
    taken = occupants(game)
    for one in train:
        figure = figure_of(game, one)
        ahead = figure.space.at(figure.x + way[0] * (squares + 1), figure.y + way[1] * (squares + 1))
        for square in ahead.squares():
            for other in taken.get(square, ()):
                riding = other in (figure.mount, figure.rider)
                if other not in train and other != it and not riding and not _yields(game, other, train):
                    return other
    return ""


def _yields(game: Game, other: Id, train: list[Id]) -> bool:
    """Whether somebody moves along anyway, on the back of one who is pushed or under it."""
    return any(other in (figure_of(game, one).mount, figure_of(game, one).rider) for one in train)


def _follow(game: Game, it: Id, way: Square, gone: int, left: int | None) -> Flow[None]:
    """Who pushes may go along with what movement it has left (PF-BLR-02.2)."""
    figure = figure_of(game, it)
    whole = figure.stride or (speed_of(game, it, way_of(game, figure)) if figure.mov and not figure.walked else 0)
    whole = whole if left is None else left
    most = min(gone, whole)
    if most < 1 or not able(game, it) or not can_walk(game, figure):
        return
    lane = lane_of(figure, way, most)
    form = Pick(tuple(Option(n, risk(game, it, lane[:n]) if n else {}, ("PF-BLR-02.2",)) for n in range(most + 1)))
    far = yield from ask("follow", game.controller(it), form, {"it": it})
    if not far:
        return
    if left is None and not figure.stride:
        game.do(Acted(it=it, action=MOVE, mov=1, rules=("PF-BLR-02.2",)))
        game.do(StrideBegan(it=it, squares=whole, way=way_of(game, figure), rules=("PF-MOV-02.1",)))
    assert isinstance(far, int)
    yield from walk(game, it, lane[:far], way_of(game, figure))


def lane_of(figure: Creature, way: Square, squares: int) -> tuple[Square, ...]:
    """Squares straight on from where somebody stands."""
    return tuple((figure.x + way[0] * n, figure.y + way[1] * n) for n in range(1, squares + 1))


# --- overrun ------------------------------------------------------------------------------------------


def beyond(game: Game, it: Id, target: Id, space: Space, left: int) -> list[Square]:
    """Where somebody who runs through another from a space comes out: straight beyond, as far as ``left`` squares."""
    figure, foe = figure_of(game, it), figure_of(game, target)
    dx, dy = away_from(space, foe.space)
    through = foe.span + figure.span
    straight = (space.x + dx * through, space.y + dy * through)
    lane = [space.at(space.x + dx * n, space.y + dy * n) for n in range(through + 1)]
    free = within(battle_of(game), lane[-1]) and may_stop(game, figure, straight)
    even = all(level(battle_of(game).ground, a, b) for a, b in itertools.pairwise(lane)) or way_of(game, figure) == FLY
    return [straight] if free and even and through <= left else []


def _landings(game: Game, it: Id, target: Id) -> list[Square]:
    """Squares right beyond somebody, as far as the move still goes."""
    figure = figure_of(game, it)
    return beyond(game, it, target, figure.space, _left(game, figure))


def _left(game: Game, figure: Creature) -> int:
    """Squares of movement left: of the move under way, or of one that can still begin."""
    return stride_of(game, figure) if figure.stride or figure.mov else 0


def tramples(game: Game, it: Id, foe: Id) -> bool:
    """Whether somebody can be run through at all; who fills its squares altogether cannot (PF-GRID-19.1)."""
    theirs = figure_of(game, foe)
    return not theirs.mount and fits(game, it, foe) and FILLS not in sheet_of(game, theirs).abilities


def _runs_over(game: Game, it: Id) -> list[Id]:
    """Those whom a creature can run through from here."""
    figure = figure_of(game, it)
    if figure.swings or figure.stepped or not can_walk(game, figure):
        return []
    return [foe for foe in adjacent(game, it) if tramples(game, it, foe) and _landings(game, it, foe)]


def _overrun_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if not path:
        return Branch("target", tuple(Option(foe) for foe in _runs_over(game, it)))
    if len(path) == 1:
        target = str(path[0])
        squares = _landings(game, it, target)
        return Branch("square", tuple(Option(name_of_square(s), _danger(game, it, target, s)) for s in squares))
    return None


@deed(OVERRUN, STANDARD, ("PF-OVR-01.1",), grow=_overrun_branch, walks=True,
      offered=lambda game, it: bool(_runs_over(game, it)))  # fmt: skip
def overrun(game: Game, it: Id, path: Path) -> Flow[None]:
    """Run through somebody's squares in a move, unless it steps aside (PF-OVR-02, -03)."""
    target, landing = str(path[0]), square_named(str(path[1]))
    assert landing is not None
    figure = figure_of(game, it)
    if not figure.stride:
        if not figure.mov:
            return
        squares, on = stride_of(game, figure), way_of(game, figure)
        game.do(Acted(it=it, action=MOVE, mov=1, rules=("PF-OVR-01.1",)))
        game.do(StrideBegan(it=it, squares=squares, way=on, rules=("PF-MOV-02.1",)))
    yield from run_through(game, it, target, landing)


def run_through(game: Game, it: Id, target: Id, landing: Square) -> Flow[None]:
    """Through somebody's squares, in a move or a charge: it may step aside, or is run down (PF-OVR-02, -03).

    The attempt alone lets it strike, whatever it does then (PF-OVR-01.2).
    """
    rider = figure_of(game, it).rider
    trample = bool(rider) and has_feat(game, rider, TRAMPLE)
    m = yield from begin(game, Manoeuvre(actor=it, target=target, name=OVERRUN, rule="PF-OVR-01.1"))
    if m is None:
        game.do(Stopped(it=it, rules=("PF-OVR-01.2",)))
        return
    if has_feat(game, it, IMPROVED[OVERRUN]) or trample or not able(game, target):
        choice = "stand"
    else:
        choice = yield from pick(
            "overrun", game.controller(target), ("stand", "avoid"), {"it": target, "by": it}, ("PF-OVR-02.2",)
        )
    if choice == "stand":
        out = yield from carry_out(game, m)
        if not out.passed:
            game.do(Stopped(it=it, rules=("PF-OVR-02.1",)))
            return
        if out.beyond >= EACH and not suffers(game, target, PRONE):
            game.do(ConditionBegan(it=target, condition=PRONE, rules=("PF-OVR-03.2",)))
            if trample:
                yield from _hoof(game, it, target)
    rule = "PF-OVR-03.1" if choice == "stand" else "PF-OVR-02.2"
    yield from cross(game, it, _through(game, it, target, landing), (rule,), unmet=(target,))


def _through(game: Game, it: Id, target: Id, landing: Square) -> tuple[Square, ...]:
    """The squares from a runner through somebody to where it comes out."""
    figure = figure_of(game, it)
    far = max(abs(landing[0] - figure.x), abs(landing[1] - figure.y))
    return lane_of(figure, away_from(figure.space, figure_of(game, target).space), far)


def _danger(game: Game, it: Id, target: Id, landing: Square) -> dict[str, Any]:
    """What running through somebody gives to whom: to it by the attempt (PF-OVR-01.2), to others by leaving."""
    lane = _through(game, it, target, landing)
    facts = {"cost": len(lane), **risk(game, it, lane, (target,))}
    opens = not has_feat(game, it, IMPROVED[OVERRUN]) and may_strike(game, target, it)
    return {**facts, "by": (target, *facts["by"])} if opens else facts


def _hoof(game: Game, it: Id, target: Id) -> Flow[None]:
    """With Trample the mount strikes whom it has run down, who lies already."""
    arm = next((arm for arm in arms_for(game, it, MELEE) if arm.natural and target in aims(game, it, arm, MELEE)), None)
    if arm is not None:
        yield from blow(game, it, Swing(arm.key), target, OVERRUN)
