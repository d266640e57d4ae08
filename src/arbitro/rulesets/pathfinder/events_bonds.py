"""Who is here, and who holds, ties or carries whom."""

from __future__ import annotations

from typing import ClassVar

from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.values import Id
from arbitro.geometry.grid import Square
from arbitro.rulesets.pathfinder.events_rows import IT, Writes, row_of, whole_of
from arbitro.rulesets.pathfinder.state import (
    BOUND,
    DEAD,
    FLED,
    GRAPPLED,
    HANGING,
    IN,
    PINNED,
    Battle,
    Creature,
)


class Died(Event, frozen=True, tag=True):
    """Somebody is dead."""

    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    window: ClassVar[str] = "killed"
    it: Id
    actor: Id = ""
    why: str = ""

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.status, figure.ready, figure.charge, figure.casting = DEAD, (), (), ()
        let_go(state, figure)


class Fled(Event, frozen=True, tag=True):
    """Somebody left the battle."""

    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    why: str = ""

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.status, figure.ready = FLED, ()
        let_go(state, figure)


def unseat(whole: Battle, rider: Creature) -> None:
    """A rider and its mount are two again; the mount acts right after the rider from now on."""
    mount = whole.figures[rider.mount]
    rider.mount, rider.shares, mount.rider = "", 0, ""
    rider.conditions = tuple(c for c in rider.conditions if c != HANGING)
    mount.course, mount.gait = (), ""
    if whole.order and mount.id not in whole.order:
        at = whole.order.index(rider.id) + 1 if rider.id in whole.order else len(whole.order)
        whole.order = (*whole.order[:at], mount.id, *whole.order[at:])
        mount.initiative = rider.initiative


def let_go(state: State, figure: Creature) -> None:
    """Nobody holds somebody who is gone, and who is gone sits on nobody."""
    for other in (figure.holds, figure.held_by):
        if other:
            row = row_of(state, other)
            row.holds = "" if row.holds == figure.id else row.holds
            row.held_by = "" if row.held_by == figure.id else row.held_by
            _grip(row)
    if figure.mount:
        unseat(whole_of(state), figure)
    tied = bool(figure.holds or figure.held_by)
    figure.holds = figure.held_by = figure.rider = ""  # its rider falls by PF-MNT-15, and knows by its own ``mount``
    if tied:
        _grip(figure)


class CameBack(Event, frozen=True, tag=True):
    """Somebody who was dead or away is here again."""

    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        row_of(state, self.it).status = IN


class Joined(Event, frozen=True, tag=True):
    """Somebody new is here, and acts right before ``before`` ("": last)."""

    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    creature: Creature
    before: Id = ""

    def apply(self, state: State) -> None:
        whole = whole_of(state)
        whole.figures[self.creature.id] = self.creature.twin()
        whole.figures = dict(sorted(whole.figures.items()))  # a save knows no other order
        at = whole.order.index(self.before) if self.before in whole.order else len(whole.order)
        whole.order = (*whole.order[:at], self.creature.id, *whole.order[at:])


class GrappleChanged(Event, frozen=True, tag=True):
    """``it`` holds ``target`` in a grapple, or (``held`` False) no longer does; both are in its condition.

    ``part``: it holds with a part of its body alone, so that only the other is (PF-MON-01.3).
    """

    writes: ClassVar[Writes] = ("it", "target")
    progress: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    target: Id
    held: bool = True
    part: bool = False

    def apply(self, state: State) -> None:
        holder, target = row_of(state, self.it), row_of(state, self.target)
        holder.loosely = self.part
        holder.holds, target.held_by = (self.target, self.it) if self.held else ("", "")
        _grip(holder)
        _grip(target)


def _grip(figure: Creature) -> None:
    """A creature is in the condition of a grapple as long as it holds somebody or is held (PF-GRP-02.1)."""
    rest = tuple(c for c in figure.conditions if c not in (GRAPPLED, *(() if figure.held_by else (PINNED,))))
    gripped = figure.held_by or (figure.holds and not figure.loosely)
    figure.conditions = (*rest, GRAPPLED) if gripped else rest


class TiedUp(Event, frozen=True, tag=True):
    """Somebody is tied, which nobody has to keep up: ``dc`` to get out of it, 0: it is free; ``thing``: with what."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    dc: int
    thing: str = ""

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.bonds, figure.shackles = self.dc, self.thing
        rest = tuple(c for c in figure.conditions if c != BOUND)
        figure.conditions = (*rest, BOUND) if self.dc else rest


class Mounted(Event, frozen=True, tag=True):
    """``it`` sits on ``mount``, or (``up`` False) is beside it, by a ``fall`` or of its own will."""

    writes: ClassVar[Writes] = None
    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    mount: Id
    up: bool = True
    at: Square | None = None
    why: str = ""

    def apply(self, state: State) -> None:
        whole, rider, mount = whole_of(state), row_of(state, self.it), row_of(state, self.mount)
        if self.up:
            rider.mount, mount.rider, rider.shares, mount.ridden = self.mount, self.it, mount.span, True
            rider.x, rider.y = mount.x, mount.y
            whole.order = tuple(it for it in whole.order if it != self.mount)
            whole.waiting = tuple(it for it in whole.waiting if it != self.mount)
            return
        unseat(whole, rider)
        if self.at is not None:
            rider.x, rider.y = self.at


BONDS: tuple[type[Event], ...] = (
    Died,
    Fled,
    CameBack,
    Joined,
    GrappleChanged,
    TiedUp,
    Mounted,
)
