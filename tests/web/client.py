"""A client of the live protocol: keeps a picture of the table by snapshots and updates, as the page does."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from random import Random
from types import TracebackType
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

DUEL = """
scenario: duello
name: Duello
name_en: A duel
ruleset: crepuscolo
table: {width: 60, depth: 40}
sides:
  - seat: a
    edge: west
    fighters:
      - {profile: assaltatore, name: Remo}
      - {profile: assaltatore, name: Ivo}
  - seat: b
    edge: east
    fighters:
      - {profile: falco-di-strada, name: Vesk}
      - {profile: falco-di-strada, name: Nadia}
options: {limit: 0, turn_limit: 2}
"""
"""A battle of two against two that is over after two turns."""
WAIT = 60.0


class Trouble(Exception):
    """The server refused a request."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(status, body)
        self.status, self.code, self.text = status, body.get("code"), body.get("text")


def http(base: str, path: str, body: Any = None, *, token: str = "", **headers: str) -> Any:
    """One request: JSON where it is JSON, else bytes. Raises Trouble."""
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    if token:
        named["authorization"] = f"Bearer {token}"
    data = None
    if body is not None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        named.setdefault("content-type", "application/json")
    request = urllib.request.Request(base + path, data, named)
    try:
        with urllib.request.urlopen(request, timeout=WAIT) as response:
            raw = response.read()
            kind = response.headers.get_content_type()
    except urllib.error.HTTPError as error:
        with error:
            raw = error.read()
        found = json.loads(raw) if raw[:1] == b"{" else {}
        raise Trouble(error.code, found) from None
    return json.loads(raw) if kind.endswith("json") and raw else raw


def new_game(base: str, players: dict[str, str], **more: Any) -> dict[str, Any]:
    """A duel with these players; tokens by seat under ``tokens``."""
    body = {"ruleset": "crepuscolo", "seats": {seat: {"player": who} for seat, who in players.items()}, **more}
    if "scenario" not in body:
        body.setdefault("file", DUEL)
    made: dict[str, Any] = http(base, "/api/games", body)
    made["tokens"] = {link["seat"]: link["token"] for link in made["links"]}
    return made


class Client:
    """One connection, with what it knows of the table.

    ``known`` is the snapshot kept up to date by updates; ``heard`` every message that came, as text. Without a
    ``pledge`` the server draws what its seats throw into the dice.
    """

    def __init__(
        self, base: str, game: str, token: str, lang: str = "it", known: dict[str, Any] | None = None, pledge: str = ""
    ) -> None:
        self.base, self.game, self.token, self.lang, self.pledge = base, game, token, lang, pledge
        self.known: dict[str, Any] = known or {}
        self.heard: list[str] = []
        self.number = 0
        self.socket: ClientConnection | None = None

    def __enter__(self) -> Client:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def open(self) -> Client:
        """Connect and greet, going on from what is known."""
        url = self.base.replace("http", "ws", 1) + f"/api/games/{self.game}/live"
        self.socket = connect(url, max_size=None, legacy=True, open_timeout=WAIT)
        self.send(
            type="hello", token=self.token, lang=self.lang, pledge=self.pledge,
            since=self.known.get("seq", -1), journal=len(self.known.get("journal", ())),
        )  # fmt: skip
        first = self.hear()
        assert first["type"] == "snapshot", first
        return self

    def close(self) -> None:
        """End the connection."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None

    def drop(self) -> None:
        """Lose the connection, without a word."""
        assert self.socket is not None
        self.socket.socket.close()
        with suppress(Exception):
            self.socket.close()
        self.socket = None

    def send(self, **message: Any) -> None:
        """Send a message."""
        assert self.socket is not None
        self.socket.send(json.dumps(message))

    def hear(self, wait: float = WAIT) -> dict[str, Any]:
        """The next message, taken in. Raises TimeoutError, ConnectionClosed."""
        assert self.socket is not None
        raw = self.socket.recv(timeout=wait)
        assert isinstance(raw, str)
        self.heard.append(raw)
        message: dict[str, Any] = json.loads(raw)
        self.take(message)
        return message

    def take(self, message: dict[str, Any]) -> None:
        """Bring what is known up to date."""
        known = self.known
        if message["type"] == "snapshot":
            journal = known.get("journal", [])[: message["journal_from"]] + message["journal"]
            self.known = {**message, "journal": journal}
        elif message["type"] == "update":
            assert message["seq"] == known["seq"] + 1, (message["seq"], known["seq"])
            known["seq"] = message["seq"]
            for name in ("table", "questions", "waiting", "desk"):
                if message.get(name) is not None:
                    known[name] = message[name]
            scene = known["scene"]
            for name in ("standing", "result", "chips", "sides", "board", "marks"):
                if message.get(name) is not None:
                    scene[name] = message[name]
            patch(scene, message)
            known["journal"] = known["journal"] + message.get("journal", [])
            known["chat"] = known["chat"] + message.get("chat", [])
        elif message["type"] == "presence":
            known["table"] = {**known["table"], "seats": message["seats"], "spectators": message["spectators"]}

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send a request and wait for its reply, taking in whatever comes before."""
        self.number += 1
        self.send(re=self.number, **message)
        while True:
            heard = self.hear()
            if heard.get("re") == self.number:
                return heard

    def until(self, test: Callable[[dict[str, Any]], bool], wait: float = WAIT) -> None:
        """Listen until what is known passes a test."""
        end = time.monotonic() + wait
        while not test(self.known):
            self.hear(end - time.monotonic())

    def quiet(self, wait: float = 0.15) -> None:
        """Listen until nothing more comes for a while."""
        with suppress(TimeoutError):
            while True:
                self.hear(wait)

    # --- playing --------------------------------------------------------------------------------------

    def needed(self) -> dict[str, Any] | None:
        """The question this client must answer, if there is one."""
        return next((one for one in self.known["questions"] if not one["free"]), None)

    def value_for(self, question: dict[str, Any], rng: Random) -> Any:
        """Some legal answer, found as a person would: option by option."""
        form = question["form"]
        if form["kind"] == "pick":
            return rng.choice(form["branch"]["options"])["key"]
        if form["kind"] != "tree":
            return form["default"]
        path: list[Any] = []
        branch = form["branch"]
        while branch is not None:
            path.append(rng.choice(branch["options"])["key"])
            grown = self.patiently(type="grow", decision=question["decision"], seat=question["seat"], path=path)
            assert grown["type"] == "grown", grown
            branch = grown["branch"]
        return path

    def play(self, rng: Random) -> dict[str, Any] | None:
        """Answer the question that stands, if there is one; the reply."""
        question = self.needed()
        if question is None:
            return None
        value = self.value_for(question, rng)
        return self.patiently(type="answer", decision=question["decision"], seat=question["seat"], value=value)

    def patiently(self, **message: Any) -> dict[str, Any]:
        """Ask, and ask again a moment later where that was too fast."""
        while (reply := self.ask(**message))["type"] == "refuse" and reply["code"] == "too_fast":
            time.sleep(0.2)
        return reply


def patch(scene: dict[str, Any], update: dict[str, Any]) -> None:
    """Put changed figures in their places; new ones come last."""
    changed = {figure["id"]: figure for figure in update.get("figures", ())}
    gone = set(update.get("gone", ()))
    figures = [changed.pop(figure["id"], figure) for figure in scene["figures"] if figure["id"] not in gone]
    scene["figures"] = figures + list(changed.values())


def comparable(known: dict[str, Any]) -> dict[str, Any]:
    """What two clients who see the same must agree on, whatever way they came to know it."""
    figures = sorted(known["scene"]["figures"], key=lambda figure: figure["id"])
    kept = {name: known[name] for name in ("seq", "questions", "waiting", "journal", "chat", "undone", "lang")}
    table = {key: value for key, value in known["table"].items() if key not in ("seats", "spectators")}
    names = [(seat["seat"], seat["name"], seat["player"]) for seat in known["table"]["seats"]]
    return {**kept, "table": table, "names": names, "scene": {**known["scene"], "figures": figures}}


def play_out(clients: list[Client], seed: int, most: int = 3000) -> int:
    """Let clients, each with its own seats, play a battle to its end; how many answers it took."""
    rng = Random(seed)
    for count in range(most):
        if any(client.known["table"]["over"] for client in clients):
            for client in clients:
                client.until(lambda known: bool(known["table"]["over"]))
            return count
        turn = next((client for client in clients if client.needed() is not None), None)
        if turn is None:
            for client in clients:
                client.quiet(0.02)
            continue
        reply = turn.play(rng)
        assert reply is not None and reply["type"] == "done", reply
        row = reply["seq"]
        for client in clients:
            client.until(lambda known: known["seq"] >= row)  # noqa: B023
    raise AssertionError("the battle did not end")


__all__ = [
    "DUEL", "Client", "ConnectionClosed", "Trouble", "comparable", "http", "new_game", "patch", "play_out",
]  # fmt: skip
