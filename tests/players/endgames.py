"""Exact odds of an endgame: every answer of both sides, every outcome of the dice, to the very end.

What cannot be listed (where a move ends) is represented by the answers a computer considers; the endgames of the
examples are made so that no place matters.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

from msgspec import msgpack

from arbitro.dice.sources import SeededDice
from arbitro.engine.asks import Answer
from arbitro.engine.branches import Branches
from arbitro.engine.game import Game
from arbitro.engine.save import encode
from arbitro.engine.values import Seat, Value
from arbitro.rulesets.pathfinder.state import Battle

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
        who = _asked(game)
        return {value: self._after(game, who, value) for value in self._listed(game, who)}

    def _listed(self, game: Game, who: Seat) -> list[Value]:
        form = game.form(who)
        if form.options() is None:
            values = [value for value in form.leads(PLACES) if form.refusal(value) is None]
        else:
            values = list(form.leads(WIDEST))
        if len(values) == WIDEST:
            raise TooWide
        return list(dict.fromkeys(values))

    def _later(self, game: Game, who: Seat) -> list[Value]:
        """Answers that are followed after the first."""
        return self._listed(game, who)

    def _after(self, game: Game, who: Seat, value: Value) -> Fraction:
        total, branches, first = Fraction(0), Branches(game), True
        twin = branches.game
        while branches.open:
            self.seen += 1
            if self.seen > self.most:
                raise TooWide
            branches.play(branches.open.pop())
            if first:
                assert twin.pending is not None
                twin._take(Answer(twin.pending.id, who, value))
                first = False
            while twin.pending is None and branches.go_on():
                pass
            branches.close()
            total += branches.weight * self._worth(twin)
        return total

    def _worth(self, game: Game) -> Fraction:
        if game.pending is None:
            return Fraction(game.state.result == self.seat)
        key, who = self._key(game), _asked(game)
        if key not in self._known:
            found = [self._after(game, who, value) for value in self._later(game, who)]
            self._known[key] = max(found) if who == self.seat else min(found)
        return self._known[key]

    @staticmethod
    def _key(game: Game) -> bytes:
        last = game.checkpoints[-1]
        state = last.state.copy()
        state.step_no = state.idle = 0
        return encode(state) + msgpack.encode(game.tape[last.tape_no :])


class Begun(Endgame):
    """The same of a game with many actions that change nothing: of the first answers those that a computer considers
    and that do not leave the standard action for later; then everybody goes on by instinct."""

    def choices(self, game: Game) -> dict[Value, Fraction]:
        who = _asked(game)
        return {v: self._after(game, who, v) for v in game.ruleset.propose(game, who) if self._spends(game, who, v)}

    def _later(self, game: Game, who: Seat) -> list[Value]:
        assert game.pending is not None
        return [game.ruleset.instinct(game, who, game.pending)]

    @staticmethod
    def _spends(game: Game, who: Seat, value: Any) -> bool:
        twin = game.fork(SeededDice.of_seed(1))
        assert twin.pending is not None
        twin._take(Answer(twin.pending.id, who, value))
        state, it = cast(Battle, twin.state), str(value[0])
        before, after = cast(Battle, game.state).figures[it], state.figures[it]
        return state.turn != it or bool(state.result) or (before.std, before.swings) != (after.std, after.swings)


def _asked(game: Game) -> Seat:
    assert game.pending is not None
    return (game.pending.seats or game.pending.free)[0]
