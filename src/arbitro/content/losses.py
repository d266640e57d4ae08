"""What one side says and the other cannot hold: every piece with its place, for people to read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct

from arbitro.content.errors import Lang

MOST = 90
HOUSEKEEPING = frozenset({"_id", "_key", "_stats", "folder", "sort", "ownership", "permission", "effects", "img",
                          "prototypeToken", "token", "id", "image_url", "custom_image", "editable"})  # fmt: skip
"""Keys that only mean something inside the program they come from: one line for all of them."""

NO_PLACE = ("non ha posto qui", "has no place here")
NOT_UNDERSTOOD = ("non si capisce", "is not understood")
READ_AS_HIGHEST = ("è letto come «il dado più alto», non come somma", "is read as the highest die, not as a sum")
DIFFERS = ("qui è diverso", "is different here")


class Loss(Struct, frozen=True):
    """One piece: its ``path`` in the file, or the creature it belongs to; its value shortened; what becomes of it."""

    path: str
    value: str
    it: str
    en: str

    def line(self, lang: Lang) -> str:
        """One line for people."""
        value = f" ({self.value})" if self.value else ""
        return f"{self.path}{value}: {self.it if lang == 'it' else self.en}"


class Losses:
    """Gathers what is lost, in the order in which it is found."""

    def __init__(self) -> None:
        self.found: list[Loss] = []

    def add(self, path: str, value: Any = "", why: tuple[str, str] = NO_PLACE) -> None:
        """One piece that is lost, or changed."""
        self.found.append(Loss(path, shortened(value), *why))

    def strangers(self, data: Any, shape: Any, path: str) -> None:
        """Every key of foreign data that its shape does not know, except where it holds nothing."""
        if isinstance(data, dict) and isinstance(shape, type) and issubclass(shape, Struct):
            kinds = get_type_hints(shape)
            for key, value in data.items():
                here = f"{path}.{key}" if path else key
                if key in kinds:
                    self.strangers(value, kinds[key], here)
                elif not empty(value):
                    self.add(here, value)
        elif isinstance(data, dict | list):
            for kind in getattr(shape, "__args__", ()):
                if isinstance(data, dict) and isinstance(kind, type) and issubclass(kind, Struct):
                    self.strangers(data, kind, path)
                elif isinstance(data, list) and getattr(shape, "__origin__", None) in (list, tuple):
                    for number, value in enumerate(data):
                        self.strangers(value, kind, f"{path}[{number}]")
                    break
                elif isinstance(data, list) and getattr(kind, "__origin__", None) is list:
                    self.strangers(data, kind, path)

    def told(self) -> tuple[Loss, ...]:
        """All of it; keys for housekeeping in one line at the end."""
        plain = [loss for loss in self.found if _key(loss.path) not in HOUSEKEEPING or loss.it != NO_PLACE[0]]
        kept = Counter(_key(loss.path) for loss in self.found if loss not in plain)
        if kept:
            names = ", ".join(f"{key} ×{n}" if n > 1 else key for key, n in kept.items())
            plain.append(Loss(names, "", "servono solo al programma da cui vengono",
                              "only serve the program they come from"))  # fmt: skip
        return tuple(plain)


def _key(path: str) -> str:
    return path.rpartition(".")[2]


def empty(value: Any) -> bool:
    """Whether a value says nothing: null, 0, false, "", and lists and mappings of such."""
    if isinstance(value, dict):
        return all(map(empty, value.values()))
    if isinstance(value, list):
        return all(map(empty, value))
    return not value


def shortened(value: Any) -> str:
    """A value as it stands in a line."""
    text = value if isinstance(value, str) else json.dumps(msgspec.to_builtins(value), ensure_ascii=False)
    text = " ".join(text.split())
    return text if len(text) <= MOST else f"{text[:MOST]}..."


def lines(losses: Iterable[Loss], lang: Lang) -> list[str]:
    """Losses as lines for people."""
    return [loss.line(lang) for loss in losses]
