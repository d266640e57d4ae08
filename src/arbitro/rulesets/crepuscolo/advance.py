"""Tiro in Avanzata: a shot and a move towards its target in one declaration (CDC-AB-047)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from arbitro.engine.asks import Flow
from arbitro.engine.events import Fizzled
from arbitro.engine.forms import Place, Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.rulesets.crepuscolo import ground
from arbitro.rulesets.crepuscolo.attacks import attack, count_shot, ranged_weapons, shot_refusal, weapon_refusal
from arbitro.rulesets.crepuscolo.events import CarriedOut, TookPart
from arbitro.rulesets.crepuscolo.movement import MOVE, throw_move, walk_form, walk_to, worthwhile_ends
from arbitro.rulesets.crepuscolo.queries import ATTACK_DIE, PACE, RANGE, battle_of, figure_of
from arbitro.rulesets.crepuscolo.state import TABLE, Figure
from arbitro.rulesets.crepuscolo.subjects import SHOT, Declared
from arbitro.rulesets.crepuscolo.ways import budget_for, choose_end

ADVANCE, ABILITY_ID = "advance", "CDC-AB-047"
SHOT_DIE, MOVE_DIE = 6, 4  # CDC-AB-047.2, .3
TRIES = 12
Bans = Callable[[Game, Figure, str, int], Refusal | None]
"""What forbids a kind of action to a figure now (`actions.refusal`)."""


def can_advance(figure: Figure) -> bool:
    """True if a figure has the ability and a ranged weapon."""
    return ABILITY_ID in figure.abilities and bool(figure.ranged)


def advance_keys(game: Game, figure: Figure, params: tuple[Value, ...], bans: Bans) -> list[Value]:
    """What may be chosen next: which part comes first, the weapon, the target."""
    if not params:
        return [first for first in (SHOT, MOVE) if _weapons(game, figure, first, bans)]
    if len(params) == 1:
        return list(_weapons(game, figure, params[0], bans))
    return _targets(game, figure, params[0], params[1])


def _weapons(game: Game, figure: Figure, first: str, bans: Bans) -> list[str]:
    """Ranged weapons for an advance of which one part is legal now and the other may be when its turn comes."""
    move, shot = bans(game, figure, MOVE, 0), bans(game, figure, SHOT, 0)
    if (move is not None and (first == MOVE or move.code != "locked_in_melee")) or (shot is not None and first == SHOT):
        return []
    got = []
    for weapon in ranged_weapons(game, figure):
        if game.ruleset.records[weapon].data.get("complete"):
            continue  # its attack costs all dice, and here there is one
        why = weapon_refusal(game, figure.id, weapon)
        if (why is None or (first == MOVE and why.code == "engaged")) and _any_target(game, figure, first, weapon):
            got.append(weapon)
    return got


def _targets(game: Game, figure: Figure, first: str, weapon: str) -> list[Value]:
    """Whom the shot may be aimed at: now, or after a move that is not rolled yet."""
    return list(_aims(game, figure, first, weapon))


def _any_target(game: Game, figure: Figure, first: str, weapon: str) -> bool:
    return next(_aims(game, figure, first, weapon), None) is not None


def _aims(game: Game, figure: Figure, first: str, weapon: str) -> Iterator[Id]:
    others = [f for f in battle_of(game).on_table() if f is not figure]
    if first == SHOT:
        yield from (f.id for f in others if shot_refusal(game, figure.id, f.id, weapon) is None)
        return
    reach = game.query(RANGE, actor=figure.id, weapon=weapon).value
    longest = reach + _longest_move(game, figure.id)
    yield from (f.id for f in others if not reach or ground.within(figure, f, longest))


def _longest_move(game: Game, actor: Id) -> int:
    """How far the move of an advance may lead at the most, in units."""
    die = game.query(ATTACK_DIE, actor=actor, action=MOVE, weapon="", sides=MOVE_DIE).value
    pace = game.query(PACE, actor=actor, action=MOVE, face=die).value
    return ground.farthest_reach(ground.WALK, budget_for(game, actor, MOVE, pace))


def sample_advance(rng: Random, game: Game, figure: Figure, bans: Bans) -> tuple[Value, ...] | None:
    """A random order, weapon and target of an advance, or None; sight is asked of few figures."""
    weapons = [w for w in ranged_weapons(game, figure) if not game.ruleset.records[w].data.get("complete")]
    if not weapons:
        return None
    first, weapon = rng.choice((SHOT, MOVE)), rng.choice(weapons)
    move, shot = bans(game, figure, MOVE, 0), bans(game, figure, SHOT, 0)
    if (move is not None and (first == MOVE or move.code != "locked_in_melee")) or (shot is not None and first == SHOT):
        return None
    why = weapon_refusal(game, figure.id, weapon)
    if why is not None and (first == SHOT or why.code != "engaged"):
        return None
    if first == MOVE:
        targets = _targets(game, figure, first, weapon)
        return (first, weapon, rng.choice(targets)) if targets else None
    others = [f for f in battle_of(game).on_table() if f is not figure]
    rng.shuffle(others)
    for other in others:
        if shot_refusal(game, figure.id, other.id, weapon) is None:
            return (first, weapon, other.id)
    return None


def advance(game: Game, actor: Id, params: tuple[Value, ...], bans: Bans) -> Flow[None]:
    """Carry both parts out in the order declared; one that has become illegal comes to nothing (CDC-AB-047.5)."""
    first, weapon, target = params
    for word in (SHOT, MOVE) if first == SHOT else (MOVE, SHOT):
        if figure_of(game, actor).status != TABLE:
            return
        if word == SHOT:
            yield from _shoot(game, actor, weapon, target, bans)
        else:
            yield from _go(game, actor, target, bans)


def _shoot(game: Game, actor: Id, weapon: str, target: Id, bans: Bans) -> Flow[None]:
    def legal(counted: int) -> Refusal | None:
        why = bans(game, figure_of(game, actor), SHOT, counted) or weapon_refusal(game, actor, weapon)
        return why or shot_refusal(game, actor, target, weapon)

    if (yield from _declare(game, Declared(actor, SHOT, target, weapon), "", legal)):
        count_shot(game, actor, weapon)
        yield from attack(game, actor, target, SHOT, weapon, SHOT_DIE, ("CDC-ACT-05.1", "CDC-AB-047.2"))


def _go(game: Game, actor: Id, target: Id, bans: Bans) -> Flow[None]:
    def legal(counted: int) -> Refusal | None:
        return bans(game, figure_of(game, actor), MOVE, counted)

    if not (yield from _declare(game, Declared(actor, MOVE), "movement", legal)):
        return
    throw = yield from throw_move(game, actor, MOVE, MOVE_DIE, ("CDC-ACT-06.1", "CDC-AB-047.3"))
    if figure_of(game, actor).status != TABLE:
        return
    far = ground.farthest_reach(ground.WALK, budget_for(game, actor, MOVE, throw.pace))
    about = {"actor": actor, "action": ADVANCE, "face": throw.pace, "far": far, "target": target}

    def make(budget: int) -> Place:
        return towards_form(game, actor, target, budget)

    end, budget = yield from choose_end(game, actor, MOVE, throw.pace, make, about)
    yield from walk_to(game, actor, MOVE, end, budget, throw.face == 1)


def _declare(game: Game, said: Declared, counted: str, legal: Callable[[int], Refusal | None]) -> Flow[bool]:
    """Declare one part, so that others may respond to it; True if it can then be carried out."""
    actor, action = said.actor, said.action
    why = legal(0)
    code = why.code if why is not None else ""
    if not code:
        replies = game.window("declared", said)
        event = TookPart(
            it=actor, action=action, target=said.target or "", weapon=said.weapon, counted=counted,
            pending=bool(replies), rules=("CDC-AB-047.5",),
        )  # fmt: skip
        game.do(event)
        if not replies:
            return True
        yield from replies
        why = legal(1) if figure_of(game, actor).status == TABLE else Refusal("actor_gone")
        code = said.cancelled or (why.code if why is not None else "")
    if code:
        game.do(Fizzled(kind=action, actor=actor, code=code, rules=("CDC-AB-047.5",)))
    else:
        game.do(CarriedOut(it=actor, action=action, rules=("CDC-AB-047.5",)))
    return not code


def towards_form(game: Game, actor: Id, target: Id, budget: int) -> Place:
    """Where the move of an advance may end: nearer to the target than it began (CDC-AB-047.4).

    Staying is legal only where no nearer end is known.
    """
    state = battle_of(game)
    figure, aim = state.figures[actor], state.figures[target]
    home, mark = (figure.x, figure.y), (aim.x, aim.y)
    plain = walk_form(game, actor, MOVE, budget)

    def gap(point: Value) -> int:
        return int((point[0] - mark[0]) ** 2 + (point[1] - mark[1]) ** 2)

    start = gap(home)

    def nearer() -> list[Value]:
        """Known ends nearer to the target, the nearest first."""
        known = [end for end in worthwhile_ends(state, figure, ground.WALK, budget) if gap(end) < start]
        return [end for end in sorted(known, key=gap) if plain.refusal(end) is None]

    straight = ground.farthest(state.ground, state.on_table(), figure, mark, ground.WALK, budget)
    known = [straight] if gap(straight) < start and plain.refusal(straight) is None else nearer()

    def judge(point: Value) -> Refusal | None:
        if point == home and not known:
            return None
        if point == home or gap(point) >= start:
            return Refusal("not_toward", {"target": target}, ("CDC-AB-047.4",))
        return plain.refusal(point)

    def sampler(rng: Random) -> Value:
        for _ in range(TRIES):
            point = plain.sample(rng)
            if judge(point) is None:
                return point
        return rng.choice(known) if known else home

    def shape() -> dict[str, Value]:
        return {**plain.outline(), "towards": mark}

    return Place(judge, default=known[0] if known else home, sampler=sampler, shape=shape, candidates=nearer)
