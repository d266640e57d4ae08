"""Free abilities: in the other hand, in response to an action, in response to a response (CDC-ACT-11)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import Event, Fizzled
from arbitro.rulesets.crepuscolo.events import (
    CarriedOut,
    ConditionGained,
    DiceRolled,
    DiceSpent,
    HitLanded,
    Hurt,
    Missed,
    Moved,
    TookPart,
)
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

ARCO = "CDC-EQ-22"
HARM = {"kind": "AL", "do": [{"damage": 1, "to": "target"}], "target": {"one": "foes(me, 60)"}}
STAGGER = {"kind": "AL", "do": [{"inflict": "A Terra", "to": "target"}], "target": {"one": "foes(me, 60)"}}
TOLD = {"kind": "AL", "moment": "declared", "when": "enemy(actor, me)", "do": [{"damage": 1, "to": "actor"}]}


def order(field: Field) -> list[str]:
    """Who was hurt, thrown down or hit, in the order in which it happened."""
    return [event.it for event in field.game.journal if isinstance(event, Hurt | ConditionGained)]


@pytest.mark.rule("CDC-ACT-11.1")
@pytest.mark.parametrize(
    ("kind", "dice", "faces", "works"),
    [
        ("AL", (8,), [], True),
        ("AL3", (8,), [3], True),
        ("AL3", (8,), [2], False),
        ("AGL", (), [], True),
        ("ACL", (8, (4, 6)), [], True),
    ],
)
def test_a_free_ability_costs_and_works_as_its_base_type(kind: str, dice: Any, faces: list[int], works: bool) -> None:
    for hand in ("a", "b"):
        field = trial(
            {"Prova": {**HARM, "kind": kind}}, {"a1": at(10, abilities=["Prova"]), "b1": at(40)}, dice=faces, hand=hand
        )
        field.answer(("a1", "ability", "Prova", "b1", *dice), seat="a")
        spent = [die for event in field.all(DiceSpent) for die in event.dice]
        assert sorted(spent) == sorted([dice[0], *dice[1]] if len(dice) == 2 else list(dice))
        assert bool(field.all(Hurt)) is works and len(field.all(DiceRolled)) == len(faces)
        field.done()


@pytest.mark.rule("CDC-ACT-11.2")
def test_it_may_be_used_between_the_actions_of_the_other_hand() -> None:
    field = trial({"Prova": HARM}, {"a1": at(10, abilities=["Prova"]), "b1": at(40)}, hand="b")
    assert field.game.pending is not None and (field.game.pending.seats, field.game.pending.free) == (("b",), ("a",))
    field.answer(("a1", "ability", "Prova", "b1", 8), seat="a")
    assert field.the(Hurt).it == "b1" and "CDC-ACT-11.2" in field.the(TookPart).rules
    assert field.asked == "action" and field.state.hand == "b", "the hand goes on"
    assert field.game.pending.seats == ("b",)


@pytest.mark.rule("CDC-ACT-11.3", "CDC-ACT-11.6")
def test_a_response_comes_after_the_target_is_named_and_before_the_die_falls() -> None:
    field = trial({"Prova": HARM}, {"a1": at(10), "b1": at(13.5, abilities=["Prova"])}, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "respond" and field.game.pending is not None and field.game.pending.seats == ("b",)
    assert (field.about["action"], field.about["actor"], field.about["target"]) == ("melee", "a1", "b1")
    assert field.figure("a1").dice == (4, 6) and not field.all(DiceRolled), "paid, not rolled"
    assert field.offered() == ("pass", "Prova") and field.offered("Prova", "b1", 8) == ("a1",)
    field.answer(("Prova", "b1", 8, "a1"))
    assert order(field) == ["a1", "b1"], "the response is resolved before the action"
    assert field.the(HitLanded).actor == "a1"
    field.done()


@pytest.mark.rule("CDC-ACT-11.3")
def test_nobody_needs_to_respond() -> None:
    field = trial({"Prova": HARM}, {"a1": at(10), "b1": at(13.5, abilities=["Prova"])}, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    field.answer(("pass",))
    assert order(field) == ["b1"] and field.figure("b1").dice == (4, 6, 8)
    field.done()


@pytest.mark.rule("CDC-ACT-11.1", "CDC-ACT-08.3")
def test_only_free_abilities_of_figures_that_can_act_respond() -> None:
    others: list[dict[str, Any]] = [
        {"abilities": ["Lento"]},
        {"abilities": ["Prova"], "conditions": ["A Terra"]},
        {"abilities": ["Prova"], "dice": (), "no_deal": True},
    ]
    for other in others:
        no_dice = other.pop("no_deal", False)
        fighters = {"a1": at(10, dice=(8,)), "b1": at(13.5, **other)}
        made = {"Prova": HARM, "Lento": {**HARM, "kind": "A"}}
        field = trial(made, fighters, dice=[5], start={"no_deal": no_dice})
        field.act("a1", "melee", "b1", die=8)
        assert order(field) == ["b1"], f"nobody was asked: {other}"
        field.done()


@pytest.mark.rule("CDC-ACT-11.3")
def test_responding_to_ones_own_action_is_asked_only_after_somebody_elses_response() -> None:
    fighters = {"a1": at(10), "a2": at(20, abilities=["Prova"]), "b1": at(13.5, abilities=["Prova"])}
    field = trial({"Prova": HARM}, fighters, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    assert field.game.pending is not None and field.game.pending.seats == ("b",), "`a` could have used it just before"
    field.answer(("Prova", "b1", 8, "a1"))
    assert field.game.pending.seats == ("a",)
    field.answer(("pass",))
    assert field.game.pending.seats == ("a",), "and now to the attack, for something has happened in between"
    field.answer(("Prova", "a2", 8, "b1"))
    assert field.game.pending.seats == ("b",)
    while field.asked == "respond":
        field.answer(("pass",))
    assert order(field) == ["a1", "b1", "b1"]
    field.done()


@pytest.mark.rule("CDC-ACT-11.4", "CDC-ACT-11.5")
def test_responses_to_responses_are_resolved_last_declared_first() -> None:
    fighters = {
        "a1": at(10, res=9),
        "a2": at(20, abilities=["Prova"], res=9),
        "b1": at(13.5, abilities=["Prova"], res=9),
    }
    field = trial({"Prova": HARM}, {**fighters, "b2": at(50, abilities=["Prova"], res=9)}, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    field.answer(("Prova", "b1", 8, "a1"))
    assert field.asked == "respond" and (field.about["action"], field.about["actor"], field.about["target"]) == (
        "ability",
        "b1",
        "a1",
    )
    field.answer(("Prova", "a2", 8, "b2"))
    assert field.about["actor"] == "a2"
    field.answer(("Prova", "b2", 6, "a2"))
    while field.asked == "respond":
        field.answer(("pass",))
    assert [event.it for event in field.all(TookPart)] == ["a1", "b1", "a2", "b2"], "as declared"
    assert order(field) == ["a2", "b2", "a1", "b1"], "the last declared first, the attack at the end"
    field.done()


@pytest.mark.rule("CDC-ACT-11.4", "CDC-ACT-11.7")
def test_a_response_can_itself_be_made_impossible_by_a_response() -> None:
    fighters = {"a1": at(10), "a2": at(20, abilities=["Sgambetto"]), "b1": at(13.5, abilities=["Prova"])}
    field = trial({"Prova": HARM, "Sgambetto": STAGGER}, fighters, dice=[1])
    field.act("a1", "melee", "b1", die=8)
    field.answer(("Prova", "b1", 8, "a1"))
    field.answer(("Sgambetto", "a2", 8, "b1"))
    assert field.about["actor"] == "a2", "b1 could answer that with its other dice"
    while field.asked == "respond":
        field.answer(("pass",))
    fizzled = field.the(Fizzled)
    assert (fizzled.actor, fizzled.code, fizzled.rules) == ("b1", "prone", ("CDC-ACT-11.7",))
    assert field.figure("b1").dice == (4, 6) and field.figure("a1").life == 5, "its die stays spent, nothing happens"
    assert field.the(HitLanded).automatic, "the attack goes on, against somebody A Terra"
    field.done()


@pytest.mark.rule("CDC-ACT-11.7")
def test_an_action_made_impossible_is_lost_with_its_dice() -> None:
    field = trial({"Sgambetto": STAGGER}, {"a1": at(10), "b1": at(13.5, abilities=["Sgambetto"])})
    field.act("a1", "melee", "b1", die=8)
    field.answer(("Sgambetto", "b1", 8, "a1"))
    fizzled = field.the(Fizzled)
    assert (fizzled.kind, fizzled.actor, fizzled.code, fizzled.rules) == ("melee", "a1", "prone", ("CDC-ACT-11.7",))
    assert field.figure("a1").dice == (4, 6) and not field.all(DiceRolled)
    field.done()


PUSH = {
    "kind": "AGL",
    "limit": "1 per game",
    "target": {"one": "foes(me, 60)"},
    "do": [{"inflict": "Respinto", "to": "target"}],
}
KILL = {"kind": "AGL", "limit": "1 per game", "target": {"one": "foes(me, 60)"}, "do": [{"kill": "target"}]}


@pytest.mark.rule("CDC-ACT-11.7")
@pytest.mark.parametrize(
    ("path", "terrain", "faces"),
    [
        (("a1", "move", 8), [], [1, 1]),
        (("a1", "melee", "b1", 8), [], [1, 1]),
        (("a1", "ability", "Colpo", "b1", 8), [], [1, 1]),
        (
            ("a1", "climb", "wall", 8),
            [{"id": "wall", "rect": [8, 12, 6, 4], "height": 6, "crossing": "vaultable"}],
            [1, 1],
        ),
    ],
)
def test_whatever_the_action_a_response_can_make_it_impossible(path: Any, terrain: Any, faces: list[int]) -> None:
    made = {"Spinta": {**PUSH, "kind": "AGL"}, "Colpo": {**HARM, "target": {"one": "foes(me, 1)"}}}
    mine = at(10, 10.4, abilities=["Colpo"])
    fighters = {
        "a1": mine,
        "b1": at(13.5, 10.4) if path[1] != "move" else at(20),
        "b2": at(20, 20, abilities=["Spinta"]),
    }
    field = trial(made, fighters, dice=faces, terrain=terrain)
    field.answer(path)
    assert field.asked == "respond"
    field.answer(("Spinta", "b2", "a1"))
    while field.asked == "respond":
        field.answer(("pass",))
    assert field.the(Fizzled).kind == path[1] and field.figure("a1").dice == (4, 6)
    assert [event.how for event in field.all(Moved)] == ["Respinto"] and not field.all(HitLanded)
    field.done()


@pytest.mark.rule("CDC-ACT-11.7")
def test_an_action_of_the_dead_or_against_the_dead_comes_to_nothing() -> None:
    made = {"Morte": KILL}
    fighters = {"a1": at(10, items=[ARCO]), "a2": at(50, 50), "b1": at(30), "b2": at(30, 20, abilities=["Morte"])}
    field = trial(made, fighters)
    field.act("a1", "shot", ARCO, "b1", die=8)
    field.answer(("Morte", "b2", "a1"))
    assert field.the(Fizzled).code == "actor_gone" and not field.all(DiceRolled)
    fighters = {
        "a1": at(10, items=[ARCO], abilities=["Morte"]),
        "a2": at(50, 50),
        "b1": at(30),
        "b2": at(30, 20, abilities=["Prova"]),
    }
    field = trial({**made, "Prova": HARM}, fighters)
    field.act("a1", "shot", ARCO, "b1", die=8)
    field.answer(("Prova", "b2", 8, "a1"))
    field.answer(("Morte", "a1", "b1"))
    while field.asked == "respond":
        field.answer(("pass",))
    assert [event.kind for event in field.all(Fizzled)] == ["shot"] and field.figure("a1").dice == (4, 6)


@pytest.mark.rule("CDC-ACT-11.8", "CDC-ACT-11.3")
def test_an_ability_with_a_moment_of_its_own_is_used_then() -> None:
    ira = {"kind": "AL", "moment": "hit", "when": "actor is me", "do": [{"change": "hit.damage", "by": 2}]}
    field = trial({"Ira": ira}, {"a1": at(10, abilities=["Ira"]), "b1": at(13.5)}, dice=[5, 2])
    assert "ability" not in field.offered("a1"), "not between actions"
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "respond" and field.about["window"] == "hit", "not when the attack is declared either"
    field.answer(("Ira", "a1", 6))
    assert field.the(Hurt).amount == 3 and field.figure("a1").dice == (4,)
    field.act("a1", "melee", "b1", die=4)
    assert field.the(Missed).actor == "a1" and field.asked != "respond", "a miss is not its moment"
    field.done()


@pytest.mark.rule("CDC-ACT-11.3", "CDC-ACT-11.6")
def test_an_ability_may_name_the_declaration_as_its_moment() -> None:
    field = trial({"Contro": TOLD}, {"a1": at(10), "b1": at(13.5, abilities=["Contro"])}, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    assert field.about["window"] == "declared" and not field.all(DiceRolled)
    field.answer(("Contro", "b1", 4))
    assert order(field) == ["a1", "b1"] and field.figure("b1").dice == (6, 8)
    field.done()


@pytest.mark.rule("CDC-ACT-10.3", "CDC-ACT-11.1")
def test_a_complete_response_chooses_its_dice_too() -> None:
    fighters = {"a1": at(10), "b1": at(13.5, abilities=["Prova"], dice=(4, 4, 6, 8))}
    field = trial({"Prova": {**HARM, "kind": "ACL4"}}, fighters, dice=[4, 5])
    field.act("a1", "melee", "b1", die=8)
    assert field.offered("Prova", "b1") == (4, 6, 8) and field.offered("Prova", "b1", 8) == ((4, 4), (4, 6))
    field.answer(("Prova", "b1", 8, (4, 4), "a1"))
    assert field.all(DiceRolled)[0].sides == 8 and field.figure("b1").dice == (6,)
    assert order(field) == ["a1", "b1"]
    field.done()


@pytest.mark.rule("CDC-ACT-11.1")
def test_limits_and_points_are_gone_with_a_response_that_comes_to_nothing() -> None:
    made = {"Prova": {**HARM, "kind": "AGL", "limit": "1 per game", "pay": {"ki": 1}}, "Sgambetto": STAGGER}
    fighters = {
        "a1": at(10, abilities=["Sgambetto"]),
        "b1": at(13.5, abilities=["Prova"], points=(("ki", 1),)),
        "b2": at(50),
    }
    field = trial(made, fighters, dice=[2])
    field.act("a1", "melee", "b1", die=4)
    field.answer(("Prova", "b1", "a1"))
    field.answer(("Sgambetto", "a1", 8, "b1"))
    assert field.the(Fizzled).actor == "b1" and field.figure("b1").points == (("ki", 0),)
    assert field.figure("a1").life == 5


@pytest.mark.rule("CDC-ACT-11.3")
def test_the_last_action_of_a_fighter_is_the_last_one_carried_out() -> None:
    field = trial({"Prova": HARM}, {"a1": at(10), "b1": at(13.5, abilities=["Prova"])}, dice=[2])
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("a1").last_action == "" and field.the(TookPart).pending
    field.answer(("pass",))
    assert field.figure("a1").last_action == "melee" and field.the(CarriedOut).it == "a1"
    kinds: list[type[Event]] = [
        type(e) for e in field.game.journal if isinstance(e, TookPart | CarriedOut | DiceRolled)
    ]
    assert kinds == [TookPart, CarriedOut, DiceRolled]


@pytest.mark.rule("CDC-ACT-11.3")
def test_the_printed_intimidire_answers_an_attack_before_it_is_rolled() -> None:
    field = Field({"a1": at(10, dice=(8, 8)), "b1": at(13.5, abilities=["CDC-AB-077"])}, dice=[3, 2, 6])
    field.act("a1", "melee", "b1", die=8)
    field.answer(("CDC-AB-077", "b1", 4))
    assert field.asked == "test", "a1 tests its Spirito"
    field.answer(8)
    assert field.figure("a1").conditions == ("Spaventato",)
    assert field.the(HitLanded).sides == 8, "the die spent on the attack stays what it was"
    field.done()


@pytest.mark.rule("CDC-ACT-11.3")
def test_nobody_is_asked_about_a_response_that_could_reach_nobody() -> None:
    field = Field({"a1": at(10), "b1": at(40, abilities=["CDC-AB-077"])}, dice=[3])
    field.act("a1", "move", die=8)
    assert field.asked == "place", "no enemy is within 5 cm of b1"
