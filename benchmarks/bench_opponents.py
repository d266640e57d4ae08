"""How often the quick opponent beats random play, and itself without powers; sides change every battle.

python benchmarks/bench_opponents.py [BATTLES]

Shares are of the decided battles, with Wilson's interval of 95 %. A match ends before its last battle where the
interval is clear of its aim: looked at every `LOOK` battles, and not before `LEAST` are decided. Looking often makes
a lucky stop likelier than 5 in 100; so a claim near the line wants a match played to its end (`--all`).
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from math import sqrt
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
SURE = 1.96
"""Standard deviations of an interval of 95 %."""
LOOK, LEAST = 20, 60


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


def interval(won: int, decided: int) -> tuple[float, float]:
    """Wilson's interval of a share: where it lies with 95 % certainty.

    >>> [round(end, 3) for end in interval(60, 100)]
    [0.502, 0.691]
    """
    if not decided:
        return 0.0, 1.0
    share, square = won / decided, SURE * SURE
    middle, spread = (
        share + square / (2 * decided),
        SURE * sqrt((share * (1 - share) + square / (4 * decided)) / decided),
    )
    return (middle - spread) / (1 + square / decided), (middle + spread) / (1 + square / decided)


def clear(results: Counter[str], aim: float) -> bool:
    """Whether so many battles say already on which side of the aim the share lies."""
    decided = results["first"] + results["second"]
    low, high = interval(results["first"], decided)
    return decided >= LEAST and not low <= aim <= high


def match(
    battles: int, best: Callable[[int], Player], rest: Callable[[int], Player], *, rich: bool, aim: float = -1.0
) -> Counter[str]:
    """Results of so many battles at most, the sides changing; fewer where they are clear about an aim."""
    results: Counter[str] = Counter()
    for seed in range(battles):
        seat, other = ("a", "b") if seed % 2 == 0 else ("b", "a")
        game = Game.new(ruleset("crepuscolo"), even_battle(seed, rich), SeededDice.of_seed(seed))
        play_out(game, {seat: best(seed), other: rest(seed + 1)})
        results[{seat: "first", other: "second"}.get(game.state.result, "draw")] += 1
        print(f"\r{seed + 1} of {battles}", end="", file=sys.stderr)
        if aim >= 0 and (seed + 1) % LOOK == 0 and clear(results, aim):
            break
    print(file=sys.stderr)
    return results


def main() -> None:
    """Play the matches and print the shares."""
    given = [word for word in sys.argv[1:] if word != "--all"]
    battles, whole = int(given[0]) if given else 100, "--all" in sys.argv
    quick, plain = QuickPlayer, Plain
    matches = (
        ("quick - random, soldiers (aim 95 %)", quick, RandomPlayer, False, 0.95),
        ("quick - random, abilities and powers (aim 95 %)", quick, RandomPlayer, True, 0.95),
        ("quick - quick without powers (aim: more than half)", quick, plain, True, 0.5),
    )
    rows = []
    for name, first, second, rich, aim in matches:
        start = time.process_time()
        results = match(battles, first, second, rich=rich, aim=-1.0 if whole else aim)
        taken = (time.process_time() - start) / results.total()
        won, decided = results["first"], results["first"] + results["second"]
        low, high = interval(won, decided)
        share = f"{won / decided:.0%}" if decided else "-"
        rows.append((name, won, results["second"], results["draw"], share, f"{low:.2f} - {high:.2f}", f"{taken:.1f}"))
    head = ("", "won", "lost", "draw", "share", "95 %", "s each")
    table(f"Even battles, {battles} each at most", head, rows)


if __name__ == "__main__":
    main()
