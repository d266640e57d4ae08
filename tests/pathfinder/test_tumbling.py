"""Acrobatics: past foes who threaten, through their squares, over pits and down from heights."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.events import OpportunityGiven, Stopped
from arbitro.rulesets.pathfinder.events_blows import CheckMade
from arbitro.rulesets.pathfinder.tumbling import tumble_dc, tumble_reach
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}
CORRIDOR = ["............"]


def meeting(party: dict, foes: dict, **more: object) -> Field:
    """A field on which the foes have had their first turn, so that nobody is caught unready."""
    field = Field(party, foes, order=(*foes, *party), **more)  # type: ignore[arg-type]
    field.end(*foes)
    return field


def dcs(field: Field) -> list[tuple[str, int, bool]]:
    """Skill checks made so far: of what, against what, passed or not."""
    return [(event.what, event.dc, event.passed) for event in field.all(CheckMade)]


@pytest.mark.rule("PF-SKL-07.1", "PF-SKL-07.2")
def test_past_a_foe_at_half_speed_without_an_opportunity() -> None:
    field = meeting({"a1": {"at": "c3"}}, {"b1": {"at": "d3", **SWORD}}, dice=[10])
    assert "g3" not in field.offered("a1", "tumble", "slowly"), "three squares of nine metres, round the foe"
    field.act("a1", "tumble", "slowly", "e4")
    assert dcs(field) == [("acrobazia", 10, True)]
    assert field.at("a1") == "e4" and field.figure("a1").walked == 4, "each square counts twice"
    assert not field.all(OpportunityGiven)
    field.done()


@pytest.mark.rule("PF-SKL-07.2", "PF-AOO-07.1")
def test_at_full_speed_the_dc_is_ten_higher_and_who_fails_is_struck() -> None:
    field = meeting({"a1": {"at": "c3"}}, {"b1": {"at": "d3", **SWORD}}, dice=[19, 15, 4])
    field.act("a1", "tumble", "full_speed", "c6")
    assert dcs(field) == [("acrobazia", 20, False)]
    assert field.the(OpportunityGiven).by == ("b1",) and field.at("a1") == "c3"
    field.strike("b1")
    assert field.figure("a1").hp == 16 and field.at("a1") == "c6", "a failed check loses no movement by itself"
    field.done()


@pytest.mark.rule("PF-SKL-07.1", "PF-GRID-15.1", "PF-GRID-12.1", "PF-GRID-13.1")
def test_through_a_foe_s_square_at_five_more() -> None:
    field = Field({"a1": {"at": "c1"}}, {"b1": {"at": "d1", **SWORD}}, rows=CORRIDOR, dice=[15])
    assert "e1" not in field.offered("a1", "move"), "nobody walks through a foe"
    assert "d1" not in field.offered("a1", "tumble", "slowly"), "nor does anybody stop in its square"
    field.act("a1", "tumble", "slowly", "e1")
    assert dcs(field) == [("acrobazia", 15, True)] and field.at("a1") == "e1"
    field.done()


@pytest.mark.rule("PF-SKL-07.3")
def test_who_fails_through_a_square_loses_the_move_and_is_struck() -> None:
    field = meeting({"a1": {"at": "c1"}}, {"b1": {"at": "d1", **SWORD}}, rows=CORRIDOR, dice=[14, 15, 4])
    field.act("a1", "tumble", "slowly", "e1")
    field.strike("b1")
    assert dcs(field) == [("acrobazia", 15, False)]
    assert field.at("a1") == "c1" and field.figure("a1").hp == 16
    assert (
        field.figure("a1").stride == 0 and field.figure("a1").mov == 0 and field.the(Stopped).rules == ("PF-SKL-07.3",)
    )
    field.done()


@pytest.mark.rule("PF-SKL-07.1")
def test_each_further_opponent_of_the_round_adds_two() -> None:
    foes = {"b1": {"at": "d3", **SWORD}, "b2": {"at": "b3", "forza": 14, **SWORD}}
    field = meeting({"a1": {"at": "c3"}}, foes, dice=[10, 14])
    assert tumble_reach(field.game, "a1", "slowly")[2, 4].by == ("b1", "b2")
    branch = field.game.form("a").grow(("a1", "tumble", "slowly"))
    facts = next(option.facts for option in branch.options if option.key == "c5")
    assert facts["past"] == ("b1", "b2") and facts["dcs"] == (10, 14) and facts["cost"] == 4
    field.act("a1", "tumble", "slowly", "c5")
    assert dcs(field) == [("acrobazia", 10, True), ("acrobazia", 10 + 2 + 2, True)]
    field.done()


@pytest.mark.rule("PF-SKL-07.2", "PF-GRID-19.1")
def test_not_in_armour_that_slows_and_not_through_what_fills_its_squares() -> None:
    foe = {"b1": {"at": "d3", **SWORD}}
    for armour, race, offered in (("giaco-di-maglia", "umano", True), ("cotta-di-maglia", "umano", False),
                                  ("cotta-di-maglia", "nano", True)):  # fmt: skip
        field = Field({"a1": {"at": "c3", "race": race, "forza": 18, "items": [armour], "speeds": {"terra": 6}}}, foe)
        assert ("tumble" in field.actions("a1")) is offered, (armour, race)
    cube = {"at": "d1", "abilities": ["riempie-i-quadretti"], **SWORD}
    field = Field({"a1": {"at": "c1"}}, {"b1": cube}, rows=CORRIDOR)
    assert "e1" not in field.offered("a1", "tumble", "slowly")


@pytest.mark.rule("PF-SKL-01.1", "PF-TAB-03.4")
def test_armour_and_shield_weigh_on_skills_of_the_body_alone() -> None:
    from arbitro.rulesets.pathfinder.numbers import SKILL

    items = ["cotta-di-maglia", "scudo-pesante-di-legno"]
    field = Field(
        {"a1": {"at": "a1", "forza": 16, "destrezza": 14, "saggezza": 12, "items": items}}, {"b1": {"at": "l9"}}
    )
    skills = {name: field.game.query(SKILL, it="a1", skill=name, target="").value
              for name in ("acrobazia", "scalare", "percezione")}  # fmt: skip
    assert skills == {"acrobazia": 2 - 5 - 2, "scalare": 3 - 5 - 2, "percezione": 1}


@pytest.mark.rule("PF-SKL-07.1", "PF-CMB-10.1", "PF-CMB-12.1")
def test_the_dc_is_the_defence_against_manoeuvres_as_it_is_now() -> None:
    foe = {"at": "d3", "bab": 4, "forza": 16, "destrezza": 14, "dodge": 1, **SWORD}
    field = Field({"a1": {"at": "c3"}}, {"b1": foe})
    flat = tumble_dc(field.game, "a1", "b1", "slowly", through=False, more=0)
    field.end("a1")
    assert (flat, tumble_dc(field.game, "a1", "b1", "slowly", through=False, more=0)) == (17, 20)


# --- leaps --------------------------------------------------------------------------------------------


def test_over_a_pit_the_dc_is_five_a_square_and_twice_that_from_a_stand() -> None:
    field = Field({"a1": {"at": "c1"}}, {"b1": {"at": "l1"}}, rows=["...^^......."], dice=[20])
    branch = field.game.form("a").grow(("a1", "jump"))
    assert [(option.key, option.facts["dc"]) for option in branch.options] == [("f1", 20)]
    field.act("a1", "jump", "f1")
    assert field.at("a1") == "f1" and field.figure("a1").mov == 0
    field = Field({"a1": {"at": "a1"}}, {"b1": {"at": "l1"}}, rows=["...^^......."], dice=[10])
    field.act("a1", "move", "c1")
    field.act("a1", "jump", "f1")
    assert field.at("a1") == "f1" and field.figure("a1").stride == 1, "two squares of run-up, three of leap"
    field.done()


@pytest.mark.rule("PF-FEAT-07.2")
def test_a_trained_runner_leaps_farther_after_a_run_up() -> None:
    for feats, out in (([], "d1"), (["correre"], "f1")):
        field = Field({"a1": {"at": "a1", "feats": feats}}, {"b1": {"at": "l1"}}, rows=["...^^......."],
                      dice=[6] if feats else [6, 3])  # fmt: skip
        field.act("a1", "move", "c1")
        field.act("a1", "jump", "f1")
        assert field.at("a1") == out
        field.done()


@pytest.mark.rule("PF-TAB-23.1")
def test_who_leaps_short_falls_into_the_pit_and_has_to_climb_out() -> None:
    field = Field({"a1": {"at": "c1"}}, {"b1": {"at": "l1"}}, rows=["...^^......."], dice=[19, 4])
    field.act("a1", "jump", "f1")
    assert field.at("a1") == "d1" and field.figure("a1").hp == 16, "3 m deep"
    assert field.figure("a1").has("prono")
    field.act("a1", "stand")
    field.end("a1", "b1")
    assert not {"c1", "f1"} & set(field.offered("a1", "move"))
    assert "c1" in field.offered("a1", "climb")
    field.done()


@pytest.mark.rule("PF-TAB-23.1", "PF-TAB-23.2")
@pytest.mark.parametrize(("check", "dice", "hp", "nonlethal"), [(14, [3, 4], 16, 3), (15, [5], 20, 5)])
def test_a_jump_down_of_six_metres(check: int, dice: list[int], hp: int, nonlethal: int) -> None:
    field = Field({"a1": {"at": "c1"}}, {"b1": {"at": "l1"}}, rows=CORRIDOR, ground={"heights": {"c1": 4}},
                  dice=[check, *dice])  # fmt: skip
    field.act("a1", "jump_down", "d1")
    figure = field.figure("a1")
    assert (field.at("a1"), figure.hp, figure.nonlethal) == ("d1", hp, nonlethal)
    assert figure.has("prono") is (hp < 20), "lethal damage of a fall leaves one lying"
    field.done()
