"""What happens to whole bodies: swallowed, out again, cut from within, halved."""

from __future__ import annotations

from typing import ClassVar

from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.values import Id
from arbitro.geometry.grid import Square
from arbitro.rulesets.pathfinder.events_rows import Writes
from arbitro.rulesets.pathfinder.state import SWALLOWED, Battle, Creature


def _of(state: State, it: Id) -> Creature:
    assert isinstance(state, Battle)
    return state.figures[it]


class Swallowed(Event, frozen=True, tag=True):
    """Somebody whom jaws have let go goes down whole: it is inside ``by`` from now on."""

    writes: ClassVar[Writes] = ("it",)
    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    by: Id

    def apply(self, state: State) -> None:
        figure, holder = _of(state, self.it), _of(state, self.by)
        figure.conditions = (*figure.conditions, SWALLOWED)
        figure.inside, figure.cut = self.by, 0
        figure.x, figure.y = holder.x, holder.y


class Disgorged(Event, frozen=True, tag=True):
    """Somebody who was swallowed is outside again, at ``to``."""

    writes: ClassVar[Writes] = ("it",)
    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    by: Id
    to: Square

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.inside, figure.cut = "", 0
        figure.conditions = tuple(one for one in figure.conditions if one != SWALLOWED)
        figure.x, figure.y = self.to


class CutInside(Event, frozen=True, tag=True):
    """Somebody who was swallowed has cut so much deeper."""

    writes: ClassVar[Writes] = ("it",)
    it: Id
    amount: int

    def apply(self, state: State) -> None:
        _of(state, self.it).cut += self.amount


class Halved(Event, frozen=True, tag=True):
    """A body has come apart: one part keeps so many hit points."""

    writes: ClassVar[Writes] = ("it",)
    progress: ClassVar[bool] = True
    it: Id
    hp: int

    def apply(self, state: State) -> None:
        _of(state, self.it).hp = self.hp


GULLET_EVENTS: tuple[type[Event], ...] = (Swallowed, Disgorged, CutInside, Halved)
