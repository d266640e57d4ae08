"""Exact odds, measured: distributions against icepool and dyce, chains asked of the rule code, one melee attack.

python benchmarks/bench_odds.py [ATTACKS]

Rows are the twelve of `dice_rows`; every call is the first one of a process of its own, importing not counted, and the
smallest of `TIMES` is told for each library; "again" is the same call once more in the same process. The three must
agree in every fraction. Chains are asked of the rules in `volleys`, with nothing cached on either side.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import volleys
from battles import median_us, table
from dice_rows import ATTACKS, LIBRARIES, ROWS, SLAIN, STAGES, arbitro_row, dyce_row, icepool_row
from scipy.stats import chisquare

from arbitro.analysis import melee_duel
from arbitro.dice import distributions, walk
from arbitro.dice.distributions import Distribution, die
from arbitro.dice.sources import SeededDice
from arbitro.engine.asks import Answer
from arbitro.engine.game import Game
from arbitro.engine.odds import instinct_policy, odds
from arbitro.engine.ruleset import ruleset

TIMES = 5
RATIO = 5
"""How many times the hand-written time the rule code may take."""


def main() -> None:
    """All three."""
    rows()
    chains()
    melee(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)


# --- distributions


def rows() -> None:
    """The twelve rows, in processes of their own."""
    lines, slower = [], []
    for row in ROWS:
        first: dict[str, float] = {}
        again: dict[str, float] = {}
        found = []
        for library in LIBRARIES:
            got = [_asked(library, row) for _ in range(TIMES)]
            first[library], again[library] = (min(one[key] for one in got) for key in ("first", "again"))
            found.append(got[0]["odds"])
        equal = all(one == found[0] for one in found)
        best = min(first["icepool"], first["dyce"])
        if first["arbitro"] > best or again["arbitro"] > again["icepool"] or not equal:
            slower.append(row)
        cells = (f"{first[library]:.2f} ({again[library]:.3f})" for library in LIBRARIES)
        lines.append((row, *cells, f"{best / first['arbitro']:.1f}", "yes" if equal else "NO"))
    head = ("first call, ms (again)", *LIBRARIES, "times faster", "equal")
    table("Exact distributions; aim: never slower than the better, again than icepool", head, lines)
    print(f"Not reached: {', '.join(slower) or 'none'}")


def _asked(library: str, row: str) -> dict[str, Any]:
    script = Path(__file__).with_name("dice_rows.py")
    said = subprocess.run([sys.executable, script, library, row], check=True, capture_output=True, text=True)
    answer: dict[str, Any] = json.loads(said.stdout)
    return answer


# --- chains


def chains() -> None:
    """The same chains by hand and by the rules that play."""
    hand: dict[str, tuple[str, Callable[[], Distribution], list[Callable[[], Any]]]] = {
        volleys.SHOOT: (f"{ATTACKS} attacks through hit, wound, save", _shots, [_icepool_shots, _dyce_shots]),
        volleys.SLAY: (SLAIN, arbitro_row(SLAIN), [icepool_row(SLAIN), dyce_row(SLAIN)]),
        volleys.CHARGE: ("5 attackers keeping the highest", _charge, [_icepool_charge, _dyce_charge]),
    }
    game = volleys.start(SeededDice.of_seed(1))
    lines = []
    for choice, (name, own, others) in hand.items():
        mine, by_hand = _cold(own)
        best = min(_cold(other)[0] for other in others)
        rules, found = _cold(lambda choice=choice: _rules(game, choice))
        assert found == by_hand, "the rules and the hand must agree"
        cells = (f"{rules:.3f}", f"{best:.3f}", f"{rules / best:.2f}", f"{mine:.3f}", f"{rules / mine:.1f}")
        lines.append((name, *cells))
    head = ("chain, ms", "rule code", "by hand*", f"ratio (aim <= {RATIO})", "own core by hand", "ratio")
    table("The same chains asked of the rule code", head, lines)
    print("* the better of icepool and dyce, stage by stage as one rolls at a table")


def _rules(game: Game, choice: str) -> Distribution:
    assert game.pending is not None
    answer = Answer(game.pending.id, "a", choice)
    found = odds(game, answer, watch=lambda state: state.result_of, smallest=Fraction(0))  # type: ignore[attr-defined]
    assert found.exact
    return Distribution.of(found.outcomes)


def _cold(work: Callable[[], Any]) -> tuple[float, Any]:
    """The best of many calls in milliseconds, each with empty caches on our side, and the result."""
    best, found = 1e9, None
    for _ in range(15):
        for module in (distributions, walk):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()
        start = time.perf_counter_ns()
        found = work()
        best = min(best, (time.perf_counter_ns() - start) / 1e6)
    return best, found


def _shots() -> Distribution:
    wounds = die(6).at_least(volleys.WOUND).many(die(6).at_least(volleys.HIT).times(ATTACKS))
    return die(6).map(lambda face: int(face < volleys.SAVE)).many(wounds)


def _icepool_shots() -> Any:
    import icepool

    d6 = icepool.d(6)
    return ATTACKS @ (d6 >= volleys.HIT) @ (d6 >= volleys.WOUND) @ (d6 < volleys.SAVE)


def _dyce_shots() -> Any:
    return dyce_row(STAGES)()


def _charge() -> Distribution:
    return die(volleys.SIDES).kept(volleys.ATTACKERS, volleys.KEPT)


def _icepool_charge() -> Any:
    import icepool

    return icepool.d(volleys.SIDES).highest(volleys.ATTACKERS, volleys.KEPT)


def _dyce_charge() -> Any:
    from dyce import P

    return (volleys.ATTACKERS @ P(volleys.SIDES)).at(-1)


# --- one attack of a real game


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


def melee(attacks: int) -> None:
    """Time the walk, then fight the same attack many times with seeded dice."""
    game = Game.new(ruleset("crepuscolo"), duel(), SeededDice.of_seed(1))
    found = melee_duel(game, "a", "a1", "b1", 8)
    took = median_us(lambda: melee_duel(game, "a", "a1", "b1", 8), 15) / 1000
    counted = _fought(game, attacks)
    rows = [(f"damage {n}", f"{float(p):.5f}", f"{counted[n] / attacks:.5f}", f"{p}") for n, p in found.damage.items()]
    table(f"One attack with a d8, {attacks:,} seeded attacks", ("", "exact", "seeded", "fraction"), rows)
    likely = [n for n, p in found.damage.items() if p * attacks >= 5]
    seen = [counted[n] for n in likely]
    scale = sum(seen) / float(sum(found.damage[n] for n in likely))
    test = chisquare(seen, [float(found.damage[n]) * scale for n in likely])
    rows = [
        ("exact odds, milliseconds", f"{took:.1f}", "20"),
        ("outcomes walked", f"{found.odds.leaves}", ""),
        ("chi-square, p", f"{test.pvalue:.3f}", "> 0.001"),
    ]
    table("The odds", ("", "found", "aim"), rows)


def _fought(game: Game, attacks: int) -> Counter[int]:
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
    return counted


if __name__ == "__main__":
    main()
