"""Rules that tests make up, in play for one test: records of the engine's grammar that figures bear as abilities."""

from typing import Any

import pytest

from arbitro.engine.records import Compiler
from arbitro.rulesets.crepuscolo.ruleset import Crepuscolo
from arbitro.rulesets.crepuscolo.vocabulary import VOCABULARY
from tests.crepuscolo import field


def in_play(monkeypatch: pytest.MonkeyPatch, **records: dict[str, Any]) -> None:
    """Add rules to those that a `Field` plays with until the test ends; a figure has one by `abilities=["name"]`."""
    library = field.RULES.library
    twin = type(library)(*(getattr(library, name) for name in library.__struct_fields__))
    made = {name: Compiler(VOCABULARY, name).record(data, name, "P") for name, data in records.items()}
    twin.records = {**library.records, **made}
    monkeypatch.setattr(field, "RULES", Crepuscolo(twin))
