"""Undo and redo: epochs, faces that fall anew, marks that stop a free undo, and consent."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.dice.sources import SeededDice, TypedDice
from arbitro.engine.asks import Answer, Entry, Refused, Ruling, TakeBack
from arbitro.engine.events import Rolled
from arbitro.engine.fair import replay
from arbitro.engine.game import Game
from arbitro.engine.history import redo, take_back, undo, undo_scope
from arbitro.engine.save import encode, load, save
from arbitro.engine.timeline import Cut
from tests.engine.toy import Told, start, told


def faces(game: Game) -> list[tuple[int, ...]]:
    return [event.faces for event in game.journal if isinstance(event, Rolled)]


def line(game: Game) -> tuple[Any, ...]:
    """The line being played: what undo and redo must restore."""
    return encode(game.state), tuple(game.tape), tuple(game.journal), game.epoch, game.pending, len(game.moments)


def test_undo_then_redo_is_the_identity() -> None:
    game = start(dice=11)
    game.choose(("a1", "creep"))
    standing = line(game)
    game.choose(("a1", "strike", "b1"))
    game.choose(("a1", "volley", "b1"))
    after = line(game)
    undo(game, 2)
    assert line(game)[:3] == standing[:3]
    assert game.epoch == 1
    redo(game)
    assert line(game) == after
    assert [type(one) for one in game.inputs] == [Answer, Answer, Answer, TakeBack, TakeBack]


def test_after_an_undo_dice_fall_anew_and_redo_restores_the_same_faces() -> None:
    seen = set()
    game = start(dice=11)
    game.choose(("a1", "volley", "b1"))
    first = faces(game)
    undo(game)
    redo(game)
    assert faces(game) == first
    for epoch in range(1, 5):
        undo(game)
        game.choose(("a1", "volley", "b1"))
        assert game.epoch == epoch + 1
        seen.add(tuple(faces(game)))
    assert len(seen | {tuple(first)}) == 5, "ten dice are not the same five times"


def test_the_epoch_is_the_highest_used_plus_one_and_belongs_to_the_game() -> None:
    game = start(dice=11)
    game.choose(("a1", "creep"))
    game.choose(("a1", "creep"))
    undo(game)
    undo(game)
    assert game.epoch == 2
    redo(game)
    assert game.epoch == 1, "the cut line's own epoch"
    undo(game)
    assert game.epoch == 3, "never one that was used"


def test_separate_undos_are_put_back_one_by_one() -> None:
    game = start(dice=11)
    places = [line(game)]
    for value in (("a1", "creep"), ("a1", "strike", "b1"), ("a1", "volley", "b1")):
        game.choose(value)
        places.append(line(game))
    for _ in range(3):
        undo(game)
    assert line(game)[:3] == places[0][:3]
    redo(game)
    assert line(game)[:3] == places[1][:3], "the strike is still undone"
    undo(game)
    for _ in range(3):
        redo(game)
    assert line(game) == places[3], "the same dice fell, at the same place"
    with pytest.raises(Refused, match="nothing_to_redo"):
        redo(game)
    again = replay(game.ruleset, game.setup or {}, game.inputs, SeededDice.of_seed(11))
    assert line(again) == places[3]


def test_what_was_taken_back_is_kept_in_a_save() -> None:
    game = start(dice=11)
    game.choose(("a1", "creep"))
    game.choose(("a1", "volley", "b1"))
    played = line(game)
    undo(game)
    undo(game)
    game = load(save(game), game.ruleset, SeededDice.of_seed(11))
    redo(game)
    game = load(save(game), game.ruleset, SeededDice.of_seed(11))
    redo(game)
    assert line(game) == played


def test_an_answer_or_a_ruling_in_between_lets_all_cuts_fall() -> None:
    for value in (None, Ruling(kind="fix", note="a six", faces=(6,))):
        game = start(dice=11)
        for _ in range(3):
            game.choose(("a1", "creep"))
        undo(game)
        undo(game)
        if value is None:
            game.choose(("a1", "creep"))
        else:
            game.rule(value)
        standing = line(game)
        with pytest.raises(Refused, match="nothing_to_redo"):
            redo(game)
        assert line(game) == standing


def test_a_save_whose_cut_does_not_fit_changes_nothing() -> None:
    """Somebody wrote the file: what was taken back holds what is no answer."""
    game = start(dice=11)
    game.choose(("a1", "creep"))
    standing = line(game)
    game.cuts = (Cut([Entry("answer", 7)], 0, [], "0.9.9"),)
    game = load(save(game), game.ruleset, SeededDice.of_seed(11))
    with pytest.raises(Refused, match="nothing_to_redo"):
        redo(game)
    assert line(game) == standing and not game.cuts
    game.choose(("a1", "strike", "b1"))


def test_late_answers_are_stale_after_an_undo() -> None:
    game = start(dice=11)
    pending = game.pending
    assert pending is not None
    late = Answer(pending.id, "a", ("a1", "creep"))
    game.answer(late)
    undo(game)
    why = game.why_not(late)
    assert why is not None and why.code == "stale"
    assert game.pending is not None and game.pending.id.startswith("1.")


def test_nothing_to_redo_once_something_else_was_answered() -> None:
    game = start(dice=11)
    game.choose(("a1", "creep"))
    undo(game)
    game.choose(("a1", "creep"))
    with pytest.raises(Refused, match="nothing_to_redo"):
        redo(game)


def test_nothing_to_undo_at_the_start() -> None:
    with pytest.raises(Refused, match="nothing_to_undo"):
        undo(start(dice=11))


def test_an_unknown_decision_cannot_be_taken_back_to() -> None:
    game = start(dice=11)
    game.choose(("a1", "creep"))
    before = line(game)
    with pytest.raises(Refused, match="unknown_decision"):
        take_back(game, TakeBack("7.7.7", "a"), alone=True)
    assert line(game) == before


# --- marks ----------------------------------------------------------------------------------------------


def test_own_answers_since_the_last_mark_are_free() -> None:
    game = start({"a1": {}, "b1": {"hidden": True}}, dice=11)
    assert undo_scope(game, "a") == undo_scope(game, "b")
    assert undo_scope(game, "a").free == 0
    game.choose(("a1", "creep"))
    game.choose(("a1", "creep"))
    scope = undo_scope(game, "a")
    assert (scope.free, scope.on_consent, scope.stopped_by) == (2, 2, "")
    assert undo_scope(game, "b").stopped_by == "other_seat"
    game.choose(("a1", "strike", "b1"))
    scope = undo_scope(game, "a")
    assert (scope.free, scope.on_consent, scope.stopped_by) == (0, 3, "die")
    game.choose(("a1", "creep"))
    scope = undo_scope(game, "a")
    assert (scope.free, scope.stopped_by) == (1, "die")
    game.choose(("a1", "peek", "b1"))
    scope = undo_scope(game, "a")
    assert (scope.free, scope.stopped_by) == (0, "secret")
    game.choose(("a1", "creep"))
    game.choose("shout", "b")
    scope = undo_scope(game, "a")
    assert (scope.free, scope.stopped_by) == (0, "other_seat")
    assert undo_scope(game, "b").free == 1


def test_a_typed_die_is_a_mark_too() -> None:
    game = start(dice=TypedDice())
    game.choose(("a1", "strike", "b1"))
    game.choose(5)
    assert told(game) == ()
    scope = undo_scope(game, "a")
    assert (scope.free, scope.stopped_by) == (0, "die")


def test_an_answer_given_with_the_others_is_nobodys_own() -> None:
    game = start(dice=4)
    game.choose(("a1", "choose"))
    game.choose("rock", "a")
    game.choose("rock", "b")
    while game.pending is not None and game.pending.kind != "action":
        game.choose("rock", "b")
    assert undo_scope(game, "b").free == 0 and undo_scope(game, "a").free == 0


def test_marks_are_the_same_after_redo() -> None:
    game = start(dice=11)
    game.choose(("a1", "creep"))
    game.choose(("a1", "strike", "b1"))
    before = undo_scope(game, "a")
    undo(game)
    assert undo_scope(game, "a").free == 1
    redo(game)
    assert undo_scope(game, "a") == before


def test_going_back_past_a_mark_needs_the_consent_of_all_others() -> None:
    game = start(dice=11)
    first = game.pending
    assert first is not None
    game.choose(("a1", "strike", "b1"))
    before = line(game)
    with pytest.raises(Refused) as caught:
        take_back(game, TakeBack(first.id, "a"))
    assert caught.value.refusal.code == "needs_consent"
    assert caught.value.refusal.facts == {"seats": ("b",), "stopped_by": "die"}
    assert line(game) == before
    take_back(game, TakeBack(first.id, "a", consent=("b",)))
    assert game.pending is not None and game.pending.kind == "action" and not game.moments
    assert game.inputs[-1] == TakeBack(first.id, "a", consent=("b",))


def test_the_referee_needs_no_consent_and_a_free_answer_neither() -> None:
    game = start(dice=11)
    first = game.pending
    assert first is not None
    game.choose(("a1", "strike", "b1"))
    take_back(game, TakeBack(first.id, "referee"))
    assert not game.moments
    second = game.pending
    assert second is not None
    game.choose(("a1", "creep"))
    take_back(game, TakeBack(second.id, "a"))
    assert not game.moments


def test_an_undo_reaches_a_nested_question() -> None:
    game = start(dice=4)
    game.choose(("a1", "bug"))
    nested = game.pending
    assert nested is not None and nested.kind == "really"
    rolled = faces(game)
    game.choose("no_thanks")
    undo(game)
    assert game.pending is not None and game.pending.kind == "really"
    assert faces(game) == rolled, "the die before the question has fallen already"


def test_an_undo_over_many_steps_goes_back_to_old_checkpoints() -> None:
    game = start(dice=11)
    for _ in range(450):
        game.choose(("a1", "creep"))
    assert len(game.checkpoints) < 450
    target = game.moments[3]
    undo(game, 447)
    assert len(game.moments) == 3 and game.pending is not None
    assert game.pending.id.split(".")[1:] == target.decision.split(".")[1:]
    assert game.state.step_no == target.place[1]
    redo(game)
    assert len(game.moments) == 450


def test_a_verdict_is_taken_back_with_its_note() -> None:
    game = start(dice=11)
    pending = game.pending
    assert pending is not None
    before = line(game)
    game.rule(Ruling(kind="verdict", note="the dog ate it", answer=Answer(pending.id, "a", ("a1", "creep"))))
    undo(game)
    assert line(game)[:3] == before[:3]


def test_fork_and_parent_do_not_touch_each_other() -> None:
    game = start(dice=11)
    game.choose(("a1", "creep"))
    twin = game.fork(SeededDice(b"other"), log=True)
    assert encode(twin.state) == encode(game.state)
    assert twin.pending == game.pending
    mine = line(game)
    twin.choose(("a1", "strike", "b1"))
    assert line(game) == mine
    theirs = encode(twin.state)
    game.choose("shout", "b")
    assert encode(twin.state) == theirs
    assert not [event for event in twin.journal if isinstance(event, Told)]
