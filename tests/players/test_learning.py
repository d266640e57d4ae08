"""Every ruleset as a PettingZoo environment: PettingZoo's own tests, and what they do not ask."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from tests.players.test_search import evening

from arbitro.content import scenarios
from arbitro.content.tabletop import Scenario
from arbitro.players.learning import AGENTS, BattleEnv, env

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
BATTLES = {
    "crepuscolo": EXAMPLES / "crepuscolo" / "agguato-al-guado.yaml",
    "cairn": EXAMPLES / "cairn" / "l-imboscata-dei-goblin.yaml",
    "pathfinder": EXAMPLES / "pathfinder" / "il-ponte-dei-goblin.yaml",
}
rulesets = pytest.mark.parametrize("name", BATTLES)


@rulesets
def test_pettingzoo_finds_nothing_wrong_with_it(name: str) -> None:
    """A warning of the api test would be an error here, as everywhere in these tests."""
    api_test(env(BATTLES[name]), num_cycles=40)


@rulesets
def test_the_same_seed_plays_the_same_episode(name: str) -> None:
    seed_test(lambda: env(BATTLES[name]), num_cycles=30)


@rulesets
def test_it_renders(name: str) -> None:
    render_test(lambda **settings: env(BATTLES[name], **settings), {"ansi": lambda text: len(text) > 40})


def play(made: Any, cycles: int, *, seed: int = 1) -> list[tuple[str, float]]:
    """Play at random; the rewards that each agent was told of."""
    made.reset(seed=seed)
    rng, told = np.random.default_rng(seed), []
    for agent in made.agent_iter(cycles):
        _, reward, over, cut, info = made.last()
        told.append((agent, float(reward)))
        made.step(None if over or cut else int(rng.choice(np.flatnonzero(info["action_mask"]))))
    return told


def decided(name: str) -> Scenario:
    """A battle that random play settles more often than not."""
    if name != "pathfinder":
        return scenarios.read(BATTLES[name])
    battle = scenarios.read(EXAMPLES / "pathfinder" / "puzzles" / "il-colpo-di-grazia.yaml")
    battle.setup["options"]["round_limit"] = 40
    return battle


@rulesets
def test_an_episode_ends_with_a_winner_and_a_loser(name: str) -> None:
    made = env(decided(name))
    for seed in range(6):
        told = play(made, 5000, seed=seed)
        assert not made.agents, "all have left"
        final = {agent: reward for agent, reward in told if reward}
        if final:
            assert sorted(final.values()) == [-1.0, 1.0]
            winner = made.unwrapped.game.state.result
            assert final[made.unwrapped.agent_of[winner]] == 1.0
            return
    pytest.fail("six draws")


@rulesets
def test_an_action_is_the_answer_of_its_number_and_a_masked_one_is_refused(name: str) -> None:
    made = BattleEnv(BATTLES[name], answers=32)
    made.reset(seed=3)
    for _ in range(25):
        agent = made.agent_selection
        info, game = made.infos[agent], made.game
        n = len(info["answers"])
        assert info["action_mask"].tolist() == [1] * n + [0] * (32 - n)
        assert game.pending is not None and made.seats[agent] == game.pending.seats[0]
        form = game.form(made.seats[agent])
        assert all(form.refusal(answer) is None for answer in info["answers"])
        assert len(set(info["answers"])) == n and form.default() in info["answers"]
        other = AGENTS[1 - AGENTS.index(agent)]
        assert not made.infos[other]["action_mask"].any(), "only one is asked"
        before = len(game.tape)
        for wrong in (*((n,) if n < 32 else ()), 0.5, True, None):
            with pytest.raises(ValueError, match="is masked"):
                made.step(wrong)  # type: ignore[arg-type]
        assert len(game.tape) == before
        made.step(n - 1)


@pytest.mark.parametrize("wrong", [{"answers": 0}, {"answers": "x"}, {"max_cycles": 0}, {"render_mode": "film"}])
def test_sizes_and_pictures_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        BattleEnv(BATTLES["cairn"], **wrong)


def test_an_episode_is_cut_off_after_so_many_decisions() -> None:
    made = BattleEnv(BATTLES["crepuscolo"], max_cycles=7)
    play(made, 9)
    assert made.cycles == 7 and not any(made.terminations.values())


def test_what_is_hidden_shows_in_no_observation() -> None:
    """Two fights that differ in who lies in wait: the same numbers and the same answers for who does not see it."""
    made = [BattleEnv(BATTLES["cairn"]) for _ in range(2)]
    games = [evening({"monster": "troll"}), evening({"monster": "lupo", "pf": 1})]
    for one, game in zip(made, games, strict=True):
        one.reset(seed=1)
        one.game = game
        one._go_on()
    mine, theirs = ([one.observe(agent) for one in made] for agent in AGENTS)
    assert np.array_equal(*mine) and not np.array_equal(*theirs)
    assert made[0].infos["player_0"]["answers"] == made[1].infos["player_0"]["answers"]


def test_a_portrait_shows_both_sides_each_from_its_own_end() -> None:
    made = BattleEnv(BATTLES["crepuscolo"])
    made.reset(seed=1)
    first, second = (made.observe(agent) for agent in AGENTS)
    assert first.shape == second.shape == made.observation_space(AGENTS[0]).shape
    rows = [one[-made._shape[0] * made._shape[1] :].reshape(made._shape) for one in (first, second)]
    sides = [row[:, 0].tolist() for row in rows]
    n = len(made.game.state.figures)
    assert sorted(sides[0][:n], reverse=True) == sides[0][:n], "its own come first"
    assert not any(sides[0][n:]), "and nobody else"


def test_a_battle_of_one_side_is_no_environment() -> None:
    alone = BattleEnv(BATTLES["cairn"]).battle
    alone.setup = {**alone.setup, "sides": alone.setup["sides"][:1]}
    with pytest.raises(ValueError, match="needs two sides"):
        BattleEnv(alone)


def test_the_example_that_learns_runs() -> None:
    """One generation; a whole minute is for people."""
    example = EXAMPLES / "bots" / "learn.py"
    battle = EXAMPLES / "cairn" / "l-imboscata-dei-goblin.yaml"
    done = subprocess.run(
        [sys.executable, str(example), str(battle), "1"], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "knows nothing:" in done.stdout and "has learnt:" in done.stdout
