"""Endgames with one winning choice: proved by exact odds, found by search, missed by chance."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.players.endgames import Begun, Endgame

from arbitro.cli.main import run as command
from arbitro.content import scenarios
from arbitro.dice.sources import ScriptedDice, SeededDice
from arbitro.engine.game import Game
from arbitro.engine.values import Value
from arbitro.players import RandomPlayer, StrongPlayer
from arbitro.players.crew import rules_of

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PUZZLES = sorted(EXAMPLES.glob("*/puzzles/*.yaml"))
WHICH: dict[str, type[Endgame]] = {"pathfinder": Begun}
"""How the odds of a game's endgames are found, where not every answer can be followed."""
SECOND_BEST = (
    "chi-e-a-terra", "dietro-l-angolo", "fuori-di-qui", "il-colpo-di-grazia", "l-ultima-mano", "ossa-e-ferro",
    "prima-che-colpisca", "sotto-l-armatura", "un-dado-per-alzarsi", "una-su-sedici",
)  # fmt: skip
"""Where another choice wins too, if less often; in all the others no other choice ever wins."""
BY_HAND = {
    "il-colpo-che-conta": Fraction(5, 8),  # 4 or more on a d8
    "il-bersaglio-giusto": Fraction(3, 6),  # 4 or more on a d6
    "chi-e-a-terra": Fraction(1),  # whoever lies on the ground is hit
    "la-reliquia": Fraction(1),
    "ossa-e-ferro": Fraction(10, 20),  # +3 against AC 14, taken unawares: 11 or more; 1d6 + 2 breaks 3 hit points
    "il-colpo-di-grazia": sum(  # 2d8 + 4 without a throw; Fortitude +4 against 10 and that: a 1 fails, a 20 passes
        (
            Fraction(min(19, max(1, 10 + one + other + 4 - 4 - 1)), 20 * 64)
            for one in range(1, 9)
            for other in range(1, 9)
        ),
        Fraction(0),
    ),
    "oltre-il-muro": Fraction(1),
}
FEW = 600
MORE = {"sotto-l-armatura": 1500}
"""Answers played out for one decision; more where the second best choice often wins too."""


def opened(path: Path) -> tuple[Game, Value]:
    """The puzzle at its question, and the choice its script begins with."""
    scenario = scenarios.read(path)
    report = scenarios.run(scenario)
    assert report.ok, report.failures
    rules = rules_of(scenario.ruleset, ()).playing(scenario)
    dice = ScriptedDice(scenario.dice) if scenario.ruleset in WHICH else SeededDice.of_seed(path.stem)
    return Game.new(rules, scenario.setup, dice), report.steps[0].answers[0][1]


def test_there_are_fifteen_of_them() -> None:
    assert len(PUZZLES) >= 15 and {path.parts[-3] for path in PUZZLES} == {"cairn", "crepuscolo", "pathfinder"}


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_a_puzzle_has_one_winning_choice_which_search_finds_and_chance_misses(path: Path) -> None:
    game, winning = opened(path)
    odds = WHICH.get(path.parts[-3], Endgame)("a").choices(game)
    best = odds.pop(winning)
    assert odds and best > max(odds.values())
    assert (max(odds.values()) > 0) == (path.stem in SECOND_BEST)
    assert best == BY_HAND.get(path.stem, best)
    nodes = MORE.get(path.stem, FEW)
    assert [StrongPlayer(seed, nodes=nodes).answer(game, "a") for seed in range(2)] == [winning, winning]
    chance = [RandomPlayer(seed).answer(game, "a") for seed in range(30)]
    assert chance.count(winning) < 25


def test_a_strong_opponent_of_a_seed_plays_the_same_battle_at_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """That a crew of processes decides alike is another test."""
    monkeypatch.setattr("arbitro.players.crew.cores", lambda: 1)
    told: list[Any] = []
    for _ in range(2):
        path = EXAMPLES / "crepuscolo" / "puzzles" / "la-reliquia.yaml"
        assert command(["play", str(path), "--json", "--side", "a=strong", "--seed", "3"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]
    assert told[0]["events"][-1]["result"] == "a"
