"""Splash weapons: flasks at somebody, at a corner, and astray (PF-SPW, PF-EQP-04)."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.attacks import Attempt, bonus_of, defence_of
from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.events import OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, Hurt, SaveMade
from arbitro.rulesets.pathfinder.events_thrown import CornerAimed, ItemThrown, Scattered
from arbitro.rulesets.pathfinder.state import name_of_square
from tests.pathfinder.field import Field

ACID, FIRE, HOLY = "ampolla-di-acido", "fuoco-dell-alchimista", "acqua-santa"


def thrower(flask: str = ACID, **more: object) -> dict:
    return {"at": "a5", "items": [{"thing": flask, "held": True}], **more}


def hurt(field: Field) -> dict[str, int]:
    """Points by creature, and no others."""
    return {event.it: event.amount for event in field.all(Hurt)}


def attempt(flask: str = ACID) -> Attempt:
    return Attempt(actor="a1", target="b1", weapon=flask, mode="ranged")


# --- at somebody --------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SPW-01.1", "PF-SPW-01.2", "PF-SPW-02.1", "PF-AC-10.2")
def test_a_flask_hits_by_touch_and_splashes_whoever_stands_beside() -> None:
    foes = {"b1": {"at": "d5", "items": ["armatura-completa"]}, "b2": {"at": "e6"}, "b3": {"at": "f5"}}
    field = Field({"a1": thrower(), "a2": {"at": "c4"}}, foes, dice=[12, 4])
    assert defence_of(field.game, attempt()).value == 10, "full plate is no help"
    field.act("a1", "shoot", ACID, "b1")
    assert field.the(AttackRolled).outcome == "hit"
    assert hurt(field) == {"b1": 4, "a2": 1, "b2": 1}, "a friend too; b3 is 3 m away"
    assert field.the(ItemThrown).at is None and field.figure("a1").items == () and field.state.lying == ()
    field.done()


@pytest.mark.rule("PF-SPW-01.3", "PF-TAB-10.4")
def test_nobody_has_to_know_how_to_throw_a_flask() -> None:
    field = Field({"a1": thrower(proficient=["pugnale"], destrezza=14, forza=18)}, {"b1": {"at": "c5"}})
    assert bonus_of(field.game, attempt()).value == 2
    bow = {"at": "a5", "items": ["arco-corto"], "proficient": ["pugnale"]}
    shot = Attempt(actor="a1", target="b1", weapon="arco-corto", mode="ranged")
    assert bonus_of(Field({"a1": bow}, {"b1": {"at": "c5"}}).game, shot).value == -4


@pytest.mark.rule("PF-SPW-02.2", "PF-EQP-04.1")
def test_neither_strength_nor_precision_adds_to_a_flask() -> None:
    sneak = thrower(forza=20, abilities=["attacco-furtivo-2"])
    field = Field({"a1": sneak}, {"b1": {"at": "c5"}}, dice=[15, 4])
    field.act("a1", "shoot", ACID, "b1")
    assert hurt(field) == {"b1": 4}, "flat-footed, but the acid finds no weak spot"
    field.done()


def test_a_big_hand_throws_the_same_flask() -> None:
    field = Field({"a1": thrower(size="grande")}, {"b1": {"at": "d5"}}, dice=[15, 6])
    field.act("a1", "shoot", ACID, "b1")
    assert hurt(field) == {"b1": 6}
    field.done()


@pytest.mark.rule("PF-EQP-04.1", "PF-STD-09.3")
def test_flasks_and_their_numbers() -> None:
    items = built_in().items
    found = {id_: (items[id_].splash, items[id_].splash_around, items[id_].range) for id_ in (ACID, FIRE, HOLY)}
    assert found == {ACID: ("1d6", 1, 3), FIRE: ("1d6", 1, 3), HOLY: ("2d4", 1, 3)}
    assert [built_in().weapons[id_].types for id_ in found] == [["acido"], ["fuoco"], ["positiva"]]

    def far(square: str) -> int | None:
        field = Field({"a1": thrower()}, {"b1": {"at": square}}, rows=["." * 14] * 5)
        return bonus_of(field.game, attempt()).value if "shoot" in field.actions("a1") else None

    assert [far(square) for square in ("c5", "d5", "e5", "f5", "k5", "l5")] == [0, -2, -2, -4, -8, None]


@pytest.mark.rule("PF-EQP-04.1")
def test_holy_water_harms_only_the_undead_and_evil_outsiders() -> None:
    for kind, subtypes, harmed in (("umanoide", [], False), ("non_morto", [], True), ("esterno", ["malvagio"], True),
                                   ("esterno", ["buono"], False)):  # fmt: skip
        foes = {"b1": {"at": "c5", "type": kind, "subtypes": subtypes}, "b2": {"at": "d5"}}
        field = Field({"a1": thrower(HOLY)}, foes, dice=[15, 3, 4] if harmed else [15])
        field.act("a1", "shoot", HOLY, "b1")
        assert hurt(field) == ({"b1": 7} if harmed else {})
        field.done()


# --- alchemist's fire ---------------------------------------------------------------------------------


@pytest.mark.rule("PF-EQP-04.1")
def test_fire_burns_on_for_a_round() -> None:
    field = Field({"a1": thrower(FIRE)}, {"b1": {"at": "c5"}, "b2": {"at": "d5"}}, dice=[15, 3, 5])
    field.act("a1", "shoot", FIRE, "b1")
    assert field.figure("b1").has("fuoco-addosso") and not field.figure("b2").has("fuoco-addosso")
    field.end("a1", "b1", "b2")
    assert (field.figure("b1").hp, field.figure("b2").hp) == (20 - 3 - 5, 19)
    assert not field.figure("b1").has("fuoco-addosso")
    field.end("a1", "b1", "b2")
    field.done()


@pytest.mark.rule("PF-EQP-04.1", "PF-TAB-01.1")
@pytest.mark.parametrize("face", [14, 15])
def test_flames_are_put_out_with_a_full_round_and_a_save_of_15(face: int) -> None:
    field = Field({"a1": thrower(FIRE)}, {"b1": {"at": "b5"}}, dice=[15, 3, face, *([6] if face < 15 else [])])
    field.act("a1", "shoot", FIRE, "b1")
    field.end("a1")
    field.act("b1", "extinguish")
    assert field.the(SaveMade).dc == 15 and (field.figure("b1").std, field.figure("b1").mov) == (0, 0)
    assert field.all(OpportunityGiven) == [] or field.the(OpportunityGiven).it == "a1"
    field.end("b1")
    assert field.figure("b1").hp == 20 - 3 - (6 if face < 15 else 0)
    field.done()


# --- at a corner --------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SPW-03.1", "PF-SPW-03.2", "PF-TAB-01.1")
def test_a_corner_is_hit_at_5_and_all_four_squares_are_splashed() -> None:
    foes = {"b1": {"at": "d5", "items": ["armatura-completa"]}, "b2": {"at": "e6"}, "b3": {"at": "d7"}}
    for face, hit in ((6, False), (7, True)):
        field = Field({"a1": thrower()}, foes, dice=[face, *([] if hit else [5])])
        field.act("a1", "hurl", ACID, "e6")  # the lower left corner of e6
        told = field.the(CornerAimed)
        assert (told.hit, told.ac, told.bonus.value) == (hit, 5, -2), "4 squares away: the second increment"
        if hit:
            assert hurt(field) == {"b1": 1, "b2": 1}, "d7 does not touch that corner"
        field.done()


@pytest.mark.rule("PF-SPW-03.3")
def test_a_corner_inside_a_big_creature_is_that_creature() -> None:
    field = Field({"a1": thrower()}, {"b1": {"at": "d5", "size": "grande"}})
    offered = field.offered("a1", "hurl", ACID)
    assert "e6" not in offered and {"d5", "d6", "e5", "f7"} <= set(offered)
    assert "b1" in field.offered("a1", "shoot", ACID)


# --- astray -------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SPW-04.1", "PF-SPW-04.2", "PF-SPW-04.3")
@pytest.mark.parametrize(("face", "square"), [
    (1, "d5"), (2, "d6"), (3, "e6"), (4, "f6"), (5, "f5"), (6, "f4"), (7, "e4"), (8, "d4"),
])  # fmt: skip
def test_a_miss_goes_astray_clockwise_from_the_thrower(face: int, square: str) -> None:
    """Two squares are one increment: the flask lands one square from the target."""
    field = Field({"a1": thrower(at="c5")}, {"b1": {"at": "e5"}}, dice=[2, face])
    field.act("a1", "shoot", ACID, "b1")
    told = field.the(Scattered)
    assert (name_of_square(told.at), told.squares, told.face) == (square, 1, face)
    assert hurt(field) == {"b1": 1, **({"a1": 1} if square in ("d4", "d5", "d6") else {})}
    field.done()


@pytest.mark.rule("PF-SPW-04.2", "PF-SPW-04.3")
def test_far_throws_go_farther_astray() -> None:
    """7 squares are four increments: the flask lands 4 squares short, at d5, and splashes c6 and not e7."""
    party = {"a1": thrower(), "a2": {"at": "c6"}, "a3": {"at": "e7"}}
    field = Field(party, {"b1": {"at": "h5"}}, dice=[2, 1])
    field.act("a1", "shoot", ACID, "b1")
    assert (field.the(Scattered).squares, name_of_square(field.the(Scattered).at)) == (4, "d5")
    assert hurt(field) == {"a2": 1}
    field.done()


def test_a_flask_breaks_on_the_wall_it_would_fly_through() -> None:
    rows = ["......", "....#.", "......"]
    field = Field({"a1": thrower(at="a2")}, {"b1": {"at": "d2"}, "b2": {"at": "f2"}}, dice=[2, 5], rows=rows)
    field.act("a1", "shoot", ACID, "b1")
    assert name_of_square(field.the(Scattered).at) == "d2" and hurt(field) == {"b1": 1}
    field.done()
