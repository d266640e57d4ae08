"""Lines between spaces: effect and sight, cover and concealment, from corner to corner (PF-COV, PF-CON)."""

from __future__ import annotations

import itertools

from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Point, Space, Square, crossed, distance, gaps
from arbitro.rulesets.pathfinder.ground import HIDING, LOW, line_stopped, low_between, occupants
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, sheet_of, suffers
from arbitro.rulesets.pathfinder.state import BLINDED, INVISIBLE, MELEE, Battle

NO_COVER, PARTIAL, SOFT, COVER, IMPROVED, TOTAL = "", "partial", "soft", "cover", "improved", "total"
COVER_BONUS = {NO_COVER: 0, PARTIAL: 2, SOFT: 4, COVER: 4, IMPROVED: 8, TOTAL: 0}  # PF-COV-02.3, -09.1, -11.1, -13.1
COVER_RULE = {PARTIAL: "PF-COV-11.1", SOFT: "PF-COV-09.1", COVER: "PF-COV-02.3", IMPROVED: "PF-COV-13.1"}
LOW_REACH = 6  # squares from a low obstacle within which it covers, PF-COV-05.1
DARKVISION = 12  # squares, PF-TAB-18.2
CONCEALED, TOTALLY = 20, 50  # per cent, PF-CON-04.1, PF-CON-07.1


def effect_between(game: Game, a: Space, b: Space) -> bool:
    """Line of effect: some line from a corner of one square to a corner of the other meets nothing solid."""
    ground = battle_of(game).ground
    if not ground.signs and not ground.walls:
        return True
    key = ("effect", a, b)
    known: bool | None = game.near.get(key)
    if known is None:
        pairs = ((p, q) for p in _points(a) for q in _points(b))
        known = game.near[key] = max(gaps(a, b)) == 0 or any(not line_stopped(ground, p, q) for p, q in pairs)
    return known


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
    if mine.conditions and suffers(game, it, BLINDED) and not _feels(game, it, other):
        return False
    if theirs.conditions and suffers(game, other, INVISIBLE) and not _feels(game, it, other):
        return False
    if battle_of(game).ground.light == "dark" and not _in_the_dark(game, it, other):
        return False
    return effect_between(game, mine.space, theirs.space)


def _feels(game: Game, it: Id, other: Id) -> bool:
    """Senses other than eyes; in a grapple hands know whom they hold (PF-CND-08.6)."""
    mine = figure_of(game, it)
    if other in (mine.holds, mine.held_by):
        return True
    senses = sheet_of(game, figure_of(game, it)).senses
    return "vista_cieca" in senses and distance(figure_of(game, it).space, figure_of(game, other).space) <= DARKVISION


def _in_the_dark(game: Game, it: Id, other: Id) -> bool:
    """Darkvision sees in darkness, to 18 m (PF-TAB-18.2)."""
    senses = sheet_of(game, figure_of(game, it)).senses
    near = distance(figure_of(game, it).space, figure_of(game, other).space) <= DARKVISION
    return _feels(game, it, other) or ("scurovisione" in senses and near)


# --- cover --------------------------------------------------------------------------------------------


def cover(game: Game, actor: Id, target: Id, mode: str, least: int = 0) -> str:
    """What protects a target from an attack: nothing, soft cover, cover or total cover.

    ``least``: squares at which a reach weapon begins to strike; melee at more than one square uses the rule of ranged
    attacks (PF-COV-04).
    """
    battle = battle_of(game)
    a, b = battle.figures[actor].space, battle.figures[target].space
    key = ("cover", actor, target, mode)
    known: str | None = game.near.get(key)
    if known is None:
        near = mode == MELEE and max(gaps(a, b)) <= 1
        known = game.near[key] = _beside(battle, a, b) if near else _from_corner(game, battle, actor, target)
    return known


def _beside(battle: Battle, a: Space, b: Space) -> str:
    """Cover against an adjacent target: a line between the squares crosses a wall, a low one too (PF-COV-03, -10)."""
    ground = battle.ground
    if not ground.signs and not ground.walls:
        return NO_COVER
    pairs = [(Space(*p), Space(*q)) for p in a.squares() for q in b.squares() if max(gaps(Space(*p), Space(*q))) <= 1]
    best = TOTAL
    for p, q in pairs:
        lines = [(m, n) for m in p.corners() for n in q.corners()]
        stopped = [line_stopped(ground, m, n) for m, n in lines]
        if all(stopped):
            continue
        low = low_between(ground, (p.x, p.y), (q.x, q.y))
        if not any(stopped) and not low:
            return NO_COVER
        best = COVER
    return best if pairs else NO_COVER


def _from_corner(game: Game, battle: Battle, actor: Id, target: Id) -> str:
    """The best corner of the attacker's own squares, to every corner of the target's (PF-COV-02)."""
    a, b = battle.figures[actor].space, battle.figures[target].space
    taken = _in_the_way(game, battle, actor, target)
    if not battle.ground.signs and not battle.ground.walls and not taken:
        return NO_COVER
    worst = [_line_cover(battle, p, b, taken) for p in a.corners()]
    if all(one == TOTAL for one in worst):
        return TOTAL if not effect_between(game, a, b) else COVER
    return min((COVER if one == TOTAL else one for one in worst), key=_GRADES.index)


_GRADES = (NO_COVER, PARTIAL, SOFT, COVER, IMPROVED, TOTAL)


def _line_cover(battle: Battle, p: Point, b: Space, taken: dict[Square, Id]) -> str:
    """What the lines from one corner meet on their way to all corners of a space; TOTAL if none gets through."""
    ground, found, through = battle.ground, NO_COVER, 0
    for q in b.corners():
        if line_stopped(ground, p, q):
            found = COVER
            continue
        through += 1
        squares = crossed(p, q)
        if any(_low_covers(battle, square, p, b) for square in squares) or _crosses_low(battle, squares, p, b):
            found = COVER
        elif found == NO_COVER and any(square in taken for square in squares):
            found = SOFT
    if not through:
        return TOTAL
    return found


def _in_the_way(game: Game, battle: Battle, actor: Id, target: Id) -> dict[Square, Id]:
    """Squares of creatures between two others, which give soft cover (PF-COV-09)."""
    a, b = battle.figures[actor].space, battle.figures[target].space
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


def _low_covers(battle: Battle, square: Square, p: Point, b: Space) -> bool:
    """A low obstacle covers whoever is within 9 m of it, unless the attacker is nearer to it (PF-COV-05)."""
    if battle.ground.signs.get(square) != LOW:
        return False
    return _near_enough(Space(*square), p, b)


def _crosses_low(battle: Battle, squares: list[Square], p: Point, b: Space) -> bool:
    if not battle.ground.walls:
        return False
    for one, other in itertools.pairwise(squares):
        if low_between(battle.ground, one, other) and _near_enough(Space(*other), p, b):
            return True
    return False


def _near_enough(low: Space, p: Point, b: Space) -> bool:
    theirs = distance(low, b)
    mine = distance(low, Space(min(p[0] // 2, low.x + 99), p[1] // 2))
    return theirs <= LOW_REACH and not mine < theirs


# --- concealment --------------------------------------------------------------------------------------


def concealment(game: Game, actor: Id, target: Id, mode: str) -> int:
    """Chance in per cent that a hit misses after all: 0, 20 or 50; several causes do not add up (PF-CON-04.3)."""
    return veil(game, actor, target, mode) if sees(game, actor, target) else TOTALLY


def veil(game: Game, actor: Id, target: Id, mode: str) -> int:
    """What light and ground conceal of somebody who can be seen: 20 per cent or nothing."""
    battle = battle_of(game)
    ground = battle.ground
    if ground.light == "dim" and not _sees_in_dim(game, actor, target):
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
    near = distance(figure_of(game, it).space, figure_of(game, other).space) <= DARKVISION
    return "crepuscolare" in senses or ("scurovisione" in senses and near) or _feels(game, it, other)
