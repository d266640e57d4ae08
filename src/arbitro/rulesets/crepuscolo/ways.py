"""Moves whose direction a rule prescribes: straight toward something, or as far as possible from every enemy."""

from __future__ import annotations

from random import Random

from arbitro.engine.forms import Place, Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.measure import point_segment, root_up
from arbitro.geometry.shapes import Point
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.fences import cut, fences_for
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of

ASIDE = CM // 10
"""How far beside the straight way, or short of the farthest end, a move may end, so that one can point at it."""
DIRECTIONS = 72


def point_of(game: Game, place: Value) -> Point:
    """A point, or where a figure stands (or stood when it left the table)."""
    if isinstance(place, tuple):
        return place[0], place[1]
    figure = figure_of(game, place)
    return figure.x, figure.y


def toward_form(
    game: Game, me: Id, plain: Place, action: str, budget: int, goal: Value, rule: str, loose: bool = False
) -> Place:
    """Ends of a walk on the straight way toward a figure or point; as far as it goes if nobody says otherwise.

    ``plain`` says what any walk with that ``budget`` may end at; ``rule`` asks for the direction.
    """
    state = battle_of(game)
    figure = state.figures[me]
    home = (figure.x, figure.y)
    far = ground.farthest(
        state.ground, state.on_table(), figure, point_of(game, goal), ground.WALK, budget, loose
    )
    far = cut(fences_for(game, me, action), figure, far)
    far = far if plain.refusal(far) is None else home

    def judge(point: Value) -> Refusal | None:
        if root_up(point_segment(point[0], point[1], *home, *far)) > ASIDE:
            return Refusal("not_straight", {}, (rule,))
        return plain.refusal(point)

    def sampler(rng: Random) -> Value:
        part = rng.randint(0, 8)
        point = home[0] + (far[0] - home[0]) * part // 8, home[1] + (far[1] - home[1]) * part // 8
        return point if judge(point) is None else far

    return Place(judge, default=far, sampler=sampler, candidates=lambda: [far, home])


def away_form(game: Game, me: Id, plain: Place, action: str, budget: int, rule: str, loose: bool = False) -> Place:
    """The ends of a walk that are farthest from the nearest enemy; equal ones are the owner's choice (CDC-AB-064.1)."""
    state = battle_of(game)
    figure, bodies = state.figures[me], state.on_table()
    foes = state.enemies(figure)
    home = (figure.x, figure.y)
    rays = ground.reach_polygon(state.ground, bodies, figure, ground.WALK, budget, DIRECTIONS, loose)
    fences = fences_for(game, me, action)
    ends = [end for end in dict.fromkeys(cut(fences, figure, end) for end in rays) if plain.refusal(end) is None]

    def gap(end: Point) -> int:
        twin = figure.twin()
        twin.x, twin.y = end
        return min((ground.distance(twin, foe) for foe in foes), default=0)

    best = max(map(gap, [home, *ends]))
    good = [end for end in [*ends, home] if gap(end) >= best - ASIDE]

    def judge(point: Value) -> Refusal | None:
        if gap(point) < best - ASIDE:
            return Refusal("not_farthest", {}, (rule,))
        return plain.refusal(point)

    return Place(judge, default=good[0], sampler=lambda rng: rng.choice(good), candidates=lambda: good)
