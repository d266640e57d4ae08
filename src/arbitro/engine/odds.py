"""Exact odds from the rule code itself: every outcome of the dice is walked, equal states are merged."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from arbitro.dice.sources import SeededDice
from arbitro.engine.asks import Answer, Decision
from arbitro.engine.branches import Branches
from arbitro.engine.events import Event
from arbitro.engine.game import IDLE_LIMIT, Game
from arbitro.engine.save import encode
from arbitro.engine.state import State
from arbitro.engine.values import Value

Policy = Callable[[Game], Value]
SMALLEST = Fraction(1, 10**9)
SAMPLES = 4000
LONGEST = 400
"""How many Steps are walked or played on, if nothing else is said."""
Z = 1.959964
"""Standard deviations of a 95 % interval."""


class Odds(Struct):
    """How likely each outcome is.

    ``exact`` False means seeded samples (``leaves`` of them) instead of a full walk; ``rest`` is the
    probability that was too small to follow, or of plays that found no end; ``assumed`` lists decisions answered by
    the policy.
    """

    outcomes: dict[Any, Fraction]
    exact: bool
    rest: Fraction
    assumed: list[str]
    leaves: int

    def add(self, outcome: Hashable, weight: Fraction) -> None:
        """One more way to an outcome."""
        known = self.outcomes.get(outcome)
        self.outcomes[outcome] = weight if known is None else known + weight

    def chance(self, test: Callable[[Any], bool]) -> Fraction:
        """The probability of the outcomes that pass a test."""
        return sum((p for outcome, p in self.outcomes.items() if test(outcome)), Fraction(0))

    def interval(self, test: Callable[[Any], bool]) -> tuple[float, float]:
        """Where a chance lies: 95 % of the time by Wilson's score of samples, for certain where the odds are exact."""
        return self.around(self.chance(test))

    def around(self, chance: Fraction) -> tuple[float, float]:
        """Where a chance that was found really lies; see `interval`."""
        p, n = float(chance), max(1, self.leaves)
        if self.exact:
            return p, min(1.0, float(chance + self.rest))
        middle = p + Z * Z / (2 * n)
        half = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return max(0.0, (middle - half) / (1 + Z * Z / n)), min(1.0, (middle + half) / (1 + Z * Z / n))


class TooLarge(Exception):
    """The walk has more leaves than allowed."""


def plain_policy(game: Game) -> Value:
    """PLAIN: the default of the form."""
    assert game.pending is not None
    return game.form((game.pending.seats or game.pending.free)[0]).default()


def keen_policy(game: Game) -> Value:
    """KEEN: the first offer, where there is one."""
    assert game.pending is not None
    form = game.form((game.pending.seats or game.pending.free)[0])
    if game.pending.kind in ("respond", "may"):
        for value in form.leads(2):
            if value not in (("pass",), "pass"):
                return value
    return form.default()


def alone_policy(game: Game) -> Value:
    """ALONE: everybody else lets things happen."""
    assert game.pending is not None
    seat = (game.pending.seats or game.pending.free)[0]
    return game.ruleset.stand_by(game, seat, game.pending)


def instinct_policy(game: Game) -> Value:
    """INSTINCT: every seat answers by the ruleset's quick instinct."""
    assert game.pending is not None
    seat = (game.pending.seats or game.pending.free)[0]
    return game.ruleset.instinct(game, seat, game.pending)


POLICIES: dict[str, Policy] = {
    "alone": alone_policy,
    "plain": plain_policy,
    "keen": keen_policy,
    "instinct": instinct_policy,
}
"""How everybody answers what is asked on the way, by name."""
Note = Callable[[Event], Hashable]
"""What is remembered of an event on the way; None for nothing."""
Key = tuple[Any, ...]
"""What was remembered so far: every note once, in one order."""


class Horizon(Struct, frozen=True):
    """How far one looks, and what is measured there; see `odds`."""

    watch: Callable[[State], Hashable]
    note: Note | None = None
    until: Callable[[State], bool] | None = None
    policy: Policy = plain_policy
    leaves: int = 2000
    samples: int = SAMPLES
    smallest: Fraction = SMALLEST
    longest: int = LONGEST
    seed: int = 0

    def seen(self, noted: Key, state: State) -> Hashable:
        """The outcome: what is watched, with what was remembered where anything is to be."""
        watched = self.watch(state)
        return watched if self.note is None else (noted, watched)

    def noted(self, before: Key, events: Sequence[Event]) -> Key:
        """What is remembered after more events."""
        if self.note is None or not events:
            return before
        found = {*before, *map(self.note, events)} - {None}
        return before if len(found) == len(before) else tuple(sorted(found, key=repr))

    def over(self, state: State) -> bool:
        """Whether one looks no further than this Step boundary."""
        return bool(state.result) or not state.agenda or self.until is None or bool(self.until(state))


def odds(
    game: Game,
    answer: Answer | None,
    *,
    watch: Callable[[State], Hashable],
    note: Note | None = None,
    until: Callable[[State], bool] | None = None,
    policy: Policy = plain_policy,
    leaves: int = 2000,
    samples: int = SAMPLES,
    smallest: Fraction = SMALLEST,
    longest: int = LONGEST,
    seed: int = 0,
) -> Odds:
    """The distribution of ``watch`` after an answer is carried out.

    Args:
        game: a game at a decision; it is not touched.
        answer: the answer to weigh, None to let the policy answer.
        watch: what is measured of a state; a hashable value.
        note: what is remembered of the events on the way; then an outcome is ``(notes, watched)``.
        until: asked at Step boundaries; None: the end of the Step that runs now.
        policy: answers the decisions on the way.
        leaves: beyond so many, seeded samples are taken and the result says so.
        samples: how many; with 0 none are taken.
        smallest: a branch less likely than this goes to ``rest``.
        longest: how many Steps are looked ahead at most.
        seed: of the samples.

    Raises:
        TooLarge: if there are more leaves and no samples may be taken.
    """
    horizon = Horizon(watch, note, until, policy, leaves, samples, smallest, longest, seed)
    try:
        if not leaves:
            raise TooLarge
        return _walk(game, answer, horizon)
    except (TooLarge, OverflowError) as error:
        if not samples:
            raise TooLarge(f"more than {leaves} outcomes, and no samples may be taken") from error
        return _sample(game, answer, horizon)


Read = Callable[[Sequence[Event], State], Hashable]
"""What matters of the events that follow an answer, and of the state they lead to; a hashable value."""


def happenings(
    game: Game, answer: Answer, *, read: Read, policy: Policy = plain_policy, leaves: int = 2000, samples: int = 0
) -> Odds:
    """The distribution of what ``read`` makes of all that happens once an answer is carried out.

    Args:
        game: a game at a decision; it is not touched.
        answer: the answer to weigh, known to be legal.
        read: what is measured; it may raise `TooLarge` itself.
        policy: answers the decisions on the way.
        leaves: how many outcomes of the dice may be walked; none are merged.
        samples: how many seeded plays are taken where there are more; with 0 none are.

    The walk goes on to the end of the Step that runs now, and of those that belong to it.

    Raises:
        TooLarge: if there are more leaves and no samples may be taken.
    """
    result = Odds({}, True, Fraction(0), [], 0)
    branches = Branches(game, log=True)
    twin, first = branches.game, True
    while branches.open:
        branches.play(branches.open.pop())
        _answer_all(twin, answer if first else None, policy, result)
        first = False
        for _ in range(LONGEST):
            if not twin.follows() or not branches.go_on():
                break
            _answer_all(twin, None, policy, result)
        branches.close()
        result.add(read(branches.events, twin.state), branches.weight)
        result.leaves += 1
        if result.leaves + len(branches.open) > leaves:
            if not samples:
                raise TooLarge
            return _sampled(game, answer, read, policy, samples)
    return result


def _sampled(game: Game, answer: Answer, read: Read, policy: Policy, samples: int) -> Odds:
    result = Odds({}, False, Fraction(0), [], samples)
    rng = Random(0)
    for _ in range(samples):
        twin = game.fork(SeededDice(rng.randbytes(16)), log=True)
        seen = _happened(twin, answer, read, policy, result)
        result.add(seen, Fraction(1, samples))
    return result


def _happened(twin: Game, answer: Answer, read: Read, policy: Policy, result: Odds) -> Hashable:
    """Play an answer out and read what came of it."""
    known = len(twin.journal)
    _play_out(twin, answer, Horizon(_nothing, until=lambda _: not twin.follows(), policy=policy), result)
    return read(twin.journal[known:], twin.state)


def _nothing(state: State) -> None:
    """Nothing is watched."""


class _Leaf(NamedTuple):
    """How a Step may end: what it leaves behind, all that was noted so far, how likely it is."""

    state: State
    noted: Key
    weight: Fraction


class _Way(Struct):
    """A state on the way, how likely it is and what was noted."""

    state: State
    weight: Fraction
    noted: Key = ()


def _walk(game: Game, answer: Answer | None, horizon: Horizon) -> Odds:
    result = Odds({}, True, Fraction(0), [], 0)
    branches = Branches(game, log=horizon.note is not None)
    leaves = _leaves(branches, (), horizon, result, answer)
    for _ in range(horizon.longest):
        grown: dict[Any, _Way] = {}
        for leaf in leaves:
            if horizon.over(leaf.state):
                result.add(horizon.seen(leaf.noted, leaf.state), leaf.weight)
                continue
            key = (leaf.noted, _key(leaf.state))
            if (old := grown.get(key)) is not None:
                old.weight += leaf.weight
            else:
                grown[key] = _Way(leaf.state, leaf.weight, leaf.noted)
        if not grown:
            return result
        leaves = _grown(branches, grown.values(), horizon, result)
    raise TooLarge


def _grown(branches: Branches, ways: Iterable[_Way], horizon: Horizon, result: Odds) -> Iterator[_Leaf]:
    """How the next Step of every way may end."""
    for way in ways:
        branches.enter(way.state, way.weight)
        yield from _leaves(branches, way.noted, horizon, result)


def _key(state: State) -> bytes:
    twin = state.copy()
    twin.step_no = 0
    if twin.idle < IDLE_LIMIT // 2:
        twin.idle = 0
    return encode(twin)


def _leaves(
    branches: Branches, noted: Key, horizon: Horizon, result: Odds, answer: Answer | None = None
) -> Iterator[_Leaf]:
    """Run one Step through every outcome of its dice, with an answer to the first question."""
    twin, smallest = branches.game, horizon.smallest
    while branches.open:
        branch = branches.open.pop()
        result.leaves += 1
        if smallest and branch.weight < smallest:
            result.rest += branch.weight
            continue
        branches.play(branch)
        _answer_all(twin, answer, horizon.policy, result)
        answer = None
        branches.close()
        if result.leaves + len(branches.open) > horizon.leaves:
            raise TooLarge
        if smallest and branches.weight < smallest:
            result.rest += branches.weight
        else:
            yield _Leaf(twin.state, horizon.noted(noted, branches.events), branches.weight)


def _answer_all(twin: Game, first: Answer | None, policy: Policy, result: Odds) -> None:
    """Answer what is asked before the Step is over: first as given, then by the policy."""
    while twin.pending is not None:
        decision = twin.pending
        seat = (decision.seats or decision.free)[0]
        if first is not None:
            value, seat, first = first.value, first.seat, None
        else:
            value = policy(twin)
            _assume(result, decision)
        twin._take(Answer(decision.id, seat, value))


def _assume(result: Odds, decision: Decision) -> None:
    line = f"{decision.kind} {decision.about.get('window', decision.about.get('rule', ''))}".strip()
    if line not in result.assumed:
        result.assumed.append(line)


def _sample(game: Game, answer: Answer | None, horizon: Horizon) -> Odds:
    """Seeded plays, when the tree is too large; the same ones for the same seed."""
    result = Odds({}, False, Fraction(0), [], horizon.samples)
    rng, each = Random(horizon.seed), Fraction(1, horizon.samples)
    for _ in range(horizon.samples):
        twin = game.fork(SeededDice(rng.randbytes(16)), log=horizon.note is not None)
        known = len(twin.journal)
        if not _play_out(twin, answer, horizon, result):
            result.rest += each
            continue
        result.add(horizon.seen(horizon.noted((), twin.journal[known:]), twin.state), each)
    return result


def _play_out(twin: Game, answer: Answer | None, horizon: Horizon, result: Odds) -> bool:
    """Play on to the horizon; False if it was not reached."""
    twin.stop_at_step = twin.state.step_no
    for _ in range(horizon.longest):
        _answer_all(twin, answer, horizon.policy, result)
        answer = None
        if horizon.over(twin.state):
            return True
        twin.stop_at_step = twin.state.step_no + 1
        twin.resume()
    return False
