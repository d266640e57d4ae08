"""Outlines of cells: every area once, its holes cut out, nothing more and nothing less."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arbitro.geometry.outline import outlines
from arbitro.geometry.shapes import twice_area

CELLS = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1)


def test_a_ring_of_cells_has_a_hole() -> None:
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    assert list(outlines(ring)) == [(((0, 0), (3, 0), (3, 3), (0, 3)), (((1, 1), (1, 2), (2, 2), (2, 1)),))]


def test_cells_that_touch_at_a_corner_are_two_areas() -> None:
    assert [around for around, _ in outlines({(0, 0), (1, 1)})] == [
        ((0, 0), (1, 0), (1, 1), (0, 1)),
        ((1, 1), (2, 1), (2, 2), (1, 2)),
    ]


@given(CELLS)
def test_areas_are_as_large_as_their_cells(cells: set[tuple[int, int]]) -> None:
    found = [(twice_area(around), [twice_area(hole) for hole in holes]) for around, holes in outlines(cells)]
    assert all(around > 0 and all(hole < 0 for hole in holes) for around, holes in found)
    assert sum(around + sum(holes) for around, holes in found) == 2 * len(cells)
