"""Sorceries of the domain of Artifice (CDC-PW-061 to -070)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import Fizzled
from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    DiceLost,
    DiceRolled,
    GroundChanged,
    Healed,
    Hurt,
    PointsChanged,
    PowerWarded,
    Returned,
    Succeeded,
    TestEnded,
)
from arbitro.rulesets.crepuscolo.queries import DDA
from tests.crepuscolo.casting import PLENTY, caster, dead, paid, pass_hands, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.test_pw_general import DISTRUST
from tests.crepuscolo.trials import at

RICH = tuple(PLENTY.items())
DART, NOVA, DRILL = "CDC-PW-014", "CDC-PW-030", "CDC-PW-071"
DISPEL = "CDC-PW-061"
FIELD = "CDC-PW-066"
BERSERKER, MEDITATION, VETERAN = "CDC-AB-029", "CDC-AB-119", "CDC-AB-041"


def knows(x: float, y: float = 10, *spells: str, **more: Any) -> dict[str, Any]:
    """A figure with points in plenty and powers."""
    return at(x, y, abilities=list(spells), points=RICH, **more)


@pytest.mark.parametrize(
    ("spell", "rank", "aims"),
    [
        pytest.param(f"CDC-PW-{number:03d}", rank, aims, marks=pytest.mark.rule(f"CDC-PW-{number:03d}.1"))
        for number, rank, aims in (
            (62, 1, ()), (63, 1, ()), (64, 1, ("b1",)), (65, 1, ("b1",)), (66, 3, ((12_000, 10_000),)),
            (67, 2, ("b1",)), (68, 3, (0,)), (69, 3, ("b1",)), (70, 3, ("b1",)),
        )
    ],
)  # fmt: skip
def test_each_costs_its_rank_in_dice_and_points(spell: str, rank: int, aims: tuple[Any, ...]) -> None:
    paid(spell, rank, "arcano", *aims)


# Disincanto


def duel(*faces: int, points: int = 9, **others: Any) -> Field:
    """`a1` has declared a dart of fire on `b2`; `b1`, far away and behind `b2`, knows Disincanto."""
    field = caster(
        DART, *faces, me={"points": (("arcano", points),)}, b1=knows(55, 10, DISPEL), b2=at(20), **others
    )  # fmt: skip
    use(field, DART, "b2")
    return field


@pytest.mark.rule("CDC-PW-061.1", "CDC-PW-061.2", "CDC-PW-061.3")
def test_a_disenchanted_sorcerer_may_pay_one_more_point() -> None:
    field = duel(4, 5)
    assert field.asked == "respond" and field.game.pending.seats == ("b",), "in the hand of a"
    assert field.all(DiceRolled) == [], "before the roll"
    field.answer((DISPEL, "b1", 8))
    assert field.figure("b1").dice == (4, 6) and [e.by for e in field.all(PointsChanged) if e.it == "b1"] == [-1]
    assert field.asked == "may" and field.game.pending.seats == ("a",)
    field.answer("use")
    assert [e.by for e in field.all(PointsChanged) if e.it == "a1"] == [-1, -1]
    assert field.figure("b2").conditions == ("Fuoco",)
    field.done()


@pytest.mark.rule("CDC-PW-061.3")
@pytest.mark.parametrize("points", [1, 2])
def test_who_does_not_or_cannot_pay_loses_the_sorcery_and_what_it_cost(points: int) -> None:
    field = duel(4, points=points)
    field.answer((DISPEL, "b1", 8))
    if points == 2:
        field.answer("pass")
    assert (field.the(Fizzled).actor, field.the(Fizzled).code) == ("a1", DISPEL)
    assert [e.action for e in field.all(Succeeded)] == [DISPEL], "the dart is not even rolled for"
    assert field.figure("b2").conditions == () and field.figure("a1").dice == (4, 4, 4, 8)
    field.done()


@pytest.mark.rule("CDC-PW-061.2", "CDC-PW-061.3")
def test_a_disenchantment_that_fails_changes_nothing() -> None:
    field = duel(3, 4)
    field.answer((DISPEL, "b1", 8))
    assert field.figure("b2").conditions == ("Fuoco",) and field.all(Fizzled) == []
    field.done()


@pytest.mark.rule("CDC-PW-061.2")
def test_a_friend_of_the_sorcerer_may_disenchant_him_but_he_not_himself() -> None:
    field = caster(DART, 4, 4, me={"abilities": [DART, DISPEL]}, a2=knows(40, 40, DISPEL), b2=at(20))
    assert field.offered("a1", "power") == (DART,), "it is nothing to be used by itself"
    use(field, DART, "b2")
    assert field.game.pending.seats == ("a",) and field.offered(DISPEL) == ("a2",)
    field.answer(("pass",))
    assert field.figure("b2").conditions == ("Fuoco",)


@pytest.mark.rule("CDC-PW-061.2", "CDC-PW-061.3")
def test_a_disenchantment_may_be_disenchanted() -> None:
    field = duel(4, 4, a2=knows(40, 40, DISPEL))
    field.answer(("pass",))
    field.answer((DISPEL, "b1", 8))
    assert field.asked == "respond" and field.offered(DISPEL) == ("a2",)
    field.answer((DISPEL, "a2", 8))
    assert field.game.pending.seats == ("b",) and field.offered(DISPEL) == ("b1",), "and so on"
    field.answer(("pass",))
    assert field.asked == "may" and field.game.pending.seats == ("b",)
    field.answer("pass")
    assert (field.the(Fizzled).actor, field.the(Fizzled).code) == ("b1", DISPEL)
    while field.asked == "respond":
        field.answer(("pass",))
    assert field.figure("b2").conditions == ("Fuoco",), "the dart flies on"
    field.done()


@pytest.mark.rule("CDC-PW-061.2")
def test_only_sorceries_are_disenchanted() -> None:
    field = caster(DRILL, 4, b1=knows(14, 10, DISPEL))
    use(field, DRILL, "b1")
    assert field.asked == "action" and field.figure("b1").tokens == (("Follia", 1),)
    field.done()


@pytest.mark.rule("CDC-PW-061.3")
def test_who_is_immune_to_sorceries_is_not_disenchanted() -> None:
    me = {"abilities": [DART, "Scudo"]}
    field = caster(DART, 4, 4, me=me, extra={"Scudo": DISTRUST}, b1=knows(55, 10, DISPEL), b2=at(20))
    use(field, DART, "b2")
    field.answer((DISPEL, "b1", 8))
    assert field.the(PowerWarded).it == "a1" and field.figure("b2").conditions == ("Fuoco",)
    field.done()


# Velo di Brina, Levitazione, Adombrare, Rincuorare


@pytest.mark.rule("CDC-PW-062.2")
def test_behind_a_veil_of_rime_nobody_sees_its_user_to_shoot_or_enchant() -> None:
    archer = knows(20, 10, DART, NOVA, items=["CDC-EQ-20"], dice=(4, 6, 8))
    field = caster("CDC-PW-062", 4, 4, a2=at(10, 16), b1=archer, b2=at(14, 10, abilities=[NOVA], points=RICH))
    use(field, "CDC-PW-062")
    field.answer(("pass",))
    assert "a1" not in field.offered("b1", "shot", "CDC-EQ-20") and "a2" in field.offered("b1", "shot", "CDC-EQ-20")
    assert "a1" not in field.offered("b1", "power", DART) and "a2" in field.offered("b1", "power", DART)
    field.act("b2", "power", NOVA, die=6, others=(4,))
    assert field.asked == "lose_die" and field.about["actor"] == "a1", "what needs no sight still reaches him"
    field.done()


@pytest.mark.rule("CDC-PW-062.2")
def test_a_veil_of_rime_lasts_until_the_next_hand_is_over() -> None:
    field = caster("CDC-PW-062", 4, b1=at(30))
    use(field, "CDC-PW-062")
    veiled = [bool(field.game.immune("a1", "sight"))]
    field.answer(("pass",))
    veiled.append(bool(field.game.immune("a1", "sight")))
    field.answer(("pass",))
    veiled.append(bool(field.game.immune("a1", "sight")))
    assert veiled == [True, True, False] and field.state.turn == 2
    field.done()


WALL = {"id": "wall", "rect": [12, 0, 3, 30], "height": 6, "dda": 3, "crossing": "vaultable"}


@pytest.mark.rule("CDC-PW-063.2")
@pytest.mark.parametrize(("floats", "z"), [(True, 6_000), (False, 0)])
def test_levitation_climbs_without_any_difficulty(floats: bool, z: int) -> None:
    """2 x 3 - 0 = 6 cm lead to the top of the wall, 2 x 3 - 3 do not."""
    field = caster("CDC-PW-063", 4, 3, a2=at(10, 20), b1=at(50), setup={"terrain": [WALL]})
    use(field, "CDC-PW-063")
    climber = "a1" if floats else "a2"
    field.act(climber, "climb", "wall", die=8)
    if field.asked == "spot":
        field.answer(field.offered()[0])
    assert field.figure(climber).z == z
    field.done()


@pytest.mark.rule("CDC-PW-063.2")
def test_levitation_ends_with_the_hand_and_scales_nothing_impassable() -> None:
    cliff = {**WALL, "crossing": "impassable"}
    field = caster("CDC-PW-063", 4, b1=at(50), setup={"terrain": [cliff]})
    use(field, "CDC-PW-063")
    assert "climb" not in field.offered("a1"), "what cannot be climbed stays so"
    assert field.game.query(DDA, figure="a1", base=5).value == 0
    field.answer(("pass",))
    assert field.game.query(DDA, figure="a1", base=5).value == 5
    field.done()


@pytest.mark.rule("CDC-PW-064.2")
def test_overshadow_takes_a_die_of_one_in_sight_at_any_distance() -> None:
    field = caster("CDC-PW-064", 4, b1=at(55), b2=at(58), b3=at(55, 55))
    assert field.offered("a1", "power", "CDC-PW-064") == ("b1", "b3"), "b2 stands behind b1"
    use(field, "CDC-PW-064", "b1")
    assert field.asked == "lose_die" and field.game.pending.seats == ("b",)
    field.answer(4)
    assert field.the(DiceLost).dice == (4,) and field.figure("b1").dice == (6, 8)
    field.done()


@pytest.mark.rule("CDC-PW-065.2")
def test_hearten_reaches_one_in_sight_within_10_cm() -> None:
    field = caster("CDC-PW-065", a2=at(22.5), a3=at(10, 22.6), b1=at(14, 14), b2=at(17, 17))
    assert field.offered("a1", "power", "CDC-PW-065") == ("a2", "b1"), "a3 is 10.1 cm away, b2 behind b1"


@pytest.mark.rule("CDC-PW-065.3")
@pytest.mark.parametrize(("spent", "healed"), [(0, None), (2, 2), (5, 3)])
def test_hearten_heals_a_point_for_each_point_spent(spent: int, healed: int | None) -> None:
    field = caster("CDC-PW-065", 4, me={"points": (("arcano", 6),)}, a2=at(14, life=2), b1=at(50))
    use(field, "CDC-PW-065", "a2")
    assert field.asked == "choose" and field.figure("a1").points == (("arcano", 5),), "after the roll"
    assert field.refusal(6) is not None
    field.answer(spent)
    assert field.figure("a1").points == (("arcano", 5 - spent),)
    assert [event.amount for event in field.all(Healed)] == ([healed] if healed else [])
    assert field.figure("a2").life == 2 + (healed or 0), "never above the 5 it began with"
    field.done()


# Campo Antimagico


def warded(*faces: int, x: float = 21.25, **others: Any) -> Field:
    """`a1` has put an antimagic field at (x, 10), which reaches to 10 cm from there."""
    field = caster(FIELD, 4, *faces, setup={"size": (100, 60)}, **others)
    use(field, FIELD, rank=3)
    field.to(x, 10)
    return field


@pytest.mark.rule("CDC-PW-066.2")
def test_an_antimagic_field_stands_within_10_cm_in_sight() -> None:
    field = caster(FIELD, 4, b1=at(14, 14))
    use(field, FIELD, rank=3)
    assert field.refusal((21_251, 10_000)).code == "point_too_far"
    assert field.refusal((16_000, 16_000)).code == "point_unseen", "b1 stands before it"
    field.to(21.25, 10)
    piece = field.the(GroundChanged).piece
    assert piece is not None and piece.name == "Campo Antimagico" and piece.area.box == (20_750, 9_500, 21_750, 10_500)
    field.done()


@pytest.mark.rule("CDC-PW-066.3")
def test_nobody_within_10_cm_of_the_field_uses_sorceries() -> None:
    """b1 is 10 cm from the token, b2 10.01; psionic powers are free."""
    others = {"a2": knows(10, 20, DART), "b1": knows(32.5, 10, DART, DRILL), "b2": knows(32.51, 14, DART), "b3": at(34, 12)}
    field = warded(**others)
    assert "power" not in field.offered("a1"), "the field stands within 10 cm of its maker too"
    field.answer(("pass",))
    assert DART not in field.offered("b1", "power")
    field.done()


@pytest.mark.rule("CDC-PW-066.3", "CDC-PW-066.4")
def test_the_edge_of_the_field() -> None:
    spells = (DART, DRILL)
    near, far = knows(32.5, 10, *spells), knows(10, 21.25, *spells)
    mark = at(45, 10)
    field = warded(x=20, b1={**near, "at": (31.25, 10)}, b2={**far, "at": (31.26, 20)}, b3=mark, b4=at(60, 10))
    field.answer(("pass",))
    assert "power" not in field.offered("b1") or DART not in field.offered("b1", "power"), "10 cm from the token"
    assert DART in field.offered("b2", "power"), "14 cm from it"
    field.done()
