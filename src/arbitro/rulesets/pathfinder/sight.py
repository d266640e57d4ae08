"""Lines between spaces: effect and sight, cover and concealment, from corner to corner (PF-COV, PF-CON)."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache

from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Point, Space, Square, crossed, distance, gaps
from arbitro.rulesets.pathfinder.ground import (
    HIDING,
    LOW,
    OPAQUE,
    WEBS,
    half_shut,
    line_blocked,
    occupants,
    slit_between,
    zone_squares,
)
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, library_of, sheet_of, suffers
from arbitro.rulesets.pathfinder.state import BLINDED, INVISIBLE, MELEE, Battle, Ground, squares_of

NO_COVER, PARTIAL, SOFT, COVER, IMPROVED, TOTAL = "", "partial", "soft", "cover", "improved", "total"
COVER_BONUS = {NO_COVER: 0, PARTIAL: 2, SOFT: 4, COVER: 4, IMPROVED: 8, TOTAL: 0}  # PF-COV-02.3, -09.1, -11.1, -13.1
COVER_RULE = {PARTIAL: "PF-COV-11.1", SOFT: "PF-COV-09.1", COVER: "PF-COV-02.3", IMPROVED: "PF-COV-13.1"}
REFLEX_BONUS = {PARTIAL: 1, COVER: 2, IMPROVED: 4}  # PF-COV-11.1, -07.1, -13.1
REFLEX_RULE = {PARTIAL: "PF-COV-11.1", COVER: "PF-COV-07.1", IMPROVED: "PF-COV-13.1"}
BRIGHT, NORMAL_LIGHT, DIM, DARK = "bright", "normal", "dim", "dark"
LIT = (BRIGHT, NORMAL_LIGHT)
"""Lights in which everybody sees; ``bright`` is full sunlight."""
LOW_LIGHT = "crepuscolare"
SIDES = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
"""Sides of a space, as a tower shield covers them."""
LOW_REACH = 6  # squares from a low obstacle within which it covers, PF-COV-05.1
WEB_WALL = 4  # squares of webs through which nothing gets
FACING = 1  # squares behind the foremost of a big creature that are looked at too
DARKVISION = 12  # squares, PF-TAB-18.2
IN_DARK, ALWAYS_SEES = "scurovisione", "vista_nel_buio"
CONCEALED, TOTALLY = 20, 50  # per cent, PF-CON-04.1, PF-CON-07.1


def effect_between(game: Game, a: Space, b: Space) -> bool:
    """Line of effect: some line from a corner of one square to a corner of the other meets nothing solid."""
    ground = battle_of(game).ground
    if not ground.opaque:
        return True
    known, key = ground.memory("effect"), (a, b)
    if key not in known:
        pairs = ((p, q) for p in _points(a) for q in _points(b))
        known[key] = max(gaps(a, b)) == 0 or any(not line_blocked(ground, a, p, b, q) for p, q in pairs)
    return bool(known[key])


def _points(space: Space) -> tuple[Point, ...]:
    return (*space.corners(), space.centre())


def sees(game: Game, it: Id, other: Id) -> bool:
    """Line of sight: effect, eyes that work, and nothing that hides the other wholly (PF-CON-06.1)."""
    theirs = figure_of(game, other)
    if theirs.hidden and theirs.seat != figure_of(game, it).seat:
        return False
    return could_see(game, it, other)


def could_see(game: Game, it: Id, other: Id) -> bool:
    """Whether eyes find another, or would find it if it did not hide with skill."""
    mine, theirs = figure_of(game, it), figure_of(game, other)
    if it == other:
        return True
    if mine.inside or theirs.inside:
        return mine.inside == other
    if theirs.conditions and suffers(game, other, INVISIBLE) and not _feels(game, it, other):
        return False
    return sees_space(game, it, theirs.space, other in (mine.holds, mine.held_by))


def sees_space(game: Game, it: Id, space: Space, touched: bool = False) -> bool:
    """Whether eyes reach a space, whoever is there; ``touched``: hands reach it anyway (PF-CND-08.6)."""
    mine = figure_of(game, it)
    if mine.conditions and suffers(game, it, BLINDED) and not (touched or _senses(game, it, space)):
        return False
    if light_at(game, it, space) == DARK and not (touched or _in_the_dark(game, it, space)):
        return False
    if misted(battle_of(game).ground, mine.space, space) and not (touched or _senses(game, it, space)):
        return False
    return sight_between(game, mine.space, space)


def sight_between(game: Game, a: Space, b: Space) -> bool:
    """Whether eyes reach from one space to another: flames stop them, a wall of force does not."""
    ground = battle_of(game).ground
    if not ground.curtained:
        return effect_between(game, a, b)
    key = ("seen", a, b)
    known: bool | None = game.near.get(key)
    if known is None:
        pairs = ((p, q) for p in _points(a) for q in _points(b))
        known = game.near[key] = any(not line_blocked(ground, a, p, b, q, OPAQUE) for p, q in pairs)
    return known


def misted(ground: Ground, a: Space, b: Space) -> bool:
    """Whether dense mist hides one space from another: it lets one see no farther than the next square (PF-CON-10)."""
    mist = ground.mist
    if not mist or distance(a, b) <= 1:
        return False
    if mist.issuperset(a.squares()) or mist.issuperset(b.squares()):
        return True
    return all(not mist.isdisjoint(crossed(Space(*one).centre(), q)) for one in a.squares() for q in _points(b))


# --- light --------------------------------------------------------------------------------------------


def light_on(game: Game, it: Id, other: Id) -> str:
    """How well lit another is for somebody's eyes: ``bright``, ``normal``, ``dim`` or ``dark`` (PF-TAB-18.1)."""
    return light_at(game, it, battle_of(game).figures[other].space)


def light_at(game: Game, it: Id, there: Space) -> str:
    """How well lit a space is for somebody's eyes.

    Low-light vision doubles the radii of every light (PF-TAB-18.2).
    """
    battle = battle_of(game)
    if battle.ground.light in LIT:
        return battle.ground.light
    keen = 2 if LOW_LIGHT in sheet_of(game, battle.figures[it]).senses else 1
    best = battle.ground.light
    for space, bright, dim in lights(game):
        away = distance(space, there)
        if away > dim * keen or not effect_between(game, space, there):
            continue
        if away <= bright * keen:
            return NORMAL_LIGHT
        best = DIM
    return best


def lights(game: Game) -> Iterator[tuple[Space, int, int]]:
    """Everything that gives light: where it is, and the squares of its bright and of its dim light (PF-TAB-18)."""
    battle, items = battle_of(game), library_of(game).items
    for x, y, thing in battle.ground.lights:
        yield Space(x, y), squares_of(items[thing].light), squares_of(items[thing].dim)
    for figure in battle.here():
        body = sheet_of(game, figure)
        if body.dim:
            yield figure.space, squares_of(body.light), squares_of(body.dim)
        for no in dict.fromkeys(figure.held):
            item = figure.item(no)
            shape = items.get(item.thing) if item is not None else None
            if shape is not None and shape.dim:
                yield figure.space, squares_of(shape.light), squares_of(shape.dim)


def _feels(game: Game, it: Id, other: Id) -> bool:
    """Senses other than eyes; in a grapple hands know whom they hold (PF-CND-08.6)."""
    mine, theirs = figure_of(game, it), figure_of(game, other)
    if other in (mine.holds, mine.held_by) or _senses(game, it, theirs.space):
        return True
    near = "percezione_della_vita" in sheet_of(game, mine).senses and distance(mine.space, theirs.space) <= DARKVISION
    return near and sheet_of(game, theirs).type not in LIFELESS


LIFELESS = ("non_morto", "costrutto")


def _senses(game: Game, it: Id, space: Space) -> bool:
    """Senses other than eyes that reach a space."""
    mine = figure_of(game, it)
    return "vista_cieca" in sheet_of(game, mine).senses and distance(mine.space, space) <= DARKVISION


def _in_the_dark(game: Game, it: Id, space: Space) -> bool:
    """Darkvision sees in darkness, to 18 m unless the sheet says otherwise (PF-TAB-18.2)."""
    mine = figure_of(game, it)
    dark = distance(mine.space, space) <= dark_sight(tuple(sheet_of(game, mine).senses))
    return dark or _senses(game, it, space)


@lru_cache(maxsize=256)
def dark_sight(senses: tuple[str, ...]) -> int:
    """To how many squares eyes with such senses see where it is dark; -1 for those who do not.

    >>> dark_sight(("crepuscolare",)), dark_sight(("scurovisione",)), dark_sight(("scurovisione:36",))
    (-1, 12, 24)
    """
    if ALWAYS_SEES in senses:
        return sys.maxsize
    found = (sense.partition(":") for sense in senses)
    return max((squares_of(float(metres)) if metres else DARKVISION for word, _, metres in found if word == IN_DARK),
               default=-1)  # fmt: skip


# --- cover --------------------------------------------------------------------------------------------


def cover(game: Game, actor: Id, target: Id, mode: str) -> str:
    """What protects a target from an attack: nothing, soft cover, cover or total cover.

    Melee at more than one square uses the rule of ranged attacks (PF-COV-04).
    """
    battle = battle_of(game)
    if battle.book is not None:
        return NO_COVER
    a, b = battle.figures[actor].space, battle.figures[target].space
    key = ("cover", actor, target, mode)
    known: str | None = game.near.get(key)
    if known is None:
        near = mode == MELEE and max(gaps(a, b)) <= 1
        known = game.near[key] = (
            _beside(battle.ground, a, b) if near else _from_corner(game, battle, actor, target, b, mode)
        )
        if battle.zones:
            known = game.near[key] = max(known, webbed(battle, a, b), key=_GRADES.index)
    side = battle.figures[target].shielded
    return TOTAL if side and shield_between(side, a, b) else known


def webbed(battle: Battle, a: Space, b: Space) -> str:
    """What webs give on the line from the middle of one space to that of another: one square of them covers, four
    cover wholly (Web; open content)."""
    webs, own = zone_squares(battle, WEBS), {*a.squares(), *b.squares()}
    between = sum(square in webs and square not in own for square in crossed(a.centre(), b.centre())) if webs else 0
    return TOTAL if between >= WEB_WALL else COVER if between else NO_COVER


def cover_there(game: Game, actor: Id, target: Id, there: Space) -> str:
    """What would protect a target in melee if it stood somewhere else (PF-COV-03, -04)."""
    battle = battle_of(game)
    a = battle.figures[actor].space
    if max(gaps(a, there)) <= 1:
        return _beside(battle.ground, a, there)
    key = ("cover_there", actor, target, there)
    known: str | None = game.near.get(key)
    if known is None:
        known = game.near[key] = _from_corner(game, battle, actor, target, there, MELEE)
    return known


def stands_covered(game: Game, it: Id, other: Id) -> bool:
    """Whether ground or a shield covers somebody from another's eyes; creatures are no help (PF-COV-09.2)."""
    battle = battle_of(game)
    if battle.book is not None:
        return False
    figure = battle.figures[it]
    a, b = battle.figures[other].space, figure.space
    if figure.shielded and shield_between(figure.shielded, a, b):
        return True
    known, key = battle.ground.memory("stands covered"), (a, b, battle.options.partial_cover)
    if key not in known:
        known[key] = _best_corner(game, a, b, {}) != NO_COVER
    return bool(known[key])


def shield_between(side: str, a: Space, b: Space) -> bool:
    """Whether the line from the middle of one space to that of another crosses the side that a shield covers.

    >>> shield_between("west", Space(0, 3), Space(3, 3)), shield_between("west", Space(2, 5), Space(3, 3))
    (True, False)
    """
    (x, y), (there_x, there_y), (way_x, way_y) = a.centre(), b.centre(), SIDES[side]
    along = (x - there_x) * way_x + (y - there_y) * way_y
    across = abs((x - there_x) * way_y + (y - there_y) * way_x)
    return along > 0 and along >= across


def _beside(ground: Ground, a: Space, b: Space) -> str:
    """Cover against an adjacent target: a line between the squares crosses a wall, a low one too (PF-COV-03, -10)."""
    if not ground.opaque:
        return NO_COVER
    known, key = ground.memory("beside"), (a, b)
    if key not in known:
        known[key] = _walled_off(ground, a, b)
    return str(known[key])


def _walled_off(ground: Ground, a: Space, b: Space) -> str:
    pairs = [(Space(*p), Space(*q)) for p in a.squares() for q in b.squares() if max(gaps(Space(*p), Space(*q))) <= 1]
    best = TOTAL if pairs else NO_COVER
    for p, q in pairs:
        lines = [(m, n) for m in p.corners() for n in q.corners()]
        stopped = [line_blocked(ground, p, m, q, n) for m, n in lines]
        if all(stopped):
            continue
        slit = slit_between(ground, (p.x, p.y), (q.x, q.y))
        if not any(stopped) and not slit and not half_shut(ground, (p.x, p.y), (q.x, q.y)):
            return NO_COVER
        best = min(IMPROVED if slit else COVER, best, key=_GRADES.index)
    return best


def _from_corner(game: Game, battle: Battle, actor: Id, target: Id, b: Space, mode: str) -> str:
    """The best corner of the attacker's own squares, to every corner of the space the target fills (PF-COV-02).

    In melee any one square of either will do (PF-COV-10).
    """
    a, taken = battle.figures[actor].space, _in_the_way(game, battle, actor, target, b)
    found = _best_corner(game, a, b, taken)
    if mode != MELEE or found in (NO_COVER, TOTAL) or (a.span == 1 and b.span == 1):
        return found
    for p, q in itertools.product(_facing(a, b), _facing(b, a)):
        found = min(found, _best_corner(game, p, q, taken), key=_GRADES.index)
        if found == NO_COVER:
            break  # no square is better
    return found


def _facing(a: Space, b: Space) -> list[Space]:
    """The squares of a space from which one would strike at another: those nearest to it first, no farther back."""
    squares = sorted((Space(*square) for square in a.squares()), key=lambda one: distance(one, b))
    return [one for one in squares if distance(one, b) <= distance(squares[0], b) + FACING]


def _best_corner(game: Game, a: Space, b: Space, taken: dict[Square, Id]) -> str:
    battle = battle_of(game)
    if not battle.ground.signs and not battle.ground.walls and not taken:
        return NO_COVER
    worst: list[str] = []
    for p in a.corners():
        worst.append(_line_cover(battle, p, a, b, taken))
        if worst[-1] == NO_COVER:
            return NO_COVER  # no corner is better
    if all(one == TOTAL for one in worst):
        return TOTAL if not effect_between(game, a, b) else COVER
    return min((COVER if one == TOTAL else one for one in worst), key=_GRADES.index)


def shelter(game: Game, points: tuple[Point, ...], it: Id) -> str:
    """What protects a creature from something that begins at a point, or at the best of several (PF-COV-07).

    Creatures in between are no help here (PF-COV-09.2).
    """
    battle = battle_of(game)
    if not points or (not battle.ground.signs and not battle.ground.walls):
        return NO_COVER
    found = (_line_cover(battle, point, None, battle.figures[it].space, {}) for point in points)
    return min((COVER if one == TOTAL else one for one in found), key=_GRADES.index)


_GRADES = (NO_COVER, PARTIAL, SOFT, COVER, IMPROVED, TOTAL)


def _line_cover(battle: Battle, p: Point, a: Space | None, b: Space, taken: dict[Square, Id]) -> str:
    """What the lines from one corner meet on their way to all corners of a space; TOTAL if none gets through."""
    met = [
        SOFT if kind == NO_COVER and taken and not taken.keys().isdisjoint(squares) else kind
        for kind, squares in _lines(battle.ground, p, a, b)
    ]
    if all(one == TOTAL for one in met):
        return TOTAL
    worst = max((COVER if one == TOTAL else one for one in met), key=_GRADES.index)
    seen = sum(one in (NO_COVER, SOFT) for one in met)
    if worst == COVER and battle.options.partial_cover and 2 * seen > len(met):
        return PARTIAL if SOFT not in met else SOFT
    return worst


Line = tuple[str, tuple[Square, ...]]


def _lines(ground: Ground, p: Point, a: Space | None, b: Space) -> tuple[Line, ...]:
    """The lines from one corner to all corners of a space: what of the board each meets, and the squares it crosses."""
    known, key = ground.memory("lines"), (p, a, b)
    found: tuple[Line, ...] | None = known.get(key)
    if found is None:
        found = known[key] = tuple(_line(ground, p, a, b, q) for q in b.corners())
    return found


def _line(ground: Ground, p: Point, a: Space | None, b: Space, q: Point) -> Line:
    squares = crossed(p, q)
    if line_blocked(ground, a, p, b, q):
        return TOTAL, squares
    if _crosses(ground, squares, a, b, slit_between):
        return IMPROVED, squares
    low = any(_near_enough((Space(*one),), a, b) for one in squares if ground.signs.get(one) == LOW)
    return COVER if low or _crosses(ground, squares, a, b, half_shut) else NO_COVER, squares


def _in_the_way(game: Game, battle: Battle, actor: Id, target: Id, b: Space) -> dict[Square, Id]:
    """Squares of creatures between two others, the second in a space, which give soft cover (PF-COV-09)."""
    a = battle.figures[actor].space
    lo_x, hi_x = min(a.x, b.x), max(a.x + a.span, b.x + b.span)
    lo_y, hi_y = min(a.y, b.y), max(a.y + a.span, b.y + b.span)
    near = {actor, target, battle.figures[actor].mount, battle.figures[actor].rider,
            battle.figures[target].mount, battle.figures[target].rider}  # fmt: skip
    own = {*a.squares(), *b.squares()}
    return {
        square: those[0]
        for square, those in occupants(game).items()
        if lo_x <= square[0] < hi_x and lo_y <= square[1] < hi_y and square not in own and not near.issuperset(those)
    }


def _crosses(
    ground: Ground, squares: tuple[Square, ...], a: Space | None, b: Space,
    kind: Callable[[Ground, Square, Square], bool],
) -> bool:  # fmt: skip
    """Whether a line crosses a low wall, or one with a slit, that covers whoever is behind it."""
    return bool(ground.walls) and any(
        kind(ground, one, other) and _near_enough((Space(*one), Space(*other)), a, b)
        for one, other in itertools.pairwise(squares)
    )


def _near_enough(sides: tuple[Space, ...], a: Space | None, b: Space) -> bool:
    """Whether something low covers: within 9 m of it, and the attacker not nearer (PF-COV-05); a point never is."""
    theirs = min(distance(side, b) for side in sides)
    return theirs <= LOW_REACH and (a is None or theirs <= min(distance(side, a) for side in sides))


# --- concealment --------------------------------------------------------------------------------------


def concealment(game: Game, actor: Id, target: Id, mode: str) -> int:
    """Chance in per cent that a hit misses after all: 0, 20 or 50; several causes do not add up (PF-CON-04.3)."""
    return veil(game, actor, target, mode) if sees(game, actor, target) else TOTALLY


def veil(game: Game, actor: Id, target: Id, mode: str) -> int:
    """What light and ground conceal of somebody who can be seen: 20 per cent or nothing."""
    battle = battle_of(game)
    ground = battle.ground
    if light_on(game, actor, target) not in LIT and not _sees_in_dim(game, actor, target):
        return CONCEALED
    if not any(sign in HIDING for sign in ground.signs.values()):
        return 0
    a, b = battle.figures[actor].space, battle.figures[target].space
    if mode == MELEE and max(gaps(a, b)) <= 1:
        hidden = all(ground.signs.get(square) in HIDING for square in b.squares())
        return CONCEALED if hidden else 0
    own = set(a.squares())
    clear = any(
        not any(ground.signs.get(s) in HIDING for q in b.corners() for s in crossed(p, q) if s not in own)
        for p in a.corners()
    )  # fmt: skip
    in_it = any(ground.signs.get(square) in HIDING for square in b.squares())
    return 0 if clear and not in_it else CONCEALED


def _sees_in_dim(game: Game, it: Id, other: Id) -> bool:
    senses = sheet_of(game, figure_of(game, it)).senses
    near = distance(figure_of(game, it).space, figure_of(game, other).space) <= dark_sight(tuple(senses))
    moonlit = LOW_LIGHT in senses and battle_of(game).ground.light == DIM
    return moonlit or near or _feels(game, it, other)
