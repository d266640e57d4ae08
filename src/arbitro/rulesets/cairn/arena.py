"""Fights to be counted, not watched: who counts as what, and creatures against creatures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from arbitro.content.packgame import PackGame
from arbitro.content.tabletop import Contender, Standing
from arbitro.engine.state import State
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.cairn.content import BOOK, GIFT_OF, Library
from arbitro.rulesets.cairn.skirmish import random_evening
from arbitro.rulesets.cairn.state import FOE, Encounter

LAST_ROUND = 30
"""Creatures of which neither can hurt the other stop there."""


class Arena(PackGame[Library]):
    """What simulations ask of this game."""

    def standing_of(self, state: State, id: Id) -> Standing | None:
        """Somebody; who lies in a critical state is out of the fight, though not dead (CRN-CRIT-02.1)."""
        assert isinstance(state, Encounter)
        f = state.figures.get(id)
        return Standing(f.seat, f.profile, 0, f.standing) if f is not None else None

    def remarkable(self, rule: RuleId) -> bool:
        """Spells, relics, and what creatures can do; not weapons and armour."""
        library = self.library
        spell = rule.removeprefix(GIFT_OF)
        thing = library.things.get(rule)
        if thing is not None:
            return thing.type in ("book", "scroll", "gift", "relic")
        return spell in library.spells or (rule in library.monsters and rule in library.active)

    def skirmish(self, rng: Random) -> dict[str, Any]:
        """A party against creatures, in the midst of a fight and with nobody in the referee's chair."""
        return random_evening(rng, self.library, calm=0.0, referee=0.0)

    def contenders(self) -> tuple[Contender, ...]:
        """All creatures. The game has no points, so what comes out is how many of one are worth another."""
        sources = self.library.content.sources["monsters"]
        folders = {id: Path(source.document.file).parent for id, source in sources.items()}
        return tuple(
            Contender(id, 0, str(folders[id]), folders[id].resolve() == BOOK.resolve()) for id in self.library.monsters
        )

    def contest(self, first: Mapping[str, int], second: Mapping[str, int], rng: Random) -> dict[str, Any]:
        """Two bands of creatures; both test morale, as foes do."""
        sides = [
            {
                "seat": seat,
                "name": seat.upper(),
                "members": [{"monster": id, "count": count, "kind": FOE} for id, count in band.items()],
            }
            for seat, band in (("a", first), ("b", second))
        ]
        return {"sides": sides, "options": {"round_limit": LAST_ROUND}}
