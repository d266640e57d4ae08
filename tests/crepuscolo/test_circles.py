"""Circolo del Caos, Circolo della Legge and other fences: who may come how near (CDC-AB-080, -084, -107)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from arbitro.engine.events import EffectBegan, EffectEnded
from arbitro.rulesets.crepuscolo.events import Missed, Moved
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, in_play

CHAOS, LAW, RUNES = "CDC-AB-080", "CDC-AB-084", "CDC-AB-106"
CIRCLES = pytest.mark.parametrize("circle", (CHAOS, LAW))


def ring(rule: str, *faces: int, terrain: Sequence[dict[str, Any]] = (), **others: dict[str, Any]) -> Field:
    """``a1`` at 20 cm draws a circle with a 4, which takes all its dice; then ``b`` has a hand."""
    field = Field(dict(sorted({"a1": at(20, abilities=[rule]), **others}.items())), dice=(4, *faces), terrain=terrain)
    field.act("a1", "ability", rule, die=6, others=(4, 8))
    assert field.the(EffectBegan).rules == (rule,)
    if field.about.get("seat") == "a":
        field.answer(("pass",))
    return field


def bar(field: Field, x: float, y: float = 10) -> tuple[str, tuple[str, ...]] | None:
    """Why a place in cm would be refused, and by which rules."""
    why = field.refusal((round(x * 1000), round(y * 1000)))
    return None if why is None else (why.code, why.rules)


@CIRCLES
@pytest.mark.rule("CDC-AB-080.1", "CDC-AB-084.1")
@pytest.mark.parametrize(("face", "holds"), ((3, False), (4, True)))
def test_a_circle_costs_all_dice_and_needs_a_4(circle: str, face: int, holds: bool) -> None:
    field = Field({"a1": at(20, abilities=[circle]), "b1": at(40)}, dice=[face])
    assert field.refusal(("a1", "ability", circle, 6)) is not None
    field.act("a1", "ability", circle, die=6, others=(4, 8))
    assert field.figure("a1").dice == ()
    assert bool(field.all(EffectBegan)) is holds
    field.done()


@CIRCLES
@pytest.mark.rule("CDC-AB-080.1", "CDC-AB-084.1")
def test_a_1_fails(circle: str) -> None:
    field = Field({"a1": at(20, abilities=[circle]), "b1": at(40)}, dice=[1])
    field.act("a1", "ability", circle, die=6, others=(4, 8))
    assert field.all(EffectBegan) == [] and field.the(Missed).rules == ("CDC-ACT-09.3", circle)
    field.done()


# Bases are 2.5 cm wide: two centres 7.5 cm apart are exactly 5 cm apart.


@CIRCLES
@pytest.mark.rule("CDC-AB-080.3", "CDC-AB-084.3")
def test_nobody_comes_closer_than_5_cm_at_the_end_or_on_the_way(circle: str) -> None:
    field = ring(circle, 6, b1=at(34))
    field.act("b1", "move", die=6)
    assert bar(field, 27.5) is None
    assert bar(field, 27.49) == ("fence_near", (circle,))
    assert bar(field, 20, 17.5) is not None, "far enough at its end, but the way there leads too near"
    assert bar(field, 34, 20) is None
    field.to(27.5, 10)
    assert field.at("b1") == (27.5, 10)
    field.done()


@pytest.mark.rule("CDC-AB-080.3", "CDC-AB-080.4", "CDC-AB-084.3", "CDC-AB-084.4")
@pytest.mark.parametrize(
    ("circle", "word", "free"),
    [
        *((CHAOS, word, True) for word in ("Caotico", "Flagello", "Leggenda", "Semidio")),
        *((LAW, word, True) for word in ("Esiliato", "Difensore", "Paladino", "Leggenda", "Flagello", "Semidio")),
        *((CHAOS, word, False) for word in ("Esiliato", "Difensore", "Paladino", "Prova")),
        *((LAW, word, False) for word in ("Caotico", "Prova")),
    ],
)
def test_some_classes_come_and_go_as_they_like(circle: str, word: str, free: bool) -> None:
    field = ring(circle, 6, b1=at(30, classes=("Prova", word)))
    field.act("b1", "move", die=6)
    assert (bar(field, 24.6) is None) is free
    inside = ring(circle, 6, b1=at(25, classes=("Prova", word)))
    inside.act("b1", "move", die=6)
    assert (bar(inside, 25, 16) is None) is free
    assert bar(inside, 31) is None


@CIRCLES
@pytest.mark.rule("CDC-AB-080.4", "CDC-AB-084.4")
def test_whoever_is_within_5_cm_may_only_go_straight_away(circle: str) -> None:
    field = ring(circle, 6, b1=at(27.5))
    field.act("b1", "move", die=6)
    assert bar(field, 32) is None, "at exactly 5 cm: straight away"
    assert bar(field, 32, 10.2) == ("fence_away", (circle,))
    assert bar(field, 27.5, 20) == ("fence_away", (circle,))
    assert bar(field, 27) == ("fence_away", (circle,))
    assert bar(field, 27.5) is None, "it may stay"
    field.to(45.5, 10)
    assert field.at("b1") == (45.5, 10)
    field.done()


@CIRCLES
@pytest.mark.rule("CDC-AB-080.5", "CDC-AB-084.5")
def test_a_circle_binds_friends_but_not_its_own_bearer(circle: str) -> None:
    field = Field({"a1": at(20, abilities=[circle]), "a2": at(34), "b1": at(50)}, dice=(4, 6))
    field.act("a1", "ability", circle, die=6, others=(4, 8))
    field.act("a2", "move", die=6)
    assert bar(field, 27.49) == ("fence_near", (circle,)) and bar(field, 27.5) is None
    field.to(34, 10)
    field.done()


@CIRCLES
@pytest.mark.rule("CDC-AB-080.2", "CDC-AB-084.2")
def test_a_circle_lasts_over_turns_until_its_bearer_does_something_else(circle: str) -> None:
    field = ring(circle, 6, 2, b1=at(34, dice=(6,)))
    field.act("b1", "move", die=6)
    field.to(34, 10)
    assert field.about == {"seat": "a", "turn": 2, "total": 0} and field.all(EffectEnded) == []
    field.act("a1", "move", die=4)
    assert field.the(EffectEnded).rule == circle
    field.to(20, 10)
    field.done()


@CIRCLES
@pytest.mark.rule("CDC-AB-080.6", "CDC-AB-084.6", "CDC-AB-106.1", "CDC-AB-106.2")
def test_a_runic_field_stops_a_circle_from_being_drawn(circle: str) -> None:
    for bearer in ("a2", "b1"):
        for x, may in ((27.5, False), (27.501, True)):
            fighters = {"a1": at(20, abilities=[circle]), bearer: at(x, abilities=[RUNES])}
            field = Field({"b9": at(50), **dict(sorted(fighters.items()))})
            assert ("ability" in field.offered("a1")) is may
    both = Field({"a1": at(20, abilities=[circle, RUNES]), "b1": at(40)})
    assert circle in both.offered("a1", "ability"), "its bearer is not within 5 cm of itself"


def test_a_circle_in_force_goes_on_beside_a_runic_field() -> None:
    field = ring(CHAOS, 1, b1=at(34), b2=at(27.501, 20, abilities=[RUNES]))
    field.act("b2", "move", die=4)
    field.to(27.501, 17.1)
    assert field.all(EffectEnded) == []
    field.done()


# --- other displacements ------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-080.3", "CDC-AB-080.4")
def test_a_jump_ends_where_the_circle_begins_and_leads_straight_away_from_inside() -> None:
    field = ring(CHAOS, 6, b1=at(30))
    field.act("b1", "jump", die=6)
    field.answer(180_000)
    moved = field.the(Moved)
    assert field.at("b1") == (27.5, 10) and moved.rules == ("CDC-ACT-14", CHAOS)
    field.done()
    inside = ring(CHAOS, 6, b1=at(25))
    inside.act("b1", "jump", die=6)
    why = inside.refusal(90_000)
    assert why is not None and (why.code, why.rules) == ("fence_away", (CHAOS,))
    assert inside.refusal(0) is None and inside.refusal(1_000) is None and inside.refusal(1_001) is not None
    inside.answer(0)
    assert inside.at("b1") == (31, 10)
    inside.done()


@pytest.mark.rule("CDC-AB-080.3")
def test_walking_with_care_moving_under_cover_and_swimming_heed_it_too() -> None:
    wood = {"id": "wood", "rect": [22, 0, 25, 20], "kinds": ["covering"]}
    for action, others in (("careful", None), ("cover", (4,))):
        field = ring(CHAOS, 6, terrain=[wood], b1=at(30))
        field.act("b1", action, die=6, others=others)
        assert bar(field, 27.5) is None and bar(field, 27.4) == ("fence_near", (CHAOS,))
        field.to(27.5, 10)
        field.done()
    lake = {"id": "lake", "rect": [22, 0, 25, 20], "kinds": ["water"]}
    field = ring(CHAOS, 5, 6, terrain=[lake], b1=at(30, in_water=True, dice=(6, 8)))
    field.act("b1", "swim", 6, others=(8,))
    assert bar(field, 27.5) is None and bar(field, 27.4) == ("fence_near", (CHAOS,))
    field.to(27.5, 10)
    field.done()


@pytest.mark.rule("CDC-AB-080.3")
def test_one_neither_climbs_nor_vaults_into_it() -> None:
    tower = {"id": "tower", "rect": [24, 8, 4, 4], "height": 5, "crossing": "vaultable", "dda": 1}
    field = ring(CHAOS, terrain=[tower], b1=at(29.3))
    assert "climb" not in field.offered("b1")
    far = ring(CHAOS, terrain=[{**tower, "rect": [27.6, 8, 4, 4]}], b1=at(33))
    assert "climb" in far.offered("b1")
    fence = {"id": "fence", "rect": [27, 9, 0.4, 2], "height": 2, "crossing": "vaultable"}
    low = ring(CHAOS, terrain=[fence], b1=at(28.7))
    assert "vault" not in low.offered("b1")
    beyond = ring(CHAOS, terrain=[{**fence, "rect": [29, 5, 0.5, 10]}], b1=at(30.8))
    beyond.act("b1", "vault", "fence", die=4)
    assert bar(beyond, 27.6) is None and bar(beyond, 27.4) == ("fence_near", (CHAOS,))


@pytest.mark.rule("CDC-AB-080.3")
def test_one_does_not_throw_oneself_into_it() -> None:
    ledge = {"id": "ledge", "rect": [28, 0, 10, 20], "height": 4, "crossing": "vaultable", "drop": True}
    field = ring(CHAOS, terrain=[ledge], b1=at(29.5, z=4))
    assert "throw_down" not in field.offered("b1")
    away = ring(CHAOS, terrain=[ledge], b1=at(36.5, z=4))
    away.act("b1", "throw_down", "ledge", die=4)
    assert away.at("b1")[0] > 38


@pytest.mark.rule("CDC-AB-080.3", "CDC-AB-084.3")
def test_others_may_still_push_somebody_into_it(monkeypatch: pytest.MonkeyPatch) -> None:
    in_play(
        monkeypatch,
        Spinta={"kind": "A", "target": {"one": "foes(me, 10)"}, "do": [{"push": 5, "to": "target"}]},
        Passo={"kind": "A", "target": {"one": "foes(me, 20)"}, "do": [{"step": 5, "toward": "target"}]},
    )
    field = Field(
        {"a1": at(20, abilities=[CHAOS]), "a2": at(38, abilities=["Spinta"]), "b1": at(30, abilities=["Passo"])},
        dice=(4,),
    )
    field.act("a1", "ability", CHAOS, die=6, others=(4, 8))
    field.act("a2", "ability", "Spinta", "b1", die=4)
    assert field.at("b1") == (25, 10)
    field.done()
    own = ring(CHAOS, b1=at(30, abilities=["Passo"]))
    own.act("b1", "ability", "Passo", "a1", die=4)
    assert own.at("b1") == (27.5, 10)
    own.done()


# --- fences of other shapes ---------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-107.2", "CDC-AB-107.3")
def test_an_aura_of_divinity_bars_ends_of_moves_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    near = {"fence": 10, "around": "me", "path": "end", "moves": ["move", "cover"], "when": "it is foe"}
    begin = {"kind": "AL", "target": {"one": "others(me)", "as": "foe"}, "do": [{**near, "keep": {"foe": "foe"}}]}
    in_play(monkeypatch, Divino=begin)
    for action, barred in (("move", True), ("careful", False)):
        field = Field({"a1": at(20, abilities=["Divino"], dice=(4,)), "b1": at(33.5), "b2": at(33.5, 20)}, dice=(8,))
        field.act("a1", "ability", "Divino", "b1", die=4)
        field.act("b1", action, die=8)
        assert bar(field, 32.5) is None, "exactly 10 cm"
        assert bar(field, 32.4) == (("fence_near", ("Divino",)) if barred else None)
        if barred:
            assert bar(field, 28, 20.5) is None, "what counts is where the move ends, not what it passes"
        field.to(33.5, 10)
        field.done()


def test_a_fence_may_keep_fighters_near_or_away_from_a_point(monkeypatch: pytest.MonkeyPatch) -> None:
    leash = {"kind": "AL", "do": [{"fence": 4, "around": "me", "side": "in", "when": "not (it is me)"}]}
    ward = {
        "kind": "AL",
        "targets": [{"point": "none", "as": "p"}],
        "do": [{"fence": 4, "around": "p", "keep": {"p": "p"}}],
    }
    in_play(monkeypatch, Laccio=leash, Soglia=ward)
    field = Field({"a1": at(20, abilities=["Laccio"], dice=(4,)), "b1": at(25), "b2": at(40)}, dice=(8,))
    field.act("a1", "ability", "Laccio", die=4)
    field.act("b1", "move", die=8)
    assert bar(field, 26.5) is None and bar(field, 26.51) == ("fence_out", ("Laccio",))
    far = Field({"a1": at(5, abilities=["Soglia"], dice=(4,)), "b1": at(30)}, dice=(8,))
    far.act("a1", "ability", "Soglia", die=4)
    far.answer((20_000, 10_000))
    far.act("b1", "move", die=8)
    assert bar(far, 25.25) is None and bar(far, 25.24) == ("fence_near", ("Soglia",))


@pytest.mark.rule("CDC-AB-080.3", "CDC-AB-080.4")
def test_every_answer_that_is_suggested_or_drawn_at_random_keeps_to_the_fence() -> None:
    for x in (25, 27.5, 30):
        field = ring(CHAOS, 6, b1=at(x))
        field.act("b1", "move", die=6)
        form = field.game.form("b")
        values = [*form.leads(), *(form.sample(Random(n)) for n in range(60))]
        assert all(form.refusal(value) is None for value in values)
        assert len(set(values)) > (1 if x == 30 else 0)
        assert any(value != (x * 1000, 10_000) for value in values), "somebody inside is shown the way out"
