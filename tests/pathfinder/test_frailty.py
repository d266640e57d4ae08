"""Ability damage and drain, Constitution and hit points, what regenerates (PF-CND-20, PF-HP-09 to -11, PF-MON-02)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.effects import end_effect
from arbitro.rulesets.pathfinder.events_blows import TemporaryChanged
from arbitro.rulesets.pathfinder.events_bonds import Died
from arbitro.rulesets.pathfinder.events_mending import RegenerationChanged, VigourChanged
from arbitro.rulesets.pathfinder.harm import die, heal, suffer
from arbitro.rulesets.pathfinder.lookups import helpless, modifier, score_of, suffers
from arbitro.rulesets.pathfinder.numbers import ATTACK, CMD_OF, SAVE
from arbitro.rulesets.pathfinder.verbs import hurt_ability
from tests.pathfinder.field import Field

TROLL = {
    "at": "d3",
    "hp": 60,
    "costituzione": 20,
    "level": 6,
    "regeneration": 5,
    "regeneration_but": ["fuoco", "acido"],
}


def field_of(dice: Any = (), **more: Any) -> Field:
    """a1 is the one to whom things happen; b1 keeps the fight going far away."""
    return Field({"a1": {"at": "c3", "items": ["spada-lunga"], **more}}, {"b1": {"at": "l9"}}, dice=dice)


def run(field: Field, *flows: Any) -> None:
    """Run flows that ask nothing, and all that follows."""
    for flow in (*flows, field.game.settle()):
        for _ in flow:
            raise AssertionError("nothing is asked here")


def weaken(field: Field, ability: str, points: int, it: str = "a1", *, drain: bool = False) -> None:
    """Ability damage, or drain."""
    run(field, hurt_ability(field.game, it, ability, points, drain, ("PF-CND-20.1",)))


def blow_of(field: Field) -> int:
    return field.game.query(ATTACK, actor="a1", target=None, weapon="spada-lunga", mode="melee", action="attack",
                            manner="plain", hand="primary", penalty=0).value  # fmt: skip


# --- ability damage and drain -------------------------------------------------------------------------


@pytest.mark.rule("PF-CND-20.1")
@pytest.mark.parametrize(("points", "less"), [(1, 0), (2, 1), (3, 1), (5, 2)])
def test_each_two_points_of_damage_take_one_off_what_rests_on_the_score(points: int, less: int) -> None:
    field = field_of(forza=14)
    guard = field.game.query(CMD_OF, target="a1", actor="b1", manoeuvre="trip").value
    weaken(field, "forza", points)
    assert field.figure("a1").forza == 14 and score_of(field.game, "a1", "forza") == 14, "the score stays"
    assert blow_of(field) == 2 - less
    assert field.game.query(CMD_OF, target="a1", actor="b1", manoeuvre="trip").value == guard - less


@pytest.mark.rule("PF-CND-20.3")
def test_drain_takes_the_score_itself() -> None:
    field = field_of(forza=14)
    weaken(field, "forza", 3, drain=True)
    assert field.figure("a1").forza == 11 and blow_of(field) == 0


@pytest.mark.rule("PF-CND-20.2")
@pytest.mark.parametrize("ability", ["forza", "destrezza", "intelligenza", "saggezza", "carisma"])
def test_damage_as_great_as_a_score_takes_the_senses_until_it_is_less(ability: str) -> None:
    field = field_of(**{ability: 9})
    weaken(field, ability, 8)
    assert not helpless(field.game, "a1")
    weaken(field, ability, 1)
    assert suffers(field.game, "a1", "privo-di-sensi") and helpless(field.game, "a1")
    weaken(field, ability, -1)
    assert not suffers(field.game, "a1", "privo-di-sensi")


@pytest.mark.rule("PF-CND-20.2", "PF-HP-09.2")
@pytest.mark.parametrize("drain", [False, True])
def test_constitution_used_up_kills(drain: bool) -> None:
    field = field_of(costituzione=6, hp=40)
    weaken(field, "costituzione", 5, drain=drain)
    assert field.figure("a1").status == "in"
    weaken(field, "costituzione", 1, drain=drain)
    assert field.the(Died).it == "a1" and field.the(Died).rules[0] == "PF-HP-09.2"


@pytest.mark.rule("PF-CND-20.4")
def test_hit_points_follow_constitution_down_and_back() -> None:
    """Level 4: each point of the modifier is 4 hit points, present and highest."""
    field = field_of(costituzione=14, hp=30, hp_now=20, level=4)
    weaken(field, "costituzione", 3)
    assert (field.figure("a1").hp, field.figure("a1").hp_max) == (20 - 4, 30 - 4)
    assert field.game.query(SAVE, it="a1", save="tempra", cause="", actor="b1").value == -1
    weaken(field, "costituzione", 1)
    assert (field.figure("a1").hp, field.figure("a1").hp_max) == (20 - 8, 30 - 8)
    weaken(field, "costituzione", -4)
    assert (field.figure("a1").hp, field.figure("a1").hp_max) == (20, 30)
    assert [event.points for event in field.all(VigourChanged)] == [-4, -4, 8]


@pytest.mark.rule("PF-HP-11.1")
def test_a_rise_in_constitution_gives_hit_points_that_can_be_healed() -> None:
    """Rage: +4, so +2 for each of three levels. They are lost last, not first, and go when the rage is over."""
    field = field_of(abilities=["ira"], level=3, hp=30, hp_now=24)
    field.act("a1", "ability", "ira")
    assert (field.figure("a1").hp, field.figure("a1").hp_max) == (30, 36)
    run(field, suffer(field.game, "a1", 10, "tagliente"))
    run(field, heal(field.game, "a1", 16, ("PF-HEAL-12.1",)))
    assert (field.figure("a1").hp, field.figure("a1").temp) == (36, ()), "healed beyond the old maximum"
    for _ in range(8):
        field.end("a1", "b1")
    assert (field.figure("a1").hp, field.figure("a1").hp_max) == (30, 30)


@pytest.mark.rule("PF-HP-10.2")
def test_what_is_left_of_temporary_hit_points_vanishes_with_their_effect() -> None:
    """False life gives 1d10 + 2: 9 points, of which 4 are lost before it ends; nothing of that goes on to the rest."""
    casting = [{"source": "mago", "ability": "intelligenza", "level": 2, "prepared": {"vita-falsata": 1}}]
    field = field_of([7], intelligenza=14, casting=casting, items=["borsa-per-componenti"])
    field.act("a1", "cast", "mago", "vita-falsata", "openly")
    assert sum(n for _, n in field.figure("a1").temp) == 9
    run(field, suffer(field.game, "a1", 4, "tagliente"))
    assert (sum(n for _, n in field.figure("a1").temp), field.figure("a1").hp) == (5, 20)
    for effect in list(field.game.state.effects.values()):
        end_effect(field.game, effect, "dispelled")
    run(field)
    assert (field.figure("a1").temp, field.figure("a1").hp) == ((), 20)
    assert field.all(TemporaryChanged)[-1].rules == ("PF-HP-10.2",)


@pytest.mark.rule("PF-HP-04.1")
def test_the_same_blow_is_a_scratch_to_one_and_the_end_of_another() -> None:
    for hp, left, fallen in ((60, 52, False), (8, 0, True)):
        field = field_of(hp=hp)
        run(field, suffer(field.game, "a1", 8, "tagliente"))
        assert field.figure("a1").hp == left and suffers(field.game, "a1", "inabile") is fallen


@pytest.mark.rule("PF-HEAL-05.3", "PF-NL-05.2")
@pytest.mark.parametrize("nonlethal", [False, True])
def test_a_caster_who_fell_has_its_spells_when_it_wakes(nonlethal: bool) -> None:
    casting = [{"source": "mago", "ability": "intelligenza", "level": 3, "prepared": {"scudo": 2}}]
    field = field_of([], intelligenza=14, casting=casting, items=["borsa-per-componenti"])
    before = field.figure("a1").casters
    run(field, suffer(field.game, "a1", 22, "contundente", nonlethal=nonlethal))
    assert helpless(field.game, "a1")
    run(field, heal(field.game, "a1", 10, ("PF-HEAL-12.1",)))
    assert not helpless(field.game, "a1") and field.figure("a1").casters == before


# --- regeneration -------------------------------------------------------------------------------------


@pytest.mark.rule("PF-MON-02.1")
def test_what_regenerates_heals_each_round_and_does_not_die() -> None:
    field = Field({"a1": {"at": "l9"}}, {"b1": TROLL, "b2": {"at": "l1"}})
    run(field, suffer(field.game, "b1", 85, "tagliente"))
    assert field.figure("b1").hp == -25 and field.figure("b1").status == "in", "beyond minus its Constitution"
    run(field, die(field.game, "b1", "a1", "coup", ("PF-HLP-03.4",)))
    assert field.figure("b1").status == "in"
    field.end("a1")
    assert field.figure("b1").hp == -20
    field.end("b2", "a1")
    assert field.figure("b1").hp == -15 and field.all(Died) == []


@pytest.mark.rule("PF-MON-02.2")
def test_fire_stops_regeneration_for_a_round() -> None:
    field = Field({"a1": {"at": "l9"}}, {"b1": {**TROLL, "hp_now": 40}})
    run(field, suffer(field.game, "b1", 4, "fuoco"))
    field.end("a1")
    assert field.figure("b1").hp == 36, "nothing in this round"
    field.end("b1", "a1")
    assert field.figure("b1").hp == 41
    assert [event.scorched for event in field.all(RegenerationChanged)] == [True, False]


@pytest.mark.rule("PF-MON-02.2")
def test_the_burnt_die_like_everybody() -> None:
    field = Field({"a1": {"at": "l9"}}, {"b1": TROLL})
    run(field, suffer(field.game, "b1", 70, "tagliente"), suffer(field.game, "b1", 10, "acido"))
    assert field.the(Died).it == "b1"


def test_fast_healing_heals_and_stops_the_dying() -> None:
    party = {"a1": {"at": "c3", "fast_healing": 3, "hp_now": -2, "initiative": 5}, "a2": {"at": "a1"}}
    field = Field(party, {"b1": {"at": "l9"}})
    assert field.figure("a1").hp == 1 and modifier(field.game, "a1", "costituzione") == 0
    field.done()
