"""Line of sight where players meet it: who may be shot at (CDC-LOS-01, -02). The geometry is in test_ground_sight."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import HitLanded
from tests.crepuscolo.field import Field

BOW = "CDC-EQ-22"
ARCHER = {"at": (10, 30), "items": [BOW]}
FAR = {"at": (40, 30)}


def wall(x: float, y: float, w: float, d: float, **more: Any) -> dict[str, Any]:
    return {"id": f"w{x}-{y}", "rect": [x, y, w, d], "height": 5, "crossing": "impassable", **more}


def targets(fighters: dict[str, dict[str, Any]], *terrain: dict[str, Any]) -> tuple[str, ...]:
    """Whom a1 may shoot at with its bow."""
    field = Field({"a1": ARCHER, **fighters}, terrain=terrain)
    return field.offered("a1", "shot", BOW) if "shot" in field.offered("a1") else ()


@pytest.mark.rule("CDC-LOS-01.1")
def test_all_round() -> None:
    ring = {"b1": (40, 30), "b2": (10, 55), "b3": (1.25, 30), "b4": (10, 5), "b5": (31, 9)}
    assert targets({name: {"at": at} for name, at in ring.items()}) == ("b1", "b2", "b3", "b4", "b5")


@pytest.mark.rule("CDC-LOS-01.2", "CDC-LOS-01.3", "CDC-LOS-01.6")
def test_a_wall_between_and_a_post_too_thin_to_hide() -> None:
    assert targets({"b1": FAR}) == ("b1",)
    assert targets({"b1": FAR}, wall(25, 20, 1, 20)) == ()
    assert targets({"b1": FAR}, wall(12, 29.5, 1, 1)) == ()
    assert targets({"b1": FAR}, wall(12, 29.505, 0.99, 0.99)) == ("b1",)


@pytest.mark.rule("CDC-LOS-01.4")
def test_a_rim_that_shows_is_enough() -> None:
    """Half way, a wall hides what is less than 0.625 cm aside; the rim of the base is 1.25 cm aside."""
    assert targets({"b1": FAR}, wall(25, 29.5, 1, 20)) == ("b1",)
    assert targets({"b1": FAR}, wall(25, 29.2, 1, 20)) == ()


@pytest.mark.rule("CDC-LOS-01.3", "CDC-LOS-01.5", "CDC-LOS-01.8")
@pytest.mark.parametrize("between", ["a2", "b2"])
def test_figures_of_either_side_hide_but_not_shooter_and_target(between: str) -> None:
    assert "b1" not in targets({"b1": FAR, between: {"at": (25, 30)}})
    assert "b1" in targets({"b1": FAR, between: {"at": (25, 34)}})


@pytest.mark.rule("CDC-LOS-01.3", "CDC-CND-04.1")
def test_who_lies_on_the_ground_hides_nobody() -> None:
    assert "b1" in targets({"b1": FAR, "b2": {"at": (25, 30), "conditions": ["A Terra"]}})


@pytest.mark.rule("CDC-LOS-01.2")
def test_a_low_wall_hides_the_base_close_behind_it() -> None:
    """From a head at 3 cm the line to the far rim is 3 * 4.25 / 31.25 = 0.408 cm high over the kerb's far side."""
    assert targets({"b1": FAR}, wall(36, 20, 1, 20, height=0.4)) == ("b1",)
    assert targets({"b1": FAR}, wall(36, 20, 1, 20, height=0.42)) == ()


@pytest.mark.rule("CDC-CND-04.6")
def test_a_shot_at_who_lies_needs_its_four() -> None:
    field = Field({"a1": ARCHER, "b1": {**FAR, "conditions": ["A Terra"]}}, dice=[3])
    field.act("a1", "shot", BOW, "b1", die=6)
    assert field.all(HitLanded) == []
    field.done()


@pytest.mark.rule("CDC-LOS-02.1")
def test_trees_do_not_hide_unless_massive() -> None:
    wood = {"id": "wood", "rect": [20, 20, 10, 20], "height": 8, "kinds": ["difficult"], "wood": True}
    assert targets({"b1": FAR}, wood) == ("b1",)
    assert targets({"b1": FAR}, {**wood, "blocks_sight": True}) == ()


@pytest.mark.rule("CDC-LOS-01.7")
def test_who_shoots_from_a_tower_may_not_be_shot_at() -> None:
    """8 cm from the rim of a tower of 5 cm: its head sees over the rim, its base does not show from below."""
    tower = {"id": "tower", "rect": [2, 20, 13, 20], "height": 5, "crossing": "vaultable"}
    fighters = {"a1": {"at": (6.5, 30), "z": 5, "items": [BOW]}, "b1": {"at": (30, 30), "items": [BOW]}}
    assert Field(fighters, terrain=[tower]).offered("a1", "shot", BOW) == ("b1",)
    assert "shot" not in Field(fighters, terrain=[tower], hand="b").offered("b1")


@pytest.mark.rule("CDC-LOS-01.1")
def test_sight_is_as_things_stand_at_the_moment() -> None:
    """One step out of the lee of a wall and the target is seen."""
    field = Field({"a1": ARCHER, "b1": FAR}, terrain=[wall(25, 25, 1, 20)], dice=[4])
    assert "shot" not in field.offered("a1")
    field.act("a1", "move", die=4)
    field.to(10, 18.5)
    assert field.offered("a1", "shot", BOW) == ("b1",)
    field.done()
