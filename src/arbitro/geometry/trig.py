"""Directions: milli-degrees counter-clockwise from the positive x axis, and integer vectors."""

from __future__ import annotations

import math
from functools import lru_cache

FULL_TURN = 360_000
UNIT = 1_000_000

Vector = tuple[int, int]


@lru_cache(maxsize=4096)
def unit(mdeg: int, scale: int = UNIT) -> Vector:
    """Vector of length `scale` in direction `mdeg` (milli-degrees), rounded to integers.

    >>> unit(0), unit(90_000), unit(180_000, 10), unit(-90_000, 10)
    ((1000000, 0), (0, 1000000), (-10, 0), (0, -10))
    """
    angle = math.radians((mdeg % FULL_TURN) / 1000)
    return round(math.cos(angle) * scale), round(math.sin(angle) * scale)


def heading(dx: int, dy: int) -> int:
    """Direction of a vector in milli-degrees, 0 to 359,999; 0 for the null vector.

    >>> heading(5, 0), heading(0, 3), heading(-1, -1)
    (0, 90000, 225000)
    """
    return round(math.degrees(math.atan2(dy, dx)) * 1000) % FULL_TURN


def scaled(dx: int, dy: int, length: int) -> Vector:
    """The vector of direction (dx, dy) and the given length, rounded to integers.

    >>> scaled(3, 4, 10_000), scaled(0, 0, 7)
    ((6000, 8000), (0, 0))
    """
    size2 = dx * dx + dy * dy
    if not size2:
        return 0, 0
    size = math.sqrt(size2)
    return round(dx * length / size), round(dy * length / size)
