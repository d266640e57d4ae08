"""Ends of moves to choose from: for screens (a reach), for bots (some end, an end in contact)."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from random import Random

from arbitro.geometry.measure import overlaps, touches, within
from arbitro.geometry.motion import SCALE, overlap_span, settle
from arbitro.geometry.shapes import Point, extent, moved
from arbitro.geometry.trig import scaled, unit
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo._ground_path import SWIM, farthest_reach
from arbitro.rulesets.crepuscolo._ground_pieces import Body, Ground, rivals
from arbitro.rulesets.crepuscolo._ground_walk import (
    CLEARANCE,
    back_off,
    engaged,
    is_wet,
    walk,
    walk_refusal,
)


def reach_polygon(
    ground: Ground,
    bodies: Sequence[Body],
    body: Body,
    kind: str,
    budget: int,
    rays: int = 72,
    loose: bool = False,
) -> tuple[Point, ...]:
    """Farthest legal end along each of `rays` directions, counter-clockwise from the x axis: a shape to draw."""
    home = body.x, body.y
    if not loose and engaged(ground, body, bodies) and not (kind == SWIM and is_wet(ground, body)):
        return (home,) * rays
    far = farthest_reach(kind, budget)
    found = []
    for i in range(rays):
        ux, uy = unit(i * 360_000 // rays)
        aim = body.x + ux * far // 1_000_000, body.y + uy * far // 1_000_000
        found.append(farthest(ground, bodies, body, aim, kind, budget, loose))
    return tuple(found)


def farthest(
    ground: Ground, bodies: Sequence[Body], body: Body, aim: Point, kind: str, budget: int, loose: bool = False
) -> Point:
    """The farthest legal end of a move towards a point; its own place if there is none."""
    home = body.x, body.y
    done = walk(ground, bodies, body, aim, kind, budget)
    end = done.left_at or done.end
    if end == home or walk_refusal(ground, bodies, body, end, kind, budget, loose) is None:
        return end
    dx, dy = end[0] - body.x, end[1] - body.y
    t = SCALE
    for o in bodies:
        if rivals(o, body) and not within(body, o, CLEARANCE):
            span = overlap_span(body, dx, dy, o, CLEARANCE)
            if span is not None:
                t = min(t, span[0])
    t, _ = back_off(bodies, body, dx, dy, t, "")

    def legal(x: int, y: int) -> bool:
        return walk_refusal(ground, bodies, body, (x, y), kind, budget, loose) is None

    return settle(body, dx, dy, t, legal, 4)


_RING = tuple(unit(i * 360_000 // 256, 1 << 16) for i in range(256))


def sample_end(
    rng: Random,
    ground: Ground,
    bodies: Sequence[Body],
    body: Body,
    kind: str,
    budget: int,
    tries: int = 4,
    loose: bool = False,
) -> Point:
    """Some legal end of a move, drawn quickly; its own place if none is found in a few tries."""
    home = body.x, body.y
    far = farthest_reach(kind, budget)
    draw = rng.random
    for _ in range(tries):
        ux, uy = _RING[int(draw() * 256)]
        length = int((1 - draw() ** 2) * far)  # rather far than near
        end = body.x + (ux * length >> 16), body.y + (uy * length >> 16)
        bar = walk_refusal(ground, bodies, body, end, kind, budget, loose)
        if bar is None:
            return end
        if bar[0] in ("engaged", "not_in_cover", "not_by_water"):
            return home
        if bar[0] == "too_far_here":
            far //= 2
    return home


def contact_end(
    ground: Ground,
    bodies: Sequence[Body],
    body: Body,
    enemy: Body,
    kind: str,
    budget: int,
    loose: bool = False,
    side: Point | None = None,
) -> Point | None:
    """A legal end that brings a body into base contact with an enemy, or None if none is found.

    Tried are the straight way to its centre and four ends beside it; where a point is given, first its ``side`` of the
    enemy, then less and less of it.
    """
    if touches(body, enemy) and side is None:
        return body.x, body.y
    vx, vy = body.x - enemy.x, body.y - enemy.y
    reach = extent(body) + extent(enemy)
    far = farthest_reach(kind, budget) + reach
    size2 = vx * vx + vy * vy
    if size2 > (far + 1) ** 2:
        return None
    ways = [(vx * c - vy * s, vx * s + vy * c) for c, s in _BESIDE]
    if side is not None:
        sx, sy = scaled(side[0] - enemy.x, side[1] - enemy.y, CM)
        ux, uy = scaled(vx, vy, CM)
        ways = [(sx * (4 - k) + ux * k, sy * (4 - k) + uy * k) for k in range(4)] + ways
    for wx, wy in ways:
        end = _contact_at(body, enemy, wx, wy)
        if end is None:
            continue
        bar = walk_refusal(ground, bodies, body, end, kind, budget, loose)
        if bar is None:
            return end
        if bar[0] in ("engaged", "not_in_cover", "not_by_water"):
            return None
    return None


_BESIDE = tuple(unit(mdeg, 1000) for mdeg in (0, 30_000, -30_000, 60_000, -60_000))


def _contact_at(body: Body, enemy: Body, wx: int, wy: int) -> Point | None:
    """An integer point in contact with an enemy on the side (wx, wy) of it."""
    if body.r and enemy.r:
        reach = body.r + enemy.r
        size = isqrt(wx * wx + wy * wy)
        if not size:
            return None
        ox, oy = wx * reach // size, wy * reach // size
        for px, py in ((ox, oy), (ox + 1, oy), (ox, oy + 1), (ox + 1, oy + 1)):
            if reach * reach <= px * px + py * py <= (reach + 1) ** 2:
                return enemy.x + px, enemy.y + py
        return None
    out = extent(body) + extent(enemy) + CM
    sx, sy = scaled(wx, wy, out)
    start = moved(body, enemy.x + sx, enemy.y + sy)
    span = overlap_span(start, -sx, -sy, enemy)
    if span is None:
        return None
    x, y = settle(start, -sx, -sy, span[0], lambda px, py: not overlaps(moved(body, px, py), enemy))
    return (x, y) if touches(moved(body, x, y), enemy) else None
