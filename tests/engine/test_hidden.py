"""Secrets: two states that differ only in what a seat cannot see look the same to it (laws 9 and 10)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arbitro.dice.sources import SeededDice
from arbitro.engine.asks import Answer, Refused
from arbitro.engine.game import Game
from arbitro.engine.save import encode
from tests.engine.toy import UNSEEN, Piece, ToyRules, start, toy_state

RECORDS = {"EAR": {"moment": "whispered", "do": [{"tell_word": "heard"}]}}


def two_games(seed: int) -> tuple[Game, Game]:
    """The same game, but that the hidden a1 stands elsewhere and may answer whispers in one of them."""
    games = []
    for place, traits in ((0, []), (6, ["EAR"])):
        pieces: dict[str, dict[str, Any]] = {
            "a1": {"hidden": True, "place": place, "traits": traits}, "a2": {}, "b1": {"hp": 9}, "b2": {"hp": 9},
        }  # fmt: skip
        games.append(start(pieces, records=RECORDS, dice=seed, last=6))
    return games[0], games[1]


def seen_by_b(game: Game, heard: int) -> tuple[Any, ...]:
    """All that seat b is shown: its view, the question, its form, its refusals, and the events since."""
    pending = game.pending
    view = ToyRules(RECORDS).view(game.state, "b")
    for piece in toy_state_of(view).pieces.values():
        piece.traits = ()  # what a piece can do is on its owner's sheet
    shown = [event.shown_to("b") for event in game.journal[heard:]]
    question: Any = None
    if pending is not None:
        question = (pending.id, pending.kind, pending.seats, pending.free)
        if "b" in (*pending.seats, *pending.free):
            form = game.form("b")
            wrong = game.why_not(Answer(pending.id, "b", ("nobody",)))
            question += (form.outline(), tuple(form.leads()), wrong)
    return encode(view), question, [event for event in shown if event is not None]


def toy_state_of(state: Any) -> Any:
    return state


@pytest.mark.parametrize("seed", range(6))
def test_law_9_what_a_seat_cannot_see_makes_no_difference_to_it(seed: int) -> None:
    first, second = two_games(seed)
    rng = Random(seed)
    for _ in range(60):
        if first.pending is None:
            break
        heard = len(first.journal)
        seat = rng.choice((*first.pending.seats, *first.pending.free))
        value = first.form(seat).sample(rng)
        if value[1:2] == ("peek",) and "a1" in value:
            continue  # that would be the end of the secret
        try:
            first.choose(value, seat)
        except Refused:
            continue  # a bug of the toy: it is refused in both
        second.choose(value, seat)
        assert seen_by_b(first, heard) == seen_by_b(second, heard)


@pytest.mark.parametrize("seed", range(6))
def test_law_10_what_is_imagined_of_a_view_has_that_view(seed: int) -> None:
    game, rng = two_games(seed)[1], Random(seed)
    rules = game.ruleset
    for _ in range(40):
        if game.pending is None:
            break
        for seat in ("a", "b"):
            view = rules.view(game.state, seat)
            imagined = rules.imagine(view, rng)
            assert encode(rules.view(imagined, seat)) == encode(view)
            twin = Game(rules, imagined.copy(), SeededDice(b"own"), start=False)
            assert isinstance(twin.state, type(game.state)), "a state that can be played"
        value = game.form(game.pending.seats[0]).sample(rng)
        try:
            game.choose(value)
        except Refused:
            continue


def test_a_view_hides_where_the_hidden_stand_and_shows_the_rest() -> None:
    game = two_games(1)[1]
    seen = game.ruleset.view(game.state, "b")
    assert toy_state_of(seen).pieces["a1"] == Piece(id="a1", seat="a", place=UNSEEN, hidden=True, traits=("EAR",))
    assert game.ruleset.view(game.state, "a") == game.state
    assert toy_state(game).pieces["a1"].place == 6, "looking changes nothing"
