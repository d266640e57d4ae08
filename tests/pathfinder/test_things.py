"""Things: hardness and hit points, what a blast finds exposed, shields, bracers, bonds, doors (PF-TAB-12, -14, -21)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.asks import Ruling
from arbitro.engine.parts import run_parts
from arbitro.rulesets.pathfinder.arms import hit_points_of, is_broken
from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of
from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.events import OpportunityGiven, RefereeSet
from arbitro.rulesets.pathfinder.events_blows import CheckMade
from arbitro.rulesets.pathfinder.events_things import ItemChanged, ItemLost
from arbitro.rulesets.pathfinder.events_thrown import WallBroken
from arbitro.rulesets.pathfinder.numbers import RESISTANCE, armour_class
from arbitro.rulesets.pathfinder.sight import COVER, NO_COVER, TOTAL, cover
from arbitro.rulesets.pathfinder.state import Item
from arbitro.rulesets.pathfinder.things import exposed, hardness_of
from tests.pathfinder.field import Field


def held(thing: str, **more: object) -> dict[str, Any]:
    return {"thing": thing, "held": True, **more}


def thing(field: Field, it: str, name: str) -> Item:
    return next(item for item in field.figure(it).items if item.thing == name)


# --- hardness and hit points --------------------------------------------------------------------------


@pytest.mark.rule("PF-TAB-12.4", "PF-TAB-12.5", "PF-TAB-12.6")
def test_enhancement_makes_things_harder_and_armour_has_five_points_for_each_of_its_bonus() -> None:
    field = Field({"a1": {"at": "a1"}}, {"b1": {"at": "c1"}})
    library = built_in()
    for bonus, hardness, points in ((0, 10, 5), (1, 12, 15), (3, 16, 35)):
        sword = Item(no=1, thing="spada-lunga", bonus=bonus)
        assert hardness_of(field.game, sword) == hardness
        assert hit_points_of(sword, library.weapons["spada-lunga"]) == points
    chain = Item(no=1, thing="cotta-di-maglia")
    assert hit_points_of(chain, library.armours["cotta-di-maglia"]) == 6 * 5
    for lost, broken in ((14, False), (15, True)):
        assert is_broken(Item(no=1, thing="cotta-di-maglia", lost=lost), library.armours["cotta-di-maglia"]) == broken


def sundering(weapon: str, dice: list[int], **more: Any) -> Field:
    """a1 strikes at the longsword of b1, who does not hit back."""
    hero = {"at": "c3", "forza": 16, "feats": ["spezzare-migliorato"], "items": [held(weapon)], **more}
    return Field({"a1": hero}, {"b1": {"at": "d3", "items": ["spada-lunga"]}}, dice=dice)


@pytest.mark.rule("PF-TAB-12.3", "PF-TAB-12.4")
def test_a_thing_takes_no_critical_hit_and_no_nonlethal_damage() -> None:
    """A 20 with a longsword: 1d8 + 3 once, 11 less hardness 10."""
    field = sundering("spada-lunga", [20, 8])
    field.act("a1", "sunder", "spada-lunga", "b1", "spada-lunga")
    assert thing(field, "b1", "spada-lunga").lost == 1
    field.done()
    field = sundering("manganello", [20, 6], forza=30)
    field.act("a1", "sunder", "manganello", "b1", "spada-lunga")
    assert field.the(ItemChanged).what == "unharmed" and thing(field, "b1", "spada-lunga").lost == 0


@pytest.mark.rule("PF-TAB-12.4", "PF-SND-02.3")
def test_at_no_hit_points_a_thing_is_ruined() -> None:
    field = sundering("spadone", [20, 6, 6])  # 12 + 4 = 16 less 10 of 5
    field.act("a1", "sunder", "spadone", "b1", "spada-lunga")
    field.answer("destroy")
    assert field.the(ItemLost).why == "broken"
    field.done()


# --- exposed to a blast -------------------------------------------------------------------------------

ORDER = """
scudo-leggero-di-metallo cotta-di-maglia spada-lunga mantello-della-resistenza-1 pugnale bracciali-dell-armatura-1
amuleto-naturale-1 corda
"""
"""One thing of each kind, in the order of the table: shield, armour, in hand, cloak, stowed, bracers, jewelry, rest."""


@pytest.mark.rule("PF-TAB-14.1")
def test_what_a_blast_finds_first() -> None:
    order = ORDER.split()
    mixed = [held(one) if one in ("spada-lunga", "scudo-leggero-di-metallo") else one for one in reversed(order)]
    field = Field({"a1": {"at": "a1", "items": mixed}}, {"b1": {"at": "c1"}})
    figure = field.figure("a1")
    for _ in range(len(order)):
        found = [item.thing for item in exposed(field.game, figure)]
        assert found == order[:4]
        lost = order.pop(0)
        figure.items = tuple(item for item in figure.items if item.thing != lost)


def blasted(dice: list[int], type_: str = "fuoco", **victim: Any) -> Field:
    """A blast of 30 points, DC 15, on b1."""
    field = Field({"a1": {"at": "a1"}}, {"b1": {"at": "c1", "hp": 90, **victim}}, dice=dice)
    field.end("a1")
    use = field.rules.records["cono-di-freddo" if type_ == "freddo" else "palla-di-fuoco"].uses[0]
    scope = {"me": "a1", "seat": "a", "rule": "palla-di-fuoco", "targets": ("b1",), "cl": 5, "level": 3, "dc": 15}
    assert not list(run_parts(field.game, use.parts, scope))
    return field


@pytest.mark.rule("PF-SAVE-07.2", "PF-TAB-14.1", "PF-TAB-12.2")
@pytest.mark.parametrize(("face", "harmed"), [(14, True), (15, False)])
def test_a_natural_1_exposes_one_of_four_things(face: int, harmed: bool) -> None:
    """30 points of fire are 15 to a thing: 5 beyond the sword's hardness of 10, all it has."""
    field = blasted([6, 6, 6, 6, 6, 1, 2, face], items=["scudo-leggero-di-legno", "spada-lunga", "pugnale"])
    assert field.figure("b1").hp == 90 - 30
    check = field.all(CheckMade)[-1]
    assert (check.what, check.cause, check.passed) == ("exposed", "spada-lunga", not harmed)
    assert [event.item.thing for event in field.all(ItemLost)] == (["spada-lunga"] if harmed else [])
    field.done()


@pytest.mark.rule("PF-SAVE-07.2", "PF-TAB-12.2")
def test_a_failure_that_is_no_1_exposes_nothing_and_little_damage_glances_off() -> None:
    assert blasted([6, 6, 6, 6, 6, 2], items=["spada-lunga"]).all(CheckMade) == []
    field = blasted([4, 4, 4, 4, 4, 1, 1], items=["spada-lunga"])  # 20 are 10: all stopped
    assert field.the(ItemChanged).what == "unharmed"
    field.done()


# --- a tower shield -----------------------------------------------------------------------------------

TOWER = {"items": [held("spada-lunga"), held("scudo-torre")]}


@pytest.mark.rule("PF-TAB-03.5")
def test_a_tower_shield_hampers_blows() -> None:
    field = Field({"a1": {"at": "c3", **TOWER}}, {"b1": {"at": "d3"}})
    assert bonus_of(field.game, Attempt(actor="a1", target="b1", weapon="spada-lunga")).value == -2


@pytest.mark.rule("PF-TAB-03.5", "PF-COV-12.1", "PF-COV-12.2")
def test_a_tower_shield_is_a_wall_on_one_side_until_the_next_turn() -> None:
    foes = {"b1": {"at": "f3", "items": ["arco-corto"]}, "b2": {"at": "c6", "items": ["arco-corto"]}}
    field = Field({"a1": {"at": "c3", **TOWER}}, foes)
    field.act("a1", "behind_shield", "east")
    assert cover(field.game, "b1", "a1", "ranged") == TOTAL and cover(field.game, "b2", "a1", "ranged") == NO_COVER
    assert field.figure("a1").std == 0
    field.end("a1")
    assert "shoot" not in field.actions("b1")
    field.end("b1")
    assert "shoot" in field.actions("b2")
    field.end("b2")
    assert cover(field.game, "b1", "a1", "ranged") == NO_COVER, "its own turn has come"


# --- bracers ------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-ITX-01.1", "PF-ITX-01.2")
@pytest.mark.parametrize(("armour", "ac", "fire"), [
    ([], 14, 10), (["cuoio-borchiato"], 14, 10), (["giaco-di-maglia"], 14, 0), (["cotta-di-maglia"], 16, 0),
])  # fmt: skip
def test_bracers_that_armour_outdoes_are_silent(armour: list[str], ac: int, fire: int) -> None:
    bracers = {"thing": "bracciali-dell-armatura-4", "qualities": ["resistenza-al-fuoco"]}
    field = Field({"a1": {"at": "a1", "items": [bracers, *armour]}}, {"b1": {"at": "c1"}})
    assert armour_class(field.game, "a1").value == ac
    assert field.game.query(RESISTANCE, it="a1", type="fuoco").value == fire


@pytest.mark.rule("PF-ITX-01.1")
def test_bracers_come_from_1_to_8() -> None:
    found = [built_in().items[f"bracciali-dell-armatura-{n}"] for n in range(1, 9)]
    assert [item.armour for item in found] == list(range(1, 9))
    assert [item.price for item in found] == [n * n * 1000 for n in range(1, 9)]


# --- bonds, doors and bars ----------------------------------------------------------------------------


def bound(with_: str, dice: list[int], **victim: Any) -> Field:
    """b1, helpless when it was tied with something, and now awake in its own turn."""
    party = {"a1": {"at": "c3", "bab": 2, "items": [with_]}}
    foe = {"at": "d3", "nonlethal": 25, **victim}
    field = Field(party, {"b1": foe, "b2": {"at": "k9"}}, dice=dice)
    field.act("a1", "tie", "b1")
    awake = RefereeSet(it="b1", field="nonlethal", value=0, rules=("PF-NL-07.1",))
    field.game.rule(Ruling(kind="edit", note="", events=(awake,)))
    field.end("b2")
    return field


@pytest.mark.rule("PF-TAB-21.1", "PF-TAB-21.2", "PF-TAB-24.1")
@pytest.mark.parametrize(("thing_", "way", "face", "dc"), [
    ("corda", "burst", 18, 23), ("catena", "burst", 20, 26), ("manette", "burst", 20, 26),
    ("corda", "artista_della_fuga", 16, 22), ("manette", "artista_della_fuga", 20, 30),
    ("manette-perfette", "artista_della_fuga", 20, 35),
])  # fmt: skip
def test_out_of_bonds(thing_: str, way: str, face: int, dc: int) -> None:
    """Strength 20, and a skill of 11 less 5 for lying helpless: a rope slips at 20 and the CMB of 2 of who tied it."""
    field = bound(thing_, [face], forza=20, skills={"artista_della_fuga": 11})
    field.act("b1", "escape", way)
    check = field.all(CheckMade)[-1]
    assert check.dc == dc and check.passed == (face + check.bonus.value >= dc) == (thing_ == "corda")
    assert bool(field.figure("b1").bonds) != check.passed
    field.done()


@pytest.mark.rule("PF-TAB-21.1", "PF-TAB-24.1")
@pytest.mark.parametrize(("kind", "face", "gives"), [("door", 17, False), ("door", 18, True), ("bars", 18, False),
                                                     ("bars", 19, True)])  # fmt: skip
def test_doors_give_way_at_23_and_bars_at_24(kind: str, face: int, gives: bool) -> None:
    walls = {"walls": [{"between": ["b1", "c1"], "kind": kind}]}
    field = Field({"a1": {"at": "b1", "forza": 20}}, {"b1": {"at": "e1"}}, rows=["......"], ground=walls, dice=[face])
    assert cover(field.game, "b1", "a1", "ranged") == COVER
    assert "c1" not in field.offered("a1", "move")
    field.act("a1", "break_down", "b1/c1")
    assert bool(field.all(WallBroken)) == gives and ("c1" in field.offered("a1", "move")) == gives
    field.done()


# --- helping ------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-TAB-01.2")
@pytest.mark.parametrize(("items", "provokes"), [([], True), (["spada-lunga"], False)])
def test_helping_with_what_provokes_provokes_too(items: list[str], provokes: bool) -> None:
    party = {"a1": {"at": "c3", "items": ["spada-lunga"]}, "a2": {"at": "d4", "items": items}}
    field = Field(party, {"b1": {"at": "d3", "items": ["spada-lunga"]}}, dice=[12], order=("b1", "a1", "a2"))
    field.end("b1")
    field.act("a1", "aid", "a2", "spada-lunga", "b1", "attack")
    assert [event.action for event in field.all(OpportunityGiven)] == (["aid"] if provokes else [])


@pytest.mark.rule("PF-TAB-01.2")
def test_helping_to_tend_wounds_lowers_the_guard() -> None:
    party = {"a1": {"at": "c3"}, "a2": {"at": "c4"}}
    field = Field(party, {"b1": {"at": "d3", "items": ["spada-lunga"]}}, dice=[12], order=("b1", "a1", "a2"))
    field.end("b1")
    field.act("a1", "aid_skill", "a2", "guarire")
    assert field.the(OpportunityGiven).action == "aid_skill"
