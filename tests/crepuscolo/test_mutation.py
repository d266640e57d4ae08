"""Mutazione Rampante and Secrezione Caotica (CDC-AB-127, CDC-AB-130)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.dice.sources import DiceError
from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    DiceGained,
    DiceRolled,
    DiceSpent,
    HitLanded,
    Hurt,
    Toughened,
    WasLost,
)
from arbitro.rulesets.crepuscolo.queries import DEALT, SDS_TEST, stat
from arbitro.rulesets.crepuscolo.state import LOST, TABLE
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

RULE = pytest.mark.rule
MUTANT, AGAIN, LATE, UNDEAD = "CDC-AB-127", "CDC-AB-130", "CDC-AB-035", "CDC-IN-027"
PASS = ("pass",)
PISTOLA = "CDC-EQ-41"


def mutant(*dice: int, abilities: tuple[str, ...] = (MUTANT,), foe: tuple[float, float] = (50, 50), **me: Any) -> Field:
    """`a1` is a mutant at (10, 10); the battle is about to begin."""
    fighters: dict[str, dict[str, Any]] = {
        "a1": {"at": (10, 10), "abilities": list(abilities), **me},
        "a2": {"at": (10, 30)},
        "b1": {"at": foe},
    }
    return Field(fighters, hand="", dice=dice)


def begin(field: Field) -> None:
    """`a2` bids its d4, `b1` gives in: `a` has the first hand. One scripted die (a 4) is used."""
    field.answer(("a2", 4))
    field.answer(PASS)


def next_turn(field: Field) -> None:
    turn = field.state.turn
    while field.state.turn == turn:
        field.answer(PASS)


@RULE("CDC-AB-127.1", "CDC-AB-127.2")
def test_a_die_of_the_owners_choice_is_spent_and_rolled_before_the_bidding() -> None:
    """It is gone for the bidding and for the first turn; in the second one all three are dealt anew."""
    field = mutant(2, 4)
    assert (field.asked, field.about, field.offered()) == ("throw_spent", {"actor": "a1", "rule": MUTANT}, (4, 6, 8))
    assert field.game.pending is not None and field.game.pending.seats == ("a",)
    field.answer(6)
    spent, rolled = field.the(DiceSpent), field.the(DiceRolled)
    assert (spent.it, spent.dice, spent.rules) == ("a1", (6,), (MUTANT,))
    assert (rolled.by, rolled.sides, rolled.faces, rolled.rules, rolled.counted) == ("a1", 6, (2,), (MUTANT,), 0)
    assert field.asked == "bid" and field.offered("a1") == (4, 8)
    begin(field)
    assert field.figure("a1").dice == (4, 8)
    next_turn(field)
    assert field.figure("a1").dice == (4, 6, 8)
    field.done()


@RULE("CDC-AB-127.1")
def test_each_mutant_of_both_sides_rolls_and_nobody_else() -> None:
    fighters: dict[str, dict[str, Any]] = {
        name: {"at": place, "abilities": [MUTANT]} for name, place in (("a1", (10, 10)), ("b1", (50, 50)))
    }
    field = Field({**fighters, "b2": {"at": (40, 50)}}, hand="", dice=(2, 2))
    field.answer(4)
    assert field.about["actor"] == "b1" and field.game.pending is not None and field.game.pending.seats == ("b",)
    field.answer(8)
    assert field.asked == "bid"
    assert [(e.it, e.dice) for e in field.all(DiceSpent)] == [("a1", (4,)), ("b1", (8,))]
    field.done()


@RULE("CDC-AB-127.3")
def test_1_takes_the_mutant_out_of_the_game_without_a_corpse() -> None:
    field = mutant(1)
    field.answer(8)
    lost = field.the(WasLost)
    assert (lost.it, lost.rules) == ("a1", (MUTANT,))
    assert (field.figure("a1").status, field.state.corpses) == (LOST, ())
    assert field.asked == "bid" and field.offered() == ("a2",)
    field.done()


@RULE("CDC-AB-127.3")
def test_whoever_loses_the_last_fighter_so_has_lost() -> None:
    field = Field({"a1": {"at": (10, 10), "abilities": [MUTANT]}, "b1": {"at": (50, 50)}}, hand="", dice=(1,))
    field.answer(4)
    assert (field.asked, field.state.result) == ("", "b")
    field.done()


@RULE("CDC-AB-127.4", "CDC-AB-127.9")
@pytest.mark.parametrize(("face", "name", "value"), [(2, "cmb", 3), (7, "dan", 2)])
def test_2_and_7_raise_a_characteristic_for_the_game(face: int, name: str, value: int) -> None:
    """Combattimento 2, Danno 1 before."""
    field = mutant(face, 4, cmb=2)
    field.answer(8)
    begin(field)
    next_turn(field)
    assert stat(field.game, "a1", name) == value
    other, plain = {"cmb": ("dan", 1), "dan": ("cmb", 2)}[name]
    assert stat(field.game, "a1", other) == plain
    assert stat(field.game, "a2", name) == {"cmb": 0, "dan": 1}[name]
    field.done()


@RULE("CDC-AB-127.5")
def test_3_makes_tests_of_forza_easier() -> None:
    field = mutant(3, 4)
    field.answer(4)
    begin(field)
    need = {
        kind: field.game.query(SDS_TEST, figure="a1", test_kind=kind, against=None)
        for kind in ("forza", "riflessi", "spirito")
    }
    assert {kind: tally.value for kind, tally in need.items()} == {"forza": 3, "riflessi": 4, "spirito": 4}
    assert [line.rule for line in need["forza"].lines] == [MUTANT]
    assert field.game.query(SDS_TEST, figure="a2", test_kind="forza", against=None).value == 4
    field.done()


@RULE("CDC-AB-127.6", "CDC-AB-127.10")
@pytest.mark.parametrize(("face", "sides", "dealt"), [(4, 4, (4, 4, 6, 8)), (8, 6, (4, 6, 6, 8))])
def test_4_and_8_give_a_die_more_each_turn_from_the_second_on(face: int, sides: int, dealt: tuple[int, ...]) -> None:
    field = mutant(face, 4)
    field.answer(8)
    begin(field)
    assert field.figure("a1").dice == (4, 6)  # those of the first turn were there already
    for _ in range(2):
        next_turn(field)
        assert field.figure("a1").dice == dealt
        assert field.figure("a2").dice == (4, 6, 8)
    assert field.game.query(DEALT, figure="a1", sides=sides).value == 2
    field.done()


@RULE("CDC-AB-127.7")
def test_5_poisons_with_critical_hits_in_melee() -> None:
    """A natural 6 on the d6 is critical: 1 damage, 1 more of the Spadone (whose next attack misses), and poison."""
    field = mutant(5, 4, 6, 1, foe=(12.5, 10), items=["CDC-EQ-17"])
    field.answer(8)
    begin(field)
    field.act("a1", "melee", "b1", die=6)
    assert field.all(Hurt)[0].amount == 2
    gained = field.the(ConditionGained)
    assert (gained.it, gained.condition, gained.rules) == ("b1", "Veleno", (MUTANT,))
    field.done()


@RULE("CDC-AB-127.7")
def test_5_does_nothing_with_plain_hits_nor_for_allies() -> None:
    field = mutant(5, 4, 5, foe=(12.5, 10), items=["CDC-EQ-17"])
    field.answer(8)
    begin(field)
    field.act("a1", "melee", "b1", die=6)
    assert field.the(Hurt).amount == 1 and field.all(ConditionGained) == []
    field.done()


@RULE("CDC-AB-127.7")
def test_5_poisons_neither_with_a_friends_blows_nor_with_shots() -> None:
    """Critical hits of `a2`, and of the mutant's own pistol."""
    field = mutant(5, 4, 6, 1, foe=(10, 32.5))
    field.answer(8)
    begin(field)
    field.act("a2", "melee", "b1", die=6)
    assert field.the(HitLanded).critical and field.all(ConditionGained) == []
    field = mutant(5, 4, 6, foe=(20, 10), items=[PISTOLA], res=9)
    field.answer(8)
    begin(field)
    field.act("a1", "shot", PISTOLA, "b1", die=6)
    assert field.the(HitLanded).critical and field.all(ConditionGained) == []


@RULE("CDC-AB-127.8")
def test_6_gives_two_more_resistenza() -> None:
    """Resistenza 5 becomes 7, of now and at most."""
    field = mutant(6, 4)
    field.answer(6)
    figure, told = field.figure("a1"), field.the(Toughened)
    assert (figure.life, figure.life_max, stat(field.game, "a1", "res")) == (7, 7, 7)
    assert (told.by, told.rules) == (2, (MUTANT,))
    begin(field)
    next_turn(field)
    assert field.figure("a1").life_max == 7
    field.done()


@RULE("CDC-AB-127.11")
def test_only_bigger_dice_reach_the_higher_results() -> None:
    """A d4 gives at most 4, a d6 at most 6: the die is thrown, the table is read with its face."""
    for sides in (4, 6, 8):
        field = mutant(sides)
        field.answer(sides)
        rolled = field.the(DiceRolled)
        assert (rolled.sides, rolled.faces) == (sides, (sides,))
        with pytest.raises(DiceError):
            mutant(sides + 1).answer(sides)


@RULE("CDC-AB-127.1")
def test_reinforcements_roll_one_of_the_dice_just_dealt_when_they_arrive() -> None:
    """The one more d4 of a 4 comes only with the next turn."""
    late = {"abilities": [LATE, MUTANT]}
    field = Field({"a1": {"at": (10, 10)}, "a2": late, "b1": {"at": (50, 50)}}, hand="", dice=(4, 1, 4))
    assert field.asked == "bid"
    field.answer(("a1", 4))
    field.answer(PASS)
    next_turn(field)
    assert field.asked == "place"
    field.to(30, 5)
    assert (field.asked, field.about["actor"], field.offered()) == ("throw_spent", "a2", (4, 6, 8))
    field.answer(6)
    assert field.figure("a2").dice == (4, 8) and field.asked == "action"
    next_turn(field)
    assert field.figure("a2").dice == (4, 4, 6, 8)
    field.done()


@RULE("CDC-AB-127.1")
def test_who_has_no_dice_mutates_not() -> None:
    """A reanimated mutant arrives where nobody commands the dead: it receives no dice, so that none is spent."""
    late = {"abilities": [LATE, MUTANT, UNDEAD]}
    field = Field({"a1": {"at": (10, 10)}, "a2": late, "b1": {"at": (50, 50)}}, hand="", dice=(4, 1))
    field.answer(("a1", 4))
    field.answer(PASS)
    next_turn(field)
    field.to(30, 5)
    assert field.asked == "action" and field.figure("a2").status == TABLE
    assert [e.it for e in field.all(DiceSpent)] == ["a1"]
    field.done()


@RULE("CDC-AB-127.1")
def test_a_scenario_that_says_who_begins_lets_mutants_roll_first() -> None:
    fighters: dict[str, dict[str, Any]] = {"a1": {"at": (10, 10), "abilities": [MUTANT]}, "b1": {"at": (50, 50)}}
    field = Field(fighters, hand="", start={"first": "b"}, dice=(2,))
    assert (field.asked, field.about["actor"]) == ("throw_spent", "a1")
    field.answer(6)
    assert (field.asked, field.about["seat"], field.figure("a1").dice) == ("action", "b", (4, 8))
    field.done()


# --- Secrezione Caotica -----------------------------------------------------------------------------------


@RULE("CDC-AB-130.2")
@pytest.mark.parametrize("face", [1, 2, 8])
def test_the_roll_may_be_repeated_with_the_same_die_even_a_1(face: int) -> None:
    field = mutant(face, 6, abilities=(MUTANT, AGAIN))
    field.answer(8)
    assert field.asked == "respond" and field.offered() == ("pass", AGAIN)
    field.answer((AGAIN, "a1"))
    assert [(e.sides, e.faces) for e in field.all(DiceRolled)] == [(8, (face,)), (8, (6,))]
    assert (field.asked, field.figure("a1").life_max) == ("bid", 7)
    assert field.all(WasLost) == [] and field.figure("a1").dice == (4, 6)
    field.done()


@RULE("CDC-AB-130.2")
def test_one_need_not_repeat_it() -> None:
    field = mutant(6, abilities=(MUTANT, AGAIN))
    field.answer(8)
    field.answer(PASS)
    assert (field.asked, field.figure("a1").life_max) == ("bid", 7)
    field.done()


@RULE("CDC-AB-130.2")
def test_only_the_bearers_own_mutation_is_repeated() -> None:
    """`b1` could repeat its roll and has made it; that of `a1`, who cannot, stands. Nor is any other die repeated."""
    both: dict[str, dict[str, Any]] = {
        "a1": {"at": (10, 10), "abilities": [MUTANT]},
        "b1": {"at": (12.5, 10), "abilities": [MUTANT, AGAIN]},
    }
    field = Field(both, hand="", dice=(2, 2, 4, 2))
    field.answer(8)
    assert field.asked == "throw_spent" and field.about["actor"] == "b1", "nobody repeats the roll of a1"
    field.answer(8)
    assert field.asked == "respond" and field.about["actor"] == "b1"
    field.answer(PASS)
    field.answer(("a1", 4))
    field.answer(PASS)
    field.answer(PASS)
    field.act("b1", "melee", "a1", die=6)
    assert field.asked == "action", "an attack that misses is no mutation"


@RULE("CDC-AB-130.2")
def test_another_die_thrown_on_a_table_is_not_repeated() -> None:
    draw = {"kind": "AG", "do": [{"throw_spent": "me", "as": "face"}]}
    field = trial({"Estrazione": draw}, {"a1": at(10, abilities=[AGAIN, "Estrazione"]), "b1": at(50)}, dice=[2])
    field.act("a1", "ability", "Estrazione")
    field.answer(8)
    assert field.asked == "action" and field.the(DiceRolled).faces == (2,)


@RULE("CDC-AB-130.3", "CDC-AB-127.3")
def test_the_second_result_stands_even_a_1() -> None:
    field = mutant(2, 1, abilities=(MUTANT, AGAIN))
    field.answer(8)
    field.answer((AGAIN, "a1"))
    assert field.the(WasLost).it == "a1" and field.asked == "bid"
    field.done()


@RULE("CDC-AB-130.2")
def test_without_it_the_roll_stands() -> None:
    field = mutant(3, 4)
    field.answer(8)
    assert field.asked == "bid"
    begin(field)
    assert [e.why for e in field.all(DiceGained)] == ["deal"] * 3
    field.done()
