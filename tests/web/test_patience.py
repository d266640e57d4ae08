"""Computers that search at a server's table: each answers in its time, and nobody at another table waits for it."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from arbitro.players.strengths import SECONDS
from tests.web.client import Client, new_game
from tests.web.conftest import served

SLACK = 30.0
"""Seconds that a worker may take to start and to read the rules on a busy machine."""


@pytest.mark.parametrize("who", ["strong", "patient"])
def test_it_answers_in_its_time_and_others_play_on(tmp_path: Path, who: str) -> None:
    """Were both in one queue, the quick one would answer as rarely as the one that searches."""
    server = served(tmp_path)
    try:
        other = new_game(server.base, {"a": "here", "b": "quick"})
        deep = new_game(server.base, {"a": who, "b": who}, scenario="alla-fontana")
        begun = time.monotonic()
        with Client(server.base, deep["id"], deep["spectator"]) as watcher:
            first = watcher.known["seq"]
            watcher.until(lambda known: known["seq"] > first, wait=SECONDS[who] + SLACK)
            assert time.monotonic() - begun < SECONDS[who] + SLACK
            watcher.quiet()
            first = watcher.known["seq"]
            quick = answered_quickly(server.base, other)
            watcher.quiet()
            assert quick > 2 * (watcher.known["seq"] - first)
    finally:
        server.close()


def answered_quickly(base: str, game: dict[str, object]) -> int:
    """How often a quick computer answers while a person answers eight times."""
    rng, mine = Random(3), 0
    with Client(base, str(game["id"]), str(game["host"])) as person:
        first = person.known["seq"]
        while mine < 8:
            person.until(lambda known: bool(known["table"]["over"]) or person.needed() is not None)
            if person.known["table"]["over"]:
                break
            person.play(rng)
            mine += 1
        return int(person.known["seq"]) - int(first) - mine
