"""Emanazioni, powers of Ki by the power level of their user (CDC-PW-117 to -122, -141 to -145; CDC-IN-026)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import DiceSpent, Fell, Hurt, Moved, TestEnded
from tests.crepuscolo.casting import caster, paid, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at

LEVELS = ("", "CDC-IN-014", "CDC-IN-015", "CDC-IN-016")
SIPHON = "CDC-IN-026"


@pytest.mark.parametrize(
    ("spell", "rank", "aims"),
    [
        pytest.param(f"CDC-PW-{number}", rank, aims, marks=pytest.mark.rule(f"CDC-PW-{number}.1"))
        for number, rank, aims in (
            (117, 2, ("b1",)), (118, 2, ("b1",)), (119, 1, ("b1",)), (120, 3, ()), (121, 1, ()), (122, 3, ()),
        )
    ],
)  # fmt: skip
def test_each_costs_its_rank_in_dice_and_points(spell: str, rank: int, aims: tuple[str, ...]) -> None:
    paid(spell, rank, "ki", *aims)


def blast(number: int, level: int, *faces: int, more: tuple[str, ...] = (), **others: Any) -> Field:
    """`a1`, of a power level from 1 to 3 (or 4: 3 and the siphon), knows an Emanazione; a 4 falls first."""
    known = [f"CDC-PW-{number}", LEVELS[min(level, 3)], *([SIPHON] if level == 4 else []), *more]
    mine = {"abilities": known, "points": (("ki", 9),), **others.pop("me", {})}
    return caster(f"CDC-PW-{number}", 4, *faces, me=mine, **others)


def siphon(field: Field) -> None:
    """Use the siphon with a d4."""
    assert field.asked == "respond" and field.offered() == ("pass", SIPHON)
    field.answer((SIPHON, "a1", 4))


def wounds(field: Field) -> list[tuple[str, int]]:
    return [(event.it, event.amount) for event in field.all(Hurt)]


def decline(field: Field) -> None:
    """Nobody takes a test."""
    while field.asked == "test":
        field.answer("decline")


@pytest.mark.rule("CDC-PW-117.2", "CDC-PW-118.2", "CDC-PW-119.2", "CDC-PW-141.1", "CDC-PW-142.1")
@pytest.mark.parametrize(
    ("number", "rank", "level", "damage"),
    [
        (117, 2, 1, 1), (117, 2, 2, 2), (117, 2, 3, 3), (118, 2, 1, 1), (118, 2, 2, 1), (118, 2, 3, 1), (118, 2, 4, 2),
        (119, 1, 1, 1), (119, 1, 2, 1), (119, 1, 3, 2), (119, 1, 4, 3),
    ],
)  # fmt: skip
def test_what_one_emanation_inflicts_by_level(number: int, rank: int, level: int, damage: int) -> None:
    field = blast(number, level, b1=at(14))
    use(field, f"CDC-PW-{number}", "b1", rank=rank)
    if level == 4:
        siphon(field)
    decline(field)
    assert wounds(field) == [("b1", damage)]
    field.done()


@pytest.mark.rule("CDC-PW-117.2", "CDC-PW-118.2", "CDC-PW-119.2")
@pytest.mark.parametrize(("number", "reach"), [(117, 5), (118, 30), (119, 10)])
def test_they_are_for_one_in_sight_and_in_range(number: int, reach: int) -> None:
    """b1 stands just so far, b2 0.01 cm farther, b3 behind a2."""
    far = 12.5 + reach
    field = blast(number, 1, a2=at(10, 12.5), b1=at(far), b2=at(50, 50), b3=at(10, 15))
    field.figure("b2").x, field.figure("b2").y = 10_006 + (reach * 10 + 25) * 60, 10_008 + (reach * 10 + 25) * 80
    assert field.offered("a1", "power", f"CDC-PW-{number}") == ("a2", "b1")


@pytest.mark.rule("CDC-PW-117.3", "CDC-PW-118.3", "CDC-PW-119.3")
@pytest.mark.parametrize(
    ("number", "rank", "level", "damage"),
    [(117, 2, 3, 2), (117, 2, 2, 1), (117, 2, 1, 1), (118, 2, 4, 1), (119, 1, 4, 2)],
)
def test_a_test_of_forza_halves_the_damage_rounded_up(number: int, rank: int, level: int, damage: int) -> None:
    field = blast(number, level, 4, b1=at(14))
    use(field, f"CDC-PW-{number}", "b1", rank=rank)
    if level == 4:
        siphon(field)
    assert field.asked == "test" and field.game.pending.seats == ("b",)
    field.answer(4)
    ended = field.the(TestEnded)
    assert (ended.it, ended.kind, ended.passed) == ("b1", "forza", True)
    assert wounds(field) == [("b1", damage)]
    field.done()


@pytest.mark.rule("CDC-PW-117.3", "CDC-PW-120.3")
def test_a_failed_test_halves_nothing() -> None:
    field = blast(117, 3, 3, b1=at(14, dice=(8,)))
    use(field, "CDC-PW-117", "b1", rank=2)
    field.answer(8)
    decline(field)
    assert wounds(field) == [("b1", 3)]
    field.done()


@pytest.mark.rule("CDC-PW-120.2", "CDC-PW-143.1")
@pytest.mark.parametrize(("level", "damage"), [(1, 1), (2, 1), (3, 1), (4, 2)])
def test_a_nova_strikes_all_others_within_10_cm(level: int, damage: int) -> None:
    """a2 and b1 stand 10 cm away, b2 behind a3 is not in sight, b3 stands 10.01 cm away."""
    field = blast(120, level, a2=at(10, 22.5), a3=at(7, 7), b1=at(22.5), b2=at(5, 5), b3=at(10, 50))
    field.figure("b3").x, field.figure("b3").y = 17_506, 20_008
    use(field, "CDC-PW-120", rank=3)
    if level == 4:
        siphon(field)
    decline(field)
    assert wounds(field) == [(it, damage) for it in ("a2", "a3", "b1", "b2")]
    field.done()


@pytest.mark.rule("CDC-PW-120.3")
def test_each_one_struck_by_a_nova_takes_its_own_test() -> None:
    low = blast(120, 1, 4, a2=at(10, 14), b1=at(40, 40))
    use(low, "CDC-PW-120", rank=3)
    low.answer(4)
    assert wounds(low) == [("a2", 1)], "at level 1 it is 1, and the half of 1 rounded up"
    field = blast(120, 4, 4, 2, a2=at(10, 14), b1=at(14, dice=(8,)))
    use(field, "CDC-PW-120", rank=3)
    siphon(field)
    assert field.asked == "test" and field.game.pending.seats == ("a",)
    field.answer(4)
    assert field.asked == "test" and field.game.pending.seats == ("b",)
    field.answer(8)
    decline(field)
    assert wounds(field) == [("a2", 1), ("b1", 2)]
    field.done()


@pytest.mark.rule("CDC-PW-121.2", "CDC-PW-144.1")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_an_aura_moves_all_within_2_cm_as_far_as_the_level(level: int) -> None:
    """a2 stands 2 cm away, b2 2.01 cm; b1 would go farther but for a wall 1.5 cm behind it (at level 2 and 3)."""
    wall = {"id": "wall", "rect": [15.25, 0, 1, 20], "height": 3, "crossing": "impassable"}
    field = blast(121, level, a2=at(10, 14.5), b1=at(12.5), b2=at(5.49), setup={"terrain": [wall]})
    use(field, "CDC-PW-121")
    assert field.at("a2") == (10, 14.5 + level) and field.at("b2") == (5.49, 10) and field.at("a1") == (10, 10)
    assert field.at("b1")[1] == 10 and abs(field.at("b1")[0] - min(12.5 + level, 14)) < 0.011
    assert {e.it for e in field.all(Moved)} == {"a2", "b1"} and wounds(field) == []
    field.done()


@pytest.mark.rule("CDC-PW-121.2")
def test_an_aura_can_push_over_an_edge() -> None:
    """b1 stands on a hill 6 cm high that ends 1 cm behind its middle."""
    hill = {"id": "hill", "rect": [5, 5, 9, 10], "height": 6, "crossing": "vaultable"}
    field = blast(121, 3, me={"z": 6}, b1=at(13, z=6, dice=()), setup={"terrain": [hill]})
    use(field, "CDC-PW-121")
    decline(field)
    assert (field.the(Fell).it, field.the(Fell).height) == ("b1", 6_000) and field.figure("b1").z == 0


@pytest.mark.rule("CDC-PW-122.2", "CDC-PW-122.3", "CDC-PW-145.1")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_an_explosion_strikes_its_user_too_who_takes_no_test(level: int) -> None:
    """a2 stands 2 cm away and passes, b1 declines, b2 stands 2.01 cm away."""
    field = blast(122, level, 4, a2=at(10, 14.5), b1=at(12.5), b2=at(5.49))
    use(field, "CDC-PW-122", rank=3)
    assert field.asked == "test" and field.game.pending.seats == ("a",)
    field.answer(4)
    decline(field)
    assert [(e.it, e.passed) for e in field.all(TestEnded)] == [("a2", True), ("b1", False)]
    assert sorted(wounds(field)) == [("a1", level), ("a2", (level + 1) // 2), ("b1", level)]
    field.done()


# Sifone di Energia


@pytest.mark.rule("CDC-IN-026.1", "CDC-IN-026.2", "CDC-IN-026.3")
def test_the_siphon_raises_the_level_for_one_emanation_and_a_die() -> None:
    field = blast(119, 3, 4, b1=at(14, res=9), more=(SIPHON,))
    assert "ability" not in field.offered("a1"), "at no other moment"
    use(field, "CDC-PW-119", "b1")
    siphon(field)
    assert [e.dice for e in field.all(DiceSpent)] == [(6,), (4,)] and field.figure("a1").dice == (4, 4, 8)
    decline(field)
    assert wounds(field) == [("b1", 3)], "once only, and 4 - 1"
    use(field, "CDC-PW-119", "b1", die=8)
    assert field.asked == "respond"
    field.answer(("pass",))
    decline(field)
    assert wounds(field) == [("b1", 3), ("b1", 2)], "the level is 3 again"
    field.done()


@pytest.mark.rule("CDC-IN-026.1")
def test_the_siphon_answers_no_other_power() -> None:
    mine = {"abilities": ["CDC-PW-094", "CDC-IN-016", SIPHON], "points": (("ki", 9),)}
    field = caster("CDC-PW-094", 4, me=mine, b1=at(14))
    use(field, "CDC-PW-094")
    assert field.asked == "action"
    field.done()


@pytest.mark.rule("CDC-IN-026.1")
def test_the_siphon_is_for_the_emanations_of_its_bearer() -> None:
    """`a2` bears a siphon, and `a1`, who bears none, uses an emanation."""
    field = blast(119, 2, b1=at(14, res=9), a2=at(10, 14, abilities=[SIPHON]))
    use(field, "CDC-PW-119", "b1")
    assert field.asked == "test", "nobody was asked before"


@pytest.mark.rule("CDC-IN-026.2")
def test_the_die_of_the_siphon_is_lost_if_the_emanation_fails() -> None:
    mine = {"abilities": ["CDC-PW-119", "CDC-IN-016", SIPHON], "points": (("ki", 9),)}
    field = caster("CDC-PW-119", 2, me=mine, b1=at(14))
    use(field, "CDC-PW-119", "b1")
    siphon(field)
    assert field.figure("a1").dice == (4, 4, 8) and wounds(field) == []
    field.done()
