"""The databases that the tests of the store run on: SQLite, and a real PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from arbitro.storage import Draft, Game, Key, SeatRow, Store, Words
from tests.postgres import postgres

__all__ = ["postgres"]


@pytest.fixture
def anyio_backend() -> str:
    """Tests of coroutines run on asyncio, as the server does."""
    return "asyncio"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'battles.sqlite3'}"
    return str(request.getfixturevalue("postgres").new_database())


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    """An open store on an empty database."""
    async with await Store.open(database) as opened:
        yield opened


@pytest.fixture
async def game(store: Store) -> Game:
    """A game in it."""
    return (await store.create_game(draft(), []))[0]


def draft(title: str = "Agguato al guado") -> Draft:
    """A game between two people."""
    return Draft(
        ruleset="crepuscolo",
        rules_version="1.2",
        title=title,
        setup={"table": [120, 80], "sides": {"a": ["Lía", "Öttar"], "b": []}, "night": True},
        about={"packs": ["casa"], "scenario": "agguato"},
        seats=(SeatRow("a", "Anna", "here"), SeatRow("b", "Bruno", "link")),
        dice="secret",
        secret=bytes(range(32)),
        standing=Words("Comincia Anna.", "Anna begins."),
    )


HOST = Key("host", ("a",))
BRUNO = Key("seat", ("b",))
SPECTATOR = Key("spectator")
