"""Squares, distances, straight lines and ways, against brute force and by their properties."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.geometry.grid import (
    AROUND,
    Space,
    Stride,
    adjacent,
    best,
    counted,
    crossed,
    cuts,
    distance,
    explore,
    gaps,
    price,
    ring,
    way_to,
)

squares = st.tuples(st.integers(-8, 8), st.integers(-8, 8))
spaces = st.builds(Space, st.integers(-8, 8), st.integers(-8, 8), st.integers(1, 6))
points = st.tuples(st.integers(-10, 10), st.integers(-10, 10))
quick = settings(max_examples=120, deadline=None)


@quick
@given(spaces, spaces)
def test_distance_is_that_of_the_nearest_squares_and_the_same_both_ways(a: Space, b: Space) -> None:
    nearest = min(counted(p[0] - q[0], p[1] - q[1]) for p in a.squares() for q in b.squares())
    assert distance(a, b) == distance(b, a) == nearest
    assert adjacent(a, b) == (max(gaps(a, b)) == 1)


@quick
@given(spaces, st.integers(1, 4))
def test_a_ring_is_all_squares_at_a_distance(space: Space, reach: int) -> None:
    found = ring(space, 1, reach)
    margin = range(-reach - 1, space.span + reach + 1)
    around = {(space.x + i, space.y + j) for i in margin for j in margin}
    assert found == {square for square in around if 1 <= distance(space, Space(*square)) <= reach}


@quick
@given(points, points)
def test_a_line_meets_the_squares_whose_inside_it_enters(p: tuple[int, int], q: tuple[int, int]) -> None:
    def inside(square: tuple[int, int]) -> bool:
        """Whether some point of the line lies strictly within a square, worked out with fractions."""
        lo, hi = Fraction(0), Fraction(1)
        for a, b, low in ((p[0], q[0], 2 * square[0]), (p[1], q[1], 2 * square[1])):
            if a == b:
                if not low < a < low + 2:
                    return False
                continue
            ends = sorted((Fraction(low - a, b - a), Fraction(low + 2 - a, b - a)))
            lo, hi = max(lo, ends[0]), min(hi, ends[1])
        return p != q and lo < hi

    around = {(x, y) for x in range(-7, 7) for y in range(-7, 7)}
    found = crossed(p, q)
    assert set(found) == {square for square in around if inside(square)}
    assert len(set(found)) == len(found)
    assert found == crossed(q, p)[::-1]


@quick
@given(points, points, st.frozensets(squares, max_size=6))
def test_lines_are_stopped_the_same_both_ways(p: tuple[int, int], q: tuple[int, int], full: frozenset) -> None:
    assert cuts(p, q, full.__contains__) == cuts(q, p, full.__contains__)
    if any(square in full for square in crossed(p, q)):
        assert cuts(p, q, full.__contains__)


def test_two_solid_squares_that_touch_at_a_corner_let_no_line_between_them() -> None:
    full = {(0, 1), (1, 0)}
    assert cuts((0, 0), (4, 4), full.__contains__)
    assert not cuts((0, 0), (4, 4), {(0, 1)}.__contains__)
    assert cuts((2, 0), (2, 4), {(0, 1), (1, 1)}.__contains__), "along a border with both sides full"
    assert not cuts((2, 0), (2, 4), {(0, 1)}.__contains__)


def test_a_wall_between_two_squares_stops_what_crosses_it_and_not_what_runs_along() -> None:
    walls = {frozenset(((0, 0), (1, 0))), frozenset(((0, 1), (1, 1)))}

    def wall(a: tuple[int, int], b: tuple[int, int]) -> bool:
        return frozenset((a, b)) in walls

    nothing = frozenset[tuple[int, int]]().__contains__
    assert cuts((1, 1), (3, 1), nothing, wall)
    assert cuts((0, 2), (4, 2), nothing, wall), "through the joint of two walls"
    assert not cuts((2, 0), (2, 4), nothing, wall)
    assert not cuts((0, 6), (4, 6), nothing, wall)


@quick
@given(st.frozensets(squares, max_size=25), st.integers(0, 7), st.booleans())
def test_ways_are_steps_that_cost_what_they_say_and_none_is_cheaper(full: frozenset, budget: int, odd: bool) -> None:
    def steps(square: tuple[int, int]) -> list[Stride]:
        found = []
        for dx, dy in AROUND:
            to = (square[0] + dx, square[1] + dy)
            if to not in full:
                found.append(Stride(to, bool(dx and dy), doublings=(to[0] + to[1]) % 3 == 0))
        return found

    found = explore((0, 0), budget, steps, odd=odd)
    for square, arrival in best(found).items():
        cost, parity, here = 0, odd, (0, 0)
        for to in way_to(square, arrival.odd, found):
            stride = next(stride for stride in steps(here) if stride.to == to)
            more, parity = price(stride.diagonal, parity, stride.doublings)
            cost, here = cost + more, to
        assert (here, cost) == (square, arrival.cost) and cost <= budget
    slow = brute_force(steps, budget, odd)
    assert {square: arrival.cost for square, arrival in best(found).items()} == slow


def brute_force(steps, budget: int, odd: bool) -> dict[tuple[int, int], int]:
    """The cheapest cost of every square, by trying until nothing gets cheaper."""
    costs: dict[tuple[tuple[int, int], bool], int] = {((0, 0), odd): 0}
    changed = True
    while changed:
        changed = False
        for (square, parity), cost in list(costs.items()):
            for stride in steps(square):
                more, after = price(stride.diagonal, parity, stride.doublings)
                key = (stride.to, after)
                if cost + more <= budget and cost + more < costs.get(key, budget + 1):
                    costs[key], changed = cost + more, True
    found: dict[tuple[int, int], int] = {}
    for (square, _), cost in costs.items():
        found[square] = min(cost, found.get(square, cost))
    return found
