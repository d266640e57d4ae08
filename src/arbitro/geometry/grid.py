"""A board of squares: spaces, distances with alternating diagonals, straight lines between corners, ways.

A square is ``(column, row)``, row 0 at the bottom. A space is a square and how many squares its sides have, counted up
and to the right. Points of lines are given in half squares, so that corners have even and centres odd coordinates;
everything is exact, in whole numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

Square = tuple[int, int]
Point = tuple[int, int]
Solid = Callable[[Square], bool]

AROUND: tuple[Square, ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The eight directions, counter-clockwise from the right."""


class Space(NamedTuple):
    """The squares that something fills: ``span`` by ``span`` of them, the lowest leftmost being ``(x, y)``."""

    x: int
    y: int
    span: int = 1

    def squares(self) -> tuple[Square, ...]:
        """All of them, row by row.

        >>> Space(3, 1, 2).squares()
        ((3, 1), (4, 1), (3, 2), (4, 2))
        """
        if self.span == 1:
            return ((self.x, self.y),)
        return tuple((self.x + i, self.y + j) for j in range(self.span) for i in range(self.span))

    def at(self, x: int, y: int) -> Space:
        """The same space elsewhere."""
        return Space(x, y, self.span)

    def corners(self) -> tuple[Point, ...]:
        """Its four corners, in half squares."""
        lo_x, lo_y, hi_x, hi_y = 2 * self.x, 2 * self.y, 2 * (self.x + self.span), 2 * (self.y + self.span)
        return ((lo_x, lo_y), (hi_x, lo_y), (lo_x, hi_y), (hi_x, hi_y))

    def centre(self) -> Point:
        """Its centre, in half squares.

        >>> Space(0, 0).centre(), Space(0, 0, 2).centre()
        ((1, 1), (2, 2))
        """
        return 2 * self.x + self.span, 2 * self.y + self.span


def counted(dx: int, dy: int) -> int:
    """Squares of a way ``dx`` columns and ``dy`` rows long: every second diagonal counts as two.

    >>> counted(3, 0), counted(1, 1), counted(2, 2), counted(3, 3), counted(5, 2)
    (3, 1, 3, 4, 6)
    """
    dx, dy = abs(dx), abs(dy)
    return max(dx, dy) + min(dx, dy) // 2


def gaps(a: Space, b: Space) -> tuple[int, int]:
    """Columns and rows from the nearest square of one space to the nearest of the other."""
    left, low, span = a
    x, y, theirs = b
    dx = x - left - span + 1 if x > left else left - x - theirs + 1
    dy = y - low - span + 1 if y > low else low - y - theirs + 1
    return dx if dx > 0 else 0, dy if dy > 0 else 0


def distance(a: Space, b: Space) -> int:
    """Squares between two spaces, nearest to nearest: 1 for adjacent ones, 0 where they share a square.

    >>> distance(Space(0, 0), Space(1, 1)), distance(Space(0, 0, 2), Space(2, 5))
    (1, 4)
    """
    dx, dy = gaps(a, b)
    return dx + dy // 2 if dx > dy else dy + dx // 2


def adjacent(a: Space, b: Space) -> bool:
    """Whether two spaces touch, at a corner too, and share no square."""
    return max(gaps(a, b)) == 1


def ring(space: Space, least: int, most: int) -> frozenset[Square]:
    """The squares from ``least`` to ``most`` squares away from a space.

    >>> len(ring(Space(5, 5), 1, 1)), len(ring(Space(5, 5), 2, 2)), len(ring(Space(5, 5, 2), 1, 1))
    (8, 12, 12)
    """
    reach = range(-most, most + space.span)
    return frozenset(
        (space.x + i, space.y + j)
        for i in reach for j in reach if least <= distance(space, Space(space.x + i, space.y + j)) <= most
    )  # fmt: skip


# --- straight lines -----------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def crossed(p: Point, q: Point) -> tuple[Square, ...]:
    """The squares whose inside a straight line meets, in order; one that runs along a border meets neither side.

    >>> crossed((0, 0), (6, 2)), crossed((0, 0), (4, 4)), crossed((0, 0), (4, 0))
    (((0, 0), (1, 0), (2, 0)), ((0, 0), (1, 1)), ())
    >>> crossed((1, 1), (1, 5))
    ((0, 0), (0, 1), (0, 2))
    """
    if p == q:
        return ()
    if p[0] == q[0]:
        return () if p[0] % 2 == 0 else _straight(p[1], q[1], lambda row: (p[0] // 2, row))
    if p[1] == q[1]:
        return () if p[1] % 2 == 0 else _straight(p[0], q[0], lambda column: (column, p[1] // 2))
    if p[0] > q[0]:
        return crossed(q, p)[::-1]
    dx, dy = q[0] - p[0], q[1] - p[1]
    found: list[Square] = []
    for column in range(p[0] // 2, -(-q[0] // 2)):
        near = p[1] * dx + dy * (max(p[0], 2 * column) - p[0])  # height times dx where the line enters the column
        far = p[1] * dx + dy * (min(q[0], 2 * column + 2) - p[0])
        lo, hi = min(near, far), max(near, far)
        rows = range(lo // (2 * dx), -(-hi // (2 * dx)))
        found += [(column, row) for row in (rows if dy > 0 else reversed(rows))]
    return tuple(found)


def _straight(a: int, b: int, square: Callable[[int], Square]) -> tuple[Square, ...]:
    rows = range(min(a, b) // 2, -(-max(a, b) // 2))
    return tuple([square(row) for row in (rows if a < b else reversed(rows))])


def lattice(p: Point, q: Point) -> Iterator[Point]:
    """The corners of squares that lie on a line, its ends left out."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    steps = max(abs(dx), abs(dy))
    for n in range(1, steps):
        if dx * n % steps == 0 and dy * n % steps == 0:
            x, y = p[0] + dx * n // steps, p[1] + dy * n // steps
            if x % 2 == 0 and y % 2 == 0:
                yield x, y


def cuts(p: Point, q: Point, solid: Solid, wall: Callable[[Square, Square], bool] | None = None) -> bool:
    """Whether a line meets a solid square, a wall between two squares, or has to pass between two that touch.

    Args:
        p, q: its ends, in half squares.
        solid: whether a square stops lines; a line along its border is not stopped, unless both sides are solid.
        wall: whether there is a wall between two neighbouring squares; None: there are none.
    """
    squares = crossed(p, q)
    if any(solid(square) for square in squares):
        return True
    if wall is not None and any(_walled(a, b, wall) for a, b in itertools.pairwise(squares)):
        return True
    if not squares and _along(p, q, solid):
        return True
    return any(_pinched(point, p, q, solid, wall) for point in lattice(p, q))


def _walled(a: Square, b: Square, wall: Callable[[Square, Square], bool]) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 and wall(a, b)


def _along(p: Point, q: Point, solid: Solid) -> bool:
    """A line along borders, with a solid square on both sides of one of them."""
    if p[0] == q[0]:
        column = p[0] // 2
        rows = range(min(p[1], q[1]) // 2, max(p[1], q[1]) // 2)
        return any(solid((column - 1, row)) and solid((column, row)) for row in rows)
    row = p[1] // 2
    columns = range(min(p[0], q[0]) // 2, max(p[0], q[0]) // 2)
    return any(solid((column, row - 1)) and solid((column, row)) for column in columns)


def _pinched(point: Point, p: Point, q: Point, solid: Solid, wall: Callable[[Square, Square], bool] | None) -> bool:
    """At a corner that a line passes: something solid on its left and on its right."""
    x, y = point[0] // 2, point[1] // 2
    way = (q[0] - p[0], q[1] - p[1])
    around = ((x, y), (x - 1, y), (x - 1, y - 1), (x, y - 1))
    left = right = False
    for square in around:
        side = way[0] * (2 * square[1] + 1 - point[1]) - way[1] * (2 * square[0] + 1 - point[0])
        if side and solid(square):
            left, right = left or side > 0, right or side < 0
    if wall is not None:
        for (dx, dy), (a, b) in zip(((1, 0), (0, 1), (-1, 0), (0, -1)), _borders(around), strict=True):
            side = way[0] * dy - way[1] * dx
            if side and wall(a, b):
                left, right = left or side > 0, right or side < 0
    return left and right


def _borders(around: tuple[Square, ...]) -> tuple[tuple[Square, Square], ...]:
    """The pairs of squares on both sides of the borders that leave a corner: right, up, left, down."""
    return (around[3], around[0]), (around[0], around[1]), (around[1], around[2]), (around[2], around[3])


# --- areas --------------------------------------------------------------------------------------------


def _far(step: int) -> int:
    """The far border of a square ``step`` columns (or rows) from a corner, the square at 0 being right of it."""
    return step + 1 if step >= 0 else step


def burst(corner: Square, radius: int) -> frozenset[Square]:
    """The squares about a corner whose far corner is within ``radius`` squares.

    Args:
        corner: the square of which it is the lowest leftmost corner.

    >>> [len(burst((5, 5), radius)) for radius in (1, 2, 4)]
    [4, 12, 44]
    """
    x, y = corner
    return frozenset((x + i, y + j) for i, j in _burst(radius))


@cache
def _burst(radius: int) -> frozenset[Square]:
    reach = range(-radius, radius)
    return frozenset((i, j) for i in reach for j in reach if counted(_far(i), _far(j)) <= radius)


def cone(corner: Square, way: Square, length: int) -> frozenset[Square]:
    """A quarter of a burst that opens along one of the eight directions (see `AROUND`) from a corner.

    >>> len(cone((5, 5), (1, 1), 3)), len(cone((5, 5), (1, 0), 3))
    (6, 8)
    """
    x, y = corner
    return frozenset((x + i, y + j) for i, j in _cone(way, length))


@cache
def _cone(way: Square, length: int) -> frozenset[Square]:
    dx, dy = way
    found = []
    for i, j in _burst(length):
        a, b = _far(i), _far(j)
        ahead = (a * dx > 0 and b * dy > 0) if dx and dy else a * dx + b * dy >= abs(a * dy) + abs(b * dx)
        if ahead:
            found.append((i, j))
    return frozenset(found)


def beam(corner: Square, through: Point, length: int) -> tuple[Square, ...]:
    """The squares that a line from a corner through a point (in half squares) passes, as far as ``length`` squares.

    >>> beam((0, 0), (5, 1), 4)
    ((0, 0), (1, 0), (2, 0), (3, 0))
    """
    p = (2 * corner[0], 2 * corner[1])
    dx, dy = through[0] - p[0], through[1] - p[1]
    times = 2 * length // max(abs(dx), abs(dy), 1) + 1
    line = crossed(p, (p[0] + times * dx, p[1] + times * dy))
    return tuple(
        square for square in line if counted(_far(square[0] - corner[0]), _far(square[1] - corner[1])) <= length
    )


def spread(corner: Square, radius: int, steps: Callable[[Square], Iterable[Stride]]) -> frozenset[Square]:
    """The squares that something reaches from a corner along ways of at most ``radius`` squares, round obstacles.

    Args:
        steps: where it goes on from a square (see `explore`); the four squares about the corner are entered first.
    """
    x, y = corner
    found: set[Square] = set()
    for start in ((x, y), (x - 1, y), (x - 1, y - 1), (x, y - 1)):
        found.update(square for square, _ in explore(start, radius - 1, steps, odd=True))
    return frozenset(found)


# --- ways ---------------------------------------------------------------------------------------------


class Stride(NamedTuple):
    """A step to a neighbouring square: where to, whether along a diagonal, how often its cost is doubled, and more."""

    to: Square
    diagonal: bool
    doublings: int = 0
    extra: int = 0


class Arrival(NamedTuple):
    """How a square is reached: cost in squares, whether the next diagonal counts as two, and where from."""

    cost: int
    odd: bool
    back: tuple[Square, bool] | None


def price(diagonal: bool, odd: bool, doublings: int) -> tuple[int, bool]:
    """Squares that a step costs, and whether the next diagonal counts as two.

    Doubled, a step costs 2 and a diagonal 3, twice doubled 4 and 6, and so on; such diagonals do not alternate.

    >>> price(True, False, 0), price(True, True, 0), price(True, True, 1), price(False, True, 2)
    ((1, True), (2, False), (3, True), (4, True))
    """
    if doublings:
        return (3 if diagonal else 2) << (doublings - 1), odd
    return (1 + (diagonal and odd), not odd) if diagonal else (1, odd)


def explore(
    start: Square, budget: int, steps: Callable[[Square], Iterable[Stride]], *, odd: bool = False
) -> dict[tuple[Square, bool], Arrival]:
    """All squares within ``budget``, by square and whether the next diagonal counts as two, as cheaply as may be.

    Of ways that cost the same, the one found first counts, so that the same board always gives the same ways.
    """
    found: dict[tuple[Square, bool], Arrival] = {}
    waiting: list[list[tuple[Square, bool, tuple[Square, bool] | None]]] = [[] for _ in range(budget + 1)]
    waiting[0].append((start, odd, None))
    for cost, arrived in enumerate(waiting):
        for square, parity, back in arrived:
            here = (square, parity)
            if here in found:
                continue
            found[here] = Arrival(cost, parity, back)
            for to, diagonal, doublings, extra in steps(square):
                if doublings:
                    total, after = cost + extra + ((3 if diagonal else 2) << (doublings - 1)), parity
                elif diagonal:
                    total, after = cost + extra + 1 + parity, not parity
                else:
                    total, after = cost + extra + 1, parity
                if total <= budget and (to, after) not in found:
                    waiting[total].append((to, after, here))
    return found


def best(found: dict[tuple[Square, bool], Arrival]) -> dict[Square, Arrival]:
    """The cheapest arrival at each square; of equal ones that after which the next diagonal counts as one."""
    chosen: dict[Square, Arrival] = {}
    for (square, _), arrival in found.items():
        old = chosen.get(square)
        if old is None or (arrival.cost, arrival.odd) < (old.cost, old.odd):
            chosen[square] = arrival
    return chosen


def way_to(square: Square, odd: bool, found: dict[tuple[Square, bool], Arrival]) -> tuple[Square, ...]:
    """The squares of a way found by `explore`, the start left out."""
    way: list[Square] = []
    here: tuple[Square, bool] | None = (square, odd)
    while here is not None:
        way.append(here[0])
        here = found[here].back
    return tuple(reversed(way[:-1]))
