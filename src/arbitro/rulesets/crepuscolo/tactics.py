"""What a state is worth to a company; computer opponents look at nothing else."""

from __future__ import annotations

from arbitro.engine.values import Seat
from arbitro.rulesets.crepuscolo.state import Battle


def worth(state: Battle, seat: Seat) -> int:
    """Fighters, their Resistenza and their dice, ours against theirs."""
    total = 0
    for figure in state.figures.values():
        if figure.status not in ("table", "reserve"):
            continue
        value = 1000 * figure.cost + 3000 * figure.life
        total += value if figure.company == seat else -value
    return total
