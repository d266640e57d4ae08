"""What an opponent that searches knows of a fight: whom to strike, and how the fight stands."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.analysis.weighing import weigh
from arbitro.content.measures import Measure
from arbitro.rulesets.cairn.state import Encounter
from arbitro.rulesets.cairn.tactics import best_attack, expected
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


GLASS = "scheggia-di-vuoto"
"""A weapon of d8 in the other hand."""


@pytest.mark.rule("CRN-ATK-02.1", "CRN-MOD-05.1")
@pytest.mark.parametrize(
    ("me", "weapon", "foe"),
    [
        ({"monster": "troll"}, "troll-artigli", {}),
        ({"monster": "troll"}, "troll-artigli", {"armour": 2}),
        ({"items": ["spada", GLASS]}, f"spada+{GLASS}", {"armour": 1}),
        ({"items": ["spada", "pugnale"]}, "spada+pugnale", {"armour": 3}),
        ({"items": ["pugnale"]}, "pugnale", {"conditions": ["paralizzato"]}),
        ({"items": ["pugnale"], "conditions": ["accecato"]}, "pugnale", {}),
    ],
)
def test_the_quick_opponent_expects_of_a_blow_what_the_rules_give(
    me: dict[str, Any], weapon: str, foe: dict[str, Any]
) -> None:
    """To a hundredth, of one die, of the best of two, of a d12 or a d4."""
    table = Table({"a1": {**me, "pf": 10}}, {"b1": {**foe, "pf": 40}})
    action = "dual" if "+" in weapon else "attack"
    game, branch = table.game, ("a1", action, weapon, "b1")
    path = next(value for value in game.form("a").leads() if isinstance(value, tuple) and value[:4] == branch)
    mean = weigh(game, path, seat="a").mean(Measure("damage", "b1"))
    assert expected(game, table.figure("a1"), weapon, "b1") == round(100 * mean) > 0


def test_two_dice_are_preferred_to_a_larger_one_where_they_take_more() -> None:
    """The better of two d8 is 5.81 on average, of a d10 5.5."""
    table = Table({"a1": {"items": ["spada", GLASS, "spadone"]}}, {"b1": SWORD})
    best = best_attack(table.game, table.figure("a1"))
    assert best is not None and best[1:4] == ("dual", f"spada+{GLASS}", "b1")
    table = Table({"a1": {"items": ["spada", "pugnale", "spadone"]}}, {"b1": SWORD})
    best = best_attack(table.game, table.figure("a1"))
    assert best is not None and best[1:4] == ("attack", "spadone", "b1"), "d8 and d6: 5.23"
