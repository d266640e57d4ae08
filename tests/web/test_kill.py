"""``kill -9`` in the middle of play, as `tools/kill_server.py` does it a hundred times."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(sys.platform != "linux", reason="the crowd comes from many addresses of this machine")
def test_three_kills_lose_nothing_and_double_nothing() -> None:
    command = [sys.executable, str(ROOT / "tools" / "kill_server.py"), "--kills", "3", "--games", "5", "--seed", "7"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    counted = dict(line.rsplit(maxsplit=1) for line in done.stdout.splitlines() if line[-1:].isdigit())
    assert int(counted["kills"]) == 3 and int(counted["answers told done"]) > 0
    assert int(counted["journals compared"]) > 5 and int(counted["times a client came back"]) > 5
