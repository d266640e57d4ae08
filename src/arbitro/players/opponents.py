"""Opponents that need no search: random, keen (first offers), instinct (quick answers), quick (one action ahead).

All but the random one think about the game as their seat may know it; `search` has those that look farther.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import ClassVar, Protocol

from arbitro.dice.sources import Place, SeededDice
from arbitro.engine.asks import Answer, Decision
from arbitro.engine.game import Game
from arbitro.engine.history import imagined
from arbitro.engine.values import Seat, Value

SAMPLES, SKETCH, SHORTLIST = 6, 2, 6
"""Every candidate is tried with the first sample dice, the best of them with all."""
MOST_STEPS = 60
TRIES = 3
"""How often a world is made up that fits what a seat has seen; failing that, it answers the plainest thing."""
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


class StreamDice:
    """Sample dice of which the n-th of a size in a scene is the same whatever falls before it, but for the first face.

    Lines that begin with different actions then go on with the same luck, and differ by what was chosen: however
    many dice one side throws in its hand, those of the other's are the same.
    """

    def __init__(self, secret: bytes, part: float) -> None:
        self._secret, self._part = secret, part
        self._streams: dict[tuple[int, int], Random] = {}
        self._fresh = True
        self.scene: Callable[[], int] = int
        """The number of the scene in which dice fall now."""

    def with_nonces(self, nonces: tuple[str, ...]) -> StreamDice:
        return self

    def faces(self, place: Place, n: int, sides: int) -> tuple[int, ...]:
        return tuple([self._face(sides) for _ in range(n)])

    def _face(self, sides: int) -> int:
        if self._fresh:
            self._fresh = False
            return 1 + int(self._part * sides)
        key = (self.scene(), sides)
        stream = self._streams.get(key)
        if stream is None:
            stream = self._streams[key] = Random(self._secret + b"%d/%d" % key)
        return 1 + int(stream.random() * sides)


Sample = tuple[bytes, float]
"""What the dice of one sample are made of: a seed, and where the first face stands."""


Sketched = tuple[Value, list[int]]
"""A candidate and what the first samples say of it."""


def _promising(sketched: list[Sketched]) -> list[Sketched]:
    """The candidates to try with more samples, the better first: by what they are worth on average, and at best.

    Half are chosen for what they may bring with some luck: two samples say little against a blow that missed twice.
    Those that both samples hold equal to a better one come last: many gifts that are as good as each other must not
    crowd out everything else.

    >>> _promising([("a", [1, 1]), ("same", [1, 1]), ("b", [0, 9])])
    [('b', [0, 9]), ('a', [1, 1]), ('same', [1, 1])]
    """
    by_sum = sorted(sketched, key=lambda item: sum(item[1]), reverse=True)
    seen: set[tuple[int, ...]] = set()
    first: list[Sketched] = []
    equal: list[Sketched] = []
    for item in by_sum:
        (equal if tuple(item[1]) in seen else first).append(item)
        seen.add(tuple(item[1]))
    half = SHORTLIST // 2
    lucky = sorted(first[half:], key=lambda item: max(item[1]), reverse=True)
    return [*first[:half], *lucky, *equal][:SHORTLIST]


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
        world = self.seen(game, seat)
        if world is None or world.pending is None:
            return game.form(seat).default()
        value = self.decide(world, seat, world.pending)
        if world is not game and game.form(seat).refusal(value) is not None:
            return game.form(seat).default()
        return value

    def interject(self, game: Game, seat: Seat) -> Value | None:
        return None

    def seen(self, game: Game, seat: Seat) -> Game | None:
        """The game as a seat may know it: itself where nothing is hidden, else one whose hidden part is made up."""
        if game.ruleset.view(game.state, seat) is game.state:
            return game
        found = (imagined(game, seat, SeededDice(self.rng.randbytes(8)), self.rng) for _ in range(TRIES))
        return next((world for world in found if world is not None), None)

    def decide(self, game: Game, seat: Seat, decision: Decision) -> Value:
        """The answer to the question of a game in which nothing is hidden from the seat."""
        return game.ruleset.instinct(game, seat, decision)


class KeenPlayer(InstinctPlayer):
    """Uses whatever it is offered, and otherwise plays at random."""

    def decide(self, game: Game, seat: Seat, decision: Decision) -> Value:
        form = game.form(seat)
        if decision.kind in ("respond", "may"):
            for value in form.leads(4):
                if value not in (("pass",), "pass"):
                    return value
        return form.sample(self.rng)


class QuickPlayer(InstinctPlayer):
    """Looks one action ahead: every action worth weighing is tried on copies of the game with dice of its own.

    All candidates meet the same sample dice, whose first faces are evenly spread, so that luck does not choose.
    """

    plays_on: ClassVar[bool] = False
    """Whether the rest of a turn is played by instinct before an action is judged, where the ruleset says so."""

    def __init__(self, seed: int = 0, samples: int = SAMPLES) -> None:
        super().__init__(seed)
        self.samples = samples
        self._taken: Counter[Value] = Counter()
        self._when: object = None

    def decide(self, game: Game, seat: Seat, decision: Decision) -> Value:
        if decision.kind != "action":
            return self._detail(game, seat, decision)
        if game.ruleset.under_orders(game, seat, decision):
            return self._usual(game, seat, decision)
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
        ranked = self._ranked(game, seat, candidates)
        if self.rng.random() < game.ruleset.restlessness(game.state):
            return self.rng.choice(ranked)[1]
        return self._settle(game, seat, ranked, idle)

    def _ranked(self, game: Game, seat: Seat, candidates: list[Value]) -> list[tuple[int, Value]]:
        """The most promising candidates and what all samples together say of them, the best first."""
        samples = self._samples()
        sketch, rest = samples[:SKETCH], samples[SKETCH:]
        sketched = [(value, [self._try(game, seat, value, sample) for sample in sketch]) for value in candidates]
        best = [
            (sum(worths) + self._worth(game, seat, value, rest), -number, value)
            for number, (value, worths) in enumerate(_promising(sketched))
        ]
        best.sort(key=lambda item: item[:2], reverse=True)
        return [(worth, value) for worth, _, value in best]

    def _settle(self, game: Game, seat: Seat, ranked: list[tuple[int, Value]], idle: Value | None) -> Value:
        """The best, or nothing where everything is worse than what would harm."""
        worth, value = ranked[0]
        if idle is not None and worth < self.samples * (game.ruleset.idle_worth(game.state, seat) - HARMLESS):
            return idle
        return value

    def _detail(self, game: Game, seat: Seat, decision: Decision) -> Value:
        """The answer to a question in the midst of a step: the best of a few, the instinctive one among equals."""
        found = game.ruleset.alternatives(game, seat, decision)
        return self._finest(game, seat, found) if len(found) > 1 else self._usual(game, seat, decision)

    def _usual(self, game: Game, seat: Seat, decision: Decision) -> Value:
        """The answer to a question that is not weighed."""
        return game.ruleset.instinct(game, seat, decision)

    def _finest(self, game: Game, seat: Seat, found: list[Value]) -> Value:
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
        dice = StreamDice if self.plays_on and game.ruleset.played_on else SpreadDice
        twin = game.fork(dice(*sample))
        twin.stop_at_step = twin.state.step_no
        pending = twin.pending
        assert pending is not None
        twin._take(Answer(pending.id, seat, value))
        for _ in range(MOST_STEPS):
            decision = twin.pending
            if decision is None:
                if not (twin.follows() or self._goes_on(twin)):
                    break
                twin.stop_at_step = twin.state.step_no + 1
                twin.resume()
                continue
            who = (decision.seats or decision.free)[0]
            twin._take(Answer(decision.id, who, twin.ruleset.instinct(twin, who, decision)))
        return twin.ruleset.worth(twin.state, seat)

    def _goes_on(self, twin: Game) -> bool:
        """Whether what comes next is still a part of what was tried, such as the rest of a turn."""
        agenda = twin.state.agenda
        going = self.plays_on and bool(agenda) and not twin.state.result
        return going and agenda[0].name in twin.ruleset.played_on
