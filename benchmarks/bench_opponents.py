"""How often the quick opponent beats random play, and itself without powers; sides change every battle.

python benchmarks/bench_opponents.py [BATTLES]
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from battles import setup, table

from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.ruleset import ruleset
from arbitro.engine.values import Seat, Value
from arbitro.players import Player, QuickPlayer, RandomPlayer, play_out
from arbitro.rulesets.crepuscolo.content import built_in
from arbitro.rulesets.crepuscolo.skirmish import random_battle

SPECIAL = ("power", "ability", "boon")


class Plain(QuickPlayer):
    """The same opponent, which never uses an ability or a power by choice."""

    def candidates(self, game: Game, seat: Seat) -> list[Value]:
        found = super().candidates(game, seat)
        return [path for path in found if len(path) < 2 or path[1] not in SPECIAL] or found

    def answer(self, game: Game, seat: Seat) -> Value:
        assert game.pending is not None
        if game.pending.kind == "respond" and str(game.pending.about.get("window")) != "rolled":
            return ("pass",)
        return super().answer(game, seat)


def even_battle(seed: int, rich: bool) -> dict[str, Any]:
    """A battle between two equal companies: soldiers, or a random legal company full of abilities and powers."""
    even = {**setup(4), "options": {"turn_limit": 30}}  # two that shun each other would dance for ever
    fighters = even["sides"][0]["fighters"]
    if rich:
        fighters = random_battle(Random(seed), built_in(), limit=110, size=(60, 60), pieces=0)["sides"][0]["fighters"]
    for side in even["sides"]:
        side["fighters"] = [{key: value for key, value in f.items() if key != "id"} for f in fighters]
    return even


def match(battles: int, best: Callable[[int], Player], rest: Callable[[int], Player], *, rich: bool) -> Counter[str]:
    """Results of so many battles, the sides changing."""
    results: Counter[str] = Counter()
    for seed in range(battles):
        seat, other = ("a", "b") if seed % 2 == 0 else ("b", "a")
        game = Game.new(ruleset("crepuscolo"), even_battle(seed, rich), SeededDice.of_seed(seed))
        play_out(game, {seat: best(seed), other: rest(seed + 1)})
        results[{seat: "first", other: "second"}.get(game.state.result, "draw")] += 1
        print(f"\r{seed + 1} of {battles}", end="", file=sys.stderr)
    print(file=sys.stderr)
    return results


def main() -> None:
    """Play the matches and print the shares."""
    battles = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    quick, plain = QuickPlayer, Plain
    matches = (
        ("quick - random, soldiers (aim 95 %)", quick, RandomPlayer, False),
        ("quick - random, abilities and powers (aim 95 %)", quick, RandomPlayer, True),
        ("quick - quick without powers (aim: more than half)", quick, plain, True),
    )
    rows = []
    for name, first, second, rich in matches:
        start = time.perf_counter()
        results = match(battles, first, second, rich=rich)
        taken = (time.perf_counter() - start) / battles
        share = f"{results['first'] / battles:.0%}"
        rows.append((name, results["first"], results["second"], results["draw"], share, f"{taken:.1f}"))
    table(f"Even battles, {battles} each", ("", "won", "lost", "draw", "share", "s each"), rows)


if __name__ == "__main__":
    main()
