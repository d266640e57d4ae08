"""Abilities of leaders, the faithful and legends: dice given and exchanged, fear, wounds, wards (chapter VI)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.asks import Refused
from arbitro.engine.events import EffectEnded
from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    DiceGained,
    DiceLost,
    DiceRolled,
    DiceSpent,
    Died,
    Healed,
    Hurt,
    Missed,
    PointsChanged,
    Succeeded,
)
from tests.crepuscolo.arms import PESANTE
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

PASS = ("pass",)
FRENESIA, GRIDO, CAUTELA, TENEBRE, INTIMIDIRE, TERRORE = (f"CDC-AB-{n:03}" for n in (27, 36, 69, 76, 77, 78))
ORGOGLIO, COMANDO, FORZA_FEDE, MARTIRIO, LEGGENDE = (f"CDC-AB-{n:03}" for n in (90, 92, 96, 98, 101))
RESPINGERE, RUNICO, DIVINITA, MEDITAZIONE, INVOCAZIONE = (f"CDC-AB-{n:03}" for n in (105, 106, 107, 119, 122))
CAOS, LEGGE, DOLORE, FURIA = "CDC-AB-080", "CDC-AB-084", "CDC-AB-075", "CDC-AB-025"
TRY = {"kind": "AG", "target": {"one": "figures()"}, "do": [{"test": "forza", "to": "target"}]}
"""A made-up ability by which a figure calls another to a test of Forza."""
BOUND = {"kind": "AG", "do": [{"grant_die": 8, "to": "me", "only": "action is move", "for": "this turn"}]}
"""A made-up ability that gives a d8 for moves only."""
SHIELD = {"at": {"damage": [{"change": "harm.amount", "to": 0, "when": "it is me"}]}}
"""A made-up rule that prevents all damage."""
SPARK = {"kind": "AGL", "target": {"one": "figures()"}, "do": [{"damage": 9, "to": "target"}]}


def turn_over(field: Field) -> None:
    """Both players pass, so that the next turn begins."""
    field.answer(PASS)
    field.answer(PASS)


def dice(field: Field, *names: str) -> list[tuple[int, ...]]:
    """The plain dice of figures."""
    return [field.figure(name).dice for name in names]


def bound(field: Field, name: str, word: str, *params: Any, seat: str | None = None) -> list[int]:
    """The sizes of the dice with a restriction that a figure is offered for an action."""
    return [die[0] for die in field.offered(name, word, *params, seat=seat) if isinstance(die, tuple)]


def held(field: Field, name: str) -> list[int]:
    """The sizes of the dice with a restriction that a figure holds."""
    return [dict(e.keep)["die"] for e in field.state.effects.values() if e.bearer == name]


# --- Frenesia -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-027.1", "CDC-AB-027.2", "CDC-AB-027.3")
def test_frenzy_pays_wounds_for_dice_as_often_as_one_likes() -> None:
    field = Field({"a1": at(10, abilities=[FRENESIA], items=[PESANTE]), "b1": at(50)})
    for wounds in (1, 2, 1):
        field.act("a1", "ability", FRENESIA)
        field.answer(wounds)
    assert [event.amount for event in field.all(Hurt)] == [1, 2, 1], "armour saves nothing"
    assert held(field, "a1") == [4, 6, 4] and dice(field, "a1") == [(4, 6, 8)]
    assert field.all(DiceSpent) == [] and field.figure("a1").life == 1
    assert field.offered("a1", "move")[:3] == (4, 6, 8) and bound(field, "a1", "move") == [4, 6, 4]


@pytest.mark.rule("CDC-AB-027.4", "CDC-AB-027.5")
@pytest.mark.parametrize("hand", ["a", "b"])
def test_frenzy_serves_in_either_hand_and_its_die_is_lost_with_that_hand(hand: str) -> None:
    field = Field({"a1": at(10, abilities=[FRENESIA]), "b1": at(50)}, hand=hand)
    field.answer(("a1", "ability", FRENESIA), "a")
    field.answer(1, "a")
    assert held(field, "a1") == [4]
    field.answer(PASS)
    assert held(field, "a1") == [] and dice(field, "a1") == [(4, 6, 8)]
    assert field.the(EffectEnded).why == "end" and field.state.turn == 1


@pytest.mark.rule("CDC-AB-027.1")
def test_whom_frenzy_kills_or_does_not_hurt_gains_no_die() -> None:
    field = Field({"a1": at(10, abilities=[FRENESIA], life=2), "a2": at(30), "b1": at(50)})
    field.act("a1", "ability", FRENESIA)
    field.answer(2)
    assert field.the(Died).it == "a1" and held(field, "a1") == []
    unhurt = trial({"Scudo": SHIELD}, {"a1": at(10, abilities=[FRENESIA, "Scudo"]), "b1": at(50)})
    unhurt.act("a1", "ability", FRENESIA)
    unhurt.answer(1)
    assert unhurt.figure("a1").life == 5 and held(unhurt, "a1") == []


@pytest.mark.rule("CDC-AB-027.1")
def test_frenzy_feeds_the_aura_of_pain_of_an_ally_but_not_fury() -> None:
    field = Field({"a1": at(10, abilities=[FRENESIA, FURIA]), "a2": at(20, abilities=[DOLORE]), "b1": at(50)})
    field.act("a1", "ability", FRENESIA)
    field.answer(1)
    assert field.the(DiceGained).rules == (DOLORE,) and dice(field, "a1") == [(4, 4, 6, 8)]
    assert [effect.rule for effect in field.state.effects.values()] == [FRENESIA]


# --- Grido di Guerra ----------------------------------------------------------------------------------------


def shout(hand: str = "a") -> Field:
    """`a1` cries out; `a2` and `b1` are within 10 cm, `a3` is not."""
    fighters = {"a1": at(20, abilities=[GRIDO]), "a2": at(32.5), "a3": at(20, 22.51), "b1": at(20, 3), "b2": at(50, 50)}
    field = Field(fighters, hand=hand)
    field.answer(("a1", "ability", GRIDO, 4, (6, 8)), "a")
    return field


@pytest.mark.rule("CDC-AB-036.1", "CDC-AB-036.2")
@pytest.mark.parametrize("hand", ["a", "b"])
def test_the_war_cry_hands_three_dice_out_in_either_hand(hand: str) -> None:
    field = shout(hand)
    assert dice(field, "a1") == [()] and field.about["die"] == 4
    assert field.offered(seat="a") == ("a2", "b1"), "not the crier, nor who is beyond 10 cm"
    field.answer("a2", "a")
    assert field.about["die"] == 6
    field.answer("b1", "a")
    field.answer("a2", "a")
    assert held(field, "a2") == [4, 8] and held(field, "b1") == [6]
    assert dice(field, "a1", "a2", "a3", "b1") == [(), (4, 6, 8), (4, 6, 8), (4, 6, 8)]


@pytest.mark.rule("CDC-AB-036.3")
def test_the_dice_of_the_war_cry_move_and_do_nothing_else() -> None:
    field = shout()
    for _ in range(3):
        field.answer("a2")
    assert bound(field, "a2", "move") == [4, 6, 8]
    assert bound(field, "a2", "careful") == bound(field, "a2", "jump") == []
    turn_over(field)
    assert field.state.turn == 2 and held(field, "a2") == []


@pytest.mark.rule("CDC-AB-036.1")
def test_the_war_cry_needs_three_dice() -> None:
    field = Field({"a1": at(20, abilities=[GRIDO], dice=(6, 8)), "a2": at(30), "b1": at(50)})
    assert "ability" not in field.offered("a1")


# --- Aura di Cautela ----------------------------------------------------------------------------------------


def cautious(*dice: int, **more: Any) -> Field:
    """Turn 2 has begun: `a1` bears the aura, `a2` is 10 cm off, `a3` a little farther; `a` has the hand."""
    fighters = {
        "a1": at(20, 20, abilities=[CAUTELA]),
        "a2": at(32.5, 20, abilities=["Tocco"]),
        "a3": at(20, 32.51),
        "b1": at(55, 55, abilities=["Prova"]),
        **more,
    }
    touch = {"kind": "AL", "do": [{"heal": 1, "to": "me"}]}
    field = trial({"Prova": TRY, "Tocco": touch}, fighters, dice=dice)
    turn_over(field)
    assert field.state.turn == 2 and field.state.hand == "a"
    return field


@pytest.mark.rule("CDC-AB-069.1")
def test_caution_gives_each_ally_within_10_cm_one_d4_a_turn_but_not_its_bearer() -> None:
    field = cautious()
    assert [held(field, name) for name in ("a1", "a2", "a3", "b1")] == [[], [4], [], []]
    assert bound(field, "a2", "move") == [], "not in its own hand"
    turn_over(field)
    assert field.state.turn == 3 and held(field, "a2") == [4], "never two"


@pytest.mark.rule("CDC-AB-069.1")
def test_the_d4_of_caution_serves_tests_and_free_actions_in_the_opponents_hand() -> None:
    field = cautious(4)
    assert bound(field, "a2", "ability", "Tocco") == []
    field.answer(PASS)
    assert field.state.hand == "b"
    assert bound(field, "a2", "ability", "Tocco", seat="a") == [4]
    field.act("b1", "ability", "Prova", "a2")
    field.answer(PASS, "a")
    die = field.offered(seat="a")[-1]
    assert die[0] == 4
    field.answer(die, "a")
    assert field.the(DiceRolled).sides == 4 and held(field, "a2") == [] and dice(field, "a2") == [(4, 6, 8)]
    field.done()


@pytest.mark.rule("CDC-AB-069.1")
def test_several_bearers_of_caution_do_not_add_up_but_bearers_help_each_other() -> None:
    field = cautious(a4=at(20, 10, abilities=[CAUTELA]))
    assert [held(field, name) for name in ("a1", "a2", "a4")] == [[4], [4], [4]]


@pytest.mark.rule("CDC-AB-069.2")
def test_who_leaves_the_aura_of_caution_loses_its_d4_and_who_comes_gets_one() -> None:
    field = cautious(1, 8, 1, a2=at(32.5, 20, dice=(4, 6, 8)))
    field.act("a2", "move", die=4)
    field.to(33.5, 20)
    assert held(field, "a2") == [] and field.all(EffectEnded)[-1].why == "while"
    field.act("a2", "move", die=8)
    field.to(31, 20)
    assert held(field, "a2") == [], "it has had its own of this turn"
    field.act("a3", "move", die=4)
    field.to(20, 32.5)
    assert held(field, "a3") == [4]
    field.done()


# --- wounds and fear ----------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-076.1", "CDC-AB-076.2")
@pytest.mark.parametrize(("face", "works"), [(3, True), (2, False), (1, False)])
def test_the_strength_of_darkness_hurts_anybody_within_5_cm_on_a_3(face: int, works: bool) -> None:
    fighters = {"a1": at(10, abilities=[TENEBRE]), "a2": at(10, 17.5), "b1": at(17.5), "b2": at(10, 2.49)}
    field = Field(fighters, dice=[face])
    assert field.offered("a1", "ability", TENEBRE) == ("a2", "b1"), "a friend too, at 5 cm exactly"
    field.act("a1", "ability", TENEBRE, "b1", die=6, others=(4, 8))
    assert dice(field, "a1") == [()] and field.the(DiceRolled).sides == 6
    assert [(e.it, e.amount) for e in field.all(Hurt)] == ([("b1", 1)] if works else [])
    field.done()


@pytest.mark.rule("CDC-AB-076.1", "CDC-AB-078.1")
@pytest.mark.parametrize("rule", [TENEBRE, TERRORE])
def test_a_complete_ability_with_a_threshold_is_not_free(rule: str) -> None:
    field = Field({"a1": at(10, abilities=[rule]), "b1": at(14)}, hand="b")
    with pytest.raises(Refused):
        field.answer(("a1", "ability", rule, "b1", 6, (4, 8)), "a")


@pytest.mark.rule("CDC-AB-077.1", "CDC-AB-077.2")
def test_intimidation_frightens_all_enemies_within_5_cm_who_fail() -> None:
    fighters = {
        "a1": at(20, 20, abilities=[INTIMIDIRE]),
        "a2": at(20, 24),
        "b1": at(27.5, 20, dice=()),
        "b2": at(12.5, 20, dice=(8,)),
        "b3": at(27.51, 22, dice=()),
    }
    field = Field(fighters, dice=[2, 4], hand="a")
    field.act("a1", "ability", INTIMIDIRE, die=4)
    assert field.about["actor"] == "b2" and field.about["test"] == "spirito"
    field.answer(8)
    assert [(e.it, e.condition) for e in field.all(ConditionGained)] == [("b1", "Spaventato")]
    assert dice(field, "a1") == [(6, 8)] and field.the(Succeeded).action == INTIMIDIRE
    field.done()


@pytest.mark.rule("CDC-AB-077.1")
def test_intimidation_fails_on_a_1_and_serves_in_the_opponents_hand() -> None:
    field = Field({"a1": at(10, abilities=[INTIMIDIRE]), "b1": at(14)}, dice=[1], hand="b")
    field.answer(("a1", "ability", INTIMIDIRE, 8), "a")
    assert field.the(Missed).action == INTIMIDIRE and field.all(ConditionGained) == []
    assert dice(field, "a1") == [(4, 6)]
    field.done()


@pytest.mark.rule("CDC-AB-078.1", "CDC-AB-078.2", "CDC-AB-078.3")
@pytest.mark.parametrize(
    ("answer", "faces", "condition"), [("decline", (3,), "Terrorizzato"), (8, (3, 4), "Spaventato")]
)
def test_terror_terrifies_or_at_least_frightens(answer: Any, faces: tuple[int, ...], condition: str) -> None:
    fighters = {"a1": at(10, abilities=[TERRORE]), "a2": at(10, 14), "b1": at(22.5), "b2": at(10, 22.51)}
    field = Field(fighters, dice=faces)
    assert field.offered("a1", "ability", TERRORE) == ("a2", "b1")
    field.act("a1", "ability", TERRORE, "b1", die=4, others=(6, 8))
    assert field.about["test"] == "spirito"
    field.answer(answer)
    assert field.figure("b1").conditions == (condition,) and dice(field, "a1") == [()]
    field.done()


@pytest.mark.rule("CDC-AB-078.1")
@pytest.mark.parametrize("face", [1, 2])
def test_terror_needs_a_3(face: int) -> None:
    field = Field({"a1": at(10, abilities=[TERRORE]), "b1": at(22.5)}, dice=[face])
    field.act("a1", "ability", TERRORE, "b1", die=4, others=(6, 8))
    assert field.figure("b1").conditions == () and dice(field, "a1", "b1") == [(), (4, 6, 8)]
    field.done()


@pytest.mark.rule("CDC-AB-096.1", "CDC-AB-096.2")
@pytest.mark.parametrize("hand", ["a", "b"])
def test_the_strength_of_faith_restores_a_point_to_somebody_within_5_cm(hand: str) -> None:
    fighters = {"a1": at(10, abilities=[FORZA_FEDE], life=2), "a2": at(17.5, life=3), "b1": at(10, 17.51), "b2": at(40)}
    field = Field(fighters, hand=hand)
    assert field.offered("a1", "ability", FORZA_FEDE, seat="a") == ("a2",), "not the bearer"
    field.answer(("a1", "ability", FORZA_FEDE, "a2", 4, (6, 8)), "a")
    assert (field.the(Healed).it, field.the(Healed).amount) == ("a2", 1) and field.figure("a2").life == 4
    assert dice(field, "a1") == [()] and field.all(DiceRolled) == []


@pytest.mark.rule("CDC-AB-096.2")
def test_the_strength_of_faith_goes_not_above_the_start() -> None:
    field = Field({"a1": at(10, abilities=[FORZA_FEDE]), "a2": at(17), "b1": at(40)})
    field.act("a1", "ability", FORZA_FEDE, "a2", die=4, others=(6, 8))
    assert field.figure("a2").life == 5 and field.all(Healed) == []


@pytest.mark.rule("CDC-AB-101.1", "CDC-AB-101.2")
@pytest.mark.parametrize("hand", ["a", "b"])
def test_the_strength_of_legends_hurts_who_has_no_dice_within_1_cm(hand: str) -> None:
    fighters = {
        "a1": at(20, 20, abilities=[LEGGENDE]),
        "b1": at(23.5, 20, dice=()),
        "b2": at(16.5, 20),
        "b3": at(20, 23.51, dice=()),
    }
    field = Field(fighters, hand=hand)
    assert field.offered("a1", "ability", LEGGENDE, seat="a") == ("b1",)
    field.answer(("a1", "ability", LEGGENDE, "b1", 4), "a")
    assert [(e.it, e.amount) for e in field.all(Hurt)] == [("b1", 1)]
    assert dice(field, "a1") == [(6, 8)] and field.all(DiceRolled) == []


# --- dice given and exchanged -------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-090.1", "CDC-AB-090.2", "CDC-AB-090.3")
def test_the_call_of_pride_changes_up_to_three_dice_within_10_cm_into_d8() -> None:
    fighters = {"a1": at(20, abilities=[ORGOGLIO]), "a2": at(32.5), "a3": at(20, 22.51), "b1": at(20, 3)}
    field = Field(fighters)
    field.act("a1", "ability", ORGOGLIO, die=4, others=(6, 8))
    assert {key[0] for key in field.offered() if key != "done"} == {"a2", "b1"}
    two, one = (("a2", 4, 0), ("a2", 6, 0)), (("b1", 8, 0),)
    field.answer((*two, *one))
    assert dice(field, "a1", "a2", "a3", "b1") == [(), (8, 8, 8), (4, 6, 8), (4, 6, 8)]
    assert [(e.it, e.dice) for e in field.all(DiceLost)] == [("a2", (4,)), ("a2", (6,)), ("b1", (8,))]
    assert [(e.it, e.dice) for e in field.all(DiceGained)] == [("a2", (8,)), ("a2", (8,)), ("b1", (8,))]
    assert field.all(DiceRolled) == []


@pytest.mark.rule("CDC-AB-090.2", "CDC-AB-090.3")
def test_the_call_of_pride_frees_a_bound_die_and_may_change_fewer_than_three() -> None:
    fighters = {"a1": at(20, abilities=[ORGOGLIO]), "a2": at(30, abilities=["Passo"], dice=()), "b1": at(50)}
    field = trial({"Passo": BOUND}, fighters)
    field.act("a2", "ability", "Passo")
    field.act("a1", "ability", ORGOGLIO, die=4, others=(6, 8))
    (key,) = (key for key in field.offered() if key != "done")
    field.answer((key,))
    assert dice(field, "a2") == [(8,)] and held(field, "a2") == []


@pytest.mark.rule("CDC-AB-090.1")
def test_the_call_of_pride_is_not_free() -> None:
    field = Field({"a1": at(20, abilities=[ORGOGLIO]), "a2": at(30), "b1": at(50)}, hand="b")
    with pytest.raises(Refused):
        field.answer(("a1", "ability", ORGOGLIO, 4, (6, 8)), "a")


@pytest.mark.rule("CDC-AB-092.1", "CDC-AB-092.2", "CDC-AB-092.3")
@pytest.mark.parametrize("hand", ["a", "b"])
def test_the_aura_of_command_hands_dice_over_without_end(hand: str) -> None:
    fighters = {"a1": at(20, abilities=[COMANDO]), "a2": at(32.5), "a3": at(20, 22.51), "b1": at(20, 3)}
    field = Field(fighters, hand=hand)
    assert field.offered("a1", "ability", COMANDO, seat="a") == ("a2", "b1")
    for die in (8, 4, 6):
        field.answer(("a1", "ability", COMANDO, "a2"), "a")
        field.answer(((die, 0),), "a")
    assert dice(field, "a1", "a2") == [(), (4, 4, 6, 6, 8, 8)]
    assert field.all(DiceSpent) == [] and field.all(DiceRolled) == []
    with pytest.raises(Refused):
        field.answer(("a1", "ability", COMANDO, "a2"), "a")


@pytest.mark.rule("CDC-AB-092.3")
def test_a_bound_die_that_is_handed_over_stays_bound() -> None:
    fighters = {"a1": at(20, abilities=[COMANDO, "Passo"], dice=()), "a2": at(30), "b1": at(50)}
    field = trial({"Passo": BOUND}, fighters)
    field.act("a1", "ability", "Passo")
    field.act("a1", "ability", COMANDO, "a2")
    field.answer((field.offered()[0],))
    assert held(field, "a1") == [] and held(field, "a2") == [8] and dice(field, "a2") == [(4, 6, 8)]
    assert bound(field, "a2", "move") == [8] and bound(field, "a2", "careful") == []


@pytest.mark.rule("CDC-AB-098.1")
def test_a_martyr_who_lives_keeps_its_dice_when_others_die() -> None:
    fighters = {"a1": at(20), "a2": at(25, abilities=[MARTIRIO]), "b1": at(20, 3, abilities=["Lampo"])}
    field = trial({"Lampo": SPARK}, fighters, hand="b")
    field.act("b1", "ability", "Lampo", "a1")
    assert field.the(Died).it == "a1" and field.asked == "action"
    assert field.figure("a2").dice == (4, 6, 8) and field.all(DiceGained) == []
    field.done()


@pytest.mark.rule("CDC-AB-098.1")
def test_the_dice_of_a_martyr_go_to_whom_its_player_likes_within_10_cm() -> None:
    fighters = {
        "a1": at(20, abilities=[MARTIRIO, "Passo"]),
        "a2": at(32.5),
        "a3": at(20, 22.51),
        "b1": at(20, 3, abilities=["Lampo"]),
    }
    field = trial({"Lampo": SPARK, "Passo": BOUND}, fighters)
    field.act("a1", "ability", "Passo")
    field.answer(PASS, "b")
    field.answer(("b1", "ability", "Lampo", "a1"), "b")
    assert field.asked == "hand_out" and field.about["die"] == 4
    assert field.offered(seat="a") == ("a2", "b1", "pass")
    field.answer("a2", "a")
    field.answer("pass", "a")
    field.answer("a2", "a")
    assert field.about["die"] == 8
    field.answer("a2", "a")
    assert dice(field, "a1", "a2", "a3", "b1") == [(), (4, 4, 6, 8, 8), (4, 6, 8), (4, 6, 8)]
    assert bound(field, "a2", "move") == [8], "what the die is bound to goes with it"


# --- Respingere and Campo Runico ----------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-105.1", "CDC-AB-105.2")
@pytest.mark.parametrize("hand", ["a", "b"])
def test_repel_throws_back_all_within_5_cm_in_an_arc_of_90_degrees(hand: str) -> None:
    fighters = {
        "a1": at(30, 30, abilities=[RESPINGERE]),
        "a2": at(35, 32),
        "b1": at(37.5, 30),
        "b2": at(30, 35),
        "b3": at(37.51, 27),
    }
    field = Field(fighters, dice=[1, 1, 2, 1], hand=hand)
    field.answer(("a1", "ability", RESPINGERE, 4, (6, 8)), "a")
    field.answer(0, "a")
    pushed = [(e.it, e.condition) for e in field.all(ConditionGained) if e.condition == "Respinto"]
    assert pushed == [("a2", "Respinto"), ("b1", "Respinto")], "friends too; b2 is beside the arc, b3 beyond 5 cm"
    assert dice(field, "a1") == [()] and field.at("b1") == (39.5, 30)
    field.done()


@pytest.mark.rule("CDC-AB-106.1", "CDC-AB-106.2", "CDC-AB-076.3", "CDC-AB-096.3", "CDC-AB-101.3")
@pytest.mark.parametrize("rule", [TENEBRE, CAOS, LEGGE, FORZA_FEDE, LEGGENDE])
@pytest.mark.parametrize("who", ["a2", "b1"])
def test_the_runic_field_of_friend_or_enemy_stops_five_abilities_within_5_cm(who: str, rule: str) -> None:
    for spot, barred in ((27.5, True), (27.51, False)):
        fighters = {
            "a1": at(20, 20, abilities=[rule, INTIMIDIRE]),
            who: at(spot, 20, abilities=[RUNICO]),
            "b2": at(17, 20, dice=()),
        }
        field = Field(fighters)
        assert (rule not in field.offered("a1", "ability")) is barred
        assert INTIMIDIRE in field.offered("a1", "ability"), "another ability is free"


@pytest.mark.rule("CDC-AB-106.1")
def test_the_bearer_of_a_runic_field_is_not_within_its_own() -> None:
    field = Field({"a1": at(20, abilities=[TENEBRE, RUNICO]), "b1": at(24), "b2": at(50, abilities=[RUNICO])})
    assert field.offered("a1", "ability") == (TENEBRE,)


# --- Aura di Divinità ---------------------------------------------------------------------------------------


def divine(*faces: int, foe: tuple[float, float] = (40, 20), more: dict[str, Any] | None = None) -> Field:
    """Turn 2 begins: `a1` has chosen `b1`; then `a` passes, and `b` has its first hand."""
    fighters = {"a1": at(20, 20, abilities=[DIVINITA]), "b1": at(*foe), "b2": at(40, 40), **(more or {})}
    field = Field(fighters, dice=faces)
    turn_over(field)
    assert field.asked == "may" and field.state.turn == 2
    field.answer("use", "a")
    assert field.offered(seat="a") == ("b1", "b2")
    field.answer("b1", "a")
    return field


@pytest.mark.rule("CDC-AB-107.1", "CDC-AB-107.2", "CDC-AB-107.3")
def test_divinity_keeps_the_chosen_fighter_at_10_cm_when_it_moves() -> None:
    field = divine(4, foe=(34, 20))
    field.answer(PASS)
    field.act("b1", "move", die=8)
    assert field.refusal((32_499, 20_000)) is not None, "less than 10 cm"
    assert field.refusal((32_500, 20_000)) is None, "10 cm exactly"
    field.to(32.5, 20)
    assert field.at("b1") == (32.5, 20)
    field.done()


@pytest.mark.rule("CDC-AB-107.2")
def test_divinity_binds_nobody_but_the_chosen_fighter() -> None:
    field = divine(4, more={"b2": at(34, 20)}, foe=(50, 50))
    field.answer(PASS)
    field.act("b2", "move", die=8)
    field.to(28, 20)
    assert field.at("b2") == (28, 20)


@pytest.mark.rule("CDC-AB-107.2")
def test_divinity_lets_one_pass_nearer_than_10_cm_if_one_ends_beyond() -> None:
    field = divine(8, foe=(29, 10))
    field.answer(PASS)
    field.act("b1", "move", die=8)
    assert field.refusal((29_000, 24_000)) is not None, "9 cm to the side, 4 ahead: nearer than 12.5"
    field.to(29, 33)
    assert field.at("b1") == (29, 33), "it went by at 9 cm"


@pytest.mark.rule("CDC-AB-107.3")
def test_divinity_does_not_limit_jumps() -> None:
    field = divine(4, foe=(34, 20))
    field.answer(PASS)
    field.act("b1", "jump", die=8)
    field.answer(180_000)
    assert field.at("b1")[0] < 32.5
    field.done()


@pytest.mark.rule("CDC-AB-107.2")
def test_divinity_is_over_with_the_first_hand_of_the_chosen_fighters_player() -> None:
    field = divine(4, 4, 4, foe=(34, 20))
    field.state.hand_total = 39
    field.act("a1", "move", die=4)
    field.to(20, 20)
    field.state.hand_total = 39
    field.act("b2", "move", die=4)
    field.to(40, 40)
    assert field.state.hand == "a"
    field.answer(PASS)
    assert field.state.hand == "b" and field.state.turn == 2
    field.act("b1", "move", die=8)
    assert field.refusal((28_000, 20_000)) is None


@pytest.mark.rule("CDC-AB-107.1")
def test_the_bearer_of_divinity_may_choose_nobody() -> None:
    field = Field({"a1": at(20, 20, abilities=[DIVINITA]), "b1": at(40)})
    turn_over(field)
    field.answer("pass", "a")
    assert field.asked == "action" and field.state.effects == {}


# --- Meditazione, Invocazione -------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-119.1", "CDC-AB-119.2", "CDC-AB-119.3", "CDC-AB-145.1", "CDC-AB-145.2")
@pytest.mark.parametrize(("life", "points"), [(5, 3), (3, 1), (2, 0), (1, 0)])
@pytest.mark.parametrize("hand", ["a", "b"])
def test_meditation_gives_3_points_less_what_was_lost(hand: str, life: int, points: int) -> None:
    _gathers(MEDITAZIONE, "concentrazione", hand, life, points)


@pytest.mark.rule("CDC-AB-122.1", "CDC-AB-122.2", "CDC-AB-122.3", "CDC-AB-145.3")
@pytest.mark.parametrize(("life", "points"), [(5, 3), (3, 1), (2, 0), (1, 0)])
@pytest.mark.parametrize("hand", ["a", "b"])
def test_invocation_gives_3_points_less_what_was_lost(hand: str, life: int, points: int) -> None:
    _gathers(INVOCAZIONE, "arcano", hand, life, points)


def _gathers(rule: str, kind: str, hand: str, life: int, points: int) -> None:
    field = Field({"a1": at(10, abilities=[rule], life=life), "b1": at(50)}, hand=hand)
    field.answer(("a1", "ability", rule, 4, (6, 8)), "a")
    assert dice(field, "a1") == [()] and field.all(DiceRolled) == []
    assert dict(field.figure("a1").points).get(kind, 0) == points
    assert [(e.kind, e.by) for e in field.all(PointsChanged) if e.by] == ([(kind, points)] if points else [])
