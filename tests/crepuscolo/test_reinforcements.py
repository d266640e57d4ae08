"""Who comes on to the table elsewhere or later: scouts and reinforcements (CDC-AB-034, CDC-AB-035)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arbitro.engine.events import EffectBegan
from arbitro.rulesets.crepuscolo.events import DiceGained, DiceRolled, Placed, TurnBegan
from arbitro.rulesets.crepuscolo.state import RESERVE, TABLE
from tests.crepuscolo.field import Field

RULE = pytest.mark.rule
SCOUT, LATE, HATRED = "CDC-AB-034", "CDC-AB-035", "CDC-AB-031"
A_FIRST = (1, 1, 1, 8, 6, 4)
PASS = ("pass",)


def scouting(**enemy: Any) -> Field:
    """`a1`, a scout, is placed first; the access points are (30, 0) and (30, 60); its base has a radius of 1.25."""
    return Field({"a1": {"abilities": [SCOUT]}, "b1": dict(enemy)}, hand="", dice=A_FIRST)


def code(field: Field, x: float, y: float) -> tuple[str, tuple[str, ...]] | None:
    """Code and rules of the refusal of a place."""
    why = field.refusal((int(x * 1000), int(y * 1000)))
    return None if why is None else (why.code, why.rules)


# --- Ricognizione -----------------------------------------------------------------------------------------


@RULE("CDC-AB-034.1", "CDC-AB-034.2")
def test_a_scout_stands_anywhere_but_within_20_cm_of_the_other_access_point() -> None:
    """From (30, 60): a base whose centre is 21.25 cm away is exactly 20 cm away, and that is too near."""
    field = scouting()
    assert field.about["action"] == "deploy"
    assert code(field, 5, 30) is None and code(field, 5, 58) is None  # 60 - 20 - 1.25 from the corner is far enough
    assert code(field, 30, 60 - 21.25) == ("too_near_access", (SCOUT,))
    assert code(field, 30, 60 - 21.26) is None
    assert code(field, 30, 10) is None
    assert field.refusal((100, 30_000)).code == "off_table"  # type: ignore[union-attr]
    field.to(30, 38.74)
    assert field.the(Placed).y == 38_740
    field.done()


@RULE("CDC-AB-034.1")
def test_others_stay_within_20_cm_of_their_own() -> None:
    plain = Field({"a1": {}, "b1": {}}, hand="", dice=A_FIRST)
    assert code(plain, 30, 21.26) == ("too_far", ("CDC-DEP-02.2",))
    assert code(plain, 30, 21.25) is None


@RULE("CDC-AB-034.3")
def test_a_scout_stands_more_than_10_cm_from_enemies_already_placed() -> None:
    """`b1` at (10, 20), radius 1.25: the centres are to be more than 12.5 cm apart."""
    field = scouting(at=(10, 20))
    assert code(field, 22, 19) is None  # within 20 cm of its own access point, as everybody may
    assert code(field, 10, 32.5) == ("too_near_foe", (SCOUT,))
    assert code(field, 10, 32.51) is None
    assert field.refusal((10_000, 32_500)).facts == {"figure": "b1", "limit": 10_000}  # type: ignore[union-attr]


@RULE("CDC-AB-034.3")
def test_allies_are_no_hindrance() -> None:
    field = Field({"a1": {"abilities": [SCOUT]}, "a2": {"at": (10, 20)}, "b1": {}}, hand="", dice=A_FIRST)
    assert code(field, 10, 25) is None
    assert code(field, 10, 22) == ("overlaps", ("CDC-ACT-06.9",))


@RULE("CDC-AB-034.1", "CDC-AB-034.2")
def test_what_a_form_proposes_is_legal_and_often_far_from_home() -> None:
    field = scouting()
    form, rng = field.game.form("a"), Random(3)
    drawn = [form.sample(rng) for _ in range(12)]
    assert all(form.refusal(point) is None for point in drawn)
    assert any(y > 22_000 for _, y in drawn)
    assert form.refusal(form.default()) is None


# --- Rinforzi ---------------------------------------------------------------------------------------------


def waiting(n: int, *dice: int, foe: dict[str, Any] | None = None, **late: Any) -> Field:
    """`a1` and `b1` stand on the table, `n` reinforcements of `a` wait; the bidding is next. No fighter moves."""
    fighters: dict[str, dict[str, Any]] = {"a1": {"at": (10, 10)}, "b1": {"at": (50, 50), **(foe or {})}}
    for number in range(2, n + 2):
        fighters[f"a{number}"] = {"abilities": [LATE, *late.get("abilities", ())]}
    return Field(fighters, hand="", dice=dice)


def to_turn_two(field: Field) -> None:
    """`b` beats the d4 of `a` and has the first hand; all hands of the first turn are passed: `b`, then `a`."""
    field.answer(("a1", 4))
    field.answer(("b1", 4))
    while field.state.turn < 2:
        field.answer(PASS)


@RULE("CDC-AB-035.3")
def test_reinforcements_are_not_deployed_and_miss_the_first_turn() -> None:
    """Nobody is asked to deploy: the battle begins with the bidding."""
    field = waiting(1, 1, 2)
    assert field.asked == "bid" and field.figure("a2").status == RESERVE
    assert field.figure("a2").dice == () and field.offered() == ("a1",)
    field.answer(("a1", 4))
    field.answer(("b1", 4))
    field.answer(PASS)  # b has the first hand
    assert (field.state.turn, field.figure("a2").status) == (1, RESERVE)
    assert "a2" not in field.offered()
    field.done()


@RULE("CDC-AB-035.3")
def test_the_others_are_deployed_without_them() -> None:
    field = Field({"a1": {}, "a2": {"abilities": [LATE]}, "b1": {}}, hand="", dice=A_FIRST)
    assert field.asked == "place" and field.about["actor"] == "a1"  # no choice whom to place
    field.to(30, 10)
    assert field.about["actor"] == "b1"
    field.to(30, 50)
    assert field.asked == "bid" and field.figure("a2").status == RESERVE
    field.done()


@RULE("CDC-AB-035.4")
def test_in_the_second_turn_a_d4_tells_how_many_arrive_within_15_cm() -> None:
    """Three wait, a 2 falls: two of the player's choice are placed, before dice are dealt, and have their dice then."""
    field = waiting(3, 1, 2, 2)
    to_turn_two(field)
    assert field.state.turn == 2 and field.asked == "deploy" and field.offered() == ("a2", "a3", "a4")
    rolled = field.all(DiceRolled)[-1]
    assert (rolled.by, rolled.sides, rolled.faces, rolled.rules, rolled.counted) == ("a", 4, (2,), (LATE,), 0)
    dealt = len(field.all(DiceGained))
    field.answer("a4")
    assert field.about == {"actor": "a4", "action": "arrive", "limit": 15_000}
    assert code(field, 30, 16.25) is None and code(field, 30, 16.26) == ("too_far", ("CDC-DEP-02.2",))
    field.to(30, 16.25)
    assert len(field.all(DiceGained)) == dealt
    field.answer("a2")
    field.to(25, 5)
    assert [(e.it, e.rules) for e in field.all(Placed)] == [("a4", (LATE,)), ("a2", (LATE,))]
    assert [field.figure(f"a{n}").status for n in (2, 3, 4)] == [TABLE, RESERVE, TABLE]
    assert field.figure("a4").dice == field.figure("a2").dice == field.figure("a1").dice == (4, 6, 8)
    assert field.figure("a3").dice == ()
    field.done()


@RULE("CDC-AB-035.5")
def test_the_roll_is_repeated_each_turn_until_all_have_come() -> None:
    """A 1, then in turn 3 a 4 for the one that is left; in turn 4 nobody rolls any more."""
    field = waiting(2, 1, 2, 1, 4)
    to_turn_two(field)
    field.answer("a3")
    field.to(30, 5)
    while field.state.turn < 3:
        field.answer(PASS)
    assert (field.asked, field.about["actor"]) == ("place", "a2")  # the only one: no choice; three of the four are lost
    field.to(25, 5)
    while field.state.turn < 4:
        field.answer(PASS)
    assert field.asked == "action"
    assert [e.faces for e in field.all(DiceRolled) if LATE in e.rules] == [(1,), (4,)]
    field.done()


@RULE("CDC-AB-035.4")
def test_both_roll_and_who_has_the_first_hand_places_first() -> None:
    """The last hand of turn 1 was that of `a`, so that `b` has the first one of turn 2."""
    field = Field(
        {"a1": {"at": (10, 10)}, "a2": {"abilities": [LATE]}, "b1": {"at": (50, 50)}, "b2": {"abilities": [LATE]}},
        hand="",
        dice=(1, 2, 1, 3),
    )
    to_turn_two(field)
    rolls = [(e.by, e.faces) for e in field.all(DiceRolled) if LATE in e.rules]
    assert rolls == [("b", (1,)), ("a", (3,))]
    assert field.about["actor"] == "b2"
    field.to(30, 55)
    assert field.about["actor"] == "a2"
    field.to(30, 5)
    assert (field.asked, field.about["seat"]) == ("action", "b")
    field.done()


@RULE("CDC-AB-035.3", "CDC-AB-035.4")
def test_who_waits_is_on_the_battlefield_for_no_purpose_but_the_battle_goes_on() -> None:
    """The only fighter on the table dies, one waits: nobody has won; it arrives though the enemy stands alone."""
    field = Field({"a1": {"abilities": [LATE]}, "b1": {"at": (50, 50)}}, hand="bid", dice=(3,))
    assert (field.asked, field.about["seat"], field.state.result) == ("action", "b", "")
    while field.state.turn < 2:
        field.answer(PASS)
    assert field.all(TurnBegan)[-1].turn == 2 and field.about["actor"] == "a1"
    field.done()


@RULE("CDC-AB-035.4")
def test_scouting_is_for_deployment_only() -> None:
    field = waiting(1, 1, 2, 1, abilities=[SCOUT])
    to_turn_two(field)
    assert field.about["action"] == "arrive" and code(field, 30, 16.26) == ("too_far", ("CDC-DEP-02.2",))


@RULE("CDC-AB-035.4")
def test_who_finds_no_room_goes_on_waiting() -> None:
    """A wall of bases and obstacles around the access point leaves no place at all."""
    block = {"id": "block", "rect": [0, 0, 60, 20], "height": 6, "crossing": "impassable"}
    fighters: dict[str, dict[str, Any]] = {"a1": {"at": (10, 30)}, "a2": {"abilities": [LATE]}, "b1": {"at": (50, 50)}}
    field = Field(fighters, hand="", terrain=[block], dice=(1, 2, 3))
    to_turn_two(field)
    assert field.asked == "action" and field.figure("a2").status == RESERVE
    field.done()


@RULE("CDC-AB-031.1", "CDC-AB-035.3")
def test_who_will_come_later_hates_from_the_start() -> None:
    """The object of hatred is chosen when the battle begins, and it holds when the hater arrives."""
    field = waiting(1, 1, 2, 1, abilities=[HATRED])
    field.answer(("a1", 4))
    field.answer(("b1", 4))
    field.answer(PASS)
    assert field.asked == "choose" and field.offered() == ("b1",)
    field.answer("b1")
    assert field.the(EffectBegan).effect.bearer == "a2"
    while field.state.turn < 2:
        field.answer(PASS)
    field.to(30, 5)
    assert [effect.bearer for effect in field.state.effects.values()] == ["a2"]
    field.done()
