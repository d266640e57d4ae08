"""Occasions for which somebody has an action ready, and how it is taken (PF-RDY-03, -04, -06, -11)."""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.rulesets.pathfinder.aiming import aims, blow
from arbitro.rulesets.pathfinder.arms import Arm, arm_named
from arbitro.rulesets.pathfinder.countering import COUNTER, counter
from arbitro.rulesets.pathfinder.events import CountChanged, ReadyUsed
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of
from arbitro.rulesets.pathfinder.sight import sees
from arbitro.rulesets.pathfinder.state import MELEE, RANGED, Swing
from arbitro.rulesets.pathfinder.subjects import Cue
from arbitro.rulesets.pathfinder.verbs import verb

APPROACH, MOVES, ATTACKS, CASTS, CHARGES = "approach", "moves", "attacks", "casts", "charges"
ANYBODY = "anybody"
OCCASIONS: dict[str, tuple[str, ...]] = {
    MOVES: (
        "move",
        "step",
        "withdraw",
        "run",
        "crawl",
        "stand",
        "leave",
        "spring_attack",
        "tumble",
        "sneak",
        "jump",
        "jump_down",
        "climb",
        "swim",
    ),
    ATTACKS: (
        "attack",
        "shoot",
        "attack_switched",
        "full_attack",
        "swing",
        "charge",
        "cleave",
        "vital_strike",
        "vital_shot",
        "spring_attack",
    ),
    CASTS: ("cast", "cast_defensively"),
    CHARGES: ("charge",),
}
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
    place_before(game, me, battle.turn or target, ("PF-RDY-04.1",))
    if use == COUNTER:
        counter(game, me, target)
        return
    arm = arm_named(game, me, str(weapon))
    mode = MELEE if use == "attack" else RANGED
    times = BRACE_TIMES if scope.get("action") == "charge" and braced(arm) else ()
    yield from blow(game, me, Swing(str(weapon), mode=mode), target, "ready", times=times)


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
