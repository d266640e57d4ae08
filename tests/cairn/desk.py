"""The referee's desk of Cairn in small: a few creatures, scripted dice, commands one by one.

desk = DeskTable(Newcomer(side="a", sheet=ANNA), Newcomer(side="b", beast="goblin", count=2), dice=[3])
desk.do("harm", who=desk.ids("Goblin"), dice="d6")
assert desk.figure("Goblin").pf == 1
"""

from __future__ import annotations

from arbitro.content.deskview import Newcomer
from arbitro.rulesets.cairn import RULESET
from arbitro.rulesets.cairn.state import Creature, Encounter
from tests import desktable

ANNA = "{name: Anna, forza: 10, des: 12, vol: 9, pf: 4, items: [spada]}"
BRUNO = "{name: Bruno, forza: 13, des: 8, vol: 11, pf: 5}"
PARTY = (Newcomer(side="a", sheet=ANNA), Newcomer(side="a", sheet=BRUNO))
GOBLINS = Newcomer(side="b", beast="goblin", count=3)
TROLL = Newcomer(side="b", beast="troll", hidden=True)


class DeskTable(desktable.DeskTable):
    """An encounter of this game."""

    rules = RULESET

    @property
    def state(self) -> Encounter:
        assert isinstance(self.game.state, Encounter)
        return self.game.state

    def figure(self, name: str) -> Creature:
        return self.state.figures[self.id(name)]


__all__ = ["ANNA", "BRUNO", "GOBLINS", "PARTY", "TROLL", "DeskTable", "Newcomer"]
