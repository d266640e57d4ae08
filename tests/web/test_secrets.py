"""What must stay secret, over a whole game: the links of the others, and the dice to come."""

from __future__ import annotations

import base64
import json
import os
import sqlite3
import stat
from pathlib import Path
from random import Random

import pytest

from tests.web.client import Client, http, new_game
from tests.web.test_restart import Killable


def shapes(secret: bytes) -> list[bytes]:
    """A secret as it could be written somewhere."""
    return [
        secret, secret.hex().encode(), secret.hex().upper().encode(), base64.b64encode(secret).rstrip(b"="),
        base64.urlsafe_b64encode(secret).rstrip(b"="), repr(secret).encode(),
    ]  # fmt: skip


def dice_of(folder: Path) -> dict[str, bytes]:
    """The secrets of the dice in a database, by game."""
    connection = sqlite3.connect(f"file:{folder / 'games.sqlite3'}?mode=ro", uri=True)
    try:
        return dict(connection.execute("select id, secret from games").fetchall())
    finally:
        connection.close()


def test_over_a_whole_game_nothing_is_told_to_whom_it_does_not_concern(tmp_path: Path) -> None:
    server = Killable(tmp_path)
    server.start()
    try:
        game = new_game(server.base, {"a": "link", "b": "link"})
        opened = {"a": game["tokens"]["a"], "b": game["tokens"]["b"], "spectator": game["spectator"]}
        clients = {who: Client(server.base, game["id"], token).open() for who, token in opened.items()}
        read: dict[str, list[bytes]] = {who: [] for who in opened}
        rng = Random(3)
        for number in range(3000):
            for client in clients.values():
                client.quiet(0.01)
            if any(client.known["table"]["over"] for client in clients.values()):
                break
            for who in ("a", "b"):
                clients[who].play(rng)
            if number % 40 == 0:
                clients["a"].ask(type="say", text="ciao")
                for who, token in opened.items():
                    for path in ("", "/journal", "/luck", "/report"):
                        found = http(server.base, f"/api/games/{game['id']}{path}", token=token)
                        read[who].append(found if isinstance(found, bytes) else json.dumps(found).encode())
        else:
            pytest.fail("the battle did not end")
        for client in clients.values():
            client.until(lambda known: bool(known["table"]["over"]))
        server.kill()  # so that what waits in the write-ahead log is looked at too
        (dice,) = [secret for id, secret in dice_of(tmp_path).items() if id == game["id"]]
        assert len(dice) == 32, "256 bits"

        tokens = {"host": game["host"], **opened}
        for who, client in clients.items():
            last = next(n for n, text in enumerate(client.heard) if dice.hex() in text)
            assert json.loads(client.heard[last])["table"]["over"], "the dice are told with the end"
            before = b"".join([text.encode() for text in client.heard[:last]] + read[who])
            assert not any(shape in before for shape in shapes(dice))
            everything = "".join(client.heard).encode() + b"".join(read[who])
            assert not any(token.encode() in everything for token in tokens.values()), who

        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert dice in stored, "or it would not be looked for in the right place"
        assert not any(token.encode() in stored for token in tokens.values())
        complained = (tmp_path / "log").read_bytes()
        assert not any(word in complained for word in [*shapes(dice), *(token.encode() for token in tokens.values())])
    finally:
        server.kill()


@pytest.mark.skipif(os.name == "nt", reason="files have no such modes there")
def test_the_dice_to_come_are_for_the_server_alone(tmp_path: Path) -> None:
    """They stand in one column of one table, in files that nobody else on the machine may read."""
    server = Killable(tmp_path)
    server.start()
    try:
        game = new_game(server.base, {"a": "here", "b": "quick"}, scenario="agguato-al-guado")
        rng = Random(1)
        with Client(server.base, game["id"], game["host"]) as host:
            rows = 0
            while rows < 130 and not host.known["table"]["over"]:
                host.play(rng)
                host.quiet(0.02)
                rows = host.known["seq"]
        server.kill()
        for path in tmp_path.glob("games.sqlite3*"):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
        dice = dice_of(tmp_path)[game["id"]]
        connection = sqlite3.connect(tmp_path / "games.sqlite3")
        tables = [name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")]
        found = []
        for table in tables:
            for row in connection.execute(f'select * from "{table}"').fetchall():
                cells = [cell if isinstance(cell, bytes) else str(cell).encode() for cell in row]
                found += [table for cell in cells for shape in shapes(dice) if shape in cell]
        saves = connection.execute("select count(*) from checkpoints").fetchone()
        connection.close()
        assert saves[0] > 0 and found == ["games"]
    finally:
        server.kill()
