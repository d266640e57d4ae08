"""Going along a way: square by square, with every interruption where it comes (PF-MOV, PF-AOO-07)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.geometry.grid import Square, Stride, price
from arbitro.rulesets.pathfinder.events import Moved, Stopped
from arbitro.rulesets.pathfinder.ground import occupants
from arbitro.rulesets.pathfinder.lookups import able, barred, battle_of, figure_of
from arbitro.rulesets.pathfinder.noticing import on_the_lookout, reveal, uncover
from arbitro.rulesets.pathfinder.occasions import approached, meet
from arbitro.rulesets.pathfinder.opportunities import leave, leaving
from arbitro.rulesets.pathfinder.paths import StepsOf, bars_the_way, is_watched, may_stop
from arbitro.rulesets.pathfinder.state import MOVE, PRONE, Barrier, Creature
from arbitro.rulesets.pathfinder.subjects import Bumped
from arbitro.rulesets.pathfinder.vanishing import pinpoint, trace_of
from arbitro.rulesets.pathfinder.walls import flames_between, sear
from arbitro.rulesets.pathfinder.zones import footing_of


class Gait:
    """How somebody goes along its way; this one is a plain walk, in which nothing happens beside what always does.

    ``times``: how often each square's cost counts; ``through``: whether it may enter squares of foes; ``watched``:
    whether `arrived` wants to know of every square; ``ends``: the rules by which its own doing may end the way.
    """

    times = 1
    through = False
    watched = False
    ends: tuple[RuleId, ...] = ()

    def heeds(self, game: Game, it: Id, there: Square) -> bool:
        """Whether something has to be settled before a square is entered, beside opportunities."""
        return False

    def enter(self, game: Game, it: Id, there: Square, struck: tuple[Id, ...]) -> Flow[tuple[Id, ...] | None]:
        """Settle it: who strikes after all of those who may, None if the way ends here."""
        yield from ()
        return struck

    def arrived(self, game: Game, it: Id) -> None:
        """Look about on a new square."""


PLAIN = Gait()


def _riding(figure: Creature) -> tuple[Id, ...]:
    """A mover, and who rides on it."""
    return (figure.id, figure.rider) if figure.rider else (figure.id,)


def walk(
    game: Game, it: Id, path: tuple[Square, ...], way: str, *, spares: tuple[Id, ...] = (), unmet: tuple[Id, ...] = (),
    step: bool = False, action: str = "move", gait: Gait = PLAIN,
) -> Flow[bool]:  # fmt: skip
    """Go along squares, resolving each interruption where it comes; False if the creature was stopped on the way.

    Args:
        it: who goes; path: the squares, start left out; way: on foot, in the air ...
        spares: foes who get no opportunity from the first square (a withdrawal); unmet: those who get none at all.
        step: a 1.5 m step, which gives none.
        action: as part of what, for those who have an action ready; gait: how it goes.
    """
    on = _Way(game, it, way, action, gait, step)
    if path and not (yield from on.sets_out()):
        return False
    for number, there in enumerate(path):
        stride = next((s for s in on.steps(on.here) if s.to == there), None)
        if stride is None:
            break
        if not (yield from on.leaves(there, (*unmet, *(spares if number == 0 else ())))):
            return False
        flames = flames_between(game, on.here, there, on.figure.span)
        on.enters(stride)
        if (yield from on.meets_the_unseen()) or not (yield from on.bears(flames)) or not (yield from on.is_seen()):
            return False
    on.settles()
    return not path or not (yield from _bumps(game, it, on.here, on.legal))


class _Way:
    """A way under way.

    ``here``: the square come to; ``legal``: the last one where the mover may stay; ``gone``, ``cost`` and ``odd``: the
    squares not told of yet, what they cost, and whether the next diagonal counts double; ``alert``: foes have actions
    ready, ``met`` is who of them has reacted already to the mover and to its rider; ``lurking``: foes that were hidden
    as it set out.
    """

    def __init__(self, game: Game, it: Id, way: str, action: str, gait: Gait, step: bool) -> None:
        self.game, self.it, self.action, self.gait, self.step = game, it, action, gait, step
        self.figure = figure = figure_of(game, it)
        foes = tuple(battle_of(game).foes_of(figure))
        self.steps = StepsOf(game, figure, way, through=gait.through)
        self.alert = any(foe.ready for foe in foes)
        self.lurking = () if gait.through else tuple(foe.id for foe in foes if foe.hidden)
        self.met = {one: approached(game, one, action, ()) for one in _riding(figure)} if self.alert else {}
        self.here = self.legal = (figure.x, figure.y)
        self.gone: list[Square] = []
        self.cost, self.odd, self.rider = 0, figure.odd, figure.rider
        self.footing = footing_of(game, it, way)

    def settles(self) -> None:
        """Tell of the squares gone so far, if any."""
        if self.gone:
            rule = "PF-MISC-01.1" if self.step else "PF-MOV-02.1"
            told = Moved(it=self.it, path=tuple(self.gone), cost=self.cost, odd=self.odd, step=self.step, rules=(rule,))
            self.game.do(told)
            self.gone, self.cost = [], 0

    def stops(self, rules: tuple[RuleId, ...]) -> bool:
        """End the way where the mover may stay; always False."""
        self.game.do(Stopped(it=self.it, rules=rules))
        put_back(self.game, self.it, self.here, self.legal)
        return False

    def sets_out(self) -> Flow[bool]:
        """Whether the ground on which the mover stands lets it go."""
        if self.footing is not None and not (yield from self.footing.sets_out(self.game, self.it)):
            return self.stops(self.footing.rules)
        return True

    def leaves(self, there: Square, unmet: tuple[Id, ...]) -> Flow[bool]:
        """Leave a square for the next, with the opportunities that this gives (PF-AOO-07)."""
        game, it, here = self.game, self.it, self.here
        heeded = self.gait.heeds(game, it, there)
        if heeded or (not self.step and is_watched(game, figure_of(game, it), here)):
            self.settles()
        struck = () if self.step or self.gone else given_at_leaving(game, it, unmet)
        left: tuple[Id, ...] | None = struck
        if struck or heeded:
            left = yield from self.gait.enter(game, it, there, struck)
        if left:
            yield from leave(game, it, left)
        if left is None or (left and not goes_on(game, it, here, self.rider)):
            return self.stops(self.gait.ends if left is None else ("PF-AOO-07.4", "PF-AOO-07.5"))
        return True

    def enters(self, stride: Stride) -> None:
        """Count a square."""
        more, self.odd = price(stride.diagonal, self.odd, stride.doublings)
        self.cost += (more + stride.extra) * self.gait.times
        self.gone.append(stride.to)
        self.here = stride.to
        self.legal = self.here if may_stop(self.game, self.figure, self.here) else self.legal

    def meets_the_unseen(self) -> Flow[bool]:
        """Whether somebody of whom the mover knew nothing bars the square, so that it stays before it."""
        barring = _barring(self.game, self.it, self.here, self.lurking) if self.lurking else []
        if barring:
            self.settles()
            yield from _stop_before(self.game, self.it, barring, self.here, self.legal)
        return bool(barring)

    def bears(self, flames: Barrier | None) -> Flow[bool]:
        """Whether the mover goes on after the fire it went through and the ground it treads."""
        if flames is not None:
            self.settles()
            yield from sear(self.game, self.it, flames)
            if not goes_on(self.game, self.it, self.here):
                return self.stops(("PF-SPX-08.1",))
        if self.footing is not None and self.footing.heeds(self.game, self.it, self.here):
            self.settles()
            if not (yield from self.footing.trodden(self.game, self.it)):
                return self.stops(self.footing.rules)
        return True

    def is_seen(self) -> Flow[bool]:
        """Whether the mover goes on after it has looked about, and those with actions ready have seen it there."""
        game, it = self.game, self.it
        if self.alert or self.gait.watched or on_the_lookout(game, it):
            self.settles()
            self.gait.arrived(game, it)
            uncover(game, it)
        if not self.alert:
            return True
        for one in self.met:
            by = approached(game, one, self.action, self.met[one])
            self.met[one] = (*self.met[one], *by)
            if by:
                yield from meet(game, one, self.action, by)
        return goes_on(game, it, self.here, self.rider) or self.stops(("PF-RDY-03.3",))


def _barring(game: Game, it: Id, here: Square, lurking: tuple[Id, ...]) -> list[Id]:
    """Those of whom a mover knew nothing as it set out, and who bar the square it has come to (PF-GRID-12.1)."""
    figure, figures = figure_of(game, it), battle_of(game).figures
    there = {one for cell in figure.space.at(*here).squares() for one in occupants(game).get(cell, ())}
    return [one for one in lurking if one in there and bars_the_way(game, figure, figures[one])]


def _bumps(game: Game, it: Id, here: Square, legal: Square) -> Flow[bool]:
    """Whether a move has ended in the squares of a foe who hid there: it is found, the mover stays before it."""
    figure, figures = figure_of(game, it), battle_of(game).figures
    if (figure.x, figure.y) != here or here == legal:
        return False
    met = dict.fromkeys(one for cell in figure.space.squares() for one in occupants(game).get(cell, ()))
    unknown = [one for one in met if figures[one].hidden and figures[one].seat != figure.seat]
    if unknown:
        yield from _stop_before(game, it, unknown, here, legal)
    return bool(unknown)


def _stop_before(game: Game, it: Id, those: list[Id], here: Square, legal: Square) -> Flow[None]:
    """A mover has run into somebody it did not know of: they are found, and it stays before them."""
    for one in those:
        if figure_of(game, one).hidden:
            found = pinpoint if trace_of(game, one) is not None else reveal
            found(game, one, ("PF-SKL-06.3", "PF-GRID-13.1"))
    game.do(Stopped(it=it, rules=("PF-GRID-13.1",)))
    put_back(game, it, here, legal)
    for one in those if game.listens("bumped") else ():
        yield from game.window("bumped", Bumped(it, one))


def put_back(game: Game, it: Id, here: Square, legal: Square) -> None:
    """Whoever is stopped where it may not stay is put on the last square where it may (PF-GRID-29.1)."""
    figure = figure_of(game, it)
    if legal != here and (figure.x, figure.y) == here and figure.present:
        game.do(Moved(it=it, path=(legal,), forced=True, rules=("PF-GRID-29.1",)))


def given_at_leaving(game: Game, it: Id, spares: tuple[Id, ...]) -> tuple[Id, ...]:
    """Foes to whom a creature gives an opportunity by leaving the square on which it stands."""
    return tuple(foe for foe in leaving(game, it) if foe not in spares)


def goes_on(game: Game, it: Id, here: Square, rider: Id = "") -> bool:
    """Whether a mover that was struck can go on, and whoever rides it still directs it (PF-AOO-07.4, PF-MNT-16.3)."""
    figure = figure_of(game, it)
    if rider and (figure.rider != rider or not able(game, rider)):
        return False
    bound = barred(game, it, MOVE) and not (figure.holds and not figure.held_by)  # it drags along whom it holds
    return able(game, it) and (figure.x, figure.y) == here and not figure.has(PRONE) and not bound
