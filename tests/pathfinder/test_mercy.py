"""The fallen: the coup de grâce and first aid (PF-HLP-03 to -05, PF-HEAL-04)."""

from __future__ import annotations

import pytest

from arbitro.rulesets.pathfinder.events import OpportunityGiven
from arbitro.rulesets.pathfinder.events_blows import AttackRolled, SaveMade
from arbitro.rulesets.pathfinder.events_bonds import Died
from tests.pathfinder.field import Field

HELPLESS = {"at": "d3", "conditions": ["paralizzato"]}
FAR = {"at": "l9"}


@pytest.mark.rule("PF-HLP-03.1", "PF-HLP-03.3", "PF-HLP-03.4")
@pytest.mark.parametrize(("face", "dead"), [(19, False), (18, True)])
def test_a_critical_hit_without_a_roll_then_a_save(face: int, dead: bool) -> None:
    """A longsword, twice d8: 4 + 5 = 9 points, so the DC is 19."""
    field = Field({"a1": {"at": "c3", "items": ["spada-lunga"]}}, {"b1": HELPLESS, "b2": FAR}, dice=[4, 5, face])
    field.act("a1", "coup", "spada-lunga", "b1")
    assert field.all(AttackRolled) == [] and field.the(SaveMade).dc == 10 + 9
    assert (field.figure("b1").status == "dead") is dead
    field.done()


@pytest.mark.rule("PF-HLP-03.4")
def test_who_dies_of_the_blow_saves_no_more() -> None:
    foe = {**HELPLESS, "hp_now": -5}
    field = Field({"a1": {"at": "c3", "items": ["spada-lunga"]}}, {"b1": foe, "b2": FAR}, dice=[4, 5])
    field.act("a1", "coup", "spada-lunga", "b1")
    assert field.the(Died).it == "b1" and field.all(SaveMade) == []


@pytest.mark.rule("PF-HLP-03.2")
@pytest.mark.parametrize(("at", "offered"), [("d3", True), ("e3", False)])
def test_a_bow_finishes_from_beside_alone(at: str, offered: bool) -> None:
    field = Field({"a1": {"at": "c3", "items": ["arco-corto"]}}, {"b1": {**HELPLESS, "at": at}, "b2": FAR})
    assert ("coup" in field.actions("a1") and "arco-corto" in field.offered("a1", "coup")) is offered


@pytest.mark.rule("PF-HLP-04.1")
def test_it_gives_opportunities() -> None:
    foes = {"b1": HELPLESS, "b2": {"at": "c4", "items": ["spada-lunga"]}}
    field = Field({"a1": {"at": "c3", "items": ["spada-lunga"]}}, foes, order=("b2", "a1", "b1"))
    field.end("b2")
    field.act("a1", "coup", "spada-lunga", "b1")
    assert field.the(OpportunityGiven).by == ("b2",)


@pytest.mark.rule("PF-HLP-05.1")
@pytest.mark.parametrize("foe", [{"immune": ["critici"]}, {"conditions": []}], ids=["immune", "standing"])
def test_some_cannot_be_finished(foe: dict[str, object]) -> None:
    field = Field({"a1": {"at": "c3", "items": ["spada-lunga"]}}, {"b1": {**HELPLESS, **foe}, "b2": FAR})
    assert "coup" not in field.actions("a1")


@pytest.mark.rule("PF-HLP-03.1")
def test_it_takes_the_whole_turn() -> None:
    field = Field({"a1": {"at": "c3", "items": ["spada-lunga"]}}, {"b1": HELPLESS, "b2": FAR})
    field.act("a1", "move", "c4")
    assert "coup" not in field.actions("a1")


@pytest.mark.rule("PF-HEAL-04.1")
@pytest.mark.parametrize(("face", "stable"), [(15, True), (14, False)])
def test_hands_stop_the_dying(face: int, stable: bool) -> None:
    party = {"a1": {"at": "c3", "skills": {"guarire": 0}}, "a2": {"at": "d3", "hp_now": -4}}
    field = Field(party, {"b1": FAR}, dice=[face])
    field.act("a1", "stabilise", "a2")
    assert field.figure("a2").stable is stable
    field.done()


@pytest.mark.rule("PF-CND-17.2")
def test_hands_stop_bleeding() -> None:
    party = {"a1": {"at": "c3"}, "a2": {"at": "d3", "bleed": 2}}
    field = Field(party, {"b1": FAR}, dice=[15])
    field.act("a1", "stabilise", "a2")
    assert field.figure("a2").bleed == 0
