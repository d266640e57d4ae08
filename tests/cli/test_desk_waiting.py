"""`arbitro desk`: what waits on somebody, and the clock, go from one encounter of a campaign to the next."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from arbitro.cli.main import run

PARTY = """party: noi
name: Noi
ruleset: cairn
clock: 5
members:
  - {name: Ada, forza: 10, des: 10, vol: 10, pf: 3}
  - {name: Ugo, forza: 10, des: 10, vol: 10, pf: 4}
"""


def test_a_scar_of_yesterday_is_over_today(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "noi.yaml").write_text(PARTY, encoding="utf-8")
    folder = str(tmp_path / "valle")
    assert run(["desk", "new", folder, "--party", str(tmp_path / "noi.yaml"), "--lang", "en"]) == 0

    def evening(name: str, *lines: str) -> dict[str, tuple[int, int]]:
        script = [word for line in lines for word in ("--do", line)]
        capsys.readouterr()
        assert run(["desk", "open", folder, name, *script, "--json", "--seed", "1", "--lang", "en"]) == 0
        desk = json.loads(capsys.readouterr().out)
        return {row["name"]: (row["tracks"][0]["now"], row["tracks"][0]["full"]) for row in desk["rows"]}

    first = evening("bridge", "n", "1 -3", "2 -4", "calm", "home")
    assert first == {"Ada": (0, 3), "Ugo": (0, 4)}
    kept = (tmp_path / "valle/party.yaml").read_text(encoding="utf-8")
    assert "clock: 5\n" in kept and kept.count("of: ") == 4 and "needs" not in kept
    second = evening("mill", "hours 2", "pass hours", "home")
    assert 4 <= second["Ada"][0] == second["Ada"][1] <= 9, "3 and a d6 (CRN-SCAR-03.3), all of it back"
    kept = (tmp_path / "valle/party.yaml").read_text(encoding="utf-8")
    assert "clock: 11\n" in kept and "CRN-SCAR-03, until" not in kept and kept.count("CRN-SCAR-04") == 3
    assert kept.count("arto-rotto") == 2 and "esausto" not in kept


def test_halves_of_files_that_a_killed_program_left_are_swept_away(tmp_path: Path) -> None:
    folder = tmp_path / "valle"
    assert run(["desk", "new", str(folder), "--lang", "en"]) == 0
    old, new = folder / "encounters/.arbitro-0a1b2c", folder / "encounters/.arbitro-3d4e5f"
    for file in (old, new):
        file.write_bytes(b"half")
    os.utime(old, (1_000_000, 1_000_000))
    assert run(["desk", "list", str(folder), "--lang", "en"]) == 0
    assert not old.exists() and new.exists(), "somebody may be writing the new one"
