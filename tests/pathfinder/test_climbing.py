"""Climbing: how far, how hard, who falls and how deep; what hanging on a face means."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.events_blows import CheckMade
from arbitro.rulesets.pathfinder.events_moving import Fell
from arbitro.rulesets.pathfinder.heights import FACES
from arbitro.rulesets.pathfinder.numbers import armour_class, denied
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}
ROCK = {"heights": {"d1": 4}}


def cliff(dice: list[int] | None = None, foes: dict | None = None, ground: dict | None = None, **more: object) -> Field:
    return Field({"a1": {"at": "c1", **more}}, foes or {"b1": {"at": "l1"}}, rows=["............"] * 2,
                 ground={**ROCK, **(ground or {})}, dice=dice or [])  # fmt: skip


@pytest.mark.rule("PF-SKL-02.1", "PF-MOV-03.1", "PF-MOV-01.1")
def test_a_quarter_of_the_speed_with_each_move_action() -> None:
    field = cliff([15, 15, 15, 15])
    assert "d1" not in field.offered("a1", "move"), "six metres of rock are no step"
    for height in (1, 2, 3):
        field.act("a1", "climb", "d1", "careful")
        assert (field.figure("a1").z, field.at("a1")) == (height, "c1"), "nine metres: one square and a half"
        if height == 2:
            field.end("a1", "b1")
    assert field.figure("a1").has("arrampicato")
    field.act("a1", "climb", "d1", "careful")
    assert (field.figure("a1").z, field.at("a1")) == (0, "d1") and not field.figure("a1").has("arrampicato")
    field.done()


@pytest.mark.rule("PF-MOV-04.1", "PF-SKL-02.1")
@pytest.mark.parametrize(("face", "z"), [(19, 0), (20, 3)])
def test_twice_as_fast_at_five_less(face: int, z: int) -> None:
    field = cliff([face])
    field.act("a1", "climb", "d1", "fast")
    assert field.figure("a1").z == z and field.the(CheckMade).dc == 20
    field.done()


@pytest.mark.rule("PF-SKL-02.2")
@pytest.mark.parametrize(("face", "z", "fell"), [(15, 3, 0), (11, 2, 0), (10, 0, 2)])
def test_who_fails_by_five_falls_and_who_fails_by_less_stays(face: int, z: int, fell: int) -> None:
    field = cliff([15, 15, face, *([4] if fell else [])])
    for _ in range(2):
        field.act("a1", "climb", "d1", "careful")
    field.end("a1", "b1")
    field.act("a1", "climb", "d1", "careful")
    assert field.figure("a1").z == z
    assert [event.squares for event in field.all(Fell)] == ([fell] if fell else [])
    assert field.figure("a1").hp == (16 if fell else 20) and field.figure("a1").has("prono") is bool(fell)
    field.done()


@pytest.mark.rule("PF-SKL-02.3")
def test_every_kind_of_face_has_its_difficulty() -> None:
    book = {"corda-annodata": 0, "corda": 5, "sporgenze": 10, "appigli": 15, "muro": 20, "roccia": 25, "strapiombo": 30}
    assert book == FACES
    for kind, dc in book.items():
        branch = cliff(ground={"faces": {"d1": kind}}).game.form("a").grow(("a1", "climb"))
        assert [(option.key, option.facts["dc"]) for option in branch.options] == [("d1", dc)]


@pytest.mark.rule("PF-SKL-02.4", "PF-AC-04.1")
def test_on_a_face_neither_dexterity_nor_the_shield_protects() -> None:
    shield = {"items": ["scudo-pesante-di-legno"], "destrezza": 14}
    field = cliff([17], **shield)
    assert armour_class(field.game, "a1").value == 10 + 2 + 2
    field.act("a1", "climb", "d1", "careful")
    assert armour_class(field.game, "a1").value == 10 and denied(field.game, "a1", "b1") == "PF-SKL-02"
    field.done()


@pytest.mark.rule("PF-SKL-02.4")
@pytest.mark.parametrize("face", [14, 15])
def test_who_is_hurt_on_a_face_holds_on_or_falls(face: int) -> None:
    bow = {"b1": {"at": "h1", "items": ["arco-corto"]}}
    field = cliff([15, 15, 15, 4, face, *([3] if face < 15 else [])], foes=bow)
    for _ in range(2):
        field.act("a1", "climb", "d1", "careful")
    field.end("a1")
    field.act("b1", "shoot", "arco-corto", "a1")
    assert field.figure("a1").z == (2 if face == 15 else 0)
    assert field.figure("a1").hp == (16 if face == 15 else 13)
    field.done()


@pytest.mark.rule("PF-SKL-02.1")
def test_down_a_face_and_by_nature() -> None:
    field = Field({"a1": {"at": "d1"}}, {"b1": {"at": "l1"}}, rows=["............"], ground=ROCK, dice=[15, 15])
    field.act("a1", "climb", "c1", "fast") if False else field.act("a1", "climb", "c1", "careful")
    assert (field.at("a1"), field.figure("a1").z) == ("c1", 3), "over the edge, and one square down"
    field.act("a1", "climb", "c1", "careful")
    assert field.figure("a1").z == 2
    field.done()
    spider = cliff(speeds={"terra": 9, "scalata": 6}, skills={"scalare": 16})
    spider.act("a1", "climb", "d1", "careful")
    assert spider.at("a1") == "d1", "six metres of rock at its climbing speed, without a roll"


@pytest.mark.rule("PF-GRID-23.4", "PF-SKL-02.2")
def test_a_high_step_is_an_obstacle_that_needs_a_check_and_a_low_one_is_not() -> None:
    low = Field({"a1": {"at": "c1"}}, {"b1": {"at": "l1"}}, rows=["............"], ground={"heights": {"d1": 1}})
    assert "d1" in low.offered("a1", "move") and "climb" not in low.actions("a1")
    high = Field({"a1": {"at": "c1"}}, {"b1": {"at": "l1"}}, rows=["............"], ground={"heights": {"d1": 2}})
    assert "d1" not in high.offered("a1", "move") and "climb" in high.actions("a1")


@pytest.mark.rule("PF-AOO-02.1")
def test_height_counts_for_reach() -> None:
    field = Field({"a1": {"at": "c1", **SWORD}}, {"b1": {"at": "d1"}}, rows=["............"], ground=ROCK)
    assert "attack" not in field.actions("a1"), "six metres above"
    near = Field({"a1": {"at": "c1", **SWORD}}, {"b1": {"at": "d1"}}, rows=["............"],
                 ground={"heights": {"d1": 1}})  # fmt: skip
    assert "attack" in near.actions("a1")


@pytest.mark.rule("PF-TAB-23.1")
@pytest.mark.parametrize(("squares", "dice"), [(1, 0), (2, 1), (5, 2), (60, 20)])
def test_a_die_for_every_three_metres_of_a_fall(squares: int, dice: int) -> None:
    from arbitro.rulesets.pathfinder.falls import fall

    field = cliff([1] * dice, hp=200)
    for _ in fall(field.game, "a1", squares, ("PF-TAB-23.1",)):
        raise AssertionError("a fall asks nothing")
    assert field.figure("a1").hp == 200 - dice
    field.done()
