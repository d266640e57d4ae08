"""Two or more rules on one moment over cliffs, pits and water: climbers hit, swimmers held, leaps cut short."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.events import Moved, OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, CheckMade, ConditionBegan, Hurt, ManoeuvreRolled
from arbitro.rulesets.pathfinder.events_moving import Climbed, Fell
from arbitro.rulesets.pathfinder.numbers import armour_class
from tests.pathfinder.field import Field
from tests.pathfinder.test_tumbling import dcs, meeting

SWORD: dict[str, Any] = {"items": ["spada-lunga"]}
PIKE: dict[str, Any] = {"items": ["lancia-lunga"]}
MAGE: dict[str, Any] = {"casting": [{"source": "mago", "level": 1, "prepared": {"caduta-morbida": 1}}]}
CLIFF: dict[str, Any] = {"rows": ["............"] * 3, "ground": {"heights": {"d2": 4}}}
PIT = ["............", "...^^.......", "............"]
LAKE = ["..~~~~~~~~..", "..~~~~~~~~.."]


def on_the_face(field: Field, height: int) -> None:
    """a1 hangs at a height on the face up to d2, as after climbing there."""
    for event in (Climbed(it="a1", z=height, face=(3, 1), rules=("PF-SKL-02.1",)),
                  ConditionBegan(it="a1", condition="arrampicato", rules=("PF-SKL-02.4",))):  # fmt: skip
        field.game.do(event)


def names(field: Field, *kinds: type) -> list[str]:
    """The kinds of some events in the order in which they happened."""
    return [type(event).__name__ for event in field.game.journal if isinstance(event, kinds)]


# --- on a face ----------------------------------------------------------------------------------------


@pytest.mark.rule("PF-AOO-07.1", "PF-SKL-02.4", "PF-TAB-23.1", "PF-AC-04.1", "PF-AOO-10.2")
def test_a_climber_struck_as_it_climbs_on_falls_and_climbs_no_farther() -> None:
    """Two squares up it leaves a square that the foe beneath threatens; the blow meets no Dexterity."""
    foe = {"b1": {"at": "c3", "size": "grande", "reach": 3, **SWORD}}
    field = meeting({"a1": {"at": "c2", "destrezza": 18}}, foe, dice=[11, 3, 4, 1, 5], **CLIFF)
    on_the_face(field, 2)
    field.act("a1", "climb", "d2", "careful")
    assert field.the(OpportunityGiven).by == ("b1",)
    field.strike("b1")
    assert field.the(AttackRolled).ac.value == 10
    assert names(field, OpportunityGiven, AttackRolled, CheckMade, Fell) == [
        "OpportunityGiven", "AttackRolled", "CheckMade", "Fell",
    ]  # fmt: skip
    assert dcs(field) == [("scalare", 15, False)]
    assert field.figure("a1").hp == 20 - (3 + 4) - 5 and field.figure("a1").has("prono")
    assert (field.at("a1"), field.figure("a1").z, field.figure("a1").mov) == ("c2", 0, 0)
    field.done()


@pytest.mark.rule("PF-SKL-02.4", "PF-FLK-01.1", "PF-CLS-02.1", "PF-AC-02.1")
def test_a_climber_between_two_foes_has_neither_shield_nor_dexterity_and_is_flanked() -> None:
    foes = {"b1": {"at": "b2", "abilities": ["attacco-furtivo-1"], "items": ["pugnale"]}, "b2": {"at": "d3", **SWORD}}
    party = {"a1": {"at": "c2", "destrezza": 16, "items": ["scudo-pesante-di-legno", "giaco-di-maglia"]}}
    field = Field(party, foes, dice=[12, 4, 3, 20], **CLIFF)
    on_the_face(field, 1)
    assert armour_class(field.game, "a1", "b1").value == 10 + 4, "the mail is all that is left"
    field.end("a1")
    field.act("b1", "attack", "pugnale", "a1")
    roll = field.the(AttackRolled)
    assert (roll.bonus.value, roll.ac.value) == (0, 14) and roll.outcome == "miss", "no friend straight across"


@pytest.mark.rule("PF-SKL-02.4", "PF-NL-05.1", "PF-TAB-23.1")
def test_who_is_knocked_out_on_a_face_does_not_even_try_to_hold_on() -> None:
    foe = {"b1": {"at": "h2", "items": ["arco-corto"]}}
    field = meeting({"a1": {"at": "c2", "nonlethal": 16}, "a2": {"at": "a1"}}, foe, dice=[15, 5, 6], **CLIFF)
    on_the_face(field, 3)
    field.end("a1", "a2")
    field.act("b1", "shoot", "arco-corto", "a1")
    assert field.figure("a1").has("tramortito") and not field.all(CheckMade)
    assert field.the(Fell).squares == 3 and field.figure("a1").hp == 20 - 5 - 6
    field.done()


@pytest.mark.rule("PF-SWIFT-04.1", "PF-SWIFT-06.2", "PF-SKL-02.4", "PF-SPX-03.1", "PF-AOO-09.1")
def test_feather_fall_between_the_failed_hold_and_the_ground() -> None:
    """The foe's blow, the climber's failed check, a friend's immediate spell in the foe's own turn: no damage."""
    party = {"a1": {"at": "c2"}, "a2": {"at": "a2", **MAGE}}
    field = Field(party, {"b1": {"at": "b3", **PIKE}}, order=("a2", "a1", "b1"), dice=[14, 6, 2], **CLIFF)
    field.end("a2")
    on_the_face(field, 2)
    field.end("a1")
    field.act("b1", "attack", "lancia-lunga", "a1")
    assert field.asked == "respond" and dcs(field) == [("scalare", 15, False)]
    field.answer(("PF-SWIFT-04", "a2"))
    field.answer(("a1",))
    assert field.figure("a1").hp == 14 and not field.figure("a1").has("prono") and field.figure("a1").z == 0
    assert field.figure("a2").owed == 1 and not field.all(Fell)
    field.done()


@pytest.mark.rule("PF-BLR-02.1", "PF-TAB-23.1", "PF-AOO-07.1")
def test_a_push_over_the_edge_is_a_fall() -> None:
    ground = {"rows": ["............"] * 3, "ground": {"heights": {"c2": 4, "d2": 4}}}
    field = Field({"a1": {"at": "c2", "forza": 18}}, {"b1": {"at": "d2"}, "b2": {"at": "l3"}}, dice=[9, 3, 5], **ground)
    field.act("a1", "bull_rush", "b1")
    assert field.the(ManoeuvreRolled).passed and field.at("b1") == "e2"
    if field.asked == "follow":
        field.answer(0)
    assert field.the(Fell).squares == 4 and field.figure("b1").hp == 20 - 8 and field.figure("b1").has("prono")
    field.done()


# --- leaps --------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-AOO-07.1", "PF-AOO-07.4", "PF-HP-08.1", "PF-AOO-10.2")
def test_who_is_felled_at_the_edge_does_not_leap() -> None:
    field = meeting({"a1": {"at": "c2", "hp": 5}, "a2": {"at": "a1"}}, {"b1": {"at": "b2", **SWORD}}, rows=PIT,
                    dice=[15, 7])  # fmt: skip
    branch = field.game.form("a").grow(("a1", "jump"))
    assert [(option.key, option.facts["by"]) for option in branch.options] == [("f2", ("b1",))]
    field.act("a1", "jump", "f2")
    field.strike("b1")
    assert field.figure("a1").has("morente") and field.at("a1") == "c2"
    assert not field.all(CheckMade) and not field.all(Moved)
    field.done()


@pytest.mark.rule("PF-TAB-23.1", "PF-TAB-05.1", "PF-SKL-02.3", "PF-AOO-02.1")
def test_whoever_crawls_in_a_hollow_is_struck_from_above() -> None:
    """One and a half metres deep: within reach from its edge, at +1 for height and 4 for one who lies there."""
    party, foe = {"a1": {"at": "c2", "conditions": ["prono"]}}, {"b1": {"at": "e2", **SWORD}}
    hollow: dict[str, Any] = {"heights": {"c2": -1, "d2": -1}}
    field = Field(party, foe, rows=["............"] * 3, ground=hollow, dice=[5, 6])
    field.act("a1", "crawl", "d2")
    field.end("a1")
    field.act("b1", "attack", "spada-lunga", "a1")
    roll = field.the(AttackRolled)
    assert (roll.bonus.value, roll.ac.value, roll.outcome) == (1, 6, "hit")


# --- in the water -------------------------------------------------------------------------------------


@pytest.mark.rule("PF-GRP-02.1", "PF-SKL-03.2", "PF-CND-08.1", "PF-SKL-03.3")
def test_a_swimmer_who_is_held_cannot_swim_and_sinks() -> None:
    """In a hold there is no swimming; the check to stay up meets 4 less Dexterity, but Nuotare is Strength's."""
    foe = {"b1": {"at": "e1", "forza": 14, "speeds": {"nuoto": 9}}}
    field = Field({"a1": {"at": "d1"}, "a2": {"at": "a1"}}, foe, order=("b1", "a1", "a2"), rows=LAKE, dice=[12, 5])
    field.act("b1", "grapple", "a1")
    field.end("b1")
    assert "swim" not in field.actions("a1") and "escape" in field.actions("a1")
    field.end("a1")
    assert dcs(field) == [("nuotare", 10, False)] and field.figure("a1").has("sommerso")
    field.end("a2")
    field.end("b1")
    assert field.figure("a1").breath == 1 and not field.figure("a1").held_by, "nobody kept hold of it"
    assert "swim" in field.actions("a1")
    field.done()


@pytest.mark.rule("PF-SKL-03.1", "PF-AOO-07.1", "PF-SKL-03.2", "PF-TAB-03.4")
def test_a_swimmer_in_mail_is_struck_on_leaving_and_only_if_it_moves_at_all() -> None:
    """Mail weighs 5 on Nuotare; who gets nowhere leaves no square and gives no opportunity."""
    foe = {"b1": {"at": "e1", "speeds": {"nuoto": 9}, **SWORD}}
    found = []
    for face, dice in ((14, []), (15, [15, 4])):
        field = meeting({"a1": {"at": "d1", "items": ["cotta-di-maglia"]}}, foe, rows=LAKE, dice=[face, *dice])
        branch = field.game.form("a").grow(("a1", "swim", "quarter"))
        assert {option.key: option.facts["by"] for option in branch.options}["c1"] == ("b1",)
        field.act("a1", "swim", "quarter", "c1")
        if field.asked == "respond":
            field.strike("b1")
        found.append((field.at("a1"), len(field.all(OpportunityGiven)), field.figure("a1").hp))
    assert found == [("d1", 0, 20), ("c1", 1, 20)], "15 misses the mail's 16"


@pytest.mark.rule("PF-TAB-23.3", "PF-TAB-23.1", "PF-SKL-03.2")
def test_a_fall_into_water_is_softer_and_then_one_has_to_swim() -> None:
    """Six metres down into the lake: of two dice the first only stuns; at the end of the turn, a check to stay up."""
    from arbitro.rulesets.pathfinder.falls import fall

    field = Field({"a1": {"at": "d1"}}, {"b1": {"at": "a1"}}, rows=LAKE, dice=[3, 4, 4])
    for _ in fall(field.game, "a1", 4, ("PF-TAB-23.1",)):
        raise AssertionError("a fall asks nothing")
    assert [(event.amount, event.nonlethal) for event in field.all(Hurt)] == [(3, True), (4, False)]
    field.end("a1")
    assert dcs(field) == [("nuotare", 10, False)] and field.figure("a1").has("sommerso")
    field.done()
