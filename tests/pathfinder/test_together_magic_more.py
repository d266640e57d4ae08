"""More rules that meet by magic: called creatures, invisibility, flight, durations, conversions under attack."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.events import OpportunityGiven, OpportunityTaken
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, CheckMade, ConditionEnded, SaveMade
from arbitro.rulesets.pathfinder.events_magic import Floated, SpellCast, SpellLost, Vanished
from arbitro.rulesets.pathfinder.numbers import armour_class
from arbitro.rulesets.pathfinder.sight import sees
from tests.pathfinder.field import Field
from tests.pathfinder.test_magic import FOE, cleric, mage
from tests.pathfinder.test_walls_and_callings import caller


@pytest.mark.rule("PF-FLK-01.1", "PF-FLK-02.1", "PF-SPX-09.2")
def test_what_is_called_flanks_at_once_and_no_longer_when_it_is_gone() -> None:
    party = {"a1": mage("evoca-mostri-i"), "a2": {"at": "g3", "items": ["spada-lunga"]}}
    field = Field(party, {"b1": {"at": "f3", "hp": 60}}, dice=[2, 2, 2], order=("a1", "b1", "a2"))
    field.act("a1", "cast", "mago", "evoca-mostri-i", "openly")
    field.end("a1", "b1", "a2")
    field.answer(("cane", "e3"))
    (dog,) = (f.id for f in field.state.figures.values() if f.summoned)
    field.end("a1")
    field.act(dog, "attack", "morso", "b1")
    assert field.the(AttackRolled).bonus.value == 1 + 1 + 2  # Strength, size, flanking: a2 stands opposite
    field.end(dog, "b1")
    field.act("a2", "attack", "spada-lunga", "b1")
    assert field.all(AttackRolled)[-1].bonus.value == 2
    field.end("a2")
    field.act("a1", "dismiss", "evoca-mostri-i")
    assert field.the(Vanished).it == dog
    field.end("a1", "b1")
    field.act("a2", "attack", "spada-lunga", "b1")
    assert field.all(AttackRolled)[-1].bonus.value == 0
    field.done()


@pytest.mark.rule("PF-AOO-07.1", "PF-SPL-20.1")
def test_what_is_called_threatens_the_foe_who_walks_away_from_it() -> None:
    field, dog = caller([18, 3, 2])
    field.end("a1", dog)
    field.act("b1", "move", "f8")
    field.strike(dog)
    assert field.the(OpportunityTaken).it == dog and field.figure("b1").hp == 60 - (3 + 1)


@pytest.mark.rule("PF-CON-09.1", "PF-TAB-05.2", "PF-FULL-05.1", "PF-CND-11.1")
def test_the_first_blow_out_of_nowhere_is_the_only_one() -> None:
    me = mage("invisibilita", items=["spada-lunga"], bab=6)
    field = Field({"a1": me}, {"b1": {"at": "d3", "destrezza": 16, "hp": 60}}, dice=[2, 2, 9], order=("b1", "a1"))
    field.end("b1")
    field.act("a1", "cast", "mago", "invisibilita", "openly", "a1")
    field.end("a1", "b1")
    assert not sees(field.game, "b1", "a1")
    field.act("a1", "full_attack", "spada-lunga", "spada-lunga", "b1")
    field.act("a1", "swing", "spada-lunga", "b1")
    first, second = field.all(AttackRolled)
    assert (first.bonus.value, first.ac.value) == (6 + 2, 10)
    assert (second.bonus.value, second.ac.value) == (1, 13)
    assert field.the(ConditionEnded).condition == "invisibile"
    field.done()


@pytest.mark.rule("PF-CON-09.1", "PF-SPX-09.2")
def test_calling_a_creature_keeps_one_unseen_and_a_spell_at_a_foe_does_not() -> None:
    me = mage("invisibilita", "evoca-mostri-i", "raggio-di-indebolimento")
    field = Field({"a1": me}, {"b1": {"at": "h3"}}, dice=[2])
    field.act("a1", "cast", "mago", "invisibilita", "openly", "a1")
    field.end("a1", "b1")
    field.act("a1", "cast", "mago", "evoca-mostri-i", "openly")
    field.end("a1", "b1")
    field.answer(("vipera", "d3"))
    assert field.figure("a1").has("invisibile")
    field.act("a1", "cast", "mago", "raggio-di-indebolimento", "openly", "b1")
    assert field.the(AttackRolled).outcome == "miss" and not field.figure("a1").has("invisibile")
    field.done()


@pytest.mark.rule("PF-SPX-05.1", "PF-AOO-02.1", "PF-SPL-09.1")
def test_out_of_reach_in_the_air_nobody_strikes_at_a_caster_until_its_flight_is_dispelled() -> None:
    foes = {"b1": {**cleric("dissolvi-magie"), "at": "j3"}, "b2": {**FOE, "at": "e3"}}
    field = Field({"a1": mage("volare", "dardo-incantato", "scudo", hp=40)}, foes,
                  dice=[1, 1, 1, 15, 15, 4, 20], order=("a1", "b2", "b1"))  # fmt: skip
    field.act("a1", "cast", "mago", "volare", "openly", "a1")
    field.act("a1", "rise", 5)
    field.end("a1")
    field.act("b2", "move", "d3")
    field.end("b2", "b1")
    assert field.offered("a1", "cast", "mago", "scudo") == ("openly",)
    field.act("a1", "cast", "mago", "dardo-incantato", "openly", "b2", "b2", "b2")
    assert field.all(OpportunityGiven) == []
    field.end("a1", "b2")
    field.act("b1", "cast", "chierico", "dissolvi-magie", "openly", "a1")
    assert field.the(Floated).squares == 5 and field.figure("a1").hp == 40
    field.end("b1")
    field.act("a1", "cast", "mago", "scudo", "openly")
    field.strike("b2")
    assert field.figure("a1").hp == 36 and field.all(CheckMade)[-1].dc == 10 + 4 + 1
    field.done()


@pytest.mark.rule("PF-SPL-09.2", "PF-SPX-09.1", "PF-SPL-06.4", "PF-SPL-17.2")
def test_a_turned_spell_that_is_spoilt_is_the_prepared_one_that_is_lost() -> None:
    me = {**cleric("fragore", "benedizione", hp_now=15), "alignment": "NB"}
    field = Field({"a1": me}, {"b1": FOE}, dice=[15, 8, 11], order=("b1", "a1"))
    field.end("b1")
    field.act("a1", "convert", "chierico", "fragore", "cura-ferite-moderate", "openly", "a1")
    field.strike("b1")
    made = field.the(CheckMade)
    assert (made.dc, made.bonus.value, made.passed) == (10 + 8 + 2, 5 + 2, False)
    assert field.figure("a1").hp == 7 and field.the(SpellLost).spell == "cura-ferite-moderate"
    assert field.figure("a1").casters[0].prepared == (("fragore", 0), ("benedizione", 1))
    field.done()


@pytest.mark.rule("PF-SEQ-05.2", "PF-DLY-02.1")
def test_a_spell_ends_on_the_count_on_which_it_began_though_its_caster_waits() -> None:
    foes = {"b1": {"at": "e3"}, "b2": {"at": "h8"}}
    field = Field({"a1": cleric("preghiera", level=2)}, foes, order=("a1", "b1", "b2"))
    field.act("a1", "cast", "chierico", "preghiera", "openly")
    field.end("a1", "b1", "b2")
    field.act("a1", "delay")
    field.end("b1")
    field.answer("a1")
    left = {end.left for effect in field.state.effects.values() for end in effect.ends}
    assert left == {1}  # one of two rounds is over, whatever the caster did with its turn
    field.end("a1", "b2")
    assert field.state.effects


@pytest.mark.rule("PF-SPL-07.2", "PF-TAB-09.3", "PF-SPX-08.1", "PF-SPL-07.1")
def test_flames_kept_up_by_concentration_fall_when_a_blow_breaks_it() -> None:
    field = Field({"a1": mage("muro-di-fuoco", level=9, hp=60)}, {"b1": FOE}, dice=[15, 5, 6], order=("a1", "b1"))
    field.act("a1", "cast", "mago", "muro-di-fuoco", "openly", "h1", "h10", "east")
    field.end("a1", "b1")
    field.act("a1", "concentrate", "muro-di-fuoco")
    assert field.state.barriers
    field.end("a1")
    field.act("b1", "attack", "spada-lunga", "a1")
    assert [(made.dc, made.passed) for made in field.all(CheckMade)] == [(10 + 5 + 4, False)]
    assert field.state.barriers == () and field.state.ground.walls == ()
    field.done()


@pytest.mark.rule("PF-SPL-16.2", "PF-SPL-18.3", "PF-CRIT-10.1", "PF-DMG-07.1")
def test_a_critical_blow_of_the_fist_brings_the_spell_along_but_does_not_double_it() -> None:
    me = mage("tocco-gelido", level=1, feats=["colpo-senz-armi-migliorato"], forza=14)
    field = Field({"a1": me}, {"b1": {"at": "d3", "hp": 40}}, dice=[20, 15, 3, 3, 4, 5], order=("b1", "a1"))
    field.end("b1")
    field.act("a1", "cast", "mago", "tocco-gelido", "openly", "hold_it")
    field.end("a1", "b1")
    field.act("a1", "attack", "senz-armi", "b1")
    assert field.the(AttackRolled).outcome == "critical"
    assert (field.figure("b1").nonlethal, field.figure("b1").hp) == (3 + 3 + 2 * 2, 40 - 4)
    assert field.figure("b1").damage_to("forza") == 1 and field.the(SaveMade).dc == 14
    assert field.figure("a1").charge == () and armour_class(field.game, "b1").value == 10
    assert len(field.all(SpellCast)) == 1
    field.done()
