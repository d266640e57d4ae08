"""The engine's laws on random battles: legal companies, scenery of every kind, random answers.

Each test says which seed it plays; `laws.battle(seed)` is the battle. Law 17 is `test_book_tables`.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from scipy.stats import chisquare

from arbitro.dice.sources import SeededDice
from arbitro.engine import odds as odds_module
from arbitro.engine.asks import Answer
from arbitro.engine.events import Began, Closed, EffectBegan, EffectEnded, Event, Used
from arbitro.engine.game import IDLE_LIMIT, Game
from arbitro.engine.odds import odds
from arbitro.engine.records import Compiler
from arbitro.engine.save import encode
from arbitro.engine.state import End
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.queries import QUERIES
from arbitro.rulesets.crepuscolo.ruleset import Crepuscolo
from arbitro.rulesets.crepuscolo.vocabulary import VOCABULARY
from tests import lawbook
from tests.crepuscolo.field import rules as plain_rules
from tests.crepuscolo.laws import (
    COURT,
    answer_of,
    battle,
    battle_state,
    play,
    setup_of,
    through_bytes,
    traces,
)

SEEDS = lawbook.seeds_of(1, 4)
DECISIONS = 400


@pytest.mark.parametrize("seed", SEEDS)
def test_law_2_chaos_through_bytes_at_random_decisions_changes_nothing(seed: int) -> None:
    straight, kinds = lawbook.law_2_chaos(COURT, seed, DECISIONS)
    assert len(kinds) > 2 or len(straight.moments) < 120, "nested questions too"


OWN = (lawbook.law_2_chaos, lawbook.law_7_undo)
"""Of these more is asked here."""
FEWER = {"law_5_forms": DECISIONS // 2, "law_11_sources": DECISIONS // 2, "law_13_edits": 120}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("law", "decisions"), lawbook.laws(DECISIONS, without=OWN, **FEWER))
def test_the_laws_hold(law: lawbook.Law, decisions: int, seed: int) -> None:
    law(COURT, seed, decisions)


@pytest.mark.parametrize("seed", SEEDS)
def test_law_7_undo_then_redo_is_the_identity_and_dice_fall_anew(seed: int) -> None:
    game, anew = lawbook.law_7_undo(COURT, seed, DECISIONS)
    assert anew or len(game.moments) < 150, "some of it rolled dice"


@pytest.mark.parametrize("seed", range(4))
def test_law_8_battles_end_with_players_who_use_everything_nothing_or_anything(seed: int) -> None:
    lawbook.law_8_end(COURT, seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_laws_9_and_10_a_battle_has_no_secrets_and_a_view_is_the_state(seed: int) -> None:
    """Everything lies open in this game: both seats see all of it, and what is imagined of it is itself."""
    game = play(battle(seed), Random(seed), 60)
    for seat in ("a", "b"):
        view = RULESET.view(game.state, seat)
        assert encode(view) == encode(game.state)
        assert encode(RULESET.view(RULESET.imagine(view, Random(0)), seat)) == encode(view)
        assert all(event.shown_to(seat) is event for event in game.journal)


def attacks(seed: int, most: int) -> list[tuple[Game, Answer]]:
    """Attacks of a random battle, each at its question, answered without looking at the dice."""
    game, rng, found = battle(seed), Random(seed), []
    for _ in range(600):
        if game.pending is None or len(found) == most:
            break
        value, seat = answer_of(game, rng)
        if isinstance(value, tuple) and value[1:2] in (("melee",), ("shot",)):
            twin = through_bytes(game, seed)
            assert twin.pending is not None
            found.append((twin, Answer(twin.pending.id, seat, value)))
        game.choose(value, seat)
    return found


def lives(state: Any) -> tuple[int, ...]:
    return tuple(figure.life for figure in state.figures.values())


def test_law_12_odds_sum_to_one_merge_and_agree_with_play(monkeypatch: pytest.MonkeyPatch) -> None:
    checked, plays = 0, 250
    for game, answer in [attack for seed in range(1, 7) for attack in attacks(seed, 2)]:
        before = traces(game)
        found = odds(game, answer, watch=lives)
        assert traces(game) == before
        if not found.exact:
            assert sum(found.outcomes.values()) == 1
            continue
        assert sum(found.outcomes.values()) + found.rest == 1
        with monkeypatch.context() as patched:
            numbers = iter(range(10**9))
            patched.setattr(odds_module, "_key", lambda state, n=numbers: str(next(n)).encode())
            assert odds(game, answer, watch=lives).outcomes == found.outcomes
        counts: Counter[Any] = Counter()
        for seed in range(plays):
            twin = game.fork(SeededDice.of_seed(seed))
            twin.stop_at_step = twin.state.step_no
            twin.answer(answer)
            while twin.pending is not None:
                twin.choose(odds_module.plain_policy(twin))
            counts[lives(twin.state)] += 1
        assert set(counts) <= set(found.outcomes)
        common = [outcome for outcome, p in found.outcomes.items() if p * plays >= 5]
        wanted = [float(found.outcomes[outcome]) * plays for outcome in common]
        seen: list[float] = [counts[outcome] for outcome in common]
        if plays - sum(wanted) > 1e-6:
            seen, wanted = [*seen, plays - sum(seen)], [*wanted, plays - sum(wanted)]
        assert len(wanted) < 2 or chisquare(seen, wanted).pvalue > 0.0005, (answer, counts, found.outcomes)
        checked += 1
    assert checked >= 4


@pytest.mark.parametrize("seed", SEEDS)
def test_law_14_what_is_remembered_equals_what_is_worked_out_anew(seed: int) -> None:
    game, rng = battle(seed), Random(seed)
    asked = 0
    for number in range(DECISIONS):
        if game.pending is None:
            break
        game.choose(*answer_of(game, rng))
        if number % 6:
            continue
        lawbook.assert_index(game, (seed, number))
        standing = [f.id for f in battle_state(game).on_table()]
        if len(standing) < 2:
            continue
        actor, target = rng.sample(standing, 2)
        figure = battle_state(game).figures[actor]
        words = {
            "actor": actor, "target": target, "figure": actor, "it": actor, "foe": target, "weapon": figure.weapon,
            "action": rng.choice(["melee", "shot"]), "amount": 3, "sides": 6, "condition": "", "test_kind": "forza",
            "face": 3, "critical": False, "opening": "",
        }  # fmt: skip
        for query in QUERIES.values():
            if not set(query.roles) <= set(words):
                continue
            roles: dict[str, Any] = {role: words[role] for role in query.roles}
            if query.name == "dda":
                roles["base"] = 3  # what the scenery says
            if query.name in ("range", "shots") and not figure.ranged:
                continue
            if query.name in ("range", "shots"):
                roles["weapon"] = figure.ranged[0]
            lawbook.assert_number(game, query, roles, (seed, number))
            asked += 1
    assert asked > 50 or len(game.moments) < 150


def scope_of(events: list[Event], scope: str) -> int:
    return sum(isinstance(event, Began) and event.scope == scope for event in events)


LIMITED = {
    "fury": {"do": [{"modify": "cmb", "by": 1, "for": "this turn"}], "limit": "2 per turn"},
    "haste": {"do": [{"mark": "quick", "to": "me", "for": "this hand"}], "limit": "1 per hand"},
}
"""Gratis abilities whose effects end and whose uses are limited."""


def lively_battle(seed: int) -> Game:
    """A random battle in which every fighter has the abilities of `LIMITED`."""
    made = plain_rules()
    library = made.library
    records = {name: Compiler(VOCABULARY, name).record(dict(lines), name, "AG") for name, lines in LIMITED.items()}
    library.records = {**library.records, **records}
    setup = deepcopy(setup_of(seed))
    for side in setup["sides"]:
        for fighter in side["fighters"]:
            fighter["abilities"] = [*fighter.get("abilities", ()), *LIMITED]
    return Game.new(made, setup, SeededDice.of_seed(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_law_15_no_effect_outlives_its_end_and_no_limit_is_passed(seed: int) -> None:
    game = play(lively_battle(seed), Random(seed), 2 * DECISIONS)
    journal = list(game.journal)
    counts: Counter[tuple[str, int]] = Counter()
    limited = ended = 0
    for number, event in enumerate(journal):
        if isinstance(event, Used) and event.key.split("/")[0] in LIMITED:
            limit = event.key.split("/")[1]
            period = (event.key, scope_of(journal[:number], event.scope))
            counts[period] += 1
            assert counts[period] <= int(limit.split(" ")[0]), (seed, event)
            limited += 1
        if isinstance(event, EffectBegan):
            for end in event.effect.ends:
                over = end_of(journal, number, end)
                if over is not None:
                    gone = next(i for i, e in enumerate(journal) if is_end(e, event.effect.id))
                    assert number < gone <= over, (seed, event)
                    ended += 1
    assert limited > 20 and ended > 20


def is_end(event: Event, effect: str) -> bool:
    return isinstance(event, EffectEnded) and event.effect == effect


def end_of(journal: list[Event], number: int, end: End) -> int | None:
    """Where in the journal an effect that began at ``number`` must be over, None if its end is not reached."""
    if end.window or not end.at:
        return None
    closings = [
        i
        for i, e in enumerate(journal)
        if i > number and isinstance(e, Closed) and e.scope == end.at and end.of in (None, e.of)
    ]
    if len(closings) < end.left:
        return None
    last = closings[end.left - 1]
    begins = (i for i, e in enumerate(journal) if i > last and isinstance(e, Began) and e.scope == end.at)
    return next(begins, len(journal))


def idling_rules() -> Crepuscolo:
    """The rules with two abilities that cost nothing, have no limit, and may be used in either hand."""
    made = plain_rules()
    library = made.library
    idle = {
        name: Compiler(VOCABULARY, name).record({"do": [{"mark": "idle", "to": "me", "for": "this hand"}]}, name, kind)
        for name, kind in (("idle-own", "AG"), ("idle-free", "ALG"))
    }
    library.records = {**library.records, **idle}
    return made


def test_law_8_what_costs_nothing_does_not_go_on_for_ever() -> None:
    """After 64 answers without a die or a passed hand, gratis abilities and free parts are left out."""
    rules = idling_rules()
    fighters = {
        seat: [{"id": f"{seat}1", "profile": "plain", "at": [at, 10], "abilities": ["idle-own", "idle-free"]}]
        for seat, at in (("a", 10), ("b", 20))
    }
    sides = [{"seat": s, "name": s, "edge": e, "fighters": fighters[s]} for s, e in (("a", "south"), ("b", "north"))]
    setup = {"table": {"width": 30, "depth": 30, "terrain": []}, "sides": sides, "start": {"hand": "a"}}
    game = Game.new(rules, setup, SeededDice.of_seed(8))
    used = 0
    while used < 200:
        pending = game.pending
        assert pending is not None
        seat = pending.free[0] if pending.free and used % 2 else "a"
        form: Any = game.form(seat)
        actor = f"{seat}1"
        words = form.grow((actor,))
        if words is None or "ability" not in [option.key for option in words.options]:
            break
        game.choose((actor, "ability", "idle-free"), seat)
        used += 1
    assert used == IDLE_LIMIT
    assert game.pending is not None and game.pending.free == ()
    game.choose(("a1", "move", 4), "a")
    while game.pending is not None and game.pending.kind != "action":
        game.choose(game.form(game.pending.seats[0]).default())
    assert game.state.idle <= 1, "a die has fallen"
    again: Any = game.form("a")
    assert "ability" in [option.key for option in again.grow(("a1",)).options]
