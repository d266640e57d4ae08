"""Moves on foot: is a chosen end legal, what happens on the way, ends to try (CDC-ACT-06, -16, -22, -23, CDC-MOV)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from arbitro.geometry.measure import contains, gap, overlaps, touches, within
from arbitro.geometry.motion import SCALE, approach, area_span, at, merged, overlap_span, passes_clear, settle
from arbitro.geometry.shapes import Footprint, Point, ceil_sqrt, extent, moved
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo._ground_path import (
    ADDED,
    CAREFUL,
    COVER,
    JUMP,
    REACH,
    SWIM,
    WALK,
    Way,
    affordable,
    dangers,
    farthest_reach,
    in_the_water,
    legs,
    level_at,
    paid_to,
    stands_clear,
    stretch,
    trace,
)
from arbitro.rulesets.crepuscolo._ground_pieces import (
    COVERING,
    WATER,
    Bar,
    Body,
    Ground,
    Piece,
    kinds_at,
    near_pieces,
    on_table,
    rivals,
    surface_at,
)
from arbitro.rulesets.crepuscolo._ground_places import foot_place, free_of_figures

ENGAGED = CM  # an enemy this near locks a fighter (CDC-MOV-04.1)
CLEARANCE = 2 * CM  # moves keep farther than this from enemies (CDC-MOV-01.1)
SHORE = CM  # nearest to water to begin a swim, and how far out of it one may end (CDC-ACT-22.1)

IN_THE_WAY = {
    "obstacle": "CDC-ACT-06.6",
    "intransitable": "CDC-TAB-15.2",
    "water": "CDC-TAB-21.2",
    "crevice": "CDC-TAB-16.2",
}


class Danger(Struct, frozen=True):
    """A dangerous area on the way: its kind, where the centre first enters it, the piece."""

    kind: str
    at: Point
    piece: str


class Walk(Struct, frozen=True):
    """A move carried out. Lengths in units; `end` and `z` where the figure is put.

    `stopped_by`: "" (came where it wanted), "limit", "obstacle", "enemy", "figure", "edge" (of the table),
    "intransitable", "water", "shore", "clearance", "crevice", "drop". `fall_height` > 0: it fell that far.
    `left_at`: where it went over the edge of a drop or crevice, else `end`.
    """

    end: Point
    z: int
    length: int
    stopped_by: str = ""
    fall_height: int = 0
    damaged_by: tuple[Danger, ...] = ()
    in_water: bool = False
    left_at: Point | None = None
    piece: str = ""


# distances


def distance(a: Footprint, b: Footprint) -> int:
    """Distance between two figures in units, bases only (CDC-ACT-27.1); 0 is base contact."""
    return gap(a, b)


def engaged(ground: Ground, body: Body, others: Iterable[Body]) -> bool:
    """Whether an enemy among the others stands within 1 cm (CDC-MOV-04.1, -04.5); heights do not count."""
    return any(rivals(o, body) and within(body, o, ENGAGED) for o in others)


def is_wet(ground: Ground, body: Body) -> bool:
    """Whether any part of a figure's base is in water."""
    return in_the_water(body.x, body.y, body.z, body, near_way(ground, body, 0, 0))


def near_way(ground: Ground, body: Body, dx: int, dy: int) -> list[Piece]:
    """Pieces whose box a base may meet on a straight way of (dx, dy) units."""
    r = body.r or extent(body)
    x, y = body.x, body.y
    x0, x1 = (x - r, x + dx + r) if dx > 0 else (x + dx - r, x + r)
    y0, y1 = (y - r, y + dy + r) if dy > 0 else (y + dy - r, y + r)
    return near_pieces(ground, x0, y0, x1, y1)


def beside(bodies: Sequence[Body], body: Body, dx: int, dy: int) -> list[Body]:
    """The other figures that a straight way of (dx, dy) units may come near: within 2 cm and a little more."""
    x, y, me, wide = body.x, body.y, body.id, extent(body) + CLEARANCE + 2
    x0, x1 = (x - wide, x + dx + wide) if dx > 0 else (x + dx - wide, x + wide)
    y0, y1 = (y - wide, y + dy + wide) if dy > 0 else (y + dy - wide, y + wide)
    found = []
    for o in bodies:
        r = o.r or extent(o)
        if x0 - r <= o.x <= x1 + r and y0 - r <= o.y <= y1 + r and o.id != me:
            found.append(o)
    return found


# refusals


def walk_refusal(
    ground: Ground,
    bodies: Sequence[Body],
    body: Body,
    towards: Point,
    kind: str,
    budget: int,
    loose: bool = False,
) -> Bar | None:
    """Why a body may not choose to end its move at a point, as (code, facts, clause); None if it may.

    `budget`: the die in thousandths (face 5 = 5000), see `budget_of`. `loose`: it may leave enemies within 1 cm.
    Staying where it stands is always legal. A way that leads over a drop or a crevice is legal: the move ends there.
    """
    dx, dy = towards[0] - body.x, towards[1] - body.y
    if not (dx or dy):
        return None
    if not on_table(ground, body, *towards):
        return "off_table", {}, "CDC-TAB-01.5"
    far = farthest_reach(kind, budget) if budget >= ADDED else REACH[kind] * budget
    if dx * dx + dy * dy > far * far:
        return "too_far", {"length": ceil_sqrt(dx * dx + dy * dy), "limit": far}, _limit_rule(kind)
    near = near_way(ground, body, dx, dy)
    ex, ey, falls = dx, dy, False
    if near or body.z:
        bar, t = _scenery_refusal(body, dx, dy, near, kind, budget)
        if bar is not None:
            return bar
        if t < SCALE:
            falls = True
            x, y = at(body.x, body.y, dx, dy, t)
            ex, ey = x - body.x, y - body.y
    if kind == SWIM:
        bar = _swim_refusal(ground, body, near, dx, dy)
        if bar is not None:
            return bar
    elif kind == COVER:
        for point, code in (((body.x, body.y), "not_in_cover"), (towards, "ends_out_of_cover")):
            if not falls and not in_cover(ground, point, body.z):
                return code, {}, "CDC-ACT-23.7"
    return _figures_refusal(bodies, body, ex, ey, falls, loose or (kind == SWIM and is_wet(ground, body)))


def _limit_rule(kind: str) -> str:
    return {CAREFUL: "CDC-ACT-16.3", SWIM: "CDC-ACT-22.4"}.get(kind, "CDC-ACT-06.4")


def in_cover(ground: Ground, point: Point, z: int) -> bool:
    """Whether a point lies in covering terrain (CDC-ACT-23.1), for feet at height z or on the surface there."""
    x, y = point
    if not any(contains(p.area, x, y) for p in ground.cover):
        return False
    return COVERING in kinds_at(ground, point, surface_at(near_pieces(ground, x, y, x, y), x, y, z))


def _scenery_refusal(
    body: Body, dx: int, dy: int, near: Sequence[Piece], kind: str, budget: int
) -> tuple[Bar | None, int]:
    """The refusal that scenery causes, and how far the way goes before a fall."""
    way = trace(body, dx, dy, near, kind, exact=False)
    if way.piece is not None and way.reason not in ("drop", "crevice"):
        return (way.reason, {"piece": way.piece.id}, IN_THE_WAY[way.reason]), 0
    if not affordable(dx, dy, legs(body, dx, dy, near, way, kind, way.t), budget):
        return ("too_far_here", {"budget": budget}, "CDC-ACT-06.8" if kind in (WALK, COVER) else _limit_rule(kind)), 0
    if way.t == SCALE:
        z = level_at(body, dx, dy, near, way, body.x + dx, body.y + dy)
        why = stands_clear(body.x + dx, body.y + dy, z, body, body.height, near, kind == SWIM)
        if why:
            return (why, {}, IN_THE_WAY[why]), 0
    return None, way.t


def _figures_refusal(bodies: Sequence[Body], body: Body, dx: int, dy: int, falls: bool, afloat: bool) -> Bar | None:
    """The refusal that other figures cause to a way (CDC-ACT-06.9, CDC-MOV-01, CDC-MOV-04)."""
    x, y, r, me, company, unreal = body.x, body.y, body.r, body.id, body.company, bool(body.image)
    size = dx * dx + dy * dy
    late: Bar | None = None  # falls away if the move ends in contact
    contact = False
    for o in bodies:
        if o.id == me:
            continue
        if not r or not o.r:
            bar, met = _edgy_refusal(body, o, dx, dy, falls, afloat)
        else:
            reach = r + o.r
            fx, fy = o.x - x, o.y - y
            gx, gy = fx - dx, fy - dy
            end2 = gx * gx + gy * gy
            if o.company == company or unreal or o.image:
                if end2 < reach * reach and not falls:
                    return "overlaps", {"figure": o.id}, "CDC-ACT-06.9"
                continue
            dot = fx * dx + fy * dy
            if dot <= 0:
                near2, den = fx * fx + fy * fy, 1
            elif dot >= size:
                near2, den = end2, 1
            else:
                side = fx * dy - fy * dx
                near2, den = side * side, size
            if near2 > (reach + CLEARANCE) ** 2 * den:
                continue
            bar, met = _round_refusal(o.id, reach, fx * fx + fy * fy, end2, near2, den, falls, afloat)
        if bar is not None:
            if bar[0] not in ("too_close", "comes_closer"):
                return bar
            late = late or bar
        contact = contact or met
    return None if contact else late


def _round_refusal(
    enemy: str, reach: int, start2: int, end2: int, near2: int, den: int, falls: bool, afloat: bool
) -> tuple[Bar | None, bool]:
    """The refusal of one enemy whom a way passes within 2 cm; the flag says whether the move ends in contact.

    ``start2``, ``end2`` and ``near2 / den`` are the squares of the distances between the centres at the beginning, at
    the end and at the nearest; ``reach`` is the distance in base contact. All in units.
    """
    touch2, wide2 = reach * reach, (reach + CLEARANCE) ** 2
    if start2 <= (reach + ENGAGED) ** 2 and not afloat:
        return ("engaged", {"figure": enemy}, "CDC-MOV-04.1"), False
    if near2 < touch2 * den and (start2 >= touch2 or end2 < touch2):
        return ("enemy_in_way", {"figure": enemy}, "CDC-ACT-06.9"), False
    if end2 < touch2 and not falls:
        return ("overlaps", {"figure": enemy}, "CDC-ACT-06.9"), False
    if not falls and end2 <= (reach + 1) ** 2:
        return None, True
    if start2 > wide2:
        return ("too_close", {"figure": enemy, "limit": CLEARANCE}, "CDC-MOV-01.1"), False
    if near2 < start2 * den:
        return ("comes_closer", {"figure": enemy}, "CDC-MOV-01.5"), False
    if end2 <= wide2 and not falls:
        return ("too_close", {"figure": enemy, "limit": CLEARANCE}, "CDC-MOV-01.5"), False
    return None, False


def _edgy_refusal(body: Body, o: Body, dx: int, dy: int, falls: bool, afloat: bool) -> tuple[Bar | None, bool]:
    """The same against one figure where either base is rectangular; the flag says whether the move ends in contact."""
    if passes_clear(body, dx, dy, o, CLEARANCE):
        return None, False
    end = moved(body, body.x + dx, body.y + dy)
    if not rivals(o, body):
        return (("overlaps", {"figure": o.id}, "CDC-ACT-06.9") if not falls and overlaps(end, o) else None), False
    (n, d), less = approach(body, dx, dy, o)
    if n > (less + CLEARANCE) ** 2 * d:
        return None, False
    if within(body, o, ENGAGED) and not afloat:
        return ("engaged", {"figure": o.id}, "CDC-MOV-04.1"), False
    crosses = overlap_span(body, dx, dy, o) is not None and (not overlaps(body, o) or overlaps(end, o))
    if crosses:
        return ("enemy_in_way", {"figure": o.id}, "CDC-ACT-06.9"), False
    if not falls and overlaps(end, o):
        return ("overlaps", {"figure": o.id}, "CDC-ACT-06.9"), False
    if not falls and touches(end, o):
        return None, True
    if not within(body, o, CLEARANCE):
        return ("too_close", {"figure": o.id, "limit": CLEARANCE}, "CDC-MOV-01.1"), False
    (n0, d0), _ = approach(body, 0, 0, o)
    if n * d0 < n0 * d:
        return ("comes_closer", {"figure": o.id}, "CDC-MOV-01.5"), False
    if not falls and within(end, o, CLEARANCE):
        return ("too_close", {"figure": o.id, "limit": CLEARANCE}, "CDC-MOV-01.5"), False
    return None, False


def _swim_refusal(ground: Ground, body: Body, near: Sequence[Piece], dx: int, dy: int) -> Bar | None:
    """A swim leads through water, but for at most 1 cm of shore before and behind it."""
    wet = _wet_stretch(body, dx, dy, near)
    if wet is None or (
        wet[0] > 0 and not in_the_water(body.x, body.y, body.z, body, near) and (stretch(dx, dy, 0, wet[0]) > SHORE)
    ):
        return "not_by_water", {}, "CDC-ACT-22.1"
    if stretch(dx, dy, wet[1], SCALE) > SHORE:
        return "past_the_shore", {}, "CDC-ACT-22.4"
    return None


def _wet_stretch(body: Body, dx: int, dy: int, near: Sequence[Piece]) -> tuple[int, int] | None:
    """From where to where, without a break of dry land, the base is in water on its way."""
    found = []
    for p in near:
        if WATER in p.kinds and not p.solid and body.z <= p.base_z:
            span = area_span(body, dx, dy, p.area)
            if span is not None:
                found.append(span)
    return merged(found)[0] if found else None


# moves carried out


def walk(
    ground: Ground,
    bodies: Sequence[Body],
    body: Body,
    towards: Point,
    kind: str,
    budget: int,
) -> Walk:
    """Move a body straight towards a point as far as the die (`budget` in thousandths) and the table allow.

    Stops in contact before obstacles and enemies, at closed terrain, at the table edge, before the place of another
    figure if it would end on it, and at the edge of a crevice or drop, where it falls. The 2 cm rule is not applied:
    `walk_refusal` says whether the end may be chosen.
    """
    dx, dy = towards[0] - body.x, towards[1] - body.y
    near = near_way(ground, body, dx, dy)
    if not (dx or dy):
        return Walk((body.x, body.y), body.z, 0, in_water=in_the_water(body.x, body.y, body.z, body, near))
    way = trace(body, dx, dy, near, kind)
    parts = legs(body, dx, dy, near, way, kind, SCALE)
    t, reason, paid = way.t, way.reason, SCALE
    if not affordable(dx, dy, parts, budget):
        paid = paid_to(dx, dy, parts, budget)
        if paid < t:
            t, reason = paid, "limit"
    if kind == SWIM:
        wet = _wet_stretch(body, dx, dy, near)
        if wet is not None and wet[1] < t and stretch(dx, dy, wet[1], t) > SHORE:
            t, reason = wet[1], "shore"
    others = beside(bodies, body, dx, dy)
    t, reason = stop_at_edge(ground, body, dx, dy, t, reason)
    t, reason = stop_at_enemies(others, body, dx, dy, t, reason)
    if reason in ("drop", "crevice"):
        return _fall_over(ground, bodies, body, dx, dy, near, way, t, kind)
    t, reason = back_off(others, body, dx, dy, t, reason)
    free = _Free(ground, others, body, near, way, parts, budget, kind == SWIM, (dx, dy), paid + 4096)
    end = towards if t == SCALE and free(*towards) else settle(body, dx, dy, min(t, SCALE), free)
    if end == (body.x, body.y):
        return Walk(end, body.z, 0, reason or "figure", in_water=in_the_water(*end, body.z, body, near))
    return _walked(body, near, dx, dy, end, t, reason, way, kind)


class _Free:
    """Whether an integer point near the way is a place to stop: no overlap, paid for."""

    def __init__(
        self,
        ground: Ground,
        bodies: Sequence[Body],
        body: Body,
        near: Sequence[Piece],
        way: Way,
        parts: Sequence[tuple[int, int, int]],
        budget: int,
        wet: bool,
        aim: Point,
        paid: int,
    ) -> None:
        self.ground, self.bodies, self.body, self.near, self.way = ground, bodies, body, near, way
        self.aim, self.paid = aim, paid
        self.size = aim[0] * aim[0] + aim[1] * aim[1]
        self.wet = wet
        # only one kind of ground can be checked on the point itself; stretches were rounded once already
        single = len(parts) == 1 and parts[0][1] == SCALE
        self.cost = parts[0][2] if parts else 1
        self.far6 = 6 * (budget % ADDED) + self.cost * (budget // ADDED) if single else None

    def __call__(self, x: int, y: int) -> bool:
        body = self.body
        ex, ey = x - body.x, y - body.y
        if self.far6 is not None:
            if self.cost * self.cost * (ex * ex + ey * ey) > self.far6 * self.far6:
                return False
        elif (ex * self.aim[0] + ey * self.aim[1]) * SCALE > self.paid * self.size:
            return False
        if not on_table(self.ground, body, x, y) or not free_of_figures(self.bodies, body, x, y):
            return False
        if not self.near:
            return True
        z = level_at(body, *self.aim, self.near, self.way, x, y)
        return not stands_clear(x, y, z, body, body.height, self.near, self.wet)


def stop_at_edge(ground: Ground, body: Body, dx: int, dy: int, t: int, reason: str) -> tuple[int, str]:
    """How far a way stays on the table, at most t of it, and what ends it."""
    x, y = at(body.x, body.y, dx, dy, t)
    if on_table(ground, body, x, y):
        return t, reason
    low, high = 0, t
    while high - low > 4096:
        mid = (low + high) // 2
        low, high = (mid, high) if on_table(ground, body, *at(body.x, body.y, dx, dy, mid)) else (low, mid)
    return low, "edge"


def stop_at_enemies(bodies: Sequence[Body], body: Body, dx: int, dy: int, t: int, reason: str) -> tuple[int, str]:
    """How far a way goes before it meets an enemy, at most t of it, and what ends it (CDC-ACT-06.9)."""
    for o in bodies:
        if o.id != body.id and rivals(o, body):
            met = overlap_span(body, dx, dy, o)
            if met is not None and met[0] < t and not overlaps(body, o):
                t, reason = met[0], "enemy"
    return t, reason


def back_off(bodies: Sequence[Body], body: Body, dx: int, dy: int, t: int, reason: str) -> tuple[int, str]:
    """Back from a place taken by another figure to just before it."""
    spans = [s for o in bodies if o.id != body.id and (s := overlap_span(body, dx, dy, o)) is not None]
    for _ in range(len(spans) + 1):
        taken = [first for first, last in spans if first < t < last]
        if not taken:
            break
        t, reason = min(taken), "figure"
    return t, reason


def _walked(
    body: Body, near: Sequence[Piece], dx: int, dy: int, end: Point, t: int, reason: str, way: Way, kind: str
) -> Walk:
    z = level_at(body, dx, dy, near, way, *end)
    length = ceil_sqrt((end[0] - body.x) ** 2 + (end[1] - body.y) ** 2)
    if not near:
        return Walk(end, z, length, reason)
    return Walk(
        end,
        z,
        length,
        reason,
        damaged_by=_harm(body, dx, dy, near, way, kind, t),
        in_water=in_the_water(*end, z, body, near),
        piece=way.piece.id if way.piece is not None and reason == way.reason else "",
    )


def _harm(body: Body, dx: int, dy: int, near: Sequence[Piece], way: Way, kind: str, t: int) -> tuple[Danger, ...]:
    if kind in (CAREFUL, JUMP):  # CDC-TAB-13.6, -14.4
        return ()
    return tuple(Danger(k, at(body.x, body.y, dx, dy, a), p) for a, k, p in dangers(body, dx, dy, near, way, t))


def _fall_over(
    ground: Ground,
    bodies: Sequence[Body],
    body: Body,
    dx: int,
    dy: int,
    near: Sequence[Piece],
    way: Way,
    t: int,
    kind: str,
) -> Walk:
    """The end of a move over the edge of a crevice or drop (CDC-TAB-16.2, -17.2, -17.5)."""
    edge = at(body.x, body.y, dx, dy, t)
    harm = _harm(body, dx, dy, near, way, kind, t)
    z = way.z_at(t)
    length = stretch(dx, dy, 0, t)
    piece = way.piece
    assert piece is not None
    if way.reason == "crevice":
        return Walk(edge, z, length, "crevice", damaged_by=harm, left_at=edge, piece=piece.id)
    end, low = foot_place(ground, bodies, body, piece, edge, (dx, dy), way.low)
    wet = in_the_water(*end, low, body, near_pieces(ground, end[0], end[1], end[0], end[1]))
    return Walk(end, low, length, "drop", z - low, harm, wet, edge, piece.id)
