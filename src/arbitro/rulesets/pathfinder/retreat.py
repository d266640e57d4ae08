"""A computer keeps out of needless danger: it steps back before it shoots, and leaves the field where its side is told
to. ``retreat`` of a side in a scenario says how much of it, in per cent, may be lost before the others go."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.engine.values import Id, Seat, Value
from arbitro.geometry.grid import Square, distance
from arbitro.rulesets.pathfinder.deeds import DEEDS, may_do
from arbitro.rulesets.pathfinder.gauges import fallen
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of
from arbitro.rulesets.pathfinder.moves import step_squares, withdraw_reach
from arbitro.rulesets.pathfinder.paths import reachable, stride_of, way_of
from arbitro.rulesets.pathfinder.state import Battle, Creature, name_of_square
from arbitro.rulesets.pathfinder.threat import ready_to_strike, strikers, threatened_squares

Path = tuple[Value, ...]
RISK = 3
"""Squares of detour that an opportunity given is worth to somebody who leaves."""

EACH_SQUARE = 150
"""What each square counts that is left to the border of the board, for one who has orders to leave."""


def told_to_go(battle: Battle, seat: Seat) -> bool:
    """Whether so much of a side is dead, down or gone that the others have orders to leave the field."""
    limit = dict(battle.retreats).get(seat)
    if limit is None or battle.calm:
        return False
    side = [one for one in battle.side(seat) if not one.summoned]
    lost = sum(not one.present or fallen(one) for one in side)
    return lost * 100 >= limit * len(side)


def way_out(game: Game, it: Id) -> Path | None:
    """What somebody does who leaves the field: free itself, get up, walk off, or get nearer to the border.

    Out of the reach of foes it withdraws, so that they do not strike; None where it can do nothing of the kind.
    """
    battle, figure = battle_of(game), figure_of(game, it)
    if not told_to_go(battle, figure.seat):
        return None
    for name in ("release", "escape", "tear_free", "pluck", "stand"):
        if may_do(game, figure, DEEDS[name]):
            path: Path = ()
            while (branch := DEEDS[name].grow(game, it, path)) is not None:
                path = (*path, branch.options[0].key)
            return (name, *path)
    pressed = bool(strikers(game, it))
    if may_do(game, figure, DEEDS["leave"]) and not pressed:
        return ("leave",)
    for name in ("withdraw", "move") if pressed else ("move",):
        if may_do(game, figure, DEEDS[name]) and (square := _outward(game, figure, name)) is not None:
            return (name, name_of_square(square))
    return ("leave",) if may_do(game, figure, DEEDS["leave"]) else None


def _outward(game: Game, figure: Creature, name: str) -> Square | None:
    """The square nearest to the border, at least risk and far from the foes; None where it is not nearer than here."""
    battle = battle_of(game)
    foes = [foe.space for foe in battle.foes_of(figure) if not foe.hidden and able(game, foe.id)]
    if name == "move":
        way = figure.way if figure.stride else way_of(game, figure)
        found = reachable(game, figure.id, stride_of(game, figure), way, odd=figure.odd)
    else:
        found = withdraw_reach(game, figure.id)
    risks = {square: len(reach.by) for square, reach in found.items()}

    def key(square: Square) -> tuple[int, int, Square]:
        near = min((distance(figure.space.at(*square), foe) for foe in foes), default=0)
        return _inside(battle, figure, square) + RISK * risks.get(square, 0), -near, square

    here = (figure.x, figure.y)
    best = min(risks, key=key, default=None)
    held = bool(strikers(game, figure.id))
    return best if best is not None and (held or key(best)[0] < key(here)[0]) else None


def exposed(battle: Battle, figure: Creature) -> int:
    """What it costs somebody who leaves to be on the board still: more the farther from the border."""
    return EACH_SQUARE * (1 + _inside(battle, figure, (figure.x, figure.y))) if figure.present else 0


def _inside(battle: Battle, figure: Creature, square: Square) -> int:
    """Squares between a place and the border of the board."""
    ground = battle.ground
    return min(*square, ground.width - square[0] - figure.span, ground.depth - square[1] - figure.span)


def step_back(game: Game, it: Id) -> Path | None:
    """The step that brings somebody who would shoot out of the reach of all who could strike (PF-MISC-01)."""
    figure = figure_of(game, it)
    if not strikers(game, it) or not may_do(game, figure, DEEDS["step"]):
        return None
    reached: set[Square] = set()
    for foe in battle_of(game).foes_of(figure):
        if ready_to_strike(game, foe.id):
            reached |= threatened_squares(game, foe.id)
    safe = (s for s in sorted(step_squares(game, it)) if not reached.intersection(figure.space.at(*s).squares()))
    square = next(safe, None)
    return ("step", name_of_square(square)) if square is not None else None
