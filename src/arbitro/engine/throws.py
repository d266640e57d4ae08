"""Rolls in the notation of `arbitro.dice.notation`, thrown within a game and told in its journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arbitro.dice.notation import Result, Roll
from arbitro.engine.events import Thrown
from arbitro.engine.values import Id, RuleId

if TYPE_CHECKING:
    from arbitro.engine.game import Game


def throw(game: Game, roll: Roll, *, by: Id, rules: tuple[RuleId, ...]) -> Result:
    """Throw a roll with the game's dice, one by one; the journal shows every die and what became of it."""
    result = roll.throw(lambda sides: game.draw(1, sides, by)[0])
    dice = tuple((die.sides, die.face, die.fate) for group in result.groups for die in group.dice)
    game.do(Thrown(by=by, notation=result.text, total=result.total, dice=dice, rules=rules))
    return result
