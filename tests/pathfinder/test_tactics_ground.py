"""Where a computer stands: it lets others come, steps before it strikes with all it has, and keeps away to shoot."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder import tactics
from arbitro.rulesets.pathfinder.tactics import propose, quick_deed
from arbitro.rulesets.pathfinder.threat import flanks
from tests.pathfinder.field import Field

SWORD: dict[str, Any] = {"items": ["spada-lunga"]}
BOW: dict[str, Any] = {"items": ["arco-corto", "frecce"]}
CLAWS: dict[str, Any] = {
    "attacks": [{"id": "artiglio", "name": "Artiglio", "name_en": "Claw", "damage": "1d6", "types": ["tagliente"],
                 "count": 2}],
}  # fmt: skip
LONG = ("........................",) * 3
READY = ("ready", "approach", "anybody", "attack", "spada-lunga")


def played(field: Field, it: str) -> list[tuple[Any, ...]]:
    """What somebody does by instinct until its turn is over."""
    found = []
    while (pending := field.game.pending) is not None and pending.about.get("it") == it:
        found.append(quick_deed(field.game, it))
        field.answer((it, *found[-1]))
    return found


def test_it_does_not_run_into_others_but_waits_for_them_with_a_blow_ready() -> None:
    """Both walk six squares and strike one further: after one walk it is still out of reach."""
    field = Field({"a1": {"at": "a2", **SWORD}}, {"b1": {"at": "t2", **SWORD}}, rows=LONG)
    (walk, square), *rest = played(field, "a1")
    assert walk == "move" and square[0] == "g" and rest == [READY, ("end",)]


def test_it_goes_no_nearer_than_the_foe_can_come_and_does_not_charge() -> None:
    """Eight squares: one step more and the foe could walk up and strike."""
    field = Field({"a1": {"at": "a2", **SWORD}}, {"b1": {"at": "i2", **SWORD}}, rows=LONG)
    assert played(field, "a1") == [READY, ("end",)]


def test_whom_one_walk_brings_to_a_foe_strikes() -> None:
    field = Field({"a1": {"at": "a2", **SWORD}}, {"b1": {"at": "h2", **SWORD}}, rows=LONG, dice=[2])
    assert [path[0] for path in played(field, "a1")] == ["move", "attack", "end"]


@pytest.mark.parametrize(("foe", "waits"), [(SWORD, True), (BOW, False)])
def test_nobody_waits_for_archers(foe: dict[str, Any], waits: bool) -> None:
    field = Field({"a1": {"at": "a2", **SWORD}}, {"b1": {"at": "t2", **foe}}, rows=LONG)
    assert (READY in played(field, "a1")) is waits
    assert (field.figure("a1").x < 7) is waits


def test_it_does_not_wait_for_ever() -> None:
    """In the fourth round it charges or walks up to a foe who waits as well."""
    field = Field({"a1": {"at": "a2", **SWORD}}, {"b1": {"at": "k2", **SWORD}}, rows=LONG, dice=[2] * 40)
    for number in range(1, 5):
        assert field.state.round == number
        done = played(field, "a1")
        field.end("b1")
    assert done[0][0] in ("charge", "move") and READY not in done


def test_it_steps_up_to_a_foe_and_strikes_with_all_it_has() -> None:
    field = Field({"a1": {"at": "c2", **CLAWS}}, {"b1": {"at": "e2", "hp": 60}}, dice=[2, 2])
    assert [path[0] for path in played(field, "a1")] == ["step", "full_attack", "swing", "end"]


def test_it_steps_round_whom_it_is_about_to_strike() -> None:
    """From d4 beside e4 the step to d5 is opposite to f3, where its friend stands."""
    party = {"a1": {"at": "d4", **CLAWS}, "a2": {"at": "f3", **SWORD}}
    field = Field(party, {"b1": {"at": "e4", "hp": 60}})
    assert quick_deed(field.game, "a1") == ("step", "d5")
    field.act("a1", "step", "d5")
    assert flanks(field.game, "a1", "b1") == "a2"
    assert quick_deed(field.game, "a1")[0] == "full_attack"


def test_whoever_has_shot_gets_out_of_the_way_and_whoever_has_struck_stays() -> None:
    foes = {"b1": {"at": "h5", "hp": 60, **SWORD}}
    archer = Field({"a1": {"at": "d5", **BOW}}, foes, dice=[2])
    done = played(archer, "a1")
    assert [path[0] for path in done] == ["shoot", "move", "end"]
    assert archer.figure("a1").x < 3
    fighter = Field({"a1": {"at": "g5", **SWORD}}, foes, dice=[2])
    assert [path[0] for path in played(fighter, "a1")] == ["attack", "end"]


@pytest.mark.parametrize("fierce", ["b1", "b2"])
def test_of_two_whom_it_hurts_alike_it_strikes_the_more_dangerous(fierce: str) -> None:
    foes = {it: {"at": at, "level": 6 if it == fierce else 1} for it, at in (("b1", "d4"), ("b2", "d6"))}
    field = Field({"a1": {"at": "c5", **SWORD}}, foes)
    assert quick_deed(field.game, "a1")[-1] == fierce


def test_it_strikes_before_it_gives_first_aid() -> None:
    party = {"a1": {"at": "c5", **SWORD}, "a2": {"at": "b5", "hp_now": -3}}
    field = Field(party, {"b1": {"at": "d5"}, "b2": {"at": "k9"}})
    assert quick_deed(field.game, "a1")[0] == "attack"
    alone = Field(party, {"b2": {"at": "k9"}})
    assert quick_deed(alone.game, "a1") == ("stabilise", "a2")


def test_in_the_midst_of_a_full_attack_only_whom_to_strike_is_weighed() -> None:
    foes = {"b1": {"at": "d4", "hp": 60}, "b2": {"at": "d6", "hp": 60}}
    field = Field({"a1": {"at": "c5", **CLAWS}}, foes, dice=[2, 2])
    field.answer(("a1", *quick_deed(field.game, "a1")))
    assert {path[-1] for path in propose(field.game, "a") if isinstance(path, tuple)} == {"b1", "b2"}
    field.answer(("a1", *quick_deed(field.game, "a1")))
    assert propose(field.game, "a") == [("a1", "end")]


def test_a_battle_between_two_sides_that_wait_comes_to_blows() -> None:
    field = Field({"a1": {"at": "a2", **SWORD}}, {"b1": {"at": "x2", **SWORD}}, rows=LONG, dice=[2] * 60)
    for _ in range(40):
        assert field.game.pending is not None
        if field.game.pending.kind != "action" or field.state.round > 6:
            break
        seat = field.game.pending.seats[0]
        field.answer(tactics.instinct(field.game, seat, field.game.pending))
    assert abs(field.figure("a1").x - field.figure("b1").x) == 1
