"""Light and shadow: which parts of the table a figure does not see from where it stands, as areas to draw.

Called by `_scene_light`. Lines are cast round the figure's head wherever something may hide the ground, and each is
tried point by point with the code that decides about lines of sight (`geometry.sight.clear`). What a line finds is
right to a millimetre along it; between two lines the edge is drawn straight, so the shape is for the eyes only. Who
sees whom is never read from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import asin, atan2, cos, hypot, pi, sin

from msgspec import Struct

from arbitro.geometry import shapes, sight
from arbitro.geometry.measure import contains
from arbitro.geometry.shapes import Point, corners
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground as table
from arbitro.rulesets.crepuscolo.ground import LYING, Body, Ground, Piece

TURN = 2 * pi
STEP, EDGE = 6 * pi / 180, 1e-4
"""Angles between two lines within a shadow, and from the edge of what hides to the line just beside it."""
STRIDE = 5 * CM // 2
"""A line is tried at points so far from each other; where it changes, halfway again and again."""
HALVINGS = 5
Run = tuple[int, int]
"""From which distance to which a line leads through the dark."""


class Screen(Struct, frozen=True):
    """Something that may hide the ground: from which angle to which it stands before the head, and how near."""

    low: float
    high: float
    near: float
    blocker: sight.Blocker | None
    piece: Piece | None

    def covers(self, angle: float) -> bool:
        """Whether a line in that direction meets it."""
        return (angle - self.low) % TURN <= self.high - self.low


def shadows(ground: Ground, bodies: Sequence[Body], viewer: Body) -> list[tuple[Point, ...]]:
    """Outlines of what a figure does not see of the ground; the other figures hide it too."""
    head = table.head_of(viewer)
    screens = [*_of_scenery(ground, head), *_of_figures(bodies, viewer, head)]
    lines = [(angle, _dark(ground, head, angle, screens)) for angle in _angles(screens)]
    return list(_areas(head, [*lines, *lines[:1]]))  # all round


def _of_scenery(ground: Ground, head: sight.Head) -> Iterator[Screen]:
    """Pieces that hide, and those that are but high: their tops are seen or not as tops."""
    for piece in ground.pieces:
        if piece.hides or piece.hill or piece.solid or piece.ledges:
            blocker = sight.blocker(piece.area, piece.base_z, piece.top) if piece.hides else None
            area = piece.area
            if isinstance(area, shapes.Disc):
                yield _round(head, area.x, area.y, area.r, blocker, piece)
            else:
                inside = contains(area, head[0], head[1])
                yield _edged(head, area.points, blocker, piece, inside=inside)


def _of_figures(bodies: Sequence[Body], viewer: Body, head: sight.Head) -> Iterator[Screen]:
    for body in bodies:
        if body.id == viewer.id:
            continue
        blocker = sight.blocker(body, body.z, body.z + (LYING if body.prone else body.height))
        if body.r:
            yield _round(head, body.x, body.y, body.r, blocker, None)
        else:
            yield _edged(head, corners(body), blocker, None, inside=False)


def _round(head: sight.Head, x: int, y: int, r: int, blocker: sight.Blocker | None, piece: Piece | None) -> Screen:
    far = hypot(x - head[0], y - head[1])
    if far <= r:
        return Screen(0, TURN, 0, blocker, piece)
    middle, half = atan2(y - head[1], x - head[0]), asin(r / far)
    return Screen(middle - half, middle + half, far - r, blocker, piece)


def _edged(
    head: sight.Head, points: Sequence[Point], blocker: sight.Blocker | None, piece: Piece | None, *, inside: bool
) -> Screen:
    """Seen from outside a polygon stands within the angles of its corners."""
    if inside:
        return Screen(0, TURN, 0, blocker, piece)
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    middle = atan2(y - head[1], x - head[0])
    turns = [(atan2(py - head[1], px - head[0]) - middle + pi) % TURN - pi for px, py in points]
    box = [px for px, _ in points], [py for _, py in points]
    dx = max(min(box[0]) - head[0], 0, head[0] - max(box[0]))
    dy = max(min(box[1]) - head[1], 0, head[1] - max(box[1]))
    return Screen(middle + min(turns), middle + max(turns), hypot(dx, dy), blocker, piece)


def _angles(screens: Sequence[Screen]) -> list[float]:
    """The directions worth trying, in their order: the edges of what hides, beside them, and between."""
    found: set[float] = set()
    for screen in screens:
        if screen.blocker is None:
            continue
        wide = screen.high - screen.low
        parts = max(2, round(wide / STEP))
        inner = [screen.low + EDGE + (wide - 2 * EDGE) * part / parts for part in range(parts + 1)]
        found.update(angle % TURN for angle in (screen.low - EDGE, *inner, screen.high + EDGE))
    return sorted(found)


def _dark(ground: Ground, head: sight.Head, angle: float, screens: Sequence[Screen]) -> list[Run]:
    """The stretches of a line in which the ground is not seen."""
    met = [screen for screen in screens if screen.covers(angle)]
    blockers = [screen.blocker for screen in met if screen.blocker is not None]
    if not blockers:
        return []
    pieces = [screen.piece for screen in met if screen.piece is not None]
    walls = _walls(head, blockers, pieces)
    ux, uy = cos(angle), sin(angle)
    far = _to_the_edge(ground, head, ux, uy)
    start = int(min(screen.near for screen in met if screen.blocker is not None))

    def seen(distance: int, past: Sequence[sight.Blocker] = blockers) -> bool:
        x, y = head[0] + round(ux * distance), head[1] + round(uy * distance)
        return sight.clear(head, x, y, _surface(pieces, x, y), past)

    runs: list[Run] = []
    before, light, since = start, True, 0
    for distance in [*range(start + STRIDE // 2, far, STRIDE), far]:
        now = seen(distance)
        if now != light:
            turn = _turning(before, distance, light, seen)
            if now:
                runs.append((since, turn))
            since, light = turn, now
            if not now and walls and not seen(distance, walls):
                break
        before = distance
    return runs if light else [*runs, (since, far)]


def _walls(head: sight.Head, blockers: Sequence[sight.Blocker], pieces: Sequence[Piece]) -> list[sight.Blocker]:
    """Those that hide all that is behind them: as high as the head, and as whatever else stands on the line."""
    high = max((head[2], *(piece.top for piece in pieces), *(ledge.z for piece in pieces for ledge in piece.ledges)))
    return [blocker for blocker in blockers if blocker.z0 <= 0 and blocker.z1 >= high]


def _surface(pieces: Sequence[Piece], x: int, y: int) -> int:
    """How high the ground is at a point, seen from above."""
    high = 0
    for piece in pieces:
        if piece.top > high and (piece.hill or piece.solid) and contains(piece.area, x, y):
            high = piece.top
        for ledge in piece.ledges:
            if ledge.z > high and contains(ledge.area, x, y):
                high = ledge.z
    return high


def _turning(low: int, high: int, light: bool, seen: Callable[[int], bool]) -> int:
    """Where between two distances light turns to dark, or dark to light."""
    for _ in range(HALVINGS):
        middle = (low + high) // 2
        low, high = (middle, high) if seen(middle) == light else (low, middle)
    return (low + high) // 2


def _to_the_edge(ground: Ground, head: sight.Head, ux: float, uy: float) -> int:
    """How far a line goes before it leaves the table."""
    far = float(ground.width + ground.depth)
    for at, way, end in ((head[0], ux, ground.width), (head[1], uy, ground.depth)):
        if way:
            far = min(far, ((end if way > 0 else 0) - at) / way)
    return max(0, int(far))


# --- from lines to areas ------------------------------------------------------------------------------------


class Chain(Struct):
    """Stretches of neighbouring lines that belong to one shadow."""

    near: list[Point]
    far: list[Point]
    last: Run


def _areas(head: sight.Head, lines: Sequence[tuple[float, list[Run]]]) -> Iterator[tuple[Point, ...]]:
    """The outlines that stretches of neighbouring lines make."""
    growing: list[Chain] = []
    for angle, runs in lines:
        left, kept = list(runs), []
        for chain in growing:
            run = next((run for run in left if run[0] < chain.last[1] and chain.last[0] < run[1]), None)
            if run is None:
                yield from _outline(chain)
                continue
            left.remove(run)
            kept.append(_longer(chain, head, angle, run))
        growing = [*kept, *(_longer(Chain([], [], run), head, angle, run) for run in left)]
    for chain in growing:
        yield from _outline(chain)


def _longer(chain: Chain, head: sight.Head, angle: float, run: Run) -> Chain:
    for points, distance in ((chain.near, run[0]), (chain.far, run[1])):
        points.append((head[0] + round(cos(angle) * distance), head[1] + round(sin(angle) * distance)))
    chain.last = run
    return chain


def _outline(chain: Chain) -> Iterator[tuple[Point, ...]]:
    if len(chain.far) > 1:
        yield (*chain.near, *reversed(chain.far))
