"""The laws of the engine on random battles; the soak plays many thousands more (``tools/soak.py``)."""

from __future__ import annotations

import os
from functools import cache
from random import Random
from typing import Any

import pytest

from arbitro.engine.asks import Ruling
from arbitro.engine.events import Event
from arbitro.engine.game import Game
from arbitro.rulesets.pathfinder import RULESET
from arbitro.rulesets.pathfinder.checks import checks
from arbitro.rulesets.pathfinder.content import rules
from arbitro.rulesets.pathfinder.deeds import DEEDS
from arbitro.rulesets.pathfinder.events import ConditionBegan, RefereeSet
from arbitro.rulesets.pathfinder.numbers import QUERIES, SKILLS
from arbitro.rulesets.pathfinder.skirmish import random_skirmish
from arbitro.rulesets.pathfinder.state import ABILITIES, Battle
from tests import lawbook
from tests.lawbook import Court, answer_of, play

FIRST, LAST = (int(number) for number in os.environ.get("ARBITRO_LAWS", "1-5").split("-"))
SEEDS = tuple(range(FIRST, LAST + 1))
DECISIONS = 90
seeds = pytest.mark.parametrize("seed", SEEDS)


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


@seeds
def test_law_2_chaos_through_bytes_changes_nothing(seed: int) -> None:
    lawbook.law_2_chaos(COURT, seed, DECISIONS)


@seeds
def test_law_2_chaos_with_undo_redo_fix_and_edit_mixed_in(seed: int) -> None:
    lawbook.law_2_accidents(COURT, seed, DECISIONS)


@seeds
def test_law_3_nothing_holds_a_row_across_a_question(seed: int) -> None:
    lawbook.law_3_rows(COURT, seed, DECISIONS)


@seeds
def test_law_4_setup_and_events_make_the_state(seed: int) -> None:
    lawbook.law_4_events(COURT, seed, DECISIONS)


@seeds
def test_law_5_forms_keep_their_word(seed: int) -> None:
    lawbook.law_5_forms(COURT, seed, 30)


@seeds
def test_law_6_forks_agree_and_do_not_touch_each_other(seed: int) -> None:
    lawbook.law_6_forks(COURT, seed, DECISIONS)


@seeds
def test_law_7_undo_then_redo_is_the_identity(seed: int) -> None:
    lawbook.law_7_undo(COURT, seed, DECISIONS)


@seeds
def test_law_8_battles_end(seed: int) -> None:
    lawbook.law_8_end(COURT, seed)


@seeds
def test_law_11_seeded_scripted_and_typed_dice_give_one_journal(seed: int) -> None:
    lawbook.law_11_sources(COURT, seed, DECISIONS)


@seeds
def test_law_13_an_edit_at_any_decision_leaves_a_playable_game(seed: int) -> None:
    lawbook.law_13_edits(COURT, seed, 30)


@seeds
def test_law_14_what_is_remembered_equals_what_is_worked_out_anew(seed: int) -> None:
    game, rng = COURT.battle(seed), Random(seed)
    for number in range(DECISIONS):
        if game.pending is None:
            break
        game.choose(*answer_of(game, rng))
        here = [f.id for f in state_of(game).here()]
        if number % 6 or len(here) < 2:
            continue
        lawbook.assert_index(game, (seed, number))
        actor, target = rng.sample(here, 2)
        words = {"actor": actor, "target": target, "it": actor, "weapon": "senz-armi", "mode": "melee", "penalty": 0,
                 "action": "attack", "manner": "plain", "hand": "primary", "against": rng.choice(["normal", "touch"]),
                 "save": "tempra", "cause": "attack", "skill": rng.choice(sorted(SKILLS)), "manoeuvre": "trip",
                 "ability": rng.choice(ABILITIES), "way": "terra", "type": "fuoco", "source": "", "spell": "",
                 "base": 12, "also": ()}  # fmt: skip
        for query in QUERIES.values():
            lawbook.assert_number(game, query, {role: words[role] for role in query.roles}, (seed, number))


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


def test_law_16_every_event_cites_a_rule_that_exists() -> None:
    catalogue = rules()
    for seed in SEEDS:
        for event in play(COURT.battle(seed), Random(seed), DECISIONS).journal:
            assert event.rules, event
            for rule in event.rules:
                assert catalogue.exists(rule) or rule in RULESET.records, (seed, event)
