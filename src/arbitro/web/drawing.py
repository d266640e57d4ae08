"""Odds that a page has been told, drawn as the command line draws them: choices side by side, a number that varies.

It runs in a worker. What comes from the page are words and numbers, so whatever it sends is only drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from itertools import chain
from math import isfinite
from typing import Any, Final

from arbitro.analysis import plots
from arbitro.analysis.naming import say
from arbitro.content.errors import Lang
from arbitro.web.bodies import OddsPicture, SweepPicture
from arbitro.web.refusals import Unwilling

KINDS: Final = ("png", "svg")
MOST_CHOICES, MOST_PANELS, MOST_ROWS, MOST_COLUMNS, LONGEST = 4, 6, 40, 8, 300
LARGEST: Final = 1e6
"""No number of a picture is larger."""


def compared(wish: OddsPicture, lang: Lang) -> bytes:
    """Choices side by side. Raises Unwilling ``no_odds_picture``."""
    rows = [row for panel in wish.panels for row in panel.rows]
    chances = list(chain.from_iterable(row.chances for row in rows))
    _check(
        wish.kind in KINDS,
        1 <= len(wish.choices) <= MOST_CHOICES,
        1 <= len(wish.panels) <= MOST_PANELS,
        all(1 <= len(panel.rows) <= MOST_ROWS for panel in wish.panels),
        all(len(row.chances) == len(wish.choices) for row in rows),
        all(0 <= chance <= 1 for chance in chances),
        _short([wish.title, *wish.choices, *(panel.title for panel in wish.panels), *(row.label for row in rows)]),
    )
    drawn = [
        (
            plain(panel.title),
            [
                (plain(name), [(plain(row.label), row.chances[place]) for row in panel.rows])
                for place, name in enumerate(wish.choices)
            ],
        )
        for panel in wish.panels
    ]
    return saved(plots.distributions(drawn, plain(wish.title), say(lang, "chance")), wish.kind)


def swept(wish: SweepPicture, lang: Lang) -> bytes:
    """A choice while a number varies. Raises Unwilling ``no_odds_picture``."""
    _check(
        wish.kind in KINDS,
        1 <= len(wish.columns) <= MOST_COLUMNS,
        1 <= len(wish.numbers) <= 2 * MOST_ROWS,
        len(wish.values) == len(wish.numbers),
        all(len(row) in (0, len(wish.columns)) for row in wish.values) and any(wish.values),
        all(isfinite(number) and abs(number) <= LARGEST for number in chain(wish.numbers, *wish.values)),
        _short([wish.title, wish.knob, *wish.columns]),
    )
    series = [
        (
            plain(name),
            [
                (number, row[place], row[place], row[place])
                for number, row in zip(wish.numbers, wish.values, strict=True)
                if row
            ],
        )
        for place, name in enumerate(wish.columns)
    ]
    y = say(lang, "chance" if wish.shares else "value")
    return saved(plots.lines(series, plain(wish.title), plain(wish.knob), y), wish.kind)


def saved(picture: Any, kind: str) -> bytes:
    """The bytes of a drawing."""
    out = BytesIO()
    plots.save(picture, out, kind)
    return out.getvalue()


def plain(text: str) -> str:
    """Words as they stand: what would be a formula or a command to the printer is not.

    >>> plain("5 $ or 10 $"), plain("a\\x00b")
    ('5 \\\\$ or 10 \\\\$', 'ab')
    """
    return "".join(letter for letter in text if letter.isprintable()).replace("$", r"\$")


def _short(words: Iterable[str]) -> bool:
    return all(len(word) <= LONGEST for word in words)


def _check(*sound: bool) -> None:
    if not all(sound):
        raise Unwilling("no_odds_picture")


__all__ = ["compared", "plain", "saved", "swept"]
