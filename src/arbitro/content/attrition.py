"""How much a side still does before it is worn down: what evaluations of fights have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

N = TypeVar("N", int, float)


def lasting(fighters: Iterable[tuple[N, N]]) -> N:
    """What a side still does before it is beaten, where the other strikes first who does most for what it lasts.

    Args:
        fighters: what each does as long as it stands, and how long it lasts, in any units.

    >>> lasting([(4.5, 2.0), (6.5, 2.0)]), lasting([(20, 5), (15, 3)])
    (31.0, 205)
    """
    total: N = 0
    gone: N = 0
    for power, lasts in sorted(fighters, key=lambda it: it[1] / it[0]):
        gone += lasts
        total += power * gone
    return total
