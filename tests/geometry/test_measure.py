"""Distances: exact, in integers, limits included."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.geometry.measure import (
    contains,
    gap,
    inside,
    overlaps,
    overlaps_area,
    touches,
    within,
    within_area,
    within_line,
    within_point,
)
from arbitro.geometry.shapes import Base, Disc, longest_diameter, polygon, rectangle
from arbitro.geometry.units import CM, INCH, cm, in_cm

coordinates = st.integers(-60_000, 60_000)
rounds = st.builds(Base, x=coordinates, y=coordinates, r=st.integers(500, 5_000))
oblongs = st.builds(
    Base,
    x=coordinates,
    y=coordinates,
    w=st.integers(1_000, 6_000),
    d=st.integers(1_000, 6_000),
    facing=st.integers(0, 359_999),
)
bases = st.one_of(rounds, oblongs)


def test_lengths_read_and_shown() -> None:
    assert (cm("12,24"), cm(12), cm("2.5"), INCH, 4 * CM) == (12_240, 12_000, 2_500, 2_540, 4_000)
    assert (in_cm(12_500), in_cm(250), in_cm(12_240, comma=True)) == ("12.5", "0.25", "12,24")
    with pytest.raises(ValueError, match="not a length"):
        cm("twelve")
    with pytest.raises(ValueError, match="not a length"):
        cm("nan")


@pytest.mark.rule("CDC-ACT-27.1", "CDC-ACT-27.2", "CDC-ACT-27.3", "CDC-ACT-27.4")
def test_edge_to_edge_and_inclusive() -> None:
    a = Base(0, 0, r=1_250)
    b = Base(12_500, 0, r=1_250)  # edges exactly 10 cm apart
    assert gap(a, b) == 10_000
    assert within(a, b, 10_000) and not within(a, b, 9_999)
    touching = Base(1_500, 2_000, r=1_250)  # centres 2,500 apart by 3-4-5
    assert gap(a, touching) == 0 and touches(a, touching) and not overlaps(a, touching)
    assert overlaps(a, Base(1_499, 2_000, r=1_250))


def test_a_gap_of_one_unit_is_contact_and_of_two_is_not() -> None:
    a = Base(0, 0, r=1_000)
    assert gap(a, Base(2_001, 0, r=1_000)) == 0 and touches(a, Base(2_001, 0, r=1_000))
    assert gap(a, Base(2_002, 0, r=1_000)) == 2 and not touches(a, Base(2_002, 0, r=1_000))


def test_rectangles_by_their_sides_and_corners() -> None:
    box = Base(0, 0, w=2_000, d=4_000)  # along x: -2000..2000, across: -1000..1000
    assert gap(box, Base(6_250, 0, r=1_250)) == 3_000
    assert gap(box, Base(0, 6_250, r=1_250)) == 4_000
    corner = Base(2_000 + 3_000, 1_000 + 4_000, r=1_000)  # 5 cm from the corner
    assert within(box, corner, 4_000) and not within(box, corner, 3_999)
    turned = Base(0, 0, w=2_000, d=4_000, facing=90_000)
    assert gap(turned, Base(6_250, 0, r=1_250)) == 4_000
    assert gap(box, Base(5_000, 0, w=2_000, d=2_000)) == 2_000
    assert touches(box, Base(3_000, 0, w=2_000, d=2_000)) and not overlaps(box, Base(3_000, 0, w=2_000, d=2_000))


def test_longest_diameter() -> None:
    assert longest_diameter(Base(0, 0, r=1_250)) == 2_500
    assert longest_diameter(Base(0, 0, w=3_000, d=4_000)) == 5_000


def test_points_and_areas() -> None:
    base = Base(5_000, 5_000, r=1_000)
    square = rectangle(8_000, 0, 4_000, 10_000)
    assert within_point(base, (5_000, 9_000), 3_000) and not within_point(base, (5_000, 9_000), 2_999)
    assert within_area(base, square, 2_000) and not within_area(base, square, 1_999)
    assert within_area(base, Disc(5_000, 9_000, 1_000), 2_000)
    assert not overlaps_area(Base(7_000, 5_000, r=1_000), square) and overlaps_area(Base(7_001, 5_000, r=1_000), square)
    assert contains(square, 8_000, 0) and not contains(square, 7_999, 0)
    assert inside(Base(9_000, 1_000, r=1_000), square) and not inside(Base(8_999, 1_000, r=1_000), square)


def test_a_hollow_of_a_polygon_is_outside() -> None:
    ell = polygon([(0, 0), (6_000, 0), (6_000, 2_000), (2_000, 2_000), (2_000, 6_000), (0, 6_000)])
    assert not contains(ell, 4_000, 4_000) and contains(ell, 1_000, 5_000)
    assert not overlaps_area(Base(4_000, 4_000, r=2_000), ell) and overlaps_area(Base(4_000, 4_000, r=2_001), ell)
    assert not overlaps_area(Base(4_000, 4_000, w=4_000, d=4_000), ell)
    assert overlaps_area(Base(3_999, 4_000, w=4_000, d=4_000), ell)
    assert not inside(Base(2_000, 2_000, w=2_000, d=2_000), ell)


def test_crow_flies_with_heights() -> None:
    a, b = Base(0, 0, r=1_000), Base(5_000, 0, r=1_000)  # 3 cm apart in the plane
    assert within_line(a, 0, b, 4_000, 5_000) and not within_line(a, 0, b, 4_001, 5_000)


@pytest.mark.parametrize(
    "points",
    [[(0, 0), (1_000, 0)], [(0, 0), (1_000, 0), (2_000, 0)], [(0, 0), (2_000, 2_000), (2_000, 0), (0, 2_001)]],
)
def test_polygons_without_sense_are_refused(points: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="polygon"):
        polygon(points)


@given(bases, bases, st.integers(0, 120_000))
def test_within_is_symmetric_and_agrees_with_gap(a: Base, b: Base, limit: int) -> None:
    assert within(a, b, limit) == within(b, a, limit)
    assert gap(a, b) == gap(b, a)
    assert within(a, b, limit) == (gap(a, b) <= limit)
    if overlaps(a, b):
        assert touches(a, b) and overlaps(b, a)
