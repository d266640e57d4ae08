"""What may be measured of a game, in words that every ruleset shares: hits, damage, life, who falls, tests passed.

A ruleset names its own through `TabletopRuleset.gauges` (numbers that can be read off a state) and
`TabletopRuleset.noted` (what an event says happened); odds and simulations ask for nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from arbitro.engine.state import State
from arbitro.engine.values import Id

HIT, CRITICAL, SUCCESS, PASSED, FAILED = "hit", "critical", "success", "passed", "failed"
KILLED, DOWN, FLED, CONDITION = "killed", "down", "fled", "condition"
LIFE, STRENGTH, ARMOUR, DICE, STANDING, SCORE, RESULT = (
    "life",
    "strength",
    "armour",
    "dice",
    "standing",
    "score",
    "result",
)
DAMAGE: Final = "damage"
"""All harm done since the choice; worked out from the numbers that a ruleset names as its `harm`: ``life`` alone,
unless there are other things that blows take."""
NONLETHAL: Final = "nonlethal"
"""Damage that knocks out and does not kill, where it is counted by itself; it is damage like all the rest."""
HAPPENS: Final = (HIT, CRITICAL, SUCCESS, PASSED, FAILED, KILLED, DOWN, FLED, CONDITION, RESULT)
"""What happens or does not: a measure of these is 1 or 0."""
COUNTS: Final = (DAMAGE, NONLETHAL, LIFE, STRENGTH, ARMOUR, DICE, STANDING, SCORE)
"""What is a number."""
WORDS: Final = (*HAPPENS, *COUNTS)


class Measure(Struct, frozen=True, order=True):
    """Something that may be measured.

    ``word`` is one of `WORDS`; ``of`` the figure or the seat it is about; ``what`` which one of several: a condition,
    an attribute, a kind of test.
    """

    word: str
    of: Id = ""
    what: str = ""

    @property
    def happens(self) -> bool:
        """Whether it is 1 or 0."""
        return self.word in HAPPENS


Turn = Callable[[State, Id, Id, float], None]
"""Sets a number of a state, for the figure that acts and the one it acts upon; in the units people use.

It raises ValueError where that cannot be."""


class Knob(Struct, frozen=True):
    """A number of a state that may be tried otherwise.

    Args:
        turn: sets it.
        low: the least it may ever be, in the units people use.
        high: the most.
        whole: whether there is nothing between two whole numbers.
    """

    turn: Turn
    low: int = 0
    high: int = 1000
    whole: bool = True

    def takes(self, number: float) -> bool:
        """Whether it can ever be that.

        >>> knob = Knob(lambda *_: None, 1, 100)
        >>> knob.takes(5), knob.takes(0), knob.takes(2.5)
        (True, False, False)
        """
        return self.low <= number <= self.high and (not self.whole or number == int(number))


Gauges = Mapping[Measure, int]
