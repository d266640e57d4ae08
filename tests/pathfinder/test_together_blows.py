"""Two or more rules acting on one moment of a blow: feats, reach, cover, opportunities within opportunities."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of, defence_of
from arbitro.rulesets.pathfinder.events import CameToNothing, Moved, OpportunityTaken, Stopped
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, Hurt, ManoeuvreRolled
from arbitro.rulesets.pathfinder.events_magic import ChargeHeld
from arbitro.rulesets.pathfinder.numbers import armour_class
from tests.pathfinder.field import Field
from tests.pathfinder.test_beasts import CLAW, SLAM, WORM
from tests.pathfinder.test_blows import ready
from tests.pathfinder.test_magic import mage

SWORD: dict[str, Any] = {"items": ["spada-lunga"]}
POWER, EXPERTISE = "attacco-poderoso", "maestria-in-combattimento"
REFLEXES = "riflessi-in-combattimento"


def hits(field: Field) -> list[tuple[str, str, int, int, str]]:
    """All attack rolls: who, at whom, bonus, AC, outcome."""
    return [(e.actor, e.target, e.bonus.value, e.ac.value, e.outcome) for e in field.all(AttackRolled)]


# --- cleave -------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-STD-04.1", "PF-COV-01.1")
def test_cleave_with_a_reach_weapon_finds_soft_cover_and_passes_over_those_too_near() -> None:
    foes = {"b1": {"at": "d4"}, "b2": {"at": "e4"}, "b3": {"at": "e5"}}
    pike = {"at": "c4", "feats": ["incalzare", "incalzare-potenziato"], "items": ["lancia-lunga"]}
    field = Field({"a1": pike}, foes, dice=[14, 5, 14, 6])
    assert field.offered("a1", "cleave", "lancia-lunga") == ("b2", "b3")  # b1 is too near
    field.act("a1", "cleave", "lancia-lunga", "b2")
    assert field.offered() == ("b3", "pass")  # b1 is next to b2, but too near for the next blow as well
    field.answer("b3")
    # b1 stands between and gives soft cover to b2, but not to b3 across its corner
    assert hits(field) == [("a1", "b2", 0, 14, "hit"), ("a1", "b3", 0, 10, "hit")]
    assert field.asked == "action"


@pytest.mark.rule("PF-AOO-08.1", "PF-AOO-14.1", "PF-AC-01.1")
def test_whoever_cleaves_is_open_to_the_one_it_provokes_by_its_fists() -> None:
    brawler = {"at": "c3", "feats": ["incalzare"], "destrezza": 14}
    field = ready({"a1": brawler}, {"b1": {"at": "d3", **SWORD}, "b2": {"at": "d4"}}, [10, 4, 15, 2, 14, 3])
    field.act("a1", "cleave", "senz-armi", "b1")
    field.strike("b1")  # at AC 12 - 2
    field.answer("b2")
    assert hits(field) == [("b1", "a1", 0, 10, "hit"), ("a1", "b1", 0, 10, "hit"), ("a1", "b2", 0, 10, "hit")]
    assert (field.figure("b1").nonlethal, field.figure("b2").nonlethal) == (2, 3)


@pytest.mark.rule("PF-FLK-01.1", "PF-CND-15.1")
def test_the_second_blow_of_a_cleave_finds_a_flanked_and_lying_foe_with_its_own_numbers() -> None:
    party = {"a1": {"at": "c3", "feats": ["incalzare"], **SWORD}, "a2": {"at": "e4", **SWORD}}
    foes = {"b1": {"at": "d2"}, "b2": {"at": "d3", "conditions": ["prono"]}}
    field = ready(party, foes, [10, 1, 10, 2])
    field.act("a1", "cleave", "spada-lunga", "b1")
    field.answer("b2")
    assert hits(field) == [("a1", "b1", 0, 10, "hit"), ("a1", "b2", 0, 6, "hit")]
    party["a2"]["at"] = "e3"
    field = ready(party, foes, [10, 1, 10, 2])
    field.act("a1", "cleave", "spada-lunga", "b1")
    field.answer("b2")
    assert hits(field)[1] == ("a1", "b2", 2, 6, "hit")  # flanked too


# --- opportunities within opportunities ---------------------------------------------------------------


@pytest.mark.rule("PF-AOO-10.2", "PF-CMB-05.2", "PF-CMB-06.1", "PF-CMB-06.2", "PF-AOO-07.4", "PF-TRP-02.1")
def test_a_trip_for_an_opportunity_gives_one_itself_and_what_that_deals_is_taken_off_it() -> None:
    field = ready({"a1": {"at": "c3", **SWORD}}, {"b1": {"at": "d3", "bab": 4, **SWORD}}, [15, 3, 9])
    field.act("a1", "move", "c6")
    field.answer(("PF-CMB-05", "b1"))  # in place of a blow
    field.answer(("trip", "spada-lunga"))
    assert field.asked == "respond" and field.at("a1") == "c3"
    field.strike("a1")  # an opportunity within the opportunity
    made = field.the(ManoeuvreRolled)
    assert (made.bonus.value, made.cmd.value, made.passed) == (4 - 3, 10, True)
    assert field.figure("a1").has("prono") and field.at("a1") == "c3" and field.the(Stopped).it == "a1"
    assert [e.it for e in field.all(OpportunityTaken)] == ["b1", "a1"] and field.figure("a1").made == 1
    field.done()


@pytest.mark.rule("PF-AOO-10.2", "PF-CMB-06.2", "PF-HP-08.1")
def test_whoever_is_felled_within_its_own_opportunity_trips_nobody_and_the_mover_goes_on() -> None:
    field = ready({"a1": {"at": "c3", **SWORD}}, {"b1": {"at": "d3", "hp_now": 3, **SWORD}}, [15, 8])
    field.act("a1", "move", "c6")
    field.answer(("PF-CMB-05", "b1"))
    field.answer(("trip", "spada-lunga"))
    field.strike("a1")
    assert field.figure("b1").has("morente") and not field.all(ManoeuvreRolled)
    assert field.the(CameToNothing).action == "trip" and field.at("a1") == "c6"


@pytest.mark.rule("PF-FEAT-01.1", "PF-AOO-11.1", "PF-AOO-12.1", "PF-AOO-07.4")
def test_combat_reflexes_stand_still_and_a_blow_at_one_who_stands_up() -> None:
    guard = {"at": "d3", "bab": 4, "destrezza": 14, "feats": [REFLEXES, "fermare-avversario"], **SWORD}
    field = ready({"a1": {"at": "c3", "conditions": ["prono"]}}, {"b1": guard}, [14, 2, 6])
    field.act("a1", "stand")
    field.strike("b1")  # AC 10 - 4 for lying
    field.act("a1", "move", "c6")
    field.answer(("fermare-avversario", "b1"))
    assert hits(field) == [("b1", "a1", 4, 6, "hit")]
    assert field.the(ManoeuvreRolled).passed and field.at("a1") == "c3" and field.figure("b1").made == 2
    assert field.actions("a1") == ("drop_prone", "end")


@pytest.mark.rule("PF-AC-08.2", "PF-AC-08.1", "PF-AOO-07.1", "PF-MOV-06.2")
def test_mobility_dodge_and_a_feint_against_one_mover() -> None:
    agile = {"at": "c3", "destrezza": 14, "feats": ["schivare", "mobilita"]}
    field = ready({"a1": agile}, {"b1": {"at": "d3", **SWORD}}, [16])
    field.act("a1", "move", "c6")
    field.strike("b1")
    assert hits(field) == [("b1", "a1", 0, 10 + 2 + 1 + 4, "miss")]
    field = ready({"a1": agile}, {"b1": {"at": "d3", "conditions": ["invisibile"], **SWORD}}, [7])
    field.act("a1", "move", "c6")
    field.strike("b1")
    assert hits(field) == [("b1", "a1", 2, 10, "miss")]  # nothing dodges what it does not see


@pytest.mark.rule("PF-GRP-02.1", "PF-AOO-07.4", "PF-AOO-10.2")
def test_a_jaw_that_grabs_at_an_opportunity_ends_the_move() -> None:
    jaws = [{**SLAM, "id": "morso", "types": ["perforante"]}]
    crocodile = {"at": "d3", "forza": 14, "attacks": jaws, "abilities": ["afferrare"]}
    field = ready({"a1": {"at": "c3"}}, {"b1": crocodile}, [15, 1, 4])
    field.act("a1", "move", "c6")
    field.strike("b1")
    assert field.the(ManoeuvreRolled).bonus.value == 2 + 4 and field.figure("a1").held_by == "b1"
    assert field.at("a1") == "c3" and "move" not in field.actions("a1") and "escape" in field.actions("a1")


# --- power, criticals, dice ---------------------------------------------------------------------------


@pytest.mark.rule("PF-DMG-06.1", "PF-CRIT-08.1", "PF-CRIT-04.1", "PF-DMG-07.1")
def test_power_attack_with_both_hands_is_tripled_by_the_greataxes_critical() -> None:
    axe = {"at": "c3", "bab": 8, "forza": 18, "feats": [POWER], "items": ["ascia-bipenne"]}
    field = Field({"a1": axe}, {"b1": {"at": "d3", "hp": 90}}, dice=[20, 2, 4, 5, 6])
    field.act("a1", "ability", POWER)
    field.act("a1", "attack", "ascia-bipenne", "b1")
    assert hits(field) == [("a1", "b1", 8 + 4 - 3, 10, "critical")]  # confirmed with a 2
    assert field.figure("b1").hp == 90 - (4 + 5 + 6) - 3 * (6 + 9)


@pytest.mark.rule("PF-CRIT-06.1", "PF-CRIT-04.1", "PF-CLS-02.1")
def test_the_dice_of_a_vital_strike_and_of_a_sneak_attack_are_not_doubled() -> None:
    rogue = {"at": "c3", "forza": 14, "feats": ["colpo-vitale"], "abilities": ["attacco-furtivo-2"], **SWORD}
    field = Field({"a1": rogue}, {"b1": {"at": "d3", "hp": 90}}, dice=[20, 15, 3, 4, 8, 5, 6])
    field.act("a1", "vital_strike", "spada-lunga", "b1")  # b1 is still flat-footed
    # twice 1d8 + 2, then 1d8 once, then 2d6 once
    assert field.figure("b1").hp == 90 - (3 + 4 + 2 * 2) - 8 - (5 + 6)
    field.done()


@pytest.mark.rule("PF-CHG-08.1", "PF-CHG-09.1", "PF-CHG-09.2")
def test_no_vital_strike_at_the_end_of_a_charge_and_power_attack_goes_with_both() -> None:
    fighter = {"at": "b3", "bab": 6, "forza": 16, "feats": ["colpo-vitale", POWER], **SWORD}
    field = Field({"a1": fighter}, {"b1": {"at": "g3", "hp": 90}}, dice=[12, 5])
    field.act("a1", "ability", POWER)
    field.act("a1", "charge", "spada-lunga", "b1")
    assert hits(field) == [("a1", "b1", 6 + 3 + 2 - 2, 10, "hit")]
    assert field.figure("b1").hp == 90 - 5 - 3 - 4  # one die, two points for each of two steps
    assert "vital_strike" not in field.actions("a1") and armour_class(field.game, "a1").value == 8


@pytest.mark.rule("PF-SND-02.1", "PF-SND-02.2", "PF-CND-16.1", "PF-CRIT-05.1")
def test_a_sword_broken_by_a_sunder_strikes_worse_threatens_on_20_and_doubles_only() -> None:
    breaker = {"at": "c3", "forza": 20, "feats": ["spezzare-migliorato"], "items": ["mazza-pesante"]}
    blade = {"at": "d3", "forza": 14, "bab": 3, "items": ["scimitarra"]}
    field = Field({"a1": breaker}, {"b1": blade}, dice=[15, 8, 18, 3])
    field.act("a1", "sunder", "mazza-pesante", "b1", "scimitarra")
    assert field.the(ManoeuvreRolled).bonus.value == 5 + 2
    assert field.figure("b1").items[0].lost == 8 + 5 - 10  # 2 of 5 hit points are left
    field.end("a1")
    field.act("b1", "attack", "scimitarra", "a1")
    assert hits(field) == [("b1", "a1", 3 + 2 - 2, 10, "hit")]  # an 18 threatens no longer
    assert field.figure("a1").hp == 20 - (3 + 2 - 2)
    field.done()


@pytest.mark.rule("PF-AC-08.2", "PF-STD-18.1", "PF-STD-18.2", "PF-FEAT-06.1", "PF-TAB-17.2")
def test_expertise_and_fighting_defensively_add_up_and_are_lost_together_with_dexterity() -> None:
    fighter = {"at": "c3", "bab": 4, "destrezza": 12, "feats": [EXPERTISE], **SWORD}
    field = Field({"a1": fighter}, {"b1": {"at": "d3", "hp": 90}}, dice=[15, 1])
    field.act("a1", "defensive")
    field.act("a1", "ability", EXPERTISE)
    field.act("a1", "attack", "spada-lunga", "b1")
    assert hits(field) == [("a1", "b1", 4 - 4 - 2, 10, "hit")]
    assert armour_class(field.game, "a1").value == 10 + 1 + 2 + 2
    field = Field({"a1": {**fighter, "conditions": ["accecato"]}}, {"b1": {"at": "d3", "hp": 90}}, dice=[60, 15, 1])
    field.act("a1", "defensive")
    field.act("a1", "ability", EXPERTISE)
    assert armour_class(field.game, "a1").value == 10 - 2  # blind: no Dexterity, no dodge


# --- two hands full, spells in hand -------------------------------------------------------------------


@pytest.mark.rule("PF-SPL-18.3", "PF-SPL-18.2", "PF-TWF-02.2", "PF-STD-05.2", "PF-SPL-17.1")
def test_a_sword_and_a_fist_with_a_spell_in_it() -> None:
    me = mage("stretta-folgorante", level=3, items=["spada-lunga"], feats=["combattere-con-due-armi"])
    foe = {"b1": {"at": "d3", "hp": 90, **SWORD}}
    field = ready({"a1": me}, foe, [15, 4, 12, 5, 15, 2, 1, 2, 3])
    field.act("a1", "cast", "mago", "stretta-folgorante", "openly", "hold_it")
    field.let_go()
    field.end("a1", "b1")
    field.act("a1", "full_attack", "spada-lunga+senz-armi", "spada-lunga", "b1")
    assert field.figure("a1").charge and field.figure("b1").hp == 90 - 4
    field.act("a1", "swing", "senz-armi", "b1")
    field.strike("b1")  # the spell does not arm the fist: the one attacked strikes first
    assert hits(field) == [("a1", "b1", -2, 10, "hit"), ("b1", "a1", 0, 10, "hit"), ("a1", "b1", -2, 10, "hit")]
    assert field.figure("b1").nonlethal == 2 and field.figure("b1").hp == 86 - (1 + 2 + 3)
    assert field.all(ChargeHeld)[-1].charge == () and field.figure("a1").charge == ()
    field.done()


# --- claws --------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-DMG-01.1", "PF-STD-10.2")
def test_damage_reduction_takes_from_each_claw_and_from_the_rending_by_itself() -> None:
    troll = {"at": "c3", "forza": 18, "attacks": [{**CLAW, "hits": ["squartare"]}], "abilities": ["squartare"]}
    stone = {"at": "d3", "hp": 90, "reduction": 5}
    field = Field({"a1": troll}, {"b1": stone}, dice=[15, 3, 15, 4, 2])
    field.act("a1", "full_attack", "natural", "artiglio", "b1")
    field.act("a1", "swing", "artiglio", "b1")
    assert [e.amount for e in field.all(Hurt)] == [3 + 4 - 5, 4 + 4 - 5, 2 + 6 - 5]


@pytest.mark.rule("PF-CHG-11.1", "PF-RDY-11.1", "PF-RDY-03.3", "PF-AOO-07.4")
def test_a_spear_set_against_a_pounce_drops_the_cat_before_a_claw_falls() -> None:
    cat = {"at": "j3", "hp": 12, "attacks": [CLAW], "abilities": ["balzo"]}
    spear = {"at": "c3", "forza": 14, "items": ["lancia-lunga"]}
    field = Field({"a1": spear}, {"b1": cat}, dice=[14, 5, 6])
    field.act("a1", "ready", "charges", "b1", "attack", "lancia-lunga")
    field.end("a1")
    field.act("b1", "charge", "artiglio", "a1")
    field.strike("a1")
    assert field.figure("b1").hp == 12 - (5 + 6) - 2 * 3 and field.at("b1") == "e3"
    assert [e.actor for e in field.all(AttackRolled)] == ["a1"]


@pytest.mark.rule("PF-CON-04.2", "PF-CHG-09.1")
def test_each_claw_of_a_pounce_rolls_its_own_chance_to_miss_in_dim_light() -> None:
    cat = {"at": "b3", "attacks": [CLAW], "abilities": ["balzo", "artigliare"]}
    dice = [15, 20, 15, 21, 1, 15, 20, 15, 90, 2]
    field = Field({"a1": cat}, {"b1": {"at": "h3", "hp": 90}}, dice=dice, ground={"light": "dim"})
    field.act("a1", "charge", "artiglio", "b1")
    assert [outcome for *_, outcome in hits(field)] == ["concealed", "hit", "concealed", "hit"]
    assert {bonus for _, _, bonus, _, _ in hits(field)} == {2} and field.figure("b1").hp == 90 - 3
    field.done()


# --- readied actions against several blows ------------------------------------------------------------


@pytest.mark.rule("PF-RDY-03.2", "PF-RDY-03.3", "PF-FULL-05.1", "PF-MISC-01.1")
def test_a_step_back_made_ready_against_a_full_attack_leaves_its_first_blow_without_a_target() -> None:
    field = Field({"a1": {"at": "c3"}}, {"b1": {"at": "d3", "bab": 6, **SWORD}}, dice=[15, 4])
    field.act("a1", "ready", "attacks", "b1", "step")
    field.end("a1")
    field.act("b1", "full_attack", "spada-lunga", "spada-lunga", "a1")
    field.strike("a1")
    field.answer(("b3",))
    assert field.at("a1") == "b3" and not field.all(AttackRolled)
    field.act("b1", "step", "c3")  # its own step brings the second blow to bear
    field.act("b1", "swing", "spada-lunga", "a1")
    assert hits(field) == [("b1", "a1", 1, 10, "hit")]


@pytest.mark.rule("PF-RDY-03.3", "PF-AOO-10.2", "PF-HP-08.1", "PF-FULL-03.1")
def test_a_blow_made_ready_that_fells_the_attacker_ends_its_full_attack() -> None:
    field = Field({"a1": {"at": "c3", **SWORD}}, {"b1": {"at": "d3", "hp_now": 4, "bab": 6, **SWORD}}, dice=[15, 6])
    field.act("a1", "ready", "attacks", "b1", "attack", "spada-lunga")
    field.end("a1")
    field.act("b1", "full_attack", "spada-lunga", "spada-lunga", "a1")
    field.strike("a1")
    assert field.the(CameToNothing).action == "full_attack" and [e.actor for e in field.all(AttackRolled)] == ["a1"]
    assert field.state.turn != "b1"


@pytest.mark.rule("PF-AOO-07.4", "PF-GRID-29.1", "PF-AOO-08.1")
def test_a_blow_at_minus_4_that_fells_what_tramples_lays_it_where_it_may_lie() -> None:
    ox = {"at": "b3", "size": "grande", "hp_now": 3, "forza": 18, "attacks": [SLAM], "abilities": ["travolgere"]}
    field = ready({"a1": ox}, {"b1": {"at": "e3", "bab": 5, **SWORD}, "b2": {"at": "g4"}}, [12, 5])
    field.act("a1", "trample", "h3")
    field.answer("strike")
    assert hits(field) == [("b1", "a1", 1, 9, "hit")]
    assert field.figure("a1").hp == -2 and field.at("a1") == "c3"  # not on top of b1
    assert field.figure("b1").hp == 20 and field.figure("b2").hp == 20 and [e.forced for e in field.all(Moved)][-1]


@pytest.mark.rule("PF-STD-17.1", "PF-STD-09.3", "PF-COV-04.1")
def test_a_precise_far_shot_past_a_friend_finds_soft_cover_still() -> None:
    feats = ["tiro-ravvicinato", "tiro-preciso", "tiro-lontano"]
    rows = ("." * 40,) * 5
    party = {"a1": {"at": "a3", "items": ["arco-corto"], "feats": feats}, "a2": {"at": "y3", **SWORD}}
    field = Field(party, {"b1": {"at": "z3", **SWORD}}, rows=rows)
    shot = Attempt(actor="a1", target="b1", weapon="arco-corto", mode="ranged")
    assert bonus_of(field.game, shot).value == -2  # two increments further, half of -4
    assert defence_of(field.game, shot).value == 10 + 4


# --- jaws ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-GRP-02.1", "PF-GRP-03.2", "PF-MON-01.1")
def test_who_is_swallowed_while_it_holds_somebody_lets_go() -> None:
    party = {"a1": WORM, "a2": {"at": "e5", "hp": 30}}
    field = Field(party, {"b1": {"at": "e4", "hp": 90}}, dice=[15, 15, 3, 15, 15, 15, 5], order=["b1", "a1", "a2"])
    field.act("b1", "grapple", "a2")
    field.end("b1")
    field.act("a1", "attack", "morso", "b1")
    field.answer("whole")  # a chain: a1 holds b1, who holds a2
    assert (field.figure("a1").holds, field.figure("b1").holds) == ("b1", "a2")
    field.end("a1", "a2")
    field.act("b1", "hold", "keep")
    field.end("b1")
    field.act("a1", "hold", "swallow")
    assert field.figure("b1").inside == "a1" and field.figure("b1").hp == 90 - (3 + 6) - (5 + 6)
    assert (field.figure("b1").holds, field.figure("a2").held_by, field.figure("a2").conditions) == ("", "", ())
    assert field.figure("b1").conditions == ("inghiottito",)
    field.done()
