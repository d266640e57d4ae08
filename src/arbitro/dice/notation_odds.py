"""The exact distribution of a roll, where it is quickly worked out."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import comb
from typing import Final

from arbitro.dice.notation import MOST_EXPLOSIONS, Dice, Keep, Node, Number, Pool, Roll, Sum, faces_of

Spread = dict[int, Fraction]
MOST_WORK: Final = 400_000
"""Additions after which a distribution is no longer cheap."""


def distribution(roll: Roll) -> Spread | None:
    """Every total with its probability, in order; None where it would take too long.

    >>> from arbitro.dice.notation import parse
    >>> distribution(parse("d6|d6"))[6]
    Fraction(11, 36)
    """
    found = _node(roll.node)
    return None if found is None else dict(sorted(found.items()))


def mean(spread: Spread) -> Fraction:
    """The expected total."""
    return sum((value * weight for value, weight in spread.items()), Fraction(0))


def _node(node: Node) -> Spread | None:
    if isinstance(node, Number):
        return {node.value: Fraction(1)}
    if isinstance(node, Dice):
        return _dice(node)
    if isinstance(node, Sum):
        total: Spread | None = {0: Fraction(1)}
        for sign, part in node.parts:
            total = _added(total, _node(part), sign)
        return total
    if isinstance(node, Pool):
        return _pool(node)
    inner = _node(node.node)
    return None if inner is None else {value * node.by: weight for value, weight in inner.items()}


def _added(a: Spread | None, b: Spread | None, sign: int = 1) -> Spread | None:
    if a is None or b is None or len(a) * len(b) > MOST_WORK:
        return None
    found: Spread = {}
    for x, p in a.items():
        for y, q in b.items():
            found[x + sign * y] = found.get(x + sign * y, Fraction(0)) + p * q
    return found


def _faces(dice: Dice) -> Spread:
    """One die's face after re-rolls, before explosions."""
    faces = faces_of(dice.sides)
    each = Fraction(1, len(faces))
    spread = dict.fromkeys(faces, each)
    if dice.reroll is not None:
        bad = [face for face in faces if dice.reroll.holds(face)]
        if dice.once:
            spread = {f: each * Fraction(len(bad), len(faces)) + (0 if f in bad else each) for f in faces}
        else:
            good = [face for face in faces if face not in bad]
            spread = dict.fromkeys(good, Fraction(1, len(good)))
    return spread


def _worth(dice: Dice, face: int) -> int:
    value = max(face, dice.least)
    value = min(value, dice.most) if dice.most else value
    return value if dice.count is None else int(dice.count.holds(value))


def _one(dice: Dice) -> Spread | None:
    """What one die of the group is worth, its explosions included."""
    faces = _faces(dice)
    chain: Spread | None = {}
    for _ in range(MOST_EXPLOSIONS + 1 if dice.explode is not None else 1):
        grown: Spread = {}
        for face, weight in faces.items():
            more = chain if dice.explode is not None and dice.explode.holds(face) and chain else {0: Fraction(1)}
            for value, p in more.items():
                total = _worth(dice, face) + value
                grown[total] = grown.get(total, Fraction(0)) + weight * p
        chain = grown
    return chain


def _dice(dice: Dice) -> Spread | None:
    if dice.keep is not None:
        if dice.explode is not None:
            return None  # what an explosion adds is a die of its own, which may be kept or not
        return _kept(dice, dice.keep)
    one = _one(dice)
    if one is None or (dice.n > 1 and (dice.n * len(one)) ** 2 > MOST_WORK):
        return None
    total: Spread | None = {0: Fraction(1)}
    for _ in range(dice.n):
        total = _added(total, one)
    return total


def _kept(dice: Dice, keep: Keep) -> Spread | None:
    """The sum of the best (or worst) of equal dice, face by face from the best on."""
    faces: Spread = {}
    for face, weight in _faces(dice).items():
        value = _worth(dice, face)
        faces[value] = faces.get(value, Fraction(0)) + weight
    best = keep.high != keep.drop
    count = dice.n - keep.n if keep.drop else keep.n
    if dice.n > 1 and dice.n * dice.n * len(faces) * count * max(faces) > MOST_WORK:
        return None
    states: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}  # dice placed, sum of those kept
    rest = Fraction(1)
    for value in sorted(faces, reverse=best):
        p = faces[value] / rest
        grown: dict[tuple[int, int], Fraction] = {}
        for (placed, total), weight in states.items():
            left = dice.n - placed
            for here in range(left + 1):
                chance = comb(left, here) * p**here * (1 - p) ** (left - here)
                if not chance:
                    continue
                kept = max(0, min(count, placed + here) - min(count, placed))
                key = (placed + here, total + kept * value)
                grown[key] = grown.get(key, Fraction(0)) + weight * chance
        states, rest = grown, rest - faces[value]
    found: Spread = {}
    for (_, total), weight in states.items():
        found[total] = found.get(total, Fraction(0)) + weight
    return found


def _pool(pool: Pool) -> Spread | None:
    spreads = [_node(item) for item in pool.items]
    known = [spread for spread in spreads if spread is not None]
    work = 1
    for spread in known:
        work *= len(spread)
    if len(known) < len(spreads) or work > MOST_WORK // 20:
        return _highest(known) if len(known) == len(spreads) and pool.keep == Keep(True, 1) else None
    found: Spread = {}
    for combination in product(*(spread.items() for spread in known)):
        values = tuple(value for value, _ in combination)
        total = sum(values[number] for number in pool.keep.chosen(values))
        weight = _times(weight for _, weight in combination)
        found[total] = found.get(total, Fraction(0)) + weight
    return found


def _times(weights: Iterable[Fraction]) -> Fraction:
    total = Fraction(1)
    for weight in weights:
        total *= weight
    return total


def _highest(spreads: list[Spread]) -> Spread:
    """The highest of independent results, from how likely each is not to pass a value."""
    values = sorted({value for spread in spreads for value in spread})
    below, found = Fraction(0), {}
    for value in values:
        within = _times(sum((p for v, p in spread.items() if v <= value), Fraction(0)) for spread in spreads)
        if within > below:
            found[value] = within - below
        below = within
    return found
