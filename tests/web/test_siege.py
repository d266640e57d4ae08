"""A server under siege: what is costly, slow or malformed is refused or ended, and others are served meanwhile."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from arbitro.web import doorstep, live
from arbitro.web.guard import Limits
from tests.web.client import Client, Trouble, http, new_game
from tests.web.conftest import Served, served
from tests.web.test_restart import Killable

ATTACKER = ("127.0.0.66", 0)
"""Not the address of the others."""
PROMPT = 1.0
"""Seconds within which others are served, half the time at the least."""


def attacker(base: str, game: str, token: str) -> ClientConnection:
    """A connection that has greeted, from the attacker's address."""
    url = base.replace("http", "ws", 1) + f"/api/games/{game}/live"
    found = connect(url, source_address=ATTACKER, max_size=None, max_queue=None, open_timeout=20, legacy=True)
    found.send(json.dumps({"type": "hello", "token": token}))
    return found


def raw(base: str, data: bytes, wait: float = 20) -> bytes:
    """What comes back for some bytes, until the connection ends or nothing comes."""
    port = int(base.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=wait, source_address=ATTACKER) as plain:
        plain.sendall(data)
        found = b""
        with suppress(TimeoutError, ConnectionResetError):
            while more := plain.recv(65536):
                found += more
                if b"content-length" in found.lower() and b"\r\n\r\n" in found:
                    plain.settimeout(0.3)
        return found


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Killable]:
    """`arbitro serve` in a process of its own, with the limits it has for everybody."""
    server = Killable(tmp_path_factory.mktemp("siege"))
    server.start()
    yield server
    server.interrupt()


class Bystander(threading.Thread):
    """Somebody who plays on all the while, at a person's pace, and notes how long each answer takes."""

    def __init__(self, base: str) -> None:
        super().__init__(daemon=True)
        game = new_game(base, {"a": "here", "b": "here"}, scenario="agguato-al-guado")
        self.client = Client(base, game["id"], game["host"]).open()
        self.taken: list[float] = []
        self.stop = False

    def run(self) -> None:
        """Play until told to stop."""
        rng = Random(1)
        while not self.stop and not self.client.known["table"]["over"]:
            begun = time.monotonic()
            reply = self.client.play(rng)
            assert reply is None or reply["type"] == "done", reply
            self.taken.append(time.monotonic() - begun)
            time.sleep(0.1)

    def __enter__(self) -> Bystander:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop = True
        self.join(30)
        assert self.client.ask(type="ping")["type"] == "pong"
        self.client.close()
        assert self.taken and median(self.taken) < PROMPT, self.taken


def together(work: Callable[[int], None], number: int) -> None:
    """Do something so many times at once."""
    threads = [threading.Thread(target=work, args=(n,), daemon=True) for n in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()


# --- cost -----------------------------------------------------------------------------------------------


def test_a_thousand_costly_requests_at_once(real: Killable) -> None:
    """Branches, verdicts, odds, lights and scenes of the past, over ten connections: most are refused, others play."""
    game = new_game(real.base, {"a": "here", "b": "here"}, scenario="il-crepaccio-muto")
    with Client(real.base, game["id"], game["host"]) as host:
        question = host.needed()
        figure = host.known["scene"]["figures"][0]["id"]
    assert question is not None
    asked = {"decision": question["decision"], "seat": question["seat"]}
    value = question["form"]["default"]
    costly = [
        {"type": "grow", "path": [], **asked}, {"type": "try", "value": value, **asked}, {"type": "at", "at": 10**6},
        {"type": "weigh", "value": value, **asked}, {"type": "shine", "figure": figure},
        {"type": "compare", "values": [value], **asked}, {"type": "speak", "lang": "en"},
    ]  # fmt: skip
    heard: Counter[str] = Counter()

    def flood(number: int) -> None:
        with suppress(WebSocketException, OSError), attacker(real.base, game["id"], game["host"]) as connection:
            for n in range(600):
                connection.send(json.dumps({"re": n + 1, **costly[n % len(costly)]}))
            while True:
                message = json.loads(connection.recv(timeout=3))
                heard[message.get("code") or message["type"]] += 1

    with Bystander(real.base):
        together(flood, 10)
    assert heard["too_fast"] > 1000 and heard["broken"] == 0, heard
    assert heard["shone"] + heard["weighed"] + heard["compared"] <= 10 * Limits().thoughts[0] + 200, heard


def test_a_request_that_is_too_fast_is_told_which(tmp_path: Path) -> None:
    server = served(tmp_path, limits=Limits(messages=(3, 0.01)))
    try:
        game = new_game(server.base, {"a": "here", "b": "here"})
        with Client(server.base, game["id"], game["host"]) as host:
            replies = [host.ask(type="ping") for _ in range(5)]
            assert [(one["re"], one.get("code")) for one in replies[3:]] == [(4, "too_fast"), (5, "too_fast")]
    finally:
        server.close()


def test_texts_without_end(real: Killable) -> None:
    """The largest files there may be, again and again: after some of them the rest have to wait."""
    text = "x: [" + "1," * 30_000 + "1]"
    codes: list[int] = []

    def send(number: int) -> None:
        body = json.dumps({"file": text}).encode()
        lines = (
            f"POST /api/rulesets/crepuscolo/rosters/judge HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: {len(body)}"
        )
        head = f"{lines}\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n".encode()
        codes.append(int(raw(real.base, head + body)[9:12]))

    with Bystander(real.base):
        together(send, 12)
    assert sorted(set(codes)) == [400, 429], codes
    with pytest.raises(Trouble) as told:
        http(real.base, "/api/games", {"ruleset": "crepuscolo", "file": "x" * 70_000})
    assert told.value.code == "too_big"


def test_a_ghost_is_small(real: Killable) -> None:
    """What is passed on to sixty others unread must not be large."""
    game = new_game(real.base, {"a": "link", "b": "link"})
    with (
        Client(real.base, game["id"], game["tokens"]["a"]) as a,
        Client(real.base, game["id"], game["tokens"]["b"]) as b,
    ):
        for ghost in ({"points": [[1, 2]] * 1000}, {"label": "x" * 10_000}, {"figure": "x" * 10_000}):
            a.send(type="ghost", **{"kind": "drag", **ghost})
        a.send(type="ghost", kind="drag", points=[[1, 2]])
        while (seen := b.hear())["type"] != "ghost_seen":
            pass
        assert seen["ghost"]["points"] == [[1, 2]]
        a.quiet()
        assert sum('"not_a_message"' in text for text in a.heard) == 3


# --- connections ----------------------------------------------------------------------------------------


def test_how_many_connections_one_address_may_hold(real: Killable) -> None:
    game = new_game(real.base, {"a": "here", "b": "here"})
    url = real.base.replace("http", "ws", 1) + f"/api/games/{game['id']}/live"
    with Bystander(real.base), ExitStack() as stack:
        held = 0
        with pytest.raises(InvalidStatus):
            while held <= Limits().together:
                stack.enter_context(connect(url, source_address=ATTACKER, open_timeout=20))
                held += 1
        assert held <= Limits().together
        with Client(real.base, game["id"], game["host"]) as host:
            assert host.ask(type="ping")["type"] == "pong"


def test_a_table_holds_so_many(tmp_path: Path) -> None:
    server = served(tmp_path)
    try:
        game = new_game(server.base, {"a": "here", "b": "here"})
        with ExitStack() as stack:
            for _ in range(60):
                watcher = stack.enter_context(attacker(server.base, game["id"], game["spectator"]))
                assert json.loads(watcher.recv(timeout=20))["type"] == "snapshot"
            late = stack.enter_context(attacker(server.base, game["id"], game["host"]))
            told = json.loads(late.recv(timeout=20))
            assert (told["type"], told["code"]) == ("bye", "full") and told["text"]
    finally:
        server.close()


@pytest.fixture
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server that waits for half a second, where others would wait longer."""
    monkeypatch.setattr(doorstep, "REQUEST_SECONDS", 0.5)
    monkeypatch.setattr(live, "HELLO_SECONDS", 0.5)
    server = served(tmp_path)
    yield server
    server.close()


GET = b"GET /api/meta HTTP/1.1\r\nhost: localhost\r\n"
UPGRADE = b"GET /api/games/x/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n"


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        GET,
        UPGRADE,
        GET + b"\r\n" + GET,
        b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{",
    ],
    ids=["silence", "half a line", "headers without end", "half a handshake", "second request", "half a body"],
)
def test_who_trickles_is_ended(hasty: Served, begun: bytes) -> None:
    port = int(hasty.base.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=0.2) as plain:
        plain.sendall(begun)
        start = time.monotonic()
        with suppress(ConnectionError):
            while time.monotonic() - start < 20:
                if begun:
                    plain.sendall(b"x" if b"content-length" in begun else b"x-more: y\r\n")
                with suppress(TimeoutError):
                    if plain.recv(65536) == b"":
                        break
        assert time.monotonic() - start < 15
    assert http(hasty.base, "/api/meta")["protocol"] == 1


def test_who_does_not_greet_is_shown_out_and_who_plays_may_be_silent(hasty: Served) -> None:
    game = new_game(hasty.base, {"a": "here", "b": "here"})
    url = hasty.base.replace("http", "ws", 1) + f"/api/games/{game['id']}/live"
    with Client(hasty.base, game["id"], game["host"]) as host:
        with connect(url) as silent:
            told = json.loads(silent.recv(timeout=20))
            assert (told["type"], told["code"]) == ("bye", "hello_first")
            with pytest.raises(ConnectionClosed):
                silent.recv(timeout=20)
        time.sleep(1)
        assert host.ask(type="ping")["type"] == "pong"


def test_idle_connections_of_one_address_leave_room_for_others(real: Killable) -> None:
    with Bystander(real.base), ExitStack() as stack:
        for _ in range(doorstep.MOST + 20):
            stack.enter_context(socket.create_connection(("127.0.0.1", real.port), source_address=ATTACKER))
        late = stack.enter_context(socket.create_connection(("127.0.0.1", real.port), source_address=ATTACKER))
        late.settimeout(20)
        with suppress(ConnectionError):
            assert late.recv(1) == b"", "one too many is ended at once"
        assert http(real.base, "/api/meta")["protocol"] == 1


# --- malformed ------------------------------------------------------------------------------------------

HEAD = b" HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../../../../etc/passwd",
        "/assets/..%2f..%2f..%2fapp.py",
        "/%2e%2e/%2e%2e/app.py",
        "/..%5c..%5capp.py",
        "//etc/passwd",
        "/assets//etc/passwd",
        "/assets/%00",
        "/%00index.html",
        "/" + "x" * 5000,
        "/assets/" + "x" * 300,
        "/assets/",
        "/%ff%fe",
        "/api/games/..%2f..%2fmeta",
        "/api/games/%0d%0ax-evil:%20yes/journal",
        "/api/%00",
        "/api/rules/%00?ruleset=crepuscolo",
    ],
)
def test_no_path_leads_out(base: str, path: str) -> None:
    answer = raw(base, b"GET " + path.encode() + HEAD + b"\r\n")
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 "), answer[:300]
    assert int(head[9:12]) < 500 or int(head[9:12]) == 503, "the page may not have been built"
    assert b"root:" not in body and b"litestar" not in body.lower() and b"x-evil" not in head.lower()


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x01\x02\xff" * 100 + b"\r\n\r\n",
        b"GET" + HEAD + b"\r\n",
        b"GET /" + HEAD + b"x: " + b"y" * 200_000 + b"\r\n\r\n",
        b"GET /" + HEAD + b"x: y\r\n" * 30_000 + b"\r\n",
        b"GET /" + b"x" * 200_000 + HEAD + b"\r\n",
        b"GET /" + HEAD + b"x: y\nz\r\n\r\n",
        b"POST /api/games" + HEAD + b"content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /",
        b"POST /api/games" + HEAD + b"content-length: -1\r\n\r\n",
        b"POST /api/games" + HEAD + b"content-length: 99999999999999999999\r\n\r\n",
        b"POST /api/games" + HEAD + b"transfer-encoding: chunked\r\n\r\n" + (b"FFFF\r\n" + b"x" * 65535 + b"\r\n") * 8,
        UPGRADE + b"sec-websocket-version: 13\r\nsec-websocket-key: short\r\n\r\n",
        UPGRADE + b"sec-websocket-version: 99\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    ],
    ids=range(12),
)
def test_malformed_http_is_refused(base: str, data: bytes) -> None:
    answer = raw(base, data)
    assert not answer or 400 <= int(answer[9:12]) < 500, answer[:200]
    assert http(base, "/api/meta")["protocol"] == 1


@pytest.mark.parametrize(
    "value",
    [
        "NaN", "Infinity", "-0", "1e400", "123456789012345678901234567890", "-" + "9" * 5000, '"\\ud800"', '"\\u0000"',
        '["\\ud800"]', '{"\\udfff": 1}', "[" * 500 + "]" * 500, '"' + "è" * 30000 + '"', "true", "[[], {}]",
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["answer", "try", "weigh", "compare", "grow"])
def test_odd_values_are_refused_in_a_sentence(base: str, kind: str, value: str) -> None:
    game = new_game(base, {"a": "here", "b": "here"})
    with Client(base, game["id"], game["host"]) as host:
        question = host.needed()
        assert question is not None and host.socket is not None
        name = {"grow": "path", "compare": "values"}.get(kind, "value")
        asked = f'"decision": "{question["decision"]}", "seat": "{question["seat"]}", "{name}": {value}'
        host.socket.send(f'{{"type": "{kind}", "re": 5, {asked}}}')
        while (reply := host.hear())["type"] not in ("refuse", "tried"):
            pass
        if reply["type"] == "refuse":
            assert reply["code"] != "broken" and reply["text"]
        else:
            assert not reply["probe"]["legal"]
        assert host.ask(type="ping")["type"] == "pong"


# --- secrets that are not one's own ---------------------------------------------------------------------


def test_nobody_answers_for_another(base: str) -> None:
    game = new_game(base, {"a": "link", "b": "link"})
    with (
        Client(base, game["id"], game["tokens"]["a"]) as a,
        Client(base, game["id"], game["tokens"]["b"]) as b,
        Client(base, game["id"], game["spectator"]) as watcher,
    ):
        for client in (a, b, watcher):
            client.quiet(0.5)  # the words are in the dice, and somebody is asked
        mover, other = (a, b) if a.needed() else (b, a)
        question = mover.needed()
        assert question is not None
        answer = {"type": "answer", "decision": question["decision"], "seat": question["seat"]}
        answer["value"] = mover.value_for(question, Random(1))
        assert other.ask(**answer)["code"] == "not_your_seat"
        assert watcher.ask(**answer)["code"] == "spectator"
        own = next(iter(set("ab") - {question["seat"]}))
        assert other.ask(**{**answer, "seat": own})["code"] == "not_your_decision"
        for request in ("grow", "try", "weigh", "compare"):
            asked = {**answer, "type": request, "path": [], "values": [answer["value"]]}
            assert watcher.ask(**asked)["type"] == other.ask(**asked)["type"] == "refuse"
        for what in ({"type": "ask", "what": "resign", "seat": question["seat"]},
                     {"type": "rename", "seat": question["seat"], "name": "x"},
                     {"type": "reply", "what": "draw", "seat": question["seat"], "agree": True}):  # fmt: skip
            assert other.ask(**what)["code"] == "not_your_seat"
            assert watcher.ask(**what)["code"] == "spectator"
        assert mover.ask(**answer)["type"] == "done"
        assert mover.ask(**answer)["code"] in ("stale", "not_your_decision")


def test_guessing_tells_nothing(base: str) -> None:
    """A wrong secret, another game's, and a game that is not there are refused in the same words."""
    game, other = (new_game(base, {"a": "here", "b": "link"}) for _ in range(2))

    def told(id: str, token: Any) -> dict[str, Any]:
        url = base.replace("http", "ws", 1) + f"/api/games/{id}/live"
        with connect(url) as stranger:
            stranger.send(json.dumps({"type": "hello", "token": token}))
            found: dict[str, Any] = json.loads(stranger.recv(timeout=20))
            return found

    wrong = told(game["id"], "x" * 32)
    assert (wrong["type"], wrong["code"]) == ("bye", "wrong_token")
    tokens = [
        "",
        " ",
        game["id"],
        other["host"],
        other["tokens"]["b"],
        game["host"][:-1],
        game["host"].lower(),
        "è\x00",
    ]
    assert all(told(game["id"], token) == wrong for token in tokens)
    assert told("nessuna", game["host"]) == wrong
