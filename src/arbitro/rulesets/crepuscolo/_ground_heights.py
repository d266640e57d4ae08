"""Up, down and over: climbing, descending, vaulting, falling (CDC-ACT-15, -17 to -20, CDC-MOV-02, -03, CDC-TAB-19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt

from msgspec import Struct

from arbitro.geometry.measure import contains, inside, overlaps_area, point_segment, within, within_area, within_line
from arbitro.geometry.motion import area_span, at, spans
from arbitro.geometry.shapes import Area, Disc, Point, extent, moved
from arbitro.geometry.trig import Vector, scaled, unit
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo._ground_path import in_the_water, stands_clear
from arbitro.rulesets.crepuscolo._ground_pieces import (
    CREVICE,
    INTRANSITABLE,
    VAULTABLE,
    Bar,
    Body,
    Ground,
    Piece,
    bears,
    near_pieces,
    on_table,
    rivals,
    surface_at,
)
from arbitro.rulesets.crepuscolo._ground_places import around, foot_place, free_of_figures, is_free
from arbitro.rulesets.crepuscolo._ground_walk import CLEARANCE

AT_WALL = CM  # nearest to a wall to climb or descend it (CDC-ACT-17.1, -18.1)
AT_OBSTACLE = 3 * CM  # nearest to an obstacle to vault it (CDC-ACT-20.1)
AT_EDGE = 3 * CM  # nearest to an edge to throw oneself down it (CDC-ACT-15.1)
FAR_SIDE = CM  # a vault ends this near to the far side (CDC-ACT-20.3)
VAULT = 5 * CM  # and this near to where it began; enemies this near bar it (CDC-MOV-03.1)
ASIDE = 5 * CM  # a climb or descent ends at most this much farther off than the nearest place there is

TOP, LEDGE, FOOT, BEYOND, PIT = "top", "ledge", "foot", "beyond", "crevice"


class Place(Struct, frozen=True):
    """A place a climb, descent or vault may lead to. `where`: top, ledge, foot, beyond or crevice (a fall into one).

    `fall` > 0: the figure falls that many units on the way to it. `at`: the point chosen, when a fall leads elsewhere.
    """

    point: Point
    z: int
    where: str
    piece: str
    fall: int = 0
    in_water: bool = False
    at: Point | None = None


class Plunge(Struct, frozen=True):
    """An edge to throw oneself over: `kind` "crevice" or "drop", where it is left, where the figure ends, the fall."""

    kind: str
    piece: str
    edge: Point
    end: Point
    z: int
    fall: int = 0
    in_water: bool = False


def fall(height: int, figure_height: int, crouched: bool = False, halved: bool = False, less: int = 0) -> int:
    """Damage of a fall of `height` units, rounded down once and never below 0 (CDC-TAB-19.2 to -19.8).

    `crouched` adds half to the figure's height, `halved` is for throwing oneself down, `less` 1 for jumps and vaults.

    >>> fall(30_000, 3_000), fall(30_000, 3_000, crouched=True), fall(8_000, 3_000, halved=True)
    (10, 6, 1)
    """
    parts = figure_height * (3 if crouched else 2) * (2 if halved else 1)
    return max(0, 2 * height // parts - less) if parts > 0 else 0


# places beside and on an area


def _rim(area: Area, body: Body, aside: int = 0) -> Iterator[tuple[int, int, Vector]]:
    """Points of an edge near a body with the outward direction there, nearest first, then to both sides.

    ``aside``: how far to each side they go, in units; three steps at the least.
    """
    x, y = body.x, body.y
    step = max(extent(body), CM // 2)
    if isinstance(area, Disc):
        vx, vy = (x - area.x, y - area.y) if (x, y) != (area.x, area.y) else (0, 1)
        for mdeg in (0, 30_000, -30_000, 60_000, -60_000, 90_000, -90_000, 180_000):
            c, s = unit(mdeg, 1000)
            wx, wy = vx * c - vy * s, vx * s + vy * c
            ox, oy = scaled(wx, wy, area.r)
            yield area.x + ox, area.y + oy, (wx, wy)
        return
    ranked = []
    for i, (x0, y0, x1, y1) in enumerate(area.edges):
        n, d = point_segment(x, y, x0, y0, x1, y1)
        ranked.append((n / d, i))
    order = [i for _, i in sorted(ranked)][:4]
    most = max(3, aside // step)
    for k in (0, *(side for n in range(1, most + 1) for side in (n, -n))):
        for i in order:
            x0, y0, x1, y1 = area.edges[i]
            dx, dy = x1 - x0, y1 - y0
            size = dx * dx + dy * dy
            along = ((x - x0) * dx + (y - y0) * dy) / size
            sx, sy = scaled(dx, dy, step * k)
            px = round(x0 + dx * min(max(along, 0), 1)) + sx
            py = round(y0 + dy * min(max(along, 0), 1)) + sy
            if min(x0, x1) - 1 <= px <= max(x0, x1) + 1 and min(y0, y1) - 1 <= py <= max(y0, y1) + 1:
                yield px, py, (dy, -dx)


def _onto(area: Area, body: Body, whole: bool, aside: int = 0) -> list[Point]:
    """Points on an area near its edge where a body can stand: its whole base, or (not whole) at least its centre."""
    r = extent(body)
    found: list[Point] = []
    for full in (True,) if whole else (True, False):
        for px, py, (ox, oy) in _rim(area, body, aside):
            for depth in (r + 2,) if full else (r, r // 2, r // 4, 1):
                ix, iy = scaled(-ox, -oy, depth)
                x, y = px + ix, py + iy
                fits = inside(moved(body, x, y), area) if full else contains(area, x, y)
                if fits and (x, y) not in found:
                    found.append((x, y))
                    break
        if found:
            return found
    for x, y in (_middle(area),):
        if inside(moved(body, x, y), area) if whole else contains(area, x, y):
            found.append((x, y))
    return found


def _middle(area: Area) -> Point:
    x0, y0, x1, y1 = area.box
    return (x0 + x1) // 2, (y0 + y1) // 2


def _beside(area: Area, body: Body) -> list[Point]:
    """Points just outside an area, near a body."""
    r = extent(body)
    found: list[Point] = []
    for px, py, (ox, oy) in _rim(area, body, ASIDE):
        for out in (r + 2, r + CM // 2, r + CM):
            x, y = scaled(ox, oy, out)
            if (px + x, py + y) not in found:
                found.append((px + x, py + y))
    return found


def _farthest(points: Iterable[Point], body: Body) -> int:
    """How far off a climb or descent may end where these are all the places: it leads up or down, not along."""
    return min((isqrt((x - body.x) ** 2 + (y - body.y) ** 2) for x, y in points), default=0) + ASIDE


def _is_far(point: Point, body: Body, limit: int) -> bool:
    return (point[0] - body.x) ** 2 + (point[1] - body.y) ** 2 > limit * limit


def _barred(bodies: Iterable[Body], body: Body, x: int, y: int) -> bool:
    """Whether an enemy stands within 2 cm of an arrival place (CDC-MOV-02.1, -02.2)."""
    there = moved(body, x, y)
    return any(rivals(o, body) and within(there, o, CLEARANCE) for o in bodies if o.id != body.id)


def _on_ledge(piece: Piece, body: Body) -> bool:
    return any(ledge.z == body.z and contains(ledge.area, body.x, body.y) for ledge in piece.ledges)


def _near_to(ground: Ground, body: Body, reach: int) -> list[Piece]:
    r = extent(body) + reach
    return near_pieces(ground, body.x - r, body.y - r, body.x + r, body.y + r)


# climbing and descending


def climbable(ground: Ground, body: Body) -> tuple[Piece, ...]:
    """Obstacles within 1 cm, taller than the body, that it may climb (CDC-ACT-17.1, CDC-TAB-04.3, -05.5, -07.2)."""
    found = []
    for p in _near_to(ground, body, AT_WALL):
        if p.crossing == VAULTABLE and p.solid and not p.sheer and p.base_z <= body.z + body.height and p.top > body.z:
            tall = p.top - body.z > body.height or (p.height > body.height and _on_ledge(p, body))
            if tall and within_area(body, p.area, AT_WALL):
                found.append(p)
    return tuple(found)


def climb_places(ground: Ground, bodies: Sequence[Body], body: Body, piece: Piece, reach: int) -> tuple[Place, ...]:
    """Where a climb of `reach` units (2 x die - DdA) can end, highest first, nearest first on one level.

    Places with an enemy within 2 cm are left out (CDC-MOV-02.3). None: it stays where it is (CDC-ACT-17.4, -17.8).
    """
    reach = max(reach, 0)
    levels = [(piece.top, TOP, _onto(piece.area, body, whole=False, aside=ASIDE))]
    levels += [(ledge.z, LEDGE, _onto(ledge.area, body, whole=True, aside=ASIDE)) for ledge in piece.ledges]
    levels = [level for level in levels if level[0] > body.z]
    limit = _farthest([point for _, _, points in levels for point in points], body)
    found = []
    for z, where, points in sorted(levels, key=lambda level: -level[0]):
        for x, y in points if z - body.z <= reach else ():
            far = _is_far((x, y), body, limit)
            if not far and is_free(ground, bodies, body, x, y, z) and not _barred(bodies, body, x, y):
                found.append(Place((x, y), z, where, piece.id))
    return tuple(found)


def descendable(ground: Ground, body: Body) -> tuple[Piece, ...]:
    """Obstacles taller than the body, within 1 cm, down which it may climb from where it stands (CDC-ACT-18.1)."""
    found = []
    for p in _near_to(ground, body, AT_WALL):
        if p.sheer or body.z <= p.base_z or p.height <= body.height:
            continue
        on_top = p.top == body.z and contains(p.area, body.x, body.y)
        climbs = (p.crossing == VAULTABLE and p.solid) or (p.hill and bool(p.drop))
        if climbs and (on_top or _on_ledge(p, body) or p.top <= body.z) and within_area(body, p.area, AT_WALL):
            found.append(p)
    return tuple(found)


def descend_places(ground: Ground, bodies: Sequence[Body], body: Body, piece: Piece, reach: int) -> tuple[Place, ...]:
    """Where a descent of `reach` units (2 x die - DdA) can end, lowest first, nearest first on one level.

    If it reaches no flat place, the places are at the foot and `fall` is the part not climbed (CDC-ACT-18.4, -19.1).
    Places with an enemy within 2 cm are left out unless it falls there (CDC-MOV-02.2, -02.3). None: it stays.
    """
    reach = max(reach, 0)
    feet, ledges, in_reach = [], [], False
    beside = _beside(piece.area, body)
    limit = _farthest(beside, body)
    for x, y in beside:
        if _is_far((x, y), body, limit):
            continue
        z = surface_at(around(ground, body, x, y), x, y, body.z - 1)
        hanging = any(ledge.z == z and contains(ledge.area, x, y) for ledge in piece.ledges)
        if not hanging and is_free(ground, bodies, body, x, y, z) and not _over_pit(ground, x, y, z):
            feet.append(Place((x, y), z, FOOT, piece.id))
    for ledge in piece.ledges:
        if ledge.z < body.z:
            for x, y in _onto(ledge.area, body, whole=True, aside=ASIDE):
                if _is_far((x, y), body, limit):
                    continue
                in_reach = in_reach or body.z - ledge.z <= reach
                if is_free(ground, bodies, body, x, y, ledge.z):
                    ledges.append(Place((x, y), ledge.z, LEDGE, piece.id))
    near = [p for p in (*feet, *ledges) if body.z - p.z <= reach]
    if near or in_reach:
        return tuple(sorted((p for p in near if not _barred(bodies, body, *p.point)), key=lambda p: p.z))
    low = sorted(feet, key=lambda p: (_barred(bodies, body, *p.point), p.z))
    return tuple(Place(p.point, p.z, FOOT, piece.id, fall=body.z - p.z - reach) for p in low)


def _over_pit(ground: Ground, x: int, y: int, z: int) -> Piece | None:
    for p in near_pieces(ground, x, y, x, y):
        if CREVICE in p.kinds and bears(p, z) and contains(p.area, x, y):
            return p
    return None


# vaulting


def vaultable(ground: Ground, body: Body) -> tuple[Piece, ...]:
    """Obstacles within 3 cm, not taller than the body, that it may vault (CDC-ACT-20.1, CDC-TAB-05.4, -07.1)."""
    found = []
    for p in _near_to(ground, body, AT_OBSTACLE):
        low = p.solid and p.crossing == VAULTABLE and not p.sheer and 0 < p.top - body.z <= body.height
        if low and p.base_z <= body.z + body.height and within_area(body, p.area, AT_OBSTACLE):
            found.append(p)
    return tuple(found)


def vault_bar(bodies: Iterable[Body], body: Body, piece: Piece) -> Bar | None:
    """The enemy on top of an obstacle or behind it that bars a vault (CDC-MOV-03.1 to -03.3)."""
    for o in bodies:
        if o.id != body.id and rivals(o, body) and within_line(body, body.z, o, o.z, VAULT):
            on_top = contains(piece.area, o.x, o.y) and o.z >= piece.top
            if on_top or _crosses(piece, body, o.x, o.y):
                return "enemy_behind", {"figure": o.id, "limit": VAULT}, "CDC-MOV-03.1"
    return None


def _crosses(piece: Piece, body: Body, x: int, y: int) -> bool:
    """Whether the straight line from a body to a point leads through a piece and out of it."""
    if contains(piece.area, x, y):
        return False
    return any(last > first for first, last in spans(piece.area, body.x, body.y, x - body.x, y - body.y))


def vault_refusal(ground: Ground, bodies: Sequence[Body], body: Body, piece: Piece, point: Point) -> Bar | None:
    """Why a body may not vault an obstacle to a point, as (code, facts, clause); None if it may."""
    if piece not in vaultable(ground, body):
        return "not_vaultable", {"piece": piece.id}, "CDC-ACT-20.1"
    bar = vault_bar(bodies, body, piece)
    return bar if bar is not None else _landing_refusal(ground, bodies, body, piece, point)


def _landing_refusal(ground: Ground, bodies: Sequence[Body], body: Body, piece: Piece, point: Point) -> Bar | None:
    x, y = point
    if not on_table(ground, body, x, y):
        return "off_table", {}, "CDC-TAB-01.5"
    size2 = (x - body.x) ** 2 + (y - body.y) ** 2
    there = moved(body, x, y)
    if contains(piece.area, x, y):
        # straight on to the obstacle is always near enough, however far its edge is
        spare = isqrt(size2) - 2 * extent(body) - 3
        if size2 > VAULT * VAULT and spare > 0 and within_area(body, piece.area, spare):
            return "too_far", {"limit": VAULT}, "CDC-ACT-20.3"
        z = piece.top
    else:
        if size2 > VAULT * VAULT:
            return "too_far", {"limit": VAULT}, "CDC-ACT-20.3"
        if not _crosses(piece, body, x, y):
            return "not_beyond", {"piece": piece.id}, "CDC-ACT-20.3"
        if not within_area(there, piece.area, FAR_SIDE):
            return "not_at_far_side", {"piece": piece.id, "limit": FAR_SIDE}, "CDC-ACT-20.3"
        z = surface_at(around(ground, body, x, y), x, y, piece.top)
    if not free_of_figures(bodies, body, x, y):
        return "overlaps", {}, "CDC-ACT-06.9"
    why = stands_clear(x, y, z, body, body.height, around(ground, body, x, y), False)
    if why:
        return why, {}, "CDC-TAB-15.2" if why == INTRANSITABLE else "CDC-TAB-21.2" if why == "water" else "CDC-TAB-05.1"
    return None


def vault_places(ground: Ground, bodies: Sequence[Body], body: Body, piece: Piece) -> tuple[Place, ...]:
    """Places to choose from for a vault: beyond the obstacle, nearest first, then on top of it (CDC-ACT-20.3 to -20.5).

    Where the place lies over a drop or a crevice the figure falls there (CDC-ACT-20.9, CDC-TAB-17.7).
    """
    if piece not in vaultable(ground, body) or vault_bar(bodies, body, piece) is not None:
        return ()
    found: list[Place] = []
    for point in _beyond(piece.area, body):
        if _landing_refusal(ground, bodies, body, piece, point) is None:
            found.append(vault_landing(ground, bodies, body, piece, point))
    for point in _onto(piece.area, body, whole=False):
        if _landing_refusal(ground, bodies, body, piece, point) is None:
            found.append(Place(point, piece.top, TOP, piece.id))
    return tuple(found)


def can_vault(ground: Ground, bodies: Sequence[Body], body: Body, piece: Piece) -> bool:
    """Whether a vault leads anywhere."""
    if piece not in vaultable(ground, body) or vault_bar(bodies, body, piece) is not None:
        return False

    def lands(point: Point) -> bool:
        return _landing_refusal(ground, bodies, body, piece, point) is None

    return any(map(lands, _beyond(piece.area, body))) or any(map(lands, _onto(piece.area, body, whole=False)))


def vault_landing(ground: Ground, bodies: Sequence[Body], body: Body, piece: Piece, point: Point) -> Place:
    """What comes of a vault to a point that `vault_refusal` allows."""
    x, y = point
    if contains(piece.area, x, y):
        return Place(point, piece.top, TOP, piece.id)
    z = surface_at(around(ground, body, x, y), x, y, piece.top)
    pit = _over_pit(ground, x, y, z)
    if pit is not None:
        return Place(point, z, PIT, pit.id, at=point)
    deep = body.z - z
    if deep > 0 and piece.drop is not False and deep > body.height:
        return Place(point, z, FOOT, piece.id, fall=deep, at=point)
    return Place(point, z, BEYOND, piece.id)


def _beyond(area: Area, body: Body) -> list[Point]:
    """Points just behind an area, seen from a body, along a fan of directions about the shortest way."""
    found: list[tuple[int, Point]] = []
    px, py, _ = next(iter(_rim(area, body)))
    vx, vy = px - body.x, py - body.y
    if (vx, vy) == (0, 0):
        mx, my = _middle(area)
        vx, vy = mx - body.x, my - body.y
    for mdeg in (0, 20_000, -20_000, 40_000, -40_000):
        c, s = unit(mdeg, 1000)
        dx, dy = scaled(vx * c - vy * s, vx * s + vy * c, VAULT + 2 * extent(body))
        span = area_span(body, dx, dy, area)
        if span is None:
            continue
        x, y = at(body.x, body.y, dx, dy, span[1])
        for more in (2, CM // 2, CM - 2):
            sx, sy = scaled(dx, dy, more)
            end = x + sx, y + sy
            if not overlaps_area(moved(body, *end), area):
                found.append(((end[0] - body.x) ** 2 + (end[1] - body.y) ** 2, end))
    return [end for _, end in sorted(found)]


# falling


def throw_down_options(ground: Ground, bodies: Sequence[Body], body: Body) -> tuple[Plunge, ...]:
    """Crevices and drops within 3 cm down which a body may throw itself (CDC-ACT-15.1, -15.3)."""
    found: list[Plunge] = []
    for p in _near_to(ground, body, AT_EDGE):
        if CREVICE in p.kinds and bears(p, body.z) and within_area(body, p.area, AT_EDGE):
            x, y = _nearest(p.area, body)
            found.append(Plunge("crevice", p.id, (x, y), (x, y), body.z))
        for area, z in ((p.area, p.top), *((ledge.area, ledge.z) for ledge in p.ledges)):
            stands = body.z == z > 0 and contains(area, body.x, body.y)
            if stands and p.drop is not False and (not p.hill or p.drop):
                found += _edges_down(ground, bodies, body, p, area)
    return tuple(found)


def _nearest(area: Area, body: Body) -> Point:
    if contains(area, body.x, body.y):
        return body.x, body.y
    x, y, _ = next(iter(_rim(area, body)))
    return x, y


def _edges_down(ground: Ground, bodies: Sequence[Body], body: Body, piece: Piece, area: Area) -> list[Plunge]:
    """One plunge for each edge of the place a body stands on that it can reach and that leads down."""
    found: list[Plunge] = []
    reach = extent(body) + AT_EDGE
    used: list[Vector] = []
    for x, y, out in _rim(area, body):
        if out in used or (x - body.x) ** 2 + (y - body.y) ** 2 > reach * reach:
            continue
        used.append(out)
        ox, oy = scaled(*out, 2)
        low = surface_at(near_pieces(ground, x + ox, y + oy, x + ox, y + oy), x + ox, y + oy, body.z)
        if low >= body.z:
            continue
        end, z = foot_place(ground, bodies, body, piece, (x, y), out, low)
        if z < body.z:
            wet = in_the_water(*end, z, body, around(ground, body, *end))
            found.append(Plunge("drop", piece.id, (x, y), end, z, body.z - z, wet))
    return found
