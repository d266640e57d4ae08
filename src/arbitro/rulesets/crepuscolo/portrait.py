"""A battle in numbers, for programs that learn: one row for each fighter, all of them from -1 to 1."""

from __future__ import annotations

from arbitro.engine.values import Seat
from arbitro.rulesets.crepuscolo.state import CONDITIONS, DEAD, LOST, TABLE, Battle, Figure

SIZES = (4, 6, 8)
DEAREST, MOST = 60, 10
"""What a figure's cost, and every other number of a profile, is measured by; what goes beyond counts as this."""


def portrait(state: Battle, seat: Seat) -> list[tuple[float, ...]]:
    """The fighters as a seat sees them: its own first, then the others, each in the order of the setup."""
    figures = sorted(state.figures.values(), key=lambda figure: figure.company != seat)
    return [_row(state, seat, figure) for figure in figures]


def _row(state: Battle, seat: Seat, figure: Figure) -> tuple[float, ...]:
    here = figure.status == TABLE
    numbers = (figure.life_max, figure.armour, figure.cmb, figure.pre, figure.dan, figure.vol, figure.des)
    return (
        1.0 if figure.company == seat else -1.0,
        1.0 if here else -1.0 if figure.status in (DEAD, LOST) else 0.0,
        figure.x / max(1, state.ground.width) if here else 0.0,
        figure.y / max(1, state.ground.depth) if here else 0.0,
        figure.life / max(1, figure.life_max),
        min(1.0, figure.cost / DEAREST),
        *(min(1.0, number / MOST) for number in numbers),
        *(min(1.0, figure.dice.count(size) / len(SIZES)) for size in SIZES),
        1.0 if figure.ranged else 0.0,
        *(1.0 if condition in figure.conditions else 0.0 for condition in CONDITIONS),
        min(1.0, sum(n for _, n in figure.points) / MOST),
    )
