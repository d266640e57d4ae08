#!/usr/bin/env python3
"""Play random battles until something breaks: random legal companies, tables, options and seeds.

    .venv/bin/python tools/soak.py --games 10000 --procs 2
    .venv/bin/python tools/soak.py --ruleset cairn --games 10000

Every battle must end without an exception and within a bound of decisions; every twentieth is also saved and loaded
at random decisions and must go on the same. Progress is kept in build/soak.json, so that an interrupted run goes on
where it stood. Exit code: 0 all ended, 1 something broke (the seeds are printed), 130 interrupted.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from random import Random
from typing import Any

from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.save import load, save
from arbitro.engine.tally import Tally as Tally_
from arbitro.players import KeenPlayer, Player, RandomPlayer, step
from arbitro.rulesets import cairn, crepuscolo, pathfinder
from arbitro.rulesets.cairn.skirmish import random_evening
from arbitro.rulesets.crepuscolo.events import TookPart
from arbitro.rulesets.crepuscolo.skirmish import random_battle

BOUND = 60_000
BATCH = 20
BUILD = Path(__file__).resolve().parent.parent / "build"
RULES: dict[str, Any] = {
    "crepuscolo": crepuscolo.RULESET,
    "cairn": cairn.RULESET,
    "pathfinder": pathfinder.RULESET,
}
RULESET = crepuscolo.RULESET


class Broken(Exception):
    """A battle that did not do as it must."""


def setup_of(name: str, rng: Random) -> dict[str, Any]:
    """A random setup for a ruleset."""
    if name == "cairn":
        return random_evening(rng, cairn.RULESET.library)
    if name == "pathfinder":
        return pathfinder.RULESET.skirmish(rng)
    size = rng.choice([(40, 30), (60, 40), (90, 60)])
    return random_battle(
        rng,
        RULESET.library,
        limit=rng.choice([25, 60, 100, 160]),
        size=size,
        pieces=rng.randrange(16),
        turns=rng.choice([0, 0, 4, 8]),
    )


def battle(seed: int, chaos: bool, name: str = "crepuscolo") -> tuple[int, Counter[str]]:
    """One battle of a seed; returns the number of decisions, and which rules had a part in it how often.

    Raises:
        Exception: whatever goes wrong.
    """
    rng = Random(seed)
    setup = setup_of(name, rng)
    game: Game = Watched.new(RULES[name], setup, SeededDice.of_seed(seed), fair=rng.random() < 0.1)
    seats = [side["seat"] for side in setup["sides"]]
    makers: list[Callable[[int], Player]] = [RandomPlayer, KeenPlayer]
    players = {seat: rng.choice(makers)(seed * 2 + number) for number, seat in enumerate(seats)}
    for number in range(BOUND):
        if game.over:
            return number, used(game)
        if chaos and rng.random() < 0.02:
            game = _through_bytes(game, seed)
        step(game, players)
    raise Broken(f"no end after {BOUND} decisions, turn {getattr(game.state, 'turn', '?')}")


def is_plain(rule: str) -> bool:
    """Whether all that an ability does is to add to Resistenza or armour from the start."""
    lines = RULESET.records[rule].always
    return bool(lines) and all(line.kind == "modify" and line.name in ("res", "armour") for line in lines)


class Watched(Game):
    """A game that remembers which rules had a part in any number, ban, leave or immunity that was asked for."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.seen: set[str] = set()
        super().__init__(*args, **more)

    def query(self, *args: Any, **roles: Any) -> Tally_:
        tally = super().query(*args, **roles)
        self.seen.update(line.rule for line in tally.lines)
        return tally

    def restricted(self, *args: Any, **roles: Any) -> Any:
        why = super().restricted(*args, **roles)
        self.seen.update(why.rules if why is not None else ())
        return why

    def enabled(self, *args: Any, **roles: Any) -> str:
        rule = super().enabled(*args, **roles)
        self.seen.add(rule)
        return rule

    def immune(self, *args: Any) -> str:
        rule = super().immune(*args)
        self.seen.add(rule)
        return rule


def used(game: Game) -> Counter[str]:
    """How often each rule is named in a journal, and once for each that was asked for, or that opened a power used."""
    found: Counter[str] = Counter(getattr(game, "seen", ()))
    figures = getattr(game.state, "figures", {})
    library = RULESET.library
    for event in game.journal:
        if isinstance(event, TookPart) and event.path in library.powers and event.it in figures:
            opened = (library.abilities.get(rule) for rule in figures[event.it].abilities)
            found.update(ability.id for ability in opened if ability is not None and (ability.opens or ability.domain))
    for figure in figures.values() if game.ruleset is RULESET else ():
        found.update(rule for rule in figure.abilities if rule in library.abilities and is_plain(rule))
    for event in game.journal:
        found.update({rule.split(".")[0] for rule in event.rules})
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if isinstance(value, Tally_):
                found.update({line.rule for line in value.lines})
    return found


def _through_bytes(game: Game, seed: int) -> Game:
    twin = load(save(game), game.ruleset, SeededDice.of_seed(seed))
    if twin.pending != game.pending or twin.journal != game.journal:
        raise Broken(f"not the same after a save at {game.pending}")
    return twin


def batch(seeds: list[int], name: str) -> list[dict[str, Any]]:
    """Several battles; one row for each."""
    rows = []
    for seed in seeds:
        row: dict[str, Any] = {"seed": seed}
        try:
            row["decisions"], row["used"] = battle(seed, seed % 20 == 0, name)
        except Exception as error:
            facts = getattr(getattr(error, "refusal", None), "facts", "")
            row["error"] = f"{type(error).__name__}: {error} {facts}".strip()
            row["trace"] = traceback.format_exc()[-3000:]
        rows.append(row)
    return rows


def batches(first: int, done: set[int], games: int) -> Iterator[list[int]]:
    """The seeds still to be played, in batches."""
    left = [seed for seed in range(first, first + games) if seed not in done]
    for start in range(0, len(left), BATCH):
        yield left[start : start + BATCH]


class Tally:
    """What was played so far, kept in a file."""

    def __init__(self, path: Path, first: int, *, fresh: bool) -> None:
        self.path, self.first = path, first
        self.done: set[int] = set()
        self.broken: list[dict[str, Any]] = []
        self.decisions = 0
        self.used: Counter[str] = Counter()
        if not fresh and path.exists():
            kept = json.loads(path.read_text(encoding="utf-8"))
            if kept.get("seed") == first:
                self.done = {seed for lo, hi in kept["done"] for seed in range(lo, hi + 1)}
                self.broken, self.decisions = kept["broken"], kept["decisions"]
                self.used = Counter(kept.get("used", {}))

    def add(self, rows: list[dict[str, Any]]) -> None:
        """Count a batch and keep the file up to date."""
        for row in rows:
            self.done.add(row["seed"])
            self.decisions += row.get("decisions", 0)
            self.used.update(row.pop("used", {}))
            if "error" in row:
                self.broken.append(row)
        self.path.parent.mkdir(exist_ok=True)
        draft = self.path.with_suffix(".tmp")
        kept = {
            "seed": self.first,
            "done": self._ranges(),
            "broken": self.broken,
            "decisions": self.decisions,
            "used": dict(sorted(self.used.items())),
        }
        draft.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        draft.replace(self.path)

    def _ranges(self) -> list[list[int]]:
        ranges: list[list[int]] = []
        for seed in sorted(self.done):
            if ranges and ranges[-1][1] == seed - 1:
                ranges[-1][1] = seed
            else:
                ranges.append([seed, seed])
        return ranges


def play(tally: Tally, games: int, procs: int, name: str) -> None:
    """Play what is left, and say how it goes every ten seconds."""
    began = said = time.monotonic()
    work = batches(tally.first, set(tally.done), games)
    before = len(tally.done)
    quiet = (signal.SIGINT, signal.SIG_IGN)  # the workers finish their batch; this process says that it was interrupted
    with ProcessPoolExecutor(procs, initializer=signal.signal, initargs=quiet) as pool:
        running: set[Future[list[dict[str, Any]]]] = set()
        try:
            while True:
                while len(running) < 2 * procs and (seeds := next(work, None)) is not None:
                    running.add(pool.submit(batch, seeds, name))
                if not running:
                    return
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    rows = future.result()
                    tally.add(rows)
                    for row in rows:
                        if "error" in row:
                            print(f"seed {row['seed']}: {row['error']}", flush=True)
                now = time.monotonic()
                if now - said > 10:
                    said = now
                    rate = (len(tally.done) - before) / (now - began)
                    print(f"{len(tally.done)} of {games}, {len(tally.broken)} broken, {rate:.1f} battles/s", flush=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def report(found: Counter[str], name: str) -> None:
    """Print the use of each ability and power (or record), the rarest first."""
    library = RULES[name].library
    if name == "crepuscolo":
        wanted = {rule: library.name(rule, "it") for rule in (*library.abilities, *library.powers)}
    else:
        wanted = {rule: record.name for rule, record in library.records.items()}
    for rule in sorted(wanted, key=lambda rule: (found[rule], rule)):
        print(f"{found[rule]:8} {rule} {wanted[rule]}")


def main() -> int:
    """Read the arguments and play."""
    parser = argparse.ArgumentParser(description="Play random battles until something breaks.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--procs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0, help="the first battle's seed; the others follow it")
    parser.add_argument("--fresh", action="store_true", help="forget what an earlier run has played")
    parser.add_argument("--ruleset", choices=sorted(RULES), default="crepuscolo", help="the game that is played")
    parser.add_argument("--keep", type=Path, help="where progress is kept")
    parser.add_argument("--usage", action="store_true", help="list how often each ability and power had a part")
    parser.add_argument("--one", type=int, help="play the battle of one seed and show what goes wrong")
    given = parser.parse_args()
    if given.one is not None:
        print(f"{battle(given.one, given.one % 20 == 0, given.ruleset)[0]} decisions")
        return 0
    usual = BUILD / ("soak.json" if given.ruleset == "crepuscolo" else f"soak-{given.ruleset}.json")
    tally = Tally(given.keep or usual, given.seed, fresh=given.fresh)
    try:
        play(tally, given.games, given.procs, given.ruleset)
    except KeyboardInterrupt:
        print(f"interrupted after {len(tally.done)} battles; run the same command to go on", flush=True)
        return 130
    print(f"{len(tally.done)} battles, {tally.decisions} decisions, {len(tally.broken)} broken")
    for row in tally.broken:
        print(f"  seed {row['seed']}: {row['error']}")
    if given.usage:
        report(tally.used, given.ruleset)
    return 1 if tally.broken else 0


if __name__ == "__main__":
    sys.exit(main())
