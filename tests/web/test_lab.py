"""The lab over HTTP: battles of `arbitro simulate` and `arbitro balance` in pieces, and who sees what of a table."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arbitro.analysis.battles import Job, Plan, fight
from arbitro.analysis.sightmap import sight_map
from arbitro.analysis.simulation import plan_of
from arbitro.content.messages import show
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.web import lab
from arbitro.web.labview import SimulationWish
from arbitro.web.library import ready, rules_called
from arbitro.web.refusals import Unwilling
from tests.web.client import DUEL, Trouble, http, new_game
from tests.web.conftest import Served

ROOT = "/api/rulesets/crepuscolo"
PACKS = Path(__file__).resolve().parents[2] / "examples" / "packs"
CORVI = {f"corvi/{file.name}": file.read_text(encoding="utf-8") for file in (PACKS / "corvi").glob("*.yaml")}
QUICKLY: dict[str, Any] = {"first": "random", "second": "random", "seed": "5", "whole": True}


def played(base: str, run: dict[str, Any]) -> list[dict[str, Any]]:
    """All pieces of a run, to its end."""
    pieces = [run]
    while not pieces[-1]["over"]:
        pieces.append(http(base, f"/api/lab/{run['id']}/go", b""))
        assert pieces[-1]["done"] > pieces[-2]["done"]
    return pieces


def test_what_is_played_is_what_the_command_line_plays(base: str) -> None:
    begun = http(base, f"{ROOT}/simulations", {"file": DUEL, "battles": 6, **QUICKLY})
    assert (begun["done"], begun["all"], begun["over"]) == (0, 6, False)
    last = played(base, begun)[-1]
    rules = rules_called("crepuscolo")
    plan = plan_of(rules.read_text(DUEL, "duello"), rules, battles=6, seed="5", policies=("random",) * 2, whole=True)
    expected = fight(plan, [Job(n) for n in range(6)])
    head, *lines = http(base, f"/api/lab/{begun['id']}/files/jsonl").splitlines()
    assert lines == [msgspec.json.encode(outcome) for outcome in expected]
    assert msgspec.json.decode(head, type=Plan).setup == plan.setup
    assert last["won"] == sum(outcome.won == "a" for outcome in expected)
    found = http(base, f"/api/lab/{begun['id']}?lang=it")
    assert found["tables"][0]["rows"][0][1] == str(last["won"])
    rows = list(csv.DictReader(io.StringIO(http(base, f"/api/lab/{begun['id']}/files/csv").decode())))
    assert [row["won"] for row in rows] == [outcome.won for outcome in expected]


@pytest.fixture(scope="module")
def fountain(base: str) -> str:
    """A few battles at the fountain, on a table of their own, played to the end."""
    run = http(base, f"{ROOT}/simulations", {"scenario": "alla-fontana", "battles": 2, **QUICKLY})
    played(base, run)
    return str(run["id"])


def test_what_a_run_says_is_shown_and_kept_as_files(base: str, fountain: str) -> None:
    found = http(base, f"/api/lab/{fountain}?lang=en")
    assert found["run"]["title"] == "Guard of the Ringwall – Marauders of the Red Road"
    assert found["verdict"] and found["lead"].startswith("2 battles of at most 2")
    drawn = [picture["name"] for picture in found["pictures"] if picture["drawn"]]
    assert {"plot_shares", "plot_left", "plot_fallsa", "plot_fallsb"} <= set(drawn)
    svg = http(base, f"/api/lab/{fountain}/files/plot_left.svg?lang=en").decode()
    assert svg.startswith("<?xml") and "Guard of the Ringwall" in svg
    assert http(base, f"/api/lab/{fountain}/files/plot_fallsa.png").startswith(b"\x89PNG")
    page = http(base, f"/api/lab/{fountain}/files/html?lang=en").decode()
    assert page.startswith("<!doctype html>") and "arbitro replay 'alla-fontana.sim.jsonl#0'" in page
    assert http(base, f"/api/lab/{fountain}/files/json")["battles"] == 2
    watched = http(base, f"/api/lab/{fountain}/files/battle-{found['battles'][0]['n']}?lang=en").decode()
    assert watched.startswith("<!doctype html>") and "Guard of the Ringwall" in watched
    for name in ("plot_nothing.svg", "plot_left.exe", "exe", "battle-2", "battle-x"):
        with pytest.raises(Trouble) as told:
            http(base, f"/api/lab/{fountain}/files/{name}")
        assert told.value.status == 404


def test_a_pack_of_one_s_own_is_weighed(base: str) -> None:
    wish = {"pack": "corvi", "packs": CORVI, "policy": "random", "battles": 6, "seed": "1"}
    run = http(base, f"{ROOT}/balances", wish)
    assert (run["kind"], run["title"]) == ("balance", "Cronache del Crepuscolo: corvi")
    played(base, run)
    table = http(base, f"/api/lab/{run['id']}?lang=it")["tables"][0]
    crow = next(row for row in table["rows"] if row[0] == "Corvo di Sale")
    assert crow[table["heads"].index("costo")] == "9"
    assert "Corvo di Sale" in {battle["about"] for battle in http(base, f"/api/lab/{run['id']}?lang=it")["battles"]}
    assert http(base, f"/api/lab/{run['id']}/files/plot_off.svg").startswith(b"<?xml")
    rows = list(csv.DictReader(io.StringIO(http(base, f"/api/lab/{run['id']}/files/csv").decode())))
    assert {row["id"] for row in rows} == {"corvo-di-sale", "razziatore", "assaltatore"}
    head = json.loads(http(base, f"/api/lab/{run['id']}/files/jsonl").splitlines()[0])
    assert head["packs"] == ["corvi"], "nobody learns the folders of the server"
    http(base, f"/api/lab/{run['id']}/forget", b"")
    with pytest.raises(Trouble) as told:
        http(base, f"/api/lab/{run['id']}/go", b"")
    assert (told.value.status, told.value.code) == (404, "no_run")


def test_a_run_goes_on_from_its_file_whoever_serves_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped after each battle, with half a line of another written, it comes out as one that was never stopped."""
    monkeypatch.setattr(lab, "SECONDS", 0)
    wish = SimulationWish(file=DUEL, battles=3, **QUICKLY)
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    for folder in (whole, torn):
        folder.mkdir()
        run = lab.simulate(folder, "crepuscolo", wish, "it")
        while not run.over:
            before = run.done
            run = lab.go(folder, "it")
            assert run.done == before + 1
            if folder is torn and not run.over:
                with (torn / "duello.sim.jsonl").open("a") as file:
                    file.write('{"n":')
    assert (whole / "duello.sim.jsonl").read_bytes() == (torn / "duello.sim.jsonl").read_bytes()
    file = torn / "duello.sim.jsonl"
    changed = file.read_text().replace('"rules_version":"', '"rules_version":"0', 1)
    file.write_text(changed.replace('"battles":3', '"battles":4', 1))
    with pytest.raises(Unwilling) as told:
        lab.go(torn, "en")
    assert told.value.code == "stuck" and "rules" in told.value.text("en"), "other rules than it was begun with"


@pytest.mark.parametrize(
    ("what", "wish", "code"),
    [
        ("simulations", {"scenario": "alla-fontana", "first": "strong"}, "slow_player"),
        ("simulations", {"scenario": "alla-fontana", "battles": 1_000_000}, "many_battles"),
        ("simulations", {"scenario": "nessuno"}, "no_scenario"),
        ("simulations", {"scenario": "alla-fontana", "rosters": {"a": "x"}}, "two_lists"),
        ("simulations", {"rosters": {"a": "x", "b": "y"}}, "no_random"),
        ("simulations", {"file": "sides: ["}, "faulty"),
        ("balances", {"pack": "nessuno"}, "no_pack"),
        ("balances", {"packs": {"corvi/pack.yaml": "id: corvi"}}, "faulty"),
        ("balances", {"packs": {"../../x.yaml": ""}}, "strange_pack"),
        ("balances", {"policy": "nessuno"}, "slow_player"),
        ("sight", {"scenario": "nessuno"}, "no_scenario"),
        ("sight-file", {"scenario": "alla-fontana", "figure": "zz"}, "no_watcher"),
        ("sight-file", {"scenario": "alla-fontana", "kind": "exe"}, "no_picture_kind"),
    ],
)
def test_what_cannot_be_tried_is_said(server: Served, what: str, wish: dict[str, Any], code: str) -> None:
    home = Path(server.settings.database or "").with_name("games-lab")
    before = len(list(home.iterdir())) if home.exists() else 0
    with pytest.raises(Trouble) as told:
        http(server.base, f"{ROOT}/{what}", wish)
    assert told.value.code == code and told.value.text
    assert (len(list(home.iterdir())) if home.exists() else 0) == before, "nothing is left of it"


def test_who_sees_what_of_a_battle_s_table(base: str) -> None:
    battle = ready("crepuscolo")["alla-fontana"].scenario
    rules = rules_called("crepuscolo")
    game = Game.new(rules, battle.setup, SeededDice.of_seed("1"))
    expected = sight_map(game, rules, "a", "en")
    found = http(base, f"{ROOT}/sight", {"scenario": "alla-fontana"}, accept_language="en")
    side = found["sides"][0]
    told = [(one["id"], one["share"]) for one in side["watchers"]]
    assert told == [(one.id, show("en", one.share, "pct")) for one in expected.lookouts]
    assert not found["deployed"] and "79.5%" in side["told"]
    wish = {"scenario": "alla-fontana", "figure": "a1"}
    svg = http(base, f"{ROOT}/sight-file", wish, accept_language="en").decode()
    assert "Ilde" in svg and "Guard of the Ringwall:" not in svg, "the map of one alone"
    assert http(base, f"{ROOT}/sight-file", {**wish, "kind": "json"})[0]["seat"] == "a"


def test_who_sees_what_in_a_game_is_drawn_for_who_may_know_it(base: str) -> None:
    made = new_game(base, {"a": "link", "b": "link"}, scenario="alla-fontana")
    path = f"/api/games/{made['id']}/sight"
    for token in (made["tokens"]["a"], made["spectator"]):
        svg = http(base, f"{path}/svg?lang=en", token=token).decode()
        assert "Guard of the Ringwall: 4 figures look on; together they see 79.5% of the table." in svg
    for token, kind, code in (("", "svg", "no_token"), (made["spectator"], "html", "no_picture_kind")):
        with pytest.raises(Trouble) as told:
            http(base, f"{path}/{kind}", token=token)
        assert told.value.code == code


def test_a_game_says_what_can_be_tried_with_it(base: str) -> None:
    found = http(base, f"{ROOT}/lab?lang=en")
    assert {"id": "house", "profiles": 57} in found["packs"] and found["sees"] and found["random"]
    assert "strong" not in found["players"] and "The Wolves of the Ford" in [one["name"] for one in found["lists"]]
    cairn = http(base, "/api/rulesets/cairn/lab?lang=it")
    assert (
        not cairn["sees"]
        and cairn["packs"] == []
        and "La compagnia del guado" in [one["name"] for one in cairn["lists"]]
    )
    with pytest.raises(Trouble) as told:
        http(base, "/api/rulesets/cairn/sight", {"scenario": "il-troll-del-ponte"})
    assert told.value.code == "no_table"
