"""What all abilities have in common, and the common abilities (chapter VI)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import EffectEnded
from arbitro.rulesets.crepuscolo.dice import all_dice
from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    ConditionLost,
    ConditionWarded,
    DiceGained,
    DiceLost,
    DiceRolled,
    HitLanded,
    Hurt,
    Missed,
    PointsChanged,
    Succeeded,
    TestEnded,
)
from arbitro.rulesets.crepuscolo.queries import stat
from tests.crepuscolo.arms import ARCO, ASTA, SPADA
from tests.crepuscolo.field import Field
from tests.crepuscolo.passives import CALLS, PASS, ab, archers, called, fight, needed, shot, struck
from tests.crepuscolo.trials import at, trial

FAR = at(50, 50)


def inflicting(condition: str) -> dict[str, Any]:
    return {"kind": "AG", "target": {"one": "figures()"}, "do": [{"inflict": condition, "to": "target"}]}


# --- scope words ------------------------------------------------------------------------------------------------------


def reach_of_move(field: Field, face: int = 4) -> int:
    """How far, in units, a move of `a1` along the x axis may lead."""
    start = field.figure("a1").x
    assert field.asked == "place"
    return max(n for n in range(3 * face * 1000, 3 * face * 1000 + 6001) if field.refusal((start + n, 10_000)) is None)


@pytest.mark.rule("CDC-AB-004.1")
@pytest.mark.parametrize(("gap", "more"), [(10, 2000), (10.01, 0)])
def test_within_includes_the_distance_itself(gap: float, more: int) -> None:
    field = Field({"a1": at(20), "a2": at(20, round(12.5 + gap, 2), abilities=ab(48)), "b1": FAR}, dice=[4])
    field.act("a1", "move", die=8)
    assert reach_of_move(field) == 12_000 + more


@pytest.mark.rule("CDC-AB-004.1")
def test_less_than_excludes_the_distance_itself() -> None:
    """A ban to come to less than 10 cm leaves exactly 10 open."""
    wall = {"Cerchio": {"always": [{"fence": 10, "around": "me", "when": "not (it is me)"}]}}
    field = trial(wall, {"a1": at(40), "b1": at(20, abilities=["Cerchio"])}, dice=[8])
    field.act("a1", "move", die=8)
    assert field.refusal((32_500, 10_000)) is None
    why = field.refusal((32_499, 10_000))
    assert why is not None and (why.code, why.rules) == ("fence_near", ("Cerchio",))


@pytest.mark.rule("CDC-AB-004.2")
def test_fighters_means_those_of_both_companies() -> None:
    """Grido di Guerra gives its dice to "combattenti", the aura of swiftness helps allies alone."""
    field = Field({"a1": at(10, abilities=ab(36)), "a2": at(16), "b1": at(10, 16), "b2": at(40)}, dice=[])
    field.act("a1", "ability", "CDC-AB-036", die=4, others=(6, 8))
    assert field.asked == "hand_out" and field.offered() == ("a2", "b1")
    aura = Field({"a1": at(20), "b1": at(26, abilities=ab(48))}, dice=[4])
    aura.act("a1", "move", die=8)
    assert aura.refusal((8_000, 10_000)) is None and aura.refusal((7_999, 10_000)) is not None


@pytest.mark.rule("CDC-AB-004.3", "CDC-AB-048.3")
def test_one_aura_works_once_however_many_bear_it() -> None:
    near = {name: at(20, y, abilities=ab(48)) for name, y in (("a2", 4), ("a3", 16), ("a4", 19))}
    field = Field({"a1": at(20), **near, "b1": FAR}, dice=[4])
    field.act("a1", "move", die=8)
    assert reach_of_move(field) == 14_000


@pytest.mark.rule("CDC-AB-004.4")
def test_whether_one_is_in_an_aura_is_seen_when_it_is_needed() -> None:
    field = Field({"a1": at(10), "a2": at(10, 16, abilities=ab(48)), "b1": FAR}, dice=[4, 4])
    field.act("a1", "move", die=8)
    field.to(24, 10)
    field.act("a1", "move", die=6)
    assert reach_of_move(field) == 12_000, "14 cm away it is no longer in the aura"
    field.done()


@pytest.mark.rule("CDC-AB-004.5")
def test_different_abilities_add_up() -> None:
    assert needed(called("riflessi", 7, foe=(22, 72))) == (2, ab(22, 72))
    assert struck(fight(7, foe=(15, 70))) == (6, ab(15, 70))
    assert struck(fight(7, me=(12,), foe=(15, 70))) == (5, ab(12, 15, 70))


# --- dice during play -------------------------------------------------------------------------------------------------


def gift(die: dict[str, Any], *faces: int, **me: Any) -> Field:
    made = {
        "Dono": {"kind": "AG", "target": {"one": "figures()"}, "limit": "1 per game", "do": [{"to": "target", **die}]}
    }
    field = trial(made, {"a1": at(10, **{"abilities": ["Dono"], **me}), "a2": at(20), "b1": at(13.5)}, dice=faces)
    return field


@pytest.mark.rule("CDC-AB-005.1")
def test_a_die_gained_is_the_gainers_and_comes_on_top() -> None:
    field = gift({"grant_die": [6]})
    field.act("a1", "ability", "Dono", "a2")
    assert field.figure("a2").dice == (4, 6, 6, 8) and field.figure("a1").dice == (4, 6, 8)
    assert (field.the(DiceGained).it, field.the(DiceGained).rules) == ("a2", ("Dono",))


@pytest.mark.rule("CDC-AB-005.2")
def test_a_die_to_be_used_at_once_is_used_or_lost() -> None:
    """The sword's d4 after a critical hit: with nobody left in reach it is gone."""
    field = Field({"a1": at(10, items=[SPADA]), "b1": at(13.5, life=1), "b2": FAR}, dice=[8])
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").status == "dead" and field.asked == "action"
    assert all_dice(field.game, "a1") == (4, 6), "no die of that hit is kept"
    field.done()
    used = Field({"a1": at(10, items=[SPADA]), "b1": at(13.5, res=9), "b2": FAR}, dice=[8, 2])
    used.act("a1", "melee", "b1", die=8)
    assert [(e.sides, e.faces) for e in used.all(DiceRolled)] == [(8, (8,)), (4, (2,))]
    assert all_dice(used.game, "a1") == (4, 6)
    used.done()


@pytest.mark.rule("CDC-AB-005.3")
def test_a_die_of_the_hand_in_progress_goes_with_it() -> None:
    field = gift({"grant_die": [8], "for": "this hand"})
    field.act("a1", "ability", "Dono", "a1")
    assert len(all_dice(field.game, "a1")) == 4
    field.answer(PASS)
    assert field.state.hand == "b" and all_dice(field.game, "a1") == (4, 6, 8)
    assert field.the(EffectEnded).rule == "Dono"


@pytest.mark.rule("CDC-AB-005.4")
def test_a_die_for_certain_actions_serves_for_nothing_else() -> None:
    field = gift({"grant_die": [8], "only": "action is melee"}, 5, dice=(4,))
    field.act("a1", "ability", "Dono", "a1")
    die = all_dice(field.game, "a1")[1]
    assert field.offered("a1", "melee", "b1") == (4, die)
    field.act("a1", "melee", "b1", die=die)
    assert all_dice(field.game, "a1") == (4,)
    field.done()
    made: dict[str, Any] = {**CALLS, "Dono": {"kind": "AG", "limit": "1 per game"}}
    made["Dono"]["do"] = [{"grant_die": [8], "only": "action is melee"}]
    test = trial(made, {"a1": at(10, abilities=["Dono", "forza"], dice=(4,)), "b1": at(40)}, dice=[4])
    test.act("a1", "ability", "Dono")
    assert test.offered("a1", "move") == (4,)
    test.act("a1", "ability", "forza", "a1")
    assert test.offered() == ("decline", 4), "a test is not among its uses"


@pytest.mark.rule("CDC-AB-005.5")
@pytest.mark.parametrize(
    ("more", "kept"), [({}, False), ({"only": "action is melee"}, False), ({"for": "next turn"}, True)]
)
def test_unspent_granted_dice_go_with_the_turn_unless_promised_for_later(more: dict[str, str], kept: bool) -> None:
    field = gift({"grant_die": [8], **more})
    field.act("a1", "ability", "Dono", "a1")
    assert len(all_dice(field.game, "a1")) == 4
    while field.state.turn == 1:
        field.answer(PASS)
    assert len(all_dice(field.game, "a1")) == (4 if kept else 3)
    assert field.figure("a1").dice == (4, 6, 8)
    if not more:
        assert {e.it: e.dice for e in field.all(DiceLost)}["a1"] == (4, 6, 8, 8)


# --- re-rolls ---------------------------------------------------------------------------------------------------------

AGAIN: dict[str, Any] = {
    "uses": [{"moment": "rolled", "when": "actor is me", "limit": "1 per game", "do": [{"reroll": "throw"}]}]
}


@pytest.mark.rule("CDC-AB-006.1")
def test_a_natural_1_is_not_thrown_again() -> None:
    """Neither that of an action, nor that of a test, nor that of a move."""
    fighters = {"a1": at(10, abilities=["Ancora", *CALLS]), "b1": at(13.5, res=9)}
    made = {"Ancora": AGAIN, **CALLS}
    field = trial(made, fighters, dice=[1])
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action" and field.the(Missed).face == 1
    test = trial(made, {**fighters, "a1": {**fighters["a1"], "dice": (8,)}}, dice=[1])
    test.act("a1", "ability", "forza", "a1")
    test.answer(8)
    assert not test.the(TestEnded).passed and len(test.all(DiceRolled)) == 1
    move = Field({"a1": at(10, abilities=ab(128)), "b1": FAR}, dice=[1])
    move.act("a1", "move", die=8)
    assert move.asked == "place"


@pytest.mark.rule("CDC-AB-006.2")
@pytest.mark.parametrize("second", [1, 2, 6])
def test_the_second_result_stands(second: int) -> None:
    made = {"Ancora": AGAIN, "Di nuovo": AGAIN}
    field = trial(made, {"a1": at(10, abilities=list(made)), "b1": at(13.5, res=9)}, dice=[3, second])
    field.act("a1", "melee", "b1", die=8)
    field.answer(("Ancora", "a1"))
    assert field.asked == "action", "the other source may not have it thrown a third time"
    assert [e.faces for e in field.all(DiceRolled)] == [(3,), (second,)]
    assert bool(field.all(HitLanded)) is (second == 6)
    field.done()


@pytest.mark.rule("CDC-AB-006.3")
def test_re_rolls_of_distances_are_for_no_other_dice() -> None:
    field = fight(2, me=(104, 128))
    struck(field)
    assert field.asked == "action" and field.the(Missed).face == 2
    spell = {"Dardo": {"kind": "power 1 stregoneria", "do": [{"damage": 1, "to": "me", "as_own": True}]}}
    mage = trial(spell, {"a1": at(10, abilities=["Dardo", *ab(104, 128)]), "b1": FAR}, dice=[2])
    mage.act("a1", "power", "Dardo", die=8)
    assert mage.asked == "action" and mage.all(Missed)
    mage.done()


@pytest.mark.rule("CDC-AB-006.4")
def test_each_source_of_re_rolls_has_a_limit_of_its_own() -> None:
    """Secrezione Viscida once in a hand, the other once in the game."""
    made = {"Ancora": AGAIN}
    field = trial(made, {"a1": at(10, abilities=["Ancora", "CDC-AB-128"]), "b1": FAR}, dice=[2, 3, 2, 3, 2, 2, 3])
    for die, sources in ((4, ("Ancora", "CDC-AB-128")), (6, ("CDC-AB-128",))):
        field.act("a1", "move", die=die)
        assert field.offered() == ("pass", *sources)
        field.answer((sources[0], "a1"))
        field.to(10, 10)
    field.act("a1", "move", die=8)
    assert field.asked == "place", "both are used in this hand"
    field.to(10, 10)
    while field.state.hand != "a" or field.state.turn == 1:
        field.answer(PASS)
    field.act("a1", "move", die=8)
    assert field.offered() == ("pass", "CDC-AB-128"), "a new hand, the same game"


# --- one thing, two names ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-008.1", "CDC-AB-023.1")
@pytest.mark.parametrize("word", ["volonta", "spirito"])
def test_a_test_of_volonta_is_one_of_spirito(word: str) -> None:
    made = {"Sguardo": {"kind": "AG", "target": {"one": "figures()"}, "do": [{"test": word, "to": "target"}]}}
    field = trial(made, {"a1": at(10, abilities=["Sguardo"]), "b1": at(40, abilities=ab(23), dice=(8,))}, dice=[3])
    field.act("a1", "ability", "Sguardo", "b1")
    field.answer(8)
    assert needed(field) == (3, ab(23))
    assert (field.the(TestEnded).kind, field.the(TestEnded).passed) == ("spirito", True)


@pytest.mark.rule("CDC-AB-008.2", "CDC-AB-043.1", "CDC-AB-043.2")
def test_agility_as_a_characteristic_is_destrezza() -> None:
    field = Field({"a1": at(10, abilities=ab(43), des=1, cmb=2), "b1": FAR}, dice=[2, 3, 2, 3, 2, 3])
    assert (stat(field.game, "a1", "des"), stat(field.game, "a1", "cmb")) == (3, 3)
    for die in (4, 6, 8):
        field.act("a1", "move", die=die)
        field.answer(("CDC-RRL-04", "a1"))
        field.to(10, 10)
    field.done()


@pytest.mark.rule("CDC-AB-043.1")
def test_warriors_readiness_makes_one_harder_to_shoot() -> None:
    for abilities, edge in (((), 1), ((43,), 0)):
        field = archers(foe=abilities, more={"b1": {}})
        field.figure("a1").pre = 2
        shot(field)
        rolled = field.the(DiceRolled).edge
        assert (rolled.value if rolled is not None else 0) == edge, "Precisione 2 against Destrezza 0 or 2"


@pytest.mark.rule("CDC-AB-008.3")
def test_sortilegi_and_spells_of_sorcerers_are_stregonerie() -> None:
    """Immunità alla Magia names "Sortilegi"."""
    for discipline, amount in (("stregoneria", 0), ("psionico", 2)):
        spell = {
            "kind": f"power 1 {discipline}",
            "target": {"one": "foes(me, 40)"},
            "do": [{"damage": 2, "to": "target"}],
        }
        field = trial({"Dardo": spell}, {"a1": at(10, abilities=["Dardo"]), "b1": at(30, abilities=ab(112))}, dice=[5])
        field.act("a1", "power", "Dardo", "b1", die=8)
        assert sum(e.amount for e in field.all(Hurt)) == amount and field.all(Succeeded)


@pytest.mark.rule("CDC-AB-008.4")
def test_respingimento_is_the_condition_respinto() -> None:
    made = {"Spinta": inflicting("Respingimento")}
    field = trial(made, {"a1": at(10, abilities=["Spinta"]), "b1": at(13.5)}, dice=[1, 1])
    field.act("a1", "ability", "Spinta", "b1")
    assert [e.condition for e in field.all(ConditionGained)] == ["Respinto", "A Terra"] and field.at("b1") == (14.5, 10)
    power = Field(
        {"a1": at(10, abilities=["CDC-PW-097"], points=(("ki", 3),)), "b1": at(13.5), "b2": FAR}, dice=[6, 5, 1, 1]
    )
    power.act("a1", "power", "CDC-PW-097", die=6)
    power.act("a1", "melee", "b1", die=8)
    gained = power.all(ConditionGained)[0]
    assert (gained.condition, gained.it, gained.rules) == ("Respinto", "b1", ("CDC-PW-097",))


@pytest.mark.rule("CDC-AB-008.5")
def test_the_phase_in_progress_is_the_hand_in_progress() -> None:
    """Dottrina della Testuggine lasts for the "fase in corso"."""
    mine: dict[str, Any] = {"abilities": ["CDC-PW-099"], "points": (("ki", 3),)}
    foe: dict[str, Any] = {"points": (("arcano", 3),), "res": 9, "dice": (4,)}
    field = Field({"a1": at(10, **mine), "a2": FAR, "b1": at(13.5, **foe)}, dice=[6, 5, 2, 3], start={"total": 30})
    field.act("a1", "power", "CDC-PW-099", die=6)
    field.act("a1", "melee", "b1", die=8)
    assert [(e.it, e.kind, e.by) for e in field.all(PointsChanged) if e.kind != "ki"] == [("b1", "arcano", -1)]
    field.act("b1", "melee", "a1", die=4)
    assert field.state.turn == 1 and field.state.hand == "a"
    field.figure("a1").cmb = 1
    field.act("a1", "melee", "b1", die=4)
    assert len(field.all(Hurt)) == 2 and field.figure("b1").points == (("arcano", 2),), "it ended with that hand"
    field.done()


@pytest.mark.rule("CDC-AB-008.6")
def test_intimorire_is_intimidire() -> None:
    """The profile that prints "Intimorire (AL5)" uses Intimidire, at its own threshold."""
    field = Field({"a1": at(10, profile="razziatore"), "b1": at(13.5)}, dice=[])
    assert "CDC-AB-077" in field.figure("a1").abilities and ("CDC-AB-077", 5) in field.figure("a1").thresholds


@pytest.mark.rule("CDC-AB-008.7")
@pytest.mark.parametrize(("upgrade", "amount"), [("CDC-EQ-84", 4), ("", 1)])
def test_the_weapons_del_flagello_of_intangibility_are_those_of_the_equipment(upgrade: str, amount: int) -> None:
    upgrades = [{"item": upgrade, "to": ASTA}] if upgrade else []
    field = fight(5, foe=(100,), more={"a1": {"dan": 3, "items": [ASTA], "upgrades": upgrades}})
    struck(field)
    assert field.all(Hurt)[0].amount == amount


# --- thresholds of attacks and powers -----------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-012.1", "CDC-AB-012.2")
@pytest.mark.parametrize(
    ("face", "die", "hits", "critical"), [(1, 8, 0, 0), (2, 8, 0, 0), (3, 8, 1, 0), (4, 6, 1, 0), (8, 8, 1, 1)]
)
def test_the_expert_duellist_needs_3(face: int, die: int, hits: int, critical: int) -> None:
    field = fight(face, me=(12,))
    assert struck(field, die=die) == (3, ab(12))
    landed = field.all(HitLanded)
    assert len(landed) == hits and sum(e.critical for e in landed) == critical


@pytest.mark.rule("CDC-AB-012.1", "CDC-AB-013.1")
def test_the_experts_are_experts_in_one_thing() -> None:
    assert shot(archers((12,))) == (4, [])
    assert struck(fight(5, me=(13,))) == (4, [])
    assert struck(fight(5, foe=(12, 13))) == (4, []), "their own attacks only"
    for who in ("a2", "b2"):
        assert shot(archers(more={who: at(40, 40, abilities=ab(13))})) == (4, []), "nor those of their friends and foes"


@pytest.mark.rule("CDC-AB-013.1", "CDC-AB-013.2")
@pytest.mark.parametrize(("face", "hits"), [(1, 0), (2, 0), (3, 1)])
def test_the_expert_marksman_needs_3(face: int, hits: int) -> None:
    field = fight(face, me=(13,), gap=10, more={"a1": {"items": [ARCO]}})
    assert shot(field) == (3, ab(13))
    assert len(field.all(HitLanded)) == hits


@pytest.mark.rule("CDC-AB-014.1", "CDC-AB-014.2")
@pytest.mark.parametrize(
    ("discipline", "more"),
    [("stregoneria", 120), ("psionico", 116), ("cinetico", 116), ("ipnotico", 124), ("ki", 0), ("emanazione", 0)],
)
def test_mental_development_helps_with_every_power(discipline: str, more: int) -> None:
    spell = {
        "Dardo": {
            "kind": f"power 1 {discipline}",
            "target": {"one": "foes(me, 40)"},
            "do": [{"damage": 1, "to": "target"}],
        }
    }
    for own, face, works in (((14,), 3, True), ((14,), 2, False), ((14,), 1, False)):
        field = trial(spell, {"a1": at(10, abilities=["Dardo", *ab(*own)]), "b1": at(30)}, dice=[face])
        field.act("a1", "power", "Dardo", "b1", die=8)
        assert needed(field) == (3, ab(14)) and bool(field.all(Succeeded)) is works
    if more:
        for face, works in ((2, True), (1, False)):
            field = trial(spell, {"a1": at(10, abilities=["Dardo", *ab(14, more)]), "b1": at(30)}, dice=[face])
            field.act("a1", "power", "Dardo", "b1", die=8)
            assert needed(field) == (2, ab(14, more)) and bool(field.all(Succeeded)) is works


@pytest.mark.rule("CDC-AB-014.1", "CDC-AB-116.1", "CDC-AB-120.1", "CDC-AB-124.1")
@pytest.mark.parametrize(
    ("own", "discipline"), [(14, "ki"), (116, "psionico"), (116, "cinetico"), (120, "stregoneria"), (124, "ipnotico")]
)
def test_what_eases_powers_is_for_the_bearers_powers_alone(own: int, discipline: str) -> None:
    assert struck(fight(5, me=(own,))) == (4, []) and shot(archers((own,))) == (4, []), "no attacks"
    dart = {
        "kind": f"power 1 {discipline}",
        "target": {"one": "foes(me, 40)"},
        "do": [{"damage": 1, "to": "target"}],
    }
    others = {"a2": at(10, 20, abilities=ab(own)), "b1": at(30, abilities=ab(own))}
    field = trial({"Dardo": dart}, {"a1": at(10, abilities=["Dardo"]), **others}, dice=[3])
    field.act("a1", "power", "Dardo", "b1", die=8)
    assert needed(field) == (4, []) and field.all(Succeeded) == [], "neither a friend's nor a foe's"


@pytest.mark.rule("CDC-AB-015.1", "CDC-AB-015.2")
def test_dodging_raises_what_attacks_need() -> None:
    assert struck(fight(5, foe=(15,))) == (5, ab(15))
    assert shot(archers(foe=(15,))) == (5, ab(15))
    assert struck(fight(5, me=(15,))) == (4, []), "not the bearer's own"


@pytest.mark.rule("CDC-AB-015.3")
def test_a_4_on_a_d4_is_critical_against_5() -> None:
    field = fight(4, foe=(15,))
    assert struck(field, die=4)[0] == 5
    assert field.the(HitLanded).critical
    missed = fight(4, foe=(15,))
    struck(missed, die=6)
    assert missed.the(Missed).face == 4


@pytest.mark.rule("CDC-AB-016.1", "CDC-AB-016.3")
def test_resistance_to_fire_helps_nobody_else() -> None:
    made = {"Fuoco!": inflicting("Fuoco")}
    others = {"a2": at(10, 20, abilities=ab(16)), "b1": at(30), "b2": at(30, 20, abilities=ab(16))}
    field = trial(made, {"a1": at(10, abilities=["Fuoco!"]), **others})
    field.act("a1", "ability", "Fuoco!", "b1")
    assert field.figure("b1").conditions == ("Fuoco",) and field.all(DiceRolled) == [] and field.asked == "action"


# --- fire and poison --------------------------------------------------------------------------------------------------


def touched(condition: str, *dice: int, own: tuple[int, ...], toucher: tuple[int, ...] = (), **b1: Any) -> Field:
    """`a1` has inflicted a condition on `b1`, who bears abilities."""
    fighters = {"a1": at(10, abilities=["Tocco", *ab(*toucher)]), "b1": at(30, abilities=ab(*own), **b1)}
    field = trial({"Tocco": inflicting(condition)}, fighters, dice=dice)
    field.act("a1", "ability", "Tocco", "b1")
    return field


@pytest.mark.rule("CDC-AB-016.1", "CDC-AB-016.2", "CDC-AB-005.2")
def test_resistance_to_fire_gives_a_d4_for_a_test_at_once() -> None:
    field = touched("Fuoco", 4, own=(16,))
    rolled = field.the(DiceRolled)
    assert (rolled.by, rolled.sides, rolled.need.value if rolled.need else 0) == ("b1", 4, 4)
    assert (field.the(TestEnded).kind, field.the(TestEnded).passed) == ("riflessi", True)
    assert field.the(ConditionLost).rules == ("CDC-AB-016",) and field.figure("b1").conditions == ()
    assert field.figure("b1").dice == (4, 6, 8), "none of its own"
    field.done()


@pytest.mark.rule("CDC-AB-016.1", "CDC-AB-022.1")
def test_that_test_is_helped_like_any_of_riflessi() -> None:
    field = touched("Fuoco", 3, own=(16, 22))
    assert needed(field) == (3, ab(22)) and field.figure("b1").conditions == ()


@pytest.mark.rule("CDC-AB-016.3")
def test_failing_it_leaves_the_fire_and_the_test_of_the_first_hand() -> None:
    field = touched("Fuoco", 3, own=(16,))
    assert field.figure("b1").conditions == ("Fuoco",) and not field.all(Hurt) and field.asked == "action"
    field.answer(PASS)
    assert field.asked == "test" and field.about["test"] == "riflessi", "its controller's first hand"
    assert field.offered() == ("decline", 4, 6, 8)
    field.done()


@pytest.mark.rule("CDC-AB-016.1")
def test_each_fire_gives_a_die_and_other_conditions_none() -> None:
    field = touched("Fuoco", 4, 4, own=(16,))
    field.act("a1", "ability", "Tocco", "b1")
    assert [e.passed for e in field.all(TestEnded)] == [True, True] and field.figure("b1").conditions == ()
    assert not touched("Gelo", own=(16,)).all(DiceRolled)
    field.done()


@pytest.mark.rule("CDC-AB-017.1", "CDC-AB-017.3")
def test_resistance_to_poison_lets_one_take_a_test_with_ones_own_dice() -> None:
    field = touched("Veleno", 2, 5, own=(17,))
    assert (field.asked, field.game.pending.seats if field.game.pending else ()) == ("respond", ("b",))
    field.answer(("CDC-AB-017", "b1"))
    assert field.asked == "test" and field.offered() == (4, 6, 8), "it has been chosen: no way back"
    field.answer(4)
    field.answer(8)
    assert (field.the(TestEnded).kind, field.the(TestEnded).passed) == ("forza", True)
    assert field.figure("b1").dice == (6,) and field.figure("b1").conditions == ()
    assert (field.the(ConditionWarded).why, field.the(ConditionWarded).rules) == ("cancelled", ("CDC-AB-017",))
    assert not field.all(ConditionGained)
    field.done()


@pytest.mark.rule("CDC-AB-017.1", "CDC-AB-017.3")
def test_failing_it_costs_the_dice_and_nothing_else() -> None:
    """The poison had not taken hold: neither the 1 nor the failure hurts."""
    field = touched("Veleno", 1, 3, own=(17,), dice=(4, 8))
    field.answer(("CDC-AB-017", "b1"))
    field.answer(8)
    assert not field.the(TestEnded).passed and field.figure("b1").dice == ()
    assert field.figure("b1").conditions == ("Veleno",) and not field.all(Hurt)
    field.done()


@pytest.mark.rule("CDC-AB-017.2")
def test_the_moment_passed_over_does_not_return() -> None:
    field = touched("Veleno", 3, 3, 3, own=(17,))
    field.answer(PASS)
    assert field.figure("b1").conditions == ("Veleno",)
    field.answer(PASS)
    assert field.state.hand == "b" and field.offered("b1", "ability") == () and field.offered("b1", "boon") == ()
    field.act("b1", "cure", "Veleno")
    for die in (4, 6):
        field.answer(die)
    assert field.the(Hurt).rules[-1] == "CDC-CND-02.4", "the plain test hurts who fails it"


@pytest.mark.rule("CDC-AB-017.1")
def test_resistance_to_poison_does_not_answer_for_others() -> None:
    venom = {"kind": "AG", "target": {"one": "figures()"}, "do": [{"inflict": "Veleno", "to": "target"}]}
    more = {"a1": {"abilities": ["Morso"]}, "b2": at(30, abilities=ab(17))}
    field = fight(more=more, made={"Morso": venom})
    field.act("a1", "ability", "Morso", "b1")
    assert field.asked == "action" and field.figure("b1").conditions == ("Veleno",)


@pytest.mark.rule("CDC-AB-017.1")
def test_it_is_for_poison_alone_and_needs_dice() -> None:
    assert touched("Gelo", own=(17,)).figure("b1").conditions == ("Gelo",)
    field = touched("Veleno", own=(17,), dice=())
    assert field.asked == "action" and field.figure("b1").conditions == ("Veleno",)


@pytest.mark.rule("CDC-AB-129.1", "CDC-AB-017.3")
def test_toxic_secretion_makes_the_test_against_its_poison_harder() -> None:
    for toucher, need in (((129,), (5, ab(129))), ((), (4, []))):
        field = touched("Veleno", 7, own=(17,), toucher=toucher, dice=(8,))
        field.answer(("CDC-AB-017", "b1"))
        assert needed(field) == need


# --- tests and hide ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-021.1", "CDC-AB-022.1", "CDC-AB-023.1")
@pytest.mark.parametrize(("kind", "rule"), [("forza", 21), ("riflessi", 22), ("spirito", 23)])
def test_each_gift_helps_in_its_own_tests(kind: str, rule: int) -> None:
    for other in CALLS:
        field = called(other, 3, foe=(rule,))
        assert needed(field) == ((3, ab(rule)) if other == kind else (4, []))
        assert field.the(TestEnded).passed is (other == kind)
    assert needed(called(kind, 3, me=(rule,))) == (4, []), "its bearer's tests only"


@pytest.mark.rule("CDC-AB-024.1")
def test_tough_skin_is_a_point_of_resistenza() -> None:
    field = Field({"a1": at(10), "b1": at(13.5, abilities=ab(24))}, dice=[5])
    assert (field.figure("b1").life, field.figure("b1").life_max, field.figure("b1").armour) == (6, 6, 0)
    assert stat(field.game, "b1", "res") == 6
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").life == 5 and field.the(Hurt).amount == 1


@pytest.mark.rule("CDC-AB-024.2")
def test_the_printed_resistenza_stays_the_limit_of_madness() -> None:
    """Plain fighters print 5: the fifth Follia token kills, thick skin or not."""
    made = {
        "Follia": {"kind": "AG", "target": {"one": "figures()"}, "do": [{"token": "Follia", "by": 1, "to": "target"}]}
    }
    field = trial(made, {"a1": at(10, abilities=["Follia"]), "b1": at(30, abilities=ab(24)), "b2": FAR})
    assert field.figure("b1").res == 5
    for n in range(1, 6):
        field.act("a1", "ability", "Follia", "b1")
        assert field.figure("b1").status == ("table" if n < 5 else "dead")
