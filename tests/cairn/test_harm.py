"""Damage below zero, critical damage, attribute loss, scars, morale."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import Rolled
from arbitro.rulesets.cairn.events import (
    AttributeLost,
    ConditionBegan,
    DeathNears,
    Died,
    Fled,
    Hurt,
    MaximumChanged,
    MoraleTested,
    ScarTaken,
)
from tests.cairn.table import Table

rule = pytest.mark.rule
SWORD = {"items": ["spada"]}


def beaten(pf: int, face: int, *dice: int, forza: int = 10, **more: Any) -> Table:
    """A character with ``pf`` whom a foe's d20-sided fist hits for ``face``; more dice for what follows."""
    table = Table({"a1": {"pf": pf, "pf_max": max(pf, 4), "forza": forza, **more}, "a2": {"pf": 9}},
                  {"b1": {"items": ["maglio"], "pf": 30}}, dice=[face, *dice], rules=_with_maul())  # fmt: skip
    table.act("a1", "wait")
    table.act("a2", "wait")
    table.act("b1", "attack", "maglio", "a1")
    return table


def _with_maul() -> Any:
    """The rules with a weapon of one d20, to deal any number."""
    from arbitro.rulesets.cairn import RULESET
    from arbitro.rulesets.cairn.content import Thing, compile_record
    from arbitro.rulesets.cairn.ruleset import Cairn

    library = RULESET.library
    twin = type(library)(*(getattr(library, name) for name in library.__struct_fields__))
    maul = Thing(id="maglio", name="Maglio", name_en="Maul", type="weapon", dice=[20])
    twin.things = {**library.things, "maglio": maul}
    twin.records = {**library.records, "maglio": compile_record(maul)}
    return Cairn(twin)


# --- below zero --------------------------------------------------------------------------------------


@rule("CRN-CRIT-01.1", "CRN-CRIT-01.2", "CRN-CRIT-01.3", "CRN-CRIT-01.4", "CRN-ATR-02.2", "CRN-ATK-03.3")
def test_damage_below_zero_goes_to_for_and_calls_for_a_save_on_what_is_left() -> None:
    table = beaten(4, 7, 8, forza=11)
    hurt = table.the(Hurt)
    assert (hurt.pf, hurt.forza) == (4, 3)
    assert (table.figure("a1").pf, table.figure("a1").forza) == (0, 8)
    assert table.saves() == [("a1", "forza", "critical", True)], "8 on a new score of 8"
    assert table.figure("a1").standing and table.all(ScarTaken) == []


@rule("CRN-CRIT-01.5")
def test_the_save_comes_again_with_further_damage_but_not_while_pf_absorb_it() -> None:
    table = Table({"a1": {"pf": 0, "pf_max": 4, "forza": 10}}, {"b1": {"items": ["pugnale"], "pf": 30}},
                  dice=[2, 8, 3, 5, 3])  # fmt: skip
    for _ in range(2):
        table.act("a1", "wait")
        table.act("b1", "attack", "pugnale", "a1")
    assert [passed for *_, passed in table.saves()] == [True, True] and table.figure("a1").forza == 5
    table.figure("a1").pf = 4
    table.act("a1", "wait")
    table.act("b1", "attack", "pugnale", "a1")
    assert len(table.saves()) == 2 and table.figure("a1").pf == 1
    table.done()


@rule("CRN-CRIT-01.6", "CRN-ATK-03.1")
def test_exactly_zero_costs_no_for_and_no_save_but_a_scar() -> None:
    table = beaten(4, 4, 1, 1)
    assert table.figure("a1").forza == 10 and table.saves() == []
    assert table.all(ScarTaken)[0].row == "CRN-SCAR-04"


@rule("CRN-ATK-03.2")
@pytest.mark.parametrize("kind", ["foe", "hireling"])
def test_only_characters_take_scars(kind: str) -> None:
    table = Table({"a1": SWORD}, {"b1": {"pf": 5, "kind": kind}, "b2": {}}, dice=[5])
    table.act("a1", "attack", "spada", "b1")
    assert table.figure("b1").pf == 0 and table.all(ScarTaken) == []


@rule("CRN-CRIT-02.1", "CRN-CRIT-02.3")
def test_a_character_with_critical_damage_can_only_crawl_and_dies_within_the_hour() -> None:
    table = beaten(4, 7, 9)
    assert table.the(ConditionBegan).condition == "critico" and table.the(DeathNears).hour == 1
    assert table.offered() == ("a2",), "without distances there is nowhere to crawl to"
    track = Table({"a1": {"conditions": ["critico"], "dying": 1}, "a2": {}}, {"b1": {"at": 9}})
    assert track.offered("a1") == ("crawl",)
    track.act("a1", "crawl", "away")
    track.act("a2", "wait", "stay")
    assert track.figure("a1").at == -2
    calm = Table({"a1": {"conditions": ["critico"], "dying": 1}, "a2": {}}, calm=True)
    calm.call("hour")
    assert calm.the(Died).it == "a1" and "CRN-CRIT-02.3" in calm.the(Died).rules


@rule("CRN-CRIT-02.2", "CRN-HEAL-02.1", "CRN-HEAL-02.2", "CRN-MKT-06.2")
def test_bandages_stabilise_and_give_nothing_back() -> None:
    down = {"pf": 0, "pf_max": 4, "forza": 6, "forza_max": 10, "conditions": ["critico"], "dying": 1}
    table = Table({"a1": down, "a2": {"items": ["bende"]}}, {"b1": {}})
    assert table.offered("a2", "use", "bende") == ("a1",)
    table.act("a2", "use", "bende", "a1")
    a1 = table.figure("a1")
    assert a1.conditions == ("stabile",) and a1.dying == 0 and (a1.pf, a1.forza) == (0, 6)
    assert table.figure("a2").items[0].uses == 2, "one of three uses"
    assert not a1.standing, "out of the fight, yet not dying"
    calm = Table({"a1": {**down, "conditions": ["stabile"], "dying": 0}}, calm=True)
    calm.call("hour")
    assert calm.figure("a1").present
    calm.call("rest")
    assert calm.figure("a1").standing and (calm.figure("a1").pf, calm.figure("a1").forza) == (4, 6)


@rule("CRN-CRIT-03.1")
def test_monsters_that_fail_are_dead_unless_the_referee_says_otherwise() -> None:
    table = Table({"a1": SWORD}, {"b1": {"pf": 2}, "b2": {}}, dice=[5, 12, 1])
    table.act("a1", "attack", "spada", "b1")
    assert table.the(Died).it == "b1" and "CRN-CRIT-03.1" in table.the(Died).rules
    table = Table({"a1": SWORD}, {"b1": {"pf": 2}, "b2": {}}, referee=True, dice=[5, 12, 1])
    table.act("a1", "attack", "spada", "b1")
    assert table.asked == "felled"
    table.answer("down", "referee")
    assert table.figure("b1").present and table.figure("b1").has("critico")


@rule("CRN-CRIT-04.1")
@pytest.mark.parametrize(
    ("monster", "weapon", "dice", "check"),
    [
        ("orso-bruno", "orso-bruno-artigli", (8, 8, 10, 4), lambda f: f.forza == 2),
        ("scorpione-gigante", "scorpione-gigante-chele", (8, 8, 10, 4), lambda f: (f.forza, f.forza_max) == (2, 6)),
        ("orsogufo", "orsogufo-becco", (9, 10), lambda f: f.items == ()),
        ("ghoul", "ghoul-artigli", (6, 6, 12), lambda f: f.has("esausto")),
    ],
)
def test_some_foes_do_more_to_whom_they_fell(monster: str, weapon: str, dice: tuple[int, ...], check: Any) -> None:
    items = ["gambesone"] if monster == "orsogufo" else []
    table = Table({"a1": {"pf": 4, "items": items}, "a2": {}}, {"b1": {"monster": monster}}, dice=dice)
    table.act("a1", "wait")
    table.act("a2", "wait")
    table.act("b1", "attack", weapon, "a1")
    assert table.figure("a1").has("critico") and check(table.figure("a1"))
    table.done()


def test_a_troll_goes_on_until_it_has_no_for() -> None:
    table = Table({"a1": SWORD}, {"b1": {"monster": "troll", "pf": 1, "pf_max": 14}}, dice=[8, 20, 3])
    table.act("a1", "attack", "spada", "b1")
    assert table.saves()[0][3] is False and table.figure("b1").standing and table.figure("b1").forza == 8


# --- attributes --------------------------------------------------------------------------------------


@rule("CRN-LOSS-01.1", "CRN-PRC-03.1", "CRN-PRC-03.2")
def test_harm_outside_fights_goes_to_an_attribute() -> None:
    party = {"a1": {"items": ["brigantina"]}}
    table = Table(party, calm=True, dice=[5])
    table.call("hurt", "a1", "forza", 6)
    assert (table.figure("a1").pf, table.figure("a1").forza) == (4, 5) and table.saves() == []
    table = Table(party, calm=True, options={"armour_outside": True}, dice=[5])
    table.call("hurt", "a1", "des", 8)
    assert table.the(AttributeLost).amount == 4 and table.figure("a1").des == 6


@rule("CRN-PRC-03.3")
@pytest.mark.parametrize(("face", "snaps"), [(1, True), (2, True), (3, False), (6, False)])
def test_the_careless_spring_a_trap_two_times_in_six(face: int, snaps: bool) -> None:
    table = Table({"a1": {}}, calm=True, dice=[face, 4] if snaps else [face])
    table.call("careless", "a1", 6)
    assert (table.figure("a1").forza == 6) is snaps
    table.done()


@rule("CRN-LOSS-02.1")
def test_without_for_a_character_dies_and_saves_no_more() -> None:
    table = beaten(4, 14)
    assert table.the(Died).it == "a1" and table.saves() == []
    calm = Table({"a1": {"forza": 3}, "a2": {}}, calm=True, dice=[6])
    calm.call("hurt", "a1", "forza", 6)
    assert calm.the(Died).it == "a1"
    foe = Table({"a1": SWORD}, {"b1": {"pf": 1, "forza": 2}, "b2": {}}, dice=[8, 1])
    foe.act("a1", "attack", "spada", "b1")
    assert foe.the(Died).it == "b1", "foes too"


@rule("CRN-LOSS-03.1", "CRN-LOSS-03.2", "CRN-LOSS-04.1", "CRN-LOSS-04.2")
@pytest.mark.parametrize(("attribute", "word"), [("des", "paralizzato"), ("vol", "delirante")])
def test_without_des_or_vol_nobody_acts_until_it_is_back(attribute: str, word: str) -> None:
    lost = {attribute: 0, f"{attribute}_max": 9}
    table = Table({"a1": lost, "a2": {}}, {"b1": {}})
    assert table.offered() == ("a2",)
    assert word in table.game.ruleset.status(table.state, "it")  # type: ignore[attr-defined]
    calm = Table({"a1": lost}, calm=True)
    calm.call("rest")
    assert not calm.figure("a1").standing
    calm.call("week", "healer")
    assert calm.figure("a1").standing and calm.figure("a1").score(attribute) == 9
    calm = Table({"a1": lost}, calm=True)
    calm.call("miracle", "a1")
    assert calm.figure("a1").standing


# --- scars -------------------------------------------------------------------------------------------


@rule("CRN-SCAR-00.1", "CRN-SCAR-00.2", "CRN-SCAR-00.3", "CRN-SCAR-13.1")
def test_the_row_is_the_pf_lost_not_the_number_rolled() -> None:
    table = beaten(3, 5, items=["cotta-di-maglia"])
    assert table.figure("a1").pf == 0
    taken = table.the(ScarTaken)
    assert taken.row == "CRN-SCAR-03" and "CRN-SCAR-00.1" in taken.rules
    assert table.game.ruleset.title(taken.row, "it") == "Sbattuto"  # type: ignore[attr-defined]


@rule("CRN-SCAR-00.1")
def test_more_than_twelve_reads_the_last_row() -> None:
    assert beaten(14, 14).the(ScarTaken).row == "CRN-SCAR-12"


@rule("CRN-SCAR-00.4", "CRN-SCAR-01.1", "CRN-SCAR-01.2")
@pytest.mark.parametrize(("second", "now"), [(4, 4), (5, 5), (3, 4)])
def test_row_1_a_place_and_a_new_maximum_only_if_greater(second: int, now: int) -> None:
    table = beaten(1, 1, 3, second)
    assert table.figure("a1").scars == (("CRN-SCAR-01", 3),) and table.figure("a1").pf_max == now
    assert table.figure("a1").pf == 0, "current PF wait for the next rest"
    scar = table.game.ruleset.library.scars["CRN-SCAR-01"]  # type: ignore[attr-defined]
    assert scar.places == ["collo", "mani", "occhio", "torace", "gambe", "orecchio"]


@rule("CRN-SCAR-02.1", "CRN-SCAR-02.2")
def test_row_2_shaken_and_a_d6() -> None:
    table = beaten(2, 2, 6)
    assert table.figure("a1").pf_max == 6 and table.figure("a1").scars == (("CRN-SCAR-02", 0),)
    assert "racconta" in table.game.ruleset.library.scars["CRN-SCAR-02"].text  # type: ignore[attr-defined]


@rule("CRN-SCAR-03.1", "CRN-SCAR-03.2", "CRN-SCAR-03.3", "CRN-DEP-01.2")
def test_row_3_deprived_until_a_rest_of_some_hours_which_adds_a_d6() -> None:
    table = Table({"a1": {"pf": 3}, "a2": {}}, {"b1": {"items": ["ascia"]}}, dice=[3, 5], options={"after": "calm"},
                  start={"safe": True})  # fmt: skip
    table.act("a1", "wait")
    table.act("a2", "wait")
    table.act("b1", "attack", "ascia", "a1")
    assert table.figure("a1").has("esausto") and table.figure("a1").pf_max == 3
    assert "terra" in table.game.ruleset.library.scars["CRN-SCAR-03"].text  # type: ignore[attr-defined]
    table.figure("b1").status = "fled"
    table.act("a1", "wait")
    table.act("a2", "wait")
    assert table.asked == "procedure"
    table.call("rest")
    assert table.figure("a1").pf == 0, "a short rest gives the deprived nothing"
    table.call("hours")
    assert not table.figure("a1").has("esausto") and table.figure("a1").pf_max == 8 and table.figure("a1").pf == 8
    table.done()


def scarred(lost: int, *dice: int, later: str = "", **options: Any) -> Table:
    """A character whom a blow has just brought to exactly 0; the fight is over, and ``later`` called."""
    table = Table({"a1": {"pf": lost, "pf_max": lost, "vol": 10}, "a2": {"pf": 9}},
                  {"b1": {"items": ["maglio"], "pf": 30}}, dice=[lost, *dice],
                  options={"after": "calm", "armour_outside": False, **options}, start={"safe": True},
                  rules=_with_maul())  # fmt: skip
    for who in ("a1", "a2"):
        table.act(who, "wait")
    table.act("b1", "attack", "maglio", "a1")
    table.figure("b1").status = "fled"
    while table.asked == "action":
        table.act(table.offered()[0], "wait")
    if later:
        table.call(*later.split())
    return table


@rule("CRN-SCAR-04.1", "CRN-SCAR-04.2")
@pytest.mark.parametrize(("face", "place"), [(1, "gamba"), (2, "gamba"), (3, "braccio"), (5, "costola"), (6, "cranio")])
def test_row_4_a_broken_limb_mends_and_may_raise_the_maximum(face: int, place: str) -> None:
    table = scarred(4, face, 3, 2, later="treat a1 free")
    assert table.game.ruleset.library.scars["CRN-SCAR-04"].places[face - 1] == place  # type: ignore[attr-defined]
    assert table.figure("a1").scars == (("CRN-SCAR-04", face),)
    assert table.figure("a1").pf_max == 5 and not table.figure("a1").has("arto-rotto")


@rule("CRN-SCAR-05.1", "CRN-SCAR-05.2")
def test_row_5_an_infection_then_2d6() -> None:
    table = scarred(5, 6, 6)
    assert table.figure("a1").has("malato") and table.figure("a1").pf_max == 5
    table.call("week", "healer")
    assert not table.figure("a1").has("malato") and table.figure("a1").pf_max == 12


@rule("CRN-SCAR-06.1", "CRN-SCAR-06.2")
@pytest.mark.parametrize(
    ("face", "attribute"), [(1, "forza"), (2, "forza"), (3, "des"), (4, "des"), (5, "vol"), (6, "vol")]
)
def test_row_6_3d6_may_replace_an_attribute(face: int, attribute: str) -> None:
    table = beaten(6, 6, face, 6, 4, 4)
    assert table.figure("a1").score(attribute) == 14
    assert sum(table.figure("a1").score(name) for name in ("forza", "des", "vol")) == 34
    kept = beaten(6, 6, face, 3, 3, 4)
    assert kept.figure("a1").score(attribute) == 10 and kept.all(MaximumChanged) == [], "10 is not greater than 10"


@rule("CRN-SCAR-07.1", "CRN-SCAR-07.2")
def test_row_7_lamed_until_helped_then_3d6_for_the_maximum() -> None:
    table = scarred(7, 4, 4, 4)
    assert table.figure("a1").has("azzoppato")
    table.call("treat", "a1", "free")
    assert not table.figure("a1").has("azzoppato") and table.figure("a1").pf_max == 12
    other = scarred(7, 4, 4, 4, later="treat a1 free", published_scars=True)
    assert (other.figure("a1").pf_max, other.figure("a1").des_max) == (7, 12), "the published reading"
    fight = Table({"a1": {"conditions": ["azzoppato"]}, "a2": {}}, {"b1": {"at": 20}})
    assert {"flee", "run"}.isdisjoint(fight.offered("a1"))


@rule("CRN-SCAR-08.1", "CRN-SCAR-08.2")
def test_row_8_deaf_and_a_vol_save_for_a_d4() -> None:
    table = scarred(8, 10, 3)
    assert table.figure("a1").has("sordo") and table.figure("a1").pf_max == 11
    table.call("treat", "a1", "free")
    assert table.figure("a1").has("sordo"), "ordinary help is not enough"
    table.call("miracle", "a1")
    assert not table.figure("a1").has("sordo")
    assert scarred(8, 11).figure("a1").pf_max == 8
    assert scarred(8, 1, 4, published_scars=True).figure("a1").vol_max == 14


@rule("CRN-SCAR-09.1", "CRN-SCAR-09.2")
def test_row_9_3d6_at_once() -> None:
    table = scarred(9, 5, 5, 5)
    assert table.figure("a1").pf_max == 15 and table.figure("a1").scars == (("CRN-SCAR-09", 0),)
    assert scarred(9, 5, 5, 5, published_scars=True).figure("a1").vol_max == 15


@rule("CRN-SCAR-10.1", "CRN-SCAR-10.2")
def test_row_10_a_limb_lost_and_a_vol_save_for_a_d6() -> None:
    table = scarred(10, 9, 6)
    assert table.figure("a1").pf_max == 16
    assert "Custode" in table.game.ruleset.library.scars["CRN-SCAR-10"].text  # type: ignore[attr-defined]
    assert scarred(10, 12).figure("a1").pf_max == 10
    assert scarred(10, 9, 6, published_scars=True).figure("a1").vol_max == 16


@rule("CRN-SCAR-11.1", "CRN-SCAR-11.2", "CRN-SCAR-11.3")
def test_row_11_out_dying_and_a_new_maximum_even_if_lower() -> None:
    table = scarred(11, 2, 2)
    a1 = table.figure("a1")
    assert a1.has("esausto") and a1.has("mortale") and not a1.standing and a1.dying == 1
    table.call("treat", "a1", "free")
    a1 = table.figure("a1")
    assert a1.pf_max == 4 and a1.dying == 0 and not a1.has("mortale") and not a1.has("esausto")
    late = scarred(11, later="hour")
    assert late.the(Died).it == "a1"


@rule("CRN-SCAR-12.1", "CRN-SCAR-12.2", "CRN-SCAR-12.3")
def test_row_12_the_next_save_decides() -> None:
    marked = {"pf": 2, "pf_max": 4, "forza": 10, "conditions": ["condannato"]}
    foe = {"b1": {"items": ["ascia"], "pf": 30}}
    table = Table({"a1": marked, "a2": {}}, foe, dice=[5, 8])
    table.act("a1", "wait"), table.act("a2", "wait"), table.act("b1", "attack", "ascia", "a1")
    assert table.the(Died).it == "a1"
    table = Table({"a1": marked, "a2": {}}, foe, dice=[5, 7, 6, 6, 1])
    table.act("a1", "wait"), table.act("a2", "wait"), table.act("b1", "attack", "ascia", "a1")
    assert table.figure("a1").present and table.figure("a1").pf_max == 13
    assert not table.figure("a1").has("condannato"), "used up by that one save"
    assert scarred(12).figure("a1").has("condannato")


# --- morale ------------------------------------------------------------------------------------------


@rule("CRN-MOR-01.1", "CRN-MOR-01.2", "CRN-MOR-01.3", "CRN-ATR-04.2")
def test_morale_at_the_first_loss_and_at_half() -> None:
    foes = {f"b{n}": {"pf": 1, "forza": 1, "vol": 8} for n in range(1, 5)}
    party = {"a1": SWORD, "a2": {**SWORD, "pf": 9}}
    table = Table(party, foes, dice=[5, 8, 5, 9])
    table.act("a1", "attack", "spada", "b1")
    table.act("a2", "wait")
    assert (table.the(MoraleTested).why, table.the(MoraleTested).passed) == ("first", True)
    for who in ("b2", "b3", "b4"):
        table.act(who, "wait")
    table.act("a1", "attack", "spada", "b2")
    table.act("a2", "wait")
    assert [(e.why, e.passed) for e in table.all(MoraleTested)] == [("first", True), ("half", False)]
    assert {e.it for e in table.all(Fled)} == {"b3", "b4"} and table.game.over


@rule("CRN-MOR-01.2")
def test_one_event_causes_at_most_one_roll() -> None:
    foes = {f"b{n}": {"pf": 1, "forza": 1, "vol": 8} for n in range(1, 4)}
    table = Table({"a1": SWORD, "a2": SWORD}, foes, dice=[5, 5, 3])
    table.act("a1", "attack", "spada", "b1")
    table.act("a2", "attack", "spada", "b2")
    assert table.the(MoraleTested).why == "half"
    assert set(table.state.bands[0].tested) == {"first", "half"}


@rule("CRN-MOR-02.1")
def test_a_band_may_use_its_leaders_vol_while_the_leader_is_there() -> None:
    foes = {"b1": {"pf": 1, "forza": 1, "vol": 3}, "b2": {"vol": 3}, "b3": {"vol": 15, "leader": True}}
    table = Table({"a1": SWORD}, foes, dice=[5, 15])
    table.act("a1", "attack", "spada", "b1")
    assert table.the(MoraleTested).passed and table.saves()[-1][0] == "b3"
    foes = {"b1": {"pf": 1, "forza": 1, "vol": 15, "leader": True}, "b2": {"vol": 3}, "b3": {"vol": 6}}
    table = Table({"a1": SWORD}, foes, dice=[5, 4])
    table.act("a1", "attack", "spada", "b1")
    assert table.saves()[-1][0] == "b2" and not table.the(MoraleTested).passed, "a dead leader counts no more"


@rule("CRN-MOR-03.1")
def test_a_lone_foe_tests_when_it_is_out_of_pf() -> None:
    table = Table({"a1": SWORD}, {"b1": {"pf": 5, "vol": 9}}, dice=[5, 10])
    table.act("a1", "attack", "spada", "b1")
    assert table.the(MoraleTested).why == "alone" and table.the(Fled).it == "b1"
    table = Table({"a1": SWORD}, {"b1": {"pf": 5, "vol": 9}}, dice=[7, 6, 9, 3, 2])
    table.act("a1", "attack", "spada", "b1")
    assert [cause for _, _, cause, _ in table.saves()] == ["critical", "morale"], "the FOR save comes first"
    table.act("b1", "wait")
    table.act("a1", "attack", "spada", "b1")
    assert len(table.all(MoraleTested)) == 1, "once"


@rule("CRN-MOR-04.1")
def test_morale_is_nothing_to_characters_and_optional_for_hirelings() -> None:
    weak = {"pf": 1, "forza": 1}
    party = {"a1": weak, "a2": {"vol": 2}, "a3": {"kind": "hireling", "vol": 2}}
    table = Table(party, {"b1": {"items": ["spada"]}}, dice=[5])
    for who in party:
        table.act(who, "wait")
    table.act("b1", "attack", "spada", "a1")
    assert table.the(Died).it == "a1" and table.all(MoraleTested) == []
    party = {"a1": {}, "a2": {"kind": "hireling", **weak}, "a3": {"kind": "hireling", "vol": 2}}
    table = Table(party, {"b1": {"items": ["spada"]}}, options={"hireling_morale": True}, dice=[5, 3])
    for who in party:
        table.act(who, "wait")
    table.act("b1", "attack", "spada", "a2")
    assert table.the(Fled).it == "a3"


def test_the_fearless_roll_nothing() -> None:
    foes = {f"b{n}": {"monster": "scheletro", "pf": 1, "forza": 1} for n in range(1, 4)}
    table = Table({"a1": {"items": ["spadone"]}}, foes, dice=[9])
    table.act("a1", "attack", "spadone", "b1")
    assert table.the(MoraleTested).passed and len(table.all(Rolled)) == 1
