"""Battles to be counted, not watched: who counts as what, and companies set against each other on an even board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from arbitro.content.errors import Lang
from arbitro.content.tabletop import Contender, Standing
from arbitro.engine.state import State
from arbitro.engine.values import Id, RuleId, Seat
from arbitro.rulesets.pathfinder.challenge import RATINGS, points_of, rating_near, rating_of
from arbitro.rulesets.pathfinder.content import BOOK
from arbitro.rulesets.pathfinder.gauges import Gauges, fallen
from arbitro.rulesets.pathfinder.ground import DIFFICULT, LOW, OPEN, SOLID
from arbitro.rulesets.pathfinder.scene import SIDE
from arbitro.rulesets.pathfinder.state import IN, Battle, name_of_square

LAST_ROUND = 20
"""Two of whom neither can hurt the other stop there."""
DEPTH, BETWEEN, PIECES = 12, 8, 6
"""Rows of the board, columns between the companies, and signs between them on each side of the middle."""

Place = tuple[dict[str, Any], int, int, int]
"""A member, squares per side, columns behind the front, and its lowest row."""


class Arena(Gauges):
    """What simulations ask of this game."""

    def standing_of(self, state: State, id: Id) -> Standing | None:
        """Somebody, and the middle of its space on the board; who lies dying or senseless is out of the fight."""
        assert isinstance(state, Battle)
        f = state.figures.get(id)
        if f is None:
            return None
        sheet = self.library.sheet(f.profile)
        worth = points_of(rating_of(sheet)) if sheet is not None else 0
        if f.status != IN:
            return Standing(f.seat, f.profile, worth, False)
        x, y = f.space.centre()  # in half squares
        return Standing(f.seat, f.profile, worth, not fallen(f), (x * SIDE // 2, y * SIDE // 2))

    def remarkable(self, rule: RuleId) -> bool:
        """Spells, feats and special abilities; not what everybody can do."""
        library = self.library
        return (rule in library.spells or rule in library.feats or rule in library.abilities) and (
            rule not in library.core
        )

    def contenders(self) -> tuple[Contender, ...]:
        """All creatures and characters. Their points are the experience points of their challenge."""
        found = []
        for table, sheets in (("characters", self.library.characters), ("monsters", self.library.monsters)):
            sources = self.library.content.sources[table]
            for id, sheet in sheets.items():
                folder = Path(sources[id].document.file).parent
                points = points_of(rating_of(sheet))
                found.append(Contender(id, points, str(folder), folder.resolve() == BOOK.resolve()))
        return tuple(found)

    def rungs(self) -> tuple[int, ...]:
        """The points of every challenge rating."""
        return tuple(RATINGS)

    def priced(self, points: float, lang: Lang) -> str:
        """A challenge rating."""
        return self.messages().text(lang, "challenge", rating=rating_near(points))

    def contest(self, first: Mapping[str, int], second: Mapping[str, int], rng: Random) -> dict[str, Any]:
        """Two companies at the ends of a board that is the same from either end."""
        placed = [self._placed(seat, band) for seat, band in (("a", first), ("b", second))]
        columns = max(width for _, width in placed)
        sides = [
            {"seat": "a", "name": "A", "members": [
                {**m, "at": name_of_square((columns - back - span, y))} for m, span, back, y in placed[0][0]]},
            {"seat": "b", "name": "B", "members": [
                {**m, "at": name_of_square((columns + BETWEEN + back, y))} for m, _, back, y in placed[1][0]]},
        ]  # fmt: skip
        return {"ground": {"map": _board(rng, columns)}, "sides": sides, "options": {"round_limit": LAST_ROUND}}

    def _placed(self, seat: Seat, band: Mapping[str, int]) -> tuple[list[Place], int]:
        """The members of a company in columns, the first ones in front, and how wide they stand."""
        found: list[Place] = []
        back = used = deep = 0
        for number, sheet in enumerate(_each(band), 1):
            span = self._span(sheet)
            if used + span > DEPTH:
                back, used, deep = back + deep, 0, 0
            found.append(({"id": f"{seat}{number}", "sheet": sheet}, span, back, used))
            used, deep = used + span, max(deep, span)
        return found, back + deep


def _each(band: Mapping[str, int]) -> Iterator[str]:
    for sheet, count in band.items():
        yield from [sheet] * count


def _board(rng: Random, columns: int) -> list[str]:
    """Open ground with a few obstacles between the companies, the right half a mirror of the left."""
    rows = [[OPEN] * (columns + BETWEEN // 2) for _ in range(DEPTH)]
    for _ in range(PIECES):
        x, y = columns + rng.randrange(BETWEEN // 2), rng.randrange(DEPTH)
        rows[y][x] = rng.choice([SOLID, DIFFICULT, DIFFICULT, LOW])
    return ["".join((*row, *reversed(row))) for row in rows]
