"""Verbs: what changes the table."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from random import Random
from typing import Any

from msgspec import structs

from arbitro.engine.asks import Flow, ask
from arbitro.engine.expr import Scope, seat_of
from arbitro.engine.forms import Number, Option, Pick, Place, Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.measure import areas_overlap, contains, overlaps_area, root_up, within_point
from arbitro.geometry.shapes import Area, Disc, Point, Polygon, corners, extent, moved, polygon
from arbitro.geometry.trig import scaled, unit
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.aims import arc_form
from arbitro.rulesets.crepuscolo.crossings import ended
from arbitro.rulesets.crepuscolo.deviation import deviation
from arbitro.rulesets.crepuscolo.events import GroundChanged, moved_to, taken_away
from arbitro.rulesets.crepuscolo.facts_table import obstacles, spot, touches_segment
from arbitro.rulesets.crepuscolo.falls import SHIFT, fall_down, fall_into_crevice
from arbitro.rulesets.crepuscolo.fences import shortened
from arbitro.rulesets.crepuscolo.ground import Piece
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import TABLE, Figure
from arbitro.rulesets.crepuscolo.subjects import Motion
from arbitro.rulesets.crepuscolo.verbs import Args, many, verb

MM = CM // 10
TOKEN_SIZE = CM // 2  # a token on the table is a disc of 1 cm
THIN = MM // 2  # half the width of a line
TRIES = 40
STEP = "step"
"""How a figure moves that goes a fixed distance by an ability."""


# --- points and shifts ------------------------------------------------------------------------------------


@verb("deviate", args={"times": "expr"})
def deviate(game: Game, scope: Scope, point: Value, args: Args) -> None:
    """Apply a Deviation to a point, several times if said; ``as`` names where it ends (CDC-PW-005)."""
    x, y = point[0], point[1]
    for _ in range(args.get("times", 1)):
        x, y = deviation(game, seat_of(game, scope), scope["me"], (x, y))
    scope[scope["_as"] or "point"] = (x, y, ground.elevation_at(battle_of(game).ground, (x, y)))


def _picker(
    judge: Callable[[Value], Refusal | None], box: tuple[int, int, int, int], otherwise: Point
) -> Callable[[Random], Value]:
    """How a random legal point of a box is found; ``otherwise`` where a few tries find none."""

    def sampler(rng: Random) -> Value:
        for _ in range(TRIES):
            point = rng.randint(box[0], box[2]), rng.randint(box[1], box[3])
            if judge(point) is None:
                return point
        return otherwise

    return sampler


@verb("ask_point", head="none", args={"by": "expr", "see": "name"})
def ask_point(game: Game, scope: Scope, head: Any, args: Args) -> Flow[None]:
    """Let a seat choose any point of the table (``see``: in the user's line of sight); ``as`` names it."""
    table = battle_of(game).ground
    about = {"actor": scope["me"], "rule": scope["rule"], "as": scope["_as"]}
    foes = battle_of(game).enemies(figure_of(game, scope["me"]))
    default = (foes[0].x, foes[0].y) if foes else (table.width // 2, table.depth // 2)
    me, bodies = figure_of(game, scope["me"]), battle_of(game).on_table()

    def judge(point: Value) -> Refusal | None:
        if not (0 <= point[0] <= table.width and 0 <= point[1] <= table.depth):
            return Refusal("point_off_table", {}, (scope["rule"],))
        z = ground.elevation_at(table, point)
        if args.get("see") and point != (me.x, me.y) and not ground.sees_point(table, bodies, me, point, z):
            return Refusal("point_unseen", {}, (scope["rule"],))
        return None

    if judge(default) is not None:
        default = (me.x, me.y)
    point = yield from ask(
        "aim_point",
        args.get("by", seat_of(game, scope)),
        Place(judge, default=default, sampler=_picker(judge, (0, 0, table.width, table.depth), default)),
        about,
    )
    scope[scope["_as"] or "point"] = (*point, ground.elevation_at(table, point))


@verb("push", args={"to": "expr", "from": "expr", "careful": "name", "beyond": "expr"})
def push(game: Game, scope: Scope, cm: int, args: Args) -> Flow[None]:
    """Shift figures straight away from a figure or point by so many cm, or (``beyond``) until they are farther off.

    They stop before obstacles, bases and closed ground; ``careful`` ones before dangers, drops and crevices too.
    Those that must get farther than ``beyond`` go on to the first place with room and suffer nothing by it.
    """
    rule = scope["rule"]
    origin = spot(game, args.get("from", scope["me"]))
    members = [it for it in many(args.get("to", scope.get("target"))) if figure_of(game, it).status == TABLE]
    members.sort(key=lambda it: (-_gap(game, it, origin), it))  # the farthest first, out of the others' way
    for it in members:
        behind = yield from _behind(game, it, origin, rule)
        done = "beyond" in args and (yield from _put_beyond(game, it, origin, behind, args["beyond"] * CM, rule))
        if not done:
            yield from slide(game, it, behind, cm * CM, rule, careful=bool(args.get("careful")))


def _behind(game: Game, it: Id, origin: Point, rule: str) -> Flow[Point]:
    """The point to go straight away from; whoever stands on the very point is sent where its controller says."""
    figure = figure_of(game, it)
    if (figure.x, figure.y) != origin:
        return origin
    about = {"actor": it, "rule": rule, "as": "way"}
    way = yield from ask("aim_arc", game.controller(it), arc_form(game, it), about)
    ux, uy = unit(way)
    return origin[0] - ux, origin[1] - uy


def _put_beyond(game: Game, it: Id, origin: Point, behind: Point, reach: int, rule: str) -> Flow[bool]:
    """Put a figure straight away at the nearest place with room that is farther than ``reach`` from a point.

    Where there is none, because the table ends, it is the nearest to where it stands, whatever the direction.
    """
    state = battle_of(game)
    figure, bodies = state.figures[it], state.on_table()
    start, way = (figure.x, figure.y), (figure.x - behind[0], figure.y - behind[1])
    if not within_point(figure, origin, reach):
        return True
    low, high = 0, 2 * reach + 4 * extent(figure)
    while high - low > 1:
        mid = (low + high) // 2
        low, high = (mid, high) if within_point(moved(figure, *_along(start, way, mid)), origin, reach) else (low, mid)

    def room(point: Point) -> bool:
        z = ground.elevation_at(state.ground, point, figure.z)
        clear = z <= figure.z and not within_point(moved(figure, *point), origin, reach)
        return clear and ground.is_free(state.ground, bodies, figure, *point, z)

    straight = (_along(start, way, high + more) for more in range(0, 2 * reach, MM))
    end = next(filter(room, straight), None) or _nearest(figure, room)
    if end is None:
        return False
    game.do(moved_to(figure, SHIFT, end, ground.elevation_at(state.ground, end, figure.z), (rule,)))
    yield from ended(game, it, SHIFT, start)
    return True


def _along(start: Point, way: Point, length: int) -> Point:
    dx, dy = scaled(*way, length)
    return start[0] + dx, start[1] + dy


def _gap(game: Game, it: Id, point: Point) -> int:
    """From a point to the edge of a base, in units, never more than it is."""
    figure = figure_of(game, it)
    far = root_up(((figure.x - point[0]) ** 2 + (figure.y - point[1]) ** 2, 1))
    return max(0, far - 1 - (figure.r or max(figure.w, figure.d) // 2))


def slide(
    game: Game, it: Id, away_from: Point, length: int, rule: str, *, careful: bool = False, own: str = ""
) -> Flow[int]:
    """Shift a figure straight away from a point by a rule; returns how far it went, in units.

    ``own``: what it does by an ability of its own, which fences may shorten.
    """
    state = battle_of(game)
    figure = state.figures[it]
    if length <= 0 or figure.status != TABLE or (own and game.restricted(own, actor=it) is not None):
        return 0
    start = (figure.x, figure.y)
    if own:
        length, _ = shortened(game, it, own, (start[0] - away_from[0], start[1] - away_from[1]), length)
    done = ground.slide(state.ground, state.on_table(), figure, away_from, length, careful=careful)
    if done.length:
        game.do(moved_to(figure, own or SHIFT, done.end, done.z, (rule,), wet=done.in_water))
    if done.crevice:
        yield from fall_into_crevice(game, it, ("CDC-TAB-16.2", rule))
    elif done.fall_height > 0:
        yield from fall_down(game, it, done.fall_height, why=("CDC-TAB-17.2", rule))
    if done.length:
        yield from ended(game, it, own or SHIFT, start)
    return done.length


@verb("step", args={"toward": "expr", "who": "expr"})
def step(game: Game, scope: Scope, cm: int, args: Args) -> Flow[None]:
    """Move a figure (the bearer) straight toward another by so many cm or until they touch; ``as``: how far, in mm."""
    it: Id = args["who"] if "who" in args else scope["me"]
    figure, goal = figure_of(game, it), figure_of(game, args["toward"])
    behind = (2 * figure.x - goal.x, 2 * figure.y - goal.y)
    gone = yield from slide(game, it, behind, cm * CM, scope["rule"], own=STEP)
    scope[scope["_as"] or "gone"] = gone // MM


@verb("retreat", args={"who": "expr", "from": "expr"})
def retreat(game: Game, scope: Scope, cm: int, args: Args) -> Flow[None]:
    """Let a figure's controller have it fall back straight away from another, up to so many cm (it answers in mm)."""
    it: Id = args["who"] if "who" in args else scope["target"]
    about = {"actor": it, "rule": scope["rule"], "cm": cm}
    mm = yield from ask("retreat", game.controller(it), Number(0, cm * 10), about)
    yield from slide(game, it, spot(game, args.get("from", scope["me"])), mm * MM, scope["rule"], own=STEP)


@verb("ask_base", args={})
def ask_base(game: Game, scope: Scope, it: Id, args: Args) -> Flow[None]:
    """Let the user's player choose the point of a base from which a line starts; ``as`` names it (CDC-PW-086.2)."""
    figure = figure_of(game, it)

    def judge(point: Value) -> Refusal | None:
        return None if within_point(figure, point, 0) else Refusal("point_not_there", {}, (scope["rule"],))

    def sampler(rng: Random) -> Value:
        dx, dy = scaled(*unit(rng.randrange(360) * 1000), rng.randrange(max(1, figure.r)))
        return figure.x + dx, figure.y + dy

    form = Place(judge, default=(figure.x, figure.y), sampler=sampler)
    about = {"actor": it, "rule": scope["rule"], "as": scope["_as"]}
    point = yield from ask("aim_point", seat_of(game, scope), form, about)
    scope[scope["_as"] or "start"] = (*point, figure.z)


# --- tokens and lines ---------------------------------------------------------------------------------------


@verb("place", head="name", args={"at": "expr", "to": "expr", "height": "expr", "hides": "name"})
def place(game: Game, scope: Scope, name: str, args: Args) -> None:
    """Put a token on the table at a point, or a line from it ``to`` another (``hides``: it stops sight, ``height`` cm).

    ``as`` names its id; its id begins with the rule's, by which one knows what placed it.
    """
    a = spot(game, args["at"])
    b = spot(game, args["to"]) if "to" in args else None
    area: Area = Disc(*a, TOKEN_SIZE) if b is None or a == b else _strip(a, b)
    kind = ground.MARKER if b is None else ground.LINE
    id_ = f"{scope['rule']}:{game.new_id('t')}"
    hides = bool(args.get("hides")) or None
    piece = Piece(id_, area, name, args.get("height", 0) * CM, ground.PASSABLE, (kind,), blocks_sight=hides)
    game.do(GroundChanged(id=id_, piece=piece, rules=(scope["rule"],)))
    scope[scope["_as"] or "token"] = id_


def _strip(a: Point, b: Point) -> Polygon:
    """A line as an area one mm wide."""
    nx, ny = scaled(a[1] - b[1], b[0] - a[0], THIN)
    return polygon(((a[0] + nx, a[1] + ny), (a[0] - nx, a[1] - ny), (b[0] - nx, b[1] - ny), (b[0] + nx, b[1] + ny)))


@verb("remove_piece", args={})
def remove_piece(game: Game, scope: Scope, pieces: Any, args: Args) -> None:
    """Take tokens, lines or pieces of scenery off the table."""
    for wanted in many(pieces):
        for piece in battle_of(game).ground.pieces:
            if piece.id == wanted:
                game.do(taken_away(piece, (scope["rule"],)))


@verb("make_way", args={"at": "expr", "to": "expr"})
def make_way(game: Game, scope: Scope, head: Any, args: Args) -> Flow[None]:
    """Shift everybody who touches a line the shortest way off it, without damage (CDC-PW-021.3)."""
    a, b = spot(game, args["at"]), spot(game, args["to"])
    for figure in list(battle_of(game).on_table()):
        if touches_segment(figure, a, b):
            yield from _step_off(game, figure.id, a, b, scope["rule"])


def _step_off(game: Game, it: Id, a: Point, b: Point, rule: str) -> Flow[None]:
    """Put a figure at the nearest place with room off a line; of two equally near its controller chooses."""
    state = battle_of(game)
    figure, bodies = state.figures[it], state.on_table()
    start, wet = (figure.x, figure.y), figure.in_water

    def room(point: Point) -> bool:
        z = ground.elevation_at(state.ground, point, figure.z)
        free = ground.is_free(state.ground, bodies, figure, *point, z, water=wet)
        return free and not touches_segment(moved(figure, *point), a, b)

    ways = [(length, point) for length, point in _ways_off(figure, a, b) if room(point)]
    ends = [point for length, point in ways if length <= ways[0][0] + 1]
    end = ends[0] if ends else _nearest(figure, room)
    if any(max(abs(x - ends[0][0]), abs(y - ends[0][1])) > MM for x, y in ends):
        form = Pick((Option("left"), Option("right")), level="side")
        side = yield from ask("side", game.controller(it), form, {"actor": it, "rule": rule})
        end = next((p for p in ends if (_side_of(a, b, p) > 0) is (side == "left")), end)
    if end is not None:
        z = ground.elevation_at(state.ground, end, figure.z)
        game.do(moved_to(figure, SHIFT, end, z, (rule,), wet=wet))
        yield from ended(game, it, SHIFT, start)


def _side_of(a: Point, b: Point, point: Point) -> int:
    """Positive on the left of the line from a to b."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _ways_off(figure: Figure, a: Point, b: Point) -> list[tuple[int, Point]]:
    """How far and whereto a base must go at least to leave a line straight, the shortest way first."""
    along, start = (b[0] - a[0], b[1] - a[1]), (figure.x, figure.y)
    ways = [(-along[1], along[0])]
    if figure.r:
        ways += [(start[0] - end[0], start[1] - end[1]) for end in (a, b)]
    else:
        p, q, r = corners(figure)[:3]
        ways += [(q[0] - p[0], q[1] - p[1]), (r[0] - q[0], r[1] - q[1])]
    found = []
    for way in [w for x, y in ways for w in ((x, y), (-x, -y)) if w != (0, 0)]:
        low, high = 0, 2 * extent(figure) + isqrt(along[0] ** 2 + along[1] ** 2)
        while high - low > 1:
            mid = (low + high) // 2
            touched = touches_segment(moved(figure, *_along(start, way, mid)), a, b)
            low, high = (mid, high) if touched else (low, mid)
        found.append((high, _along(start, way, high + 1)))
    return sorted(found)


def _nearest(figure: Figure, room: Callable[[Point], bool]) -> Point | None:
    """The nearest place with room around a figure, on rings 0.1 cm apart; None if there is none within 20 cm."""
    for ring in range(1, 200):
        for k in range(24):
            dx, dy = unit(k * 15_000, ring * MM)
            if room((figure.x + dx, figure.y + dy)):
                return figure.x + dx, figure.y + dy
    return None


# --- scenery ------------------------------------------------------------------------------------------------


@verb("turn_into", head="name", args={"piece": "expr", "level": "name"})
def turn_into(game: Game, scope: Scope, kinds: Any, args: Args) -> None:
    """Make a piece terrain of other kinds (``dangerous``, ``difficult`` ...); figures in water stand on it then."""
    table = battle_of(game).ground
    piece = table.piece(args["piece"])
    made = structs.replace(piece, kinds=tuple(many(kinds)), crossing=ground.PASSABLE)
    game.do(GroundChanged(id=piece.id, piece=made, rules=(scope["rule"],)))
    for figure in battle_of(game).on_table():
        if figure.in_water and overlaps_area(figure, piece.area):
            game.do(moved_to(figure, SHIFT, (figure.x, figure.y), figure.z, (scope["rule"],), wet=False))


@verb("open_crevice", args={"at": "expr"})
def open_crevice(game: Game, scope: Scope, mm: int, args: Args) -> None:
    """Open a crevice around a point, of a radius in mm (CDC-PW-140.4)."""
    x, y = spot(game, args["at"])
    id_ = f"{scope['rule']}:{game.new_id('t')}"
    piece = Piece(id_, Disc(x, y, mm * MM), "Crepaccio", kinds=(ground.CREVICE,))
    game.do(GroundChanged(id=id_, piece=piece, rules=(scope["rule"],)))


@verb("relocate", args={})
def relocate(game: Game, scope: Scope, piece_id: str, args: Args) -> Flow[None]:
    """Put an obstacle elsewhere on the table, where it covers no figure and no other obstacle (CDC-AB-114)."""
    table, bodies = battle_of(game).ground, battle_of(game).on_table()
    piece = table.piece(piece_id)
    others = [table.piece(it).area for it in obstacles(game) if it != piece_id]
    others = [area for area in others if not areas_overlap(piece.area, area)]  # what it leans on already
    x0, y0, x1, y1 = piece.area.box
    home = ((x0 + x1) // 2, (y0 + y1) // 2)

    def there(point: Value) -> Area:
        return _carried(piece.area, point[0] - home[0], point[1] - home[1])

    def judge(point: Value) -> Refusal | None:
        area = there(point)
        bx0, by0, bx1, by1 = area.box
        if bx0 < 0 or by0 < 0 or bx1 > table.width or by1 > table.depth:
            return Refusal("point_off_table", {}, (scope["rule"],))
        if any(overlaps_area(body, area) for body in bodies) or any(areas_overlap(area, other) for other in others):
            return Refusal("point_not_there", {}, (scope["rule"],))
        return None

    beside = [(home[0] + dx, home[1] + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    least = next((point for point in beside if judge(point) is None), home)

    def elsewhere(point: Value) -> Refusal | None:
        if point == home != least:
            return Refusal("point_not_there", {}, ("CDC-AB-114.3",))
        return judge(point)

    form = Place(elsewhere, default=least, sampler=_picker(elsewhere, (0, 0, table.width, table.depth), least))
    about = {"actor": scope["me"], "rule": scope["rule"], "as": piece_id}
    point = yield from ask("aim_point", seat_of(game, scope), form, about)
    dx, dy = point[0] - home[0], point[1] - home[1]
    ledges = tuple(ground.Ledge(_carried(ledge.area, dx, dy), ledge.z) for ledge in piece.ledges)
    moved = structs.replace(piece, area=there(point), ledges=ledges)
    game.do(GroundChanged(id=piece.id, piece=moved, rules=(scope["rule"],)))


def _carried(area: Area, dx: int, dy: int) -> Area:
    if isinstance(area, Disc):
        return Disc(area.x + dx, area.y + dy, area.r)
    return polygon(tuple((x + dx, y + dy) for x, y in area.points))


@verb("raze", args={})
def raze(game: Game, scope: Scope, piece_id: str, args: Args) -> Flow[None]:
    """Remove an obstacle; whoever stood on or in it is put within its area by its controller, unharmed (CDC-AB-115)."""
    state = battle_of(game)
    piece = state.ground.piece(piece_id)
    there = [f.id for f in state.on_table() if overlaps_area(f, piece.area)]
    game.do(taken_away(piece, (scope["rule"],)))
    for it in there:
        yield from _settle(game, it, piece.area, scope["rule"])


def _settle(game: Game, it: Id, area: Area, rule: str) -> Flow[None]:
    state = battle_of(game)
    figure = state.figures[it]
    table, bodies = state.ground, [f for f in state.on_table() if f.id != it]
    low = ground.elevation_at(table, (figure.x, figure.y))

    def judge(point: Value) -> Refusal | None:
        if not _holds(area, point) or not ground.is_free(table, bodies, figure, point[0], point[1], low):
            return Refusal("point_not_there", {}, (rule,))
        return None

    point = here = (figure.x, figure.y)
    legal = here if judge(here) is None else _picker(judge, area.box, here)(Random(0))
    if judge(legal) is None:
        form = Place(judge, default=legal, sampler=_picker(judge, area.box, legal))
        about = {"actor": it, "rule": rule, "as": "place"}
        point = yield from ask("aim_point", game.controller(it), form, about)
    z = ground.elevation_at(table, point)
    game.do(moved_to(figure, SHIFT, point, z, (rule,)))
    if point != here:
        yield from game.window("moved", Motion(it, SHIFT))


def _holds(area: Area, point: Point) -> bool:
    return contains(area, point[0], point[1])
