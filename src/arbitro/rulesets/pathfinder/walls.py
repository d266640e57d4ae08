"""Walls that spells raise: of stone, of force, of flames (PF-SPX-08); on the grid they stand between squares.

Stone stops all, force all but sight, flames nothing but sight: they burn on one side, and whoever goes through them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.effects import begin_effect
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.grid import Space, Square, distance
from arbitro.rulesets.pathfinder.events_magic import BarrierFell, BarrierRose
from arbitro.rulesets.pathfinder.ground import FIRM, FLAMES, burning, solid
from arbitro.rulesets.pathfinder.harm import suffer
from arbitro.rulesets.pathfinder.kindling import kindle
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of, sheet_of
from arbitro.rulesets.pathfinder.state import IN, Barrier, Battle, name_of_square, square_named
from arbitro.rulesets.pathfinder.verbs import verb

Edge = tuple[int, int, int, int]
HEAT = ((2, 2), (4, 1))  # squares from the flames, and dice of four sides there: PF-SPX-08.1
HEAT_SIDES, THROUGH_DICE, THROUGH_SIDES, MOST_LEVELS = 4, 2, 6, 20
SIDES = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}


# --- where one can stand ------------------------------------------------------------------------------


def run(a: Square, b: Square) -> list[Edge]:
    """The borders of squares from one corner to another on the same row or column.

    >>> run((1, 2), (3, 2)), run((1, 1), (1, 2))
    ([(1, 1, 1, 2), (2, 1, 2, 2)], [(0, 1, 1, 1)])
    """
    if a[1] == b[1]:
        lo, hi = sorted((a[0], b[0]))
        return [(x, a[1] - 1, x, a[1]) for x in range(lo, hi)]
    lo, hi = sorted((a[1], b[1]))
    return [(a[0] - 1, y, a[0], y) for y in range(lo, hi)]


def ends_from(game: Game, kind: str, corner: Square, length: int) -> list[Square]:
    """The corners to which a wall can run from one: straight, over free borders, not through anybody if it is firm."""
    battle, found = battle_of(game), []
    for dx, dy in SIDES.values():
        for n in range(1, length + 1):
            end = (corner[0] + dx * n, corner[1] + dy * n)
            edge = run((corner[0] + dx * (n - 1), corner[1] + dy * (n - 1)), end)[0]
            if not _free(battle, kind, edge):
                break
            found.append(end)
    return sorted(found)


def _free(battle: Battle, kind: str, edge: Edge) -> bool:
    a, b = edge[:2], edge[2:]
    if solid(battle.ground, a) or solid(battle.ground, b) or frozenset((a, b)) in battle.ground.between:
        return False
    return kind not in FIRM or not any(cut(figure.space, edge) for figure in battle.here())


def cut(space: Space, edge: Edge) -> bool:
    """Whether a border lies inside a space."""
    squares = space.squares()
    return edge[:2] in squares and edge[2:] in squares


def sides_of(a: Square, b: Square) -> tuple[str, str]:
    """The two sides of a wall between two corners."""
    return ("north", "south") if a[1] == b[1] else ("east", "west")


# --- raising and falling ------------------------------------------------------------------------------


@verb("raise_wall", head="none")
def raise_wall(game: Game, scope: dict[str, Any], head: Any, args: dict[str, Any]) -> Flow[None]:
    """A wall from corner to corner, as it was aimed; with ``for`` it falls by itself."""
    first, last = (square_named(str(word)) for word in scope["path"][:2])
    assert first is not None and last is not None
    kind = library_of(game).spells[scope["rule"]].aim.wall
    part, effect = scope["_part"], ""
    if part.ends:
        begin_effect(game, part, scope, scope["me"], (("wall", kind),))
        effect = max(game.state.effects.values(), key=lambda one: one.stamp).id
    side = SIDES[str(scope["path"][2])] if len(scope["path"]) > 2 else (0, 0)
    edges = tuple(edge for edge in run(first, last) if _free(battle_of(game), kind, edge))
    barrier = Barrier(kind, scope["rule"], edges, scope["me"], scope["cl"], effect, side)
    game.do(BarrierRose(barrier=barrier, rules=(scope["rule"],)))
    if kind == FLAMES:
        for figure in battle_of(game).here():
            if any(cut(figure.space, edge) for edge in edges):
                yield from sear(game, figure.id, barrier)
        yield from _glow(game, barrier)
        yield from kindle(game, {square for edge in edges for square in (edge[:2], edge[2:])}, scope["me"])


def fallen_walls(battle: Battle) -> list[Barrier]:
    """Walls whose spell is over."""
    return [one for one in battle.barriers if one.effect and one.effect not in battle.effects]


def let_fall(game: Game, barrier: Barrier) -> None:
    """A wall is gone."""
    game.do(BarrierFell(barrier=barrier, rules=(barrier.spell,)))


def label_of(barrier: Barrier) -> str:
    """Where a wall stands, for those who choose among several."""
    return f"{name_of_square(barrier.edges[0][:2])}-{name_of_square(barrier.edges[-1][2:])}" if barrier.edges else ""


# --- flames -------------------------------------------------------------------------------------------


def glow_at_turn(game: Game, it: Id) -> Flow[None]:
    """The flames somebody has raised burn those beside them at its count (PF-SPX-08.1)."""
    for barrier in battle_of(game).barriers:
        if barrier.it == it and barrier.kind == FLAMES:
            yield from _glow(game, barrier)


def _glow(game: Game, barrier: Barrier) -> Flow[None]:
    """The heat on one side of flames."""
    for figure in list(battle_of(game).here()):
        dice = heat_at(barrier, figure.space)
        if dice:
            yield from _burn(game, figure.id, barrier, dice, HEAT_SIDES, 0)


def heat_at(barrier: Barrier, space: Space) -> int:
    """Dice of damage that flames deal to somebody who stands there, 0 where it is not hot."""
    dx, dy = barrier.side
    beside = [edge[2:] if dx + dy > 0 else edge[:2] for edge in barrier.edges]
    if not beside:
        return 0
    x, y = beside[0]
    hot = [(a, b) for a, b in space.squares() if (a - x) * dx + (b - y) * dy >= 0]
    if not hot:
        return 0
    away = 1 + min(distance(Space(*square), Space(*near)) for square in hot for near in beside)
    return next((dice for squares, dice in HEAT if away <= squares), 0)


def flames_between(game: Game, here: Square, there: Square, span: int = 1) -> Barrier | None:
    """The flames through which a step of a creature of so many squares goes, None if there are none."""
    battle = battle_of(game)
    if not any(one.kind == FLAMES for one in battle.barriers):
        return None
    crossed = {edge for a, b in _strides(here, there, span) for edge in _borders(a, b) if _burns(battle, edge)}
    return next((one for one in battle.barriers if one.kind == FLAMES and crossed & {
        frozenset((edge[:2], edge[2:])) for edge in one.edges}), None)  # fmt: skip


def _strides(here: Square, there: Square, span: int) -> Iterator[tuple[Square, Square]]:
    yield from zip(Space(*here, span).squares(), Space(*there, span).squares(), strict=True)


def _borders(a: Square, b: Square) -> Iterator[frozenset[Square]]:
    """The borders that a step crosses: one, or on a diagonal those of the squares beside it."""
    if a[0] == b[0] or a[1] == b[1]:
        yield frozenset((a, b))
        return
    for side in ((b[0], a[1]), (a[0], b[1])):
        yield frozenset((a, side))
        yield frozenset((side, b))


def _burns(battle: Battle, border: frozenset[Square]) -> bool:
    a, b = tuple(border)
    return burning(battle.ground, a, b)


def sear(game: Game, it: Id, barrier: Barrier) -> Flow[None]:
    """Somebody goes through flames (PF-SPX-08.1)."""
    yield from _burn(game, it, barrier, THROUGH_DICE, THROUGH_SIDES, min(MOST_LEVELS, barrier.cl))


def _burn(game: Game, it: Id, barrier: Barrier, dice: int, sides: int, plus: int) -> Flow[None]:
    """Damage by flames; the undead burn twice as well."""
    if figure_of(game, it).status != IN:
        return
    amount = game.sum(dice, sides, by=barrier.it, rules=("PF-SPX-08.1",)) + plus
    times = 2 if sheet_of(game, figure_of(game, it)).type == "non_morto" else 1
    yield from suffer(game, it, amount * times, "fuoco", actor=barrier.it, rules=("PF-SPX-08.1",))


def wall_named(battle: Battle, key: Value) -> Barrier | None:
    """The wall that an effect holds up."""
    return next((one for one in battle.barriers if one.effect and one.effect == key), None)
