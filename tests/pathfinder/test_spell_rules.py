"""Rules of single spells that no number shows: what a shield of force stops, whom a touch frightens, how rays part."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.events_blows import AbilityHurt, Hurt
from arbitro.rulesets.pathfinder.numbers import SAVE, armour_class
from arbitro.rulesets.pathfinder.state import INCORPOREAL, NORMAL, TOUCH
from tests.pathfinder.field import Field


def mage(*spells: str, level: int = 5, **more: Any) -> dict[str, Any]:
    """A wizard with some spells."""
    casting = {"source": "mago", "ability": "intelligenza", "level": level, "prepared": dict.fromkeys(spells, 1)}
    return {"casting": [casting], "intelligenza": 18, "items": ["borsa-per-componenti"], "level": level, **more}


@pytest.mark.rule("PF-AC-11.3")
def test_a_shield_of_force_stops_incorporeal_touches_and_magic_missiles() -> None:
    field = Field({"a1": {"at": "a1", **mage("scudo")}}, {"b1": {"at": "h1", **mage("dardo-incantato", level=3)}})
    field.act("a1", "cast", "mago", "scudo", "openly")
    ac = {kind: armour_class(field.game, "a1", against=kind).value for kind in (NORMAL, TOUCH, INCORPOREAL)}
    assert ac == {NORMAL: 14, TOUCH: 10, INCORPOREAL: 14}
    field.end("a1")
    field.act("b1", "cast", "mago", "dardo-incantato", "openly", "a1", "a1")
    assert not field.all(Hurt)
    field.done()


@pytest.mark.parametrize("undead", [True, False])
def test_a_chill_touch_frightens_the_undead_and_hurts_all_others(undead: bool) -> None:
    foe = {"at": "b1", **({"type": "non_morto", "costituzione": None} if undead else {})}
    dice = [15, 2, 3] if undead else [15, 4, 3]
    field = Field({"a1": {"at": "a1", **mage("tocco-gelido")}}, {"b1": foe}, dice=dice)
    field.act("a1", "cast", "mago", "tocco-gelido", "openly", "b1")
    assert field.figure("b1").has("in-panico") is undead
    assert [e.amount for e in field.all(Hurt)] == ([] if undead else [4])
    assert bool(field.all(AbilityHurt)) is not undead
    field.done()


def test_scorching_rays_go_no_farther_apart_than_nine_metres() -> None:
    foes = {"b1": {"at": "c3"}, "b2": {"at": "h3"}, "b3": {"at": "k3"}}
    field = Field({"a1": {"at": "e1", **mage("raggio-rovente", level=7)}}, foes)
    way = ("cast", "mago", "raggio-rovente", "openly")
    assert field.offered("a1", *way) == ("b1", "b2", "b3")
    assert field.offered("a1", *way, "b1") == ("b1", "b2"), "k3 is eight squares from c3"


@pytest.mark.parametrize("deaf", [True, False])
def test_a_bang_stuns_nobody_who_is_deaf(deaf: bool) -> None:
    priest = {"casting": [{"source": "chierico", "ability": "saggezza", "level": 5, "tradition": "divine",
                           "prepared": {"fragore": 1}}], "saggezza": 18, "items": ["simbolo-sacro"]}  # fmt: skip
    foe = {"at": "f1", "conditions": ["assordato"] if deaf else []}
    field = Field({"a1": {"at": "a1", **priest}}, {"b1": foe}, dice=[5, *([] if deaf else [2])])
    field.act("a1", "cast", "chierico", "fragore", "openly", "g1")
    assert field.figure("b1").has("stordito") is not deaf and field.figure("b1").hp == 15
    field.done()


def test_a_negative_level_weighs_on_ability_checks_too() -> None:
    field = Field({"a1": {"at": "a1", "conditions": ["due-livelli-negativi"]}}, {"b1": {"at": "l1"}})
    assert field.game.query(SAVE, it="a1", save="tempra", cause="").value == -2
    lines = built_in().conditions["due-livelli-negativi"].always
    assert {line["modify"]: line["by"] for line in lines} == {
        "attack": -2,
        "save": -2,
        "skill": -2,
        "check": -2,
        "cmd": -2,
    }


def test_blindness_can_be_ended_by_its_caster_and_the_dead_are_called_back_by_healing() -> None:
    spells = built_in().spells
    assert spells["cecita"].dismissible
    assert {spells[one].subschool for one in ("stabilizzare", "rianimare-morti", "resurrezione")} == {"guarigione"}


def test_silence_holds_where_it_was_spread_and_for_whoever_is_there() -> None:
    priest = {"casting": [{"source": "chierico", "ability": "saggezza", "level": 5, "tradition": "divine",
                           "prepared": {"silenzio": 1, "fragore": 1}}], "saggezza": 18,
              "items": ["simbolo-sacro"]}  # fmt: skip
    field = Field({"a1": {"at": "a1", **priest}}, {"b1": {"at": "h1", **mage("scudo")}}, dice=[5])
    field.act("a1", "cast", "chierico", "silenzio", "openly")
    field.end("a1", "b1")
    field.answer(("g1",))
    assert not field.figure("b1").conditions, "nobody has a save against it, and nobody bears it"
    field.act("a1", "cast", "chierico", "fragore", "openly", "g1")
    assert not field.all(Hurt), "no sound comes in"
    field.end("a1")
    assert "cast" not in field.actions("b1")
    field.act("b1", "move", "l1")
    assert "cast" in field.actions("b1"), "four squares from the middle there is sound again"
