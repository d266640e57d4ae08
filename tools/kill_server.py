#!/usr/bin/env python3
"""``kill -9`` of the server in the middle of play, again and again: no answered move lost, none doubled, all resume.

    .venv/bin/python tools/kill_server.py [--kills 100] [--games 20] [--postgresql]

Clients at both seats of every game answer as fast as the server lets them. At a random moment the server is killed,
what it stored is looked at, and it is started again on the same database; the clients come back by themselves, going
on from the row they had heard of. After each kill:

- each answer that was told ``done`` is in the log, at the row it was told, with its value; no question was answered
  twice by a seat; the rows have no gap; nobody has seen a row that is not there;
- clients see to it that they never get a row twice, nor leave one out, and that no line of the journal comes twice.

Every ``CHECK_EVERY`` kills and at the end: the journal that the server shows equals a replay of the stored rows from
the beginning, and a client that comes anew sees what those see who came back.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from websockets.exceptions import WebSocketException

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT)]
from crowd import Fault, Guest, Server  # noqa: E402

from arbitro.storage.records import Game as Kept  # noqa: E402
from arbitro.storage.records import Row  # noqa: E402
from arbitro.storage.store import Store  # noqa: E402
from arbitro.web.library import rules_called  # noqa: E402
from arbitro.web.reel import seen_by  # noqa: E402
from arbitro.web.table import Table, fresh  # noqa: E402
from arbitro.web.tables import dice_of, read_rows, titles  # noqa: E402

SCENARIO = "agguato-al-guado"
COMPUTERS = 5
"""In one game of so many, the second seat is a computer's."""
WALK = 0.3
"""How often an answer is chosen, and not the default."""
THINK = 0.15
"""A client thinks up to so many seconds."""
PATIENCE = 90.0
"""Seconds a client may take to come back."""
LIFE = 2.0
"""The server is killed up to so many seconds after the first answer in its life."""
EARLY = 5
"""One life of so many may end before that, up to so many seconds after the server began to answer HTTP."""
CHECK_EVERY = 20
STILL = 1.0


class Told(Struct):
    """An answer that was told ``done``."""

    row: int
    decision: str
    seat: str
    value: Any


class Battle:
    """A game with its clients, and what they were told is done."""

    def __init__(self, id: str, tokens: dict[str, str], port: int, first: int, go: asyncio.Event) -> None:
        self.id, self.tokens, self.go = id, tokens, go
        self.guests = [Guest(port, id, token, first + n) for n, token in enumerate(tokens.values())]
        self.told: list[Told] = []
        self.sent = 0

    async def play(self, guest: Guest, rng: Random) -> None:
        """Answer whatever this client is asked until the game is over; come back when it is cut off."""
        while not guest.over:
            if guest.fault is not None:
                raise guest.fault
            if guest.lost:
                await guest.resume(time.monotonic() + PATIENCE)
            with suppress(WebSocketException, OSError):
                await self._answer(guest, rng)

    async def _answer(self, guest: Guest, rng: Random) -> None:
        await asyncio.sleep(rng.uniform(0, THINK))
        asked = guest.needed()
        if asked is None or not self.go.is_set():
            return
        try:
            value = await guest.value_for(asked, rng, WALK)
        except Fault:
            if asked == guest.needed():
                raise
            return  # the question was overtaken while the answer was sought
        self.sent += 1
        reply = await guest.answer(asked, value)
        if reply.type == "done":
            self.told.append(Told(reply.seq, asked.decision, asked.seat, value))
        elif reply.code != "stale":
            raise Fault(f"game {self.id}: {value} was refused: {reply.code} {reply.text}")

    @property
    def over(self) -> bool:
        """Whether all have seen its end."""
        return all(guest.over for guest in self.guests)


class Stored(Struct):
    """A game as it is in the database."""

    game: Kept
    rows: list[Row]

    def answers(self) -> dict[int, dict[str, Any]]:
        """The answers of its log, by row."""
        read = {row.seq: msgspec.msgpack.decode(row.body) for row in self.rows}
        return {row: one for row, one in read.items() if "decision" in one}

    def table(self, most: int) -> Table:
        """The first so many rows played from the beginning, without any checkpoint."""
        kept = self.game
        rules, typed = rules_called(kept.ruleset), kept.dice == "typed"
        table = fresh(kept.id, titles(kept), rules, kept.setup, dice_of(kept), kept.seats, typed=typed)
        for row, one in read_rows(table, self.rows[:most]):
            table.take(row, one)
        return table


class Shown(Struct):
    """What the server showed a seat of a game at a row: the events of its journal."""

    row: int
    events: list[Any]


def judge(battle: Battle, kept: Stored) -> None:
    """Raise Fault if the log of a game is not what the clients were told."""
    rows = len(kept.rows)
    if [row.seq for row in kept.rows] != list(range(1, rows + 1)) or kept.game.seq != rows:
        raise Fault(f"game {battle.id}: the rows have a gap, or are not the {kept.game.seq} that were counted")
    seen = max(guest.seq for guest in battle.guests)
    if seen > rows:
        raise Fault(f"game {battle.id}: row {seen} was shown, and {rows} rows are stored")
    answers = kept.answers()
    for told in battle.told:
        found = answers.get(told.row, {})
        if [found.get(name) for name in ("decision", "seat", "value")] != [told.decision, told.seat, told.value]:
            raise Fault(f"game {battle.id}: {told} was told done, and the row is {found}")
    given = Counter((one["decision"], one["seat"]) for one in answers.values())
    if len(given) < len(answers):
        raise Fault(f"game {battle.id}: answered twice: {given.most_common(3)}")


def judge_shown(battle: Battle, kept: Stored, shown: dict[str, Shown]) -> None:
    """Raise Fault if what the server showed is not what the stored rows lead to."""
    for seat, one in shown.items():
        table = kept.table(one.row)
        events: list[Any] = list(table.reel.events)
        if not table.over:
            events = [seen for event in events if (seen := seen_by(event, (seat,))) is not None]
        if one.events != json.loads(msgspec.json.encode(events)):
            raise Fault(f"game {battle.id}: the journal of seat {seat} is not the replay of its {one.row} rows")


class Trial:
    """The whole run.

    Args:
        database: its address.
        folder: where the server's complaints go.
        wish: how many kills and games, and the seed.
    """

    def __init__(self, database: str, folder: Path, wish: argparse.Namespace) -> None:
        self.database, self.wish, self.rng = database, wish, Random(wish.seed)
        self.server = Server(database, folder / "log")
        self.go = asyncio.Event()
        self.battles: list[Battle] = []
        self.tasks: dict[asyncio.Task[None], Guest] = {}
        self.made = 0
        self.counts: Counter[str] = Counter()

    async def run(self) -> Counter[str]:
        """Kill and start again, so many times; what was counted. Raises Fault."""
        try:
            await asyncio.to_thread(self.server.start)
            for number in range(1, self.wish.kills + 1):
                await self._seat()
                self.go.set()
                if number % EARLY or number == 1:
                    await self._first_answer()
                await self._listen(self.rng.uniform(0, LIFE))
                await self._kill()
                if number % CHECK_EVERY == 0 or number == self.wish.kills:
                    await self._compare()
                self.counts["kills"] = number
                if number % CHECK_EVERY == 0:
                    print(f"{number} kills ...", file=sys.stderr)
        finally:
            for task in self.tasks:
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)
            await asyncio.to_thread(self.server.stop)
        return self.counts

    async def _seat(self) -> None:
        """Put new games in the place of those that are over."""
        while len(self.battles) < self.wish.games:
            self.made += 1
            other = "quick" if self.made % COMPUTERS == 0 else "link"
            made = await asyncio.to_thread(self.server.new_game, {"a": "link", "b": other}, scenario=SCENARIO)
            battle = Battle(made["id"], made["tokens"], self.server.port, 2 * self.made, self.go)
            self.battles.append(battle)
            for guest in battle.guests:
                self.tasks[asyncio.create_task(battle.play(guest, Random(self.rng.random())))] = guest

    async def _listen(self, seconds: float) -> None:
        """Let them play; raises what a client complains of."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            await asyncio.sleep(min(left, 0.05))
            for task in [task for task in self.tasks if task.done()]:
                del self.tasks[task]
                task.result()

    async def _first_answer(self) -> None:
        """Wait for an answer that is told done."""
        before = sum(len(battle.told) for battle in self.battles)
        end = time.monotonic() + PATIENCE
        while sum(len(battle.told) for battle in self.battles) == before:
            if time.monotonic() > end:
                raise Fault("nobody could answer any more")
            await self._listen(0.05)

    async def _kill(self) -> dict[str, Stored]:
        """Kill the server, judge what it stored, and start it again; all that is stored."""
        await asyncio.to_thread(self.server.kill)
        async with await Store.open(self.database) as store:
            found = {one.id: Stored(await store.game(one.id), await store.log(one.id)) for one in self.battles}
        for battle in self.battles:
            judge(battle, found[battle.id])
        for battle in [battle for battle in self.battles if battle.over]:
            self._count(battle, found[battle.id])
        await asyncio.to_thread(self.server.start)
        return found

    def _count(self, battle: Battle, kept: Stored) -> None:
        """A game is over, or the run is: add up what there was of it."""
        people = [one for one in kept.answers().values() if one["seat"] in battle.tokens]
        nonces = len(battle.guests)  # thrown in by coming in, without an answer of theirs
        self.battles.remove(battle)
        self.counts["games"] += 1
        self.counts["games played to the end"] += battle.over
        self.counts["rows"] += len(kept.rows)
        self.counts["answers sent"] += battle.sent
        self.counts["answers told done"] += len(battle.told)
        self.counts["stored, but cut off before it was told"] += len(people) - nonces - len(battle.told)
        self.counts["times a client came back"] += sum(guest.resumed for guest in battle.guests)

    async def _compare(self) -> None:
        """With everything standing still, compare what the server shows with a replay of what it stored."""
        self.go.clear()
        end = time.monotonic() + PATIENCE
        while any(guest.lost for guest in self.tasks.values()):
            if time.monotonic() > end:
                raise Fault("some clients did not come back")
            await self._listen(0.2)
        await self._listen(STILL)
        shown = {
            battle.id: {seat: await self._shown(battle, seat) for seat in battle.tokens} for battle in self.battles
        }
        battles = list(self.battles)
        found = await self._kill()
        for battle in battles:
            judge_shown(battle, found[battle.id], shown[battle.id])
            self.counts["journals compared"] += len(shown[battle.id])
        if self.counts["kills"] + 1 == self.wish.kills:
            for battle in list(self.battles):
                self._count(battle, found[battle.id])

    async def _shown(self, battle: Battle, seat: str) -> Shown:
        """What a seat sees, while no row comes. Raises Fault if it is not what who came back sees."""
        token = battle.tokens[seat]
        old = next(guest for guest in battle.guests if guest.token == token)
        while True:
            new = Guest(self.server.port, battle.id, token, 0)
            await new.open()
            served = await asyncio.to_thread(self.server.http, f"/api/games/{battle.id}/journal", None, token)
            await self._listen(0.01)
            await new.close()
            if new.first == new.seq == old.seq:
                break
        if (new.lines, new.questions, new.over) != (old.lines, old.questions, old.over):
            raise Fault(f"game {battle.id}, seat {seat}: who came back does not see what who comes anew sees")
        events = [{key: value for key, value in event.items() if key != "text"} for event in served["events"]]
        return Shown(new.seq, events)


def main() -> None:
    """Run it, and print what was counted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--games", type=int, default=20, help="running games")
    parser.add_argument("--seed", type=int, default=1, help="of the moments and the answers")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL; else on SQLite")
    wish = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as made, database(wish.postgresql, Path(made)) as address:
        try:
            counts = asyncio.run(asyncio.wait_for(Trial(address, Path(made), wish).run(), wish.kills * 60 + 300))
        except Fault as fault:
            sys.exit(f"After {time.monotonic() - begun:.0f} s: {fault}\n{(Path(made) / 'log').read_text()[-3000:]}")
        # A Python that is killed leaves semaphores behind, and its tracker says so.
        lines = (Path(made) / "log").read_text().splitlines()
        complaints = "\n".join(line for line in lines if "resource_tracker" not in line)
    for name, count in counts.items():
        print(f"{name:40} {count:7}")
    print(f"{'seconds':40} {time.monotonic() - begun:7.0f}")
    print("Nothing lost, nothing doubled, everybody came back.")
    if complaints:
        print(f"The server complained:\n{complaints[-3000:]}")


@contextmanager
def database(postgresql: bool, folder: Path) -> Iterator[str]:
    """The address of an empty database."""
    if not postgresql:
        yield str(folder / "games.sqlite3")
        return
    from tests.postgres import Postgres

    server = Postgres(durable=True)
    try:
        yield server.new_database()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
