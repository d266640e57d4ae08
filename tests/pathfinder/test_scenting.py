"""Noses, ears and feet that find whoever hides."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.events_unseen import Pinpointed, Revealed
from arbitro.rulesets.pathfinder.scenting import keen
from arbitro.rulesets.pathfinder.sight import could_see, sees
from tests.pathfinder.field import Field

UNSEEN = {"conditions": ["invisibile"]}


def prowled(senses: list[str], to: str, **b1: Any) -> Field:
    """Somebody invisible, far away, comes to a square; a1 at c3 has the senses."""
    field = Field({"a1": {"at": "c3", "senses": senses}}, {"b1": {"at": "i3", **UNSEEN, **b1}}, order=("b1", "a1"))
    field.act("b1", "move", to)
    return field


@pytest.mark.parametrize(
    ("senses", "to", "found"),
    [(["fiuto"], "d3", True), (["fiuto"], "e3", False), (["percezione_cieca:6"], "g3", True),
     (["percezione_cieca:6"], "h3", False), (["percezione_cieca"], "i4", True), (["percezione_tellurica"], "g5", True),
     ([], "d3", False)],
)  # fmt: skip
def test_each_sense_finds_the_square_of_the_unseen_within_its_reach(senses: list[str], to: str, found: bool) -> None:
    """Scent 1.5 metres; blindsense 18 where nothing else is said, as tremorsense."""
    field = prowled(senses, to)
    assert field.at("b1") == to
    assert bool([event for event in field.all(Pinpointed) if (event.at) == (ord(to[0]) - 97, int(to[1]) - 1)]) is found
    assert not sees(field.game, "a1", "b1"), "found, not seen"


def test_nothing_smells_without_a_body_or_shakes_the_ground_in_the_air() -> None:
    ghost = {"conditions": ["invisibile", "incorporeo"], "subtypes": ["incorporeo"]}
    assert not prowled(["fiuto", "percezione_tellurica"], "d3", **ghost).all(Pinpointed)
    assert not prowled(["percezione_tellurica"], "d3", speeds={"volo": 9}).all(Pinpointed)
    assert prowled(["fiuto"], "d3", speeds={"volo": 9}).all(Pinpointed)


def test_whoever_hides_under_a_nose_is_found_out() -> None:
    rows = ("............",) * 7 + ("...#........",) + ("............",) * 2
    watch = {"at": "d4", "skills": {"percezione": -20}}
    hider = {"at": "c3", "skills": {"furtivita": 20}}
    for senses, hidden in (([], True), (["fiuto"], False)):
        field = Field({"b1": {**hider}}, {"a1": {**watch, "senses": senses, "conditions": ["accecato"]}}, rows=rows,
                      dice=[10, 1])  # fmt: skip
        field.act("b1", "hide")
        assert field.figure("b1").hidden is hidden and bool(field.all(Revealed)) is not hidden


@pytest.mark.parametrize(("kind", "seen"), [("umanoide", True), ("non_morto", False), ("costrutto", False)])
def test_the_dead_feel_the_living_near_by(kind: str, seen: bool) -> None:
    wraith = {"at": "c3", "senses": ["percezione_della_vita"]}
    field = Field({"a1": wraith}, {"b1": {"at": "i3", **UNSEEN, "type": kind}})
    assert could_see(field.game, "a1", "b1") is seen


def test_the_beasts_of_the_book_have_their_noses() -> None:
    monsters = built_in().monsters
    assert dict(keen(tuple(monsters["pipistrello"].senses))) == {"percezione_cieca": 4}
    assert dict(keen(tuple(monsters["drago-nero-giovane"].senses))) == {"percezione_cieca": 12}
    assert dict(keen(tuple(monsters["ragno-gigante"].senses))) == {"percezione_tellurica": 12}
    noses = {id_ for id_, sheet in monsters.items() if "fiuto" in sheet.senses}
    assert {"lupo", "worg", "troll", "bugbear", "viverna", "idra"} <= noses and not {"roc", "treant", "orco"} & noses
