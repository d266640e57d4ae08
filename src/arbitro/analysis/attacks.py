"""Exact odds of the answer one is about to give, measured on what happens to a figure."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

from msgspec import Struct

from arbitro.engine.asks import Answer
from arbitro.engine.game import Game
from arbitro.engine.odds import Odds, Policy, instinct_policy, odds
from arbitro.engine.state import State
from arbitro.engine.values import Id, Seat, Value

UNLIKELY = Fraction(1, 10**6)
"""Branches less likely than this are counted in ``rest`` and not followed."""


class AttackOdds(Struct):
    """How an attack is likely to end for its target: damage, death, conditions; and what was assumed."""

    odds: Odds
    damage: dict[int, Fraction]
    killed: Fraction

    def hurts(self) -> Fraction:
        """The chance that at least one point gets through."""
        return sum((p for n, p in self.damage.items() if n > 0), Fraction(0))


def attack_odds(
    game: Game, seat: Seat, value: Value, target: Id, *, policy: Policy = instinct_policy, leaves: int = 2000
) -> AttackOdds:
    """The exact distribution of what an answer does to a figure, until the end of the Step.

    Args:
        game: a game at a decision of ``seat``; it is not touched.
        seat: who answers.
        value: the answer to weigh.
        target: the figure that is watched.
        policy: answers what is asked on the way; by default everybody plays by the ruleset's instinct.
        leaves: beyond so many outcomes seeded samples are taken, and ``odds.exact`` is False.
    """
    assert game.pending is not None
    before = _life(game.state, target)
    answer = Answer(game.pending.id, seat, value)
    found = odds(game, answer, watch=_watch(target), until=_over(game), policy=policy, leaves=leaves, smallest=UNLIKELY)
    damage: dict[int, Fraction] = {}
    killed = Fraction(0)
    for (life, there, _), p in found.outcomes.items():
        damage[before - life] = damage.get(before - life, Fraction(0)) + p
        killed += p if not there else 0
    return AttackOdds(found, dict(sorted(damage.items())), killed)


def _over(game: Game) -> Callable[[State], bool]:
    """Whether nothing that follows at once from the action is still to be done."""

    def over(state: State) -> bool:
        return not state.agenda or state.agenda[0].name not in game.ruleset.follow_ups

    return over


def _watch(target: Id) -> Any:
    def watch(state: State) -> Hashable:
        figure: Any = state.figures[target]  # type: ignore[attr-defined]
        return figure.life, figure.status == "table", figure.conditions

    return watch


def _life(state: State, target: Id) -> int:
    return int(state.figures[target].life)  # type: ignore[attr-defined]


def melee_duel(game: Game, seat: Seat, actor: Id, target: Id, die: int) -> AttackOdds:
    """The odds of one melee attack with a die."""
    return attack_odds(game, seat, (actor, "melee", target, die), target)
