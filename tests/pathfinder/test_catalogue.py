"""The rule catalogue and the licence that goes with it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from arbitro.content.catalogue import Catalogue

HERE = Path(__file__).resolve().parents[2] / "src" / "arbitro" / "rulesets" / "pathfinder"
ID = re.compile(r"PF-[A-Z]+-[0-9]{2}(?:\.[0-9]+)?")
LINES = 1739
"""The text ends here."""


@cache
def book() -> Catalogue:
    """The rules of the game, without those of the table."""
    return Catalogue.load(HERE / "rules.yaml")


def test_every_rule_and_clause_is_there() -> None:
    assert len(book()) == 500
    assert sum(len(entry.clause_ids()) for entry in book().entries) == 1047


def test_every_rule_says_what_it_does_in_both_languages() -> None:
    for entry in book().entries:
        assert entry.it and entry.en and entry.name and entry.name_en, entry.id
        assert bool(entry.ruling_it) == bool(entry.ruling_en), entry.id
        assert 0 < entry.seed_line <= LINES, entry.id


def test_what_the_text_lacks_says_where_it_comes_from() -> None:
    outside = [entry for entry in book().entries if entry.chapter.startswith("Fuori dal testo")]
    assert {entry.id.split("-")[1] for entry in outside} == {
        "TAB", "CND", "FEAT", "SKL", "CLS", "MON", "EQP", "ITX", "SPX",
    }  # fmt: skip
    assert all("contenuto aperto" in entry.ruling_it and "open content" in entry.ruling_en for entry in outside)


def test_rules_that_send_to_another_rule_send_to_one_that_exists() -> None:
    sent = {
        (entry.id, name)
        for entry in book().entries
        for text in (entry.it, entry.en, entry.ruling_it, entry.ruling_en)
        for name in ID.findall(text)
    }
    assert sent and not [pair for pair in sent if not book().exists(pair[1])]


def test_both_languages_send_to_the_same_rules() -> None:
    for entry in book().entries:
        assert ID.findall(entry.it) == ID.findall(entry.en), entry.id
        assert ID.findall(entry.ruling_it) == ID.findall(entry.ruling_en), entry.id


def test_a_rule_is_found_by_what_people_type() -> None:
    assert book().search("colpo di grazia", "it")[0].id == "PF-HLP-03"
    assert book().search("coup de grace", "en")[0].id == "PF-HLP-03"


def test_the_licence_goes_along_whole() -> None:
    text = (HERE / "OGL.txt").read_text(encoding="utf-8")
    for number in range(1, 16):
        assert f"\n{number}. " in text
    section_15 = text.partition("15. COPYRIGHT NOTICE")[2]
    for work in ("Open Game License v 1.0a", "System Reference Document", "Core Rulebook", "Bestiary", "Arbitro"):
        assert work in section_15
