"""Two servers on one PostgreSQL: what is answered at one is seen at the other, and of two answers one wins."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from arbitro.web.app import Settings
from tests.postgres import Postgres, postgres
from tests.web.client import Client, comparable, http, new_game, play_out
from tests.web.conftest import FREE, Served

__all__ = ["postgres"]


@pytest.fixture
def two(postgres: Postgres) -> Iterator[tuple[Served, Served]]:
    """Two servers that know of each other through the database alone."""
    database = postgres.new_database()
    first = Served(Settings(database=database, limits=FREE))
    try:
        second = Served(Settings(database=database, limits=FREE))
    except BaseException:
        first.close()
        raise
    yield first, second
    second.close()
    first.close()


def test_people_at_two_servers_play_one_battle(two: tuple[Served, Served]) -> None:
    here, there = two
    game = new_game(here.base, {"a": "link", "b": "link"})
    with (
        Client(here.base, game["id"], game["tokens"]["a"]) as a,
        Client(there.base, game["id"], game["tokens"]["b"]) as b,
        Client(there.base, game["id"], game["spectator"]) as watcher,
    ):
        a.ask(type="say", text="ci sei?")
        b.until(lambda known: bool(known["chat"]))
        b.ask(type="rename", seat="b", name="Nadia")
        a.until(lambda known: known["table"]["seats"][1]["name"] == "Nadia")
        play_out([a, b], seed=1)
        watcher.until(lambda known: known["seq"] == a.known["seq"])
        assert watcher.known["journal"] == a.known["journal"] == b.known["journal"]
        assert a.known["table"]["secret"]
    for server in two:
        assert http(server.base, f"/api/games/{game['id']}/proof", token=game["spectator"])["findings"] == []


def test_two_that_come_in_at_two_servers_at_once_are_both_let_in(two: tuple[Served, Served]) -> None:
    """Each throws in for the dice as it comes: one appends first, the other's row has to be made anew."""
    here, there = two
    for _ in range(8):
        game = new_game(here.base, {"a": "link", "b": "link"})
        clients = [
            Client(server.base, game["id"], game["tokens"][seat])
            for server, seat in zip((here, there), "ab", strict=True)
        ]
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(Client.open, clients))
        for client in clients:
            client.until(lambda known: known["table"]["opening"] is None)
            assert client.known["seq"] == 4, "two words, and the two answers by which the game has them"
            client.close()


def test_of_answers_at_two_servers_at_once_one_wins(two: tuple[Served, Served]) -> None:
    here, there = two
    game = new_game(here.base, {"a": "here", "b": "here"})
    rng = Random(2)
    with (
        Client(here.base, game["id"], game["host"]) as one,
        Client(there.base, game["id"], game["host"]) as other,
    ):
        refused = 0
        for _ in range(15):
            for client in (one, other):
                client.quiet(0.05)
            question = one.needed()
            if question is None or other.needed() != question:
                continue
            value = one.value_for(question, rng)
            answer = {"type": "answer", "decision": question["decision"], "seat": question["seat"], "value": value}
            one.send(re=99, **answer)
            other.send(re=99, **answer)
            replies = [reply_to(client) for client in (one, other)]
            assert sorted(reply["type"] for reply in replies) == ["done", "refuse"], replies
            refused += 1
        for client in (one, other):
            client.quiet(0.2)
        assert refused > 8
        assert comparable(one.known) == comparable(other.known)


def reply_to(client: Client) -> dict[str, object]:
    """The reply to request 99."""
    while True:
        heard = client.hear()
        if heard.get("re") == 99:
            return heard


def test_serve_shares_the_work_among_processes(postgres: Postgres, tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable, "-m", "arbitro", "serve", "--no-open", "--processes", "2",
        "--port", str(port), "--database", postgres.new_database(),
    ]  # fmt: skip
    base = f"http://127.0.0.1:{port}"
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
    try:
        end = time.monotonic() + 90
        while True:
            assert process.poll() is None and time.monotonic() < end, (tmp_path / "log").read_text()
            try:
                http(base, "/api/meta")
                break
            except OSError:
                time.sleep(0.2)
        game = new_game(base, {"a": "here", "b": "here"})
        clients = [Client(base, game["id"], game["host"]).open() for _ in range(8)]  # the system spreads them
        rng = Random(3)
        for number in range(16):
            player = clients[number % len(clients)]
            player.quiet(0.05)
            reply = player.play(rng)
            assert reply is None or reply["type"] == "done", reply
            for client in clients:
                client.until(lambda known, row=player.known["seq"]: known["seq"] >= row)
        watchers = [Client(base, game["id"], game["spectator"]).open() for _ in range(8)]
        for client in (*clients, *watchers):  # all know of all, whatever process they came to
            client.until(lambda known: known["table"]["spectators"] == len(watchers), 15)
        for watcher in watchers:
            watcher.close()
        for client in clients:
            client.until(lambda known: known["table"]["spectators"] == 0, 15)
        for client in clients:
            client.quiet(0.05)
            assert comparable(client.known) == comparable(clients[0].known)
            client.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        said = (tmp_path / "log").read_text()
        assert "Traceback" not in said, said
    finally:
        if process.poll() is None:
            process.kill()
            process.wait(10)
