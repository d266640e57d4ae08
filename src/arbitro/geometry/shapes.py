"""Bases and areas: plain values in units; the plane has x to the right and y away from the reader."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from math import isqrt
from typing import Protocol

from msgspec import Struct

from arbitro.geometry.trig import UNIT, unit

Point = tuple[int, int]
Box = tuple[int, int, int, int]
Points = tuple[Point, ...]


class Footprint(Protocol):
    """Whatever stands on the table: a disc of radius r, or (r == 0) a rectangle w across and d along `facing`."""

    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def r(self) -> int: ...
    @property
    def w(self) -> int: ...
    @property
    def d(self) -> int: ...
    @property
    def facing(self) -> int: ...


class Base(Struct, frozen=True):
    """A base: round with radius r, else w x d turned to `facing` (milli-degrees)."""

    x: int
    y: int
    r: int = 0
    w: int = 0
    d: int = 0
    facing: int = 0


def moved(base: Footprint, x: int, y: int) -> Base:
    """The same base with its centre at (x, y)."""
    return Base(x, y, base.r, base.w, base.d, base.facing)


@lru_cache(maxsize=4096)
def corner_offsets(w: int, d: int, facing: int) -> Points:
    """Corners of a w x d rectangle about its centre, counter-clockwise, rounded to integers."""
    c, s = unit(facing)
    found = []
    for along, across in ((d, -w), (d, w), (-d, w), (-d, -w)):
        # halves and the scale of the unit vector are divided out once, rounding half up
        found.append(((along * c - across * s + UNIT) // (2 * UNIT), (along * s + across * c + UNIT) // (2 * UNIT)))
    return tuple(found)


def corners(base: Footprint) -> Points:
    """Corners of a rectangular base in place, counter-clockwise.

    >>> corners(Base(0, 0, w=2000, d=4000, facing=0))
    ((2000, -1000), (2000, 1000), (-2000, 1000), (-2000, -1000))
    """
    x, y = base.x, base.y
    return tuple((x + ox, y + oy) for ox, oy in corner_offsets(base.w, base.d, base.facing))


def longest_diameter(base: Footprint) -> int:
    """Longest way across a base in units (a diagonal is rounded up).

    >>> longest_diameter(Base(0, 0, r=1250)), longest_diameter(Base(0, 0, w=3000, d=4000))
    (2500, 5000)
    """
    return 2 * base.r if base.r else ceil_sqrt(base.w * base.w + base.d * base.d)


def ceil_sqrt(n: int) -> int:
    """Least integer whose square is at least n.

    >>> ceil_sqrt(0), ceil_sqrt(16), ceil_sqrt(17)
    (0, 4, 5)
    """
    return isqrt(n - 1) + 1 if n > 0 else 0


def extent(base: Footprint) -> int:
    """Radius of a disc about the centre that holds the whole base."""
    return base.r or _extent(base.w, base.d, base.facing)


@lru_cache(maxsize=4096)
def _extent(w: int, d: int, facing: int) -> int:
    return max(ceil_sqrt(x * x + y * y) for x, y in corner_offsets(w, d, facing))


class Polygon(Struct, frozen=True, dict=True, tag="polygon"):
    """A simple polygon; build it with `polygon()`, which checks it and makes it counter-clockwise."""

    points: Points

    @cached_property
    def box(self) -> Box:
        xs = [x for x, _ in self.points]
        ys = [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def edges(self) -> tuple[tuple[int, int, int, int], ...]:
        """Each edge as (x0, y0, x1, y1)."""
        ends = self.points[1:] + self.points[:1]
        return tuple((a[0], a[1], b[0], b[1]) for a, b in zip(self.points, ends, strict=True))

    @cached_property
    def convex(self) -> bool:
        return is_convex(self.points)

    @cached_property
    def parts(self) -> tuple[Points, ...]:
        """Convex pieces that make up the polygon: itself, or triangles."""
        return (self.points,) if self.convex else triangles(self.points)


class Disc(Struct, frozen=True, dict=True, tag="disc"):
    """A round area."""

    x: int
    y: int
    r: int

    @cached_property
    def box(self) -> Box:
        return self.x - self.r, self.y - self.r, self.x + self.r, self.y + self.r


Area = Polygon | Disc


def polygon(points: Iterable[Point]) -> Polygon:
    """A polygon of at least three corners in units, either way round.

    Raises ValueError if it has no surface or crosses itself.
    """
    ring = tuple((int(x), int(y)) for x, y in points)
    if len(ring) > 1 and ring[0] == ring[-1]:
        ring = ring[:-1]
    area2 = twice_area(ring)
    if len(ring) < 3 or not area2:
        raise ValueError("a polygon needs three corners that are not in one line")
    if not _simple(ring):
        raise ValueError("the edges of a polygon may not cross or touch each other")
    return Polygon(ring if area2 > 0 else ring[::-1])


def rectangle(x: int, y: int, width: int, depth: int) -> Polygon:
    """The rectangle with lowest corner (x, y), in units."""
    return polygon(((x, y), (x + width, y), (x + width, y + depth), (x, y + depth)))


def twice_area(points: Points) -> int:
    """Twice the signed surface, positive counter-clockwise."""
    if not points:
        return 0
    ends = points[1:] + points[:1]
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, ends, strict=True))


def cross(a: Point, b: Point, c: Point) -> int:
    """Twice the signed surface of the triangle a, b, c: positive if c lies to the left of a -> b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_convex(points: Points) -> bool:
    """Whether a counter-clockwise ring never turns right."""
    n = len(points)
    return all(cross(points[i], points[(i + 1) % n], points[(i + 2) % n]) >= 0 for i in range(n))


def hull(points: Iterable[Point]) -> Points:
    """Convex hull, counter-clockwise, without corners in line."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    chains: list[list[Point]] = []
    for run in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for p in run:
            while len(chain) > 1 and cross(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        chains.append(chain[:-1])
    return tuple(chains[0] + chains[1])


def triangles(points: Points) -> tuple[Points, ...]:
    """A counter-clockwise simple polygon cut into triangles (ear clipping)."""
    ring = list(points)
    found: list[Points] = []
    while len(ring) > 3:
        n = len(ring)
        for i in range(n):
            a, b, c = ring[i - 1], ring[i], ring[(i + 1) % n]
            turn = cross(a, b, c)
            if turn == 0:
                del ring[i]
                break
            if turn > 0 and not any(_in_triangle(p, a, b, c) for p in ring if p not in (a, b, c)):
                found.append((a, b, c))
                del ring[i]
                break
        else:
            break
    if len(ring) == 3 and cross(*ring) > 0:
        found.append((ring[0], ring[1], ring[2]))
    return tuple(found)


def _in_triangle(p: Point, a: Point, b: Point, c: Point) -> bool:
    return cross(a, b, p) >= 0 and cross(b, c, p) >= 0 and cross(c, a, p) >= 0


def _simple(ring: Points) -> bool:
    n = len(ring)
    if len(set(ring)) != n:
        return False
    for i in range(n):
        a, b = ring[i], ring[(i + 1) % n]
        c = ring[(i + 2) % n]
        if cross(a, b, c) == 0 and (c[0] - b[0]) * (a[0] - b[0]) + (c[1] - b[1]) * (a[1] - b[1]) > 0:
            return False
        for j in range(i + 2, n):
            if (j + 1) % n != i and _meet(a, b, ring[j], ring[(j + 1) % n]):
                return False
    return True


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two closed segments have a point in common."""
    s1, s2, s3, s4 = cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)
    if ((s1 > 0) != (s2 > 0)) and ((s3 > 0) != (s4 > 0)) and s1 and s2 and s3 and s4:
        return True
    return (
        (s1 == 0 and _between(a, b, c))
        or (s2 == 0 and _between(a, b, d))
        or (s3 == 0 and _between(c, d, a))
        or (s4 == 0 and _between(c, d, b))
    )


def _between(a: Point, b: Point, p: Point) -> bool:
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
