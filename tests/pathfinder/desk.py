"""The referee's desk of Pathfinder in small: a few creatures, scripted dice, commands one by one."""

from __future__ import annotations

from arbitro.content.deskview import Newcomer
from arbitro.rulesets.pathfinder import RULESET
from arbitro.rulesets.pathfinder.state import Battle, Creature
from tests import desktable

DORNA, TILLI = Newcomer(side="a", beast="dorna"), Newcomer(side="a", beast="tilli")
GOBLINS = Newcomer(side="b", beast="goblin", count=2)
ORC = Newcomer(side="b", beast="orco", hidden=True)


class DeskTable(desktable.DeskTable):
    """An encounter of this game."""

    rules = RULESET

    @property
    def state(self) -> Battle:
        assert isinstance(self.game.state, Battle)
        return self.game.state

    def figure(self, name: str) -> Creature:
        return self.state.figures[self.id(name)]

    def begin(self, **counts: int) -> None:
        """A fight with these initiative results, by the beginning of a name."""
        for name, n in counts.items():
            who = next(figure.id for figure in self.state.figures.values() if figure.name.startswith(name))
            self.do("initiative", who=(who,), n=n)
        self.do("next")

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return self.state.figures[self.state.turn].name if self.state.turn else ""


__all__ = ["DORNA", "GOBLINS", "ORC", "TILLI", "DeskTable", "Newcomer"]
