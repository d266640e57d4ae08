"""Whoever watches a game hears that its log has grown: in the same process, from other processes, after a loss.

And what is whispered about a game is heard by the other processes alone.
"""

from __future__ import annotations

import asyncio
import logging

import psycopg
import pytest

from arbitro.storage import Game, NewRow, Store, _whisperer, feed
from tests.storage.conftest import draft

pytestmark = pytest.mark.anyio

ROW = NewRow("answer", "a", b"x")
SOON = 10.0  # seconds; far more than is needed


class Ear:
    """Notes what is heard."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int]] = []
        self._news = asyncio.Event()

    def __call__(self, game: str, seq: int) -> None:
        self.heard.append((game, seq))
        self._news.set()

    async def until(self, game: str, seq: int) -> None:
        """Wait until this was heard."""
        async with asyncio.timeout(SOON):
            while (game, seq) not in self.heard:
                self._news.clear()
                await self._news.wait()


async def test_the_same_process_hears_at_once_and_each_row_once(store: Store, game: Game) -> None:
    ear = Ear()
    end = await store.watch(game.id, 0, ear)
    assert ear.heard == []
    await store.append(game.id, 0, [ROW])
    assert ear.heard == []  # who appended knows first
    await asyncio.sleep(0)
    assert ear.heard == [(game.id, 1)]
    await store.append(game.id, 1, [ROW, ROW])
    other = (await store.create_game(draft(), []))[0].id
    await store.append(other, 0, [ROW])
    await asyncio.sleep(0.2)  # the database's own notification of these rows arrives, and is no news
    assert ear.heard == [(game.id, 1), (game.id, 3)]
    end()
    end()
    await store.append(game.id, 3, [ROW])
    await asyncio.sleep(0.2)
    assert ear.heard[-1] == (game.id, 3)


async def test_who_comes_late_is_told_at_once(store: Store, game: Game) -> None:
    await store.append(game.id, 0, [ROW, ROW])
    early, late = Ear(), Ear()
    await store.watch(game.id, 2, early)
    await store.watch(game.id, 1, late)
    assert (early.heard, late.heard) == ([], [(game.id, 2)])


async def test_a_watcher_that_fails_does_not_disturb_the_others(
    store: Store, game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: str, __: int) -> None:
        raise RuntimeError("out of ideas")

    ear = Ear()
    await store.watch(game.id, 0, fail)
    await store.watch(game.id, 0, ear)
    with caplog.at_level(logging.ERROR):
        assert await store.append(game.id, 0, [ROW]) == 1
        await ear.until(game.id, 1)
    assert ear.heard == [(game.id, 1)]
    assert "out of ideas" in caplog.text


async def test_two_stores_on_postgresql_hear_each_other(postgres) -> None:
    database = postgres.new_database()
    async with await Store.open(database) as one, await Store.open(database) as other:
        games = [(await one.create_game(draft(), []))[0].id for _ in range(3)]
        here, there = Ear(), Ear()
        for game in games:
            await one.watch(game, 0, here)
            await other.watch(game, 0, there)
        await asyncio.gather(*(other.append(game, 0, [ROW]) for game in games))
        for game in games:
            await here.until(game, 1)
            await one.append(game, 1, [ROW])
            await asyncio.gather(here.until(game, 2), there.until(game, 2))
        for ear in (here, there):  # nothing twice, nothing backwards
            assert sorted(ear.heard) == sorted((game, seq) for game in games for seq in (1, 2))


async def test_what_was_missed_during_a_loss_is_made_good(
    postgres, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "AGAIN_SECONDS", (0.5,))
    database = postgres.new_database()
    async with await Store.open(database) as one, await Store.open(database) as other:
        game = (await one.create_game(draft(), []))[0].id
        ear = Ear()
        await one.watch(game, 0, ear)
        with caplog.at_level(logging.WARNING), psycopg.connect(database, autocommit=True) as admin:
            ended = admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchall()
            assert len(ended) >= 4  # both writers and both listeners
            while caplog.text.count("notifications were lost") < 2:
                await asyncio.sleep(0.01)
            await other.append(game, 0, [ROW])  # one is deaf now
        assert ear.heard == []
        await ear.until(game, 1)
        await other.append(game, 1, [ROW])
        await ear.until(game, 2)


class Whispered:
    """Notes what is whispered."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self._news = asyncio.Event()

    def __call__(self, origin: str, payload: bytes) -> None:
        self.heard.append((origin, payload))
        self._news.set()

    async def until(self, payload: bytes) -> None:
        """Wait until this was heard."""
        async with asyncio.timeout(SOON):
            while payload not in self.words:
                self._news.clear()
                await self._news.wait()

    @property
    def words(self) -> list[bytes]:
        """What was heard, whoever whispered it."""
        return [payload for _, payload in self.heard]


async def test_nobody_hears_their_own_whispers(store: Store, game: Game) -> None:
    ear = Whispered()
    store.hear(game.id, ear)
    store.whisper(game.id, b"psst")
    await asyncio.sleep(0.3)
    assert ear.heard == []
    assert await store.log(game.id) == []


async def test_whispers_reach_the_other_processes_in_order_and_as_they_were(postgres) -> None:
    database = postgres.new_database()
    async with await Store.open(database) as one, await Store.open(database) as other, await Store.open(database) as by:
        here, there, elsewhere, another = Whispered(), Whispered(), Whispered(), Whispered()
        one.hear("g1", here)
        end = other.hear("g1", there)
        by.hear("g1", elsewhere)
        other.hear("g2", another)
        words = [bytes([number]) * number for number in range(256)]  # any bytes, none at all too
        for word in words:
            one.whisper("g1", word)
        await there.until(words[-1])
        await elsewhere.until(words[-1])
        assert there.words == elsewhere.words == words
        assert len({origin for origin, _ in there.heard}) == 1
        other.whisper("g1", b"and you?")
        await here.until(b"and you?")
        assert here.heard[0][0] != there.heard[0][0]
        end()
        one.whisper("g1", b"gone?")
        one.whisper("g2", b"still there?")
        await another.until(b"still there?")
        assert another.words == [b"still there?"] and there.words == words


async def test_a_whisper_that_is_too_long_is_lost_and_the_next_is_not(postgres) -> None:
    database = postgres.new_database()
    async with await Store.open(database) as one, await Store.open(database) as other:
        ear = Whispered()
        other.hear("g", ear)
        one.whisper("g", b"x" * 5900)
        one.whisper("g", b"x" * 8000)
        one.whisper("g", b"short")
        await ear.until(b"short")
        assert [len(word) for word in ear.words] == [5900, 5]


async def test_what_is_whispered_just_before_the_end_is_heard(postgres) -> None:
    database = postgres.new_database()
    async with await Store.open(database) as other:
        ear = Whispered()
        other.hear("g", ear)
        async with await Store.open(database) as one:
            one.whisper("g", b"goodbye")
        await ear.until(b"goodbye")


async def test_whispers_are_heard_again_after_a_loss(
    postgres, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_whisperer, "AGAIN_SECONDS", 0.1)
    database = postgres.new_database()
    async with await Store.open(database) as one, await Store.open(database) as other:
        ear = Whispered()
        other.hear("g", ear)
        one.whisper("g", b"before")
        await ear.until(b"before")
        with caplog.at_level(logging.WARNING), psycopg.connect(database, autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            one.whisper("g", b"lost")
            async with asyncio.timeout(SOON):
                while b"after" not in ear.words:
                    one.whisper("g", b"after")
                    await asyncio.sleep(0.05)
        assert caplog.text.count("words for the other processes were lost") == 1
