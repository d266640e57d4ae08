"""Sorceries of the domain of the Abyss (CDC-PW-038 to -048)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    ArmourWorn,
    ConditionGained,
    DiceGained,
    DiceLost,
    DiceRolled,
    Died,
    Hurt,
    Missed,
)
from arbitro.rulesets.crepuscolo.queries import DDA, PROTECTION, SDS
from tests.crepuscolo.casting import caster, dead, paid, pass_hands, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.test_pw_general import DISTRUST
from tests.crepuscolo.trials import at

SHIELD = {"Scudo": DISTRUST}
COLD = ("Gelo",)
PLATE = "CDC-EQ-57"
"""An armour of Resistenza 3 and Protezione 1."""


@pytest.mark.parametrize(
    ("spell", "rank", "aims"),
    [
        pytest.param(f"CDC-PW-{number:03d}", rank, aims, marks=pytest.mark.rule(f"CDC-PW-{number:03d}.1"))
        for number, rank, aims in (
            (38, 1, ("b1",)), (39, 1, ()), (40, 2, ()), (41, 1, ()), (42, 1, ("b1",)), (43, 3, ("b1",)), (44, 2, ()),
            (45, 3, ()), (46, 4, ("b1",)), (47, 2, ()), (48, 2, ()),
        )
    ],
)  # fmt: skip
def test_each_costs_its_rank_in_dice_and_points(spell: str, rank: int, aims: tuple[Any, ...]) -> None:
    paid(spell, rank, "arcano", *aims)


def ice(number: int, *faces: int, **others: Any) -> Field:
    """`a1` knows a sorcery of the abyss; its dice are d4, d4, d4, d6, d8."""
    return caster(f"CDC-PW-{number:03d}", *faces, **others)


def wounds(field: Field) -> list[tuple[str, int]]:
    """Who suffered damage, and how much each time."""
    return [(event.it, event.amount) for event in field.all(Hurt)]


def frozen(field: Field) -> list[str]:
    """Who received Gelo, in order."""
    return [event.it for event in field.all(ConditionGained) if event.condition == "Gelo"]


def hand_of(field: Field, seat: str) -> None:
    """Pass until a seat has the hand."""
    while field.game.pending.seats != (seat,):
        field.answer(("pass",))


# Dardo di ghiaccio


@pytest.mark.rule("CDC-PW-038.2")
def test_an_ice_dart_is_for_one_in_sight_within_30_cm() -> None:
    """From (40, 30): b1 is 30 cm off, b2 30.01 cm, b4 behind b3."""
    others = {"b1": at(72.5, 30), "b2": at(7.49, 30), "b3": at(40, 40), "b4": at(40, 44)}
    field = ice(38, 4, me={"at": (40, 30)}, setup={"size": (90, 60)}, **others)
    assert field.offered("a1", "power", "CDC-PW-038") == ("b1", "b3")
    use(field, "CDC-PW-038", "b1")
    assert frozen(field) == ["b1"] and wounds(field) == []
    field.done()


# Armatura dell'Inverno

WINTER = "CDC-PW-039"


def guard(field: Field, it: str = "a1") -> int:
    """The Protezione of a figure's armour now."""
    return field.game.query(PROTECTION, it=it, actor="b1", action="melee", weapon="").value


@pytest.mark.rule("CDC-PW-039.2")
def test_winter_hardens_a_worn_armour_for_the_turn_each_time() -> None:
    field = ice(39, 4, 4, me={"items": [PLATE]}, b1=at(40))
    for armour in (4, 5):
        use(field, WINTER, die=4)
        assert field.figure("a1").armour == armour and guard(field) == 1
    pass_hands(field)
    assert field.state.turn == 2 and field.figure("a1").armour == 3 and guard(field) == 1
    field.done()


@pytest.mark.rule("CDC-PW-039.2")
def test_a_worn_armour_never_falls_below_0() -> None:
    field = ice(39, 4, 5, me={"items": [PLATE]}, b1=at(13.5))
    field.figure("a1").armour = 0
    use(field, WINTER)
    assert field.figure("a1").armour == 1
    field.answer(("pass",))
    field.act("b1", "melee", "a1", die=8)
    assert (field.the(ArmourWorn).saved, field.the(ArmourWorn).lost) == (1, 1) and wounds(field) == []
    pass_hands(field)
    assert field.state.turn == 2 and field.figure("a1").armour == 0
    field.done()


@pytest.mark.rule("CDC-PW-039.3")
def test_winter_conjures_an_armour_of_2_and_1_for_who_has_none_and_only_one() -> None:
    field = ice(39, 4, 4, 5, 5, 5, b1=at(13.5, dice=(8, 8, 8)))
    assert guard(field) == 0
    for _ in range(2):
        use(field, WINTER, die=4)
        assert field.figure("a1").armour == 2 and guard(field) == 1
    field.answer(("pass",))
    for left, hurt in ((1, 0), (0, 0), (0, 1)):
        field.act("b1", "melee", "a1", die=8)
        assert field.figure("a1").armour == left and len(wounds(field)) == hurt
    field.done()


@pytest.mark.rule("CDC-PW-039.3")
def test_the_conjured_armour_is_its_users_alone() -> None:
    field = ice(39, 4, a2=at(10, 14), b1=at(40))
    use(field, WINTER)
    assert [guard(field, it) for it in ("a1", "a2")] == [1, 0]
    field.done()


@pytest.mark.rule("CDC-PW-039.3")
def test_the_conjured_armour_melts_at_the_end_of_the_turn() -> None:
    field = ice(39, 4, 5, b1=at(13.5))
    use(field, WINTER)
    pass_hands(field)
    assert field.state.turn == 2 and field.figure("a1").armour == 0 and guard(field) == 0
    assert field.state.effects == {}
    hand_of(field, "b")
    field.act("b1", "melee", "a1", die=8)
    assert wounds(field) == [("a1", 1)]
    field.done()


# Venti di Tempesta

WINDS = "CDC-PW-040"
STRINGS = ("CDC-EQ-20", "CDC-EQ-21", "CDC-EQ-22", "CDC-EQ-35", "CDC-EQ-99", "CDC-EQ-100")
"""Throwing axe, javelin, bow, crossbow, blade bow, elven crossbow-rifle."""


@pytest.mark.rule("CDC-PW-040.2", "CDC-PW-040.4")
@pytest.mark.parametrize(("weapon", "more"), [*((weapon, 1) for weapon in STRINGS), ("CDC-EQ-19", 0), ("CDC-EQ-41", 0)])
def test_winds_hinder_bows_crossbows_javelins_and_throwing_axes(weapon: str, more: int) -> None:
    """Not throwing knives or pistols. Anybody's, friend or foe, until the turn ends."""
    field = ice(40, 4, a2=at(50, 50, items=[weapon]), b1=at(40, 40, items=[weapon]))

    def need(actor: str, target: str) -> int:
        return field.game.query(SDS, actor=actor, target=target, action="shot", weapon=weapon).value

    before = need("a2", "b1"), need("b1", "a2")
    use(field, WINDS, rank=2)
    assert (need("a2", "b1"), need("b1", "a2")) == (before[0] + more, before[1] + more)
    pass_hands(field)
    assert field.state.turn == 2 and (need("a2", "b1"), need("b1", "a2")) == before
    field.done()


@pytest.mark.rule("CDC-PW-040.2")
def test_a_4_is_not_enough_for_an_arrow_in_the_wind() -> None:
    field = ice(40, 4, 4, 5, a2=at(20, 30, items=["CDC-EQ-22"], dice=(6, 8), abilities=[]), b1=at(40, 30))
    use(field, WINDS, rank=2)
    field.act("a2", "shot", "CDC-EQ-22", "b1", die=8)
    need = field.the(Missed).need
    assert need is not None and need.value == 5 and wounds(field) == []


@pytest.mark.rule("CDC-PW-040.3", "CDC-PW-013.1")
def test_winds_make_every_climb_harder_by_1_even_when_their_maker_is_dead() -> None:
    field = ice(40, 4, a2=at(50, 50), b1=at(40, 40))

    def climb(it: str) -> int:
        return field.game.query(DDA, figure=it, base=3).value

    before = climb("a2"), climb("b1")
    use(field, WINDS, rank=2)
    dead(field, "a1")
    assert (climb("a2"), climb("b1")) == (before[0] + 1, before[1] + 1)
    pass_hands(field)
    assert (climb("a2"), climb("b1")) == before
    field.done()


# Ibernazione

SLEEP = "CDC-PW-041"


@pytest.mark.rule("CDC-PW-041.2")
@pytest.mark.parametrize("die", [4, 6, 8])
def test_who_hibernates_gets_a_die_like_the_one_spent_in_the_next_turn(die: int) -> None:
    field = ice(41, 4, b1=at(40))
    use(field, SLEEP, die=die)
    pass_hands(field)
    assert field.state.turn == 2 and field.figure("a1").dice == tuple(sorted((4, 6, 8, die)))
    pass_hands(field)
    assert field.state.turn == 3 and field.figure("a1").dice == (4, 6, 8), "once"
    field.done()


@pytest.mark.rule("CDC-PW-041.2")
@pytest.mark.parametrize(("condition", "dice"), [("Spaventato", (4, 4, 4, 4)), ("Terrorizzato", (6,))])
def test_the_frightened_get_a_d4_and_the_terrified_nothing(condition: str, dice: tuple[int, ...]) -> None:
    field = ice(41, 4, b1=at(40))
    use(field, SLEEP, die=8)
    field.figure("a1").conditions = (condition,)
    pass_hands(field)
    assert field.state.turn == 2 and field.figure("a1").dice == dice
    field.done()


@pytest.mark.rule("CDC-PW-041.3")
def test_nobody_hibernates_twice_in_a_turn() -> None:
    field = ice(41, 2, b1=at(40))
    use(field, SLEEP)
    assert "power" not in field.offered("a1"), "although it failed"
    pass_hands(field)
    hand_of(field, "a")
    assert field.state.turn == 2 and field.offered("a1", "power") == (SLEEP,)
    field.done()


# Forza delle Profondità, Morsa di Ghiaccio, Congelamento

DEEP = "CDC-PW-042"


@pytest.mark.rule("CDC-PW-042.2", "CDC-PW-042.3")
@pytest.mark.parametrize(("theirs", "gained"), [(5, 2), (4, 1), (3, 0), (0, 0)])
def test_the_deep_brings_the_user_to_one_die_more_than_another(theirs: int, gained: int) -> None:
    """a1 has four dice left: as many as 3 + 1."""
    field = ice(42, 4, b1=at(14, dice=(8,) * theirs))
    use(field, DEEP, "b1")
    assert [event.dice for event in field.all(DiceGained)] == ([(4,) * gained] if gained else [])
    assert len(field.figure("a1").dice) == 4 + gained and field.figure("b1").dice == (8,) * theirs
    field.done()


@pytest.mark.rule("CDC-PW-042.2")
def test_the_deep_asks_for_a_fighter_within_2_cm_friend_or_foe() -> None:
    field = ice(42, me={"at": (30, 30)}, a2=at(34.5, 30), b1=at(30, 25.5), b2=at(25.49, 30))
    assert field.offered("a1", "power", DEEP) == ("a2", "b1")


@pytest.mark.rule("CDC-PW-043.2")
@pytest.mark.parametrize("dice", [(), (6,), (4, 4, 8)])
def test_a_grip_of_ice_hurts_as_many_as_the_dice_left(dice: tuple[int, ...]) -> None:
    """From (30, 30): b1 is 5 cm off, b2 5.01 cm, b4 behind b3."""
    field = ice(
        43, 4, me={"at": (30, 30)}, b1=at(37.5, 30, dice=dice), b2=at(22.49, 30), b3=at(30, 33), b4=at(30, 36)
    )  # fmt: skip
    assert field.offered("a1", "power", "CDC-PW-043") == ("b1", "b3")
    use(field, "CDC-PW-043", "b1", rank=3)
    assert wounds(field) == ([("b1", len(dice))] if dice else []) and field.figure("b1").dice == dice
    field.done()


@pytest.mark.rule("CDC-PW-044.2")
def test_freezing_is_for_all_others_within_5_cm() -> None:
    """b1 is 5 cm off behind a2, b2 5.01 cm."""
    field = ice(44, 4, a2=at(13), b1=at(17.5), b2=at(10, 17.51))
    use(field, "CDC-PW-044", rank=2)
    assert frozen(field) == ["a2", "b1"]
    field.done()


# Aura di Deperimento

WITHER = "CDC-PW-045"


def withering(*faces: int, **others: Any) -> Field:
    """`a1` has the aura; `a2` with three d8 stands at (26.25, 10), between `b1` and `b2`."""
    others = {"a2": at(26.25, dice=(8, 8, 8)), "b1": at(22.5, dice=(6,)), "b2": at(30), **others}
    field = ice(45, 4, *faces, **others)
    use(field, WITHER, rank=3)
    return field


@pytest.mark.rule("CDC-PW-045.2", "CDC-PW-045.3")
def test_who_is_hurt_within_10_cm_loses_a_die_or_another_point() -> None:
    """b1 stands 10 cm off: first its only die, then 1 damage more, which does not go on for ever."""
    field = withering(5, 5, b1=at(22.5, dice=(6,)), b2=at(40), a2=at(26, dice=(8, 8, 8)))
    field.act("a2", "melee", "b1", die=8)
    assert wounds(field) == [("b1", 1)] and [(e.it, e.dice) for e in field.all(DiceLost)] == [("b1", (6,))]
    field.act("a2", "melee", "b1", die=8)
    assert wounds(field) == [("b1", 1)] * 3
    field.done()


@pytest.mark.rule("CDC-PW-045.2", "CDC-PW-045.3")
def test_the_aura_of_withering_used_twice_withers_once() -> None:
    """b1 is hit once and loses one of its two d6."""
    dice = {"dice": (4, 4, 4, 4, 6, 6)}
    field = ice(45, 4, 4, 5, me=dice, b1=at(22.5, dice=(6, 6)), a2=at(26, dice=(8, 8)), b2=at(50))
    use(field, WITHER, rank=3)
    use(field, WITHER, rank=3)
    field.act("a2", "melee", "b1", die=8)
    assert wounds(field) == [("b1", 1)] and [(e.it, e.dice) for e in field.all(DiceLost)] == [("b1", (6,))]
    assert field.figure("b1").dice == (6,)
    field.done()


@pytest.mark.rule("CDC-PW-045.2")
def test_the_withering_reaches_10_cm_spares_its_user_and_ends_with_the_turn() -> None:
    field = ice(
        45, 4, 5, 5, 5, extra=SHIELD, a2=at(26, dice=(8, 8)), b1=at(22.51, dice=(4, 6)), b2=at(13.5, dice=(8, 8)),
        b3=at(29.5, dice=(8,)),
    )  # fmt: skip
    use(field, WITHER, rank=3)
    field.act("a2", "melee", "b1", die=8)
    assert wounds(field) == [("b1", 1)] and field.all(DiceLost) == [], "10.01 cm"
    field.answer(("pass",))
    field.act("b2", "melee", "a1", die=8)
    assert wounds(field) == [("b1", 1), ("a1", 1)] and field.all(DiceLost) == []
    pass_hands(field)
    assert field.state.turn == 2 and field.state.effects == {}


@pytest.mark.rule("CDC-PW-045.2", "CDC-PW-045.3", "CDC-PW-013.3")
def test_the_immune_do_not_wither_nor_does_anybody_once_the_user_is_dead() -> None:
    field = ice(45, 4, 5, 5, extra=SHIELD, a2=at(14, dice=(8, 8)), b1=at(17.5, abilities=["Scudo"]), b2=at(14, 13.5))
    use(field, WITHER, rank=3)
    field.act("a2", "melee", "b1", die=8)
    assert wounds(field) == [("b1", 1)] and field.all(DiceLost) == []
    dead(field, "a1")
    field.act("a2", "melee", "b2", die=8)
    assert wounds(field) == [("b1", 1), ("b2", 1)] and field.all(DiceLost) == []
    field.done()


@pytest.mark.rule("CDC-PW-045.3")
def test_who_dies_of_the_first_damage_withers_no_more() -> None:
    field = ice(45, 4, 5, a2=at(14, dice=(8,)), b1=at(17.5, life=1, dice=()), b2=at(50))
    use(field, WITHER, rank=3)
    field.act("a2", "melee", "b1", die=8)
    assert wounds(field) == [("b1", 1)] and field.the(Died).actor == "a2"
    field.done()


# Tridente di Brina

TRIDENT = "CDC-PW-046"


def trident(*faces: int, target: str = "b1", **others: Any) -> Field:
    """`a1` has thrown the trident at a figure."""
    field = ice(46, 4, *faces, **others)
    use(field, TRIDENT, target, rank=4)
    return field


@pytest.mark.rule("CDC-PW-046.2")
def test_a_trident_flies_at_any_distance_past_figures_not_past_scenery() -> None:
    rock = {"id": "rock", "rect": [5, 18, 10, 2], "height": 5, "crossing": "impassable"}
    others = {"a2": at(14), "b1": at(95, 10), "b2": at(10, 30)}
    field = ice(46, setup={"size": (100, 60), "terrain": [rock]}, **others)
    assert field.offered("a1", "power", TRIDENT) == ("a2", "b1")


@pytest.mark.rule("CDC-PW-046.3", "CDC-PW-046.4")
def test_3_damage_is_shared_among_all_on_the_line_at_least_1_each() -> None:
    """a2 touches the line, b2 (1.26 cm off) does not; one point is left to share."""
    field = trident(a2=at(20, 11.25), b1=at(30), b2=at(25, 8.74))
    assert field.asked == "share" and field.game.pending.seats == ("a",)
    field.answer((1, 0))
    assert sorted(wounds(field)) == [("a2", 1), ("b1", 2)] and field.the(DiceRolled).faces == (4,)
    field.done()


@pytest.mark.rule("CDC-PW-046.3")
def test_one_alone_on_the_line_suffers_it_all() -> None:
    field = trident(b1=at(30), b2=at(30, 20))
    assert wounds(field) == [("b1", 3)]
    field.done()


@pytest.mark.rule("CDC-PW-046.3")
def test_where_there_are_more_than_damage_the_user_chooses_who_suffers_1() -> None:
    field = trident(a2=at(14), b1=at(30), b2=at(18), b3=at(22), b4=at(60), setup={"size": (70, 60)})
    assert field.game.pending.seats == ("a",) and set(field.offered()) == {"a2", "b1", "b2", "b3"}
    field.answer(("b1", "b2", "b3"))
    assert sorted(wounds(field)) == [("b1", 1), ("b2", 1), ("b3", 1)]
    field.done()


@pytest.mark.rule("CDC-PW-046.4")
def test_every_frozen_fighter_within_20_cm_of_the_line_adds_1() -> None:
    """a1 and b1 themselves, b2 20 cm from the line, b3 20.01 cm, b4 not frozen: 3 + 3."""
    field = trident(
        me={"at": (10, 30), "conditions": COLD}, b1=at(40, 30, conditions=COLD, res=9),
        b2=at(20, 51.25, conditions=COLD), b3=at(25, 8.74, conditions=COLD), b4=at(20, 40),
    )  # fmt: skip
    assert wounds(field) == [("b1", 6)]
    field.done()


# Assiderare


@pytest.mark.rule("CDC-PW-047.2")
def test_frostbite_hurts_the_frozen_within_10_cm() -> None:
    """b1 is 10 cm off, b2 10.01 cm, b3 near but not frozen; a1 is frozen itself."""
    field = ice(
        47, 4, me={"conditions": COLD}, a2=at(14, conditions=COLD), b1=at(22.5, conditions=COLD),
        b2=at(10, 22.51, conditions=COLD), b3=at(10, 14),
    )  # fmt: skip
    use(field, "CDC-PW-047", rank=2)
    assert wounds(field) == [("a2", 1), ("b1", 1)]
    field.done()


# Aura Glaciale

GLACIAL = "CDC-PW-048"


def glacial(*faces: int, **others: Any) -> Field:
    """`a1` has the aura, and its hand is over; it reaches to x = 22.5."""
    field = ice(48, 4, *faces, setup={"size": (90, 60)}, **others)
    use(field, GLACIAL, rank=2)
    field.answer(("pass",))
    return field


@pytest.mark.rule("CDC-PW-048.2", "CDC-PW-048.3")
@pytest.mark.parametrize(("x", "cold"), [(22.5, []), (22.49, ["b1"])])
def test_whoever_ends_a_move_at_less_than_10_cm_freezes(x: float, cold: list[str]) -> None:
    field = glacial(8, b1=at(27), b2=at(16))
    field.act("b1", "move", die=8)
    field.to(x, 10)
    assert frozen(field) == cold, "b2, which stands still, does not"
    field.done()


@pytest.mark.rule("CDC-PW-048.2")
def test_only_the_end_of_a_move_counts_and_friends_freeze_too() -> None:
    field = ice(48, 4, 8, 8, extra=SHIELD, a2=at(16), a3=at(10, 16, abilities=["Scudo"]), b1=at(50))
    use(field, GLACIAL, rank=2)
    field.act("a2", "move", die=8)
    field.to(24, 10)
    assert frozen(field) == [], "out of it"
    field.act("a3", "move", die=8)
    field.to(14, 16)
    assert frozen(field) == [], "immune"
    field.done()


@pytest.mark.rule("CDC-PW-048.2")
def test_a_forced_displacement_freezes_and_the_turn_ends_it() -> None:
    push = {"Spinta": {"kind": "A", "target": {"one": "friends(me, 40)"}, "do": [{"push": 3, "to": "target"}]}}
    field = glacial(8, extra=push, b1=at(19), b2=at(30, abilities=["Spinta"]), b3=at(60))
    field.act("b2", "ability", "Spinta", "b1", die=4)
    assert frozen(field) == ["b1"] and field.at("b1")[0] < 19
    pass_hands(field)
    hand_of(field, "b")
    field.act("b2", "move", die=8)
    field.to(24, 10)
    assert field.state.turn == 2 and frozen(field) == ["b1"] and field.state.effects == {}
    field.done()
