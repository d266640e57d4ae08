"""How sure a share is, and when there is no need to play on.

Shares are given with Wilson's interval. Whether a match is clear is decided by a test that may be looked at after
every battle (Robbins 1970): under the true share ``p`` the quantity

    M = B(k + 1, n - k + 1) / (p^k (1 - p)^(n - k))        (k wins in n decided battles, B: Euler's beta function)

is a martingale that starts at 1, so it ever reaches ``1 / e`` with a probability of ``e`` at most (Ville's
inequality). The shares for which it has not done so are an interval that holds the true share *at all times at once*
with a certainty of ``1 - e``. The match is over when that interval says which list is better, or that neither is by
more than a margin; either is wrong with a probability of ``e`` at most, however often one looks.
"""

from __future__ import annotations

from math import lgamma, log

AHEAD, BEHIND, EVEN, UNCLEAR = "a", "b", "even", ""
"""The first list is better, the second is, neither is by more than the margin, nobody knows yet."""


def wilson(won: int, of: int, sure: float = 0.95) -> tuple[float, float]:
    """Wilson's interval of a share: where it lies with that certainty.

    >>> [round(end, 3) for end in wilson(60, 100)]
    [0.502, 0.691]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not of:
        return 0.0, 1.0
    from scipy.stats import binomtest

    found = binomtest(won, of).proportion_ci(sure, method="wilson")
    return float(found.low), float(found.high)


def excluded(share: float, won: int, lost: int, error: float) -> bool:
    """Whether a true share is out of the question, looked at as often as one likes; wrong with ``error`` at most.

    >>> excluded(0.5, 8, 0, 0.05), excluded(0.5, 9, 1, 0.05)
    (True, False)
    """
    if (share <= 0 and won) or (share >= 1 and lost):
        return True
    evidence = lgamma(won + 1) + lgamma(lost + 1) - lgamma(won + lost + 2)
    evidence -= (won * log(share) if won else 0.0) + (lost * log(1 - share) if lost else 0.0)
    return evidence >= -log(error)


def verdict(won: int, lost: int, *, sure: float = 0.95, margin: float = 0.05) -> str:
    """What is clear after so many decided battles: `AHEAD`, `BEHIND`, `EVEN` or `UNCLEAR`.

    Args:
        won: battles that the first list won.
        lost: those that the second won; drawn ones say nothing.
        sure: how certain it must be, counting all the times one has looked.
        margin: lists whose shares are nearer to a half than this count as even.

    >>> verdict(30, 8), verdict(8, 30), verdict(3, 2), verdict(1500, 1500)
    ('a', 'b', '', 'even')
    """
    error = 1 - sure
    if excluded(0.5, won, lost, error):
        return AHEAD if won > lost else BEHIND
    of = won + lost
    near = of > 0 and abs(won / of - 0.5) < margin
    if near and excluded(0.5 - margin, won, lost, error) and excluded(0.5 + margin, won, lost, error):
        return EVEN
    return UNCLEAR


__all__ = ["AHEAD", "BEHIND", "EVEN", "UNCLEAR", "excluded", "verdict", "wilson"]
