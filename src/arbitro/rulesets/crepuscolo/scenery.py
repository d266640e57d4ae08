"""Agreeing on scenery: words for whole kinds of places, and the difficulty of a climb (CDC-TAB-03, -06, -07, -08)."""

from __future__ import annotations

from collections.abc import Iterable

from arbitro.rulesets.crepuscolo.ground import COVERING, DIFFICULT, VERY_DIFFICULT

PLACES = {"wood": (DIFFICULT, COVERING), "forest": (VERY_DIFFICULT, COVERING)}
"""Words that stand for several kinds of terrain (CDC-TAB-10.2, -11.2, -12.4)."""
RAMP, SLANT, UPRIGHT = 30, 50, 90
"""Slopes in degrees: a ramp is less than 30; 50 is what we take for "not much over 45"."""


def kinds_of(words: Iterable[str]) -> tuple[str, ...]:
    """The kinds of terrain that words stand for, each once.

    >>> kinds_of(["wood", "dangerous"])
    ('difficult', 'covering', 'dangerous')
    """
    return tuple(dict.fromkeys(kind for word in words for kind in PLACES.get(word, (word,))))


def suggested_dda(slope: int, handholds: bool, *, stairs: bool = False) -> int | None:
    """The DdA that the book suggests for a slope in degrees; None: a smooth wall, not to be climbed (CDC-TAB-06, -07).

    What the players agreed on decides, not this.

    >>> suggested_dda(90, True), suggested_dda(70, False), suggested_dda(90, False)
    (4, 4, None)
    """
    if stairs or slope < RAMP:
        return 0
    if handholds:
        return 1 if slope <= SLANT else 2 if slope < UPRIGHT else 4 if slope == UPRIGHT else 5
    return 3 if slope <= SLANT else 4 if slope < UPRIGHT else None
