"""Where rules of chapters I to IV and VIII meet: several conditions, counts and obligations at one moment."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arbitro.dice.sources import SeededDice
from arbitro.engine.events import Finished
from arbitro.engine.game import Game
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.events import (
    BidWon,
    ConditionGained,
    DiceRolled,
    Died,
    Fell,
    HandBegan,
    HandEnded,
    HitLanded,
    Hurt,
    Missed,
    Moved,
    Scored,
    TestEnded,
    TokenTaken,
    TookPart,
    WasLost,
)
from arbitro.rulesets.crepuscolo.skirmish import random_battle
from tests.crepuscolo.audit import Audit
from tests.crepuscolo.field import RULES, Field
from tests.crepuscolo.laws import play
from tests.crepuscolo.trials import at, trial

ARCO, SNIPER, FLAMES = "CDC-EQ-22", "CDC-EQ-45", "CDC-EQ-52"
COMBATTIMENTO, DESTREZZA = "CDC-RRL-05", "CDC-RRL-04"
PASS = ("pass",)
FAR = {"b1": at(55, 55)}
LAKE = {"id": "lake", "rect": [20, 0, 20, 60], "kinds": ["water"]}
HILL = {"id": "hill", "rect": [0, 0, 30, 60], "height": 9, "kinds": ["platform"], "drop": True}
PUSH = {"kind": "A", "target": {"one": "foes(me, 60)"}, "do": [{"inflict": "Respinto", "to": "target"}]}


def tower(height: float, **more: Any) -> dict[str, Any]:
    """A tower whose near side is at x = 20."""
    return {"id": "tower", "rect": [20, 0, 10, 60], "height": height, "crossing": "vaultable", **more}


def faces(field: Field) -> list[int]:
    return [event.faces[0] for event in field.all(DiceRolled)]


# in the water


@pytest.mark.rule("CDC-TAB-21.1", "CDC-TAB-21.2", "CDC-ACT-06.5")
@pytest.mark.parametrize("action", ["move", "careful"])
def test_who_was_pushed_into_the_water_does_not_leave_it_by_a_move_of_nothing(action: str) -> None:
    field = Field({"a1": at(30, in_water=True), **FAR}, terrain=[LAKE], dice=[3])
    field.figure("a1").wet = False
    field.act("a1", action, die=6)
    field.to(30, 10)
    assert field.figure("a1").in_water
    field.answer(PASS)
    field.answer(PASS)
    assert field.state.turn == 2 and field.figure("a1").wet, "and now it must swim"
    field.done()


@pytest.mark.rule("CDC-CND-02.1", "CDC-ACT-22.3", "CDC-ACT-22.4", "CDC-ACT-22.5", "CDC-DMG-02.2")
@pytest.mark.parametrize(("dice", "x"), [((1,), 19), ((4, 1), 19), ((4, 2, 1), 21)])
def test_poison_kills_in_the_middle_of_a_swim_and_leaves_a_corpse(dice: tuple[int, ...], x: int) -> None:
    """At the die against the SdS, at the first stroke, at the second."""
    me = at(19, conditions=["Veleno"], life=1)
    field = Field({"a1": me, "a2": at(5), **FAR}, terrain=[LAKE], dice=dice)
    field.act("a1", "swim", die=6, others=(4,))
    if len(dice) == 3:
        field.to(21, 10)
    died = field.the(Died)
    assert (died.it, died.action) == ("a1", "condition") and not field.all(WasLost), "poisoned, not drowned"
    assert field.at("a1") == (x, 10) and [c.id for c in field.state.corpses] == ["a1"]
    assert (field.asked, field.offered()) == ("action", ("pass", "a2"))
    field.done()


@pytest.mark.rule("CDC-TRN-03.10", "CDC-ACT-22.5", "CDC-ACT-22.6", "CDC-ACT-22.11")
def test_forty_in_the_middle_of_a_swim_ends_the_hand_after_the_last_stroke() -> None:
    field = Field({"a1": at(19), **FAR}, terrain=[LAKE], dice=[6, 2, 5], start={"total": 36})
    field.act("a1", "swim", die=6, others=(4,))
    field.to(22, 10)
    assert field.state.hand_total == 36 + 6 + 2 + 5 and field.about["action"] == "swim", "the d8 falls too"
    field.to(28, 10)
    assert field.the(HandEnded).why == "count" and field.state.hand == "b" and field.at("a1") == (28, 10)
    field.answer(PASS)
    assert (field.state.turn, field.state.hand) == (2, "a"), "b had the last hand"
    assert field.offered() == ("a1",) and field.offered("a1") == ("swim",), "forced, and no passing before it"
    field.done()


@pytest.mark.rule("CDC-ACT-22.6", "CDC-ACT-22.12", "CDC-CND-04.3", "CDC-CND-05.11", "CDC-TAB-21.4", "CDC-TAB-19.2")
def test_pushed_off_a_level_into_water_one_stands_up_before_one_swims() -> None:
    """4 x 2 cm over the edge: 3 damage, A Terra, in the water; next turn a die to stand and two to swim."""
    fighters = {"a1": at(20, z=9, abilities=["Spinta"]), "b1": at(28, z=9)}
    field = trial({"Spinta": PUSH}, fighters, terrain=[HILL, {**LAKE, "rect": [30, 0, 20, 60]}], dice=[4, 2, 4, 6])
    field.act("a1", "ability", "Spinta", "b1", die=8)
    pushed = field.figure("b1")
    assert (field.at("b1"), pushed.z, pushed.life, pushed.in_water, pushed.prone) == ((36, 10), 0, 2, True, True)
    field.answer(PASS)
    field.answer(PASS)
    if field.state.hand == "a":
        field.answer(PASS)
    assert field.state.turn == 2 and field.offered("b1") == ("stand",)
    field.act("b1", "stand", die=4)
    assert field.offered("b1") == ("swim",) and field.refusal(PASS) is not None
    field.act("b1", "swim", die=8, others=(6,))
    field.to(28.7, 10)
    assert not field.figure("b1").in_water and len(field.all(WasLost)) == 0
    field.done()


@pytest.mark.rule("CDC-ACT-22.6", "CDC-ACT-01.6")
def test_a_forced_swim_and_a_die_that_must_be_used_both_keep_the_hand() -> None:
    gift = {"kind": "AG", "limit": "1 per game", "do": [{"grant_die": [8], "must": True, "only": "action is move"}]}
    fighters = {"a1": at(38, in_water=True), "a2": at(10, abilities=["Dono"]), **FAR}
    field = trial({"Dono": gift}, fighters, terrain=[LAKE], dice=[4, 4, 3])
    field.act("a2", "ability", "Dono")
    assert field.offered() == ("a1", "a2")
    field.act("a1", "swim", die=4, others=(8,))
    field.to(41.3, 10)
    assert field.offered() == ("a1", "a2"), "the die is still to be used"
    field.act("a2", "move", die=field.offered("a2", "move")[-1])
    field.to(10, 12)
    assert field.offered()[0] == "pass"
    field.done()


# throwing dice again


@pytest.mark.rule("CDC-RRL-01.2", "CDC-RRL-05.2", "CDC-CND-04.5")
def test_a_critical_on_somebody_a_terra_can_be_had_thrown_again() -> None:
    """The blow hits whatever falls; whether it is critical is another matter."""
    field = Field({"a1": at(10), "b1": at(12.5, cmb=2, conditions=["A Terra"])}, dice=[8, 3, 5], options={})
    field.act("a1", "melee", "b1", die=8)
    assert field.game.pending is not None and (field.asked, field.game.pending.seats) == ("respond", ("b",))
    field.answer((COMBATTIMENTO, "b1"))
    hit = field.the(HitLanded)
    assert (hit.face, hit.critical, hit.automatic) == (3, False, True)
    field.act("a1", "melee", "b1", die=6)
    assert field.asked == "action", "nothing to gain against a plain hit"
    field.done()


@pytest.mark.rule("CDC-RRL-01.2", "CDC-RRL-02.1", "CDC-TRN-03.2", "CDC-TRN-03.4")
def test_a_miss_can_be_had_thrown_again_where_it_may_end_the_hand() -> None:
    """35 + 3 + 2 are 40."""
    fighters = {"a1": at(10), "b1": at(12.5, cmb=1)}
    early = Field(fighters, dice=[3], options={}, start={"total": 28})
    early.act("a1", "melee", "b1", die=8)
    assert early.asked == "action", "31, and a d8 adds 8 at the most"
    field = Field(fighters, dice=[3, 2], options={}, start={"total": 35})
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "respond" and field.offered() == ("pass", COMBATTIMENTO)
    field.answer((COMBATTIMENTO, "b1"))
    assert field.the(HandEnded).total == 40 and field.state.hand == "b" and not field.all(Hurt)
    field.done()


@pytest.mark.rule("CDC-RRL-01.2", "CDC-RRL-04.2", "CDC-ACT-17.5")
def test_a_climb_that_leads_too_high_can_be_thrown_again() -> None:
    """A 6 leads to the top at 9 cm; a 3 to the ledge at 5."""
    ledge = {"rect": [17, 12, 3, 6], "height": 5}
    field = Field({"a1": at(18, des=1), **FAR}, terrain=[tower(9, ledges=[ledge])], dice=[6, 3])
    field.act("a1", "climb", "tower", die=6)
    assert field.asked == "respond"
    field.answer((DESTREZZA, "a1"))
    if field.asked == "spot":
        field.answer(field.offered()[0])
    assert field.figure("a1").z == 5_000
    field.done()


@pytest.mark.rule("CDC-RRL-02.1", "CDC-RRL-02.2", "CDC-TST-01.10", "CDC-TRN-03.8", "CDC-CND-02.1")
def test_a_test_in_the_other_hand_thrown_again_at_the_others_wish_counts_for_nobody() -> None:
    force = {"moment": "rolled", "when": "enemy(actor, me) and action is test", "do": [{"reroll": "throw"}]}
    fighters = {"a1": at(10, abilities=["Malocchio"]), "b1": at(40, conditions=["Veleno"])}
    field = trial({"Malocchio": force}, fighters, dice=[5, 1, 4], start={"total": 39})
    field.answer(("b1", "cure", "Veleno"), "b")
    field.answer(8)
    assert field.game.pending is not None and field.game.pending.seats == ("a",)
    field.answer(("Malocchio", "a1"))
    assert field.figure("b1").life == 4, "the second face is a 1"
    field.answer(6)
    field.answer(PASS)
    assert field.the(TestEnded).passed and field.figure("b1").conditions == ()
    assert (field.asked, field.state.hand, field.state.hand_total) == ("action", "a", 39)
    wishes = [event.wish for event in field.all(DiceRolled)]
    assert wishes == ["", "a1", ""]
    field.done()


@pytest.mark.rule("CDC-RRL-02.1")
def test_the_journal_says_at_whose_wish_a_die_fell_again() -> None:
    fighters = {"a1": at(10, cmb=1, name="Grask"), "b1": at(12.5, cmb=2, name="Nadia")}
    field = Field(fighters, dice=[5, 2, 2, 3], options={})
    field.act("a1", "melee", "b1", die=8)
    field.answer(PASS)
    field.answer((COMBATTIMENTO, "b1"))
    forced = field.all(DiceRolled)[1]
    assert forced.wish == "b1" and forced.by == "a1"
    assert RULES.sentence(field.state, forced, "it").startswith("Nadia fa ritirare il dado a Grask")
    assert RULES.sentence(field.state, forced, "en").startswith("Nadia has Grask roll the die again")
    field.act("a1", "melee", "b1", die=6)
    field.answer((COMBATTIMENTO, "a1"))
    own = field.all(DiceRolled)[3]
    assert own.wish == "" and RULES.sentence(field.state, own, "it").startswith("Grask ritira il dado")
    field.done()


# dying in one's own move, dying together


@pytest.mark.rule("CDC-TAB-14.1", "CDC-TAB-14.3", "CDC-TRN-02.2", "CDC-DMG-02.5")
def test_who_dies_in_its_own_move_drops_its_token_there_and_the_hand_goes_on() -> None:
    waste = {"id": "waste", "rect": [14, 0, 10, 60], "kinds": ["extremely_dangerous"]}
    chest = {"id": "chest", "name": "Cassa", "at": [10, 10]}
    fighters = {"a1": at(10, life=1), "a2": at(5, 40), **FAR}
    field = Field(fighters, terrain=[waste], dice=[6], tokens=[chest])
    field.act("a1", "take", "chest", die=4)
    field.act("a1", "move", die=8)
    field.to(28, 10)
    assert field.figure("a1").status == "dead" and field.at("a1") == (14, 10) and field.figure("a1").dice == ()
    (token,) = field.state.tokens
    assert (token.holder, token.x, token.y) == ("", 14_000, 10_000) and field.the(TokenTaken).it == "a1"
    assert (field.state.hand, field.offered()) == ("a", ("pass", "a2"))
    field.done()


@pytest.mark.rule("CDC-TAB-13.1", "CDC-TRN-04.1", "CDC-TRN-04.2")
def test_the_last_one_with_dice_dies_in_its_move_and_the_hand_passes_by_itself() -> None:
    scree = {"id": "scree", "rect": [14, 0, 10, 60], "kinds": ["dangerous"]}
    fighters = {"a1": at(13, life=1, dice=(8,)), "a2": at(5, 40, dice=()), "b1": at(55, 55, dice=(4,))}
    field = Field(fighters, terrain=[scree], dice=[1], start={"no_deal": True})
    field.act("a1", "move", die=8)
    field.to(15, 10)
    ended = field.the(HandEnded)
    assert (ended.why, ended.last, field.state.hand, field.state.passed) == ("spent", False, "b", ())
    field.done()


@pytest.mark.rule("CDC-CMP-19.6", "CDC-DMG-02.1")
def test_the_last_two_die_of_one_action() -> None:
    """The enemy first, then oneself: nobody won in between."""
    blast = {"kind": "A", "do": [{"damage": 9, "to": "around(me, 60)"}, {"damage": 9, "to": "me"}]}
    field = trial({"Scoppio": blast}, {"a1": at(10, abilities=["Scoppio"]), "b1": at(40)})
    field.act("a1", "ability", "Scoppio", die=8)
    assert [event.it for event in field.all(Died)] == ["b1", "a1"]
    end = field.the(Finished)
    assert (end.result, end.rules) == ("draw", ("CDC-CMP-19.6",)) and field.game.over


@pytest.mark.rule("CDC-CND-02.1", "CDC-CND-04.2", "CDC-CMP-19.5")
@pytest.mark.parametrize(("life", "left"), [(1, 5), (2, 4)])
def test_whom_poison_kills_at_the_die_strikes_nobody_any_more(life: int, left: int) -> None:
    """A 1 hits who lies, if whoever rolled it outlives the poison."""
    fighters = {"a1": at(10, life=life, conditions=["Veleno"]), "b1": at(12.5, conditions=["A Terra"])}
    field = Field(fighters, dice=[1])
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").life == left and len(field.all(HitLanded)) == (life == 2)
    assert field.game.over is (life == 1)
    field.done()


@pytest.mark.rule("CDC-CND-02.1")
def test_poison_is_no_weapon() -> None:
    field = Field({"a1": at(10, conditions=["Veleno"]), "b1": at(12.5)}, dice=[1])
    field.act("a1", "melee", "b1", die=8)
    hurt = field.the(Hurt)
    assert (hurt.it, hurt.action, hurt.weapon) == ("a1", "condition", "")
    field.done()


@pytest.mark.rule("CDC-CND-01.1", "CDC-CMP-19.5", "CDC-TST-01.6")
def test_the_last_of_a_company_burns_before_it_can_act() -> None:
    field = Field({"a1": at(10), "b1": at(50, 50, life=1, conditions=["Fuoco"])})
    field.answer(PASS)
    assert (field.asked, field.about["test"]) == ("test", "riflessi")
    field.answer("decline")
    assert field.the(TestEnded).rules[0] == "CDC-TST-01.6" and field.the(Finished).result == "a"


@pytest.mark.rule("CDC-TST-01.5", "CDC-TST-01.6", "CDC-TST-03.1")
@pytest.mark.parametrize(
    ("dice", "answer", "fell", "clause"),
    [((4,), 4, [3], "CDC-TST-01.5"), ((4,), "decline", [], "CDC-TST-01.6"), ((), None, [], "CDC-TST-03.1")],
)
def test_the_journal_says_why_a_test_was_failed(
    dice: tuple[int, ...], answer: Any, fell: list[int], clause: str
) -> None:
    gas = {"kind": "A", "target": {"one": "foes(me, 60)"}, "do": [{"test": "riflessi", "to": "target"}]}
    fighters = {"a1": at(10, abilities=["Gas"], dice=(8,)), "b1": at(40, dice=dice)}
    field = trial({"Gas": gas}, fighters, dice=fell, start={"no_deal": True})
    field.act("a1", "ability", "Gas", "b1", die=8)
    if answer is not None:
        field.answer(answer)
    assert field.the(TestEnded).rules[0] == clause and not field.the(TestEnded).passed
    field.done()


# falls, climbs, jumps


@pytest.mark.rule("CDC-ACT-14.6", "CDC-ACT-15.3", "CDC-ACT-15.8", "CDC-ACT-18.4", "CDC-CND-05.11", "CDC-TAB-17.2")
def test_the_journal_says_by_which_rule_one_falls() -> None:
    """Moved over the edge, jumped, thrown down, fallen off a climb, pushed."""
    pit = {"id": "pit", "rect": [11, 0, 5, 60], "kinds": ["crevice"]}
    edge = tower(9, rect=[0, 0, 20, 60])

    def fell(field: Field) -> tuple[str, ...]:
        return field.the(Fell).rules

    moved = Field({"a1": at(18, z=9), **FAR}, terrain=[edge], dice=[4])
    moved.act("a1", "move", die=8)
    moved.to(24, 10)
    assert fell(moved) == ("CDC-TAB-17.2",)
    for scene, x, z in ((edge, 18, 9), (pit, 9, 0)):
        jumped = Field({"a1": at(x, z=z), **FAR}, terrain=[scene], dice=[4])
        jumped.act("a1", "jump", die=8)
        jumped.answer(0)
        assert fell(jumped) == ("CDC-ACT-14.6",), scene["id"]
        thrown = Field({"a1": at(x, z=z), **FAR}, terrain=[scene])
        thrown.act("a1", "throw_down", scene["id"], die=8)
        assert fell(thrown) == (("CDC-ACT-15.3",) if z else ("CDC-ACT-15.8",))
        pushed = trial(
            {"Spinta": PUSH}, {"a1": at(x - 6, z=z, abilities=["Spinta"]), "b1": at(x, z=z)}, terrain=[scene],
            dice=[4, 1],
        )  # fmt: skip
        pushed.act("a1", "ability", "Spinta", "b1", die=8)
        assert fell(pushed) == ("CDC-CND-05.11",)
    slipped = Field({"a1": at(19, z=9), **FAR}, terrain=[edge], dice=[2])
    slipped.act("a1", "descend", "tower", die=8)
    if slipped.asked == "spot":
        slipped.answer(slipped.offered()[0])
    assert fell(slipped) == ("CDC-ACT-18.4",) and slipped.the(Fell).height == 5_000


@pytest.mark.rule("CDC-MOV-02.2", "CDC-MOV-02.3", "CDC-MOV-04.3")
def test_an_enemy_at_the_foot_bars_the_places_within_2_cm_and_no_others() -> None:
    """It stands right below: 4.5 cm along the wall, a base is more than 2 cm from it."""
    field = Field({"a1": at(21, z=9), "b1": at(18.5)}, terrain=[tower(9)], dice=[6])
    field.act("a1", "descend", "tower", die=6)
    spots = field.offered()
    assert spots and all(abs(y - 10_000) > 4_400 for _, y in spots)
    field.answer(spots[0])
    assert field.figure("a1").z == 0 and not field.all(Fell)
    field.done()


@pytest.mark.rule("CDC-ACT-18.4", "CDC-MOV-02.2", "CDC-TAB-19.1")
def test_but_a_fall_among_enemies_is_a_fall() -> None:
    """2 x 2 of 9 cm climbed; 5 fallen, at the foot, where an enemy waits: falls heed no 2 cm."""
    field = Field({"a1": at(21, z=9), "b1": at(18.5)}, terrain=[tower(9)], dice=[2])
    field.act("a1", "descend", "tower", die=6)
    if field.asked == "spot":
        field.answer(field.offered()[-1])
    assert field.the(Hurt).amount == 1 and field.figure("a1").prone and field.figure("a1").z == 0
    field.done()


@pytest.mark.rule("CDC-MOV-01.1", "CDC-MOV-01.6", "CDC-ACT-14.10")
def test_a_jump_that_a_friend_shortens_does_not_end_beside_the_enemy_it_was_to_reach() -> None:
    """8 cm would touch b1, but a2 stands where it would come down; before a2 it is 1.34 cm from b1."""
    field = Field(
        {"a1": at(7.494, 16.041), "a2": at(7.463, 10.013), "b1": at(9.857, 9.291), "b2": at(50, 50)}, dice=[8]
    )
    field.act("a1", "jump", die=8)
    field.answer(274_000)
    x, y = field.at("a1")
    assert ((x - 9.857) ** 2 + (y - 9.291) ** 2) ** 0.5 - 2.5 > 2
    field.done()


@pytest.mark.rule("CDC-MOV-01.5", "CDC-MOV-01.6")
def test_a_jump_towards_an_enemy_two_cm_off_that_falls_short_does_not_creep() -> None:
    field = Field({"a1": at(10), "b1": at(14.3)}, dice=[1])
    field.act("a1", "jump", die=4)
    field.answer(0)
    assert field.at("a1") == (10, 10), "1.8 cm from b1, one cm leads nearer and touches nobody"
    field.done()


# hands, counts, turns


@pytest.mark.rule("CDC-TRN-06.1", "CDC-TRN-06.3", "CDC-TRN-07.1", "CDC-TRN-07.2", "CDC-TRN-05.2")
@pytest.mark.parametrize(
    ("mine", "theirs", "passed", "why", "last", "rule"),
    [
        ((8,), (4,), (), "spent", False, "CDC-TRN-04.1"),
        ((8,), (), (), "spent", True, "CDC-TRN-07.1"),
        ((8,), (4,), ("b",), "spent", True, "CDC-TRN-07.2"),
        ((8, 8), (4,), (), "pass", False, "CDC-TRN-05.2"),
        ((8, 8), (), (), "pass", True, "CDC-TRN-06.3"),
    ],
)
def test_the_last_hand_of_a_turn_does_not_pass_it_ends(
    mine: tuple[int, ...], theirs: tuple[int, ...], passed: tuple[str, ...], why: str, last: bool, rule: str
) -> None:
    fighters = {"a1": at(10, dice=mine), "b1": at(50, 50, dice=theirs)}
    field = Field(fighters, dice=[2], start={"no_deal": True})
    field.state.passed = passed
    field.act("a1", "move", die=8)
    field.to(10, 12)
    if why == "pass":
        field.answer(PASS)
    ended = field.all(HandEnded)[0]
    assert (ended.why, ended.last, ended.rules) == (why, last, (rule,))
    assert field.state.turn == (2 if last else 1)
    told = RULES.sentence(field.state, ended, "it")
    assert ("il turno è finito" in told, "la mano passa" in told.lower()) == (last, not last)
    assert ("the turn is over" in RULES.sentence(field.state, ended, "en")) is last


@pytest.mark.rule("CDC-DEP-04.11", "CDC-DEP-05.1", "CDC-DEP-06.1", "CDC-TRN-07.2", "CDC-TRN-08.6")
def test_dice_bid_away_to_the_last_leave_a_turn_without_hands() -> None:
    field = Field({"a1": at(10), "b1": at(50, 50)}, dice=[1, 2, 3, 4, 5, 6], hand="bid")
    for path in (("a1", 4), ("b1", 4), ("a1", 6), ("b1", 6), ("a1", 8), ("b1", 8)):
        field.answer(path)
    assert field.the(BidWon).seat == "b"
    assert [event.seat for event in field.all(HandBegan)] == ["a"] and field.state.turn == 2, "b would have had turn 1"
    assert field.figure("a1").dice == field.figure("b1").dice == (4, 6, 8)
    field.done()


@pytest.mark.rule("CDC-CMP-19.6", "CDC-TRN-07.1")
def test_points_alike_at_the_last_turn_are_settled_by_the_pr_left() -> None:
    """a carries the chest, b alone holds the altar; of the PR b has a fighter more."""
    fighters = {"a1": at(10, dice=(4,)), "b1": at(50, 50, dice=()), "b2": at(30, 50, dice=())}
    options = {"turn_limit": 1, "token_points": 1, "hold_points": 1, "combat_rerolls": False}
    field = Field(
        fighters, options=options, start={"no_deal": True},
        tokens=[{"id": "chest", "name": "Cassa", "at": [10, 10]}],
        zones=[{"id": "altar", "name": "Altare", "at": [50, 50], "radius": 5}],
    )  # fmt: skip
    field.act("a1", "take", "chest", die=4)
    assert field.the(Scored).scores == (1, 1)
    assert (field.the(Finished).result, field.the(Finished).why) == ("b", "turn_limit")


@pytest.mark.rule("CDC-CND-07.1", "CDC-CND-07.7", "CDC-CND-07.9", "CDC-CND-06.1")
def test_fear_and_terror_leave_one_d4_even_where_a_rule_deals_more() -> None:
    more = {"at": {"turn_start": [{"grant_die": [8], "to": "me"}]}, "always": [{"modify": "dealt", "by": 1}]}
    fighters = {"a1": at(10, abilities=["Vigore"], conditions=["Spaventato", "Terrorizzato"]), "b1": at(50, 50)}
    field = trial({"Vigore": more}, fighters)
    field.answer(PASS)
    field.answer(PASS)
    assert field.state.turn == 2 and field.figure("a1").dice == (4,)


@pytest.mark.rule("CDC-CND-03.1", "CDC-CND-03.5", "CDC-CND-03.6", "CDC-ACT-23.10")
def test_frost_allows_one_move_under_cover_and_then_what_is_no_movement() -> None:
    wood = {"id": "wood", "rect": [0, 0, 60, 60], "kinds": ["covering"]}
    field = Field({"a1": at(10, conditions=["Gelo"], dice=(4, 6, 8, 8)), **FAR}, terrain=[wood], dice=[3, 2])
    field.act("a1", "cover", die=8, others=(4,))
    field.to(12, 10)
    assert set(field.offered("a1")) == {"jump", "careful", "cure"}
    field.act("a1", "careful", die=8)
    field.to(13, 10)
    assert field.figure("a1").last_action == "careful" and field.figure("a1").dice == (6,)
    field.done()


@pytest.mark.rule("CDC-ACT-23.4", "CDC-ACT-23.8", "CDC-ACT-11.3")
@pytest.mark.parametrize(("responds", "needs"), [(True, 4), (False, 5)])
def test_a_response_to_the_shot_ends_the_cover_before_the_die_falls(responds: bool, needs: int) -> None:
    """A 4 hits who has just acted, and misses who has not."""
    jeer = {"kind": "AL", "target": {"one": "foes(me, 60)"}, "do": [{"damage": 1, "to": "target"}]}
    fighters = {"a1": at(10, abilities=["Scherno"], last_action="cover"), "b1": at(30, items=[ARCO]), "b2": at(40, 30)}
    field = trial({"Scherno": jeer}, fighters, dice=[4], hand="b")
    field.act("b1", "shot", ARCO, "a1", die=8)
    field.answer(("Scherno", "a1", 4, "b2") if responds else PASS)
    need = field.the(DiceRolled).need
    assert need is not None and need.value == needs
    assert len(field.all(HitLanded)) == responds and len(field.all(Missed)) == (not responds)
    field.done()


@pytest.mark.rule("CDC-ACT-10.1", "CDC-ACT-10.3", "CDC-ACT-10.4")
def test_a_shot_that_is_a_complete_action_cites_its_own_cost() -> None:
    """Three of four dice, of which one is rolled; nothing says that a shot costs one."""
    field = Field({"a1": at(10, items=[SNIPER], dice=(4, 4, 6, 8)), "b1": at(40)}, dice=[3])
    assert field.offered("a1", "shot", SNIPER, "b1", 6) == ((4, 4), (4, 8))
    field.act("a1", "shot", SNIPER, "b1", die=6, others=(4, 8))
    assert field.the(TookPart).rules == ("CDC-ACT-10.1", SNIPER)
    assert field.the(DiceRolled).rules == field.the(Missed).rules == ("CDC-ACT-10.4",)
    assert field.figure("a1").dice == (4,)
    field.done()


@pytest.mark.rule("CDC-CND-04.2", "CDC-ACT-27.1", "CDC-TAB-19.7")
def test_who_lies_on_a_ledge_is_struck_from_the_foot_and_stands_up_there() -> None:
    """Heights do not count for reach; a push on to a low obstacle leaves its victim A Terra on top."""
    step = {"id": "step", "rect": [14, 0, 20, 60], "height": 6, "crossing": "vaultable"}
    fighters = {"a1": at(7, abilities=["Spinta"]), "a2": at(12.6, 13), "b1": at(11, 10.4)}
    field = trial({"Spinta": PUSH}, fighters, terrain=[step], dice=[4, 1, 1])
    field.act("a1", "ability", "Spinta", "b1", die=8)
    victim = field.figure("b1")
    assert (victim.z, victim.prone, victim.life) == (6_000, True, 5) and not field.all(Fell)
    assert [event.condition for event in field.all(ConditionGained)] == ["Respinto", "A Terra"]
    field.act("a2", "melee", "b1", die=4)
    assert field.the(HitLanded).automatic and field.figure("b1").life == 4
    field.answer(PASS)
    field.act("b1", "stand", die=4)
    assert field.figure("b1").z == 6_000 and not field.figure("b1").prone
    assert [event.how for event in field.all(Moved)] == ["Respinto"]
    field.done()


@pytest.mark.parametrize("seed", (0, 1, 5, 6, 8, 9, 11, 14))
def test_a_second_referee_finds_no_fault_in_whole_battles(seed: int) -> None:
    """Random battles full of scenery and conditions, every line worked out anew."""
    rng = Random(seed)
    setup = random_battle(Random(seed), RULESET.library, limit=150, size=(36, 30), pieces=10, turns=6)
    for fighter in (fighter for side in setup["sides"] for fighter in side["fighters"]):
        if rng.random() < 0.4:
            fighter["conditions"] = rng.sample(["Fuoco", "Veleno", "Gelo", "Spaventato", "Terrorizzato"], 2)
        if rng.random() < 0.6:
            fighter.pop("abilities", None)
    game = play(Game.new(RULESET, setup, SeededDice.of_seed(seed)), rng, 700)
    audit = Audit(game)
    assert audit.faults == []
    assert audit.checked["DiceRolled"] > 40 and audit.checked["Moved"] > 15
