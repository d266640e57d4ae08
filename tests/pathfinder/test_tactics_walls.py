"""Walls that divide the field, spells by what they may be expected to do, and friends who are let go first."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.players import QuickPlayer
from arbitro.rulesets.pathfinder import tactics
from arbitro.rulesets.pathfinder.tactics import quick_deed
from arbitro.rulesets.pathfinder.tactics_magic import aims, ranked_spells
from arbitro.rulesets.pathfinder.tactics_spells import promise_of
from arbitro.rulesets.pathfinder.tactics_walls import cut_off
from tests.pathfinder.field import Field
from tests.pathfinder.test_magic import mage

SWORD: dict[str, Any] = {"items": ["spada-lunga"]}
ORC: dict[str, Any] = {"level": 4, "hp": 30, **SWORD}
LONG = ("......................",) * 8


def three_against_two(wall: str, **more: Any) -> Field:
    """One foe at hand-strokes with our fighter, two more who come; behind the fighter a mage with a wall."""
    party = {"a1": mage(wall, at="c3", level=9), "a2": {"at": "g4", **SWORD}}
    foes = {"b1": {"at": "h4", **ORC}, "b2": {"at": "m2", **ORC}, "b3": {"at": "m6", **ORC}}
    return Field(party, foes, rows=LONG, **more)


# --- walls ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wall", ["muro-di-forza", "muro-di-pietra"])
def test_a_wall_is_raised_between_the_foe_at_hand_and_those_who_come(wall: str) -> None:
    """b2 and b3 do not reach anybody this turn, b3 has a long way round; b1 stands alone against two."""
    field = three_against_two(wall)
    path = quick_deed(field.game, "a1")
    assert path[:3] == ("cast", "mago", wall)
    before = field.rules.worth(field.state, "a")
    field.act("a1", *path)
    assert [one.id for one in cut_off(field.state)] == ["b3"]
    assert field.rules.worth(field.state, "a") - before == 400 + 4 * 160  # a round of its blows


def test_the_quick_player_weighs_a_wall_and_finds_it_worth_while() -> None:
    field = three_against_two("muro-di-pietra")
    assert QuickPlayer(1).answer(field.game, "a")[1:4] == ("cast", "mago", "muro-di-pietra")


def test_flames_are_raised_hot_side_towards_the_foes() -> None:
    field = three_against_two("muro-di-fuoco", dice=[4] * 40)
    field.act("a1", *quick_deed(field.game, "a1"))
    burnt = {it for it, figure in field.state.figures.items() if figure.hp < figure.hp_max}
    assert burnt and burnt <= {"b1", "b2", "b3"}


def test_no_wall_is_raised_where_it_keeps_off_nobody_but_friends() -> None:
    """One foe, at hand-strokes with the fighter: a wall between them would help it as much."""
    party = {"a1": mage("muro-di-forza", at="c3", level=9), "a2": {"at": "g4", "level": 4, **SWORD}}
    field = Field(party, {"b1": {"at": "h4", **ORC}}, rows=LONG)
    assert ranked_spells(field.game, "a1") == []


# --- spells by their worth ------------------------------------------------------------------------------


def test_what_a_spell_is_worth_is_its_mean_damage_and_the_blows_that_fall_away_with_it() -> None:
    """5d4, half on a save against 14: 13 faces of 20 fail. 20 hit points of level 1: 4 rounds of 560 are at stake."""
    field = Field({"a1": mage("mani-brucianti")}, {"b1": {"at": "d4"}})
    hurt = 1250 * (65 + 35 / 2) / 100
    by_hand = hurt + 4 * 560 * hurt / 2400
    (path,) = aims(field.game, "a1", "mani-brucianti", 5, 1)
    found = promise_of(field.game, "a1", "mago", "mani-brucianti", 5, path)
    assert found == pytest.approx(by_hand, abs=4)
    friend = Field({"a1": mage("mani-brucianti"), "a2": {"at": "d4"}}, {"b1": {"at": "k4"}})
    assert promise_of(friend.game, "a1", "mago", "mani-brucianti", 5, path) == -2 * found


@pytest.mark.parametrize(("sheet", "spell"), [({"immune": ["fuoco"]}, "fulmine"), ({}, "palla-di-fuoco")])
def test_nobody_burns_those_whom_fire_does_not_harm(sheet: dict[str, Any], spell: str) -> None:
    """Three foes in a burst, two of them in a line."""
    me = mage("palla-di-fuoco", "fulmine", at="a3", level=9)
    foes = {it: {"at": at, "hp": 60, **sheet} for it, at in (("b1", "j3"), ("b2", "k3"), ("b3", "k5"))}
    assert quick_deed(Field({"a1": me}, foes, rows=LONG).game, "a1")[2] == spell


def test_a_foe_is_not_held_twice_nor_one_whom_nothing_holds() -> None:
    for sheet, held in (({}, True), ({"conditions": ["paralizzato"]}, False), ({"immune": ["paralisi"]}, False)):
        field = Field({"a1": mage("blocca-persone")}, {"b1": {"at": "h3", **sheet}})
        assert any(path[2] == "blocca-persone" for _, path in ranked_spells(field.game, "a1")) is held


@pytest.mark.parametrize("spell", ["unto", "ragnatela", "trama-ipnotica"])
def test_ground_that_holds_and_lights_that_daze_go_where_foes_stand_and_no_friends(spell: str) -> None:
    foes = {"b1": {"at": "g3"}, "b2": {"at": "g4"}}
    field = Field({"a1": mage(spell, at="a3")}, foes, rows=LONG)
    worth, path = ranked_spells(field.game, "a1")[0]
    assert path[2] == spell and worth > 0
    among = Field({"a1": mage(spell, at="a3"), "a2": {"at": "f3", "level": 4}}, foes, rows=LONG)
    struck = [path for _, path in ranked_spells(among.game, "a1")]
    assert len(struck) < len(ranked_spells(field.game, "a1"))


def test_a_computer_turns_invisible_before_contact_and_once() -> None:
    me = {**mage(at="a3"), "casting": [{"source": "like", "kind": "like", "level": 5, "uses": {"invisibilita": 0}}]}
    field = Field({"a1": me}, {"b1": {"at": "v2", **SWORD}}, rows=LONG)
    assert quick_deed(field.game, "a1") == ("cast", "like", "invisibilita", "openly", "a1")
    field.act("a1", *quick_deed(field.game, "a1"))
    field.end("a1", "b1")
    assert quick_deed(field.game, "a1")[0] != "cast"


# --- letting friends go first ---------------------------------------------------------------------------

THIEF: dict[str, Any] = {"abilities": ["attacco-furtivo-2"], **SWORD}


def test_who_strikes_from_behind_lets_the_fighter_go_first_and_comes_in_before_the_foe() -> None:
    party = {"a1": {"at": "c3", **THIEF}, "a2": {"at": "c5", **SWORD}}
    field = Field(party, {"b1": {"at": "g4", "hp": 60, **SWORD}})
    assert QuickPlayer(1).answer(field.game, "a") == ("a1", "delay")
    field.act("a1", "delay")
    field.act("a2", "move", "f4")
    field.end("a2")
    pending = field.game.pending
    assert pending is not None and pending.kind == "join" and pending.about["before"] == "b1"
    field.answer(tactics.instinct(field.game, "a", pending))
    assert quick_deed(field.game, "a1") == ("move", "h4")


def test_nobody_lets_a_friend_go_first_after_whom_a_foe_would_come_before() -> None:
    party = {"a1": {"at": "c3", **THIEF}, "a2": {"at": "c5", **SWORD}}
    field = Field(party, {"b1": {"at": "g4", "hp": 60, **SWORD}}, order=("a1", "b1", "a2"))
    assert quick_deed(field.game, "a1")[0] != "delay"
    alone = Field({"a1": {"at": "c3", **THIEF}}, {"b1": {"at": "g4", "hp": 60, **SWORD}})
    assert quick_deed(alone.game, "a1")[0] != "delay"


@pytest.mark.parametrize(("spell", "waits"), [("palla-di-fuoco", True), ("raggio-rovente", False)])
def test_a_fighter_lets_the_mage_burn_a_crowd_before_it_walks_among_them(spell: str, waits: bool) -> None:
    party = {"a1": {"at": "d3", **SWORD}, "a2": mage(spell, at="a3")}
    foes = {"b1": {"at": "i3", **ORC}, "b2": {"at": "i4", **ORC}}
    assert (quick_deed(Field(party, foes, rows=LONG).game, "a1") == ("delay",)) is waits
