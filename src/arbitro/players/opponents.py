"""Opponents of several strengths: random, keen (first offers), instinct (quick answers), quick (one action ahead)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from arbitro.dice.sources import SeededDice
from arbitro.engine.asks import Answer, Decision
from arbitro.engine.game import Game
from arbitro.engine.values import Seat, Value

SAMPLES, SKETCH, SHORTLIST = 6, 2, 6
"""Every candidate is tried with the first sample dice, the best of them with all."""
MOST_STEPS = 60
HARMLESS = 100
"""How much worse than doing nothing an action may look: dice and points are there to be spent."""


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

    All candidates meet the same sample dice, so that luck does not choose between them.
    """

    def __init__(self, seed: int = 0, samples: int = SAMPLES) -> None:
        super().__init__(seed)
        self.samples = samples

    def answer(self, game: Game, seat: Seat) -> Value:
        assert game.pending is not None
        if game.pending.kind != "action":
            return self._detail(game, seat, game.pending)
        candidates = self.candidates(game, seat)
        idle = game.form(seat).default()
        if len(candidates) == 1 and idle in (None, candidates[0]):
            return candidates[0]
        if self.rng.random() < game.ruleset.restlessness(game.state):
            return self.rng.choice(candidates)
        seeds = [self.rng.randbytes(8) for _ in range(self.samples)]
        first = [
            (self._worth(game, seat, value, seeds[:SKETCH]), -number, value) for number, value in enumerate(candidates)
        ]
        first.sort(key=lambda item: item[:2], reverse=True)
        best = [
            (worth + self._worth(game, seat, value, seeds[SKETCH:]), number, value)
            for worth, number, value in first[:SHORTLIST]
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
        seeds = [self.rng.randbytes(8) for _ in range(self.samples)]
        return max(found, key=lambda value: self._worth(game, seat, value, seeds))

    def candidates(self, game: Game, seat: Seat) -> list[Value]:
        """The actions it weighs."""
        return game.ruleset.propose(game, seat)

    def _worth(self, game: Game, seat: Seat, value: Value, seeds: list[bytes]) -> int:
        return sum(self._try(game, seat, value, seed) for seed in seeds)

    def _try(self, game: Game, seat: Seat, value: Value, seed: bytes) -> int:
        twin = game.fork(SeededDice(seed))
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
