"""The rule catalogue: loading, clauses, search."""

from pathlib import Path

import pytest

from arbitro.content.catalogue import Catalogue, fold
from arbitro.content.errors import ContentError, Lang
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.fair import RULE as FAIR_DICE
from arbitro.engine.ruleset import installed, ruleset

RULES = """\
rules:
  - {id: XX-ACT-03, name: "Attacco in mischia", name_en: "Melee attack", chapter: "I", line: 61, kind: rule, clauses: 3,
     it: "Scegli un dado della mano e supera la soglia.", en: "Choose a die of the hand and pass the threshold."}
  - {id: XX-ACT-04, name: "Tiro", name_en: "Shot", chapter: "I", line: 70, kind: rule, clauses: ["1", "2a"],
     it: "Colpisci da lontano; non in mischia.", en: "Hit from afar; never in melee.",
     ruling_it: "Il testo tace sulla gittata.", ruling_en: "The text is silent about range."}
  - {id: XX-AB-1, name: "Volontà di ferro", name_en: "Iron will", chapter: "VI", line: 90, kind: ability, clauses: 1,
     it: "Ritira un dado.", en: "Roll a die again."}
  - {id: XX-AB-10, name: "Mischia furiosa", name_en: "Furious brawl", chapter: "VI", line: 95, kind: ability,
     clauses: 0, it: "Due attacchi.", en: "Two attacks."}
"""


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    file = tmp_path / "rules.yaml"
    file.write_text(RULES, encoding="utf-8")
    return Catalogue.load(file)


def test_a_rule_is_found_by_its_id_or_by_a_clause(catalogue: Catalogue) -> None:
    entry = catalogue.get("XX-ACT-03.3")
    assert entry is not None and entry is catalogue.get("XX-ACT-03")
    assert (entry.seed_line, entry.chapter, entry.kind) == (61, "I", "rule")
    assert entry.clause_ids() == ("XX-ACT-03.1", "XX-ACT-03.2", "XX-ACT-03.3")
    assert (entry.title("it"), entry.title("en")) == ("Attacco in mischia", "Attacco in mischia (Melee attack)")
    assert entry.ruling("it") == "" and entry.summary("en").startswith("Choose")
    assert len(catalogue) == len(catalogue.entries) == 4


@pytest.mark.parametrize(
    ("rule_id", "known"),
    [
        ("XX-ACT-03", True),
        ("XX-ACT-03.1", True),
        ("XX-ACT-03.4", False),
        ("XX-ACT-03.0", False),
        ("XX-ACT-03.01", False),
        ("XX-ACT-04.2a", True),
        ("XX-ACT-04.2", False),
        ("XX-AB-10.1", False),
        ("XX-ACT", False),
        ("", False),
    ],
)
def test_only_clauses_that_are_there_exist(catalogue: Catalogue, rule_id: str, known: bool) -> None:
    assert catalogue.exists(rule_id) is known


@pytest.mark.parametrize(
    ("text", "lang", "ids"),
    [
        ("xx-act-04", "it", ["XX-ACT-04"]),
        ("XX-ACT-04.2a", "it", ["XX-ACT-04"]),
        ("xx-ab-1", "it", ["XX-AB-1", "XX-AB-10"]),
        ("xx-act", "en", ["XX-ACT-03", "XX-ACT-04"]),
        ("VOLONTA", "it", ["XX-AB-1"]),
        ("volontà", "en", ["XX-AB-1"]),
        ("mischia", "it", ["XX-AB-10", "XX-ACT-03", "XX-ACT-04"]),
        ("ferro volonta", "it", ["XX-AB-1"]),
        ("melee", "en", ["XX-ACT-03", "XX-ACT-04"]),
        ("melee", "it", []),
        ("gittata", "it", ["XX-ACT-04"]),
        ("silent", "en", ["XX-ACT-04"]),
        ("furiosa attacchi", "it", ["XX-AB-10"]),
        ("drago", "it", []),
        (" . ", "it", []),
    ],
)
def test_search_ranks_ids_before_names_before_summaries(
    catalogue: Catalogue, text: str, lang: Lang, ids: list[str]
) -> None:
    assert [entry.id for entry in catalogue.search(text, lang)] == ids


def test_search_keeps_to_its_limit_and_suggests(catalogue: Catalogue) -> None:
    assert len(catalogue.search("xx", "it", limit=2)) == 2
    assert catalogue.suggest("XX-ATC-03") == "XX-ACT-03"


def test_faults_name_rule_and_place(tmp_path: Path) -> None:
    file = tmp_path / "rules.yaml"
    twice = RULES.replace("XX-ACT-04", "XX-ACT-03").replace('name_en: "Iron will"', 'name_eng: "Iron will"')
    file.write_text(twice, encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        Catalogue.load(file)
    unknown, lacking, repeated = caught.value.problems
    assert (unknown.line, unknown.path, unknown.suggestion) == (7, "rules[XX-AB-1].name_eng", "name_en")
    assert "name_en" in lacking.message_en
    assert (repeated.line, repeated.column) == (4, 10)
    assert f"{file}:2" in repeated.message_en


def test_folding_drops_accents_capitals_and_signs() -> None:
    assert fold("  L'Abilità PIÙ-forte! ") == "l abilita piu forte"


@pytest.mark.parametrize("game", installed())
def test_every_game_has_the_rules_that_the_engine_cites(game: str) -> None:
    rules = ruleset(game)
    assert isinstance(rules, TabletopRuleset)
    found = rules.catalogue().get(FAIR_DICE)
    assert found is not None
    assert (found.title("it"), found.title("en")) == ("I dadi onesti", "Fair dice")
    assert rules.catalogue().search("hash", "en")[0] is found
