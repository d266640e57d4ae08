"""Games, keys, checkpoints and rosters are kept as they were given, on both databases."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from arbitro.storage import Change, Checkpoint, Game, NewRow, SeatRow, StorageError, Store, Words
from arbitro.storage.records import token_hash
from tests.storage.conftest import BRUNO, HOST, SPECTATOR, draft

pytestmark = pytest.mark.anyio


async def code_of(awaitable) -> str:
    """The code of the StorageError that something raises."""
    with pytest.raises(StorageError) as caught:
        await awaitable
    return caught.value.code


async def test_a_game_is_kept_as_it_was_drafted(store: Store) -> None:
    before = datetime.now(UTC)
    game, tokens = await store.create_game(draft(), [HOST, BRUNO])
    kept = await store.game(game.id)
    assert kept == game
    wanted = draft()
    for name in wanted.__struct_fields__:
        assert getattr(kept, name) == getattr(wanted, name), name
    assert (kept.seq, kept.over) == (0, "")
    assert before <= kept.created == kept.changed <= datetime.now(UTC)
    assert kept.created.utcoffset() == timedelta(0)
    assert len(set(tokens)) == 2 and all(len(token) >= 32 for token in tokens)


async def test_a_game_survives_closing_and_opening(database: str) -> None:
    async with await Store.open(database) as store:
        game, [token] = await store.create_game(draft(), [BRUNO])
        await store.append(game.id, 0, [NewRow("answer", "a", b"\x00\xff")])
        rows = await store.log(game.id)
    async with await Store.open(database) as store:
        assert (await store.game(game.id)).setup == game.setup
        assert await store.log(game.id) == rows
        assert await store.key(game.id, token) == BRUNO


async def test_each_token_opens_what_it_was_made_for_and_nothing_else(store: Store) -> None:
    wanted = [HOST, BRUNO, SPECTATOR]
    game, tokens = await store.create_game(draft(), wanted)
    other, [others] = await store.create_game(draft(), [HOST])
    assert [await store.key(game.id, token) for token in tokens] == wanted
    for wrong in (others, "", tokens[0][:-1], tokens[0] + "x", tokens[0].swapcase(), "\ud800"):
        assert await store.key(game.id, wrong) is None
    assert await store.key(other.id, tokens[0]) is None
    assert await store.key("nowhere", tokens[0]) is None
    more = await store.add_key(game.id, SPECTATOR)
    assert await store.key(game.id, more) == SPECTATOR
    assert await code_of(store.add_key("nowhere", SPECTATOR)) == "no_game"


async def test_no_token_stands_in_the_database(store: Store) -> None:
    game, tokens = await store.create_game(draft(), [HOST, BRUNO])
    owner = "a-long-secret-of-a-browser"
    await store.put_roster(owner, "crepuscolo", "Lupi", "roster: Lupi")
    async with store._engine.connect() as connection:
        for table, column in (("keys", "hash"), ("rosters", "owner")):
            found = (await connection.execute(text(f"SELECT * FROM {table}"))).all()
            told = repr([tuple(bytes(v) if isinstance(v, memoryview) else v for v in row) for row in found])
            assert not [secret for secret in (*tokens, owner) if secret in told], (table, column)
    assert token_hash(tokens[0], game.id) != token_hash(tokens[0], "another")


async def test_lists_show_the_last_changed_first_and_pass_over_what_is_not_there(store: Store) -> None:
    ids = [(await store.create_game(draft(title), []))[0].id for title in ("one", "two", "three")]
    await store.append(ids[0], 0, [NewRow("answer", "a", b"")], Change(standing=Words("Vince Anna.", "Anna wins.")))
    found = await store.games([*ids, "nowhere", *(f"none{n}" for n in range(1200))])
    assert [head.title for head in found] == ["one", "three", "two"]
    assert (found[0].standing.en, found[0].seq) == ("Anna wins.", 1)
    assert await store.heads([*ids, "nowhere"]) == {ids[0]: 1, ids[1]: 0, ids[2]: 0}
    assert await store.games([]) == []


async def test_a_change_alters_what_it_names_alone(store: Store, game: Game) -> None:
    seats = (SeatRow("a", "Ànna", "here"), SeatRow("b", "computer", "quick"))
    await store.change_game(game.id, Change(seats=seats))
    await store.change_game(game.id, Change(over="a", title="Finita"))
    await store.change_game(game.id, Change())
    now = await store.game(game.id)
    assert (now.seats, now.over, now.title, now.standing) == (seats, "a", "Finita", game.standing)
    assert now.changed > game.changed
    assert now.created == game.created
    assert await code_of(store.change_game("nowhere", Change(over="a"))) == "no_game"


async def test_the_last_checkpoint_is_found_and_the_one_before_it(store: Store, game: Game) -> None:
    assert await store.latest_checkpoint(game.id) is None
    saves = [Checkpoint(seq, "1.2", bytes([seq]) * 100_000) for seq in (10, 20, 30)]
    for save in saves:
        await store.put_checkpoint(game.id, save)
    assert await store.latest_checkpoint(game.id) == saves[2]
    assert await store.latest_checkpoint(game.id, before=30) == saves[1]
    assert await store.latest_checkpoint(game.id, before=20) is None
    again = Checkpoint(30, "1.3", b"anew")
    await store.put_checkpoint(game.id, again)
    assert await store.latest_checkpoint(game.id) == again
    assert await store.latest_checkpoint(game.id, before=30) == saves[1]
    assert await code_of(store.put_checkpoint("nowhere", again)) == "no_game"


async def test_a_deleted_game_leaves_nothing(store: Store) -> None:
    game, [token] = await store.create_game(draft(), [BRUNO])
    await store.append(game.id, 0, [NewRow("answer", "a", b"1")])
    await store.put_checkpoint(game.id, Checkpoint(1, "1.2", b"save"))
    assert await store.delete_game(game.id)
    assert not await store.delete_game(game.id)
    assert await code_of(store.game(game.id)) == "no_game"
    assert await code_of(store.append(game.id, 1, [NewRow("answer", "a", b"1")])) == "no_game"
    assert await store.log(game.id) == []
    assert await store.latest_checkpoint(game.id) is None
    assert await store.key(game.id, token) is None


async def test_old_finished_games_are_forgotten_and_no_others(store: Store) -> None:
    over, running, late = [(await store.create_game(draft(), []))[0].id for _ in range(3)]
    await store.change_game(over, Change(over="a"))
    await asyncio.sleep(0.01)
    between = datetime.now(UTC)
    await asyncio.sleep(0.01)
    await store.change_game(late, Change(over="a"))
    assert await store.forget(between) == 1
    assert {head.id for head in await store.games([over, running, late])} == {running, late}


async def test_rosters_belong_to_who_put_them_there(store: Store) -> None:
    first = await store.put_roster("anna", "crepuscolo", "Lupi", "roster: Lupi\n")
    second = await store.put_roster("anna", "crepuscolo", "Corvi", "roster: Corvi\n")
    assert await store.rosters("anna") == [second, first]
    changed = await store.put_roster("anna", "crepuscolo", "Lupi grigi", "roster: Lupi grigi\n", first.id)
    assert changed.id == first.id
    assert await store.rosters("anna") == [changed, second]
    assert await store.roster("anna", first.id) == changed
    assert await store.rosters("bruno") == []
    assert await code_of(store.roster("bruno", first.id)) == "no_roster"
    assert await code_of(store.put_roster("bruno", "crepuscolo", "Mia", "x", first.id)) == "no_roster"
    assert not await store.delete_roster("bruno", first.id)
    assert await store.delete_roster("anna", first.id)
    assert await store.rosters("anna") == [second]


@pytest.mark.parametrize("name", ["a\0b", "half \ud83d"])
async def test_text_that_a_database_cannot_hold_is_refused_on_both(store: Store, game: Game, name: str) -> None:
    assert await code_of(store.create_game(draft(name), [])) == "bad_text"
    assert await code_of(store.put_roster("anna", "crepuscolo", name, "")) == "bad_text"
    assert await code_of(store.change_game(game.id, Change(over="a", title=name))) == "bad_text"
    assert await store.game(game.id) == game


async def test_a_closed_store_says_so(database: str) -> None:
    store = await Store.open(database)
    game = (await store.create_game(draft(), []))[0]
    await store.close()
    await store.close()
    assert await code_of(store.game(game.id)) == "closed"
    assert await code_of(store.append(game.id, 0, [NewRow("answer", "a", b"")])) == "closed"
