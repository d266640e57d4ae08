"""Blows that send their target flying (Awesome Blow; open content).

Our rulings: the blow is one of its slams, or of its first natural attack where it has none; at the edge of the board
the flight ends without more harm.
"""

from __future__ import annotations

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Branch, Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id
from arbitro.geometry.grid import AROUND, Square, distance
from arbitro.rulesets.pathfinder.aiming import aims
from arbitro.rulesets.pathfinder.arms import Arm, arms_of, has_feat
from arbitro.rulesets.pathfinder.beasts import wrench
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan
from arbitro.rulesets.pathfinder.ground import within
from arbitro.rulesets.pathfinder.harm import suffer
from arbitro.rulesets.pathfinder.lookups import battle_of, figure_of, suffers
from arbitro.rulesets.pathfinder.manoeuvres import Manoeuvre, attempt
from arbitro.rulesets.pathfinder.pushing import force, in_the_way, lane_of, stopped
from arbitro.rulesets.pathfinder.state import (
    INCORPOREAL_BODY,
    MELEE,
    PRONE,
    STANDARD,
    name_of_square,
    square_named,
)

AWESOME_BLOW, FEAT, SLAM = "awesome_blow", "colpo-possente", "schianto"
FLIGHT, DASHED = 2, (1, 6)
"""Squares that somebody is sent, and the dice that it takes, and gives, where something stops it."""


def _arm(game: Game, it: Id) -> Arm | None:
    natural = [arm for arm in arms_of(game, it) if arm.natural]
    return next((arm for arm in natural if arm.key == SLAM), natural[0] if natural else None)


def _targets(game: Game, it: Id) -> list[Id]:
    """Those within reach who are smaller and have a body."""
    arm = _arm(game, it)
    if arm is None:
        return []
    size = figure_of(game, it).size
    return [foe for foe in aims(game, it, arm, MELEE)
            if figure_of(game, foe).size < size and not suffers(game, foe, INCORPOREAL_BODY)
            and not figure_of(game, foe).mount and not figure_of(game, foe).inside]  # fmt: skip


def _landings(game: Game, it: Id, target: Id) -> list[Square]:
    """Where a target may be sent, one square for each direction: never nearer than it is, and no farther than the
    board goes."""
    figure, mine, found = figure_of(game, target), figure_of(game, it).space, []
    for way in AROUND:
        lane = [square for square in lane_of(figure, way, FLIGHT) if within(battle_of(game), figure.space.at(*square))]
        if lane and all(distance(mine, figure.space.at(*square)) >= distance(mine, figure.space) for square in lane):
            found.append(lane[-1])
    return found


def _branch(game: Game, it: Id, path: Path) -> Branch | None:
    if not path:
        return Branch("target", tuple(Option(foe) for foe in _targets(game, it) if _landings(game, it, foe)))
    if len(path) == 1:
        return Branch("square", tuple(Option(name_of_square(s)) for s in _landings(game, it, str(path[0]))))
    return None


def _offered(game: Game, it: Id) -> bool:
    free = has_feat(game, it, FEAT) and not figure_of(game, it).swings
    return free and any(_landings(game, it, foe) for foe in _targets(game, it))


@deed(AWESOME_BLOW, STANDARD, (FEAT,), grow=_branch, offered=_offered)
def awesome_blow(game: Game, it: Id, path: Path) -> Flow[None]:
    """A manoeuvre: whoever does not withstand it takes the blow, flies 3 metres and falls prone."""
    target, landing, arm = str(path[0]), square_named(str(path[1])), _arm(game, it)
    assert landing is not None
    out = yield from attempt(game, Manoeuvre(actor=it, target=target, name=AWESOME_BLOW, rule=FEAT))
    if not out.passed or arm is None:
        return
    yield from wrench(game, it, target, arm, FEAT)
    if figure_of(game, target).present:
        yield from _flies(game, it, target, landing)


def _flies(game: Game, it: Id, target: Id, landing: Square) -> Flow[None]:
    """As far as nothing stands in the way; what does takes as much harm as who is dashed against it."""
    figure = figure_of(game, target)
    far = max(abs(landing[0] - figure.x), abs(landing[1] - figure.y))
    way = ((landing[0] - figure.x) // far, (landing[1] - figure.y) // far)
    gone, met, halted = 0, "", False
    while gone < far and not halted:
        met = in_the_way(game, it, [target], way, gone)
        halted = bool(met) or stopped(game, figure, way, gone)
        gone += not halted
    if gone:
        yield from force(game, target, lane_of(figure, way, gone), FEAT)
    if halted:
        for one in (target, met):
            if one and figure_of(game, one).present:
                number, sides = DASHED
                amount = game.sum(number, sides, by=it, rules=(FEAT,))
                yield from suffer(game, one, amount, "contundente", actor=it, rules=(FEAT,))
    if figure_of(game, target).present and not suffers(game, target, PRONE):
        game.do(ConditionBegan(it=target, condition=PRONE, rules=(FEAT,)))
