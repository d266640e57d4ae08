"""Walls of spells, creatures they call, flight, and immediate spells (PF-SPX-03, -08, PF-SWIFT-04 to -06)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import Rolled
from arbitro.rulesets.pathfinder.events import OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import CheckMade
from arbitro.rulesets.pathfinder.events_magic import BarrierFell, Floated, SpellCast, Vanished
from arbitro.rulesets.pathfinder.numbers import MISS
from arbitro.rulesets.pathfinder.sight import effect_between, sees
from tests.pathfinder.field import Field
from tests.pathfinder.test_magic import FOE, cleric, mage

ARCHER = {"items": ["arco-corto"]}


def walled(spell: str, foes: dict[str, dict[str, Any]], dice: list[int], *aim: str, level: int = 9) -> Field:
    """a1 at c3 has raised a wall."""
    me = mage(spell, "dardo-incantato", "dissolvi-magie", level=level, hp=60)
    field = Field({"a1": me}, foes, dice=dice)
    field.act("a1", "cast", "mago", spell, "openly", *aim)
    return field


def lines(field: Field, it: str = "b1") -> tuple[bool, bool]:
    """Whether a1 sees somebody, and whether there is a line of effect."""
    spaces = (field.figure("a1").space, field.figure(it).space)
    return sees(field.game, "a1", it), effect_between(field.game, *spaces)


# --- three kinds of walls -----------------------------------------------------------------------------


def test_stone_stops_eyes_spells_and_feet() -> None:
    field = walled("muro-di-pietra", {"b1": {"at": "e3", **ARCHER}}, [], "e1", "e10")
    assert lines(field) == (False, False)
    assert field.state.ground.between[frozenset(((3, 2), (4, 2)))] == "wall"
    field.end("a1")
    assert "shoot" not in field.actions("b1") and "d3" not in field.offered("b1", "move")
    assert field.state.effects == {}  # rock that stays


def test_force_stops_all_but_eyes() -> None:
    field = walled("muro-di-forza", {"b1": {"at": "e3", **ARCHER}}, [], "e1", "e10")
    assert lines(field) == (True, False)
    field.end("a1")
    assert "shoot" not in field.actions("b1") and "d3" not in field.offered("b1", "move")
    field.end("b1")
    assert field.offered("a1", "cast", "mago") == () or "dardo-incantato" not in field.offered("a1", "cast", "mago")


@pytest.mark.rule("PF-CON-06.1", "PF-SPX-08.1")
def test_flames_stop_eyes_alone() -> None:
    field = walled("muro-di-fuoco", {"b1": {"at": "d3", "hp": 60}}, [1, 1], "d1", "d10", "east")
    assert lines(field) == (False, True)
    assert field.game.query(MISS, target="b1", actor="a1", mode="melee").value == 50


def test_a_firm_wall_goes_through_nobody_and_a_free_border_is_needed() -> None:
    big = {"at": "e3", "size": "grande"}
    field = Field({"a1": mage("muro-di-pietra", level=9)}, {"b1": big})
    ends = field.offered("a1", "cast", "mago", "muro-di-pietra", "openly", "f1")
    assert "f3" in ends and "f4" not in ends  # the giant stands on e3, f3, e4, f4


# --- flames -------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SPX-08.1")
def test_a_wall_of_fire_is_hot_on_one_side_when_it_rises_and_each_round() -> None:
    foes = {
        "b1": {"at": "f3", "hp": 60},
        "b2": {"at": "h3", "hp": 60},
        "b3": {"at": "j3", "hp": 60},
        "b4": {"at": "d3"},
    }
    field = walled("muro-di-fuoco", foes, [4, 3, 2, 1, 1, 1], "e1", "e10", "east")
    assert [field.figure(it).hp for it in foes] == [60 - 7, 60 - 2, 60, 20]  # within 3 m 2d4, within 6 m 1d4, one side
    field.end("a1", *foes)
    assert [field.figure(it).hp for it in foes] == [53 - 2, 58 - 1, 60, 20]
    field.done()


@pytest.mark.rule("PF-SPX-08.1")
def test_whoever_goes_through_flames_burns_and_the_undead_twice() -> None:
    foes = {"b1": {"at": "d3", "hp": 60}, "b2": {"at": "d5", "hp": 60, "type": "non_morto", "costituzione": None}}
    field = walled("muro-di-fuoco", foes, [2, 3, 5, 6], "e1", "e10", "east")
    field.end("a1")
    field.act("b1", "move", "h3")
    assert field.figure("b1").hp == 60 - (2 + 3 + 9) and field.at("b1") == "h3"
    field.end("b1")
    field.act("b2", "move", "i5")
    assert field.figure("b2").hp == 60 - 2 * (5 + 6 + 9)
    field.done()


@pytest.mark.rule("PF-SPX-08.1", "PF-BLR-02.1")
def test_who_is_pushed_into_flames_burns_too() -> None:
    party = {"a2": {"at": "c5", "forza": 20, "bab": 9}}
    me = mage("muro-di-fuoco", level=9)
    field = Field({"a1": me, **party}, {"b1": {"at": "d5", "hp": 60}}, dice=[10, 6, 6])
    field.act("a1", "cast", "mago", "muro-di-fuoco", "openly", "e1", "e10", "east")
    field.end("a1")
    field.act("a2", "bull_rush", "b1")
    assert field.at("b1") == "g5"  # 10 + 9 + 5 beyond 10: three squares
    assert field.figure("b1").hp == 60 - (6 + 6 + 9)


@pytest.mark.rule("PF-SEQ-05.2", "PF-SPL-20.1", "PF-SPX-05.1")
def test_a_wall_falls_when_its_time_is_up_when_dismissed_and_when_dispelled() -> None:
    field = walled("muro-di-forza", {"b1": {"at": "j3"}}, [], "e1", "e10")
    for _ in range(8):
        field.end("a1", "b1")
    assert field.state.barriers and field.all(BarrierFell) == []
    field.end("a1", "b1")
    assert field.state.barriers == () and field.state.ground.walls == ()
    field = walled("muro-di-forza", {"b1": {"at": "j3"}}, [], "e1", "e10")
    field.end("a1", "b1")
    field.act("a1", "dismiss", "muro-di-forza")
    assert len(field.all(BarrierFell)) == 1
    field = walled("muro-di-forza", {"b1": {"at": "j3"}}, [11], "e1", "e10")
    field.end("a1", "b1")
    key = field.state.barriers[0].effect
    assert key in field.offered("a1", "cast", "mago", "dissolvi-magie", "openly")
    field.act("a1", "cast", "mago", "dissolvi-magie", "openly", key)
    assert field.the(CheckMade).dc == 11 + 9 and field.state.barriers == ()


# --- called creatures ---------------------------------------------------------------------------------


def caller(dice: list[int], *, level: int = 3, foe: dict[str, Any] | None = None) -> tuple[Field, str]:
    """a1 has called a dog to e3; whose id it is."""
    me = mage("evoca-mostri-i", "scudo", level=level)
    field = Field({"a1": me}, {"b1": foe or {"at": "f3", "hp": 60}}, dice=dice)
    field.act("a1", "cast", "mago", "evoca-mostri-i", "openly")
    field.end("a1", "b1")
    field.answer(("cane", "e3"))
    (it,) = (f.id for f in field.state.figures.values() if f.summoned)
    return field, it


def test_what_is_called_arrives_acts_at_once_and_is_gone_after_a_round_a_level() -> None:
    field, it = caller([15, 2, 2], level=2)
    assert field.state.order == ("a1", it, "b1") and field.at(it) == "e3"
    field.end("a1")
    assert field.state.turn == it
    field.act(it, "attack", "morso", "b1")
    assert field.figure("b1").hp == 60 - (2 + 1)  # Strength 13
    field.end(it, "b1")
    field.end("a1", it, "b1")
    assert field.the(Vanished).it == it and field.figure(it).status == "gone"
    assert field.state.turn == "a1"


def test_what_is_called_goes_when_it_is_dismissed_and_when_it_is_beaten() -> None:
    field, it = caller([])
    field.act("a1", "dismiss", "evoca-mostri-i")
    assert field.figure(it).status == "gone"
    field, it = caller([15, 1, 1], foe={"at": "f3", "hp": 60, "forza": 30, "items": ["spadone"]})
    field.end("a1", it)
    field.act("b1", "attack", "spadone", it)
    assert field.figure(it).hp <= 0 and field.figure(it).status == "gone"
    field.end("b1")
    assert field.state.turn == "a1"


@pytest.mark.rule("PF-SPX-05.1")
def test_what_is_called_can_be_dispelled() -> None:
    priest = {**cleric("dissolvi-magie"), "at": "j3"}
    field, it = caller([11], foe=priest, level=3)
    field.end("a1", it)
    field.act("b1", "cast", "chierico", "dissolvi-magie", "openly", it)
    assert (field.the(CheckMade).dc, field.figure(it).status) == (11 + 3, "gone")
    field.done()


# --- immediate spells, falls --------------------------------------------------------------------------


def pusher(
    dice: list[int], *, prepared: dict[str, int] | None = None, order: tuple[str, ...] = ("b1", "a1", "a2")
) -> Field:
    """b1 pushes a2, who stands on a ledge 6 m high, off it; a1 has feather fall."""
    me = mage("scudo")
    me["casting"][0]["prepared"] = prepared if prepared is not None else {"caduta-morbida": 2}
    foe = {"at": "c5", "forza": 20, "bab": 5, "hp": 60}
    heights = {"heights": {f"{column}{row}": 4 for column in "abcd" for row in range(1, 11)}}
    return Field({"a1": {**me, "at": "b8"}, "a2": {"at": "d5"}}, {"b1": foe}, dice=dice, order=order, ground=heights)


@pytest.mark.rule("PF-TAB-23.1")
def test_who_is_driven_over_an_edge_falls() -> None:
    field = pusher([12, 6, 5], prepared={})
    field.act("b1", "bull_rush", "a2")
    assert field.figure("a2").hp == 20 - 11 and field.figure("a2").has("prono")  # 2d6 for 6 m
    field.done()


@pytest.mark.rule("PF-SWIFT-04.1", "PF-SWIFT-06.2", "PF-SPX-03.1")
def test_an_immediate_spell_in_anothers_turn_catches_who_falls_and_costs_the_next_swift_action() -> None:
    field = pusher([12], order=("a1", "b1", "a2"))
    field.end("a1")
    field.act("b1", "bull_rush", "a2")
    assert field.asked == "respond"
    field.answer(("PF-SWIFT-04", "a1"))
    field.answer(("a2", "done"))
    assert field.the(Floated).it == "a2" and field.figure("a2").hp == 20 and not field.figure("a2").has("prono")
    assert field.all(Rolled)[-1].sides == 20 and field.figure("a1").owed == 1
    if field.asked == "follow":
        field.answer(0)
    field.end("b1", "a2")
    assert field.figure("a1").swf == 0 and "cast" not in field.actions("a1")
    field.end("a1", "b1", "a2")
    assert field.figure("a1").swf == 1 and "cast" in field.actions("a1")


@pytest.mark.rule("PF-SWIFT-06.3")
def test_who_has_not_acted_yet_catches_nobody() -> None:
    field = pusher([12, 6, 5])
    field.act("b1", "bull_rush", "a2")
    assert field.asked != "respond" and field.all(SpellCast) == [] and field.figure("a2").hp == 9


def test_one_who_flies_by_magic_rises_and_comes_gently_down_when_it_is_dispelled() -> None:
    priest = {**cleric("dissolvi-magie"), "at": "j3"}
    field = Field({"a1": mage("volare")}, {"b1": priest, "b2": FOE}, dice=[11])
    field.act("a1", "cast", "mago", "volare", "on_guard" if "on_guard" in field.offered(
        "a1", "cast", "mago", "volare") else "openly", "a1")  # fmt: skip
    field.act("a1", "rise", 6)
    assert field.figure("a1").z == 6 and field.all(OpportunityGiven) == []
    field.end("a1")
    field.act("b1", "cast", "chierico", "dissolvi-magie", "openly", "a1")
    assert (field.the(Floated).squares, field.figure("a1").z, field.figure("a1").hp) == (6, 0, 20)
    field.done()
