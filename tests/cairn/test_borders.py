"""What a sceptical table tries: edges of rules, and things done in an order nobody planned."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.cairn.events import BlowPrepared, DayWithout, Died, Fled, Hurt, ItemLost, SaveMade, TurnLost
from arbitro.rulesets.cairn.queries import armour_of
from tests.cairn.table import Table

rule = pytest.mark.rule
SWORD = {"items": ["spada"]}


def things(table: Table, who: str) -> list[tuple[str, int]]:
    """What somebody has: the thing, and the number of what it lies on."""
    return [(item.thing, item.on) for item in table.figure(who).items]


# --- attacks -----------------------------------------------------------------------------------------


@rule("CRN-MOD-05.1", "CRN-MOD-01.2", "CRN-MOD-03.2")
@pytest.mark.parametrize("order", [["spada", "coltello-d-argento"], ["coltello-d-argento", "spada"]])
def test_of_two_weapons_each_rolls_the_die_that_the_target_leaves_it(order: list[str]) -> None:
    """Silver finds the werewolf, steel hardly does, in whichever hand each of them is."""
    table = Table({"a1": {"items": order}}, {"b1": {"monster": "licantropo"}}, dice=[4, 3])
    table.act("a1", "dual", "+".join(order), "b1")
    blows = {e.blow.weapon: e.blow.dice for e in table.all(BlowPrepared)}
    assert blows == {"spada": (4,), "coltello-d-argento": (12,)}
    assert all("CRN-MOD-05.1" in e.rules for e in table.all(BlowPrepared))


@rule("CRN-MOD-04.1", "CRN-DET-04.1")
def test_swords_of_a_formation_do_not_reach_who_is_far_off() -> None:
    party: dict[str, dict[str, Any]] = {"a1": {"pf": 20}, "a2": {"pf": 20, "at": -50}, "a3": {"pf": 20}}
    table = Table(party, {"b1": {"formation": True, "items": ["spada"], "at": 2}}, dice=[8, 5, 6])
    for who in party:
        table.act(who, "wait", "stay")
    table.act("b1", "attack", "spada", "a1", "stay")
    assert {e.it: e.amount for e in table.all(Hurt)} == {"a1": 5, "a3": 6}


@rule("CRN-MOD-04.1")
def test_a_bomb_catches_those_near_its_target() -> None:
    foes: dict[str, dict[str, Any]] = {"b1": {"at": 40}, "b2": {"at": 52}, "b3": {"at": 53}}
    table = Table({"a1": {"items": ["sfera-esplosiva"]}}, foes, dice=[6, 4, 4])
    table.act("a1", "attack", "sfera-esplosiva", "b1", "stay")
    assert [e.it for e in table.all(Hurt)] == ["b1", "b2"]


# --- morale, fear ------------------------------------------------------------------------------------


@rule("CRN-MOR-01.3")
@pytest.mark.parametrize("held", ["addormentato", "trattenuto", "indifeso"])
def test_who_cannot_move_does_not_flee_with_the_others(held: str) -> None:
    foes = {"b1": {"pf": 1, "forza": 1}, "b2": {"conditions": [held]}, "b3": {"vol": 4}, "b4": {}, "b5": {}}
    table = Table({"a1": SWORD}, foes, dice=[8, 19])
    table.act("a1", "attack", "spada", "b1")
    assert [e.it for e in table.all(Fled)] == ["b3", "b4", "b5"] and table.figure("b2").present


@rule("CRN-PRC-04.2")
def test_no_rest_gives_pf_to_who_is_in_panic() -> None:
    table = Table({"a1": {"vol": 5}}, calm=True, dice=[15])
    table.call("frighten", "a1")
    table.call("rest")
    assert table.figure("a1").pf == 0 and table.figure("a1").has("panico")
    table.call("lift", "a1", "panico")
    table.call("rest")
    assert table.figure("a1").pf == 4


@rule("CRN-PRC-04.2")
def test_a_panic_that_the_referee_declares_is_the_same_panic() -> None:
    table = Table({"a1": SWORD, "a2": SWORD}, {"b1": {}}, referee=True)
    table.answer(("set", "a1", "panico"), "referee")
    assert table.figure("a1").pf == 0 and table.the(TurnLost).it == "a1" and table.offered() == ("a2",)


# --- dying -------------------------------------------------------------------------------------------


@rule("CRN-CRIT-02.3", "CRN-SCAR-11.2")
@pytest.mark.parametrize("wound", ["critico", "mortale"])
def test_a_wound_that_the_referee_declares_kills_within_the_hour_until_it_is_lifted(wound: str) -> None:
    table = Table({"a1": {}, "a2": {}}, calm=True, referee=True)
    for who in ("a1", "a2"):
        table.call("set", who, wound)
    table.call("lift", "a1", wound)
    table.call("hour")
    assert table.figure("a1").present and table.figure("a2").status == "dead"


@rule("CRN-CRIT-02.3", "CRN-SCAR-11.2")
def test_of_two_deadly_wounds_the_one_that_is_left_still_kills() -> None:
    both = {"pf": 0, "pf_max": 4, "conditions": ["critico", "mortale"], "dying": 1}
    table = Table({"a1": both}, calm=True, referee=True)
    table.call("lift", "a1", "mortale")
    assert table.figure("a1").dying == 1


@rule("CRN-SCAR-11.2", "CRN-SCAR-11.3", "CRN-HEAL-03.2")
def test_a_healer_is_in_time_for_a_mortal_wound_too() -> None:
    foes = {"b1": {**SWORD, "formation": True, "pf": 1, "forza": 1}}
    table = Table({"a1": {"pf": 11}, "a2": SWORD}, foes, options={"after": "calm"}, dice=[1, 11, 3, 5, 4])
    table.act("a1", "wait")
    table.act("a2", "wait")
    table.act("b1", "attack", "spada", "a1")
    table.act("a2", "attack", "spada", "b1")
    assert table.figure("a1").has("mortale") and table.figure("a1").dying == 1
    table.call("place", "safe")
    table.call("week", "healer")
    a1 = table.figure("a1")
    assert (a1.present, a1.conditions, a1.dying, a1.pf, a1.pf_max) == (True, (), 0, 9, 9)


@rule("CRN-CRIT-02.1", "CRN-LOSS-03.2")
def test_the_paralysed_do_not_even_crawl() -> None:
    down = {"pf": 0, "pf_max": 4, "conditions": ["critico"], "dying": 1}
    party = {"a1": down, "a2": {**down, "des": 0, "des_max": 9}, "a3": {}}
    table = Table(party, {"b1": {"at": 20}})
    assert table.offered() == ("a1", "a3")


# --- time, needs -------------------------------------------------------------------------------------


@rule("CRN-DEP-01.1", "CRN-DEP-01.2")
def test_who_is_declared_deprived_stays_so_until_rested() -> None:
    table = Table({"a1": {"pf": 1, "pf_max": 4, "items": ["razioni"]}}, calm=True, referee=True)
    table.call("set", "a1", "esausto")
    table.call("rest")
    assert table.figure("a1").has("esausto") and table.figure("a1").pf == 1
    table.call("camp")
    assert not table.figure("a1").has("esausto") and table.figure("a1").pf == 4
    table.call("set", "a1", "esausto")
    table.call("lift", "a1", "esausto")
    assert not table.figure("a1").has("esausto") and table.figure("a1").needs == ()


@rule("CRN-DEP-02.1", "CRN-DEP-02.2")
def test_a_week_without_food_is_seven_days_without_food() -> None:
    table = Table({"a1": {}, "a2": {}}, calm=True)
    table.call("lack", "a1", "cibo")
    table.call("week", "healer")
    assert [e.days for e in table.all(DayWithout)] == [1, 2, 3, 4, 5, 6, 7]
    assert (table.figure("a1").fatigue, table.figure("a2").fatigue) == (6, 0)


@rule("CRN-DEP-01.2")
def test_an_inn_is_warm() -> None:
    table = Table({"a1": {"coins": 10}}, calm=True)
    table.call("lack", "a1", "calore")
    table.call("inn")
    assert not table.figure("a1").has("esausto")


@rule("CRN-PRC-02.1")
def test_mounts_eat_too_and_who_needs_no_food_does_not() -> None:
    party = {"a1": {"items": ["razioni", "cavallo", "mulo"]}, "a2": {"marks": ["senza-fame"]}}
    table = Table(party, calm=True)
    table.call("camp")
    assert table.the(ItemLost).thing == "razioni", "all three of them are eaten: by a1, the horse and the mule"
    table.call("camp")
    assert table.figure("a1").has("esausto") and not table.figure("a2").has("esausto")


# --- things ------------------------------------------------------------------------------------------


@rule("CRN-ARM-02.2", "CRN-INV-04.3")
def test_a_shield_on_the_horse_protects_nobody() -> None:
    table = Table({"a1": {"items": ["spada", "scudo", "cavallo"]}}, calm=True)
    assert armour_of(table.game, "a1").value == 1
    table.call("load", "a1", "2")
    assert armour_of(table.game, "a1").value == 0 and table.figure("a1").hands == (1,)


@rule("CRN-INV-04.3")
def test_a_horse_is_given_with_its_load() -> None:
    table = Table({"a1": {"items": ["spada", "razioni", "cavallo"]}, "a2": {"items": ["corda"]}}, calm=True)
    table.call("load", "a1", "2")
    table.call("give", "a1", "3", "a2")
    assert things(table, "a1") == [("spada", 0)]
    assert things(table, "a2") == [("corda", 0), ("cavallo", 0), ("razioni", 2)]


@rule("CRN-FAT-02.1", "CRN-INV-04.3")
def test_a_cart_is_left_behind_with_its_load() -> None:
    items = [{"thing": "tenda", "on": 2}, "carretto", *["corda"] * 8]
    table = Table({"a1": {"items": items}}, calm=True)
    table.call("tire", "a1")
    table.answer("2", "a")
    assert things(table, "a1") == [("corda", 0)] * 8 and table.figure("a1").fatigue == 1


@rule("CRN-REL-01.3")
def test_of_two_like_relics_the_charged_one_is_used_up() -> None:
    """An empty one that lies on top gives nothing for nothing."""
    relics = [{"thing": "fischio-d-uccello", "charges": 0}, {"thing": "fischio-d-uccello", "charges": 1}]
    table = Table({"a1": {"items": relics}}, calm=True)
    table.call("use", "a1", "fischio-d-uccello", "-", "plain")
    assert [item.charges for item in table.figure("a1").items] == [0, 0]
    assert "use" not in table.offered()


@rule("CRN-CAST-03.1")
@pytest.mark.parametrize(("safe", "saves"), [(True, 0), (False, 1)])
def test_a_dangerous_place_is_danger_even_without_a_fight(safe: bool, saves: int) -> None:
    table = Table({"a1": {"items": ["libro-luce"]}}, calm=True, start={"safe": safe}, dice=[5] * saves)
    table.call("use", "a1", "libro-luce", "-", "plain")
    assert len(table.saves()) == saves


@rule("CRN-INV-03.3")
def test_the_coins_that_are_spent_make_room_for_what_they_buy() -> None:
    table = Table(
        {"a1": {"items": ["corda"] * 9, "coins": 100}, "a2": {"items": ["corda"] * 9, "coins": 200}}, calm=True
    )
    assert "corda" in table.offered("buy", "a1"), "the purse weighs nothing below a hundred coins"
    assert "buy" in table.offered() and "corda" not in table.offered("buy", "a2")
    table.call("buy", "a1", "corda")
    assert len(table.figure("a1").items) == 10 and table.figure("a1").coins == 95


@rule("CRN-RET-01.2")
def test_who_fled_to_safety_is_back_when_the_fight_is_over() -> None:
    foes = {"b1": {"pf": 1, "forza": 1}}
    table = Table({"a1": {}, "a2": SWORD}, foes, options={"after": "calm"}, dice=[3, 8])
    table.act("a1", "flee")
    table.act("a2", "attack", "spada", "b1")
    assert table.offered("rejoin") == ("a1",)
    table.call("rejoin", "a1")
    assert table.figure("a1").present and "rejoin" not in table.offered()


@rule("CRN-SCAR-12.1")
def test_the_doomed_fail_their_save_before_they_die_of_it() -> None:
    table = Table({"a1": {"pf": 2, "conditions": ["condannato"]}, "a2": {}}, {"b1": SWORD}, dice=[5, 15])
    table.act("a1", "wait")
    table.act("a2", "wait")
    table.act("b1", "attack", "spada", "a1")
    told = [type(e).__name__ for e in table.game.journal if isinstance(e, SaveMade | Died)]
    assert told == ["SaveMade", "Died"] and table.the(Died).rules == ("CRN-SCAR-12",)
