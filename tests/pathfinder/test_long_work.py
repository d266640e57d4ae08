"""Full-round actions by halves, bonds to slip, narrow gaps; the immediate action; threats."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.events import Acted, OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import CheckMade
from arbitro.rulesets.pathfinder.events_magic import SpellCast
from arbitro.rulesets.pathfinder.numbers import armour_class, denied
from tests.pathfinder.field import Field

FAR = {"b1": {"at": "l1"}}
HEAVY = "balestra-pesante"


@pytest.mark.rule("PF-STD-20.1", "PF-ACT-14.3", "PF-ACT-01.1")
def test_a_full_round_action_is_begun_with_one_standard_action_and_finished_with_another() -> None:
    field = Field({"a1": {"at": "a1", "items": [HEAVY]}}, {"b1": {"at": "h1"}}, dice=[2])
    field.act("a1", "shoot", HEAVY, "b1")
    field.act("a1", "move", "b1")
    field.end("a1", "b1")
    assert "begin_long" not in field.actions("a1"), "there is room for the whole of it"
    field.act("a1", "move", "a1")
    assert field.offered("a1", "begin_long") == ("load",)
    field.act("a1", "begin_long", "load")
    assert not field.figure("a1").items[0].loaded
    field.end("a1", "b1")
    field.act("a1", "complete_long", HEAVY)
    assert field.figure("a1").items[0].loaded and (field.figure("a1").std, field.figure("a1").mov) == (0, 1)
    field.done()


@pytest.mark.rule("PF-STD-20.1")
def test_what_is_not_finished_in_the_next_round_is_lost() -> None:
    field = Field({"a1": {"at": "a1", "items": [HEAVY]}}, {"b1": {"at": "h1"}}, dice=[2])
    field.act("a1", "shoot", HEAVY, "b1")
    field.end("a1", "b1")
    field.act("a1", "move", "b1")
    field.act("a1", "begin_long", "load")
    field.end("a1", "b1", "a1", "b1")
    assert "complete_long" not in field.actions("a1")


@pytest.mark.rule("PF-STD-20.2")
def test_a_full_attack_a_charge_a_run_or_a_withdrawal_cannot_be_begun_so() -> None:
    party = {"a1": {"at": "a1", "bab": 6, "items": [HEAVY, "spada-lunga"]}}
    field = Field(party, {"b1": {"at": "c1"}, "b2": {"at": "h1", "conditions": ["indifeso"]}}, dice=[2])
    field.figure("a1").held = (1, 1)
    field.game.now = {}
    field.act("a1", "shoot", HEAVY, "b1")
    field.end("a1", "b1")
    field.act("a1", "move", "b1")
    assert field.offered("a1", "begin_long") == ("load",)


# --- bonds and gaps -----------------------------------------------------------------------------------


@pytest.mark.rule("PF-SKL-08.1", "PF-SKL-08.2", "PF-SEQ-02.1")
@pytest.mark.parametrize("face", [14, 15])
def test_bonds_are_worked_at_for_a_minute(face: int) -> None:
    party = {"a1": {"at": "a1", "skills": {"artista_della_fuga": 5}}, "a2": {"at": "c1"}}
    field = Field(party, {"b1": {"at": "l1"}}, dice=[face])
    field.figure("a1").bonds, field.figure("a1").conditions = 20, ("legato",)
    field.game.now, field.game.forces = {}, {}
    for minute in range(10):
        assert not field.all(CheckMade), minute
        field.act("a1", "slip")
        field.end("a1", "a2", "b1") if minute < 9 else None
    check = field.the(CheckMade)
    assert (check.what, check.dc, check.passed) == ("artista_della_fuga", 20, face == 15)
    assert field.figure("a1").bonds == (0 if face == 15 else 20)
    field.done()


@pytest.mark.rule("PF-SKL-08.1", "PF-GRP-10.1", "PF-SKL-08.2")
def test_out_of_a_hold_with_a_standard_action_against_the_holder_s_defence() -> None:
    foe = {"b1": {"at": "b1", "bab": 3, "forza": 16}}
    field = Field({"a1": {"at": "a1"}}, foe, order=("b1", "a1"), dice=[15, 16])
    field.act("b1", "grapple", "a1")
    field.end("b1")
    field.act("a1", "escape", "artista_della_fuga")
    assert field.the(CheckMade).dc == 10 + 3 + 3 - 2 and field.figure("a1").std == 0


GAP = [
    "########....",
    "...#####....",
    "............",
    "...#####....",
    "########....",
]


@pytest.mark.rule("PF-GRID-28.1", "PF-GRID-28.2", "PF-SKL-08.1", "PF-SKL-08.2")
@pytest.mark.parametrize("face", [19, 20])
def test_a_gap_narrower_than_half_of_a_body_takes_a_minute_and_leaves_it_open(face: int) -> None:
    big = {"at": "a2", "size": "enorme", "destrezza": 14, "skills": {"artista_della_fuga": 10}}
    field = Field({"a1": {**big, "items": ["spada-lunga"]}}, {"b1": {"at": "l3"}}, rows=GAP, dice=[face])
    field.act("a1", "move", "b2")
    assert "c2" not in field.offered("a1", "move") and "wriggle" not in field.actions("a1")
    assert armour_class(field.game, "a1").value == 10 + 2 - 2 - 4, "it squeezes in with two thirds of its body"
    field.end("a1", "b1")
    assert field.offered("a1", "wriggle") == ("c2",)
    for minute in range(10):
        field.act("a1", "wriggle", "c2")
        if not minute:
            assert armour_class(field.game, "a1").value == 10 - 2 - 4, "no Dexterity, and four less"
            assert denied(field.game, "a1", "b1") and "attack" not in field.actions("a1")
        field.end("a1", "b1") if minute < 9 else None
    assert field.at("a1") == ("c2" if face == 20 else "b2")
    field.done()


# --- the immediate action -----------------------------------------------------------------------------


def over_the_edge(dice: list[int], **caster: object) -> Field:
    """A climber six metres up, a friend who can soften its fall, and a foe with a bow."""
    mage = {"at": "b1", "casting": [{"source": "mago", "level": 1, "prepared": {"caduta-morbida": 2}}], **caster}
    foe = {"at": "h1", "items": ["arco-corto"]}
    field = Field({"a1": {"at": "c1"}, "a2": mage}, {"b1": foe}, rows=["............"] * 2,
                  ground={"heights": {"d1": 6}}, order=("a2", "a1", "b1"), dice=dice)  # fmt: skip
    field.end("a2")
    field.act("a1", "climb", "d1", "fast")
    field.end("a1")
    return field


@pytest.mark.rule("PF-SWIFT-04.1", "PF-ACT-12.1", "PF-SWIFT-06.2", "PF-SPX-03.1")
def test_an_immediate_action_outside_the_own_turn_takes_the_next_turn_s_swift_action() -> None:
    field = over_the_edge([20, 15, 4, 1])
    field.act("b1", "shoot", "arco-corto", "a1")
    assert field.asked == "respond" and field.game.pending is not None and field.state.turn == "b1"
    field.answer(("PF-SWIFT-04", "a2"))
    field.answer(("a1",))
    assert field.the(SpellCast).spell == "caduta-morbida"
    assert field.figure("a1").hp == 20 - 4 and not field.figure("a1").has("prono"), "three squares down, softly"
    assert field.figure("a2").owed == 1 and dict(field.figure("a2").casters[0].prepared)["caduta-morbida"] == 1
    field.end("b1")
    assert field.state.turn == "a2" and field.figure("a2").swf == 0, "no swift action in this turn"
    field.end("a2")
    assert field.figure("a2").owed == 0
    field.done()


@pytest.mark.rule("PF-SWIFT-06.2", "PF-SWIFT-06.3")
def test_no_second_immediate_action_before_the_next_turn_and_none_for_the_flat_footed() -> None:
    field = over_the_edge([20, 15, 4, 1, 3])
    field.figure("a2").owed = 1
    field.act("b1", "shoot", "arco-corto", "a1")
    assert field.figure("a1").hp == 20 - 4 - 3 and field.figure("a1").has("prono")
    field = over_the_edge([20, 15, 4, 1, 3])
    field.figure("a2").acted = False
    field.act("b1", "shoot", "arco-corto", "a1")
    assert field.figure("a1").has("prono")


@pytest.mark.rule("PF-SWIFT-06.1")
def test_in_the_own_turn_it_takes_the_swift_action_of_that_turn() -> None:
    mage = {"at": "d1", "casting": [{"source": "mago", "level": 1, "prepared": {"caduta-morbida": 1}}]}
    field = Field({"a1": mage}, {"b1": {"at": "l1"}}, rows=["............"] * 2, ground={"heights": {"d1": 6}})
    field.act("a1", "jump_down", "c1")
    field.answer(("PF-SWIFT-04", "a1"))
    field.answer(("a1",))
    assert (field.figure("a1").swf, field.figure("a1").owed) == (0, 0)


# --- threats ------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-CND-06.1", "PF-MISC-05.1")
@pytest.mark.parametrize(("face", "rounds"), [(12, 0), (13, 1), (18, 2)])
def test_a_threat_shakes_a_foe_for_as_many_rounds_as_it_beats_the_dc_by_fives(face: int, rounds: int) -> None:
    foe = {"b1": {"at": "f1", "level": 3, "saggezza": 14}}
    field = Field({"a1": {"at": "a1", "skills": {"intimidire": 2}}}, foe, dice=[face])
    field.act("a1", "demoralise", "b1")
    assert field.the(CheckMade).dc == 10 + 3 + 2
    shaken = []
    for _ in range(3):
        shaken.append(field.figure("b1").has("scosso"))
        field.end("a1", "b1")
    assert shaken == [n < rounds for n in range(3)]


@pytest.mark.rule("PF-SKL-09.1", "PF-SKL-10.1", "PF-SKL-09.2")
def test_the_dc_of_a_feint_is_the_better_of_two_and_it_may_be_tried_again() -> None:
    from arbitro.rulesets.pathfinder.specials import feint_dc

    foes = {"b1": {"at": "b1", "bab": 4, "saggezza": 14}, "b2": {"at": "b2", "bab": 4, "skills": {"intuizione": 9}}}
    field = Field({"a1": {"at": "a1", "items": ["spada-lunga"]}}, foes, dice=[5, 17])
    assert (feint_dc(field.game, "b1"), feint_dc(field.game, "b2")) == (10 + 4 + 2, 10 + 9)
    field.act("a1", "feint", "b1")
    field.end("a1", "b1", "b2")
    assert "b1" in field.offered("a1", "feint")
    field.act("a1", "feint", "b1")
    assert [event.passed for event in field.all(CheckMade)] == [False, True]
    field.done()


@pytest.mark.rule("PF-SKL-11.1", "PF-SKL-11.2")
@pytest.mark.parametrize("face", [13, 14])
def test_a_spell_is_known_as_it_is_cast_or_never(face: int) -> None:
    caster = {"casting": [{"source": "mago", "level": 1, "prepared": {"dardo-incantato": 1}}], "intelligenza": 14}
    foe = {"b1": {"at": "f1", **caster}}
    field = Field({"a1": {"at": "a1", **caster}}, foe, dice=[face, *([3] if face == 13 else [])])
    field.act("a1", "ready", "casts", "b1", "counter")
    field.end("a1")
    field.act("b1", "cast", "mago", "dardo-incantato", "openly", "a1")
    field.answer(("PF-CORE", "a1"))
    check = field.the(CheckMade)
    assert (check.it, check.what, check.dc, check.passed) == ("a1", "sapienza_magica", 15 + 1, face == 14)
    assert field.figure("a1").std == 0 and not [e for e in field.all(Acted) if e.it == "a1" and e.action == "counter"]
    assert bool(field.all(SpellCast)) is (face == 13) and not field.all(OpportunityGiven)
    field.done()
