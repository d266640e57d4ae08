"""What a choice will probably do, and the place that a few words mean: help for people who choose."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from math import isqrt
from typing import Any

from arbitro.engine.asks import Answer
from arbitro.engine.forms import Form
from arbitro.engine.game import Game
from arbitro.engine.odds import TooLarge, odds
from arbitro.engine.state import State
from arbitro.engine.values import Id, Seat, Value
from arbitro.geometry.shapes import longest_diameter
from arbitro.geometry.trig import heading
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.movement import GROUND_KIND
from arbitro.rulesets.crepuscolo.queries import battle_of
from arbitro.rulesets.crepuscolo.state import TABLE, Battle

FEW_LEAVES = 400
FINE = 4_000
"""How finely a way is searched for its farthest legal end."""
TARGET_AT = {"melee": 2, "shot": 3}


def chances(game: Game, seat: Seat, value: Value) -> list[tuple[str, Fraction]]:
    """How likely an attack is to wound and to kill, without re-rolls; empty for all else, and where it takes long."""
    if not isinstance(value, tuple) or len(value) < 3 or value[1] not in TARGET_AT or game.pending is None:
        return []
    target = value[TARGET_AT[value[1]]]
    life = battle_of(game).figures[target].life

    def watch(state: State) -> Hashable:
        assert isinstance(state, Battle)
        figure = state.figures[target]
        return figure.life if figure.status == TABLE else 0

    try:
        found = odds(game, Answer(game.pending.id, seat, value), watch=watch, leaves=FEW_LEAVES, samples=0)
    except TooLarge:
        return []
    wounds, kills = found.chance(lambda left: left < life), found.chance(lambda left: left == 0)
    return [("wound", wounds), ("kill", kills)] if kills else [("wound", wounds)]


def spot(game: Game, form: Form, about: dict[str, Any], how: str, figure: Id) -> Value:
    """The place or direction that ``toward`` or ``contact`` with a figure means; None if there is none."""
    state = battle_of(game)
    actor = about.get("actor", "")
    if figure not in state.figures or actor not in state.figures or figure == actor:
        return None
    me, foe = state.figures[actor], state.figures[figure]
    if form.kind == "arc":
        return heading(foe.x - me.x, foe.y - me.y) % 360_000 if (foe.x, foe.y) != (me.x, me.y) else None
    shape = form.outline()
    if how == "contact":
        kind = GROUND_KIND.get(str(shape.get("action", "")))
        if kind is None:
            return None
        return ground.contact_end(state.ground, state.on_table(), me, foe, kind, int(shape["budget"]))
    start = (me.x, me.y)
    if me.status != TABLE:
        start = state.access[state.seats.index(me.company)]
    apart = (longest_diameter(me) + longest_diameter(foe)) // 2
    if me.company != foe.company:
        apart += ground.CLEARANCE + 1
    return _farthest(form, start, (foe.x, foe.y), apart)


def _farthest(form: Form, start: tuple[int, int], end: tuple[int, int], apart: int) -> Value:
    """The farthest legal point of a straight way that stays ``apart`` from its end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = isqrt(dx * dx + dy * dy)
    for done in range(long - apart, 0, -max(100, long // FINE)):
        point = (start[0] + dx * done // long, start[1] + dy * done // long)
        if form.refusal(point) is None:
            return point
    return None
