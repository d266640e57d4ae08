"""The store: games, their logs and checkpoints, and rosters, in SQLite or PostgreSQL.

`arbitro.web` is its user. The log of a game is the truth about it: rows numbered from 1, appended in order, never
changed. Whoever keeps a game in memory follows this pattern::

    store = await Store.open("battaglie.sqlite3")
    end = await store.watch(game_id, since, on_grown)      # first watch, then read
    rows = await store.log(game_id, since)
    seq = await store.append(game_id, seq, [NewRow("answer", "a", body)])     # stored before anybody is told
    ...                                                    # Behind: read the log from `seq`, then try again

All methods raise `StorageError` with a sentence for people. One that is ``lost`` came too late to know whether the
database still stored what it was given: read the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final, Self

from sqlalchemy import URL, delete, insert, select, update
from sqlalchemy import Row as Found
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from arbitro.storage._engine import Alone, for_writing, make_engine
from arbitro.storage._writer import CHANGE, Writer, changed
from arbitro.storage.address import SQLITE, address, shown
from arbitro.storage.campaigns import Campaigns
from arbitro.storage.errors import StorageError, told
from arbitro.storage.feed import Feed, OnGrown, OnWhisper, PostgresFeed
from arbitro.storage.migrate import to_head
from arbitro.storage.records import (
    Change,
    Checkpoint,
    Draft,
    Game,
    Head,
    Key,
    KeyKind,
    NewRow,
    Roster,
    Row,
    Words,
    fitting,
    new_id,
    new_token,
    token_hash,
)
from arbitro.storage.tables import checkpoints, games, keys, log, rosters

KEPT_CHECKPOINTS: Final = 2
"""Checkpoints kept of a game: the last, and one before it should that not fit."""

_HEAD: Final = (
    games.c.id,
    games.c.ruleset,
    games.c.title,
    games.c.title_en,
    games.c.seats,
    games.c.standing_it,
    games.c.standing_en,
    games.c.over,
    games.c.seq,
    games.c.created,
    games.c.changed,
)


class Store:
    """A database of games. Open it with `Store.open`, in the event loop that uses it; close it at the end."""

    def __init__(self, engine: AsyncEngine, url: URL, alone: Alone | None) -> None:
        """Use `Store.open`."""
        self.database = shown(url)
        self.shared = alone is None
        """Whether other processes may use the same database."""
        self._engine, self._alone = engine, alone
        self._feed = PostgresFeed(url, self.heads) if alone is None else Feed()
        self._writer = Writer(for_writing(engine), self._feed, self._told)
        self.campaigns = Campaigns(self._all, self._writer.do)

    @classmethod
    async def open(cls, asked: str | Path | None = None) -> Self:
        """Open a database, and bring its tables to what this program needs.

        Args:
            asked: see `address.address`; None is a SQLite file in the user's data folder.

        Raises:
            StorageError: it cannot be opened, or is another program's, a newer program's, or (SQLite) in use.
        """
        url = address(asked)
        alone = Alone(shown(url)) if url.drivername == SQLITE else None
        engine = make_engine(url)
        try:
            with told(shown(url), opening=True):
                async with for_writing(engine).begin() as connection:
                    await connection.run_sync(to_head, shown(url))
        except BaseException:
            await engine.dispose()
            if alone:
                alone.release()
            raise
        store = cls(engine, url, alone)
        try:
            with told(store.database, opening=True):
                await store._feed.start()
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Write what waits, end all watching, and let go of the database. Nothing happens the second time."""
        await self._feed.stop()
        await self._writer.close()
        await self._engine.dispose()
        if self._alone:
            self._alone.release()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # --- games

    async def create_game(self, draft: Draft, keys_wanted: Sequence[Key]) -> tuple[Game, list[str]]:
        """Store a new game.

        Returns:
            The game with its new id, and one token for each key wanted, in their order: told this once, kept hashed.
        """
        now = datetime.now(UTC)

        async def create(connection: AsyncConnection) -> tuple[str, list[str]]:
            game = new_id()
            while (await connection.execute(select(games.c.id).where(games.c.id == game))).first():
                game = new_id()
            await connection.execute(
                insert(games).values(
                    id=game,
                    ruleset=draft.ruleset,
                    rules_version=draft.rules_version,
                    title=draft.title,
                    title_en=draft.title_en,
                    setup=draft.setup,
                    about=draft.about,
                    dice=draft.dice,
                    secret=draft.secret,
                    seats=draft.seats,
                    standing_it=draft.standing.it,
                    standing_en=draft.standing.en,
                    over="",
                    seq=0,
                    created=now,
                    changed=now,
                )
            )
            tokens = [new_token() for _ in keys_wanted]
            for token, key in zip(tokens, keys_wanted, strict=True):
                await connection.execute(_new_key(game, token, key))
            return game, tokens

        game, tokens = await self._writer.do(create)
        return await self.game(game), tokens

    async def game(self, game: str) -> Game:
        """All that is kept of a game beside its log. Raises StorageError ``no_game``."""
        found = await self._first(select(games).where(games.c.id == game))
        if found is None:
            raise StorageError("no_game", game=game)
        return Game(
            **_head(found),
            rules_version=found.rules_version,
            setup=found.setup,
            about=found.about,
            dice=found.dice,
            secret=found.secret,
        )

    async def games(self, ids: Iterable[str]) -> list[Head]:
        """Those of these games that exist, the last changed first."""
        found = [
            Head(**_head(one))
            for some in _batches(ids)
            for one in await self._all(select(*_HEAD).where(games.c.id.in_(some)))
        ]
        return sorted(found, key=lambda head: (-head.changed.timestamp(), head.id))

    async def heads(self, ids: Iterable[str]) -> dict[str, int]:
        """The number of the last row of the log of each of these games that exists."""
        return {
            one.id: one.seq
            for some in _batches(ids)
            for one in await self._all(select(games.c.id, games.c.seq).where(games.c.id.in_(some)))
        }

    async def change_game(self, game: str, change: Change) -> None:
        """Change what lists show of a game, without a row in its log. Raises StorageError ``no_game``."""

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(CHANGE, changed(game, change, datetime.now(UTC)))

        await self._writer.do(write, game)

    async def delete_game(self, game: str) -> bool:
        """Delete a game with all its rows; whether there was one."""
        return await self._delete(delete(games).where(games.c.id == game)) > 0

    async def forget(self, untouched_since: datetime) -> int:
        """Delete finished games in which nothing has happened since a moment; how many there were."""
        return await self._delete(delete(games).where(games.c.changed < untouched_since, games.c.over != ""))

    # --- keys

    async def key(self, game: str, token: str) -> Key | None:
        """What a token opens of a game; None if nothing, or if there is no such game.

        The secret of a campaign opens its encounters.
        """
        found = await self._all(select(keys).where(keys.c.game == game))
        key = fitting(token, game, ((one.hash, Key(one.kind, one.seats)) for one in found))
        return key if key is not None else await self.campaigns.key(game, token)

    async def going_on(self, kind: KeyKind) -> Game | None:
        """The game last made of those that are not over and have a key of a kind; None if there is none."""
        holders = select(keys.c.game).where(keys.c.kind == kind)
        wanted = select(games.c.id).where(games.c.over == "", games.c.id.in_(holders))
        found = await self._first(wanted.order_by(games.c.created.desc()).limit(1))
        return found and await self.game(found.id)

    async def add_key(self, game: str, key: Key) -> str:
        """A token of a new key (another link for spectators, say). Raises StorageError ``no_game``."""
        token = new_token()

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(_new_key(game, token, key))

        await self._writer.do(write, game)
        return token

    # --- the log

    async def append(self, game: str, expected: int, rows: Sequence[NewRow], change: Change | None = None) -> int:
        """Append rows to a game's log, all or none, and change what lists show of it in the same transaction.

        When this returns, the rows are on the disk.

        Args:
            game: its id.
            expected: the number of the last row the caller knows (0: none).
            rows: what comes after it; at least one.
            change: what changes about the game with it.

        Returns:
            The number of the last row now.

        Raises:
            Behind: the log has grown beyond ``expected``: nothing was stored.
            StorageError: ``no_game``, or the database failed.
        """
        return await self._writer.append(game, expected, rows, change or Change())

    async def log(self, game: str, since: int = 0, most: int | None = None) -> list[Row]:
        """The rows of a game's log after number ``since``, in order, at most so many."""
        wanted = select(log).where(log.c.game == game, log.c.seq > since).order_by(log.c.seq).limit(most)
        return [
            Row(kind=found.kind, seat=found.seat, body=found.body, seq=found.seq, at=found.at)
            for found in await self._all(wanted)
        ]

    async def watch(self, game: str, since: int, on_grown: OnGrown) -> Callable[[], None]:
        """Call ``on_grown(game, seq)`` in the event loop when a game's log grows beyond row ``since``.

        It hears of rows that this process appended (just after `append` returned to the caller) and, on PostgreSQL, of
        those of other processes; once for several rows at times, never twice for one. It must return at once; what it
        raises is logged.

        Returns:
            Call it to end the watching.
        """
        end = self._feed.watch(game, since, on_grown)
        try:
            heads = await self.heads([game])
        except BaseException:
            end()
            raise
        self._feed.grew(game, heads.get(game, 0))
        return end

    # --- whispers

    def whisper(self, game: str, payload: bytes) -> None:
        """Tell the other processes that use this database something about a game, without storing it.

        Never waits. A whisper may be lost: all are on SQLite, where there are no other processes, and on PostgreSQL
        those of more than some 5,900 bytes, and those of moments in which the database cannot be reached.
        """
        self._feed.whisper(game, payload)

    def hear(self, game: str, on_whisper: OnWhisper) -> Callable[[], None]:
        """Call ``on_whisper(origin, payload)`` in the event loop with what other processes whisper about a game.

        Of one origin in the order in which it was whispered; nobody hears their own. It must return at once; what it
        raises is logged.

        Returns:
            Call it to end the hearing.
        """
        return self._feed.hear(game, on_whisper)

    # --- checkpoints

    async def put_checkpoint(self, game: str, checkpoint: Checkpoint) -> None:
        """Keep a save of a game, and the one before it. Raises StorageError ``no_game``."""

        async def write(connection: AsyncConnection) -> None:
            mine = checkpoints.c.game == game
            await connection.execute(delete(checkpoints).where(mine, checkpoints.c.seq == checkpoint.seq))
            await connection.execute(
                insert(checkpoints).values(
                    game=game, seq=checkpoint.seq, rules_version=checkpoint.rules_version, save=checkpoint.save
                )
            )
            last = select(checkpoints.c.seq).where(mine).order_by(checkpoints.c.seq.desc()).limit(KEPT_CHECKPOINTS)
            await connection.execute(delete(checkpoints).where(mine, checkpoints.c.seq.not_in(last)))

        await self._writer.do(write, game)

    async def latest_checkpoint(self, game: str, before: int | None = None) -> Checkpoint | None:
        """The last save kept of a game, or the last made before row ``before``; None if there is none."""
        wanted = select(checkpoints).where(checkpoints.c.game == game).order_by(checkpoints.c.seq.desc()).limit(1)
        found = await self._first(wanted if before is None else wanted.where(checkpoints.c.seq < before))
        return found and Checkpoint(found.seq, found.rules_version, found.save)

    # --- rosters

    async def put_roster(self, owner: str, ruleset: str, name: str, text: str, roster: str = "") -> Roster:
        """Keep a roster for whoever holds the token ``owner``: a new one, or, with its id, in place of the old.

        Raises:
            StorageError: ``no_roster`` if that owner has none of this id.
        """
        kept = Roster(roster or new_id(), ruleset, name, text, datetime.now(UTC))
        mine = token_hash(owner)
        values = {"ruleset": ruleset, "name": name, "text": text, "changed": kept.changed}

        async def write(connection: AsyncConnection) -> None:
            if not roster:
                await connection.execute(insert(rosters).values(id=kept.id, owner=mine, **values))
                return
            here = (rosters.c.id == roster) & (rosters.c.owner == mine)
            if not (await connection.execute(update(rosters).where(here).values(**values))).rowcount:
                raise StorageError("no_roster", roster=roster)

        await self._writer.do(write)
        return kept

    async def rosters(self, owner: str) -> list[Roster]:
        """The rosters of an owner, the last changed first."""
        wanted = select(rosters).where(rosters.c.owner == token_hash(owner))
        return [_roster(found) for found in await self._all(wanted.order_by(rosters.c.changed.desc(), rosters.c.id))]

    async def roster(self, owner: str, roster: str) -> Roster:
        """One of them. Raises StorageError ``no_roster``."""
        wanted = select(rosters).where(rosters.c.owner == token_hash(owner), rosters.c.id == roster)
        found = await self._first(wanted)
        if found is None:
            raise StorageError("no_roster", roster=roster)
        return _roster(found)

    async def delete_roster(self, owner: str, roster: str) -> bool:
        """Delete one of an owner's rosters; whether there was one."""
        gone = delete(rosters).where(rosters.c.owner == token_hash(owner), rosters.c.id == roster)
        return await self._delete(gone) > 0

    # --- the database

    def _told(self) -> AbstractContextManager[None]:
        return told(self.database)

    async def _all(self, wanted: Any) -> Sequence[Found[Any]]:
        if self._writer.closed:
            raise StorageError("closed")
        with self._told():
            async with self._engine.connect() as connection:
                return (await connection.execute(wanted)).all()

    async def _first(self, wanted: Any) -> Any:
        found = await self._all(wanted)
        return found[0] if found else None

    async def _delete(self, gone: Any) -> int:
        async def write(connection: AsyncConnection) -> int:
            return int((await connection.execute(gone)).rowcount)

        return int(await self._writer.do(write))


def _batches(ids: Iterable[str]) -> Iterator[list[str]]:
    """Ids in lists that a statement can take."""
    remaining = iter(dict.fromkeys(ids))
    while some := list(islice(remaining, 500)):
        yield some


def _new_key(game: str, token: str, key: Key) -> Any:
    return insert(keys).values(game=game, hash=token_hash(token, game), kind=key.kind, seats=key.seats)


def _head(found: Any) -> dict[str, Any]:
    return {
        "id": found.id,
        "ruleset": found.ruleset,
        "title": found.title,
        "title_en": found.title_en or "",
        "seats": found.seats,
        "standing": Words(found.standing_it, found.standing_en),
        "over": found.over,
        "seq": found.seq,
        "created": found.created,
        "changed": found.changed,
    }


def _roster(found: Any) -> Roster:
    return Roster(found.id, found.ruleset, found.name, found.text, found.changed)
