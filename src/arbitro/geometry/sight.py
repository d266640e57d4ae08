"""Lines of sight in three dimensions: from a head to any point of a base, past prisms and cylinders.

A line runs straight from the head to a point of the base at the height of the base, so it may pass over what is lower.
It is blocked where it goes through the inside of a blocker; grazing a side or a top does not block. Every line tried
is tested exactly; tried are the lines along the silhouettes of target and blockers, and a fan between them. A gap
narrower than 0.02 mm beside something round may be missed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import isqrt

from msgspec import Struct

from arbitro.geometry.measure import in_polygon, overlaps_area
from arbitro.geometry.shapes import Area, Disc, Footprint, Points, Polygon, corners, cross, twice_area

Head = tuple[int, int, int]
Direction = tuple[int, int]

_FAN = 5


class Cylinder(Struct, frozen=True):
    """An upright disc from height z0 to z1; a figure laid down is a low one."""

    x: int
    y: int
    r: int
    z0: int
    z1: int


class Prism(Struct, frozen=True, dict=True):
    """A polygon from height z0 to z1."""

    polygon: Polygon
    z0: int
    z1: int

    @cached_property
    def diagonals(self) -> tuple[tuple[int, int, int, int], ...]:
        """Cuts between the convex parts: a line along one is inside too."""
        edges = set(self.polygon.edges)
        found = []
        for part in self.polygon.parts:
            for i, b in enumerate(part):
                a = part[i - 1]
                if (*a, *b) not in edges and (*b, *a) not in edges:
                    found.append((*a, *b))
        return tuple(found)


Blocker = Cylinder | Prism


def blocker(shape: Footprint | Area, z0: int, z1: int) -> Blocker:
    """The blocker that stands on a base or an area between two heights."""
    if isinstance(shape, Polygon):
        return Prism(shape, z0, z1)
    if isinstance(shape, Disc) or shape.r:
        return Cylinder(shape.x, shape.y, shape.r, z0, z1)
    return Prism(Polygon(corners(shape)), z0, z1)


def clear(head: Head, x: int, y: int, z: int, blockers: Iterable[Blocker]) -> bool:
    """Whether the line from a head to a point meets no blocker."""
    dx, dy = x - head[0], y - head[1]
    return not any(_blocks(b, head, dx, dy, 1, 1, z) for b in blockers)


def sees(head: Head, target: Footprint, z: int, blockers: Sequence[Blocker]) -> bool:
    """Whether one clear line leads from a head to any point of a base that stands at height z."""
    dx, dy = target.x - head[0], target.y - head[1]
    if not any(_blocks(b, head, dx, dy, 1, 1, z) for b in blockers):
        return True
    low, high = min(head[2], z), max(head[2], z)
    high_ones = [b for b in blockers if b.z0 <= low and b.z1 >= high and not _under(b, target)]
    if any(_hides(b, head, target, z) for b in high_ones):
        return False
    # behind blockers that are all higher than the line the nearest point of a base is the best in any direction, and a
    # visible stretch ends at a silhouette: no other line needs to be tried
    walls = len(high_ones) == len(blockers)
    if not walls and _along(head, (dx, dy), target, z, blockers, walls):
        return True
    return any(_along(head, d, target, z, blockers, walls) for d in candidates(head, target, blockers, not walls))


def _hides(b: Blocker, head: Head, target: Footprint, z: int) -> bool:
    """Whether one convex blocker, as high as the lines, crosses both outer limits of the view on a base before it."""
    if not target.r or (isinstance(b, Prism) and not b.polygon.convex):
        return False
    vx, vy = target.x - head[0], target.y - head[1]
    rest = vx * vx + vy * vy - target.r * target.r
    if rest <= 0:
        return False
    q = isqrt(rest)
    return all(_blocks(b, head, dx, dy, q, vx * vx + vy * vy, z) for dx, dy in _tangents(vx, vy, target.r, 0))


def _under(b: Blocker, target: Footprint) -> bool:
    """Whether a base stands over part of a blocker."""
    return overlaps_area(target, b.polygon if isinstance(b, Prism) else Disc(b.x, b.y, b.r))


def candidates(head: Head, target: Footprint, blockers: Iterable[Blocker], fan: bool) -> Iterable[Direction]:
    """Directions worth trying: along the silhouettes, from the target's own inwards, then (on demand) a fan."""
    hx, hy = head[0], head[1]
    vx, vy = target.x - hx, target.y - hy
    if target.r:
        yield from _tangents(vx, vy, target.r, 1)
    else:
        yield from ((x - hx, y - hy) for x, y in corners(target))
    for b in blockers:
        if isinstance(b, Cylinder):
            yield from _tangents(b.x - hx, b.y - hy, b.r, 0)
        else:
            yield from ((x - hx, y - hy) for x, y in b.polygon.points)
    if not fan:
        return
    size = isqrt(vx * vx + vy * vy)
    reach = target.r or max(abs(target.w), abs(target.d)) // 2
    for k in range(1, _FAN):
        for side in (k, -k):
            yield vx * size * _FAN - vy * reach * side, vy * size * _FAN + vx * reach * side


def _tangents(vx: int, vy: int, r: int, more: int) -> Iterable[Direction]:
    """The two directions that graze a disc at (vx, vy): just outside it (more = 0) or just inside (more = 1)."""
    rest = vx * vx + vy * vy - r * r
    if rest > 0:
        q = isqrt(rest) + more
        yield vx * q - vy * r, vy * q + vx * r
        yield vx * q + vy * r, vy * q - vx * r


def _along(head: Head, d: Direction, target: Footprint, z: int, blockers: Sequence[Blocker], nearest: bool) -> bool:
    """Whether a clear line leads to the nearest, or else the far or middle point of a base in a direction."""
    ends = _chord(head, d, target)
    if nearest:
        ends = ends[:1]
    return any(n > 0 and not any(_blocks(b, head, d[0], d[1], n, m, z) for b in blockers) for n, m in ends)


def _chord(head: Head, d: Direction, target: Footprint) -> list[tuple[int, int]]:
    """Places (numerator, denominator) along d where a line ends on a base: near, far, middle."""
    dx, dy = d
    size = dx * dx + dy * dy
    vx, vy = target.x - head[0], target.y - head[1]
    if not size:
        return [(1, 1)]
    if not target.r:
        return _ring_chord(head, d, corners(target))
    side = vx * dy - vy * dx
    rest = target.r * target.r * size - side * side
    dot = vx * dx + vy * dy
    if rest < 0 or dot + isqrt(rest) <= 0:
        return []
    half = isqrt(rest)
    if not half:
        return [(dot, size)]
    return [(dot - half, size), (dot + half, size)]


def _ring_chord(head: Head, d: Direction, ring: Points) -> list[tuple[int, int]]:
    dx, dy = d
    low, high = (0, 1), None
    ax, ay = ring[-1]
    for bx, by in ring:
        ex, ey = bx - ax, by - ay
        rate, side = ex * dy - ey * dx, ex * (head[1] - ay) - ey * (head[0] - ax)
        if rate == 0:
            if side < 0:
                return []
        elif rate > 0:
            if -side * low[1] > low[0] * rate:
                low = (-side, rate)
        elif high is None or side * high[1] < high[0] * -rate:
            high = (side, -rate)
        ax, ay = bx, by
    if high is None or low[0] * high[1] > high[0] * low[1]:
        return []
    return [low, high, (low[0] * high[1] + high[0] * low[1], 2 * low[1] * high[1])]


def _blocks(b: Blocker, head: Head, dx: int, dy: int, n: int, m: int, z: int) -> bool:
    """Whether the line from a head to the place n / m along (dx, dy), at height z there, goes through a blocker."""
    hx, hy, hz = head
    # first without heights: most blockers are not on the line at all
    if isinstance(b, Cylinder):
        fx, fy = b.x - hx, b.y - hy
        side = fx * dy - fy * dx
        if side * side >= b.r * b.r * (dx * dx + dy * dy) and (dx or dy):
            return False
        if fx * dx + fy * dy <= 0 and fx * fx + fy * fy >= b.r * b.r:
            return False
    elif not _meets_box(b.polygon, hx, hy, dx, dy, n, m) or _beside(b.polygon.points, hx, hy, dx, dy):
        return False
    fall = hz - z
    if fall > 0:
        low, high, whole = max(hz - b.z1, 0), min(hz - b.z0, fall), fall
    elif fall < 0:
        low, high, whole = max(b.z0 - hz, 0), min(b.z1 - hz, -fall), -fall
    elif b.z0 < hz < b.z1:
        low, high, whole = 0, 1, 1
    else:
        return False
    if low >= high:
        return False
    # the stretch of the line between the two heights of the blocker, all lengths times `scale`
    scale = m * whole
    ax, ay = hx * scale + dx * n * low, hy * scale + dy * n * low
    ex, ey = hx * scale + dx * n * high, hy * scale + dy * n * high
    if isinstance(b, Cylinder):
        return _near_segment(b.x * scale, b.y * scale, ax, ay, ex, ey, b.r * scale)
    return _through(b, ax, ay, ex, ey, scale)


def _meets_box(shape: Polygon, hx: int, hy: int, dx: int, dy: int, n: int, m: int) -> bool:
    x0, y0, x1, y1 = shape.box
    ex, ey = hx * m + dx * n, hy * m + dy * n
    if (hx <= x0 and ex <= x0 * m) or (hx >= x1 and ex >= x1 * m):
        return False
    return not ((hy <= y0 and ey <= y0 * m) or (hy >= y1 and ey >= y1 * m))


def _beside(points: Points, hx: int, hy: int, dx: int, dy: int) -> bool:
    """Whether a polygon lies on one side of a line, touching it at most."""
    if not (dx or dy):
        return False
    left = right = False
    for x, y in points:
        side = dx * (y - hy) - dy * (x - hx)
        left = left or side > 0
        right = right or side < 0
        if left and right:
            return False
    return True


def _near_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    dx, dy, fx, fy = bx - ax, by - ay, px - ax, py - ay
    dot = fx * dx + fy * dy
    if dot <= 0:
        return fx * fx + fy * fy < reach * reach
    size = dx * dx + dy * dy
    if dot >= size:
        fx, fy = px - bx, py - by
        return fx * fx + fy * fy < reach * reach
    side = fx * dy - fy * dx
    return side * side < reach * reach * size


def _through(b: Prism, ax: int, ay: int, ex: int, ey: int, scale: int) -> bool:
    """Whether a segment in scaled lengths goes through the inside of a polygon."""
    a, e = (ax, ay), (ex, ey)
    if a == e:
        return _strictly_in(b.polygon, ax, ay, scale)
    if b.polygon.convex:  # the line itself is known to cross it: it is missed only if it ends outside of one edge
        for x0, y0, x1, y1 in b.polygon.edges:
            sx, sy, x, y = x1 - x0, y1 - y0, x0 * scale, y0 * scale
            if sx * (ay - y) <= sy * (ax - x) and sx * (ey - y) <= sy * (ex - x):
                return False
        return True
    for part in b.polygon.parts:
        ring = [(x * scale, y * scale) for x, y in part]
        sides = [cross(a, e, p) for p in ring]
        if all(s >= 0 for s in sides) or all(s <= 0 for s in sides):
            continue
        if not any(cross(ring[i - 1], p, a) <= 0 and cross(ring[i - 1], p, e) <= 0 for i, p in enumerate(ring)):
            return True
    for x0, y0, x1, y1 in b.diagonals:
        p, q = (x0 * scale, y0 * scale), (x1 * scale, y1 * scale)
        if cross(a, e, p) == 0 and cross(a, e, q) == 0:
            dots = sorted((v[0] - ax) * (ex - ax) + (v[1] - ay) * (ey - ay) for v in (p, q))
            if dots[0] < (ex - ax) ** 2 + (ey - ay) ** 2 and dots[1] > 0:
                return True
    return False


def _strictly_in(shape: Polygon, x: int, y: int, scale: int) -> bool:
    ring = tuple((px * scale, py * scale) for px, py in shape.points)
    on_edge = any(
        cross(ring[i - 1], p, (x, y)) == 0
        and min(ring[i - 1][0], p[0]) <= x <= max(ring[i - 1][0], p[0])
        and min(ring[i - 1][1], p[1]) <= y <= max(ring[i - 1][1], p[1])
        for i, p in enumerate(ring)
    )
    return twice_area(ring) != 0 and not on_edge and in_polygon(x, y, ring)
