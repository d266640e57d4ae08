"""Exact distributions of whole numbers: how likely every total of some dice is, as fractions, and quickly.

A `Distribution` is a mapping from values to fractions, kept as whole-number weights over a common total. Sums are
products of polynomials, and each product is one multiplication of two large integers in which every coefficient has a
field of its own (Kronecker's substitution). Nothing is rounded and no tail is dropped.

>>> from arbitro.dice.distributions import die
>>> three = die(6).kept(4, 3)
>>> three[18], three.mean()
(Fraction(7, 432), Fraction(15869, 1296))
>>> wounds = die(6).at_least(4).many(die(6).at_least(3).times(20))
>>> wounds == die(6).at_least(3).many(die(6).at_least(4).times(20))
True
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd, lcm, sqrt
from typing import Final

CACHED: Final = 4096
MOST_BYTES: Final = 300_000
"""How large an integer may become that holds a distribution: beyond it a multiplication takes long."""
MOST_TERMS: Final = 400_000
"""How many single additions may be made where values lie far apart."""
EIGHT: Final = 8


class TooMuch(Exception):
    """A distribution would take long to work out."""


class Distribution(Mapping[int, Fraction]):
    """How likely each whole number is.

    Args:
        weights: a whole-number weight, not negative, for every value.
        total: what the weights are parts of; their sum if not given.

    ``weights`` holds the values in rising order, without those that cannot be.
    """

    __slots__ = ("_hash", "_pairs", "total", "weights")

    def __init__(self, weights: Mapping[int, int], total: int = 0) -> None:
        self.weights = {value: weights[value] for value in sorted(weights) if weights[value]}
        self.total = total or sum(self.weights.values())
        self._hash = 0
        self._pairs: tuple[tuple[int, int], ...] | None = None

    @classmethod
    def of(cls, chances: Mapping[int, Fraction]) -> Distribution:
        """A distribution of fractions that sum to one.

        >>> Distribution.of({0: Fraction(1, 3), 1: Fraction(2, 3)}).weights
        {0: 1, 1: 2}
        """
        total = lcm(*(chance.denominator for chance in chances.values()))
        return cls({value: chance.numerator * (total // chance.denominator) for value, chance in chances.items()})

    # --- a mapping

    def __getitem__(self, value: int) -> Fraction:
        return Fraction(self.weights[value], self.total)

    def __iter__(self) -> Iterator[int]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Distribution):
            return isinstance(other, Mapping) and dict(self) == other
        if list(self.weights) != list(other.weights):
            return False
        mine, theirs = self.weights.values(), other.weights.values()
        return all(a * other.total == b * self.total for a, b in zip(mine, theirs, strict=True))

    def __hash__(self) -> int:
        if not self._hash:
            common = gcd(self.total, *self.weights.values())
            self._hash = hash(tuple((value, weight // common) for value, weight in self.weights.items()))
        return self._hash

    def __repr__(self) -> str:
        inner = ", ".join(f"{value}: {chance}" for value, chance in self.items())
        return f"Distribution({{{inner}}})"

    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Values with their whole-number weights, by place."""
        if self._pairs is None:
            self._pairs = tuple(self.weights.items())
        return self._pairs

    # --- numbers

    def mean(self) -> Fraction:
        """The expected value."""
        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.total)

    def deviation(self) -> float:
        """The standard deviation."""
        square = Fraction(sum(value * value * weight for value, weight in self.weights.items()), self.total)
        return sqrt(square - self.mean() ** 2)

    def chance(self, test: Callable[[int], bool]) -> Fraction:
        """The probability of the values that pass a test."""
        return Fraction(sum(weight for value, weight in self.weights.items() if test(value)), self.total)

    # --- made of it

    def map(self, change: Callable[[int], int]) -> Distribution:
        """Every value changed by a function; equal results become one.

        >>> die(6).map(lambda face: face // 3)
        Distribution({0: 1/3, 1: 1/2, 2: 1/6})
        """
        found: dict[int, int] = {}
        for value, weight in self.weights.items():
            to = change(value)
            found[to] = found.get(to, 0) + weight
        return Distribution(found, self.total)

    def at_least(self, least: int) -> Distribution:
        """1 where the value is ``least`` or more, else 0.

        >>> die(6).at_least(5)
        Distribution({0: 2/3, 1: 1/3})
        """
        return _at_least(self, least)

    def plus(self, other: Distribution, sign: int = 1) -> Distribution:
        """The sum (or, with a sign of -1, the difference) of two that do not depend on each other."""
        return _plus(self, other, sign)

    def times(self, n: int) -> Distribution:
        """The sum of ``n`` of them. Raises ValueError for less than none.

        >>> die(6).times(3)[10]
        Fraction(1, 8)
        """
        if n < 0:
            raise ValueError(f"{n} of them: there cannot be less than none")
        return _times(self, n)

    def many(self, counts: Distribution) -> Distribution:
        """The sum of so many of them as ``counts``, none of whose values may be negative, says."""
        return _many(self, counts)

    def kept(self, n: int, keep: int, *, high: bool = True) -> Distribution:
        """The sum of the ``keep`` highest (or lowest) of ``n``. Raises ValueError where not so many can be kept.

        >>> die(20).kept(2, 1).mean(), die(20).kept(2, 1, high=False).mean()
        (Fraction(553, 40), Fraction(287, 40))
        """
        if not 0 <= keep <= n:
            raise ValueError(f"{keep} of {n} cannot be kept: from 0 to {n} can")
        return _kept(self, n, keep, high)

    def exploding(
        self, on: Callable[[int], bool], depth: int, worth: Callable[[int], int] = lambda face: face
    ) -> Distribution:
        """A die thrown again and added while its face is one that ``on`` names, at most ``depth`` times.

        ``worth`` says what a face counts for; by default for itself.

        >>> die(4).exploding(lambda face: face == 4, 1)
        Distribution({1: 1/4, 2: 1/4, 3: 1/4, 5: 1/16, 6: 1/16, 7: 1/16, 8: 1/16})
        """
        calm, wild = (
            Distribution({face: weight for face, weight in self.weights.items() if on(face) is again}, self.total)
            for again in (False, True)
        )
        return _exploding(calm.map(worth), wild.map(worth), depth)

    def carried(self, counts: Distribution, step: Callable[[int, int], int], start: int = 0) -> Distribution:
        """What becomes of a number that is changed by one of them after another, so often as ``counts`` says.

        ``step(number, value)`` gives the next number and uses nothing else: damage that does not spill over from one
        foe to the next, for example.

        >>> hits, foes_of_two = die(2), lambda hurt, more: min(hurt + more, (hurt // 2 + 1) * 2)
        >>> die(3).carried(hits, foes_of_two)
        Distribution({1: 1/6, 2: 1/2, 3: 1/9, 4: 2/9})
        """
        return _carried(self, counts, step, start)


@lru_cache(CACHED)
def die(sides: int) -> Distribution:
    """A die. Raises ValueError for one without sides."""
    if sides < 1:
        raise ValueError(f"a die of {sides} sides: it needs at least one")
    return Distribution(dict.fromkeys(range(1, sides + 1), 1), sides)


@lru_cache(CACHED)
def certain(value: int) -> Distribution:
    """A number that is no chance."""
    return Distribution({value: 1}, 1)


def highest(of: Iterable[Distribution]) -> Distribution:
    """The highest of several that do not depend on each other: how likely each is not to pass a value, multiplied.

    >>> highest([die(8), die(6)]).mean()
    Fraction(251, 48)
    """
    each = list(of)
    total = 1
    for one in each:
        total *= one.total
    sums, found, below = [0] * len(each), {}, 0
    for value in sorted({value for one in each for value in one.weights}):
        within = 1
        for place, one in enumerate(each):
            sums[place] += one.weights.get(value, 0)
            within *= sums[place]
        found[value], below = within - below, within
    return Distribution(found, total)


# --- large integers as polynomials


def _width(largest: int) -> int:
    """How many bytes a coefficient up to ``largest`` needs; eight at least, which are quickly read."""
    return max(EIGHT, largest.bit_length() + 7 >> 3)


def _packed(weights: Mapping[int, int], low: int, width: int) -> int:
    """A polynomial as an integer: the weight of ``low`` in the lowest field."""
    if len(weights) * 3 < max(weights) - low:
        return sum(weight << (value - low) * width * 8 for value, weight in weights.items())
    fields = [weights.get(value, 0).to_bytes(width, "little") for value in range(low, max(weights) + 1)]
    return int.from_bytes(b"".join(fields), "little")


def _unpacked(packed: int, low: int, width: int, total: int) -> Distribution:
    """The weights of an integer, field by field."""
    fields = (packed.bit_length() + 7 >> 3) // width + 1
    data = packed.to_bytes(fields * width, "little")
    made = Distribution.__new__(Distribution)
    made.total, made._hash, made._pairs = total, 0, None
    if width == EIGHT:
        numbers: Iterable[int] = struct.unpack(f"<{fields}Q", data)
    else:
        read = int.from_bytes
        numbers = [read(data[at : at + width], "little") for at in range(0, len(data), width)]
    made.weights = {value: weight for value, weight in enumerate(numbers, low) if weight}
    return made


def _affordable(span: int, width: int) -> bool:
    return span * width <= MOST_BYTES


@lru_cache(CACHED)
def _at_least(one: Distribution, least: int) -> Distribution:
    good = sum(weight for value, weight in one.weights.items() if value >= least)
    return Distribution({0: one.total - good, 1: good}, one.total)


@lru_cache(CACHED)
def _plus(a: Distribution, b: Distribution, sign: int) -> Distribution:
    if sign < 0:
        b = b.map(int.__neg__)
    total, low = a.total * b.total, min(a) + min(b)
    width, span = _width(total), max(a) + max(b) - low
    if len(a) * len(b) > max(64, span) and _affordable(span, width):
        packed = _packed(a.weights, min(a), width) * _packed(b.weights, min(b), width)
        return _unpacked(packed, low, width, total)
    if len(a) * len(b) > MOST_TERMS:
        raise TooMuch
    found: dict[int, int] = {}
    for x, p in a.weights.items():
        for y, q in b.weights.items():
            found[x + y] = found.get(x + y, 0) + p * q
    return Distribution(found, total)


@lru_cache(CACHED)
def _times(one: Distribution, n: int) -> Distribution:
    if n < 2:
        return one if n else certain(0)
    total, low = one.total**n, min(one)
    width = _width(total)
    if _affordable((max(one) - low) * n, width):
        return _unpacked(_packed(one.weights, low, width) ** n, low * n, width, total)
    if (max(one) - low) < 8 * len(one):  # values lie close together: there are simply too many
        raise TooMuch
    half = _times(one, n // 2)
    twice = _plus(half, half, 1)
    return _plus(twice, one, 1) if n % 2 else twice


@lru_cache(CACHED)
def _many(one: Distribution, counts: Distribution) -> Distribution:
    """Horner's rule: the most there may be, and one less at a time."""
    most, shift = max(counts), min(0, min(one))
    total = counts.total * one.total**most
    width = _width(total)
    if not _affordable((max(one) - shift) * most, width):
        raise TooMuch
    each, field = _packed(one.weights, shift, width), width * 8
    packed, scale = 0, 1
    for number in range(most, -1, -1):
        weight = counts.weights.get(number, 0)
        packed = packed * each + ((weight * scale) << (-shift * (most - number) * field))
        scale *= one.total
    return _unpacked(packed, shift * most, width, total)


@lru_cache(CACHED)
def _kept(one: Distribution, n: int, keep: int, high: bool) -> Distribution:
    """Value by value: it is the last one kept, ``above`` dice show more and are kept too, the rest shows it or less."""
    if not high:
        return _kept(one.map(int.__neg__), n, keep, True).map(int.__neg__)
    if keep in (0, n):
        return _times(one, keep)
    if keep == 1:
        return _highest_of(one, n)
    values, total = list(one.weights), one.total**n
    low, width = values[0], _width(total)
    if not _affordable((values[-1] - low) * keep, width) or len(values) * keep * (n - keep) > MOST_TERMS // 4:
        raise TooMuch
    field, packed, below = width * 8, 0, 0
    ways = [[comb(n, above) * comb(n - above, less) for less in range(n - keep + 1)] for above in range(keep)]
    higher, last = _packed(one.weights, low, width), low
    for value in values:
        weight = one.weights[value]
        higher = (higher >> (value - last) * field) - weight
        same = [weight**number for number in range(n + 1)]
        less = [below**number for number in range(n - keep + 1)]
        found = 0
        for above in range(keep - 1, -1, -1):
            shown = reversed(same[keep - above : n - above + 1])
            rest = sum(a * b * c for a, b, c in zip(ways[above], less, shown, strict=True))
            found = found * higher + rest
        packed += found << (value - low) * keep * field
        below, last = below + weight, value
    return _unpacked(packed, low * keep, width, total)


def _highest_of(one: Distribution, n: int) -> Distribution:
    """The highest of ``n`` is no higher than a value if none of them is."""
    found, within, below = {}, 0, 0
    for value, weight in one.weights.items():
        within += weight
        power = within**n
        found[value], below = power - below, power
    return Distribution(found, one.total**n)


@lru_cache(CACHED)
def _exploding(calm: Distribution, wild: Distribution, depth: int) -> Distribution:
    """The two are parts of one die: what ends it, and what is thrown again."""
    one = calm.total
    found, total = dict(calm.weights), one
    for value, weight in wild.weights.items():
        found[value] = found.get(value, 0) + weight
    for _ in range(depth if wild else 0):
        grown = {value: weight * total for value, weight in calm.weights.items()}
        for face, weight in wild.weights.items():
            for value, ways in found.items():
                grown[face + value] = grown.get(face + value, 0) + weight * ways
        found, total = grown, total * one
    return Distribution(found, total)


@lru_cache(CACHED)
def _carried(one: Distribution, counts: Distribution, step: Callable[[int, int], int], start: int) -> Distribution:
    most = max(counts)
    found: dict[int, int] = {}
    for number, weight in counts.weights.items():
        scale = weight * one.total ** (most - number)
        for state, ways in carried_by(one, number, step, start).weights.items():
            found[state] = found.get(state, 0) + ways * scale
    return Distribution(found, counts.total * one.total**most)


@lru_cache(CACHED)
def carried_by(one: Distribution, n: int, step: Callable[[int, int], int], start: int) -> Distribution:
    """What becomes of a number changed by exactly ``n`` of them, one after another; see `Distribution.carried`."""
    if not n:
        return certain(start)
    before = carried_by(one, n - 1, step, start)
    found: dict[int, int] = {}
    for state, ways in before.weights.items():
        for value, part in one.weights.items():
            to = step(state, value)
            found[to] = found.get(to, 0) + ways * part
    return Distribution(found, before.total * one.total)
