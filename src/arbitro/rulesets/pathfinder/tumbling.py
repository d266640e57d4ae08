"""Acrobatics: past foes who threaten, through their squares, over gaps (PF-SKL-07, PF-GRID-15, -19)."""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.geometry.grid import Space, Square, best, distance, explore, price, way_to
from arbitro.rulesets.pathfinder.burden import slowed
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events_moving import Tumbled
from arbitro.rulesets.pathfinder.going import Gait, walk
from arbitro.rulesets.pathfinder.ground import occupants
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, helpless
from arbitro.rulesets.pathfinder.moves import move_cost, set_out
from arbitro.rulesets.pathfinder.numbers import CMD_OF
from arbitro.rulesets.pathfinder.opportunities import provoke
from arbitro.rulesets.pathfinder.paths import (
    Reach,
    StepsOf,
    can_walk,
    provoked,
    seems_free,
    stride_of,
    watchers,
    way_of,
)
from arbitro.rulesets.pathfinder.saves import skill
from arbitro.rulesets.pathfinder.state import Creature, name_of_square, square_named

TUMBLE = "tumble"
SLOWLY, FULL_SPEED = "slowly", "full_speed"
TIMES = {SLOWLY: 2, FULL_SPEED: 1}  # PF-SKL-07.2: half the speed, or the whole
HASTY, THROUGH, EACH_MORE = 10, 5, 2  # PF-SKL-07.1, -07.2
ACROBATICS = "acrobazia"


def tumble_dc(game: Game, it: Id, foe: Id, pace: str, *, through: bool, more: int) -> int:
    """The DC to get past a foe, or through its square; ``more``: foes already tried in this round (PF-SKL-07.1)."""
    base = game.query(CMD_OF, target=foe, actor=it, manoeuvre=TUMBLE).value
    return base + (THROUGH if through else 0) + EACH_MORE * more + (HASTY if pace == FULL_SPEED else 0)


def barring(game: Game, figure: Creature, there: Square) -> tuple[Id, ...]:
    """Foes whose squares a creature would enter, and who could bar them."""
    taken, foes = occupants(game), {foe.id for foe in battle_of(game).foes_of(figure)}
    cells = Space(*there, figure.span).squares()
    found = dict.fromkeys(other for cell in cells for other in taken.get(cell, ()) if other in foes)
    return tuple(other for other in found if not helpless(game, other))


class Tumbling(Gait):
    """A way past foes: one check for each, before the square that it watches is left, or its own entered."""

    through = True
    ends = ("PF-SKL-07.3",)

    def __init__(self, pace: str) -> None:
        self.pace, self.times = pace, TIMES[pace]
        self.past: set[Id] = set()
        self.inside: set[Id] = set()

    def heeds(self, game: Game, it: Id, there: Square) -> bool:
        return any(foe not in self.inside for foe in barring(game, figure_of(game, it), there))

    def enter(self, game: Game, it: Id, there: Square, struck: tuple[Id, ...]) -> Flow[tuple[Id, ...] | None]:
        """Who strikes after all: those whom the check does not beat; none, and no farther, where a body is in the way.

        A success counts for the whole move, a failure too: nobody gets a second opportunity out of it (PF-AOO-13.1).
        """
        in_the_way = barring(game, figure_of(game, it), there)
        for foe in in_the_way:
            if foe in self.inside:
                continue
            self.inside.add(foe)
            self.past.add(foe)
            if not self._beats(game, it, foe, through=True):
                yield from provoke(game, it, TUMBLE, (foe,))  # PF-SKL-07.3
                return None
        late = []
        for foe in struck:
            if foe in self.past:
                continue
            self.past.add(foe)
            if not self._beats(game, it, foe, through=False):
                late.append(foe)
        return tuple(late)

    def _beats(self, game: Game, it: Id, foe: Id, *, through: bool) -> bool:
        dc = tumble_dc(game, it, foe, self.pace, through=through, more=_others(game, it, foe))
        rules: tuple[RuleId, ...] = ("PF-SKL-07.1", "PF-GRID-15.1") if through else ("PF-SKL-07.1",)
        game.do(Tumbled(it=it, foe=foe, rules=rules))
        return skill(game, it, ACROBATICS, dc, rules, target=foe, cause=TUMBLE)


def _others(game: Game, it: Id, foe: Id) -> int:
    """Foes other than this one past whom somebody has tried to tumble in this round."""
    return len({other for other in figure_of(game, it).tumbled if other != foe})


# --- the action ---------------------------------------------------------------------------------------


def tumble_reach(game: Game, it: Id, pace: str) -> dict[Square, Reach]:
    """Squares to which the way leads past foes, or only through theirs, with those foes in order."""
    key = ("tumble", it, pace)
    known: dict[Square, Reach] | None = game.now.get(key)
    if known is None:
        known = game.now[key] = _tumble_reach(game, it, TIMES[pace])
    return known


def _tumble_reach(game: Game, it: Id, times: int) -> dict[Square, Reach]:
    figure = figure_of(game, it)
    way = figure.way if figure.stride else way_of(game, figure)
    budget, start, danger = stride_of(game, figure) // times, (figure.x, figure.y), watchers(game, figure)
    shunned = frozenset(danger)
    quiet = best(explore(start, budget, StepsOf(game, figure, way, shunned), odd=figure.odd))
    found: dict[Square, Reach] = {}
    for through in (False, True):
        every = explore(start, budget, StepsOf(game, figure, way, through=through), odd=figure.odd)
        for square, arrival in best(every).items():
            if square in quiet or square in found or square == start or not seems_free(game, figure, square):
                continue
            path = way_to(square, arrival.odd, every)
            bodies = tuple(foe for one in path for foe in barring(game, figure, one)) if through else ()
            by = tuple(dict.fromkeys((*provoked(danger, figure, path), *bodies)))
            if by:
                found[square] = Reach(arrival.cost * times, path, arrival.odd, by)
    return found


def _tumbles(game: Game, it: Id) -> bool:
    """Past somebody, in nothing that slows, and on one's feet (PF-SKL-07.2)."""
    figure = figure_of(game, it)
    if figure.stepped or figure.swings or not can_walk(game, figure) or slowed(game, figure):
        return False
    if _threatened_here(game, figure):
        return True
    far = stride_of(game, figure)
    near = any(distance(figure.space, foe.space) <= far + 2 * foe.reach for foe in battle_of(game).foes_of(figure))
    return near and (_leads_past(game, figure, far) or any(tumble_reach(game, it, pace) for pace in TIMES))


def _leads_past(game: Game, figure: Creature, far: int) -> bool:
    """Whether a square is reached only by leaving one that a foe watches: the usual case, found sooner."""
    danger = watchers(game, figure)
    if not danger:
        return False
    way = figure.way if figure.stride else way_of(game, figure)
    shunned = frozenset(danger)
    quiet = explore((figure.x, figure.y), far, StepsOf(game, figure, way, shunned), odd=figure.odd)
    calm, steps = {square for square, _ in quiet}, StepsOf(game, figure, way)
    return any(
        stride.to not in calm and seems_free(game, figure, stride.to)
        and arrival.cost + stride.extra + price(stride.diagonal, odd, stride.doublings)[0] <= far
        for (square, odd), arrival in quiet.items() if square in shunned for stride in steps(square)
    )  # fmt: skip


def _threatened_here(game: Game, figure: Creature) -> bool:
    """Whether a foe watches the square where somebody stands, and a neighbouring one is free: then there is a way."""
    if (figure.x, figure.y) not in watchers(game, figure):
        return False
    way = figure.way if figure.stride else way_of(game, figure)
    budget = stride_of(game, figure)
    return any(
        price(stride.diagonal, figure.odd, stride.doublings)[0] + stride.extra <= budget
        and seems_free(game, figure, stride.to)
        for stride in StepsOf(game, figure, way)((figure.x, figure.y))
    )  # fmt: skip


def _tumble_branch(game: Game, it: Id, path: Path) -> Branch | None:
    if not path:
        paces = tuple(pace for pace in TIMES if tumble_reach(game, it, pace))
        return Branch("pace", tuple(Option(pace, {}, ("PF-SKL-07.2",)) for pace in paces))
    if len(path) > 1:
        return None
    pace = str(path[0])
    return Branch("square", tuple(
        Option(name_of_square(square), {"cost": reach.cost, "past": reach.by, "dcs": _dcs(game, it, pace, reach)},
               ("PF-SKL-07.1",))
        for square, reach in sorted(tumble_reach(game, it, pace).items())
    ))  # fmt: skip


def _dcs(game: Game, it: Id, pace: str, reach: Reach) -> tuple[int, ...]:
    """The DC of each check on a way."""
    figure, tried = figure_of(game, it), set(figure_of(game, it).tumbled)
    bodies = {foe for square in reach.way for foe in barring(game, figure, square)}
    found = []
    for foe in reach.by:
        found.append(tumble_dc(game, it, foe, pace, through=foe in bodies, more=len(tried - {foe})))
        tried.add(foe)
    return tuple(found)


@deed(TUMBLE, move_cost, ("PF-SKL-07.1", "PF-GRID-15.1"), offered=_tumbles, grow=_tumble_branch, walks=True)
def tumble(game: Game, it: Id, path: Path) -> Flow[None]:
    """A move in which Acrobazia takes the place of luck: past foes, or through their squares (PF-SKL-07)."""
    pace, target = str(path[0]), square_named(str(path[1]))
    reach = tumble_reach(game, it, pace).get(target or (-1, -1))
    if reach is None:
        return
    way = set_out(game, it)
    yield from walk(game, it, reach.way, way, action=TUMBLE, gait=Tumbling(pace))
