"""Shifts nobody chooses the end of, deviation, deployment, covering areas (CDC-CND-05, CDC-DEV-01, CDC-DEP-02)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from arbitro.geometry.measure import (
    contains,
    overlaps,
    overlaps_area,
    polygon_polygon,
    ring_distance,
    root_up,
    within,
    within_point,
)
from arbitro.geometry.motion import SCALE, area_span, at, comes_within, overlap_span, settle, spans
from arbitro.geometry.shapes import Area, Disc, Point, Polygon, ceil_sqrt, extent, moved
from arbitro.geometry.trig import Vector, scaled, unit
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo._ground_path import in_the_water
from arbitro.rulesets.crepuscolo._ground_pieces import (
    CREVICE,
    DANGEROUS,
    EXTREMELY_DANGEROUS,
    INTRANSITABLE,
    WATER,
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
from arbitro.rulesets.crepuscolo._ground_places import around, foot_place, free_of_figures, pit_in
from arbitro.rulesets.crepuscolo._ground_walk import (
    CLEARANCE,
    ENGAGED,
    Walk,
    beside,
    near_way,
    stop_at_edge,
    stop_at_enemies,
)

PUSH_OVER = 6 * CM  # obstacles up to this height are passed by a push (CDC-CND-05.4)
STEP = CM // 20  # how finely a careful slide is shortened
DEPLOY = 20 * CM  # from the access point (CDC-DEP-02.2)
GRID = CM // 5  # how closely the table is searched for room where it is crowded
COVERING_SPAN = 15 * CM  # between obstacles of a covering area (CDC-TAB-12.3)


class Push(Struct, frozen=True):
    """Where a push ends. `stopped_by`: "", "obstacle", "figure", "edge" or "intransitable"; `crevice`: id, if it falls
    into one; `fall_height` in units if it falls to a lower level."""

    end: Point
    z: int
    length: int
    stopped_by: str = ""
    fall_height: int = 0
    crevice: str = ""
    in_water: bool = False


def push(
    ground: Ground,
    bodies: Sequence[Body],
    body: Body,
    away_from: Point,
    distance: int,
    fallback: Vector = (0, 1),
) -> Push:
    """Shift a body straight away from a point (CDC-CND-05.2 to -05.4, -05.8 to -05.12).

    Terrain, figures and obstacles up to 6 cm are passed. It stops before taller obstacles, at the table edge, before
    the place of another figure, at the near edge of intransitable terrain. `fallback`: direction if it stands on the
    very point.
    """
    vx, vy = body.x - away_from[0], body.y - away_from[1]
    if (vx, vy) == (0, 0):
        vx, vy = fallback
    dx, dy = scaled(vx, vy, distance)
    near = near_way(ground, body, dx, dy)
    t, reason = _to_obstacle(body, dx, dy, near, passing=PUSH_OVER)
    return _pushed(ground, bodies, body, dx, dy, near, t, reason)


def slide(
    ground: Ground, bodies: Sequence[Body], body: Body, away_from: Point, distance: int, *, careful: bool = False
) -> Push:
    """Shift a body straight away from a point, stopping before every obstacle, base and closed ground (CDC-PW-121).

    ``careful``: it stops before dangerous ground, drops and crevices as well (CDC-PW-058.3).
    """
    vx, vy = body.x - away_from[0], body.y - away_from[1]
    dx, dy = scaled(*((vx, vy) if (vx, vy) != (0, 0) else (0, 1)), distance)
    near = near_way(ground, body, dx, dy)
    t, reason = _to_obstacle(body, dx, dy, near)
    done = _pushed(ground, bodies, body, dx, dy, near, t, reason)
    left = done.length
    while careful and left > 0 and _harmful(ground, body, done):
        left -= STEP
        done = slide(ground, bodies, body, away_from, max(0, left)) if left > 0 else Push((body.x, body.y), body.z, 0)
    return done


def _harmful(ground: Ground, body: Body, done: Push) -> bool:
    """Whether a slide ends in a fall, or leads a base into dangerous ground where it was not before."""
    if done.crevice or done.fall_height > 0:
        return True
    there = moved(body, *done.end)
    return any(
        {DANGEROUS, EXTREMELY_DANGEROUS, CREVICE} & set(piece.kinds)
        and overlaps_area(there, piece.area)
        and not overlaps_area(body, piece.area)
        for piece in ground.pieces
    )


def _to_obstacle(body: Body, dx: int, dy: int, near: Sequence[Piece], *, passing: int = 0) -> tuple[int, str]:
    """How far a shift goes before an obstacle in its way that is taller than ``passing``, and what ends it."""
    t, reason = SCALE, ""
    for p in near:
        if p.solid and p.height > passing and p.top > body.z and p.base_z < body.z + body.height:
            span = area_span(body, dx, dy, p.area)
            if span is not None and span[0] < t and not _leaving(body, dx, dy, p):
                t, reason = span[0], "obstacle"
    return t, reason


def _leaving(body: Body, dx: int, dy: int, piece: Piece) -> bool:
    """Whether a base that already overlaps a piece goes away from it."""
    if not overlaps_area(body, piece.area):
        return False
    return not overlaps_area(moved(body, body.x + dx, body.y + dy), piece.area)


def _pushed(
    ground: Ground, bodies: Sequence[Body], body: Body, dx: int, dy: int, near: Sequence[Piece], t: int, reason: str
) -> Push:
    foot = _foot(ground, bodies, body, dx, dy, near, t)
    if foot is None:
        end, z, t, reason = _land(ground, bodies, body, dx, dy, near, t, reason, top=body.z + PUSH_OVER)
    else:
        end, z = foot
    length = ceil_sqrt((end[0] - body.x) ** 2 + (end[1] - body.y) ** 2)
    pit = pit_in(near, *end, z)
    if pit is not None and length:
        return Push(end, z, length, reason, crevice=pit.id)
    wet = in_the_water(*end, z, body, near)
    under = _bearer(near, body)
    falls = length and z < body.z and (under is None or _has_drops(under))
    return Push(end, z, length, reason, body.z - z if falls else 0, "", wet)


def _foot(
    ground: Ground, bodies: Sequence[Body], body: Body, dx: int, dy: int, near: Sequence[Piece], t: int, least: int = 0
) -> tuple[Point, int] | None:
    """The foot of an obstacle from whose top a whole way leads so little that there is no room but there.

    None where the way ends otherwise, or no more than ``least`` units lower.
    """
    under = _bearer(near, body)
    if t < SCALE or under is None or not under.solid or not _has_drops(under):
        return None
    x, y = body.x + dx, body.y + dy
    z = surface_at(near, x, y, body.z)
    hangs = not contains(under.area, x, y) and overlaps_area(moved(body, x, y), under.area)
    if not hangs or body.z - z <= least or stop_at_edge(ground, body, dx, dy, t, "")[0] < SCALE:
        return None
    rim = max(last for first, last in spans(under.area, body.x, body.y, dx, dy) if first <= 0)
    return foot_place(ground, bodies, body, under, at(body.x, body.y, dx, dy, rim), (dx, dy), z)


def _bearer(near: Sequence[Piece], body: Body) -> Piece | None:
    """The obstacle or hill on whose top a body stands."""
    for p in near:
        if (p.solid or p.hill) and p.top == body.z and contains(p.area, body.x, body.y):
            return p
    return None


def _has_drops(piece: Piece) -> bool:
    """Whether the edges of a piece are drops at all; the slopes of a hill are none (CDC-TAB-17.3)."""
    return bool(piece.drop) if piece.hill else piece.drop is not False


def pit_at(ground: Ground, point: Point, z: int) -> str:
    """The crevice that is open at a point and height, or ""."""
    pit = pit_in(near_pieces(ground, *point, *point), *point, z)
    return pit.id if pit is not None else ""


def _land(
    ground: Ground,
    bodies: Sequence[Body],
    body: Body,
    dx: int,
    dy: int,
    near: Sequence[Piece],
    t: int,
    reason: str,
    top: int,
) -> tuple[Point, int, int, str]:
    """The last place up to t where a body can come down: level with, or on, what is not higher than `top`.

    It goes back from figures and intransitable terrain to just before them, and off the rim of an obstacle to before
    it, or back on to it where its centre has already left it.
    """
    t, reason = stop_at_edge(ground, body, dx, dy, t, reason)
    figures = [s for o in bodies if o.id != body.id and (s := overlap_span(body, dx, dy, o)) is not None]
    for _ in range(4 * (len(figures) + len(near)) + 4):
        x, y = at(body.x, body.y, dx, dy, t)
        z = surface_at(near, x, y, top)
        back = _taken(body, dx, dy, near, figures, x, y, z, t)
        if back is None:
            break
        t, reason = back
        if t <= 0:
            break

    def free(px: int, py: int) -> bool:
        level = surface_at(near, px, py, top)
        if not on_table(ground, body, px, py) or not free_of_figures(bodies, body, px, py):
            return False
        if not near:
            return True
        there = moved(body, px, py)
        return not any(_in_way(p, level, body) and overlaps_area(there, p.area) for p in near)

    aim = body.x + dx, body.y + dy
    end = aim if t == SCALE and free(*aim) else settle(body, dx, dy, max(t, 0), free)
    if end == (body.x, body.y):
        return end, body.z, 0, reason or "figure"
    return end, surface_at(near, *end, top), t, reason


def _in_way(p: Piece, z: int, body: Body) -> bool:
    """Whether a base at height z may not overlap a piece."""
    if p.solid:
        return p.top > z and p.base_z < z + body.height
    return INTRANSITABLE in p.kinds and bears(p, z)


def _taken(
    body: Body,
    dx: int,
    dy: int,
    near: Sequence[Piece],
    figures: Sequence[tuple[int, int]],
    x: int,
    y: int,
    z: int,
    t: int,
) -> tuple[int, str] | None:
    """Where to go back to from a place that is not free, or None if it is."""
    first = min((a for a, b in figures if a < t < b), default=None)
    if first is not None:
        return first, "figure"
    for p in near:
        if not _in_way(p, z, body):
            continue
        span = area_span(body, dx, dy, p.area)
        if span is None or not span[0] < t < span[1]:
            continue
        if not p.solid:
            return span[0], "intransitable"
        on_top = [
            b for _, b in spans(p.area, body.x, body.y, dx, dy) if b < t and (p.height <= PUSH_OVER or p.top == body.z)
        ]
        back = max((b for b in on_top if b > span[0]), default=span[0])
        return (back, "obstacle") if back < t else (span[0], "obstacle")
    return None


def jump_landing(ground: Ground, bodies: Sequence[Body], body: Body, direction: Vector, distance: int) -> Walk:
    """Where a jump of exactly `distance` units in a declared direction ends (CDC-ACT-14.2 to -14.10).

    Besides the stops of the rule it ends, with "clearance", where it would come within 2 cm of an enemy without
    reaching one (CDC-MOV-01.6): the direction was chosen before the roll, so the jump cannot be refused any more.
    """
    dx, dy = scaled(*direction, distance)
    home = body.x, body.y
    if not (dx or dy):
        return Walk(home, body.z, 0)
    near, bodies = near_way(ground, body, dx, dy), beside(bodies, body, dx, dy)
    t, reason = _to_obstacle(body, dx, dy, near)
    t, reason = stop_at_enemies(bodies, body, dx, dy, t, reason)
    for contact in (True, False):  # where it does not reach the enemy it would touch, it keeps clear of that one too
        t, reason = _keep_clear(bodies, body, dx, dy, t, reason, contact)
        if t <= 0:
            break
        # a jump comes down on what is not higher than where it began
        foot = _foot(ground, bodies, body, dx, dy, near, t, least=body.height)
        if foot is not None:
            return _landed(ground, bodies, body, near, *foot, reason)
        end, z, t, reason = _land(ground, bodies, body, dx, dy, near, t, reason, top=body.z)
        if _ends_clear(bodies, body, end):
            return _landed(ground, bodies, body, near, end, z, reason)
    return Walk(home, body.z, 0, reason, in_water=in_the_water(*home, body.z, body, near))


def _ends_clear(bodies: Sequence[Body], body: Body, end: Point) -> bool:
    """Whether a jump may end at a point: in contact with an enemy, or within 2 cm of none (CDC-MOV-01.1, -01.2)."""
    if not bodies:
        return True
    there = moved(body, *end)
    near = [o for o in bodies if o.id != body.id and rivals(o, body) and within(there, o, CLEARANCE)]
    return not near or any(within(there, o, 1) for o in near)


def _keep_clear(
    bodies: Sequence[Body], body: Body, dx: int, dy: int, t: int, reason: str, contact: bool
) -> tuple[int, str]:
    """Shorten a jump that would come within 2 cm of an enemy without ending in contact with one (CDC-MOV-01).

    Not ``contact``: it is known that it will not.
    """
    enemies = [o for o in bodies if o.id != body.id and rivals(o, body)]
    if not enemies:
        return t, reason
    end = at(body.x, body.y, dx, dy, t)
    there = moved(body, *end)
    if any(within(body, o, ENGAGED) for o in enemies):
        return 0, "clearance"
    if contact and any(within(there, o, 1) for o in enemies):
        return t, reason
    for o in enemies:
        ex, ey = end[0] - body.x, end[1] - body.y
        if not comes_within(body, ex, ey, o, CLEARANCE):
            continue
        if not within(body, o, CLEARANCE):
            span = overlap_span(body, dx, dy, o, CLEARANCE + 1)
            stop = span[0] if span is not None else t
            if stop < t:
                t, reason = stop, "clearance"
        elif (o.x - body.x) * dx + (o.y - body.y) * dy > 0 or within(there, o, CLEARANCE):
            return 0, "clearance"
    return t, reason


def _landed(
    ground: Ground, bodies: Sequence[Body], body: Body, near: Sequence[Piece], end: Point, z: int, reason: str
) -> Walk:
    dx, dy = end[0] - body.x, end[1] - body.y
    length = ceil_sqrt(dx * dx + dy * dy)
    if not length:
        return Walk(end, body.z, 0, reason, in_water=in_the_water(*end, body.z, body, near))
    pit = pit_in(near, *end, z)
    if pit is not None:
        return Walk(end, z, length, "crevice", left_at=end, piece=pit.id)
    deep = body.z - z
    if deep > 0:
        under = _bearer(near, body)
        falls = under is None or (_has_drops(under) and (under.hill or deep > body.height))
        if falls:
            wet = in_the_water(*end, z, body, near)
            return Walk(end, z, length, "drop", deep, (), wet, end, under.id if under is not None else "")
    return Walk(end, z, length, reason, in_water=in_the_water(*end, z, body, near))


# deviation


def deviate(face: int, distance: int, point: Point, forward: Vector) -> Point:
    """Where a point ends that deviates by `distance` units with a d6 face (CDC-DEV-01.1 to -01.6, -01.10).

    `forward` leads away from the roller's table edge; right and left are the roller's. The point may leave the table.

    >>> [deviate(f, 4000, (0, 0), (0, 1)) for f in (1, 2, 3, 4, 5, 6)]
    [(0, 0), (4000, 0), (-4000, 0), (0, 4000), (0, -4000), (0, 0)]
    """
    fx, fy = forward
    way = {2: (fy, -fx), 3: (-fy, fx), 4: (fx, fy), 5: (-fx, -fy)}.get(face, (0, 0))
    dx, dy = scaled(*way, distance)
    return point[0] + dx, point[1] + dy


# deployment


def deploy_refusal(
    ground: Ground, bodies: Sequence[Body], body: Body, point: Point, access: Point, limit: int = DEPLOY
) -> Bar | None:
    """Why a body may not be deployed at a point, as (code, facts, clause); None if it may (CDC-DEP-02.2, -02.6).

    The nearest point of its base must lie within `limit` units of the access point.
    """
    x, y = point
    there = moved(body, x, y)
    if not on_table(ground, body, x, y):
        return "off_table", {}, "CDC-TAB-01.5"
    if not within_point(there, access, limit):
        return "too_far", {"limit": limit}, "CDC-DEP-02.2"
    for o in bodies:
        if o.id == body.id:
            continue
        if rivals(o, body):
            if within(there, o, CLEARANCE):
                return "too_close", {"figure": o.id, "limit": CLEARANCE}, "CDC-DEP-02.6"
        elif overlaps(there, o):
            return "overlaps", {"figure": o.id}, "CDC-ACT-06.9"
    near = around(ground, body, x, y)
    z = surface_at(near, x, y, 0)
    for p in near:
        if p.solid and p.base_z < z + body.height and p.top > z and overlaps_area(there, p.area):
            return "obstacle", {"piece": p.id}, "CDC-TAB-05.1"
        if bears(p, z) and overlaps_area(there, p.area):
            for kind in (INTRANSITABLE, WATER, CREVICE):
                if kind in p.kinds:
                    return kind, {"piece": p.id}, "CDC-DEP-02.6"
    return None


def chance_deploy(
    rng: Random, ground: Ground, bodies: Sequence[Body], body: Body, access: Point, limit: int = DEPLOY
) -> Point | None:
    """Some legal place to deploy a body, of a few drawn at random; None if none of them is."""
    for _ in range(24):
        length = int(limit * (1 - rng.random() ** 2))
        ux, uy = unit(int(rng.random() * 360) * 1000, length)
        point = access[0] + ux, access[1] + uy
        if deploy_refusal(ground, bodies, body, point, access, limit) is None:
            return point
    return None


def search_deploy(
    ground: Ground, bodies: Sequence[Body], body: Body, access: Point, limit: int = DEPLOY
) -> Point | None:
    """A legal place to deploy a body near its access point: on rings, and where that fails on a grid of 2 mm."""
    for ring in range(limit // CM + 3):
        for k in range(0, 360, 10):
            ux, uy = unit(k * 1000, ring * CM)
            point = access[0] + ux, access[1] + uy
            if deploy_refusal(ground, bodies, body, point, access, limit) is None:
                return point
    far = limit + extent(body)
    xs = range(max(0, access[0] - far), min(ground.width, access[0] + far) + 1, GRID)
    ys = range(max(0, access[1] - far), min(ground.depth, access[1] + far) + 1, GRID)
    grid = ((x, y) for x in xs for y in ys)
    return next((p for p in grid if deploy_refusal(ground, bodies, body, p, access, limit) is None), None)


# covering areas


def is_covering_area(area: Polygon, obstacles: Sequence[Area]) -> bool:
    """Whether an area keeps to the printed guideline for covering terrain (CDC-TAB-12.3).

    Every point of its edge (one each cm) lies within 15 cm of an obstacle that has another one within 15 cm, and every
    obstacle in it lies within 15 cm of another one or of the edge.
    """
    linked = [
        o
        for i, o in enumerate(obstacles)
        if any(_apart(o, p) <= COVERING_SPAN for j, p in enumerate(obstacles) if i != j)
    ]
    for x0, y0, x1, y1 in area.edges:
        steps = max(1, -(-ceil_sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2) // CM))
        for k in range(steps):
            x, y = x0 + (x1 - x0) * k // steps, y0 + (y1 - y0) * k // steps
            if not any(_to_area(x, y, o) <= COVERING_SPAN for o in linked):
                return False
    inner = [o for o in obstacles if contains(area, *_centre(o))]
    return all(o in linked or _to_edge(o, area) <= COVERING_SPAN for o in inner)


def _centre(area: Area) -> Point:
    if isinstance(area, Disc):
        return area.x, area.y
    n = len(area.points)
    return sum(x for x, _ in area.points) // n, sum(y for _, y in area.points) // n


def _to_area(x: int, y: int, area: Area) -> int:
    if isinstance(area, Disc):
        return max(0, ceil_sqrt((x - area.x) ** 2 + (y - area.y) ** 2) - area.r)
    return 0 if contains(area, x, y) else root_up(ring_distance(x, y, area.points))


def _apart(a: Area, b: Area) -> int:
    if isinstance(a, Disc):
        return max(0, _to_area(a.x, a.y, b) - a.r)
    if isinstance(b, Disc):
        return max(0, _to_area(b.x, b.y, a) - b.r)
    return root_up(polygon_polygon(a.points, b.points))


def _to_edge(obstacle: Area, area: Polygon) -> int:
    if isinstance(obstacle, Disc):
        return max(0, root_up(ring_distance(obstacle.x, obstacle.y, area.points)) - obstacle.r)
    return min(root_up(ring_distance(x, y, area.points)) for x, y in obstacle.points)
