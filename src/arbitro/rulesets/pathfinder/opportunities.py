"""Attacks of opportunity: interruptions at their exact moment (PF-AOO).

Whoever gives an opportunity opens the window ``opening``; the record ``PF-CORE``, which everybody bears, lets those
strike who may. What was interrupted goes on if it still can.
"""

from __future__ import annotations

from typing import Any

from arbitro.engine.asks import Flow, pick
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Value
from arbitro.rulesets.pathfinder.arms import Arm, strikes_armed
from arbitro.rulesets.pathfinder.attacks import Attempt, attack
from arbitro.rulesets.pathfinder.events import OpportunityGiven, OpportunityTaken
from arbitro.rulesets.pathfinder.facts import fact
from arbitro.rulesets.pathfinder.lookups import figure_of
from arbitro.rulesets.pathfinder.state import IN
from arbitro.rulesets.pathfinder.subjects import Opening
from arbitro.rulesets.pathfinder.threat import may_strike, strikers, strikes, threatening_arms
from arbitro.rulesets.pathfinder.verbs import verb

OPPORTUNITY = "opportunity"


def provoke(game: Game, it: Id, action: str, by: tuple[Id, ...] | None = None) -> Flow[None]:
    """Give an opportunity to all who threaten (or to those in ``by`` alone), and let them strike (PF-AOO-08)."""
    found = strikers(game, it) if by is None else tuple(foe for foe in by if may_strike(game, foe, it))
    if found:
        game.do(OpportunityGiven(it=it, action=action, by=found, rules=("PF-AOO-06.1", "PF-AOO-08.1")))
        yield from game.window("opening", Opening(it, action, found))


def leave(game: Game, it: Id, by: tuple[Id, ...]) -> Flow[None]:
    """Leaving a square gives each foe one opportunity a round, resolved where the mover still stands (PF-AOO-07)."""
    game.do(OpportunityGiven(it=it, action="move", by=by, moving=True, rules=("PF-AOO-07.1", "PF-AOO-13.1")))
    yield from game.window("opening", Opening(it, "move", by))


def leaving(game: Game, it: Id) -> tuple[Id, ...]:
    """The foes to whom a creature gives an opportunity by leaving where it stands."""
    return tuple(foe for foe in strikers(game, it) if it not in figure_of(game, foe).met)


def used_up(scope: dict[str, Any], it: Id) -> None:
    """One opportunity is one attack: somebody who has taken it cannot take it in another way too (PF-AOO-08.1)."""
    opening: Opening = scope["opening"]
    opening.by = tuple(other for other in opening.by if other != it)


def arms_against(game: Game, it: Id, target: Id) -> tuple[Arm, ...]:
    """The arms with which somebody can take an opportunity: a held spell does not arm its fists (PF-SPL-18.2)."""
    return tuple(arm for arm in threatening_arms(game, it)
                 if strikes_armed(game, it, arm) and strikes(game, it, arm, target))  # fmt: skip


@fact
def may_blow(game: Game, it: str, target: str) -> bool:
    """Whether somebody may take an opportunity with a blow: one with a spell in its bare hands may only touch."""
    return may_strike(game, it, target) and bool(arms_against(game, it, target))


@verb(OPPORTUNITY)
def opportunity(game: Game, scope: dict[str, Any], target: Id, args: dict[str, Any]) -> Flow[None]:
    """An attack of opportunity of ``me``: one melee attack at the full bonus (PF-AOO-09, -14)."""
    from arbitro.rulesets.pathfinder.occasions import goes_ahead  # occasions lead to blows, which give opportunities

    me = scope["me"]
    used_up(scope, me)
    if figure_of(game, target).status != IN or not may_blow(game, me, target):
        return
    keys: tuple[Value, ...] = tuple(arm.key for arm in arms_against(game, me, target))
    about = {"me": me, "target": target}
    weapon = str((yield from pick("opportunity", game.controller(me), keys, about, ("PF-AOO-09.1",))))
    game.do(OpportunityTaken(it=me, target=target, rules=("PF-AOO-09.1", "PF-AOO-10.1")))
    if not (yield from goes_ahead(game, me, OPPORTUNITY, target)):
        return
    if weapon in [arm.key for arm in arms_against(game, me, target)]:
        yield from attack(game, Attempt(actor=me, target=target, weapon=weapon, action=OPPORTUNITY,
                                        cause=scope["action"]))  # fmt: skip
