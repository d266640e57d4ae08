"""What the markers behind the names of abilities mean (CDC-AB-001), shown on abilities of the book."""

from __future__ import annotations

import pytest

from arbitro.rulesets.crepuscolo.events import DiceRolled, DiceSpent, Hurt, Missed, TookPart
from arbitro.rulesets.crepuscolo.markers import Marker, marker
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at

PASS = ("pass",)


@pytest.mark.rule("CDC-AB-001.1")
def test_a_passive_ability_is_in_force_and_never_used() -> None:
    field = Field({"a1": at(10, abilities=["CDC-AB-012"]), "b1": at(13.5)}, dice=[3])
    assert "ability" not in field.offered("a1")
    field.act("a1", "melee", "b1", die=4)
    assert field.the(Hurt).amount == 1, "a 3 is enough against SdS 3"
    field.done()


@pytest.mark.rule("CDC-AB-001.2")
def test_a_plain_active_ability_spends_one_die_and_rolls_none_of_its_own() -> None:
    """Ritirata Rapida, which spends the others too, rolls d8 instead of the dice spent: what falls is the way."""
    field = Field({"a1": at(30, 30, abilities=["CDC-AB-064"], dice=(4,)), "b1": at(33.5, 30)}, dice=[5])
    field.act("a1", "ability", "CDC-AB-064", die=4)
    assert field.the(DiceSpent).dice == (4,) and [e.sides for e in field.all(DiceRolled)] == [8]


@pytest.mark.rule("CDC-AB-001.3")
def test_a_free_of_cost_ability_spends_no_die() -> None:
    field = Field({"a1": at(10, abilities=["CDC-AB-029"]), "b1": at(30)})
    field.act("a1", "ability", "CDC-AB-029")
    assert field.all(DiceSpent) == [] and field.figure("a1").dice == (4, 6, 8)
    assert field.the(TookPart).dice == ()


@pytest.mark.rule("CDC-AB-001.4")
@pytest.mark.parametrize(("face", "works"), [(1, False), (2, True)])
def test_a_threshold_is_reached_by_the_die_spent_and_never_by_a_1(face: int, works: bool) -> None:
    """Intimidire (AL2) on b1, who has no dice for the test."""
    field = Field({"a1": at(10, abilities=["CDC-AB-077"]), "b1": at(13.5, dice=())}, dice=[face])
    field.act("a1", "ability", "CDC-AB-077", die=4)
    assert bool(field.figure("b1").conditions) is works and bool(field.all(Missed)) is not works
    assert field.figure("a1").dice == (6, 8)
    field.done()


@pytest.mark.rule("CDC-AB-001.5", "CDC-AB-001.7")
def test_a_complete_ability_spends_three_dice_and_one_named_die_meets_its_threshold() -> None:
    """Forza delle Tenebre (AC3): all three dice, the d6 named and rolled."""
    field = Field({"a1": at(10, abilities=["CDC-AB-076"]), "b1": at(13.5)}, dice=[3])
    field.act("a1", "ability", "CDC-AB-076", "b1", die=6, others=(4, 8))
    assert sorted(field.the(DiceSpent).dice) == [4, 6, 8] and field.the(DiceRolled).sides == 6
    assert field.the(Hurt).amount == 1 and field.figure("a1").dice == ()
    field.done()


@pytest.mark.rule("CDC-AB-001.5")
def test_with_two_dice_left_a_complete_ability_cannot_be_used() -> None:
    field = Field({"a1": at(10, abilities=["CDC-AB-076"], dice=(6, 8)), "b1": at(13.5)})
    assert "ability" not in field.offered("a1")


@pytest.mark.rule("CDC-AB-001.6")
def test_a_free_ability_is_used_in_the_other_players_hand_too() -> None:
    """Berserker (AGL) of b1 and Terrore (AC3) of b2 while a has the hand: only the free one is offered."""
    fighters = {"a1": at(10), "b1": at(40, abilities=["CDC-AB-029"]), "b2": at(15, abilities=["CDC-AB-078"])}
    field = Field(fighters)
    assert field.offered(seat="b") == ("b1",)
    field.answer(("b1", "ability", "CDC-AB-029"), "b")
    assert field.the(TookPart).it == "b1"


@pytest.mark.rule("CDC-AB-001.7")
@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("AGL", Marker(dice=0, free=True)),
        ("ALG", Marker(dice=0, free=True)),
        ("ACL", Marker(dice=3, free=True)),
        ("AL[2]", Marker(dice=1, threshold=2, free=True)),
        ("AC4", Marker(dice=3, threshold=4)),
    ],
)
def test_markers_combine(text: str, read: Marker) -> None:
    assert marker(text) == read
