"""Where rules meet: what one clause does to another, in the smallest situations."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import Rolled
from arbitro.rulesets.cairn.events import (
    AttributeLost,
    BlowPrepared,
    BlowsLanded,
    Died,
    Fled,
    Hurt,
    MaximumChanged,
    MaximumStayed,
    MoraleTested,
    ScarTaken,
    TurnLost,
)
from tests.cairn.table import Table

rule = pytest.mark.rule
SWORD = {"items": ["spada"]}
BAND = {"formation": True, "pf": 20, "items": ["spada"]}


def sides(table: Table) -> list[int]:
    return [e.sides for e in table.all(Rolled)]


# --- attacks -----------------------------------------------------------------------------------------


@rule("CRN-ATK-02.1", "CRN-ATK-02.2", "CRN-ARM-01.2")
def test_one_pool_of_different_dice_loses_armour_once() -> None:
    """An impaired d4, a d8 and two dice of two weapons: the best of four, less Armatura once."""
    party = {"a1": {**SWORD, "conditions": ["legato"]}, "a2": SWORD, "a3": {"items": ["spada", "pugnale"]}}
    table = Table(party, {"b1": {"armour": 2}}, dice=[4, 3, 2, 6])
    table.act("a1", "attack", "spada", "b1")
    table.act("a2", "attack", "spada", "b1")
    table.act("a3", "dual", "spada+pugnale", "b1")
    assert sides(table) == [4, 8, 8, 6]
    assert (table.the(BlowsLanded).hit.value, table.the(Hurt).amount) == (6, 4)


@rule("CRN-MOD-04.2", "CRN-ARM-01.1", "CRN-ARM-03.1")
def test_each_one_in_a_blast_has_its_own_die_and_its_own_armour() -> None:
    foes: dict[str, dict[str, Any]] = {"b1": {"armour": 3}, "b2": {"armour": 1}, "b3": {"pf": 2, "forza": 5}}
    table = Table({"a1": {"items": ["sfera-esplosiva"]}}, foes, dice=[12, 3, 4, 9, 1])
    table.act("a1", "attack", "sfera-esplosiva", "b1")
    assert {e.it: (e.pf, e.forza) for e in table.all(Hurt)} == {"b2": (3, 0), "b3": (2, 5)}, "the armour of b1 stops 3"
    assert table.the(Died).it == "b3"
    assert [cause for _, _, cause, _ in table.saves()] == ["morale"], "without FOR there is no save"


@rule("CRN-ATK-02.1", "CRN-MOD-04.2")
def test_a_blast_and_a_blow_against_one_target_are_one_pool() -> None:
    table = Table({"a1": {"items": ["sfera-esplosiva"]}, "a2": SWORD}, {"b1": {"pf": 20}, "b2": {}}, dice=[2, 7, 8, 3])
    table.act("a1", "attack", "sfera-esplosiva", "b1")
    table.act("a2", "attack", "spada", "b1")
    assert {e.it: e.amount for e in table.all(Hurt)} == {"b1": 8, "b2": 3}


@rule("CRN-DET-03.2")
def test_a_blast_that_another_rule_gives_is_not_impaired_against_a_formation_either() -> None:
    archer = {"items": ["arco"], "marks": ["primo-colpo-d-arco"]}
    table = Table({"a1": archer}, {"b1": BAND}, dice=[6])
    table.act("a1", "attack", "arco", "b1")
    assert sides(table) == [6] and table.the(BlowPrepared).blow.edge == ""


@rule("CRN-DET-03.1")
def test_a_thing_hurled_by_magic_is_impaired_against_a_formation_too() -> None:
    table = Table({"a1": {"items": ["pergamena-telecinesi"]}}, {"b1": BAND}, dice=[3])
    table.act("a1", "cast", "pergamena-telecinesi", "b1")
    assert sides(table) == [4] and "CRN-MOD-01.2" in table.the(BlowPrepared).rules


@rule("CRN-DET-02.1")
def test_a_weakened_formation_still_catches_several_with_its_own_dice() -> None:
    party = {"a1": {"pf": 12}, "a2": {"pf": 12}}
    table = Table(party, {"b1": {**BAND, "conditions": ["fiaccata"]}}, dice=[2, 8, 1])
    for who in party:
        table.act(who, "wait")
    table.act("b1", "attack", "spada", "a1")
    assert sides(table) == [8, 8, 8]
    assert all("CRN-DET-04.1" not in e.rules for e in table.all(BlowPrepared)), "it is not enhanced any more"


@rule("CRN-DET-04.1", "CRN-MOD-01.2")
def test_a_formation_against_somebody_in_cover_rolls_its_normal_die() -> None:
    table = Table({"a1": {"pf": 12, "conditions": ["coperto"]}}, {"b1": BAND}, dice=[7])
    table.act("a1", "wait")
    table.act("b1", "attack", "spada", "a1")
    assert sides(table) == [8]


@rule("CRN-MOD-03.1", "CRN-LOSS-03.1", "CRN-LOSS-04.1")
@pytest.mark.parametrize("attribute", ["des", "vol"])
def test_who_is_paralysed_or_delirious_is_helpless(attribute: str) -> None:
    table = Table({"a1": SWORD}, {"b1": {"pf": 20, attribute: 0, f"{attribute}_max": 9}, "b2": {}}, dice=[11, 1])
    table.act("a1", "attack", "spada", "b1")
    assert sides(table)[0] == 12
    mindless = Table({"a1": SWORD}, {"b1": {"pf": 20, "vol": 0}}, dice=[5])
    mindless.act("a1", "attack", "spada", "b1")
    assert sides(mindless) == [8], "what never had a will does not miss it"


# --- harm --------------------------------------------------------------------------------------------


@rule("CRN-LOSS-01.1", "CRN-PRC-03.2")
@pytest.mark.parametrize(("options", "forza"), [({}, 6), ({"armour_outside": True}, 7)])
def test_a_thing_hurled_at_a_character_outside_fights_costs_for_not_pf(options: dict[str, Any], forza: int) -> None:
    party = {"a1": {"items": ["pergamena-telecinesi"]}}
    table = Table(party, {"b1": {"kind": "pc", "armour": 1}}, calm=True, options=options, dice=[4])
    table.call("use", "a1", "pergamena-telecinesi", "b1", "plain")
    assert (table.figure("b1").pf, table.figure("b1").forza) == (10, forza)
    assert "CRN-LOSS-01.1" in table.the(AttributeLost).rules and table.saves() == [], "and no save against critical"
    assert "strike" not in table.offered(), "what hurts PF is called in fights only"


@rule("CRN-CRIT-01.1", "CRN-CRIT-01.3", "CRN-CRIT-02.1")
def test_who_lies_with_critical_damage_saves_again_and_dies_without_for() -> None:
    down = {"pf": 0, "pf_max": 4, "forza": 5, "forza_max": 9, "conditions": ["critico"], "dying": 1}
    table = Table({"a1": down, "a2": {"pf": 9}}, {"b1": {"items": ["pugnale"]}}, dice=[2, 3, 12])
    table.act("a2", "wait")
    table.act("b1", "attack", "pugnale", "a1")  # helpless: a d12
    assert table.saves() == [("a1", "forza", "critical", True)] and table.figure("a1").has("critico"), "still down"
    table.act("a2", "wait")
    table.act("b1", "attack", "pugnale", "a1")
    assert table.the(Died).it == "a1" and len(table.saves()) == 1


@rule("CRN-SCAR-11.2", "CRN-HEAL-02.1")
def test_bandages_end_critical_damage_but_not_a_mortal_wound() -> None:
    both = {"pf": 0, "pf_max": 4, "forza": 6, "conditions": ["mortale", "critico"], "dying": 1}
    table = Table({"a1": both, "a2": {"items": ["bende"]}}, calm=True)
    table.call("use", "a2", "bende", "a1", "plain")
    assert table.figure("a1").dying == 1 and not table.figure("a1").has("critico")
    table.call("hour")
    assert table.the(Died).it == "a1"


@rule("CRN-SCAR-00.1", "CRN-CRIT-01.6")
def test_a_character_already_at_zero_takes_no_second_scar() -> None:
    table = Table({"a1": {"pf": 0, "pf_max": 4}, "a2": {"pf": 9}}, {"b1": {"items": ["pugnale"]}}, dice=[1, 5])
    table.act("a1", "wait")
    table.act("a2", "wait")
    table.act("b1", "attack", "pugnale", "a1")
    assert table.all(ScarTaken) == [] and table.figure("a1").forza == 9


@rule("CRN-SCAR-06.2")
def test_row_6_raises_a_lowered_score_and_leaves_a_higher_maximum() -> None:
    low = {"pf": 6, "forza": 5, "forza_max": 14}
    table = Table({"a1": low, "a2": {"pf": 9}}, {"b1": {"items": ["spada"]}}, dice=[6, 1, 3, 3, 4])
    table.act("a1", "wait")
    table.act("a2", "wait")
    table.act("b1", "attack", "spada", "a1")
    assert (table.figure("a1").forza, table.figure("a1").forza_max) == (10, 14)
    assert table.all(MaximumChanged) == [], "nothing is said of a maximum that stays"


@rule("CRN-SCAR-00.4")
def test_a_roll_that_only_equals_the_maximum_changes_nothing() -> None:
    table = Table({"a1": {"pf": 2, "pf_max": 4}, "a2": {"pf": 9}}, {"b1": SWORD}, dice=[2, 4])
    table.act("a1", "wait")
    table.act("a2", "wait")
    table.act("b1", "attack", "spada", "a1")
    assert table.the(MaximumStayed).rolled == 4 and table.all(MaximumChanged) == []


@rule("CRN-SCAR-07.1")
def test_the_lamed_hardly_move() -> None:
    table = Table({"a1": {"items": ["arco"], "conditions": ["azzoppato"]}}, {"b1": {"at": 20}}, dice=[3])
    table.act("a1", "attack", "arco", "b1", "closer")
    assert table.figure("a1").at == 2


# --- morale and flight -------------------------------------------------------------------------------


@rule("CRN-MOR-01.1", "CRN-MOR-01.2", "CRN-MOR-02.1")
def test_two_of_four_at_once_with_the_leader_among_them_is_one_roll_on_the_lowest_vol() -> None:
    foes: dict[str, dict[str, Any]] = {f"b{n}": {"pf": 1, "forza": 1, "vol": 4 + n} for n in range(1, 5)}
    foes["b1"]["leader"] = True
    table = Table({"a1": SWORD, "a2": SWORD}, foes, dice=[5, 5, 7])
    table.act("a1", "attack", "spada", "b1")
    table.act("a2", "attack", "spada", "b2")
    assert table.saves() == [("b3", "vol", "morale", True)] and table.the(MoraleTested).why == "half"


@rule("CRN-MOR-03.1", "CRN-CRIT-01.3")
def test_a_lone_foe_that_falls_tests_no_morale() -> None:
    table = Table({"a1": SWORD}, {"b1": {"pf": 2, "forza": 9}}, dice=[5, 20])
    table.act("a1", "attack", "spada", "b1")
    assert table.the(Died).it == "b1" and table.all(MoraleTested) == []


@rule("CRN-RET-01.1")
def test_those_who_flee_together_each_roll() -> None:
    table = Table({"a1": {"des": 9}, "a2": {"des": 12}, "a3": SWORD}, {"b1": {}}, dice=[10, 12, 3])
    table.act("a1", "flee")
    table.act("a2", "flee")
    table.act("a3", "attack", "spada", "b1")
    assert table.saves() == [("a1", "des", "retreat", False), ("a2", "des", "retreat", True)]
    assert table.the(Fled).it == "a2" and table.figure("a1").present


# --- time, needs, fear -------------------------------------------------------------------------------


@rule("CRN-DEP-01.2", "CRN-HEAL-03.1")
def test_a_week_of_rest_meets_the_need_of_rest() -> None:
    table = Table({"a1": {"pf": 1, "pf_max": 5, "forza": 4, "forza_max": 9}}, calm=True)
    table.call("march")
    assert table.figure("a1").has("esausto")
    table.call("week", "healer")
    a1 = table.figure("a1")
    assert not a1.has("esausto") and (a1.pf, a1.forza, a1.fatigue) == (5, 9, 0)


@rule("CRN-CRIT-02.2", "CRN-CRIT-02.3", "CRN-HEAL-03.2")
@pytest.mark.parametrize(("helper", "lives"), [("healer", True), ("alone", False)])
def test_in_a_week_a_healer_is_there_in_time(helper: str, lives: bool) -> None:
    down = {"pf": 0, "pf_max": 4, "forza": 6, "forza_max": 10, "conditions": ["critico"], "dying": 1}
    table = Table({"a1": down, "a2": {}}, calm=True)
    table.call("week", helper)
    assert table.figure("a1").present is lives
    assert not lives or (table.figure("a1").standing and table.figure("a1").forza == 10)


@rule("CRN-DEP-02.1")
def test_days_of_a_deprivation_that_is_over_do_not_count() -> None:
    table = Table({"a1": {"conditions": ["esausto"], "needs": ["calore"], "deprived_days": 3}}, calm=True)
    table.call("meet", "a1")
    assert table.figure("a1").deprived_days == 0
    table.call("lack", "a1", "cibo")
    table.call("day")
    assert table.figure("a1").fatigue == 0


@rule("CRN-PRC-04.2", "CRN-RND-02.1")
def test_fear_from_before_a_fight_costs_its_first_round_without_a_save() -> None:
    table = Table({"a1": {**SWORD, "vol": 5}, "a2": SWORD}, {"b1": {}}, calm=True, ready=False, dice=[6, 4])
    table.call("frighten", "a1")
    assert table.all(TurnLost) == []
    table.call("fight")
    assert table.saves()[1:] == [("a2", "des", "surprise", True)] and table.the(TurnLost).it == "a1"
    assert table.offered() == ("a2",)


@rule("CRN-PRC-04.2")
def test_a_foe_frightened_in_the_first_round_does_not_act_in_it() -> None:
    table = Table({"a1": {"items": ["pergamena-fobia"]}}, {"b1": {"vol": 2}}, dice=[9, 1])
    table.act("a1", "cast", "pergamena-fobia", "b1")
    assert table.figure("b1").has("panico") and table.state.round == 2, "its turn was lost"


# --- magic -------------------------------------------------------------------------------------------


@rule("CRN-CAST-01.2")
def test_with_bound_hands_no_book_is_held() -> None:
    table = Table({"a1": {"items": ["libro-luce", "spada"], "conditions": ["legato"]}}, {"b1": {}})
    assert "cast" not in table.offered("a1") and "attack" in table.offered("a1")


@rule("CRN-SCRL-01.3", "CRN-CAST-03.1")
def test_a_referee_may_ask_a_save_for_a_scroll_but_it_never_tires() -> None:
    party = {"a1": {"items": ["pergamena-luce"], "vol": 9}, "a2": {}}
    table = Table(party, {"b1": {}}, referee=True, dice=[10, 2])
    table.act("a1", "cast", "pergamena-luce")
    table.act("a2", "wait")
    table.answer("save", "referee")
    assert table.offered(seat="referee") == ("wound", "death")
    table.answer("wound", "referee")
    assert (table.figure("a1").forza, table.figure("a1").fatigue) == (8, 0)
