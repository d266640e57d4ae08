"""Edges of the table and the access points on them (CDC-DEP-01)."""

from __future__ import annotations

from arbitro.engine.asks import Flow, pick
from arbitro.engine.game import Game
from arbitro.geometry.shapes import Point
from arbitro.geometry.trig import Vector
from arbitro.rulesets.crepuscolo.events import AccessChosen
from arbitro.rulesets.crepuscolo.ground import Ground
from arbitro.rulesets.crepuscolo.queries import battle_of

SOUTH, NORTH, WEST, EAST = "south", "north", "west", "east"
FORWARD: dict[str, Vector] = {SOUTH: (0, 1), NORTH: (0, -1), WEST: (1, 0), EAST: (-1, 0)}
"""From each edge towards the opposite one; south is where y is 0, west where x is 0."""
OPPOSITE = {SOUTH: NORTH, NORTH: SOUTH, WEST: EAST, EAST: WEST}
EDGES = tuple(FORWARD)
ACCESS_DIE = 8  # CDC-DEP-01.3


def middle_of(ground: Ground, edge: str) -> Point:
    """The middle of an edge, where an access point lies unless agreed otherwise (CDC-DEP-01.4).

    >>> middle_of(Ground(90_000, 60_000), "north")
    (45000, 60000)
    """
    dx, dy = FORWARD[edge]
    return (ground.width * (1 - dx) // 2, ground.depth * (1 - dy) // 2)


def edge_of(ground: Ground, point: Point) -> str:
    """The edge nearest to a point; of two equally near ones the first of `EDGES`.

    >>> edge_of(Ground(90_000, 60_000), (88_000, 30_000))
    'east'
    """
    x, y = point
    away = {SOUTH: y, NORTH: ground.depth - y, WEST: x, EAST: ground.width - x}
    return min(EDGES, key=away.__getitem__)


def opposite_access(ground: Ground, point: Point) -> Point:
    """The middle of the edge opposite to an access point (CDC-DEP-01.2)."""
    return middle_of(ground, OPPOSITE[edge_of(ground, point)])


def roll_access(game: Game) -> Flow[bool]:
    """Both roll 1d8; the higher picks an edge and the other has the opposite one. False: a tie (CDC-DEP-01.3)."""
    state = battle_of(game)
    a, b = state.seats
    faces = [game.roll(ACCESS_DIE, by=seat, rules=("CDC-DEP-01.3",))[0] for seat in (a, b)]
    if faces[0] == faces[1]:
        return False
    chooser = a if faces[0] > faces[1] else b
    edge = yield from pick("edge", chooser, EDGES, {"seat": chooser}, ("CDC-DEP-01.3",))
    mine, theirs = middle_of(state.ground, edge), middle_of(state.ground, OPPOSITE[edge])
    access = (mine, theirs) if chooser == a else (theirs, mine)
    game.do(AccessChosen(access=access, rules=("CDC-DEP-01.3", "CDC-DEP-01.4")))
    return True
