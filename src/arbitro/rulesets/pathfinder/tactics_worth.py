"""What a state is worth to a side, in hundredths of a hit point: ours less theirs.

A fighter counts as much as it may be expected to deal in the few rounds to come, and the hit points it has left. What a
condition or a spell takes from that or adds to it is read in its lines, point by point, for as many rounds as it lasts:
to shake somebody for a round is worth a part of one round's blows and no more. Whoever lies there deals nothing any
more; what is left of its worth is that it may be raised.
"""

from __future__ import annotations

from typing import Any

from arbitro.engine.state import Effect
from arbitro.engine.values import Seat
from arbitro.rulesets.pathfinder.content import Library
from arbitro.rulesets.pathfinder.gauges import fallen
from arbitro.rulesets.pathfinder.prowess import POINT, ROUNDS, round_of
from arbitro.rulesets.pathfinder.retreat import exposed, told_to_go
from arbitro.rulesets.pathfinder.state import DEAD, FIERCE, FLED, INVISIBLE, PRONE, Battle, Creature
from arbitro.rulesets.pathfinder.tactics_walls import cut_off

LYING_LEFT, AWAY = 15, 50
"""Per cent of its blows that count for somebody who lies there, and for one who is gone."""
BLOOD, FRAILTY, BRUISE = 200, 50, 40
"""What each point of bleeding, of ability damage and of nonlethal damage counts."""
WON = 10**7

EACH_POINT = {"attack": 7, "ac": 6, "damage": 5, "save": 2, "score": 3, "reduction": 4, "miss": 1, "precision": 12}
"""Per cent of its blows that a fighter gains by a point of each: dealt more often, or struck less often."""
ABOUT = 2
"""Points that a number is taken for that has to be worked out."""
LOST = {"all": 0, "one": 40, "move": 80, "mind": 100, "none": 100}
"""Per cent lost by whoever can do only so much."""
FLIGHT, NO_BLOWS, NO_DEXTERITY, BLIND, ROOTED, UNSEEN, FASTER = 80, 60, 8, 40, 20, 15, 25
HASTED, FIGHT = "accelerato", "fight"
SOON_OVER = {PRONE: 1, INVISIBLE: 1}
"""Rounds for which conditions count that a move, or the next blow, puts an end to."""


class Appraiser:
    """Knows what conditions and the lines of spells mean for whoever bears them; each is worked out once."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._conditions: dict[str, int] = {}
        self._lines: dict[tuple[str, str], int] = {}

    def of_condition(self, condition: str) -> int:
        """Per cent of its blows that a condition gives a fighter; negative for what it takes.

        Whatever comes along with the condition counts too.
        """
        known = self._conditions.get(condition)
        if known is None:
            known = self._conditions[condition] = self._sum_of(condition)
        return known

    def _sum_of(self, condition: str) -> int:
        together = self._library.together((condition,))
        gain = sum(of_line(line) for shape in together.shapes for line in shape.always)
        gain -= LOST[together.acts] + (NO_BLOWS if "attack" in together.bars else 0)
        gain -= FLIGHT if any(shape.flees for shape in together.shapes) else 0
        gain -= NO_DEXTERITY if any(shape.no_dex for shape in together.shapes) else 0
        gain -= ROOTED if together.acts == "all" and "move" in together.bars else 0
        gain -= BLIND if together.acts == "all" and "see" in together.bars else 0
        gain += {INVISIBLE: UNSEEN, HASTED: FASTER}.get(condition, 0)
        return max(-100, gain)

    def of_effect(self, effect: Effect) -> int:
        """Per cent of its blows that an effect gives whoever bears it."""
        key = (effect.rule, effect.part)
        known = self._lines.get(key)
        if known is None:
            known = self._lines[key] = of_line(_line_at(self._library.shape(effect.rule), effect.part))
        return known


def of_line(line: Any) -> int:
    """Per cent of its blows that a line gives a fighter.

    >>> of_line({"modify": "attack", "by": -2}), of_line({"modify": "ac", "by": "2 + least(3, cl // 6)"})
    (-14, 12)
    """
    if not isinstance(line, dict) or line.get("modify") not in EACH_POINT:
        return 0
    by = line.get("by", line.get("floor", 0))
    if not isinstance(by, int):
        by = -ABOUT if str(by).startswith(("-", "0 -")) else ABOUT
    return EACH_POINT[line["modify"]] * by


def _line_at(shape: Any, place: str) -> Any:
    """The line of a record that stands at a place (``do.0.do.1``), None where none does."""
    found: Any = shape
    for key in place.split("."):
        if isinstance(found, list | tuple):
            found = found[int(key)] if key.isdecimal() and int(key) < len(found) else None
        else:
            found = found.get(key) if isinstance(found, dict) else getattr(found, key, None)
    return found


def rounds_left(effect: Effect | None) -> int:
    """How many of the rounds that are counted an effect lasts."""
    ends = [end.left for end in effect.ends if end.at and end.at != FIGHT] if effect is not None else []
    return min(ROUNDS, *ends) if ends else ROUNDS


def worth(battle: Battle, seat: Seat, known: Appraiser) -> int:
    """What a state is worth to a side; who is told to go, wants to be gone."""
    going = bool(battle.retreats) and told_to_go(battle, seat)
    helped = _helped(battle, known)
    total = 0
    for figure in battle.figures.values():
        mine = figure.seat == seat
        if mine and going and figure.status == FLED:
            value = ROUNDS * round_of(figure) + POINT * figure.hp
        else:
            value = _value(battle, figure, known, helped.get(figure.id, 0))
        total += value if mine else -value
        if mine and going and figure.status == "in":
            total -= exposed(battle, figure)
    if battle.barriers:
        total += sum(round_of(one) * (-1 if one.seat == seat else 1) for one in cut_off(battle))
    if battle.result and not going:
        total += WON if battle.result == seat else 0 if battle.result == "draw" else -WON
    return total


def _helped(battle: Battle, known: Appraiser) -> dict[str, int]:
    """By who bears them, what spells and the like give or take: per cent of a round, for each round they last.

    What is over before the next turn does not count: whether anybody strikes until then, others decide.
    """
    found: dict[str, int] = {}
    for effect in battle.effects.values():
        if (gain := known.of_effect(effect)) and (rounds := rounds_left(effect)) > 1:
            found[effect.bearer] = found.get(effect.bearer, 0) + gain * rounds
    return found


def _value(battle: Battle, figure: Creature, known: Appraiser, helped: int) -> int:
    """What somebody counts to its own side."""
    if figure.status == DEAD:
        return 0
    blows = ROUNDS * round_of(figure)
    if figure.status != "in":
        return (blows + POINT * max(0, figure.hp)) * AWAY // 100
    if fallen(figure) and not figure.has(FIERCE):
        return blows * LYING_LEFT // 100 + POINT * max(0, figure.hp)
    if figure.conditions:
        timed = dict(figure.timed)
        for condition in figure.conditions:
            lasts = rounds_left(battle.effects.get(timed[condition])) if condition in timed else ROUNDS
            helped += known.of_condition(condition) * min(lasts, SOON_OVER.get(condition, ROUNDS))
    value = max(0, blows + helped * round_of(figure) // 100)
    value += POINT * (figure.hp + sum(points for _, points in figure.temp)) - BRUISE * figure.nonlethal
    return value - BLOOD * figure.bleed - FRAILTY * sum(points for _, points in figure.damaged)
