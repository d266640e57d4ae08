"""Hours and days after a fight (PF-HEAL-06 to -13, PF-NL-07, PF-CND-04, -05, -19)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import Event, Finished
from arbitro.rulesets.pathfinder.events_blows import CheckMade, Hurt, StabilisationTried
from arbitro.rulesets.pathfinder.events_bonds import Died
from arbitro.rulesets.pathfinder.lookups import able, suffers
from arbitro.rulesets.pathfinder.verbs import hurt_ability
from tests.pathfinder.field import Field

BEATEN = {"at": "l9", "hp": 5, "hp_now": -40}
"""The last foe, dead before the first blow."""


class Calm(Field):
    """The hours after a fight that side a has won."""

    def __init__(self, party: dict[str, dict[str, Any]], foes: dict[str, dict[str, Any]] | None = None,
                 dice: Any = ()) -> None:  # fmt: skip
        late = {it: {"initiative": 5 if one.get("hp_now", 1) < 0 else 0, **one} for it, one in party.items()}
        super().__init__(late, foes or {"b1": BEATEN}, dice=dice, options={"aftermath": True})

    def spend(self, what: str, *who: str) -> list[Event]:
        """What comes next."""
        return self.answer((what, *who))


def alone(dice: Any, **more: Any) -> Calm:
    """Both sides are down: nobody helps a1, who is stable at -3."""
    fallen = {"at": "c3", "hp_now": -3, "level": 4, **more}
    return Calm({"a1": fallen}, dice=dice)


# --- the hour -----------------------------------------------------------------------------------------


def test_the_fight_ends_and_time_is_asked_for() -> None:
    calm = Calm({"a1": {"at": "c3"}})
    assert calm.game.pending is not None and calm.game.pending.kind == "calm"
    assert calm.state.calm and calm.state.field == "a" and not calm.state.result
    calm.spend("end")
    assert calm.the(Finished).result == "a" and calm.game.pending is None


@pytest.mark.rule("PF-HEAL-07.1", "PF-HEAL-07.3", "PF-HP-07.6", "PF-CND-19.2", "PF-HEAL-06.1")
@pytest.mark.parametrize(("face", "awake"), [(13, True), (12, False)])
def test_an_hour_after_it_is_stable_the_tended_may_wake(face: int, awake: bool) -> None:
    """Three below 0: 13 stops the bleeding in the first round, and 13 is needed again an hour later."""
    calm = Calm({"a1": {"at": "c3"}, "a2": {"at": "e5", "hp_now": -3}}, dice=[13, face])
    calm.spend("hour")
    figure = calm.figure("a2")
    assert (calm.state.clock, figure.hp, figure.awake) == (1, -3, awake)
    assert suffers(calm.game, "a2", "inabile") is awake and able(calm.game, "a2") is awake
    assert [event.dc for event in calm.all(CheckMade)] == [10 + 3]
    calm.done()


@pytest.mark.rule("PF-HEAL-07.2")
def test_a_twenty_always_wakes() -> None:
    calm = Calm({"a1": {"at": "c3"}, "a2": {"at": "e5", "costituzione": 6, "hp_now": -5}}, dice=[20, 20])
    calm.spend("hour")
    assert calm.the(CheckMade).dc == 15 and calm.the(CheckMade).bonus.value == -2
    assert calm.figure("a2").awake


@pytest.mark.rule("PF-HEAL-07.4", "PF-HEAL-06.1")
def test_the_check_comes_every_hour_and_costs_the_tended_nothing() -> None:
    calm = Calm({"a1": {"at": "c3"}, "a2": {"at": "e5", "hp_now": -3}}, dice=[13, 2, 2, 14])
    for _ in range(3):
        calm.spend("hour")
    assert [event.passed for event in calm.all(CheckMade)] == [False, False, True]
    assert calm.figure("a2").hp == -3 and calm.state.clock == 3
    calm.done()


@pytest.mark.rule("PF-HEAL-08.1", "PF-HEAL-06.1", "PF-CND-19.2")
def test_left_alone_each_failure_costs_a_hit_point_and_may_kill() -> None:
    calm = alone([15, 2, 2, 2], costituzione=6)
    assert calm.state.field == "draw"
    calm.spend("hour")
    assert calm.figure("a1").hp == -4 and calm.figure("a1").has("stabile"), "not dying again"
    calm.spend("hour")
    calm.spend("hour")
    assert [event.it for event in calm.all(Died)] == ["b1", "a1"] and calm.figure("a1").hp == -6
    calm.done()


def test_the_dying_bleed_on_until_luck_or_death() -> None:
    """At -3 with Constitution 10: 2 fails, 14 at -4 stops it."""
    calm = Calm({"a1": {"at": "c3"}, "a2": {"at": "e5", "hp_now": -3}}, dice=[2, 14, 1])
    calm.spend("hour")
    assert [event.passed for event in calm.all(StabilisationTried)] == [False, True]
    assert calm.figure("a2").hp == -4
    calm.done()


@pytest.mark.rule("PF-HEAL-06.1")
def test_one_more_round_may_be_spent_on_the_fallen() -> None:
    """First aid within the round; a1 needs 15 and has 4."""
    party = {"a1": {"at": "c3", "skills": {"guarire": 4}}, "a2": {"at": "d3", "hp_now": -3}}
    calm = Calm(party, {"b1": BEATEN, "b2": {"at": "l5", "hp_now": -2, "initiative": 5}}, dice=[11, 20])
    calm.spend("round")
    assert set(calm.actions("a1")) >= {"stabilise", "move"}
    calm.act("a1", "stabilise", "a2")
    calm.end("a1")
    assert calm.figure("a2").stable and calm.figure("a2").tended
    assert calm.game.pending is not None and calm.game.pending.kind == "calm", "captives have no turn"
    calm.done()


# --- nights and days ----------------------------------------------------------------------------------


@pytest.mark.rule("PF-HEAL-10.1", "PF-HEAL-10.2", "PF-HEAL-11.1")
@pytest.mark.parametrize(("what", "hours", "hp"), [
    ("night", 8, 9), ("broken_night", 8, 5), ("on_the_move", 8, 5), ("bed", 24, 13), ("hour", 1, 5),
])  # fmt: skip
def test_rest_heals_by_level(what: str, hours: int, hp: int) -> None:
    calm = Calm({"a1": {"at": "c3", "level": 4, "hp_now": 5}})
    calm.spend(what)
    assert (calm.state.clock, calm.figure("a1").hp) == (hours, hp)


@pytest.mark.rule("PF-HEAL-07.5")
def test_even_the_senseless_recover_and_wake_at_one() -> None:
    """Level 4, at -3: eight failed checks, then four points of a night."""
    calm = Calm({"a1": {"at": "c3"}, "a2": {"at": "e5", "hp_now": -3, "level": 4}}, dice=[13, *[2] * 8])
    calm.spend("night")
    assert calm.figure("a2").hp == 1 and able(calm.game, "a2")
    assert not suffers(calm.game, "a2", "barcollante")
    calm.done()


@pytest.mark.rule("PF-HEAL-08.2", "PF-HEAL-08.3", "PF-HEAL-08.4", "PF-HEAL-08.5")
def test_alone_one_fights_for_recovery_once_a_day() -> None:
    """Awake at -3 after the first hour; the first night's check fails, the second passes, the third night heals."""
    calm = alone([13, 13, 12, 14])
    calm.spend("night")
    figure = calm.figure("a1")
    assert (figure.hp, figure.awake, figure.mending) == (-4, True, False), "a point, but not its senses"
    assert [event.rules for event in calm.all(Hurt)] == [("PF-HEAL-08.4",)]
    calm.spend("night")
    figure = calm.figure("a1")
    assert (figure.hp, figure.mending) == (-4, True), "out of danger, not healed yet"
    calm.spend("night")
    assert calm.figure("a1").hp == 0
    calm.done()


@pytest.mark.rule("PF-HEAL-13.1", "PF-HEAL-13.2")
@pytest.mark.parametrize(("what", "left"), [("night", {"forza": 4, "saggezza": 1}), ("bed", {"forza": 3})])
def test_ability_damage_comes_back_for_each_ability(what: str, left: dict[str, int]) -> None:
    calm = Calm({"a1": {"at": "c3"}})
    weaken(calm, "a1", "forza", 5)
    weaken(calm, "a1", "saggezza", 2)
    calm.spend(what)
    assert dict(calm.figure("a1").damaged) == left


def weaken(field: Field, it: str, ability: str, points: int, *, drain: bool = False) -> None:
    """Ability damage, or drain."""
    for _ in hurt_ability(field.game, it, ability, points, drain, ("PF-CND-20.1",)):
        raise AssertionError("nothing is asked here")


@pytest.mark.rule("PF-CND-20.3")
def test_drained_points_do_not_come_back_by_rest() -> None:
    calm = Calm({"a1": {"at": "c3"}})
    weaken(calm, "a1", "forza", 4, drain=True)
    calm.spend("bed")
    assert calm.figure("a1").forza == 6


@pytest.mark.rule("PF-NL-07.1", "PF-NL-01.1")
def test_nonlethal_damage_goes_by_the_hour() -> None:
    calm = Calm({"a1": {"at": "c3"}, "a2": {"at": "e5", "level": 3, "hp_now": 10, "nonlethal": 12}})
    calm.spend("hour")
    assert calm.figure("a2").nonlethal == 9 and calm.figure("a2").hp == 10
    assert able(calm.game, "a2"), "12 were more than 10, 9 are not"
    calm.spend("night")
    assert calm.figure("a2").nonlethal == 0


@pytest.mark.rule("PF-CND-04.3", "PF-CND-05.2")
def test_the_exhausted_need_an_hour_and_then_eight() -> None:
    calm = Calm({"a1": {"at": "c3", "conditions": ["esausto"]}})
    calm.spend("on_the_move")
    assert calm.figure("a1").conditions == ("esausto",)
    calm.spend("hour")
    assert calm.figure("a1").conditions == ("affaticato",)
    for _ in range(7):
        calm.spend("hour")
    assert calm.figure("a1").conditions == ("affaticato",)
    calm.spend("hour")
    assert calm.figure("a1").conditions == ()


# --- care ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-SKL-05.2")
@pytest.mark.parametrize(("face", "night", "bed"), [(10, 13, 21), (9, 9, 13)])
def test_care_doubles_what_rest_gives(face: int, night: int, bed: int) -> None:
    """A healer with 5 needs 10. Whoever cares for others does not lie in bed all day."""
    party = {"a1": {"at": "c3", "skills": {"guarire": 5}, "level": 4, "hp": 40, "hp_now": 5},
             "a2": {"at": "e5", "level": 4, "hp": 40, "hp_now": 5}}  # fmt: skip
    for what, hp, healer in (("night", night, 9), ("bed", bed, 9)):
        calm = Calm(party, dice=[face])
        calm.spend("care", "a1", "a2")
        calm.spend(what)
        assert (calm.figure("a2").hp, calm.figure("a1").hp) == (hp, healer)
        assert not calm.figure("a2").carer
        calm.done()


@pytest.mark.rule("PF-SKL-05.3")
@pytest.mark.parametrize(("face", "gained"), [(20, 4 + 3), (15, 4), (14, 0)])
def test_deadly_wounds_are_treated_once_a_day(face: int, gained: int) -> None:
    """A healer with 5 and Wisdom 16: 20 is needed, 25 adds the Wisdom. It takes an hour."""
    healer = {"at": "c3", "saggezza": 16, "skills": {"guarire": 5}}
    calm = Calm({"a1": healer, "a2": {"at": "e5", "level": 4, "hp_now": 5}}, dice=[face])
    calm.spend("treat", "a1", "a2")
    assert calm.figure("a2").hp == 5 + gained and calm.state.clock == 1
    assert "treat" not in {option.key for option in calm.game.form("a").options() or ()}
    calm.done()


@pytest.mark.rule("PF-NL-01.2")
def test_heat_wears_down_without_wounding() -> None:
    """Fortitude 15 or 1d4 nonlethal each hour; 14 fails."""
    calm = Calm({"a1": {"at": "c3", "conditions": ["nel-caldo"], "level": 1}}, dice=[14, 3, 15])
    calm.spend("hour")
    assert calm.figure("a1").hp == 20 and calm.figure("a1").nonlethal == 3 - 1, "a point goes again in the hour"
    calm.spend("hour")
    assert calm.figure("a1").nonlethal == 1
    calm.done()
