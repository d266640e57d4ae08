"""On the defensive: with every blow, or with nothing else (PF-STD-18, -19, PF-FULL-06)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.lookups import figure_of
from arbitro.rulesets.pathfinder.state import FREE, STANDARD
from arbitro.rulesets.pathfinder.strikes import stance

DEFENSIVE = "PF-STD-18"


def _defends(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    return figure.std > 0 and not figure.swings and "defensive" not in figure.did


@deed("defensive", FREE, ("PF-STD-18.1",), offered=_defends)
def defensive(game: Game, it: Id, path: Path) -> Flow[None]:
    """Attacks at -4 and AC +2 until the next own turn (PF-STD-18, PF-FULL-06)."""
    yield from stance(game, it, DEFENSIVE)


def _covers_up(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    return "defensive" not in figure.did and not figure.swings  # PF-STD-19.2


@deed("total_defence", STANDARD, ("PF-STD-19.1",), offered=_covers_up)
def total_defence(game: Game, it: Id, path: Path) -> Flow[None]:
    """AC +4 until the next own turn, and no attacks of opportunity meanwhile (PF-STD-19)."""
    yield from stance(game, it, "PF-STD-19")
