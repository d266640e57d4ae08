"""Moving, jumping, throwing oneself down, walking with care, moving under cover (CDC-ACT-06, -14 to -16, -23)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import Event
from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    DiceRolled,
    DiceSpent,
    Fell,
    HitLanded,
    Hurt,
    Missed,
    Moved,
    WasLost,
)
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

ARCO = "CDC-EQ-22"
FAR = {"b1": at(55, 55)}


def area(x: float, w: float, *kinds: str, **more: Any) -> dict[str, Any]:
    return {"id": more.pop("id", kinds[0] if kinds else "piece"), "rect": [x, 0, w, 60], "kinds": list(kinds), **more}


def moving(
    action: str, face: int, *terrain: dict[str, Any], die: int = 8, others: Any = None, **fighters: Any
) -> Field:
    """`a1` at (10, 10) has rolled for a move and is about to choose its end."""
    field = Field({"a1": at(10), **FAR, **fighters}, dice=[face], terrain=terrain)
    field.act("a1", action, die=die, others=others)
    return field


def reaches(field: Field, x: float, y: float = 10) -> bool:
    return field.refusal((round(x * 1000), round(y * 1000))) is None


# moving


@pytest.mark.rule("CDC-ACT-06.1", "CDC-ACT-06.2", "CDC-ACT-06.7")
@pytest.mark.parametrize("face", [1, 5])
def test_a_move_costs_one_die_rolled_before_the_way_is_chosen(face: int) -> None:
    field = moving("move", face, die=6)
    assert field.the(DiceSpent).dice == (6,) and field.the(DiceRolled).faces == (face,)
    assert field.asked == "place" and field.about["face"] == face and not field.all(Moved), (
        "no threshold, and now the way"
    )
    field.to(10, 12)
    assert field.at("a1") == (10, 12) and field.the(Moved).how == "move" and not field.all(Missed)
    field.done()


@pytest.mark.rule("CDC-ACT-06.3", "CDC-ACT-06.4", "CDC-ACT-06.5")
def test_up_to_three_times_the_result_in_a_straight_line() -> None:
    field = moving("move", 4)
    assert reaches(field, 22) and not reaches(field, 22.001), "12 cm"
    assert reaches(field, 17.2, 19.6) and not reaches(field, 17.201, 19.6), "the hypotenuse of 7.2 and 9.6 is 12"
    assert reaches(field, 10) and reaches(field, 10.5)
    field.to(10, 10)
    assert field.the(Moved).x == 10_000, "not moving at all is a move too"


@pytest.mark.rule("CDC-ACT-06.6")
def test_obstacles_and_closed_terrain_stop_a_move() -> None:
    for piece in (
        area(15, 2, height=4, crossing="vaultable"),
        area(15, 2, height=4, crossing="impassable"),
        area(15, 2, "intransitable"),
        area(15, 2, "water"),
    ):
        field = moving("move", 8, piece)
        assert reaches(field, 13.75) and not reaches(field, 13.76) and not reaches(field, 25)


@pytest.mark.rule("CDC-ACT-06.6", "CDC-ACT-06.8")
def test_each_terrain_takes_its_share_of_the_die() -> None:
    assert reaches(moving("move", 6, area(0, 60, "difficult")), 22) and not reaches(
        moving("move", 6, area(0, 60, "difficult")), 22.01
    )
    very = moving("move", 6, area(0, 60, "very_difficult"))
    assert reaches(very, 16) and not reaches(very, 16.01)
    mixed = moving("move", 6, area(16, 4, "difficult"), area(20, 1, "very_difficult"))
    # 6 cm in the open cost 2, 4 cm difficult cost 2, 1 cm very difficult costs 1: the last 1 gives 3 cm more
    assert reaches(mixed, 24) and not reaches(mixed, 24.01)


@pytest.mark.rule("CDC-ACT-06.9")
def test_allies_can_be_passed_enemies_not_and_nobody_stood_upon() -> None:
    field = moving("move", 8, a2=at(16))
    assert reaches(field, 25) and reaches(field, 18.5) and not reaches(field, 18.49) and not reaches(field, 16)
    assert not reaches(moving("move", 8, b2=at(16)), 25)
    prone = moving("move", 8, b2=at(16, conditions=["A Terra"]))
    assert not reaches(prone, 25), "an enemy on the ground is no less in the way"
    field.to(25, 10)
    assert field.at("a1") == (25, 10)


# jumping


def jump(
    face: int, way: int, *terrain: dict[str, Any], die: int = 8, me: dict[str, Any] | None = None, **fighters: Any
) -> Field:
    """`a1` jumps from (10, 10); ``way`` in degrees, 0 is along the x axis."""
    field = Field({"a1": at(10, **(me or {})), **FAR, **fighters}, dice=[face], terrain=terrain)
    field.act("a1", "jump", die=die)
    assert field.asked == "arc" and not field.all(DiceRolled), "the direction comes before the roll"
    field.answer(way * 1000)
    return field


@pytest.mark.rule("CDC-ACT-14.1", "CDC-ACT-14.2", "CDC-ACT-14.3", "CDC-ACT-14.4", "CDC-ACT-14.8")
@pytest.mark.parametrize("face", [1, 5])
def test_a_jump_is_as_long_as_the_result_no_more_no_less(face: int) -> None:
    field = jump(face, 0, die=6)
    assert field.figure("a1").dice == (4, 8) and field.asked == "action", "nothing is left to choose"
    assert field.at("a1") == (10 + face, 10) and field.the(Moved).how == "jump"
    field.done()


@pytest.mark.rule("CDC-ACT-14.5")
def test_a_jump_passes_over_terrain_and_crevices() -> None:
    terrain = [
        area(11, 5, "very_difficult"),
        area(12, 2, "extremely_dangerous", id="lava"),
        area(13, 3, "crevice", id="pit"),
    ]
    field = jump(8, 0, *terrain)
    assert field.at("a1") == (18, 10) and not field.all(Hurt) and not field.all(Fell)
    field.done()


@pytest.mark.rule("CDC-ACT-14.6")
def test_a_jump_that_ends_in_a_crevice_is_a_fall() -> None:
    field = jump(4, 0, area(13, 3, "crevice"))
    assert field.the(WasLost).why == "crevice" and field.the(Fell).where == "crevice"
    field.done()


TOWER = {"id": "tower", "rect": [4, 4, 10, 12], "height": 9, "crossing": "vaultable"}


@pytest.mark.rule("CDC-ACT-14.6", "CDC-ACT-14.7")
def test_a_jump_over_a_drop_falls_with_one_damage_less() -> None:
    field = jump(6, 0, TOWER, me={"z": 9})
    assert field.the(Fell).height == 9_000 and field.figure("a1").z == 0
    assert field.the(Hurt).amount == 2, "9 cm by a figure of 3 cm is 3, less 1"
    assert field.figure("a1").conditions == ("A Terra",)
    field.done()


@pytest.mark.rule("CDC-ACT-14.9")
def test_obstacles_enemies_and_the_edge_stop_a_jump_in_contact() -> None:
    assert jump(8, 0, area(15, 2, height=4, crossing="impassable")).at("a1") == (13.75, 10)
    assert jump(8, 0, b2=at(16)).at("a1") == (13.5, 10)
    assert jump(8, 180, me={"at": (6, 10)}).at("a1") == (1.25, 10)


@pytest.mark.rule("CDC-ACT-14.10")
def test_intransitable_terrain_is_jumped_over_but_not_landed_in() -> None:
    assert jump(8, 0, area(12, 3, "intransitable")).at("a1") == (18, 10)
    assert jump(4, 0, area(13, 5, "intransitable")).at("a1")[0] <= 11.75


# throwing oneself down


@pytest.mark.rule("CDC-ACT-15.1")
@pytest.mark.parametrize(("x", "may"), [(8.75, True), (8.74, False)])
def test_only_within_3_cm_of_an_edge(x: float, may: bool) -> None:
    field = Field({"a1": at(x), **FAR}, terrain=[area(13, 3, "crevice")])
    assert ("throw_down" in field.offered("a1")) is may
    long = {**TOWER, "rect": [4, 0, 30, 30]}
    for place, near in ((29.75, True), (29.74, False)):
        field = Field({"a1": at(place, z=9), **FAR}, terrain=[{**long, "rect": [4, 0, 30, 60]}])
        assert ("throw_down" in field.offered("a1")) is near


@pytest.mark.rule("CDC-ACT-15.2", "CDC-ACT-15.3", "CDC-ACT-15.4", "CDC-ACT-15.5", "CDC-ACT-15.6", "CDC-ACT-15.7")
@pytest.mark.parametrize(("height", "amount"), [(9, 1), (11.9, 1), (12, 2), (5, 0)])
def test_a_fall_of_half_the_damage_without_a_roll(height: float, amount: int) -> None:
    field = Field({"a1": at(12.5, z=height), **FAR}, terrain=[{**TOWER, "height": height}])
    field.act("a1", "throw_down", "tower", die=4)
    assert field.figure("a1").dice == (6, 8) and not field.all(DiceRolled)
    assert field.the(Fell).height == height * 1000 and field.figure("a1").z == 0
    assert [event.amount for event in field.all(Hurt)] == ([amount] if amount else [])
    assert field.the(ConditionGained).condition == "A Terra"


@pytest.mark.rule("CDC-ACT-15.8")
def test_who_throws_itself_into_a_crevice_is_lost() -> None:
    field = Field({"a1": at(10), "a2": at(30), **FAR}, terrain=[area(13, 3, "crevice")])
    field.act("a1", "throw_down", "crevice", die=4)
    assert field.the(WasLost).it == "a1" and field.figure("a1").status == "lost"


# walking with care


@pytest.mark.rule("CDC-ACT-16.1", "CDC-ACT-16.2", "CDC-ACT-16.3", "CDC-ACT-16.4")
def test_careful_steps_are_as_long_as_the_result_on_any_ground() -> None:
    for terrain in ([], [area(0, 60, "very_difficult")], [area(11, 2, "difficult")]):
        field = moving("careful", 5, *terrain)
        assert field.the(DiceSpent).dice == (8,)
        assert (
            reaches(field, 15)
            and not reaches(field, 15.01)
            and reaches(field, 13, 14)
            and not reaches(field, 13.01, 14)
        )
        field.to(15, 10)
        assert field.at("a1") == (15, 10)


@pytest.mark.rule("CDC-ACT-16.5", "CDC-ACT-16.7")
def test_care_opens_no_obstacle_crevice_or_closed_ground() -> None:
    assert not reaches(moving("careful", 8, area(13, 1, height=2, crossing="vaultable")), 17)
    assert not reaches(moving("careful", 8, area(13, 1, "intransitable")), 17)
    field = moving("careful", 8, area(13, 2, "crevice"))
    field.to(18, 10)
    assert field.the(WasLost).why == "crevice"
    field = Field({"a1": at(12, z=9), **FAR}, dice=[8], terrain=[TOWER])
    field.act("a1", "careful", die=8)
    field.to(18, 10)
    assert field.the(Fell).height == 9_000 and field.the(Hurt).amount == 3, "a drop is a drop, with no reduction"


@pytest.mark.rule("CDC-ACT-16.6")
@pytest.mark.parametrize("kind", ["dangerous", "extremely_dangerous"])
def test_dangers_do_not_hurt_who_walks_with_care(kind: str) -> None:
    field = moving("careful", 1, area(10.5, 5, kind))
    field.to(11, 10)
    assert not field.all(Hurt)
    field = moving("move", 1, area(10.5, 5, kind))
    field.to(13, 10)
    assert field.the(Hurt).amount == 1, "but who moves"


# moving under cover


WOOD = area(0, 30, "covering", id="wood")


@pytest.mark.rule("CDC-ACT-23.1", "CDC-ACT-23.2", "CDC-ACT-23.5")
def test_only_in_covering_terrain_for_two_dice_one_of_them_rolled() -> None:
    assert "cover" not in Field({"a1": at(10), **FAR}).offered("a1")
    assert "cover" not in Field({"a1": at(31), **FAR}, terrain=[WOOD]).offered("a1")
    assert "cover" not in Field({"a1": at(10, dice=(8,)), **FAR}, terrain=[WOOD]).offered("a1")
    field = Field({"a1": at(10), **FAR}, dice=[3], terrain=[WOOD])
    assert field.offered("a1", "cover") == (4, 6, 8) and field.offered("a1", "cover", 4) == ((6,), (8,))
    field.act("a1", "cover", die=4, others=(8,))
    assert field.figure("a1").dice == (6,) and (field.the(DiceRolled).sides, field.the(DiceRolled).faces) == (4, (3,))
    field.done()


@pytest.mark.rule("CDC-ACT-23.3", "CDC-ACT-23.6", "CDC-ACT-23.7")
def test_else_it_is_a_move_that_starts_and_ends_under_cover() -> None:
    field = moving("cover", 5, WOOD, others=(4,))
    assert reaches(field, 25) and not reaches(field, 25.01)
    assert not reaches(moving("cover", 8, WOOD, others=(4,)), 31), "out of the wood"
    gap = moving("cover", 8, area(0, 15, "covering", id="w1"), area(20, 15, "covering", id="w2"), others=(4,))
    assert reaches(gap, 25) and not reaches(gap, 17)
    thick = moving("cover", 6, area(0, 60, "covering", "difficult", id="thick"), others=(4,))
    assert reaches(thick, 22) and not reaches(thick, 22.01), "difficult ground costs as for a move"


def covered(*faces: int, **me: Any) -> Field:
    """`a1` has just moved under cover; `b1` with a bow 20 cm away has the next hand."""
    fighters = {"a1": at(10, **me), "a2": at(50, 50), "b1": at(30, items=[ARCO])}
    field = Field(fighters, dice=[1, *faces], terrain=[area(0, 20, "covering", id="wood")])
    field.act("a1", "cover", die=8, others=(4,))
    field.to(11, 10)
    return field


@pytest.mark.rule("CDC-ACT-23.4")
@pytest.mark.parametrize(("face", "hits"), [(4, False), (5, True)])
def test_while_it_is_the_last_action_shots_need_1_more(face: int, hits: bool) -> None:
    field = covered(face)
    field.answer(("pass",))
    field.act("b1", "shot", ARCO, "a1", die=8)
    need = field.all(DiceRolled)[-1].need
    assert need is not None and need.value == 5 and [line.rule for line in need.lines] == ["CDC-ACT-23"]
    assert bool(field.all(HitLanded)) is hits
    field.done()


@pytest.mark.rule("CDC-ACT-23.4", "CDC-ACT-23.8")
def test_any_other_action_ends_it_and_a_new_turn_does_not() -> None:
    field = covered(4)
    field.answer(("pass",))
    field.answer(("pass",))
    assert field.state.turn == 2
    while field.state.hand != "b":
        field.answer(("pass",))
    field.act("b1", "shot", ARCO, "a1", die=8)
    assert field.the(Missed).target == "a1", "in the next turn it still holds"
    field.done()
    field = covered(1, 4)
    field.act("a1", "careful", die=6)
    field.to(11, 10)
    field.answer(("pass",))
    field.act("b1", "shot", ARCO, "a1", die=8)
    assert field.the(HitLanded).target == "a1", "even an action that leads nowhere ends it"
    field.done()


@pytest.mark.rule("CDC-ACT-23.4")
def test_it_protects_from_shots_only() -> None:
    field = Field({"a1": at(10, last_action="cover"), "b1": at(13.5)}, dice=[4], hand="b")
    field.act("b1", "melee", "a1", die=8)
    assert field.the(HitLanded).target == "a1"
    field.done()


@pytest.mark.rule("CDC-ACT-23.9")
def test_tests_do_not_end_it() -> None:
    field = covered(4, 4, conditions=["Veleno"])
    field.act("a1", "cure", "Veleno")
    assert field.figure("a1").conditions == () and field.figure("a1").dice == ()
    field.answer(("pass",))
    field.act("b1", "shot", ARCO, "a1", die=8)
    assert field.the(Missed).target == "a1"
    field.done()


@pytest.mark.rule("CDC-ACT-23.4", "CDC-ACT-11.3")
def test_a_shot_in_response_meets_who_is_not_yet_under_cover() -> None:
    shoot = {
        "kind": "AGL",
        "limit": "1 per game",
        "do": [{"damage": 1, "to": "foes(me, 60)", "when": 'last_action("a1") is cover'}],
    }
    field = trial({"Agguato": shoot}, {"a1": at(10), "b1": at(40, abilities=["Agguato"])}, dice=[1], terrain=[WOOD])
    field.act("a1", "cover", die=8, others=(4,))
    field.answer(("Agguato", "b1"))
    assert not field.all(Hurt) and field.figure("a1").last_action == "cover"
    field.done()


@pytest.mark.rule("CDC-ACT-23.10")
def test_moving_under_cover_counts_as_a_movement() -> None:
    fighters = {"a1": at(10, conditions=["Gelo"], dice=(4, 6, 8, 8)), **FAR}
    field = Field(fighters, dice=[1], terrain=[WOOD])
    field.act("a1", "cover", die=8, others=(4,))
    field.to(10, 11)
    assert "move" not in field.offered("a1") and "cover" not in field.offered("a1"), "Gelo allows one a turn"
    assert "careful" in field.offered("a1") and "jump" in field.offered("a1")
    field = Field({"a1": at(10), "b1": at(17)}, dice=[8], terrain=[WOOD])
    field.act("a1", "cover", die=8, others=(4,))
    assert not reaches(field, 13) and reaches(field, 14.5) and reaches(field, 12.4), "the 2 cm rule, but for contact"


@pytest.mark.rule("CDC-ACT-14.1")
def test_what_a_jump_does_is_told_in_order() -> None:
    field = jump(2, 90)
    told: list[type[Event]] = [
        type(event) for event in field.game.journal if isinstance(event, DiceSpent | DiceRolled | Moved)
    ]
    assert told == [DiceSpent, DiceRolled, Moved]
