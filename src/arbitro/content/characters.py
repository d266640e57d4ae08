"""Characters as people handle them: made step by step, checked, shown, printed, changed, put in a party.

A ruleset with characters of its own has them as ``TabletopRuleset.characters()``; ``arbitro character`` and the page
call them, and know no ruleset's fields: what can be changed, and what a sheet says, the ruleset tells as plain data.
Files are YAML; everything here raises ContentError with every fault where a file or a change will not do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from arbitro.content.errors import Lang
from arbitro.engine.values import Value


class Answer(Struct, frozen=True):
    """One answer that a step offers: its value, its words, and the number it is asked by (0: its place)."""

    value: Value
    label: str
    number: int = 0


class Step(Struct, frozen=True):
    """One step of making a character: what is asked, what may be answered, and what the dice say.

    ``choices``: the answers; with none, any whole number from ``lowest`` to ``highest``. ``rolled``: what counts if
    nobody chooses, in words. ``free``: a text of one's own will do as well. ``key`` names the step among all those of
    the character, "" for steps that come again and again, such as buying. ``value``: what stands now; ``taken``: chosen
    by somebody.
    """

    kind: str
    title: str
    choices: tuple[Answer, ...]
    rolled: str
    lowest: int = 0
    highest: int = 0
    free: bool = False
    key: str = ""
    value: Value = None
    taken: bool = False


class Slot(Struct, frozen=True):
    """One of the places where a character carries something: what kind of thing fills it, its name, and a note."""

    kind: str
    label: str
    note: str = ""


class Sheet(Struct, frozen=True):
    """Everything that stands on a sheet, in one language.

    ``scores``: label, now, maximum. ``facts``: label and value. ``parts``: headings with their lines, each a name and
    what it says ("" for none). ``heading`` and ``slots``: where things are carried, in games that count it.
    """

    name: str
    about: str
    scores: tuple[tuple[str, int, int], ...]
    facts: tuple[tuple[str, str], ...]
    heading: str
    slots: tuple[Slot, ...]
    parts: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    notes: str
    attribution: str


class Pickable(Struct, frozen=True, kw_only=True):
    """Something that a field may hold: ``hint`` says more, ``parts`` are the parts that an entry of it has."""

    value: Value
    label: str
    hint: str = ""
    parts: tuple[str, ...] = ()


class SheetField(Struct, frozen=True, kw_only=True):
    """Something of a character that can be changed.

    ``kind``: ``text``, ``long`` (lines of text), ``number``, ``check``, ``choice`` (one of the options, or None),
    ``list`` (entries, each a mapping: ``of`` an option's value, and its parts), and as a part of a list ``place`` (the
    place, from 1, of another entry whose ``of`` is one of the options; 0 for none). ``group`` is the heading it stands
    under, ``most`` the key of the field that holds its maximum; an ``optional`` choice may be None.
    """

    key: str
    label: str
    kind: str
    group: str = ""
    lowest: int = 0
    highest: int = 0
    most: str = ""
    optional: bool = False
    options: tuple[Pickable, ...] = ()
    parts: tuple[SheetField, ...] = ()


class Member(Struct, frozen=True, kw_only=True):
    """Somebody of a party: the values of the fields there are, by key; a sheet, for whom the game has one.

    ``about``: what somebody without a sheet is.
    """

    id: str
    name: str
    about: str
    values: dict[str, Any]
    sheet: Sheet | None


class Party(Struct, frozen=True, kw_only=True):
    """A file of characters, read and found good."""

    name: str
    members: tuple[Member, ...]


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

    def steps(self, lang: Lang) -> tuple[Step, ...]:
        """Every step that has a key, in order, with what stands now: chosen, or as the dice say."""
        ...

    def file(self) -> str:
        """The character's file, as far as it has come (steps not taken as the dice say)."""
        ...


class Characters(Protocol):
    """What a ruleset does with characters."""

    def begin(self, seed: str, party: Path | None, given: dict[str, Value]) -> Making:
        """Begin a character. ``party``: whom it joins, for what depends on them; ``given``: steps answered already.

        ``given["kind"]`` is one of `kinds`, the first without. Raises ContentError if the party cannot be read or
        something given is not offered.
        """
        ...

    def kinds(self, lang: Lang) -> tuple[Answer, ...]:
        """What can be made: characters, hirelings of each trade, whatever a game has."""
        ...

    def form(self, folder: Path, packs: Sequence[str], lang: Lang) -> tuple[SheetField, ...]:
        """The fields of a character, with what may stand in them where packs of a folder are in play."""
        ...

    def read(self, path: Path, lang: Lang) -> Party:
        """A file's characters as plain data. Raises ContentError."""
        ...

    def change(self, path: Path, number: int, values: Mapping[str, Any]) -> str:
        """The file's text with other values in fields of its member ``number`` (from 0). Raises ContentError."""
        ...

    def part(self, path: Path, number: int) -> tuple[str, str]:
        """The file's text without its member ``number``, "" if nobody is left, and that member in a file of its own."""
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
