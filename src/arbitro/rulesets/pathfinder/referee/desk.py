"""The desk as the rest of the program holds it (`arbitro.content.desk.Desk`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from arbitro.content.deskparty import Edits, Joining, Own, PartyDesk, Row
from arbitro.content.deskview import DeskView, Newcomer
from arbitro.content.errors import Lang
from arbitro.engine.game import Game
from arbitro.engine.values import REFEREE, Seat
from arbitro.rulesets.pathfinder.guises import own_id
from arbitro.rulesets.pathfinder.referee import edits, joining, own
from arbitro.rulesets.pathfinder.referee.screen import Screen
from arbitro.rulesets.pathfinder.state import BY_HIT_POINTS, DEAD, Battle, Creature

if TYPE_CHECKING:
    from arbitro.rulesets.pathfinder.ruleset import Pathfinder


class PathfinderDesk(PartyDesk):
    """See `arbitro.content.desk.Desk`, which this is."""

    rules: Pathfinder
    joining: ClassVar[Joining] = joining
    own: ClassVar[Own] = own
    editing: ClassVar[Edits] = edits
    dead: ClassVar[str] = DEAD

    def view(self, game: Game, seat: Seat, lang: Lang) -> DeskView:
        """What a seat sees."""
        return Screen(game, REFEREE if seat == REFEREE else "", self.rules.words(game.state, lang)).view()

    def line(self, newcomer: Newcomer, lang: Lang) -> tuple[str, str]:
        """The name and the numbers of a newcomer, for lists. Raises ContentError."""
        row = joining.rows_of(newcomer, self.rules.library)[0]
        sheet = self.rules.library.sheet(row["sheet"])
        assert sheet is not None
        words = self.words(lang)
        name = row.get("name_en", "") if lang == "en" else ""
        hp = row.get("hp", sheet.hp)
        key = "desk.line" if sheet.cr else "desk.line_plain"
        return name or row["name"], words.say(key, hp=hp, level=sheet.level, **({"cr": sheet.cr} if sheet.cr else {}))

    def beasts(self) -> Iterable[Any]:
        """The monsters of the packs, and the ready characters."""
        return (*self.rules.library.monsters.values(), *self.rules.library.characters.values())

    def name_in(self, row: Row) -> str:
        """A member without a name of its own is called by its sheet."""
        return str(row.get("name") or row["sheet"])

    def taken_out(self, old: dict[str, Row], figure: Creature, name: str) -> Row:
        """By name, or by the sheet."""
        return old.pop(name, None) or old.pop(own_id(figure.profile), {})

    def member(self, state: Battle, figure: Creature, known: Row) -> Row:
        """A creature as a party file writes it: its sheet, and how it is now."""
        sheet = self.rules.library.sheet(own_id(figure.profile))
        assert sheet is not None
        row: dict[str, Any] = {"sheet": sheet.id}
        if figure.name != sheet.name:
            row["name"] = figure.name
        row["hp"] = figure.hp
        if figure.nonlethal:
            row["nonlethal"] = figure.nonlethal
        lasting = [one for one in figure.conditions if one not in BY_HIT_POINTS and one not in dict(figure.timed)]
        if lasting:
            row["conditions"] = lasting
        return {**known, **row}
