"""What was declared is done: blows are prepared, rolled together and kept; everything else is carried out."""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow
from arbitro.engine.forms import Option, Pick
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.cairn.burden import spend_use
from arbitro.rulesets.cairn.declare import (
    ATTACK,
    ATTEMPT,
    AWAY,
    CALM_DOWN,
    CAST,
    CLOSER,
    CRAWL,
    DUAL,
    FLEE,
    JOIN,
    RUN,
    USE,
    destination,
    is_ranged,
    item_named,
    plan_target,
    speed_of,
)
from arbitro.rulesets.cairn.edges import EDGE_RULES, die_of, edge_of, why_of
from arbitro.rulesets.cairn.events import (
    BlowPrepared,
    BlowsLanded,
    BlowsLost,
    ConditionEnded,
    HandsFilled,
    Revealed,
    Went,
)
from arbitro.rulesets.cairn.magic import use_thing
from arbitro.rulesets.cairn.morale import retreat
from arbitro.rulesets.cairn.queries import (
    BLAST,
    PIERCE,
    encounter_of,
    figure_of,
    thing_of,
)
from arbitro.rulesets.cairn.saves import KIND_RULES, custode, save
from arbitro.rulesets.cairn.state import (
    ATTRIBUTES,
    DES,
    IMPAIRED_DIE,
    PANICKED,
    STEP,
    TOUCH,
    VOL,
    WEAKENED,
    Blow,
    Creature,
    Hit,
)
from arbitro.rulesets.cairn.subjects import Deed

CRAWLED = 2  # metres, our choice


# --- movement -----------------------------------------------------------------------------------------


def move_before(game: Game, it: Id) -> None:
    """The movement of a plan that comes before its action."""
    figure = figure_of(game, it)
    if figure.plan and figure.plan[-1] == CLOSER and figure.plan[0] not in (RUN, CRAWL):
        _go(game, figure, CLOSER, speed_of(game, figure), _melee_target(figure), ("CRN-ACT-01.1",))


def move_after(game: Game, it: Id) -> None:
    """The movement of a plan that comes after its action."""
    figure = figure_of(game, it)
    if figure.standing and figure.plan and figure.plan[-1] == AWAY and figure.plan[0] not in (RUN, CRAWL):
        _go(game, figure, AWAY, speed_of(game, figure), "", ("CRN-ACT-01.1",))


def _melee_target(figure: Creature) -> Id:
    return plan_target(figure.plan) if figure.plan[0] in (ATTACK, DUAL) else ""


def _go(game: Game, figure: Creature, way: str, metres: int, target: Id, rules: tuple[RuleId, ...]) -> None:
    at = destination(encounter_of(game), figure, way, metres, target)
    if at != figure.at:
        game.do(Went(it=figure.id, at=at, rules=rules))


# --- blows --------------------------------------------------------------------------------------------


def prepare(game: Game, it: Id) -> Flow[None]:
    """An attack that was declared becomes dice against each of its targets; nothing can miss (CRN-ATK-01.1)."""
    figure = figure_of(game, it)
    weapon, target = str(figure.plan[1]), str(figure.plan[2])
    if figure.hidden:
        game.do(Revealed(it=it, rules=("CRN-ACT-02.1",)))
    deed = Deed(it, str(figure.plan[0]), target, weapon)
    yield from game.window("declared", deed)
    if deed.cancelled:
        return
    take_in_hand(game, it, weapon)
    blast = game.query(BLAST, actor=it, target=target, weapon=weapon.split(JOIN)[0]).value > 0
    aims = blast_targets(game, it, target, weapon.split(JOIN)[0]) if blast else (target,)
    for aim in aims:
        for stroke in strokes(game, it, aim, weapon):
            blow, rules = blow_of(game, it, aim, stroke, blast)
            rules += ("CRN-MOD-05.1",) if stroke != weapon else ()
            because = why_of(game, it, aim, blow.weapon, blow.edge)
            game.do(BlowPrepared(blow=blow, because=because, rules=rules))
    first = weapon.split(JOIN)[0]
    thing, item = thing_of(game, first), figure_of(game, it).item(item_named(game, figure_of(game, it), first))
    if item is not None and thing.type not in ("weapon", "attack"):
        spend_use(game, it, item, ("CRN-MKT-06.1",))


def take_in_hand(game: Game, it: Id, weapon: str) -> None:
    """Weapons in hand, and a shield in the one that is left (CRN-ARM-02.2)."""
    figure = figure_of(game, it)
    numbers = []
    for thing in weapon.split(JOIN):
        found = next((i.no for i in figure.items if i.thing == thing and i.no not in numbers and i.on == 0), 0)
        numbers += [found] if found else []
    used = sum(thing_of(game, item.thing).hands for no in numbers if (item := figure.item(no)) is not None)
    shield = next((i.no for i in figure.items if thing_of(game, i.thing).type == "shield" and i.on == 0), 0)
    if shield and used < 2:
        numbers.append(shield)
    if tuple(numbers) != figure.hands:
        game.do(HandsFilled(it=it, hands=tuple(numbers), rules=("CRN-ARM-02.2",)))


def strokes(game: Game, actor: Id, target: Id, weapon: str) -> tuple[str, ...]:
    """Two weapons as one blow, or as one each where the target feels them differently, as silver (CRN-MOD-05)."""
    weapons = tuple(weapon.split(JOIN))
    felt = {(edge_of(game, actor, target, one), tuple(thing_of(game, one).tags)) for one in weapons[:2]}
    return weapons if len(felt) > 1 else (weapon,)


def blow_of(game: Game, actor: Id, target: Id, weapon: str, blast: bool) -> tuple[Blow, tuple[RuleId, ...]]:
    """The dice of one attacker against one target, and the clauses that made them so."""
    weapons = weapon.split(JOIN)
    edge = edge_of(game, actor, target, weapons[0])
    dice: tuple[int, ...] = ()
    for one in weapons:
        thing = thing_of(game, one)
        sides = tuple(thing.dice) if thing is not None and thing.dice else (IMPAIRED_DIE,)
        each = edge_of(game, actor, target, one)
        dice += tuple(die_of(game, actor, one, side, each) for side in sides)
    pierce = game.query(PIERCE, actor=actor, target=target, weapon=weapons[0]).value > 0
    thing = thing_of(game, weapons[0])
    blow = Blow(actor, target, weapons[0], dice, edge, blast, pierce or bool(thing is not None and thing.pierce))
    rules: tuple[RuleId, ...] = ("CRN-ATK-01.1", *EDGE_RULES[edge])
    rules += ("CRN-MOD-05.1",) if len(weapons) > 1 else ()
    rules += ("CRN-MOD-04.1",) if blast else ()
    attacker, defender = figure_of(game, actor), figure_of(game, target)
    if attacker.formation != defender.formation:
        many = ("CRN-DET-02.1",) if attacker.has(WEAKENED) else ("CRN-DET-04.1",)
        rules += many if attacker.formation else ("CRN-DET-03.2",) if blast else ("CRN-DET-03.1",)
    return blow, rules


def blast_targets(game: Game, actor: Id, target: Id, weapon: str) -> tuple[Id, ...]:
    """Who is caught in a blast: as many as it says, or as its damage die shows where that is unclear (CRN-MOD-04)."""
    state = encounter_of(game)
    figure, thing = state.figures[actor], thing_of(game, weapon)
    others = [foe.id for foe in state.foes_of(figure) if foe.id != target and not foe.hidden]
    if state.options.track:
        others = [it for it in others if _in_area(game, figure, it, target, weapon)]
    if not others:
        return (target,)
    count = thing.area if thing is not None else 0
    if not count:
        sides = max(thing.dice) if thing is not None and thing.dice else IMPAIRED_DIE
        (count,) = game.roll(sides, by=actor, rules=("CRN-MOD-04.4",))
    return (target, *others[: count - 1])


def _in_area(game: Game, figure: Creature, it: Id, target: Id, weapon: str) -> bool:
    """Whether somebody stands where a blast strikes: within arm's length, or a movement from a target further off."""
    at = figure_of(game, it).at
    if is_ranged(game, weapon) or thing_of(game, weapon).type not in ("weapon", "attack"):
        return abs(at - figure_of(game, target).at) <= STEP
    return abs(at - figure.at) <= TOUCH


def highest(dice: Any, *pairs: Any) -> tuple[int, int]:
    """The highest of dice of several hands, and which it was; ``pairs``: who rolls and how many sides, in turn."""
    best = place = 0
    for number in range(0, len(pairs), 2):
        (face,) = dice.roll(pairs[number + 1], by=pairs[number])
        if face > best:
            best, place = face, number // 2
    return best, place


def strike(game: Game, target: Id) -> None:
    """All dice of a side against one target: the single highest is kept (CRN-ATK-02)."""
    if not figure_of(game, target).present:
        game.do(BlowsLost(target=target, rules=("CRN-ATK-02.1",)))
        return
    dice = [(blow, sides) for blow in encounter_of(game).pool if blow.target == target for sides in blow.dice]
    pairs = tuple(part for blow, sides in dice for part in (blow.actor, sides))
    rules: tuple[RuleId, ...] = ("CRN-ATK-02.1",) if len(dice) > 1 else ("CRN-ATK-01.2",)
    rules += ("CRN-MOD-04.2",) if any(blow.blast for blow, _ in dice) else ()
    value, place = game.chance(highest, *pairs, by=target, rules=rules)
    blow = dice[place][0]
    hit = Hit(target, value, blow.actor, blow.weapon, blow.pierce, blow.cause)
    game.do(BlowsLanded(hit=hit, dice=len(dice), rules=rules))


# --- everything else ----------------------------------------------------------------------------------


def perform(game: Game, it: Id) -> Flow[None]:
    """What was declared besides attacks."""
    figure = figure_of(game, it)
    action = figure.plan[0] if figure.plan else ""
    if not action or not figure.present or not (figure.standing or action == CRAWL):
        return
    if action in (CAST, USE):
        yield from _with_thing(game, it)
    elif action == FLEE:
        yield from retreat(game, it)
    elif action == RUN:
        _go(game, figure, str(figure.plan[1]), 2 * speed_of(game, figure), "", ("CRN-ACT-01.3",))
    elif action == CRAWL:
        _go(game, figure, str(figure.plan[1]), CRAWLED, "", ("CRN-CRIT-02.1",))
    elif action == CALM_DOWN:
        if (yield from save(game, it, VOL, "panic", ("CRN-PRC-04.3",))) and figure_of(game, it).has(PANICKED):
            game.do(ConditionEnded(it=it, condition=PANICKED, rules=("CRN-PRC-04.3",)))
    elif action == ATTEMPT:
        yield from _attempt(game, it)


def _with_thing(game: Game, it: Id) -> Flow[None]:
    figure = figure_of(game, it)
    thing, target = str(figure.plan[1]), plan_target(figure.plan)
    deed = Deed(it, str(figure.plan[0]), target or None, thing)
    yield from game.window("declared", deed)
    if not deed.cancelled:
        yield from use_thing(game, it, item_named(game, figure_of(game, it), thing), thing, target)


def _attempt(game: Game, it: Id) -> Flow[None]:
    """Something else, perhaps risky: the referee says which save it takes, if any (CRN-ACT-03)."""
    options = tuple(Option(word, {}, ("CRN-ACT-03.1",)) for word in ("none", *ATTRIBUTES))
    word = yield from custode(game, "risk", Pick(options, default=DES), {"it": it})
    if word != "none":
        yield from save(game, it, str(word), "risk", ("CRN-ACT-03.1", "CRN-SAV-01.1", KIND_RULES[str(word)]))
