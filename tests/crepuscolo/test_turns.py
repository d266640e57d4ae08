"""Hands and turns: the count of 40, the ends of a hand, the ends of a turn (CDC-TRN-01 to -08)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.records import RecordError
from arbitro.rulesets.crepuscolo.events import (
    CountRestarted,
    DiceGained,
    DiceLost,
    Died,
    HandBegan,
    HandEnded,
    HandGoesOn,
    Healed,
    Hurt,
    Moved,
    TurnBegan,
)
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import record, trial

PASS = ("pass",)
CLOSE = {"a1": {"at": (10, 10)}, "b1": {"at": (12.5, 10)}}
"""Two who can strike each other at once."""


def apart(a: tuple[int, ...] = (4, 6, 8), b: tuple[int, ...] = (4, 6, 8), **more: Any) -> dict[str, dict[str, Any]]:
    """Two far from each other, with these dice."""
    return {"a1": {"at": (10, 10), "dice": a, **more}, "b1": {"at": (40, 40), "dice": b}}


def step(field: Field, die: int, actor: str = "a1") -> None:
    """A move to one's own place: a die rolled for the count, and nothing else."""
    field.act(actor, "move", die=die)
    field.to(*field.at(actor))


def hands(field: Field) -> list[str]:
    return [e.seat for e in field.all(HandBegan)]


# turns and hands


@pytest.mark.rule("CDC-TRN-01.1", "CDC-TRN-01.2", "CDC-TRN-02.1")
def test_in_a_hand_one_player_acts_and_over_the_turn_both() -> None:
    field = Field(apart(), dice=[1, 2, 3, 1, 2, 3])
    for die in (4, 6, 8):
        assert field.game.pending is not None and field.game.pending.seats == ("a",) and field.game.pending.free == ()
        why = field.refusal(("b1", "move", 4), "b")
        assert why is not None and why.code == "not_your_decision"
        step(field, die)
    for die in (4, 6, 8):
        assert field.game.pending is not None and field.game.pending.seats == ("b",)
        step(field, die, "b1")
    assert field.state.turn == 2
    field.done()


@pytest.mark.rule("CDC-TRN-01.3", "CDC-TRN-01.4", "CDC-TRN-03.9")
def test_a_turn_has_as_many_hands_as_the_count_gives() -> None:
    """Five eights are a hand: with ten d8 each there are four."""
    field = Field(apart((8,) * 10, (8,) * 10), dice=[8] * 20)
    for seat in ("a", "b", "a", "b"):
        assert field.state.hand == seat and field.state.hand_total == 0
        for _ in range(5):
            step(field, 8, f"{seat}1")
    assert hands(field) == ["b", "a", "b", "a"], "the last one is the first of turn 2"
    assert [(e.why, e.total) for e in field.all(HandEnded)] == [("count", 40)] * 3 + [("spent", 40)]
    assert field.state.turn == 2
    field.done()


@pytest.mark.rule("CDC-TRN-02.1", "CDC-TRN-02.2")
def test_fighters_act_in_any_order_and_come_back() -> None:
    fighters = {**apart(), "a2": {"at": (20, 10)}}
    field = Field(fighters, dice=[1, 1, 1, 1, 1, 1])
    for actor, die in (("a1", 4), ("a2", 8), ("a1", 8), ("a2", 4), ("a2", 6), ("a1", 6)):
        assert actor in field.offered()
        step(field, die, actor)
    assert field.state.hand == "b"
    field.done()


@pytest.mark.rule("CDC-TRN-02.3", "CDC-TRN-05.4")
def test_one_action_at_a_time() -> None:
    """While a move waits for its end, nothing else may be begun, nor the hand passed."""
    field = Field({**apart(), "a2": {"at": (20, 10)}}, dice=[3])
    field.act("a1", "move", die=6)
    assert field.asked == "place"
    assert field.refusal(("a2", "move", 4)) is not None and field.refusal(PASS) is not None
    field.to(10, 10)
    assert field.refusal(("a2", "move", 4)) is None and field.refusal(PASS) is None


# the count


@pytest.mark.rule("CDC-TRN-03.1", "CDC-TRN-03.3", "CDC-TRN-03.11")
@pytest.mark.parametrize(("faces", "hand"), [((8, 2), "b"), ((8, 1), "a"), ((8, 3), "b")])
def test_forty_passes_the_hand_and_thirty_nine_does_not(faces: tuple[int, int], hand: str) -> None:
    field = Field(apart((8, 8, 8)), dice=faces, start={"total": 30})
    for _ in faces:
        step(field, 8)
    assert field.state.hand == hand
    if hand == "b":
        ended = field.the(HandEnded)
        assert (ended.seat, ended.why, ended.total, ended.rules) == ("a", "count", 30 + sum(faces), ("CDC-TRN-03.3",))
    else:
        assert field.state.hand_total == 39
    field.done()


@pytest.mark.rule("CDC-TRN-03.2", "CDC-TRN-03.4")
def test_both_faces_of_a_die_thrown_again_count() -> None:
    field = Field({**CLOSE, "a1": {"at": (10, 10), "cmb": 1}}, dice=[2, 5], options={})
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "respond" and field.state.hand_total == 2
    field.answer(("CDC-RRL-05", "a1"))
    assert field.state.hand_total == 7
    field.done()


@pytest.mark.rule("CDC-TRN-03.2", "CDC-TRN-03.4")
def test_a_die_thrown_again_at_the_other_s_wish_counts_for_its_owner() -> None:
    field = Field({**CLOSE, "b1": {"at": (12.5, 10), "cmb": 1}}, dice=[7, 3], options={})
    field.act("a1", "melee", "b1", die=8)
    field.answer(("CDC-RRL-05", "b1"), "b")
    assert field.state.hand_total == 10
    field.done()


@pytest.mark.rule("CDC-TRN-03.5", "CDC-TRN-03.6")
def test_natural_faces_count_and_unrolled_dice_do_not() -> None:
    """A 3 that hits by Combattimento counts 3; 12 cm of a move count 4; standing up and the second die of cover 0."""
    wood = {"id": "wood", "rect": [0, 0, 30, 30], "wood": True}
    fighters = {
        "a1": {"at": (10, 10), "cmb": 1},
        "b1": {"at": (12.5, 10)},
        "a2": {"at": (20, 20), "conditions": ["A Terra"], "dice": (4, 6, 8, 8)},
    }
    field = Field(fighters, dice=[3, 4], terrain=[wood])
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").life == 4 and field.state.hand_total == 3
    field.act("a2", "stand", die=4)
    assert field.state.hand_total == 3
    field.act("a2", "cover", die=6, others=(8,))
    field.to(20, 28)
    assert field.the(Moved).y == 28_000 and field.state.hand_total == 7
    field.done()


@pytest.mark.rule("CDC-TRN-03.7", "CDC-TRN-03.8")
def test_whose_dice_count() -> None:
    """In a's hand: its attack 5, its Respinto 2 and 1, its damage die 4, its own test 6; not b's test 3."""
    blow = {
        "at": {
            "struck": [
                {"test": "riflessi", "to": "target", "when": "actor is me"},
                {"roll": "1d6", "as": "rolled", "when": "actor is me"},
                {"damage": 1, "to": "target", "when": "actor is me"},
                {"inflict": "Respinto", "to": "target", "when": "actor is me"},
                {"test": "forza", "to": "me", "when": "actor is me"},
            ]
        }
    }
    fighters = {"a1": {"at": (10, 10), "abilities": ["X-1"], "dice": (6, 8)}, "b1": {"at": (12.5, 10), "dice": (6,)}}
    field = trial({"X-1": blow}, fighters, dice=[5, 3, 4, 2, 1, 6])
    field.act("a1", "melee", "b1", die=8)
    field.answer(6, "b")
    assert field.asked == "test"
    field.answer(6, "a")
    assert field.the(HandEnded).total == 5 + 4 + 2 + 1 + 6
    assert field.figure("b1").life == 3
    field.done()


@pytest.mark.rule("CDC-TRN-03.10")
def test_the_action_under_way_is_finished() -> None:
    """38 and a critical 8 are 46; the extra attack that follows, and b's test, come before the hand passes."""
    flurry = {
        "at": {
            "struck": [
                {"test": "forza", "to": "target", "when": "actor is me and hit.critical"},
                {"extra_attack": 4, "when": "actor is me and hit.critical"},
            ]
        }
    }
    fighters = {"a1": {"at": (10, 10), "abilities": ["X-1"]}, "b1": {"at": (12.5, 10)}}
    field = trial({"X-1": flurry}, fighters, dice=[8, 1], start={"total": 38})
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "test" and field.state.hand == "a"
    field.answer("decline", "b")
    assert field.the(HandEnded).total == 47, "8 and the 1 of the extra attack"
    assert field.state.hand == "b"
    field.done()


@pytest.mark.rule("CDC-TRN-03.10")
def test_a_move_begun_at_thirty_nine_ends_where_it_is_led() -> None:
    field = Field(apart(), dice=[6], start={"total": 39})
    field.act("a1", "move", die=6)
    assert (field.asked, field.state.hand, field.state.hand_total) == ("place", "a", 45)
    field.to(20, 10)
    assert field.at("a1") == (20, 10) and field.state.hand == "b"


# the ends of a hand


@pytest.mark.rule("CDC-TRN-04.1", "CDC-TRN-04.3")
def test_without_dice_the_hand_passes_by_itself() -> None:
    field = Field(apart((4,)), dice=[2])
    step(field, 4)
    ended = field.the(HandEnded)
    assert (ended.why, ended.rules) == ("spent", ("CDC-TRN-04.1",)) and field.state.hand == "b"
    field.done()


@pytest.mark.rule("CDC-TRN-04.2")
def test_who_ran_out_of_dice_may_have_another_hand() -> None:
    """b's wild blow gives its victim a d6; when b reaches 40, a has the hand again."""
    gift = {"at": {"missed": [{"grant_die": 6, "to": "target", "when": "actor is me"}]}}
    fighters = {"a1": {"at": (10, 10), "dice": (4,)}, "b1": {"at": (12.5, 10), "dice": (8,) * 8, "abilities": ["X-1"]}}
    field = trial({"X-1": gift}, fighters, dice=[1, 3, *[8] * 5])
    field.act("a1", "melee", "b1", die=4)
    assert field.state.passed == () and field.state.hand == "b"
    field.act("b1", "melee", "a1", die=8)
    assert field.figure("a1").dice == (6,)
    field.figure("b1").dan = 0
    for _ in range(5):
        field.act("b1", "melee", "a1", die=8)
    assert field.state.hand == "a" and hands(field) == ["b", "a"]
    field.done()


@pytest.mark.rule("CDC-TRN-04.3")
def test_a_gratis_ability_that_does_something_keeps_the_hand() -> None:
    """Usable once a turn, and only by the wounded."""
    balm = {"kind": "AG", "limit": "1 per turn", "when": "me.life < me.life_max", "do": [{"heal": 1}]}
    field = trial({"X-1": balm}, apart((4,), life=3, abilities=["X-1"]), dice=[2])
    step(field, 4)
    assert field.state.hand == "a" and field.offered("a1") == ("ability",)
    field.act("a1", "ability", "X-1")
    assert field.the(Healed).amount == 1 and field.state.hand == "b"
    sound = trial({"X-1": balm}, apart((4,), abilities=["X-1"]), dice=[2])
    step(sound, 4)
    assert sound.state.hand == "b"


@pytest.mark.rule("CDC-TRN-05.1", "CDC-TRN-05.2", "CDC-TRN-05.4")
def test_passing_at_will_is_for_the_whole_turn() -> None:
    """a passes at once; b may go beyond 40, since nobody can take the hand, and then the turn is over."""
    field = Field(apart(b=(8,) * 7), dice=[8] * 7)
    field.answer(PASS)
    ended = field.the(HandEnded)
    assert (ended.seat, ended.why, ended.total, ended.rules) == ("a", "pass", 0, ("CDC-TRN-05.2",))
    for _ in range(6):
        step(field, 8, "b1")
    assert field.state.hand == "b" and field.state.hand_total == 48 and field.the(HandGoesOn).seat == "b"
    step(field, 8, "b1")
    assert field.state.turn == 2 and hands(field) == ["b", "a"]
    field.done()


@pytest.mark.rule("CDC-TRN-05.3")
def test_who_passed_keeps_its_dice_for_tests_and_free_abilities() -> None:
    call = {"kind": "AL", "do": [{"heal": 1}]}
    fighters = apart(conditions=["Veleno"], life=3, abilities=["X-1"])
    field = trial({"X-1": call}, fighters, dice=[3, 5])
    field.answer(PASS)
    assert field.figure("a1").dice == (4, 6, 8)
    assert set(field.offered("a1", seat="a")) == {"cure", "ability"}
    field.answer(("a1", "ability", "X-1", 4), "a")
    assert field.figure("a1").life == 4 and field.figure("a1").dice == (6, 8)
    field.act("b1", "move", die=4)
    assert field.asked == "respond", "in response to an action just declared, too"
    field.answer(PASS, "a")
    field.to(40, 40)
    field.answer(("a1", "cure", "Veleno"), "a")
    field.answer(6, "a")
    assert field.figure("a1").conditions == () and field.figure("a1").dice == (8,)
    assert field.state.hand == "b"
    field.answer(PASS)
    assert field.state.turn == 2
    field.done()


@pytest.mark.rule("CDC-TRN-06.1", "CDC-TRN-06.2", "CDC-TRN-07.1")
def test_with_nobody_to_pass_to_the_hand_goes_on() -> None:
    field = Field(apart((8,) * 8, ()), dice=[8] * 8)
    for _ in range(7):
        step(field, 8)
    goes_on = field.the(HandGoesOn)
    assert (goes_on.seat, goes_on.rules) == ("a", ("CDC-TRN-06.2",))
    assert field.state.hand_total == 56 and field.all(HandEnded) == []
    step(field, 8)
    assert field.the(HandEnded).total == 64 and field.state.turn == 2
    field.done()


@pytest.mark.rule("CDC-TRN-06.3")
def test_who_is_left_alone_ends_the_turn_by_stopping() -> None:
    field = Field(apart((8,) * 8, ()), dice=[8] * 6)
    for _ in range(6):
        step(field, 8)
    field.answer(PASS)
    assert field.state.turn == 2 and field.figure("a1").dice == (4, 6, 8)
    field.done()


GIFT = {
    "kind": "AG",
    "limit": "1 per turn",
    "target": {"one": "foes(me, 60)"},
    "do": [{"grant_die": 6, "to": "target"}],
}


@pytest.mark.rule("CDC-TRN-06.4")
def test_an_opponent_with_dice_again_has_the_hand_after_a_fresh_forty() -> None:
    field = trial({"X-1": GIFT}, apart((8,) * 12, (), abilities=["X-1"]), dice=[8] * 11)
    for _ in range(6):
        step(field, 8)
    assert field.state.hand_total == 48
    field.act("a1", "ability", "X-1", "b1")
    assert field.the(CountRestarted).rules == ("CDC-TRN-06.4",) and field.state.hand_total == 0
    for _ in range(4):
        step(field, 8)
    assert (field.state.hand, field.state.hand_total) == ("a", 32)
    step(field, 8)
    assert field.state.hand == "b" and field.figure("a1").dice == (8,)
    field.done()


@pytest.mark.rule("CDC-TRN-06.4", "CDC-TRN-05.2")
def test_not_one_who_passed_by_choice() -> None:
    fighters = {**apart((8,) * 12, (4,), abilities=["X-1"])}
    field = trial({"X-1": GIFT}, fighters, hand="b", dice=[8] * 11)
    field.answer(PASS)
    for _ in range(6):
        step(field, 8)
    field.act("a1", "ability", "X-1", "b1")
    for _ in range(5):
        step(field, 8)
    assert field.state.hand == "a" and field.state.hand_total == 88 and field.all(CountRestarted) == []
    field.done()


# the end of a turn


@pytest.mark.rule("CDC-TRN-07.1", "CDC-TRN-08.1")
def test_the_turn_ends_when_all_dice_are_used() -> None:
    field = Field(apart((4,), (6,)), dice=[1, 1])
    step(field, 4)
    assert field.state.turn == 1
    step(field, 6, "b1")
    assert field.the(TurnBegan).turn == 2
    field.done()


@pytest.mark.rule("CDC-TRN-07.2", "CDC-TRN-08.2", "CDC-TRN-08.3", "CDC-TRN-08.5")
def test_the_turn_ends_when_nobody_can_take_the_hand() -> None:
    """Both pass with dice left: these are removed, and three new ones dealt to each."""
    field = Field(apart((8, 8, 8, 8), (4,)))
    field.answer(PASS)
    field.answer(PASS)
    assert field.the(TurnBegan).turn == 2
    assert [(e.it, e.dice, e.rules) for e in field.all(DiceLost)] == [
        ("a1", (8, 8, 8, 8), ("CDC-TRN-08.2",)),
        ("b1", (4,), ("CDC-TRN-08.2",)),
    ]
    assert [(e.it, e.dice, e.rules) for e in field.all(DiceGained)] == [
        (i, (4, 6, 8), ("CDC-TRN-08.3",)) for i in ("a1", "b1")
    ]
    assert [f.dice for f in field.state.on_table()] == [(4, 6, 8)] * 2


ACHE: dict[str, Any] = {"at": {"turn_end": [{"damage": 1, "to": "me", "as_own": "yes", "order": "matters"}]}}
BALM: dict[str, Any] = {"at": {"turn_end": [{"heal": 1, "order": "matters"}]}}


@pytest.mark.rule("CDC-TRN-07.3")
@pytest.mark.parametrize("kind", [True, False])
def test_the_player_with_the_hand_orders_the_end_of_the_turn(kind: bool) -> None:
    """a1 has one point left, an ache and a balm; b, whose hand was the last, decides which comes first."""
    fighters = {**apart(life=1, abilities=["X-1", "X-2"]), "a2": {"at": (20, 20)}}
    field = trial({"X-1": ACHE, "X-2": BALM}, fighters)
    field.answer(PASS)
    field.answer(PASS)
    assert field.asked == "order" and field.about["window"] == "turn_end"
    assert field.game.pending is not None and field.game.pending.seats == ("b",)
    ache, balm = ("X-1", "a1"), ("X-2", "a1")
    assert field.refusal((ache,)) is not None
    field.answer((balm, ache) if kind else (ache, balm))
    assert field.figure("a1").status == ("table" if kind else "dead") and len(field.all(Died)) == (0 if kind else 1)
    assert field.state.turn == 2


@pytest.mark.rule("CDC-TRN-07.3")
def test_only_what_happens_and_matters_is_put_in_order() -> None:
    """One of them, or one that does not apply: nobody is asked. Unmarked parts: the hand's side first, as always."""
    alone = trial({"X-1": ACHE}, apart(abilities=["X-1"]))
    idle = {"at": {"turn_end": [{**BALM["at"]["turn_end"][0], "when": "me.life > 5"}]}}
    off = trial({"X-1": ACHE, "X-2": idle}, apart(abilities=["X-1", "X-2"]))
    plain = {"at": {"turn_end": [{"damage": 1, "to": "me", "as_own": "yes"}]}}
    both = trial({"X-1": plain}, {i: {**f, "abilities": ["X-1"]} for i, f in apart().items()})
    for field in (alone, off, both):
        field.answer(PASS)
        field.answer(PASS)
        assert field.state.turn == 2 and field.asked == "action"
    assert [e.it for e in both.all(Hurt)] == ["b1", "a1"]


@pytest.mark.rule("CDC-TRN-07.3")
def test_delayed_effects_are_put_in_order_too() -> None:
    """Two that were set off in the turn, one for each side."""
    wait = {
        "kind": "AG",
        "limit": "1 per turn",
        "do": [{"later": "next turn_end", "order": "matters", "do": [{"damage": 1, "to": "me"}]}],
    }
    fighters = {i: {**f, "abilities": ["X-1"]} for i, f in apart().items()}
    field = trial({"X-1": wait}, fighters)
    field.act("a1", "ability", "X-1")
    field.answer(PASS)
    field.act("b1", "ability", "X-1")
    field.answer(PASS)
    assert field.asked == "order"
    field.answer((("X-1", "a1"), ("X-1", "b1")))
    assert [e.it for e in field.all(Hurt)] == ["a1", "b1"] and field.state.turn == 2


def test_an_order_is_marked_by_one_word() -> None:
    with pytest.raises(RecordError) as caught:
        record("X-1", {"at": {"turn_end": [{"heal": 1, "order": "mattres"}]}})
    assert caught.value.code == "unknown_order" and caught.value.path == ("at", "turn_end", 0, "order")


@pytest.mark.rule("CDC-TRN-07.4", "CDC-TRN-08.2")
def test_last_effects_come_before_the_dice_are_cleared() -> None:
    """On both sides: each suffers a point for each die left, and then has three new ones."""
    remorse = {"at": {"turn_end": [{"damage": "dice(me)", "to": "me", "as_own": "yes"}]}}
    fighters = {i: {**f, "abilities": ["X-1"]} for i, f in apart((4, 6), (4, 4, 4, 4)).items()}
    field = trial({"X-1": remorse}, fighters)
    field.answer(PASS)
    field.answer(PASS)
    assert (field.figure("a1").life, field.figure("b1").life) == (3, 1)
    kinds = [type(e).__name__ for e in field.game.journal if isinstance(e, Hurt | DiceLost | DiceGained)]
    assert kinds == ["Hurt", "Hurt", "DiceLost", "DiceGained", "DiceLost", "DiceGained"]


# the next turn


@pytest.mark.rule("CDC-TRN-08.4")
def test_rules_and_conditions_change_what_is_dealt() -> None:
    more = {"always": [{"modify": "dealt", "by": 1, "when": "figure is me and sides == 8"}]}
    less = {"always": [{"modify": "dealt", "set": 0, "when": "figure is me and sides == 4"}]}
    fighters = {
        "a1": {"at": (10, 10), "abilities": ["X-1"]},
        "a2": {"at": (20, 10), "abilities": ["X-2"]},
        "a3": {"at": (30, 10), "conditions": ["Terrorizzato"]},
        "b1": {"at": (10, 40), "conditions": ["Spaventato"]},
        "b2": {"at": (20, 40), "conditions": ["Spaventato"], "abilities": ["X-1"]},
    }
    field = trial({"X-1": more, "X-2": less}, fighters)
    field.answer(PASS)
    field.answer(PASS)
    dealt = {f.id: f.dice for f in field.state.on_table()}
    assert dealt == {"a1": (4, 6, 8, 8), "a2": (6, 8), "a3": (6,), "b1": (4, 4, 4), "b2": (4, 4, 4, 4)}


@pytest.mark.rule("CDC-TRN-08.6", "CDC-TRN-08.7")
def test_the_first_hand_goes_to_who_had_not_the_last() -> None:
    """Two turns end in b's hand, so a begins the next; a turn that ends in a's hand lets b begin."""
    field = Field(apart())
    field.answer(PASS)
    field.answer(PASS)
    assert (field.asked, field.state.turn, field.state.hand) == ("action", 2, "a")
    field.answer(PASS)
    field.answer(PASS)
    assert (field.asked, field.state.turn, field.state.hand) == ("action", 3, "a")
    last = Field(apart((8,) * 6), dice=[8] * 6)
    for _ in range(5):
        step(last, 8)
    last.answer(PASS)
    assert last.state.hand == "a" and last.state.turn == 1
    step(last, 8)
    assert (last.asked, last.state.turn, last.state.hand) == ("action", 2, "b"), "no new bidding"
    last.done()


@pytest.mark.rule("CDC-TRN-08.8")
def test_the_start_of_a_turn_comes_after_the_new_dice() -> None:
    zeal = {"at": {"turn_start": [{"damage": "dice(me)", "to": "me", "as_own": "yes"}]}}
    field = trial({"X-1": zeal}, apart((4,), (4,), abilities=["X-1"]))
    field.answer(PASS)
    field.answer(PASS)
    assert field.figure("a1").life == 2, "one for each of the three new dice"
