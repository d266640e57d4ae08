"""`arbitro import` and `arbitro export`: what they write, what they say, and when they write nothing."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitro.cli.main import run
from arbitro.engine.ruleset import installed

ROOT = Path(__file__).resolve().parent.parent.parent
PARTY = ROOT / "examples/cairn/rosters/compagnia-del-guado.yaml"
Call = Callable[..., tuple[int, str, str]]
OGRE = {"Name": "Zampafonda", "HP": 7, "STR": 15, "DEX": 9, "WIL": 4, "Attack": "morso (d8)", "Size": "big"}


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """The command line: exit code, output, complaints."""

    def called(*args: str | Path) -> tuple[int, str, str]:
        code = run([str(arg) for arg in args])
        told = capsys.readouterr()
        return code, told.out, told.err

    return called


def test_a_party_goes_into_a_folder_and_comes_back(call: Call, tmp_path: Path) -> None:
    folder = tmp_path / "schede"
    code, out, err = call("export", PARTY, "--to", "foundry", "--out", folder, "--lang", "it")
    names = ["folco", "livia", "morgana", "silvia"]
    assert (code, err, sorted(path.stem for path in folder.iterdir())) == (0, "", names) and len(out.splitlines()) == 4
    back = tmp_path / "livia.yaml"
    code, out, err = call("import", folder / "livia.json", "--out", back, "--lang", "en")
    assert (code, out, err) == (0, f"Written: {back} (one creature)\n", "")
    assert call("roster", "check", back, "--lang", "en")[0] == 0
    assert call("import", folder / "livia.json", "--out", back, "--lang", "it")[2].startswith(f"{back} c'è già")


def test_all_in_one_file_or_on_the_screen(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "tutti.json"
    assert call("export", PARTY, "--to", "kettlewright", "--out", file, "--lang", "en")[0] == 0
    shown = call("export", PARTY, "--to", "kettlewright", "--lang", "en")[1]
    assert json.loads(shown) == json.loads(file.read_text(encoding="utf-8")) and len(json.loads(shown)) == 4
    code, out, err = call("import", file, "--lang", "en")
    assert (code, err) == (0, "") and out.count("\n  - {name:") == 4


def test_what_is_not_ours_goes_into_a_pack_and_what_is_lost_is_said(call: Call, tmp_path: Path) -> None:
    file, out = tmp_path / "ogre.json", tmp_path / "mostro.yaml"
    file.write_text(json.dumps(OGRE), encoding="utf-8")
    code, _, err = call("import", file, "--lang", "it")
    assert code == 0 and "--out" in err and "Size (big): non ha posto qui" in err
    code, _, err = call("import", file, "--out", out, "--lang", "it")
    assert code == 0 and "mostro-pack" in err and (tmp_path / "mostro-pack" / "monsters.yaml").exists()
    assert call("roster", "check", out)[0] == 0
    code, shown, _ = call("export", out, "--to", "kettlewright", "--lang", "en")
    assert code == 0 and json.loads(shown) == {key: value for key, value in OGRE.items() if key != "Size"} | {
        "Traits": []
    }


@pytest.mark.parametrize("text", ["{", '{"a": 1}', '{"name": "G", "type": "npc", "system": {}}', "[]"])
def test_a_bad_file_writes_nothing(call: Call, tmp_path: Path, text: str) -> None:
    file, out = tmp_path / "x.json", tmp_path / "gruppo.yaml"
    file.write_text(text, encoding="utf-8")
    for lang in ("it", "en"):
        code, told, err = call("import", file, "--out", out, "--lang", lang)
        assert (code, told) == (2, "") and err.startswith(str(file)) and not out.exists()
    assert list(tmp_path.iterdir()) == [file]


BLOCK = """Imp del Mulino GS 1
NM Umanoide (goblinoide) Piccolo
Iniz +2; Sensi scurovisione 18 m; Percezione +0
CA 13, contatto 13, impreparato 11 (+2 Des, +1 taglia)
pf 5 (1d10)
Temp +2, Rif +2, Vol +0
Velocità 9 m
Mischia pugnale +2 (1d3/19–20 più sfortuna)
For 10, Des 15, Cos 10, Int 10, Sag 10, Car 10
Att Base +1; BMC +0; DMC 12
"""


@pytest.mark.skipif("pathfinder" not in installed(), reason="installed before this ruleset was there")
def test_a_pasted_stat_block_becomes_a_scenario_and_a_pack(call: Call, tmp_path: Path) -> None:
    file, out = tmp_path / "imp.txt", tmp_path / "prova.yaml"
    file.write_text(BLOCK, encoding="utf-8")
    code, told, err = call("import", file, "--out", out, "--lang", "it")
    assert code == 0 and str(out) in told and "prova-pack" in err
    assert "imp.txt:8 (pugnale: sfortuna): qui non c'è: non conta" in err
    assert call("scenario", "check", out, "--lang", "it")[0] == 0
    file.write_text(BLOCK.replace("pf 5 (1d10)", "pf molti"), encoding="utf-8")
    code, told, err = call("import", file, "--out", tmp_path / "altra.yaml", "--lang", "it")
    assert (code, told) == (2, "") and "i punti ferita" in err and not (tmp_path / "altra.yaml").exists()


def test_a_file_of_ours_is_not_taken_for_one_of_another_program(call: Call, tmp_path: Path) -> None:
    code, told, err = call("import", PARTY, "--out", tmp_path / "x.yaml", "--lang", "en")
    assert (code, told) == (2, "") and "a file of Arbitro already" in err and not list(tmp_path.iterdir())


def test_files_and_formats_that_are_not_there(call: Call, tmp_path: Path) -> None:
    assert call("import", tmp_path / "nulla.json", "--lang", "en")[0] == 2
    code, _, err = call("export", PARTY, "--to", "roll20", "--lang", "en")
    assert code == 2 and "foundry, kettlewright" in err
    other = ROOT / "examples/crepuscolo/rosters/strada-rossa.yaml"
    assert call("export", other, "--to", "foundry", "--lang", "en")[0] == 2
    assert call("export", tmp_path / "x.yaml", "--to", "foundry", "--lang", "en")[0] == 2
