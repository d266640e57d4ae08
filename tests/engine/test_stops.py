"""Stops: standing orders that answer for a seat, as inputs like any other."""

from __future__ import annotations

import pytest

from arbitro.dice.sources import SeededDice
from arbitro.engine.asks import Answer
from arbitro.engine.fair import replay
from arbitro.engine.game import Game
from arbitro.players import KeenPlayer, play_out
from arbitro.players.stops import StoppedPlayer, Stops, let_stops_answer
from tests.engine.toy import Told, start

RECORDS = {rule: {"moment": "hit", "do": [{"tell_word": rule}]} for rule in ("BITE", "BARK")}


def hit(*rules: str) -> Game:
    """A strike of a1 that hits; b1 bears the rules."""
    game = start({"a1": {}, "b1": {"traits": list(rules), "hp": 20}}, records=RECORDS, dice=[6] * 20)
    game.choose(("a1", "strike", "b1"))
    assert game.pending is not None and game.pending.kind == "respond"
    return game


@pytest.mark.parametrize(
    ("orders", "answered"),
    [
        ({}, False),
        ({("*", "*"): "pass"}, True),
        ({("hit", "*"): "pass"}, True),
        ({("*", "BITE"): "pass"}, True),
        ({("hit", "BITE"): "pass"}, True),
        ({("rolled", "*"): "pass"}, False),
        ({("*", "BARK"): "pass"}, False),
        ({("*", "*"): "pass", ("hit", "*"): "ask"}, False),
        ({("hit", "*"): "pass", ("hit", "BITE"): "ask"}, False),
        ({("hit", "*"): "ask", ("hit", "BITE"): "pass"}, True),
        ({("*", "*"): "pass", ("*", "BITE"): "ask"}, False),
    ],
)
def test_the_closest_order_decides(orders: dict[tuple[str, str], str], answered: bool) -> None:
    game = hit("BITE")
    assert let_stops_answer(game, {"b": Stops(orders)}) == int(answered)
    assert game.pending is not None and game.pending.kind == ("action" if answered else "respond")


def test_a_question_is_passed_only_if_all_it_offers_is_to_be_passed() -> None:
    assert let_stops_answer(hit("BITE", "BARK"), {"b": Stops({("hit", "BITE"): "pass"})}) == 0
    assert let_stops_answer(hit("BITE", "BARK"), {"b": Stops({("hit", "BITE"): "pass", ("hit", "BARK"): "pass"})}) == 1


def test_stops_of_one_seat_answer_for_no_other() -> None:
    assert let_stops_answer(hit("BITE"), {"a": Stops({("*", "*"): "pass"})}) == 0


def test_actions_are_never_passed_by_a_stop() -> None:
    game = start()
    assert let_stops_answer(game, {"a": Stops({("*", "*"): "pass"})}) == 0


def test_what_a_stop_answers_is_an_input_that_replays_without_stops() -> None:
    game = start({"a1": {}, "b1": {"traits": ["BITE"], "hp": 20}}, records=RECORDS, dice=8)
    stops = {"b": Stops({("hit", "*"): "pass"})}
    for _ in range(6):
        game.choose(("a1", "strike", "b1"))
        let_stops_answer(game, stops)
    by = [one.by for one in game.inputs if isinstance(one, Answer)]
    assert set(by) == {"", "stop"}
    twin = replay(game.ruleset, game.setup or {}, game.inputs, SeededDice.of_seed(8))
    assert twin.journal == game.journal and twin.inputs == game.inputs


def test_a_player_with_stops_uses_only_what_it_wants_to_be_asked_about() -> None:
    def barks(orders: dict[tuple[str, str], str]) -> set[str]:
        pieces = {name: {"traits": ["BITE", "BARK"], "hp": 9} for name in ("a1", "b1")}
        agenda = [("turn", ())]
        game = start(pieces, records=RECORDS, dice=3, agenda=agenda, last=60)
        players = {seat: StoppedPlayer(Calm(number), Stops(orders)) for number, seat in enumerate("ab")}
        play_out(game, players, most=4000)
        return {event.text for event in game.journal if isinstance(event, Told)}

    assert {"BITE", "BARK"} <= barks({})
    assert not {"BITE", "BARK"} & barks({("hit", "*"): "pass"})


class Calm(KeenPlayer):
    """Plays what is legal, except the toy's broken rules."""

    def answer(self, game: Game, seat: str) -> object:
        while True:
            value = super().answer(game, seat)
            if not isinstance(value, tuple) or value[1:2] not in (("bug",), ("choose",)):
                return value


def test_an_order_is_ask_or_pass() -> None:
    with pytest.raises(ValueError, match="'ask' or 'pass'"):
        Stops({("hit", "*"): "maybe"})
