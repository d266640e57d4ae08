"""Gear, talismans, sceptres and the arms of the races in play (chapter V)."""

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    ConditionLost,
    DiceRolled,
    Died,
    Fell,
    HitLanded,
    Hurt,
    ItemSpent,
    Missed,
    PointsChanged,
    Succeeded,
    TestDeclined,
    TestEnded,
    Unharmed,
)
from arbitro.rulesets.crepuscolo.facts import measuring_points
from arbitro.rulesets.crepuscolo.queries import stat
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import trial

SPADA, ASCIA, ARCO, LEGGERA, RAMPINO = "CDC-EQ-11", "CDC-EQ-12", "CDC-EQ-22", "CDC-EQ-27", "CDC-EQ-47"
SCETTRO, LAMA = "CDC-EQ-64", "CDC-EQ-67"
STENDARDO, MUSICO, FORTUNA, PROTEZIONE, BRACCIALI, CIONDOLO, AMULETO = (f"CDC-EQ-{n}" for n in range(70, 77))
ACCELERATORE, TRASMETTITORE, RICEVITORE = "CDC-EQ-87", "CDC-EQ-88", "CDC-EQ-89"
POTERE, DOMINIO = "CDC-EQ-92", "CDC-EQ-93"
TAROCCHI, PORTAFORTUNA, SVENTRATRICE, ARTIGLI, ARCOLAMA, FUCILE, CATENE = (f"CDC-EQ-{n}" for n in range(95, 102))
TOUGH = {"res": 30}
HERE: dict[str, Any] = {"at": (20, 20)}
FAR: dict[str, Any] = {"at": (55, 55)}


def duel(mine: dict[str, Any], theirs: dict[str, Any] | None = None, *dice: int, gap: float = 1, **more: Any) -> Field:
    """`a1` and, ``gap`` cm from it, `b1` with 30 of Resistenza."""
    foe = {"at": (22.5 + gap, 20), **TOUGH, **(theirs or {})}
    return Field({"a1": {**HERE, **mine}, "b1": foe}, dice=dice, **more)


def hurt(field: Field) -> list[tuple[str, int, str]]:
    """Who lost how much by what, in order."""
    return [(event.it, event.amount, event.action) for event in field.all(Hurt)]


# weapons


@pytest.mark.rule("CDC-EQ-64.2", "CDC-EQ-64.3", "CDC-EQ-93.2", "CDC-EQ-93.4", "CDC-EQ-101.3")
@pytest.mark.parametrize(("weapon", "vol"), [(SCETTRO, 2), (DOMINIO, 2), (CATENE, 0)])
def test_weapons_that_never_cause_criticals(weapon: str, vol: int) -> None:
    field = duel({"items": [weapon]}, {}, 8)
    assert stat(field.game, "a1", "vol") == vol
    field.act("a1", "melee", "b1", die=8)
    assert field.the(HitLanded).critical is False
    assert hurt(field) == [("b1", 1, "melee")]


def crowd(*dice: int, **of: dict[str, Any]) -> Field:
    """`a1` with the ceremonial blade; `a2`, `b1` and `b2` within 1 cm of it, `a3` a little farther away."""
    places = {"a1": (20, 20), "a2": (16.5, 20), "a3": (20, 16.4), "b1": (23.5, 20), "b2": (20, 23.5)}
    fighters = {name: {"at": at, "dice": (), **of.get(name, {})} for name, at in places.items()}
    fighters["a1"] |= {"items": [LAMA], "dice": (8,)}
    return Field(fighters, dice=dice)


@pytest.mark.rule("CDC-EQ-67.3", "CDC-EQ-67.5")
def test_the_ceremonial_blade_endangers_everybody_around_its_bearer() -> None:
    field = crowd(5, 4, b2={"dice": (8,)})
    field.act("a1", "melee", "b1", die=8)
    assert field.about == {"actor": "b2", "test": "riflessi"}
    field.answer(8)
    # the enemy hit and the ally fail for want of dice; b2 passes; a3 is 1.1 cm away
    assert hurt(field) == [("b1", 1, "melee"), ("a2", 1, "item"), ("b1", 1, "item")]
    assert [(test.it, test.passed) for test in field.all(TestEnded)] == [("a2", False), ("b1", False), ("b2", True)]
    assert [field.figure(name).life for name in ("a1", "a3")] == [5, 5]
    field.done()


@pytest.mark.rule("CDC-EQ-67.3")
def test_a_miss_with_it_endangers_nobody() -> None:
    field = crowd(3)
    field.act("a1", "melee", "b1", die=8)
    assert field.all(TestEnded) == []
    assert hurt(field) == []


@pytest.mark.rule("CDC-EQ-67.4", "CDC-EQ-67.5", "CDC-EQ-67.6")
def test_its_critical_hurts_all_of_them_before_they_take_the_test() -> None:
    field = crowd(8)
    field.act("a1", "melee", "b1", die=8)
    sure = [("a2", 1, "item"), ("b1", 1, "item"), ("b2", 1, "item")]
    assert hurt(field) == [("b1", 1, "melee"), *sure, *sure]
    order = [type(event) for event in field.game.journal if isinstance(event, Hurt | TestDeclined)]
    assert order == [Hurt, Hurt, Hurt, Hurt, TestDeclined, Hurt, TestDeclined, Hurt, TestDeclined, Hurt]
    assert field.figure("a1").life == field.figure("a3").life == 5


@pytest.mark.rule("CDC-EQ-67.6")
def test_who_dies_of_the_critical_takes_no_test() -> None:
    field = crowd(8, b2={"life": 1, "dice": (8,)})
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Died).it == "b2"
    assert [test.it for test in field.all(TestEnded)] == ["a2", "b1"]


@pytest.mark.rule("CDC-EQ-92.3", "CDC-EQ-92.4")
@pytest.mark.parametrize(("face", "points"), [(8, (("arcano", 1),)), (7, ()), (3, ())])
def test_a_critical_of_the_sceptre_of_power_gives_a_point(face: int, points: tuple[tuple[str, int], ...]) -> None:
    field = duel({"items": [POTERE]}, {}, face)
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("a1").points == points
    assert [change.rules for change in field.all(PointsChanged)] == [(POTERE,)] * len(points)


@pytest.mark.rule("CDC-EQ-92.4")
def test_a_critical_shot_of_its_bearer_gives_none() -> None:
    field = duel({"items": [POTERE, "CDC-EQ-41"]}, {}, 8, gap=10)
    field.act("a1", "shot", "CDC-EQ-41", "b1", die=8)
    assert field.the(HitLanded).critical
    assert field.figure("a1").points == ()


@pytest.mark.rule("CDC-EQ-93.3")
def test_each_hit_of_the_sceptre_of_dominion_gives_a_point() -> None:
    field = duel({"items": [DOMINIO]}, {"items": [LEGGERA]}, 4, 8, 3)
    for die in (4, 8, 6):
        field.act("a1", "melee", "b1", die=die)
    # a hit that armour takes away is a hit
    assert field.figure("a1").points == (("arcano", 2),)
    assert len(field.all(Missed)) == 1
    field.done()


@pytest.mark.rule("CDC-EQ-97.3")
@pytest.mark.parametrize(("face", "amount"), [(8, 3), (7, 1)])
def test_eviscerator(face: int, amount: int) -> None:
    field = duel({"items": [SVENTRATRICE]}, {}, face)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", amount, "melee")]


@pytest.mark.rule("CDC-EQ-99.2", "CDC-EQ-100.2", "CDC-EQ-03.2")
@pytest.mark.parametrize(
    ("weapon", "face", "amount"), [(ARCOLAMA, 8, 2), (ARCOLAMA, 7, 1), (FUCILE, 8, 3), (FUCILE, 7, 2)]
)
def test_elven_bows_cause_criticals_though_bows_do_not(weapon: str, face: int, amount: int) -> None:
    field = duel({"items": [weapon]}, {}, face, gap=10)
    field.act("a1", "shot", weapon, "b1", die=8)
    assert hurt(field) == [("b1", amount, "shot")]
    assert field.the(HitLanded).critical is (face == 8)


@pytest.mark.rule("CDC-EQ-99.3")
def test_a_blade_bow_is_no_melee_weapon() -> None:
    field = duel({"items": [ARCOLAMA]}, {}, 8)
    assert field.figure("a1").weapon == "CDC-EQ-10"
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 1, "melee")], "an improvised weapon does nothing more on a critical"


@pytest.mark.rule("CDC-EQ-100.1")
def test_the_elven_rifle_shoots_once_a_turn_as_far_as_55_cm() -> None:
    field = Field({"a1": {"at": (5, 5), "items": [FUCILE]}, "b1": {"at": (62.5, 5), **TOUGH}}, dice=[5], size=(70, 60))
    field.act("a1", "shot", FUCILE, "b1", die=8)
    assert hurt(field) == [("b1", 2, "shot")]
    assert "shot" not in field.offered("a1")
    far = Field({"a1": {"at": (5, 5), "items": [FUCILE]}, "b1": {"at": (62.51, 5)}}, size=(70, 60))
    assert "shot" not in far.offered("a1")


@pytest.mark.rule("CDC-EQ-101.2")
def test_fighting_chains_reach_8_cm_against_enemies_only() -> None:
    field = Field({"a1": {**HERE, "items": [CATENE]}, "a2": {"at": (20, 26)}, "b1": {"at": (30.5, 20)}})
    assert field.offered("a1", "melee") == ("b1",)
    far = Field({"a1": {**HERE, "items": [CATENE]}, "b1": {"at": (30.51, 20)}})
    assert "melee" not in far.offered("a1")


# banner and music


@pytest.mark.rule("CDC-EQ-70.4", "CDC-EQ-70.5")
def test_a_banner_gives_combattimento_to_its_company_within_20_cm() -> None:
    fighters = {
        "a1": {"at": (20, 20), "items": [STENDARDO]},
        "a2": {"at": (42.5, 20)},
        "a3": {"at": (42.51, 24)},
        "b1": {"at": (20, 30)},
    }
    field = Field(fighters)
    assert [stat(field.game, name, "cmb") for name in ("a1", "a2", "a3", "b1")] == [1, 1, 0, 0]


@pytest.mark.rule("CDC-EQ-70.4")
def test_the_combattimento_of_a_banner_counts_in_a_fight_until_its_bearer_dies() -> None:
    fighters = {"a1": {"at": (30, 20), "items": [STENDARDO], "life": 1}, "a2": HERE, "b1": {"at": (23.5, 20), **TOUGH}}
    field = Field({**fighters, "b2": {"at": (33.5, 20)}}, dice=[3, 5, 3])
    field.act("a2", "melee", "b1", die=8)
    assert field.the(HitLanded).face == 3, "3 + 1, for 1 is more than 0"
    field.answer(("pass",))
    field.act("b2", "melee", "a1", die=8)
    assert field.the(Died).it == "a1"
    assert stat(field.game, "a2", "cmb") == 0


@pytest.mark.rule("CDC-EQ-70.6", "CDC-EQ-71.6")
def test_several_banners_and_musicians_do_not_add_up() -> None:
    items = {"items": [STENDARDO, MUSICO]}
    fighters = {"a1": {"at": (20, 30), **items}, "a2": {"at": (20, 10), **items}, "a3": HERE, "b1": FAR}
    field = Field(fighters, dice=[2, 3, 2])
    assert stat(field.game, "a3", "cmb") == 1
    field.act("a3", "move", die=6)
    assert field.offered(MUSICO) == ("a1", "a2"), "either of them, but one throw"
    field.answer((MUSICO, "a2"))
    assert field.asked == "place"
    field.to(21, 20)
    field.act("a3", "move", die=4)
    assert field.asked == "place", "no second one in this hand"


def frightened(*dice: int, of_a2: dict[str, Any] | None = None, hand: str = "a", **more: Any) -> Field:
    """`a2`, Spaventato with one d8, beside the banner of `a1`."""
    fighters = {
        "a1": {"at": (20, 30), "items": [STENDARDO]},
        "a2": {"at": (20, 20), "conditions": ["Spaventato"], "dice": (8,), **(of_a2 or {})},
        "b1": FAR,
    }
    return Field(fighters, dice=dice, hand=hand, **more)


@pytest.mark.rule("CDC-EQ-70.3", "CDC-EQ-70.7")
def test_a_failed_spirito_test_is_repeated_with_its_last_die() -> None:
    field = frightened(3, 2, 4, of_a2={"dice": (6, 8)})
    field.answer(("a2", "cure", "Spaventato"))
    field.answer(8)
    # the 3 of the first die is not the end of the test; the 2 of the last one is
    assert field.about["window"] == "rolled"
    assert field.offered() == ("pass", STENDARDO)
    assert field.figure("a2").dice == ()
    field.answer((STENDARDO, "a1"))
    assert [(rolled.sides, rolled.faces) for rolled in field.all(DiceRolled)] == [(8, (3,)), (6, (2,)), (6, (4,))]
    assert field.the(ConditionLost).condition == "Spaventato"
    field.done()


@pytest.mark.rule("CDC-EQ-70.3", "CDC-EQ-70.5")
def test_the_bearer_too_but_no_enemy_and_nobody_farther_than_20_cm() -> None:
    bearer = frightened(3)
    bearer.figure("a1").conditions = ("Spaventato",)
    bearer.figure("a1").dice = (8,)
    bearer.answer(("a1", "cure", "Spaventato"))
    assert bearer.offered() == ("pass", STENDARDO)
    enemy = Field(
        {"a1": {"at": (20, 30), "items": [STENDARDO]}, "b1": {**HERE, "conditions": ["Spaventato"], "dice": (8,)}},
        dice=[3],
        hand="b",
    )
    enemy.answer(("b1", "cure", "Spaventato"))
    assert not enemy.the(TestEnded).passed
    far = frightened(3, of_a2={"at": (20, 7.49)})
    far.answer(("a2", "cure", "Spaventato"))
    assert not far.the(TestEnded).passed


@pytest.mark.rule("CDC-EQ-70.8", "CDC-EQ-70.9")
def test_neither_a_1_nor_a_declined_test_is_repeated() -> None:
    field = frightened(1)
    field.answer(("a2", "cure", "Spaventato"))
    assert not field.the(TestEnded).passed
    cruel = {"at": (23.5, 20), "items": [ASCIA], "upgrades": [{"item": "CDC-EQ-62", "to": ASCIA}]}
    for dice in ((6, 8), ()):
        fighters = {"a1": {"at": (20, 30), "items": [STENDARDO]}, "a2": {**HERE, "dice": dice}, "b1": cruel}
        struck = Field(fighters, dice=[5], hand="b")
        struck.act("b1", "melee", "a2", die=8)
        if dice:
            struck.answer("decline")
        assert struck.asked == "action"
        assert not struck.the(TestEnded).passed


@pytest.mark.rule("CDC-EQ-70.3")
def test_only_spirito_tests() -> None:
    field = frightened(3, of_a2={"conditions": ["Gelo"]})
    field.answer(("a2", "cure", "Gelo"))
    assert not field.the(TestEnded).passed


@pytest.mark.rule("CDC-EQ-70.10")
def test_each_fighter_repeats_once_in_each_hand_of_either_player() -> None:
    fighters = {
        "a1": {"at": (20, 30), "items": [STENDARDO], "conditions": ["Spaventato"], "dice": (8,)},
        "a2": {**HERE, "conditions": ["Spaventato"], "dice": (8,)},
        "b1": FAR,
    }
    field = Field(fighters, dice=[3, 3, 3, 3, 3, 3], hand="b")
    field.answer(("a2", "cure", "Spaventato"), seat="a")
    field.answer((STENDARDO, "a1"))
    field.answer(("a1", "cure", "Spaventato"), seat="a")
    assert field.asked == "respond", "a1 has not repeated in this hand yet"
    field.figure("a2").dice = (8,)  # a die from somewhere
    field.answer((STENDARDO, "a1"))
    field.answer(("a2", "cure", "Spaventato"), seat="a")
    assert field.asked == "action", "once a hand"
    field.figure("a2").dice = (8,)
    field.answer(("pass",), seat="b")
    assert field.state.hand == "a"
    field.answer(("a2", "cure", "Spaventato"))
    assert field.offered() == ("pass", STENDARDO)
    field.done()


def musician(mover: dict[str, Any], *dice: int, **more: Any) -> Field:
    """`a1` plays for `a2`."""
    return Field({"a1": {"at": (20, 30), "items": [MUSICO]}, "a2": {**HERE, **mover}, "b1": FAR}, dice=dice, **more)


@pytest.mark.rule("CDC-EQ-71.3", "CDC-EQ-71.5")
def test_music_repeats_a_movement_die_once_a_hand_for_each_fighter() -> None:
    field = musician({}, 2, 5, 3, 2, 4)
    field.act("a2", "move", die=6)
    field.answer((MUSICO, "a1"))
    assert field.about["face"] == 5
    field.to(25, 20)
    field.act("a2", "move", die=4)
    assert field.asked == "place"
    field.to(25, 20)
    field.act("a1", "move", die=6)
    assert field.offered() == ("pass", MUSICO), "the musician plays for itself too"
    field.answer((MUSICO, "a1"))
    assert field.about["face"] == 4
    field.done()


@pytest.mark.rule("CDC-EQ-71.5")
def test_and_again_in_the_next_hand() -> None:
    field = musician({"dice": (6, 6)}, 2, 3, 2)
    field.act("a2", "move", die=6)
    field.answer((MUSICO, "a1"))
    field.to(20, 20)
    field.answer(("pass",))
    field.answer(("pass",))
    if field.state.hand == "b":
        field.answer(("pass",))
    field.act("a2", "move", die=6)
    assert field.offered() == ("pass", MUSICO)
    field.done()


@pytest.mark.rule("CDC-EQ-71.4")
def test_music_is_for_allies_within_20_cm_only() -> None:
    far = musician({"at": (20, 7.49)}, 2)
    far.act("a2", "move", die=6)
    assert far.asked == "place"
    near = musician({"at": (20, 7.5)}, 2)
    near.act("a2", "move", die=6)
    assert near.asked == "respond"
    enemy = Field({"a1": {"at": (20, 30), "items": [MUSICO]}, "b1": HERE}, dice=[2], hand="b")
    enemy.act("b1", "move", die=6)
    assert enemy.asked == "place"


WALL = {"id": "wall", "rect": [22, 10, 8, 20], "height": 4, "crossing": "vaultable"}
LAKE = {"id": "lake", "rect": [22, 10, 20, 20], "kinds": ["water"]}
WOOD = {"id": "wood", "rect": [10, 10, 25, 20], "kinds": ["covering"]}


@pytest.mark.rule("CDC-EQ-71.7")
@pytest.mark.parametrize(
    ("path", "terrain", "before"),
    [
        (("careful", 6), (), ()),
        (("jump", 6), (), ()),
        (("climb", "wall", 6), (WALL,), ()),
        (("cover", 6, (4,)), (WOOD,), ()),
        (("swim", 8, (6,)), (LAKE,), (5,)),
    ],
)
def test_any_die_that_gives_a_distance(
    path: tuple[Any, ...], terrain: tuple[Any, ...], before: tuple[int, ...]
) -> None:
    field = musician({"dice": (4, 6, 8)}, *before, 2, 5, terrain=terrain)
    field.answer(("a2", *path))
    if field.asked == "arc":
        field.answer(0)
    assert field.offered() == ("pass", MUSICO)
    field.answer((MUSICO, "a1"))
    assert field.all(DiceRolled)[-1].faces == (5,)
    field.done()


@pytest.mark.rule("CDC-EQ-71.7")
def test_the_die_that_decides_whether_one_swims_gives_none() -> None:
    field = musician({"dice": (6, 8)}, 3, terrain=(LAKE,))
    field.answer(("a2", "swim", 8, (6,)))
    assert field.asked == "action"


# talismans and jewels


@pytest.mark.rule("CDC-EQ-72.2", "CDC-EQ-72.3")
def test_the_talisman_of_luck_throws_one_die_of_the_game_again() -> None:
    field = duel({"items": [ASCIA, FORTUNA]}, {}, 1, 3, 2, 3)
    field.act("a1", "melee", "b1", die=4)
    assert field.asked == "action", "a 1 stays"
    field.act("a1", "melee", "b1", die=6)
    assert field.offered() == ("pass", FORTUNA)
    field.answer((FORTUNA, "a1"))
    assert field.asked == "action", "the second face stands"
    assert field.the(ItemSpent).item == FORTUNA
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action", "it has been used"
    assert len(field.all(Missed)) == 3
    field.done()


@pytest.mark.rule("CDC-EQ-72.2")
@pytest.mark.parametrize("path", [("cure", "Gelo"), ("move", 8), ("shot", ARCO, "b1", 8)])
def test_of_any_action_or_test_of_its_bearer(path: tuple[Any, ...]) -> None:
    field = duel({"items": [ARCO, FORTUNA], "conditions": ["Gelo"], "dice": (8,)}, {}, 3, 5, gap=10)
    field.answer(("a1", *path))
    field.answer((FORTUNA, "a1"))
    assert field.all(DiceRolled)[-1].faces == (5,)
    assert field.all(DiceRolled)[-1].rules == (FORTUNA, "CDC-RRL-01.3")
    field.done()


@pytest.mark.rule("CDC-EQ-72.2")
def test_not_of_a_die_that_others_roll_against_it() -> None:
    field = duel({}, {"items": [FORTUNA]}, 5)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 1, "melee")]


@pytest.mark.rule("CDC-EQ-73.2", "CDC-EQ-73.3")
@pytest.mark.parametrize(
    ("dan", "armour", "amount"),
    [(3, 0, 2), (2, 0, 1), (1, 0, 1), (3, 1, 1), (2, 1, 0), (1, 1, 0)],
)
def test_the_talisman_of_protection_comes_before_armour(dan: int, armour: int, amount: int) -> None:
    field = duel({"dan": dan}, {"items": [LEGGERA, PROTEZIONE], "armour": armour}, 5)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == ([("b1", amount, "melee")] if amount else [])
    if dan > 1 and amount:
        assert PROTEZIONE in field.the(Hurt).rules


@pytest.mark.rule("CDC-EQ-73.2", "CDC-EQ-73.3")
@pytest.mark.parametrize(("height", "amount"), [(18, 2), (12, 1), (6, 1)])
def test_it_works_against_falls(height: int, amount: int) -> None:
    # thrown down from 18 cm a figure of 3 cm suffers 6 / 2 = 3
    cliff = {"id": "cliff", "rect": [10, 10, 12, 20], "height": height, "crossing": "vaultable"}
    field = duel({"items": [PROTEZIONE], "z": height}, {}, terrain=(cliff,), gap=25)
    field.act("a1", "throw_down", "cliff", die=4)
    assert hurt(field) == [("a1", amount, "fall")]


@pytest.mark.rule("CDC-EQ-74.2")
@pytest.mark.parametrize(
    ("condition", "face", "passed"), [("Gelo", 3, True), ("Gelo", 2, False), ("Spaventato", 3, False)]
)
def test_bracers_of_strength_help_in_forza_tests(condition: str, face: int, passed: bool) -> None:
    field = duel({"items": [BRACCIALI], "conditions": [condition], "dice": (8,)}, {}, face)
    field.answer(("a1", "cure", condition))
    assert field.the(TestEnded).passed is passed


@pytest.mark.rule("CDC-EQ-75.2", "CDC-EQ-76.2", "CDC-EQ-02.3")
def test_pendant_and_amulet() -> None:
    field = duel({"items": [CIONDOLO, AMULETO, SPADA]}, {"items": [CIONDOLO]})
    figure = field.figure("a1")
    assert (figure.life, figure.life_max) == (6, 6)
    assert stat(field.game, "a1", "res") == 6
    assert stat(field.game, "a1", "cmb") == 4, "2 of the amulet and 2 of the sword"


# of the mind


def first_turn(**fighters: dict[str, Any]) -> Field:
    """A battle whose first turn begins."""
    return Field({**fighters, "b1": FAR}, hand="", start={"first": "a"})


@pytest.mark.rule("CDC-EQ-87.2", "CDC-EQ-87.3")
def test_the_accelerator_gives_a_point_at_the_start_of_each_turn() -> None:
    field = first_turn(a1={**HERE, "items": [ACCELERATORE]}, a2={"at": (20, 30)})
    assert field.state.turn == 1
    assert field.figure("a1").points == (("concentrazione", 1),)
    assert field.figure("a2").points == ()
    field.answer(("pass",))
    field.answer(("pass",))
    assert field.state.turn == 2
    assert field.figure("a1").points == (("concentrazione", 2),)


@pytest.mark.rule("CDC-EQ-89.2")
def test_the_receiver_gives_a_point_at_the_start_of_the_game() -> None:
    field = first_turn(a1={**HERE, "items": [RICEVITORE]}, a2={"at": (20, 30), "items": [RICEVITORE, ACCELERATORE]})
    assert field.figure("a1").points == (("concentrazione", 1),)
    assert field.figure("a2").points == (("concentrazione", 2),)
    field.answer(("pass",))
    field.answer(("pass",))
    assert field.figure("a1").points == (("concentrazione", 1),)


@pytest.mark.rule("CDC-EQ-88.2", "CDC-EQ-89.3")
def test_bases_from_which_a_transmitter_measures() -> None:
    field = Field(
        {
            "a1": {**HERE, "items": [TRASMETTITORE]},
            "a2": {"at": (50, 20), "items": [RICEVITORE]},
            "a3": {"at": (50, 30), "items": [RICEVITORE]},
            "a4": {"at": (50, 40)},
            "b1": {"at": (10, 40), "items": [RICEVITORE, TRASMETTITORE]},
        }
    )
    assert measuring_points(field.game, "a1") == ("a1", "a2", "a3")
    assert measuring_points(field.game, "a2") == ("a2",), "it takes a transmitter"
    assert measuring_points(field.game, "b1") == ("b1",), "not through the other army's, nor twice through its own"
    field.figure("a3").status = "dead"
    assert measuring_points(field.game, "a1") == ("a1", "a2")


MIND = {
    "kind": "A",
    "target": {"one": "figures()", "when": "enemy(me, it) and sees(me, it) and reached(me, it, 10)"},
    "do": [{"damage": 1, "to": "target"}],
}
STORM = {
    "kind": "A",
    "target": {"one": "measuring_points(me)", "as": "origin"},
    "do": [{"damage": 1, "to": "foes(origin, 5)"}, {"inflict": "Gelo", "to": "foes(origin, 5)"}],
}


@pytest.mark.rule("CDC-EQ-88.2", "CDC-EQ-88.3")
def test_range_from_the_receiver_and_sight_from_the_transmitter() -> None:
    screen = {"id": "screen", "rect": [40, 22, 1, 10], "height": 10, "crossing": "impassable"}
    fighters = {
        "a1": {"at": (5, 10), "items": [TRASMETTITORE], "abilities": ["MIND"]},
        "a2": {"at": (44, 20), "items": [RICEVITORE]},
        "b1": {"at": (50, 10), **TOUGH},
        "b2": {"at": (50, 30), **TOUGH},
        "b3": {"at": (44, 45), **TOUGH},
    }
    field = trial({"MIND": MIND}, fighters, terrain=(screen,))
    # b2 is near the receiver, which sees it, but out of the transmitter's sight; b3 is near neither
    assert field.offered("a1", "ability", "MIND") == ("b1",)
    without = trial({"MIND": MIND}, {**fighters, "a2": {"at": (44, 20)}}, terrain=(screen,))
    assert "ability" not in without.offered("a1")


@pytest.mark.rule("CDC-EQ-88.2", "CDC-EQ-88.4")
def test_a_power_has_one_origin() -> None:
    fighters = {
        "a1": {"at": (5, 10), "items": [TRASMETTITORE], "abilities": ["STORM"]},
        "a2": {"at": (44, 20), "items": [RICEVITORE]},
        "b1": {"at": (12, 10), **TOUGH},
        "b2": {"at": (50, 20), **TOUGH},
    }
    field = trial({"STORM": STORM}, fighters)
    assert field.offered("a1", "ability", "STORM") == ("a1", "a2")
    field.act("a1", "ability", "STORM", "a2", die=4)
    assert hurt(field) == [("b2", 1, "ability")]
    assert (field.figure("b1").conditions, field.figure("b2").conditions) == ((), ("Gelo",))


# cards and charms


@pytest.mark.rule("CDC-EQ-95.2", "CDC-EQ-95.3", "CDC-EQ-95.4", "CDC-EQ-95.5")
@pytest.mark.parametrize(("face", "points"), [(4, 2), (8, 2), (3, 0), (1, 0)])
def test_the_cards_are_read_once_a_turn_for_2_points(face: int, points: int) -> None:
    field = duel({"items": [TAROCCHI]}, {}, face, gap=20)
    field.act("a1", "ability", TAROCCHI, die=8)
    assert field.figure("a1").dice == (4, 6)
    assert (field.the(DiceRolled).sides, field.the(DiceRolled).faces) == (8, (face,))
    assert sum(change.by for change in field.all(PointsChanged)) == points
    assert len(field.all(Succeeded)) == points // 2
    assert "ability" not in field.offered("a1"), "not again in this turn"
    field.answer(("pass",))
    field.answer(("pass",))
    assert field.state.turn == 2
    if field.state.hand == "b":
        field.answer(("pass",))
    assert field.offered("a1", "ability") == (TAROCCHI,)


@pytest.mark.rule("CDC-EQ-95.6")
def test_not_in_the_other_hand() -> None:
    field = duel({"items": [TAROCCHI]}, {}, hand="b", gap=20)
    assert field.game.pending is not None
    assert field.game.pending.free == ()


@pytest.mark.rule("CDC-EQ-96.2", "CDC-EQ-96.3")
def test_the_lucky_charm_takes_a_point_off_the_first_damage_by_itself() -> None:
    field = duel({"dan": 2}, {"items": [PORTAFORTUNA]}, 5, 5)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 1, "melee")]
    assert PORTAFORTUNA in field.the(Hurt).rules
    assert field.the(ItemSpent).item == PORTAFORTUNA
    field.act("a1", "melee", "b1", die=6)
    assert hurt(field)[1] == ("b1", 2, "melee")
    assert len(field.all(ItemSpent)) == 1
    field.done()


@pytest.mark.rule("CDC-EQ-96.3")
def test_it_waits_for_a_damage_that_armour_leaves() -> None:
    field = duel({}, {"items": [LEGGERA, PORTAFORTUNA]}, 5, 5)
    field.act("a1", "melee", "b1", die=8)
    assert field.all(ItemSpent) == [], "armour took that damage away"
    field.act("a1", "melee", "b1", die=6)
    assert field.all(Unharmed)[1].why == PORTAFORTUNA
    assert hurt(field) == []
    field.done()


@pytest.mark.rule("CDC-EQ-96.3")
def test_after_the_talisman_of_protection() -> None:
    field = duel({"dan": 3}, {"items": [PROTEZIONE, PORTAFORTUNA]}, 5)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 1, "melee")], "3, less 1, less 1"


@pytest.mark.rule("CDC-EQ-96.4")
def test_whoever_bought_it_bears_it() -> None:
    field = Field({"a1": HERE, "b1": {"at": (23.5, 20), "items": [PORTAFORTUNA]}, "b2": {"at": (20, 23.5)}}, dice=[5])
    field.act("a1", "melee", "b2", die=8)
    assert hurt(field) == [("b2", 1, "melee")]
    assert "Illusionista" not in field.figure("b1").classes
    assert field.all(ItemSpent) == []


# climbing


def climbing(height: int, dda: int, items: list[str], *dice: int, on_top: bool = False) -> Field:
    """`a1` at the foot of a wall, or on it near its edge."""
    wall = {"id": "wall", "rect": [21.3, 10, 10, 20], "height": height, "crossing": "vaultable", "dda": dda}
    at = {"at": (22.6, 20), "z": height} if on_top else HERE
    return Field({"a1": {**at, "items": items}, "b1": FAR}, dice=dice, terrain=(wall,))


@pytest.mark.rule("CDC-EQ-98.2", "CDC-EQ-98.3", "CDC-EQ-98.5")
@pytest.mark.parametrize(
    ("height", "dda", "items", "face", "up"),
    [
        (8, 3, [], 5, False),  # 10 - 3
        (8, 3, [ARTIGLI], 5, True),  # 10 - 2
        (8, 3, [ARTIGLI, RAMPINO], 4, True),  # 8 - 0
        (9, 2, [ARTIGLI, RAMPINO], 4, False),  # 8 - 0, not 8 + 1
        (9, 0, [ARTIGLI], 4, False),
    ],
)
def test_climbing_claws(height: int, dda: int, items: list[str], face: int, up: bool) -> None:
    field = climbing(height, dda, items, face)
    field.act("a1", "climb", "wall", die=8)
    if field.asked == "spot":
        field.answer(field.offered()[0])
    assert field.figure("a1").z == (height * 1000 if up else 0)
    assert len(field.all(Missed)) == (0 if up else 1)


@pytest.mark.rule("CDC-EQ-98.4")
@pytest.mark.parametrize(("items", "fallen"), [([], 1), ([ARTIGLI], 0)])
def test_claws_on_the_way_down(items: list[str], fallen: int) -> None:
    field = climbing(8, 1, items, 4, on_top=True)
    field.act("a1", "descend", "wall", die=8)
    if field.asked == "spot":
        field.answer(field.offered()[0])
    assert field.figure("a1").z == 0
    assert [fell.height for fell in field.all(Fell)] == [1000] * fallen
