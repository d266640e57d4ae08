"""Powers of Ki: what the melee attacks of their user do for the rest of the hand (CDC-PW-092 to -101)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    ArmourWorn,
    DiceGained,
    DiceLost,
    HitLanded,
    Hurt,
    Missed,
    Moved,
    PointsChanged,
)
from tests.crepuscolo.casting import caster, paid, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at

DOCTRINES = [f"CDC-PW-{number:03d}" for number in range(92, 102)]
KI = {"points": (("arcano", 1), ("concentrazione", 1), ("illusione", 1), ("ki", 9))}
LIGHT, AXE, BOW, PISTOLA = "CDC-EQ-27", "CDC-EQ-12", "CDC-EQ-22", "CDC-EQ-41"
"""The light armour has Resistenza 1 and Protezione 1."""
HARD = {"always": [{"modify": "sds", "by": 3, "when": "target is me and action is melee"}]}
SOFT = {"always": [{"modify": "sds", "by": -5, "when": "target is me and action is melee"}]}


@pytest.mark.parametrize("spell", [pytest.param(s, marks=pytest.mark.rule(f"{s}.1")) for s in DOCTRINES])
def test_each_doctrine_costs_a_die_and_a_point_of_ki(spell: str) -> None:
    paid(spell, 1, "ki")


def ki(number: int, *faces: int, me: dict[str, Any] | None = None, **others: Any) -> Field:
    """`a1` has used a doctrine with a d6 (a 4 falls first); `b1` touches it."""
    others.setdefault("b1", at(12.5))
    field = caster(f"CDC-PW-{number:03d}", 4, *faces, me={**KI, **(me or {})}, **others)
    use(field, f"CDC-PW-{number:03d}")
    return field


def strike(field: Field, target: str = "b1", die: int = 8) -> None:
    field.act("a1", "melee", target, die=die)


def wounds(field: Field) -> list[tuple[str, int]]:
    """Who suffered damage, and how much each time."""
    return [(event.it, event.amount) for event in field.all(Hurt)]


def back_in_hand(field: Field) -> None:
    """b1 strikes at a1 in its own hand with a d4 that shows 1, and passes; the next hand of a is in turn 2."""
    assert field.state.effects
    field.answer(("pass",))
    assert field.state.turn == 1 and not field.state.effects, "gone with the hand, not with the turn"
    field.act("b1", "melee", "a1", die=4)
    field.answer(("pass",))
    assert field.state.turn == 2 and field.asked == "action" and field.game.pending.seats == ("a",)


RULES = tuple(f"{doctrine}.2" for doctrine in DOCTRINES)


def untouched(field: Field) -> None:
    """No doctrine has shown: nothing but its own point of Ki is gone, and nobody was moved or gained a die."""
    assert [(e.it, e.kind, e.by) for e in field.all(PointsChanged)] == [("a1", "ki", -1)]
    assert field.all(DiceGained) == field.all(DiceLost) == field.all(Moved) == []
    assert field.asked == "action"
    field.done()


@pytest.mark.rule(*RULES)
@pytest.mark.parametrize("number", range(92, 102))
def test_no_doctrine_serves_a_friends_attacks_in_the_same_hand(number: int) -> None:
    """a2's 3 is a miss; its 4 does Danno 2, 1 of which the light armour stops, and is no critical hit."""
    foe = at(12.5, items=[LIGHT], dice=(8,), points=KI["points"], res=9)
    field = ki(number, 3, 4, a2=at(15, dan=2), b1=foe)
    for die in (6, 8):
        field.act("a2", "melee", "b1", die=die)
    assert field.the(Missed).face == 3 and not field.the(HitLanded).critical and wounds(field) == [("b1", 1)]
    assert (field.the(ArmourWorn).saved, field.the(ArmourWorn).lost) == (1, 1)
    untouched(field)


@pytest.mark.rule(*RULES)
@pytest.mark.parametrize("number", range(92, 102))
def test_no_doctrine_serves_its_users_shots(number: int) -> None:
    """A 3 is a miss; of two arrows that hit, the light armour stops the first, and the second does 1 damage."""
    foe = at(15, items=[LIGHT], dice=(8,), points=KI["points"], res=9)
    field = ki(number, 3, 4, 4, me={"items": [BOW], "dice": (6, 8, 8, 8)}, b1=foe)
    for _ in range(3):
        field.act("a1", "shot", BOW, "b1", die=8)
    assert field.the(Missed).face == 3 and [e.critical for e in field.all(HitLanded)] == [False, False]
    assert (field.the(ArmourWorn).saved, field.the(ArmourWorn).lost) == (1, 1) and wounds(field) == [("b1", 1)]
    untouched(field)


# Scimmia


@pytest.mark.rule("CDC-PW-092.2", "CDC-PW-092.3")
@pytest.mark.parametrize("ward", [HARD, SOFT])
def test_the_monkey_hits_from_2_whatever_changes_the_threshold(ward: dict[str, Any]) -> None:
    field = ki(92, 2, 1, extra={"Guardia": ward}, b1=at(12.5, abilities=["Guardia"]))
    strike(field)
    assert field.the(HitLanded).face == 2 and field.the(HitLanded).need.value == 2
    strike(field, die=4)
    assert field.the(Missed).face == 1
    field.done()


@pytest.mark.rule("CDC-PW-092.2")
def test_the_monkey_goes_with_the_hand() -> None:
    field = ki(92, 1, 2)
    back_in_hand(field)
    strike(field)
    assert field.all(HitLanded) == [] and field.all(Missed)[-1].face == 2
    field.done()


@pytest.mark.rule("CDC-PW-092.2")
def test_the_monkey_does_not_help_a_shot() -> None:
    field = ki(92, 2, me={"items": ["CDC-EQ-22"]}, b1=at(22))
    field.act("a1", "shot", "CDC-EQ-22", "b1", die=8)
    assert field.all(HitLanded) == []
    field.done()


@pytest.mark.rule("CDC-PW-092.2")
@pytest.mark.parametrize(("face", "hits"), [(3, 0), (4, 1)])
def test_against_consecrated_armour_the_monkey_must_still_reach_4(face: int, hits: int) -> None:
    foe = {"items": [LIGHT], "upgrades": [{"item": "CDC-EQ-80", "to": LIGHT}]}
    field = ki(92, face, b1=at(12.5, **foe))
    strike(field)
    assert len(field.all(HitLanded)) == hits
    field.done()


@pytest.mark.rule("CDC-PW-092.2")
def test_the_4_against_consecrated_armour_is_for_the_users_own_blows() -> None:
    """A ward adds 3: a friend's blow and the user's own shot at that armour need what they need without the monkey."""
    consecrated = {"items": [LIGHT], "upgrades": [{"item": "CDC-EQ-80", "to": LIGHT}]}
    ward = {"always": [{"modify": "sds", "by": 3, "when": "target is me"}]}
    for me, actor, path in (({}, "a2", ("melee", "b1")), ({"items": [BOW]}, "a1", ("shot", BOW, "b1"))):
        friend, foe = (at(15), 12.5) if actor == "a2" else (at(10, 40), 20)
        struck = at(foe, abilities=["Guardia"], res=9, **consecrated)
        needs = []
        for spell in (True, False):
            faces = (4, 1) if spell else (1,)
            field = caster("CDC-PW-092", *faces, me={**KI, **me}, extra={"Guardia": ward}, a2=friend, b1=struck)
            if spell:
                use(field, "CDC-PW-092")
            field.act(actor, *path, die=8)
            needs.append(field.the(Missed).need.value)
        assert needs[0] == needs[1] > 4


# Tigre


@pytest.mark.rule("CDC-PW-093.2")
def test_every_hit_of_the_tiger_is_critical() -> None:
    """A 4 on a d8 is a plain success otherwise; the axe adds 1 to Danno 1, and 1 more in critical hits."""
    field = ki(93, 4, 5, me={"items": [AXE], "dice": (6, 8, 8)})
    strike(field)
    assert field.the(HitLanded).critical and wounds(field) == [("b1", 3)]
    strike(field)
    assert wounds(field) == [("b1", 3), ("b1", 3)]
    field.done()


@pytest.mark.rule("CDC-PW-093.2")
def test_the_tiger_makes_no_shot_critical() -> None:
    field = ki(93, 5, me={"items": [PISTOLA]}, b1=at(15, res=9))
    field.act("a1", "shot", PISTOLA, "b1", die=8)
    assert not field.the(HitLanded).critical
    field.done()


@pytest.mark.rule("CDC-PW-093.2")
def test_a_weapon_that_causes_no_criticals_causes_none_by_the_tiger() -> None:
    mild = {"at": {"aimed": [{"change": "throw.crits", "to": False, "when": "actor is me"}]}}
    field = ki(93, 4, me={"abilities": ["CDC-PW-093", "Mite"]}, extra={"Mite": mild})
    strike(field)
    assert not field.the(HitLanded).critical
    field.done()


@pytest.mark.rule("CDC-PW-093.2")
def test_the_tiger_does_not_make_a_miss_a_hit_and_goes_with_the_hand() -> None:
    field = ki(93, 2, 1, 4)
    strike(field, die=4)
    assert field.all(HitLanded) == []
    back_in_hand(field)
    strike(field)
    assert not field.the(HitLanded).critical and wounds(field) == [("b1", 1)]
    field.done()


# Orso


@pytest.mark.rule("CDC-PW-094.2")
def test_the_bear_adds_1_to_each_hit() -> None:
    field = ki(94, 4, 2, 1, 4, me={"dice": (6, 8, 8, 8)})
    strike(field)
    strike(field)
    assert wounds(field) == [("b1", 2)], "the second was a miss"
    back_in_hand(field)
    strike(field)
    assert wounds(field) == [("b1", 2), ("b1", 1)], "the hand is over"
    field.done()


# Aquila


@pytest.mark.rule("CDC-PW-095.2")
def test_the_eagle_gains_concentration_for_the_life_it_takes_only() -> None:
    """Danno 3: b1 has 2 left, so 2 points; b2's armour keeps 1 of 3 off, so 2 points again."""
    field = ki(95, 4, 4, me={"dan": 3}, b1=at(12.5, life=2), b2=at(10, 12.5, items=[LIGHT]))
    strike(field)
    assert [(e.kind, e.by) for e in field.all(PointsChanged)] == [("ki", -1), ("concentrazione", 2)]
    strike(field, "b2", die=4)
    assert field.the(ArmourWorn).saved == 1 and field.all(PointsChanged)[-1].by == 2
    assert dict(field.figure("a1").points)["concentrazione"] == 1 + 2 + 2
    field.done()


@pytest.mark.rule("CDC-PW-095.2")
def test_the_eagle_gains_nothing_in_the_next_hand() -> None:
    field = ki(95, 1, 4)
    back_in_hand(field)
    strike(field)
    assert wounds(field) == [("b1", 1)] and dict(field.figure("a1").points)["concentrazione"] == 1
    field.done()


# Fenice


@pytest.mark.rule("CDC-PW-096.2")
def test_the_phoenix_receives_a_d4_for_each_hit() -> None:
    field = ki(96, 4, 2, 4, me={"dice": (6, 6, 8, 8)})
    strike(field)
    assert [(e.it, e.dice) for e in field.all(DiceGained)] == [("a1", (4,))]
    strike(field)
    assert field.figure("a1").dice == (4, 6), "a miss brings no die"
    strike(field, die=4)
    assert [e.dice for e in field.all(DiceGained)] == [(4,), (4,)] and sorted(field.figure("a1").dice) == [4, 6]
    field.done()


# Dragone


@pytest.mark.rule("CDC-PW-097.2", "CDC-PW-097.3")
def test_the_dragon_pushes_all_within_5_cm_away_after_the_damage() -> None:
    """a2 stands 5 cm away, b2 5.01 cm."""
    field = ki(97, 4, 2, 3, 1, 2, a2=at(10, 17.5), b2=at(2.49, 10))
    strike(field)
    assert [e.it for e in field.all(Moved)] == ["a2", "b1"], "b2 stands 5.01 cm away"
    kinds = [type(e) for e in field.game.journal]
    assert kinds.index(Hurt) < kinds.index(Moved)
    assert field.at("a2") == (10, 23.5) and field.at("b1") == (14.5, 10), "2 x 3 and 1 x 2 cm away from a1"
    assert field.figure("a2").conditions == field.figure("b1").conditions == ("A Terra",)
    field.done()


# Unicorno


@pytest.mark.rule("CDC-PW-098.2")
def test_the_unicorn_strikes_through_armour_that_wears_no_more() -> None:
    field = ki(98, 4, me={"dan": 2}, b1=at(12.5, items=[LIGHT]))
    strike(field)
    assert wounds(field) == [("b1", 2)] and field.figure("b1").armour == 1 and field.all(ArmourWorn) == []
    field.done()


@pytest.mark.rule("CDC-PW-098.2")
def test_armour_protects_against_the_unicorn_again_in_the_next_hand() -> None:
    field = ki(98, 1, 4, me={"dan": 2}, b1=at(12.5, items=[LIGHT]))
    back_in_hand(field)
    strike(field)
    assert (field.the(ArmourWorn).saved, field.the(ArmourWorn).lost) == (1, 1) and wounds(field) == [("b1", 1)]
    field.done()


@pytest.mark.rule("CDC-PW-098.2")
@pytest.mark.parametrize(("upgrade", "critical"), [("CDC-EQ-80", False), ("CDC-EQ-86", True)])
def test_the_unicorn_ignores_what_magic_does_for_an_armour(upgrade: str, critical: bool) -> None:
    """Consecrated armour asks for a 4 whatever lowers the SdS, divine armour spares its bearer criticals."""
    foe = {"items": [LIGHT], "upgrades": [{"item": upgrade, "to": LIGHT}]}
    extra = {"Bravo": {"always": [{"modify": "sds", "by": -1, "when": "actor is me and action is melee"}]}}
    mine = {"abilities": ["CDC-PW-098", "Bravo"]}
    field = ki(98, 8 if critical else 3, me=mine, extra=extra, b1=at(12.5, **foe))
    strike(field)
    assert field.the(HitLanded).critical is critical
    field.done()


@pytest.mark.rule("CDC-PW-098.2")
def test_shields_keep_off_the_unicorn() -> None:
    """A fighting shield raises the SdS of melee attacks by 1."""
    field = ki(98, 4, b1=at(12.5, items=["CDC-EQ-34"]))
    strike(field)
    assert field.the(Missed).face == 4 and field.the(Missed).need.value == 5
    field.done()


# Testuggine


@pytest.mark.rule("CDC-PW-099.2")
def test_the_tortoise_takes_points_of_each_kind_but_ki() -> None:
    rich = (("arcano", 3), ("concentrazione", 1), ("illusione", 2), ("ki", 4))
    field = ki(99, 4, me={"dan": 2}, b1=at(12.5, points=rich))
    strike(field)
    assert wounds(field) == [("b1", 2)]
    assert dict(field.figure("b1").points) == {"arcano": 1, "concentrazione": 0, "illusione": 0, "ki": 4}
    field.done()


@pytest.mark.rule("CDC-PW-099.2")
def test_the_tortoise_takes_nothing_in_the_next_hand() -> None:
    field = ki(99, 1, 4, b1=at(12.5, points=(("arcano", 3),)))
    back_in_hand(field)
    strike(field)
    assert wounds(field) == [("b1", 1)] and dict(field.figure("b1").points)["arcano"] == 3
    field.done()


# Yin e Yang


@pytest.mark.rule("CDC-PW-100.2")
def test_yin_takes_as_many_dice_as_damage() -> None:
    field = ki(100, 4, me={"dan": 2})
    strike(field)
    while field.asked != "action":
        field.answer(field.offered()[0])
    assert wounds(field) == [("b1", 2)]
    assert sum(len(e.dice) for e in field.all(DiceLost)) == 2 and len(field.figure("b1").dice) == 1
    field.done()


@pytest.mark.rule("CDC-PW-101.2")
def test_yang_adds_damage_for_each_die_left_which_armour_does_not_reduce() -> None:
    """Danno 2 against the light armour: 1 passes, then 3 more for the three dice left."""
    field = ki(101, 4, me={"dan": 2}, b1=at(12.5, items=[LIGHT], res=9))
    strike(field)
    assert field.the(ArmourWorn).saved == 1 and wounds(field) == [("b1", 1), ("b1", 3)], "once, and whole"
    field.done()


@pytest.mark.rule("CDC-PW-101.2")
def test_yang_adds_nothing_where_no_dice_are_left_or_the_hand_is_over() -> None:
    spent = ki(101, 4, b1=at(12.5, dice=()))
    strike(spent)
    assert wounds(spent) == [("b1", 1)]
    field = ki(101, 1, 4)
    back_in_hand(field)
    strike(field)
    assert wounds(field) == [("b1", 1)]
    field.done()


@pytest.mark.rule("CDC-PW-100.2", "CDC-PW-101.2")
@pytest.mark.parametrize(("first", "more"), [("CDC-PW-100", 2), ("CDC-PW-101", 3)])
def test_of_yin_and_yang_their_user_chooses_which_comes_first(first: str, more: int) -> None:
    """1 damage, three dice: after Yin two are left for Yang, before it three."""
    both = {**KI, "abilities": ["CDC-PW-100", "CDC-PW-101"]}
    field = caster("CDC-PW-100", 4, 4, 4, me=both, b1=at(12.5, dice=(4, 4, 4), res=9))
    use(field, "CDC-PW-100")
    use(field, "CDC-PW-101", die=4)
    strike(field)
    assert field.asked == "order" and field.game.pending.seats == ("a",)
    items = field.game.form("a").items
    field.answer(tuple(sorted(items, key=lambda item: first not in item)))
    while field.asked != "action":
        field.answer(field.offered()[0])
    assert wounds(field) == [("b1", 1), ("b1", more)]
    field.done()
