"""Moves whose direction matters: prescribed, as far as possible from every enemy, or longer toward somebody."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from arbitro.engine.asks import Flow, ask
from arbitro.engine.forms import Place, Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.measure import point_segment, root_up
from arbitro.geometry.motion import overlap_span
from arbitro.geometry.shapes import Point
from arbitro.geometry.trig import scaled
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.fences import cut, fences_for
from arbitro.rulesets.crepuscolo.queries import STRIDE, battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import Figure

ASIDE = CM // 10
"""How far beside the straight way, or short of the farthest end, a move may end, so that one can point at it."""
DIRECTIONS = 72
Make = Callable[[int], Place]
"""The question for the end of a move that a budget pays for."""


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
    far = ground.farthest(state.ground, state.on_table(), figure, point_of(game, goal), ground.WALK, budget, loose)
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


# --- moves that lead farther toward somebody ----------------------------------------------------------------


def budget_for(game: Game, me: Id, action: str, points: int, toward: Value | None = None) -> int:
    """What pays for a move of which the dice gave ``points``: those, and the length that rules add to it.

    ``toward`` is the figure straight to which it leads, if that matters (CDC-AB-062.2).
    """
    goal = toward if isinstance(toward, str) else None
    return ground.budget_of(points, max(0, game.query(STRIDE, actor=me, action=action, toward=goal).value))


def choose_end(
    game: Game, me: Id, action: str, points: int, make: Make, about: dict[str, Any], toward: Value | None = None
) -> Flow[tuple[Point, int]]:
    """Ask for the end of a move; returns it and the budget that pays for it.

    ``toward`` is what a rule makes the move lead to; otherwise one may go farther straight toward some figures.
    """
    budget = budget_for(game, me, action, points, toward)
    drawn = _drawing(game, me, action, points, budget, make) if toward is None else []
    plain = make(budget)
    if budget != ground.budget_of(points):
        about = {"far": ground.farthest_reach(ground.WALK, budget), **about}
    form = _drawn_form(game, me, plain, drawn) if drawn else plain
    end = yield from ask("place", game.controller(me), form, about)
    if drawn and plain.refusal(end) is not None:
        budget = next(more for goal, more, longer in drawn if _takes(figure_of(game, me), end, goal, longer))
    return end, budget


Drawn = tuple[Figure, int, Place]
"""A figure toward which a move may lead farther, what pays for it then, and the ends that this opens."""


def _drawing(game: Game, me: Id, action: str, points: int, budget: int, make: Make) -> list[Drawn]:
    if not game.modified(STRIDE.name):
        return []
    found = []
    for figure in battle_of(game).on_table():
        if figure.id != me and (more := budget_for(game, me, action, points, figure.id)) > budget:
            found.append((figure, more, make(more)))
    return found


def _takes(body: Figure, end: Point, goal: Figure, longer: Place) -> bool:
    return leads_to(body, end, goal) and longer.refusal(end) is None


def leads_to(body: Figure, end: Point, goal: Figure) -> bool:
    """Whether a straight way, continued, would bring a figure into contact with a goal that it has not passed."""
    dx, dy = end[0] - body.x, end[1] - body.y
    if (goal.x - end[0]) * dx + (goal.y - end[1]) * dy < 0:
        return False
    on = scaled(dx, dy, ground.distance(body, goal) + 100 * CM)
    return overlap_span(body, *on, goal) is not None


def _drawn_form(game: Game, me: Id, plain: Place, drawn: list[Drawn]) -> Place:
    """The ends of a plain move, and those farther off that lead straight to one of the figures it is drawn to."""
    body = figure_of(game, me)

    def judge(point: Value) -> Refusal | None:
        why = plain.refusal(point)
        if why is not None and any(_takes(body, point, goal, longer) for goal, _, longer in drawn):
            return None
        return why

    def farther() -> list[Value]:
        """As far as it goes toward each of them."""
        state = battle_of(game)
        found = []
        for goal, more, _ in drawn:
            end = ground.farthest(state.ground, state.on_table(), body, (goal.x, goal.y), ground.WALK, more)
            if judge(end) is None:
                found.append(end)
        return found

    def sampler(rng: Random) -> Value:
        ends = farther()
        return rng.choice(ends) if ends and not rng.randrange(4) else plain.sample(rng)

    def shape() -> dict[str, Any]:
        drawing = {key: value for key, value in plain.outline().items() if key not in ("kind", "default")}
        return {**drawing, "farther": tuple(farther())}

    def candidates() -> list[Value]:
        return list(dict.fromkeys((*plain.leads(), *farther())))

    return Place(judge, default=plain.default(), sampler=sampler, shape=shape, candidates=candidates)
