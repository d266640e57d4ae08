"""Connections: how SQLite is set up so that nothing told to be stored is lost, and that nobody else uses its file.

**SQLite.** Write-ahead log, so that readers never wait for the writer. ``synchronous=FULL``: every commit waits for the
disk. A killed server would lose nothing with less, but a power cut would take the last moves, already told to both
players; since appends that wait together share one commit (`_writer`), the price is one wait for the disk a group.
Transactions that write begin as such, so that none is refused half-way.

**One process.** SQLite has no notifications between processes, so a second program on the same file would show old
tables: it is refused. The guard is a lock on a file beside the database, held by SQLite itself: it works wherever
SQLite does, ends with the process however that ends, and is not inherited by processes the server started.

**Nobody else's eyes.** The secrets of the dice of running games stand in the file: a new one is made so that only the
user who runs the server may read it, and SQLite makes the files beside it alike.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from arbitro.storage.address import SQLITE
from arbitro.storage.errors import StorageError

BUSY_MS: Final = 10_000
READERS: Final = 8
PRIVATE: Final = 0o600
_WRITES: Final = "arbitro_writes"
_LIMITS: Final = {"connect_timeout": "10", "tcp_user_timeout": "15000"}
"""Seconds for a connection to be made, milliseconds for what was sent to be received."""
_PRAGMAS: Final = (
    f"PRAGMA busy_timeout={BUSY_MS}",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
)


def make_engine(url: URL) -> AsyncEngine:
    """Connections to the database at an address; none is opened yet."""
    if url.drivername != SQLITE:
        return create_async_engine(impatient(url), pool_size=READERS, max_overflow=READERS, pool_pre_ping=True)
    engine = create_async_engine(url, pool_size=READERS, max_overflow=READERS)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, below
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def impatient(url: URL) -> URL:
    """A PostgreSQL address with limits to waiting for a machine that does not answer, unless it brings its own."""
    return url.update_query_dict({name: value for name, value in _LIMITS.items() if name not in url.query})


def for_writing(engine: AsyncEngine) -> AsyncEngine:
    """The same connections, for transactions that write."""
    return engine.execution_options(**{_WRITES: True})


class Alone:
    """The lock that keeps a SQLite file to one process; see the module. Raises StorageError ``in_use``."""

    def __init__(self, database: str) -> None:
        guard = Path(f"{database}.lock")
        _private(guard)
        try:
            self._held = sqlite3.connect(guard, timeout=0, isolation_level=None, check_same_thread=False)
        except sqlite3.OperationalError as error:
            raise StorageError("cannot_open", database=database, why=str(error)) from error
        try:
            self._held.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._held.close()
            code = "in_use" if getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY" else "cannot_open"
            raise StorageError(code, database=database, why=str(error)) from error
        _private(database)

    def release(self) -> None:
        """Let others have the file."""
        self._held.close()


def _private(path: str | Path) -> None:
    """Make a file for our own eyes, unless it is there; where it cannot be made, SQLite will say why."""
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))
