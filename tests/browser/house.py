"""A server as people start it: `arbitro serve` in a process of its own, on a SQLite file, at a free port of loopback.

`conftest.py` starts one for all tests of the page; tests that stop a server in the middle start their own. It can be
killed and started again at the same address, with the same games.
"""

from __future__ import annotations

import os
import re
import select
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.web.client import http

START = 60.0
ADDRESS = re.compile(r"(http://\S+?)/(g/\S+)")

SKIRMISH = """
scenario: scaramuccia
name: Scaramuccia
name_en: Skirmish
text: "Due contro due, a portata di voce."
text_en: "Two against two, within earshot."
ruleset: crepuscolo
table:
  width: 40
  depth: 30
  terrain:
    - {id: ceppo, name: Ceppo, name_en: Stump, height: 1.5, crossing: vaultable, dda: 1, disc: [20, 15, 2]}
    - {id: macchia, name: Macchia, name_en: Thicket, wood: true, kinds: [difficult], rect: [17, 3, 6, 5]}
sides:
  - seat: a
    name: Viandanti
    name_en: Wayfarers
    edge: west
    fighters:
      - {profile: assaltatore, name: Remo, at: [14, 18]}
      - {profile: assaltatore, name: Ivo, at: [12, 11]}
  - seat: b
    name: Briganti
    name_en: Brigands
    edge: east
    fighters:
      - {profile: falco-di-strada, name: Vesk, at: [26, 18]}
      - {profile: falco-di-strada, name: Nadia, at: [28, 11]}
options: {limit: 0, turn_limit: 2}
start: {first: a}
"""
"""A battle of two against two, on the table already, that is over after two turns at the latest."""


def free_port() -> int:
    """A port of loopback that nobody listens to."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


class House:
    """A running `arbitro serve`.

    Args:
        folder: where its database is kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.first = ""
        """The address that it prints: a battle ready to play."""
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        # What it starts itself may outlive a kill and must not keep the tests' own streams open.
        with (self.folder / "serve.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "arbitro", "serve", "--no-open", "--port", str(self.port), "--lang", "it",
                 "--database", str(self.folder / "games.sqlite3")],
                stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL, env={**os.environ, "PYTHONUTF8": "1"},
            )  # fmt: skip
        self.first = self._told()
        end = time.monotonic() + START
        while time.monotonic() < end:
            try:
                http(self.base, "/api/meta")
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError("the server does not answer")

    def _told(self) -> str:
        """The address that it prints first."""
        stream, end, said = self.process.stdout, time.monotonic() + START, b""
        assert stream is not None
        while time.monotonic() < end and self.process.poll() is None:
            if select.select([stream], [], [], 0.2)[0]:
                said += os.read(stream.fileno(), 4096)
            if (found := ADDRESS.search(said.decode("utf-8", "replace"))) and b"\n" in said:
                assert f":{self.port}" in found[1], f"the port was taken meanwhile: {found[1]}"
                return f"{self.base}/{found[2]}"
        raise AssertionError(f"the server did not start: {said.decode('utf-8', 'replace')}")

    def kill(self) -> None:
        """End it as a lost machine would: at once."""
        self.process.kill()
        self._gone()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self.process.terminate()
        self._gone()

    def _gone(self) -> None:
        self.process.wait(30)
        if self.process.stdout:
            self.process.stdout.close()

    def new_game(self, players: dict[str, str], **more: Any) -> Made:
        """A game with these players by seat; the skirmish if no other battle is named."""
        body = {"ruleset": "crepuscolo", "seats": {seat: {"player": who} for seat, who in players.items()}, **more}
        if "scenario" not in body:
            body.setdefault("file", SKIRMISH)
        return Made(self.base, http(self.base, "/api/games", body))


class Made:
    """A game that was made: its addresses, by whom they are for."""

    def __init__(self, base: str, created: dict[str, Any]) -> None:
        self.base, self.id, self.host = base, created["id"], created["host"]
        self.tokens: dict[str, str] = {link["seat"]: link["token"] for link in created["links"]}
        self.spectator: str = created["spectator"]

    def at(self, token: str, page: str = "") -> str:
        """The address that opens it with a secret."""
        return f"{self.base}/g/{self.id}{page}#k={token}"

    @property
    def mine(self) -> str:
        """The address for whoever made it."""
        return self.at(self.host)

    def ask(self, path: str, token: str = "", **more: Any) -> Any:
        """What the server says of it over HTTP, to whoever made it if no other secret is given."""
        return http(self.base, f"/api/games/{self.id}{path}", token=token or self.host, **more)
