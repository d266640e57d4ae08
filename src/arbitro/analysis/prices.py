"""What profiles cost and how that is said: points, steps of a scale such as challenge ratings, or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import exp, log
from typing import Final

from arbitro.analysis.ratings import Rating
from arbitro.analysis.words import say, words
from arbitro.content.errors import Lang
from arbitro.content.messages import number
from arbitro.content.tabletop import TabletopRuleset

FINE: Final = 0.1
"""How near to its fair cost a profile should be, where it may cost any number of points."""
NO_COST: Final = "–"
POINTS, STEPS, NONE = "", "steps", "none"
"""The three ways, as the endings of messages name them."""


class Prices:
    """How the costs of some profiles are told and judged.

    Args:
        rules: whose profiles they are.
        costs: what each costs; 0 for all in a game without points.
    """

    def __init__(self, rules: TabletopRuleset, costs: Mapping[str, float]) -> None:
        self.rules, self.costs = rules, costs
        self.rungs = rules.rungs()
        self.way = NONE if not any(costs.values()) else STEPS if self.rungs else POINTS

    def say(self, lang: Lang, key: str, **facts: object) -> str:
        """A sentence of the balance, in the words of this way to price where they differ."""
        own = f"balance.{key}_{self.way}"
        return say(lang, own if words().has(own) else f"balance.{key}", **facts)

    def told(self, points: float, lang: Lang) -> str:
        """A cost, as people say it."""
        return number(lang, round(points, 1)) if self.way == NONE else self.rules.priced(points, lang)

    def cost(self, rating: Rating, lang: Lang) -> str:
        """What a profile costs; a dash for one that alone has no cost."""
        return self.told(rating.cost, lang) if self.has_cost(rating) else NO_COST

    def has_cost(self, rating: Rating) -> bool:
        """Whether a profile has a cost of its own to be judged, where others have one."""
        return self.way == NONE or bool(self.costs.get(rating.id))

    def rung(self, points: float) -> int:
        """The step that is nearest."""
        return min(self.rungs, key=lambda known: abs(log(known / points)))

    def well(self, rating: Rating) -> bool:
        """Whether a profile is as near to its fair cost as can be asked: within a tenth, or on the nearest step."""
        if self.way == STEPS:
            return self.rung(rating.fair) == self.rung(rating.cost)
        return abs(rating.off) <= FINE

    def surely_off(self, rating: Rating) -> bool:
        """Whether all of a profile's interval lies beyond what can be asked."""
        cheap, dear = self.band
        return rating.cost / rating.fair_high - 1 > dear or rating.cost / rating.fair_low - 1 < cheap

    @property
    def band(self) -> tuple[float, float]:
        """How far off a cost may be, too cheap and too dear, as parts of the fair one: about half a step of a scale."""
        if self.way != STEPS:
            return -FINE, FINE
        steps = [log(high / low) for low, high in pairwise(self.rungs)]
        half = exp(sum(steps) / len(steps) / 2)
        return 1 / half - 1, half - 1


__all__ = ["NONE", "NO_COST", "Prices"]
