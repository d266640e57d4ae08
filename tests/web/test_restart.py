"""A server that stops, or is killed, loses no answered move and doubles none; every client goes on."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from arbitro.web import tables
from tests.web.client import Client, ConnectionClosed, comparable, http, new_game, play_out
from tests.web.conftest import served


def test_a_restart_in_the_middle_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "CHECKPOINT_EVERY", 7)
    server = served(tmp_path)
    try:
        game = new_game(server.base, {"a": "here", "b": "here"})
        rng = Random(1)
        client = Client(server.base, game["id"], game["host"]).open()
        for round_ in range(3):
            for _ in range(9):
                client.play(rng)
            client.ask(type="ask", what="undo", seat="a")
            client.quiet()
            before = comparable(client.known)
            server.stop()
            client.drop()
            server.start()
            client.open()
            assert comparable(client.known) == before, round_
            with Client(server.base, game["id"], game["host"]) as fresh:
                assert comparable(fresh.known) == before, round_
        play_out([client], 2)
        client.close()
        assert http(server.base, f"/api/games/{game['id']}/proof", token=game["host"])["findings"] == []
    finally:
        server.close()


class Killable:
    """`arbitro serve` in a process of its own, on one port and one database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [
            sys.executable, "-m", "arbitro", "serve", "--no-open",
            "--port", str(self.port), "--database", str(self.folder / "games.sqlite3"),
        ]  # fmt: skip
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
            assert self.process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.05)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def interrupt(self) -> int:
        """Ctrl-C; the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)


class Moves(threading.Thread):
    """A client that plays without pause until its server dies, and remembers what it was told is done."""

    def __init__(self, client: Client, seed: int) -> None:
        super().__init__(daemon=True)
        self.client, self.rng = client, Random(seed)
        self.done: list[int] = []

    def run(self) -> None:
        with suppress(ConnectionClosed, OSError, TimeoutError, EOFError):
            while True:
                reply = self.client.play(self.rng)
                if reply is None:
                    return
                if reply["type"] == "done":
                    self.done.append(reply["seq"])


def test_kill_9_loses_no_answered_move_and_doubles_none(tmp_path: Path) -> None:
    server = Killable(tmp_path)
    server.start()
    try:
        games = [new_game(server.base, {"a": "here", "b": "here"}, scenario="agguato-al-guado") for _ in range(2)]
        clients = [Client(server.base, game["id"], game["host"]) for game in games]
        rng = Random(5)
        for round_ in range(2):
            players = [Moves(client.open(), round_) for client in clients]
            for player in players:
                player.start()
            time.sleep(rng.uniform(0.3, 1.0))
            server.kill()
            for player in players:
                player.join(30)
                assert player.done, "nothing was played"
                assert player.client.socket is not None
                player.client.drop()
            server.start()
            for client, player in zip(clients, players, strict=True):
                client.open()
                rows = client.known["seq"]
                assert rows in (player.done[-1], player.done[-1] + 1), "an answer on its way may have been stored"
                assert player.done == list(range(player.done[0], player.done[-1] + 1)), "each is one row"
                ats = [entry["at"] for entry in client.known["journal"]]
                assert ats == sorted(set(ats)), "no line twice"
                with Client(server.base, client.game, client.token) as fresh:
                    assert comparable(fresh.known) == comparable(client.known)
                client.close()
        assert server.interrupt() == 0
        log = (tmp_path / "log").read_text()
        assert "Traceback" not in log and "ERROR" not in log, log
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs /proc")
def test_no_worker_outlives_a_killed_server(tmp_path: Path) -> None:
    server = Killable(tmp_path)
    server.start()
    assert server.process is not None
    try:
        game = new_game(server.base, {"a": "here", "b": "quick"})
        with Client(server.base, game["id"], game["host"]) as host:
            while not (workers := children(server.process.pid)):
                host.play(Random(1))
                host.quiet(0.1)
        server.kill()
        end = time.monotonic() + 10
        while any(Path(f"/proc/{worker}").exists() for worker in workers) and time.monotonic() < end:
            time.sleep(0.1)
        assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]
    finally:
        if server.process.poll() is None:
            server.kill()


def children(process: int) -> list[int]:
    """The processes that a process started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == process:
                found.append(int(stat.parent.name))
    return found
