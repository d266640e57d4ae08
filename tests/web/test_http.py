"""The HTTP side: rulesets, rules, rosters, games and their files, headers, origins, the page."""

from __future__ import annotations

import gzip
import io
import json
import logging
import re
import socket
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from arbitro.cli.main import app
from arbitro.content.errors import ContentError
from arbitro.content.scenarios import read
from arbitro.dice.sources import SeededDice
from arbitro.engine.journal import read_journal
from arbitro.engine.save import load
from arbitro.engine.save import read as read_save
from arbitro.web.library import rules_called
from tests.web.client import DUEL, Client, Trouble, http, new_game, play_out
from tests.web.conftest import Served, served

ROOT = Path(__file__).resolve().parents[2]
ROSTERS = ROOT / "examples/crepuscolo/rosters"


def test_what_can_be_played(base: str) -> None:
    meta = http(base, "/api/meta")
    ruleset = meta["rulesets"][0]
    assert ruleset["id"] == "crepuscolo" and meta["players"][-3:] == ["quick", "strong", "patient"]
    scenarios = http(base, "/api/rulesets/crepuscolo/scenarios")
    files = sorted(path.stem for path in (ROOT / "examples/crepuscolo").glob("*.yaml"))
    assert sorted(scenario["id"] for scenario in scenarios) == files
    assert scenarios[0]["id"] == "alla-fontana" and ruleset["scenarios"] == len(files)
    assert all(scenario["picture"].startswith("<svg") for scenario in scenarios)
    assert [seat["seat"] for seat in scenarios[0]["seats"]] == ["a", "b"]


def test_rules_are_found_and_shown(base: str) -> None:
    found = http(base, "/api/rules?ruleset=crepuscolo&q=spaventato&lang=en")
    assert found and all(rule["summary"] for rule in found)
    one = http(base, f"/api/rules/{found[0]['id']}.1?ruleset=crepuscolo&lang=it")
    assert one["id"] == found[0]["id"] and one["summary"] != found[0]["summary"]
    assert len(http(base, "/api/rules?ruleset=crepuscolo")) > 100
    for path in ("/api/rules/NO-SUCH?ruleset=crepuscolo", "/api/rules?ruleset=scacchi", "/api/rules/x"):
        with pytest.raises(Trouble) as told:
            http(base, path)
        assert told.value.text, path


def test_companies_are_judged(base: str) -> None:
    text = (ROSTERS / "lupi-del-guado.yaml").read_text(encoding="utf-8")
    judged = http(base, "/api/rulesets/crepuscolo/rosters/judge", {"file": text})
    assert judged["legal"] and judged["total"] == sum(charge["cost"] for charge in judged["charges"])
    heavy = re.sub(r"limit: \d+", "limit: 10", text)
    judged = http(base, "/api/rulesets/crepuscolo/rosters/judge", {"file": heavy}, accept_language="en")
    assert not judged["legal"] and "10" in judged["faults"][0]["text"]
    for file in ("", "a: [", "packs: [/etc]\n" + text, "x" * 1000):
        with pytest.raises(Trouble) as told:
            http(base, "/api/rulesets/crepuscolo/rosters/judge", {"file": file})
        assert told.value.code == "faulty"
    kit = http(base, "/api/rulesets/crepuscolo/roster-kit?lang=en")
    assert kit["fighters"] and kit["goods"]


def test_one_s_own_battle_and_companies(base: str) -> None:
    roster = (ROSTERS / "marea-nera.yaml").read_text(encoding="utf-8")
    game = new_game(base, {"a": "here", "b": "here"}, rosters={"b": roster}, title="Prova")
    with Client(base, game["id"], game["host"]) as host:
        assert host.known["table"]["title"] == "Prova"
        assert sum(figure["seat"] == "b" for figure in host.known["scene"]["figures"]) == roster.count("profile:")
    scenario = http(base, f"/api/games/{game['id']}/scenario", token=game["spectator"]).decode()
    assert "roster:" not in scenario
    again = new_game(base, {"a": "here", "b": "here"}, file=scenario)
    assert http(base, f"/api/games/{again['id']}", token=again["host"])["title"] == "Duello"


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("c*/*.yaml")), ids=lambda path: path.stem)
def test_the_examples_can_be_brought_as_they_are(base: str, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    game = new_game(base, {}, file=text, ruleset=path.parent.name)
    assert game["title"] == read(path).name
    named = re.search(r"roster: (rosters/[a-z-]+\.yaml)", text)
    if named:
        other = (path.parent / named[1]).read_text(encoding="utf-8")
        changed = new_game(base, {}, file=text, ruleset=path.parent.name, rosters={"a": other})
        found = http(base, f"/api/games/{changed['id']}", token=changed["spectator"])
        assert found["seats"][0]["name"] in other


@pytest.mark.parametrize("named", ["/etc/passwd", "../../../README.md", "rosters/../../x.yaml", "rosters"])
@pytest.mark.parametrize("name", ["crepuscolo", "cairn"])
def test_only_ready_companies_can_be_named(name: str, named: str) -> None:
    rules = rules_called(name)
    text = next(text for path in rules.ready() if "roster: " in (text := path.read_text(encoding="utf-8")))
    with pytest.raises(ContentError) as told:
        rules.self_contained(re.sub(r"roster: [^,}\n]+", f"roster: {named}", text), {}, rules.ready()[0].parent, "file")
    assert "rosters/" in told.value.render("it") and "root:" not in told.value.render("en")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"ruleset": "scacchi", "scenario": "x"}, "no_ruleset"),
        ({"ruleset": "crepuscolo"}, "one_source"),
        ({"ruleset": "crepuscolo", "scenario": "agguato-al-guado", "file": DUEL}, "one_source"),
        ({"ruleset": "crepuscolo", "scenario": "../../etc/passwd"}, "no_scenario"),
        ({"ruleset": "crepuscolo", "file": DUEL.replace("fighters:", "roster: /etc/passwd\n    x:", 1)}, "faulty"),
        ({"ruleset": "crepuscolo", "file": re.sub(r"fighters:\n.*\n.*\n", "roster: rosters/x.yaml\n", DUEL)}, "faulty"),
        *(
            ({"ruleset": "crepuscolo", "file": re.sub(r"fighters:\n.*\n.*\n", f"roster: {name}\n", DUEL)}, "faulty")
            for name in (
                "../../README.md",
                "rosters/../rosters/x.yaml",
                "rosters",
                "alla-fontana.yaml",
                '"rosters/\\0"',
            )
        ),
        ({"ruleset": "crepuscolo", "file": "packs: [/etc]\n" + DUEL}, "faulty"),
        ({"ruleset": "crepuscolo", "file": DUEL, "rosters": {"z": "x"}}, "unknown_seat"),
        ({"ruleset": "crepuscolo", "file": DUEL, "seats": {"z": {"player": "here"}}}, "unknown_seat"),
        ({"ruleset": "crepuscolo", "file": DUEL, "seats": {"a": {"player": "dio"}}}, "unknown_player"),
        ({"ruleset": "crepuscolo", "file": DUEL, "title": "x" * 200}, "too_long"),
        ({"ruleset": "crepuscolo", "file": DUEL, "nothing": 1}, "not_a_message"),
        ({"ruleset": 7}, "not_a_message"),
        ([], "not_a_message"),
        (b"{", "not_a_message"),
        (b"[" * 50_000, "not_json"),
        ({"ruleset": "crepuscolo", "file": "x" * 300_000}, "too_big"),
    ],
)
def test_games_that_cannot_be(base: str, body: Any, code: str) -> None:
    for lang in ("it", "en"):
        with pytest.raises(Trouble) as told:
            http(base, "/api/games", body, accept_language=lang)
        assert told.value.code == code and told.value.text and "Traceback" not in told.value.text
        assert told.value.status in (400, 404, 413)


def test_the_files_of_a_game(base: str) -> None:
    game = new_game(base, {"a": "here", "b": "here"}, seed="41")
    rules = rules_called("crepuscolo")
    path, token = f"/api/games/{game['id']}", game["host"]
    with Client(base, game["id"], token) as host:
        for _ in range(10):
            host.play(Random(3))
        running = http(base, path + "/journal", token=token)
        assert running["answers"] == [] and running["seed"] is None, "the dice to come are nobody's"
        saved = read_save(http(base, path + "/save", token=token))
        assert load(saved, rules, SeededDice(b"other")).pending is not None
        with pytest.raises(Trouble) as told:
            http(base, path + "/proof", token=token)
        assert (told.value.status, told.value.code) == (409, "not_over")
        with pytest.raises(Trouble) as told:
            http(base, path + "/save", token=game["spectator"])
        assert told.value.code == "no_save"
        play_out([host], 3)
    whole = http(base, path + "/journal?lang=en", token=token)
    journal = read_journal(json.dumps(whole).encode(), rules)
    assert journal.seed == "41" and journal.answers and journal.result
    assert any(event["text"] for event in whole["events"])
    report = http(base, path + "/report", token=token).decode()
    assert report.startswith("<!doctype html>") and "<script" not in report
    invited = http(base, path + "/invite", token=token)["token"]
    assert http(base, path, token=invited)["mine"] == []


def test_the_scenario_of_a_ready_battle_is_the_battle(base: str, tmp_path: Path) -> None:
    game = new_game(base, {"a": "here", "b": "quick"}, scenario="la-breccia")
    text = http(base, f"/api/games/{game['id']}/scenario", token=game["host"])
    file = tmp_path / "x.yaml"
    file.write_bytes(text)
    assert read(file).setup == read(ROOT / "examples/crepuscolo/la-breccia.yaml").setup


def test_the_scenario_in_json_is_the_same_battle(base: str, tmp_path: Path) -> None:
    roster = (ROSTERS / "marea-nera.yaml").read_text(encoding="utf-8")
    for made in (
        new_game(base, {"a": "here", "b": "here"}, rosters={"b": roster}),
        new_game(base, {"a": "here", "b": "here"}, ruleset="cairn", scenario="il-troll-del-ponte"),
    ):
        path, token = f"/api/games/{made['id']}", made["spectator"]
        whole = http(base, path + "/scenario-json", token=token)
        file = tmp_path / f"{whole['scenario']}.json"
        file.write_text(json.dumps(whole), encoding="utf-8")
        twin = tmp_path / "twin.yaml"
        twin.write_bytes(http(base, path + "/scenario", token=token))
        assert read(file).setup == read(twin).setup
        checked = CliRunner().invoke(app, ["scenario", "check", str(file), "--lang", "en"])
        assert checked.exit_code == 0, checked.output
        again = new_game(base, {"a": "here", "b": "here"}, ruleset=whole["ruleset"], file=json.dumps(whole))
        assert http(base, f"/api/games/{again['id']}/scenario-json", token=again["host"]) == whole


def test_bots_answer_over_http(base: str) -> None:
    game = new_game(base, {"a": "here", "b": "here"})
    with Client(base, game["id"], game["host"]) as host:
        question = host.needed()
        assert question is not None
        sent = {
            "decision": question["decision"],
            "seat": question["seat"],
            "value": host.value_for(question, Random(1)),
        }
        row = http(base, f"/api/games/{game['id']}/answers", sent, token=game["host"])["seq"]
        host.until(lambda known: known["seq"] >= row)
        with pytest.raises(Trouble) as told:
            http(base, f"/api/games/{game['id']}/answers", sent, token=game["host"])
        assert (told.value.status, told.value.code) == (409, "stale")


def test_cards_show_where_games_stand(base: str) -> None:
    mine, other = new_game(base, {"a": "link", "b": "quick"}), new_game(base, {"a": "link", "b": "quick"})
    with Client(base, mine["id"], mine["tokens"]["a"]) as client:
        client.until(lambda known: "a" in known["waiting"]["seats"])
        tokens = {mine["id"]: mine["tokens"]["a"], other["id"]: mine["tokens"]["a"], "nothere": "x"}
        (card,) = http(base, "/api/games/cards", {"tokens": tokens})
        assert card["id"] == mine["id"] and card["mine"] == ["a"] and card["your_turn"]
        assert card["standing"]["it"] and card["standing"]["en"]


def test_secrets_are_told_once_and_kept_nowhere_in_clear(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    server = served(tmp_path)
    try:
        game = new_game(server.base, {"a": "link", "b": "link"})
        tokens = [game["host"], game["spectator"], *game["tokens"].values()]
        with (
            Client(server.base, game["id"], game["tokens"]["a"]) as a,
            Client(server.base, game["id"], game["tokens"]["b"]) as b,
            Client(server.base, game["id"], game["spectator"]) as watcher,
        ):
            for _ in range(5):
                for client in (a, b):
                    client.quiet(0.01)
                    client.play(Random(1))
            a.ask(type="say", text="ciao")
            for client in (a, b, watcher):
                client.quiet()
            said = "".join(text for client in (a, b, watcher) for text in client.heard)
        read = [
            http(server.base, f"/api/games/{game['id']}{path}", token=game["spectator"]) for path in ("", "/journal")
        ]
    finally:
        server.close()
    told = said + json.dumps(read) + caplog.text
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for token in tokens:
        assert len(token) >= 27, "160 bits and more"
        assert token not in told and token.encode() not in stored
    connection = sqlite3.connect(tmp_path / "games.sqlite3")
    (dice,) = connection.execute("select secret from games").fetchone()
    connection.close()
    assert len(dice) == 32 and dice.hex() not in told


# --- the house ------------------------------------------------------------------------------------------


def headers_of(base: str, path: str, **more: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of a page."""
    request = urllib.request.Request(base + path, headers={key.replace("_", "-"): value for key, value in more.items()})
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, {key.lower(): value for key, value in response.headers.items()}, response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, {key.lower(): value for key, value in error.headers.items()}, error.read()


@pytest.mark.parametrize("path", ["/", "/api/meta", "/api/nothing", "/g/abc", "/assets/none.js", "/api/openapi.json"])
def test_every_answer_carries_the_headers_of_the_house(base: str, path: str) -> None:
    _, headers, body = headers_of(base, path)
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers or "uvicorn" in headers["server"]
    assert b"Traceback" not in body


@pytest.mark.parametrize("path", ["/api/nothing", "/api/nothing/more", "/api/openapi.yaml", "/api/rulesets/cairn"])
def test_an_unknown_address_of_the_api_is_told_in_a_sentence(base: str, path: str) -> None:
    for lang, said in (("it", "Qui non c'è niente"), ("en", "There is nothing here")):
        with pytest.raises(Trouble) as told:
            http(base, path, accept_language=lang)
        assert (told.value.status, told.value.code) == (404, "not_found") and said in told.value.text


def test_other_pages_cannot_reach_in(base: str) -> None:
    body = {"ruleset": "crepuscolo", "file": DUEL}
    for origin in ("https://evil.example", "null", base.replace("127.0.0.1", "localhost")):
        with pytest.raises(Trouble) as told:
            http(base, "/api/games", body, origin=origin)
        assert (told.value.status, told.value.code) == (403, "wrong_origin")
    with pytest.raises(Trouble) as told:
        http(base, "/api/games", body, sec_fetch_site="cross-site")
    assert told.value.code == "wrong_origin"
    assert http(base, "/api/games", body, origin=base)["id"]
    url = base.replace("http", "ws", 1) + "/api/games/x/live"
    with pytest.raises(InvalidStatus), connect(url, origin="https://evil.example"):  # type: ignore[arg-type]
        pass


def test_only_its_own_names_are_answered_to(tmp_path: Path) -> None:
    server = served(tmp_path, hosts=("localhost", "127.0.0.1"))
    try:
        assert http(server.base, "/api/meta")["protocol"] == 1
        status, _, body = headers_of(server.base, "/api/meta", host="evil.example")
        assert status == 400 and b"wrong_host" in body
    finally:
        server.close()


def test_the_api_is_described(base: str) -> None:
    described = http(base, "/api/openapi.json")
    paths = described["paths"]
    assert {"/api/games", "/api/games/{game}/answers", "/api/games/{game}/proof"} <= set(paths)
    for path, methods in paths.items():
        for method in methods.values():
            assert method["responses"], path
    assert described["components"]["securitySchemes"]["seat"]["scheme"] == "bearer"


@pytest.fixture
def dressed(tmp_path: Path) -> Iterator[Served]:
    """A server with a page of its own."""
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>x</title>" + " " * 900)
    (page / "assets" / "app-1.js").write_text("let x = 1;" * 200)
    (page / "assets" / "app-1.js.br").write_bytes(b"packed")
    (tmp_path / "secret.txt").write_text("secret")
    running = served(tmp_path, page=page)
    yield running
    running.close()


def test_the_page_and_its_files(dressed: Served) -> None:
    status, headers, body = headers_of(dressed.base, "/g/abc", accept_encoding="gzip")
    assert status == 200 and headers["cache-control"] == "no-cache" and gzip.decompress(body).startswith(b"<!doctype")
    _, headers, body = headers_of(dressed.base, "/assets/app-1.js", accept_encoding="br, gzip")
    assert body == b"packed" and headers["content-encoding"] == "br" and "immutable" in headers["cache-control"]
    _, headers, body = headers_of(dressed.base, "/assets/app-1.js")
    assert body.startswith(b"let x") and "content-encoding" not in headers
    for path in (
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets//etc/passwd",
    ):
        _, _, body = headers_of(dressed.base, path)
        assert b"secret" not in body and b"root:" not in body, path


def test_a_page_that_is_not_built_says_how(tmp_path: Path) -> None:
    server = served(tmp_path, page=tmp_path / "nothing")
    try:
        for lang, word in (("it", "costruita"), ("en", "built")):
            status, headers, body = headers_of(server.base, "/", accept_language=lang)
            assert status == 503 and word in body.decode() and headers["content-type"].startswith("text/plain")
    finally:
        server.close()


def test_sides_are_called_as_somebody_chose(base: str) -> None:
    seats = {"a": {"player": "here", "name": "I  Gatti"}, "b": {"player": "here"}}
    game = new_game(base, {}, seats=seats)
    with Client(base, game["id"], game["host"], "en") as host:
        assert host.known["scene"]["sides"][0]["name"] == "I Gatti"
        assert host.known["table"]["seats"][0]["name"] == "I Gatti"
        assert host.ask(type="ask", what="resign", seat="a")["type"] == "done"
        host.until(lambda known: bool(known["table"]["over"]))
        assert host.known["journal"][-2]["text"].endswith("Surrender of: I Gatti.")
    whole = http(base, f"/api/games/{game['id']}/scenario-json", token=game["host"])
    assert whole["sides"][0]["name"] == whole["sides"][0]["name_en"] == "I Gatti" and "name" not in whole["sides"][1]
    twins = {seat: {"player": "here", "name": name} for seat, name in (("a", "Lupi"), ("b", "LUPI"))}
    with pytest.raises(Trouble) as told:
        new_game(base, {}, seats=twins)
    assert told.value.code == "name_taken"


def test_a_report_bears_the_title_of_the_game(base: str) -> None:
    for more, lang, title in (
        ({"title": "Sabato sera"}, "en", "Sabato sera"),
        ({}, "en", "A duel"),
        ({}, "it", "Duello"),
    ):
        game = new_game(base, {"a": "here", "b": "here"}, **more)
        page = http(base, f"/api/games/{game['id']}/report?lang={lang}", token=game["host"]).decode()
        assert f"<h1>{title}</h1>" in page


MALFORMED = (
    b"\x16\x03\x01 nonsense\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n",
)


def test_malformed_requests_write_no_log(base: str) -> None:
    host, port = base.removeprefix("http://").split(":")
    log, told = logging.getLogger("uvicorn.error"), io.StringIO()
    handler = logging.StreamHandler(told)
    log.addHandler(handler)
    try:
        for sent in MALFORMED:
            with socket.create_connection((host, int(port)), timeout=5) as door:
                door.sendall(sent)
                assert door.recv(64).startswith(b"HTTP/1.1")
        assert told.getvalue() == ""
        log.warning("of the server itself")
        assert told.getvalue() == "of the server itself\n"
    finally:
        log.removeHandler(handler)
