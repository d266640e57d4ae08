"""What critical hits of melee weapons do beside damage: more attacks, falls, bites and deaths (chapter V)."""

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.attacks import uses_this_turn
from arbitro.rulesets.crepuscolo.events import (
    ArmourWorn,
    ConditionGained,
    ConditionWarded,
    DiceRolled,
    Died,
    HitLanded,
    Hurt,
    Missed,
)
from arbitro.rulesets.crepuscolo.queries import stat
from tests.crepuscolo.arms import (
    ASCIA,
    CINGOASCIA,
    CINGOLAMA,
    CINGOMAGLIO,
    FAR,
    GRANDE_ASCIA,
    IMPROVISED,
    MAGLIO,
    MAGLIO_TERMICO,
    MARTELLO,
    MAZZA,
    MEDIA,
    PESANTE,
    PISTOLA_INTEGRATA,
    PUGNALE,
    RANDELLO,
    ROSTRO,
    SPADA,
    SPADONE,
    SPADONE_TERMICO,
    TOUGH,
    clause,
    duel,
    hurt,
    rolled,
)
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import in_play

# extra attacks


@pytest.mark.rule("CDC-EQ-11.3", "CDC-EQ-11.4", "CDC-ACT-04.2")
def test_a_sword_strikes_again_with_a_d4_and_again_if_that_is_critical() -> None:
    field = duel(SPADA, 8, 4, 4, 2)
    field.act("a1", "melee", "b1", die=8)
    assert rolled(field) == [(8, 8), (4, 4), (4, 4), (4, 2)]
    assert [hit.critical for hit in field.all(HitLanded)] == [True, True, True]
    assert hurt(field) == [("b1", 1)] * 3, "the critical itself adds no damage"
    assert field.the(Missed).target == "b1", "2 + 1 of Combattimento is no 4"
    assert field.all(DiceRolled)[1].rules == ("CDC-ACT-03.1", SPADA)
    assert field.figure("a1").dice == (4, 6), "the extra dice are not the figure's own"
    assert field.state.hand_total == 18
    assert uses_this_turn(field.game, "melee/a1") == 4, "each is a melee attack of the turn"
    assert field.asked == "action"
    field.done()


@pytest.mark.rule("CDC-EQ-11.4")
def test_a_chain_of_criticals_has_no_limit() -> None:
    field = duel(SPADA, 8, *[4] * 70, 1, target={"res": 100})
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 1)] * 71
    assert field.the(Missed).target == "b1"
    field.done()


@pytest.mark.rule("CDC-EQ-11.3")
def test_a_sword_gives_nothing_on_other_hits_and_on_misses() -> None:
    for face in (7, 2):
        field = duel(SPADA, face)
        field.act("a1", "melee", "b1", die=8)
        assert field.asked == "action"
        field.done()


@pytest.mark.rule("CDC-EQ-11.3", "CDC-EQ-11.5", "CDC-ACT-03.9")
def test_the_extra_attack_may_have_another_target_but_must_be_made() -> None:
    fighters: dict[str, dict[str, Any]] = {
        "a1": {"at": (20, 20), "items": [SPADA]},
        "a2": {"at": (20, 23.5)},
        "b1": {"at": (23.5, 20), **TOUGH},
        "b2": {"at": (16.5, 20)},
        "b3": {"at": (20, 16.49)},
    }
    field = Field(fighters, dice=[6, 3])
    field.act("a1", "melee", "b1", die=6)
    assert field.asked == "extra_attack"
    assert field.offered(seat="a") == ("a2", "b1", "b2"), "whoever is within 1 cm, and no way out"
    field.answer("b2", "a")
    assert hurt(field) == [("b1", 1), ("b2", 1)]
    assert [hit.target for hit in field.all(HitLanded)] == ["b1", "b2"]
    field.done()


@pytest.mark.rule("CDC-EQ-11.6")
def test_the_d4_is_lost_without_a_target() -> None:
    field = duel(SPADA, 8, target={"life": 1})
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Died).it == "b1"
    assert field.asked == "action" and rolled(field) == [(8, 8)]
    field.done()


@pytest.mark.rule("CDC-EQ-17.3", "CDC-EQ-17.4")
def test_a_greatsword_does_one_more_and_strikes_again() -> None:
    field = duel(SPADONE, 6, 4, 3, gap=3)
    field.act("a1", "melee", "b1", die=6)
    assert rolled(field) == [(6, 6), (4, 4), (4, 3)]
    assert hurt(field) == [("b1", 2), ("b1", 2), ("b1", 1)], "3 + 1 hits and is no critical"
    assert field.all(DiceRolled)[1].rules == ("CDC-ACT-03.1", SPADONE)
    field.done()


def test_what_a_hit_does_comes_before_the_extra_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    when = "actor is me and action is melee"
    in_play(monkeypatch, zz_trip={"at": {"struck": [{"inflict": "A Terra", "to": "target", "when": when}]}})
    field = duel(SPADA, 8, 1, abilities=["zz_trip"])
    field.act("a1", "melee", "b1", die=8)
    assert [hit.automatic for hit in field.all(HitLanded)] == [False, True], "the second attack finds it A Terra"
    field.done()


# fighters that are knocked down


DOWN = [(MAZZA, "13.3"), (MAGLIO, "18.5"), (MAGLIO_TERMICO, "36.1"), (CINGOMAGLIO, "40.1")]


@pytest.mark.parametrize("weapon", [pytest.param(w, marks=clause(n), id=w) for w, n in DOWN])
def test_a_critical_makes_an_enemy_of_its_size_fall(weapon: str) -> None:
    for face, falls in ((3, False), (4, True)):
        field = duel(weapon, face, cmb=1)
        field.act("a1", "melee", "b1", die=4)
        gained = field.all(ConditionGained)
        assert [(e.it, e.condition, e.actor, e.rules) for e in gained] == (
            [("b1", "A Terra", "a1", (weapon,))] if falls else []
        )
        field.done()


@pytest.mark.rule("CDC-EQ-07.1", "CDC-EQ-07.2", "CDC-EQ-07.3", "CDC-EQ-13.3", "CDC-EQ-18.5", "CDC-EQ-24.3")
@pytest.mark.parametrize("weapon", [MAZZA, MAGLIO, RANDELLO])
@pytest.mark.parametrize(
    ("base", "falls"),
    [
        ({"r": 1250}, True),  # both 2.5 cm
        ({"r": 1251}, False),
        ({"r": 500}, True),
        ({"r": 0, "w": 1500, "d": 2000}, True),  # its longest way is the diagonal, 2.5 cm
        ({"r": 0, "w": 1510, "d": 2000}, False),
        ({"r": 0, "w": 2400, "d": 1000}, False),  # narrower than 2.5 cm, but not its diagonal
    ],
)
def test_sizes_are_compared_by_the_longest_way_across_the_bases(weapon: str, base: dict[str, int], falls: bool) -> None:
    field = duel(weapon, 4, gap=0, target=base)
    field.act("a1", "melee", "b1", die=4)
    assert field.the(HitLanded).critical
    assert bool(field.all(ConditionGained)) is falls
    field.done()


@pytest.mark.rule("CDC-EQ-13.3", "CDC-EQ-18.5", "CDC-EQ-24.3")
@pytest.mark.parametrize(("weapon", "falls"), [(MAZZA, False), (MAGLIO, False), (RANDELLO, True)])
def test_mace_and_maul_fell_enemies_a_great_club_any_fighter(weapon: str, falls: bool) -> None:
    fighters = {"a1": {"at": (20, 20), "items": [weapon]}, "a2": {"at": (23.5, 20), **TOUGH}, "b1": FAR}
    field = Field(fighters, dice=[8])
    field.act("a1", "melee", "a2", die=8)
    assert field.the(HitLanded).critical
    assert [e.it for e in field.all(ConditionGained)] == (["a2"] if falls else [])
    field.done()


@pytest.mark.rule("CDC-EQ-24.3")
def test_a_great_club_fells_with_every_hit() -> None:
    for face, gained in ((5, ["A Terra"]), (3, [])):
        field = duel(RANDELLO, face, gap=3)
        field.act("a1", "melee", "b1", die=8)
        assert [e.condition for e in field.all(ConditionGained)] == gained
        field.done()


@pytest.mark.rule("CDC-EQ-40.2", "CDC-EQ-40.4")
def test_a_chain_maul_hurts_whom_it_fells_with_an_amount_of_its_own() -> None:
    field = duel(CINGOMAGLIO, 8)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 2), ("b1", 1)]
    assert field.all(Hurt)[1].rules == (CINGOMAGLIO,)
    field.done()
    field = duel(CINGOMAGLIO, 8, target={"items": [MEDIA]})
    field.act("a1", "melee", "b1", die=8)
    assert [(worn.saved, worn.lost) for worn in field.all(ArmourWorn)] == [(1, 1), (1, 1)], "armour meets each amount"
    assert hurt(field) == [("b1", 1)]
    field.done()


@pytest.mark.rule("CDC-EQ-40.3")
def test_a_chain_maul_does_not_fell_who_lies_already() -> None:
    field = duel(CINGOMAGLIO, 8, target={"conditions": ["A Terra"]})
    field.act("a1", "melee", "b1", die=8)
    assert field.the(ConditionWarded).why == "already"
    assert hurt(field) == [("b1", 2)]
    field.done()


def test_a_chain_maul_does_not_hurt_who_cannot_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    in_play(monkeypatch, rooted={"always": [{"immune": ["A Terra"]}]})
    field = duel(CINGOMAGLIO, 8, target={"abilities": ["rooted"]})
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 2)]
    field.done()


# thermal weapons, chain blade, chain axe


@pytest.mark.rule("CDC-EQ-03.1", "CDC-EQ-36.1", "CDC-EQ-36.2")
@pytest.mark.parametrize(("sides", "damage"), [(4, 2), (6, 3), (8, 3)])
def test_a_thermal_maul_is_a_maul_that_burns_on_6_and_more(sides: int, damage: int) -> None:
    field = duel(MAGLIO_TERMICO, sides)
    field.act("a1", "melee", "b1", die=sides)
    assert hurt(field) == [("b1", damage)]
    assert field.the(ConditionGained).condition == "A Terra"
    field.done()


@pytest.mark.rule("CDC-EQ-03.1", "CDC-EQ-37.1", "CDC-EQ-37.3")
@pytest.mark.parametrize(("sides", "damage"), [(4, 2), (6, 3), (8, 3)])
def test_a_thermal_greatsword_is_a_greatsword_that_burns_on_6_and_more(sides: int, damage: int) -> None:
    field = duel(SPADONE_TERMICO, sides, 1, gap=3)
    field.act("a1", "melee", "b1", die=sides)
    assert hurt(field) == [("b1", damage)], "1, and 1 for the critical, and 1 for the heat of a 6 or 8"
    assert rolled(field) == [(sides, sides), (4, 1)]
    field.done()


@pytest.mark.rule("CDC-EQ-36.3", "CDC-EQ-37.4")
@pytest.mark.parametrize(("weapon", "damage"), [(MAGLIO_TERMICO, 3), (SPADONE_TERMICO, 2)])
def test_fire_damage_is_not_the_condition_fuoco(weapon: str, damage: int, monkeypatch: pytest.MonkeyPatch) -> None:
    in_play(monkeypatch, fireproof={"always": [{"immune": ["Fuoco"]}]})
    for abilities in ([], ["fireproof"]):
        field = duel(weapon, 7, target={"abilities": abilities})
        field.act("a1", "melee", "b1", die=8)
        assert hurt(field) == [("b1", damage)]
        assert field.figure("b1").conditions == ()
        field.done()


def chain_blade(*dice: int) -> Field:
    """`a1` with a Cingolama strikes `b1` 3 cm away; `a2` and `b2` are within 1 cm of it."""
    fighters: dict[str, dict[str, Any]] = {
        "a1": {"at": (20, 20), "items": [CINGOLAMA]},
        "a2": {"at": (20, 23.5), **TOUGH},
        "b1": {"at": (25.5, 20), **TOUGH},
        "b2": {"at": (16.5, 20), **TOUGH},
    }
    return Field(fighters, dice=dice)


@pytest.mark.rule("CDC-EQ-54.1", "CDC-EQ-54.2", "CDC-EQ-54.3", "CDC-EQ-54.4")
def test_a_chain_blade_may_bite_somebody_near_whenever_it_gives_a_die() -> None:
    field = chain_blade(8, 4, 1)
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "choose" and field.about["rule"] == CINGOLAMA
    assert field.offered(seat="a") == ("pass", "a2", "b2"), "within 1 cm, b1 is not"
    field.answer("b2", "a")
    assert hurt(field) == [("b1", 2), ("b2", 1)] and rolled(field) == [(8, 8)], "no roll"
    field.answer("b1", "a")  # the d4, a critical too
    assert field.asked == "choose"
    field.answer("pass", "a")
    assert hurt(field) == [("b1", 2), ("b2", 1), ("b1", 2)]
    field.answer("b2", "a")  # the next d4
    assert rolled(field) == [(8, 8), (4, 4), (4, 1)]
    assert field.asked == "action"
    field.done()


@pytest.mark.rule("CDC-EQ-54.2")
def test_a_chain_blade_bites_nobody_without_a_critical_or_a_neighbour() -> None:
    field = chain_blade(7)
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action" and hurt(field) == [("b1", 1)]
    field.done()
    field = duel(CINGOLAMA, 8, 1, gap=1.01)
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action" and hurt(field) == [("b1", 2)]
    field.done()


@pytest.mark.rule("CDC-EQ-55.1", "CDC-EQ-55.2", "CDC-EQ-55.3", "CDC-DMG-02.3")
def test_a_critical_of_a_chain_axe_kills(monkeypatch: pytest.MonkeyPatch) -> None:
    in_play(monkeypatch, adamant={"always": [{"modify": "taken", "cap": 0, "when": "it is me"}]})
    field = duel(CINGOASCIA, 4, gap=3, target={"items": [PESANTE], "abilities": ["adamant"]})
    field.act("a1", "melee", "b1", die=4)
    assert (field.the(Died).it, field.the(Died).rules) == ("b1", (CINGOASCIA,))
    assert field.figure("b1").life == 60 and field.state.corpses[0].id == "b1", "killed unhurt"
    field.done()
    field = duel(CINGOASCIA, 7, gap=3)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 2)] and not field.all(Died)
    field.done()


@pytest.mark.rule("CDC-EQ-55.4")
def test_who_is_immune_to_criticals_survives_a_chain_axe(monkeypatch: pytest.MonkeyPatch) -> None:
    in_play(monkeypatch, charmed={"always": [{"immune": ["critical"]}]})
    field = duel(CINGOASCIA, 8, target={"abilities": ["charmed"]})
    field.act("a1", "melee", "b1", die=8)
    assert field.the(HitLanded).critical and not field.all(Died)
    assert hurt(field) == [("b1", 2)]
    field.done()


CRITICAL_EFFECTS = [SPADA, ASCIA, MAZZA, PUGNALE, SPADONE, MAGLIO, ROSTRO, CINGOMAGLIO, CINGOLAMA]


@pytest.mark.parametrize("weapon", CRITICAL_EFFECTS)
def test_criticals_do_nothing_more_to_who_is_immune_to_them(weapon: str, monkeypatch: pytest.MonkeyPatch) -> None:
    in_play(monkeypatch, charmed={"always": [{"immune": ["critical"]}]})
    field = duel(weapon, 8, target={"abilities": ["charmed"]})
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", stat(field.game, "a1", "dan"))]
    assert field.asked == "action" and field.figure("b1").conditions == ()
    field.done()


# the built-in pistol


def upgraded(weapon: str) -> dict[str, Any]:
    """A weapon with a built-in pistol."""
    return {"items": [weapon], "upgrades": [{"item": PISTOLA_INTEGRATA, "to": weapon}]}


@pytest.mark.rule("CDC-EQ-59.1", "CDC-EQ-59.2", "CDC-DMG-04.2", "CDC-DMG-04.3")
@pytest.mark.parametrize(
    ("weapon", "plain", "critical"),
    [(IMPROVISED, 1, 2), (ASCIA, 2, 4), (PUGNALE, 1, 3), (GRANDE_ASCIA, 2, 5), (ROSTRO, 1, 18)],
)
def test_a_built_in_pistol_adds_one_to_criticals(weapon: str, plain: int, critical: int) -> None:
    for face, damage in ((7, plain), (8, critical)):  # doubling comes first
        field = duel(None, face, **upgraded(weapon))
        field.act("a1", "melee", "b1", die=8)
        assert hurt(field) == [("b1", damage)]
        field.done()


@pytest.mark.rule("CDC-EQ-59.2")
def test_a_built_in_pistol_also_fires_on_the_criticals_of_extra_attacks() -> None:
    field = duel(None, 8, 4, 3, **upgraded(SPADA))
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 2), ("b1", 2), ("b1", 1)]
    field.done()


@pytest.mark.rule("CDC-EQ-59.5")
def test_a_built_in_pistol_is_useless_without_criticals() -> None:
    field = duel(None, 8, **upgraded(MARTELLO))
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 2)]
    field.done()


@pytest.mark.rule("CDC-EQ-59.6")
def test_a_built_in_pistol_is_no_ranged_weapon() -> None:
    field = duel(None, gap=10, **upgraded(SPADA))
    assert field.figure("a1").ranged == ()
    assert "shot" not in field.offered("a1")
