"""Pictures of odds: distributions, choices side by side, sweeps, matrices, heat maps of the table.

Every picture can be read in black and white: series differ by hatch and marker, cells carry their number. matplotlib
is loaded when the first picture is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import Any, Final

INK, PALE = "#1a1a1a", "#e8e8e8"
FILLS: Final = ("#f2f2f2", "#8c8c8c", "#ffffff", "#4d4d4d", "#d0d0d0", "#b0b0b0")
HATCHES: Final = ("///", "", "...", "xx", "\\\\\\", "++")
MARKERS: Final = ("o", "s", "^", "D", "v", "x")
LINES: Final = ("-", "--", "-.", ":")
NAME: Final = 18
"""How wide the name of something that may happen is before it goes on in another line."""
MOST_NUMBERED: Final = 16
"""How many rows a matrix may have whose cells carry numbers."""
Bars = Sequence[tuple[str, float]]
"""Values in rising order, or names of what may happen, with their probabilities."""
Series = Sequence[tuple[str, Bars]]


def figure(wide: float = 7.0, high: float = 4.0, panels: int = 1) -> tuple[Any, list[Any]]:
    """An empty picture with so many panels below one another, in inches."""
    from matplotlib.figure import Figure

    made = Figure(figsize=(wide, high * panels if panels > 1 else high), layout="constrained")
    axes = made.subplots(panels, 1, squeeze=False)
    for row in axes:
        row[0].spines[["top", "right"]].set_visible(False)
    return made, [row[0] for row in axes]


def save(picture: Any, file: Path | BytesIO, kind: str, *, dots: int = 150) -> None:
    """Write a picture as ``png`` or ``svg``: the same bytes for the same picture."""
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "arbitro", "svg.fonttype": "none"}):
        picture.savefig(file, format=kind, dpi=dots, metadata={"Date": None} if kind == "svg" else None)


def distributions(panels: Sequence[tuple[str, Series]], title: str, y: str) -> Any:
    """One panel for each measure: its name, and the series of bars that are set side by side.

    Args:
        panels: the name of a measure, and for each choice its name and its values with their probabilities.
        title: over the whole.
        y: what the upright axis says.
    """
    made, axes = figure(7.0, 2.6 if len(panels) > 1 else 4.0, max(1, len(panels)))
    made.suptitle(title, fontsize=10, wrap=True)
    for axis, (name, series) in zip(axes, panels, strict=False):
        _bars(axis, series)
        axis.set_title(name, fontsize=9, loc="left")
        axis.set_ylabel(y, fontsize=8)
    if panels and len(panels[0][1]) > 1:
        axes[0].legend(fontsize=7, frameon=False)
    return made


def _bars(axis: Any, series: Series) -> None:
    wide = 0.8 / max(1, len(series))
    values = list(dict.fromkeys(value for _, bars in series for value, _ in bars))
    for number, (name, bars) in enumerate(series):
        shift = (number - (len(series) - 1) / 2) * wide
        places = [values.index(value) + shift for value, _ in bars]
        axis.bar(places, [p for _, p in bars], wide, label=name, color=FILLS[number % len(FILLS)], edgecolor=INK,
                 hatch=HATCHES[number % len(HATCHES)], linewidth=0.8)  # fmt: skip
    axis.set_xticks(range(len(values)), [fill(value, NAME) for value in values], fontsize=8)
    axis.set_ylim(0, min(1.0, 1.1 * max((p for _, bars in series for _, p in bars), default=1)) or 1)
    axis.tick_params(axis="y", labelsize=8)


Points = Sequence[tuple[float, float, float, float]]


def lines(series: Sequence[tuple[str, Points]], title: str, x: str, y: str) -> Any:
    """Series over the values of a parameter; each point: the value, the number, and where the number lies.

    Series that coincide are one line with all their names. Where lines run together for a while, the first are drawn
    broad and pale with large marks, and the later ones narrow and dark upon them.
    """
    made, (axis,) = figure()
    axis.set_title(title, fontsize=10, wrap=True)
    drawn = together(series)
    for number, (name, points) in enumerate(drawn):
        below = (len(drawn) - 1 - number) / max(1, len(drawn) - 1)  # 1 for the lowest, 0 for the one on top
        style = {"marker": MARKERS[number % len(MARKERS)], "linestyle": LINES[number % len(LINES)],
                 "color": str(round(0.1 + 0.5 * below, 2)), "linewidth": 1.2 + 2.4 * below, "markersize": 5 + 5 * below,
                 "zorder": 2 + 0.1 * number}  # fmt: skip
        heights = [point[1] for point in points]
        apart = [[max(0.0, p[1] - p[2]) for p in points], [max(0.0, p[3] - p[1]) for p in points]]
        axis.plot([p[0] for p in points], heights, label=fill(name, 3 * NAME), markerfacecolor="white",
                  markeredgecolor=INK, markeredgewidth=1.0, **style)  # fmt: skip
        if any(map(any, apart)):
            axis.errorbar([p[0] for p in points], heights, yerr=apart, fmt="none", ecolor=INK, capsize=3)
    axis.set_xlabel(x)
    axis.set_ylabel(y)
    axis.set_ylim(bottom=0)
    axis.grid(axis="y", color=PALE)
    axis.legend(fontsize=8, frameon=False)
    return made


def together(series: Sequence[tuple[str, Points]]) -> list[tuple[str, Points]]:
    """The series that differ, each with the names of all that are the same, in their order.

    >>> together([("hits", [(4, 0.5, 0.5, 0.5)]), ("falls", [(4, 0.2, 0.2, 0.2)]), ("hurts", [(4, 0.5, 0.5, 0.5)])])
    [('hits = hurts', [(4, 0.5, 0.5, 0.5)]), ('falls', [(4, 0.2, 0.2, 0.2)])]
    """
    found: list[tuple[list[str], Points]] = []
    for name, points in series:
        rounded = [tuple(round(number, 9) for number in point) for point in points]
        for names, other in found:
            if rounded == [tuple(round(number, 9) for number in point) for point in other]:
                names.append(name)
                break
        else:
            found.append(([name], points))
    return [(" = ".join(names), points) for names, points in found]


def intervals(points: Sequence[tuple[str, float, float, float]], x: str) -> Any:
    """Shares one below the other, each with its interval: a name, the share, and from where to where it may lie."""
    made, (axis,) = figure(7.0, 0.9 + 0.45 * len(points))
    rows = range(len(points))
    for row, (_, value, low, high) in zip(rows, reversed(points), strict=True):
        axis.plot([low, high], [row, row], color=INK, linewidth=1.4, marker="|", markersize=8)
        axis.plot([value], [row], "o", color=INK, markersize=6)
    axis.set_yticks(rows, [fill(name, 2 * NAME) for name, *_ in reversed(points)], fontsize=8)
    axis.set_ylim(-0.6, len(points) - 0.4)
    axis.set_xlim(0, 1)
    axis.axvline(0.5, color=INK, linewidth=0.8, linestyle=":")
    axis.set_xlabel(x, fontsize=8)
    axis.tick_params(labelsize=8)
    axis.grid(axis="x", color=PALE)
    return made


def matrix(names: Sequence[str], cells: Sequence[Sequence[float]], title: str, x: str, y: str, *, share: bool) -> Any:
    """All against all: a shade for each pair, its number written in it where there is room.

    Args:
        names: of rows and columns alike.
        cells: a row of numbers for each name.
        share: the numbers are probabilities, to be written in percent.
    """
    side = max(4.5, 0.34 * len(names) + 2.5)
    made, (axis,) = figure(side, side)
    most = 1.0 if share else max((cell for row in cells for cell in row), default=1.0) or 1.0
    image = axis.imshow(cells, cmap="Greys", vmin=0, vmax=most, aspect="equal")
    axis.set_title(title, fontsize=9, wrap=True)
    axis.set_xticks(range(len(names)), names, rotation=60, ha="right", rotation_mode="anchor", fontsize=7)
    axis.set_yticks(range(len(names)), names, fontsize=7)
    axis.set_xlabel(x, fontsize=8)
    axis.set_ylabel(y, fontsize=8)
    for row, numbers in enumerate(cells) if len(names) <= MOST_NUMBERED else ():
        for column, number in enumerate(numbers):
            text = f"{round(100 * number)}" if share else f"{number:.1f}"
            dark = number > most / 2
            axis.text(column, row, text, ha="center", va="center", fontsize=7, color="white" if dark else INK)
    made.colorbar(image, shrink=0.7)
    return made


Outline = Sequence[tuple[float, float]]


def heat(spots: Sequence[tuple[float, float, float]], size: tuple[float, float], ground: Sequence[Outline],
         title: str, x: str, y: str) -> Any:  # fmt: skip
    """Where something happens on a table: each spot with how often, as a circle whose area says so.

    Args:
        spots: across, along, how often.
        size: of the table, in the same unit.
        ground: lines around the pieces of terrain.
        title: over it.
        x: what the axis across says.
        y: what the axis along says.
    """
    wide, deep = size
    made, (axis,) = figure(7.0, 1.0 + 6.0 * deep / wide)
    most = max((spot[2] for spot in spots), default=1.0)
    _outlined(axis, ground)
    for across, along, often in sorted(spots, key=lambda spot: -spot[2]):
        axis.scatter([across], [along], s=30 + 500 * often / most, facecolor=str(0.85 - 0.6 * often / most),
                     edgecolor=INK, linewidth=0.8)  # fmt: skip
    axis.set_xlim(0, wide)
    axis.set_ylim(0, deep)
    axis.set_aspect("equal")
    axis.set_title(title, fontsize=10)
    axis.set_xlabel(x)
    axis.set_ylabel(y)
    return made


Cells = Sequence[Sequence[int]]
Base = tuple[str, Outline, str, str]
"""The name of a figure, its base, and the colours of its base and of its name."""


def sight(maps: Sequence[tuple[str, Cells]], cell: float, size: tuple[float, float], ground: Sequence[Outline],
          bases: Sequence[Base], keys: Sequence[str], x: str, y: str) -> Any:  # fmt: skip
    """What is seen of a table, one map below the other: the more look, the lighter; hatched where nobody does.

    Args:
        maps: what each shows, and how many look at each cell, the lowest row first.
        cell: the side of a cell.
        size: of the table, in the same unit.
        ground: lines around the pieces of terrain.
        bases: the figures.
        keys: what nobody, one, two ... look at is called.
        x: what the axis across says.
        y: what the axis along says.
    """
    from matplotlib.patches import Patch, Polygon

    wide, deep = size
    made, axes = figure(7.0, 1.2 + 5.4 * deep / wide, len(maps))
    shades = ["0.55", *(str(0.75 + 0.25 * n / max(1, len(keys) - 2)) for n in range(len(keys) - 1))]
    for axis, (name, cells) in zip(axes, maps, strict=True):
        for row, numbers in enumerate(cells):
            for start, length, number in _runs(numbers):
                at = (start * cell, row * cell)
                axis.add_patch(_strip(at, length * cell, cell, shades[number], "" if number else HATCHES[0]))
        _outlined(axis, ground)
        for label, outline, fill_, ink in bases:
            axis.add_patch(Polygon(outline, closed=True, facecolor=fill_, edgecolor=INK, linewidth=1.2))
            middle = [sum(axis_) / len(outline) for axis_ in zip(*outline, strict=True)]
            axis.annotate(label, middle, ha="center", va="center", fontsize=7, color=ink)
        axis.set_xlim(0, wide)
        axis.set_ylim(0, deep)
        axis.set_aspect("equal")
        axis.set_title(name, fontsize=10, loc="left", wrap=True)
        axis.set_xlabel(x, fontsize=8)
        axis.set_ylabel(y, fontsize=8)
        axis.tick_params(labelsize=8)
    signs = [Patch(facecolor=shade, edgecolor=INK, hatch="" if n else HATCHES[0], label=key)
             for n, (shade, key) in enumerate(zip(shades, keys, strict=True))]  # fmt: skip
    made.legend(handles=signs, loc="outside lower center", ncols=min(len(keys), 6), fontsize=8, frameon=False)
    return made


def _outlined(axis: Any, ground: Sequence[Outline]) -> None:
    """The pieces of terrain, dashed."""
    from matplotlib.patches import Polygon

    for outline in ground:
        axis.add_patch(Polygon(outline, closed=True, fill=False, edgecolor=INK, linewidth=0.8, linestyle="--"))


def _runs(numbers: Sequence[int]) -> Sequence[tuple[int, int, int]]:
    """Where each stretch of equal numbers begins, how long it is, and its number."""
    found, at = [], 0
    for number, same in groupby(numbers):
        length = len(list(same))
        found.append((at, length, number))
        at += length
    return found


def _strip(at: tuple[float, float], wide: float, high: float, shade: str, hatch: str) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle(at, wide, high, facecolor=shade, edgecolor=INK if hatch else shade, hatch=hatch, linewidth=0)


__all__ = ["distributions", "figure", "heat", "intervals", "lines", "matrix", "save", "sight"]
