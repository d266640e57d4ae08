"""Manoeuvres, spells and touches made ready for an occasion; charges in hands that are seized."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.events import ReadyUsed
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, ManoeuvreRolled
from arbitro.rulesets.pathfinder.events_bonds import GrappleChanged
from arbitro.rulesets.pathfinder.events_magic import SpellCast
from tests.pathfinder.field import Field
from tests.pathfinder.test_magic import mage

SWORD = {"items": ["spada-lunga"]}
STRONG = {"at": "c3", "forza": 18, "feats": ["sbilanciare-migliorato", "lottare-migliorato", "spingere-migliorato",
                                             "disarmare-migliorato"]}  # fmt: skip


def waiting(me: dict[str, Any], plan: tuple[str, ...], dice: list[int], foes: dict[str, dict[str, Any]]) -> Field:
    """a1 has something ready; b1 is about to act."""
    field = Field({"a1": me}, foes, dice=dice)
    field.act("a1", "ready", *plan)
    field.end("a1")
    return field


@pytest.mark.rule("PF-RDY-02.1", "PF-CMB-05.1", "PF-RDY-03.3")
def test_who_runs_into_somebody_waiting_to_trip_it_goes_no_farther() -> None:
    me = {**STRONG, **SWORD}
    field = waiting(me, ("moves", "b1", "trip", "spada-lunga"), [15], {"b1": {"at": "d3"}})
    field.act("b1", "move", "d8")
    field.strike("a1")
    assert field.the(ManoeuvreRolled).manoeuvre == "trip" and field.figure("b1").has("prono")
    assert field.at("b1") == "d3" and field.the(ReadyUsed).it == "a1"
    field.done()


@pytest.mark.rule("PF-RDY-02.1", "PF-GRP-01.1")
def test_a_grapple_made_ready_seizes_whoever_comes_near() -> None:
    field = waiting(STRONG, ("approach", "anybody", "grapple"), [15], {"b1": {"at": "h3"}})
    field.act("b1", "move", "d3")
    field.strike("a1")
    assert field.the(GrappleChanged).it == "a1" and field.figure("b1").held_by == "a1"
    field.done()


@pytest.mark.rule("PF-RDY-02.1", "PF-BLR-02.1")
def test_a_push_made_ready_throws_a_blow_out_of_reach() -> None:
    field = waiting(STRONG, ("attacks", "b1", "bull_rush"), [15], {"b1": {"at": "d3", **SWORD}})
    field.act("b1", "attack", "spada-lunga", "a1")
    field.strike("a1")
    if field.asked == "follow":
        field.answer(0)
    assert field.at("b1") == "g3" and not field.all(AttackRolled)
    field.done()


@pytest.mark.rule("PF-RDY-02.1", "PF-DIS-01.1", "PF-RDY-03.2")
def test_a_weapon_is_struck_out_of_the_hand_before_it_falls() -> None:
    me = {**STRONG, **SWORD}
    foe = {"at": "d3", "items": [{"thing": "spada-lunga", "held": True}, {"thing": "pugnale", "held": True}]}
    field = waiting(me, ("attacks", "b1", "disarm", "spada-lunga"), [8], {"b1": foe})
    field.act("b1", "attack", "spada-lunga", "a1")
    field.strike("a1")
    assert field.asked == "thing"
    field.answer("spada-lunga")
    assert not field.all(AttackRolled) and [item.thing for item in field.figure("b1").items] == ["pugnale"]
    field.done()


@pytest.mark.rule("PF-RDY-03.4", "PF-RDY-03.5")
def test_a_spell_made_ready_goes_at_the_one_it_was_meant_for_and_at_no_other() -> None:
    """b2 gives no occasion; b1 does, and nobody is asked where the ray goes."""
    foes = {"b2": {"at": "f5"}, "b1": {"at": "f3"}}
    field = waiting(
        mage("raggio-di-indebolimento"), ("moves", "b1", "cast", "raggio-di-indebolimento"), [15, 2, 3], foes
    )
    field.act("b2", "move", "f6")
    assert field.asked == "action"
    field.end("b2")
    field.act("b1", "move", "f2")
    field.strike("a1")
    assert field.the(SpellCast).targets == ("b1",) and field.at("b1") == "f2"


@pytest.mark.rule("PF-RDY-03.5", "PF-RDY-03.6")
def test_a_spell_made_ready_for_somebody_out_of_range_stays_ready() -> None:
    """Close range at level 5 is 7 squares and no more."""
    foes = {"b2": {"at": "e5"}, "b1": {"at": "l3"}}
    field = waiting(mage("raggio-di-indebolimento"), ("moves", "b1", "cast", "raggio-di-indebolimento"), [], foes)
    field.end("b2")
    field.act("b1", "move", "l4")
    assert field.asked == "action" and field.figure("a1").ready[2] == "cast"


@pytest.mark.rule("PF-RDY-02.1", "PF-SPL-16.2")
def test_a_touch_held_in_the_hand_can_be_made_ready() -> None:
    me = mage("stretta-folgorante", level=2)
    field = Field({"a1": me}, {"b1": {"at": "h3"}}, dice=[15, 3, 4])
    field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "hold_it")
    field.end("a1", "b1")
    field.act("a1", "ready", "approach", "b1", "touch")
    field.end("a1")
    field.act("b1", "move", "d3")
    field.strike("a1")
    assert field.figure("b1").hp == 20 - 7 and field.figure("a1").charge == ()
    field.done()


@pytest.mark.rule("PF-SPL-17.1", "PF-GRP-02.1")
def test_whoever_seizes_a_hand_full_of_lightning_takes_it() -> None:
    field = Field(
        {"a1": mage("stretta-folgorante", level=2)}, {"b1": {**STRONG, "at": "d3"}}, dice=[15, 3, 4], order=("a1", "b1")
    )
    field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "hold_it")
    field.end("a1")
    field.act("b1", "grapple", "a1")
    while field.asked == "respond":
        field.let_go()
    assert field.figure("a1").held_by == "b1" and field.figure("a1").charge == ()
    assert field.figure("b1").hp == 20 - 7
    field.done()
