"""What a choice will probably do, and the place that a few words mean: help for people who choose."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import isqrt
from time import thread_time
from typing import Any

from msgspec import Struct

from arbitro.engine.asks import Answer
from arbitro.engine.events import Event
from arbitro.engine.forms import Form
from arbitro.engine.game import Game
from arbitro.engine.odds import Odds, Read, TooLarge, happenings
from arbitro.engine.state import State
from arbitro.engine.values import Id, Seat, Value
from arbitro.geometry.shapes import longest_diameter
from arbitro.geometry.trig import heading
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.actions import CURE
from arbitro.rulesets.crepuscolo.advance import ADVANCE
from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    Died,
    Fell,
    HitLanded,
    Hurt,
    Succeeded,
    TestEnded,
    WasLost,
)
from arbitro.rulesets.crepuscolo.movement import GROUND_KIND, JUMP, MOVE
from arbitro.rulesets.crepuscolo.queries import battle_of
from arbitro.rulesets.crepuscolo.state import TABLE

LEAVES, SAMPLES = 240, 80
"""So many outcomes of the dice are walked; where there are more, so many battles are played on."""
SECONDS = 0.025
"""Neither may take more of the processor's time."""
FINE = 4_000
"""How finely a way is searched for its farthest legal end."""
WITHOUT_ODDS = (*GROUND_KIND, JUMP)
"""Actions whose die says how far one gets; where to is chosen afterwards."""
THROWS = {"melee": "hit", "shot": "hit", ADVANCE: "hit", "power": "success", "swim": "success", "flame": "success"}
"""What one wants of the die of an action."""
Fact = tuple[Value, ...]
"""Something that may happen: ``("hit",)``, ``("damage", 2, "b1")``, ``("kill", "b1")``, ``("fall", "a1")`` ..."""


class Weighed(Struct):
    """How likely each of the things is that may come of an answer.

    ``head`` is what the answer is for, if it is for one thing; ``alone``: as long as nobody intervenes on the way;
    ``exact`` False: from battles played on.
    """

    chances: dict[Fact, Fraction]
    head: Fact | None = None
    alone: bool = False
    exact: bool = True


def weigh(game: Game, seat: Seat, value: Value) -> Weighed | None:
    """What an answer may lead to, by every outcome of its dice or by samples; None where no die falls, or in no time.

    Everybody else lets things happen, and nobody throws a die again.
    """
    if game.pending is None or not worth_a_look(game, value):
        return None
    found = _walked(game, seat, value, LEAVES, 0) or _walked(game, seat, value, 0, SAMPLES)
    if found is None:
        return None
    if found.leaves == 1 and game.pending.kind == "action":
        return None
    chances: dict[Fact, Fraction] = {}
    for facts, p in found.outcomes.items():
        for fact in facts:
            chances[fact] = chances.get(fact, Fraction(0)) + p
    head = _head(game, value, chances)
    if head is not None:
        chances.setdefault(head, Fraction(0))
    return Weighed(chances, head, bool(found.assumed), found.exact)


def _walked(game: Game, seat: Seat, value: Value, leaves: int, samples: int) -> Odds | None:
    """The outcomes of an answer, None where there are too many or it takes too long."""
    assert game.pending is not None
    read, end = _facts_of(game, value), thread_time() + SECONDS

    def read_in_time(events: Sequence[Event], state: State) -> Hashable:
        if thread_time() > end:
            raise TooLarge
        return read(events, state)

    answer = Answer(game.pending.id, seat, value)
    try:
        return happenings(game, answer, read=read_in_time, leaves=leaves, samples=samples)
    except TooLarge:
        return None


def worth_a_look(game: Game, value: Value) -> bool:
    """Whether an answer may have odds at all: moves say but how far; passing does where it lets something happen."""
    if game.pending is None:
        return False
    if value in ("pass", ("pass",)):
        return game.pending.kind == "respond"
    if game.pending.kind == "action":
        return _word(value) not in ("", *WITHOUT_ODDS) and value[1:3] != (
            ADVANCE,
            MOVE,
        )  # where it shoots from is chosen after the die has fallen
    return game.pending.kind in ("arc", "place", "test", "respond", "may", "order_action")


def _word(value: Value) -> str:
    """The word of the action that an answer chooses, "" for an answer of another kind."""
    return str(value[1]) if isinstance(value, tuple) and len(value) > 2 else ""


def _head(game: Game, value: Value, chances: dict[Fact, Fraction]) -> Fact | None:
    """What an answer is for: a hit, a success, a test passed."""
    about = game.pending.about if game.pending is not None else {}
    action = _word(value) or (str(about.get("action", "")) if "window" in about else "")
    if action in THROWS:
        return (THROWS[action],)
    tests = [fact for fact in chances if fact[0] == "pass"]
    tested = game.pending is not None and (game.pending.kind == "test" or _word(value) == CURE)
    if tested and len(tests) == 1:
        return tests[0]
    return next((fact for fact in (("success",), ("hit",)) if fact in chances), None)


def _facts_of(game: Game, value: Value) -> Read:
    """What matters of the events that follow an answer of a figure."""
    about = game.pending.about if game.pending is not None else {}
    named = value[0] if isinstance(value, tuple) and value else ""
    actor = named if named in battle_of(game).figures else about.get("actor", "")

    def read(events: Sequence[Event], state: State) -> Hashable:
        hurt: dict[Id, int] = {}
        facts: dict[Fact, None] = {}
        for event in events:
            if isinstance(event, HitLanded) and event.actor == actor:
                facts["hit",] = None
                if event.critical:
                    facts["critical",] = None
            elif isinstance(event, Hurt):
                hurt[event.it] = hurt.get(event.it, 0) + event.amount
            elif isinstance(event, Succeeded) and event.actor == actor:
                facts["success",] = None
            else:
                facts.update(dict.fromkeys(_befell(event)))
        facts.update({("damage", amount, it): None for it, amount in hurt.items()})
        return tuple(facts)

    return read


def _befell(event: Event) -> tuple[Fact, ...]:
    """What an event does to somebody, besides damage."""
    if isinstance(event, Died | WasLost):
        return (("kill", event.it),)
    if isinstance(event, Fell):
        return (("fall", event.it),)
    if isinstance(event, ConditionGained):
        return (("condition", event.condition, event.it),)
    if isinstance(event, TestEnded) and event.passed:
        return (("pass", event.kind, event.it),)
    return ()


def spot(game: Game, form: Form, about: dict[str, Any], how: str, figure: Id) -> Value:
    """The place or direction that ``toward`` or ``contact`` with a figure means; None if there is none."""
    state = battle_of(game)
    actor = about.get("actor", "")
    if figure not in state.figures or actor not in state.figures or figure == actor:
        return None
    me, foe = state.figures[actor], state.figures[figure]
    if form.kind == "arc":
        return heading(foe.x - me.x, foe.y - me.y) % 360_000 if (foe.x, foe.y) != (me.x, me.y) else None
    shape = form.outline()
    if how == "contact":
        kind = GROUND_KIND.get(str(shape.get("action", "")))
        if kind is None:
            return None
        return ground.contact_end(state.ground, state.on_table(), me, foe, kind, int(shape["budget"]))
    start = (me.x, me.y)
    if me.status != TABLE:
        start = state.access[state.seats.index(me.company)]
    apart = (longest_diameter(me) + longest_diameter(foe)) // 2
    if me.company != foe.company:
        apart += ground.CLEARANCE + 1
    return _farthest(form, start, (foe.x, foe.y), apart)


def _farthest(form: Form, start: tuple[int, int], end: tuple[int, int], apart: int) -> Value:
    """The farthest legal point of a straight way that stays ``apart`` from its end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = isqrt(dx * dx + dy * dy)
    for done in range(long - apart, 0, -max(100, long // FINE)):
        point = (start[0] + dx * done // long, start[1] + dy * done // long)
        if form.refusal(point) is None:
            return point
    return None
