"""What happens by magic: long castings, walls, creatures called and sent away, the dead brought back."""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.values import Id, Value
from arbitro.geometry.grid import Square
from arbitro.rulesets.pathfinder.events_bonds import (
    let_go,
)
from arbitro.rulesets.pathfinder.events_rows import IT, Writes, row_of, whole_of
from arbitro.rulesets.pathfinder.state import (
    GONE,
    IN,
    Barrier,
    Caster,
    Zone,
)


class SpellBegun(Event, frozen=True, tag=True):
    """Somebody casts; ``casters`` is what is left of its spells, ``casting`` what it chose, ``left``: full rounds
    that it still takes (see `Creature`)."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    spell: str
    casters: tuple[Caster, ...]
    casting: tuple[Value, ...]
    left: int = 0

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.casters, figure.casting, figure.casting_left = self.casters, self.casting, self.left


class SpellLost(Event, frozen=True, tag=True):
    """A spell comes to nothing: ``concentration``, ``countered``, ``failure``, ``no_target``, ``abandoned``."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    spell: str
    why: str

    def apply(self, state: State) -> None:
        row_of(state, self.it).casting = ()


class SpellCast(Event, frozen=True, tag=True):
    """A spell takes effect."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    spell: str
    targets: tuple[Id, ...] = ()

    def apply(self, state: State) -> None:
        row_of(state, self.it).casting = ()


class ChargeHeld(Event, frozen=True, tag=True):
    """A touch spell in hand, or none any more."""

    writes: ClassVar[Writes] = IT
    it: Id
    charge: tuple[Value, ...]

    def apply(self, state: State) -> None:
        row_of(state, self.it).charge = self.charge


class UseSpent(Event, frozen=True, tag=True):
    """An ability was used once more today."""

    writes: ClassVar[Writes] = IT
    it: Id
    ability: str

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        spent = dict(figure.spent)
        spent[self.ability] = spent.get(self.ability, 0) + 1
        figure.spent = tuple(spent.items())


class CastingWentOn(Event, frozen=True, tag=True):
    """Another round of a long casting is over; ``left``: how many there are still to come."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    it: Id
    left: int

    def apply(self, state: State) -> None:
        row_of(state, self.it).casting_left = self.left


class Vanished(Event, frozen=True, tag=True):
    """Somebody who was called is no longer here."""

    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.status, figure.ready, figure.charge, figure.casting = GONE, (), (), ()
        let_go(state, figure)


class Raised(Event, frozen=True, tag=True):
    """A dead creature lives again, with so many hit points out of so many."""

    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    hp: int
    hp_max: int

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.status, figure.hp, figure.hp_max, figure.nonlethal, figure.temp = IN, self.hp, self.hp_max, 0, ()
        figure.conditions, figure.timed, figure.stable, figure.awake, figure.bleed = (), (), False, False, 0


class Floated(Event, frozen=True, tag=True):
    """Somebody comes down from so many squares above the ground, slowly and unhurt."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id
    squares: int

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.z, figure.face = 0, ()


class HeightChanged(Event, frozen=True, tag=True):
    """Somebody flies at another height, in squares."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id
    z: int

    def apply(self, state: State) -> None:
        figure = row_of(state, self.it)
        figure.walked += abs(self.z - figure.z)
        figure.z = self.z


class BarrierRose(Event, frozen=True, tag=True):
    """A wall stands between squares."""

    moves: ClassVar[bool] = True
    progress: ClassVar[bool] = True
    barrier: Barrier

    def apply(self, state: State) -> None:
        whole, kind = whole_of(state), self.barrier.kind
        walls = (*whole.ground.walls, *((*edge, kind) for edge in self.barrier.edges))
        whole.ground = structs.replace(whole.ground, walls=tuple(sorted(walls)))
        whole.barriers = (*whole.barriers, self.barrier)


class BarrierFell(Event, frozen=True, tag=True):
    """A wall is gone."""

    moves: ClassVar[bool] = True
    progress: ClassVar[bool] = True
    barrier: Barrier

    def apply(self, state: State) -> None:
        whole = whole_of(state)
        gone = {(*edge, self.barrier.kind) for edge in self.barrier.edges}
        walls = tuple(wall for wall in whole.ground.walls if wall not in gone)
        whole.ground = structs.replace(whole.ground, walls=walls)
        whole.barriers = tuple(one for one in whole.barriers if one != self.barrier)


class ZoneSpread(Event, frozen=True, tag=True):
    """A spell has changed the ground."""

    moves: ClassVar[bool] = True
    progress: ClassVar[bool] = True
    zone: Zone

    def apply(self, state: State) -> None:
        whole = whole_of(state)
        whole.zones = (*whole.zones, self.zone)


class ZoneFaded(Event, frozen=True, tag=True):
    """The ground is as it was."""

    moves: ClassVar[bool] = True
    progress: ClassVar[bool] = True
    zone: Zone

    def apply(self, state: State) -> None:
        whole = whole_of(state)
        whole.zones = tuple(one for one in whole.zones if one != self.zone)


class WebBurnt(Event, frozen=True, tag=True):
    """Fire has burnt away some of a web's squares."""

    moves: ClassVar[bool] = True
    progress: ClassVar[bool] = True
    zone: Zone
    squares: tuple[Square, ...]

    def apply(self, state: State) -> None:
        whole = whole_of(state)
        left = tuple(square for square in self.zone.squares if square not in self.squares)
        whole.zones = tuple(structs.replace(one, squares=left) if one == self.zone else one for one in whole.zones)


MAGIC_EVENTS: tuple[type[Event], ...] = (
    SpellBegun,
    SpellLost,
    SpellCast,
    ChargeHeld,
    UseSpent,
    CastingWentOn,
    Vanished,
    Raised,
    Floated,
    HeightChanged,
    BarrierRose,
    BarrierFell,
    ZoneSpread,
    ZoneFaded,
    WebBurnt,
)
