"""Facts: equipment that the dead left and the living may take."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.measure import within_point
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo.facts import fact
from arbitro.rulesets.crepuscolo.facts_table import spot
from arbitro.rulesets.crepuscolo.gear import pieces_of, swapped
from arbitro.rulesets.crepuscolo.powers import power_level_of
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of


def left_by(game: Game, token: Id) -> Id | None:
    """The figure whose equipment a token stands for."""
    return next((it for it, piece in battle_of(game).gear if piece == token), None)


def left_piece(game: Game, it: Id) -> Id | None:
    """The token that stands for the equipment of a figure."""
    return next((piece for owner, piece in battle_of(game).gear if owner == it), None)


@fact
def power_level(game: Game, a: str) -> int:
    """The power level that goes into the formulas of Emanazioni, 0 for who has none."""
    return power_level_of(game, figure_of(game, a))


@fact
def salvage(game: Game, a: str, cm: int) -> tuple[str, ...]:
    """Tokens of equipment within so many cm at which a figure has something it could exchange."""
    figure, there = figure_of(game, a), {piece.id for piece in battle_of(game).ground.pieces}
    return tuple(
        piece
        for _, piece in battle_of(game).gear
        if piece in there and within_point(figure, spot(game, piece), cm * CM) and gear_to_give(game, a, piece)
    )


@fact
def gear_to_give(game: Game, a: str, token: str) -> tuple[str, ...]:
    """Pieces of a figure's equipment for which it could take one of those a token stands for."""
    library = game.ruleset.library  # type: ignore[attr-defined]
    return tuple(gave for gave in pieces_of(figure_of(game, a), library) if gear_to_take(game, a, token, gave))


@fact
def gear_to_take(game: Game, a: str, token: str, gave: str) -> tuple[str, ...]:
    """Pieces that a token stands for which a figure could carry in place of one of its own."""
    other = left_by(game, token)
    if other is None:
        return ()
    library = game.ruleset.library  # type: ignore[attr-defined]
    mine, theirs = figure_of(game, a), figure_of(game, other)
    return tuple(got for got in pieces_of(theirs, library) if swapped(mine, theirs, gave, got, library) is not None)
