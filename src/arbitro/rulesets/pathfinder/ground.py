"""The board under the battle: what stops movement and lines, what slows, and who stands where."""

from __future__ import annotations

from functools import lru_cache

from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Space, Square, cuts
from arbitro.rulesets.pathfinder.lookups import battle_of
from arbitro.rulesets.pathfinder.state import FLY, PER_SQUARE, SMALL, Battle, Creature, Ground, Zone

OPEN, SOLID, DIFFICULT, LOW, PIT, WATER, FOG, FOLIAGE = ".", "#", ",", "o", "^", "~", "%", '"'
MIST = "*"
SIGNS = (OPEN, SOLID, DIFFICULT, LOW, PIT, WATER, FOG, FOLIAGE, MIST)
WALL, LOW_WALL, SLIT, FORCE, FLAMES, DOOR, BARS = "wall", "low", "slit", "force", "fire", "door", "bars"
FIRM, OPAQUE = (WALL, FORCE, DOOR), (WALL, FLAMES, DOOR)
"""Walls that stop lines of effect, and those that stop eyes."""
SLOW = (DIFFICULT, FOLIAGE)
SLOPE = 1
"""Squares of height between neighbours that can be walked; more is a face."""
HIDING = (FOG, FOLIAGE, MIST)
GREASE, PLANTS, WEBS = "grease", "plants", "webs"
ZONES = (GREASE, PLANTS, WEBS)
"""What spells make of the ground; all of it is difficult to cross on foot."""
SILENCE = "silence"
"""What a spell makes of the air: no sound is heard there."""


def zone_squares(battle: Battle, *kinds: str) -> frozenset[Square]:
    """The squares that spells have changed so; where none is given, those whose ground they have changed."""
    return _covered(battle.zones, kinds or ZONES) if battle.zones else frozenset()


def hushed(battle: Battle, figure: Creature) -> bool:
    """Whether somebody stands where no sound is heard (Silence; open content)."""
    return bool(battle.zones) and not zone_squares(battle, SILENCE).isdisjoint(figure.space.squares())


@lru_cache(maxsize=64)
def _covered(zones: tuple[Zone, ...], kinds: tuple[str, ...]) -> frozenset[Square]:
    return frozenset(square for zone in zones if zone.kind in kinds for square in zone.squares)


def solid(ground: Ground, square: Square) -> bool:
    """Whether a square is full of something that stops movement and lines; so is all that is off the board."""
    return ground.signs.get(square) == SOLID or not ground.inside(square)


def walled(ground: Ground, a: Square, b: Square) -> bool:
    """Whether nobody gets through between two neighbouring squares: a wall, a shut door, bars."""
    return ground.between.get(frozenset((a, b))) in (*FIRM, SLIT, BARS)


def slit_between(ground: Ground, a: Square, b: Square) -> bool:
    """Whether a wall with an arrow slit stands between two neighbouring squares: lines pass, bodies do not."""
    return ground.between.get(frozenset((a, b))) == SLIT


def low_between(ground: Ground, a: Square, b: Square) -> bool:
    """Whether a low wall stands between two neighbouring squares."""
    return ground.between.get(frozenset((a, b))) == LOW_WALL


def half_shut(ground: Ground, a: Square, b: Square) -> bool:
    """Whether a low wall, or bars, let lines through and cover who is behind."""
    return ground.between.get(frozenset((a, b))) in (LOW_WALL, BARS)


def burning(ground: Ground, a: Square, b: Square) -> bool:
    """Whether flames stand between two neighbouring squares."""
    return ground.between.get(frozenset((a, b))) == FLAMES


def line_stopped(ground: Ground, p: Square, q: Square, stops: tuple[str, ...] = FIRM) -> bool:
    """Whether something solid stops a line between two points (in half squares); ``stops``: kinds of walls."""
    if not ground.opaque or (ground.spans(p, q) and not any(_touched(square, p, q) for square in ground.stops)):
        return False
    wall = (lambda a, b: ground.between.get(frozenset((a, b))) in stops) if ground.walls else None
    return cuts(p, q, lambda square: solid(ground, square), wall)


def _touched(square: Square, p: Square, q: Square) -> bool:
    """Whether a line between two points (in half squares) meets a square, or its border."""
    x, y = 2 * square[0] + 1, 2 * square[1] + 1
    in_box = min(p[0], q[0]) - 1 <= x <= max(p[0], q[0]) + 1 and min(p[1], q[1]) - 1 <= y <= max(p[1], q[1]) + 1
    dx, dy = q[0] - p[0], q[1] - p[1]
    return in_box and abs(dx * (y - p[1]) - dy * (x - p[0])) <= abs(dx) + abs(dy)


def line_blocked(
    ground: Ground, a: Space | None, p: Square, b: Space, q: Square, stops: tuple[str, ...] = FIRM
) -> bool:
    """Whether a line from a point of one space (or from anywhere) to a point of another is stopped.

    A thin wall stands on the very corners of the squares beside it: a line that touches one of them from the other side
    has not passed it.
    """
    if line_stopped(ground, p, q, stops):
        return True
    if not ground.walls:
        return False
    return not any(
        _arrives(ground, p, q, b, a, stops, side) and (a is None or _arrives(ground, q, p, a, b, stops, side))
        for side in _sides(p, q)
    )


def _sides(p: Square, q: Square) -> tuple[Square, ...]:
    """A line along borders runs on one side of them or on the other: towards which; (0, 0) for any other line."""
    if p != q and p[0] == q[0] and p[0] % 2 == 0:
        return (1, 0), (-1, 0)
    if p != q and p[1] == q[1] and p[1] % 2 == 0:
        return (0, 1), (0, -1)
    return ((0, 0),)


QUARTERS = ((1, 1), (-1, 1), (-1, -1), (1, -1))
"""The directions of the four squares about a corner, from one to the next."""


def _arrives(
    ground: Ground, p: Square, q: Square, space: Space, other: Space | None, stops: tuple[str, ...], side: Square
) -> bool:
    """Whether a line from ``p`` that ends at ``q``, a point of a space, is on that space's side of the walls there."""
    if q[0] % 2 or q[1] % 2:
        return True  # the middle of a square
    x, y = q[0] // 2, q[1] // 2
    around = ((x, y), (x - 1, y), (x - 1, y - 1), (x, y - 1))
    own = space.squares()
    inside = [n for n in range(4) if around[n] in own]
    dx, dy = p[0] - q[0] + side[0], p[1] - q[1] + side[1]
    if p == q:
        coming = [n for n in range(4) if other is None or around[n] in other.squares()]
    else:
        coming = [n for n, (sx, sy) in enumerate(QUARTERS) if sx * dx >= 0 and sy * dy >= 0]
    free = [ground.between.get(frozenset((around[n], around[(n + 1) % 4]))) not in stops for n in range(4)]
    return any(_linked(m, n, free) for m in coming for n in inside)


def _linked(m: int, n: int, free: list[bool]) -> bool:
    """Whether one gets from one of the four squares about a corner to another by the shorter way, past no wall.

    ``free``: whether there is none between each of them and the next.
    """
    if m == n:
        return True
    if (n - m) % 4 == 1:
        return free[m]
    if (n - m) % 4 == 3:
        return free[n]
    return (free[m] and free[(m + 1) % 4]) or (free[n] and free[(n + 1) % 4])


def closed_corner(ground: Ground, here: Square, there: Square) -> bool:
    """Whether a diagonal step would cut a corner: no diagonal past a wall, but past creatures and pits (PF-GRID-08)."""
    beside = ((there[0], here[1]), (here[0], there[1]))
    if any(ground.signs.get(square) == SOLID for square in beside):
        return True
    return bool(ground.walls) and any(
        walled(ground, a, b) for side in beside for a, b in ((here, side), (side, there))
    )  # fmt: skip


def narrow(ground: Ground, space: Space) -> bool:
    """Whether a big creature is squeezed in a space: part of it is full of something solid (PF-GRID-25, -26)."""
    if space.span == 1 or not ground.signs:
        return False
    known = ground.memory("narrow")
    if space not in known:
        known[space] = any(solid(ground, square) for square in space.squares())
    return bool(known[space])


def squeezes_in(space: Space, clear: frozenset[Square]) -> bool:
    """Whether at least half the width of a space is clear, along its whole length (PF-GRID-25.1)."""
    if not clear or space.span == 1:
        return False
    rows = sum(all((space.x + i, space.y + j) in clear for i in range(space.span)) for j in range(space.span))
    columns = sum(all((space.x + i, space.y + j) in clear for j in range(space.span)) for i in range(space.span))
    return max(rows, columns) * 2 >= space.span


def height_of(game: Game, figure: Creature) -> int:
    """Squares above the ground on which somebody stands, hangs or flies; who flies does not sink into a pit."""
    raised = battle_of(game).ground.raised
    if not raised:
        return figure.z
    ground = max(raised.get(square, 0) for square in figure.space.squares())
    return figure.z + (max(0, ground) if figure.way == FLY else ground)


def rise(ground: Ground, here: Square, there: Square) -> int:
    """By how many squares one square is higher than another."""
    return ground.raised.get(there, 0) - ground.raised.get(here, 0)


def level(ground: Ground, a: Space, b: Space) -> bool:
    """Whether every square of one space and its like in another differ no more than a slope that can be walked."""
    pairs = zip(a.squares(), b.squares(), strict=True)
    return not ground.raised or all(abs(rise(ground, here, there)) <= SLOPE for here, there in pairs)


# --- who stands where ---------------------------------------------------------------------------------


def occupants(game: Game) -> dict[Square, tuple[Id, ...]]:
    """Who stands on each square; riders count with their mounts, both are there."""
    known: dict[Square, tuple[Id, ...]] | None = game.near.get("occupants")
    if known is None:
        known = {}
        for figure in battle_of(game).here():
            for square in figure.space.squares() if not figure.inside else ():
                known[square] = (*known.get(square, ()), figure.id)
        game.near["occupants"] = known
    return known


def within(battle: Battle, space: Space) -> bool:
    """Whether a space is on the board, with nothing solid in it."""
    ground = battle.ground
    if space.span == 1:
        square = (space.x, space.y)
        return ground.inside(square) and ground.signs.get(square) not in (SOLID, PIT)
    squares = space.squares()
    clear = frozenset(one for one in squares if ground.signs.get(one) not in (SOLID, PIT))
    return all(map(ground.inside, squares)) and (len(clear) == len(squares) or squeezes_in(space, clear))


def room_for(game: Game, mover: Creature, square: Square) -> bool:
    """Whether as many small ones as are in a square leave room for one more (PF-SIZE-02)."""
    most = PER_SQUARE[mover.size + 4] if mover.size < SMALL else 1
    figures = battle_of(game).figures
    alike = [it for it in occupants(game).get(square, ()) if it != mover.id and figures[it].size == mover.size]
    return len(alike) < most or mover.size >= SMALL
