"""What joining a desk has in common in all games: how many at once, on which sides, and names that tell nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from arbitro.content.desk import DESK, MOST_ALIKE, Book, Numbered, book_of
from arbitro.content.deskevents import NameGiven
from arbitro.content.deskorders import Given, figures_of
from arbitro.content.deskview import Newcomer
from arbitro.content.errors import ContentError, Problem
from arbitro.content.yamlfile import load
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import REFEREE, Id, Seat

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


def give_name(game: Game, it: Id) -> None:
    """A name that tells somebody from those the players have seen; once given it stays."""
    book, figure = book_of(game.state), figures_of(game)[it]
    if it not in (one for one, _ in book.called):
        name, name_en = Names(book.called).name(it, figure.name, figure.name_en)
        game.do(NameGiven(it=it, name=name, name_en=name_en, base=figure.name))


def adopt(game: Game) -> None:
    """A number and a name for those whom the rules brought: new characters, hirelings, creatures called up."""
    for it, figure in list(figures_of(game).items()):
        if it not in book_of(game.state).numbers:
            game.do(Numbered(it=it))
            if not figure.hidden:
                give_name(game, it)


def setup_of(
    newcomers: Sequence[Newcomer], salt: str, sides: Sequence[Seat], rows: Callable[[Newcomer], list[Row]], referee: str
) -> dict[str, Any]:
    """What the setup of every desk has: who is there, under which ids and names.

    Args:
        newcomers: who is there from the beginning; salt: from which ids are made that tell nothing.
        sides: the seats; rows: of one newcomer, without ids; referee: what the referee is called.
    """
    book, names = Book(salt=salt), Names(())
    members: dict[Seat, list[Row]] = {side: [] for side in sides}
    numbers: list[Id] = []
    for newcomer in newcomers:
        for row in rows(newcomer):
            it = book.blind_id(len(numbers))
            numbers.append(it)
            if not row.get("hidden"):
                row["name"], row["name_en"] = names.name(it, row["name"], row.get("name_en", ""))
            members[newcomer.side].append({"id": it, **row})
    told: list[Row] = [{"seat": side, "name": side.upper(), "members": members[side]} for side in sides]
    called = [list(pair) for pair in names.called]
    return {
        DESK: True, "salt": salt, "numbers": numbers, "called": called,
        "sides": [*told, {"seat": REFEREE, "name": referee, "members": []}],
    }  # fmt: skip


def agreed(options: Mapping[str, Any], shape: type) -> Row:
    """What a group agreed on, judged by its shape. Raises ContentError."""
    try:
        found: Any = msgspec.convert(dict(options), shape)
    except msgspec.ValidationError as error:
        raise ContentError([fault("options", str(error), str(error))]) from None
    return {key: value for key, value in msgspec.to_builtins(found).items() if key in options}


# --- the campaign's clock -----------------------------------------------------------------------------


def hour_of(text: str) -> int:
    """The hour of the campaign that a party file says, 0 where it says none.

    >>> hour_of("party: noi\\nclock: 37\\nmembers: []")
    37
    """
    data = load(text, name="party").data if text.strip() else None
    hour = data.get("clock", 0) if isinstance(data, dict) else 0
    return hour if isinstance(hour, int) else 0


def head_at(data: Mapping[str, Any], clock: int) -> Row:
    """The head of a party file when the party comes home: the hour never goes back, whichever encounter ends last.

    >>> head_at({"party": "noi", "clock": 30, "members": []}, 37)
    {'party': 'noi', 'clock': 37}
    """
    head = {key: value for key, value in data.items() if key != "members"}
    return {**head, "clock": max(clock, head.get("clock", 0))}


def newcomer_of(given: Given, side: Seat) -> Newcomer:
    """Whom the fields of the command ``add`` mean; without a side they join ``side``."""
    return Newcomer(
        side=given.get("side", side),
        beast=given.get("beast", ""),
        sheet=given.get("sheet", ""),
        name=" ".join(given.get("name", "").split()),
        count=given.get("n", 1),
        hidden=given.get("hidden", False),
    )


def join_refusal(given: Given, rows: Callable[[], object]) -> Refusal | None:
    """Why nobody joins: neither a creature nor a sheet is named, or both, or ``rows`` finds faults in it."""
    if ("beast" in given) == ("sheet" in given):
        return Refusal("desk_beast_or_sheet", {})
    try:
        rows()
    except ContentError as error:
        return Refusal("desk_sheet", {"it": error.render("it"), "en": error.render("en")})
    return None


__all__ = ["Names", "Row", "adopt", "agreed", "fault", "give_name", "head_at", "hour_of", "rows_alike", "setup_of"]
