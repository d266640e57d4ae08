"""Hypnotic powers (CDC-PW-102 to -107, -110 to -116; -108 and -109 are in test_pw_control)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import ConditionGained, DiceLost, HitLanded, Hurt, Missed, Unharmed
from tests.crepuscolo.casting import caster, dead, paid, pass_hands, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at

DREAM = {"points": (("illusione", 9),)}


@pytest.mark.parametrize(
    ("spell", "rank", "aims"),
    [
        pytest.param(f"CDC-PW-{number}", rank, aims, marks=pytest.mark.rule(f"CDC-PW-{number}.1"))
        for number, rank, aims in (
            (102, 2, ((10_000, 13_000),)), (103, 2, ((12_000, 18_000), (14_000, 18_000))), (104, 1, ()),
            (105, 1, ("b1",)), (106, 1, ("b1",)), (107, 1, ("b1",)), (108, 1, ("b1",)), (109, 1, ("b1",)),
            (110, 2, ("b1",)), (111, 1, ("b1",)), (112, 1, ((12_000, 12_000),)), (113, 1, ("b1",)), (114, 1, ("b1",)),
            (115, 1, ("b1",)), (116, 1, ("b1",)),
        )
    ],
)  # fmt: skip
def test_each_costs_its_rank_in_dice_and_points(spell: str, rank: int, aims: tuple[Any, ...]) -> None:
    if spell == "CDC-PW-102":
        aims = ((7_000, 10_000),)
    paid(spell, rank, "illusione", *aims)


def dream(number: int, *faces: int, **others: Any) -> Field:
    """`a1` knows a hypnotic power; a 4 falls first."""
    return caster(f"CDC-PW-{number}", 4, *faces, me={**DREAM, **others.pop("me", {})}, **others)


def cast(field: Field, number: int, *target: str, rank: int = 1) -> None:
    use(field, f"CDC-PW-{number}", *target, rank=rank)


def wounds(field: Field) -> list[tuple[str, int]]:
    return [(event.it, event.amount) for event in field.all(Hurt)]


@pytest.mark.rule("CDC-PW-105.2", "CDC-PW-106.2", "CDC-PW-110.2")
@pytest.mark.parametrize(("number", "reach"), [(105, 20), (106, 20), (110, 40)])
def test_these_are_for_one_in_sight_and_in_range(number: int, reach: int) -> None:
    """b1 stands just so far, b2 0.01 cm farther, b3 behind b1's friend b4."""
    field = dream(number, b1=at(12.5 + reach), b2=at(50, 50), b3=at(10, 18), b4=at(10, 14))
    field.figure("b2").x, field.figure("b2").y = 10_006 + (reach * 10 + 25) * 60, 10_008 + (reach * 10 + 25) * 80
    assert field.offered("a1", "power", f"CDC-PW-{number}") == ("b1", "b4")


@pytest.mark.rule(
    "CDC-PW-107.2", "CDC-PW-108.2", "CDC-PW-109.2", "CDC-PW-111.2", "CDC-PW-113.2", "CDC-PW-114.2", "CDC-PW-115.2",
    "CDC-PW-116.2",
)  # fmt: skip
@pytest.mark.parametrize("number", [107, 108, 109, 111, 113, 114, 115, 116])
def test_these_are_for_one_in_sight_however_far(number: int) -> None:
    field = dream(number, b1=at(58, 58), b2=at(10, 14), b3=at(10, 18))
    assert field.offered("a1", "power", f"CDC-PW-{number}") == ("b1", "b2")


@pytest.mark.rule("CDC-PW-114.2", "CDC-PW-115.2", "CDC-PW-116.2")
@pytest.mark.parametrize(("number", "condition"), [(114, "Fuoco"), (115, "Gelo"), (116, "Veleno")])
def test_these_give_a_condition(number: int, condition: str) -> None:
    field = dream(number, b1=at(50, 50))
    cast(field, number, "b1")
    gained = field.the(ConditionGained)
    assert (gained.it, gained.condition) == ("b1", condition) and wounds(field) == []
    field.done()


@pytest.mark.rule("CDC-PW-110.2")
def test_an_illusion_of_pain_inflicts_1_damage() -> None:
    field = dream(110, b1=at(40))
    cast(field, 110, "b1", rank=2)
    assert wounds(field) == [("b1", 1)]
    field.done()


@pytest.mark.rule("CDC-PW-104.2")
def test_a_hundred_hands_lower_the_threshold_in_melee_for_the_hand() -> None:
    field = dream(104, 3, 2, b1=at(12.5))
    cast(field, 104)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(HitLanded).face == 3 and field.the(HitLanded).need.value == 3
    field.act("a1", "melee", "b1", die=4)
    assert field.the(Missed).face == 2
    assert field.state.effects
    field.answer(("pass",))
    assert not field.state.effects and field.state.turn == 1
    field.done()


@pytest.mark.rule("CDC-PW-104.2")
def test_a_hundred_hands_are_for_their_users_melee_attacks_alone() -> None:
    field = dream(104, 3, a2=at(15), b1=at(12.5))
    cast(field, 104)
    field.act("a2", "melee", "b1", die=8)
    assert field.the(Missed).face == 3 and field.the(Missed).need.value == 4
    field.done()


@pytest.mark.rule("CDC-PW-106.3")
def test_daydreams_make_criticals_plain_for_the_turn() -> None:
    axe = {"items": ["CDC-EQ-12"]}
    field = dream(106, 8, 8, b1=at(12.5, **axe))
    cast(field, 106, "b1")
    field.answer(("pass",))
    field.act("b1", "melee", "a1", die=8)
    assert not field.the(HitLanded).critical and wounds(field) == [("a1", 2)], "Danno 1 and 1 by the axe"
    pass_hands(field)
    assert field.state.turn == 2
    while field.game.pending.seats != ("b",):
        field.answer(("pass",))
    field.act("b1", "melee", "a1", die=8)
    assert field.all(HitLanded)[-1].critical and wounds(field)[-1] == ("a1", 3)
    field.done()


@pytest.mark.rule("CDC-PW-106.3")
def test_daydreams_are_their_dreamers_alone() -> None:
    """b1 dreams; b2 lands a critical hit: Danno 1, 1 by the axe and 1 more."""
    axe = {"items": ["CDC-EQ-12"]}
    field = dream(106, 8, b1=at(10, 25), b2=at(12.5, **axe))
    cast(field, 106, "b1")
    field.answer(("pass",))
    field.act("b2", "melee", "a1", die=8)
    assert field.the(HitLanded).critical and wounds(field) == [("a1", 3)]
    field.done()


@pytest.mark.rule("CDC-PW-107.3")
def test_in_the_spiral_each_success_costs_a_die_more() -> None:
    field = dream(107, 3, 4, b1=at(12.5, dice=(6, 6, 6, 6)))
    cast(field, 107, "b1")
    field.answer(("pass",))
    field.act("b1", "melee", "a1", die=6)
    assert field.figure("b1").dice == (6, 6, 6), "a miss costs nothing more"
    field.act("b1", "melee", "a1", die=6)
    assert field.the(DiceLost).dice == (6,) and field.figure("b1").dice == (6,)
    field.done()


@pytest.mark.rule("CDC-PW-107.3")
def test_the_spiral_takes_nothing_for_others_successes_nor_in_the_next_turn() -> None:
    """b1, the chosen one, is struck by a1; in turn 2 it strikes itself, with success."""
    field = dream(107, 4, 4, b1=at(12.5, dice=(6, 6, 6), res=9))
    cast(field, 107, "b1")
    field.act("a1", "melee", "b1", die=8)
    assert len(field.all(HitLanded)) == 1 and field.all(DiceLost) == []
    pass_hands(field)
    while field.game.pending.seats != ("b",):
        field.answer(("pass",))
    field.figure("b1").dice = (4, 6, 8)
    gone = len(field.all(DiceLost))
    field.act("b1", "melee", "a1", die=6)
    assert field.state.turn == 2 and len(field.all(HitLanded)) == 2 and len(field.all(DiceLost)) == gone
    assert field.figure("b1").dice == (4, 8)
    field.done()


@pytest.mark.rule("CDC-PW-111.3")
def test_desires_take_a_die_from_all_of_one_name_in_both_companies() -> None:
    """All but b2 are of the plain profile, the user too."""
    one = {"dice": (6,)}
    field = dream(111, me={"dice": (6, 8)}, a2=at(10, 14, **one), b1=at(14, **one), b3=at(50, 50, **one))
    cast(field, 111, "b1")
    assert sorted(e.it for e in field.all(DiceLost)) == ["a1", "a2", "b1", "b3"]
    field.done()


@pytest.mark.rule("CDC-PW-112.2", "CDC-PW-112.3")
def test_an_apparition_terrifies_all_who_see_it_but_its_user() -> None:
    """The point is at most 5 cm from a1; b2 stands behind b1 and does not see it."""
    field = dream(112, a2=at(10, 20), b1=at(30), b2=at(34))
    cast(field, 112)
    assert field.refusal((16_251, 10_000)).code == "point_too_far"
    field.to(16.25, 10)
    assert [(e.it, e.condition) for e in field.all(ConditionGained)] == [("a2", "Terrorizzato"), ("b1", "Terrorizzato")]
    field.done()


@pytest.mark.rule("CDC-PW-113.2", "CDC-PW-113.3")
def test_an_illusion_of_speed_gives_2d4_and_hurts_for_each_die_left_after_the_next_hand() -> None:
    field = dream(113, b1=at(50, 50, dice=(6,), res=9))
    cast(field, 113, "b1")
    assert sorted(field.figure("b1").dice) == [4, 4, 6]
    field.answer(("pass",))
    assert wounds(field) == [], "the hand in progress does not count"
    field.answer(("pass",))
    assert wounds(field) == [("b1", 3)]
    field.done()


@pytest.mark.rule("CDC-PW-105.2", "CDC-PW-105.3")
@pytest.mark.parametrize("passed", [True, False])
def test_one_charmed_goes_straight_to_its_charmer_with_all_its_dice(passed: bool) -> None:
    faces = (4,) if passed else (2, 3)
    field = dream(105, *faces, b1=at(30, dice=(4, 6)))
    cast(field, 105, "b1")
    assert field.asked == "test" and field.about["test"] == "spirito"
    field.answer(4 if passed else "decline")
    field.answer(("pass",))
    if passed:
        assert field.at("b1") == (30, 10) and field.figure("b1").dice == (6,)
    else:
        assert field.at("b1") == (15, 10), "3 x 2 and 3 x 3 cm"
        assert [e.dice for e in field.all(DiceLost) if e.it == "b1"] == [(4,), (6,)]
    field.done()


# Simulacro


def doubled(*faces: int, **others: Any) -> Field:
    """The image of `a1` stands at (10, 13), `b1` at (12.5, 10)."""
    field = dream(102, *faces, b1=at(12.5, dice=(6, 8)), **others)
    cast(field, 102, rank=2)
    assert field.refusal((10_000, 14_500)) is None, "from the edge of a base to that of the other"
    assert field.refusal((10_000, 14_501)).code == "point_not_there", "2 cm and no more"
    field.to(10, 13)
    return field


@pytest.mark.rule("CDC-PW-102.2")
def test_an_image_only_moves() -> None:
    field = doubled()
    (image,) = [f for f in field.state.figures.values() if f.image]
    assert image.image == "a1" and image.dice == () and image.company == "a"
    image.dice = (8,)
    assert {"melee", "shot", "power", "ability", "cure"} & set(field.offered(image.id)) == set()
    assert "move" in field.offered(image.id)
    field.done()


@pytest.mark.rule("CDC-PW-102.3")
def test_the_image_takes_the_next_hit_and_its_maker_its_place() -> None:
    field = doubled(4)
    (image,) = [f.id for f in field.state.figures.values() if f.image]
    place = field.at(image)
    field.answer(("pass",))
    field.act("b1", "melee", "a1", die=8)
    assert wounds(field) == [] and field.the(Unharmed).why == "CDC-PW-102"
    assert field.at("a1") == place and field.figure(image).status != "table"
    field.done()


@pytest.mark.rule("CDC-PW-102.4")
def test_a_hit_on_the_image_removes_it() -> None:
    field = doubled(4)
    (image,) = [f.id for f in field.state.figures.values() if f.image]
    field.figure("b1").x, field.figure("b1").y = field.figure(image).x + 2_500, field.figure(image).y
    field.answer(("pass",))
    field.act("b1", "melee", image, die=8)
    assert field.figure(image).status != "table" and wounds(field) == []
    field.done()


# Muro di Nebbia


@pytest.mark.rule("CDC-PW-103.2", "CDC-PW-103.3")
def test_a_wall_of_mist_hides_until_somebody_crosses_it() -> None:
    field = dream(103, 6, me={"items": ["CDC-EQ-22"]}, b1=at(30, 10, dice=(8,)), b2=at(14, 20))
    assert field.offered("a1", "shot", "CDC-EQ-22") == ("b1", "b2")
    cast(field, 103, rank=2)
    assert field.refusal((21_251, 10_000)).code == "point_too_far" and field.refusal((21_250, 10_000)) is None
    field.to(18, 5)
    assert field.refusal((21_251, 10_000)).code == "point_too_far" and field.refusal((21_250, 10_000)) is None
    field.to(18, 15)
    assert field.offered("a1", "shot", "CDC-EQ-22") == ("b2",)
    field.figure("b1").x = 21_000
    field.answer(("pass",))
    field.act("b1", "move", die=8)
    field.to(15.5, 10)
    field.answer(("pass",))
    assert not [p for p in field.state.ground.pieces if p.id.startswith("CDC-PW-103")]
    field.done()


@pytest.mark.rule("CDC-PW-103.3")
def test_a_wall_of_mist_outlives_its_maker_and_is_crossed_all_the_same() -> None:
    field = dream(103, 6, a2=at(10, 40), b1=at(21, 10, dice=(8,)), b2=at(50, 50))
    cast(field, 103, rank=2)
    field.to(18, 5)
    field.to(18, 15)
    dead(field, "a1")
    field.answer(("pass",))
    assert len(field.state.ground.pieces) == 1
    field.act("b1", "move", die=8)
    field.to(15.5, 10)
    assert field.at("b1") == (15.5, 10) and field.state.ground.pieces == ()
    field.done()


@pytest.mark.rule("CDC-PW-102.3")
def test_the_image_takes_no_hit_on_others() -> None:
    field = doubled(5, a2=at(15))
    (image,) = [f.id for f in field.state.figures.values() if f.image]
    field.answer(("pass",))
    field.act("b1", "melee", "a2", die=8)
    assert wounds(field) == [("a2", 1)] and field.at("a1") == (10, 10) and field.figure(image).status == "table"
    field.done()


@pytest.mark.rule("CDC-PW-102.4")
def test_a_shot_is_offered_where_an_image_is_the_only_target() -> None:
    """b1 stands behind a tower; its image, put beside it, is in sight."""
    tower = {"id": "t", "name": "Torre", "rect": [28, 8, 4, 4], "height": 8, "crossing": "impassable"}
    archer = {"at": (10, 10), "items": ["CDC-EQ-22"]}
    dreamer = {"at": (34, 10), "abilities": ["CDC-PW-102"], "points": (("illusione", 2),)}
    field = Field({"a1": archer, "b1": dreamer}, terrain=[tower], dice=[4], hand="b")
    field.act("b1", "power", "CDC-PW-102", die=4, others=(6,))
    field.to(34, 13.2)
    field.answer(("pass",))
    assert field.offered("a1", "shot", "CDC-EQ-22") == ("b2",)
    field.done()
