"""What the lines of the book's records do in play: poisons, touches, feats, conditions."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.asks import Ruling
from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, ConditionBegan, Hurt
from arbitro.rulesets.pathfinder.lookups import score_of, suffers
from arbitro.rulesets.pathfinder.numbers import ATTACK, CHECK, DAMAGE, INITIATIVE, SAVE, SKILL, armour_class, speed_of
from arbitro.rulesets.pathfinder.state import BY_HIT_POINTS
from tests.pathfinder.field import Field

BITE = {"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d6", "types": ["perforante"]}
VICTIM = {"at": "d3", "hp": 60, "costituzione": 12}
HARDY = {"tempra": 0, "riflessi": 0, "volonta": 0}


def bitten(ability: str, dice: list[int], victim: dict[str, Any] | None = None, **bite: Any) -> Field:
    """a1 bites b1 beside it; the bite brings an ability along."""
    biter = {"at": "c3", "attacks": [{**BITE, "hits": [ability], **bite}], "abilities": [ability]}
    field = Field({"a1": biter}, {"b1": {**VICTIM, **(victim or {})}}, order=("a1", "b1"), dice=dice)
    field.act("a1", "attack", "morso", "b1")
    return field


def standing(first: dict[str, Any], second: dict[str, Any] | None = None, *conditions: str) -> Field:
    """Two creatures beside each other after their first turns; then the referee puts a1 into conditions."""
    field = Field({"a1": {"at": "c3", **first}}, {"b1": {"at": "d3", **(second or {})}})
    field.end("a1", "b1")
    for condition in conditions:
        began = ConditionBegan(it="a1", condition=condition, rules=("PF-CND-01.1",))
        field.game.rule(Ruling(kind="edit", note="", events=(began,)))
    return field


def attack_of(field: Field, weapon: str, mode: str = "melee", target: str | None = "b1") -> int:
    """The bonus of an attack of a1."""
    return field.game.query(
        ATTACK, actor="a1", target=target, weapon=weapon, mode=mode, action="attack", manner="plain", hand="primary",
        penalty=0,
    ).value  # fmt: skip


def damage_of(field: Field, weapon: str, mode: str = "melee") -> int:
    """What a1 adds to damage."""
    return field.game.query(
        DAMAGE, actor="a1", target="b1", weapon=weapon, mode=mode, action="attack", manner="plain", hand="primary",
        penalty=0,
    ).value  # fmt: skip


# --- what bites bring along


def test_poison_works_at_once_and_at_each_turn_until_a_save_beats_it() -> None:
    """Spider venom: Fortitude 14, 1d2 Strength, four rounds."""
    field = bitten("veleno-di-ragno", [15, 3, 5, 2, 4, 1, 18])
    assert field.figure("b1").damage_to("forza") == 2, "5 is no 14"
    assert suffers(field.game, "b1", "avvelenato-di-ragno")
    field.end("a1")
    assert field.figure("b1").damage_to("forza") == 3, "failed again with 4 at its own turn"
    field.end("b1", "a1")
    assert not suffers(field.game, "b1", "avvelenato-di-ragno"), "18 beats it"
    field.end("b1", "a1")
    assert field.figure("b1").damage_to("forza") == 3
    field.done()


def test_a_save_keeps_poison_out() -> None:
    field = bitten("veleno-di-ragno", [15, 3, 14])
    assert field.figure("b1").damage_to("forza") == 0 and not suffers(field.game, "b1", "avvelenato-di-ragno")
    field.done()


def test_poison_wears_off_by_itself() -> None:
    field = bitten("veleno-di-ragno", [15, 3, 2, 1, *[2, 1] * 4])
    for _ in range(5):
        field.end("a1", "b1")
    assert not suffers(field.game, "b1", "avvelenato-di-ragno")
    assert field.figure("b1").damage_to("forza") == 1 + 4, "at once, and at four turns"


@pytest.mark.rule("PF-CND-13.1")
def test_ghouls_paralyse_all_but_elves() -> None:
    field = bitten("paralisi-del-ghoul", [15, 3, 2, 5])
    assert suffers(field.game, "b1", "paralizzato") and suffers(field.game, "b1", "indifeso")
    assert score_of(field.game, "b1", "forza") == score_of(field.game, "b1", "destrezza") == 0
    elf = bitten("paralisi-del-ghoul", [15, 3], {"subtypes": ["elfo"]})
    assert not suffers(elf.game, "b1", "paralizzato")
    elf.done()


def test_a_shadows_touch_takes_strength() -> None:
    field = bitten("tocco-dell-ombra", [15, 4], damage="0", types=["negativa"])
    assert field.figure("b1").damage_to("forza") == 4
    assert field.all(Hurt) == [], "and hurts no other way"
    field.done()


def test_drain_is_for_good() -> None:
    field = bitten("tocco-della-presenza", [15, 3, 5, 4], {"costituzione": 15})
    figure = field.figure("b1")
    assert (figure.costituzione, figure.damage_to("costituzione")) == (11, 0)
    assert sum(points for _, points in field.figure("a1").temp) == 5


def test_energy_drain_weighs_on_every_roll() -> None:
    field = bitten("risucchio-di-energia", [15, 3], {"level": 2})
    assert field.figure("b1").hp == 60 - 3 - 5
    assert field.game.query(SAVE, it="b1", save="volonta", cause="", actor="a1").value == -1
    assert field.game.query(SKILL, it="b1", skill="percezione", target=None).value == -1


def test_a_cockatrices_bite_stiffens_until_one_is_stone() -> None:
    """Fortitude 12 or 1d4 Dexterity; who has none left is stone."""
    field = bitten("pietrificare", [15, 3, 11, 4])
    assert field.figure("b1").damage_to("destrezza") == 4 and not suffers(field.game, "b1", "pietrificato")
    assert bitten("pietrificare", [15, 3, 12]).figure("b1").damage_to("destrezza") == 0
    stone = bitten("pietrificare", [15, 3, 11, 4], {"destrezza": 4})
    assert suffers(stone.game, "b1", "pietrificato") and suffers(stone.game, "b1", "privo-di-sensi")


def test_fire_of_an_elemental_goes_on_burning_for_some_rounds() -> None:
    field = bitten("bruciare", [15, 3, 4, 2, 13, 6, 5], extra="1d4", extra_type="fuoco")
    assert suffers(field.game, "b1", "in-fiamme"), "13 is no 14; the flames have two rounds"
    field.end("a1", "b1", "a1", "b1")
    assert not suffers(field.game, "b1", "in-fiamme")
    assert field.figure("b1").hp == 60 - 3 - 4 - 6 - 5
    field.done()


def test_some_poisons_are_only_beaten_by_saves_in_a_row() -> None:
    """Wyvern venom: Fortitude 17, 1d4 Constitution, two saves in a row; of a purple worm 25, Strength, three."""
    field = bitten("veleno-di-viverna", [15, 3, 16, 1, 17, 16, 1, 18, 18], {"costituzione": 20, "saves": HARDY})
    for poisoned in (True, True, True, False):
        field.end("a1")
        assert suffers(field.game, "b1", "avvelenato-di-viverna") is poisoned
        field.end("b1")
    assert field.figure("b1").damage_to("costituzione") == 2
    field.done()
    worm = bitten("veleno-di-verme", [15, 3, 2, 1, 20, 20, 20], {"saves": {**HARDY, "tempra": 6}})
    for poisoned in (True, True, False):
        worm.end("a1")
        assert suffers(worm.game, "b1", "avvelenato-di-verme") is poisoned
        worm.end("b1")
    worm.done()


# --- feats


def test_weapon_focus_and_specialization_help_the_chosen_weapon_alone() -> None:
    feats = [{"arma-focalizzata": "spada-lunga"}, {"arma-specializzata": "spada-lunga"}]
    field = standing({"items": ["spada-lunga", "pugnale"], "feats": feats})
    assert (attack_of(field, "spada-lunga"), attack_of(field, "pugnale")) == (1, 0)
    assert (damage_of(field, "spada-lunga"), damage_of(field, "pugnale")) == (2, 0)


@pytest.mark.parametrize(("square", "bonus"), [("h3", 1), ("i3", 1), ("j3", 0)])
def test_point_blank_shot_reaches_nine_metres(square: str, bonus: int) -> None:
    field = standing({"items": ["arco-corto", "frecce"], "feats": ["tiro-ravvicinato"]}, {"at": square})
    assert attack_of(field, "arco-corto", "ranged") == bonus
    assert damage_of(field, "arco-corto", "ranged") == bonus


def test_dodge_adds_to_ac_until_dexterity_is_lost() -> None:
    field = standing({"feats": ["schivare"], "destrezza": 14})
    assert armour_class(field.game, "a1").value == 10 + 2 + 1
    stunned = standing({"feats": ["schivare"], "destrezza": 14}, None, "stordito")
    assert armour_class(stunned.game, "a1").value == 10 - 2


def test_improved_initiative() -> None:
    field = standing({"feats": ["iniziativa-migliorata"]})
    assert field.game.query(INITIATIVE, it="a1").value == 4


def test_favoured_enemies() -> None:
    ranger = {"items": ["spada-lunga"], "abilities": ["nemico-prescelto-umanoidi"]}
    assert attack_of(standing(ranger, {"subtypes": ["goblinoide"]}), "spada-lunga") == 4
    assert attack_of(standing(ranger, {"subtypes": ["umano"]}), "spada-lunga") == 0


# --- things


@pytest.mark.rule("PF-AC-06.2")
def test_a_ring_of_protection_counts_against_touch_and_an_amulet_does_not() -> None:
    field = standing({"items": ["anello-di-protezione-2", "amuleto-naturale-1"]})
    assert armour_class(field.game, "a1").value == 13
    assert armour_class(field.game, "a1", against="touch").value == 12


@pytest.mark.rule("PF-ITX-01.1", "PF-AC-11.3")
def test_bracers_are_force_and_do_not_add_to_armour() -> None:
    field = standing({"items": ["bracciali-dell-armatura-4"]})
    assert armour_class(field.game, "a1").value == armour_class(field.game, "a1", against="incorporeal").value == 14
    both = standing({"items": ["bracciali-dell-armatura-4", "cotta-di-maglia"]})
    assert armour_class(both.game, "a1").value == 16


# --- conditions


@pytest.mark.parametrize(
    ("condition", "melee", "ac", "ac_ranged", "will"),
    [
        ("scosso", -2, 12, 12, -2),
        ("spaventato", -2, 12, 12, -2),
        ("abbagliato", -1, 12, 12, 0),
        ("accecato", 0, 8, 8, 0),
        ("in-lotta", -2, 10, 10, 0),
        ("immobilizzato", 0, 6, 6, 0),
        ("intralciato", -2, 10, 10, 0),
        ("stretto", -4, 8, 8, 0),
        ("prono", -4, 8, 16, 0),
        ("in-ginocchio", 0, 10, 14, 0),
        ("stordito", 0, 8, 8, 0),
        ("affaticato", -1, 11, 11, 0),
        ("esausto", -3, 9, 9, 0),
        ("infermo", -2, 12, 12, -2),
        ("rallentato", -1, 11, 11, 0),
        ("accelerato", 1, 13, 13, 0),
        ("indifeso", 0, 1, 5, 0),
    ],
)
def test_conditions_change_attack_ac_and_saves(condition: str, melee: int, ac: int, ac_ranged: int, will: int) -> None:
    """Dexterity 14: AC 12, and a condition that denies it leaves 10; helplessness makes it 0 (PF-HLP-02)."""
    field = standing({"items": ["spada-lunga"], "destrezza": 14}, None, condition)
    assert attack_of(field, "spada-lunga", target=None) == melee
    assert armour_class(field.game, "a1").value == ac
    assert armour_class(field.game, "a1", mode="ranged").value == ac_ranged
    assert field.game.query(SAVE, it="a1", save="volonta", cause="", actor="b1").value == will


@pytest.mark.parametrize(
    ("condition", "squares"), [("esausto", 3), ("intralciato", 3), ("rallentato", 3), ("scosso", 6)]
)
def test_conditions_that_slow(condition: str, squares: int) -> None:
    assert speed_of(standing({}, None, condition).game, "a1", "terra") == squares


def test_a_worse_condition_stands_for_the_lesser() -> None:
    field = standing({"items": ["spada-lunga"]}, None, "affaticato", "esausto")
    assert score_of(field.game, "a1", "forza") == 4


@pytest.mark.parametrize("condition", sorted(set(built_in().conditions) - set(BY_HIT_POINTS)))
def test_every_condition_leaves_numbers_that_can_be_asked(condition: str) -> None:
    field = standing({"items": ["spada-lunga"]}, None, condition)
    assert suffers(field.game, "a1", condition)
    for query, roles in (
        (SAVE, {"save": "riflessi", "cause": "palla-di-fuoco", "actor": "b1"}),
        (SKILL, {"skill": "furtivita", "target": "b1"}),
        (CHECK, {"ability": "forza", "cause": ""}),
        (INITIATIVE, {}),
    ):
        unseen = 40 if query is SKILL and condition == "invisibile" else 0
        assert field.game.query(query, it="a1", **roles).value <= 1 + unseen
    assert armour_class(field.game, "a1").value <= 11 and speed_of(field.game, "a1", "terra") >= 0
    assert attack_of(field, "spada-lunga") <= 2


# --- without a body


@pytest.mark.rule("PF-AC-11.1", "PF-AC-11.2", "PF-AC-10.3")
def test_the_incorporeal_touch_passes_armour_and_meets_force() -> None:
    for items, face, outcome in (
        (["cotta-di-maglia", "scudo-torre"], 8, "hit"),
        ([{"thing": "bracciali-dell-armatura-4"}], 11, "miss"),
        ([{"thing": "bracciali-dell-armatura-4"}], 12, "hit"),
    ):
        field = shadow_against({"items": items}, [face, *([3] if outcome == "hit" else [])])
        field.act("a1", "attack", "tocco", "b1")
        assert field.all(AttackRolled)[-1].outcome == outcome, (items, face)
        field.done()


def shadow_against(foe: dict[str, Any], dice: list[int]) -> Field:
    """A shadow beside somebody: base attack 0, Dexterity 14, no Strength."""
    touch = {"id": "tocco", "name": "Tocco", "name_en": "Touch", "damage": "0", "types": ["negativa"], "touch": True}
    shadow = {"at": "c3", "subtypes": ["incorporeo"], "attacks": [{**touch, "hits": ["tocco-dell-ombra"]}],
              "abilities": ["tocco-dell-ombra"], "forza": None, "destrezza": 14}  # fmt: skip
    return Field({"a1": shadow}, {"b1": {"at": "d3", "hp": 60, **foe}}, order=("a1", "b1"), dice=dice)


@pytest.mark.rule("PF-CND-12.1")
@pytest.mark.parametrize(
    ("sword", "lost"),
    [("spada-lunga", 0), ({"thing": "spada-lunga", "bonus": 1}, 4), ({"thing": "spada-lunga", "masterwork": True}, 0)],
)
def test_only_magic_hurts_the_incorporeal_and_by_half(sword: Any, lost: int) -> None:
    field = shadow_against({"items": [sword]}, [18, 8])
    field.end("a1")
    field.act("b1", "attack", "spada-lunga", "a1")
    assert field.figure("a1").hp == 20 - lost


@pytest.mark.rule("PF-CND-03.1")
def test_a_zombie_has_one_action_a_turn() -> None:
    field = Field({"a1": {"at": "c3", "abilities": ["barcollante-per-natura"]}}, {"b1": {"at": "h8"}})
    assert (field.figure("a1").std, field.figure("a1").mov) == (1, 0) and suffers(field.game, "a1", "barcollante")


@pytest.mark.parametrize(
    ("ability", "immune", "bite"),
    [
        ("veleno-di-ragno", "veleno", {}),
        ("paralisi-del-cubo", "paralisi", {}),
        ("tocco-dell-ombra", "danno-caratteristiche", {"damage": "0", "types": ["negativa"]}),
        ("tocco-della-presenza", "danno-caratteristiche", {"damage": "0", "types": ["negativa"]}),
    ],
)
def test_immunity_keeps_off_what_a_bite_brings_without_a_save(ability: str, immune: str, bite: Any) -> None:
    dice = [15] if bite else [15, 3]
    field = bitten(ability, [*dice, *([2, 2, 2] if immune == "paralisi" else [])], {"immune": [immune]}, **bite)
    figure = field.figure("b1")
    assert (figure.damage_to("forza"), figure.costituzione) == (0, VICTIM.get("costituzione", 10))
    assert not suffers(field.game, "b1", "paralizzato") and not suffers(field.game, "b1", "avvelenato-di-ragno")
    field.done()


@pytest.mark.parametrize("kind", ["non_morto", "costrutto"])
def test_what_has_no_life_force_loses_none(kind: str) -> None:
    field = bitten("risucchio-di-energia", [15, 3], {"type": kind})
    assert field.figure("b1").hp == 60 - 3
    assert field.game.query(SAVE, it="b1", save="volonta", cause="", actor="a1").value == 0


def test_the_ferocious_fight_on_below_zero_until_minus_constitution() -> None:
    boar = {"hp": 2, "costituzione": 10, "abilities": ["ferocia"]}
    field = Field({"a1": {"at": "c3", "attacks": [BITE]}}, {"b1": {"at": "d3", **boar}}, dice=[15, 3, 15, 3, 15, 3])
    field.act("a1", "attack", "morso", "b1")
    field.end("a1")
    figure = field.figure("b1")
    assert figure.hp == 2 - 3 - 1 and suffers(field.game, "b1", "barcollante"), "and 1 is lost at its turn"
    assert not suffers(field.game, "b1", "prono") and "attack" in field.actions("b1")
    field.end("b1")
    field.act("a1", "attack", "morso", "b1")
    field.end("a1")
    field.end("b1")
    assert field.figure("b1").hp == -2 - 3 - 1
    field.act("a1", "attack", "morso", "b1")
    assert field.figure("b1").hp == -9 and field.figure("b1").status == "in"
    field.end("a1")
    assert field.figure("b1").status == "dead", "-10 at its own turn"
