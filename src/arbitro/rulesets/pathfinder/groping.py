"""Striking at a square where somebody unseen is thought to be (PF-CON-06.3, PF-CON-07)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Space, Square, distance, ring
from arbitro.rulesets.pathfinder.aiming import arms_for
from arbitro.rulesets.pathfinder.arms import Arm, arm_named, range_of, reach_of
from arbitro.rulesets.pathfinder.attacks import CRITICAL, HIT, Attempt, attack
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events_unseen import Revealed, SquareStruck
from arbitro.rulesets.pathfinder.ground import solid
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of
from arbitro.rulesets.pathfinder.sight import effect_between, sees
from arbitro.rulesets.pathfinder.state import MELEE, PRONE, RANGED, STANDARD, name_of_square, square_named
from arbitro.rulesets.pathfinder.throwing import leaves_hand, near, splash
from arbitro.rulesets.pathfinder.vanishing import pinpoint, trace_of

GROPE = "strike_square"
NEAR = 1
"""Squares round the last known one at which a shot makes sense."""


def unseen(game: Game, it: Id) -> list[Id]:
    """Foes whom one knows to be there without seeing them."""
    mine = figure_of(game, it)
    return [
        foe.id for foe in battle_of(game).foes_of(mine)
        if (trace_of(game, foe.id) is not None if foe.hidden else not sees(game, it, foe.id))
    ]  # fmt: skip


def last_known(game: Game, it: Id) -> list[Space]:
    """Where somebody was last known to be."""
    trace, figure = trace_of(game, it), figure_of(game, it)
    return [figure.space if trace is None else figure.space.at(trace.x, trace.y)]


def squares_for(game: Game, it: Id, arm: Arm) -> list[Square]:
    """Squares at which an arm can be aimed blindly: in reach, or near where somebody was last; not where one sees all.

    A shot needs a line of effect (PF-COV-12).
    """
    battle, mine = battle_of(game), figure_of(game, it)
    foes = unseen(game, it)
    if not foes:
        return []
    found: set[Square] = set()
    if arm in arms_for(game, it, MELEE):
        least, most = reach_of(game, it, arm)
        found |= ring(mine.space, max(1, least), most)
    if arm in arms_for(game, it, RANGED) and not (mine.has(PRONE) and not arm.weapon.prone):
        _, far = range_of(arm)
        for space in (one for foe in foes for one in last_known(game, foe)):
            found |= {s for s in ring(space, 0, NEAR) if distance(mine.space, Space(*s)) <= far}
    seen = {s for f in battle.here() if not f.hidden and f.id not in foes for s in f.space.squares()}
    return [
        s for s in sorted(found - seen)
        if not solid(battle.ground, s) and effect_between(game, mine.space, Space(*s))
    ]  # fmt: skip


def _mode(game: Game, it: Id, arm: Arm, square: Square) -> str:
    least, most = reach_of(game, it, arm)
    near = least <= distance(figure_of(game, it).space, Space(*square)) <= most
    return MELEE if near and arm in arms_for(game, it, MELEE) else RANGED


def _arms(game: Game, it: Id) -> dict[str, Arm]:
    if figure_of(game, it).swings or not unseen(game, it):
        return {}
    arms = (*arms_for(game, it, MELEE), *arms_for(game, it, RANGED))
    return {arm.key: arm for arm in arms if squares_for(game, it, arm)}


def _branch(game: Game, it: Id, path: Path) -> Branch | None:
    found = _arms(game, it)
    if not path:
        return Branch("weapon", tuple(map(Option, found)))
    if len(path) > 1:
        return None
    return Branch("square", tuple(map(Option, map(name_of_square, squares_for(game, it, found[str(path[0])])))))


def _provokes(game: Game, it: Id, path: Path) -> bool:
    square = square_named(str(path[1])) if len(path) > 1 else None
    return square is not None and _mode(game, it, arm_named(game, it, str(path[0])), square) == RANGED


@deed(GROPE, STANDARD, ("PF-CON-06.3", "PF-CON-07.1"), grow=_branch, provokes=_provokes,
      offered=lambda game, it: bool(_arms(game, it)))  # fmt: skip
def strike_square(game: Game, it: Id, path: Path) -> Flow[None]:
    """Strike where one thinks somebody is; whoever is there is missed half the time all the same (PF-CON-07.1)."""
    arm, square = arm_named(game, it, str(path[0])), square_named(str(path[1]))
    assert square is not None
    mode = _mode(game, it, arm, square)
    there = next((foe for foe in unseen(game, it) if square in figure_of(game, foe).space.squares()), None)
    if there is not None:
        outcome = yield from attack(game, Attempt(actor=it, target=there, weapon=arm.key, mode=mode))
        if outcome in (HIT, CRITICAL):
            pinpoint(game, there, ("PF-CON-07.1",))
        return
    game.roll(20, by=it, rules=("PF-CON-06.3",))
    game.do(SquareStruck(actor=it, weapon=arm.key, square=square, rules=("PF-CON-06.3",)))
    if figure_of(game, it).hidden:
        game.do(Revealed(it=it, rules=("PF-SUR-01.1",)))
    if mode == RANGED:
        leaves_hand(game, it, arm, Space(*square))
    if arm.weapon.splash:
        yield from splash(game, it, arm, near(game, Space(*square)))  # PF-SPW-04.3
