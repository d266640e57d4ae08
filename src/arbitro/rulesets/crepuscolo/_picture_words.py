"""What the drawings say: words of a language, kinds of pieces, initials of figures."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from arbitro.content.errors import Lang
from arbitro.content.messages import Messages, shown_cm
from arbitro.content.messages import number as in_words
from arbitro.rulesets.crepuscolo.ground import KINDS, LINE, MARKER, PLATFORM, Piece
from arbitro.rulesets.crepuscolo.state import Figure

PLACED = "placed"  # a line or a token that a rule put on the table
LONGEST = 3
"""So many letters a short name has at the most."""


@cache
def messages() -> Messages:
    """The catalogue of the drawings."""
    return Messages.load(Path(__file__).parent / "pictures")


class Words:
    """The words of one language: call it with a key and its facts."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang

    def __call__(self, key: str, **facts: Any) -> str:
        return messages().text(self.lang, key, **facts)

    def token(self, name: str) -> str:
        """A token that lies on figures; one of a pack has its own name."""
        key = f"map.token.{name}"
        return messages().text(self.lang, key) if messages().has(key) else name

    def cm(self, units: int) -> str:
        """Centimetres of a length, without the unit."""
        return in_words(self.lang, shown_cm(units))


def kinds_of(piece: Piece) -> tuple[str, ...]:
    """What a piece is to a reader: its obstacle kind, then its kinds of terrain, in a fixed order."""
    first: tuple[str, ...] = ()
    if LINE in piece.kinds or MARKER in piece.kinds:
        first = (PLACED,)
    elif piece.hill:
        first = ("hill",)
    elif piece.height > 0:
        first = (piece.crossing,)
    return (*first, *(kind for kind in KINDS if kind in piece.kinds and kind != PLATFORM))


def initials(figures: Iterable[Figure]) -> dict[str, str]:
    """Two letters for each figure; those that would share them get their ids."""
    found: dict[str, str] = {}
    for figure in figures:
        words = [word for word in figure.name.replace("-", " ").split() if word[:1].isalnum()] or [figure.id]
        found[figure.id] = (words[0][0] + words[1][0]).upper() if len(words) > 1 else words[0][:2].capitalize()
    seen = list(found.values())
    return {id: letters if seen.count(letters) == 1 else id for id, letters in found.items()}


def short_names(figures: Iterable[Figure]) -> dict[str, str]:
    """Initials of at most three letters, each once: instead of a longer id a letter and a number.

    They change only if a figure with the same initials comes.
    """
    found = initials(figures)
    taken: set[str] = set()
    for id, short in found.items():
        if len(short) > LONGEST or short in taken:
            numbered = (f"{short[0].upper()}{n}" for n in range(1, 100))
            found[id] = next(name for name in numbered if name not in taken and name not in found.values())
        taken.add(found[id])
    return found
