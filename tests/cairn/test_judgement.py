"""What an opponent that searches knows of a fight: whom to strike, and how the fight stands."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.cairn.state import Encounter
from tests.cairn.table import Table

SWORD: dict[str, Any] = {"items": ["spada"]}
FRAIL: dict[str, Any] = {"pf": 1, "forza": 1, "items": ["spada"]}


def considered(table: Table) -> Any:
    game = table.game
    assert game.pending is not None
    return game.ruleset.considered(game, "a", game.pending)


def promise(party: dict[str, dict[str, Any]], foes: dict[str, dict[str, Any]]) -> int:
    table = Table(party, foes)
    return table.game.ruleset.promise(table.game, "a")


@pytest.mark.rule("CRN-ATK-02.1")
def test_a_second_blow_goes_where_the_first_does_not_count() -> None:
    table = Table({"a1": SWORD, "a2": SWORD}, {"b1": FRAIL, "b2": FRAIL})
    assert considered(table)[0] == "a1"
    table.act("a1", "attack", "spada", "b1")
    assert considered(table) == ("a2", "attack", "spada", "b2")


@pytest.mark.rule("CRN-ARM-01.1")
def test_a_blow_goes_where_less_armour_is_in_the_way_and_with_the_better_weapon() -> None:
    foes = {"b1": {**SWORD, "armour": 3}, "b2": SWORD}
    table = Table({"a1": {"items": ["pugnale", "spadone"]}}, foes)
    assert considered(table) == ("a1", "attack", "spadone", "b2")


def test_of_two_alike_the_one_that_strikes_harder_is_struck_first() -> None:
    table = Table({"a1": SWORD}, {"b1": {"items": ["pugnale"]}, "b2": {"items": ["spadone"]}})
    assert considered(table)[3] == "b2"


def test_how_a_fight_stands_is_alike_for_both_sides_and_victory_is_more_than_any_lead() -> None:
    assert promise({"a1": {**SWORD, "pf": 10}}, {"b1": SWORD}) == 0
    lead = promise({"a1": SWORD, "a2": SWORD}, {"b1": FRAIL})
    table = Table({"a1": SWORD}, {"b1": FRAIL})
    seen = [table.game.ruleset.promise(table.game, seat) for seat in "ab"]
    assert seen[0] == -seen[1] > 0
    stake = table.game.ruleset.stake
    assert isinstance(table.game.state, Encounter)
    table.game.state.result = "a"
    assert lead <= stake // 2 < table.game.ruleset.promise(table.game, "a") == stake


def test_who_lies_paralysed_threatens_less() -> None:
    free, bound = ({"b1": {**SWORD, "conditions": found}} for found in ([], ["paralizzato"]))
    assert promise({"a1": SWORD}, bound) > promise({"a1": SWORD}, free)
