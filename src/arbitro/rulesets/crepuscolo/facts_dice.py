"""Facts: dice and tokens."""

from __future__ import annotations

from typing import Any

from arbitro.engine.game import Game
from arbitro.rulesets.crepuscolo.dice import all_dice, free_dice, in_others_hand, sides_of
from arbitro.rulesets.crepuscolo.facts import fact
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import tokens_of

AT_TESTS = ("testing", "tested")
"""The moments of a test at which rules may help whoever takes it."""


@fact
def total(game: Game, numbers: tuple[int, ...]) -> int:
    """The sum of several numbers."""
    return sum(numbers)


@fact
def either(game: Game, test: bool, yes: Any, no: Any) -> Any:
    """One of two values, by a test."""
    return yes if test else no


@fact
def may_test(game: Game, a: str) -> bool:
    """A figure may hope to pass a test: it has a die for it, or tokens that give one or pass the test for it."""
    if free_dice(game, a):
        return True
    figure, records = figure_of(game, a), game.ruleset.records
    shapes = game.ruleset.library.abilities  # type: ignore[attr-defined]
    return any(
        tokens_of(figure, token)
        for rule in figure.abilities
        if rule in shapes and any(use.moment in AT_TESTS for use in records[rule].uses)
        for token in shapes[rule].tokens
    )


@fact
def sizes_of(game: Game, members: tuple[str, ...]) -> tuple[int, ...]:
    """The sizes of all dice that several figures have left."""
    return tuple(sides_of(die) for it in members for die in all_dice(game, it))


@fact
def options(game: Game, *pairs: Any) -> tuple[Any, ...]:
    """Of pairs of a test and a value, the values whose tests hold."""
    return tuple(value for test, value in zip(pairs[::2], pairs[1::2], strict=True) if test)


@fact
def conditions_of(game: Game, a: str) -> tuple[str, ...]:
    """The conditions a figure is under."""
    return battle_of(game).figures[a].conditions


@fact
def my_hand(game: Game, a: str) -> bool:
    """The player who orders a figure has the hand."""
    state = battle_of(game)
    return state.in_hand and state.hand == game.controller(a)


@fact
def away_hand(game: Game, a: str) -> bool:
    """The other player, not the one who orders a figure, has the hand."""
    return in_others_hand(game, a)


@fact
def wounded(game: Game, members: tuple[str, ...]) -> tuple[str, ...]:
    """Those of several figures that have lost Resistenza."""
    figures = battle_of(game).figures
    return tuple(it for it in members if figures[it].life < figures[it].life_max)
