"""Questions and answers: the order of checks, pure refusals, questions to all, free parts, idleness and depth."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.dice.sources import SeededDice, TypedDice
from arbitro.engine.asks import Answer, Refused
from arbitro.engine.events import Committed, Rolled, TooDeep
from arbitro.engine.game import IDLE_LIMIT, Game
from arbitro.engine.save import encode
from arbitro.engine.windows import DEEPEST
from tests.engine.toy import Hurt, Shown, Told, start, told, toy_state


def code_of(game: Game, answer: Answer) -> str:
    """The code by which an answer is refused; "" if it would be taken."""
    why = game.why_not(answer)
    return why.code if why else ""


def traces(game: Game) -> tuple[Any, ...]:
    """Everything that a refusal must leave as it is."""
    return (
        encode(game.state), tuple(game.tape), tuple(game.journal), tuple(game.inputs), game.epoch, tuple(game.fixed),
        game.pending, len(game.moments), dict(game._held), game.cuts,
    )  # fmt: skip


def test_a_strike_rolls_against_its_need_and_hurts() -> None:
    game = start(dice=[4])
    events = game.choose(("a1", "strike", "b1"))
    rolled, hurt = events
    assert isinstance(rolled, Rolled) and rolled.faces == (4,) and rolled.need is not None and rolled.need.value == 4
    assert isinstance(hurt, Hurt) and hurt.it == "b1" and hurt.amount == 1
    assert toy_state(game).pieces["b1"].hp == 4


def test_checks_come_in_their_order() -> None:
    game = start(dice=[4], last=1)
    pending = game.pending
    assert pending is not None
    late, bad = "9.9.9", ("nobody",)
    assert code_of(game, Answer(late, "c", bad)) == "stale"
    assert code_of(game, Answer(pending.id, "c", bad)) == "not_your_decision"
    assert code_of(game, Answer(pending.id, "a", bad)) == "not_offered"
    assert code_of(game, Answer(pending.id, "a", ("a1", "creep"))) == ""
    game.choose(("end",))
    game.choose(("end",))
    assert game.over and game.state.result == "draw"
    assert code_of(game, Answer(late, "c", bad)) == "game_over"


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (("a1",), "incomplete"),
        (("a1", "strike"), "incomplete"),
        (("b1", "creep"), "not_offered"),
        (("a1", "creep", "b1"), "too_long"),
        ("end", "not_a_path"),
        (True, "not_a_path"),
        (None, "not_a_path"),
        ({"a": 1}, "not_plain"),
        (1.5, "not_plain"),
        ((object(),), "not_plain"),
    ],
)
def test_a_refusal_changes_nothing_and_draws_nothing(value: Any, code: str) -> None:
    game, twin = start(dice=7), start(dice=7)
    before = traces(game)
    pending = game.pending
    assert pending is not None
    with pytest.raises(Refused) as caught:
        game.answer(Answer(pending.id, "a", value))
    assert caught.value.refusal.code == code
    assert traces(game) == before
    game.choose(("a1", "strike", "b1"))
    twin.choose(("a1", "strike", "b1"))
    assert game.journal == twin.journal


def test_lists_are_taken_for_tuples_and_true_is_not_one() -> None:
    game = start(dice=[4])
    game.choose(["a1", "strike", "b1"])
    assert toy_state(game).pieces["b1"].hp == 4
    typed = start(dice=TypedDice())
    typed.choose(("a1", "strike", "b1"))
    assert typed.pending is not None and typed.pending.kind == "dice"
    assert code_of(typed, Answer(typed.pending.id, "a", True)) == "not_in_range"
    assert code_of(typed, Answer(typed.pending.id, "a", 1)) == ""


# --- questions to all seats -----------------------------------------------------------------------------


def choosing(dice: Any = (1,)) -> Game:
    game = start(dice=dice)
    game.choose(("a1", "choose"))
    assert game.pending is not None and game.pending.kind == "secret" and game.pending.seats == ("a", "b")
    return game


def test_answers_to_a_question_of_all_are_held_hidden_and_replaceable() -> None:
    game = choosing()
    pending = game.pending
    assert pending is not None
    tape, journal, state = list(game.tape), list(game.journal), encode(game.state)
    assert game.choose("rock", "b") == ()
    waiting = game.pending
    assert waiting is not None and waiting.id == pending.id and waiting.seats == ("a",) and waiting.free == ("b",)
    assert game.tape == tape and game.journal == journal and encode(game.state) == state, "nothing shows"
    assert "rock" not in repr(waiting) and "rock" not in repr(game.form("a").outline()["options"][0].facts)
    game.choose("paper", "b")  # replaced
    assert game.pending is not None and game.pending.seats == ("a",)
    game.choose("rock", "a")
    shown = [event for event in game.journal if isinstance(event, Shown)]
    assert [event.choices for event in shown] == [("a:rock", "b:paper")]


def test_the_order_of_arrival_is_lost() -> None:
    first, second = choosing(), choosing()
    for seat, word in (("a", "rock"), ("b", "paper")):
        first.choose(word, seat)
    for seat, word in (("b", "paper"), ("a", "rock")):
        second.choose(word, seat)
    assert first.journal == second.journal
    assert first.tape == second.tape
    assert first.pending == second.pending


def test_a_fork_does_not_know_what_is_held() -> None:
    game = choosing()
    game.choose("rock", "b")
    twin = game.fork(SeededDice(b"x"))
    assert twin.pending is not None and twin.pending.seats == ("a", "b")
    assert twin._held == {}


# --- bugs of the rules ----------------------------------------------------------------------------------


def test_a_bug_in_a_flow_leaves_the_game_where_it_stood() -> None:
    game, twin = start(dice=3), start(dice=3)
    for one in (game, twin):
        one.choose(("a1", "bug"))
    before = traces(game)
    with pytest.raises(Refused) as caught:
        game.choose("yes_please")
    assert caught.value.refusal.code == "rule_bug"
    assert "ZeroDivisionError: a bug" in str(caught.value.refusal.facts["report"])
    assert traces(game) == before
    for one in (game, twin):
        one.choose("no_thanks")
        one.choose(("a1", "strike", "b1"))
    assert game.journal == twin.journal
    assert game.inputs == twin.inputs


def test_a_bug_after_a_question_of_all_keeps_what_was_held() -> None:
    game = choosing(dice=5)
    game.choose("paper", "b")
    before = traces(game)
    with pytest.raises(Refused):
        game.choose("paper", "a")
    assert traces(game) == before
    assert game.pending is not None and game.pending.seats == ("a",) and game.pending.free == ("b",)
    game.choose("rock", "a")
    assert [event.choices for event in game.journal if isinstance(event, Shown)] == [("a:rock", "b:paper")]


def test_a_bug_gives_fixed_faces_back() -> None:
    from arbitro.engine.asks import Ruling

    records = {"FATE": {"at": {"rolled": [{"tell": "1 // 0", "when": "throw.face == 6"}]}}}
    game = start({"a1": {"traits": ["FATE"]}, "b1": {}}, records=records, dice=1)
    game.rule(Ruling(kind="fix", note="it shall be a six", faces=(6, 2)))
    with pytest.raises(Refused) as caught:
        game.choose(("a1", "strike", "b1"))
    assert caught.value.refusal.code == "rule_bug"
    assert game.fixed == [6, 2]


# --- free parts and idleness ----------------------------------------------------------------------------


def test_the_other_seat_may_speak_up_in_a_free_part() -> None:
    game = start(dice=[])
    pending = game.pending
    assert pending is not None and pending.seats == ("a",) and pending.free == ("b",)
    game.choose("shout", "b")
    assert told(game) == ("b:shout",)
    assert game.pending is not None and game.pending.id != pending.id and game.pending.seats == ("a",)


def test_free_parts_are_left_out_after_64_idle_answers_and_return_with_progress() -> None:
    game = start(dice=[4])
    for number in range(IDLE_LIMIT):
        assert game.pending is not None and game.pending.free == ("b",), number
        game.choose("mutter", "b")
    assert game.state.idle == IDLE_LIMIT == 64
    pending = game.pending
    assert pending is not None and pending.free == () and pending.seats == ("a",)
    assert code_of(game, Answer(pending.id, "b", "mutter")) == "not_your_decision"
    game.choose(("a1", "strike", "b1"))  # a die: progress
    assert game.state.idle == 0
    assert game.pending is not None and game.pending.free == ("b",)
    game.choose("shout", "b")
    assert game.state.idle == 1


def test_idle_answers_are_counted_the_same_when_played_again() -> None:
    game = start(dice=2)
    for _ in range(5):
        game.choose("mutter", "b")
    twin = game.fork(SeededDice(b"x"))
    assert twin.state.idle == game.state.idle == 5


# --- depth ----------------------------------------------------------------------------------------------


def test_windows_within_windows_stop_at_depth_64_and_the_journal_says_so() -> None:
    records = {"ECHO": {"at": {"deep": [{"tell_word": "down"}, {"deeper": ""}]}}}
    game = start({"a1": {"traits": ["ECHO"]}, "b1": {}}, records=records)
    events = game.choose(("a1", "dive"))
    assert told(game) == ("a1:down",) * DEEPEST and DEEPEST == 64
    deep = [event for event in events if isinstance(event, TooDeep)]
    assert [event.at for event in deep] == ["deep"]
    assert game.depth == 0
    game.choose(("a1", "dive"))
    assert len(told(game)) == 2 * DEEPEST, "the game goes on, and counts from the top again"


@pytest.mark.parametrize("nested", [0, 6])
def test_replies_to_replies_stop_at_the_same_depth(nested: int) -> None:
    """Uses offered within uses: every one is asked for, down to the limit, however deep their parts are nested."""
    parts: list[Any] = [{"declare": "me"}]
    for _ in range(nested):
        parts = [{"if": True, "then": parts}]
    records = {"REPLY": {"moment": "declared", "do": parts}}
    game = start({"a1": {}, "b1": {"traits": ["REPLY"]}}, records=records, dice=[4])
    game.choose(("a1", "strike", "b1"))
    depth = 0
    while game.pending is not None and game.pending.kind == "respond" and depth < 100:
        game.choose(("REPLY", "b1"))
        depth += 1
    assert depth == DEEPEST
    assert sum(isinstance(event, TooDeep) for event in game.journal) == 1
    assert told(game) == ("b1:replied",) * DEEPEST
    assert toy_state(game).pieces["b1"].hp == 4


def test_events_of_the_engine_cite_nothing_unless_the_rules_gave_it() -> None:
    assert Committed(commit="x").rules == ()
    game = start(dice=[4])
    game.choose(("a1", "strike", "b1"))
    assert all(event.rules for event in game.journal)


def test_what_only_one_seat_may_know_is_hidden_or_redacted() -> None:
    game = start({"a1": {"hidden": True}, "b1": {}})
    (moved,) = game.choose(("a1", "creep"))
    assert moved.only == ("a",)
    assert moved.shown_to("a") is moved
    assert type(moved.shown_to("b")).__name__ == "Heard"
    secret = Told(it="a1", text="psst", only=("a",), rules=("TOY-4",))
    assert secret.shown_to("b") is None and secret.shown_to("a") is secret
