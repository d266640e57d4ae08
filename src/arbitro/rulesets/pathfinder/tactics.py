"""What a computer opponent values: the worth of a state, and quick answers without looking ahead.

Nothing here looks at the dice to come or at anything a seat may not see.
"""

from __future__ import annotations

from arbitro.engine.asks import Decision
from arbitro.engine.forms import Option
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Seat, Value
from arbitro.geometry.grid import Space, Square, distance
from arbitro.rulesets.pathfinder.arms import arm_named, arms_of
from arbitro.rulesets.pathfinder.deeds import DEEDS, END, may_do, must_flee
from arbitro.rulesets.pathfinder.flight import feared
from arbitro.rulesets.pathfinder.groping import GROPE, last_known, unseen
from arbitro.rulesets.pathfinder.handling import drawable
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of
from arbitro.rulesets.pathfinder.numbers import CHARGE
from arbitro.rulesets.pathfinder.nursing import nurse, time_after
from arbitro.rulesets.pathfinder.paths import Reach
from arbitro.rulesets.pathfinder.prowess import (
    best_plan,
    blow_worth,
    breath,
    declared_first,
    engulfing,
    rousing,
    splashed,
    volleys,
)
from arbitro.rulesets.pathfinder.retreat import step_back, way_out
from arbitro.rulesets.pathfinder.saddle import directed
from arbitro.rulesets.pathfinder.splashing import around
from arbitro.rulesets.pathfinder.state import (
    MELEE,
    PRONE,
    RANGED,
    RIDERLESS,
    Creature,
    Swing,
    name_of_square,
    square_named,
)
from arbitro.rulesets.pathfinder.tactics_ground import (
    approach,
    flanking,
    nearer,
    squares_of_move,
    standing_foes,
    step_in,
    step_round,
    waits,
    walk_round,
)
from arbitro.rulesets.pathfinder.tactics_magic import aim_of, boon_ideas, raising, ranked_spells, spell_ideas
from arbitro.rulesets.pathfinder.tactics_waiting import DELAY, letting_go_first, stepping_in
from arbitro.rulesets.pathfinder.threat import strikers
from arbitro.rulesets.pathfinder.throwing import harms

FEW_LEFT, MANY, FEW = 40, 150, 16
ATTACKS = ("swing", "full_attack", "attack", "shoot", "charge", "cleave", "vital_strike", "vital_shot")
WALKS = ("step", "crawl", "run", "leave", "attack_switched", "full_attack_switched", "swing_switched", "sneak")
"""What a computer does not try for its own sake."""
IDLE = ("drop_prone", "delay", "drop", "sheathe", "pick_up", "grip", "ready", "defensive", "ready_shield",
        "dismiss", "let_end", "rise", "sink", "behind_shield", "break_down", "aid_skill", "hide", "search", "jump_down",
        "slip", "wriggle", "begin_long", "hang", "spur", "dismount", "dismount_fast", "ride_charge")  # fmt: skip
BY_TOUCH = "PF-SPL-13"
"""The use by which a held spell is the attack of opportunity."""
ABILITIES = 4
"""How many uses of feats and abilities are weighed."""


# --- quick answers ------------------------------------------------------------------------------------


def plain_answer(game: Game, it: Id) -> tuple[Value, ...]:
    """What silence means: go on with a full attack that has begun, else end the turn."""
    figure = figure_of(game, it)
    if must_flee(game, figure):
        return flight_of(game, it)
    if figure.swings and may_do(game, figure, DEEDS["swing"]):
        return _first(game, it, "swing")
    return (END,)


def flight_of(game: Game, it: Id) -> tuple[Value, ...]:
    """What somebody frightened does first: get up, get free, get off, or run as far as it can (PF-CND-06.2)."""
    figure = figure_of(game, it)
    for name in ("stand", "release", "escape", "tear_free", "pluck", "leave", "withdraw"):
        if may_do(game, figure, DEEDS[name]):
            return _first(game, it, name) if name != "withdraw" else _farthest(game, it, name)
    return _farthest(game, it, "move")


def _farthest(game: Game, it: Id, name: str) -> tuple[Value, ...]:
    """Of the squares of a move the one farthest from the foes."""
    branch = DEEDS[name].grow(game, it, ())
    assert branch is not None
    foes, space = feared(game, figure_of(game, it)), figure_of(game, it).space

    def far(option: Option) -> int:
        square = square_named(str(option.key))
        assert square is not None
        return min(distance(space.at(*square), foe) for foe in foes)

    return (name, max(branch.options, key=far).key)


def _first(game: Game, it: Id, name: str) -> tuple[Value, ...]:
    path: tuple[Value, ...] = (name,)
    while (branch := DEEDS[name].grow(game, it, path[1:])) is not None:
        path = (*path, branch.options[0].key)
    return path


def quick_deed(game: Game, it: Id) -> tuple[Value, ...]:
    """A sensible action: finish what has begun, strike whoever falls soonest, or get nearer to somebody."""
    figure = figure_of(game, it)
    if must_flee(game, figure):
        return flight_of(game, it)
    if going := way_out(game, it):
        return going
    if not figure.swings and figure.casters and (mending := raising(game, it)):
        return mending
    if battle_of(game).calm:
        return nurse(game, it) or (END,)
    if not (figure.std or figure.mov or figure.stride or figure.swings or figure.casters or figure.charge):
        return (END,)
    if figure.has(PRONE) and may_do(game, figure, DEEDS["stand"]):
        return ("stand",)
    if may_do(game, figure, DEEDS["keep_casting"]):
        return ("keep_casting",)
    if not figure.swings and may_do(game, figure, DEEDS["cast"]) and (spell := _spell(game, it)):
        return spell
    if wait := letting_go_first(game, it):
        return wait
    if may_do(game, figure, DEEDS["touch"]):
        return _first(game, it, "touch")
    if ready := _arm_oneself(game, it):
        return ready
    if may_do(game, figure, DEEDS["swing"]) and (found := _best(game, it, "swing")) is not None:
        return found
    if may_do(game, figure, DEEDS["avert"]):
        return ("avert",)
    if blown := breath(game, it) or engulfing(game, it) or rousing(game, it):
        return blown
    if finished := _finish(game, it):
        return finished
    foes = standing_foes(game, it)
    if assault := _assault(game, it, foes) or volleys(game, it):
        return assault
    if blindly := blind_ideas(game, it):
        return blindly[0]
    if aid := nurse(game, it):
        return aid
    if may_do(game, figure, DEEDS["mount"]) and not strikers(game, it) and (back := _steeds(game, it)):
        return back[0]
    if may_do(game, figure, DEEDS["move"]) and not figure.has(RIDERLESS):
        found = approach(game, it, foes)
        if found is not None:
            return found
    if "total_defence" in DEEDS and figure.std and may_do(game, figure, DEEDS["total_defence"]) and not figure.swings:
        return ("total_defence",)
    return (END,)


def _spell(game: Game, it: Id) -> tuple[Value, ...]:
    """The spell that does more than the best blows would, else one for its own side while there is time; ()."""
    plan = best_plan(game, it)
    worth, path = next(iter(ranked_spells(game, it)), (0, ()))
    if worth > (plan.score if plan is not None else 0):
        return path
    return next(iter(boon_ideas(game, it)), ()) if plan is None else ()


def _assault(game: Game, it: Id, foes: list[Creature]) -> tuple[Value, ...]:
    """The best attack there is, after the step and the feats that make it better; () where nobody can be attacked."""
    plan = best_plan(game, it)
    if (plan is None or plan.action == CHARGE) and (beside := step_in(game, it, foes)):
        return beside
    if plan is None:
        return ()
    if plan.action == CHARGE and waits(game, it, foes):
        return ()
    if plan.action == CHARGE and (behind := walk_round(game, it, foes)):
        return behind
    mode, target = (plan.blows[0][0].mode, plan.blows[0][1]) if plan.blows else ("", "")
    if mode == RANGED and (back := step_back(game, it)):
        return back
    if mode == MELEE and plan.action != CHARGE and (round_it := step_round(game, it, target, foes)):
        return round_it
    return declared_first(game, it, plan) or plan.path


def blind_ideas(game: Game, it: Id) -> list[tuple[Value, ...]]:
    """Blows at the squares where unseen foes are known to be, or were last."""
    if not may_do(game, figure_of(game, it), DEEDS[GROPE]):
        return []
    places = [space for foe in unseen(game, it) for space in last_known(game, foe)]

    def away(path: tuple[Value, ...]) -> int:
        square = square_named(str(path[-1]))
        return min(distance(Space(*square), place) for place in places) if square is not None else MANY

    return [path for path in _paths(game, it, GROPE, most=MANY) if away(path) == 0]


def _arm_oneself(game: Game, it: Id) -> tuple[Value, ...]:
    """Out of a net or out of flames first; then what is worth throwing, or a weapon for an empty hand.

    Out of plants and webs where nobody is there to be struck.
    """
    figure = figure_of(game, it)
    if may_do(game, figure, DEEDS["tear_free"]) and not strikers(game, it):
        return _first(game, it, "tear_free")
    for name in ("extinguish", "slip_net"):
        if figure.mov and may_do(game, figure, DEEDS[name]):
            return _first(game, it, name)
    if corners := corner_ideas(game, it):
        return corners[0]
    handy = any(arm.ranged or not arm.unarmed for arm in arms_of(game, it))
    if figure.swings or handy:
        return _thrown_first(game, it)
    for name in ("draw", "pick_up", "take_out"):
        if may_do(game, figure, DEEDS[name]) and not (name == "take_out" and drawable(game, it)):
            return _first(game, it, name)
    return ()


def _finish(game: Game, it: Id) -> tuple[Value, ...]:
    """A finishing blow at somebody helpless who may yet rise, where nobody would strike meanwhile (PF-HLP-03)."""
    if not may_do(game, figure_of(game, it), DEEDS["coup"]) or strikers(game, it):
        return ()
    found = [path for path in _paths(game, it, "coup") if figure_of(game, str(path[2])).hp >= 0]
    return max(found, key=lambda path: expected(game, it, str(path[1]), str(path[2]), MELEE), default=())


def _thrown_first(game: Game, it: Id) -> tuple[Value, ...]:
    """Throw bolas where there is nothing better to strike with than a fist; other throws are weighed with the blows."""
    figure = figure_of(game, it)
    if any(arm.melee and not arm.unarmed for arm in arms_of(game, it)) or figure.swings:
        return ()
    found = _best(game, it, "trip_thrown") if may_do(game, figure, DEEDS["trip_thrown"]) else None
    return found if found is not None and not figure_of(game, str(found[-1])).has(PRONE) else ()


def quick_ride(game: Game, it: Id) -> tuple[Value, ...]:
    """As `quick_deed` for somebody in the saddle: who acts, and what: a charge, a blow, then the mount's part."""
    figure, mount = figure_of(game, it), directed(game, it)
    if may_do(game, figure, DEEDS["control"]):
        return (it, "control")
    if mount and (going := way_out(game, mount)):
        return (mount, *going)
    if may_do(game, figure, DEEDS["ride_charge"]):
        ends = [path for path in _paths(game, it, "ride_charge") if able(game, str(path[2]))]
        if ends:
            return (it, *max(ends, key=lambda path: expected(game, it, str(path[1]), str(path[2]), MELEE)))
    own = quick_deed(game, it)
    if own[0] not in (END, "total_defence") or not mount:
        return (it, *own)
    steed = figure_of(game, mount)
    if may_do(game, steed, DEEDS["ride_on"]):
        return (mount, "ride_on")
    for name in ("swing", "full_attack", "attack"):
        if may_do(game, steed, DEEDS[name]) and (found := _best(game, mount, name)) is not None:
            return (mount, *found)
    foes = standing_foes(game, mount)
    found = nearer(game, mount, foes) if foes and figure.std and may_do(game, steed, DEEDS["move"]) else None
    return (mount, *found) if found is not None else (it, *own)


def _ideas_in_the_saddle(game: Game, it: Id) -> list[tuple[Value, ...]]:
    """What is worth weighing for a rider: its quick answer, charges, and what its mount may do."""
    found, mount = [quick_ride(game, it)], directed(game, it)
    if may_do(game, figure_of(game, it), DEEDS["ride_charge"]):
        found += [(it, *path) for path in _paths(game, it, "ride_charge", most=4)]
    if not mount:
        return found
    for name in ("attack", "full_attack", "charge"):
        if may_do(game, figure_of(game, mount), DEEDS[name]):
            found += [(mount, *path) for path in _ranked(game, mount, name)[:1]]
    if may_do(game, figure_of(game, mount), DEEDS["move"]):
        found += [(mount, "move", name_of_square(square)) for square in move_ideas(game, mount)]
    return found


def _steeds(game: Game, it: Id) -> list[tuple[Value, ...]]:
    """Mounts that are there to be ridden; a friend who fights by itself does so better without a rider."""
    found = _paths(game, it, "mount")
    return [path for path in found if (one := figure_of(game, str(path[-1]))).ridden or one.has(RIDERLESS)]


def _best(game: Game, it: Id, name: str) -> tuple[Value, ...] | None:
    """Of all paths of an attack that which hurts most, whoever is nearest to falling; nobody who has fallen."""
    ranked = [path for path in _ranked(game, it, name) if able(game, str(path[-1]))]
    return ranked[0] if ranked else None


def _ranked(game: Game, it: Id, name: str) -> list[tuple[Value, ...]]:
    """The paths of an attack, the most promising first."""
    mode = RANGED if name in ("shoot", "trip_thrown", "vital_shot") else MELEE

    def promise(path: tuple[Value, ...]) -> int:
        weapon, target = path[-2], path[-1]
        score = expected(game, it, str(weapon), str(target), mode) * 100
        score = score // (4 + max(0, figure_of(game, str(target)).hp)) - (0 if able(game, str(target)) else 10_000)
        return score + splashed(game, it, str(weapon), str(target))

    return sorted(_paths(game, it, name), key=promise, reverse=True)


def corner_ideas(game: Game, it: Id) -> list[tuple[Value, ...]]:
    """Corners at which a flask splashes at least two foes more than it splashes friends, counted twice."""
    ranked: list[tuple[int, int, tuple[Value, ...]]] = []
    for path in _paths(game, it, "hurl", most=MANY) if may_do(game, figure_of(game, it), DEEDS["hurl"]) else ():
        corner = square_named(str(path[2]))
        arm = arm_named(game, it, str(path[1]))
        here = [figure_of(game, one) for one in around(game, corner)] if corner is not None else []
        gain = sum(1 if f.seat != figure_of(game, it).seat else -2 for f in here if harms(game, arm, f.id))
        if gain > 1:
            ranked.append((-gain, len(ranked), path))
    return [path for *_, path in sorted(ranked)]


def _paths(
    game: Game, it: Id, name: str, begun: tuple[Value, ...] = (), most: int = FEW_LEFT
) -> list[tuple[Value, ...]]:
    found: list[tuple[Value, ...]] = []
    todo: list[tuple[Value, ...]] = [(name, *begun)]
    while todo and len(found) < most:
        path = todo.pop(0)
        branch = DEEDS[name].grow(game, it, path[1:])
        if branch is None:
            found.append(path)
        else:
            todo += [(*path, option.key) for option in branch.options]
    return found


def expected(game: Game, it: Id, weapon: str, target: Id, mode: str) -> int:
    """A hundred times the damage that one plain attack deals on average."""
    return blow_worth(game, it, Swing(weapon, mode=mode), target)


def instinct(game: Game, seat: Seat, decision: Decision) -> Value:
    """A quick, sensible answer without looking ahead."""
    form = game.form(seat)
    if decision.kind == "action":
        it = str(decision.about["it"])
        return quick_ride(game, it) if figure_of(game, it).mount else (it, *quick_deed(game, it))
    if decision.kind == "calm":
        return time_after(game)
    if decision.kind == "join":
        return stepping_in(game, seat, decision)
    if decision.kind == "aim":
        return aim_of(game, str(decision.about["it"]), str(decision.about["spell"])) or form.default()
    if decision.kind == "respond":
        leads = [value for value in form.leads(4) if value != ("pass",)]
        plain = [value for word in (BY_TOUCH, "PF-CORE") for value in leads
                 if isinstance(value, tuple) and value[0] == word]  # fmt: skip
        return next(iter((*plain, *leads)), form.default())
    return form.default()


def propose(game: Game, seat: Seat) -> list[Value]:
    """Answers worth weighing: the quick one, the best attacks of each kind, a few squares, and the end of the turn.

    Who had better let the foes come does not rush at them: what that costs shows in their turn alone.
    """
    assert game.pending is not None
    form = game.form(seat)
    if game.pending.kind == "calm":
        return [time_after(game)]
    if game.pending.kind != "action":
        return list(form.leads(FEW))
    it = str(game.pending.about["it"])
    figure = figure_of(game, it)
    if must_flee(game, figure):
        return [(it, *flight_of(game, it))]
    found: list[tuple[Value, ...]] = [quick_deed(game, it)]
    if found[0][0] == DELAY:
        return [(it, DELAY)]
    if not figure.mount and (rest := _what_is_left(game, it, found[0])):
        return [(it, *path) for path in rest]
    foes = standing_foes(game, it)
    rush = (CHARGE, "move") if figure.mov and waits(game, it, foes) else ()
    for one in DEEDS.values():
        if one.name in IDLE or one.name in rush or not may_do(game, figure, one):
            continue
        if one.name in ATTACKS:
            found += _ranked(game, it, one.name)[:2]
        elif one.name == "move":
            found += [("move", name_of_square(square)) for square in move_ideas(game, it)]
        elif one.name == GROPE:
            found += blind_ideas(game, it)[:2]
        elif one.name == "hurl":
            found += corner_ideas(game, it)[:2]
        elif one.name == "cast":
            found += [*spell_ideas(game, it)[:3], *boon_ideas(game, it)[:2]]
        elif one.name not in WALKS:
            most = ABILITIES if one.name == "ability" else 2
            found += [path for path in _paths(game, it, one.name) if _pointful(game, it, path)][:most]
    ridden = _ideas_in_the_saddle(game, it) if figure.mount else []
    return list(dict.fromkeys([*ridden, *((it, *path) for path in [*found, (END,)])]))[:FEW]


def _pointful(game: Game, it: Id, path: tuple[Value, ...]) -> bool:
    """Whether something is worth weighing: nothing is done at a foe who lies there, the finishing blow aside.

    Nobody is frightened who is not at hand-strokes with a friend, or from afar by somebody who could walk up to it;
    nobody rides a friend who fights by itself.
    """
    figure, figures = figure_of(game, it), battle_of(game).figures
    foes = [figures[str(word)] for word in path[1:] if word in figures and figures[str(word)].seat != figure.seat]
    if path[0] == "coup":
        return True
    if path[0] == "mount":
        return path in _steeds(game, it)
    if path[0] == "demoralise":
        friends = [figure, *(() if figure.mov else battle_of(game).friends_of(figure))]
        return any(distance(one.space, foe.space) == 1 for one in friends for foe in foes if able(game, one.id))
    return all(able(game, foe.id) for foe in foes)


def _what_is_left(game: Game, it: Id, usual: tuple[Value, ...]) -> list[tuple[Value, ...]]:
    """All that is worth weighing in the midst of a full attack, or when nothing but walking is left; [] before that.

    Whoever has struck has no need to walk up to others, who would then strike first; whom the next blow goes at is a
    choice only where several can be reached.
    """
    figure = figure_of(game, it)
    if figure.swings and may_do(game, figure, DEEDS["swing"]):
        best = {path[-1]: path for path in reversed(_ranked(game, it, "swing")) if able(game, str(path[-1]))}
        return list(dict.fromkeys([usual, *best.values()])) if len(best) > 1 else [plain_answer(game, it)]
    if figure.std or figure.has(PRONE) or figure.charge or figure.holds:
        return []
    return list(dict.fromkeys([usual, (END,)])) if usual[0] in (END, "move") else []


def move_ideas(game: Game, it: Id) -> list[Square]:
    """Squares worth a move: near the nearest foes at least risk, behind a foe whom a friend holds, and out of reach."""
    figure, foes, found = figure_of(game, it), standing_foes(game, it), squares_of_move(game, it)
    if not foes or not found:
        return []

    def space_at(square: Square) -> Space:
        return figure.space.at(*square)

    def near(square: Square, reach: Reach) -> tuple[int, int, Square]:
        return min(distance(space_at(square), foe.space) for foe in foes) + 2 * len(reach.by), reach.cost, square

    ranked = sorted(near(square, reach) for square, reach in found.items())
    ideas = [square for _, _, square in ranked[:2]]
    flanks = [
        square for square, reach in sorted(found.items())
        if not reach.by and flanking(game, figure, space_at(square), foes)
    ]  # fmt: skip
    far = max(found, key=lambda square: (min(distance(space_at(square), foe.space) for foe in foes), square))
    return list(dict.fromkeys([*ideas, *flanks[:2], far]))


__all__ = ["Reach", "expected", "instinct", "plain_answer", "propose", "quick_deed"]
