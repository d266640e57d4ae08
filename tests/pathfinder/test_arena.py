"""Companies set against each other, and a battle in numbers."""

from __future__ import annotations

from random import Random

from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.rulesets.pathfinder import RULESET
from arbitro.rulesets.pathfinder.scene import SIDE
from arbitro.rulesets.pathfinder.state import Battle
from tests.pathfinder.field import Field


def test_two_companies_stand_at_the_ends_of_a_board_that_is_the_same_from_either() -> None:
    """An ogre is two squares wide: it fits into the column of nine orcs, and thirteen make a second column."""
    setup = RULESET.contest({"orco": 13, "ogre": 1}, {"lupo": 2}, Random(3))
    rows = setup["ground"]["map"]
    assert all(row == row[::-1] for row in rows)
    state = Game.new(RULESET, setup, SeededDice.of_seed(1)).state
    assert isinstance(state, Battle)
    squares = [square for figure in state.figures.values() for square in figure.space.squares()]
    assert len(squares) == len(set(squares)) == 13 + 4 + 2
    assert all(state.ground.inside(square) and square not in state.ground.signs for square in squares)
    front = max(figure.x + figure.span for figure in state.side("a"))
    assert min(figure.x for figure in state.side("b")) - front == 8


def middle_of(square: str) -> tuple[int, int]:
    """Where the scene draws it: 1.5 m a square, half of one to its middle."""
    return "abcdefgh".index(square[0]) * SIDE + SIDE // 2, (int(square[1]) - 1) * SIDE + SIDE // 2


def test_who_lies_dying_is_out_of_the_count() -> None:
    field = Field({"a1": {"at": "c3"}, "a2": {"at": "d3", "hp_now": -2}}, {"b1": {"at": "h3"}})
    census = field.rules.census(field.state)
    assert [(one.seat, one.there, one.at) for one in census.values()] == [
        ("a", True, middle_of("c3")), ("a", False, middle_of("d3")), ("b", True, middle_of("h3"))]  # fmt: skip


def test_a_portrait_puts_ones_own_first_and_stays_between_minus_one_and_one() -> None:
    field = Field({"a1": {"at": "c3", "hp": 400}}, {"b1": {"at": "d3", "hp_now": -30}})
    mine, theirs = (field.rules.portrait(field.state, seat) for seat in ("a", "b"))
    assert mine[0][1:] == theirs[1][1:] and mine[1][1:] == theirs[0][1:]
    assert [row[0] for row in mine] == [row[0] for row in theirs] == [1.0, -1.0]
    assert {len(row) for row in mine} == {len(mine[0])}
    assert all(-1 <= number <= 1 for row in mine for number in row)
