"""Muoversi in Copertura where rules, not the ground, give the cover (CDC-ACT-23, CDC-AB-052, CDC-AB-073)."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.engine.index import Held
from arbitro.engine.queries import concerns
from arbitro.geometry.shapes import Point
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.queries import battle_of
from arbitro.rulesets.crepuscolo.state import Figure

COVERING = "covering"
"""What rules enable for figures that count as being in covering terrain."""
ANYWHERE = "CDC-ACT-23.1"
"""The clause that rules lift for figures that may move under cover in any terrain."""
BY_RULE = (COVERING, ANYWHERE)


def by_rule(game: Game) -> bool:
    """Whether any rule in force gives cover, or does without it."""
    found = game.forces.get(BY_RULE)
    if found is None:
        found = game.forces[BY_RULE] = any(word in index.enables for index in game.indexes() for word in BY_RULE)
    return bool(found)


def covered(game: Game, figure: Figure) -> bool:
    """A figure counts as being in covering terrain: by where it stands, or by a rule (CDC-AB-073)."""
    here = ground.kinds_at(battle_of(game).ground, (figure.x, figure.y), figure.z)
    return ground.COVERING in here or bool(game.enabled(COVERING, actor=figure.id))


def can_begin(game: Game, figure: Figure) -> bool:
    """Whether a figure stands where a move under cover may begin."""
    return covered(game, figure) or bool(game.enabled(ANYWHERE, actor=figure.id, action="cover"))


def allows(game: Game, figure: Figure, point: Point) -> bool:
    """Whether a move under cover of a figure may end at a point: it is under cover there, or needs none."""
    if point == (figure.x, figure.y) or game.enabled(ANYWHERE, actor=figure.id, action="cover"):
        return True
    if ground.in_cover(battle_of(game).ground, point, figure.z):
        return True
    moved = figure.twin()
    moved.x, moved.y = point
    return any(_shelters(game, held, moved) for index in game.indexes() for held in index.enables.get(COVERING, ()))


def _shelters(game: Game, held: Held, moved: Figure) -> bool:
    """Whether a rule gives cover to a figure that would stand where ``moved`` does."""
    if held.thing.aura is None:
        return held.bearer == moved.id
    if not concerns(game, held, moved.id):
        return False
    bearer = battle_of(game).figures[held.bearer]
    return bearer.id == moved.id or ground.within(bearer, moved, game.ruleset.aura_reach(game, held, moved.id) * CM)
