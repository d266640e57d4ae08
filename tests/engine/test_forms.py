"""Forms that no toy question uses: what they accept, refuse and propose."""

from random import Random
from typing import Any

import pytest

from arbitro.engine.forms import Arc, Form, Refusal, Route, Share, Split
from arbitro.engine.values import Value


def one_each(value: Value) -> Refusal | None:
    """Every group has at least one item."""
    return None if all(value) else Refusal("empty_group")


SPLIT = Split(
    ("a1", "a2", "b1"),
    one_each,
    default=(("a1", "a2", "b1"),),
    sampler=lambda rng: rng.choice(((("a1",), ("b1", "a2")), (("b1", "a2", "a1"),))),
)
ROUTE = Route(lambda value: None, default=((0, 0), (5, 0)), sampler=lambda rng: ((0, 0), (rng.randrange(9), 1)))
ARC = Arc(lambda value: None, default=0, sampler=lambda rng: rng.randrange(360_000))


@pytest.mark.parametrize(
    ("form", "good", "bad"),
    [
        (Share(5, ("attack", "defence")), [(5, 0), (2, 3), (0, 5)], [(5,), (6, -1), (2, 2), (True, 4), 5, "23"]),
        (Share(4, ("x", "y", "z"), most=2), [(2, 2, 0), (1, 1, 2)], [(3, 1, 0), (4, 0, 0)]),
        (SPLIT, [(("a1",), ("a2", "b1")), (("b1", "a2", "a1"),)], [(("a1",), ("b1",)), (("a1", "a1", "b1"),), "a1"]),
        (SPLIT, [], [(("a1", "a2", "b1"), ())]),
        (ROUTE, [((1, 2),), ()], [(1, 2), 7, None]),
        (ARC, [0, 359_999], [-1, 360_000, 1.5, True]),
    ],
)
def test_what_is_accepted_and_refused(form: Form, good: list[Value], bad: list[Any]) -> None:
    assert [value for value in good if form.refusal(value) is not None] == []
    assert [value for value in bad if form.refusal(value) is None] == []


@pytest.mark.parametrize("form", [Share(7, ("x", "y", "z"), most=3), SPLIT, ROUTE, ARC])
def test_what_is_proposed_is_accepted(form: Form) -> None:
    rng = Random(3)
    assert form.refusal(form.default()) is None
    assert len({repr(form.sample(rng)) for _ in range(30)}) > 1
    assert all(form.refusal(form.sample(rng)) is None for _ in range(30))
    assert form.default() in list(form.leads(10)) and form.outline()["kind"] == form.kind


def test_a_share_fills_the_first_bins_by_default() -> None:
    assert Share(5, ("x", "y", "z"), most=2).default() == (2, 2, 1)
