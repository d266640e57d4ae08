"""Climbing up and down, vaulting, standing up, swimming (CDC-ACT-17 to -22)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    ConditionLost,
    DiceRolled,
    DiceSpent,
    Fell,
    Hurt,
    Missed,
    Moved,
    Succeeded,
    WasLost,
)
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at

PESANTE, MEDIA = "CDC-EQ-57", "CDC-EQ-33"
FAR = {"b1": at(55, 55)}


def wall(height: float, *, x: float = 12, w: float = 10, **more: Any) -> dict[str, Any]:
    return {"id": "wall", "rect": [x, 0, w, 30], "height": height, "crossing": "vaultable", **more}


def offers(field: Field, action: str) -> bool:
    return "a1" in field.offered() and action in field.offered("a1")


# climbing up


def climbed(
    face: int, piece: dict[str, Any], *, die: int = 8, me: dict[str, Any] | None = None, **fighters: Any
) -> Field:
    """`a1` at (10, 10), 0.75 cm from the wall, has climbed with that face, to the first of several like places."""
    field = Field({"a1": at(10, **(me or {})), **FAR, **fighters}, dice=[face], terrain=[piece])
    field.act("a1", "climb", "wall", die=die)
    if field.asked == "spot":
        field.answer(field.offered()[0])
    field.done()
    return field


@pytest.mark.rule("CDC-ACT-17.1")
def test_only_within_1_cm_of_a_wall_taller_than_the_fighter() -> None:
    for x, height, may in ((9.75, 5, True), (9.74, 5, False), (10, 3, False), (10, 3.01, True)):
        field = Field({"a1": at(x), **FAR}, terrain=[wall(height)])
        assert offers(field, "climb") is may, (x, height)


@pytest.mark.rule("CDC-ACT-17.2", "CDC-ACT-17.3", "CDC-ACT-17.5", "CDC-ACT-17.6")
@pytest.mark.parametrize(("height", "dda", "face"), [(6, 0, 3), (6, 2, 4), (5, 5, 5), (5, 3, 4)])
def test_twice_the_result_less_the_difficulty_reaches_the_top(height: float, dda: int, face: int) -> None:
    field = climbed(face, wall(height, dda=dda), die=6)
    assert field.the(DiceSpent).dice == (6,) and field.the(DiceRolled).faces == (face,)
    assert field.figure("a1").z == height * 1000 and field.the(Moved).how == "climb"
    assert field.at("a1")[0] >= 12


@pytest.mark.rule("CDC-ACT-17.4", "CDC-ACT-17.9", "CDC-ACT-17.7")
@pytest.mark.parametrize(("height", "dda", "face"), [(6, 0, 2), (6, 2, 3), (5, 5, 4), (4, 5, 1)])
def test_less_leaves_it_at_the_foot_without_a_fall(height: float, dda: int, face: int) -> None:
    field = climbed(face, wall(height, dda=dda))
    assert field.at("a1") == (10, 10) and field.figure("a1").z == 0 and field.figure("a1").dice == (4, 6)
    assert field.the(Missed).rules == ("CDC-ACT-17.4",)
    assert not field.all(Fell) and not field.all(Hurt) and not field.all(ConditionGained)


LEDGES = [
    {"rect": [9, 12, 3, 6], "height": 4},  # as wide as the base and more
    {"rect": [9.6, 20, 2.4, 3], "height": 6},  # narrower than the base
]


@pytest.mark.rule("CDC-ACT-17.4", "CDC-ACT-17.5")
def test_the_highest_flat_place_as_wide_as_the_base() -> None:
    piece = wall(10, ledges=LEDGES)
    assert climbed(5, piece).figure("a1").z == 10_000
    assert climbed(4, piece).figure("a1").z == 4_000, "8 cm: the ledge at 6 cm does not hold its base"
    assert climbed(2, piece).figure("a1").z == 4_000
    assert climbed(1, piece).figure("a1").z == 0


@pytest.mark.rule("CDC-ACT-17.8", "CDC-ACT-17.9")
def test_a_failed_climb_from_a_ledge_stays_there() -> None:
    field = climbed(2, wall(10, ledges=LEDGES), me={"at": (10.4, 14), "z": 4})
    assert field.figure("a1").z == 4_000 and field.at("a1") == (10.4, 14) and not field.all(Fell)
    assert climbed(3, wall(10, ledges=LEDGES), me={"at": (10.4, 14), "z": 4}).figure("a1").z == 10_000


# climbing down


def descended(
    face: int, piece: dict[str, Any], z: float, *, x: float = 20, me: dict[str, Any] | None = None, **fighters: Any
) -> Field:
    field = Field({"a1": at(x, z=z, **(me or {})), **FAR, **fighters}, dice=[face], terrain=[piece])
    field.act("a1", "descend", "wall", die=8)
    if field.asked == "spot":
        field.answer(field.offered()[0])
    field.done()
    return field


@pytest.mark.rule("CDC-ACT-18.1")
def test_only_where_a_taller_obstacle_leads_down() -> None:
    for height, z, may in ((5, 5, True), (3, 3, False), (5, 0, False)):
        x = 20 if z else 10
        field = Field({"a1": at(x, z=z), **FAR}, terrain=[wall(height)])
        assert offers(field, "descend") is may, (height, z)


@pytest.mark.rule("CDC-ACT-18.2", "CDC-ACT-18.3", "CDC-ACT-18.5")
@pytest.mark.parametrize(("dda", "face"), [(0, 3), (2, 4), (0, 8)])
def test_down_to_the_foot_in_one_go(dda: int, face: int) -> None:
    field = descended(face, wall(6, dda=dda), 6)
    assert field.figure("a1").z == 0 and not field.all(Fell) and not field.all(Hurt)
    assert field.the(Moved).how == "descend" and field.the(DiceSpent).dice == (8,)


@pytest.mark.rule("CDC-ACT-18.5")
def test_or_to_the_lowest_ledge_it_reaches() -> None:
    piece = wall(12, ledges=[{"rect": [22, 4, 3, 4], "height": 9}, {"rect": [22, 12, 3, 6], "height": 4}])
    assert descended(2, piece, 12).figure("a1").z == 9_000
    assert descended(4, piece, 12).figure("a1").z == 4_000
    assert descended(6, piece, 12).figure("a1").z == 0
    assert not descended(2, piece, 12).all(Fell)


@pytest.mark.rule("CDC-ACT-18.4", "CDC-ACT-18.6", "CDC-ACT-18.7")
def test_what_is_not_climbed_down_is_fallen() -> None:
    field = descended(2, wall(10), 10)
    fell = field.the(Fell)
    assert (fell.height, field.figure("a1").z) == (6_000, 0)
    assert field.the(Hurt).amount == 2, "6 cm by a figure of 3 cm, with no reduction"
    assert field.figure("a1").conditions == ("A Terra",)


@pytest.mark.rule("CDC-ACT-18.8")
def test_a_negative_descent_is_a_fall_of_the_whole_height() -> None:
    field = descended(1, wall(9, dda=5), 9)
    assert field.the(Fell).height == 9_000 and field.the(Hurt).amount == 3


@pytest.mark.rule("CDC-ACT-19.1")
def test_the_example_of_the_book() -> None:
    field = descended(5, wall(15, dda=5), 15, me={"height": 10_000})
    assert (field.the(Fell).height, field.figure("a1").z) == (10_000, 0), "15 cm up, a value of 10 - 5"
    assert field.the(Hurt).amount == 1


@pytest.mark.rule("CDC-ACT-17.5", "CDC-ACT-18.5")
def test_up_and_down_lead_to_what_is_near_not_along_the_wall() -> None:
    for action, me in (("climb", at(10)), ("descend", at(20, z=6))):
        field = Field({"a1": me, **FAR}, dice=[8], terrain=[wall(6)])
        field.act("a1", action, "wall", die=8)
        assert field.offered() and all(4_000 < y < 18_000 for _, y in field.offered()), "the wall is 30 cm long"
    ledge = {"rect": [9, 22, 3, 6], "height": 4}
    assert climbed(2, wall(6, ledges=[ledge])).figure("a1").z == 0, "a ledge 12 cm off is of no help"


# vaulting


def vaulting(piece: dict[str, Any], *more: dict[str, Any], x: float = 10, z: float = 0, **fighters: Any) -> Field:
    field = Field({"a1": at(x, z=z), **FAR, **fighters}, terrain=[piece, *more])
    field.act("a1", "vault", "wall", die=4)
    return field


@pytest.mark.rule("CDC-ACT-20.1")
def test_only_within_3_cm_of_an_obstacle_not_taller_than_the_fighter() -> None:
    for x, height, may in ((7.75, 3, True), (7.74, 3, False), (10, 3.01, False), (10, 1, True)):
        field = Field({"a1": at(x), **FAR}, terrain=[wall(height, w=2)])
        assert offers(field, "vault") is may, (x, height)
    assert not offers(Field({"a1": at(10), **FAR}, terrain=[wall(2, w=2, crossing="impassable")]), "vault")


@pytest.mark.rule("CDC-ACT-20.2", "CDC-ACT-20.3", "CDC-ACT-20.6")
def test_over_to_within_1_cm_of_the_far_side_and_5_cm_of_where_it_was() -> None:
    field = vaulting(wall(2, w=1))
    assert field.figure("a1").dice == (6, 8) and field.asked == "place"

    def may(x: float, y: float = 10) -> bool:
        return field.refusal((round(x * 1000), round(y * 1000))) is None

    # the far side is at 13 cm; a base of 1.25 cm stands from 14.25 to 15.25, but 5 cm from 10 ends at 15
    assert may(14.25) and may(15) and not may(15.01) and not may(14.2)
    assert may(14.25, 12.6) and not may(14.25, 12.64), "4.25 and 2.63 are 5 across"
    field.to(15, 10)
    assert field.at("a1") == (15, 10) and field.figure("a1").z == 0 and not field.all(DiceRolled)
    near = vaulting(wall(2, w=0.2))
    assert near.refusal((14_460, 10_000)) is not None and near.refusal((14_450, 10_000)) is None, "1 cm of the far side"


@pytest.mark.rule("CDC-ACT-20.4", "CDC-ACT-20.7")
def test_on_top_of_what_is_too_wide_and_on_from_there_with_a_move() -> None:
    field = vaulting(wall(2, w=10))
    assert field.refusal((15_000, 10_000)) is None and field.refusal((23_300, 10_000)) is not None
    spots = list(field.game.form("a").leads(50))
    assert spots and all(12_000 <= x <= 22_000 for x, _ in spots), "nothing but places on it"
    field.to(13.3, 10)
    assert (field.figure("a1").z, field.at("a1")) == (2_000, (13.3, 10))
    assert "move" in field.offered("a1")


@pytest.mark.rule("CDC-ACT-20.5")
def test_it_may_stay_on_top_of_a_narrow_one() -> None:
    field = vaulting(wall(2, w=2))
    assert field.refusal((13_000, 10_000)) is None
    field.to(13, 10)
    assert field.figure("a1").z == 2_000 and not field.all(Fell)


PLATFORM = {"id": "rock", "rect": [4, 0, 10, 30], "height": 9, "crossing": "vaultable"}
PARAPET = {"id": "wall", "rect": [13, 0, 1, 30], "height": 1, "base_height": 9, "crossing": "vaultable"}


@pytest.mark.rule("CDC-ACT-20.8", "CDC-ACT-20.9")
def test_a_vault_over_a_drop_falls_with_one_damage_less() -> None:
    field = Field({"a1": at(11.5, z=9), **FAR}, terrain=[PLATFORM, PARAPET])
    field.act("a1", "vault", "wall", die=4)
    field.to(15.3, 10)
    assert field.the(Fell).height == 9_000 and field.figure("a1").z == 0
    assert field.the(Hurt).amount == 2 and field.figure("a1").conditions == ("A Terra",)


@pytest.mark.rule("CDC-ACT-20.9")
def test_a_vault_into_a_crevice_is_a_fall_into_it() -> None:
    field = vaulting(wall(2, w=1), {"id": "pit", "rect": [13, 0, 4, 30], "kinds": ["crevice"]})
    field.to(14.5, 10)
    assert field.the(WasLost).why == "crevice"


# standing up


@pytest.mark.rule("CDC-ACT-21.1", "CDC-ACT-21.2", "CDC-ACT-21.3", "CDC-ACT-21.4")
@pytest.mark.parametrize("die", [4, 8])
def test_standing_up_costs_one_die_and_no_roll(die: int) -> None:
    field = Field({"a1": at(10, conditions=["A Terra"]), "b1": at(13.5)})
    assert field.offered("a1") == ("stand",), "and nothing else can be done"
    field.act("a1", "stand", die=die)
    assert die not in field.figure("a1").dice and len(field.figure("a1").dice) == 2
    assert (
        field.the(ConditionLost).condition == "A Terra" and not field.all(DiceRolled) and not field.figure("a1").prone
    )
    assert "melee" in field.offered("a1") and "stand" not in field.offered("a1"), "only for who is A Terra"


@pytest.mark.rule("CDC-ACT-21.5")
def test_only_in_the_hand_of_its_controller() -> None:
    field = Field({"a1": at(10, conditions=["A Terra"]), "b1": at(40)}, hand="b")
    assert field.game.pending is not None and "a" not in field.game.pending.free
    assert field.refusal(("a1", "stand", 4), seat="a") is not None


# swimming


LAKE = {"id": "lake", "rect": [12, 0, 20, 60], "kinds": ["water"]}
WET = {"at": (15, 10), "in_water": True}


def swimmer(*faces: int, lake: dict[str, Any] = LAKE, **me: Any) -> Field:
    return Field({"a1": {**at(10), **me}, "a2": at(50), **FAR}, dice=faces, terrain=[lake])


@pytest.mark.rule("CDC-ACT-22.1")
def test_only_within_1_cm_of_water_and_without_heavy_armour() -> None:
    assert offers(swimmer(at=(9.75, 10)), "swim") and not offers(swimmer(at=(9.74, 10)), "swim")
    assert not offers(swimmer(items=[PESANTE]), "swim")


@pytest.mark.rule("CDC-ACT-22.13")
@pytest.mark.parametrize(("armour", "may"), [("CDC-EQ-27", True), (MEDIA, True), (PESANTE, False)])
def test_heavy_armour_is_armatura_pesante_alone(armour: str, may: bool) -> None:
    assert offers(swimmer(items=[armour]), "swim") is may


@pytest.mark.rule("CDC-ACT-22.2", "CDC-ACT-22.3", "CDC-ACT-22.4", "CDC-ACT-22.9")
def test_one_of_two_dice_reaches_4_and_the_other_gives_twice_the_way() -> None:
    field = swimmer(4, 3)
    assert field.offered("a1", "swim") == (4, 6, 8) and field.offered("a1", "swim", 4) == ((6,), (8,))
    field.act("a1", "swim", die=4, others=(8,))
    first, second = field.all(DiceRolled)
    assert (first.sides, second.sides) == (4, 8) and first.need is not None and first.need.value == 4
    assert field.figure("a1").dice == (6,) and field.the(Succeeded).action == "swim"
    assert field.refusal((16_000, 10_000)) is None and field.refusal((16_001, 10_000)) is not None, "6 cm"
    field.done()
    assert not offers(swimmer(dice=(8,)), "swim"), "two dice"


NARROW = {**LAKE, "rect": [12, 0, 2, 60]}


@pytest.mark.rule("CDC-ACT-22.4")
def test_reaching_a_shore_ends_the_swim() -> None:
    field = swimmer(5, 3, lake=NARROW)
    field.act("a1", "swim", die=8, others=(4,))
    field.to(15.3, 10)
    assert not field.figure("a1").in_water and field.figure("a1").dice == (6,) and field.asked == "action"
    field.done()


@pytest.mark.rule("CDC-ACT-22.5", "CDC-ACT-22.11")
def test_who_does_not_reach_one_spends_all_its_dice_to_swim_on() -> None:
    field = swimmer(5, 2, 3, 4, dice=(4, 6, 8, 8))
    field.act("a1", "swim", die=8, others=(4,))
    field.to(14, 10)
    assert field.asked == "place" and field.figure("a1").dice == ()
    assert [event.dice for event in field.all(DiceSpent)] == [(8, 4), (6, 8)]
    assert (
        field.about["face"] == 7
        and field.refusal((28_000, 10_000)) is None
        and field.refusal((28_001, 10_000)) is not None
    )
    field.to(28, 10)
    assert field.figure("a1").in_water and field.figure("a1").status == "table", "with no dice left it stays there"
    field.done()


@pytest.mark.rule("CDC-ACT-22.6")
def test_who_starts_its_turn_in_the_water_is_forced_to_swim() -> None:
    field = swimmer(5, 4, 6, **WET)
    assert "pass" not in field.offered() and field.offered("a1") == ("swim",)
    field.act("a1", "swim", die=8, others=(4,))
    field.to(15, 12)
    field.to(15, 24)
    assert "pass" in field.offered(), "without dice it is forced to nothing more"
    field.done()
    out = swimmer(5, 2, lake=NARROW, **WET | {"at": (13, 10)})
    out.act("a1", "swim", die=8, others=(4,))
    out.to(15.3, 10)
    assert "pass" in out.offered() and "move" in out.offered("a1")


@pytest.mark.rule("CDC-ACT-22.7", "CDC-ACT-22.8")
def test_failing_drowns_who_began_its_turn_in_the_water_and_no_one_else() -> None:
    field = swimmer(3, **WET)
    field.act("a1", "swim", die=8, others=(4,))
    lost = field.the(WasLost)
    assert (lost.it, lost.why, lost.rules) == ("a1", "drowned", ("CDC-ACT-22.7",)) and field.figure(
        "a1"
    ).status == "lost"
    field = swimmer(3)
    field.act("a1", "swim", die=8, others=(4,))
    assert field.figure("a1").status == "table" and field.at("a1") == (10, 10) and field.figure("a1").dice == (6,)
    assert field.the(Missed).rules == ("CDC-ACT-22.8",) and len(field.all(DiceRolled)) == 1
    field.done()


@pytest.mark.rule("CDC-ACT-22.10")
def test_faces_count_as_numbers_only() -> None:
    field = swimmer(1)
    field.act("a1", "swim", die=4, others=(8,))
    assert field.the(Missed).action == "swim", "1 is below 4"
    field = swimmer(4, 1, **WET)
    field.act("a1", "swim", die=4, others=(8,))
    assert field.the(Succeeded).action == "swim" and field.asked == "place", "4 on a d4 reaches 4; a 1 is 2 cm"
    field.done()


@pytest.mark.rule("CDC-ACT-22.12")
@pytest.mark.parametrize(
    ("me", "drowns"), [({"dice": (8,)}, True), ({"items": [PESANTE]}, True), ({"conditions": ["A Terra"]}, False)]
)
def test_who_cannot_swim_drowns_when_the_turn_ends(me: dict[str, Any], drowns: bool) -> None:
    field = swimmer(*([5, 1] if not drowns else []), **WET, **me)
    if not drowns:
        field.act("a1", "stand", die=6)
        field.act("a1", "swim", die=8, others=(4,))
        field.to(15, 10)
    field.answer(("pass",))
    field.answer(("pass",))
    assert (field.figure("a1").status == "lost") is drowns
    if drowns:
        assert field.the(WasLost).rules == ("CDC-ACT-22.12",)
    assert field.state.turn == 2
