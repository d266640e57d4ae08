"""Who threatens whom: reach, flanking, being engaged, attacks of opportunity that may be made (PF-AOO, PF-FLK)."""

from __future__ import annotations

from functools import lru_cache

from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Space, Square, distance, ring
from arbitro.rulesets.pathfinder.arms import Arm, counts_as_armed, has_feat, melee_arms, reach_of
from arbitro.rulesets.pathfinder.ground import height_of
from arbitro.rulesets.pathfinder.lookups import able, barred, battle_of, figure_of, flat_footed
from arbitro.rulesets.pathfinder.sight import NO_COVER, TOTAL, cover, effect_between, sees
from arbitro.rulesets.pathfinder.state import HANGING, MELEE, Creature

OPPORTUNITY = "opportunity"


def strikes(game: Game, it: Id, arm: Arm, target: Id) -> bool:
    """Whether an arm reaches somebody in melee from here, total cover apart."""
    least, most = reach_of(game, it, arm)
    mine, theirs = figure_of(game, it), figure_of(game, target)
    if not least <= apart(game, mine, theirs) <= most:
        return False
    if not battle_of(game).ground.opaque:
        return True
    return cover(game, it, target, MELEE) != TOTAL and effect_between(game, mine.space, theirs.space)


def apart(game: Game, mine: Creature, theirs: Creature) -> int:
    """Squares between two bodies, over the ground or up and down, whichever is more; rider and mount are side by side.

    0: they share a square; 1: they touch.
    """
    away = 1 if theirs.id in (mine.mount, mine.rider) else distance(mine.space, theirs.space)
    if battle_of(game).ground.raised or mine.z or theirs.z:
        away = max(away, _above(game, mine, theirs))
    return away


def _above(game: Game, mine: Creature, theirs: Creature) -> int:
    """Squares of height between two bodies, each as high as it is wide: 1 for one right above the other."""
    low, high = sorted((mine, theirs), key=lambda figure: height_of(game, figure))
    return max(0, height_of(game, high) - height_of(game, low) - low.span + 1)


def threatening_arms(game: Game, it: Id) -> tuple[Arm, ...]:
    """The arms with which a creature threatens: those that count as armed (PF-AOO-04)."""
    if not able(game, it) or barred(game, it, "threaten") or figure_of(game, it).casting:
        return ()  # PF-FULL-15.2
    if figure_of(game, it).inside:
        return ()
    return tuple(arm for arm in melee_arms(game, it) if counts_as_armed(game, it, arm) and not arm.weapon.lash)


def threatens(game: Game, it: Id, target: Id) -> bool:
    """Whether a creature could strike another in melee now, in its own turn or not (PF-AOO-02)."""
    key = ("threatens", it, target)
    known: bool | None = game.now.get(key)
    if known is None:
        mine = figure_of(game, it)
        far = distance(mine.space, figure_of(game, target).space)
        known = game.now[key] = (
            not figure_of(game, target).inside
            and far <= 2 * max(1, mine.reach) + 2
            and any(strikes(game, it, arm, target) for arm in threatening_arms(game, it))
        )
    return known


def threatened_squares(game: Game, it: Id, span: int = 1) -> frozenset[Square]:
    """The squares that a creature threatens, its own too, whoever may stand on them.

    ``span``: where a space of so many squares a side, named by its lowest leftmost, would share one of them.
    """
    key = ("threat", it, span)
    known: frozenset[Square] | None = game.now.get(key)
    if known is None:
        space = figure_of(game, it).space
        rings = {reach_of(game, it, arm) for arm in threatening_arms(game, it)}
        known = game.now[key] = frozenset[Square]().union(*[_ring(space, least, most, span) for least, most in rings])
    return known


@lru_cache(maxsize=1 << 12)
def _ring(space: Space, least: int, most: int, span: int) -> frozenset[Square]:
    squares, parts = ring(space, least, most), range(span)
    return squares if span == 1 else frozenset((x - i, y - j) for x, y in squares for i in parts for j in parts)


# --- attacks of opportunity ---------------------------------------------------------------------------


def opportunities_left(game: Game, it: Id) -> int:
    """Attacks of opportunity that a creature may still make before its next turn (PF-AOO-09.2, PF-AOO-11)."""
    from arbitro.rulesets.pathfinder.numbers import OPPORTUNITIES  # numbers ask who threatens

    return max(0, game.query(OPPORTUNITIES, it=it).value - figure_of(game, it).made)


def ready_to_strike(game: Game, it: Id) -> bool:
    """Whether a creature may make attacks of opportunity at all now."""
    if not able(game, it) or barred(game, it, OPPORTUNITY) or opportunities_left(game, it) < 1 or battle_of(game).calm:
        return False
    if flat_footed(game, it) and not has_feat(game, it, "riflessi-in-combattimento"):
        return False  # PF-INI-06
    return game.restricted(OPPORTUNITY, actor=it) is None


def may_strike(game: Game, it: Id, target: Id) -> bool:
    """Whether a creature may make an attack of opportunity against another that gives it one."""
    return (
        threatens(game, it, target) and ready_to_strike(game, it) and sees(game, it, target)  # PF-CON-06.2
        and not _covered(game, it, target)
    )  # fmt: skip


def _covered(game: Game, it: Id, target: Id) -> bool:
    """Cover, or at reach soft cover, bars an attack of opportunity (PF-COV-06)."""
    return figure_of(game, target).has(HANGING) or cover(game, it, target, MELEE) != NO_COVER


def strikers(game: Game, target: Id) -> tuple[Id, ...]:
    """The foes that may strike somebody who gives them an opportunity here."""
    battle = battle_of(game)
    return tuple(foe.id for foe in battle.foes_of(battle.figures[target]) if may_strike(game, foe.id, target))


# --- flanking and being engaged -----------------------------------------------------------------------


def flanks(game: Game, actor: Id, target: Id) -> Id:
    """The friend with whom a creature flanks another, "" if none does (PF-FLK-01)."""
    mine = figure_of(game, actor)
    if battle_of(game).book is not None or mine.reach == 0 or game.immune(target, "fianchi"):
        return ""  # PF-FLK-04.1
    for friend in battle_of(game).friends_of(mine):
        placed = friend.reach and opposite(mine.space, friend.space, figure_of(game, target).space)
        if placed and threatens(game, friend.id, target) and _may_hit(game, actor, target):
            return friend.id
    return ""


def _may_hit(game: Game, actor: Id, target: Id) -> bool:
    """Whether somebody could strike at another, with bare hands too: only its friend has to threaten (PF-FLK-01.1)."""
    return any(strikes(game, actor, arm, target) for arm in melee_arms(game, actor))


@lru_cache(maxsize=1 << 14)
def opposite(a: Space, b: Space, target: Space) -> bool:
    """Whether two spaces lie on opposite borders, or corners, of a third (PF-FLK-02, -03); one square of each will do.

    >>> opposite(Space(0, 1), Space(2, 1), Space(1, 1)), opposite(Space(0, 0), Space(2, 2), Space(1, 1))
    (True, True)
    >>> opposite(Space(0, 1), Space(1, 2), Space(1, 1)), opposite(Space(0, 0), Space(2, 1), Space(1, 1))
    (False, False)
    """
    lo_x, lo_y = 2 * target.x, 2 * target.y
    hi_x, hi_y = lo_x + 2 * target.span, lo_y + 2 * target.span
    for p in a.squares():
        for q in b.squares():
            if _through((2 * p[0] + 1, 2 * p[1] + 1), (2 * q[0] + 1, 2 * q[1] + 1), lo_x, lo_y, hi_x, hi_y):
                return True
    return False


def _through(p: Square, q: Square, lo_x: int, lo_y: int, hi_x: int, hi_y: int) -> bool:
    """Whether a line enters a box by one border (or corner) and leaves it by the opposite one."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    if (p[0] < lo_x and q[0] > hi_x) or (q[0] < lo_x and p[0] > hi_x):
        at = [p[1] * dx + dy * (edge - p[0]) for edge in (lo_x, hi_x)]
        low, high = min(lo_y * dx, hi_y * dx), max(lo_y * dx, hi_y * dx)
        if all(low <= y <= high for y in at):
            return True
    if (p[1] < lo_y and q[1] > hi_y) or (q[1] < lo_y and p[1] > hi_y):
        at = [p[0] * dy + dx * (edge - p[1]) for edge in (lo_y, hi_y)]
        low, high = min(lo_x * dy, hi_x * dy), max(lo_x * dy, hi_x * dy)
        return all(low <= x <= high for x in at)
    return False


def engaged_with(game: Game, shooter: Id, target: Id) -> tuple[Creature, ...]:
    """The shooter's friends with whom a target is in melee (PF-STD-17.2, .3)."""
    battle = battle_of(game)
    if battle.book is not None:
        return ()
    found = []
    for friend in battle.friends_of(battle.figures[shooter]):
        down = next((it for it in (friend.id, target) if not able(game, it)), "")
        if down:  # PF-STD-17.3
            other = target if down == friend.id else friend.id
            if other in figure_of(game, down).beset:
                found.append(friend)
            continue
        mine, theirs = threatens(game, friend.id, target), threatens(game, target, friend.id)
        if (mine or theirs) if battle.options.either_threatens else (mine and theirs):
            found.append(friend)
    return tuple(found)
