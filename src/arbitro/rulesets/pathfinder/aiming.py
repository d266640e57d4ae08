"""Whom an arm can be used against from here, and one blow with it."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import distance
from arbitro.rulesets.pathfinder.arms import (
    Arm,
    arm_named,
    is_light,
    melee_arms,
    range_of,
    ranged_arms,
    still_has,
    strikes_armed,
)
from arbitro.rulesets.pathfinder.attacks import MISSED, Attempt, attack, can_be_attacked
from arbitro.rulesets.pathfinder.events import CameToNothing
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of
from arbitro.rulesets.pathfinder.opportunities import provoke
from arbitro.rulesets.pathfinder.saddle import both_strike, struck
from arbitro.rulesets.pathfinder.sight import effect_between, sees
from arbitro.rulesets.pathfinder.state import MELEE, PRONE, Creature, Swing
from arbitro.rulesets.pathfinder.threat import strikes, threatening_arms
from arbitro.rulesets.pathfinder.throwing import NET, nettable, shot_left

OUT_OF_TURN = ("ready",)
"""Blows that are no part of one's own turn in the saddle."""


CUTTING = frozenset({"tagliente", "perforante"})


def aims(game: Game, it: Id, arm: Arm, mode: str, *, blindly: bool = False) -> list[Id]:
    """Foes whom an arm can be used against from here, and who are seen; those who lie helpless too.

    ``blindly``: unseen ones as well; they are struck at by square (PF-CON-06.3).
    """
    battle, figure = battle_of(game), figure_of(game, it)
    found = []
    for foe in battle.foes_of(figure):
        known = not foe.hidden or (blindly and any(trace.it == foe.id for trace in battle.traces))
        if not known or _apart(figure, foe, arm, mode) or not _reaches(game, figure, foe, arm, mode):
            continue
        if not (blindly or sees(game, it, foe.id)):
            continue
        if game.barring("attack") and game.restricted("attack", actor=it, target=foe.id, weapon=arm.key) is not None:
            continue
        if can_be_attacked(game, it, foe.id, mode):
            found.append(foe.id)
    return found


def _apart(figure: Creature, foe: Creature, arm: Arm, mode: str) -> bool:
    """Whether one of them is in a gullet: from there something light and sharp cuts whoever has swallowed one."""
    if not (figure.inside or foe.inside):
        return False
    sharp = not CUTTING.isdisjoint(arm.weapon.types)
    return figure.inside != foe.id or mode != MELEE or not is_light(arm) or not sharp


def _reaches(game: Game, figure: Creature, foe: Creature, arm: Arm, mode: str) -> bool:
    if mode == MELEE:
        return strikes(game, figure.id, arm, foe.id)
    if figure.has(PRONE) and not arm.weapon.prone:
        return False  # PF-CND-15.1
    if NET in arm.weapon.special and not nettable(game, figure.id, foe.id):
        return False  # PF-EQP-02.3
    _, most = range_of(arm)
    return distance(figure.space, foe.space) <= most and effect_between(game, figure.space, foe.space) and sees(
        game, figure.id, foe.id
    )  # fmt: skip


def arms_for(game: Game, it: Id, mode: str) -> tuple[Arm, ...]:
    """The arms for melee, or for throwing and shooting: those that are loaded."""
    if mode == MELEE:
        return melee_arms(game, it)
    return tuple(arm for arm in ranged_arms(game, it) if _ready_to_fly(game, it, arm))


def _ready_to_fly(game: Game, it: Id, arm: Arm) -> bool:
    """Loaded, with something to shoot; a net flies unfolded too, only worse (PF-EQP-02.2)."""
    loaded = arm.item is None or arm.item.loaded or NET in arm.weapon.special
    return loaded and shot_left(game, it, arm)


def blow(
    game: Game, it: Id, swing: Swing, target: Id, action: str, manner: str = "plain", times: tuple[int, ...] = (),
    more: int = 0,
) -> Flow[str]:  # fmt: skip
    """One attack of a turn, with what bare hands bring upon themselves; returns its outcome.

    ``times``: multipliers of its damage; ``more``: how many more times the weapon's dice are rolled.
    """
    if not still_has(game, it, swing.weapon):
        game.do(CameToNothing(it=it, action="attack", why="disarmed", rules=("PF-AOO-10.2",)))
        return MISSED
    arm = arm_named(game, it, swing.weapon)
    if swing.mode == MELEE and not strikes_armed(game, it, arm) and threatening_arms(game, target):
        yield from provoke(game, it, "unarmed", (target,))
        if not able(game, it):
            return MISSED
    if swing.mode == MELEE and arm.weapon.lash:
        yield from provoke(game, it, "shoot")
        if not able(game, it) or not still_has(game, it, swing.weapon):
            return MISSED
    if not _reaches(game, figure_of(game, it), figure_of(game, target), arm, swing.mode):
        game.do(CameToNothing(it=it, action="attack", why="out_of_reach", rules=("PF-RDY-03.3",)))
        return MISSED
    if not _in_the_saddle(game, it, action):
        return MISSED
    a = Attempt(actor=it, target=target, weapon=swing.weapon, mode=swing.mode, action=action, manner=manner,
                hand=swing.hand, penalty=swing.penalty, times=times, more=more)  # fmt: skip
    outcome = yield from attack(game, a)
    if action not in OUT_OF_TURN:
        struck(game, it, swing.mode)
    return outcome


def _in_the_saddle(game: Game, it: Id, action: str) -> bool:
    """Whether a rider keeps its mount in hand while both strike, or the mount obeys (PF-SKL-04.1)."""
    figure = figure_of(game, it)
    if not (figure.mount or figure.rider) or action in OUT_OF_TURN or both_strike(game, it):
        return True
    game.do(CameToNothing(it=it, action=action, why="apart", rules=("PF-SKL-04.1",)))
    return False
