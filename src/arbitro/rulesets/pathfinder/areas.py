"""Whom a spell reaches: how it is aimed, ranges, lines, bursts, spreads, cones (the published shapes, on our grid)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.grid import AROUND, Point, Space, Square, Stride, beam, burst, cone, distance, spread
from arbitro.rulesets.pathfinder.deeds import Footprint, Path
from arbitro.rulesets.pathfinder.ground import FLAMES, SOLID, closed_corner, line_blocked, solid, walled
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, sheet_of
from arbitro.rulesets.pathfinder.shapes import Aim, Spell
from arbitro.rulesets.pathfinder.sight import effect_between, sees
from arbitro.rulesets.pathfinder.spellbook import number, range_of
from arbitro.rulesets.pathfinder.state import Creature, name_of_square, square_named, squares_of
from arbitro.rulesets.pathfinder.summoning import bodies_near, room
from arbitro.rulesets.pathfinder.walls import ends_from, sides_of, wall_named

HOLD_IT, DONE = "hold_it", "done"
SINGLE = ("ray", "creature")
ROUND_A_POINT = ("burst", "spread", "emanation")
WAYS = ("east", "north_east", "north", "north_west", "west", "south_west", "south", "south_east")
"""The eight directions by name, as `AROUND` has them."""
STRAIGHT = ("cone", "line")
MADE = ("wall", "square")
"""Kinds of aim that bring something on the board, and strike nobody by themselves."""


class Aimed(Protocol):
    """What reaches others: a spell, or a special ability such as a breath."""

    @property
    def id(self) -> str:
        """Its record."""

    @property
    def aim(self) -> Aim | None:
        """Whom it reaches."""


def aim_at(shape: Aimed) -> Aim:
    """Whom something reaches that is aimed."""
    assert shape.aim is not None
    return shape.aim


def fits(game: Game, it: Id, shape: Aimed, other: Creature) -> bool:
    """Whether a spell works on somebody at all: friend or foe, kind of creature."""
    aim, mine = aim_at(shape), figure_of(game, it)
    if not other.present or (other.hidden and other.seat != mine.seat):
        return False
    if other.inside and other.id != it:
        return False
    if (aim.who == "ally" and other.seat != mine.seat) or (aim.who == "enemy" and other.seat == mine.seat):
        return False
    return not aim.types or sheet_of(game, other).type in aim.types


def within_range(game: Game, it: Id, shape: Spell, cl: int) -> list[Id]:
    """Those whom a spell can be aimed at by name: in range, seen, with a line of effect; a touch needs only reach."""
    mine, far = figure_of(game, it), range_of(shape, cl)
    if shape.aim.kind == "touch":
        far = max(1, mine.reach)
    return [
        other.id for other in battle_of(game).here()
        if fits(game, it, shape, other) and distance(mine.space, other.space) <= far
        and (other.id != it or shape.aim.kind not in ("ray",))
        and sees(game, it, other.id) and effect_between(game, mine.space, other.space)
    ]  # fmt: skip


# --- what has to be chosen ----------------------------------------------------------------------------


def aim_branch(game: Game, it: Id, shape: Spell, cl: int, path: Path) -> Branch | None:
    """What has still to be chosen to aim a spell; an empty choice where it reaches nobody."""
    aim = shape.aim
    if aim.kind == "self" or aim.own:
        return None
    if aim.kind == "creatures":
        return _several(game, it, shape, cl, path)
    if aim.kind == "ray":
        return None if len(path) == number(game, aim.count, cl) else _targets(_together(game, it, shape, cl, path))
    if aim.kind == "wall":
        return _wall_branch(game, it, shape, cl, path)
    if aim.kind == "square":
        return _arrival_branch(game, it, shape, cl, path)
    if path:
        return None
    if aim.kind == "body":
        return _targets(bodies_near(game, it))
    if aim.kind in ("creature", "touch"):
        found: list[Value] = list(within_range(game, it, shape, cl))
        found += [HOLD_IT] if aim.kind == "touch" else _walls_near(game, it, shape, cl)
        return _targets(found)
    if aim.kind in ROUND_A_POINT:
        return Branch("corner", tuple(Option(name_of_square(corner)) for corner in corners(game, it, shape, cl)))
    if aim.kind == "cone":
        return Branch("cone", tuple(Option(key) for key in cones(game, it, shape)))
    return Branch("line", tuple(Option(key) for key in lines(game, it, shape)))


def _targets(found: Iterable[Value]) -> Branch:
    return Branch("target", tuple(Option(one) for one in found))


def _several(game: Game, it: Id, shape: Spell, cl: int, path: Path) -> Branch | None:
    """One after another, no two too far apart."""
    aim = shape.aim
    if len(path) == number(game, aim.count, cl) or DONE in path:
        return None
    found: list[Value] = [one for one in _together(game, it, shape, cl, path) if aim.repeat or one not in path]
    if not found:
        return None if path else _targets(())
    return _targets([*found, DONE] if path else found)


def _together(game: Game, it: Id, shape: Spell, cl: int, path: Path) -> list[Id]:
    """Those whom a spell can be aimed at who are not too far from any that it has been aimed at."""
    found = within_range(game, it, shape, cl)
    if not shape.aim.apart:
        return found
    apart, spaces = squares_of(shape.aim.apart), [figure_of(game, str(one)).space for one in path]
    return [one for one in found if all(distance(figure_of(game, one).space, space) <= apart for space in spaces)]


def _walls_near(game: Game, it: Id, shape: Spell, cl: int) -> list[Value]:
    """Walls of spells that can be named instead of a creature."""
    if not shape.aim.walls:
        return []
    mine, far = figure_of(game, it).space, range_of(shape, cl)
    return [wall.effect for wall in battle_of(game).barriers
            if wall.effect and any(distance(mine, Space(*edge[:2])) <= far for edge in wall.edges)]  # fmt: skip


def _wall_branch(game: Game, it: Id, shape: Spell, cl: int, path: Path) -> Branch | None:
    """From which corner to which, and for flames on which side they are hot."""
    length = number(game, shape.aim.count, cl)
    if not path:
        found = _wall_corners(game, it, shape, range_of(shape, cl))
        return Branch("corner", tuple(Option(name_of_square(corner)) for corner in found))
    first = square_named(str(path[0]))
    assert first is not None
    if len(path) == 1:
        ends = ends_from(game, shape.aim.wall, first, length)
        return Branch("corner", tuple(Option(name_of_square(corner)) for corner in ends))
    last = square_named(str(path[1]))
    assert last is not None
    if len(path) > 2 or shape.aim.wall != FLAMES:
        return None
    return Branch("side", tuple(Option(side) for side in sides_of(first, last)))


def _wall_corners(game: Game, it: Id, shape: Spell, far: int) -> list[Square]:
    """The corners from which a wall can run."""
    key = ("wall_corners", it, far, shape.aim.wall)
    known: list[Square] | None = game.near.get(key)
    if known is None:
        ground, mine = battle_of(game).ground, figure_of(game, it).space
        every = ((x, y) for x in range(ground.width + 1) for y in range(ground.depth + 1))
        known = game.near[key] = [
            corner for corner in every
            if squares_to(mine, corner) <= far and clear_to(game, mine, corner)
            and ends_from(game, shape.aim.wall, corner, 1)
        ]  # fmt: skip
    return known


def _arrival_branch(game: Game, it: Id, shape: Spell, cl: int, path: Path) -> Branch | None:
    """Who is called, and where it arrives."""
    far = range_of(shape, cl)
    if not path:
        return Branch("called", tuple(Option(sheet) for sheet in shape.calls if room(game, it, sheet, far)))
    if len(path) == 1:
        squares = room(game, it, str(path[0]), far)
        return Branch("square", tuple(Option(name_of_square(square)) for square in squares))
    return None


def corners(game: Game, it: Id, shape: Spell, cl: int) -> list[Square]:
    """The corners of squares in range about which a spell would reach somebody, in order."""
    far, kind, radius = range_of(shape, cl), shape.aim.kind, squares_of(shape.aim.radius)
    key = ("corners", it, far, kind, radius)
    known: list[Square] | None = game.near.get(key)
    if known is None:
        battle, mine = battle_of(game), figure_of(game, it)
        width, depth = battle.ground.width, battle.ground.depth
        found = {
            (x, y)
            for other in battle.here() for square in other.space.squares()
            for x, y in burst((square[0] + 1, square[1] + 1), radius)
            if 0 <= x <= width and 0 <= y <= depth
        }  # fmt: skip
        known = game.near[key] = [
            corner
            for corner in sorted(found)
            if squares_to(mine.space, corner) <= far and clear_to(game, mine.space, corner)
        ]
    return known


def squares_to(space: Space, corner: Square) -> int:
    """Squares from a space to a corner, counted from border to border."""
    dx = max(space.x - corner[0], corner[0] - space.x - space.span, 0)
    dy = max(space.y - corner[1], corner[1] - space.y - space.span, 0)
    return max(dx, dy) + min(dx, dy) // 2


def clear_to(game: Game, space: Space, corner: Square) -> bool:
    """A line of effect to a corner."""
    ground = battle_of(game).ground
    if not ground.opaque:
        return True
    known, key = ground.memory("clear"), (space, corner)
    if key not in known:
        point = (2 * corner[0], 2 * corner[1])
        points = (space.centre(), *space.corners())
        known[key] = any(not line_blocked(ground, None, point, space, p) for p in points)
    return bool(known[key])


def squares_about(game: Game, corner: Square, kind: str, radius: int) -> frozenset[Square]:
    """The squares of a burst, emanation or spread: the last goes round corners, the others need a line of effect."""
    ground, whole = battle_of(game).ground, burst(corner, radius)
    if not ground.walls and not any(ground.signs.get(square) == SOLID for square in whole):
        return whole  # nothing in it stops a line
    key = ("about", corner, kind, radius)
    known: frozenset[Square] | None = game.near.get(key)
    if known is None:
        if kind == "spread":
            known = spread(corner, radius, _open_steps(game))
            known = frozenset(square for square in known if not solid(ground, square))
        else:
            known = frozenset(square for square in whole if clear_to(game, Space(*square), corner))
        game.near[key] = known
    return known


def _open_steps(game: Game) -> Callable[[Square], list[Stride]]:
    ground = battle_of(game).ground

    def steps(square: Square) -> list[Stride]:
        if solid(ground, square):
            return []
        found = (((square[0] + dx, square[1] + dy), bool(dx and dy)) for dx, dy in AROUND)
        return [
            Stride(to, slant) for to, slant in found
            if not solid(ground, to) and not walled(ground, square, to)
            and not (slant and closed_corner(ground, square, to))
        ]  # fmt: skip

    return steps


def cones(game: Game, it: Id, shape: Aimed) -> dict[str, frozenset[Square]]:
    """The cones that reach somebody, by direction and corner, of those that reach the same ones the first."""
    space, length = figure_of(game, it).space, squares_of(aim_at(shape).length)
    key = ("cones", it, shape.id)
    known: dict[str, frozenset[Square]] | None = game.near.get(key)
    if known is not None:
        return known
    made: dict[str, frozenset[Square]] = {}
    for name, way in zip(WAYS, AROUND, strict=True):
        for corner in sorted({(x // 2, y // 2) for x, y in space.corners()}):
            squares = cone(corner, way, length)
            if not squares & set(space.squares()):
                made[f"{name}.{name_of_square(corner)}"] = frozenset(
                    square for square in squares if clear_to(game, Space(*square), corner)
                )
    known = game.near[key] = _different(game, it, shape, made)
    return known


def lines(game: Game, it: Id, shape: Aimed) -> dict[str, frozenset[Square]]:
    """The lines that reach somebody, by the corner where they begin and the square whose middle they pass."""
    ground, space, length = battle_of(game).ground, figure_of(game, it).space, squares_of(aim_at(shape).length)
    key = ("lines", it, shape.id)
    known: dict[str, frozenset[Square]] | None = game.near.get(key)
    if known is not None:
        return known
    made: dict[str, frozenset[Square]] = {}
    for other in battle_of(game).here():
        for corner in sorted({(x // 2, y // 2) for x, y in space.corners()}) if other.id != it else ():
            squares = []
            for square in beam(corner, Space(other.x, other.y).centre(), length):
                if solid(ground, square) or not clear_to(game, Space(*square), corner):
                    break
                squares.append(square)
            if not set(squares) & set(space.squares()):
                made[f"{name_of_square(corner)}.{name_of_square((other.x, other.y))}"] = frozenset(squares)
    known = game.near[key] = _different(game, it, shape, made)
    return known


def _different(game: Game, it: Id, shape: Aimed, made: dict[str, frozenset[Square]]) -> dict[str, frozenset[Square]]:
    """Of shapes that reach the same creatures the first; none that reach nobody."""
    seen: set[tuple[Id, ...]] = set()
    found = {}
    for key, squares in made.items():
        reached = standing_in(game, it, shape, squares)
        if reached and reached not in seen:
            seen.add(reached)
            found[key] = squares
    return found


# --- whom it reaches ----------------------------------------------------------------------------------


def standing_in(game: Game, it: Id, shape: Aimed, squares: frozenset[Square]) -> tuple[Id, ...]:
    """Those in an area whom the spell works on."""
    return tuple(
        other.id for other in battle_of(game).here()
        if fits(game, it, shape, other) and not squares.isdisjoint(other.space.squares())
    )  # fmt: skip


def standing_near(game: Game, it: Id, shape: Aimed) -> tuple[Id, ...]:
    """Those about its user whom something reaches that spreads from there."""
    space, radius = figure_of(game, it).space, squares_of(aim_at(shape).radius)
    return tuple(
        other.id for other in battle_of(game).here()
        if distance(space, other.space) <= radius and fits(game, it, shape, other)
        and effect_between(game, space, other.space)
    )  # fmt: skip


def reached(game: Game, it: Id, shape: Spell, cl: int, path: Path, rolled: int | None = None) -> tuple[Id, ...]:
    """Whom a spell reaches that is aimed so; ``rolled``: Hit Dice by its dice, None for their mean."""
    aim = shape.aim
    if aim.kind == "self" or aim.kind in MADE or wall_named(battle_of(game), path[0] if path else ""):
        return (it,)
    if aim.own:
        return standing_near(game, it, shape)
    if aim.kind not in (*ROUND_A_POINT, *STRAIGHT):
        return tuple(str(one) for one in path if one not in (DONE, HOLD_IT))
    found = standing_in(game, it, shape, covered(game, it, shape, path))
    if not aim.hd:
        return found
    more = mean(aim.hd_dice) if rolled is None else rolled
    return _by_hit_dice(game, number(game, aim.hd, cl) + more, _corner(path), found)


def _corner(path: Path) -> Square:
    """The corner about which something spreads."""
    corner = square_named(str(path[0]))
    assert corner is not None
    return corner


def covered(game: Game, it: Id, shape: Aimed, path: Path) -> frozenset[Square]:
    """The squares of an area that is aimed so; none where there is no area, or where it goes is still to be chosen."""
    aim = aim_at(shape)
    if aim.own:
        return _squares_near(game, it, squares_of(aim.radius))
    if path and aim.kind in ROUND_A_POINT:
        return squares_about(game, _corner(path), aim.kind, squares_of(aim.radius))
    if path and aim.kind in STRAIGHT:
        made = cones(game, it, shape) if aim.kind == "cone" else lines(game, it, shape)
        return made.get(str(path[0]), frozenset())
    return frozenset()


def _squares_near(game: Game, it: Id, radius: int) -> frozenset[Square]:
    """The squares about somebody that something reaches which spreads from there; its own are among them."""
    space = figure_of(game, it).space
    key = ("squares_near", it, radius)
    known: frozenset[Square] | None = game.near.get(key)
    if known is None:
        around = range(-radius, space.span + radius)
        spaces = (Space(space.x + dx, space.y + dy) for dx in around for dy in around)
        known = game.near[key] = frozenset(
            (one.x, one.y) for one in spaces if distance(space, one) <= radius and effect_between(game, space, one)
        )
    return known


def footprint(game: Game, it: Id, shape: Aimed, path: Path) -> Footprint | None:
    """What something would cover that is aimed so, for those who think of it; None where it has no area."""
    ground = battle_of(game).ground
    squares = frozenset(square for square in covered(game, it, shape, path) if ground.inside(square))
    if not squares:
        return None
    own = aim_at(shape).own
    caught = standing_near(game, it, shape) if own else standing_in(game, it, shape, squares)
    return Footprint(shape.id, squares, caught)


def origin_of(game: Game, it: Id, shape: Spell, path: Path) -> tuple[Point, ...]:
    """The points where an area begins, from which cover helps (PF-COV-07.1); a spread goes round it (PF-COV-07.2)."""
    kind = shape.aim.kind
    if shape.aim.own:
        return figure_of(game, it).space.corners()
    if kind in ("burst", "emanation"):
        place = path[0]
    elif kind in STRAIGHT:
        place = str(path[0]).split(".")[1 if kind == "cone" else 0]
    else:
        return ()
    corner = square_named(str(place))
    assert corner is not None
    return ((2 * corner[0], 2 * corner[1]),)


def mean(dice: str | None) -> int:
    """The mean of dice, rounded down.

    >>> mean("2d4"), mean(None)
    (5, 0)
    """
    number, _, sides = (dice or "0").partition("d")
    return int(number) * (int(sides) + 1) // 2 if sides else int(number)


def _by_hit_dice(game: Game, room: int, corner: Square, found: tuple[Id, ...]) -> tuple[Id, ...]:
    """So many Hit Dice of creatures, the weakest first, then the nearest to the middle."""
    chosen = []
    for one in sorted(
        found, key=lambda one: (figure_of(game, one).level, squares_to(figure_of(game, one).space, corner))
    ):
        room -= figure_of(game, one).level
        if room < 0:
            break
        chosen.append(one)
    return tuple(chosen)
