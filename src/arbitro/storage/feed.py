"""Who wants to know that a game's log has grown, or what is whispered about it, and how they are told.

`Feed` tells the watchers in this process of what this process appended: enough for SQLite. `PostgresFeed` also hears
what other processes appended, by LISTEN on a connection of its own. A notification is only a hint that there is more to
read: after a lost connection, and every `ASK_SECONDS`, the last rows of all watched games are asked for, so that a
missed one is made good.

Whispers are for the other processes only, and are neither stored nor made good: who needs them repeats them.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Final, TypeVar

import psycopg
from sqlalchemy import URL

from arbitro.storage._engine import impatient
from arbitro.storage._whisperer import WHISPERS, Whisperer
from arbitro.storage.errors import StorageError

OnGrown = Callable[[str, int], None]
"""Called in the event loop with a game's id and the number of the last row of its log."""
OnWhisper = Callable[[str, bytes], None]
"""Called in the event loop with a word for the process that whispers (another for each start) and what it whispered."""
T = TypeVar("T")
Heads = Callable[[Iterable[str]], Awaitable[Mapping[str, int]]]

CHANNEL: Final = "arbitro_log"
ASK_SECONDS: Final = 20.0
ALIVE_SECONDS: Final = 10.0
AGAIN_SECONDS: Final = (0.1, 0.5, 1.0, 2.0, 5.0)

_logger = logging.getLogger(__name__)


class _Watcher:
    """Somebody who knows a game's log up to a row."""

    def __init__(self, since: int, on_grown: OnGrown) -> None:
        self.since, self.on_grown = since, on_grown


class Feed:
    """The watchers of this process."""

    def __init__(self) -> None:
        self._watchers: dict[str, list[_Watcher]] = {}
        self._hearers: dict[str, list[OnWhisper]] = {}
        self._me = secrets.token_hex(8)

    def watch(self, game: str, since: int, on_grown: OnGrown) -> Callable[[], None]:
        """Call ``on_grown`` whenever the game's log grows beyond row ``since`` from now on; the result ends that."""
        return _added(self._watchers, game, _Watcher(since, on_grown))

    def hear(self, game: str, on_whisper: OnWhisper) -> Callable[[], None]:
        """Call ``on_whisper`` with what other processes whisper about a game; the result ends that."""
        return _added(self._hearers, game, on_whisper)

    def whisper(self, game: str, payload: bytes) -> None:
        """Tell the other processes something about a game, where there can be any."""

    def grew(self, game: str, seq: int) -> None:
        """Tell the watchers of a game that its log goes up to row ``seq``, unless they know."""
        for watcher in list(self._watchers.get(game, ())):
            if watcher.since < seq:
                watcher.since = seq
                try:
                    watcher.on_grown(game, seq)
                except Exception:
                    _logger.exception("a watcher of game %s failed", game)

    def notice(self, game: str, seq: int) -> str:
        """What other processes are sent when this one made a log longer."""
        return f"{self._me}:{game}:{seq}"

    async def start(self) -> None:
        """Begin to hear of other processes, where that is possible."""

    async def stop(self) -> None:
        """End it, and forget all who watch and hear."""
        self._watchers.clear()
        self._hearers.clear()


def _added(to: dict[str, list[T]], game: str, one: T) -> Callable[[], None]:
    """Add somebody to those who are told of a game; the result takes them off."""
    to.setdefault(game, []).append(one)

    def end() -> None:
        there = to.get(game, [])
        if one in there:
            there.remove(one)
        if not there:
            to.pop(game, None)

    return end


class PostgresFeed(Feed):
    """Hears of all processes on the same PostgreSQL database."""

    def __init__(self, url: URL, heads: Heads) -> None:
        super().__init__()
        self._dsn = impatient(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._ask_heads = heads
        self._connection: psycopg.AsyncConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._whisperer = Whisperer(self._dsn)

    def whisper(self, game: str, payload: bytes) -> None:
        """Tell the other processes something about a game."""
        self._whisperer.say(f"{self._me}:{game}:{base64.b64encode(payload).decode()}")

    async def start(self) -> None:
        """Listen; raises psycopg.Error if that cannot even begin."""
        await self._connect()
        self._whisperer.start()
        self._task = asyncio.create_task(self._keep_listening(), name="arbitro-feed")

    async def stop(self) -> None:
        """End listening, and forget all who watch and hear."""
        await self._whisperer.stop()
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._disconnect()
        await super().stop()

    async def _connect(self) -> psycopg.AsyncConnection:
        if self._connection is None:
            self._connection = await psycopg.AsyncConnection.connect(self._dsn, autocommit=True)
            for channel in (CHANNEL, WHISPERS):
                await self._connection.execute(f"LISTEN {channel}".encode())
        return self._connection

    async def _disconnect(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def _keep_listening(self) -> None:
        failed = 0
        while True:
            try:
                connection = await self._connect()
                failed = 0
                await self._listen(connection)
            except (psycopg.Error, OSError, StorageError) as error:
                wait = AGAIN_SECONDS[min(failed, len(AGAIN_SECONDS) - 1)]
                failed += 1
                await self._disconnect()
                _logger.warning("the database's notifications were lost (%s); trying again in %s s", error, wait)
                await asyncio.sleep(wait)

    async def _listen(self, connection: psycopg.AsyncConnection) -> None:
        while True:
            # A connection that died without a word shows itself here.
            async with asyncio.timeout(ALIVE_SECONDS):
                await connection.execute("SELECT 1")
            if self._watchers:
                for game, seq in (await self._ask_heads(list(self._watchers))).items():
                    self.grew(game, seq)
            async for notice in connection.notifies(timeout=ASK_SECONDS):
                self._read(notice.channel, notice.payload)

    def _read(self, channel: str, notice: str) -> None:
        sender, _, rest = notice.partition(":")
        game, _, said = rest.partition(":")
        if sender == self._me:  # of our own rows the writer tells, after who appended
            return
        if channel == WHISPERS:
            if game in self._hearers:
                self._heard(game, sender, said)
        elif said.isdecimal():
            self.grew(game, int(said))

    def _heard(self, game: str, sender: str, said: str) -> None:
        try:
            payload = base64.b64decode(said, validate=True)
        except binascii.Error:
            return
        for on_whisper in list(self._hearers[game]):
            try:
                on_whisper(sender, payload)
            except Exception:
                _logger.exception("who hears whispers about game %s failed", game)
