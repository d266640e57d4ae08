"""What moves by itself shows its way before one commits: whom it gives opportunities is what then happens."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.events import OpportunityGiven
from arbitro.rulesets.pathfinder.scene import SIDE
from arbitro.web.questions import branch_view
from tests.pathfinder.field import Field
from tests.pathfinder.stable import ridden

SWORD = {"items": ["spada-lunga"]}
BEAST = {"size": "grande", "abilities": ["travolgere"], "attacks": [
    {"id": "zoccolo", "name": "Zoccolo", "name_en": "Hoof", "damage": "1d6", "types": ["contundente"]}]}  # fmt: skip


def shown(field: Field, *path: Any) -> Any:
    """How the page shows the option at the end of a path."""
    seat = field.game.controller(path[0])
    form: Any = field.game.form(seat)
    view = branch_view(field.rules, field.game, seat, form.grow(path[:-1]), path[:-1], "en")
    assert view is not None
    return next(one for one in view.options if one.key == path[-1])


def given(field: Field) -> set[str]:
    """Whoever has had an opportunity, all let go by."""
    while field.asked == "respond":
        field.let_go()
    return {foe for event in field.all(OpportunityGiven) for foe in event.by}


def middle(square: tuple[int, int]) -> tuple[int, int]:
    return square[0] * SIDE + SIDE // 2, square[1] * SIDE + SIDE // 2


@pytest.mark.rule("PF-CHG-05.1", "PF-AOO-13.1")
def test_a_charge_shows_its_way_and_who_may_strike_on_it() -> None:
    """b1 stands beside the way, b2 at its end: to come to it leaves no square that it threatens."""
    field = Field(
        {"a1": {"at": "b3", **SWORD}}, {"b1": {"at": "d4", **SWORD}, "b2": {"at": "g3", **SWORD}},
        order=("b1", "b2", "a1"), dice=[2],
    )  # fmt: skip
    field.end("b1", "b2")
    option = shown(field, "a1", "charge", "spada-lunga", "b2")
    assert (option.mark, option.warn, option.hint) == ("4", True, "4 squares; gives b1 an opportunity")
    assert option.way == tuple(middle((x, 2)) for x in range(1, 6))
    field.act("a1", "charge", "spada-lunga", "b2")
    assert given(field) == {"b1"} and field.at("a1") == "f3"
    field.done()


def test_a_charge_of_the_big_is_drawn_through_the_middle_of_its_space_and_warns_of_nobody_behind_it() -> None:
    field = Field({"a1": {"at": "b3", "size": "grande", **SWORD}}, {"b1": {"at": "h3", **SWORD}}, order=("b1", "a1"))
    field.end("b1")
    option = shown(field, "a1", "charge", "spada-lunga", "b1")
    assert not option.warn and "opportunity" not in option.hint
    assert option.way[0] == (2 * SIDE, 3 * SIDE)


@pytest.mark.rule("PF-OVR-01.2", "PF-TAB-01.1")
def test_running_through_somebody_gives_it_and_those_beside_it_an_opportunity() -> None:
    field = Field(
        {"a1": {"at": "c3"}}, {"b1": {"at": "d3", **SWORD}, "b2": {"at": "d4", **SWORD}},
        order=("b1", "b2", "a1"), dice=[20],
    )  # fmt: skip
    field.end("b1", "b2")
    option = shown(field, "a1", "overrun", "b1", "e3")
    assert option.warn and option.hint == "2 squares; gives b1, b2 an opportunity"
    field.act("a1", "overrun", "b1", "e3")
    field.let_go()
    field.answer("stand")
    assert given(field) == {"b1", "b2"} and field.at("a1") == "e3"
    field.done()


@pytest.mark.rule("PF-AOO-07.4", "PF-GRID-29.1")
def test_who_is_felled_before_it_runs_through_stays_where_it_was() -> None:
    field = Field(
        {"a1": {"at": "c3", "hp_now": 3, "feats": ["oltrepassare-migliorato"]}},
        {"b1": {"at": "d3", **SWORD}, "b2": {"at": "c4", **SWORD}}, order=("b1", "b2", "a1"), dice=[20, 15, 5],
    )  # fmt: skip
    field.end("b1", "b2")
    assert shown(field, "a1", "overrun", "b1", "e3").hint == "2 squares; gives b2 an opportunity"
    field.act("a1", "overrun", "b1", "e3")
    field.strike("b2")
    assert field.figure("a1").hp < 0 and field.at("a1") == "c3"


@pytest.mark.parametrize(("mover", "path", "by"), [
    ({"conditions": ["prono"]}, ("crawl", "c2"), {"b1"}),
    ({"conditions": ["prono"]}, ("stand",), {"b1"}),
    ({"speeds": {"terra": 9}}, ("run", "c10"), {"b1"}),
    ({"speeds": {"volo": 9}}, ("rise", 1), {"b1"}),
])  # fmt: skip
def test_what_is_shown_is_what_happens(mover: dict[str, Any], path: tuple[Any, ...], by: set[str]) -> None:
    field = Field({"a1": {"at": "c3", **mover}}, {"b1": {"at": "d3", **SWORD}}, order=("b1", "a1"))
    field.end("b1")
    assert shown(field, "a1", *path).hint.endswith("gives b1 an opportunity")
    field.act("a1", *path)
    assert given(field) == by


def test_leaving_the_board_warns_of_those_who_threaten_its_edge() -> None:
    field = Field({"a1": {"at": "a3"}}, {"b1": {"at": "b3", **SWORD}}, order=("b1", "a1"))
    field.end("b1")
    assert shown(field, "a1", "leave").hint == "gives b1 an opportunity"
    field.act("a1", "leave")
    assert given(field) == {"b1"} and field.figure("a1").status == "fled"


def test_following_whom_one_pushes_shows_who_may_strike_on_the_way() -> None:
    field = Field(
        {"a1": {"at": "c3", "feats": ["spingere-migliorato"]}}, {"b1": {"at": "d3"}, "b2": {"at": "c4", **SWORD}},
        order=("b1", "b2", "a1"), dice=[19],
    )  # fmt: skip
    field.end("b1", "b2")
    field.act("a1", "bull_rush", "b1")
    form: Any = field.game.form("a")
    hints = [field.rules.hint(field.game, "choice", one, (), "en") for one in form.options()]
    assert hints[:2] == ["", "gives b2 an opportunity"]
    field.answer(1)
    assert given(field) == {"b2"} and field.at("a1") == "d3"


def test_a_trampling_beast_gives_nothing_to_those_it_treads_on() -> None:
    field = Field(
        {"a1": {"at": "b3", **BEAST}}, {"b1": {"at": "d3", **SWORD}, "b2": {"at": "d5", **SWORD}},
        order=("b1", "b2", "a1"),
    )  # fmt: skip
    field.end("b1", "b2")
    square = field.offered("a1", "trample")[-1]
    assert shown(field, "a1", "trample", square).hint.endswith("gives b2 an opportunity")


@pytest.mark.rule("PF-MNT-05.2", "PF-MNT-04.1")
def test_a_rider_is_drawn_inside_its_mount_which_has_no_count_and_where_it_gets_is_where_the_mount_gets() -> None:
    field = ridden()
    scene = field.rules.scene(field.state, "a", "en")
    rider, mount = (next(one for one in scene.figures if one.id == it) for it in ("a1", "a2"))
    assert (rider.marks, mount.marks) == (("active", "riding"), ("ridden",))
    assert [badge.icon for badge in mount.badges] == [] and [badge.count for badge in rider.badges] == [20]
    inner, outer = rider.shape.points, mount.shape.points  # type: ignore[union-attr]
    assert outer[0][0] < inner[0][0] < inner[1][0] < outer[1][0]
    assert (
        "rides a2" in rider.aria and "carries a1" in mount.aria and "rides a2" in field.rules.status(field.state, "en")
    )
    lit = field.rules.spotlight(field.game, "a", "a1", "en")
    own = field.rules.spotlight(field.game, "a", "a2", "en")
    reach = [[one.shape for one in light.overlays if one.kind == "reach"] for light in (lit, own)]
    assert reach[0] == reach[1] and len(reach[0]) > 60, "a horse of ten squares"


def test_a_rider_s_dog_leaves_its_rim_free() -> None:
    dog = {"at": "b5", "steed": True, "size": "media", "space": 1.5}
    field = ridden({"at": "b5", "mount": "a2", "size": "piccola"}, dog)
    scene = field.rules.scene(field.state, "a", "en")
    rider, mount = (next(one for one in scene.figures if one.id == it) for it in ("a1", "a2"))
    wide = [one.shape.points[1][0] - one.shape.points[0][0] for one in (rider, mount)]  # type: ignore[union-attr]
    assert wide == [SIDE * 6 // 10, SIDE * 9 // 10]


@pytest.mark.rule("PF-MNT-11.1")
def test_a_charge_in_the_saddle_shows_the_way_of_the_mount() -> None:
    foes = {"b1": {"at": "k5"}, "b2": {"at": "f7", "items": ["alabarda"], "reach": 3}}
    field = ridden(foes=foes, order=("b1", "b2", "a1", "a2"))
    field.end("b1", "b2")
    option = shown(field, "a1", "ride_charge", "spada-lunga", "b1")
    assert option.warn and option.hint.endswith("gives b2 an opportunity")
    assert option.way[0] == (2 * SIDE, 5 * SIDE), "the middle of the horse"
