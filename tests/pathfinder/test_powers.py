"""Feats that are declared and abilities that are used: what they cost, whom they reach, how often."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, Hurt, SaveMade
from arbitro.rulesets.pathfinder.events_magic import UseSpent
from arbitro.rulesets.pathfinder.numbers import CMB, CMD_OF, armour_class
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}
DUMMY = {"b1": {"at": "d3", "hp": 90}}
POWER, EXPERTISE = "attacco-poderoso", "maestria-in-combattimento"


def dealt(dice: list[int], **more: object) -> int:
    """The damage of one blow in power attack by a creature of base attack 4 and Strength 16."""
    field = Field({"a1": {"at": "c3", "bab": 4, "forza": 16, "feats": [POWER], **more}}, DUMMY, dice=dice)
    field.act("a1", "ability", POWER)
    weapon = "senz-armi" if "items" not in more else str(more["items"][0])  # type: ignore[index]
    field.act("a1", "attack", weapon, "b1")
    assert field.the(AttackRolled).bonus.value == 4 + 3 - 2
    return 90 - field.figure("b1").hp


@pytest.mark.rule("PF-DMG-03.1", "PF-DMG-06.1")
def test_power_attack_takes_2_off_the_blow_at_base_attack_4_and_adds_4_or_with_two_hands_6() -> None:
    assert dealt([15, 5], items=["spada-lunga"]) == 5 + 3 + 4
    assert dealt([15, 2, 3], items=["spadone"]) == 5 + 4 + 6


@pytest.mark.rule("PF-FEAT-06.1", "PF-FEAT-06.2")
def test_combat_expertise_takes_from_blows_and_manoeuvres_and_gives_dodge_until_the_next_turn() -> None:
    for bab, less in ((3, 1), (4, 2), (8, 3)):
        field = Field({"a1": {"at": "c3", "bab": bab, "feats": [EXPERTISE], **SWORD}}, DUMMY, dice=[15, 2])
        before = field.game.query(CMB, actor="a1", target="b1", manoeuvre="trip", weapon="spada-lunga", also=()).value
        guard = field.game.query(CMD_OF, target="a1", actor="b1", manoeuvre="trip").value
        field.act("a1", "ability", EXPERTISE)
        after = field.game.query(CMB, actor="a1", target="b1", manoeuvre="trip", weapon="spada-lunga", also=()).value
        assert (before, after) == (bab, bab - less)
        assert armour_class(field.game, "a1").value == 10  # only declared: nothing was struck yet
        field.act("a1", "attack", "spada-lunga", "b1")
        assert field.the(AttackRolled).bonus.value == bab - less
        assert armour_class(field.game, "a1").value == 10 + less
        assert field.game.query(CMD_OF, target="a1", actor="b1", manoeuvre="trip").value == guard + less
        field.end("a1")
        assert armour_class(field.game, "a1").value == 10 + less
        field.end("b1")
        assert armour_class(field.game, "a1").value == 10
        assert bonus_of(field.game, Attempt(actor="a1", target="b1", weapon="spada-lunga")).value == bab


@pytest.mark.rule("PF-FEAT-06.2")
def test_stances_are_declared_before_the_blow_and_once_a_turn() -> None:
    field = Field({"a1": {"at": "c3", "bab": 6, "feats": [EXPERTISE, POWER], **SWORD}}, DUMMY, dice=[1])
    field.act("a1", "ability", EXPERTISE)
    assert field.offered("a1", "ability") == (POWER,)
    field.act("a1", "full_attack", "spada-lunga", "spada-lunga", "b1")
    assert "ability" not in field.actions("a1")


HOUND = {"at": "b5", "abilities": ["soffio-di-fuoco"]}


@pytest.mark.rule("PF-ABL-04.1", "PF-ABL-05.1")
def test_a_breath_fills_its_cone_halves_for_those_who_save_and_has_to_be_drawn_anew() -> None:
    foes = {"b1": {"at": "c5"}, "b2": {"at": "d5"}, "b3": {"at": "e5"}}
    field = Field({"a1": HOUND}, foes, dice=[6, 4, 14, 13, 1, 1, 6, 6, 20, 20, 1, 1])
    (cone,) = [key for key in field.offered("a1", "ability", "soffio-di-fuoco") if str(key).startswith("east")][:1]
    field.act("a1", "ability", "soffio-di-fuoco", cone)
    assert [field.figure(foe).hp for foe in ("b1", "b2", "b3")] == [20 - 5, 20 - 10, 20]
    assert [(e.it, e.dc) for e in field.all(SaveMade)] == [("b1", 14), ("b2", 14)]
    assert field.figure("a1").std == 0 and field.the(UseSpent).ability == "soffio-di-fuoco"
    field.end("a1", "b1", "b2", "b3")
    assert "ability" not in field.actions("a1")  # 1 + 1 rounds
    field.end("a1", "b1", "b2", "b3")
    field.act("a1", "ability", "soffio-di-fuoco", cone)
    assert [e.amount for e in field.all(Hurt)] == [5, 10, 6, 6]


@pytest.mark.rule("PF-FREE-01.1")
def test_rage_is_free_and_used_up_for_the_day() -> None:
    field = Field({"a1": {"at": "c3", "abilities": ["ira"], "level": 3, **SWORD}}, DUMMY, dice=[15, 4])
    field.act("a1", "ability", "ira")
    assert field.figure("a1").std == 1 and "ability" not in field.actions("a1")
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.figure("b1").hp == 90 - 4 - 2 and armour_class(field.game, "a1").value == 8


FIST = {"at": "c3", "level": 4, "saggezza": 16, "feats": ["pugno-stordente", "colpo-senz-armi-migliorato"]}


@pytest.mark.parametrize(("dice", "stunned"), [([15, 2, 14], True), ([15, 2, 15], False), ([2], False)])
def test_a_stunning_fist_is_declared_and_wasted_on_a_miss(dice: list[int], stunned: bool) -> None:
    field = Field({"a1": FIST}, DUMMY, dice=dice)
    field.act("a1", "ability", "pugno-stordente")
    assert "ability" not in field.actions("a1")
    field.act("a1", "attack", "senz-armi", "b1")
    assert [e.dc for e in field.all(SaveMade)] == [10 + 2 + 3] * (len(dice) == 3)
    assert field.figure("b1").has("stordito") is stunned
    field.end("a1")
    if not stunned:
        field.end("b1")
    assert field.state.turn == "a1" and not field.figure("b1").has("stordito")
    assert "ability" not in field.actions("a1")  # once a day at level 4
