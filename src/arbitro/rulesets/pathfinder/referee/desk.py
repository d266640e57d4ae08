"""The desk as the rest of the program holds it (`arbitro.content.desk.Desk`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from arbitro.content.desk import DESK, book_of
from arbitro.content.deskjoin import head_at, hour_of
from arbitro.content.deskown import SHEET
from arbitro.content.deskview import Beast, DeskView, Field, Newcomer
from arbitro.content.errors import Lang
from arbitro.content.yamlfile import load
from arbitro.content.yamltext import text_of
from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.engine.values import REFEREE, Id, Seat, Value
from arbitro.rulesets.pathfinder.lookups import battle_of
from arbitro.rulesets.pathfinder.referee import edits, joining, own
from arbitro.rulesets.pathfinder.referee.joining import PARTY
from arbitro.rulesets.pathfinder.referee.screen import Screen
from arbitro.rulesets.pathfinder.state import BY_HIT_POINTS, DEAD, Creature
from arbitro.rulesets.pathfinder.words import Words

if TYPE_CHECKING:
    from arbitro.rulesets.pathfinder.ruleset import Pathfinder


class PathfinderDesk:
    """See `arbitro.content.desk.Desk`, which this is."""

    def __init__(self, rules: Pathfinder) -> None:
        self.rules = rules

    def setup(
        self, newcomers: Sequence[Newcomer], salt: str, options: Mapping[str, Any], clock: int = 0
    ) -> dict[str, Any]:
        """The setup of an encounter. Raises ContentError."""
        return joining.setup(newcomers, salt, options, clock, self.rules.library)

    def is_desk(self, setup: Mapping[str, Any]) -> bool:
        """Whether a setup is one of a desk."""
        return bool(setup.get(DESK))

    def view(self, game: Game, seat: Seat, lang: Lang) -> DeskView:
        """What a seat sees."""
        return Screen(game, REFEREE if seat == REFEREE else "", self.rules.words(game.state, lang)).view()

    def edits(self, game: Game, who: Id, changes: Sequence[tuple[str, Value]]) -> tuple[Event, ...]:
        """The events of an overruling. Raises Refused."""
        return edits.edits(game, who, changes)

    def sheets(self, text: str, name: str) -> tuple[Newcomer, ...]:
        """The members of a party file's text. Raises ContentError."""
        rows = joining.rows_of_text(text, name, self.rules.library)
        return tuple(Newcomer(side=PARTY, sheet=msgspec.json.encode(row).decode()) for row in rows)

    def hour(self, text: str) -> int:
        """The hour of the campaign that a party file says."""
        return hour_of(text)

    def own_fields(self, lang: Lang) -> tuple[Field, ...]:
        """What is asked of a creature of one's own, with all its words."""
        return own.fields(self.rules.library, self._words(lang))

    def own_values(self, text: str) -> tuple[tuple[tuple[str, Value], ...], ...]:
        """Of each creature in a file of one's own what was filled in. Raises ContentError."""
        return own.values(text, self.rules.library)

    def own_with(self, text: str, at: int, given: Mapping[str, Value] | None) -> str:
        """The file with the creature at a place changed, or added, or gone for None. Raises ContentError."""
        return own.with_one(text, at, given, self.rules.library)

    def _words(self, lang: Lang) -> Words:
        """Words that are about nobody."""
        return self.rules.words(self.rules.setup(self.setup((), "", {})), lang)

    def line(self, newcomer: Newcomer, lang: Lang) -> tuple[str, str]:
        """The name and the numbers of a newcomer, for lists. Raises ContentError."""
        row = joining.rows_of(newcomer, self.rules.library)[0]
        sheet = self.rules.library.sheet(row["sheet"])
        assert sheet is not None
        words = self._words(lang)
        name = row.get("name_en", "") if lang == "en" else ""
        hp = row.get("hp", sheet.hp)
        key = "desk.line" if sheet.cr else "desk.line_plain"
        return name or row["name"], words.say(key, hp=hp, level=sheet.level, **({"cr": sheet.cr} if sheet.cr else {}))

    def party(self, game: Game, text: str) -> str:
        """The party as it is now, as a party file; the dead stay out, those who were not here stay in."""
        data: dict[str, Any] = {"party": "gruppo", "name": "Gruppo", "ruleset": "pathfinder"}
        if text.strip():
            data = load(text, name=SHEET).data
        old: dict[str, Any] = {str(row.get("name") or row["sheet"]): row for row in data.get("members", ())}
        battle, called = battle_of(game), dict(book_of(game.state).called)
        members = []
        for it in book_of(battle).numbers:
            figure = battle.figures.get(it)
            if figure is None or figure.seat != PARTY:
                continue
            known = old.pop(called.get(it, figure.name), None) or old.pop(figure.profile, {})
            if figure.status != DEAD:
                members.append({**known, **self._row(figure)})
        return text_of(head_at(data, battle.clock), [*members, *old.values()])

    def _row(self, figure: Creature) -> dict[str, Any]:
        """A creature as a party file writes it: its sheet, and how it is now."""
        sheet = self.rules.library.sheet(figure.profile)
        assert sheet is not None
        row: dict[str, Any] = {"sheet": figure.profile}
        if figure.name != sheet.name:
            row["name"] = figure.name
        row["hp"] = figure.hp
        if figure.nonlethal:
            row["nonlethal"] = figure.nonlethal
        lasting = [one for one in figure.conditions if one not in BY_HIT_POINTS and one not in dict(figure.timed)]
        if lasting:
            row["conditions"] = lasting
        return row

    def bestiary(self, lang: Lang) -> tuple[Beast, ...]:
        """All creatures of the packs, ready characters among them."""
        library, found = self.rules.library, []
        for one in (*library.monsters.values(), *library.characters.values()):
            name, line = self.line(Newcomer(side=PARTY, beast=one.id), lang)
            found.append(Beast(id=one.id, name=name, line=line, text=one.text if lang == "it" else one.text_en))
        return tuple(sorted(found, key=lambda beast: beast.name))
