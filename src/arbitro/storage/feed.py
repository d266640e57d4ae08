"""Who wants to know that a game's log has grown, and how they are told.

`Feed` tells the watchers in this process of what this process appended: enough for SQLite. `PostgresFeed` also hears
what other processes appended, by LISTEN on a connection of its own. A notification is only a hint that there is more to
read: after a lost connection, and every `ASK_SECONDS`, the heads of all watched games are asked for, so that a missed
one is made good.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Final

import psycopg
from sqlalchemy import URL

OnGrown = Callable[[str, int], None]
"""Called in the event loop with a game's id and the number of the last row of its log."""
Heads = Callable[[Iterable[str]], Awaitable[Mapping[str, int]]]

CHANNEL: Final = "arbitro_log"
ASK_SECONDS: Final = 20.0
AGAIN_SECONDS: Final = (0.1, 0.5, 1.0, 2.0, 5.0)

_logger = logging.getLogger(__name__)


class Feed:
    """The watchers of this process."""

    def __init__(self) -> None:
        self._watchers: dict[str, dict[object, OnGrown]] = {}
        self._heads: dict[str, int] = {}

    def watch(self, game: str, on_grown: OnGrown) -> Callable[[], None]:
        """Call ``on_grown`` whenever the game's log grows from now on; the result ends that."""
        key = object()
        self._watchers.setdefault(game, {})[key] = on_grown

        def end() -> None:
            watchers = self._watchers.get(game, {})
            watchers.pop(key, None)
            if not watchers:
                self._watchers.pop(game, None)
                self._heads.pop(game, None)

        return end

    def grew(self, game: str, seq: int) -> None:
        """Tell the watchers of a game, unless they know."""
        watchers = self._watchers.get(game)
        if not watchers or self._heads.get(game, 0) >= seq:
            return
        self._heads[game] = seq
        for on_grown in list(watchers.values()):
            try:
                on_grown(game, seq)
            except Exception:
                _logger.exception("a watcher of game %s failed", game)

    async def start(self) -> None:
        """Begin to hear of other processes."""

    async def stop(self) -> None:
        """End it, and forget all watchers."""
        self._watchers.clear()
        self._heads.clear()


class PostgresFeed(Feed):
    """Hears of all processes on the same PostgreSQL database."""

    def __init__(self, url: URL, heads: Heads) -> None:
        super().__init__()
        self._dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._ask = heads
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    async def start(self) -> None:
        self._task = asyncio.create_task(self._listen(), name="arbitro-feed")
        await self._listening.wait()

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await super().stop()

    async def _listen(self) -> None:
        tries = 0
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._dsn, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    tries = 0
                    self._listening.set()
                    await self._hear(connection)
            except (psycopg.Error, OSError) as error:
                wait = AGAIN_SECONDS[min(tries, len(AGAIN_SECONDS) - 1)]
                tries += 1
                _logger.warning("notifications of the database lost (%s); again in %s s", error, wait)
                await asyncio.sleep(wait)

    async def _hear(self, connection: psycopg.AsyncConnection) -> None:
        while True:
            await self._repair()
            async for notice in connection.notifies(timeout=ASK_SECONDS):
                game, _, seq = notice.payload.partition(":")
                self.grew(game, int(seq))
            await connection.execute("SELECT 1")  # a connection that died silently shows itself here

    async def _repair(self) -> None:
        if self._watchers:
            for game, seq in (await self._ask(list(self._watchers))).items():
                self.grew(game, seq)
