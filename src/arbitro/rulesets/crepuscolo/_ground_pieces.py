"""Scenery and figures as geometry sees them: pieces, the ground, what lies where and how high."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Protocol

from msgspec import Struct

from arbitro.geometry.measure import contains, inside
from arbitro.geometry.shapes import Area, Disc, Footprint, Point, Polygon, moved
from arbitro.geometry.units import CM

PASSABLE, IMPASSABLE, VAULTABLE = "passable", "impassable", "vaultable"
DIFFICULT, VERY_DIFFICULT, COVERING = "difficult", "very_difficult", "covering"
DANGEROUS, EXTREMELY_DANGEROUS = "dangerous", "extremely_dangerous"
INTRANSITABLE, WATER, CREVICE, PLATFORM = "intransitable", "water", "crevice", "platform"
CROSSINGS = (PASSABLE, IMPASSABLE, VAULTABLE)
KINDS = (
    DIFFICULT,
    VERY_DIFFICULT,
    COVERING,
    DANGEROUS,
    EXTREMELY_DANGEROUS,
    INTRANSITABLE,
    WATER,
    CREVICE,
    PLATFORM,
)
WATCHED = "watched"  # who was in it this turn is remembered
MARKER = "marker"  # a token on the table
LINE = "line"  # a segment between two tokens: it stops no move, but rules may act when it is crossed
LYING = CM // 2  # a figure laid down is as high as its base is thick
NARROW = CM  # parts narrower than this hide nobody (CDC-LOS-01.6)

Fact = int | str
Bar = tuple[str, dict[str, Fact], str]  # code, facts, clause: why something may not be


class Body(Footprint, Protocol):
    """What geometry reads of a figure; every length in units, `r` > 0 for a round base."""

    @property
    def id(self) -> str: ...
    @property
    def z(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def crouched(self) -> bool: ...
    @property
    def prone(self) -> bool: ...
    @property
    def company(self) -> str: ...
    @property
    def image(self) -> str: ...


def rivals(a: Body, b: Body) -> bool:
    """Whether two figures keep each other away: fighters of two companies. An image is no fighter (CDC-PW-102.2)."""
    return a.company != b.company and not (a.image or b.image)


class Ledge(Struct, frozen=True):
    """A flat place at height `z` above the table, beside the piece it belongs to."""

    area: Area
    z: int


class Piece(Struct, frozen=True, dict=True):
    """A piece of scenery (CDC-TAB-01..21). Lengths in units; `height` 0 is terrain, more is an obstacle.

    `crossing` counts for obstacles only. A passable one is terrain of its `kinds`; with the kind "platform" it is a
    hill: walked on to, and its top stood on. On the top of vaultable ones figures may stand. `drop` None: an edge is a
    drop where the step down is more than the figure's height (hills: never); True: also on hills; False: never.
    `blocks_sight` None: obstacles that are not passable and at least 1 cm wide do. `sheer`: smooth wall, CDC-TAB-07.
    """

    id: str
    area: Area
    name: str = ""
    height: int = 0
    crossing: str = PASSABLE
    kinds: tuple[str, ...] = ()
    dda: int = 0
    sheer: bool = False
    drop: bool | None = None
    blocks_sight: bool | None = None
    ledges: tuple[Ledge, ...] = ()
    base_z: int = 0

    @cached_property
    def top(self) -> int:
        """Height of the upper face above the table."""
        return self.base_z + self.height

    @cached_property
    def solid(self) -> bool:
        """An obstacle that cannot be walked through."""
        return self.height > 0 and self.crossing != PASSABLE

    @cached_property
    def hill(self) -> bool:
        return self.height > 0 and self.crossing == PASSABLE and PLATFORM in self.kinds

    @cached_property
    def hides(self) -> bool:
        """Whether it stops lines of sight (CDC-LOS-01.3, -01.6, -02.1)."""
        if self.height <= 0:
            return False
        if self.blocks_sight is not None:
            return self.blocks_sight
        return (self.solid or self.hill) and width_of(self.area) >= NARROW

    @cached_property
    def closed(self) -> bool:
        """Terrain that the whole base must keep out of on foot: intransitable or water."""
        return INTRANSITABLE in self.kinds or WATER in self.kinds

    @cached_property
    def plain(self) -> bool:
        """Terrain without effect on a move."""
        return not (
            self.solid
            or self.hill
            or self.closed
            or self.ledges
            or set(self.kinds) - {COVERING, PLATFORM, LINE, MARKER, WATCHED}
        )


def width_of(area: Area) -> int:
    """Widest way across an area in units: the longer side of what would hide a figure."""
    if isinstance(area, Disc):
        return 2 * area.r
    x0, y0, x1, y1 = area.box
    return max(x1 - x0, y1 - y0)


class Ground(Struct, frozen=True, dict=True):
    """The table: width (x) and depth (y) in units, from corner (0, 0), and its pieces (CDC-TAB-01.4)."""

    width: int
    depth: int
    pieces: tuple[Piece, ...] = ()

    @cached_property
    def rows(self) -> tuple[tuple[int, int, int, int, Piece], ...]:
        """Boxes of the pieces that can matter to a move, ledges included."""
        return tuple((*_box(p), p) for p in self.pieces if not p.plain)

    @cached_property
    def all_rows(self) -> tuple[tuple[int, int, int, int, Piece], ...]:
        return tuple((*p.area.box, p) for p in self.pieces)

    @cached_property
    def memory(self) -> dict[tuple[int, ...], Any]:
        """What was worked out for places on this table."""
        return {}

    @cached_property
    def cover(self) -> tuple[Piece, ...]:
        return tuple(p for p in self.pieces if COVERING in p.kinds)

    @cached_property
    def lines(self) -> tuple[Piece, ...]:
        return tuple(p for p in self.pieces if LINE in p.kinds)

    @cached_property
    def watched(self) -> tuple[Piece, ...]:
        return tuple(p for p in self.pieces if WATCHED in p.kinds)

    @cached_property
    def hiding(self) -> tuple[Piece, ...]:
        return tuple(p for p in self.pieces if p.hides)

    def piece(self, id: str) -> Piece:
        """The piece of that id. Raises KeyError."""
        for p in self.pieces:
            if p.id == id:
                return p
        raise KeyError(id)


def _box(piece: Piece) -> tuple[int, int, int, int]:
    boxes = [piece.area.box, *(ledge.area.box for ledge in piece.ledges)]
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def near_pieces(ground: Ground, x0: int, y0: int, x1: int, y1: int) -> list[Piece]:
    """Pieces with an effect on moves whose box meets the given one."""
    return [row[4] for row in ground.rows if row[0] <= x1 and x0 <= row[2] and row[1] <= y1 and y0 <= row[3]]


def surface_at(pieces: Iterable[Piece], x: int, y: int, z: int) -> int:
    """Height of what bears a figure at (x, y) whose feet were at height z."""
    best = 0
    for p in pieces:
        if p.top > best and (p.hill or (p.solid and p.top <= z)) and contains(p.area, x, y):
            best = p.top
        for ledge in p.ledges:
            if best < ledge.z <= z and contains(ledge.area, x, y):
                best = ledge.z
    return best


def elevation_at(ground: Ground, point: Point, z: int | None = None) -> int:
    """Height in units of the surface at a point: the highest one, or the highest not above `z`."""
    x, y = point
    if z is None:
        z = max((max(p.top, *(ledge.z for ledge in p.ledges), 0) for p in ground.pieces), default=0)
    return surface_at(near_pieces(ground, x, y, x, y), x, y, z)


def bears(piece: Piece, z: int) -> bool:
    """Whether the kinds of a piece count for a figure with its feet at height z: on its top, or not above terrain."""
    return z == piece.top if piece.solid or piece.hill else z <= piece.base_z


def kinds_at(ground: Ground, point: Point, z: int | None = None) -> tuple[str, ...]:
    """Kinds of terrain at a point, sorted; they combine (CDC-TAB-08.3). `z`: height of the feet (the surface)."""
    x, y = point
    here = [p for x0, y0, x1, y1, p in ground.all_rows if x0 <= x <= x1 and y0 <= y <= y1 and contains(p.area, x, y)]
    if not here:
        return ()
    if z is None:
        z = elevation_at(ground, point)
    found = {k for p in here if p.kinds and bears(p, z) for k in p.kinds if k != PLATFORM}
    return tuple(sorted(found))


def on_table(ground: Ground, body: Footprint, x: int, y: int) -> bool:
    """Whether the whole base stands on the table with its centre at (x, y) (CDC-TAB-01.5)."""
    r = body.r
    if r:
        return r <= x <= ground.width - r and r <= y <= ground.depth - r
    frame = Polygon(((0, 0), (ground.width, 0), (ground.width, ground.depth), (0, ground.depth)))
    return inside(moved(body, x, y), frame)
