"""Facts: orders, and who can act."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.rulesets.crepuscolo.actions import can_act as able
from arbitro.rulesets.crepuscolo.dice import all_dice
from arbitro.rulesets.crepuscolo.facts import fact
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import TABLE


@fact
def can_act(game: Game, a: str) -> bool:
    """A figure on the table has dice left and some action that it could take with them."""
    figure = figure_of(game, a)
    return figure.status == TABLE and bool(all_dice(game, a)) and able(game, figure)


@fact
def must_swim(game: Game, a: str) -> bool:
    """A figure began the turn in the water and has to swim (CDC-ACT-22.6)."""
    figure = figure_of(game, a)
    return figure.wet and figure.in_water


@fact
def unlike(game: Game, a: str, mark: str) -> tuple[str, ...]:
    """The allies of a figure that are not under an effect of that mark."""
    return tuple(f.id for f in battle_of(game).allies(figure_of(game, a)) if not game.marked(f.id, mark))


@fact
def with_dice(game: Game, members: tuple[str, ...]) -> int:
    """How many of several figures have dice left."""
    return sum(1 for it in members if all_dice(game, it))
