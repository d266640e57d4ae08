"""Rules of our own for the tests: records that no pack holds, borne by the figures of a `Field`."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, TypeVar

from arbitro.engine.asks import Ask
from arbitro.engine.records import Compiler, Record
from arbitro.rulesets.crepuscolo.responses import with_responses
from arbitro.rulesets.crepuscolo.ruleset import Crepuscolo
from arbitro.rulesets.crepuscolo.vocabulary import VOCABULARY
from tests.crepuscolo import field as fields
from tests.crepuscolo.field import Field

T = TypeVar("T")
Lines = Mapping[str, Any]


def record(id: str, lines: Lines) -> Record:
    """A record compiled as a pack's is, free abilities with their responses; ``kind`` is its marker, "P" by default."""
    data = {key: value for key, value in lines.items() if key != "kind"}
    return with_responses(Compiler(VOCABULARY, id).record(data, id, str(lines.get("kind", "P"))))


def rules_with(records: Mapping[str, Lines]) -> Crepuscolo:
    """The rules of the tests with more records."""
    twin = fields.rules()
    library = twin.library
    library.records = {**library.records, **{id: record(id, lines) for id, lines in records.items()}}
    return twin


def trial(records: Mapping[str, Lines], fighters: dict[str, dict[str, Any]], **more: Any) -> Field:
    """A `Field` whose rules know more records; figures bear them through ``abilities``."""
    usual = fields.RULES
    fields.RULES = rules_with(records)
    try:
        return Field(fighters, **more)
    finally:
        fields.RULES = usual


def run(flow: Generator[Ask, Any, T]) -> T:
    """Run a flow that must ask nothing."""
    try:
        asked = next(flow)
    except StopIteration as end:
        result: T = end.value
        return result
    raise AssertionError(f"it asked {asked.kind}")
