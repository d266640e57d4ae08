"""Creatures of one's own as a form: the file that comes of what was filled in, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from msgspec import structs

from arbitro.content.deskjoin import Row
from arbitro.content.errors import ContentError, Problem
from arbitro.content.yamlfile import load
from arbitro.content.yamltext import text_of
from arbitro.engine.values import Value

SHEET = "scheda"
"""What faults call the text of a sheet."""
Given = Mapping[str, Value]
LONGEST_NAME = 80


def with_one(
    text: str,
    at: int,
    given: Given | None,
    *,
    rows_of: Callable[[str], list[Row]],
    row: Callable[[Row, Given], Row],
    fresh: Row,
    head: Row,
    keys: Collection[str],
) -> str:
    """The file with one creature changed, or a new one if there is none at this place; without it for None.

    Args:
        text: the file, "" for none; at: the place from 0; given: what was filled in.
        rows_of: its members, judged; row: a member as the form has it, from what it was.
        fresh: what a new member begins with; head: what the file of a new one begins with.
        keys: keys that a file has and a member has not.

    Raises:
        ContentError: with every fault; then the old file stays.
    """
    rows = rows_of(text) if text.strip() else []
    there = 0 <= at < len(rows)
    place = at if there else len(rows)
    rows[place : place + 1] = [] if given is None else [row(rows[at] if there else fresh, given)]
    if not rows:
        return ""
    made = text_of(_head(text, head, keys), rows)
    try:
        rows_of(made)
    except ContentError as error:
        here = f"members[{place + 1}]"
        name = str((given or {}).get("name") or SHEET)[:LONGEST_NAME]
        raise ContentError([_plainly(problem, here, name) for problem in error.problems]) from None
    return made


def only_known(given: Given, known: Collection[str]) -> None:
    """Raise ContentError for a field that the form has not."""
    strange = next((name for name in given if name not in known), None)
    if strange is not None:
        raise ContentError([Problem(strange, 0, 0, "", "questo campo non c'è", "there is no such field")])


def _head(text: str, head: Row, keys: Collection[str]) -> Row:
    data = load(text, name=SHEET).data if text.strip() else {}
    if not isinstance(data, dict) or data.keys().isdisjoint(keys):
        return head
    return {**head, **{key: value for key, value in data.items() if key != "members"}}


def _plainly(problem: Problem, here: str, name: str) -> Problem:
    """A fault of the creature that was filled in, without lines of a text that nobody has seen."""
    path = problem.path.removeprefix(here).removeprefix(".")
    return structs.replace(problem, file=path or name, line=0, column=0, path="")


__all__ = ["SHEET", "only_known", "with_one"]
