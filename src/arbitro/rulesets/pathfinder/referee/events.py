"""What happens at the desk besides what the rules know."""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from arbitro.content.desk import DESK_EVENTS, book_of
from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.values import Id, Seat, Value
from arbitro.rulesets.pathfinder.state import Battle


class Removed(Event, frozen=True, tag=True):
    """Somebody is taken off the desk."""

    records: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        state.figures = {it: figure for it, figure in state.figures.items() if it != self.it}
        state.order = tuple(it for it in state.order if it != self.it)
        state.waiting = tuple(it for it in state.waiting if it != self.it)
        state.turn = "" if state.turn == self.it else state.turn


class Concealed(Event, frozen=True, tag=True):
    """The players see somebody no longer."""

    moves: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        state.figures[self.it].hidden = True


class NameGiven(Event, frozen=True, tag=True):
    """What the players call somebody; whoever joins unseen gets a number of its own when it is seen."""

    it: Id
    name: str
    name_en: str = ""
    base: str = ""

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        figure = state.figures[self.it]
        figure.name, figure.name_en = self.name, self.name_en
        book = book_of(state)
        state.book = structs.replace(book, called=(*book.called, (self.it, self.base)))


class SideChanged(Event, frozen=True, tag=True):
    """Somebody goes over to another side."""

    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    seat: Seat

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        state.figures[self.it].seat = self.seat


class FigureSet(Event, frozen=True, tag=True):
    """The referee sets a value of somebody: a field of the creature."""

    records: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id
    field: str
    to: Value

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        setattr(state.figures[self.it], self.field, self.to)


class CountSet(Event, frozen=True, tag=True):
    """An initiative result that people rolled themselves."""

    it: Id
    n: int

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        state.figures[self.it].initiative = self.n


class Parted(Event, frozen=True, tag=True):
    """The fight is over; nobody has a count any more."""

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        state.order, state.waiting, state.turn, state.round = (), (), "", 0
        state.surprise = False
        for figure in state.figures.values():
            figure.initiative, figure.took, figure.acted, figure.aware = 0, -1, False, True


REFEREE_EVENTS: tuple[type[Event], ...] = (
    *DESK_EVENTS, Removed, Concealed, NameGiven, SideChanged, FigureSet, CountSet, Parted,
)  # fmt: skip
