"""Going along a way: square by square, with every interruption where it comes (PF-MOV, PF-AOO-07)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.geometry.grid import Square, price
from arbitro.rulesets.pathfinder.events import Moved, Stopped
from arbitro.rulesets.pathfinder.ground import occupants
from arbitro.rulesets.pathfinder.lookups import able, barred, battle_of, figure_of
from arbitro.rulesets.pathfinder.noticing import on_the_lookout, reveal, uncover
from arbitro.rulesets.pathfinder.occasions import approached, meet
from arbitro.rulesets.pathfinder.opportunities import leave, leaving
from arbitro.rulesets.pathfinder.paths import StepsOf, bars_the_way, is_watched, may_stop
from arbitro.rulesets.pathfinder.state import MOVE, PRONE, Creature
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
    gone: list[Square] = []
    figure = figure_of(game, it)
    steps = StepsOf(game, figure, way, through=gait.through)
    alert = any(foe.ready for foe in battle_of(game).foes_of(figure))
    lurking = () if gait.through else tuple(foe.id for foe in battle_of(game).foes_of(figure) if foe.hidden)
    met = {one: approached(game, one, action, ()) for one in _riding(figure)} if alert else {}
    here, odd, cost = (figure.x, figure.y), figure.odd, 0
    legal, rider = here, figure.rider
    footing = footing_of(game, it, way)
    if footing is not None and path and not (yield from footing.sets_out(game, it)):
        game.do(Stopped(it=it, rules=footing.rules))
        return False
    for number, there in enumerate(path):
        stride = next((s for s in steps(here) if s.to == there), None)
        if stride is None:
            break
        heeded = gait.heeds(game, it, there)
        if heeded or (not step and is_watched(game, figure_of(game, it), here)):
            _put(game, it, gone, cost, odd, step)
            gone, cost = [], 0
        struck = () if step or gone else given_at_leaving(game, it, (*unmet, *(spares if number == 0 else ())))
        left: tuple[Id, ...] | None = struck
        if struck or heeded:
            left = yield from gait.enter(game, it, there, struck)
        if left:
            yield from leave(game, it, left)
        if left is None or (left and not goes_on(game, it, here, rider)):
            game.do(Stopped(it=it, rules=gait.ends if left is None else ("PF-AOO-07.4", "PF-AOO-07.5")))
            put_back(game, it, here, legal)
            return False
        more, odd = price(stride.diagonal, odd, stride.doublings)
        cost += (more + stride.extra) * gait.times
        gone.append(there)
        flames = flames_between(game, here, there, figure.span)
        here = there
        legal = here if may_stop(game, figure, here) else legal
        barring = _barring(game, it, here, lurking) if lurking else []
        if barring:
            _put(game, it, gone, cost, odd, step)
            _stop_before(game, it, barring, here, legal)
            return False
        if flames is not None:
            _put(game, it, gone, cost, odd, step)
            gone, cost = [], 0
            yield from sear(game, it, flames)
            if not goes_on(game, it, here):
                game.do(Stopped(it=it, rules=("PF-SPX-08.1",)))
                put_back(game, it, here, legal)
                return False
        if footing is not None and footing.heeds(game, it, there):
            _put(game, it, gone, cost, odd, step)
            gone, cost = [], 0
            if not (yield from footing.trodden(game, it)):
                game.do(Stopped(it=it, rules=footing.rules))
                put_back(game, it, here, legal)
                return False
        if alert or gait.watched or on_the_lookout(game, it):
            _put(game, it, gone, cost, odd, step)
            gone, cost = [], 0
            gait.arrived(game, it)
            uncover(game, it)
        if alert:
            for one in met:
                by = approached(game, one, action, met[one])
                met[one] = (*met[one], *by)
                if by:
                    yield from meet(game, one, action, by)
            if not goes_on(game, it, here, rider):
                game.do(Stopped(it=it, rules=("PF-RDY-03.3",)))
                put_back(game, it, here, legal)
                return False
    _put(game, it, gone, cost, odd, step)
    return not path or not _bumps(game, it, here, legal)


def _barring(game: Game, it: Id, here: Square, lurking: tuple[Id, ...]) -> list[Id]:
    """Those of whom a mover knew nothing as it set out, and who bar the square it has come to (PF-GRID-12.1)."""
    figure, figures = figure_of(game, it), battle_of(game).figures
    there = {one for cell in figure.space.at(*here).squares() for one in occupants(game).get(cell, ())}
    return [one for one in lurking if one in there and bars_the_way(game, figure, figures[one])]


def _bumps(game: Game, it: Id, here: Square, legal: Square) -> bool:
    """Whether a move has ended in the squares of a foe who hid there: it is found, the mover stays before it."""
    figure, figures = figure_of(game, it), battle_of(game).figures
    if (figure.x, figure.y) != here or here == legal:
        return False
    met = dict.fromkeys(one for cell in figure.space.squares() for one in occupants(game).get(cell, ()))
    unknown = [one for one in met if figures[one].hidden and figures[one].seat != figure.seat]
    if unknown:
        _stop_before(game, it, unknown, here, legal)
    return bool(unknown)


def _stop_before(game: Game, it: Id, those: list[Id], here: Square, legal: Square) -> None:
    """A mover has run into somebody it did not know of: they are found, and it stays before them."""
    for one in those:
        if figure_of(game, one).hidden:
            found = pinpoint if trace_of(game, one) is not None else reveal
            found(game, one, ("PF-SKL-06.3", "PF-GRID-13.1"))
    game.do(Stopped(it=it, rules=("PF-GRID-13.1",)))
    put_back(game, it, here, legal)


def put_back(game: Game, it: Id, here: Square, legal: Square) -> None:
    """Whoever is stopped where it may not stay is put on the last square where it may (PF-GRID-29.1)."""
    figure = figure_of(game, it)
    if legal != here and (figure.x, figure.y) == here and figure.present:
        game.do(Moved(it=it, path=(legal,), forced=True, rules=("PF-GRID-29.1",)))


def _put(game: Game, it: Id, gone: list[Square], cost: int, odd: bool, step: bool) -> None:
    """Tell of the squares gone so far, if any."""
    if gone:
        rule = "PF-MISC-01.1" if step else "PF-MOV-02.1"
        game.do(Moved(it=it, path=tuple(gone), cost=cost, odd=odd, step=step, rules=(rule,)))


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
