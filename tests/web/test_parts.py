"""Small parts of the server by themselves: languages, buckets, the reel, messages in both languages."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from arbitro.content.messages import missing
from arbitro.dice.sources import SeededDice
from arbitro.engine.asks import Answer
from arbitro.engine.events import Rolled
from arbitro.engine.forms import Tree
from arbitro.engine.game import Game
from arbitro.engine.history import redo, undo
from arbitro.engine.save import encode, landed, shipped
from arbitro.rulesets.crepuscolo.content import rules
from arbitro.web import live, refusals
from arbitro.web.app import first_words
from arbitro.web.guard import Bucket, Buckets, Door
from arbitro.web.library import first_ready, rules_called
from arbitro.web.questions import branch_view, questions
from arbitro.web.readings import luck
from arbitro.web.reel import Reel
from arbitro.web.tables import fitting
from arbitro.web.words import catalogue, language
from tests.crepuscolo.field import RULES, Field

SOURCES = Path(refusals.__file__).parent


def test_the_server_speaks_both_languages() -> None:
    messages = catalogue()
    assert missing(messages.templates["it"], messages.templates["en"]) == []


def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.py"))
    raised = {*re.findall(r'Unwilling\(\s*"(\w+)"', source), *live.OURS}
    told = {key.removeprefix("refused.") for key in catalogue().templates["it"] if key.startswith("refused.")}
    assert raised <= told, raised - told
    assert told <= raised | {"not_found", "too_big", "not_a_message"}, told - raised
    assert set(refusals.STATUS) <= told


@pytest.mark.parametrize(
    ("asked", "found"),
    [("it", "it"), ("en", "en"), ("en-US,en;q=0.9", "en"), ("de,en;q=0.4,it;q=0.6", "it"), ("*", "it"), (";q=x", "it")],
)
def test_languages(asked: str, found: str) -> None:
    assert language(asked) == found


def test_buckets_fill_again() -> None:
    now = [0.0]
    bucket = Bucket(2, 0.5, now=lambda: now[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 1.9
    assert not bucket.take()
    now[0] = 2.1
    assert bucket.take() and not bucket.take()
    now[0] = 100
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_buckets_of_many_addresses_do_not_pile_up() -> None:
    buckets = Buckets(5, 1e9)
    for number in range(3 * Buckets.MOST):
        assert buckets.take(str(number))
    assert len(buckets._by_key) <= Buckets.MOST


def test_the_door_knows_its_password_and_its_cookies() -> None:
    door, other = Door("aprile"), Door("maggio")
    assert door.locked and door.knows("aprile") and not door.knows("maggio") and not door.knows("")
    cookie = door.cookie()
    assert door.admits(f"arbitro_door={cookie}") and Door("aprile").admits(f"x=1; arbitro_door={cookie}")
    assert not other.admits(f"arbitro_door={cookie}")
    until, _, sign = cookie.partition(".")
    for bad in (
        "",
        "x",
        f"arbitro_door={int(until) + 1}.{sign}",
        f"arbitro_door=0.{sign}",
        "arbitro_door=é.é",
        "a=\x00",
    ):
        assert not door.admits(bad), bad
    assert Door("").admits("") and not Door("").locked


def test_texts_of_people_are_one_clean_line() -> None:
    assert fitting("  a\n\tb \u200b\u202ec\x00 ", 10) == "a b c"
    for text, code in (("", "empty"), ("\u202e \n", "empty"), ("x" * 11, "too_long")):
        with pytest.raises(refusals.Unwilling) as told:
            fitting(text, 10)
        assert told.value.code == code


def played(seed: int, answers: int) -> Game:
    """A game of the first battle after some random answers."""
    game = Game.new(rules_called("crepuscolo"), first_ready().setup, SeededDice(b"%d" % seed))
    rng = Random(seed)
    for _ in range(answers):
        game.play_sample(rng)
    return game


def test_the_reel_follows_a_journal_that_goes_back_and_on() -> None:
    rules = rules_called("crepuscolo")
    game = played(1, 0)
    reel = Reel(rules, rules.setup(game.setup or {}))
    list(reel.telling("it"))
    rng = Random(2)
    for step in range(150):
        if rng.random() < 0.15 and len(game.moments) > 3:
            undo(game, rng.randint(1, 3))
            if rng.random() < 0.5:
                redo(game)
        else:
            game.play_sample(rng)
        reel.follow(game.journal)
        if step % 25 == 0:
            fresh = Reel(rules, rules.setup(game.setup or {}))
            fresh.follow(game.journal)
            assert reel.events == game.journal
            assert list(reel.entries(("a",), "it")) == list(fresh.entries(("a",), "it"))
            middle = rng.randrange(len(game.journal) + 1)
            assert encode(reel.state_at(middle)) == encode(fresh.state_at(middle))
    whole = reel.state_at(10**9)
    whole.agenda, whole.step_no, whole.idle = game.state.agenda, game.state.step_no, game.state.idle
    assert encode(whole) == encode(game.state)


def test_what_only_a_seat_may_see_stays_with_it() -> None:
    rules = rules_called("crepuscolo")
    game = played(1, 0)
    reel = Reel(rules, rules.setup(game.setup or {}))
    open_, hidden = Rolled(by="a", sides=6, faces=(3,)), Rolled(by="b", sides=8, faces=(5,), only=("b",))
    reel.follow([open_, hidden, open_])
    for lang in ("it", "en"):
        assert [entry.at for entry in reel.entries((), lang)] == [0, 2], "a spectator"
        assert [entry.at for entry in reel.entries(("a",), lang)] == [0, 2]
        assert [entry.at for entry in reel.entries(("b",), lang)] == [0, 1, 2]
        assert [entry.at for entry in reel.entries(("a", "b"), lang, 1)] == [1, 2]
    assert [row.rolled for row in luck(rules, reel, ("a",))] == [(3.0, 6.0)]
    assert {row.seat: row.rolled for row in luck(rules, reel, ("b",))} == {"a": (3.0, 6.0), "b": (5.0,)}


@pytest.mark.parametrize("seed", range(3))
def test_a_shipped_question_is_the_same_question(seed: int) -> None:
    game = played(seed, 40)
    rng = Random(seed)
    for _ in range(40):
        if game.pending is None:
            break
        twin = landed(shipped(game), game.ruleset, SeededDice(b"other"))
        assert twin.pending == game.pending
        assert encode(twin.state) == encode(game.state)
        seat = (game.pending.seats or game.pending.free)[0]
        value = game.form(seat).sample(rng)
        assert twin.form(seat).refusal(value) is None
        twin.answer(Answer(game.pending.id, seat, value))
        game.answer(Answer(game.pending.id, seat, value))


def test_what_a_first_scene_takes_is_read_before_anybody_comes() -> None:
    rules.cache_clear()
    first_words()
    assert rules.cache_info().currsize == 1


def test_enemies_stand_before_friends_and_passing_stands_last() -> None:
    game = Field({"a1": {"at": (10, 10)}, "a2": {"at": (12.5, 10)}, "b1": {"at": (7.5, 10)}}).game
    form = game.form("a")
    assert isinstance(form, Tree)
    asked = questions(RULES, game, ("a",), "it")[0].form.branch
    assert asked is not None and [one.key for one in asked.options][-1] == "pass" != form.options()[-1].key
    path = ("a1", "melee")
    offered = form.grow(path)
    assert offered is not None and [one.key for one in offered.options] == ["a2", "b1"]
    shown = branch_view(RULES, game, "a", offered, path, "it")
    assert shown is not None and [one.key for one in shown.options] == ["b1", "a2"]
