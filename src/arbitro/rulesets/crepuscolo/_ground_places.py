"""Where a base has room: clear of figures, obstacles and closed terrain; the foot of a drop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbitro.geometry.measure import contains, overlaps, point_segment
from arbitro.geometry.shapes import Area, Disc, Point, extent, moved
from arbitro.geometry.trig import Vector, scaled, unit
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo._ground_path import stands_clear
from arbitro.rulesets.crepuscolo._ground_pieces import (
    CREVICE,
    Body,
    Ground,
    Piece,
    bears,
    near_pieces,
    on_table,
    surface_at,
)


def free_of_figures(bodies: Sequence[Body], body: Body, x: int, y: int) -> bool:
    """Whether a base put at (x, y) overlaps no other one."""
    me, r = body.id, body.r
    for o in bodies:
        if o.id == me:
            continue
        if r and o.r:
            fx, fy, reach = o.x - x, o.y - y, r + o.r
            if fx * fx + fy * fy < reach * reach:
                return False
        elif overlaps(moved(body, x, y), o):
            return False
    return True


def is_free(ground: Ground, bodies: Sequence[Body], body: Body, x: int, y: int, z: int, water: bool = False) -> bool:
    """Whether a body can stand at a point and height: on the table, clear of figures, obstacles and closed terrain."""
    if not on_table(ground, body, x, y) or not free_of_figures(bodies, body, x, y):
        return False
    return not stands_clear(x, y, z, body, body.height, around(ground, body, x, y), water)


def around(ground: Ground, body: Body, x: int, y: int) -> list[Piece]:
    """Pieces near a base put at a point."""
    r = extent(body)
    return near_pieces(ground, x - r, y - r, x + r, y + r)


def pit_in(pieces: Iterable[Piece], x: int, y: int, z: int) -> Piece | None:
    """The crevice among pieces that is open at a point and height."""
    for p in pieces:
        if CREVICE in p.kinds and bears(p, z) and contains(p.area, x, y):
            return p
    return None


def foot_place(
    ground: Ground,
    bodies: Sequence[Body],
    body: Body,
    piece: Piece,
    edge: Point,
    direction: Vector,
    low: int,
) -> tuple[Point, int]:
    """Where a figure that goes over an edge is put: at the foot, as near as there is room (CDC-TAB-17.2)."""
    r = extent(body)
    outward = _outward(piece.area, edge, direction)
    for out in (r + 2, r + CM // 2, r + CM, r + 2 * CM, r + 4 * CM):
        for dx, dy in (outward, direction):
            ox, oy = scaled(dx, dy, out)
            for slide in (0, r, -r, 2 * r, -2 * r, 3 * r, -3 * r, 5 * r, -5 * r):
                sx, sy = scaled(-dy, dx, slide)
                x, y = edge[0] + ox + sx, edge[1] + oy + sy
                z = surface_at(around(ground, body, x, y), x, y, low)
                if is_free(ground, bodies, body, x, y, z, water=True):
                    return (x, y), z
    return free_spot(ground, bodies, body, edge, low)


def free_spot(ground: Ground, bodies: Sequence[Body], body: Body, about: Point, low: int) -> tuple[Point, int]:
    """The free place nearest to a point, on rings 0.5 cm apart and over no crevice.

    It is the body's own place if there is none within 40 cm.
    """
    for ring in range(81):
        for k in range(24 if ring else 1):
            ux, uy = unit(k * 15_000, ring * CM // 2)
            x, y = about[0] + ux, about[1] + uy
            near = around(ground, body, x, y)
            z = surface_at(near, x, y, low)
            if pit_in(near, x, y, z) is None and is_free(ground, bodies, body, x, y, z, water=True):
                return (x, y), z
    return (body.x, body.y), body.z


def _outward(area: Area, edge: Point, direction: Vector) -> Vector:
    """Direction out of an area at a point of its edge; `direction` where the point is not on it."""
    if isinstance(area, Disc):
        out = edge[0] - area.x, edge[1] - area.y
        return out if out != (0, 0) else direction
    for x0, y0, x1, y1 in area.edges:
        n, d = point_segment(edge[0], edge[1], x0, y0, x1, y1)
        dx, dy = x1 - x0, y1 - y0
        if n <= 4 * d and direction[0] * dy - direction[1] * dx > 0:
            return dy, -dx
    return direction
