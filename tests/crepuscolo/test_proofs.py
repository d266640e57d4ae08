"""Tests of Forza, Riflessi and Spirito (CDC-TST)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo import events
from arbitro.rulesets.crepuscolo.events import ConditionLost, DiceLost, DiceRolled, DiceSpent, Hurt, Missed, TookPart
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial


def called(
    kind: str, *dice: int, mine: tuple[int, ...] = (4, 6, 8), failed: Any = None, more: Any = None, **foe: Any
) -> Field:
    """`a1` calls for a test of `b1`, who has dice ``mine`` and suffers 1 damage if it fails."""
    part = {"test": kind, "to": "foes(me, 40)", "failed": failed or [{"damage": 1, "to": "it"}]}
    made = {"Prova": {"kind": "AG", "do": [part]}, **(more or {})}
    other = at(40, dice=mine, abilities=list(more or ()), **foe)
    field = trial(made, {"a1": at(10, abilities=["Prova"]), "b1": other}, dice=dice, start={"no_deal": True})
    field.figure("a1").dice = (8,)
    field.act("a1", "ability", "Prova")
    return field


def ended(field: Field) -> bool:
    return field.the(events.TestEnded).passed


@pytest.mark.rule("CDC-TST-01.1", "CDC-TST-01.2", "CDC-TST-01.3")
def test_one_die_is_spent_and_rolled_against_4_and_no_more_if_it_succeeds() -> None:
    field = called("forza", 4)
    assert field.asked == "test" and field.offered() == ("decline", 4, 6, 8)
    assert field.game.pending is not None and field.game.pending.seats == ("b",)
    field.answer(6)
    assert field.the(DiceSpent).dice == (6,) and field.figure("b1").dice == (4, 8)
    rolled = field.the(DiceRolled)
    assert (rolled.sides, rolled.faces) == (6, (4,)) and rolled.need is not None and rolled.need.value == 4
    assert ended(field) and field.the(events.TestEnded).rules[0] == "CDC-TST-01.3" and not field.all(Hurt)
    field.done()


@pytest.mark.rule("CDC-TST-01.4", "CDC-TST-01.5", "CDC-TST-01.7", "CDC-TST-01.8", "CDC-TST-01.9")
def test_after_a_failed_die_it_goes_on_until_it_passes_or_has_no_dice() -> None:
    field = called("riflessi", 3, 2, 3)
    field.answer(8)
    assert field.asked == "test" and field.offered() == (4, 6), "no declining once begun"
    field.answer(4)
    assert not ended(field) and field.the(Hurt).it == "b1", "the last die is spent without asking"
    assert [event.dice for event in field.all(DiceSpent)] == [(8,), (4,), (6,)] and field.figure("b1").dice == ()
    assert field.the(events.TestEnded).rules[0] == "CDC-TST-01.5"
    field.done()
    field = called("riflessi", 3, 5)
    field.answer(4)
    field.answer(8)
    assert ended(field) and field.figure("b1").dice == (6,)
    field.done()


@pytest.mark.rule("CDC-TST-01.6")
def test_a_test_may_be_declined_and_is_then_failed_without_a_die() -> None:
    field = called("spirito")
    field.answer("decline")
    assert not ended(field) and field.figure("b1").dice == (4, 6, 8) and field.the(Hurt).amount == 1
    declined = field.the(events.TestDeclined)
    assert (declined.why, declined.rules[0]) == ("declined", "CDC-TST-01.6") and not field.all(DiceRolled)


@pytest.mark.rule("CDC-TST-01.10")
def test_tests_use_the_dice_in_either_hand() -> None:
    field = called("forza", 5)
    assert field.state.hand == "a"
    field.answer(8)
    assert field.figure("b1").dice == (4, 6)
    made = {"Prova": {"kind": "AG", "do": [{"test": "forza", "to": "me"}]}}
    field = trial(made, {"a1": at(10, abilities=["Prova"]), "b1": at(40)}, dice=[5])
    field.act("a1", "ability", "Prova")
    assert field.game.pending is not None and field.game.pending.seats == ("a",)
    field.answer(6)
    assert field.figure("a1").dice == (4, 8)
    field.done()


@pytest.mark.rule("CDC-TST-01.11")
def test_no_face_of_a_test_counts_for_more_than_its_number() -> None:
    ease = {"Facile": {"always": [{"modify": "sds_test", "by": -3, "when": "figure is me"}]}}
    hard = {"Arduo": {"always": [{"modify": "sds_test", "by": 1, "when": "figure is me"}]}}
    field = called("forza", 1, more=ease)
    field.answer(8)
    assert ended(field), "1 reaches SdS 1"
    field.done()
    field = called("forza", 4, mine=(4,), more=hard)
    field.answer(4)
    assert not ended(field), "4 on a d4 does not reach 5"
    field.done()


@pytest.mark.rule("CDC-TST-01.12", "CDC-ACT-23.9")
def test_a_test_is_no_action() -> None:
    told = {"kind": "AL", "moment": "declared", "when": "enemy(actor, me)", "do": [{"damage": 1, "to": "actor"}]}
    me = at(10, conditions=["Veleno"], last_action="cover")
    field = trial({"Contro": told}, {"a1": me, "b1": at(40, abilities=["Contro"])}, dice=[5])
    field.act("a1", "cure", "Veleno")
    assert field.asked == "test", "nobody can respond to it"
    field.answer(8)
    assert field.the(ConditionLost).condition == "Veleno" and not field.all(TookPart)
    assert field.figure("a1").last_action == "cover", "what it did last stays so"
    field.done()
    field = called("forza", 5, conditions=["A Terra"])
    field.answer(8)
    assert ended(field), "A Terra it can take tests"


@pytest.mark.rule("CDC-TST-02.1", "CDC-TST-02.2")
@pytest.mark.parametrize("kind", ["forza", "riflessi", "spirito"])
def test_rules_may_change_tests_of_one_kind(kind: str) -> None:
    made = {"Vigore": {"always": [{"modify": "sds_test", "by": -1, "when": "figure is me and test_kind is forza"}]}}
    field = called(kind, 3, mine=(6,), more=made)
    field.answer(6)
    assert field.the(events.TestEnded).kind == kind and ended(field) is (kind == "forza")
    field.done()


@pytest.mark.rule("CDC-TST-02.3")
def test_a_test_of_volonta_is_one_of_spirito() -> None:
    made = {"Fede": {"always": [{"modify": "sds_test", "by": -1, "when": "figure is me and test_kind is spirito"}]}}
    field = called("volonta", 3, mine=(6,), more=made, vol=0)
    assert field.about["test"] == "spirito"
    field.answer(6)
    assert field.the(events.TestEnded).kind == "spirito" and ended(field)
    field.done()


@pytest.mark.rule("CDC-TST-03.1")
def test_without_dice_a_test_is_failed_at_once() -> None:
    field = called("spirito", mine=())
    assert field.asked == "action" and not ended(field) and field.the(Hurt).it == "b1"
    assert field.the(events.TestDeclined).why == "no_dice" and field.the(events.TestDeclined).rules[0] == "CDC-TST-03.1"


@pytest.mark.rule("CDC-TST-03.2")
def test_losing_all_dice_bites_only_who_declines() -> None:
    field = called("riflessi", failed=[{"lose_all_dice": "it"}])
    field.answer("decline")
    assert field.the(DiceLost).dice == (4, 6, 8) and field.figure("b1").dice == ()
    field = called("riflessi", 2, 3, 1, failed=[{"lose_all_dice": "it"}])
    field.answer(8)
    field.answer(6)
    assert not field.all(DiceLost) and field.figure("b1").dice == ()
    assert not field.all(Missed)
    field.done()
