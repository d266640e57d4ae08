"""Commands that every desk has: who is hidden, notes, timers, reminders, whether foes' numbers show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from arbitro.content.desk import (
    Clock,
    ClockGone,
    ClockSet,
    FoesOpened,
    NoteErased,
    NoteWritten,
    TodoSettled,
    book_of,
)
from arbitro.content.deskorders import Orders, anybody, choice, creature, flag, number, text
from arbitro.content.deskview import DeskNote
from arbitro.engine.game import Game
from arbitro.engine.values import Id

UNITS = ("round", "hour")
LONGEST_NAME = 80


def keep_notes(orders: Orders, now: Callable[[Game, str], int], reminders: Callable[[Game], Iterable[Any]]) -> None:
    """Register the commands.

    Args:
        orders: of a ruleset.
        now: what a timer of a unit (`UNITS`) counts from.
        reminders: those that stand; each has an ``id``.
    """

    @orders.command("open", "table", flag("close"))
    def open_numbers(game: Game, close: bool = False) -> None:
        """The players see the numbers of those who are no party, or no longer."""
        if book_of(game.state).open_foes == close:
            game.do(FoesOpened(on=not close))

    @orders.command("note", "notes", text("text"), creature("on", anybody, optional=True), flag("private"))
    def note(game: Game, text: str, on: Id = "", private: bool = False) -> None:
        """A note about somebody or about the encounter; a private one the players never see."""
        made = DeskNote(
            id=book_of(game.state).blind_id(game.new_id("n"), "n"), text=text.strip(), on=on, secret=private
        )
        game.do(NoteWritten(note=made))

    @orders.command("erase", "notes", choice("note", lambda game: [note.id for note in book_of(game.state).notes]))
    def erase(game: Game, note: Id) -> None:
        """A note is gone."""
        game.do(NoteErased(id=note))

    @orders.command("timer", "notes", text("text", longest=LONGEST_NAME), number("n", 1, 1000),
                    choice("unit", lambda game: UNITS, optional=True, default="round"), flag("private"))  # fmt: skip
    def timer(game: Game, text: str, n: int, unit: str = "round", private: bool = False) -> None:
        """Something ends after so many rounds of this fight, or of the next one, or after so many hours."""
        id_ = book_of(game.state).blind_id(game.new_id("t"), "t")
        game.do(ClockSet(clock=Clock(id_, text.strip(), now(game, unit) + n, unit, private)))

    @orders.command("untimer", "notes", choice("timer", lambda game: [one.id for one in book_of(game.state).clocks]))
    def untimer(game: Game, timer: Id) -> None:
        """A timer is no longer wanted."""
        clock = next(clock for clock in book_of(game.state).clocks if clock.id == timer)
        game.do(ClockGone(id=clock.id, text=clock.text, over=False))

    @orders.command("let", "notes", choice("reminder", lambda game: [one.id for one in reminders(game)]))
    def let_be(game: Game, reminder: str) -> None:
        """A reminder is let be."""
        game.do(TodoSettled(id=reminder, let_be=True))


def erase_notes_on(game: Game, who: Sequence[Id]) -> None:
    """The notes about those who are taken off the desk go with them."""
    for note in book_of(game.state).notes:
        if note.on in who:
            game.do(NoteErased(id=note.id))


__all__ = ["erase_notes_on", "keep_notes"]
