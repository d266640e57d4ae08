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
from arbitro.analysis.naming import attack_name
from arbitro.analysis.weighing import Weighed, weigh
from arbitro.content.errors import Lang
from arbitro.content.measures import DOWN, FLED, KILLED, Measure
from arbitro.content.tabletop import TabletopRuleset
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.values import Value

OUT = (KILLED, DOWN, FLED)
"""How a contender loses."""
LEAVES = 600
SAMPLES = 400
SEEDS = 20
"""So many outcomes of one attack are walked; beyond them so many attacks are made."""
Progress = Callable[[int, int], None]


class Pair(Struct):
    """What was found of one contender against another; the chances are None where it cannot attack, or did not.

    ``attack``: the one of its attacks that was taken, with its dice, "" of duels.
    """

    one: str
    other: str
    damage: Fraction | None = None
    falls: Fraction | None = None
    wins: Fraction | None = None
    exact: bool = True
    attack: str = ""


class Matrix(Struct):
    """All pairs of some contenders, by their ids; ``games``: how many duels each pair fought, 0 for one attack."""

    ids: tuple[str, ...]
    pairs: dict[tuple[str, str], Pair]
    games: int = 0

    def cells(self, what: str) -> list[list[float]]:
        """A row of numbers for each contender: ``damage``, ``falls`` or ``wins``; 0 where there is none."""
        return [[float(getattr(self.pairs[one, other], what) or 0) for other in self.ids] for one in self.ids]

    def mean(self, what: str, of: str) -> float:
        """The mean of a row: how one does against all of them."""
        row = [float(getattr(self.pairs[of, other], what) or 0) for other in self.ids]
        return sum(row) / len(row)

    def attacks(self, of: str) -> list[str]:
        """The attacks that were taken of one contender, whoever the target."""
        return list(dict.fromkeys(pair.attack for (one, _), pair in self.pairs.items() if one == of and pair.attack))

    def csv(self) -> str:
        """One row for each pair."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(Pair.__struct_fields__)
        for pair in self.pairs.values():
            values = [getattr(pair, name) for name in Pair.__struct_fields__]
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
) -> Matrix:
    """One attack of each contender against each, within reach, by the exact odds: of all it has the best on average.

    Args:
        rules: of the game.
        contenders: what makes one of a side, by id (`TabletopRuleset.duellists`).
        progress: is told how many pairs are done, of how many.
        lang: of the names of attacks.
    """
    found = Matrix(tuple(contenders), {})
    for one in contenders:
        for other in contenders:
            found.pairs[one, other] = _blow(rules, contenders, one, other, lang)
            if progress is not None:
                progress(len(found.pairs), len(contenders) ** 2)
    return found


def _blow(rules: TabletopRuleset, contenders: Mapping[str, dict[str, Any]], one: str, other: str, lang: Lang) -> Pair:
    setup = rules.duel(contenders[one], contenders[other], close=True)
    best = Pair(one, other)
    game, values = about_to_strike(rules, setup)
    for value in values:
        weighed = weigh(game, value, seat="a", leaves=LEAVES, samples=SAMPLES)
        short = gist(weighed)
        damage, falls = short.damage or Fraction(0), short.falls or Fraction(0)
        if best.damage is None or best.falls is None or (damage, falls) > (best.damage, best.falls):
            name = attack_name(game, "a", value, lang)
            best = Pair(one, other, damage, falls, exact=weighed.exact, attack=name)
    return best


def about_to_strike(rules: TabletopRuleset, setup: dict[str, Any]) -> tuple[Game, list[Value]]:
    """A duel in which seat a comes first, and the blows it has; where dice decide who begins, a seed lets it."""
    for seed in range(SEEDS):
        game = Game.new(rules, setup, SeededDice.of_seed(seed))
        if game.pending is not None and "a" in game.pending.seats:
            return game, rules.blows(game, "a")
    return game, []


def duels(
    rules: TabletopRuleset, contenders: Mapping[str, dict[str, Any]], games: int, progress: Progress | None = None
) -> Matrix:
    """Duels to the end by instinct, half of them begun by each; ``games`` for each pair."""
    found = Matrix(tuple(contenders), {}, games)
    for one in contenders:
        found.pairs[one, one] = Pair(one, one, wins=Fraction(1, 2), exact=False)
    pairs = list(combinations(contenders, 2))
    for number, (one, other) in enumerate(pairs, 1):
        first = _won(rules, contenders[one], contenders[other], games - games // 2)
        second = _won(rules, contenders[other], contenders[one], games // 2)
        half = Fraction(games - games // 2, games), Fraction(games // 2, games)
        wins = tuple(half[0] * first[place] + half[1] * second[1 - place] for place in (0, 1))
        found.pairs[one, other] = Pair(one, other, wins=wins[0], exact=False)
        found.pairs[other, one] = Pair(other, one, wins=wins[1], exact=False)
        if progress is not None:
            progress(number, len(pairs))
    return found


def _won(rules: TabletopRuleset, one: dict[str, Any], other: dict[str, Any], games: int) -> tuple[Fraction, Fraction]:
    """How often the one who begins is left alone, and how often the other."""
    if not games:
        return Fraction(0), Fraction(0)
    game = Game.new(rules, rules.duel(one, other, close=False), SeededDice.of_seed(0))
    found = weigh(game, None, until="end", others="instinct", leaves=0, samples=games)
    return _left(found, "a1", "b1"), _left(found, "b1", "a1")


def _left(found: Weighed, one: str, other: str) -> Fraction:
    def out(changes: Mapping[Measure, int], it: str) -> bool:
        return any(changes.get(Measure(word, it)) for word in OUT)

    return found.odds.chance(lambda outcome: out(dict(outcome[1]), other) and not out(dict(outcome[1]), one))
