"""JSON Schemas with which editors check and complete the files of this game while they are written."""

from __future__ import annotations

from typing import Any

from arbitro.content.packs import PackInfo
from arbitro.content.scenariofile import EXPECTED, LEVELS
from arbitro.content.shape import file_schema, json_schema
from arbitro.rulesets.crepuscolo.content import KINDS
from arbitro.rulesets.crepuscolo.rosterfile import RosterFile
from arbitro.rulesets.crepuscolo.scenariofile import ScenarioFile

DIE = {"anyOf": [{"type": "string", "pattern": r"^d[1-9][0-9]?\*?$"}, {"type": "integer", "minimum": 2}]}
POINT = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
STEP: dict[str, dict[str, Any]] = {
    **{level: {"type": "string"} for level in LEVELS},
    "die": DIE,
    "test": DIE,
    "others": {"type": "array", "items": DIE},
    "to": POINT,
    "way": {"type": "number", "minimum": 0, "exclusiveMaximum": 360},
    "number": {"type": "integer"},
    "face": {"type": "integer", "minimum": 1},
    "choice": {},
    "order": {"type": "array"},
    "share": {"type": "array"},
    "pass": {"const": True},
    "decline": {"const": True},
    "deploy": {"type": "string"},
    "seat": {"type": "string"},
    "refused": {"type": "string"},
    "expect": {"anyOf": [{"$ref": "#/$defs/Expectation"}, {"type": "array", "items": {"$ref": "#/$defs/Expectation"}}]},
    "note": {"type": "string"},
}
EXPECTATION: dict[str, Any] = {
    "type": "object",
    "oneOf": [{"required": [key]} for key in EXPECTED],
    "properties": {
        **{key: {"type": "string"} for key in EXPECTED},
        "state": {"type": "object"},
        "count": {"type": "integer", "minimum": 0},
        "at": POINT,
    },
}


def all_schemas() -> dict[str, dict[str, Any]]:
    """Every schema by its file name: scenario, roster, a pack's header, and one for each kind of records."""
    found = {
        "scenario.schema.json": _scenario(),
        "roster.schema.json": file_schema(RosterFile, "Cronache del Crepuscolo: roster"),
        "pack.schema.json": file_schema(PackInfo, "Arbitro: pack.yaml"),
    }
    for kind, shape in KINDS.items():
        found[f"{kind}.schema.json"] = json_schema({kind: shape}, f"Cronache del Crepuscolo: {kind}")
    return found


def _scenario() -> dict[str, Any]:
    schema = file_schema(ScenarioFile, "Cronache del Crepuscolo: scenario")
    step = {"type": "object", "properties": STEP, "additionalProperties": False, "minProperties": 1}
    schema["$defs"].update({"Step": step, "Expectation": EXPECTATION})
    schema["properties"]["script"]["items"] = {"$ref": "#/$defs/Step"}
    schema["properties"]["expect"]["items"] = {"$ref": "#/$defs/Expectation"}
    return schema
