"""Arcs: the part of a circle of N degrees around a direction; any part of a base inside counts."""

from __future__ import annotations

from arbitro.geometry.measure import at_most, point_segment, polygon_polygon
from arbitro.geometry.shapes import Footprint, Point, Points, corners
from arbitro.geometry.trig import UNIT, Vector, scaled, unit


def sides(direction: Vector, degrees: int) -> tuple[Vector, Vector]:
    """Right and left limit of an arc; exact for 90 and 180 degrees.

    >>> sides((1, 0), 90), sides((0, 2), 180)
    (((1, -1), (1, 1)), ((2, 0), (-2, 0)))
    """
    dx, dy = direction
    if degrees == 180:
        return (dy, -dx), (-dy, dx)
    if degrees == 90:
        return (dx + dy, dy - dx), (dx - dy, dx + dy)
    c, s = unit(degrees * 500)
    return (dx * c + dy * s, dy * c - dx * s), (dx * c - dy * s, dy * c + dx * s)


def faces(origin: Point, direction: Vector, degrees: int, point: Point) -> bool:
    """Whether a point lies between the limits of an arc, at any distance; the limits belong to it."""
    vx, vy = point[0] - origin[0], point[1] - origin[1]
    if degrees >= 360 or not (vx or vy):
        return True
    (rx, ry), (lx, ly) = sides(direction, degrees)
    after_right = rx * vy - ry * vx >= 0
    before_left = vx * ly - vy * lx >= 0
    if degrees <= 180:
        ahead = vx * direction[0] + vy * direction[1] >= 0
        return after_right and before_left and ahead
    return after_right or before_left


def in_arc(origin: Point | Footprint, direction: Vector | int, degrees: int, radius: int, target: Footprint) -> bool:
    """Whether any part of a base lies in an arc of `degrees` and `radius` units around a direction.

    From a figure the radius is measured from the edge of its base, the arc opens at its centre. `direction` is an
    integer vector or milli-degrees. Raises ValueError for a null direction.
    """
    way = unit(direction) if isinstance(direction, int) else direction
    if way == (0, 0):
        raise ValueError("an arc needs a direction")
    if isinstance(origin, tuple):
        apex = origin
    else:
        apex = (origin.x, origin.y)
        radius += origin.r or max(origin.w, origin.d) // 2
    if target.r:
        return _round_in(apex, way, degrees, radius, target)
    return at_most(polygon_polygon(sector(apex, way, degrees, radius), corners(target)), 0)


def _round_in(apex: Point, way: Vector, degrees: int, radius: int, target: Footprint) -> bool:
    vx, vy = target.x - apex[0], target.y - apex[1]
    reach = radius + target.r
    if vx * vx + vy * vy > reach * reach:
        return False
    if faces(apex, way, degrees, (target.x, target.y)):
        return True
    for side in sides(way, degrees):
        ex, ey = scaled(*side, radius)
        if at_most(point_segment(vx, vy, 0, 0, ex, ey), target.r):
            return True
    return False


def sector(apex: Point, way: Vector, degrees: int, radius: int) -> Points:
    """Outline of an arc as a polygon with a corner every degree, for drawing and for rectangular bases."""
    dx, dy = scaled(*way, UNIT)
    found = [] if degrees >= 360 else [apex]
    for k in range(degrees + (degrees < 360)):
        c, s = unit(k * 1000 - degrees * 500)
        x, y = scaled(dx * c - dy * s, dx * s + dy * c, radius)
        found.append((apex[0] + x, apex[1] + y))
    return tuple(found)
