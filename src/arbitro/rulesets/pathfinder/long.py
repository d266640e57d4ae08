"""What takes longer than a turn: rounds begun and finished by halves, bonds to slip, gaps to get through (PF-STD-20).

`Creature.toil` says what somebody is at, towards what, in which round it was last at it, and for how many rounds.
"""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.grid import AROUND, Space, Square
from arbitro.rulesets.pathfinder.deeds import DEEDS, Deed, Path, cost_of, deed
from arbitro.rulesets.pathfinder.events import Moved
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan, ConditionEnded
from arbitro.rulesets.pathfinder.events_bonds import TiedUp
from arbitro.rulesets.pathfinder.events_moving import Toiled
from arbitro.rulesets.pathfinder.ground import solid, squeezes_in
from arbitro.rulesets.pathfinder.lookups import barred, battle_of, figure_of
from arbitro.rulesets.pathfinder.opportunities import provoke
from arbitro.rulesets.pathfinder.paths import can_walk, may_stop
from arbitro.rulesets.pathfinder.saves import skill
from arbitro.rulesets.pathfinder.state import FULL, STANDARD, STUCK, Creature, name_of_square, square_named

BEGIN, COMPLETE = "begin_long", "complete_long"
NEVER = ("full_attack", "full_attack_switched", "charge", "run", "withdraw")  # PF-STD-20.2
SLIP, WRIGGLE = "slip", "wriggle"
MINUTE = 10  # rounds, PF-SEQ-02.1, PF-SKL-08.2
GAP_DC = 30  # PF-SKL-08.1
ESCAPE = "artista_della_fuga"


def _at_it(game: Game, figure: Creature, what: str, of: Value = "") -> int:
    """For how many rounds in a row somebody has been at something, up to its last turn."""
    if figure.toil[:2] != (what, of) or battle_of(game).round - int(str(figure.toil[2])) > 1:
        return 0
    return int(str(figure.toil[3]))


def _go_on(game: Game, it: Id, what: str, of: Value, rules: tuple[str, ...]) -> int:
    """One more round at something; returns how many there have been."""
    rounds = _at_it(game, figure_of(game, it), what, of) + 1
    game.do(Toiled(it=it, toil=(what, of, battle_of(game).round, rounds), rules=rules))
    return rounds


# --- begun in one round, finished in the next ---------------------------------------------------------


def beginnable(game: Game, it: Id) -> list[Deed]:
    """Full-round actions that can be begun with a standard action now and finished with another (PF-STD-20)."""
    figure = figure_of(game, it)
    if figure.swings or (figure.mov and not figure.walked):
        return []  # there is room for the whole
    return [
        one for one in DEEDS.values()
        if one.name not in (*NEVER, SLIP, WRIGGLE) and one.cost != STANDARD and not one.walks
        and cost_of(game, it, one) == FULL and not barred(game, it, one.name) and one.offered(game, it)
    ]  # fmt: skip


@deed(BEGIN, STANDARD, ("PF-STD-20.1", "PF-ACT-14.3"), offered=lambda game, it: bool(beginnable(game, it)),
      grow=lambda game, it, path: None if path else Branch(
          "action", tuple(Option(one.name, {}, one.rules) for one in beginnable(game, it))))  # fmt: skip
def begin_long(game: Game, it: Id, path: Path) -> Flow[None]:
    """Begin what takes a whole round, to finish it with a standard action of the next (PF-STD-20.1)."""
    yield from ()
    _go_on(game, it, BEGIN, str(path[0]), ("PF-STD-20.1",))


def _begun(game: Game, it: Id) -> Deed | None:
    """What somebody began in the round before, if it still can be done."""
    figure = figure_of(game, it)
    if len(figure.toil) < 2 or figure.toil[0] != BEGIN or int(str(figure.toil[2])) != battle_of(game).round - 1:
        return None
    one = DEEDS[str(figure.toil[1])]
    return one if one.offered(game, it) and not barred(game, it, one.name) else None


def _complete_branch(game: Game, it: Id, path: Path) -> Branch | None:
    one = _begun(game, it)
    return None if one is None else one.grow(game, it, path)


@deed(COMPLETE, STANDARD, ("PF-STD-20.1", "PF-ACT-14.3"), needs="toil",
      offered=lambda game, it: _begun(game, it) is not None,
      grow=_complete_branch)  # fmt: skip
def complete_long(game: Game, it: Id, path: Path) -> Flow[None]:
    """Finish what was begun in the round before (PF-STD-20.1)."""
    one = _begun(game, it)
    if one is None:
        return
    game.do(Toiled(it=it, rules=("PF-STD-20.1",)))
    if one.provokes is True or (one.provokes is not False and one.provokes(game, it, path)):
        yield from provoke(game, it, one.name)
    if one.offered(game, it):
        yield from one.run(game, it, path)


# --- bonds --------------------------------------------------------------------------------------------


@deed(SLIP, FULL, ("PF-SKL-08.1", "PF-SKL-08.2"), needs="bonds", bound=True, limited=STANDARD,
      offered=lambda game, it: figure_of(game, it).bonds > 0)  # fmt: skip
def slip(game: Game, it: Id, path: Path) -> Flow[None]:
    """Work at bonds for a minute, then an Artista della Fuga check against them (PF-SKL-08)."""
    yield from ()
    bonds = figure_of(game, it).bonds
    if _go_on(game, it, SLIP, "", ("PF-SKL-08.2",)) < MINUTE:
        return
    game.do(Toiled(it=it, rules=("PF-SKL-08.2",)))
    if skill(game, it, ESCAPE, bonds, ("PF-SKL-08.1",), cause=SLIP):
        game.do(TiedUp(it=it, dc=0, rules=("PF-SKL-08.1", "PF-GRP-09.4")))


# --- gaps narrower than half a body -------------------------------------------------------------------


def tight_squares(game: Game, figure: Creature) -> list[Square]:
    """Neighbouring places so narrow that only Artista della Fuga gets one through (PF-GRID-28.1)."""
    ground = battle_of(game).ground
    if figure.span < 2 or not ground.signs:
        return []
    found = []
    for dx, dy in AROUND:
        if dx and dy:
            continue
        there = Space(figure.x + dx, figure.y + dy, figure.span)
        cells = there.squares()
        clear = frozenset(cell for cell in cells if not solid(ground, cell))
        if not all(map(ground.inside, cells)) or len(clear) == len(cells) or squeezes_in(there, clear):
            continue
        lanes = _lanes(there, clear, along_x=bool(dx))
        if lanes and may_stop(game, figure, (there.x, there.y)):
            found.append((there.x, there.y))
    return found


def _lanes(space: Space, clear: frozenset[Square], *, along_x: bool) -> int:
    """Rows (or columns) of a space that are clear from one end to the other."""
    ways = range(space.span)
    if along_x:
        return sum(all((space.x + i, space.y + j) in clear for i in ways) for j in ways)
    return sum(all((space.x + i, space.y + j) in clear for j in ways) for i in ways)


def _wriggles(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    return figure.span > 1 and not figure.stepped and can_walk(game, figure) and bool(tight_squares(game, figure))


@deed(WRIGGLE, FULL, ("PF-GRID-28.1", "PF-SKL-08.2"), offered=_wriggles, walks=True,
      grow=lambda game, it, path: None if path else Branch("square", tuple(
          Option(name_of_square(square), {"dc": GAP_DC}, ("PF-SKL-08.1",))
          for square in sorted(tight_squares(game, figure_of(game, it))))))  # fmt: skip
def wriggle(game: Game, it: Id, path: Path) -> Flow[None]:
    """A minute's work to get one square on in a gap narrower than half of one (PF-GRID-28, PF-SKL-08)."""
    yield from ()
    square = square_named(str(path[0]))
    assert square is not None
    if not figure_of(game, it).has(STUCK):
        game.do(ConditionBegan(it=it, condition=STUCK, rules=("PF-GRID-28.2",)))
    if _go_on(game, it, WRIGGLE, str(path[0]), ("PF-SKL-08.2",)) < MINUTE:
        return
    game.do(Toiled(it=it, rules=("PF-SKL-08.2",)))
    if skill(game, it, ESCAPE, GAP_DC, ("PF-SKL-08.1", "PF-GRID-28.1"), cause=WRIGGLE):
        odd = figure_of(game, it).odd
        game.do(Moved(it=it, path=(square,), cost=1, odd=odd, rules=("PF-GRID-28.1",)))


def come_loose(game: Game, it: Id) -> None:
    """Who has stopped working at a gap, and does not stand in one, is wedged in no longer."""
    figure = figure_of(game, it)
    if not figure.has(STUCK) or figure.span < 2 or WRIGGLE in figure.did:
        return
    ground = battle_of(game).ground
    clear = frozenset(cell for cell in figure.space.squares() if not solid(ground, cell))
    if len(clear) == len(figure.space.squares()) or squeezes_in(figure.space, clear):
        game.do(ConditionEnded(it=it, condition=STUCK, rules=("PF-GRID-28.2",)))
