"""Driven over an edge or into a pit: where a push ends; and a plan that is lost with the senses."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.events import ReadyLost
from arbitro.rulesets.pathfinder.events_moving import Fell
from tests.pathfinder.field import Field

STRONG = {"forza": 18, "bab": 5, "feats": ["spingere-migliorato"]}


@pytest.mark.rule("PF-BLR-02.1", "PF-TAB-23.1")
def test_a_push_ends_at_the_first_square_beyond_an_edge() -> None:
    heights = {f"{column}{row}": 4 for column in "abcd" for row in range(1, 4)}
    field = Field({"a1": {"at": "c2", **STRONG}}, {"b1": {"at": "d2"}}, rows=["............"] * 3,
                  ground={"heights": heights}, dice=[15, 3, 5])  # fmt: skip
    field.act("a1", "bull_rush", "b1")  # 26 against 10: three squares and one more
    if field.asked == "follow":
        field.answer(0)
    assert field.at("b1") == "e2" and field.the(Fell).squares == 4 and field.figure("b1").hp == 20 - 8
    field.done()


@pytest.mark.rule("PF-BLR-02.1", "PF-TAB-23.1")
def test_down_a_slope_nobody_falls() -> None:
    heights = {"a2": 3, "b2": 3, "c2": 3, "d2": 2, "e2": 1}
    field = Field({"a1": {"at": "b2", **STRONG}}, {"b1": {"at": "c2"}}, rows=["............"] * 3,
                  ground={"heights": heights}, dice=[10])  # fmt: skip
    field.act("a1", "bull_rush", "b1")  # 21 against 10: three squares, each one lower than the last
    if field.asked == "follow":
        field.answer(0)
    assert field.at("b1") == "f2" and not field.all(Fell)
    field.done()


@pytest.mark.rule("PF-BLR-03.3", "PF-TAB-23.1")
def test_into_a_pit_one_is_pushed_and_falls_but_not_a_flyer_and_nobody_by_half() -> None:
    rows = ["............", "....^.......", "............"]
    field = Field({"a1": {"at": "c2", **STRONG}}, {"b1": {"at": "d2"}}, rows=rows, dice=[15, 4])
    field.act("a1", "bull_rush", "b1")
    if field.asked == "follow":
        field.answer(0)
    assert field.at("b1") == "e2" and field.the(Fell).squares == 2 and field.figure("b1").hp == 20 - 4
    field.done()
    for foe in ({"speeds": {"terra": 9, "volo": 9}}, {"size": "grande"}):
        kept = Field({"a1": {"at": "b2", **STRONG}}, {"b1": {"at": "c2", **foe}}, rows=rows, dice=[19])
        kept.act("a1", "bull_rush", "b1")
        if kept.asked == "follow":
            kept.answer(0)
        assert not kept.all(Fell) and kept.at("b1") in ("d2", "c2")


@pytest.mark.rule("PF-RDY-03.1", "PF-CND-14.1")
def test_a_plan_is_lost_with_ones_senses_even_if_they_come_back() -> None:
    field = Field({"a1": {"at": "c3", "items": ["spada-lunga"], "hp_now": 3}},
                  {"b1": {"at": "d3", "items": ["spada-lunga"]}, "b2": {"at": "h3"}}, dice=[15, 6])  # fmt: skip
    field.act("a1", "ready", "approach", "anybody", "attack", "spada-lunga")
    field.end("a1")
    field.act("b1", "attack", "spada-lunga", "a1")
    assert field.figure("a1").hp == -3 and field.figure("a1").ready == ()
    assert field.the(ReadyLost).it == "a1"
    field.done()
