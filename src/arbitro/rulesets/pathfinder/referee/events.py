"""What happens at the desk besides what the rules know."""

from __future__ import annotations

from arbitro.content.deskevents import TABLE_EVENTS
from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.state import Battle


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


class RetreatSet(Event, frozen=True, tag=True):
    """How much of the opponents, in per cent, may be lost before those who play by themselves leave; 0: they stay."""

    n: int

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        state.retreats = tuple((seat, self.n) for seat in state.seats[1:-1]) if self.n else ()


REFEREE_EVENTS: tuple[type[Event], ...] = (*TABLE_EVENTS, CountSet, Parted, RetreatSet)
