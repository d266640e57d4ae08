"""Profiles set against each other, piece by piece, for a page that shows how far it is and may be stopped.

It runs in a worker. The numbers are those of `arbitro odds matrix`; a worker remembers the pairs it knows, so that who
stops and goes on, and who comes next, wait only for what is new.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from arbitro.analysis import plots
from arbitro.analysis.matrices import Pair, blow, duel, is_share
from arbitro.analysis.naming import matrix_name, say
from arbitro.content.errors import ContentError, Lang
from arbitro.content.measures import DAMAGE, RESULT, SCORE, STANDING, WORDS
from arbitro.content.tabletop import TabletopRuleset, rules_with
from arbitro.players.crew import rules_of
from arbitro.web.bodies import Contender, Contenders, MatrixMeasure, MatrixPair, MatrixPairs, MatrixWish, PictureWish
from arbitro.web.drawing import KINDS, saved
from arbitro.web.packs import check_game, faulty, folders, shelf
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


class Field:
    """A game's profiles, those of packs of one's own among them.

    Args:
        ruleset: the game.
        packs: files by relative name.
        lang: of what is wrong with them.

    Raises Unwilling ``strange_pack``, ``other_game``, ``faulty``.
    """

    def __init__(self, ruleset: str, packs: Mapping[str, str], lang: Lang) -> None:
        check_game(ruleset, packs)
        self.ruleset, self.homes, self.lang = ruleset, folders(packs), lang
        try:
            self.rules, self.known = _loaded(ruleset, self.homes)
            self.own = {it: Path(home).name for home in self.homes for it in self.rules.duellists(Path(home))}
        except ContentError as error:
            raise faulty(error, shelf(packs), lang) from None

    def check(self, it: str) -> None:
        """Raises Unwilling ``no_contender``."""
        if it not in self.known:
            raise Unwilling("no_contender", who=it[:80])


@lru_cache(maxsize=8)
def _loaded(ruleset: str, homes: tuple[str, ...]) -> tuple[TabletopRuleset, Mapping[str, dict[str, Any]]]:
    """The rules with these packs, and whoever can be set against others. Raises ContentError."""
    rules = rules_with(rules_of(ruleset, ()), homes)
    return rules, rules.duellists(None)


def contenders(field: Field) -> Contenders:
    """Who can be set against whom, one's own first, and every measure by its name, the usual ones first."""
    lang = field.lang
    return Contenders(
        ruleset=field.ruleset,
        contenders=tuple(
            Contender(id=it, name=field.rules.title(it, lang), pack=field.own.get(it, ""))
            for it in sorted(field.known, key=lambda it: it not in field.own)
        ),
        blows=_measures(BLOWS, lang, duels=False),
        duels=_measures(("wins",), lang, duels=True),
    )


def _measures(first: tuple[str, ...], lang: Lang, *, duels: bool) -> tuple[MatrixMeasure, ...]:
    told = dict.fromkeys((*first, *(word for word in WORDS if word not in UNTOLD)))
    return tuple(
        MatrixMeasure(word=word, text=matrix_name(word, lang, duels=duels), share=is_share(word)) for word in told
    )


def pairs(field: Field, wish: MatrixWish) -> MatrixPairs:
    """The first of some pairs, as many as `SECONDS` allow.

    Raises Unwilling ``no_contender``, ``no_pairs``, ``many_duels``.
    """
    if not wish.others:
        raise Unwilling("no_pairs")
    if not 0 <= wish.duels <= MOST_DUELS:
        raise Unwilling("many_duels", most=MOST_DUELS)
    for it in (wish.one, *wish.others):
        field.check(it)
    until = time.monotonic() + SECONDS
    found: list[MatrixPair] = []
    for other in wish.others:
        found.append(_shown(_pair(field, wish.one, other, wish.duels)))
        if time.monotonic() > until:
            break
    return MatrixPairs(pairs=tuple(found))


def _pair(field: Field, one: str, other: str, games: int) -> Pair:
    """One against another; duels are the same whoever asks, and nobody names their attacks."""
    if not games:
        return _blow(field.ruleset, field.homes, one, other, field.lang)
    order = list(field.known)
    first, last = sorted((one, other), key=order.index)
    return _duel(field.ruleset, field.homes, first, last, games)[int(one != first)]


@lru_cache(maxsize=KEPT)
def _blow(ruleset: str, homes: tuple[str, ...], one: str, other: str, lang: Lang) -> Pair:
    rules, known = _loaded(ruleset, homes)
    return blow(rules, known, one, other, lang, WORDS)


@lru_cache(maxsize=KEPT)
def _duel(ruleset: str, homes: tuple[str, ...], one: str, other: str, games: int) -> tuple[Pair, Pair]:
    rules, known = _loaded(ruleset, homes)
    return duel(rules, known, one, other, games, WORDS)


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


def picture(field: Field, wish: PictureWish) -> bytes:
    """A matrix as a drawing. Raises Unwilling ``no_contender``, ``no_picture``."""
    lang = field.lang
    for it in wish.ids:
        field.check(it)
    square = {len(wish.ids), len(set(wish.ids)), len(wish.cells), *map(len, wish.cells)} == {len(wish.ids)}
    sound = all(abs(cell) <= LARGEST for row in wish.cells for cell in row)
    if not (square and sound and wish.ids and wish.kind in KINDS and wish.word in (*WORDS, "falls", "wins")):
        raise Unwilling("no_picture")
    names = [field.rules.title(it, lang) for it in wish.ids]
    title = matrix_name(wish.word, lang, duels=wish.duels)
    axes = say(lang, "matrix.target"), say(lang, "matrix.attacker")
    return saved(plots.matrix(names, wish.cells, title, *axes, share=is_share(wish.word)), wish.kind)


__all__ = ["Field", "contenders", "pairs", "picture"]
