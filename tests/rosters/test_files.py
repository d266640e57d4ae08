"""Rosters of any game: checked, carried as JSON, told in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbitro.content.errors import ContentError
from arbitro.rosters.files import check, from_json, from_line, read, tidy, to_json, to_line, to_yaml

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples" / "crepuscolo" / "rosters").glob("*.yaml"))
ROSTER = """\
roster: "Due \\"lupi\\""
name_en: Two wolves
ruleset: crepuscolo
limit: 50
fighters:
  - {profile: razziatore, id: capo, name: "Grask; il primo", items: [CDC-EQ-41, CDC-EQ-22]}
  - {profile: assaltatore, upgrades: [{item: CDC-EQ-66, to: CDC-EQ-11}], abilities: [CDC-AB-038]}
"""


def write(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "r.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_roster_is_judged_by_its_game(tmp_path: Path) -> None:
    report = check(write(tmp_path, ROSTER))
    # 20 + 5 + 5 and 15 + 1 + 3; no list of the Assaltatore offers Armi Migliorate: the lowest price anywhere is shown
    assert (report.name, report.limit, report.total, report.legal) == ('Due "lupi"', 50, 49, False)
    assert [(f.code, f.rule, f.fighter) for f in report.faults] == [("item_not_open", "CDC-CMP-15.2", "Assaltatore")]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_json_line_and_yaml_keep_the_company(tmp_path: Path, path: Path) -> None:
    data = read(path)
    assert from_json(to_json(data)) == data
    told = from_line(to_line(data))
    again = write(tmp_path, to_yaml(told))
    assert (check(again).charges, check(again).limit) == (check(path).charges, check(path).limit)
    assert read(write(tmp_path, to_yaml(data))) == data


def test_a_tidy_text_is_the_same_company_one_fighter_a_line(tmp_path: Path) -> None:
    text = tidy(ROSTER)
    assert read(write(tmp_path, text)) == read(write(tmp_path, ROSTER))
    rows = [line for line in text.splitlines() if line.startswith("  - ")]
    assert [json.loads(row[4:])["profile"] for row in rows] == ["razziatore", "assaltatore"]
    assert tidy(text) == text


def test_names_ids_and_upgrades_survive_a_line(tmp_path: Path) -> None:
    data = read(write(tmp_path, ROSTER))
    line = to_line(data)
    assert "\n" not in line and 'razziatore "Grask; il primo" id=capo items=CDC-EQ-41,CDC-EQ-22;' in line
    assert from_line(line) == {key: value for key, value in data.items() if key != "name_en"}


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("", 0),
        ("crepuscolo Due: x", 0),
        ('g 9 "Due": "x"', 11),
        ('g 9 "Due": x; ; y', 14),
        ('g 9 "Due": x items=a items=b', 21),
        ('g 9 "Due": x "Uno" "Due"', 19),
        ('g 9 "Due": x y', 13),
    ],
)
def test_a_line_that_cannot_be_read_says_where(line: str, column: int) -> None:
    with pytest.raises(ContentError) as caught:
        from_line(line)
    (problem,) = caught.value.problems
    assert problem.column == column and problem.message_it and problem.message_en


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"format": "arbitro-roster"}', b"[" * 3000, b"x" * 2_100_000],
    ids=["empty", "cut", "list", "binary", "null", "short", "deep", "huge"],
)
def test_json_that_is_no_roster_is_refused_in_words(raw: bytes) -> None:
    with pytest.raises(ContentError) as caught:
        from_json(raw)
    assert caught.value.problems[0].message_it


def test_json_of_another_version_is_refused() -> None:
    data = json.loads(to_json(read(EXAMPLES[0])))
    for change in ({"version": 2}, {"format": "battlescribe"}):
        with pytest.raises(ContentError):
            from_json(json.dumps({**data, **change}).encode())


@pytest.mark.parametrize(
    "text", ["", "- 1\n", "roster: x\n", "ruleset: gioco\n"], ids=["empty", "list", "none", "other"]
)
def test_a_file_of_no_installed_game_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ContentError):
        check(write(tmp_path, text))


def test_unknown_ids_are_told_with_their_place(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as caught:
        check(write(tmp_path, ROSTER.replace("profile: assaltatore", "profile: assaltatori")))
    (problem,) = caught.value.problems
    assert (problem.line, problem.path, problem.suggestion) == (7, "fighters[2].profile", "assaltatore (Assaltatore)")
    with pytest.raises(ContentError) as caught:
        check(write(tmp_path, ROSTER.replace("to: CDC-EQ-11", "on: CDC-EQ-11")))
    assert caught.value.problems[0].line == 7
