"""Whoever follows by updates, and resumes at random moments, knows what a fresh snapshot tells."""

from __future__ import annotations

from random import Random

import pytest

from tests.web.client import Client, comparable, new_game


@pytest.mark.parametrize("seed", range(4))
def test_updates_on_an_old_snapshot_equal_a_fresh_one(base: str, seed: int) -> None:
    rng = Random(seed)
    dice = {"typed_dice": True} if seed == 3 else {"seed": str(seed)} if seed == 2 else {}
    together = seed % 2 == 1
    game = new_game(base, {"a": "here", "b": "here"} if together else {"a": "link", "b": "link"}, **dice)
    tokens = [game["host"]] * 2 if together else [game["tokens"]["a"], game["tokens"]["b"]]
    players = [Client(base, game["id"], token, lang).open() for token, lang in zip(tokens, ("it", "en"), strict=True)]
    watcher = Client(base, game["id"], game["spectator"]).open()
    everybody = [*players, watcher]
    try:
        for _ in range(60):
            something(rng, players)
            gone = rng.choice(everybody)
            if rng.random() < 0.2:
                gone.drop()
                something(rng, [one for one in players if one is not gone])
                gone.open()
            for client in everybody:
                client.quiet(0.03)
            if rng.random() < 0.3:
                same(rng.choice(everybody))
            if players[0].known["table"]["over"]:
                break
        for client in everybody:
            same(client)
        assert len(watcher.known["journal"]) > 10
    finally:
        for client in everybody:
            client.close()


def something(rng: Random, players: list[Client]) -> None:
    """One of the things that happen at a table; refusals are part of it."""
    client = rng.choice(players)
    client.quiet(0.02)
    seat = rng.choice(client.known["table"]["me"])
    match rng.randrange(12):
        case 0:
            client.ask(type="ask", what="undo", seat=seat, answers=rng.randint(1, 3))
        case 1:
            client.ask(type="ask", what="redo", seat=seat)
        case 2:
            client.ask(type="say", text="ecco")
        case 3:
            client.ask(type="rename", seat=seat, name=f"n{rng.randrange(9)}")
        case 4:
            client.ask(type="reply", what="undo", seat=seat, agree=rng.random() < 0.7)
        case _:
            for one in players:
                one.quiet(0.02)
                one.play(rng)


def same(client: Client) -> None:
    """A fresh connection of the same seats and language agrees in everything."""
    with Client(client.base, client.game, client.token, client.lang) as fresh:
        for one in (client, fresh, client, fresh):  # what was on its way has come when the reply does
            one.ask(type="ping")
            one.quiet(0.02)
        mine, theirs = comparable(client.known), comparable(fresh.known)
        for name in mine:
            assert mine[name] == theirs[name], name
