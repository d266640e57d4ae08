"""Ctrl-C while several processes play: it reaches all of them, and only the one that was started says something."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.analysis.hands import ears

from arbitro.players.workers import Workers, unheard

Seen = Callable[[bytes, Path], bool]


def pressed(folder: Path, when: Seen, every: float, times: int) -> tuple[int, str]:
    """What `arbitro simulate` with two workers says on a terminal where Ctrl-C is pressed from a moment on, and its
    exit code: after so many seconds, and ``every`` so many again, so many times at most."""
    words = [sys.executable, "-m", "arbitro", "simulate", "--ruleset", "cairn", "--policy", "random", "--seed", "3"]
    more = ["--battles", "100000", "--all", "--processes", "2", "--out", "r.jsonl", "--lang", "en"]
    ours, theirs = pty.openpty()
    playing = subprocess.Popen(
        [*words, *more], cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    said, end, next_at = b"", time.monotonic() + 60, None
    try:
        while time.monotonic() < end:
            if select.select([ours], [], [], 0.01)[0]:
                try:
                    said += os.read(ours, 65536)
                except OSError:  # nobody holds the terminal any more, not even a worker
                    break
            if next_at is None and when(said, folder / "r.jsonl"):
                next_at = time.monotonic() + every
            if next_at is not None and times and time.monotonic() >= next_at:
                os.killpg(playing.pid, signal.SIGINT)
                times, next_at = times - 1, time.monotonic() + every
        return playing.wait(10), said.decode(errors="replace")
    finally:
        playing.kill()
        playing.wait()
        os.close(ours)


def starting(said: bytes, file: Path) -> bool:
    """Play begins: the workers are being started."""
    return b"Playing" in said


def under_way(said: bytes, file: Path) -> bool:
    """Some battles are done."""
    return file.exists() and file.read_bytes().count(b"\n") > 20


@pytest.mark.parametrize(("when", "every", "times"), [(starting, 0.15, 2), (under_way, 0.02, 40)])
def test_no_worker_says_a_word(tmp_path: Path, when: Seen, every: float, times: int) -> None:
    """At the start, in the midst, and again and again until the last process is gone."""
    code, said = pressed(tmp_path, when, every, times)
    assert code in (130, -signal.SIGINT) and "Interrupted" in said, said
    assert not any(word in said for word in ("Traceback", "Exception", "KeyboardInterrupt", "Error")), said


def test_a_worker_never_hears_it() -> None:
    with Workers(1) as workers:
        assert workers.submit(ears, 0).result() == (True, True)
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_what_comes_meanwhile_comes_afterwards() -> None:
    order = []
    with pytest.raises(KeyboardInterrupt):
        with unheard():
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)  # other threads here are the test runner's
            order.append("done")
        order.append("not here")
    assert order == ["done"]


def test_workers_end_in_the_midst_of_their_work() -> None:
    workers = Workers(2)
    work = [workers.submit(time.sleep, 600) for _ in range(6)]
    began = time.monotonic()
    workers.end()
    assert time.monotonic() - began < 60 and all(future.done() for future in work)
