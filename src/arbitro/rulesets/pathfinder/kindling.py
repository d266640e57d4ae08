"""Webs that burn (Web; open content).

Any fire that reaches a square of a spell's web burns it away at once, with 2d4 to whoever is in it; our ruling: no
further than the fire itself reaches. Walls of flames, breath, spells of fire, flasks and torches are such fires.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Square
from arbitro.rulesets.pathfinder.events_magic import WebBurnt
from arbitro.rulesets.pathfinder.ground import WEBS, zone_squares
from arbitro.rulesets.pathfinder.harm import suffer
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of
from arbitro.rulesets.pathfinder.state import IN

FIRE, WEB = "fuoco", "ragnatela"
BURNS = (2, 4)
"""The dice that burning webs deal."""


def kindle(game: Game, squares: Collection[Square], by: Id) -> Flow[None]:
    """Fire reaches these squares: webs in them are gone, and whoever is there burns with them."""
    lit = zone_squares(battle_of(game), WEBS).intersection(squares)
    if not lit:
        return
    for zone in battle_of(game).zones:
        gone = tuple(square for square in zone.squares if square in lit) if zone.kind == WEBS else ()
        if gone:
            game.do(WebBurnt(zone=zone, squares=gone, rules=(zone.spell,)))
    inside = [figure.id for figure in battle_of(game).here() if not lit.isdisjoint(figure.space.squares())]
    amount = game.sum(*BURNS, by=by, rules=(WEB,)) if inside else 0
    for it in inside:
        if figure_of(game, it).status == IN:
            yield from suffer(game, it, amount, FIRE, actor=by, rules=(WEB,))


def fiery(lines: Any) -> bool:
    """Whether anything in the lines of a record is damage by fire.

    >>> fiery([{"damage": "fuoco", "dice": 2}]), fiery([{"each": "targets", "do": [{"damage": "acido"}]}])
    (True, False)
    """
    if isinstance(lines, dict):
        return lines.get("damage") == FIRE or any(fiery(value) for value in lines.values())
    return isinstance(lines, list | tuple) and any(fiery(line) for line in lines)
