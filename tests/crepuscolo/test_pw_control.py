"""Powers that give another player the orders, or bind whom a player may act with (CDC-PW-083, -087, -108, -109)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import HitLanded, PointsChanged
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at

MIND = (("concentrazione", 3),)
DREAM = (("illusione", 3),)


def mind(spell: str, *faces: int, points: Any = MIND, **others: dict[str, Any]) -> Field:
    """`a1` knows a power; `b1` stands 4 cm away unless said."""
    fighters = {"a1": at(10, abilities=[spell], points=points), "b1": at(16.5), **others}
    return Field(dict(sorted(fighters.items())), dice=faces)


@pytest.mark.rule("CDC-PW-083.1", "CDC-PW-083.2", "CDC-PW-083.3")
def test_an_imperious_order_makes_a_fighter_act_once_with_its_own_dice() -> None:
    field = mind("CDC-PW-083", 4, 5, b2=at(20))
    assert field.offered("a1", "power", "CDC-PW-083") == ("b1",), "b2 stands 7.5 cm away"
    field.act("a1", "power", "CDC-PW-083", "b1", die=4, others=(6,))
    assert field.the(PointsChanged).by == -2
    assert field.asked == "order_action" and field.game.pending.seats == ("a",)
    assert "melee" in field.offered("b1") and field.offered() == ("b1",)
    field.act("b1", "melee", "b2", die=8)
    assert field.the(HitLanded).target == "b2" and field.figure("b1").dice == (4, 6)
    assert field.state.hand_total == 4 + 5, "dice rolled at his orders count in his hand"
    assert field.asked == "action" and field.offered() == ("pass", "a1"), "the orders are over"
    field.done()


@pytest.mark.rule("CDC-PW-087.1", "CDC-PW-087.2", "CDC-PW-087.3")
def test_mind_control_lasts_for_the_hand_and_keeps_the_company() -> None:
    field = mind("CDC-PW-087", 4, 5, b2=at(20))
    field.act("a1", "power", "CDC-PW-087", "b1", die=4, others=(6,))
    assert field.offered() == ("pass", "a1", "b1")
    assert field.game.controller("b1") == "a" and field.figure("b1").company == "b"
    field.act("b1", "melee", "b2", die=8)
    assert field.the(HitLanded).target == "b2"
    field.answer(("pass",))
    assert field.game.controller("b1") == "b" and field.offered() == ("pass", "b1", "b2")
    field.done()


@pytest.mark.rule("CDC-PW-108.1", "CDC-PW-108.2", "CDC-PW-108.3")
def test_under_idyll_a_fighter_waits_until_all_others_have_spent_their_dice() -> None:
    field = mind("CDC-PW-108", 4, 3, points=DREAM, b2=at(40, dice=(4,)))
    field.act("a1", "power", "CDC-PW-108", "b1", die=4)
    field.answer(("pass",))
    assert field.offered() == ("pass", "b2")
    field.act("b2", "jump", die=4)
    field.answer(0)
    assert field.offered() == ("pass", "b1"), "b2 has no dice left"
    field.done()


@pytest.mark.rule("CDC-PW-109.1", "CDC-PW-109.2", "CDC-PW-109.3")
def test_a_provoked_fighter_alone_may_act_until_its_dice_are_spent() -> None:
    field = mind("CDC-PW-109", 4, 1, points=DREAM, b1=at(16.5, dice=(4,)), b2=at(40))
    field.act("a1", "power", "CDC-PW-109", "b1", die=4)
    field.answer(("pass",))
    assert field.offered() == ("pass", "b1")
    field.act("b1", "jump", die=4)
    field.answer(0)
    assert field.offered() == ("pass", "b2")
    field.done()


@pytest.mark.rule("CDC-PW-108.3", "CDC-PW-109.3")
@pytest.mark.parametrize(("spell", "free"), [("CDC-PW-108", ("b3",)), ("CDC-PW-109", ("b1", "b2"))])
def test_two_under_one_of_them_do_not_wait_for_each_other(spell: str, free: tuple[str, ...]) -> None:
    """b1 and b2 are both under it, b3 is not; of the company of a nobody is bound, and the turn ends it."""
    others = {"a2": at(10, 14, abilities=[spell], points=DREAM), "b2": at(14, 20), "b3": at(30)}
    field = mind(spell, 4, 4, points=DREAM, **others)
    field.act("a1", "power", spell, "b1", die=4)
    field.act("a2", "power", spell, "b2", die=4)
    assert field.offered() == ("pass", "a1", "a2")
    field.answer(("pass",))
    assert field.offered() == ("pass", *free)
    field.answer(("pass",))
    while field.game.pending.seats != ("b",):
        field.answer(("pass",))
    assert field.state.turn == 2 and field.offered() == ("pass", "b1", "b2", "b3")
    field.done()


@pytest.mark.rule("CDC-PW-108.3")
def test_two_under_idyll_act_when_all_others_have_spent_their_dice() -> None:
    others = {"a2": at(10, 14, abilities=["CDC-PW-108"], points=DREAM), "b2": at(14, 20), "b3": at(30, dice=())}
    field = mind("CDC-PW-108", 4, 4, points=DREAM, **others)
    field.act("a1", "power", "CDC-PW-108", "b1", die=4)
    field.act("a2", "power", "CDC-PW-108", "b2", die=4)
    field.answer(("pass",))
    assert field.offered() == ("pass", "b1", "b2"), "neither waits for the other"
    field.done()


@pytest.mark.rule("CDC-PW-109.3", "CDC-PW-108.3")
def test_idyll_gives_way_where_the_two_would_leave_nobody_to_act() -> None:
    field = mind("CDC-PW-109", 4, 4, points=DREAM, a2=at(10, 14, abilities=["CDC-PW-108"], points=DREAM), b2=at(40))
    field.act("a1", "power", "CDC-PW-109", "b1", die=4)
    field.act("a2", "power", "CDC-PW-108", "b1", die=4)
    field.answer(("pass",))
    assert field.offered() == ("pass", "b1")
    field.done()
