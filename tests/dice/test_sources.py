"""Sources of faces: addresses, fairness of the seeded dice, scripts and their errors, and the walk's distributions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from hashlib import blake2b
from itertools import product
from typing import Any

import pytest
from scipy.stats import chisquare

from arbitro.dice.sources import DiceError, NeedDice, ScriptedDice, SeededDice, TypedDice, commitment, keyed
from arbitro.dice.walk import Walk, distribution_of

SIDES = (4, 6, 8, 10, 12, 20, 100)


def test_a_face_is_worked_out_from_its_address_alone() -> None:
    """The formula, written a second time: number n mod 16 of the block n // 16, scaled to the die."""
    key = blake2b(b"S", digest_size=32).digest()
    assert key == keyed(b"S", ())
    dice = SeededDice(b"S")
    for epoch, step, number, sides in ((0, 1, 0, 6), (3, 412, 15, 8), (0, 1, 16, 4), (7, 9, 40, 100)):
        block = blake2b(f"{epoch}.{step}.{number // 16}".encode(), key=key, digest_size=64).digest()
        drawn = int.from_bytes(block[4 * (number % 16) :][:4], "little")
        assert dice.faces((epoch, step, number), 1, sides) == (1 + (drawn * sides >> 32),)


def test_handfuls_and_single_dice_agree_and_one_die_more_shifts_no_other_step() -> None:
    dice = SeededDice.of_seed(7)
    whole = dice.faces((0, 5, 0), 40, 6)
    assert whole == tuple(dice.faces((0, 5, n), 1, 6)[0] for n in range(40))
    assert dice.faces((0, 5, 10), 5, 6) == whole[10:15]
    before = dice.faces((0, 6, 0), 5, 6)
    dice.faces((0, 5, 0), 99, 6)
    assert dice.faces((0, 6, 0), 5, 6) == before


def test_epochs_steps_seeds_and_nonces_give_other_dice() -> None:
    handfuls = {
        SeededDice.of_seed(seed).with_nonces(nonces).faces((epoch, step, 0), 12, 20)
        for seed in (1, 2, "1 ") for nonces in ((), ("x",), ("x", "")) for epoch in (0, 1) for step in (1, 2)
    }  # fmt: skip
    assert len(handfuls) == 3 * 3 * 2 * 2


@pytest.mark.parametrize("sides", SIDES)
def test_seeded_dice_are_even(sides: int) -> None:
    dice = SeededDice.of_seed("even")
    counts = Counter(face for step in range(300) for face in dice.faces((0, step, 0), 40, sides))
    assert set(counts) == set(range(1, sides + 1))
    assert chisquare([counts[face] for face in range(1, sides + 1)]).pvalue > 0.001


def test_neighbours_are_independent() -> None:
    dice = SeededDice.of_seed("pairs")
    pairs = Counter(dice.faces((0, step, 0), 2, 4) for step in range(8000))
    assert chisquare([pairs[a, b] for a in range(1, 5) for b in range(1, 5)]).pvalue > 0.001


def test_a_commitment_fits_its_secret_only() -> None:
    assert commitment(b"x") == blake2b(b"x", digest_size=32).hexdigest() != commitment(b"y")


def test_scripted_dice_give_their_faces_in_order() -> None:
    dice = ScriptedDice([3, 8, 1, 6])
    assert dice.faces((0, 1, 0), 1, 6) == (3,) and dice.faces((9, 9, 9), 2, 8) == (8, 1)
    assert dice.left() == (6,)
    dice.add([2])
    assert dice.faces((0, 1, 0), 2, 6) == (6, 2) and dice.left() == ()


@pytest.mark.parametrize(
    ("faces", "n", "sides", "code", "facts"),
    [
        ([], 1, 6, "missing", {"sides": 6, "n": 1, "drawn": 0, "step": 4}),
        ([1, 2], 3, 6, "missing", {"sides": 6, "n": 3, "drawn": 0, "step": 4}),
        ([1, 7], 2, 6, "out_of_range", {"face": 7, "sides": 6, "number": 2, "step": 4}),
        ([0], 1, 6, "out_of_range", {"face": 0, "sides": 6, "number": 1, "step": 4}),
    ],
)
def test_a_script_that_does_not_fit_names_the_die_and_the_step(
    faces: list[int], n: int, sides: int, code: str, facts: dict[str, Any]
) -> None:
    with pytest.raises(DiceError) as caught:
        ScriptedDice(faces).faces((0, 4, 0), n, sides)
    assert caught.value.code == code
    assert {key: caught.value.facts[key] for key in facts} == facts


def test_typed_dice_have_to_be_asked_for() -> None:
    with pytest.raises(NeedDice) as caught:
        TypedDice().faces((0, 1, 0), 2, 8)
    assert (caught.value.n, caught.value.sides) == (2, 8)


# --- the walk ---------------------------------------------------------------------------------------------


def walked(draw: Any) -> dict[Any, Fraction]:
    """Every outcome of a draw with its probability; what is drawn is the first."""
    walk = Walk()
    result = draw(walk)
    [(before, branches)] = walk.draws
    found = dict(branches)
    assert before == 1 and len(found) == len(branches) and sum(found.values()) == 1
    assert branches[0] == (result, walk.weight)
    return found


def counted(n: int, sides: int, fold: Any) -> dict[Any, Fraction]:
    """The same by counting all handfuls."""
    found: Counter[Any] = Counter(fold(faces) for faces in product(range(1, sides + 1), repeat=n))
    return {value: Fraction(ways, sides**n) for value, ways in found.items()}


@pytest.mark.parametrize(("n", "sides"), [(1, 6), (2, 6), (3, 4), (2, 8)])
def test_a_walk_meets_every_handful_once(n: int, sides: int) -> None:
    assert walked(lambda walk: walk.faces((0, 0, 0), n, sides)) == counted(n, sides, tuple)


@pytest.mark.parametrize(
    ("what", "fold"),
    [("sum", sum), ("best", max), ("count5", lambda faces: sum(f >= 5 for f in faces)), ("least", min)],
)
@pytest.mark.parametrize(("n", "sides"), [(1, 6), (4, 6), (3, 8)])
def test_numbers_are_drawn_from_their_own_distributions(what: str, fold: Any, n: int, sides: int) -> None:
    assert walked(lambda walk: walk.number(what, fold, n, sides)) == counted(n, sides, fold)


@pytest.mark.parametrize("at_least", [0, 1, 6, 7])
def test_a_count_may_be_sure_or_impossible(at_least: int) -> None:
    expected = counted(3, 6, lambda faces: sum(f >= at_least for f in faces))
    assert walked(lambda walk: walk.number(f"count{at_least}", len, 3, 6)) == expected


def first_six(dice: Any, most: int) -> int:
    for number in range(1, most + 1):
        if dice.roll(6)[0] == 6:
            return number
    return 0


def test_a_chance_function_has_its_whole_distribution() -> None:
    expected = {n: Fraction(5 ** (n - 1), 6**n) for n in (1, 2, 3)} | {0: Fraction(125, 216)}
    assert dict(distribution_of(first_six, (3,))) == expected
    assert walked(lambda walk: walk.chance(first_six, (3,))) == expected


def test_a_handful_too_large_to_walk_says_so() -> None:
    with pytest.raises(OverflowError):
        Walk().faces((0, 0, 0), 6, 6)


def test_a_walk_takes_the_first_of_every_roll_and_remembers_the_others_with_how_it_came_there() -> None:
    walk = Walk(Fraction(1, 3))
    assert walk.faces((0, 0, 0), 1, 6) == (1,) and walk.faces((0, 0, 1), 1, 4) == (1,)
    assert walk.weight == Fraction(1, 72)
    assert [before for before, _ in walk.draws] == [Fraction(1, 3), Fraction(1, 18)]
    assert walk.draws[1][1] == tuple(((face,), Fraction(1, 4)) for face in (1, 2, 3, 4))
