"""``arbitro serve``: its help, what it refuses, a busy port, a battle ready at the address it shows, and its end."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.web.client import Client

from arbitro.cli.main import run

COMMAND = [sys.executable, "-m", "arbitro", "serve"]


def said(*words: str, lang: str = "en", **environment: str) -> subprocess.CompletedProcess[str]:
    """What a call that ends by itself says."""
    given = {**os.environ, **environment}
    return subprocess.run(
        [*COMMAND, *words, "--lang", lang], capture_output=True, text=True, timeout=60, check=False, env=given
    )


@pytest.mark.parametrize(("lang", "word"), [("it", "Apri il tavolo nel browser"), ("en", "Serve the table")])
def test_help_speaks_both_languages(lang: str, word: str) -> None:
    shown = said("--help", lang=lang)
    assert shown.returncode == 0 and word in shown.stdout
    for option in ("--host", "--port", "--database", "--password", "--processes", "--no-open", "--name", "--proxy"):
        assert option in shown.stdout, option


def test_what_cannot_be_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ("--processes", "2"),
        ("--port", "99999"),
        ("--database", str(tmp_path / "no" / "file.sqlite3")),
        ("--database", "mysql://x/y"),
        ("--database", str(tmp_path)),
        ("--host", "no.such.host.invalid", "--database", str(tmp_path / "x.sqlite3")),
        ("--host", "192.0.2.1", "--database", str(tmp_path / "x.sqlite3")),
    ):
        code = run(["serve", *words, "--no-open", "--lang", "en"])
        told = capsys.readouterr().err
        assert code == 2 and told.strip() and "Traceback" not in told, (words, told)
    told_alone = said("--host", "192.0.2.1", "--database", str(tmp_path / "x.sqlite3"), "--no-open")
    assert (told_alone.returncode, told_alone.stderr) == (2, told), "the program says the same and ends"


def test_it_shows_a_battle_that_can_be_played_at_the_next_free_port(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        process = subprocess.Popen(
            [*COMMAND, "--no-open", "--lang", "it", "--port", str(port), "--database", str(tmp_path / "g.sqlite3")],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            assert process.stdout is not None and process.stderr is not None
            shown = re.search(r"(http://127\.0\.0\.1:(\d+))/g/(\w+)#k=(\S+)", process.stdout.readline())
            assert shown is not None and int(shown[2]) > port
            end = time.monotonic() + 60
            while True:
                try:
                    with socket.create_connection(("127.0.0.1", int(shown[2])), timeout=1):
                        break
                except OSError:
                    assert time.monotonic() < end
                    time.sleep(0.05)
            with Client(shown[1], shown[3], shown[4]) as client:
                assert client.known["table"]["me"] == ["a"]
                assert [seat["player"] for seat in client.known["table"]["seats"]] == ["here", "quick"]
                assert client.known["scene"]["board"]
                process.send_signal(signal.SIGINT)
                assert process.wait(30) == 0
            assert not process.stderr.read()
        finally:
            if process.poll() is None:
                process.kill()
                process.wait(10)
            for stream in (process.stdout, process.stderr):
                if stream is not None:
                    stream.close()
