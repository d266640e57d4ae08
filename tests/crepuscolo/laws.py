"""Random battles of this game for the property tests of `test_laws`; the laws themselves stand in `tests.lawbook`."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from arbitro.dice.sources import Dice, SeededDice
from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.events import Hurt, Placed
from arbitro.rulesets.crepuscolo.skirmish import random_battle
from arbitro.rulesets.crepuscolo.state import Battle
from tests.lawbook import (
    Court,
    answer_of,
    from_events,
    journal_bytes,
    mutations,
    play,
    refused,
    settled,
    through_bytes,
    traces,
)


@cache
def setup_of(seed: int) -> dict[str, Any]:
    """The setup of a random battle: small companies, a small table, scenery of every kind."""
    return random_battle(Random(seed), RULESET.library, limit=130, size=(44, 34), pieces=9, turns=12)


def battle(seed: int, dice: Dice | None = None, *, log: bool = True) -> Game:
    """A random battle at its first question."""
    return Game.new(RULESET, setup_of(seed), dice or SeededDice.of_seed(seed), log=log)


def battle_state(game: Game) -> Battle:
    assert isinstance(game.state, Battle)
    return game.state


def hurt_somebody(game: Game, rng: Random) -> tuple[Event, ...]:
    """A referee deals damage to somebody on the table."""
    hurt = [f.id for f in battle_state(game).figures.values() if f.status == "table"]
    if not hurt:
        return ()
    return (Hurt(it=rng.choice(hurt), amount=rng.randint(0, 9), actor="", action="item", rules=("CDC-DMG-01.1",)),)


def put_back(game: Game, rng: Random) -> tuple[Event, ...]:
    """A referee puts somebody where they are."""
    figure = rng.choice(list(battle_state(game).figures.values()))
    moved = Placed(it=figure.id, x=figure.x, y=figure.y, z=figure.z, rules=("CDC-DEP-02.2",))
    return (moved,) if figure.status == "table" else ()


COURT = Court(RULESET, setup_of, hurt_somebody, put_back)

__all__ = [
    "COURT", "answer_of", "battle", "battle_state", "from_events", "journal_bytes", "mutations", "play", "refused",
    "settled", "setup_of", "through_bytes", "traces",
]  # fmt: skip
