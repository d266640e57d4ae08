"""What happens while somebody tumbles, hides, climbs, swims or works at something: see `events`."""

from __future__ import annotations

from typing import ClassVar

from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.values import Id, Value
from arbitro.geometry.grid import Square
from arbitro.rulesets.pathfinder.events_rows import IT, Writes
from arbitro.rulesets.pathfinder.state import Battle, Creature


def _of(state: State, it: Id) -> Creature:
    assert isinstance(state, Battle)
    return state.figures[it]


class Tumbled(Event, frozen=True, tag=True):
    """Somebody tries to tumble past a foe."""

    writes: ClassVar[Writes] = IT
    it: Id
    foe: Id

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.tumbled = (*figure.tumbled, self.foe)


class Hid(Event, frozen=True, tag=True):
    """Somebody hides, with so much skill; nobody on the other side knows where it is."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id
    total: int

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.hidden, figure.stealth = True, self.total


class Climbed(Event, frozen=True, tag=True):
    """Somebody hangs at a height on a face, on its way to ``face``; without one it stands on its feet again."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id
    z: int
    face: Square | None = None

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.z, figure.face = self.z, self.face or ()


class Fell(Event, frozen=True, tag=True):
    """Somebody falls so many squares."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id
    squares: int

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.z, figure.face, figure.stride = 0, (), 0


class BreathHeld(Event, frozen=True, tag=True):
    """Rounds that somebody has been under water; 0: it breathes."""

    writes: ClassVar[Writes] = IT
    it: Id
    rounds: int

    def apply(self, state: State) -> None:
        _of(state, self.it).breath = self.rounds


class Toiled(Event, frozen=True, tag=True):
    """What somebody is at for longer than a turn, and since how many rounds; nothing: it has stopped."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    toil: tuple[Value, ...] = ()

    def apply(self, state: State) -> None:
        _of(state, self.it).toil = self.toil


MOVING_EVENTS: tuple[type[Event], ...] = (Tumbled, Hid, Climbed, Fell, BreathHeld, Toiled)
