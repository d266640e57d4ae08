"""A battle in numbers, for programs that learn: one row for each creature, all of them from -1 to 1."""

from __future__ import annotations

from arbitro.engine.values import Seat
from arbitro.rulesets.pathfinder.state import ABILITIES, IN, MEDIUM, PRONE, Battle, Creature

HIGHEST, TOUGHEST, MOST = 30, 200, 20
"""What ability scores, hit points and every other number are measured by; what goes beyond counts as this."""


def portrait(state: Battle, seat: Seat) -> list[tuple[float, ...]]:
    """The creatures as a seat sees them: its own first, then the others, each in the order of the setup."""
    figures = sorted(state.figures.values(), key=lambda figure: figure.seat != seat)
    return [_row(state, seat, figure) for figure in figures]


def _row(state: Battle, seat: Seat, figure: Creature) -> tuple[float, ...]:
    here = figure.status == IN
    slots = sum(sum(one.slots) + sum(n for _, n in (*one.prepared, *one.uses)) for one in figure.casters)
    return (
        1.0 if figure.seat == seat else -1.0,
        1.0 if here and figure.hp >= 0 else 0.0 if here else -1.0,
        figure.x / max(1, state.ground.width) if here else 0.0,
        figure.y / max(1, state.ground.depth) if here else 0.0,
        max(-1.0, figure.hp / max(1, figure.hp_max)),
        _part(figure.hp_max, TOUGHEST),
        *(_part(figure.score(ability), HIGHEST) for ability in ABILITIES),
        *(_part(number, MOST) for number in (figure.level, figure.bab, figure.reach, figure.span, slots)),
        max(-1.0, min(1.0, (figure.size - MEDIUM) / 4)),
        *(_part(number, 1) for number in (figure.std, figure.mov, figure.swf)),
        1.0 if state.turn == figure.id else 0.0,
        1.0 if figure.has(PRONE) else 0.0,
        _part(len(figure.conditions), MOST),
    )


def _part(number: int, most: int) -> float:
    return min(1.0, max(0, number) / most)
