"""Abilities whose bearers spend tokens, set dice aside or have them thrown again (chapter VI)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    ConditionLost,
    DiceGained,
    DiceLost,
    DiceRolled,
    DiceSpent,
    Healed,
    HitLanded,
    Hurt,
    TestDeclined,
    TestEnded,
    TokensChanged,
    TookPart,
    Unharmed,
)
from tests.crepuscolo.arms import MAZZA, SPADA
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

PASS = ("pass",)
FOE = at(50, 50)
ISPIRAZIONE, DEBELLO, FEDE, MANO, INVITTO = (f"CDC-AB-{n:03}" for n in (88, 89, 93, 95, 102))
INCANTATE = "CDC-EQ-77"
TRY = {"kind": "AG", "target": {"one": "figures()"}, "do": [{"test": "forza", "to": "target"}]}
"""A made-up ability by which a figure calls another to a test of Forza."""
HARM = {"kind": "AG", "target": {"one": "figures()"}, "do": [{"damage": 3, "to": "target"}]}
"""A made-up ability that inflicts 3 damage."""


def left(field: Field, token: str, name: str = "a1") -> int:
    """Tokens of a name on a figure."""
    return dict(field.figure(name).tokens).get(token, 0)


def boon(field: Field, rule: str, *params: object, seat: str = "a", actor: str = "a1") -> None:
    """A figure spends what a passive ability gives it."""
    field.answer((actor, "boon", rule, *params), seat)


def turn_over(field: Field) -> None:
    """Both players pass, so that the next turn begins."""
    field.answer(PASS)
    field.answer(PASS)


# --- the pools ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-007.1", "CDC-AB-089.1", "CDC-AB-095.1", "CDC-AB-102.1")
@pytest.mark.parametrize(("rule", "token"), [(DEBELLO, "Debello"), (MANO, "Fede"), (INVITTO, "Invitto")])
def test_three_tokens_lie_on_the_bearer_before_anybody_is_deployed(rule: str, token: str) -> None:
    field = Field({"a1": {"abilities": [rule]}, "b1": {}}, hand="", dice=[8, 6, 4, 1, 1, 1])
    assert field.figure("a1").status == "reserve" and field.figure("a1").tokens == ((token, 3),)
    assert field.figure("b1").tokens == ()


@pytest.mark.rule("CDC-AB-007.1")
def test_each_ability_has_a_pool_of_its_own() -> None:
    field = Field({"a1": at(10, abilities=[DEBELLO, MANO, INVITTO], conditions=["Veleno"]), "b1": FOE})
    boon(field, DEBELLO, "Veleno")
    assert field.figure("a1").tokens == (("Debello", 2), ("Fede", 3), ("Invitto", 3))


@pytest.mark.rule("CDC-AB-007.2")
@pytest.mark.parametrize("hand", ["a", "b"])
def test_tokens_are_spent_in_either_hand_even_lying_down_and_that_is_no_action(hand: str) -> None:
    field = Field({"a1": at(10, abilities=[INVITTO], conditions=["A Terra"], life=3), "b1": FOE}, hand=hand)
    boon(field, INVITTO)
    field.answer("d6", "a")
    assert field.figure("a1").dice == (4, 6, 6, 8) and left(field, "Invitto") == 2
    assert field.all(TookPart) == [] and field.all(DiceSpent) == [] and field.figure("a1").last_action == ""
    assert field.state.hand == hand and field.state.hand_total == 0
    field.done()


@pytest.mark.rule("CDC-AB-007.3")
def test_spent_tokens_do_not_come_back_with_the_next_turn() -> None:
    field = Field({"a1": at(10, abilities=[MANO]), "b1": FOE})
    boon(field, MANO)
    field.answer(3, "a")
    assert left(field, "Fede") == 0
    turn_over(field)
    assert field.state.turn == 2 and left(field, "Fede") == 0
    assert MANO not in field.offered("a1", "boon", seat="a"), "nothing is left to spend"


# --- Debello ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-089.1", "CDC-AB-089.2")
@pytest.mark.parametrize("condition", ["A Terra", "Veleno", "Spaventato"])
def test_debello_lifts_one_condition_without_a_die(condition: str) -> None:
    field = Field({"a1": at(10, abilities=[DEBELLO], conditions=[condition, "Fuoco"]), "b1": FOE}, hand="b")
    assert field.offered("a1", "boon", DEBELLO, seat="a") == (condition, "Fuoco")
    boon(field, DEBELLO, condition)
    assert field.the(ConditionLost).condition == condition and field.the(ConditionLost).rules == (DEBELLO,)
    assert field.figure("a1").conditions == ("Fuoco",) and not field.figure("a1").prone
    assert left(field, "Debello") == 2 and field.figure("a1").dice == (4, 6, 8)


@pytest.mark.rule("CDC-AB-089.2")
def test_debello_has_nothing_to_lift_from_a_sound_bearer() -> None:
    field = Field({"a1": at(10, abilities=[DEBELLO]), "b1": FOE})
    assert "boon" not in field.offered("a1")


@pytest.mark.rule("CDC-AB-089.3")
def test_debello_passes_a_test_for_which_no_die_was_spent() -> None:
    field = trial({"Prova": TRY}, {"a1": at(10, abilities=["Prova"]), "b1": at(20, abilities=[DEBELLO])})
    field.act("a1", "ability", "Prova", "b1")
    field.answer("decline")
    assert (field.asked, field.about["window"]) == ("respond", "tested")
    field.answer((DEBELLO, "b1"))
    assert field.the(TestDeclined).why == "declined"
    assert field.the(TestEnded).passed and left(field, "Debello", "b1") == 2
    assert field.figure("b1").dice == (4, 6, 8) and field.all(DiceSpent) == []
    field.done()


@pytest.mark.rule("CDC-AB-089.3")
def test_debello_passes_a_test_even_with_no_die_left_and_for_no_other_fighter() -> None:
    fighters = {"a1": at(10, abilities=["Prova"]), "b1": at(20, abilities=[DEBELLO], dice=()), "b2": at(30, dice=())}
    field = trial({"Prova": TRY}, fighters)
    field.act("a1", "ability", "Prova", "b2")
    assert not field.the(TestEnded).passed, "b1 can do nothing for b2"
    field.act("a1", "ability", "Prova", "b1")
    field.answer((DEBELLO, "b1"))
    assert [event.passed for event in field.all(TestEnded)] == [False, True]
    assert field.all(TestDeclined)[-1].why == "no_dice"


@pytest.mark.rule("CDC-AB-089.4")
def test_debello_has_a_die_of_the_bearers_own_attack_thrown_again() -> None:
    field = Field({"a1": at(10, abilities=[DEBELLO], items=[SPADA]), "b1": at(13.5)}, dice=[2, 6])
    field.act("a1", "melee", "b1", die=8)
    field.answer((DEBELLO, "a1"))
    first, second = field.all(DiceRolled)
    assert (first.faces, second.faces, second.sides) == ((2,), (6,), 8)
    assert second.rules[0] == DEBELLO and field.the(HitLanded).face == 6
    assert left(field, "Debello") == 2
    field.done()


@pytest.mark.rule("CDC-AB-089.4")
def test_debello_has_a_die_of_a_test_thrown_again() -> None:
    field = trial({"Prova": TRY}, {"a1": at(10, abilities=["Prova"]), "b1": at(20, abilities=[DEBELLO])}, dice=[2, 5])
    field.act("a1", "ability", "Prova", "b1")
    field.answer(8)
    field.answer((DEBELLO, "b1"))
    assert field.the(TestEnded).passed and left(field, "Debello", "b1") == 2
    field.done()


@pytest.mark.rule("CDC-AB-089.4")
@pytest.mark.parametrize("mine", [True, False])
def test_debello_neither_saves_a_1_nor_touches_the_die_of_another(mine: bool) -> None:
    fighters = {"a1": at(10, items=[SPADA], abilities=[DEBELLO] if mine else []), "a2": at(30), "b1": at(13.5)}
    fighters["a2"]["abilities"] = [] if mine else [DEBELLO]
    field = Field(fighters, dice=[1 if mine else 2])
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action" and len(field.all(DiceRolled)) == 1
    field.done()


# --- Mano della Fede ----------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-095.1", "CDC-AB-095.2", "CDC-AB-095.3", "CDC-AB-095.4")
@pytest.mark.parametrize(("spent", "dice"), [(1, (4,)), (2, (8,)), (3, (6, 6))])
@pytest.mark.parametrize("hand", ["a", "b"])
def test_the_hand_of_faith_turns_tokens_into_dice(hand: str, spent: int, dice: tuple[int, ...]) -> None:
    field = Field({"a1": at(10, abilities=[MANO], dice=(4,)), "b1": FOE}, hand=hand)
    boon(field, MANO)
    field.answer(spent, "a")
    assert field.the(DiceGained).dice == dice and field.the(DiceGained).rules == (MANO,)
    assert field.the(TokensChanged).by == -spent and left(field, "Fede") == 3 - spent
    assert field.figure("a1").dice == tuple(sorted((4, *dice)))


@pytest.mark.rule("CDC-AB-095.2")
def test_the_hand_of_faith_spends_no_more_tokens_than_there_are() -> None:
    field = Field({"a1": at(10, abilities=[MANO], dice=()), "a2": at(20), "b1": FOE})
    boon(field, MANO)
    field.answer(2, "a")
    boon(field, MANO)
    assert field.refusal(2) is not None and field.refusal(1) is None
    field.answer(1, "a")
    assert field.figure("a1").dice == (4, 8) and left(field, "Fede") == 0


# --- Invitto ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-102.2")
def test_two_tokens_of_invitto_undo_the_damage_of_an_attack() -> None:
    field = Field({"a1": at(10, items=[MAZZA]), "b1": at(13.5, abilities=[INVITTO])}, dice=[6])
    field.act("a1", "melee", "b1", die=8)
    assert (field.asked, field.about["window"]) == ("respond", "damage")
    field.answer((INVITTO, "b1"))
    assert field.the(Unharmed).why == INVITTO and field.all(Hurt) == []
    assert field.figure("b1").life == 5 and left(field, "Invitto", "b1") == 1
    field.done()


@pytest.mark.rule("CDC-AB-102.2")
def test_invitto_undoes_the_whole_damage_of_an_ability_and_needs_two_tokens() -> None:
    field = trial({"Botto": HARM}, {"a1": at(10, abilities=["Botto"]), "b1": at(20, abilities=[INVITTO])})
    field.act("a1", "ability", "Botto", "b1")
    field.answer((INVITTO, "b1"))
    assert field.figure("b1").life == 5
    field.act("a1", "ability", "Botto", "b1")
    assert field.asked == "action" and field.figure("b1").life == 2, "one token is not enough"
    assert left(field, "Invitto", "b1") == 1


@pytest.mark.rule("CDC-AB-102.2")
def test_invitto_does_not_help_against_fire() -> None:
    field = Field({"a1": at(10), "b1": at(40, abilities=[INVITTO], conditions=["Fuoco"])})
    field.answer(PASS)
    field.answer("decline")
    assert left(field, "Invitto", "b1") == 3 and field.the(Hurt).action == "condition"


@pytest.mark.rule("CDC-AB-102.3")
def test_one_token_of_invitto_gives_back_a_point_of_resistenza_never_above_the_start() -> None:
    field = Field({"a1": at(10, abilities=[INVITTO], life=4), "b1": FOE}, hand="b")
    boon(field, INVITTO)
    assert field.offered(seat="a") == ("Resistenza", "d6")
    field.answer("Resistenza", "a")
    assert (field.the(Healed).amount, field.the(Healed).rules) == (1, (INVITTO,))
    assert field.figure("a1").life == 5 and field.figure("a1").dice == (4, 6, 8)
    boon(field, INVITTO)
    assert field.offered(seat="a") == ("d6",)


@pytest.mark.rule("CDC-AB-102.1", "CDC-AB-102.3")
def test_a_point_given_back_before_the_damage_saves_the_bearer() -> None:
    fighters = {"a1": at(10, abilities=["Botto"]), "b1": at(20, abilities=[INVITTO], life=3, tokens=(("Invitto", 1),))}
    field = trial({"Botto": HARM}, {**fighters, "b2": FOE})
    field.act("a1", "ability", "Botto", "b1")
    assert (field.asked, field.about["window"]) == ("respond", "damage")
    field.answer((INVITTO, "b1"))
    assert field.the(Healed).amount == 1 and field.the(Hurt).amount == 3
    assert field.figure("b1").life == 1 and left(field, "Invitto", "b1") == 0


@pytest.mark.rule("CDC-AB-102.3")
def test_nobody_is_asked_to_recover_before_a_damage_that_does_not_kill() -> None:
    fighters = {"a1": at(10, abilities=["Botto"]), "b1": at(20, abilities=[INVITTO], life=4, tokens=(("Invitto", 1),))}
    field = trial({"Botto": HARM}, fighters)
    field.act("a1", "ability", "Botto", "b1")
    assert field.asked == "action" and field.figure("b1").life == 1


@pytest.mark.rule("CDC-AB-102.4")
def test_one_token_of_invitto_gives_a_d6() -> None:
    field = Field({"a1": at(10, abilities=[INVITTO], dice=(), life=4), "a2": at(20), "b1": FOE})
    boon(field, INVITTO)
    field.answer("d6", "a")
    assert field.the(DiceGained).dice == (6,) and left(field, "Invitto") == 2 and field.figure("a1").life == 4


# --- Aura di Ispirazione ------------------------------------------------------------------------------------


def inspired(*dice: int, x: float = 22.5, token: int = 1, attacker: str = "a2", **more: Any) -> Field:
    """`a1` bears the aura with its die of this turn; `a2`, up to 10 cm off, strikes `b1`."""
    fighters = {
        "a1": at(10, abilities=[ISPIRAZIONE], items=[SPADA], tokens=(("Ispirazione", 1),) if token else ()),
        "a2": at(x, items=[SPADA], **more),
        "b1": at(x + 3.5),
        "b2": at(10, 13.5, items=[SPADA]),
    }
    field = Field(fighters, dice=dice)
    field.act(attacker, "melee", "b1" if attacker == "a2" else "b2", die=8)
    return field


@pytest.mark.rule("CDC-AB-088.1", "CDC-AB-088.3")
def test_inspiration_is_one_die_each_turn_and_does_not_last_over_it() -> None:
    field = Field({"a1": at(10, abilities=[ISPIRAZIONE], tokens=(("Ispirazione", 1),)), "b1": FOE})
    turn_over(field)
    assert [(event.it, event.by) for event in field.all(TokensChanged)] == [("a1", -1), ("a1", 1)]
    assert field.state.turn == 2 and left(field, "Ispirazione") == 1
    assert field.figure("a1").dice == (4, 6, 8), "it is no die of the bearer"


@pytest.mark.rule("CDC-AB-088.2")
def test_an_ally_within_10_cm_throws_the_d6_in_place_of_the_die_that_failed() -> None:
    field = inspired(2, 6, 1)
    assert field.about["window"] == "rolled"
    field.answer((ISPIRAZIONE, "a1"))
    first, second, _ = field.all(DiceRolled)
    assert [(e.by, e.sides, e.faces) for e in (first, second)] == [("a2", 8, (2,)), ("a2", 6, (6,))]
    assert field.the(HitLanded).critical, "6 is the top face of the die that was thrown; the sword strikes once more"
    assert left(field, "Ispirazione") == 0 and field.figure("a1").dice == (4, 6, 8)
    field.done()


@pytest.mark.rule("CDC-AB-088.2")
def test_a_d4_that_failed_is_critical_on_a_6_and_an_enchanted_weapon_on_a_5_of_the_new_die() -> None:
    for upgrades, face in (([], 5), ([], 6), ([{"item": INCANTATE, "to": MAZZA}], 5)):
        fighters = {
            "a1": at(10, abilities=[ISPIRAZIONE], tokens=(("Ispirazione", 1),)),
            "a2": at(20, items=[MAZZA], upgrades=upgrades),
            "b1": at(23.5, res=20),
        }
        field = Field(fighters, dice=[2, face])
        field.act("a2", "melee", "b1", die=4)
        field.answer((ISPIRAZIONE, "a1"))
        assert field.the(HitLanded).critical is (face == 6 or bool(upgrades))
        field.done()


@pytest.mark.rule("CDC-AB-088.2")
@pytest.mark.parametrize("face", [1, 8])
def test_neither_a_1_nor_a_success_is_repeated_by_inspiration(face: int) -> None:
    field = inspired(face, *((3,) if face == 8 else ()))
    assert field.asked == "action" and left(field, "Ispirazione") == 1
    field.done()


@pytest.mark.rule("CDC-AB-088.2")
def test_inspiration_reaches_no_farther_than_10_cm() -> None:
    field = inspired(2, x=22.51)
    assert field.asked == "action" and left(field, "Ispirazione") == 1
    field.done()


@pytest.mark.rule("CDC-AB-088.1")
def test_the_bearer_cannot_use_his_own_inspiration() -> None:
    field = inspired(2, attacker="a1")
    assert field.asked == "action" and left(field, "Ispirazione") == 1
    field.done()


@pytest.mark.rule("CDC-AB-088.2")
def test_inspiration_repeats_a_failed_test() -> None:
    fighters = {
        "a1": at(10, abilities=[ISPIRAZIONE], tokens=(("Ispirazione", 1),)),
        "a2": at(20, dice=(8,)),
        "b1": at(50, abilities=["Prova"]),
    }
    field = trial({"Prova": TRY}, fighters, dice=[3, 4], hand="b")
    field.act("b1", "ability", "Prova", "a2")
    field.answer(8)
    field.answer((ISPIRAZIONE, "a1"))
    assert [(e.sides, e.faces[0]) for e in field.all(DiceRolled)] == [(8, 3), (6, 4)]
    assert field.the(TestEnded).passed
    field.done()


# --- Aura di Fede -------------------------------------------------------------------------------------------


def faithful(hand: str = "a", **more: Any) -> Field:
    """`a1` bears the aura; `a2` is exactly 10 cm off, `a3` a little farther, `b1` near."""
    fighters = {
        "a1": at(20, abilities=[FEDE]),
        "a2": at(32.5, **more),
        "a3": at(20, 22.51),
        "a4": at(12, 10),
        "b1": at(20, 5),
    }
    return Field(fighters, hand=hand)


def gives(field: Field, name: str, die: int) -> None:
    """A fighter spends a die into the aura of faith."""
    boon(field, FEDE, name)
    field.answer("dona", "a")
    field.answer(((die, 0),), "a")


@pytest.mark.rule("CDC-AB-093.1")
@pytest.mark.parametrize("hand", ["a", "b"])
def test_an_ally_in_the_aura_of_faith_spends_a_die_to_set_a_d4_aside(hand: str) -> None:
    field = faithful(hand)
    assert field.offered("a1", "boon", FEDE, seat="a") == ("a2", "a4"), "not the bearer, nor who is beyond 10 cm"
    boon(field, FEDE, "a2")
    assert field.offered(seat="a") == ("dona",), "nothing is set aside yet"
    field.answer("dona", "a")
    field.answer(((8, 0),), "a")
    assert field.the(DiceLost).it == "a2" and field.figure("a2").dice == (4, 6)
    assert left(field, "Fede donata") == 1 and field.figure("a1").dice == (4, 6, 8)


@pytest.mark.rule("CDC-AB-093.1")
def test_who_has_no_die_or_lies_down_cannot_spend_one_into_the_aura_of_faith() -> None:
    assert faithful(dice=()).offered("a1", "boon", FEDE) == ("a4",)
    assert faithful(conditions=["A Terra"]).offered("a1", "boon", FEDE) == ("a4",)


@pytest.mark.rule("CDC-AB-093.1", "CDC-AB-093.2")
def test_what_was_set_aside_goes_as_d4_to_any_ally_in_the_aura_even_several_to_one() -> None:
    field = faithful(dice=(8, 8), conditions=["A Terra"])
    gives(field, "a4", 8)
    gives(field, "a4", 6)
    assert left(field, "Fede donata") == 2
    for number in (1, 2):
        boon(field, FEDE, "a2")
        assert field.offered() == ("riceve",), "a fighter that lies down can receive, not give"
        field.answer("riceve")
        assert field.figure("a2").dice == (4,) * number + (8, 8) and left(field, "Fede donata") == 2 - number
    assert [event.dice for event in field.all(DiceGained)] == [(4,), (4,)] and field.figure("a4").dice == (4,)
    assert field.all(TookPart) == [], "receiving is no action"


@pytest.mark.rule("CDC-AB-093.3")
def test_a_d4_that_nobody_received_is_lost_at_the_end_of_the_turn() -> None:
    field = faithful()
    gives(field, "a2", 4)
    turn_over(field)
    assert field.state.turn == 2 and left(field, "Fede donata") == 0
    assert [field.figure(name).dice for name in ("a1", "a2", "a4")] == [(4, 6, 8)] * 3


# --- in answer to what others do: only to what is aimed at the bearer -------------------------------------------


@pytest.mark.rule("CDC-AB-089.1", "CDC-AB-095.1", "CDC-AB-102.1")
@pytest.mark.parametrize("rule", [DEBELLO, MANO, INVITTO])
@pytest.mark.parametrize(("aim", "asked"), [("b1", True), ("b2", False)])
def test_tokens_are_offered_to_the_bearer_that_is_aimed_at_alone(rule: str, aim: str, asked: bool) -> None:
    """`b1` bears the tokens; it has no die, and burns, so that each of the three would serve it."""
    fighters = {
        "a1": at(10, items=[SPADA]),
        "b1": at(13.5, abilities=[rule], dice=(), conditions=["Fuoco"]),
        "b2": at(10, 13.5, dice=()),
    }
    field = Field(fighters, dice=[1, 1])
    field.act("a1", "melee", aim, die=8)
    assert (field.asked == "respond") is asked
    if asked:
        assert field.about["window"] == "declared"


@pytest.mark.rule("CDC-AB-095.1", "CDC-AB-102.1")
@pytest.mark.parametrize("rule", [MANO, INVITTO])
@pytest.mark.parametrize(("who", "asked"), [("b1", True), ("b2", False)])
def test_tokens_become_a_die_for_the_bearers_own_test_alone(rule: str, who: str, asked: bool) -> None:
    fighters = {
        "a1": at(10, abilities=["Prova"]),
        "b1": at(40, abilities=[rule], dice=()),
        "b2": at(50, dice=()),
    }
    field = trial({"Prova": TRY}, fighters)
    field.act("a1", "ability", "Prova", who)
    while field.asked == "respond" and field.about["window"] == "declared":
        field.answer(PASS)
    assert (field.asked == "respond") is asked
    if asked:
        assert field.about["window"] == "testing"


@pytest.mark.rule("CDC-AB-102.2", "CDC-AB-102.3")
@pytest.mark.parametrize(("who", "asked"), [("b1", True), ("b2", False)])
def test_invitto_undoes_and_forestalls_only_what_its_bearer_suffers(who: str, asked: bool) -> None:
    """Both are wounded, and 3 damage would kill either: one token would heal, two undo the damage."""
    fighters = {
        "a1": at(10, abilities=["Botto"]),
        "b1": at(20, abilities=[INVITTO], life=3),
        "b2": at(30, life=3),
        "b3": FOE,
    }
    field = trial({"Botto": HARM}, fighters)
    field.act("a1", "ability", "Botto", who)
    assert (field.asked == "respond") is asked
    if asked:
        assert field.about["window"] == "damage"
