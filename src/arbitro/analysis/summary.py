"""What a simulation says: who won how often, what was left, how long it took, what mattered, where figures fell."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from arbitro.analysis.battles import DRAW, FIRST, OPEN, SECOND, Outcome
from arbitro.analysis.results import Results
from arbitro.analysis.sequential import verdict, wilson
from arbitro.engine.values import RuleId

LISTS = (FIRST, SECOND)
ENDS = (FIRST, SECOND, DRAW, OPEN)


class Share(Struct, frozen=True):
    """So many of so many, with Wilson's interval."""

    won: int
    of: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share itself, 0 of none."""
        return self.won / self.of if self.of else 0.0


class Spread(Struct, frozen=True):
    """How a number was spread over the battles: least, quarters, most, mean."""

    least: float
    lower: float
    middle: float
    upper: float
    most: float
    mean: float


class Part(Struct, frozen=True):
    """An ability or power of a list: in how many battles it had a part, and how often the list won with it and without.

    That a list wins more often with it does not mean that it wins by it: long battles see more of everything.
    """

    side: str
    rule: RuleId
    battles: int
    with_it: Share
    without: Share


class Summary(Struct, frozen=True):
    """All of it. ``ends``: by a, b, ``draw``, ``open``; ``decided``: the first list's share of the battles with a
    winner; ``verdict``: what is clear (see `sequential.verdict`); ``left``: figures left, by list; ``points``: the part
    of its points that a list kept, where it has any; ``places``: each list's wins while it stood in its own place and
    in the other's, where they were swapped."""

    battles: int
    ends: dict[str, Share]
    decided: Share
    verdict: str
    turns: Spread
    decisions: Spread
    left: dict[str, Spread]
    points: dict[str, Spread]
    parts: tuple[Part, ...]
    places: dict[str, tuple[Share, Share]]


def share(won: int, of: int, sure: float = 0.95) -> Share:
    """A share with its interval."""
    return Share(won, of, *wilson(won, of, sure))


def spread(values: Sequence[float]) -> Spread:
    """How values are spread.

    >>> spread([1, 2, 3, 10]).middle
    2.5
    """
    import numpy as np

    if not values:
        return Spread(0, 0, 0, 0, 0, 0)
    least, lower, middle, upper, most = np.quantile(np.asarray(values, dtype=float), [0, 0.25, 0.5, 0.75, 1]).tolist()
    return Spread(least, lower, middle, upper, most, float(np.mean(values)))


def summary_of(results: Results) -> Summary:
    """What the battles of a results file say."""
    plan, outcomes = results.plan, results.outcomes
    ends = Counter(outcome.won for outcome in outcomes)
    won, lost = ends[FIRST], ends[SECOND]
    places = {}
    if plan.swap:
        own, other = [[o for o in outcomes if o.swapped is swapped] for swapped in (False, True)]
        places = {
            side: (_wins(own, side, plan.sure), _wins(other, side, plan.sure)) for side in LISTS
        }  # whether the place matters more than the list
    return Summary(
        battles=len(outcomes),
        ends={end: share(ends[end], len(outcomes), plan.sure) for end in ENDS},
        decided=share(won, won + lost, plan.sure),
        verdict=verdict(won, lost, sure=plan.sure, margin=plan.margin),
        turns=spread([outcome.turns for outcome in outcomes]),
        decisions=spread([outcome.decisions for outcome in outcomes]),
        left={side: spread([outcome.left[side][0] for outcome in outcomes]) for side in LISTS},
        points={
            side: spread([o.left[side][1] / o.had[side][1] for o in outcomes])
            for side in LISTS
            if outcomes and all(o.had[side][1] for o in outcomes)
        },
        parts=tuple(_parts(outcomes, plan.sure)),
        places=places,
    )


def _wins(outcomes: Sequence[Outcome], side: str, sure: float) -> Share:
    return share(sum(outcome.won == side for outcome in outcomes), len(outcomes), sure)


def _parts(outcomes: Sequence[Outcome], sure: float) -> list[Part]:
    """What had a part in battles, the most frequent first."""
    found = []
    for side in LISTS:
        battles = Counter(rule for outcome in outcomes for rule in outcome.used.get(side, ()))
        wins = Counter(rule for o in outcomes if o.won == side for rule in o.used.get(side, ()))
        all_wins = sum(outcome.won == side for outcome in outcomes)
        for rule, n in battles.items():
            without = share(all_wins - wins[rule], len(outcomes) - n, sure)
            found.append(Part(side, rule, n, share(wins[rule], n, sure), without))
    return sorted(found, key=lambda part: (-part.battles, part.side, part.rule))


def as_csv(results: Results) -> str:
    """A row for each battle, as a file for spreadsheets."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("battle", "won", "swapped", "turns", "decisions", "left_a", "left_b", "points_a", "points_b"))
    for o in results.outcomes:
        left, points = zip(*(o.left[side] for side in LISTS), strict=True)
        writer.writerow((o.n, o.won, int(o.swapped), o.turns, o.decisions, *left, *points))
    return out.getvalue()


def falls_of(outcomes: Sequence[Outcome], side: str) -> list[tuple[int, int]]:
    """Where the figures of a list left play, in the ruleset's units; for heat maps."""
    return [
        (fall.x, fall.y)
        for outcome in outcomes
        for fall in outcome.falls
        if fall.side == side and fall.x is not None and fall.y is not None
    ]


__all__ = [
    "ENDS",
    "LISTS",
    "Part",
    "Share",
    "Spread",
    "Summary",
    "as_csv",
    "falls_of",
    "share",
    "spread",
    "summary_of",
]
