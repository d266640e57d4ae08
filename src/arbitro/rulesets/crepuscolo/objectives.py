"""Victory beyond the last company standing: options of ours, since the book prints none (CDC-CMP-19)."""

from __future__ import annotations

from arbitro.engine.events import Finished
from arbitro.engine.game import Game
from arbitro.engine.values import Seat
from arbitro.geometry.measure import within_point
from arbitro.rulesets.crepuscolo.events import Scored
from arbitro.rulesets.crepuscolo.queries import battle_of
from arbitro.rulesets.crepuscolo.state import Battle, Zone

RULE = "CDC-CMP-19.6"
STILL = 10
"""After so many turns in a row in which nobody could do anything, the battle is a draw (a ruling of ours)."""


def holder(state: Battle, zone: Zone) -> Seat:
    """The company that holds an area: it alone has standing fighters in it; "" if neither or both."""
    there = {f.company for f in state.on_table() if not f.prone and within_point(f, (zone.x, zone.y), zone.r)}
    return there.pop() if len(there) == 1 else ""


def score_turn(game: Game) -> None:
    """Points at the end of a turn: for each area held and each token carried."""
    state = battle_of(game)
    options = state.options
    if not (options.hold_points and state.zones) and not (options.token_points and state.tokens):
        return
    scores = list(state.scores)
    for number, seat in enumerate(state.seats):
        scores[number] += options.hold_points * sum(holder(state, zone) == seat for zone in state.zones)
        scores[number] += options.token_points * sum(
            bool(t.holder) and state.figures[t.holder].company == seat for t in state.tokens
        )
    if tuple(scores) != state.scores:
        game.do(Scored(scores=(scores[0], scores[1]), why="objectives", rules=(RULE,)))


def surviving(state: Battle, seat: Seat) -> int:
    """The value in PR of a company's fighters that are still on the table."""
    return sum(f.cost for f in state.of(seat))


def verdict(game: Game) -> Finished | None:
    """The result when the agreed last turn is over: objective points, then surviving PR; equal is a draw.

    So is a battle in which nobody can act any more, such as one of Rianimati without a necromancer.
    """
    state = battle_of(game)
    if state.still >= STILL - 1 and not state.had_hand:
        return Finished(result="draw", why="nobody_acts", rules=(RULE,))
    if not state.options.turn_limit or state.turn < state.options.turn_limit:
        return None
    a, b = state.seats
    ours, theirs = (state.scores[0], surviving(state, a)), (state.scores[1], surviving(state, b))
    why = "objectives" if state.scores[0] != state.scores[1] else "turn_limit"
    result = "draw" if ours == theirs else a if ours > theirs else b
    return Finished(result=result, why=why, rules=(RULE,))
