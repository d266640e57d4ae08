"""Spells changed by metamagic, and how long any spell takes to cast (PF-FULL-12 to -17, PF-FEAT-08).

A spell as somebody casts it is named by its id, and the feats that change it: ``fulmine+incantesimi-rapidi``.
"""

from __future__ import annotations

from typing import Any

from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.lookups import figure_of, library_of, sheet_of
from arbitro.rulesets.pathfinder.shapes import Spell
from arbitro.rulesets.pathfinder.state import FREE, FULL, IMMEDIATE, MOVE, STANDARD, SWIFT

JOINED = "+"
QUICKENED, EXTENDED, EMPOWERED = "incantesimi-rapidi", "incantesimi-estesi", "incantesimi-potenziati"
COST = {"standard": STANDARD, "full": FULL, "round": FULL, "minute": FULL, "swift": SWIFT, "free": SWIFT,
        "immediate": IMMEDIATE, "move": MOVE}  # fmt: skip
"""What the first turn of a casting costs (PF-SPL-01, PF-FULL-12, PF-FULL-13, PF-SWIFT-03, -06)."""
ROUNDS = {"round": 1, "minute": 10}  # PF-FULL-12.1, PF-FULL-13.2
"""Full-round actions of a long casting, which is complete just before the turn after the last of them."""
QUICK = (SWIFT, IMMEDIATE, FREE)
LONGEST = ("standard", "full", "move")
"""Casting times that can be quickened (PF-FEAT-08.2)."""


def plain(word: str) -> str:
    """The spell that a word names, without what changes it.

    >>> plain("fulmine+incantesimi-rapidi"), changes("fulmine+incantesimi-rapidi")
    ('fulmine', ('incantesimi-rapidi',))
    """
    return word.partition(JOINED)[0]


def changes(word: str) -> tuple[str, ...]:
    """The metamagic feats in a word."""
    return tuple(word.split(JOINED)[1:])


def spell_of(game: Game, word: str) -> Spell:
    """The record of a spell, whatever changes it."""
    return library_of(game).spells[plain(word)]


def raised(game: Game, word: str) -> int:
    """How many levels higher the slot has to be (PF-FEAT-08.1)."""
    feats = library_of(game).feats
    return sum(feats[feat].raises for feat in changes(word))


def known_changes(game: Game, it: Id, shape: Spell) -> tuple[str, ...]:
    """The metamagic feats that somebody has and that can change a spell."""
    feats = library_of(game).feats
    names = [feat for feat in sheet_of(game, figure_of(game, it)).feats if isinstance(feat, str)]
    return tuple(feat for feat in names if feats[feat].raises and _fits(feat, shape))


def _fits(feat: str, shape: Spell) -> bool:
    if feat == QUICKENED:
        return shape.time in LONGEST
    if feat == EXTENDED:
        return shape.duration in ("rounds", "minutes")
    return feat != EMPOWERED or named(shape.do, ("dice", "cure"))


def hurts(lines: Any) -> bool:
    """Whether anything in a spell's lines is damage."""
    return named(lines, ("damage", "ability_damage", "raise_wall"))


def named(lines: Any, words: tuple[str, ...]) -> bool:
    """Whether any of those words stands in a spell's lines."""
    if isinstance(lines, dict):
        return any(key in words or named(value, words) for key, value in lines.items())
    return isinstance(lines, list | tuple) and any(named(line, words) for line in lines)


def cost_of(game: Game, word: str, *, at_once: bool) -> str:
    """What the first turn of casting costs.

    Args:
        at_once: it was not prepared so: metamagic made up while casting takes a full round (PF-FULL-16.1, -17.1).
    """
    if QUICKENED in changes(word):
        return SWIFT  # PF-FULL-16.2, PF-SWIFT-03.1
    cost = COST[spell_of(game, word).time]
    return FULL if at_once and changes(word) and cost == STANDARD else cost


def rounds_of(game: Game, word: str, *, at_once: bool) -> int:
    """Full-round actions before a spell takes effect at the beginning of a turn; 0 for one that does so at once."""
    rounds = ROUNDS.get(spell_of(game, word).time, 0)
    return rounds + 1 if rounds and at_once and changes(word) else rounds  # PF-FULL-16.3, -16.4, -17.2
