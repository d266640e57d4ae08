"""Creatures of one's own as a form: fields to fill in, and the file that comes of them.

The file is a party file whose members are foes: one of the bestiary with what differs, or scores of its own with what
it carries. What the form does not know of a member stays as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arbitro.content import deskown
from arbitro.content.desk import CHOICE, FLAG, NUMBER, TEXT
from arbitro.content.deskjoin import Row
from arbitro.content.deskown import SHEET
from arbitro.content.deskview import Choice, Field
from arbitro.engine.values import Value
from arbitro.rulesets.cairn.content import Library
from arbitro.rulesets.cairn.referee.edits import LONGEST_NAME, MOST_SCORE, SCORES
from arbitro.rulesets.cairn.referee.joining import FILE_KEYS, rows_of_text
from arbitro.rulesets.cairn.state import MOST_ARMOUR
from arbitro.rulesets.cairn.words import Words

MOST_THINGS, LONGEST_NOTE = 4, 400
THINGS = tuple(f"thing{number}" for number in range(1, MOST_THINGS + 1))
PLAIN = ("name", "monster", *SCORES, "armour", "leader", "formation", "notes")
HEAD: Row = {"party": "creature", "name": "Creature", "ruleset": "cairn"}
NATURAL = ("attack", "gift", "service")
"""Kinds of things that nobody carries."""


def fields(library: Library, words: Words) -> tuple[Field, ...]:
    """What the form asks."""
    monsters = _choices(library.monsters, words)
    things = _choices([id for id, thing in library.things.items() if thing.type not in NATURAL], words)
    carried = tuple(
        Field(name=name, kind=CHOICE, choices=things, optional=True, label=words.say("desk.own.thing", n=number))
        for number, name in enumerate(THINGS, 1)
    )
    return (
        Field(name="name", kind=TEXT, longest=LONGEST_NAME, label=words.field("name")),
        Field(name="monster", kind=CHOICE, choices=monsters, optional=True, label=words.say("desk.own.monster")),
        *(
            Field(name=score, kind=NUMBER, lo=int(score == SCORES[0]), hi=MOST_SCORE, optional=True,
                  label=words.attribute(score))
            for score in SCORES
        ),
        Field(name="armour", kind=NUMBER, lo=0, hi=MOST_ARMOUR, optional=True, label=words.field("armour")),
        *carried,
        Field(name="leader", kind=FLAG, optional=True, label=words.field("leader")),
        Field(name="formation", kind=FLAG, optional=True, label=words.say("desk.own.formation")),
        Field(name="notes", kind=TEXT, longest=LONGEST_NOTE, optional=True, label=words.say("desk.own.notes")),
    )  # fmt: skip


def _choices(ids: Any, words: Words) -> tuple[Choice, ...]:
    return tuple(sorted((Choice(id, words.thing(id)) for id in ids), key=lambda choice: choice.label))


def values(text: str, library: Library) -> tuple[tuple[tuple[str, Value], ...], ...]:
    """What the form shows of each creature of a file. Raises ContentError."""
    return tuple(_values(row) for row in _rows(text, library))


def _values(row: Row) -> tuple[tuple[str, Value], ...]:
    told = {name: row[name] for name in PLAIN if row.get(name) not in (None, False, "")}
    return (*told.items(), *zip(THINGS, map(_thing, row.get("items", ())), strict=False))


def _thing(item: str | Row) -> str:
    return item if isinstance(item, str) else str(item["thing"])


def _rows(text: str, library: Library) -> list[Row]:
    return rows_of_text(text, SHEET, library) if text.strip() else []


def with_one(text: str, at: int, given: Mapping[str, Value] | None, library: Library) -> str:
    """The file with one creature changed, or a new one if there is none at this place; without it for None.

    Raises ContentError with every fault; then the old file stays.
    """
    return deskown.with_one(
        text, at, given, rows_of=lambda whole: rows_of_text(whole, SHEET, library), row=_row, fresh={"kind": "foe"},
        head=HEAD, keys=FILE_KEYS,
    )  # fmt: skip


def _row(old: Row, given: Mapping[str, Value]) -> Row:
    """A member as the form has it; whatever the form does not know stays."""
    deskown.only_known(given, (*PLAIN, *THINGS))
    row = {name: value for name, value in old.items() if name not in (*PLAIN, "items")}
    row |= {name: given[name] for name in PLAIN if given.get(name) not in (None, False, "")}
    items = _items(old.get("items", ()), given)
    return {**row, "items": items} if items or "items" in old else row


def _items(old: Sequence[str | Row], given: Mapping[str, Value]) -> list[Any]:
    """What it carries: things as they were written where they are the same, and those beyond the form."""
    chosen = [given[name] for name in THINGS if given.get(name)]
    left = list(old[:MOST_THINGS])
    kept: list[Any] = []
    for thing in chosen:
        same = next((item for item in left if _thing(item) == thing), None)
        if same is not None:
            left.remove(same)
        kept.append(thing if same is None else same)
    return [*kept, *old[MOST_THINGS:]]
