"""What is too slow for the event loop, done in worker processes: computer opponents, odds, what a figure reaches.

A worker gets a question as bytes (`engine.save.shipped`: the last checkpoint and the tape since) and the name of the
ruleset, never the journal nor the dice to come. One pool thinks for the computers, another for those that search for
seconds, a third answers people's questions, so that nobody waits for an opponent's turn to see their own odds, and no
quick opponent for a patient one at another table; a fourth sets profiles against each other, and tries
numbers otherwise; a fifth plays the battles of the lab. A worker that dies is replaced, and asked again.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from arbitro.content.errors import Lang
from arbitro.content.scene import Outlook, Spotlight
from arbitro.content.tabletop import TabletopRuleset
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.journal import read_journal
from arbitro.engine.save import landed, shipped
from arbitro.engine.values import Seat, Value
from arbitro.players import player
from arbitro.players.crew import rules_of
from arbitro.players.strengths import SEARCHING
from arbitro.players.workers import Workers
from arbitro.web.bodies import MatrixPairs, MatrixWish, OddsPicture, PictureWish, Proof, SweepPicture
from arbitro.web.labview import BalanceWish, LabField, LabFound, LabRun, SightFound, SightWish, SimulationWish
from arbitro.web.protocol import Comparison, Swept
from arbitro.web.readings import proof
from arbitro.web.refusals import Unwilling

T = TypeVar("T")
TRIES = 3
WATCH_SECONDS = 2.0
NICE = {"fighters": 15, "measurers": 5, "ponderers": 10, "thinkers": 5, "helpers": 0}
"""How much each kind of worker gives way: people wait for the helpers, and a computer may think a little longer."""


class Matter(Struct, frozen=True):
    """A question to think about: whose rules with which packs, and the game as bytes."""

    ruleset: str
    packs: tuple[str, ...]
    game: bytes


def matter(game: Game, packs: tuple[str, ...]) -> Matter:
    """The question a game stands at, for a worker."""
    return Matter(game.ruleset.name, packs, shipped(game))


class Minds:
    """The worker processes of a server.

    Args:
        thinkers: processes for computer opponents, and as many more for those that search, once there are any.
        helpers: processes for people's questions.
    """

    def __init__(self, thinkers: int = 1, helpers: int = 1) -> None:
        self._sizes = {"fighters": 1, "measurers": 1, "ponderers": thinkers, "thinkers": thinkers, "helpers": helpers}
        self._pools: dict[str, Workers] = {}

    async def answer(self, matter: Matter, players: dict[Seat, str], seed: int) -> tuple[Seat, Value] | None:
        """What a computer does at a question: the seat and its answer; None if it waits for others."""
        which = "thinkers" if SEARCHING.keys().isdisjoint(players.values()) else "ponderers"
        return await self._run(which, _answer, matter, players, seed)

    async def outlook(self, matter: Matter, seat: Seat, value: Value, lang: Lang) -> Outlook:
        """What an answer will probably do."""
        return await self._run("helpers", _outlook, matter, seat, value, lang)

    async def comparison(self, matter: Matter, seat: Seat, values: tuple[Value, ...], lang: Lang) -> Comparison:
        """What several answers may lead to, side by side."""
        return await self._run("helpers", _comparison, matter, seat, values, lang)

    async def swept(
        self, matter: Matter, seat: Seat, value: Value, knob: str, numbers: tuple[float, ...], lang: Lang
    ) -> Swept:
        """What an answer would do if a number were different."""
        return await self._run("measurers", _swept, matter, seat, value, knob, numbers, lang)

    async def spotlight(self, matter: Matter, seat: Seat, figure: str, lang: Lang) -> Spotlight:
        """What selecting a figure shows; for a seat, what all its figures see together."""
        return await self._run("helpers", _spotlight, matter, seat, figure, lang)

    async def report(self, ruleset: str, packs: tuple[str, ...], journal: bytes, lang: Lang, title: str) -> str:
        """The battle report of a journal, as a page with a title."""
        return await self._run("helpers", _report, ruleset, packs, journal, lang, title)

    async def proof(self, ruleset: str, packs: tuple[str, ...], journal: bytes, lang: Lang) -> Proof:
        """Every roll of a finished game, recomputed."""
        return await self._run("helpers", _proof, ruleset, packs, journal, lang)

    async def matrix(self, ruleset: str, wish: MatrixWish, lang: Lang) -> MatrixPairs:
        """Some pairs of a matrix."""
        return await self._run("measurers", _matrix, ruleset, wish, lang)

    async def matrix_picture(self, ruleset: str, wish: PictureWish, lang: Lang) -> bytes:
        """A matrix as a drawing."""
        return await self._run("measurers", _matrix_picture, ruleset, wish, lang)

    async def odds_picture(self, wish: OddsPicture | SweepPicture, lang: Lang) -> bytes:
        """Odds as a drawing."""
        return await self._run("measurers", _odds_picture, wish, lang)

    async def lab_field(self, ruleset: str, lang: Lang) -> LabField:
        """What a game has for the lab."""
        return await self._run("measurers", _lab_field, ruleset, lang)

    async def lab_begin(self, folder: Path, ruleset: str, wish: SimulationWish | BalanceWish, lang: Lang) -> LabRun:
        """A run of the lab, begun in an empty folder."""
        return await self._run("measurers", _lab_begin, folder, ruleset, wish, lang)

    async def lab_go(self, folder: Path, lang: Lang) -> LabRun:
        """A run, a moment later."""
        return await self._run("fighters", _lab_go, folder, lang)

    async def lab_found(self, folder: Path, lang: Lang) -> LabFound:
        """What a run says so far."""
        return await self._run("measurers", _lab_found, folder, lang)

    async def lab_file(self, folder: Path, name: str, lang: Lang) -> tuple[str, bytes]:
        """A file of a run, and what it is called."""
        return await self._run("measurers", _lab_file, folder, name, lang)

    async def sight(self, ruleset: str, wish: SightWish, lang: Lang) -> SightFound:
        """Who sees what at the beginning of a battle."""
        return await self._run("measurers", _sight, ruleset, wish, lang)

    async def sight_file(self, ruleset: str, wish: SightWish, lang: Lang) -> bytes:
        """The map of it, or its numbers."""
        return await self._run("measurers", _sight_file, ruleset, wish, lang)

    async def game_map(self, matter: Matter, asker: Seat, kind: str, lang: Lang) -> bytes:
        """The map of who sees what in a game, as far as a seat may know it."""
        return await self._run("measurers", _game_map, matter, asker, kind, lang)

    async def warm(self, rulesets: Iterable[str]) -> None:
        """Start the workers and let them read the rules, so that nobody waits for that later."""
        names = tuple(rulesets)
        for which in ("thinkers", "helpers"):
            await asyncio.gather(*(self._run(which, _read, names) for _ in range(self._sizes[which])))

    def close(self) -> None:
        """End the workers, whatever they are thinking about."""
        for pool in self._pools.values():
            pool.end()
        self._pools.clear()

    async def _run(self, which: str, work: Callable[..., T], *args: Any) -> T:
        loop = asyncio.get_running_loop()
        for _ in range(TRIES):
            pool = self._pool(which)
            try:
                return await loop.run_in_executor(pool, work, *args)
            except BrokenProcessPool:
                if self._pools.get(which) is pool:
                    del self._pools[which]
                    pool.shutdown(wait=False)
        raise Unwilling("busy")

    def _pool(self, which: str) -> Workers:
        if which not in self._pools:
            self._pools[which] = Workers(self._sizes[which], _begin, (os.getpid(), NICE[which]))
        return self._pools[which]


# --- in the worker --------------------------------------------------------------------------------------


def _begin(server: int, nice: int) -> None:
    """A worker gives way to the server by so much, and does not outlive it."""
    if hasattr(os, "nice"):
        os.nice(nice)
    threading.Thread(target=_watch, args=(server,), daemon=True).start()


def _watch(server: int) -> None:
    while os.getppid() == server:
        time.sleep(WATCH_SECONDS)
    os._exit(1)


def _read(names: tuple[str, ...]) -> None:
    for name in names:
        assert rules_of(name, ()).records


def _game(matter: Matter) -> tuple[Game, TabletopRuleset]:
    rules = rules_of(matter.ruleset, matter.packs)
    return landed(matter.game, rules, SeededDice(secrets.token_bytes(16))), rules


def _answer(matter: Matter, players: dict[Seat, str], seed: int) -> tuple[Seat, Value] | None:
    game, _ = _game(matter)
    pending = game.pending
    if pending is None:
        return None
    for seat in pending.free:
        if seat in players:
            value = player(players[seat], seed, in_time=True).interject(game, seat)
            if value is not None:
                return seat, value
    for seat in pending.seats:
        if seat in players:
            return seat, player(players[seat], seed, in_time=True).answer(game, seat)
    return None


def _outlook(matter: Matter, seat: Seat, value: Value, lang: Lang) -> Outlook:
    game, rules = _game(matter)
    if rules.offers("outlook") or rules.offers("forecast"):
        return rules.outlook(game, seat, value, lang)
    from arbitro.web.comparing import glance  # only this needs all of `analysis`

    return glance(game, rules, seat, value, lang)


def _comparison(matter: Matter, seat: Seat, values: tuple[Value, ...], lang: Lang) -> Comparison:
    from arbitro.web.comparing import comparison  # only this needs all of `analysis`

    game, rules = _game(matter)
    return comparison(game, rules, seat, values, lang)


def _matrix(ruleset: str, wish: MatrixWish, lang: Lang) -> MatrixPairs:
    from arbitro.web import matrix  # only this, and the next, needs all of `analysis`

    return matrix.pairs(matrix.Field(ruleset, wish.packs, lang), wish)


def _matrix_picture(ruleset: str, wish: PictureWish, lang: Lang) -> bytes:
    from arbitro.web import matrix

    return matrix.picture(matrix.Field(ruleset, wish.packs, lang), wish)


def _odds_picture(wish: OddsPicture | SweepPicture, lang: Lang) -> bytes:
    from arbitro.web import drawing  # only this needs it

    return drawing.compared(wish, lang) if isinstance(wish, OddsPicture) else drawing.swept(wish, lang)


def _lab_field(ruleset: str, lang: Lang) -> LabField:
    from arbitro.web.lab_field import field

    return field(ruleset, lang)


def _lab_begin(folder: Path, ruleset: str, wish: SimulationWish | BalanceWish, lang: Lang) -> LabRun:
    from arbitro.web import lab

    if isinstance(wish, BalanceWish):
        return lab.weigh(folder, ruleset, wish, lang)
    return lab.simulate(folder, ruleset, wish, lang)


def _lab_go(folder: Path, lang: Lang) -> LabRun:
    from arbitro.web.lab import go

    return go(folder, lang)


def _lab_found(folder: Path, lang: Lang) -> LabFound:
    from arbitro.web.lab import found

    return found(folder, lang)


def _lab_file(folder: Path, name: str, lang: Lang) -> tuple[str, bytes]:
    from arbitro.web.lab import file

    return file(folder, name, lang)


def _sight(ruleset: str, wish: SightWish, lang: Lang) -> SightFound:
    from arbitro.web.lab_field import sight

    return sight(ruleset, wish, lang)


def _sight_file(ruleset: str, wish: SightWish, lang: Lang) -> bytes:
    from arbitro.web.lab_field import sight_file

    return sight_file(ruleset, wish, lang)


def _game_map(matter: Matter, asker: Seat, kind: str, lang: Lang) -> bytes:
    from arbitro.web.lab_field import game_map

    game, rules = _game(matter)
    return game_map(game, rules, asker, kind, lang)


def _swept(matter: Matter, seat: Seat, value: Value, knob: str, numbers: tuple[float, ...], lang: Lang) -> Swept:
    from arbitro.web.trying import tried  # only this needs it

    game, rules = _game(matter)
    return tried(game, rules, seat, value, knob, numbers, lang)


def _spotlight(matter: Matter, seat: Seat, figure: str, lang: Lang) -> Spotlight:
    game, rules = _game(matter)
    if figure in rules.seat_order(game.state):
        from arbitro.analysis.sightmap import lit  # only this needs it

        return lit(game, rules, figure, seat, lang)
    return rules.spotlight(game, seat, figure, lang)


def _report(ruleset: str, packs: tuple[str, ...], journal: bytes, lang: Lang, title: str) -> str:
    from arbitro.reports import Film, report  # only this needs them

    rules = rules_of(ruleset, packs)
    return report(Film(read_journal(journal, rules), rules, lang, title))


def _proof(ruleset: str, packs: tuple[str, ...], journal: bytes, lang: Lang) -> Proof:
    return proof(journal, rules_of(ruleset, packs), lang)
