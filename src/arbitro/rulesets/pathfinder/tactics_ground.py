"""Where a computer stands: beside whom it strikes with all it has, opposite to a friend, and not where others strike
first. Who cannot reach anybody this turn stays out of the way that they come and has a blow ready for them."""

from __future__ import annotations

from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.geometry.grid import Space, Square, distance
from arbitro.rulesets.pathfinder.aiming import arms_for
from arbitro.rulesets.pathfinder.arms import melee_arms, reach_of
from arbitro.rulesets.pathfinder.deeds import DEEDS, may_do
from arbitro.rulesets.pathfinder.gauges import fallen
from arbitro.rulesets.pathfinder.lookups import able, barred, battle_of, figure_of
from arbitro.rulesets.pathfinder.magic import castable
from arbitro.rulesets.pathfinder.moves import step_squares
from arbitro.rulesets.pathfinder.numbers import SKILL, STEALTH, speed_of
from arbitro.rulesets.pathfinder.occasions import ANYBODY, APPROACH
from arbitro.rulesets.pathfinder.paths import Reach, reachable, stride_of, way_of
from arbitro.rulesets.pathfinder.state import RANGED, Creature, name_of_square
from arbitro.rulesets.pathfinder.stealth import HIDE
from arbitro.rulesets.pathfinder.threat import opposite, strikers, threatened_squares

Path = tuple[Value, ...]
PATIENCE = 3
"""Rounds after which it waits for nobody any more: two sides that wait would wait for ever."""
RISK = 2
"""Squares nearer to a foe that an opportunity given is worth."""
CLEAR = 2
"""Squares farther from the foes for which somebody who fights from afar moves."""

SKILLED = 5
"""The Furtività bonus from which on somebody hides while it waits."""


def standing_foes(game: Game, it: Id) -> list[Creature]:
    """The foes who are seen and can act; where none is left who can, those who yet may."""
    battle = battle_of(game)
    foes = [foe for foe in battle.foes_of(battle.figures[it]) if not foe.hidden and not foe.inside]
    return [foe for foe in foes if able(game, foe.id)] or [foe for foe in foes if not fallen(foe)]


def squares_of_move(game: Game, it: Id) -> dict[Square, Reach]:
    """Where the move that it would begin, or that is under way, leads."""
    figure = figure_of(game, it)
    way = figure.way if figure.stride else way_of(game, figure)
    return reachable(game, it, stride_of(game, figure), way, odd=figure.odd)


def span_of_arms(game: Game, it: Id) -> tuple[int, int]:
    """Least and most squares at which it strikes in melee, with whichever arm; (1, 0) for one that cannot."""
    reaches = [reach_of(game, it, arm) for arm in melee_arms(game, it)]
    return min((low for low, _ in reaches), default=1), max((high for _, high in reaches), default=0)


def danger_of(game: Game, foe: Id) -> int:
    """From how many squares away somebody comes and strikes in one turn."""
    key = ("danger", foe)
    known: int | None = game.now.get(key)
    if known is None:
        figure = figure_of(game, foe)
        held = barred(game, foe, "move") or figure.held_by or figure.inside
        stride = 0 if held else speed_of(game, foe, way_of(game, figure))
        known = game.now[key] = stride + span_of_arms(game, foe)[1]
    return known


def from_afar(game: Game, it: Id) -> bool:
    """Whether somebody shoots, throws or casts: it need not come near, and waiting for it is no use."""
    key = ("from_afar", it)
    known: bool | None = game.now.get(key)
    if known is None:
        known = game.now[key] = bool(arms_for(game, it, RANGED)) or (
            bool(figure_of(game, it).casters) and any(castable(game, it).values())
        )
    return known


def flanking(game: Game, figure: Creature, space: Space, foes: list[Creature]) -> bool:
    """Whether somebody would stand there opposite to a friend, with a foe between them (PF-FLK-02)."""
    beside = [foe.space for foe in foes if distance(space, foe.space) == 1]
    return bool(beside) and any(
        distance(friend.space, foe) == 1 and opposite(space, friend.space, foe)
        for friend in battle_of(game).friends_of(figure) if able(game, friend.id) for foe in beside
    )  # fmt: skip


def _watched(game: Game, space: Space, foes: list[Creature]) -> int:
    """How many foes threaten a space."""
    squares = space.squares()
    return sum(not threatened_squares(game, foe.id).isdisjoint(squares) for foe in foes)


# --- steps ------------------------------------------------------------------------------------------------


def step_in(game: Game, it: Id, foes: list[Creature]) -> Path | None:
    """The 1.5 m step after which somebody whom nobody is in reach of strikes with all it has (PF-MISC-01)."""
    figure = figure_of(game, it)
    low, high = span_of_arms(game, it)
    near = [foe for foe in foes if distance(figure.space, foe.space) <= high + 1]
    if not near or not (figure.std and figure.mov) or not may_do(game, figure, DEEDS["step"]):
        return None
    ranked = []
    for square in step_squares(game, it):
        space = figure.space.at(*square)
        within = [foe for foe in near if low <= distance(space, foe.space) <= high]
        if within:
            flank = flanking(game, figure, space, within)
            ranked.append((not flank, _watched(game, space, foes), min(foe.hp for foe in within), square))
    return ("step", name_of_square(min(ranked)[-1])) if ranked else None


def step_round(game: Game, it: Id, target: Id, foes: list[Creature]) -> Path | None:
    """The step to the far side of whom it is about to strike, opposite to a friend, if no more foes threaten there."""
    figure, foe = figure_of(game, it), figure_of(game, target)
    friends = [friend for friend in battle_of(game).friends_of(figure) if distance(friend.space, foe.space) == 1]
    if not friends or figure.swings or not (figure.std and figure.mov) or flanking(game, figure, figure.space, [foe]):
        return None
    if not may_do(game, figure, DEEDS["step"]):
        return None
    here = _watched(game, figure.space, foes)
    for square in sorted(step_squares(game, it)):
        space = figure.space.at(*square)
        if flanking(game, figure, space, [foe]) and _watched(game, space, foes) <= here:
            return ("step", name_of_square(square))
    return None


# --- moves ------------------------------------------------------------------------------------------------


def approach(game: Game, it: Id, foes: list[Creature]) -> Path | None:
    """The move of somebody who can attack nobody from here: to a foe whom it then strikes, or as near as is safe."""
    figure = figure_of(game, it)
    if not foes:
        return None
    if not figure.std:
        return keep_off(game, it, foes)
    if not (figure.mov or figure.stride):
        return hold(game, it, foes) if waits(game, it, foes) else nearer(game, it, foes)
    found = squares_of_move(game, it)
    low, high = span_of_arms(game, it)
    ranked = []
    for square, reach in found.items():
        space = figure.space.at(*square)
        within = [foe for foe in foes if low <= distance(space, foe.space) <= high]
        if within:
            flank = flanking(game, figure, space, within)
            weak = min(foe.hp for foe in within)
            ranked.append((len(reach.by), not flank, _watched(game, space, foes), weak, reach.cost, square))
    if ranked:
        return ("move", name_of_square(min(ranked)[-1]))
    if not waits(game, it, foes):
        return nearer(game, it, foes)
    nearer_still = _safely_nearer(figure, found, [(foe.space, danger_of(game, foe.id)) for foe in foes])
    return nearer_still or _out_of_sight(game, it) or hold(game, it, foes)


def walk_round(game: Game, it: Id, foes: list[Creature]) -> Path | None:
    """The walk to the far side of a foe whom a friend holds, where nobody strikes on the way: as good as a charge,
    without the opening that a charge leaves."""
    figure, battle = figure_of(game, it), battle_of(game)
    friends = [friend for friend in battle.friends_of(figure) if able(game, friend.id)]
    if not (figure.std and figure.mov) or not any(distance(one.space, f.space) == 1 for one in friends for f in foes):
        return None
    found = squares_of_move(game, it)
    good = [
        (reach.cost, square)
        for square, reach in found.items()
        if not reach.by and flanking(game, figure, figure.space.at(*square), foes)
    ]
    return ("move", name_of_square(min(good)[1])) if good else None


def waits(game: Game, it: Id, foes: list[Creature]) -> bool:
    """Whether it lets the foes come: they have to, none is at hand-strokes yet, and it has not waited for long."""
    if battle_of(game).round > PATIENCE or any(from_afar(game, foe.id) for foe in foes):
        return False
    side = [one for one in battle_of(game).side(figure_of(game, it).seat) if able(game, one.id)]
    return not any(distance(one.space, foe.space) <= 1 for one in side for foe in foes)


def _safely_nearer(figure: Creature, found: dict[Square, Reach], dangers: list[tuple[Space, int]]) -> Path | None:
    """The square nearest to the foes to which none of them comes and strikes in one turn; None if here is as near."""

    def away(space: Space) -> tuple[int, int]:
        far = [distance(space, foe) for foe, _ in dangers]
        return sum(one <= danger for one, (_, danger) in zip(far, dangers, strict=True)), min(far)

    ranked = [(*away(figure.space.at(*square)), reach.cost, square) for square, reach in found.items() if not reach.by]
    best = min(ranked, default=None)
    return ("move", name_of_square(best[-1])) if best is not None and best[:2] < away(figure.space) else None


def _out_of_sight(game: Game, it: Id) -> Path | None:
    """To hide while it waits, for somebody skilled whom nobody sees where it is (PF-SKL-06.3)."""
    figure = figure_of(game, it)
    if figure.hidden or not may_do(game, figure, DEEDS[HIDE]):
        return None
    skilled = game.query(SKILL, it=it, skill=STEALTH, target="").value >= SKILLED
    return (HIDE,) if skilled and HIDE not in figure.did else None


def hold(game: Game, it: Id, foes: list[Creature]) -> Path | None:
    """A blow ready for whoever comes into reach (PF-RDY-02); None where it has nothing to strike with."""
    arms = melee_arms(game, it)
    if not arms or not may_do(game, figure_of(game, it), DEEDS["ready"]):
        return None
    arm = max(arms, key=lambda one: reach_of(game, it, one)[1])
    return ("ready", APPROACH, ANYBODY, "attack", arm.key)


def nearer(game: Game, it: Id, foes: list[Creature]) -> Path | None:
    """The square of a move that is nearest to a foe who stands, with as few opportunities given as may be."""
    figure = figure_of(game, it)
    now = min(distance(figure.space, foe.space) for foe in foes)
    best: tuple[tuple[int, int, int], str] | None = None
    for square, reach in sorted(squares_of_move(game, it).items()):
        space = figure.space.at(*square)
        away = min(distance(space, foe.space) for foe in foes)
        key = (away + RISK * len(reach.by), 0 if flanking(game, figure, space, foes) else 1, reach.cost)
        if away < now and (best is None or key < best[0]):
            best = (key, name_of_square(square))
    return ("move", best[1]) if best is not None else None


def keep_off(game: Game, it: Id, foes: list[Creature]) -> Path | None:
    """Where somebody who fights from afar goes when it has done what it could: out of the way of those who come."""
    figure = figure_of(game, it)
    if not from_afar(game, it) or strikers(game, it) or figure.swings:
        return None
    now = min(distance(figure.space, foe.space) for foe in foes)
    if all(distance(figure.space, foe.space) > danger_of(game, foe.id) for foe in foes):
        return None
    ranked = []
    for square, reach in squares_of_move(game, it).items():
        space = figure.space.at(*square)
        if not reach.by:
            ranked.append((-min(distance(space, foe.space) for foe in foes), reach.cost, square))
    best = min(ranked, default=None)
    return ("move", name_of_square(best[-1])) if best is not None and -best[0] >= now + CLEAR else None
