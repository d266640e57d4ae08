"""The laws of the engine on random battles; the soak plays many thousands more (``tools/soak.py``)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arbitro.engine.asks import Ruling
from arbitro.engine.game import Game
from arbitro.rulesets.pathfinder.checks import checks
from arbitro.rulesets.pathfinder.deeds import DEEDS
from arbitro.rulesets.pathfinder.numbers import QUERIES, SKILLS
from arbitro.rulesets.pathfinder.state import ABILITIES
from tests import lawbook
from tests.lawbook import answer_of
from tests.pathfinder.laws import COURT, SEEDS, hurt_somebody, state_of

DECISIONS = 90
seeds = pytest.mark.parametrize("seed", SEEDS)


@seeds
@pytest.mark.parametrize(("law", "decisions"), lawbook.laws(DECISIONS, law_5_forms=30, law_13_edits=30))
def test_the_laws_hold(law: lawbook.Law, decisions: int, seed: int) -> None:
    law(COURT, seed, decisions)


@seeds
def test_law_8_battles_end(seed: int) -> None:
    lawbook.law_8_end(COURT, seed)


def words(game: Game, rng: Random) -> dict[str, Any] | None:
    """Somebody and something for each role of a number."""
    here = [f.id for f in state_of(game).here()]
    if len(here) < 2:
        return None
    actor, target = rng.sample(here, 2)
    return {"actor": actor, "target": target, "it": actor, "weapon": "senz-armi", "mode": "melee", "penalty": 0,
            "action": "attack", "manner": "plain", "hand": "primary", "against": rng.choice(["normal", "touch"]),
            "save": "tempra", "cause": "attack", "skill": rng.choice(sorted(SKILLS)), "manoeuvre": "trip",
            "ability": rng.choice(ABILITIES), "way": "terra", "type": "fuoco", "source": "", "spell": "",
            "base": 12, "also": ()}  # fmt: skip


@seeds
def test_law_14_what_is_remembered_equals_what_is_worked_out_anew(seed: int) -> None:
    lawbook.law_14_numbers(COURT, seed, DECISIONS, 6, QUERIES.values(), words)


@seeds
def test_what_settles_by_itself_has_been_looked_for_everywhere(seed: int) -> None:
    """The checks look at those who were written: a look at everybody finds nothing more to do."""
    game, rng = COURT.battle(seed), Random(seed)
    for number in range(3 * DECISIONS):
        if game.pending is None:
            break
        if game.pending.kind == "action":
            if rng.random() < 0.2:
                game.rule(Ruling(kind="edit", note="an edit", events=hurt_somebody(game, rng)))
            told = len(game.journal)
            game.stirred = None
            assert checks(game) is None, (seed, number)
            assert len(game.journal) == told, (seed, number)
            game.stirred = {}
            if game.pending is None:
                break
        game.choose(*answer_of(game, rng))


@seeds
def test_what_an_action_needs_is_needed(seed: int) -> None:
    """Whoever has not what an action is said to need could not do it either if it were looked into."""
    game, rng, spared = COURT.battle(seed), Random(seed), 0
    for _ in range(DECISIONS):
        if game.pending is None:
            break
        for figure in state_of(game).here():
            for one in DEEDS.values():
                if one.needs and not getattr(figure, one.needs):
                    assert not one.offered(game, figure.id), (seed, one.name)
                    spared += 1
        game.choose(*answer_of(game, rng))
    assert spared
