"""What a computer does with flasks, nets and empty hands."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arbitro.rulesets.pathfinder import RULESET
from arbitro.rulesets.pathfinder.skirmish import MISSILES, random_skirmish
from arbitro.rulesets.pathfinder.tactics import blind_ideas, corner_ideas, quick_deed
from tests.pathfinder.field import Field

ACID = "ampolla-di-acido"


def held(thing: str) -> dict[str, Any]:
    return {"thing": thing, "held": True}


def test_two_foes_at_a_corner_are_worth_a_flask_and_friends_beside_them_are_not() -> None:
    thrower = {"at": "a3", "items": [held(ACID)]}
    foes = {"b1": {"at": "d3"}, "b2": {"at": "e4"}}
    field = Field({"a1": thrower}, foes)
    assert quick_deed(field.game, "a1") == ("hurl", ACID, "e4"), "the corner between d3 and e4"
    crowded = Field({"a1": thrower, "a2": {"at": "d4"}}, foes)
    assert corner_ideas(crowded.game, "a1") == []


def test_a_flask_flies_at_whom_no_friend_stands_beside() -> None:
    party = {"a1": {"at": "a3", "items": [held(ACID)]}, "a2": {"at": "d4"}, "a3": {"at": "d2"}}
    field = Field(party, {"b1": {"at": "d3"}, "b2": {"at": "c6"}})
    assert quick_deed(field.game, "a1") == ("shoot", ACID, "b2")


@pytest.mark.parametrize(("me", "deed"), [
    ({"items": [{"thing": "spada-lunga", "held": False}, {"thing": "borsa-per-componenti", "held": True}]}, "draw"),
    ({"items": [{"thing": ACID, "held": False}, {"thing": "borsa-per-componenti", "held": True}]}, "take_out"),
    ({"conditions": ["fuoco-addosso"], "items": ["spada-lunga"]}, "extinguish"),
])  # fmt: skip
def test_an_empty_hand_is_filled_and_flames_are_put_out(me: dict[str, Any], deed: str) -> None:
    field = Field({"a1": {"at": "a3", **me}}, {"b1": {"at": "h3"}})
    assert quick_deed(field.game, "a1")[0] == deed


def test_who_vanished_is_sought_where_it_was_last() -> None:
    foe = {"at": "d3", "conditions": ["invisibile"]}
    field = Field({"a1": {"at": "c3", "items": ["spada-lunga"]}}, {"b1": foe})
    assert blind_ideas(field.game, "a1")[0] == ("strike_square", "spada-lunga", "d3")
    assert quick_deed(field.game, "a1") == ("strike_square", "spada-lunga", "d3")


def test_random_battles_have_something_to_throw() -> None:
    found = set()
    for seed in range(30):
        for side in random_skirmish(Random(seed), RULESET.library)["sides"]:
            for member in side["members"]:
                found |= {one if isinstance(one, str) else one["thing"] for one in member.get("items", ())[:2]}
    assert found == set(MISSILES)
