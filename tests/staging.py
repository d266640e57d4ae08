"""What the smallest situations of every ruleset share: answers, refusals, what is offered, and the events."""

from __future__ import annotations

from typing import Any, TypeVar

from arbitro.engine.asks import Answer, Refused
from arbitro.engine.events import Event
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game

E = TypeVar("E", bound=Event)


class Staging:
    """A game in a situation of a test, with scripted dice."""

    game: Game
    dice: Any

    def answer(self, value: Any, seat: str | None = None) -> list[Event]:
        """Answer the pending question; returns the new events."""
        before = len(self.game.journal)
        self.game.choose(value, seat)
        return list(self.game.journal[before:])

    def refusal(self, value: Any, seat: str | None = None) -> Refusal | None:
        """Why an answer would be refused; None if it would be taken."""
        pending = self.game.pending
        assert pending is not None, "the game is over"
        who = seat if seat is not None else (pending.seats or pending.free)[0]
        try:
            return self.game.why_not(Answer(pending.id, who, value))
        except Refused as refused:
            return refused.refusal

    def offered(self, *path: Any, seat: str | None = None) -> tuple[Any, ...]:
        """Keys offered at the next level after a path of the pending question."""
        pending = self.game.pending
        assert pending is not None, "the game is over"
        who = seat if seat is not None else (pending.seats or pending.free)[0]
        form: Any = self.game.form(who)
        if not hasattr(form, "grow"):
            return tuple(option.key for option in form.options() or ())
        branch = form.grow(tuple(path))
        return () if branch is None else tuple(option.key for option in branch.options)

    @property
    def asked(self) -> str:
        """Kind of the pending question, "" when the game is over."""
        return self.game.pending.kind if self.game.pending else ""

    def all(self, kind: type[E]) -> list[E]:
        """All events of a kind so far."""
        return [event for event in self.game.journal if isinstance(event, kind)]

    def the(self, kind: type[E]) -> E:
        """The one event of a kind."""
        found = self.all(kind)
        assert len(found) == 1, f"{len(found)} events of kind {kind.__name__}: {found}"
        return found[0]

    def done(self) -> None:
        """Every scripted die has fallen."""
        assert self.dice.left() == (), f"dice left over: {self.dice.left()}"
