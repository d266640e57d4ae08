"""What sides see of a table, drawn: one map for each side, and one for each figure that is asked for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from arbitro.analysis import plots
from arbitro.analysis.sightmap import SightMap, outline, told
from arbitro.analysis.words import AnalysisError, say
from arbitro.content.errors import Lang
from arbitro.content.scene import Scene
from arbitro.engine.values import Id

COLOURS: Final = (("white", "black"), ("black", "white"))
"""Of the bases and the names on them, for the first side and the second."""
OTHERS: Final = ("#8c8c8c", "black")


def sight_plot(scene: Scene, found: Sequence[SightMap], asked: Collection[Id], lang: Lang) -> Any:
    """The maps below one another.

    Args:
        scene: the table and its figures at that moment.
        found: what sides see.
        asked: figures whose own sight is drawn besides.
        lang: of the words.

    Raises AnalysisError ``no_board`` for a game without a table.
    """
    if scene.board is None:
        raise AnalysisError("no_board")
    first = found[0]
    unit = float(first.size)
    maps = [(told(side, lang), side.cells) for side in found]
    maps += alone(found, asked, lang)
    return _drawn(scene, first, unit, maps, max(len(side.lookouts) for side in found), lang)


def lookout_plot(scene: Scene, found: SightMap, figure: Id, lang: Lang) -> Any:
    """What one figure of a side sees, alone."""
    return _drawn(scene, found, float(found.size), alone([found], [figure], lang), 1, lang)


def alone(found: Sequence[SightMap], asked: Collection[Id], lang: Lang) -> list[tuple[str, Any]]:
    """The maps of some figures, each with what it says of it."""
    return [
        (say(lang, "seen.alone", name=one.name, share=one.share), one.cells)
        for side in found
        for one in side.lookouts
        if one.id in asked
    ]


def _drawn(scene: Scene, first: SightMap, unit: float, maps: Sequence[Any], most: int, lang: Lang) -> Any:
    assert scene.board is not None
    keys = [say(lang, "seen.nobody"), *(say(lang, "seen.by", n=n) for n in range(1, most + 1))]
    ground = [outline(piece.shape, unit) for piece in scene.board.pieces]
    colours = {side.seat: pair for side, pair in zip(scene.sides, COLOURS, strict=False)}
    bases = [
        (view.short, outline(view.shape, unit), *colours.get(view.seat, OTHERS))
        for view in scene.figures
        if view.shape is not None and "dead" not in view.marks
    ]
    axes = (say(lang, f"seen.{way}", unit=first.unit) for way in ("across", "along"))
    size = (first.width / unit, first.depth / unit)
    return plots.sight(maps, first.side / unit, size, ground, bases, keys, *axes)


__all__ = ["lookout_plot", "sight_plot"]
