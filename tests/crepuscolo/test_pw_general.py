"""Powers at large: their cost and roll, deviation, tokens, lost dice, areas, durations (CDC-PW-001 to -013)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    CorpseTaken,
    Deviated,
    DiceLost,
    DiceRolled,
    Died,
    GroundChanged,
    Hurt,
    Missed,
    PointsChanged,
    PowerWarded,
    Succeeded,
)
from arbitro.rulesets.crepuscolo.queries import DDA
from arbitro.rulesets.crepuscolo.state import points_of, tokens_of
from tests.crepuscolo.casting import PLENTY, caster, dead, pass_hands, use
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


# Costs and rolls

DEVELOPED, TALENT, AVERSE = "CDC-AB-014", "CDC-AB-120", "CDC-AB-033"
DISPEL, DRILL, WHIP, VOLONTA = "CDC-PW-061", "CDC-PW-071", "CDC-PW-023", "CDC-RRL-03"
ALL_KINDS = (*PLENTY.items(), ("ki", 9), ("illusione", 9))


@pytest.mark.rule("CDC-PW-001.1", "CDC-PW-001.2")
@pytest.mark.parametrize(
    ("spell", "rank", "kind", "target"),
    [
        ("CDC-PW-030", 2, "arcano", ()), ("CDC-PW-074", 2, "concentrazione", ("b1",)),
        ("CDC-PW-125", 2, "concentrazione", ("b1",)), ("CDC-PW-092", 1, "ki", ()), ("CDC-PW-117", 2, "ki", ("b1",)),
        ("CDC-PW-110", 2, "illusione", ("b1",)),
    ],
)  # fmt: skip
def test_each_family_takes_points_of_its_own_kind(spell: str, rank: int, kind: str, target: tuple[str, ...]) -> None:
    """Sorceries, psionic and kinetic powers, Ki, Emanazioni and hypnosis; a 2 fails and takes both all the same."""
    foe = at(14, conditions=("Fuoco",))
    poor = tuple((name, rank - 1 if name == kind else 9) for name, _ in ALL_KINDS)
    assert "power" not in caster(spell, me={"points": poor}, b1=foe).offered("a1"), "no other kind will do"
    assert "power" not in caster(spell, me={"points": ALL_KINDS, "dice": (8,) * (rank - 1)}, b1=foe).offered("a1")
    field = caster(spell, 2, me={"points": ALL_KINDS}, b1=foe)
    use(field, spell, *target, rank=rank)
    left = {name: points_of(field.figure("a1"), name) for name, _ in ALL_KINDS}
    assert left == {name: 9 - rank if name == kind else 9 for name, _ in ALL_KINDS}
    assert len(field.figure("a1").dice) == 5 - rank and field.the(Missed).action == spell
    field.done()


@pytest.mark.rule("CDC-PW-001.1")
def test_dice_and_points_are_gone_when_the_power_is_declared() -> None:
    me = {"abilities": [DISPEL], "points": ARCANE}
    field = caster("CDC-PW-020", 4, 5, b1=at(20, **me), b2=at(30))
    use(field, "CDC-PW-020", "b1", rank=3)
    assert field.asked == "respond" and field.all(DiceRolled) == []
    assert field.figure("a1").dice == (4, 8) and points_of(field.figure("a1"), "arcano") == 6


@pytest.mark.rule("CDC-PW-001.3")
@pytest.mark.parametrize(
    ("spell", "mine", "theirs", "need"),
    [
        (DRILL, (), (), 4), (DRILL, (DEVELOPED,), (), 3), (DRILL, (), (AVERSE,), 5),
        (DRILL, (DEVELOPED,), (AVERSE,), 4),
        ("CDC-PW-014", (TALENT,), (), 3), ("CDC-PW-014", (), (AVERSE,), 4),
    ],
)  # fmt: skip
def test_one_die_must_reach_4_changed_by_abilities(
    spell: str, mine: tuple[str, ...], theirs: tuple[str, ...], need: int
) -> None:
    for face, works in ((need - 1, False), (need, True)):
        field = caster(spell, face, me={"abilities": [spell, *mine]}, b1=at(14, abilities=list(theirs)))
        use(field, spell, "b1")
        rolled = field.the(DiceRolled)
        assert (rolled.sides, rolled.faces) == (6, (face,)) and rolled.need is not None and rolled.need.value == need
        b1 = field.figure("b1")
        assert bool(field.all(Succeeded)) is works and bool(b1.tokens or b1.conditions) is works
        field.done()


@pytest.mark.rule("CDC-PW-001.4", "CDC-PW-001.5")
def test_a_1_always_fails_and_the_top_face_is_nothing_special() -> None:
    """A 1 against SdS 1, and a 4 on a d4 against SdS 5."""
    gift = {"Dono": {"always": [{"modify": "sds", "by": -3, "when": "actor is me and action is power"}]}}
    field = caster(DRILL, 1, extra=gift, me={"abilities": [DRILL, "Dono"]}, b1=at(14))
    use(field, DRILL, "b1")
    need = field.the(DiceRolled).need
    assert need is not None and need.value == 1 and field.the(Missed).rules[0] == "CDC-ACT-12.4"
    field.done()
    averse = caster(DRILL, 4, b1=at(14, abilities=[AVERSE]))
    use(averse, DRILL, "b1", die=4)
    assert averse.the(Missed).rules[0] == "CDC-ACT-12.3" and averse.figure("b1").tokens == ()
    averse.done()


@pytest.mark.rule("CDC-PW-001.6")
def test_volonta_throws_again_ones_own_powers_and_those_against_one_but_no_1() -> None:
    field = caster(DRILL, 3, 5, 3, 5, 2, 4, me={"vol": 1}, b1=at(14, vol=1), b2=at(10, 14))
    use(field, DRILL, "b1", die=8)
    assert field.asked == "respond" and field.offered(VOLONTA) == ("a1",)
    field.answer((VOLONTA, "a1"))
    assert tokens_of(field.figure("b1"), "Follia") == 1, "the 5 stands"
    use(field, DRILL, "b1", die=4)
    assert field.asked == "action" and len(field.all(Missed)) == 1, "once in the game"
    use(field, DRILL, "b1", die=6)
    assert field.asked == "respond" and field.game.pending.seats == ("b",) and field.offered(VOLONTA) == ("b1",)
    field.answer((VOLONTA, "b1"))
    assert len(field.all(Missed)) == 2
    use(field, DRILL, "b1", die=4)
    assert tokens_of(field.figure("b1"), "Follia") == 2, "once in the game"
    field.done()
    one = caster(DRILL, 1, 5, me={"vol": 1}, b1=at(14))
    use(one, DRILL, "b1")
    assert one.asked == "action" and one.the(Missed).rules[0] == "CDC-ACT-12.4", "a 1 stands"


@pytest.mark.rule("CDC-PW-001.7")
def test_powers_are_used_in_a_melee_and_on_enemies_beside_friends() -> None:
    """b1 is 1 cm from a1 and 0.5 cm from a2: no arrow could be shot at it."""
    field = caster("CDC-PW-014", 4, me={"items": ["CDC-EQ-22"]}, a2=at(16.5), b1=at(13.5), b2=at(10, 40))
    assert "shot" not in field.offered("a1")
    use(field, "CDC-PW-014", "b1")
    assert field.figure("b1").conditions == ("Fuoco",)
    field.done()


# Deviation

DEVIATIONS = {
    "CDC-PW-015": 1, "CDC-PW-024": 2, "CDC-PW-086": 1, "CDC-PW-123": 1, "CDC-PW-124": 1, "CDC-PW-126": 1,
    "CDC-PW-127": 2, "CDC-PW-129": 1, "CDC-PW-137": 1, "CDC-PW-138": 1, "CDC-PW-139": 1, "CDC-PW-140": 3,
}  # fmt: skip
"""How often each of the powers that deviate does so."""


def cast_at(spell: str, *faces: int, **others: Any) -> Field:
    """`a1` has used a power on the point (20, 20) for all the points that it asks for."""
    rank = int(RULESET.records[spell].kind.split()[1])
    field = caster(spell, 4, *faces, me={"dice": (4, 4, 4, 6)}, setup={"size": (90, 60)}, **others)
    use(field, spell, rank=rank)
    while field.asked == "aim_point":
        field.answer((10_000, 10_000) if field.about["as"] == "start" else (20_000, 20_000))
    return field


@pytest.mark.rule("CDC-PW-005.3")
@pytest.mark.parametrize(("spell", "times"), DEVIATIONS.items())
def test_these_powers_deviate(spell: str, times: int) -> None:
    field = cast_at(spell, *(1,) * times, a2=at(80, 50), b1=at(80, 10))
    assert [(event.from_x, event.x, event.distance) for event in field.all(Deviated)] == [(20_000, 20_000, 0)] * times
    field.done()


@pytest.mark.rule("CDC-PW-005.1", "CDC-PW-005.2")
def test_what_a_power_does_is_measured_from_where_its_point_has_deviated() -> None:
    """3 is left, by 3 * 6 cm: from (20, 20) to (2, 20), behind b2, where b1 stands; b3 at the first point is spared."""
    field = cast_at("CDC-PW-015", 3, 6, 6, 6, b1=at(2, 25), b2=at(6, 15), b3=at(20, 21.3))
    assert (field.the(Deviated).x, field.the(Deviated).y) == (2_000, 20_000)
    assert [event.it for event in field.all(ConditionGained)] == ["b1"]
    field.done()


# Follia, corpses, lost dice


@pytest.mark.rule("CDC-PW-007.1")
@pytest.mark.parametrize(
    ("spell", "rank", "target", "mad"),
    [
        (DRILL, 1, ("b1",), ["b1"]), ("CDC-PW-079", 3, (), ["b1"]), ("CDC-PW-086", 3, (), ["b2"]),
        ("CDC-PW-090", 1, ("b1",), ["b1"]),
    ],
)  # fmt: skip
def test_madness_is_placed_by_four_psionic_powers(spell: str, rank: int, target: Any, mad: list[str]) -> None:
    """Trivella Psichica, Sconforto di Massa, Lancia Psionica (which kills b1) and Esplosione della Carne."""
    deviation = (1,) if spell == "CDC-PW-086" else ()
    traced = {"life": 1, "tokens": (("Controllo", 1),)}
    field = caster(spell, 4, *deviation, b1=at(14, 11.3, **traced), b2=at(16.6, 11.3), b3=at(50))
    use(field, spell, *target, rank=rank)
    if field.asked == "aim_point":
        field.to(18, 10)
        field.to(10, 11.2)
    assert [f.id for f in field.state.figures.values() if tokens_of(f, "Follia") == 1] == mad
    field.done()


@pytest.mark.rule("CDC-PW-007.2", "CDC-PW-007.3")
@pytest.mark.parametrize(("tokens", "life", "dies"), [(3, 5, False), (4, 5, True), (3, 1, False), (4, 7, True)])
def test_as_many_tokens_as_the_printed_resistenza_kill(tokens: int, life: int, dies: bool) -> None:
    """5 is printed: neither damage suffered nor Pelle Dura and the pendant, which make it 7, change that."""
    more = {"abilities": ["CDC-AB-024"], "items": ["CDC-EQ-75"]} if life == 7 else {}
    field = caster(DRILL, 4, b1=at(14, life=life, tokens=(("Follia", tokens),), **more), b2=at(50))
    assert field.figure("b1").life_max == (7 if life == 7 else 5)
    use(field, DRILL, "b1")
    assert tokens_of(field.figure("b1"), "Follia") == tokens + 1 and bool(field.all(Died)) is dies
    assert field.all(Hurt) == [] and [corpse.id for corpse in field.state.corpses] == (["b1"] if dies else [])
    field.done()


@pytest.mark.rule("CDC-PW-007.4")
def test_madness_stays_for_the_whole_game() -> None:
    field = caster(DRILL, 4, b1=at(14))
    use(field, DRILL, "b1")
    for turn in (1, 2, 3):
        assert field.state.turn == turn and field.figure("b1").tokens == (("Follia", 1),)
        pass_hands(field)
    field.done()


@pytest.mark.rule("CDC-PW-009.1")
@pytest.mark.parametrize(
    ("spell", "rank", "target", "left", "points"),
    [
        ("CDC-PW-018", 1, ("b1",), 1, 8), ("CDC-PW-054", 2, ("b1",), 1, 7), ("CDC-PW-057", 4, (), 0, 5),
        ("CDC-PW-051", 1, (), 2, 10),
    ],
)  # fmt: skip
def test_corpses_are_spent_or_counted(spell: str, rank: int, target: Any, left: int, points: int) -> None:
    """Rogo, Oscura Rinascita and Risveglio dei Morti take theirs away; Obolo dei Morti gives 2 points for 2."""
    field = caster(spell, 4, b1=at(14), b2=at(10, 18), b3=at(50))
    dead(field, "b1", "b2")
    use(field, spell, *target, rank=rank)
    if field.asked == "aim_some":
        field.answer(("b1", "b2"))
    assert len(field.state.corpses) == left and len(field.all(CorpseTaken)) == 2 - left
    assert points_of(field.figure("a1"), "arcano") == points
    field.done()


@pytest.mark.rule("CDC-PW-011.1", "CDC-PW-011.2")
def test_who_has_no_dice_has_none_to_lose() -> None:
    field = caster(WHIP, 4, b1=at(14, dice=()), b2=at(13, 13, dice=(4, 8)))
    use(field, WHIP)
    field.answer(0)
    assert field.asked == "lose_die" and field.game.pending.seats == ("b",) and field.about["actor"] == "b2"
    field.answer(8)
    assert [(event.it, event.dice) for event in field.all(DiceLost)] == [("b2", (8,))] and field.all(Hurt) == []
    field.done()


# Durations


@pytest.mark.rule("CDC-PW-013.1")
def test_the_hand_in_progress_ends_with_that_hand() -> None:
    """Levitazione: no climb is difficult for its user until the hand ends."""
    levitation = "CDC-PW-063"
    field = caster(levitation, 4, a2=at(50, 50), b1=at(40))
    use(field, levitation)
    assert field.game.query(DDA, figure="a1", base=3).value == 0
    field.answer(("pass",))
    assert field.state.turn == 1 and field.game.query(DDA, figure="a1", base=3).value == 3
    field.done()


@pytest.mark.rule("CDC-PW-013.2")
@pytest.mark.parametrize(
    ("spell", "rank", "target"),
    [("CDC-PW-014", 1, ("b1",)), ("CDC-PW-030", 2, ()), ("CDC-PW-044", 2, ()), ("CDC-PW-043", 3, ("b1",))],
)
def test_what_has_no_printed_duration_is_done_at_once(spell: str, rank: int, target: tuple[str, ...]) -> None:
    field = caster(spell, 4, b1=at(14, dice=(4,)))
    use(field, spell, *target, rank=rank)
    assert field.state.effects == {} and field.all(GroundChanged) == []
    field.done()


@pytest.mark.rule("CDC-PW-044.2", "CDC-ACT-12.1")
@pytest.mark.parametrize(("x", "offered"), [(17.5, ("CDC-PW-044",)), (17.51, ())])
def test_what_strikes_all_around_is_not_offered_where_nobody_is(x: float, offered: tuple[str, ...]) -> None:
    """Congelamento reaches 5 cm: from (10, 10), bases of 2.5 cm, as far as x = 17.5."""
    field = caster("CDC-PW-044", b1=at(x))
    assert tuple(rule for rule in field.offered("a1", "power") if rule == "CDC-PW-044") == offered
    field.done()


def test_what_does_something_besides_is_offered_though_nobody_is_near() -> None:
    """The Apoteosi may still strike at the end of the turn, wherever somebody burns (CDC-PW-025.3)."""
    field = caster("CDC-PW-025", b1=at(50, 50, conditions=("Fuoco",)))
    assert "CDC-PW-025" in field.offered("a1", "power")
    field.done()
