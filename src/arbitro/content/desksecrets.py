"""Secrets of a desk that are alike in all games: what an event names, what gives somebody hidden away, and what the
players may read of the state and of the book.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from msgspec import Struct

from arbitro.content.desk import (
    PARTY,
    Book,
    ClockGone,
    ClockSet,
    Hushed,
    NoteErased,
    NoteWritten,
    Numbered,
    TodoRaised,
    TodoSettled,
    book_of,
)
from arbitro.engine.events import EffectNearer, Event, Rolled, Thrown, Used
from arbitro.engine.state import State
from arbitro.engine.values import Id

BACKSTAGE: tuple[type[Event], ...] = (Hushed, NoteErased, Numbered, TodoRaised, TodoSettled, Used, EffectNearer)
"""Events that keep the books of the referee; the players never hear of them."""
S = TypeVar("S", bound=State)


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


def kept_back(book: Book, event: Event) -> bool:
    """Whether an event is the referee's alone whatever the game: it keeps the books, or happens in secret."""
    thrown = book.unseen and isinstance(event, Rolled | Thrown)
    return book.hush or thrown or isinstance(event, BACKSTAGE) or noted(book, event)


def is_foe(state: Any, it: Id) -> bool:
    """Whether somebody who is there is no party."""
    figure = state.figures.get(it)
    return figure is not None and figure.seat != PARTY


def giveaways(figures: Iterable[Any], records: Callable[[Any], Iterable[str]]) -> frozenset[str]:
    """Words that would give somebody hidden away: ids, ``records`` that only they bear, sides of which nobody shows."""
    everybody = tuple(figures)
    hidden = [figure for figure in everybody if figure.hidden]
    shown = [figure for figure in everybody if not figure.hidden]
    borne = {record for figure in shown for record in records(figure)}
    told = {record for figure in hidden for record in records(figure)} - borne
    sides = {figure.seat for figure in hidden} - {figure.seat for figure in shown} - {PARTY}
    return frozenset({figure.id for figure in hidden} | told | sides)


def players_twin(state: S, secrets: frozenset[str], rough: Callable[[Any], Any]) -> S:
    """A state as the players see it, but for what only its game has: ``rough`` leaves those who are no party without
    their numbers."""
    book, twin = book_of(state), state.copy()
    seen = {it: figure for it, figure in twin.figures.items() if not figure.hidden}  # type: ignore[attr-defined]
    foes = not book.open_foes
    twin.figures = {  # type: ignore[attr-defined]
        it: rough(figure) if foes and figure.seat != PARTY else figure for it, figure in seen.items()
    }
    twin.effects = {i: effect for i, effect in state.effects.items() if secrets.isdisjoint(named_in(effect))}
    twin.uses, twin.agenda = {}, ()
    twin.step_no = twin.idle = 0
    twin.book = open_book(book, secrets)  # type: ignore[attr-defined]
    return twin


def open_book(book: Book, secrets: frozenset[str]) -> Book:
    """Of the book what the players may read."""
    return Book(
        notes=tuple(note for note in book.notes if not note.secret and note.on not in secrets),
        clocks=tuple(clock for clock in book.clocks if not clock.secret),
        turns=tuple((it, score) for it, score in book.turns if it not in secrets),
        current="" if book.current in secrets else book.current,
        open_foes=book.open_foes,
    )


__all__ = ["BACKSTAGE", "giveaways", "is_foe", "kept_back", "named_in", "noted", "open_book", "players_twin"]
