"""Connections before they have said anything: how long they may take, and how many one address may hold.

uvicorn speaks HTTP through `Patient` (`arbitro serve` hands it over). Without it, a program that opens connections and
sends a byte now and then would keep them for ever, until there are none left for anybody else. What has become a
WebSocket is no longer counted here: `guard` counts those.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 15.0
"""So long a request may take to come, from its first connection or from the answer before it, body and all."""
MOST = 200
"""So many connections an address may hold here."""

_held: Counter[str] = Counter()
_OF_STRANGERS = ("Invalid HTTP request", "Unsupported upgrade request", "No supported WebSocket library")
"""How lines of uvicorn's log begin that anybody can cause, as many as they like."""


def _of_interest(record: logging.LogRecord) -> bool:
    """Whether a line of uvicorn's log says something of the server, and not of what strangers send."""
    return not str(record.msg).startswith(_OF_STRANGERS)


logging.getLogger("uvicorn.error").addFilter(_of_interest)


class Patient(H11Protocol):
    """HTTP of one connection, which is ended if no whole request comes in time."""

    _late: asyncio.TimerHandle | None = None
    _from = ""

    def connection_made(self, transport: Any) -> None:
        """Somebody is at the door."""
        super().connection_made(transport)
        self._await_request()
        if self.client and not self.config.proxy_headers:  # else all come from a proxy, which looks after itself
            self._from = self.client[0]
            _held[self._from] += 1
            if _held[self._from] > MOST:
                transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have left."""
        self._gone()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """They go on as a WebSocket, which another protocol takes over."""
        self._gone()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """They have been answered, and may ask again."""
        super().on_response_complete()
        self._await_request()

    def _await_request(self) -> None:
        if self._late is not None:
            self._late.cancel()
        self._late = self.loop.call_later(REQUEST_SECONDS, self._end_if_late)

    def _end_if_late(self) -> None:
        self._late = None
        if self.conn.their_state not in (h11.DONE, h11.MUST_CLOSE):  # else it is we who owe an answer
            self.transport.abort()

    def _gone(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
        if self._from:
            _held[self._from] -= 1
            if not _held[self._from]:
                del _held[self._from]
            self._from = ""
