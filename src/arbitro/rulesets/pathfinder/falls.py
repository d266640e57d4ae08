"""Falling: how far, how hard, how softly (PF-TAB-23)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan, ConditionEnded
from arbitro.rulesets.pathfinder.events_magic import Floated
from arbitro.rulesets.pathfinder.events_moving import Fell
from arbitro.rulesets.pathfinder.ground import WATER
from arbitro.rulesets.pathfinder.harm import suffer
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, suffers
from arbitro.rulesets.pathfinder.saves import skill
from arbitro.rulesets.pathfinder.state import CLIMBING, PRONE
from arbitro.rulesets.pathfinder.subjects import Falling

PER_DIE, MOST_DICE, SIDES = 2, 20, 6  # squares (3 m), dice: PF-TAB-23.1
LEAP_DC = 15  # PF-TAB-23.2
FEATHER = "caduta-morbida"
"""The mark of those who come down slowly."""


def fall(game: Game, it: Id, squares: int, rules: tuple[RuleId, ...], *, leap: bool = False) -> Flow[None]:
    """Somebody falls where it is and lies where it lands, if it is hurt (PF-TAB-23).

    Args:
        squares: how far; leap: it jumps down of its own will, which makes the first die nonlethal, and with a good
            Acrobazia check leaves 3 m out and makes one die more nonlethal.
    """
    far = squares
    falling = Falling(it, squares)
    yield from game.window("falling", falling)
    if figure_of(game, it).has(CLIMBING):
        game.do(ConditionEnded(it=it, condition=CLIMBING, rules=rules))
    if game.marked(it, FEATHER):
        game.do(Floated(it=it, squares=squares, rules=("PF-SPX-03.1",)))
        return
    game.do(Fell(it=it, squares=squares, rules=(*rules, "PF-TAB-23.1")))
    soft = 1 if battle_of(game).ground.signs.get((figure_of(game, it).x, figure_of(game, it).y)) == WATER else 0
    if leap:
        soft += 1
        if skill(game, it, "acrobazia", LEAP_DC, ("PF-TAB-23.2",), cause="jump_down"):
            far, soft = far - PER_DIE, soft + 1
    dice = 0 if falling.cancelled else min(MOST_DICE, max(0, far) // PER_DIE)
    soft = min(soft, dice)
    for number, gentle in ((soft, True), (dice - soft, False)):
        if number and figure_of(game, it).present:
            why = ("PF-TAB-23.3" if gentle and not leap else "PF-TAB-23.2",) if gentle else ("PF-TAB-23.1",)
            points = game.sum(number, SIDES, by=it, rules=why)
            yield from suffer(game, it, points, "contundente", nonlethal=gentle, rules=why)
    if dice - soft and figure_of(game, it).present and not suffers(game, it, PRONE):
        game.do(ConditionBegan(it=it, condition=PRONE, rules=("PF-TAB-23.1",)))
