"""One task that does all the writing of a process, so that appends waiting together share one commit.

Used by `Store` only. Waiting for the disk is what an append costs; while one group is being committed the next one
gathers, so the more there is to do, the larger the groups. A caller that is cancelled while it waits may find its rows
stored all the same. An append is refused by itself, without disturbing the others of its group.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ARRAY, Text, bindparam, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from arbitro.storage.errors import Behind, StorageError
from arbitro.storage.feed import CHANNEL
from arbitro.storage.records import Change, NewRow
from arbitro.storage.tables import games, log

MOST: Final = 256
"""Appends in one commit at the most."""

_ONE_S_OWN: Final = frozenset(("failed", "bad_text"))
"""Faults that may be those of one append alone."""

Job = Callable[[AsyncConnection], Awaitable[Any]]


@dataclass(slots=True)
class _Append:
    game: str
    expected: int
    rows: Sequence[NewRow]
    change: Change
    done: asyncio.Future[int]


@dataclass(slots=True)
class _Do:
    job: Job
    done: asyncio.Future[Any]


class Writer:
    """The task; see the module."""

    def __init__(
        self,
        engine: AsyncEngine,
        grew: Callable[[str, int], None],
        told: Callable[[], AbstractContextManager[None]],
    ) -> None:
        """``grew`` is called for each game after the commit that made its log longer."""
        self._engine, self._grew, self._told = engine, grew, told
        self._notifies = engine.dialect.name == "postgresql"
        self._queue: asyncio.Queue[_Append | _Do | None] = asyncio.Queue()
        self.closed = False
        self._task = asyncio.create_task(self._run(), name="arbitro-writer")

    async def append(self, game: str, expected: int, rows: Sequence[NewRow], change: Change) -> int:
        """See `Store.append`."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._take(_Append(game, expected, rows, change, done))
        return await done

    async def do(self, job: Callable[[AsyncConnection], Awaitable[Any]]) -> Any:
        """Run a job in a transaction of its own, in its turn."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._take(_Do(job, done))
        return await done

    async def close(self) -> None:
        """Write what waits, then end."""
        if not self.closed:
            self.closed = True
            self._queue.put_nowait(None)
        await asyncio.shield(self._task)

    def _take(self, wish: _Append | _Do) -> None:
        if self.closed:
            raise StorageError("closed")
        self._queue.put_nowait(wish)

    async def _run(self) -> None:
        while True:
            wish = await self._queue.get()
            group: list[_Append] = []
            while isinstance(wish, _Append):
                group.append(wish)
                if len(group) == MOST or self._queue.empty():
                    break
                wish = self._queue.get_nowait()
            if group:
                await self._append(group)
            if wish is None:
                return
            if isinstance(wish, _Do):
                await self._do(wish)

    async def _do(self, wish: _Do) -> None:
        try:
            with self._told():
                async with self._engine.begin() as connection:
                    result = await wish.job(connection)
        except Exception as error:
            if not wish.done.done():
                wish.done.set_exception(error)
        else:
            if not wish.done.done():
                wish.done.set_result(result)

    async def _append(self, group: list[_Append]) -> None:
        try:
            with self._told():
                async with self._engine.begin() as connection:
                    verdicts, grown = await self._store(connection, group)
        except Exception as error:
            if len(group) > 1 and isinstance(error, StorageError) and error.code in _ONE_S_OWN:
                for wish in group:  # one of them cannot be stored: find out which
                    await self._append([wish])
                return
            verdicts, grown = [error] * len(group), {}
        for wish, verdict in zip(group, verdicts, strict=True):
            if wish.done.done():
                continue
            if isinstance(verdict, int):
                wish.done.set_result(verdict)
            else:
                wish.done.set_exception(verdict)
        for game, seq in grown.items():
            self._grew(game, seq)

    async def _store(
        self, connection: AsyncConnection, group: list[_Append]
    ) -> tuple[list[int | Exception], Mapping[str, int]]:
        """Verdicts on the group (the new last row, or why not) and the games that grew."""
        # Always in one order: two processes that lock the same games must not wait for each other.
        ids = sorted({wish.game for wish in group})
        asked = select(games.c.id, games.c.seq).where(games.c.id.in_(ids)).order_by(games.c.id).with_for_update()
        heads: dict[str, int] = {row.id: row.seq for row in await connection.execute(asked)}
        now = datetime.now(UTC)
        rows: list[dict[str, Any]] = []
        changes: list[dict[str, Any]] = []
        verdicts: list[int | Exception] = []
        grown: dict[str, int] = {}
        for wish in group:
            head = heads.get(wish.game)
            if head is None:
                verdicts.append(StorageError("no_game", game=wish.game))
            elif head != wish.expected:
                verdicts.append(Behind(wish.game, wish.expected, head))
            else:
                for seq, row in enumerate(wish.rows, start=head + 1):
                    rows.append(
                        {"game": wish.game, "seq": seq, "kind": row.kind, "seat": row.seat, "body": row.body, "at": now}
                    )
                heads[wish.game] = grown[wish.game] = head + len(wish.rows)
                verdicts.append(heads[wish.game])
                changes.append(changed(wish.game, wish.change, now) | {"new_seq": heads[wish.game]})
        if rows:
            await connection.execute(insert(log), rows)
        if changes:
            await connection.execute(_GROW, changes)
        if grown and self._notifies:
            payloads = [f"{game}:{seq}" for game, seq in grown.items()]
            await connection.execute(_NOTIFY, {"payloads": payloads})
        return verdicts, grown


_NOTIFY: Final = select(func.pg_notify(CHANNEL, func.unnest(bindparam("payloads", type_=ARRAY(Text)))))


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
