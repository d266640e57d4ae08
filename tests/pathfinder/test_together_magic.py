"""Rules that meet in the middle of a spell: blows, counterspells, holds, flames and falls, each at its exact moment."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.events import CameToNothing, OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, CheckMade, Hurt, SaveMade
from arbitro.rulesets.pathfinder.events_magic import BarrierRose, Floated, SpellCast, SpellLost
from tests.pathfinder.field import Field
from tests.pathfinder.test_magic import FOE, after_first_turn, cleric, mage

BOW = {"items": ["arco-corto"]}


def checks(field: Field) -> list[tuple[str, int, bool]]:
    """Every check in order: what for, against what, and whether it was passed."""
    return [(made.cause or made.what, made.dc, made.passed) for made in field.all(CheckMade)]


# --- blows in the middle of a spell -------------------------------------------------------------------


@pytest.mark.rule("PF-SPL-06.1", "PF-SPL-09.2", "PF-HP-08.1", "PF-AOO-10.2")
def test_an_opportunity_drops_the_caster_whose_mind_would_have_held() -> None:
    field = after_first_turn(mage("scudo", hp_now=5), {"b1": FOE}, [15, 8, 20])
    field.act("a1", "cast", "mago", "scudo", "openly")
    field.strike("b1")
    assert checks(field) == [("damage", 10 + 8 + 1, True)]
    assert field.figure("a1").hp == -3 and field.figure("a1").has("morente")
    assert field.all(SpellCast) == [] and field.the(SpellLost).why == "concentration"
    assert field.figure("a1").casters[0].prepared == (("scudo", 0),)


@pytest.mark.rule("PF-RDY-03.2", "PF-RDY-07.1", "PF-SPL-11.2", "PF-SPL-11.3")
def test_a_blow_readied_for_a_spell_comes_before_the_check_of_casting_on_the_defensive() -> None:
    """Neither caution nor its failure spares the caster what was ready for it: 5 of damage, then 2 + 8 misses 17."""
    field = Field({"a1": mage("scudo")}, {"b1": FOE}, dice=[15, 5, 12, 2], order=("b1", "a1"))
    field.act("b1", "ready", "casts", "a1", "attack", "spada-lunga")
    field.end("b1")
    field.act("a1", "cast", "mago", "scudo", "on_guard")
    field.strike("b1")
    assert checks(field) == [("damage", 10 + 5 + 1, True), ("defensive", 15 + 2, False)]
    assert field.figure("a1").hp == 15 and field.the(SpellLost).spell == "scudo"
    field.done()


@pytest.mark.rule("PF-RDY-07.1", "PF-FULL-14.2", "PF-FULL-15.3", "PF-SPL-06.3")
def test_a_readied_arrow_and_a_blow_later_in_the_round_each_test_a_spell_of_a_round() -> None:
    foes = {"b1": {"at": "h3", **BOW}, "b2": FOE}
    field = Field({"a1": mage("sonno")}, foes, dice=[15, 3, 6, 15, 5, 7], order=("b1", "a1", "b2"))
    field.act("b1", "ready", "casts", "a1", "shoot", "arco-corto")
    field.end("b1")
    field.act("a1", "cast", "mago", "sonno", "openly")
    field.answer(("PF-CORE", "b1"))
    assert field.figure("a1").casting
    field.end("a1")
    field.act("b2", "attack", "spada-lunga", "a1")
    assert checks(field) == [("damage", 14, True), ("damage", 16, False)]  # 6 + 8 reaches 14, 7 + 8 not 16
    assert field.figure("a1").casting == () and field.the(SpellLost).spell == "sonno"
    field.done()


@pytest.mark.rule("PF-RDY-10.1", "PF-SPX-05.1", "PF-RDY-03.3", "PF-SPL-09.2")
def test_a_counterspell_that_fails_and_a_blow_that_does_not() -> None:
    counter = {**cleric("dissolvi-magie"), "at": "h3"}
    field = Field({"a1": mage("dardo-incantato")}, {"b1": counter, "b2": FOE},
                  dice=[9, 10, 15, 7, 9], order=("b1", "b2", "a1"))  # fmt: skip
    field.act("b1", "ready", "casts", "a1", "counter")
    field.end("b1", "b2")
    field.act("a1", "cast", "mago", "dardo-incantato", "openly", "b1", "b1", "b1")
    field.answer(("PF-CORE", "b1"))
    field.strike("b2")
    assert checks(field) == [("sapienza_magica", 16, False), ("caster_level", 16, False), ("damage", 18, False)]
    assert field.figure("b1").casters[0].prepared == (("dissolvi-magie", 0),)
    assert field.the(SpellLost).why == "concentration" and field.state.order == ("b2", "b1", "a1")
    field.done()


@pytest.mark.rule("PF-RDY-10.1", "PF-ITM-02.1", "PF-ITM-02.2")
def test_a_scroll_is_countered_at_its_own_level_and_is_gone() -> None:
    thing = "pergamena-di-dardo-incantato"
    reader = mage(items=[{"thing": thing, "held": True}])
    field = Field({"a1": reader}, {"b1": {**cleric("dissolvi-magie"), "at": "h3"}}, dice=[1, 7], order=("b1", "a1"))
    field.act("b1", "ready", "casts", "a1", "counter")
    field.end("b1")
    field.act("a1", "read", thing, "openly", "b1")
    field.answer(("PF-CORE", "b1"))
    assert checks(field)[1] == ("caster_level", 11 + 1, True)
    assert field.the(SpellLost).why == "countered" and field.figure("a1").items == ()
    field.done()


@pytest.mark.rule("PF-SPL-19.2", "PF-SPL-11.1", "PF-AOO-12.1", "PF-AOO-10.2")
def test_a_ray_cast_on_the_defensive_is_never_shot_by_one_who_falls_aiming_it() -> None:
    field = after_first_turn(mage("raggio-rovente", hp_now=5), {"b1": FOE}, [13, 15, 8])
    field.act("a1", "cast", "mago", "raggio-rovente", "on_guard", "b1")
    field.strike("b1")
    assert checks(field) == [("defensive", 15 + 4, True)]
    assert field.the(SpellCast).spell == "raggio-rovente" and len(field.all(AttackRolled)) == 1
    assert field.figure("a1").hp == -3 and field.figure("b1").hp == 20
    field.done()


@pytest.mark.rule("PF-SWIFT-03.4", "PF-RDY-07.1", "PF-FEAT-08.1")
def test_a_quickened_spell_gives_no_opportunity_but_an_arrow_made_ready_finds_it() -> None:
    word = "scudo+incantesimi-rapidi"
    foes = {"b1": FOE, "b2": {"at": "h3", **BOW}}
    field = Field({"a1": mage(word)}, foes, dice=[15, 6, 8], order=("b1", "b2", "a1"))
    field.end("b1")
    field.act("b2", "ready", "casts", "a1", "shoot", "arco-corto")
    field.end("b2")
    field.act("a1", "cast", "mago", word, "openly")
    field.answer(("PF-CORE", "b2"))
    assert field.all(OpportunityGiven) == [] and checks(field) == [("damage", 17, False)]
    assert field.figure("a1").swf == 0 and field.figure("a1").std == 1
    field.done()


@pytest.mark.rule("PF-SPL-11.2", "PF-TAB-09.1", "PF-TAB-09.2", "PF-SPL-06.3", "PF-SPX-04.1")
@pytest.mark.parametrize(("dice", "found"), [
    ([6, 9], [("continuous", 14, True), ("defensive", 17, True)]),
    ([5], [("continuous", 14, False)]),
])  # fmt: skip
def test_acid_that_burns_on_is_overcome_before_the_guard_is(dice: list[int], found: list[Any]) -> None:
    archer = {**mage("freccia-acida"), "at": "h3"}
    field = Field({"a1": mage("scudo", hp=40)}, {"b1": archer, "b2": FOE},
                  dice=[15, 1, 1, 2, 4, *dice], order=("b1", "b2", "a1"))  # fmt: skip
    field.act("b1", "cast", "mago", "freccia-acida", "openly", "a1")
    field.end("b1", "b2")
    assert field.figure("a1").hp == 40 - 2 - 6  # 2d4 at once, 2d4 at the turn's start: 6, half of which counts
    field.act("a1", "cast", "mago", "scudo", "on_guard")
    assert checks(field) == found and bool(field.all(SpellCast)[1:]) is (len(found) == 2)
    field.done()


# --- hands --------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SPL-17.1", "PF-GRP-02.1", "PF-SPL-16.1")
def test_a_spell_in_hand_goes_off_in_the_grip() -> None:
    me = mage("stretta-folgorante", level=2, bab=5, feats=["lottare-migliorato"])
    field = after_first_turn(me, {"b1": {"at": "d3"}}, [12, 3, 4])
    field.act("a1", "cast", "mago", "stretta-folgorante", "on_guard" if "on_guard" in field.offered(
        "a1", "cast", "mago", "stretta-folgorante") else "openly", "hold_it")  # fmt: skip
    field.end("a1", "b1")
    field.act("a1", "grapple", "b1")
    assert field.figure("a1").holds == "b1" and field.figure("a1").charge == ()
    assert field.figure("b1").hp == 20 - 7
    field.done()


@pytest.mark.rule("PF-CND-08.4", "PF-CND-08.3", "PF-GRP-11.1", "PF-SPL-04.2")
def test_one_who_is_held_casts_with_the_free_hand_and_its_holder_gets_no_blow() -> None:
    foe = {"at": "d3", "forza": 14, "bab": 2, "feats": ["lottare-migliorato"], "items": ["pugnale"]}
    field = Field({"a1": mage("dardo-incantato")}, {"b1": foe}, dice=[15, 9, 1, 1, 1], order=("b1", "a1"))
    field.act("b1", "grapple", "a1")
    field.end("b1")
    field.act("a1", "cast", "mago", "dardo-incantato", "openly", "b1", "b1", "b1")
    assert checks(field) == [("grappled", 10 + 6 + 1, True)]  # bab 2, Strength 2, feat 2; 9 + 8
    assert field.all(OpportunityGiven) == [] and field.figure("b1").hp == 14
    field.done()


@pytest.mark.rule("PF-SPL-06.2", "PF-CND-08.4", "PF-FULL-14.2")
@pytest.mark.parametrize(("face", "lost"), [(8, True), (9, False)])
def test_to_be_seized_in_the_middle_of_a_spell_of_a_round_tests_it(face: int, lost: bool) -> None:
    foe = {"at": "d3", "forza": 14, "bab": 2, "feats": ["lottare-migliorato"]}
    field = Field({"a1": mage("sonno")}, {"b1": foe}, dice=[15, face])
    field.act("a1", "cast", "mago", "sonno", "openly")
    field.end("a1")
    field.act("b1", "grapple", "a1")
    assert checks(field) == [("grappled", 17, not lost)] and bool(field.all(SpellLost)) is lost
    field.done()


@pytest.mark.rule("PF-CND-09.3", "PF-SPL-04.2")
def test_the_pinned_speak_spells_without_gestures_alone() -> None:
    foe = {"at": "d3", "forza": 14, "bab": 2, "feats": ["lottare-migliorato"]}
    me = mage("dardo-incantato", "cecita", level=5)
    field = Field({"a1": me}, {"b1": foe}, dice=[15, 15, 9], order=("b1", "a1"))
    field.act("b1", "grapple", "a1")
    field.end("b1", "a1")
    field.act("b1", "hold", "pin")
    field.end("b1")
    assert field.figure("a1").has("immobilizzato")
    assert field.offered("a1", "cast", "mago") == ("cecita",)
    field.act("a1", "cast", "mago", "cecita", "openly", "b1")
    assert checks(field) == [("grappled", 10 + 6 + 2, False)] and field.the(SpellLost).spell == "cecita"
    field.done()


# --- walls --------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-RDY-02.1", "PF-RDY-03.3", "PF-CHG-05.1", "PF-CHG-06.1", "PF-RDY-01.1")
def test_a_wall_made_ready_rises_between_a_charger_and_its_target() -> None:
    field = Field({"a1": mage("muro-di-pietra", level=9)}, {"b1": {**FOE, "at": "i3"}}, dice=[])
    field.act("a1", "ready", "charges", "anybody", "cast", "muro-di-pietra")
    field.end("a1")
    field.act("b1", "charge", "spada-lunga", "a1")
    field.answer(("PF-CORE", "a1"))
    assert field.asked == "aim"
    field.answer(("f1", "f8"))
    assert field.the(BarrierRose).barrier.kind == "wall"
    assert field.the(CameToNothing).why == "blocked" and field.at("b1") == "i3"
    assert (field.figure("b1").std, field.figure("b1").mov) == (0, 0)
    assert field.figure("a1").casters[0].prepared == (("muro-di-pietra", 0),)


@pytest.mark.rule("PF-SPX-08.1", "PF-CON-06.2", "PF-SPL-09.1", "PF-CON-07.1")
def test_nobody_strikes_at_a_caster_behind_its_own_flames_but_blows_may_find_it() -> None:
    me = mage("muro-di-fuoco", "scudo", level=9)
    field = after_first_turn(me, {"b1": {**FOE, "hp": 60}}, [12, 4, 4, 15, 50, 3, 1])
    field.act("a1", "cast", "mago", "muro-di-fuoco", "on_guard", "d1", "d10", "east")
    assert checks(field) == [("defensive", 15 + 8, True)] and field.figure("b1").hp == 52
    field.end("a1")
    assert "attack" not in field.actions("b1")
    field.act("b1", "strike_square", "spada-lunga", "c3")
    assert field.the(AttackRolled).outcome == "concealed"
    field.end("b1")
    assert field.figure("b1").hp == 52 - 4  # the heat at its caster's count
    field.act("a1", "cast", "mago", "scudo", "openly")
    assert field.all(OpportunityGiven) == [] and len(field.all(SpellCast)) == 2


@pytest.mark.rule("PF-SPX-08.1", "PF-BLR-02.1", "PF-TAB-23.1", "PF-SWIFT-04.1", "PF-SPX-03.1")
@pytest.mark.parametrize("caught", [True, False])
def test_pushed_through_flames_and_over_an_edge_one_burns_whoever_breaks_the_fall(caught: bool) -> None:
    heights = {f"{column}{row}": 4 for column in "abcd" for row in range(1, 11)}
    walls = {"b1": {**mage("muro-di-fuoco", level=9), "at": "a8"}, "b2": {"at": "c5", "forza": 20, "bab": 5}}
    party = {"a1": {**mage("caduta-morbida"), "at": "i6"}, "a2": {"at": "d5", "hp": 60}}
    dice = [12, 6, 6, *([] if caught else [1, 2])]
    field = Field(party, walls, dice=dice, order=("a1", "b1", "b2", "a2"), ground={"heights": heights})
    field.end("a1")
    field.act("b1", "cast", "mago", "muro-di-fuoco", "openly", "e1", "e10", "east")
    field.end("b1")
    field.act("b2", "bull_rush", "a2")
    field.answer(("PF-SWIFT-04", "a1") if caught else ("pass",))
    if caught:
        field.answer(("a2", "done"))
    assert [e.amount for e in field.all(Hurt)] == ([12 + 9] if caught else [12 + 9, 3])
    assert bool(field.all(Floated)) is caught and field.figure("a2").has("prono") is not caught


# --- who resists, who is covered ----------------------------------------------------------------------


@pytest.mark.rule("PF-SPL-08.1", "PF-SAVE-06.2")
def test_spell_resistance_comes_first_and_a_save_after_it_for_each_by_itself() -> None:
    foes = {"b1": {"at": "h3", "spell_resistance": 15}, "b2": {"at": "h4", "spell_resistance": 16}, "b3": {"at": "g3"}}
    field = Field({"a1": mage("palla-di-fuoco")}, foes, dice=[10, 10, 2, 2, 2, 2, 2, 16, 15])
    field.act("a1", "cast", "mago", "palla-di-fuoco", "openly", "h4")
    assert checks(field) == [("b1", 15, True), ("b2", 16, False)]
    assert [(e.it, e.passed) for e in field.all(SaveMade)] == [("b1", True), ("b3", False)]
    assert [field.figure(it).hp for it in foes] == [15, 20, 10]
    field.done()


@pytest.mark.rule("PF-COV-07.1", "PF-COV-07.2")
@pytest.mark.parametrize(("spell", "aim", "saved"), [("fulmine", "d3.h3", True), ("palla-di-fuoco", "i6", False)])
def test_cover_helps_against_a_line_and_not_against_a_spread(spell: str, aim: str, saved: bool) -> None:
    rows = ["............"] * 7 + ["......o....."] + ["............"] * 2  # a low obstacle at g3
    field = Field({"a1": mage(spell)}, {"b1": {"at": "h3"}}, rows=rows, dice=[2] * 5 + [14])
    field.act("a1", "cast", "mago", spell, "openly", aim)
    made = field.the(SaveMade)
    assert (made.dc, made.bonus.value, made.passed) == (16, 2 if saved else 0, saved)
    assert field.figure("b1").hp == (15 if saved else 10)
    field.done()
