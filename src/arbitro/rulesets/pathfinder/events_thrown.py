"""What happens to things: they leave the hand, break, lie on the ground, catch somebody, cover somebody, give way."""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from arbitro.engine.events import Event
from arbitro.engine.state import State
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id
from arbitro.geometry.grid import Square
from arbitro.rulesets.pathfinder.events_rows import IT, NOTHING, Writes
from arbitro.rulesets.pathfinder.state import ENTANGLED, Battle, Item


class ItemThrown(Event, frozen=True, tag=True):
    """A thing has left somebody's hand: it lies on ``at``, or is no more (``at`` None). ``left``: of those alike."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    item: Item
    left: int = 0
    at: Square | None = None

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        figure = state.figures[self.it]
        changed = (structs.replace(item, count=self.left) if item.no == self.item.no else item for item in figure.items)
        figure.items = tuple(item for item in changed if item.count > 0)
        figure.held = tuple(no for no in figure.held if no != self.item.no)
        if self.at is not None:
            state.lying = (*state.lying, (*self.at, self.item))


class CornerAimed(Event, frozen=True, tag=True):
    """A splash weapon is thrown at a corner of squares."""

    writes: ClassVar[Writes] = NOTHING
    progress: ClassVar[bool] = True
    actor: Id
    weapon: str
    corner: Square
    hit: bool
    bonus: Tally
    ac: int


class Scattered(Event, frozen=True, tag=True):
    """A splash weapon that missed goes astray: in which direction (the d8), how far, and where it breaks.

    ``crossing``: at the lower left corner of that square, not on it.
    """

    writes: ClassVar[Writes] = NOTHING
    actor: Id
    weapon: str
    face: int
    squares: int
    at: Square
    crossing: bool = False


class Netted(Event, frozen=True, tag=True):
    """A net is on somebody, or off again (``net`` 0); ``by``: whose rope holds it back, "" for nobody's.

    ``lies``: the net, where it stays on the ground; ``web``: how hard it is to get out of it, where it is a web.
    """

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    records: ClassVar[bool] = True
    it: Id
    net: int
    by: Id = ""
    lies: Item | None = None
    web: int = 0

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        figure = state.figures[self.it]
        figure.net, figure.leash, figure.web = self.net, self.by, self.web if self.net else 0
        if self.lies is not None:
            state.lying = (*state.lying, (figure.x, figure.y, self.lies))
        rest = tuple(c for c in figure.conditions if c != ENTANGLED or dict(figure.timed).get(c))
        figure.conditions = (*rest, ENTANGLED) if self.net and ENTANGLED not in rest else rest


class ShieldSet(Event, frozen=True, tag=True):
    """A tower shield covers somebody wholly on one side (``east`` ...), or no longer (``side`` "")."""

    writes: ClassVar[Writes] = IT
    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id
    side: str

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        state.figures[self.it].shielded = self.side


class WallBroken(Event, frozen=True, tag=True):
    """What stood between two squares has given way."""

    writes: ClassVar[Writes] = NOTHING
    progress: ClassVar[bool] = True
    moves: ClassVar[bool] = True
    it: Id
    between: tuple[Square, Square]

    def apply(self, state: State) -> None:
        assert isinstance(state, Battle)
        gone = frozenset(self.between)
        walls = tuple(wall for wall in state.ground.walls if frozenset((wall[:2], wall[2:4])) != gone)
        state.ground = structs.replace(state.ground, walls=walls)


THROWN: tuple[type[Event], ...] = (ItemThrown, CornerAimed, Scattered, Netted, ShieldSet, WallBroken)
