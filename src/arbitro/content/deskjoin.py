"""What joining a desk has in common in all games: how many at once, on which sides, and names that tell nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from arbitro.content.desk import MOST_ALIKE
from arbitro.content.deskview import Newcomer
from arbitro.content.errors import ContentError, Problem
from arbitro.engine.values import Id, Seat

Row = dict[str, Any]
"""A member of a setup."""


def fault(name: str, it: str, en: str, near: str = "") -> Problem:
    """A fault of something that stands in no file."""
    return Problem(name, 0, 0, "", it, en, near)


def rows_alike(newcomer: Newcomer, sides: Sequence[Seat], found: Callable[[], list[Row]]) -> list[Row]:
    """The rows of a newcomer, one for each of its ``count``.

    Args:
        newcomer: who joins; sides: those there are.
        found: gives the rows of one of it.

    Raises:
        ContentError: for too many, or a side that there is not.
    """
    if not 1 <= newcomer.count <= MOST_ALIKE:
        raise ContentError([fault("count", f"da 1 a {MOST_ALIKE}", f"1 to {MOST_ALIKE}")])
    if newcomer.side not in sides:
        raise ContentError([fault("side", f"le parti sono {', '.join(sides)}", f"the sides are {', '.join(sides)}")])
    rows = [row for one in found() for row in [one] * (one.get("count", 1) * newcomer.count)]
    if len(rows) > MOST_ALIKE:
        raise ContentError([fault("count", f"al massimo {MOST_ALIKE}", f"at most {MOST_ALIKE}")])
    return rows


class Names:
    """Names that tell creatures apart, and nothing of those that are hidden."""

    def __init__(self, called: Sequence[tuple[Id, str]]) -> None:
        self.called = list(called)

    def name(self, it: Id, name: str, name_en: str) -> tuple[str, str]:
        """What a creature is called among those that are seen: its name, with a number from the second one on."""
        before = sum(base == name for _, base in self.called)
        self.called.append((it, name))
        if not before:
            return name, name_en
        return f"{name} {before + 1}", f"{name_en} {before + 1}" if name_en else ""


__all__ = ["Names", "Row", "fault", "rows_alike"]
