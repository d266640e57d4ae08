"""Deviation: how far imprecise weapons and powers miss their point (CDC-DEV-01)."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.engine.values import Id, Seat
from arbitro.geometry.shapes import Point
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.access import FORWARD, edge_of
from arbitro.rulesets.crepuscolo.events import Deviated
from arbitro.rulesets.crepuscolo.queries import battle_of

NO_SHIFT = (1, 6)  # CDC-DEV-01.1


def deviation(game: Game, seat: Seat, actor: Id, point: Point) -> Point:
    """Roll 1d6 for the direction and, unless there is none, 3d6 cm; returns where the point ends, in units.

    ``seat`` rolls, for ``actor``; the dice are nobody's to have thrown again (CDC-DEV-01.12). Forward leads from the
    roller's edge, the one of its access point, towards the opposite edge. The point may leave the table.
    """
    state = battle_of(game)
    by = actor if actor and game.controller(actor) == seat else seat
    face = game.roll(6, by=by, rules=("CDC-DEV-01.1",))[0]
    distance = 0
    if face not in NO_SHIFT:
        distance = sum(game.roll(6, 3, by=by, rules=("CDC-DEV-01.6",))) * CM
    forward = FORWARD[edge_of(state.ground, state.access[state.seats.index(seat)])]
    end = ground.deviate(face, distance, point, forward)
    rule = "CDC-DEV-01.1" if face in NO_SHIFT else f"CDC-DEV-01.{face}"
    event = Deviated(
        actor=actor, face=face, distance=distance, from_x=point[0], from_y=point[1], x=end[0], y=end[1], rules=(rule,)
    )  # fmt: skip
    game.do(event)
    return end
