"""Random battles of Pathfinder for the laws."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.rulesets.pathfinder import RULESET
from arbitro.rulesets.pathfinder.events import RefereeSet
from arbitro.rulesets.pathfinder.events_blows import ConditionBegan
from arbitro.rulesets.pathfinder.skirmish import random_skirmish
from arbitro.rulesets.pathfinder.state import Battle
from tests.lawbook import Court, seeds_of

SEEDS = seeds_of(1, 5)


@cache
def setup_of(seed: int) -> dict[str, Any]:
    """The setup of a random battle."""
    return random_skirmish(Random(seed), RULESET.library)


def state_of(game: Game) -> Battle:
    assert isinstance(game.state, Battle)
    return game.state


def hurt_somebody(game: Game, rng: Random) -> tuple[Event, ...]:
    """A referee sets somebody's hit points, or blinds somebody."""
    here = [f.id for f in state_of(game).here()]
    if not here:
        return ()
    it = rng.choice(here)
    if rng.random() < 0.3:
        return (ConditionBegan(it=it, condition="accecato", rules=("PF-CND-01.1",)),)
    return (RefereeSet(it=it, field="hp", value=rng.randint(-12, 20), rules=("PF-HP-03.1",)),)


def change_nothing(game: Game, rng: Random) -> tuple[Event, ...]:
    """A referee sets somebody's hit points to what they are."""
    figure = rng.choice(list(state_of(game).figures.values()))
    return (RefereeSet(it=figure.id, field="hp", value=figure.hp, rules=("PF-HP-03.1",)),)


COURT = Court(RULESET, setup_of, hurt_somebody, change_nothing)
