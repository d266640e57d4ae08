"""Blessings, immunities, and what casters have from chapter VI; the examples of the book."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    ConditionWarded,
    DiceRolled,
    HitLanded,
    Hurt,
    PointsChanged,
    TestEnded,
    Unharmed,
    WasLost,
)
from tests.crepuscolo.arms import ARCO, ASCIA, MAZZA, SPADA
from tests.crepuscolo.field import Field
from tests.crepuscolo.passives import BLAST, CALLS, KINDS, PASS, ab, called, fight, needed, struck
from tests.crepuscolo.trials import at, trial

BALESTRA, NERE, CRUDELI, CONSACRATE, OSSA, MIGLIORATE = (f"CDC-EQ-{n}" for n in (35, 63, 62, 78, 65, 66))


# blessings and immunities

MARSH = [{"id": "marsh", "rect": [11, 0, 10, 60], "kinds": ["dangerous"]}]
LAVA = [{"id": "lava", "rect": [14, 0, 10, 60], "kinds": ["extremely_dangerous"]}]
TOWER = [{"id": "tower", "rect": [5, 5, 10, 10], "height": 9, "crossing": "vaultable"}]
CRACK = [{"id": "crack", "rect": [14, 0, 0.5, 60], "kinds": ["crevice"]}]


def walk(*dice: int, who: tuple[int, ...], terrain: list[dict[str, Any]], to: float, **me: Any) -> Field:
    field = Field({"a1": at(10, abilities=ab(*who), **me), "b1": at(50, 50)}, dice=dice, terrain=terrain)
    field.act("a1", "move", die=8)
    field.to(to, 10)
    return field


@pytest.mark.rule("CDC-AB-097.1", "CDC-AB-100.2")
@pytest.mark.parametrize("rule", [97, 100, 0])
def test_dangerous_ground_does_not_hurt_the_blessed(rule: int) -> None:
    who = (rule,) if rule else ()
    for field in (walk(1, who=who, terrain=MARSH, to=13), walk(3, who=who, terrain=LAVA, to=16)):
        assert bool(field.all(Hurt)) is not bool(rule)
        if rule:
            spared = field.the(Unharmed)
            assert spared.why == f"CDC-AB-{rule:03}" and spared.rules[-1] == f"CDC-AB-{rule:03}"


@pytest.mark.rule("CDC-AB-097.2", "CDC-AB-097.3")
def test_the_blessed_fall_unhurt_but_they_fall() -> None:
    field = walk(4, who=(97,), terrain=TOWER, to=20, z=9)
    assert not field.all(Hurt) and field.figure("a1").conditions == ("A Terra",)
    assert walk(4, who=(), terrain=TOWER, to=20, z=9).the(Hurt).amount == 3
    assert walk(4, who=(97,), terrain=CRACK, to=20).the(WasLost).it == "a1"


@pytest.mark.rule("CDC-AB-100.1", "CDC-AB-100.2")
def test_the_intangible_fall_unhurt_and_keep_their_feet() -> None:
    field = walk(4, who=(100,), terrain=TOWER, to=20, z=9)
    assert not field.all(Hurt) and field.figure("a1").conditions == ()
    for condition in ("A Terra", "Respinto"):
        made = {
            "Spinta": {"kind": "AG", "target": {"one": "figures()"}, "do": [{"inflict": condition, "to": "target"}]}
        }
        field = fight(foe=(100,), more={"a1": {"abilities": ["Spinta"]}}, made=made)
        field.act("a1", "ability", "Spinta", "b1")
        assert (field.the(ConditionWarded).why, field.the(ConditionWarded).rules[-1]) == ("immune", "CDC-AB-100")


@pytest.mark.rule("CDC-AB-097.1", "CDC-AB-100.2")
@pytest.mark.parametrize("number", [97, 100])
def test_the_ground_hurts_the_friends_of_those_whom_it_spares(number: int) -> None:
    """A 1 on dangerous ground; a1 or a2 bears the ability, and a1 walks."""
    marsh = [{"id": "marsh", "rect": [11, 0, 30, 60], "kinds": ["dangerous"]}]
    for bearer, harm in (("a1", []), ("a2", [("a1", 1)])):
        fighters = {"a1": at(10), "a2": at(10, 20), "b1": at(50, 50)}
        fighters[bearer]["abilities"] = ab(number)
        field = Field(fighters, dice=[1], terrain=marsh)
        field.act("a1", "move", die=8)
        field.to(12.5, 10)
        assert [(e.it, e.amount) for e in field.all(Hurt)] == harm
        field.done()


def on(item: str, *upgrades: str) -> dict[str, Any]:
    return {"items": [item], "upgrades": [{"item": u, "to": item} for u in upgrades]}


@pytest.mark.rule("CDC-AB-100.3", "CDC-AB-100.4")
@pytest.mark.parametrize(
    ("upgrade", "amount"),
    [
        ("", 1),
        (CONSACRATE, 1),
        (OSSA, 1),
        (MIGLIORATE, 1),
        (NERE, 1),
        *((f"CDC-EQ-{n}", 3) for n in (77, 81, 82, 85)),
        ("CDC-EQ-84", 4),
    ],
)
def test_plain_weapons_hurt_the_intangible_by_one_at_most(upgrade: str, amount: int) -> None:
    field = fight(5, foe=(100,), more={"a1": {"dan": 3, **on(MAZZA, *([upgrade] if upgrade else []))}})
    struck(field)
    hurt = field.all(Hurt)[0]
    assert hurt.amount == amount and ("CDC-AB-100" in hurt.rules) is (amount == 1)


@pytest.mark.rule("CDC-AB-100.3", "CDC-AB-100.4")
def test_all_that_one_attack_does_to_the_intangible_is_one_point() -> None:
    more: dict[str, Any] = {"a1": {"dan": 3, **on(SPADA, CRUDELI)}}
    field = fight(5, 5, foe=(100,), more=more)
    field.figure("b1").dice = ()
    struck(field)
    assert [e.amount for e in field.all(Hurt)] == [1]
    struck(field, die=6)
    assert [e.amount for e in field.all(Hurt)] == [1, 1], "each attack anew"
    field = fight(5, more=more)
    field.figure("b1").dice = ()
    struck(field)
    assert [e.amount for e in field.all(Hurt)] == [3, 1], "others suffer the failed test as well"


@pytest.mark.rule("CDC-AB-100.3", "CDC-AB-100.4")
@pytest.mark.parametrize(
    ("intangible", "wounds"), [("b1", [("b1", 1), ("b2", 1)]), ("b2", [("b1", 1), ("b1", 3), ("b2", 1)])]
)
def test_others_suffer_the_rest_of_an_attack_on_the_intangible(intangible: str, wounds: list[tuple[str, int]]) -> None:
    """A ceremonial blade hits b1 for 3; b1 and b2, who is beside the attacker too, fail its test of Riflessi."""
    more: dict[str, Any] = {"a1": {"items": ["CDC-EQ-67"], "dan": 3}, "b1": {"dice": ()}, "b2": at(6.5, dice=())}
    more[intangible]["abilities"] = ab(100)
    field = fight(5, more=more)
    struck(field)
    assert sorted((e.it, e.amount) for e in field.all(Hurt)) == wounds
    field.done()


@pytest.mark.rule("CDC-AB-100.4")
def test_shots_and_abilities_hurt_the_intangible_in_full() -> None:
    field = fight(foe=(100,), more={"a1": {"abilities": ["Scoppio"]}}, made={"Scoppio": BLAST})
    field.act("a1", "ability", "Scoppio", "b1")
    assert field.the(Hurt).amount == 3
    field = fight(5, foe=(100,), gap=10, more={"a1": {"items": [BALESTRA]}})
    field.act("a1", "shot", BALESTRA, "b1", die=8)
    assert field.the(Hurt).amount == 2


@pytest.mark.rule("CDC-AB-109.1", "CDC-AB-110.1")
@pytest.mark.parametrize(("rule", "condition"), [(109, "Fuoco"), (110, "Veleno")])
def test_immunity_to_a_condition(rule: int, condition: str) -> None:
    made = {
        "Tocco": {"kind": "AG", "target": {"one": "figures()"}, "do": [{"inflict": condition, "to": "target"}]},
        "Scoppio": BLAST,
    }
    field = fight(foe=(rule,), more={"a1": {"abilities": list(made)}}, made=made)
    field.act("a1", "ability", "Tocco", "b1")
    warded = field.the(ConditionWarded)
    assert (warded.it, warded.condition, warded.why) == ("b1", condition, "immune")
    assert warded.rules[-1] == f"CDC-AB-{rule}" and field.figure("b1").conditions == ()
    field.act("a1", "ability", "Scoppio", "b1")
    assert field.the(Hurt).amount == 3, "damage still hurts"


@pytest.mark.rule("CDC-AB-111.1", "CDC-AB-111.2", "CDC-AB-144.1")
def test_immunity_to_critical_hits() -> None:
    field = fight(8, foe=(111,), more={"a1": {"items": [SPADA]}})
    struck(field)
    assert field.the(Hurt).amount == 1 and field.asked == "action" and len(field.all(DiceRolled)) == 1, "no d4"
    field = fight(8, foe=(111,), more={"a1": {"items": [ASCIA]}})
    struck(field)
    assert field.the(Hurt).amount == 2, "1 and the axe's 1, without the critical's"


@pytest.mark.rule("CDC-AB-111.3")
def test_critical_shots_are_critical_all_the_same() -> None:
    pistol = "CDC-EQ-41"
    for rule in ((111,), ()):
        field = fight(8, foe=rule, gap=10, more={"a1": {"items": [pistol]}})
        field.act("a1", "shot", pistol, "b1", die=8)
        assert field.the(HitLanded).critical
        amount = field.the(Hurt).amount
        assert amount == 2, "the pistol's 1, doubled or one more"


# dice again


@pytest.mark.rule("CDC-AB-104.1", "CDC-AB-104.2")
def test_a_servant_of_fate_repeats_a_movement_die_in_each_hand() -> None:
    rule = "CDC-AB-104"
    field = Field({"a1": at(10, abilities=[rule], dice=(4, 6, 8)), "b1": at(50, 50)}, dice=[1, 2, 5, 2, 3, 4])
    field.act("a1", "move", die=4)
    assert field.asked == "place", "a 1 stays"
    field.to(10, 10)
    field.act("a1", "move", die=6)
    assert field.asked == "respond"
    field.answer((rule, "a1"))
    assert field.about["face"] == 5
    field.to(10, 10)
    field.act("a1", "jump", die=8)
    field.answer(0)
    assert field.asked != "respond", "once in this hand"
    field.answer(PASS)
    while field.state.hand != "a" or field.asked != "action":
        field.answer(PASS)
    field.act("a1", "move", die=6)
    assert field.asked == "respond", "and again in the next"


# powers


def spell(discipline: str, *who: int, dice: tuple[int, ...] = (1,)) -> tuple[int, list[str]]:
    made = {"Dardo": {"kind": f"power 1 {discipline}", "target": {"one": "foes(me, 40)"}, "do": [{"damage": 1}]}}
    field = fight(*dice, more={"a1": {"abilities": ["Dardo", *ab(*who)]}}, made=made)
    field.act("a1", "power", "Dardo", "b1", die=8)
    return needed(field)


@pytest.mark.rule("CDC-AB-116.1", "CDC-AB-120.1", "CDC-AB-124.1")
@pytest.mark.parametrize(
    ("rule", "lowered"), [(116, ("psionico", "cinetico")), (120, ("stregoneria",)), (124, ("ipnotico",))]
)
def test_talents_make_powers_easier(rule: int, lowered: tuple[str, ...]) -> None:
    for discipline in ("stregoneria", "psionico", "cinetico", "ki", "emanazione", "ipnotico"):
        expected = (3, [f"CDC-AB-{rule}"]) if discipline in lowered else (4, [])
        assert spell(discipline, rule) == expected
    assert struck(fight(1, me=(rule,))) == (4, []), "attacks are no powers"


@pytest.mark.rule("CDC-AB-118.1", "CDC-AB-121.1")
@pytest.mark.parametrize(("rule", "kind"), [(118, "concentrazione"), (121, "arcano")])
def test_a_critical_hit_in_melee_gives_a_point(rule: int, kind: str) -> None:
    field = fight(8, 5, me=(rule,))
    struck(field)
    got = field.the(PointsChanged)
    assert (got.it, got.kind, got.by, got.rules) == ("a1", kind, 1, (f"CDC-AB-{rule}",))
    struck(field, die=6)
    assert len(field.all(PointsChanged)) == 1, "a plain hit gives none"
    field = fight(8, me=(rule,), more={"a1": {"items": ["CDC-EQ-41"]}}, gap=10)
    field.act("a1", "shot", "CDC-EQ-41", "b1", die=8)
    assert field.the(HitLanded).critical and not field.all(PointsChanged), "nor does a shot"


@pytest.mark.rule("CDC-AB-125.1", "CDC-AB-125.2")
def test_supremacy_feeds_on_failed_tests_of_spirit_of_both_sides() -> None:
    more = {"b2": at(59, 59, abilities=ab(125)), "a2": at(1, 59, abilities=ab(125))}
    for who in ("b1", "a1"):
        field = called("spirito", 2, who=who, more={**more, "a1": at(10, abilities=list(KINDS), dice=(8,))})
        assert field.the(TestEnded).passed is False
        got = [(e.it, e.kind, e.by, e.rules) for e in field.all(PointsChanged)]
        assert sorted(got) == [(it, "illusione", 1, ("CDC-AB-125",)) for it in ("a2", "b2")]
    assert not called("spirito", 7, more=more).all(PointsChanged)
    assert not called("forza", 2, more=more).all(PointsChanged)


@pytest.mark.rule("CDC-AB-125.1")
def test_supremacy_waits_for_the_end_of_a_test() -> None:
    pity = {"kind": "P", "at": {"tested": [{"change": "proof.passed", "to": True, "when": "it is me"}]}}
    made: dict[str, Any] = {**CALLS, "Pietà": pity}
    fighters = {
        "a1": at(10, abilities=list(KINDS)),
        "b1": at(40, abilities=["Pietà"], dice=(8,)),
        "a2": at(1, 59, abilities=ab(125)),
    }
    field = trial(made, fighters, dice=[2])
    field.act("a1", "ability", "spirito", "b1")
    field.answer(8)
    assert field.the(TestEnded).passed and not field.all(PointsChanged)


# examples of the book


@pytest.mark.rule("CDC-AB-142.1")
def test_example_a_4_and_the_aura_of_swiftness() -> None:
    field = Field({"a1": at(10), "a2": at(10, 22.5, abilities=ab(48)), "b1": at(50, 50)}, dice=[4])
    field.act("a1", "move", die=8)
    assert field.refusal((24_000, 10_000)) is None and field.refusal((24_010, 10_000)) is not None


@pytest.mark.rule("CDC-AB-145.1", "CDC-AB-145.2", "CDC-AB-145.3")
@pytest.mark.parametrize(("rule", "kind"), [(119, "concentrazione"), (122, "arcano")])
@pytest.mark.parametrize(("life", "points"), [(5, 3), (3, 1), (1, 0)])
def test_example_of_meditation_and_invocation(rule: int, kind: str, life: int, points: int) -> None:
    field = fight(me=(rule,), more={"a1": {"res": 5}})
    field.figure("a1").life = life
    field.act("a1", "ability", f"CDC-AB-{rule}", die=4, others=(6, 8))
    assert sum(e.by for e in field.all(PointsChanged) if e.kind == kind) == points
    assert field.figure("a1").dice == ()


@pytest.mark.rule("CDC-AB-141.1")
def test_example_of_advancing_fire() -> None:
    field = fight(3, 2, me=(47,), gap=20, more={"a1": {"items": [ARCO]}})
    field.act("a1", "advance", "shot", ARCO, "b1", die=8)
    assert field.figure("a1").dice == (4, 6)
    assert [(e.sides, e.action) for e in field.all(DiceRolled)] == [(6, "shot"), (4, "move")]
