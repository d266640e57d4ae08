"""Programs that play a seat over standard input and output: real processes, good ones and bad ones."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arbitro.cli.main import run
from arbitro.engine.save import read

ROOT = Path(__file__).resolve().parents[2]
THIRTY = ROOT / "examples" / "bots" / "thirty.py"
DUEL = """
scenario: duello
name: Il duello
name_en: The duel
ruleset: crepuscolo
table: {width: 60, depth: 60}
sides:
  - {seat: a, name: Predoni, access: [30, 0], fighters: [{profile: razziatore, id: a1, at: [20, 20]}]}
  - {seat: b, name: Guardia, access: [30, 60], fighters: [{profile: assaltatore, id: b1, at: [23.5, 20]}]}
options: {turn_limit: 2, combat_rerolls: false}
start: {hand: a}
"""
HEARD = """
import json, sys
questions = (heard for heard in map(json.loads, sys.stdin) if heard["type"] == "ask")
def say(**words): print(json.dumps(words), flush=True)
def plain(heard): say(pick=heard["answers"].index(heard["default"]))
"""


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in {"XDG_DATA_HOME": str(tmp_path / "data"), "COLUMNS": "80", "NO_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)
    file = tmp_path / "duello.yaml"
    file.write_text(DUEL, encoding="utf-8")
    return file


def bot(folder: Path, text: str) -> str:
    """The command of a bot that is written for one test."""
    file = folder / "bot.py"
    file.write_text(HEARD + text, encoding="utf-8")
    return f"{sys.executable} {file}"


def play(file: Path, *more: str) -> int:
    return run(["play", str(file), "--lang", "en", "--seed", "4", *more])


def test_the_example_bot_of_thirty_lines_plays_a_battle(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sum(bool(line.strip()) for line in THIRTY.read_text(encoding="utf-8").splitlines()) <= 30
    told = []
    for _ in range(2):
        assert play(duel, "--bot", f"a={sys.executable} {THIRTY}", "--side", "b=instinct", "--json") == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1], "the same seed, the same battle"
    assert any(event["type"] == "HitLanded" and event["actor"] == "a1" for event in told[0]["events"])


def test_what_a_bot_hears_and_may_answer(duel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It answers by number and by value; of another question, or out of range, it is refused with a reason."""
    log = tmp_path / "heard"
    command = bot(
        tmp_path,
        f"""
log = open({str(log)!r}, "w")
first = True
for line in sys.stdin:
    heard = json.loads(line)
    print(line.strip(), file=log, flush=True)
    if heard["type"] == "ask" and first:
        first = False
        say(decision="9.9.9", pick=0)
    elif heard["type"] == "refused" and heard["code"] == "stale":
        say(pick=999)
    elif heard["type"] in ("ask", "refused"):
        say(decision=heard["decision"], answer=["pass"])
""",
    )
    assert play(duel, "--bot", f"a={command}", "--side", "b=instinct") == 0
    told = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert told[0] == {"type": "hello", "protocol": 1, "ruleset": "crepuscolo", "seat": "a", "seats": ["a", "b"]}
    asked, stale, outside = told[1:4]
    assert asked["kind"] == "action" and asked["complete"] and ["pass"] in asked["answers"]
    assert asked["form"] == {"kind": "tree"} and asked["default"] == ["pass"]
    assert asked["view"]["figures"]["b1"]["life"] > 0
    later = [event["type"] for heard in told[4:] for event in heard.get("events", ())]
    assert "HandEnded" in later and later.count("TurnBegan") == 1, "what happened since, each event once"
    assert (stale["code"], stale["left"]) == ("stale", 2) and (outside["code"], outside["left"]) == ("not_in_range", 1)
    assert told[-1]["type"] == "end" and told[-1]["result"] in ("a", "b", "draw")
    assert "a program (" in capsys.readouterr().out


BAD = {
    "gone": ("next(questions); sys.exit(3)", "has ended in the middle"),
    "silent": ("import time\nnext(questions); time.sleep(60)", "has not answered for 1 seconds"),
    "garbled": ("next(questions); print('forward!', flush=True); sys.stdin.read()", '"forward!"'),
    "no object": ("next(questions); print('[7]', flush=True); sys.stdin.read()", '"[7]"'),
    "stubborn": ("for line in sys.stdin: say(answer=['dance'])", "3 answers in a row"),
}


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("way", ["--json", "--auto"])
def test_a_game_is_kept_whatever_its_bot_does(
    kind: str, way: str, duel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, sentence = BAD[kind]
    if way == "--auto" and kind != "gone":
        pytest.skip("one way is enough for the others")
    kept = tmp_path / "kept.arbitro"
    assert play(duel, "--bot", f"a={bot(tmp_path, text)}", way, "--bot-seconds", "1", "--save", str(kept)) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err and "Traceback" not in shown.err and "side a" in shown.err
    assert "--resume" in shown.out + shown.err
    assert read(kept.read_bytes()).dice["sides"]["a"] == "bot"
    assert run(["play", "--resume", str(kept), "--lang", "en", "--json"]) == 0, "the computer plays on"
    assert json.loads(capsys.readouterr().out)["events"]


def test_without_a_file_it_is_kept_among_the_games_saved_by_themselves(
    duel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(duel, "--bot", f"a={bot(tmp_path, 'next(questions); sys.exit(3)')}", "--json") == 2
    kept = list((tmp_path / "data").rglob("*.arbitro"))
    assert len(kept) == 1 and str(kept[0]) in capsys.readouterr().err
    assert play_on(kept[0], f"a={bot(tmp_path, 'for heard in questions: plain(heard)')}") == 0


def play_on(kept: Path, *bots: str) -> int:
    return run(
        ["play", "--resume", str(kept), "--lang", "en", "--json", *(word for one in bots for word in ("--bot", one))]
    )


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("a=", "write SIDE=COMMAND"),
        ("c=python", "the sides are a and b"),
        ("a=no-such-program-anywhere --fast", "cannot be started"),
        ("a='unclosed", "cannot be started"),
    ],
)
def test_a_bot_that_cannot_be(given: str, sentence: str, duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(duel, "--bot", given, "--json") == 2
    shown = capsys.readouterr()
    assert sentence in shown.err and shown.out == ""


def test_a_bot_that_will_not_leave_is_ended(duel: Path, tmp_path: Path) -> None:
    command = bot(tmp_path, "import time\nfor heard in questions: plain(heard)\ntime.sleep(600)")
    started: list[Any] = []
    real = subprocess.Popen
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subprocess, "Popen", lambda *args, **more: started.append(real(*args, **more)) or started[-1])
        patch.setattr("arbitro.players.bots.FAREWELL", 0.2)
        assert play(duel, "--bot", f"a={command}", "--side", "b=instinct", "--json") == 0
    assert started[0].returncode is not None
