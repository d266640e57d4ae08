"""What all events share: the rows that they write, and numbers that are not told."""

from __future__ import annotations

from arbitro.engine.state import State
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.state import (
    Battle,
    Creature,
)

WITHIN_A_MOVE = "overrun"
"""What is done in the middle of a move without ending it (PF-GRID-14.1)."""
Writes = tuple[str, ...] | None
IT: Writes = ("it",)
NOTHING: Writes = ()
UNTOLD = Tally(0, 0)
"""Instead of a number that the players do not hear (see `arbitro.content.desk.Discreet`)."""


def row_of(state: State, it: Id) -> Creature:
    assert isinstance(state, Battle)
    return state.figures[it]


def whole_of(state: State) -> Battle:
    assert isinstance(state, Battle)
    return state
