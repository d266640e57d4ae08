"""Opponents of several strengths: random, keen (first offers), instinct (quick answers), quick (one action ahead)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Protocol

from arbitro.dice.sources import Place, SeededDice
from arbitro.engine.asks import Answer, Decision
from arbitro.engine.game import Game
from arbitro.engine.values import Seat, Value

SAMPLES, SKETCH, SHORTLIST = 6, 2, 6
"""Every candidate is tried with the first sample dice, the best of them with all."""
MOST_STEPS = 60
HARMLESS = 100
"""How much worse than doing nothing an action may look: dice and points are there to be spent."""


AGAIN = 3
"""How often the same action is chosen while no hand or turn ends: what is free must not go to and fro for ever."""


class SpreadDice(SeededDice):
    """Sample dice whose first face stands at a part (0 to 1) of its die; all that follow are drawn.

    The first die decides most actions: samples whose parts are evenly spread meet a hit as often as it is likely.
    """

    __slots__ = ("_part",)

    def __init__(self, secret: bytes, part: float) -> None:
        super().__init__(secret)
        self._part: float | None = part

    def faces(self, place: Place, n: int, sides: int) -> tuple[int, ...]:
        drawn = super().faces(place, n, sides)
        if self._part is None or not n:
            return drawn
        first, self._part = 1 + int(self._part * sides), None
        return (first, *drawn[1:])


Sample = tuple[bytes, float]
"""What the dice of one sample are made of: a seed, and where the first face stands."""


class Player(Protocol):
    """Somebody who answers for a seat."""

    def answer(self, game: Game, seat: Seat) -> Value:
        """The answer to the pending question."""
        ...

    def interject(self, game: Game, seat: Seat) -> Value | None:
        """Something to do in a free part of the pending question, or None."""
        ...


class RandomPlayer:
    """Plays any legal answer; speaks up in a free part one time in ten."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Random(seed)

    def answer(self, game: Game, seat: Seat) -> Value:
        return game.form(seat).sample(self.rng)

    def interject(self, game: Game, seat: Seat) -> Value | None:
        if self.rng.random() >= 0.1:
            return None
        return game.form(seat).sample(self.rng)


class InstinctPlayer:
    """Answers by the ruleset's instinct; chooses the first action that is worth weighing."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Random(seed)

    def answer(self, game: Game, seat: Seat) -> Value:
        assert game.pending is not None
        return game.ruleset.instinct(game, seat, game.pending)

    def interject(self, game: Game, seat: Seat) -> Value | None:
        return None


class KeenPlayer(InstinctPlayer):
    """Uses whatever it is offered, and otherwise plays at random."""

    def answer(self, game: Game, seat: Seat) -> Value:
        assert game.pending is not None
        form = game.form(seat)
        if game.pending.kind in ("respond", "may"):
            for value in form.leads(4):
                if value not in (("pass",), "pass"):
                    return value
        return form.sample(self.rng)


class QuickPlayer(InstinctPlayer):
    """Looks one action ahead: every action worth weighing is tried on copies of the game with dice of its own.

    All candidates meet the same sample dice, whose first faces are evenly spread, so that luck does not choose.
    """

    def __init__(self, seed: int = 0, samples: int = SAMPLES) -> None:
        super().__init__(seed)
        self.samples = samples
        self._taken: Counter[Value] = Counter()
        self._when: object = None

    def answer(self, game: Game, seat: Seat) -> Value:
        assert game.pending is not None
        if game.pending.kind != "action":
            return self._detail(game, seat, game.pending)
        idle = game.form(seat).default()
        candidates = self._fresh(game, self.candidates(game, seat), idle)
        value = self._choose(game, seat, candidates, idle)
        self._taken[value] += 1
        return value

    def _fresh(self, game: Game, found: list[Value], idle: Value | None) -> list[Value]:
        """The candidates that were not chosen too often already; all where nothing else is left."""
        when = tuple(sorted(game.state.scopes.items()))
        if when != self._when:
            self._when = when
            self._taken.clear()
        fresh = [value for value in found if self._taken[value] < AGAIN]
        return fresh or ([idle] if idle is not None else found)

    def _choose(self, game: Game, seat: Seat, candidates: list[Value], idle: Value | None) -> Value:
        if len(candidates) == 1 and idle in (None, candidates[0]):
            return candidates[0]
        if self.rng.random() < game.ruleset.restlessness(game.state):
            return self.rng.choice(candidates)
        samples = self._samples()
        sketch, rest = samples[:SKETCH], samples[SKETCH:]
        first = [(self._worth(game, seat, value, sketch), -number, value) for number, value in enumerate(candidates)]
        first.sort(key=lambda item: item[:2], reverse=True)
        best = [
            (worth + self._worth(game, seat, value, rest), number, value) for worth, number, value in first[:SHORTLIST]
        ]
        worth, _, value = max(best, key=lambda item: item[:2])
        if idle is not None and worth < self.samples * (game.ruleset.idle_worth(game.state, seat) - HARMLESS):
            return idle  # nothing is better than what would harm
        return value

    def _detail(self, game: Game, seat: Seat, decision: Decision) -> Value:
        """The answer to a question in the midst of a step: the best of a few, the instinctive one among equals."""
        found = game.ruleset.alternatives(game, seat, decision)
        if len(found) < 2:
            return super().answer(game, seat)
        samples = self._samples()
        return max(found, key=lambda value: self._worth(game, seat, value, samples))

    def _samples(self) -> list[Sample]:
        """As many samples as it tries; the first faces of those it sketches with lie half a die apart."""
        start, apart = self.rng.random(), max(1, self.samples // SKETCH)
        order = [number for first in range(apart) for number in range(first, self.samples, apart)]
        return [(self.rng.randbytes(8), (number + start) / self.samples) for number in order]

    def candidates(self, game: Game, seat: Seat) -> list[Value]:
        """The actions it weighs."""
        return game.ruleset.propose(game, seat)

    def _worth(self, game: Game, seat: Seat, value: Value, samples: list[Sample]) -> int:
        return sum(self._try(game, seat, value, sample) for sample in samples)

    def _try(self, game: Game, seat: Seat, value: Value, sample: Sample) -> int:
        twin = game.fork(SpreadDice(*sample))
        twin.stop_at_step = twin.state.step_no
        pending = twin.pending
        assert pending is not None
        twin._take(Answer(pending.id, seat, value))
        for _ in range(MOST_STEPS):
            decision = twin.pending
            if decision is None:
                if not twin.follows():
                    break
                twin.stop_at_step = twin.state.step_no + 1
                twin.resume()
                continue
            who = (decision.seats or decision.free)[0]
            twin._take(Answer(decision.id, who, twin.ruleset.instinct(twin, who, decision)))
        return twin.ruleset.worth(twin.state, seat)


NAMES = ("random", "keen", "instinct", "quick")


def player(name: str, seed: int = 0) -> Player:
    """An opponent by name.

    Raises:
        KeyError: for a name that is not one of `NAMES`.
    """
    kinds: dict[str, Callable[[int], Player]] = {
        "random": RandomPlayer,
        "keen": KeenPlayer,
        "instinct": InstinctPlayer,
        "quick": QuickPlayer,
    }
    return kinds[name](seed)
