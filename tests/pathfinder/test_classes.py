"""What classes and kinds of creatures have beside what everybody has (PF-CLS, PF-MON)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.parts import run_parts
from arbitro.rulesets.pathfinder.arms import arm_named, dice_of
from arbitro.rulesets.pathfinder.content import built_in, compile_record
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, ManoeuvreRolled
from arbitro.rulesets.pathfinder.lookups import suffers
from arbitro.rulesets.pathfinder.numbers import strength_to_damage
from arbitro.rulesets.pathfinder.shapes import Ability
from arbitro.rulesets.pathfinder.threat import threatens
from tests.pathfinder.field import Field

BITE = {"id": "morso", "name": "Morso", "name_en": "Bite", "damage": "1d6", "types": ["perforante"]}
FAR = {"at": "l9"}


def befall(field: Field, line: dict[str, Any]) -> None:
    """A line of a record does to a1 what it says."""
    made = Ability(id="prova", name="Prova", name_en="Trial", do=[{**line, "to": "targets"}])
    scope = {"me": "b1", "rule": "PF-ABL-05", "seat": "b", "targets": ("a1",)}
    for _ in run_parts(field.game, compile_record(made).uses[0].parts, scope):
        raise AssertionError("nothing is asked here")


# --- rogues and monks ---------------------------------------------------------------------------------


@pytest.mark.rule("PF-CLS-02.1")
def test_rogues_have_a_die_at_the_first_level_and_one_more_every_two() -> None:
    """Of the ready characters and creatures, whose dice their sheets name."""
    found = {
        sheet.id: (sheet.classes["ladro"], [one for one in sheet.abilities if one.startswith("attacco-furtivo")])
        for sheet in (*built_in().characters.values(), *built_in().monsters.values()) if "ladro" in sheet.classes
    }  # fmt: skip
    assert found["tilli"] == (4, ["attacco-furtivo-2"])
    assert all(names == [f"attacco-furtivo-{(level + 1) // 2}"] for level, names in found.values())


@pytest.mark.rule("PF-CLS-03.3", "PF-CLS-03.1")
@pytest.mark.parametrize(("more", "lost"), [
    ({}, 0), ({"items": ["cuoio-borchiato"]}, 0), ({"items": ["corazza-di-piastre"]}, 5),
    ({"items": ["mezza-armatura"]}, 5), ({"conditions": ["legato"], "saves": {"riflessi": 9}}, 5),
], ids=["bare", "light", "medium", "heavy", "helpless"])  # fmt: skip
def test_evasion_asks_for_light_armour_and_free_limbs(more: dict[str, Any], lost: int) -> None:
    """6 + 4 points of fire; a save that is made halves them, or leaves nothing to those who evade."""
    field = Field({"a1": {"at": "c3", "abilities": ["eludere"], **more}}, {"b1": FAR}, dice=[6, 4, 18])
    befall(field, {"damage": "fuoco", "dice": 2, "sides": 6, "save": "riflessi", "effect": "half", "dc": 12})
    assert 20 - field.figure("a1").hp == lost
    field.done()


@pytest.mark.rule("PF-CLS-06.1")
@pytest.mark.parametrize(("level", "medium", "small"), [
    (1, (1, 6), (1, 4)), (3, (1, 6), (1, 4)), (4, (1, 8), (1, 6)), (8, (1, 10), (1, 8)), (11, (1, 10), (1, 8)),
    (12, (2, 6), (1, 10)), (16, (2, 8), (2, 6)), (20, (2, 10), (2, 8)),
])  # fmt: skip
def test_a_monks_bare_hands_by_level(level: int, medium: tuple[int, int], small: tuple[int, int]) -> None:
    for size, dice in (("media", medium), ("piccola", small)):
        monk = {"at": "c3", "classes": {"monaco": level}, "abilities": ["colpo-del-monaco"], "size": size}
        field = Field({"a1": monk}, {"b1": FAR})
        assert dice_of(field.game, "a1", arm_named(field.game, "a1", "senz-armi")) == dice


@pytest.mark.rule("PF-CLS-06.1", "PF-CLS-06.2")
def test_a_monk_wounds_with_bare_hands_as_if_armed() -> None:
    """Level 4, Strength 16: 1d8 + 3, lethal by choice at no penalty; nobody strikes it for being unarmed."""
    monk = {"at": "c3", "classes": {"monaco": 4}, "bab": 3, "forza": 16, "abilities": ["colpo-del-monaco"],
            "feats": ["colpo-senz-armi-migliorato"]}  # fmt: skip
    field = Field({"a1": monk}, {"b1": {"at": "d3", "items": ["spada-lunga"]}}, dice=[10, 5], order=("b1", "a1"))
    field.end("b1")
    assert threatens(field.game, "a1", "b1")
    field.act("a1", "attack_switched", "senz-armi", "b1")
    assert field.the(AttackRolled).bonus.value == 3 + 3
    assert (field.figure("b1").hp, field.figure("b1").nonlethal) == (20 - 8, 0)
    assert strength_to_damage(field.game, "a1", "senz-armi", "melee", "off") == (3, "PF-CLS-06.2")
    field.done()


# --- beasts -------------------------------------------------------------------------------------------


def grabbed(dice: list[int], **more: Any) -> Field:
    """A beast of Strength 40 bites b1, and what it bites it may seize: 15 + 4 at 15, less 20 with its jaws alone."""
    beast = {"at": "c3", "type": "animale", "forza": 40, "attacks": [{**BITE, "hits": ["afferrare"]}],
             "abilities": ["afferrare"], **more}  # fmt: skip
    field = Field({"a1": beast}, {"b1": {"at": "d3", "hp": 90}, "b2": FAR}, dice=[10, 3, *dice])
    field.act("a1", "attack", "morso", "b1")
    return field


@pytest.mark.rule("PF-MON-01.3")
def test_jaws_alone_hold_badly_and_leave_the_beast_free() -> None:
    field = grabbed([12])
    field.answer("part")
    rolled = field.the(ManoeuvreRolled)
    assert rolled.bonus.value == 15 + 4 - 20 and rolled.passed
    assert field.figure("b1").has("in-lotta") and not field.figure("a1").has("in-lotta")
    assert field.figure("a1").holds == "b1" and "move" not in field.actions("a1")


@pytest.mark.rule("PF-MON-01.3")
@pytest.mark.parametrize(("face", "kept"), [(4, True), (3, False)])
def test_keeping_that_hold_is_as_hard(face: int, kept: bool) -> None:
    """-1, and 5 for keeping hold, against 8: whoever is held has 4 Dexterity less."""
    field = grabbed([12, face])
    field.answer("part")
    field.end("a1", "b1", "b2")
    field.act("a1", "hold", "keep")
    assert field.all(ManoeuvreRolled)[-1].bonus.value == 15 + 4 + 5 - 20
    assert (field.figure("a1").holds == "b1") is kept and not field.figure("a1").has("in-lotta")


@pytest.mark.rule("PF-MON-01.3", "PF-MON-01.1")
def test_with_its_whole_body_the_beast_is_in_the_grapple_too() -> None:
    field = grabbed([2])
    field.answer("whole")
    assert field.the(ManoeuvreRolled).bonus.value == 15 + 4
    assert field.figure("a1").has("in-lotta") and field.figure("b1").has("in-lotta")
    weak = grabbed([2], forza=14)
    assert weak.asked == "action", "who could not anyway is not asked"


@pytest.mark.rule("PF-MON-03.2", "PF-MON-03.1")
def test_oozes_are_immune_to_what_needs_a_mind_or_a_body_with_parts() -> None:
    wanted = {"critici", "fianchi", "precisione", "veleno", "sonno", "paralisi", "metamorfosi", "stordimento", "mente",
              "vista", "prono"}  # fmt: skip
    oozes = [sheet for sheet in built_in().monsters.values() if sheet.type == "melma"]
    assert len(oozes) == 3
    for sheet in oozes:
        assert wanted <= set(sheet.immune) and "vista_cieca" in sheet.senses, sheet.id
        field = Field({"a1": {"at": "c3", "immune": list(sheet.immune)}}, {"b1": FAR})
        for condition in ("addormentato", "paralizzato", "stordito", "spaventato"):
            befall(field, {"inflict": condition})
            assert not suffers(field.game, "a1", condition)
