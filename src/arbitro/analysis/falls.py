"""Where figures left play in simulated battles, as heat maps of their table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from arbitro.analysis import plots
from arbitro.analysis.battles import rules_of
from arbitro.analysis.results import Results
from arbitro.analysis.sightmap import outline
from arbitro.analysis.summary import falls_of
from arbitro.analysis.words import say
from arbitro.content.errors import Lang
from arbitro.content.scene import Board
from arbitro.engine.values import REFEREE

CELL: Final = 2
"""How many units that people read (cm) are the sides of the squares in which falls are counted together."""


def board_of(results: Results, lang: Lang) -> Board | None:
    """The table of the battles; None where each has its own, or none."""
    plan = results.plan
    if plan.setup is None:
        return None
    rules = rules_of(plan.ruleset, plan.packs)
    return rules.scene(rules.setup(plan.setup), REFEREE, lang).board


def falls_map(results: Results, board: Board, sides: Sequence[str], lang: Lang) -> Any:
    """The table with the places where figures of some lists left play.

    Args:
        results: the battles.
        board: their table.
        sides: whose figures.
        lang: of its words.
    """
    unit = board.unit.size
    cell = board.grid or CELL * unit
    places = [place for side in sides for place in falls_of(results.outcomes, side)]
    cells = Counter((x // cell, y // cell) for x, y in places)
    spots = [((x + 0.5) * cell / unit, (y + 0.5) * cell / unit, float(n)) for (x, y), n in sorted(cells.items())]
    ways = (say(lang, f"seen.{way}", unit=board.unit.symbol) for way in ("across", "along"))
    head = say(lang, "heat.falls", n=len(places))
    ground = [outline(piece.shape, unit) for piece in board.pieces]
    return plots.heat(spots, (board.width / unit, board.depth / unit), ground, head, *ways)


__all__ = ["board_of", "falls_map"]
