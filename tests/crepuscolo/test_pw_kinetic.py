"""Kinetic powers, of fire, water and stone (CDC-PW-123 to -140)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    ConditionLost,
    Deviated,
    DiceLost,
    GroundChanged,
    Hurt,
    Missed,
)
from tests.crepuscolo.casting import caster, pass_hands, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at

RIVER = {"id": "river", "rect": [20, 0, 4, 60], "kinds": ["water"]}
ROCK = {"id": "rock", "rect": [20, 0, 4, 60], "height": 2, "crossing": "impassable"}
WOOD = {"id": "wood", "rect": [20, 20, 10, 10], "kinds": ["covering"]}
FIRE = {"conditions": ("Fuoco",)}
SICK = {"conditions": ("Veleno",)}
POINT = (14_000, 20_000)


def kinetic(number: int, *faces: int, terrain: tuple[dict[str, Any], ...] = (), **others: Any) -> Field:
    """`a1` at (10, 10) knows a kinetic power and has five dice; a 4 falls first."""
    me = {"points": (("concentrazione", 9),), "dice": (4, 4, 4, 4, 6), **others.pop("me", {})}
    return caster(f"CDC-PW-{number}", 4, *faces, me=me, setup={"terrain": list(terrain)}, **others)


def cast(field: Field, number: int, rank: int, *target: str) -> None:
    use(field, f"CDC-PW-{number}", *target, rank=rank)


def wounds(field: Field) -> list[tuple[str, int]]:
    return [(event.it, event.amount) for event in field.all(Hurt)]


def lost(field: Field, condition: str = "Fuoco") -> list[str]:
    return [e.it for e in field.all(ConditionLost) if e.condition == condition]


def gained(field: Field, condition: str = "Fuoco") -> list[str]:
    return [e.it for e in field.all(ConditionGained) if e.condition == condition]


@pytest.mark.parametrize(
    ("number", "rank"),
    [
        pytest.param(n, rank, marks=pytest.mark.rule(f"CDC-PW-{n}.1"))
        for n, rank in (
            (123, 3), (124, 3), (125, 2), (126, 4), (127, 3), (128, 2), (129, 3), (130, 3), (131, 3), (132, 3),
            (133, 3), (134, 3), (135, 3), (136, 3), (137, 3), (138, 3), (139, 3), (140, 3),
        )
    ],
)  # fmt: skip
def test_each_costs_its_rank_in_dice_and_points(number: int, rank: int) -> None:
    """A 2 does not reach the SdS of 4: the dice and points are gone. With one die or point less it is not offered."""
    spell = f"CDC-PW-{number}"
    terrain = [dict(RIVER), {**ROCK, "rect": [30, 0, 4, 60]}, {**WOOD, "rect": [5, 40, 5, 5]}]
    foe = at(18, conditions=("Fuoco", "A Terra")) if number != 135 else at(28)

    def scene(dice: int, points: int) -> Field:
        mine = at(10, abilities=[spell], dice=(4,) * dice, points=(("concentrazione", points),))
        return Field({"a1": mine, "b1": foe}, terrain=terrain, dice=[2])

    for dice, points in ((rank - 1, rank), (rank, rank - 1)):
        assert spell not in scene(dice, points).offered("a1", "power")
    field = scene(rank + 1, rank + 2)
    target = field.offered("a1", "power", spell)
    named = target[:1] if target and isinstance(target[0], str) else ()
    use(field, spell, *named, rank=rank, die=4)
    while field.asked.startswith("aim"):
        field.answer((12_000, 14_000))
    assert field.figure("a1").dice == (4,) and field.figure("a1").points == (("concentrazione", 2),)
    field.done()


# Points that deviate


AT_A_POINT = [(123, 3), (124, 3), (126, 4), (127, 3), (129, 3), (137, 3), (138, 3), (139, 3), (140, 3)]


@pytest.mark.rule(
    "CDC-PW-123.2", "CDC-PW-124.2", "CDC-PW-126.2", "CDC-PW-127.2", "CDC-PW-129.2", "CDC-PW-137.2", "CDC-PW-138.2",
    "CDC-PW-139.2", "CDC-PW-140.2",
)  # fmt: skip
@pytest.mark.parametrize(("number", "rank"), AT_A_POINT)
def test_they_start_from_a_point_in_sight_however_far_that_deviates(number: int, rank: int) -> None:
    """Behind b1 there is no line of sight. A 2 deviates to the right by 1 + 1 + 1 cm; the chasm three times."""
    times = 3 if number == 140 else 2 if number == 127 else 1
    field = kinetic(number, *(2, 1, 1, 1) * times, b1=at(20))
    cast(field, number, rank)
    assert field.refusal((30_000, 10_000)).code == "point_unseen"
    field.answer((10_000, 55_000))
    if field.asked.startswith("aim"):
        field.answer((10_000, 50_000))
    first = field.all(Deviated)[0]
    assert (first.from_x, first.from_y, first.x, first.y) == (10_000, 55_000, 13_000, 55_000)
    if number == 140:
        assert [(e.from_x, e.x) for e in field.all(Deviated)] == [(10_000, 13_000), (13_000, 16_000), (16_000, 19_000)]
    field.done()


# Fire


@pytest.mark.rule("CDC-PW-124.3")
def test_flames_within_15_cm_go_out() -> None:
    """a2 stands 15 cm from the point, b1 15.01 cm."""
    field = kinetic(124, 6, a2=at(30.25, 20, **FIRE), b1=at(14, 36.26, **FIRE), b2=at(17, 22, **FIRE))
    cast(field, 124, 3)
    field.answer(POINT)
    assert lost(field) == ["a2", "b2"]
    field.done()


@pytest.mark.rule("CDC-PW-123.3", "CDC-PW-123.4")
def test_flames_spread_from_within_10_cm_to_as_many_others_within_15() -> None:
    """b1 burns 10 cm from the point, b2 10.01 cm; b3 stands 15 cm from it, b4 15.01 cm."""
    field = kinetic(
        123, 6, a2=at(14, 22, **FIRE), b1=at(25.25, 20, **FIRE), b2=at(14, 31.26, **FIRE), b3=at(30.25, 20),
        b4=at(14, 36.26),
    )  # fmt: skip
    cast(field, 123, 3)
    field.answer(POINT)
    assert lost(field) == ["a2", "b1"]
    assert "b3" in field.offered() and "b4" not in field.offered()
    field.answer(("b3", "b1"))
    assert gained(field) == ["b3", "b1"], "b1 in place of what a2 lost"
    field.done()


@pytest.mark.rule("CDC-PW-123.4", "CDC-PW-129.4")
@pytest.mark.parametrize(("number", "condition"), [(123, "Fuoco"), (129, "Veleno")])
def test_the_only_one_who_lost_it_does_not_receive_it_again(number: int, condition: str) -> None:
    field = kinetic(number, 6, b1=at(14, 22, conditions=(condition,)), b2=at(17, 22))
    cast(field, number, 3)
    field.answer(POINT)
    assert "b1" not in field.offered() and "b2" in field.offered()
    field.answer(("b2",))
    assert gained(field, condition) == ["b2"] and lost(field, condition) == ["b1"]
    field.done()


@pytest.mark.rule("CDC-PW-129.3", "CDC-PW-129.4")
def test_poison_spreads_from_within_10_cm_to_others_within_15() -> None:
    field = kinetic(
        129, 6, a2=at(14, 22, **SICK), b1=at(25.25, 20, **SICK), b2=at(14, 31.26, **SICK), b3=at(30.25, 20),
        b4=at(14, 36.26),
    )  # fmt: skip
    cast(field, 129, 3)
    field.answer(POINT)
    assert lost(field, "Veleno") == ["a2", "b1"]
    assert "b3" in field.offered() and "b4" not in field.offered()
    field.answer(("b3", "done"))
    assert gained(field, "Veleno") == ["b3"]
    assert field.the(ConditionGained).actor == "a1", "inflicted by the user"
    field.done()


@pytest.mark.rule("CDC-PW-125.2", "CDC-PW-125.3")
@pytest.mark.parametrize(("answer", "damage"), [(((4, 0),), 1), (("done",), 2)])
def test_flames_enfold_one_who_burns_unless_it_spends_a_die(answer: Any, damage: int) -> None:
    field = kinetic(125, b1=at(20, 14, **FIRE), b2=at(20, 20))
    assert field.offered("a1", "power", "CDC-PW-125") == ("b1",)
    cast(field, 125, 2, "b1")
    assert field.asked == "spend_dice" and field.game.pending.seats == ("b",) and wounds(field) == [("b1", 1)]
    field.answer(answer)
    assert wounds(field) == [("b1", 1)] * damage
    assert len(field.figure("b1").dice) == 1 + damage
    field.done()


@pytest.mark.rule("CDC-PW-125.3")
def test_flames_enfold_twice_one_who_has_no_dice() -> None:
    field = kinetic(125, b1=at(20, 14, dice=(), **FIRE))
    cast(field, 125, 2, "b1")
    assert wounds(field) == [("b1", 1), ("b1", 1)]
    field.done()


@pytest.mark.rule("CDC-PW-126.3", "CDC-PW-126.4", "CDC-PW-126.5")
def test_flames_consume_as_many_as_burn_the_same_one_even() -> None:
    """Two burn within 10 cm (b3 does not, 10.01 cm); b1 stands 7.5 cm from the point, b2 10 cm."""
    field = kinetic(126, 6, a2=at(14, 22, **FIRE), b1=at(22.75, 20), b2=at(25.25, 20, **FIRE), b3=at(14, 31.26, **FIRE))
    cast(field, 126, 4)
    field.answer(POINT)
    assert field.asked == "share" and field.game.form("a").total == 2
    bins = field.game.form("a").bins
    assert bins == ("a2", "b1", "nobody")
    field.answer((0, 2, 0))
    assert wounds(field) == [("b1", 1), ("b1", 1)] and lost(field) == []
    field.done()


@pytest.mark.rule("CDC-PW-127.2", "CDC-PW-127.3", "CDC-PW-127.4")
def test_flames_move_from_one_point_to_another_that_is_chosen_then() -> None:
    """Two lose Fuoco within 10 cm of (14, 20), b2 at 10.01 cm not; b4 stands 10 cm from (40, 40), b5 10.01 cm."""
    field = kinetic(
        127, 6, 1, a2=at(14, 22, **FIRE), b1=at(25.25, 20, **FIRE), b2=at(14, 31.26, **FIRE), b3=at(40, 42),
        b4=at(51.25, 40), b5=at(40, 51.26),
    )  # fmt: skip
    cast(field, 127, 3)
    field.answer(POINT)
    assert lost(field) == ["a2", "b1"], "the second point is chosen when the first has had its effect"
    assert field.asked.startswith("aim_point")
    field.to(40, 40)
    assert field.offered() == ("b3", "b4", "done")
    field.answer(("b3", "b4"))
    assert gained(field) == ["b3", "b4"]
    field.done()


@pytest.mark.rule("CDC-PW-128.2", "CDC-PW-128.3")
def test_a_wood_ablaze_hurts_whoever_was_in_it_in_a_turn_for_the_rest_of_the_game() -> None:
    """b1 stands in the wood, behind b2, b2 before it."""
    field = kinetic(128, terrain=(WOOD,), me={"at": (10, 25), "res": 9}, b1=at(22, 25), b2=at(15, 25))
    assert field.offered("a1", "power", "CDC-PW-128") == ("wood",)
    cast(field, 128, 2, "wood")
    assert wounds(field) == []
    pass_hands(field)
    assert wounds(field) == [("b1", 1)]
    pass_hands(field)
    assert wounds(field) == [("b1", 1), ("b1", 1)]
    field.done()


# Water


@pytest.mark.rule("CDC-PW-130.2", "CDC-PW-130.3", "CDC-PW-135.2", "CDC-PW-135.3")
@pytest.mark.parametrize(("number", "piece"), [(130, RIVER), (135, ROCK)])
@pytest.mark.parametrize(("spent", "damage"), [(0, 4), (1, 3), (3, 1)])
def test_a_hammer_and_a_boulder_inflict_4_less_the_dice_spent(
    number: int, piece: dict[str, Any], spent: int, damage: int
) -> None:
    """b1 stands 10 cm from the piece, b2 10.01 cm."""
    field = kinetic(number, terrain=(piece,), me={"at": (5, 30)}, b1=at(8.75, 20), b2=at(8.74, 40))
    assert field.offered("a1", "power", f"CDC-PW-{number}") == ("b1",)
    cast(field, number, 3, "b1")
    assert field.asked == "spend_dice" and field.game.pending.seats == ("b",)
    field.answer(tuple((die, 0) for die in (4, 6, 8)[:spent]) + (("done",) if spent < 3 else ()))
    assert wounds(field) == [("b1", damage)] and len(field.figure("b1").dice) == 3 - spent
    field.done()


@pytest.mark.rule("CDC-PW-130.3", "CDC-PW-135.3", "CDC-PW-136.2")
@pytest.mark.parametrize(("number", "piece"), [(130, RIVER), (135, ROCK), (136, ROCK)])
def test_five_dice_are_no_less_than_no_damage(number: int, piece: dict[str, Any]) -> None:
    prone = ("A Terra",) if number == 136 else ()
    field = kinetic(number, terrain=(piece,), b1=at(15, dice=(4, 4, 4, 6, 8), conditions=prone))
    cast(field, number, 3, "b1")
    if field.asked == "spend_dice":
        field.answer(((4, 0), (4, 1), (4, 2), (6, 0), (8, 0)))
    assert wounds(field) == [] and field.figure("b1").life == 5
    field.done()


@pytest.mark.rule("CDC-PW-131.2", "CDC-PW-131.3")
def test_a_shield_of_water_raises_the_threshold_both_ways_for_the_turn() -> None:
    """b1 stands 5 cm from the river, b2 5.01 cm. The SdS is 6 in melee, by b1 and against it; 4 again in turn 2."""
    mine = {"at": (11.25, 10), "dice": (4, 4, 6, 6, 8)}
    field = kinetic(131, 5, 6, 5, 6, 4, terrain=(RIVER,), me=mine, b1=at(13.75, 10, res=9), b2=at(13.74, 20))
    assert field.offered("a1", "power", "CDC-PW-131") == ("b1",)
    cast(field, 131, 3, "b1")
    field.act("a1", "melee", "b1", die=6)
    assert wounds(field) == []
    field.act("a1", "melee", "b1", die=8)
    assert wounds(field) == [("b1", 1)] and field.game.pending.seats == ("b",), "4 + 5 + 6 end the hand of a"
    field.act("b1", "melee", "a1", die=8)
    field.act("b1", "melee", "a1", die=6)
    assert wounds(field) == [("b1", 1), ("a1", 1)] and {e.need.value for e in field.all(Missed)} == {6}
    pass_hands(field)
    field.act("a1", "melee", "b1", die=8)
    assert wounds(field)[2:] == [("b1", 1)]
    field.done()


@pytest.mark.rule("CDC-PW-132.2", "CDC-PW-132.3")
@pytest.mark.parametrize(("face", "held"), [(4, False), (0, True)])
def test_a_prison_of_water_holds_who_does_not_pass_riflessi(face: int, held: bool) -> None:
    """b1 stands 5 cm from the river, b2 5.01 cm."""
    faces = (face,) if face else ()
    field = kinetic(132, *faces, terrain=(RIVER,), b1=at(13.75, 14), b2=at(13.74, 24))
    assert field.offered("a1", "power", "CDC-PW-132") == ("b1",)
    cast(field, 132, 3, "b1")
    assert field.asked == "test"
    field.answer(4 if face else "decline")
    field.answer(("pass",))
    assert ("move" not in field.offered("b1")) is held and "move" in field.offered("b2")
    assert "jump" in field.offered("b1"), "only Movimento is barred"
    pass_hands(field)
    field.answer(("pass",))
    assert "move" in field.offered("b1"), "a new turn"
    field.done()


@pytest.mark.rule("CDC-PW-133.2", "CDC-PW-133.3")
def test_a_frozen_river_can_be_crossed_and_is_no_water_any_more() -> None:
    field = kinetic(133, terrain=(RIVER,), b1=at(22, 40, in_water=True))
    assert field.offered("a1", "power", "CDC-PW-133") == ("river",)
    cast(field, 133, 3, "river")
    piece = field.state.ground.piece("river")
    assert piece.kinds == ("dangerous",) and piece.crossing == "passable"
    assert field.figure("b1").in_water is False
    pass_hands(field)
    assert field.state.ground.piece("river") == piece
    field.done()


@pytest.mark.rule("CDC-PW-133.2", "CDC-PW-134.2")
@pytest.mark.parametrize("number", [133, 134])
def test_a_river_out_of_sight_is_not_offered(number: int) -> None:
    wall = {"id": "wall", "rect": [15, 0, 1, 60], "height": 9, "crossing": "impassable"}
    field = kinetic(number, terrain=(RIVER, wall), b1=at(5))
    assert "power" not in field.offered("a1")


@pytest.mark.rule("CDC-PW-134.2")
def test_sublimation_takes_a_die_from_all_within_10_cm_of_a_river() -> None:
    """a2 stands 10 cm away, b1 10.01 cm, b2 in the water's edge on the other side."""
    dice = {"dice": (6,)}
    field = kinetic(134, terrain=(RIVER,), me={"at": (3, 10)}, a2=at(8.75, 20, **dice), b1=at(8.74, 30, **dice),
                    b2=at(30, 30, **dice))  # fmt: skip
    cast(field, 134, 3, "river")
    assert [(e.it, e.dice) for e in field.all(DiceLost)] == [("a2", (6,)), ("b2", (6,))]
    field.done()


# Stone


@pytest.mark.rule("CDC-PW-136.2")
@pytest.mark.parametrize(("dice", "damage"), [((), 4), ((4,), 3), ((4, 6, 8), 1)])
def test_crushing_inflicts_4_less_the_dice_left_on_one_who_lies(dice: tuple[int, ...], damage: int) -> None:
    field = kinetic(136, b1=at(20, 14, dice=dice, conditions=("A Terra",)), b2=at(20, 20))
    assert field.offered("a1", "power", "CDC-PW-136") == ("b1",)
    cast(field, 136, 3, "b1")
    assert wounds(field) == [("b1", damage)] and field.figure("b1").dice == dice
    field.done()


@pytest.mark.rule("CDC-PW-137.2")
def test_splinters_hurt_all_within_5_cm() -> None:
    """a2 stands 5 cm from the point, b1 5.01 cm."""
    field = kinetic(137, 6, a2=at(20.25, 20), b1=at(14, 26.26), b2=at(17, 22))
    cast(field, 137, 3)
    field.answer(POINT)
    assert wounds(field) == [("a2", 1), ("b2", 1)]
    field.done()


@pytest.mark.rule("CDC-PW-138.2")
def test_the_earth_holds_all_within_5_cm_for_the_turn() -> None:
    field = kinetic(138, 6, b1=at(20.25, 20), b2=at(14, 26.26))
    cast(field, 138, 3)
    field.answer(POINT)
    field.answer(("pass",))
    assert {"move", "jump", "climb", "swim"} & set(field.offered("b1")) == set()
    assert {"move", "jump"} <= set(field.offered("b2"))
    pass_hands(field)
    field.answer(("pass",))
    assert {"move", "jump"} <= set(field.offered("b1"))
    field.done()


@pytest.mark.rule("CDC-PW-139.2", "CDC-PW-139.3")
def test_a_tremor_takes_a_die_within_7_5_cm_and_fells_whoever_has_none() -> None:
    """b1 has one die 7.5 cm from the point, b2 none, b3 two; b4 stands 7.51 cm away."""
    field = kinetic(139, 6, b1=at(22.75, 20, dice=(4,)), b2=at(17, 20, dice=()), b3=at(14, 24, dice=(4, 4)),
                    b4=at(14, 28.76, dice=()))  # fmt: skip
    cast(field, 139, 3)
    field.answer(POINT)
    assert [(e.it, e.dice) for e in field.all(DiceLost)] == [("b1", (4,)), ("b3", (4,))]
    assert gained(field, "A Terra") == ["b1", "b2"]
    field.done()


@pytest.mark.rule("CDC-PW-140.3", "CDC-PW-140.4")
def test_a_chasm_opens_where_all_have_been_moved_off() -> None:
    """b1 stands 2 cm from the point on the right."""
    field = kinetic(140, 6, 6, 6, b1=at(32, 30), b2=at(36, 42))
    cast(field, 140, 3)
    field.to(30, 30)
    x, y = field.at("b1")
    assert y == 30 and 36.25 < x <= 36.27 and field.at("b2") == (36, 42)
    piece = field.all(GroundChanged)[-1].piece
    assert piece.kinds == ("crevice",) and (piece.area.x, piece.area.y, piece.area.r) == (30_000, 30_000, 4_500)
    assert wounds(field) == [] and field.figure("b1").dice == (4, 6, 8)
    field.done()


@pytest.mark.rule("CDC-PW-140.3")
def test_a_chasm_moves_whoever_is_within_5_cm_to_more_than_5_cm() -> None:
    """From (30, 30): b1 stands at exactly 5 cm, b2 at 5.01 cm."""
    field = kinetic(140, 6, 6, 6, b1=at(36.25, 30), b2=at(30, 36.26))
    cast(field, 140, 3)
    field.to(30, 30)
    assert 36.25 < field.at("b1")[0] <= 36.27 and field.at("b1")[1] == 30
    assert field.at("b2") == (30, 36.26)
    field.done()


@pytest.mark.rule("CDC-PW-140.3")
def test_who_stands_on_the_very_point_of_a_chasm_is_moved_where_its_controller_says() -> None:
    field = kinetic(140, 2, 1, 1, 1, 6, 6, b1=at(33, 30))
    cast(field, 140, 3)
    field.to(30, 30)
    assert field.asked == "aim_arc" and field.game.pending.seats == ("b",)
    field.answer(0)
    x, y = field.at("b1")
    assert max(abs(x - 33), abs(y - 30)) > 6.25 and min(abs(x - 33), abs(y - 30)) < 0.02
    field.done()
