"""Swimming, going under, breath, drowning."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.events_blows import CheckMade
from arbitro.rulesets.pathfinder.events_bonds import Died
from tests.pathfinder.field import Field

LAKE = ["..~~~~~~~~..", "..~~~~~~~~.."]
FAR = {"b1": {"at": "l1"}}


def lake(dice: list[int], place: str = "b1", water: str = "calm", **more: object) -> Field:
    return Field({"a1": {"at": place, **more}}, FAR, rows=LAKE, ground={"water": water}, dice=dice)


def pass_rounds(field: Field, number: int) -> None:
    for _ in range(number):
        field.end("a1", "b1")


@pytest.mark.rule("PF-SKL-03.1", "PF-MOV-03.1")
def test_a_quarter_of_the_speed_or_half_with_the_whole_round() -> None:
    field = lake([10, 10])
    assert "c1" not in field.offered("a1", "move"), "nobody walks on deep water"
    assert set(field.offered("a1", "swim", "quarter")) == {"c1", "c2"}
    field.act("a1", "swim", "quarter", "c1")
    assert field.at("a1") == "c1" and (field.figure("a1").std, field.figure("a1").mov) == (1, 0)
    assert "half" not in field.offered("a1", "swim") and "move" not in field.actions("a1")
    field.end("a1", "b1")
    assert "f1" in field.offered("a1", "swim", "half") and "g1" not in field.offered("a1", "swim", "half")
    field.act("a1", "swim", "half", "f1")
    assert (field.figure("a1").std, field.figure("a1").mov) == (0, 0)
    field.done()


@pytest.mark.rule("PF-SKL-03.2")
@pytest.mark.parametrize(("water", "dc"), [("calm", 10), ("rough", 15), ("stormy", 20)])
def test_the_rougher_the_water_the_harder_and_who_fails_by_far_goes_under(water: str, dc: int) -> None:
    short, far = lake([dc - 4], "c1", water), lake([dc - 5], "c1", water)
    for field, under in ((short, False), (far, True)):
        field.act("a1", "swim", "quarter", "d1")
        assert field.the(CheckMade).dc == dc and not field.the(CheckMade).passed
        assert field.at("a1") == "c1" and field.figure("a1").has("sommerso") is under
    up = lake([dc - 5, dc], "c1", water)
    for place in ("d1", "d1"):
        up.act("a1", "swim", "quarter", place)
    assert up.at("a1") == "d1" and not up.figure("a1").has("sommerso")


@pytest.mark.rule("PF-SKL-03.2", "PF-SKL-03.3")
def test_who_does_nothing_in_the_water_has_to_keep_afloat() -> None:
    field = lake([5], "d1")
    field.end("a1")
    assert field.figure("a1").has("sommerso")
    field.end("b1")
    assert field.figure("a1").breath == 1
    field.done()


@pytest.mark.rule("PF-SKL-03.3")
def test_breath_lasts_twice_the_constitution_and_then_a_check_each_round() -> None:
    sinks = [5] * 8
    field = lake([*sinks, 10, 5, 10, 5, 1], "d1", costituzione=4, conditions=["sommerso"])
    pass_rounds(field, 7)
    assert field.figure("a1").breath == 8, "the first turn began under water"
    assert [e.what for e in field.all(CheckMade)] == ["nuotare"] * 7
    pass_rounds(field, 1)
    checks = [(e.dc, e.passed) for e in field.all(CheckMade) if e.cause == "breath"]
    assert checks == [(10, False)], "-3 for Constitution"
    assert field.figure("a1").hp == 0 and field.figure("a1").has("privo-di-sensi")


@pytest.mark.rule("PF-SKL-03.3", "PF-HP-08.1")
def test_who_has_no_breath_left_is_dying_and_then_dead() -> None:
    party = {"a1": {"at": "d1", "hp_now": 1, "conditions": ["sommerso", "privo-di-sensi"]}, "a2": {"at": "a2"}}
    field = Field(party, FAR, rows=LAKE, dice=[1])
    field.end("a2", "b1")
    assert field.figure("a1").hp == -1 - 1 and field.figure("a1").has("morente")
    party["a1"] |= {"hp_now": -2, "conditions": ["sommerso"]}
    field = Field(party, FAR, rows=LAKE)
    field.end("a2", "b1")
    assert field.the(Died).why == "drowned"


@pytest.mark.rule("PF-MISC-03.2", "PF-FULL-18.7", "PF-SKL-03.1")
def test_a_way_of_moving_without_a_speed_has_no_step_and_no_withdrawal() -> None:
    party = {"a1": {"at": "d1"}, "a2": {"at": "d2", "speeds": {"terra": 9, "nuoto": 9}}}
    foes = {"b1": {"at": "e1", "speeds": {"nuoto": 9}, "items": ["spada-lunga"]}}
    field = Field(party, foes, rows=LAKE, dice=[10], order=("b1", "a1", "a2"))
    field.end("b1")
    assert not {"step", "withdraw", "move", "run"} & set(field.actions("a1")) and "swim" in field.actions("a1")
    field.end("a1")
    assert {"step", "withdraw", "move"} <= set(field.actions("a2"))


def test_armour_weighs_on_swimming() -> None:
    field = lake([14], "c1", forza=14, items=["cotta-di-maglia"])
    field.act("a1", "swim", "quarter", "d1")
    assert field.the(CheckMade).bonus.value == 2 - 5 and field.at("a1") == "d1"
