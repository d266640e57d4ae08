"""A hostile client: garbage, floods, stale numbers, huge messages. It is refused in a sentence; the server stays up."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from arbitro.web.guard import Limits
from arbitro.web.protocol import ClientMessage
from tests.web.client import Client, Trouble, http, new_game
from tests.web.conftest import FREE, Served, served

GARBAGE = (
    "",
    "null",
    "[]",
    "{",
    "\x00\xff",
    '"hello"',
    '{"type": "nothing"}',
    '{"type": "answer"}',
    '{"type": "answer", "re": "x", "decision": 1, "seat": [], "value": {}}',
    '{"type": "answer", "re": 1, "decision": "0.0.0", "seat": "a", "value": {"a": 1}}',
    '{"type": "answer", "re": 1, "decision": "0.0.0", "seat": "a", "value": 1e999}',
    '{"type": "answer", "re": 1, "decision": "0.0.0", "seat": "a", "value": 0.5}',
    '{"type": "ask", "re": 1, "what": "everything", "seat": "a"}',
    '{"type": "ask", "re": 1, "what": "undo", "seat": "a", "answers": -5}',
    '{"type": "at", "re": 1, "at": -99999999999}',
    '{"type": "hello", "token": "x"}',
    '{"type": "grow", "re": 1, "decision": "0.0.0", "seat": "a", "path": [' + "1," * 20000 + "1]}",
    "[" * 30000,
    '{"type": "answer", "re": 1, "decision": "0.0.0", "seat": "a", "value": ' + "[" * 20000 + "]" * 20000 + "}",
    '{"type": "say", "re": 1, "text": "' + "x" * 60000 + '"}',
)


@pytest.mark.parametrize("message", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_refused_in_a_sentence(base: str, message: str) -> None:
    game = new_game(base, {"a": "here", "b": "here"})
    with Client(base, game["id"], game["host"]) as host:
        assert host.socket is not None
        before = host.known["seq"]
        host.socket.send(message)
        reply = host.hear()
        while reply["type"] not in ("refuse", "then"):
            reply = host.hear()
        if reply["type"] == "refuse":
            assert reply["code"] != "broken" and len(reply["text"]) > 10, reply
        assert host.ask(type="ping")["type"] == "pong"
        assert host.known["seq"] == before


def test_binary_messages_do_no_harm(base: str) -> None:
    game = new_game(base, {"a": "here", "b": "here"})
    with Client(base, game["id"], game["host"]) as host:
        assert host.socket is not None
        host.socket.send(b"\x00\x01\xff")
        assert host.ask(type="ping")["type"] == "pong"


@pytest.mark.parametrize("first", [*GARBAGE[:8], '{"type": "ping"}', '{"type": "hello", "token": "x", "protocol": 99}'])
def test_whoever_does_not_greet_is_shown_out(base: str, first: str) -> None:
    game = new_game(base, {"a": "here", "b": "here"})
    url = base.replace("http", "ws", 1) + f"/api/games/{game['id']}/live"
    with connect(url) as stranger:
        stranger.send(first)
        told = json.loads(stranger.recv(timeout=20))
        assert told["type"] == "bye" and told["text"], told
        with pytest.raises(ConnectionClosed):
            stranger.recv(timeout=20)


def test_a_huge_message_ends_the_connection_and_nothing_else(base: str) -> None:
    game = new_game(base, {"a": "here", "b": "here"})
    with Client(base, game["id"], game["host"]) as host:
        assert host.socket is not None
        with suppress(ConnectionClosed):
            host.socket.send("x" * (Limits().message + 1))
            while True:
                host.hear()
    with Client(base, game["id"], game["host"]) as again:
        assert again.ask(type="ping")["type"] == "pong"


def test_random_messages_never_break_the_server(base: str) -> None:
    """Messages of the right names with wrong contents, in random order."""
    game = new_game(base, {"a": "here", "b": "here"})
    rng = Random(1)
    kinds = [kind.__struct_config__.tag for kind in ClientMessage.__args__]
    values: list[Any] = [None, 0, -1, 2**70, "", "a", "x" * 500, [], [1], [[]], {}, True, "0.1.0", [1, 2], ["pass"]]
    fields = (
        "re",
        "decision",
        "seat",
        "path",
        "value",
        "figure",
        "what",
        "answers",
        "agree",
        "text",
        "name",
        "lang",
        "at",
    )
    with Client(base, game["id"], game["host"]) as host:
        for _ in range(400):
            message = {"type": rng.choice(kinds), "re": 7}
            for field in rng.sample(fields, rng.randint(0, 6)):
                message[field] = rng.choice(values)
            if rng.random() < 0.5 and host.needed() is not None:
                message |= {key: host.needed()[key] for key in ("decision", "seat")}
            host.send(**message)
            host.quiet(0.002)
        host.quiet(0.3)
        broken = [text for text in host.heard if '"broken"' in text]
        assert not broken
        assert host.ask(type="ping")["type"] == "pong"


# --- limits ---------------------------------------------------------------------------------------------

TIGHT = Limits(
    requests=(60, 0.01), creations=(3, 0.01), connections=(8, 0.01), messages=(20, 5), answers=(5, 0.01),
    chats=(2, 0.01), thoughts=(2, 0.01), passwords=(3, 0.01), queue=50,
)  # fmt: skip


@pytest.fixture
def tight(tmp_path: Path) -> Iterator[Served]:
    running = served(tmp_path, limits=TIGHT, password="crepuscolo?")
    yield running
    running.close()


def test_limits_and_the_password_of_the_house(tight: Served) -> None:
    with pytest.raises(Trouble) as told:
        new_game(tight.base, {"a": "here", "b": "here"})
    assert (told.value.status, told.value.code) == (401, "door")
    assert http(tight.base, "/api/meta")["password"]
    with pytest.raises(Trouble) as told:
        http(tight.base, "/api/door", {"password": "sbagliata"})
    assert told.value.code == "wrong_password"
    cookie = cookie_of(tight.base, "crepuscolo?")
    assert "HttpOnly" in cookie and "samesite=strict" in cookie.lower()
    codes = []
    for _ in range(3):
        with pytest.raises(Trouble) as told:
            http(tight.base, "/api/door", {"password": "un'altra"})
        codes.append(told.value.code)
    assert codes == ["wrong_password", "too_fast", "too_fast"]

    mine = {"cookie": cookie.partition(";")[0]}
    assert not http(tight.base, "/api/meta", **mine)["password"], "who has come in is not asked again"
    body = {"ruleset": "crepuscolo", "scenario": "agguato-al-guado"}
    games = [http(tight.base, "/api/games", body, **mine) for _ in range(3)]
    with pytest.raises(Trouble) as told:
        http(tight.base, "/api/games", body, **mine)
    assert (told.value.status, told.value.code) == (429, "too_fast")
    forged = {"cookie": f"arbitro_door={int(time.time()) + 9999}.{'0' * 64}"}
    with pytest.raises(Trouble) as told:
        http(tight.base, "/api/games", body, **forged)
    assert told.value.code == "door"

    url = tight.base.replace("http", "ws", 1) + f"/api/games/{games[0]['id']}/live"
    with pytest.raises(InvalidStatus), connect(url):
        pass  # without the cookie of the door
    with connect(url, additional_headers=mine, max_size=None) as socket_:
        socket_.send(json.dumps({"type": "hello", "token": games[0]["host"]}))
        said: list[str] = []
        for number in range(4):
            socket_.send(json.dumps({"type": "say", "re": number, "text": "ciao"}))
        while len(said) < 4:
            heard = json.loads(socket_.recv(timeout=20))
            if heard["type"] in ("done", "refuse"):
                said.append(heard.get("code", "done"))
        assert said == ["done", "done", "too_fast", "too_fast"]
        with pytest.raises(ConnectionClosed):
            for _ in range(1000):
                socket_.send('{"type": "ping"}')
                with suppress(TimeoutError):
                    while True:
                        socket_.recv(timeout=0)
            while True:
                socket_.recv(timeout=20)
    with pytest.raises(InvalidStatus):
        for _ in range(10):
            with connect(url, additional_headers=mine):
                pass
    with pytest.raises(Trouble) as told:
        for _ in range(80):
            http(tight.base, "/api/meta")
    assert told.value.code == "too_fast"


def cookie_of(base: str, password: str) -> str:
    """The cookie that the door gives."""
    import urllib.request

    data = json.dumps({"password": password}).encode()
    request = urllib.request.Request(base + "/api/door", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return str(response.headers["set-cookie"])


@pytest.mark.parametrize("most", [{"queue": 60}, {"queue": 1_000_000, "unread": 50_000}], ids=["messages", "bytes"])
def test_who_does_not_read_is_let_go_and_delays_nobody(tmp_path: Path, most: dict[str, int]) -> None:
    loose = structs.replace(FREE, **most)
    server = served(tmp_path, limits=loose, narrow=True)
    try:
        game = new_game(server.base, {"a": "here", "b": "here"})
        slow = Client(server.base, game["id"], game["spectator"])
        url = server.base.replace("http", "ws", 1) + f"/api/games/{game['id']}/live"
        plain = socket.create_connection(("127.0.0.1", int(server.base.rpartition(":")[2])))
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with (
            Client(server.base, game["id"], game["host"]) as host,
            connect(url, sock=plain, max_size=None, max_queue=1, ping_interval=None) as deaf,
        ):
            deaf.send(json.dumps({"type": "hello", "token": slow.token}))
            host.until(lambda known: known["table"]["spectators"] == 1)
            end = time.monotonic() + 60
            while host.known["table"]["spectators"] and time.monotonic() < end:
                begun = time.monotonic()
                for _ in range(20):
                    host.send(type="say", re=0, text="x" * 400)
                host.ask(type="ping")
                assert time.monotonic() - begun < 5, "the deaf one must not hold the others up"
                host.quiet(0.001)
            assert host.known["table"]["spectators"] == 0
    finally:
        server.close()
