"""A real server for each module: uvicorn in a thread, SQLite in a file."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from arbitro.web.app import Settings, build
from arbitro.web.doorstep import Patient
from arbitro.web.guard import Limits

FREE = Limits(
    requests=(1e6, 1e6), creations=(1e6, 1e6), connections=(1e6, 1e6), messages=(1e6, 1e6), answers=(1e6, 1e6),
    chats=(1e6, 1e6), thoughts=(1e6, 1e6), passwords=(1e6, 1e6), readings=(1e6, 1e6), texts=(1e6, 1e6),
    matrices=(1e6, 1e6), lab=(1e6, 1e6), crowd=(1e6, 1e6), together=10_000, brewing=1000,
)  # fmt: skip
"""Limits that no test reaches by accident."""


class Served:
    """A server in a thread.

    Args:
        settings: how it is run; its database survives a restart.
        narrow: the system keeps little of what is sent.
    """

    def __init__(self, settings: Settings, *, narrow: bool = False) -> None:
        self.settings = settings
        self.sock = socket.socket()
        if narrow:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        self.sock.bind(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self.sock.getsockname()[1]}"
        try:
            self.start()
        except BaseException:
            self.sock.close()
            raise

    def start(self) -> None:
        """Start it, and wait until it answers."""
        config = uvicorn.Config(
            build(self.settings), log_level="warning", access_log=False, http=Patient, ws="websockets-sansio",
            ws_max_size=self.settings.limits.message, ws_per_message_deflate=False, timeout_graceful_shutdown=2,
        )  # fmt: skip
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.sock.dup()]}, daemon=True)
        self.thread.start()
        end = time.monotonic() + 60
        while not self.server.started:
            assert self.thread.is_alive() and time.monotonic() < end, "the server did not start"
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop it."""
        self.server.should_exit = True
        self.thread.join(30)
        assert not self.thread.is_alive()

    def close(self) -> None:
        """Stop it for good."""
        self.stop()
        self.sock.close()


def served(folder: Path, *, narrow: bool = False, **more: object) -> Served:
    """A server with its database in a folder."""
    settings: dict[str, object] = {"database": str(folder / "games.sqlite3"), "limits": FREE, **more}
    return Served(Settings(**settings), narrow=narrow)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for the tests of a module."""
    running = served(tmp_path_factory.mktemp("server"))
    yield running
    running.close()


@pytest.fixture(scope="module")
def base(server: Served) -> str:
    """Its address."""
    return server.base
