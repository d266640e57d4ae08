"""Loads and armour: what weighs how much, what speed and Dexterity it leaves, in which order speed is worked out."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.burden import armour_on, burden, capacity, load_on, weight_of
from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.numbers import SKILL, SPEED, armour_class, speed_of
from arbitro.rulesets.pathfinder.setup import items_of
from tests.pathfinder.field import Field

FAR = {"b1": {"at": "l9"}}
HUMAN = {"race": "umano", "speeds": {"terra": 9}}


def carrying(pounds: int, strength: int = 10, **more: object) -> Field:
    """Somebody with so many pounds of torches (of one pound each) on its back."""
    field = Field({"a1": {"at": "a1", "forza": strength, **HUMAN, **more}}, FAR)
    thing = {"thing": "torcia", "count": pounds, "worn": False, "held": False}
    field.figure("a1").items = items_of([thing], built_in()) if pounds else ()
    field.figure("a1").held = ()
    field.game.now = {}
    return field


def speeds(field: Field) -> int:
    return speed_of(field.game, "a1", "terra")


@pytest.mark.rule("PF-GRID-03.1", "PF-TAB-13.1")
def test_a_medium_load_slows_hampers_and_caps_dexterity() -> None:
    light, medium, heavy = (carrying(n, destrezza=20) for n in (33, 34, 67))
    assert [speeds(field) for field in (light, medium, heavy)] == [6, 4, 4], "nine metres, then six"
    assert [load_on(field.game, field.figure("a1")) for field in (light, medium, heavy)] == [0, 1, 2]
    assert [armour_class(field.game, "a1").value for field in (light, medium, heavy)] == [15, 13, 11]
    climbing = [field.game.query(SKILL, it="a1", skill="scalare", target="").value for field in (light, medium, heavy)]
    assert climbing == [0, -3, -6]


@pytest.mark.rule("PF-TAB-13.1")
def test_under_a_heavy_load_a_run_is_three_times_the_speed() -> None:
    from arbitro.rulesets.pathfinder.specials import run_times

    for pounds, times in ((34, 4), (67, 3)):
        field = carrying(pounds)
        assert run_times(field.game, field.figure("a1")) == times


@pytest.mark.rule("PF-TAB-13.2")
def test_the_worse_of_armour_and_load_counts_and_not_both() -> None:
    field = Field({"a1": {"at": "a1", "forza": 14, "destrezza": 18, **HUMAN}}, FAR)
    things = ["cotta-di-maglia", {"thing": "torcia", "count": 30, "worn": False}]
    field.figure("a1").items, field.figure("a1").held = items_of(things, built_in()), ()
    field.game.now = {}
    figure = field.figure("a1")
    assert (armour_on(field.game, figure), load_on(field.game, figure), burden(field.game, figure)) == (1, 1, 1)
    assert speeds(field) == 4, "slowed once"
    assert field.game.query(SKILL, it="a1", skill="scalare", target="").value == 2 - 5, "the mail's -5, not -8"
    assert armour_class(field.game, "a1").value == 10 + 6 + 2, "the mail allows 2, the load 3"


@pytest.mark.rule("PF-TAB-13.4")
def test_bigger_bodies_and_four_legs_carry_more() -> None:
    library = built_in()
    whole = {(size, legs): capacity(library, 10, size, legs)[0]
             for size, legs in ((0, 2), (1, 2), (2, 2), (-1, 2), (-2, 2), (0, 4), (1, 4))}  # fmt: skip
    assert whole == {(0, 2): 33, (1, 2): 66, (2, 2): 132, (-1, 2): 24, (-2, 2): 16, (0, 4): 49, (1, 4): 99}
    assert capacity(library, 20, 0, 2) == (133, 266, 400)
    assert capacity(library, 30, 0, 2) == (4 * 133, 4 * 266, 4 * 400), "ten points more, four times as much"


@pytest.mark.rule("PF-TAB-03.6")
def test_gear_of_the_small_weighs_half_and_of_the_large_twice() -> None:
    things = items_of(["cotta-di-maglia"], built_in())
    assert [weight_of(built_in(), things, size) for size in (-1, 0, 1)] == [20, 40, 80]


@pytest.mark.rule("PF-TAB-03.2")
def test_a_shield_neither_slows_nor_caps_dexterity_but_a_tower_shield_caps_it() -> None:
    found = {}
    for shield in ("scudo-pesante-di-legno", "scudo-torre"):
        field = Field({"a1": {"at": "a1", "forza": 16, "destrezza": 20, "items": [shield], **HUMAN}}, FAR)
        assert speeds(field) == 6
        found[shield] = armour_class(field.game, "a1").value
    assert found == {"scudo-pesante-di-legno": 10 + 5 + 2, "scudo-torre": 10 + 2 + 4}


@pytest.mark.rule("PF-SPD-07.1", "PF-SPD-06.3")
def test_armour_slows_what_everything_else_has_made_of_the_speed() -> None:
    """Haste adds 9 m of enhancement; in mail that is 18 m made 12, not 6 m and 9 more."""
    knight = {"at": "a1", "race": "umano", "forza": 16, "items": ["cotta-di-maglia"], "speeds": {"terra": 6}}
    field = Field({"a1": {**knight, "conditions": ["accelerato"]}, "a2": {**knight, "at": "a3"}}, FAR)
    assert speed_of(field.game, "a2", "terra") == 4
    assert speed_of(field.game, "a1", "terra") == 8
    dwarf = Field({"a1": {**knight, "race": "nano", "conditions": ["accelerato"]}}, FAR)
    assert speeds(dwarf) == 4 + 4, "nothing slows a dwarf; haste doubles at most"


@pytest.mark.rule("PF-SPD-07.2", "PF-SPD-06.2", "PF-CLS-05.1")
def test_two_bonuses_of_one_type_do_not_add_up() -> None:
    """A monk of level 6 has 6 m of enhancement in its 15; haste gives 9 m of the same sort."""
    monk = {"at": "a1", "classes": {"monaco": 6}, "abilities": ["velocita-del-monaco"], "speeds": {"terra": 15}}
    assert speeds(Field({"a1": monk}, FAR)) == 10
    field = Field({"a1": {**monk, "conditions": ["accelerato"]}}, FAR)
    tally = field.game.query(SPEED, it="a1", way="terra")
    assert tally.value == 6 + 6
    assert [line.rule for line in tally.lines if line.counted] == ["accelerato"]


@pytest.mark.rule("PF-CLS-05.1", "PF-CLS-05.2", "PF-SPD-06.2")
@pytest.mark.parametrize(("level", "metres"), [(3, 12), (6, 15), (9, 18), (12, 21), (15, 24), (18, 27)])
def test_a_monk_is_faster_every_three_levels_and_only_in_nothing_heavy(level: int, metres: int) -> None:
    monk = {"at": "a1", "classes": {"monaco": level}, "abilities": ["velocita-del-monaco"], "speeds": {"terra": metres}}
    field = Field({"a1": monk}, FAR)
    assert speeds(field) == metres * 2 // 3
    for thing, left in (("cuoio", 6), ({"thing": "torcia", "count": 34, "worn": False}, 4)):
        field.figure("a1").items = items_of([thing], built_in())
        field.game.now = {}
        assert speeds(field) == left, thing


@pytest.mark.rule("PF-SPD-06.1", "PF-CLS-04.1")
def test_a_barbarian_is_three_metres_faster_unless_in_heavy_armour() -> None:
    wild = {"at": "a1", "race": "umano", "forza": 18, "classes": {"barbaro": 3}, "abilities": ["movimento-veloce"]}
    found = {}
    for armour, printed in (("giaco-di-maglia", 12), ("cotta-di-maglia", 9), ("armatura-completa", 6)):
        field = Field({"a1": {**wild, "items": [armour], "speeds": {"terra": printed}}}, FAR)
        found[armour] = speeds(field)
    assert found == {"giaco-di-maglia": 8, "cotta-di-maglia": 6, "armatura-completa": 4}
    field = Field({"a1": {**wild, "speeds": {"terra": 12}}}, FAR)
    for armour, squares in (("giaco-di-maglia", 8), ("cotta-di-maglia", 6), ("armatura-completa", 4)):
        field.figure("a1").items = items_of([armour], built_in())
        field.game.now = {}
        assert speeds(field) == squares, "nine and three: eight squares, or two thirds of it, or two thirds of nine"
