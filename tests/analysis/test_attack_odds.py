"""Exact odds of attacks: worked out by hand, and against seeded attacks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from scipy.stats import chisquare
from tests.crepuscolo.field import Field

from arbitro.analysis import melee_duel
from arbitro.dice.sources import SeededDice


def facing(**attacker: object) -> Field:
    """Two plain figures in contact; the first may strike."""
    return Field({"a1": {"at": (30, 30), **attacker}, "b1": {"at": (32.5, 30)}})


@pytest.mark.rule("CDC-ACT-03.3", "CDC-ACT-03.6")
def test_a_plain_attack_with_a_d8_hits_with_five_faces_of_eight() -> None:
    odds = melee_duel(facing().game, "a", "a1", "b1", 8)
    assert odds.odds.exact
    assert odds.damage == {0: Fraction(3, 8), 1: Fraction(5, 8)}
    assert odds.killed == 0


@pytest.mark.rule("CDC-ACT-03.5")
def test_the_edge_of_combattimento_adds_one_face() -> None:
    assert melee_duel(facing(cmb=1).game, "a", "a1", "b1", 8).hurts() == Fraction(6, 8)


@pytest.mark.rule("CDC-ACT-03.7")
def test_a_d4_hits_with_its_highest_face_alone() -> None:
    assert melee_duel(facing().game, "a", "a1", "b1", 4).hurts() == Fraction(1, 4)


def test_odds_of_a_sword_sum_to_one_with_the_rest() -> None:
    odds = melee_duel(facing(items=["CDC-EQ-11"]).game, "a", "a1", "b1", 8)
    assert sum(odds.damage.values()) + odds.odds.rest == 1
    assert odds.odds.exact


def test_asking_does_not_touch_the_game() -> None:
    field = facing()
    before = (field.state.copy(), len(field.game.journal))
    melee_duel(field.game, "a", "a1", "b1", 8)
    assert (field.state, len(field.game.journal)) == before


def test_odds_agree_with_seeded_attacks() -> None:
    """Four thousand attacks with an axe, re-rolls by Combattimento included (chi-square, p over 0.001)."""
    field = Field(
        {"a1": {"at": (30, 30), "items": ["CDC-EQ-12"], "cmb": 2}, "b1": {"at": (32.5, 30), "cmb": 1}}, options={}
    )
    odds = melee_duel(field.game, "a", "a1", "b1", 6)
    rng, seen, tries = Random(11), Counter[int](), 4000
    for _ in range(tries):
        twin = field.game.fork(SeededDice(rng.randbytes(16)))
        twin.stop_at_step = twin.state.step_no
        twin.choose(("a1", "melee", "b1", 6))
        while twin.pending is not None:
            twin.choose(twin.ruleset.instinct(twin, twin.pending.seats[0], twin.pending))
        seen[5 - twin.state.figures["b1"].life] += 1  # type: ignore[attr-defined]
    expected = [float(p) * tries for p in odds.damage.values()]
    assert chisquare([seen[damage] for damage in odds.damage], expected).pvalue > 0.001
    assert sum(seen.values()) == sum(seen[damage] for damage in odds.damage)
