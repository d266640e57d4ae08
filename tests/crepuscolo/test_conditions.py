"""The conditions of chapter VIII in play (CDC-CND-01 to -08)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    ConditionLost,
    ConditionWarded,
    DiceRolled,
    Fell,
    HitLanded,
    Hurt,
    Missed,
    Moved,
    TestDeclined,
    WasLost,
)
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import trial

PASS = ("pass",)


def stricken(condition: str, *dice: int, hand: str = "a", hold: tuple[int, ...] = (4, 6, 8), **more: Any) -> Field:
    """a1 under a condition, b1 beside nobody."""
    fighters = {"a1": {"at": (10, 30), "conditions": [condition], "dice": hold, **more}, "b1": {"at": (40, 30)}}
    return Field(fighters, hand=hand, dice=dice)


def step(field: Field, die: int, actor: str = "a1") -> None:
    field.act(actor, "move", die=die)
    field.to(*field.at(actor))


# Fuoco


@pytest.mark.rule("CDC-CND-01.1", "CDC-CND-01.2", "CDC-CND-01.6")
def test_fire_is_tested_first_thing_in_the_first_hand() -> None:
    field = stricken("Fuoco", 5, hand="b")
    field.answer(PASS)
    assert field.asked == "test" and field.about["test"] == "riflessi" and field.about["actor"] == "a1"
    field.answer(6)
    assert field.the(ConditionLost).rules == ("CDC-CND-01.2",) and field.figure("a1").conditions == ()
    assert field.state.hand_total == 5 and field.asked == "action" and field.all(Hurt) == []
    field.done()


@pytest.mark.rule("CDC-CND-01.1", "CDC-CND-01.3", "CDC-CND-08.1")
def test_a_failed_test_burns_and_the_fire_goes_on_in_the_next_turn() -> None:
    field = stricken("Fuoco", 3, 4, hand="b", hold=(4,))
    field.answer(PASS)
    field.answer(4)
    assert field.the(Hurt).rules == ("CDC-CND-01.3",) and field.figure("a1").conditions == ("Fuoco",)
    assert field.state.turn == 2
    if field.state.hand == "b":
        field.answer(PASS)
    assert field.asked == "test"
    field.answer(8)
    assert field.figure("a1").conditions == () and field.figure("a1").life == 4
    field.done()


@pytest.mark.rule("CDC-CND-01.1")
def test_one_test_a_turn_and_not_in_later_hands() -> None:
    """b's count of 40 twice gives a two hands in this turn."""
    fighters = {
        "a1": {"at": (10, 30), "conditions": ["Fuoco"], "dice": (8,) * 8},
        "b1": {"at": (40, 30), "dice": (8,) * 12},
    }
    field = Field(fighters, hand="b", dice=[*[8] * 5, 1, *[8] * 5, *[8] * 5])
    for _ in range(5):
        step(field, 8, "b1")
    assert field.asked == "test"
    field.answer("decline")
    assert field.figure("a1").life == 4
    step(field, 8)
    for _ in range(5):
        step(field, 8)
    assert field.state.hand == "b"
    for _ in range(5):
        step(field, 8, "b1")
    assert (field.state.hand, field.asked) == ("a", "action") and field.figure("a1").life == 4
    field.done()


@pytest.mark.rule("CDC-CND-01.4")
def test_no_hand_no_fire() -> None:
    """a1 is alone and without dice: turn 1 goes by; in turn 2 there is a test."""
    field = stricken("Fuoco", hand="b", hold=())
    field.answer(PASS)
    assert field.state.turn == 2 and field.figure("a1").life == 5
    assert field.asked == "test" and field.about["actor"] == "a1"


@pytest.mark.rule("CDC-CND-01.5")
@pytest.mark.parametrize("ally", [True, False])
def test_a_declined_test_and_one_without_dice_are_failed(ally: bool) -> None:
    fighters: dict[str, Any] = {"a1": {"at": (10, 30), "conditions": ["Fuoco"], "dice": (6,)}, "b1": {"at": (40, 30)}}
    if ally:
        fighters["a1"]["dice"] = ()
        fighters["a2"] = {"at": (20, 50)}
    field = Field(fighters, hand="b")
    field.answer(PASS)
    if not ally:
        field.answer("decline")
    assert field.the(TestDeclined).why == ("no_dice" if ally else "declined")
    assert field.figure("a1").life == 4 and field.figure("a1").conditions == ("Fuoco",)


# Veleno


@pytest.mark.rule("CDC-CND-02.1")
def test_every_one_on_a_die_hurts() -> None:
    """An attack, a distance, a jump; a 2 does nothing."""
    fighters = {
        "a1": {"at": (10, 30), "conditions": ["Veleno"], "dice": (6, 6, 8, 8)},
        "b1": {"at": (40, 30)},
        "b2": {"at": (12.5, 30), "life": 1},
    }
    field = Field(fighters, dice=[1, 6, 1, 1])
    field.act("a1", "melee", "b2", die=8)
    assert field.figure("a1").life == 4 and "CDC-CND-02" in field.the(Hurt).rules
    assert field.the(Hurt).action == "condition"
    field.act("a1", "melee", "b2", die=6)
    assert field.figure("a1").life == 4
    step(field, 6)
    field.act("a1", "jump", die=8)
    field.answer(0)
    assert field.figure("a1").life == 2
    field.done()


@pytest.mark.rule("CDC-CND-02.1")
def test_even_if_the_die_is_thrown_again() -> None:
    """The second face is a 1, and it hurts; a first 1 hurts too, and cannot be thrown again."""
    fighters = {"a1": {"at": (10, 30), "conditions": ["Veleno"], "cmb": 1, "dice": (8, 8)}, "b1": {"at": (12.5, 30)}}
    field = Field(fighters, dice=[2, 1, 1], options={})
    field.act("a1", "melee", "b1", die=8)
    field.answer(("CDC-RRL-05", "a1"))
    assert field.figure("a1").life == 4
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("a1").life == 3 and field.state.hand == "b"
    field.done()


@pytest.mark.rule("CDC-CND-02.2", "CDC-CND-02.3")
def test_a_test_of_strength_drives_poison_out() -> None:
    field = stricken("Veleno", 2, 4)
    field.act("a1", "cure", "Veleno")
    assert field.about["test"] == "forza"
    field.answer(4)
    field.answer(6)
    assert field.the(ConditionLost).rules == ("CDC-CND-02.3",) and field.figure("a1").conditions == ()
    assert field.figure("a1").dice == (8,) and field.figure("a1").life == 5 and field.state.hand_total == 6
    field.done()


@pytest.mark.rule("CDC-CND-02.4", "CDC-CND-02.5")
@pytest.mark.parametrize(("faces", "left"), [((2, 3), 4), ((1, 3), 3), ((1, 1), 2)])
def test_failing_costs_a_point_and_each_one_another(faces: tuple[int, int], left: int) -> None:
    field = stricken("Veleno", *faces, hold=(4, 6))
    field.act("a1", "cure", "Veleno")
    field.answer(4)
    assert field.figure("a1").life == left and field.figure("a1").conditions == ("Veleno",)
    assert field.all(Hurt)[-1].rules[0] == "CDC-CND-02.4"
    field.done()


@pytest.mark.rule("CDC-CND-02.6")
def test_without_dice_there_is_no_test_to_start() -> None:
    fighters = {
        "a1": {"at": (10, 30), "conditions": ["Veleno"], "dice": ()},
        "a2": {"at": (20, 50)},
        "b1": {"at": (40, 30)},
    }
    field = Field(fighters)
    assert field.offered() == ("pass", "a2")


@pytest.mark.rule("CDC-CND-02.7", "CDC-CND-02.2", "CDC-CND-08.5")
@pytest.mark.parametrize(
    ("condition", "test"),
    [("Veleno", "forza"), ("Gelo", "forza"), ("Spaventato", "spirito"), ("Terrorizzato", "spirito")],
)
def test_at_any_moment_is_between_actions_in_either_hand(condition: str, test: str) -> None:
    field = stricken(condition, 3, 5, hand="b")
    assert field.offered("a1", seat="a") == ("cure",) and field.offered("a1", "cure", seat="a") == (condition,)
    field.act("b1", "move", die=6)
    assert field.game.pending is not None and field.game.pending.free == (), "not while a move waits for its end"
    field.to(40, 30)
    field.answer(("a1", "cure", condition), "a")
    assert field.about["test"] == test and field.game.pending is not None and field.game.pending.seats == ("a",)
    field.answer(6)
    assert field.figure("a1").conditions == () and field.figure("a1").dice == (4, 8)
    assert (field.asked, field.state.hand, field.state.hand_total) == ("action", "b", 3), "a's die counts for nothing"
    field.done()


@pytest.mark.rule("CDC-CND-02.8")
def test_dice_of_damage_and_of_respinto_poison_nobody() -> None:
    club = {
        "at": {
            "struck": [
                {"roll": "2d6", "as": "n", "when": "actor is me"},
                {"inflict": "Respinto", "to": "target", "when": "actor is me"},
            ]
        }
    }
    fighters = {"a1": {"at": (10, 30), "conditions": ["Veleno"], "abilities": ["X-1"]}, "b1": {"at": (12.5, 30)}}
    field = trial({"X-1": club}, fighters, dice=[5, 1, 1, 1, 1])
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("a1").life == 5
    field.done()


# Gelo


@pytest.mark.rule("CDC-CND-03.1", "CDC-CND-03.5", "CDC-CND-03.6")
@pytest.mark.parametrize("first", ["move", "cover"])
def test_frost_leaves_one_movement_a_turn(first: str) -> None:
    """Jumps, careful steps, climbs, vaults and swims are none; both kinds of Movimento are."""
    wood = {"id": "wood", "rect": [0, 20, 20, 25], "kinds": ["covering"]}
    low = {"id": "low", "rect": [12, 25, 1, 10], "height": 2, "crossing": "vaultable"}
    high = {"id": "high", "rect": [5, 32, 10, 5], "height": 6, "crossing": "vaultable"}
    pond = {"id": "pond", "rect": [5, 22, 10, 6], "kinds": ["water"]}
    fighters = {"a1": {"at": (10, 30), "conditions": ["Gelo"], "dice": (4, 6, 8, 8, 8)}, "b1": {"at": (40, 50)}}
    field = Field(fighters, terrain=[wood, low, high, pond], dice=[2])
    assert {"move", "cover", "jump", "careful", "climb", "vault", "swim"} <= set(field.offered("a1"))
    field.act("a1", first, die=6, others=(4,) if first == "cover" else None)
    field.to(10, 30)
    left = set(field.offered("a1"))
    assert {"jump", "careful", "climb", "vault", "swim"} <= left and not {"move", "cover"} & left
    field.done()


@pytest.mark.rule("CDC-CND-03.1", "CDC-CND-08.1")
def test_the_next_turn_brings_another_movement() -> None:
    field = stricken("Gelo", 2, hold=(6, 8))
    step(field, 6)
    assert "move" not in field.offered("a1")
    field.answer(PASS)
    field.answer(PASS)
    assert field.state.turn == 2 and "move" in field.offered("a1") and field.figure("a1").conditions == ("Gelo",)


@pytest.mark.rule("CDC-CND-03.2", "CDC-CND-03.3", "CDC-CND-03.4")
@pytest.mark.parametrize(("face", "left"), [(4, ()), (3, ("Gelo",))])
def test_a_test_thaws_and_failing_costs_the_dice_alone(face: int, left: tuple[str, ...]) -> None:
    field = stricken("Gelo", face, hold=(4,))
    field.act("a1", "cure", "Gelo")
    assert field.figure("a1").conditions == left and field.figure("a1").life == 5 and field.figure("a1").dice == ()
    if not left:
        assert field.the(ConditionLost).rules == ("CDC-CND-03.3",)
    field.done()


@pytest.mark.rule("CDC-CND-03.7")
def test_a_movement_made_before_the_frost_counts() -> None:
    chill = {"kind": "AG", "limit": "1 per turn", "do": [{"inflict": "Gelo", "to": "me"}]}
    fighters = {"a1": {"at": (10, 30), "abilities": ["X-1"]}, "b1": {"at": (40, 50)}}
    field = trial({"X-1": chill}, fighters, dice=[2])
    step(field, 4)
    assert "move" in field.offered("a1")
    field.act("a1", "ability", "X-1")
    assert "move" not in field.offered("a1") and "jump" in field.offered("a1")


# A Terra


def lying(*dice: int, **more: Any) -> Field:
    """b1 lies beside a1."""
    fighters = {"a1": {"at": (10, 30), **more}, "b1": {"at": (12.5, 30), "conditions": ["A Terra"], "res": 9}}
    return Field(fighters, dice=dice)


@pytest.mark.rule("CDC-CND-04.1")
def test_a_figure_on_the_ground_is_laid_down() -> None:
    trip = {"at": {"struck": [{"inflict": "A Terra", "to": "target", "when": "actor is me"}]}}
    field = trial({"X-1": trip}, {"a1": {"at": (10, 30), "abilities": ["X-1"]}, "b1": {"at": (12.5, 30)}}, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").prone and field.the(ConditionGained).actor == "a1"
    field.answer(PASS)
    field.act("b1", "stand", die=4)
    assert not field.figure("b1").prone


@pytest.mark.rule("CDC-CND-04.2", "CDC-CND-04.5")
@pytest.mark.parametrize(("face", "critical"), [(1, False), (2, False), (8, True)])
def test_a_blow_at_who_lies_always_hits(face: int, critical: bool) -> None:
    """The die falls all the same: its highest face is a critical, and it counts for the hand."""
    field = lying(face)
    field.act("a1", "melee", "b1", die=8)
    hit = field.the(HitLanded)
    assert hit.automatic and hit.critical is critical and hit.rules[0] == "CDC-CND-04.2"
    assert field.figure("b1").life == 8 and field.state.hand_total == face and field.all(Missed) == []
    field.done()


@pytest.mark.rule("CDC-CND-04.3", "CDC-CND-04.4", "CDC-CND-04.7", "CDC-CND-04.8")
def test_who_lies_can_only_stand_up_or_take_tests() -> None:
    """Neither a gratis nor a free ability; a passive one still works."""
    free, gratis = {"kind": "AL", "do": [{"heal": 1}]}, {"kind": "AG", "do": [{"heal": 1}]}
    thorns = {"at": {"struck": [{"damage": 1, "to": "actor", "when": "target is me"}]}}
    rules = {"X-1": free, "X-2": gratis, "X-3": thorns}
    prone = {"at": (12.5, 30), "conditions": ["A Terra", "Veleno"], "abilities": ["X-1", "X-2", "X-3"], "life": 3}
    field = trial(rules, {"a1": {"at": (10, 30)}, "b1": prone}, dice=[5, 4])
    assert field.offered("b1", seat="b") == ("cure",)
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("a1").life == 4, "thorns"
    field.answer(PASS)
    assert set(field.offered("b1")) == {"stand", "cure"}
    field.act("b1", "cure", "Veleno")
    field.answer(4)
    assert field.figure("b1").conditions == ("A Terra",)
    field.act("b1", "stand", die=6)
    assert field.figure("b1").conditions == () and field.figure("b1").dice == (8,)
    assert {"melee", "ability"} <= set(field.offered("b1"))
    field.done()


@pytest.mark.rule("CDC-CND-04.3", "CDC-CND-04.8")
@pytest.mark.parametrize(
    ("kind", "lies", "asked"), [("A", False, True), ("A", True, False), ("AL", True, False), ("P", True, True)]
)
def test_nor_can_it_reply_with_an_action(kind: str, lies: bool, asked: bool) -> None:
    """An ability used at a moment is an action too, unless it is passive."""
    cheer = {
        "kind": kind,
        "uses": [{"moment": "declared", "when": "action is melee and actor is not me", "do": [{"heal": 1}]}],
    }
    fighters: dict[str, Any] = {
        "a1": {"at": (10, 30)},
        "a2": {"at": (40, 30), "life": 3, "abilities": ["X-1"]},
        "b1": {"at": (12.5, 30)},
    }
    if lies:
        fighters["a2"]["conditions"] = ["A Terra"]
    field = trial({"X-1": cheer}, fighters, dice=[2])
    field.act("a1", "melee", "b1", die=8)
    assert (field.asked == "respond") is asked


@pytest.mark.rule("CDC-CND-04.4", "CDC-CND-04.9")
def test_one_stands_up_in_one_s_own_hand_for_one_die() -> None:
    field = stricken("A Terra", hand="b")
    assert field.game.pending is not None and field.game.pending.free == (), "nothing to do in the other's hand"
    field.answer(PASS)
    assert field.offered("a1") == ("stand",)
    field.act("a1", "stand", die=4)
    assert field.figure("a1").dice == (6, 8) and field.figure("a1").conditions == ()
    assert field.all(DiceRolled) == []


@pytest.mark.rule("CDC-CND-04.6")
@pytest.mark.parametrize(("face", "hits"), [(1, False), (3, False), (4, True)])
def test_a_shot_at_who_lies_follows_the_usual_rules(face: int, hits: bool) -> None:
    fighters = {"a1": {"at": (10, 30), "items": ["CDC-EQ-22"]}, "b1": {"at": (30, 30), "conditions": ["A Terra"]}}
    field = Field(fighters, dice=[face])
    field.act("a1", "shot", "CDC-EQ-22", "b1", die=6)
    assert bool(field.all(HitLanded)) is hits


# Respinto

SHOVE = {"at": {"struck": [{"inflict": "Respinto", "to": "target", "when": "actor is me"}]}}


def shoved(
    *dice: int, victim: dict[str, Any] | None = None, records: dict[str, Any] | None = None, **more: Any
) -> Field:
    """a1 strikes b1, 2.5 cm to the east of it, with a 5, and pushes it away."""
    fighters = {
        "a1": {"at": (10, 30), "abilities": ["X-1"]},
        "b1": {"at": (12.5, 30), "res": 9, **(victim or {})},
        "b2": {"at": (5, 55)},
        **more.pop("others", {}),
    }
    field = trial({"X-1": SHOVE, **(records or {})}, fighters, dice=[5, *dice], **more)
    field.act("a1", "melee", "b1", die=8)
    return field


@pytest.mark.rule("CDC-CND-05.1", "CDC-CND-05.2", "CDC-CND-05.5")
def test_pushed_as_far_as_the_product_and_knocked_down() -> None:
    """6 x 3 = 18 cm, straight away from a1; then Respinto is gone and b1 lies."""
    field = shoved(6, 3)
    assert field.at("b1") == (30.5, 30) and field.figure("b1").conditions == ("A Terra",)
    assert [(e.sides, e.faces) for e in field.all(DiceRolled)][1:] == [(6, (6,)), (4, (3,))]
    assert [(e.condition, e.rules[0]) for e in field.all(ConditionGained)] == [
        ("Respinto", "X-1"),
        ("A Terra", "CDC-CND-05.5"),
    ]
    assert field.the(ConditionLost).condition == "Respinto" and field.the(ConditionLost).rules == ("CDC-CND-05.5",)
    aslant = shoved(5, 2, victim={"at": (11.5, 32)})
    assert aslant.at("b1") == (17.5, 40), "3 : 4 : 5, ten cm"
    field.done()


@pytest.mark.rule("CDC-CND-05.2")
def test_pushed_away_from_the_shooter_far_off() -> None:
    fighters = {"a1": {"at": (10, 30), "abilities": ["X-1"], "items": ["CDC-EQ-22"]}, "b1": {"at": (30, 30)}}
    field = trial({"X-1": SHOVE}, fighters, dice=[5, 4, 2])
    field.act("a1", "shot", "CDC-EQ-22", "b1", die=6)
    assert field.at("b1") == (38, 30)


@pytest.mark.rule("CDC-CND-05.6", "CDC-TRN-03.7")
def test_who_caused_it_rolls() -> None:
    """b's thorns push a1 in a's hand: b rolls, and only a's 5 counts."""
    thorns = {"at": {"struck": [{"inflict": "Respinto", "to": "actor", "when": "target is me"}]}}
    fighters = {"a1": {"at": (30, 30)}, "b1": {"at": (32.5, 30), "abilities": ["X-1"]}}
    field = trial({"X-1": thorns}, fighters, dice=[5, 4, 3])
    field.act("a1", "melee", "b1", die=8)
    assert [e.by for e in field.all(DiceRolled)] == ["a1", "b1", "b1"] and field.state.hand_total == 5
    assert field.at("a1") == (18, 30)
    mine = shoved(6, 3)
    assert mine.state.hand_total == 5 + 6 + 3


@pytest.mark.rule("CDC-CND-05.7")
def test_nobody_throws_its_dice_again() -> None:
    """All characteristics 3, re-rolls by Combattimento on: only the blow itself may be thrown again."""
    strong = {"vol": 3, "des": 3, "cmb": 3}
    fighters = {"a1": {"at": (10, 30), "abilities": ["X-1"], **strong}, "b1": {"at": (12.5, 30), **strong}}
    field = trial({"X-1": SHOVE}, fighters, dice=[8, 2, 2], options={})
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "respond" and field.about["window"] == "rolled"
    field.answer(PASS)
    assert field.asked == "action" and field.at("b1") == (16.5, 30)
    field.done()


@pytest.mark.rule("CDC-CND-05.3", "CDC-CND-05.8")
def test_terrain_obstacles_and_fighters_are_passed() -> None:
    """Over lava, a crevice, a wall of 6 cm and two fighters, without harm from any of them."""
    terrain = [
        {"id": "lava", "rect": [15, 0, 1, 60], "kinds": ["extremely_dangerous", "intransitable"]},
        {"id": "crack", "rect": [17, 0, 1, 60], "kinds": ["crevice"]},
        {"id": "wall", "rect": [19, 0, 1, 60], "height": 6, "crossing": "impassable"},
    ]
    field = shoved(6, 3, terrain=terrain, others={"a2": {"at": (23, 30)}, "b3": {"at": (26, 30)}})
    assert field.at("b1") == (30.5, 30) and field.figure("b1").life == 8
    assert field.all(Fell) == []


@pytest.mark.rule("CDC-CND-05.4", "CDC-CND-05.12")
@pytest.mark.parametrize(("height", "x", "z"), [(6, 30.5, 6), (6.1, 23.75, 0)])
def test_a_tall_obstacle_stops_it_and_a_low_one_is_landed_on(height: float, x: float, z: float) -> None:
    block = {"id": "block", "rect": [25, 20, 20, 20], "height": height, "crossing": "vaultable"}
    field = shoved(6, 3, terrain=[block])
    assert field.at("b1") == (x, 30) and field.figure("b1").z == z * 1000
    assert field.figure("b1").conditions == ("A Terra",) and field.figure("b1").life == 8


@pytest.mark.rule("CDC-CND-05.9", "CDC-CND-05.10", "CDC-TAB-01.6", "CDC-TAB-15.3", "CDC-TAB-15.4")
def test_what_it_cannot_end_on() -> None:
    """A fighter 31.5 from the edge, the edge itself, and ground that nobody may enter."""
    beside = shoved(6, 3, others={"b3": {"at": (31, 30)}})
    assert beside.at("b1") == (28.5, 30)
    edge = shoved(6, 4, size=(30, 60))
    assert edge.at("b1") == (28.75, 30)
    swamp = {"id": "swamp", "rect": [25, 0, 20, 60], "kinds": ["intransitable"]}
    assert shoved(6, 3, terrain=[swamp]).at("b1") == (23.75, 30)
    ditch = {"id": "ditch", "rect": [25, 0, 2, 60], "kinds": ["intransitable"]}
    assert shoved(6, 3, terrain=[ditch]).at("b1") == (30.5, 30)


@pytest.mark.rule("CDC-CND-05.11", "CDC-TAB-18.1")
def test_it_ends_in_a_crevice_at_a_lower_level_or_in_water() -> None:
    pit = {"id": "pit", "rect": [29, 0, 3, 60], "kinds": ["crevice"]}
    gone = shoved(6, 3, terrain=[pit])
    assert gone.the(WasLost).it == "b1" and gone.figure("b1").status == "lost" and gone.state.corpses == ()
    tower = {"id": "tower", "rect": [5, 20, 15, 20], "height": 9, "crossing": "vaultable"}
    off = trial(
        {"X-1": SHOVE},
        {"a1": {"at": (10, 30), "z": 9, "abilities": ["X-1"]}, "b1": {"at": (12.5, 30), "z": 9}},
        terrain=[tower],
        dice=[5, 6, 3],
    )
    off.act("a1", "melee", "b1", die=8)
    assert off.at("b1") == (30.5, 30) and off.figure("b1").z == 0 and off.the(Fell).height == 9_000
    assert off.figure("b1").life == 1 and off.figure("b1").conditions == ("A Terra",), "1 of the blow, 3 of the fall"
    lake = {"id": "lake", "rect": [25, 0, 35, 60], "kinds": ["water"]}
    wet = shoved(6, 3, terrain=[lake])
    assert wet.at("b1") == (30.5, 30) and wet.figure("b1").in_water


@pytest.mark.rule("CDC-CND-05.13", "CDC-CND-08.4")
def test_immunities() -> None:
    """To A Terra alone: pushed, and on its feet. To Respinto: not even pushed, and nothing is rolled."""
    stout, rooted = {"always": [{"immune": ["A Terra"]}]}, {"always": [{"immune": ["Respinto"]}]}
    field = shoved(6, 3, victim={"abilities": ["X-2"]}, records={"X-2": stout})
    assert field.at("b1") == (30.5, 30) and field.figure("b1").conditions == ()
    still = shoved(victim={"abilities": ["X-2"]}, records={"X-2": rooted})
    assert still.at("b1") == (12.5, 30) and still.all(Moved) == []
    assert still.the(ConditionWarded).rules == ("CDC-CND-08.4", "X-2")
    still.done()


@pytest.mark.rule("CDC-CND-05.14")
def test_respingimento_is_the_same() -> None:
    gust = {"at": {"struck": [{"inflict": "Respingimento", "to": "target", "when": "actor is me"}]}}
    fighters = {"a1": {"at": (10, 30), "abilities": ["X-1"]}, "b1": {"at": (12.5, 30)}}
    field = trial({"X-1": gust}, fighters, dice=[5, 4, 2])
    field.act("a1", "melee", "b1", die=8)
    assert field.at("b1") == (20.5, 30) and [e.condition for e in field.all(ConditionGained)] == ["Respinto", "A Terra"]


# Spaventato and Terrorizzato


@pytest.mark.rule("CDC-CND-06.1", "CDC-CND-06.5", "CDC-CND-06.6", "CDC-CND-06.7")
def test_fear_turns_the_dice_one_gets_into_d4() -> None:
    """Dice already held stay; gifts and the deal of the next turn are d4; and d4 they stay when the fear is gone."""
    gift = {"kind": "AG", "limit": "1 per game", "do": [{"grant_die": [8]}]}
    bound = {
        "kind": "AG",
        "limit": "1 per game",
        "do": [{"grant_die": [8], "only": "action is move", "for": "this turn"}],
    }
    fighters = {
        "a1": {"at": (10, 30), "conditions": ["Spaventato"], "abilities": ["X-1", "X-2"]},
        "b1": {"at": (40, 30), "conditions": ["Fuoco"]},
    }
    field = trial({"X-1": gift, "X-2": bound}, fighters, dice=[4])
    assert field.figure("a1").dice == (4, 6, 8)
    field.act("a1", "ability", "X-1")
    assert field.figure("a1").dice == (4, 4, 6, 8)
    field.act("a1", "ability", "X-2")
    assert [die[0] for die in field.offered("a1", "move") if isinstance(die, tuple)] == [4]
    field.answer(PASS)
    field.answer("decline", "b")
    field.answer(PASS)
    assert field.state.turn == 2 and field.figure("a1").dice == (4, 4, 4)
    field.act("a1", "cure", "Spaventato")
    assert field.figure("a1").conditions == () and field.figure("a1").dice == (4, 4)
    field.done()


@pytest.mark.rule("CDC-CND-06.1", "CDC-CND-06.5")
def test_even_the_die_of_an_extra_attack() -> None:
    riposte = {"at": {"missed": [{"extra_attack": 6, "when": "target is me and action is melee"}]}}
    fighters = {"a1": {"at": (10, 30)}, "b1": {"at": (12.5, 30), "conditions": ["Spaventato"], "abilities": ["X-1"]}}
    field = trial({"X-1": riposte}, fighters, dice=[2, 4])
    field.act("a1", "melee", "b1", die=8)
    assert [(e.by, e.sides) for e in field.all(DiceRolled)] == [("a1", 8), ("b1", 4)]
    assert field.the(HitLanded).critical, "4 is the highest face of a d4"


@pytest.mark.rule("CDC-CND-06.2", "CDC-CND-06.3", "CDC-CND-06.4", "CDC-CND-07.2", "CDC-CND-07.3", "CDC-CND-07.4")
@pytest.mark.parametrize("entry", ["Spaventato", "Terrorizzato"])
@pytest.mark.parametrize("face", [4, 3])
def test_a_test_of_spirit_overcomes_fear(entry: str, face: int) -> None:
    field = stricken(entry, face, hold=(6,))
    field.act("a1", "cure", entry)
    clause = "CDC-CND-06.3" if entry == "Spaventato" else "CDC-CND-07.3"
    assert [e.rules for e in field.all(ConditionLost)] == ([(clause,)] if face == 4 else [])
    assert field.figure("a1").conditions == (() if face == 4 else (entry,))
    assert field.figure("a1").life == 5 and field.figure("a1").dice == ()
    field.done()


@pytest.mark.rule("CDC-CND-07.1", "CDC-CND-07.5", "CDC-CND-07.6")
def test_terror_leaves_one_d6_from_the_next_turn_on() -> None:
    field = stricken("Terrorizzato")
    assert field.figure("a1").dice == (4, 6, 8), "what it held is kept"
    field.answer(PASS)
    field.answer(PASS)
    assert field.state.turn == 2 and field.figure("a1").dice == (6,) and field.figure("b1").dice == (4, 6, 8)


@pytest.mark.rule("CDC-CND-07.7", "CDC-CND-07.8")
def test_extra_dice_of_the_start_are_not_received_and_later_ones_are() -> None:
    extra = {"always": [{"modify": "dealt", "by": 1, "when": "figure is me and sides == 8"}]}
    spur = {"at": {"turn_start": [{"grant_die": 8}, {"grant_die": 8, "only": "action is move", "for": "this turn"}]}}
    later = {"kind": "AG", "limit": "1 per turn", "do": [{"grant_die": 8}]}
    rules = {"X-1": extra, "X-2": spur, "X-3": later}
    fighters = {
        "a1": {"at": (10, 30), "conditions": ["Terrorizzato"], "abilities": [*rules]},
        "b1": {"at": (40, 30), "abilities": ["X-1", "X-2"]},
    }
    field = trial(rules, fighters)
    field.answer(PASS)
    field.answer(PASS)
    assert field.state.turn == 2 and field.figure("a1").dice == (6,) and field.figure("b1").dice == (4, 6, 8, 8, 8)
    assert field.offered("a1", "move") == (6,)
    field.act("a1", "ability", "X-3")
    assert field.figure("a1").dice == (6, 8)


@pytest.mark.rule("CDC-CND-07.9", "CDC-CND-07.10", "CDC-CND-08.3")
def test_fear_and_terror_together() -> None:
    """One d4 a turn; each needs a test of its own."""
    fighters = {
        "a1": {"at": (10, 30), "conditions": ["Spaventato", "Terrorizzato"], "dice": (6, 6)},
        "b1": {"at": (40, 30)},
    }
    field = Field(fighters, dice=[5, 4])
    field.act("a1", "cure", "Terrorizzato")
    assert field.figure("a1").conditions == ("Spaventato",)
    field.act("a1", "cure", "Spaventato")
    assert field.figure("a1").conditions == ()
    both = Field(fighters)
    both.answer(PASS)
    both.answer(PASS)
    assert both.state.turn == 2 and both.figure("a1").dice == (4,)
    field.done()


# all of them


@pytest.mark.rule("CDC-CND-08.1", "CDC-CND-08.2", "CDC-CND-08.3")
def test_conditions_last_do_not_stack_and_go_together() -> None:
    curse = {
        "at": {"struck": [{"inflict": name, "to": "target", "when": "actor is me"} for name in ("Veleno", "Gelo")]}
    }
    fighters = {"a1": {"at": (10, 30), "abilities": ["X-1"], "dice": (8, 8)}, "b1": {"at": (12.5, 30)}}
    field = trial({"X-1": curse}, fighters, dice=[5, 5])
    field.act("a1", "melee", "b1", die=8)
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").conditions == ("Veleno", "Gelo")
    assert [(e.condition, e.why, e.rules[0]) for e in field.all(ConditionWarded)] == [
        (n, "already", "CDC-CND-08.2") for n in ("Veleno", "Gelo")
    ]
    field.answer(PASS)
    assert field.state.turn == 2 and field.figure("b1").conditions == ("Veleno", "Gelo")
    assert set(field.offered("b1", "cure", seat="b")) == {"Veleno", "Gelo"}
    field.done()


@pytest.mark.rule("CDC-CND-08.4")
@pytest.mark.parametrize("condition", ["Fuoco", "Veleno", "Gelo", "A Terra", "Spaventato", "Terrorizzato"])
def test_who_is_immune_receives_nothing(condition: str) -> None:
    hex_, ward = (
        {"at": {"struck": [{"inflict": condition, "to": "target", "when": "actor is me"}]}},
        {"always": [{"immune": [condition]}]},
    )
    fighters = {"a1": {"at": (10, 30), "abilities": ["X-1"]}, "b1": {"at": (12.5, 30), "abilities": ["X-2"]}}
    field = trial({"X-1": hex_, "X-2": ward}, fighters, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    assert (
        field.figure("b1").conditions == ()
        and field.the(ConditionWarded).why == "immune"
        and field.all(ConditionGained) == []
    )
    field.done()
