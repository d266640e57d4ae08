"""What a report of many battles holds, apart from how it is shown: tables and plots, in words of one language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

Drawing = Callable[[], Any]


class Grid(Struct, frozen=True):
    """A table of plain text: the first column are names, the rest numbers; ``note`` stands below."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


class Plot(Struct, frozen=True):
    """A picture by its name in files, with a caption; ``draw`` makes it, None where the caption says it all."""

    name: str
    title: str
    note: str
    draw: Drawing | None = None


class Example(Struct, frozen=True):
    """A battle that is worth watching, by its number; ``about``: whom it says something of, "" of both sides."""

    n: int
    about: str
    text: str


__all__ = ["Drawing", "Example", "Grid", "Plot"]
