"""Facts: points, lines, arcs and pieces of the table. A point is (x, y, z) in units; distances are in cm."""

from __future__ import annotations

from collections.abc import Iterable

from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry import arcs
from arbitro.geometry.measure import at_most, overlaps_area, point_segment, within_area, within_point
from arbitro.geometry.motion import segment_polygon
from arbitro.geometry.shapes import Base, Footprint, Point, corners, extent, moved
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.attacks import uses_this_turn
from arbitro.rulesets.crepuscolo.facts import fact
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import Figure

ROCK = (ground.PASSABLE, ground.IMPASSABLE, ground.VAULTABLE)
MM = CM // 10


def touches_segment(figure: Footprint, a: Point, b: Point) -> bool:
    """Whether any part of a base lies on a segment (CDC-PW-012.2)."""
    if figure.r:
        return at_most(point_segment(figure.x, figure.y, a[0], a[1], b[0], b[1]), figure.r)
    return at_most(segment_polygon(a[0], a[1], b[0] - a[0], b[1] - a[1], corners(figure)), 0)


def spot(game: Game, place: Value) -> Point:
    """Where something is: a figure, a piece or marker, a corpse, or a point itself."""
    if isinstance(place, tuple):
        return place[0], place[1]
    state = battle_of(game)
    if place in state.figures:
        return state.figures[place].x, state.figures[place].y
    corpse = next((c for c in state.corpses if c.id == place), None)
    if corpse is not None:
        return corpse.x, corpse.y
    x0, y0, x1, y1 = state.ground.piece(place).area.box
    return (x0 + x1) // 2, (y0 + y1) // 2


def _ids(figures: Iterable[Figure]) -> tuple[Id, ...]:
    return tuple(figure.id for figure in figures)


@fact
def near_mm(game: Game, place: Value, mm: int) -> tuple[str, ...]:
    """All figures within so many mm of a point, marker or corpse, whoever they are."""
    point = spot(game, place)
    return _ids(f for f in battle_of(game).fighters() if within_point(f, point, mm * MM))


@fact
def near(game: Game, place: Value, cm: int) -> tuple[str, ...]:
    """All figures within so many cm of a point, marker or corpse, whoever they are."""
    return near_mm(game, place, cm * 10)


@fact
def in_arc(game: Game, a: str, way: int, degrees: int, cm: int | None) -> tuple[str, ...]:
    """The other figures any part of which is in an arc from a base, within so many cm (none: however far)."""
    state = battle_of(game)
    user = state.figures[a]
    radius = (state.ground.width + state.ground.depth) if cm is None else cm * CM
    return _ids(f for f in state.fighters() if f.id != a and arcs.in_arc(user, way, degrees, radius, f))


@fact
def on_line(game: Game, a: Value, b: Value) -> tuple[str, ...]:
    """All figures whose base lies on the segment between two figures (their centres) or points, these not."""
    p, q = spot(game, a), spot(game, b)
    return _ids(f for f in battle_of(game).fighters() if f.id not in (a, b) and touches_segment(f, p, q))


@fact
def near_line(game: Game, a: Value, b: Value, cm: int) -> tuple[str, ...]:
    """All figures within so many cm of the segment between two figures or points."""
    p, q = spot(game, a), spot(game, b)
    found = []
    for figure in battle_of(game).fighters():
        reach = cm * CM
        if figure.r:
            close = at_most(point_segment(figure.x, figure.y, p[0], p[1], q[0], q[1]), figure.r + reach)
        else:
            close = at_most(segment_polygon(p[0], p[1], q[0] - p[0], q[1] - p[1], corners(figure)), reach)
        if close:
            found.append(figure)
    return _ids(found)


@fact
def seen_past(game: Game, a: str, cm: int | None) -> tuple[str, ...]:
    """The other figures in line of sight if no figure stood in the way (CDC-PW-032, CDC-PW-046)."""
    state = battle_of(game)
    one = state.figures[a]
    hides = any("sight" in index.immunes for index in game.indexes())
    return _ids(
        f
        for f in state.fighters()
        if f.id != a
        and (cm is None or ground.within(one, f, cm * CM))
        and not (hides and game.immune(f.id, "sight"))
        and ground.sees(state.ground, [one, f], one, f)
    )


@fact
def corpses(game: Game, a: str, cm: int) -> tuple[str, ...]:
    """The corpse markers within so many cm of a figure, by the ids of the dead."""
    one = figure_of(game, a)
    return tuple(c.id for c in battle_of(game).corpses if within_point(one, (c.x, c.y), cm * CM))


@fact
def sees_corpse(game: Game, a: str, corpse: str) -> bool:
    """A figure has a corpse marker in line of sight."""
    state = battle_of(game)
    found = next((c for c in state.corpses if c.id == corpse), None)
    if found is None:
        return False
    return ground.sees_point(state.ground, state.on_table(), state.figures[a], (found.x, found.y), found.z)


@fact
def waters(game: Game) -> tuple[str, ...]:
    """The watercourses on the table."""
    return tuple(p.id for p in battle_of(game).ground.pieces if ground.WATER in p.kinds)


@fact
def woods(game: Game) -> tuple[str, ...]:
    """The woods on the table: covering ground that is no obstacle."""
    return tuple(p.id for p in battle_of(game).ground.pieces if ground.COVERING in p.kinds and not p.solid)


@fact
def rocks(game: Game) -> tuple[str, ...]:
    """The hills and rocks on the table: what has a height, hills and impassable obstacles."""
    pieces = battle_of(game).ground.pieces
    return tuple(p.id for p in pieces if p.hill or (p.solid and p.crossing == ground.IMPASSABLE))


@fact
def obstacles(game: Game) -> tuple[str, ...]:
    """Everything on the table that has a height, woods too; tokens and lines not."""
    pieces = battle_of(game).ground.pieces
    tokens = {ground.MARKER, ground.LINE}
    return tuple(p.id for p in pieces if (p.height or ground.COVERING in p.kinds) and not tokens & set(p.kinds))


@fact
def by_piece(game: Game, a: str, pieces: tuple[str, ...], cm: int) -> bool:
    """A figure is within so many cm of one of several pieces."""
    one, table = figure_of(game, a), battle_of(game).ground
    return any(within_area(one, table.piece(piece).area, cm * CM) for piece in pieces)


@fact
def about_piece(game: Game, piece: str, cm: int) -> tuple[str, ...]:
    """All figures within so many cm of a piece."""
    state = battle_of(game)
    area = state.ground.piece(piece).area
    return _ids(f for f in state.fighters() if within_area(f, area, cm * CM))


@fact
def on_piece(game: Game, piece: str) -> tuple[str, ...]:
    """All figures whose base lies on or in a piece, wholly or in part."""
    state = battle_of(game)
    area = state.ground.piece(piece).area
    return _ids(f for f in state.on_table() if overlaps_area(f, area))


@fact
def sees_piece(game: Game, a: str, piece: str) -> bool:
    """A figure has some corner or the middle of a piece in line of sight."""
    state = battle_of(game)
    area = state.ground.piece(piece).area
    x0, y0, x1, y1 = area.box
    ring = getattr(area, "points", ((x0, (y0 + y1) // 2), (x1, (y0 + y1) // 2), ((x0 + x1) // 2, y0)))
    spots = (*ring, ((x0 + x1) // 2, (y0 + y1) // 2))
    viewer, bodies = state.figures[a], state.on_table()
    bare = ground.Ground(state.ground.width, state.ground.depth, tuple(p for p in state.ground.pieces if p.id != piece))
    return any(ground.sees_point(bare, bodies, viewer, (px, py)) for px, py in spots)


@fact
def on_the_table(game: Game, piece: str) -> bool:
    """A piece or token is still there."""
    return any(p.id == piece for p in battle_of(game).ground.pieces)


@fact
def in_field(game: Game, a: str, piece: str, cm: int) -> bool:
    """A figure is within so many cm of a token on the table."""
    return on_the_table(game, piece) and within_point(figure_of(game, a), spot(game, piece), cm * CM)


@fact
def through_field(game: Game, a: str, b: Value, piece: str, cm: int) -> bool:
    """A figure is within so many cm of a token, or the straight line from another to it (or to a point) is.

    Where that line passes the middles of the bases count (CDC-PW-066.4).
    """
    if b is None or not on_the_table(game, piece):
        return False
    if not isinstance(b, tuple) and b not in battle_of(game).figures:
        return False
    p, q, centre = spot(game, a), spot(game, b), spot(game, piece)
    there = not isinstance(b, tuple) and within_point(figure_of(game, b), centre, cm * CM)
    return there or at_most(point_segment(*centre, *p, *q), cm * CM)


@fact
def area_in_field(game: Game, rule: str | None, a: str, named: Value, piece: str, cm: int) -> bool:
    """What a power covers comes within so many cm of a token, used by ``a`` on what it names (CDC-PW-066.4).

    ``named``: a figure, a point (x, y) with the other end of a line after it, or a direction.
    """
    record = game.ruleset.records.get(rule or "")
    area = record.data.get("area") if record is not None else None
    if not area or not on_the_table(game, piece):
        return False
    user, table, centre, reach = figure_of(game, a), battle_of(game).ground, spot(game, piece), cm * CM
    if "table" in area or ("around" in area and within_point(user, centre, reach + area["around"] * CM)):
        return True
    if "arc" in area and isinstance(named, int):
        radius = area["arc"] * CM or table.width + table.depth
        return arcs.in_arc(user, named, area["degrees"], radius, Base(*centre, r=reach))
    if isinstance(named, tuple):
        end = named[2:4] if "line" in area and len(named) > 3 else named[:2]
        return at_most(point_segment(*centre, *named[:2], *end), reach + area.get("about", 0) * CM)
    if "about" in area and named in battle_of(game).figures:
        return within_point(figure_of(game, named), centre, reach + area["about"] * CM)
    return False


def disc_touches(game: Game, point: Point, radius: int) -> bool:
    """Whether any base overlaps a disc."""
    place = Base(point[0], point[1], r=radius)
    return any(ground.within(f, place, 0) for f in battle_of(game).on_table())


@fact
def on_lines(game: Game, members: tuple[str, ...]) -> tuple[str, ...]:
    """All figures whose base lies on a segment between any two of several figures; with one there is none."""
    found: list[str] = []
    for i, a in enumerate(members):
        for b in members[i + 1 :]:
            found += on_line(game, a, b)
    return tuple(dict.fromkeys(found))


@fact
def room(game: Game, a: str, point: Value) -> bool:
    """A base like that of a figure can stand at a point, and does not fall there."""
    state = battle_of(game)
    one = state.figures[a]
    if ground.pit_at(state.ground, (point[0], point[1]), point[2]):
        return False
    return ground.is_free(state.ground, state.on_table(), one, point[0], point[1], point[2])


@fact
def width(game: Game, a: str) -> int:
    """How far the base of a figure reaches from its middle, in whole cm, never less than it does."""
    return -(-extent(figure_of(game, a)) // CM)


@fact
def base_within(game: Game, a: str, point: Value, cm: int) -> bool:
    """A base like that of a figure, set at a point, is within so many cm of the figure, from edge to edge."""
    one = figure_of(game, a)
    return ground.within(one, moved(one, point[0], point[1]), cm * CM)


@fact
def watched(game: Game, piece: str) -> bool:
    """It is remembered who is in a piece in a turn; so it is of a wood that blazes already (CDC-PW-128)."""
    return ground.WATCHED in battle_of(game).ground.piece(piece).kinds


@fact
def been_in(game: Game, piece: str) -> tuple[str, ...]:
    """Figures on the table that were in a watched piece at some moment of this turn, if only in passing."""
    state = battle_of(game)
    if not on_the_table(game, piece):
        return ()
    area = state.ground.piece(piece).area
    return _ids(f for f in state.fighters() if overlaps_area(f, area) or uses_this_turn(game, f"in/{piece}/{f.id}"))


@fact
def is_image(game: Game, a: str | None) -> bool:
    """A figure is an image, or was one (CDC-PW-102)."""
    return a is not None and bool(figure_of(game, a).image)


@fact
def images(game: Game, a: str) -> tuple[str, ...]:
    """The image of a figure, if one stands on the table."""
    return _ids(f for f in battle_of(game).on_table() if f.image == a)
