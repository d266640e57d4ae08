"""Events: facts in the past tense, the only code that writes a state.

A ruleset's events subclass `Event`; the ones here are the engine's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec import Struct, structs

from arbitro.engine.state import Effect, End, State, Use
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId, Seat, Value


class Event(Struct, frozen=True, tag=True, kw_only=True, gc=False):
    """Something that happened, with the clauses that caused it.

    ``only`` names the seats that see it (None: everybody). Class marks: ``window`` is opened by
    `Game.happen`; ``learnt`` reveals a secret (undo stops there); ``moves`` changes where rows stand
    or which there are; ``records`` changes what they bear; ``effects`` what is in force, ``nearer`` when that ends;
    ``progress`` lets the game go on. ``writes`` names the fields that hold the ids of the rows it writes; None: `rows`
    tells.
    """

    window: ClassVar[str] = ""
    learnt: ClassVar[bool] = False
    moves: ClassVar[bool] = False
    records: ClassVar[bool] = False
    effects: ClassVar[bool] = False
    nearer: ClassVar[bool] = False
    progress: ClassVar[bool] = False
    writes: ClassVar[tuple[str, ...] | None] = None

    rules: tuple[RuleId, ...] = ()
    only: tuple[Seat, ...] | None = None

    def apply(self, state: State) -> None:
        """Write the fact into the state. Facts that change nothing keep this body."""

    def rows(self, state: State) -> Iterable[Id] | None:
        """The ids of the rows that it is about to write, where no field names them; None: it may add or remove any."""
        return None

    def shown_to(self, seat: Seat) -> Event | None:
        """Itself, a redacted twin, or None where ``seat`` may not know of it."""
        return self if self.only is None or seat in self.only else None


class Committed(Event, frozen=True, tag=True):
    """The hash of the game's secret, published before any die."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    commit: str


class NoncesGiven(Event, frozen=True, tag=True):
    """What each seat threw in, so that nobody alone chose the dice."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    nonces: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.nonces = self.nonces


class SecretRevealed(Event, frozen=True, tag=True):
    """The secret itself, at the end: everybody can recompute the dice."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    learnt: ClassVar[bool] = True
    secret: str


class Began(Event, frozen=True, tag=True):
    """A scope (hand, turn, fight ...) began: its number goes up by one."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    scope: str
    of: Value = None

    def apply(self, state: State) -> None:
        state.scopes[self.scope] = state.scopes.get(self.scope, 0) + 1


class Closed(Event, frozen=True, tag=True):
    """A scope is over."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    scope: str
    of: Value = None


class Used(Event, frozen=True, tag=True):
    """A limited thing was used once more within the scope it is counted in."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    key: str
    scope: str

    def apply(self, state: State) -> None:
        number = state.scopes.get(self.scope, 0)
        old = state.uses.get(self.key)
        state.uses[self.key] = Use(n=old.n + 1 if old and old.scope == number else 1, scope=number)


class EffectBegan(Event, frozen=True, tag=True):
    """An effect is in force, or waits for its moment."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    effects: ClassVar[bool] = True
    effect: Effect

    def apply(self, state: State) -> None:
        state.effects[self.effect.id] = self.effect


class EffectEnded(Event, frozen=True, tag=True):
    """An effect is over; ``why`` is a word: ``end``, ``while``, ``gone``, ``done``, ``lifted``; ``part``: its place."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    effects: ClassVar[bool] = True
    effect: Id
    rule: RuleId
    bearer: Id
    why: str
    part: str = ""

    def apply(self, state: State) -> None:
        state.effects.pop(self.effect, None)


class EffectNearer(Event, frozen=True, tag=True):
    """One of the moments an effect counts to its end has passed."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    nearer: ClassVar[bool] = True
    effect: Id
    ends: tuple[End, ...]

    def apply(self, state: State) -> None:
        old = state.effects[self.effect]
        state.effects[self.effect] = structs.replace(old, ends=self.ends)


class Rolled(Event, frozen=True, tag=True):
    """Dice fell: ``faces`` of ``sides``; ``need`` is the number they had to reach, with its parts."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    progress: ClassVar[bool] = True
    by: Id
    sides: int
    faces: tuple[int, ...]
    need: Tally | None = None
    about: str = ""


class Counted(Event, frozen=True, tag=True):
    """A number drawn at the level that matters (successes, a sum, a best), with no single faces."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    progress: ClassVar[bool] = True
    by: Id
    what: str
    result: Value


class Thrown(Event, frozen=True, tag=True):
    """A roll as people write it (``4d6kh3``): its total, and each die as sides, face and fate (see `dice.notation`)."""

    progress: ClassVar[bool] = True
    by: Id
    notation: str
    total: int
    dice: tuple[tuple[int, int, str], ...]


class Fizzled(Event, frozen=True, tag=True):
    """A declared action could no longer be carried out; what it cost stays paid."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    kind: str
    actor: Id
    code: str


class TooDeep(Event, frozen=True, tag=True):
    """Answers to answers reached the limit of depth; deeper ones neither act nor ask."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    at: str


class Ruled(Event, frozen=True, tag=True):
    """The referee ruled, with the reason given."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    ruling: str
    note: str


class ClockMoved(Event, frozen=True, tag=True):
    """Hours passed on the campaign clock."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    hours: int

    def apply(self, state: State) -> None:
        state.clock += self.hours


class Finished(Event, frozen=True, tag=True):
    """The game is over: ``result`` is a seat that won, or ``"draw"``."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    progress: ClassVar[bool] = True
    result: str
    why: str = ""

    def apply(self, state: State) -> None:
        state.result = self.result
