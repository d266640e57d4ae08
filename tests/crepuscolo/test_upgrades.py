"""Upgrades of weapons and armours in play: what they change, and only for the item they are on (chapter V)."""

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    ArmourWorn,
    ConditionGained,
    DiceLost,
    DiceRolled,
    DiceSpent,
    Died,
    HitLanded,
    Hurt,
    Missed,
    PointsChanged,
    Succeeded,
    TestDeclined,
    TestEnded,
    Unharmed,
)
from arbitro.rulesets.crepuscolo.queries import stat
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import trial

SPADA, ASCIA, MAZZA, MARTELLO, PUGNALE, ARCO = (f"CDC-EQ-{n}" for n in (11, 12, 13, 14, 16, 22))
LEGGERA, MEDIA, PESANTE, BROCCHIERE, SCUDO = "CDC-EQ-27", "CDC-EQ-33", "CDC-EQ-57", "CDC-EQ-28", "CDC-EQ-34"
PISTOLA, CINGOASCIA, ARTIGLI, SCETTRO_DEL_POTERE = "CDC-EQ-41", "CDC-EQ-55", "CDC-EQ-68", "CDC-EQ-92"
TALISMANO = "CDC-EQ-72"
MALEDETTE, CRUDELI, NERE, OSSA, MIGLIORATE = (f"CDC-EQ-{n}" for n in (61, 62, 63, 65, 66))
MIGLIORATA, INCANTATA, CONSACRATA, LEGGENDARIA, DIVINA = (f"CDC-EQ-{n}" for n in (69, 79, 80, 83, 86))
INCANTATE, CONSACRATE, INFUOCATE, LEGGENDARIE, FLAGELLO, DIVINE = (f"CDC-EQ-{n}" for n in (77, 78, 81, 82, 84, 85))
PSICO, STREGATE, SOGNI = "CDC-EQ-90", "CDC-EQ-91", "CDC-EQ-94"
TOUGH = {"res": 30}


def with_on(item: str, *upgrades: str, more: tuple[str, ...] = (), **fields: Any) -> dict[str, Any]:
    """A fighter's fields: an item, upgrades of it, more items."""
    return {"items": [item, *more], "upgrades": [{"item": u, "to": item} for u in upgrades], **fields}


def duel(mine: dict[str, Any], theirs: dict[str, Any] | None = None, *dice: int, gap: float = 1, **more: Any) -> Field:
    """`a1` and, ``gap`` cm from it, `b1` with 30 of Resistenza."""
    foe = {"at": (22.5 + gap, 20), **TOUGH, **(theirs or {})}
    return Field({"a1": {"at": (20, 20), **mine}, "b1": foe}, dice=dice, **more)


def hurt(field: Field) -> list[tuple[str, int, str]]:
    """Who lost how much by what, in order."""
    return [(event.it, event.amount, event.action) for event in field.all(Hurt)]


# Maledette, Crudeli, Nere


@pytest.mark.parametrize(("face", "asked"), [(3, "a"), (8, "b")])
@pytest.mark.rule("CDC-EQ-61.2")
def test_nobody_throws_the_dice_of_a_cursed_weapon_again(face: int, asked: str) -> None:
    skilled = {"cmb": 2}
    plain = duel(with_on(ASCIA, **skilled), skilled, face, options={})
    plain.act("a1", "melee", "b1", die=8)
    assert plain.asked == "respond"
    assert plain.game.pending is not None
    assert plain.game.pending.seats == (asked,), "who missed may throw again, or who was hit have it thrown again"
    cursed = duel(with_on(ASCIA, MALEDETTE, more=(TALISMANO,), **skilled), skilled, face, options={})
    cursed.act("a1", "melee", "b1", die=8)
    assert cursed.asked == "action"
    assert len(cursed.all(DiceRolled)) == 1


@pytest.mark.rule("CDC-EQ-61.2")
def test_other_dice_of_its_bearer_may_be_thrown_again() -> None:
    bow = duel(with_on(ASCIA, MALEDETTE, more=(ARCO, TALISMANO)), {}, 3, gap=15)
    bow.act("a1", "shot", ARCO, "b1", die=8)
    assert bow.offered() == ("pass", TALISMANO), "a shot is no melee attack with the weapon"
    move = duel(with_on(ASCIA, MALEDETTE, des=1), {}, 2, gap=15)
    move.act("a1", "move", die=4)
    assert move.offered() == ("pass", "CDC-RRL-04")


@pytest.mark.rule("CDC-EQ-62.2", "CDC-EQ-62.3", "CDC-EQ-62.5")
def test_a_cruel_weapon_hurts_once_more_whoever_fails_a_spirito_test() -> None:
    field = duel(with_on(ASCIA, CRUDELI, dan=2), {}, 5)
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "test"
    assert field.about == {"actor": "b1", "test": "spirito"}
    field.answer("decline")
    # 2 + 1 of the axe; then 1 more, which calls for no second test
    assert hurt(field) == [("b1", 3, "melee"), ("b1", 1, "item")]
    assert field.all(Hurt)[1].rules == (CRUDELI,)
    assert len(field.all(TestEnded)) == 1
    assert field.asked == "action"
    field.done()


@pytest.mark.rule("CDC-EQ-62.2")
def test_a_passed_test_saves_from_a_cruel_weapon() -> None:
    field = duel(with_on(ASCIA, CRUDELI), {}, 5, 4)
    field.act("a1", "melee", "b1", die=8)
    field.answer(4)
    assert field.the(TestEnded).passed
    assert hurt(field) == [("b1", 2, "melee")]
    assert field.figure("b1").dice == (6, 8)
    field.done()


@pytest.mark.rule("CDC-EQ-62.4", "CDC-EQ-63.2")
def test_a_hit_that_armour_takes_away_calls_for_no_test() -> None:
    field = duel(with_on("CDC-EQ-10", CRUDELI, NERE), {"items": [LEGGERA]}, 5)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Unharmed).it == "b1"
    assert field.all(TestEnded) == []
    field.done()


@pytest.mark.rule("CDC-EQ-62.2")
def test_armour_is_counted_against_the_hit_and_against_the_point_more() -> None:
    # Media: Resistenza 2, Protezione 1. The hit of 3 does 2; the point more does nothing.
    field = duel(with_on(ASCIA, CRUDELI, dan=2), {"items": [MEDIA], "dice": ()}, 5)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 2, "melee")]
    assert field.figure("b1").armour == 0
    assert field.the(TestDeclined).why == "no_dice"
    field.done()


def test_who_dies_of_the_hit_takes_no_test() -> None:
    field = duel(with_on(ASCIA, CRUDELI, NERE), {"life": 2}, 5)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Died).it == "b1"
    assert field.all(TestEnded) == []
    field.done()


@pytest.mark.rule("CDC-EQ-63.2")
def test_a_black_weapon_takes_all_dice_of_whoever_fails_a_forza_test() -> None:
    field = duel(with_on(ASCIA, NERE), {}, 5, 3, 2, 1)
    field.act("a1", "melee", "b1", die=8)
    assert field.about == {"actor": "b1", "test": "forza"}
    field.answer("decline")
    assert field.the(DiceLost).dice == (4, 6, 8)
    assert field.the(DiceLost).rules == (NERE,)
    assert field.figure("b1").dice == ()


@pytest.mark.rule("CDC-EQ-63.2")
def test_who_passes_the_forza_test_keeps_its_other_dice() -> None:
    field = duel(with_on(ASCIA, NERE), {}, 5, 4)
    field.act("a1", "melee", "b1", die=8)
    field.answer(4)
    assert field.figure("b1").dice == (6, 8)
    assert field.all(DiceLost) == []
    field.done()


# d'Ossa, Migliorate


@pytest.mark.rule("CDC-EQ-65.2", "CDC-AB-077.1", "CDC-AB-077.3")
def test_bone_weapons_give_intimidire_with_threshold_2() -> None:
    without = duel(with_on(ASCIA), {}, gap=4)
    assert "ability" not in without.offered("a1")
    field = duel(with_on(ASCIA, OSSA), {"dice": ()}, 2, gap=4)
    assert field.offered("a1", "ability") == ("CDC-AB-077",)
    field.act("a1", "ability", "CDC-AB-077", die=6)
    assert field.the(Succeeded).action == "CDC-AB-077"
    assert field.figure("b1").conditions == ("Spaventato",)
    assert field.figure("a1").dice == (4, 8)
    field.done()


@pytest.mark.rule("CDC-EQ-66.2", "CDC-EQ-06.8", "CDC-EQ-02.1")
def test_an_improved_weapon_gives_combattimento_1_also_as_a_ranged_weapon() -> None:
    melee = duel(with_on(ASCIA, MIGLIORATE), {}, 3)
    melee.act("a1", "melee", "b1", die=8)
    assert melee.the(HitLanded).face == 3, "3 + 1, for 1 is more than 0"
    bow = duel({"items": [ASCIA, ARCO], "upgrades": [{"item": MIGLIORATE, "to": ARCO}]}, {}, 3)
    assert stat(bow.game, "a1", "cmb") == 1
    pair = duel(with_on(ARTIGLI, MIGLIORATE), {})
    assert stat(pair.game, "a1", "cmb") == 2, "1 of the claws and 1 of the upgrade"


# Incantate, Consacrate


@pytest.mark.rule("CDC-EQ-77.2")
@pytest.mark.parametrize(("die", "face", "amount"), [(8, 5, 3), (8, 4, 2), (6, 5, 3), (6, 4, 2), (8, 7, 3)])
def test_an_enchanted_weapon_is_critical_from_5(die: int, face: int, amount: int) -> None:
    # axe: 1 + 1, and 1 more on a critical
    field = duel(with_on(ASCIA, INCANTATE), {}, face)
    field.act("a1", "melee", "b1", die=die)
    assert hurt(field) == [("b1", amount, "melee")]
    assert field.the(HitLanded).critical is (face >= 5)
    field.done()


@pytest.mark.rule("CDC-EQ-77.2")
def test_without_the_upgrade_5_on_a_d8_is_a_plain_hit() -> None:
    field = duel(with_on(ASCIA), {}, 5)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 2, "melee")]


@pytest.mark.rule("CDC-EQ-77.3")
@pytest.mark.parametrize("upgrades", [(INCANTATE,), ()])
def test_such_a_critical_succeeds_whatever_the_threshold(upgrades: tuple[str, ...]) -> None:
    wall = {"always": [{"modify": "sds", "by": 5, "when": "target is me"}]}
    foe = {"at": (23.5, 20), "abilities": ["WALL"], **TOUGH}
    fighters = {"a1": {"at": (20, 20), **with_on(ASCIA, *upgrades)}, "b1": foe}
    field = trial({"WALL": wall}, fighters, dice=[5])
    field.act("a1", "melee", "b1", die=8)  # SdS 9
    assert hurt(field) == ([("b1", 3, "melee")] if upgrades else [])
    assert len(field.all(Missed)) == (0 if upgrades else 1)
    field.done()


@pytest.mark.rule("CDC-EQ-77.4")
def test_the_4_of_a_d4_stays_a_critical() -> None:
    field = duel(with_on(ASCIA, INCANTATE), {}, 4)
    field.act("a1", "melee", "b1", die=4)
    assert hurt(field) == [("b1", 3, "melee")]


@pytest.mark.rule("CDC-EQ-77.5", "CDC-EQ-68.3")
@pytest.mark.parametrize("weapon", [MARTELLO, ARTIGLI])
def test_weapons_without_criticals_cause_none_by_it(weapon: str) -> None:
    field = duel(with_on(weapon, INCANTATE), {}, 8, 5)
    field.act("a1", "melee", "b1", die=8)
    field.act("a1", "melee", "b1", die=6)
    assert [landed.critical for landed in field.all(HitLanded)] == [False, False]
    field.done()


@pytest.mark.rule("CDC-EQ-77.5")
def test_5_does_not_hit_by_itself_with_a_weapon_without_criticals() -> None:
    wall = {"always": [{"modify": "sds", "by": 5, "when": "target is me"}]}
    fighters = {"a1": {"at": (20, 20), **with_on(MARTELLO, INCANTATE)}, "b1": {"at": (23.5, 20), "abilities": ["WALL"]}}
    field = trial({"WALL": wall}, fighters, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Missed).target == "b1"


@pytest.mark.rule("CDC-EQ-78.2")
def test_a_consecrated_weapon_needs_3() -> None:
    field = duel(with_on(ASCIA, CONSACRATE, more=(ARCO,)), {}, 3, 2)
    field.act("a1", "melee", "b1", die=8)
    field.act("a1", "melee", "b1", die=4)
    assert [landed.face for landed in field.all(HitLanded)] == [3]
    assert field.the(Missed).target == "b1"
    field.done()


@pytest.mark.rule("CDC-EQ-78.2")
def test_a_bow_of_the_same_fighter_still_needs_4() -> None:
    field = duel(with_on(ASCIA, CONSACRATE, more=(ARCO,)), {}, 3, gap=10)
    field.act("a1", "shot", ARCO, "b1", die=8)
    assert field.the(Missed).weapon == ARCO


# armours


@pytest.mark.rule("CDC-EQ-69.1", "CDC-EQ-79.1")
def test_improved_and_enchanted_armour() -> None:
    plain = duel(with_on(ASCIA, dan=3), {"items": [LEGGERA]}, 5)
    plain.act("a1", "melee", "b1", die=8)
    assert (plain.figure("b1").armour, hurt(plain)) == (0, [("b1", 3, "melee")])
    better = duel(with_on(ASCIA, dan=3), with_on(LEGGERA, MIGLIORATA, INCANTATA), 5, 5)
    assert better.figure("b1").armour == 2
    better.act("a1", "melee", "b1", die=8)
    better.act("a1", "melee", "b1", die=6)
    assert [(worn.saved, worn.lost) for worn in better.all(ArmourWorn)] == [(2, 1), (2, 1)]
    assert hurt(better) == [("b1", 2, "melee"), ("b1", 2, "melee")]
    better.done()


@pytest.mark.rule("CDC-EQ-80.1", "CDC-EQ-80.2")
def test_nobody_in_consecrated_armour_is_hit_on_less_than_4() -> None:
    field = duel(with_on(ASCIA, CONSACRATE), with_on(LEGGERA, CONSACRATA), 3, 4)
    field.act("a1", "melee", "b1", die=8)
    field.act("a1", "melee", "b1", die=6)
    assert field.the(Missed).target == "b1"
    assert field.the(HitLanded).face == 4
    field.done()


@pytest.mark.rule("CDC-EQ-80.2")
@pytest.mark.parametrize("upgrades", [(), (CONSACRATA,)])
def test_nor_shot_on_less_than_4(upgrades: tuple[str, ...]) -> None:
    keen = {"always": [{"modify": "sds", "by": -2, "when": "actor is me and action is shot"}]}
    fighters = {
        "a1": {"at": (20, 20), "items": [ARCO], "abilities": ["KEEN"]},
        "b1": {"at": (35, 20), **with_on(LEGGERA, *upgrades)},
    }
    field = trial({"KEEN": keen}, fighters, dice=[3])
    field.act("a1", "shot", ARCO, "b1", die=8)
    assert len(field.all(Missed)) == len(upgrades)
    field.done()


@pytest.mark.rule("CDC-EQ-80.3")
def test_automatic_hits_are_not_touched() -> None:
    field = duel(with_on(ASCIA), with_on(LEGGERA, CONSACRATA, conditions=["A Terra"]), 2)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(HitLanded).automatic


@pytest.mark.rule("CDC-EQ-80.4")
def test_spent_armour_stays_consecrated() -> None:
    field = duel(with_on(ASCIA, CONSACRATE), with_on(LEGGERA, CONSACRATA, armour=0), 3)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Missed).target == "b1"


@pytest.mark.rule("CDC-EQ-83.1", "CDC-EQ-83.2")
def test_a_plain_melee_weapon_does_not_wear_legendary_armour_down() -> None:
    field = duel(with_on(ASCIA, MIGLIORATE, CRUDELI), with_on(MEDIA, LEGGENDARIA, dice=()), 5)
    field.act("a1", "melee", "b1", die=8)
    assert (field.all(ArmourWorn)[0].saved, field.all(ArmourWorn)[0].lost) == (1, 0)
    assert hurt(field)[0] == ("b1", 1, "melee")


@pytest.mark.rule("CDC-EQ-83.1")
@pytest.mark.parametrize("upgrade", [INCANTATE, CONSACRATE, LEGGENDARIE, FLAGELLO, INFUOCATE])
def test_weapons_of_renown_do_wear_it_down(upgrade: str) -> None:
    field = duel(with_on(ASCIA, upgrade), with_on(MEDIA, LEGGENDARIA), 4)
    field.act("a1", "melee", "b1", die=8)
    assert (field.the(ArmourWorn).saved, field.the(ArmourWorn).lost) == (1, 1)
    assert field.figure("b1").armour == 1


@pytest.mark.rule("CDC-EQ-83.1")
def test_only_the_weapon_that_strikes_counts() -> None:
    mine = {"items": [ASCIA, ARCO], "upgrades": [{"item": INFUOCATE, "to": ARCO}]}
    field = duel(mine, with_on(MEDIA, LEGGENDARIA), 5)
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").armour == 2


@pytest.mark.rule("CDC-EQ-83.3")
def test_shots_wear_legendary_armour_down() -> None:
    field = duel({"items": [ARCO]}, with_on(MEDIA, LEGGENDARIA), 5, gap=10)
    field.act("a1", "shot", ARCO, "b1", die=8)
    assert field.figure("b1").armour == 1


# Infuocate, Leggendarie, Flagello


@pytest.mark.rule("CDC-EQ-81.2", "CDC-EQ-06.9")
@pytest.mark.parametrize(("item", "action", "gap"), [(ASCIA, ("melee",), 1), (ARCO, ("shot", ARCO), 10)])
def test_flaming_weapons_set_whoever_they_hit_on_fire(item: str, action: tuple[str, ...], gap: float) -> None:
    field = duel(with_on(item, INFUOCATE), {"items": [MEDIA]}, 5, 3, gap=gap)
    field.act("a1", *action, "b1", die=8)
    assert field.the(ConditionGained).condition == "Fuoco"
    assert field.the(ConditionGained).rules == (INFUOCATE,)
    field.act("a1", *action, "b1", die=6)
    assert len(field.all(Missed)) == 1
    assert len(field.all(ConditionGained)) == 1
    field.done()


@pytest.mark.rule("CDC-EQ-81.2")
def test_only_the_flaming_weapon_sets_on_fire() -> None:
    mine = {"items": [ASCIA, ARCO], "upgrades": [{"item": INFUOCATE, "to": ARCO}]}
    field = duel(mine, {}, 5)
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").conditions == ()


@pytest.mark.rule("CDC-EQ-82.2", "CDC-EQ-82.3")
@pytest.mark.parametrize(("die", "face", "amount"), [(4, 8, 3), (4, 7, 2), (6, 6, 2)])
def test_a_legendary_weapon_rolls_a_d8_for_whatever_die_is_spent(die: int, face: int, amount: int) -> None:
    field = duel(with_on(ASCIA, LEGGENDARIE), {}, face)
    field.act("a1", "melee", "b1", die=die)
    assert field.the(DiceSpent).dice == (die,)
    assert (field.the(DiceRolled).sides, field.the(DiceRolled).counted) == (8, face)
    assert field.the(HitLanded).critical is (face == 8)
    assert hurt(field) == [("b1", amount, "melee")]
    assert field.state.hand_total == face
    field.done()


@pytest.mark.rule("CDC-EQ-82.2")
def test_the_die_a_legendary_sword_wins_is_a_d8_too_and_a_shot_is_not() -> None:
    sword = duel(with_on(SPADA, LEGGENDARIE), {}, 8, 5)
    sword.act("a1", "melee", "b1", die=6)
    assert [rolled.sides for rolled in sword.all(DiceRolled)] == [8, 8]
    bow = duel(with_on(ARCO, LEGGENDARIE), {}, 4, gap=10)
    bow.act("a1", "shot", ARCO, "b1", die=4)
    assert bow.the(DiceRolled).sides == 4


@pytest.mark.rule("CDC-EQ-84.2", "CDC-EQ-84.3", "CDC-EQ-06.9")
def test_a_weapon_of_the_scourge_fells_the_biggest() -> None:
    field = duel(with_on(ASCIA, FLAGELLO), {"r": 2500, "at": (24.75, 20)}, 5)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 3, "melee")], "1, 1 of the axe, 1 of the upgrade"
    assert field.figure("b1").conditions == ("A Terra",)
    bow = duel(with_on(ARCO, FLAGELLO), {}, 5, gap=10)
    bow.act("a1", "shot", ARCO, "b1", die=8)
    assert hurt(bow) == [("b1", 1, "shot")], "Danno is for melee only"
    assert bow.figure("b1").conditions == ("A Terra",)


@pytest.mark.rule("CDC-EQ-84.2")
def test_the_die_a_sword_wins_finds_the_fallen_on_the_ground() -> None:
    field = duel(with_on(SPADA, FLAGELLO), {}, 8, 2)
    field.act("a1", "melee", "b1", die=8)
    assert [landed.automatic for landed in field.all(HitLanded)] == [False, True]
    field.done()


# Divine


@pytest.mark.rule("CDC-EQ-85.2", "CDC-EQ-85.4")
def test_the_first_attack_of_a_turn_hits_even_on_a_1_and_is_critical() -> None:
    field = duel(with_on(ASCIA, DIVINE), {}, 1, 3, 5)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(DiceSpent).dice == (8,)
    assert field.state.hand_total == 1
    assert (field.the(HitLanded).critical, field.the(HitLanded).automatic) == (True, True)
    assert hurt(field) == [("b1", 3, "melee")]
    field.act("a1", "melee", "b1", die=4)
    assert field.the(Missed).target == "b1", "the second is an attack like any other"
    field.act("a1", "melee", "b1", die=6)
    assert hurt(field)[1:] == [("b1", 2, "melee")]
    field.done()


@pytest.mark.rule("CDC-EQ-85.2")
def test_the_die_won_by_the_first_attack_is_a_second_attack() -> None:
    field = duel(with_on(SPADA, DIVINE), {}, 2, 2)
    field.act("a1", "melee", "b1", die=8)
    assert [landed.automatic for landed in field.all(HitLanded)] == [True]
    assert field.the(Missed).target == "b1"
    field.done()


@pytest.mark.rule("CDC-EQ-85.5")
def test_a_divine_weapon_without_criticals_only_hits() -> None:
    field = duel(with_on(MARTELLO, DIVINE), {}, 2)
    field.act("a1", "melee", "b1", die=8)
    assert (field.the(HitLanded).critical, field.the(HitLanded).automatic) == (False, True)


@pytest.mark.rule("CDC-EQ-85.3", "CDC-EQ-85.6")
def test_divine_weapons_ignore_armour_and_do_not_wear_it_down() -> None:
    field = duel(with_on(ASCIA, DIVINE), with_on(PESANTE, INCANTATA), 5, 5)
    field.act("a1", "melee", "b1", die=8)
    field.act("a1", "melee", "b1", die=6)
    assert hurt(field) == [("b1", 3, "melee"), ("b1", 2, "melee")]
    assert (field.figure("b1").armour, field.all(ArmourWorn)) == (3, [])


@pytest.mark.rule("CDC-EQ-85.3", "CDC-EQ-85.7")
def test_divine_weapons_ignore_shields() -> None:
    field = duel(with_on(ASCIA, DIVINE), {"items": [SCUDO]}, 2, 4)
    field.act("a1", "melee", "b1", die=8)
    field.act("a1", "melee", "b1", die=6)
    assert len(field.all(HitLanded)) == 2, "4 is enough against the SdS of 4 that a shield would make 5"
    plain = duel(with_on(ASCIA), {"items": [SCUDO]}, 4)
    plain.act("a1", "melee", "b1", die=8)
    assert plain.the(Missed).target == "b1"


@pytest.mark.rule("CDC-EQ-85.7")
def test_a_buckler_gives_no_combattimento_against_them() -> None:
    field = duel(with_on(ASCIA, DIVINE, cmb=1), {"items": [BROCCHIERE]}, 2, 3)
    field.act("a1", "melee", "b1", die=8)
    field.act("a1", "melee", "b1", die=4)
    assert [landed.face for landed in field.all(HitLanded)] == [2, 3], "3 + 1, for 1 is more than 0"
    plain = duel(with_on(ASCIA, cmb=1), {"items": [BROCCHIERE]}, 3)
    plain.act("a1", "melee", "b1", die=8)
    assert plain.the(Missed).target == "b1"


@pytest.mark.rule("CDC-EQ-85.8")
def test_an_attack_in_the_other_hand_may_be_the_first_of_the_turn() -> None:
    lunge = {"kind": "AGL", "limit": "1 per game", "do": [{"extra_attack": 4}]}
    fighters = {
        "a1": {"at": (20, 20), "abilities": ["LUNGE"], **with_on(ASCIA, DIVINE)},
        "b1": {"at": (23.5, 20), **TOUGH},
    }
    field = trial({"LUNGE": lunge}, fighters, dice=[1, 3], hand="b")
    field.answer(("a1", "ability", "LUNGE"), seat="a")
    assert field.the(HitLanded).automatic
    field.answer(("pass",), seat="b")
    assert field.state.hand == "a"
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Missed).target == "b1", "this is its second of the turn"
    field.done()


@pytest.mark.rule("CDC-EQ-85.2")
def test_each_turn_has_a_first_attack() -> None:
    field = duel(with_on(ASCIA, DIVINE), {}, 1, 1)
    field.act("a1", "melee", "b1", die=8)
    field.answer(("pass",))
    field.answer(("pass",))
    assert field.state.turn == 2
    if field.state.hand == "b":
        field.answer(("pass",))
    field.act("a1", "melee", "b1", die=8)
    assert [landed.automatic for landed in field.all(HitLanded)] == [True, True]
    field.done()


# Armatura Divina


@pytest.mark.rule("CDC-EQ-86.1", "CDC-EQ-86.2", "CDC-EQ-86.3")
@pytest.mark.parametrize(
    ("weapon", "amount"),
    [(ASCIA, 1), (PUGNALE, 0), (MAZZA, 0), (SPADA, 0), (CINGOASCIA, 1), (SCETTRO_DEL_POTERE, 0)],
)
def test_divine_armour_leaves_of_a_critical_only_the_hit(weapon: str, amount: int) -> None:
    # Danno 3; the armour takes 1. Lost: more damage, A Terra, the die won, killing, the point of Arcano.
    field = duel({"items": [weapon], "dan": 3}, with_on(LEGGERA, DIVINA), 8)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(HitLanded).critical
    assert hurt(field) == [("b1", 2 + amount, "melee")]
    assert field.all(ConditionGained) == []
    assert field.all(PointsChanged) == []
    assert (field.figure("b1").status, field.asked) == ("table", "action")
    field.done()


@pytest.mark.rule("CDC-EQ-86.2", "CDC-EQ-86.4")
@pytest.mark.parametrize(("upgrades", "amount"), [((DIVINA,), 1), ((), 2)])
def test_against_shots_and_with_spent_armour_too(upgrades: tuple[str, ...], amount: int) -> None:
    field = duel({"items": [PISTOLA]}, with_on(LEGGERA, *upgrades, armour=0), 8, gap=10)
    field.act("a1", "shot", PISTOLA, "b1", die=8)
    assert hurt(field) == [("b1", amount, "shot")]


# Psico-Potenziate, Stregate, dei Sogni


POINTS = [(PSICO, "concentrazione"), (STREGATE, "arcano"), (SOGNI, "illusione")]


@pytest.mark.rule("CDC-EQ-90.2", "CDC-EQ-91.2", "CDC-EQ-94.2")
@pytest.mark.parametrize(("upgrade", "kind"), POINTS)
def test_a_point_throws_a_die_of_a_melee_attack_again(upgrade: str, kind: str) -> None:
    field = duel(with_on(ASCIA, upgrade, points=((kind, 1),)), {}, 3, 6, 2)
    field.act("a1", "melee", "b1", die=8)
    assert field.offered() == ("pass", upgrade)
    field.answer((upgrade, "a1"))
    assert field.the(PointsChanged).by == -1
    assert field.figure("a1").points == ((kind, 0),)
    assert hurt(field) == [("b1", 2, "melee")]
    field.act("a1", "melee", "b1", die=4)
    assert field.asked == "action", "without points there is nothing to offer"
    field.done()


@pytest.mark.rule("CDC-EQ-90.3", "CDC-EQ-91.3", "CDC-EQ-94.3")
@pytest.mark.parametrize(("upgrade", "kind"), POINTS)
def test_never_a_1_and_never_twice(upgrade: str, kind: str) -> None:
    field = duel(with_on(ASCIA, upgrade, points=((kind, 5),)), {}, 1, 3, 2)
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action"
    field.act("a1", "melee", "b1", die=6)
    field.answer((upgrade, "a1"))
    assert field.asked == "action", "the second face stands"
    assert len(field.all(Missed)) == 2
    assert field.figure("a1").points == ((kind, 4),)
    field.done()


@pytest.mark.rule("CDC-EQ-90.4", "CDC-EQ-91.4", "CDC-EQ-94.4")
@pytest.mark.parametrize(("upgrade", "kind"), POINTS)
def test_only_attacks_with_that_weapon(upgrade: str, kind: str) -> None:
    points = ((kind, 5),)
    bow = duel(with_on(ASCIA, upgrade, more=(ARCO,), points=points), {}, 3, gap=10)
    bow.act("a1", "shot", ARCO, "b1", die=8)
    assert bow.asked == "action"
    other = {"items": [ASCIA], "upgrades": [{"item": upgrade, "to": SPADA}], "points": points}
    field = duel(other, {}, 3)
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action"


@pytest.mark.rule("CDC-EQ-06.2")
def test_different_upgrades_of_one_weapon_all_work() -> None:
    field = duel(with_on(ASCIA, INCANTATE, CONSACRATE, INFUOCATE, FLAGELLO, MIGLIORATE), {}, 2, 5)
    field.act("a1", "melee", "b1", die=6)
    assert field.the(HitLanded).face == 2, "2 + 1 reaches 3"
    assert sorted(field.figure("b1").conditions) == ["A Terra", "Fuoco"]
    assert hurt(field) == [("b1", 3, "melee")]
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field)[1] == ("b1", 4, "melee"), "5 is critical: 1 more"
    field.done()
