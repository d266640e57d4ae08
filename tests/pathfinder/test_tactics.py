"""What a computer does in a fight: it flanks, gives no needless opportunities, and goes for whoever falls soonest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arbitro.content.errors import ContentError
from arbitro.players import QuickPlayer
from arbitro.rulesets.pathfinder import RULESET, tactics
from arbitro.rulesets.pathfinder.tactics import quick_deed
from arbitro.rulesets.pathfinder.threat import flanks
from tests.pathfinder.field import Field

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "pathfinder"
SWORD: dict[str, Any] = {"items": ["spada-lunga"]}
BOW: dict[str, Any] = {"items": ["arco-corto", "frecce"]}


def quick(field: Field) -> Any:
    """What the quick opponent does in the turn that stands."""
    assert field.game.pending is not None
    return QuickPlayer(1).answer(field.game, field.game.pending.seats[0])


def test_it_walks_round_a_foe_to_flank_it_with_a_friend() -> None:
    """The foe has not acted, so nobody strikes on the way; g5 is the one square opposite to e5."""
    party = {"a1": {"at": "c5", **SWORD}, "a2": {"at": "e5", **SWORD}}
    field = Field(party, {"b1": {"at": "f5", "hp": 60}})
    assert quick_deed(field.game, "a1") == ("move", "g5")
    field.act("a1", "move", "g5")
    assert flanks(field.game, "a1", "b1") == "a2"


def test_it_does_not_turn_its_back_on_a_foe_for_an_easier_one() -> None:
    """b2 would fall at a touch, but b1 would strike whoever walks away."""
    foes = {"b1": {"at": "d4", "hp": 30, **SWORD}, "b2": {"at": "h4", "hp": 1}}
    field = Field({"a1": {"at": "c4", **SWORD}}, foes, order=("b1", "a1", "b2"))
    field.end("b1")
    assert quick_deed(field.game, "a1")[-1] == quick(field)[-1] == "b1"


def test_it_steps_back_before_it_shoots_under_the_eyes_of_a_foe() -> None:
    field = Field({"a1": {"at": "c5", **BOW}}, {"b1": {"at": "d5", **SWORD}}, order=("b1", "a1"))
    field.end("b1")
    assert quick_deed(field.game, "a1")[0] == "step"
    field.act("a1", *quick_deed(field.game, "a1"))
    assert field.at("a1") in ("b4", "b5", "b6")
    assert quick_deed(field.game, "a1")[:2] == ("shoot", "arco-corto")


@pytest.mark.parametrize("weak", ["b1", "b2"])
def test_of_two_alike_it_strikes_the_one_who_falls_sooner(weak: str) -> None:
    foes = {it: {"at": at, "hp_now": 3 if it == weak else 20} for it, at in (("b1", "d4"), ("b2", "d6"))}
    field = Field({"a1": {"at": "c5", **SWORD}}, foes)
    assert quick_deed(field.game, "a1")[-1] == weak
    assert quick(field)[-1] == weak


def test_whoever_is_helpless_is_finished_off_unless_a_foe_would_strike() -> None:
    victim = {"at": "d5", "conditions": ["paralizzato"], "hp": 60}
    field = Field({"a1": {"at": "c5", **SWORD}}, {"b1": victim})
    assert quick_deed(field.game, "a1") == ("coup", "spada-lunga", "b1")
    guarded = Field(
        {"a1": {"at": "c5", **SWORD}}, {"b1": victim, "b2": {"at": "c6", **SWORD}}, order=("b2", "a1", "b1")
    )
    guarded.end("b2")
    assert quick_deed(guarded.game, "a1")[-1] == "b2"


@pytest.mark.parametrize(("orders", "goes"), [(0, False), (51, False), (50, True)])
def test_it_leaves_the_field_when_it_is_told_to(orders: int, goes: bool) -> None:
    """One of two lies there; with a speed of six it gets from f5 to the border, and walks off it."""
    party = {"a1": {"at": "f5", **SWORD}, "a2": {"at": "e6", "hp_now": -9, "level": 9}}
    field = Field(party, {"b1": {"at": "h5"}}, retreat=orders)
    found = quick(field)
    assert (found[1] == "move" and (found[2].startswith("a") or found[2].endswith("1"))) is goes
    assert quick_deed(field.game, "a1") == found[1:] or not goes
    if goes:
        field.answer(found)
        assert quick(field) == ("a1", "leave")


def test_it_withdraws_from_a_foe_who_could_strike() -> None:
    party = {"a1": {"at": "d3", **SWORD}, "a2": {"at": "k9", "hp_now": -9, "level": 9}}
    field = Field(party, {"b1": {"at": "e4", **SWORD}}, order=("b1", "a1", "a2"), retreat=50)
    field.end("b1")
    assert quick(field)[:2] == ("a1", "withdraw")
    events = field.answer(quick(field))
    assert not [event for event in events if "PF-AOO-07.1" in event.rules]
    assert field.figure("a1").x in (0, 11) or field.figure("a1").y in (0, 9)


def test_a_whole_side_that_is_told_to_go_is_gone_in_the_end() -> None:
    party = {"a1": {"at": "d3", **SWORD}, "a2": {"at": "e6", **SWORD}, "a3": {"at": "k9", "hp_now": -9, "level": 30}}
    field = Field(party, {"b1": {"at": "i4", "speeds": {"terra": 1.5}}}, retreat=30)
    for _ in range(30):
        if field.game.over or field.game.pending is None:
            break
        seat = field.game.pending.seats[0]
        field.answer(tactics.instinct(field.game, seat, field.game.pending))
    assert field.figure("a1").status == field.figure("a2").status == "fled"
    assert field.state.result == "b"


@pytest.mark.parametrize(("part", "right"), [("40", True), ("0", False), ("101", False)])
def test_a_scenario_gives_the_orders_of_a_side(part: str, right: bool) -> None:
    text = (EXAMPLES / "il-ponte-dei-goblin.yaml").read_text(encoding="utf-8")
    told = text.replace("  - seat: b\n", f"  - seat: b\n    retreat: {part}\n")
    if right:
        assert RULESET.setup(RULESET.read_text(told, "x").setup).retreats == (("b", 40),)  # type: ignore[attr-defined]
        return
    with pytest.raises(ContentError, match="retreat"):
        RULESET.read_text(told, "x")
