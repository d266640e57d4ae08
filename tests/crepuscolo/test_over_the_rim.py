"""Who is carried so little over the rim of what it stands on that there is no room but at the foot (CDC-TAB-17)."""

from __future__ import annotations

import pytest

from arbitro.rulesets.crepuscolo.events import Fell
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
