"""The odds of an attack, in short: damage to one figure, and whether it falls; see `weighing` for all the rest."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from arbitro.analysis.weighing import weigh
from arbitro.content.measures import DAMAGE, KILLED, Measure
from arbitro.engine.game import Game
from arbitro.engine.odds import Odds
from arbitro.engine.values import Id, Seat, Value

UNLIKELY = Fraction(1, 10**6)
"""Branches less likely than this are counted in ``rest`` and not followed."""


class AttackOdds(Struct):
    """How an attack is likely to end for its target: damage and death; and what was assumed."""

    odds: Odds
    damage: dict[int, Fraction]
    killed: Fraction

    def hurts(self) -> Fraction:
        """The chance that at least one point gets through."""
        return sum((p for n, p in self.damage.items() if n > 0), Fraction(0))


def attack_odds(
    game: Game, seat: Seat, value: Value, target: Id, *, others: str = "instinct", leaves: int = 2000
) -> AttackOdds:
    """The exact distribution of what an answer does to a figure, until the action is over.

    Args:
        game: a game at a decision of ``seat``; it is not touched.
        seat: who answers.
        value: the answer to weigh.
        target: the figure that is watched.
        others: how everybody else answers; see `weigh`.
        leaves: beyond so many outcomes seeded samples are taken, and ``odds.exact`` is False.
    """
    found = weigh(game, value, seat=seat, others=others, leaves=leaves, smallest=UNLIKELY)
    return AttackOdds(found.odds, found.spread(Measure(DAMAGE, target)), found.chance(Measure(KILLED, target)))


def melee_duel(game: Game, seat: Seat, actor: Id, target: Id, die: int) -> AttackOdds:
    """The odds of one melee attack with a die."""
    return attack_odds(game, seat, (actor, "melee", target, die), target)
