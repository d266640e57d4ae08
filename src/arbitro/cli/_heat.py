"""Where figures left play, drawn from the results of simulated battles."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

from arbitro.analysis import plots
from arbitro.analysis.battles import rules_of
from arbitro.analysis.results import Results
from arbitro.analysis.summary import LISTS, falls_of
from arbitro.analysis.words import say
from arbitro.cli._talk import Misuse
from arbitro.content.errors import Lang
from arbitro.content.shape import UNITS_PER_CM

CELL: Final = 2
"""Centimetres of the squares in which falls are counted together."""
KINDS: Final = ("png", "svg")


def draw_falls(results: Results, out: Path, lang: Lang) -> None:
    """A picture of the table with the places where figures of both lists left play.

    Raises:
        Misuse: for a battle without a table of its own, or a name that is neither a PNG's nor an SVG's.
    """
    kind, plan = out.suffix.removeprefix("."), results.plan
    if kind not in KINDS:
        raise Misuse(say(lang, "heat.ending", kinds=KINDS))
    rules = rules_of(plan.ruleset, plan.packs)
    size = rules.expanse(rules.setup(plan.setup)) if plan.setup is not None else None
    if size is None:
        raise Misuse(say(lang, "heat.no_table"))
    wide, deep = (side / UNITS_PER_CM for side in size)
    places = [place for side in LISTS for place in falls_of(results.outcomes, side)]
    cells = Counter(tuple(int(at / UNITS_PER_CM // CELL) for at in place) for place in places)
    spots = [((x + 0.5) * CELL, (y + 0.5) * CELL, float(often)) for (x, y), often in sorted(cells.items())]
    title = say(lang, "heat.falls", n=len(places))
    plots.save(plots.heat(spots, (wide, deep), title, say(lang, "heat.across"), say(lang, "heat.along")), out, kind)
