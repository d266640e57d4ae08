"""Every outcome of the dice by one game that is played again and again: nothing of one branch is left in the next."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from arbitro.engine.asks import Answer
from arbitro.engine.branches import Branches
from arbitro.engine.game import Game
from arbitro.engine.odds import happenings, odds
from arbitro.engine.save import encode
from arbitro.engine.state import State
from tests.engine.toy import Hurt, Toy, start, toy_state

LUCKY = {"LUCKY": {"moment": "rolled", "when": "actor is me", "do": [{"reroll": "throw"}]}}
STRIKE = ("a1", "strike", "b1")


def hp(state: State) -> int:
    assert isinstance(state, Toy)
    return state.pieces["b1"].hp


def on_a_six(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"SIX": {"at": {"rolled": [{"if": "throw.face == 6", "then": list(parts)}]}}}


@pytest.mark.parametrize(
    ("records", "more", "hits"),
    [
        (on_a_six({"modify": "need", "by": -3, "when": "actor is me"}), {}, 3),
        (on_a_six({"hurt": 9, "to": "'a2'"}), {"a2": {"traits": ["BANNER"]}}, 4),
    ],
    ids=["an effect began", "a bearer of lines died"],
)
def test_what_one_face_brings_about_is_not_there_when_another_falls(
    records: dict[str, Any], more: dict[str, Any], hits: int
) -> None:
    records["BANNER"] = {"always": [{"aura": 9, "of": "allies", "gives": [{"modify": "need", "by": -1}]}]}
    game = start({"a1": {"traits": ["SIX"]}, "b1": {}} | more, records=records)
    assert game.pending is not None
    found = odds(game, Answer(game.pending.id, "a", STRIKE), watch=hp)
    assert found.outcomes == {4: Fraction(hits, 6), 5: Fraction(6 - hits, 6)}


def test_what_was_answered_before_a_die_is_answered_once() -> None:
    asked: list[str] = []

    def policy(game: Game) -> Any:
        assert game.pending is not None
        asked.append(game.pending.kind)
        return STRIKE if game.pending.kind == "action" else ("LUCKY", "a1")

    game = start({"a1": {"traits": ["LUCKY"]}, "b1": {}}, records=LUCKY)
    found = odds(game, None, watch=hp, policy=policy)
    # the action is chosen once for all six faces, and whether to roll a 2 or a 3 again once for all that then fall
    assert asked == ["action", "respond", "respond"] and found.leaves == 4 + 2 * 6
    assert found.outcomes == {4: Fraction(2, 3), 5: Fraction(1, 3)}


def test_the_states_at_the_ends_of_branches_are_their_own() -> None:
    game = start()
    assert game.pending is not None
    before, branches = encode(game.state), Branches(game, log=True)
    ends: list[tuple[Toy, bytes, Fraction]] = []
    while branches.open:
        branches.play(branches.open.pop())
        if not ends:
            branches.game.choose(STRIKE)
        branches.close()
        assert len([one for one in branches.events if isinstance(one, Hurt)]) == 5 - hp(branches.game.state)
        ends.append((toy_state(branches.game), encode(branches.game.state), branches.weight))
    assert [encode(state) for state, _, _ in ends] == [data for _, data, _ in ends]
    assert sum(weight for _, _, weight in ends) == 1 and encode(game.state) == before


def test_what_happens_and_what_is_left_are_the_same_odds() -> None:
    game = start({"a1": {"traits": ["LUCKY"]}, "b1": {}}, records=LUCKY)
    assert game.pending is not None
    volley = Answer(game.pending.id, "a", ("a1", "volley", "b1"))

    def lost(events: Any, state: State) -> int:
        return 5 - sum(one.amount for one in events if isinstance(one, Hurt))

    found, left = happenings(game, volley, read=lost), odds(game, volley, watch=hp)
    assert found.outcomes == left.outcomes and found.leaves == left.leaves == 6 * 11 * 4
