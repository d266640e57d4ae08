"""`arbitro simulate` and `arbitro balance`: what they say, what they write, and how they go on."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitro.cli.main import run

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "crepuscolo"
Call = Callable[..., tuple[int, str, str]]
PACK = """\
id: topi
name: Topi
name_en: Mice
version: "1"
ruleset: cairn
description: Topi di casa.
description_en: House mice.
"""
MICE = """\
monsters:
  - {id: topo, name: Topo, name_en: Mouse, pf: 1, forza: 3, des: 10, vol: 5,
     attacks: [{id: morso, name: Morso, name_en: Bite, dice: [2]}]}
  - {id: gran-topo, name: Gran topo, name_en: Great mouse, pf: 12, forza: 16, des: 10, vol: 12,
     attacks: [{id: morso, name: Morso, name_en: Bite, dice: [10]}]}
"""


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """The command line in a folder of its own: exit code, output, complaints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def called(*args: str | Path) -> tuple[int, str, str]:
        code = run([str(arg) for arg in args])
        told = capsys.readouterr()
        return code, told.out, told.err

    return called


def simulate(call: Call, *args: str | Path) -> tuple[int, str, str]:
    return call("simulate", *args, "--policy", "random", "--seed", "3", "--processes", "1", "--lang", "en")


def test_a_battle_is_simulated_shown_and_watched(call: Call) -> None:
    code, out, err = simulate(call, EXAMPLES / "alla-fontana.yaml", "--battles", "8")
    assert (code, err) == (0, "")
    assert all(len(line) <= 80 for line in out.splitlines())
    sides = "Guard of the Ringwall (random) – Marauders of the Red Road (random)"
    assert out.splitlines()[:2] == [sides, "8 battles of at most 8"]
    won = [int(n) for n in re.findall(r"^(?:Guard|Marauders|draw).*?  +(\d+)  ", out, re.MULTILINE)]
    assert sum(won) == 8
    file = Path("alla-fontana.sim.jsonl")
    assert len(file.read_text().splitlines()) == 9
    assert call("simulate", "--show", file, "--lang", "en")[1] == out
    italian = call("simulate", "--show", file, "--lang", "it")[1]
    assert italian.startswith("Guardia della Cinta (random)") and "8 battaglie su 8 al massimo" in italian
    code, told, _ = call("replay", f"{file}#7", "--lang", "en")
    last = json.loads(file.read_text().splitlines()[-1])
    ends = {"a": "Victory: Guard", "b": "Victory: Marauders", "draw": "draw"}
    assert code == 0 and ends[last["won"]] in told
    code, _, err = call("replay", f"{file}#8", "--lang", "en")
    assert code == 2 and "from 0 to 7" in err


def test_the_summary_as_json(call: Call) -> None:
    code, out, _ = simulate(call, "--ruleset", "cairn", "--battles", "6", "--json", "-")
    data = json.loads(out)
    assert code == 0 and data["battles"] == 6
    assert sum(end["won"] for end in data["ends"].values()) == 6
    code, out, _ = call("simulate", "--show", "cairn.sim.jsonl", "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0 and sum(row["won"] == "a" for row in rows) == data["ends"]["a"]["won"] and len(rows) == 6


def test_two_lists_change_places(call: Call) -> None:
    rosters = [EXAMPLES / "rosters" / f"{name}.yaml" for name in ("strada-rossa", "corte-di-fronda")]
    code, out, err = simulate(call, "--roster", rosters[0], "--roster", rosters[1], "--battles", "2")
    assert (code, err) == (0, "")
    assert out.count("from its own side of the table") == 2
    head = json.loads(Path("strada-rossa-corte-di-fronda.sim.jsonl").read_text().splitlines()[0])
    assert head["swap"] and {"strada-rossa.yaml", "corte-di-fronda.yaml"} < set(head["sources"])


def test_what_cannot_be_simulated_is_said(call: Call) -> None:
    for args, words in (
        ((), "one of these"),
        ((EXAMPLES / "alla-fontana.yaml", "--resume", "x"), "one of these"),
        (("--roster", EXAMPLES / "rosters" / "strada-rossa.yaml"), "Two lists"),
        (("--show", "nowhere.jsonl"), "nowhere.jsonl"),
        (("--show", EXAMPLES / "alla-fontana.yaml"), "no results file"),
        (("--show", "/dev/zero"), "no results file"),
        (("--ruleset", "scacchi"), "scacchi"),
        ((EXAMPLES / "alla-fontana.yaml", "--cluster", "nonsense"), "nonsense"),
    ):
        code, _, err = simulate(call, *args)
        assert code == 2 and words in err and "Traceback" not in err, args
    strangers = EXAMPLES / "rosters" / "strada-rossa.yaml", ROOT / "examples/cairn/rosters/goblin-del-bosco.yaml"
    code, _, err = simulate(call, "--roster", strangers[0], "--roster", strangers[1])
    assert code == 2 and "goblin-del-bosco.yaml is a list of cairn, and the battle is one of crepuscolo" in err
    code, _, err = call("simulate", "--ruleset", "cairn", "--policy", "a=genius", "--lang", "en")
    assert code == 2 and "a=genius" in err and "quick" in err
    code, _, err = call("simulate", "--ruleset", "cairn", "--policy", "a=random", "--policy", "random", "--lang", "en")
    assert code == 2 and "said already" in err
    code, _, err = call("simulate", "--ruleset", "cairn", "--sure", "2", "--lang", "en")
    assert code == 2 and "a number from 0.5 to 0.9999" in err and "whole" not in err
    Path("there.jsonl").write_text("")
    assert simulate(call, "--ruleset", "cairn", "--out", "there.jsonl")[0] == 2
    assert Path("there.jsonl").read_text() == ""


def test_results_that_were_changed_are_not_gone_on_with_nor_watched(call: Call) -> None:
    assert simulate(call, "--ruleset", "cairn", "--battles", "2", "--all", "--out", "r.jsonl")[0] == 0
    head, first, last = Path("r.jsonl").read_text().splitlines(keepends=True)
    longer = head.replace('"battles":2', '"battles":3')
    for plan, end in (
        (longer.replace('"seed":"3"', '"seed":"4"'), last),
        (longer, re.sub(r'"decisions":\d+', '"decisions":1', last)),
    ):
        Path("changed.jsonl").write_text(plan + first + end)
        code, _, err = call("simulate", "--resume", "changed.jsonl", "--lang", "en")
        assert code == 2 and "the file was changed" in err
        assert call("replay", "changed.jsonl#1", "--lang", "en")[0] == 2
        assert Path("changed.jsonl").read_text() == plan + first + end
    for name in ("r.jsonl", "r.jsonl#x"):
        code, _, err = call("replay", name, "--lang", "en")
        assert code == 2 and "r.jsonl#1" in err


def test_ctrl_c_leaves_a_file_that_can_be_gone_on_with(call: Call) -> None:
    words = [sys.executable, "-m", "arbitro", "simulate", "--ruleset", "cairn", "--policy", "random", "--seed", "3"]
    more = ["--battles", "100000", "--all", "--processes", "1", "--out", "r.jsonl", "--lang", "en"]
    running = subprocess.Popen([*words, *more], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    file = Path("r.jsonl")
    try:
        while not file.exists() or file.read_bytes().count(b"\n") < 20:
            assert running.poll() is None
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130 and "arbitro simulate --resume r.jsonl" in err and "Traceback" not in err
    lines = file.read_bytes().splitlines(keepends=True)
    shorter = lines[0].replace(b'"battles":100000', b'"battles":%d' % (len(lines) + 3))
    file.write_bytes(b"".join([shorter, *lines[1:]]))
    code, out, _ = call("simulate", "--resume", file, "--processes", "1", "--lang", "en")
    assert code == 0 and f"{len(lines) + 3} battles" in out
    assert file.read_bytes().startswith(b"".join([shorter, *lines[1:]]))


# --- balance


def test_a_pack_is_weighed_and_the_page_says_why(call: Call) -> None:
    folder = Path("topi")
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK)
    (folder / "monsters.yaml").write_text(MICE)
    given = ("--battles", "40", "--policy", "random", "--seed", "1", "--processes", "1")
    code, out, err = call("balance", folder, *given, "--lang", "en", "--html", "en.html")
    assert (code, err) == (0, "") and "Great mouse" in out and "forty each" not in out
    assert all(len(line) <= 80 for line in out.splitlines())
    code, again, _ = call(
        "balance", "--show", "topi.balance.jsonl", "--lang", "it", "--html", "it.html", "--csv", "costs.csv"
    )
    assert code == 0 and "Gran topo" in again
    with Path("costs.csv").open(encoding="utf-8") as file:
        mice = {row["id"]: row for row in csv.DictReader(file)}
    assert mice["topo"]["name"] == "Topo" and float(mice["topo"]["fair"]) < float(mice["gran-topo"]["fair"])
    for page, lang, words in (("en.html", "en", "Reasons to check"), ("it.html", "it", "Motivi da controllare")):
        text = Path(page).read_text()
        assert f'<html lang="{lang}">' in text and words in text and text.count("<svg") == 1
        assert (
            re.findall(r"(?:src|href)=\"(?!#)[^\"]*\"|https?://(?!www\.w3\.org|purl\.org|creativecommons)", text) == []
        )
        assert "Great mouse" in text or lang == "it"
    few = call("balance", folder, "--battles", "4", *given[2:], "--lang", "en", "--html", "few.html")[1]
    assert "about one battle for each profile" in few and "forty each" in Path("few.html").read_text()
    replay = re.search(r"arbitro replay '(topi\.balance\.jsonl#\d+)'", Path("en.html").read_text())
    assert replay is not None
    assert call("replay", replay[1], "--lang", "en")[0] == 0


def test_what_cannot_be_weighed_is_said(call: Call) -> None:
    for args, words in (((), "one of these"), (("nowhere",), "nowhere"), (("--show", "r.jsonl"), "r.jsonl")):
        code, _, err = call("balance", *args, "--lang", "en")
        assert code == 2 and words in err
    simulate(call, "--ruleset", "cairn", "--battles", "1", "--out", "r.jsonl")
    code, _, err = call("balance", "--resume", "r.jsonl", "--lang", "en")
    assert code == 2 and "another kind" in err


def test_whoever_acts_only_through_others_is_not_weighed(call: Call) -> None:
    code, out, err = call(
        "balance", "crepuscolo", "--battles", "2", "--policy", "random", "--processes", "1", "--lang", "en",
        "--html", "all.html",
    )  # fmt: skip
    assert code == 0 and "Not weighed: Risen of the Ditches" in err and "CDC-IN-027" in err
    assert "Necromancer of the Well" in out and "Risen of the Ditches" not in out
    assert Path("all.html").read_text().count("Risen of the Ditches") == 1, "the report says who is not weighed"


def test_the_report_is_one_page_with_plots_in_either_language(call: Call, tmp_path: Path) -> None:
    """Turns from 3 to 8, as long as the battle lets them; both lists have falls, so both have a map."""
    code, out, _ = simulate(
        call, EXAMPLES / "la-breccia.yaml", "--battles", "6", "--out", "r.jsonl", "--html", "r.html"
    )
    assert code == 0 and out.endswith("Written: r.html\n")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    outcomes = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()[1:]]
    assert "http" not in re.sub(
        r'xmlns(:\w+)?="[^"]*"|<metadata>.*?</metadata>|<!DOCTYPE[^>]*>', "", page, flags=re.DOTALL
    )
    falls = [sum(fall[0] == side for one in outcomes for fall in one.get("falls", ())) for side in "ab"]
    for words in (
        "Who wins how often",
        "Who is left",
        *(f"Where fighters fall ({n})" for n in falls),
        "replay 'r.jsonl#0'",
    ):
        assert words in page
    code, italian, _ = call("simulate", "--show", "r.jsonl", "--html", "-", "--lang", "it")
    assert code == 0 and "Chi vince quante volte" in italian and "Who wins" not in italian


def test_where_figures_fall_is_drawn_on_squares_too(call: Call, tmp_path: Path) -> None:
    """In metres on Pathfinder's board; a game without a table has nothing to draw on."""
    bridge = ROOT / "examples" / "pathfinder" / "il-ponte-dei-goblin.yaml"
    assert simulate(call, bridge, "--battles", "1", "--out", "g.jsonl", "--heat", "g.svg")[0] == 0
    assert "width, m" in (tmp_path / "g.svg").read_text(encoding="utf-8")
    troll = ROOT / "examples" / "cairn" / "il-troll-del-ponte.yaml"
    code, _, err = simulate(call, troll, "--battles", "1", "--heat", "t.svg")
    assert code == 2 and "no one table" in err
