"""Attacks hand to hand and at range, criticals, thresholds and measuring (CDC-ACT-03 to -05, -26, -27)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import DiceRolled, DiceSpent, HitLanded, Hurt, Missed, Moved
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

ASCIA, MARTELLO, ARCO, PISTOLA = "CDC-EQ-12", "CDC-EQ-14", "CDC-EQ-22", "CDC-EQ-41"
ASTA, SCUDO = "CDC-EQ-15", "CDC-EQ-34"
WALL = {"id": "wall", "rect": [11.6, 0, 0.2, 60], "height": 10, "crossing": "impassable"}


def duel(*faces: int, me: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **more: Any) -> Field:
    """`a1` and `b1` 1 cm apart."""
    return Field({"a1": at(10, **(me or {})), "b1": at(13.5, **(foe or {}))}, dice=faces, **more)


def struck(face: int, die: int = 8, **more: Any) -> bool:
    """Whether a melee attack with that face hits."""
    field = duel(face, **more)
    field.act("a1", "melee", "b1", die=die)
    field.done()
    return bool(field.all(HitLanded))


# melee


@pytest.mark.rule("CDC-ACT-03.1", "CDC-ACT-03.3", "CDC-ACT-03.4")
def test_one_die_is_rolled_against_4_and_does_the_damage_of_danno() -> None:
    field = duel(5, me={"dan": 3})
    field.act("a1", "melee", "b1", die=6)
    assert field.the(DiceSpent).dice == (6,) and "CDC-ACT-03.1" in field.the(DiceSpent).rules
    rolled = field.the(DiceRolled)
    assert (
        (rolled.by, rolled.sides, rolled.faces) == ("a1", 6, (5,))
        and rolled.need is not None
        and rolled.need.value == 4
    )
    hurt = field.the(Hurt)
    assert (hurt.it, hurt.amount, hurt.rules[0]) == ("b1", 3, "CDC-ACT-03.4")
    assert not struck(3) and struck(4)


@pytest.mark.rule("CDC-ACT-03.2", "CDC-ACT-27.1", "CDC-ACT-27.2", "CDC-ACT-27.4")
@pytest.mark.parametrize(("x", "near"), [(12.5, True), (13.5, True), (13.51, False)])
def test_within_1_cm_is_measured_from_base_to_base_and_includes_1_cm(x: float, near: bool) -> None:
    field = Field({"a1": at(10), "b1": at(x)}, dice=[4])
    assert ("melee" in field.offered("a1")) is near
    if near:
        field.act("a1", "melee", "b1", die=4)
        assert field.the(HitLanded).target == "b1"


@pytest.mark.rule("CDC-ACT-03.5")
@pytest.mark.parametrize(("mine", "theirs", "hits"), [(3, 2, True), (3, 3, False), (2, 3, False)])
def test_a_higher_combattimento_adds_1(mine: int, theirs: int, hits: bool) -> None:
    assert struck(3, me={"cmb": mine}, foe={"cmb": theirs}) is hits


@pytest.mark.rule("CDC-ACT-03.6", "CDC-ACT-26.2")
def test_a_natural_1_fails_whatever_is_added() -> None:
    made = {"Facile": {"always": [{"modify": "sds", "by": -3, "when": "actor is me"}]}}
    field = trial(made, {"a1": at(10, abilities=["Facile"], cmb=5), "b1": at(13.5)}, dice=[1, 2])
    field.act("a1", "melee", "b1", die=8)
    missed = field.the(Missed)
    assert missed.rules == ("CDC-ACT-03.6",), "1 + 1 would reach the SdS of 1"
    field.act("a1", "melee", "b1", die=6)
    assert field.the(HitLanded).face == 2
    field.done()


@pytest.mark.rule("CDC-ACT-03.7", "CDC-ACT-26.2")
@pytest.mark.parametrize("die", [4, 6, 8])
def test_the_top_face_always_hits_and_is_critical(die: int) -> None:
    made = {"Schivo": {"always": [{"modify": "sds", "by": 6, "when": "target is me"}]}}
    field = trial(made, {"a1": at(10, dice=(die, die)), "b1": at(13.5, abilities=["Schivo"])}, dice=[die, die - 1])
    field.act("a1", "melee", "b1", die=die)
    assert field.the(HitLanded).critical, "whatever the SdS of 10 says"
    field.act("a1", "melee", "b1", die=die)
    assert len(field.all(HitLanded)) == 1, "one face less does not"
    field.done()


@pytest.mark.rule("CDC-ACT-03.8")
def test_a_result_lifted_to_the_top_face_is_no_critical() -> None:
    field = duel(3, 5, me={"cmb": 1, "items": [ASCIA]})
    field.act("a1", "melee", "b1", die=4)
    assert field.all(HitLanded)[0].critical is False, "3 + 1 on a d4"
    assert field.all(Hurt)[0].amount == 2, "Danno 1, axe +1, nothing for a critical"
    field.act("a1", "melee", "b1", die=6)
    assert field.all(HitLanded)[1].critical is False
    field.done()


@pytest.mark.rule("CDC-ACT-03.9")
def test_allies_can_be_struck_too() -> None:
    field = Field({"a1": at(10), "a2": at(10, 13.5), "b1": at(13.5)}, dice=[5])
    assert field.offered("a1", "melee") == ("a2", "b1")
    field.act("a1", "melee", "a2", die=8)
    assert field.the(Hurt).it == "a2"
    field.done()


@pytest.mark.rule("CDC-ACT-03.10")
def test_no_line_of_sight_is_needed_to_strike() -> None:
    field = Field({"a1": at(10), "b1": at(13.3)}, terrain=[WALL], dice=[5])
    field.act("a1", "melee", "b1", die=8)
    assert field.the(HitLanded).target == "b1", "over a wall 10 cm high"
    field.done()


@pytest.mark.rule("CDC-ACT-03.11", "CDC-ACT-27.3")
def test_reach_counts_against_enemies_only_and_includes_its_limit() -> None:
    fighters = {"a1": at(10, items=[ASTA]), "a2": at(10, 14), "b1": at(16.5), "b2": at(3.49)}
    field = Field(fighters, dice=[5])
    assert field.offered("a1", "melee") == ("b1",), "4 cm; the ally at 1.5 cm and the enemy at 4.01 are out of reach"
    field.act("a1", "melee", "b1", die=8)
    field.done()


# criticals


@pytest.mark.rule("CDC-ACT-04.1", "CDC-ACT-05.10")
def test_the_natural_top_face_of_an_attack_is_a_critical() -> None:
    field = duel(8, me={"items": [ASCIA]})
    field.act("a1", "melee", "b1", die=8)
    assert field.the(HitLanded).critical and field.the(Hurt).amount == 3, "Danno 1, axe +1, critical +1"
    made = {"Schivo": {"always": [{"modify": "sds", "by": 6, "when": "target is me"}]}}
    field = trial(made, {"a1": at(10, items=[PISTOLA]), "b1": at(20, abilities=["Schivo"])}, dice=[6])
    field.act("a1", "shot", PISTOLA, "b1", die=6)
    assert field.the(HitLanded).critical and field.the(Hurt).amount == 2, "the pistol's critical adds 1"
    field.done()


@pytest.mark.rule("CDC-ACT-04.2")
def test_a_critical_alone_adds_nothing() -> None:
    field = duel(8)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(HitLanded).critical and field.the(Hurt).amount == 1
    assert field.asked == "action" and field.figure("b1").conditions == ()
    field.done()


@pytest.mark.rule("CDC-ACT-04.3")
def test_without_criticals_the_top_face_still_hits_as_a_normal_hit() -> None:
    made = {"Schivo": {"always": [{"modify": "sds", "by": 6, "when": "target is me"}]}}
    fighters = {
        "a1": at(10, items=[MARTELLO, ARCO]),
        "b1": at(13.5, abilities=["Schivo"]),
        "b2": at(30, abilities=["Schivo"]),
    }
    field = trial(made, fighters, dice=[8])
    field.act("a1", "melee", "b1", die=8)
    assert field.the(HitLanded).critical is False and field.the(Hurt).amount == 2, "Danno 1, hammer +1"
    field = trial(made, {"a1": at(10, items=[ARCO]), "b1": at(30, abilities=["Schivo"])}, dice=[8])
    field.act("a1", "shot", ARCO, "b1", die=8)
    assert field.the(HitLanded).critical is False and field.the(Hurt).amount == 1
    field.done()


MORTALE = {"Mortale": {"kind": "P", "at": {"hit": [{"change": "hit.critical", "to": True, "when": "actor is me"}]}}}
SICURO = {"Sicuro": {"kind": "P", "at": {"aimed": [{"change": "throw.auto_crit", "to": True, "when": "actor is me"}]}}}


@pytest.mark.rule("CDC-ACT-04.4")
@pytest.mark.parametrize("made", [MORTALE, SICURO])
def test_nothing_makes_a_weapon_without_criticals_cause_one(made: dict[str, Any]) -> None:
    hits = {
        "Sventura": {"kind": "P", "at": {"struck": [{"inflict": "Veleno", "when": "actor is me and hit.critical"}]}}
    }
    for weapon, amount, critical in ((MARTELLO, 2, False), (ASCIA, 3, True)):
        me = at(10, items=[weapon], abilities=[*made, "Sventura"])
        field = trial({**made, **hits}, {"a1": me, "b1": at(13.5)}, dice=[5])
        field.act("a1", "melee", "b1", die=8)
        assert field.the(Hurt).amount == amount
        assert field.figure("b1").conditions == (("Veleno",) if critical else ())
        field.done()


@pytest.mark.rule("CDC-ACT-04.5")
def test_thresholds_and_tests_have_no_criticals() -> None:
    made = {
        "Colpo": {"kind": "A5", "do": [{"test": "forza", "to": "foes(me, 9)", "failed": [{"damage": 1, "to": "it"}]}]},
        "Gloria": {"kind": "P", "at": {"rolled": [{"heal": 1, "when": "actor is me and throw.critical"}]}},
    }
    mine = at(10, abilities=["Colpo", "Gloria"], life=1)
    field = trial(made, {"a1": mine, "b1": at(13.5, abilities=["Gloria"], life=3, dice=(4,))}, dice=[6, 4])
    field.act("a1", "ability", "Colpo", die=6)
    field.answer(4)
    assert field.figure("a1").life == 1 and field.figure("b1").life == 3, "6 on a d6 and 4 on a d4 were no criticals"
    field.done()


# ranged attacks


def shooting(*faces: int, weapon: str = ARCO, x: float = 30, **more: Any) -> Field:
    me, foe = more.pop("me", {}), more.pop("foe", {})
    return Field({"a1": at(10, items=[weapon], **me), "b1": at(x, **foe), **more.pop("others", {})}, dice=faces, **more)


def shot_refused(field: Field, weapon: str = ARCO, target: str = "b1") -> bool:
    return field.refusal(("a1", "shot", weapon, target, 8)) is not None


@pytest.mark.rule("CDC-ACT-05.1", "CDC-ACT-05.6", "CDC-ACT-05.7", "CDC-ACT-05.9")
@pytest.mark.parametrize(("face", "amount"), [(1, 0), (3, 0), (4, 2), (7, 2)])
def test_a_shot_is_one_die_against_4_with_the_damage_of_the_weapon(face: int, amount: int) -> None:
    field = shooting(face, weapon="CDC-EQ-42", me={"dan": 5, "pre": 9 if face == 1 else 0})
    field.act("a1", "shot", "CDC-EQ-42", "b1", die=8)
    assert field.figure("a1").dice == (4, 6)
    need = field.the(DiceRolled).need
    assert need is not None and need.value == 4
    assert [event.amount for event in field.all(Hurt)] == ([amount] if amount else [])
    if amount:
        assert field.the(Hurt).rules[0] == "CDC-ACT-05.7"
    elif face == 1:
        assert field.the(Missed).rules == ("CDC-ACT-05.9",)
    field.done()


@pytest.mark.rule("CDC-ACT-05.2")
def test_a_ranged_weapon_is_needed_and_named() -> None:
    assert "shot" not in Field({"a1": at(10), "b1": at(30)}).offered("a1")
    field = Field({"a1": at(10, items=[ARCO, PISTOLA]), "b1": at(30)}, dice=[5])
    assert field.offered("a1", "shot") == (ARCO, PISTOLA)
    field.act("a1", "shot", PISTOLA, "b1", die=8)
    assert field.the(HitLanded).weapon == PISTOLA


@pytest.mark.rule("CDC-ACT-05.3")
@pytest.mark.parametrize(("y", "may"), [(13.5, False), (13.51, True)])
def test_who_has_an_enemy_within_1_cm_does_not_shoot(y: float, may: bool) -> None:
    field = shooting(others={"b2": at(10, y)})
    assert ("shot" in field.offered("a1")) is may
    assert shot_refused(field) is not may


@pytest.mark.rule("CDC-ACT-05.4", "CDC-ACT-05.11")
@pytest.mark.parametrize(("y", "may"), [(15.5, False), (15.51, True)])
def test_nobody_shoots_at_a_target_within_3_cm_of_an_ally(y: float, may: bool) -> None:
    field = Field({"a1": at(10, items=[ARCO]), "a2": at(30, y), "b1": at(30)}, dice=[5])
    assert shot_refused(field) is not may
    field = Field({"a1": at(10, items=[ARCO]), "b1": at(13.6)}, dice=[5])
    assert not shot_refused(field), "the shooter is no ally of its own"
    field.act("a1", "shot", ARCO, "b1", die=8)
    assert field.the(HitLanded).target == "b1"
    field = Field({"a1": at(10, items=[ARCO]), "b2": at(30, y), "b1": at(30)})
    assert not shot_refused(field), "the target's own allies do not matter"


@pytest.mark.rule("CDC-ACT-05.5", "CDC-ACT-27.3")
def test_the_target_must_be_seen_and_in_range() -> None:
    pistol = {"weapon": PISTOLA, "size": (90, 60)}
    assert not shot_refused(shooting(x=57.5, **pistol), PISTOLA), "45 cm from base to base"
    assert shot_refused(shooting(x=57.51, **pistol), PISTOLA)
    field = shooting(terrain=[{**WALL, "rect": [20, 0, 1, 60]}])
    refusal = field.refusal(("a1", "shot", ARCO, "b1", 8))
    assert refusal is not None and "shot" not in field.offered("a1")


@pytest.mark.rule("CDC-ACT-05.8")
@pytest.mark.parametrize(("pre", "des", "hits"), [(3, 2, True), (2, 2, False)])
def test_a_precisione_higher_than_destrezza_adds_1(pre: int, des: int, hits: bool) -> None:
    field = shooting(3, me={"pre": pre, "cmb": 0}, foe={"des": des, "cmb": 9})
    field.act("a1", "shot", ARCO, "b1", die=8)
    assert bool(field.all(HitLanded)) is hits
    field.done()


# thresholds


@pytest.mark.rule("CDC-ACT-26.1")
def test_changes_are_added_and_then_bounded() -> None:
    made = {
        "Parata": {"always": [{"modify": "sds", "by": 4, "when": "target is me"}]},
        "Mira": {"always": [{"modify": "sds", "by": -1, "when": "actor is me"}]},
        "Tetto": {"always": [{"modify": "sds", "cap": 6, "when": "actor is me"}]},
        "Fondo": {"always": [{"modify": "sds", "floor": 4, "when": "target is me"}]},
    }

    def need(mine: list[str], theirs: list[str]) -> int:
        field = trial(made, {"a1": at(10, abilities=mine), "b1": at(13.5, abilities=theirs)}, dice=[2])
        field.act("a1", "melee", "b1", die=8)
        tally = field.the(DiceRolled).need
        assert tally is not None
        return int(tally.value)

    assert need([], ["Parata"]) == 8 and need(["Mira"], ["Parata"]) == 7
    assert need(["Mira", "Tetto"], ["Parata"]) == 6, "4 + 4 - 1 is 7, then the cap; not 4 + 4 capped, then 5"
    assert need(["Mira"], []) == 3 and need(["Mira"], ["Fondo"]) == 4


@pytest.mark.rule("CDC-ACT-26.3")
def test_a_bonus_to_the_result_and_a_lower_threshold_both_apply() -> None:
    made = {"Mira": {"always": [{"modify": "sds", "by": -1, "when": "actor is me"}]}}
    field = trial(made, {"a1": at(10, abilities=["Mira"], cmb=1), "b1": at(13.5)}, dice=[2])
    field.act("a1", "melee", "b1", die=8)
    assert field.the(HitLanded).face == 2, "2 + 1 against 4 - 1"
    assert struck(3, me={"cmb": 1}) and not struck(2, me={"cmb": 1})
    assert not struck(3, me={"cmb": 1}, foe={"items": [SCUDO]}), "3 + 1 against 4 + 1"


# measuring


@pytest.mark.rule("CDC-ACT-27.1", "CDC-ACT-27.5")
def test_distances_between_bases_and_lengths_between_the_same_points() -> None:
    field = Field({"a1": at(10), "b1": at(50)}, dice=[2])
    field.act("a1", "move", die=4)
    assert field.refusal((16_001, 10_000)) is not None
    field.to(16, 10)
    moved = field.the(Moved)
    assert (moved.from_x, moved.x) == (10_000, 16_000), "6 cm, from centre to centre"
    field.done()
    tall = Field({"a1": at(10), "b1": at(13.5, height=9_000, z=0)}, dice=[5])
    assert tall.offered("a1", "melee") == ("b1",), "only bases count"
