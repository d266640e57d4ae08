"""Verbs: orders from another player."""

from __future__ import annotations

from arbitro.engine.asks import Flow, ask
from arbitro.engine.effects import begin_effect, end_effect
from arbitro.engine.expr import Scope, seat_of
from arbitro.engine.game import Game
from arbitro.engine.state import Step
from arbitro.rulesets.crepuscolo.hands import order_form
from arbitro.rulesets.crepuscolo.queries import figure_of
from arbitro.rulesets.crepuscolo.state import COMPELLED, CONTROL
from arbitro.rulesets.crepuscolo.turn import carry_out
from arbitro.rulesets.crepuscolo.verbs import Args, many, verb


@verb("control", args={"to": "expr"})
def control(game: Game, scope: Scope, whom: object, args: Args) -> None:
    """Hand the orders of figures to a seat (the user's), ``for`` as long as said; they stay of their company."""
    seat = args.get("to", seat_of(game, scope))
    for it in many(whom):
        begin_effect(game, scope["_part"], scope, it, ((CONTROL, seat),))


@verb("command", args={"to": "expr"})
def command(game: Game, scope: Scope, whom: object, args: Args) -> Flow[None]:
    """Let a seat (the user's) make each figure take one action at once, with its own dice, if it has a legal one."""
    seat = args.get("to", seat_of(game, scope))
    for it in many(whom):
        begin_effect(game, scope["_part"], scope, it, (COMPELLED, (CONTROL, seat)))
        newest = max(game.state.effects.values(), key=lambda effect: effect.stamp)
        form = order_form(game, seat, figure_of(game, it))
        if form is None:
            end_effect(game, newest, "done")
            continue
        game.push(Step("order_end", (newest.id,)))
        path = yield from ask("order_action", seat, form, {"actor": it, "rule": scope["rule"]})
        yield from carry_out(game, path)
