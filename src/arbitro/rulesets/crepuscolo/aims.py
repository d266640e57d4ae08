"""What a use names besides its target, before any die falls: points, directions, several figures (CDC-PW-001)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from arbitro.engine.asks import Flow, ask
from arbitro.engine.expr import Scope
from arbitro.engine.forms import Arc, Branch, Form, Option, Place, Refusal, Tree
from arbitro.engine.game import Game
from arbitro.engine.records import Target, UseSpec
from arbitro.engine.values import Id, Value
from arbitro.geometry.measure import within_point
from arbitro.geometry.shapes import Point
from arbitro.geometry.trig import heading, scaled, unit
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.markers import power_marker
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import Figure
from arbitro.rulesets.crepuscolo.subjects import POWER

DONE = "done"
TRIES = 24
WAYS = tuple(range(0, 360_000, 15_000))


def name_aims(game: Game, it: Id, use: UseSpec, scope: Scope, rule: str) -> Flow[tuple[Value, ...]]:
    """Ask for everything a use names after its target, and put it into ``scope``; returns the answers in order.

    Nobody is asked about the only one there is, nor about all (``each``).
    A point is bound as (x, y, z), a direction in milli-degrees, several figures as a tuple of their ids.
    """
    named: list[Value] = []
    before: Point | tuple[()] = ()
    for number, target in enumerate(use.more):
        members = members_of(game, target, scope)
        alone = target.kind == "one" and len(members) == 1
        value: Value = members if alone or target.kind == "each" else ()
        form = None if value else _form(game, it, target, scope, before)
        if form is not None:
            about: dict[str, Value] = {"actor": it, "rule": rule, "as": target.name}
            nth = 1 + sum(one.kind == target.kind for one in use.more[:number])
            if nth > 1:
                about["nth"] = nth  # not the same question again
            value = yield from ask(f"aim_{target.kind}", game.controller(it), form, about)
        scope[target.name] = _value(game, target, value)
        named.append(scope[target.name])
        before = scope[target.name][:2] if target.kind == "point" else before
    return tuple(named)


def bind_aims(use: UseSpec, scope: Scope, named: tuple[Value, ...]) -> None:
    """Put what was named at the declaration into the scope in which the use is carried out."""
    for target, value in zip(use.more, named, strict=True):
        scope[target.name] = value


def _value(game: Game, target: Target, answer: Value) -> Value:
    if target.kind == "point":
        return (*answer, ground.elevation_at(battle_of(game).ground, answer))
    if target.kind == "some":
        return tuple(key for key in answer if key != DONE)
    return answer[0] if target.kind == "one" and answer else answer


def _form(game: Game, it: Id, target: Target, scope: Scope, before: Point | tuple[()]) -> Form | None:
    """The question for one target, or None where there is nothing to choose from."""
    if target.kind == "point":
        return _point_form(game, figure_of(game, it), target, scope, before)
    if target.kind == "arc":
        return _aimed_arc(game, it, scope)
    members = members_of(game, target, scope)
    if not members:
        return None
    least = 1 if target.kind == "one" else target.least(game, scope) if target.least is not None else 0
    most = 1 if target.kind == "one" else target.most(game, scope) if target.most is not None else len(members)
    return some_form(members, least, most)


def members_of(game: Game, target: Target, scope: Scope) -> tuple[Value, ...]:
    """Those among whom a target may be chosen now."""
    if target.members is None:
        return ()
    found = tuple(target.members(game, scope))
    if target.when is not None:
        found = tuple(member for member in found if target.when(game, {**scope, "it": member}))
    return tuple(member for member in found if not _barred(game, scope, member))


def _barred(game: Game, scope: Scope, named: Value) -> Refusal | None:
    """Why a power may not name that figure, point or direction: a rule in force forbids it (CDC-PW-066.4)."""
    if not _limited(game, scope["rule"]):
        return None
    return game.restricted(POWER, actor=scope["me"], target=named, weapon="", path=scope["rule"])


def _limited(game: Game, rule: str) -> bool:
    """Whether a rule in force may forbid what a power names."""
    restricts = any(POWER in index.restricts for index in game.indexes())
    return restricts and power_marker(game.ruleset.records[rule].kind) is not None


def can_aim(game: Game, target: Target, scope: Scope) -> bool:
    """Whether something is left that a use may name, as far as rules in force forbid it."""
    if target.kind in ("one", "each", "some"):
        return target.least is None or len(members_of(game, target, scope)) >= 1
    if not _limited(game, scope["rule"]):
        return True
    if target.kind == "point":
        form = _point_form(game, figure_of(game, scope["me"]), target, scope)
        return form.refusal(form.default()) is None
    return any(_barred(game, scope, way) is None for way in WAYS)


def _aimed_arc(game: Game, it: Id, scope: Scope) -> Arc:
    """The direction of a power: none of those that a rule in force forbids."""
    first = facing_foe(game, it)
    ways = [way for way in (first, *WAYS) if _barred(game, scope, way) is None] or [first]
    return Arc(lambda way: _barred(game, scope, way), default=ways[0], sampler=lambda rng: rng.choice(ways))


def some_form(members: tuple[Value, ...], least: int, most: int) -> Tree:
    """One member after the other, each once, until there are ``most`` or the chooser is done."""
    least, most = min(least, len(members)), min(most, len(members))

    def grow(path: tuple[Value, ...]) -> Branch | None:
        if len(path) >= most or (path and path[-1] == DONE):
            return None
        left = tuple(Option(member) for member in members if member not in path)
        return Branch("target", (*left, *((Option(DONE),) if len(path) >= least else ())))

    return Tree(grow, default=(DONE,) if not least else members[:least] + ((DONE,) if least < most else ()))


def arc_form(game: Game, it: Id) -> Arc:
    """A direction; towards the nearest enemy if nobody says otherwise."""
    return Arc(lambda value: None, default=lambda: facing_foe(game, it), sampler=lambda rng: rng.randrange(360) * 1000)


def facing_foe(game: Game, it: Id) -> int:
    """The direction of the nearest enemy, in milli-degrees; 0 where there is none."""
    state = battle_of(game)
    figure = state.figures[it]
    foes = state.enemies(figure)
    if not foes:
        return 0
    near = min(foes, key=lambda foe: (foe.x - figure.x) ** 2 + (foe.y - figure.y) ** 2)
    if (near.x, near.y) == (figure.x, figure.y):
        return 0
    return heading(near.x - figure.x, near.y - figure.y) % 360_000


def _point_form(game: Game, figure: Figure, target: Target, scope: Scope, before: Point | tuple[()] = ()) -> Place:
    state = battle_of(game)
    table, bodies = state.ground, state.on_table()
    cm = target.cm(game, scope) if target.cm is not None else None
    reach = None if cm is None else cm * CM

    def judge(point: Value) -> Refusal | None:
        if not (0 <= point[0] <= table.width and 0 <= point[1] <= table.depth):
            return Refusal("point_off_table", {}, (scope["rule"],))
        if reach is not None and not within_point(figure, point, reach):
            return Refusal("point_too_far", {"range": reach}, (scope["rule"],))
        if target.see and point != (figure.x, figure.y) and not ground.sees_point(table, bodies, figure, point):
            return Refusal("point_unseen", {}, (scope["rule"],))
        if target.when is not None:
            z = ground.elevation_at(table, point)
            if not target.when(game, {**scope, "it": (*point, z)}):
                return Refusal("point_not_there", {}, (scope["rule"],))
        return _barred(game, scope, (*point, *before))

    def points() -> Iterator[tuple[int, int]]:
        for other in sorted(bodies, key=lambda f: (f.company == figure.company, ground.distance(figure, f), f.id)):
            if other.id != figure.id and judge((other.x, other.y)) is None:
                yield other.x, other.y
        if judge((figure.x, figure.y)) is None:
            yield figure.x, figure.y
        if before and judge(before) is None:
            yield before
        if _limited(game, scope["rule"]):
            far = figure.r + (reach or max(table.width, table.depth) // 2)
            for way in WAYS:
                dx, dy = scaled(*unit(way), far - 1)
                if judge((figure.x + dx, figure.y + dy)) is None:
                    yield figure.x + dx, figure.y + dy

    def sampler(rng: Random) -> Value:
        spread = reach + figure.r if reach is not None else max(table.width, table.depth)
        for number in range(TRIES):
            about = rng.choice(bodies) if number % 2 else figure
            room = spread // 4 if number % 2 else spread
            point = about.x + rng.randint(-room, room), about.y + rng.randint(-room, room)
            if judge(point) is None:
                return point
        return default

    default = next(points(), (figure.x, figure.y))
    return Place(judge, default=default, sampler=sampler, candidates=lambda: list(points()))
