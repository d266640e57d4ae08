"""A Cairn party of four against a troll: the chance that nobody of the party falls, exact and by seeded fights.

python benchmarks/bench_fight.py [FIGHTS [EXPONENT]]

Everybody plays by the ruleset's instinct. The walk stops where somebody falls, or where the fight is over; what is less
likely than ten to the minus EXPONENT (6) is not followed and told as the rest. The exact chance must lie within the
doubt of the seeded fights. The party is ready, so that nobody is surprised.
"""

from __future__ import annotations

import sys
import time
from fractions import Fraction
from random import Random
from typing import Any

from battles import table

from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.odds import instinct_policy, odds
from arbitro.engine.ruleset import ruleset
from arbitro.engine.state import State

PARTY: list[dict[str, Any]] = [
    {"name": "Spada", "pf": 6, "forza": 13, "des": 11, "vol": 10, "items": ["spada", "scudo", "elmo"]},
    {"name": "Lancia", "pf": 5, "forza": 12, "des": 10, "vol": 9, "items": ["lancia", "gambesone"]},
    {"name": "Arco", "pf": 4, "forza": 10, "des": 14, "vol": 11, "items": ["arco"]},
    {"name": "Ascia", "pf": 6, "forza": 14, "des": 9, "vol": 10, "items": ["ascia", "scudo"]},
]
MOST_LEAVES = 3_000_000


def begun(dice: Any) -> Game:
    """The fight at its first question; the party is ready, so that nobody is surprised."""
    sides = [
        {"seat": "a", "name": "A", "ready": True, "members": PARTY},
        {"seat": "b", "name": "B", "members": [{"monster": "troll"}]},
    ]
    return Game.new(ruleset("cairn"), {"sides": sides}, dice, log=False)


def fallen(state: State) -> bool:
    """Whether somebody of the party is down, dead or gone."""
    return any(not f.standing for f in state.figures.values() if f.seat == "a")  # type: ignore[attr-defined]


def over(state: State) -> bool:
    """Whether somebody fell, or the fight is over."""
    return fallen(state) or not all(
        any(f.standing for f in state.figures.values() if f.seat == seat)  # type: ignore[attr-defined]
        for seat in ("a", "b")
    )


def fought(dice: SeededDice) -> bool:
    """One fight with seeded dice: whether nobody fell."""
    game = begun(dice)
    while not game.over and not fallen(game.state):
        if game.ruleset.running(game.state, "fight") is None and game.state.round:  # type: ignore[attr-defined]
            break
        game.choose(instinct_policy(game))
    return not fallen(game.state)


def main() -> None:
    """Both, and whether they agree."""
    fights = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    smallest = Fraction(1, 10 ** (int(sys.argv[2]) if len(sys.argv) > 2 else 6))
    start = time.process_time()
    found = odds(begun(SeededDice.of_seed(0)), None, watch=fallen, until=over, policy=instinct_policy,
                 leaves=MOST_LEAVES, samples=0, smallest=smallest, longest=4000)  # fmt: skip
    exact_took = time.process_time() - start
    rng, whole = Random(7), 0
    start = time.process_time()
    for _ in range(fights):
        whole += fought(SeededDice(rng.randbytes(16)))
    took = time.process_time() - start
    low, high = float(found.outcomes.get(False, 0)), float(found.outcomes.get(False, 0) + found.rest)
    share = whole / fights
    doubt = 1.96 * (share * (1 - share) / fights) ** 0.5
    rows = [
        ("exact: nobody falls", f"{low:.6f}", f"+ rest {float(found.rest):.1e}", f"{found.leaves:,} outcomes",
         f"{exact_took:.0f} s"),
        (f"{fights:,} seeded fights", f"{share:.6f}", f"± {doubt:.6f}", f"{whole:,} whole", f"{took:.0f} s"),
        ("apart, in standard deviations", f"{abs(share - (low + high) / 2) / (doubt / 1.96):.2f}", "aim < 3", "", ""),
    ]  # fmt: skip
    table("A party of four against a troll", ("", "chance", "doubt", "how", "time"), rows)


if __name__ == "__main__":
    main()
