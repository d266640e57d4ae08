"""Battles brought as text: written out so that they need no other file, and read like any other.

`desk.Desk` calls it for the page, where people bring scenarios and companies, and where whoever sends a text must not
make the server read a file of its own by naming it.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import structs

from arbitro.content.errors import ContentError, raise_if_any
from arbitro.content.scenariofile import NO_FILES, other_game, roster_file
from arbitro.content.shape import check
from arbitro.content.tabletop import Scenario
from arbitro.content.yamlfile import Document, load
from arbitro.engine.values import Seat
from arbitro.rulesets.crepuscolo.rosterfile import NAME, RosterFile
from arbitro.rulesets.crepuscolo.scenariofile import ScenarioFile


def self_contained(text: str, rosters: Mapping[Seat, str], folder: Path | None, name: str) -> str:
    """A scenario's text with its companies written out in it.

    Args:
        text: the text of a scenario file.
        rosters: texts of roster files; each takes the place of the company of its seat.
        folder: where the roster files are that the text may name, and none outside of it; None: it may name none.
        name: what faults call the text.

    Raises ContentError with the faults of its shape, and of the rosters.
    """
    document = load(text, name=name)
    found, problems = check(document, ScenarioFile)
    raise_if_any([*problems, *other_game(document, NAME)])
    assert found is not None
    data = dict(document.data)
    if found.packs:
        raise ContentError([document.problem(("packs",), *NO_FILES)])
    data["sides"] = [_side(document, number, rosters, folder) for number in range(len(found.sides))]
    return written(data)


def _side(document: Document, number: int, rosters: Mapping[Seat, str], folder: Path | None) -> dict[str, Any]:
    side = dict(document.data["sides"][number])
    named = side.pop("roster", "")
    if side["seat"] in rosters:
        roster = _roster(load(rosters[side["seat"]], name=f"roster {side['seat']}"))
        if roster.get("packs"):
            raise ContentError([document.problem(("sides", number), *NO_FILES)])
        side["name"], side["name_en"] = roster["roster"], roster.get("name_en", roster["roster"])
    elif not named:
        return side
    else:
        roster = _roster(load(roster_file(document, ("sides", number, "roster"), named, folder)))
    side["fighters"] = roster["fighters"]
    return side


def _roster(document: Document) -> dict[str, Any]:
    _, problems = check(document, RosterFile)
    raise_if_any([*problems, *other_game(document, NAME)])
    data: dict[str, Any] = document.data
    return data


def read_text(text: str, name: str, read: Callable[[Path], Scenario]) -> Scenario:
    """Read a scenario that needs no other file. Raises ContentError with every fault."""
    with tempfile.TemporaryDirectory(prefix="arbitro-") as folder:
        path = Path(folder) / "scenario.yaml"
        path.write_text(text, encoding="utf-8")
        try:
            return structs.replace(read(path), file="")
        except ContentError as error:
            raise ContentError(structs.replace(problem, file=name) for problem in error.problems) from None


def written(data: Mapping[str, Any], indent: str = "") -> str:
    """Plain data as YAML: a key a line, an item of a list a line, every text in quotes.

    >>> print(written({"name": "Due", "table": {"width": 90, "terrain": [{"id": "m"}]}, "dice": [1, 2]}), end="")
    name: "Due"
    table:
      width: 90
      terrain:
        - {"id": "m"}
    dice: [1, 2]
    """
    lines = []
    for key, value in data.items():
        if isinstance(value, dict) and value:
            lines.append(f"{indent}{key}:\n{written(value, indent + '  ')}")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            items = "".join(f"{indent}  - {json.dumps(item, ensure_ascii=False)}\n" for item in value)
            lines.append(f"{indent}{key}:\n{items}")
        else:
            lines.append(f"{indent}{key}: {json.dumps(value, ensure_ascii=False)}\n")
    return "".join(lines)
