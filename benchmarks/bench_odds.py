"""Exact odds of one melee attack with re-rolls, upgrades and armour: time, and agreement with seeded attacks.

python benchmarks/bench_odds.py [ATTACKS]
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import Any

from battles import median_us, table
from scipy.stats import chisquare

from arbitro.analysis import melee_duel
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.odds import instinct_policy
from arbitro.engine.ruleset import ruleset


def duel() -> dict[str, Any]:
    """An axeman with improved, enchanted weapons against one in improved medium armour with a fighting shield."""
    one = {"profile": "razziatore", "id": "a1", "items": ["CDC-EQ-12"], "at": [30, 30], "dice": [4, 6, 8]}
    one["upgrades"] = [{"item": "CDC-EQ-66", "to": "CDC-EQ-12"}, {"item": "CDC-EQ-77", "to": "CDC-EQ-12"}]
    two = {"profile": "razziatore", "id": "b1", "items": ["CDC-EQ-33", "CDC-EQ-34"], "at": [32.6, 30], "dice": [6]}
    two["upgrades"] = [{"item": "CDC-EQ-69", "to": "CDC-EQ-33"}]
    sides = [
        {"seat": "a", "name": "A", "access": [30, 0], "fighters": [one]},
        {"seat": "b", "name": "B", "access": [30, 60], "fighters": [two]},
    ]
    return {"table": {"width": 60, "depth": 60}, "sides": sides, "start": {"hand": "a", "no_deal": True}}


def main() -> None:
    """Time the walk, then fight the same attack many times with seeded dice."""
    attacks = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    game = Game.new(ruleset("crepuscolo"), duel(), SeededDice.of_seed(1))
    found = melee_duel(game, "a", "a1", "b1", 8)
    took = median_us(lambda: melee_duel(game, "a", "a1", "b1", 8), 15) / 1000
    counted: Counter[int] = Counter()
    rng = Random(7)
    before = game.state.figures["b1"].life  # type: ignore[attr-defined]
    for _ in range(attacks):
        twin = game.fork(SeededDice(rng.randbytes(16)))
        twin.stop_at_step = twin.state.step_no
        twin.choose(("a1", "melee", "b1", 8))
        while True:
            while twin.pending is not None:
                twin.choose(instinct_policy(twin))
            if not twin.follows():
                break
            twin.stop_at_step = twin.state.step_no + 1
            twin.resume()
        counted[before - twin.state.figures["b1"].life] += 1  # type: ignore[attr-defined]
    rows = [(f"damage {n}", f"{float(p):.5f}", f"{counted[n] / attacks:.5f}", f"{p}") for n, p in found.damage.items()]
    table(f"One attack with a d8, {attacks:,} seeded attacks", ("", "exact", "seeded", "fraction"), rows)
    likely = [n for n, p in found.damage.items() if p * attacks >= 5]
    seen = [counted[n] for n in likely]
    scale = sum(seen) / float(sum(found.damage[n] for n in likely))
    test = chisquare(seen, [float(found.damage[n]) * scale for n in likely])
    rows = [
        ("exact odds, milliseconds", f"{took:.1f}", "20"),
        ("outcomes walked", found.odds.leaves, ""),
        ("chi-square, p", f"{test.pvalue:.3f}", "> 0.001"),
    ]
    table("The odds", ("", "found", "aim"), rows)


if __name__ == "__main__":
    main()
