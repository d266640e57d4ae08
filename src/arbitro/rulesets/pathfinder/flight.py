"""Fear: whoever is frightened gets away from the foes it sees, as long as it can (PF-CND-06.2)."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.geometry.grid import Space, Square, distance
from arbitro.rulesets.pathfinder.lookups import able, battle_of, shapes_on
from arbitro.rulesets.pathfinder.sight import sees
from arbitro.rulesets.pathfinder.state import Creature

FLIGHT = ("move", "withdraw", "leave", "stand", "escape", "release", "tear_free", "pluck")
"""What somebody frightened does while any of it is possible."""


def feared(game: Game, figure: Creature) -> list[Space]:
    """The foes from whom somebody flees: those it sees who can act; none for the brave."""
    if not figure.conditions or not any(shape.flees for shape in shapes_on(game, figure.id)):
        return []
    key = ("feared", figure.id)
    known: list[Space] | None = game.now.get(key)
    if known is None:
        foes = battle_of(game).foes_of(figure)
        known = game.now[key] = [
            foe.space for foe in foes if not foe.hidden and able(game, foe.id) and sees(game, figure.id, foe.id)
        ]  # fmt: skip
    return known


def away(figure: Creature, foes: list[Space], square: Square) -> bool:
    """Whether the nearest of those feared would be farther off from a square than it is now."""
    there = figure.space.at(*square)
    return min(distance(there, foe) for foe in foes) > min(distance(figure.space, foe) for foe in foes)
