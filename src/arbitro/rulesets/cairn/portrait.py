"""A fight in numbers, for programs that learn: one row for each creature, all of them from -1 to 1."""

from __future__ import annotations

from arbitro.engine.values import Seat
from arbitro.rulesets.cairn.state import CRITICAL, Creature, Encounter

HIGHEST, FARTHEST = 20, 60
"""What attributes, PF and Fatica are measured by, and metres; what goes beyond counts as this."""


def portrait(state: Encounter, seat: Seat) -> list[tuple[float, ...]]:
    """The creatures of a view: its own first, then the others, each in the order of the setup."""
    figures = sorted(state.figures.values(), key=lambda figure: figure.seat != seat)
    return [_row(seat, figure) for figure in figures]


def _row(seat: Seat, figure: Creature) -> tuple[float, ...]:
    numbers = (figure.pf, figure.pf_max, figure.forza, figure.des, figure.vol, figure.armour, figure.fatigue)
    return (
        1.0 if figure.seat == seat else -1.0,
        1.0 if figure.standing else 0.0 if figure.present else -1.0,
        *(min(1.0, max(0, number) / HIGHEST) for number in numbers),
        max(-1.0, min(1.0, figure.at / FARTHEST)),
        1.0 if figure.formation else 0.0,
        1.0 if figure.has(CRITICAL) else 0.0,
        min(1.0, len(figure.conditions) / HIGHEST),
        1.0 if figure.plan else 0.0,
    )
