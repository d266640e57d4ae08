"""A number and the reasons it is what it is."""

from __future__ import annotations

from msgspec import Struct

from arbitro.engine.values import Id, RuleId


class Line(Struct, frozen=True, gc=False):
    """One rule's part in a number: what it did to the value at its step.

    ``counted`` is False for a part that did not count, and ``why`` says the reason
    (``condition``, ``reach``, ``once``, ``same_type``, ``ignored:<rule>``).
    """

    rule: RuleId
    source: Id
    step: str
    amount: int
    counted: bool = True
    why: str = ""


class Tally(Struct, frozen=True, gc=False):
    """The answer to a query: the value, the base it grew from, and its lines."""

    value: int
    base: int
    lines: tuple[Line, ...] = ()
    rule: RuleId = ""
