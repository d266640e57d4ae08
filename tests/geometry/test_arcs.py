"""Arcs of 90 and 180 degrees: any part of a base inside counts."""

from __future__ import annotations

import pytest

from arbitro.geometry.arcs import faces, in_arc, sector
from arbitro.geometry.shapes import Base

AHEAD = (1, 0)


def test_a_quarter_from_a_point() -> None:
    assert in_arc((0, 0), AHEAD, 90, 10_000, Base(11_000, 0, r=1_000)), "its near edge is just in"
    assert not in_arc((0, 0), AHEAD, 90, 10_000, Base(11_001, 0, r=1_000))
    # beside the limit at 45 degrees: the distance to it is (8000 - 5000) / root 2 = 2121.3
    assert in_arc((0, 0), AHEAD, 90, 10_000, Base(5_000, 8_000, r=2_122))
    assert not in_arc((0, 0), AHEAD, 90, 10_000, Base(5_000, 8_000, r=2_121))
    assert not in_arc((0, 0), AHEAD, 90, 10_000, Base(-3_000, 0, r=2_000))


def test_a_half_from_a_point() -> None:
    assert in_arc((0, 0), AHEAD, 180, 10_000, Base(-1_000, 5_000, r=1_000))
    assert not in_arc((0, 0), AHEAD, 180, 10_000, Base(-1_001, 5_000, r=1_000))
    assert in_arc((0, 0), 90_000, 180, 10_000, Base(8_000, -500, r=1_000))


def test_from_a_figure_the_radius_starts_at_its_edge() -> None:
    origin = Base(0, 0, r=1_250)
    assert in_arc(origin, AHEAD, 90, 5_000, Base(7_500, 0, r=1_250))
    assert not in_arc(origin, AHEAD, 90, 5_000, Base(7_501, 0, r=1_250))


def test_rectangular_targets_and_the_whole_circle() -> None:
    assert in_arc((0, 0), AHEAD, 90, 10_000, Base(10_900, 0, w=2_000, d=2_000))
    assert not in_arc((0, 0), AHEAD, 90, 10_000, Base(11_100, 0, w=2_000, d=2_000))
    assert in_arc((0, 0), AHEAD, 360, 10_000, Base(-9_000, -100, r=500))


def test_limits_belong_to_the_arc() -> None:
    assert faces((0, 0), AHEAD, 90, (5_000, 5_000)) and not faces((0, 0), AHEAD, 90, (5_000, 5_001))
    assert faces((0, 0), AHEAD, 180, (0, 9)) and not faces((0, 0), AHEAD, 180, (-1, 9))
    assert faces((0, 0), AHEAD, 270, (-5, 6)) and not faces((0, 0), AHEAD, 270, (-6, 5))
    assert sector((0, 0), AHEAD, 90, 1_000)[0] == (0, 0)


def test_an_arc_needs_a_direction() -> None:
    with pytest.raises(ValueError, match="direction"):
        in_arc((0, 0), (0, 0), 90, 10_000, Base(1_000, 0, r=500))
