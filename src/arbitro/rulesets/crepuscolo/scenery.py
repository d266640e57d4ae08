"""What the book suggests for scenery; what the players agree on decides (CDC-TAB-06, -07)."""

from __future__ import annotations

RAMP, SLANT, UPRIGHT = 30, 50, 90
"""Slopes in degrees: a ramp is less than 30; 50 is what we take for "not much over 45"."""


def suggested_dda(slope: int, handholds: bool, *, stairs: bool = False) -> int | None:
    """The DdA of a slope in degrees; None: a smooth wall, which is neither vaulted nor climbed (CDC-TAB-07).

    >>> suggested_dda(90, True), suggested_dda(70, False), suggested_dda(90, False)
    (4, 4, None)
    """
    if stairs or slope < RAMP:
        return 0
    if handholds:
        return 1 if slope <= SLANT else 2 if slope < UPRIGHT else 4 if slope == UPRIGHT else 5
    return 3 if slope <= SLANT else 4 if slope < UPRIGHT else None
