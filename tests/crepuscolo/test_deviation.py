"""Deviation as a game rolls it (CDC-DEV-01); the geometry alone is in test_ground_shift."""

from __future__ import annotations

import pytest

from arbitro.geometry.measure import within_point
from arbitro.rulesets.crepuscolo.deviation import deviation
from arbitro.rulesets.crepuscolo.events import Deviated, DiceRolled, Hurt
from tests.crepuscolo.field import Field

PAIR = {"a1": {"at": (10, 10), "vol": 3, "des": 3}, "b1": {"at": (30, 30), "vol": 3}}


def deviate(field: Field, seat: str, actor: str, x: float, y: float) -> tuple[float, float]:
    """Where a point in cm deviates to, in cm."""
    end = deviation(field.game, seat, actor, (round(x * 1000), round(y * 1000)))
    return end[0] / 1000, end[1] / 1000


@pytest.mark.rule("CDC-DEV-01.1")
@pytest.mark.parametrize("face", [1, 6])
def test_one_and_six_shift_nothing(face: int) -> None:
    """And the three dice of the distance are not rolled."""
    field = Field(PAIR, dice=[face])
    assert deviate(field, "a", "a1", 20, 25) == (20, 25)
    told = field.the(Deviated)
    assert (told.distance, told.rules) == (0, ("CDC-DEV-01.1",))
    field.done()


@pytest.mark.rule(
    "CDC-DEV-01.2", "CDC-DEV-01.3", "CDC-DEV-01.4", "CDC-DEV-01.5", "CDC-DEV-01.6", "CDC-DEV-01.7", "CDC-DEV-01.8"
)
@pytest.mark.parametrize(
    ("seat", "face", "end"),
    [
        ("a", 2, (32, 25)), ("a", 3, (8, 25)), ("a", 4, (20, 37)), ("a", 5, (20, 13)),
        ("b", 2, (8, 25)), ("b", 3, (32, 25)), ("b", 4, (20, 13)), ("b", 5, (20, 37)),
    ],
)  # fmt: skip
def test_three_dice_of_cm_as_the_roller_sees_it(seat: str, face: int, end: tuple[float, float]) -> None:
    """3 + 5 + 4 cm. The player of a sits where y is 0 and looks up the table; the player of b looks down."""
    field = Field(PAIR, dice=[face, 3, 5, 4])
    assert deviate(field, seat, f"{seat}1", 20, 25) == end
    told = field.the(Deviated)
    assert (told.actor, told.face, told.distance, told.rules) == (f"{seat}1", face, 12_000, (f"CDC-DEV-01.{face}",))
    assert (told.from_x, told.from_y) == (20_000, 25_000)
    assert [(e.sides, e.faces) for e in field.all(DiceRolled)] == [(6, (face,)), (6, (3, 5, 4))]
    field.done()


@pytest.mark.rule("CDC-DEV-01.7")
@pytest.mark.parametrize(("access", "forward"), [((0, 30_000), (26, 25)), ((60_000, 30_000), (14, 25))])
def test_players_at_the_short_sides_look_along_the_table(access: tuple[int, int], forward: tuple[float, float]) -> None:
    field = Field(PAIR, dice=[4, 1, 2, 3])
    field.state.access = (access, (60_000 - access[0], 30_000))
    assert deviate(field, "a", "a1", 20, 25) == forward


@pytest.mark.rule("CDC-DEV-01.9", "CDC-TRN-03.7", "CDC-TRN-03.8")
def test_its_dice_count_for_the_hand_of_who_rolls_them() -> None:
    field = Field(PAIR, dice=[2, 3, 5, 4, 2, 6, 6, 6])
    deviate(field, "a", "a1", 20, 25)
    assert field.state.hand_total == 14
    deviate(field, "b", "b1", 20, 25)
    assert field.state.hand_total == 14
    field.done()


@pytest.mark.rule("CDC-DEV-01.10", "CDC-DEV-01.11")
def test_a_point_may_leave_the_table() -> None:
    """What is around it is still measured from there."""
    field = Field({"a1": {"at": (3, 30)}, "b1": {"at": (30, 30)}}, dice=[3, 2, 2, 2])
    assert deviate(field, "a", "a1", 3, 30) == (-3, 30)
    figure, point = field.figure("a1"), (-3_000, 30_000)
    assert within_point(figure, point, 4_750) and not within_point(figure, point, 4_749)


@pytest.mark.rule("CDC-DEV-01.12", "CDC-CND-02.8")
def test_nobody_throws_these_dice_again_and_no_poison_works_on_them() -> None:
    """`run` fails on any question: Volontà 3 and Destrezza 3 would give one for every other die."""
    fighters = {
        "a1": {"at": (10, 10), "vol": 3, "des": 3, "cmb": 3, "conditions": ["Veleno"]},
        "b1": {"at": (30, 30), "vol": 3},
    }
    field = Field(fighters, dice=[4, 1, 1, 1], options={})
    assert deviate(field, "a", "a1", 20, 25) == (20, 28)
    assert field.all(Hurt) == []
    field.done()
