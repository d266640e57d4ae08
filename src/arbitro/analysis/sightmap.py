"""Who sees what: for every spot of the table how many figures of a side see it, by the rules of sight that play.

The table is cut into cells of one unit that people read (1 cm), or the squares of a grid; the middle of a cell speaks
for all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, cos, pi, sin, sqrt

from msgspec import Struct

from arbitro.analysis.words import AnalysisError, say
from arbitro.content.errors import Lang
from arbitro.content.scene import Board, Disc, FigureView, Note, Overlay, Point, Polygon, Scene, Shape, Spotlight
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Seat
from arbitro.geometry.outline import Ring, outlines

DEEPEST = 4
"""So many shades the page draws: spots that as many or more see are all in the light."""
MOST_CELLS = 6400
"""A table without squares is cut into so many cells at most."""
ROUND = 48
"""Corners of a circle, as it is drawn."""

Cells = tuple[tuple[int, ...], ...]
"""Numbers of the cells, row by row, the row at the bottom of the table first."""


class Lookout(Struct, frozen=True):
    """A figure that looks on: whom it sees, the share of the table it sees, and the cells (1 for seen)."""

    id: Id
    name: str
    whom: tuple[Id, ...]
    share: float
    cells: Cells


class SightMap(Struct, frozen=True):
    """What a side sees of a table at a moment.

    ``side`` is the side of a cell, ``width`` and ``depth`` those of the table, in the units of the board, ``size`` of
    which make one ``unit``; ``cells`` says how many lookouts see each; ``seen`` is the share of the table that anybody
    sees.
    """

    seat: Seat
    name: str
    unit: str
    size: int
    side: int
    width: int
    depth: int
    cells: Cells
    seen: float
    lookouts: tuple[Lookout, ...]


def sight_map(game: Game, rules: TabletopRuleset, seat: Seat, lang: Lang, *, known_to: Seat | None = None) -> SightMap:
    """What the figures of a side see.

    Args:
        game: at the moment that is asked about; nothing is changed.
        rules: of the game.
        seat: the side that looks.
        lang: of the names.
        known_to: the seat that asks, "" for a spectator; its view hides what it may not know. None: all is told.

    Raises:
        AnalysisError: ``no_board`` for a game without a table.
    """
    state = game.state if known_to is None else rules.view(game.state, known_to)
    scene = rules.scene(state, known_to or "", lang)
    name = rules.called(game.state, seat, lang)
    if scene.board is None:
        raise AnalysisError("no_board")
    spots = spots_of(scene.board)
    found = [_lookout(game, rules, view, spots, scene, lang) for view in scene.figures if view.seat == seat]
    lookouts = tuple(one for one in found if one is not None)
    nothing = tuple((0,) * len(row) for row in spots)
    layers = zip(nothing, *(one.cells for one in lookouts), strict=True)
    cells = tuple(tuple(map(sum, zip(*rows, strict=True))) for rows in layers)
    board = scene.board
    unit, side = board.unit, side_of(board)
    return SightMap(seat, name, unit.symbol, unit.size, side, board.width, board.depth, cells, _share(cells), lookouts)


def side_of(board: Board) -> int:
    """The side of a cell, in the units of a board: a square, or one unit that people read, or more on a large table."""
    if board.grid:
        return board.grid
    unit = board.unit.size
    return unit * max(1, ceil(sqrt(board.width * board.depth / (unit * unit * MOST_CELLS))))


def spots_of(board: Board) -> list[list[Point]]:
    """The middles of all cells, row by row from the bottom."""
    side = side_of(board)
    columns, rows = -(-board.width // side), -(-board.depth // side)
    return [[(x * side + side // 2, y * side + side // 2) for x in range(columns)] for y in range(rows)]


def _lookout(
    game: Game, rules: TabletopRuleset, view: FigureView, spots: Sequence[Sequence[Point]], scene: Scene, lang: Lang
) -> Lookout | None:
    """What one figure sees; None for one that is not on the board or looks at nothing."""
    looks = rules.gaze(game, view.id)
    if looks is None or view.shape is None:
        return None
    cells = tuple(tuple(int(looks(spot)) for spot in row) for row in spots)
    known = {other.id for other in scene.figures}
    whom = rules.spotlight(game, view.seat, view.id, lang).seen
    return Lookout(view.id, view.name, tuple(one for one in whom if one in known), _share(cells), cells)


def _share(cells: Cells) -> float:
    return sum(1 for row in cells for number in row if number) / sum(map(len, cells))


def told(found: SightMap, lang: Lang) -> str:
    """How many of a side look on, and how much they see, in a sentence."""
    facts = {"name": found.name, "n": len(found.lookouts), "share": found.seen}
    return say(lang, "seen.told" if found.lookouts else "seen.none", **facts)


def outline(shape: Shape, unit: float) -> list[tuple[float, float]]:
    """The corners of a shape of the board in its unit, a circle by many."""
    if isinstance(shape, Disc):
        turns = [2 * pi * n / ROUND for n in range(ROUND)]
        return [((shape.x + shape.r * cos(t)) / unit, (shape.y + shape.r * sin(t)) / unit) for t in turns]
    return [(x / unit, y / unit) for x, y in shape.points]


# --- on the page --------------------------------------------------------------------------------------


def lit(game: Game, rules: TabletopRuleset, seat: Seat, asker: Seat, lang: Lang) -> Spotlight:
    """What a side sees as a drawing over the board: the fewer look there, the deeper the shadow.

    A game without a table has nothing to draw.
    """
    if rules.scene(rules.view(game.state, asker), asker, lang).board is None:
        return Spotlight(seat)
    found = sight_map(game, rules, seat, lang, known_to=asker)
    overlays = [
        Overlay(kind="shadow", shape=shape)
        for most in range(min(len(found.lookouts), DEEPEST))
        for shape in _areas(found, most)
    ]
    seen = dict.fromkeys(one for lookout in found.lookouts for one in lookout.whom)
    return Spotlight(seat, tuple(overlays), tuple(seen), (Note(found.name, "", told(found, lang)),))


def _areas(found: SightMap, most: int) -> Iterator[Polygon]:
    """Where no more than so many look, as areas of the board."""
    cells = [(x, y) for y, row in enumerate(found.cells) for x, number in enumerate(row) if number <= most]

    def placed(ring: Ring) -> tuple[Point, ...]:
        return tuple((min(x * found.side, found.width), min(y * found.side, found.depth)) for x, y in ring)

    for around, holes in outlines(cells):
        yield Polygon(placed(around), tuple(placed(hole) for hole in holes))


__all__ = ["Lookout", "SightMap", "lit", "outline", "sight_map", "spots_of", "told"]
