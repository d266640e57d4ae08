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
from arbitro.rulesets.cairn.charfile import row_of
from arbitro.rulesets.cairn.queries import encounter_of
from arbitro.rulesets.cairn.referee import edits, joining, own
from arbitro.rulesets.cairn.referee.screen import Screen
from arbitro.rulesets.cairn.state import ATTRIBUTES, DEAD, PARTY, PF
from arbitro.rulesets.cairn.waiting import waits_row
from arbitro.rulesets.cairn.words import Words

if TYPE_CHECKING:
    from arbitro.rulesets.cairn.ruleset import Cairn


OURS = {"ruleset": "cairn"}


class CairnDesk:
    """See `arbitro.content.desk.Desk`, which this is."""

    def __init__(self, rules: Cairn) -> None:
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
        words = self.rules.words(game.state, lang)
        return Screen(game, REFEREE if seat == REFEREE else "", self.rules, words).view()

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
        """What is asked of a creature of one's own."""
        return own.fields(self.rules.library, self._words(lang))

    def own_values(self, text: str) -> tuple[tuple[tuple[str, Value], ...], ...]:
        """Of each creature in a file what was filled in. Raises ContentError."""
        return own.values(text, self.rules.library)

    def own_with(self, text: str, at: int, given: Mapping[str, Value] | None) -> str:
        """The file with one creature changed, added or gone. Raises ContentError."""
        return own.with_one(text, at, given, self.rules.library)

    def _words(self, lang: Lang) -> Words:
        """Words where no encounter is on."""
        return self.rules.words(self.rules.setup(self.setup((), "", {})), lang)

    def line(self, newcomer: Newcomer, lang: Lang) -> tuple[str, str]:
        """The name and the numbers of a newcomer, for lists. Raises ContentError."""
        row = joining.rows_of(newcomer, self.rules.library)[0]
        monster = self.rules.library.monsters.get(row.get("monster", ""))
        words = self._words(lang)
        scores = {score: row.get(score, getattr(monster, score, 10)) for score in (PF, *ATTRIBUTES)}
        name = row.get("name_en", "") if lang == "en" else ""
        return name or row["name"], ", ".join(f"{words.attribute(score)} {n}" for score, n in scores.items())

    def party(self, game: Game, text: str) -> str:
        """The party as it is now, as a party file; the dead stay out, those who were not here stay in."""
        data: dict[str, Any] = {"party": "gruppo", "name": "Gruppo", **OURS}
        if text.strip():
            data = load(text, name=SHEET).data
        old: dict[str, Any] = {str(row.get("name")): row for row in data.get("members", ())}
        state, called, members = encounter_of(game), dict(book_of(game.state).called), []
        for it in book_of(state).numbers:
            figure = state.figures.get(it)
            if figure is None or figure.seat != PARTY:
                continue
            known = old.pop(called.get(it, figure.name), {})
            if figure.status != DEAD:
                kept = {key: known[key] for key in ("id", "notes") if key in known}
                library = self.rules.library
                members.append({**kept, **row_of(figure, library), **waits_row(state, figure, library)})
        head = head_at(data, state.clock)
        return text_of(head, [*members, *old.values()])

    def bestiary(self, lang: Lang) -> tuple[Beast, ...]:
        """All creatures of the packs."""
        found = []
        for one in self.rules.library.monsters.values():
            name, line = self.line(Newcomer(side=PARTY, beast=one.id), lang)
            found.append(Beast(id=one.id, name=name, line=line, text=one.text if lang == "it" else one.text_en))
        return tuple(sorted(found, key=lambda beast: beast.name))
