"""What is read once and kept as long as the program lives, out of the way of Python's collector.

The collector looks for garbage by going through everything that lives. The packs and catalogues of a game are tens of
thousands of objects, none of which ever is garbage: going through them again and again while they are read takes a
fifth of the reading, and a tenth of a long run of battles afterwards. So the collector waits while they are read, and
they are set aside for good (`gc.freeze`).
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cache, wraps
from typing import TypeVar

T = TypeVar("T")


def lasting(read: Callable[[], T]) -> Callable[[], T]:
    """A function without arguments that reads something once, for good; what lives by then is set aside with it.

    >>> @lasting
    ... def primes() -> list[int]:
    ...     return [2, 3, 5]
    >>> primes() is primes(), gc.isenabled(), gc.get_freeze_count() > 0
    (True, True, True)
    """

    @cache
    @wraps(read)
    def once() -> T:
        waited = gc.isenabled()
        gc.disable()
        try:
            return read()
        finally:
            gc.freeze()
            if waited:
                gc.enable()

    return once
