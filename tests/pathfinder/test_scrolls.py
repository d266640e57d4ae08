"""Scrolls, staves, oils and broken wands (PF-ITM-01, -02, PF-ITX-03, PF-CND-16)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from arbitro.rulesets.pathfinder.events import CameToNothing, OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import CheckMade, SaveMade
from arbitro.rulesets.pathfinder.events_magic import SpellLost
from arbitro.rulesets.pathfinder.events_things import ItemLost
from arbitro.rulesets.pathfinder.lookups import score_of
from tests.pathfinder.field import Field
from tests.pathfinder.test_magic import FOE, after_first_turn, cleric, mage

FIREBALL, MISSILE, SLEEP = "pergamena-di-palla-di-fuoco", "pergamena-di-dardo-incantato", "pergamena-di-sonno"
STAFF, WAND, OIL = "bastone-del-fuoco", "bacchetta-di-dardo-incantato", "olio-di-forza-del-toro"


def holding(thing: str, level: int = 5, **more: Any) -> dict[str, Any]:
    """A wizard with something magic in one hand."""
    return mage(level=level, items=[{"thing": thing, "held": True, **more}])


@pytest.mark.rule("PF-ITM-01.1", "PF-ITM-02.1", "PF-ITX-03.2")
def test_a_scroll_is_cast_like_a_spell_and_gives_an_opportunity() -> None:
    field = after_first_turn(holding(MISSILE), {"b1": FOE}, [3])
    field.act("a1", "read", MISSILE, "openly", "b1")
    assert field.the(OpportunityGiven).action == "cast"
    field.let_go()
    assert field.figure("b1").hp == 20 - 4 and field.figure("a1").std == 0  # caster level 1: one dart
    assert field.the(ItemLost).why == "used"
    field.done()


@pytest.mark.rule("PF-ITM-02.2", "PF-SPL-06.2")
def test_a_blow_spoils_the_spell_of_a_scroll_and_the_scroll_is_gone() -> None:
    field = after_first_turn(holding(MISSILE), {"b1": FOE}, [15, 7, 9])
    field.act("a1", "read", MISSILE, "openly", "b1")
    field.strike("b1")
    made = field.the(CheckMade)
    assert (made.dc, made.bonus.value, made.passed) == (10 + 7 + 1, 5 + 3, False)
    assert field.the(SpellLost).why == "concentration" and field.figure("a1").items == ()
    field.done()


@pytest.mark.rule("PF-ITM-02.3")
def test_a_scroll_is_read_on_the_defensive_like_a_spell() -> None:
    field = after_first_turn(holding(MISSILE), {"b1": FOE}, [9, 4])
    field.act("a1", "read", MISSILE, "on_guard", "b1")
    assert (field.the(CheckMade).dc, field.all(OpportunityGiven)) == (17, [])
    assert field.figure("b1").hp == 15
    field.done()


@pytest.mark.rule("PF-ITM-02.1")
@pytest.mark.parametrize(("dice", "hp", "kept"), [
    ([3, 6, 6, 6, 6, 6, 2], -10, False),  # 3 + 3 reaches 5 + 1: it works, and is used up
    ([2, 5], 20, True),  # it does not, but Saggezza 5 keeps it whole
    ([2, 4], 20, False),  # nor is it kept whole
])  # fmt: skip
def test_a_spell_above_ones_level_has_to_be_mastered(dice: list[int], hp: int, kept: bool) -> None:
    field = Field({"a1": holding(FIREBALL, level=3)}, {"b1": {"at": "j3"}}, dice=dice)
    field.act("a1", "read", FIREBALL, "openly", "j3")
    assert field.all(CheckMade)[0].dc == 5 + 1
    assert field.figure("b1").hp == hp and bool(field.figure("a1").items) is kept
    assert bool(field.all(CameToNothing)) is (hp == 20)
    if hp != 20:
        assert field.the(SaveMade).dc == 10 + 3 + 1  # the least wits that cast it
    field.done()


@pytest.mark.rule("PF-ITM-02.1")
def test_nobody_reads_what_is_on_no_list_of_its_own() -> None:
    priest = cleric(items=[{"thing": FIREBALL, "held": True}])
    assert "read" not in Field({"a1": priest}, {"b1": {"at": "j3"}}).actions("a1")
    dull = {**holding(FIREBALL), "intelligenza": 12}
    assert "read" not in Field({"a1": dull}, {"b1": {"at": "j3"}}).actions("a1")


@pytest.mark.rule("PF-ITM-02.1", "PF-FULL-12.1")
def test_a_scroll_takes_as_long_as_its_spell() -> None:
    field = Field({"a1": holding(SLEEP)}, {"b1": {"at": "h3"}}, dice=[5])
    field.act("a1", "read", SLEEP, "openly")
    assert (field.figure("a1").std, field.figure("a1").mov) == (0, 0)
    field.end("a1", "b1")
    field.answer(("h3",))
    assert field.figure("b1").has("addormentato") and field.the(SaveMade).dc == 11
    field.done()


@pytest.mark.rule("PF-ITX-03.2", "PF-ITM-03.1")
def test_a_staff_spends_charges_and_works_with_the_mind_of_its_wielder() -> None:
    field = after_first_turn(holding(STAFF, level=9, charges=4), {"b1": {**FOE, "hp": 60}}, [2] * 6)
    assert field.offered("a1", "use", STAFF) == ("mani-brucianti", "palla-di-fuoco", "muro-di-fuoco")
    field.act("a1", "use", STAFF, "mani-brucianti", "east.d3")
    assert field.all(OpportunityGiven) == [] and field.figure("b1").hp == 50
    assert field.the(SaveMade).dc == 10 + 1 + 3 and field.figure("a1").items[0].charges == 3
    field.end("a1", "b1")
    field.act("a1", "use", STAFF, "muro-di-fuoco", "g5", "g9", "east")
    assert field.figure("a1").items[0].charges == 0 and field.state.barriers[0].cl == 9
    field.end("a1", "b1")
    assert "use" not in field.actions("a1")


@pytest.mark.rule("PF-CND-16.3")
def test_a_broken_staff_takes_twice_the_charges() -> None:
    field = Field({"a1": holding(STAFF, charges=3)}, {"b1": {"at": "d3", "hp": 60}})
    item = field.figure("a1").items[0]
    assert field.offered("a1", "use", STAFF) == ("mani-brucianti", "palla-di-fuoco", "muro-di-fuoco")
    broken = Field({"a1": holding(STAFF, charges=3)}, {"b1": {"at": "d3", "hp": 60}}, dice=[1] * 5 + [20])
    broken.figure("a1").items = (structs.replace(item, lost=5),)
    broken.act("a1", "use", STAFF, "mani-brucianti", "east.d3")
    assert broken.figure("a1").items[0].charges == 1


@pytest.mark.rule("PF-ITM-03.2", "PF-ITX-03.1")
def test_an_oil_is_spread_on_oneself_or_a_friend_at_hand() -> None:
    me = {"at": "c3", "items": [{"thing": OIL, "held": True}]}
    party = {"a2": {"at": "d4"}, "a3": {"at": "g8"}}
    field = Field({"a1": me, **party}, {"b1": {**FOE, "at": "b3"}}, order=("b1", "a1", "a2", "a3"))
    field.end("b1")
    assert field.offered("a1", "use", OIL) == ("a1", "a2")
    field.act("a1", "use", OIL, "a2")
    assert score_of(field.game, "a2", "forza") == 14 and score_of(field.game, "a1", "forza") == 10
    assert field.all(OpportunityGiven) == [] and field.figure("a1").items == ()
