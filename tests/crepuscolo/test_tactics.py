"""What a computer opponent considers: which die it walks with, what it does by instinct, when it grows restless."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.tactics import restlessness
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at


@pytest.mark.parametrize(("gap", "dice"), [(5, {4, 8}), (8, {6, 8}), (11, {8}), (30, {8})])
def test_for_a_short_way_a_small_die_is_weighed_too(gap: int, dice: set[int]) -> None:
    """Walking goes three times the face: 6 cm are a 2 on a d4, 9 cm a 3 on a d6 (CDC-ACT-08)."""
    field = Field({"a1": at(10), "b1": at(10)})
    bases = sum(figure.r for figure in field.state.figures.values()) / 1000
    field = Field({"a1": at(10), "b1": at(10 + bases + gap)})
    assert {path[-1] for path in RULESET.propose(field.game, "a") if path[1] == "move"} == dice


def instinct(fighters: dict[str, dict[str, Any]]) -> Any:
    """What seat a does first by instinct."""
    game = Field(fighters).game
    assert game.pending is not None
    return RULESET.instinct(game, "a", game.pending)


def test_instinct_strikes_the_weakest_in_reach_with_the_largest_die() -> None:
    foes = {"b1": at(13, 10), "b2": at(10, 13, life=1), "b3": at(50, life=1)}
    assert instinct({"a1": at(10, dice=(4, 6)), **foes}) == ("a1", "melee", "b2", 6)


def test_who_can_strike_nobody_rises_and_then_walks_with_the_largest_die() -> None:
    assert instinct({"a1": at(10, conditions=("A Terra",)), "b1": at(40)}) == ("a1", "stand", 4)
    assert instinct({"a1": at(10), "b1": at(40)}) == ("a1", "move", 8)


@pytest.mark.parametrize(
    ("turn", "fighters", "restless"),
    [
        (6, {"a1": at(10), "b1": at(50)}, False),
        (9, {"a1": at(10), "b1": at(50)}, True),
        (9, {"a1": at(10), "b1": at(13)}, False),
        (9, {"a1": at(10, ranged=("CDC-EQ-22",)), "b1": at(50)}, False),
    ],
)
def test_only_in_a_long_battle_in_which_nobody_can_strike_one_grows_restless(
    turn: int, fighters: dict[str, dict[str, Any]], restless: bool
) -> None:
    state = Field(fighters).state
    state.turn = turn
    assert (restlessness(state) > 0) == restless
