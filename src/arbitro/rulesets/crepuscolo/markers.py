"""The markers behind the names of abilities and powers: what using them costs, and when (CDC-ACT-12, -13, -25)."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from arbitro.rulesets.crepuscolo.dice import COMPLETE

POINTS = {
    "stregoneria": "arcano",
    "psionico": "concentrazione",
    "cinetico": "concentrazione",
    "ki": "ki",
    "emanazione": "ki",
    "ipnotico": "illusione",
}
"""Disciplines of powers and the power points they are paid with (CDC-ACT-13)."""
HIGHEST_RANK = 4  # CDC-PW-002.2
_POWER = re.compile(r"^power ([1-9]) (\w+)$")
_MARKER = re.compile(r"^(P|A[CGL]{0,2})(?:\[(\d)\]|(\d))?$")


class Marker(Struct, frozen=True):
    """``dice`` it costs, the ``threshold`` one of them must reach (0: no roll), ``free``: in the other's hand too."""

    passive: bool = False
    dice: int = 0
    threshold: int = 0
    free: bool = False


@lru_cache(maxsize=256)
def marker(text: str) -> Marker | None:
    """Read a marker; the order of letters and brackets is immaterial, a digit is always a threshold.

    >>> marker("AL[5]"), marker("ALG"), marker("XY")
    (Marker(passive=False, dice=1, threshold=5, free=True), Marker(passive=False, dice=0, threshold=0, free=True), None)
    """
    match = _MARKER.match(text.strip())
    if not match:
        return None
    letters = match[1]
    if letters == "P":
        return Marker(passive=True)
    dice = COMPLETE if "C" in letters else 0 if "G" in letters else 1
    return Marker(dice=dice, threshold=int(match[2] or match[3] or 0), free="L" in letters)


class PowerMarker(Struct, frozen=True):
    """Rank and discipline of a power: it costs ``rank`` dice and as many ``points`` (CDC-ACT-12.1)."""

    rank: int
    discipline: str

    @property
    def points(self) -> str:
        """The kind of power points it is paid with."""
        return POINTS[self.discipline]


@lru_cache(maxsize=256)
def power_marker(text: str) -> PowerMarker | None:
    """Read the marker of a power: ``power RANK DISCIPLINE``.

    >>> power_marker("power 2 ipnotico").points, power_marker("power 5 ki"), power_marker("AL2")
    ('illusione', None, None)
    """
    match = _POWER.match(text.strip())
    if not match or int(match[1]) > HIGHEST_RANK or match[2] not in POINTS:
        return None
    return PowerMarker(int(match[1]), match[2])
