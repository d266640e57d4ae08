"""Ways over squares: what a step costs, where a creature gets, and whom that gives an opportunity (PF-MOV, PF-GRID)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from msgspec import Struct

from arbitro.engine.forms import Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import AROUND, Arrival, Space, Square, Stride, best, explore, way_to
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
    zone_squares,
)
from arbitro.rulesets.pathfinder.lookups import barred, battle_of, figure_of, helpless, shapes_on, sheet_of, suffers
from arbitro.rulesets.pathfinder.numbers import speed_of
from arbitro.rulesets.pathfinder.saddle import held_still
from arbitro.rulesets.pathfinder.sight import NO_COVER, cover_there, sees
from arbitro.rulesets.pathfinder.state import (
    FLY,
    HUGE,
    INCORPOREAL_BODY,
    LAND,
    MOVE,
    PRONE,
    SMALL,
    SWIM,
    WATER_WALKING,
    Creature,
    Ground,
    name_of_square,
)
from arbitro.rulesets.pathfinder.threat import ready_to_strike, threatened_squares
from arbitro.rulesets.pathfinder.throwing import held_back

APART = 3  # size categories, PF-GRID-17
BARRIER = 2  # squares that a low wall costs beside the square beyond, PF-GRID-23
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
        if battle_of(game).zones and not self.light:
            thick = (square for square in zone_squares(battle_of(game)) if self.ground.signs.get(square) not in SLOW)
            self.heavy = self.heavy | {anchor for square in thick for anchor in anchors(Space(*square), self.span)}
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
        elif bars_the_way(game, figure, other):
            blocked.update(anchors(other.space, figure.span))
            taken.update(other.space.squares())
    parts = parts_taken(taken, figure.span) if figure.span > 1 else {}
    if parts:
        past = {square for square in blocked if squeezes_past(game, square, figure.span, parts.get(square, 0))}
        blocked, heavy = blocked - past, heavy | past
    found = game.now[key] = frozenset(blocked), frozenset(heavy), parts
    return found


def bars_the_way(game: Game, figure: Creature, foe: Creature) -> bool:
    """Whether a foe lets nobody of a mover's size through its squares (PF-GRID-12, -16, -17)."""
    near = abs(foe.size - figure.size) < APART and figure.size >= SMALL
    return near and not (foe.conditions and helpless(game, foe.id))


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


# --- how fast ---------------------------------------------------------------------------------------


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
