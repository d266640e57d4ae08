"""Profiles set against each other, piece by piece, for a page that shows how far it is and may be stopped.

It runs in a worker. The numbers are those of `arbitro odds matrix`; a worker remembers the pairs it knows, so that who
stops and goes on, and who comes next, wait only for what is new.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Final

from arbitro.analysis import plots
from arbitro.analysis.matrices import Pair, blow, duel, is_share
from arbitro.analysis.naming import matrix_name, say
from arbitro.content.errors import Lang
from arbitro.content.measures import DAMAGE, RESULT, SCORE, STANDING, WORDS
from arbitro.content.tabletop import TabletopRuleset
from arbitro.players.crew import rules_of
from arbitro.web.bodies import Contender, Contenders, MatrixMeasure, MatrixPair, MatrixPairs, MatrixWish, PictureWish
from arbitro.web.drawing import KINDS, saved
from arbitro.web.refusals import Unwilling

SECONDS: Final = 0.5
"""So long one piece is worked at, but for its first pair."""
KEPT: Final = 10_000
"""Pairs that a worker remembers."""
MOST_DUELS: Final = 100
BLOWS: Final = ("falls", DAMAGE)
"""What is told first of one attack; of duels it is who wins."""
UNTOLD: Final = (STANDING, RESULT, SCORE)
"""What says of two who fight what the rest has said."""
LARGEST: Final = 10_000
"""No number of a pair is larger."""


def contenders(rules: TabletopRuleset, lang: Lang) -> Contenders:
    """Who can be set against whom, and every measure by its name, the usual ones first."""
    return Contenders(
        ruleset=rules.name,
        contenders=tuple(Contender(id=it, name=rules.title(it, lang)) for it in _known(rules.name)),
        blows=_measures(BLOWS, lang, duels=False),
        duels=_measures(("wins",), lang, duels=True),
    )


def _measures(first: tuple[str, ...], lang: Lang, *, duels: bool) -> tuple[MatrixMeasure, ...]:
    told = dict.fromkeys((*first, *(word for word in WORDS if word not in UNTOLD)))
    return tuple(
        MatrixMeasure(word=word, text=matrix_name(word, lang, duels=duels), share=is_share(word)) for word in told
    )


@cache
def _known(ruleset: str) -> Mapping[str, dict[str, Any]]:
    return rules_of(ruleset, ()).duellists(None)


def pairs(rules: TabletopRuleset, wish: MatrixWish, lang: Lang) -> MatrixPairs:
    """The first of some pairs, as many as `SECONDS` allow.

    Raises Unwilling ``no_contender``, ``no_pairs``, ``many_duels``.
    """
    if not wish.others:
        raise Unwilling("no_pairs")
    if not 0 <= wish.duels <= MOST_DUELS:
        raise Unwilling("many_duels", most=MOST_DUELS)
    for it in (wish.one, *wish.others):
        _check(rules, it)
    until = time.monotonic() + SECONDS
    found: list[MatrixPair] = []
    for other in wish.others:
        found.append(_shown(_pair(rules.name, wish.one, other, wish.duels, lang)))
        if time.monotonic() > until:
            break
    return MatrixPairs(pairs=tuple(found))


def _check(rules: TabletopRuleset, it: str) -> None:
    if it not in _known(rules.name):
        raise Unwilling("no_contender", who=it[:80])


def _pair(ruleset: str, one: str, other: str, games: int, lang: Lang) -> Pair:
    """One against another; duels are the same whoever asks, and nobody names their attacks."""
    if not games:
        return _blow(ruleset, one, other, lang)
    order = list(_known(ruleset))
    first, last = sorted((one, other), key=order.index)
    return _duel(ruleset, first, last, games)[int(one != first)]


@lru_cache(maxsize=KEPT)
def _blow(ruleset: str, one: str, other: str, lang: Lang) -> Pair:
    return blow(rules_of(ruleset, ()), _known(ruleset), one, other, lang, WORDS)


@lru_cache(maxsize=KEPT)
def _duel(ruleset: str, one: str, other: str, games: int) -> tuple[Pair, Pair]:
    return duel(rules_of(ruleset, ()), _known(ruleset), one, other, games, WORDS)


def _shown(pair: Pair) -> MatrixPair:
    """A pair by the words of the measures; none of them where it cannot attack."""
    usual = {word: getattr(pair, word) for word in ("falls", "wins")}
    numbers = {word: number for word, number in {**usual, **pair.watched}.items() if number is not None}
    return MatrixPair(
        other=pair.other,
        numbers={word: round(float(number), 6) for word, number in numbers.items()},
        attack=pair.attack,
        exact=pair.exact,
    )


def picture(rules: TabletopRuleset, wish: PictureWish, lang: Lang) -> bytes:
    """A matrix as a drawing. Raises Unwilling ``no_contender``, ``no_picture``."""
    for it in wish.ids:
        _check(rules, it)
    square = {len(wish.ids), len(set(wish.ids)), len(wish.cells), *map(len, wish.cells)} == {len(wish.ids)}
    sound = all(abs(cell) <= LARGEST for row in wish.cells for cell in row)
    if not (square and sound and wish.ids and wish.kind in KINDS and wish.word in (*WORDS, "falls", "wins")):
        raise Unwilling("no_picture")
    names = [rules.title(it, lang) for it in wish.ids]
    title = matrix_name(wish.word, lang, duels=wish.duels)
    axes = say(lang, "matrix.target"), say(lang, "matrix.attacker")
    return saved(plots.matrix(names, wish.cells, title, *axes, share=is_share(wish.word)), wish.kind)


__all__ = ["contenders", "pairs", "picture"]
