"""Abilities used at a moment of the game, and free ones in response to an action (CDC-ACT-11)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from arbitro.engine.asks import Flow
from arbitro.engine.events import Fizzled
from arbitro.engine.expr import Scope
from arbitro.engine.forms import Option, Refusal
from arbitro.engine.game import Game
from arbitro.engine.index import Held
from arbitro.engine.records import Record, UseSpec
from arbitro.engine.values import Id, Value
from arbitro.engine.windows import targets_of
from arbitro.rulesets.crepuscolo.abilities import (
    can_pay,
    clauses_of,
    cost_of,
    marker_of,
    pay_points,
    reach_threshold,
)
from arbitro.rulesets.crepuscolo.aims import name_aims
from arbitro.rulesets.crepuscolo.dice import Die, all_dice, companions, dice_at_hand, holds, spend
from arbitro.rulesets.crepuscolo.events import CarriedOut, TookPart
from arbitro.rulesets.crepuscolo.markers import marker
from arbitro.rulesets.crepuscolo.powers import cast, cast_over, pay_power, power_of
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import TABLE, points_of
from arbitro.rulesets.crepuscolo.subjects import ABILITY, POWER, Attempt, Declared, Deed

RESPONSE = "response"
COMBATTIMENTO = "CDC-RRL-05"
FORCED, OWN = "forced_reroll", "reroll_combattimento"
"""What rules may forbid: that others have one's die thrown again, that one has it thrown by Combattimento."""
Why = tuple[str, str]
"""A code and the clause it rests on."""


def with_responses(record: Record) -> Record:
    """Let a free ability be declared in response to any action just declared as well (CDC-ACT-11.3).

    Abilities that name a moment of their own keep to it (CDC-ACT-11.8).
    """
    found = marker(record.kind)
    if found is not None and found.free:
        more = [u for u in record.uses if not u.moment]
        twins = (structs.replace(u, moment="declared", place=f"{RESPONSE}.{u.place}") for u in more)
        record.uses = (*record.uses, *twins)
    return record


def _is_response(use: UseSpec) -> bool:
    return use.place.startswith(RESPONSE)


def cannot_use(game: Game, held: Held, roles: Scope) -> bool:
    """A cheap look, before anything is worked out: the figure is gone or prone, lacks dice, or would answer itself."""
    figure = figure_of(game, held.bearer)
    if figure.status != TABLE:
        return held.bearer not in roles.values()
    dice, response = held.note or _noted(game, held)
    if dice is None:
        return False
    if figure.prone or (len(figure.dice) < dice and (not game.state.effects or len(all_dice(game, figure.id)) < dice)):
        return True
    if not response:
        return False
    said = roles["said"]
    return not said.answered and game.controller(said.actor) == game.controller(held.bearer)


def _noted(game: Game, held: Held) -> tuple[int | None, bool]:
    """The dice of a use that is an action (None: it is none), and whether it is a response."""
    found = cost_of(game, held.rule)
    note = (None if found is None or found.passive else found.dice, _is_response(held.thing))
    held.note = note
    return note


def barred_reroll(game: Game, held: Held, scope: Scope) -> Refusal | None:
    """Why a die may not be made to be thrown again by this rule or this side."""
    if not game.barring(FORCED) and not game.barring(OWN):
        return None
    if not any(part.verb == "reroll" for part in held.thing.parts):
        return None
    thrower, bearer = scope.get("actor"), held.bearer
    if held.rule == COMBATTIMENTO:
        found = game.restricted(OWN, actor=bearer, target=thrower)
        if found is not None:
            return found
    if thrower is None or game.controller(thrower) == game.controller(bearer):
        return None
    return game.restricted(
        FORCED,
        actor=thrower,
        target=scope.get("target"),
        action=scope.get("action"),
        weapon=scope.get("weapon"),
    )


def why_not_now(game: Game, held: Held, scope: Scope) -> Why | None:
    """Why a use at a window cannot be made: its figure can do no action, or lacks dice or points."""
    found = cost_of(game, held.rule)
    figure = figure_of(game, held.bearer)
    if (found is None or found.passive) and not held.thing.pay and not figure.used_up:
        return None
    if found is not None and not found.passive:
        why = _why_no_action(game, held, scope)
        if why is not None:
            return why
        if len(_dice(game, held)) < found.dice:
            return ("no_dice", "CDC-ACT-11.1")
        power = power_of(game, held.rule)
        if power is not None and points_of(figure, power.points) < power.rank:
            return ("no_points", held.rule)
    if held.rule in figure.used_up:
        return ("used_up", held.rule)
    return None if can_pay(game, figure, held.thing, scope) else ("no_points", held.rule)


def _why_no_action(game: Game, held: Held, scope: Scope) -> Why | None:
    """Why a figure can do no action now: using an ability is one (CDC-AB-002.4)."""
    figure, state = figure_of(game, held.bearer), battle_of(game)
    if figure.prone:
        return ("prone", "CDC-CND-04.8")
    if figure.wet and figure.in_water:
        return ("must_swim", "CDC-ACT-22.6")
    seat = game.controller(held.bearer)
    if state.in_hand and state.hand != seat and not marker_of(game, figure, held.rule).free:
        return ("not_your_hand", "CDC-ACT-08.3")
    said = scope.get("said")
    if (
        _is_response(held.thing)
        and isinstance(said, Declared)
        and not said.answered
        and game.controller(said.actor) == seat
    ):
        # it could as well have been used just before; after somebody's answer it may matter
        return ("own_action", "CDC-ACT-11.3")
    word, aim = _word(game, held), _only_target(game, held, scope)
    bar = game.restricted(word, actor=figure.id, target=aim, weapon=figure.weapon, path=held.rule)
    return None if bar is None else (bar.code, bar.rules[0])


def _only_target(game: Game, held: Held, scope: Scope) -> Id | None:
    """The one figure that an answer is aimed at by itself, without a choice: a rule may forbid just that."""
    use: UseSpec = held.thing
    if use.target is None or use.target.kind != "each":
        return None
    members = targets_of(game, use, scope) or ()
    return members[0] if len(members) == 1 and members[0] in battle_of(game).figures else None


def _dice(game: Game, held: Held) -> tuple[Die, ...]:
    return dice_at_hand(game, held.bearer, _word(game, held), path=held.rule)


def _word(game: Game, held: Held) -> str:
    """The action that a use is."""
    return ABILITY if power_of(game, held.rule) is None else POWER


def dice_to_pay(game: Game, held: Held) -> Sequence[Option]:
    """The dice among which the one to be rolled (or spent) is chosen."""
    found = cost_of(game, held.rule)
    if found is None or found.passive or not found.dice:
        return ()
    return tuple(Option(die) for die in dict.fromkeys(_dice(game, held)))


def dice_beside(game: Game, held: Held, die: Value) -> Sequence[Option]:
    """The other dice of a complete ability, once the first is chosen (CDC-ACT-10.3)."""
    found = cost_of(game, held.rule)
    if found is None or found.dice < 2:
        return ()
    return tuple(Option(rest) for rest in companions(_dice(game, held), die, found.dice))


def use_now(game: Game, held: Held, scope: Scope, paid: tuple[Value, ...]) -> Flow[bool]:
    """Pay for a use at a window; if it is an action, declare it and roll what it needs. False: it has no effect."""
    rule, bearer, use = held.rule, held.bearer, held.thing
    found = cost_of(game, rule)
    outer = scope.get("said")
    if _is_response(use):
        _own_roles(scope, held)
    if found is None or found.passive:
        pay_points(game, bearer, use, scope, rule)
        yield from name_aims(game, bearer, use, scope, rule)
        return True
    if isinstance(outer, Declared):
        outer.answered = True
    attempt = Attempt(bearer, rule)
    yield from game.window("attempt", attempt)
    code = attempt.cancelled or ("" if holds(game, bearer, paid) else "no_dice")
    if code:
        game.do(Fizzled(kind=_word(game, held), actor=bearer, code=code, rules=(attempt.cancelled or "CDC-ACT-07.1",)))
        return False
    pay_points(game, bearer, use, scope, rule)
    sizes = scope["spent"] = _pay(game, held, paid)
    yield from name_aims(game, bearer, use, scope, rule)
    if not (yield from _declared(game, held, scope, sizes)):
        return False
    if power_of(game, rule) is not None:
        works = yield from cast(game, held, scope, sizes[0])
        yield from cast_over(game, scope)
        return works
    works = yield from reach_threshold(game, bearer, rule, sizes)
    if marker_of(game, figure_of(game, bearer), rule).threshold:
        yield from game.window("acted", Deed(bearer, ABILITY, None, works))
    return works


def _pay(game: Game, held: Held, paid: tuple[Value, ...]) -> tuple[int, ...]:
    """Take the dice of a use that is an action, and the points of a power; returns the sizes of the dice."""
    rule, bearer = held.rule, held.bearer
    power = power_of(game, rule)
    if power is not None:
        pay_power(game, bearer, rule, power)
    return spend(game, bearer, paid, rule, clauses_of(game, figure_of(game, bearer), rule)) if paid else ()


def _declared(game: Game, held: Held, scope: Scope, sizes: tuple[int, ...]) -> Flow[bool]:
    """Declare a use that is an action and let others respond; False if it can be carried out no more."""
    bearer, use, word = held.bearer, held.thing, _word(game, held)
    figure = figure_of(game, bearer)
    clauses = clauses_of(game, figure, held.rule)
    aim = scope[use.target.name] if use.target is not None and use.target.kind == "one" else None
    said = Declared(bearer, word, aim, rule=held.rule)
    there = figure.status == TABLE
    replies = game.window("declared", said)
    event = TookPart(
        it=bearer, action=word, target=aim or "", dice=sizes, pending=bool(replies), path=held.rule, rules=clauses
    )
    game.do(event)
    if replies:
        yield from replies
        code = said.cancelled or _lapsed(game, held, scope, there, aim)
        if code:
            game.do(Fizzled(kind=word, actor=bearer, code=code, rules=("CDC-ACT-11.7",)))
            return False
        game.do(CarriedOut(it=bearer, action=word, path=held.rule, rules=clauses))
    return True


def _own_roles(scope: Scope, held: Held) -> None:
    """A response is an action of its own: what it was a response to is none of its roles."""
    use: UseSpec = held.thing
    name = use.target.name if use.target is not None else ""
    for role, value in (("actor", held.bearer), ("action", ABILITY), ("target", None), ("weapon", "")):
        if role != name:
            scope[role] = value


def _lapsed(game: Game, held: Held, scope: Scope, there: bool, aim: Id | None) -> str:
    """Why a use that was answered cannot be carried out any more, or ""."""
    figure = figure_of(game, held.bearer)
    if there and figure.status != TABLE:
        return "actor_gone"
    if figure.prone:
        return "prone"
    use: UseSpec = held.thing
    if use.when is not None and not use.when(game, scope):
        return "no_longer_possible"
    if aim is not None and aim not in (targets_of(game, use, scope) or ()):
        return "no_longer_possible"
    return ""
