"""Exhaustive dice: every outcome of a roll is a branch with its probability."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from arbitro.dice.sources import Place


class Walk:
    """Dice that follow a prefix of branch numbers and take branch 0 after it, noting the siblings.

    After a run, ``weight`` is the probability of the path taken and ``siblings`` the prefixes still to
    be walked.
    """

    one_by_one = False

    def __init__(self, prefix: tuple[int, ...] = ()) -> None:
        self._prefix = prefix
        self._path: list[int] = []
        self.weight = Fraction(1)
        self.siblings: list[tuple[int, ...]] = []

    def with_nonces(self, nonces: tuple[str, ...]) -> Walk:
        return self

    def faces(self, place: Place, n: int, sides: int) -> tuple[int, ...]:
        total = sides**n
        branch = self._branch([Fraction(1, total)] * total) if total <= 4096 else self._branch_lazily(total)
        return tuple((branch // sides**i) % sides + 1 for i in reversed(range(n)))

    def number(self, what: str, fold: Callable[[Sequence[int]], int], n: int, sides: int) -> int:
        """A number of ``n`` dice, drawn from its own distribution."""
        values = _folded(what, fold, n, sides)
        branch = self._branch([weight for _, weight in values])
        return values[branch][0]

    def chance(self, fn: Callable[..., Any], args: tuple[Hashable, ...]) -> Any:
        """A result of a chance function, drawn from its whole distribution."""
        results = distribution_of(fn, args)
        branch = self._branch([weight for _, weight in results])
        return results[branch][0]

    def _branch(self, weights: Sequence[Fraction]) -> int:
        depth = len(self._path)
        if depth < len(self._prefix):
            taken = self._prefix[depth]
        else:
            taken = 0
            head = tuple(self._path)
            self.siblings += [(*head, number) for number in range(1, len(weights))]
        self._path.append(taken)
        self.weight *= weights[taken]
        return taken

    def _branch_lazily(self, total: int) -> int:
        raise OverflowError(f"a roll of {total} outcomes is too large to be walked")


@lru_cache(maxsize=4096)
def _sums(n: int, sides: int) -> tuple[tuple[int, Fraction], ...]:
    counts = {0: 1}
    for _ in range(n):
        grown: dict[int, int] = {}
        for total, ways in counts.items():
            for face in range(1, sides + 1):
                grown[total + face] = grown.get(total + face, 0) + ways
        counts = grown
    return tuple((total, Fraction(ways, sides**n)) for total, ways in sorted(counts.items()))


@lru_cache(maxsize=4096)
def _bests(n: int, sides: int) -> tuple[tuple[int, Fraction], ...]:
    return tuple((k, Fraction(k**n - (k - 1) ** n, sides**n)) for k in range(1, sides + 1))


@lru_cache(maxsize=4096)
def _counts(n: int, sides: int, at_least: int) -> tuple[tuple[int, Fraction], ...]:
    good = max(0, min(sides, sides + 1 - at_least))
    row = [1]
    for _ in range(n):
        row = [
            (row[k] * (sides - good) if k < len(row) else 0) + (row[k - 1] * good if k else 0)
            for k in range(len(row) + 1)
        ]
    return tuple((k, Fraction(ways, sides**n)) for k, ways in enumerate(row) if ways)


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


class _Hand:
    """The dice of a chance function while all its outcomes are walked."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk

    def roll(self, sides: int, n: int = 1, *, by: str = "", need: object = None) -> tuple[int, ...]:
        return self._walk.faces((0, 0, 0), n, sides)


@lru_cache(maxsize=65536)
def distribution_of(fn: Callable[..., Any], args: tuple[Hashable, ...]) -> tuple[tuple[Any, Fraction], ...]:
    """Every result of a chance function with its probability, computed once for its arguments."""
    found: dict[Any, Fraction] = {}
    stack: list[tuple[int, ...]] = [()]
    while stack:
        walk = Walk(stack.pop())
        result = fn(_Hand(walk), *args)
        found[result] = found.get(result, Fraction(0)) + walk.weight
        stack += walk.siblings
    return tuple(sorted(found.items(), key=lambda item: repr(item[0])))
