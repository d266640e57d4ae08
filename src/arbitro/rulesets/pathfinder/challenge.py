"""Challenge ratings and the experience points they stand for: what creatures cost where companies are to be even.

Two creatures of one rating are a match for one of a rating two higher, so the points double every two steps. Neither
stands in the rules of combat; it is how the game's open rules for whoever runs it measure encounters.

>>> [points_of(rating) for rating in ("0", "1/8", "1/3", "1", "2", "3", "4", "20")]
[25, 50, 135, 400, 600, 800, 1200, 307200]
>>> rating_near(1000.0), rating_near(70.0), rating_near(20.0)
('4', '1/6', '0')
"""

from __future__ import annotations

from math import log
from typing import Final

from arbitro.rulesets.pathfinder.shapes import Sheet

BELOW_ONE: Final = {"0": 25, "1/8": 50, "1/6": 65, "1/4": 100, "1/3": 135, "1/2": 200}
"""What is less than a challenge of 1: its share of 400, to the nearest five; 0 is half of the least that has one."""
ONE, TWO, HIGHEST = 400, 600, 30


def points_of(rating: str) -> int:
    """The experience points of a challenge rating; 0 for one that there is not."""
    if rating in BELOW_ONE:
        return BELOW_ONE[rating]
    if not rating.isdecimal() or not 1 <= (number := int(rating)) <= HIGHEST:
        return 0
    steps, even = divmod(number - 1, 2)
    return int((TWO if even else ONE) << steps)


RATINGS: Final = {points_of(rating): rating for rating in (*BELOW_ONE, *map(str, range(1, HIGHEST + 1)))}
"""Every rating by its points, in rising order."""


def rating_near(points: float) -> str:
    """The rating whose points are nearest, by what they are multiplied with."""
    return RATINGS[min(RATINGS, key=lambda known: abs(log(known / max(points, 1.0))))]


def rating_of(sheet: Sheet) -> str:
    """A sheet's challenge: the printed one, or, of somebody with levels in classes, one less than the levels."""
    if sheet.cr or not sheet.classes:
        return sheet.cr
    levels = sum(sheet.classes.values())
    return str(levels - 1) if levels > 1 else "1/2"
