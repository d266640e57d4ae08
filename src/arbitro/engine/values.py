"""Plain values: what may stand in a state, an event, an answer or a save."""

from __future__ import annotations

from typing import Any

Seat = str
"""A chair at the table: a company's name such as ``"a"`` and ``"b"``, or ``"referee"``."""
RuleId = str
"""A clause or entry of the rule catalogue, such as ``"CDC-ACT-03.3"``."""
Id = str
"""A row of the state, such as ``"a1"``."""
Value = Any
"""``str``, ``int``, ``bool``, ``None`` or a tuple of Values."""

REFEREE: Seat = "referee"


def plain(value: Value) -> Value:
    """The same value with every list made a tuple, so that it can be compared and hashed.

    Raises:
        TypeError: for a value that is no plain data (a float, a mapping, an object).

    >>> plain(["melee", ["a1", 8]])
    ('melee', ('a1', 8))
    """
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, list | tuple):
        return tuple(plain(item) for item in value)
    raise TypeError(f"not plain data: {value!r}")


def same(a: Value, b: Value) -> bool:
    """Equality that keeps ``True`` and ``1`` apart, as the contract of forms demands.

    >>> same(1, True), same(("d", 4), ("d", 4))
    (False, True)
    """
    if type(a) is not type(b):
        return False
    if isinstance(a, tuple):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return bool(a == b)
