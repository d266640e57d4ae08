"""Driving a game: free parts are offered in order, then the needed parts are asked. The same for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from arbitro.engine.asks import Answer
from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.engine.values import Seat
from arbitro.players.opponents import Player

LONGEST = 100_000
MOST_TURNS = 100
"""After so many turns a battle that only the computer plays is left as it stands: some would never end."""


class PlayStopped(Exception):
    """A game did not end within its bound of decisions."""


def step(game: Game, players: Mapping[Seat, Player]) -> Sequence[Event]:
    """Let the players answer the pending question once; returns the new events."""
    return game.answer(_next(game, players))


def step_trusting(game: Game, players: Mapping[Seat, Player]) -> None:
    """The same for players who never break a rule, as ours: whether an answer is legal is not asked again.

    Working that out can take longer than carrying the answer out; whoever plays thousands of battles does without.
    """
    game._take(_next(game, players))


def _next(game: Game, players: Mapping[Seat, Player]) -> Answer:
    """The next answer: of a seat that speaks up, or of the one that is asked."""
    pending = game.pending
    assert pending is not None
    for seat in pending.free:
        if seat in players:
            value = players[seat].interject(game, seat)
            if value is not None:
                return Answer(pending.id, seat, value)
    seat = (pending.seats or pending.free)[0]
    return Answer(pending.id, seat, players[seat].answer(game, seat))


def play_out(
    game: Game,
    players: Mapping[Seat, Player],
    *,
    most: int = LONGEST,
    watch: Callable[[Sequence[Event]], None] | None = None,
) -> int:
    """Play a game to its end; returns the number of decisions.

    Raises:
        PlayStopped: after ``most`` decisions.
    """
    for number in range(most):
        if game.over:
            return number
        events = step(game, players)
        if watch is not None:
            watch(events)
    raise PlayStopped(f"no end after {most} decisions")
