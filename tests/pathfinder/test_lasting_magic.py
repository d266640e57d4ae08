"""Spells that last or undo others: concentration, dismissal, Dissolvi Magie, counterspells; what a computer casts."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.events import CameToNothing, OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import CheckMade
from arbitro.rulesets.pathfinder.events_magic import SpellCast, SpellLost
from arbitro.rulesets.pathfinder.numbers import armour_class
from arbitro.rulesets.pathfinder.tactics import quick_deed
from tests.pathfinder.field import Field
from tests.pathfinder.test_magic import FOE, cleric, mage


def hypnotist(dice: list[int], foe: dict[str, Any]) -> Field:
    """Somebody whose Hypnotic Pattern holds b1, and b2 beside it is free."""
    foes = {"b1": {"at": "h3"}, "b2": foe}
    field = Field({"a1": mage("trama-ipnotica")}, foes, dice=[2, 3, 1, *dice])
    field.act("a1", "cast", "mago", "trama-ipnotica", "openly", "i3")
    assert field.figure("b1").has("affascinato")
    return field


def a_round(field: Field) -> None:
    """a1 ends its turn, and so do those who have one."""
    field.end("a1")
    field.end("b2")


@pytest.mark.rule("PF-SPL-07.1")
def test_a_spell_lasts_as_long_as_one_concentrates() -> None:
    field = hypnotist([], {"at": "a10"})
    for _ in range(4):
        a_round(field)
        field.act("a1", "concentrate", "trama-ipnotica")
        assert field.figure("a1").std == 0
    assert field.figure("b1").has("affascinato")
    a_round(field)
    assert field.figure("b1").has("affascinato")
    a_round(field)
    assert not field.figure("b1").has("affascinato")
    field.done()


@pytest.mark.rule("PF-SPL-07.2")
def test_a_wound_may_end_what_one_concentrates_on() -> None:
    field = hypnotist([15, 6, 9], FOE)
    a_round(field)
    field.act("a1", "concentrate", "trama-ipnotica")
    field.end("a1")
    field.act("b2", "attack", "spada-lunga", "a1")
    assert (field.the(CheckMade).dc, field.the(CheckMade).passed) == (10 + 6 + 2, False)
    assert not field.figure("b1").has("affascinato")
    field.done()


@pytest.mark.rule("PF-FREE-03.1")
def test_one_may_stop_concentrating_at_any_time() -> None:
    field = hypnotist([], {"at": "a10"})
    field.act("a1", "let_end", "trama-ipnotica")
    assert not field.figure("b1").has("affascinato")


@pytest.mark.rule("PF-SPL-20.1")
def test_a_spell_is_dismissed_with_a_standard_action_and_nobody_may_strike() -> None:
    field = Field({"a1": mage("armatura-magica")}, {"b1": FOE})
    field.act("a1", "cast", "mago", "armatura-magica", "openly", "a1")
    assert armour_class(field.game, "a1").value == 14
    field.end("a1", "b1")
    field.act("a1", "dismiss", "armatura-magica")
    assert armour_class(field.game, "a1").value == 10 and field.figure("a1").std == 0
    assert field.state.effects == {} and field.all(OpportunityGiven) == []


@pytest.mark.rule("PF-SPX-05.1")
@pytest.mark.parametrize(("face", "gone"), [(10, False), (11, True)])
def test_dispelling_has_to_outdo_eleven_and_the_caster_level(face: int, gone: bool) -> None:
    foe = {**mage("scudo"), "at": "h3"}
    field = Field({"a1": cleric("dissolvi-magie")}, {"b1": foe}, dice=[face], order=("b1", "a1"))
    field.act("b1", "cast", "mago", "scudo", "openly")
    field.end("b1")
    field.act("a1", "cast", "chierico", "dissolvi-magie", "openly", "b1")
    assert field.the(CheckMade).dc == 11 + 5
    assert armour_class(field.game, "b1").value == (10 if gone else 14)
    field.done()


def counter(me: dict[str, Any], dice: list[int]) -> Field:
    """b1 waits to counter a1, who casts."""
    foe = {**me, "at": "h3", "intelligenza": 16}
    field = Field({"a1": mage("dardo-incantato")}, {"b1": foe}, dice=dice, order=("b1", "a1"))
    field.act("b1", "ready", "casts", "a1", "counter")
    field.end("b1")
    field.act("a1", "cast", "mago", "dardo-incantato", "openly", "b1", "b1", "b1")
    field.answer(("PF-CORE", "b1"))
    return field


@pytest.mark.rule("PF-RDY-08.1", "PF-RDY-08.2", "PF-RDY-08.3")
def test_the_same_spell_once_identified_counters_for_sure() -> None:
    field = counter(mage("dardo-incantato"), [13])
    assert (field.the(CheckMade).dc, field.the(CheckMade).bonus.value) == (16, 3)
    assert field.the(SpellLost).why == "countered" and field.figure("b1").hp == 20
    assert field.figure("b1").casters[0].prepared == (("dardo-incantato", 0),)
    assert field.figure("a1").casters[0].prepared == (("dardo-incantato", 0),)
    field.done()


@pytest.mark.rule("PF-RDY-08.2")
def test_who_does_not_recognise_it_cannot_counter_it() -> None:
    field = counter(mage("dardo-incantato"), [12, 1, 1, 1])
    field.the(CameToNothing)
    assert field.figure("b1").hp == 14
    field.done()


@pytest.mark.rule("PF-RDY-09.1", "PF-RDY-10.1", "PF-SPX-05.1")
@pytest.mark.parametrize(("face", "hp"), [(10, 14), (11, 20)])
def test_dispel_magic_counters_anything_but_not_always(face: int, hp: int) -> None:
    field = counter(cleric("dissolvi-magie"), [1, face, *([1, 1, 1] if hp == 14 else [])])
    assert field.figure("b1").hp == hp
    field.done()


# --- flat-footed, and the computer --------------------------------------------------------------------


@pytest.mark.rule("PF-SWIFT-06.3")
def test_the_flat_footed_cast_nothing_immediate() -> None:
    field = Field({"a1": mage("caduta-morbida")}, {"b1": {"at": "h3"}}, order=("b1", "a1"))
    field.end("b1")
    assert "cast" in field.actions("a1")
    barred = Field({"a1": mage("caduta-morbida", conditions=["impreparato"])}, {"b1": {"at": "h3"}})
    assert "cast" not in barred.actions("a1")


def test_a_computer_casts_where_it_strikes_more_foes_than_friends() -> None:
    party = {"a1": mage("palla-di-fuoco", "dardo-incantato"), "a2": {"at": "g5"}}
    foes = {"b1": {"at": "j3"}, "b2": {"at": "j4"}, "b3": {"at": "i3"}}
    field = Field(party, foes, dice=[1] * 5 + [20] * 3)
    path = quick_deed(field.game, "a1")
    assert path[:3] == ("cast", "mago", "palla-di-fuoco")
    field.answer(("a1", *path))
    assert field.the(SpellCast).targets == ("b1", "b2", "b3")
