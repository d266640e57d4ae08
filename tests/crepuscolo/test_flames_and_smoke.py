"""The proto-flamethrower and the smoke grenade in play (chapter V)."""

from typing import Any

import pytest

from arbitro.engine.state import Step
from arbitro.rulesets.crepuscolo.events import (
    ArmourWorn,
    DiceLost,
    DiceRolled,
    HitLanded,
    Hurt,
    ItemSpent,
    Missed,
    TestEnded,
)
from tests.crepuscolo.arms import FAR, MEDIA, TOUGH, hurt, rolled
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import in_play

LANCIAFIAMME, FUMOGENA, PISTOLA = "CDC-EQ-52", "CDC-EQ-53", "CDC-EQ-41"
Fighters = dict[str, dict[str, Any]]
EAST = 0

# the proto-flamethrower


def burning(*dice: int, terrain: tuple[dict[str, Any], ...] = (), no_dice: bool = False, **fighters: Any) -> Field:
    """`a1` with a flamethrower at (20, 20), and others, who hold one d4 each, or with ``no_dice`` nothing."""
    everybody: Fighters = {
        "a1": {"at": (20, 20), "items": [LANCIAFIAMME], **TOUGH, **fighters.pop("a1", {})},
        "b9": FAR,
        **{name: {"dice": (4,), **TOUGH, **given} for name, given in fighters.items()},
    }
    field = Field(everybody, terrain=terrain, dice=dice)
    if no_dice:
        for name in fighters:
            field.figure(name).dice = ()
    return field


def fire(field: Field, die: int, way: int = EAST) -> None:
    """Use the flamethrower, rolling one of d4, d6 and d8, towards milli-degrees."""
    field.act("a1", "flame", LANCIAFIAMME, die=die, others=tuple(size for size in (4, 6, 8) if size != die))
    assert field.asked == "arc" and not field.all(DiceRolled), "the arc is picked before the die"
    field.answer(way, "a")


@pytest.mark.rule("CDC-EQ-52.1", "CDC-EQ-52.2", "CDC-EQ-52.3", "CDC-EQ-52.7")
def test_a_flamethrower_burns_whoever_fails_a_test_in_its_arc() -> None:
    field = burning(
        *(2, 3, 4, 1),  # threshold 2; the tests of a2, b1 and b3, with a d4 each
        a2={"at": (25, 23)},
        b1={"at": (32.5, 20)},  # exactly 10 cm from base to base
        b2={"at": (28.9, 28.9)},  # on the limit of the arc, 0.08 cm too far
        b3={"at": (24, 17)},
        b4={"at": (17, 20)},  # behind the user
    )
    fire(field, 8)
    for who in ("a2", "b1", "b3"):
        assert field.asked == "test" and (field.about["actor"], field.about["test"]) == (who, "riflessi")
        field.answer(4, who[0])
    assert [(test.it, test.passed) for test in field.all(TestEnded)] == [("a2", False), ("b1", True), ("b3", False)]
    assert hurt(field) == [("a2", 2), ("b3", 2)], "the user is not in it"
    assert {event.rules for event in field.all(Hurt)} == {("CDC-EQ-52.2",)}
    assert rolled(field)[0] == (8, 2) and field.figure("a1").dice == ()
    field.done()


@pytest.mark.rule("CDC-EQ-52.2")
@pytest.mark.parametrize(
    ("place", "burnt"), [((25, 25), True), ((22.5, 24), True), ((22, 24), False), ((20, 25), False), ((15, 20), False)]
)
def test_the_arc_of_flames_is_90_degrees(place: tuple[float, float], burnt: bool) -> None:
    # towards the east its limits are the diagonals: (22.5, 24) is 1.06 cm from one, (22, 24) 1.41 cm, a base 1.25 cm
    field = burning(4, b1={"at": place}, no_dice=True)
    fire(field, 4)
    assert hurt(field) == ([("b1", 2)] if burnt else [])
    field.done()


@pytest.mark.rule("CDC-EQ-52.4", "CDC-EQ-52.5", "CDC-EQ-52.8")
@pytest.mark.parametrize("die", [4, 6, 8])
def test_a_flamethrower_explodes_on_a_1_only(die: int) -> None:
    many = {"dice": (4, 4, 6, 6, 8, 8)}
    field = burning(1, a1={**many, "items": [LANCIAFIAMME, MEDIA]}, b1={"at": (25, 20)})
    assert "flame" in field.offered("a1")
    fire(field, die)
    assert hurt(field) == [("a1", 3)] and not field.all(ArmourWorn), "in spite of the armour, and b1 is safe"
    assert field.the(ItemSpent).item == LANCIAFIAMME
    assert field.figure("a1").dice == (4, 6, 8) and "flame" not in field.offered("a1"), "useless from now on"
    field.done()
    field = burning(2, a1=many, b1={"at": (35, 35)})
    fire(field, die)
    assert hurt(field) == [] and not field.all(ItemSpent) and "flame" in field.offered("a1")
    field.done()


@pytest.mark.rule("CDC-EQ-52.1", "CDC-EQ-52.6")
def test_the_bars_on_ranged_attacks_do_not_bar_flames() -> None:
    wall = {"id": "wall", "rect": [27.5, 15, 1, 10], "height": 9, "crossing": "impassable"}
    field = burning(
        2,
        terrain=(wall,),
        no_dice=True,
        a1={"items": [LANCIAFIAMME, PISTOLA]},
        a2={"at": (26, 20)},  # within 3 cm of both enemies
        b1={"at": (23, 20)},  # within 1 cm of the user
        b2={"at": (30, 20)},  # behind the wall
    )
    assert "shot" not in field.offered("a1")
    fire(field, 8)
    assert hurt(field) == [("a2", 2), ("b1", 2), ("b2", 2)]
    need = field.the(DiceRolled).need
    assert need is not None and need.value == 2
    field.done()


@pytest.mark.rule("CDC-EQ-52.1")
def test_a_flamethrower_makes_no_ranged_attacks() -> None:
    field = burning(b1={"at": (25, 20)})
    assert "shot" not in field.offered("a1")
    assert field.offered("a1", "flame", LANCIAFIAMME) == (4, 6, 8), "any of the three may be the one rolled"
    assert "flame" not in burning(a1={"dice": (8, 8)}, b1={"at": (25, 20)}).offered("a1")


def test_armour_counts_against_flames() -> None:
    field = burning(2, b1={"at": (25, 20), "items": [MEDIA]}, no_dice=True)
    fire(field, 8)
    assert hurt(field) == [("b1", 1)] and field.figure("b1").armour == 1
    field.done()


# the smoke grenade


@pytest.mark.rule("CDC-EQ-53.4", "CDC-EQ-53.5", "CDC-EQ-53.6", "CDC-EQ-53.7")
def test_smoke_takes_the_dice_of_whoever_fails_within_10_cm_of_the_fighter_hit() -> None:
    fighters: Fighters = {
        "a1": {"at": (20, 20), "items": [FUMOGENA], "pre": 1},  # 10 cm from b1
        "a2": {"at": (26, 26)},
        "b1": {"at": (32.5, 20)},
        "b2": {"at": (45, 20), "dice": (4, 4)},  # 10 cm from b1
        "b3": {"at": (32.5, 32.51)},  # 10.01 cm from b1
    }
    field = Field(fighters, dice=[3, 4, 2, 1, 3, 4])
    field.act("a1", "shot", FUMOGENA, "b1", die=8)
    assert field.the(HitLanded).face == 3, "SdS 4, and 1 more for Precisione"
    for who, answer in (("b1", "decline"), ("a1", 6), ("a2", 8), ("a2", 4), ("b2", 4)):
        assert field.asked == "test" and (field.about["actor"], field.about["test"]) == (who, "riflessi")
        field.answer(answer, who[0])
    passed = [(test.it, test.passed) for test in field.all(TestEnded)]
    assert passed == [("b1", False), ("a1", True), ("a2", False), ("b2", True)]
    lost = field.the(DiceLost)
    assert (lost.it, lost.dice, lost.rules) == ("b1", (4, 6, 8), (FUMOGENA,)), "a2 had none left to lose"
    assert [field.figure(name).dice for name in ("a1", "a2", "b1", "b2", "b3")] == [(4,), (), (), (4,), (4, 6, 8)]
    assert not field.all(Hurt)
    field.done()


def smoke(*dice: int, **thrower: Any) -> Field:
    """`a1` throws a smoke grenade with a d8 at `b1`, 11 cm away."""
    fighters: Fighters = {
        "a1": {"at": (20, 20), "items": [FUMOGENA, PISTOLA], **thrower},
        "b1": {"at": (33.5, 20)},
        "b2": {"at": (36, 20)},
    }
    field = Field(fighters, dice=dice)
    field.act("a1", "shot", FUMOGENA, "b1", die=8)
    return field


@pytest.mark.rule("CDC-EQ-53.3", "CDC-EQ-53.7", "CDC-EQ-53.8")
def test_a_grenade_that_misses_is_used_up_without_effect() -> None:
    field = smoke(3)
    assert field.the(Missed).target == "b1" and field.asked == "action"
    assert field.the(ItemSpent).item == FUMOGENA
    assert field.figure("b1").dice == field.figure("b2").dice == (4, 6, 8)
    assert field.offered("a1", "shot") == (PISTOLA,)
    field.done()


@pytest.mark.rule("CDC-EQ-53.3", "CDC-EQ-53.5", "CDC-EQ-53.9")
def test_a_grenade_works_once_in_a_game_and_never_hurts(monkeypatch: pytest.MonkeyPatch) -> None:
    more = {"modify": "damage", "by": 3, "step": "extra", "when": "actor is me and action is shot"}
    in_play(monkeypatch, marksman={"always": [more]})
    for face in (7, 8):
        field = smoke(face, abilities=["marksman"])
        assert field.the(HitLanded).critical is (face == 8)
        for _ in ("b1", "b2"):
            field.answer("decline", "b")
        assert field.figure("b1").dice == field.figure("b2").dice == ()
        assert field.asked == "action" and not field.all(Hurt)
        field.next_step(Step("turn", ("a",)))
        field.answer(("pass",), "a")
        assert field.state.turn == 2 and field.offered("a1", "shot") == (PISTOLA,)
        field.done()
