"""Where figures left play, drawn from the results of simulated battles into a file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from arbitro.analysis import plots
from arbitro.analysis.falls import board_of, falls_map
from arbitro.analysis.results import Results
from arbitro.analysis.summary import LISTS
from arbitro.analysis.words import say
from arbitro.cli._talk import Misuse
from arbitro.content.errors import Lang

KINDS: Final = ("png", "svg")


def draw_falls(results: Results, out: Path, lang: Lang) -> None:
    """A picture of the table with the places where figures of both lists left play.

    Raises:
        Misuse: for a battle without a table of its own, or a name that is neither a PNG's nor an SVG's.
    """
    kind = out.suffix.removeprefix(".")
    if kind not in KINDS:
        raise Misuse(say(lang, "heat.ending", kinds=KINDS))
    board = board_of(results, lang)
    if board is None:
        raise Misuse(say(lang, "heat.no_table"))
    plots.save(falls_map(results, board, LISTS, lang), out, kind)
