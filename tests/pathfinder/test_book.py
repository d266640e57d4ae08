"""What the pack holds: whole in both languages, and enough to exercise every rule of the chapter."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.content import built_in, rules
from arbitro.rulesets.pathfinder.feats import lacking, named

TOLD = ("conditions", "feats", "abilities", "monsters", "characters", "spells", "qualities")
"""Kinds of which people read a text; of weapons and armour they read numbers."""


def everything() -> list[tuple[str, Any]]:
    """Every record of the pack, with its kind."""
    return [(kind, shape) for kind, table in built_in().content.records.items() for shape in table.values()]


def test_every_record_has_a_name_in_both_languages() -> None:
    for kind, shape in everything():
        if kind != "loads":
            assert shape.name and shape.name_en, shape.id


def test_everything_that_is_told_is_told_in_both_languages() -> None:
    for kind, shape in everything():
        if kind in TOLD:
            assert shape.text and shape.text_en, shape.id
        assert kind == "loads" or bool(shape.text) == bool(shape.text_en), shape.id


def test_every_rule_named_exists() -> None:
    for kind, shape in everything():
        if kind != "loads" and shape.rule:
            assert rules().exists(shape.rule), (shape.id, shape.rule)


def test_ids_are_of_one_record_only() -> None:
    ids = [shape.id for _, shape in everything()]
    assert len(ids) == len(set(ids))


def test_attacks_in_italian_are_called_as_the_weapons_are() -> None:
    names = {
        attack.id: (attack.name, attack.name_en) for sheet in built_in().monsters.values() for attack in sheet.attacks
    }
    for sheet in built_in().monsters.values():
        for attack in sheet.attacks:
            assert (attack.name, attack.name_en) == names[attack.id], (sheet.id, attack.id)


def test_feats_taken_for_a_weapon_are_taken_for_one_they_have() -> None:
    library = built_in()
    for sheet in (*library.monsters.values(), *library.characters.values()):
        own = {attack.id for attack in sheet.attacks} | {"senz-armi"}
        own |= {item if isinstance(item, str) else item.thing for item in sheet.items}
        for feat in sheet.feats:
            for name, what in feat.items() if isinstance(feat, dict) else ():
                if library.feats[name].chooses == "weapon":
                    assert what in own, (sheet.id, name, what)
                elif library.feats[name].chooses == "school":
                    assert what in {spell.school for spell in library.spells.values()}, (sheet.id, what)


def test_characters_have_what_their_feats_need() -> None:
    library = built_in()
    for sheet in library.characters.values():
        for name in named(sheet.feats):
            assert not lacking(library.feats[name], sheet) or _given(sheet, name), (sheet.id, name)


def _given(sheet: Any, feat: str) -> bool:
    """Monks and rangers get some feats without what they need."""
    return bool({"monaco", "ranger"} & set(sheet.classes)) and feat in (
        "lottare-migliorato", "riflessi-in-combattimento", "tiro-rapido", "mobilita", "schivare",
    )  # fmt: skip


@pytest.mark.rule("PF-TAB-22.1", "PF-TAB-08.1", "PF-SPD-03.1", "PF-SPD-03.2", "PF-SPD-03.3", "PF-SPD-04.1")
def test_races_of_the_text() -> None:
    found = {
        race.id: (race.size, race.speed, race.speed_laden, tuple(race.senses)) for race in built_in().races.values()
    }
    assert found == {
        "umano": ("media", 9, 6, ()),
        "elfo": ("media", 9, 6, ("crepuscolare",)),
        "mezzelfo": ("media", 9, 6, ("crepuscolare",)),
        "mezzorco": ("media", 9, 6, ("scurovisione",)),
        "nano": ("media", 6, 6, ("scurovisione",)),
        "gnomo": ("piccola", 6, 4.5, ("crepuscolare",)),
        "halfling": ("piccola", 6, 4.5, ()),
    }


def test_characters_move_as_race_and_armour_allow() -> None:
    """Barbarians and monks are faster; a fighter goes at full speed in medium armour from level 3, in any from 7."""
    library = built_in()
    for sheet in library.characters.values():
        race = library.races[sheet.race]
        worn = {library.armours[t].type for t in _things(sheet) if t in library.armours}
        fighter = sheet.classes.get("guerriero", 0)
        slowing = {"medium", "heavy"} if fighter < 3 else {"heavy"} if fighter < 7 else set()
        speed = race.speed_laden if worn & slowing else race.speed
        speed += 3 * ("movimento-veloce" in sheet.abilities) + 3 * (sheet.classes.get("monaco", 0) // 3)
        assert sheet.speeds["terra"] == speed and sheet.size == race.size, sheet.id


def _things(sheet: Any) -> list[str]:
    return [item if isinstance(item, str) else item.thing for item in sheet.items]


def test_spells_exercise_every_way_of_casting() -> None:
    spells = built_in().spells.values()
    assert {spell.aim.kind for spell in spells} >= {
        "self", "touch", "ray", "creature", "creatures", "burst", "spread", "emanation", "cone", "line", "wall",
        "square",
    }  # fmt: skip
    assert {spell.time for spell in spells} >= {"standard", "round", "minute", "immediate"}
    assert {spell.duration for spell in spells} >= {
        "instant", "rounds", "minutes", "hours", "concentration", "permanent", "until_used",
    }  # fmt: skip
    assert {spell.save.effect for spell in spells if spell.save} >= {"negates", "half", "partial"}
    assert {part for spell in spells for part in spell.components} == {"V", "S", "M", "F", "FD"}
    assert {True, False} == {spell.resistance for spell in spells} == {spell.mind for spell in spells}
    assert any(spell.redirect for spell in spells) and any("S" not in spell.components for spell in spells)
    assert len(spells) >= 40


def test_a_spell_that_gives_a_bonus_says_its_type() -> None:
    """Bonuses of spells have a type, so that two of one type do not add up (PF-TAB-17.1); force armour has none."""
    for spell in built_in().spells.values():
        for line in _lines(spell.do):
            if "modify" in line and isinstance(line.get("by"), int) and line["by"] > 0:
                assert line.get("type") or "incorporeal" in line["when"], spell.id


def _lines(parts: Any) -> list[dict[str, Any]]:
    if isinstance(parts, list):
        return [line for part in parts for line in _lines(part)]
    if not isinstance(parts, dict):
        return []
    return [parts, *(line for value in parts.values() for line in _lines(value))]


def test_what_an_attack_brings_along_its_bearer_has() -> None:
    for sheet in (*built_in().monsters.values(), *built_in().characters.values()):
        for attack in sheet.attacks:
            assert set(attack.hits) <= set(sheet.abilities), sheet.id
