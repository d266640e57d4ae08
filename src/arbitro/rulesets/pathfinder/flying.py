"""Flying up and coming down, and being driven over an edge (PF-TAB-23)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Space, Square
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events_magic import Floated, HeightChanged
from arbitro.rulesets.pathfinder.falls import fall
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, sheet_of
from arbitro.rulesets.pathfinder.numbers import speed_of
from arbitro.rulesets.pathfinder.state import FLY, IN, MOVE, PRONE, Creature
from arbitro.rulesets.pathfinder.threat import strikers

UPWARDS = 2  # squares of speed for each square up
HIGHEST = 12  # squares
STEEP = 2
"""Squares of height down which nobody walks."""


def drop(game: Game, it: Id, before: int) -> Flow[None]:
    """Somebody who was driven off something higher falls; ``before``: the height there, in squares."""
    squares = before - ground_under(game, it)
    if squares >= STEEP and not keeps_up(game, figure_of(game, it)):
        yield from fall(game, it, squares, ("PF-TAB-23.1",))


def ground_under(game: Game, it: Id) -> int:
    """The height of the highest ground under somebody, in squares."""
    return height_under(game, figure_of(game, it).space)


def height_under(game: Game, space: Space) -> int:
    """The height of the highest ground in a space, in squares."""
    raised = battle_of(game).ground.raised
    return max((raised.get(square, 0) for square in space.squares()), default=0)


def edge_on(game: Game, figure: Creature, path: tuple[Square, ...]) -> int:
    """Squares of a way after which somebody who is driven along it is over an edge or a pit; 0 where it never is."""
    if keeps_up(game, figure):
        return 0
    before = height_under(game, figure.space)
    for n, square in enumerate(path, 1):
        height = height_under(game, figure.space.at(*square))
        if before - height >= STEEP:
            return n
        before = height
    return 0


def keeps_up(game: Game, figure: Creature) -> bool:
    """Whether somebody does not need the ground."""
    return figure.z > 0 or _flies(game, figure)


def unsupported(game: Game, figure: Creature) -> bool:
    """Whether somebody in the air can no longer keep up there."""
    return figure.z > 0 and figure.status == IN and not figure.face and not figure.mount and not _flies(game, figure)


def come_down(game: Game, it: Id) -> Flow[None]:
    """What kept somebody up has gone: one whom magic carried sinks slowly, the others fall."""
    figure = figure_of(game, it)
    if sheet_of(game, figure).speeds.get(FLY):
        yield from fall(game, it, figure.z, ("PF-TAB-23.1",))
    else:
        game.do(Floated(it=it, squares=figure.z, rules=("PF-SPX-03.1",)))


def _flies(game: Game, figure: Creature) -> bool:
    return able(game, figure.id) and speed_of(game, figure.id, FLY) > 0


# --- up and down --------------------------------------------------------------------------------------


def _heights(game: Game, it: Id) -> range:
    """To what heights somebody can rise with a move."""
    figure = figure_of(game, it)
    if not _flies(game, figure) or figure.has(PRONE) or figure.held_by or figure.mount or figure.rider or figure.face:
        return range(0)
    return range(figure.z + 1, min(HIGHEST, figure.z + speed_of(game, it, FLY) // UPWARDS) + 1)


def _height_branch(game: Game, it: Id, found: range) -> Branch:
    given = strikers(game, it)
    return Branch("height", tuple(Option(height, {"by": given}) for height in found))


@deed("rise", MOVE, ("PF-MOV-02.1",), offered=lambda game, it: bool(_heights(game, it)),
      provokes=True, walks=True,
      grow=lambda game, it, path: None if path else _height_branch(game, it, _heights(game, it)))  # fmt: skip
def rise(game: Game, it: Id, path: Path) -> Flow[None]:
    """Fly straight up, at half speed."""
    yield from ()
    game.do(HeightChanged(it=it, z=int(str(path[0])), rules=("PF-MOV-02.1",)))


def _lower(game: Game, it: Id) -> range:
    figure = figure_of(game, it)
    return range(max(0, figure.z - speed_of(game, it, FLY)), figure.z) if _flies(game, figure) else range(0)


@deed("sink", MOVE, ("PF-MOV-02.1",), offered=lambda game, it: bool(_lower(game, it)),
      provokes=True, walks=True,
      grow=lambda game, it, path: None if path else _height_branch(game, it, _lower(game, it)))  # fmt: skip
def sink(game: Game, it: Id, path: Path) -> Flow[None]:
    """Fly straight down."""
    yield from ()
    game.do(HeightChanged(it=it, z=int(str(path[0])), rules=("PF-MOV-02.1",)))
