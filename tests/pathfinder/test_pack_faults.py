"""A pack with faults says where each stands, what was expected, and what was probably meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitro.content.errors import ContentError, Problem
from arbitro.rulesets.pathfinder.content import Library, read_library

HEADER = """id: prova
name: Prova
name_en: Trial
version: "1"
ruleset: pathfinder
"""
BOOK = {
    "weapons": "weapons: [{id: spada-lunga, name: a, name_en: b, types: [tagliente]},"
    " {id: pugnale, name: a, name_en: b, types: [tagliente]}]",
    "feats": "feats: [{id: iniziativa-migliorata, name: a, name_en: b}, {id: schivare, name: a, name_en: b},"
    " {id: arma-focalizzata, name: a, name_en: b, chooses: weapon}]",
    "abilities": "abilities: [{id: ferocia, name: a, name_en: b}]",
    "qualities": "qualities: [{id: infuocata, name: a, name_en: b}]",
    "spells": "spells: [{id: palla-di-fuoco, name: a, name_en: b, school: c, levels: {mago: 3}, components: [V],"
    " aim: {kind: spread}}]",
    "monsters-book": "monsters: [{id: lupo, name: a, name_en: b, scores: {}, hp: 1, bab: 0, saves: {}, speeds: {}}]",
}
"""A few records that the faulty ones can mean; the whole book would take a second for each test."""
WOLF = """monsters:
  - id: lupa
    name: Lupa
    name_en: She-wolf
    type: animale
    level: 2
    scores: {forza: 13, destrezza: 15, costituzione: 15, intelligenza: 2, saggezza: 12, carisma: 6}
    hp: 13
    bab: 1
    saves: {tempra: 5, riflessi: 5, volonta: 1}
    speeds: {terra: 15}
"""


def packed(folder: Path, **files: str) -> Library:
    """A small pack beside a few records, read."""
    for name, header, texts in (("book", HEADER.replace("prova", "book"), BOOK), ("pack", HEADER, files)):
        (folder / name).mkdir()
        for kind, text in {"pack": header, **texts}.items():
            (folder / name / f"{kind}.yaml").write_text(text, encoding="utf-8")
    return read_library((folder / "book", folder / "pack"))


def faults(folder: Path, **files: str) -> list[Problem]:
    """The faults of a small pack."""
    with pytest.raises(ContentError) as caught:
        packed(folder, **files)
    return list(caught.value.problems)


def one(folder: Path, **files: str) -> Problem:
    """The only fault of a small pack."""
    (problem,) = faults(folder, **files)
    return problem


def test_a_pack_without_faults_is_read(tmp_path: Path) -> None:
    assert "lupa" in packed(tmp_path, monsters=WOLF).monsters


@pytest.mark.parametrize(
    ("line", "wrong", "meant"),
    [
        ("    feats: [iniziativa-miliorata]\n", "iniziativa-miliorata", "iniziativa-migliorata"),
        ("    feats: [{arma-focalizata: morso}]\n", "arma-focalizata", "arma-focalizzata"),
        ("    items: [spada-lugna]\n", "spada-lugna", "spada-lunga"),
        ("    items: [{thing: spada-lunga, qualities: [infuocatta]}]\n", "infuocatta", "infuocata"),
        ("    abilities: [ferocita]\n", "ferocita", "ferocia"),
        ("    immune: [velleno]\n", "velleno", "veleno"),
        ("    weak: [fredo]\n", "fredo", "freddo"),
        ("    resistances: {accido: 5}\n", "accido", "acido"),
    ],
)
def test_a_misspelt_id_says_what_was_meant(tmp_path: Path, line: str, wrong: str, meant: str) -> None:
    problem = one(tmp_path, monsters=WOLF + line)
    assert wrong in problem.message_it and wrong in problem.message_en
    assert problem.suggestion == meant
    assert problem.line == WOLF.count("\n") + 1 and problem.file.endswith("monsters.yaml")


def test_a_spell_that_nobody_knows(tmp_path: Path) -> None:
    line = "    casting: [{source: mago, level: 3, prepared: {palla-di-foco: 1}}]\n"
    assert one(tmp_path, monsters=WOLF + line).suggestion == "palla-di-fuoco"


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("hp: 13", "hp: tredici", "hp"),
        ("level: 2", "level: 0", "level"),
        ("hp: 13", "hp: 13\n    size: grandissima", "size"),
        ("forza: 13", "forza: alta", "forza"),
        ("terra: 15", "terra: 14", "terra"),
        ("bab: 1", "bab: 1\n    legs: {front: 2}", "legs"),
    ],
)
def test_a_value_of_the_wrong_kind_is_told_at_its_place(tmp_path: Path, old: str, new: str, path: str) -> None:
    problem = one(tmp_path, monsters=WOLF.replace(old, new))
    assert problem.path.rstrip("]").endswith(path)
    assert problem.line > 1 and problem.message_it and problem.message_en


def test_a_misspelt_field_says_what_was_meant(tmp_path: Path) -> None:
    problem = one(tmp_path, monsters=WOLF + "    sences: [crepuscolare]\n")
    assert problem.suggestion == "senses" and "sences" in problem.message_it


@pytest.mark.parametrize(
    ("line", "meant"),
    [("bars: [chrage]", "charge"), ("bars: [treaten]", "threaten"), ("stopped_by: [paralissi]", "paralisi")],
)
def test_a_condition_bars_and_is_stopped_by_known_words(tmp_path: Path, line: str, meant: str) -> None:
    text = f"conditions:\n  - {{id: prova, name: Prova, name_en: Trial, {line}}}\n"
    assert one(tmp_path, conditions=text).suggestion == meant


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    found = faults(tmp_path, monsters=WOLF + "    feats: [schivarre]\n    items: [pugnalle]\n")
    assert {problem.suggestion for problem in found} == {"schivare", "pugnale"}


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("{modify: atack, by: 1, when: actor is me}", "atack"),
        ("{modify: attack, by: 1, when: actr is me}", "actr"),
        ("{modify: attack, by: 1, when: 'actor is me and lihgt(me, weapon)'}", "lihgt"),
    ],
)
def test_a_line_that_says_nothing_known(tmp_path: Path, line: str, wrong: str) -> None:
    text = f"feats:\n  - {{id: prova, name: Prova, name_en: Trial, always: [{line}]}}\n"
    problem = one(tmp_path, feats=text)
    assert wrong in problem.message_it and wrong in problem.message_en and problem.line == 2


def test_an_id_of_the_book_cannot_be_used_again(tmp_path: Path) -> None:
    problem = one(tmp_path, monsters=WOLF.replace("id: lupa", "id: lupo"))
    assert "lupo" in problem.message_it and "lupo" in problem.message_en
