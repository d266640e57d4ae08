"""Exact odds from the rule code itself: every outcome of the dice is walked, equal states are merged."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

from msgspec import Struct

from arbitro.dice.sources import SeededDice
from arbitro.dice.walk import Walk
from arbitro.engine.asks import Answer, Decision
from arbitro.engine.events import Event
from arbitro.engine.game import IDLE_LIMIT, Game
from arbitro.engine.save import encode
from arbitro.engine.state import State
from arbitro.engine.values import Value

Policy = Callable[[Game], Value]
SMALLEST = Fraction(1, 10**9)
SAMPLES = 4000
LONGEST = 400


class Odds(Struct):
    """How likely each outcome is.

    ``exact`` False means seeded samples (``leaves`` of them) instead of a full walk; ``rest`` is the
    probability that was too small to follow; ``assumed`` lists decisions answered by the policy.
    """

    outcomes: dict[Any, Fraction]
    exact: bool
    rest: Fraction
    assumed: list[str]
    leaves: int

    def chance(self, test: Callable[[Any], bool]) -> Fraction:
        """The probability of the outcomes that pass a test."""
        return sum((p for outcome, p in self.outcomes.items() if test(outcome)), Fraction(0))

    def interval(self, test: Callable[[Any], bool]) -> tuple[float, float]:
        """95 % interval of a chance; a point where the odds are exact."""
        p = float(self.chance(test))
        if self.exact:
            return (p, p)
        half = 1.96 * sqrt(max(p * (1 - p), 1e-9) / max(1, self.leaves))
        return (max(0.0, p - half), min(1.0, p + half))


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


def instinct_policy(game: Game) -> Value:
    """INSTINCT: every seat answers by the ruleset's quick instinct."""
    assert game.pending is not None
    seat = (game.pending.seats or game.pending.free)[0]
    return game.ruleset.instinct(game, seat, game.pending)


def odds(
    game: Game,
    answer: Answer | None,
    *,
    watch: Callable[[State], Hashable],
    until: Callable[[State], bool] | None = None,
    policy: Policy = plain_policy,
    leaves: int = 2000,
    samples: int = SAMPLES,
    smallest: Fraction = SMALLEST,
) -> Odds:
    """The distribution of ``watch`` after an answer is carried out.

    Args:
        game: a game at a decision; it is not touched.
        answer: the answer to weigh, None to let the policy answer.
        watch: what is measured of a state; a hashable value.
        until: asked at Step boundaries; None: the end of the Step that runs now.
        policy: answers the decisions on the way.
        leaves: beyond so many, seeded samples are taken and the result says so.
        samples: how many; with 0 none are taken.
        smallest: a branch less likely than this goes to ``rest``.

    Raises:
        TooLarge: if there are more leaves and no samples may be taken.
    """
    try:
        return _walk(game, answer, watch, until, policy, leaves, smallest)
    except (TooLarge, OverflowError) as error:
        if not samples:
            raise TooLarge from error
        return _sample(game, answer, watch, until, policy, samples)


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
    stack: list[tuple[int, ...]] = [()]
    while stack:
        walk = Walk(stack.pop())
        seen = _happened(game.fork(walk, log=True), answer, read, policy, result)
        result.outcomes[seen] = result.outcomes.get(seen, Fraction(0)) + walk.weight
        result.leaves += 1
        stack += walk.siblings
        if result.leaves + len(stack) > leaves:
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
        result.outcomes[seen] = result.outcomes.get(seen, Fraction(0)) + Fraction(1, samples)
    return result


def _happened(twin: Game, answer: Answer, read: Read, policy: Policy, result: Odds) -> Hashable:
    """Play an answer out and read what came of it."""
    known = len(twin.journal)
    state = _play_out(twin, answer, lambda _: not twin.follows(), policy, result)
    return read(twin.journal[known:], state)


class _Leaf(Struct):
    state: State
    weight: Fraction
    done: bool


def _walk(
    game: Game, answer: Answer | None, watch: Any, until: Any, policy: Policy, most: int, smallest: Fraction
) -> Odds:
    result = Odds({}, True, Fraction(0), [], 0)
    frontier: dict[bytes, tuple[Game, Fraction, Answer | None]] = {b"": (game, Fraction(1), answer)}
    for _ in range(LONGEST):
        grown: dict[bytes, tuple[Game, Fraction, Answer | None]] = {}
        for start, weight, first in frontier.values():
            for leaf in _leaves(start, first, until, policy, result, weight, most - result.leaves, smallest):
                result.leaves += 1
                if result.leaves > most:
                    raise TooLarge
                if leaf.done:
                    seen = watch(leaf.state)
                    result.outcomes[seen] = result.outcomes.get(seen, Fraction(0)) + leaf.weight
                    continue
                key = _key(leaf.state)
                old = grown.get(key)
                total = leaf.weight + (old[1] if old else Fraction(0))
                grown[key] = (_resumable(start, leaf.state) if old is None else old[0], total, None)
        frontier = grown
        if not frontier:
            return result
    raise TooLarge


def _key(state: State) -> bytes:
    twin = state.copy()
    twin.step_no = 0
    if twin.idle < IDLE_LIMIT // 2:
        twin.idle = 0
    return encode(twin)


def _resumable(game: Game, state: State) -> Game:
    twin = Game(game.ruleset, state, Walk(), setup=game.setup, log=False, start=False)
    twin.thinking = True
    return twin


def _leaves(
    start: Game,
    answer: Answer | None,
    until: Any,
    policy: Policy,
    result: Odds,
    weight: Fraction,
    most: int,
    smallest: Fraction,
) -> list[_Leaf]:
    """Run one Step of a game through every outcome of its dice."""
    stack: list[tuple[int, ...]] = [()]
    leaves = []
    while stack:
        walk = Walk(stack.pop())
        leaf = _one(start, answer, walk, until, policy, result)
        total = weight * walk.weight
        if total < smallest:
            result.rest += total
        else:
            leaves.append(_Leaf(leaf.state, total, leaf.done))
        stack += walk.siblings
        if len(leaves) > most:
            raise TooLarge
    return leaves


def _one(start: Game, answer: Answer | None, walk: Walk, until: Any, policy: Policy, result: Odds) -> _Leaf:
    if start.checkpoints:
        twin = start.fork(walk)
    else:
        twin = Game(start.ruleset, start.state.copy(), walk, setup=start.setup, log=False, start=False)
        twin.thinking = True
    twin.stop_at_step = twin.state.step_no if start.checkpoints else twin.state.step_no + 1
    if not start.checkpoints:
        twin.resume()
    first = answer
    while twin.pending is not None:
        decision = twin.pending
        seat = (decision.seats or decision.free)[0]
        if first is not None:
            value, seat, first = first.value, first.seat, None
        else:
            value = policy(twin)
            _assume(result, decision)
        twin._take(Answer(decision.id, seat, value))
    state = twin.state
    over = bool(state.result) or not state.agenda
    return _Leaf(state, Fraction(1), over or until is None or bool(until(state)))


def _assume(result: Odds, decision: Decision) -> None:
    line = f"{decision.kind} {decision.about.get('window', decision.about.get('rule', ''))}".strip()
    if line not in result.assumed:
        result.assumed.append(line)


def _sample(game: Game, answer: Answer | None, watch: Any, until: Any, policy: Policy, samples: int) -> Odds:
    """Seeded plays, when the tree is too large; always the same ones."""
    result = Odds({}, False, Fraction(0), [], samples)
    rng = Random(0)
    for _ in range(samples):
        twin = game.fork(SeededDice(rng.randbytes(16)))
        state = _play_out(twin, answer, until, policy, result)
        seen = watch(state)
        result.outcomes[seen] = result.outcomes.get(seen, Fraction(0)) + Fraction(1, samples)
    return result


def _play_out(twin: Game, answer: Answer | None, until: Any, policy: Policy, result: Odds) -> State:
    twin.stop_at_step = twin.state.step_no
    first = answer
    for _ in range(LONGEST):
        while twin.pending is not None:
            decision = twin.pending
            value = first.value if first is not None else policy(twin)
            seat = first.seat if first is not None else (decision.seats or decision.free)[0]
            if first is None:
                _assume(result, decision)
            first = None
            twin._take(Answer(decision.id, seat, value))
        state = twin.state
        if state.result or not state.agenda or until is None or until(state):
            return state
        twin.stop_at_step = state.step_no + 1
        twin.resume()
    return twin.state
