"""The condition Respinto: rolled, shifted, and turned into A Terra (CDC-CND-05)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.crepuscolo.damage import inflict, lift
from arbitro.rulesets.crepuscolo.falls import repel_distance, shift
from arbitro.rulesets.crepuscolo.queries import figure_of
from arbitro.rulesets.crepuscolo.state import PRONE, REPELLED, TABLE


def repel(game: Game, it: Id, actor: Id, origin: tuple[int, int] | None = None) -> Flow[None]:
    """Carry Respinto out: 1d6 x 1d4 cm away from what caused it, then A Terra instead of it.

    ``origin`` is the point pushed from, where what caused it is no figure.
    """
    (six,) = game.roll(6, by=actor, rules=("CDC-CND-05.1", "CDC-CND-05.6"))
    (four,) = game.roll(4, by=actor, rules=("CDC-CND-05.1", "CDC-CND-05.6"))
    source = figure_of(game, actor)
    point = origin if origin is not None else (source.x, source.y)
    yield from shift(game, it, point, repel_distance(six, four), REPELLED, ("CDC-CND-05.2",))
    lift(game, it, REPELLED, ("CDC-CND-05.5",), "shifted")
    if figure_of(game, it).status == TABLE and PRONE not in figure_of(game, it).conditions:
        yield from inflict(game, it, PRONE, actor=actor, rules=("CDC-CND-05.5",))
