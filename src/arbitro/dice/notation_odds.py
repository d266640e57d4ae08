"""The exact distribution of a roll, where it is quickly worked out."""

from __future__ import annotations

from functools import reduce
from itertools import product
from typing import Final

from arbitro.dice.distributions import Distribution, TooMuch, certain, die, highest
from arbitro.dice.notation import MOST_EXPLOSIONS, Dice, Keep, Node, Number, Pool, Roll, Sum, faces_of

MOST_COMBINATIONS: Final = 20_000
"""How many ways several results may fall that are walked one by one."""


def distribution(roll: Roll) -> Distribution | None:
    """Every total with its probability, in order; None where it would take too long.

    >>> from arbitro.dice.notation import parse
    >>> distribution(parse("d6|d6"))[6]
    Fraction(11, 36)
    """
    try:
        return _node(roll.node)
    except TooMuch:
        return None


def _node(node: Node) -> Distribution:
    if isinstance(node, Number):
        return certain(node.value)
    if isinstance(node, Dice):
        return _dice(node)
    if isinstance(node, Sum):
        total = certain(0)
        for sign, part in node.parts:
            total = total.plus(_node(part), sign)
        return total
    if isinstance(node, Pool):
        return _pool(node)
    return _node(node.node).map(node.by.__mul__)


def _faces(dice: Dice) -> Distribution:
    """One die's face after re-rolls, before explosions."""
    faces = faces_of(dice.sides)
    if dice.reroll is None:
        return die(dice.sides) if len(faces) == dice.sides else Distribution(dict.fromkeys(faces, 1))
    bad = [face for face in faces if dice.reroll.holds(face)]
    if dice.once:
        return Distribution({face: len(bad) + (0 if face in bad else len(faces)) for face in faces})
    return Distribution({face: 1 for face in faces if face not in bad})


def _worth(dice: Dice, face: int) -> int:
    value = max(face, dice.least)
    value = min(value, dice.most) if dice.most else value
    return value if dice.count is None else int(dice.count.holds(value))


def _one(dice: Dice) -> Distribution:
    """What one die of the group is worth, its explosions included."""
    faces = _faces(dice)
    if dice.explode is None:
        return faces.map(lambda face: _worth(dice, face))
    return faces.exploding(dice.explode.holds, MOST_EXPLOSIONS, lambda face: _worth(dice, face))


def _dice(dice: Dice) -> Distribution:
    if dice.keep is None:
        return _one(dice).times(dice.n)
    if dice.explode is not None:
        raise TooMuch  # what an explosion adds is a die of its own, which may be kept or not
    keep = dice.keep
    return _one(dice).kept(dice.n, dice.n - keep.n if keep.drop else keep.n, high=keep.high != keep.drop)


def _pool(pool: Pool) -> Distribution:
    each = [_node(item) for item in pool.items]
    if pool.keep == Keep(True, 1):
        return highest(each)
    if reduce(int.__mul__, map(len, each)) > MOST_COMBINATIONS:
        raise TooMuch
    found: dict[int, int] = {}
    for combination in product(*(one.weights.items() for one in each)):
        values = tuple(value for value, _ in combination)
        total = sum(values[number] for number in pool.keep.chosen(values))
        found[total] = found.get(total, 0) + reduce(int.__mul__, (weight for _, weight in combination))
    return Distribution(found, reduce(int.__mul__, (one.total for one in each)))
