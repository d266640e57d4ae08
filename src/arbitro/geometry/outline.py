"""The outlines of areas made of cells of a grid: one for each connected area, with what is cut out of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

Cell = tuple[int, int]
Ring = tuple[Cell, ...]
"""Corners of a closed line, in cells; corner (x, y) is the lower left one of the cell of that name."""


def outlines(cells: Iterable[Cell]) -> Iterator[tuple[Ring, tuple[Ring, ...]]]:
    """Each area of cells that share sides: the line around it, then the lines around its holes.

    >>> list(outlines([(0, 0), (1, 0)]))
    [(((0, 0), (2, 0), (2, 1), (0, 1)), ())]
    """
    left = set(cells)
    while left:
        area = _area(min(left), left)
        left -= area
        rings = sorted(_rings(area), key=_size, reverse=True)
        yield rings[0], tuple(rings[1:])


def _area(first: Cell, among: set[Cell]) -> set[Cell]:
    """All cells that one gets to from the first over sides."""
    found, border = {first}, [first]
    while border:
        x, y = border.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near in among and near not in found:
                found.add(near)
                border.append(near)
    return found


def _rings(area: set[Cell]) -> Iterator[Ring]:
    """The closed lines with the area on their left."""
    ahead: dict[Cell, list[Cell]] = defaultdict(list)
    for x, y in sorted(area):
        sides = ((x, y, x + 1, y, x, y - 1), (x + 1, y, x + 1, y + 1, x + 1, y),
                 (x + 1, y + 1, x, y + 1, x, y + 1), (x, y + 1, x, y, x - 1, y))  # fmt: skip
        for ax, ay, bx, by, beyond_x, beyond_y in sides:
            if (beyond_x, beyond_y) not in area:
                ahead[ax, ay].append((bx, by))
    while ahead:
        start = at = min(ahead)
        ring: list[Cell] = []
        while at in ahead:
            ring.append(at)
            ways = ahead[at]
            to = ways.pop()
            if not ways:
                del ahead[at]
            at = to
            if at == start:
                break
        yield _corners(ring)


def _corners(ring: list[Cell]) -> Ring:
    """A line without the points on its straights."""
    sides = zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True)
    return tuple(b for a, b, c in sides if (a[0] - b[0]) * (c[1] - b[1]) != (a[1] - b[1]) * (c[0] - b[0]))


def _size(ring: Ring) -> int:
    """Twice the area within a line; less than nothing for one around a hole."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))


__all__ = ["outlines"]
