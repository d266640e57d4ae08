"""Fences: rules in force that keep figures away from a place, or near it (CDC-AB-080, CDC-AB-084, CDC-AB-107).

They bind what a figure does by its own actions and abilities, not the shifts that others make it suffer.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from random import Random
from typing import Any

from msgspec import Struct

from arbitro.engine.forms import Arc, Place, Refusal
from arbitro.engine.game import Game
from arbitro.engine.index import Held
from arbitro.engine.queries import in_aura
from arbitro.engine.values import Id, Value
from arbitro.geometry.measure import less_than, within
from arbitro.geometry.motion import SCALE, approach, at, overlap_span, settle
from arbitro.geometry.shapes import Base, Footprint, Point, moved
from arbitro.geometry.trig import heading, scaled
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import TABLE, Figure

ASIDE = CM // 10
"""How far beside the straight way a move straight away may end, so that one can point at it."""
TURN = 1000
"""By how many milli-degrees a direction may differ from straight away."""
AWAY, WHOLE = "away", "whole"


class Fence(Struct, frozen=True):
    """One fence that binds a figure now: not nearer to ``centre`` than ``reach`` units, or (``side`` in) not farther.

    ``path``: all of the way counts, or its ``end`` only; ``around``: the figure at the centre ("" for a point).
    """

    rule: str
    centre: Footprint
    around: Id
    reach: int
    side: str
    path: str

    def holds_in(self, body: Footprint) -> bool:
        """Whether a figure stands so near that it may only go straight away."""
        return self.side == AWAY and self.path == WHOLE and within(body, self.centre, self.reach)

    def span(self, body: Footprint, dx: int, dy: int) -> tuple[int, int] | None:
        """From where to where a way leads too near."""
        found = overlap_span(body, dx, dy, self.centre, self.reach)
        return None if found is None or (self.path != WHOLE and found[1] <= SCALE) else found


def fences_for(game: Game, it: Id, action: str) -> tuple[Fence, ...]:
    """The fences that bind a figure in an action now."""
    found = []
    for index in game.indexes():
        for held in index.fences.get("fence", ()):
            fence = _fence(game, held, it, action)
            if fence is not None:
                found.append(fence)
    return tuple(found)


def _fence(game: Game, held: Held, it: Id, action: str) -> Fence | None:
    line = held.thing
    moves = line.extra["moves"]
    if moves and action not in moves:
        return None
    if line.aura is not None:
        if not in_aura(game, held, it):
            return None
    elif "_effect" not in held.own and game.ruleset.gone(game.state, held.bearer):
        return None
    scope = {**held.own, "it": it}
    if line.when is not None and not line.when(game, scope):
        return None
    around = line.extra["around"](game, scope)
    reach = line.amount(game, scope) * CM
    side, path = line.extra["side"], line.extra["path"]
    if isinstance(around, tuple):
        return Fence(line.rule, Base(around[0], around[1], r=1), "", reach - 1, side, path)
    centre = battle_of(game).figures.get(around)
    if centre is None or centre.id == it or centre.status != TABLE:
        return None
    return Fence(line.rule, centre, centre.id, reach, side, path)


# --- what they forbid ---------------------------------------------------------------------------------------


def bar(fences: Sequence[Fence], body: Footprint, point: Point) -> ground.Bar | None:
    """Why a straight way to a point is forbidden, as (code, facts, rule); standing still never is."""
    dx, dy = point[0] - body.x, point[1] - body.y
    if not (dx or dy):
        return None
    for fence in fences:
        code = _fault(fence, body, dx, dy)
        if code:
            return code, {"figure": fence.around, "limit": fence.reach}, fence.rule
    return None


def refusal(fences: Sequence[Fence], body: Footprint, point: Point) -> Refusal | None:
    """The same as a refusal to show."""
    why = bar(fences, body, point)
    return None if why is None else Refusal(why[0], dict(why[1]), (why[2],))


def _fault(fence: Fence, body: Footprint, dx: int, dy: int) -> str:
    end = moved(body, body.x + dx, body.y + dy)
    if fence.side != AWAY:
        return "fence_out" if not within(end, fence.centre, fence.reach) and not _nearer(fence, body, end) else ""
    if fence.holds_in(body):
        return "" if _straight_away(fence, body, dx, dy) else "fence_away"
    if fence.path == WHOLE:
        square, less = approach(body, dx, dy, fence.centre)
    else:
        square, less = approach(end, 0, 0, fence.centre)
    return "fence_near" if less_than(square, less + fence.reach) else ""


def _nearer(fence: Fence, body: Footprint, end: Footprint) -> bool:
    """Whether a way leads somebody who stands outside back towards the inside."""
    return not within(body, fence.centre, fence.reach) and ground.distance(end, fence.centre) < ground.distance(
        body, fence.centre
    )


def _off(fence: Fence, body: Footprint) -> Point:
    return body.x - fence.centre.x, body.y - fence.centre.y


def _straight_away(fence: Fence, body: Footprint, dx: int, dy: int) -> bool:
    ox, oy = _off(fence, body)
    if (ox, oy) == (0, 0):
        return True
    along, beside = ox * dx + oy * dy, ox * dy - oy * dx
    return along > 0 and beside * beside <= ASIDE * ASIDE * (ox * ox + oy * oy)


def cut(fences: Sequence[Fence], body: Footprint, point: Point) -> Point:
    """The farthest point of a straight way that no fence forbids; where the figure stands if there is none."""
    if bar(fences, body, point) is None:
        return point
    home = (body.x, body.y)
    dx, dy = point[0] - body.x, point[1] - body.y
    t = SCALE
    for fence in fences:
        if fence.side != AWAY:
            t = min(t, _last_inside(fence, body, dx, dy))
        elif fence.holds_in(body):
            if not _straight_away(fence, body, dx, dy):
                return home
        else:
            span = fence.span(body, dx, dy)
            t = t if span is None else min(t, span[0])
    return settle(body, dx, dy, t, lambda x, y: bar(fences, body, (x, y)) is None, 4)


def _last_inside(fence: Fence, body: Footprint, dx: int, dy: int) -> int:
    low, high = 0, SCALE
    if not within(body, fence.centre, fence.reach):
        return high
    while high - low > 4096:
        mid = (low + high) // 2
        there = moved(body, *at(body.x, body.y, dx, dy, mid))
        low, high = (mid, high) if within(there, fence.centre, fence.reach) else (low, mid)
    return low


def away_ends(fences: Sequence[Fence], body: Footprint, length: int) -> list[Point]:
    """Where the ways straight away lead that are still open to a figure inside of fences."""
    ends = []
    for fence in fences:
        if fence.holds_in(body):
            dx, dy = scaled(*_off(fence, body), length)
            ends.append((body.x + dx, body.y + dy))
    return [end for end in ends if bar(fences, body, end) is None]


# --- questions ----------------------------------------------------------------------------------------------


def fenced_place(game: Game, it: Id, action: str, form: Place, length: int) -> Place:
    """A question for the end of a straight way of at most ``length`` units, such as fences leave it."""
    fences = fences_for(game, it, action)
    if not fences:
        return form
    body = figure_of(game, it)
    home = (body.x, body.y)

    def judge(point: Value) -> Refusal | None:
        return form.refusal(point) or refusal(fences, body, point)

    def open_ends() -> list[Value]:
        """Straight away, as far as it goes."""
        found = []
        for far in away_ends(fences, body, length):
            parts = (
                (home[0] + (far[0] - home[0]) * n // 8, home[1] + (far[1] - home[1]) * n // 8) for n in range(8, 0, -1)
            )
            found += [point for point in parts if judge(point) is None][:1]
        return found

    def legal(points: Sequence[Value]) -> list[Value]:
        ends = [cut(fences, body, point) for point in points]
        return [end for end in dict.fromkeys((*ends, *open_ends())) if judge(end) is None]

    def sampler(rng: Random) -> Value:
        found = legal([form.sample(rng)])
        return rng.choice(found) if found else home

    def shape() -> dict[str, Any]:
        drawn = {key: value for key, value in form.outline().items() if key not in ("kind", "default")}
        if "reach" in drawn:
            drawn["reach"] = tuple(cut(fences, body, point) for point in drawn["reach"])
        return drawn

    default = form.default()
    if judge(default) is not None:
        default = next(iter(legal(list(form.leads()))), home)
    return Place(judge, default=default, sampler=sampler, shape=shape, candidates=lambda: legal(list(form.leads())))


def fenced_arc(game: Game, it: Id, action: str, form: Arc) -> Arc:
    """A question for a direction: from inside of a fence it leads straight away, if there is one such way."""
    fences = fences_for(game, it, action)
    if not fences:
        return form
    body = figure_of(game, it)
    ways = [heading(end[0] - body.x, end[1] - body.y) % 360_000 for end in away_ends(fences, body, 100 * CM)]
    if not ways:
        return form
    holder = next(fence for fence in fences if fence.holds_in(body))

    def judge(way: Value) -> Refusal | None:
        if any(min((way - w) % 360_000, (w - way) % 360_000) <= TURN for w in ways):
            return None
        return Refusal("fence_away", {"figure": holder.around, "limit": holder.reach}, (holder.rule,))

    return Arc(judge, default=ways[0], sampler=lambda rng: rng.choice(ways), candidates=lambda: ways)


def shortened(game: Game, it: Id, action: str, way: tuple[int, int], length: int) -> tuple[int, str]:
    """How much of a straight way of that direction and length fences leave, and the rule that shortens it or ""."""
    fences = fences_for(game, it, action)
    if not fences or length <= 0:
        return length, ""
    body: Figure = figure_of(game, it)
    dx, dy = scaled(*way, length)
    aim = (body.x + dx, body.y + dy)
    why = bar(fences, body, aim)
    if why is None:
        return length, ""
    end = cut(fences, body, aim)
    gone = isqrt((end[0] - body.x) ** 2 + (end[1] - body.y) ** 2)
    return min(length, gone), why[2]
