"""Riders and mounts: turn, space, speed, charge, shots and spells in the saddle, Ride checks (PF-MNT, PF-SKL-04)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.forms import Option
from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.events import CameToNothing, Moved, OrderSet, TurnBegan
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, CheckMade, Hurt
from arbitro.rulesets.pathfinder.events_bonds import Fled
from arbitro.rulesets.pathfinder.events_magic import SpellCast, SpellLost
from arbitro.rulesets.pathfinder.numbers import ATTACK, SKILL, speed_of
from arbitro.rulesets.pathfinder.threat import threatened_squares
from tests.pathfinder.field import Field
from tests.pathfinder.stable import BOW, FAR_FOE, LANCE, SWORD, horse, knight, ridden


def bonus(
    field: Field, actor: str, target: str, weapon: str = SWORD, mode: str = "melee", action: str = "attack"
) -> int:
    return field.game.query(ATTACK, actor=actor, target=target, weapon=weapon, mode=mode, action=action, manner="plain",
                            hand="primary", penalty=0).value  # fmt: skip


# --- who, where, when ---------------------------------------------------------------------------------


@pytest.mark.rule("PF-MNT-01.1", "PF-MNT-02.1")
def test_horses_ponies_dogs_and_griffons_carry_riders() -> None:
    mounts = {sheet.id: sheet.combat_trained for sheet in built_in().monsters.values() if sheet.mount}
    assert mounts["cavallo-da-guerra"] and mounts["cane-da-galoppo"] and mounts["grifone"]
    assert mounts == {"cavallo-da-guerra": True, "cane-da-galoppo": True, "grifone": True, "cavallo": False,
                      "pony": False}  # fmt: skip


@pytest.mark.rule("PF-MNT-01.1")
def test_a_griffon_flies_with_its_rider() -> None:
    field = ridden(steed=horse(speeds={"volo": 24}, type="bestia_magica"))
    field.act("a2", "move", "h8")
    assert field.at("a1") == field.at("a2") == "h8"


@pytest.mark.rule("PF-MNT-04.1")
def test_the_mount_has_no_count_of_its_own() -> None:
    field = ridden()
    assert field.the(OrderSet).order == ("a1", "b1") == field.state.order
    assert [e.it for e in field.all(TurnBegan)] == ["a1"]
    assert field.offered() == ("a1", "a2")


@pytest.mark.rule("PF-MNT-04.2", "PF-MNT-13.1")
def test_the_mount_moves_with_its_own_action_and_its_own_speed() -> None:
    field = ridden(knight(items=[SWORD, "pugnale"], speeds={"terra": 6}))
    assert "move" not in field.actions("a1") and speed_of(field.game, "a2", "terra") == 10
    field.act("a2", "move", "k5")
    assert field.at("a1") == field.at("a2") == "k5"
    rider = field.figure("a1")
    assert (rider.std, rider.mov, rider.walked) == (1, 1, 0)
    field.act("a1", "draw", "pugnale")
    assert field.figure("a1").mov == 0


@pytest.mark.rule("PF-MNT-05.1", "PF-MNT-05.2")
def test_rider_and_mount_share_three_metres_by_three() -> None:
    sizes = {sheet.id: sheet.size for sheet in built_in().monsters.values() if sheet.mount}
    assert sizes["cavallo"] == sizes["cavallo-da-guerra"] == "grande" and sizes["pony"] == "media"
    field = ridden()
    assert field.figure("a1").space == field.figure("a2").space == (1, 4, 2)
    assert {(0, 3), (3, 6), (3, 3), (0, 6)} <= threatened_squares(field.game, "a1")


@pytest.mark.rule("PF-MOV-12.1", "PF-MNT-04.1")
def test_mounting_and_dismounting_take_a_move_action() -> None:
    field = Field({"a1": {"at": "a5", "skills": {"cavalcare": 40}}, "a2": horse()}, FAR_FOE)
    field.act("a1", "mount", "a2")
    assert field.figure("a1").mount == "a2" and field.figure("a1").mov == 0 and field.state.order == ("a1", "b1")
    assert field.offered() == ("a1", "a2")  # it had not had its turn yet
    field.act("a1", "dismount", "a5")
    assert field.figure("a1").mount == "" and field.figure("a1").std == 0 and field.at("a1") == "a5"
    assert field.state.order == ("a1", "a2", "b1")


@pytest.mark.rule("PF-MOV-13.1", "PF-MOV-13.2")
@pytest.mark.parametrize(("face", "left"), [(15, 1), (14, 0)])
def test_a_fast_mount_is_free_if_the_check_allows(face: int, left: int) -> None:
    rider = {"at": "a5", "skills": {"cavalcare": 5}}
    field = Field({"a1": rider, "a2": horse()}, FAR_FOE, dice=[face])
    field.act("a1", "mount_fast", "a2")
    assert field.figure("a1").mount == "a2" and field.figure("a1").mov == left
    field.done()


@pytest.mark.rule("PF-MOV-13.3")
def test_no_fast_mount_without_a_move_action_left() -> None:
    rider = {"at": "a5", "skills": {"cavalcare": 40}, "items": [SWORD, "pugnale", "ascia"]}
    field = Field({"a1": rider, "a2": horse()}, {"b1": {"at": "a4"}}, dice=[1])
    assert "mount_fast" in field.actions("a1")
    field.act("a1", "attack", SWORD, "b1")
    assert "mount_fast" in field.actions("a1")
    field.act("a1", "draw", "pugnale")
    assert field.figure("a1").mov == 0 and "mount_fast" not in field.actions("a1")


@pytest.mark.rule("PF-SKL-04.3")
def test_what_is_two_sizes_larger_is_not_mounted_in_haste() -> None:
    field = Field({"a1": {"at": "a4", "skills": {"cavalcare": 40}}, "a2": horse(size="enorme")}, FAR_FOE)
    assert "mount" in field.actions("a1") and "mount_fast" not in field.actions("a1")


# --- mounts that are afraid ---------------------------------------------------------------------------


def skittish(cavalcare: int, dice: list[int]) -> Field:
    return ridden(knight(skills={"cavalcare": cavalcare}, items=["sella-da-galoppo"]), horse(combat_trained=False),
                  dice=dice)  # fmt: skip


@pytest.mark.rule("PF-MNT-02.2", "PF-MNT-03.1", "PF-SKL-12.2")
def test_an_untrained_mount_is_afraid_and_must_be_held_first() -> None:
    field = skittish(5, [])
    assert field.figure("a2").has("spaventato")
    assert set(field.actions("a1")) == {"dismount", "dismount_fast", "control", "end"} and field.offered() == ("a1",)


@pytest.mark.rule("PF-MNT-03.1", "PF-MNT-03.2")
def test_held_it_obeys_and_leaves_a_standard_action() -> None:
    field = skittish(5, [15])
    field.act("a1", "control")
    assert field.the(CheckMade).dc == 20 and field.the(CheckMade).passed
    assert (field.figure("a1").std, field.figure("a1").mov) == (1, 0)
    assert "move" in field.actions("a2") and "attack" not in field.actions("a2")
    field.done()


@pytest.mark.rule("PF-MNT-03.3")
def test_who_cannot_hold_it_does_nothing_else() -> None:
    field = skittish(5, [14])
    field.act("a1", "control")
    assert (field.figure("a1").std, field.figure("a1").mov, field.figure("a1").swf) == (0, 0, 0)
    assert field.actions("a1") == ("end",) and field.offered() == ("a1",)


@pytest.mark.rule("PF-MNT-03.1")
def test_each_round_asks_for_another_check() -> None:
    field = skittish(5, [20, 1])
    field.act("a1", "control")
    field.end("a1", "b1")
    assert "control" in field.actions("a1") and field.offered() == ("a1",)
    field.act("a1", "control")
    assert not field.all(CheckMade)[-1].passed


# --- hands and saddles --------------------------------------------------------------------------------


@pytest.mark.rule("PF-MNT-06.1", "PF-SKL-04.1")
@pytest.mark.parametrize(("face", "shoots"), [(5, True), (4, False)])
def test_knees_leave_both_hands_free(face: int, shoots: bool) -> None:
    rider = knight(skills={"cavalcare": 0}, items=[BOW, "frecce", "sella-da-galoppo"])
    field = ridden(rider, dice=[face])
    assert field.the(CheckMade).dc == 5 and field.figure("a1").std == 1
    assert ("shoot" in field.actions("a1")) is shoots
    field.done()


@pytest.mark.rule("PF-MNT-06.1")
def test_with_one_hand_at_the_reins_the_shield_is_no_help() -> None:
    from arbitro.rulesets.pathfinder.numbers import armour_class

    rider, steed = (
        knight(skills={"cavalcare": 0}, items=[SWORD, "scudo-pesante-di-metallo"]),
        horse(items=["sella-da-galoppo"]),
    )
    assert armour_class(ridden(rider, steed, dice=[5]).game, "a1").value == 12
    assert armour_class(ridden(rider, steed, dice=[4]).game, "a1").value == 10


@pytest.mark.rule("PF-SKL-04.2", "PF-EQP-03.1")
def test_bareback_costs_five_and_saddles_nothing() -> None:
    def ride(items: list[str]) -> int:
        field = ridden(knight(skills={"cavalcare": 12}, items=items))
        return field.game.query(SKILL, it="a1", skill="cavalcare", target="a2").value

    assert ride([]) == 7 and ride(["sella-da-galoppo"]) == 12 and ride(["sella-militare"]) == 12


@pytest.mark.rule("PF-TAB-10.5")
def test_a_lance_goes_in_one_hand_in_the_saddle() -> None:
    from arbitro.rulesets.pathfinder.arms import arm_named, hands_for

    items = [{"thing": LANCE, "held": True}, {"thing": "scudo-pesante-di-metallo", "held": True}]
    field = ridden(knight(items=items))
    assert hands_for(field.game, "a1", arm_named(field.game, "a1", LANCE)) == 1
    afoot = Field({"a1": {"at": "b5", "items": [LANCE]}}, FAR_FOE)
    assert hands_for(afoot.game, "a1", arm_named(afoot.game, "a1", LANCE)) == 2


# --- fighting -----------------------------------------------------------------------------------------


@pytest.mark.rule("PF-MNT-07.1")
@pytest.mark.parametrize(("foe", "more"), [({}, 1), ({"size": "piccola"}, 1), ({"size": "grande"}, 0)])
def test_from_above_one_strikes_better_at_those_on_foot(foe: dict[str, Any], more: int) -> None:
    field = ridden(foes={"b1": {"at": "d5", **foe}})
    assert bonus(field, "a1", "b1") == more


@pytest.mark.rule("PF-MNT-07.1")
def test_another_rider_is_as_high() -> None:
    field = ridden(foes={"b1": {"at": "d5", "mount": "b2"}, "b2": {"at": "d5", "steed": True}})
    assert bonus(field, "a1", "b1") == 0


@pytest.mark.rule("PF-MNT-08.1")
def test_after_more_than_a_square_one_blow_only() -> None:
    field = ridden(knight(bab=6), foes={"b1": {"at": "g5"}}, dice=[2])
    assert "full_attack" not in field.actions("a1")
    field.act("a2", "move", "e5")
    assert "full_attack" not in field.actions("a1") and "attack" in field.actions("a1")
    near = ridden(knight(bab=6), foes={"b1": {"at": "e5"}}, dice=[2, 2])
    near.act("a2", "step", "c5")
    near.act("a1", "full_attack", SWORD, SWORD, "b1")
    near.act("a1", "swing", SWORD, "b1")
    assert "move" not in near.actions("a2") if "a2" in near.offered() else True
    assert len(near.all(AttackRolled)) == 2


@pytest.mark.rule("PF-MNT-08.1")
def test_after_a_full_attack_the_mount_stays() -> None:
    field = ridden(knight(bab=6), foes={"b1": {"at": "d5"}}, dice=[2, 2])
    field.act("a1", "full_attack", SWORD, SWORD, "b1")
    field.act("a1", "swing", SWORD, "b1")
    assert {"move", "charge", "gallop"}.isdisjoint(field.offered("a2"))


@pytest.mark.rule("PF-MNT-09.1")
def test_a_moving_mount_hinders_no_full_attack_with_a_bow() -> None:
    field = ridden(knight(bab=6, items=[BOW, "frecce"]), dice=[2, 2])
    field.act("a2", "move", "h5")
    field.act("a1", "full_attack", f"{BOW}/ranged", BOW, "b1")
    field.act("a1", "swing", BOW, "b1")
    assert [e.bonus.value for e in field.all(AttackRolled)] == [6, 1]
    field.done()


@pytest.mark.rule("PF-MNT-10.1")
def test_speed_is_no_hindrance_to_a_blow() -> None:
    field = ridden(foes={"b1": {"at": "k5"}}, dice=[2])
    field.act("a2", "move", "i5")
    field.act("a1", "attack", SWORD, "b1")
    assert field.the(AttackRolled).bonus.value == 1  # from above
    field.done()


@pytest.mark.rule("PF-MNT-11.1", "PF-MNT-11.2", "PF-CHG-10.1", "PF-TAB-10.5")
def test_a_mounted_charge_with_a_lance() -> None:
    from arbitro.rulesets.pathfinder.numbers import armour_class

    field = ridden(knight(items=[LANCE], forza=14), foes={"b1": {"at": "j5", "hp": 60}}, dice=[15, 3, 4])
    field.act("a1", "ride_charge", LANCE, "b1")
    assert field.the(AttackRolled).bonus.value == 2 + 2 + 1  # Strength, charge, from above
    assert field.figure("b1").hp == 60 - (3 + 4 + 2 * 3)  # both hands: Strength and a half, twice
    assert field.at("a1") == field.at("a2") == "g5"  # where the lance reaches
    assert armour_class(field.game, "a1").value == 8
    assert armour_class(field.game, "a2").value == 10 - 1 - 2
    assert (field.figure("a1").std, field.figure("a1").mov, field.figure("a2").std) == (0, 1, 0)
    field.done()


@pytest.mark.rule("PF-MNT-11.2")
def test_a_sword_gets_the_bonus_and_no_doubling_and_the_mount_may_strike_too() -> None:
    field = ridden(foes={"b1": {"at": "j5", "hp": 60}}, dice=[15, 3, 18, 2])
    field.act("a1", "ride_charge", SWORD, "b1")
    assert field.asked == "mount_strikes"
    field.answer("zoccolo")
    assert [e.bonus.value for e in field.all(AttackRolled)] == [3, 2 - 1]
    assert field.figure("b1").hp == 60 - 3 - 2
    field.done()


@pytest.mark.rule("PF-MNT-11.1", "PF-MNT-11.2")
def test_when_the_mount_charges_by_itself_the_rider_shares_bonus_and_penalty() -> None:
    from arbitro.rulesets.pathfinder.numbers import armour_class

    field = ridden(foes={"b1": {"at": "j5", "hp": 60}}, dice=[2, 2])
    field.act("a2", "charge", "zoccolo", "b1")
    assert armour_class(field.game, "a1").value == 8
    field.act("a1", "attack", SWORD, "b1")
    assert field.all(AttackRolled)[-1].bonus.value == 1 + 2


def test_spirited_charge_doubles_anything_and_triples_a_lance() -> None:
    feats = ["combattere-in-sella", "attacco-in-sella", "carica-devastante"]
    field = ridden(knight(items=[LANCE], feats=feats), foes={"b1": {"at": "j5", "hp": 60}}, dice=[15, 3, 4, 5])
    field.act("a1", "ride_charge", LANCE, "b1", "g5")
    assert field.figure("b1").hp == 60 - 12
    field = ridden(knight(feats=feats), foes={"b1": {"at": "j5", "hp": 60}}, dice=[15, 3, 4])
    field.act("a1", "ride_charge", SWORD, "b1", "h5")
    field.answer("pass")
    assert field.figure("b1").hp == 60 - 7


def test_ride_by_attack_goes_on_past_the_foe_without_a_blow_from_it() -> None:
    feats = ["combattere-in-sella", "attacco-in-sella"]
    foe = {"at": "g7", "hp": 60, "items": [SWORD]}
    field = ridden(knight(feats=feats), foes={"b1": foe}, dice=[15, 3])
    field.act("a1", "ride_charge", SWORD, "b1", "f5")
    field.answer("pass")
    assert field.asked == "ride_by"
    field.answer("k5")
    assert field.at("a1") == "k5" and len(field.all(AttackRolled)) == 1
    field.done()


# --- shooting and casting at speed --------------------------------------------------------------------


def archer(**more: Any) -> dict[str, Any]:
    return knight(items=[BOW, "frecce"], **more)


@pytest.mark.rule("PF-MNT-12.1", "PF-MNT-12.3", "PF-GRID-05.2")
def test_at_a_gallop_one_shoots_half_way_at_minus_four() -> None:
    field = ridden(archer(), dice=[2], rows=["." * 30] * 10, foes={"b1": {"at": "p9"}})
    field.act("a2", "gallop", "v5")
    assert field.at("a1") == "l5" and field.offered("a2") == ("ride_on",)
    field.act("a1", "shoot", BOW, "b1")
    assert field.the(AttackRolled).bonus.value == -4
    field.act("a2", "ride_on")
    assert field.at("a1") == "v5" and field.figure("a2").walked == 20
    field.done()


@pytest.mark.rule("PF-MNT-12.2", "PF-MNT-12.3")
def test_at_a_run_at_minus_eight() -> None:
    field = ridden(archer(), dice=[2], rows=["." * 50] * 10, foes={"b1": {"at": "z9"}})
    field.act("a2", "run", "ap5")
    assert field.at("a1") == "v5"
    field.act("a1", "shoot", BOW, "b1")
    assert field.the(AttackRolled).bonus.value == -8
    field.end("a1")
    assert field.at("a1") == "ap5"  # the ride is finished with the turn


@pytest.mark.rule("PF-MNT-12.3")
def test_no_shot_before_or_after_a_double_move() -> None:
    field = ridden(archer(), dice=[2], rows=["." * 30] * 10)
    field.act("a2", "move", "d5")
    field.act("a2", "move", "l5")
    assert field.figure("a2").std == 1 and "shoot" in field.actions("a1"), "one move, in two pieces"
    field.act("a2", "move", "n5")
    assert field.figure("a2").std == 0 and "shoot" not in field.actions("a1")
    field = ridden(archer(), dice=[2])
    field.act("a1", "shoot", BOW, "b1")
    assert {"gallop", "run", "charge"}.isdisjoint(field.actions("a2"))
    field.act("a2", "move", "d5")
    assert field.figure("a2").std == 1 and "move" in field.actions("a2")  # what is left of the move
    field.act("a2", "attack", "zoccolo", "b1") if "attack" in field.actions("a2") else None
    assert field.the(AttackRolled).bonus.value == 0


def test_mounted_archery_halves_the_penalties() -> None:
    field = ridden(archer(feats=["combattere-in-sella", "tirare-in-sella"]), dice=[2], foes={"b1": {"at": "k9"}})
    field.act("a2", "gallop", "j5")
    field.act("a1", "shoot", BOW, "b1")
    assert field.the(AttackRolled).bonus.value == -2


MAGE = {"source": "mago", "level": 1, "prepared": {"dardo-incantato": 2}}


def caster(**more: Any) -> dict[str, Any]:
    return knight(items=[], casting=[MAGE], **more)


def cast(field: Field) -> None:
    field.act("a1", "cast", "mago", "dardo-incantato", "openly", "b1")


@pytest.mark.rule("PF-MNT-14.1")
def test_casting_before_or_after_the_mount_moves_is_as_ever() -> None:
    field = ridden(caster(), dice=[1], foes={"b1": {"at": "j5"}})
    cast(field)
    assert field.the(SpellCast) and not field.all(CheckMade)
    field.act("a2", "move", "d5")
    after = ridden(caster(), dice=[1], foes={"b1": {"at": "j5"}})
    after.act("a2", "move", "d5")
    cast(after)
    after.answer("stands_still")
    assert after.the(SpellCast) and not after.all(CheckMade)
    assert after.offered() == ("a1",) or "move" not in after.actions("a2")


@pytest.mark.rule("PF-MNT-14.2")
@pytest.mark.parametrize(("face", "kept"), [(10, True), (9, False)])
def test_casting_between_two_moves_takes_concentration(face: int, kept: bool) -> None:
    field = ridden(caster(), dice=[face, 1] if kept else [face], foes={"b1": {"at": "j5"}})
    field.act("a2", "move", "d5")
    cast(field)
    field.answer("moves_on")
    assert field.the(CheckMade).dc == 10 + 1 and field.the(CheckMade).bonus.value == 1
    assert bool(field.all(SpellCast)) is kept and bool(field.all(SpellLost)) is not kept
    field.done()


@pytest.mark.rule("PF-MNT-14.3")
def test_casting_at_a_run_takes_more_of_it() -> None:
    field = ridden(caster(), dice=[15, 1], rows=["." * 50] * 10, foes={"b1": {"at": "v9"}})
    field.act("a2", "run", "ap5")
    assert field.at("a1") == "v5"  # twice its speed
    cast(field)
    assert field.the(CheckMade).dc == 15 + 1 and field.the(SpellCast)


# --- both strike --------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SKL-04.1")
@pytest.mark.parametrize(("face", "blows"), [(10, 2), (9, 1)])
def test_rider_and_mount_both_strike_with_a_check(face: int, blows: int) -> None:
    rider = knight(skills={"cavalcare": 0}, items=[SWORD, "sella-da-galoppo"])
    field = ridden(rider, foes={"b1": {"at": "d5"}}, dice=[2, face, 2][: 1 + blows])
    field.act("a1", "attack", SWORD, "b1")
    field.act("a2", "attack", "zoccolo", "b1")
    assert len(field.all(AttackRolled)) == blows and len(field.all(CameToNothing)) == 2 - blows
    field.done()


@pytest.mark.rule("PF-SKL-04.1")
def test_spurring_hurts_and_hastens() -> None:
    field = ridden(knight(skills={"cavalcare": 5}, items=["sella-da-galoppo"]), dice=[10, 2])
    field.act("a1", "spur")
    assert speed_of(field.game, "a2", "terra") == 12 and field.figure("a2").hp == 28
    assert field.figure("a1").mov == 0
    field.end("a1", "b1")
    assert speed_of(field.game, "a2", "terra") == 10


@pytest.mark.rule("PF-SKL-04.1", "PF-GRID-23.4")
@pytest.mark.parametrize(("face", "seated"), [(10, True), (9, False)])
def test_leaping_an_obstacle_takes_a_check(face: int, seated: bool) -> None:
    rows = ["............"] * 4 + ["....o.......", "....o......."] + ["............"] * 4
    dice = [face] if seated else [face, 5, 3]  # falls: the soft fall fails too
    field = ridden(knight(skills={"cavalcare": 5}, items=["sella-da-galoppo"]), rows=rows, dice=dice)
    field.act("a2", "move", "c5")
    field.act("a2", "leap", "f5")
    assert field.at("a2") == "f5" and (field.figure("a1").mount == "a2") is seated
    assert field.figure("a1").hp == (20 if seated else 17)
    field.done()


@pytest.mark.rule("PF-SKL-04.1")
def test_behind_the_flank_one_is_covered_and_idle() -> None:
    from arbitro.rulesets.pathfinder.numbers import armour_class

    field = ridden(foes={"b1": {"at": "d5", "items": [SWORD]}})
    field.act("a1", "hang")
    assert armour_class(field.game, "a1", "b1").value == 14 and "attack" not in field.actions("a1")
    field.act("a1", "sit_up")
    assert armour_class(field.game, "a1", "b1").value == 10 and "attack" in field.actions("a1")


# --- falling ------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-MNT-15.1")
@pytest.mark.parametrize(("face", "hp"), [(10, 20), (9, 16)])
def test_when_the_mount_falls_a_check_lands_the_rider(face: int, hp: int) -> None:
    rider = knight(skills={"cavalcare": 5}, items=["sella-da-galoppo"])
    dice = [15, 8, face] if hp == 20 else [15, 8, face, 4]
    field = ridden(rider, horse(hp_now=5), foes={"b1": {"at": "d5", "items": [SWORD]}}, dice=dice)
    field.end("a1")
    field.act("b1", "attack", SWORD, "a2")
    assert field.figure("a2").hp == -3
    assert field.figure("a1").mount == "" and field.figure("a1").hp == hp
    assert field.figure("a1").has("prono") is (hp < 20)
    field.done()


@pytest.mark.rule("PF-MNT-16.1", "PF-MNT-16.2", "PF-EQP-03.1")
@pytest.mark.parametrize(("saddle", "face", "stays"), [
    ("sella-da-galoppo", 51, True), ("sella-da-galoppo", 50, False),
    ("sella-militare", 26, True), ("sella-militare", 25, False),
])  # fmt: skip
def test_who_faints_may_stay_in_the_saddle(saddle: str, face: int, stays: bool) -> None:
    rider = knight(items=[saddle], hp_now=3)
    foe = {"at": "d5", "items": [SWORD]}
    dice = [15, 8, face] if stays else [15, 8, face, 4]
    field = ridden(rider, foes={"b1": foe}, dice=dice, order=("b1", "a1", "a2"))
    field.act("b1", "attack", SWORD, "a1")
    figure = field.figure("a1")
    assert (figure.mount == "a2") is stays and figure.has("prono") is not stays
    assert figure.hp == (-5 if stays else -9)


@pytest.mark.rule("PF-MNT-16.3")
def test_a_mount_without_a_rider_does_not_fight() -> None:
    field = ridden(foes={"b1": {"at": "d5"}})
    assert "attack" in field.actions("a2")
    field.act("a1", "dismount", "a5")
    assert field.figure("a2").has("senza-cavaliere")
    field.end("a1", "b1", "a1")  # it has had its part of this round already
    assert {"attack", "full_attack", "charge"}.isdisjoint(field.actions("a2")) and "move" in field.actions("a2")
    field.end("a2", "b1")
    field.act("a1", "mount", "a2")
    assert not field.figure("a2").has("senza-cavaliere")


@pytest.mark.rule("PF-SKL-04.1", "PF-SKL-04.2", "PF-EQP-03.1")
@pytest.mark.parametrize(("saddle", "face", "stays"), [
    ("sella-da-galoppo", 5, True), ("sella-da-galoppo", 4, False), ("sella-militare", 3, True), (None, 9, False),
    (None, 10, True),
])  # fmt: skip
def test_a_blow_may_throw_a_rider_off(saddle: str | None, face: int, stays: bool) -> None:
    rider = knight(items=[saddle] if saddle else [], skills={"cavalcare": 0})
    foe = {"at": "d5", "items": [SWORD]}
    dice = [15, 2, face] if stays else [15, 2, face, 10, 4]
    field = ridden(rider, foes={"b1": foe}, dice=dice, order=("b1", "a1", "a2"))
    field.act("b1", "attack", SWORD, "a1")
    assert (field.figure("a1").mount == "a2") is stays
    assert field.figure("a1").hp == (18 if stays else 14)
    field.done()


def test_mounted_combat_draws_the_mount_out_of_a_blow() -> None:
    rider = knight(feats=["combattere-in-sella"], skills={"cavalcare": 10}, items=["sella-da-galoppo"])
    foe = {"at": "d5", "items": [SWORD], "bab": 4}
    for face, hp in ((10, 30), (9, 22)):
        dice = [15, face] if hp == 30 else [15, face, 8]
        field = ridden(rider, foes={"b1": foe}, dice=dice)
        field.end("a1")
        field.act("b1", "attack", SWORD, "a2")
        field.answer("guard")
        assert field.the(CheckMade).dc == 20  # more than 19
        assert field.figure("a2").hp == hp and field.figure("a1").owed == 1
        field.done()


def test_trample_lets_nobody_step_aside_and_adds_a_hoof() -> None:
    rider = knight(feats=["combattere-in-sella", "travolgere-in-sella"])
    field = ridden(rider, horse(forza=30), foes={"b1": {"at": "d5"}}, dice=[10, 15, 2])
    field.act("a2", "overrun", "b1", "e5")
    assert field.figure("b1").has("prono") and field.at("a1") == "e5"
    assert field.the(AttackRolled).actor == "a2" and field.figure("b1").hp == 20 - 2 - 15


def test_who_rides_off_the_board_is_gone_with_the_mount() -> None:
    field = ridden(knight(at="a5"), horse(at="a5"))
    field.act("a2", "leave")
    assert {e.it for e in field.all(Fled)} == {"a1", "a2"}


def test_moved_riders_and_hurts_are_told() -> None:
    field = ridden(dice=[])
    field.act("a2", "move", "d5")
    assert field.the(Moved).it == "a2" and not field.all(Hurt)


def test_whoever_is_asked_who_acts_reads_whose_mount_it_is() -> None:
    field = ridden()
    names = [field.rules.choice(field.state, "actor", Option("a2"), lang) for lang in ("it", "en")]
    assert names == ["a2, sotto a1", "a2, under a1"]
    assert field.rules.choice(field.state, "actor", Option("a1"), "it") == "a1"
