"""Random evenings of Cairn for the laws."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.rulesets.cairn import RULESET
from arbitro.rulesets.cairn.events import AttributeLost, ConditionBegan, Went
from arbitro.rulesets.cairn.skirmish import random_evening
from arbitro.rulesets.cairn.state import Encounter
from tests.lawbook import Court, seeds_of

SEEDS = seeds_of(1, 8)


@cache
def setup_of(seed: int) -> dict[str, Any]:
    """The setup of a random evening."""
    return random_evening(Random(seed), RULESET.library)


def state_of(game: Game) -> Encounter:
    assert isinstance(game.state, Encounter)
    return game.state


def hurt_somebody(game: Game, rng: Random) -> tuple[Event, ...]:
    """A referee takes points off somebody, or puts somebody to sleep."""
    here = [f.id for f in state_of(game).figures.values() if f.present]
    if not here:
        return ()
    it = rng.choice(here)
    if rng.random() < 0.3 and not state_of(game).figures[it].has("indifeso"):
        return (ConditionBegan(it=it, condition="indifeso", rules=("CRN-MOD-03.1",)),)
    return (AttributeLost(it=it, attribute=rng.choice(["forza", "des", "vol", "pf"]), amount=rng.randint(0, 9),
                          rules=("CRN-LOSS-01.1",)),)  # fmt: skip


def move_nobody(game: Game, rng: Random) -> tuple[Event, ...]:
    """A referee puts somebody where they are."""
    figure = rng.choice(list(state_of(game).figures.values()))
    return (Went(it=figure.id, at=figure.at, rules=("CRN-ACT-01.1",)),)


COURT = Court(RULESET, setup_of, hurt_somebody, move_nobody)
