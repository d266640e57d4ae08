"""A battle in which nobody can act any more ends (a ruling of ours, CDC-CMP-19)."""

from __future__ import annotations

import pytest

from arbitro.engine.events import Finished
from arbitro.rulesets.crepuscolo.events import TurnBegan
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at

RISEN = ("CDC-IN-027",)


@pytest.mark.rule("CDC-CMP-19.1")
def test_risen_without_a_necromancer_end_in_a_draw() -> None:
    """Nobody of either company ever has dice: after ten such turns it is over, without a question."""
    field = Field({"a1": at(10, abilities=RISEN, dice=(4,)), "b1": at(30, abilities=RISEN, dice=())}, dice=[1])
    field.act("a1", "jump", die=4)
    field.answer(0)
    end = field.the(Finished)
    assert (end.result, end.why) == ("draw", "nobody_acts")
    assert len(field.all(TurnBegan)) == 10, "ten turns in which nobody had a hand"
    field.done()
