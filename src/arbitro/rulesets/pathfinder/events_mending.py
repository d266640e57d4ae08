"""What happens to bodies between blows and in the days after: Constitution, regeneration, care, hours of rest."""

from __future__ import annotations

from typing import ClassVar

from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.values import Id, Seat
from arbitro.rulesets.pathfinder.state import IN, Battle, Creature

Writes = tuple[str, ...] | None
IT: Writes = ("it",)


def _of(state: State, it: Id) -> Creature:
    assert isinstance(state, Battle)
    return state.figures[it]


class VigourChanged(Event, frozen=True, tag=True):
    """Constitution gives or takes hit points, present and highest: so many ``points`` more than before."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    points: int

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.vigour += self.points
        figure.hp_max += self.points
        figure.hp += self.points


class RegenerationChanged(Event, frozen=True, tag=True):
    """Regeneration stops for a round, or (``scorched`` False) works again."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    scorched: bool

    def apply(self, state: State) -> None:
        _of(state, self.it).scorched = self.scorched


class Found(Event, frozen=True, tag=True):
    """Somebody helpless has been found by hand: the next full action of ``it`` may finish it."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    target: Id

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        _of(state, self.it).groped = (self.target, state.round)


class Tended(Event, frozen=True, tag=True):
    """Somebody is in the care of others from now on, or (``tended`` False) left to itself."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    tended: bool
    by: Id = ""

    def apply(self, state: State) -> None:
        figure = _of(state, self.it)
        figure.tended, figure.mending = self.tended, figure.mending and self.tended


class Mending(Event, frozen=True, tag=True):
    """Somebody who was left alone is out of danger and recovers by itself."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        _of(state, self.it).mending = True


class Cared(Event, frozen=True, tag=True):
    """Somebody takes another into its care until the next rest is over; "" ends it."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    carer: Id

    def apply(self, state: State) -> None:
        _of(state, self.it).carer = self.carer


class Treated(Event, frozen=True, tag=True):
    """Somebody's deadly wounds were treated: ``at`` is the hour of the clock, and one."""

    writes: ClassVar[Writes] = IT
    it: Id
    at: int

    def apply(self, state: State) -> None:
        _of(state, self.it).treated = self.at


class Rested(Event, frozen=True, tag=True):
    """Hours of complete rest in a row so far."""

    writes: ClassVar[Writes] = IT
    it: Id
    hours: int

    def apply(self, state: State) -> None:
        _of(state, self.it).rested = self.hours


class CalmBegan(Event, frozen=True, tag=True):
    """The fight is over, and there is time."""

    writes: ClassVar[Writes] = None
    progress: ClassVar[bool] = True
    winner: Seat
    why: str

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        state.calm, state.field, state.why = True, self.winner, self.why
        for figure in state.figures.values():
            if figure.status == IN:
                figure.acted = True


class TimeSpent(Event, frozen=True, tag=True):
    """How the time after a fight is spent: ``round``, ``hour``, ``night``, ``bed`` ..."""

    writes: ClassVar[Writes] = ()
    progress: ClassVar[bool] = True
    what: str

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        state.calls += 1


MENDING: tuple[type[Event], ...] = tuple(
    kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)
