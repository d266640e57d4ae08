"""Sends whispers: words for the other processes that nobody stores, over a connection of their own.

Used by `feed.PostgresFeed` only, which hears those of others. What waits together goes out together; nothing ever waits
for a whisper, and one that cannot be sent is lost. The connection is made when there is something to say, and does not
wait for the disk: there is nothing to keep.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Final

import psycopg

WHISPERS: Final = "arbitro_whispers"
LONGEST: Final = 7999
"""Bytes of a notification, at the most."""
MOST: Final = 1000
"""Whispers that wait; beyond them the oldest are lost."""
SEND_SECONDS: Final = 10.0
AGAIN_SECONDS: Final = 1.0
FAREWELL_SECONDS: Final = 2.0

_SAY: Final = b"SELECT pg_notify(%s, one) FROM unnest(%s::text[]) AS one"
_logger = logging.getLogger(__name__)


class Whisperer:
    """The task that sends; see the module.

    Args:
        dsn: the database.
    """

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self._waiting: deque[str] = deque(maxlen=MOST)
        self._more = asyncio.Event()
        self._ending = False
        self._connection: psycopg.AsyncConnection | None = None
        self._task: asyncio.Task[None] | None = None

    def say(self, notice: str) -> None:
        """Put a notification (ASCII) on its way; one that is too long is lost."""
        if len(notice) > LONGEST:
            _logger.debug("a whisper of %d bytes is too long", len(notice))
            return
        self._waiting.append(notice)
        self._more.set()

    def start(self) -> None:
        """Begin to send."""
        self._task = asyncio.create_task(self._run(), name="arbitro-whisperer")

    async def stop(self) -> None:
        """Send what waits if that is quickly done, and end."""
        self._ending = True
        self._more.set()
        if self._task is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._task, FAREWELL_SECONDS)
        await self._disconnect()

    async def _run(self) -> None:
        failed = False
        while not (self._ending and not self._waiting):
            await self._more.wait()
            self._more.clear()
            notices = list(self._waiting)
            self._waiting.clear()
            try:
                await self._send(notices)
                failed = False
            except (psycopg.Error, OSError) as error:
                if not failed:
                    _logger.warning("%d words for the other processes were lost (%s)", len(notices), error)
                failed = True
                await self._disconnect()
                await asyncio.sleep(AGAIN_SECONDS)

    async def _send(self, notices: list[str]) -> None:
        if not notices:
            return
        async with asyncio.timeout(SEND_SECONDS):
            if self._connection is None:
                self._connection = await psycopg.AsyncConnection.connect(self._dsn, autocommit=True)
                await self._connection.execute(b"SET synchronous_commit = off")
            await self._connection.execute(_SAY, (WHISPERS, notices))

    async def _disconnect(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None
