"""Abilities of chapter VI met together on one moment: what adds up, what comes first, what stops what."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import Fizzled
from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    DiceGained,
    DiceRolled,
    Died,
    HitLanded,
    Hurt,
    Missed,
    Unharmed,
)
from tests.crepuscolo.arms import MAZZA, MEDIA, SPADA, rolled
from tests.crepuscolo.field import Field
from tests.crepuscolo.passives import PASS, ab, called, dealt, fight, needed, struck
from tests.crepuscolo.trials import at, trial

ESPERTO, SCHIVARE, FURIA, IRA, FRENESIA, BERSERKER, VENDETTA = (f"CDC-AB-{n:03}" for n in (12, 15, 25, 26, 27, 29, 30))
GUARDIA, CONTRATTACCO, MORTALE, INVITTO, CARAPACE = (f"CDC-AB-{n:03}" for n in (40, 42, 49, 102, 136))
WOOD = [{"id": "wood", "rect": [0, 0, 60, 60], "kinds": ["covering"]}]


def hurt(field: Field) -> list[tuple[str, int]]:
    """Who lost how much, in order."""
    return [(event.it, event.amount) for event in field.all(Hurt)]


def seat(field: Field) -> tuple[str, str]:
    """What is asked, and of whom."""
    pending = field.game.pending
    return (pending.kind, (pending.seats or ("",))[0]) if pending else ("", "")


def gained(field: Field, who: str) -> list[tuple[int, ...]]:
    """The dice that a figure got, grant by grant."""
    return [event.dice for event in field.all(DiceGained) if event.it == who]


def held(field: Field, who: str) -> list[int]:
    """The sizes of the dice bound to something that a figure holds."""
    return [dict(e.keep)["die"] for e in field.state.effects.values() if e.bearer == who and "die" in dict(e.keep)]


def left(field: Field, who: str) -> tuple[int, ...]:
    """The dice that a figure holds, smallest first."""
    return tuple(sorted(field.figure(who).dice))


# --- thresholds ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-012.1", "CDC-AB-015.1", "CDC-AB-070.1", "CDC-AB-070.2", "CDC-AB-004.5")
@pytest.mark.parametrize(
    ("me", "foe", "needs"),
    [((), (15,), 5), ((), (15, 70), 6), ((12,), (15, 70), 5), ((12,), (15,), 4), ((12,), (), 3)],
)
def test_dodging_eluding_and_the_expert_add_up(me: tuple[int, ...], foe: tuple[int, ...], needs: int) -> None:
    value, rules = struck(fight(2, me=me, foe=foe))
    assert value == needs and set(ab(*me, *foe)) <= set(rules)


@pytest.mark.rule("CDC-AB-012.1", "CDC-AB-029.5", "CDC-AB-070.2", "CDC-AB-004.5")
def test_four_abilities_change_one_threshold() -> None:
    field = fight(4, me=(12,), foe=(15, 70, 29))
    field.answer(("b1", "ability", BERSERKER), seat="b")
    assert struck(field)[0] == 4, "4 - 1 + 1 + 1 - 1"
    assert set(ab(12, 15, 70, 29)) <= set(needed(field)[1]) and hurt(field) == [("b1", 1)]
    field.done()


@pytest.mark.rule("CDC-AB-074.1", "CDC-AB-074.2", "CDC-AB-074.3", "CDC-AB-070.2")
@pytest.mark.parametrize(
    ("me", "foe", "needs"), [((), (15, 70), 4), ((12,), (15, 70), 4), ((12,), (15,), 4), ((12,), (), 3)]
)
def test_the_aura_of_aversion_caps_the_sum(me: tuple[int, ...], foe: tuple[int, ...], needs: int) -> None:
    """The cap is the last to come: reductions are not taken from a threshold that it has cut already."""
    assert struck(fight(2, me=me, foe=foe, more={"a2": at(5, abilities=ab(74))}))[0] == needs


@pytest.mark.rule("CDC-AB-074.1", "CDC-AB-015.2", "CDC-AB-070.1")
def test_the_aura_of_aversion_does_nothing_for_shots() -> None:
    field = fight(5, foe=(15, 70), gap=10, more={"a1": {"items": ["CDC-EQ-22"]}, "a2": at(5, abilities=ab(74))})
    field.act("a1", "shot", "CDC-EQ-22", "b1", die=8)
    assert needed(field)[0] == 6 and field.the(Missed).face == 5
    field.done()


@pytest.mark.rule("CDC-AB-081.1", "CDC-AB-081.2", "CDC-AB-015.1", "CDC-AB-029.5")
def test_exotic_arts_drop_what_raises_and_keep_what_lowers() -> None:
    field = fight(2, me=(81, 12), foe=(15, 70, 29))
    field.answer(("b1", "ability", BERSERKER), seat="b")
    value, rules = struck(field)
    assert value == 2 and not set(ab(15, 70)) & set(rules), "4 - 1 - 1"
    assert set(ab(12, 29)) <= set(rules) and hurt(field) == [("b1", 1)]


@pytest.mark.rule("CDC-AB-066.1", "CDC-AB-015.1", "CDC-AB-074.1")
@pytest.mark.parametrize(("dice", "aura", "needs"), [((6, 8), False, 6), ((8,), False, 5), ((6, 8), True, 4)])
def test_stoic_defence_counts_dice_upon_dodging(dice: tuple[int, ...], aura: bool, needs: int) -> None:
    friends = {"a2": at(5, abilities=ab(74) if aura else [])}
    field = fight(
        3, foe=(66, 15), more={"a1": {"dice": (8,)}, "b1": {"dice": dice}, **friends}, start={"no_deal": True}
    )
    assert struck(field)[0] == needs


@pytest.mark.rule("CDC-AB-015.3", "CDC-AB-070.2")
def test_the_highest_face_passes_two_raises() -> None:
    field = fight(4, foe=(15, 70))
    assert struck(field, die=4)[0] == 6 and field.the(HitLanded).critical and hurt(field) == [("b1", 1)]
    field.done()


@pytest.mark.rule("CDC-AB-022.1", "CDC-AB-072.1", "CDC-AB-103.1", "CDC-AB-004.5")
@pytest.mark.parametrize(
    ("foe", "enemy", "needs"), [((22, 72), (), 2), ((22, 72), (103,), 3), ((), (103,), 5), ((22,), (103,), 4)]
)
def test_reflexes_and_despair_on_one_test(foe: tuple[int, ...], enemy: tuple[int, ...], needs: int) -> None:
    field = called("riflessi", 2, foe=foe, more={"a2": at(40, 15, abilities=ab(*enemy))})
    assert needed(field)[0] == needs


@pytest.mark.rule("CDC-AB-023.1", "CDC-AB-091.1", "CDC-AB-103.1", "CDC-AB-117.1", "CDC-AB-004.3")
@pytest.mark.parametrize(
    ("own", "near", "enemy", "needs"),
    [((23,), (91,), (), 2), ((23,), (91,), (103, 117), 4), ((), (), (103, 117), 6), ((), (91,), (117,), 4)],
)
def test_auras_of_both_sides_on_one_test(
    own: tuple[int, ...], near: tuple[int, ...], enemy: tuple[int, ...], needs: int
) -> None:
    more = {
        "a2": at(40, 15, abilities=ab(*enemy)), "a3": at(44, 10, abilities=ab(*enemy)),
        "b2": at(36, abilities=ab(*near)), "b3": at(40, 5, abilities=ab(*near)),
    }  # fmt: skip
    assert needed(called("spirito", 3, foe=own, more=more))[0] == needs, "two bearers of one aura count once"


# --- one hit ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-026.1", "CDC-AB-026.2", "CDC-AB-049.1", "CDC-AB-049.3", "CDC-AB-002.5")
@pytest.mark.parametrize("wrath_first", [True, False])
def test_wrath_and_a_deadly_blow_on_one_hit(wrath_first: bool) -> None:
    """Whatever the order, a mace knocks down and 1 + 1 is suffered."""
    field = fight(5, 2, me=(26, 49), more={"a1": {"items": [MAZZA]}})
    field.act("a1", "melee", "b1", die=8)
    replies = [(IRA, "a1", 4), (MORTALE, "a1", 6)]
    for reply in replies if wrath_first else reversed(replies):
        assert seat(field) == ("respond", "a") and not field.all(Hurt)
        field.answer(reply)
    assert hurt(field) == [("b1", 2)] and left(field, "a1") == ()
    assert rolled(field) == [(8, 5), (4, 2)], "the deadly blow's d6 is not rolled"
    assert field.the(ConditionGained).condition == "A Terra"
    field.done()


@pytest.mark.rule("CDC-AB-026.1", "CDC-AB-026.2", "CDC-AB-049.1", "CDC-AB-051.1")
def test_wrath_is_wasted_on_whoever_is_killed_outright() -> None:
    field = fight(5, 2, me=(26, 49, 51), terrain=WOOD)
    field.act("a1", "melee", "b1", die=8)
    field.answer((IRA, "a1", 4))
    field.answer((MORTALE, "a1", 6))
    assert hurt(field) == [("b1", 2)] and field.the(Died).it == "b1", "2 of 20, and then the critical hit kills"
    assert "CDC-AB-051" in field.the(Died).rules
    field.done()


@pytest.mark.rule("CDC-AB-111.1", "CDC-AB-049.3", "CDC-AB-051.1")
def test_nobody_immune_to_critical_hits_ends_in_the_shadows() -> None:
    field = fight(5, me=(49, 51), foe=(111,), terrain=WOOD)
    field.act("a1", "melee", "b1", die=8)
    if field.asked == "respond":
        field.answer((MORTALE, "a1", 6))
    assert hurt(field) == [("b1", 1)] and field.all(Died) == []
    field.done()


@pytest.mark.rule("CDC-AB-029.3", "CDC-AB-079.1", "CDC-AB-082.1", "CDC-AB-026.2", "CDC-AB-004.5")
def test_what_adds_to_the_damage_of_one_hand() -> None:
    """1 of Danno, 1 of the hammer, 1 of the berserker; the dance adds 1 from the second hit, wrath 1 to one hit."""
    field = fight(5, 4, 5, me=(29, 79, 82, 26), more={"a1": {"dice": (6, 6, 8)}})
    field.act("a1", "ability", BERSERKER)
    field.act("a1", "melee", "b1", die=8)
    field.answer((IRA, "a1", 6))
    assert hurt(field) == [("b1", 4)]
    field.act("a1", "melee", "b1", die=6)
    assert hurt(field)[1:] == [("b1", 4)], "no die is left for wrath; one success before"
    field.done()


@pytest.mark.rule("CDC-AB-087.1", "CDC-AB-087.2", "CDC-AB-049.3", "CDC-CND-05.5")
@pytest.mark.parametrize(
    ("item", "dice", "conditions"),
    [(None, (), ["A Terra"]), (SPADA, (2,), ["A Terra"]), (MAZZA, (2, 3), ["Respinto", "A Terra"])],
)
def test_inhuman_strength_and_what_the_weapon_does(
    item: str | None, dice: tuple[int, ...], conditions: list[str]
) -> None:
    """A mace would knock down by itself: its victim is thrown 2 x 3 cm, and lies there."""
    field = fight(5, *dice, me=(87, 49), more={"a1": {"items": [item] if item else []}})
    field.act("a1", "melee", "b1", die=8)
    field.answer((MORTALE, "a1", 4))
    assert [event.condition for event in field.all(ConditionGained)] == conditions
    assert field.at("b1") == (19.5 if item == MAZZA else 13.5, 10)
    field.done()


@pytest.mark.rule("CDC-AB-100.1", "CDC-AB-100.3", "CDC-AB-087.2", "CDC-AB-079.1")
@pytest.mark.parametrize("item", [MAZZA, None])
def test_the_intangible_neither_fall_nor_are_pushed_nor_suffer_more_than_one(item: str | None) -> None:
    field = fight(8, me=(87, 79), foe=(100,), more={"a1": {"items": [item] if item else [], "dan": 3}})
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 1)] and field.all(ConditionGained) == []
    field.done()


# --- what stops a damage ------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-136.1", "CDC-AB-102.2", "CDC-DMG-03.1")
@pytest.mark.parametrize("answer", ["carapace", "invitto", "pass"])
def test_carapace_or_the_unvanquished_or_armour(answer: str) -> None:
    more = {"a1": {"dan": 4}, "b1": {"items": [MEDIA], "tokens": (("Invitto", 3),)}}
    field = fight(5, foe=(136, 102), more=more)
    before = field.figure("b1").armour
    field.act("a1", "melee", "b1", die=8)
    assert seat(field) == ("respond", "b")
    field.answer({"carapace": (CARAPACE, "b1", 4, (6, 8)), "invitto": (INVITTO, "b1"), "pass": PASS}[answer])
    while field.asked == "respond":
        field.answer(PASS)
    assert before == 2 and field.figure("b1").tokens == (("Invitto", 1 if answer == "invitto" else 3),)
    if answer == "pass":
        assert hurt(field) == [("b1", 3)] and field.figure("b1").armour == 1, "4 - 1; the armour had 2"
    else:
        assert not hurt(field) and field.figure("b1").life == 20
    field.done()


@pytest.mark.rule("CDC-AB-086.1", "CDC-AB-135.1", "CDC-AB-026.2")
def test_rending_wears_the_armour_of_bone_twice() -> None:
    """Bone plates stop 1 of 1 + 1; the armour of 1 is gone after the hit, and never below 0."""
    field = fight(5, 2, 5, me=(86, 26), foe=(135,))
    assert field.figure("b1").armour == 1
    field.act("a1", "melee", "b1", die=8)
    field.answer((IRA, "a1", 4))
    assert hurt(field) == [("b1", 1)] and field.figure("b1").armour == 0
    field.act("a1", "melee", "b1", die=6)
    assert hurt(field)[1:] == [("b1", 1)] and field.figure("b1").armour == 0
    field.done()


# --- misses -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-042.1", "CDC-AB-042.3", "CDC-AB-015.1", "CDC-AB-012.1")
def test_counter_attacks_of_both_with_their_own_thresholds() -> None:
    """a1 needs 5 against Schivare, b1 needs 3 with the expert's hand."""
    field = fight(4, 2, 4, 3, me=(42,), foe=(42, 15, 12))
    field.act("a1", "melee", "b1", die=8)
    for who in ("b1", "a1", "b1"):
        assert field.asked == "strike"
        field.answer(("a1",) if who == "b1" else ("b1",))
    assert [event.need.value for event in field.all(DiceRolled) if event.need] == [5, 3, 5, 3]
    assert hurt(field) == [("a1", 1)] and rolled(field) == [(8, 4), (6, 2), (6, 4), (6, 3)]
    field.done()


@pytest.mark.rule("CDC-AB-042.1", "CDC-AB-083.1", "CDC-AB-083.2", "CDC-AB-002.3")
def test_a_parry_and_a_counter_attack_after_one_miss() -> None:
    field = fight(3, 5, foe=(42, 83))
    field.act("a1", "melee", "b1", die=8)
    for _ in range(2):
        field.answer(("a1",) if field.asked == "strike" else ("CDC-AB-083", "b1", 6, "a1"))
    assert hurt(field) == [("a1", 1), ("a1", 1)] and left(field, "b1") == (4, 8)
    field.done()


@pytest.mark.rule("CDC-AB-042.1", "CDC-AB-042.2", "CDC-AB-026.3", "CDC-AB-049.2")
def test_a_counter_attack_may_be_made_worse_by_wrath_and_a_deadly_blow() -> None:
    field = fight(3, 4, 6, foe=(42, 26, 49), more={"b1": {"items": [MAZZA]}})
    field.act("a1", "melee", "b1", die=8)
    field.answer(("a1",))
    field.answer((IRA, "b1", 8))
    field.answer((MORTALE, "b1", 4))
    assert hurt(field) == [("a1", 2)] and left(field, "b1") == (6,) and field.state.hand == "a"
    assert (field.the(ConditionGained).it, field.the(ConditionGained).condition) == ("a1", "A Terra")
    field.done()


@pytest.mark.rule("CDC-AB-002.4", "CDC-AB-007.2", "CDC-AB-102.2", "CDC-AB-136.2")
def test_the_prone_have_no_carapace_and_yet_their_tokens() -> None:
    field = fight(5, foe=(136, 102), more={"b1": {"conditions": ["A Terra"], "tokens": (("Invitto", 3),)}})
    field.act("a1", "melee", "b1", die=8)
    assert seat(field) == ("respond", "b") and CARAPACE not in field.offered()
    field.answer((INVITTO, "b1"))
    assert not hurt(field) and field.figure("b1").tokens == (("Invitto", 1),)


# --- dice gained by damage and by deaths --------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-027.5", "CDC-AB-025.1", "CDC-AB-025.2", "CDC-AB-075.1", "CDC-AB-075.2")
def test_frenzy_fury_and_the_aura_of_pain() -> None:
    """Its own wound feeds the aura and not fury; an enemy's blow of 3 feeds both, once each."""
    field = fight(5, me=(25, 27), more={"a2": at(6, abilities=ab(75)), "b1": {"dan": 3}})
    field.act("a1", "ability", FRENESIA)
    field.answer(2)
    assert hurt(field) == [("a1", 2)] and held(field, "a1") == [6] and left(field, "a1") == (4, 4, 6, 8)
    field.answer(PASS)
    assert held(field, "a1") == [], "the die of frenzy is lost with its hand; no die of fury has come"
    field.act("b1", "melee", "a1", die=8)
    field.answer(PASS)
    assert hurt(field)[1:] == [("a1", 3)] and left(field, "a1") == (4, 4, 4, 6, 8) and held(field, "a1") == []
    field.answer(PASS)
    assert field.state.hand == "a" and held(field, "a1") == [4]
    assert [e.rules for e in field.all(DiceGained) if e.it == "a1"][:2] == [("CDC-AB-075",)] * 2
    field.done()


@pytest.mark.rule("CDC-AB-075.1", "CDC-AB-004.3", "CDC-AB-075.2")
def test_two_auras_of_pain_give_one_die_and_none_to_their_bearers_but_from_each_other() -> None:
    """Each of the two bearers is an ally of the other."""
    near = {"b2": at(13.5, 14, abilities=ab(75)), "b3": at(13.5, 6, abilities=ab(75))}
    field = fight(5, 5, more=near)
    field.act("a1", "melee", "b1", die=8)
    assert gained(field, "b1") == [(4,)]
    alone = fight(5, foe=(75,))
    alone.act("a1", "melee", "b1", die=8)
    assert gained(alone, "b1") == [] and hurt(alone) == [("b1", 1)]


@pytest.mark.rule("CDC-AB-027.1", "CDC-AB-075.1", "CDC-AB-137.1")
def test_whoever_dies_of_frenzy_gains_nothing_and_its_hide_still_stings() -> None:
    more = {"a1": {"life": 1}, "a2": at(6, abilities=ab(75)), "b1": {"dice": (4,)}}
    field = fight(3, me=(27, 137), more=more)
    field.act("a1", "ability", FRENESIA)
    field.answer(1)
    assert field.the(Died).it == "a1" and gained(field, "a1") == []
    while field.asked == "test":
        field.answer(4 if field.about["actor"] == "b1" else "decline")
    assert ("b1", 1) in hurt(field), "3 is less than 4"
    field.done()


@pytest.mark.rule("CDC-AB-098.1", "CDC-AB-030.1", "CDC-AB-030.2", "CDC-AB-030.3")
def test_a_martyrs_die_is_there_for_revenge() -> None:
    """The dice of the dead are shared out by themselves; then the living may answer the death with them."""
    fighters = {
        "a1": at(20, abilities=ab(98), life=1, dice=(8,)), "a2": at(11, abilities=[VENDETTA], dice=()),
        "b1": at(23.5, dice=(8, 8)),
    }  # fmt: skip
    field = Field(fighters, dice=[5, 3, 2], hand="b", start={"no_deal": True})
    field.act("b1", "melee", "a1", die=8)
    assert field.the(Died).it == "a1" and field.asked == "hand_out"
    field.answer("a2")
    assert left(field, "a2") == (8,) and seat(field) == ("respond", "a")
    field.answer((VENDETTA, "a2", 8))
    assert field.asked == "place" and rolled(field) == [(8, 5), (8, 3), (8, 2)]
    field.to(17, 10)
    assert field.at("a2") == (17, 10) and left(field, "a2") == (), "2 x 3 cm toward the dead"
    field.done()


@pytest.mark.rule("CDC-AB-137.1", "CDC-AB-136.1", "CDC-AB-136.2")
def test_a_carapace_against_the_hooked_hide_of_the_dead() -> None:
    field = fight(5, me=(136,), foe=(137,), more={"a1": {"dice": (4, 4, 6, 8, 8)}, "b1": {"life": 1}, "b2": at(50)})
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Died).it == "b1" and field.asked == "test" and field.about["actor"] == "a1"
    field.answer("decline")
    assert seat(field) == ("respond", "a")
    field.answer((CARAPACE, "a1", 4, (6, 8)))
    assert hurt(field) == [("b1", 1)] and field.the(Unharmed).it == "a1" and left(field, "a1") == (4,)
    field.done()


# --- answers to answers -------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-040.1", "CDC-AB-041.1", "CDC-AB-002.2")
@pytest.mark.parametrize("life", [1, 5])
def test_a_guards_blow_answered_by_its_target(life: int) -> None:
    """a1's veteran's strike comes before the blow it answers; whoever it kills strikes no more."""
    fighters = {
        "a1": at(20, abilities=ab(41), dice=(4, 6, 8)), "b1": at(10, abilities=[GUARDIA], life=life), "b2": at(50)
    }  # fmt: skip
    field = Field(fighters, dice=[4, 5, *([6] if life > 1 else [])])
    field.act("a1", "move", die=8)
    field.to(12.5, 10)
    field.answer((GUARDIA, "b1", 8))
    assert seat(field) == ("respond", "a")
    field.answer(("CDC-AB-041", "a1", 6, (4,), "b1"))
    if life == 1:
        assert (field.the(Died).it, field.the(Fizzled).code) == ("b1", "actor_gone") and hurt(field) == [("b1", 1)]
    else:
        assert hurt(field) == [("b1", 1), ("a1", 1)] and left(field, "b1") == (4, 6)
    assert left(field, "a1") == ()
    field.done()


@pytest.mark.rule("CDC-AB-040.2", "CDC-AB-042.1", "CDC-AB-012.1", "CDC-AB-015.1")
def test_a_guards_blow_that_fails_is_countered_by_whoever_came() -> None:
    """The expert guard needs 4 against Schivare; a1's counter-attack with a d6 needs 4."""
    fighters = {"a1": at(20, abilities=ab(15, 42)), "b1": at(10, abilities=ab(40, 12)), "b2": at(50)}
    field = Field(fighters, dice=[4, 3, 4])
    field.act("a1", "move", die=8)
    field.to(12.5, 10)
    field.answer((GUARDIA, "b1", 8))
    assert field.the(Missed).actor == "b1" and field.asked == "strike"
    field.answer(("b1",))
    assert [e.need.value for e in field.all(DiceRolled) if e.need] == [4, 4] and hurt(field) == [("b1", 1)]
    field.done()


@pytest.mark.rule("CDC-AB-040.2", "CDC-AB-131.1", "CDC-AB-023.1")
def test_whoever_ends_a_move_near_two_enemies_is_frightened_by_one_and_struck_by_the_other() -> None:
    """The iron will needs 3 in the test that comes by itself, before anybody may strike."""
    fighters = {
        "a1": at(20, abilities=ab(23)), "b1": at(10, abilities=[GUARDIA]), "b2": at(12.5, 14.2, abilities=ab(131)),
    }  # fmt: skip
    field = Field(fighters, dice=[4, 2, 2, 8])
    field.act("a1", "move", die=8)
    field.to(12.5, 10)
    assert field.asked == "test" and field.about["test"] == "spirito"
    field.answer(4)
    assert field.all(DiceRolled)[-1].need is not None and field.all(DiceRolled)[-1].need.value == 3
    assert field.figure("a1").conditions == ("Spaventato",) and seat(field) == ("respond", "b")
    field.answer((GUARDIA, "b1", 8))
    assert hurt(field) == [("a1", 1)]
    field.done()


# --- tests --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-060.1", "CDC-AB-077.2", "CDC-AB-125.1", "CDC-AB-125.2")
def test_the_indomitable_fail_a_test_of_intimidation_and_feed_supremacy() -> None:
    """b1 fails and is spared; b2 fails and is frightened; both count, whoever's they are."""
    more = {"a2": at(5, 50, abilities=ab(125)), "b1": {"dice": (4,)}, "b2": at(10, 13.5, dice=(4,))}
    field = fight(2, 2, 3, me=(77,), foe=(60,), more=more)
    field.act("a1", "ability", "CDC-AB-077", die=8)
    while field.asked == "test":
        field.answer(4)
    assert field.figure("b1").conditions == () and field.figure("b2").conditions == ("Spaventato",)
    assert field.figure("a2").points == (("illusione", 2),)
    field.done()


@pytest.mark.rule("CDC-AB-078.2", "CDC-AB-125.1", "CDC-IN-027.4", "CDC-IN-027.5")
def test_the_reanimated_fail_terror_without_a_die_and_are_not_terrified() -> None:
    more = {"a2": at(5, 50, abilities=ab(125)), "b1": {"abilities": ["CDC-IN-027"], "dice": (8,)}}
    field = fight(3, me=(78,), more=more)
    field.act("a1", "ability", "CDC-AB-078", "b1", die=8, others=(4, 6))
    assert field.asked != "test" and field.figure("b1").conditions == () and left(field, "b1") == (8,)
    assert field.figure("a2").points == (("illusione", 1),)
    field.done()


BURN: dict[str, Any] = {"kind": "AG", "target": {"one": "figures()"}, "do": [{"inflict": "Fuoco", "to": "target"}]}


@pytest.mark.rule("CDC-AB-016.1", "CDC-AB-016.2", "CDC-AB-089.3", "CDC-AB-089.4", "CDC-AB-007.3")
@pytest.mark.parametrize("way", ["again", "pass the test", "neither"])
def test_debello_helps_the_d4_of_the_resistance_to_fire(way: str) -> None:
    more = {"a1": {"abilities": ["Brucia"]}, "b1": {"tokens": (("Debello", 3),)}}
    field = fight(2, *([4] if way == "again" else []), foe=(16, 89), more=more, made={"Brucia": BURN})
    field.act("a1", "ability", "Brucia", "b1")
    assert seat(field) == ("respond", "b") and field.about["window"] == "rolled"
    field.answer(("CDC-AB-089", "b1") if way == "again" else PASS)
    if way != "again":
        assert field.about["window"] == "tested"
        field.answer(("CDC-AB-089", "b1") if way == "pass the test" else PASS)
    assert field.figure("b1").conditions == (("Fuoco",) if way == "neither" else ())
    assert field.figure("b1").tokens == (("Debello", 3 if way == "neither" else 2),)
    assert left(field, "b1") == (4, 6, 8)
    field.done()


# --- moves --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-029.4", "CDC-AB-048.1", "CDC-AB-048.2", "CDC-AB-134.1", "CDC-AB-004.5")
@pytest.mark.parametrize(("mine", "reach"), [((), 11), ((29,), 13), ((134,), 14), ((29, 134), 16)])
def test_what_lengthens_one_move(mine: tuple[int, ...], reach: int) -> None:
    """3 x 3 cm, 2 of the aura, 2 of the berserker; the face is 4 for whoever is accelerated."""
    field = Field({"a1": at(10, abilities=ab(*mine)), "a2": at(5, 20, abilities=ab(48)), "b1": at(55, 55)}, dice=[3])
    if 29 in mine:
        field.act("a1", "ability", BERSERKER)
    field.act("a1", "move", die=8)
    assert field.refusal(((10 + reach) * 1000, 10_000)) is None
    assert field.refusal(((10 + reach) * 1000 + 1, 10_000)) is not None
    field.done()


@pytest.mark.rule("CDC-AB-104.1", "CDC-AB-128.1", "CDC-AB-006.4", "CDC-RRL-01.3")
def test_one_roll_is_made_again_by_one_source_only() -> None:
    fighters = {"a1": at(10, abilities=ab(104, 128), des=1, dice=(6, 8, 8)), "b1": at(55, 55)}
    field = Field(fighters, dice=[2, 3, 2, 4, 2, 3], start={"no_deal": True})
    offers = []
    for x in (12, 14, 16):
        field.act("a1", "move", die=8 if x < 16 else 6)
        offers.append({key for key in field.offered() if key != "pass"} if field.asked == "respond" else set())
        if field.asked == "respond":
            rule = next(r for r in ("CDC-AB-104", "CDC-AB-128", "CDC-RRL-04") if r in offers[-1])
            field.answer((rule, "a1"))
            assert field.asked == "place", "the second result stands"
        if x == 16:
            break
        field.to(x, 10)
    assert offers[0] >= set(ab(104, 128)) and offers[1] >= set(ab(128)) and not offers[1] & set(ab(104))
    assert not offers[2] & set(ab(104, 128)), "each once in a hand"
    field.done()


@pytest.mark.rule("CDC-AB-088.2", "CDC-RRL-01.3", "CDC-AB-006.2")
def test_inspiration_or_combattimento_for_one_failure() -> None:
    """The d6 fails too: the Combattimento of a2 is no use any more."""
    fighters = {
        "a1": at(10, abilities=ab(88), tokens=(("Ispirazione", 1),)), "a2": at(18, cmb=2), "b1": at(21.5),
    }  # fmt: skip
    field = Field(fighters, dice=[2, 2], options={})
    field.act("a2", "melee", "b1", die=8)
    assert seat(field) == ("respond", "a") and {"CDC-AB-088", "CDC-RRL-05"} <= set(field.offered())
    field.answer(("CDC-AB-088", "a1"))
    assert field.asked == "action" and rolled(field) == [(8, 2), (6, 2)] and field.the(Missed).face == 2
    field.done()


@pytest.mark.rule("CDC-AB-080.3", "CDC-AB-030.3", "CDC-CND-05.2", "CDC-AB-080.4")
def test_a_circle_stops_ones_own_move_and_not_a_push() -> None:
    """b1 stands in its circle; a1, 3 cm beyond it, is thrown in by a friend's push and could not walk in."""
    push = {"kind": "AG", "target": {"one": "figures()"}, "do": [{"push": 2, "to": "target"}]}
    fighters = {
        "a1": at(30.5), "a2": at(35, abilities=["Spinta"]), "b1": at(20, abilities=ab(80)), "b2": at(55, 55),
    }  # fmt: skip
    field = trial({"Spinta": push}, fighters, dice=[4, 2], hand="b")
    field.act("b1", "ability", "CDC-AB-080", die=8, others=(4, 6))
    if field.about.get("seat") == "b":
        field.answer(PASS)
    field.act("a2", "ability", "Spinta", "a1")
    assert field.at("a1") == (28.5, 10)
    field.act("a2", "ability", "Spinta", "a1")
    assert field.at("a1") == (26.5, 10), "4 cm from the bearer: a push heeds no circle"
    field.act("a1", "move", die=8)
    inward, away = (26_000, 10_000), (29_000, 10_000)
    assert field.refusal(inward) is not None and field.refusal(away) is None
    assert field.refusal((28_000, 13_000)) is not None, "only straight away"
    field.done()


@pytest.mark.rule("CDC-AB-106.1", "CDC-AB-106.2", "CDC-AB-101.2", "CDC-AB-080.6")
def test_a_runic_field_forbids_some_abilities_and_no_others() -> None:
    more = {"a1": {"dice": (4, 6, 8)}, "b1": {"dice": ()}, "a2": at(10, 15, abilities=ab(106))}
    field = fight(2, me=(101, 80, 29, 77), more=more, start={"no_deal": True})
    assert set(field.offered("a1", "ability")) == set(ab(29, 77)), "a friend's field"
    free = fight(me=(101, 80, 29, 77), more={**more, "a2": at(10, 30, abilities=ab(106))}, start={"no_deal": True})
    assert set(free.offered("a1", "ability")) == set(ab(101, 80, 29, 77))


# --- dice of the turn ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-094.1", "CDC-AB-099.1", "CDC-AB-099.2", "CDC-AB-108.1", "CDC-AB-004.3")
@pytest.mark.parametrize(
    ("mine", "fervour", "friends", "conditions", "dice"),
    [
        ((94,), 1, 0, (), (4, 6, 6, 8)),
        ((94,), 2, 0, (), (4, 6, 6, 8)),
        ((99,), 1, 0, (), (4, 6, 8)),
        ((99,), 1, 2, (), (4, 4, 4, 6, 8)),
        ((99,), 0, 0, (), (6, 8)),
        ((94,), 1, 0, ("Spaventato",), (4, 4, 4, 4)),
        ((94,), 1, 0, ("Terrorizzato",), (6,)),
    ],
)
def test_the_dice_of_believers(
    mine: tuple[int, ...], fervour: int, friends: int, conditions: tuple[str, ...], dice: tuple[int, ...]
) -> None:
    """The prophets stand 6 cm off, the friends 1 cm."""
    more: dict[str, Any] = {f"a{n + 2}": at(10, (18.5, 1.5)[n], abilities=ab(108)) for n in range(fervour)}
    more |= {f"a{n + 7}": at(10, (13.5, 6.5)[n]) for n in range(friends)}
    fighters = {"a1": at(10, abilities=ab(*mine), conditions=list(conditions)), **more, "b1": at(55, 55)}
    field = Field(fighters)
    for _ in range(20):
        if field.state.turn == 2:
            break
        field.answer("decline" if field.asked == "test" else PASS)
    dealt_now = {e.it: e.dice for e in field.all(DiceGained) if e.why == "deal"}
    assert tuple(sorted(dealt_now["a1"])) == dice


@pytest.mark.rule("CDC-AB-108.1", "CDC-IN-027.1", "CDC-IN-027.2")
def test_fervour_gives_the_reanimated_a_die_beyond_the_necromancers() -> None:
    fighters = {
        "a1": at(10, abilities=["CDC-IN-027"]), "a2": at(18, abilities=ab(108)),
        "b1": at(50, abilities=["CDC-IN-021", "CDC-IN-003"]),
    }  # fmt: skip
    assert dealt(Field(fighters))["a1"] == (4, 4, 4), "2d4 for a Maestro of the Darkness, and one"
