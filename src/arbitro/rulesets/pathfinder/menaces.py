"""What some creatures do beside blows: songs that draw, volleys of spikes and rocks, bodies that split (open content).

Their records in ``abilities`` say when, how hard and for how long; here are the words they use.
"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from arbitro.engine.asks import Flow
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import Space, Square, distance, ring
from arbitro.rulesets.pathfinder.arms import arm_named, has_feat, worn_armour
from arbitro.rulesets.pathfinder.attacks import Attempt, attack, can_be_attacked, extra_damage
from arbitro.rulesets.pathfinder.beasts import Lane, dodges, lane_options, over, wrench
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events import Moved
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan
from arbitro.rulesets.pathfinder.events_bonds import GrappleChanged, Joined
from arbitro.rulesets.pathfinder.events_gullet import Halved, Swallowed
from arbitro.rulesets.pathfinder.facts import fact
from arbitro.rulesets.pathfinder.going import walk
from arbitro.rulesets.pathfinder.ground import occupants, room_for, within
from arbitro.rulesets.pathfinder.harm import die
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, suffers
from arbitro.rulesets.pathfinder.numbers import speed_of
from arbitro.rulesets.pathfinder.paths import can_walk, may_stop, reachable, way_of
from arbitro.rulesets.pathfinder.saves import save
from arbitro.rulesets.pathfinder.state import PRONE, RANGED, RIFLESSI, STANDARD, square_named
from arbitro.rulesets.pathfinder.things import damage_thing
from arbitro.rulesets.pathfinder.verbs import rules_of, those, verb
from arbitro.rulesets.pathfinder.ways import cross

DRAWN = "ammaliato"
"""In thrall to a song."""
ENGULF = "inglobare"
DEATH_ROLL, ACID = "giro-della-morte", "acido"
SPLIT_WAYS = 2
HASTE = 2
"""Times its speed that somebody covers who follows a song with its whole turn."""


# --- songs --------------------------------------------------------------------------------------------


@verb("lure")
def lure(game: Game, scope: dict[str, Any], it: Id, args: dict[str, Any]) -> Flow[None]:
    """Somebody in thrall goes to ``me`` by the shortest way, and stands there."""
    me, figure = scope["me"], figure_of(game, it)
    there, way = figure_of(game, me).space, way_of(game, figure)
    found = reachable(game, it, HASTE * speed_of(game, it, way), way, odd=figure.odd)
    nearer = [(distance(figure.space.at(*square), there), reach.cost, _apart(square, there), square)
              for square, reach in found.items()]  # fmt: skip
    best = min(nearer, default=None)
    if best is not None and best[0] < distance(figure.space, there):
        yield from walk(game, it, found[best[-1]].way, way, action="lure")


def _apart(square: Square, there: Space) -> int:
    return (square[0] - there.x) ** 2 + (square[1] - there.y) ** 2


@fact
def sways(game: Game, it: str, mark: str) -> bool:
    """Whether a song has anybody to draw: a foe who is in thrall already, or has not withstood it (``mark``) yet."""
    foes = battle_of(game).foes_of(figure_of(game, it))
    return any(suffers(game, foe.id, DRAWN) or not game.marked(foe.id, mark) for foe in foes if not foe.hidden)


# --- engulfing ----------------------------------------------------------------------------------------


def engulf_lanes(game: Game, it: Id) -> dict[Square, Lane]:
    """Where a body that engulfs can come to rest, upon those it comes over, with its speed."""
    figure, taken = figure_of(game, it), occupants(game)

    def stops(square: Square, seen: set[Id]) -> bool:
        cells = figure.space.at(*square).squares()
        others = {one for cell in cells for one in taken.get(cell, ())} - seen - {it}
        return not others and all(room_for(game, figure, cell) for cell in cells)

    return over(game, figure, 1, stops, upon=True)


def _engulfs(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    free = not figure.stepped and not figure.walked and not figure.swings and can_walk(game, figure)
    return has_feat(game, it, ENGULF) and free and bool(engulf_lanes(game, it))


@deed("engulf", STANDARD, (ENGULF,), offered=_engulfs, walks=True,
      grow=lambda game, it, path: None if path else lane_options(game, it, engulf_lanes(game, it), ENGULF))  # fmt: skip
def engulf(game: Game, it: Id, path: Path) -> Flow[None]:
    """Straight on over what is smaller: whoever neither gets aside nor stops it is inside (open content)."""
    lane = engulf_lanes(game, it).get(square_named(str(path[0])) or (-1, -1))
    if lane is None:
        return
    come_over, space = dict(zip(lane.path, lane.under, strict=True)), figure_of(game, it).space
    covered = {cell for there in lane.path for cell in space.at(*there).squares()}

    def under(there: Square) -> Flow[None]:
        for one in come_over[there]:
            aside = yield from dodges(game, it, one, ENGULF)
            if aside is not None and figure_of(game, one).present:
                _take_in(game, it, one, covered, aside=aside)

    unmet = tuple(one for ones in lane.under for one in ones)
    yield from cross(game, it, tuple(lane.path), (ENGULF,), unmet=unmet, under=under)


def _take_in(game: Game, it: Id, target: Id, covered: set[Square], *, aside: bool) -> None:
    """Somebody gets aside, where there is room beside the way, or is inside."""
    figure = figure_of(game, target)
    spots = [square for far in (1, 2) for square in ring(figure.space, far, figure.span)
             if covered.isdisjoint(figure.space.at(*square).squares())
             and within(battle_of(game), figure.space.at(*square)) and may_stop(game, figure, square)]  # fmt: skip
    if aside and spots:
        near = min(spots, key=lambda square: (_apart(square, figure.space), square))
        game.do(Moved(it=target, path=(near,), forced=True, rules=(ENGULF,)))
        return
    _closes_over(game, it, target)


def _closes_over(game: Game, it: Id, target: Id) -> None:
    """Somebody is inside a body that engulfs, and held by nobody else."""
    figure = figure_of(game, target)
    for holder, held in ((target, figure.holds), (figure.held_by, target)):
        if holder and held:
            game.do(GrappleChanged(it=holder, target=held, held=False, rules=(ENGULF,)))
    game.do(Swallowed(it=target, by=it, rules=(ENGULF,)))


@verb("take_in")
def take_in(game: Game, scope: dict[str, Any], it: Id, args: dict[str, Any]) -> None:
    """Whoever walks into ``me`` is inside, if it is no larger."""
    figure, mine = figure_of(game, it), figure_of(game, scope["me"])
    if figure.present and not figure.inside and figure.size <= mine.size:
        _closes_over(game, mine.id, it)


@verb("lash", args={"with": "name"})
def lash(game: Game, scope: dict[str, Any], it: Id, args: dict[str, Any]) -> Flow[None]:
    """Whoever walks into ``me`` takes what a blow of it does, without a roll."""
    me = scope["me"]
    arm = arm_named(game, me, str(args["with"]))
    yield from wrench(game, me, it, arm, scope["rule"])
    yield from extra_damage(game, Attempt(actor=me, target=it, weapon=arm.key), arm)


# --- volleys ------------------------------------------------------------------------------------------


@verb("volley", args={"with": "name", "to": "expr"})
def volley(game: Game, scope: dict[str, Any], shots: int, args: dict[str, Any]) -> Flow[None]:
    """So many shots of ``me`` with what its body, or the ground, gives it: an attack roll for each."""
    me = scope["me"]
    for target in those(scope, args):
        for _ in range(shots):
            if able(game, me) and can_be_attacked(game, me, target, RANGED):
                yield from attack(game, Attempt(actor=me, target=target, weapon=str(args["with"]), mode=RANGED,
                                                action="attack"))  # fmt: skip


# --- bodies -------------------------------------------------------------------------------------------


@fact
def in_turn(game: Game, it: str) -> bool:
    """Whether it is somebody's turn."""
    return battle_of(game).turn == it


@verb("slay")
def slay(game: Game, scope: dict[str, Any], it: Id, args: dict[str, Any]) -> Flow[None]:
    """Somebody dies of it."""
    yield from die(game, it, scope["me"], "drained", rules_of(scope))


@verb("split")
def split(game: Game, scope: dict[str, Any], it: Id, args: dict[str, Any]) -> None:
    """A body comes apart in two, each with half of its hit points; where there is no room it holds together."""
    figure = figure_of(game, it)
    spots = (square for far in (1, SPLIT_WAYS) for square in sorted(ring(figure.space, far, figure.span)))
    square = next(
        (s for s in spots if within(battle_of(game), figure.space.at(*s)) and may_stop(game, figure, s)), None
    )
    part = figure.hp // SPLIT_WAYS
    if square is None or part < 1:
        return
    twin = structs.replace(
        figure, id=game.new_id("part"), x=square[0], y=square[1], hp=part, hp_max=part, holds="", held_by="",
        loosely=False, met=(), beset=(), swings=(), ready=(), stride=0, timed=(), conditions=(), mount="", rider="",
    )  # fmt: skip
    game.do(Halved(it=it, hp=part, rules=rules_of(scope)))
    order = battle_of(game).order
    after = order[order.index(it) + 1 :] if it in order else ()
    game.do(Joined(creature=twin, before=after[0] if after else "", rules=rules_of(scope)))


@verb("corrode", args={"with": "expr", "dice": "expr", "sides": "expr", "dc": "expr"})
def corrode(game: Game, scope: dict[str, Any], it: Id, args: dict[str, Any]) -> Flow[None]:
    """The weapon with which somebody has touched a body of acid takes harm, unless its bearer snatches it back."""
    item = arm_named(game, it, str(args["with"])).item
    if item is None or (yield from save(game, it, RIFLESSI, int(args["dc"]), ACID, scope["me"], rules_of(scope))):
        return
    amount = game.sum(int(args["dice"]), int(args["sides"]), by=scope["me"], rules=rules_of(scope))
    yield from damage_thing(game, it, item, amount, by="")


@verb("eat_armour", args={"by": "expr", "dc": "expr"})
def eat_armour(game: Game, scope: dict[str, Any], it: Id, args: dict[str, Any]) -> Flow[None]:
    """What acid has burnt somebody eats as much of the armour that it wears, unless it gets it out of the way."""
    body = next((item for item, armour in worn_armour(game, figure_of(game, it)) if item.worn), None)
    if body is None or (yield from save(game, it, RIFLESSI, int(args["dc"]), ACID, scope["me"], rules_of(scope))):
        return
    yield from damage_thing(game, it, body, int(args["by"]), by="")


def death_roll(game: Game, it: Id, target: Id) -> Flow[None]:
    """Whoever rolls over with what it holds: its bite again, and who is no larger than it lies on the ground."""
    mine, theirs = figure_of(game, it), figure_of(game, target)
    if not has_feat(game, it, DEATH_ROLL) or theirs.size > mine.size or not theirs.present:
        return
    yield from wrench(game, it, target, arm_named(game, it, "morso"), DEATH_ROLL)
    if figure_of(game, target).present and not suffers(game, target, PRONE):
        game.do(ConditionBegan(it=target, condition=PRONE, rules=(DEATH_ROLL,)))
