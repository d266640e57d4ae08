"""Out of the saddle: thrown with the mount, knocked out on it, shaken by a blow, or pulled down (PF-MNT-15, -16)."""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.geometry.grid import Square, ring
from arbitro.rulesets.pathfinder.arms import MILITARY_SADDLE, saddle_of
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan
from arbitro.rulesets.pathfinder.events_bonds import Mounted
from arbitro.rulesets.pathfinder.ground import occupants, within
from arbitro.rulesets.pathfinder.harm import suffer, wanted
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of, suffers
from arbitro.rulesets.pathfinder.saddle import SOFT_DC, STAY_DC, STAYS, STAYS_MILITARY, TO_STAY, ride
from arbitro.rulesets.pathfinder.state import PRONE, SMALL, UNCONSCIOUS, Creature
from arbitro.rulesets.pathfinder.verbs import verb

PERCENT, DIE = 100, 6


def unseated(game: Game, rider: Creature) -> bool:
    """Whether a rider cannot stay where it is: its mount is dead, or lies, or it lies itself."""
    mount = figure_of(game, rider.mount)
    down = mount.conditions and (mount.has(PRONE) or suffers(game, mount.id, UNCONSCIOUS))
    return not mount.present or bool(down) or rider.has(PRONE)


def landing(game: Game, it: Id) -> Square:
    """Where somebody comes to stand beside its mount, or where a dead one was: the first free square."""
    rider = figure_of(game, it)
    mount, battle, taken = figure_of(game, rider.mount), battle_of(game), occupants(game)
    spots = sorted(ring(mount.space, 1, 1))
    if not mount.present:
        spots = [*mount.space.squares(), *spots]
    for square in spots:
        space = rider.space.at(*square)._replace(span=rider.span)
        crowd = {other for cell in space.squares() for other in taken.get(cell, ())} - {it}
        if within(battle, space) and not any(battle.figures[other].size >= SMALL for other in crowd):
            return square
    return (mount.x, mount.y)


def fall_with_mount(game: Game, it: Id) -> Flow[None]:
    """The mount falls, or the rider is brought down on it (PF-MNT-15.1)."""
    rider = figure_of(game, it)
    if rider.mount and rider.present:
        yield from fall_off(game, it, ("PF-MNT-15.1",), prone=rider.has(PRONE))


def fall_off(game: Game, it: Id, rules: tuple[RuleId, ...], *, soft: bool = True, prone: bool = False) -> Flow[None]:
    """Out of the saddle: on the feet and unhurt with a Ride check, else 1d6 damage and prone (PF-MNT-15.1, -16.2).

    Args:
        it: the rider; rules: the clauses that cause it; soft: whether it may try to land well.
        prone: it lies whatever the check, which then only spares it the damage.
    """
    unhurt = soft and not suffers(game, it, UNCONSCIOUS) and ride(game, it, SOFT_DC, "soft_fall", rules)
    mount = figure_of(game, it).mount
    game.do(Mounted(it=it, mount=mount, up=False, at=landing(game, it), why="fall", rules=rules))
    if (prone or not unhurt) and not figure_of(game, it).has(PRONE):
        game.do(ConditionBegan(it=it, condition=PRONE, rules=rules))
    if not unhurt:
        amount = game.sum(1, DIE, by=it, rules=rules)
        yield from suffer(game, it, amount, "contundente", rules=rules)


@verb("slump")
def slump(game: Game, scope: dict[str, Any], it: Id, args: dict[str, Any]) -> Flow[None]:
    """Who is knocked out in the saddle stays there half the time, in a military one three times in four (PF-MNT-16)."""
    saddle = saddle_of(game, it)
    chance = STAYS_MILITARY if saddle is not None and saddle.thing == MILITARY_SADDLE else STAYS
    rules: tuple[RuleId, ...] = ("PF-MNT-16.1", "PF-EQP-03.1")
    if not game.count(1, PERCENT, PERCENT - chance + 1, by=it, rules=rules):
        yield from fall_off(game, it, ("PF-MNT-16.2",), soft=False)


@verb("stay_seated")
def stay_seated(game: Game, scope: dict[str, Any], it: Id, args: dict[str, Any]) -> Flow[None]:
    """A blow may throw a rider off: a Ride check to stay in the saddle (PF-SKL-04.1)."""
    rider = figure_of(game, it)
    saddle = saddle_of(game, it)
    out = UNCONSCIOUS in library_of(game).together(wanted(game, rider)).names
    if not rider.mount or not rider.present or out or suffers(game, it, UNCONSCIOUS):
        return
    more = TO_STAY if saddle is not None and saddle.thing == MILITARY_SADDLE else 0
    if not ride(game, it, STAY_DC, "stay", ("PF-SKL-04.1",), more):
        yield from fall_off(game, it, ("PF-SKL-04.1",))


__all__ = ["fall_off", "fall_with_mount", "landing", "slump", "stay_seated", "unseated"]
