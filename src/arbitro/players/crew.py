"""Several processes that play lines out for an opponent that searches: all the cores of a machine where it runs alone.

What a worker gets is a world as the opponent imagines it (`engine.save.shipped`), never the game. Which process plays
a line changes nothing: a crew of any size comes to the same decision.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import cache, lru_cache

from arbitro.content.tabletop import TabletopRuleset, rules_with
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.ruleset import ruleset as registered
from arbitro.engine.save import landed, shipped
from arbitro.engine.values import Seat
from arbitro.players.search import Alone, Line, played_on
from arbitro.players.workers import Workers

KEPT = 8
"""Worlds that a worker keeps for the next lines of the same decision."""


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Cores:
    """Worker processes that play lines out; they are started when there is something to play.

    Args:
        ruleset: the name of the game's rules.
        packs: folders of the packs it is played with.
        workers: how many processes; 0: one for each core.
    """

    def __init__(self, ruleset: str, packs: tuple[str, ...] = (), workers: int = 0) -> None:
        self.ruleset, self.packs, self.workers = ruleset, packs, workers or cores()
        self._pool: Workers | None = None

    def play(self, worlds: Sequence[Game], seat: Seat, lines: Sequence[Line]) -> list[tuple[int, int]]:
        """What each line was worth to a seat, and how many answers it took; alone where the workers have died."""
        if self.workers < 2:
            return Alone().play(worlds, seat, lines)
        boxes = [shipped(world) for world in worlds]
        shares = [lines[number :: self.workers] for number in range(self.workers)]
        try:
            jobs = [self._started().submit(_play, self.ruleset, self.packs, boxes, seat, share) for share in shares]
            done = [job.result() for job in jobs]
        except BrokenProcessPool:
            self.close()
            self.workers = 1
            return Alone().play(worlds, seat, lines)
        return [done[number % self.workers][number // self.workers] for number in range(len(lines))]

    def close(self) -> None:
        """End the workers, whatever they are thinking about."""
        if self._pool is not None:
            self._pool.end()
            self._pool = None

    def _started(self) -> Workers:
        if self._pool is None:
            self._pool = Workers(self.workers)
        return self._pool


# --- in the worker --------------------------------------------------------------------------------------


@cache
def rules_of(name: str, packs: tuple[str, ...]) -> TabletopRuleset:
    """The ruleset of a name with the packs of a game; read once."""
    found = registered(name)
    assert isinstance(found, TabletopRuleset)
    return rules_with(found, packs)


@lru_cache(maxsize=KEPT)
def _world(name: str, packs: tuple[str, ...], box: bytes) -> Game:
    return landed(box, rules_of(name, packs), SeededDice(b"a world to think in"))


def _play(
    name: str, packs: tuple[str, ...], boxes: Sequence[bytes], seat: Seat, lines: Sequence[Line]
) -> list[tuple[int, int]]:
    return [played_on(_world(name, packs, boxes[line.world]), seat, line) for line in lines]
