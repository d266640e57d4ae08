"""How an opponent that searches opens a battle of shooters in Crepuscolo: it wants the first hand, and to use it."""

from __future__ import annotations

from typing import Any

from tests.players.test_opponents import COMPANY

from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.values import Value
from arbitro.players import StrongPlayer, player
from arbitro.rulesets.crepuscolo import RULESET, ground
from arbitro.rulesets.crepuscolo.state import TABLE, Battle

WALL: dict[str, Any] = {"id": "wall", "name": "Muro", "rect": [0, 20, 33, 3], "height": 9, "crossing": "impassable"}
"""It hides a half of one's own side of the table from the other."""
SWORDSMEN = [{"profile": "razziatore", "items": []}, {"profile": "razziatore", "items": []}]


def opening(kind: str, company: list[dict[str, Any]], **about: Value) -> Game:
    """A battle at the first question of a kind that seat a is asked, and that says so of itself."""
    sides = [
        {"seat": seat, "name": seat, "access": [25, y], "fighters": [dict(one) for one in company]}
        for seat, y in (("a", 0), ("b", 50))
    ]
    setup = {"table": {"width": 50, "depth": 50, "terrain": [WALL]}, "sides": sides}
    usual = player("instinct", 1)
    for seed in range(40):
        game = Game.new(RULESET, setup, SeededDice.of_seed(seed))
        while game.pending is not None and game.pending.kind != "action":
            seat, asked = game.pending.seats[0], game.pending
            if seat == "a" and asked.kind == kind and all(asked.about.get(key) == it for key, it in about.items()):
                return game
            game.choose(usual.answer(game, seat))
    raise AssertionError("never asked")


def answers(game: Game) -> tuple[Value, Value]:
    """What one that searches, and one that does not, answer."""
    return StrongPlayer(1, nodes=1).answer(game, "a"), player("quick", 1).answer(game, "a")


def test_the_cheapest_of_the_shooters_bids_its_largest_die() -> None:
    game = opening("bid", COMPANY, standing=0)
    assert isinstance(game.state, Battle)
    cheapest = min(game.state.of("a"), key=lambda figure: figure.cost).id
    assert answers(game) == ((cheapest, 8), (cheapest, 4))


def test_a_bid_that_is_hard_to_beat_is_left_standing() -> None:
    for standing, bids in ((3, True), (8, False)):
        game = opening("bid", COMPANY, standing=3)
        assert game.pending is not None
        game.pending.about["standing"] = standing
        assert (RULESET.considered(game, "a", game.pending) != ("pass",)) == bids


def test_whoever_cannot_shoot_bids_as_it_always_did() -> None:
    strong, quick = answers(opening("bid", SWORDSMEN, standing=0))
    assert strong == quick


def test_shooters_stand_where_they_see_the_enemy() -> None:
    game = opening("place", COMPANY, actor="a3")
    state = game.state
    assert isinstance(state, Battle)
    foes = [figure for figure in state.on_table() if figure.company == "b"]
    assert foes

    def seen(spot: Any) -> int:
        twin = state.figures["a3"].twin()
        twin.x, twin.y = spot
        twin.status = TABLE
        return sum(ground.sees(state.ground, [twin, *state.on_table()], twin, foe) for foe in foes)

    most = max(seen(spot) for spot in game.form("a").leads(100))
    assert seen(answers(game)[0]) == most > 0
