"""Two rules or more at one moment: blood, senses and hit points in the fight."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.asks import Ruling
from arbitro.rulesets.pathfinder.events import CameToNothing, OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import (
    AttackRolled,
    BleedChanged,
    CheckMade,
    ConditionBegan,
    ConditionEnded,
    Healed,
    Hurt,
    SaveMade,
    StabilisationTried,
)
from arbitro.rulesets.pathfinder.events_bonds import Died
from arbitro.rulesets.pathfinder.events_magic import SpellLost
from arbitro.rulesets.pathfinder.harm import heal, suffer
from arbitro.rulesets.pathfinder.lookups import able, helpless, suffers
from arbitro.rulesets.pathfinder.numbers import armour_class
from arbitro.rulesets.pathfinder.threat import threatens
from arbitro.rulesets.pathfinder.verbs import hurt_ability
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}
FAR = {"at": "l9"}
HEALER = {"at": "c3", "skills": {"guarire": 5}}
CLERIC = {
    "at": "c3", "saggezza": 14,
    "casting": [{"source": "chierico", "tradition": "divine", "ability": "saggezza", "level": 3,
                 "prepared": {"cura-ferite-leggere": 1}}],
}  # fmt: skip
TROLL = {"at": "d3", "hp": 60, "costituzione": 20, "level": 6, "regeneration": 5, "regeneration_but": ["fuoco"]}


def run(field: Field, *flows: Any) -> None:
    """Run flows that ask nothing, and all that follows."""
    for flow in (*flows, field.game.settle()):
        for _ in flow:
            raise AssertionError("nothing is asked here")


def dying(hp: int = -3, **more: Any) -> dict[str, Any]:
    """Somebody who lies below 0 beside a1; initiative as if it stood."""
    return {"at": "d3", "hp_now": hp, "initiative": 5, **more}


# --- blood and help -----------------------------------------------------------------------------------


@pytest.mark.rule("PF-HEAL-03.1", "PF-HEAL-03.2", "PF-HEAL-04.1", "PF-CND-17.2", "PF-SKL-05.1")
def test_first_aid_stops_the_bleeding_and_the_dying_at_once() -> None:
    """At -3, bleeding 2: 3 points in its turn; 10 and 5 make the 15 that stops both."""
    field = Field({"a2": dying(bleed=2), "a1": HEALER}, {"b1": FAR}, dice=[10], order=("a2", "a1", "b1"))
    assert field.figure("a2").hp == -3 - 2 - 1
    field.act("a1", "stabilise", "a2")
    assert (field.figure("a2").bleed, field.figure("a2").stable) == (0, True)
    field.end("a1", "b1")
    assert field.figure("a2").hp == -6 and len(field.all(StabilisationTried)) == 1
    field.done()


@pytest.mark.rule("PF-CND-17.1", "PF-HP-08.1", "PF-HEAL-03.1")
def test_a_stable_body_that_bleeds_is_dying_again() -> None:
    field = Field({"a1": {"at": "c3"}, "a2": dying()}, {"b1": FAR}, dice=[13])
    field.end("a1")
    assert field.figure("a2").stable
    field.end("b1")
    field.game.do(BleedChanged(it="a2", amount=1, rules=("PF-CND-17.1",)))
    field.end("a1")
    assert field.figure("a2").hp == -3 - 1 - 1 and field.figure("a2").has("morente")
    assert [tried.passed for tried in field.all(StabilisationTried)] == [True, False]
    field.done()


@pytest.mark.rule("PF-HEAL-04.1", "PF-AOO-08.1", "PF-AOO-10.2", "PF-HP-08.1")
def test_a_helper_struck_down_over_the_patient_helps_nobody() -> None:
    """First aid gives b1 an opportunity: 15 hits, 8 points bring a1 from 5 to -3."""
    party = {"a1": {**HEALER, "hp_now": 5}, "a2": dying()}
    field = Field(party, {"b1": {"at": "c4", **SWORD}, "b2": FAR}, dice=[15, 8, 20], order=("b1", "a1", "a2", "b2"))
    field.end("b1")
    field.act("a1", "stabilise", "a2")
    field.strike("b1")
    assert field.the(CameToNothing).why == "unable"
    assert not field.figure("a2").tended and field.figure("a1").has("morente")


@pytest.mark.rule("PF-SPL-09.2", "PF-HEAL-04.2", "PF-AOO-10.1")
@pytest.mark.parametrize(("face", "hp"), [(15, -3 + 4 + 3), (14, -3)])
def test_a_cure_for_the_dying_may_be_struck_out_of_the_healers_hands(face: int, hp: int) -> None:
    """Casting beside b1: 9 points make the DC 10 + 9 + 1; caster level 3 and Wisdom 14 give +5."""
    field = Field({"a1": CLERIC, "a2": dying()}, {"b1": {"at": "c4", **SWORD, "forza": 12}, "b2": FAR},
                  dice=[15, 8, face, *([4] if face == 15 else [])], order=("b1", "a1", "a2", "b2"))  # fmt: skip
    field.end("b1")
    field.act("a1", "cast", "chierico", "cura-ferite-leggere", "openly", "a2")
    field.strike("b1")
    assert field.all(CheckMade)[0].dc == 20 and field.figure("a2").hp == hp
    assert bool(field.all(SpellLost)) is (face == 14)
    field.done()


@pytest.mark.rule("PF-HEAL-05.2", "PF-HEAL-02.3", "PF-MOV-06.1", "PF-MOV-06.2", "PF-INI-07.1")
def test_whoever_is_healed_before_its_count_has_its_turn_lying_on_the_ground() -> None:
    """The count of the fallen is kept; getting up beside b1 gives it an opportunity, at -4 for lying."""
    foes = {"b1": {"at": "e3", **SWORD}, "b2": FAR}
    field = Field({"a1": CLERIC, "a2": dying(conditions=["prono"])}, foes, dice=[4, 13, 2],
                  order=("b1", "a1", "a2", "b2"))  # fmt: skip
    field.end("b1")
    field.act("a1", "cast", "chierico", "cura-ferite-leggere", "openly", "a2")
    assert field.the(Healed).amount == 4 + 3
    field.end("a1")
    assert field.state.turn == "a2" and field.figure("a2").hp == 4
    assert armour_class(field.game, "a2", "b1").value == 10 - 4
    field.act("a2", "stand")
    field.strike("b1")
    assert field.the(AttackRolled).ac.value == 6 and field.figure("a2").hp == 2
    assert not field.figure("a2").has("prono")
    field.done()


# --- at nought ----------------------------------------------------------------------------------------


@pytest.mark.rule("PF-HP-07.1", "PF-HP-07.3", "PF-HP-07.4", "PF-HP-08.1", "PF-HEAL-01.4")
def test_the_last_blow_of_the_disabled_falls_before_they_do() -> None:
    """15 hits and 8 points kill b1; then one point of exertion. The check of that round fails, that of the next not."""
    foes = {"b1": {"at": "d3", "hp": 8, "hp_now": 1, "costituzione": 6}, "b2": FAR}
    field = Field({"a1": {"at": "c3", **SWORD, "hp_now": 0}, "a2": {"at": "a9"}}, foes,
                  dice=[15, 8, 2, 12])  # fmt: skip
    assert not {"charge", "withdraw"} & set(field.actions("a1")), "one action"
    field.act("a1", "attack", "spada-lunga", "b1")
    order = [type(event).__name__ for event in field.game.journal if isinstance(event, Died | Hurt)]
    assert order == ["Hurt", "Died", "Hurt"]
    assert field.figure("a1").hp == -1 and field.figure("a1").has("morente") and field.figure("a1").has("prono")
    field.end("a2", "b2")
    assert [tried.passed for tried in field.all(StabilisationTried)] == [False, True] and field.figure("a1").hp == -2
    field.done()


@pytest.mark.rule("PF-HP-07.3", "PF-HP-07.4", "PF-HEAL-05.2", "PF-ITM-01.2")
def test_a_potion_drunk_at_nought_costs_nothing() -> None:
    """3 + 1 points: the act raised hit points, so that it does no harm."""
    potion = {"thing": "pozione-di-cura-ferite-leggere", "held": True}
    field = Field({"a1": {"at": "c3", "items": [potion], "hp_now": 0}}, {"b1": FAR}, dice=[3])
    field.act("a1", "use", "pozione-di-cura-ferite-leggere")
    assert field.figure("a1").hp == 4 and not field.figure("a1").conditions and field.all(Hurt) == []


@pytest.mark.rule("PF-HP-07.2", "PF-HP-07.3", "PF-AOO-07.1", "PF-HEAL-01.6")
def test_who_limps_away_at_nought_is_struck_for_leaving_and_not_for_limping() -> None:
    """A move does no harm; the blow on the way does: 4 points, from 0 to -4."""
    field = Field({"a1": {"at": "c3", "hp_now": 0}, "a2": {"at": "a9"}}, {"b1": {"at": "d3", **SWORD}}, dice=[15, 4],
                  order=("b1", "a1", "a2"))  # fmt: skip
    field.end("b1")
    field.act("a1", "move", "a3")
    field.strike("b1")
    assert field.at("a1") == "c3" and field.figure("a1").hp == -4
    assert [event.amount for event in field.all(Hurt)] == [4]
    field.done()


# --- senses -------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-CND-18.1", "PF-AOO-02.1", "PF-AOO-04.1", "PF-MOV-09.1")
def test_the_stunned_drop_their_weapon_and_threaten_nobody_until_they_have_it_again() -> None:
    field = Field({"a1": {"at": "c3", **SWORD}}, {"b1": {"at": "d3", **SWORD}})
    field.end("a1")
    assert threatens(field.game, "a1", "b1")
    began = ConditionBegan(it="a1", condition="stordito", rules=("PF-CND-18.1",))
    field.game.rule(Ruling(kind="edit", note="a blow on the head", events=(began,)))
    assert not threatens(field.game, "a1", "b1")
    assert field.state.turn == "b1", "a1 has no turn"
    field.game.do(ConditionEnded(it="a1", condition="stordito", rules=("PF-CND-18.1",)))
    assert not threatens(field.game, "a1", "b1"), "with bare hands"
    field.end("b1")
    field.act("a1", "pick_up", "spada-lunga")
    field.let_go()
    assert field.the(OpportunityGiven).action == "pick_up" and threatens(field.game, "a1", "b1")


@pytest.mark.rule("PF-ACT-14.1", "PF-ACT-14.2")
def test_the_nauseated_may_still_do_what_is_quick() -> None:
    """Smiting is swift; blows, and dropping the guard for a full action, are not."""
    paladin = {"at": "c3", **SWORD, "abilities": ["punire-il-male"], "conditions": ["nauseato"]}
    field = Field({"a1": paladin}, {"b1": {"at": "d3", "alignment": "CM"}})
    offered = set(field.actions("a1"))
    assert {"ability", "move", "drop"} <= offered and not {"attack", "full_attack", "charge", "cast"} & offered
    field.act("a1", "ability", "punire-il-male", "b1")
    field.act("a1", "move", "b9")
    assert set(field.actions("a1")) <= {"drop", "drop_prone", "grip", "end"}


@pytest.mark.rule("PF-HLP-02.3", "PF-HLP-01.1", "PF-HLP-03.1")
def test_a_blow_that_does_not_kill_the_sleeper_wakes_it_and_spares_it_the_end() -> None:
    """Asleep: Dexterity 0 and 4 more, so AC 1; once hit it is nobody's victim any more."""
    foe = {"at": "d3", "conditions": ["addormentato"], "hp": 30}
    field = Field({"a1": {"at": "c3", **SWORD}, "a2": {"at": "e3", **SWORD}}, {"b1": foe, "b2": FAR}, dice=[2, 5])
    assert "coup" in field.actions("a1")
    field.act("a1", "attack", "spada-lunga", "b1")
    assert field.the(AttackRolled).ac.value == 10 - 5 - 4
    field.end("a1")
    assert not helpless(field.game, "b1") and "coup" not in field.actions("a2")


# --- two kinds of damage ------------------------------------------------------------------------------


@pytest.mark.rule("PF-NL-05.1", "PF-NL-08.1", "PF-NL-04.1", "PF-NL-04.2")
def test_wounds_and_bruises_are_weighed_against_each_other() -> None:
    """Of 10 hit points: 6 nonlethal leave it standing, 5 wounds more knock it out, a cure of 1 staggers it awake."""
    field = Field({"a1": {"at": "c3", "hp_now": 10}, "a2": FAR}, {"b1": {"at": "l1"}})
    run(field, suffer(field.game, "a1", 6, "contundente", nonlethal=True))
    assert able(field.game, "a1")
    run(field, suffer(field.game, "a1", 5, "tagliente"))
    assert field.figure("a1").has("tramortito"), "6 against 5"
    run(field, heal(field.game, "a1", 1, ("PF-HEAL-12.1",)))
    assert (field.figure("a1").hp, field.figure("a1").nonlethal) == (6, 5) and not field.figure("a1").has("tramortito")
    run(field, suffer(field.game, "a1", 1, "tagliente"))
    assert suffers(field.game, "a1", "barcollante"), "5 against 5"


@pytest.mark.rule("PF-MON-02.1", "PF-NL-06.2", "PF-NL-08.1", "PF-NL-05.1")
def test_regeneration_takes_bruises_away_as_fast_as_wounds() -> None:
    """A troll of 60: 64 nonlethal are not wounds but knock it out; its turn takes 5 off, and it stands again."""
    field = Field({"a1": FAR}, {"b1": TROLL, "b2": {"at": "l1"}})
    run(field, suffer(field.game, "b1", 64, "contundente", nonlethal=True))
    assert (field.figure("b1").hp, field.figure("b1").nonlethal) == (60, 64) and helpless(field.game, "b1")
    field.end("a1")
    assert field.figure("b1").nonlethal == 59 and not helpless(field.game, "b1") and field.state.turn == "b1"


@pytest.mark.rule("PF-CND-20.4", "PF-HP-08.1", "PF-HEAL-01.2", "PF-HP-09.1")
def test_lost_constitution_lowers_hit_points_below_nought_and_the_checks_with_them() -> None:
    """Level 4 at 3 hit points: two points of Constitution 10 are 4 hit points. The check has -1 twice: 12 to roll."""
    field = Field({"a1": {"at": "c3", "level": 4, "hp": 30, "hp_now": 3}, "a2": FAR}, {"b1": {"at": "l1"}},
                  dice=[11, 13])  # fmt: skip
    run(field, hurt_ability(field.game, "a1", "costituzione", 2, False, ("PF-CND-20.1",)))
    assert field.figure("a1").hp == -1 and field.figure("a1").has("morente")
    field.game.rule(Ruling(kind="edit", note="", events=()))
    field.end("a2", "b1")
    assert [tried.passed for tried in field.all(StabilisationTried)] == [False, True] and field.figure("a1").hp == -2
    field.done()


@pytest.mark.rule("PF-HP-06.1", "PF-HP-06.2", "PF-MON-02.1", "PF-MON-02.2")
@pytest.mark.parametrize(("scorched", "status"), [(False, "in"), (True, "dead")])
def test_a_massive_blow_kills_what_regenerates_only_when_it_is_burnt(scorched: bool, status: str) -> None:
    """56 points of 110 in one blow; Fortitude 15 is failed with 5 and +5 of Constitution."""
    troll = {**TROLL, "hp": 110}
    field = Field({"a1": FAR}, {"b1": troll, "b2": {"at": "l1"}}, options={"massive_damage": True}, dice=[5])
    if scorched:
        run(field, suffer(field.game, "b1", 1, "fuoco"))
    run(field, suffer(field.game, "b1", 56, "tagliente", single=True))
    assert field.the(SaveMade).passed is False and field.figure("b1").status == status
    assert field.figure("b1").hp > 0


@pytest.mark.rule("PF-HP-08.1", "PF-CND-17.1", "PF-HP-09.1")
def test_the_ferocious_bleed_on_their_feet_until_they_die_in_their_own_turn() -> None:
    """At -6 with Constitution 10, bleeding 3: 3 and 1 more make -10."""
    beast = {"at": "d3", "abilities": ["ferocia"], "hp_now": -6, "bleed": 3}
    field = Field({"a1": {"at": "c3"}}, {"b1": beast, "b2": FAR})
    assert able(field.game, "b1") and field.figure("b1").has("oltre-il-limite")
    field.end("a1")
    assert field.the(Died).it == "b1" and field.figure("b1").hp == -10 and field.state.turn == "b2"


# --- the coup de grâce --------------------------------------------------------------------------------


@pytest.mark.rule("PF-HLP-04.1", "PF-AOO-10.2", "PF-HLP-03.1", "PF-ACT-03.1")
def test_the_executioner_who_is_struck_down_finishes_nobody() -> None:
    """b2 guards its fallen friend: 15 hits, 8 points bring a1 from 6 to -2, and the blow comes to nothing."""
    foes = {"b1": {"at": "d3", "conditions": ["paralizzato"]}, "b2": {"at": "c4", **SWORD}}
    field = Field(
        {"a1": {"at": "c3", **SWORD, "hp_now": 6}, "a2": FAR}, foes, dice=[15, 8], order=("b2", "a1", "a2", "b1")
    )
    field.end("b2")
    field.act("a1", "coup", "spada-lunga", "b1")
    field.strike("b2")
    assert field.the(CameToNothing).action == "coup" and field.figure("b1").hp == 20
    assert field.state.turn == "a2" and field.figure("a1").has("morente")


@pytest.mark.rule("PF-HLP-04.1", "PF-HLP-03.4", "PF-AOO-10.2")
def test_the_executioner_who_is_only_hurt_goes_through_with_it() -> None:
    """15 hits for 8 of 20. Then 4 + 5 points: 9 of 20, and 18 is no 19."""
    foes = {"b1": {"at": "d3", "conditions": ["paralizzato"]}, "b2": {"at": "c4", **SWORD}}
    field = Field({"a1": {"at": "c3", **SWORD}}, foes, dice=[15, 8, 4, 5, 18], order=("b2", "a1", "b1"))
    field.end("b2")
    field.act("a1", "coup", "spada-lunga", "b1")
    field.strike("b2")
    assert field.figure("a1").hp == 12 and field.the(Died).it == "b1"
    field.done()


@pytest.mark.rule("PF-HLP-03.4", "PF-MON-02.1", "PF-HLP-03.3")
def test_no_blow_ends_what_regenerates() -> None:
    """4 + 5 points and a failed save: it lies there, and goes on healing."""
    field = Field({"a1": {"at": "c3", **SWORD}}, {"b1": {**TROLL, "conditions": ["paralizzato"]}, "b2": FAR},
                  dice=[4, 5, 2])  # fmt: skip
    field.act("a1", "coup", "spada-lunga", "b1")
    assert field.the(SaveMade).dc == 19 and not field.the(SaveMade).passed
    assert field.all(Died) == [] and field.figure("b1").hp == 51
    field.end("a1", "b2")
    assert field.figure("b1").hp == 56
