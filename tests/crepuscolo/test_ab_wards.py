"""Wards against powers, and dice for a way thrown again near enemies (CDC-AB-018, -019, -028, -033)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import ConditionGained, DiceLost, DiceRolled, PowerWarded, TestEnded
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at

PASS = ("pass",)
POINTS = (("arcano", 3), ("concentrazione", 3), ("illusione", 3), ("ki", 3))


def caster(spell: str, *faces: int, **others: dict[str, Any]) -> Field:
    """`a1` knows a power and has points of all kinds."""
    return Field({"a1": at(10, abilities=[spell], points=POINTS), **others}, dice=faces)


@pytest.mark.rule("CDC-AB-018.1", "CDC-AB-018.2")
@pytest.mark.parametrize(("face", "burns"), [(4, False), (3, True)])
def test_who_resists_a_sorcery_suffers_none_of_it(face: int, burns: bool) -> None:
    """The offer comes when the roll has succeeded; the test costs a die of the bearer."""
    field = caster("CDC-PW-014", 5, face, b1=at(16.5, abilities=["CDC-AB-018"], dice=(6,)))
    field.act("a1", "power", "CDC-PW-014", "b1", die=8)
    assert field.asked == "respond" and field.about["window"] == "reaching"
    field.answer(("CDC-AB-018", "b1"))
    assert field.the(TestEnded).passed is not burns and field.figure("b1").dice == ()
    assert (field.figure("b1").conditions == ("Fuoco",)) is burns
    assert [e.why for e in field.all(PowerWarded)] == ([] if burns else ["resisted"])
    field.done()


@pytest.mark.rule("CDC-AB-018.3")
def test_in_an_area_only_the_bearer_is_spared() -> None:
    others = {"b1": at(14, abilities=["CDC-AB-018"], dice=(8,)), "b2": at(10, 14)}
    field = caster("CDC-PW-019", 5, 8, **others)
    field.act("a1", "power", "CDC-PW-019", die=8)
    field.answer(("CDC-AB-018", "b1"))
    assert [e.it for e in field.all(ConditionGained)] == ["a1", "b2"]
    field.done()


@pytest.mark.rule("CDC-AB-019.1", "CDC-AB-019.2")
def test_who_resists_psionics_keeps_its_footing() -> None:
    field = caster("CDC-PW-075", 4, 6, b1=at(14, abilities=["CDC-AB-019"], dice=(6,)))
    field.act("a1", "power", "CDC-PW-075", "b1", die=6)
    field.answer(("CDC-AB-019", "b1"))
    assert not field.figure("b1").prone and field.the(PowerWarded).rules[0] == "CDC-AB-019"
    field.done()


@pytest.mark.rule("CDC-AB-019.1")
def test_kinetic_powers_are_resisted_too() -> None:
    field = caster("CDC-PW-136", 4, 6, b1=at(14, abilities=["CDC-AB-019"], dice=(6,), conditions=["A Terra"]))
    field.act("a1", "power", "CDC-PW-136", "b1", die=4, others=(6, 8))
    field.answer(("CDC-AB-019", "b1"))
    assert field.figure("b1").life == 5
    field.done()


@pytest.mark.rule("CDC-AB-019.3")
@pytest.mark.parametrize("spell", ["CDC-PW-014", "CDC-PW-114"])
def test_nothing_is_offered_against_sorceries_and_hypnotic_powers(spell: str) -> None:
    field = caster(spell, 5, b1=at(16.5, abilities=["CDC-AB-019"]))
    field.act("a1", "power", spell, "b1", die=8)
    assert field.figure("b1").conditions == ("Fuoco",)
    field.done()


@pytest.mark.rule("CDC-AB-019.3")
def test_nothing_is_offered_against_emanations() -> None:
    """A Sferza Ki of a mystic of the first flame: the test of Forza is the power's own."""
    me = at(10, abilities=["CDC-IN-014", "CDC-PW-119"], points=POINTS)
    field = Field({"a1": me, "b1": at(16.5, abilities=["CDC-AB-019"], dice=())}, dice=[4])
    field.act("a1", "power", "CDC-PW-119", "b1", die=6)
    assert field.figure("b1").life == 4 and field.all(PowerWarded) == []
    field.done()


@pytest.mark.rule("CDC-AB-033.1", "CDC-AB-033.2")
@pytest.mark.parametrize(
    ("spell", "face", "works"),
    [("CDC-PW-076", 4, False), ("CDC-PW-076", 5, True), ("CDC-PW-115", 4, False), ("CDC-PW-115", 5, True)],
)
def test_aversion_asks_one_more_of_psionic_and_hypnotic_powers(spell: str, face: int, works: bool) -> None:
    field = caster(spell, face, b1=at(14, abilities=["CDC-AB-033"]))
    field.act("a1", "power", spell, "b1", die=8)
    assert bool(field.figure("b1").conditions) is works
    field.done()


@pytest.mark.rule("CDC-AB-033.3")
def test_aversion_is_nothing_to_sorceries_and_kinetic_powers() -> None:
    field = caster("CDC-PW-014", 4, b1=at(14, abilities=["CDC-AB-033"]))
    field.act("a1", "power", "CDC-PW-014", "b1", die=8)
    assert field.figure("b1").conditions == ("Fuoco",)
    stone = caster("CDC-PW-136", 4, b1=at(14, abilities=["CDC-AB-033"], dice=(), conditions=["A Terra"]))
    stone.act("a1", "power", "CDC-PW-136", "b1", die=4, others=(6, 8))
    assert stone.figure("b1").life == 1, "4 damage less no dice"
    stone.done()


@pytest.mark.rule("CDC-AB-033.1")
def test_in_an_area_aversion_spares_its_bearer_alone_where_the_roll_is_not_enough() -> None:
    """Ondata di Sconforto with a 4: b2 loses a die, b1 would have needed a 5."""
    field = caster("CDC-PW-073", 4, b1=at(14, abilities=["CDC-AB-033"], dice=(4,)), b2=at(10, 14, dice=(4,)))
    field.act("a1", "power", "CDC-PW-073", die=6)
    assert [e.it for e in field.all(DiceLost)] == ["b2"]
    assert (field.the(PowerWarded).it, field.the(PowerWarded).why) == ("b1", "threshold")
    field.done()


@pytest.mark.rule("CDC-AB-028.1", "CDC-AB-028.3")
def test_bloodthirst_throws_each_die_of_a_way_again_near_an_enemy_and_the_second_stands() -> None:
    """b1 is 10 cm away, base to base: 12.5 cm between the middles."""
    field = Field({"a1": at(10, abilities=["CDC-AB-028"]), "b1": at(22.5)}, dice=[4, 2])
    field.act("a1", "move", die=8)
    field.answer(("CDC-AB-028", "a1"))
    assert field.asked == "place" and field.about["face"] == 2, "worse, and it stands"
    assert len(field.all(DiceRolled)) == 2
    field.done()


@pytest.mark.rule("CDC-AB-028.1")
def test_bloodthirst_needs_an_enemy_within_10_cm() -> None:
    field = Field({"a1": at(10, abilities=["CDC-AB-028"]), "b1": at(22.51)}, dice=[4])
    field.act("a1", "move", die=8)
    assert field.asked == "place"
    field.done()


@pytest.mark.rule("CDC-AB-028.2")
def test_bloodthirst_cannot_repeat_a_1() -> None:
    field = Field({"a1": at(10, abilities=["CDC-AB-028"]), "b1": at(22.5)}, dice=[1])
    field.act("a1", "move", die=8)
    assert field.asked == "place" and field.about["face"] == 1
    field.done()


@pytest.mark.rule("CDC-AB-020.2")
def test_distrust_needs_no_test_and_no_die() -> None:
    field = caster("CDC-PW-114", 5, b1=at(16.5, abilities=["CDC-AB-020"], dice=(4,)))
    field.act("a1", "power", "CDC-PW-114", "b1", die=8)
    assert field.figure("b1").conditions == () and field.figure("b1").dice == (4,)
    assert (field.the(PowerWarded).why, field.the(PowerWarded).rules[0]) == ("immune", "CDC-AB-020")
    assert field.all(TestEnded) == [] and field.asked == "action"
    field.done()


@pytest.mark.rule("CDC-AB-112.2", "CDC-AB-113.2")
@pytest.mark.parametrize(
    ("ward", "spell"),
    [
        ("CDC-AB-112", "CDC-PW-076"),
        ("CDC-AB-112", "CDC-PW-115"),
        ("CDC-AB-112", "CDC-PW-119"),
        ("CDC-AB-112", "CDC-PW-136"),
        ("CDC-AB-113", "CDC-PW-136"),
    ],
)
def test_an_immunity_covers_its_own_discipline_alone(ward: str, spell: str) -> None:
    """Psionic, hypnotic, Ki and kinetic powers reach who is immune to magic; kinetic ones who is to psionics."""
    me = at(10, abilities=["CDC-IN-014", spell], points=POINTS)
    foe = at(14, abilities=[ward], dice=(), conditions=["A Terra"])
    field = Field({"a1": me, "b1": foe}, dice=[4])
    rank = {"CDC-PW-136": (6, 8)}.get(spell)
    field.act("a1", "power", spell, "b1", die=4, others=rank)
    after = field.figure("b1")
    assert field.all(PowerWarded) == [] and (after.life < 5 or len(after.conditions) == 2)
    field.done()


@pytest.mark.rule("CDC-AB-123.2")
@pytest.mark.parametrize("seat", ["a", "b"])
def test_a_magic_field_feeds_on_the_sorceries_of_friends_and_enemies(seat: str) -> None:
    other = "b" if seat == "a" else "a"
    fighters = {
        f"{seat}1": at(10, abilities=["CDC-PW-014"], points=(("arcano", 1),)),
        f"{other}1": at(25),
        "a2": at(10, 13.5, abilities=["CDC-AB-123"]),
    }
    field = Field(fighters, dice=[1], hand=seat)
    field.act(f"{seat}1", "power", "CDC-PW-014", f"{other}1", die=4)
    assert dict(field.figure("a2").points)["arcano"] == 1, "an attempt that failed counts as well"
    field.done()
