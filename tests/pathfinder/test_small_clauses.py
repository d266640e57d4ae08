"""Clauses that stand alone: uncanny dodge, slow creatures, sorts of feats, ability damage, improved cover, falls."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.events import OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import Hurt, SaveMade
from arbitro.rulesets.pathfinder.falls import fall
from arbitro.rulesets.pathfinder.lookups import modifier, score_of
from arbitro.rulesets.pathfinder.verbs import hurt_ability
from tests.pathfinder.field import Field
from tests.pathfinder.test_magic import mage

SWORD = {"items": ["spada-lunga"]}


@pytest.mark.rule("PF-INI-05.3", "PF-INI-06.1")
@pytest.mark.parametrize(("abilities", "by"), [(["schivare-prodigioso"], ("b1",)), ([], ())])
def test_uncanny_dodge_lets_one_strike_before_one_has_acted(abilities: list[str], by: tuple[str, ...]) -> None:
    field = Field({"a1": {"at": "c3"}}, {"b1": {"at": "d3", "abilities": abilities, **SWORD}})
    field.act("a1", "move", "a3")
    assert tuple(it for event in field.all(OpportunityGiven) for it in event.by) == by


@pytest.mark.rule("PF-MISC-03.3", "PF-MISC-03.1")
def test_the_slow_need_a_move_action_for_a_single_square() -> None:
    field = Field({"a1": {"at": "c3", "speeds": {"terra": 1.5}}}, {"b1": {"at": "h3"}})
    assert "step" not in field.actions("a1")
    field.act("a1", "move", "c4")
    assert field.at("a1") == "c4" and (field.figure("a1").mov, field.figure("a1").std) == (0, 1)


@pytest.mark.rule("PF-MISC-04.1")
def test_some_feats_are_used_some_only_hold_and_some_are_not_for_combat() -> None:
    records = built_in().records
    used = [id_ for id_ in built_in().feats if any(not use.moment for use in records[id_].uses)]
    held = [id_ for id_ in built_in().feats if records[id_].always or records[id_].at]
    idle = [id_ for id_ in built_in().feats if id_ not in used and id_ not in held]
    assert "attacco-poderoso" in used and "arma-focalizzata" in held and "abilita-focalizzata" in idle
    field = Field({"a1": {"at": "c3", "bab": 1, "feats": ["attacco-poderoso", "abilita-focalizzata"], **SWORD}},
                  {"b1": {"at": "d3"}})  # fmt: skip
    assert field.offered("a1", "ability") == ("attacco-poderoso",)


@pytest.mark.rule("PF-DMG-10.1", "PF-CND-20.1", "PF-CND-20.3")
def test_ability_damage_leaves_the_score_and_drain_lowers_it() -> None:
    field = Field({"a1": {"at": "a1", "forza": 14}}, {"b1": {"at": "c1"}})
    assert not list(hurt_ability(field.game, "a1", "forza", 4, False, ("PF-CND-20.1",)))
    assert (score_of(field.game, "a1", "forza"), modifier(field.game, "a1", "forza")) == (14, 0)
    assert not list(hurt_ability(field.game, "a1", "forza", 4, True, ("PF-CND-20.3",)))
    assert (score_of(field.game, "a1", "forza"), modifier(field.game, "a1", "forza")) == (10, -2)


@pytest.mark.rule("PF-COV-13.2", "PF-COV-13.1")
@pytest.mark.parametrize(("face", "taken"), [(9, 2), (10, 0)])
def test_behind_an_arrow_slit_one_evades_as_the_best_do(face: int, taken: int) -> None:
    """Burning hands, 5 points, DC 14, +4 for the slit: half of it on a failure, nothing on a success."""
    slit = {"walls": [{"between": ["c1", "d1"], "kind": "slit"}]}
    me = mage("mani-brucianti", at="b1")
    field = Field({"a1": me}, {"b1": {"at": "d1"}}, rows=["......"], ground=slit, dice=[1, 1, 1, 1, 1, face])
    cone = next(key for key in field.offered("a1", "cast", "mago", "mani-brucianti", "openly") if "east." in str(key))
    field.act("a1", "cast", "mago", "mani-brucianti", "openly", cone)
    save = field.the(SaveMade)
    assert (save.bonus.value, save.dc, save.passed) == (4, 14, taken == 0)
    assert sum(event.amount for event in field.all(Hurt)) == taken
    field.done()


@pytest.mark.rule("PF-TAB-23.3", "PF-TAB-23.1")
def test_water_makes_the_first_die_of_a_fall_gentle() -> None:
    """12 m are four dice: the first nonlethal over water, all of them lethal on stone."""
    for rows, soft in ((["~....."], 1), (["......"], 0)):
        field = Field({"a1": {"at": "a1", "hp": 60}}, {"b1": {"at": "e1"}}, rows=rows, dice=[5, 5, 5, 5])
        assert not list(fall(field.game, "a1", 8, ("PF-TAB-23.1",)))
        assert (field.figure("a1").nonlethal, field.figure("a1").hp) == (5 * soft, 60 - 5 * (4 - soft))
        field.done()


@pytest.mark.rule("PF-TAB-23.2", "PF-TAB-23.3")
def test_a_jump_into_water_adds_both_kindnesses() -> None:
    """Acrobazia 15 leaves 3 m out and makes a second die gentle; the water a third: 12 m are three dice, all gentle."""
    field = Field({"a1": {"at": "a1", "hp": 60, "skills": {"acrobazia": 5}}}, {"b1": {"at": "e1"}}, rows=["~....."],
                  dice=[10, 4, 4, 4])  # fmt: skip
    assert not list(fall(field.game, "a1", 8, ("PF-TAB-23.1",), leap=True))
    assert (field.figure("a1").nonlethal, field.figure("a1").hp) == (12, 60) and not field.figure("a1").has("prono")
    field.done()


@pytest.mark.rule("PF-TAB-01.5", "PF-SPL-05.2")
def test_a_large_component_is_not_made_ready_for_free() -> None:
    """Diamond dust is got ready while casting; a geode has to be taken in hand with a move action first."""
    for thing, ready in (("polvere-di-diamante", True), ("geode-di-diamante", False)):
        me = mage("pelle-di-pietra", level=7, at="c3", items=[{"thing": thing, "held": False}])
        field = Field({"a1": me}, {"b1": {"at": "k9"}})
        assert ("cast" in field.actions("a1")) == ready
        if not ready:
            field.act("a1", "take_out", thing)
            assert (field.figure("a1").mov, field.figure("a1").std) == (0, 1)
        field.act("a1", "cast", "mago", "pelle-di-pietra", "openly", "a1")
        assert field.figure("a1").items == ()
