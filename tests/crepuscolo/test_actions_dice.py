"""The three dice, what they may be spent on, and dice that rules grant (CDC-ACT-01, -02)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.dice import all_dice, lose_all_dice, lose_die
from arbitro.rulesets.crepuscolo.events import DiceGained, DiceLost, DiceSpent, HandEnded, HitLanded, Hurt, Missed
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial


@pytest.mark.rule("CDC-ACT-01.1")
def test_every_fighter_has_a_d4_a_d6_and_a_d8_each_turn() -> None:
    field = Field({"a1": at(10), "a2": at(20), "b1": at(40)}, hand="bid")
    assert field.asked == "bid"
    assert [field.figure(name).dice for name in ("a1", "a2", "b1")] == [(4, 6, 8)] * 3


@pytest.mark.rule("CDC-ACT-01.2", "CDC-ACT-01.3", "CDC-ACT-01.4")
@pytest.mark.parametrize("order", [(4, 6, 8), (8, 6, 4), (6, 4, 8)])
def test_dice_are_spent_one_by_one_in_any_order(order: tuple[int, ...]) -> None:
    field = Field({"a1": at(10), "b1": at(13.5)}, dice=[2, 2, 2])
    left = [4, 6, 8]
    for die in order:
        assert field.offered("a1", "melee", "b1") == tuple(left)
        field.act("a1", "melee", "b1", die=die)
        left.remove(die)
        assert field.figure("a1").dice == tuple(left)
    assert [event.dice for event in field.all(DiceSpent)] == [(die,) for die in order]
    assert field.all(HandEnded)[0].why == "spent", "without dice there is nothing more to do"
    field.done()


@pytest.mark.rule("CDC-ACT-01.5")
def test_there_are_actions_without_dice() -> None:
    made = {"Grido": {"kind": "AG", "do": [{"damage": 1, "to": "foes(me, 40)"}]}}
    field = trial(made, {"a1": at(10, abilities=["Grido"], dice=(4,)), "b1": at(40)}, dice=[2])
    field.act("a1", "ability", "Grido")
    assert field.figure("a1").dice == (4,) and field.the(Hurt).amount == 1
    assert not field.all(DiceSpent)
    field.act("a1", "move", die=4)
    field.to(10, 10)
    assert field.figure("a1").dice == () and field.asked == "action", "a gratis ability needs no die that is left"
    assert field.offered() == ("pass", "a1") and field.offered("a1") == ("ability",)
    field.done()


@pytest.mark.rule("CDC-ACT-01.7")
def test_what_is_left_goes_when_the_next_turn_deals_anew() -> None:
    made = {"Dono": {"kind": "AG", "do": [{"grant_die": [4, 8]}], "limit": "1 per game"}}
    field = trial(made, {"a1": at(10, abilities=["Dono"], dice=(6,)), "b1": at(40, dice=(8,))})
    field.act("a1", "ability", "Dono")
    assert field.figure("a1").dice == (4, 6, 8)
    field.answer(("pass",))
    field.answer(("pass",))
    assert field.state.turn == 2
    lost = {event.it: event.dice for event in field.all(DiceLost)}
    assert lost == {"a1": (4, 6, 8), "b1": (8,)} and {e.why for e in field.all(DiceLost)} == {"new_turn"}
    assert field.figure("a1").dice == field.figure("b1").dice == (4, 6, 8)


@pytest.mark.rule("CDC-ACT-02.1", "CDC-ACT-02.2", "CDC-ACT-02.3")
@pytest.mark.parametrize(("face", "hits"), [(3, False), (4, True), (5, True)])
def test_the_die_spent_is_rolled_and_reaching_the_threshold_is_enough(face: int, hits: bool) -> None:
    field = Field({"a1": at(10), "b1": at(13.5)}, dice=[face])
    field.act("a1", "melee", "b1", die=8)
    assert (len(field.all(HitLanded)), len(field.all(Missed))) == ((1, 0) if hits else (0, 1))
    assert field.figure("b1").life == (4 if hits else 5)
    field.done()


# dice granted by rules


def granted(die: dict[str, Any], *faces: int, **more: Any) -> Field:
    """`a1`, without other dice unless given, is granted a die by a gratis ability; `b1` and `b2` stand beside it."""
    made = {"Dono": {"kind": "AG", "limit": "1 per game", "do": [die]}}
    me = {"abilities": ["Dono"], "dice": (), **more}
    field = trial(made, {"a1": at(10, **me), "b1": at(13.5), "b2": at(6.5)}, dice=faces, start={"no_deal": True})
    field.figure("b1").dice = field.figure("b2").dice = (8,)
    field.act("a1", "ability", "Dono")
    return field


@pytest.mark.rule("CDC-ACT-01.6")
def test_a_die_without_restriction_is_like_all_others() -> None:
    field = granted({"grant_die": [6]}, 5, dice=(6,))
    assert field.figure("a1").dice == (6, 6) and field.the(DiceGained).dice == (6,)
    assert field.offered("a1", "melee", "b1") == (6,), "equal dice are one choice"
    field.act("a1", "melee", "b1", die=6)
    assert field.figure("a1").dice == (6,)
    field.done()


@pytest.mark.rule("CDC-ACT-01.6")
def test_a_restricted_die_is_offered_only_where_its_rule_allows() -> None:
    field = granted({"grant_die": [8], "only": "action is melee"}, 5)
    (die,) = all_dice(field.game, "a1")
    assert die[0] == 8 and field.figure("a1").dice == ()
    assert field.offered() == ("pass", "a1") and field.offered("a1") == ("melee",), "engaged, it could else do nothing"
    assert field.offered("a1", "melee", "b1") == (die,)
    field.act("a1", "melee", "b1", die=die)
    assert field.the(HitLanded).sides == 8 and all_dice(field.game, "a1") == ()
    field.done()
    field = granted({"grant_die": [8], "only": "action is move"}, dice=(4,))
    assert field.offered("a1", "melee", "b1") == (4,) and "move" not in field.offered("a1")


@pytest.mark.rule("CDC-ACT-01.6")
def test_a_die_for_one_target_opens_no_other_way() -> None:
    field = granted({"grant_die": [8], "only": 'action is melee and target is "b2"'}, 5)
    assert field.offered("a1", "melee") == ("b2",)
    assert field.refusal(("a1", "melee", "b1", all_dice(field.game, "a1")[0])) is not None
    field.act("a1", "melee", "b2", die=all_dice(field.game, "a1")[0])
    assert field.the(HitLanded).target == "b2"
    field.done()


@pytest.mark.rule("CDC-ACT-01.6")
def test_a_restricted_die_pays_for_a_part_of_a_dearer_action() -> None:
    made = {
        "Dono": {
            "kind": "AG",
            "limit": "1 per game",
            "do": [{"grant_die": [8], "only": 'action is ability and path is "Rito"'}],
        },
        "Rito": {"kind": "AC4", "do": [{"damage": 3, "to": "foes(me, 50)"}]},
    }
    field = trial(made, {"a1": at(10, abilities=["Dono", "Rito"], dice=(4, 6)), "b1": at(40)}, dice=[5])
    assert "Rito" not in field.offered("a1", "ability"), "two dice are one too few"
    field.act("a1", "ability", "Dono")
    (die,) = all_dice(field.game, "a1")[2:]
    assert field.offered("a1", "ability", "Rito") == (4, 6, die)
    assert field.offered("a1", "ability", "Rito", die) == ((4, 6),)
    assert field.offered("a1", "move") == (4, 6)
    field.act("a1", "ability", "Rito", die=die, others=(4, 6))
    assert field.the(Hurt).amount == 3 and all_dice(field.game, "a1") == ()
    field.done()


@pytest.mark.rule("CDC-ACT-01.6")
def test_a_die_that_must_be_used_forbids_passing_while_it_can_be() -> None:
    field = granted({"grant_die": [8], "only": "action is melee", "must": True}, 3, dice=(4,))
    assert "pass" not in field.offered()
    refusal = field.refusal(("pass",))
    assert refusal is not None and refusal.code == "not_offered"
    field.act("a1", "melee", "b1", die=all_dice(field.game, "a1")[1])
    assert "pass" in field.offered()
    field.done()
    field = granted({"grant_die": [8], "only": "action is climb", "must": True}, dice=(4,))
    assert "pass" in field.offered(), "there is nothing to climb"


@pytest.mark.rule("CDC-ACT-01.6", "CDC-ACT-01.7")
def test_a_granted_die_lapses_with_its_own_time_or_with_all_others() -> None:
    field = granted({"grant_die": [8], "for": "this hand"}, dice=(4,))
    assert [die if isinstance(die, int) else die[0] for die in all_dice(field.game, "a1")] == [4, 8]
    field.answer(("pass",))
    assert field.state.hand == "b" and all_dice(field.game, "a1") == (4,)
    field = granted({"grant_die": [8], "only": "action is melee"}, dice=(4,))
    field.answer(("pass",))
    assert len(all_dice(field.game, "a1")) == 2, "no time is given: it stays for the turn"
    field.answer(("pass",))
    assert field.state.turn == 2 and all_dice(field.game, "a1") == (4, 6, 8)


@pytest.mark.rule("CDC-ACT-01.6")
def test_restricted_dice_are_no_dice_for_tests_but_are_lost_with_all() -> None:
    field = granted({"grant_die": [8], "only": "action is melee"}, conditions=["Veleno"])
    assert field.offered("a1") == ("melee",), "no test against Veleno"
    lose_all_dice(field.game, "a1", ("CDC-TST-03.2",))
    assert all_dice(field.game, "a1") == ()
    field = granted({"grant_die": [8], "for": "this hand"}, 4, conditions=["Veleno"])
    (die,) = all_dice(field.game, "a1")
    assert "cure" in field.offered("a1"), "a die that only time restricts may be spent on anything"
    field.act("a1", "cure", "Veleno")
    assert field.figure("a1").conditions == () and all_dice(field.game, "a1") == () and die[0] == 8
    field.done()


@pytest.mark.rule("CDC-ACT-01.6")
def test_who_loses_a_die_may_choose_a_restricted_one() -> None:
    field = granted({"grant_die": [8], "only": "action is melee"}, dice=(4,))
    flow = lose_die(field.game, "a1", ("CDC-PW-011",))
    asked = next(flow)
    die = all_dice(field.game, "a1")[1]
    assert asked.kind == "lose_die" and [o.key for o in asked.parts[0].form.options() or ()] == [4, die]
    with pytest.raises(StopIteration):
        flow.send(("a", die))
    assert all_dice(field.game, "a1") == (4,)
