"""Rules that tests make up, read and compiled as a pack's abilities are, and borne by the figures of a `Field`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from arbitro.engine.records import Record
from arbitro.rulesets.crepuscolo.content import Ability, compile_record
from arbitro.rulesets.crepuscolo.ruleset import Crepuscolo
from tests.crepuscolo import field as fields
from tests.crepuscolo.field import Field

Lines = Mapping[str, Any]


def record(id: str, lines: Lines) -> Record:
    """The compiled record of an ability; ``kind`` is its marker, "P" by default."""
    return compile_record("abilities", Ability(id=id, name=id, name_en=id, **lines))


def rules_with(records: Mapping[str, Lines]) -> Crepuscolo:
    """The rules of the tests with more abilities."""
    twin = fields.rules()
    library = twin.library
    library.records = {**library.records, **{id: record(id, lines) for id, lines in records.items()}}
    return twin


def trial(records: Mapping[str, Lines], fighters: dict[str, dict[str, Any]], **more: Any) -> Field:
    """A `Field` whose rules know more abilities; figures bear them through ``abilities``."""
    return Field(fighters, rules=rules_with(records), **more)


def in_play(monkeypatch: pytest.MonkeyPatch, **records: Lines) -> None:
    """Add abilities to the rules of every `Field` until the test ends."""
    monkeypatch.setattr(fields, "RULES", rules_with(records))


def at(x: float, y: float = 10, **more: Any) -> dict[str, Any]:
    """A figure standing at a point, in cm."""
    return {"at": (x, y), **more}
