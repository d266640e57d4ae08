"""What a ruleset tells the engine. Rulesets register under the entry point ``arbitro.rulesets``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.metadata import entry_points
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from arbitro.engine.asks import Decision, Flow
from arbitro.engine.events import Event, Rolled
from arbitro.engine.expr import Scope
from arbitro.engine.forms import Option, Refusal
from arbitro.engine.index import Held
from arbitro.engine.records import Record
from arbitro.engine.state import State
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId, Seat, Value
from arbitro.engine.vocabulary import Vocabulary

if TYPE_CHECKING:
    from arbitro.engine.game import Game

StepFn = Callable[..., Flow[None] | None]
F = TypeVar("F", bound=StepFn)
GROUP = "arbitro.rulesets"


class Steps:
    """The Steps of a ruleset, by name; a decorator registers one.

    ``cut`` names the Step, without arguments, that follows when a ruling ends it.
    """

    def __init__(self) -> None:
        self.run: dict[str, StepFn] = {}
        self.cut: dict[str, str] = {}

    def __call__(self, name: str, *, cut: str = "") -> Callable[[F], F]:
        def register(function: F) -> F:
            self.run[name] = function
            if cut:
                self.cut[name] = cut
            return function

        return register


class Ruleset:
    """Base class: a ruleset overrides what it needs. The engine calls nothing else of it."""

    name: ClassVar[str] = ""
    state_type: ClassVar[type[State]] = State
    event_types: ClassVar[tuple[type[Event], ...]] = ()

    follow_ups: ClassVar[frozenset[str]] = frozenset()
    """Names of Steps that belong to the action before them: whoever weighs an action looks beyond them."""

    played_on: ClassVar[frozenset[str]] = frozenset()
    """Names of Steps in which an opponent that searches goes on by instinct before it judges an action at first."""

    pace: ClassVar[str] = "turn"
    """The scope that holds one go of everybody's."""
    horizon: ClassVar[str] = ""
    """The scope to the end of whose next one an opponent that searches plays on; "": `pace`."""
    caution: ClassVar[int] = 2
    """How many errors of its first guess (see `players.search`) speak for what a searching opponent does as a rule."""
    stake: ClassVar[int] = 100_000
    """What a victory counts for to one that searches, in the unit of `worth`: about what a side is worth."""

    veils: ClassVar[bool] = False
    """Whether `veil` is asked about every event."""

    steps: Steps
    vocabulary: Vocabulary
    records: dict[str, Record]
    version: str

    def setup(self, setup: dict[str, Any]) -> State:
        """The first state of a game, with its agenda, from a checked setup."""
        raise NotImplementedError

    def bearers(self, state: State) -> Iterable[tuple[Id, RuleId]]:
        """(figure, record) pairs, gone figures too."""
        return ()

    def gone(self, state: State, figure: Id) -> bool:
        """True if a bearer is out of play."""
        return False

    def gone_for_good(self, state: State, figure: Id) -> bool:
        """True if a bearer is out of play and will not come back: its effects end."""
        return self.gone(state, figure)

    def controller(self, state: State, figure: Id) -> Seat:
        """The seat that orders a figure now."""
        raise NotImplementedError

    def allied(self, state: State, a: Id, b: Id) -> bool:
        """True if two different figures are of the same side."""
        return False

    def near(self, state: State, a: Id, b: Id, reach: int) -> bool:
        """True if two figures are within ``reach`` units."""
        return False

    def seat_order(self, state: State) -> tuple[Seat, ...]:
        """All seats, the active one first."""
        raise NotImplementedError

    def orders(self, state: State, window: str) -> Seat:
        """The seat that orders what happens by itself at one moment and is marked ``order: matters``."""
        return self.seat_order(state)[0]

    def bluffs(self, state: State, window: str, seat: Seat) -> bool:
        """Whether, by what the others know, a seat might have something to use at a window that is not public."""
        return False

    def running(self, state: State, scope: str) -> Value:
        """Whose ``scope`` runs now, None if none does."""
        return None

    def checks(self, game: Game) -> Flow[bool] | None:
        """State checks (deaths by count, a side emptied); the flow returns True if something was done."""
        return None

    def rolled(
        self, game: Game, by: Id, sides: int, faces: tuple[int, ...], rules: tuple[RuleId, ...], need: Tally | None
    ) -> Rolled:
        """The event of dice that fell."""
        return Rolled(by=by, sides=sides, faces=faces, rules=rules, need=need)

    def veil(self, state: State, event: Event) -> Event:
        """An event that is about to happen, as the seats may know of it: with ``only`` set where it tells a secret."""
        return event

    def aura_reach(self, game: Game, held: Held, it: Id) -> int:
        """How far an aura reaches towards a figure; rules of that figure may make it longer or shorter."""
        return int(held.thing.aura.reach(game, held.own))

    def sort_of(self, rule: RuleId) -> str:
        """What kind of thing a record is (``shield``, ``armour`` ...), for ``ignore``."""
        record = self.records.get(rule)
        return str(record.data.get("type", record.kind)) if record else ""

    def cannot_use(self, game: Game, held: Held, roles: Scope) -> bool:
        """A cheap look whether a use is out of the question now; `use_refusal` is asked for the rest."""
        return self.gone(game.state, held.bearer) and held.bearer not in roles.values()

    def use_refusal(self, game: Game, held: Held, scope: Scope) -> Refusal | None:
        """Why a use at a window cannot be made (dice, points, conditions)."""
        return None

    def use_options(self, game: Game, held: Held) -> Sequence[Option]:
        """The dice among which the user of a use chooses what to pay with; none: nothing to choose."""
        return ()

    def use_others(self, game: Game, held: Held, die: Value) -> Sequence[Option]:
        """Which dice may be paid along with the one chosen, each key a tuple; none: nothing more to pay."""
        return ()

    def use(self, game: Game, held: Held, scope: Scope, paid: tuple[Value, ...]) -> Flow[bool]:
        """Pay for a use with the dice chosen and roll what it needs; False: it has no effect."""
        yield from ()
        return True

    def view(self, state: State, seat: Seat) -> State:
        """What a seat may see of a state."""
        return state

    def imagine(self, view: State, rng: Random) -> State:
        """A full state consistent with a view."""
        return view.copy()

    def worth(self, state: State, seat: Seat) -> int:
        """How good a state is for a seat; for computer opponents."""
        return 0

    def idle_worth(self, state: State, seat: Seat) -> int:
        """How good a state is for a seat that does nothing more for now."""
        return self.worth(state, seat)

    def propose(self, game: Game, seat: Seat) -> list[Value]:
        """Answers to the pending question that a computer should weigh."""
        return list(game.form(seat).leads(60))

    def alternatives(self, game: Game, seat: Seat, decision: Decision) -> list[Value]:
        """Answers to a question in the midst of a step that a computer should weigh; fewer than two: its instinct."""
        return []

    def under_orders(self, game: Game, seat: Seat, decision: Decision) -> bool:
        """Whether a computer has orders that leave nothing to weigh: it answers by its instinct."""
        return False

    def restlessness(self, state: State) -> float:
        """How likely a computer is to try something unplanned, so that no battle stands still."""
        return 0.0

    def portrait(self, view: State, seat: Seat) -> Sequence[tuple[float, ...]]:
        """A view in numbers from -1 to 1, a row of the same length for each figure: for programs that learn."""
        return ()

    def instinct(self, game: Game, seat: Seat, decision: Decision) -> Value:
        """A quick, sensible answer to the pending question, without looking ahead."""
        return game.form(seat).default()

    def considered(self, game: Game, seat: Seat, decision: Decision) -> Value | None:
        """What one that searches does unless it finds something better; None: what looks best one action ahead."""
        return self.instinct(game, seat, decision)

    def long_lines(self, game: Game, seat: Seat) -> bool:
        """Whether lines take many answers and instinct will not do: one that searches then plays fewer actions on,
        drops sooner those that look worse, and answers questions in the midst of an action as a quick one does."""
        return False

    def promise(self, game: Game, seat: Seat) -> int:
        """How good a game stands for a seat at the end of a line that was played on; within `stake` of nothing."""
        return max(-self.stake, min(self.stake, self.worth(game.state, seat)))

    def stand_by(self, game: Game, seat: Seat, decision: Decision) -> Value:
        """The answer of somebody who lets things happen: waits, passes, throws no die again."""
        return game.form(seat).default()


def installed() -> dict[str, str]:
    """Names of the rulesets installed here, and where each comes from."""
    return {point.name: point.value for point in sorted(entry_points(group=GROUP), key=lambda p: p.name)}


@cache
def ruleset(name: str) -> Ruleset:
    """The ruleset registered under a name; it is looked for once.

    Raises:
        KeyError: if none is installed under that name.
    """
    for point in entry_points(group=GROUP):
        if point.name == name:
            found: Ruleset = point.load()
            return found
    raise KeyError(name)
