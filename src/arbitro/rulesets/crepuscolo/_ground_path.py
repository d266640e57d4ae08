"""A straight way over scenery: levels along it, what stops it, what it costs.

Cost, danger, crevices and drops follow the centre of the base; obstacles, intransitable terrain and the edge of water
follow the whole base. Terrain counts for a figure whose feet are not above its `base_z`: not on a bridge, and a wood on
a hill needs the height of the hill as its `base_z`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt

from msgspec import Struct

from arbitro.geometry.measure import overlaps_area
from arbitro.geometry.motion import SCALE, Span, area_span, at, spans, sweeps_area
from arbitro.geometry.shapes import Footprint, moved
from arbitro.rulesets.crepuscolo._ground_pieces import (
    CREVICE,
    DANGEROUS,
    DIFFICULT,
    EXTREMELY_DANGEROUS,
    INTRANSITABLE,
    VERY_DIFFICULT,
    WATER,
    Body,
    Piece,
    bears,
    surface_at,
)

WALK, COVER, CAREFUL, JUMP, SWIM = "walk", "cover", "careful", "jump", "swim"

# sixths of a thousandth of the die that one unit of length costs (CDC-ACT-06.8, -16.3, -22.4)
OPEN_COST, DIFFICULT_COST, VERY_DIFFICULT_COST, CAREFUL_COST, SWIM_COST = 2, 3, 6, 6, 3
REACH = {WALK: 3, COVER: 3, CAREFUL: 1, SWIM: 2}  # cm for each point of the die on open ground
ADDED = 1_000_000  # a budget counts thousandths of the die below this, and lengths that rules add in multiples of it


def budget_of(points: int, added: int = 0) -> int:
    """What pays for a move: points of the die, and a length in units that rules add whatever the ground (CDC-AB-048.2).

    >>> budget_of(4), budget_of(4, 2000)
    (4000, 2000004000)
    """
    return points * 1000 + added * ADDED


def farthest_reach(kind: str, budget: int) -> int:
    """How far a budget leads on open ground, in units.

    >>> farthest_reach(WALK, budget_of(4, 2000))
    14000
    """
    return REACH[kind] * (budget % ADDED) + budget // ADDED


class Section(Struct, frozen=True):
    """A stretch of the way on one level."""

    first: int
    last: int
    z: int


class Way(Struct, frozen=True):
    """What a straight way meets: `t` is where it stops, SCALE if nothing stops it.

    `reason`: "", "obstacle", "intransitable", "water", "crevice" or "drop"; `piece` did it; `low`: the level below.
    """

    t: int
    reason: str
    piece: Piece | None
    low: int
    sections: tuple[Section, ...]

    def z_at(self, t: int) -> int:
        """Level of the feet at a place on the way."""
        for s in self.sections:
            if t <= s.last:
                return s.z
        return self.sections[-1].z


def levels(body: Body, dx: int, dy: int, near: Sequence[Piece]) -> tuple[list[Section], Piece | None, int]:
    """Levels of the centre along a way; then the piece over whose drop it leads, and the level below it."""
    z = body.z
    if z == 0 and not any(p.hill for p in near):
        return [Section(0, SCALE, 0)], None, 0
    tops: list[tuple[Span, int, bool, Piece]] = []
    for p in near:
        if p.hill or p.solid:
            tops += [(s, p.top, p.hill, p) for s in spans(p.area, body.x, body.y, dx, dy)]
        for ledge in p.ledges:
            tops += [(s, ledge.z, False, p) for s in spans(ledge.area, body.x, body.y, dx, dy)]
    cuts = sorted({0, SCALE, *(t for s, _, _, _ in tops for t in s)})
    found: list[Section] = []
    bearer: Piece | None = None
    for first, last in pairwise(cuts):
        here = [(top, hill, p) for (a, b), top, hill, p in tops if a <= first and last <= b]
        level = max((top for top, hill, _ in here if hill or top <= z), default=0)
        under = next((p for top, hill, p in here if top == level and (hill or top <= z)), None)
        if level < z and found and bearer is not None and _is_drop(bearer, z - level, body.height):
            return found, bearer, level
        z, bearer = level, under
        if found and found[-1].z == z:
            found[-1] = Section(found[-1].first, last, z)
        else:
            found.append(Section(first, last, z))
    return found, None, 0


def _is_drop(piece: Piece, step: int, height: int) -> bool:
    """Whether leaving a piece downwards is a fall (CDC-TAB-17.3, -17.4)."""
    if piece.hill:
        return bool(piece.drop)
    return piece.drop is not False and step > height


def trace(body: Body, dx: int, dy: int, near: Sequence[Piece], kind: str, exact: bool = True) -> Way:
    """Follow a way of a body over the pieces near it until something stops it.

    Not `exact`: that an obstacle or closed terrain stops it is enough, `t` is then 0.
    """
    sections, dropped, low = levels(body, dx, dy, near)
    t, reason, piece = SCALE, "", None
    if dropped is not None:
        t, reason, piece = sections[-1].last, "drop", dropped
    for p in near:
        if CREVICE in p.kinds:
            for first, last in spans(p.area, body.x, body.y, dx, dy):
                for s in sections:
                    place = max(first, s.first)
                    if place <= min(last, s.last) and place < t and bears(p, s.z):
                        t, reason, piece = place, "crevice", p
    for p in near:
        for hit, why in _stops(body, dx, dy, p, sections, t, kind, exact):
            if hit < t:
                t, reason, piece = hit, why, p
    return Way(t, reason, piece, low, tuple(sections))


def _stops(
    body: Body, dx: int, dy: int, p: Piece, sections: Sequence[Section], limit: int, kind: str, exact: bool
) -> list[tuple[int, str]]:
    """Where the base, or what of it counts, comes up against a piece on the way before `limit`."""
    if p.solid:
        over = any(s.z >= p.top for s in sections)
        own = over or overlaps_area(body, p.area)  # stood on or against it: then the centre alone must keep out
        found = []
        for s in sections:
            if s.first < limit and p.top > s.z and p.base_z < s.z + body.height:
                hit = _enters(p, body, dx, dy, s) if own else _meets(p, body, dx, dy, s, limit, exact)
                if hit is not None:
                    found.append((hit, "obstacle"))
        return found
    if not p.closed:
        return []
    if INTRANSITABLE in p.kinds:
        why = INTRANSITABLE
        if overlaps_area(body, p.area):
            return []
    elif kind == SWIM:
        return []
    else:
        why = WATER
        if overlaps_area(body, p.area) and bears(p, sections[0].z):
            return [(0, why)]
    hits = (_meets(p, body, dx, dy, s, limit, exact) for s in sections if s.first < limit and bears(p, s.z))
    return [(hit, why) for hit in hits if hit is not None]


def _enters(p: Piece, body: Body, dx: int, dy: int, s: Section) -> int | None:
    for first, last in spans(p.area, body.x, body.y, dx, dy):
        if last > max(first, s.first) + 1 and max(first, s.first) < s.last and first >= s.first:
            return max(first, s.first)
    return None


def _meets(p: Piece, body: Body, dx: int, dy: int, s: Section, limit: int, exact: bool) -> int | None:
    """First place of a section (before limit) at which the whole base overlaps a piece."""
    last = min(s.last, limit)
    if s.first == 0 and last == SCALE:
        here: Footprint = body
        ex, ey = dx, dy
    else:
        (x0, y0), (x1, y1) = at(body.x, body.y, dx, dy, s.first), at(body.x, body.y, dx, dy, last)
        here, ex, ey = moved(body, x0, y0), x1 - x0, y1 - y0
    if not exact:
        return 0 if sweeps_area(here, ex, ey, p.area) else None
    span = area_span(here, ex, ey, p.area)
    return None if span is None else s.first + (last - s.first) * span[0] // SCALE


def level_at(body: Body, dx: int, dy: int, near: Sequence[Piece], way: Way, x: int, y: int) -> int:
    """Level of the feet at an integer point on or beside a way: on the edge of what bears it, still on top."""
    if len(way.sections) == 1 and not way.sections[0].z:
        return 0
    size = dx * dx + dy * dy
    t = ((x - body.x) * dx + (y - body.y) * dy) * SCALE // size if size else 0
    slack = 2 * SCALE // (isqrt(size) + 1) + 1
    high = max((s.z for s in way.sections if s.first - slack <= t <= s.last + slack), default=way.sections[-1].z)
    return surface_at(near, x, y, high)


def stands_clear(x: int, y: int, z: int, base: Footprint, height: int, near: Sequence[Piece], water: bool) -> str:
    """Why a base cannot stand at (x, y, z) because of scenery: "", "obstacle", "intransitable" or "water".

    `water`: it may be in the water.
    """
    if not near:
        return ""
    here = moved(base, x, y)
    for p in near:
        if p.solid:
            if p.top > z and p.base_z < z + height and overlaps_area(here, p.area):
                return "obstacle"
        elif p.closed and (INTRANSITABLE in p.kinds or not water) and bears(p, z) and overlaps_area(here, p.area):
            return INTRANSITABLE if INTRANSITABLE in p.kinds else WATER
    return ""


def in_the_water(x: int, y: int, z: int, base: Footprint, near: Sequence[Piece]) -> bool:
    """Whether any part of a base at (x, y, z) is in water."""
    if not near:
        return False
    here = moved(base, x, y)
    return any(WATER in p.kinds and not p.solid and bears(p, z) and overlaps_area(here, p.area) for p in near)


def legs(
    body: Body, dx: int, dy: int, near: Sequence[Piece], way: Way, kind: str, end: int
) -> list[tuple[int, int, int]]:
    """The way up to `end` cut by cost: (first, last, cost of a unit of length)."""
    if kind == CAREFUL:
        return [(0, end, CAREFUL_COST)]
    if kind == SWIM:
        return [(0, end, SWIM_COST)]
    slow: list[tuple[int, int, int]] = []
    for p in near:
        cost = VERY_DIFFICULT_COST if VERY_DIFFICULT in p.kinds else DIFFICULT_COST if DIFFICULT in p.kinds else 0
        if cost:
            for first, last in spans(p.area, body.x, body.y, dx, dy):
                for s in way.sections:
                    a, b = max(first, s.first), min(last, s.last, end)
                    if a < b and bears(p, s.z):
                        slow.append((a, b, cost))
    if not slow:
        return [(0, end, OPEN_COST)]
    cuts = sorted({0, end, *(t for a, b, _ in slow for t in (a, b))})
    found: list[tuple[int, int, int]] = []
    for a, b in pairwise(cuts):
        cost = max((c for s0, s1, c in slow if s0 <= a and b <= s1), default=OPEN_COST)
        if found and found[-1][2] == cost:
            found[-1] = (found[-1][0], b, cost)
        else:
            found.append((a, b, cost))
    return found


def stretch(dx: int, dy: int, first: int, last: int) -> int:
    """Length in units of a stretch of a way, rounded to the nearest unit."""
    fine = isqrt((dx * dx + dy * dy) << 20)
    return (fine * (last - first) + (SCALE << 9)) // (SCALE << 10)


def affordable(dx: int, dy: int, parts: Sequence[tuple[int, int, int]], budget: int) -> bool:
    """Whether a budget pays for a way: exact on one kind of ground, else each stretch is rounded to a unit.

    What rules add to the die's length is the last of the way.
    """
    if not parts:
        return True
    left, added = 6 * (budget % ADDED), budget // ADDED
    if len(parts) == 1 and parts[0][0] == 0 and parts[0][1] == SCALE:
        cost = parts[0][2]
        return cost * cost * (dx * dx + dy * dy) <= (left + cost * added) ** 2
    lengths = [stretch(dx, dy, a, b) for a, b, _ in parts]
    rest = sum(lengths)
    for length, (_, _, cost) in zip(lengths, parts, strict=True):
        if cost * length > left:
            return cost * (rest - added) <= left
        left, rest = left - cost * length, rest - length
    return True


def paid_to(dx: int, dy: int, parts: Sequence[tuple[int, int, int]], budget: int) -> int:
    """How far along its way a budget carries a body: SCALE for all of it."""
    left, added = 6 * (budget % ADDED), budget // ADDED
    fine = isqrt((dx * dx + dy * dy) << 20)
    for first, last, cost in parts:
        length = stretch(dx, dy, first, last)
        if cost * length > left:
            paid = min(last, first + left * (SCALE << 10) // (cost * fine))
            return min(parts[-1][1], paid + added * (SCALE << 10) // fine) if added else paid
        left -= cost * length
    return parts[-1][1] if parts else SCALE


def dangers(body: Body, dx: int, dy: int, near: Sequence[Piece], way: Way, end: int) -> list[tuple[int, str, str]]:
    """Dangerous areas that the centre touches up to `end`: (first place, kind, id of the piece), in order."""
    found = []
    for p in near:
        for kind in (DANGEROUS, EXTREMELY_DANGEROUS):
            if kind in p.kinds:
                hits = [
                    max(first, s.first)
                    for first, last in spans(p.area, body.x, body.y, dx, dy)
                    for s in way.sections
                    if max(first, s.first) <= min(last, s.last, end) and bears(p, s.z)
                ]
                if hits:
                    found.append((min(hits), kind, p.id))
    return sorted(found)
