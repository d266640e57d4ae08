"""The desk as the engine runs it: one command after another."""

from __future__ import annotations

from arbitro.content.desk import DESK
from arbitro.content.deskjoin import adopt
from arbitro.engine.asks import Ask, Flow, Part
from arbitro.engine.game import Game
from arbitro.engine.state import Step
from arbitro.engine.values import REFEREE, Id, Value
from arbitro.rulesets.pathfinder.lookups import battle_of
from arbitro.rulesets.pathfinder.referee import caring, counts, fighting, keeping  # they register the commands
from arbitro.rulesets.pathfinder.referee.orders import ORDERS
from arbitro.rulesets.pathfinder.turn import STEPS

ORDER, LATE = "desk_order", "late"
CHAPTERS = (counts, fighting, caring, keeping)


@STEPS(DESK, cut=DESK)
def desk(game: Game) -> Flow[None]:
    """The standing question; before it, whoever the rules brought gets a number, and timers ring."""
    adopt(game)
    counts.ring(game)
    _, value = yield Ask(DESK, {}, (Part(REFEREE, ORDERS.form(game)),))
    game.push(Step(ORDER, value), Step(DESK))


@STEPS(ORDER)
def order(game: Game, do: str, *pairs: tuple[str, Value]) -> Flow[None]:
    """One command."""
    yield from ORDERS.carry_out(game, do, dict(pairs))


@STEPS(LATE)
def late(game: Game, it: Id) -> None:
    """Whoever joins in the midst of a fight rolls for its place in the order (PF-INI-01)."""
    if it in battle_of(game).figures:
        counts.initiative(game, (it,))


STEPS(counts.CALMED)(counts.calmed)

__all__ = ["CHAPTERS", "STEPS"]
