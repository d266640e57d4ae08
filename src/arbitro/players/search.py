"""Opponents that search: what looks best one action ahead is played on, many times over, and the best of that is done.

Every candidate meets the same sample dice. They are tried in rounds (sequential halving): each round drops the worse
half, so that most of the work goes to what is nearly as good. What they think about is a world made of their own
seat's view, with dice of their own (see `engine.history.imagined`): neither what is hidden nor the next face is in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import ClassVar, Protocol

from msgspec import Struct

from arbitro.engine.asks import Answer, Decision
from arbitro.engine.game import Game
from arbitro.engine.history import imagined
from arbitro.engine.values import Seat, Value
from arbitro.players.opponents import QuickPlayer, Sample, SpreadDice, StreamDice

STRONG, PATIENT = 3_000, 20_000
"""Answers that are played out for one decision: about a second and seven seconds of one core."""
AT_ONCE = 4
"""Samples that each candidate meets before anybody looks at the clock or at the sum."""
WIDTH, LONGEST = 6, 400
"""Candidates that are played on, and the most answers of one line."""
DETAIL = 3
"""A question in the midst of an action gets this part of the budget."""
WORLDS = 4
"""How many worlds are imagined where there are hidden things."""
ERROR = 80
"""A first guess counts as much as the samples that would be as precise: its own error is about this part of the
ruleset's stake. What departs from the usual answer is guessed to be worse by the ruleset's `caution` of errors."""
LEAST, GREATEST = 1.0, 24.0
"""A guess never counts for less than so many samples, nor for more."""
GOLDEN = 0.618034
"""Steps of this part of a die spread the first faces evenly, however many samples there are."""


class Line(Struct, frozen=True):
    """One candidate to play on: in which of the worlds, and with which dice."""

    world: int
    value: Value
    sample: Sample


class Crew(Protocol):
    """Whoever plays lines out: this process, or several."""

    def play(self, worlds: Sequence[Game], seat: Seat, lines: Sequence[Line]) -> list[tuple[int, int]]:
        """What each line was worth to a seat, and how many answers it took."""
        ...


class Alone:
    """Plays the lines in this process."""

    def play(self, worlds: Sequence[Game], seat: Seat, lines: Sequence[Line]) -> list[tuple[int, int]]:
        return [played_on(worlds[line.world], seat, line) for line in lines]


def played_on(world: Game, seat: Seat, line: Line) -> tuple[int, int]:
    """Play a line to the end of the ruleset's next `horizon`: what it promises, and how many answers were given.

    Everybody answers as the ruleset holds `considered`, else by its instinct. A victory is worth the ruleset's stake
    and no more, or the few samples with one would drown what all the others say.
    """
    twin = world.fork(StreamDice(*line.sample))
    rules = twin.ruleset
    horizon = rules.horizon or rules.pace
    last = twin.state.scopes.get(horizon, 0) + 1
    pending = twin.pending
    assert pending is not None
    twin._take(Answer(pending.id, seat, line.value))
    answers = 1
    while answers < LONGEST:
        decision = twin.pending
        if decision is None or twin.state.scopes.get(horizon, 0) > last:
            break
        who = (decision.seats or decision.free)[0]
        value = rules.considered(twin, who, decision)
        twin._take(Answer(decision.id, who, rules.instinct(twin, who, decision) if value is None else value))
        answers += 1
    return rules.promise(twin, seat), answers


class _Candidate:
    """An answer, what it was worth so far, and a first guess."""

    __slots__ = ("first", "n", "total", "value")

    def __init__(self, value: Value, first: float) -> None:
        self.value, self.first, self.total, self.n = value, first, 0, 0

    def mean(self, trust: float) -> float:
        return (trust * self.first + self.total) / (trust + self.n)


def _trust(rows: Sequence[Sequence[int]], error: float) -> float:
    """How many samples say as much as a guess that is wrong by about ``error``.

    A row is what each candidate made of the same dice. What counts is how far its lead over the others varies from
    row to row; how large it is on average is what is being asked.

    >>> _trust([(5, 1), (7, 3)], 1.0)
    1.0
    >>> _trust([(5, 1), (1, 9)], 3.0)
    4.0
    """
    leads = [[worth - sum(row) / len(row) for worth in row] for row in rows]
    middles = [sum(column) / len(rows) for column in zip(*leads, strict=True)]
    squares = sum((lead - middle) ** 2 for row in leads for lead, middle in zip(row, middles, strict=True))
    freedom = (len(rows) - 1) * (len(rows[0]) - 1)
    return float(max(LEAST, min(GREATEST, squares / max(1, freedom) / error**2)))


class StrongPlayer(QuickPlayer):
    """Plays the best of what a quick player would weigh on until the other side has answered, many times.

    Args:
        seed: of the sample dice; the same seed decides the same.
        nodes: how many answers are played out for one decision, more or less.
        seconds: stop sooner when so much time has passed; then decisions depend on the machine.
        crew: who plays the lines out; the decision is the same whoever does.
    """

    plays_on: ClassVar[bool] = True

    def __init__(
        self, seed: int = 0, *, nodes: int = STRONG, seconds: float | None = None, crew: Crew | None = None
    ) -> None:
        super().__init__(seed)
        self.nodes, self.seconds, self.crew = nodes, seconds, crew or Alone()

    def _settle(self, game: Game, seat: Seat, ranked: list[tuple[int, Value]], idle: Value | None) -> Value:
        pending = game.pending
        assert pending is not None
        usual = game.ruleset.considered(game, seat, pending)
        usual = super()._settle(game, seat, ranked, idle) if usual is None else usual
        if game.ruleset.played_on:
            found = [usual, *self._near(game, ranked)]
            if len(set(found)) == 1:
                return usual
        else:
            found = [usual, *(value for _, value in ranked[:WIDTH]), *([idle] if idle is not None else [])]
        return self._improved(game, seat, found, self.nodes)

    def _near(self, game: Game, ranked: list[tuple[int, Value]]) -> list[Value]:
        """What looks hardly worse than the best at the end of the turn; the rest needs no more samples."""
        least = ranked[0][0] - self.samples * game.ruleset.caution * game.ruleset.stake / ERROR
        return [value for worth, value in ranked[:WIDTH] if worth > least]

    def _usual(self, game: Game, seat: Seat, decision: Decision) -> Value:
        """What the ruleset holds considered, where it does."""
        value = game.ruleset.considered(game, seat, decision)
        return super()._usual(game, seat, decision) if value is None else value

    def _finest(self, game: Game, seat: Seat, found: list[Value]) -> Value:
        return self._improved(game, seat, found, self.nodes // DETAIL)

    def _improved(self, game: Game, seat: Seat, found: list[Value], nodes: int) -> Value:
        """The first of a few answers, the usual one, unless the samples say clearly that another is better.

        All lines go on as usual: what they show is where one had better depart from it.
        """
        doubt = -game.ruleset.caution * game.ruleset.stake / ERROR
        return self._best(game, seat, {**dict.fromkeys(found, doubt), found[0]: 0.0}, nodes)

    def _best(self, game: Game, seat: Seat, found: dict[Value, float], nodes: int) -> Value:
        """The best of a few answers, found in rounds that drop the worse half; the first among equals."""
        left = [_Candidate(value, first) for value, first in found.items()]
        worlds = self._worlds(game, seat)
        rounds = max(1, (len(left) - 1).bit_length())
        start, end = self.rng.random(), None if self.seconds is None else monotonic() + self.seconds
        spent = met = 0
        error = game.ruleset.stake / ERROR
        for number in range(rounds):
            rows: list[list[int]] = []
            while spent * rounds < nodes * (number + 1) or not left[0].n:
                samples = [(self.rng.randbytes(8), (start + (met + n) * GOLDEN) % 1) for n in range(AT_ONCE)]
                lines = [
                    Line((met + n) % len(worlds), one.value, sample) for n, sample in enumerate(samples) for one in left
                ]
                met += AT_ONCE
                done = self.crew.play(worlds, seat, lines)
                for place, (worth, answers) in enumerate(done):
                    one = left[place % len(left)]
                    one.total, one.n, spent = one.total + worth, one.n + 1, spent + answers
                worths = [worth for worth, _ in done]
                rows += [worths[place : place + len(left)] for place in range(0, len(done), len(left))]
                trust = _trust(rows, error)
                if end is not None and monotonic() > end:
                    return max(left, key=lambda one: one.mean(trust)).value
            left.sort(key=lambda one: one.mean(trust), reverse=True)
            left = left[: max(1, (len(left) + 1) // 2)]
        return left[0].value

    def _worlds(self, game: Game, seat: Seat) -> list[Game]:
        """The world it thinks in, and others where its view leaves room for them."""
        if game.ruleset.view(game.state, seat) is game.state:
            return [game]
        made = (imagined(game, seat, SpreadDice(self.rng.randbytes(8), 0.5), self.rng) for _ in range(WORLDS - 1))
        return [game, *(world for world in made if world is not None)]
