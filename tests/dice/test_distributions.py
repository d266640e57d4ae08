"""Exact distributions against every outcome counted one by one, on small dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.dice.distributions import Distribution, TooMuch, certain, die, highest
from arbitro.dice.notation import parse
from arbitro.dice.notation_odds import distribution
from arbitro.dice.walk import Then, distribution_of
from tests.engine.toy import start

ODD = Distribution({-2: 1, 0: 2, 5: 1})
"""A die with a negative face, a gap, and faces that are not alike."""
DICE = (die(4), die(6), ODD, Distribution({3: 2, 7: 1}), certain(4))
some_dice = st.dictionaries(st.integers(-5, 9), st.integers(1, 4), min_size=1, max_size=4).map(Distribution)


def counted(dice: Sequence[Distribution], fold: Callable[[Sequence[int]], int]) -> dict[int, Fraction]:
    """All ways the dice may fall."""
    found: Counter[int] = Counter()
    total = 1
    for one in dice:
        total *= one.total
    for faces in product(*(one.weights for one in dice)):
        weight = 1
        for one, face in zip(dice, faces, strict=True):
            weight *= one.weights[face]
        found[fold(faces)] += weight
    return {value: Fraction(found[value], total) for value in sorted(found)}


@pytest.mark.parametrize("one", DICE, ids=repr)
@pytest.mark.parametrize("n", [0, 1, 2, 3, 4])
def test_a_sum_of_equal_dice(one: Distribution, n: int) -> None:
    assert one.times(n) == counted([one] * n, sum)


@given(some_dice, some_dice, some_dice)
def test_sums_and_differences(a: Distribution, b: Distribution, c: Distribution) -> None:
    assert a.plus(b).plus(c) == counted([a, b, c], sum)
    assert a.plus(b, -1) == counted([a, b], lambda faces: faces[0] - faces[1])


@given(some_dice, st.integers(1, 4), st.data())
def test_the_highest_and_the_lowest_of_several(one: Distribution, n: int, data: st.DataObject) -> None:
    keep = data.draw(st.integers(1, n))
    assert one.kept(n, keep) == counted([one] * n, lambda faces: sum(sorted(faces)[n - keep :]))
    assert one.kept(n, keep, high=False) == counted([one] * n, lambda faces: sum(sorted(faces)[:keep]))


@given(st.lists(some_dice, min_size=1, max_size=3))
def test_the_highest_of_different_dice(dice: list[Distribution]) -> None:
    assert highest(dice) == counted(dice, max)


@given(some_dice, st.dictionaries(st.integers(0, 4), st.integers(1, 3), min_size=1).map(Distribution))
def test_as_many_as_another_says(one: Distribution, counts: Distribution) -> None:
    expected: Counter[int] = Counter()
    for n, chance in counts.items():
        for value, p in counted([one] * n, sum).items():
            expected[value] += chance * p  # type: ignore[assignment]
    assert one.many(counts) == dict(expected)


def three_wounds(state: int, damage: int) -> int:
    return min(state + damage, (state // 3 + 1) * 3)


def test_wounds_that_do_not_spill_over() -> None:
    def suffered(faces: Sequence[int]) -> int:
        state = 0
        for face in faces:
            state = three_wounds(state, face)
        return state

    assert die(4).carried(certain(4), three_wounds) == counted([die(4)] * 4, suffered)
    either = die(4).carried(die(2), three_wounds)
    one, two = (counted([die(4)] * n, suffered) for n in (1, 2))
    assert either == {
        value: (one.get(value, Fraction(0)) + two.get(value, Fraction(0))) / 2 for value in sorted({*one, *two})
    }


def test_an_exploding_die_by_hand() -> None:
    # 1 to 3 end it; a 4 is thrown again, at most twice
    assert die(4).exploding(lambda face: face == 4, 2) == {
        **{n: Fraction(1, 4) for n in (1, 2, 3)},
        **{4 + n: Fraction(1, 16) for n in (1, 2, 3)},
        **{8 + n: Fraction(1, 64) for n in (1, 2, 3, 4)},
    }
    successes = die(6).exploding(lambda face: face >= 5, 1, lambda face: int(face >= 4))
    assert successes == {0: Fraction(1, 2), 1: Fraction(1, 6) + Fraction(1, 3) * Fraction(1, 2), 2: Fraction(1, 6)}


def test_a_distribution_is_its_fractions_whatever_its_weights() -> None:
    assert Distribution({1: 2, 2: 4}) == Distribution({1: 1, 2: 2}) == {1: Fraction(1, 3), 2: Fraction(2, 3)}
    assert hash(Distribution({1: 2, 2: 4})) == hash(Distribution.of({1: Fraction(1, 3), 2: Fraction(2, 3)}))
    assert die(6) != die(8) and die(6) != 6 and 0 not in Distribution({0: 0, 1: 1})
    assert die(6).mean() == Fraction(7, 2) and abs(die(6).deviation() ** 2 - 35 / 12) < 1e-12
    assert die(6).chance(lambda face: face > 4) == Fraction(1, 3)


def test_what_would_take_long_says_so() -> None:
    with pytest.raises(TooMuch):
        die(1000).times(1000)
    with pytest.raises(TooMuch):
        die(1000).kept(900, 400)
    with pytest.raises(TooMuch):
        die(1000).many(die(1000))


def test_values_that_lie_far_apart_stay_cheap() -> None:
    far = distribution(parse("d6*1000000+d4"))
    assert far is not None and len(far) == 24 and far[3_000_002] == Fraction(1, 24)
    assert Distribution({0: 1, 10**9: 1}).times(5)[3 * 10**9] == Fraction(10, 32)


# --- chance functions in stages


def hits(dice: Any, shots: int) -> Then:
    return Then(wounds, dice.count(shots, 6, 3))


def wounds(dice: Any, hit: int) -> int:
    return int(dice.count(hit, 6, 4))


def test_stages_of_a_chance_function_are_merged() -> None:
    assert dict(distribution_of(hits, (12,))) == die(6).at_least(4).many(die(6).at_least(3).times(12))


def test_in_play_the_stages_roll_real_dice() -> None:
    game = start(dice=[3, 2, 6, 4, 1, 2, 3, 3])
    assert game.chance(hits, 3, by="a1", rules=()) == 1, "two of three hit, one of these two wounds"
    # the three dice left: 2 of 3 wounds, 3 more of which one is lost, 3 on the second foe
    assert game.chance(damage, 3, by="a1", rules=()) == 6
    assert game.chance(damage, 0, by="a1", rules=()) == 0


def damage(dice: Any, n: int) -> int:
    return int(dice.carried(n, 4, three_wounds))


def mixed(dice: Any) -> int:
    first = dice.roll(6)[0]
    return int(dice.best(2, 4) if first > 4 else dice.sum(2, 4) if first > 2 else dice.carried(2, 4, three_wounds))


def test_every_way_to_ask_within_a_chance_function() -> None:
    # a third of each: best of two d4, sum of two d4, damage of two d4 against foes of three wounds
    thirds = [die(4).kept(2, 1), die(4).times(2), die(4).carried(certain(2), three_wounds)]
    expected = {
        v: sum(one.get(v, Fraction(0)) for one in thirds) / 3 for v in sorted({v for one in thirds for v in one})
    }
    assert dict(distribution_of(mixed, ())) == expected


def for_ever(dice: Any, n: int) -> Then:
    return Then(for_ever, n + dice.roll(6)[0])


def too_many(dice: Any) -> int:
    return sum(dice.roll(6, 8))


@pytest.mark.parametrize(("fn", "args"), [(for_ever, (0,)), (too_many, ())])
def test_a_chance_function_that_cannot_be_walked_says_so(fn: Any, args: Any) -> None:
    with pytest.raises(OverflowError):
        distribution_of(fn, args)


@pytest.mark.parametrize(
    "make",
    [
        lambda: die(0),
        lambda: die(-3),
        lambda: die(6).times(-1),
        lambda: die(6).kept(4, 5),
        lambda: die(6).kept(4, -1),
        lambda: die(6).kept(-1, -1),
    ],
)
def test_dice_that_cannot_be_are_refused(make: Callable[[], Distribution]) -> None:
    with pytest.raises(ValueError, match=r"at least one|less than none|cannot be kept"):
        make()
    assert die(6).times(0) == die(6).kept(4, 0) == certain(0)
