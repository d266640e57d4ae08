"""Powers at large: whom they reach, who is warded, who may answer (CDC-PW-001, -006, -007, -009)."""

from __future__ import annotations

import pytest

from arbitro.engine.events import Fizzled
from arbitro.rulesets.crepuscolo.events import ConditionGained, Died, Hurt, PointsChanged, PowerWarded
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

ARCANE = (("arcano", 3),)
DISTRUST = {"always": [{"immune": "stregoneria"}]}
RESIST = {
    "uses": [
        {
            "moment": "reaching",
            "when": "it is me and discipline(power) is 'stregoneria'",
            "do": [{"test": "spirito", "to": "me", "passed": [{"cancel": "reach"}]}],
        }
    ]
}
AVERSION = {"always": [{"modify": "sds", "by": 1, "when": "target is me and action is power"}]}


def burner(*faces: int, spell: str = "CDC-PW-014", extra: dict | None = None, foe: tuple[str, ...] = (), **me) -> Field:
    """`a1` knows a spell of fire; `b1` stands 4 cm away, `b2` 30 cm."""
    mine = at(10, **{"abilities": [spell], "points": ARCANE, **me})
    return trial(extra or {}, {"a1": mine, "b1": at(16.5, abilities=list(foe)), "b2": at(42.5)}, dice=faces)


@pytest.mark.rule("CDC-PW-014.1", "CDC-PW-014.2")
def test_a_dart_burns_whom_it_sees_within_20_cm() -> None:
    field = burner(4)
    assert field.offered("a1", "power", "CDC-PW-014") == ("b1",)
    field.act("a1", "power", "CDC-PW-014", "b1", die=6)
    assert field.the(PointsChanged).by == -1 and field.figure("a1").dice == (4, 8)
    assert field.the(ConditionGained).condition == "Fuoco" and field.figure("b1").conditions == ("Fuoco",)
    field.done()


@pytest.mark.rule("CDC-PW-019.1", "CDC-PW-019.2")
def test_self_combustion_burns_the_user_and_all_within_5_cm() -> None:
    field = burner(4, spell="CDC-PW-019")
    field.act("a1", "power", "CDC-PW-019", die=4)
    assert [e.it for e in field.all(ConditionGained)] == ["a1", "b1"]
    field.done()


@pytest.mark.rule("CDC-PW-001.3")
def test_an_immune_fighter_alone_is_spared_and_chooses_about_its_own_powers() -> None:
    field = burner(4, spell="CDC-PW-019", extra={"Scudo": DISTRUST}, foe=("Scudo",))
    field.act("a1", "power", "CDC-PW-019", die=4)
    assert [e.it for e in field.all(ConditionGained)] == ["a1"]
    assert (field.the(PowerWarded).it, field.the(PowerWarded).why) == ("b1", "immune")
    field.done()


@pytest.mark.rule("CDC-PW-020.1", "CDC-PW-020.2", "CDC-PW-020.3", "CDC-PW-020.4", "CDC-PW-020.5")
def test_a_fireball_hurts_who_fails_and_leaves_no_corpse() -> None:
    field = burner(5, 2, spell="CDC-PW-020")
    field.figure("b1").life = 1
    field.figure("b1").dice = (4,)
    field.act("a1", "power", "CDC-PW-020", "b1", die=8, others=(4, 6))
    field.answer(4)
    assert field.the(Hurt).amount == 1 and field.the(Died).corpse is False and field.state.corpses == ()
    field.done()
