"""The laws of the engine on random evenings; the soak plays many thousands more (``tools/soak.py --ruleset cairn``)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from functools import cache
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs
from scipy.stats import chisquare

from arbitro.dice.sources import SeededDice
from arbitro.engine.events import Began, EffectBegan, EffectEnded, Event, Used
from arbitro.engine.game import Game
from arbitro.engine.odds import odds
from arbitro.engine.save import encode
from arbitro.rulesets.cairn import RULESET
from arbitro.rulesets.cairn.content import rules
from arbitro.rulesets.cairn.events import AttributeLost, ConditionBegan, Went
from arbitro.rulesets.cairn.queries import QUERIES
from arbitro.rulesets.cairn.skirmish import random_evening
from arbitro.rulesets.cairn.state import Encounter
from tests import lawbook
from tests.cairn.table import Table
from tests.lawbook import Court, answer_of, play

ROOT = Path(__file__).resolve().parents[2]
FIRST, LAST = (int(number) for number in os.environ.get("ARBITRO_LAWS", "1-8").split("-"))
SEEDS = tuple(range(FIRST, LAST + 1))
DECISIONS = 150
seeds = pytest.mark.parametrize("seed", SEEDS)


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


def fingerprint(of: tuple[int, ...] = SEEDS[:6]) -> str:
    """One hash of the journals of several evenings."""
    whole = blake2b(digest_size=16)
    for seed in of:
        whole.update(lawbook.journal_bytes(play(COURT.battle(seed), Random(seed), DECISIONS)))
    return whole.hexdigest()


def test_law_1_the_same_inputs_give_the_same_journal_whatever_the_hash_seed() -> None:
    here = fingerprint()
    assert fingerprint() == here
    program = "from tests.cairn.test_laws import fingerprint; print(fingerprint())"
    for hash_seed in ("1", "271828"):
        path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
        )  # fmt: skip
        assert done.stdout.strip() == here, hash_seed


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
    lawbook.law_5_forms(COURT, seed, 40)


@seeds
def test_law_6_forks_agree_and_do_not_touch_each_other(seed: int) -> None:
    lawbook.law_6_forks(COURT, seed, DECISIONS)


@seeds
def test_law_7_undo_then_redo_is_the_identity(seed: int) -> None:
    lawbook.law_7_undo(COURT, seed, DECISIONS)


@pytest.mark.parametrize("seed", range(12))
def test_law_8_evenings_end(seed: int) -> None:
    lawbook.law_8_end(COURT, seed)


def hidden_pair() -> tuple[Table, Table]:
    """Two tables that differ only in what lies hidden from the party."""
    party, seen = {"a1": {"items": ["spada"]}}, {"b1": {"monster": "goblin"}}
    one = {**seen, "b2": {"monster": "troll", "hidden": True}}
    other = {**seen, "b2": {"monster": "lupo", "hidden": True, "pf": 2}}
    return Table(party, one, dice=SeededDice.of_seed(9)), Table(party, other, dice=SeededDice.of_seed(9))


def test_laws_9_and_10_what_is_hidden_shows_nowhere() -> None:
    one, other = hidden_pair()
    for table in (one, other):
        view = RULESET.view(table.state, "a")
        assert isinstance(view, Encounter) and set(view.figures) == {"a1", "b1"}
        assert encode(RULESET.view(RULESET.imagine(view, Random(0)), "a")) == encode(view)
        assert encode(RULESET.view(table.state, "referee")) == encode(table.state)
    assert encode(RULESET.view(one.state, "a")) == encode(RULESET.view(other.state, "a"))
    assert one.offered("a1", "attack", "spada") == other.offered("a1", "attack", "spada") == ("b1",)
    assert one.refusal(("a1", "attack", "spada", "b2")) == other.refusal(("a1", "attack", "spada", "b2"))
    scenes = [RULESET.scene(RULESET.view(t.state, "a"), "a", "it") for t in (one, other)]
    assert scenes[0] == scenes[1]
    one.act("a1", "wait"), one.act("b1", "wait")
    one.act("b2", "attack", "troll-morso", "a1")
    assert not one.figure("b2").hidden, "who strikes shows itself"


@seeds
def test_law_11_seeded_scripted_and_typed_dice_give_one_journal(seed: int) -> None:
    lawbook.law_11_sources(COURT, seed, DECISIONS)


@seeds
def test_law_13_an_edit_at_any_decision_leaves_a_playable_game(seed: int) -> None:
    lawbook.law_13_edits(COURT, seed, 45)


@seeds
def test_law_14_what_is_remembered_equals_what_is_worked_out_anew(seed: int) -> None:
    game, rng = COURT.battle(seed), Random(seed)
    for number in range(DECISIONS):
        if game.pending is None:
            break
        game.choose(*answer_of(game, rng))
        if number % 4:
            continue
        lawbook.assert_index(game, (seed, number))
        here = [f.id for f in state_of(game).figures.values() if f.present]
        if len(here) < 2:
            continue
        actor, target = rng.sample(here, 2)
        words = {"actor": actor, "target": target, "it": actor, "weapon": "spada", "sides": 8, "attribute": "vol",
                 "cause": rng.choice(["attack", "spell", "morale"])}  # fmt: skip
        for query in QUERIES.values():
            lawbook.assert_number(game, query, {role: words[role] for role in query.roles}, (seed, number))


@seeds
def test_law_15_no_effect_outlives_its_end_and_no_limit_is_passed(seed: int) -> None:
    game = play(COURT.battle(seed), Random(seed), 2 * DECISIONS)
    counts: Counter[tuple[str, int]] = Counter()
    scopes: Counter[str] = Counter()
    open_: dict[str, int] = {}
    fights = 0
    for event in game.journal:
        if isinstance(event, Began):
            scopes[event.scope] += 1
            fights += event.scope == "fight"
        if isinstance(event, Used):
            counts[(event.key, scopes[event.scope])] += 1
            assert counts[(event.key, scopes[event.scope])] <= int(event.key.split("/")[1].split(" ")[0])
        if isinstance(event, EffectBegan) and any(end.at == "fight" for end in event.effect.ends):
            open_[event.effect.id] = fights
        if isinstance(event, EffectEnded):
            open_.pop(event.effect, None)
        if isinstance(event, Began) and event.scope == "fight":
            assert all(began == fights for began in open_.values()), "what lasted a fight is over at the next one"


def test_law_16_every_event_cites_a_rule_that_exists() -> None:
    catalogue = rules()
    for seed in SEEDS:
        for event in play(COURT.battle(seed), Random(seed), DECISIONS).journal:
            assert event.rules, event
            for rule in event.rules:
                assert catalogue.exists(rule) or rule in RULESET.records, (seed, event)


# --- odds --------------------------------------------------------------------------------------------


def duel(dice: Any) -> Table:
    """A party of four, quick enough, against something like a troll; two rounds at most."""
    party = {
        "a1": {"pf": 6, "forza": 12, "items": ["pugnale", "brigantina"]},
        **{f"a{n}": {"items": ["pugnale"]} for n in (2, 3, 4)},
    }
    return Table(party, {"b1": {"monster": "troll", "pf": 7, "pf_max": 7, "forza": 6, "forza_max": 6}}, dice=dice,
                 options={"round_limit": 2})  # fmt: skip


def nobody_fell(state: Any) -> bool:
    """Nobody of the party was brought to 0 PF or below."""
    return all(figure.pf > 0 for figure in state.side("a"))


def over(state: Any) -> bool:
    return bool(state.result) or not nobody_fell(state)


def test_law_12_exact_odds_that_nobody_falls_agree_with_seeded_fights() -> None:
    table = duel(SeededDice.of_seed(1))
    found = odds(table.game, None, watch=nobody_fell, until=over, leaves=400_000, samples=0)
    assert found.exact and sum(found.outcomes.values()) + found.rest == 1 and found.rest < 1e-5
    chance = float(found.chance(bool))
    assert 0.1 < chance < 0.95
    fights = int(os.environ.get("ARBITRO_FIGHTS", "600"))
    good = 0
    for seed in range(fights):
        game = duel(SeededDice.of_seed(seed)).game
        while not game.over and not over(game.state):
            assert game.pending is not None
            seat = game.pending.seats[0]
            game.choose(game.form(seat).default(), seat)
        good += nobody_fell(game.state)
    assert chisquare([good, fights - good], [chance * fights, (1 - chance) * fights]).pvalue > 0.0005, (good, chance)


def test_odds_of_one_round_do_not_depend_on_merging(monkeypatch: pytest.MonkeyPatch) -> None:
    from arbitro.engine import odds as odds_module

    party = {"a1": {"items": ["pugnale"]}, "a2": {"items": ["pugnale"]}}
    table = Table(party, {"b1": {"pf": 3, "forza": 3, "items": ["pugnale"]}}, dice=SeededDice.of_seed(2))

    def watch(state: Any) -> tuple[int, ...]:
        return tuple(figure.pf for figure in state.figures.values())

    def until(state: Any) -> bool:
        return state.round > 1 or bool(state.result)

    merged = odds(table.game, None, watch=watch, until=until, leaves=200_000, samples=0)
    numbers = iter(range(10**9))
    monkeypatch.setattr(odds_module, "_key", lambda state: str(next(numbers)).encode())
    assert odds(table.game, None, watch=watch, until=until, leaves=200_000, samples=0).outcomes == merged.outcomes
    assert structs.fields(type(merged))
