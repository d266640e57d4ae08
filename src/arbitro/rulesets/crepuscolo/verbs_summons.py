"""Verbs: figures that come, go and vanish; corpses; images."""

from __future__ import annotations

from msgspec import structs

from arbitro.engine.asks import Flow
from arbitro.engine.effects import end_effect
from arbitro.engine.expr import Scope, seat_of
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Seat, Value
from arbitro.geometry.arcs import in_arc
from arbitro.geometry.shapes import Base, Point
from arbitro.rulesets.crepuscolo import damage as harm
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.events import CorpseTaken, FigureAdded, Returned, Vanished, moved_to, taken_away
from arbitro.rulesets.crepuscolo.facts_powers import discipline
from arbitro.rulesets.crepuscolo.facts_table import images, spot
from arbitro.rulesets.crepuscolo.falls import SHIFT
from arbitro.rulesets.crepuscolo.queries import battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import AWAY, TABLE, Figure
from arbitro.rulesets.crepuscolo.subjects import Motion
from arbitro.rulesets.crepuscolo.verbs import Args, many, verb
from arbitro.rulesets.crepuscolo.verbs_powers import change_tokens


@verb("summon", head="name", args={"at": "expr"})
def summon(game: Game, scope: Scope, profile: str, args: Args) -> None:
    """Bring a figure of a profile in for each corpse of ``at``, under the user's player; it begins without dice."""
    for corpse in many(args["at"]):
        if all(corpse != left.id for left in battle_of(game).corpses):
            continue
        point = spot(game, corpse)
        game.do(CorpseTaken(id=corpse, rules=(scope["rule"],)))
        figure = _made(game, profile, seat_of(game, scope))
        _place(game, figure, point)
        game.do(FigureAdded(figure=figure, rules=(scope["rule"],)))


def _made(game: Game, profile: str, seat: Seat) -> Figure:
    """A figure of a profile with an id of its own, in the company of a seat, not yet placed."""
    state = battle_of(game)
    number = 1
    while f"{seat}{number}" in state.figures:
        number += 1
    made: Figure = game.ruleset.recruit(profile, seat, number, state.ground)  # type: ignore[attr-defined]
    made.status, made.cost = TABLE, 0
    return made


def _place(game: Game, figure: Figure, point: Point) -> None:
    """Set a figure that is not on the table at the nearest free place to a point, in the water if that is there."""
    state = battle_of(game)
    bodies = [f for f in state.on_table() if f.id != figure.id]
    low = ground.elevation_at(state.ground, point)
    (figure.x, figure.y), figure.z = ground.free_spot(state.ground, bodies, figure, point, low)
    figure.in_water = ground.is_wet(state.ground, figure)


@verb("remove_corpse", args={})
def remove_corpse(game: Game, scope: Scope, corpses: Value, args: Args) -> None:
    """Take corpse markers off the table."""
    for corpse in many(corpses):
        game.do(CorpseTaken(id=corpse, rules=(scope["rule"],)))


@verb("lose_figure", args={})
def lose_figure(game: Game, scope: Scope, whom: Value, args: Args) -> Flow[None]:
    """Take figures out of the game as a loss, without a corpse."""
    for it in many(whom):
        yield from harm.lose(game, it, "spent", (scope["rule"],))


# --- vanishing ----------------------------------------------------------------------------------------------


@verb("vanish", args={})
def vanish(game: Game, scope: Scope, whom: Value, args: Args) -> None:
    """Take figures off the table for a while; nothing affects them there, and they keep their dice."""
    for it in many(whom):
        if figure_of(game, it).status == TABLE:
            game.do(Vanished(it=it, rules=(scope["rule"],)))


@verb("return_to", args={"who": "expr"})
def return_to(game: Game, scope: Scope, piece: Value, args: Args) -> None:
    """Put a figure that vanished back at a token, or as near to it as there is room; the token goes."""
    it = str(args.get("who") or scope["me"])
    if figure_of(game, it).status == AWAY:
        come_back(game, it, spot(game, piece), (scope["rule"],))
    for token in battle_of(game).ground.pieces:
        if token.id == piece:
            game.do(taken_away(token, (scope["rule"],)))


def come_back(game: Game, it: Id, point: Point, rules: tuple[str, ...]) -> None:
    """Put a figure that is away back on the table, as near to a point as there is room."""
    back = figure_of(game, it).twin()
    _place(game, back, point)
    game.do(Returned(it=it, x=back.x, y=back.y, z=back.z, in_water=back.in_water, rules=rules))


@verb("dispel", head="name", args={"way": "expr", "degrees": "expr"})
def dispel(game: Game, scope: Scope, craft: str, args: Args) -> Flow[None]:
    """Remove all tokens that powers of a discipline placed, in an arc from the user, and what hangs on them.

    Whoever vanished to such a token returns to it at once.
    """
    state = battle_of(game)
    user, far = state.figures[scope["me"]], state.ground.width + state.ground.depth
    for piece in state.ground.pieces:
        x, y = spot(game, piece.id)
        rule = piece.id.partition(":")[0]
        if discipline(game, rule) != craft or not in_arc(user, args["way"], args["degrees"], far, Base(x, y, r=1)):
            continue
        for effect in list(game.state.effects.values()):
            if ("spot", piece.id) in effect.keep and figure_of(game, effect.bearer).status == AWAY:
                come_back(game, effect.bearer, (x, y), (scope["rule"],))
                end_effect(game, effect, "dispelled")
        game.do(taken_away(piece, (scope["rule"],)))
    for figure in state.on_table():
        if figure.id != user.id and not in_arc(user, args["way"], args["degrees"], far, figure):
            continue
        for token, n in figure.tokens:
            if figure.id != user.id and token in _tokens_of(game, craft):
                yield from change_tokens(game, figure.id, token, -n, (scope["rule"],))


def _tokens_of(game: Game, craft: str) -> set[str]:
    """The tokens that powers of a discipline put on figures, as their records say."""
    placing = ("token", "storm")
    return {
        part.head(game, {})
        for rule, record in game.ruleset.records.items()
        if discipline(game, rule) == craft
        for part in record.places.values()
        if part.verb in placing and part.head is not None
    }


# --- images -------------------------------------------------------------------------------------------------


@verb("conjure", head="name", args={"at": "expr"})
def conjure(game: Game, scope: Scope, profile: str, args: Args) -> Flow[None]:
    """Place an image of the user, in place of the one it had; it only moves, and attacks may strike it (CDC-PW-102)."""
    me = scope["me"]
    for old in images(game, me):
        yield from harm.lose(game, old, "image", (scope["rule"],))
    owner = figure_of(game, me)
    figure = _made(game, profile, owner.company)
    figure.image, figure.r, figure.w, figure.d, figure.height = me, owner.r, owner.w, owner.d, owner.height
    _place(game, figure, spot(game, args["at"]))
    game.do(FigureAdded(figure=figure, rules=(scope["rule"],)))


@verb("swap_places", args={"with": "expr"})
def swap_places(game: Game, scope: Scope, image: Id, args: Args) -> Flow[None]:
    """Remove a figure and put another where it stood."""
    gone, it = figure_of(game, image), str(args.get("with") or scope["me"])
    place, z, wet = (gone.x, gone.y), gone.z, gone.in_water
    yield from harm.lose(game, image, "image", (scope["rule"],))
    game.do(structs.replace(moved_to(figure_of(game, it), SHIFT, place, z, (scope["rule"],)), in_water=wet))
    yield from game.window("moved", Motion(it, SHIFT))
