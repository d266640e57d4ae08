"""Characters as the command line handles them: made step by step, checked, shown, printed, changed, put in a party.

A ruleset with characters of its own has them as ``TabletopRuleset.characters()``; ``arbitro character`` calls them.
Files are YAML; everything here raises ContentError with every fault where a file or a change will not do.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from arbitro.content.errors import Lang
from arbitro.engine.values import Value


class Choice(Struct, frozen=True):
    """One answer that a step offers: its value, its words, and the number it is asked by (0: its place)."""

    value: Value
    label: str
    number: int = 0


class Step(Struct, frozen=True):
    """One step of making a character: what is asked, what may be answered, and what the dice say.

    ``choices``: the answers; with none, any whole number from ``lowest`` to ``highest``. ``rolled``: what counts if
    nobody chooses, in words. ``free``: a text of one's own will do as well.
    """

    kind: str
    title: str
    choices: tuple[Choice, ...]
    rolled: str
    lowest: int = 0
    highest: int = 0
    free: bool = False


class Making(Protocol):
    """A character in the making; every step can be taken back."""

    def step(self, lang: Lang) -> Step | None:
        """The step that stands open; None when the character is finished."""
        ...

    def take(self, value: Value = None) -> None:
        """Take a step: with a value that it offers, or as the dice say."""
        ...

    def back(self) -> bool:
        """Open the step before again; False if there is none."""
        ...

    def file(self) -> str:
        """The character's file, as far as it has come (steps not taken as the dice say)."""
        ...


class Characters(Protocol):
    """What a ruleset does with characters."""

    def begin(self, seed: str, party: Path | None, given: dict[str, Value]) -> Making:
        """Begin a character. ``party``: whom it joins, for what depends on them; ``given``: steps answered already.

        Raises ContentError if the party cannot be read or something given is not offered.
        """
        ...

    def check(self, path: Path) -> int:
        """How many characters a file holds. Raises ContentError with everything wrong with them."""
        ...

    def sheet(self, path: Path, who: str, lang: Lang, width: int) -> str:
        """The sheets of a file's characters, or of the one called ``who``, as text. Raises ContentError."""
        ...

    def page(self, path: Path, who: str, lang: Lang) -> str:
        """The same as a page of HTML that needs no other file, a sheet of paper each. Raises ContentError."""
        ...

    def edit(self, path: Path, who: str, changes: Sequence[str]) -> str:
        """The file's text with changes (``key=value``, ``key+=value``, ``key-=value``). Raises ContentError."""
        ...

    def join(self, party: Path, files: Sequence[Path]) -> str:
        """The text of a party with the characters of files in it; a party that is not there begins with them.

        Raises ContentError.
        """
        ...
