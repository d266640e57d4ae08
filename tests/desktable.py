"""A referee's desk in small, of any game: a few creatures, scripted dice, commands one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

from arbitro.content.desk import DESK, Book, Desk, book_of, order
from arbitro.content.deskview import DeskView, Newcomer
from arbitro.content.tabletop import TabletopRuleset
from arbitro.dice.sources import Dice, ScriptedDice
from arbitro.engine.asks import Answer, Refused, Ruling
from arbitro.engine.events import Event
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import REFEREE, Id, Value

E = TypeVar("E", bound=Event)


class DeskTable:
    """An encounter on the desk; ``dice``: the faces that will fall, or a source of them."""

    rules: ClassVar[TabletopRuleset]

    def __init__(self, *newcomers: Newcomer, dice: Sequence[int] | Dice = (), clock: int = 0, **options: Any) -> None:
        self.setup = self.desk.setup(newcomers, "salt", options, clock)
        self.dice: Any = ScriptedDice(dice) if isinstance(dice, Sequence) else dice
        self.game = Game.new(self.rules, self.setup, self.dice)

    @property
    def desk(self) -> Desk:
        """What the rules do for the desk."""
        found = self.rules.desk()
        assert found is not None
        return found

    @property
    def book(self) -> Book:
        return book_of(self.game.state)

    @property
    def figures(self) -> dict[Id, Any]:
        """Everybody on it."""
        found: dict[Id, Any] = self.game.state.figures  # type: ignore[attr-defined]
        return found

    def id(self, name: str) -> Id:
        """The id of whoever is called so."""
        return next(figure.id for figure in self.figures.values() if figure.name == name)

    def ids(self, *names: str) -> tuple[Id, ...]:
        return tuple(map(self.id, names))

    def do(self, command: str, **fields: Value) -> list[Event]:
        """Give a command; the new events. A question in its midst is left open."""
        before = len(self.game.journal)
        self.game.choose(order(command, **fields), REFEREE)
        return list(self.game.journal[before:])

    def answer(self, value: Value) -> list[Event]:
        """Answer the question in the midst of a command."""
        assert self.game.pending is not None and self.game.pending.kind != DESK
        before = len(self.game.journal)
        self.game.choose(value, REFEREE)
        return list(self.game.journal[before:])

    def refusal(self, command: str, **fields: Value) -> Refusal | None:
        """Why a command would be refused."""
        assert self.game.pending is not None
        return self.game.why_not(Answer(self.game.pending.id, REFEREE, order(command, **fields)))

    def overrule(self, name: str, note: str, **changes: Value) -> None:
        """Set what the rules would not."""
        events = self.desk.edits(self.game, self.id(name), tuple(changes.items()))
        self.game.rule(Ruling(kind="edit", note=note, events=events))

    def why_not_overrule(self, who: str, **changes: Value) -> str:
        """The code of why something cannot be set."""
        try:
            self.desk.edits(self.game, self.id(who) if who else "nobody", tuple(changes.items()))
        except Refused as refused:
            return refused.refusal.code
        return ""

    def view(self, seat: str = REFEREE) -> DeskView:
        return self.desk.view(self.game, seat, "it")

    def reminders(self) -> list[tuple[str, tuple[str, ...]]]:
        """The kinds of reminders that stand, and the names of whom they are about."""
        names = {figure.id: figure.name for figure in self.figures.values()}
        return [(one.id.split(":")[0], tuple(names[it] for it in one.creatures)) for one in self.view().reminders]

    def take(self, number: int = 0, command: int = 0) -> list[Event]:
        """Do what a reminder proposes."""
        before = len(self.game.journal)
        self.game.choose(self.view().reminders[number].commands[command].value, REFEREE)
        return list(self.game.journal[before:])

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.game.journal if isinstance(event, kind)]

    def done(self) -> None:
        """Every scripted die has fallen."""
        assert self.dice.left() == ()


__all__ = ["DeskTable", "Newcomer"]
