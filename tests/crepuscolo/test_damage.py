"""Damage, armour and death (CDC-DMG-01 to -04)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import Finished
from arbitro.rulesets.crepuscolo.events import ArmourWorn, DiceLost, Died, Healed, Hurt, Moved, Unharmed, WasLost
from arbitro.rulesets.crepuscolo.state import Corpse
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import trial

SPARE = {"at": (50, 50)}
"""Somebody of the other side who keeps the battle going."""


def duel(attacker: dict[str, Any], victim: dict[str, Any], *dice: int, **records: dict[str, Any]) -> Field:
    """a1 beside b1, both in contact; b2 far away."""
    fighters = {"a1": {"at": (10, 10), **attacker}, "b1": {"at": (12.5, 10), **victim}, "b2": SPARE}
    return trial({key.replace("_", "-"): value for key, value in records.items()}, fighters, dice=dice)


@pytest.mark.rule("CDC-DMG-01.1")
@pytest.mark.parametrize(("dan", "left"), [(1, 4), (2, 3), (4, 1)])
def test_each_point_lowers_resistenza_by_one(dan: int, left: int) -> None:
    field = duel({"dan": dan}, {}, 5)
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").life == left and field.the(Hurt).amount == dan
    field.done()


@pytest.mark.rule("CDC-DMG-01.2", "CDC-DMG-01.3", "CDC-DMG-02.1", "CDC-DMG-02.2")
def test_resistenza_stops_at_nothing_and_the_fighter_dies() -> None:
    field = duel({"dan": 9}, {"life": 2}, 5)
    field.act("a1", "melee", "b1", die=8)
    dead = field.figure("b1")
    assert (dead.life, dead.status) == (0, "dead")
    assert field.the(Died).rules == ("CDC-DMG-02.1",)
    assert field.state.corpses == (Corpse("b1", 12_500, 10_000, 0),)
    assert [f.id for f in field.state.on_table()] == ["a1", "b2"]
    assert field.state.result == ""
    field.done()


@pytest.mark.rule("CDC-DMG-02.1")
def test_one_point_left_is_alive() -> None:
    field = duel({"dan": 4}, {}, 5)
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").life == 1 and field.all(Died) == []
    field.done()


@pytest.mark.rule("CDC-DMG-02.2")
def test_a_corpse_blocks_neither_way_nor_sight() -> None:
    fighters = {
        "a1": {"at": (10, 10), "items": ["CDC-EQ-22"]},
        "b1": {"at": (12.5, 10), "life": 1},
        "b2": {"at": (25, 10)},
    }
    field = Field(fighters, dice=[5, 2])
    assert field.offered("a1", "shot") == (), "engaged"
    field.act("a1", "melee", "b1", die=8)
    assert field.offered("a1", "shot", "CDC-EQ-22") == ("b2",)
    field.act("a1", "move", die=6)
    field.to(12.5, 10)
    assert field.at("a1") == (12.5, 10)
    field.done()


@pytest.mark.rule("CDC-DMG-01.4")
def test_healing_stops_at_the_start() -> None:
    balm = {"kind": "AG", "do": [{"heal": 9}]}
    field = duel({}, {"life": 2, "abilities": ["X-1"]}, X_1=balm)
    field.answer(("pass",))
    field.act("b1", "ability", "X-1")
    assert field.the(Healed).amount == 3 and field.figure("b1").life == 5
    field.act("b1", "ability", "X-1")
    assert len(field.all(Healed)) == 1, "nothing more to recover"
    stout = duel({}, {"life": 4, "items": ["CDC-EQ-75"], "abilities": ["X-1"]}, X_1=balm)
    stout.answer(("pass",))
    stout.act("b1", "ability", "X-1")
    assert stout.figure("b1").life == 6, "5 of its profile and 1 of its pendant"


@pytest.mark.rule("CDC-DMG-02.3")
def test_who_is_killed_outright_leaves_a_corpse_too() -> None:
    doom = {"kind": "A", "target": {"one": "foes(me, 5)"}, "do": [{"kill": "target"}]}
    field = duel({"abilities": ["X-1"]}, {"items": ["CDC-EQ-57"]}, X_1=doom)
    field.act("a1", "ability", "X-1", "b1", die=4)
    dead = field.figure("b1")
    assert (dead.status, dead.life, dead.armour) == ("dead", 5, 3), "neither Resistenza nor armour matter"
    assert [c.id for c in field.state.corpses] == ["b1"] and field.all(Hurt) == []


@pytest.mark.rule("CDC-DMG-02.4", "CDC-DMG-02.5")
def test_who_is_lost_leaves_none() -> None:
    crack = {"id": "crack", "rect": [14, 0, 2, 60], "kinds": ["crevice"]}
    field = Field({"a1": {"at": (10, 10)}, "a2": SPARE, "b1": {"at": (30, 30)}}, terrain=[crack], dice=[4])
    field.act("a1", "move", die=6)
    field.to(20, 10)
    assert field.the(WasLost).why == "crevice" and field.figure("a1").status == "lost"
    assert field.state.corpses == () and field.all(Died) == []
    assert field.the(DiceLost).dice == (4, 8)
    field.done()


@pytest.mark.rule("CDC-DMG-02.5")
def test_dice_are_lost_after_what_uses_them_at_death() -> None:
    spite = {"at": {"killed": [{"damage": "dice(me)", "to": "actor", "when": "it is me"}]}}
    field = duel({}, {"life": 1, "dice": (6, 8), "abilities": ["X-1"]}, 5, X_1=spite)
    events = field.act("a1", "melee", "b1", die=8)
    assert field.figure("a1").life == 3, "the two dice still counted"
    kinds = [type(e).__name__ for e in events if isinstance(e, Died | Hurt | DiceLost)]
    assert kinds == ["Hurt", "Died", "Hurt", "DiceLost"]
    lost = field.the(DiceLost)
    assert (lost.it, lost.dice, lost.rules) == ("b1", (6, 8), ("CDC-DMG-02.5",)) and field.figure("b1").dice == ()
    field.done()


# armour


@pytest.mark.rule("CDC-DMG-03.1", "CDC-DMG-03.2", "CDC-DMG-03.3", "CDC-DMG-03.4")
def test_armour_takes_a_point_off_each_hit_until_it_is_worn_out() -> None:
    field = duel({"dan": 2, "dice": (8, 8, 8)}, {"items": ["CDC-EQ-33"]}, 5, 5, 5)
    seen = []
    for _ in range(3):
        field.act("a1", "melee", "b1", die=8)
        seen.append((field.figure("b1").life, field.figure("b1").armour))
    assert seen == [(4, 1), (3, 0), (1, 0)]
    assert [(e.saved, e.lost, e.rules) for e in field.all(ArmourWorn)] == [(1, 1, ("CDC-DMG-03.3",))] * 2
    field.done()


@pytest.mark.rule("CDC-DMG-03.3")
def test_armour_never_heals_and_is_not_worn_by_nothing() -> None:
    """Protezione 2 against 1 point; then a hit of no damage at all."""
    worn = {"items": ["CDC-EQ-33"], "upgrades": [{"item": "CDC-EQ-79", "to": "CDC-EQ-33"}]}
    field = duel({"dice": (8, 8)}, {**worn, "life": 3}, 5, 5)
    field.act("a1", "melee", "b1", die=8)
    assert (field.figure("b1").life, field.figure("b1").armour) == (3, 1)
    assert field.the(ArmourWorn).saved == 1 and field.the(Unharmed).why == "armour"
    field.figure("a1").dan = 0
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").armour == 1
    field.done()


@pytest.mark.rule("CDC-DMG-03.3")
def test_armour_counts_against_shots_abilities_and_items_of_others() -> None:
    curse = {"kind": "A", "target": {"one": "foes(me, 20)"}, "do": [{"damage": 2}]}
    fighters = {
        "a1": {"at": (10, 10), "items": ["CDC-EQ-22"], "abilities": ["X-1", "X-EQ-1"]},
        "b1": {"at": (20, 10), "items": ["CDC-EQ-57"]},
    }
    field = trial({"X-1": curse, "X-EQ-1": curse}, fighters, dice=[5])
    field.act("a1", "shot", "CDC-EQ-22", "b1", die=6)
    assert (field.figure("b1").life, field.figure("b1").armour) == (5, 2)
    field.act("a1", "ability", "X-1", "b1", die=4)
    assert (field.figure("b1").life, field.figure("b1").armour) == (4, 1)
    field.act("a1", "ability", "X-EQ-1", "b1", die=8)
    assert (field.figure("b1").life, field.figure("b1").armour) == (3, 0)
    assert [e.action for e in field.all(Hurt)] == ["ability", "item"]
    field.done()


@pytest.mark.rule("CDC-DMG-03.5")
def test_armour_is_of_no_use_against_the_ground_conditions_and_oneself() -> None:
    tower = {"id": "tower", "rect": [5, 5, 10, 10], "height": 9, "crossing": "vaultable"}
    lava = {"id": "lava", "rect": [30, 0, 30, 60], "kinds": ["extremely_dangerous"]}
    oath = {"kind": "AG", "do": [{"damage": 1, "to": "me", "as_own": "yes"}]}
    fighters = {
        "a1": {"at": (13, 10), "z": 9, "res": 9, "items": ["CDC-EQ-57"], "abilities": ["X-1"], "dice": (8, 8)},
        "a2": {"at": (35, 40), "items": ["CDC-EQ-57"], "conditions": ["Veleno"]},
        "b1": {"at": (50, 5)},
    }
    field = trial({"X-1": oath}, fighters, terrain=[tower, lava], dice=[3, 1])
    field.act("a1", "move", die=8)
    field.to(22, 10)
    assert field.figure("a1").life == 6, "9 cm by a figure of 3 cm"
    field.act("a1", "stand", die=8)
    assert field.refusal(("a1", "ability", "X-1")) is None
    field.act("a1", "ability", "X-1")
    assert field.figure("a1").life == 5
    field.act("a2", "move", die=4)
    field.to(37, 40)
    assert field.figure("a2").life == 3, "Veleno on the 1, and the lava"
    assert field.figure("a1").armour == field.figure("a2").armour == 3 and field.all(ArmourWorn) == []
    field.done()


@pytest.mark.rule("CDC-DMG-03.6", "CDC-DMG-03.7")
def test_effects_on_a_hit_and_effects_on_damage() -> None:
    torch = {"at": {"struck": [{"inflict": "Fuoco", "to": "target", "when": "actor is me"}]}}
    venom = {"at": {"damaged": [{"inflict": "Veleno", "to": "it", "when": "actor is me"}]}}
    armed = {"abilities": ["X-1", "X-2"], "dice": (8, 8)}
    field = duel(armed, {"items": ["CDC-EQ-27"]}, 5, 5, X_1=torch, X_2=venom)
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").life == 5 and field.figure("b1").conditions == ("Fuoco",)
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").life == 4 and field.figure("b1").conditions == ("Fuoco", "Veleno")
    field.done()


# the order of the sum

DOUBLE = {"always": [{"modify": "damage", "times": 200, "when": "actor is me and critical"}]}
BLADE = {
    "always": [
        {"modify": "dan", "by": 1},
        {"modify": "damage", "by": 1, "step": "extra", "when": "actor is me and critical"},
    ]
}
TALISMAN = {
    "always": [{"modify": "taken", "by": -1, "when": "it is me"}, {"modify": "taken", "floor": 1, "when": "it is me"}]
}
CHARM = {"at": {"damage": [{"change": "harm.amount", "by": -1, "when": "it is me"}]}}


@pytest.mark.rule(
    "CDC-DMG-04.1", "CDC-DMG-04.2", "CDC-DMG-04.3", "CDC-DMG-04.4", "CDC-DMG-04.5", "CDC-DMG-04.6", "CDC-DMG-04.7"
)
def test_the_order_of_the_sum() -> None:
    """(1 + 1) doubled is 4, one more 5; talisman 4, armour 3, charm 2 off Resistenza."""
    mine, theirs = {"abilities": ["X-1", "X-2"]}, {"abilities": ["X-3", "X-4"], "items": ["CDC-EQ-27"]}
    field = duel(mine, theirs, 8, X_1=DOUBLE, X_2=BLADE, X_3=TALISMAN, X_4=CHARM)
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").life == 3 and field.the(Hurt).amount == 2
    assert field.the(ArmourWorn).saved == 1
    for rule in ("X-1", "X-2", "X-3", "X-4"):
        assert rule in field.the(Hurt).rules
    field.done()


@pytest.mark.rule("CDC-DMG-04.4")
def test_the_talisman_leaves_one_point() -> None:
    field = duel({}, {"abilities": ["X-3"]}, 5, X_3=TALISMAN)
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").life == 4
    field.done()


@pytest.mark.rule("CDC-DMG-04.5", "CDC-DMG-04.6")
def test_what_armour_stops_needs_no_charm() -> None:
    """The charm works after armour: of a point that armour takes nothing is left to cancel."""
    charm = {"at": {"damage": [{"change": "harm.amount", "by": -1, "when": "it is me", "limit": "1 per game"}]}}
    field = duel({"dice": (8, 8)}, {"abilities": ["X-4"], "items": ["CDC-EQ-27"]}, 5, 5, X_4=charm)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Unharmed).why == "armour" and field.figure("b1").armour == 0
    field.act("a1", "melee", "b1", die=8)
    assert [e.why for e in field.all(Unharmed)] == ["armour", "X-4"] and field.figure("b1").life == 5
    field.done()


@pytest.mark.rule("CDC-DMG-04.1")
def test_a_shot_does_the_damage_of_its_weapon() -> None:
    """Danno 4 of the shooter is for its arm, not for its bow."""
    field = Field({"a1": {"at": (10, 10), "dan": 4, "items": ["CDC-EQ-22"]}, "b1": {"at": (30, 10)}}, dice=[5])
    field.act("a1", "shot", "CDC-EQ-22", "b1", die=6)
    assert field.the(Hurt).amount == 1
    field.done()


@pytest.mark.rule("CDC-DMG-02.1")
def test_the_last_death_ends_the_battle() -> None:
    field = Field({"a1": {"at": (10, 10)}, "b1": {"at": (12.5, 10), "life": 1}}, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Finished).result == "a" and field.asked == ""
    assert field.all(Moved) == []
    field.done()
