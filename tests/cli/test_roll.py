"""``arbitro roll``."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from arbitro.cli.main import app

RUNNER = CliRunner()


def run(*words: str) -> tuple[int, str]:
    done = RUNNER.invoke(app, ["roll", *words], env={"LANG": "C", "LC_ALL": "C"})
    return done.exit_code, done.output


def test_the_same_seed_gives_the_same_roll_with_its_reading() -> None:
    code, said = run("4d6kh3", "--seed", "7", "--lang", "it")
    assert code == 0 and said == run("4d6kh3", "--seed", "7", "--lang", "it")[1]
    assert said.startswith("4d6kh3: tira 4 dadi a 6, tieni i 3 più alti\n") and "totale:" in said


def test_dropped_dice_are_struck_out_with_a_sign() -> None:
    said = run("4d6kh3", "--seed", "7", "--lang", "en")[1]
    assert said.count("×") >= 2 and "dropped" in said


def test_a_plus_can_be_read_as_cairn_does() -> None:
    data = json.loads(run("d8+d8", "--keep", "--seed", "3", "--json")[1])
    faces = [die["face"] for group in data["groups"] for die in group["dice"]]
    assert data["total"] == max(faces)
    assert sum(group["kept"] for group in data["groups"]) == 1


def test_json_tells_every_die_and_the_odds() -> None:
    data = json.loads(run("2d6!", "--seed", "1", "--json", "--odds", "--lang", "en")[1])
    assert data["notation"] == "2d6!" and data["words"] == "roll 2 dice of 6 sides, explodes on 6"
    assert {"sides", "face", "value", "fate", "exploded"} == set(data["groups"][0]["dice"][0])
    assert abs(sum(data["odds"].values()) - 1) < 1e-9


@pytest.mark.parametrize(("lang", "word"), [("it", "atteso"), ("en", "expected")])
def test_a_wrong_roll_is_shown_with_a_caret(lang: str, word: str) -> None:
    code, said = run("4d6kx", "--lang", lang)
    assert code == 2 and word in said and said.splitlines()[-1].strip() == "^"


def test_odds_are_told_where_they_are_cheap() -> None:
    assert "from 3 to 18, 10.5 on average" in run("3d6", "--odds", "--lang", "en")[1]
    assert "not quickly" in run("4d6!kh3", "--odds", "--lang", "en")[1]
