"""Round robins of profiles at equal points: which are worth more than they cost, and what they should cost.

In a round every profile meets another, in two battles between the same companies, once from each side of the table;
after as many rounds as there are others each has met each, but for those whom no numbers make even: they meet others of
about their own worth. Companies are copies of one profile. In the first round they are of equal points; later ones use
what the battles so far say of the costs, so that no round is wasted on battles whose end is known.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any, Final

from arbitro.analysis.battles import FIRST, SECOND, Job, Outcome, Plan
from arbitro.analysis.ratings import Bout, Rating, Table, rate, taken
from arbitro.analysis.simulation import made
from arbitro.analysis.words import AnalysisError
from arbitro.content.errors import Lang
from arbitro.content.tabletop import Contender, TabletopRuleset

KIND: Final = "balance"
"""What the plan of a results file says it is."""
MOST = 5
"""The most fighters on a table, unless one of the dearest meets the cheapest."""
UNEVEN, CHOOSY = 0.4, 0.12
"""How far points may lie apart (in logarithms) where fitting numbers are drawn, and how much nearer ones are liked."""
NEWCOMER = 2
"""Rounds that are played at the given costs before the battles are believed."""
OFTEN = 10
"""An anchor fights once in a round for so many profiles: all others are measured by it."""
GUESTS = 20
"""The most often that one fights in a round who is to be measured by many anchors."""


class RoundRobin:
    """The battles of a balance run.

    Args:
        plan: its plan: ``costs`` are the profiles, ``anchors`` those by which all are measured, which therefore fight
            several battles in a round; where there are more of them than of others, the others do. ``battles`` is the
            most that are played.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        often, times = plan.anchors, round(len(plan.costs) / OFTEN)
        others = tuple(id for id in plan.costs if id not in plan.anchors)
        if len(often) > len(others) > 0:
            often, times = others, min(GUESTS, round(len(plan.anchors) / len(others)))
        self.entries = [*plan.costs, *(id for id in often for _ in range(times - 1))]
        self._ends = [0]

    def over(self, outcomes: Sequence[Outcome]) -> bool:
        """All are played."""
        return len(outcomes) >= self.plan.battles

    def jobs(self, outcomes: Sequence[Outcome]) -> Sequence[Job]:
        """The rest of the round that is being played."""
        while self._ends[-1] <= len(outcomes):
            self._ends.append(self._ends[-1] + 2 * len(self._pairs(len(self._ends) - 1)))
        number, start = len(self._ends) - 2, self._ends[-2]
        costs = self.plan.costs
        believed = taken(costs)
        if number >= NEWCOMER:
            fair = table_of(costs, outcomes[:start], self.plan.anchors).ratings
            believed = {rating.id: max(round(rating.fair, 1), 0.1) for rating in fair}
        found = []
        for pair, (one, other) in enumerate(matched(self._pairs(number), believed)):
            n, m = numbers(believed[one], believed[other], Random(f"{self.plan.seed}.numbers.{number}.{pair}"))
            found += [Job(start + 2 * pair + k, ((one, n),), ((other, m),)) for k in (0, 1)]
        return found[len(outcomes) - start : self.plan.battles - start]

    def _pairs(self, number: int) -> list[tuple[str, str]]:
        return pairs(self.entries, number, self.plan.seed)


def pairs(entries: Sequence[str], number: int, seed: str) -> list[tuple[str, str]]:
    """Who meets whom in a round: by the circle method, in an order that is drawn anew for each whole robin.

    With an odd number of entries one has a rest; a profile that is entered more than once does not meet itself.

    >>> sorted(tuple(sorted(pair)) for n in range(3) for pair in pairs("abcd", n, "1"))
    [('a', 'b'), ('a', 'c'), ('a', 'd'), ('b', 'c'), ('b', 'd'), ('c', 'd')]
    """
    seated: list[str | None] = [*entries] if len(entries) % 2 == 0 else [*entries, None]
    robin, turn = divmod(number, max(1, len(seated) - 1))
    Random(f"{seed}.robin.{robin}").shuffle(seated)
    circle = [seated[0], *(seated[1 + (k + turn) % (len(seated) - 1)] for k in range(len(seated) - 1))]
    half = len(circle) // 2
    met = zip(circle[:half], reversed(circle[half:]), strict=True)
    return [(one, other) for one, other in met if one is not None and other is not None and one != other]


def matched(pairs: Sequence[tuple[str, str]], worth: Mapping[str, float]) -> list[tuple[str, str]]:
    """The pairs of a round, but those whom no numbers make even each with one of about its own worth.

    >>> matched([("rat", "troll"), ("wolf", "giant"), ("dog", "boar")],
    ...         {"rat": 1, "wolf": 3, "dog": 3, "boar": 5, "troll": 20, "giant": 40})
    [('dog', 'boar'), ('rat', 'wolf'), ('troll', 'giant')]
    """
    uneven = [pair for pair in pairs if abs(log(worth[pair[0]] / worth[pair[1]])) > log(MOST - 1) + UNEVEN]
    waiting = sorted((id for pair in uneven for id in pair), key=lambda id: (worth[id], id))
    found = [pair for pair in pairs if pair not in uneven]
    while waiting:
        one = waiting.pop(0)
        place = next((place for place, other in enumerate(waiting) if other != one), None)
        if place is None:
            return list(pairs)
        found.append((one, waiting.pop(place)))
    return found


def numbers(mine: float, theirs: float, rng: Random) -> tuple[int, int]:
    """How many of each of two profiles make companies of about equal points; drawn where several numbers do."""
    fitting = [
        (n, m, abs(log(n * mine) - log(m * theirs))) for n in range(1, MOST) for m in range(1, MOST) if n + m <= MOST
    ]
    near = [found for found in fitting if found[2] <= UNEVEN] or [min(fitting, key=lambda found: found[2])]
    weights = [exp(-gap / CHOOSY) / (n + m) ** 2 for n, m, gap in near]
    n, m, _ = rng.choices(near, weights)[0]
    return n, m


def bout_of(outcome: Outcome) -> Bout:
    """A battle as ratings need it."""
    (first, n), (second, m) = outcome.first[0], outcome.second[0]
    score = {FIRST: 1.0, SECOND: 0.0}.get(outcome.won, 0.5)
    return Bout(first, n, second, m, score)


def table_of(costs: dict[str, int], outcomes: Sequence[Outcome], anchors: Sequence[str] = ()) -> Table:
    """The ratings after some battles. Profiles that are not among ``costs`` are passed over with their battles."""
    bouts = [bout_of(outcome) for outcome in outcomes]
    known = [bout for bout in bouts if bout.first in costs and bout.second in costs]
    return rate({id: float(cost) for id, cost in costs.items()}, known, anchors=anchors)


def ordered(table: Table, anchors: Sequence[str]) -> list[Rating]:
    """Ratings as they are told: those who are measured before those by whom, the most underpriced first."""
    return sorted(table.ratings, key=lambda rating: (rating.id in anchors, rating.off))


def plan_of(
    rules: TabletopRuleset, packs: tuple[str, ...], contenders: Sequence[Contender], what: str, **wanted: Any
) -> Plan:
    """The plan of a round robin, in which both lists of each battle change places.

    Args:
        rules: the game, with its packs.
        packs: those to be named beside the game's own.
        contenders: who fights; those who act only through others are left out (see `led`).
        what: what people called them, for faults.
        wanted: fields of `Plan`.

    Raises AnalysisError ``no_contenders`` where there are not two, or the game sets nobody against each other.
    """
    fighting = [one for one in contenders if not one.led]
    if len(fighting) < 2 or not rules.offers("contest"):
        raise AnalysisError("no_contenders", what=what)
    return Plan(
        kind=KIND,
        made=made(),
        ruleset=rules.name,
        rules_version=rules.version,
        packs=packs,
        swap=True,
        whole=True,
        costs={one.id: one.cost for one in fighting},
        anchors=anchors_of(fighting),
        **wanted,
    )


def of_pack(contenders: Sequence[Contender], pack: Path) -> list[Contender]:
    """The profiles of a pack, and those of a book by which they are measured."""
    home = pack.resolve()
    return [one for one in contenders if one.fixed or Path(one.pack).resolve() == home]


def as_csv(table: Table, rules: TabletopRuleset, lang: Lang) -> str:
    """A row for each profile, as a file for spreadsheets."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    numbers = ("cost", "fair", "fair_low", "fair_high", "value", "low", "high", "battles", "share")
    writer.writerow(("id", "name", *numbers))
    for rating in table.ratings:
        writer.writerow((rating.id, rules.title(rating.id, lang), *(getattr(rating, name) for name in numbers)))
    return out.getvalue()


def anchors_of(contenders: Sequence[Contender]) -> tuple[str, ...]:
    """The profiles whose costs are given, if there are others."""
    fixed = tuple(one.id for one in contenders if one.fixed)
    return fixed if len(fixed) < len(contenders) else ()


__all__ = [
    "KIND",
    "RoundRobin",
    "anchors_of",
    "as_csv",
    "bout_of",
    "matched",
    "numbers",
    "of_pack",
    "ordered",
    "pairs",
    "plan_of",
    "table_of",
]
