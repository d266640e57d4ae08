"""All against all: one attack of everybody against everybody, or duels to the end."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import msgspec
from msgspec import Struct

from arbitro.analysis.compare import gist
from arbitro.analysis.naming import attack_name, of_row
from arbitro.analysis.weighing import Weighed, weigh
from arbitro.content.errors import Lang
from arbitro.content.measures import DOWN, FLED, HAPPENS, KILLED, RESULT, SCORE, STANDING, Measure
from arbitro.content.tabletop import TabletopRuleset
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.values import Value

OUT = (KILLED, DOWN, FLED)
"""How a contender loses."""
OF_SIDES = (STANDING, SCORE, RESULT)
"""What is told of a side, not of a figure."""
LEAVES = 600
SAMPLES = 400
SEEDS = 20
"""So many outcomes of one attack are walked; beyond them so many attacks are made."""
Progress = Callable[[int, int], None]


class Pair(Struct):
    """What was found of one contender against another; the chances are None where it cannot attack, or did not.

    ``attack``: the one of its attacks that was taken, with its dice, "" of duels. ``watched``: what was asked for
    besides, by its word: how likely it is where it happens or does not, else its mean.
    """

    one: str
    other: str
    damage: Fraction | None = None
    falls: Fraction | None = None
    wins: Fraction | None = None
    exact: bool = True
    attack: str = ""
    watched: dict[str, Fraction] = {}

    def number(self, what: str) -> Fraction:
        """``damage``, ``falls``, ``wins`` or a word that was watched; 0 where there is none."""
        return self.watched.get(what) or getattr(self, what, None) or Fraction(0)


HEAD = tuple(name for name in Pair.__struct_fields__ if name != "watched")


def is_share(what: str) -> bool:
    """Whether a number of a pair is a probability: ``falls``, ``wins``, or a word for what happens or does not."""
    return what in (*HAPPENS, "falls", "wins")


class Matrix(Struct):
    """All pairs of some contenders, by their ids; ``games``: how many duels each pair fought, 0 for one attack."""

    ids: tuple[str, ...]
    pairs: dict[tuple[str, str], Pair]
    games: int = 0

    def cells(self, what: str) -> list[list[float]]:
        """A row of numbers for each contender: ``damage``, ``falls``, ``wins`` or a word that was watched."""
        return [[float(self.pairs[one, other].number(what)) for other in self.ids] for one in self.ids]

    def mean(self, what: str, of: str) -> float:
        """The mean of a row: how one does against all of them."""
        row = [float(self.pairs[of, other].number(what)) for other in self.ids]
        return sum(row) / len(row)

    def attacks(self, of: str) -> list[str]:
        """The attacks that were taken of one contender, whoever the target."""
        return list(dict.fromkeys(pair.attack for (one, _), pair in self.pairs.items() if one == of and pair.attack))

    def csv(self) -> str:
        """One row for each pair; a column for each word that was watched comes last."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        words = list(dict.fromkeys(word for pair in self.pairs.values() for word in pair.watched))
        writer.writerow((*HEAD, *(f"watched_{word}" for word in words)))
        for pair in self.pairs.values():
            values = [*(getattr(pair, name) for name in HEAD), *(pair.watched.get(word) for word in words)]
            writer.writerow([float(v) if isinstance(v, Fraction) else v for v in values])
        return out.getvalue()

    def json(self, ruleset: str, names: Sequence[str]) -> str:
        """Everything as one JSON object: who takes part, by id and name, and every pair."""
        profiles = [{"id": it, "name": name} for it, name in zip(self.ids, names, strict=True)]
        pairs = [msgspec.structs.asdict(pair) for pair in self.pairs.values()]
        data = {"ruleset": ruleset, "games": self.games, "profiles": profiles, "pairs": pairs}
        return msgspec.json.format(msgspec.json.encode(data, enc_hook=float), indent=1).decode()


def blows(
    rules: TabletopRuleset,
    contenders: Mapping[str, dict[str, Any]],
    progress: Progress | None = None,
    lang: Lang = "en",
    watch: Sequence[str] = (),
) -> Matrix:
    """One attack of each contender against each, within reach, by the exact odds: of all it has the best on average.

    Args:
        rules: of the game.
        contenders: what makes one of a side, by id (`TabletopRuleset.duellists`).
        progress: is told how many pairs are done, of how many.
        lang: of the names of attacks.
        watch: words of `arbitro.content.measures.WORDS` that are told besides.
    """
    found = Matrix(tuple(contenders), {})
    for one in contenders:
        for other in contenders:
            found.pairs[one, other] = blow(rules, contenders, one, other, lang, watch)
            if progress is not None:
                progress(len(found.pairs), len(contenders) ** 2)
    return found


def blow(
    rules: TabletopRuleset, contenders: Mapping[str, dict[str, Any]], one: str, other: str, lang: Lang,
    watch: Sequence[str] = (),
) -> Pair:  # fmt: skip
    """One attack of one contender against another, the best it has; see `blows`."""
    setup = rules.duel(contenders[one], contenders[other], close=True)
    best = Pair(one, other)
    game, values = about_to_strike(rules, setup)
    for value in values:
        weighed = weigh(game, value, seat="a", leaves=LEAVES, samples=SAMPLES)
        short = gist(weighed)
        damage, falls = short.damage or Fraction(0), short.falls or Fraction(0)
        if best.damage is None or best.falls is None or (damage, falls) > (best.damage, best.falls):
            name = attack_name(game, "a", value, lang)
            told = {word: watched(weighed, word, ("a1", "a"), ("b1", "b")) for word in watch}
            best = Pair(one, other, damage, falls, exact=weighed.exact, attack=name, watched=told)
    return best


def watched(found: Weighed, word: str, row: tuple[str, str], column: tuple[str, str]) -> Fraction:
    """What a word says of one set against another: how likely it is where it happens or does not, else its mean.

    Args:
        found: how an attack or a duel may turn out.
        word: one of `arbitro.content.measures.WORDS`.
        row: the figure and the side of the one; column: those of the other.
    """
    figure, side = row if of_row(word) else column
    of = side if word in OF_SIDES else figure
    mine = [measure for measure in found.measures if (measure.word, measure.of) == (word, of)]
    if word not in HAPPENS:
        return sum((found.mean(measure) for measure in mine or (Measure(word, of),)), Fraction(0))
    return found.chance_of_any(mine)


def about_to_strike(rules: TabletopRuleset, setup: dict[str, Any]) -> tuple[Game, list[Value]]:
    """A duel in which seat a comes first, and the blows it has; where dice decide who begins, a seed lets it."""
    for seed in range(SEEDS):
        game = Game.new(rules, setup, SeededDice.of_seed(seed))
        if game.pending is not None and "a" in game.pending.seats:
            return game, rules.blows(game, "a")
    return game, []


def duels(
    rules: TabletopRuleset,
    contenders: Mapping[str, dict[str, Any]],
    games: int,
    progress: Progress | None = None,
    watch: Sequence[str] = (),
) -> Matrix:
    """Duels to the end by instinct, half of them begun by each; ``games`` for each pair, ``watch`` as for `blows`."""
    found = Matrix(tuple(contenders), {}, games)
    for one in contenders:
        found.pairs[one, one], _ = duel(rules, contenders, one, one, games, watch)
    pairs = list(combinations(contenders, 2))
    for number, (one, other) in enumerate(pairs, 1):
        found.pairs[one, other], found.pairs[other, one] = duel(rules, contenders, one, other, games, watch)
        if progress is not None:
            progress(number, len(pairs))
    return found


def duel(
    rules: TabletopRuleset, contenders: Mapping[str, dict[str, Any]], one: str, other: str, games: int,
    watch: Sequence[str] = (),
) -> tuple[Pair, Pair]:  # fmt: skip
    """So many duels of two contenders, told of the one and of the other; alike, each wins half of them."""
    if one == other:
        alike = _fought(rules, contenders[one], contenders[one], games, watch)[0] if watch else [Fraction(0)]
        told = dict(zip(watch, alike[1:], strict=True))
        pair = Pair(one, one, wins=Fraction(1, 2), exact=False, watched=told)
        return pair, pair
    first = _fought(rules, contenders[one], contenders[other], games - games // 2, watch)
    second = _fought(rules, contenders[other], contenders[one], games // 2, watch)
    half = Fraction(games - games // 2, games), Fraction(games // 2, games)

    def told_of(place: int, mine: str, theirs: str) -> Pair:
        sums = [half[0] * a + half[1] * b for a, b in zip(first[place], second[1 - place], strict=True)]
        told = dict(zip(watch, sums[1:], strict=True))
        return Pair(mine, theirs, wins=sums[0], exact=False, watched=told)

    return told_of(0, one, other), told_of(1, other, one)


def _fought(
    rules: TabletopRuleset, one: dict[str, Any], other: dict[str, Any], games: int, watch: Sequence[str]
) -> tuple[list[Fraction], list[Fraction]]:
    """How often the one who begins is left alone, and what is watched of it; then the same of the other."""
    if not games:
        nothing = [Fraction(0)] * (1 + len(watch))
        return nothing, nothing
    game = Game.new(rules, rules.duel(one, other, close=False), SeededDice.of_seed(0))
    found = weigh(game, None, until="end", others="instinct", leaves=0, samples=games)
    a, b = ("a1", "a"), ("b1", "b")
    mine, theirs = (
        [_left(found, row[0], column[0]), *(watched(found, word, row, column) for word in watch)]
        for row, column in ((a, b), (b, a))
    )
    return mine, theirs


def _left(found: Weighed, one: str, other: str) -> Fraction:
    def out(changes: Mapping[Measure, int], it: str) -> bool:
        return any(changes.get(Measure(word, it)) for word in OUT)

    return found.odds.chance(lambda outcome: out(dict(outcome[1]), other) and not out(dict(outcome[1]), one))
