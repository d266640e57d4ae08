"""The words of stat blocks (``words.yaml``) and the names of our records, looked up without capitals and accents."""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from arbitro.content.catalogue import fold
from arbitro.content.yamlfile import load
from arbitro.rulesets.pathfinder.content import Library

HERE = Path(__file__).parent
MINUS = "–—−"
"""Signs that books print for a minus."""


@cache
def raw() -> dict[str, Any]:
    """What ``words.yaml`` says."""
    data = load(HERE / "words.yaml").data
    assert isinstance(data, dict)
    return data


@cache
def table(name: str) -> dict[str, str]:
    """One of its tables, by folded words."""
    return {fold(str(word)): ours for word, ours in raw()[name].items()}


@cache
def listed(name: str) -> tuple[str, ...]:
    """One of its lists, folded."""
    return tuple(fold(word) for word in raw()[name])


@cache
def labels() -> tuple[tuple[str, str], ...]:
    """Every label as it is printed, the longest first, and the line it begins."""
    found = [(word, line) for line, words in raw()["labels"].items() for word in words]
    return tuple(sorted(found, key=lambda pair: -len(pair[0])))


@cache
def natural() -> dict[str, str]:
    """Names of attacks with the body, one or several, by folded words."""
    return {fold(word): id_ for id_, row in raw()["natural"].items() for word in (*row["en"], *row["it"])}


def signed(text: str) -> int:
    """A number with a sign as books print it.

    >>> signed("+5"), signed("–1"), signed("3")
    (5, -1, 3)
    """
    return int(re.sub(f"[{MINUS}]", "-", text.strip()).replace("+", ""))


def pieces(text: str, marks: str = ",;") -> list[str]:
    """A list as it is printed, split at commas outside brackets; a comma between digits is a decimal point.

    >>> pieces("volo 4,5 m (buona, davvero), nuoto 6 m")
    ['volo 4,5 m (buona, davvero)', 'nuoto 6 m']
    """
    found, depth, begin = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        decimal = text[place - 1 : place].isdigit() and text[place + 1 : place + 2].isdigit()
        if sign in marks and depth <= 0 and not decimal:
            found.append(text[begin:place])
            begin = place + 1
    return [part.strip() for part in (*found, text[begin:]) if part.strip()]


class Names:
    """Records of the packs by what they are called in either language."""

    def __init__(self, library: Library) -> None:
        self.library = library

    @cached_property
    def feats(self) -> dict[str, str]:
        """Feats, with other spellings of their names."""
        return {**_by_name(self.library.feats), **table("feats")}

    @cached_property
    def abilities(self) -> dict[str, str]:
        """Abilities, with what stat blocks call them."""
        known = {word: id_ for word, id_ in table("abilities").items() if id_ in self.library.abilities}
        return {**_by_name(self.library.abilities), **known}

    @cached_property
    def spells(self) -> dict[str, str]:
        """Spells; "cure wounds, light" and the like are not tried."""
        return _by_name(self.library.spells)

    @cached_property
    def things(self) -> dict[str, str]:
        """Weapons, armour and other things; bare hands are no thing."""
        weapons = {k: v for k, v in self.library.weapons.items() if v.group not in ("natural", "unarmed")}
        found = {**_by_name(self.library.items), **_by_name(self.library.armours), **_by_name(weapons)}
        return {**found, **{_without_armour(name): id_ for name, id_ in found.items() if id_ in self.library.armours}}

    def thing(self, name: str) -> str | None:
        """The thing of a name, as one or as many ("javelins")."""
        folded = fold(name).replace("armor", "armour")
        tries = (folded, folded.removesuffix("s"), _without_armour(folded), " ".join(reversed(folded.split())))
        return next((self.things[one] for one in tries if one in self.things), None)


def _by_name(records: dict[str, Any]) -> dict[str, str]:
    return {fold(name): id_ for id_, one in records.items() for name in (one.name, one.name_en)}


def _without_armour(name: str) -> str:
    return name.removesuffix(" armour").removeprefix("armatura di ")
