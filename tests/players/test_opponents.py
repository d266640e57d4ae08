"""Computer opponents: legal, deterministic, blind to the dice, and better than chance."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.players import NAMES, PlayStopped, QuickPlayer, play_out, player
from arbitro.players.opponents import SpreadDice
from arbitro.players.strengths import SEARCHING
from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.ground import WATER

COMPANY = [
    {"profile": "razziatore", "items": []},
    {"profile": "assaltatore", "items": []},
    {"profile": "fante-della-cinta", "items": ["CDC-EQ-22"]},
]
POND: dict[str, Any] = {"id": "pond", "name": "Stagno", "disc": [25, 25, 4], "kinds": [WATER]}


def battle(seed: int) -> Game:
    """The same company on both sides of a pond."""
    sides = [
        {
            "seat": seat,
            "name": seat.upper(),
            "access": [25, 0 if seat == "a" else 50],
            "fighters": [dict(f) for f in COMPANY],
        }
        for seat in "ab"
    ]
    setup = {"table": {"width": 50, "depth": 50, "terrain": [POND]}, "sides": sides}
    return Game.new(RULESET, setup, SeededDice.of_seed(seed))


def duel(one: str, two: str, seed: int) -> str:
    """Who wins: ``one`` plays seat a in even seeds and seat b in odd ones."""
    seat, other = ("a", "b") if seed % 2 == 0 else ("b", "a")
    game = battle(seed)
    play_out(game, {seat: player(one, seed), other: player(two, seed + 1)})
    return {seat: one, other: two}.get(game.state.result, "draw")


def test_quick_beats_random_play() -> None:
    """The full measure of a hundred battles is benchmarks/bench_opponents.py."""
    results = [duel("quick", "random", seed) for seed in range(6)]
    assert results.count("quick") >= 5, results


@pytest.mark.parametrize("name", [name for name in NAMES if name not in SEARCHING])
def test_a_player_of_a_seed_plays_the_same_battle_again(name: str) -> None:
    games = [battle(3), battle(3)]
    for game in games:
        play_out(game, {"a": player(name, 5), "b": player("random", 6)}, most=4000)
    assert games[0].journal == games[1].journal
    assert games[0].state.result


def test_thinking_leaves_the_game_and_its_dice_alone() -> None:
    game, untouched = battle(2), battle(2)
    quick = player("quick", 1)
    while game.pending is not None and game.pending.kind != "action":
        value = quick.answer(game, game.pending.seats[0])
        game.choose(value)
        untouched.choose(value)
    assert game.pending is not None
    before = (len(game.journal), len(game.tape), game.state)
    quick.answer(game, game.pending.seats[0])
    assert (len(game.journal), len(game.tape)) == before[:2]
    assert game.state == untouched.state


def test_a_battle_that_does_not_end_in_time_is_stopped() -> None:
    with pytest.raises(PlayStopped):
        play_out(battle(1), {"a": player("random", 1), "b": player("random", 2)}, most=5)


def test_an_unknown_player_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        player("genius")


def test_the_first_face_of_sample_dice_stands_at_its_part_and_the_rest_is_drawn() -> None:
    drawn = SeededDice(b"sample").faces((0, 1, 0), 3, 6)
    for part, face in ((0.0, 1), (0.5, 4), (0.99, 6)):
        dice = SpreadDice(b"sample", part)
        assert dice.faces((0, 1, 0), 3, 6) == (face, *drawn[1:])
        assert dice.faces((0, 1, 0), 1, 6) == drawn[:1], "only the first that falls"


@pytest.mark.parametrize("sides", [4, 6, 8])
def test_samples_meet_a_hit_as_often_as_it_is_likely(sides: int) -> None:
    """Of six samples whose first faces are spread, the hits of 4 and more are what six throws bring, but for one."""
    quick = QuickPlayer(7)
    for _ in range(20):
        samples = quick._samples()
        faces = [SpreadDice(*sample).faces((0, 1, 0), 1, sides)[0] for sample in samples]
        expected = len(samples) * (sides - 3) / sides
        assert abs(sum(face >= 4 for face in faces) - expected) < 1
        assert abs(abs(samples[0][1] - samples[1][1]) - 0.5) < 1e-9, "the two of the sketch lie half a die apart"


def test_jumps_are_weighed_only_where_one_cannot_walk_or_a_battle_drags_on() -> None:
    game = battle(2)
    instinct = player("instinct", 1)
    while game.pending is not None and game.pending.kind != "action":
        game.choose(instinct.answer(game, game.pending.seats[0]))
    assert game.pending is not None
    seat = game.pending.seats[0]
    words = {path[1] for path in RULESET.propose(game, seat)}
    assert "move" in words and not words & {"jump", "careful"}
    game.state.turn = 20
    game.now, game.near = {}, {}
    assert {path[1] for path in RULESET.propose(game, seat)} >= {"move", "jump", "careful"}
