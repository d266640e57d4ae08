"""Occasions for which somebody has an action ready, and how it is taken (PF-RDY-03, -04, -06, -11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from arbitro.engine.asks import Flow, ask
from arbitro.engine.forms import Option, Pick, Tree
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Square, distance
from arbitro.rulesets.pathfinder.aiming import aims, blow
from arbitro.rulesets.pathfinder.arms import Arm, arm_named, reach_of, still_has
from arbitro.rulesets.pathfinder.countering import COUNTER, counter
from arbitro.rulesets.pathfinder.events import CameToNothing, CountChanged, ReadyUsed
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of
from arbitro.rulesets.pathfinder.opportunities import provoke
from arbitro.rulesets.pathfinder.sight import effect_between, sees
from arbitro.rulesets.pathfinder.state import IN, MELEE, RANGED, Battle, Swing, name_of_square, square_named
from arbitro.rulesets.pathfinder.subjects import Cue
from arbitro.rulesets.pathfinder.verbs import verb


class ReadyUse(Struct, frozen=True):
    """A further thing that can be made ready, as chapters register it in `READY_USES`.

    Args:
        level: what has to be said of it beforehand, "" for nothing; words: what may be said, none where it cannot be
            made ready.
        could: whether it can be used against somebody now; use: how.
    """

    level: str
    words: Callable[[Game, Id], list[str]]
    could: Callable[[Game, Id, Id, str], bool]
    use: Callable[[Game, Id, Id, str], Flow[None]]


READY_USES: dict[str, ReadyUse] = {}
APPROACH, MOVES, ATTACKS, CASTS, CHARGES = "approach", "moves", "attacks", "casts", "charges"
ANYBODY = "anybody"
STEP_ATTACK = "step_attack"
AIMED = ("attack", "shoot", STEP_ATTACK)
OTHERS = ("move", "step", "stand", "draw", "drop_prone", "load")
"""Move and free actions that can be made ready (PF-RDY-02.1)."""
OCCASIONS: dict[str, tuple[str, ...]] = {
    MOVES: ("move", "step", "withdraw", "run", "crawl", "stand", "leave", "spring_attack", "tumble", "sneak", "jump",
            "jump_down", "climb", "swim", "gallop", "charge", "ride_charge", "slog", "overrun", "trample", "engulf",
            "rise", "sink"),
    ATTACKS: ("attack", "shoot", "attack_switched", "full_attack_switched", "swing_switched",
              "full_attack", "swing", "charge", "cleave", "vital_strike",
              "vital_shot", "spring_attack", "ride_charge", "trip", "disarm", "sunder", "grapple", "bull_rush",
              "awesome_blow",               "overrun", "hurl", "trip_thrown", "strike_square", "coup", "opportunity"),
    CASTS: ("cast",),
    CHARGES: ("charge", "ride_charge"),
}  # fmt: skip
"""Occasions for which an action can be made ready, and the actions of others that are one; ``approach`` is apart."""
BRACE_TIMES = (2,)  # PF-CHG-11.1, PF-RDY-11.1


def waiting_for(game: Game, it: Id, action: str) -> Flow[None]:
    """Let those act who have an action ready for what somebody is about to do; it has not happened yet (PF-RDY-03)."""
    by = tuple(
        one.id for one in battle_of(game).foes_of(figure_of(game, it))
        if one.ready and action in OCCASIONS.get(str(one.ready[0]), ()) and _could(game, one.id, it)
    )  # fmt: skip
    if by:
        yield from game.window("cue", Cue(it, action, by))


def goes_ahead(game: Game, it: Id, action: str, target: Id) -> Flow[bool]:
    """Let those act who wait for an attack that somebody is about to make out of its turn; whether it still can.

    PF-RDY-03.2, -03.3: they come first, as they do where it is made in the own turn.
    """
    if action in OCCASIONS[ATTACKS] and any(one.ready for one in battle_of(game).figures.values()):
        yield from waiting_for(game, it, action)
    if not able(game, it):
        game.do(CameToNothing(it=it, action=action, why="unable", rules=("PF-AOO-10.2",)))
        return False
    return figure_of(game, target).status == IN


def approached(game: Game, it: Id, action: str, seen: tuple[Id, ...]) -> tuple[Id, ...]:
    """Those who have an attack ready for whoever comes near, and into whose reach somebody has just come."""
    found = []
    for one in battle_of(game).foes_of(figure_of(game, it)):
        if not one.ready or one.id in seen:
            continue
        charged = one.ready[0] == CHARGES and action == "charge"
        if (one.ready[0] == APPROACH or charged) and _could(game, one.id, it):
            found.append(one.id)
    return tuple(found)


def meet(game: Game, it: Id, action: str, by: tuple[Id, ...]) -> Flow[None]:
    """Let those strike into whose reach somebody has come."""
    yield from game.window("cue", Cue(it, action, by))


def _could(game: Game, it: Id, target: Id) -> bool:
    """Whether a readied action is meant for somebody and can be carried out against it now (PF-RDY-03.4, .5)."""
    figure = figure_of(game, it)
    _, whom, use, weapon = figure.ready
    if whom not in (ANYBODY, target) or not able(game, it) or not sees(game, it, target):
        return False
    if use == COUNTER:
        return bool(figure_of(game, target).casting)
    if use in READY_USES:
        return READY_USES[str(use)].could(game, it, target, str(weapon))
    if use == STEP_ATTACK:
        return still_has(game, it, str(weapon)) and bool(_steps_to(game, it, str(weapon), target))
    if use not in AIMED:
        return bool(_other(str(use)).offered(game, it))
    if not still_has(game, it, str(weapon)):
        return False
    return target in aims(game, it, arm_named(game, it, str(weapon)), MELEE if use == "attack" else RANGED)


@verb("take_ready")
def take_ready(game: Game, scope: dict[str, Any], target: Id, args: dict[str, Any]) -> Flow[None]:
    """The readied action of ``me``: the count becomes the one on which it is taken (PF-RDY-04.1, PF-RDY-06.1)."""
    me = scope["me"]
    if not figure_of(game, me).ready or not _could(game, me, target):
        return
    battle = battle_of(game)
    _, _, use, weapon = figure_of(game, me).ready
    game.do(ReadyUsed(it=me, plan=figure_of(game, me).ready, rules=("PF-RDY-03.2",)))
    place_before(game, me, _count_of(battle, target), ("PF-RDY-04.1",))
    if use == COUNTER:
        counter(game, me, target)
        return
    if use in READY_USES:
        if (yield from goes_ahead(game, me, str(use), target)):
            yield from READY_USES[str(use)].use(game, me, target, str(weapon))
        return
    if use == STEP_ATTACK:
        yield from _step_up(game, me, str(weapon), target)
    elif use not in AIMED:
        yield from _do_other(game, me, str(use), target)
        return
    mode = RANGED if use == "shoot" else MELEE
    if not (yield from goes_ahead(game, me, "shoot" if mode == RANGED else "attack", target)):
        return
    if mode == RANGED:
        yield from provoke(game, me, "shoot")  # PF-RDY-01.1: to make it ready did not
        if not able(game, me):
            game.do(CameToNothing(it=me, action="shoot", why="unable", rules=("PF-AOO-10.2",)))
            return
    arm = arm_named(game, me, str(weapon))
    times = BRACE_TIMES if scope.get("action") in OCCASIONS[CHARGES] and braced(arm) else ()
    yield from blow(game, me, Swing(str(weapon), mode=mode), target, "ready", times=times)


def _count_of(battle: Battle, target: Id) -> Id:
    """Before whom somebody acts from now on: the one who gave the occasion, if it was on that one's count.

    Who gave it out of its turn, by an opportunity, gave it on the count of whoever has its turn (PF-RDY-04.1).
    """
    figures = battle.figures
    if not battle.turn or figures[target].initiative == figures[battle.turn].initiative:
        return target
    return battle.turn


# --- steps and other actions made ready ---------------------------------------------------------------


def _steps_to(game: Game, it: Id, weapon: str, target: Id) -> list[Square]:
    """Squares of a 1.5 m step from which an arm reaches somebody (PF-RDY-04.2)."""
    from arbitro.rulesets.pathfinder.moves import step_squares  # moves let those act who wait for them

    figure, foe = figure_of(game, it), figure_of(game, target)
    least, most = reach_of(game, it, arm_named(game, it, weapon))
    return sorted(
        square for square in step_squares(game, it)
        if least <= distance(figure.space.at(*square), foe.space) <= most
        and effect_between(game, figure.space.at(*square), foe.space)
    )  # fmt: skip


def _step_up(game: Game, it: Id, weapon: str, target: Id) -> Flow[None]:
    """The step that belongs to a readied attack, in a round in which no other distance was covered (PF-RDY-04.2)."""
    from arbitro.rulesets.pathfinder.going import walk
    from arbitro.rulesets.pathfinder.paths import way_of  # ways ask who threatens, who waits

    squares = _steps_to(game, it, weapon, target)
    form = Pick(tuple(Option(name_of_square(s), {"cost": 1}, ("PF-RDY-04.2",)) for s in squares), level="square")
    about = {"it": it, "target": target}
    name = name_of_square(squares[0])
    if len(squares) > 1:
        name = str((yield from ask("ready_step", game.controller(it), form, about)))
    square = square_named(name)
    assert square is not None
    yield from walk(game, it, (square,), way_of(game, figure_of(game, it)), step=True)


def _other(name: str) -> Any:
    """An action that is neither an attack nor a counterspell."""
    from arbitro.rulesets.pathfinder.deeds import DEEDS  # actions let those act who wait for them

    return DEEDS[name]


def _do_other(game: Game, it: Id, name: str, target: Id) -> Flow[None]:
    """A readied move or free action; where it leads is said when its occasion has come (PF-RDY-02.1)."""
    from arbitro.rulesets.pathfinder.deeds import take  # actions let those act who wait for them

    one, path = _other(name), ()
    if one.grow(game, it, ()) is not None:
        form = Tree(lambda chosen: one.grow(game, it, chosen))
        path = tuple((yield from ask("readied", game.controller(it), form, {"it": it, "action": name})))
    yield from take(game, it, (name, *path), paid=True)


def braced(arm: Arm) -> bool:
    """A weapon that can be set against a charge (PF-CHG-11.1)."""
    return "brace" in arm.weapon.special


def place_before(game: Game, it: Id, other: Id, rules: tuple[str, ...]) -> None:
    """From now on somebody acts right before another."""
    battle = battle_of(game)
    if it == other or other not in battle.order:
        return
    rest = [one for one in battle.order if one != it]
    at = rest.index(other)
    order = (*rest[:at], it, *rest[at:])
    game.do(CountChanged(it=it, initiative=battle.figures[other].initiative, order=order, rules=rules))
