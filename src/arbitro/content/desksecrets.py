"""Secrets of a desk that are alike in all games: what an event names, and what the players may read of the book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from arbitro.content.desk import Book, ClockGone, ClockSet, NoteWritten
from arbitro.engine.events import Event


def named_in(thing: Any, within: tuple[str, ...] = (), but: tuple[str, ...] = ()) -> Iterator[str]:
    """Every text that stands in an event or a part of it: in some of its fields, or in all but some."""
    for field in thing.__struct_fields__:
        if field in but or (within and field not in within):
            continue
        yield from _texts(getattr(thing, field))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _texts(part)
    elif isinstance(value, Struct):
        yield from named_in(value)


def noted(book: Book, event: Event) -> bool:
    """Whether an event tells of what was noted privately."""
    if isinstance(event, NoteWritten):
        return event.note.secret
    if isinstance(event, ClockSet):
        return event.clock.secret
    return isinstance(event, ClockGone) and any(clock.id == event.id and clock.secret for clock in book.clocks)


def open_book(book: Book, secrets: frozenset[str]) -> Book:
    """Of the book what the players may read."""
    return Book(
        notes=tuple(note for note in book.notes if not note.secret and note.on not in secrets),
        clocks=tuple(clock for clock in book.clocks if not clock.secret),
        turns=tuple((it, score) for it, score in book.turns if it not in secrets),
        current="" if book.current in secrets else book.current,
        open_foes=book.open_foes,
    )


__all__ = ["named_in", "noted", "open_book"]
