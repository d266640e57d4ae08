"""When a computer lets its friends go first: those who act before the next foe does, so that nothing is lost by it.

It delays where a friend is about to cast over the foes whom it would walk among, and where it strikes so much harder
at somebody flanked that it had better come second (PF-DLY). It steps in before the next foe acts.
"""

from __future__ import annotations

from arbitro.engine.asks import Decision
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Seat, Value
from arbitro.geometry.grid import distance
from arbitro.rulesets.pathfinder.areas import ROUND_A_POINT, reached
from arbitro.rulesets.pathfinder.arms import melee_arms
from arbitro.rulesets.pathfinder.deeds import DEEDS, may_do
from arbitro.rulesets.pathfinder.lookups import able, battle_of, figure_of, library_of
from arbitro.rulesets.pathfinder.metamagic import rounds_of, spell_of
from arbitro.rulesets.pathfinder.numbers import CHARGE
from arbitro.rulesets.pathfinder.prowess import best_plan
from arbitro.rulesets.pathfinder.spellbook import caster_level, left
from arbitro.rulesets.pathfinder.state import Creature
from arbitro.rulesets.pathfinder.tactics_ground import danger_of, flanking, standing_foes
from arbitro.rulesets.pathfinder.tactics_magic import aims
from arbitro.rulesets.pathfinder.tactics_spells import promise_of

Path = tuple[Value, ...]
DELAY, PASS, PRECISION = "delay", "pass", "precision"
BLASTS = (*ROUND_A_POINT, "cone", "line")
"""Kinds of aim that do not tell friends from foes."""
LOOKED_AT = 60
"""So many ways to aim each spell of a friend are looked at."""
CROWD = 2
"""Foes for whom a friend's spell is worth waiting for."""


def letting_go_first(game: Game, it: Id) -> Path | None:
    """To delay, where friends who act before any foe make more of it than going first would."""
    figure, foes = figure_of(game, it), standing_foes(game, it)
    if not foes or not may_do(game, figure, DEEDS[DELAY]):
        return None
    friends = before_the_next_foe(game, it)
    if not friends or not _closes_in(game, figure, foes):
        return None
    if any(_casts_over(game, friend.id, figure) for friend in friends):
        return (DELAY,)
    comes = any(melee_arms(game, one.id) and not sneaks(game, one) and _reaches(game, one, foes) for one in friends)
    alone = not flanking(game, figure, figure.space, foes) and not _engaged(game, figure, foes)
    return (DELAY,) if sneaks(game, figure) and comes and alone else None


def before_the_next_foe(game: Game, it: Id) -> list[Creature]:
    """The friends whose counts come in this round after somebody's, and before any foe's."""
    battle, found = battle_of(game), list[Creature]()
    order = battle.order[battle.order.index(it) + 1 :] if it in battle.order else ()
    for one in order:
        figure = battle.figures[one]
        if figure.took == battle.round or not able(game, one):
            continue
        if figure.seat != battle.figures[it].seat:
            break
        found.append(figure)
    return found


def stepping_in(game: Game, seat: Seat, decision: Decision) -> Value:
    """Who has waited for friends steps in before the next foe, or at the end of the round."""
    before = str(decision.about["before"])
    if before and battle_of(game).figures[before].seat == seat:
        return PASS
    return next(value for value in (*game.form(seat).leads(2), PASS) if value != PASS or not before)


def sneaks(game: Game, figure: Creature) -> bool:
    """Whether somebody has more dice for those whom it flanks or catches (PF-CLS-02)."""
    library = library_of(game)
    found = (library.abilities.get(name) for name in library.gifts(figure.profile))
    return any(line.get("modify") == PRECISION for shape in found if shape is not None for line in shape.always)


def _closes_in(game: Game, figure: Creature, foes: list[Creature]) -> bool:
    """Whether somebody would walk up to foes now: none is beside it yet, and it has nothing better to do from here."""
    near = min(distance(figure.space, foe.space) for foe in foes)
    if not (melee_arms(game, figure.id) and 1 < near <= danger_of(game, figure.id)):
        return False
    plan = best_plan(game, figure.id)
    return plan is None or plan.action == CHARGE


def _engaged(game: Game, figure: Creature, foes: list[Creature]) -> bool:
    """Whether a friend is at hand-strokes with one of the foes already: then it is flanked at once."""
    friends = [one for one in battle_of(game).friends_of(figure) if able(game, one.id)]
    return any(distance(friend.space, foe.space) == 1 for friend in friends for foe in foes)


def _reaches(game: Game, figure: Creature, foes: list[Creature]) -> bool:
    return any(distance(figure.space, foe.space) <= danger_of(game, figure.id) for foe in foes)


def _casts_over(game: Game, friend: Id, figure: Creature) -> bool:
    """Whether a friend has a spell at once that strikes several foes, and nobody of its side where they stand now."""
    for caster in figure_of(game, friend).casters:
        for word in left(game, friend, caster):
            shape = spell_of(game, word)
            if shape.aim.kind not in BLASTS or shape.aim.own or shape.aim.who != "any" or not shape.do:
                continue
            if rounds_of(game, word, at_once=False):
                continue
            cl = caster_level(game, friend, caster.source, word)
            for path in aims(game, friend, word, cl, LOOKED_AT):
                struck = reached(game, friend, shape, cl, path)
                spares = len(struck) >= CROWD and all(figure_of(game, one).seat != figure.seat for one in struck)
                if spares and promise_of(game, friend, caster.source, word, cl, path) > 0:
                    return True
    return False
