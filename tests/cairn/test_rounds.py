"""Rounds, the first-round save, declarations, movement, retreat and range."""

from __future__ import annotations

import pytest

from arbitro.engine.events import Began, Finished, Rolled
from arbitro.rulesets.cairn.events import (
    BlowsLanded,
    Declared,
    FightEnded,
    Fled,
    Hurt,
    RoundBegan,
    SideBegan,
    TurnLost,
    Went,
)
from tests.cairn.table import Table

rule = pytest.mark.rule
SWORD = {"items": ["spada"]}


@rule("CRN-RND-01.1", "CRN-RND-01.2", "CRN-RND-03.1")
def test_a_round_is_the_party_then_its_opponents() -> None:
    table = Table({"a1": SWORD}, {"b1": SWORD}, dice=[2, 2])
    assert table.state.active == "a" and table.state.round == 1
    table.act("a1", "attack", "spada", "b1")
    assert table.state.active == "b" and table.state.round == 1
    table.act("b1", "attack", "spada", "a1")
    assert table.state.active == "a" and table.state.round == 2
    assert [e.seat for e in table.all(SideBegan)] == ["a", "b", "a"]
    assert [e.number for e in table.all(RoundBegan)] == [1, 2]
    assert sum(e.scope == "round" for e in table.all(Began)) == 2, "rounds are counted, each about ten seconds"


@rule("CRN-RND-01.3", "CRN-ACT-02.1", "CRN-ACT-02.2")
def test_all_of_a_side_declare_before_a_die_falls_and_act_at_once() -> None:
    """The second attacker's target is dead by the first one's blow: both dice are rolled all the same."""
    table = Table({"a1": SWORD, "a2": SWORD}, {"b1": {"pf": 1, "forza": 2}, "b2": {}}, dice=[8, 7, 20])
    table.act("a1", "attack", "spada", "b1")
    assert table.all(Rolled) == [] and table.asked == "action"
    table.act("a2", "attack", "spada", "b1")
    order = [type(e).__name__ for e in table.game.journal if isinstance(e, Declared | Rolled)]
    assert order[:4] == ["Declared", "Declared", "Rolled", "Rolled"]
    assert table.the(BlowsLanded).dice == 2


@rule("CRN-RND-01.3")
def test_sleep_cast_this_turn_does_not_help_the_blows_of_the_same_turn() -> None:
    party = {"a1": {"items": ["libro-sonno"], "vol": 18}, "a2": SWORD}
    table = Table(party, {"b1": {"vol": 2, "pf": 20}}, dice=[19, 5, 8])
    table.act("a1", "cast", "libro-sonno", "b1")
    table.act("a2", "attack", "spada", "b1")  # a d8, not the d12 against somebody asleep
    assert table.all(Rolled)[-1].sides == 8
    table.done()


@rule("CRN-RND-02.1", "CRN-RND-02.3", "CRN-RND-02.4")
def test_in_the_first_round_each_character_must_save_to_act_and_the_opponents_need_not() -> None:
    party = {"a1": {**SWORD, "des": 10}, "a2": {**SWORD, "des": 10}}
    table = Table(party, {"b1": SWORD}, ready=False, dice=[11, 10, 3, 2])
    assert table.saves() == [("a1", "des", "surprise", False), ("a2", "des", "surprise", True)]
    assert table.the(TurnLost).it == "a1"
    assert table.offered() == ("a2",)
    table.act("a2", "attack", "spada", "b1")
    table.act("b1", "attack", "spada", "a2")
    assert table.state.round == 2 and table.offered() == ("a1", "a2"), "for that round only"


@rule("CRN-RND-02.2")
def test_circumstances_and_abilities_spare_the_save() -> None:
    assert Table({"a1": SWORD}, {"b1": {}}, ready=True).saves() == []
    table = Table({"a1": {"marks": ["amico-delle-bestie"]}, "a2": {}}, {"b1": {}}, ready=False, dice=[3])
    assert [who for who, *_ in table.saves()] == ["a2"]
    assert Table({"a1": {"kind": "hireling"}}, {"b1": {}}, ready=False).saves() == [], "characters only"


@rule("CRN-RND-03.2")
def test_later_rounds_need_no_save() -> None:
    table = Table({"a1": SWORD}, {"b1": SWORD}, ready=False, dice=[5, 1, 1])
    table.act("a1", "attack", "spada", "b1")
    table.act("b1", "attack", "spada", "a1")
    assert table.state.round == 2 and len(table.saves()) == 1
    table.done()


@rule("CRN-RND-03.3")
def test_rounds_go_on_until_a_side_is_beaten_or_has_fled() -> None:
    table = Table({"a1": SWORD}, {"b1": {"pf": 2, "forza": 1}}, dice=[5])
    table.act("a1", "attack", "spada", "b1")
    assert table.the(FightEnded).winner == "a" and table.the(Finished).result == "a" and table.game.over
    table = Table({"a1": SWORD}, {"b1": {}}, dice=[3])
    table.act("a1", "flee")
    assert table.the(FightEnded).winner == "b" and table.the(FightEnded).why == "fled"
    table = Table({"a1": SWORD}, {"b1": {}}, options={"round_limit": 1})
    table.act("a1", "wait")
    table.act("b1", "wait")
    assert table.the(Finished).result == "draw", "an agreed end leaves it undecided"


@rule("CRN-ACT-01.1", "CRN-ACT-01.2")
def test_twelve_metres_and_one_action() -> None:
    table = Table({"a1": {"items": ["spada", "libro-luce"]}}, {"b1": {"at": 14}}, dice=[4])
    assert {"attack", "cast", "run", "flee", "wait"} <= set(table.offered("a1"))
    assert table.offered("a1", "attack", "spada", "b1") == ("closer",)
    table.act("a1", "attack", "spada", "b1", "closer")
    assert table.figure("a1").at == 12 and table.the(Hurt).it == "b1"
    table = Table({"a1": SWORD}, {"b1": {"at": 15}})
    assert "attack" not in table.offered("a1"), "15 metres are more than one movement and an arm's length"


@rule("CRN-ACT-01.3")
def test_a_second_movement_is_the_action() -> None:
    table = Table({"a1": SWORD}, {"b1": {"at": 40}})
    table.act("a1", "run", "closer")
    assert table.figure("a1").at == 24 and table.all(Rolled) == [] and table.state.active == "b"
    assert "CRN-ACT-01.3" in table.the(Went).rules


@rule("CRN-ACT-01.1")
def test_one_moves_before_or_after_the_action() -> None:
    table = Table({"a1": SWORD}, {"b1": {"at": 2}}, dice=[4])
    assert table.offered("a1", "attack", "spada", "b1") == ("stay", "away")
    table.act("a1", "attack", "spada", "b1", "away")
    assert table.figure("a1").at == -12 and table.figure("b1").pf == 6


@rule("CRN-RET-01.1", "CRN-RET-01.2")
def test_flight_takes_a_save_and_a_place_to_go() -> None:
    table = Table({"a1": {"des": 9}, "a2": {}}, {"b1": {}}, dice=[10])
    table.act("a1", "flee")
    table.act("a2", "wait")
    assert table.figure("a1").status == "in" and table.all(Fled) == [] and table.state.active == "b", (
        "the action is spent"
    )
    assert "flee" not in Table({"a1": {}}, {"b1": {}}, refuge=False).offered("a1")
    table = Table({"a1": {"des": 9}, "a2": {}}, {"b1": {}}, dice=[9])
    table.act("a1", "flee")
    table.act("a2", "wait")
    assert table.the(Fled).it == "a1" and table.figure("a1").status == "fled"


@rule("CRN-RNG-01.1", "CRN-RNG-01.2", "CRN-RNG-02.1")
def test_bows_reach_whoever_is_seen_and_are_impaired_far_off() -> None:
    table = Table({"a1": {"items": ["arco"]}}, {"b1": {"at": 29}, "b2": {"at": 30}, "b3": {"at": 9, "hidden": True}},
                  dice=[6])  # fmt: skip
    assert table.offered("a1", "attack", "arco") == ("b1", "b2")
    table.act("a1", "attack", "arco", "b1", "stay")
    assert table.the(Rolled).sides == 6 and len(table.figure("a1").items) == 1, "arrows are not counted"
    table = Table({"a1": {"items": ["arco"]}}, {"b1": {"at": 30}}, dice=[4])
    table.act("a1", "attack", "arco", "b1", "stay")
    assert table.the(Rolled).sides == 4


@rule("CRN-RNG-01.2")
def test_the_table_says_what_is_especially_distant() -> None:
    table = Table({"a1": {"items": ["arco"]}}, {"b1": {"at": 20}}, options={"distant": 20}, dice=[4])
    table.act("a1", "attack", "arco", "b1", "stay")
    assert table.the(Rolled).sides == 4
