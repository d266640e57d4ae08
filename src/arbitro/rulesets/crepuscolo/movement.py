"""Moving, walking with care, jumping, throwing oneself down, swimming (CDC-ACT-06, -14 to -16, -22, -23)."""

from __future__ import annotations

from random import Random
from typing import Any

from arbitro.engine.asks import Flow, ask
from arbitro.engine.forms import Option, Pick, Place, Refusal
from arbitro.engine.game import Game
from arbitro.engine.tally import Tally
from arbitro.engine.values import Id, RuleId, Value
from arbitro.geometry.trig import unit
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import cover, ground
from arbitro.rulesets.crepuscolo.aims import arc_form
from arbitro.rulesets.crepuscolo.crossings import ended
from arbitro.rulesets.crepuscolo.damage import drown, hurt
from arbitro.rulesets.crepuscolo.dice import dice_at_hand, spend
from arbitro.rulesets.crepuscolo.events import Missed, Succeeded, moved_to
from arbitro.rulesets.crepuscolo.falls import fall_down, fall_into_crevice
from arbitro.rulesets.crepuscolo.fences import bar, fenced_arc, fenced_place, fences_for, shortened
from arbitro.rulesets.crepuscolo.queries import ATTACK_DIE, PACE, SDS_BASE, STRIDE, battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import TABLE, Battle, Figure
from arbitro.rulesets.crepuscolo.subjects import Deed, Throw
from arbitro.rulesets.crepuscolo.throws import throw_die, throw_distance
from arbitro.rulesets.crepuscolo.ways import budget_for, choose_end, toward_form

MOVE, COVER, CAREFUL, JUMP, SWIM = "move", "cover", "careful", "jump", "swim"
THROW_DOWN = "throw_down"
GROUND_KIND = {MOVE: ground.WALK, COVER: ground.COVER, CAREFUL: ground.CAREFUL, SWIM: ground.SWIM}
CLAUSE = {MOVE: "CDC-ACT-06", COVER: "CDC-ACT-23", CAREFUL: "CDC-ACT-16", JUMP: "CDC-ACT-14", SWIM: "CDC-ACT-22"}
MOVEMENTS = (MOVE, COVER)
"""Actions that are an "azione di Movimento" (CDC-CND-03.5, CDC-ACT-23.10)."""
JUMPED_OVER = ("CDC-ACT-14.6",)
THOUSAND = 1000


def walk_form(game: Game, actor: Id, action: str, budget: int, loose: bool = False) -> Place:
    """Where a figure may end a move whose die gave ``budget`` (face in thousandths); ``loose``: engaged ones too."""
    kind = GROUND_KIND[action]
    state = battle_of(game)
    figure, bodies, table = state.figures[actor], state.on_table(), state.ground
    loose = loose or bool(game.enabled("CDC-MOV-04.1", actor=actor, action=action))
    sheltered = action == COVER and cover.by_rule(game)
    if sheltered:
        kind = ground.WALK

    def judge(point: Value) -> Refusal | None:
        bar = ground.walk_refusal(table, bodies, figure, point, kind, budget, loose)
        if bar is None and sheltered and not cover.allows(game, figure, point):
            bar = ("ends_out_of_cover", {}, "CDC-ACT-23.7")
        return Refusal(bar[0], dict(bar[1]), (bar[2],)) if bar is not None else None

    def sampler(rng: Random) -> Value:
        end = ground.sample_end(rng, table, bodies, figure, kind, budget, loose=loose)
        return end if not sheltered or cover.allows(game, figure, end) else (figure.x, figure.y)

    def shape() -> dict[str, Any]:
        reach = ground.reach_polygon(table, bodies, figure, kind, budget, loose=loose)
        return {"reach": reach, "action": action, "budget": budget}

    def candidates() -> list[Value]:
        return worthwhile_ends(state, figure, kind, budget, loose)

    form = Place(judge, default=(figure.x, figure.y), sampler=sampler, shape=shape, candidates=candidates)
    return fenced_place(game, actor, action, form, ground.farthest_reach(kind, budget))


def worthwhile_ends(state: Battle, figure: Figure, kind: str, budget: int, loose: bool = False) -> list[Value]:
    """Ends that a computer should weigh: contact with each enemy, and the farthest point along sixteen ways."""
    bodies = state.on_table()
    found: list[Value] = []
    for enemy in state.enemies(figure):
        end = ground.contact_end(state.ground, bodies, figure, enemy, kind, budget, loose)
        if end is not None:
            found.append(end)
    found += ground.reach_polygon(state.ground, bodies, figure, kind, budget, rays=16, loose=loose)
    return list(dict.fromkeys(found))


Way = tuple[Id, str, int, bool, tuple[Value, RuleId] | None]
"""What is left of a move once its die has fallen: who, the action, what the die counts for, whether a 1 fell.

At the end, if a rule says toward what it must lead: that, and the rule.
"""


def move(game: Game, actor: Id, action: str, sides: int) -> Flow[Way | None]:
    """Muoversi, Muoversi in Copertura, Camminare con cautela, with a die already spent, up to the choice of an end."""
    clause = CLAUSE[action]
    throw = yield from throw_move(game, actor, action, sides, (f"{clause}.1",))
    if figure_of(game, actor).status != TABLE:
        return None
    return actor, action, throw.pace, throw.face == 1, None


def end_move(
    game: Game, actor: Id, action: str, pace: int, one: bool, toward: tuple[Value, RuleId] | None = None
) -> Flow[None]:
    """The rest of a move: its end is chosen, and the figure goes there (the arguments are a `Way`)."""

    def make(budget: int) -> Place:
        form = walk_form(game, actor, action, budget)
        return form if toward is None else toward_form(game, actor, form, action, budget, *toward)

    about = {"actor": actor, "action": action, "face": pace}
    end, budget = yield from choose_end(game, actor, action, pace, make, about, toward[0] if toward else None)
    yield from walk_to(game, actor, action, end, budget, one)


def throw_move(game: Game, actor: Id, action: str, sides: int, rules: tuple[str, ...]) -> Flow[Throw]:
    """Throw the die of a displacement: rules may change its size, and what its face counts for (``pace``)."""
    die = game.query(ATTACK_DIE, actor=actor, action=action, weapon="", sides=sides)
    if die.lines:
        rules = (*rules, *(line.rule for line in die.lines))
    throw = yield from throw_distance(game, actor, action, die.value, rules)
    throw.pace = game.query(PACE, actor=actor, action=action, face=throw.face).value
    return throw


def walk_to(game: Game, actor: Id, action: str, end: Value, budget: int, one: bool) -> Flow[None]:
    """Carry a chosen move out: dangers on the way, drops, crevices, and the windows of its end. ``one``: a 1 fell."""
    state = battle_of(game)
    figure = state.figures[actor]
    if end == (figure.x, figure.y):
        game.do(moved_to(figure, action, end, figure.z, (CLAUSE[action],), wet=figure.in_water))
        yield from ended(game, actor, action, end)
        return
    if not figure.z and not ground.near_way(state.ground, figure, end[0] - figure.x, end[1] - figure.y):
        # open ground all the way: the form has checked the rest
        start = (figure.x, figure.y)
        game.do(moved_to(figure, action, end, 0, (CLAUSE[action],)))
        yield from ended(game, actor, action, start)
        return
    done = ground.walk(state.ground, state.on_table(), figure, end, GROUND_KIND[action], budget)
    if action in MOVEMENTS:
        survived = yield from _dangers(game, actor, action, done, one, [])
        if not survived:
            return
    yield from arrive(game, actor, action, done)


def _dangers(game: Game, actor: Id, action: str, done: ground.Walk, one: bool, met: list[str]) -> Flow[bool]:
    """Pericoloso if a 1 fell, Estremamente pericoloso always; one damage an action at the most each (CDC-TAB-13, -14).

    ``met``: kinds that hurt earlier in the same action; those that hurt now are added.
    """
    kinds: dict[str, ground.Danger] = {}
    for danger in done.damaged_by:
        kinds.setdefault(danger.kind, danger)
    extreme = kinds.get(ground.EXTREMELY_DANGEROUS)
    plain = kinds.get(ground.DANGEROUS)
    hits = []
    if extreme is not None:
        hits.append((extreme, "CDC-TAB-14.1"))
    if plain is not None and one:
        hits.append((plain, "CDC-TAB-13.1"))
    for danger, clause in hits:
        if danger.kind in met:
            continue
        met.append(danger.kind)
        figure = figure_of(game, actor)
        if figure.status != TABLE:
            return False
        if figure.life <= 1:
            # whoever dies on the way lies where the path first enters the area
            game.do(moved_to(figure, action, danger.at, figure.z, ("CDC-TAB-14.3",)))
        yield from hurt(game, actor, 1, actor=actor, action="terrain", rules=(clause,))
    return figure_of(game, actor).status == TABLE


def arrive(
    game: Game, actor: Id, action: str, done: ground.Walk, *, less: int = 0, rules: tuple[str, ...] = ()
) -> Flow[None]:
    """Put a figure where its move ended; over an edge it falls. ``rules``: what else decided where it ended."""
    figure = figure_of(game, actor)
    start = (figure.x, figure.y)
    clause = (CLAUSE.get(action, action), *rules)
    if done.stopped_by == "crevice":
        game.do(moved_to(figure, action, done.left_at or done.end, figure.z, clause))
        yield from fall_into_crevice(game, actor, JUMPED_OVER if action == JUMP else ("CDC-TAB-16.2",))
        return
    game.do(moved_to(figure, action, done.end, done.z, clause, wet=done.in_water))
    if done.fall_height > 0:
        why = JUMPED_OVER if action == JUMP else ("CDC-TAB-17.2",)
        yield from fall_down(game, actor, done.fall_height, less=less, why=why)
    yield from ended(game, actor, action, start)


def jump(game: Game, actor: Id, sides: int) -> Flow[None]:
    """Saltare: direction first, then the die gives the exact length (CDC-ACT-14)."""
    form = fenced_arc(game, actor, JUMP, arc_form(game, actor))
    about = {"actor": actor, "action": JUMP, "sides": sides}
    way = yield from ask("arc", game.controller(actor), form, about)
    throw = yield from throw_move(game, actor, JUMP, sides, ("CDC-ACT-14.1",))
    state = battle_of(game)
    if state.figures[actor].status != TABLE:
        return
    length = yield from _jump_length(game, actor, throw)
    length, fence = shortened(game, actor, JUMP, unit(way), length)
    done = ground.jump_landing(state.ground, state.on_table(), state.figures[actor], unit(way), length)
    yield from arrive(game, actor, JUMP, done, less=1, rules=(fence,) if fence else ())


def _jump_length(game: Game, actor: Id, throw: Throw) -> Flow[int]:
    """What rules add to a jump its controller takes whole or not at all: a jump is exact (CDC-AB-058, CDC-AB-134)."""
    return (yield from choose_length(game, actor, JUMP, [face * CM for face in faces_of(throw)]))


def faces_of(throw: Throw) -> list[int]:
    """What the die of an exact distance may count for, as its controller likes (CDC-AB-134)."""
    return sorted({min(throw.face, throw.pace), throw.pace})


def choose_length(game: Game, actor: Id, action: str, lengths: list[int]) -> Flow[int]:
    """Let the controller add to an exact distance what each rule lets him add, whole or not at all (CDC-AB-058)."""
    for line in game.query(STRIDE, actor=actor, action=action, toward=None).lines:
        lengths = [*lengths, *(length + line.amount for length in lengths)]
    lengths = sorted(set(lengths))
    if len(lengths) == 1:
        return lengths[0]
    form = Pick(tuple(Option(n) for n in lengths), default=lengths[0], level="length")
    return int((yield from ask("length", game.controller(actor), form, {"actor": actor, "action": action})))


def throw_down_keys(game: Game, actor: Id) -> list[str]:
    """Crevices and drops within 3 cm over which a figure can throw itself, by piece (CDC-ACT-15.1)."""
    return list(dict.fromkeys(option.piece for option in _plunges(game, actor)))


def _plunges(game: Game, actor: Id) -> list[ground.Plunge]:
    state = battle_of(game)
    figure = state.figures[actor]
    fences = fences_for(game, actor, THROW_DOWN)
    options = ground.throw_down_options(state.ground, state.on_table(), figure)
    return [option for option in options if bar(fences, figure, option.end) is None]


def throw_down(game: Game, actor: Id, piece: str) -> Flow[None]:
    """Buttarsi: a fall of half the damage, without a roll (CDC-ACT-15)."""
    state = battle_of(game)
    figure = state.figures[actor]
    options = [p for p in _plunges(game, actor) if p.piece == piece]
    if not options:
        return
    plunge = options[0]
    if len(options) > 1:
        pick = Pick(tuple(Option(p.edge, {"z": p.z, "where": p.kind}) for p in options), level="to")
        about = {"actor": actor, "action": THROW_DOWN, "piece": piece}
        edge = yield from ask("spot", game.controller(actor), pick, about)
        plunge = next(p for p in options if p.edge == edge)
    start = (figure.x, figure.y)
    if plunge.kind == "crevice":
        yield from fall_into_crevice(game, actor, ("CDC-ACT-15.8",))
        return
    game.do(moved_to(figure, THROW_DOWN, plunge.end, plunge.z, ("CDC-ACT-15.3",), wet=plunge.in_water))
    yield from fall_down(game, actor, plunge.fall, halved=True, why=("CDC-ACT-15.3",))
    yield from ended(game, actor, THROW_DOWN, start)


# --- swimming ---------------------------------------------------------------------------------------


def swim(game: Game, actor: Id, tried: Value, spare: Value) -> Flow[None]:
    """Nuotare with two dice already spent: the first against SdS 4, the second gives the way (CDC-ACT-22)."""
    figure = figure_of(game, actor)
    wet = figure.wet
    throw = Throw(actor, SWIM, tried)
    throw.need = SDS_BASE
    yield from throw_die(game, throw, ("CDC-ACT-22.3",), Tally(SDS_BASE, SDS_BASE))
    if figure_of(game, actor).status != TABLE:
        return
    if not throw.success:
        game.do(Missed(actor=actor, target="", action=SWIM, rules=("CDC-ACT-22.7" if wet else "CDC-ACT-22.8",)))
        if wet:
            yield from drown(game, actor, ("CDC-ACT-22.7",))
        yield from game.window("acted", Deed(actor, SWIM, None, False))
        return
    game.do(Succeeded(actor=actor, action=SWIM, rules=("CDC-ACT-22.4",)))
    met: list[str] = []
    yield from _stroke(game, actor, (spare,), "CDC-ACT-22.4", met)
    figure = figure_of(game, actor)
    if figure.status == TABLE and figure.in_water and dice_at_hand(game, actor, SWIM):
        rest = tuple(spend(game, actor, dice_at_hand(game, actor, SWIM), SWIM, ("CDC-ACT-22.5",)))
        yield from _stroke(game, actor, rest, "CDC-ACT-22.5", met)
    yield from game.window("acted", Deed(actor, SWIM, None, True))


def _stroke(game: Game, actor: Id, dice: tuple[int, ...], clause: str, met: list[str]) -> Flow[None]:
    """Roll dice for a way in the water and swim it; ``met``: dangers that hurt already."""
    total, one = 0, False
    for sides in dice:
        throw = yield from throw_move(game, actor, SWIM, sides, (clause,))
        total, one = total + throw.pace, one or throw.face == 1
        if figure_of(game, actor).status != TABLE:
            return
    about = {"actor": actor, "action": SWIM, "face": total}
    budget = budget_for(game, actor, SWIM, total)
    form = walk_form(game, actor, SWIM, budget)
    end = yield from ask("place", game.controller(actor), form, about)
    state = battle_of(game)
    done = ground.walk(state.ground, state.on_table(), state.figures[actor], end, ground.SWIM, budget)
    if (yield from _dangers(game, actor, SWIM, done, one, met)):
        yield from arrive(game, actor, SWIM, done)


# --- up, down and over ------------------------------------------------------------------------------


def place_among(game: Game, actor: Id, places: tuple[ground.Place, ...], about: dict[str, Value]) -> Flow[ground.Place]:
    """Let the controller choose among places of the same worth; one alone is taken."""
    if len(places) == 1:
        return places[0]
    options = tuple(Option(p.point, {"z": p.z, "where": p.where}) for p in places)
    point = yield from ask("spot", game.controller(actor), Pick(options, level="to"), {"actor": actor, **about})
    return next(p for p in places if p.point == point)
