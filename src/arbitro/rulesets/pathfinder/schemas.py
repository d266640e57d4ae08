"""JSON Schemas with which editors check and complete the files of this game while they are written."""

from __future__ import annotations

from typing import Any

from arbitro.content.packs import PackInfo
from arbitro.content.shape import file_schema, json_schema
from arbitro.rulesets.pathfinder.scenariofile import ScenarioFile
from arbitro.rulesets.pathfinder.shapes import KINDS


def all_schemas() -> dict[str, dict[str, Any]]:
    """Every schema by its file name: scenario, a pack's header, and one for each kind of records."""
    found = {
        "scenario.schema.json": file_schema(ScenarioFile, "Pathfinder: scenario"),
        "pack.schema.json": file_schema(PackInfo, "Arbitro: pack.yaml"),
    }
    for kind, shape in KINDS.items():
        found[f"{kind}.schema.json"] = json_schema({kind: shape}, f"Pathfinder: {kind}")
    return found
