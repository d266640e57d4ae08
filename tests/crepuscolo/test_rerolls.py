"""Throwing dice again: the general rule, the opponent's dice, Volontà, Destrezza, Combattimento (CDC-RRL)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import DiceRolled, DiceSpent, HitLanded, Hurt, Missed, Moved, Succeeded
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

VOLONTA, DESTREZZA, COMBATTIMENTO = "CDC-RRL-03", "CDC-RRL-04", "CDC-RRL-05"
SPADA, ASTA, SCETTRO, ARCO = "CDC-EQ-11", "CDC-EQ-15", "CDC-EQ-64", "CDC-EQ-22"
AGAIN = {"kind": "P", "moment": "rolled", "when": "actor is me", "do": [{"reroll": "throw"}]}
FORCE = {"kind": "P", "moment": "rolled", "when": "enemy(actor, me)", "do": [{"reroll": "throw"}]}


def faces(field: Field) -> list[int]:
    return [event.faces[0] for event in field.all(DiceRolled)]


def duel(
    made: dict[str, Any], *dice: int, me: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **more: Any
) -> Field:
    return trial(made, {"a1": at(10, **(me or {})), "b1": at(13.5, **(foe or {}))}, dice=dice, **more)


# the general rule


@pytest.mark.rule("CDC-RRL-01.1")
@pytest.mark.parametrize("per", ["turn", "game"])
def test_rules_give_so_many_a_turn_or_a_game(per: str) -> None:
    made = {"Ancora": {**AGAIN, "limit": f"1 per {per}"}}
    field = duel(made, 2, 3, 2, 2, 3, me={"abilities": ["Ancora"], "dice": (6, 6)}, foe={"dice": (4,)})
    field.act("a1", "melee", "b1", die=6)
    field.answer(("Ancora", "a1"))
    field.act("a1", "melee", "b1", die=6)
    assert field.asked != "respond", "used up for now"
    field.answer(("pass",))
    assert field.state.turn == 2
    if field.state.hand == "b":
        field.answer(("pass",))
    field.act("a1", "melee", "b1", die=6)
    assert (field.asked == "respond") is (per == "turn")


@pytest.mark.rule("CDC-RRL-01.2")
def test_a_die_that_shows_1_is_not_thrown_again() -> None:
    field = duel({"Ancora": AGAIN}, 1, 2, 5, me={"abilities": ["Ancora"]})
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action" and faces(field) == [1]
    field.act("a1", "melee", "b1", die=6)
    assert field.offered() == ("pass", "Ancora")
    field.answer(("Ancora", "a1"))
    assert field.the(HitLanded).face == 5
    field.done()


@pytest.mark.rule("CDC-RRL-01.3", "CDC-RRL-01.6")
def test_the_second_result_stands_even_if_worse_and_the_die_keeps_its_size() -> None:
    field = duel({"Ancora": AGAIN}, 3, 1, me={"abilities": ["Ancora"]})
    field.act("a1", "melee", "b1", die=6)
    field.answer(("Ancora", "a1"))
    assert [(e.sides, e.faces[0]) for e in field.all(DiceRolled)] == [(6, 3), (6, 1)]
    assert field.all(DiceRolled)[1].rules == ("Ancora", "CDC-RRL-01.3")
    assert field.the(Missed).rules == ("CDC-ACT-03.6",)
    assert field.figure("a1").dice == (4, 8), "one die was spent, not two"
    field.done()


@pytest.mark.rule("CDC-RRL-01.4")
def test_a_die_is_thrown_again_once_whatever_the_sources() -> None:
    made = {"Ancora": AGAIN, "Ancora di più": AGAIN}
    field = duel(made, 2, 3, me={"abilities": list(made), "cmb": 2}, options={})
    field.act("a1", "melee", "b1", die=6)
    assert field.offered() == ("pass", "Ancora", "Ancora di più", COMBATTIMENTO)
    field.answer(("Ancora", "a1"))
    assert field.asked == "action" and faces(field) == [2, 3], "the second result is final"
    field.done()


@pytest.mark.rule("CDC-RRL-01.4", "CDC-RRL-02.2")
def test_what_happens_by_itself_keeps_to_the_limits_too() -> None:
    made = {"Sfortuna": {"kind": "P", "at": {"rolled": [{"reroll": "throw", "when": "enemy(actor, me)"}]}}}
    field = duel(made, 6, 5, 1, foe={"abilities": ["Sfortuna"]})
    field.act("a1", "melee", "b1", die=8)
    assert faces(field) == [6, 5] and field.the(HitLanded).face == 5, "once"
    field.act("a1", "melee", "b1", die=6)
    assert faces(field) == [6, 5, 1], "and never a 1"
    field.done()


@pytest.mark.rule("CDC-RRL-01.5")
def test_the_choice_is_made_before_any_effect_of_the_roll() -> None:
    field = duel({"Ancora": FORCE}, 5, 2, foe={"abilities": ["Ancora"]})
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "respond" and not field.all(HitLanded) and not field.all(Hurt)
    field.answer(("Ancora", "b1"))
    assert field.the(Missed).face == 2 and not field.all(Hurt)
    field.done()


@pytest.mark.rule("CDC-RRL-01.7")
def test_a_1_is_thrown_again_only_by_a_rule_that_says_so() -> None:
    made = {"Anche uno": {**AGAIN, "do": [{"reroll": "throw", "ones": True}]}, "Ancora": AGAIN}
    field = duel(made, 1, 6, me={"abilities": list(made)})
    field.act("a1", "melee", "b1", die=8)
    assert field.offered() == ("pass", "Anche uno")
    field.answer(("Anche uno", "a1"))
    assert field.the(HitLanded).face == 6
    field.done()


# the opponent's dice


@pytest.mark.rule("CDC-RRL-02.1", "CDC-RRL-02.2")
def test_a_player_may_have_the_opponents_die_thrown_again() -> None:
    field = duel({"Ancora": FORCE}, 5, 6, 1, 4, foe={"abilities": ["Ancora"], "res": 9})
    field.act("a1", "melee", "b1", die=8)
    assert field.game.pending is not None and field.game.pending.seats == ("b",)
    field.answer(("Ancora", "b1"))
    assert field.all(HitLanded)[0].face == 6 and field.asked == "action", "the second result stands"
    field.act("a1", "melee", "b1", die=6)
    assert field.asked == "action", "a 1 is not thrown again"
    field.act("a1", "melee", "b1", die=4)
    field.answer(("pass",))
    assert field.all(HitLanded)[1].face == 4
    assert faces(field) == [5, 6, 1, 4]
    field.done()


@pytest.mark.rule("CDC-RRL-02.3", "CDC-RRL-02.4")
def test_the_owner_of_the_die_decides_first_and_bars_the_other() -> None:
    made = {"Ancora": AGAIN, "Forza": FORCE}
    field = duel(made, 6, 5, 6, 2, me={"abilities": ["Ancora"]}, foe={"abilities": ["Forza"], "res": 9})
    field.act("a1", "melee", "b1", die=8)
    assert field.game.pending is not None and field.game.pending.seats == ("a",), "6 hits, but is no critical"
    field.answer(("Ancora", "a1"))
    assert field.all(HitLanded)[0].face == 5 and field.asked == "action", "b can no longer"
    field.act("a1", "melee", "b1", die=6)
    assert field.game.pending.seats == ("b",), "6 of 6 is a critical: nothing for a to gain"
    field.answer(("Forza", "b1"))
    assert field.all(Missed)[0].face == 2
    field.done()


@pytest.mark.rule("CDC-RRL-02.3")
def test_the_owner_decides_first_in_the_other_hand_as_well() -> None:
    made = {"Ancora": AGAIN, "Forza": FORCE, "Grido": {"kind": "AL6", "do": [{"damage": 1, "to": "foes(me, 9)"}]}}
    mine = {"abilities": ["Forza", "Ancora"]}
    field = duel(made, 4, 7, me=mine, foe={"abilities": ["Ancora", "Grido"]})
    field.answer(("b1", "ability", "Grido", 8), seat="b")
    while field.about.get("window") == "declared":
        field.answer(("pass",))
    assert field.game.pending is not None and field.game.pending.seats == ("b",), "it is b's die, in a's hand"
    field.answer(("Ancora", "b1"))
    assert field.the(Succeeded).actor == "b1" and faces(field) == [4, 7]
    field.done()


# Volontà


def spell(**target: Any) -> dict[str, Any]:
    return {"kind": "power 1 ki", "target": target or {"one": "foes(me, 40)"}, "do": [{"damage": 1, "to": "target"}]}


def magic(
    *dice: int, made: dict[str, Any] | None = None, me: dict[str, Any] | None = None, foe: dict[str, Any] | None = None
) -> Field:
    fighters = {"a1": at(10, abilities=["Dardo"], **(me or {})), "b1": at(40, **(foe or {}))}
    return trial(made or {"Dardo": spell()}, fighters, dice=dice)


@pytest.mark.rule("CDC-RRL-03.1", "CDC-RRL-03.2", "CDC-RRL-03.3")
def test_volonta_throws_ones_own_powers_again_so_often_in_a_game() -> None:
    field = magic(3, 4, 3, 2, me={"vol": 1, "items": [ARCO]})
    field.act("a1", "power", "Dardo", "b1", die=8)
    assert field.offered() == ("pass", VOLONTA)
    field.answer((VOLONTA, "a1"))
    assert field.the(Succeeded).rules[0] == "CDC-ACT-12.3" and field.all(DiceRolled)[1].rules == (
        VOLONTA,
        "CDC-RRL-01.3",
    )
    field.act("a1", "power", "Dardo", "b1", die=6)
    assert field.asked == "action", "Volontà 1: once"
    field.act("a1", "shot", ARCO, "b1", die=4)
    assert field.asked == "action", "and never for anything but powers"
    field.done()


@pytest.mark.rule("CDC-RRL-03.2")
def test_volonta_is_no_help_with_other_dice() -> None:
    made = {"Dardo": spell(), "Grido": {"kind": "A6", "do": [{"heal": 1}]}}
    fighters = {"a1": at(10, abilities=list(made), vol=5, conditions=["Veleno"]), "b1": at(13.5)}
    field = trial(made, fighters, dice=[2, 3, 2])
    field.act("a1", "melee", "b1", die=4)
    field.act("a1", "ability", "Grido", die=6)
    field.act("a1", "cure", "Veleno")
    assert faces(field) == [2, 3, 2] and len(field.all(DiceSpent)) == 3, "nobody was ever asked"
    field.done()


@pytest.mark.rule("CDC-RRL-03.3")
def test_volonta_has_powers_against_oneself_thrown_again_but_not_those_against_others() -> None:
    fighters = {"a1": at(10, abilities=["Dardo"]), "b1": at(40, vol=1), "b2": at(40, 20, vol=1)}
    field = trial({"Dardo": spell()}, fighters, dice=[5, 3, 5, 4])
    field.act("a1", "power", "Dardo", "b1", die=8)
    assert field.game.pending is not None and field.game.pending.seats == ("b",)
    assert field.offered(VOLONTA) == ("b1",), "b2 is not concerned"
    field.answer((VOLONTA, "b1"))
    assert not field.all(Hurt)
    field.act("a1", "power", "Dardo", "b1", die=6)
    assert field.the(Hurt).it == "b1", "its Volontà is used up"
    field.act("a1", "power", "Dardo", "b2", die=4)
    assert field.offered(VOLONTA) == ("b2",)
    field.answer(("pass",))
    assert [event.it for event in field.all(Hurt)] == ["b1", "b2"]
    field.done()


@pytest.mark.rule("CDC-RRL-03.1", "CDC-RRL-03.3")
def test_own_powers_and_those_of_others_share_one_number() -> None:
    made = {"Dardo": spell()}
    fighters = {"a1": at(10, abilities=["Dardo"], vol=1), "b1": at(40, abilities=["Dardo"])}
    field = trial(made, fighters, dice=[3, 2, 5], start={"turn": 1})
    field.act("a1", "power", "Dardo", "b1", die=8)
    field.answer((VOLONTA, "a1"))
    field.answer(("pass",))
    field.act("b1", "power", "Dardo", "a1", die=8)
    assert field.the(Hurt).it == "a1" and faces(field) == [3, 2, 5], "nothing left against b1's power"
    field.done()


@pytest.mark.rule("CDC-RRL-03.4")
def test_an_area_power_is_directed_against_all_it_would_affect() -> None:
    made = {"Dardo": {**spell(each="around(me, 12)"), "do": [{"damage": 1, "to": "target"}]}}
    fighters = {"a1": at(10, abilities=["Dardo"]), "b1": at(20, vol=1), "b2": at(10, 20, vol=1), "b3": at(40, vol=1)}
    field = trial(made, fighters, dice=[4, 2])
    field.act("a1", "power", "Dardo", die=8)
    assert field.offered(VOLONTA) == ("b1", "b2")
    field.answer((VOLONTA, "b2"))
    assert not field.all(Hurt) and faces(field) == [4, 2]
    field.done()


@pytest.mark.rule("CDC-RRL-03.5")
def test_volonta_of_equipment_counts_while_it_is_held() -> None:
    field = magic(3, 3, 3, 3, 2, me={"items": [SCETTRO]})
    for die in (8, 6):
        field.act("a1", "power", "Dardo", "b1", die=die)
        field.answer((VOLONTA, "a1"))
    field.act("a1", "power", "Dardo", "b1", die=4)
    assert faces(field) == [3, 3, 3, 3, 2], "+2, and no more"
    field.done()


# Destrezza


@pytest.mark.rule("CDC-RRL-04.1", "CDC-RRL-04.2")
def test_destrezza_throws_own_movement_again_so_often_in_a_game() -> None:
    field = Field({"a1": at(10, des=1), "b1": at(50, des=3)}, dice=[2, 7, 3])
    field.act("a1", "move", die=8)
    assert field.offered() == ("pass", DESTREZZA) and field.offered(DESTREZZA) == ("a1",), "b1 has no say"
    field.answer((DESTREZZA, "a1"))
    assert field.about["face"] == 7
    field.to(31, 10)
    field.act("a1", "move", die=6)
    assert field.asked == "place" and field.about["face"] == 3, "Destrezza 1: once a game"
    field.done()


LOW = {"id": "low", "rect": [11.5, 0, 2, 30], "height": 2, "crossing": "vaultable"}
HIGH = {"id": "high", "rect": [12, 0, 12, 30], "height": 9, "crossing": "vaultable"}
WOOD = {"id": "wood", "rect": [0, 0, 30, 30], "kinds": ["covering"]}
LAKE = {"id": "lake", "rect": [12, 0, 30, 30], "kinds": ["water"]}


@pytest.mark.rule("CDC-RRL-04.2", "CDC-RRL-04.6")
@pytest.mark.parametrize(
    ("path", "terrain", "place"),
    [
        (("move", 8), [], {}),
        (("cover", 8, (4,)), [WOOD], {}),
        (("climb", "high", 8), [HIGH], {}),
        (("descend", "high", 8), [HIGH], {"at": (14, 10), "z": 9}),
        (("swim", 8, (4,)), [LAKE], {}),
    ],
)
def test_the_dice_of_these_actions_may_be_thrown_again(path: Any, terrain: Any, place: dict[str, Any]) -> None:
    field = Field({"a1": {**at(10, des=1), **place}, "b1": at(50, 50)}, dice=[2], terrain=terrain)
    field.answer(("a1", *path))
    assert field.asked == "respond" and field.offered() == ("pass", DESTREZZA)
    field.done()


@pytest.mark.rule("CDC-RRL-04.2")
@pytest.mark.parametrize("face", [2, 8])
def test_the_length_of_a_jump_may_be_thrown_again_even_if_it_is_the_longest(face: int) -> None:
    field = Field({"a1": at(10, des=1), "b1": at(50, 50)}, dice=[face, 3])
    field.act("a1", "jump", die=8)
    field.answer(0)
    field.answer((DESTREZZA, "a1"))
    moved = field.the(Moved)
    assert abs(moved.x - moved.from_x) + abs(moved.y - moved.from_y) == 3000
    field.done()


@pytest.mark.rule("CDC-RRL-04.3", "CDC-ACT-16.8")
def test_walking_with_care_is_not_in_the_list() -> None:
    field = Field({"a1": at(10, des=3), "b1": at(50, 50)}, dice=[2])
    field.act("a1", "careful", die=8)
    assert field.asked == "place"
    field.done()


@pytest.mark.rule("CDC-RRL-04.4")
def test_each_die_of_an_action_uses_a_point() -> None:
    field = Field({"a1": at(10, des=2), "b1": at(50, 50)}, dice=[2, 5, 1, 3, 4], terrain=[LAKE])
    field.act("a1", "swim", die=8, others=(4,))
    field.answer((DESTREZZA, "a1"))
    assert field.asked == "place", "a 1 cannot be repeated"
    field.to(12, 10)
    assert field.asked == "respond", "the remaining die"
    field.answer((DESTREZZA, "a1"))
    assert field.asked == "place" and faces(field) == [2, 5, 1, 3, 4] and field.about["face"] == 4
    field.done()


@pytest.mark.rule("CDC-RRL-04.5")
@pytest.mark.parametrize(
    ("path", "terrain", "place"),
    [
        (("stand", 4), [], {"conditions": ["A Terra"]}),
        (("vault", "low", 4), [LOW], {}),
        (("throw_down", "high", 4), [HIGH], {"at": (13, 10), "z": 9}),
    ],
)
def test_where_nothing_is_rolled_there_is_nothing_to_repeat(path: Any, terrain: Any, place: dict[str, Any]) -> None:
    field = Field({"a1": {**at(10, des=3), **place}, "b1": at(50, 50)}, terrain=terrain)
    field.answer(("a1", *path))
    assert field.asked != "respond" and not field.all(DiceRolled)


# Combattimento


def fray(*dice: int, me: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **more: Any) -> Field:
    return duel({}, *dice, me=me, foe=foe, options={}, **more)


@pytest.mark.rule("CDC-RRL-05.1", "CDC-RRL-05.2")
def test_combattimento_throws_own_melee_attacks_again_so_often_in_a_game() -> None:
    field = fray(2, 5, 2, me={"cmb": 1}, foe={"cmb": 1, "res": 9})
    field.act("a1", "melee", "b1", die=8)
    assert field.offered() == ("pass", COMBATTIMENTO)
    field.answer((COMBATTIMENTO, "a1"))
    assert field.the(HitLanded).face == 5
    field.act("a1", "melee", "b1", die=6)
    assert field.asked == "action" and faces(field) == [2, 5, 2]
    field.done()


@pytest.mark.rule("CDC-RRL-05.2")
def test_or_those_of_attackers_within_1_cm_against_oneself() -> None:
    field = fray(5, 3, foe={"cmb": 1})
    field.act("a1", "melee", "b1", die=8)
    assert field.game.pending is not None and field.game.pending.seats == ("b",)
    field.answer((COMBATTIMENTO, "b1"))
    assert field.the(Missed).target == "b1"
    field.done()
    far = Field({"a1": at(10, items=[ASTA]), "b1": at(15, cmb=3), "b2": at(6.5, cmb=3)}, dice=[5, 5], options={})
    far.act("a1", "melee", "b1", die=8)
    assert far.the(HitLanded).target == "b1" and far.asked == "action", "struck from 2.5 cm, and b2 is not concerned"


@pytest.mark.rule("CDC-RRL-05.2", "CDC-RRL-05.6")
def test_neither_combattimento_nor_precisione_repeat_shots() -> None:
    field = Field({"a1": at(10, items=[ARCO], cmb=3, pre=3), "b1": at(40, cmb=3, pre=3)}, dice=[2, 5], options={})
    field.act("a1", "shot", ARCO, "b1", die=8)
    field.act("a1", "shot", ARCO, "b1", die=6)
    assert faces(field) == [2, 5]
    field.done()


@pytest.mark.rule("CDC-RRL-05.3", "CDC-RRL-05.4")
def test_the_number_is_that_of_the_moment_and_uses_stay_counted() -> None:
    rage = {"Furia": {"kind": "AG", "limit": "1 per game", "do": [{"modify": "cmb", "by": 1, "for": "this hand"}]}}
    me = at(10, items=[SPADA], abilities=["Furia"], dice=(8, 8, 8, 8))
    field = trial(rage, {"a1": me, "b1": at(13.5, res=20)}, dice=[2, 2, 2, 2, 2, 2, 2], options={})
    for _ in (1, 2):
        field.act("a1", "melee", "b1", die=8)
        field.answer((COMBATTIMENTO, "a1"))
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action", "the sword gives 2"
    field.act("a1", "ability", "Furia")
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "respond", "3 now, of which 2 are used"
    field.answer((COMBATTIMENTO, "a1"))
    assert len(faces(field)) == 7
    field.done()


@pytest.mark.rule("CDC-RRL-05.5")
def test_using_it_does_not_lower_combattimento() -> None:
    field = fray(2, 2, 3, me={"cmb": 1})
    field.act("a1", "melee", "b1", die=8)
    field.answer((COMBATTIMENTO, "a1"))
    field.act("a1", "melee", "b1", die=6)
    assert field.the(HitLanded).face == 3, "3 + 1 still"
    field.done()


@pytest.mark.rule("CDC-RRL-05.1")
def test_players_may_switch_it_off() -> None:
    field = duel({}, 2, me={"cmb": 3})
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action"
    field.done()
