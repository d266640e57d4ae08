"""The guide tells the truth: its commands run, its links lead somewhere, and the pack that it teaches can be played."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from arbitro.cli.main import run
from arbitro.content import scenarios
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.players import RandomPlayer, play_out
from arbitro.players.crew import rules_of
from arbitro.rulesets.pathfinder import RULESET
from arbitro.rulesets.pathfinder.state import Options
from tests.house.test_readme_commands import commands, fences, read

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ("docs/pathfinder.md", "docs/pathfinder.it.md")
OUTSIDE = ("referee",)
"""What is no option of a scenario."""


def words(command: str) -> list[str]:
    """What comes after the program's name, quotes taken off."""
    return shlex.split(command)[1:]


@pytest.mark.parametrize("command", commands(read(GUIDES[0]), quick=True))
def test_a_quick_command_of_the_guide_runs(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert run(words(command)) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize("command", commands(read(GUIDES[0]), quick=False))
def test_the_other_commands_exist(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*words(command), "--help"]) == 0


def test_both_guides_show_the_same_commands_and_name_every_option() -> None:
    english, italian = (read(name) for name in GUIDES)
    assert fences(english) == fences(italian)
    for option in Options.__struct_fields__:
        assert option in OUTSIDE or all(f"| `{option}` |" in text for text in (english, italian)), option


def test_the_pack_of_the_guide_adds_to_the_book_and_is_played() -> None:
    scenario = scenarios.read(ROOT / "examples" / "packs" / "la-pozza-nera.yaml")
    rules = rules_of(scenario.ruleset, ()).playing(scenario)
    game = Game.new(rules, scenario.setup, SeededDice.of_seed(2), log=False)
    play_out(game, {"a": RandomPlayer(1), "b": RandomPlayer(2)})
    assert game.state.result
    there = {figure.profile for figure in game.state.figures.values()}  # type: ignore[attr-defined]
    assert there == {"sgherro", "balestriere", "rana-di-torba"}
    assert rules.title("rana-di-torba", "en") == "Peat frog" and RULESET.library.sheet("rana-di-torba") is None
