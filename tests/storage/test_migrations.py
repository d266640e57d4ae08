"""Databases of every released version come up to date with all they hold; others are refused in plain words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text

from arbitro.storage import CampaignChange, Change, Key, NewRow, SeatRow, StorageError, Store, Words
from arbitro.storage.address import address
from arbitro.storage.migrate import VERSION_TABLE, config, revisions
from arbitro.storage.records import token_hash
from arbitro.storage.tables import metadata

pytestmark = pytest.mark.anyio

PACK = msgspec.msgpack.encode
MOMENT = datetime(2026, 11, 30, 9, 48, 6, 123456, tzinfo=UTC)
TOKEN, OWNER, CAMPAIGN = "the-token-of-a-seat", "the-token-of-a-browser", "the-token-of-a-campaign"


def in_0001(connection: Connection) -> None:
    """A game and a roster as the version with revision 0001 wrote them."""
    moment = MOMENT if connection.dialect.name == "postgresql" else MOMENT.replace(tzinfo=None).isoformat(" ")
    tables = {
        "games": {
            "id": "k2m3n4p5q6",
            "ruleset": "crepuscolo",
            "rules_version": "1.2",
            "title": "Il guado",
            "setup": PACK({"table": [120, 80]}),
            "about": PACK({"packs": ["casa"]}),
            "dice": "typed",
            "secret": b"\x01\x02",
            "seats": PACK([{"seat": "a", "name": "Anna", "player": "here"}]),
            "standing_it": "Vince Anna.",
            "standing_en": "Anna wins.",
            "over": "a",
            "seq": 1,
            "created": moment,
            "changed": moment,
        },
        "keys": {"game": "k2m3n4p5q6", "hash": token_hash(TOKEN, "k2m3n4p5q6"), "kind": "seat", "seats": PACK(["a"])},
        "log": {"game": "k2m3n4p5q6", "seq": 1, "kind": "answer", "seat": "a", "body": b"\x00x", "at": moment},
        "checkpoints": {"game": "k2m3n4p5q6", "seq": 1, "rules_version": "1.2", "save": b"saved"},
        "rosters": {
            "id": "r2m3n4p5q6",
            "owner": token_hash(OWNER),
            "ruleset": "crepuscolo",
            "name": "Lupi",
            "text": "roster: Lupi",
            "changed": moment,
        },
    }
    for table, values in tables.items():
        insert(connection, table, values)


def insert(connection: Connection, table: str, values: dict[str, Any]) -> None:
    """A row of a table, by name."""
    names = ", ".join(values)
    places = ", ".join(f":{name}" for name in values)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({places})"), values)


def in_0002(connection: Connection) -> None:
    """The same with the title in English, and a seat named by the scenario."""
    in_0001(connection)
    seats = PACK([{"seat": "a", "name": "Anna", "player": "here", "name_en": ""}])
    words = "UPDATE games SET title_en = :title, seats = :seats"
    connection.execute(text(words), {"title": "The ford", "seats": seats})


def in_0003(connection: Connection) -> None:
    """The same with a campaign, of which the game is an encounter."""
    in_0002(connection)
    moment = MOMENT if connection.dialect.name == "postgresql" else MOMENT.replace(tzinfo=None).isoformat(" ")
    campaign = {
        "id": "c2m3n4p5q6",
        "hash": token_hash(CAMPAIGN, "c2m3n4p5q6"),
        "ruleset": "cairn",
        "name": "La valle",
        "version": 3,
        "party": "party: valle",
        "creatures": "",
        "notes": "il ponte",
        "changed": moment,
    }
    insert(connection, "campaigns", campaign)
    insert(connection, "encounters", {"campaign": "c2m3n4p5q6", "game": "k2m3n4p5q6"})
    host = {"game": "k2m3n4p5q6", "hash": token_hash("host", "k2m3n4p5q6"), "kind": "host", "seats": PACK(["referee"])}
    insert(connection, "keys", host)


def in_0004(connection: Connection) -> None:
    """The same with a pack of the campaign's."""
    in_0003(connection)
    connection.execute(text("UPDATE campaigns SET packs = :packs"), {"packs": '{"valle/pack.yaml": "id: valle"}'})


WRITTEN: dict[str, Callable[[Connection], None]] = {
    "0001": in_0001, "0002": in_0002, "0003": in_0003, "0004": in_0004,
}  # fmt: skip
TITLES = {"0001": "Il guado", "0002": "The ford", "0003": "The ford", "0004": "The ford"}


def sync_engine(database: str):
    """The database, for tests that work on it by hand."""
    url = address(database)
    return create_engine(url.set(drivername=url.drivername.replace("+aiosqlite", "")))


def by_hand(database: str, work: Callable[[Connection], None]) -> None:
    """Do something with a database that no store has open."""
    engine = sync_engine(database)
    try:
        with engine.begin() as connection:
            work(connection)
    finally:
        engine.dispose()


def test_every_revision_has_its_data_to_be_tested_with() -> None:
    assert list(WRITTEN) == revisions()


@pytest.mark.parametrize("revision", list(WRITTEN))
async def test_a_database_of_every_version_comes_up_with_all_it_holds(database: str, revision: str) -> None:
    def fill(connection: Connection) -> None:
        command.upgrade(config(connection), revision)
        WRITTEN[revision](connection)

    by_hand(database, fill)
    async with await Store.open(database) as store:
        game = await store.game("k2m3n4p5q6")
        assert (game.setup, game.about, game.dice, game.secret) == (
            {"table": [120, 80]},
            {"packs": ["casa"]},
            "typed",
            b"\x01\x02",
        )
        assert (game.title, game.over, game.seq, game.created) == ("Il guado", "a", 1, MOMENT)
        assert game.titled("en") == TITLES[revision]
        assert (game.seats, game.standing) == ((SeatRow("a", "Anna", "here"),), Words("Vince Anna.", "Anna wins."))
        assert await store.key(game.id, TOKEN) == Key("seat", ("a",))
        assert [(row.seq, row.body, row.at) for row in await store.log(game.id)] == [(1, b"\x00x", MOMENT)]
        checkpoint = await store.latest_checkpoint(game.id)
        assert checkpoint and (checkpoint.seq, checkpoint.rules_version, checkpoint.save) == (1, "1.2", b"saved")
        assert [roster.text for roster in await store.rosters(OWNER)] == ["roster: Lupi"]
        assert await store.append(game.id, 1, [NewRow("chat", "a", b"on we go")], Change(over="")) == 2


async def test_the_secret_of_a_campaign_opens_it_and_its_encounters_as_their_host(database: str) -> None:
    def fill(connection: Connection) -> None:
        command.upgrade(config(connection), "0003")
        in_0003(connection)

    by_hand(database, fill)
    async with await Store.open(database) as store:
        found = await store.campaigns.open("c2m3n4p5q6", CAMPAIGN)
        assert found and (found.name, found.version, found.notes, found.changed) == ("La valle", 3, "il ponte", MOMENT)
        assert await store.campaigns.games("c2m3n4p5q6") == ["k2m3n4p5q6"]
        assert await store.key("k2m3n4p5q6", CAMPAIGN) == Key("host", ("referee",))
        assert await store.campaigns.open("c2m3n4p5q6", TOKEN) is None
        assert await store.key("k2m3n4p5q6", "another") is None
        change = CampaignChange(notes="il guado")
        assert await store.campaigns.change("c2m3n4p5q6", 2, change) is None
        changed = await store.campaigns.change("c2m3n4p5q6", 3, change)
        assert changed and (changed.version, changed.notes, changed.party) == (4, "il guado", "party: valle")
        await store.delete_game("k2m3n4p5q6")
        assert await store.campaigns.games("c2m3n4p5q6") == []


async def test_the_tables_are_those_the_program_wants(database: str) -> None:
    await (await Store.open(database)).close()

    def compare(connection: Connection) -> None:
        options = {"version_table": VERSION_TABLE, "compare_type": True, "compare_server_default": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), metadata) == []

    by_hand(database, compare)


async def test_going_down_and_up_again_works(database: str) -> None:
    def down(connection: Connection) -> None:
        command.upgrade(config(connection), "head")
        command.downgrade(config(connection), "base")

    by_hand(database, down)
    await (await Store.open(database)).close()


async def test_stores_that_open_at_once_wait_for_each_other(postgres) -> None:
    database = postgres.new_database()
    stores = await asyncio.gather(*(Store.open(database) for _ in range(4)))
    await asyncio.gather(*(store.close() for store in stores))
    with sync_engine(database).connect() as connection:
        assert connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalars().all() == [revisions()[-1]]
    connection.engine.dispose()


async def refusal(database: str) -> StorageError:
    """Why a database is not opened."""
    with pytest.raises(StorageError) as caught:
        await Store.open(database)
    return caught.value


async def test_a_database_of_a_newer_program_is_refused_and_left_alone(database: str) -> None:
    await (await Store.open(database)).close()
    by_hand(database, lambda connection: connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9001'")))
    for _ in range(2):
        error = await refusal(database)
        assert error.code == "newer"
        assert "9001" in error.render("it") and revisions()[-1] in error.render("it")


async def test_a_database_of_another_program_is_refused_and_left_alone(database: str) -> None:
    by_hand(database, lambda connection: connection.execute(text("CREATE TABLE games (name TEXT)")))
    error = await refusal(database)
    assert error.code == "foreign"
    assert "games" in error.render("en")
    by_hand(database, lambda connection: connection.execute(text("INSERT INTO games VALUES ('chess')")))


async def test_a_migration_that_fails_leaves_the_database_as_it_was(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(connection: Connection, _: str) -> None:
        command.upgrade(config(connection), "head")
        raise StorageError("failed", database="", why="")

    with monkeypatch.context() as patch:
        patch.setattr("arbitro.storage.store.to_head", half)
        assert (await refusal(database)).code == "failed"
    by_hand(database, lambda connection: connection.execute(text("CREATE TABLE games (name TEXT)")))
