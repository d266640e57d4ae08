"""Exact odds of an endgame: every answer of both sides, every outcome of the dice, to the very end.

What cannot be listed (where a move ends) is represented by the answers a computer considers; the endgames of the
examples are made so that no place matters.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import msgpack

from arbitro.dice.walk import Walk
from arbitro.engine.asks import Answer
from arbitro.engine.game import Game
from arbitro.engine.save import encode
from arbitro.engine.values import Seat, Value

PLACES, WIDEST = 6, 600
"""Answers tried where they cannot be listed, and the most that a list may hold."""


class TooWide(Exception):
    """The endgame has too many lines."""


class Endgame:
    """The chances of a seat to win, with best play of both sides.

    Raises:
        TooWide: after so many ``most`` outcomes of dice.
    """

    def __init__(self, seat: Seat, most: int = 60_000) -> None:
        self.seat, self.most, self.seen = seat, most, 0
        self._known: dict[bytes, Fraction] = {}

    def choices(self, game: Game) -> dict[Value, Fraction]:
        """Every answer to the pending question, and how likely the seat wins after it."""
        pending = game.pending
        assert pending is not None
        who = (pending.seats or pending.free)[0]
        form = game.form(who)
        if form.options() is None:
            values = [value for value in form.leads(PLACES) if form.refusal(value) is None]
        else:
            values = list(form.leads(WIDEST))
        if len(values) == WIDEST:
            raise TooWide
        return {value: self._after(game, who, value) for value in dict.fromkeys(values)}

    def _after(self, game: Game, who: Seat, value: Value) -> Fraction:
        total, stack = Fraction(0), [()]
        while stack:
            self.seen += 1
            if self.seen > self.most:
                raise TooWide
            walk = Walk(stack.pop())
            twin = game.fork(walk)
            assert twin.pending is not None
            twin._take(Answer(twin.pending.id, who, value))
            stack += walk.siblings
            total += walk.weight * self._worth(twin)
        return total

    def _worth(self, game: Game) -> Fraction:
        pending = game.pending
        if pending is None:
            return Fraction(game.state.result == self.seat)
        key = self._key(game)
        if key not in self._known:
            found = self.choices(game).values()
            mine = (pending.seats or pending.free)[0] == self.seat
            self._known[key] = max(found) if mine else min(found)
        return self._known[key]

    @staticmethod
    def _key(game: Game) -> bytes:
        last = game.checkpoints[-1]
        state = last.state.copy()
        state.step_no = state.idle = 0
        return encode(state) + msgpack.encode(game.tape[last.tape_no :])
