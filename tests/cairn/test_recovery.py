"""Rest, deprivation, Fatica, treatment, panic, and whoever takes a dead one's place."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.cairn.events import (
    CoinsChanged,
    DayWithout,
    Died,
    FatigueAdded,
    FatigueLost,
    FatigueSpared,
    ItemLost,
    Restored,
    TookOver,
    TurnLost,
)
from tests.cairn.table import Table

rule = pytest.mark.rule
HURT = {"pf": 1, "pf_max": 6}


@rule("CRN-HEAL-01.1", "CRN-HEAL-01.2", "CRN-PRC-01.1", "CRN-PRC-01.3")
def test_a_short_rest_gives_all_pf_back_and_no_fatigue() -> None:
    table = Table({"a1": {**HURT, "fatigue": 2}, "a2": {}}, calm=True)
    table.call("rest")
    assert (table.figure("a1").pf, table.figure("a1").fatigue) == (6, 2)
    assert table.figure("a2").pf == 4 and table.the(Restored).amount == 5


@rule("CRN-HEAL-01.3", "CRN-PRC-01.2")
@pytest.mark.parametrize("word", ["danger", "dark"])
def test_a_short_rest_needs_light_and_no_danger(word: str) -> None:
    table = Table({"a1": HURT}, calm=True)
    assert "rest" in table.offered()
    table.call("place", word)
    assert "rest" not in table.offered()
    table.call("place", "safe")
    assert "rest" in table.offered()
    assert "rest" not in Table({"a1": HURT}, {"b1": {}}, referee=True).offered(seat="referee"), "never in a fight"


@rule("CRN-HEAL-01.4", "CRN-DEP-03.1", "CRN-DEP-03.2", "CRN-DEP-03.3", "CRN-DEP-01.1", "CRN-TERM-01.2")
def test_the_deprived_get_nothing_back() -> None:
    low = {**HURT, "forza": 5, "forza_max": 10, "fatigue": 3, "items": ["razioni"]}
    table = Table({"a1": low}, calm=True)
    table.call("lack", "a1", "acqua")
    assert table.figure("a1").has("esausto") and table.figure("a1").fatigue == 3, "the one is not the other"
    table.call("rest")
    table.call("camp")
    table.call("week", "healer")
    a1 = table.figure("a1")
    assert (a1.pf, a1.forza, a1.fatigue) == (1, 5, 9), "and a week of it costs six more"
    table.call("meet", "a1")
    table.call("week", "healer")
    a1 = table.figure("a1")
    assert (a1.pf, a1.forza, a1.fatigue) == (6, 10, 0)


@rule("CRN-DEP-01.1", "CRN-DEP-01.2")
@pytest.mark.parametrize("need", ["cibo", "riposo", "acqua", "calore"])
def test_who_lacks_something_is_deprived_until_it_is_met(need: str) -> None:
    table = Table({"a1": {}}, calm=True)
    table.call("lack", "a1", need)
    assert table.figure("a1").conditions == ("esausto",)
    table.call("meet", "a1")
    assert table.figure("a1").conditions == ()


@rule("CRN-DEP-02.1", "CRN-DEP-02.2")
def test_after_the_first_day_each_day_of_it_adds_a_fatigue() -> None:
    table = Table({"a1": {}, "a2": {}}, calm=True)
    table.call("lack", "a1", "cibo")
    fatigue = []
    for _ in range(3):
        table.call("day")
        fatigue.append(table.figure("a1").fatigue)
    assert fatigue == [0, 1, 2] and table.figure("a2").fatigue == 0
    assert [e.days for e in table.all(DayWithout)] == [1, 2, 3]
    table.call("meet", "a1")
    table.call("lack", "a1", "cibo")
    table.call("day")
    assert table.figure("a1").fatigue == 2, "a met need begins anew"


@rule("CRN-FAT-01.1", "CRN-FAT-01.2", "CRN-INV-01.4")
def test_fatigue_takes_a_slot_each() -> None:
    from arbitro.rulesets.cairn.burden import free_slots, used_slots

    table = Table({"a1": {"items": ["spada"]}}, calm=True)
    assert (used_slots(table.game, "a1"), free_slots(table.game, "a1")) == (1, 9)
    table.call("tire", "a1")
    assert (used_slots(table.game, "a1"), free_slots(table.game, "a1")) == (2, 8)
    assert "CRN-FAT-01.1" in table.the(FatigueAdded).rules


@rule("CRN-FAT-01.3", "CRN-PRC-02.1", "CRN-PRC-02.2")
def test_a_night_in_camp_costs_a_ration_each_and_removes_fatigue() -> None:
    party = {"a1": {"fatigue": 3, "items": ["razioni"]}, "a2": {"fatigue": 1}, "a3": {"kind": "hireling"}}
    table = Table(party, calm=True)
    table.call("camp")
    assert [table.figure(it).fatigue for it in party] == [0, 0, 0]
    assert table.figure("a1").items == (), "three uses for three mouths"
    assert table.state.clock == 8 and {e.amount for e in table.all(FatigueLost)} == {3, 1}
    table.call("tire", "a1")
    table.call("camp")
    assert table.figure("a1").has("esausto") and table.figure("a1").fatigue == 1, "nothing left to eat"


@rule("CRN-PRC-02.3")
def test_a_night_without_camp_tires_and_deprives() -> None:
    table = Table({"a1": {"items": ["razioni"]}, "a2": {}}, calm=True)
    table.call("march")
    assert all(table.figure(it).fatigue == 1 and table.figure(it).has("esausto") for it in ("a1", "a2"))
    assert table.figure("a1").items[0].uses == 3


@rule("CRN-FAT-02.1", "CRN-FAT-02.2")
def test_with_no_free_slot_something_is_dropped_for_fatigue() -> None:
    table = Table({"a1": {"items": ["spada", "corda"], "fatigue": 8}}, calm=True)
    table.call("tire", "a1")
    assert table.asked == "drop" and table.offered() == ("1", "2")
    table.answer("2")
    lost = table.the(ItemLost)
    assert (lost.thing, lost.why) == ("corda", "dropped") and table.figure("a1").fatigue == 9


@rule("CRN-FAT-02.1")
def test_where_all_is_fatigue_no_more_is_counted() -> None:
    table = Table({"a1": {"fatigue": 10}}, calm=True)
    table.call("tire", "a1")
    assert table.the(FatigueSpared).it == "a1" and table.figure("a1").fatigue == 10


@rule("CRN-HEAL-03.1", "CRN-HEAL-03.2")
def test_a_week_with_a_healer_restores_attributes() -> None:
    low = {"forza": 4, "forza_max": 12, "des": 7, "des_max": 9}
    table = Table({"a1": low}, calm=True)
    table.call("week", "alone")
    assert table.figure("a1").forza == 4, "without a healer it is up to the referee; as a rule, no"
    table.call("week", "healer")
    assert (table.figure("a1").forza, table.figure("a1").des) == (12, 9) and table.state.clock == 336
    judged = Table({"a1": low}, calm=True, referee=True)
    judged.call("week", "alone")
    judged.answer("yes", "referee")
    assert judged.figure("a1").forza == 12


@rule("CRN-HEAL-04.1", "CRN-HEAL-04.2", "CRN-MKT-04.1")
def test_treatment_is_free_or_costs_fifty() -> None:
    low = {"forza": 4, "forza_max": 12}
    table = Table({"a1": {**low, "coins": 49}}, calm=True)
    assert table.offered("treat", "a1") == ("free",)
    table.call("treat", "a1", "free")
    assert table.figure("a1").forza == 12 and table.all(CoinsChanged) == []
    table = Table({"a1": low, "a2": {"coins": 60}}, calm=True)
    table.call("treat", "a1", "paid")
    assert table.figure("a2").coins == 10 and table.figure("a1").forza == 12


@rule("CRN-PRC-04.1", "CRN-PRC-04.2", "CRN-PRC-04.3")
def test_panic() -> None:
    party = {"a1": {"items": ["spada"], "vol": 9}, "a2": {"items": ["spada"]}}
    table = Table(party, {"b1": {}}, referee=True, dice=[10, 1, 9, 3, 8])
    table.call("frighten", "a1")
    a1 = table.figure("a1")
    assert a1.has("panico") and a1.pf == 0 and table.the(TurnLost).it == "a1"
    assert table.offered() == ("a2",), "no action in the first round"
    table.act("a2", "attack", "spada", "b1")
    table.act("b1", "wait")
    assert "compose" in table.offered("a1")
    table.act("a1", "compose")
    table.act("a2", "wait")
    assert not table.figure("a1").has("panico")
    impaired = Table({"a1": {"items": ["spada"], "conditions": ["panico"]}}, {"b1": {}}, dice=[4])
    assert impaired.state.active == "b", "fear from before the fight costs its first round too"
    impaired.act("b1", "wait")
    impaired.act("a1", "attack", "spada", "b1")
    assert impaired.rolled()[-1][1] == 4
    brave = Table({"a1": {"vol": 9}}, {"b1": {}}, referee=True, dice=[9])
    brave.call("frighten", "a1")
    assert not brave.figure("a1").has("panico")


@rule("CRN-OUT-01.1", "CRN-TERM-01.4")
def test_whoever_loses_a_character_takes_over_a_hireling_at_once() -> None:
    party = {"a1": {"forza": 1}, "a2": {"kind": "hireling", "name": "Berto"}, "a3": {}}
    table = Table(party, calm=True, referee=True, dice=[6])
    table.call("hurt", "a1", "forza", 6)
    assert table.the(Died).it == "a1"
    assert table.offered("succeed", "a1", seat="referee") == ("new", "a2")
    table.call("succeed", "a1", "a2")
    assert table.the(TookOver).it == "a2" and table.figure("a2").kind == "pc"
    assert table.state.chair() == "referee", "the Custode calls, players have characters, all others are PNG"


def test_a_night_at_the_inn_is_paid_for() -> None:
    table = Table({"a1": {"coins": 25, "fatigue": 1}, "a2": {"fatigue": 1}, "a3": {}}, calm=True)
    table.call("inn")
    assert table.figure("a1").coins == 5 and [table.figure(it).fatigue for it in ("a1", "a2")] == [0, 0]
    assert table.figure("a3").has("esausto"), "the purse held two nights"


@pytest.mark.rule("CRN-DEP-03.1", "CRN-DEP-01.1")
@pytest.mark.parametrize("sheet", [{"needs": ["cibo"]}, {"conditions": ["esausto"]}])
def test_who_comes_deprived_gets_nothing_back_from_the_first_rest_on(sheet: dict[str, Any]) -> None:
    table = Table({"a1": {"pf": 1, "pf_max": 4, **sheet}}, calm=True)
    table.call("rest")
    assert table.figure("a1").pf == 1 and table.figure("a1").has("esausto")
    table.call("meet", "a1")
    table.call("rest")
    assert table.figure("a1").pf == 4 and not table.figure("a1").has("esausto")
