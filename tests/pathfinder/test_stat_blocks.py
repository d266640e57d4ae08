"""Every creature and ready character adds up: what it prints follows from its Hit Dice, scores, armour and feats."""

from __future__ import annotations

import pytest
from msgspec import structs

from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.shapes import Printed, Sheet
from tests.pathfinder.blocks import faults

SHEETS = {**built_in().monsters, **built_in().characters}


def said(sheet: Sheet) -> list[str]:
    """What is wrong with a sheet."""
    return faults(sheet, built_in().weapons, built_in().armours)


@pytest.mark.rule("PF-TAB-16.1", "PF-TAB-16.3")
def test_every_stat_block_follows_from_its_parts() -> None:
    assert [line for sheet in SHEETS.values() for line in said(sheet)] == []


def test_every_stat_block_prints_what_can_be_checked() -> None:
    for sheet in SHEETS.values():
        printed = sheet.printed
        assert None not in (printed.ac, printed.touch, printed.flat_footed, printed.cmd, printed.initiative), sheet.id
        assert "incorporeo" in sheet.subtypes or printed.cmb is not None, sheet.id
        assert printed.attacks or not sheet.attacks, sheet.id


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"hp": 14}, "hp 14"),
        ({"bab": 2}, "bab 2"),
        ({"saves": {"tempra": 5, "riflessi": 5, "volonta": 2}}, "saves"),
        ({"natural": 3}, "ac 14, by the book 15"),
        ({"size": "grande"}, "cmd 14, by the book 15"),
        ({"feats": ["iniziativa-migliorata"]}, "initiative 2, by the book 6"),
        ({"printed": Printed(attacks={"morso": 3})}, "attack with morso 3, by the book 2"),
    ],
)
def test_a_wolf_with_one_number_wrong_is_found_out(change: dict[str, object], what: str) -> None:
    wolf = SHEETS["lupo"]
    assert said(wolf) == []
    assert any(what in line for line in said(structs.replace(wolf, **change)))


def test_there_are_creatures_of_every_size_and_of_many_challenges() -> None:
    monsters = built_in().monsters.values()
    sizes = ("piccolissima", "minuta", "minuscola", "piccola", "media", "grande", "enorme", "mastodontica", "colossale")
    assert {sheet.size for sheet in monsters} == set(sizes)
    assert {sheet.cr for sheet in monsters} >= {"1/8", "1/4", "1/3", "1/2", *map(str, range(1, 13))}
    assert len(monsters) >= 60


def test_ready_characters_go_from_level_one_to_ten_in_every_class() -> None:
    characters = built_in().characters.values()
    assert {name for sheet in characters for name in sheet.classes} == {
        "barbaro", "bardo", "chierico", "druido", "guerriero", "ladro", "mago", "monaco", "paladino", "ranger",
        "stregone",
    }  # fmt: skip
    levels = {sheet.level for sheet in characters}
    assert (min(levels), max(levels)) == (1, 10) and len(levels) >= 8
    assert all(sum(sheet.classes.values()) == sheet.level for sheet in characters)


def test_casters_can_cast_what_they_have_prepared() -> None:
    """Every spell is on the list of its class, of a level that the score allows and the class has reached."""
    spells = built_in().spells
    slow = {"bardo": (1, 4, 7, 10), "paladino": (4, 7, 10, 13), "ranger": (4, 7, 10, 13)}
    late = {"stregone": (1, 4, 6, 8, 10)}
    for sheet in SHEETS.values():
        for casting in sheet.casting:
            score = sheet.scores[casting.ability]
            steps = slow.get(casting.source, late.get(casting.source, (1, 3, 5, 7, 9)))
            highest = sum(sheet.level >= step for step in steps)
            for spell in (*casting.prepared, *casting.known):
                level = spells[spell].levels[casting.source]
                assert level <= highest and score is not None and score >= 10 + level, (sheet.id, spell)
