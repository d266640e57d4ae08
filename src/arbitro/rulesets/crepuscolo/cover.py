"""Muoversi in Copertura where rules, not the ground, give the cover (CDC-ACT-23, CDC-AB-052, CDC-AB-073)."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.engine.index import Held
from arbitro.geometry.shapes import Point
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.queries import battle_of
from arbitro.rulesets.crepuscolo.state import TABLE, Figure

COVERING = "covering"
"""What rules enable for figures that count as being in covering terrain."""
ANYWHERE = "CDC-ACT-23.1"
"""The clause that rules lift for figures that may move under cover in any terrain."""


def by_rule(game: Game) -> bool:
    """Whether any rule in force gives cover, or does without it."""
    key = (COVERING, ANYWHERE)
    found = game.forces.get(key)
    if found is None:
        found = game.forces[key] = any(word in index.enables for index in game.indexes() for word in key)
    return bool(found)


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
    """Whether a rule gives cover to a figure, where it stands now."""
    aura, bearer = held.thing.aura, battle_of(game).figures[held.bearer]
    if bearer.id == moved.id:
        return aura is None or bool(aura.own)
    if aura is None or bearer.status != TABLE:
        return False
    if aura.of != "all" and (bearer.company == moved.company) != (aura.of == "allies"):
        return False
    return ground.within(bearer, moved, game.ruleset.aura_reach(game, held, moved.id) * CM)
