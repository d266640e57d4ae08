"""Close fire: a shot at whoever catches fire, falls or is thrown back nearby (CDC-AB-055)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    HitLanded,
    Missed,
    TookPart,
)
from tests.crepuscolo.field import Field
from tests.crepuscolo.test_ab_strikes import (
    PISTOLA,
    PROTO_PISTOLA,
    RAVVICINATO,
    SCHIOPPO,
    called,
    duel,
    hurt,
    rolled,
    seats,
)
from tests.crepuscolo.trials import at, trial


def near(condition: str, *dice: int, gap: float = 4, weapon: str = PISTOLA, **more: Any) -> Field:
    """`b1`, ``gap`` cm from `a1`, receives a condition; `a1` has Fuoco Ravvicinato and a firearm."""
    field = duel(
        *dice,
        gap=gap,
        made={"Tocco": called(condition)},
        a1={"abilities": [RAVVICINATO, "Tocco"], "items": [weapon]},
        **more,
    )
    field.act("a1", "ability", "Tocco", "b1")
    return field


@pytest.mark.rule("CDC-AB-055.2")
@pytest.mark.parametrize("condition", ["Fuoco", "A Terra"])
@pytest.mark.parametrize(("gap", "close"), [(4, True), (5, True), (5.01, False)])
def test_close_fire(condition: str, gap: float, close: bool) -> None:
    field = near(condition, *([4] if close else []), gap=gap)
    assert (field.asked == "strike") is close
    if close:
        assert field.offered() == ("pass", (PISTOLA, "b1")) and field.about["die"] == 4
        field.answer((PISTOLA, "b1"))
        assert rolled(field) == [(4, 4)] and hurt(field) == [("b1", 2)] and len(field.figure("a1").dice) == 3
        assert RAVVICINATO in field.all(TookPart)[-1].rules
    field.done()


@pytest.mark.rule("CDC-AB-055.2")
def test_close_fire_measures_before_a_repelled_fighter_flies_off() -> None:
    field = near("Respinto", 6, 4, 3)
    assert field.figure("b1").conditions == ("A Terra",) and field.at("b1")[0] - 12.5 > 5 + 10, "repelled, and far away"
    assert field.asked == "strike"
    field.answer((PISTOLA, "b1"))
    assert rolled(field)[-1] == (4, 3) and field.asked == "action", "once: it fell beyond 5 cm"
    field.done()


@pytest.mark.rule("CDC-AB-055.2")
@pytest.mark.parametrize("condition", ["Veleno", "Spaventato", "Gelo"])
def test_other_conditions_call_no_close_fire(condition: str) -> None:
    assert near(condition).asked == "action"


@pytest.mark.rule("CDC-AB-055.2")
def test_close_fire_may_be_declined_and_heeds_no_ban() -> None:
    field = near("Fuoco")
    field.answer("pass")
    assert field.asked == "action" and len(field.figure("a1").dice) == 3
    crowd = {"a2": at(16.5, 13), "b2": at(10, 13.5)}
    field = near("Fuoco", 2, others=crowd)
    assert "shot" not in field.offered("a1"), "engaged"
    field = near("Fuoco", 2, others=crowd)
    field.answer((PISTOLA, "b1"))
    assert field.the(Missed).action == "shot"
    field.done()


@pytest.mark.rule("CDC-AB-055.2")
def test_close_fire_follows_what_anybody_does_to_anybody() -> None:
    made = {"Tocco": called("Fuoco")}
    fighters = {"a1": at(10, abilities=[RAVVICINATO], items=[PISTOLA]), "a2": at(15), "b1": at(40, abilities=["Tocco"])}
    field = trial(made, fighters, dice=[2], hand="b")
    field.act("b1", "ability", "Tocco", "a2")
    assert field.asked == "strike" and seats(field) == ("a",) and field.offered() == ("pass", (PISTOLA, "a2"))
    field = trial(made, fighters, hand="b")
    field.act("b1", "ability", "Tocco", "a1")
    assert field.asked == "action", "not what the bearer suffers"


@pytest.mark.rule("CDC-AB-055.2")
def test_weapons_of_one_shot_a_turn_keep_to_it() -> None:
    field = near("Fuoco", 2, weapon=PROTO_PISTOLA)
    field.answer((PROTO_PISTOLA, "b1"))
    assert "shot" not in field.offered("a1"), "shot already"
    made = {"Tocco": called("Fuoco")}
    field = duel(2, made=made, gap=4, a1={"abilities": [RAVVICINATO, "Tocco"], "items": [PROTO_PISTOLA]})
    field.act("a1", "shot", PROTO_PISTOLA, "b1", die=8)
    field.act("a1", "ability", "Tocco", "b1")
    assert field.asked == "action"
    field.done()


@pytest.mark.rule("CDC-AB-055.3", "CDC-AB-055.4")
@pytest.mark.parametrize(("weapon", "shoots"), [(PISTOLA, True), (PROTO_PISTOLA, True), (SCHIOPPO, False)])
def test_pistols_fire_after_a_critical_hit_in_melee(weapon: str, shoots: bool) -> None:
    field = duel(8, *([2] if shoots else []), me=[RAVVICINATO], a1={"items": [weapon]}, others={"b2": at(10, 13.5)})
    field.act("a1", "melee", "b1", die=8)
    assert (field.asked == "strike") is shoots
    if shoots:
        assert field.offered() == ("pass", (weapon, "b1")), "at that fighter"
        field.answer((weapon, "b1"))
        assert rolled(field) == [(8, 8), (4, 2)] and field.the(Missed).action == "shot"
    field.done()


@pytest.mark.rule("CDC-AB-055.3")
def test_no_close_fire_after_the_critical_hit_of_another_nor_after_that_of_a_shot() -> None:
    field = duel(8, me=[RAVVICINATO], a1={"items": [PISTOLA]}, others={"a2": at(17)})
    field.act("a2", "melee", "b1", die=8)
    assert field.the(HitLanded).critical and field.asked == "action"
    field = duel(8, me=[RAVVICINATO], gap=4, a1={"items": [PISTOLA]})
    field.act("a1", "shot", PISTOLA, "b1", die=8)
    assert field.the(HitLanded).critical and field.asked == "action"
    field.done()


@pytest.mark.rule("CDC-AB-055.3")
def test_no_close_fire_after_a_plain_hit() -> None:
    field = duel(5, me=[RAVVICINATO], a1={"items": [PISTOLA]})
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action" and hurt(field) == [("b1", 1)]
