"""What ready characters have by their race, and how long rage and songs last (open content)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.lookups import score_of
from arbitro.rulesets.pathfinder.numbers import ATTACK, CMD_OF, SAVE, armour_class, speed_of
from tests.pathfinder.field import Field
from tests.pathfinder.test_core_numbers import met

RACES = {
    "dorna": "tratti-nanici", "bersa": "tratti-nanici", "tilli": "senza-paura", "lunaspina": "sangue-elfico",
    "falco": "sangue-elfico", "zizi": "tratti-gnomici",
}  # fmt: skip


def test_every_character_has_the_traits_of_its_race() -> None:
    assert all(trait in built_in().characters[id_].abilities for id_, trait in RACES.items())


def against(trait: str, cause: str, save: str = "tempra") -> int:
    field = Field({"a1": {"at": "c3", "abilities": [trait]}}, {"b1": {"at": "k3"}})
    return field.game.query(SAVE, it="a1", save=save, cause=cause, actor="b1").value


@pytest.mark.parametrize(("trait", "cause", "more"), [
    ("tratti-nanici", "palla-di-fuoco", 2), ("tratti-nanici", "veleno-di-ragno", 2),
    ("tratti-nanici", "avvelenato-di-ragno", 2), ("tratti-nanici", "disperazione", 0),
    ("sangue-elfico", "blocca-persone", 2), ("sangue-elfico", "palla-di-fuoco", 0),
    ("tratti-gnomici", "trama-ipnotica", 2), ("tratti-gnomici", "blocca-persone", 0),
    ("senza-paura", "incuti-paura", 2), ("senza-paura", "palla-di-fuoco", 0),
])  # fmt: skip
def test_races_resist_what_they_resist(trait: str, cause: str, more: int) -> None:
    assert against(trait, cause) == more


def test_dwarves_and_gnomes_know_how_to_fight_giants_and_whom_they_hate() -> None:
    foes: dict[str, dict[str, Any]] = {
        "b1": {"at": "d3", "subtypes": ["gigante"]},
        "b2": {"at": "d4", "subtypes": ["goblinoide"]},
    }
    for trait in ("tratti-nanici", "tratti-gnomici"):
        field = Field({"a1": {"at": "c3", "abilities": [trait]}}, foes)
        assert [armour_class(field.game, "a1", foe).value for foe in foes] == [14, 10]
        swing = {"actor": "a1", "weapon": "senz-armi", "mode": "melee", "action": "attack", "manner": "plain",
                 "hand": "primary", "penalty": 0}  # fmt: skip
        assert [field.game.query(ATTACK, target=foe, **swing).value for foe in foes] == [0, 1]
    cmd = [field.game.query(CMD_OF, target="a1", actor="b1", manoeuvre=one).value for one in ("bull_rush", "disarm")]
    assert cmd == [10, 10], "a gnome is pushed like anybody"
    dwarf = Field({"a1": {"at": "c3", "abilities": ["tratti-nanici"]}}, {"b1": {"at": "k3"}})
    dwarf.end("a1")
    assert [dwarf.game.query(CMD_OF, target="a1", actor="b1", manoeuvre=one).value
            for one in ("bull_rush", "trip", "disarm")] == [14, 14, 10]  # fmt: skip


def test_rage_lasts_its_rounds_and_leaves_one_tired_for_twice_as_many() -> None:
    """Level 1 and Constitution 10: 4 rounds, then 8."""
    field = Field({"a1": {"at": "c3", "abilities": ["ira"]}}, {"b1": {"at": "l9"}})
    field.act("a1", "ability", "ira")

    def rounds(n: int) -> None:
        for _ in range(n):
            field.end("a1", "b1")

    rounds(3)
    assert score_of(field.game, "a1", "forza") == 14 and not field.figure("a1").conditions
    rounds(1)
    assert score_of(field.game, "a1", "forza") == 10 - 2 and field.figure("a1").has("affaticato")
    rounds(7)
    assert field.figure("a1").has("affaticato")
    rounds(1)
    assert not field.figure("a1").conditions and "ability" not in field.actions("a1")


def test_a_song_of_courage_lasts_a_bard_s_rounds_of_a_day() -> None:
    """Level 1 and Charisma 14: 6 rounds; it helps against fear too."""
    field = Field({"a1": {"at": "c3", "carisma": 14, "abilities": ["ispirare-coraggio"]}, "a2": {"at": "c5"}},
                  {"b1": {"at": "l9"}})  # fmt: skip
    field.act("a1", "ability", "ispirare-coraggio")

    def heart() -> list[int]:
        return [field.game.query(SAVE, it="a2", save="volonta", cause=cause, actor="b1").value
                for cause in ("incuti-paura", "palla-di-fuoco")]  # fmt: skip

    assert heart() == [1, 0]
    for n in range(6):
        assert heart() == [1, 0], n
        field.end("a1", "a2", "b1")
    assert heart() == [0, 0] and "ability" not in field.actions("a1")


@pytest.mark.parametrize(("classes", "armour", "squares"), [
    ({"guerriero": 2}, "cotta-di-maglia", 4), ({"guerriero": 3}, "cotta-di-maglia", 6),
    ({"guerriero": 6}, "armatura-completa", 4), ({"guerriero": 7}, "armatura-completa", 6),
    ({"paladino": 7}, "cotta-di-maglia", 4),
])  # fmt: skip
def test_a_fighter_gets_used_to_armour(classes: dict[str, int], armour: str, squares: int) -> None:
    """From level 3 medium armour does not slow, from 7 none does; it prints the speed it has in what it wears."""
    me = {"at": "c3", "race": "umano", "forza": 18, "classes": classes, "items": [armour],
          "speeds": {"terra": squares * 1.5}}  # fmt: skip
    assert speed_of(Field({"a1": me}, {"b1": {"at": "k3"}}).game, "a1", "terra") == squares


def test_ready_fighters_move_as_they_print() -> None:
    for id_, squares in (("brando", 6), ("valeria-guerriera", 6), ("dorna", 4), ("ottavia", 4)):
        assert speed_of(met(id_)[0], "x", "terra") == squares, id_
