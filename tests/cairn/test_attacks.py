"""Attacks that always hit, armour, impaired and enhanced, blast, two weapons, formations."""

from __future__ import annotations

import pytest

from arbitro.engine.events import Rolled
from arbitro.rulesets.cairn.events import BlowPrepared, BlowsLanded, ConditionBegan, Died, Fled, Hurt, Warded
from tests.cairn.table import Table

rule = pytest.mark.rule
SWORD = {"items": ["spada"]}


def sides(table: Table) -> list[int]:
    return [e.sides for e in table.all(Rolled)]


@rule("CRN-ATK-01.1", "CRN-ATK-01.2", "CRN-ARM-01.1", "CRN-TERM-01.1")
def test_an_attack_hits_by_itself_armour_comes_off_and_pf_take_the_rest() -> None:
    table = Table({"a1": SWORD}, {"b1": {"armour": 2}}, dice=[7])
    table.act("a1", "attack", "spada", "b1")
    hurt = table.the(Hurt)
    assert (hurt.amount, hurt.pf, hurt.forza) == (5, 5, 0) and table.figure("b1").pf == 5
    assert hurt.armour is not None and hurt.armour.value == 2
    assert table.figure("b1").forza == 10, "PF are spent before an attribute is touched"
    table.done()


@rule("CRN-ARM-01.1")
def test_armour_that_absorbs_all_leaves_nothing_to_do() -> None:
    table = Table({"a1": SWORD}, {"b1": {"armour": 3}}, dice=[3])
    table.act("a1", "attack", "spada", "b1")
    assert table.the(Warded).rolled == 3 and table.all(Hurt) == []


@rule("CRN-ATK-02.1", "CRN-ATK-02.2", "CRN-ATK-02.3", "CRN-ARM-01.2")
def test_of_several_attackers_only_the_highest_die_counts_and_armour_once() -> None:
    table = Table({"a1": SWORD, "a2": SWORD, "a3": {"items": ["pugnale"]}}, {"b1": {"armour": 1}}, dice=[5, 8, 6])
    for who, weapon in (("a1", "spada"), ("a2", "spada"), ("a3", "pugnale")):
        table.act(who, "attack", weapon, "b1")
    landed = table.the(BlowsLanded)
    assert (landed.hit.value, landed.hit.actor, landed.dice) == (8, "a2", 3)
    assert table.the(Hurt).amount == 7 and table.figure("b1").pf == 3


@rule("CRN-ATK-02.1")
def test_each_target_has_a_pool_of_its_own_and_each_attacker_its_own_die() -> None:
    foes = {"b1": {"conditions": ["coperto"]}, "b2": {}}
    party = {"a1": SWORD, "a2": {**SWORD, "conditions": ["avvantaggiato"]}, "a3": SWORD}
    table = Table(party, foes, dice=[4, 3, 9])
    table.act("a1", "attack", "spada", "b1")
    table.act("a2", "attack", "spada", "b2")
    table.act("a3", "attack", "spada", "b1")
    assert sorted(sides(table)) == [4, 4, 12]
    assert {e.hit.target: e.hit.value for e in table.all(BlowsLanded)} == {"b1": 4, "b2": 9}


@rule("CRN-ARM-02.1", "CRN-ARM-02.2")
def test_a_shield_adds_armour_only_while_it_is_held() -> None:
    foe = {"items": ["spada", "scudo", "spadone"], "pf": 20}
    table = Table({"a1": SWORD}, {"b1": foe}, dice=[5, 3, 6])
    table.act("a1", "attack", "spada", "b1")
    assert table.figure("b1").pf == 16
    table.act("b1", "attack", "spadone", "a1")  # both hands: the shield is put aside
    table.act("a1", "attack", "spada", "b1")
    assert table.figure("b1").pf == 10
    worn = Table({"a1": SWORD}, {"b1": {"items": [{"thing": "elmo", "worn": False}]}}, dice=[5])
    worn.act("a1", "attack", "spada", "b1")
    assert worn.figure("b1").pf == 5, "a helmet in the pack protects nobody"


@rule("CRN-ARM-02.3")
def test_a_piece_may_do_more_than_protect() -> None:
    table = Table({"a1": {"items": ["promessa-del-parlamento", "libro-luce"]}}, {"b1": {}})
    assert "cast" not in table.offered("a1"), "under the owl's helm nobody speaks"


@rule("CRN-ARM-03.1", "CRN-ARM-03.2")
@pytest.mark.parametrize("kind", ["pc", "hireling", "foe"])
def test_armour_never_exceeds_three(kind: str) -> None:
    heavy = {"kind": kind, "pf": 12, "armour": 2, "items": ["piastre", "scudo", "elmo"]}
    dice = [10, 8] if kind == "pc" else [8]  # a character on the other side has to be quick too
    table = Table({"a1": SWORD}, {"b1": heavy}, dice=dice)
    table.act("a1", "attack", "spada", "b1")
    hurt = table.the(Hurt)
    assert hurt.amount == 5 and hurt.armour is not None and hurt.armour.value == 3
    assert sum(line.amount for line in hurt.armour.lines) + hurt.armour.base == 3


@rule("CRN-MOD-01.1", "CRN-MOD-01.2", "CRN-TERM-01.3")
@pytest.mark.parametrize("weapon", ["spadone", "spada", "pugnale"])
def test_impaired_is_a_d4_whatever_the_weapon(weapon: str) -> None:
    table = Table({"a1": {"items": [weapon]}}, {"b1": {"conditions": ["coperto"]}}, dice=[4])
    table.act("a1", "attack", weapon, "b1")
    assert sides(table) == [4] and table.the(BlowPrepared).blow.edge == "impaired"
    table = Table({"a1": {"items": [weapon], "conditions": ["legato"]}}, {"b1": {}}, dice=[2])
    table.act("a1", "attack", weapon, "b1")
    assert sides(table) == [4]


@rule("CRN-MOD-03.1", "CRN-MOD-03.2")
@pytest.mark.parametrize("weapon", ["spadone", "pugnale"])
def test_enhanced_is_a_d12_in_place_of_the_normal_die(weapon: str) -> None:
    table = Table({"a1": {"items": [weapon]}}, {"b1": {"conditions": ["indifeso"]}}, dice=[9])
    table.act("a1", "attack", weapon, "b1")
    assert sides(table) == [12] and table.the(BlowPrepared).blow.edge == "enhanced"


@rule("CRN-MOD-01.2", "CRN-MOD-03.2")
def test_impaired_and_enhanced_cancel() -> None:
    table = Table({"a1": SWORD}, {"b1": {"conditions": ["indifeso", "coperto"]}}, dice=[6])
    table.act("a1", "attack", "spada", "b1")
    assert sides(table) == [8]


@rule("CRN-MOD-02.1")
@pytest.mark.parametrize("conditions", [[], ["indifeso"], ["coperto"]])
def test_bare_hands_are_always_a_d4(conditions: list[str]) -> None:
    table = Table({"a1": {}}, {"b1": {"conditions": conditions}}, dice=[4])
    table.act("a1", "attack", "mani-nude", "b1")
    assert sides(table) == [4]


@rule("CRN-MOD-04.1", "CRN-MOD-04.2", "CRN-MOD-04.3", "CRN-MOD-04.4")
def test_a_blast_catches_as_many_as_its_die_says_a_die_for_each() -> None:
    foes = {"b1": {"armour": 1}, "b2": {}, "b3": {}, "b4": {}}
    table = Table({"a1": {"items": ["sfera-esplosiva"]}}, foes, dice=[3, 8, 2, 5])
    table.act("a1", "attack", "sfera-esplosiva", "b2")
    assert sides(table) == [12, 12, 12, 12], "how many, then one die for each"
    assert {e.it: e.amount for e in table.all(Hurt)} == {"b1": 7, "b2": 2, "b3": 5}
    assert table.figure("a1").items == (), "it is used up"
    breath = Table({"a1": {"pf": 9}}, {"b1": {"monster": "segugio-infernale"}}, dice=[6])
    breath.act("a1", "wait")
    breath.act("b1", "attack", "segugio-infernale-fiato", "a1")
    assert sides(breath) == [6], "with a single target nothing is unclear"


@rule("CRN-MOD-05.1", "CRN-MOD-05.2")
def test_two_weapons_keep_the_higher_die() -> None:
    table = Table({"a1": {"items": ["spada", "pugnale"]}}, {"b1": {}}, dice=[3, 6])
    assert "spada+pugnale" in table.offered("a1", "dual")
    table.act("a1", "dual", "spada+pugnale", "b1")
    assert sides(table) == [8, 6] and table.the(Hurt).amount == 6, "not nine"
    claws = Table({"a1": {"pf": 9}}, {"b1": {"monster": "troll"}}, dice=[2, 7])
    claws.act("a1", "wait")
    claws.act("b1", "attack", "troll-artigli", "a1")
    assert sides(claws) == [8, 8] and claws.the(Hurt).amount == 7


@rule("CRN-MOD-03.2")
@pytest.mark.parametrize(("condition", "die"), [("indifeso", 12), ("coperto", 4)])
def test_with_two_weapons_both_dice_change(condition: str, die: int) -> None:
    table = Table({"a1": {"items": ["spada", "pugnale"]}}, {"b1": {"conditions": [condition], "pf": 20}}, dice=[3, 4])
    table.act("a1", "dual", "spada+pugnale", "b1")
    assert sides(table) == [die, die]


BAND = {"formation": True, "pf": 4, "forza": 12, "items": ["spada"]}


@rule("CRN-DET-01.1", "CRN-DET-03.1", "CRN-DET-03.2")
def test_individuals_are_impaired_against_a_formation_but_a_blast_is_not() -> None:
    table = Table({"a1": {"items": ["spadone"]}}, {"b1": BAND}, dice=[3])
    assert len(table.state.side("b")) == 1 and table.figure("b1").forza == 12, "one set of scores for all of them"
    table.act("a1", "attack", "spadone", "b1")
    assert sides(table) == [4]
    table = Table({"a1": {"items": ["sfera-esplosiva"]}}, {"b1": {**BAND, "pf": 20}}, dice=[11])
    table.act("a1", "attack", "sfera-esplosiva", "b1")
    assert sides(table) == [12] and table.the(Hurt).amount == 11


@rule("CRN-DET-04.1", "CRN-DET-04.2")
def test_a_formation_is_enhanced_and_catches_several() -> None:
    party = {"a1": {"pf": 12}, "a2": {"pf": 12}, "a3": {"pf": 12}}
    table = Table(party, {"b1": BAND}, dice=[2, 12, 1])
    for who in party:
        table.act(who, "wait")
    table.act("b1", "attack", "spada", "a2")
    assert sides(table) == [8, 12, 12], "the weapon's die says how many, a d12 for each"
    assert {e.it: e.amount for e in table.all(Hurt)} == {"a2": 1, "a1": 12}


def test_formations_among_themselves_use_their_normal_dice() -> None:
    table = Table({"a1": {**BAND, "kind": "hireling"}}, {"b1": BAND}, dice=[3])
    table.act("a1", "attack", "spada", "b1")
    assert sides(table) == [8]


@rule("CRN-DET-02.1")
def test_critical_damage_routs_a_formation_or_weakens_it() -> None:
    table = Table({"a1": {"items": ["sfera-esplosiva"]}}, {"b1": BAND, "b2": {}}, dice=[1, 8, 9])
    table.act("a1", "attack", "sfera-esplosiva", "b1")
    assert table.the(Fled).why == "routed" and table.figure("b1").forza == 8
    table = Table({"a1": {"items": ["sfera-esplosiva"], "pf": 9}}, {"b1": BAND}, referee=True, dice=[8, 9, 5])
    table.act("a1", "attack", "sfera-esplosiva", "b1")
    assert table.asked == "broken"
    table.answer("weakened", "referee")
    assert table.the(ConditionBegan).condition == "fiaccata"
    table.act("b1", "attack", "spada", "a1")
    assert sides(table)[-1] == 8, "its attacks have lost the d12"


@rule("CRN-DET-02.2")
def test_a_formation_without_for_is_destroyed() -> None:
    table = Table({"a1": {"items": ["sfera-esplosiva"]}}, {"b1": {**BAND, "forza": 5}}, dice=[12])
    table.act("a1", "attack", "sfera-esplosiva", "b1")
    died = table.the(Died)
    assert died.it == "b1" and "CRN-DET-02.2" in died.rules and table.saves() == []
