"""``arbitro sight``: who sees what, in words, as a map and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbitro.cli.main import run

EXAMPLES = Path(__file__).parents[2] / "examples"
FOUNTAIN = str(EXAMPLES / "crepuscolo" / "alla-fontana.yaml")
TOWER = str(EXAMPLES / "pathfinder" / "la-torre-al-buio.yaml")


def said(capsys: pytest.CaptureFixture[str], *args: str, lang: str = "en", code: int = 0) -> str:
    found = run(["sight", *args, "--lang", lang])
    out = capsys.readouterr()
    assert found == code, out.err
    lines = [line for line in out.out.splitlines() if "/" not in line]  # the name of a file may be longer
    assert all(len(line) <= 80 for line in lines), "lines fit the terminal"
    return out.err if code else out.out


def test_each_side_and_whom_its_figures_see(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, FOUNTAIN)
    assert "Guard of the Ringwall: 4 figures look on" in text and "Marauders of the Red Road: 4" in text
    assert any(line.split()[:2] == ["Remo", "(a2)"] and line.endswith("Vesk, Sferza") for line in text.splitlines())


def test_one_side_as_a_map_and_a_figure_by_itself(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    svg, png = tmp_path / "m.svg", tmp_path / "m.png"
    text = said(
        capsys, TOWER, "--side", "la torre", "--figure", "arciere", "--svg", str(svg), "--png", str(png), lang="it"
    )
    assert "La torre: guardano in 3" in text and "Gli assalitori" not in text
    drawn = svg.read_text(encoding="utf-8")
    for words in (
        "La torre: guardano in 3",
        "Che cosa vede Hobgoblin",
        "non lo vede nessuno",
        "lo vedono 3",
        "larghezza, m",
    ):
        assert words in drawn
    assert png.read_bytes().startswith(b"\x89PNG")


def test_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    (side,) = json.loads(said(capsys, TOWER, "--side", "b", "--json", "-"))
    assert (side["seat"], side["unit"]) == ("b", "m") and len(side["lookouts"]) == 3
    assert max(map(max, side["cells"])) == 3 and len(side["cells"]) * side["side"] == side["depth"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((FOUNTAIN, "--figure", "Ilda"), 'did you mean "Ilde"'),
        ((FOUNTAIN, "--side", "c"), "Guard of the Ringwall"),
        ((str(EXAMPLES / "cairn" / "il-troll-del-ponte.yaml"),), "stand on no table"),
    ],
)
def test_what_is_not_there(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], words: str) -> None:
    assert words in said(capsys, *args, code=2)
