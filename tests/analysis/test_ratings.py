"""Ratings find the strengths that battles were drawn from, and say how sure they are."""

from __future__ import annotations

from math import exp, log
from random import Random

import pytest

from arbitro.analysis.ratings import Bout, Table, rate

WEIGHT = 3.5
WORTH = {"a": 8.0, "b": 10.0, "c": 12.0, "d": 20.0, "e": 40.0}
COSTS = {"a": 10.0, "b": 10.0, "c": 12.0, "d": 15.0, "e": 50.0}


def drawn(seed: int, battles: int) -> list[Bout]:
    """Battles between random numbers of two, won as their true worths say."""
    rng = Random(seed)
    found = []
    for _ in range(battles):
        one, other = rng.sample(sorted(WORTH), 2)
        n, m = rng.randint(1, 4), rng.randint(1, 4)
        logit = WEIGHT * (log(n * WORTH[one]) - log(m * WORTH[other]))
        found.append(Bout(one, n, other, m, float(rng.random() < 1 / (1 + exp(-logit)))))
    return found


def fair(table: Table) -> dict[str, float]:
    return {rating.id: rating.fair for rating in table.ratings}


def test_known_worths_are_found() -> None:
    table = rate(COSTS, drawn(1, 6000), anchors=["b", "c"])  # whose costs are what they are worth
    assert fair(table) == pytest.approx(WORTH, rel=0.1)
    assert table.weight == pytest.approx(WEIGHT, abs=0.4)
    assert table.of("a").off == pytest.approx(10 / 8 - 1, abs=0.12)
    assert table.of("e").off == pytest.approx(50 / 40 - 1, abs=0.12)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    inside = total = 0
    for seed in range(60):
        for rating in rate(COSTS, drawn(seed + 100, 400), anchors=["b", "c"]).ratings:
            if rating.id not in ("b", "c"):
                inside += rating.fair_low <= WORTH[rating.id] <= rating.fair_high
                total += 1
    assert 0.89 <= inside / total <= 0.99  # 95 % of 180, give or take what chance allows


def test_the_average_is_the_measure_where_nothing_is_fixed() -> None:
    table = rate(COSTS, drawn(2, 6000))
    logs = [log(rating.fair / rating.cost) for rating in table.ratings]
    assert sum(logs) == pytest.approx(0, abs=1e-6)
    assert fair(table)["e"] / fair(table)["b"] == pytest.approx(4, rel=0.1)


def test_games_without_points_get_worths_in_units_of_the_usual_one() -> None:
    table = rate(dict.fromkeys(COSTS, 0.0), drawn(3, 6000))
    assert fair(table)["d"] / fair(table)["a"] == pytest.approx(2.5, rel=0.12)


def test_who_never_lost_is_held_to_what_is_possible() -> None:
    bouts = [Bout("a", 1, "b", 1, 1.0)] * 10
    table = rate({"a": 10.0, "b": 10.0}, bouts, anchors=["b"])
    assert 10 < table.of("a").fair < 40
    assert table.of("a").share == 1.0 and table.of("b").share == 0.0 and table.of("a").battles == 10


def test_draws_count_half() -> None:
    table = rate({"a": 10.0, "b": 10.0}, [Bout("a", 1, "b", 1, 0.5)] * 50, anchors=["b"])
    assert table.of("a").fair == pytest.approx(10, rel=1e-6)


def test_more_battles_make_narrower_intervals() -> None:
    few, many = (rate(COSTS, drawn(4, n), anchors=["b"]).of("e") for n in (300, 4800))
    assert (log(few.fair_high / few.fair_low)) > 2.5 * log(many.fair_high / many.fair_low)
