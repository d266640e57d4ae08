"""A crowd at the tables: `arbitro serve` in processes of its own on loopback, and clients that play as people do.

Used by ``benchmarks/bench_server.py`` (how fast) and ``tools/kill_server.py`` (how safe). Clients come from many
addresses of 127.0.0.0/8, as people would, so that the limits an address has are in force and not in the way; this
works where the system answers to all of them (Linux).
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

PAGE_SIZE: Final = 64 * 1024 * 1024
READY_SECONDS: Final = 120
SHARE: Final = 8
"""So many clients have the same address."""
_turn = itertools.count()


class Fault(Exception):
    """The server did what it must not; the message says what."""


# --- the server -----------------------------------------------------------------------------------------


class Server:
    """`arbitro serve` on one port and one database, started, killed and started again.

    Args:
        database: its address.
        log: the file that takes what it complains of.
        processes: server processes behind the one port.
    """

    def __init__(self, database: str, log: Path, processes: int = 1) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.log = log
        self._command = [
            sys.executable, "-m", "arbitro", "serve", "--no-open", "--port", str(self.port), "--database", database,
            "--processes", str(processes),
        ]  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self._command, stdout=subprocess.DEVNULL, stderr=log, stdin=subprocess.DEVNULL
            )
        end = time.monotonic() + READY_SECONDS
        while time.monotonic() < end:
            with suppress(OSError):
                self.http("/api/meta")
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise Fault(f"the server did not start: {self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ctrl-C; the exit code."""
        if self.process is None or self.process.poll() is not None:
            return 0
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
            return -9

    def http(self, path: str, body: Any = None, token: str = "") -> Any:
        """One request, from the next of the many addresses. Raises Fault where it is refused, OSError."""
        source = (f"127.0.1.{next(_turn) % 200 + 1}", 0)
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=source)
        headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
        try:
            method = "GET" if body is None else "POST"
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            read = response.read()
        finally:
            connection.close()
        if response.status >= 300:
            raise Fault(f"{path}: {response.status} {read[:500].decode(errors='replace')}")
        return json.loads(read) if response.getheader("content-type", "").startswith("application/json") else read

    def new_game(self, players: dict[str, str], **more: Any) -> dict[str, Any]:
        """A new game; the tokens of seats played by link under ``tokens``."""
        seats = {seat: {"player": player} for seat, player in players.items()}
        made: dict[str, Any] = self.http("/api/games", {"ruleset": "crepuscolo", "seats": seats, **more})
        made["tokens"] = {link["seat"]: link["token"] for link in made["links"]}
        return made

    def processes(self) -> list[int]:
        """The process and all it started."""
        assert self.process is not None
        parents: dict[int, int] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError, ValueError):
                parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        found = [self.process.pid]
        for one in found:
            found += [child for child, parent in parents.items() if parent == one]
        return found

    def cpu_seconds(self) -> float:
        """Processor time that it and all it started have used."""
        ticks = 0
        for process in self.processes():
            with suppress(OSError):
                fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
                ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")


# --- what a client reads of the messages ----------------------------------------------------------------


class Option(Struct):
    """A choice."""

    key: Any


class Branch(Struct):
    """Choices."""

    options: list[Option]


class Form(Struct):
    """What an answer must look like."""

    kind: str
    default: Any = None
    branch: Branch | None = None


class Question(Struct):
    """What a seat is asked."""

    decision: str
    seat: str
    form: Form
    free: bool = False


class Around(Struct):
    """What stands around the game."""

    over: str = ""


class Line(Struct):
    """A line of the journal."""

    at: int


class Heard(Struct):
    """Any message of the server, as far as a client needs it here."""

    type: str
    seq: int = -1
    re: int = -1
    code: str = ""
    text: str = ""
    questions: list[Question] | None = None
    branch: Branch | None = None
    table: Around | None = None
    journal: list[Line] = []
    journal_from: int = 0


_DECODER = msgspec.json.Decoder(Heard)
_ENCODER = msgspec.json.Encoder()


# --- a client -------------------------------------------------------------------------------------------


class Guest:
    """A client at one seat: connected, it keeps up with the table, and comes back where it was when it is cut off.

    Args:
        port: where the server is.
        game: the game.
        token: what opens the seat.
        number: which of the crowd it is, and so its address.
        on_row: called with the guest whenever the table has moved on for it.
    """

    def __init__(
        self, port: int, game: str, token: str, number: int, on_row: Callable[[Guest], None] = lambda _: None
    ) -> None:
        self.port, self.game, self.token = port, game, token
        self.on_row = on_row
        self.seq, self.first, self.over = -1, -1, ""
        self.lines: list[int] = []
        self.questions: list[Question] = []
        self.resumed = 0
        self._address = (f"127.0.0.{number // SHARE % 200 + 2}", 0)
        self._socket: ClientConnection | None = None
        self._replies: dict[int, asyncio.Future[Heard]] = {}
        self._numbers = itertools.count(1)
        self._reader: asyncio.Task[None] | None = None
        self.fault: Exception | None = None

    async def open(self) -> None:
        """Connect, and greet with what is known. Raises OSError, WebSocketException."""
        url = f"ws://127.0.0.1:{self.port}/api/games/{self.game}/live"
        self._socket = await connect(
            url, local_addr=self._address, max_size=PAGE_SIZE, compression=None, ping_interval=None, open_timeout=60,
            proxy=None,
        )  # fmt: skip
        hello = {"type": "hello", "token": self.token, "since": self.seq, "journal": len(self.lines)}
        await self._send(hello)
        first = await self._hear()
        if first.type != "snapshot":
            raise Fault(f"game {self.game}: greeted with {first.type} {first.code} {first.text}")
        self.first = first.seq
        self._reader = asyncio.create_task(self._read())

    async def close(self) -> None:
        """Leave."""
        if self._reader is not None:
            self._reader.cancel()
        if self._socket is not None:
            await self._socket.close()

    async def resume(self, end: float) -> None:
        """Connect again and again until it succeeds, or ``end`` (monotonic) has come: then Fault."""
        again = self.first >= 0
        await self.close()
        while True:
            try:
                await self.open()
            except (OSError, WebSocketException) as error:
                if time.monotonic() > end:
                    raise Fault(f"game {self.game}: could not come back: {error!r}") from error
                await asyncio.sleep(0.2)
            else:
                self.resumed += again
                return

    @property
    def lost(self) -> bool:
        """Whether it is cut off."""
        return self._reader is None or self._reader.done()

    def needed(self) -> Question | None:
        """What this seat must answer now."""
        return next((one for one in self.questions if not one.free), None)

    async def _send(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        await self._socket.send(_ENCODER.encode(message).decode())

    async def _hear(self) -> Heard:
        assert self._socket is not None
        heard = _DECODER.decode(await self._socket.recv(decode=False))
        self._take(heard)
        return heard

    async def _read(self) -> None:
        try:
            while True:
                await self._hear()
        except Fault as fault:
            self.fault = fault
        except (WebSocketException, OSError):
            pass
        finally:
            for reply in self._replies.values():
                if not reply.done():
                    reply.set_exception(ConnectionError("cut off"))
            self._replies.clear()

    def _take(self, heard: Heard) -> None:
        if heard.re in self._replies:
            self._replies.pop(heard.re).set_result(heard)
        if heard.type == "update":
            if heard.seq != self.seq + 1:
                raise Fault(f"game {self.game}: row {heard.seq} came after row {self.seq}")
            self.lines += [line.at for line in heard.journal]
        elif heard.type == "snapshot":
            if heard.seq < self.seq:
                raise Fault(f"game {self.game}: row {self.seq} was seen, and now there are only {heard.seq}")
            self.lines = self.lines[: heard.journal_from] + [line.at for line in heard.journal]
        else:
            return
        if self.lines != sorted(set(self.lines)):
            raise Fault(f"game {self.game}: the journal has a line twice: {self.lines[-20:]}")
        self.seq = heard.seq
        self.questions = self.questions if heard.questions is None else heard.questions
        self.over = self.over if heard.table is None else heard.table.over
        self.on_row(self)

    async def ask(self, **message: Any) -> Heard:
        """Send a request and wait for its reply. Raises ConnectionError, OSError, WebSocketException."""
        number = next(self._numbers)
        if self.lost:
            raise ConnectionError("cut off")
        reply: asyncio.Future[Heard] = asyncio.get_running_loop().create_future()
        self._replies[number] = reply
        reply.add_done_callback(lambda done: done.cancelled() or done.exception())  # whoever asks may be gone
        await self._send({"re": number, **message})
        return await reply

    async def value_for(self, question: Question, rng: Random, walk: float) -> Any:
        """Some legal answer: the default where there is one, or, with probability ``walk``, choice by choice."""
        form = question.form
        if form.kind == "pick" and form.branch is not None:
            return rng.choice(form.branch.options).key
        if form.kind != "tree" or (form.default is not None and rng.random() >= walk):
            return form.default
        path: list[Any] = []
        branch = form.branch
        while branch is not None:
            path.append(rng.choice(branch.options).key)
            grown = await self.ask(type="grow", decision=question.decision, seat=question.seat, path=path)
            if grown.type != "grown":
                raise Fault(f"game {self.game}: after {path} came {grown.code} {grown.text}")
            branch = grown.branch
        return path

    async def answer(self, question: Question, value: Any) -> Heard:
        """Answer a question; the reply."""
        return await self.ask(type="answer", decision=question.decision, seat=question.seat, value=value)
