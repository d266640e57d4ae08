"""Readied steps, moves and free actions; what running out of breath and not seeing the way do; steps in full rounds."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.events import CameToNothing, Moved, ReadyUsed, TurnBegan
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, CheckMade
from arbitro.rulesets.pathfinder.events_magic import SpellLost
from tests.pathfinder.field import Field
from tests.pathfinder.test_magic import after_first_turn, mage

SWORD: dict[str, Any] = {"items": ["spada-lunga"]}


def waiting(plan: tuple[str, ...], dice: list[int], foe: dict[str, Any], **more: Any) -> Field:
    """a1 stands at c3 with something ready; b1 is about to act."""
    field = Field({"a1": {"at": "c3", **SWORD, **more}}, {"b1": foe}, dice=dice)
    field.act("a1", "ready", *plan)
    field.end("a1")
    return field


@pytest.mark.rule("PF-RDY-04.2", "PF-RDY-03.2", "PF-RDY-03.3")
def test_a_step_may_be_part_of_a_readied_attack() -> None:
    field = waiting(("approach", "anybody", "step_attack", "spada-lunga"), [15, 4], {"at": "h3"})
    field.act("b1", "move", "e3")
    assert field.asked == "respond" and field.at("b1") == "e3"
    field.strike("a1")
    field.answer("d3")
    assert field.at("a1") == "d3" and field.figure("b1").hp == 16
    assert field.the(AttackRolled).action == "ready" and [e.step for e in field.all(Moved) if e.it == "a1"] == [True]


@pytest.mark.rule("PF-RDY-04.2")
def test_no_step_belongs_to_a_readied_attack_in_a_round_with_a_move() -> None:
    field = Field({"a1": {"at": "b3", **SWORD}}, {"b1": {"at": "h3"}}, dice=[])
    field.act("a1", "move", "c3")
    assert "step_attack" not in field.offered("a1", "ready", "approach", "anybody")
    assert "attack" in field.offered("a1", "ready", "approach", "anybody")


@pytest.mark.rule("PF-RDY-02.1", "PF-RDY-01.1")
def test_a_move_made_ready_is_made_before_the_blow_it_waits_for_which_then_finds_nobody() -> None:
    field = waiting(("attacks", "b1", "move"), [], {"at": "d3", **SWORD})
    field.act("b1", "attack", "spada-lunga", "a1")
    field.strike("a1")
    field.answer(("c6",))
    field.let_go()  # b1 could strike at it for leaving
    assert field.at("a1") == "c6" and not field.all(AttackRolled)
    assert field.figure("b1").std == 0 and field.the(ReadyUsed).it == "a1"


@pytest.mark.rule("PF-RDY-02.1")
def test_free_actions_can_be_made_ready_too() -> None:
    field = waiting(("casts", "anybody", "drop_prone"), [], {"at": "h3"})
    assert field.figure("a1").ready == ("casts", "anybody", "drop_prone", "")
    assert "swift" not in field.offered("b1")


@pytest.mark.rule("PF-RDY-06.1", "PF-RDY-04.1")
def test_taken_in_the_next_round_it_raises_initiative_and_takes_the_place_of_that_rounds_turn() -> None:
    field = Field({"a1": {"at": "c3", **SWORD}}, {"b1": {"at": "h3"}}, dice=[15, 4], order=["b1", "a1"])
    field.end("b1")
    field.act("a1", "ready", "approach", "anybody", "attack", "spada-lunga")
    field.end("a1")
    assert (field.state.round, field.figure("a1").initiative) == (2, 19)
    field.act("b1", "move", "d3")
    field.strike("a1")
    assert field.figure("a1").initiative == 20 and field.state.order == ("a1", "b1")
    turns = len(field.all(TurnBegan))
    field.end("b1")
    assert field.state.round == 3 and field.state.turn == "a1"  # no turn of a1 in round 2
    assert len(field.all(TurnBegan)) == turns + 1


# --- full rounds --------------------------------------------------------------------------------------


@pytest.mark.rule("PF-FULL-01.1", "PF-FULL-01.2")
def test_a_full_round_action_without_distance_leaves_a_step_and_one_with_distance_none() -> None:
    field = Field({"a1": {"at": "c3", "items": ["balestra-pesante"]}}, {"b1": {"at": "h3"}}, dice=[15, 4])
    field.act("a1", "shoot", "balestra-pesante", "b1")
    field.end("a1", "b1")
    field.act("a1", "load", "balestra-pesante")
    assert (field.figure("a1").std, field.figure("a1").mov) == (0, 0) and "step" in field.actions("a1")
    field.act("a1", "step", "c4")
    field = Field({"a1": {"at": "c3", **SWORD}}, {"b1": {"at": "h3"}}, dice=[15, 4])
    field.act("a1", "charge", "spada-lunga", "b1")
    assert "step" not in field.actions("a1")


def breathless() -> Field:
    """a1 has run for one round more than its breath lasts, and could not."""
    field = Field({"a1": {"at": "a1", "costituzione": 1, **SWORD}}, {"b1": {"at": "l10"}}, dice=[5])
    field.act("a1", "run", "l1")
    field.end("a1", "b1")
    field.act("a1", "run", "a1")
    assert field.the(CameToNothing).why == "breath"
    return field


@pytest.mark.rule("PF-FULL-10.1", "PF-FULL-10.2")
def test_who_is_out_of_breath_runs_again_after_10_rounds() -> None:
    field = breathless()
    for _ in range(9):
        field.end("a1", "b1")
        assert "run" not in field.actions("a1") and "charge" not in field.actions("a1")
    field.end("a1", "b1")
    assert "run" in field.actions("a1")


@pytest.mark.rule("PF-FULL-10.3")
def test_while_it_rests_a_runner_moves_once_a_turn_and_no_faster() -> None:
    field = breathless()
    field.end("a1", "b1")
    field.act("a1", "move", "k1")
    field.act("a1", "move", "j1")  # what is left of the same move
    field.act("a1", "move", "f1")
    assert field.figure("a1").std == 1 and "move" not in field.actions("a1")


@pytest.mark.rule("PF-FULL-11.2")
def test_nobody_runs_where_the_way_ahead_is_not_seen() -> None:
    rows = ("............",) * 9 + ("....%.......",)
    field = Field({"a1": {"at": "a1"}}, {"b1": {"at": "l10"}}, rows=rows)
    assert {"b1", "c1", "d1"} <= set(field.offered("a1", "run")) and "g1" not in field.offered("a1", "run")
    dark = {"light": "dark"}
    assert "run" not in Field({"a1": {"at": "a1"}}, {"b1": {"at": "l10"}}, ground=dark).actions("a1")
    eyes = {"at": "a1", "senses": ["scurovisione"]}
    assert "run" in Field({"a1": eyes}, {"b1": {"at": "l10"}}, ground=dark).actions("a1")
    assert "run" not in Field({"a1": {"at": "a1", "conditions": ["accecato"]}}, {"b1": {"at": "l10"}}).actions("a1")


@pytest.mark.rule("PF-FULL-18.7")
def test_no_withdrawal_with_a_way_of_moving_that_has_no_speed() -> None:
    rows = ("............",) * 7 + ("..~~~~~.....",) * 3
    for speeds, can in (({"terra": 9}, False), ({"terra": 9, "nuoto": 6}, True)):
        swimmer = {"at": "c2", "speeds": speeds}
        field = Field({"a1": swimmer}, {"b1": {"at": "b2", **SWORD}}, rows=rows, order=["b1", "a1"])
        field.end("b1")
        assert ("withdraw" in field.actions("a1")) is can


@pytest.mark.rule("PF-FULL-15.3", "PF-FULL-15.1", "PF-FULL-15.2")
def test_a_long_casting_is_disturbed_guarded_and_used_up_like_a_short_one() -> None:
    """Apart from its length: an opportunity as it begins, concentration against it, the defensive way, the slot."""
    foe = {"b1": {"at": "d3", **SWORD}}
    for spell in ("sonno", "raggio-di-gelo"):
        field = after_first_turn(mage(spell, level=5), foe, [15, 6, 1])
        assert field.offered("a1", "cast", "mago", spell) == ("openly", "on_guard")
        path = () if spell == "sonno" else ("b1",)
        field.act("a1", "cast", "mago", spell, "openly", *path)
        field.strike("b1")
        assert field.the(CheckMade).what == "concentration" and field.the(SpellLost).spell == spell
        assert not field.figure("a1").casting and field.figure("b1").hp == 20
