"""Blows that feats allow, and what feats change about the others: the smallest situations."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of, defence_of
from arbitro.rulesets.pathfinder.events import OpportunityGiven, Stopped
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, ConditionBegan, ManoeuvreRolled
from arbitro.rulesets.pathfinder.numbers import armour_class
from tests.pathfinder.field import Field
from tests.pathfinder.test_full_attack import penalties

SWORD = {"items": ["spada-lunga"]}


def ready(
    party: dict[str, dict[str, object]], foes: dict[str, dict[str, object]], dice: list[int], **more: Any
) -> Field:
    """A field on which everybody else has had its turn, so that a1 acts and nobody is caught unready."""
    everybody = [name for name in (*party, *foes) if name != "a1"]
    field = Field(party, foes, dice=dice, order=[*everybody, "a1"], **more)
    field.end(*everybody)
    return field


# --- cleave, vital strike, spring attack --------------------------------------------------------------

ROW = {"b1": {"at": "d2"}, "b2": {"at": "d3"}, "b3": {"at": "d4"}}


def test_cleave_strikes_one_more_who_stands_next_to_the_first_and_lowers_the_guard() -> None:
    field = Field({"a1": {"at": "c3", "feats": ["incalzare"], **SWORD}}, ROW, dice=[15, 4, 14, 3])
    field.act("a1", "cleave", "spada-lunga", "b1")
    assert field.offered() == ("b2", "pass")  # b3 is not next to the first
    field.answer("b2")
    assert [(e.target, e.outcome) for e in field.all(AttackRolled)] == [("b1", "hit"), ("b2", "hit")]
    assert [field.figure(foe).hp for foe in ROW] == [16, 17, 20] and armour_class(field.game, "a1").value == 8
    field.done()


def test_great_cleave_goes_on_until_it_misses() -> None:
    feats = ["incalzare", "incalzare-potenziato"]
    field = Field({"a1": {"at": "c3", "feats": feats, **SWORD}}, ROW, dice=[15, 4, 14, 3, 2])
    field.act("a1", "cleave", "spada-lunga", "b1")
    field.answer("b2")
    field.answer("b3")
    assert [(e.target, e.outcome) for e in field.all(AttackRolled)] == [("b1", "hit"), ("b2", "hit"), ("b3", "miss")]


def test_cleave_may_stop_and_a_miss_ends_it() -> None:
    field = Field({"a1": {"at": "c3", "feats": ["incalzare"], **SWORD}}, ROW, dice=[15, 4])
    field.act("a1", "cleave", "spada-lunga", "b1")
    field.answer("pass")
    field.done()
    field = Field({"a1": {"at": "c3", "feats": ["incalzare"], **SWORD}}, ROW, dice=[2])
    field.act("a1", "cleave", "spada-lunga", "b1")
    assert field.asked == "action"


@pytest.mark.parametrize("feats, dice", [(1, [15, 4, 3]), (2, [15, 4, 3, 2]), (3, [15, 4, 3, 2, 1])])
def test_a_vital_strike_rolls_the_weapon_dice_again_for_each_feat(feats: int, dice: list[int]) -> None:
    known = ["colpo-vitale", "colpo-vitale-migliorato", "colpo-vitale-superiore"][:feats]
    field = Field({"a1": {"at": "c3", "forza": 14, "feats": known, **SWORD}}, {"b1": {"at": "d3", "hp": 90}}, dice=dice)
    field.act("a1", "vital_strike", "spada-lunga", "b1")
    assert field.figure("b1").hp == 90 - sum(dice[1:]) - 2
    field.done()


def test_a_vital_shot_provokes_and_rolls_twice() -> None:
    archer = {"at": "c3", "feats": ["colpo-vitale"], "items": ["arco-lungo"]}
    field = ready({"a1": archer}, {"b1": {"at": "d3", "hp": 90, **SWORD}}, [15, 5, 3])
    field.act("a1", "vital_shot", "arco-lungo", "b1")
    field.let_go()
    assert field.figure("b1").hp == 90 - 5 - 3


def test_a_spring_attack_runs_up_strikes_and_goes_on_and_its_target_cannot_strike_back() -> None:
    runner = {"at": "b3", "feats": ["attacco-in-movimento"], **SWORD}
    field = ready({"a1": runner}, {"b1": {"at": "f3", **SWORD}}, [15, 4])
    squares = {o.key: o.facts for o in field.game.form("a").grow(("a1", "spring_attack", "spada-lunga", "b1")).options}
    assert "c3" not in squares and squares["g3"] == {"cost": 6, "by": ()}, "round it, and it may not strike"
    field.act("a1", "spring_attack", "spada-lunga", "b1", "e3")
    assert field.asked == "spring_on"
    field.answer("c3")
    assert field.at("a1") == "c3" and field.figure("b1").hp == 16 and not field.all(OpportunityGiven)
    assert (field.figure("a1").std, field.figure("a1").mov) == (0, 0)


def test_who_attacks_in_flight_needs_no_run_up_but_may_be_struck_and_only_flyers_do() -> None:
    """A flyer with the feat, one square away from b1's side, strikes and flies on; b1 strikes as it leaves."""
    hawk = {"at": "d3", "feats": ["attacco-in-volo"], "speeds": {"volo": 9}, **SWORD}
    field = ready({"a1": hawk}, {"b1": {"at": "f3", **SWORD}}, [15, 4, 2])
    field.act("a1", "spring_attack", "spada-lunga", "b1", "e3")
    field.answer("c3")
    field.strike("b1")
    assert field.the(OpportunityGiven).by == ("b1",) and field.at("a1") == "c3" and field.figure("b1").hp == 16
    walker = ready({"a1": {**hawk, "speeds": {"terra": 9}}}, {"b1": {"at": "f3", **SWORD}}, [])
    assert "spring_attack" not in walker.actions("a1")


def test_after_a_spring_attack_others_may_strike_and_three_squares_are_left_of_six() -> None:
    runner = {"at": "b3", "feats": ["attacco-in-movimento"], **SWORD}
    foes = {"b1": {"at": "f3", **SWORD}, "b2": {"at": "f4", **SWORD}}
    field = ready({"a1": runner}, foes, [15, 4, 2])
    field.act("a1", "spring_attack", "spada-lunga", "b1", "e3")
    assert "b3" in field.offered() and "a3" not in field.offered()
    field.answer("b3")
    field.strike("b2")
    assert field.the(OpportunityGiven).by == ("b2",) and field.at("a1") == "b3"


# --- attacks of opportunity ---------------------------------------------------------------------------


def test_mobility_is_4_of_dodge_against_those_who_strike_at_a_mover_only() -> None:
    field = ready({"a1": {"at": "c3", "feats": ["mobilita"]}}, {"b1": {"at": "d3", **SWORD}}, [13])
    field.act("a1", "move", "c6")
    field.strike("b1")
    rolled = field.the(AttackRolled)
    assert (rolled.ac.value, rolled.outcome) == (14, "miss")
    assert defence_of(field.game, Attempt(actor="b1", target="a1", weapon="spada-lunga")).value == 10


def test_stand_still_keeps_a_mover_where_it_is_for_the_rest_of_its_turn() -> None:
    guard = {"at": "d3", "bab": 4, "feats": ["fermare-avversario"], **SWORD}
    field = ready({"a1": {"at": "c3", **SWORD}}, {"b1": guard}, [6])
    field.act("a1", "move", "c6")
    field.answer(("fermare-avversario", "b1"))
    rolled = field.the(ManoeuvreRolled)
    assert (rolled.manoeuvre, rolled.passed, rolled.bonus.value, rolled.cmd.value) == ("halt", True, 4, 10)
    assert field.at("a1") == "c3" and field.the(Stopped).it == "a1"
    assert "move" not in field.actions("a1") and "step" not in field.actions("a1") and "attack" in field.actions("a1")
    field.end("a1", "b1")
    assert field.figure("a1").conditions == () and "move" in field.actions("a1")


@pytest.mark.rule("PF-TRP-02.1")
def test_with_greater_trip_whoever_goes_down_is_open_to_all_who_threaten_it() -> None:
    tripper = {"at": "c3", "feats": ["sbilanciare-migliorato", "sbilanciare-superiore"], **SWORD}
    party = {"a1": tripper, "a2": {"at": "e3", **SWORD}}
    field = ready(party, {"b1": {"at": "d3"}}, [10, 12, 4, 11, 5])
    field.act("a1", "trip", "spada-lunga", "b1")
    assert field.the(OpportunityGiven).by == ("a1", "a2")
    field.strike("a1")
    field.strike("a2")
    assert field.figure("b1").hp == 20 - 4 - 5  # 4 for lying, and flanked: 12 and 11 hit AC 10
    assert [e.bonus.value for e in field.all(ManoeuvreRolled)] == [2 + 2 + 2]
    assert [e.condition for e in field.all(ConditionBegan)] == ["prono"]


# --- two weapons, shots -------------------------------------------------------------------------------


@pytest.mark.rule("PF-TWF-02.2", "PF-TWF-02.1", "PF-STD-07.3")
def test_a_fist_or_foot_is_a_light_off_hand() -> None:
    assert penalties("spada-lunga+senz-armi", **SWORD) == [("spada-lunga", -4), ("senz-armi", -8)]
    trained = {"feats": ["combattere-con-due-armi"], **SWORD}
    assert penalties("spada-lunga+senz-armi", **trained) == [("spada-lunga", -2), ("senz-armi", -2)]
    assert penalties("spadone+senz-armi", items=["spadone"]) == []


@pytest.mark.rule("PF-TWF-05.1", "PF-TWF-05.2")
def test_thrown_weapons_in_both_hands_follow_the_same_rules() -> None:
    def pair(one: str, other: str) -> list[int]:
        items = [{"thing": one, "held": True}, {"thing": other, "held": True}]
        return [penalty for _, penalty in penalties(f"{one}+{other}/ranged", items=items)]

    assert pair("giavellotto", "dardo") == [-4, -8] and pair("giavellotto", "shuriken") == [-4, -8]
    assert pair("dardo", "giavellotto") == [-6, -10] and pair("dardo", "bolas") == [-6, -10]
    assert pair("dardo", "rete") == [-6, -10]


@pytest.mark.rule("PF-FEAT-03.1", "PF-TWF-01.1", "PF-TWF-03.1")
def test_the_better_two_weapon_feats_give_a_second_and_a_third_blow_with_the_off_hand() -> None:
    feats = ["combattere-con-due-armi", "combattere-con-due-armi-migliorato", "combattere-con-due-armi-superiore"]
    items = [{"thing": "spada-lunga", "held": True}, {"thing": "spada-corta", "held": True}]
    found = penalties("spada-lunga+spada-corta", bab=11, feats=feats, items=items)
    assert found == [("spada-lunga", -2), ("spada-corta", -2), ("spada-lunga", -7), ("spada-corta", -7),
                     ("spada-lunga", -12), ("spada-corta", -12)]  # fmt: skip
    found = penalties("spada-lunga+spada-corta", feats=feats[:2], items=items)
    assert found[1:] == [("spada-corta", -2), ("spada-corta", -7)]


def test_an_ettin_has_no_penalty_with_two_flails() -> None:
    items = [{"thing": "mazza-leggera", "held": True}, {"thing": "randello", "held": True}]
    found = penalties("mazza-leggera+randello", bab=7, abilities=["due-armi-superiore"], items=items)
    assert found == [("mazza-leggera", 0), ("randello", 0), ("mazza-leggera", -5), ("randello", -5)]


def test_two_weapons_in_hand_defend_with_the_feat() -> None:
    two = [{"thing": "spada-lunga", "held": True}, {"thing": "spada-corta", "held": True}]
    for items, ac in ((two, 11), (["spada-lunga"], 10), (["bastone-ferrato"], 11)):
        field = Field({"a1": {"at": "c3", "feats": ["difendere-con-due-armi"], "items": items}}, {"b1": {"at": "d3"}})
        assert armour_class(field.game, "a1").value == ac


def test_rapid_shot_is_one_more_at_minus_2_for_all_and_far_shot_halves_the_range_penalty() -> None:
    archer = {"bab": 6, "items": ["arco-lungo"], "feats": ["tiro-rapido"]}
    assert [p for _, p in penalties("tiro-rapido/arco-lungo/ranged", **archer)] == [-2, -2, -7]
    for feats, bonus in (([], -2), (["tiro-lontano"], -1)):
        rows = ("." * 40,) * 3
        field = Field({"a1": {"at": "a1", "items": ["arco-lungo"], "feats": feats}}, {"b1": {"at": "z1"}}, rows=rows)
        assert bonus_of(field.game, Attempt(actor="a1", target="b1", weapon="arco-lungo", mode="ranged")).value == bonus


@pytest.mark.rule("PF-CON-04.1")
def test_a_blind_fighter_rolls_the_chance_to_miss_again_in_melee() -> None:
    for feats, dice, hp in ((["combattere-alla-cieca"], [15, 10, 60, 4], 16), ([], [15, 10], 20)):
        field = Field({"a1": {"at": "c3", "feats": feats, **SWORD}}, {"b1": {"at": "d3"}}, dice=dice,
                      rows=("............",) * 7 + ("...%........",) + ("............",) * 2)  # fmt: skip
        field.act("a1", "attack", "spada-lunga", "b1")
        assert field.figure("b1").hp == hp
        field.done()
