"""Intimidire in a fight: a threat that shakes a foe (the published use; shaken is PF-CND-06)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.values import Id
from arbitro.geometry.grid import distance
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, modifier, sheet_of
from arbitro.rulesets.pathfinder.noticing import wakeful
from arbitro.rulesets.pathfinder.saves import beyond
from arbitro.rulesets.pathfinder.sight import sees
from arbitro.rulesets.pathfinder.state import SAGGEZZA, STANDARD, squares_of

DEMORALISE, RECORD = "demoralise", "intimidire-in-lotta"
BASE_DC, RANGE, EACH_ROUND = 10, 9, 5  # metres; points beyond the DC for each further round
BIGGER = 4  # what it counts to be the bigger of the two, or the smaller


def daunt_dc(game: Game, it: Id, target: Id) -> int:
    """10, its Hit Dice and its Wisdom modifier; 4 less for somebody bigger than it, 4 more for somebody smaller."""
    figure, foe = figure_of(game, it), figure_of(game, target)
    bigger = (figure.size > foe.size) - (figure.size < foe.size)
    return BASE_DC + foe.level + modifier(game, target, SAGGEZZA) - BIGGER * bigger


def dauntable(game: Game, it: Id) -> list[Id]:
    """Foes near enough who see and hear a creature, and have a mind to be shaken."""
    figure = figure_of(game, it)
    return [
        foe.id for foe in battle_of(game).foes_of(figure)
        if not foe.hidden and wakeful(game, foe.id) and distance(figure.space, foe.space) <= squares_of(RANGE)
        and sees(game, foe.id, it) and not {"mente", "paura"} & set(sheet_of(game, foe).immune)
    ]  # fmt: skip


@deed(DEMORALISE, STANDARD, ("PF-CND-06.1", "PF-MISC-05.1"),
      offered=lambda game, it: not figure_of(game, it).swings and bool(dauntable(game, it)),
      grow=lambda game, it, path: None if path else Branch(
          "target", tuple(Option(foe, {"dc": daunt_dc(game, it, foe)}) for foe in dauntable(game, it))))  # fmt: skip
def demoralise(game: Game, it: Id, path: Path) -> Flow[None]:
    """An Intimidire check: the foe is shaken for a round, and one more for each five points beyond."""
    foe = str(path[0])
    out = beyond(game, it, "intimidire", daunt_dc(game, it, foe), ("PF-CND-06.1",), cause=DEMORALISE)
    if out < 0:
        return
    scope = {"me": it, "rule": RECORD, "seat": figure_of(game, it).seat, "foe": foe, "level": 1 + out // EACH_ROUND}
    yield from run_parts(game, game.ruleset.records[RECORD].uses[0].parts, scope)
