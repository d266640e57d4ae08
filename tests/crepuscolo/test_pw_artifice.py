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
from arbitro.rulesets.crepuscolo.queries import DDA, SDS
from tests.crepuscolo.casting import RICH, asks, caster, knows, paid, pass_hands, quiet, usable, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.test_pw_general import DISTRUST
from tests.crepuscolo.trials import at

DART, NOVA, DRILL = "CDC-PW-014", "CDC-PW-030", "CDC-PW-071"
DISPEL = "CDC-PW-061"
FIELD = "CDC-PW-066"
BERSERKER, MEDITATION, VETERAN = "CDC-AB-029", "CDC-AB-119", "CDC-AB-041"


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
    assert field.asked == "respond" and asks(field) == "b", "in the hand of a"
    assert field.all(DiceRolled) == [], "before the roll"
    field.answer((DISPEL, "b1", 8))
    assert field.figure("b1").dice == (4, 6) and [e.by for e in field.all(PointsChanged) if e.it == "b1"] == [-1]
    assert field.asked == "may" and asks(field) == "a"
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
    assert asks(field) == "a" and field.offered(DISPEL) == ("a2",)
    field.answer(("pass",))
    assert field.figure("b2").conditions == ("Fuoco",)


@pytest.mark.rule("CDC-PW-061.2", "CDC-PW-061.3")
def test_a_disenchantment_may_be_disenchanted() -> None:
    field = duel(4, 4, a2=knows(40, 40, DISPEL))
    field.answer(("pass",))
    field.answer((DISPEL, "b1", 8))
    assert field.asked == "respond" and field.offered(DISPEL) == ("a2",)
    field.answer((DISPEL, "a2", 8))
    assert asks(field) == "b" and field.offered(DISPEL) == ("b1",), "and so on"
    field.answer(("pass",))
    assert field.asked == "may" and asks(field) == "b"
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


@pytest.mark.rule("CDC-PW-063.2")
def test_levitation_used_twice_is_one_levitation() -> None:
    field = caster("CDC-PW-063", 4, 4, a2=at(10, 20), b1=at(50))
    use(field, "CDC-PW-063")
    use(field, "CDC-PW-063", die=8)
    assert [effect.rule for effect in field.state.effects.values()] == ["CDC-PW-063"]
    assert field.game.query(DDA, figure="a1", base=5).value == 0
    field.done()


@pytest.mark.rule("CDC-PW-064.2")
def test_overshadow_takes_a_die_of_one_in_sight_at_any_distance() -> None:
    field = caster("CDC-PW-064", 4, b1=at(55), b2=at(58), b3=at(55, 55))
    assert field.offered("a1", "power", "CDC-PW-064") == ("b1", "b3"), "b2 stands behind b1"
    use(field, "CDC-PW-064", "b1")
    assert field.asked == "lose_die" and asks(field) == "b"
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


# Oblio, Umiltà, Canto dei Senzavoce


def learned(x: float, y: float, *more: str, **others: Any) -> dict[str, Any]:
    """A fighter with a gratis, a complete and a passive ability, and a sorcery."""
    return knows(x, y, BERSERKER, MEDITATION, VETERAN, DART, *more, **others)


@pytest.mark.rule("CDC-PW-067.2", "CDC-PW-067.3", "CDC-PW-067.4")
def test_oblivion_bars_active_abilities_for_the_turn() -> None:
    """Colpo del Veterano is printed as passive; powers are no abilities."""
    field = caster("CDC-PW-067", 4, b1=learned(22.5, 10), b2=at(10, 22.6), b3=at(16, 16))
    assert field.offered("a1", "power", "CDC-PW-067") == ("b1", "b3"), "b2 is 10.1 cm away"
    use(field, "CDC-PW-067", "b1", rank=2)
    quiet(field)
    assert field.game.restricted("ability", actor="b1", path=VETERAN) is None
    field.answer(("pass",))
    assert "ability" not in field.offered("b1") and usable(field) == (DART,)
    pass_hands(field)
    while asks(field) != "b":
        field.answer(("pass",))
    assert field.state.turn == 2 and field.offered("b1", "ability") == (BERSERKER, MEDITATION)
    field.done()


@pytest.mark.rule("CDC-PW-067.3", "CDC-PW-067.4")
def test_oblivion_bars_responses_but_not_what_is_passive() -> None:
    """b1 may strike in the other's hand by Colpo del Veterano, which is passive, but not rage by Berserker."""
    field = caster("CDC-PW-067", 4, a2=at(16.5), b1=learned(14, 10))
    use(field, "CDC-PW-067", "b1", rank=2)
    quiet(field)
    assert field.offered("b1", "ability", seat="b") == (VETERAN,)
    field.done()


@pytest.mark.rule("CDC-PW-067.3")
def test_oblivion_binds_its_target_only() -> None:
    field = caster("CDC-PW-067", 4, b1=learned(22.5, 10), b2=learned(16, 16))
    use(field, "CDC-PW-067", "b1", rank=2)
    quiet(field)
    field.answer(("pass",))
    assert "ability" not in field.offered("b1")
    assert field.offered("b2", "ability") == (BERSERKER, MEDITATION)
    field.done()


@pytest.mark.rule("CDC-PW-069.2")
def test_humility_is_for_the_great_within_20_cm() -> None:
    great = {
        "b1": at(32.5, classes=("Paladino",)), "b2": at(14, classes=("Umano", "Flagello")),
        "b3": at(10, 20, classes=("Leggenda",)), "b4": at(10, 14, classes=("Semidio",)), "b5": at(14, 14),
        "b6": at(10, 32.6, classes=("Paladino",)), "a2": at(6, 10, classes=("Paladino",)),
    }  # fmt: skip
    field = caster("CDC-PW-069", **great)
    assert set(field.offered("a1", "power", "CDC-PW-069")) == {"a2", "b1", "b2", "b3", "b4"}


def humbled(*faces: int, **me: Any) -> Field:
    """`b1`, a Paladino, must prove its humility."""
    field = caster("CDC-PW-069", 4, *faces, a2=at(16.5), b1=learned(14, 10, classes=("Paladino",), **me))
    use(field, "CDC-PW-069", "b1", rank=3)
    quiet(field)
    return field


@pytest.mark.rule("CDC-PW-069.3")
@pytest.mark.parametrize(
    ("faces", "answer", "gained", "left"),
    [((4,), 4, 3, ()), ((), "decline", 0, (4, 4, 6, 8)), ((3, 3, 3, 3), 4, 0, ())],
)
def test_the_humbled_use_no_active_ability_without_a_test_of_spirito(
    faces: tuple[int, ...], answer: Any, gained: int, left: tuple[int, ...]
) -> None:
    """Meditazione takes three dice and gives 3 points; a test that is failed does not take them."""
    field = humbled(*faces, dice=(4, 4, 6, 8))
    field.answer(("pass",))
    field.act("b1", "ability", MEDITATION, die=8, others=(4, 6))
    assert field.asked == "test" and (field.about["actor"], field.about["test"]) == ("b1", "spirito")
    while field.asked == "test":
        field.answer(answer if answer in field.offered() else field.offered()[-1])
    assert sum(event.by for event in field.all(PointsChanged) if event.it == "b1") == gained
    assert field.figure("b1").dice == left and field.the(TestEnded).passed is (gained > 0)
    assert [event.code for event in field.all(Fizzled)] == ([] if gained else ["CDC-PW-069"])
    field.done()


@pytest.mark.rule("CDC-PW-069.3")
def test_humility_tests_its_target_only() -> None:
    """b1 is humbled; b2, a Paladino as well, rages without any test: whoever strikes it needs one less."""
    field = caster(
        "CDC-PW-069", 4, a2=at(16.5), b1=learned(14, 10, classes=("Paladino",)),
        b2=learned(40, 10, classes=("Paladino",)),
    )  # fmt: skip
    use(field, "CDC-PW-069", "b1", rank=3)
    quiet(field)
    field.answer(("pass",))
    field.act("b2", "ability", BERSERKER)
    quiet(field)
    assert field.asked == "action" and field.all(TestEnded) == []
    assert field.game.query(SDS, actor="a1", target="b2", action="melee", weapon="").value == 3
    field.done()


@pytest.mark.rule("CDC-PW-069.3")
def test_humility_lasts_for_the_game_and_is_asked_for_each_time() -> None:
    field = humbled(dice=())
    for turn in (1, 2, 3):
        while asks(field) != "b":
            field.answer(("pass",))
        assert field.state.turn == turn
        field.act("b1", "ability", BERSERKER)
        while field.asked == "test":
            field.answer("decline")
        assert len(field.all(TestEnded)) == turn
        assert field.game.query(SDS, actor="a1", target="b1", action="melee", weapon="").value == 4, "no rage"
        quiet(field)
        while field.state.turn == turn and field.asked == "action":
            field.answer(("pass",))
    field.done()


@pytest.mark.rule("CDC-PW-069.3")
def test_the_humbled_need_dice_for_the_test_and_for_the_ability() -> None:
    field = humbled(4, dice=(4, 6, 8))
    field.answer(("pass",))
    field.act("b1", "ability", MEDITATION, die=8, others=(4, 6))
    field.answer(4)
    assert (field.the(Fizzled).code, field.figure("b1").dice) == ("no_dice", (6, 8))
    field.done()


@pytest.mark.rule("CDC-PW-069.3")
def test_the_humbled_answer_by_active_abilities_after_a_test_only() -> None:
    """In the hand of a: Berserker asks for a test; Colpo del Veterano, which is passive, and sorceries do not."""
    field = humbled(8, dice=(4, 6, 8))
    field.answer(("b1", "ability", BERSERKER), "b")
    assert (field.asked, field.about["actor"]) == ("test", "b1")
    field.answer("decline")
    assert len(field.all(TestEnded)) == 1
    field.answer(("b1", "ability", VETERAN, "a2", 8, (4,)), "b")
    assert len(field.all(TestEnded)) == 1 and len(field.all(Hurt)) == 1
    field.done()


@pytest.mark.rule("CDC-PW-070.2", "CDC-PW-070.3")
def test_the_song_of_the_voiceless_bars_sorceries_and_hypnosis_for_the_turn() -> None:
    spells = (DART, DRILL, "CDC-PW-110")
    singer = knows(32.5, 10, *spells, dice=(4, 6, 8))
    singer["points"] = (*RICH, ("illusione", 5))
    field = caster("CDC-PW-070", 4, a2=at(31, 14), b1=singer, b2=at(10, 32.6), b3=at(40, 10))
    assert field.offered("a1", "power", "CDC-PW-070") == ("a2", "b1"), "b2 is 20.1 cm away"
    use(field, "CDC-PW-070", "b1", rank=3)
    field.answer(("pass",))
    assert usable(field) == (DRILL,)
    pass_hands(field)
    while asks(field) != "b":
        field.answer(("pass",))
    assert field.state.turn == 2 and set(usable(field)) == set(spells)
    field.done()


@pytest.mark.rule("CDC-PW-070.3")
def test_the_song_of_the_voiceless_binds_its_target_only() -> None:
    field = caster("CDC-PW-070", 4, b1=knows(32.5, 10, DART), b2=knows(20, 20, DART))
    use(field, "CDC-PW-070", "b1", rank=3)
    quiet(field)
    field.answer(("pass",))
    assert (usable(field), usable(field, "b2")) == ((), (DART,))
    field.done()


# Faro di Verità

RISEN = "CDC-IN-027"


@pytest.mark.rule("CDC-PW-068.2", "CDC-PW-068.3")
def test_a_beacon_of_truth_hurts_the_risen_in_its_arc_within_40_cm() -> None:
    """An arc of 90 degrees towards the east: b1 at 40 cm is struck, b2 at 40.1 cm, b3 outside, b4 alive are not."""
    risen = [RISEN]
    others = {
        "a2": at(20, 12, abilities=risen), "b1": at(52.5, 10, abilities=risen), "b2": at(52.6, 20, abilities=risen),
        "b3": at(10, 20, abilities=risen), "b4": at(30, 14), "b5": at(20, 21.7, abilities=risen),
    }  # fmt: skip
    field = caster("CDC-PW-068", 4, **others)
    use(field, "CDC-PW-068", rank=3)
    assert field.asked == "aim_arc"
    field.answer(0)
    assert [(event.it, event.amount) for event in field.all(Hurt)] == [("a2", 1), ("b1", 1), ("b5", 1)]
    field.done()


BEACON = "CDC-PW-068"


def mage(*spells: str, faces: tuple[int, ...] = (), **others: Any) -> Field:
    """`a1` knows the beacon and other sorceries and has dice in plenty."""
    me = {"abilities": [*spells, BEACON], "dice": (4,) * 9 + (6, 8)}
    return caster(BEACON, *faces, me=me, setup={"size": (100, 60)}, **others)


def shine(field: Field, way: int = 0) -> None:
    """`a1` lights its beacon, towards the east unless said."""
    use(field, BEACON, rank=3, die=4)
    field.answer(way)
    quiet(field)


@pytest.mark.rule("CDC-PW-068.4")
def test_a_beacon_takes_charges_and_screens_without_what_follows_them() -> None:
    """Tokens in the arc go, however far; those of b3, outside, discharge at the end of the hand: 2 - 0 dice."""
    field = mage(
        NOVA, "CDC-PW-029", "CDC-PW-071", faces=(4, 4),
        b1=at(15, 10, tokens=(("Carica", 1), ("Follia", 1)), dice=()), b2=at(90, 10, tokens=(("Carica", 2),), dice=()),
        b3=at(10, 40, tokens=(("Carica", 1),), dice=()),
    )  # fmt: skip
    field.act("a1", "power", "CDC-PW-029", "b1", die=6)
    assert dict(field.figure("b1").tokens) == {"Carica": 1, "Follia": 1, "Schermo": 2}
    shine(field)
    assert [dict(field.figure(it).tokens) for it in ("b1", "b2", "b3")] == [{"Follia": 1}, {}, {"Carica": 1}]
    pass_hands(field)
    assert field.state.turn == 2 and [(event.it, event.amount) for event in field.all(Hurt)] == [("b3", 2)]
    field.done()


@pytest.mark.rule("CDC-PW-068.4")
@pytest.mark.parametrize(("way", "hurt"), [(0, []), (180_000, [1])])
def test_a_wall_of_fire_in_the_light_of_a_beacon_burns_no_more(way: int, hurt: list[int]) -> None:
    field = mage("CDC-PW-021", faces=(4, 4, 4), b1=at(19, 10))
    use(field, "CDC-PW-021", rank=3)
    field.to(16, 7)
    field.to(16, 13)
    shine(field, way)
    field.answer(("pass",))
    field.act("b1", "move", die=4)
    field.to(15, 10)
    assert [event.amount for event in field.all(Hurt)] == hurt
    field.done()


@pytest.mark.rule("CDC-PW-068.4")
@pytest.mark.parametrize(("way", "burnt"), [(0, []), (180_000, ["b1"])])
def test_a_trail_of_fire_in_the_light_of_a_beacon_never_burns(way: int, burnt: list[str]) -> None:
    field = mage("CDC-PW-016", faces=(4, 4), b1=at(14, 10))
    use(field, "CDC-PW-016", die=6)
    field.to(11.25, 10)
    shine(field, way)
    pass_hands(field)
    assert field.state.turn == 2
    assert [event.it for event in field.all(ConditionGained) if event.it == "b1"] == burnt
    field.done()


@pytest.mark.rule("CDC-PW-068.4", "CDC-PW-066.4")
@pytest.mark.parametrize(("x", "gone"), [(81.26, True), (81.25, False)])
def test_a_beacon_removes_an_antimagic_field_that_its_40_cm_do_not_reach(x: float, gone: bool) -> None:
    """The field covers 10 cm about (30, 30): seen from 81.26 cm the arc of 40 cm ends before it, its light does not."""
    field = caster(
        FIELD, 4, *((4,) if gone else ()), me={"at": (20, 30)}, setup={"size": (100, 60)},
        a2=knows(x, 30, BEACON, dice=(4, 4, 4)), b1=knows(35, 36, DART),
    )  # fmt: skip
    use(field, FIELD, rank=3)
    field.to(30, 30)
    use(field, BEACON, rank=3, actor="a2", die=4)
    assert (field.refusal(180_000) is None) is gone
    if gone:
        field.answer(180_000)
        assert field.all(GroundChanged)[-1].piece is None
        field.answer(("pass",))
        assert usable(field) == (DART,)
    field.done()


@pytest.mark.rule("CDC-PW-068.4")
def test_who_has_vanished_returns_at_once_where_a_beacon_shines() -> None:
    field = caster(
        BEACON, 4, 4, me={"at": (10, 10)}, a2=at(5, 40), setup={"hand": "b"},
        b1=knows(30, 10, "CDC-PW-031", dice=(4, 4, 8)), b2=at(50, 50),
    )  # fmt: skip
    use(field, "CDC-PW-031", rank=2, actor="b1", die=8)
    assert field.figure("b1").status == "away"
    field.answer(("pass",))
    use(field, BEACON, rank=3)
    field.answer(0)
    assert (field.the(Returned).it, field.at("b1"), field.figure("b1").status) == ("b1", (30, 10), "table")
    assert field.all(GroundChanged)[-1].piece is None and field.state.effects == {}
    field.done()
