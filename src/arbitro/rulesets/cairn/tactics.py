"""What a computer opponent values: the worth of a state, plans worth weighing, and quick answers.

Nothing here looks at the dice to come or at anything a seat may not see.
"""

from __future__ import annotations

from functools import lru_cache

from arbitro.dice.distributions import die, highest
from arbitro.engine.asks import Decision
from arbitro.engine.forms import Tree
from arbitro.engine.game import Game
from arbitro.engine.values import REFEREE, Seat, Value
from arbitro.rulesets.cairn.declare import (
    ATTACK,
    CALM_DOWN,
    CAST,
    CRAWL,
    DUAL,
    FLEE,
    RUN,
    USE,
    WAIT,
    actions_of,
    plan_branch,
    plans,
    waiting,
    weapons_of,
)
from arbitro.rulesets.cairn.deeds import blow_of
from arbitro.rulesets.cairn.judgement import HINDERING, Volley
from arbitro.rulesets.cairn.queries import BLAST, armour_of, encounter_of, figure_of, thing_of
from arbitro.rulesets.cairn.state import CRITICAL, DEAD, FOE, PC, UNARMED, Creature, Encounter

BODY, POINT, STRENGTH, OTHER, LYING, TIRED, AILING = 6000, 120, 260, 90, 3500, 40, 700
MOST, MOST_TARGETS, MOST_WEAPONS = 40, 3, 3
HARMFUL = (*HINDERING, "critico", "mortale", "muto", "rallentato")
HELPFUL = ("invisibile", "protetto", "avvantaggiato", "coperto")
DESPERATE = 3
"""Times as strong as ours that the others must be before a character thinks of running."""


def worth(state: Encounter, seat: Seat) -> int:
    """Bodies, their PF and attributes, conditions and Fatica; ours minus theirs."""
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
    if not figure.present:
        return BODY // 2 if figure.kind == PC else 0
    value = BODY + POINT * figure.pf + STRENGTH * figure.forza + OTHER * (figure.des + figure.vol)
    value *= 3 if figure.formation else 1
    if not figure.standing:
        return max(0, value - LYING - (BODY // 2 if figure.has(CRITICAL) else 0))
    value -= AILING * sum(condition in HARMFUL for condition in figure.conditions) + TIRED * figure.fatigue
    return value + AILING // 2 * sum(condition in HELPFUL for condition in figure.conditions)


def expected(game: Game, figure: Creature, weapon: str, target: str) -> int:
    """A hundred times what a blow takes off its target on average, blasts counted for all they may catch."""
    blow, _ = blow_of(game, figure.id, target, weapon, False)
    armour = 0 if blow.pierce else armour_of(game, target, figure.id, blow.weapon).value
    through = taken(blow.dice, armour)
    if game.query(BLAST, actor=figure.id, target=target, weapon=blow.weapon).value > 0:
        through = through * min(3, len([f for f in encounter_of(game).foes_of(figure) if not f.hidden]))
    return through


@lru_cache(maxsize=4096)
def taken(dice: tuple[int, ...], armour: int) -> int:
    """A hundred times what the highest of some dice leaves after armour, on average (CRN-ATK-02.1).

    >>> taken((6,), 0), taken((8, 8), 1), taken((6, 6), 3)
    (350, 481, 161)
    """
    return round(100 * highest([die(sides) for sides in dice]).map(lambda face: max(0, face - armour)).mean())


def best_attack(game: Game, figure: Creature) -> tuple[Value, ...] | None:
    """The attack that does most to whoever is nearest to falling, None if there is none."""
    best: tuple[int, tuple[Value, ...]] | None = None
    for path in attacks_of(game, figure):
        target = figure_of(game, str(path[3]))
        score = expected(game, figure, str(path[2]), target.id)
        left = target.pf + target.forza // 2
        score = score * 10 // (4 + left) + (0 if target.standing else -10_000)
        if best is None or score > best[0]:
            best = (score, path)
    return best[1] if best is not None else None


def attacks_of(game: Game, figure: Creature) -> list[tuple[Value, ...]]:
    """The attacks of a figure that are worth a thought: each weapon, or two at once, on each enemy."""
    form, actions = plans(game, figure.seat), actions_of(game, figure)
    return [path for action in (ATTACK, DUAL) if action in actions for path in _armed_paths(game, form, figure, action)]


def _armed_paths(game: Game, form: Tree, figure: Creature, action: str) -> list[tuple[Value, ...]]:
    found = []
    weapons = form.grow((figure.id, action))
    for weapon in (weapons.options if weapons is not None else ())[:MOST_WEAPONS]:
        if weapon.key == UNARMED and len(weapons_of(game, figure)) > 1:
            continue
        targets = form.grow((figure.id, action, weapon.key))
        for target in targets.options if targets is not None else ():
            found.append(_finished(game, figure, (figure.id, action, weapon.key, target.key)))
    return found


def _finished(game: Game, figure: Creature, path: tuple[Value, ...]) -> tuple[Value, ...]:
    """A plan with the first of whatever is still to be chosen."""
    while (branch := plan_branch(game, figure, path[1:])) is not None:
        path = (*path, branch.options[0].key)
    return path


def quick_plan(game: Game, seat: Seat) -> tuple[Value, ...]:
    """A sensible plan for the first who has none yet."""
    figure = waiting(game, seat)[0]
    actions = actions_of(game, figure)
    if actions == [CRAWL]:
        return (figure.id, CRAWL, "away")
    if CALM_DOWN in actions:
        return _finished(game, figure, (figure.id, CALM_DOWN))
    care = _care(game, figure) if USE in actions else None
    if care is not None:
        return care
    if FLEE in actions and _hopeless(game, figure):
        return (figure.id, FLEE)
    attack = best_attack(game, figure)
    if attack is not None:
        return attack
    return (figure.id, RUN, "closer") if RUN in actions else _finished(game, figure, (figure.id, WAIT))


def _care(game: Game, figure: Creature) -> tuple[Value, ...] | None:
    """Bandages for a companion who is dying, if nobody else sees to it."""
    taken = {f.plan[2] for f in encounter_of(game).side(figure.seat) if f.plan[:1] == (USE,) and len(f.plan) > 2}
    branch = plan_branch(game, figure, (USE,))
    for option in branch.options if branch is not None else ():
        if option.key != "bende":
            continue
        aims = plan_branch(game, figure, (USE, option.key))
        for aim in aims.options if aims is not None else ():
            if aim.key not in taken and figure_of(game, str(aim.key)).has(CRITICAL):
                return _finished(game, figure, (figure.id, USE, option.key, aim.key))
    return None


def _hopeless(game: Game, figure: Creature) -> bool:
    """Whether a character had better run: hurt, and the others far stronger."""
    if figure.kind == FOE or figure.pf > 0 or figure.forza * 2 > figure.forza_max:
        return False
    state = encounter_of(game)
    ours = sum(_value(f) for f in state.present(figure.seat) if f.standing)
    theirs = sum(_value(f) for f in state.foes_of(figure) if f.standing and not f.hidden)
    return theirs > DESPERATE * ours


def propose(game: Game, seat: Seat) -> list[Value]:
    """Plans of the first who has none: attacks with each weapon on a few targets, spells, things, and to wait."""
    form = game.form(seat)
    assert game.pending is not None
    if not isinstance(form, Tree) or game.pending.kind != "action" or seat == REFEREE:
        return list(form.leads(MOST))
    figure = waiting(game, seat)[0]
    found: list[Value] = [quick_plan(game, seat)]
    actions = actions_of(game, figure)
    for action in actions:
        if action == WAIT and ATTACK in actions:
            continue
        if action in (ATTACK, DUAL):
            paths = _armed_paths(game, form, figure, action)
            paths.sort(key=lambda path: -expected(game, figure, str(path[2]), str(path[3])))
            found += paths[: MOST_TARGETS * 2]
        elif action in (CAST, USE):
            found += _things(game, figure, action)
        elif action not in (RUN, CRAWL):
            found.append(_finished(game, figure, (figure.id, action)))
    return list(dict.fromkeys(found))[:MOST]


def _things(game: Game, figure: Creature, action: str) -> list[tuple[Value, ...]]:
    """Spells, things and powers of its own that do something in a fight, on a few targets each."""
    found = []
    branch = plan_branch(game, figure, (action,))
    for option in branch.options if branch is not None else ():
        thing = thing_of(game, str(option.key))
        rule = (
            str(option.key) if thing is None else thing.spell or thing.id
        )  # creatures use what they can do themselves
        record = game.ruleset.records.get(rule)
        if record is None or not record.uses:
            continue
        aims = plan_branch(game, figure, (action, option.key))
        keys = [aim.key for aim in aims.options] if aims is not None and aims.level == "target" else [None]
        for key in keys[:MOST_TARGETS]:
            path = (figure.id, action, option.key) if key is None else (figure.id, action, option.key, key)
            found.append(_finished(game, figure, path))
    return found


def instinct(game: Game, seat: Seat, decision: Decision) -> Value:
    """A quick, sensible answer without looking ahead."""
    if decision.kind == "action" and seat != REFEREE:
        return quick_plan(game, seat)
    return game.form(seat).default()


def considered(game: Game, seat: Seat, decision: Decision) -> Value:
    """The attack that leaves the other side least to do, on top of what companions have declared; else instinct's."""
    if decision.kind == "action" and seat != REFEREE:
        figure = waiting(game, seat)[0]
        form, actions = plans(game, seat), actions_of(game, figure)
        armed = [action for action in (ATTACK, DUAL) if action in actions]
        found = [path for action in armed for path in _armed_paths(game, form, figure, action)]
        if found:
            return min(found, key=Volley(game, seat).left)
    return instinct(game, seat, decision)
