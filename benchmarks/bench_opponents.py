"""How often each opponent beats the next weaker one, in each game; sides change every battle.

python benchmarks/bench_opponents.py [BATTLES] [--all] [--from NUMBER] [--nodes NUMBER] [WORD ...]

Words pick the matches whose names hold them all, such as `strong cairn`. Both sides of a battle are equal. `--from`
plays other battles than the first ones: whoever tunes an opponent does so on battles that are not reported.
`--nodes` gives strong another budget than its own, a smaller one to save time.
Shares are of the decided battles, with Wilson's interval of 95 %. A match ends before its last battle where the
interval is clear of its aim: looked at every `LOOK` battles, and not before `LEAST` are decided. Looking often makes
a lucky stop likelier than 5 in 100; so a claim near the line wants a match played to its end (`--all`).
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Callable
from functools import partial
from math import sqrt
from random import Random
from typing import Any

from battles import setup, table

from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.ruleset import ruleset
from arbitro.engine.values import Seat, Value
from arbitro.players import Player, QuickPlayer, RandomPlayer, StrongPlayer, play_out
from arbitro.players.search import STRONG
from arbitro.rulesets.cairn import RULESET as CAIRN
from arbitro.rulesets.cairn.skirmish import random_character
from arbitro.rulesets.crepuscolo.content import built_in
from arbitro.rulesets.crepuscolo.skirmish import random_battle
from arbitro.rulesets.pathfinder import RULESET as PATHFINDER

Made = Callable[[int], Game]

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


def soldiers(number: int) -> Game:
    """Four soldiers against the same four, on a table with real terrain."""
    return Game.new(ruleset("crepuscolo"), even_battle(number // 2, False), SeededDice.of_seed(number), log=False)


def powers(number: int) -> Game:
    """A random company full of abilities and powers against itself; each is played twice, the sides changed."""
    return Game.new(ruleset("crepuscolo"), even_battle(number // 2, True), SeededDice.of_seed(number), log=False)


def fight(number: int) -> Game:
    """Three random characters of Cairn, with spells and things, against the same three.

    All are characters: a band of foes would test its morale, and one that strikes second may be gone before anybody
    asks whoever plays it for a decision.
    """
    rng = Random(number // 2)
    three = [random_character(rng, CAIRN.library, f"x{place}") for place in range(3)]
    sides = [
        {"seat": seat, "name": seat.upper(), "ready": True, "refuge": True,
         "members": [{**member, "id": f"{seat}{place}", "kind": "pc"} for place, member in enumerate(three)]}
        for seat in "ab"
    ]  # fmt: skip
    setup = {"sides": sides, "options": {"round_limit": 20}, "start": {}}
    return Game.new(CAIRN, setup, SeededDice.of_seed(number), log=False)


def clash(number: int, rounds: int = 20) -> Game:
    """Three random characters or creatures of Pathfinder against the same three, on a board with some cover."""
    rng = Random(number // 2)
    band = Counter(one.id for one in rng.choices(PATHFINDER.contenders(), k=3))
    even = PATHFINDER.contest(band, band, rng)
    even["options"]["round_limit"] = rounds
    return Game.new(PATHFINDER, even, SeededDice.of_seed(number), log=False)


def long_clash(number: int) -> Game:
    """The same with more rounds: who is hard to hurt, and heals fast, takes long to bring down."""
    return clash(number, 60)


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
    battles: range, best: Callable[[int], Player], rest: Callable[[int], Player], made: Made, aim: float = -1.0
) -> Counter[str]:
    """Results of these battles at most, the sides changing; fewer where they are clear about an aim."""
    results: Counter[str] = Counter()
    for seed in battles:
        seat, other = ("a", "b") if seed % 2 == 0 else ("b", "a")
        game = made(seed)
        play_out(game, {seat: best(seed), other: rest(seed + 1)})
        results[{seat: "first", other: "second"}.get(game.state.result, "draw")] += 1
        told = ", ".join(f"{name} {n}" for name, n in sorted(results.items()))
        print(f"\r{results.total()} of {len(battles)}: {told}", end="", file=sys.stderr)
        if aim >= 0 and results.total() % LOOK == 0 and clear(results, aim):
            break
    print(file=sys.stderr)
    return results


MATCHES = (
    ("quick - random, crepuscolo, soldiers (aim 95 %)", QuickPlayer, RandomPlayer, soldiers, 0.95),
    ("quick - random, crepuscolo, powers (aim 95 %)", QuickPlayer, RandomPlayer, powers, 0.95),
    ("quick - random, cairn (aim 95 %)", QuickPlayer, RandomPlayer, fight, 0.95),
    ("quick - random, pathfinder (aim 95 %)", QuickPlayer, RandomPlayer, long_clash, 0.95),
    ("quick - quick without powers (aim: more than half)", QuickPlayer, Plain, powers, 0.5),
    ("strong - quick, crepuscolo, soldiers (aim 70 %)", StrongPlayer, QuickPlayer, soldiers, 0.7),
    ("strong - quick, crepuscolo, powers (aim 70 %)", StrongPlayer, QuickPlayer, powers, 0.7),
    ("strong - quick, cairn (aim 70 %)", StrongPlayer, QuickPlayer, fight, 0.7),
    ("strong - quick, pathfinder (aim 70 %)", StrongPlayer, QuickPlayer, clash, 0.7),
)
"""Name, the stronger, the weaker, their battles, and the share of the decided ones that the stronger should win."""


def asked() -> Namespace:
    """What was asked for on the command line."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="BATTLES or WORD")
    parser.add_argument("--all", action="store_true", help="play to the last battle")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the number of the first battle")
    parser.add_argument("--nodes", type=int, default=STRONG, help="answers that strong plays out for one decision")
    return parser.parse_intermixed_args()


def main() -> None:
    """Play the matches and print the shares."""
    wanted = asked()
    words = [word for word in wanted.words if not word.isdigit()]
    battles = next((int(word) for word in wanted.words if word.isdigit()), 100)
    numbers = range(wanted.first, wanted.first + battles)
    rows = []
    for name, first, second, made, aim in MATCHES:
        if not all(word in name for word in words):
            continue
        start = time.process_time()
        best = partial(StrongPlayer, nodes=wanted.nodes) if first is StrongPlayer else first
        results = match(numbers, best, second, made, -1.0 if wanted.all else aim)
        taken = (time.process_time() - start) / results.total()
        won, decided = results["first"], results["first"] + results["second"]
        low, high = interval(won, decided)
        share = f"{won / decided:.0%}" if decided else "-"
        rows.append((name, won, results["second"], results["draw"], share, f"{low:.2f} - {high:.2f}", f"{taken:.1f}"))
    head = ("", "won", "lost", "draw", "share", "95 %", "s each")
    table(f"Even battles, {battles} each at most", head, rows)


if __name__ == "__main__":
    main()
