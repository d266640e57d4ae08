"""Opponents that search: what looks best one action ahead is played on, many times over, and the best of that is done.

Every candidate meets the same sample dice. They are tried in rounds (sequential halving): each round drops the worse
half, so that most of the work goes to what is nearly as good. What they think about is a world made of their own
seat's view, with dice of their own (see `engine.history.imagined`): neither what is hidden nor the next face is in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
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
WIDTH, NARROW, LONGEST = 6, 3, 400
"""Candidates that are played on, fewer where lines are long, and the most answers of one line."""
DETAIL = 3
"""A question in the midst of an action gets this part of the budget."""
WORLDS = 4
"""How many worlds are imagined where there are hidden things."""
ERROR, STUBBORN = 80, 4
"""A guess one action ahead is wrong by about this part of the ruleset's stake. What looks worse by the ruleset's
`caution` of such errors is not played on; lines must speak for another answer by a part of that, the second number,
however many are played: everybody goes on by instinct in them."""
SURE = 2.0
"""One departs from the usual answer where another is better by so many standard errors: several are compared."""
AT_LEAST = 8
"""Lines of each answer below which their spread says nothing."""
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
    dice = StreamDice(*line.sample)
    twin = world.fork(dice)
    rules = twin.ruleset
    horizon = rules.horizon or rules.pace
    dice.scene = lambda: twin.state.scopes.get(horizon, 0)
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
    """An answer, and by how much it was better than the usual one with each of the same dice."""

    __slots__ = ("leads", "value")

    def __init__(self, value: Value) -> None:
        self.value, self.leads = value, list[int]()

    @property
    def lead(self) -> float:
        return sum(self.leads) / max(1, len(self.leads))

    @property
    def error(self) -> float:
        """The standard error of the lead."""
        n, middle = len(self.leads), self.lead
        return sqrt(sum((lead - middle) ** 2 for lead in self.leads) / max(1, n - 1) / n)

    def may_lead(self) -> bool:
        """Whether it may still be as good: it is not behind by more than a standard error."""
        return self.lead + self.error >= 0

    def surely(self, sure: float) -> float:
        """A lead that the true one exceeds, unless it is ``sure`` standard errors off; below nothing where few say it.

        >>> one = _Candidate("shoot")
        >>> one.leads += [4, 6] * 8
        >>> round(one.surely(2.0), 2)
        4.48
        """
        return self.lead - sure * self.error if len(self.leads) >= AT_LEAST else -inf


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
            width = NARROW if game.ruleset.long_lines(game, seat) else WIDTH
            found = [usual, *(value for _, value in ranked[:width]), *([idle] if idle is not None else [])]
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
        if game.ruleset.long_lines(game, seat):
            return super()._finest(game, seat, found)
        return self._improved(game, seat, found, self.nodes // DETAIL)

    def _improved(self, game: Game, seat: Seat, found: list[Value], nodes: int) -> Value:
        """The first of a few answers, the usual one, unless the samples say clearly that another is better.

        They are played in rounds that drop the worse half; the usual one stays. All lines go on as usual: what they
        show is where one had better depart from it.
        """
        usual, *others = dict.fromkeys(found)
        left = [_Candidate(value) for value in others]
        worlds = self._worlds(game, seat)
        rounds = len(left).bit_length()
        start, end = self.rng.random(), None if self.seconds is None else monotonic() + self.seconds
        spent = met = 0
        for number in range(rounds):
            while spent * rounds < nodes * (number + 1):
                samples = [(self.rng.randbytes(8), (start + (met + n) * GOLDEN) % 1) for n in range(AT_ONCE)]
                values = [usual, *(one.value for one in left)]
                lines = [
                    Line((met + n) % len(worlds), value, sample) for n, sample in enumerate(samples) for value in values
                ]
                done = self.crew.play(worlds, seat, lines)
                met, spent = met + AT_ONCE, spent + sum(answers for _, answers in done)
                for first in range(0, len(done), len(values)):
                    for one, (worth, _) in zip(left, done[first + 1 : first + len(values)], strict=True):
                        one.leads.append(worth - done[first][0])
                if game.ruleset.long_lines(game, seat):
                    left = [one for one in left if one.may_lead()]
                if not left or (end is not None and monotonic() > end):
                    return self._better(game, left, usual)
            left.sort(key=lambda one: one.lead, reverse=True)
            left = left[: (len(left) + 1) // 2]
        return self._better(game, left, usual)

    def _better(self, game: Game, others: list[_Candidate], usual: Value) -> Value:
        """The other answer that is surely the best, or the usual one."""
        error = game.ruleset.caution * game.ruleset.stake / ERROR / STUBBORN
        best = max(others, key=lambda one: one.lead, default=None)
        return usual if best is None or best.surely(SURE) <= error else best.value

    def _worlds(self, game: Game, seat: Seat) -> list[Game]:
        """The world it thinks in, and others where its view leaves room for them."""
        if game.ruleset.view(game.state, seat) is game.state:
            return [game]
        made = (imagined(game, seat, SpreadDice(self.rng.randbytes(8), 0.5), self.rng) for _ in range(WORLDS - 1))
        return [game, *(world for world in made if world is not None)]
