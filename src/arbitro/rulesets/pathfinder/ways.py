"""Ways that follow from something else than their end: straight over others, and what an option tells of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.geometry.grid import Square
from arbitro.rulesets.pathfinder.events import Moved, Stopped
from arbitro.rulesets.pathfinder.going import given_at_leaving, goes_on, put_back
from arbitro.rulesets.pathfinder.lookups import figure_of
from arbitro.rulesets.pathfinder.opportunities import leave
from arbitro.rulesets.pathfinder.paths import is_watched, may_stop, provoked, watchers


def risk(game: Game, it: Id, path: tuple[Square, ...], unmet: tuple[Id, ...] = ()) -> dict[str, Any]:
    """What an option tells of a way that it implies: its squares, and who may strike on it."""
    key = ("watchers", it, unmet)
    danger: dict[Square, tuple[Id, ...]] | None = game.now.get(key)
    if danger is None:
        danger = game.now[key] = watchers(game, figure_of(game, it), unmet)
    figure = figure_of(game, it)
    return {"way": ((figure.x, figure.y), *path), "span": figure.span, "by": provoked(danger, figure, path)}


def cross(
    game: Game, it: Id, path: tuple[Square, ...], rules: tuple[RuleId, ...], *, unmet: tuple[Id, ...] = (),
    under: Callable[[Square], Flow[None]] | None = None,
) -> Flow[bool]:  # fmt: skip
    """Straight on over whatever is in the way, each square for one; False if those who strike stop the mover.

    Args:
        unmet: those who get no opportunity by it; under: what befalls those whose squares it enters.
    """
    gone: list[Square] = []
    figure = figure_of(game, it)
    rider, legal, here = figure.rider, (figure.x, figure.y), (figure.x, figure.y)
    for there in path:
        if gone and is_watched(game, figure_of(game, it), here):
            _over(game, it, gone, rules)
            gone = []
        struck = () if gone else given_at_leaving(game, it, unmet)
        if struck:
            yield from leave(game, it, struck)
        if not struck or goes_on(game, it, here, rider):
            gone.append(there)
            here, legal = there, there if may_stop(game, figure_of(game, it), there) else legal
            if under is None:
                continue
            _over(game, it, gone, rules)
            gone = []
            yield from under(there)
        if not goes_on(game, it, here, rider):
            game.do(Stopped(it=it, rules=("PF-AOO-07.4",)))
            put_back(game, it, here, legal)
            return False
    _over(game, it, gone, rules)
    return True


def _over(game: Game, it: Id, gone: list[Square], rules: tuple[RuleId, ...]) -> None:
    if gone:
        figure = figure_of(game, it)
        cost = max(abs(gone[-1][0] - figure.x), abs(gone[-1][1] - figure.y))
        game.do(Moved(it=it, path=tuple(gone), cost=cost, odd=figure.odd, rules=rules))
