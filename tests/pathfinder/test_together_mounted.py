"""Interaction tests of the saddle: two or more rules acting on one moment of a rider and its mount."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.events import OpportunityGiven, ReadyUsed, Stopped, TurnPassed
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, CheckMade, ManoeuvreRolled
from arbitro.rulesets.pathfinder.events_bonds import Died
from arbitro.rulesets.pathfinder.events_magic import SpellCast, SpellLost
from arbitro.rulesets.pathfinder.numbers import AC, armour_class
from tests.pathfinder.field import Field
from tests.pathfinder.stable import BOW, LANCE, SWORD, horse, knight, ridden

SPEAR = "lancia"
MILD = {"cavalcare": 5}
SADDLED = {"items": ["sella-da-galoppo"]}


BRACED: dict[str, dict[str, Any]] = {"b1": {"at": "j5", "hp": 60, "items": [SPEAR]}}
"""A foe with a spear, who will set it against a charge."""


def set_spear(field: Field, whom: str) -> None:
    field.act("b1", "ready", "charges", whom, "attack", SPEAR)
    field.end("b1")


# --- charges ------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-CHG-11.1", "PF-RDY-11.1", "PF-MNT-11.2", "PF-CHG-10.1")
def test_a_lance_outreaches_the_spear_set_against_it() -> None:
    field = ridden(knight(items=[LANCE]), foes=BRACED, order=("b1", "a1", "a2"), dice=[15, 3, 4])
    set_spear(field, "anybody")
    field.act("a1", "ride_charge", LANCE, "b1")
    assert not field.all(ReadyUsed)  # the horse stops two squares away
    assert field.figure("b1").hp == 60 - 2 * 3 - 1  # 3 and 4
    field.done()


@pytest.mark.rule("PF-CHG-11.1", "PF-RDY-03.3", "PF-MNT-11.1")
def test_a_sword_charge_meets_the_spear_first_and_the_horse_is_open_to_it() -> None:
    field = ridden(foes=BRACED, order=("b1", "a1", "a2"), dice=[8, 3, 4, 15, 5])
    set_spear(field, "a2")
    field.act("a1", "ride_charge", SWORD, "b1")
    field.strike("b1")
    spear = field.all(AttackRolled)[0]
    assert (spear.target, spear.ac.value) == ("a2", 10 - 1 - 2)  # Large, and charging
    assert field.figure("a2").hp == 30 - (3 + 4)  # twice the dice
    field.answer("pass")
    assert field.figure("b1").hp == 60 - 5
    field.done()


@pytest.mark.rule("PF-CHG-11.1", "PF-SKL-04.1", "PF-MNT-04.2")
def test_a_spear_set_for_the_rider_may_sweep_it_off_before_it_strikes() -> None:
    rider = knight(skills={"cavalcare": 0})
    field = ridden(rider, horse(**SADDLED), foes=BRACED, order=("b1", "a1", "a2"), dice=[15, 2, 3, 4, 15])
    set_spear(field, "a1")
    field.act("a1", "ride_charge", SWORD, "b1")
    field.strike("b1")  # 5 damage; 4 is not enough to stay, 15 lands it softly
    assert field.figure("a1").hp == 15 and field.figure("a1").mount == "" and not field.figure("a1").has("prono")
    assert [e.actor for e in field.all(AttackRolled)] == ["b1"] and field.figure("a2").has("senza-cavaliere")
    field.done()


@pytest.mark.rule("PF-AOO-07.4", "PF-MNT-15.1", "PF-AOO-10.2")
def test_a_horse_cut_down_in_mid_charge_leaves_its_rider_on_foot_with_a_move_left() -> None:
    foes = {"b1": {"at": "k5", "hp": 60}, "b2": {"at": "f7", "items": ["spadone"], "forza": 18}}
    rider = knight(skills=MILD)
    field = ridden(rider, horse(hp_now=5, **SADDLED), foes=foes, order=("b2", "a1", "a2", "b1"), dice=[15, 6, 6, 10])
    field.end("b2")
    field.act("a1", "ride_charge", SWORD, "b1")
    field.strike("b2")  # 12 + 6 = 18: 13 below zero, dead
    assert field.the(Died).it == "a2" and field.the(Stopped).it == "a2"
    figure = field.figure("a1")
    assert figure.mount == "" and figure.hp == 20 and not figure.has("prono")  # 10 + 5 = 15
    assert (figure.std, figure.mov) == (0, 1) and "move" in field.actions("a1")
    assert not any(e.actor == "a1" for e in field.all(AttackRolled))
    assert armour_class(field.game, "a1").value == 8  # it did charge
    field.done()


@pytest.mark.rule("PF-DMG-08.1", "PF-CRIT-04.1", "PF-CHG-10.1")
def test_a_critical_hit_with_a_charging_lance_deals_four_times() -> None:
    field = ridden(knight(items=[LANCE]), foes={"b1": {"at": "j5", "hp": 60}}, dice=[20, 15, 1, 2, 3, 4])
    field.act("a1", "ride_charge", LANCE, "b1")
    assert field.figure("b1").hp == 60 - (1 + 2 + 3 + 4)  # x3 and x2 make x4
    field.done()


@pytest.mark.rule("PF-MNT-07.1", "PF-MNT-11.1", "PF-MNT-11.2")
def test_two_knights_in_turn_neither_above_the_other_each_open_after_its_charge() -> None:
    foes = {"b1": knight(at="j5", mount="b2", items=[LANCE]), "b2": horse(at="j5")}
    field = ridden(knight(items=[LANCE]), foes=foes, order=("a1", "b1", "a2", "b2"), dice=[2, 2])
    field.act("a1", "ride_charge", LANCE, "b1")
    field.end("a1")
    assert field.offered() == ("b1", "b2")
    field.act("b1", "attack", LANCE, "a1")
    first, second = field.all(AttackRolled)
    assert (first.bonus.value, first.ac.value) == (2, 10) and (second.bonus.value, second.ac.value) == (0, 8)


@pytest.mark.rule("PF-AOO-07.1", "PF-MNT-11.2")
def test_riding_by_spares_one_the_blow_of_the_foe_struck_and_of_no_other() -> None:
    foes = {"b1": {"at": "g7", "hp": 60, "items": [SWORD]}, "b2": {"at": "i7", "items": [SWORD]}}
    feats = ["combattere-in-sella", "attacco-in-sella"]
    field = ridden(knight(feats=feats), foes=foes, order=("b1", "b2", "a1", "a2"), dice=[15, 3, 2])
    field.end("b1", "b2")
    field.act("a1", "ride_charge", SWORD, "b1", "f5")
    field.answer("pass")
    field.answer("k5")
    assert field.the(OpportunityGiven).by == ("b2",)
    field.strike("b2")
    assert field.at("a1") == "k5" and field.all(AttackRolled)[-1].target == "a2"
    field.done()


# --- reach and cover ----------------------------------------------------------------------------------


@pytest.mark.rule("PF-COV-09.3", "PF-MNT-05.2", "PF-STD-04.1")
def test_a_lance_over_a_friend_meets_soft_cover_and_the_own_horse_gives_none() -> None:
    bare = ridden(knight(items=[LANCE]), foes={"b1": {"at": "e5"}})
    over = ridden(knight(items=[LANCE]), foes={"b1": {"at": "e5"}}, friends={"a3": {"at": "d5"}, "a4": {"at": "d6"}})

    def ac(field: Field) -> int:
        return field.game.query(AC, target="b1", actor="a1", weapon=LANCE, mode="melee", against="normal").value

    assert ac(bare) == 10 and ac(over) == 14


@pytest.mark.rule("PF-COV-09.1", "PF-MNT-05.2")
def test_a_horse_and_its_rider_cover_whoever_stands_behind_and_not_each_other() -> None:
    foes = {"b1": {"at": "a5", "items": [BOW, "frecce"]}}
    field = ridden(knight(at="d5"), horse(at="d5"), foes=foes, friends={"a3": {"at": "h5"}})
    assert armour_class(field.game, "a3", "b1", BOW, "ranged").value == 14
    assert armour_class(field.game, "a1", "b1", BOW, "ranged").value == 10
    assert armour_class(field.game, "a2", "b1", BOW, "ranged").value == 9


@pytest.mark.rule("PF-AOO-02.1", "PF-STD-04.2", "PF-MNT-05.2", "PF-COV-06.2")
def test_from_the_saddle_a_lance_threatens_two_squares_away_but_not_over_a_friend() -> None:
    foes = {"b1": {"at": "e5"}}
    free = ridden(knight(items=[LANCE]), foes=foes)
    free.end("a1")
    free.act("b1", "move", "h5")
    assert free.the(OpportunityGiven).by == ("a1",)
    shut = ridden(knight(items=[LANCE]), foes=foes, friends={"a3": {"at": "d5"}, "a4": {"at": "d6"}},
                  order=("a1", "a3", "a4", "b1", "a2"))  # fmt: skip
    shut.end("a1", "a3", "a4")
    shut.act("b1", "move", "h5")
    assert not shut.all(OpportunityGiven)


# --- manoeuvres ---------------------------------------------------------------------------------------


@pytest.mark.rule("PF-TRP-02.1", "PF-MNT-15.1")
@pytest.mark.parametrize(("face", "hp"), [(10, 20), (9, 17)])
def test_a_rider_that_is_tripped_is_out_of_the_saddle_and_lies(face: int, hp: int) -> None:
    foe = {"b1": {"at": "d5", "items": ["falcetto"], "feats": ["sbilanciare-migliorato"]}}
    dice = [15, face] if hp == 20 else [15, face, 3]
    field = ridden(knight(skills=MILD), horse(**SADDLED), foes=foe, order=("b1", "a1", "a2"), dice=dice)
    field.act("b1", "trip", "falcetto", "a1")
    figure = field.figure("a1")
    assert figure.mount == "" and figure.has("prono") and figure.hp == hp
    assert field.figure("a2").has("senza-cavaliere") and figure.space.span == 1
    field.done()


@pytest.mark.rule("PF-TRP-02.3", "PF-MNT-15.1", "PF-CMB-10.2")
def test_a_horse_stands_firm_on_four_legs_and_takes_its_rider_down_with_it() -> None:
    foe = {"b1": {"at": "d5", "items": ["falcetto"], "feats": ["sbilanciare-migliorato"], "forza": 20, "bab": 5}}
    field = ridden(foes=foe, order=("b1", "a1", "a2"), dice=[10])
    field.act("b1", "trip", "falcetto", "a2")
    assert field.the(ManoeuvreRolled).cmd.value == 10 + 1 + 2 * 2
    assert field.figure("a2").has("prono") and field.figure("a1").mount == ""
    assert not field.figure("a1").has("prono") and field.figure("a1").hp == 20
    field.done()


@pytest.mark.rule("PF-OVR-03.2", "PF-MNT-04.2", "PF-CND-15.1")
def test_an_overrun_takes_the_rider_along_who_then_strikes_whoever_lies() -> None:
    field = ridden(knight(bab=1), horse(forza=20, feats=["oltrepassare-migliorato"]), foes={"b1": {"at": "d5"}},
                   dice=[10, 10, 4])  # fmt: skip
    field.act("a2", "overrun", "b1", "e5")
    assert field.at("a1") == "e5" and field.figure("b1").has("prono")
    field.act("a1", "attack", SWORD, "b1")
    assert field.the(AttackRolled).ac.value == 6 and field.the(AttackRolled).bonus.value == 1 + 1
    field.done()


@pytest.mark.rule("PF-BLR-02.1", "PF-MNT-05.2", "PF-BLR-01.1")
def test_a_horse_that_is_pushed_carries_its_rider_back() -> None:
    foe = {"b1": {"at": "d5", "size": "grande", "forza": 20, "feats": ["spingere-migliorato"]}}
    field = ridden(knight(at="f5"), horse(at="f5"), foes=foe, order=("b1", "a1", "a2"), dice=[10])
    assert field.offered("b1", "bull_rush") == ("a2",)  # a rider goes where its mount is pushed
    field.act("b1", "bull_rush", "a2")
    assert field.figure("a2").x == field.figure("a1").x == 7  # 18 against 11: two squares
    assert field.figure("a1").mount == "a2"


# --- grapples -----------------------------------------------------------------------------------------


@pytest.mark.rule("PF-GRP-02.1", "PF-MNT-04.2", "PF-GRP-10.1")
def test_a_rider_in_a_grapple_holds_its_horse_in_place_until_it_is_free() -> None:
    foe = {"b1": {"at": "d5", "feats": ["lottare-migliorato"]}}
    field = ridden(foes=foe, order=("b1", "a1", "a2"), dice=[15, 20])
    field.act("b1", "grapple", "a1")
    field.end("b1")
    assert {"move", "step", "charge"}.isdisjoint(field.offered("a2")) and "attack" in field.offered("a2")
    field.act("a1", "escape", "force")
    field.answer("free")
    assert "move" in field.offered("a2") and field.figure("a1").mount == "a2"
    field.done()


@pytest.mark.rule("PF-GRP-02.2", "PF-MNT-16.3")
def test_who_is_seized_from_afar_is_drawn_out_of_the_saddle() -> None:
    giant = {"b1": {"at": "e5", "size": "grande", "forza": 20, "feats": ["lottare-migliorato"]}}
    field = ridden(foes=giant, order=("b1", "a1", "a2"), dice=[15])
    field.act("b1", "grapple", "a1")
    rider = field.figure("a1")
    assert rider.mount == "" and rider.held_by == "b1" and rider.space.span == 1
    assert max(abs(rider.x - 4), 0) <= 2 and field.at("a2") == "b5" and field.figure("a2").has("senza-cavaliere")
    assert field.state.order == ("b1", "a1", "a2")
    field.done()


@pytest.mark.rule("PF-GRP-12.1", "PF-MNT-13.1", "PF-SPEC-02.1")
def test_two_help_in_a_grapple_one_of_them_from_the_saddle() -> None:
    friends = {"a3": {"at": "e6", "feats": ["lottare-migliorato"]}, "a4": {"at": "e4", "items": ["pugnale"]}}
    field = ridden(friends=friends, foes={"b1": {"at": "d5"}}, order=("a3", "b1", "a1", "a4", "a2"),
                   dice=[15, 10, 10, 10])  # fmt: skip
    field.act("a3", "grapple", "b1")
    field.end("a3", "b1")
    field.act("a1", "aid", "a3", SWORD, "b1", "grapple")
    field.end("a1")
    field.act("a4", "aid", "a3", "pugnale", "b1", "grapple")
    field.end("a4")
    field.act("a3", "hold", "keep")
    assert field.all(ManoeuvreRolled)[-1].bonus.value == 2 + 5 + 2 + 2
    field.done()


# --- shots and spells ---------------------------------------------------------------------------------


@pytest.mark.rule("PF-MNT-12.1", "PF-STD-17.1", "PF-COV-09.1")
def test_at_a_gallop_into_a_melee_every_penalty_counts() -> None:
    friends = {"a3": {"at": "g8", "items": [SWORD]}}
    foes = {"b1": {"at": "g9", "items": [SWORD]}}
    field = ridden(knight(items=[BOW, "frecce"]), friends=friends, foes=foes, dice=[2])
    field.act("a2", "gallop", "k5")
    field.act("a1", "shoot", BOW, "b1")
    assert field.the(AttackRolled).bonus.value == -4 - 4 and field.the(AttackRolled).ac.value == 14


@pytest.mark.rule("PF-MNT-14.2", "PF-SPL-11.2", "PF-SPL-06.4")
@pytest.mark.parametrize(("faces", "cast"), [([10, 16, 1], True), ([10, 15], False), ([9], False)])
def test_between_two_moves_and_on_guard_a_spell_is_shaken_twice(faces: list[int], cast: bool) -> None:
    mage = {"source": "mago", "level": 1, "prepared": {"dardo-incantato": 1}}
    foes = {"b1": {"at": "h5", "items": [SWORD]}}
    field = ridden(knight(items=[], casting=[mage]), foes=foes, order=("b1", "a1", "a2"), dice=faces)
    field.end("b1")
    field.act("a2", "move", "f5")
    field.act("a1", "cast", "mago", "dardo-incantato", "on_guard", "b1")
    field.answer("moves_on")
    assert [e.dc for e in field.all(CheckMade)] == [11, 17][: len(field.all(CheckMade))]
    assert bool(field.all(SpellCast)) is cast and bool(field.all(SpellLost)) is not cast
    field.done()


@pytest.mark.rule("PF-AOO-08.1", "PF-MNT-16.1", "PF-MNT-16.3", "PF-INI-07.1")
def test_a_rider_knocked_out_while_shooting_stays_up_and_neither_acts_any_more() -> None:
    foes = {"b1": {"at": "d5", "items": [SWORD]}}
    field = ridden(knight(items=[BOW, "frecce"], hp_now=3), foes=foes, friends={"a3": {"at": "l9"}},
                   order=("b1", "a1", "a3", "a2"), dice=[15, 8, 51, 20])  # fmt: skip
    field.end("b1")
    field.act("a1", "shoot", BOW, "b1")
    field.strike("b1")
    assert field.figure("a1").hp == -5 and field.figure("a1").mount == "a2" and not field.figure("a1").has("prono")
    assert field.figure("a2").has("senza-cavaliere") and not any(e.actor == "a1" for e in field.all(AttackRolled))
    field.end("a3")
    assert field.state.round == 2 and field.state.turn == "b1" and "a2" not in field.state.order
    field.end("b1")  # the rider's count goes by, and the horse's with it
    assert field.all(TurnPassed)[-1].it == "a1" and field.state.turn == "a3"
    field.done()


@pytest.mark.rule("PF-MNT-05.2", "PF-MNT-15.1")
def test_a_ball_of_fire_strikes_rider_and_mount_and_the_dead_horse_drops_its_rider() -> None:
    mage = {"source": "mago", "level": 5, "prepared": {"palla-di-fuoco": 1}}
    foes = {"b1": {"at": "l9", "casting": [mage]}}
    field = ridden(knight(hp_now=20, hp=40), horse(hp_now=8), foes=foes, order=("b1", "a1", "a2"),
                   dice=[4, 4, 4, 4, 4, 2, 2])  # fmt: skip
    field.act("b1", "cast", "mago", "palla-di-fuoco", "openly", "b5")
    assert field.the(Died).it == "a2" and field.figure("a1").hp == 0
    assert field.figure("a1").mount == "" and field.figure("a1").has("inabile")
    field.done()


# --- mounts, counts and fear --------------------------------------------------------------------------


@pytest.mark.rule("PF-CRIT-02.2", "PF-SWIFT-04.1")
def test_even_a_critical_hit_on_the_mount_can_be_ridden_out_but_not_by_the_flat_footed() -> None:
    feats = ["combattere-in-sella"]
    foe = {"b1": {"at": "d5", "items": [SWORD]}}
    late = ridden(knight(feats=feats), foes=foe, order=("b1", "a1", "a2"), dice=[20, 15, 3, 3])
    late.act("b1", "attack", SWORD, "a2")
    assert late.asked != "guard" and late.figure("a2").hp == 24
    awake = ridden(knight(feats=feats), foes=foe, dice=[20, 15])
    awake.end("a1")
    awake.act("b1", "attack", SWORD, "a2")
    awake.answer("guard")
    assert awake.figure("a2").hp == 30 and awake.figure("a1").owed == 1
    awake.done()


@pytest.mark.rule("PF-DLY-01.1", "PF-MNT-04.1", "PF-DLY-02.1")
def test_a_rider_that_waits_keeps_its_mount_waiting() -> None:
    field = ridden(order=("a1", "b1", "a2"))
    field.act("a1", "delay")
    assert field.state.turn == "b1"
    field.end("b1")
    assert field.asked == "join"
    field.answer("a1")
    assert field.offered() == ("a1", "a2") and field.state.order == ("b1", "a1")
    field.act("a2", "move", "d5")
    assert field.at("a1") == "d5"


@pytest.mark.rule("PF-CND-17.1", "PF-MNT-04.1", "PF-MNT-15.1")
def test_a_horse_bleeds_on_its_riders_count_and_drops_it_there() -> None:
    field = ridden(knight(skills=MILD), horse(hp_now=2, bleed=3, **SADDLED), dice=[10])
    assert field.figure("a2").hp == -1 and field.figure("a1").mount == ""
    assert field.state.turn == "a1" and "move" in field.actions("a1")  # it has its turn on foot
    field.done()


@pytest.mark.rule("PF-MNT-02.2", "PF-CND-06.2", "PF-MNT-16.3")
def test_an_untrained_horse_that_loses_its_rider_bolts() -> None:
    foe = {"b1": {"at": "d5", "items": ["falcetto"], "feats": ["sbilanciare-migliorato"]}}
    field = ridden(steed=horse(combat_trained=False), foes=foe, order=("b1", "a1", "a2"), dice=[15])
    field.act("b1", "trip", "falcetto", "a1")
    field.end("b1", "a1")
    assert field.state.turn == "a2"
    assert {"attack", "end"}.isdisjoint(field.actions("a2")) and {"move", "withdraw"} & set(field.actions("a2"))


@pytest.mark.rule("PF-CHG-11.1", "PF-RDY-11.1", "PF-MNT-11.2", "PF-SIZE-08.1")
def test_a_spear_set_by_a_giant_meets_a_mounted_charge_that_begins_within_its_reach() -> None:
    """A Large longspear strikes 3 or 4 squares away: 2d6, twice, before the horse has made a step."""
    giant = {"at": "g3", "size": "grande", "hp": 60, "items": ["lancia-lunga"]}
    party = {"a1": {"at": "b3", "mount": "h1", "items": [SWORD]}, "h1": {"at": "b3", "steed": True}}
    field = Field(party, {"b1": giant}, order=("b1", "a1"), dice=[11, 1, 2, 3, 4, 20])
    field.act("b1", "ready", "charges", "anybody", "attack", "lancia-lunga")
    field.end("b1")
    field.act("a1", "ride_charge", "spada-lunga", "b1")
    assert field.at("h1") == "b3"
    field.strike("b1")
    assert field.figure("a1").hp == 20 - 2 * 5 and field.asked == "respond", "11 and -1 for its size reach AC 10"
    field.done()
