"""Ratings of profiles from battles (Bradley and Terry), and the costs at which they would be fair.

A company of ``n`` times profile ``i`` beats one of ``m`` times ``j`` with the odds

    log odds = rating_i - rating_j + weight * (log(n * cost_i) - log(m * cost_j))

where ``weight`` says how much more points are worth. A profile that is rated above the others deserves to cost more:
its fair cost is ``cost * exp(rating / weight)``. All is found at once as the most likely values, with a prior that
holds ratings of profiles that never lost, or never won, to what is possible; intervals come from the Fisher
information (the curvature of the likelihood there), by the delta method.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

WEIGHT, WEIGHT_SPREAD = 4.0, 2.0
"""What is thought of the weight before any battle: a fifth more points win two battles of three."""
SPREAD, UNPRICED = 1.5, 8.0
"""How far ratings may be expected to lie apart, where profiles have costs and where they have none."""
NORMAL = 1.959964
"""Standard deviations of an interval of 95 %."""


class Bout(Struct, frozen=True):
    """A battle between copies of two profiles; ``score``: 1 if the first won, 0 if it lost, a half for a draw."""

    first: str
    n: int
    second: str
    m: int
    score: float


class Rating(Struct, frozen=True):
    """A profile's place: ``value`` in log odds against the usual profile at equal points, with its 95 % interval.

    ``fair``: the cost at which it would be even with the others, and the interval of that; ``battles``: how many it
    fought; ``share``: of which so much was won (draws count half).
    """

    id: str
    cost: float
    value: float
    low: float
    high: float
    fair: float
    fair_low: float
    fair_high: float
    battles: int
    share: float

    @property
    def off(self) -> float:
        """How much too dear it is, as a part of its fair cost; negative where it is too cheap."""
        return self.cost / self.fair - 1


THIN = 10
"""Fewer battles for each profile say little of it."""


class Table(Struct, frozen=True):
    """All ratings, in the order of the profiles; ``weight`` with its standard error."""

    ratings: tuple[Rating, ...]
    weight: float
    weight_error: float
    battles: int

    def thin(self, anchors: Sequence[str]) -> int:
        """How many battles, on average, were fought by a profile that is no anchor, if they say little; else 0."""
        judged = [rating.battles for rating in self.ratings if rating.id not in anchors] or [self.battles]
        each = sum(judged) / len(judged)
        return max(1, round(each)) if each < THIN else 0

    def of(self, id: str) -> Rating:
        """The rating of a profile. Raises KeyError."""
        return next(found for found in self.ratings if found.id == id)


def taken(costs: Mapping[str, float]) -> dict[str, float]:
    """What profiles are taken to cost at first: those without a cost as much as the cheapest, all 1 if none has one.

    >>> taken({"rat": 0, "wolf": 400, "goblin": 135}), taken({"rat": 0, "wolf": 0})
    ({'rat': 135.0, 'wolf': 400.0, 'goblin': 135.0}, {'rat': 1.0, 'wolf': 1.0})
    """
    least = min((cost for cost in costs.values() if cost), default=1)
    return {id: float(cost or least) for id, cost in costs.items()}


def rate(costs: Mapping[str, float], bouts: Sequence[Bout], *, anchors: Sequence[str] = ()) -> Table:
    """The ratings of profiles.

    Args:
        costs: the profiles and what each costs (see `taken`); 0 for all in a game without points, where the fair
            costs are then in units of the usual profile.
        bouts: the battles.
        anchors: the profiles whose costs are right by definition, on average; none: the average of all is.

    >>> bouts = [Bout("goblin", 2, "troll", 1, score) for score in (0, 1, 0, 1) * 20]
    >>> bouts += [Bout("goblin", 1, "troll", 1, 0.0), Bout("goblin", 4, "troll", 1, 1.0)] * 20
    >>> table = rate({"goblin": 10.0, "troll": 10.0}, bouts, anchors=["goblin"])
    >>> [round(rating.fair) for rating in table.ratings]
    [10, 20]
    """
    import numpy as np

    ids = list(costs)
    place = {id: number for number, id in enumerate(ids)}
    priced = taken(costs)
    spread = SPREAD if any(costs.values()) else UNPRICED
    x = np.array([np.log(b.n * priced[b.first]) - np.log(b.m * priced[b.second]) for b in bouts], dtype=float)
    i = np.array([place[b.first] for b in bouts], dtype=int)
    j = np.array([place[b.second] for b in bouts], dtype=int)
    y = np.array([b.score for b in bouts], dtype=float)
    found, covariance = _most_likely(len(ids), x, i, j, y, spread)
    weight, values = found[0], found[1:]
    base = np.full(len(ids), 1 / len(ids))
    if anchors:
        base = np.array([(id in anchors) / len(anchors) for id in ids])
    ratings = []
    for id, number in place.items():
        contrast = np.concatenate([[0.0], -base])
        contrast[1 + number] += 1
        value = float(contrast @ found)
        error = float(np.sqrt(max(contrast @ covariance @ contrast, 0.0)))
        slope = contrast / weight
        slope[0] = -value / weight**2
        log_error = float(np.sqrt(max(slope @ covariance @ slope, 0.0)))
        fair = priced[id] * float(np.exp(value / weight))
        wide = float(np.exp(NORMAL * log_error))
        mine = (i == number, j == number)
        battles = int(mine[0].sum() + mine[1].sum())
        points = float(y[mine[0]].sum() + (1 - y[mine[1]]).sum())
        ratings.append(
            Rating(
                id, priced[id], value, value - NORMAL * error, value + NORMAL * error,
                fair, fair / wide, fair * wide, battles, points / battles if battles else 0.5,
            )
        )  # fmt: skip
    assert len(values) == len(ids)
    return Table(tuple(ratings), float(weight), float(np.sqrt(covariance[0, 0])), len(bouts))


def _most_likely(n: int, x: Floats, i: Any, j: Any, y: Floats, spread: float) -> tuple[Floats, Floats]:
    """Weight and ratings where the posterior is highest, and the inverse of its curvature there."""
    import numpy as np
    from scipy.optimize import minimize
    from scipy.special import expit

    design = np.zeros((len(x), n + 1))
    design[:, 0] = x
    design[np.arange(len(x)), 1 + i] += 1
    design[np.arange(len(x)), 1 + j] -= 1
    middle = np.zeros(n + 1)
    middle[0] = WEIGHT
    sharp = np.full(n + 1, spread**-2.0)
    sharp[0] = WEIGHT_SPREAD**-2.0

    def surprise(at: Floats) -> tuple[float, Floats]:
        logit = design @ at
        fit = np.logaddexp(0, logit).sum() - y @ logit
        slope = design.T @ (expit(logit) - y)
        away = at - middle
        return float(fit + (sharp * away**2).sum() / 2), slope + sharp * away

    def curvature(at: Floats) -> Floats:
        p = expit(design @ at)
        bent: Floats = (design.T * (p * (1 - p))) @ design + np.diag(sharp)
        return bent

    result = minimize(surprise, middle, jac=True, hess=curvature, method="trust-exact", options={"gtol": 1e-8})
    found: Floats = np.asarray(result.x, dtype=np.float64)
    return found, np.asarray(np.linalg.inv(curvature(found)), dtype=np.float64)


__all__ = ["Bout", "Rating", "Table", "rate"]
