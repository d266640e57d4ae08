"""The test that ends a match errs no more often than it says; intervals hold what they should."""

from __future__ import annotations

from itertools import cycle
from math import comb
from random import Random

import pytest

from arbitro.analysis.sequential import AHEAD, BEHIND, EVEN, UNCLEAR, excluded, verdict, wilson

MATCHES, LONGEST = 300, 700


def ends(shares: tuple[float, ...], seed: int, *, pairs: bool = False) -> list[str]:
    """The verdicts of many matches of coin flips, looked at after every flip, or after each pair of them."""
    rng = Random(seed)
    found = []
    for _ in range(MATCHES):
        won = lost = 0
        told = UNCLEAR
        for number, share in zip(range(1, LONGEST), cycle(shares), strict=False):
            won, lost = (won + 1, lost) if rng.random() < share else (won, lost + 1)
            if not (pairs and number % 2) and (told := verdict(won, lost)) != UNCLEAR:
                break
        found.append(told)
    return found


def most(error: float) -> int:
    """So many errors of `MATCHES` happen by chance, at this rate, less than once in ten thousand."""
    left, errors = 1.0, -1
    while left > 1e-4:
        errors += 1
        left -= comb(MATCHES, errors) * error**errors * (1 - error) ** (MATCHES - errors)
    return errors


@pytest.mark.parametrize(("shares", "pairs"), [((0.5,), False), ((0.9, 0.1), True), ((0.7, 0.3), True)])
def test_equal_lists_are_seldom_called_unequal_however_often_one_looks(shares: tuple[float, ...], pairs: bool) -> None:
    found = ends(shares, 1, pairs=pairs)
    assert sum(told in (AHEAD, BEHIND) for told in found) <= most(0.05)


def test_lists_outside_the_margin_are_seldom_called_even() -> None:
    # at the very edge of the margin, where calling them even is wrong and most tempting
    assert ends((0.55,), 2).count(EVEN) <= most(0.05)


def test_the_better_list_is_found_and_the_worse_hardly_ever_taken_for_it() -> None:
    found = ends((0.65,), 3)
    assert found.count(AHEAD) >= 0.95 * MATCHES
    assert found.count(BEHIND) <= most(0.05)


def test_evidence_is_what_the_formula_says() -> None:
    # 8 of 8: M = B(9, 1) / (1/2)^8 = 256 / 9 = 28.4; 7 of 7: 128 / 8 = 16; the line is at 1 / 0.05 = 20
    assert excluded(0.5, 8, 0, 0.05) and not excluded(0.5, 7, 0, 0.05)
    # 9 to 1: B(10, 2) * 1024 = 1024 / 110 = 9.3
    assert excluded(0.5, 9, 1, 1 / 9.2) and not excluded(0.5, 9, 1, 1 / 9.4)
    assert excluded(1.0, 3, 1, 0.05) and excluded(0.0, 1, 3, 0.05)


def test_drawing_near_to_a_half_takes_many_battles() -> None:
    assert verdict(250, 250) == UNCLEAR
    assert verdict(1000, 1000) == EVEN
    assert verdict(1000, 1000, margin=0.02) == UNCLEAR


def test_wilson_against_its_formula() -> None:
    # (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n) with p = 0.2, n = 50, z = 1.96
    assert wilson(10, 50) == pytest.approx((0.1124, 0.3304), abs=2e-4)
    assert wilson(10, 50, 0.8)[0] > wilson(10, 50)[0]
