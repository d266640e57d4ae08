"""Walls that divide the field: which fighters have nobody left to fight while one stands, and where one is best raised.

A wall helps the side of which fewer are kept from fighting. Flames burn besides, and may be gone through at a price.
"""

from __future__ import annotations

from msgspec import Struct

from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.grid import Space, Square, distance
from arbitro.rulesets.pathfinder.areas import aim_branch
from arbitro.rulesets.pathfinder.ground import FLAMES
from arbitro.rulesets.pathfinder.lookups import able, battle_of
from arbitro.rulesets.pathfinder.metamagic import spell_of
from arbitro.rulesets.pathfinder.prowess import POINT, round_of
from arbitro.rulesets.pathfinder.spellbook import number
from arbitro.rulesets.pathfinder.state import Barrier, Battle, Creature, name_of_square, square_named
from arbitro.rulesets.pathfinder.tactics_ground import danger_of, from_afar, standing_foes
from arbitro.rulesets.pathfinder.walls import (
    MOST_LEVELS,
    SIDES,
    THROUGH_DICE,
    THROUGH_SIDES,
    ends_from,
    heat_at,
    run,
    sides_of,
)

Path = tuple[Value, ...]
WITHIN = 8
"""Squares that somebody is taken to come and strike within, where nothing more is known of it."""
BESIDE = 1
"""Squares from a foe within which a wall is thought of that is to keep it off."""
KEPT = 2
"""So many rounds of blows are lost to somebody kept off."""
HEAT_MEAN, THROUGH_MEAN = 250, THROUGH_DICE * (THROUGH_SIDES + 1) * 50
"""A hundred times the mean of one die of heat, and of going through flames."""


class Screen(Struct, frozen=True):
    """A wall from one corner to another, on one row or column."""

    a: Square
    b: Square

    def parts(self, here: Space, there: Space) -> bool:
        """Whether the line between the middles of two spaces goes through it.

        >>> wall = Screen((4, 2), (4, 6))
        >>> [wall.parts(Space(2, 3), there) for there in (Space(6, 4), Space(6, 12), Space(3, 3))]
        [True, False, False]
        """
        (px, py), (qx, qy) = here.centre(), there.centre()
        upright = self.a[0] == self.b[0]
        if not upright:
            px, py, qx, qy = py, px, qy, qx
        line, *span = (2 * self.a[0], self.a[1], self.b[1]) if upright else (2 * self.a[1], self.a[0], self.b[0])
        if (px - line) * (qx - line) >= 0:
            return False
        low, high = 2 * min(span), 2 * max(span)
        rise = py * (qx - px) + (line - px) * (qy - py)
        return min(low * (qx - px), high * (qx - px)) <= rise <= max(low * (qx - px), high * (qx - px))

    def way(self, here: Space, there: Space) -> int:
        """Squares from one space to another, round the nearer end where it stands between them."""
        if not self.parts(here, there):
            return distance(here, there)
        return min(distance(here, Space(*end)) + distance(Space(*end), there) for end in (self.a, self.b))


def screen_of(barrier: Barrier) -> Screen:
    """A wall that stands, from corner to corner."""
    (x, y), (u, v) = barrier.edges[0][2:], barrier.edges[-1][2:]
    across = barrier.edges[0][0] != barrier.edges[0][2]
    return Screen((x, y), (u, v + 1)) if across else Screen((x, y), (u + 1, v))


def cut_off(battle: Battle) -> list[Creature]:
    """The fighters for whom walls of spells stand between them and every foe, with a long way round."""
    screens = [screen_of(one) for one in battle.barriers if one.edges]
    up = [one for one in battle.here() if one.hp > 0]
    found = []
    for figure in up:
        foes = [foe for foe in up if foe.seat != figure.seat]
        if foes and all(any(s.way(figure.space, foe.space) > WITHIN and s.parts(figure.space, foe.space)
                            for s in screens) for foe in foes):  # fmt: skip
            found.append(figure)
    return found


# --- where to raise one -------------------------------------------------------------------------------


def wall_ideas(game: Game, it: Id, word: str, cl: int) -> list[tuple[int, Path]]:
    """Where a wall keeps more of the foes from the fight than of the friends: the best place alone, [] for none."""
    battle, kind = battle_of(game), spell_of(game, word).aim.wall
    if any(one.it == it for one in battle.barriers):
        return []
    foes = standing_foes(game, it)
    mine = [one for one in battle.side(battle.figures[it].seat) if able(game, one.id)]
    best: tuple[int, Path] | None = None
    for a, b in _places(game, it, word, cl, foes):
        screen = Screen(a, b)
        for side in sides_of(a, b) if kind == FLAMES else ("",):
            flames = Barrier(kind, "", tuple(run(a, b)), it, cl, "", SIDES.get(side, (0, 0)))
            gain = _harm(game, flames, screen, foes, mine) - _harm(game, flames, screen, mine, foes)
            if gain > (best[0] if best is not None else 0):
                best = gain, (name_of_square(a), name_of_square(b), *((side,) if side else ()))
    return [best] if best is not None else []


def _places(game: Game, it: Id, word: str, cl: int, foes: list[Creature]) -> list[tuple[Square, Square]]:
    """Walls as long as may be, on the lines next to a foe, with the foe about their middle."""
    shape = spell_of(game, word)
    branch, length = aim_branch(game, it, shape, cl, ()), number(game, shape.aim.count, cl)
    corners = {square_named(str(option.key)) for option in branch.options} if branch is not None else set()
    found: dict[tuple[Square, Square], None] = {}
    for foe in foes:
        for axis in (0, 1):
            low = (foe.x, foe.y)[axis]
            for line in range(low - BESIDE, low + foe.span + BESIDE + 1):
                starts = [one for one in corners if one is not None and one[axis] == line]
                wanted = (foe.x, foe.y)[1 - axis] - length // 2
                start = min(starts, key=lambda one: (abs(one[1 - axis] - wanted), one), default=None)
                if start is not None:
                    ends = [end for end in ends_from(game, shape.aim.wall, start, length)
                            if end[axis] == line and end[1 - axis] > start[1 - axis]]  # fmt: skip
                    found |= {(start, max(ends)): None} if ends else {}
    return list(found)


def _harm(game: Game, wall: Barrier, screen: Screen, some: list[Creature], others: list[Creature]) -> int:
    """What a wall costs some who would strike at others: the blows of those whom it keeps off, and the heat of flames.

    Flames keep nobody off for longer than going through them hurts.
    """
    total, through = 0, THROUGH_MEAN + POINT * min(MOST_LEVELS, wall.cl)
    for one in some:
        kept = KEPT * round_of(one) if _kept_off(game, one, screen, others) else 0
        if wall.kind == FLAMES:
            kept = min(kept, through) + HEAT_MEAN * heat_at(wall, one.space)
        total += min(kept, POINT * max(0, one.hp) + KEPT * round_of(one))
    return total


def _kept_off(game: Game, one: Creature, screen: Screen, others: list[Creature]) -> bool:
    """Whether somebody who could strike this turn, or shoot, reaches nobody once a wall stands."""
    if from_afar(game, one.id):
        return bool(others) and all(screen.parts(one.space, other.space) for other in others)
    reach = danger_of(game, one.id)
    near = [other.space for other in others if distance(one.space, other.space) <= reach]
    return bool(near) and all(screen.way(one.space, space) > reach for space in near)
