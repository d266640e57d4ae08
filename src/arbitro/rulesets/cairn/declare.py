"""What may be declared: who, which action, with what, against whom, and how to move (CRN-ACT-01, -02)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement

from arbitro.engine.forms import Branch, Option, Tree
from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId, Seat, Value
from arbitro.rulesets.cairn.magic import GIFT, SPELLS, targets, usable, use_of
from arbitro.rulesets.cairn.queries import SPEED, encounter_of, figure_of, thing_of
from arbitro.rulesets.cairn.state import CRITICAL, PANICKED, TOUCH, UNARMED, Creature, Encounter, Item

ATTACK, DUAL, CAST, USE, FLEE, RUN, CALM_DOWN, CRAWL, ATTEMPT, WAIT = (
    "attack", "dual", "cast", "use", "flee", "run", "compose", "crawl", "attempt", "wait",
)  # fmt: skip
ACTIONS = (ATTACK, DUAL, CAST, USE, FLEE, RUN, CALM_DOWN, CRAWL, ATTEMPT, WAIT)
STAY, CLOSER, AWAY = "stay", "closer", "away"
JOIN = "+"
"""Joins the two weapons of one attack, as in ``pugnale+spada``."""
NOT_FOUND: tuple[Value, ...] = ()
RULES: dict[str, tuple[RuleId, ...]] = {
    ATTACK: ("CRN-ATK-01.1",), DUAL: ("CRN-MOD-05.1",), CAST: ("CRN-CAST-01.4",), USE: ("CRN-ACT-01.2",),
    FLEE: ("CRN-RET-01.1",), RUN: ("CRN-ACT-01.3",), CALM_DOWN: ("CRN-PRC-04.3",), CRAWL: ("CRN-CRIT-02.1",),
    ATTEMPT: ("CRN-ACT-03.1",), WAIT: ("CRN-ACT-01.1",),
}  # fmt: skip


# --- who ----------------------------------------------------------------------------------------------


def can_act(game: Game, figure: Creature) -> bool:
    """Whether somebody may declare something now."""
    state = encounter_of(game)
    late = bool(state.round) and figure.lost_round == state.round
    if not figure.present or late:
        return False
    if figure.has(CRITICAL):
        able = figure.des > 0 and figure.vol >= figure.least_will
        return state.options.track and able and game.restricted(CRAWL, actor=figure.id) is None
    return figure.standing and game.restricted(WAIT, actor=figure.id) is None


def waiting(game: Game, seat: Seat) -> list[Creature]:
    """Those of a seat who have not declared yet."""
    return [f for f in encounter_of(game).side(seat) if not f.plan and can_act(game, f)]


# --- with what ----------------------------------------------------------------------------------------


def weapons_of(game: Game, figure: Creature) -> list[str]:
    """What somebody can attack with, its bare hands last."""
    found = list(figure.attacks)
    for item in figure.items:
        thing = thing_of(game, item.thing)
        if thing is not None and thing.dice and item.on == 0 and (thing.type == "weapon" or item.charges or item.uses):
            found.append(item.thing)
    return [*dict.fromkeys(found), *(() if figure.attacks else (UNARMED,))]


def pairs_of(game: Game, figure: Creature) -> list[str]:
    """Two weapons that can be used at once, one in each hand."""
    light = [i.thing for i in figure.items if i.on == 0 and _light(game, i)]
    unique = list(dict.fromkeys(light))
    return [
        JOIN.join(pair)
        for pair in combinations_with_replacement(unique, 2)
        if pair[0] != pair[1] or light.count(pair[0]) > 1
    ]


def _light(game: Game, item: Item) -> bool:
    thing = thing_of(game, item.thing)
    return thing is not None and thing.type == "weapon" and thing.hands == 1 and not thing.ranged and not thing.bulky


def is_ranged(game: Game, weapon: str) -> bool:
    """Whether a weapon reaches whoever is seen (CRN-RNG-01.1)."""
    thing = thing_of(game, weapon.split(JOIN)[0])
    return thing is not None and thing.ranged


# --- against whom -------------------------------------------------------------------------------------


def targets_for(game: Game, figure: Creature, weapon: str) -> list[Id]:
    """Foes whom a weapon can be used against this turn."""
    state, found = encounter_of(game), []
    for foe in state.foes_of(figure):
        if foe.hidden or not in_reach(game, figure, foe, weapon):
            continue
        if game.restricted(ATTACK, actor=figure.id, target=foe.id, weapon=weapon) is None:
            found.append(foe.id)
    return found


def in_reach(game: Game, figure: Creature, foe: Creature, weapon: str) -> bool:
    """Whether arms meet after one movement; without distances they always do."""
    state = encounter_of(game)
    if not state.options.track or is_ranged(game, weapon):
        return True
    return abs(figure.at - foe.at) <= TOUCH + speed_of(game, figure)


def speed_of(game: Game, figure: Creature) -> int:
    """Metres of one movement."""
    return max(0, game.query(SPEED, actor=figure.id).value)


# --- the form -----------------------------------------------------------------------------------------

Grow = Callable[[Game, Creature, tuple[Value, ...]], Branch | None]


def plans(game: Game, seat: Seat) -> Tree:
    """The form of a declaration: who, action, what it needs, and how to move where distances count."""

    def grow(path: tuple[Value, ...]) -> Branch | None:
        if not path:
            return Branch("actor", tuple(Option(f.id) for f in waiting(game, seat)))
        figure = figure_of(game, path[0])
        if len(path) == 1:
            return Branch("action", tuple(Option(a, {}, RULES[a]) for a in actions_of(game, figure)))
        return plan_branch(game, figure, path[1:])

    return PlanTree(grow, lambda: plain_plan(game, waiting(game, seat)[0]))


class PlanTree(Tree):
    """The form of a declaration; its default is worked out only when somebody asks for it."""

    def __init__(self, grow: Callable[[tuple[Value, ...]], Branch | None], plain: Callable[[], Value]) -> None:
        super().__init__(grow)
        self._plain = plain

    def default(self) -> Value:
        return self._plain()


def plain_plan(game: Game, figure: Creature) -> tuple[Value, ...]:
    """What silence means: attack the first foe with the first weapon, or wait."""
    path: tuple[Value, ...] = (figure.id, ATTACK if ATTACK in actions_of(game, figure) else WAIT)
    if path[1] == WAIT and figure.has(CRITICAL):
        path = (figure.id, CRAWL)
    while (branch := plan_branch(game, figure, path[1:])) is not None:
        path = (*path, branch.options[0].key)
    return path


def actions_of(game: Game, figure: Creature) -> list[str]:
    """The actions that lead to something for somebody now."""
    if figure.has(CRITICAL):
        return [CRAWL]
    state = encounter_of(game)
    found = []
    if any(targets_for(game, figure, weapon) for weapon in weapons_of(game, figure)):
        found.append(ATTACK)
        if any(targets_for(game, figure, pair) for pair in pairs_of(game, figure)):
            found.append(DUAL)
    if things_to(game, figure, CAST):
        found.append(CAST)
    if things_to(game, figure, USE):
        found.append(USE)
    found += [FLEE] if figure.seat in state.refuge else []
    found += [RUN] if state.options.track and speed_of(game, figure) else []
    found += [CALM_DOWN] if figure.has(PANICKED) else []
    found += [ATTEMPT] if state.options.referee else []
    found = [action for action in found if game.restricted(action, actor=figure.id) is None]
    return [*found, WAIT]


def things_to(game: Game, figure: Creature, action: str) -> list[tuple[int, str]]:
    """Spells to cast, or things to use: the number of the item and what it is."""
    found, seen = [], set()
    for item in figure.items:
        thing = thing_of(game, item.thing)
        if thing is None or item.on or item.thing in seen:
            continue
        spell = thing.type in SPELLS
        if (action == CAST and not spell) or (action == USE and (spell or not _works(game, item))):
            continue
        if usable(game, figure.id, item.thing, item):
            seen.add(item.thing)
            found.append((item.no, item.thing))
    if action == USE and figure.profile and usable(game, figure.id, figure.profile, None):
        found.append((GIFT, figure.profile))
    if action == CAST:
        gifts = [ability for ability in figure.abilities if ability.startswith("dono-")]
        found += [(GIFT, gift) for gift in gifts if usable(game, figure.id, gift, None)]
    return found


def _works(game: Game, item: Item) -> bool:
    return thing_of(game, item.thing).type == "relic" or use_of(game, item.thing) is not None


def plan_branch(game: Game, figure: Creature, plan: tuple[Value, ...]) -> Branch | None:
    """The next choices of a plan that begins like this, None when it is complete."""
    branch = _GROW.get(plan[0], _none)(game, figure, plan[1:])
    if branch is not None or not encounter_of(game).options.track or plan[0] in (RUN, CRAWL, FLEE):
        return branch
    return _move(game, figure, plan)


def _none(game: Game, figure: Creature, rest: tuple[Value, ...]) -> Branch | None:
    return None


def _attack(game: Game, figure: Creature, rest: tuple[Value, ...]) -> Branch | None:
    return _armed(game, figure, rest, weapons_of(game, figure))


def _dual(game: Game, figure: Creature, rest: tuple[Value, ...]) -> Branch | None:
    return _armed(game, figure, rest, pairs_of(game, figure))


def _armed(game: Game, figure: Creature, rest: tuple[Value, ...], weapons: Sequence[str]) -> Branch | None:
    if not rest:
        return Branch("weapon", tuple(Option(weapon) for weapon in weapons if targets_for(game, figure, weapon)))
    if len(rest) == 1:
        return Branch("target", tuple(Option(it) for it in targets_for(game, figure, str(rest[0]))))
    return None


def _cast(game: Game, figure: Creature, rest: tuple[Value, ...]) -> Branch | None:
    return _with(game, figure, rest, CAST)


def _use(game: Game, figure: Creature, rest: tuple[Value, ...]) -> Branch | None:
    return _with(game, figure, rest, USE)


def _with(game: Game, figure: Creature, rest: tuple[Value, ...], action: str) -> Branch | None:
    if not rest:
        return Branch("item", tuple(Option(thing) for _, thing in things_to(game, figure, action)))
    if len(rest) == 1:
        aims = targets(game, figure.id, str(rest[0]))
        return Branch("target", tuple(Option(it) for it in aims)) if aims else None
    return None


def _run(game: Game, figure: Creature, rest: tuple[Value, ...]) -> Branch | None:
    return None if rest else Branch("choice", (Option(CLOSER), Option(AWAY)))


_GROW: dict[Value, Grow] = {ATTACK: _attack, DUAL: _dual, CAST: _cast, USE: _use, RUN: _run, CRAWL: _run}


def _move(game: Game, figure: Creature, plan: tuple[Value, ...]) -> Branch | None:
    """How one moves besides: closer before the action, away after it, never split (our ruling of CRN-ACT-01)."""
    if plan[-1] in (STAY, CLOSER, AWAY):
        return None
    ways = [STAY, *([CLOSER, AWAY] if speed_of(game, figure) else [])]
    if plan[0] in (ATTACK, DUAL) and not is_ranged(game, str(plan[1])):
        foe = figure_of(game, str(plan[2]))
        ways = [way for way in ways if way != CLOSER] if abs(figure.at - foe.at) <= TOUCH else [CLOSER]
    return Branch("choice", tuple(Option(way, {}, ("CRN-ACT-01.1",)) for way in ways))


def destination(state: Encounter, figure: Creature, way: str, metres: int, target: Id = "") -> int:
    """Where a movement ends: beside the foe it goes for (the nearest one), or so far away from all of them."""
    foes = [foe for foe in state.foes_of(figure) if not foe.hidden]
    if not foes:
        return figure.at
    foe = state.figures[target] if target else min(foes, key=lambda f: (abs(f.at - figure.at), f.id))
    ahead = 1 if foe.at >= figure.at else -1
    if way == AWAY:
        return figure.at - ahead * metres
    gap = max(0, abs(foe.at - figure.at) - TOUCH)
    return figure.at + ahead * min(metres, gap)


def plan_target(plan: tuple[Value, ...]) -> Id:
    """Whom a plan is aimed at, "" if nobody."""
    if plan[:1] in ((ATTACK,), (DUAL,)):
        return str(plan[2])
    if plan[:1] in ((CAST,), (USE,)) and len(plan) > 2 and plan[2] not in (STAY, CLOSER, AWAY):
        return str(plan[2])
    return ""


def item_named(game: Game, figure: Creature, thing: str) -> int:
    """The number of the first such thing one carries, of those with charges one that is not empty; 0 for none."""
    own = [item for item in figure.items if item.thing == thing and item.on == 0]
    return next((item.no for item in sorted(own, key=lambda item: item.charges < 1)), GIFT)
