"""What happens to the creatures on a desk besides what the rules know, whatever the game (``state.figures``)."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import structs

from arbitro.content.desk import DESK_EVENTS, book_of
from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.values import Id, Seat, Value


def _figures(state: State) -> dict[Id, Any]:
    found: dict[Id, Any] = state.figures  # type: ignore[attr-defined]
    return found


class Removed(Event, frozen=True, tag=True):
    """Somebody is taken off the desk; a state that counts on it forgets it (``state.forget``)."""

    records: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        gone = _figures(state)[self.it]
        state.book = book_of(state).without(gone.id, gone.name, gone.name_en)  # type: ignore[attr-defined]
        state.figures = {it: one for it, one in _figures(state).items() if it != self.it}  # type: ignore[attr-defined]
        forget = getattr(state, "forget", None)
        if forget is not None:
            forget(self.it)


class Concealed(Event, frozen=True, tag=True):
    """The players see somebody no longer."""

    moves: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        _figures(state)[self.it].hidden = True


class NameGiven(Event, frozen=True, tag=True):
    """What the players call somebody; whoever joins unseen gets a number of its own when it is seen."""

    it: Id
    name: str
    name_en: str = ""
    base: str = ""

    def apply(self, state: State) -> None:
        figure = _figures(state)[self.it]
        figure.name, figure.name_en = self.name, self.name_en
        book = book_of(state)
        state.book = structs.replace(book, called=(*book.called, (self.it, self.base)))  # type: ignore[attr-defined]


class SideChanged(Event, frozen=True, tag=True):
    """Somebody goes over to another side."""

    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    seat: Seat

    def apply(self, state: State) -> None:
        _figures(state)[self.it].seat = self.seat


class FigureSet(Event, frozen=True, tag=True):
    """The referee sets a value of somebody: a field of the creature."""

    records: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id
    field: str
    to: Value

    def apply(self, state: State) -> None:
        setattr(_figures(state)[self.it], self.field, self.to)


TABLE_EVENTS: tuple[type[Event], ...] = (*DESK_EVENTS, Removed, Concealed, NameGiven, SideChanged, FigureSet)
"""For the ``event_types`` of a ruleset with a desk; a ruleset adds its own."""
