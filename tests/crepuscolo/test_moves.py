"""The limits on moving, climbing and vaulting near enemies (CDC-MOV)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import Fell, HitLanded, Missed, Moved
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

ASTA, ALABARDA = "CDC-EQ-15", "CDC-EQ-29"
FAR = {"b9": at(57, 57)}


def moving(
    action: str = "move", face: int = 8, *terrain: dict[str, Any], others: Any = None, me: Any = None, **fighters: Any
) -> Field:
    field = Field({"a1": at(10, **(me or {})), **FAR, **fighters}, dice=[face], terrain=terrain)
    field.act("a1", action, die=8, others=others)
    return field


def may(field: Field, x: float, y: float = 10) -> bool:
    return field.refusal((round(x * 1000), round(y * 1000))) is None


def why(field: Field, x: float, y: float = 10) -> tuple[str, ...]:
    refusal = field.refusal((round(x * 1000), round(y * 1000)))
    assert refusal is not None
    return refusal.rules


@pytest.mark.rule("CDC-MOV-01.1")
def test_no_move_ends_within_2_cm_of_an_enemy() -> None:
    field = moving(b1=at(20))
    assert may(field, 15.49) and not may(field, 15.5) and not may(field, 17.4), "2 cm is within 2 cm"
    assert why(field, 15.5) == ("CDC-MOV-01.1",)
    assert may(moving(a2=at(20)), 17.4), "allies do not matter"


@pytest.mark.rule("CDC-MOV-01.2")
def test_unless_it_ends_in_contact() -> None:
    field = moving(b1=at(20))
    field.to(17.5, 10)
    assert field.the(Moved).x == 17_500 and field.offered("a1", "melee") == ("b1",)


@pytest.mark.rule("CDC-MOV-01.3")
def test_the_whole_way_counts() -> None:
    field = moving(b1=at(20, 14.4))
    assert not may(field, 30) and why(field, 30) == ("CDC-MOV-01.1",), "1.9 cm at its nearest, though it ends far away"
    assert may(moving(b1=at(20, 14.6)), 30)


@pytest.mark.rule("CDC-MOV-01.4")
def test_a_move_that_ends_in_contact_may_pass_and_end_near_others() -> None:
    field = moving(b1=at(20), b2=at(16, 13.6), b3=at(17.5, 13.9))
    assert may(field, 17.5), "past b2 at 1.1 cm, and b3 at 1.4 cm from its end"
    assert not may(field, 14)


@pytest.mark.rule("CDC-MOV-01.5")
def test_who_stands_between_1_and_2_cm_may_go_away_or_into_contact() -> None:
    field = moving(b1=at(14))
    assert may(field, 9.4), "2.1 cm away"
    assert not may(field, 9.6) and why(field, 9.6) == ("CDC-MOV-01.5",), "1.9 cm is not beyond 2 cm"
    assert not may(field, 10.3, 18) and why(field, 10.3, 18) == ("CDC-MOV-01.5",), "it would first come nearer"
    assert may(field, 10, 18) and may(field, 11.5)
    assert not may(moving(b1=at(14), b2=at(4)), 9.4 - 2), "away from one, but not to another"


WOOD = {"id": "wood", "rect": [0, 0, 60, 60], "kinds": ["covering"]}
LAKE = {"id": "lake", "rect": [12, 0, 40, 60], "kinds": ["water"]}


@pytest.mark.rule("CDC-MOV-01.6")
@pytest.mark.parametrize(
    ("action", "faces", "others", "terrain"),
    [("move", 8, None, []), ("cover", 8, (4,), [WOOD]), ("careful", 8, None, []), ("swim", 8, (4,), [LAKE])],
)
def test_it_holds_for_all_ways_of_moving_on_foot_or_in_the_water(
    action: str, faces: int, others: Any, terrain: Any
) -> None:
    dice = [8, 4] if action == "swim" else [faces]
    field = Field({"a1": at(10), "b1": at(18)}, dice=dice, terrain=terrain)
    field.act("a1", action, die=8, others=others)
    assert may(field, 13.49) and not may(field, 13.5) and not may(field, 15) and may(field, 15.5)


@pytest.mark.rule("CDC-MOV-01.6")
def test_a_jump_stops_before_it_comes_too_near() -> None:
    for face, x in ((8, 13.49), (5, 13.49), (3, 13)):
        field = Field({"a1": at(10), "b1": at(18)}, dice=[face])
        field.act("a1", "jump", die=8)
        field.answer(0)
        if face == 8:
            assert field.at("a1") == (15.5, 10), "8 cm would take it into contact"
        else:
            assert abs(field.at("a1")[0] - x) <= 0.011
        field.done()


TOWER = {"id": "tower", "rect": [4, 4, 10, 12], "height": 9, "crossing": "vaultable"}


@pytest.mark.rule("CDC-MOV-01.7")
def test_forced_shifts_and_falls_do_not_heed_it() -> None:
    push = {"Spinta": {"kind": "AG", "do": [{"inflict": "Respinto", "to": "foes(me, 9)"}]}}
    field = trial(push, {"a1": at(10, abilities=["Spinta"]), "b1": at(14), "a2": at(20)}, dice=[2, 1])
    field.act("a1", "ability", "Spinta")
    assert field.at("b1") == (16, 10), "1.5 cm from a2"
    field = Field({"a1": at(12.5, z=9), "b1": at(18.6, 10)}, terrain=[TOWER])
    field.act("a1", "throw_down", "tower", die=4)
    assert field.the(Fell).height == 9_000 and 0 <= field.at("b1")[0] - field.at("a1")[0] - 2.5 <= 2


# climbing


def wall(height: float, w: float = 3, **more: Any) -> dict[str, Any]:
    return {"id": "wall", "rect": [12, 0, w, 30], "height": height, "crossing": "vaultable", **more}


@pytest.mark.rule("CDC-MOV-02.1", "CDC-MOV-02.3", "CDC-MOV-02.4")
def test_nobody_climbs_to_within_2_cm_of_an_enemy() -> None:
    guards = {f"b{i}": {**at(13.5, 2 + 4 * i), "z": 6} for i in range(1, 5)}
    field = Field({"a1": at(10), **guards}, dice=[8], terrain=[wall(6)])
    field.act("a1", "climb", "wall", die=8)
    assert field.the(Missed).rules == ("CDC-MOV-02.3",) and field.figure("a1").z == 0 and field.at("a1") == (10, 10)
    assert field.figure("a1").dice == (4, 6), "the die is spent"
    field.done()
    friends = {"a2": guards["b1"], "a3": guards["b4"]}
    free = Field({"a1": at(10), **friends, **FAR}, dice=[8], terrain=[wall(6)])
    free.act("a1", "climb", "wall", die=8)
    if free.asked == "spot":
        free.answer(free.offered()[0])
    assert free.figure("a1").z == 6_000, "allies are no hindrance"


LEDGE = {"rect": [9, 12, 3, 6], "height": 4}


@pytest.mark.rule("CDC-MOV-02.3")
def test_a_barred_top_leaves_the_highest_other_place() -> None:
    guards = {f"b{i}": {**at(16, 4 * i), "z": 9} for i in range(1, 7)}
    field = Field({"a1": at(10), **guards}, dice=[8], terrain=[wall(9, 6, ledges=[LEDGE])])
    field.act("a1", "climb", "wall", die=8)
    if field.asked == "spot":
        field.answer(field.offered()[0])
    assert field.figure("a1").z == 4_000, "the top is reached, but guarded"
    field.done()


@pytest.mark.rule("CDC-MOV-02.2", "CDC-MOV-02.3", "CDC-MOV-02.4")
def test_the_same_holds_for_climbing_down() -> None:
    below = {f"b{i}": at(17.5, 1.5 + 3.5 * i) for i in range(8)}
    behind = {f"b1{i}": at(9.5, 1.5 + 3.5 * i) for i in range(8)}
    field = Field({"a1": {**at(13.6), "z": 6}, **below, **behind}, dice=[8], terrain=[wall(6)])
    field.act("a1", "descend", "wall", die=8)
    assert field.the(Missed).rules == ("CDC-MOV-02.3",) and field.figure("a1").z == 6_000
    assert field.figure("a1").dice == (4, 6) and not field.all(Fell)
    field.done()
    field = Field(
        {"a1": {**at(13.6), "z": 9}, **below, **behind},
        dice=[8],
        terrain=[wall(9, ledges=[{**LEDGE, "rect": [15, 8, 3, 4]}])],
    )
    field.act("a1", "descend", "wall", die=8)
    assert field.figure("a1").z == 9_000, "the ledge above their heads is within 2 cm too"


# vaulting


@pytest.mark.rule("CDC-MOV-03.1", "CDC-MOV-03.2")
@pytest.mark.parametrize(("x", "bars"), [(16, True), (17.5, True), (17.51, False)])
def test_no_vault_while_an_enemy_is_behind_within_5_cm(x: float, bars: bool) -> None:
    field = Field({"a1": at(10), "b1": at(x)}, terrain=[wall(2, 1)])
    assert ("vault" not in field.offered("a1")) is bars
    assert "vault" in Field({"a1": at(10), "a2": at(x), **FAR}, terrain=[wall(2, 1)]).offered("a1"), (
        "an ally does not bar it"
    )
    assert "vault" in Field({"a1": at(10), "b1": at(6.4)}, terrain=[wall(2, 1)]).offered("a1"), (
        "nor an enemy on this side"
    )


@pytest.mark.rule("CDC-MOV-03.1", "CDC-MOV-03.3")
def test_nor_while_one_stands_on_top() -> None:
    field = Field({"a1": at(10), "b1": {**at(13.6), "z": 2}}, terrain=[wall(2, 8)])
    assert "vault" not in field.offered("a1"), "staying on top is barred as well"
    far = Field({"a1": at(10), "b1": {**at(19), "z": 2}}, terrain=[wall(2, 8)])
    assert "vault" in far.offered("a1")


# locked in melee


@pytest.mark.rule("CDC-MOV-04.1", "CDC-MOV-04.2")
def test_who_has_an_enemy_within_1_cm_does_not_move() -> None:
    locked = Field({"a1": at(10), "b1": at(10, 13.5)}, terrain=[WOOD, LAKE])
    assert {"move", "cover", "careful", "jump", "swim"} & set(locked.offered("a1")) == set()
    refusal = locked.refusal(("a1", "move", 8))
    assert refusal is not None
    free = Field({"a1": at(10), "b1": at(10, 13.51)}, terrain=[WOOD, LAKE])
    assert {"move", "cover", "careful", "jump", "swim"} <= set(free.offered("a1"))


@pytest.mark.rule("CDC-MOV-04.3")
def test_it_may_climb_descend_vault_throw_itself_down_and_swim_on() -> None:
    foe = {"b1": at(7, 10)}
    assert "climb" in Field({"a1": at(10), **foe}, terrain=[wall(5)]).offered("a1")
    assert "vault" in Field({"a1": at(10), **foe}, terrain=[wall(2)]).offered("a1")
    up = Field({"a1": {**at(13), "z": 6}, "b1": {**at(13, 13), "z": 6}}, terrain=[wall(6, 9)])
    assert {"descend", "throw_down"} <= set(up.offered("a1")) and "move" not in up.offered("a1")
    wet = {"in_water": True}
    swim = Field({"a1": at(20, dice=(4, 8), **wet), "b1": at(23.4, **wet)}, dice=[5, 4], terrain=[LAKE])
    swim.act("a1", "swim", die=8, others=(4,))
    swim.to(14, 10)
    assert swim.at("a1") == (14, 10)


@pytest.mark.rule("CDC-MOV-04.3", "CDC-MOV-01.7")
def test_a_forced_shift_takes_it_out_and_a_rule_may_let_it_go() -> None:
    push = {"Spinta": {"kind": "AG", "do": [{"inflict": "Respinto", "to": "foes(me, 2)"}]}}
    field = trial(push, {"a1": at(10, abilities=["Spinta"]), "b1": at(13)}, dice=[2, 2])
    field.act("a1", "ability", "Spinta")
    assert field.at("b1") == (17, 10)
    loose = {"Fuga": {"kind": "P", "always": [{"enable": "CDC-MOV-04.1"}]}}
    field = trial(
        loose, {"a1": at(10, abilities=["Fuga"]), "a2": at(20, 13), "b1": at(13.5), "b2": at(23.5, 13)}, dice=[5]
    )
    assert "move" in field.offered("a1") and "move" not in field.offered("a2")


@pytest.mark.rule("CDC-MOV-04.4")
def test_the_distance_is_1_cm_against_longer_weapons_too() -> None:
    field = Field({"a1": at(10), "b1": at(13.6, items=[ALABARDA])}, dice=[8])
    assert "move" in field.offered("a1")
    field.act("a1", "move", die=8)
    assert may(field, 5)


@pytest.mark.rule("CDC-MOV-04.5")
def test_an_enemy_on_the_ground_still_locks() -> None:
    field = Field({"a1": at(10), "b1": at(13.4, conditions=["A Terra"])}, dice=[1])
    assert "move" not in field.offered("a1")
    field.act("a1", "melee", "b1", die=8)
    assert field.the(HitLanded).automatic
    assert "move" not in Field({"a1": at(10), "b1": at(13.4, dice=(), life=1)}).offered("a1")
