"""A tiny ruleset of volleys, to ask the rule code for the chains that people otherwise write by hand.

One seat chooses what happens: twenty shots through hit, wound and save; the same against models of three wounds, where
no wound spills over; five attackers of whom the best roll counts. It is registered nowhere.
"""

from __future__ import annotations

from typing import Any, ClassVar

from dice_rows import ATTACKS, DAMAGE, HIT, SAVE, WOUND, WOUNDS, suffered

from arbitro.dice.sources import Dice
from arbitro.dice.walk import Then
from arbitro.engine.asks import Flow, ask
from arbitro.engine.events import Event
from arbitro.engine.forms import Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.ruleset import Ruleset, Steps
from arbitro.engine.state import State, Step
from arbitro.engine.values import Id, Seat
from arbitro.engine.vocabulary import Vocabulary

SHOOT, SLAY, CHARGE = "shoot", "slay", "charge"
ATTACKERS, KEPT, SIDES = 5, 1, 8
STEPS = Steps()


class Volley(State, kw_only=True):
    """What the last volley came to."""

    result_of: int = -1


class Counted(Event, frozen=True, tag=True):
    """A volley came to a number."""

    number: int = 0

    def apply(self, state: State) -> None:
        assert isinstance(state, Volley)
        state.result_of = self.number


def hits(dice: Any, shots: int, what: str) -> Then:
    """Shots that hit go on to wound."""
    return Then(wounds, dice.count(shots, 6, HIT), what)


def wounds(dice: Any, hit: int, what: str) -> Then:
    """Hits that wound go on to be saved."""
    return Then(unsaved, dice.count(hit, 6, WOUND), what)


def unsaved(dice: Any, wounded: int, what: str) -> int | Then:
    """Wounds that nothing saves."""
    left = wounded - int(dice.count(wounded, 6, SAVE))
    return Then(slain, left) if what == SLAY else left


def slain(dice: Any, left: int) -> int:
    """Damage upon damage; what is more than a model has left is lost."""
    return int(dice.carried(left, DAMAGE, suffered)) // WOUNDS


@STEPS("volley")
def volley(game: Game) -> Flow[None]:
    """Choose, roll, count."""
    what = yield from ask(game, "a", "volley", Pick((Option(SHOOT), Option(SLAY), Option(CHARGE))))
    if what == CHARGE:
        number = game.best(ATTACKERS, SIDES, by="a", rules=())
    else:
        number = game.chance(hits, ATTACKS, what, by="a", rules=())
    game.do(Counted(number=number, rules=()))
    game.push(Step("volley"))


class Volleys(Ruleset):
    """The ruleset."""

    name: ClassVar[str] = "volleys"
    state_type: ClassVar[type[State]] = Volley
    event_types: ClassVar[tuple[type[Event], ...]] = (Counted,)
    steps = STEPS
    vocabulary = Vocabulary({}, {}, {}, {}, frozenset(), frozenset(), lambda game, it, name: 0, (), frozenset())
    records: dict[str, Any] = {}
    version = "1"

    def setup(self, setup: dict[str, Any]) -> State:
        return Volley(agenda=(Step("volley"),))

    def controller(self, state: State, figure: Id) -> Seat:
        return "a"

    def seat_order(self, state: State) -> tuple[Seat, ...]:
        return ("a",)


def start(dice: Dice) -> Game:
    """A game at its question."""
    return Game.new(Volleys(), {}, dice)
