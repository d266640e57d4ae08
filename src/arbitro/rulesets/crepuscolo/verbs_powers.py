"""Verbs: powers, tokens and summons."""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.expr import Scope
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.values import Id
from arbitro.rulesets.crepuscolo.events import TokensChanged
from arbitro.rulesets.crepuscolo.powers import unwarded
from arbitro.rulesets.crepuscolo.queries import figure_of
from arbitro.rulesets.crepuscolo.state import TABLE, tokens_of
from arbitro.rulesets.crepuscolo.subjects import Cast
from arbitro.rulesets.crepuscolo.verbs import Args, many, verb


@verb("token", head="name", args={"to": "expr", "by": "expr"})
def token(game: Game, scope: Scope, name: str, args: Args) -> Flow[None]:
    """Put tokens of a name on figures (``by``: how many, 1 if not said), or take them off (a negative ``by``)."""
    for it in many(args.get("to", scope.get("target"))):
        yield from change_tokens(game, it, name, args.get("by", 1), (scope["rule"],))


@verb("reach", args={"do": "parts"})
def reach(game: Game, scope: Scope, whom: Any, args: Args) -> Flow[None]:
    """Have the effects of ``do`` on each figure (as ``it``) that a power reaches: wards are asked for before any.

    ``as`` names those that are reached.
    """
    members = many(whom)
    spell = scope.get("cast")
    if isinstance(spell, Cast):
        members = yield from unwarded(game, spell, members)
    if scope["_as"]:
        scope[scope["_as"]] = tuple(members)
    for it in members:
        if figure_of(game, it).status == TABLE:
            yield from run_parts(game, args.get("do", ()), {**scope, "it": it})


@verb("clear_tokens", head="name", args={"to": "expr"})
def clear_tokens(game: Game, scope: Scope, name: str, args: Args) -> Flow[None]:
    """Take all tokens of a name off figures."""
    for it in many(args.get("to", scope.get("target"))):
        yield from change_tokens(game, it, name, -tokens_of(figure_of(game, it), name), (scope["rule"],))


def change_tokens(game: Game, it: Id, name: str, by: int, rules: tuple[str, ...]) -> Flow[None]:
    """Put tokens on a figure or take them off, never more than there are; rules that watch for them act then."""
    by = max(by, -tokens_of(figure_of(game, it), name))
    if not by:
        return
    event = TokensChanged(it=it, token=name, by=by, rules=rules)
    game.do(event)
    if by > 0:
        yield from game.window("token_placed", event)
