"""Using powers: dice and points by rank, one die against the SdS, power points (CDC-ACT-12, -13)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import Fizzled
from arbitro.rulesets.crepuscolo.content import BaseShape, Profile
from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    DiceRolled,
    DiceSpent,
    Hurt,
    Missed,
    PointsChanged,
    Succeeded,
    TookPart,
)
from arbitro.rulesets.crepuscolo.markers import power_marker
from arbitro.rulesets.crepuscolo.setup import starting_points
from tests.crepuscolo.field import RULES, Field
from tests.crepuscolo.trials import at, trial

DISCIPLINES = {
    "stregoneria": "arcano",
    "psionico": "concentrazione",
    "cinetico": "concentrazione",
    "ki": "ki",
    "emanazione": "ki",
    "ipnotico": "illusione",
}
AIM = {"one": "foes(me, 40)"}


def power(rank: int = 1, discipline: str = "stregoneria", **more: Any) -> dict[str, Any]:
    """A power that does 2 damage to one enemy within 40 cm."""
    return {"kind": f"power {rank} {discipline}", "target": AIM, "do": [{"damage": 2, "to": "target"}], **more}


def mage(spell: dict[str, Any], *faces: int, extra: dict[str, Any] | None = None, **me: Any) -> Field:
    """`a1` knows a power; `b1` stands 30 cm away. It has 3 points unless given."""
    made = {"Dardo": spell, **(extra or {})}
    return trial(made, {"a1": at(10, **{"abilities": ["Dardo"], **me}), "b1": at(42.5)}, dice=faces)


@pytest.mark.rule("CDC-ACT-12.1", "CDC-ACT-12.2", "CDC-ACT-12.6")
@pytest.mark.parametrize(("rank", "others"), [(1, ()), (2, (8,)), (3, (4, 8))])
def test_a_power_costs_its_rank_in_dice_and_points_and_one_chosen_die_is_rolled(
    rank: int, others: tuple[int, ...]
) -> None:
    field = mage(power(rank), 4, points=(("arcano", 5),))
    assert field.offered("a1", "power") == ("Dardo",) and field.offered("a1", "power", "Dardo") == ("b1",)
    assert field.offered("a1", "power", "Dardo", "b1") == (4, 6, 8), "any of the dice may be the one rolled"
    field.act("a1", "power", "Dardo", "b1", die=6, others=others or None)
    assert sorted(field.the(DiceSpent).dice) == sorted((6, *others))
    paid = field.the(PointsChanged)
    assert (paid.kind, paid.by, paid.rules) == ("arcano", -rank, ("CDC-ACT-12.1", "Dardo"))
    rolled = field.the(DiceRolled)
    assert (rolled.sides, rolled.faces) == (6, (4,))
    assert field.the(TookPart).target == "b1" and field.the(TookPart).action == "power"
    assert (field.the(Hurt).amount, field.the(Hurt).action) == (2, "power")
    field.done()


@pytest.mark.rule("CDC-ACT-12.1")
def test_dice_or_points_too_few_forbid_a_power() -> None:
    assert "power" in mage(power(2), points=(("arcano", 2),)).offered("a1")
    assert "power" not in mage(power(2), points=(("arcano", 1),)).offered("a1")
    assert "power" not in mage(power(2), points=(("arcano", 0), ("ki", 9))).offered("a1"), (
        "only points of the right kind"
    )
    assert "power" not in mage(power(2), dice=(8,)).offered("a1")


@pytest.mark.rule("CDC-ACT-12.3", "CDC-ACT-12.5")
@pytest.mark.parametrize(("face", "works"), [(2, False), (3, False), (4, True), (7, True)])
def test_4_is_needed_and_dice_and_points_are_gone_either_way(face: int, works: bool) -> None:
    field = mage(power(2), face)
    field.act("a1", "power", "Dardo", "b1", die=8, others=(4,))
    need = field.the(DiceRolled).need
    assert need is not None and need.value == 4
    assert (
        bool(field.all(Succeeded)) is works and bool(field.all(Missed)) is not works and bool(field.all(Hurt)) is works
    )
    assert field.figure("a1").dice == (6,) and field.figure("a1").points == (("arcano", 1),)
    field.done()


@pytest.mark.rule("CDC-ACT-12.4", "CDC-ACT-26.1")
def test_a_1_always_fails_whatever_the_threshold() -> None:
    gift = {"Talento": {"always": [{"modify": "sds", "by": -4, "when": "actor is me and action is power"}]}}
    field = mage(power(), 1, 2, extra=gift, abilities=["Dardo", "Talento"])
    field.act("a1", "power", "Dardo", "b1", die=8)
    assert field.the(Missed).rules == ("CDC-ACT-12.4", "Dardo") and not field.all(Hurt)
    field.act("a1", "power", "Dardo", "b1", die=6)
    assert field.the(Hurt).amount == 2
    field.done()


@pytest.mark.rule("CDC-ACT-12.5", "CDC-ACT-11.7", "CDC-ACT-11.6")
def test_dice_and_points_are_paid_before_anybody_responds() -> None:
    stagger = {"kind": "AL", "target": AIM, "do": [{"inflict": "A Terra", "to": "target"}]}
    fighters = {"a1": at(10, abilities=["Dardo"]), "b1": at(40, abilities=["Sgambetto"])}
    field = trial({"Dardo": power(2), "Sgambetto": stagger}, fighters)
    field.act("a1", "power", "Dardo", "b1", die=8, others=(4,))
    assert (field.about["action"], field.about["target"]) == ("power", "b1")
    assert field.figure("a1").dice == (6,) and field.figure("a1").points == (("arcano", 1),)
    field.answer(("Sgambetto", "b1", 8, "a1"))
    assert field.the(Fizzled).kind == "power" and not field.all(DiceRolled)
    assert field.figure("a1").points == (("arcano", 1),)


@pytest.mark.rule("CDC-ACT-12.7")
def test_rank_4_needs_a_fourth_die() -> None:
    rich = {"points": (("arcano", 4),)}
    assert "power" not in mage(power(4), **rich).offered("a1")
    field = mage(power(4), 5, dice=(4, 6, 6, 8), **rich)
    assert field.offered("a1", "power", "Dardo", "b1", 6) == ((4, 6, 8),)
    field.act("a1", "power", "Dardo", "b1", die=6, others=(4, 6, 8))
    assert (
        field.figure("a1").dice == () and field.figure("a1").points == (("arcano", 0),) and field.the(Hurt).amount == 2
    )
    field.done()
    gift = {"Dono": {"kind": "AG", "limit": "1 per turn", "do": [{"grant_die": [8], "only": "action is power"}]}}
    field = mage(power(4), 5, extra=gift, abilities=["Dardo", "Dono"], **rich)
    field.act("a1", "ability", "Dono")
    die = field.offered("a1", "power", "Dardo", "b1")[-1]
    field.act("a1", "power", "Dardo", "b1", die=die, others=(4, 6, 8))
    assert field.the(Hurt).amount == 2, "a granted die will do, if it may be spent on powers"
    assert power_marker("power 5 ki") is None, "no rank above 4"
    field.done()


@pytest.mark.rule("CDC-ACT-12.8", "CDC-ACT-04.5")
def test_the_top_face_is_neither_a_success_by_itself_nor_a_critical() -> None:
    ward = {"Scudo": {"always": [{"modify": "sds", "by": 1, "when": "target is me and action is power"}]}}
    glory = {"Gloria": {"at": {"rolled": [{"heal": 1, "when": "actor is me and throw.critical"}]}}}
    made = {"Dardo": power(), **ward, **glory}
    me = at(10, abilities=["Dardo", "Gloria"], life=1)
    field = trial(made, {"a1": me, "b1": at(40, abilities=["Scudo"])}, dice=[4, 6])
    field.act("a1", "power", "Dardo", "b1", die=4)
    assert field.the(Missed).rules == ("CDC-ACT-12.3", "Dardo"), "4 on a d4 against SdS 5"
    field.act("a1", "power", "Dardo", "b1", die=6)
    assert field.the(Hurt).amount == 2 and field.figure("a1").life == 1
    field.done()


@pytest.mark.rule("CDC-ACT-12.3")
def test_a_power_is_an_action_but_no_attack() -> None:
    fighters = {"a1": at(10, abilities=["Dardo"]), "a2": at(15, 13), "b1": at(13.5), "b2": at(16)}
    field = trial({"Dardo": power()}, fighters, dice=[5])
    assert field.offered("a1", "power", "Dardo") == ("b1", "b2"), "engaged, and an ally near the target"
    field.act("a1", "power", "Dardo", "b1", die=8)
    assert field.figure("a1").last_action == "power"
    field = mage(power(), conditions=["A Terra"])
    refusal = field.refusal(("a1", "power", "Dardo", "b1", 8))
    assert refusal is not None and "power" not in field.offered("a1"), "A Terra it can do no action"
    field = trial({"Dardo": power()}, {"a1": at(10, abilities=["Dardo"]), "b1": at(40)}, hand="b")
    assert field.game.pending is not None and field.game.pending.free == (), "nor in the other hand"


@pytest.mark.rule("CDC-ACT-12.3")
def test_a_power_without_target_or_against_all_around() -> None:
    storm = {
        "kind": "power 1 ki",
        "target": {"each": "around(me, 10)", "as": "them"},
        "do": [{"inflict": "Fuoco", "to": "them"}],
    }
    fighters = {"a1": at(10, abilities=["Tempesta"]), "a2": at(18), "b1": at(10, 18), "b2": at(40)}
    field = trial({"Tempesta": storm}, fighters, dice=[4])
    field.act("a1", "power", "Tempesta", die=4)
    assert [event.it for event in field.all(ConditionGained)] == ["a2", "b1"]
    field.done()


# points


@pytest.mark.rule("CDC-ACT-13.1", "CDC-ACT-13.2", "CDC-ACT-13.3", "CDC-ACT-13.4")
@pytest.mark.parametrize(("discipline", "points"), DISCIPLINES.items())
def test_each_discipline_is_paid_with_its_own_points(discipline: str, points: str) -> None:
    stock = tuple((kind, 2) for kind in ("arcano", "concentrazione", "illusione", "ki"))
    field = mage(power(2, discipline), 5, points=stock)
    field.act("a1", "power", "Dardo", "b1", die=8, others=(4,))
    assert dict(field.figure("a1").points) == {**dict(stock), points: 0}
    assert "power" not in mage(
        power(1, discipline), points=tuple((k, n if k != points else 0) for k, n in stock)
    ).offered("a1")
    field.done()


@pytest.mark.rule("CDC-ACT-13.5")
def test_points_at_the_start_are_data_of_profile_and_roster() -> None:
    sage = Profile(
        id="sage", name="Saggio", name_en="Sage", cr=20, classes=["Mago"], res=3, cmb=0, pre=0, dan=1, vol=2, des=0,
        points={"arcano": 5}, base=BaseShape(round=2.5),
    )  # fmt: skip
    assert starting_points(sage, (), RULES.library, {}) == (("arcano", 5),)
    assert starting_points(sage, (), RULES.library, {"arcano": 1, "ki": 2}) == (("arcano", 1), ("ki", 2)), (
        "the roster decides"
    )


@pytest.mark.rule("CDC-ACT-13.6")
def test_who_can_use_a_kind_of_power_starts_with_3_points_of_it() -> None:
    made = {"Dardo": power(), "Colpo": power(1, "emanazione"), "Sguardo": power(1, "ipnotico")}
    field = trial(made, {"a1": at(10, abilities=list(made)), "a2": at(20), "b1": at(40)})
    assert field.figure("a1").points == (("arcano", 3), ("illusione", 3), ("ki", 3))
    assert field.figure("a2").points == ()


@pytest.mark.rule("CDC-ACT-13.7")
def test_points_have_no_limit_and_stay_from_turn_to_turn() -> None:
    made = {"Dardo": power(), "Fonte": {"kind": "AG", "limit": "1 per turn", "do": [{"points": "arcano", "by": 40}]}}
    field = trial(made, {"a1": at(10, abilities=["Dardo", "Fonte"]), "b1": at(40)})
    field.act("a1", "ability", "Fonte")
    assert field.figure("a1").points == (("arcano", 43),)
    field.answer(("pass",))
    field.answer(("pass",))
    assert field.state.turn == 2 and field.figure("a1").points == (("arcano", 43),)


@pytest.mark.rule("CDC-ACT-13.6", "CDC-ACT-13.7")
def test_ki_comes_back_to_3_at_the_start_of_a_turn_and_nothing_else_does() -> None:
    made = {"Dardo": power(), "Colpo": power(1, "ki")}
    for ki, then in ((0, 3), (2, 3), (5, 5)):
        me = at(10, abilities=list(made), points=(("arcano", 0), ("ki", ki)))
        field = trial(made, {"a1": me, "a2": at(20), "b1": at(40)})
        field.answer(("pass",))
        field.answer(("pass",))
        assert field.state.turn == 2 and field.figure("a1").points == (("arcano", 0), ("ki", then))
        assert field.figure("a2").points == (), "only who uses Ki"
