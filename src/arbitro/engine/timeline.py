"""Where a game stands on its line: checkpoints, answered moments, what an undo cut off."""

from __future__ import annotations

from msgspec import Struct

from arbitro.engine.asks import Entry
from arbitro.engine.state import State
from arbitro.engine.values import Seat, Value
from arbitro.engine.vocabulary import Subject


def decision_id(place: tuple[int, int, int]) -> str:
    """A decision's id from where it stands: epoch, step, entries since the checkpoint."""
    epoch, step, since = place
    return f"{epoch}.{step}.{since}"


class Checkpoint(Struct, gc=False):
    """The state before a Step, with the lengths of tape and journal then. Its state is only ever copied."""

    state: State
    tape_no: int
    journal_no: int


class Moment(Struct, gc=False):
    """A decision that was answered: where it stood, who answered, and what happened next (``die``, ``secret``)."""

    place: tuple[int, int, int]
    tape_no: int
    journal_no: int
    seat: Seat
    after: str = ""

    @property
    def decision(self) -> str:
        """The id of the decision."""
        return decision_id(self.place)


class Cut(Struct):
    """What an undo took away, so that redo can put it back: tape and moments after the decision it went back to.

    ``epoch`` and ``decision``: those of the moment that was left.
    """

    tape: list[Entry]
    epoch: int
    moments: list[Moment]
    decision: str


class Edited(BaseException):
    """The next entry of the tape is a ruling that ends the running Step."""


class OnceOpened(Subject):
    """The subject of a scope's window: its roles and nothing else."""

    def __init__(self, **roles: Value) -> None:
        self.__dict__.update(roles)
