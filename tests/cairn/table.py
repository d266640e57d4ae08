"""The smallest situations: a few creatures, scripted dice, one fight or one evening.

    table = Table({"a1": {"items": ["spada"]}}, {"b1": {"armour": 1}}, dice=[5])
    table.act("a1", "attack", "spada", "b1")
    assert table.figure("b1").pf == 6
    table.done()

Characters have PF 4 and 10 in every attribute, foes PF 10; the party is ready, so that nobody rolls for the first
round, unless ``ready=False``. ``calm=True`` begins outside a fight, where `call` calls procedures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbitro.dice.sources import Dice, ScriptedDice
from arbitro.engine.events import Event, Rolled
from arbitro.engine.game import Game
from arbitro.rulesets.cairn import RULESET
from arbitro.rulesets.cairn.events import SaveMade
from arbitro.rulesets.cairn.state import Creature, Encounter
from tests.staging import Staging

NOBODY: dict[str, dict[str, Any]] = {}


class Table(Staging):
    """A table with creatures.

    Args:
        party: id to what differs from the plain character; foes: the same for the other side.
        dice: the faces that will fall, in order; a dice source instead of them is taken as it is.
        ready: whether the party is spared the saves of the first round.
        calm: begin outside a fight.
        referee: somebody sits in the referee's chair.
        options, start, setup: more of the setup.
    """

    def __init__(
        self,
        party: dict[str, dict[str, Any]],
        foes: dict[str, dict[str, Any]] = NOBODY,
        *,
        dice: Sequence[int] | Dice = (),
        ready: bool = True,
        calm: bool = False,
        referee: bool = False,
        options: dict[str, Any] | None = None,
        start: dict[str, Any] | None = None,
        refuge: bool = True,
        rules: Any = RULESET,
    ) -> None:
        mine = [{"id": i, **({} if "monster" in m else {"pf": 4}), **m} for i, m in party.items()]
        theirs = [{"id": i, **({} if "monster" in m else {"pf": 10}), **m} for i, m in foes.items()]
        sides: list[dict[str, Any]] = [
            {"seat": "a", "name": "A", "members": mine, "ready": ready, "refuge": refuge},
            {"seat": "b", "name": "B", "members": theirs},
        ]
        if referee:
            sides.append({"seat": "referee", "name": "Custode"})
        begin = {**({"mode": "calm"} if calm else {}), **(start or {})}
        self.setup = {"sides": sides, "options": options or {}, "start": begin}
        self.dice: Any = ScriptedDice(dice) if isinstance(dice, Sequence) else dice
        self.game = Game.new(rules, self.setup, self.dice)

    @property
    def state(self) -> Encounter:
        assert isinstance(self.game.state, Encounter)
        return self.game.state

    def figure(self, name: str) -> Creature:
        """A creature as it is now."""
        return self.state.figures[name]

    def act(self, actor: str, action: str, *params: Any) -> list[Event]:
        """Declare something; when everybody has, all of it happens."""
        return self.answer((actor, action, *params))

    def call(self, *path: Any) -> list[Event]:
        """Call a procedure."""
        return self.answer(tuple(path), self.state.chair())

    def saves(self) -> list[tuple[str, str, str, bool]]:
        """All saves so far: who, attribute, against what, passed."""
        return [(e.it, e.attribute, e.cause, e.passed) for e in self.all(SaveMade)]

    def rolled(self) -> list[tuple[str, int, tuple[int, ...]]]:
        """All dice so far: who, sides, faces."""
        return [(e.by, e.sides, e.faces) for e in self.all(Rolled)]
