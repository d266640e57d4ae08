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
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any

from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.save import load, save
from arbitro.players import KeenPlayer, Player, RandomPlayer, step
from arbitro.players.workers import Workers
from arbitro.rulesets import cairn, crepuscolo, pathfinder
from arbitro.rulesets.cairn.skirmish import random_evening
from arbitro.rulesets.crepuscolo.company import ability_price, item_price, may_have
from arbitro.rulesets.crepuscolo.skirmish import KINDS, random_battle

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from soak_usage import Watched, added, report, told  # noqa: E402

BOUND = 60_000
BATCH = 20
BUILD = ROOT / "build"
RULES: dict[str, Any] = {
    "crepuscolo": crepuscolo.RULESET,
    "cairn": cairn.RULESET,
    "pathfinder": pathfinder.RULESET,
}
RULESET = crepuscolo.RULESET
PLAYERS: list[Callable[[int], Player]] = [RandomPlayer, KeenPlayer]


SOUGHT_BY_EACH = 2
"""So many abilities or powers are sought for each company of Crepuscolo, all of them in turn."""
RARE: dict[str, int] = {
    **dict.fromkeys(("CDC-AB-051", "CDC-AB-087"), 8),
    **dict.fromkeys(("CDC-AB-068", "CDC-AB-072", "CDC-AB-074", "CDC-AB-081", "CDC-AB-085", "CDC-PW-057"), 5),
    **dict.fromkeys(("CDC-PW-046", "CDC-PW-047", "CDC-PW-054", "CDC-PW-059", "CDC-PW-088", "CDC-PW-126"), 4),
    **dict.fromkeys(("CDC-AB-086", "CDC-AB-098", "CDC-AB-109", "CDC-AB-110", "CDC-AB-111", "CDC-AB-139"), 4),
    **dict.fromkeys(("CDC-AB-040", "CDC-AB-054", "CDC-AB-056", "CDC-AB-057", "CDC-AB-065", "CDC-AB-091"), 4),
    **dict.fromkeys(("CDC-AB-101", "CDC-AB-113", "CDC-AB-129", "CDC-AB-137", "CDC-PW-025", "CDC-PW-125"), 3),
    **dict.fromkeys(("CDC-AB-017", "CDC-AB-033", "CDC-AB-097", "CDC-AB-106", "CDC-AB-118", "CDC-PW-136"), 2),
    **dict.fromkeys(("CDC-AB-055", "CDC-PW-018", "CDC-PW-020", "CDC-PW-021", "CDC-PW-053", "CDC-PW-079"), 2),
}
"""Whose moment is rare is sought so many times as often, and comes upon a battle that is under way."""
POISONED, DODGES, FLAMES = "CDC-EQ-44", "CDC-AB-015", "CDC-PW-014"
AGAINST: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("CDC-AB-017", "CDC-AB-110", "CDC-AB-033"), (POISONED, POISONED, "CDC-PW-116")),
    **dict.fromkeys(("CDC-AB-074", "CDC-AB-081"), (DODGES, DODGES)),
    **dict.fromkeys(("CDC-AB-072", "CDC-AB-109"), (FLAMES, "CDC-PW-020")),
    "CDC-AB-113": ("CDC-PW-075",),
    "CDC-AB-111": ("CDC-AB-012",),
}
"""What the other company must have for the moment of an ability to come."""
ON_ROUGH_GROUND = ("CDC-AB-051", "CDC-AB-065", "CDC-AB-068")
"""Abilities that show where the ground is not open, or gives cover: on a table with room for some in its middle."""
ROUGH_SIZE = (44, 42)
ROUGH = tuple(kind for kind in KINDS if {"difficult", "covering"} & set(kind.get("kinds", ())))


@cache
def sought_after() -> tuple[str, ...]:
    """Every ability and power that some fighter can have, those that are rare more than once."""
    library = RULESET.library
    profiles = [profile for profile in library.profiles.values() if profile.recruitable]
    rules = [r for r in (*library.abilities, *library.powers) if any(may_have(p, r, library) for p in profiles)]
    return tuple(rule for rule in rules for _ in range(RARE.get(rule, 1)))


def sought_in(seed: int) -> dict[str, list[str]]:
    """What each company of a seed's battle seeks: over many seeds each rule equally often, in ever another order."""
    rules, found = sought_after(), []
    for number in range(seed * SOUGHT_BY_EACH * 2, (seed + 1) * SOUGHT_BY_EACH * 2):
        found.append(_shuffled(number // len(rules))[number % len(rules)])
    own, theirs = found[:SOUGHT_BY_EACH], found[SOUGHT_BY_EACH:]
    needed = {
        "a": [n for rule in theirs for n in AGAINST.get(rule, ())],
        "b": [n for r in own for n in AGAINST.get(r, ())],
    }
    return {"a": [*own, *needed["a"]], "b": [*theirs, *needed["b"]]}


@lru_cache(maxsize=4)
def _shuffled(round: int) -> tuple[str, ...]:
    rules = sought_after()
    return tuple(Random(round).sample(rules, len(rules)))


@cache
def cheapest(rule: str) -> int:
    """What a fighter who has an ability, a power or an item costs at least, in PR."""
    library = RULESET.library
    able = (p for p in library.profiles.values() if p.recruitable and may_have(p, rule, library))
    price = item_price if rule in library.items else ability_price
    return min(p.cr + max(0, price(p, rule, library) or 0) for p in able)


class Broken(Exception):
    """A battle that did not do as it must."""


def setup_of(name: str, rng: Random, seed: int = 0) -> dict[str, Any]:
    """A random setup for a ruleset."""
    if name == "cairn":
        return random_evening(rng, cairn.RULESET.library)
    if name == "pathfinder":
        return pathfinder.RULESET.skirmish(rng)
    size = rng.choice([(26, 24), (30, 26), (40, 30), (40, 30), (60, 40), (60, 40), (90, 60)])
    sought = sought_in(seed)
    enough = (sum(map(cheapest, rules)) * 3 // 2 for rules in sought.values())  # the first may be dearer than it must
    limit = max(rng.choice([25, 60, 100, 160]), *enough)
    every = [rule for rules in sought.values() for rule in rules]
    rough, joined = (
        any(rule in ON_ROUGH_GROUND for rule in every),
        rng.random() < (0.8 if set(every) & set(RARE) else 0.3),
    )
    return random_battle(
        rng,
        RULESET.library,
        limit=limit,
        size=ROUGH_SIZE if rough else size,
        pieces=15 if rough else rng.randrange(16),
        turns=rng.choice([0, 3, 4, 8]),
        sought=sought,
        kinds=ROUGH if rough else (),
        joined=joined,
    )


def battle(seed: int, chaos: bool, name: str = "crepuscolo", most: int = BOUND) -> dict[str, Any]:
    """One battle of a seed: the number of decisions, what each rule did (see `soak_usage`), and whether it is endless.

    Raises:
        Exception: whatever goes wrong.
    """
    rng = Random(seed)
    setup = setup_of(name, rng, seed)
    game: Game = Watched.new(RULES[name], setup, SeededDice.of_seed(seed), fair=rng.random() < 0.1)
    assert isinstance(game, Watched)
    watch = game.watch
    seats = [side["seat"] for side in setup["sides"]]
    players = {seat: rng.choice(PLAYERS)(seed * 2 + number) for number, seat in enumerate(seats)}
    halfway = 0
    for number in range(most):
        if game.over:
            return {"decisions": number, "used": watch.ends(game)}
        if chaos and rng.random() < 0.02:
            game = _through_bytes(game, seed)
        step(game, players)
        watch.moment(game)
        halfway = _turn(game) if number < most // 2 else halfway
    keen = all(isinstance(player, KeenPlayer) for player in players.values())
    if keen and not setup.get("options", {}).get("turn_limit") and _turn(game) > halfway:
        return {"decisions": most, "used": watch.ends(game), "endless": _turn(game)}
    raise Broken(f"no end after {most} decisions, turn {_turn(game)}")


def _turn(game: Game) -> int:
    """The number of the round, which Crepuscolo calls a turn."""
    return int(getattr(game.state, "round" if hasattr(game.state, "round") else "turn", 0))


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
            row.update(battle(seed, seed % 20 == 0, name))
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
        self.endless: dict[int, int] = {}
        self.used: dict[str, Counter[str]] = {}
        if not fresh and path.exists():
            kept = json.loads(path.read_text(encoding="utf-8"))
            if kept.get("seed") == first:
                self.done = {seed for lo, hi in kept["done"] for seed in range(lo, hi + 1)}
                self.broken, self.decisions = kept["broken"], kept["decisions"]
                self.endless = {int(seed): turn for seed, turn in kept.get("endless", {}).items()}
                added(self.used, kept.get("used", {}))

    def add(self, rows: list[dict[str, Any]]) -> None:
        """Count a batch and keep the file up to date."""
        for row in rows:
            self.done.add(row["seed"])
            self.decisions += row.get("decisions", 0)
            added(self.used, row.pop("used", {}))
            if "endless" in row:
                self.endless[row["seed"]] = row["endless"]
            if "error" in row:
                self.broken.append(row)
        self.path.parent.mkdir(exist_ok=True)
        draft = self.path.with_suffix(".tmp")
        kept = {
            "seed": self.first,
            "done": self._ranges(),
            "broken": self.broken,
            "decisions": self.decisions,
            "endless": self.endless,
            "used": told(self.used),
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
    with Workers(procs) as pool:
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
            pool.end()
            raise


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
        row = battle(given.one, given.one % 20 == 0, given.ruleset)
        print(f"{row['decisions']} decisions" + (", and no end by the book" if "endless" in row else ""))
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
    for seed, turn in sorted(tally.endless.items()):
        print(f"  seed {seed}: no end by the book, left in turn {turn}: no last turn, and both use whatever they can")
    if given.usage:
        print("\n".join(report(tally.used, RULES[given.ruleset])))
    return 1 if tally.broken else 0


if __name__ == "__main__":
    sys.exit(main())
