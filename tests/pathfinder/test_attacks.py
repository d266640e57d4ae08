"""Attack rolls, critical hits, damage, and the numbers they rest on."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, Hurt
from arbitro.rulesets.pathfinder.numbers import AC, CMB, CMD_OF, armour_class
from arbitro.rulesets.pathfinder.state import SIZES, TOUCH
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}
HALF_DEAD = {"hp": 60, "hp_now": 30}


def duel(dice: list[int], attacker: dict | None = None, defender: dict | None = None) -> Field:
    """a1 with a longsword next to b1, who has acted before and has 60 hit points."""
    foe = {"at": "d3", "hp": 60, **(defender or {})}
    field = Field({"a1": {"at": "c3", **SWORD, **(attacker or {})}}, {"b1": foe}, order=("b1", "a1"), dice=dice)
    if field.state.turn == "b1":
        field.end("b1")
    return field


def strike(field: Field, weapon: str = "spada-lunga", action: str = "attack") -> AttackRolled:
    field.act("a1", action, weapon, "b1")
    return field.all(AttackRolled)[-1]


# --- the roll -----------------------------------------------------------------------------------------


@pytest.mark.rule("PF-ATK-01.1", "PF-ATK-02.1", "PF-AC-01.1")
@pytest.mark.parametrize(("face", "outcome"), [(9, "miss"), (10, "hit"), (11, "hit")])
def test_an_attack_hits_with_ac_or_more(face: int, outcome: str) -> None:
    assert strike(duel([face, 3] if outcome == "hit" else [face])).outcome == outcome


@pytest.mark.rule("PF-ATK-03.1", "PF-ATK-04.1")
def test_1_always_misses_and_20_always_hits() -> None:
    assert strike(duel([1], {"bab": 20})).outcome == "miss"
    tough = {"natural": 40}
    assert strike(duel([20, 1, 3], defender=tough)).outcome == "hit"


@pytest.mark.rule("PF-ATK-04.2", "PF-CRIT-01.1", "PF-CRIT-02.1", "PF-CRIT-02.2", "PF-CRIT-02.3", "PF-CRIT-03.1")
@pytest.mark.parametrize(("confirmation", "outcome"), [(9, "hit"), (10, "critical"), (1, "hit")])
def test_a_threat_is_confirmed_by_a_second_roll_against_ac(confirmation: int, outcome: str) -> None:
    dice = [20, confirmation, *([3, 4] if outcome == "critical" else [3])]
    field = duel(dice)
    assert strike(field).outcome == outcome
    assert field.figure("b1").hp == 60 - (7 if outcome == "critical" else 3)
    field.done()


@pytest.mark.rule("PF-CRIT-07.1", "PF-CRIT-07.2", "PF-CRIT-07.3")
def test_19_threatens_with_a_longsword_only_if_it_hits() -> None:
    assert strike(duel([19, 15, 3, 4])).outcome == "critical"
    assert strike(duel([19], defender={"natural": 12})).outcome == "miss"


@pytest.mark.rule("PF-CRIT-05.1", "PF-CRIT-08.1", "PF-DMG-07.1", "PF-CRIT-04.1")
def test_a_spear_threatens_on_20_and_triples_damage_with_all_its_bonuses() -> None:
    spear = {"items": ["lancia-lunga"], "forza": 14, "at": "b3"}
    field = duel([19, 5], spear)
    assert strike(field, "lancia-lunga").outcome == "hit"
    field = duel([20, 15, 2, 3, 4], spear)
    strike(field, "lancia-lunga")
    assert field.figure("b1").hp == 60 - (2 + 3 + 4 + 3 * 3), "two-handed: 1.5 times +2, each time"


@pytest.mark.rule("PF-CRIT-06.1", "PF-DMG-09.1", "PF-ITX-02.1")
def test_extra_dice_are_not_multiplied() -> None:
    flaming = {"items": [{"thing": "spada-lunga", "bonus": 1, "qualities": ["infuocata"]}]}
    field = duel([20, 15, 2, 3, 6], flaming)
    strike(field)
    assert [event.amount for event in field.all(Hurt)] == [2 + 3 + 2 * 1, 6]
    assert field.all(Hurt)[-1].sort == "fuoco"


@pytest.mark.rule("PF-MON-03.1", "PF-CRIT-01.1")
def test_those_immune_to_critical_hits_take_plain_damage_on_a_20() -> None:
    field = duel([20, 3], defender={"immune": ["critici"]})
    assert strike(field).outcome == "hit"
    field.done()


# --- attack bonus -------------------------------------------------------------------------------------


def bonus(attacker: dict, defender: dict | None = None, mode: str = "melee", weapon: str = "spada-lunga") -> int:
    field = duel([], attacker, defender)
    return bonus_of(field.game, Attempt(actor="a1", target="b1", weapon=weapon, mode=mode)).value


@pytest.mark.rule("PF-ATK-05.1", "PF-ATK-06.1", "PF-TAB-15.1")
def test_base_attack_and_strength_in_melee_dexterity_at_range() -> None:
    arms = {"bab": 4, "forza": 17, "destrezza": 7, "items": ["spada-lunga", "arco-corto"]}
    assert bonus(arms) == 4 + 3
    assert bonus(arms, mode="ranged", weapon="arco-corto") == 4 - 2


@pytest.mark.rule("PF-TAB-02.1", "PF-AC-09.1", "PF-CMB-02.2", "PF-CMB-02.3", "PF-CMB-10.1", "PF-CMB-10.2")
def test_sizes_change_attack_and_ac_one_way_and_manoeuvres_the_other() -> None:
    plain = dict(zip(SIZES, (8, 4, 2, 1, 0, -1, -2, -4, -8), strict=True))
    special = dict(zip(SIZES, (-8, -4, -2, -1, 0, 1, 2, 4, 8), strict=True))
    for size in SIZES:
        rows = ["." * 24] * 12
        field = Field({"a1": {"at": "a1", "size": size, **SWORD}}, {"b1": {"at": "x1"}}, rows=rows)
        field.end("a1")
        assert bonus_of(field.game, Attempt(actor="a1", target="b1", weapon="spada-lunga")).value == plain[size]
        assert armour_class(field.game, "a1").value == 10 + plain[size]
        assert field.game.query(CMB, actor="a1", target="b1", manoeuvre="trip", weapon="").value == special[size]
        assert field.game.query(CMD_OF, target="a1", actor="b1", manoeuvre="trip").value == 10 + special[size]


@pytest.mark.rule("PF-CMB-02.1", "PF-CMB-03.1")
def test_the_very_small_use_dexterity_for_manoeuvres() -> None:
    def cmb(size: str) -> int:
        field = duel([], {"size": size, "forza": 14, "destrezza": 18, "bab": 1})
        return field.game.query(CMB, actor="a1", target="b1", manoeuvre="trip", weapon="").value

    assert cmb("media") == 1 + 2 and cmb("minuscola") == 1 + 4 - 2


@pytest.mark.rule("PF-CMB-11.1", "PF-CMB-11.2", "PF-CMB-12.1")
def test_what_adds_to_cmd_and_what_does_not() -> None:
    sturdy = {"natural": 5, "deflection": 2, "dodge": 1, "destrezza": 14, "items": ["cotta-di-maglia"]}
    field = Field({"a1": {"at": "c3"}}, {"b1": {"at": "d3", **sturdy}})
    assert field.game.query(CMD_OF, target="b1", actor="a1", manoeuvre="trip").value == 10 + 2, "flat-footed"
    field.end("a1")
    assert field.game.query(CMD_OF, target="b1", actor="a1", manoeuvre="trip").value == 10 + 2 + 2 + 1
    prone = duel([], defender={"conditions": ["prono"]})
    assert prone.game.query(CMD_OF, target="b1", actor="a1", manoeuvre="trip").value == 10 - 4


@pytest.mark.rule("PF-TAB-10.4")
def test_a_weapon_one_cannot_use_is_at_minus_4() -> None:
    assert bonus({"proficient": ["simple"]}) == -4
    assert bonus({"proficient": ["simple", "spada-lunga"]}) == bonus({"proficient": ["martial"]}) == 0


@pytest.mark.rule("PF-TAB-17.1", "PF-TAB-17.2")
def test_of_one_bonus_type_the_best_counts() -> None:
    good = {"items": [{"thing": "spada-lunga", "bonus": 2, "masterwork": True}]}
    assert bonus(good) == 2, "masterwork is an enhancement of 1"
    assert bonus({**good, "feats": [{"arma-focalizzata": "spada-lunga"}]}) == 3, "the feat has no type"


@pytest.mark.rule("PF-STD-09.2", "PF-STD-09.3")
def test_range_costs_2_for_each_increment_beyond_the_first() -> None:
    bow = {"at": "a1", "items": ["arco-corto"]}

    def shot(squares: int) -> int | None:
        foe = {"b1": {"at": f"{_column(squares)}1"}}
        field = Field({"a1": bow}, foe, rows=["." * 130])
        if "shoot" not in field.actions("a1"):
            return None
        return bonus_of(field.game, Attempt(actor="a1", target="b1", weapon="arco-corto", mode="ranged")).value

    assert [shot(n) for n in (12, 13, 24, 25, 120, 121)] == [0, -2, -2, -4, -18, None]


def _column(n: int) -> str:
    from arbitro.rulesets.pathfinder.state import name_of_square

    return name_of_square((n, 0))[:-1]


# --- shooting into melee ------------------------------------------------------------------------------


def into_melee(friend: dict, foe: dict, shooter: dict | None = None, *others: str, **more: object) -> int:
    party = {"a1": {"at": "a5", "items": ["arco-corto"], **(shooter or {})}, "a2": {"at": "g5", **SWORD, **friend}}
    party |= {f"a{number}": {"at": square} for number, square in enumerate(others, 3)}
    field = Field(party, {"b1": {"at": "h5", **SWORD, **foe}}, **more)  # type: ignore[arg-type]
    return bonus_of(field.game, Attempt(actor="a1", target="b1", weapon="arco-corto", mode="ranged")).value


@pytest.mark.rule("PF-STD-17.1", "PF-STD-17.2", "PF-STD-17.7", "PF-FEAT-05.1")
def test_shooting_into_melee_is_at_minus_4() -> None:
    assert into_melee({}, {}) == -4
    assert into_melee({"items": []}, {}) == 0, "they do not threaten each other"
    assert into_melee({"items": []}, {}, options={"either_threatens": True}) == -4
    assert into_melee({}, {}, {"feats": ["tiro-preciso"]}) == 0


@pytest.mark.rule("PF-STD-17.3")
def test_an_unconscious_friend_is_not_engaged() -> None:
    assert into_melee({"conditions": ["tramortito"], "nonlethal": 30}, {}) == 0


@pytest.mark.rule("PF-STD-17.3")
def test_the_helpless_are_engaged_with_whoever_attacks_them_until_that_ones_next_turn() -> None:
    party = {"a2": {"at": "g5", **SWORD}, "a1": {"at": "a5", "items": ["arco-corto"]}}
    field = Field(party, {"b1": {"at": "h5", **SWORD, "conditions": ["paralizzato"]}}, dice=[1])
    shot = Attempt(actor="a1", target="b1", weapon="arco-corto", mode="ranged")
    assert bonus_of(field.game, shot).value == 0
    field.act("a2", "attack", "spada-lunga", "b1")
    assert bonus_of(field.game, shot).value == -4
    field.end("a2")
    assert bonus_of(field.game, shot).value == -4
    field.end("a1")
    assert field.figure("b1").beset == () and bonus_of(field.game, shot).value == 0
    field.done()


@pytest.mark.rule("PF-STD-17.4")
def test_a_target_more_than_3_m_from_any_friend_is_free_to_be_shot_at() -> None:
    rows = ["." * 16] * 12
    huge, spear = {"size": "enorme"}, {"items": ["lancia-lunga"]}
    assert into_melee({"at": "b5", **huge}, {"at": "g5", **huge}, {"at": "a1"}, rows=rows) == 0, "3 squares: 4.5 m"
    assert into_melee({"at": "b5", **huge}, {"at": "f5", **spear}, {"at": "a1"}, rows=rows) == -4, "2 squares: 3 m"


@pytest.mark.rule("PF-STD-17.4")
def test_the_far_side_of_a_huge_target_is_free_to_be_aimed_at() -> None:
    huge, rows = {"at": "h5", "size": "enorme"}, ["." * 16] * 12
    assert into_melee({}, huge, rows=rows) == 0, "column j is 4.5 m from the friend at g5"
    assert into_melee({}, huge, {}, "k6", rows=rows) == -2, "with another friend there no part is"


@pytest.mark.rule("PF-STD-17.5", "PF-STD-17.6")
@pytest.mark.parametrize(("size", "penalty"), [("grande", -4), ("enorme", -2), ("mastodontica", 0)])
def test_a_much_bigger_target_is_easier_to_shoot_at(size: str, penalty: int) -> None:
    size_of_target = {"at": "h5", "size": size}
    assert into_melee({}, size_of_target, {}, "k6", "l6", rows=["." * 16] * 12) == penalty


# --- armour class -------------------------------------------------------------------------------------


@pytest.mark.rule("PF-AC-02.1", "PF-AC-03.1", "PF-TAB-03.1", "PF-AC-05.1", "PF-AC-06.1", "PF-AC-07.1")
def test_ac_is_the_sum_of_its_parts_and_armour_caps_dexterity() -> None:
    dressed = {"destrezza": 18, "natural": 2, "deflection": 1,
               "items": [{"thing": "cotta-di-maglia", "bonus": 1}, "scudo-pesante-di-legno"]}  # fmt: skip
    field = duel([], defender=dressed)
    assert armour_class(field.game, "b1").value == 10 + (6 + 1) + 2 + 2 + 2 + 1


@pytest.mark.rule("PF-AC-10.1", "PF-AC-10.3", "PF-AC-10.4", "PF-AC-06.2", "PF-SPL-15.1")
def test_a_touch_ignores_armour_shield_and_natural_armour() -> None:
    dressed = {"destrezza": 14, "natural": 2, "deflection": 1, "dodge": 1, "size": "piccola",
               "items": ["cotta-di-maglia", "scudo-pesante-di-legno"]}  # fmt: skip
    field = duel([], defender=dressed)
    assert armour_class(field.game, "b1", against=TOUCH).value == 10 + 2 + 1 + 1 + 1


@pytest.mark.rule("PF-AC-08.1", "PF-AC-08.2", "PF-AC-08.3", "PF-AC-04.1", "PF-AC-04.2", "PF-CND-18.1")
def test_whoever_cannot_react_loses_dexterity_and_dodge() -> None:
    def ac(**more: object) -> int:
        return armour_class(duel([], defender={"destrezza": 16, "dodge": 1, **more}).game, "b1", "a1").value

    assert ac() == 14
    assert ac(conditions=["stordito"]) == 10 - 2
    assert ac(conditions=["accecato"]) == 10 - 2
    assert ac(conditions=["stordito"], destrezza=8) == 9 - 2


@pytest.mark.rule("PF-HLP-02.1", "PF-HLP-02.2", "PF-HLP-02.3", "PF-CND-10.1", "PF-CND-10.2")
def test_a_helpless_target_is_at_minus_9_in_melee_and_minus_5_at_range() -> None:
    def ac(mode: str) -> int:
        field = duel([], defender={"destrezza": 14, "conditions": ["indifeso"]})
        return field.game.query(AC, target="b1", actor="a1", weapon="", mode=mode, against="normal").value

    assert (ac("melee"), ac("ranged")) == (10 - 9, 10 - 5)


@pytest.mark.rule("PF-CND-15.1", "PF-CND-15.2", "PF-TAB-05.1", "PF-TAB-06.1")
def test_lying_down_helps_against_arrows_and_hurts_in_melee() -> None:
    field = duel([], {"conditions": ["prono"]}, {"conditions": ["prono"]})
    melee = field.game.query(AC, target="b1", actor="a1", weapon="", mode="melee", against="normal").value
    far = field.game.query(AC, target="b1", actor="a1", weapon="", mode="ranged", against="normal").value
    assert (melee, far) == (6, 14)
    assert bonus_of(field.game, Attempt(actor="a1", target="b1", weapon="spada-lunga")).value == -4
    archer = Field({"a1": {"at": "a1", "items": ["arco-corto"], "conditions": ["prono"]}}, {"b1": {"at": "f1"}})
    assert "shoot" not in archer.actions("a1")


@pytest.mark.rule("PF-COV-01.1", "PF-CND-11.1", "PF-TAB-05.2")
def test_an_unseen_attacker_finds_no_dexterity() -> None:
    field = duel([], {"conditions": ["invisibile"]}, {"destrezza": 16})
    assert armour_class(field.game, "b1", "a1").value == 10


# --- damage -------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-DMG-01.1", "PF-DMG-03.1", "PF-HP-03.1")
def test_strength_adds_to_damage_in_melee() -> None:
    field = duel([15, 4], {"forza": 16})
    strike(field)
    assert field.figure("b1").hp == 60 - 7
    assert field.the(Hurt).bonus is not None


@pytest.mark.rule("PF-DMG-02.1")
def test_a_hit_deals_at_least_1_nonlethal_damage() -> None:
    field = duel([18, 1], {"forza": 6})
    strike(field)
    assert (field.figure("b1").hp, field.figure("b1").nonlethal) == (60, 1)


@pytest.mark.rule("PF-DMG-06.1", "PF-DMG-06.2")
def test_two_hands_add_half_as_much_again_but_no_more_penalty() -> None:
    spear = {"items": ["lancia-lunga"], "at": "b3"}
    for strength, dealt in ((16, 4 + 4), (8, 4 - 1)):
        field = duel([18, 4], {**spear, "forza": strength})
        strike(field, "lancia-lunga")
        assert field.figure("b1").hp == 60 - dealt


@pytest.mark.rule("PF-DMG-04.1")
def test_a_plain_bow_takes_the_penalty_of_strength_and_no_bonus() -> None:
    for strength, dealt in ((18, 5), (6, 3)):
        archer = {"a1": {"at": "a1", "items": ["arco-corto"], "forza": strength}}
        field = Field(archer, {"b1": {"at": "f1"}}, dice=[15, 5])
        field.act("a1", "shoot", "arco-corto", "b1")
        assert field.figure("b1").hp == 20 - dealt


@pytest.mark.rule("PF-STD-07.1", "PF-STD-07.2", "PF-STD-08.1", "PF-NL-03.1", "PF-NL-01.3")
def test_fists_knock_out_and_wound_at_minus_4() -> None:
    field = duel([15, 3], {"items": [], "forza": 14}, {"items": []})
    strike(field, "senz-armi")
    assert (field.figure("b1").hp, field.figure("b1").nonlethal) == (60, 5)
    field = duel([15, 3], {"items": [], "forza": 14}, {"items": []})
    assert strike(field, "senz-armi", "attack_switched").bonus.value == 2 - 4
    assert (field.figure("b1").hp, field.figure("b1").nonlethal) == (55, 0)


@pytest.mark.rule("PF-STD-08.2", "PF-FEAT-02.2")
def test_trained_fists_wound_without_a_penalty() -> None:
    field = duel([15, 3], {"items": [], "feats": ["colpo-senz-armi-migliorato"]})
    assert strike(field, "senz-armi", "attack_switched").bonus.value == 0


@pytest.mark.rule("PF-NL-02.1")
def test_a_sword_can_be_used_to_knock_out_at_minus_4() -> None:
    field = duel([15, 5])
    assert strike(field, "spada-lunga", "attack_switched").bonus.value == -4
    assert (field.figure("b1").hp, field.figure("b1").nonlethal) == (60, 5)


@pytest.mark.rule("PF-STD-12.1", "PF-STD-12.2", "PF-STD-10.2")
def test_a_single_natural_attack_adds_half_as_much_strength_again() -> None:
    def bite(count: int) -> int:
        jaws = {"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d6", "types": ["perforante"],
                "count": count}  # fmt: skip
        field = duel([15, 3], {"items": [], "forza": 16, "attacks": [jaws]})
        strike(field, "morso")
        return 60 - field.figure("b1").hp

    assert bite(1) == 3 + 4 and bite(2) == 3 + 3


@pytest.mark.rule("PF-TAB-11.1", "PF-STD-07.1")
@pytest.mark.parametrize(("size", "sides", "number"), [("piccola", 6, 1), ("media", 8, 1), ("grande", 6, 2)])
def test_weapons_are_as_big_as_who_wields_them(size: str, sides: int, number: int) -> None:
    field = duel([15, *[2] * number], {"size": size, "at": "c3" if size != "grande" else "b3"})
    strike(field)
    assert field.rolled()[-1] == ("a1", sides, (2,) * number)


@pytest.mark.rule("PF-CLS-02.2", "PF-CLS-02.3")
def test_sneak_attack_wants_a_target_that_cannot_react() -> None:
    rogue = {"abilities": ["attacco-furtivo-1"]}
    field = duel([15, 3], rogue)
    strike(field)
    assert field.figure("b1").hp == 57
    field = Field({"a1": {"at": "c3", **SWORD, **rogue}}, {"b1": {"at": "d3", "hp": 60}}, dice=[19, 15, 3, 4, 6])
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.figure("b1").hp == 60 - (3 + 4 + 6), "flat-footed; the die is not doubled"
