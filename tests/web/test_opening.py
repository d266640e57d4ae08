"""The words in the dice: nobody can choose theirs once they know another's, not even whoever runs the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arbitro.dice.sources import SeededDice
from arbitro.web.opening import drawn, promise
from tests.web.client import Client, Trouble, http, new_game, play_out
from tests.web.conftest import served

ONE, TWO, LATER = "parola-di-a", "parola-di-b", "scelta-dopo"


def opening(client: Client) -> dict[str, Any] | None:
    """What the table says of the words, once everything has come; None when they are in the dice."""
    client.quiet()
    found: dict[str, Any] | None = client.known["table"]["opening"]
    return found


def two(base: str, *pledges: str) -> tuple[dict[str, Any], list[Client]]:
    """A game of two people far apart, and their connections, which promise these."""
    made = new_game(base, {"a": "link", "b": "link"})
    pages = [
        Client(base, made["id"], made["tokens"][seat], pledge=pledge).open()
        for seat, pledge in zip("ab", pledges, strict=False)
    ]
    return made, pages


def test_every_promise_comes_before_every_word(base: str) -> None:
    made, (a,) = two(base, promise(ONE))
    early = a.ask(type="throw", word=ONE)
    assert (early["type"], early["code"]) == ("refuse", "promise_first")
    with Client(base, made["id"], made["tokens"]["b"], pledge=promise(TWO)) as b:
        for page in (a, b):
            assert opening(page) == {"pledges": {"a": promise(ONE), "b": promise(TWO)}, "told": [], "ready": True}
        assert a.ask(type="throw", word=LATER)["code"] == "wrong_word"
        assert a.ask(type="throw", word=ONE)["type"] == "done"
        found = opening(b)
        assert found is not None and found["told"] == ["a"]
        assert not any(ONE in message for message in b.heard), "a word was told before the last one was in"
        # Whoever learns it all the same (the server's owner) is bound by what they had promised.
        assert b.ask(type="throw", word=LATER)["code"] == "wrong_word"
        assert b.ask(type="pledge", pledge=promise(LATER))["type"] == "done"
        assert opening(b) == found, "a promise that stands is not replaced"
        assert b.ask(type="throw", word=TWO)["type"] == "done"
        assert opening(a) is None and opening(b) is None
        assert a.ask(type="ask", what="resign", seat="a")["type"] == "done"
        proof = http(base, f"/api/games/{made['id']}/proof", token=made["spectator"])
        assert proof["nonces"] == [ONE, TWO] and proof["findings"] == [] and proof["anew"] == 0
        assert [(w["seat"], w["word"], w["pledge"]) for w in proof["words"]] == [
            ("a", ONE, promise(ONE)), ("b", TWO, promise(TWO)),
        ]  # fmt: skip
    a.close()


def test_who_has_lost_their_word_begins_anew_and_it_shows(base: str) -> None:
    made, (a, b) = two(base, promise(ONE), promise(TWO))
    assert a.ask(type="throw", word=ONE)["type"] == "done"
    b.close()
    with Client(base, made["id"], made["tokens"]["b"], pledge=promise(LATER)) as b:
        assert opening(a) == {"pledges": {"b": promise(LATER)}, "told": [], "ready": False}
        assert a.ask(type="throw", word=ONE)["code"] == "promise_first", "a word that is known counts no more"
        assert a.ask(type="pledge", pledge=promise("un'altra"))["type"] == "done"
        assert a.ask(type="throw", word="un'altra")["type"] == "done"
        assert b.ask(type="throw", word=LATER)["type"] == "done"
        assert b.ask(type="ask", what="resign", seat="b")["type"] == "done"
        proof = http(base, f"/api/games/{made['id']}/proof", token=made["host"])
        assert proof["nonces"] == ["un'altra", LATER] and proof["anew"] == 1
    a.close()


def test_what_nobody_promised_follows_from_the_secret(base: str) -> None:
    made = new_game(base, {"a": "here", "b": "random"})
    with Client(base, made["id"], made["host"]) as host:
        play_out([host], 2)
        proof = http(base, f"/api/games/{made['id']}/proof", token=made["host"])
    secret = bytes.fromhex(proof["secret"])
    assert proof["nonces"] == [drawn(secret, "a"), drawn(secret, "b")]
    assert [word["pledge"] for word in proof["words"]] == ["", ""]
    keyed, roll = SeededDice(secret).with_nonces(tuple(proof["nonces"])), proof["rolls"][0]
    place = (roll["epoch"], roll["step"], roll["number"])
    assert list(keyed.faces(place, len(roll["told"]), roll["sides"])) == roll["told"]


def test_the_question_takes_no_other_answer(base: str) -> None:
    made, (a,) = two(base, promise(ONE))
    with a:
        assert a.known["questions"] == [] and a.known["waiting"]["seats"] == ["b"]
        reply = a.ask(type="answer", decision="0.0.0", seat="a", value=ONE)
        assert reply["type"] == "refuse"
        for pledge in ("", "x", "G" * 64, promise(ONE).upper()):
            assert a.ask(type="pledge", pledge=pledge)["type"] in ("done", "refuse")
            assert opening(a) == {"pledges": {"a": promise(ONE)}, "told": [], "ready": False}
        with pytest.raises(Trouble) as told:
            http(base, f"/api/games/{made['id']}/answers", {"decision": "0.0.0", "seat": "a", "value": "x"},
                 token=made["tokens"]["a"])  # fmt: skip
        assert told.value.code in ("promise_first", "stale")


@pytest.mark.parametrize("word", ["", "x" * 41, "è", "parola\x00"])
def test_words_are_short_and_plain(base: str, word: str) -> None:
    made = new_game(base, {"a": "here", "b": "random"})
    with Client(base, made["id"], made["host"], pledge=promise(word)) as host:
        reply = host.ask(type="throw", word=word)
        if word == "parola\x00":
            assert reply["type"] == "done"  # odd, but plain
        else:
            assert reply["code"] == "wrong_word"


def test_promises_outlive_the_server(tmp_path: Path) -> None:
    running = served(tmp_path)
    try:
        _, (a, b) = two(running.base, promise(ONE), promise(TWO))
        assert a.ask(type="throw", word=ONE)["type"] == "done"
        for page in (a, b):
            page.close()
        running.stop()
        running.start()
        with b.open(), a.open():
            assert opening(b) == {"pledges": {"a": promise(ONE), "b": promise(TWO)}, "told": ["a"], "ready": True}
            assert b.ask(type="throw", word=TWO)["type"] == "done"
            assert opening(a) is None
            assert a.known["table"]["undo"]["free"] == b.known["table"]["undo"]["free"] == 0, "words are not taken back"
    finally:
        running.close()
