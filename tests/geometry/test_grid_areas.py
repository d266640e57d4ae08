"""Bursts, cones, beams and spreads against slow ways of finding the same squares."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arbitro.geometry.grid import AROUND, Square, Stride, beam, burst, cone, counted, spread


def far_corner(corner: Square, square: Square) -> tuple[int, int]:
    """The corner of a square that is farthest from another corner, seen from there."""
    best = (0, 0)
    for x in (square[0], square[0] + 1):
        for y in (square[1], square[1] + 1):
            here = (x - corner[0], y - corner[1])
            best = max(best, here, key=lambda p: abs(p[0]) + abs(p[1]))
    return best


BOARD = [(x, y) for x in range(-10, 11) for y in range(-10, 11)]


@pytest.mark.parametrize("radius", range(1, 9))
def test_a_burst_holds_every_square_whose_far_corner_is_in_reach(radius: int) -> None:
    slow = {square for square in BOARD if counted(*far_corner((1, -1), square)) <= radius}
    assert burst((1, -1), radius) == slow


def test_bursts_have_the_published_sizes() -> None:
    assert [len(burst((0, 0), radius)) for radius in (1, 2, 4)] == [4, 12, 44]


@pytest.mark.parametrize("length", range(1, 8))
def test_the_four_slanting_cones_are_the_whole_burst(length: int) -> None:
    slanting = [cone((0, 0), way, length) for way in AROUND if way[0] and way[1]]
    assert sum(len(part) for part in slanting) == len(burst((0, 0), length))
    assert frozenset().union(*slanting) == burst((0, 0), length)


@pytest.mark.parametrize("way", [way for way in AROUND if not (way[0] and way[1])])
def test_a_straight_cone_opens_by_one_square_on_each_side(way: Square) -> None:
    slow = set()
    for square in burst((2, 3), 5):
        x, y = far_corner((2, 3), square)
        along, across = x * way[0] + y * way[1], abs(x * way[1]) + abs(y * way[0])
        if along > 0 and across <= along:
            slow.add(square)
    assert cone((2, 3), way, 5) == slow


@pytest.mark.parametrize("through", [(1, 5), (7, 3), (-9, 5), (-3, -3), (11, -7)])
def test_a_beam_meets_the_squares_whose_inside_the_line_meets(through: Square) -> None:
    dx, dy = through
    inside: set[Square] = set()
    for n in range(1, 20 * 60):
        x, y = Fraction(dx * n, 60 * 2), Fraction(dy * n, 60 * 2)
        if x.denominator > 1 and y.denominator > 1:
            inside.add((x.__floor__(), y.__floor__()))
    slow = {square for square in inside if counted(*far_corner((0, 0), square)) <= 6}
    assert set(beam((0, 0), through, 6)) >= slow
    assert all(counted(*far_corner((0, 0), square)) <= 6 for square in beam((0, 0), through, 6))


def steps_on(solid: set[Square]) -> object:
    def steps(square: Square) -> list[Stride]:
        if square in solid:
            return []
        around = [((square[0] + dx, square[1] + dy), bool(dx and dy)) for dx, dy in AROUND]
        return [Stride(to, slant) for to, slant in around if to not in solid]

    return steps


@pytest.mark.parametrize("radius", range(1, 6))
def test_on_open_ground_a_spread_is_a_burst(radius: int) -> None:
    assert spread((0, 0), radius, steps_on(set())) == burst((0, 0), radius)  # type: ignore[arg-type]


def test_a_spread_goes_round_what_is_solid() -> None:
    wall = {(1, y) for y in range(-6, 2)}
    near, far = (spread((0, 0), radius, steps_on(wall)) for radius in (4, 6))  # type: ignore[arg-type]
    assert (1, 2) in near and (2, 2) not in near
    assert (2, 2) in far and (2, -3) not in far and (2, -3) in burst((0, 0), 6)
