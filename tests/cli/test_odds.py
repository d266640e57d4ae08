"""``arbitro odds``: decisions of files, choices in words, tables, sweeps, matrices, files to take away."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from arbitro.cli import _odds_show
from arbitro.cli._odds_place import moment
from arbitro.cli._shelf import tabletop
from arbitro.cli.main import run
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.journal import journal_json

EXAMPLES = Path(__file__).parents[2] / "examples"
FOUNTAIN = str(EXAMPLES / "crepuscolo" / "alla-fontana.yaml")
TROLL = str(EXAMPLES / "cairn" / "il-troll-del-ponte.yaml")
SHOT = "a2 shot CDC-EQ-41 b2 d8"


def said(capsys: pytest.CaptureFixture[str], *args: str, lang: str = "en", code: int = 0) -> str:
    found = run(["odds", *args, "--lang", lang])
    out = capsys.readouterr()
    text = out.out if code == 0 else out.err
    assert found == code, out.err
    assert all(len(line) <= 80 for line in out.out.splitlines()), "lines fit the terminal"
    return text


def test_one_choice_in_detail(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, FOUNTAIN, SHOT)
    assert "Remo hits                               62.5% (5/8)" in text
    assert "damage to Vesk                          mean 0.75" in text
    assert "Exact: 8 outcomes followed" in text and "Until the action is over." in text


def test_the_same_in_italian_by_the_words_of_the_terminal_and_of_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    typed = said(capsys, FOUNTAIN, "Remo tira pistola vesk d8", lang="it")
    keys = "action: shot, actor: a2, target: b2, weapon: CDC-EQ-41, die: d8"
    assert said(capsys, FOUNTAIN, keys, lang="it") == typed == said(capsys, FOUNTAIN, SHOT, lang="it")
    assert "Remo colpisce" in typed and "Esatte: 8 esiti seguiti" in typed


def test_two_choices_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, FOUNTAIN, SHOT, "a2 shot CDC-EQ-41 b2 d4")
    assert "  1  Remo › Shoot › Pistol › Vesk › d8" in text
    assert any(line.split() == ["Remo", "hits", "62.5%", "25%"] for line in text.splitlines())
    assert any(line.split() == ["damage", "to", "Vesk", "(mean)", "0.75", "0.5"] for line in text.splitlines())


def test_without_a_choice_all_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, TROLL)
    assert "Livia › attack › Long sword › Troll" in text and "4.5" in text
    assert "Dice fell before this choice" in text and "no matter of dice" in text


@pytest.mark.parametrize("lang", ["it", "en"])
def test_no_two_choices_look_the_same(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    ambush = said(capsys, str(EXAMPLES / "cairn" / "l-imboscata-dei-goblin.yaml"), lang=lang)
    rows = [line[6:51] for line in ambush.splitlines() if line[:6].strip().isdigit()]
    assert len(set(rows)) == len(rows) > 20


def test_of_a_long_name_both_ends_are_kept() -> None:
    assert _odds_show._cut("Giant spider 1", 9) == "Gian…er 1" and _odds_show._cut("Ilde", 4) == "Ilde"
    row = _odds_show._extremes(("3.1", "Commander of the hobgoblins"), ("66.8%", "Keeper of the old crypt"))
    assert row.startswith("3.1 Comm") and "lins … 66.8% Keep" in row and len(row) <= 42
    assert row.endswith("crypt") and row.count("…") == 3, "each name gives way, not the number between them"
    twins = ["Ilde › attack › Vesk (b1)", "Ilde › attack › Vesk (b2)", "Ilde › attack › Orsa (b3)"]
    assert _odds_show._brief(twins) == [*twins[:2], "Ilde › attack › Orsa"]


def test_a_sweep_with_its_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    outs = {name: tmp_path / f"odds.{name}" for name in ("csv", "json", "png", "svg")}
    more = [word for name, out in outs.items() for word in (f"--{name}", str(out))]
    text = said(capsys, FOUNTAIN, SHOT, "--sweep", "die=4,6,8", *more)
    assert [line.split() for line in text.splitlines() if line.startswith("             ")] == [
        ["4", "25%", "25%", "0.5"], ["6", "50%", "16.7%", "0.67"], ["8", "62.5%", "12.5%", "0.75"]
    ]  # fmt: skip
    assert outs["csv"].read_text().startswith("choice,parameter,measure,about,what,value,probability")
    data = json.loads(outs["json"].read_text())
    assert [case["parameter"] for case in data["choices"]] == ["4", "6", "8"]
    assert outs["png"].read_bytes().startswith(b"\x89PNG") and b"<svg" in outs["svg"].read_bytes()


CHARGE = str(EXAMPLES / "crepuscolo" / "scenarios" / "la-carica.yaml")


def test_a_charge_is_a_move_and_a_blow(capsys: pytest.CaptureFixture[str]) -> None:
    plan = "Grask move d8; contact Bruno; Grask attack Bruno d6"
    text = said(capsys, CHARGE, plan)
    # 5/8 to get there (a 4 or more on the d8) by 4/6 to hit (a 3 or more on the d6)
    assert "Grask hits                              41.7% (5/12)" in text
    assert "Until the hand is over; whoever else is asked lets things happen." in text
    swept = said(capsys, CHARGE, plan, "--sweep", "distance=4,22,23")
    assert any(line.split()[:2] == ["4", "58.3%"] for line in swept.splitlines())
    assert any(line.split()[:2] == ["22", "8.3%"] for line in swept.splitlines()), "only an 8 leads so far"
    assert any(line.split() == ["23", "not", "possible"] for line in swept.splitlines()), "the table ends before"


def test_a_way_toward_somebody_leads_to_the_blow_that_follows(capsys: pytest.CaptureFixture[str]) -> None:
    plan = "Grask move d8; toward Bruno; Grask attack Bruno d6"
    text = said(capsys, CHARGE, plan)
    assert "Grask hits                              41.7% (5/12)" in text, "as with contact"
    assert "can this be done" not in text
    spent = said(capsys, CHARGE, plan.replace("d6", "d8"))
    assert 'In no outcome can this be done: "Grask attack Bruno d8".' in spent
    table = said(capsys, CHARGE, plan, "--sweep", "die=4,6,12")
    swept = [line.split() for line in table.splitlines()]
    # a d4 leads there with a 4 only: 1/4 by 4/6
    assert ["4", "16.7%"] in [words[:2] for words in swept]
    assert ["6", "not", "possible"] in swept and ["12", "not", "possible"] in swept
    assert 'At 6 this can be done in no outcome: "Grask attack Bruno d6".' in table
    both = said(capsys, CHARGE, plan, plan.replace("d6", "d8"))
    assert 'In no outcome of 2 can this be done: "Grask attack Bruno d8".' in both


def test_a_way_toward_somebody_stops_short_for_a_shot(capsys: pytest.CaptureFixture[str]) -> None:
    plan = "Remo move d8; {} Vesk; Remo shoot pistol Vesk d6"
    chances = [said(capsys, FOUNTAIN, plan.format(how), "--watch", "hit") for how in ("toward", "contact")]
    # a 4 or more on the d6 hits; in contact there is nothing to shoot at
    assert "Remo hits                               50% (1/2)" in chances[0] and "50%" not in chances[1]


def test_samples_are_never_silent(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, FOUNTAIN, SHOT, "--leaves", "3", "--samples", "50")
    assert "Not exact, there are too many outcomes: 50 games played on" in text and "95% interval" in text


def test_data_asked_for_here_stands_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(said(capsys, FOUNTAIN, SHOT, "--json", "-"))["choices"][0]["possible"]
    rows = said(capsys, FOUNTAIN, SHOT, "--sweep", "die=4", "--csv", "-").splitlines()
    assert rows[0].startswith("choice,") and all(row.count(",") >= 9 for row in rows)
    pairs = json.loads(said(capsys, "matrix", "cairn", "goblin", "troll", "--json", "-"))
    assert pairs["ruleset"] == "cairn" and pairs["games"] == 0
    assert [it["name"] for it in pairs["profiles"]] == ["Goblin", "Troll"]
    # a goblin's d6 against 1 point of hide: 0 to 5
    assert [it["damage"] for it in pairs["pairs"] if (it["one"], it["other"]) == ("goblin", "troll")] == [2.5]
    assert said(capsys, "matrix", "cairn", "goblin", "--csv", "-").splitlines()[0].startswith("one,other")


def test_all_that_is_asked_for_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    fight = (
        FOUNTAIN,
        SHOT,
        "--until",
        "turn",
        "--leaves",
        "1",
        "--samples",
        "12",
        "--watch",
        "hit,damage,standing,score",
    )
    text = said(capsys, *fight)
    assert "damage to Ilde" in text and "still there, Guard of the Ringwall" in text and "every outcome: score" in text
    swept = said(capsys, *fight, "--sweep", "die=4")
    assert "(12) " in swept and sum(line.split()[:1] == ["4"] for line in swept.splitlines()) > 2


def test_a_matrix_of_some_creatures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "all.csv"
    text = said(capsys, "matrix", "cairn", "goblin", "troll", "--csv", str(out))
    assert "Exact" in text and any(line.split() == ["Goblin", "3.5", "2.5"] for line in text.splitlines())
    assert len(out.read_text().splitlines()) == 1 + 4
    assert "Troll: attack › Claws (d8+d8)" in text, "they do more than the bite, a d10, which it has first"
    # the better of two d8: 8 with 15 of 64, 7 with 13 ... 1 with 1
    claws = sum(n * (2 * n - 1) for n in range(1, 9)) / 64
    rows = out.read_text(encoding="utf-8").splitlines()
    assert any(row.startswith(f"troll,goblin,{claws},") and row.endswith(",attack › Claws (d8+d8)") for row in rows)
    duels = said(capsys, "matrix", "cairn", "goblin", "troll", "--duel", "4")
    assert "4 games for each pair" in duels


def test_a_matrix_of_whatever_is_watched(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A goblin hits another with 14 and more; its short sword threatens with 19 and 20."""
    files = [tmp_path / name for name in ("m.csv", "m.svg")]
    more = ("--watch", "killed,critical,damage", "--csv", str(files[0]), "--svg", str(files[1]))
    text = said(capsys, "matrix", "pathfinder", "goblin", *more)
    for title in ("the column: the column dies", "the column: the row: critical hit", "the column: mean damage"):
        assert title in " ".join(text.split())
    head, *rows = (line.split(",") for line in files[0].read_text("utf-8").splitlines())
    assert head[-3:] == ["watched_killed", "watched_critical", "watched_damage"]
    found = dict(zip(head, rows[0], strict=True))
    assert found["damage"] == found["watched_damage"]
    assert float(found["watched_critical"]) == pytest.approx(0.1 * 0.35), "19 and 20, then 14 again"
    assert "the column dies" in files[1].read_text("utf-8")
    duels = said(capsys, "matrix", "cairn", "goblin", "troll", "--duel", "4", "--watch", "killed")
    assert "half begun by one and half by the other: the column dies" in duels
    assert any(line.split() == ["Troll", "100%", "0%"] for line in duels.splitlines())


def test_a_matrix_of_a_pack_is_of_the_game_it_names(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    home = shutil.copytree(EXAMPLES / "packs" / "corvi", tmp_path / "mine")
    text = said(capsys, "matrix", str(home), "--json", "-")
    assert json.loads(text)["ruleset"] == "crepuscolo"
    profiles = home / "profiles.yaml"
    profiles.write_text(re.sub(r"res: *\d+", "res: many", profiles.read_text("utf-8"), count=1), "utf-8")
    wrong = said(capsys, "matrix", str(home), code=2)
    assert "many" in wrong and "unknown name" not in wrong, "other games have nothing to say of its files"


def test_a_saved_game_at_any_turn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    saved, told = tmp_path / "game.save", tmp_path / "game.json"
    assert run(["play", TROLL, "--auto", "--seed", "3", "--save", str(saved), "--lang", "en"]) == 0
    assert run(["replay", str(saved), "--json", str(told), "--lang", "en"]) == 0
    capsys.readouterr()
    assert "The game is over" in said(capsys, str(saved), code=2)
    first = said(capsys, str(saved), "--at", "1")
    assert "Round 1" in first and " › Troll" in first
    journal = said(capsys, str(told), "--at", "1")
    same = [text.partition("What do you declare")[2] for text in (journal, first)]
    assert same[0] == same[1] != "", "a journal leads to the same decision"
    assert journal.startswith("The company of the ford / "), "it is called after its sides where it names no scenario"
    told.write_text(json.dumps({**json.loads(told.read_text()), "scenario": "il-troll-del-ponte"}))
    assert said(capsys, str(told), "--at", "1") == first, "and like the scenario in the language one reads"
    assert 'no "99"' in said(capsys, str(saved), "--at", "99", code=2)


@pytest.mark.parametrize(("game", "who"), [("cairn", "troll"), ("pathfinder", "goblin")])
def test_a_turn_is_the_round_that_its_heading_names(tmp_path: Path, game: str, who: str) -> None:
    """What calls to arms before the first round is no round of its own; odds and sight go by the same numbers."""
    rules = tabletop(game)
    one = rules.duellists(None)[who]
    fight, rounds = Game.new(rules, rules.duel(one, one, close=False), SeededDice.of_seed(1)), 0
    while rounds < 2 and fight.pending is not None:  # the first decision of round 2 is answered too
        rounds = fight.state.round  # type: ignore[attr-defined]
        fight.choose(rules.instinct(fight, fight.pending.seats[0], fight.pending))
    file = tmp_path / "fight.json"
    file.write_bytes(journal_json(fight, seed=1))
    for at, number in (("1", 1), ("1.2", 1), ("2", 2)):
        place = moment(file, at, "1", "en")
        assert f"Round {number}" in place.rules.standing(place.game.state, "en")


def test_where_figures_fall_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def simulated(out: Path) -> int:
        results = tmp_path / f"{out.stem}.sim.jsonl"
        options = ["--policy", "instinct", "--battles", "2", "--all", "--seed", "1", "--processes", "1", "--lang", "en"]
        return run(["simulate", FOUNTAIN, *options, "--out", str(results), "--heat", str(out)])

    assert simulated(tmp_path / "falls.svg") == 0
    assert "Where fighters fall" in (tmp_path / "falls.svg").read_text(encoding="utf-8")
    assert simulated(tmp_path / "other.gif") == 2
    assert ".png or a .svg" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ((FOUNTAIN, "Remo sings"), '"sings" is none of'),
        ((FOUNTAIN, "Remo"), "The choice stops too soon: there is Move"),
        ((FOUNTAIN, f"{SHOT} twice"), 'complete without "twice"'),
        ((FOUNTAIN, "action: dance"), "does not answer it"),
        ((FOUNTAIN, "--until", "week"), 'there is no "week"'),
        ((FOUNTAIN, "--others", "instict"), 'did you mean "instinct"'),
        ((FOUNTAIN, "--watch", "hits"), 'did you mean "hit"'),
        ((FOUNTAIN, SHOT, "--sweep", "luck=1"), "distance"),
        ((FOUNTAIN, SHOT, "--sweep", "die=4,7"), "die=7: there is no such die"),
        ((FOUNTAIN, SHOT, "--sweep", "die=many"), "numbers are needed"),
        ((FOUNTAIN, SHOT, "--sweep", "distance=inf"), "numbers are needed"),
        ((FOUNTAIN, SHOT, "--sweep", "distance=1e400"), "numbers are needed"),
        ((FOUNTAIN, SHOT, "--sweep", "distance=nan"), "numbers are needed"),
        ((FOUNTAIN, SHOT, "--sweep", "distance=9..1"), "numbers are needed"),
        ((FOUNTAIN, SHOT, "--sweep", "distance=1..100000000"), "too many numbers: at most 200"),
        ((FOUNTAIN, "--sweep", "die=4"), "exactly one choice"),
        ((FOUNTAIN, SHOT, "--leaves", "0"), "--leaves"),
        ((FOUNTAIN, SHOT, "--duel", "4"), "--duel goes with matrix"),
        ((FOUNTAIN, "--png", "nowhere/x.png"), 'folder "nowhere" is not there'),
        (("matrix", "cairn", "goblin", "--at", "3", "--until", "end"), "no use for --at and --until"),
        (("matrix", "cairn", "goblin", "--watch", "kill"), 'did you mean "killed"'),
        ((FOUNTAIN, "--at", "7"), "no step"),
        ((*(FOUNTAIN, SHOT), SHOT, SHOT, SHOT, SHOT), "At most 4"),
        (("matrix", "nowhere"), "folder of a pack"),
        (("matrix", "cairn", "gobblin"), 'did you mean "goblin"'),
        (("nope.yaml",), "does not exist"),
    ],
)
def test_what_is_not_there_is_said(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], told: str) -> None:
    assert told in said(capsys, *args, code=2)
