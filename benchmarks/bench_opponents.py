"""How often the quick opponent beats random play in even battles; sides change every battle.

python benchmarks/bench_opponents.py [BATTLES]
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from battles import setup, table

from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.ruleset import ruleset
from arbitro.players import play_out, player


def main() -> None:
    """Play the battles and print the share."""
    battles = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    results: Counter[str] = Counter()
    start = time.perf_counter()
    for seed in range(battles):
        even = setup(4)
        even["sides"][1]["fighters"] = [dict(f) for f in even["sides"][0]["fighters"]]
        seat, other = ("a", "b") if seed % 2 == 0 else ("b", "a")
        game = Game.new(ruleset("crepuscolo"), even, SeededDice.of_seed(seed))
        play_out(game, {seat: player("quick", seed), other: player("random", seed + 1)})
        results[{seat: "quick", other: "random"}.get(game.state.result, "draw")] += 1
        print(f"\r{seed + 1} of {battles}", end="", file=sys.stderr)
    print(file=sys.stderr)
    taken = (time.perf_counter() - start) / battles
    rows = [(name, results[name], f"{results[name] / battles:.0%}") for name in ("quick", "random", "draw")]
    table(f"Even battles, 4 against 4 ({taken:.1f} s each)", ("", "won", "share (aim 95 %)"), rows)


if __name__ == "__main__":
    main()
