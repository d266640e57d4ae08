"""Straight moves: what they sweep over, where they stop."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro.geometry.measure import overlaps, overlaps_area, touches
from arbitro.geometry.motion import (
    SCALE,
    area_span,
    at,
    clearance,
    comes_within,
    contact_point,
    overlap_span,
    pushed,
    spans,
    sweeps,
    sweeps_area,
)
from arbitro.geometry.shapes import Base, Disc, hull, moved, polygon, rectangle, triangles, twice_area
from arbitro.geometry.trig import heading, scaled, unit

ROUND = Base(0, 0, r=1_250)


def test_sweeping_past_and_over() -> None:
    beside = Base(10_000, 2_500, r=1_250)  # edges just touch in passing
    assert not sweeps(ROUND, 20_000, 0, beside)
    assert sweeps(ROUND, 20_000, 0, Base(10_000, 2_499, r=1_250))
    assert clearance(ROUND, 20_000, 0, Base(10_000, 4_500, r=1_250)) == 2_000
    assert comes_within(ROUND, 20_000, 0, Base(10_000, 4_500, r=1_250), 2_000)
    assert not comes_within(ROUND, 20_000, 0, Base(10_000, 4_501, r=1_250), 2_000)
    assert not sweeps(ROUND, 5_000, 0, Base(10_000, 0, r=1_250)), "it ends before it gets there"


def test_sweeping_areas() -> None:
    wall = rectangle(10_000, 1_250, 1_000, 5_000)
    assert not sweeps_area(ROUND, 20_000, 0, wall), "it grazes the foot of the wall"
    assert sweeps_area(moved(ROUND, 0, 1), 20_000, 0, wall)
    assert not sweeps_area(Base(0, 0, w=2_500, d=2_500), 20_000, 0, wall)
    assert sweeps_area(Base(0, 1, w=2_500, d=2_500), 20_000, 0, wall)
    assert sweeps_area(ROUND, 20_000, 0, Disc(10_000, 3_000, 1_751))
    assert not sweeps_area(ROUND, 20_000, 0, Disc(10_000, 3_000, 1_750))


def test_where_a_base_meets_something() -> None:
    assert contact_point(ROUND, 20_000, 0, Base(10_000, 0, r=1_250)) == (7_500, 0)
    assert contact_point(ROUND, 12_000, 16_000, Base(6_000, 8_000, r=1_250)) == (4_500, 6_000)
    assert contact_point(ROUND, 20_000, 0, Base(10_000, 5_000, r=1_250)) is None
    span = area_span(ROUND, 20_000, 0, rectangle(10_000, -1_000, 2_000, 2_000))
    assert span is not None
    assert at(0, 0, 20_000, 0, span[0])[0] in (8_749, 8_750)
    assert at(0, 0, 20_000, 0, span[1])[0] in (13_250, 13_251)


def test_stretches_inside_an_area() -> None:
    found = spans(rectangle(5_000, -1_000, 5_000, 2_000), 0, 0, 20_000, 0)
    assert found == [(SCALE // 4, SCALE // 2)]
    outer = ((2_000, 0), (12_000, 0), (12_000, 5_000), (10_000, 5_000))
    inner = ((10_000, 2_000), (4_000, 2_000), (4_000, 5_000), (2_000, 5_000))
    legs = spans(polygon((*outer, *inner)), 0, 3_000, 16_000, 0)
    assert [at(0, 3_000, 16_000, 0, t)[0] for leg in legs for t in leg] == [2_000, 4_000, 10_000, 12_000]
    assert spans(Disc(8_000, 0, 2_000), 0, 0, 16_000, 0) == [(6 * SCALE // 16, 10 * SCALE // 16)]
    assert spans(rectangle(0, 5_000, 1_000, 1_000), 0, 0, 20_000, 0) == []


def test_pushing_straight_away() -> None:
    assert pushed(Base(3_000, 4_000, r=1_000), (0, 0), 10_000) == (9_000, 12_000)
    assert pushed(Base(3_000, 4_000, r=1_000), (3_000, 4_000), 10_000) == (3_000, 4_000)


def test_directions() -> None:
    assert unit(90_000) == (0, 1_000_000) and unit(450_000) == (0, 1_000_000)
    assert heading(0, -5) == 270_000 and heading(1, 1) == 45_000
    assert scaled(0, -7, 3_000) == (0, -3_000)


def test_cutting_and_wrapping_polygons() -> None:
    ell = polygon([(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)])
    assert not ell.convex
    assert sum(twice_area(t) for t in triangles(ell.points)) == 2 * 20
    assert hull([(0, 0), (4, 0), (2, 1), (4, 4), (0, 4), (2, 0)]) == ((0, 0), (4, 0), (4, 4), (0, 4))


places = st.integers(-30_000, 30_000)
movers = st.one_of(
    st.builds(Base, x=places, y=places, r=st.integers(1_000, 3_000)),
    st.builds(Base, x=places, y=places, w=st.just(2_500), d=st.just(5_000), facing=st.integers(0, 359_999)),
)


@given(movers, places, places, movers)
def test_contact_never_overlaps(base: Base, dx: int, dy: int, other: Base) -> None:
    if overlaps(base, other):
        return
    end = contact_point(base, dx, dy, other)
    assert (end is not None) == sweeps(base, dx, dy, other)
    if end is not None and end != (base.x, base.y):
        there = moved(base, *end)
        assert not overlaps(there, other)
        if base.r and other.r:
            assert touches(there, other)


@given(movers, places, places, movers, st.integers(0, 16))
def test_what_is_met_on_the_way_is_swept(base: Base, dx: int, dy: int, other: Base, part: int) -> None:
    x, y = base.x + dx * part // 16, base.y + dy * part // 16
    here = moved(base, x, y)
    if overlaps(here, other) and not overlaps(moved(base, x, y), moved(other, other.x + 3, other.y + 3)):
        return  # only just: the point itself is rounded
    if overlaps(here, other) and clearance(here, 0, 0, other) == 0 and _deep(here, other):
        assert sweeps(base, dx, dy, other)
        span = overlap_span(base, dx, dy, other)
        assert span is not None and span[0] <= SCALE * part // 16 + SCALE // 1000
        assert span[1] >= SCALE * part // 16 - SCALE // 1000


def _deep(a: Base, b: Base) -> bool:
    return all(overlaps(moved(a, a.x + dx, a.y + dy), b) for dx, dy in ((9, 0), (-9, 0), (0, 9), (0, -9)))


@given(movers, places, places, st.tuples(places, places, st.integers(500, 9_000), st.integers(500, 9_000)))
def test_area_spans_end_where_the_base_is_clear(base: Base, dx: int, dy: int, box: tuple[int, int, int, int]) -> None:
    area = rectangle(*box)
    span = area_span(base, dx, dy, area)
    assert (span is not None) == sweeps_area(base, dx, dy, area)
    if span is None:
        return
    for t in (span[0] - SCALE // 2_000, span[1] + SCALE // 2_000):
        if 0 <= t <= SCALE and max(abs(dx), abs(dy)) > 8_000:
            assert not overlaps_area(moved(base, *at(base.x, base.y, dx, dy, t)), area)


@pytest.mark.parametrize("facing", [0, 30_000, 90_000, 123_456])
def test_rectangles_stop_in_contact(facing: int) -> None:
    base = Base(0, 0, w=2_500, d=5_000, facing=facing)
    other = Base(20_000, 0, r=1_250)
    end = contact_point(base, 30_000, 0, other)
    assert end is not None and end[1] == 0
    assert touches(moved(base, *end), other) and not overlaps(moved(base, *end), other)
