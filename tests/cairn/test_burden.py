"""Slots, carriers, the market, hirelings."""

from __future__ import annotations

import pytest

from arbitro.rulesets.cairn.burden import capacity, carrier_space, comfort, free_slots, used_slots
from arbitro.rulesets.cairn.events import CoinsChanged, ItemGained, Joined
from tests.cairn.table import Table

rule = pytest.mark.rule


@rule("CRN-INV-01.1", "CRN-INV-01.3")
def test_ten_slots_and_no_more() -> None:
    table = Table({"a1": {"items": ["corda"] * 9, "coins": 50}}, calm=True)
    assert (capacity(table.game, "a1"), used_slots(table.game, "a1")) == (10, 9)
    assert "alabarda" not in table.offered("buy", "a1"), "a bulky thing does not fit"
    table.call("buy", "a1", "spada")
    assert free_slots(table.game, "a1") == 0
    assert set(table.offered("buy", "a1")) <= {t.id for t in table.game.ruleset.library.things.values() if t.petty}  # type: ignore[attr-defined]


@rule("CRN-INV-01.2", "CRN-INV-04.1")
def test_without_a_pack_few_things_are_carried_in_comfort() -> None:
    table = Table({"a1": {"items": ["corda"] * 5}, "a2": {"items": ["zaino"]}}, calm=True)
    assert (comfort(table.game, "a1"), comfort(table.game, "a2")) == (4, 10)
    notes = table.game.ruleset.scene(table.state, "a", "en").figures[0].notes  # type: ignore[attr-defined]
    assert any("backpack" in note.text for note in notes)


@rule("CRN-INV-02.1", "CRN-INV-02.2")
def test_with_the_published_rule_a_full_pack_means_no_pf() -> None:
    table = Table({"a1": {"items": ["corda"] * 8, "fatigue": 1}, "a2": {}}, calm=True, options={"full_inventory": True})
    assert table.figure("a1").pf == 4
    table.call("tire", "a1")
    assert table.figure("a1").pf == 0 and table.figure("a1").has("carico"), "Fatica counts towards the ten"
    table.call("rest")
    assert table.figure("a1").pf == 0
    table.call("give", "a1", "1", "a2")
    assert table.figure("a1").pf == 4 and not table.figure("a1").has("carico")


@rule("CRN-INV-02.3")
def test_by_the_printed_text_a_full_pack_costs_no_pf() -> None:
    table = Table({"a1": {"items": ["corda"] * 9, "fatigue": 1}}, calm=True)
    assert table.figure("a1").pf == 4 and not table.figure("a1").has("carico")


@rule("CRN-INV-03.1", "CRN-INV-03.2", "CRN-INV-03.3")
def test_petty_and_bulky_things_and_coins() -> None:
    party = {"a1": {"items": ["gesso", "pipa", "spadone"], "coins": 99}, "a2": {"coins": 100}, "a3": {"coins": 250}}
    table = Table(party, calm=True)
    assert [used_slots(table.game, it) for it in party] == [2, 1, 2]


@rule("CRN-INV-04.2", "CRN-INV-04.3", "CRN-MKT-03.1")
def test_carts_and_beasts_carry_more() -> None:
    table = Table({"a1": {"items": ["carretto", "corda", "alabarda", "mulo"]}}, calm=True)
    library = table.game.ruleset.library  # type: ignore[attr-defined]
    assert library.things["carretto"].hands == 2 and library.things["carretto"].slots == 2
    assert library.things["mulo"].slow and library.things["carro"].slow and not library.things["cavallo"].slow
    assert (used_slots(table.game, "a1"), carrier_space(table.game, "a1", 1)) == (5, 4)
    table.call("load", "a1", "3")
    assert (used_slots(table.game, "a1"), carrier_space(table.game, "a1", 1)) == (3, 2)
    fight = Table({"a1": {"items": ["carretto", {"thing": "spada", "on": 1}]}}, {"b1": {}})
    assert fight.offered("a1", "attack") == ("mani-nude",), "what lies on the cart is not at hand"
    table.call("load", "a1", "3")
    assert used_slots(table.game, "a1") == 5
    hired = Table({"a1": {"items": ["corda"]}, "a2": {"kind": "hireling"}}, calm=True)
    hired.call("give", "a1", "1", "a2")
    assert hired.figure("a2").items[0].thing == "corda", "hirelings carry too"


@rule("CRN-MKT-01.1", "CRN-MKT-02.1", "CRN-MKT-06.1")
def test_buying_costs_gold_and_takes_a_slot() -> None:
    table = Table({"a1": {"coins": 30}, "a2": {"coins": 4}}, calm=True)
    assert "balestra" in table.offered("buy", "a1") and "piastre" not in table.offered("buy", "a1")
    assert table.offered("buy", "a2") == ("gesso",)
    table.call("buy", "a1", "spada")
    assert table.the(CoinsChanged).by == -10 and table.the(ItemGained).item.thing == "spada"
    table.call("buy", "a1", "elmo")
    assert table.figure("a1").coins == 10 and table.figure("a1").items[1].worn


@rule("CRN-MKT-04.2")
def test_rations_have_three_uses() -> None:
    table = Table({"a1": {"coins": 10}}, calm=True)
    table.call("buy", "a1", "razioni")
    assert table.figure("a1").items[0].uses == 3


@rule("CRN-HIR-01.1", "CRN-HIR-02.1", "CRN-HIR-02.2", "CRN-HIR-02.3", "CRN-HIR-02.4", "CRN-MKT-05.1")
def test_hiring_somebody() -> None:
    dice = [1, 2, 3, 4, 4, 4, 5, 5, 6, 5, 1, 2, 3, 4, 5, 6, 7, 10]
    table = Table({"a1": {"coins": 15}}, calm=True, dice=dice)
    assert "guardia-del-corpo" in table.offered("hire", "a1") and "veterano" not in table.offered("hire", "a1")
    table.call("hire", "a1", "guardia-del-corpo")
    hired = table.figure(table.the(Joined).creature.id)
    assert (hired.forza, hired.des, hired.vol, hired.pf) == (6, 12, 16, 5)
    assert [item.thing for item in hired.items] == ["spada", "scudo", "gambesone"]
    assert [face for _, face in hired.traits] == [1, 2, 3, 4, 5, 6, 7, 10]
    assert hired.kind == "hireling" and table.figure("a1").coins == 5, "a day's wage"
    table.done()


@rule("CRN-HIR-03.1", "CRN-HIR-03.2", "CRN-HIR-03.3")
def test_a_hireling_from_a_background() -> None:
    dice = [3, 3, 3, 4, 4, 4, 5, 5, 5, 6, *range(1, 9), 1, 2, 10, 20, 1, 2, 3, 6]
    table = Table({"a1": {}}, calm=True, dice=dice)
    table.call("companion", "scrivano")
    hired = table.the(Joined).creature
    assert hired.kind == "hireling" and hired.background == "scrivano" and hired.name == "Severo"
    assert (hired.forza, hired.des, hired.vol, hired.pf, hired.age, hired.coins) == (9, 12, 15, 6, 40, 6)
    assert hired.items[0].thing == "razioni" and hired.items[0].uses == 3
    assert {"rotoli-sulle-bestie", "pietre-cifrate"} <= {item.thing for item in hired.items}
    assert hired.bonds == () and hired.omens == ()
    table.done()
