"""Choices side by side, for a person who hesitates: what each may lead to, in one picture."""

from __future__ import annotations

from typing import Final

from arbitro.analysis.compare import Case, told
from arbitro.analysis.naming import choice_name, footing
from arbitro.analysis.panels import panels, percent
from arbitro.analysis.weighing import weigh
from arbitro.content.errors import Lang
from arbitro.content.messages import show
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.game import Game
from arbitro.engine.values import Seat, Value
from arbitro.web.protocol import Comparison, OddsPanel, OddsRow

LEAVES: Final = 2000
"""So many outcomes of the dice are walked for a choice; where there are more, so many battles are played on."""
SAMPLES: Final = 400
MEASURES, HAPPENINGS, NUMBERS = 12, 8, 4
"""How much is told at most: measures, of them what may happen, and numbers."""


def comparison(game: Game, rules: TabletopRuleset, seat: Seat, values: tuple[Value, ...], lang: Lang) -> Comparison:
    """What answers to the pending question may lead to, until the action is over; nobody else intervenes.

    Args:
        game: at the question; it is not touched.
        values: legal answers of the seat.
    """
    found = [weigh(game, value, seat=seat, leaves=LEAVES, samples=SAMPLES) for value in values]
    cases = [Case(choice_name(game, seat, one.value, lang), one) for one in found]
    laid = panels(rules, game.state, cases, told(cases, most=MEASURES), lang, happenings=HAPPENINGS, numbers=NUMBERS)
    return Comparison(
        choices=tuple(case.name for case in cases),
        panels=tuple(
            OddsPanel(
                title=panel.title,
                rows=tuple(
                    OddsRow(label, tuple(percent(lang, p) for p in row), tuple(map(float, row)))
                    for label, row in panel.rows
                ),
                means=tuple(show(lang, round(float(mean), 2)) for mean in panel.means),
            )
            for panel in laid
        ),
        footing=footing(found, "step", "alone", lang),
    )


__all__ = ["comparison"]
