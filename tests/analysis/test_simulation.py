"""Simulations: the same bytes whoever plays and however often it was interrupted; what is counted is what happened."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from arbitro.analysis import crews
from arbitro.analysis.battles import FIRST, SECOND, Job, Plan, again, fight, played
from arbitro.analysis.results import Results, ResultsError
from arbitro.analysis.simulation import LEAST, Match, plan_of, plan_of_random, play
from arbitro.analysis.summary import falls_of, summary_of
from arbitro.analysis.words import AnalysisError, words
from arbitro.content import scenarios
from arbitro.content.messages import missing
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.events import Finished
from arbitro.engine.ruleset import installed, ruleset

EXAMPLES = Path(__file__).parents[2] / "examples" / "crepuscolo"
RANDOM = ("random", "random")


def rules_called(name: str) -> TabletopRuleset:
    rules = ruleset(name)
    assert isinstance(rules, TabletopRuleset)
    return rules


def small_plan(**wanted: Any) -> Plan:
    """Two against two on the table of the first example."""
    scenario = scenarios.read(EXAMPLES / "alla-fontana.yaml")
    for side in scenario.setup["sides"]:
        side["fighters"] = side["fighters"][:2]
    given: dict[str, Any] = {"policies": RANDOM, "seed": "4", "battles": 12, "whole": True, **wanted}
    return plan_of(scenario, rules_called("crepuscolo"), **given)


def simulate(plan: Plan, path: Path, crew: crews.Crew | None = None, stop: int = 0) -> bytes:
    """The bytes of a results file; ``stop``: interrupted after so many battles."""
    results = Results.read(path) if path.exists() else Results(plan, [])

    def told(so_far: Results) -> None:
        if len(so_far.outcomes) == stop:
            raise KeyboardInterrupt

    try:
        with crew or crews.alone() as playing:
            play(Match(results.plan), results, path, playing, told)
    except KeyboardInterrupt:
        assert stop
    return path.read_bytes()


def test_the_same_bytes_by_one_process_and_by_two_and_after_interruptions(tmp_path: Path) -> None:
    plan = small_plan()
    once = simulate(plan, tmp_path / "one")
    assert len(once.splitlines()) == 13
    assert simulate(plan, tmp_path / "two", crews.processes(2)) == once
    broken = simulate(plan, tmp_path / "resumed", stop=7)
    assert once.startswith(broken) and len(broken.splitlines()) == 8
    (tmp_path / "resumed").write_bytes(broken + once[len(broken) : len(broken) + 40])  # killed within a line
    assert simulate(plan, tmp_path / "resumed") == once
    assert simulate(plan, tmp_path / "resumed") == once  # nothing is left to do


def test_any_battle_is_played_again_as_it_was(tmp_path: Path) -> None:
    plan = small_plan(battles=3)
    simulate(plan, tmp_path / "r")
    found = Results.read(tmp_path / "r")
    for outcome in found.outcomes:
        game = again(found.plan, outcome)
        assert {"a": FIRST, "b": SECOND}.get(game.state.result, "draw") == outcome.won
        assert len(game.inputs) == outcome.decisions
    with pytest.raises(AnalysisError) as told:
        again(found.plan, structs.replace(found.outcomes[0], mark="other"))
    assert told.value.code == "not_same"


def test_battles_differ_and_other_seeds_give_others() -> None:
    plan = small_plan()
    marks = [outcome.mark for outcome in fight(plan, [Job(n) for n in range(6)])]
    others = [outcome.mark for outcome in fight(structs.replace(plan, seed="5"), [Job(n) for n in range(6)])]
    assert len({*marks, *others}) == 12


GAMES = [name for name in sorted(installed()) if rules_called(name).offers("skirmish")]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_simulated(name: str) -> None:
    rules = rules_called(name)
    plan = plan_of_random(rules, policies=RANDOM, seed="2", swap=True)
    for n in (0, 1):
        game, lists = played(plan, Job(n))
        outcome = fight(plan, [Job(n)])[0]
        winner = next((event.result for event in reversed(game.journal) if isinstance(event, Finished)), "")
        assert outcome.won == lists.get(winner, "draw")
        census = rules.census(game.state)
        for seat, side in lists.items():
            there = [one for one in census.values() if one.seat == seat and one.there]
            assert outcome.left[side] == (len(there), sum(one.worth for one in there))
        fallen = Counter(fall.side for fall in outcome.falls)
        assert all(fallen[side] >= outcome.had[side][0] - outcome.left[side][0] for side in (FIRST, SECOND))
        assert all(rules.remarkable(rule) for rules_used in outcome.used.values() for rule in rules_used)


@pytest.mark.parametrize("name", [name for name in GAMES if rules_called(name).offers("contest")])
def test_contenders_of_every_game_meet_in_each_others_place(name: str) -> None:
    rules = rules_called(name)
    one, other = rules.contenders()[:2]
    plan = Plan(ruleset=name, rules_version=rules.version, policies=RANDOM, seed="3", swap=True)
    for n in (0, 1):
        outcome = fight(plan, [Job(n, ((one.id, 2),), ((other.id, 1),))])[0]
        assert outcome.swapped == (n == 1)
        assert outcome.had == {"a": (2, 2 * one.cost), "b": (1, other.cost)}
        assert {(fall.side, fall.kind) for fall in outcome.falls} <= {("a", one.id), ("b", other.id)}


def test_lists_change_places_and_nothing_else() -> None:
    rules = rules_called("crepuscolo")
    one, other = rules.contenders()[:2]
    setup = rules.contest({one.id: 1}, {other.id: 2}, Random(1))
    twin = rules.swapped(setup)
    assert twin is not None and rules.swapped(twin) == setup
    assert [len(side["fighters"]) for side in twin["sides"]] == [2, 1]
    assert [side["access"] for side in twin["sides"]] == [side["access"] for side in setup["sides"]]
    assert twin["table"] == setup["table"]
    standing = scenarios.read(EXAMPLES / "alla-fontana.yaml").setup
    assert rules.swapped(standing) is None  # who stands at a place of his own is where he is


def test_a_clear_match_ends_early_and_a_whole_one_does_not(tmp_path: Path) -> None:
    rules = rules_called("cairn")
    troll: dict[str, Any] = {"sides": [{"seat": "a", "members": [{"monster": "troll", "kind": "foe", "count": 3}]},
                                       {"seat": "b", "members": [{"monster": "accolito"}]}]}  # fmt: skip
    plan = plan_of_random(rules, policies=RANDOM, seed="1", battles=60)
    plan = structs.replace(plan, setup=troll)
    simulate(plan, tmp_path / "clear")
    found = Results.read(tmp_path / "clear")
    assert len(found.outcomes) == LEAST and summary_of(found).verdict == FIRST
    simulate(structs.replace(plan, whole=True), tmp_path / "whole")
    assert len(Results.read(tmp_path / "whole").outcomes) == 60


def test_the_summary_counts_what_the_battles_say(tmp_path: Path) -> None:
    plan = small_plan(battles=20)
    simulate(plan, tmp_path / "r")
    results = Results.read(tmp_path / "r")
    summary = summary_of(results)
    won = [outcome.won for outcome in results.outcomes]
    assert [summary.ends[end].won for end in ("a", "b", "draw", "open")] == [
        won.count(end) for end in ("a", "b", "draw", "open")
    ]
    assert summary.decided.of == won.count("a") + won.count("b")
    for part in summary.parts:
        with_it = [o for o in results.outcomes if part.rule in o.used[part.side]]
        assert (part.battles, part.with_it.of, part.without.of) == (len(with_it), len(with_it), 20 - len(with_it))
        assert part.with_it.won == sum(o.won == part.side for o in with_it)
    width, depth = 44_000, 32_000
    places = falls_of(results.outcomes, FIRST) + falls_of(results.outcomes, SECOND)
    assert places and all(0 <= x <= width and 0 <= y <= depth for x, y in places)


def test_files_that_are_no_results_are_told_apart(tmp_path: Path) -> None:
    plan = small_plan(battles=3)
    good = simulate(plan, tmp_path / "good").splitlines(keepends=True)
    for code, data in (
        ("not_results", b""),
        ("not_results", b"{}\n"),
        ("newer", good[0].replace(b'"format":1', b'"format":2')),
        ("damaged", b"".join([good[0], b"{\n", *good[2:]])),
        ("damaged", b"".join([good[0], *good[2:]])),
    ):
        (tmp_path / "bad").write_bytes(data)
        with pytest.raises(ResultsError) as told:
            Results.read(tmp_path / "bad")
        assert told.value.code == code
        assert "bad" in told.value.render("it") and "bad" in told.value.render("en")
    with pytest.raises(ResultsError) as told:
        Results.read(tmp_path / "good").outcome(3, tmp_path / "good")
    assert told.value.code == "no_battle"


def test_other_rules_are_refused() -> None:
    with pytest.raises(AnalysisError) as told:
        fight(structs.replace(small_plan(), rules_version="old"), [Job(0)])
    assert told.value.code == "other_rules"


def test_both_languages_say_the_same_things() -> None:
    found = words()
    assert missing(found.templates["it"], found.templates["en"]) == []
