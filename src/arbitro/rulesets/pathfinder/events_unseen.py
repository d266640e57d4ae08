"""What happens about creatures that nobody sees: they vanish, are pinpointed, and squares are struck at (PF-CON)."""

from __future__ import annotations

from typing import ClassVar

from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.values import Id
from arbitro.geometry.grid import Square
from arbitro.rulesets.pathfinder.events_rows import IT, NOTHING, Writes, row_of
from arbitro.rulesets.pathfinder.state import (
    Battle,
    Trace,
)


def _without(state: Battle, it: Id) -> tuple[Trace, ...]:
    return tuple(trace for trace in state.traces if trace.it != it)


class Revealed(Event, frozen=True, tag=True):
    """Somebody hidden shows itself."""

    learnt: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        row_of(state, self.it).hidden = False


class LostToSight(Event, frozen=True, tag=True):
    """Somebody can no longer be seen; ``at`` is where it was last known to be."""

    writes: ClassVar[Writes] = IT
    moves: ClassVar[bool] = True
    it: Id
    at: Square

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        state.figures[self.it].hidden = True
        state.traces = (*_without(state, self.it), Trace(self.it, *self.at, known=False))


class Pinpointed(Event, frozen=True, tag=True):
    """Everybody knows in which square somebody unseen stands, as long as it stays there."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    learnt: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id
    at: Square

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        state.figures[self.it].hidden = False
        state.traces = (*_without(state, self.it), Trace(self.it, *self.at, known=True))


class Reappeared(Event, frozen=True, tag=True):
    """Somebody who had vanished is there for everybody to see."""

    writes: ClassVar[Writes] = IT
    learnt: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        state.figures[self.it].hidden = False
        state.traces = _without(state, self.it)


class SquareStruck(Event, frozen=True, tag=True):
    """A blow or a shot at a square where nobody is."""

    writes: ClassVar[Writes] = NOTHING
    progress: ClassVar[bool] = True
    actor: Id
    weapon: str
    square: Square


UNSEEN: tuple[type[Event], ...] = (Revealed, LostToSight, Pinpointed, Reappeared, SquareStruck)
