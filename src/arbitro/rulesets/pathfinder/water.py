"""Deep water: swimming, going under, holding one's breath, drowning (PF-SKL-03, PF-MOV-03)."""

from __future__ import annotations

from collections.abc import Iterable

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import AROUND, Square, Stride, best, explore, way_to
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan, ConditionEnded, Hurt
from arbitro.rulesets.pathfinder.events_moving import BreathHeld
from arbitro.rulesets.pathfinder.going import walk
from arbitro.rulesets.pathfinder.ground import WATER
from arbitro.rulesets.pathfinder.harm import die, restate
from arbitro.rulesets.pathfinder.lookups import able, barred, battle_of, figure_of, score_of, suffers
from arbitro.rulesets.pathfinder.numbers import speed_of
from arbitro.rulesets.pathfinder.paths import (
    Reach,
    StepsOf,
    in_water,
    provoked,
    seems_free,
    square_options,
    watchers,
    way_of,
)
from arbitro.rulesets.pathfinder.saves import ability_check, beyond
from arbitro.rulesets.pathfinder.state import (
    COSTITUZIONE,
    FULL,
    LAND,
    MOVE,
    SUBMERGED,
    SWIM,
    UNCONSCIOUS,
    Creature,
    square_named,
)

DEEP = {"calm": 10, "rough": 15, "stormy": 20}  # PF-SKL-03.2
UNDER = -5  # PF-SKL-03.2
QUARTER, HALF = "quarter", "half"
PART = {QUARTER: 4, HALF: 2}  # PF-SKL-03.1
BREATH_TIMES, BREATH_DC = 2, 10  # PF-SKL-03.3


class _Strokes:
    """Steps of a swimmer: through water, out of it at the end, into it at the beginning."""

    def __init__(self, game: Game, figure: Creature, shunned: frozenset[Square] = frozenset()) -> None:
        self.steps = StepsOf(game, figure, SWIM, shunned)
        self.signs, self.start = battle_of(game).ground.signs, (figure.x, figure.y)

    def __call__(self, square: Square) -> Iterable[Stride]:
        if self.signs.get(square) == WATER:
            return self.steps(square)
        if square != self.start:
            return ()
        return [stride for stride in self.steps(square) if self.signs.get(stride.to) == WATER]


def swim_reach(game: Game, it: Id, part: str) -> dict[Square, Reach]:
    """Where a swimmer gets with a quarter of its speed, or half: each square with its cost and who may strike."""
    figure = figure_of(game, it)
    start = (figure.x, figure.y)
    if not _Strokes(game, figure)(start):
        return {}  # no water here
    danger = watchers(game, figure)
    budget = speed_of(game, it, SWIM) or max(1, speed_of(game, it, LAND) // PART[part])
    every = explore(start, budget, _Strokes(game, figure), odd=figure.odd)
    calm = explore(start, budget, _Strokes(game, figure, frozenset(danger)), odd=figure.odd) if danger else every
    quiet, found = best(calm), {}
    for square, arrival in best(every).items():
        if square == start or not seems_free(game, figure, square):
            continue
        one = quiet.get(square, arrival)
        path = way_to(square, one.odd, calm if square in quiet else every)
        by = () if square in quiet else provoked(danger, figure, path)
        found[square] = Reach(one.cost, path, one.odd, by)
    return found


def _swims(game: Game, it: Id) -> bool:
    """On the shore, or in the water without fins; who has them simply moves there."""
    figure = figure_of(game, it)
    if figure.span > 1 or figure.stepped or figure.swings or figure.face or not _by_water(game, figure):
        return False
    if (figure.conditions and barred(game, it, MOVE)) or way_of(game, figure) != LAND:
        return False
    return bool(swim_reach(game, it, QUARTER))


def _by_water(game: Game, figure: Creature) -> bool:
    """Whether there is water where somebody stands, or right beside."""
    ground, (x, y) = battle_of(game).ground, (figure.x, figure.y)
    known = ground.memory("by water")
    if (x, y) not in known:
        around = ((x + dx, y + dy) for dx, dy in (*AROUND, (0, 0)))
        known[x, y] = any(ground.signs.get(square) == WATER for square in around)
    return bool(known[x, y])


def _swim_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if not path:
        figure = figure_of(game, it)
        whole = figure.std > 0 and figure.mov > 0 and not figure.walked and not speed_of(game, it, SWIM)
        return Branch("pace", tuple(Option(part, {}, ("PF-SKL-03.1",)) for part in PART if part == QUARTER or whole))
    if len(path) > 1:
        return None
    return Branch("square", square_options(swim_reach(game, it, str(path[0])), ("PF-SKL-03.1",)))


def _swim_cost(game: Game, it: Id, path: Path) -> str:
    return FULL if path and path[0] == HALF else MOVE


@deed("swim", _swim_cost, ("PF-SKL-03.1", "PF-MOV-03.1"), offered=_swims, grow=_swim_branch, walks=True)
def swim(game: Game, it: Id, path: Path) -> Flow[None]:
    """A quarter of the speed with a move action, or half with the round; who fails by far goes under (PF-SKL-03)."""
    part, target = str(path[0]), square_named(str(path[1]))
    reach = swim_reach(game, it, part).get(target or (-1, -1))
    if reach is None or not (speed_of(game, it, SWIM) or strokes(game, it)):
        return
    yield from walk(game, it, reach.way, SWIM, action="swim")
    if not in_water(game, figure_of(game, it)):
        come_up(game, it)


def strokes(game: Game, it: Id) -> bool:
    """A Nuotare check: whoever passes is above water, whoever fails by 5 or more goes under (PF-SKL-03.2)."""
    out = beyond(game, it, "nuotare", DEEP[battle_of(game).ground.water], ("PF-SKL-03.2",), cause="swim")
    if out >= 0:
        come_up(game, it)
    elif out <= UNDER and in_water(game, figure_of(game, it)):
        go_under(game, it)
    return out >= 0


def go_under(game: Game, it: Id) -> None:
    """Somebody is under water."""
    if not figure_of(game, it).has(SUBMERGED):
        game.do(ConditionBegan(it=it, condition=SUBMERGED, rules=("PF-SKL-03.2",)))


def come_up(game: Game, it: Id) -> None:
    """Somebody breathes again."""
    if figure_of(game, it).has(SUBMERGED):
        game.do(ConditionEnded(it=it, condition=SUBMERGED, rules=("PF-SKL-03.2",)))
        game.do(BreathHeld(it=it, rounds=0, rules=("PF-SKL-03.3",)))


# --- round after round --------------------------------------------------------------------------------


def keep_afloat(game: Game, it: Id) -> None:
    """At the end of a turn in deep water: one check a round, where no other was made; the senseless sink."""
    figure = figure_of(game, it)
    if not in_water(game, figure) or not figure.present or way_of(game, figure) != LAND:
        return
    if not able(game, it):
        go_under(game, it)
    elif "swim" not in figure.did:
        strokes(game, it)


def hold_breath(game: Game, it: Id) -> Flow[None]:
    """At the start of a turn under water: breath lasts twice the Constitution, then a check each round (PF-SKL-03.3).

    Who has no breath left loses its senses, the next round is dying, and the one after dead.
    """
    figure = figure_of(game, it)
    if not figure.has(SUBMERGED) or figure.score(COSTITUZIONE) < 0:
        return
    if not in_water(game, figure):
        come_up(game, it)
        return
    rounds = figure.breath + 1
    game.do(BreathHeld(it=it, rounds=rounds, rules=("PF-SKL-03.3",)))
    late = rounds - BREATH_TIMES * score_of(game, it, COSTITUZIONE)
    if not suffers(game, it, UNCONSCIOUS):
        if late < 1 or ability_check(game, it, COSTITUZIONE, BREATH_DC + late - 1, ("PF-SKL-03.3",), "breath"):
            return
        if figure.hp > 0:
            game.do(Hurt(it=it, amount=figure.hp, rules=("PF-SKL-03.3",)))
        game.do(ConditionBegan(it=it, condition=UNCONSCIOUS, rules=("PF-SKL-03.3",)))
        yield from restate(game, it)
    elif figure.hp >= 0:
        game.do(Hurt(it=it, amount=figure.hp + 1, rules=("PF-SKL-03.3",)))
        yield from restate(game, it)
    else:
        yield from die(game, it, "", "drowned", ("PF-SKL-03.3",))
