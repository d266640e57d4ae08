"""Blows that feats allow: cleaving on, one mighty blow, a blow in passing (open content, see ``feats.yaml``)."""

from __future__ import annotations

from arbitro.engine.asks import Flow, ask, pick
from arbitro.engine.forms import Branch, Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId, Value
from arbitro.geometry.grid import Space, Square, distance
from arbitro.geometry.grid import adjacent as touching
from arbitro.rulesets.pathfinder.aiming import aims, arms_for, blow
from arbitro.rulesets.pathfinder.arms import Arm, arm_named, has_feat, reach_of
from arbitro.rulesets.pathfinder.attacks import CRITICAL, HIT
from arbitro.rulesets.pathfinder.deeds import Path, deed
from arbitro.rulesets.pathfinder.going import walk
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of
from arbitro.rulesets.pathfinder.numbers import speed_of
from arbitro.rulesets.pathfinder.paths import Reach, can_walk, reachable, square_options, way_of
from arbitro.rulesets.pathfinder.sight import sees
from arbitro.rulesets.pathfinder.state import FLY, FULL, MELEE, RANGED, STANDARD, Swing, name_of_square, square_named
from arbitro.rulesets.pathfinder.strikes import free_to_attack, stance, weapon_branch

CLEAVE, GREAT_CLEAVE, OPEN = "incalzare", "incalzare-potenziato", "incalzando"
VITAL = {"colpo-vitale": 1, "colpo-vitale-migliorato": 2, "colpo-vitale-superiore": 3}
"""Feats by how many more times the weapon's dice are rolled."""
SPRING, FLYBY, RUN_UP = "attacco-in-movimento", "attacco-in-volo", 2  # squares before the blow
PASS, STAY = "pass", "stay"


# --- cleave -------------------------------------------------------------------------------------------


@deed("cleave", STANDARD, (CLEAVE,), grow=lambda game, it, path: weapon_branch(game, it, path, MELEE),
      offered=lambda game, it: has_feat(game, it, CLEAVE) and free_to_attack(game, it, MELEE))  # fmt: skip
def cleave(game: Game, it: Id, path: Path) -> Flow[None]:
    """A blow, and after a hit another against a foe next to the first; with the greater feat on and on. AC -2."""
    weapon, target = str(path[0]), str(path[1])
    yield from stance(game, it, OPEN)
    struck = [target]
    while (yield from blow(game, it, Swing(weapon), target, "cleave")) in (HIT, CRITICAL) and able(game, it):
        found = _next_to(game, it, weapon, target, struck)
        if not found or (len(struck) > 1 and not has_feat(game, it, GREAT_CLEAVE)):
            return
        keys: tuple[Value, ...] = (*found, PASS)
        target = str((yield from pick("cleave", game.controller(it), keys, {"it": it}, (CLEAVE,))))
        if target == PASS:
            return
        struck.append(target)


def _next_to(game: Game, it: Id, weapon: str, target: Id, struck: list[Id]) -> list[Id]:
    """Foes next to the one just struck, within reach, who have not been struck yet."""
    arm, first = arm_named(game, it, weapon), figure_of(game, target)
    return [foe for foe in aims(game, it, arm, MELEE)
            if foe not in struck and touching(first.space, figure_of(game, foe).space)]  # fmt: skip


# --- one mighty blow ----------------------------------------------------------------------------------


def vital(game: Game, it: Id) -> int:
    """How many more times a vital strike rolls the weapon's dice, 0 for those who know none."""
    return max((more for feat, more in VITAL.items() if has_feat(game, it, feat)), default=0)


@deed("vital_strike", STANDARD, ("colpo-vitale",), grow=lambda game, it, path: weapon_branch(game, it, path, MELEE),
      offered=lambda game, it: bool(vital(game, it)) and free_to_attack(game, it, MELEE))  # fmt: skip
def vital_strike(game: Game, it: Id, path: Path) -> Flow[None]:
    """One attack whose weapon dice are rolled more often; a critical hit does not multiply those."""
    yield from blow(game, it, Swing(str(path[0])), str(path[1]), "attack", more=vital(game, it))


@deed("vital_shot", STANDARD, ("colpo-vitale",), provokes=True,
      grow=lambda game, it, path: weapon_branch(game, it, path, RANGED),
      offered=lambda game, it: bool(vital(game, it)) and free_to_attack(game, it, RANGED))  # fmt: skip
def vital_shot(game: Game, it: Id, path: Path) -> Flow[None]:
    """The same with a shot or throw, which provokes."""
    yield from blow(game, it, Swing(str(path[0]), mode=RANGED), str(path[1]), "attack", more=vital(game, it))


# --- a blow in passing --------------------------------------------------------------------------------


def _runs_by(game: Game, it: Id) -> tuple[RuleId, int]:
    """By which feat somebody strikes on its way, and after how many squares at least; "" for those who have none."""
    if has_feat(game, it, SPRING):
        return SPRING, RUN_UP
    flies = has_feat(game, it, FLYBY) and way_of(game, figure_of(game, it)) == FLY
    return (FLYBY, 1) if flies else ("", 0)


def _spared(rule: RuleId, target: Id) -> tuple[Id, ...]:
    """Who gets no opportunity by it: the one struck, unless that is done in flight."""
    return (target,) if rule == SPRING else ()


def _passing(game: Game, it: Id) -> dict[tuple[str, Id], dict[Square, Reach]]:
    """By arm and foe, the squares at the end of a run-up from which the foe can be struck."""
    key = ("passing", it)
    known: dict[tuple[str, Id], dict[Square, Reach]] | None = game.now.get(key)
    if known is None:
        known = game.now[key] = {}
        figure = figure_of(game, it)
        way, (rule, run_up) = way_of(game, figure), _runs_by(game, it)
        foes = [foe for foe in battle_of(game).foes_of(figure) if not foe.hidden and sees(game, it, foe.id)]
        for foe in foes:
            squares = reachable(game, it, speed_of(game, it, way), way, odd=figure.odd,
                                unmet=_spared(rule, foe.id))  # fmt: skip
            for arm in arms_for(game, it, MELEE):
                found = {square: reach for square, reach in squares.items() if reach.cost >= run_up
                         and _struck_from(game, it, arm, figure.space.at(*square), foe.space)}  # fmt: skip
                if found:
                    known[arm.key, foe.id] = found
    return known


def _struck_from(game: Game, it: Id, arm: Arm, here: Space, there: Space) -> bool:
    least, most = reach_of(game, it, arm)
    return max(1, least) <= distance(here, there) <= most


def _passing_branch(game: Game, it: Id, path: Path) -> Branch | None:
    found = _passing(game, it)
    if not path:
        return Branch("weapon", tuple(Option(weapon) for weapon in dict.fromkeys(weapon for weapon, _ in found)))
    if len(path) == 1:
        return Branch("target", tuple(Option(foe) for weapon, foe in found if weapon == path[0]))
    if len(path) == 2:
        return Branch("square", square_options(found[str(path[0]), str(path[1])], (_runs_by(game, it)[0],)))
    return None


def _springs(game: Game, it: Id) -> bool:
    figure = figure_of(game, it)
    free = not figure.stepped and not figure.swings and can_walk(game, figure)
    return bool(_runs_by(game, it)[0]) and free and bool(_passing(game, it))


@deed("spring_attack", FULL, (SPRING,), offered=_springs, grow=_passing_branch, walks=True)
def spring_attack(game: Game, it: Id, path: Path) -> Flow[None]:
    """A move with one blow on the way, after 3 m at least; the one struck gets no opportunity by it.

    Who flies past needs no run-up, but may be struck.
    """
    weapon, target, square = str(path[0]), str(path[1]), square_named(str(path[2]))
    figure = figure_of(game, it)
    way, reach = way_of(game, figure), _passing(game, it).get((weapon, target), {}).get(square or (-1, -1))
    if reach is None:
        return
    left, rule = speed_of(game, it, way) - reach.cost, _runs_by(game, it)[0]
    spared = _spared(rule, target)
    if not (yield from walk(game, it, reach.way, way, unmet=spared)) or not able(game, it):
        return
    yield from blow(game, it, Swing(weapon), target, "spring_attack")
    figure = figure_of(game, it)
    if left < 1 or not able(game, it) or not can_walk(game, figure):
        return
    found = reachable(game, it, left, way, odd=figure.odd, unmet=spared)
    form = Pick((Option(STAY), *square_options(found, (rule,))), default=STAY, level="square")
    to = yield from ask("spring_on", game.controller(it), form, {"it": it})
    if to != STAY:
        onward = reachable(game, it, left, way, odd=figure_of(game, it).odd, unmet=spared)
        chosen = next(reach for spot, reach in onward.items() if name_of_square(spot) == to)
        yield from walk(game, it, chosen.way, way, unmet=spared)
