"""What the desks of games in which a party goes from one encounter to the next have in common.

A game's desk names the modules in which it joins, corrects and writes creatures, and says how one of its own goes back
into the party's file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

import msgspec

from arbitro.content.desk import DESK, PARTY, book_of
from arbitro.content.deskjoin import head_at, hour_of
from arbitro.content.deskown import SHEET
from arbitro.content.deskview import Beast, Field, Newcomer
from arbitro.content.errors import Lang
from arbitro.content.yamlfile import load
from arbitro.content.yamltext import text_of
from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value

Row = dict[str, Any]
"""A member of a party's file."""


class Joining(Protocol):
    """A game's module for those who join."""

    def setup(
        self, newcomers: Sequence[Newcomer], salt: str, options: Mapping[str, Any], clock: int, library: Any, /
    ) -> dict[str, Any]: ...

    def rows_of_text(self, text: str, name: str, library: Any, /) -> list[Row]: ...


class Own(Protocol):
    """A game's module for creatures of one's own."""

    def fields(self, library: Any, words: Any, /) -> tuple[Field, ...]: ...

    def values(self, text: str, library: Any, /) -> tuple[tuple[tuple[str, Value], ...], ...]: ...

    def with_one(self, text: str, at: int, given: Mapping[str, Value] | None, library: Any, /) -> str: ...


class Edits(Protocol):
    """A game's module for overrulings."""

    def edits(self, game: Game, who: Id, changes: Sequence[tuple[str, Value]], /) -> tuple[Event, ...]: ...


class PartyDesk:
    """See `arbitro.content.desk.Desk`, of which this is a great part.

    Args:
        rules: the game's rules.
    """

    joining: ClassVar[Joining]
    own: ClassVar[Own]
    editing: ClassVar[Edits]
    dead: ClassVar[str]
    """The status of whoever does not go home."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def setup(
        self, newcomers: Sequence[Newcomer], salt: str, options: Mapping[str, Any], clock: int = 0
    ) -> dict[str, Any]:
        """The setup of an encounter. Raises ContentError."""
        return self.joining.setup(newcomers, salt, options, clock, self.rules.library)

    def is_desk(self, setup: Mapping[str, Any]) -> bool:
        """Whether a setup is one of a desk."""
        return bool(setup.get(DESK))

    def edits(self, game: Game, who: Id, changes: Sequence[tuple[str, Value]]) -> tuple[Event, ...]:
        """The events of an overruling. Raises Refused."""
        return self.editing.edits(game, who, changes)

    def sheets(self, text: str, name: str) -> tuple[Newcomer, ...]:
        """The members of a party file's text. Raises ContentError."""
        rows = self.joining.rows_of_text(text, name, self.rules.library)
        return tuple(Newcomer(side=PARTY, sheet=msgspec.json.encode(row).decode()) for row in rows)

    def hour(self, text: str) -> int:
        """The hour of the campaign that a party file says."""
        return hour_of(text)

    def own_fields(self, lang: Lang) -> tuple[Field, ...]:
        """What is asked of a creature of one's own, with all its words."""
        return self.own.fields(self.rules.library, self.words(lang))

    def own_values(self, text: str) -> tuple[tuple[tuple[str, Value], ...], ...]:
        """Of each creature in a file of one's own what was filled in. Raises ContentError."""
        return self.own.values(text, self.rules.library)

    def own_with(self, text: str, at: int, given: Mapping[str, Value] | None) -> str:
        """The file with the creature at a place changed, or added, or gone for None. Raises ContentError."""
        return self.own.with_one(text, at, given, self.rules.library)

    def words(self, lang: Lang) -> Any:
        """Words where no encounter is on."""
        return self.rules.words(self.rules.setup(self.setup((), "", {})), lang)

    def bestiary(self, lang: Lang) -> tuple[Beast, ...]:
        """All creatures of the packs."""
        found = []
        for one in self.beasts():
            name, line = self.line(Newcomer(side=PARTY, beast=one.id), lang)
            found.append(Beast(id=one.id, name=name, line=line, text=one.text if lang == "it" else one.text_en))
        return tuple(sorted(found, key=lambda beast: beast.name))

    def party(self, game: Game, text: str) -> str:
        """The party as it is now, as a party file; the dead stay out, those who were not here stay in."""
        data: dict[str, Any] = {"party": "gruppo", "name": "Gruppo", "ruleset": self.rules.name}
        if text.strip():
            data = load(text, name=SHEET).data
        old: dict[str, Row] = {self.name_in(row): row for row in data.get("members", ())}
        state: Any = game.state
        called, members = dict(book_of(state).called), []
        for it in book_of(state).numbers:
            figure = state.figures.get(it)
            if figure is None or figure.seat != PARTY:
                continue
            known = self.taken_out(old, figure, called.get(it, figure.name))
            if figure.status != self.dead:
                members.append(self.member(state, figure, known))
        return text_of(head_at(data, state.clock), [*members, *old.values()])

    # --- what a game says

    def line(self, newcomer: Newcomer, lang: Lang) -> tuple[str, str]:
        """The name and the numbers of a newcomer, for lists. Raises ContentError."""
        raise NotImplementedError

    def beasts(self) -> Iterable[Any]:
        """The records of all creatures of the packs."""
        raise NotImplementedError

    def name_in(self, row: Row) -> str:
        """What a member of a file is called."""
        return str(row.get("name"))

    def taken_out(self, old: dict[str, Row], figure: Any, name: str) -> Row:
        """The row of the old file that is somebody's, who came by this name; it is no longer among the old ones."""
        return old.pop(name, {})

    def member(self, state: Any, figure: Any, known: Row) -> Row:
        """Somebody as they are now, as a party file writes it; ``known`` is their row from before."""
        raise NotImplementedError


__all__ = ["PartyDesk"]
