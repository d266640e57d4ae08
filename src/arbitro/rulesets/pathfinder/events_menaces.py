"""What happens to heads that are cut off and grow again, and to those to whom something clings."""

from __future__ import annotations

from typing import ClassVar

from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.events_rows import IT, Writes, row_of


class Clung(Event, frozen=True, tag=True):
    """Something has its claws in somebody, and is where that one is."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    to: Id

    def apply(self, state: State) -> None:
        figure, prey = row_of(state, self.it), row_of(state, self.to)
        figure.clings, figure.x, figure.y = self.to, prey.x, prey.y


class CameOff(Event, frozen=True, tag=True):
    """It clings to nobody any more."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    of: Id

    def apply(self, state: State) -> None:
        row_of(state, self.it).clings = ""


class Sipped(Event, frozen=True, tag=True):
    """It has drunk so many points of Constitution."""

    writes: ClassVar[Writes] = IT
    it: Id
    of: Id
    amount: int

    def apply(self, state: State) -> None:
        row_of(state, self.it).sipped += self.amount


class NeckHurt(Event, frozen=True, tag=True):
    """A head has taken so much."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    actor: Id
    amount: int

    def apply(self, state: State) -> None:
        row_of(state, self.it).neck += self.amount


class HeadCut(Event, frozen=True, tag=True):
    """A head is off; in so many rounds two grow from the stump."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    actor: Id
    rounds: int
    due: int
    """The round from which on they do."""

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.heads, figure.neck, figure.stumps = figure.heads - 1, 0, (*figure.stumps, self.due)


class HeadsGrew(Event, frozen=True, tag=True):
    """Stumps have become heads; from the others they are still to come."""

    writes: ClassVar[Writes] = IT
    records: ClassVar[bool] = True
    it: Id
    grown: int
    heads: int
    stumps: tuple[int, ...]

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.heads, figure.stumps = self.heads, self.stumps


class StumpSeared(Event, frozen=True, tag=True):
    """From so many stumps nothing grows any more."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    seared: int

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.stumps = figure.stumps[self.seared :]


class ShapeTaken(Event, frozen=True, tag=True):
    """Somebody has taken a shape: the sheet of it, and what its body is like."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    profile: str
    form: str
    size: int
    span: int
    reach: int
    way: str

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.profile, figure.size, figure.span, figure.reach = self.profile, self.size, self.span, self.reach
        figure.way = self.way


MENACE_EVENTS: tuple[type[Event], ...] = (Clung, CameOff, Sipped, NeckHurt, HeadCut, HeadsGrew, StumpSeared, ShapeTaken)
