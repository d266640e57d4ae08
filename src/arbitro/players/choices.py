"""The answers to a question as a list of at most so many, for programs that choose by number.

What can be listed (options, trees, numbers) is listed whole where it fits. Of a longer list, answers are taken at
even distances beside the default, so that every figure and every action keeps its share. What cannot be listed
(places, routes, shares, orders) is the default, what a computer would consider, and random legal answers, always the
same ones for a question.
"""

from __future__ import annotations

from random import Random

from msgspec import Struct

from arbitro.engine.asks import Decision
from arbitro.engine.forms import Form
from arbitro.engine.values import Value

LISTED = 4096
"""Answers of a tree that are looked at."""
SAMPLES = 24
"""Random legal answers to what cannot be listed."""


class Choices(Struct, frozen=True):
    """Legal answers, none twice; ``complete``: there are no others."""

    values: tuple[Value, ...]
    complete: bool


def choices(form: Form, decision: Decision, most: int) -> Choices:
    """At most so many answers to a question, the same ones whenever it is asked.

    >>> from arbitro.engine.forms import Number
    >>> asked = Decision("0.1.0", "toll", {}, ("a",))
    >>> choices(Number(1, 6), asked, 10)
    Choices(values=(1, 2, 3, 4, 5, 6), complete=True)
    >>> choices(Number(0, 90), asked, 4)
    Choices(values=(0, 1, 31, 61), complete=False)
    """
    if form.options() is None:
        return _some(form, decision, most)
    found = list(dict.fromkeys(form.leads(LISTED)))
    if len(found) <= most:
        return Choices(tuple(found), len(found) < LISTED)
    plainest = form.default()
    others = [value for value in found if value != plainest]
    spread = (others[number * len(others) // (most - 1)] for number in range(most - 1))
    return Choices((plainest, *spread), False)


def _some(form: Form, decision: Decision, most: int) -> Choices:
    """Answers to a form that cannot be listed; each is tried, since what is considered may not be legal."""
    rng = Random(f"{decision.id} {decision.kind}")
    ideas = [form.default(), *form.leads(most)]
    legal = dict.fromkeys(value for value in ideas if form.refusal(value) is None)
    for _ in range(min(SAMPLES, most - len(legal))):
        legal[form.sample(rng)] = None
    return Choices(tuple(legal)[:most], False)
