"""What happens to riders and their mounts besides mounting and dismounting."""

from __future__ import annotations

from typing import ClassVar

from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.values import Id
from arbitro.geometry.grid import Square
from arbitro.rulesets.pathfinder.state import Battle


def _whole(state: State) -> Battle:
    assert isinstance(state, Battle)
    return state


class MountRoused(Event, frozen=True, tag=True):
    """A mount may act in its rider's turn: what it may do, and all that a turn renews."""

    writes: ClassVar[tuple[str, ...] | None] = None
    progress: ClassVar[bool] = True
    it: Id
    std: int
    mov: int
    swf: int

    def apply(self, state: State) -> None:
        whole = _whole(state)
        figure = whole.figures[self.it]
        figure.std, figure.mov, figure.swf = self.std, self.mov, self.swf
        figure.walked = figure.stride = 0
        figure.made = figure.made if figure.took == whole.round else 0  # its rider waited, and it with it
        figure.odd = figure.stepped = False
        figure.did, figure.swings, figure.ready = (), (), ()
        figure.took, figure.acted = whole.round, True
        for other in whole.figures.values():
            if self.it in other.met:
                other.met = tuple(it for it in other.met if it != self.it)


class MountRested(Event, frozen=True, tag=True):
    """A mount's part of its rider's turn is over."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    it: Id

    def apply(self, state: State) -> None:
        figure = _whole(state).figures[self.it]
        figure.std = figure.mov = figure.swf = figure.stride = 0
        figure.swings, figure.course, figure.gait = (), (), ""


class RidingNoted(Event, frozen=True, tag=True):
    """Something about a turn in the saddle that later choices of it depend on (see `saddle`)."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    it: Id
    mark: str

    def apply(self, state: State) -> None:
        figure = _whole(state).figures[self.it]
        figure.did = (*figure.did, self.mark)


class CourseSet(Event, frozen=True, tag=True):
    """What is left of a ride whose first half is done; ``gait`` says how fast it goes."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    progress: ClassVar[bool] = True
    it: Id
    course: tuple[Square, ...]
    gait: str = ""

    def apply(self, state: State) -> None:
        figure = _whole(state).figures[self.it]
        figure.course, figure.gait = self.course, self.gait


MOUNTED_EVENTS: tuple[type[Event], ...] = (MountRoused, MountRested, RidingNoted, CourseSet)
