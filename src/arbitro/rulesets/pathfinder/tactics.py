"""What a computer opponent values: the worth of a state, and quick answers without looking ahead.

Nothing here looks at the dice to come or at anything a seat may not see.
"""

from __future__ import annotations

from arbitro.engine.asks import Decision
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Seat, Value
from arbitro.geometry.grid import distance
from arbitro.rulesets.pathfinder.arms import arm_named, dice_of
from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of, defence_of
from arbitro.rulesets.pathfinder.deeds import DEEDS, END, may_do
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of
from arbitro.rulesets.pathfinder.moves import Reach, reachable, stride_of, way_of
from arbitro.rulesets.pathfinder.numbers import DAMAGE
from arbitro.rulesets.pathfinder.state import DEAD, MELEE, PRONE, RANGED, Battle, Creature, name_of_square

BODY, POINT, LYING, DYING_WORTH = 4000, 100, 2500, 1200
FEW_LEFT = 40


def worth(state: Battle, seat: Seat) -> int:
    """Bodies, their hit points and whether they can fight; ours minus theirs."""
    total = 0
    for figure in state.figures.values():
        value = _value(figure)
        total += value if figure.seat == seat else -value
    if state.result:
        total += 10**7 if state.result == seat else 0 if state.result == "draw" else -(10**7)
    return total


def _value(figure: Creature) -> int:
    if figure.status == DEAD:
        return 0
    value = BODY + figure.level * 300 + POINT * max(figure.hp, -10)
    if figure.status != "in":
        return value // 2
    if figure.hp < 0:
        return max(0, value - LYING)
    return value - 600 * len(figure.conditions) - 40 * figure.nonlethal


# --- quick answers ------------------------------------------------------------------------------------


def plain_answer(game: Game, it: Id) -> tuple[Value, ...]:
    """What silence means: go on with a full attack that has begun, else end the turn."""
    figure = figure_of(game, it)
    if figure.swings and may_do(game, figure, DEEDS["swing"]):
        return _first(game, it, "swing")
    return (END,)


def _first(game: Game, it: Id, name: str) -> tuple[Value, ...]:
    path: tuple[Value, ...] = (name,)
    while (branch := DEEDS[name].grow(game, it, path[1:])) is not None:
        path = (*path, branch.options[0].key)
    return path


def quick_deed(game: Game, it: Id) -> tuple[Value, ...]:
    """A sensible action: finish what has begun, strike whoever falls soonest, or get nearer to somebody."""
    figure = figure_of(game, it)
    if figure.has(PRONE) and may_do(game, figure, DEEDS["stand"]):
        return ("stand",)
    for name in ("swing", "full_attack", "attack", "shoot"):
        if may_do(game, figure, DEEDS[name]):
            found = _best(game, it, name)
            if found is not None:
                return found
    if may_do(game, figure, DEEDS["move"]):
        found = _nearer(game, it)
        if found is not None:
            return found
    if "total_defence" in DEEDS and figure.std and may_do(game, figure, DEEDS["total_defence"]) and not figure.swings:
        return ("total_defence",)
    return (END,)


def _best(game: Game, it: Id, name: str) -> tuple[Value, ...] | None:
    """Of all paths of an attack that which hurts most, whoever is nearest to falling."""
    best: tuple[int, tuple[Value, ...]] | None = None
    for path in _paths(game, it, name):
        weapon, target = str(path[-2]), str(path[-1])
        score = expected(game, it, weapon, target, RANGED if name == "shoot" else MELEE) * 100
        score //= 4 + max(0, figure_of(game, target).hp)
        if not able(game, target):
            score -= 10_000
        if best is None or score > best[0]:
            best = (score, path)
    return best[1] if best is not None and best[0] > -5_000 else None


def _paths(game: Game, it: Id, name: str) -> list[tuple[Value, ...]]:
    found: list[tuple[Value, ...]] = []
    todo: list[tuple[Value, ...]] = [(name,)]
    while todo and len(found) < FEW_LEFT:
        path = todo.pop(0)
        branch = DEEDS[name].grow(game, it, path[1:])
        if branch is None:
            found.append(path)
        else:
            todo += [(*path, option.key) for option in branch.options]
    return found


def expected(game: Game, it: Id, weapon: str, target: Id, mode: str) -> int:
    """About a hundred times the damage that one attack deals on average."""
    a = Attempt(actor=it, target=target, weapon=weapon, mode=mode)
    need = defence_of(game, a).value - bonus_of(game, a).value
    chance = min(19, max(1, 21 - need))
    number, sides = dice_of(game, it, arm_named(game, it, weapon))
    bonus = game.query(DAMAGE, actor=it, target=target, weapon=weapon, mode=mode, action="attack", manner="plain",
                       hand="primary", penalty=0).value  # fmt: skip
    return chance * 5 * max(2, number * (sides + 1) + 2 * bonus) // 2


def _nearer(game: Game, it: Id) -> tuple[Value, ...] | None:
    """The square of a move that is nearest to a foe who stands, with as few opportunities given as may be."""
    battle, figure = battle_of(game), figure_of(game, it)
    foes = [foe for foe in battle.foes_of(figure) if not foe.hidden and able(game, foe.id)]
    if not foes:
        return None
    now = min(distance(figure.space, foe.space) for foe in foes)
    way = figure.way if figure.stride else way_of(game, figure)
    found = reachable(game, it, stride_of(game, figure), way, odd=figure.odd)
    best: tuple[tuple[int, int, int], str] | None = None
    for square, reach in sorted(found.items()):
        space = figure.space.at(*square)
        away = min(distance(space, foe.space) for foe in foes)
        key = (away + 2 * len(reach.by), reach.cost, 0)
        if away < now and (best is None or key < best[0]):
            best = (key, name_of_square(square))
    return ("move", best[1]) if best is not None else None


def instinct(game: Game, seat: Seat, decision: Decision) -> Value:
    """A quick, sensible answer without looking ahead."""
    form = game.form(seat)
    if decision.kind == "action":
        it = str(decision.about["it"])
        return (it, *quick_deed(game, it))
    if decision.kind == "respond":
        return next((value for value in form.leads(4) if value != ("pass",)), form.default())
    return form.default()


def propose(game: Game, seat: Seat) -> list[Value]:
    """Answers worth weighing: the quick one, attacks of every kind, a few squares, and the end of the turn."""
    assert game.pending is not None
    form = game.form(seat)
    if game.pending.kind != "action":
        return list(form.leads(FEW_LEFT))
    it = str(game.pending.about["it"])
    figure = figure_of(game, it)
    found: list[Value] = [quick_deed(game, it)]
    for one in DEEDS.values():
        if not may_do(game, figure, one):
            continue
        paths: list[tuple[Value, ...]] = list(_paths(game, it, one.name))
        found += paths[:6] if one.walks or one.name == "step" else paths[:12]
    return [(it, *path) for path in dict.fromkeys([*found, (END,)])][:FEW_LEFT]


__all__ = ["Reach", "expected", "instinct", "plain_answer", "propose", "quick_deed", "worth"]
