"""What a computer opponent considers: the actions worth weighing, and quick answers.

Nothing here looks at the dice to come or at anything a seat may not see.
"""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Decision
from arbitro.engine.forms import Option, Tree
from arbitro.engine.game import Game
from arbitro.engine.values import Seat, Value
from arbitro.geometry.units import CM
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.aims import DONE
from arbitro.rulesets.crepuscolo.dice import sides_of
from arbitro.rulesets.crepuscolo.evaluation import IN_REACH, can_shoot, distance_to_work
from arbitro.rulesets.crepuscolo.hands import PASS
from arbitro.rulesets.crepuscolo.movement import GROUND_KIND, MOVE
from arbitro.rulesets.crepuscolo.queries import battle_of
from arbitro.rulesets.crepuscolo.state import TABLE, Battle, Figure

OFFENSIVE = ("melee", "shot", "advance", "power", "flame", "ability", "boon")
AIMED = ("power", "flame")
HOSTILE, RISING = ("melee", "shot", "advance", *AIMED), ("stand", "swim")
"""What instinct does first, and second."""
AIDED = ("power", "ability", "boon")
RARE = ("jump", "careful", "throw_down", "climb", "descend", "vault", "swim", "cover", "take", "cure", "stand")
RECKLESS = ("swim", "throw_down")
"""What drowns or hurts whoever does it without need."""
STRIDE = 3 * CM
"""How far a point of the die takes who walks on open ground (CDC-ACT-08)."""
SLOW = ("jump", "careful")
"""What leads less far than walking: weighed where one cannot walk, or where walking has led nowhere for long."""
PATIENCE = 6
"""Turns after which a battle that does not end makes its players restless."""
BEATABLE = 6
"""The highest standing bid that is worth a die to beat, where the first hand decides."""
MOST, QUIET, ENDS, MOST_AIMS, FEW = 60, 20, 100, 4, 5
WEIGHED = ("respond", "may", "choose", "aim_one", "aim_some", "aim_point", "aim_arc", "strike", "hand_out", "storm")
"""Questions within an action whose answers a computer weighs; all others are left to its instinct."""


def propose(game: Game, seat: Seat) -> list[Value]:
    """The actions that a computer weighs: against enemies only, every die, moves, and what else is at hand."""
    form = game.form(seat)
    if not isinstance(form, Tree):
        return list(form.leads(MOST))
    state = battle_of(game)
    found: list[Value] = []
    first = form.grow(())
    for option in first.options if first is not None else ():
        if option.key == "pass":
            continue
        figure = state.figures[option.key]
        branch = form.grow((figure.id,))
        words = branch.options if branch is not None else ()
        walks = any(word.key == MOVE for word in words)
        for word in words:
            if word.key in RECKLESS and not figure.in_water:
                continue
            if word.key in SLOW and walks and state.turn <= PATIENCE:
                continue
            found += _paths(form, state, figure, (figure.id, word.key))
    found.sort(key=lambda path: path[1] not in OFFENSIVE)
    if not found and first is not None and any(option.key == "pass" for option in first.options):
        return [PASS]
    quiet = [path for path in found if path[1] not in OFFENSIVE][:QUIET]
    return [*found[: MOST - len(quiet)], *(path for path in quiet if path not in found[: MOST - len(quiet)])] or list(
        form.leads(MOST)
    )


def restlessness(state: Battle) -> float:
    """How likely a player is to try something unplanned: more as a battle drags on in which nobody can strike."""
    if state.turn <= PATIENCE or any(_at_grips(state, figure) for figure in state.fighters()):
        return 0.0
    return min(0.5, (state.turn - PATIENCE) * 0.05)


def _at_grips(state: Battle, figure: Figure) -> bool:
    """Whether a figure can strike or shoot at somebody from where it stands."""
    close = any(ground.within(figure, foe, IN_REACH) for foe in state.enemies(figure))
    return close or (bool(figure.ranged) and can_shoot(state, figure))


def _paths(
    form: Tree,
    state: Battle,
    figure: Figure,
    start: tuple[Value, ...],
    *,
    everybody: bool = False,
    only_best: bool = False,
) -> list[Value]:
    """The ways to do what a path begins with; ``only_best``: at the weakest enemy, with the largest die."""
    stack, found = [start], []
    while stack:
        path = stack.pop()
        branch = form.grow(path)
        if branch is None:
            found.append(path)
            continue
        options = branch.options
        if branch.level == "target":
            foes = [o for o in options if o.key not in state.figures or state.figures[o.key].company != figure.company]
            friends = [o for o in options if o not in foes] if everybody or path[1] in AIDED else []
            options = (*foes[:MOST_AIMS], *friends[:MOST_AIMS])
            if only_best and foes:
                options = (min(foes, key=lambda o: state.figures[o.key].life if o.key in state.figures else 0),)
        if branch.level == "others":
            options = options[:1]
        if path[1:2] and path[1] in AIDED and branch.level == "die":
            options = options[-1:]
        if len(path) > 1 and path[1] == MOVE and branch.level == "die":
            options = _dice_to_walk(state, figure, options)
        if len(path) > 1 and path[1] in RARE and branch.level in ("die", "piece"):
            options = options[:1] if branch.level == "die" else options[:2]
        if only_best and branch.level == "die":
            options = (max(options, key=lambda o: sides_of(o.key)),)
        stack += [(*path, option.key) for option in reversed(options)]
    return found


def _dice_to_walk(state: Battle, figure: Figure, dice: tuple[Option, ...]) -> tuple[Option, ...]:
    """The largest die, and before it the smallest that will probably do: larger ones are better to strike with."""
    gap = min((ground.distance(figure, foe) for foe in state.enemies(figure)), default=0)
    enough = [die for die in dice[:-1] if 2 * gap <= STRIDE * sides_of(die.key)]
    return (*enough[:1], dice[-1])


def instinct(game: Game, seat: Seat, decision: Decision) -> Value:
    """A quick, sensible answer to any question, without looking ahead."""
    form: Any = game.form(seat)
    answer = _QUICK.get(decision.kind)
    if answer is not None:
        value = answer(game, seat, form, decision)
        if value is not None:
            return value
    return form.default()


def considered(game: Game, seat: Seat, decision: Decision) -> Value | None:
    """What an opponent that searches knows without searching: how to bid and to deploy for a battle of shooters.

    Where most can shoot, the first hand decides more than anything that follows. In the midst of an action instinct
    will do; for actions it is better to look one ahead.
    """
    if decision.kind == "action":
        return None
    if shooters(battle_of(game), seat):
        if decision.kind == "bid":
            return _high_bid(game, seat, decision)
        if decision.kind == "place" and decision.about["action"] == "deploy":
            return _open_place(game, seat, decision)
    return instinct(game, seat, decision)


def shooters(state: Battle, seat: Seat) -> bool:
    """Whether at least half of a company can shoot."""
    mine = [figure for figure in state.figures.values() if figure.company == seat]
    return 2 * sum(bool(figure.ranged) for figure in mine) >= len(mine)


def _high_bid(game: Game, seat: Seat, decision: Decision) -> Value:
    """The largest die, of the cheapest who has it, until the standing one is hard to beat (CDC-DEP-04)."""
    state, form = battle_of(game), game.form(seat)
    if decision.about["standing"] > BEATABLE and form.refusal(PASS) is None:
        return PASS
    best = max((f for f in state.of(seat) if f.dice), key=lambda f: (max(f.dice), -f.cost))
    return (best.id, max(best.dice))


def _open_place(game: Game, seat: Seat, decision: Decision) -> Value:
    """Where most enemies are in sight, and among such places the foremost: who has the first hand wants to use it."""
    state = battle_of(game)
    goal = state.access[1 - state.seats.index(seat)]
    twin = state.figures[decision.about["actor"]].twin()
    twin.status = TABLE

    def cost(spot: tuple[int, int]) -> tuple[int, int]:
        twin.x, twin.y = spot
        here = [twin, *state.on_table()]
        seen = sum(ground.sees(state.ground, here, twin, foe) for foe in here if foe.company != seat)
        return -seen, (spot[0] - goal[0]) ** 2 + (spot[1] - goal[1]) ** 2

    return min(game.form(seat).leads(ENDS), key=cost)


def alternatives(game: Game, seat: Seat, decision: Decision) -> list[Value]:
    """The answers to a question within an action that are worth weighing, the instinctive one first."""
    if decision.kind not in WEIGHED:
        return []
    found = [instinct(game, seat, decision), *game.form(seat).leads(FEW)]
    return list(dict.fromkeys(found))


def _place(game: Game, seat: Seat, form: Any, decision: Decision) -> Value:
    about, state = decision.about, battle_of(game)
    figure = state.figures[about["actor"]]
    if about["action"] in ("deploy", "arrive"):
        goal = state.access[1 - state.seats.index(seat)]
        return min(form.leads(12), key=lambda p: (p[0] - goal[0]) ** 2 + (p[1] - goal[1]) ** 2)
    if about["action"] not in GROUND_KIND:
        return None
    best = sorted(form.leads(ENDS), key=lambda spot: _spot_cost(state, figure, spot))
    return next((spot for spot in best if form.refusal(spot) is None), None)


def _spot_cost(state: Battle, figure: Figure, spot: tuple[int, int]) -> tuple[int, int]:
    """Smaller is better: near the weakest enemy for fighters, at a distance for shooters, out of harm's way."""
    twin = figure.twin()
    twin.x, twin.y = spot
    cost = distance_to_work(state, twin)
    kinds = ground.kinds_at(state.ground, spot)
    if ground.CREVICE in kinds:
        cost += 100 * CM
    if ground.EXTREMELY_DANGEROUS in kinds:
        cost += 10 * CM
    weakest = min((foe.life for foe in state.enemies(figure) if ground.within(twin, foe, CM)), default=0)
    return cost, weakest


def _respond(game: Game, seat: Seat, form: Any, decision: Decision) -> Value:
    about = decision.about
    if about["window"] == "declared":
        return PASS  # a free ability is weighed in a hand of one's own
    if about["window"] == "rolled" and about.get("need") is not None:
        mine = game.controller(about["actor"]) == seat
        if mine == about["success"]:
            return PASS  # a hit of ours is kept, a miss of theirs too
    if about["window"] == "rolled" and about.get("need") is None and about["face"] == about["sides"]:
        return PASS  # no die gives a longer way
    if about["window"] == "moved" and game.controller(about["actor"]) == seat:
        return PASS  # a guard lets its friends come
    for value in form.leads(8):
        if value != PASS:
            return value
    return PASS


def _test(game: Game, seat: Seat, form: Any, decision: Decision) -> Value:
    dice = [o.key for o in form.options() if o.key != "decline"]
    return max(dice, key=lambda die: die[0] if isinstance(die, tuple) else die) if dice else None


def _lose_die(game: Game, seat: Seat, form: Any, decision: Decision) -> Value:
    return min((option.key for option in form.options()), key=lambda die: (sides_of(die), isinstance(die, tuple)))


def _extra_attack(game: Game, seat: Seat, form: Any, decision: Decision) -> Value:
    state = battle_of(game)
    foes = [o.key for o in form.options() if o.key in state.figures and state.figures[o.key].company != seat]
    return min(foes, key=lambda foe: state.figures[foe].life) if foes else None


def _bid(game: Game, seat: Seat, form: Any, decision: Decision) -> Value:
    """Bid with small dice while the standing one is small; the first hand is worth a d4."""
    standing = decision.about["standing"]
    if standing >= 3 and form.refusal(PASS) is None:
        return PASS
    figures = [o.key for o in form.options() if o.key != "pass"]
    if not figures:
        return PASS
    state = battle_of(game)
    actor = min(figures, key=lambda name: (min(state.figures[name].dice), state.figures[name].cost))
    return (actor, min(state.figures[actor].dice))


def _may(game: Game, seat: Seat, form: Any, decision: Decision) -> Value:
    return "use"


def _action(game: Game, seat: Seat, form: Any, decision: Decision) -> Value:
    """Attack if that is possible, the weakest with the largest die; else rise, else move, else whatever there is."""
    state = battle_of(game)
    figures = [state.figures[option.key] for option in form.options() if option.key != "pass"]
    words = {figure.id: {option.key for option in form.grow((figure.id,)).options} for figure in figures}
    for kinds in (HOSTILE, RISING, (MOVE,)):
        sane = [(figure, word) for figure in figures for word in kinds if word not in RECKLESS or figure.in_water]
        starts = [(figure, (figure.id, word)) for figure, word in sane if word in words[figure.id]]
        found = [path for figure, start in starts for path in _paths(form, state, figure, start, only_best=True)]
        wanted = [path for path in found if path[1] not in AIMED or _hurts(game, seat, path)]
        if wanted:
            return min(wanted, key=lambda path: _reluctance(state, path))
    return PASS if form.refusal(PASS) is None else propose(game, seat)[0]


def _hurts(game: Game, seat: Seat, path: tuple[Value, ...]) -> bool:
    """Whether a path of a power or a flame is aimed at an enemy."""
    figures = battle_of(game).figures
    return any(key in figures and not _mine(game, seat, key) for key in path[3:])


def _reluctance(state: Battle, path: tuple[Value, ...]) -> tuple[int, int]:
    """What is aimed at the weaker, and with the larger die, comes first."""
    aims = [state.figures[key].life for key in path[2:] if key in state.figures]
    dice = [sides_of(key) for key in path[2:] if isinstance(key, int)]
    return min(aims, default=0), -max(dice, default=0)


def _mine(game: Game, seat: Seat, key: Value) -> bool:
    """Whether a key names a figure of a seat's own company."""
    figure = battle_of(game).figures.get(key)
    return figure is not None and figure.company == seat


def _some(game: Game, seat: Seat, form: Any, decision: Decision) -> Value:
    """Enemies, as many as may be, and own figures only where there must be more; but all where none is an enemy."""
    path: tuple[Value, ...] = ()
    friendly = False
    while (branch := form.grow(path)) is not None:
        keys = [option.key for option in branch.options]
        if not path:
            friendly = all(key == DONE or _mine(game, seat, key) for key in keys)
        wanted = [key for key in keys if key != DONE and (friendly or not _mine(game, seat, key))]
        path = (*path, (wanted or ([DONE] if DONE in keys else keys))[0])
    return path


def _someone(game: Game, seat: Seat, form: Any, decision: Decision) -> Value:
    """An enemy if there is one among those to choose from, the dearest first."""
    state = battle_of(game)
    foes = [o.key for o in form.options() or () if o.key in state.figures and not _mine(game, seat, o.key)]
    return max(foes, key=lambda foe: state.figures[foe].cost) if foes else None


def _give(game: Game, seat: Seat, form: Any, decision: Decision) -> Value:
    """A die goes to the own figure that has fewest, or stays where it is."""
    state = battle_of(game)
    keys = [option.key for option in form.options() or ()]
    mine = [key for key in keys if _mine(game, seat, key)]
    if mine:
        return min(mine, key=lambda it: sum(state.figures[it].dice))
    return "pass" if "pass" in keys else None


def _strike(game: Game, seat: Seat, form: Any, decision: Decision) -> Value:
    """The weakest enemy in reach; nobody of one's own."""
    state = battle_of(game)
    ways = [o.key for o in form.options() if isinstance(o.key, tuple) and not _mine(game, seat, o.key[-1])]
    if ways:
        return min(ways, key=lambda way: state.figures[way[-1]].life)
    return "pass" if any(o.key == "pass" for o in form.options()) else None


def _order(game: Game, seat: Seat, form: Any, decision: Decision) -> Value:
    """Whoever is ordered about strikes its own company if it can, else does what comes first."""
    actor = decision.about["actor"]
    figure = battle_of(game).figures[actor]
    paths = _paths(form, battle_of(game), figure, (actor,), everybody=True)
    hostile = [
        p for p in paths if p[1] in ("melee", "shot") and any(_mine(game, figure.company, key) for key in p[2:4])
    ]
    return hostile[0] if hostile else paths[0] if paths else None


def _retreat(game: Game, seat: Seat, form: Any, decision: Decision) -> Value:
    return form.hi if hasattr(form, "hi") else None


_QUICK = {
    "aim_some": _some,
    "nearest": _some,
    "choose": _someone,
    "storm": _someone,
    "hand_out": _give,
    "strike": _strike,
    "order_action": _order,
    "retreat": _retreat,
    "action": _action,
    "place": _place,
    "respond": _respond,
    "test": _test,
    "lose_die": _lose_die,
    "extra_attack": _extra_attack,
    "bid": _bid,
    "may": _may,
}
