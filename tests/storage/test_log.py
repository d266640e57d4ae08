"""The log: appended whole, in order, without hole or double, and never lost once it was said to be stored."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections import defaultdict
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from arbitro.storage import Behind, Change, Game, NewRow, SeatRow, StorageError, Store
from tests.storage.conftest import draft

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).resolve().parent.parent.parent


def row(body: str) -> NewRow:
    """A row with this body."""
    return NewRow("answer", "a", body.encode())


async def bodies(store: Store, game: str) -> list[str]:
    """The bodies of a log whose rows are numbered as they should be."""
    rows = await store.log(game)
    assert [one.seq for one in rows] == list(range(1, len(rows) + 1))
    assert (await store.game(game)).seq == len(rows)
    return [one.body.decode() for one in rows]


async def test_rows_come_back_in_order_from_any_row_on(store: Store, game: Game) -> None:
    given = [
        NewRow("answer", "a", b"\x00\x01"),
        NewRow("chat", "spectator", "però".encode()),
        NewRow("ruling", "b", b""),
    ]
    assert await store.append(game.id, 0, given[:2]) == 2
    assert await store.append(game.id, 2, given[2:]) == 3
    rows = await store.log(game.id)
    assert [(one.seq, NewRow(one.kind, one.seat, one.body)) for one in rows] == list(enumerate(given, start=1))
    assert rows == sorted(rows, key=lambda one: one.at)
    assert await store.log(game.id, 2) == rows[2:]
    assert await store.log(game.id, 0, most=2) == rows[:2]
    assert await store.log(game.id, 3) == await store.log("nowhere") == []


async def test_the_second_of_two_is_told_and_changes_nothing(store: Store, game: Game) -> None:
    await store.append(game.id, 0, [row("first")])
    for expected in (0, 2, -1):
        with pytest.raises(Behind) as caught:
            await store.append(game.id, expected, [row("late")], Change(over="b", title="late"))
        assert caught.value.seq == 1
    assert await bodies(store, game.id) == ["first"]
    now = await store.game(game.id)
    assert (now.over, now.title) == ("", game.title)


async def test_of_two_tabs_answering_at_once_one_wins(store: Store, game: Game) -> None:
    got = await asyncio.gather(
        *(store.append(game.id, 0, [row(tab), row(tab)]) for tab in ("left", "right")), return_exceptions=True
    )
    assert sorted(type(one) for one in got if isinstance(one, Exception)) == [Behind]
    winner = "left" if got[0] == 2 else "right"
    assert await bodies(store, game.id) == [winner, winner]


async def test_fifty_tasks_on_one_game_leave_neither_hole_nor_double(store: Store, game: Game) -> None:
    each = 5

    async def play(name: int) -> None:
        seq = 0
        for number in range(each):
            while True:
                try:
                    seq = await store.append(game.id, seq, [row(f"{name}.{number}")])
                    break
                except Behind as behind:
                    seq = behind.seq

    await asyncio.gather(*(play(name) for name in range(50)))
    found = await bodies(store, game.id)
    assert sorted(found) == sorted(f"{name}.{number}" for name in range(50) for number in range(each))
    for name in range(50):  # each task's own rows in its order
        assert [one for one in found if one.startswith(f"{name}.")] == [f"{name}.{n}" for n in range(each)]


async def test_many_games_grow_side_by_side(store: Store) -> None:
    games = [(await store.create_game(draft(), []))[0].id for _ in range(30)]

    async def play(game: str) -> None:
        for number in range(10):
            assert await store.append(game, number, [row(f"{game}.{number}")]) == number + 1

    await asyncio.gather(*(play(game) for game in games))
    for game in games:
        assert await bodies(store, game) == [f"{game}.{number}" for number in range(10)]


async def test_two_stores_on_postgresql_share_a_game_and_many(postgres) -> None:
    database = postgres.new_database()
    async with await Store.open(database) as one, await Store.open(database) as other:
        games = [(await one.create_game(draft(), []))[0].id for _ in range(8)]

        async def play(store: Store, name: str, game: str) -> None:
            seq = 0
            for number in range(8):
                while True:
                    try:
                        seq = await store.append(game, seq, [row(f"{name}.{number}")])
                        break
                    except Behind as behind:
                        seq = behind.seq

        # In opposite orders: locks taken in the order of asking would end in a deadlock.
        await asyncio.gather(
            *(play(one, "one", game) for game in games), *(play(other, "other", game) for game in reversed(games))
        )
        for game in games:
            assert sorted(await bodies(one, game)) == sorted(f"{who}.{n}" for who in ("one", "other") for n in range(8))


async def test_two_stores_that_answer_at_once_are_told_nothing_worse_than_behind(postgres) -> None:
    database = postgres.new_database()
    async with await Store.open(database) as one, await Store.open(database) as other:
        game = (await one.create_game(draft(), []))[0].id
        for seq in range(60):
            got = await asyncio.gather(
                *(store.append(game, seq, [row(f"{seq}")]) for store in (one, other)), return_exceptions=True
            )
            assert sorted(str(type(result)) for result in got) == sorted((str(int), str(Behind))), got
        assert await bodies(other, game) == [f"{seq}" for seq in range(60)]


async def test_a_connection_lost_in_the_middle_is_told_as_such_and_the_next_append_goes_on(postgres) -> None:
    database = postgres.new_database()
    async with await Store.open(database) as store:
        game = (await store.create_game(draft(), []))[0].id
        with psycopg.connect(database) as holder, psycopg.connect(database, autocommit=True) as admin:
            holder.execute("SELECT seq FROM games FOR UPDATE")  # the append has to wait for this
            appending = asyncio.create_task(store.append(game, 0, [row("in the middle")]))
            waits = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            async with asyncio.timeout(10):
                while not admin.execute(waits).fetchall():
                    await asyncio.sleep(0.01)
                with pytest.raises(StorageError) as caught:
                    await appending
        assert caught.value.code == "lost"
        assert await store.append(game, 0, [row("after it")]) == 1
        assert await bodies(store, game) == ["after it"]


async def test_another_program_that_writes_to_the_file_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "battles.sqlite3"
    async with await Store.open(file) as store:
        game = (await store.create_game(draft(), []))[0].id
        done = asyncio.Event()

        def meddle() -> None:
            with closing(sqlite3.connect(file, timeout=10, isolation_level=None)) as other:
                while not done.is_set():
                    other.execute("UPDATE games SET title = title || '!' WHERE length(title) < 1000")

        meddling = asyncio.create_task(asyncio.to_thread(meddle))
        try:
            for seq in range(60):
                assert await store.append(game, seq, [row(f"{seq}")]) == seq + 1
        finally:
            done.set()
            await meddling
        assert await bodies(store, game) == [f"{seq}" for seq in range(60)]


async def test_what_cannot_be_stored_does_not_take_its_neighbours_along(store: Store) -> None:
    games = [(await store.create_game(draft(), []))[0].id for _ in range(3)]
    bad = Change(seats=(SeatRow("a", "\ud800", "here"),))
    got = await asyncio.gather(
        store.append(games[0], 0, [row("good")]),
        store.append(games[1], 0, [row("bad")], bad),
        store.append(games[2], 0, [row("good")]),
        store.append("nowhere", 0, [row("none")]),
        return_exceptions=True,
    )
    assert got[0] == got[2] == 1
    assert [one.code for one in got if isinstance(one, StorageError)] == ["bad_text", "no_game"]
    assert [await bodies(store, game) for game in games] == [["good"], [], ["good"]]


async def test_who_gives_up_waiting_harms_nobody(store: Store) -> None:
    games = [(await store.create_game(draft(), []))[0].id for _ in range(40)]
    tasks = [asyncio.create_task(store.append(game, 0, [row("x")])) for game in games]
    reads = [asyncio.create_task(store.log(game)) for game in games]
    await asyncio.sleep(0)
    for number, task in enumerate((*tasks, *reads)):
        if number % 2:
            task.cancel()
            await asyncio.sleep(0.0002 * (number % 7))
    got = await asyncio.gather(*tasks, *reads, return_exceptions=True)
    assert {type(one) for one in got} <= {int, list, asyncio.CancelledError}
    for game, result in zip(games, got, strict=False):
        rows = await bodies(store, game)
        assert rows == ["x"] if result == 1 else rows in ([], ["x"])
        assert await store.append(game, len(rows), [row("y")]) == len(rows) + 1


async def test_closing_writes_what_still_waits(database: str) -> None:
    store = await Store.open(database)
    game = (await store.create_game(draft(), []))[0].id
    waiting = [asyncio.create_task(store.append(game, number, [row(str(number))])) for number in range(20)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*waiting) == list(range(1, 21))
    async with await Store.open(database) as again:
        assert await bodies(again, game) == [str(number) for number in range(20)]


async def test_sqlite_waits_for_the_disk_at_every_commit(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "battles.sqlite3") as store, store._engine.connect() as connection:
        settings = [
            (await connection.execute(text(f"PRAGMA {name}"))).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert settings == ["wal", 2, 1]


SCRIBE = """
import asyncio, sys
from arbitro.storage import NewRow, Store

async def play(store, game, start):
    seq = start
    while True:
        body = f"{game}:{seq}".encode()
        seq = await store.append(game, seq, [NewRow("answer", "a", body)])
        print(game, seq, body.decode(), flush=True)

async def main(database, games):
    store = await Store.open(database)
    heads = await store.heads(games)
    await asyncio.gather(*(play(store, game, heads[game]) for game in games))

asyncio.run(main(sys.argv[1], sys.argv[2:]))
"""


def killed_scribe(database: str, games: list[str], lines: int) -> dict[str, dict[int, str]]:
    """Run a process that appends, kill it after so many confirmed rows; what it said is stored, by game and number."""
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIBE, database, *games],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert process.stdout
    confirmed = [process.stdout.readline() for _ in range(lines)]
    process.send_signal(signal.SIGKILL)
    confirmed += process.stdout.readlines()
    assert process.wait() == -signal.SIGKILL
    process.stdout.close()
    told: dict[str, dict[int, str]] = defaultdict(dict)
    for line in confirmed:
        if line.endswith("\n"):  # the last one may be cut
            game, seq, body = line.split()
            told[game][int(seq)] = body
    return told


async def test_a_killed_process_loses_nothing_it_said_was_stored(database: str) -> None:
    async with await Store.open(database) as store:
        games = [(await store.create_game(draft(), []))[0].id for _ in range(6)]
    told: dict[str, dict[int, str]] = defaultdict(dict)
    for lines in (1, 97, 300):
        for game, rows in killed_scribe(database, games, lines).items():
            told[game] |= rows
        async with await Store.open(database) as store:  # nothing stands in the way of the next process
            for game in games:
                found = await bodies(store, game)
                assert found == [f"{game}:{seq}" for seq in range(len(found))]
                assert told[game].items() <= dict(enumerate(found, start=1)).items()
    assert sum(len(rows) for rows in told.values()) >= 398
