"""Exact odds against the frequencies of seeded play, in thirty situations of each ruleset, by chi-square.

python benchmarks/agreement.py [SAMPLES]

A situation is one attack between two of the printed or house profiles, chosen by a seed; the exact odds and the
frequencies come from the same rules, once through every outcome of the dice, once with dice of many seeds.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

from msgspec import Struct
from scipy.stats import chi2, chisquare

from arbitro.analysis.matrices import about_to_strike
from arbitro.analysis.weighing import weigh
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.game import Game
from arbitro.engine.odds import Odds, TooLarge
from arbitro.engine.ruleset import installed, ruleset
from arbitro.engine.values import Value

SITUATIONS = 30
OFTEN = 5
"""How often an outcome must be expected to be counted apart."""


class Situation(Struct):
    """A game at a decision, and the answer that is weighed."""

    name: str
    game: Game
    value: Value


def situations(name: str) -> Iterator[Situation]:
    """Situations of a ruleset, always the same: two thirds within reach, the others by shots where they can."""
    rules = ruleset(name)
    assert isinstance(rules, TabletopRuleset)
    contenders, rng, made = rules.duellists(None), Random(name), 0
    while True:
        one, other = rng.choice(sorted(contenders)), rng.choice(sorted(contenders))
        values: list[Value] = []
        for close in (True,) if made % 3 < 2 else (False, True):
            if not values:
                game, values = about_to_strike(rules, rules.duel(contenders[one], contenders[other], close=close))
        if values:
            made += 1
            yield Situation(f"{one} > {other}", game, values[0])


class Agreement(Struct):
    """How well frequencies agree with odds: chi-square, its degrees of freedom, and its p."""

    square: float
    freedom: int
    p: float


def agreement(exact: Odds, sampled: Odds) -> Agreement:
    """Compare; outcomes that are seldom expected are counted together."""
    n = sampled.leaves
    common = [outcome for outcome, p in exact.outcomes.items() if p * n >= OFTEN]
    seen = [float(sampled.outcomes.get(outcome, 0)) * n for outcome in common]
    wanted = [float(exact.outcomes[outcome]) * n for outcome in common]
    if n - sum(wanted) > 1e-6:
        seen.append(n - sum(seen))
        wanted.append(n - sum(wanted))
    elif sum(seen) < n - 0.5:
        return Agreement(float("inf"), 1, 0.0)  # something came that can never come
    if len(seen) < 2:
        return Agreement(0.0, 0, 1.0)
    found = chisquare(seen, wanted)
    return Agreement(float(found.statistic), len(seen) - 1, float(found.pvalue))


def comparisons(name: str, samples: int, leaves: int = 20_000) -> Iterator[tuple[Situation, Agreement]]:
    """Thirty situations that can be followed through every outcome; those with more ``leaves`` are passed over."""
    made = 0
    for seed, situation in enumerate(situations(name)):
        if made == SITUATIONS:
            return
        try:
            found = compared(situation, samples, seed, leaves)
        except TooLarge:
            continue
        made += 1
        yield situation, found


def compared(situation: Situation, samples: int, seed: int, leaves: int) -> Agreement:
    """One situation; other situations need another seed, or their dice would fall alike. Raises TooLarge."""
    exact = weigh(situation.game, situation.value, leaves=leaves, samples=0)
    sampled = weigh(situation.game, situation.value, leaves=0, samples=samples, seed=seed)
    return agreement(exact.odds, sampled.odds)


def together(found: list[Agreement]) -> float:
    """The p of all of them at once."""
    return float(chi2.sf(sum(one.square for one in found), sum(one.freedom for one in found)))


def main() -> None:
    """All rulesets, with many samples."""
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    for name in installed():
        found = []
        for situation, one in comparisons(name, samples):
            found.append(one)
            print(f"{name:12} {situation.name:55} chi2 {one.square:7.2f} / {one.freedom:2}  p {one.p:.4f}", flush=True)
        least = min(one.p for one in found)
        print(f"{name}: {len(found)} situations of {samples:,} plays, least p {least:.4f}, all {together(found):.4f}")


if __name__ == "__main__":
    main()
