"""Creatures of one's own as a form: one of the packs with its own name, hit points and conditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbitro.content import deskown
from arbitro.content.desk import CHOICE, NUMBER, TEXT
from arbitro.content.deskjoin import Row
from arbitro.content.deskown import SHEET
from arbitro.content.deskview import Choice, Field
from arbitro.engine.values import Value
from arbitro.rulesets.pathfinder.content import Library
from arbitro.rulesets.pathfinder.referee.edits import LONGEST_NAME, MOST_HP
from arbitro.rulesets.pathfinder.referee.joining import FILE_KEYS, rows_of_text
from arbitro.rulesets.pathfinder.words import Words

LONGEST_NOTE = 400
PLAIN = ("sheet", "name", "hp", "notes")
HEAD: Row = {"party": "creature", "name": "Creature", "ruleset": "pathfinder"}


def fields(library: Library, words: Words) -> tuple[Field, ...]:
    """What the form asks."""
    return (
        Field(name="sheet", kind=CHOICE, choices=_sheets(library, words), label=words.field("beast")),
        Field(name="name", kind=TEXT, longest=LONGEST_NAME, optional=True, label=words.field("name")),
        Field(name="hp", kind=NUMBER, lo=-60, hi=MOST_HP, optional=True, label=words.field("hp")),
        Field(name="notes", kind=TEXT, longest=LONGEST_NOTE, optional=True, label=words.field("note")),
    )


def _sheets(library: Library, words: Words) -> tuple[Choice, ...]:
    known: Any = (*library.monsters, *library.characters)
    return tuple(sorted((Choice(id, words.thing(id)) for id in known), key=lambda choice: choice.label))


def values(text: str, library: Library) -> tuple[tuple[tuple[str, Value], ...], ...]:
    """What the form shows of each creature of a file. Raises ContentError."""
    rows = rows_of_text(text, SHEET, library) if text.strip() else []
    return tuple(tuple((name, row[name]) for name in PLAIN if name in row) for row in rows)


def with_one(text: str, at: int, given: Mapping[str, Value] | None, library: Library) -> str:
    """The file with one creature changed, or a new one if there is none at this place; without it for None.

    Raises ContentError with every fault; then the old file stays.
    """
    return deskown.with_one(
        text, at, given, rows_of=lambda whole: rows_of_text(whole, SHEET, library), row=_row, fresh={}, head=HEAD,
        keys=FILE_KEYS,
    )  # fmt: skip


def _row(old: Row, given: Mapping[str, Value]) -> Row:
    """A member as the form has it; whatever the form does not know stays."""
    deskown.only_known(given, PLAIN)
    kept = {name: value for name, value in old.items() if name not in PLAIN}
    return {**{name: given[name] for name in PLAIN if given.get(name) not in (None, "")}, **kept}
