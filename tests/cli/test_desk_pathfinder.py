"""`arbitro desk` with Pathfinder: what the guide's table says to type does what it says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.cli.test_desk import ROOT, Call, call

__all__ = ["call"]
PARTY = ROOT / "examples/pathfinder/parties/compagni.yaml"
PAST = {
    "it": ("ritarda", "entra", "passa", "ore", "calma", "scatta", "n", "t"),
    "en": ("delay", "enter", "pass", "hours", "calm", "trigger", "n", "t"),
}
"""What depends on whose turn it is is typed at its moment below."""


def typed_in_guide(lang: str) -> list[str]:
    """The commands in the table of the Pathfinder chapter."""
    name = "docs/desk.it.md" if lang == "it" else "docs/desk.md"
    chapter = (ROOT / name).read_text(encoding="utf-8").split("## Pathfinder\n")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in chapter.splitlines() if line.startswith("| `")]
    return [found for row in rows for found in re.findall(r"`([^`]+)`", row)]


@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_line_of_the_guide_is_understood_and_does_something(call: Call, tmp_path: Path, lang: str) -> None:
    guide = typed_in_guide(lang)
    assert len(guide) > 25
    folder = tmp_path / "torre"
    assert call("new", folder, "--ruleset", "pathfinder", "--party", PARTY)[0] == 0
    first = ["+ ogre 3", *guide[:3], *("t" for _ in range(3))]
    plain = [line for line in guide[3:] if line.split()[0] not in PAST[lang]]
    trigger, end, *later = PAST[lang][5], PAST[lang][4], *[line for line in guide if line.split()[0] in PAST[lang][2:4]]
    ready = next(place for place, line in enumerate(plain) if line.startswith("prep"))
    script = [*first, *plain[: ready + 1], f"{trigger} 2", *plain[ready + 1 :], "n", end, *later]
    for line in script:
        code, told, wrong = call("open", folder, "ponte", "--seed", "4", "--do", line, lang=lang)
        assert code == 0, (line, told, wrong)
    desk = json.loads(call("show", folder, "ponte", "--json")[1])
    assert desk["round"] == 0 and desk["order"] == []


@pytest.mark.parametrize(("lang", "delay", "enter"), [("it", "ritarda", "entra"), ("en", "delay", "enter")])
def test_whoever_delays_is_reminded_of_and_comes_in(
    call: Call, tmp_path: Path, lang: str, delay: str, enter: str
) -> None:
    folder = tmp_path / "torre"
    assert call("new", folder, "--ruleset", "pathfinder", "--party", PARTY)[0] == 0
    start = ("initiative 1 20", "initiative 2 10", "t", delay)
    assert call("open", folder, "ponte", *(part for line in start for part in ("--do", line)), lang=lang)[0] == 0
    code, told, _ = call("open", folder, "ponte", "--do", f"{enter} 1", "--do", "v", lang=lang)
    assert code == 0 and all(len(line) <= 80 for line in told.splitlines())
    rows = json.loads(call("show", folder, "ponte", "--json")[1])["rows"]
    assert [row["name"] for row in rows if row["active"]] == ["Dorna Pietrafessa"]


def test_a_party_of_another_game_is_refused_and_no_folder_is_made(call: Call, tmp_path: Path) -> None:
    other = ROOT / "examples/cairn/rosters/compagnia-del-guado.yaml"
    code, _, wrong = call("new", tmp_path / "torre", "--ruleset", "pathfinder", "--party", other)
    assert code != 0 and "cairn" in wrong and not (tmp_path / "torre").exists()
