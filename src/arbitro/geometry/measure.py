"""Distances between bases, points and areas: exact, in integers, limits included.

Rounding rule: a base brought against another one ends at most one unit (0.01 mm) away and never overlaps, so an edge
distance of up to `CONTACT` is contact: `gap` says 0 and `within(a, b, 0)` holds. Every other limit is exact, and
`gap(a, b) <= limit` says the same as `within(a, b, limit)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from arbitro.geometry.shapes import Area, Base, Disc, Footprint, Point, Points, corners, cross

CONTACT = 1

Square = tuple[int, int]  # a squared length as numerator and denominator


def within(a: Footprint, b: Footprint, limit: int) -> bool:
    """Whether the edges of two bases are at most `limit` units apart (limit included; 0 means contact)."""
    if limit < CONTACT:
        limit = CONTACT
    ra = a.r
    rb = b.r
    if ra and rb:
        dx = a.x - b.x
        dy = a.y - b.y
        reach = ra + rb + limit
        return dx * dx + dy * dy <= reach * reach
    return _base_square_within(a, b, limit)


def gap(a: Footprint, b: Footprint) -> int:
    """Distance between the edges of two bases in units, rounded up; 0 for contact or overlap."""
    if a.r and b.r:
        found = _root_up(((a.x - b.x) ** 2 + (a.y - b.y) ** 2, 1)) - a.r - b.r
    elif a.r:
        found = _root_up(point_polygon(a.x, a.y, corners(b))) - a.r
    elif b.r:
        found = _root_up(point_polygon(b.x, b.y, corners(a))) - b.r
    else:
        found = _root_up(polygon_polygon(corners(a), corners(b)))
    return found if found > CONTACT else 0


def overlaps(a: Footprint, b: Footprint) -> bool:
    """Whether two bases have surface in common; bases that only touch do not."""
    ra, rb = a.r, b.r
    if ra and rb:
        dx, dy, reach = a.x - b.x, a.y - b.y, ra + rb
        return dx * dx + dy * dy < reach * reach
    if ra:
        return _less(point_polygon(a.x, a.y, corners(b)), ra)
    if rb:
        return _less(point_polygon(b.x, b.y, corners(a)), rb)
    return convex_overlap(corners(a), corners(b))


def touches(a: Footprint, b: Footprint) -> bool:
    """Whether two bases are in contact (or overlap)."""
    return within(a, b, 0)


def within_point(base: Footprint, point: Point, limit: int) -> bool:
    """Whether the nearest point of a base is at most `limit` units from a point."""
    x, y = point
    if base.r:
        dx, dy, reach = base.x - x, base.y - y, base.r + limit
        return dx * dx + dy * dy <= reach * reach
    return _at_most(point_polygon(x, y, corners(base)), limit)


def within_area(base: Footprint, area: Area, limit: int) -> bool:
    """Whether a base is at most `limit` units from an area (0 or less: contact)."""
    limit = max(limit, CONTACT)
    if isinstance(area, Disc):
        return within_point(base, (area.x, area.y), area.r + limit)
    if base.r:
        return _at_most(point_polygon(base.x, base.y, area.points), base.r + limit)
    return _at_most(polygon_polygon(corners(base), area.points), limit)


def overlaps_area(base: Footprint, area: Area) -> bool:
    """Whether a base has surface in common with an area; touching its edge is not enough."""
    r = base.r
    if r:
        x, y = base.x, base.y
        x0, y0, x1, y1 = area.box
        if x + r <= x0 or x - r >= x1 or y + r <= y0 or y - r >= y1:
            return False
        if isinstance(area, Disc):
            dx, dy, reach = x - area.x, y - area.y, r + area.r
            return dx * dx + dy * dy < reach * reach
        return _less(point_polygon(x, y, area.points), r)
    ring = corners(base)
    if isinstance(area, Disc):
        return _less(point_polygon(area.x, area.y, ring), area.r)
    return any(convex_overlap(ring, part) for part in area.parts)


def areas_overlap(first: Area, second: Area) -> bool:
    """Whether two areas have surface in common; touching edges are not enough.

    >>> areas_overlap(Disc(0, 0, 1000), Disc(1999, 0, 1000)), areas_overlap(Disc(0, 0, 1000), Disc(2000, 0, 1000))
    (True, False)
    """
    if isinstance(first, Disc):
        return overlaps_area(Base(first.x, first.y, first.r), second)
    if isinstance(second, Disc):
        return areas_overlap(second, first)
    return any(convex_overlap(part, other) for part in first.parts for other in second.parts)


def contains(area: Area, x: int, y: int) -> bool:
    """Whether a point lies in an area, its edge included."""
    if isinstance(area, Disc):
        dx, dy = x - area.x, y - area.y
        return dx * dx + dy * dy <= area.r * area.r
    x0, y0, x1, y1 = area.box
    if x < x0 or x > x1 or y < y0 or y > y1:
        return False
    return in_polygon(x, y, area.points)


def inside(base: Footprint, area: Area) -> bool:
    """Whether a whole base lies in an area, its edge included."""
    if not contains(area, base.x, base.y):
        return False
    if isinstance(area, Disc):
        ring = corners(base) if not base.r else ()
        room = area.r - base.r
        centre = base.r == 0 or (room >= 0 and (base.x - area.x) ** 2 + (base.y - area.y) ** 2 <= room * room)
        return centre and all(contains(area, x, y) for x, y in ring)
    if base.r:
        return not _less(ring_distance(base.x, base.y, area.points), base.r)
    ring = corners(base)
    if not all(contains(area, x, y) for x, y in ring):
        return False
    return area.convex or not any(_cuts(area.edges, ring, i) for i in range(4))


def within_line(a: Footprint, az: int, b: Footprint, bz: int, limit: int) -> bool:
    """Whether two bases at heights az and bz are at most `limit` units apart as the crow flies."""
    rest = limit * limit - (az - bz) ** 2
    return rest >= 0 and within(a, b, isqrt(rest))


# distances of points and polygons, as exact squares


def point_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int) -> Square:
    """Squared distance of a point from a segment."""
    dx, dy = bx - ax, by - ay
    fx, fy = px - ax, py - ay
    dot = fx * dx + fy * dy
    if dot <= 0:
        return fx * fx + fy * fy, 1
    size = dx * dx + dy * dy
    if dot >= size:
        fx, fy = px - bx, py - by
        return fx * fx + fy * fy, 1
    side = fx * dy - fy * dx
    return side * side, size


def ring_distance(px: int, py: int, points: Points) -> Square:
    """Squared distance of a point from the nearest edge of a polygon."""
    best, den = -1, 1
    ax, ay = points[-1]
    for bx, by in points:
        n, d = point_segment(px, py, ax, ay, bx, by)
        if best < 0 or n * den < best * d:
            best, den = n, d
        ax, ay = bx, by
    return best, den


def point_polygon(px: int, py: int, points: Points) -> Square:
    """Squared distance of a point from a polygon: 0 in it and on its edge."""
    if in_polygon(px, py, points):
        return 0, 1
    return ring_distance(px, py, points)


def in_polygon(px: int, py: int, points: Points) -> bool:
    """Whether a point lies in a simple polygon, its edge included."""
    odd = False
    ax, ay = points[-1]
    for bx, by in points:
        side = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        if side == 0 and (ax <= px <= bx or bx <= px <= ax) and (ay <= py <= by or by <= py <= ay):
            return True
        if (ay > py) != (by > py) and (side > 0) == (by > ay):
            odd = not odd
        ax, ay = bx, by
    return odd


def polygon_polygon(first: Points, second: Points) -> Square:
    """Squared distance between two simple polygons: 0 if they overlap or touch."""
    if in_polygon(*first[0], second) or in_polygon(*second[0], first) or edges_meet(first, second):
        return 0, 1
    best, den = -1, 1
    for ring, other in ((first, second), (second, first)):
        for x, y in ring:
            n, d = ring_distance(x, y, other)
            if best < 0 or n * den < best * d:
                best, den = n, d
    return best, den


def convex_overlap(first: Points, second: Points) -> bool:
    """Whether two convex counter-clockwise polygons have surface in common."""
    return not (_parted(first, second) or _parted(second, first))


def edges_meet(first: Points, second: Points) -> bool:
    """Whether an edge of one ring crosses or touches one of the other."""
    a = first[-1]
    for b in first:
        c = second[-1]
        for d in second:
            if _cross_or_touch(a, b, c, d):
                return True
            c = d
        a = b
    return False


def at_most(square: Square, limit: int) -> bool:
    """Whether the length with that square is at most `limit`."""
    return _at_most(square, limit)


def less_than(square: Square, limit: int) -> bool:
    """Whether the length with that square is below `limit`."""
    return _less(square, limit)


def root_up(square: Square) -> int:
    """The length with that square, rounded up."""
    return _root_up(square)


def _at_most(square: Square, limit: int) -> bool:
    return limit >= 0 and square[0] <= limit * limit * square[1]


def _less(square: Square, limit: int) -> bool:
    return limit > 0 and square[0] < limit * limit * square[1]


def _root_up(square: Square) -> int:
    n, d = square
    return isqrt((n - 1) // d) + 1 if n > 0 else 0


def _base_square_within(a: Footprint, b: Footprint, limit: int) -> bool:
    if a.r:
        return _at_most(point_polygon(a.x, a.y, corners(b)), a.r + limit)
    if b.r:
        return _at_most(point_polygon(b.x, b.y, corners(a)), b.r + limit)
    return _at_most(polygon_polygon(corners(a), corners(b)), limit)


def _parted(first: Points, second: Points) -> bool:
    a = first[-1]
    for b in first:
        if all(cross(a, b, p) <= 0 for p in second):
            return True
        a = b
    return False


def _cross_or_touch(a: Point, b: Point, c: Point, d: Point) -> bool:
    s1, s2 = cross(a, b, c), cross(a, b, d)
    if (s1 > 0 and s2 > 0) or (s1 < 0 and s2 < 0):
        return False
    s3, s4 = cross(c, d, a), cross(c, d, b)
    if (s3 > 0 and s4 > 0) or (s3 < 0 and s4 < 0):
        return False
    if s1 or s2 or s3 or s4:
        return True
    return max(min(a[0], b[0]), min(c[0], d[0])) <= min(max(a[0], b[0]), max(c[0], d[0])) and max(
        min(a[1], b[1]), min(c[1], d[1])
    ) <= min(max(a[1], b[1]), max(c[1], d[1]))


def _cuts(edges: Sequence[tuple[int, int, int, int]], ring: Points, i: int) -> bool:
    """Whether an edge of a polygon runs through the inside of side i of a base that has its corners in it."""
    a, b = ring[i], ring[(i + 1) % 4]
    for x0, y0, x1, y1 in edges:
        s1, s2 = cross(a, b, (x0, y0)), cross(a, b, (x1, y1))
        s3, s4 = cross((x0, y0), (x1, y1), a), cross((x0, y0), (x1, y1), b)
        if s1 * s2 < 0 and s3 * s4 < 0:
            return True
    return False
