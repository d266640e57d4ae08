"""The desk as the engine runs it: one command after another."""

from __future__ import annotations

from arbitro.content.desk import DESK
from arbitro.content.deskjoin import adopt
from arbitro.engine.asks import Ask, Flow, Part
from arbitro.engine.game import Game
from arbitro.engine.state import Step
from arbitro.engine.values import REFEREE, Value
from arbitro.rulesets.cairn.referee import caring, fighting, keeping  # they register the commands
from arbitro.rulesets.cairn.referee.orders import ORDERS
from arbitro.rulesets.cairn.turn import STEPS

ORDER = "desk_order"
CHAPTERS = (fighting, caring, keeping)


@STEPS(DESK, cut=DESK)
def desk(game: Game) -> Flow[None]:
    """The standing question."""
    _, value = yield Ask(DESK, {}, (Part(REFEREE, ORDERS.form(game)),))
    game.push(Step(ORDER, value), Step(DESK))


@STEPS(ORDER)
def order(game: Game, do: str, *pairs: tuple[str, Value]) -> Flow[None]:
    """One command."""
    yield from ORDERS.carry_out(game, do, dict(pairs))
    adopt(game)


__all__ = ["CHAPTERS", "STEPS"]
