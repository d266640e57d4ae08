"""The end of every displacement: lines that were crossed on the way, then whatever watches for moves."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.events import Used
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.motion import spans, sweeps_area
from arbitro.geometry.shapes import Base, Point
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import TABLE
from arbitro.rulesets.crepuscolo.subjects import Crossing, Motion


def ended(game: Game, it: Id, action: str, start: Point) -> Flow[None]:
    """A figure has come from ``start`` to where it stands, by its own action or by a shift (CDC-PW-021.4).

    An image is no fighter: whatever watches for fighters that move takes no notice of it (CDC-PW-102).
    """
    if figure_of(game, it).image:
        return
    for piece in battle_of(game).ground.lines:
        figure = figure_of(game, it)
        if figure.status != TABLE:
            return
        if spans(piece.area, start[0], start[1], figure.x - start[0], figure.y - start[1]):
            yield from game.window("crossed", Crossing(it, action, piece.id))
    for piece in battle_of(game).ground.watched:
        figure = figure_of(game, it)
        base = Base(*start, figure.r, figure.w, figure.d, figure.facing)
        if sweeps_area(base, figure.x - start[0], figure.y - start[1], piece.area):  # with any part of the base
            game.do(Used(key=f"in/{piece.id}/{it}", scope="turn", rules=()))
    if game.listens("moved") and figure_of(game, it).status == TABLE:
        yield from game.window("moved", Motion(it, action))
