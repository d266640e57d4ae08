"""The guide to packs names every word that packs may use, and its example pack does what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitro.engine.records import Compiler
from arbitro.rulesets.crepuscolo.content import BOOK, HOUSE, read_library
from arbitro.rulesets.crepuscolo.vocabulary import VOCABULARY

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("page", ["packs.md", "packs.it.md"])
def test_no_word_of_the_vocabulary_is_missing_from_the_guide(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    words = [*VOCABULARY.windows, *VOCABULARY.queries, *VOCABULARY.verbs, *VOCABULARY.actions, *VOCABULARY.stats]
    assert [word for word in words if f"`{word}`" not in text] == []
    assert [fact for fact in VOCABULARY.facts if f"`{fact}(" not in text] == []


def test_the_example_of_the_guide_compiles() -> None:
    record = Compiler(VOCABULARY, "guide").record(
        {
            "always": [{"modify": "cmb", "by": 2}],
            "at": {
                "struck": [
                    {
                        "inflict": "Veleno",
                        "to": "target",
                        "when": "actor is me and weapon is rule and hit.critical",
                    }
                ]
            },
            "do": [{"test": "spirito", "to": "foes(me, 5)", "failed": [{"inflict": "Spaventato", "to": "it"}]}],
            "limit": "1 per game",
            "pay": {"arcano": 1},
            "target": {"one": "foes(me, 10)", "when": "sees(me, it)", "as": "foe"},
        },
        "Guide",
        "A",
    )
    assert len(record.always) == 1
    assert list(record.at) == ["struck"]
    assert record.uses[0].target is not None


def test_the_example_pack_can_be_played_with_the_built_in_ones() -> None:
    library = read_library((BOOK, HOUSE, ROOT / "examples" / "packs" / "corvi"))
    assert library.profiles["corvo-di-sale"].items == ["corvi-becco-di-sale"]
    assert "struck" in library.records["corvi-becco-di-sale"].at
