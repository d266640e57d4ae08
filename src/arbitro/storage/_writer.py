"""One task that does all the writing of a process, so that what waits together shares one commit.

Used by `Store` only. Waiting for the disk is what a write costs; while one group is being committed the next one
gathers, so the more there is to do, the larger the groups. What cannot be written is refused by itself, without
disturbing the others of its group. A caller that is cancelled while it waits may find its rows stored all the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ARRAY, Text, bindparam, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from arbitro.storage.errors import Behind, StorageError
from arbitro.storage.feed import CHANNEL, Feed
from arbitro.storage.records import Change, NewRow
from arbitro.storage.tables import games, log

MOST: Final = 256
"""Writes in one commit at the most."""
_OF_ALL: Final = frozenset(("lost", "busy", "disk_full", "read_only", "damaged", "cannot_open"))
"""Codes of faults that are the database's, not those of one write."""

Job = Callable[[AsyncConnection], Awaitable[Any]]


@dataclass(slots=True)
class _Wish:
    """Something to be written: about a game, or ("") about none."""

    game: str
    done: asyncio.Future[Any]


@dataclass(slots=True)
class _Append(_Wish):
    expected: int
    rows: Sequence[NewRow]
    change: Change


@dataclass(slots=True)
class _Do(_Wish):
    job: Job


class Writer:
    """The task; see the module."""

    def __init__(
        self,
        engine: AsyncEngine,
        feed: Feed,
        told: Callable[[], AbstractContextManager[None]],
    ) -> None:
        """``feed`` is told of each game whose log became longer, once those who appended have been answered."""
        self._engine, self._feed, self._told = engine, feed, told
        self._notifies = engine.dialect.name == "postgresql"
        self._queue: asyncio.Queue[_Wish | None] = asyncio.Queue()
        self.closed = False
        self._task = asyncio.create_task(self._run(), name="arbitro-writer")

    async def append(self, game: str, expected: int, rows: Sequence[NewRow], change: Change) -> int:
        """See `Store.append`."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._take(_Append(game, done, expected, rows, change))
        return await done

    async def do(self, job: Job, game: str = "") -> Any:
        """Run a job in a transaction, which has locked a game if one is named; it is run again should others spoil it.

        Raises:
            StorageError: ``no_game``, or what the job raises, before it changed anything.
        """
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._take(_Do(game, done, job))
        return await done

    async def close(self) -> None:
        """Write what waits, then end."""
        if not self.closed:
            self.closed = True
            self._queue.put_nowait(None)
        await asyncio.shield(self._task)

    def _take(self, wish: _Wish) -> None:
        if self.closed:
            raise StorageError("closed")
        self._queue.put_nowait(wish)

    async def _run(self) -> None:
        while True:
            waiting = [await self._queue.get()]
            while len(waiting) < MOST and not self._queue.empty():
                waiting.append(self._queue.get_nowait())
            await self._write([wish for wish in waiting if wish is not None])
            if None in waiting:
                return

    async def _write(self, group: Sequence[_Wish]) -> None:
        """Write a group and answer each of it."""
        try:
            with self._told():
                async with self._engine.begin() as connection:
                    results, grown = await self._carry_out(connection, group)
        except Exception as error:
            if len(group) > 1 and not (isinstance(error, StorageError) and error.code in _OF_ALL):
                for wish in group:  # one of them cannot be written: find out which
                    await self._write([wish])
                return
            results, grown = [error] * len(group), {}
        for wish, result in zip(group, results, strict=True):
            if wish.done.done():
                continue
            if isinstance(result, Exception):
                wish.done.set_exception(result)
            else:
                wish.done.set_result(result)
        for game, seq in grown.items():
            asyncio.get_running_loop().call_soon(self._feed.grew, game, seq)

    async def _carry_out(self, connection: AsyncConnection, group: Sequence[_Wish]) -> tuple[list[Any], dict[str, int]]:
        """What came of each wish (a result or a refusal), and the games that grew."""
        heads = await _lock(connection, {wish.game for wish in group if wish.game})
        growth = _Growth(heads)
        results: list[Any] = []
        for wish in group:
            if wish.game and wish.game not in heads:
                results.append(StorageError("no_game", game=wish.game))
            elif isinstance(wish, _Append):
                results.append(growth.add(wish))
            elif isinstance(wish, _Do):
                try:
                    results.append(await wish.job(connection))
                except StorageError as refusal:
                    results.append(refusal)
        if growth.grown:
            await connection.execute(insert(log), growth.rows)
            await connection.execute(_GROW, growth.changes)
            if self._notifies:
                notices = [self._feed.notice(game, seq) for game, seq in growth.grown.items()]
                await connection.execute(_NOTIFY, {"notices": notices})
        return results, growth.grown


async def _lock(connection: AsyncConnection, ids: set[str]) -> dict[str, int]:
    """The last rows of the games of these ids, locked: always in one order, so that two processes never wait for each
    other."""
    if not ids:
        return {}
    asked = select(games.c.id, games.c.seq).where(games.c.id.in_(sorted(ids))).order_by(games.c.id).with_for_update()
    return {row.id: row.seq for row in await connection.execute(asked)}


class _Growth:
    """By how much the logs of some games grow in one transaction; ``heads`` are their last rows."""

    def __init__(self, heads: dict[str, int]) -> None:
        self._heads, self._now = heads, datetime.now(UTC)
        self.rows: list[dict[str, Any]] = []
        self.changes: list[dict[str, Any]] = []
        self.grown: dict[str, int] = {}

    def add(self, wish: _Append) -> int | Behind:
        """The new last row of the game, or that somebody else was first."""
        game, head = wish.game, self._heads[wish.game]
        if head != wish.expected:
            return Behind(game, wish.expected, head)
        for seq, row in enumerate(wish.rows, start=head + 1):
            of = {"game": game, "seq": seq, "at": self._now}
            self.rows.append(of | {"kind": row.kind, "seat": row.seat, "body": row.body})
        self._heads[game] = self.grown[game] = last = head + len(wish.rows)
        self.changes.append(changed(game, wish.change, self._now) | {"new_seq": last})
        return last


_NOTIFY: Final = select(func.pg_notify(CHANNEL, func.unnest(bindparam("notices", type_=ARRAY(Text)))))


def changed(game: str, change: Change, now: datetime) -> dict[str, Any]:
    """The values of `CHANGE` for a game."""
    return {
        "of": game,
        "new_it": change.standing and change.standing.it,
        "new_en": change.standing and change.standing.en,
        "new_over": change.over,
        "new_seats": change.seats,
        "new_title": change.title,
        "now": now,
    }


def _or_as_it_was(column: Any, name: str) -> Any:
    return func.coalesce(bindparam(name, type_=column.type), column)


CHANGE: Final = (
    update(games)
    .where(games.c.id == bindparam("of"))
    .values(
        standing_it=_or_as_it_was(games.c.standing_it, "new_it"),
        standing_en=_or_as_it_was(games.c.standing_en, "new_en"),
        over=_or_as_it_was(games.c.over, "new_over"),
        seats=_or_as_it_was(games.c.seats, "new_seats"),
        title=_or_as_it_was(games.c.title, "new_title"),
        changed=bindparam("now", type_=games.c.changed.type),
    )
)
"""What `Change` does to a game; None leaves a column as it was."""
_GROW: Final = CHANGE.values(seq=bindparam("new_seq"))
