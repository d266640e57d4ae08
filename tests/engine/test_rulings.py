"""The referee's rulings: verdict, fix and edit, at any decision, also while a typed die is awaited."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arbitro.dice.sources import SeededDice, TypedDice
from arbitro.engine.asks import Answer, Refused, Ruling
from arbitro.engine.events import Rolled, Ruled
from arbitro.engine.fair import replay
from arbitro.engine.game import Game
from arbitro.engine.history import redo, undo
from arbitro.engine.save import encode, load, save
from tests.engine.toy import Hurt, Stepped, Told, start, told, toy_state


def verdict(game: Game, value: Any, seat: str = "a", note: str = "so be it") -> Ruling:
    assert game.pending is not None
    return Ruling(kind="verdict", note=note, answer=Answer(game.pending.id, seat, value))


def edit(*events: Any, note: str = "corrected") -> Ruling:
    return Ruling(kind="edit", note=note, events=events)


def notes(game: Game) -> list[tuple[str, str]]:
    return [(event.ruling, event.note) for event in game.journal if isinstance(event, Ruled)]


def same_when_played_again(game: Game, seed: int) -> None:
    """Saved and loaded, replayed by its inputs, undone and redone: the same journal."""
    again = load(save(game), game.ruleset, SeededDice.of_seed(seed))
    assert again.journal == game.journal and again.pending == game.pending and again.fixed == game.fixed
    twin = replay(game.ruleset, game.setup or {}, game.inputs, SeededDice.of_seed(seed))
    assert twin.journal == game.journal and encode(twin.state) == encode(game.state)


def test_a_verdict_answers_for_a_seat_with_a_note() -> None:
    game = start(dice=4)
    game.rule(verdict(game, ("a1", "creep")))
    assert toy_state(game).pieces["a1"].place == 1
    assert notes(game) == [("verdict", "so be it")]
    (one,) = game.inputs
    assert isinstance(one, Ruling) and one.answer is not None and one.answer.value == ("a1", "creep")
    same_when_played_again(game, 4)


def test_a_verdict_must_be_legal() -> None:
    game = start(dice=4)
    with pytest.raises(Refused, match="not_offered"):
        game.rule(verdict(game, ("b1", "creep")))
    assert game.journal == start(dice=4).journal and not game.inputs


def test_a_verdict_that_meets_a_bug_leaves_nothing_behind() -> None:
    game = start(dice=4)
    game.choose(("a1", "bug"))
    before = encode(game.state), list(game.tape), list(game.journal), list(game.inputs), game.pending
    with pytest.raises(Refused, match="rule_bug"):
        game.rule(verdict(game, "yes_please"))
    assert (encode(game.state), game.tape, game.journal, game.inputs, game.pending) == before


def test_fixed_faces_fall_next_and_then_the_dice_again() -> None:
    game = start(dice=4)
    game.rule(Ruling(kind="fix", note="it succeeds", faces=(6,)))
    assert notes(game) == [("fix", "it succeeds")]
    pending = game.pending
    game.choose(("a1", "strike", "b1"))
    game.choose(("a1", "strike", "b1"))
    rolled = [event.faces for event in game.journal if isinstance(event, Rolled)]
    plain = start(dice=4)
    plain.choose(("a1", "creep"))
    plain.choose(("a1", "strike", "b1"))
    assert rolled[0] == (6,)
    assert rolled[1] == next(event.faces for event in plain.journal if isinstance(event, Rolled)), (
        "addressed by its place"
    )
    assert pending is not None and not game.fixed
    same_when_played_again(game, 4)


def test_a_fix_keeps_the_question_that_stands() -> None:
    game = start(dice=4)
    pending = game.pending
    game.rule(Ruling(kind="fix", note="later", faces=(1, 2)))
    assert game.pending == pending
    same_when_played_again(game, 4)
    assert game.fixed == [1, 2]


def test_fixed_faces_fill_part_of_a_handful() -> None:
    game = start(dice=4)
    game.rule(Ruling(kind="fix", note="three of five", faces=(6, 6, 6)))
    game.choose(("a1", "volley", "b1"))
    handful = next(event.faces for event in game.journal if isinstance(event, Rolled))
    assert handful[:3] == (6, 6, 6) and len(handful) == 5
    same_when_played_again(game, 4)


def test_an_edit_ends_the_action_and_goes_on() -> None:
    game = start(dice=4)
    game.choose(("a1", "bug"))
    assert game.pending is not None and game.pending.kind == "really"
    game.rule(edit(Stepped(it="a1", to=7, rules=("TOY-4",))))
    assert toy_state(game).pieces["a1"].place == 7
    assert game.pending is not None and game.pending.kind == "action" and game.pending.seats == ("a",)
    assert "a1:before" in told(game), "what was done stays done"
    same_when_played_again(game, 4)


def test_an_edit_may_end_the_game_and_settles_what_it_caused() -> None:
    game = start(dice=4)
    game.rule(edit(Hurt(it="b1", by="a1", amount=9, rules=("TOY-3",))))
    assert game.over and game.state.result == "a"
    assert toy_state(game).pieces["b1"].dead
    same_when_played_again(game, 4)


def test_a_wrong_edit_is_refused_and_changes_nothing() -> None:
    game = start(dice=4)
    game.choose(("a1", "choose"))
    game.choose("rock", "b")
    before = encode(game.state), list(game.tape), list(game.journal), list(game.inputs), game.pending, dict(game._held)
    with pytest.raises(Refused, match="rule_bug"):
        game.rule(edit(Hurt(it="nobody", by="a1", amount=1, rules=("TOY-3",))))
    assert (encode(game.state), game.tape, game.journal, game.inputs, game.pending, game._held) == before


def test_nothing_can_be_ruled_once_the_game_is_over() -> None:
    game = start(last=1)
    game.choose(("end",))
    game.choose(("end",))
    for ruling in (edit(), Ruling(kind="fix", note="", faces=(1,))):
        with pytest.raises(Refused, match="game_over"):
            game.rule(ruling)


# --- while a typed die is awaited -------------------------------------------------------------------------


def awaiting() -> Game:
    game = start(dice=TypedDice())
    game.choose(("a1", "strike", "b1"))
    assert game.pending is not None and game.pending.kind == "dice"
    return game


def test_a_fix_answers_the_typed_die() -> None:
    game = awaiting()
    game.rule(Ruling(kind="fix", note="it rolled off the table: a four", faces=(4,)))
    assert game.pending is not None and game.pending.kind == "action"
    assert toy_state(game).pieces["b1"].hp == 4
    assert notes(game) == [("fix", "it rolled off the table: a four")]
    assert replay(game.ruleset, game.setup or {}, game.inputs, TypedDice()).journal == game.journal


def test_a_verdict_types_the_die() -> None:
    game = awaiting()
    game.rule(verdict(game, 3))
    assert toy_state(game).pieces["b1"].hp == 5
    assert notes(game) == [("verdict", "so be it")]
    assert [e.faces for e in game.journal if isinstance(e, Rolled)] == [(3,)]
    assert replay(game.ruleset, game.setup or {}, game.inputs, TypedDice()).journal == game.journal


def test_an_edit_ends_the_action_that_awaits_a_die() -> None:
    game = awaiting()
    game.rule(edit(Told(it="a1", text="no strike", rules=("TOY-3",))))
    assert game.pending is not None and game.pending.kind == "action"
    assert told(game) == ("a1:no strike",)
    assert not [event for event in game.journal if isinstance(event, Rolled)]
    assert replay(game.ruleset, game.setup or {}, game.inputs, TypedDice()).journal == game.journal


@pytest.mark.parametrize("seed", range(12))
def test_rulings_at_any_decision_leave_a_playable_game(seed: int) -> None:
    """Random play with rulings, undo and redo mixed in: every prefix saved, loaded and replayed is the same game."""
    rng = Random(seed)
    records = {
        "LUCKY": {"moment": "rolled", "do": [{"reroll": "throw"}]},
        "ANGRY": {"at": {"hurt": [{"hurt": 1, "to": "by", "when": "it is me"}]}},
    }
    pieces = {name: {"traits": ["LUCKY", "ANGRY"], "hp": 12} for name in ("a1", "a2", "b1", "b2")}
    game = start(pieces, records=records, dice=seed)
    for number in range(90):
        if game.over:
            break
        draw = rng.random()
        try:
            if draw < 0.06:
                game.rule(edit(Stepped(it="a1", to=rng.randrange(9), rules=("TOY-4",))))
            elif draw < 0.12:
                game.rule(Ruling(kind="fix", note="n", faces=(rng.randint(1, 6),)))
            elif draw < 0.18 and game.pending is not None:
                seat = rng.choice(game.pending.seats)
                game.rule(verdict(game, game.form(seat).sample(rng), seat))
            elif draw < 0.28 and game.moments:
                undo(game, rng.randint(1, min(4, len(game.moments))))
            elif draw < 0.36 and game.cuts:
                redo(game)
            else:
                assert game.pending is not None
                seat = rng.choice((*game.pending.seats, *game.pending.free))
                game.choose(game.form(seat).sample(rng), seat)
        except Refused as refused:
            assert refused.refusal.code == "rule_bug", (seed, number, refused.refusal)
        if number % 9 == 0:
            again = load(save(game), game.ruleset, SeededDice.of_seed(seed))
            assert (again.pending, again.journal) == (game.pending, game.journal), (seed, number)
            assert again._after == game._after, (seed, number)
    same_when_played_again(game, seed)
