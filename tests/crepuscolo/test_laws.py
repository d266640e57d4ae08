"""The engine's laws on random battles: legal companies, scenery of every kind, random answers.

Each test says which seed it plays; `laws.battle(seed)` is the battle. Law 17 is `test_book_tables`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import pytest
from scipy.stats import chisquare

from arbitro.dice.sources import ScriptedDice, SeededDice, TypedDice
from arbitro.engine import odds as odds_module
from arbitro.engine.asks import Answer, Refused, Ruling
from arbitro.engine.events import Began, Closed, EffectBegan, EffectEnded, Event, Rolled, Used
from arbitro.engine.fair import replay
from arbitro.engine.forms import Tree
from arbitro.engine.game import IDLE_LIMIT, Game
from arbitro.engine.history import redo, undo
from arbitro.engine.index import Index, Shelf, index_of
from arbitro.engine.odds import odds
from arbitro.engine.records import Compiler
from arbitro.engine.save import encode
from arbitro.engine.state import End
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.content import rules
from arbitro.rulesets.crepuscolo.events import Hurt
from arbitro.rulesets.crepuscolo.queries import QUERIES
from arbitro.rulesets.crepuscolo.ruleset import Crepuscolo
from arbitro.rulesets.crepuscolo.vocabulary import VOCABULARY
from tests.crepuscolo.field import rules as plain_rules
from tests.crepuscolo.laws import (
    answer_of,
    battle,
    battle_state,
    from_events,
    journal_bytes,
    mutations,
    play,
    refused,
    rulings,
    settled,
    setup_of,
    through_bytes,
    traces,
)

ROOT = Path(__file__).resolve().parents[2]
FIRST, LAST = (int(number) for number in os.environ.get("ARBITRO_LAWS", "1-4").split("-"))
SEEDS = tuple(range(FIRST, LAST + 1))
"""The battles that are played; `ARBITRO_LAWS=100-160` looks further."""
DECISIONS = 400


def fingerprint(seeds: tuple[int, ...] = SEEDS[:4]) -> str:
    """One hash of the journals of several battles."""
    whole = blake2b(digest_size=16)
    for seed in seeds:
        whole.update(journal_bytes(play(battle(seed), Random(seed), DECISIONS)))
    return whole.hexdigest()


def test_law_1_the_same_inputs_give_the_same_journal_whatever_the_hash_seed() -> None:
    here = fingerprint()
    assert fingerprint() == here
    program = "from tests.crepuscolo.test_laws import fingerprint; print(fingerprint())"
    for hash_seed in ("1", "271828"):
        path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
        )  # fmt: skip
        assert done.stdout.strip() == here, hash_seed


@pytest.mark.parametrize("seed", SEEDS)
def test_law_2_chaos_through_bytes_at_random_decisions_changes_nothing(seed: int) -> None:
    straight = play(battle(seed), Random(seed), DECISIONS)
    chance = Random(-seed)
    kinds: Counter[str] = Counter()

    def change(game: Game, number: int) -> Game:
        if chance.random() > 0.2:
            return game
        assert game.pending is not None
        kinds[game.pending.kind] += 1
        return through_bytes(game, seed)

    other = play(battle(seed), Random(seed), DECISIONS, change)
    assert journal_bytes(other) == journal_bytes(straight)
    assert encode(other.state) == encode(straight.state) and other.pending == straight.pending
    assert len(kinds) > 2 or len(straight.moments) < 120, "nested questions too"


@pytest.mark.parametrize("seed", SEEDS)
def test_law_2_chaos_with_undo_redo_fix_and_edit_mixed_in(seed: int) -> None:
    """Two games meet the same accidents; one of them goes through bytes all the time."""
    game, other = battle(seed), battle(seed)
    for number in range(DECISIONS):
        if game.pending is None:
            break
        if number % 4 == 0:
            other = through_bytes_keeping_redo(other, seed)
        first, second = Random(f"{seed}/{number}"), Random(f"{seed}/{number}")
        if rulings(game, first):
            rulings(other, second)
        else:
            second.random()  # as much as `rulings` has drawn
            game.choose(*answer_of(game, first))
            other.choose(*answer_of(other, second))
        assert other.pending == game.pending, (seed, number)
    assert journal_bytes(other) == journal_bytes(game)
    again = replay(RULESET, setup_of(seed), game.inputs, SeededDice.of_seed(seed))
    assert journal_bytes(again) == journal_bytes(game)


def through_bytes_keeping_redo(game: Game, seed: int) -> Game:
    """What was undone is not saved: such a game is left as it is."""
    return game if game.cut is not None else through_bytes(game, seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_law_3_nothing_holds_a_row_across_a_question(seed: int) -> None:
    def swap(game: Game, number: int) -> Game:
        game.state = game.state.copy()
        return game

    straight = play(battle(seed), Random(seed), DECISIONS)
    swapped = play(battle(seed), Random(seed), DECISIONS, swap)
    assert journal_bytes(swapped) == journal_bytes(straight)
    assert encode(swapped.state) == encode(straight.state)


@pytest.mark.parametrize("seed", SEEDS)
def test_law_4_setup_and_events_make_the_state(seed: int) -> None:
    game = battle(seed)
    for _ in range(5):
        game = play(game, Random(seed), DECISIONS // 5)
        assert settled(from_events(game)) == settled(game.state)


@pytest.mark.parametrize("seed", SEEDS)
def test_law_5_forms_keep_their_word(seed: int) -> None:
    """Samples and defaults are legal, options lead to leaves, mutated values are refused and change nothing."""
    game, rng = battle(seed), Random(seed)
    for number in range(DECISIONS // 2):
        pending = game.pending
        if pending is None:
            break
        for seat in (*pending.seats, *pending.free):
            form = game.form(seat)
            sample = form.sample(rng)
            assert not refused(game, seat, sample), (seed, number, pending, sample)
            assert not refused(game, seat, form.default()), (seed, number, pending, "default")
            before = traces(game)
            for value in mutations(sample, rng):
                assert refused(game, seat, value), (seed, number, pending, value)
                with pytest.raises(Refused):
                    game.answer(Answer(pending.id, seat, value))
            assert traces(game) == before
            form.outline()
            if isinstance(form, Tree) and number % 3 == 0:
                assert_leaves(game, seat, form, rng, (seed, number))
        game.choose(*answer_of(game, rng))


def assert_leaves(game: Game, seat: str, form: Tree, rng: Random, where: Any) -> None:
    """Along a random path every option has something behind it; what the form lists is legal."""
    path: tuple[Any, ...] = ()
    while (branch := form.grow(path)) is not None:
        assert branch.options, (where, path)
        assert len({option.key for option in branch.options}) == len(branch.options), (where, path)
        for option in branch.options:
            behind = form.grow((*path, option.key))
            assert behind is None or behind.options, (where, path, option.key)
        path = (*path, rng.choice(branch.options).key)
    for value in form.leads(12):
        assert not refused(game, seat, value), (where, value)


@pytest.mark.parametrize("seed", SEEDS)
def test_law_6_forks_agree_and_do_not_touch_each_other(seed: int) -> None:
    game, rng = battle(seed), Random(seed)
    for number in range(DECISIONS):
        if game.pending is None:
            break
        if number % 5 == 0:
            twin = game.fork(SeededDice.of_seed(number), log=True)
            assert encode(twin.state) == encode(game.state) and twin.pending == game.pending, (seed, number)
            mine = traces(game)
            play(twin, Random(number), 4)
            assert traces(game) == mine, (seed, number)
        if number % 25 == 0:
            twin = game.fork(SeededDice.of_seed(number))
            theirs = encode(twin.state)
            game.choose(*answer_of(game, rng))
            assert encode(twin.state) == theirs, (seed, number)
        else:
            game.choose(*answer_of(game, rng))


@pytest.mark.parametrize("seed", SEEDS)
def test_law_7_undo_then_redo_is_the_identity_and_dice_fall_anew(seed: int) -> None:
    game, rng = battle(seed), Random(seed)
    anew = 0
    for number in range(DECISIONS):
        if game.pending is None:
            break
        value, seat = answer_of(game, rng)
        late = Answer(game.pending.id, seat, value)
        game.answer(late)
        if number % 10:
            continue
        back = min(len(game.moments), rng.randint(1, 6))
        before = journal_bytes(game), encode(game.state), game.pending, game.epoch, list(game.tape)
        undo(game, back)
        assert game.why_not(late) is not None
        redo(game)
        assert (journal_bytes(game), encode(game.state), game.pending, game.epoch, game.tape) == before, (seed, number)
        undo(game)
        value, seat = (value, seat) if not refused(game, seat, value) else answer_of(game, rng)
        game.choose(value, seat)
        anew += journal_bytes(game) != before[0]
    assert anew or len(game.moments) < 150, "some of it rolled dice"


class Nothing:
    """Answers with the default of every form: passes, declines, stands still."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def answer(self, game: Game, seat: str) -> Any:
        return game.form(seat).default()


@pytest.mark.parametrize("seed", range(4))
def test_law_8_battles_end_with_players_who_use_everything_nothing_or_anything(seed: int) -> None:
    from arbitro.players import KeenPlayer, RandomPlayer

    players = [RandomPlayer(seed), KeenPlayer(seed), Nothing(seed)]
    seats = {"a": players[seed % 3], "b": players[(seed + 1) % 3]}
    game = battle(seed)
    for _ in range(20_000):
        pending = game.pending
        if pending is None:
            break
        seat = (pending.seats or pending.free)[0]
        game.choose(seats[seat].answer(game, seat), seat)
    assert game.over and game.state.result in ("a", "b", "draw")


@pytest.mark.parametrize("seed", SEEDS)
def test_laws_9_and_10_a_battle_has_no_secrets_and_a_view_is_the_state(seed: int) -> None:
    """Everything lies open in this game: both seats see all of it, and what is imagined of it is itself."""
    game = play(battle(seed), Random(seed), 60)
    for seat in ("a", "b"):
        view = RULESET.view(game.state, seat)
        assert encode(view) == encode(game.state)
        assert encode(RULESET.view(RULESET.imagine(view, Random(0)), seat)) == encode(view)
        assert all(event.shown_to(seat) is event for event in game.journal)


@pytest.mark.parametrize("seed", SEEDS)
def test_law_11_seeded_scripted_and_typed_dice_give_one_journal(seed: int) -> None:
    seeded, rng = battle(seed), Random(seed)
    answers = []
    for _ in range(DECISIONS // 2):
        if seeded.pending is None:
            break
        answers.append(answer_of(seeded, rng))
        seeded.choose(*answers[-1])
    faces = [face for event in seeded.journal if isinstance(event, Rolled) for face in event.faces]
    source = ScriptedDice(faces)
    scripted = battle(seed, source)
    typed, thrown = battle(seed, TypedDice()), iter(faces)

    def throw() -> None:
        while typed.pending is not None and typed.pending.kind == "dice":
            typed.choose(next(thrown))

    throw()
    for value, seat in answers:
        scripted.choose(value, seat)
        typed.choose(value, seat)
        throw()
    assert source.left() == () and next(thrown, None) is None
    assert journal_bytes(scripted) == journal_bytes(seeded) == journal_bytes(typed)


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
def test_law_13_an_edit_at_any_decision_leaves_a_playable_game(seed: int) -> None:
    game, rng = battle(seed), Random(seed)
    for number in range(120):
        if game.pending is None:
            break
        twin = through_bytes(game, seed)
        hurt = [f.id for f in battle_state(game).figures.values() if f.status == "table"]
        events: tuple[Event, ...] = ()
        if hurt:
            events = (
                Hurt(it=rng.choice(hurt), amount=rng.randint(0, 9), actor="", action="item", rules=("CDC-DMG-01.1",)),
            )
        if number % 3 == 0:
            twin.rule(Ruling(kind="edit", note="so it was", events=events))
            play(twin, Random(number), 12)
            assert settled(from_events(twin)) == settled(twin.state)
        game.choose(*answer_of(game, rng))


def shelf_rows(shelves: dict[str, Shelf]) -> list[Any]:
    rows = []
    for name, shelf in sorted(shelves.items()):
        held = [*shelf.free, *shelf.auras, *(h for by in shelf.pinned.values() for many in by.values() for h in many)]
        rows.append((name, sorted((repr(h.sort), h.rule, h.bearer) for h in held)))
    return [row for row in rows if row[1]]


def index_rows(index: Index) -> list[Any]:
    many = [shelf_rows(s) for s in (index.mods, index.ignores, index.restricts, index.triggers, index.uses)]
    return [*many, sorted((it, [h.rule for h in held]) for it, held in index.actions.items())]


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
        fresh = index_of(RULESET.bearers(game.state), RULESET.records)
        assert index_rows(game.indexes()[0]) == index_rows(fresh), (seed, number)
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
            told, full = game.query(query, **roles), game.explain(query, **roles)
            assert told.value == full.value == told.base + sum(line.amount for line in told.lines), (seed, query.name)
            assert full.value == full.base + sum(line.amount for line in full.lines if line.counted)
            game._forget()
            assert game.query(query, **roles) == told, (seed, number, query.name)
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


def test_law_16_every_event_cites_a_rule_that_exists() -> None:
    catalogue = rules()
    for seed in SEEDS:
        game = play(battle(seed), Random(seed), DECISIONS)
        for event in game.journal:
            assert event.rules, event
            for rule in event.rules:
                assert catalogue.exists(rule) or rule in RULESET.records, (seed, event)


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
