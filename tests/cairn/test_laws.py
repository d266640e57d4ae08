"""The laws of the engine on random evenings; the soak plays many thousands more (``tools/soak.py --ruleset cairn``)."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec import structs
from scipy.stats import chisquare

from arbitro.dice.sources import SeededDice
from arbitro.engine.events import Began, EffectBegan, EffectEnded, Used
from arbitro.engine.game import Game
from arbitro.engine.odds import odds
from arbitro.engine.save import encode
from arbitro.rulesets.cairn import RULESET
from arbitro.rulesets.cairn.queries import QUERIES
from arbitro.rulesets.cairn.state import Encounter
from tests import lawbook
from tests.cairn.laws import COURT, SEEDS, state_of
from tests.cairn.table import Table
from tests.lawbook import play

DECISIONS = 150
seeds = pytest.mark.parametrize("seed", SEEDS)


@seeds
@pytest.mark.parametrize(("law", "decisions"), lawbook.laws(DECISIONS, law_5_forms=40, law_13_edits=45))
def test_the_laws_hold(law: lawbook.Law, decisions: int, seed: int) -> None:
    law(COURT, seed, decisions)


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


def words(game: Game, rng: Random) -> dict[str, Any] | None:
    """Somebody and something for each role of a number."""
    here = [f.id for f in state_of(game).figures.values() if f.present]
    if len(here) < 2:
        return None
    actor, target = rng.sample(here, 2)
    return {"actor": actor, "target": target, "it": actor, "weapon": "spada", "sides": 8, "attribute": "vol",
            "cause": rng.choice(["attack", "spell", "morale"])}  # fmt: skip


@seeds
def test_law_14_what_is_remembered_equals_what_is_worked_out_anew(seed: int) -> None:
    lawbook.law_14_numbers(COURT, seed, DECISIONS, 4, QUERIES.values(), words)


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
