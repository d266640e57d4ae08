"""Things that pass through hands."""

from __future__ import annotations

from typing import ClassVar

from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.events_rows import IT, Writes, row_of, whole_of
from arbitro.rulesets.pathfinder.state import (
    Item,
)


class HandsFilled(Event, frozen=True, tag=True):
    """What somebody holds now: numbers of things, twice for one held in both hands."""

    writes: ClassVar[Writes] = IT
    records: ClassVar[bool] = True
    it: Id
    held: tuple[int, ...]

    def apply(self, state: State) -> None:
        row_of(state, self.it).held = self.held


class ItemChanged(Event, frozen=True, tag=True):
    """A thing is other than before: worn, damaged, used, loaded. ``what`` says which."""

    writes: ClassVar[Writes] = IT
    records: ClassVar[bool] = True
    it: Id
    item: Item
    what: str

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.items = tuple(self.item if item.no == self.item.no else item for item in figure.items)


class ItemLost(Event, frozen=True, tag=True):
    """Somebody no longer has a thing: ``dropped``, ``used``, ``broken``, ``taken``."""

    writes: ClassVar[Writes] = IT
    records: ClassVar[bool] = True
    it: Id
    item: Item
    why: str

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.items = tuple(item for item in figure.items if item.no != self.item.no)
        figure.held = tuple(no for no in figure.held if no != self.item.no)
        if self.why == "dropped":
            whole_of(state).lying = (*whole_of(state).lying, (figure.x, figure.y, self.item))


class PickedUp(Event, frozen=True, tag=True):
    """Somebody takes a thing from the ground into its hand; ``item`` has the number it bears from now on."""

    writes: ClassVar[Writes] = IT
    records: ClassVar[bool] = True
    progress: ClassVar[bool] = True
    it: Id
    item: Item
    place: int

    def apply(self, state: State) -> None:
        whole, figure = whole_of(state), row_of(state, self.it)
        whole.lying = (*whole.lying[: self.place], *whole.lying[self.place + 1 :])
        figure.items, figure.held = (*figure.items, self.item), (*figure.held, self.item.no)


THINGS: tuple[type[Event], ...] = (
    HandsFilled,
    ItemChanged,
    ItemLost,
    PickedUp,
)
