"""Access points, deployment and the bidding for the first hand (CDC-DEP-01 to -06)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    AccessChosen,
    BidStands,
    BidWon,
    DiceRolled,
    DiceSpent,
    FirstDeployer,
    HandBegan,
    Placed,
)
from tests.crepuscolo.field import RULES, Field
from tests.crepuscolo.trials import trial

SIZE = (90, 60)


def sides(ours: int = 1, theirs: int = 1, /, **given: dict[str, Any]) -> list[dict[str, Any]]:
    """Two companies of plain figures that are not yet on the table; `given`: more of a side, by seat."""
    return [
        {
            "seat": seat,
            "name": seat,
            "fighters": [{"id": f"{seat}{i + 1}", "profile": "plain"} for i in range(n)],
            **given.get(seat, {}),
        }
        for seat, n in (("a", ours), ("b", theirs))
    ]


def deploying(rows: list[dict[str, Any]], *dice: int, terrain: Sequence[dict[str, Any]] = ()) -> Field:
    return Field({}, hand="", size=SIZE, sides=rows, dice=dice, terrain=terrain)


MIDDLE_A, MIDDLE_B = {"access": [45, 0]}, {"access": [45, 60]}
A_FIRST, B_FIRST = (1, 1, 1, 8, 6, 4), (8, 6, 4, 1, 1, 1)


def seat_of(field: Field) -> str:
    assert field.game.pending is not None
    (seat,) = field.game.pending.seats
    return seat


# access points


@pytest.mark.rule("CDC-DEP-01.1", "CDC-DEP-01.4")
def test_access_points_as_agreed() -> None:
    """Anywhere, or in the middle of an edge by its name."""
    agreed = deploying(sides(a={"access": [20, 0]}, b={"edge": "north"}), *A_FIRST)
    assert agreed.state.access == ((20_000, 0), (45_000, 60_000))
    assert agreed.all(AccessChosen) == []
    west = deploying(sides(a={"edge": "east"}, b={"edge": "west"}), *A_FIRST)
    assert west.state.access == ((90_000, 30_000), (0, 30_000))


@pytest.mark.rule("CDC-DEP-01.2")
def test_the_second_point_lies_on_the_opposite_edge() -> None:
    one = deploying(sides(b={"access": [70, 60]}), *A_FIRST)
    assert one.state.access == ((45_000, 0), (70_000, 60_000))


@pytest.mark.rule("CDC-DEP-01.1", "CDC-DEP-01.2", "CDC-DEP-01.3", "CDC-DEP-01.4")
@pytest.mark.parametrize(
    ("dice", "chooser", "edge", "access"),
    [
        ((7, 3), "a", "west", ((0, 30_000), (90_000, 30_000))),
        ((3, 7), "b", "west", ((90_000, 30_000), (0, 30_000))),
        ((5, 5, 2, 8), "b", "north", ((45_000, 0), (45_000, 60_000))),
        ((4, 4, 1, 1, 8, 2), "a", "north", ((45_000, 60_000), (45_000, 0))),
    ],
)
def test_a_die_decides_where_nothing_is_agreed(
    dice: tuple[int, ...], chooser: str, edge: str, access: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    """The higher d8 picks an edge, the other has the opposite one; equal dice are thrown again."""
    field = deploying(sides(), *dice, *A_FIRST)
    assert (field.asked, seat_of(field)) == ("edge", chooser)
    assert set(field.offered()) == {"north", "south", "east", "west"}
    field.answer(edge)
    chosen = field.the(AccessChosen)
    assert (chosen.access, field.state.access) == (access, access)
    assert chosen.rules == ("CDC-DEP-01.3", "CDC-DEP-01.4")
    rolled = [(e.by, e.sides) for e in field.all(DiceRolled)][: len(dice)]
    assert rolled == [("a", 8), ("b", 8)] * (len(dice) // 2)
    assert field.asked == "place"
    field.done()


# deployment


@pytest.mark.rule("CDC-DEP-02.1", "CDC-DEP-02.2")
@pytest.mark.parametrize(("dice", "first"), [(A_FIRST, "a"), (B_FIRST, "b"), ((8, 1, 1, 3, 4, 4), "a")])
def test_the_lower_total_places_first(dice: tuple[int, ...], first: str) -> None:
    """1d8 + 1d6 + 1d4 each: 10 against 11 is the lower, whatever the single dice."""
    field = deploying(sides(a=MIDDLE_A, b=MIDDLE_B), *dice)
    assert [(e.by, e.sides) for e in field.all(DiceRolled)] == [(s, d) for s in "ab" for d in (8, 6, 4)]
    told = field.the(FirstDeployer)
    assert told.seat == first and told.totals == (sum(dice[:3]), sum(dice[3:]))
    assert (field.asked, seat_of(field)) == ("place", first)
    field.done()


def test_a_throw_of_three_dice_is_one_line_for_each_seat() -> None:
    field = deploying(sides(a=MIDDLE_A, b=MIDDLE_B), 7, 2, 4, 8, 6, 4)
    told = [RULES.entry(field.state, event, 0, "it") for event in field.all(DiceRolled)]
    lines = [line for line in told if line is not None]
    assert [line.text for line in lines] == [
        "Per lo schieramento, a: d8 7, d6 2, d4 4 = 13.",
        "Per lo schieramento, b: d8 8, d6 6, d4 4 = 18.",
    ]
    assert [(die.sides, die.face) for die in lines[0].dice] == [(8, 7), (6, 2), (4, 4)]
    assert RULES.sentence(field.state, DiceRolled(by="a", sides=8, faces=(7,), rules=("CDC-DEP-02.1",)), "en")


@pytest.mark.rule("CDC-DEP-02.4")
def test_equal_totals_are_rolled_again() -> None:
    field = deploying(sides(a=MIDDLE_A, b=MIDDLE_B), 8, 1, 1, 1, 6, 3, *B_FIRST)
    assert field.the(FirstDeployer).seat == "b"
    assert len(field.all(DiceRolled)) == 12
    field.done()


@pytest.mark.rule("CDC-DEP-02.2", "CDC-DEP-02.3", "CDC-DEP-02.5")
def test_turn_by_turn_until_all_are_placed() -> None:
    """b begins with one fighter of three; a has only one, and is passed over afterwards."""
    field = deploying(sides(1, 3, a=MIDDLE_A, b=MIDDLE_B), *B_FIRST)
    assert (field.asked, seat_of(field), field.offered()) == ("deploy", "b", ("b1", "b2", "b3"))
    field.answer("b2")
    assert field.about["actor"] == "b2"
    field.to(45, 50)
    assert (field.asked, seat_of(field), field.about["actor"]) == ("place", "a", "a1")
    field.to(45, 10)
    assert (field.asked, seat_of(field), field.offered()) == ("deploy", "b", ("b1", "b3"))
    field.answer("b3")
    field.to(40, 50)
    assert (field.asked, field.about["actor"]) == ("place", "b1")
    field.to(50, 50)
    assert [e.it for e in field.all(Placed)] == ["b2", "a1", "b3", "b1"]
    assert field.asked == "bid"
    field.done()


@pytest.mark.rule("CDC-DEP-02.2")
def test_within_twenty_cm_of_its_own_access_point() -> None:
    field = deploying(sides(a=MIDDLE_A, b=MIDDLE_B), *A_FIRST)
    codes = [why.code if (why := field.refusal((45_000, y))) else "" for y in (21_250, 21_251, 50_000, 1_249)]
    assert codes == ["", "too_far", "too_far", "off_table"]


@pytest.mark.rule("CDC-DEP-02.6", "CDC-TAB-15.2")
def test_places_where_nobody_is_put() -> None:
    """Both access points in one spot; an enemy stands at (45, 30), and every bad ground lies near it."""
    near = {"access": [45, 30]}
    bad = [
        {"id": kind, "rect": [x, 40, 2, 8], "kinds": [kind]}
        for x, kind in ((35, "intransitable"), (42, "water"), (50, "crevice"))
    ]
    field = deploying(sides(a=near, b=near), *A_FIRST, terrain=bad)
    field.to(45, 30)
    assert field.about["actor"] == "b1"
    codes = [
        why.code if (why := field.refusal(at)) else "" for at in ((49_500, 30_000), (40_500, 30_000), (49_501, 30_000))
    ]
    assert codes == ["too_close", "too_close", ""]
    grounds = [why.code if (why := field.refusal((x, 44_000))) else "" for x in (36_000, 43_000, 51_000)]
    assert grounds == ["intransitable", "water", "crevice"]


@pytest.mark.rule("CDC-DEP-03.1", "CDC-DEP-03.2")
def test_everybody_gets_its_three_dice_for_all_to_see() -> None:
    field = deploying(sides(2, 1, a=MIDDLE_A, b=MIDDLE_B), *A_FIRST)
    field.answer("a1")
    for x, y in ((45, 10), (45, 50), (50, 10)):
        field.to(x, y)
    for seat in ("a", "b"):
        seen: Any = RULES.view(field.state, seat)
        assert [f.dice for f in seen.figures.values()] == [(4, 6, 8)] * 3


@pytest.mark.rule("CDC-DEP-02.3")
def test_all_are_placed_farther_off_where_there_is_no_room_near_the_access_point() -> None:
    """A lake reaches 24 cm from a's edge: no base of 2.5 cm finds room within 20 cm, and one is put beyond it."""
    lake = {"id": "lake", "kinds": ["water"], "rect": [0, 0, 90, 24]}
    field = deploying(sides(a=MIDDLE_A, b=MIDDLE_B), *A_FIRST, terrain=[lake])
    assert (field.asked, seat_of(field), field.about["limit"]) == ("place", "a", 0)
    codes = [why.code if (why := field.refusal((45_000, y))) else "" for y in (20_000, 25_249, 25_251)]
    assert codes == ["water", "water", ""]
    field.answer(field.game.form("a").default())
    assert field.the(Placed).it == "a1" and field.the(Placed).y >= 25_250
    assert (seat_of(field), field.about["limit"]) == ("b", 20_000), "there is room at the other edge"


# the bidding


def auction(*dice: int, a: tuple[int, ...] = (4, 6, 8), b: tuple[int, ...] = (4, 6, 8), **more: Any) -> Field:
    """Deployment is over; a began it."""
    fighters = {"a1": {"at": (10, 10), "dice": a, **more}, "b1": {"at": (40, 40), "dice": b, **more}}
    return Field(fighters, hand="bid", dice=dice, options={})


@pytest.mark.rule("CDC-DEP-04.1", "CDC-DEP-04.2", "CDC-DEP-04.3", "CDC-DEP-05.1")
def test_the_first_deployer_must_roll_a_die_of_its_choice_and_may_be_let_start() -> None:
    field = auction(2)
    assert (field.asked, seat_of(field), field.offered()) == ("bid", "a", ("a1",)), "it cannot pass"
    assert field.offered("a1") == (4, 6, 8)
    field.answer(("a1", 6))
    assert (field.the(BidStands).seat, field.the(BidStands).face) == ("a", 2)
    assert (field.asked, seat_of(field), field.offered()) == ("bid", "b", ("pass", "b1"))
    field.answer(("pass",))
    assert field.the(BidWon).seat == "a" and field.the(HandBegan).seat == "a" and field.state.turn == 1
    field.done()


@pytest.mark.rule("CDC-DEP-04.4", "CDC-DEP-04.7")
@pytest.mark.parametrize("again", [True, False])
def test_who_rolls_lower_goes_on_or_gives_in(again: bool) -> None:
    field = auction(4, 3, *((5,) if again else ()))
    field.answer(("a1", 8))
    field.answer(("b1", 4))
    assert (field.asked, seat_of(field), field.about["standing"]) == ("bid", "b", 4)
    assert field.offered("b1") == (6, 8), "the d4 is gone"
    if again:
        field.answer(("b1", 6))
        assert (field.asked, seat_of(field), field.about["standing"]) == ("bid", "a", 5)
    else:
        field.answer(("pass",))
        assert field.the(BidWon).seat == "a"
    field.done()


@pytest.mark.rule("CDC-DEP-04.5", "CDC-DEP-04.6", "CDC-DEP-04.7")
def test_back_and_forth_until_one_gives_in() -> None:
    field = auction(1, 2, 3, 4)
    for path in (("a1", 4), ("b1", 4), ("a1", 6), ("b1", 6)):
        field.answer(path)
    assert (seat_of(field), field.offered()) == ("a", ("pass", "a1"))
    field.answer(("pass",))
    assert field.the(BidWon).seat == "b" and field.the(HandBegan).seat == "b"
    assert [(e.seat, e.face) for e in field.all(BidStands)] == [("a", 1), ("b", 2), ("a", 3), ("b", 4)]
    field.done()


@pytest.mark.rule("CDC-DEP-04.8", "CDC-DEP-04.9", "CDC-DEP-04.10")
def test_an_equal_die_beats_nothing_and_nothing_is_added_up() -> None:
    """b's 4 does not beat 4; its 3 neither, nor 4 + 3; its 5 does, and then 5 must be beaten, not 12."""
    field = auction(4, 4, 3, 5, 6)
    field.answer(("a1", 8))
    for die in (4, 6, 8):
        assert (seat_of(field), field.about["standing"]) == ("b", 4)
        field.answer(("b1", die))
    assert (seat_of(field), field.about["standing"]) == ("a", 5)
    field.answer(("a1", 6))
    assert field.all(BidStands)[-1].face == 6
    field.done()


@pytest.mark.rule("CDC-DEP-04.11")
def test_without_dice_one_gives_in() -> None:
    field = auction(3, 2, b=(4,))
    field.answer(("a1", 6))
    field.answer(("b1", 4))
    assert field.the(BidWon).seat == "a" and field.asked == "action"
    field.done()


@pytest.mark.rule("CDC-DEP-04.12", "CDC-DEP-04.13", "CDC-DEP-06.1")
def test_dice_of_the_bidding_are_spent_but_neither_counted_nor_thrown_again() -> None:
    """Combattimento, Destrezza and Volontà 3 on both sides offer nothing here."""
    field = auction(4, 7, cmb=3, des=3, vol=3)
    field.answer(("a1", 6))
    assert field.asked == "bid"
    field.answer(("b1", 8))
    assert field.asked == "bid"
    field.answer(("pass",))
    assert (field.asked, field.state.hand, field.state.hand_total) == ("action", "b", 0)
    assert [(e.it, e.dice, e.why) for e in field.all(DiceSpent)] == [("a1", (6,), "bid"), ("b1", (8,), "bid")]
    assert field.figure("a1").dice == (4, 8) and field.figure("b1").dice == (4, 6)
    assert [e.counted for e in field.all(DiceRolled)] == [0, 0]
    field.done()


@pytest.mark.rule("CDC-DEP-05.1", "CDC-DEP-06.1")
def test_a_winner_who_spent_everything_has_nothing_to_take_the_hand_with() -> None:
    """The hand is its own, but no action is left: the other plays, and in the second turn all have three dice."""
    field = auction(6, a=(6,), b=(4, 6))
    field.answer(("a1", 6))
    field.answer(("pass",))
    assert field.the(BidWon).seat == "a" and [e.seat for e in field.all(HandBegan)] == ["b"]
    field.answer(("pass",))
    assert field.state.turn == 2 and [f.dice for f in field.state.on_table()] == [(4, 6, 8)] * 2


@pytest.mark.rule("CDC-DEP-06.2")
def test_who_gave_up_a_die_can_do_no_complete_action_without_another() -> None:
    """Two complete abilities; one of the fighters has a gratis d4 a turn."""
    feat, gift = {"kind": "AC", "do": [{"heal": 1}]}, {"kind": "AG", "limit": "1 per turn", "do": [{"grant_die": 4}]}
    fighters = {
        "a1": {"at": (10, 10), "dice": (4, 6, 8), "abilities": ["X-1", "X-2"]},
        "a2": {"at": (20, 10), "abilities": ["X-1"], "dice": (4, 6, 8)},
        "b1": {"at": (40, 40), "dice": (4, 6, 8)},
    }
    field = trial({"X-1": feat, "X-2": gift}, fighters, hand="bid", dice=[3])
    field.answer(("a1", 8))
    field.answer(("pass",))
    assert field.offered("a1", "ability") == ("X-2",) and field.offered("a2", "ability") == ("X-1",)
    field.act("a1", "ability", "X-2")
    assert field.figure("a1").dice == (4, 4, 6) and field.offered("a1", "ability") == ("X-1",)
