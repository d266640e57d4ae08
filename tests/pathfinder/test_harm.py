"""Hit points: disabled, dying, stable, dead, nonlethal and temporary hit points, healing."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.asks import Ruling
from arbitro.rulesets.pathfinder.events import RefereeSet, TurnPassed
from arbitro.rulesets.pathfinder.events_blows import BleedChanged, Hurt, StabilisationTried, TemporaryChanged
from arbitro.rulesets.pathfinder.events_bonds import Died
from arbitro.rulesets.pathfinder.harm import heal, stabilise, suffer
from arbitro.rulesets.pathfinder.lookups import helpless, suffers
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}


def fallen(dice: list[int], hp: int = -3, **more: Any) -> Field:
    """b1 begins with so many hit points; b2 keeps the fight going; a1 acts first, then b1."""
    late = {"initiative": 5} if hp < 0 else {}  # the helpless roll initiative with Dexterity 0
    foes = {"b1": {"at": "d3", "hp": 20, "hp_now": hp, **late, **more}, "b2": {"at": "l9"}}
    return Field({"a1": {"at": "c3", **SWORD}}, foes, dice=dice)


def drain(flow: Any) -> None:
    """Run a flow that asks nothing."""
    for _ in flow:
        raise AssertionError("nothing is asked here")


# --- what hit points mean -----------------------------------------------------------------------------


@pytest.mark.rule("PF-HP-01.1", "PF-HP-05.1", "PF-HP-07.1", "PF-CND-03.1", "PF-CND-03.2")
def test_at_0_one_is_disabled_and_has_one_action() -> None:
    field = fallen([], 0)
    field.end("a1")
    assert field.figure("b1").has("inabile") and suffers(field.game, "b1", "barcollante")
    assert (field.figure("b1").std, field.figure("b1").mov, field.figure("b1").swf) == (1, 0, 1)
    assert "full_attack" not in field.actions("b1")


@pytest.mark.rule("PF-HP-07.2", "PF-HP-07.3", "PF-HP-07.4")
def test_a_standard_action_of_the_disabled_costs_a_point_a_move_does_not() -> None:
    field = fallen([], 0)
    field.end("a1")
    field.act("b1", "move", "e3")
    field.let_go()
    assert field.figure("b1").hp == 0 and field.figure("b1").has("inabile")
    field = fallen([2, 1], 0, items=["spada-lunga"])
    field.end("a1")
    field.act("b1", "attack", "spada-lunga", "a1")
    assert field.figure("b1").hp == -1 and field.figure("b1").has("morente")


@pytest.mark.rule("PF-HP-01.2", "PF-HP-05.2", "PF-HP-08.1", "PF-CND-14.1", "PF-CND-14.2")
def test_below_0_one_is_dying_and_helpless() -> None:
    field = fallen([15, 8], 5)
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.figure("b1").hp == -3 and field.figure("b1").has("morente") and field.figure("b1").has("prono")
    assert helpless(field.game, "b1") and suffers(field.game, "b1", "privo-di-sensi")


@pytest.mark.rule("PF-HP-01.3", "PF-HP-05.3", "PF-HP-09.1")
@pytest.mark.parametrize(("constitution", "dead"), [(10, True), (11, False)])
def test_death_comes_at_minus_the_constitution_score(constitution: int, dead: bool) -> None:
    field = fallen([15, 8, 10], -2, costituzione=constitution)
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.figure("b1").hp == -10
    assert bool(field.all(Died)) == dead


@pytest.mark.rule("PF-HP-02.1")
def test_above_0_wounds_do_not_hinder() -> None:
    field = fallen([], 1)
    field.end("a1")
    assert (field.figure("b1").std, field.figure("b1").mov) == (1, 1) and not field.figure("b1").conditions


@pytest.mark.rule("PF-HP-06.1", "PF-HP-06.2", "PF-HP-06.3")
def test_massive_damage_is_a_save_or_death_where_the_table_wants_it() -> None:

    def after(amount: int, dice: list[int], option: bool = True) -> str:
        foes = {"b1": {"at": "d3", "hp": 100, "hp_now": 90}, "b2": {"at": "l9"}}
        field = Field({"a1": {"at": "c3"}}, foes, dice=dice, options={"massive_damage": option})
        drain(suffer(field.game, "b1", amount, "tagliente", single=True))
        field.done()
        return field.figure("b1").status

    assert after(50, [14]) == "dead" and after(50, [15]) == "in"
    assert after(49, []) == "in" and after(50, [], option=False) == "in"


# --- stabilising --------------------------------------------------------------------------------------


@pytest.mark.rule("PF-HEAL-01.1", "PF-HEAL-01.2", "PF-HEAL-01.5")
@pytest.mark.parametrize(("face", "hp", "stable"), [(13, -3, True), (12, -4, False)])
def test_a_dying_creature_tries_to_stabilise_on_its_count(face: int, hp: int, stable: bool) -> None:
    field = fallen([face])
    field.end("a1")
    assert field.figure("b1").hp == hp and field.figure("b1").stable == stable
    assert field.the(StabilisationTried).passed == stable
    field.done()


@pytest.mark.rule("PF-HEAL-02.1", "PF-HEAL-01.3", "PF-CND-19.1")
def test_20_always_stabilises_and_the_stable_roll_no_more() -> None:
    field = fallen([20], -9)
    field.end("a1", "b2", "a1", "b2")
    assert field.figure("b1").stable and len(field.all(StabilisationTried)) == 1
    assert field.figure("b1").has("stabile") and helpless(field.game, "b1")


@pytest.mark.rule("PF-HP-08.2", "PF-HEAL-02.2", "PF-HEAL-01.7")
def test_each_failed_check_costs_one_point_and_there_is_one_a_round() -> None:
    field = fallen([2, 2, 2])
    for _ in range(3):
        field.end("a1", "b2")
    assert field.figure("b1").hp == -6 and len(field.all(StabilisationTried)) == 3


@pytest.mark.rule("PF-HEAL-01.4", "PF-HEAL-01.6")
def test_who_falls_after_its_count_tries_at_the_end_of_the_round() -> None:
    foes = {"b1": {"at": "d3", "hp_now": 5}, "b2": {"at": "l9"}}
    field = Field({"a1": {"at": "c3", **SWORD}}, foes, dice=[15, 8, 2, 2], order=("b1", "a1", "b2"))
    field.end("b1")
    field.act("a1", "attack", "spada-lunga", "b1")
    field.end("a1")
    assert field.figure("b1").hp == -3
    field.end("b2")
    assert field.figure("b1").hp == -4 - 1, "once at the end of the round, then on its count of the next one"
    assert field.state.round == 2


@pytest.mark.rule("PF-HEAL-01.8")
def test_with_the_published_option_the_first_check_waits_for_the_next_turn() -> None:
    foes = {"b1": {"at": "d3", "hp_now": 5}, "b2": {"at": "l9"}}
    field = Field({"a1": {"at": "c3", **SWORD}}, foes, dice=[15, 8, 2], order=("b1", "a1", "b2"),
                  options={"published_first_check": True})  # fmt: skip
    field.end("b1")
    field.act("a1", "attack", "spada-lunga", "b1")
    field.end("a1", "b2")
    assert field.figure("b1").hp == -4 and field.state.round == 2
    field.done()


@pytest.mark.rule("PF-HEAL-03.1", "PF-HEAL-03.2", "PF-CND-17.1")
def test_whoever_bleeds_cannot_stabilise() -> None:
    field = fallen([], -3, bleed=2)
    field.end("a1")
    assert field.figure("b1").hp == -3 - 2 - 1 and not field.the(StabilisationTried).passed
    assert [event.amount for event in field.all(Hurt)] == [2, 1]


@pytest.mark.rule("PF-INI-07.1", "PF-HEAL-02.3")
def test_the_fallen_keep_their_count_and_do_nothing_on_it() -> None:
    field = fallen([20])
    field.end("a1")
    assert field.the(TurnPassed).it == "b1" and field.state.turn == "b2"
    assert field.state.order == ("a1", "b1", "b2")


# --- healing ------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-HEAL-04.2", "PF-HEAL-05.1", "PF-HEAL-05.2", "PF-HP-07.5", "PF-HEAL-12.1")
@pytest.mark.parametrize(
    ("points", "conditions"), [(2, {"stabile", "prono"}), (3, {"inabile", "prono"}), (4, {"prono"})]
)
def test_any_healing_stops_dying_and_enough_of_it_wakes(points: int, conditions: set[str]) -> None:
    field = fallen([], -3)
    drain(heal(field.game, "b1", points, ("PF-HEAL-12.1",)))
    assert field.figure("b1").hp == -3 + points
    assert set(field.figure("b1").conditions) - {"prono"} == conditions - {"prono"}


@pytest.mark.rule("PF-HEAL-04.1")
def test_first_aid_stops_the_losses_without_healing() -> None:
    field = fallen([], -3)
    drain(stabilise(field.game, "b1", ("PF-HEAL-04.1",)))
    assert field.figure("b1").hp == -3 and field.figure("b1").has("stabile")


@pytest.mark.rule("PF-HEAL-09.1", "PF-HEAL-12.2", "PF-NL-08.1", "PF-CND-17.2")
def test_healing_stops_at_the_maximum_and_takes_nonlethal_damage_and_bleeding_along() -> None:
    field = fallen([], 15, nonlethal=4, bleed=2)
    drain(heal(field.game, "b1", 8, ("PF-HEAL-12.1",)))
    figure = field.figure("b1")
    assert (figure.hp, figure.nonlethal, figure.bleed) == (20, 0, 0)
    assert field.the(BleedChanged).amount == 0


# --- nonlethal damage ---------------------------------------------------------------------------------


@pytest.mark.rule("PF-NL-01.1", "PF-NL-01.4", "PF-NL-01.5", "PF-NL-04.1", "PF-NL-05.1")
def test_as_much_nonlethal_damage_as_hit_points_staggers_and_more_knocks_out() -> None:
    field = fallen([], 10)
    drain(suffer(field.game, "b1", 10, "contundente", nonlethal=True))
    assert field.figure("b1").hp == 10 and suffers(field.game, "b1", "barcollante")
    drain(suffer(field.game, "b1", 1, "contundente", nonlethal=True))
    assert field.figure("b1").has("tramortito") and helpless(field.game, "b1")


@pytest.mark.rule("PF-NL-04.2")
def test_the_staggering_ends_when_hit_points_exceed_it_again() -> None:
    field = fallen([], 10)
    drain(suffer(field.game, "b1", 10, "contundente", nonlethal=True))
    drain(heal(field.game, "b1", 1, ("PF-HEAL-12.1",)))
    assert not field.figure("b1").conditions


@pytest.mark.rule("PF-NL-06.1", "PF-NL-06.2")
def test_beyond_the_maximum_nonlethal_damage_wounds_all_but_the_regenerating() -> None:
    field = fallen([], 20)
    drain(suffer(field.game, "b1", 25, "contundente", nonlethal=True))
    assert (field.figure("b1").nonlethal, field.figure("b1").hp) == (20, 15)
    field = fallen([], 20, regeneration=3)
    drain(suffer(field.game, "b1", 25, "contundente", nonlethal=True))
    assert (field.figure("b1").nonlethal, field.figure("b1").hp) == (25, 20)


# --- temporary hit points, reduction ------------------------------------------------------------------


@pytest.mark.rule("PF-HP-10.1", "PF-HP-10.3")
def test_temporary_hit_points_go_first() -> None:
    field = fallen([], 20)
    field.game.do(TemporaryChanged(it="b1", temp=(("PF-HP-10", 5),), rules=("PF-HP-10.1",)))
    drain(suffer(field.game, "b1", 3, "tagliente"))
    assert (field.figure("b1").temp, field.figure("b1").hp) == ((("PF-HP-10", 2),), 20)
    drain(suffer(field.game, "b1", 6, "tagliente"))
    assert (field.figure("b1").temp, field.figure("b1").hp) == ((), 16)
    drain(heal(field.game, "b1", 10, ("PF-HEAL-12.1",)))
    assert field.figure("b1").temp == ()


@pytest.mark.parametrize(("type_", "hp"), [("fuoco", 15), ("freddo", 5), ("acido", 20), ("elettricita", 10)])
def test_immunity_resistance_and_weakness_change_energy_damage(type_: str, hp: int) -> None:
    field = fallen([], 20, resistances={"fuoco": 5}, weak=["freddo"], immune=["acido"])
    drain(suffer(field.game, "b1", 10, type_))
    assert field.figure("b1").hp == hp


def test_damage_reduction_yields_to_what_overcomes_it() -> None:
    def left(item: Any, **more: Any) -> int:
        foes = {"b1": {"at": "d3", "reduction": 5, **more}, "b2": {"at": "l9"}}
        field = Field({"a1": {"at": "c3", "items": [item]}}, foes, dice=[15, 8])
        field.act("a1", "attack", "spada-lunga", "b1")
        return field.figure("b1").hp

    assert left("spada-lunga") == 17
    assert left("spada-lunga", reduction_but=["tagliente"]) == 12
    assert left({"thing": "spada-lunga", "bonus": 1}, reduction_but=["magia"]) == 20 - 9
    assert left({"thing": "spada-lunga", "bonus": 1}, reduction_but=["argento"]) == 20 - 4


def test_what_the_referee_sets_has_its_consequences() -> None:
    field = fallen([20], 20)
    event = RefereeSet(it="b1", field="hp", value=-4, rules=("PF-HP-03.1",))
    field.game.rule(Ruling(kind="edit", note="a boulder", events=(event,)))
    assert field.figure("b1").has("stabile") and field.figure("b1").hp == -4
