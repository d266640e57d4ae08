"""The live protocol in play: whole battles, resumes, undo, seats that are not one's own, several tabs."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sqlite3
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arbitro.engine.game import Game
from arbitro.web import table
from tests.web.client import Client, Trouble, comparable, http, new_game, play_out
from tests.web.conftest import served


def test_two_people_apart_play_a_whole_battle(base: str) -> None:
    game = new_game(base, {"a": "link", "b": "link"})
    with Client(base, game["id"], game["tokens"]["a"]) as a, Client(base, game["id"], game["tokens"]["b"], "en") as b:
        a.quiet()
        assert play_out([a, b], seed=1) > 5
        assert a.known["table"]["over"] and a.known["questions"] == b.known["questions"] == []
        assert a.known["scene"]["result"]
        assert a.known["table"]["secret"] and a.known["table"]["commit"]
        assert len(a.known["journal"]) == len(b.known["journal"])
        assert a.known["journal"][-1]["text"] != b.known["journal"][-1]["text"], "two languages"
    proof = http(base, f"/api/games/{game['id']}/proof", token=game["spectator"])
    assert proof["findings"] == [] and proof["rolls"]
    assert all(roll["expected"] == roll["told"] for roll in proof["rolls"])
    luck = http(base, f"/api/games/{game['id']}/luck", token=game["spectator"])
    assert sum(row["rolled"][-1] for row in luck) == sum(sum(roll["told"]) for roll in proof["rolls"])


def test_at_one_screen_one_page_answers_for_both(base: str) -> None:
    game = new_game(base, {"a": "here", "b": "here"})
    with Client(base, game["id"], game["host"]) as host:
        assert host.known["table"]["me"] == ["a", "b"]
        play_out([host], seed=2)


@pytest.mark.parametrize("who", ["instinct", "quick"])
def test_against_the_computer(base: str, who: str) -> None:
    game = new_game(base, {"a": "here", "b": who})
    with Client(base, game["id"], game["host"]) as host:
        play_out([host], seed=3)
        assert any(entry["seat"] == "b" for entry in host.known["journal"])


def test_computers_play_each_other_while_somebody_watches(base: str) -> None:
    game = new_game(base, {"a": "instinct", "b": "keen"})
    with Client(base, game["id"], game["spectator"]) as watcher:
        watcher.until(lambda known: bool(known["table"]["over"]), 60)
        assert watcher.known["scene"]["result"]


def test_a_worker_that_dies_is_replaced(base: str) -> None:
    game = new_game(base, {"a": "here", "b": "quick"})
    with Client(base, game["id"], game["host"]) as host:
        while not workers():
            host.play(Random(1))
            host.quiet(0.05)
        for worker in workers():
            os.kill(worker, signal.SIGKILL)
        play_out([host], seed=3)


def workers() -> list[int]:
    """The worker processes of the server, which runs in this process."""
    return [child.pid for child in multiprocessing.active_children() if child.pid is not None]


def test_who_was_away_gets_only_what_was_missed(base: str) -> None:
    game = new_game(base, {"a": "here", "b": "here"})
    rng = Random(4)
    with Client(base, game["id"], game["host"]) as host:
        watcher = Client(base, game["id"], game["spectator"]).open()
        for _ in range(12):
            host.play(rng)
        watcher.until(lambda known: known["seq"] == host.known["seq"])
        watcher.drop()
        had = len(watcher.known["journal"])
        for _ in range(12):
            host.play(rng)
        watcher.open()
        back = json.loads(watcher.heard[-1])
        watcher.close()
        assert back["journal_from"] == had > 0
        assert back["journal"] and watcher.known["journal"] == host.known["journal"]


def test_of_two_tabs_answering_at_once_one_wins_and_the_other_is_told(base: str) -> None:
    game = new_game(base, {"a": "here", "b": "here"})
    with Client(base, game["id"], game["host"]) as one, Client(base, game["id"], game["host"]) as two:
        question = one.needed()
        assert question is not None and question == two.needed()
        value = one.value_for(question, Random(5))
        answer = {"type": "answer", "decision": question["decision"], "seat": question["seat"], "value": value}
        one.send(re=1, **answer)
        two.send(re=1, **answer)
        replies = []
        for tab in (one, two):
            heard = tab.hear()
            while heard.get("re") != 1:
                heard = tab.hear()
            replies.append(heard)
        assert sorted(reply["type"] for reply in replies) == ["done", "refuse"]
        loser = next(reply for reply in replies if reply["type"] == "refuse")
        assert loser["code"] in ("stale", "not_your_decision") and loser["text"]
        one.quiet()
        two.quiet()
        assert comparable(one.known) == comparable(two.known)


def test_seats_are_their_holders_own(base: str) -> None:
    game = new_game(base, {"a": "link", "b": "link"})
    with (
        Client(base, game["id"], game["tokens"]["a"]) as a,
        Client(base, game["id"], game["tokens"]["b"]) as b,
        Client(base, game["id"], game["spectator"]) as watcher,
    ):
        a.until(lambda known: known["waiting"]["seats"] != [])
        for client in (a, b, watcher):
            client.quiet()
        asked = next(client for client in (a, b) if client.needed() is not None)
        question = asked.needed()
        assert question is not None
        other = b if asked is a else a
        answer = {"type": "answer", "decision": question["decision"], "seat": question["seat"], "value": 1}
        assert other.ask(**answer)["code"] == "not_your_seat"
        assert watcher.ask(**answer)["code"] == "spectator"
        assert watcher.known["questions"] == [] and watcher.known["table"]["me"] == []
        for wish in (
            {"type": "ask", "what": "resign", "seat": question["seat"]},
            {"type": "rename", "seat": question["seat"], "name": "x"},
        ):
            assert other.ask(**wish)["code"] == "not_your_seat"
            assert watcher.ask(**wish)["code"] == "spectator"
        seat = {"decision": question["decision"], "seat": question["seat"], "value": 1}
        with pytest.raises(Trouble) as told:
            http(base, f"/api/games/{game['id']}/answers", seat, token=other.token)
        assert told.value.code == "not_your_seat"


def test_a_stranger_neither_reads_nor_answers(base: str) -> None:
    game, others = new_game(base, {"a": "here", "b": "here"}), new_game(base, {"a": "here", "b": "here"})
    for token in ("", "x", others["host"], game["host"] + "x", "é" * 40):
        client = Client(base, game["id"], token)
        with pytest.raises(AssertionError) as told:
            client.open()
        assert "wrong_token" in str(told.value)
        client.close()
        for path in ("", "/journal", "/scenario", "/report", "/save", "/proof", "/luck", "/invite"):
            with pytest.raises(Trouble) as refused:
                http(base, f"/api/games/{game['id']}{path}", token=token.encode().decode("ascii", "ignore"))
            assert refused.value.status in (401, 403), path


def test_undo_is_free_at_one_screen_and_leaves_its_trace(base: str) -> None:
    game = new_game(base, {"a": "here", "b": "here"})
    rng = Random(6)
    with Client(base, game["id"], game["host"]) as host:
        for _ in range(10):
            host.play(rng)
        before = comparable(host.known)
        host.play(rng)
        lines = len(host.known["journal"])
        assert host.ask(type="ask", what="undo", seat="a")["type"] == "done"
        host.quiet()
        now = comparable(host.known)
        assert len(now["journal"]) <= lines and now["journal"] == before["journal"]
        assert now["scene"] == before["scene"]
        (trace,) = now["undone"]
        assert trace["answers"] == 1
        assert host.known["table"]["undo"]["redo"]
        assert host.ask(type="ask", what="undo", seat="a")["type"] == "done"
        for _ in range(2):
            assert host.ask(type="ask", what="redo", seat="a")["type"] == "done"
        host.quiet()
        assert len(host.known["journal"]) == lines and host.known["undone"] == []
        assert host.ask(type="ask", what="redo", seat="a")["code"] == "nothing_to_redo"
        assert host.ask(type="ask", what="undo", seat="a", answers=999)["code"] == "nothing_to_undo"


def test_apart_an_undo_beyond_a_die_is_asked_for(base: str) -> None:
    game = new_game(base, {"a": "link", "b": "link"})
    rng = Random(7)
    with Client(base, game["id"], game["tokens"]["a"]) as a, Client(base, game["id"], game["tokens"]["b"]) as b:
        a.quiet()
        while True:  # on to where a has answers, none of which can be taken back freely
            undo = a.known["table"]["undo"]
            if undo["asking"] and not undo["free"]:
                break
            for client in (a, b):
                client.play(rng)
            a.quiet(0.05)
            b.quiet(0.05)
        rows = a.known["seq"]
        assert a.ask(type="ask", what="undo", seat="a")["type"] == "done"
        b.until(lambda known: bool(known["table"]["proposals"]))
        (proposal,) = b.known["table"]["proposals"]
        assert (proposal["kind"], proposal["by"], proposal["needs"]) == ("undo", "a", ["b"])
        assert proposal["text"].startswith("A: richiesta di riprendere l'ultima risposta")
        assert a.ask(type="ask", what="undo", seat="a")["code"] == "asked_already"
        assert a.ask(type="reply", what="undo", seat="a", agree=True)["code"] == "not_asked"
        assert b.ask(type="reply", what="undo", seat="b", agree=False)["type"] == "done"
        a.until(lambda known: not known["table"]["proposals"])
        assert not a.known["undone"]
        a.ask(type="ask", what="undo", seat="a")
        b.until(lambda known: bool(known["table"]["proposals"]))
        assert b.ask(type="reply", what="undo", seat="b", agree=True)["type"] == "done"
        a.until(lambda known: bool(known["undone"]))
        b.until(lambda known: bool(known["undone"]))
        assert a.needed() is not None and a.known["seq"] == rows + 5
        assert b.ask(type="reply", what="undo", seat="b", agree=True)["code"] == "nothing_proposed"


def test_a_proposal_is_taken_back_and_not_made_for_ever(base: str) -> None:
    game = new_game(base, {"a": "link", "b": "link"})
    with Client(base, game["id"], game["tokens"]["a"]) as a, Client(base, game["id"], game["tokens"]["b"]) as b:
        a.quiet()
        assert a.ask(type="ask", what="draw", seat="a")["type"] == "done"
        assert b.ask(type="reply", what="draw", seat="b", agree=True, to="9.9.9")["code"] == "nothing_proposed"
        assert a.ask(type="reply", what="draw", seat="a", agree=True)["code"] == "not_asked"
        assert a.ask(type="reply", what="draw", seat="a", agree=False)["type"] == "done"
        b.quiet(0.05)
        assert not b.known["table"]["proposals"] and not b.known["table"]["over"]
        assert a.ask(type="ask", what="draw", seat="a")["type"] == "done"
        assert b.ask(type="reply", what="draw", seat="b", agree=False)["type"] == "done"
        assert a.ask(type="ask", what="draw", seat="a")["code"] == "declined_already"
        assert b.ask(type="ask", what="draw", seat="b")["type"] == "done"  # what one side may not, the other may
        assert b.ask(type="reply", what="draw", seat="b", agree=False)["type"] == "done"
        for client in (a, b):
            client.quiet(0.05)
            client.play(Random(1))
        a.quiet(0.05)
        assert a.ask(type="ask", what="draw", seat="a")["type"] == "done"


def test_nobody_takes_the_name_of_the_other(base: str) -> None:
    game = new_game(base, {"a": "link", "b": "link"})
    with Client(base, game["id"], game["tokens"]["a"]) as a, Client(base, game["id"], game["tokens"]["b"]) as b:
        assert a.ask(type="rename", seat="a", name="Ada")["type"] == "done"
        for name in ("Ada", " ADA ", "\uff21da", "A\u200bda"):
            assert b.ask(type="rename", seat="b", name=name)["code"] == "name_taken", name
        assert b.ask(type="rename", seat="b", name="Bea")["type"] == "done"
        assert a.ask(type="rename", seat="a", name="ada")["type"] == "done"  # one's own name, written otherwise


def test_resigning_and_agreeing_on_a_draw_end_the_battle(base: str) -> None:
    game = new_game(base, {"a": "link", "b": "link"})
    with Client(base, game["id"], game["tokens"]["a"]) as a, Client(base, game["id"], game["tokens"]["b"]) as b:
        assert a.ask(type="ask", what="resign", seat="a")["type"] == "done"
        b.until(lambda known: bool(known["table"]["over"]))
        assert b.known["table"]["over"] == "b" and b.known["table"]["secret"]
        assert a.ask(type="ask", what="resign", seat="a")["code"] == "over"
        assert a.ask(type="ask", what="undo", seat="a")["code"] == "over"
    assert http(base, f"/api/games/{game['id']}/proof", token=game["spectator"])["findings"] == []
    game = new_game(base, {"a": "link", "b": "link"})
    with Client(base, game["id"], game["tokens"]["a"]) as a, Client(base, game["id"], game["tokens"]["b"]) as b:
        a.ask(type="ask", what="draw", seat="a")
        b.until(lambda known: bool(known["table"]["proposals"]))
        b.ask(type="reply", what="draw", seat="b", agree=True)
        a.until(lambda known: bool(known["table"]["over"]))
        assert a.known["table"]["over"] == "draw"
    game = new_game(base, {"a": "here", "b": "quick"})
    with Client(base, game["id"], game["host"]) as host:
        assert host.ask(type="ask", what="draw", seat="a")["code"] == "nobody_to_ask"


def test_names_and_chat(base: str) -> None:
    game = new_game(base, {"a": "link", "b": "link"})
    with Client(base, game["id"], game["tokens"]["a"]) as a, Client(base, game["id"], game["spectator"]) as watcher:
        a.ask(type="rename", seat="a", name="  La  Strada\n ")
        a.ask(type="say", text="ciao <b>")
        watcher.ask(type="say", text="salve")
        a.quiet()
        watcher.quiet()
        assert [(line["by"], line["text"]) for line in a.known["chat"]] == [("a", "ciao <b>"), ("spectator", "salve")]
        assert a.known["chat"] == watcher.known["chat"]
        assert watcher.known["table"]["seats"][0]["name"] == a.known["chat"][0]["name"] == "La Strada"
        assert a.ask(type="say", text="x" * 401)["code"] == "too_long"
        assert a.ask(type="say", text=" \u202e\n ")["code"] == "empty"
    assert http(base, f"/api/games/{game['id']}", token=game["spectator"])["seats"][0]["name"] == "La Strada"


@pytest.mark.rule("PF-FREE-05.1")
def test_speaking_is_free_out_of_turn_too_and_no_speech_is_long(base: str) -> None:
    game = new_game(base, {"a": "link", "b": "link"}, ruleset="pathfinder", scenario="il-ponte-dei-goblin")
    tokens = game["tokens"]
    with Client(base, game["id"], tokens["a"]) as a, Client(base, game["id"], tokens["b"]) as b:
        for client in (a, b):
            client.until(lambda known: bool(known["waiting"]))
        waiting = a.known["waiting"]["seats"]
        a.ask(type="say", text="Attenti al ponte!")
        b.ask(type="say", text="Vi vedo.")
        assert b.ask(type="say", text="bla " * 101)["code"] == "too_long"
        a.quiet()
        assert [line["by"] for line in a.known["chat"]] == ["a", "b"] and a.known["waiting"]["seats"] == waiting


def test_names_are_in_the_language_of_whoever_reads(base: str) -> None:
    game = new_game(base, {"a": "link", "b": "link"}, scenario="alla-fontana")
    with (
        Client(base, game["id"], game["tokens"]["a"], lang="it") as a,
        Client(base, game["id"], game["tokens"]["b"], lang="en") as b,
    ):
        a.ask(type="say", text="ciao")
        a.ask(type="rename", seat="a", name="Anna")
        a.ask(type="say", text="sono io")
        for one in (a, b):
            one.quiet()
        seats = [[seat["name"] for seat in one.known["table"]["seats"]] for one in (a, b)]
        assert seats == [["Anna", "Predoni della Strada Rossa"], ["Anna", "Marauders of the Red Road"]]
        assert [one.known["table"]["title"] for one in (a, b)] == ["Alla fontana", "At the fountain"]
        first = "Guardia della Cinta", "Guard of the Ringwall"
        assert [[line["name"] for line in one.known["chat"]] for one in (a, b)] == [[name, "Anna"] for name in first]
    for lang, other, title in (("it", seats[0][1], "Alla fontana"), ("en", seats[1][1], "At the fountain")):
        for card in (
            http(base, f"/api/games/{game['id']}", token=game["spectator"], accept_language=lang),
            http(base, "/api/games/cards", {"tokens": {game["id"]: game["spectator"]}}, accept_language=lang)[0],
        ):
            assert (card["title"], [seat["name"] for seat in card["seats"]]) == (title, ["Anna", other])


def test_a_long_chat_goes_on(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MOST_CHAT", 5)
    game = new_game(base, {"a": "here", "b": "here"})
    with Client(base, game["id"], game["host"]) as host:
        for number in range(12):
            host.ask(type="say", text=f"riga {number}")
        host.quiet()
        assert [line["text"] for line in host.known["chat"]] == [f"riga {number}" for number in range(12)]
        with Client(base, game["id"], game["spectator"]) as late:
            assert [line["text"] for line in late.known["chat"]] == [f"riga {number}" for number in range(7, 12)]


def test_typed_dice_are_asked_of_whoever_rolls(base: str) -> None:
    game = new_game(base, {"a": "here", "b": "here"}, typed_dice=True)
    rng = Random(8)
    asked = 0
    with Client(base, game["id"], game["host"]) as host:
        assert host.known["table"]["typed_dice"]
        for _ in range(40):
            question = host.needed()
            if question is None:
                break
            if question["kind"] == "dice":
                asked += 1
                assert question["form"]["kind"] == "face" and question["form"]["lo"] == 1
                face = {"type": "answer", "decision": question["decision"], "seat": question["seat"]}
                assert host.ask(**face, value=question["form"]["hi"] + 1)["type"] == "refuse"
                assert host.ask(**face, value=1)["type"] == "done"
            else:
                host.play(rng)
    assert asked > 5


def test_ghosts_are_seen_by_the_others_and_kept_by_nobody(base: str) -> None:
    game = new_game(base, {"a": "link", "b": "link"})
    with Client(base, game["id"], game["tokens"]["a"]) as a, Client(base, game["id"], game["tokens"]["b"]) as b:
        rows = a.known["seq"]
        a.send(type="ghost", kind="drag", figure="a1", points=[[1, 2]], label="3 cm")
        seen = b.hear()
        while seen["type"] != "ghost_seen":
            seen = b.hear()
        assert (seen["by"], seen["ghost"]["figure"], seen["ghost"]["points"]) == ("a", "a1", [[1, 2]])
        assert a.ask(type="ping")["type"] == "pong"
        assert b.known["seq"] >= rows


def test_the_past_can_be_looked_at(base: str) -> None:
    game = new_game(base, {"a": "here", "b": "here"})
    rng = Random(9)
    with Client(base, game["id"], game["host"]) as host:
        then = json.dumps(host.known["scene"], sort_keys=True)
        at = host.known["journal"][-1]["at"] if host.known["journal"] else 0
        for _ in range(15):
            host.play(rng)
        assert json.dumps(host.known["scene"], sort_keys=True) != then
        seen = host.ask(type="at", at=at)
        assert seen["type"] == "then"
        assert seen["scene"]["figures"] == json.loads(then)["figures"]
        assert host.ask(type="at", at=10**9)["type"] == "then"


def test_looking_into_a_question(base: str) -> None:
    game = new_game(base, {"a": "here", "b": "here"})
    rng = Random(10)
    with Client(base, game["id"], game["host"]) as host:
        while (question := host.needed()) is not None and question["kind"] != "action":
            host.play(rng)
        assert question is not None
        about = {"decision": question["decision"], "seat": question["seat"]}
        value = host.value_for(question, rng)
        assert host.ask(type="try", **about, value=value)["probe"]["legal"]
        no = host.ask(type="try", **about, value=["nobody"])["probe"]
        assert not no["legal"] and no["reason"]
        assert host.ask(type="weigh", **about, value=value)["type"] == "weighed"
        side_by_side = host.ask(type="compare", **about, values=[value, value])
        assert side_by_side["type"] == "compared" and len(side_by_side["comparison"]["choices"]) == 2
        for number in (0, 5):
            assert host.ask(type="compare", **about, values=[value] * number)["code"] == "not_a_message"
        swept = host.ask(type="sweep", **about, value=value, knob="", numbers=[])
        assert swept["type"] == "swept" and swept["swept"]["choice"] == side_by_side["comparison"]["choices"][0]
        assert host.ask(type="sweep", **about, value=value, knob="", numbers=[1.0] * 17)["code"] == "not_a_message"
        figure = host.known["scene"]["figures"][0]["id"]
        light = host.ask(type="shine", figure=figure)
        assert light["type"] == "shone" and light["light"]["figure"] == figure
        together = host.ask(type="shine", figure="b")["light"]
        assert together["figure"] == "b" and together["notes"][0]["text"]
        assert host.ask(type="shine", figure="nobody")["code"] == "no_figure"
        assert host.ask(type="grow", **about, path=["nobody"])["type"] == "refuse"
        assert host.ask(type="grow", decision="0.0.0", seat="a", path=[])["code"] == "stale"
        assert host.ask(type="weigh", **about, value=["nobody"])["type"] == "refuse"
        assert host.ask(type="compare", **about, values=[value, ["nobody"]])["type"] == "refuse"


def test_another_language_is_a_word_away(base: str) -> None:
    game = new_game(base, {"a": "here", "b": "here"})
    with Client(base, game["id"], game["host"]) as host:
        italian = host.needed()
        host.send(type="speak", lang="en")
        host.until(lambda known: known["lang"] == "en")
        english = host.needed()
        assert italian is not None and english is not None
        assert italian["decision"] == english["decision"] and italian["text"] != english["text"]


def test_where_the_rules_get_stuck_the_answer_is_refused_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = served(tmp_path)
    run = Game._run
    stuck = threading.Event()

    def running(game: Game, send: Any) -> None:
        if stuck.is_set() and send is not None and not game.thinking:
            stuck.clear()
            raise ZeroDivisionError
        run(game, send)

    try:
        game = new_game(server.base, {"a": "here", "b": "here"})
        rng = Random(11)
        client = Client(server.base, game["id"], game["host"]).open()
        for _ in range(5):
            client.play(rng)
        before = comparable(client.known)
        monkeypatch.setattr(Game, "_run", running)
        stuck.set()
        told = client.play(rng)
        assert told is not None and (told["type"], told["code"]) == ("refuse", "rule_bug") and told["text"]
        assert not stuck.is_set() and "ZeroDivisionError" in caplog.text
        client.quiet()
        after = comparable(client.known)
        assert {**after, "seq": 0} == {**before, "seq": 0} and after["seq"] == before["seq"] + 2
        for _ in range(5):
            client.play(rng)
        client.quiet()
        before = comparable(client.known)
        server.stop()
        client.drop()
        with sqlite3.connect(tmp_path / "games.sqlite3") as database:
            database.execute("delete from checkpoints")
        database.close()
        server.start()
        client.open()
        assert comparable(client.known) == before, "made anew from the log alone"
        client.close()
    finally:
        server.close()
