"""The desk as the rest of the program holds it (`arbitro.content.desk.Desk`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from arbitro.content.deskparty import Edits, Joining, Own, PartyDesk, Row
from arbitro.content.deskview import DeskView, Newcomer
from arbitro.content.errors import Lang
from arbitro.engine.game import Game
from arbitro.engine.values import REFEREE, Seat
from arbitro.rulesets.cairn.charfile import row_of
from arbitro.rulesets.cairn.referee import edits, joining, own
from arbitro.rulesets.cairn.referee.screen import Screen
from arbitro.rulesets.cairn.state import ATTRIBUTES, DEAD, PF, Creature, Encounter
from arbitro.rulesets.cairn.waiting import waits_row

if TYPE_CHECKING:
    from arbitro.rulesets.cairn.ruleset import Cairn


class CairnDesk(PartyDesk):
    """See `arbitro.content.desk.Desk`, which this is."""

    rules: Cairn
    joining: ClassVar[Joining] = joining
    own: ClassVar[Own] = own
    editing: ClassVar[Edits] = edits
    dead: ClassVar[str] = DEAD

    def view(self, game: Game, seat: Seat, lang: Lang) -> DeskView:
        """What a seat sees."""
        words = self.rules.words(game.state, lang)
        return Screen(game, REFEREE if seat == REFEREE else "", self.rules, words).view()

    def line(self, newcomer: Newcomer, lang: Lang) -> tuple[str, str]:
        """The name and the numbers of a newcomer, for lists. Raises ContentError."""
        row = joining.rows_of(newcomer, self.rules.library)[0]
        monster = self.rules.library.monsters.get(row.get("monster", ""))
        words = self.words(lang)
        scores = {score: row.get(score, getattr(monster, score, 10)) for score in (PF, *ATTRIBUTES)}
        name = row.get("name_en", "") if lang == "en" else ""
        return name or row["name"], ", ".join(f"{words.attribute(score)} {n}" for score, n in scores.items())

    def beasts(self) -> Iterable[Any]:
        """The monsters of the packs."""
        return self.rules.library.monsters.values()

    def member(self, state: Encounter, figure: Creature, known: Row) -> Row:
        """A character as a party file writes it, with what waits on it (CRN-CIC)."""
        kept: Row = {key: known[key] for key in ("id", "notes") if key in known}
        library = self.rules.library
        return {**kept, **row_of(figure, library), **waits_row(state, figure, library)}
