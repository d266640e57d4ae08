"""The smallest game there is: what the engine itself costs, with the rules left out.

Two seats in turn choose one of two ways; a die falls, something is told, and a counter goes up. Each decision is a
Step of its own with three events in the journal, as in a real battle.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from msgspec import field

from arbitro.dice.sources import SeededDice
from arbitro.engine.asks import Flow, ask
from arbitro.engine.events import Event
from arbitro.engine.forms import Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.records import Record
from arbitro.engine.ruleset import Ruleset, Steps
from arbitro.engine.state import Row, State, Step
from arbitro.engine.values import Id, RuleId, Seat
from arbitro.engine.vocabulary import Vocabulary

WAYS = Pick((Option("up"), Option("down")))


class Counter(Row):
    """Whose it is, and how often it went up."""

    seat: Seat
    number: int = 0


class Bare(State, kw_only=True):
    """Two counters."""

    rows: ClassVar[tuple[str, ...]] = ("counters",)
    counters: dict[Id, Counter] = field(default_factory=dict)


class WentUp(Event, frozen=True, tag=True):
    """A counter went up."""

    writes: ClassVar[tuple[str, ...] | None] = ("it",)
    progress: ClassVar[bool] = True
    it: Id

    def apply(self, state: State) -> None:
        assert isinstance(state, Bare)
        state.counters[self.it].number += 1


class Said(Event, frozen=True, tag=True):
    """What was chosen."""

    writes: ClassVar[tuple[str, ...] | None] = ()
    it: Id
    way: str


STEPS = Steps()


@STEPS("choose")
def choose(game: Game, it: Id) -> Flow[None]:
    """One decision: a way, a die, two facts, and the other's turn."""
    way = yield from ask("way", it, WAYS)
    game.do(Said(it=it, way=str(way), rules=("BARE-1",)))
    game.roll(6, by=it, rules=("BARE-1",))
    game.do(WentUp(it=it, rules=("BARE-1",)))
    game.push(Step("choose", ("b" if it == "a" else "a",)))


class BareRules(Ruleset):
    """Rules of one line."""

    name: ClassVar[str] = "bare"
    state_type: ClassVar[type[State]] = Bare
    event_types: ClassVar[tuple[type[Event], ...]] = (WentUp, Said)
    steps = STEPS
    vocabulary = Vocabulary({}, {}, {}, {}, frozenset(), frozenset(), lambda game, it, name: None, (), frozenset())
    records: dict[str, Record] = {}
    version = "1"

    def setup(self, setup: dict[str, Any]) -> State:
        return Bare(counters={seat: Counter(seat=seat) for seat in "ab"}, agenda=(Step("choose", ("a",)),))

    def bearers(self, state: State) -> Iterable[tuple[Id, RuleId]]:
        return ()

    def controller(self, state: State, figure: Id) -> Seat:
        return figure


def new_bare(seed: int) -> Game:
    """A game at its first question; it never ends."""
    return Game.new(BareRules(), {}, SeededDice.of_seed(seed))
