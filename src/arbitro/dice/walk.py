"""Exhaustive dice: every outcome of a roll is a branch with its probability."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from typing import Any, Final

from arbitro.dice.distributions import Distribution, carried_by, die
from arbitro.dice.sources import Place

MOST_STAGES: Final = 20_000
"""How many stages of a chance function may follow one another, different ones counted."""
MOST_FACES: Final = 4096
"""How many outcomes dice may have of which every face matters."""
MOST_RUNS: Final = 20_000
"""How many outcomes the dice of one stage may have."""


Branches = Sequence[tuple[Any, Fraction]]
"""Every result of a roll with its probability."""
ONE: Final = Fraction(1)


class Walk:
    """Dice that take the first branch of every roll, and remember all of them.

    After a run, ``weight`` is the probability of the path taken, and ``draws`` holds every roll: how likely it was to
    come to it, and its branches. Whoever walks plays the others, by giving the game what they come to.

    Args:
        weight: how likely it is to come here.
    """

    one_by_one = False

    def __init__(self, weight: Fraction = ONE) -> None:
        self.weight = weight
        self.draws: list[tuple[Fraction, Branches]] = []

    def with_nonces(self, nonces: tuple[str, ...]) -> Walk:
        return self

    def faces(self, place: Place, n: int, sides: int) -> tuple[int, ...]:
        return self._first(_faces(n, sides))  # type: ignore[no-any-return]

    def number(self, what: str, fold: Callable[[Sequence[int]], int], n: int, sides: int) -> int:
        """A number of ``n`` dice, drawn from its own distribution."""
        return self._first(_folded(what, fold, n, sides))  # type: ignore[no-any-return]

    def chance(self, fn: Callable[..., Any], args: tuple[Hashable, ...]) -> Any:
        """A result of a chance function, drawn from its whole distribution."""
        return self._first(distribution_of(fn, args))

    def _first(self, branches: Branches) -> Any:
        value, part = branches[0]
        self.draws.append((self.weight, branches))
        self.weight = part if self.weight is ONE else self.weight * part
        return value


@lru_cache(maxsize=256)
def _faces(n: int, sides: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    total = sides**n
    if total > MOST_FACES:
        raise OverflowError(f"a roll of {total} outcomes is too large to be walked")
    each = Fraction(1, total)
    return tuple((faces, each) for faces in product(range(1, sides + 1), repeat=n))


@lru_cache(maxsize=4096)
def _sums(n: int, sides: int) -> tuple[tuple[int, Fraction], ...]:
    return tuple(die(sides).times(n).items())


@lru_cache(maxsize=4096)
def _bests(n: int, sides: int) -> tuple[tuple[int, Fraction], ...]:
    return tuple(die(sides).kept(n, 1).items())


@lru_cache(maxsize=4096)
def _counts(n: int, sides: int, at_least: int) -> tuple[tuple[int, Fraction], ...]:
    return tuple(die(sides).at_least(at_least).times(n).items())


def _folded(what: str, fold: Callable[[Sequence[int]], int], n: int, sides: int) -> tuple[tuple[int, Fraction], ...]:
    if what == "sum":
        return _sums(n, sides)
    if what == "best":
        return _bests(n, sides)
    if what.startswith("count"):
        return _counts(n, sides, int(what[5:]))
    counts: dict[int, int] = {}
    for faces in product(range(1, sides + 1), repeat=n):
        counts[fold(faces)] = counts.get(fold(faces), 0) + 1
    return tuple((value, Fraction(ways, sides**n)) for value, ways in sorted(counts.items()))


class Then:
    """What a chance function may return instead of a result: what follows depends on these arguments alone.

    Equal ones are walked once, however many ways lead to them, so that chains of many stages stay short.
    """

    __slots__ = ("args", "fn")

    def __init__(self, fn: Callable[..., Any], *args: Hashable) -> None:
        self.fn, self.args = fn, args


class _Hand:
    """The dice of a chance function while its outcomes are walked: branch numbers, the last one counted up."""

    def __init__(self) -> None:
        self._path: list[int] = []
        self._widths: list[int] = []
        self._depth = 0
        self.weight = self.total = 1

    def again(self) -> bool:
        """Turn to the next branch; False when all have been walked."""
        path, widths = self._path, self._widths
        while path and path[-1] + 1 == widths[-1]:
            path.pop()
            widths.pop()
        if not path:
            return False
        path[-1] += 1
        self._depth = 0
        self.weight = self.total = 1
        return True

    def _draw(self, width: int) -> int:
        depth = self._depth
        self._depth = depth + 1
        if depth == len(self._path):
            self._path.append(0)
            self._widths.append(width)
            return 0
        return self._path[depth]

    def _number(self, spread: Distribution) -> int:
        values = spread.pairs()
        value, weight = values[self._draw(len(values)) if len(values) > 1 else 0]
        self.weight *= weight
        self.total *= spread.total
        return value

    def roll(self, sides: int, n: int = 1, *, by: str = "", need: object = None) -> tuple[int, ...]:
        self.total *= sides**n
        return tuple([self._draw(sides) + 1 for _ in range(n)])

    def sum(self, n: int, sides: int) -> int:
        return self._number(die(sides).times(n))

    def best(self, n: int, sides: int) -> int:
        return self._number(die(sides).kept(n, 1))

    def count(self, n: int, sides: int, at_least: int) -> int:
        return self._number(die(sides).at_least(at_least).times(n))

    def carried(self, n: int, sides: int, step: Callable[[int, int], int], start: int = 0) -> int:
        return self._number(carried_by(die(sides), n, step, start))


@lru_cache(maxsize=65536)
def _stage(fn: Callable[..., Any], args: tuple[Hashable, ...]) -> tuple[tuple[tuple[Any, int], ...], int]:
    """What a chance function returns, with whole-number weights and their total; a `Then` as its own pair."""
    found: dict[int, dict[Any, int]] = {}
    hand = _Hand()
    going, runs = True, 0
    while going:
        runs += 1
        if runs > MOST_RUNS:
            raise OverflowError("a chance function has too many outcomes to be walked")
        result = fn(hand, *args)
        key = (Then, result.fn, result.args) if type(result) is Then else result
        here = found.setdefault(hand.total, {})
        here[key] = here.get(key, 0) + hand.weight
        going = hand.again()
    if len(found) == 1:
        [(total, only)] = found.items()
        return tuple(only.items()), total
    total = lcm(*found)
    merged: dict[Any, int] = {}
    for part, results in found.items():
        for key, weight in results.items():
            merged[key] = merged.get(key, 0) + weight * (total // part)
    return tuple(merged.items()), total


@lru_cache(maxsize=65536)
def distribution_of(fn: Callable[..., Any], args: tuple[Hashable, ...]) -> tuple[tuple[Any, Fraction], ...]:
    """Every result of a chance function with its probability, computed once for its arguments.

    Raises:
        OverflowError: where its dice have too many outcomes, or one `Then` follows another for too long.
    """
    found: dict[Any, Fraction] = {}
    ahead: dict[Any, int] = {(Then, fn, args): 1}
    total = 1
    seen = 0
    while (seen := seen + len(ahead)) <= MOST_STAGES:
        stages = [(weight, *_stage(key[1], key[2])) for key, weight in ahead.items()]
        common = lcm(*(whole for _, _, whole in stages))
        ahead = {}
        done: dict[Any, int] = {}
        for weight, results, whole in stages:
            scale = weight * (common // whole)
            for key, ways in results:
                here = ahead if type(key) is tuple and key and key[0] is Then else done
                here[key] = here.get(key, 0) + scale * ways
        total *= common
        for key, ways in done.items():
            found[key] = found.get(key, Fraction(0)) + Fraction(ways, total)
        if not ahead:
            return tuple(sorted(found.items(), key=lambda item: repr(item[0])))
    raise OverflowError("a chance function goes on for too long to be walked")
