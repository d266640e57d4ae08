"""Who sees whom (CDC-LOS-01, -02): from a head to any point of a base, past figures and scenery."""

from __future__ import annotations

from collections.abc import Sequence

from arbitro.geometry import sight
from arbitro.geometry.shapes import Base, Footprint, Point, extent
from arbitro.rulesets.crepuscolo._ground_pieces import LYING, Body, Ground, elevation_at

REMEMBERED = 8192
"""So many looks past something are remembered for a table: most figures stand where they stood before."""


def head_of(body: Body) -> sight.Head:
    """Where a figure looks from: over the middle of its base, at its height; lying down, half a cm up."""
    return body.x, body.y, body.z + (LYING if body.prone else body.height)


def sees(ground: Ground, bodies: Sequence[Body], viewer: Body, target: Body) -> bool:
    """Whether a figure sees another one: one clear line to any point of its base is enough (CDC-LOS-01.2, -01.4).

    Neither of the two blocks; all others do, a figure lying down as high as its base is thick.
    """
    return _sees(ground, bodies, viewer, target, target.z, (viewer.id, target.id))


def sees_point(ground: Ground, bodies: Sequence[Body], viewer: Body, point: Point, z: int | None = None) -> bool:
    """Whether a figure sees a point or marker on the surface there, or at height `z` (CDC-LOS-01.9)."""
    level = elevation_at(ground, point) if z is None else z
    head = head_of(viewer)
    spot = Base(point[0], point[1])
    return sight.clear(head, *point, level, _blockers(ground, bodies, head, spot, level, (viewer.id,)))


def _sees(
    ground: Ground, bodies: Sequence[Body], viewer: Body, target: Footprint, z: int, skip: tuple[str, ...]
) -> bool:
    head = head_of(viewer)
    blockers = _blockers(ground, bodies, head, target, z, skip)
    if not blockers:
        return True
    known: dict[tuple[object, ...], bool] = ground.__dict__.setdefault("looks", {})
    key = (head, target.x, target.y, target.r, target.w, target.d, target.facing, z, *blockers)
    found = known.get(key)
    if found is None:
        if len(known) > REMEMBERED:
            known.clear()
        found = known[key] = sight.sees(head, target, z, blockers)
    return found


def _blockers(
    ground: Ground, bodies: Sequence[Body], head: sight.Head, target: Footprint, z: int, skip: tuple[str, ...]
) -> list[sight.Blocker]:
    """What stands in the corridor between a head and a base and is high enough to matter."""
    hx, hy, hz = head
    vx, vy = target.x - hx, target.y - hy
    size = vx * vx + vy * vy
    half = target.r or (extent(target) if target.w else 0)
    least = min(hz, z)
    found: list[sight.Blocker] = []
    for o in bodies:
        if o.id in skip:
            continue
        r = o.r or extent(o)
        fx, fy = o.x - hx, o.y - hy
        reach = r + half
        dot = fx * vx + fy * vy
        if dot <= 0:
            if fx * fx + fy * fy >= reach * reach:
                continue
        elif dot >= size:
            if (fx - vx) ** 2 + (fy - vy) ** 2 >= reach * reach:
                continue
        else:
            side = fx * vy - fy * vx
            if side * side >= reach * reach * size:
                continue
        top = o.z + (LYING if o.prone else o.height)
        if top > least:
            found.append(sight.blocker(o, o.z, top))
    x0, x1 = (hx, target.x + half) if vx > 0 else (target.x - half, hx)
    y0, y1 = (hy, target.y + half) if vy > 0 else (target.y - half, hy)
    x0, x1, y0, y1 = (
        min(x0, target.x - half),
        max(x1, target.x + half),
        min(y0, target.y - half),
        max(y1, target.y + half),
    )
    for p in ground.hiding:
        bx0, by0, bx1, by1 = p.area.box
        if bx0 < x1 and x0 < bx1 and by0 < y1 and y0 < by1 and p.top > least:
            found.append(sight.blocker(p.area, p.base_z, p.top))
    return found
