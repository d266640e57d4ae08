"""Random battles for the property tests of `test_laws`: setups, random play, and what must stay equal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from msgspec import msgpack

from arbitro.dice.sources import Dice, SeededDice
from arbitro.engine.asks import Answer, Ruling
from arbitro.engine.fair import first_state
from arbitro.engine.game import Game
from arbitro.engine.history import redo, undo
from arbitro.engine.save import encode, load, save
from arbitro.engine.state import State
from arbitro.engine.values import Seat, Value
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.events import Placed
from arbitro.rulesets.crepuscolo.skirmish import random_battle
from arbitro.rulesets.crepuscolo.state import Battle

Change = Callable[[Game, int], Game]


@cache
def setup_of(seed: int) -> dict[str, Any]:
    """The setup of a random battle: small companies, a small table, scenery of every kind."""
    return random_battle(Random(seed), RULESET.library, limit=130, size=(44, 34), pieces=9, turns=12)


def battle(seed: int, dice: Dice | None = None, *, log: bool = True) -> Game:
    """A random battle at its first question."""
    return Game.new(RULESET, setup_of(seed), dice or SeededDice.of_seed(seed), log=log)


def battle_state(game: Game) -> Battle:
    assert isinstance(game.state, Battle)
    return game.state


def answer_of(game: Game, rng: Random) -> tuple[Value, Seat]:
    """A random legal answer and who gives it: mostly the seat that is needed, now and then one that may speak up."""
    pending = game.pending
    assert pending is not None
    if pending.free and rng.random() < 0.15:
        seat = pending.free[0]
    else:
        seat = (pending.seats or pending.free)[0]
    form = game.form(seat)
    if pending.kind in ("respond", "may") and rng.random() < 0.6:
        for value in form.leads(4):
            if value not in (("pass",), "pass"):
                return value, seat
    return form.sample(rng), seat


def play(game: Game, rng: Random, decisions: int, change: Change | None = None) -> Game:
    """Random answers; ``change`` may put another game in place of this one before each answer."""
    for number in range(decisions):
        if game.pending is None:
            break
        if change is not None:
            game = change(game, number)
        value, seat = answer_of(game, rng)
        game.choose(value, seat)
    return game


def through_bytes(game: Game, seed: int) -> Game:
    """Saved and loaded."""
    return load(save(game), RULESET, SeededDice.of_seed(seed))


def journal_bytes(game: Game) -> bytes:
    return msgpack.encode(game.journal, order="deterministic")


def rulings(game: Game, rng: Random) -> bool:
    """Now and then an undo, a redo, fixed faces or an edit; True if there was one."""
    draw = rng.random()
    if draw < 0.03 and game.moments:
        undo(game, rng.randint(1, min(5, len(game.moments))))
    elif draw < 0.06 and game.cut is not None:
        redo(game)
    elif draw < 0.08:
        game.rule(Ruling(kind="fix", note="a fix", faces=(rng.randint(1, 4),)))
    elif draw < 0.09:
        figure = rng.choice(list(battle_state(game).figures.values()))
        moved = Placed(it=figure.id, x=figure.x, y=figure.y, z=figure.z, rules=("CDC-DEP-02.2",))
        game.rule(Ruling(kind="edit", note="an edit", events=(moved,) if figure.status == "table" else ()))
    else:
        return False
    return True


def settled(state: State) -> bytes:
    """A state without what the engine writes by itself."""
    twin = state.copy()
    twin.agenda, twin.step_no, twin.idle = (), 0, 0
    return encode(twin)


def from_events(game: Game) -> State:
    """The setup's first state and all events of the journal."""
    state = first_state(RULESET, game.setup or {})
    for event in game.journal:
        event.apply(state)
    return state


def traces(game: Game) -> tuple[Any, ...]:
    """Everything that a refusal must leave as it is."""
    return encode(game.state), len(game.tape), len(game.journal), len(game.inputs), game.pending


def mutations(value: Value, rng: Random) -> Iterator[Value]:
    """Values like a legal one that no form may take."""
    yield (value, value)
    yield object()
    yield 1.5
    yield ""
    yield ("nobody",)
    if isinstance(value, tuple):
        yield (*value, "more")
        if value:
            place = rng.randrange(len(value))
            yield (*value[:place], "nobody", *value[place + 1 :])
            yield (*value[:place], None, *value[place + 1 :])
        if len(value) == 2 and all(isinstance(n, int) for n in value):
            yield (value[0] + 10**7, value[1])
            yield (-(10**7), value[1])


def refused(game: Game, seat: Seat, value: Value) -> bool:
    assert game.pending is not None
    return game.why_not(Answer(game.pending.id, seat, value)) is not None
