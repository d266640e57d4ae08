"""Battles to be counted, not watched: who counts as what, lists in each other's place, companies on an even table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from arbitro.content.packgame import PackGame
from arbitro.content.tabletop import Contender, Standing
from arbitro.engine.state import State
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.crepuscolo.content import BOOK, Library
from arbitro.rulesets.crepuscolo.skirmish import random_battle, random_piece
from arbitro.rulesets.crepuscolo.state import TABLE, Battle

LISTS = ("name", "name_en", "fighters")
"""What of a side is its list, and not its place on the table."""
REANIMATED = "CDC-IN-027"
"""Whose dice come from the necromancers in play."""
SIZE, PIECES, LAST_TURN = (44, 32), 3, 10
"""Table (cm), pieces of scenery and agreed last turn of a battle in which profiles are compared."""


class Arena(PackGame[Library]):
    """What simulations ask of this game."""

    def standing_of(self, state: State, id: Id) -> Standing | None:
        """A fighter; an image is none (CDC-PW-102)."""
        assert isinstance(state, Battle)
        f = state.figures.get(id)
        if f is None or f.image:
            return None
        place = (f.x, f.y) if f.status == TABLE else None
        return Standing(f.company, f.profile, f.cost, not self.gone(state, id), place)

    def remarkable(self, rule: RuleId) -> bool:
        """Abilities and powers; not what every fighter can do."""
        return (rule in self.library.abilities or rule in self.library.powers) and rule not in self.library.core

    def swapped(self, setup: dict[str, Any]) -> dict[str, Any] | None:
        """Each company enters where the other did; None where fighters stand in places of their own already."""
        first, second = setup["sides"]
        if any("at" in fighter for side in (first, second) for fighter in side["fighters"]):
            return None
        return {**setup, "sides": [_with_list(first, second), _with_list(second, first)]}

    def skirmish(self, rng: Random) -> dict[str, Any]:
        """Two random legal companies of 60 PR."""
        return random_battle(rng, self.library, turns=LAST_TURN)

    def contenders(self) -> tuple[Contender, ...]:
        """All profiles that can be recruited; those of the book are not ours to change."""
        sources = self.library.content.sources["profiles"]
        folders = {id: Path(source.document.file).parent for id, source in sources.items()}
        return tuple(
            Contender(
                p.id,
                p.cr,
                str(folders[p.id]),
                folders[p.id].resolve() == BOOK.resolve(),
                led=REANIMATED if any(one.id == REANIMATED for one in p.abilities) else "",
            )
            for p in self.library.profiles.values()
            if p.recruitable
        )

    def contest(self, first: Mapping[str, int], second: Mapping[str, int], rng: Random) -> dict[str, Any]:
        """Two companies of bare profiles, with some scenery between them."""
        width, depth = SIZE
        access = ((width / 2, 0.0), (width / 2, float(depth)))
        terrain = [random_piece(rng, number, SIZE, access) for number in range(PIECES)]
        sides = [
            {"seat": seat, "name": seat.upper(), "access": list(entry), "fighters": list(self._fighters(company))}
            for seat, entry, company in zip("ab", access, (first, second), strict=True)
        ]
        table = {"width": width, "depth": depth, "terrain": terrain}
        return {"table": table, "sides": sides, "options": {"turn_limit": LAST_TURN}}

    def _fighters(self, company: Mapping[str, int]) -> Iterable[dict[str, Any]]:
        for profile, count in company.items():
            for _ in range(count):
                yield {"profile": profile, "cost": self.library.profiles[profile].cr}


def _with_list(place: dict[str, Any], of: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in place.items() if key not in LISTS}
    return {**kept, **{key: of[key] for key in LISTS if key in of}}
