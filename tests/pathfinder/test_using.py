"""Potions and wands (PF-ITM, PF-ITX-03)."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.events import OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import CheckMade
from arbitro.rulesets.pathfinder.events_things import ItemLost
from tests.pathfinder.field import Field
from tests.pathfinder.test_magic import FOE, mage

POTION, WAND = "pozione-di-cura-ferite-leggere", "bacchetta-di-dardo-incantato"
FLASK = "ampolla-di-acido"


def drinker(**options: bool) -> Field:
    """Somebody wounded, beside a foe, about to drink what it has in its hand."""
    me = {"at": "c3", "hp_now": 5, "items": [{"thing": POTION, "held": True}]}
    field = Field({"a1": me}, {"b1": FOE}, dice=[6], order=("b1", "a1"), options=options)
    field.end("b1")
    return field


@pytest.mark.rule("PF-ITM-01.2", "PF-ITM-03.1", "PF-ITM-03.2", "PF-ITX-03.1")
def test_a_potion_is_drunk_at_once_and_nobody_strikes() -> None:
    field = drinker()
    field.act("a1", "use", POTION)
    assert field.figure("a1").hp == 5 + 6 + 1 and field.figure("a1").std == 0
    assert field.the(ItemLost).why == "used" and field.all(OpportunityGiven) == []
    field.done()


@pytest.mark.rule("PF-ITM-03.3", "PF-ITM-03.4")
def test_where_the_table_plays_so_drinking_provokes() -> None:
    field = drinker(published_potion_provokes=True)
    field.act("a1", "use", POTION)
    assert field.the(OpportunityGiven).by == ("b1",)


@pytest.mark.rule("PF-MOV-11.2")
def test_what_is_in_the_bag_has_to_be_taken_out_first() -> None:
    me = {"at": "c3", "items": [{"thing": POTION, "held": False}, "spada-lunga"]}
    field = Field({"a1": me}, {"b1": {"at": "h3"}}, dice=[1])
    assert "use" not in field.actions("a1")
    field.act("a1", "take_out", POTION)
    field.act("a1", "use", POTION)
    assert (field.figure("a1").mov, field.figure("a1").std) == (0, 0)


@pytest.mark.rule("PF-MOV-11.2", "PF-AOO-10.2")
def test_one_flask_is_struck_from_the_hand_while_its_like_is_taken_out_of_the_bag() -> None:
    me = {"at": "c3", "items": [{"thing": FLASK, "held": True}, {"thing": FLASK, "held": False}]}
    foe = {"at": "d3", "forza": 18, "items": ["spada-lunga"]}
    field = Field({"a1": me}, {"b1": foe}, dice=[10], order=("b1", "a1"))
    field.end("b1")
    first, second = field.figure("a1").items
    field.act("a1", "take_out", f"{FLASK}#{second.no}")
    field.answer(("PF-CMB-05", "b1"))
    field.answer(("disarm", "spada-lunga"))
    assert field.the(ItemLost).item.no == first.no
    assert field.figure("a1").items == (second,) and field.figure("a1").held == (second.no,)
    field.done()


@pytest.mark.rule("PF-ITX-03.2", "PF-ITM-03.1")
def test_a_wand_needs_no_concentration_but_a_list_and_a_charge() -> None:
    me = mage(items=[{"thing": WAND, "held": True, "charges": 1}])
    field = Field({"a1": me}, {"b1": FOE}, dice=[2], order=("b1", "a1"))
    field.end("b1")
    field.act("a1", "use", WAND, "b1")
    assert field.all(OpportunityGiven) == [] and field.all(CheckMade) == []
    assert field.figure("a1").items[0].charges == 0 and field.figure("b1").hp == 20 - 3
    field.done()
    layman = {"at": "c3", "items": [{"thing": WAND, "held": True}]}
    assert "use" not in Field({"a1": layman}, {"b1": FOE}).actions("a1")
