"""Who is carried so little over the rim of what it stands on that there is no room but at the foot (CDC-TAB-17)."""

from __future__ import annotations

import pytest

from arbitro.rulesets.crepuscolo.events import Fell, WasLost
from tests.crepuscolo.arms import hurt
from tests.crepuscolo.casting import knows, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.passives import ab
from tests.crepuscolo.trials import at

TOWER = {"id": "tower", "rect": [4, 4, 10, 12], "height": 9, "crossing": "vaultable"}
FOOT = 15.252
"""As near to the tower as a base of 2.5 cm can lie, and a hair."""


@pytest.mark.rule("CDC-ACT-14.6", "CDC-ACT-14.7", "CDC-TAB-17.2", "CDC-TAB-19.1")
@pytest.mark.parametrize(("face", "x", "wounds"), [(1, 13.6, []), (2, FOOT, [("a1", 2)]), (3, 15.6, [("a1", 2)])])
def test_a_jump_that_ends_over_the_rim_ends_at_the_foot(face: int, x: float, wounds: list[tuple[str, int]]) -> None:
    """9 cm are three times the height of a fighter; a fall from a jump costs one less."""
    field = Field({"a1": at(12.6, z=9), "b1": at(50)}, dice=[face], terrain=[TOWER])
    field.act("a1", "jump", die=8)
    field.answer(0)
    assert (field.at("a1"), hurt(field)) == ((x, 10), wounds)
    assert bool(field.all(Fell)) is field.figure("a1").prone is bool(wounds)


@pytest.mark.rule("CDC-CND-05.11", "CDC-TAB-19.2")
def test_a_push_of_two_cm_over_the_rim_is_a_fall() -> None:
    pushing = at(9.9, z=9, abilities=ab(105))
    field = Field({"a1": pushing, "b1": at(12.6, z=9)}, dice=[2, 1], terrain=[TOWER])
    field.act("a1", "ability", "CDC-AB-105", die=8, others=(4, 6))
    field.answer(0)
    assert (field.at("b1"), hurt(field)) == ((FOOT, 10), [("b1", 3)])


@pytest.mark.rule("CDC-PW-121.2", "CDC-TAB-17.2")
@pytest.mark.parametrize(("spell", "x"), [("CDC-PW-121", FOOT), ("CDC-PW-058", 14.0)])
def test_the_aura_of_ki_throws_down_and_that_of_majesty_leaves_on_the_rim(spell: str, x: float) -> None:
    mystic = knows(9.9, 10, spell, "CDC-IN-015", z=9)
    mystic["points"] = (("arcano", 3), ("ki", 3))
    field = Field({"a1": mystic, "b1": at(12.6, z=9)}, dice=[6], terrain=[TOWER])
    use(field, spell)
    assert field.at("b1")[0] == pytest.approx(x, abs=0.051)
    falls = field.all(Fell)
    assert [event.rules for event in falls] == ([("CDC-TAB-17.2", spell)] if x > 15 else [])


PIT = {"id": "pit", "kinds": ["crevice"], "rect": [14, 0, 4, 30]}


@pytest.mark.rule("CDC-TAB-18.1", "CDC-ACT-15.3")
def test_a_crevice_at_the_foot_takes_whoever_falls_there() -> None:
    field = Field({"a1": at(13, z=9), "a2": at(40), "b1": at(50)}, terrain=[TOWER, PIT])
    field.act("a1", "throw_down", "tower", die=4)
    while field.asked == "spot":
        field.answer(max(field.offered()))  # the edge above the crevice
    assert (field.figure("a1").status, field.the(WasLost).why, hurt(field)) == ("lost", "crevice", [])


@pytest.mark.rule("CDC-PW-105.3", "CDC-TAB-16.2")
def test_a_charm_does_not_look_where_it_leads() -> None:
    """Unlike the Aura di Maestà it spares nobody a crevice on the straight way."""
    mage = at(10, abilities=["CDC-PW-105"], points=(("illusione", 1),))
    field = Field({"a1": mage, "b1": at(22, dice=(4,)), "b2": at(50)}, dice=[6, 4], terrain=[PIT])
    field.act("a1", "power", "CDC-PW-105", "b1", die=8)
    field.answer("decline")
    field.answer(("pass",))
    assert (field.figure("b1").status, field.the(WasLost).why) == ("lost", "crevice")


@pytest.mark.rule("CDC-PW-102.2", "CDC-TAB-16.2")
@pytest.mark.parametrize(("x", "offered"), [(13.9, True), (15, False)])
def test_no_image_is_evoked_over_a_crevice(x: float, offered: bool) -> None:
    mage = at(12, abilities=["CDC-PW-102"], points=(("illusione", 2),))
    field = Field({"a1": mage, "b1": at(50)}, terrain=[PIT])
    field.act("a1", "power", "CDC-PW-102", die=6, others=(4,))
    why = field.refusal((round(x * 1000), 12_500))
    assert (why is None) is offered


@pytest.mark.rule("CDC-PW-031.3", "CDC-PW-140.4")
def test_who_comes_back_where_a_chasm_has_opened_comes_back_beside_it() -> None:
    mage, digger = knows(20, 10, "CDC-PW-031", dice=(4, 6)), knows(34, 10, "CDC-PW-140", dice=(4, 4, 6))
    field = Field({"a1": mage, "a2": at(50), "b1": digger}, dice=[6, 6, 1, 1, 1])
    use(field, "CDC-PW-031", rank=2)
    field.answer(("pass",))
    use(field, "CDC-PW-140", actor="b1", rank=3)
    field.to(20, 10)
    while field.figure("a1").status == "away":
        field.answer(("pass",))
    x, y = field.at("a1")
    assert ((x - 20) ** 2 + (y - 10) ** 2) ** 0.5 > 4.5, "the middle of its base is over firm ground"
