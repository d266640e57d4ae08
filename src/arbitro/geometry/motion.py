"""Straight moves of a base: what it sweeps over, where it first meets something, where it can stop.

A place along a move is a whole number t, 0 at the start and `SCALE` at the end; it only finds candidates. Whether a
base may stand at the point found is decided on the integer point itself.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from arbitro.geometry.measure import (
    Square,
    at_most,
    contains,
    convex_overlap,
    edges_meet,
    in_polygon,
    less_than,
    overlaps,
    point_polygon,
    point_segment,
    polygon_polygon,
    ring_distance,
    root_up,
)
from arbitro.geometry.shapes import Area, Disc, Footprint, Point, Points, Polygon, corners, extent, hull, moved
from arbitro.geometry.trig import scaled

SCALE = 1 << 32
_HALF = SCALE >> 1

Span = tuple[int, int]


def at(x: int, y: int, dx: int, dy: int, t: int) -> Point:
    """The point t / SCALE along the move (dx, dy) from (x, y), rounded to integers."""
    return x + (dx * t + _HALF) // SCALE, y + (dy * t + _HALF) // SCALE


def swept(base: Footprint, dx: int, dy: int) -> Points:
    """Hull of what a rectangular base covers on its way."""
    ring = corners(base)
    return hull((*ring, *((x + dx, y + dy) for x, y in ring)))


def segment_polygon(x: int, y: int, dx: int, dy: int, points: Points) -> Square:
    """Squared distance of the segment from (x, y) along (dx, dy) to a polygon."""
    if not (dx or dy):
        return point_polygon(x, y, points)
    ends = ((x, y), (x + dx, y + dy))
    if in_polygon(x, y, points) or edges_meet(ends, points):
        return 0, 1
    best, den = ring_distance(x, y, points)
    more = [ring_distance(x + dx, y + dy, points)]
    more += [point_segment(px, py, x, y, x + dx, y + dy) for px, py in points]
    for n, d in more:
        if n * den < best * d:
            best, den = n, d
    return best, den


def approach(base: Footprint, dx: int, dy: int, other: Footprint) -> tuple[Square, int]:
    """Least distance on the way, as a square and a length to take off: edges come as close as root(square) - length."""
    if base.r and other.r:
        return point_segment(other.x, other.y, base.x, base.y, base.x + dx, base.y + dy), base.r + other.r
    if base.r:
        return segment_polygon(base.x, base.y, dx, dy, corners(other)), base.r
    way = swept(base, dx, dy)
    if other.r:
        return point_polygon(other.x, other.y, way), other.r
    return polygon_polygon(way, corners(other)), 0


def comes_within(base: Footprint, dx: int, dy: int, other: Footprint, limit: int) -> bool:
    """Whether a moving base comes to `limit` units of another one or nearer, anywhere on the way, ends included."""
    square, less = approach(base, dx, dy, other)
    return at_most(square, less + limit)


def clearance(base: Footprint, dx: int, dy: int, other: Footprint) -> int:
    """Least distance between the edges on the way in units, rounded up; 0 for contact or overlap."""
    square, less = approach(base, dx, dy, other)
    found = root_up(square) - less
    return found if found > 1 else 0


def sweeps(base: Footprint, dx: int, dy: int, other: Footprint) -> bool:
    """Whether a moving base overlaps another one anywhere on the way; touching is not overlapping."""
    if base.r or other.r:
        square, less = approach(base, dx, dy, other)
        return less_than(square, less)
    return convex_overlap(swept(base, dx, dy), corners(other))


def sweeps_area(base: Footprint, dx: int, dy: int, area: Area) -> bool:
    """Whether a moving base overlaps an area anywhere on the way; touching is not overlapping."""
    if base.r:
        x, y = base.x, base.y
        if isinstance(area, Disc):
            return less_than(point_segment(area.x, area.y, x, y, x + dx, y + dy), base.r + area.r)
        if _passes_by(x, y, dx, dy, base.r, area.points):
            return False
        return less_than(segment_polygon(x, y, dx, dy, area.points), base.r)
    way = swept(base, dx, dy)
    if isinstance(area, Disc):
        return less_than(point_polygon(area.x, area.y, way), area.r)
    return any(convex_overlap(way, part) for part in area.parts)


def _passes_by(x: int, y: int, dx: int, dy: int, r: int, points: Points) -> bool:
    """Whether a whole polygon lies on one side of the line of a move, at least r from it."""
    sides = [dx * (py - y) - dy * (px - x) for px, py in points]
    low, high = min(sides), max(sides)
    least = low if low > 0 else -high
    return least > 0 and least * least >= r * r * (dx * dx + dy * dy)


# where along the way


def _round_span(fx: int, fy: int, dx: int, dy: int, reach: int) -> Span | None:
    """Where a point moving along (dx, dy) is nearer than `reach` to a point at (fx, fy); ends rounded outwards.

    The last place is SCALE + 1 if it is still nearer at the end of the move.
    """
    wide = reach + 2  # a little more, since ends are rounded outwards
    if not (min(dx, 0) - wide < fx < max(dx, 0) + wide and min(dy, 0) - wide < fy < max(dy, 0) + wide):
        return None
    size = dx * dx + dy * dy
    if not size:
        return (0, SCALE + 1) if fx * fx + fy * fy < reach * reach else None
    side = fx * dy - fy * dx
    rest = reach * reach * size - side * side
    if rest <= 0:
        return None
    half = isqrt(rest) + 1
    dot = fx * dx + fy * dy
    first, last = (dot - half) * SCALE // size, -((-dot - half) * SCALE // size)
    if last <= 0 or first >= SCALE:
        return None
    still = (fx - dx) ** 2 + (fy - dy) ** 2 < reach * reach
    return max(first, 0), SCALE + 1 if still else min(last, SCALE)


def _searched(hit: Callable[[int, int], bool]) -> Span | None:
    """First and last t of an overlap from a test of stretches, by halving; exact to 2**-20 of the way."""
    if not hit(0, SCALE):
        return None
    low, high = 0, SCALE  # nothing is met on [0, low], something on [0, high]
    if hit(0, 0):
        high = 0
    while high - low > 4096:
        mid = (low + high) // 2
        low, high = (low, mid) if hit(0, mid) else (mid, high)
    first = low
    low, high = first, SCALE  # something is met on [low, SCALE], nothing on [high, SCALE]
    if hit(SCALE, SCALE):
        return first, SCALE + 1
    while high - low > 4096:
        mid = (low + high) // 2
        low, high = (mid, high) if hit(mid, SCALE) else (low, mid)
    return first, high


def overlap_span(base: Footprint, dx: int, dy: int, other: Footprint, more: int = 0) -> Span | None:
    """First and last place on the way where a base is nearer than `more` units to another one (0: overlaps it).

    The last place is SCALE + 1 if that still holds at the end of the way.
    """
    if base.r and other.r:
        return _round_span(other.x - base.x, other.y - base.y, dx, dy, base.r + other.r + more)
    if passes_clear(base, dx, dy, other, more):
        return None

    def hit(t0: int, t1: int) -> bool:
        (x0, y0), (x1, y1) = at(base.x, base.y, dx, dy, t0), at(base.x, base.y, dx, dy, t1)
        here = moved(base, x0, y0)
        if more:
            square, less = approach(here, x1 - x0, y1 - y0, other)
            return less_than(square, less + more)
        return sweeps(here, x1 - x0, y1 - y0, other)

    return _searched(hit)


def passes_clear(base: Footprint, dx: int, dy: int, other: Footprint, more: int = 0) -> bool:
    """A quick look whether even the discs that hold two bases stay ``more`` apart on the way; True is certain."""
    reach = extent(base) + extent(other) + more + 2  # places on the way are rounded
    square = point_segment(other.x, other.y, base.x, base.y, base.x + dx, base.y + dy)
    return not at_most(square, reach)


def area_span(base: Footprint, dx: int, dy: int, area: Area) -> Span | None:
    """First and last place on the way where a base overlaps an area; SCALE + 1 if it still does at the end."""
    x, y, r = base.x, base.y, base.r
    if r and isinstance(area, Disc):
        return _round_span(area.x - x, area.y - y, dx, dy, r + area.r)
    if r and isinstance(area, Polygon):
        return _disc_polygon_span(x, y, r, dx, dy, area) if sweeps_area(base, dx, dy, area) else None

    def hit(t0: int, t1: int) -> bool:
        (x0, y0), (x1, y1) = at(x, y, dx, dy, t0), at(x, y, dx, dy, t1)
        return sweeps_area(moved(base, x0, y0), x1 - x0, y1 - y0, area)

    return _searched(hit)


def _disc_polygon_span(x: int, y: int, r: int, dx: int, dy: int, area: Polygon) -> Span | None:
    """Where a disc that is known to sweep over a polygon overlaps it: near its corners, its edges, its inside."""
    if not (dx or dy):
        return 0, SCALE + 1
    still = less_than(point_polygon(x + dx, y + dy, area.points), r)
    first, last = SCALE, 0
    found = [_round_span(px - x, py - y, dx, dy, r) for px, py in area.points]
    found += [_strip_span(x - ax, y - ay, bx - ax, by - ay, dx, dy, r) for ax, ay, bx, by in area.edges]
    found += [_convex_span(part, x, y, dx, dy) for part in area.parts]
    for span in found:
        if span is not None:
            first, last = min(first, span[0]), max(last, span[1])
    return (first, SCALE + 1 if still else min(last, SCALE)) if first <= last else None


def _strip_span(fx: int, fy: int, ex: int, ey: int, dx: int, dy: int, r: int) -> Span | None:
    """Where a point moving from (fx, fy) is beside the segment from (0, 0) to (ex, ey) and within r of it."""
    size = ex * ex + ey * ey
    wide = isqrt(r * r * size) + 1
    low, high = 0, SCALE
    limits = (
        (fx * ex + fy * ey, dx * ex + dy * ey, 0, size),
        (ex * fy - ey * fx, ex * dy - ey * dx, -wide, wide),
    )
    for start, rate, least, most in limits:
        if rate == 0:
            if not least <= start <= most:
                return None
            continue
        ends = ((least - start) * SCALE // rate, (most - start) * SCALE // rate)
        low, high = max(low, min(ends)), min(high, max(ends) + 1)
    return (low, high) if low <= high else None


def spans(area: Area, x: int, y: int, dx: int, dy: int) -> list[Span]:
    """Stretches of the segment from (x, y) along (dx, dy) that lie in an area, its edge included, in order."""
    x0, y0, x1, y1 = area.box
    if max(x, x + dx) < x0 or min(x, x + dx) > x1 or max(y, y + dy) < y0 or min(y, y + dy) > y1:
        return []
    if not (dx or dy):
        return [(0, SCALE)] if contains(area, x, y) else []
    if isinstance(area, Disc):
        found = _disc_span(area, x, y, dx, dy)
        return [found] if found else []
    pieces = [s for part in area.parts if (s := _convex_span(part, x, y, dx, dy))]
    return merged(pieces)


def merged(stretches: list[Span]) -> list[Span]:
    """Stretches in order, those that overlap or touch made one.

    >>> merged([(7, 9), (0, 2), (2, 4)])
    [(0, 4), (7, 9)]
    """
    if len(stretches) < 2:
        return stretches
    done: list[Span] = []
    for first, last in sorted(stretches):
        if done and first <= done[-1][1] + 1:
            done[-1] = done[-1][0], max(last, done[-1][1])
        else:
            done.append((first, last))
    return done


def _disc_span(area: Disc, x: int, y: int, dx: int, dy: int) -> Span | None:
    size = dx * dx + dy * dy
    fx, fy = area.x - x, area.y - y
    side = fx * dy - fy * dx
    rest = area.r * area.r * size - side * side
    if rest < 0:
        return None
    half, dot = isqrt(rest), fx * dx + fy * dy
    first, last = max((dot - half) * SCALE // size, 0), min((dot + half) * SCALE // size, SCALE)
    return (first, last) if first <= last else None


def _convex_span(points: Points, x: int, y: int, dx: int, dy: int) -> Span | None:
    """Cut of a segment with a closed convex counter-clockwise polygon."""
    low_n, low_d, high_n, high_d = 0, 1, 1, 1
    ax, ay = points[-1]
    for bx, by in points:
        ex, ey = bx - ax, by - ay
        rate = ex * dy - ey * dx  # how fast the point comes in
        side = ex * (y - ay) - ey * (x - ax)  # how far inside it is at the start
        if rate == 0:
            if side < 0:
                return None
        elif rate > 0:
            if -side * low_d > low_n * rate:
                low_n, low_d = -side, rate
        elif side * high_d < high_n * -rate:
            high_n, high_d = side, -rate
        ax, ay = bx, by
    if low_n * high_d > high_n * low_d:
        return None
    return low_n * SCALE // low_d, high_n * SCALE // high_d


# where a base can stop


def settle(base: Footprint, dx: int, dy: int, t: int, free: Callable[[int, int], bool], tries: int = 12) -> Point:
    """The integer point nearest to place t where `free(x, y)` holds, going back a unit at a time.

    Of the corners around each place those farther on come first, so that contact is kept (see measure.CONTACT).
    Gives the start if nothing is free.
    """
    size = isqrt(dx * dx + dy * dy)
    if not size:
        return base.x, base.y
    unit = SCALE // size + 1
    for _ in range(tries):
        if t < 0:
            break
        x, y = base.x + dx * t // SCALE, base.y + dy * t // SCALE
        around = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
        for px, py in sorted(around, key=lambda p: (-(p[0] * dx + p[1] * dy), p)):
            if (px - base.x) ** 2 + (py - base.y) ** 2 <= dx * dx + dy * dy and free(px, py):
                return px, py
        t -= unit
    return base.x, base.y


def contact_point(base: Footprint, dx: int, dy: int, other: Footprint) -> Point | None:
    """Where a base moving along (dx, dy) comes into contact with another one without overlapping it, or None."""
    span = overlap_span(base, dx, dy, other)
    if span is None:
        return None
    return settle(base, dx, dy, span[0], lambda x, y: not overlaps(moved(base, x, y), other))


def pushed(base: Footprint, away_from: Point, distance: int) -> Point:
    """Where a shift of `distance` straight away from a point leads; a base on that very point stays."""
    dx, dy = scaled(base.x - away_from[0], base.y - away_from[1], distance)
    return base.x + dx, base.y + dy
