"""Using abilities: active, gratis, threshold, complete, passive; reading markers (CDC-ACT-07 to -10, -24, -25)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import DiceRolled, DiceSpent, Hurt, Missed, Succeeded, TookPart
from arbitro.rulesets.crepuscolo.markers import Marker, marker
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

HARM = [{"damage": 1, "to": "foes(me, 40)"}]


def able(kind: str, *faces: int, dice: tuple[int, ...] = (4, 6, 8), hand: str = "a", **lines: Any) -> Field:
    """`a1` with an ability of that marker that does 1 damage to `b1`."""
    made = {"Prova": {"kind": kind, "do": HARM, **lines}}
    return trial(made, {"a1": at(10, abilities=["Prova"], dice=dice), "b1": at(40)}, dice=faces, hand=hand)


def offered(field: Field) -> bool:
    return "a1" in field.offered() and "ability" in field.offered("a1")


@pytest.mark.rule("CDC-ACT-07.1", "CDC-ACT-07.2", "CDC-ACT-07.3", "CDC-ACT-25.1")
@pytest.mark.parametrize("die", [4, 6, 8])
def test_an_active_ability_costs_one_die_of_any_size_that_is_not_rolled(die: int) -> None:
    field = able("A")
    field.act("a1", "ability", "Prova", die=die)
    assert field.the(DiceSpent).dice == (die,) and not field.all(DiceRolled)
    assert field.the(Hurt).it == "b1"
    assert field.the(TookPart).rules == ("CDC-ACT-07.1", "Prova")


@pytest.mark.rule("CDC-ACT-07.3")
def test_an_active_ability_rolls_what_its_own_text_asks_for() -> None:
    field = able("A", 3, do=[{"roll": "d6", "as": "k"}, {"damage": "k", "to": "foes(me, 40)"}])
    field.act("a1", "ability", "Prova", die=8)
    assert field.the(DiceRolled).sides == 6 and field.the(Hurt).amount == 3
    field.done()


@pytest.mark.rule("CDC-ACT-08.1", "CDC-ACT-08.2", "CDC-ACT-25.2")
def test_a_gratis_ability_costs_no_die_and_has_no_limit_but_its_own() -> None:
    field = able("AG")
    for uses in (1, 2, 3):
        field.act("a1", "ability", "Prova")
        assert len(field.all(Hurt)) == uses
    assert field.figure("a1").dice == (4, 6, 8) and field.all(TookPart)[0].rules == ("CDC-ACT-08.1", "Prova")
    field = able("AG", limit="1 per hand")
    field.act("a1", "ability", "Prova")
    assert not offered(field)


@pytest.mark.rule("CDC-ACT-08.3")
def test_a_gratis_ability_waits_for_its_own_hand() -> None:
    field = able("AG", hand="b")
    assert field.game.pending is not None and field.game.pending.free == ()
    refusal = field.refusal(("a1", "ability", "Prova"), seat="a")
    assert refusal is not None and refusal.code == "not_your_decision"
    field.answer(("pass",))
    assert offered(field)


@pytest.mark.rule("CDC-ACT-09.1", "CDC-ACT-09.2", "CDC-ACT-09.4", "CDC-ACT-25.3", "CDC-ACT-02.3")
@pytest.mark.parametrize(("face", "works"), [(2, False), (3, True), (8, True)])
def test_a_threshold_ability_works_from_its_threshold_on(face: int, works: bool) -> None:
    field = able("A[3]", face)
    field.act("a1", "ability", "Prova", die=8)
    assert field.figure("a1").dice == (4, 6) and field.the(DiceRolled).sides == 8
    assert (
        bool(field.all(Hurt)) is works and bool(field.all(Succeeded)) is works and bool(field.all(Missed)) is not works
    )
    field.done()


@pytest.mark.rule("CDC-ACT-09.3")
def test_a_1_always_fails_a_threshold() -> None:
    field = able("A1", 1, 2)
    field.act("a1", "ability", "Prova", die=8)
    assert "CDC-ACT-09.3" in field.the(Missed).rules and not field.all(Hurt)
    field.act("a1", "ability", "Prova", die=6)
    assert field.the(Hurt).amount == 1
    field.done()


@pytest.mark.rule("CDC-ACT-09.5")
def test_the_top_face_of_a_d4_does_not_reach_5() -> None:
    field = able("A5", 4, 5)
    field.act("a1", "ability", "Prova", die=4)
    assert field.the(Missed).action == "Prova" and not field.all(Hurt)
    field.act("a1", "ability", "Prova", die=6)
    assert field.the(Hurt).amount == 1
    field.done()


@pytest.mark.rule("CDC-ACT-10.1", "CDC-ACT-10.2", "CDC-ACT-25.4")
def test_a_complete_ability_costs_three_dice_and_needs_them() -> None:
    field = able("AC")
    field.act("a1", "ability", "Prova", die=4, others=(6, 8))
    assert field.figure("a1").dice == () and sorted(field.the(DiceSpent).dice) == [4, 6, 8]
    assert field.the(Hurt).amount == 1 and not field.all(DiceRolled)
    assert not offered(able("AC", dice=(6, 8)))


@pytest.mark.rule("CDC-ACT-10.3")
def test_with_more_than_three_dice_its_controller_chooses_three() -> None:
    field = able("AC", dice=(4, 4, 6, 8))
    assert field.offered("a1", "ability", "Prova", 8) == ((4, 4), (4, 6))
    field.act("a1", "ability", "Prova", die=8, others=(4, 4))
    assert field.figure("a1").dice == (6,)


@pytest.mark.rule("CDC-ACT-10.4", "CDC-ACT-25.8")
@pytest.mark.parametrize("kind", ["AC4", "AC[4]"])
def test_one_of_the_three_chosen_before_is_rolled_against_a_threshold(kind: str) -> None:
    field = able(kind, 4)
    assert field.offered("a1", "ability", "Prova") == (4, 6, 8)
    field.act("a1", "ability", "Prova", die=4, others=(6, 8))
    assert (field.the(DiceRolled).sides, field.the(DiceRolled).faces) == (4, (4,)) and field.the(Hurt).amount == 1
    field.done()


@pytest.mark.rule("CDC-ACT-10.4")
def test_a_complete_attack_rolls_the_die_chosen() -> None:
    rifle = "CDC-EQ-45"
    field = Field({"a1": at(10, items=[rifle]), "b1": at(40)}, dice=[6])
    field.act("a1", "shot", rifle, "b1", die=6, others=(4, 8))
    assert field.the(DiceRolled).sides == 6 and field.figure("a1").dice == ()
    field.done()


@pytest.mark.rule("CDC-ACT-24.1", "CDC-ACT-25.11")
def test_a_passive_ability_is_always_at_work_and_never_used() -> None:
    made = {"Scorza": {"kind": "P", "always": [{"modify": "taken", "by": -1, "when": "it is me"}]}}
    field = trial(
        made, {"a1": at(10, dan=2), "b1": at(13.5, abilities=["Scorza"], dice=(4,), conditions=["A Terra"])}, dice=[5]
    )
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Hurt).amount == 1, "prone and without a die to spend for it"
    assert field.all(TookPart)[0].it == "a1" and len(field.all(TookPart)) == 1
    field.done()


@pytest.mark.rule(
    "CDC-ACT-25.5", "CDC-ACT-25.6", "CDC-ACT-25.7", "CDC-ACT-25.8", "CDC-ACT-25.9", "CDC-ACT-25.10", "CDC-ACT-25.11"
)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P", Marker(passive=True)),
        ("A", Marker(dice=1)),
        ("AL", Marker(dice=1, free=True)),
        ("AG", Marker(dice=0)),
        ("AGL", Marker(dice=0, free=True)),
        ("ALG", Marker(dice=0, free=True)),
        ("A[5]", Marker(dice=1, threshold=5)),
        ("AL5", Marker(dice=1, threshold=5, free=True)),
        ("AL[2]", Marker(dice=1, threshold=2, free=True)),
        ("AC", Marker(dice=3)),
        ("AC3", Marker(dice=3, threshold=3)),
        ("ACL", Marker(dice=3, free=True)),
        ("B", None),
    ],
)
def test_markers_are_read_in_every_printed_form(text: str, expected: Marker | None) -> None:
    assert marker(text) == expected


@pytest.mark.rule("CDC-ACT-25.5", "CDC-ACT-25.6", "CDC-ACT-25.9", "CDC-ACT-25.10", "CDC-ACT-11.2")
@pytest.mark.parametrize(
    ("kind", "dice"),
    [("AL", (8,)), ("AL2", (8,)), ("AGL", ()), ("ALG", ()), ("ACL", (8, (4, 6))), ("A", None), ("AC", None)],
)
def test_l_is_what_opens_the_other_hand(kind: str, dice: tuple[Any, ...] | None) -> None:
    field = able(kind, *([5] if kind == "AL2" else []), hand="b")
    path = ("a1", "ability", "Prova", *(dice or ()))
    if dice is None:
        assert field.refusal((*path, 8), seat="a") is not None
        return
    field.answer(path, seat="a")
    assert field.the(Hurt).it == "b1"
    field.done()
