"""What keeps harm off for a time, and what holds the eyes: stone skin, bodies that only magic wounds, patterns."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.events_blows import Hurt, WardWorn
from arbitro.rulesets.pathfinder.numbers import REDUCTION
from tests.pathfinder.field import Field
from tests.pathfinder.test_magic import mage
from tests.pathfinder.test_spell_lines import cast

SLAM: dict[str, Any] = {"id": "schianto", "name": "Schianto", "name_en": "Slam", "damage": "1d6",
                        "types": ["contundente"]}  # fmt: skip
MIGHTY = {"at": "c6", "bab": 20, "forza": 24, "attacks": [SLAM]}


# --- stone skin ---------------------------------------------------------------------------------------


def test_stone_skin_is_used_up_by_what_it_keeps_off() -> None:
    """Caster level 2: 20 points. Half again of Strength is 10: of 12, 11 and 12 points 2, 1 and 12 get through."""
    field = cast("pelle-di-pietra", [10, 2, 10, 1, 10, 2], "a2", cl=2, b1=MIGHTY)
    field.end("a1", "a2")
    for _ in range(3):
        field.act("b1", "attack", "schianto", "a2")
        field.end("b1", "a1", "a2")
    assert [event.amount for event in field.all(Hurt)] == [2, 1, 12]
    assert [event.left for event in field.all(WardWorn)] == [20, 10, 0]
    assert not field.state.effects and not field.figure("a2").wards
    assert field.game.query(REDUCTION, target="a2", actor="b1", weapon="schianto").value == 0
    field.done()


def test_a_scratch_wears_stone_skin_by_what_it_would_have_done_and_150_points_are_the_most() -> None:
    """1d6 gives 4, all of it kept off."""
    field = cast("pelle-di-pietra", [10, 4], "a2", cl=20, b1={**MIGHTY, "forza": 10})
    field.end("a1", "a2")
    field.act("b1", "attack", "schianto", "a2")
    assert dict(field.figure("a2").wards) == {"pelle-di-pietra": 150 - 4}
    assert not field.all(Hurt)
    field.done()


def test_what_overcomes_a_body_s_own_toughness_does_not_overcome_stone_skin() -> None:
    tough = {"reduction": 15, "reduction_but": ["magia"]}
    foe = {"items": [{"thing": "spada-lunga", "bonus": 1}, "pugnale"]}
    field = cast("pelle-di-pietra", [], "a2", a2=tough, b1=foe)

    def kept(weapon: str) -> int:
        return field.game.query(REDUCTION, target="a2", actor="b1", weapon=weapon).value

    assert (kept("spada-lunga"), kept("pugnale")) == (10, 15)


@pytest.mark.parametrize(("hardened", "kept"), [(True, 0), (False, 10)])
def test_whom_only_magic_wounds_wounds_its_like(hardened: bool, kept: int) -> None:
    stone = {"reduction": 10, "reduction_but": ["magia"]}
    me = {"at": "c3", "attacks": [SLAM], **(stone if hardened else {})}
    field = Field({"a1": me}, {"b1": {"at": "d3", **stone}})
    assert field.game.query(REDUCTION, target="b1", actor="a1", weapon="schianto").value == kept


# --- a pattern that fascinates ------------------------------------------------------------------------


@pytest.mark.parametrize(("rolled", "held"), [((1, 1), ["b1", "b2"]), ((3, 4), ["b1", "b2", "b3"])])
def test_a_hypnotic_pattern_holds_two_dice_of_four_and_the_caster_level_in_hit_dice(
    rolled: tuple[int, int], held: list[str]
) -> None:
    """Level 5: 7 Hit Dice hold 3 and 4 of them, 12 those of 5 too."""
    foes = {"b1": {"at": "h3", "level": 3}, "b2": {"at": "h4", "level": 4}, "b3": {"at": "i3", "level": 5}}
    field = Field({"a1": mage("trama-ipnotica")}, foes, dice=[*rolled, *([1] * len(held))])
    field.act("a1", "cast", "mago", "trama-ipnotica", "openly", "i3")
    assert [it for it in foes if field.figure(it).has("affascinato")] == held
    field.done()


def test_whoever_is_fascinated_wakes_at_a_blow_even_one_that_misses() -> None:
    field = Field(
        {"a1": mage("trama-ipnotica"), "a2": {"at": "c8", "items": ["arco-corto", "frecce"]}},
        {"b1": {"at": "h3"}},
        dice=[2, 2, 1, 1],
    )
    field.act("a1", "cast", "mago", "trama-ipnotica", "openly", "i3")
    field.end("a1")
    assert field.figure("b1").has("affascinato")
    field.act("a2", "shoot", "arco-corto", "b1")
    assert not field.figure("b1").conditions
    field.done()


def test_wizards_need_no_voice_for_a_pattern() -> None:
    for spell, cast_ in (("trama-ipnotica", True), ("ragnatela", False)):
        field = Field({"a1": {**mage(spell), "conditions": ["ammutolito"]}}, {"b1": {"at": "h3"}})
        assert ("cast" in field.actions("a1")) is cast_
