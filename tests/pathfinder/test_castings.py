"""Long castings, metamagic, turning spells into others, what spells are made of (PF-FULL-12 to -17, PF-SPL-05, -17)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.events import OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, CheckMade, SaveMade
from arbitro.rulesets.pathfinder.events_magic import CastingWentOn, SpellCast, SpellLost
from arbitro.rulesets.pathfinder.numbers import ATTACK, SAVE
from tests.pathfinder.field import Field
from tests.pathfinder.test_magic import FOE, after_first_turn, cleric, mage

QUICK, LONG, STRONG = "incantesimi-rapidi", "incantesimi-estesi", "incantesimi-potenziati"
FAR = {"at": "h3"}


def sorcerer(*spells: str, feats: tuple[str, ...] = (), level: int = 9) -> dict[str, Any]:
    """Somebody with Charisma 16 who makes spells up as it goes, nine of each level."""
    book = {"source": "stregone", "kind": "spontaneous", "ability": "carisma", "level": level, "known": list(spells),
            "slots": [9] * 7}  # fmt: skip
    return {"at": "c3", "carisma": 16, "casting": [book], "feats": list(feats)}


def slots(field: Field) -> tuple[int, ...]:
    return field.figure("a1").casters[0].slots


# --- a round, a minute --------------------------------------------------------------------------------


@pytest.mark.rule("PF-FULL-12.1", "PF-FULL-12.2", "PF-FULL-12.3")
def test_a_spell_of_a_round_takes_the_whole_turn_and_leaves_the_next_one_free() -> None:
    field = Field({"a1": mage("sonno")}, {"b1": FAR}, dice=[5])
    field.act("a1", "cast", "mago", "sonno", "openly")
    assert (field.figure("a1").std, field.figure("a1").mov, field.all(SpellCast)) == (0, 0, [])
    field.end("a1", "b1")
    field.answer(("h3",))
    assert field.figure("b1").has("addormentato")
    assert field.state.turn == "a1" and (field.figure("a1").std, field.figure("a1").mov) == (1, 1)
    field.done()


def raiser(spell: str, stone: str, level: int = 9) -> Field:
    """A cleric beside a dead friend, with a diamond; b1 is far away."""
    me = {**cleric(spell, level=level), "items": [stone], "saggezza": 20}
    party = {"a1": me, "a2": {"at": "d3", "hp_now": -60, "level": 4, "hp": 30}}
    field = Field(party, {"b1": {"at": "l10", "hp": 90}}, options={"round_limit": 0})
    assert field.figure("a2").status == "dead"
    field.act("a1", "cast", "chierico", spell, "openly")
    return field


@pytest.mark.rule("PF-FULL-13.1", "PF-FULL-13.2", "PF-SPX-06.1", "PF-SPL-05.1", "PF-HP-09.3")
def test_a_minute_is_ten_rounds_of_casting_and_the_dead_come_back_at_the_next_count() -> None:
    field = raiser("rianimare-morti", "diamante")
    assert field.figure("a1").items == ()
    for _ in range(9):
        field.end("a1", "b1")
        assert field.figure("a2").status == "dead"
        field.act("a1", "keep_casting")
    assert len(field.all(CastingWentOn)) == 9 and field.all(OpportunityGiven) == []
    field.end("a1", "b1")
    field.answer(("a2",))
    friend = field.figure("a2")
    assert (friend.status, friend.hp, friend.hp_max) == ("in", 4, 30 - 10)
    save = field.game.query(SAVE, it="a2", save="tempra", cause="", actor="", origin=()).value
    blow = field.game.query(ATTACK, actor="a2", target="b1", weapon="senz-armi", mode="melee", action="attack",
                            manner="plain", hand="primary", penalty=0).value  # fmt: skip
    assert (save, blow) == (-2, -2)


@pytest.mark.rule("PF-SPX-07.1")
def test_resurrection_brings_them_back_whole_but_for_one_level() -> None:
    field = raiser("resurrezione", "diamante-grande", level=13)
    for _ in range(9):
        field.end("a1", "b1")
        field.act("a1", "keep_casting")
    field.end("a1", "b1")
    field.answer(("a2",))
    assert (field.figure("a2").hp, field.figure("a2").hp_max) == (25, 25)
    assert field.game.query(SAVE, it="a2", save="tempra", cause="", actor="", origin=()).value == -1


@pytest.mark.rule("PF-FULL-13.3", "PF-FULL-14.2")
def test_a_turn_spent_otherwise_breaks_a_long_casting() -> None:
    field = raiser("rianimare-morti", "diamante")
    field.end("a1", "b1")
    field.act("a1", "move", "c4")
    field.end("a1")
    assert field.the(SpellLost).why == "abandoned" and field.figure("a1").casting == ()


@pytest.mark.rule("PF-SPL-05.1", "PF-SPL-05.2", "PF-SPL-05.3")
def test_what_has_a_price_is_carried_and_what_has_none_is_assumed() -> None:
    poor = Field({"a1": mage("pelle-di-pietra", "palla-di-fuoco", level=7)}, {"b1": FAR})
    assert poor.offered("a1", "cast", "mago") == ("palla-di-fuoco",)
    rich = mage("pelle-di-pietra", level=7, items=[{"thing": "polvere-di-diamante", "count": 2}])
    field = Field({"a1": rich}, {"b1": FAR})
    field.act("a1", "cast", "mago", "pelle-di-pietra", "openly", "a1")
    assert [item.count for item in field.figure("a1").items] == [1]
    assert (field.figure("a1").std, field.figure("a1").mov) == (0, 1)


@pytest.mark.rule("PF-EQP-06.1", "PF-SPL-05.1")
def test_who_has_lost_its_pouch_casts_nothing_made_of_matter() -> None:
    me = mage("palla-di-fuoco", "scudo", items=[{"thing": "borsa-per-componenti", "held": True}])
    field = Field({"a1": me}, {"b1": FAR})
    assert field.offered("a1", "cast", "mago") == ("palla-di-fuoco", "scudo")
    field.act("a1", "drop", "borsa-per-componenti")
    assert field.offered("a1", "cast", "mago") == ("scudo",)


# --- metamagic ----------------------------------------------------------------------------------------


@pytest.mark.rule("PF-FEAT-08.1", "PF-SWIFT-03.1", "PF-SWIFT-01.2", "PF-SWIFT-02.1")
def test_a_quickened_spell_prepared_four_levels_higher_takes_the_swift_action_between_others() -> None:
    me = mage(f"dardo-incantato+{QUICK}", "scudo", feats=[QUICK])
    field = after_first_turn(me, {"b1": FOE}, [1, 1, 1, 18])
    field.act("a1", "cast", "mago", f"dardo-incantato+{QUICK}", "openly", "b1", "b1", "b1")
    assert field.all(OpportunityGiven) == [] and field.figure("b1").hp == 14
    assert (field.figure("a1").swf, field.figure("a1").std) == (0, 1)
    field.act("a1", "cast", "mago", "scudo", "on_guard")
    assert len(field.all(SpellCast)) == 2
    field.done()


@pytest.mark.rule("PF-FULL-16.1", "PF-FULL-16.3", "PF-FULL-16.2", "PF-FEAT-08.1")
def test_who_makes_metamagic_up_takes_a_full_round_and_the_effect_is_there_at_once() -> None:
    me = sorcerer("dardo-incantato", feats=(STRONG, QUICK))
    field = Field({"a1": me}, {"b1": FAR}, dice=[4] * 5)
    words = field.offered("a1", "cast", "stregone")
    assert words == ("dardo-incantato", f"dardo-incantato+{STRONG}", f"dardo-incantato+{QUICK}")
    field.act("a1", "cast", "stregone", words[1], "openly", *["b1"] * 5)
    assert field.figure("b1").hp == 20 - 5 * (6 + 1)  # each die counts half as much again
    assert (field.figure("a1").std, field.figure("a1").mov, slots(field)[3]) == (0, 0, 8)
    quick = Field({"a1": me}, {"b1": FAR}, dice=[1] * 5)
    quick.act("a1", "cast", "stregone", words[2], "openly", *["b1"] * 5)
    assert (quick.figure("a1").swf, quick.figure("a1").std, slots(quick)[5]) == (0, 1, 8)


@pytest.mark.rule("PF-FULL-16.4", "PF-FEAT-08.2")
def test_a_longer_spell_takes_one_more_full_round_and_cannot_be_quickened() -> None:
    field = Field({"a1": sorcerer("sonno", feats=(LONG, QUICK))}, {"b1": FAR}, dice=[5])
    assert field.offered("a1", "cast", "stregone") == ("sonno", f"sonno+{LONG}")
    field.act("a1", "cast", "stregone", f"sonno+{LONG}", "openly")
    field.end("a1", "b1")
    assert field.all(SpellCast) == []
    field.act("a1", "keep_casting")
    field.end("a1", "b1")
    field.answer(("h3",))
    (effect,) = field.state.effects.values()
    assert effect.ends[0].left == 2 * 90
    field.done()


# --- one spell for another ----------------------------------------------------------------------------


def hurt_cleric(*spells: str, feats: tuple[str, ...] = (), alignment: str = "NB", dice: list[int]) -> Field:
    me = {**cleric(*spells), "feats": list(feats), "alignment": alignment, "hp_now": 1}
    return Field({"a1": me}, {"b1": {"at": "d3"}}, dice=dice)


@pytest.mark.rule("PF-SPX-09.1")
def test_a_good_cleric_cures_with_what_it_prepared_and_an_evil_one_wounds() -> None:
    field = hurt_cleric("fragore", "stabilizzare", dice=[5])
    assert field.offered("a1", "convert", "chierico") == ("fragore",)
    words = field.offered("a1", "convert", "chierico", "fragore")
    assert words == ("cura-ferite-leggere", "cura-ferite-moderate")
    field.act("a1", "convert", "chierico", "fragore", "cura-ferite-leggere", "openly", "a1")
    assert field.figure("a1").hp == 1 + 5 + 5
    assert field.figure("a1").casters[0].prepared == (("fragore", 0), ("stabilizzare", 1))
    evil = hurt_cleric("fragore", alignment="NM", dice=[15, 4, 1])
    evil.act("a1", "convert", "chierico", "fragore", "infliggi-ferite-leggere", "openly", "b1")
    assert evil.figure("b1").hp == 20 - (4 + 5)
    assert evil.the(SaveMade).dc == 10 + 1 + 2
    evil.done()


@pytest.mark.rule("PF-FULL-17.1")
def test_a_cure_with_metamagic_instead_of_a_prepared_spell_takes_a_full_round() -> None:
    field = hurt_cleric("preghiera", feats=(STRONG,), dice=[6])
    field.act("a1", "convert", "chierico", "preghiera", f"cura-ferite-leggere+{STRONG}", "openly", "a1")
    assert field.figure("a1").hp == 1 + 9 + 5
    assert (field.figure("a1").std, field.figure("a1").mov) == (0, 0)
    plain = hurt_cleric("preghiera", feats=(STRONG,), dice=[6])
    plain.act("a1", "convert", "chierico", "preghiera", "cura-ferite-leggere", "openly", "a1")
    assert plain.figure("a1").mov == 1


@pytest.mark.rule("PF-SPX-09.2", "PF-FULL-17.2")
def test_a_druid_calls_an_ally_instead_and_with_metamagic_it_takes_one_round_more() -> None:
    book = {"source": "druido", "tradition": "divine", "ability": "saggezza", "level": 5,
            "prepared": {"pelle-coriacea": 1}}  # fmt: skip
    me = {"at": "c3", "saggezza": 14, "casting": [book], "feats": [LONG]}
    field = Field({"a1": me}, {"b1": FAR})
    words = field.offered("a1", "convert", "druido", "pelle-coriacea")
    assert words == ("evoca-alleato-naturale-i", f"evoca-alleato-naturale-i+{LONG}", "evoca-alleato-naturale-ii")
    field.act("a1", "convert", "druido", "pelle-coriacea", words[1], "openly")
    assert field.figure("a1").casting_left == 1
    field.end("a1", "b1")
    field.act("a1", "keep_casting")
    field.end("a1", "b1")
    assert field.asked == "aim"


# --- touches for several, spells sent elsewhere -------------------------------------------------------


@pytest.mark.rule("PF-SPL-17.3")
def test_one_friend_is_touched_with_a_standard_action_and_six_with_a_full_round() -> None:
    squares = ["b2", "c2", "d2", "b3", "d3", "b4", "c4"]
    friends = {f"a{n}": {"at": at} for n, at in enumerate(squares, 2)}
    field = Field({"a1": cleric("camminare-sull-acqua", level=9), **friends}, {"b1": {"at": "l9"}})
    field.act("a1", "cast", "chierico", "camminare-sull-acqua", "openly", "hold_it")
    field.end("a1", *friends, "b1")
    field.act("a1", "touch_friends", "a2", "a3", "a4", "a5", "a6", "a7")
    wet = [it for it in ("a1", *friends) if field.figure(it).has("sull-acqua")]
    assert wet == ["a2", "a3", "a4", "a5", "a6", "a7"]
    assert (field.figure("a1").std, field.figure("a1").mov, field.figure("a1").charge[5]) == (0, 0, 9 - 6)
    field.end("a1", *friends, "b1")
    field.act("a1", "touch", "a8")
    assert (field.figure("a1").std, field.figure("a1").mov) == (0, 1)


@pytest.mark.rule("PF-MOV-07.1")
def test_a_flaming_sphere_is_sent_at_another_with_a_move_action_and_nobody_strikes() -> None:
    foes = {"b1": FOE, "b2": {"at": "h3"}}
    field = after_first_turn(mage("sfera-infuocata"), foes, [14, 1, 2, 3, 3, 4, 4, 4, 5])
    field.act("a1", "cast", "mago", "sfera-infuocata", "on_guard", "b2")
    assert field.figure("b2").hp == 14
    field.act("a1", "redirect", "sfera-infuocata", "b1")
    assert field.figure("b1").hp == 20 - 12 and field.figure("a1").mov == 0
    assert field.all(OpportunityGiven) == [] and len(field.all(CheckMade)) == 1
    field.end("a1", "b1", "b2")
    assert "redirect" in field.actions("a1")
    field.done()


# --- critical hits ------------------------------------------------------------------------------------


@pytest.mark.rule("PF-CRIT-09.1", "PF-CRIT-10.1")
def test_a_critical_touch_doubles_the_ability_damage_too() -> None:
    field = Field({"a1": mage("tocco-gelido")}, {"b1": {"at": "d3"}}, dice=[20, 15, 3, 4, 2])
    field.act("a1", "cast", "mago", "tocco-gelido", "openly", "b1")
    assert field.the(AttackRolled).outcome == "critical"
    assert field.figure("b1").hp == 13 and field.figure("b1").damage_to("forza") == 2
    assert field.figure("a1").charge[5] == 4
    field.done()


@pytest.mark.rule("PF-CRIT-09.2")
def test_a_spell_without_a_roll_to_hit_is_never_critical() -> None:
    field = Field({"a1": mage("dardo-incantato", "palla-di-fuoco")}, {"b1": FAR}, dice=[4, 4, 4])
    field.act("a1", "cast", "mago", "dardo-incantato", "openly", "b1", "b1", "b1")
    assert field.all(AttackRolled) == [] and field.figure("b1").hp == 5
    field.done()


@pytest.mark.parametrize(("things", "bonus"), [([], 0), (["cuoio"], 0), (["giaco-di-maglia"], 3), (["spada-lunga"], 3)])
def test_a_jolt_is_drawn_to_metal(things: list[str], bonus: int) -> None:
    """Base attack 0 and no Strength: the touch has 3 against armour or a blade of metal, worn or in hand."""
    field = Field({"a1": mage("stretta-folgorante")}, {"b1": {"at": "d3", "hp": 40, "items": things}})
    roles = {"actor": "a1", "target": "b1", "weapon": "stretta-folgorante-aimed", "mode": "melee"}
    tally = field.game.query(ATTACK, **roles, action="touch", manner="plain", hand="primary", penalty=0)
    assert tally.value == bonus
