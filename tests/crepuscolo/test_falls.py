"""Crevices, drops and falls in play (CDC-TAB-16 to -20)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    ConditionWarded,
    DiceRolled,
    Died,
    Fell,
    Hurt,
    Moved,
    WasLost,
)
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import trial

FOE = {"at": (55, 55)}
FRIEND = {"at": (2, 55)}


def tower(height: float, **more: Any) -> dict[str, Any]:
    """A block of 10 by 10 cm whose east face is at x = 20."""
    return {"id": "tower", "rect": [10, 25, 10, 10], "height": height, "crossing": "vaultable", **more}


def on_tower(
    rise: float, /, *dice: int, terrain: Sequence[dict[str, Any]] = (), z: float | None = None, **me: Any
) -> Field:
    """a1 on a tower, 2 cm from its east edge."""
    fighters = {"a1": {"at": (18, 30), "z": rise if z is None else z, **me}, "a2": FRIEND, "b1": FOE}
    return Field(fighters, terrain=[tower(rise), *terrain], dice=dice)


def crevice(x: float, w: float) -> dict[str, Any]:
    return {"id": "crack", "rect": [x, 0, w, 60], "kinds": ["crevice"]}


def over(field: Field, x: float = 25) -> None:
    """a1 walks east over the edge with its d6."""
    field.act("a1", "move", die=6)
    field.to(x, 30)


# crevices


@pytest.mark.rule("CDC-TAB-16.1", "CDC-TAB-16.2", "CDC-TAB-18.1", "CDC-TAB-18.2")
def test_over_the_edge_of_a_crevice() -> None:
    """Resistenza 9 and a full armour do not help; nothing is rolled for damage, no marker lies there."""
    fighters = {"a1": {"at": (10, 30), "res": 9, "items": ["CDC-EQ-57"]}, "a2": FRIEND, "b1": FOE}
    field = Field(fighters, terrain=[crevice(14, 0.5)], dice=[5])
    over(field)
    assert field.the(Fell).where == "crevice" and field.the(Fell).rules == ("CDC-TAB-16.2",)
    lost = field.the(WasLost)
    assert (lost.it, lost.why, lost.rules) == ("a1", "crevice", ("CDC-TAB-18.1",))
    assert field.figure("a1").status == "lost" and field.state.corpses == ()
    assert len(field.all(DiceRolled)) == 1 and field.all(Hurt) == []
    assert "a1" not in field.offered()
    field.done()


@pytest.mark.rule("CDC-TAB-16.2")
def test_up_to_the_edge_and_across_by_a_jump() -> None:
    field = Field({"a1": {"at": (10, 30)}, "b1": FOE}, terrain=[crevice(14, 0.5)], dice=[2, 5])
    field.act("a1", "move", die=6)
    field.to(13, 30)
    field.act("a1", "jump", die=8)
    field.answer(0)
    assert field.at("a1") == (18, 30) and field.all(Fell) == []
    field.done()


@pytest.mark.rule("CDC-TAB-18.3")
def test_who_is_lost_is_dead_for_counts_but_not_killed() -> None:
    """A rule about killed fighters does nothing; the battle is over, since nobody of a is left."""
    wake = {"at": {"killed": [{"damage": 1, "to": "me"}], "lost": [{"heal": 1, "to": "me"}]}}
    fighters = {"a1": {"at": (10, 30)}, "b1": {**FOE, "life": 3, "abilities": ["X-1"]}}
    field = trial({"X-1": wake}, fighters, terrain=[crevice(14, 3)], dice=[4])
    over(field, 20)
    assert field.figure("b1").life == 4 and field.all(Died) == []
    assert field.state.result == "b"
    field.done()


# drops


@pytest.mark.rule("CDC-TAB-17.1", "CDC-TAB-17.2", "CDC-TAB-17.5", "CDC-TAB-17.6", "CDC-TAB-19.1", "CDC-TAB-19.2")
def test_over_a_drop_in_the_course_of_a_move() -> None:
    """A 4 would give 12 cm; after 2 the edge comes, 9 cm high: 3 damage, at its foot, and the rest is lost."""
    field = on_tower(9, 4)
    over(field, 30)
    figure = field.figure("a1")
    assert (figure.life, figure.z, figure.conditions) == (2, 0, ("A Terra",))
    x, y = field.at("a1")
    assert 21.25 <= x <= 21.26 and y == 30
    fell, hurt = field.the(Fell), field.the(Hurt)
    assert (fell.height, fell.rules) == (9_000, ("CDC-TAB-17.2",))
    assert (hurt.amount, hurt.action, hurt.rules) == (3, "fall", ("CDC-TAB-19.2",))
    assert field.the(ConditionGained).rules == ("CDC-TAB-19.1",)
    assert field.offered("a1") == ("stand",)
    field.done()


@pytest.mark.rule("CDC-TAB-17.3")
@pytest.mark.parametrize(("drop", "falls"), [(True, True), (None, True), (False, False)])
def test_which_edges_are_drops_is_agreed(drop: bool | None, falls: bool) -> None:
    fighters = {"a1": {"at": (18, 30), "z": 9}, "b1": FOE}
    field = Field(fighters, terrain=[tower(9, drop=drop) if drop is not None else tower(9)], dice=[4])
    over(field)
    assert bool(field.all(Fell)) is falls and field.figure("a1").z == 0
    assert falls or field.at("a1") == (25, 30)


@pytest.mark.rule("CDC-TAB-17.4")
def test_stepping_off_what_one_could_vault_is_no_fall() -> None:
    field = on_tower(3, 4)
    over(field)
    assert field.at("a1") == (25, 30) and field.figure("a1").z == 0
    assert field.all(Fell) == [] and field.figure("a1").conditions == ()


@pytest.mark.rule("CDC-TAB-17.4")
def test_climbing_down_and_vaulting_are_no_falls() -> None:
    down = on_tower(6, 3, at=(18.5, 30))
    down.act("a1", "descend", "tower", die=6)
    if down.asked == "spot":
        down.answer(down.offered()[0])
    assert down.figure("a1").z == 0 and down.all(Fell) == []
    wall = {"id": "wall", "rect": [20, 25, 1, 10], "height": 3, "crossing": "vaultable"}
    across = Field({"a1": {"at": (18.5, 30)}, "b1": FOE}, terrain=[wall])
    across.act("a1", "vault", "wall", die=4)
    across.to(22.5, 30)
    assert across.at("a1") == (22.5, 30) and across.all(Fell) == []


@pytest.mark.rule("CDC-TAB-17.7", "CDC-TAB-19.4")
def test_a_vault_that_leads_over_an_edge() -> None:
    """A parapet on the rim of a tower of 12 cm: 12 / 3 is 4, one less for a vault."""
    parapet = {"id": "parapet", "rect": [19.5, 25, 0.5, 10], "height": 1, "crossing": "vaultable", "base_height": 12}
    fighters = {"a1": {"at": (18, 30), "z": 12}, "b1": FOE}
    field = Field(fighters, terrain=[tower(12), parapet])
    field.act("a1", "vault", "parapet", die=4)
    field.to(21.5, 30)
    assert field.the(Fell).height == 12_000
    assert field.figure("a1").life == 2 and "CDC-TAB-19.4" in field.the(Hurt).rules
    assert field.figure("a1").prone and field.figure("a1").z == 0


@pytest.mark.rule("CDC-TAB-19.4", "CDC-TAB-19.8")
@pytest.mark.parametrize(("height", "amount"), [(9, 2), (11.9, 2), (12, 3)])
def test_a_jump_over_an_edge_hurts_one_less(height: float, amount: int) -> None:
    field = on_tower(height, 6)
    field.act("a1", "jump", die=6)
    field.answer(0)
    assert field.at("a1") == (24, 30)
    assert field.figure("a1").life == 5 - amount and field.figure("a1").conditions == ("A Terra",)
    field.done()


# damage of falls


@pytest.mark.rule("CDC-TAB-20.1", "CDC-TAB-19.1", "CDC-TAB-19.2")
def test_the_example_of_the_book() -> None:
    """3 cm tall, 30 cm down: 10 damage, and A Terra."""
    field = on_tower(30, 4, res=11)
    over(field)
    assert field.the(Hurt).amount == 10 and field.figure("a1").life == 1 and field.figure("a1").prone


@pytest.mark.rule("CDC-TAB-19.2", "CDC-TAB-19.3", "CDC-TAB-19.5")
@pytest.mark.parametrize(
    ("fell", "tall", "crouched", "amount"),
    [(8.9, 3, False, 2), (10, 2.5, False, 4), (9, 3, True, 2), (8.9, 3, True, 1), (13.4, 3, True, 2)],
)
def test_height_by_height_rounded_down(fell: float, tall: float, crouched: bool, amount: int) -> None:
    """Crouching counts 3 cm as 4.5: 9 cm are 2 damage, 8.9 only 1."""
    field = on_tower(fell, 4, height=round(tall * 1000), crouched=crouched)
    over(field)
    assert field.the(Hurt).amount == amount


@pytest.mark.rule("CDC-TAB-19.6", "CDC-TAB-19.7")
def test_a_fall_without_damage_still_knocks_down() -> None:
    """A jump off 4 cm: 1 less 1 is nothing; off a marked edge of 2 cm 0 less 1 is no healing."""
    field = on_tower(4, 4, life=3)
    field.act("a1", "jump", die=6)
    field.answer(0)
    assert field.figure("a1").life == 3 and field.figure("a1").conditions == ("A Terra",) and field.all(Hurt) == []
    bank = {**tower(2), "crossing": "passable", "kinds": ["platform"], "drop": True}
    low = Field({"a1": {"at": (18, 30), "z": 2, "life": 3}, "b1": FOE}, terrain=[bank], dice=[4])
    low.act("a1", "jump", die=6)
    low.answer(0)
    assert low.figure("a1").life == 3 and low.the(Fell).height == 2_000 and low.figure("a1").prone


@pytest.mark.rule("CDC-TAB-19.8", "CDC-TAB-19.5")
@pytest.mark.parametrize(("height", "amount"), [(11, 1), (12, 2), (15, 2), (18, 3)])
def test_thrown_down_is_halved_and_rounded_once(height: float, amount: int) -> None:
    """15 / 3 / 2 is 2.5; 11 / 3 / 2 is 1.83, where rounding twice would give 1 too, and 18 / 3 / 2 is 3."""
    field = on_tower(height)
    field.act("a1", "throw_down", "tower", die=4)
    assert field.the(Hurt).amount == amount and field.figure("a1").prone
    assert "CDC-ACT-15.4" in field.the(Hurt).rules


@pytest.mark.rule("CDC-TAB-19.9", "CDC-CND-08.4")
def test_immunity_to_falls_leaves_the_knock() -> None:
    cat, rock = {"always": [{"immune": ["fall"]}]}, {"always": [{"immune": ["A Terra"]}]}
    for own, hurt, prone in (("X-1", 0, True), ("X-2", 3, False)):
        fighters = {"a1": {"at": (18, 30), "z": 9, "abilities": [own]}, "b1": FOE}
        field = trial({"X-1": cat, "X-2": rock}, fighters, terrain=[tower(9)], dice=[4])
        over(field)
        assert (field.figure("a1").life, field.figure("a1").prone) == (5 - hurt, prone)
    both = trial(
        {"X-1": cat, "X-2": rock},
        {"a1": {"at": (18, 30), "z": 9, "abilities": ["X-1", "X-2"]}, "b1": FOE},
        terrain=[tower(9)],
        dice=[4],
    )
    over(both)
    assert both.figure("a1").conditions == () and both.all(Hurt) == []
    assert both.the(ConditionWarded).rules == ("CDC-CND-08.4", "X-2")
    assert both.offered("a1") != ("stand",), "on its feet, it goes on"


@pytest.mark.rule("CDC-TAB-17.2", "CDC-DMG-02.2")
def test_a_deadly_fall_leaves_a_corpse_at_the_foot() -> None:
    field = on_tower(15, 4)
    over(field)
    (corpse,) = field.state.corpses
    assert corpse.id == "a1" and corpse.z == 0 and 21_250 <= corpse.x <= 21_260
    assert field.all(ConditionGained) == [] and len(field.all(Moved)) == 1
