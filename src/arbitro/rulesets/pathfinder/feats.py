"""What feats need (PF-FEAT): which prerequisites somebody lacks. Bonus feats are had without them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from arbitro.rulesets.pathfinder.shapes import Feat, Sheet

BAB, ATTACKS, FEATS = "bab", "attacks", "feats"


def named(feats: Collection[str | Mapping[str, str]]) -> frozenset[str]:
    """The ids of feats as a sheet has them, whatever they were taken for."""
    return frozenset(one for feat in feats for one in ((feat,) if isinstance(feat, str) else feat))


def lacking(feat: Feat, sheet: Sheet) -> dict[str, int | list[str]]:
    """The prerequisites of a feat that somebody does not meet, as the feat states them.

    Args:
        feat: the feat; sheet: whose scores, base attack bonus, natural attacks and feats are looked at.

    Returns:
        ability or ``bab`` or ``attacks`` to the least number, ``feats`` to those that are missing; empty if it has all.
    """
    found: dict[str, int | list[str]] = {}
    for word, least in feat.needs.items():
        if isinstance(least, list):
            missing = [one for one in least if one not in named(sheet.feats)]
            if missing:
                found[word] = missing
        elif _has(sheet, word) < least:
            found[word] = least
    return found


def _has(sheet: Sheet, word: str) -> int:
    if word == BAB:
        return sheet.bab
    if word == ATTACKS:
        return sum(attack.count for attack in sheet.attacks)
    return sheet.scores.get(word) or 0  # type: ignore[call-overload]
