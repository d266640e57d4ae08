"""Flasks thrown at a corner of squares, and flames put out (PF-SPW-03, -04, PF-EQP-04)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.tally import Line, Tally
from arbitro.engine.values import Id
from arbitro.geometry.grid import Space, Square, burst
from arbitro.rulesets.pathfinder.aiming import arms_for
from arbitro.rulesets.pathfinder.areas import clear_to, squares_to
from arbitro.rulesets.pathfinder.arms import Arm, arm_named, range_of
from arbitro.rulesets.pathfinder.attacks import reaches_number
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events_blows import ConditionEnded
from arbitro.rulesets.pathfinder.events_thrown import CornerAimed
from arbitro.rulesets.pathfinder.events_unseen import Revealed
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of
from arbitro.rulesets.pathfinder.numbers import ATTACK
from arbitro.rulesets.pathfinder.saves import save
from arbitro.rulesets.pathfinder.state import (
    BURNING,
    FULL,
    PRONE,
    RANGED,
    RIFLESSI,
    STANDARD,
    name_of_square,
    square_named,
)
from arbitro.rulesets.pathfinder.throwing import astray, harms, increments, leaves_hand, splash

CORNER_AC = 5  # PF-SPW-03.1
BEYOND_FIRST = -2  # for each increment, PF-STD-09.3
OUT_DC = 15  # PF-EQP-04.1


def flasks(game: Game, it: Id) -> list[Arm]:
    """Splash weapons in hand; nobody throws them lying down."""
    if figure_of(game, it).has(PRONE):
        return []
    return [arm for arm in arms_for(game, it, RANGED) if arm.weapon.splash]


def corners_for(game: Game, it: Id, arm: Arm) -> list[Square]:
    """Corners in range, seen, beside a foe, and not inside a big creature (PF-SPW-03.1, .3)."""
    battle, mine = battle_of(game), figure_of(game, it)
    _, most = range_of(arm)
    found = {
        (x, y)
        for foe in battle.foes_of(mine) if not foe.hidden
        for square in foe.space.squares() for x in (square[0], square[0] + 1) for y in (square[1], square[1] + 1)
    }  # fmt: skip
    filled = {corner for figure in battle.here() if not figure.hidden for corner in inside(figure.space)}
    return [
        corner for corner in sorted(found - filled)
        if squares_to(mine.space, corner) <= most and clear_to(game, mine.space, corner)
    ]  # fmt: skip


def inside(space: Space) -> list[Square]:
    """The corners that a space of several squares fills: those between its own squares.

    >>> inside(Space(3, 3, 2)), inside(Space(3, 3))
    ([(4, 4)], [])
    """
    return [(space.x + i, space.y + j) for i in range(1, space.span) for j in range(1, space.span)]


def around(game: Game, corner: Square) -> list[Id]:
    """Those on the four squares about a corner, with a clear line to it (PF-SPW-03.2)."""
    squares = burst(corner, 1)
    return [
        f.id for f in battle_of(game).here()
        if not squares.isdisjoint(f.space.squares()) and clear_to(game, f.space, corner)
    ]  # fmt: skip


def _offered(game: Game, it: Id) -> bool:
    if figure_of(game, it).swings:
        return False
    return any(corners_for(game, it, arm) for arm in flasks(game, it))


def _branch(game: Game, it: Id, path: Path) -> Branch | None:
    found = {arm.key: arm for arm in flasks(game, it)}
    if not path:
        return Branch("weapon", tuple(Option(key) for key, arm in found.items() if corners_for(game, it, arm)))
    if len(path) == 1:
        return Branch("corner", tuple(map(Option, map(name_of_square, corners_for(game, it, found[str(path[0])])))))
    return None


def bonus_at(game: Game, it: Id, arm: Arm, corner: Square) -> Tally:
    """The bonus of a throw at a corner: what depends on a target is left out, the distance is not."""
    tally = game.query(ATTACK, actor=it, target=None, weapon=arm.key, mode=RANGED, action="hurl", manner="plain",
                       hand="primary", penalty=0)  # fmt: skip
    further = increments(arm, squares_to(figure_of(game, it).space, corner)) - 1
    if not further:
        return tally
    line = Line("PF-STD-09.3", it, "add", BEYOND_FIRST * further)
    return Tally(tally.value + line.amount, tally.base, (*tally.lines, line), tally.rule)


@deed("hurl", STANDARD, ("PF-SPW-03.1",), offered=_offered, grow=_branch, provokes=True)
def hurl(game: Game, it: Id, path: Path) -> Flow[None]:
    """Throw a flask at a corner, AC 5: it splashes the squares around, or goes astray (PF-SPW-03, -04)."""
    arm, corner = arm_named(game, it, str(path[0])), square_named(str(path[1]))
    assert corner is not None
    bonus = bonus_at(game, it, arm, corner)
    hit = reaches_number(game, it, CORNER_AC - bonus.value)
    game.do(CornerAimed(actor=it, weapon=arm.key, corner=corner, hit=hit, bonus=bonus, ac=CORNER_AC,
                        rules=("PF-SPW-03.1", "PF-SPW-03.2")))  # fmt: skip
    if figure_of(game, it).hidden:
        game.do(Revealed(it=it, rules=("PF-SUR-01.1",)))
    leaves_hand(game, it, arm, figure_of(game, it).space)
    if not hit:
        away = increments(arm, squares_to(figure_of(game, it).space, corner))
        corner = astray(game, it, arm, Space(*corner, 0), away)
    yield from splash(game, it, arm, [one for one in around(game, corner) if harms(game, arm, one)])


# --- flames -------------------------------------------------------------------------------------------


@deed("extinguish", FULL, ("PF-EQP-04.1",), offered=lambda game, it: bool(_flames(game, it)))
def extinguish(game: Game, it: Id, path: Path) -> Flow[None]:
    """Put out what burns on oneself: a save on Riflessi (PF-EQP-04)."""
    if (yield from save(game, it, RIFLESSI, OUT_DC, "extinguish", "", ("PF-EQP-04.1",))):
        for flame in _flames(game, it):
            game.do(ConditionEnded(it=it, condition=flame, rules=("PF-EQP-04.1",)))


def _flames(game: Game, it: Id) -> list[str]:
    return [one for one in BURNING if figure_of(game, it).has(one)]
