"""Two servers on one PostgreSQL show each other what nobody stores: who is there, and what is being dragged."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from arbitro.storage._whisperer import WHISPERS
from arbitro.web import elsewhere
from arbitro.web.app import Settings
from tests.postgres import Postgres, postgres
from tests.web.client import Client, http, new_game
from tests.web.conftest import FREE, Served
from tests.web.test_processes import two

__all__ = ["postgres", "two"]

SOON = 15.0
"""Seconds; far less than it takes to forget a process that does not take leave."""
assert elsewhere.SILENT_SECONDS > 2 * SOON

HASTY = """
from arbitro.web import elsewhere
elsewhere.REPEAT_SECONDS = 0.3
from arbitro.__main__ import main
main()
"""
"""`arbitro` as a server that repeats itself more often."""


def online(client: Client) -> dict[str, bool]:
    """Who is there, as a client knows it."""
    return {seat["seat"]: seat["online"] for seat in client.known["table"]["seats"]}


def until_online(client: Client, **wanted: bool) -> None:
    """Listen until it is so."""
    client.until(lambda _: online(client) == wanted, SOON)


def next_ghost(client: Client) -> dict[str, Any]:
    """The next thing somebody drags."""
    while (heard := client.hear(SOON))["type"] != "ghost_seen":
        pass
    return heard


def test_a_drag_is_seen_at_the_other_server(two: tuple[Served, Served]) -> None:
    here, there = two
    game = new_game(here.base, {"a": "link", "b": "link"})
    with (
        Client(here.base, game["id"], game["tokens"]["a"]) as a,
        Client(there.base, game["id"], game["tokens"]["b"]) as b,
        Client(there.base, game["id"], game["spectator"], "en") as watcher,
    ):
        until_online(a, a=True, b=True)
        until_online(b, a=True, b=True)  # its server knows of a: it passes on what b drags
        a.send(type="ghost", kind="drag", figure="a1", points=[[1, 2], [3, 4]], label="3 cm — sì")
        for client in (b, watcher):
            seen = next_ghost(client)
            assert seen["by"] == "a" and seen["name"]
            assert seen["ghost"]["points"] == [[1, 2], [3, 4]] and seen["ghost"]["label"] == "3 cm — sì"
        b.send(type="ghost", kind="drag", figure="b1", points=[[5, 6]])
        assert next_ghost(a)["by"] == "b"
        # What ends while something else begins is not swallowed by it.
        a.send(type="ghost", kind="drag")
        a.send(type="ghost", kind="ruler", points=[[7, 8]])
        both = [next_ghost(b)["ghost"] for _ in range(2)]
        assert [(one["kind"], one["points"]) for one in both] == [("drag", []), ("ruler", [[7, 8]])]


def test_a_long_drag_costs_few_words_and_the_last_one_counts(two: tuple[Served, Served]) -> None:
    here, there = two
    game = new_game(here.base, {"a": "link", "b": "link"})
    with (
        Client(here.base, game["id"], game["tokens"]["a"]) as a,
        Client(here.base, game["id"], game["spectator"]) as near,
        Client(there.base, game["id"], game["tokens"]["b"]) as far,
    ):
        until_online(a, a=True, b=True)
        with words(here) as said:
            begun = time.monotonic()
            drag(a, 300)
            seen = {client: [next_ghost(client)] for client in (near, far)}
            for client, ghosts in seen.items():
                while ghosts[-1]["ghost"]["points"] != [[299, 299]]:
                    ghosts.append(next_ghost(client))
            took = time.monotonic() - begun
        assert len(seen[near]) == 300
        assert 5 <= len(seen[far]) <= len(said) <= 10 * took + 2  # ten a second
        steps = [one["ghost"]["points"][0][0] for one in seen[far]]
        assert steps == sorted(set(steps))


def test_a_drag_that_nobody_elsewhere_can_see_costs_nothing(two: tuple[Served, Served]) -> None:
    here, _ = two
    game = new_game(here.base, {"a": "link", "b": "link"})
    with (
        Client(here.base, game["id"], game["tokens"]["a"]) as a,
        Client(here.base, game["id"], game["tokens"]["b"]) as b,
    ):
        b.quiet(0.3)
        with words(here) as said:
            drag(a, 30)
            while next_ghost(b)["ghost"]["points"] != [[29, 29]]:
                pass
        assert said == []


def drag(client: Client, steps: int) -> None:
    """Drag a figure, faster than anybody needs to see."""
    for step in range(steps):
        client.send(type="ghost", kind="drag", figure="a1", points=[[step, step]])
        time.sleep(0.004)


@contextmanager
def words(server: Served) -> Iterator[list[str]]:
    """Whatever the servers on a database whisper meanwhile; complete at the end."""
    said: list[str] = []
    with psycopg.connect(str(server.settings.database), autocommit=True) as ear:
        ear.execute(f"LISTEN {WHISPERS}".encode())
        yield said
        said += [notice.payload for notice in ear.notifies(timeout=0.3)]


def test_a_ghost_too_large_to_be_passed_on_harms_nobody(two: tuple[Served, Served]) -> None:
    here, there = two
    game = new_game(here.base, {"a": "link", "b": "link"})
    with (
        Client(here.base, game["id"], game["tokens"]["a"]) as a,
        Client(there.base, game["id"], game["tokens"]["b"]) as b,
    ):
        until_online(a, a=True, b=True)
        # Several of the longest that a connection may send wait together.
        for kind in ("one", "two", "three", "four", "five"):
            a.send(type="ghost", kind=kind, label="\U0001f409" * 190, points=[[-(2**62), 2**62]] * 64)
        time.sleep(3 * elsewhere.EVERY_SECONDS)
        a.send(type="ghost", kind="drag", points=[[1, 1]])
        while next_ghost(b)["ghost"]["kind"] != "drag":
            pass


def test_who_is_there_is_known_at_the_other_server(two: tuple[Served, Served]) -> None:
    here, there = two
    game = new_game(here.base, {"a": "link", "b": "link"})
    with Client(here.base, game["id"], game["tokens"]["a"]) as a:
        a.quiet()
        assert online(a) == {"a": True, "b": False}
        with Client(there.base, game["id"], game["tokens"]["b"]) as b:
            until_online(a, a=True, b=True)
            until_online(b, a=True, b=True)  # who was there before: asked for when the table came into memory
            with (
                Client(here.base, game["id"], game["spectator"]) as near,
                Client(there.base, game["id"], game["spectator"]) as far,
                Client(there.base, game["id"], game["tokens"]["b"]),
            ):
                for client in (a, b, near, far):
                    client.until(lambda known: known["table"]["spectators"] == 2, SOON)
            for client in (a, b):
                client.until(lambda known: known["table"]["spectators"] == 0, SOON)
            a.quiet(0.4)
            assert online(a) == {"a": True, "b": True}  # one of b's two has gone
            # What is asked of those who are there is asked as ever.
            assert a.ask(type="ask", what="draw", seat="a")["type"] == "done"
            b.until(lambda known: bool(known["table"]["proposals"]), SOON)
            assert b.known["table"]["proposals"][0]["needs"] == ["b"]
            assert b.ask(type="reply", what="draw", seat="b", agree=True)["type"] == "done"
            a.until(lambda known: known["table"]["over"] == "draw", SOON)
            assert online(a) == {"a": True, "b": True}
        until_online(a, a=True, b=False)


def test_who_is_there_alone_has_said_so_when_the_other_server_comes(two: tuple[Served, Served]) -> None:
    """Nobody comes or goes any more: the one who opens the table last hears it by asking."""
    here, there = two
    game = new_game(here.base, {"a": "link", "b": "link"})
    with Client(there.base, game["id"], game["tokens"]["b"]) as b:
        b.quiet(1.0)
        with Client(here.base, game["id"], game["tokens"]["a"]) as a:
            until_online(a, a=True, b=True)
            b.until(lambda _: online(b)["a"], SOON)


def test_a_server_that_stops_takes_leave(two: tuple[Served, Served]) -> None:
    here, there = two
    game = new_game(here.base, {"a": "link", "b": "link"})
    with Client(here.base, game["id"], game["tokens"]["a"]) as a:
        b = Client(there.base, game["id"], game["tokens"]["b"]).open()
        until_online(a, a=True, b=True)
        there.stop()
        until_online(a, a=True, b=False)
        b.drop()
        there.start()
        b.open()
        until_online(a, a=True, b=True)
        b.close()


@contextmanager
def hasty(database: str, folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A server process that repeats itself often; its address and the process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["serve", "--no-open", "--port", str(port), "--database", database]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([sys.executable, "-c", HASTY, *options], stdout=subprocess.DEVNULL, stderr=log)
    base = f"http://127.0.0.1:{port}"
    try:
        end = time.monotonic() + 60
        while True:
            assert process.poll() is None and time.monotonic() < end, (folder / "log").read_text()
            try:
                http(base, "/api/meta")
                break
            except OSError:
                time.sleep(0.1)
        yield base, process
    finally:
        process.kill()
        process.wait(10)


def test_the_people_of_a_killed_process_are_forgotten(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silence = 3.0
    monkeypatch.setattr(elsewhere, "SILENT_SECONDS", silence)
    database = postgres.new_database()
    here = Served(Settings(database=database, limits=FREE))
    try:
        game = new_game(here.base, {"a": "link", "b": "link"})
        with (
            hasty(database, tmp_path) as (there, process),
            Client(here.base, game["id"], game["tokens"]["a"]) as a,
        ):
            b = Client(there, game["id"], game["tokens"]["b"]).open()
            until_online(a, a=True, b=True)
            heard = len(a.heard)
            a.quiet(2 * silence)
            assert "presence" not in [json.loads(raw)["type"] for raw in a.heard[heard:]]  # it says that b is there
            os.kill(process.pid, signal.SIGKILL)
            killed = time.monotonic()
            until_online(a, a=True, b=False)
            assert time.monotonic() - killed > silence / 2  # nobody has said so
            b.drop()
    finally:
        here.close()
