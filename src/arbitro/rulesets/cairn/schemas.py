"""JSON Schemas with which editors check and complete the files of this game while they are written."""

from __future__ import annotations

from typing import Any

import msgspec

from arbitro.content.packs import PackInfo
from arbitro.content.shape import json_schema
from arbitro.rulesets.cairn.content import KINDS
from arbitro.rulesets.cairn.scenariofile import PartyFile, ScenarioFile

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def all_schemas() -> dict[str, dict[str, Any]]:
    """Every schema by its file name: scenario, party, a pack's header, and one for each kind of records."""
    found = {
        "scenario.schema.json": _file(ScenarioFile, "Cairn: scenario"),
        "party.schema.json": _file(PartyFile, "Cairn: party"),
        "pack.schema.json": _file(PackInfo, "Arbitro: pack.yaml"),
    }
    for kind, shape in KINDS.items():
        found[f"{kind}.schema.json"] = json_schema({kind: shape}, f"Cairn: {kind}")
    return found


def _file(shape: Any, title: str) -> dict[str, Any]:
    (schema,), components = msgspec.json.schema_components([shape], ref_template="#/$defs/{name}")
    name = schema["$ref"].rpartition("/")[2]
    top = components.pop(name)
    return {"$schema": DRAFT, **top, "title": title, "$defs": components}
