"""Climbing up and down, and vaulting (CDC-ACT-17, -18, -20; CDC-MOV-02, -03)."""

from __future__ import annotations

from collections.abc import Callable

from arbitro.engine.asks import Flow, ask
from arbitro.engine.forms import Place, Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.crossings import ended
from arbitro.rulesets.crepuscolo.events import Missed, moved_to
from arbitro.rulesets.crepuscolo.falls import fall_down, fall_into_crevice
from arbitro.rulesets.crepuscolo.fences import bar, fences_for
from arbitro.rulesets.crepuscolo.movement import choose_length, faces_of, place_among, throw_move
from arbitro.rulesets.crepuscolo.queries import DDA, battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import TABLE
from arbitro.rulesets.crepuscolo.subjects import Throw

CLIMB, DESCEND, VAULT = "climb", "descend", "vault"
Places = Callable[..., tuple[ground.Place, ...]]
"""What finds places to climb or descend to."""


def piece_of(game: Game, piece: str) -> ground.Piece:
    """A piece of scenery by its id."""
    return next(p for p in battle_of(game).ground.pieces if p.id == piece)


def climb_keys(game: Game, actor: Id) -> list[str]:
    """Obstacles a figure may climb now."""
    state = battle_of(game)
    found = ground.climbable(state.ground, state.figures[actor])
    return [p.id for p in found if _open(game, actor, CLIMB, ground.climb_places, p)]


def descend_keys(game: Game, actor: Id) -> list[str]:
    """Obstacles down which a figure may climb now."""
    state = battle_of(game)
    found = ground.descendable(state.ground, state.figures[actor])
    return [p.id for p in found if _open(game, actor, DESCEND, ground.descend_places, p)]


def _open(game: Game, actor: Id, action: str, places: Places, piece: ground.Piece) -> bool:
    """Whether fences leave a way up or down, whatever the die."""
    if not fences_for(game, actor, action):
        return True
    state = battle_of(game)
    figure, bodies = state.figures[actor], state.on_table()
    return not _bar(game, actor, action, places(state.ground, bodies, figure, piece, piece.top + figure.z))[1]


def _bar(game: Game, actor: Id, action: str, places: tuple[ground.Place, ...]) -> tuple[tuple[ground.Place, ...], str]:
    """The places to which fences let a figure go, and the rule that bars all of them, if one does."""
    fences = fences_for(game, actor, action)
    figure = figure_of(game, actor)
    why = [bar(fences, figure, place.point) for place in places]
    left = tuple(place for place, barred in zip(places, why, strict=True) if barred is None)
    return left, why[0][2] if places and not left and why[0] is not None else ""


def vault_keys(game: Game, actor: Id) -> list[str]:
    """Obstacles a figure may vault now: those with at least one place to land."""
    state = battle_of(game)
    figure, bodies = state.figures[actor], state.on_table()
    found = ground.vaultable(state.ground, figure)
    if not fences_for(game, actor, VAULT):
        return [p.id for p in found if ground.can_vault(state.ground, bodies, figure, p)]
    return [p.id for p in found if _bar(game, actor, VAULT, ground.vault_places(state.ground, bodies, figure, p))[0]]


def _reach(game: Game, actor: Id, action: str, piece: str, throw: Throw) -> Flow[int]:
    """2 x result - DdA, in cm, never below 0 (CDC-ACT-17.3, -17.7).

    What rules let one add to a result or to any distance is taken whole or left: one ends as high as one gets.
    """
    dda = max(0, game.query(DDA, figure=actor, base=piece_of(game, piece).dda).value)
    faces = faces_of(throw)
    return (yield from choose_length(game, actor, action, [max(0, 2 * face - dda) * CM for face in faces]))


def _put_on_best(
    game: Game, actor: Id, places: tuple[ground.Place, ...], how: str, piece: str, rules: tuple[str, ...]
) -> Flow[ground.Place]:
    """Put a figure at one of the places of the first one's height, its controller's choice."""
    best = tuple(p for p in places if p.z == places[0].z)
    place = yield from place_among(game, actor, best, {"action": how, "piece": piece})
    _put(game, actor, place, how, rules)
    return place


def _put(game: Game, actor: Id, place: ground.Place, how: str, rules: tuple[str, ...]) -> None:
    game.do(moved_to(figure_of(game, actor), how, place.point, place.z, rules, wet=place.in_water))


def climb(game: Game, actor: Id, piece: str, sides: int) -> Flow[None]:
    """Arrampicarsi with a die already spent (CDC-ACT-17)."""
    throw = yield from throw_move(game, actor, CLIMB, sides, ("CDC-ACT-17.2",))
    state = battle_of(game)
    figure = state.figures[actor]
    if figure.status != TABLE:
        return
    reach = yield from _reach(game, actor, CLIMB, piece, throw)
    places = ground.climb_places(state.ground, state.on_table(), figure, piece_of(game, piece), reach)
    places, fence = _bar(game, actor, CLIMB, places)
    if fence:
        game.do(Missed(actor=actor, target=piece, action=CLIMB, rules=(fence,)))
        return
    if not places:
        friends = [f for f in state.on_table() if f.company == figure.company]
        barred = ground.climb_places(state.ground, friends, figure, piece_of(game, piece), reach)
        game.do(Missed(actor=actor, target=piece, action=CLIMB, rules=("CDC-MOV-02.3" if barred else "CDC-ACT-17.4",)))
        return
    start = (figure.x, figure.y)
    yield from _put_on_best(game, actor, places, CLIMB, piece, ("CDC-ACT-17.5",))
    yield from ended(game, actor, CLIMB, start)


def descend(game: Game, actor: Id, piece: str, sides: int) -> Flow[None]:
    """Scendere with a die already spent; what is not climbed down is fallen (CDC-ACT-18)."""
    throw = yield from throw_move(game, actor, DESCEND, sides, ("CDC-ACT-18.2",))
    state = battle_of(game)
    figure = state.figures[actor]
    if figure.status != TABLE:
        return
    reach = yield from _reach(game, actor, DESCEND, piece, throw)
    places = ground.descend_places(state.ground, state.on_table(), figure, piece_of(game, piece), reach)
    places, fence = _bar(game, actor, DESCEND, places)
    if not places:
        game.do(Missed(actor=actor, target=piece, action=DESCEND, rules=(fence or "CDC-MOV-02.3",)))
        return
    start = (figure.x, figure.y)
    place = yield from _put_on_best(game, actor, places, DESCEND, piece, ("CDC-ACT-18.5",))
    if place.fall > 0:
        yield from fall_down(game, actor, place.fall, why=("CDC-ACT-18.4",))
    yield from ended(game, actor, DESCEND, start)


def vault(game: Game, actor: Id, piece: str) -> Flow[None]:
    """Scavalcare: no roll; beyond the obstacle or on top of it, at a point of one's choice (CDC-ACT-20)."""
    state = battle_of(game)
    figure, bodies, scenery = state.figures[actor], state.on_table(), piece_of(game, piece)
    fences = fences_for(game, actor, VAULT)
    points = [p.point for p in _bar(game, actor, VAULT, ground.vault_places(state.ground, bodies, figure, scenery))[0]]
    if not points:
        return

    def judge(point: Value) -> Refusal | None:
        why = ground.vault_refusal(state.ground, bodies, figure, scenery, point) or bar(fences, figure, point)
        return Refusal(why[0], dict(why[1]), (why[2],)) if why is not None else None

    form = Place(judge, default=points[0], sampler=lambda rng: rng.choice(points), candidates=lambda: points)
    about = {"actor": actor, "action": VAULT, "piece": piece}
    point = yield from ask("place", game.controller(actor), form, about)
    place = ground.vault_landing(state.ground, bodies, figure, scenery, point)
    if place.where == "crevice":
        yield from fall_into_crevice(game, actor, ("CDC-ACT-20.9",))
        return
    start = (figure.x, figure.y)
    _put(game, actor, place, VAULT, ("CDC-ACT-20.3",))
    if place.fall > 0:
        yield from fall_down(game, actor, place.fall, less=1, why=("CDC-ACT-20.9",))
    yield from ended(game, actor, VAULT, start)
