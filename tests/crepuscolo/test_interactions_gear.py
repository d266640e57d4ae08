"""Items of chapter V met together: whose effect counts, in which order, and what the journal says of it."""

from pathlib import Path
from typing import Any

import pytest

from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.company import Recruit, Upgrade, judge
from arbitro.rulesets.crepuscolo.events import (
    ArmourWorn,
    ConditionGained,
    ConditionWarded,
    DiceLost,
    DiceRolled,
    Died,
    HitLanded,
    Hurt,
    Missed,
    PointsChanged,
    TestEnded,
    Unharmed,
)
from tests.crepuscolo.arms import (
    ARCO,
    ASCIA,
    ASTA,
    BROCCHIERE,
    CINGOASCIA,
    CINGOLAMA,
    CINGOMAGLIO,
    FRUSTA,
    GRANDE_ASCIA,
    LANCIA,
    LEGGERA,
    MAGLIO,
    MAGLIO_TERMICO,
    MAZZA,
    MAZZAFRUSTO,
    MEDIA,
    PISTOLA_INTEGRATA,
    PUGNALE,
    RANDELLO,
    RONCONE,
    ROSTRO,
    SCUDO,
    SPADA,
    SPADONE,
    SPADONE_TERMICO,
    rolled,
)
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import trial

ARTIGLI, LAMA, SCETTRO_DEL_POTERE, SCETTRO_DEL_DOMINIO, SVENTRATRICE = (f"CDC-EQ-{n}" for n in (68, 67, 92, 93, 97))
PISTOLA, MITRAGLIATRICE, PESANTE, LANCIAFIAMME, GRANATA = (f"CDC-EQ-{n}" for n in (41, 49, 56, 52, 53))
AVVELENATE, CRUDELI, NERE, OSSA, INFUOCATE = (f"CDC-EQ-{n}" for n in (44, 62, 63, 65, 81))
INCANTATE, CONSACRATE, LEGGENDARIE, FLAGELLO, DIVINE = (f"CDC-EQ-{n}" for n in (77, 78, 82, 84, 85))
CONSACRATA, LEGGENDARIA, DIVINA = "CDC-EQ-80", "CDC-EQ-83", "CDC-EQ-86"
STENDARDO, TALISMANO, PORTAFORTUNA = "CDC-EQ-70", "CDC-EQ-73", "CDC-EQ-96"
TWICE = {"zz_twice": {"always": [{"modify": "damage", "times": 200, "when": "actor is me"}]}}


def with_on(item: str, *upgrades: str, more: tuple[str, ...] = (), **fields: Any) -> dict[str, Any]:
    """A fighter's fields: an item, upgrades of it, more items."""
    return {"items": [item, *more], "upgrades": [{"item": u, "to": item} for u in upgrades], **fields}


def duel(mine: dict[str, Any], theirs: dict[str, Any], *dice: int, gap: float = 1, **more: Any) -> Field:
    """`a1` and, ``gap`` cm from it, `b1` with 30 of Resistenza."""
    foe = {"at": (22.5 + gap, 20), "res": 30, **theirs}
    return Field({"a1": {"at": (20, 20), **mine}, "b1": foe}, dice=dice, **more)


def hurt(field: Field) -> list[tuple[str, int]]:
    """Who lost how much, in order."""
    return [(event.it, event.amount) for event in field.all(Hurt)]


def decline_all(field: Field) -> list[str]:
    """Decline every test that is asked for; who was asked, in order."""
    asked = []
    while field.asked == "test":
        asked.append(field.about["actor"])
        field.answer("decline")
    return asked


# an effect belongs to the weapon that attacks, not to whoever carries it

MELEE_WITH_EFFECTS = [
    SPADA, ASCIA, MAZZA, PUGNALE, SPADONE, MAGLIO, GRANDE_ASCIA, RANDELLO, ROSTRO, MAZZAFRUSTO, LANCIA, RONCONE,
    MAGLIO_TERMICO, SPADONE_TERMICO, CINGOMAGLIO, CINGOLAMA, CINGOASCIA, FRUSTA, LAMA, SCETTRO_DEL_POTERE,
    SCETTRO_DEL_DOMINIO, SVENTRATRICE,
]  # fmt: skip
RANGED_WITH_EFFECTS = [f"CDC-EQ-{n}" for n in (38, 39, 41, 42, 43, 45, 48, 49, 50, 51, 53, 56, 99, 100)]


@pytest.mark.rule("CDC-ACT-04.2", "CDC-DMG-04.1", "CDC-EQ-92.4")
@pytest.mark.parametrize("weapon", MELEE_WITH_EFFECTS)
def test_shots_have_none_of_the_effects_of_the_melee_weapon_carried(weapon: str) -> None:
    mine = {"at": (20, 20), "items": [weapon, ARCO, MITRAGLIATRICE]}
    field = Field({"a1": mine, "a2": {"at": (16.5, 20)}, "b1": {"at": (30, 20), "res": 30}}, dice=[8, 4])
    field.act("a1", "shot", ARCO, "b1", die=8)
    field.act("a1", "shot", MITRAGLIATRICE, "b1", die=4)
    assert [hit.critical for hit in field.all(HitLanded)] == [False, True], "a 4 of a d4 is a critical"
    assert hurt(field) == [("b1", 1), ("b1", 1)]
    for kind in (ConditionGained, DiceLost, TestEnded, PointsChanged, Died):
        assert field.all(kind) == []
    assert field.asked == "action"
    field.done()


@pytest.mark.rule("CDC-ACT-05.7", "CDC-EQ-05.2")
@pytest.mark.parametrize("weapon", RANGED_WITH_EFFECTS)
def test_other_attacks_have_none_of_the_effects_of_a_ranged_weapon_carried(weapon: str) -> None:
    shots = duel({"items": [weapon, ARCO]}, {}, 8, 7, 1, gap=10)
    blows = duel({"items": [weapon]}, {}, 8, 7, 1)
    for field, action in ((shots, ("shot", ARCO, "b1")), (blows, ("melee", "b1"))):
        field.figure("a1").dice = (4, 8, 8)
        for die in (8, 8, 4):
            field.act("a1", *action, die=die)
        assert hurt(field) == [("b1", 1), ("b1", 1)], "plain hits, and the 1 hurts nobody"
        assert field.the(Missed).face == 1
        for kind in (ConditionGained, DiceLost, TestEnded):
            assert field.all(kind) == []
        field.done()


@pytest.mark.rule("CDC-EQ-82.2", "CDC-EQ-84.2", "CDC-EQ-44.2", "CDC-EQ-81.2")
def test_upgrades_of_a_bow_do_nothing_for_the_axe_beside_it() -> None:
    mine = with_on(ARCO, LEGGENDARIE, FLAGELLO, AVVELENATE, INFUOCATE, more=(ASCIA,))
    field = duel(mine, {}, 4)
    field.act("a1", "melee", "b1", die=4)
    assert rolled(field) == [(4, 4)]
    assert hurt(field) == [("b1", 4)], "Danno 1, +1 of the axe, +1 of the Flagello it carries, 1 of the critical"
    assert field.all(ConditionGained) == []
    field.done()


# the order of the sum

EXTRAS = [
    # weapon, Danno or damage doubled, what it adds afterwards; the die and its face
    (ASCIA, 8, 8, 4 + 1), (SPADONE, 8, 8, 2 + 1), (RANDELLO, 8, 8, 2 + 1), (ROSTRO, 4, 4, 2 + 8),
    (MAZZAFRUSTO, 6, 6, 4 + 1), (LANCIA, 8, 8, 2 + 1), (MAGLIO_TERMICO, 8, 7, 4 + 1),
    (SPADONE_TERMICO, 8, 8, 2 + 1 + 1),
    (CINGOLAMA, 8, 8, 2 + 1), (SVENTRATRICE, 8, 8, 2 + 2), ("CDC-EQ-38", 8, 8, 2 + 1), ("CDC-EQ-39", 8, 8, 2 + 1),
    (PISTOLA, 4, 4, 2 + 1), ("CDC-EQ-42", 6, 6, 4 + 1), ("CDC-EQ-48", 8, 8, 2 + 1), (MITRAGLIATRICE, 8, 7, 2 + 1),
    (MITRAGLIATRICE, 8, 8, 2 + 2), ("CDC-EQ-50", 6, 6, 2 + 1), ("CDC-EQ-50", 8, 8, 2 + 2), (PESANTE, 8, 6, 4 + 1),
    (PESANTE, 8, 8, 4 + 3), ("CDC-EQ-99", 8, 8, 2 + 1), ("CDC-EQ-100", 8, 8, 4 + 1),
]  # fmt: skip


@pytest.mark.rule("CDC-DMG-04.1", "CDC-DMG-04.2", "CDC-DMG-04.3")
@pytest.mark.parametrize(("weapon", "die", "face", "amount"), EXTRAS)
def test_whatever_a_weapon_adds_comes_after_doubling(weapon: str, die: int, face: int, amount: int) -> None:
    shoots = RULESET.library.items[weapon].type == "ranged"
    gap = 10 if shoots else RULESET.library.items[weapon].reach
    again = (2,) if weapon in (SPADONE, SPADONE_TERMICO, CINGOLAMA) else ()  # the die that a critical gives
    fighters = {
        "a1": {"at": (20, 20), "items": [weapon], "abilities": ["zz_twice"]},
        "b1": {"at": (22.5 + gap, 20), "res": 30, "cmb": 9},
    }
    field = trial(TWICE, fighters, dice=[face, *again])
    field.act("a1", *(("shot", weapon) if shoots else ("melee",)), "b1", die=die)
    assert hurt(field) == [("b1", amount)]
    field.done()


@pytest.mark.rule("CDC-DMG-04.4", "CDC-DMG-04.5", "CDC-DMG-04.6", "CDC-EQ-73.3", "CDC-EQ-96.3")
def test_talisman_armour_and_lucky_charm_take_their_points_in_this_order() -> None:
    # Danno 2 + 1 of the great axe, doubled to 6; then 1 off for each.
    theirs = {"items": [LEGGERA, TALISMANO, PORTAFORTUNA]}
    field = duel({"items": [GRANDE_ASCIA], "dan": 2}, theirs, 8, 5)
    field.act("a1", "melee", "b1", die=8)
    event = field.the(Hurt)
    assert event.amount == 3 and event.parts is not None
    assert (event.parts.base, [(line.rule, line.amount) for line in event.parts.lines]) == (
        3,
        [(GRANDE_ASCIA, 3), (TALISMANO, -1), ("armour", -1), (PORTAFORTUNA, -1)],
    )
    field.act("a1", "melee", "b1", die=6)
    assert hurt(field)[1:] == [("b1", 2)], "3, and only the talisman is left"
    assert field.figure("b1").armour == 0
    field.done()


@pytest.mark.rule("CDC-DMG-04.4", "CDC-DMG-04.5", "CDC-DMG-04.6", "CDC-DMG-03.7")
def test_the_talisman_leaves_a_point_to_armour_and_armour_none_to_the_charm() -> None:
    field = duel(with_on(ASCIA, CRUDELI, dan=1), {"items": [LEGGERA, TALISMANO, PORTAFORTUNA]}, 5, 5)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [] and field.the(Unharmed).why == "armour", "2 - 1 of the talisman - 1 of the armour"
    assert field.figure("b1").used_up == ()
    field.act("a1", "melee", "b1", die=6)
    assert field.all(Unharmed)[1].why == PORTAFORTUNA
    assert (hurt(field), field.all(TestEnded)) == ([], []), "nothing got through, so nothing is cruel"
    field.done()


# one hit, many effects


@pytest.mark.rule("CDC-EQ-06.2", "CDC-EQ-06.10", "CDC-EQ-44.2", "CDC-EQ-68.2", "CDC-EQ-81.2", "CDC-EQ-84.2")
def test_poison_fire_and_a_terra_from_one_hit_of_a_pair() -> None:
    field = duel(with_on(ARTIGLI, AVVELENATE, INFUOCATE, FLAGELLO), {"items": [LEGGERA]}, 3, 1)
    field.act("a1", "melee", "b1", die=8)  # 3 + 1 of Combattimento
    assert hurt(field) == [("b1", 1)], "Danno 1, +1 of the Flagello, 1 off by armour"
    assert field.figure("b1").conditions == ("Veleno", "Fuoco", "A Terra")
    field.act("a1", "melee", "b1", die=6)
    assert [hit.automatic for hit in field.all(HitLanded)] == [False, True]
    assert [event.condition for event in field.all(ConditionWarded)] == ["Veleno", "Fuoco", "A Terra"]
    field.done()


@pytest.mark.rule("CDC-EQ-06.9", "CDC-EQ-44.3", "CDC-EQ-53.5")
def test_a_poisoned_grenade_poisons_only_the_fighter_hit() -> None:
    fighters = {
        "a1": with_on(GRANATA, AVVELENATE, INFUOCATE, at=(20, 20)),
        "b1": {"at": (35, 20)},
        "b2": {"at": (40, 20)},
    }
    field = Field(fighters, dice=[5])
    field.act("a1", "shot", GRANATA, "b1", die=8)
    assert decline_all(field) == ["b1", "b2"]
    assert (field.figure("b1").conditions, field.figure("b2").conditions) == (("Veleno", "Fuoco"), ())
    assert (field.figure("b1").dice, field.figure("b2").dice, hurt(field)) == ((), (), [])
    field.done()


@pytest.mark.rule("CDC-EQ-25.3", "CDC-EQ-77.2", "CDC-EQ-82.3")
def test_an_enchanted_legendary_beak_counts_the_face_of_the_d8() -> None:
    field = duel(with_on(ROSTRO, INCANTATE, LEGGENDARIE), {}, 5, 4)
    field.act("a1", "melee", "b1", die=4)
    assert hurt(field) == [("b1", 1 + 10)]
    field.act("a1", "melee", "b1", die=6)
    assert hurt(field)[1:] == [("b1", 1)], "4 on the d8 that is rolled for a d6 is no critical"
    field.done()


@pytest.mark.rule("CDC-EQ-49.4", "CDC-EQ-56.5", "CDC-EQ-86.2", "CDC-EQ-86.3")
@pytest.mark.parametrize(("die", "face", "amount"), [(4, 4, 1), (6, 6, 2), (8, 7, 2), (8, 8, 4)])
def test_results_of_a_machine_gun_are_no_effects_of_criticals(die: int, face: int, amount: int) -> None:
    field = duel({"items": [PESANTE]}, with_on(LEGGERA, DIVINA), face, gap=10)
    field.act("a1", "shot", PESANTE, "b1", die=die)
    assert hurt(field) == [("b1", amount)], "2, what the result adds, 1 off by armour"
    field.done()


@pytest.mark.rule("CDC-EQ-62.2", "CDC-EQ-63.2")
@pytest.mark.parametrize("upgrade", [CRUDELI, NERE])
def test_whoever_is_left_with_one_point_is_still_tested(upgrade: str) -> None:
    field = duel(with_on(ASCIA, upgrade), {"res": 3}, 5)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Hurt).left == 1
    assert decline_all(field) == ["b1"]
    field.done()


@pytest.mark.rule("CDC-EQ-36.1", "CDC-EQ-40.1", "CDC-EQ-03.1")
@pytest.mark.parametrize("weapon", [MAGLIO_TERMICO, CINGOMAGLIO])
def test_the_mauls_built_on_a_maul_do_not_fell_allies_either(weapon: str) -> None:
    fighters = {"a1": {"at": (20, 20), "items": [weapon]}, "a2": {"at": (23.5, 20), "res": 30}, "b1": {"at": (50, 50)}}
    field = Field(fighters, dice=[4])
    field.act("a1", "melee", "a2", die=4)
    assert field.the(HitLanded).critical
    assert (hurt(field), field.all(ConditionGained)) == ([("a2", 2)], [])
    field.done()


@pytest.mark.rule("CDC-EQ-60.5", "CDC-EQ-60.9")
def test_two_whips_within_1_cm_bar_each_other() -> None:
    both = {"items": [FRUSTA], "cmb": 3}
    field = duel(both, both, 3, 3, gap=1, options={})
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action", "neither may have the die thrown again"
    alone = duel(both, {"cmb": 3}, 3, gap=1, options={})
    alone.act("a1", "melee", "b1", die=8)
    assert alone.asked == "respond", "a bearer is not barred by its own whip"


@pytest.mark.rule("CDC-EQ-55.2", "CDC-EQ-55.3", "CDC-DMG-02.3", "CDC-EQ-96.2")
def test_a_chain_axe_kills_through_talisman_armour_and_charm_and_leaves_a_corpse() -> None:
    field = duel({"items": [CINGOASCIA]}, {"items": [MEDIA, TALISMANO, PORTAFORTUNA]}, 8)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Died).it == "b1" and field.the(Died).rules == (CINGOASCIA,)
    assert field.figure("b1").status == "dead"
    field.done()


# why a hit is a hit


@pytest.mark.rule("CDC-EQ-85.2", "CDC-EQ-77.2", "CDC-EQ-82.2", "CDC-CND-04.2", "CDC-ACT-04.1")
@pytest.mark.parametrize(
    ("upgrade", "face", "theirs", "rules"),
    [
        (DIVINE, 3, {}, (DIVINE,)),
        (DIVINE, 8, {}, (DIVINE, "CDC-ACT-04.1")),
        (DIVINE, 1, {"conditions": ["A Terra"]}, ("CDC-CND-04.2", DIVINE)),
        (INCANTATE, 5, {}, (INCANTATE,)),
        (INCANTATE, 8, {}, ("CDC-ACT-04.1",)),
        (INCANTATE, 4, {}, ("CDC-ACT-02.2",)),
    ],
)
def test_a_hit_rests_on_what_made_it_one(upgrade: str, face: int, theirs: dict[str, Any], rules: tuple[str]) -> None:
    field = duel(with_on(ASCIA, upgrade), theirs, face)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(HitLanded).rules == rules
    field.done()


@pytest.mark.rule("CDC-EQ-82.2")
def test_the_d8_of_a_legendary_weapon_is_accounted_for() -> None:
    field = duel(with_on(ASCIA, LEGGENDARIE), {}, 2, 2)
    field.act("a1", "melee", "b1", die=4)
    assert field.the(DiceRolled).rules == ("CDC-ACT-03.1", LEGGENDARIE)
    field.act("a1", "melee", "b1", die=8)
    assert field.all(DiceRolled)[1].rules == ("CDC-ACT-03.1",), "a d8 is one anyway"
    field.done()


# Divine weapons ignore armour, and all that armour is


@pytest.mark.rule("CDC-EQ-85.3", "CDC-EQ-85.6", "CDC-EQ-86.2")
@pytest.mark.parametrize(("upgrades", "amount", "armour"), [((DIVINE,), 3, 1), ((), 1, 0)])
def test_a_divine_weapon_ignores_divine_armour(upgrades: tuple[str, ...], amount: int, armour: int) -> None:
    field = duel(with_on(ASCIA, *upgrades), with_on(LEGGERA, DIVINA), 8)
    field.act("a1", "melee", "b1", die=8)
    assert (hurt(field), field.figure("b1").armour) == ([("b1", amount)], armour)
    field.done()


@pytest.mark.rule("CDC-EQ-85.3", "CDC-EQ-86.2")
def test_other_weapons_of_its_bearer_do_not() -> None:
    field = duel(with_on(ASCIA, DIVINE, more=(PISTOLA,)), with_on(LEGGERA, DIVINA), 8, gap=10)
    field.act("a1", "shot", PISTOLA, "b1", die=8)
    assert (hurt(field), field.figure("b1").armour) == ([], 0)


@pytest.mark.rule("CDC-EQ-85.3", "CDC-EQ-80.2", "CDC-EQ-78.2")
@pytest.mark.parametrize(("upgrades", "hits"), [((DIVINE, CONSACRATE), 2), ((CONSACRATE,), 0)])
def test_a_divine_weapon_ignores_consecrated_armour_and_shields_at_once(upgrades: tuple[str, ...], hits: int) -> None:
    # SdS 4 - 1; with armour that counts it would be 4, with the shield 4 + 1 - 1.
    field = duel(with_on(ASCIA, *upgrades), with_on(LEGGERA, CONSACRATA, more=(SCUDO,), cmb=9), 2, 3)
    field.act("a1", "melee", "b1", die=8)  # the first of the turn hits by itself
    field.act("a1", "melee", "b1", die=6)
    assert len(field.all(HitLanded)) == hits
    field.done()


@pytest.mark.rule("CDC-EQ-85.7", "CDC-EQ-28.2", "CDC-EQ-02.1")
def test_the_buckler_of_who_attacks_its_bearer_still_counts() -> None:
    # both have an axe; 3 + 1 hits only because the buckler makes 1 against 0
    field = duel({"items": [ASCIA, BROCCHIERE]}, with_on(ASCIA, DIVINE), 3)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 2)]
    field.done()


@pytest.mark.rule("CDC-EQ-85.3", "CDC-EQ-85.6", "CDC-EQ-62.2", "CDC-EQ-40.4")
@pytest.mark.parametrize(
    ("mine", "face", "lost"),
    [(with_on(ASCIA, DIVINE, CRUDELI), 5, [3, 1]), (with_on(CINGOMAGLIO, DIVINE), 5, [2, 1])],
)
def test_what_a_divine_weapon_adds_to_its_hit_ignores_armour_too(
    mine: dict[str, Any], face: int, lost: list[int]
) -> None:
    field = duel(mine, {"items": [MEDIA]}, face)
    field.act("a1", "melee", "b1", die=8)
    decline_all(field)
    assert [amount for _, amount in hurt(field)] == lost
    assert (field.figure("b1").armour, field.all(ArmourWorn)) == (2, [])
    field.done()


# Armatura Leggendaria


@pytest.mark.rule("CDC-EQ-83.1", "CDC-EQ-83.2", "CDC-EQ-62.2")
@pytest.mark.parametrize(("upgrades", "left"), [((CRUDELI,), 2), ((CRUDELI, CONSACRATE), 0)])
def test_what_a_hit_adds_wears_legendary_armour_only_if_the_hit_does(upgrades: tuple[str, ...], left: int) -> None:
    field = duel(with_on(ASCIA, *upgrades), with_on(MEDIA, LEGGENDARIA), 5)
    field.act("a1", "melee", "b1", die=8)
    decline_all(field)
    assert hurt(field) == [("b1", 1)], "2 - 1, and the cruel point is stopped"
    assert field.figure("b1").armour == left
    field.done()


@pytest.mark.rule("CDC-EQ-83.1", "CDC-EQ-83.3", "CDC-EQ-52.2")
def test_flames_wear_it_down() -> None:
    fighters = {
        "a1": {"at": (20, 20), "items": [LANCIAFIAMME]},
        "b1": with_on(MEDIA, LEGGENDARIA, at=(26, 20)),
    }
    field = Field(fighters, dice=[2])
    field.act("a1", "flame", LANCIAFIAMME, die=4, others=(6, 8))
    field.answer(0)
    assert decline_all(field) == ["b1"]
    assert (hurt(field), field.figure("b1").armour) == ([("b1", 1)], 1)
    field.done()


# Lama Cerimoniale


@pytest.mark.rule("CDC-EQ-67.3", "CDC-EQ-67.4", "CDC-EQ-67.5", "CDC-EQ-86.1")
def test_divine_armour_spares_its_wearer_and_nobody_else_from_a_ceremonial_blade() -> None:
    fighters = {
        "a1": {"at": (20, 20), "items": [LAMA]},
        "a2": {"at": (17.5, 20), "life": 1},
        "b1": with_on(MEDIA, DIVINA, at=(22.5, 20)),
        "b2": {"at": (20, 22.5)},
        "b3": {"at": (20, 16.4)},
    }
    field = Field(fighters, dice=[8])
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("a2", 1), ("b2", 1)], "the hit on b1 is stopped by armour, b3 is 1.1 cm away"
    assert (field.the(Died).it, field.the(Died).actor) == ("a2", "a1"), "its own ally"
    assert decline_all(field) == ["b1", "b2"]
    assert hurt(field)[2:] == [("b2", 1)], "armour stops the point of b1 again"
    assert field.figure("b1").armour == 0
    field.done()


# the die won by a critical


@pytest.mark.rule("CDC-EQ-11.3", "CDC-EQ-11.5", "CDC-EQ-17.4")
@pytest.mark.parametrize("weapon", [SPADA, SPADONE])
def test_nobody_is_made_to_strike_an_ally(weapon: str) -> None:
    fighters: dict[str, dict[str, Any]] = {
        "a1": {"at": (20, 20), "items": [weapon]},
        "a2": {"at": (20, 23)},
        "b1": {"at": (22.5, 20), "life": 1},
        "b2": {"at": (50, 50)},
    }
    field = Field(fighters, dice=[8, 5])
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Died).it == "b1"
    assert field.asked == "extra_attack" and field.offered(seat="a") == ("a2", "pass")
    field.answer("pass", "a")
    assert (field.asked, rolled(field)) == ("action", [(8, 8)]), "the die is lost"
    willing = Field(fighters, dice=[8, 4, 2])
    willing.act("a1", "melee", "b1", die=8)
    willing.answer("a2", "a")
    assert [hit.target for hit in willing.all(HitLanded)] == ["b1", "a2"]


# the dead strike no more


@pytest.mark.rule("CDC-CND-02.1", "CDC-DMG-02.1", "CDC-EQ-85.4", "CDC-CND-04.2")
@pytest.mark.parametrize(("upgrades", "theirs"), [((DIVINE, AVVELENATE), {}), ((), {"conditions": ["A Terra"]})])
def test_whoever_dies_of_poison_on_its_own_die_does_not_hit_with_it(
    upgrades: tuple[str, ...], theirs: dict[str, Any]
) -> None:
    mine = with_on(ASCIA, *upgrades, at=(20, 20), conditions=["Veleno"], life=1)
    field = Field({"a1": mine, "a2": {"at": (50, 50)}, "b1": {"at": (22.5, 20), **theirs}}, dice=[1])
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Died).it == "a1"
    assert (field.all(HitLanded), hurt(field)) == ([], [("a1", 1)])
    assert "Veleno" not in field.figure("b1").conditions
    field.done()


# companies


@pytest.mark.rule("CDC-EQ-59.1", "CDC-EQ-59.5")
def test_a_built_in_pistol_may_be_bought_for_a_weapon_on_which_it_is_useless() -> None:
    recruit = Recruit(profile="ingegnera-errante", items=(ASTA,), upgrades=(Upgrade(item=PISTOLA_INTEGRATA, to=ASTA),))
    found = judge([recruit], 0, RULESET.library)
    bare = RULESET.library.profiles["ingegnera-errante"].cr
    assert (found.faults, found.total) == ((), bare + 2 + 3)


@pytest.mark.rule("CDC-CMP-02.10", "CDC-CMP-15.2")
def test_the_same_reason_is_given_once() -> None:
    recruit = Recruit(profile="razziatore", items=(LEGGERA, LEGGERA, LEGGERA))
    found = judge([recruit], 0, RULESET.library)
    assert [fault.code for fault in found.faults] == ["item_not_open", "item_twice"]
    assert found.total == 20 + 3 * 3


@pytest.mark.rule("CDC-CMP-02.10", "CDC-EQ-01.6")
def test_a_weapon_may_be_replaced_by_another_of_its_kind() -> None:
    found = judge([Recruit(profile="assaltatore", items=(SPADA,))], 0, RULESET.library)
    assert (found.faults, found.total) == ((), 15 + 2)


@pytest.mark.rule("CDC-EQ-65.2", "CDC-CMP-16.6")
@pytest.mark.parametrize(("upgrades", "spread"), [([OSSA], True), ([], False)])
def test_bone_weapons_give_a_raider_the_easier_intimidire(upgrades: list[str], spread: bool) -> None:
    mine = {"at": (20, 20), "profile": "razziatore", "upgrades": [{"item": u, "to": ASCIA} for u in upgrades]}
    field = Field({"a1": mine, "b1": {"at": (25, 20), "dice": ()}}, dice=[4])
    field.act("a1", "ability", "CDC-AB-077", die=8)
    assert ("Spaventato" in field.figure("b1").conditions) is spread, "4 is 2 or more, and no 5"
    field.done()


SCENARIO = """\
scenario: prova
name: Prova
name_en: Trial
ruleset: crepuscolo
table: {{width: 60, depth: 60}}
sides:
  - seat: a
    edge: south
    fighters: [{{profile: assaltatore, items: {items}, upgrades: {upgrades}}}]
  - seat: b
    edge: north
    fighters: [{{profile: razziatore}}]
options: {{limit: {limit}}}
"""


@pytest.mark.rule("CDC-EQ-01.4", "CDC-EQ-06.4", "CDC-EQ-70.2")
def test_without_a_limit_things_that_do_not_go_together_are_pointed_out(tmp_path: Path) -> None:
    def hints(items: list[str], upgrades: str = "[]") -> list[str]:
        path = tmp_path / "prova.yaml"
        path.write_text(SCENARIO.format(items=items, upgrades=upgrades, limit=0), encoding="utf-8")
        return [hint.message_en for hint in RULESET.read_scenario(path).hints]

    assert hints([LEGGERA]) == [], "nobody sells it armour, but that is what the author wants"
    (shield,) = hints([SPADONE, SCUDO])
    assert "Greatsword" in shield and "CDC-EQ-01.4" in shield
    assert ["CDC-EQ-70.2" in hint for hint in hints([STENDARDO])] == [True, True], "its pistol and its grenade"
    (gone,) = hints([SPADONE], f"[{{item: CDC-EQ-66, to: {SPADA}}}]")
    assert "CDC-EQ-06.4" in gone
