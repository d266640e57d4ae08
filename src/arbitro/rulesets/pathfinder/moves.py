"""Movement over squares: ways and what they cost, the opportunities they give, and the actions that move (PF-MOV)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from random import Random

from msgspec import Struct

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.geometry.grid import AROUND, Arrival, Space, Square, Stride, best, explore, price, way_to
from arbitro.rulesets.pathfinder.deeds import Path, deed, limited_turn
from arbitro.rulesets.pathfinder.events import (
    ConditionBegan,
    ConditionEnded,
    Fled,
    Moved,
    Stopped,
    StrideBegan,
)
from arbitro.rulesets.pathfinder.flight import away, feared
from arbitro.rulesets.pathfinder.ground import (
    LOW,
    PIT,
    SLOPE,
    SLOW,
    SOLID,
    WATER,
    closed_corner,
    low_between,
    occupants,
    rise,
    room_for,
    squeezes_in,
    walled,
)
from arbitro.rulesets.pathfinder.lookups import (
    able,
    barred,
    battle_of,
    figure_of,
    helpless,
    shapes_on,
    sheet_of,
    suffers,
)
from arbitro.rulesets.pathfinder.noticing import on_the_lookout, reveal, uncover
from arbitro.rulesets.pathfinder.numbers import speed_of
from arbitro.rulesets.pathfinder.occasions import approached, meet
from arbitro.rulesets.pathfinder.opportunities import leave, leaving, provoke
from arbitro.rulesets.pathfinder.saddle import at_one_pace, held_still
from arbitro.rulesets.pathfinder.saves import skill
from arbitro.rulesets.pathfinder.sight import NO_COVER, cover_there, sees
from arbitro.rulesets.pathfinder.state import (
    BLINDED,
    FLY,
    FREE,
    FULL,
    HUGE,
    INCORPOREAL_BODY,
    LAND,
    MOVE,
    NONE,
    PRONE,
    SMALL,
    STANDARD,
    SWIM,
    WATER_WALKING,
    Battle,
    Creature,
    Ground,
    name_of_square,
    square_named,
)
from arbitro.rulesets.pathfinder.threat import ready_to_strike, strikers, threatened_squares
from arbitro.rulesets.pathfinder.throwing import held_back
from arbitro.rulesets.pathfinder.vanishing import pinpoint, trace_of
from arbitro.rulesets.pathfinder.walls import flames_between, sear

GROPE_DC = 10  # PF-CND-01.4
APART = 3  # size categories, PF-GRID-17
BARRIER = 2  # squares that a low wall costs beside the square beyond, PF-GRID-23
EIGHT = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
STRAIGHT = 4  # times the speed that a run covers, PF-FULL-08.2
FILLS = "riempie-i-quadretti"
"""What fills its squares altogether, as a cube does (PF-GRID-19.1)."""


class Reach(Struct, frozen=True):
    """Where a creature gets with so many squares: each square with its cost, its way, and who may strike on it."""

    cost: int
    way: tuple[Square, ...]
    odd: bool
    by: tuple[Id, ...] = ()


# --- what a step costs --------------------------------------------------------------------------------


class StepsOf:
    """A creature's steps from any square: where to, and how often the cost is doubled.

    What depends on the ground alone is worked out once for each ground, span and way of moving. ``shunned``: squares
    that may not be left; ``through``: into squares of foes too, where they leave any room.
    """

    def __init__(
        self, game: Game, figure: Creature, way: str, shunned: frozenset[Square] = frozenset(), *,
        through: bool = False,
    ) -> None:  # fmt: skip
        self.ground = battle_of(game).ground
        self.span = figure.span
        self.ghost = bool(figure.conditions) and suffers(game, figure.id, INCORPOREAL_BODY)
        self.light = way == FLY or self.ghost
        self.swims = way == SWIM or (bool(figure.conditions) and suffers(game, figure.id, WATER_WALKING))
        self.shunned = shunned
        self.blocked, self.heavy, self.filled = bodies(game, figure)
        if through:
            self.blocked, self.filled = filled(game, figure), {}
        self.whole = (1 << self.span * self.span) - 1
        tables = self.ground.memory("strides")
        self.table: dict[Square, tuple[Stride, ...]]
        self.table = tables.setdefault((self.span, self.ghost, self.light, self.swims), {})

    def __call__(self, square: Square) -> Iterable[Stride]:
        if square in self.shunned:
            return ()
        known = self.table.get(square)
        if known is None:
            known = self.table[square] = tuple(self._ground_steps(square))
        if not self.blocked and not self.heavy:
            return known
        blocked, heavy = self.blocked, self.heavy
        if self.filled:  # some part of a big creature keeps clear of others on each step, PF-GRID-27.1
            filled, whole, here = self.filled, self.whole, self.filled.get(square, 0)
            known = tuple([stride for stride in known if here | filled.get(stride.to, 0) != whole])
        if not heavy:
            return [stride for stride in known if stride.to not in blocked]
        return [
            stride._replace(doublings=stride.doublings + 1) if stride.to in heavy else stride
            for stride in known if stride.to not in blocked
        ]  # fmt: skip

    def _ground_steps(self, here: Square) -> Iterator[Stride]:
        """The steps that the ground allows."""
        for dx, dy in AROUND:
            there, diagonal = (here[0] + dx, here[1] + dy), bool(dx and dy)
            cells = Space(*there, self.span).squares()
            clear = frozenset(filter(self._open, cells))
            tight = len(clear) < len(cells)
            if not all(map(self.ground.inside, cells)) or (tight and not squeezes_in(Space(*there, self.span), clear)):
                continue
            doublings, extra, goes = int(tight), 0, not tight  # PF-GRID-25.2
            for a, b in zip(Space(*here, self.span).squares(), cells, strict=True):
                if not self.light and abs(rise(self.ground, a, b)) > SLOPE:
                    break
                if b not in clear or not self._open(a):
                    continue
                if not self._passes(a, b, diagonal):
                    break
                more, beside = self._hampered(a, b, diagonal)
                goes = True
                doublings, extra = max(doublings, more + tight), max(extra, beside)  # PF-GRID-21.1, -30.2
            else:
                if goes:  # not through the middle of what fills a part of both spaces
                    yield Stride(there, diagonal, doublings, extra)

    def _open(self, square: Square) -> bool:
        if not self.ground.inside(square):
            return False
        sign = self.ground.signs.get(square)
        if sign is None:
            return True
        if sign == SOLID:
            return self.ghost
        if sign == PIT:
            return self.light
        return sign != WATER or self.light or self.swims

    def _passes(self, here: Square, there: Square, diagonal: bool) -> bool:
        if self.ghost:
            return True
        if diagonal:
            return not closed_corner(self.ground, here, there)
        return not self.ground.walls or not walled(self.ground, here, there)

    def _hampered(self, here: Square, there: Square, diagonal: bool) -> tuple[int, int]:
        """Doublings of the cost, and squares beside it (PF-GRID-20, -22, -23, -30)."""
        if self.light:
            return 0, 0
        sign = self.ground.signs.get(there)
        slow = 1 if sign in SLOW or sign == LOW else 0
        barrier = not diagonal and bool(self.ground.walls) and low_between(self.ground, here, there)
        return slow, BARRIER if barrier else 0


def bodies(game: Game, figure: Creature) -> tuple[frozenset[Square], frozenset[Square], dict[Square, int]]:
    """Where a creature cannot be because of others, where that costs double, and the parts of a big one that meet them.

    PF-GRID-11, -12, -16, -17, -27.
    """
    key = ("bodies", figure.id)
    known: tuple[frozenset[Square], frozenset[Square], dict[Square, int]] | None = game.now.get(key)
    if known is not None:
        return known
    blocked: set[Square] = set()
    heavy: set[Square] = set()
    taken: set[Square] = set()
    own = (figure.id, figure.mount, figure.rider)
    for other in battle_of(game).here():
        if other.seat == figure.seat or other.id in own or other.hidden or other.inside:
            continue
        if other.conditions and helpless(game, other.id):
            if other.size >= HUGE or any(shape.heavy for shape in shapes_on(game, other.id)):  # PF-CND-13.2
                heavy.update(anchors(other.space, figure.span))
        elif abs(other.size - figure.size) < APART and figure.size >= SMALL:
            blocked.update(anchors(other.space, figure.span))
            taken.update(other.space.squares())
    parts = parts_taken(taken, figure.span) if figure.span > 1 else {}
    if parts:
        past = {square for square in blocked if squeezes_past(game, square, figure.span, parts.get(square, 0))}
        blocked, heavy = blocked - past, heavy | past
    found = game.now[key] = frozenset(blocked), frozenset(heavy), parts
    return found


def parts_taken(taken: Set[Square], span: int) -> dict[Square, int]:
    """For every place of a big creature where somebody is, the parts of it (a bit each, row by row) that meet them."""
    found: dict[Square, int] = {}
    for x, y in taken:
        for part in range(span * span):
            place = (x - part % span, y - part // span)
            found[place] = found.get(place, 0) | 1 << part
    return found


def squeezes_past(game: Game, place: Square, span: int, filled: int) -> bool:
    """Whether half of a big creature's width is left beside those who stand in a space (PF-GRID-27.1).

    ``filled``: the parts of the space in which they stand, as of `parts_taken`.
    """
    known, key = battle_of(game).ground.memory("passes"), (place, span, filled)
    if key not in known:
        known[key] = _squeezes(battle_of(game).ground, Space(*place, span), filled)
    return bool(known[key])


def _squeezes(ground: Ground, space: Space, filled: int) -> bool:
    return squeezes_in(space, frozenset(
        square for part, square in enumerate(space.squares())
        if not filled >> part & 1 and ground.inside(square) and ground.signs.get(square) not in (SOLID, PIT, WATER)
    ))  # fmt: skip


def filled(game: Game, figure: Creature) -> frozenset[Square]:
    """Where a creature cannot even slip through, because somebody fills its squares altogether (PF-GRID-19.1)."""
    return frozenset(
        square for foe in battle_of(game).foes_of(figure) if FILLS in sheet_of(game, foe).abilities
        for square in anchors(foe.space, figure.span)
    )  # fmt: skip


def anchors(space: Space, span: int) -> Iterator[Square]:
    """Where a space of ``span`` squares a side would share a square with another."""
    for x in range(space.x - span + 1, space.x + space.span):
        for y in range(space.y - span + 1, space.y + space.span):
            yield x, y


def seems_free(game: Game, figure: Creature, square: Square) -> bool:
    """Whether, by what a mover knows, a move may end at a square: of foes who hide there it knows nothing."""
    return may_stop(game, figure, square, known=True)


def may_stop(game: Game, figure: Creature, square: Square, *, known: bool = False) -> bool:
    """Whether a move may end with the creature's space at a square (PF-GRID-13); ``known``: hidden foes apart."""
    if figure.leash and held_back(game, figure.id, square):
        return False
    taken = occupants(game)
    own = (figure.id, figure.mount, figure.rider)
    figures = battle_of(game).figures
    for cell in Space(*square, figure.span).squares():
        for other in taken.get(cell, ()):
            if other in own or helpless(game, other):
                continue
            if known and figures[other].hidden and figures[other].seat != figure.seat:
                continue
            if figure.size >= SMALL and figures[other].size >= SMALL:
                return False
        if not room_for(game, figure, cell):
            return False
    return True


# --- where one gets -----------------------------------------------------------------------------------


def reachable(
    game: Game, it: Id, budget: int, way: str, *, odd: bool = False, spares: tuple[Id, ...] = (),
    unmet: tuple[Id, ...] = (),
) -> dict[Square, Reach]:  # fmt: skip
    """Every square where a move may end; of ways to it a safe one, else the cheapest (the journal tells its price).

    ``spares``: foes to whom leaving the first square gives no opportunity (PF-FULL-18.2); ``unmet``: those who get none
    at all.
    """
    key = ("reach", it, budget, way, odd, spares, unmet)
    known: dict[Square, Reach] | None = game.now.get(key)
    if known is None:
        figure, ways = figure_of(game, it), _Ways(game, it, budget, way, odd, spares, unmet)
        ends = (square for square in ways.ends if square != ways.start and seems_free(game, figure, square))
        known = game.now[key] = {square: ways.to(square) for square in ends}
    return known


def reach_to(game: Game, it: Id, budget: int, way: str, square: Square, *, odd: bool = False) -> Reach | None:
    """How a creature gets to one square where a move may end (see `reachable`), None if it does not."""
    known: dict[Square, Reach] | None = game.now.get(("reach", it, budget, way, odd, (), ()))
    if known is not None:
        return known.get(square)
    ways = _Ways(game, it, budget, way, odd)
    good = square in ways.ends and square != ways.start and seems_free(game, figure_of(game, it), square)
    return ways.to(square) if good else None


class _Ways:
    """The cheapest ways of a creature to all squares, and to those it can reach without giving an opportunity."""

    def __init__(
        self, game: Game, it: Id, budget: int, way: str, odd: bool, spares: tuple[Id, ...] = (),
        unmet: tuple[Id, ...] = (),
    ) -> None:  # fmt: skip
        self.figure = figure = figure_of(game, it)
        self.start = (figure.x, figure.y)
        self.every = explore(self.start, budget, StepsOf(game, figure, way), odd=odd)
        self.danger = watchers(game, figure, unmet, {square for square, _ in self.every})
        if spares and self.start in self.danger:
            left = tuple(foe for foe in self.danger.pop(self.start) if foe not in spares)
            self.danger |= {self.start: left} if left else {}
        self.safe: dict[tuple[Square, bool], Arrival] = self.every
        if self.danger:
            shunned = frozenset(self.danger)
            self.safe = explore(self.start, budget, StepsOf(game, figure, way, shunned), odd=odd)
        self.ends, self.quiet = best(self.every), best(self.safe)

    def to(self, square: Square) -> Reach:
        """The way to a square: a safe one, else the cheapest."""
        if square in self.quiet:
            calm = self.quiet[square]
            return Reach(calm.cost, way_to(square, calm.odd, self.safe), calm.odd)
        arrival = self.ends[square]
        path = way_to(square, arrival.odd, self.every)
        return Reach(arrival.cost, path, arrival.odd, provoked(self.danger, self.figure, path))


def watchers(
    game: Game, figure: Creature, unmet: tuple[Id, ...] = (), within: Set[Square] | None = None
) -> dict[Square, tuple[Id, ...]]:
    """The squares that a creature cannot leave without giving somebody an opportunity, and whom, as things stand.

    ``within``: of these squares only.
    """
    found: dict[Square, tuple[Id, ...]] = {}
    for foe in battle_of(game).foes_of(figure):
        if foe.id not in unmet and _watches(game, foe, figure):
            bare: dict[Square, bool] = game.near.setdefault(("bare", foe.id, figure.id), {})
            threatened = threatened_squares(game, foe.id, figure.span)
            for square in threatened if within is None else threatened & within:
                if square not in bare:
                    there = figure.space.at(*square)
                    bare[square] = cover_there(game, foe.id, figure.id, there) == NO_COVER  # PF-COV-06.1
                if bare[square]:
                    found[square] = (*found.get(square, ()), foe.id)
    return found


def _watches(game: Game, foe: Creature, figure: Creature) -> bool:
    """Whether a foe would take an opportunity that a creature gives it somewhere."""
    if figure.id in foe.met or foe.hidden:
        return False
    return ready_to_strike(game, foe.id) and sees(game, foe.id, figure.id)


def is_watched(game: Game, figure: Creature, square: Square) -> bool:
    """Whether a creature cannot leave a square without giving somebody an opportunity."""
    foes = battle_of(game).foes_of(figure)
    return any(square in threatened_squares(game, foe.id, figure.span) and _watches(game, foe, figure) for foe in foes)


def provoked(danger: dict[Square, tuple[Id, ...]], figure: Creature, path: tuple[Square, ...]) -> tuple[Id, ...]:
    """Whom a way would give an opportunity, in the order of the squares it leaves."""
    left = ((figure.x, figure.y), *path[:-1])
    return tuple(dict.fromkeys(foe for square in left for foe in danger.get(square, ())))


def square_options(found: dict[Square, Reach], rules: tuple[str, ...]) -> tuple[Option, ...]:
    """Squares as options: what each costs, and who may strike on the way."""
    return tuple(
        Option(name_of_square(square), {"cost": reach.cost, "by": reach.by}, rules)
        for square, reach in sorted(found.items())
    )


# --- going --------------------------------------------------------------------------------------------


class Gait:
    """How somebody goes along its way; this one is a plain walk, in which nothing happens beside what always does.

    ``times``: how often each square's cost counts; ``through``: whether it may enter squares of foes; ``watched``:
    whether `arrived` wants to know of every square; ``ends``: the rules by which its own doing may end the way.
    """

    times = 1
    through = False
    watched = False
    ends: tuple[RuleId, ...] = ()

    def heeds(self, game: Game, it: Id, there: Square) -> bool:
        """Whether something has to be settled before a square is entered, beside opportunities."""
        return False

    def enter(self, game: Game, it: Id, there: Square, struck: tuple[Id, ...]) -> Flow[tuple[Id, ...] | None]:
        """Settle it: who strikes after all of those who may, None if the way ends here."""
        yield from ()
        return struck

    def arrived(self, game: Game, it: Id) -> None:
        """Look about on a new square."""


PLAIN = Gait()


def _riding(figure: Creature) -> tuple[Id, ...]:
    """A mover, and who rides on it."""
    return (figure.id, figure.rider) if figure.rider else (figure.id,)


def walk(
    game: Game, it: Id, path: tuple[Square, ...], way: str, *, spares: tuple[Id, ...] = (), unmet: tuple[Id, ...] = (),
    step: bool = False, action: str = "move", gait: Gait = PLAIN,
) -> Flow[bool]:  # fmt: skip
    """Go along squares, resolving each interruption where it comes; False if the creature was stopped on the way.

    Args:
        it: who goes; path: the squares, start left out; way: on foot, in the air ...
        spares: foes who get no opportunity from the first square (a withdrawal); unmet: those who get none at all.
        step: a 1.5 m step, which gives none.
        action: as part of what, for those who have an action ready; gait: how it goes.
    """
    gone: list[Square] = []
    figure = figure_of(game, it)
    steps = StepsOf(game, figure, way, through=gait.through)
    alert = any(foe.ready for foe in battle_of(game).foes_of(figure))
    met = {one: approached(game, one, action, ()) for one in _riding(figure)} if alert else {}
    here, odd, cost = (figure.x, figure.y), figure.odd, 0
    legal, rider = here, figure.rider
    for number, there in enumerate(path):
        stride = next((s for s in steps(here) if s.to == there), None)
        if stride is None:
            break
        heeded = gait.heeds(game, it, there)
        if heeded or (not step and is_watched(game, figure_of(game, it), here)):
            _put(game, it, gone, cost, odd, step)
            gone, cost = [], 0
        struck = () if step or gone else given_at_leaving(game, it, (*unmet, *(spares if number == 0 else ())))
        left: tuple[Id, ...] | None = struck
        if struck or heeded:
            left = yield from gait.enter(game, it, there, struck)
        if left:
            yield from leave(game, it, left)
        if left is None or (left and not goes_on(game, it, here, rider)):
            game.do(Stopped(it=it, rules=gait.ends if left is None else ("PF-AOO-07.4", "PF-AOO-07.5")))
            put_back(game, it, here, legal)
            return False
        more, odd = price(stride.diagonal, odd, stride.doublings)
        cost += (more + stride.extra) * gait.times
        gone.append(there)
        flames = flames_between(game, here, there, figure.span)
        here = there
        legal = here if may_stop(game, figure, here) else legal
        if flames is not None:
            _put(game, it, gone, cost, odd, step)
            gone, cost = [], 0
            yield from sear(game, it, flames)
            if not goes_on(game, it, here):
                game.do(Stopped(it=it, rules=("PF-SPX-08.1",)))
                put_back(game, it, here, legal)
                return False
        if alert or gait.watched or on_the_lookout(game, it):
            _put(game, it, gone, cost, odd, step)
            gone, cost = [], 0
            gait.arrived(game, it)
            uncover(game, it)
        if alert:
            for one in met:
                by = approached(game, one, action, met[one])
                met[one] = (*met[one], *by)
                if by:
                    yield from meet(game, one, action, by)
            if not goes_on(game, it, here, rider):
                game.do(Stopped(it=it, rules=("PF-RDY-03.3",)))
                put_back(game, it, here, legal)
                return False
    _put(game, it, gone, cost, odd, step)
    return not path or not _bumps(game, it, here, legal)


def _bumps(game: Game, it: Id, here: Square, legal: Square) -> bool:
    """Whether a move has ended in the squares of a foe who hid there: it is found, the mover stays before it."""
    figure, figures = figure_of(game, it), battle_of(game).figures
    if (figure.x, figure.y) != here or here == legal:
        return False
    met = dict.fromkeys(one for cell in figure.space.squares() for one in occupants(game).get(cell, ()))
    unknown = [one for one in met if figures[one].hidden and figures[one].seat != figure.seat]
    for one in unknown:
        found = pinpoint if trace_of(game, one) is not None else reveal
        found(game, one, ("PF-SKL-06.3", "PF-GRID-13.1"))
    if unknown:
        game.do(Stopped(it=it, rules=("PF-GRID-13.1",)))
        put_back(game, it, here, legal)
    return bool(unknown)


def put_back(game: Game, it: Id, here: Square, legal: Square) -> None:
    """Whoever is stopped where it may not stay is put on the last square where it may (PF-GRID-29.1)."""
    figure = figure_of(game, it)
    if legal != here and (figure.x, figure.y) == here and figure.present:
        game.do(Moved(it=it, path=(legal,), forced=True, rules=("PF-GRID-29.1",)))


def _put(game: Game, it: Id, gone: list[Square], cost: int, odd: bool, step: bool) -> None:
    """Tell of the squares gone so far, if any."""
    if gone:
        rule = "PF-MISC-01.1" if step else "PF-MOV-02.1"
        game.do(Moved(it=it, path=tuple(gone), cost=cost, odd=odd, step=step, rules=(rule,)))


def given_at_leaving(game: Game, it: Id, spares: tuple[Id, ...]) -> tuple[Id, ...]:
    """Foes to whom a creature gives an opportunity by leaving the square on which it stands."""
    return tuple(foe for foe in leaving(game, it) if foe not in spares)


def goes_on(game: Game, it: Id, here: Square, rider: Id = "") -> bool:
    """Whether a mover that was struck can go on, and whoever rides it still directs it (PF-AOO-07.4, PF-MNT-16.3)."""
    figure = figure_of(game, it)
    if rider and (figure.rider != rider or not able(game, rider)):
        return False
    return able(game, it) and (figure.x, figure.y) == here and not figure.has(PRONE) and not barred(game, it, MOVE)


# --- actions ------------------------------------------------------------------------------------------


def way_of(game: Game, figure: Creature) -> str:
    """How a creature moves: on foot, in water with its fins, or else in the way it is fastest."""
    if speed_of(game, figure.id, LAND) and (figure.face or not figure.z):
        return SWIM if in_water(game, figure) and speed_of(game, figure.id, SWIM) else LAND
    return max((FLY, SWIM), key=lambda way: speed_of(game, figure.id, way))


def stride_of(game: Game, figure: Creature) -> int:
    """Squares that a move covers now: what is left of the one under way, or a whole one."""
    return figure.stride or speed_of(game, figure.id, way_of(game, figure))


def can_walk(game: Game, figure: Creature) -> bool:
    """Whether a creature can cover distance at all, on its feet, its wings or its fins; a rider does on its mount."""
    if figure.mount or (figure.rider and held_still(game, figure)):
        return False  # PF-MNT-04.2
    if figure.holds and figure.loosely:
        return False  # it drags along whom it holds with a part, or lets go
    if figure.conditions and (suffers(game, figure.id, PRONE) or barred(game, figure.id, MOVE)):
        return False
    return not in_water(game, figure) or way_of(game, figure) != LAND


def in_water(game: Game, figure: Creature) -> bool:
    """Whether somebody is in deep water (above it, if it flies)."""
    signs = battle_of(game).ground.signs
    return bool(signs) and any(signs.get(square) == WATER for square in figure.space.squares())


def move_cost(game: Game, it: Id, path: Path) -> str:
    """A move action, or nothing where one is under way."""
    return NONE if figure_of(game, it).stride else MOVE


def _moves(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    if figure.rider and not figure.stride and "move" in figure.did and at_one_pace(game, figure):
        return False
    return not figure.stepped and can_walk(game, figure) and stride_of(game, figure) > 0


def _move_branch(game: Game, it: Id, path: Path) -> Branch | None:
    figure = figure_of(game, it)
    if path:
        return None
    found = reachable(game, it, stride_of(game, figure), figure.way if figure.stride else way_of(game, figure),
                      odd=figure.odd)  # fmt: skip
    return Branch("square", square_options(only_away(game, figure, found), ("PF-MOV-02.1",)))


def only_away(game: Game, figure: Creature, found: dict[Square, Reach]) -> dict[Square, Reach]:
    """Of the squares of a move those that lead away from what somebody fears; all of them for the brave."""
    foes = feared(game, figure)
    if not foes:
        return found
    return {square: reach for square, reach in found.items() if away(figure, foes, square)}


def _random_walk(game: Game, it: Id, rng: Random) -> Path | None:
    """Some square where a move may end, found by walking at random."""
    figure = figure_of(game, it)
    if feared(game, figure):
        return None
    way = figure.way if figure.stride else way_of(game, figure)
    budget, odd, here = stride_of(game, figure), figure.odd, (figure.x, figure.y)
    steps = StepsOf(game, figure, way)
    ends: list[Square] = []
    for _ in range(budget):
        choices = list(steps(here))
        if not choices:
            break
        stride = rng.choice(choices)
        more, odd = price(stride.diagonal, odd, stride.doublings)
        budget -= more + stride.extra
        if budget < 0:
            break
        here = stride.to
        if here != (figure.x, figure.y) and seems_free(game, figure, here):
            ends.append(here)
    return (name_of_square(rng.choice(ends)),) if ends else None


def _any_square(game: Game, it: Id) -> bool:
    """Whether a move leads anywhere: to a neighbouring square, or farther on where those are taken."""
    if not _moves(game, it):
        return False
    figure = figure_of(game, it)
    budget = stride_of(game, figure)
    steps = StepsOf(game, figure, figure.way if figure.stride else way_of(game, figure))
    for stride in () if feared(game, figure) else steps((figure.x, figure.y)):
        more, _ = price(stride.diagonal, figure.odd, stride.doublings)
        if more + stride.extra <= budget and seems_free(game, figure, stride.to):
            return True
    return bool(_move_branch(game, it, ()).options)  # type: ignore[union-attr]


@deed("move", move_cost, ("PF-MOV-02.1",), offered=_any_square, grow=_move_branch, sample=_random_walk, walks=True)
def move(game: Game, it: Id, path: Path) -> Flow[None]:
    """Up to the speed; what is left of it may be used until something else is done (PF-MOV-02)."""
    figure = figure_of(game, it)
    way = figure.way if figure.stride else way_of(game, figure)
    budget = stride_of(game, figure)
    target = square_named(str(path[0]))
    reach = reach_to(game, it, budget, way, target, odd=figure.odd) if target is not None else None
    if reach is None:
        return
    way = set_out(game, it)
    hasty = 2 * (figure.walked + reach.cost) > speed_of(game, it, way)
    if hasty and suffers(game, it, BLINDED):
        yield from _gropes(game, it, reach.way, way)
    else:
        yield from walk(game, it, reach.way, way)


def set_out(game: Game, it: Id) -> str:
    """Begin a move, or go on with the one under way; returns in which way it goes."""
    figure = figure_of(game, it)
    if figure.stride:
        return figure.way
    way = way_of(game, figure)
    game.do(StrideBegan(it=it, squares=stride_of(game, figure), way=way, rules=("PF-MOV-02.1",)))
    return way


def _gropes(game: Game, it: Id, path: tuple[Square, ...], way: str) -> Flow[None]:
    """Beyond half its speed a blind creature has to keep its feet, or it falls there (PF-CND-01.4)."""
    slow = _within(game, it, path, way, speed_of(game, it, way) // 2)
    if slow and not (yield from walk(game, it, path[:slow], way)):
        return
    if skill(game, it, "acrobazia", GROPE_DC, ("PF-CND-01.4",), cause="blind"):
        yield from walk(game, it, path[slow:], way)
    else:
        game.do(ConditionBegan(it=it, condition=PRONE, rules=("PF-CND-01.4",)))
        game.do(Stopped(it=it, rules=("PF-CND-01.4",)))


def _within(game: Game, it: Id, path: tuple[Square, ...], way: str, budget: int) -> int:
    """How many squares of a way a creature covers with what is left of a budget, ending where it may stop."""
    figure = figure_of(game, it)
    steps, here, odd, cost, most = StepsOf(game, figure, way), (figure.x, figure.y), figure.odd, figure.walked, 0
    for number, there in enumerate(path, 1):
        stride = next(s for s in steps(here) if s.to == there)
        more, odd = price(stride.diagonal, odd, stride.doublings)
        cost, here = cost + more + stride.extra, there
        if cost <= budget and seems_free(game, figure, here):
            most = number
    return most


def step_squares(game: Game, it: Id) -> list[Square]:
    """Where a 1.5 m step leads: not into difficult terrain or in darkness, nor for the slow (PF-MISC-02, -03)."""
    figure = figure_of(game, it)
    if figure.walked or figure.stepped or not can_walk(game, figure) or suffers(game, it, BLINDED):
        return []
    way = way_of(game, figure)
    if speed_of(game, it, way) <= 1 or battle_of(game).ground.light == "dark":
        return []
    steps = StepsOf(game, figure, way)
    start = (figure.x, figure.y)
    return [s.to for s in steps(start) if not s.doublings and not s.extra and seems_free(game, figure, s.to)]


def _step_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if path:
        return None
    squares = sorted(step_squares(game, it))
    return Branch("square", tuple(Option(name_of_square(s), {"cost": 1}, ("PF-MISC-01.2",)) for s in squares))


@deed("step", NONE, ("PF-MISC-01.1",), offered=lambda game, it: bool(step_squares(game, it)), grow=_step_branch)
def step(game: Game, it: Id, path: Path) -> Flow[None]:
    """A 1.5 m step, which never provokes (PF-MISC-01)."""
    target = square_named(str(path[0]))
    if target in step_squares(game, it):
        assert target is not None
        yield from walk(game, it, (target,), way_of(game, figure_of(game, it)), step=True)


def slog_squares(game: Game, it: Id) -> list[Square]:
    """Neighbouring squares to one who has not even the speed for one of them (PF-GRID-31)."""
    figure = figure_of(game, it)
    if figure.walked or figure.stepped or not can_walk(game, figure) or _any_square(game, it):
        return []
    steps = StepsOf(game, figure, way_of(game, figure))
    return [s.to for s in steps((figure.x, figure.y)) if seems_free(game, figure, s.to)]


def _slog_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if path:
        return None
    given = leaving(game, it)
    found = {square: Reach(1, (square,), odd=False, by=given) for square in slog_squares(game, it)}
    return Branch("square", square_options(found, ("PF-GRID-31.1",)))


@deed("slog", FULL, ("PF-FULL-07.1", "PF-GRID-31.1"), offered=lambda game, it: bool(slog_squares(game, it)),
      grow=_slog_branch, walks=True)  # fmt: skip
def slog(game: Game, it: Id, path: Path) -> Flow[None]:
    """One square in any direction with the whole round, however hampered; it provokes (PF-FULL-07, PF-GRID-31)."""
    target = square_named(str(path[0]))
    assert target is not None
    yield from walk(game, it, (target,), way_of(game, figure_of(game, it)))


def _lies(game: Game, it: Id) -> bool:
    return figure_of(game, it).has(PRONE)


@deed("stand", MOVE, ("PF-MOV-06.1",), needs="conditions", offered=_lies, provokes=True)
def stand(game: Game, it: Id, path: Path) -> Flow[None]:
    """Stand up; whoever threatens strikes while one still lies (PF-MOV-06.2)."""
    yield from ()
    if figure_of(game, it).has(PRONE):
        game.do(ConditionEnded(it=it, condition=PRONE, rules=("PF-MOV-06.6",)))


@deed("drop_prone", FREE, ("PF-FREE-02.1",), offered=lambda game, it: not _lies(game, it))
def drop_prone(game: Game, it: Id, path: Path) -> Flow[None]:
    """Lie down where one stands."""
    yield from ()
    game.do(ConditionBegan(it=it, condition=PRONE, rules=("PF-FREE-02.1",)))


def crawl_squares(game: Game, it: Id) -> list[Square]:
    """Neighbouring squares to which one can crawl."""
    figure = figure_of(game, it)
    if not figure.has(PRONE) or figure.stepped or figure.mount or barred(game, it, MOVE):
        return []
    steps = StepsOf(game, figure, LAND)
    return [s.to for s in steps((figure.x, figure.y)) if seems_free(game, figure, s.to)]


def _crawl_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if path:
        return None
    given = strikers(game, it)
    found = {square: Reach(1, (square,), odd=False, by=given) for square in crawl_squares(game, it)}
    return Branch("square", square_options(found, ("PF-MOV-05.1",)))


@deed("crawl", MOVE, ("PF-MOV-05.1",), offered=lambda game, it: bool(crawl_squares(game, it)), grow=_crawl_branch,
      walks=True)  # fmt: skip
def crawl(game: Game, it: Id, path: Path) -> Flow[None]:
    """1.5 m on all fours; whoever threatens the square left or the square reached gets an opportunity (PF-MOV-05.2)."""
    target = square_named(str(path[0]))
    if target not in crawl_squares(game, it):
        return
    assert target is not None
    first = strikers(game, it)
    yield from provoke(game, it, "crawl", first)
    if not able(game, it) or target not in crawl_squares(game, it):
        return
    game.do(Moved(it=it, path=(target,), cost=1, odd=figure_of(game, it).odd, rules=("PF-MOV-05.1",)))
    yield from provoke(game, it, "crawl", tuple(foe for foe in strikers(game, it) if foe not in first))


def withdraw_reach(game: Game, it: Id) -> dict[Square, Reach]:
    figure = figure_of(game, it)
    way = way_of(game, figure)
    times = 1 if limited_turn(game, figure) else 2  # PF-FULL-19.1
    budget, spares = times * speed_of(game, it, way), _seen_foes(game, figure)
    return only_away(game, figure, reachable(game, it, budget, way, odd=figure.odd, spares=spares))


def _seen_foes(game: Game, figure: Creature) -> tuple[Id, ...]:
    """The foes somebody sees: leaving its square in a withdrawal gives them no opportunity (PF-FULL-18.2, .3)."""
    return tuple(foe.id for foe in battle_of(game).foes_of(figure) if sees(game, figure.id, foe.id))


def _withdraw_branch(game: Game, it: Id, path: Path) -> Branch | None:
    return None if path else Branch("square", square_options(withdraw_reach(game, it), ("PF-FULL-18.1",)))


def _out_of_its_element(game: Game, figure: Creature) -> bool:
    """Whether somebody would have to swim out of where it is and has no speed for that (PF-FULL-18.7)."""
    signs = battle_of(game).ground.signs
    wet = any(signs.get(square) == WATER for square in figure.space.squares())
    return wet and way_of(game, figure) == LAND and not speed_of(game, figure.id, SWIM)


def _withdraws(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    if figure.stepped or suffers(game, it, BLINDED) or not _moves(game, it) or _out_of_its_element(game, figure):
        return False
    return bool(leaving(game, it)) and bool(withdraw_reach(game, it))


@deed("withdraw", FULL, ("PF-FULL-18.1",), offered=_withdraws, grow=_withdraw_branch, walks=True, limited=STANDARD)
def withdraw(game: Game, it: Id, path: Path) -> Flow[None]:
    """Up to twice the speed; foes one sees get no opportunity from the first square (PF-FULL-18.2)."""
    figure = figure_of(game, it)
    found = withdraw_reach(game, it)
    target = square_named(str(path[0]))
    if target not in found:
        return
    yield from walk(game, it, found[target].way, way_of(game, figure), spares=_seen_foes(game, figure))


def at_the_edge(battle: Battle, figure: Creature) -> bool:
    """Whether a creature stands at the border of the board."""
    ground, space = battle.ground, figure.space
    return (
        space.x == 0 or space.y == 0 or space.x + space.span == ground.width or space.y + space.span == ground.depth
    )  # fmt: skip


@deed("leave", MOVE, ("PF-FULL-18.8",), walks=True, leaves=True,
      offered=lambda game, it: _moves(game, it) and at_the_edge(battle_of(game), figure_of(game, it)))  # fmt: skip
def leave_board(game: Game, it: Id, path: Path) -> Flow[None]:
    """Walk off the board, out of the battle."""
    struck = leaving(game, it)
    if struck:
        yield from leave(game, it, struck)
    if able(game, it):
        rider = figure_of(game, it).rider
        game.do(Fled(it=it, why="left", rules=("PF-FULL-18.8",)))
        if rider:
            game.do(Fled(it=rider, why="left", rules=("PF-FULL-18.8", "PF-MNT-04.2")))
