"""What a computer opponent thinks a state is worth: dice, conditions, gifts, borrowed figures, points."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.state import Effect
from arbitro.geometry.units import CM
from arbitro.players import player
from arbitro.rulesets.crepuscolo.evaluation import distance_to_work, idle_worth, standing, worth
from tests.crepuscolo.casting import caster
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

NEAR, FAR = at(13, 10), at(50, 50)


def value(seat: str = "a", effects: tuple[Effect, ...] = (), **fighters: Any) -> int:
    """The worth to a seat of figures that stand about, all of 10 PR unless they say otherwise."""
    state = Field({name: {"cost": 10, **fighter} for name, fighter in fighters.items()}).state
    state.effects = {effect.id: effect for effect in effects}
    return worth(state, seat)


def gift(bearer: str, *keep: tuple[str, Any], seat: str = "a") -> Effect:
    return Effect(id="e1", rule="R", part="do.0", bearer=bearer, seat=seat, keep=keep)


@pytest.mark.parametrize("foe", [NEAR, FAR])
def test_a_wound_is_worth_more_than_any_die(foe: dict[str, Any]) -> None:
    hurt = value(a1=at(10), b1={**foe, "life": 4}) - value(a1=at(10), b1=foe)
    disarmed = value(a1=at(10), b1={**foe, "dice": (4, 6)}) - value(a1=at(10), b1=foe)
    assert hurt > disarmed > 0


def test_an_enemys_die_counts_for_more_where_it_can_strike() -> None:
    def of_a_die(foe: dict[str, Any]) -> int:
        return value(a1=at(10), b1={**foe, "dice": (4, 6)}) - value(a1=at(10), b1=foe)

    assert of_a_die(NEAR) > of_a_die(FAR) > 0


@pytest.mark.parametrize("dice", [(4, 6), (6, 8)])
def test_closing_in_on_an_equal_is_worth_the_die_that_it_costs(dice: tuple[int, ...]) -> None:
    """Else two equal duellists would wait for each other for ever."""
    before = value(a1=at(10), b1=at(18))
    assert value(a1=at(15.5, dice=dice), b1=at(18)) > before


def test_ones_own_die_is_there_to_be_spent() -> None:
    """It counts for less than an enemy's like it, and for next to nothing where there is nobody to strike."""
    mine = value(a1=at(10), b1=NEAR) - value(a1=at(10, dice=(4, 6)), b1=NEAR)
    theirs = value(a1=at(10), b1={**NEAR, "dice": (4, 6)}) - value(a1=at(10), b1=NEAR)
    idle = value(a1=at(10), b1=FAR) - value(a1=at(10, dice=(4, 6)), b1=FAR)
    assert theirs > mine > 10 * idle > 0


def test_how_a_state_stands_is_the_same_seen_from_both_sides() -> None:
    """Equals with the same dice are even, whether these are new or spent: lines may end before or after the deal."""
    for dice in ((4, 6, 8), ()):
        even = Field({"a1": at(10, dice=dice), "b1": {**NEAR, "dice": dice}}).state
        assert standing(even, "a") == standing(even, "b") == 0
    assert worth(Field({"a1": at(10), "b1": NEAR}).state, "a") < 0, "a seat that asks for itself fears the enemy's dice"
    ahead = Field({"a1": at(10), "b1": {**NEAR, "life": 4}}).state
    assert standing(ahead, "a") == -standing(ahead, "b") > 0


def test_conditions_cost_what_they_take() -> None:
    """Terror takes two dice of three, fear their size, fire a point of Resistenza; frost bars a second move only."""

    def costs(condition: str) -> int:
        return value(a1=at(10), b1=FAR) - value(a1=at(10, conditions=[condition]), b1=FAR)

    assert costs("Terrorizzato") > costs("Spaventato") > costs("Gelo") > 0
    assert costs("Fuoco") > costs("Veleno") > costs("Gelo")
    lying = value(a1=at(10), b1=NEAR) - value(a1=at(10, conditions=["A Terra"]), b1=NEAR)
    assert lying > costs("A Terra"), "every attack hits it"


def test_a_die_that_a_rule_lends_counts_like_a_die() -> None:
    plain, given = value(a1=at(10), b1=NEAR), value(a1=at(10), b1=NEAR, effects=(gift("a1", ("die", 8)),))
    held = value(a1=at(10, dice=(4, 6, 8, 8)), b1=NEAR)
    assert plain < given < held, "but less, for it serves for some things only"


def test_the_dice_of_a_borrowed_figure_are_those_of_who_orders_it() -> None:
    borrowed = gift("b1", ("control", "a"))
    assert value(a1=at(10), b1=NEAR, effects=(borrowed,)) > value(a1=at(10), b1=NEAR)


def test_what_a_seat_has_put_in_force_near_the_enemy_is_worth_a_little_to_it() -> None:
    for seat, sign in (("a", 1), ("b", -1)):
        change = value(a1=at(10), b1=NEAR, effects=(gift("a1", seat=seat),)) - value(a1=at(10), b1=NEAR)
        assert change * sign > 0
    assert value(a1=at(10), b1=FAR, effects=(gift("a1"),)) == value(a1=at(10), b1=FAR), "where it may come to blows"


def test_a_power_point_is_worth_less_the_nearer_its_holder_is_to_death() -> None:
    def of_a_point(life: int) -> int:
        more, less = (at(10, life=life, points=(("arcano", n),)) for n in (3, 2))
        return value(a1=more, b1=FAR) - value(a1=less, b1=FAR)

    assert of_a_point(5) > of_a_point(1) > 0


def test_who_does_nothing_more_loses_its_dice() -> None:
    armed = Field({"a1": at(10), "b1": NEAR}).state
    bare = Field({"a1": at(10, dice=()), "b1": NEAR}).state
    assert idle_worth(armed, "a") == idle_worth(bare, "a") == worth(bare, "a")


def test_quick_weighs_an_answer_within_an_action() -> None:
    """Two wounds for a better die, or one: a fighter that would die of two takes one."""
    frenzy = {
        "kind": "AG",
        "do": [{"choose": "number", "lo": 1, "hi": 2, "as": "n"}, {"damage": "n", "to": "me", "as_own": True}],
    }
    field = trial({"Sangue": frenzy}, {"a1": at(10, abilities=["Sangue"], life=2), "b1": NEAR})
    field.act("a1", "ability", "Sangue")
    assert field.asked == "choose" and field.offered() == (1, 2)
    assert player("quick", 1).answer(field.game, "a") == 1


def test_quick_does_not_do_the_same_free_thing_for_ever() -> None:
    """A die for nothing, as often as one likes."""
    made = {"Sorgente": {"kind": "AG", "do": [{"grant_die": 8, "to": "me"}]}}
    field = trial(made, {"a1": at(10, abilities=["Sorgente"], dice=(), cost=10), "b1": {**NEAR, "cost": 10}})
    quick = player("quick", 1)
    first = [quick.answer(field.game, "a") for _ in range(5)]
    spring = ("a1", "ability", "Sorgente")
    assert first == [spring] * 3 + [("pass",)] * 2


@pytest.mark.parametrize("friendly", [True, False])
def test_the_quick_instinct_gives_to_all_friends_and_to_no_friend_what_strikes_enemies(friendly: bool) -> None:
    among = "around(me, 10)" if not friendly else "friends(me, 10)"
    made = {"Dono": {"kind": "A", "targets": [{"some": among, "as": "them"}], "do": [{"heal": 1, "to": "them"}]}}
    others = {"a2": at(10, 14), "a3": at(14, 14), **({} if friendly else {"b2": at(14, 10)})}
    field = trial(made, {"a1": at(10, abilities=["Dono"]), **others, "b1": FAR})
    field.act("a1", "ability", "Dono", die=6)
    assert field.asked == "aim_some"
    answer = player("instinct", 1).answer(field.game, "a")
    assert {key for key in answer if key != "done"} == ({"a2", "a3"} if friendly else {"b2"})


def test_quick_burns_an_enemy_rather_than_jump_about() -> None:
    """A dart of fire at an enemy out of every other reach."""
    field = caster("CDC-PW-014", b1=at(30, cost=10), me={"cost": 10})
    answer = player("quick", 3).answer(field.game, "a")
    assert answer[:4] == ("a1", "power", "CDC-PW-014", "b1")


def test_the_same_wound_weighs_more_on_who_will_be_struck_down_first() -> None:
    """Two of 10 PR and Resistenza 5: fresh they last 5 and 10, which is worth their 20 PR. All that is taken from the
    first is taken from both; what is taken from the second, from it alone.
    """

    def company(first: int, second: int) -> int:
        two = {"a1": {**at(10), "life": first}, "a2": {**at(14), "life": second}}
        return value(**{name: {**it, "dice": ()} for name, it in two.items()}, b1={**FAR, "dice": ()})

    fresh = company(5, 5)
    assert fresh - company(2, 5) == 2 * 3 * 10 * 20_000 // 150, "both go sooner by three"
    assert company(2, 5) - company(1, 5) > company(2, 5) - company(2, 4), "one wound, on the first and on the other"


WALL = {"id": "wall", "name": "Muro", "rect": [20, 5, 1, 10], "height": 6, "crossing": "impassable"}
BOWMAN = {"ranged": ("CDC-EQ-22",), "cost": 10}


def test_a_shooter_is_at_its_work_where_it_sees_an_enemy() -> None:
    """Beside the end of a wall it sees past it, behind it it sees nothing and has a way to go (CDC-ACT-05.5)."""

    def of(x: float, y: float) -> tuple[int, int]:
        field = Field({"a1": {**at(x, y), **BOWMAN}, "b1": {**at(40), "cost": 10}}, terrain=[WALL])
        state = field.state
        armed = worth(state, "a")
        state.figures["a1"].dice = ()
        return distance_to_work(state, state.figures["a1"]), armed - worth(state, "a")

    (behind, unseen), (beside, seen) = of(12, 10), of(12, 30)
    assert behind > 20 * CM and beside == 0
    assert seen > 10 * unseen > 0, "dice that can be shot with, and dice that cannot"
