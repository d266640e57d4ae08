"""What happens: the only code that writes the state of a battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from arbitro.content.desk import Discreet
from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, Seat, Value
from arbitro.geometry.grid import Square
from arbitro.rulesets.pathfinder.events_bonds import unseat
from arbitro.rulesets.pathfinder.events_rows import IT, NOTHING, UNTOLD, WITHIN_A_MOVE, Writes, row_of, whole_of
from arbitro.rulesets.pathfinder.state import (
    SET_OUT,
    WENT_ON,
    Swing,
)


class BattleBegan(Event, frozen=True, tag=True):
    """Swords are out; ``surprised``: who does not know of the enemies that know of it."""

    writes: ClassVar[Writes] = NOTHING
    progress: ClassVar[bool] = True
    surprised: tuple[Id, ...] = ()


class Noticed(Event, frozen=True, tag=True):
    """Whether somebody knows of its enemies when battle begins."""

    writes: ClassVar[Writes] = IT
    it: Id
    aware: bool

    def apply(self, state: State) -> None:
        row_of(state, self.it).aware = self.aware


class InitiativeRolled(Discreet, frozen=True, tag=True):
    """Somebody's initiative result."""

    writes: ClassVar[Writes] = IT
    spares: ClassVar[tuple[str, ...]] = ("face", "bonus")
    it: Id
    face: int = 0
    bonus: Tally = UNTOLD

    def apply(self, state: State) -> None:
        row_of(state, self.it).initiative = self.face + self.bonus.value


class OrderSet(Event, frozen=True, tag=True):
    """In which order everybody acts from now on."""

    writes: ClassVar[Writes] = NOTHING
    progress: ClassVar[bool] = True
    order: tuple[Id, ...]

    def apply(self, state: State) -> None:
        whole_of(state).order = self.order


class CountChanged(Event, frozen=True, tag=True):
    """Somebody acts on another count from now on: by delaying, or by a readied action."""

    writes: ClassVar[Writes] = IT
    it: Id
    initiative: int
    order: tuple[Id, ...]

    def apply(self, state: State) -> None:
        row_of(state, self.it).initiative = self.initiative
        whole_of(state).order = self.order


class RoundBegan(Event, frozen=True, tag=True):
    """Six seconds begin; round 0 is the surprise round."""

    writes: ClassVar[Writes] = NOTHING
    progress: ClassVar[bool] = True
    number: int
    surprise: bool = False

    def apply(self, state: State) -> None:
        whole = whole_of(state)
        whole.round, whole.surprise = self.number, self.surprise


class TurnBegan(Event, frozen=True, tag=True):
    """Somebody's turn: what it may do, and all that a turn renews.

    Who has waited for it had its opportunities renewed on the count that it let go by (PF-AOO-09.2).
    """

    writes: ClassVar[Writes] = None
    progress: ClassVar[bool] = True
    it: Id
    std: int
    mov: int
    swf: int

    def rows(self, state: State) -> Iterable[Id]:
        figures = whole_of(state).figures.values()
        return self.it, *[other.id for other in figures if self.it in other.met or self.it in other.beset]

    def apply(self, state: State) -> None:
        whole, figure = whole_of(state), row_of(state, self.it)
        whole.turn = self.it
        figure.std, figure.mov, figure.swf = self.std, self.mov, max(0, self.swf - figure.owed)
        figure.made = figure.made if self.it in whole.waiting else 0
        figure.owed = figure.walked = figure.stride = 0
        figure.odd = figure.stepped = False
        figure.did, figure.swings, figure.ready, figure.tumbled = (), (), (), ()
        figure.shielded = ""
        figure.took, figure.acted = whole.round, True
        whole.waiting = tuple(it for it in whole.waiting if it != self.it)
        for other in whole.figures.values():
            if self.it in other.met:
                other.met = tuple(it for it in other.met if it != self.it)
            if self.it in other.beset:
                other.beset = tuple(it for it in other.beset if it != self.it)


class TurnPassed(Event, frozen=True, tag=True):
    """Somebody's count went by: fallen, surprised, or waiting."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    why: str

    def apply(self, state: State) -> None:
        row_of(state, self.it).took = whole_of(state).round
        whole_of(state).last = self.it


class TurnEnded(Event, frozen=True, tag=True):
    """A turn is over."""

    writes: ClassVar[Writes] = IT
    it: Id

    def apply(self, state: State) -> None:
        whole, figure = whole_of(state), row_of(state, self.it)
        whole.turn, whole.last = "", self.it
        figure.std = figure.mov = figure.swf = figure.stride = 0
        figure.swings = ()


class Delayed(Event, frozen=True, tag=True):
    """Somebody waits for a later count."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        whole = whole_of(state)
        whole.waiting = (*whole.waiting, self.it)
        figure = row_of(state, self.it)
        figure.owed = int(figure.swf == 0)  # an immediate action of the round before still counts, PF-SWIFT-06.2
        figure.std = figure.mov = figure.swf = 0


class Readied(Event, frozen=True, tag=True):
    """Somebody waits for an occasion with an action ready: ``plan`` is the occasion, then the action."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    plan: tuple[Value, ...]

    def apply(self, state: State) -> None:
        row_of(state, self.it).ready = self.plan


class ReadyUsed(Event, frozen=True, tag=True):
    """A readied action is taken now."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    plan: tuple[Value, ...]

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.ready, figure.took = (), whole_of(state).round


class ReadyLost(Event, frozen=True, tag=True):
    """Somebody that can act no more has nothing ready any more."""

    writes: ClassVar[Writes] = IT
    it: Id

    def apply(self, state: State) -> None:
        row_of(state, self.it).ready = ()


class Acted(Event, frozen=True, tag=True):
    """Somebody does something, and pays for it: standard, move and swift actions, or one attack of several."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    action: str
    path: tuple[Value, ...] = ()
    std: int = 0
    mov: int = 0
    swf: int = 0
    owed: int = 0
    swing: bool = False

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.std -= self.std
        figure.mov -= self.mov
        figure.swf -= self.swf
        figure.owed += self.owed
        figure.did = (*figure.did, self.action, *((WENT_ON,) if self.swing and self.mov else ()))
        if (self.std or self.mov) and not self.swing:
            figure.swings = ()
            figure.stride = figure.stride if self.action == WITHIN_A_MOVE else 0


class SwingsSet(Event, frozen=True, tag=True):
    """The attacks of a full attack that are still to come."""

    writes: ClassVar[Writes] = IT
    it: Id
    swings: tuple[Swing, ...]

    def apply(self, state: State) -> None:
        row_of(state, self.it).swings = self.swings


class CameToNothing(Event, frozen=True, tag=True):
    """What somebody was about to do comes to nothing; what it cost is spent."""

    writes: ClassVar[Writes] = NOTHING
    it: Id
    action: str
    why: str


class StrideBegan(Event, frozen=True, tag=True):
    """Somebody may now walk so many squares."""

    writes: ClassVar[Writes] = IT
    it: Id
    squares: int
    way: str

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.stride, figure.way = self.squares, self.way
        figure.did = (*figure.did, SET_OUT)


class Moved(Event, frozen=True, tag=True):
    """Somebody went along squares; ``cost`` in squares; ``forced``: pushed, not by its own will."""

    writes: ClassVar[Writes] = None
    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id
    path: tuple[Square, ...]
    cost: int = 0
    odd: bool = False
    step: bool = False
    forced: bool = False

    def rows(self, state: State) -> Iterable[Id] | None:
        figure = row_of(state, self.it)
        if figure.mount:
            return None
        return (self.it, figure.rider) if figure.rider else (self.it,)

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        if figure.mount:
            unseat(whole_of(state), figure)  # whoever goes by itself is out of the saddle
        figure.x, figure.y = self.path[-1]
        if figure.rider:
            rider = row_of(state, figure.rider)
            rider.x, rider.y = self.path[-1]
        if not self.forced:
            figure.walked += 0 if self.step else self.cost
            figure.stride = max(0, figure.stride - self.cost)
            figure.odd, figure.stepped = self.odd, figure.stepped or self.step


class Stopped(Event, frozen=True, tag=True):
    """Somebody's move ends here; what was left of it is lost."""

    writes: ClassVar[Writes] = IT
    it: Id

    def apply(self, state: State) -> None:
        row_of(state, self.it).stride = 0


class OpportunityGiven(Event, frozen=True, tag=True):
    """Somebody lowers its guard before foes who may strike it; ``moving``: it leaves a square that they threaten."""

    writes: ClassVar[Writes] = None
    it: Id
    action: str
    by: tuple[Id, ...]
    moving: bool = False

    def rows(self, state: State) -> Iterable[Id]:
        return self.by if self.moving else ()

    def apply(self, state: State) -> None:
        if self.moving:
            for foe in self.by:
                figure = row_of(state, foe)
                figure.met = (*figure.met, self.it)


class OpportunityTaken(Event, frozen=True, tag=True):
    """An attack of opportunity is made."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    target: Id

    def apply(self, state: State) -> None:
        row_of(state, self.it).made += 1


class RanOn(Event, frozen=True, tag=True):
    """Rounds in a row that somebody has run."""

    writes: ClassVar[Writes] = IT
    it: Id
    rounds: int

    def apply(self, state: State) -> None:
        row_of(state, self.it).ran = self.rounds


class BattleEnded(Event, frozen=True, tag=True):
    """One side cannot fight on, or the agreed rounds are over (``winner`` is then ``draw``)."""

    writes: ClassVar[Writes] = NOTHING
    progress: ClassVar[bool] = True
    winner: Seat
    why: str


class RefereeSet(Event, frozen=True, tag=True):
    """The referee sets a number of somebody: hit points, nonlethal damage."""

    writes: ClassVar[Writes] = IT
    it: Id
    field: str
    value: int

    def apply(self, state: State) -> None:
        if self.field in ("hp", "nonlethal", "hp_max"):
            setattr(row_of(state, self.it), self.field, self.value)


EVENTS: tuple[type[Event], ...] = (
    BattleBegan,
    Noticed,
    InitiativeRolled,
    OrderSet,
    CountChanged,
    RoundBegan,
    TurnBegan,
    TurnPassed,
    TurnEnded,
    Delayed,
    Readied,
    ReadyUsed,
    ReadyLost,
    Acted,
    SwingsSet,
    CameToNothing,
    StrideBegan,
    Moved,
    Stopped,
    OpportunityGiven,
    OpportunityTaken,
    RanOn,
    BattleEnded,
    RefereeSet,
)
