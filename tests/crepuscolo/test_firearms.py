"""Ranged weapons in play: range, damage, results of the die, shots per turn, misfires (chapter V)."""

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.attacks import weapon_refusal
from arbitro.rulesets.crepuscolo.events import (
    ArmourWorn,
    ConditionGained,
    DiceRolled,
    DiceSpent,
    HitLanded,
    Hurt,
    Missed,
)
from tests.crepuscolo.arms import FAR, MEDIA, PAVESE, TOUGH, clause, hurt, rolled
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import in_play

PUGNALE, ASCIA, GIAVELLOTTO, ARCO = (f"CDC-EQ-{n}" for n in range(19, 23))
BALESTRA, PROTO_PISTOLA, SCHIOPPO, PISTOLA, CANNE_MOZZE, POMPA = (f"CDC-EQ-{n}" for n in (35, 38, 39, 41, 42, 43))
AVVELENATE, PRECISIONE, MALCONCIA = "CDC-EQ-44", "CDC-EQ-45", "CDC-EQ-48"
MITRAGLIATRICE, MITRAGLIATRICE_MALCONCIA, PROTO_MITRAGLIATRICE, PESANTE = (f"CDC-EQ-{n}" for n in (49, 50, 51, 56))
COMPLETE = (PRECISIONE, PROTO_MITRAGLIATRICE)
Fighters = dict[str, dict[str, Any]]


def range_of(weapon: str, *dice: int, target: dict[str, Any] | None = None, **shooter: Any) -> Field:
    """`a1` with a ranged weapon and, 10 cm away, `b1` with 60 of Resistenza."""
    fighters: Fighters = {
        "a1": {"at": (20, 20), "items": [weapon], **TOUGH, **shooter},
        "b1": {"at": (32.5, 20), **TOUGH, **(target or {})},
        "b2": FAR,
    }
    return Field(fighters, dice=dice)


def shoot(field: Field, weapon: str, die: int = 8, target: str = "b1") -> None:
    """A shot, with all three dice where the weapon takes a complete action."""
    others = tuple(size for size in (4, 6, 8) if size != die) if weapon in COMPLETE else None
    field.act("a1", "shot", weapon, target, die=die, others=others)


# range and damage


RANGES = [
    (PUGNALE, 20, 1, "19.1 19.2 19.3"), (ASCIA, 18, 2, "20.1 20.2 20.3"), (GIAVELLOTTO, 40, 1, "21.1 21.2 21.3"),
    (ARCO, 60, 1, "22.1 22.2 22.3"), (BALESTRA, 55, 2, "35.1 35.2 35.3"), (PROTO_PISTOLA, 40, 1, "38.1 38.2 38.3"),
    (SCHIOPPO, 80, 1, "39.1 39.2 39.3"), (PISTOLA, 45, 1, "41.1 41.2 41.3"), (CANNE_MOZZE, 55, 2, "42.1 42.2 42.3"),
    (POMPA, 55, 2, "43.1 43.2 43.3"), (MALCONCIA, 45, 1, "48.1 48.2 48.3"), (MITRAGLIATRICE, 45, 1, "49.1 49.2 49.3"),
    (MITRAGLIATRICE_MALCONCIA, 45, 1, "50.1 50.2 50.3"), (PROTO_MITRAGLIATRICE, 45, 1, "51.1 51.2 51.3"),
    (PESANTE, 40, 2, "56.1 56.2 56.3"), ("CDC-EQ-53", 25, 0, "53.1 53.2 53.5"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("weapon", "reach", "damage"), [pytest.param(w, r, d, marks=clause(n), id=w) for w, r, d, n in RANGES]
)
def test_range_is_exact_and_the_damage_is_the_weapons_own(weapon: str, reach: int, damage: int) -> None:
    fighters: Fighters = {
        "a1": {"at": (5, 30), "items": [weapon], "dan": 4},
        "b1": {"at": (7.5 + reach, 30), **TOUGH, "dice": (4,)},
        "b2": {"at": (5, round(32.51 + reach, 2))},
    }
    field = Field(fighters, dice=[5], size=(120, 120))
    assert field.offered("a1", "shot", weapon) == ("b1",)
    field.act("a1", "shot", weapon, "b1", die=8, others=(4, 6) if weapon in COMPLETE else None)
    if field.asked == "test":
        field.answer("decline", "b")
    assert hurt(field) == ([("b1", damage)] if damage else [])
    field.done()


@pytest.mark.rule("CDC-EQ-45.1", "CDC-EQ-45.2")
def test_a_sniper_rifle_reaches_everybody_it_sees() -> None:
    fighters: Fighters = {
        "a1": {"at": (5, 5), "items": [PRECISIONE]},
        "b1": {"at": (295, 295)},
        "b2": {"at": (295, 5)},
    }
    wall = {"id": "wall", "rect": [100, 0, 5, 20], "height": 10, "crossing": "impassable"}
    assert Field(fighters, size=(300, 300)).offered("a1", "shot", PRECISIONE) == ("b1", "b2")
    assert Field(fighters, size=(300, 300), terrain=[wall]).offered("a1", "shot", PRECISIONE) == ("b1",)


NEVER = [(PUGNALE, 1, "19.4"), (ASCIA, 2, "20.4"), (GIAVELLOTTO, 1, "21.4"), (ARCO, 1, "22.4"), (BALESTRA, 2, "35.4")]


@pytest.mark.parametrize(("weapon", "damage"), [pytest.param(w, d, marks=clause(n), id=w) for w, d, n in NEVER])
def test_weapons_without_criticals_hit_with_the_top_face_all_the_same(weapon: str, damage: int) -> None:
    field = range_of(weapon, 4, target={"items": [PAVESE]})
    shoot(field, weapon, 4)
    tally = field.the(DiceRolled).need
    assert tally is not None and tally.value == 5
    assert not field.the(HitLanded).critical
    assert hurt(field) == [("b1", damage)]
    field.done()


CRITICALS = [
    (PROTO_PISTOLA, 1, 2, "38.4"), (SCHIOPPO, 1, 2, "39.4"), (PISTOLA, 1, 2, "41.4"), (CANNE_MOZZE, 2, 3, "42.4"),
    (MALCONCIA, 1, 2, "48.4"), (PRECISIONE, 2, 4, "45.3 45.5"), (POMPA, 2, 2, "43.3"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("weapon", "plain", "critical"), [pytest.param(w, p, c, marks=clause(n), id=w) for w, p, c, n in CRITICALS]
)
def test_damage_of_plain_shots_and_of_criticals(weapon: str, plain: int, critical: int) -> None:
    for sides, face, damage in ((8, 7, plain), (8, 8, critical), (6, 6, critical), (4, 4, critical)):
        field = range_of(weapon, face)
        shoot(field, weapon, sides)
        assert hurt(field) == [("b1", damage)]
        assert field.the(HitLanded).critical is (face == sides)
        field.done()


@pytest.mark.rule("CDC-EQ-43.4")
def test_a_critical_of_a_pump_shotgun_fells_fighters_of_any_size() -> None:
    for base in ({}, {"r": 6_000}):
        for face, conditions in ((7, ()), (8, ("A Terra",))):
            field = range_of(POMPA, face, target=base)
            shoot(field, POMPA)
            assert field.figure("b1").conditions == conditions
            field.done()


# results of the die


RESULTS = [  # weapon, damage by face of a d8 from 4 to 8, of a d6 that shows 6, of a d4 that shows 4
    (MITRAGLIATRICE, (1, 1, 2, 2, 3), 2, 1, "49.4 49.5 49.7"),
    (MITRAGLIATRICE_MALCONCIA, (1, 1, 2, 2, 3), 2, 1, "50.4 50.5"),
    (PROTO_MITRAGLIATRICE, (1, 1, 2, 2, 3), 2, 1, "51.5 51.6"),
    (PESANTE, (2, 2, 3, 3, 5), 3, 2, "56.4 56.5"),
]


@pytest.mark.parametrize(
    ("weapon", "d8", "d6", "d4"), [pytest.param(w, *d, marks=clause(n), id=w) for w, *d, n in RESULTS]
)
def test_machine_guns_do_more_on_high_results(weapon: str, d8: tuple[int, ...], d6: int, d4: int) -> None:
    for sides, face, damage in (*((8, face, n) for face, n in enumerate(d8, 4)), (6, 6, d6), (4, 4, d4)):
        field = range_of(weapon, face)
        shoot(field, weapon, sides)
        assert hurt(field) == [("b1", damage)]
        assert field.the(HitLanded).critical is (face == sides)
        field.done()


@pytest.mark.rule("CDC-EQ-05.1")
def test_a_result_lifted_by_precision_is_still_its_natural_face() -> None:
    for face, damage in ((5, 1), (6, 2), (7, 2)):
        field = range_of(MITRAGLIATRICE, face, pre=3)
        shoot(field, MITRAGLIATRICE)
        assert hurt(field) == [("b1", damage)], "5 + 1 is no 6, 7 + 1 is no 8"
        field.done()


@pytest.mark.rule("CDC-EQ-05.2")
def test_a_high_result_that_misses_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    in_play(monkeypatch, ghost={"always": [{"modify": "sds", "by": 4, "when": "target is me"}]})
    for face, damage in ((7, []), (8, [("b1", 3)])):
        field = range_of(MITRAGLIATRICE, face, target={"abilities": ["ghost"]})
        shoot(field, MITRAGLIATRICE)
        assert hurt(field) == damage
        field.done()


@pytest.mark.rule("CDC-EQ-05.2", "CDC-EQ-48.5", "CDC-EQ-50.6")
@pytest.mark.parametrize(("weapon", "backfire"), [(MALCONCIA, 1), (MITRAGLIATRICE_MALCONCIA, 2)])
def test_battered_guns_hurt_their_shooter_on_a_1(weapon: str, backfire: int) -> None:
    field = range_of(weapon, 1, items=[weapon, MEDIA])
    shoot(field, weapon)
    assert field.the(Missed).target == "b1"
    assert hurt(field) == [("a1", backfire)]
    assert weapon in field.the(Hurt).rules and not field.all(ArmourWorn), "no armour against one's own weapon"
    field.done()
    for face in (2, 3):
        field = range_of(weapon, face)
        shoot(field, weapon)
        assert hurt(field) == [], "a miss, but no 1"
        field.done()


@pytest.mark.parametrize("weapon", [PISTOLA, MITRAGLIATRICE])
def test_sound_guns_do_not_hurt_their_shooter(weapon: str) -> None:
    field = range_of(weapon, 1)
    shoot(field, weapon)
    assert hurt(field) == []
    field.done()


# shots per turn


ONE_SHOT = [
    (BALESTRA, "35.5"), (PROTO_PISTOLA, "38.5"), (CANNE_MOZZE, "42.5"), (POMPA, "43.5"), (MITRAGLIATRICE, "49.6"),
    (MITRAGLIATRICE_MALCONCIA, "50.7"), (PESANTE, "56.6"),
]  # fmt: skip


@pytest.mark.rule("CDC-EQ-04.1", "CDC-EQ-04.3", "CDC-EQ-04.4")
@pytest.mark.parametrize("weapon", [pytest.param(w, marks=clause(n), id=w) for w, n in ONE_SHOT])
@pytest.mark.parametrize("face", [2, 5])
def test_one_shot_a_turn_hit_or_miss(weapon: str, face: int) -> None:
    field = range_of(weapon, face, 5, items=[weapon, PISTOLA])
    assert field.offered("a1", "shot") == (weapon, PISTOLA)
    shoot(field, weapon)
    assert bool(field.all(HitLanded)) is (face == 5)
    why = weapon_refusal(field.game, "a1", weapon)
    assert why is not None and (why.code, why.rules) == ("already_shot", ("CDC-EQ-04.1",))
    assert field.offered("a1", "shot") == (PISTOLA,), "other weapons are free"
    shoot(field, PISTOLA, 6)
    field.done()


@pytest.mark.rule("CDC-EQ-04.2")
def test_shots_are_counted_in_every_hand_of_the_turn_and_with_any_die() -> None:
    fighters: Fighters = {
        "a1": {"at": (20, 20), "items": [BALESTRA], "dice": (6, 8, 8, 8)},
        "b1": {"at": (32.5, 20), **TOUGH},
    }
    field = Field(fighters, dice=[6], start={"total": 34})
    shoot(field, BALESTRA, 6)  # 40: the hand passes
    assert field.state.hand == "b"
    field.answer(("pass",))
    assert (field.state.hand, field.state.turn) == ("a", 1)
    assert field.figure("a1").dice == (8, 8, 8)
    assert field.offered("a1", "shot") == ()
    field.done()


@pytest.mark.rule("CDC-EQ-04.2")
def test_the_limit_is_each_fighters_own_and_ends_with_the_turn() -> None:
    fighters: Fighters = {
        "a1": {"at": (20, 20), "items": [BALESTRA], "dice": (8,)},
        "a2": {"at": (20, 30), "items": [BALESTRA], "dice": (6, 8)},
        "b1": {"at": (40, 20), **TOUGH, "dice": (4,)},
    }
    field = Field(fighters, dice=[5, 5, 5])
    shoot(field, BALESTRA)
    field.act("a2", "shot", BALESTRA, "b1", die=8)
    assert field.offered("a2", "shot") == ()
    field.answer(("pass",), "a")
    field.answer(("pass",), "b")
    assert (field.state.hand, field.state.turn) == ("a", 2)
    shoot(field, BALESTRA)
    assert len(field.all(HitLanded)) == 3
    field.done()


UNLIMITED = [(SCHIOPPO, "39.5"), (PISTOLA, ""), (ARCO, ""), (PUGNALE, "19.5"), (ASCIA, "20.5"), (GIAVELLOTTO, "21.5")]


@pytest.mark.parametrize("weapon", [pytest.param(w, marks=clause(n), id=w) for w, n in UNLIMITED])
def test_shots_and_throws_without_limit(weapon: str) -> None:
    field = range_of(weapon, *[5] * 5, dice=(6, 6, 8, 8, 8))
    for die in (8, 6, 8, 6, 8):
        shoot(field, weapon, die)
    assert len(field.all(HitLanded)) == 5
    assert weapon_refusal(field.game, "a1", weapon) is None and field.figure("a1").used_up == ()
    field.done()


# complete actions


@pytest.mark.rule("CDC-EQ-45.4", "CDC-EQ-45.6", "CDC-EQ-51.4", "CDC-EQ-51.7")
@pytest.mark.parametrize("weapon", COMPLETE)
def test_a_complete_attack_takes_three_dice_and_rolls_the_one_chosen(weapon: str) -> None:
    for die, face in ((4, 3), (6, 3), (8, 3)):
        field = range_of(weapon, face, pre=1)
        assert field.offered("a1", "shot", weapon, "b1") == (4, 6, 8)
        rest = tuple(size for size in (4, 6, 8) if size != die)
        assert field.offered("a1", "shot", weapon, "b1", die) == (rest,)
        shoot(field, weapon, die)
        assert rolled(field) == [(die, face)] and field.the(HitLanded).face == face
        assert sorted(field.the(DiceSpent).dice) == [4, 6, 8] and field.figure("a1").dice == ()
        assert field.the(DiceRolled).counted == face, "only the die rolled counts for the hand"
        field.done()


@pytest.mark.rule("CDC-EQ-45.4", "CDC-EQ-51.4", "CDC-ACT-10.2", "CDC-ACT-10.3")
@pytest.mark.parametrize("weapon", COMPLETE)
def test_a_complete_attack_needs_three_dice_and_takes_no_more(weapon: str) -> None:
    assert "shot" not in range_of(weapon, dice=(8, 8)).offered("a1")
    field = range_of(weapon, 5, dice=(4, 6, 6, 8))
    assert field.offered("a1", "shot", weapon, "b1", 8) == ((4, 6), (6, 6))
    field.act("a1", "shot", weapon, "b1", die=8, others=(6, 6))
    assert field.figure("a1").dice == (4,)
    field.done()


# poison


@pytest.mark.rule("CDC-EQ-44.1", "CDC-EQ-44.2", "CDC-EQ-44.3")
@pytest.mark.parametrize(("weapon", "action"), [(ARCO, "shot"), ("CDC-EQ-11", "melee")])
def test_a_poisoned_weapon_poisons_whoever_it_hits(weapon: str, action: str) -> None:
    for face, armour, conditions in ((5, [], ("Veleno",)), (5, [MEDIA], ("Veleno",)), (2, [], ())):
        target = {"at": (23.5, 20), "items": armour} if action == "melee" else {"items": armour}
        field = range_of(weapon, face, target=target, upgrades=[{"item": AVVELENATE, "to": weapon}])
        field.act("a1", action, *([weapon, "b1"] if action == "shot" else ["b1"]), die=8)
        assert field.figure("b1").conditions == conditions, "even if armour takes all damage"
        assert [event.rules for event in field.all(ConditionGained)] == [(AVVELENATE,)] * len(conditions)
        assert bool(field.all(Hurt)) is (face == 5 and not armour)
        field.done()


@pytest.mark.rule("CDC-EQ-44.1")
def test_poison_is_on_one_weapon_only() -> None:
    field = range_of(ARCO, 5, items=[ARCO, "CDC-EQ-11"], upgrades=[{"item": AVVELENATE, "to": "CDC-EQ-11"}])
    shoot(field, ARCO)
    assert field.figure("b1").conditions == ()
    field.done()
