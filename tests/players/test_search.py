"""Opponents that search: they decide alike whoever helps them, and know neither secrets nor the next face."""

from __future__ import annotations

from typing import Any

import pytest
from tests.players.test_opponents import battle

from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.history import imagined
from arbitro.engine.save import encode
from arbitro.engine.values import Value
from arbitro.players import StrongPlayer, player
from arbitro.players.crew import Cores
from arbitro.players.opponents import Player, StreamDice
from arbitro.players.search import AT_ONCE, ERROR, Line, played_on
from arbitro.rulesets.cairn import RULESET as CAIRN
from arbitro.rulesets.cairn.state import Encounter
from arbitro.rulesets.crepuscolo.queries import battle_of

FEW = 150
"""Answers played out for one decision: little, and the same code."""
THINKERS = ("keen", "instinct", "quick", "strong")


def thinker(name: str, seed: int) -> Player:
    """An opponent by name, with little time."""
    return StrongPlayer(seed, nodes=FEW) if name == "strong" else player(name, seed)


def at_an_action(seed: int, dice: SeededDice | None = None) -> Game:
    """A battle at the first action of its second turn; with dice of its own from there on, if any are given."""
    game, instinct = battle(seed), player("instinct", 1)
    while game.pending is not None and (game.pending.kind != "action" or game.state.scopes.get("turn", 0) < 2):
        game.choose(instinct.answer(game, game.pending.seats[0]))
    return game if dice is None else game.fork(dice)


def evening(hidden: dict[str, Any]) -> Game:
    """Two against two goblins, and one who lies in wait behind them."""
    party = [{"id": f"a{n}", "pf": 4, "items": ["spada", "arco"]} for n in (1, 2)]
    foes = [{"id": f"b{n}", "monster": "goblin"} for n in (1, 2)] + [{"id": "b3", "hidden": True, **hidden}]
    sides = [
        {"seat": "a", "name": "A", "members": party, "ready": True, "refuge": True},
        {"seat": "b", "name": "B", "members": foes},
    ]
    return Game.new(CAIRN, {"sides": sides, "options": {}, "start": {}}, SeededDice.of_seed(9))


def seat_of(game: Game) -> str:
    assert game.pending is not None
    return game.pending.seats[0]


@pytest.mark.parametrize("name", THINKERS)
def test_what_is_hidden_from_a_seat_changes_none_of_its_decisions(name: str) -> None:
    games = [evening({"monster": "troll"}), evening({"monster": "lupo", "pf": 1})]
    assert encode(games[0].state) != encode(games[1].state)
    for number in range(4):
        if games[0].pending is None or seat_of(games[0]) != "a":
            break
        chosen: list[Value] = [thinker(name, number).answer(game, "a") for game in games]
        assert chosen[0] == chosen[1]
        for game in games:
            game.choose(chosen[0])
    assert number >= 2, "both have declared"


def test_a_seat_thinks_about_a_world_without_what_it_does_not_see() -> None:
    game = evening({"monster": "troll"})
    world = imagined(game, "a", SeededDice(b"own"), thinker("quick", 1).rng)
    assert world is not None and world.pending is not None and game.pending is not None
    assert isinstance(world.state, Encounter) and set(world.state.figures) == {"a1", "a2", "b1", "b2"}
    assert world.pending.id == game.pending.id
    knows = imagined(game, "b", SeededDice(b"own"), thinker("quick", 1).rng)
    assert knows is not None and isinstance(knows.state, Encounter) and "b3" in knows.state.figures


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize("seed", [2, 5])
def test_the_next_faces_change_no_decision(name: str, seed: int) -> None:
    games = [at_an_action(seed), at_an_action(seed, SeededDice(b"other")), at_an_action(seed, SeededDice(b"third"))]
    faces = {game.dice.faces((0, game.state.step_no, 0), 8, 8) for game in games}
    assert len(faces) == 3, "what falls next differs"
    answers = [thinker(name, seed).answer(game, seat_of(game)) for game in games]
    assert answers[0] == answers[1] == answers[2]


def test_thinking_ahead_touches_nothing() -> None:
    game, untouched = at_an_action(3), at_an_action(3)
    value = StrongPlayer(1, nodes=FEW).answer(game, seat_of(game))
    assert game.state == untouched.state and game.tape == untouched.tape
    untouched.choose(value)
    game.choose(value)
    assert game.journal == untouched.journal, "not a die was drawn"


def test_a_crew_of_processes_comes_to_the_same_decision_as_one_alone() -> None:
    game = at_an_action(4)
    crew = Cores("crepuscolo", workers=2)
    seat = seat_of(game)
    try:
        together = StrongPlayer(6, nodes=FEW, crew=crew).answer(game, seat)
        lines = [Line(0, value, (bytes([n]), 0.3)) for n, value in enumerate(game.ruleset.propose(game, seat)[:5])]
        assert crew.play([game], seat, lines) == [played_on(game, seat, line) for line in lines]
        for worker in list(crew._started()._processes.values()):
            worker.kill()
        assert crew.play([game], seat, lines) == [played_on(game, seat, line) for line in lines], "it does it alone"
    finally:
        crew.close()
    assert StrongPlayer(6, nodes=FEW).answer(game, seat) == together


class Counting:
    """A crew that counts what it is given, and finds each answer as good as it is told."""

    def __init__(self, worth: dict[Value, int], noise: int = 0) -> None:
        self.worth, self.noise, self.met = worth, noise, {}

    def play(self, worlds: Any, seat: str, lines: list[Line]) -> list[tuple[int, int]]:
        for line in lines:
            self.met.setdefault(line.value, []).append(line.sample)
        sign = {value: 1 - 2 * (number % 2) for number, value in enumerate(self.worth)}
        turn = [1 - 2 * (number // 2 % 2) for number in range(len(lines))]
        return [
            (self.worth[line.value] + self.noise * sign[line.value] * turn[number], 10)
            for number, line in enumerate(lines)
        ]


def test_the_better_half_meets_more_samples_and_all_meet_the_same() -> None:
    worth: dict[Value, int] = {"usual": 2, "fair": 5, "best": 2000, "good": 7, "poor": 3}
    crew = Counting(worth)
    game = at_an_action(2)
    assert StrongPlayer(3, crew=crew)._improved(game, seat_of(game), list(worth), 2000) == "best"
    met = {value: len(samples) for value, samples in crew.met.items()}
    assert met["usual"] == met["best"] > met["good"] > met["fair"] == met["poor"] >= AT_ONCE
    assert crew.met["usual"][: met["poor"]] == crew.met["poor"], "luck does not choose between them"
    assert 2000 <= 10 * sum(met.values()) <= 2000 + 10 * AT_ONCE * len(worth)


def test_what_looks_worse_than_the_usual_is_given_up_at_once_where_lines_are_long() -> None:
    crew = Counting({"usual": 2, "worse": 1, "best": 2000})
    game = at_an_action(2)
    assert not game.ruleset.long_lines(game, seat_of(game)), "shooters know what to do"
    for figure in battle_of(game).figures.values():
        figure.ranged = ()
    assert game.ruleset.long_lines(game, seat_of(game))
    assert StrongPlayer(3, crew=crew)._improved(game, seat_of(game), list(crew.worth), 2000) == "best"
    assert len(crew.met["worse"]) == AT_ONCE < len(crew.met["best"])
    idle = Counting({"usual": 2, "worse": 1})
    assert StrongPlayer(3, crew=idle)._improved(game, seat_of(game), list(idle.worth), 2000) == "usual"
    assert {value: len(samples) for value, samples in idle.met.items()} == {"usual": AT_ONCE, "worse": AT_ONCE}


def test_who_has_no_time_left_stops_after_the_first_samples() -> None:
    crew = Counting({"usual": 1, "best": 9})
    game = at_an_action(2)
    hasty = StrongPlayer(3, seconds=0.0, crew=crew)
    assert hasty._improved(game, seat_of(game), ["usual", "best"], 10**9) == "usual"
    assert {len(samples) for samples in crew.met.values()} == {AT_ONCE}


def test_one_departs_from_the_usual_only_where_the_samples_are_sure() -> None:
    """Samples that lie far apart say little, and so do few of them: the usual answer stands."""
    game = at_an_action(2)
    better = {"usual": 0, "better": 2 * game.ruleset.stake // ERROR}

    def chosen(noise: int, nodes: int) -> Value:
        player = StrongPlayer(3, crew=Counting(better, noise=noise))
        return player._improved(game, seat_of(game), list(better), nodes)

    far = game.ruleset.stake // 10
    assert [chosen(0, 40), chosen(0, 400), chosen(far, 400), chosen(far, 40_000)] == [
        "usual",
        "better",
        "usual",
        "better",
    ]


def test_the_same_luck_goes_on_whatever_fell_before() -> None:
    one, other = StreamDice(b"luck", 0.5), StreamDice(b"luck", 0.5)
    assert one.faces((0, 1, 0), 1, 8) == (5,), "half way up"
    assert other.faces((0, 1, 0), 2, 8)[0] == 5
    assert other.faces((0, 4, 0), 3, 4) == one.faces((0, 2, 0), 2, 4) + one.faces((0, 3, 7), 1, 4)
    assert all(1 <= face <= 6 for face in one.faces((0, 5, 0), 200, 6))
    one.scene = other.scene = lambda: 1
    assert one.faces((0, 6, 0), 3, 6) == other.faces((0, 6, 0), 3, 6), "in the next hand, whatever fell in this one"


def test_a_victory_in_one_sample_does_not_drown_the_others() -> None:
    game = at_an_action(2)
    seat = seat_of(game)
    game.state.result = seat
    assert game.ruleset.worth(game.state, seat) > 50 * game.ruleset.stake
    assert game.ruleset.promise(game, seat) == game.ruleset.stake
