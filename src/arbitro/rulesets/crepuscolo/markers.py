"""The markers behind an ability's name: what using it costs and when it may be used (CDC-ACT-25)."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from arbitro.rulesets.crepuscolo.dice import COMPLETE

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
