"""The battle that a server offers when it starts: one that goes on is offered again, so that none pile up."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import func, select

from arbitro.storage import Change, Store
from arbitro.storage.tables import games
from arbitro.web import making
from arbitro.web.making import first_game


def test_an_unfinished_one_is_offered_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def starts() -> None:
        database = tmp_path / "games.sqlite3"
        async with await Store.open(database) as store:
            game, secret = await first_game(store, "it")
        for lang in ("it", "en"):
            async with await Store.open(database) as store:
                again, another = await first_game(store, lang)
                assert again == game and another != secret
                for token in (secret, another):
                    key = await store.key(game, token)
                    assert key is not None and key.seats == ("a",)
                assert await how_many(store) == 1
        async with await Store.open(database) as store:
            await store.change_game(game, Change(over="b"))
            following, _ = await first_game(store, "it")
            assert following != game and await how_many(store) == 2
            assert (await first_game(store, "it"))[0] == following
            # Rules of another version could read it otherwise than it was played.
            newer = making.rules_with(making.rules_called("crepuscolo"), ())
            monkeypatch.setattr(newer, "version", "another")
            assert (await first_game(store, "it"))[0] not in (game, following)

    asyncio.run(starts())


def test_games_of_other_people_are_never_offered(tmp_path: Path) -> None:
    async def starts() -> None:
        async with await Store.open(tmp_path / "games.sqlite3") as store:
            first = making.first_ready()
            wanted = making.NewGame(ruleset=first.ruleset, scenario=first.id)
            other = await making.make(store, wanted, "it")
            game, _ = await first_game(store, "it")
            assert game != other.id

    asyncio.run(starts())


async def how_many(store: Store) -> int:
    """How many games there are."""
    found = await store._first(select(func.count().label("n")).select_from(games))
    return int(found.n)
