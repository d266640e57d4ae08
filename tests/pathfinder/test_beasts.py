"""What beasts do beside plain attacks: pounce, rake, rend, constrict, trample, gaze."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.attacks import MISSED
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, Hurt, SaveMade
from tests.pathfinder.field import Field

CLAW: dict[str, Any] = {"id": "artiglio", "name": "Artiglio", "name_en": "Claw", "damage": "1d4",
                        "types": ["tagliente"], "count": 2}  # fmt: skip
BITE: dict[str, Any] = {"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d6", "types": ["perforante"],
                        "hits": ["afferrare"]}  # fmt: skip
SLAM: dict[str, Any] = {"id": "schianto", "name": "Schianto", "name_en": "Slam", "damage": "1d6",
                        "types": ["contundente"], "hits": ["afferrare"]}  # fmt: skip
VICTIM = {"at": "h3", "hp": 90}
CAT = {"at": "b3", "forza": 14, "attacks": [BITE, CLAW], "abilities": ["balzo", "artigliare"]}


@pytest.mark.rule("PF-CHG-09.1", "PF-CHG-08.1")
def test_a_pounce_ends_a_charge_with_all_attacks_and_the_hind_claws_each_at_plus_2() -> None:
    field = Field({"a1": CAT}, {"b1": VICTIM}, dice=[15, 3, 15, 2, 15, 2, 15, 2, 15, 2])
    field.act("a1", "charge", "morso", "b1")
    rolled = field.all(AttackRolled)
    assert [(e.weapon, e.bonus.value) for e in rolled] == [("morso", 4)] + [("artiglio", 4)] * 4
    assert field.figure("b1").hp == 90 - (3 + 2) - 4 * (2 + 2)
    field.done()


def test_without_pounce_a_charge_is_one_blow_and_a_pounce_turns_to_another_when_the_first_falls() -> None:
    field = Field({"a1": {**CAT, "abilities": []}}, {"b1": VICTIM}, dice=[15, 3])
    field.act("a1", "charge", "morso", "b1")
    assert len(field.all(AttackRolled)) == 1
    foes = {"b1": {"at": "h3", "hp": 3}, "b2": {"at": "h4", "hp": 90}}
    field = Field({"a1": {**CAT, "abilities": ["balzo"]}}, foes, dice=[15, 3, 15, 2, 1])
    field.act("a1", "charge", "morso", "b1")
    assert [e.target for e in field.all(AttackRolled)] == ["b1", "b2", "b2"]


@pytest.mark.rule("PF-GRP-07.1")
def test_who_is_held_since_the_last_turn_gets_the_hind_claws_and_who_constricts_squeezes_each_time() -> None:
    snake = {**CAT, "at": "c3", "attacks": [BITE, CLAW], "abilities": ["afferrare", "artigliare", "stritolare"]}
    dice = [15, 3, 10, 4, 10, 2, 5, 15, 1, 15, 1]
    field = Field({"a1": snake}, {"b1": {"at": "d3", "hp": 90}}, dice=dice)
    field.act("a1", "attack", "morso", "b1")  # bite 3 + 2; the grapple by 10 + 2 + 4; squeezed for 4 + 2
    assert field.figure("a1").holds == "b1" and field.figure("b1").hp == 90 - 5 - 6
    field.end("a1", "b1")
    field.act("a1", "hold", "crush", "morso")
    field.answer("lethal")
    assert field.figure("b1").hp == 79 - (2 + 2) - (5 + 2) - 2 * (1 + 2)
    assert [e.action for e in field.all(AttackRolled)] == ["attack", "artigliare", "artigliare"]
    field.done()


TROLL = {"at": "c3", "forza": 18, "attacks": [{**CLAW, "hits": ["squartare"]}], "abilities": ["squartare"]}


def claws(dice: list[int]) -> Field:
    """A creature that rends, its two claws at one foe."""
    field = Field({"a1": TROLL}, {"b1": {"at": "d3", "hp": 90}}, dice=dice)
    field.act("a1", "full_attack", "natural", "artiglio", "b1")
    field.act("a1", "swing", "artiglio", "b1")
    return field


def test_two_claws_that_hit_tear_once_for_their_dice_and_half_again_the_strength() -> None:
    field = claws([15, 1, 15, 2, 3])
    assert [e.amount for e in field.all(Hurt)] == [1 + 4, 2 + 4, 3 + 6]
    field.end("a1", "b1")
    assert not field.state.effects


def test_one_claw_does_not_tear_and_last_rounds_claw_does_not_count() -> None:
    field = claws([2, 15, 1, 15, 1, 2])
    assert field.all(AttackRolled)[0].outcome == MISSED and len(field.all(Hurt)) == 1
    field.end("a1", "b1")
    field.act("a1", "full_attack", "natural", "artiglio", "b1")
    field.act("a1", "swing", "artiglio", "b1")
    assert [e.amount for e in field.all(Hurt)] == [1 + 4, 1 + 4]


# --- trample ------------------------------------------------------------------------------------------

OX = {"at": "b3", "size": "grande", "level": 4, "forza": 18, "attacks": [{**SLAM, "hits": []}],
      "abilities": ["travolgere"]}  # fmt: skip


@pytest.mark.rule("PF-FULL-20.1", "PF-ABL-05.1")
def test_to_trample_takes_the_whole_round_and_hurts_all_that_is_walked_over() -> None:
    foes = {"b1": {"at": "e3", "hp": 90}, "b2": {"at": "g4", "hp": 90}}
    field = Field({"a1": OX}, foes, dice=[15, 4, 2, 3])
    assert {"d3", "e3", "f3"}.isdisjoint(field.offered("a1", "trample"))
    field.act("a1", "trample", "h3")
    assert [(e.it, e.dc) for e in field.all(SaveMade)] == [("b1", 16), ("b2", 16)]
    assert [field.figure(foe).hp for foe in foes] == [90 - (4 + 6), 90 - (3 + 6)]
    assert field.at("a1") == "h3" and (field.figure("a1").std, field.figure("a1").mov) == (0, 0)


def test_half_for_those_who_dodge_all_for_those_who_strike_at_minus_4_instead() -> None:
    brave = {"at": "e3", "hp": 90, "bab": 5, "items": ["spada-lunga"]}
    field = Field({"a1": OX}, {"b1": brave}, dice=[16, 5, 20, 5], order=["b1", "a1"])
    field.end("b1")
    field.act("a1", "trample", "g3")
    field.answer("dodge")
    assert field.figure("b1").hp == 90 - (5 + 6) // 2
    field = Field({"a1": OX}, {"b1": brave}, dice=[12, 5, 5], order=["b1", "a1"])
    field.end("b1")
    field.act("a1", "trample", "g3")
    field.answer("strike")
    rolled = field.the(AttackRolled)
    assert (rolled.bonus.value, rolled.outcome) == (1, "hit") and field.figure("a1").hp == 20 - 5
    assert field.figure("b1").hp == 90 - (5 + 6) and field.figure("b1").made == 1


def test_nobody_tramples_what_is_as_large() -> None:
    big = {"at": "e3", "size": "grande"}
    assert "trample" not in Field({"a1": OX}, {"b1": big}).actions("a1")


# --- gaze ---------------------------------------------------------------------------------------------

GAZER = {"at": "f3", "abilities": ["sguardo-pietrificante"]}


def test_a_gaze_turns_to_stone_at_the_beginning_of_the_turn_within_9_metres() -> None:
    field = Field({"a1": {"at": "c3"}}, {"b1": {**GAZER, "at": "l3"}}, dice=[])
    assert not field.all(SaveMade)
    field = Field({"a1": {"at": "c3"}}, {"b1": GAZER}, dice=[14])
    save = field.the(SaveMade)
    assert (save.save, save.dc, save.passed) == ("tempra", 15, False) and field.figure("a1").has("pietrificato")


def test_who_looks_away_is_spared_every_other_time_and_strikes_at_something_half_seen() -> None:
    field = Field({"a1": {"at": "e3", "items": ["spada-lunga"]}}, {"b1": GAZER}, dice=[16, 15, 20, 50, 51, 3])
    field.act("a1", "avert")
    assert "avert" not in field.actions("a1")
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.the(AttackRolled).outcome == "concealed"
    field.end("a1", "b1")
    assert len(field.all(SaveMade)) == 1 and field.asked == "action"
    field.act("a1", "avert")
    field.end("a1", "b1")
    assert len(field.all(SaveMade)) == 2 and field.figure("a1").has("pietrificato")


# --- swallowing ---------------------------------------------------------------------------------------

MAW = {"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d8", "types": ["perforante"],
       "hits": ["afferrare"]}  # fmt: skip
WORM = {"at": "c3", "size": "grande", "forza": 18, "hp": 40, "natural": 9, "attacks": [MAW],
        "abilities": ["afferrare", "inghiottire"]}  # fmt: skip


def swallowed(dice: list[int], **worm: Any) -> Field:
    """b1 is in the worm: bitten, held, bitten again and swallowed; it is about to act."""
    victim = {"at": "e3", "hp": 90, "items": ["pugnale"]}
    field = Field({"a1": {**WORM, **worm}}, {"b1": victim, "b2": {"at": "j9", "items": ["spada-lunga"]}},
                  dice=[15, 3, 15, 10, 4, *dice])  # fmt: skip
    field.act("a1", "attack", "morso", "b1")  # 3 + 6: the only attack adds half again the Strength
    field.end("a1", "b1", "b2")
    assert "swallow" in field.offered("a1", "hold")
    field.act("a1", "hold", "swallow")  # bitten for 4 + 6
    field.end("a1")
    return field


@pytest.mark.rule("PF-MON-01.1")
def test_who_is_swallowed_is_bitten_once_more_and_out_of_everybodys_reach() -> None:
    field = swallowed([])
    figure = field.figure("b1")
    assert (figure.hp, figure.inside, figure.conditions) == (90 - 9 - 10, "a1", ("inghiottito",))
    assert (field.figure("a1").holds, field.figure("a1").conditions) == ("", ())
    assert {"move", "step", "grapple"}.isdisjoint(field.actions("b1"))
    assert {"attack", "escape"} <= set(field.actions("b1"))


def test_who_is_inside_is_hurt_at_each_turn_of_its_holder_and_cuts_itself_out_with_a_tenth_of_its_hit_points() -> None:
    field = swallowed([12, 3, 5, 12, 2])
    field.act("b1", "attack", "pugnale", "a1")
    rolled = field.all(AttackRolled)[-1]
    assert rolled.ac.value == 10 + 9 // 2  # nothing but half its hide
    assert rolled.outcome == "miss"
    field.end("b1", "b2")
    assert field.figure("b1").hp == 71 - (3 + 6)


def test_a_dagger_opens_the_way_and_nothing_is_swallowed_through_the_hole() -> None:
    field = swallowed([16, 4])  # -2 for being held
    field.act("b1", "attack", "pugnale", "a1")
    assert field.figure("a1").hp == 36 and field.figure("b1").inside == "" and field.at("b1") == "b2"
    assert field.figure("b1").conditions == () and field.game.marked("a1", "squarciato")


def test_getting_free_leads_back_into_the_jaws_and_the_holders_death_sets_free() -> None:
    field = swallowed([17])
    field.act("b1", "escape", "force")
    assert field.figure("b1").inside == "" and field.figure("a1").holds == "b1"
    field = swallowed([16, 4], hp=60, hp_now=1, costituzione=1)  # 4 is less than a tenth, but more than it has
    field.act("b1", "attack", "pugnale", "a1")
    assert field.figure("a1").status == "dead" and field.figure("b1").inside == "" and field.figure("b1").cut == 0
