"""Exact odds of a full attack: three iteratives, threat 19-20, concealment 20 %, against seeded attacks."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from scipy.stats import chisquare

from arbitro.dice.sources import SeededDice
from arbitro.engine.asks import Answer
from arbitro.engine.game import Game
from arbitro.engine.odds import Odds, odds
from tests.pathfinder.field import Field

SWINGS = (("a1", "full_attack", "spada-lunga", "spada-lunga", "b1"), *[("a1", "swing", "spada-lunga", "b1")] * 2)
HIT_POINTS, ATTACKS, OFTEN = 300, 400, 5


def facing() -> Game:
    """A fighter of base attack 11 and Strength 16, about to strike at AC 18 in dim light."""
    fighter = {"at": "c3", "bab": 11, "forza": 16, "items": ["spada-lunga"]}
    foe = {"b1": {"at": "d3", "hp": HIT_POINTS, "natural": 8}}
    seeds = (Field({"a1": fighter}, foe, dice=SeededDice.of_seed(seed), ground={"light": "dim"}) for seed in range(50))
    return next(field.game for field in seeds if field.state.turn == "a1")


def exact(game: Game) -> Odds:
    """The odds of the damage, through every outcome of the dice."""
    assert game.pending is not None
    return odds(
        game, Answer(game.pending.id, "a", SWINGS[0]), watch=lambda state: HIT_POINTS - state.figures["b1"].hp,
        until=lambda state: state.turn != "a1" or not state.figures["a1"].swings, leaves=50_000, samples=0,
    )  # fmt: skip


def one_blow(need: int) -> Fraction:
    """The mean damage of one attack by hand: 1d8 + 3, doubled by confirmed threats of 19-20, one in five lost."""
    hits = Fraction(21 - need, 20)
    threats = Fraction(min(2, 21 - need), 20)
    return Fraction(4, 5) * (hits + threats * hits) * (Fraction(9, 2) + 3)


@pytest.mark.rule("PF-FULL-02.1", "PF-CRIT-02.1", "PF-CRIT-04.1", "PF-CRIT-07.1", "PF-CON-04.2", "PF-TAB-16.2")
def test_the_odds_are_exact_quick_and_have_the_mean_worked_out_by_hand() -> None:
    game = facing()
    took = []
    for _ in range(2):
        start = time.process_time()
        found = exact(game)
        took.append(time.process_time() - start)
    assert found.exact and sum(found.outcomes.values()) + found.rest == 1
    mean = sum(amount * p for amount, p in found.outcomes.items())
    by_hand = one_blow(18 - 14) + one_blow(18 - 9) + one_blow(18 - 4)
    assert abs(mean - by_hand) < Fraction(1, 10**6)
    assert min(took) < 1  # seconds


def test_seeded_attacks_agree_with_the_odds_by_chi_square() -> None:
    game = facing()
    found, seen = exact(game), dict[int, int]()
    for seed in range(ATTACKS):
        twin = game.fork(SeededDice.of_seed(seed))
        for swing in SWINGS:
            twin.choose(swing)
        dealt = HIT_POINTS - twin.state.figures["b1"].hp  # type: ignore[attr-defined]
        seen[dealt] = seen.get(dealt, 0) + 1
    common = [amount for amount, p in found.outcomes.items() if p * ATTACKS >= OFTEN]
    wanted = [float(found.outcomes[amount]) * ATTACKS for amount in common]
    counts = [seen.get(amount, 0) for amount in common]
    assert set(seen) <= set(found.outcomes)
    result = chisquare([*counts, ATTACKS - sum(counts)], [*wanted, ATTACKS - sum(wanted)])
    assert result.pvalue > 0.001
