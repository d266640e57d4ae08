"""Combat manoeuvres: the shared roll, trip, disarm, sunder, bull rush in chains, overrun (PF-CMB to PF-BLR)."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.events_blows import AttackRolled, ManoeuvreRolled
from arbitro.rulesets.pathfinder.events_things import ItemChanged, ItemLost, PickedUp
from arbitro.rulesets.pathfinder.numbers import CMB, CMD_OF
from tests.pathfinder.field import Field

HERO = {"at": "c3", "forza": 14, "bab": 3}
"""CMB 3 + 2 = 5."""
SURE = ["sbilanciare-migliorato", "disarmare-migliorato", "spezzare-migliorato", "spingere-migliorato"]


def hero(**more: object) -> dict[str, object]:
    """Somebody who manoeuvres without provoking."""
    return {**HERO, "feats": SURE, **more}


# --- the roll -----------------------------------------------------------------------------------------


@pytest.mark.rule("PF-CMB-02.1", "PF-CMB-02.2", "PF-CMB-10.1")
@pytest.mark.parametrize(("size", "by"), [("piccola", -1), ("media", 0), ("grande", 1), ("colossale", 8)])
def test_strength_base_attack_and_size_make_the_bonus_and_the_defence(size: str, by: int) -> None:
    field = Field({"a1": {"at": "a1", "size": size, "forza": 16, "destrezza": 14, "bab": 4}}, {"b1": {"at": "j9"}})
    bonus = field.game.query(CMB, actor="a1", target="b1", manoeuvre="trip", weapon="", also=())
    defence = field.game.query(CMD_OF, target="a1", actor="b1", manoeuvre="trip")
    assert bonus.value == 4 + 3 + by
    assert defence.value == 10 + 4 + 3 + 2 + by


@pytest.mark.rule("PF-CMB-03.1")
def test_the_tiny_use_dexterity() -> None:
    field = Field({"a1": {"at": "a1", "size": "minuscola", "forza": 2, "destrezza": 18}}, {"b1": {"at": "j9"}})
    assert field.game.query(CMB, actor="a1", target="b1", manoeuvre="trip", weapon="", also=()).value == 4 - 2


@pytest.mark.rule("PF-CMB-06.1", "PF-CMB-06.2")
def test_the_target_strikes_first_and_what_it_deals_is_taken_off() -> None:
    foe = {"at": "d3", "items": ["spada-lunga"]}
    field = Field({"a1": HERO}, {"b1": foe}, dice=[15, 6, 10], order=("b1", "a1"))
    field.end("b1")
    field.act("a1", "trip", "senz-armi", "b1")
    field.answer(("PF-CORE", "b1"))
    made = field.the(ManoeuvreRolled)
    assert field.figure("a1").hp == 20 - 6
    assert made.bonus.value == 5 - 6 and not made.passed  # 10 - 1 against DMC 10
    field.done()


@pytest.mark.rule("PF-TRP-01.2")
def test_with_the_feat_nobody_strikes_first() -> None:
    field = Field({"a1": hero()}, {"b1": {"at": "d3", "items": ["spada-lunga"]}}, dice=[10])
    field.act("a1", "trip", "senz-armi", "b1")
    assert field.all(AttackRolled) == []
    assert field.figure("b1").has("prono")
    field.done()


@pytest.mark.rule("PF-CMB-07.1")
def test_who_cannot_resist_is_not_rolled_against() -> None:
    field = Field({"a1": hero()}, {"b1": {"at": "d3", "conditions": ["paralizzato"]}, "b2": {"at": "j9"}}, dice=[])
    field.act("a1", "trip", "senz-armi", "b1")
    assert field.figure("b1").has("prono")
    field.done()


@pytest.mark.rule("PF-CMB-07.2")
def test_against_the_stunned_it_is_easier() -> None:
    field = Field({"a1": hero()}, {"b1": {"at": "d3", "conditions": ["stordito"]}, "b2": {"at": "j9"}}, dice=[2])
    field.act("a1", "trip", "senz-armi", "b1")
    assert field.the(ManoeuvreRolled).bonus.value == 5 + 2 + 4  # the feat, and the stun


@pytest.mark.rule("PF-CMB-13.3", "PF-CMB-13.4")
@pytest.mark.parametrize(("face", "passed"), [(20, True), (1, False)])
def test_twenty_succeeds_and_one_fails_whatever_the_numbers(face: int, passed: bool) -> None:
    weak = {"at": "c3", "forza": 1, "feats": SURE} if passed else hero(forza=30)
    foe = {"at": "d3", "forza": 30, "bab": 12} if passed else {"at": "d3", "forza": 1}
    field = Field({"a1": weak}, {"b1": foe}, dice=[face])
    field.act("a1", "trip", "senz-armi", "b1")
    assert field.the(ManoeuvreRolled).passed is passed


@pytest.mark.rule("PF-CMB-09.1", "PF-CMB-08.2")
def test_what_hinders_attacks_hinders_manoeuvres() -> None:
    field = Field({"a1": hero(conditions=["scosso"])}, {"b1": {"at": "d3"}}, dice=[4])
    field.act("a1", "trip", "senz-armi", "b1")
    assert field.the(ManoeuvreRolled).bonus.value == 7 - 2


@pytest.mark.rule("PF-CMB-05.2")
def test_a_trip_takes_the_place_of_one_attack_of_several() -> None:
    field = Field({"a1": hero(bab=6, items=["spada-lunga"])}, {"b1": {"at": "d3"}}, dice=[1, 9])
    field.act("a1", "full_attack", "spada-lunga", "spada-lunga", "b1")
    field.act("a1", "trip", "spada-lunga", "b1")
    assert field.the(ManoeuvreRolled).bonus.value == 6 + 2 + 2 - 5
    assert field.figure("b1").has("prono")


@pytest.mark.rule("PF-CMB-05.2")
def test_a_manoeuvre_takes_the_place_of_an_attack_of_opportunity() -> None:
    foe = {"at": "d3", "items": ["falcetto"], "feats": SURE}
    field = Field({"a1": {"at": "c3"}}, {"b1": foe}, dice=[12], order=("b1", "a1"))
    field.end("b1")
    field.act("a1", "move", "a3")
    field.answer(("PF-CMB-05", "b1"))
    assert field.figure("a1").has("prono") and field.at("a1") == "c3"
    field.done()


# --- trip ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-TRP-02.2")
def test_who_fails_by_ten_goes_down() -> None:
    field = Field({"a1": hero()}, {"b1": {"at": "d3", "forza": 20, "bab": 2}}, dice=[0 + 2])
    field.act("a1", "trip", "senz-armi", "b1")
    assert not field.figure("a1").has("prono")  # 2 + 7 = 9 against 17
    field = Field({"a1": hero()}, {"b1": {"at": "d3", "forza": 20, "bab": 4}}, dice=[2])
    field.act("a1", "trip", "senz-armi", "b1")
    assert field.figure("a1").has("prono")  # 9 against 19


@pytest.mark.rule("PF-TAB-10.3")
def test_a_weapon_made_for_tripping_may_be_dropped_instead() -> None:
    foe = {"at": "d3", "forza": 20, "bab": 4}
    field = Field({"a1": hero(items=["falcetto"])}, {"b1": foe}, dice=[2])
    field.act("a1", "trip", "falcetto", "b1")
    field.answer("let_go")
    assert not field.figure("a1").has("prono")
    assert field.the(ItemLost).item.thing == "falcetto"


@pytest.mark.rule("PF-TRP-02.3")
def test_legs_beyond_two_steady() -> None:
    field = Field({"a1": hero()}, {"b1": {"at": "d3", "legs": 8}}, dice=[10])
    field.act("a1", "trip", "senz-armi", "b1")
    assert field.the(ManoeuvreRolled).cmd.value == 10 + 12


@pytest.mark.rule("PF-TRP-02.4", "PF-TRP-01.1", "PF-CND-12.3")
@pytest.mark.parametrize(
    "foe", [{"legs": 0}, {"type": "melma"}, {"size": "enorme"}, {"conditions": ["incorporeo"]}], ids=str
)  # fmt: skip
def test_some_cannot_be_tripped(foe: dict[str, object]) -> None:
    field = Field({"a1": hero()}, {"b1": {"at": "d3", **foe}})
    assert "trip" not in field.actions("a1")
    assert field.refusal(("a1", "trip", "senz-armi", "b1")) is not None


# --- disarm and sunder --------------------------------------------------------------------------------


@pytest.mark.rule("PF-DIS-02.1")
def test_the_chosen_thing_falls() -> None:
    field = Field({"a1": hero(items=["mazza-leggera"])}, {"b1": {"at": "d3", "items": ["spada-lunga"]}}, dice=[4])
    field.act("a1", "disarm", "mazza-leggera", "b1", "spada-lunga")
    assert field.the(ItemLost).item.thing == "spada-lunga"
    assert field.figure("b1").held == ()


@pytest.mark.rule("PF-DIS-02.2")
def test_by_ten_both_hands_are_emptied() -> None:
    foe = {"at": "d3", "items": [{"thing": "spada-lunga", "held": True}, {"thing": "pugnale", "held": True}]}
    field = Field({"a1": hero(items=["mazza-leggera"])}, {"b1": foe}, dice=[13])
    field.act("a1", "disarm", "mazza-leggera", "b1", "pugnale")
    assert [lost.item.thing for lost in field.all(ItemLost)] == ["pugnale", "spada-lunga"]


@pytest.mark.rule("PF-DIS-02.3")
def test_who_fails_by_ten_loses_the_own_weapon() -> None:
    foe = {"at": "d3", "items": ["spada-lunga"], "forza": 20, "bab": 4}
    field = Field({"a1": hero(items=["mazza-leggera"])}, {"b1": foe}, dice=[2])
    field.act("a1", "disarm", "mazza-leggera", "b1", "spada-lunga")
    assert [(e.it, e.item.thing) for e in field.all(ItemLost)] == [("a1", "mazza-leggera")]


@pytest.mark.rule("PF-DIS-03.1", "PF-DIS-03.2")
def test_bare_hands_take_the_thing_but_find_it_harder() -> None:
    field = Field({"a1": hero()}, {"b1": {"at": "d3", "items": ["spada-lunga"]}}, dice=[10])
    field.act("a1", "disarm", "senz-armi", "b1", "spada-lunga")
    assert field.the(ManoeuvreRolled).bonus.value == 7 - 4
    assert field.the(PickedUp).it == "a1" and field.the(PickedUp).item.thing == "spada-lunga"
    assert field.figure("a1").held == (field.the(PickedUp).item.no,) and field.state.lying == ()


@pytest.mark.rule("PF-SND-02.1", "PF-SND-02.2", "PF-TAB-12.1")
def test_what_hardness_does_not_stop_breaks_a_thing() -> None:
    """A dagger: hardness 10, 2 hit points; 9 + 2 of Strength leaves it at half."""
    field = Field({"a1": hero(items=["spadone"])}, {"b1": {"at": "d3", "items": ["pugnale"]}}, dice=[10, 5, 3])
    field.act("a1", "sunder", "spadone", "b1", "pugnale")
    changed = field.the(ItemChanged)
    assert (changed.what, changed.item.lost) == ("broken", 5 + 3 + 3 - 10)


@pytest.mark.rule("PF-SND-02.3")
@pytest.mark.parametrize("choice", ["destroy", "spare"])
def test_who_breaks_a_thing_may_spare_it(choice: str) -> None:
    field = Field({"a1": hero(items=["spadone"])}, {"b1": {"at": "d3", "items": ["pugnale"]}}, dice=[10, 6, 6])
    field.act("a1", "sunder", "spadone", "b1", "pugnale")
    field.answer(choice)
    left = [item.lost for item in field.figure("b1").items]
    assert left == ([] if choice == "destroy" else [1])


# --- bull rush ----------------------------------------------------------------------------------------


@pytest.mark.rule("PF-BLR-02.1")
@pytest.mark.parametrize(("face", "square"), [(3, "e3"), (8, "f3"), (13, "g3")])
def test_every_five_points_push_one_square_farther(face: int, square: str) -> None:
    field = Field({"a1": hero()}, {"b1": {"at": "d3"}}, dice=[face])
    field.act("a1", "bull_rush", "b1")
    if field.asked == "follow":
        field.answer(0)
    assert field.at("b1") == square and field.at("a1") == "c3"


@pytest.mark.rule("PF-BLR-02.2")
def test_the_pusher_may_go_along() -> None:
    field = Field({"a1": hero()}, {"b1": {"at": "d3"}}, dice=[8])
    field.act("a1", "bull_rush", "b1")
    field.answer(2)
    assert (field.at("a1"), field.at("b1")) == ("e3", "f3")


@pytest.mark.rule("PF-BLR-03.3")
def test_nobody_is_pushed_into_a_wall() -> None:
    rows = ["............"] * 7 + [".....#......"] + ["............"] * 2
    field = Field({"a1": hero()}, {"b1": {"at": "d3"}}, dice=[20], rows=rows)
    field.act("a1", "bull_rush", "b1")
    field.answer(0)
    assert field.at("b1") == "e3"


@pytest.mark.rule("PF-BLR-04.1", "PF-BLR-04.2", "PF-BLR-05.1")
def test_a_goblin_pushed_into_a_goblin() -> None:
    """Three squares for the first, one of them free; the second roll would go four: both go two on (line 1681)."""
    goblins = {"b1": {"at": "d3"}, "b2": {"at": "f3"}}
    field = Field({"a1": hero(bab=5)}, goblins, dice=[11, 20])
    field.act("a1", "bull_rush", "b1")
    field.answer(0)
    first, second = field.all(ManoeuvreRolled)
    assert (first.beyond, second.bonus.value) == (10, first.bonus.value - 4)
    assert second.beyond >= 15 - 4
    assert (field.at("b1"), field.at("b2")) == ("g3", "h3")


@pytest.mark.rule("PF-BLR-04.1")
def test_a_second_goblin_that_stands_stops_both() -> None:
    field = Field({"a1": hero()}, {"b1": {"at": "d3"}, "b2": {"at": "e3"}}, dice=[13, 2])
    field.act("a1", "bull_rush", "b1")
    assert (field.at("b1"), field.at("b2")) == ("d3", "e3")


@pytest.mark.rule("PF-CHG-09.3")
def test_a_charge_may_end_in_a_push() -> None:
    field = Field({"a1": {**hero(), "at": "c3"}}, {"b1": {"at": "h3"}}, dice=[6])
    field.act("a1", "charge", "bull_rush", "b1")
    assert field.the(ManoeuvreRolled).bonus.value == 7 + 2
    field.answer(1)
    assert (field.at("a1"), field.at("b1")) == ("h3", "j3")


# --- overrun ------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-OVR-01.1", "PF-OVR-03.1", "PF-OVR-03.2")
@pytest.mark.parametrize(("face", "prone"), [(5, False), (10, True)])
def test_running_through_somebody(face: int, prone: bool) -> None:
    field = Field({"a1": HERO}, {"b1": {"at": "d3"}}, dice=[face])
    field.act("a1", "overrun", "b1", "e3")
    field.answer("stand")
    assert field.at("a1") == "e3" and field.figure("b1").has("prono") is prone


@pytest.mark.rule("PF-OVR-02.1")
def test_who_fails_stops_in_front() -> None:
    field = Field({"a1": HERO}, {"b1": {"at": "d3"}}, dice=[2])
    field.act("a1", "overrun", "b1", "e3")
    field.answer("stand")
    assert field.at("a1") == "c3" and field.figure("a1").stride == 0


@pytest.mark.rule("PF-OVR-02.2")
def test_the_target_may_step_aside() -> None:
    field = Field({"a1": HERO}, {"b1": {"at": "d3"}}, dice=[])
    field.act("a1", "overrun", "b1", "e3")
    field.answer("avoid")
    assert field.at("a1") == "e3" and field.at("b1") == "d3" and field.all(ManoeuvreRolled) == []


@pytest.mark.rule("PF-OVR-03.3")
def test_legs_steady_against_being_run_over() -> None:
    field = Field({"a1": HERO}, {"b1": {"at": "d3", "legs": 4}}, dice=[9])
    field.act("a1", "overrun", "b1", "e3")
    field.answer("stand")
    assert field.the(ManoeuvreRolled).cmd.value == 10 + 4
