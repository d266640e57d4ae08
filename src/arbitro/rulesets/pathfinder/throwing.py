"""What leaves the hand: thrown weapons come to lie somewhere, arrows are spent, flasks break and splash (PF-SPW)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.parts import run_parts
from arbitro.engine.values import Id
from arbitro.geometry.grid import AROUND, Point, Space, Square, distance
from arbitro.rulesets.pathfinder.arms import SHIELDS, Arm, range_of, worn_armour
from arbitro.rulesets.pathfinder.events_things import ItemChanged
from arbitro.rulesets.pathfinder.events_thrown import ItemThrown, Netted, Scattered
from arbitro.rulesets.pathfinder.ground import closed_corner, solid, walled
from arbitro.rulesets.pathfinder.harm import suffer
from arbitro.rulesets.pathfinder.kindling import FIRE, kindle
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, library_of, modifier, sheet_of
from arbitro.rulesets.pathfinder.saves import ability_check
from arbitro.rulesets.pathfinder.sight import effect_between
from arbitro.rulesets.pathfinder.state import FORZA, Ground, squares_of

WAYS_ASTRAY = 8  # PF-SPW-04.1
FLAT = 414  # thousandths: below that slope a way counts as straight, the tangent of half of 45 degrees
NETTABLE = 1  # size categories, PF-EQP-02.3
NET = "entangle"
HIDE = 3
"""Natural armour through which no whip cuts (open content)."""


# --- arrows and thrown weapons ------------------------------------------------------------------------


def shot_left(game: Game, it: Id, arm: Arm) -> bool:
    """Whether there is anything left to shoot: who carries ammunition may run out of it (PF-MOV-10)."""
    found = [item for item in figure_of(game, it).items if item.thing == arm.weapon.ammunition]
    return not arm.weapon.projectile or not found or any(item.count for item in found)


def leaves_hand(game: Game, it: Id, arm: Arm, at: Space | None) -> None:
    """A shot takes an arrow; what is thrown lies where its target stands (``at``), a flask is broken (PF-SPW-01.1)."""
    item = arm.item
    if arm.weapon.projectile:
        found = [one for one in figure_of(game, it).items if one.thing == arm.weapon.ammunition and one.count]
        if found:
            less = structs.replace(found[0], count=found[0].count - 1)
            game.do(ItemChanged(it=it, item=less, what="shot", rules=("PF-MOV-10.1",)))
    elif item is not None and item in figure_of(game, it).items:
        one = structs.replace(item, count=1, worn=False, loaded=NET not in arm.weapon.special)
        where = None if arm.weapon.splash or at is None else (at.x, at.y)
        rule = "PF-SPW-01.1" if arm.weapon.splash else "PF-EQP-02.2" if not one.loaded else "PF-STD-09.1"
        game.do(ItemThrown(it=it, item=one, left=item.count - 1, at=where, rules=(rule,)))


# --- flasks -------------------------------------------------------------------------------------------


def increments(arm: Arm, away: int) -> int:
    """Range increments of a throw over so many squares, the first one too."""
    step, _ = range_of(arm)
    return max(1, -(-away // step))


def harms(game: Game, arm: Arm, it: Id) -> bool:
    """Whether an arm can hurt somebody at all: holy water only the undead and evil outsiders, a whip only bare skin."""
    sheet = sheet_of(game, figure_of(game, it))
    if arm.weapon.lash and (sheet.natural >= HIDE or any(
            armour.type not in SHIELDS for _, armour in worn_armour(game, figure_of(game, it)))):  # fmt: skip
        return False
    kinds = {sheet.type, *(f"{sheet.type} {one}" for one in sheet.subtypes)}
    return not arm.weapon.only or bool(kinds.intersection(arm.weapon.only))


def breaks_on(game: Game, it: Id, arm: Arm, target: Id, hit: bool) -> Flow[None]:
    """A flask thrown at somebody: a hit splashes all within 1.5 m of the target, a miss breaks elsewhere (PF-SPW-02).

    ``it`` threw it; the direct damage of a hit has been dealt.
    """
    space, burns = figure_of(game, target).space, FIRE in arm.weapon.types
    if hit:
        yield from _strikes(game, it, arm, target)
        yield from kindle(game, space.squares() if burns else (), it)
        around = [f.id for f in battle_of(game).here() if f.id != target and distance(f.space, space) <= 1]
        yield from splash(game, it, arm, [one for one in around if effect_between(game, space, _space(game, one))])
        return
    away = distance(figure_of(game, it).space, space)
    square = astray(game, it, arm, space, increments(arm, away))
    yield from splash(game, it, arm, near(game, Space(*square)))
    yield from kindle(game, (square,) if burns else (), it)


def _strikes(game: Game, it: Id, arm: Arm, target: Id) -> Flow[None]:
    """What the contents do to whoever is struck, beside the damage (the item's own lines)."""
    record = library_of(game).records.get(arm.weapon.id)
    if record is not None and figure_of(game, target).present and harms(game, arm, target):
        scope = {"me": it, "rule": arm.weapon.id, "seat": game.controller(it), "targets": target}
        for use in record.uses:
            yield from run_parts(game, use.parts, scope)


def _space(game: Game, it: Id) -> Space:
    return figure_of(game, it).space


def near(game: Game, space: Space) -> list[Id]:
    """Those on a square and on those around it, with nothing solid between (PF-SPW-04.3)."""
    return [
        f.id for f in battle_of(game).here()
        if distance(f.space, space) <= 1 and effect_between(game, space, f.space)
    ]  # fmt: skip


def splash(game: Game, it: Id, arm: Arm, those: Iterable[Id]) -> Flow[None]:
    """The few points of those who stand too near, the thrower too (PF-SPW-02.1)."""
    for one in those:
        if harms(game, arm, one):
            yield from suffer(game, one, arm.weapon.splash, tuple(arm.weapon.types), actor=it, weapon=arm.key,
                              rules=("PF-SPW-02.1", "PF-EQP-04.1"))  # fmt: skip


def astray(game: Game, it: Id, arm: Arm, at: Space, squares: int) -> Square:
    """Where a flask that missed breaks: a d8 for the direction, 1 towards the thrower, then clockwise (PF-SPW-04).

    ``at``: what it was thrown at, or a corner (a space without squares), from which it comes to another corner;
    ``squares``: how far from it, one for each range increment of the throw.
    """
    (face,) = game.roll(WAYS_ASTRAY, by=it, rules=("PF-SPW-04.1",))
    way = direction(at.centre(), _space(game, it).centre(), face)
    here = border(at, way)
    ground = battle_of(game).ground
    for _ in range(squares):
        there = here[0] + way[0], here[1] + way[1]
        if stopped(ground, here, there):
            break
        here = there
    game.do(Scattered(actor=it, weapon=arm.key, face=face, squares=squares, at=here, crossing=not at.span,
                      rules=("PF-SPW-04.1", "PF-SPW-04.2")))  # fmt: skip
    return here


def direction(at: Point, thrower: Point, face: int) -> Square:
    """One of the eight directions by the d8: 1 towards the thrower, each further face an eighth of a turn clockwise.

    >>> direction((5, 5), (1, 5), 1), direction((5, 5), (1, 5), 3), direction((5, 5), (2, 1), 1)
    ((-1, 0), (0, 1), (-1, -1))
    """
    dx, dy = thrower[0] - at[0], thrower[1] - at[1]
    level, upright = abs(dy) * 1000 <= abs(dx) * FLAT, abs(dx) * 1000 <= abs(dy) * FLAT
    toward = (0 if upright else (dx > 0) - (dx < 0), 0 if level else (dy > 0) - (dy < 0))
    first = AROUND.index(toward) if toward in AROUND else 0
    return AROUND[(first - (face - 1)) % WAYS_ASTRAY]


def border(space: Space, way: Square) -> Square:
    """The square of a space from which one leaves it in a direction: its corner, or the middle of its side.

    A space without squares is a corner, which one leaves from where it is.

    >>> border(Space(3, 3, 2), (1, 1)), border(Space(3, 3, 3), (0, -1)), border(Space(3, 3, 0), (1, -1))
    ((4, 4), (4, 3), (3, 3))
    """
    last = max(0, space.span - 1)
    half = last // 2
    return tuple({-1: at, 0: at + half, 1: at + last}[to] for at, to in zip((space.x, space.y), way, strict=True))  # type: ignore[return-value]


def stopped(ground: Ground, here: Square, there: Square) -> bool:
    """Whether something solid, or the edge of the board, stops what flies from a square to the next."""
    slant = here[0] != there[0] and here[1] != there[1]
    return solid(ground, there) or walled(ground, here, there) or (slant and closed_corner(ground, here, there))


# --- nets ---------------------------------------------------------------------------------------------


def nettable(game: Game, it: Id, target: Id) -> bool:
    """Whether a net is of any use: within one size of the thrower, and nobody who is in one already (PF-EQP-02.3)."""
    mine, theirs = figure_of(game, it), figure_of(game, target)
    return abs(mine.size - theirs.size) <= NETTABLE and not theirs.net


def held_back(game: Game, it: Id, square: Square) -> bool:
    """Whether the rope of a net keeps somebody from a square; who holds it has to be there (PF-EQP-02.4)."""
    figure = figure_of(game, it)
    if not figure.leash or not able(game, figure.leash):
        return False
    holder = figure_of(game, figure.leash).space
    rope = max(squares_of(weapon.most_range) for weapon in library_of(game).weapons.values() if NET in weapon.special)
    return distance(holder, figure.space) <= rope < distance(holder, figure.space.at(*square))


def catches(game: Game, it: Id, arm: Arm, target: Id) -> None:
    """A net that hit entangles; its rope holds whoever loses the opposed Strength check (PF-EQP-02.2, .4)."""
    foe = figure_of(game, target)
    if not foe.present or not nettable(game, it, target):
        return
    whole = arm.weapon.hp - (arm.item.lost if arm.item is not None else 0)
    (face,) = game.roll(20, by=target, rules=("PF-EQP-02.4",))
    dc = face + modifier(game, target, FORZA) + 1
    holds = ability_check(game, it, FORZA, dc, ("PF-EQP-02.4",), NET)
    by = it if holds and distance(figure_of(game, it).space, foe.space) <= squares_of(arm.weapon.most_range) else ""
    game.do(Netted(it=target, net=whole, by=by, rules=("PF-EQP-02.2", "PF-EQP-02.4")))


__all__ = [
    "astray", "border", "breaks_on", "catches", "direction", "harms", "held_back", "increments", "leaves_hand", "near",
    "nettable", "shot_left", "splash", "stopped",
]  # fmt: skip
