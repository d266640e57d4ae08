"""The state of a game: plain rows, copied in a moment, written by events alone."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar, Self

from msgspec import Struct

from arbitro.engine.values import Id, RuleId, Seat, Value


class Row(Struct, gc=False):
    """A figure, unit, token, card or zone. Every field holds an immutable value."""

    def twin(self) -> Self:
        """A row of its own with the same values."""
        made: Self = self.__copy__()  # type: ignore[attr-defined]
        return made


class Step(Struct, frozen=True, gc=False):
    """One numbered paragraph of the turn's sequence, waiting on the agenda."""

    name: str
    args: tuple[Value, ...] = ()


class End(Struct, frozen=True, gc=False):
    """When an effect ends.

    ``at`` names a scope (its closing) or, with ``window``, a window (its opening); ``of`` must be the
    first role of it (None: anybody's); ``left`` how many of them are still to come; ``hours`` an
    instant of the campaign clock; ``cond`` marks a ``while``.
    """

    at: str = ""
    of: Value = None
    left: int = 1
    hours: int = 0
    cond: bool = False
    window: bool = False


class Effect(Row):
    """Something in force, or waiting for its moment.

    ``part`` is the place in the record that says what it does; ``bearer`` whom it acts on; ``seat``
    who gave it; ``keep`` what it remembers; ``stamp`` the order in which effects began.
    """

    id: Id
    rule: RuleId
    part: str
    bearer: Id
    seat: Seat
    keep: tuple[tuple[str, Value], ...] = ()
    ends: tuple[End, ...] = ()
    stamp: int = 0


class Use(Struct, frozen=True, gc=False):
    """How often something limited was used; it counts only while ``scope`` is the current number."""

    n: int
    scope: int


class State(Struct, kw_only=True, gc=False):
    """Everything a game is at one moment. Rulesets subclass it and add their tables and scalars.

    ``agenda``, ``step_no`` and ``idle`` belong to the engine; all else changes by events only.
    """

    rows: ClassVar[tuple[str, ...]] = ()
    """Names of the fields that are ``dict[str, Row]`` with rows written in place by events."""

    agenda: tuple[Step, ...] = ()
    step_no: int = 0
    idle: int = 0
    result: str = ""
    clock: int = 0
    nonces: tuple[str, ...] = ()
    effects: dict[Id, Effect] = {}
    uses: dict[str, Use] = {}
    scopes: dict[str, int] = {}

    def copy(self) -> Self:
        """A state of its own: new tables, copied rows, shared immutable values."""
        twin = self._shell()
        for name in self.rows:
            table = getattr(self, name)
            setattr(twin, name, {key: row.__copy__() for key, row in table.items()})
        return twin

    def snapshot(self, last: Self, written: Collection[Id]) -> Self:
        """A copy to be read only, which shares with an earlier one all rows but those ``written`` since."""
        twin = self._shell()
        for name in self.rows:
            table, kept = getattr(self, name), getattr(last, name)
            if written:
                kept = dict(kept)
                for key in written:
                    if key in table:
                        kept[key] = table[key].__copy__()
            setattr(twin, name, kept)
        return twin

    def _shell(self) -> Self:
        twin: Self = self.__copy__()  # type: ignore[attr-defined]
        twin.effects = dict(self.effects)
        twin.uses = dict(self.uses)
        twin.scopes = dict(self.scopes)
        return twin
