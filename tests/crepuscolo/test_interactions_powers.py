"""Powers of chapter VII met with abilities, items and conditions on one moment."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import Fizzled
from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    DiceGained,
    DiceLost,
    Died,
    HitLanded,
    Hurt,
    Missed,
    PointsChanged,
    PowerWarded,
    TestEnded,
    Unharmed,
)
from tests.crepuscolo.arms import MARTELLO, MAZZA
from tests.crepuscolo.casting import asks, caster, pass_hands, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.passives import PASS, ab, needed
from tests.crepuscolo.trials import at

POINTS = (("arcano", 9), ("concentrazione", 9), ("illusione", 9), ("ki", 9))
WOOD = [{"id": "wood", "rect": [0, 0, 60, 60], "kinds": ["covering"]}]
RISEN = "CDC-IN-027"
INCANTATE = "CDC-EQ-77"


def pw(*numbers: int) -> list[str]:
    return [f"CDC-PW-{n:03}" for n in numbers]


def scene(*faces: int, knows: list[str], me: dict[str, Any] | None = None, **others: Any) -> Field:
    """`a1` at (10, 10) has powers and abilities, points in plenty and the dice d4, d4, d4, d6, d8."""
    mine = {"abilities": knows, "points": POINTS, "res": 20, **(me or {})}
    return caster(knows[0], *faces, me=mine, **others)


def sorcerer(x: float, y: float, *knows: str, **more: Any) -> dict[str, Any]:
    """Another figure with powers, points in plenty and d4, d6, d8 unless said."""
    return at(x, y, abilities=list(knows), points=POINTS, **more)


def hurt(field: Field) -> list[tuple[str, int]]:
    """Who lost how much, in order."""
    return [(event.it, event.amount) for event in field.all(Hurt)]


def gave(field: Field) -> list[tuple[str, str]]:
    """Who received which condition, in order."""
    return [(event.it, event.condition) for event in field.all(ConditionGained)]


def left(field: Field, who: str) -> tuple[int, ...]:
    return tuple(sorted(field.figure(who).dice))


def bound(field: Field, who: str) -> list[int]:
    """The sizes of the dice bound to something that a figure holds."""
    return sorted(
        dict(e.keep)["die"] for e in field.state.effects.values() if e.bearer == who and "die" in dict(e.keep)
    )


def points(field: Field, who: str, kind: str) -> int:
    return dict(field.figure(who).points).get(kind, 0)


# --- Ki and blows -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-PW-092.2", "CDC-PW-092.3", "CDC-AB-074.1", "CDC-AB-070.2", "CDC-AB-012.1")
@pytest.mark.parametrize(("mine", "theirs"), [((), (15, 70)), ((12,), ()), ((12,), (15, 70))])
@pytest.mark.parametrize("face", [1, 2])
def test_the_monkey_needs_a_2_whatever_raises_lowers_or_caps(
    mine: tuple[int, ...], theirs: tuple[int, ...], face: int
) -> None:
    others = {"a2": at(5, abilities=ab(74)), "b1": at(13.5, abilities=ab(*theirs), res=20)}
    field = scene(4, face, knows=[*pw(92), *ab(*mine)], **others)
    use(field, "CDC-PW-092")
    field.act("a1", "melee", "b1", die=8)
    assert needed(field)[0] == 2 and needed(field)[1][-1] == "CDC-PW-092"
    assert hurt(field) == ([("b1", 1)] if face == 2 else [])
    field.done()


@pytest.mark.rule("CDC-PW-072.3", "CDC-PW-104.2", "CDC-AB-012.1", "CDC-AB-015.1", "CDC-AB-004.5")
def test_telepathy_a_hundred_hands_and_the_expert_against_a_dodger() -> None:
    field = scene(4, 4, 2, knows=[*pw(72, 104), *ab(12)], b1=at(13.5, abilities=ab(15), res=20))
    use(field, "CDC-PW-072")
    use(field, "CDC-PW-104", die=4)
    field.act("a1", "melee", "b1", die=8)
    assert needed(field)[0] == 2, "4 - 1 - 1 - 1 + 1"
    assert set(needed(field)[1]) >= {*pw(72, 104), *ab(12, 15)} and hurt(field) == [("b1", 1)]
    field.done()


@pytest.mark.rule("CDC-AB-081.2", "CDC-PW-072.2", "CDC-AB-015.1")
def test_exotic_arts_do_not_drop_what_a_power_raises() -> None:
    """b1 has Telepatia and dodges: 4 + 1 of the power."""
    field = scene(4, 4, knows=[*pw(72), *ab(15)], b1=at(13.5, abilities=ab(81)), b2=at(50))
    use(field, "CDC-PW-072")
    field.answer(PASS)
    field.act("b1", "melee", "a1", die=8)
    assert needed(field) == (5, pw(72)) and field.the(Missed).face == 4
    field.done()


@pytest.mark.rule("CDC-PW-093.2", "CDC-AB-051.1", "CDC-AB-111.1")
@pytest.mark.parametrize(("theirs", "item", "dies"), [((), None, True), ((111,), None, False), ((), MARTELLO, False)])
def test_the_tiger_ends_in_the_shadows(theirs: tuple[int, ...], item: str | None, dies: bool) -> None:
    field = scene(
        4, 5, knows=[*pw(93), *ab(51)], me={"items": [item] if item else []},
        b1=at(13.5, abilities=ab(*theirs), res=20), setup={"terrain": WOOD},
    )  # fmt: skip
    use(field, "CDC-PW-093")
    field.act("a1", "melee", "b1", die=8)
    assert bool(field.all(Died)) is dies and field.all(HitLanded)
    field.done()


@pytest.mark.rule("CDC-PW-094.2", "CDC-AB-100.3", "CDC-AB-100.4", "CDC-AB-026.2")
@pytest.mark.parametrize(("upgrade", "amount"), [(None, 1), (INCANTATE, 3)])
def test_bear_and_wrath_against_the_intangible(upgrade: str | None, amount: int) -> None:
    """1, the bear's 1 and the wrath's 1; an enchanted weapon alone passes the limit of 1."""
    me = {"items": [MAZZA], "upgrades": [{"item": upgrade, "to": MAZZA}] if upgrade else []}
    field = scene(4, 5, 3, knows=[*pw(94), *ab(26)], me=me, b1=at(13.5, abilities=ab(100), res=20))
    use(field, "CDC-PW-094")
    field.act("a1", "melee", "b1", die=8)
    field.answer(("CDC-AB-026", "a1", 4))
    assert hurt(field) == [("b1", amount)]
    field.done()


@pytest.mark.rule("CDC-PW-098.2", "CDC-AB-086.1", "CDC-AB-135.1")
@pytest.mark.parametrize("ignores", [True, False])
def test_the_unicorn_leaves_nothing_to_rend(ignores: bool) -> None:
    knows = [*pw(98), *ab(86)]
    field = scene(*([4] if ignores else []), 5, knows=knows, me={"dan": 2}, b1=at(13.5, abilities=ab(135), res=20))
    if ignores:
        use(field, "CDC-PW-098")
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 2 if ignores else 1)] and field.figure("b1").armour == (1 if ignores else 0)
    field.done()


@pytest.mark.rule("CDC-PW-097.2", "CDC-PW-097.3", "CDC-AB-100.1", "CDC-PW-096.2")
def test_the_dragon_pushes_friends_and_not_the_intangible_and_the_phoenix_gives_a_die() -> None:
    others = {"a2": at(6, abilities=ab(100)), "b1": at(13.5, abilities=ab(100), res=20), "b2": at(10, 16, res=20)}
    field = scene(4, 4, 5, 2, 3, knows=pw(97, 96), **others)
    use(field, "CDC-PW-097")
    use(field, "CDC-PW-096", die=4)
    field.act("a1", "melee", "b1", die=8)
    while field.asked not in ("action", ""):
        field.answer(field.offered()[0])
    assert gave(field) == [("b2", "Respinto"), ("b2", "A Terra")] and field.at("b2") == (10, 22)
    assert left(field, "a1") == (4, 4, 4) and [e.dice for e in field.all(DiceGained)] == [(4,)]
    field.done()


@pytest.mark.rule("CDC-PW-037.2", "CDC-PW-006.2", "CDC-AB-042.1")
def test_a_counter_attack_and_the_lightning_aura_after_one_miss() -> None:
    """b1 spends the last of its dice: 1 of the counter-attack, 1 of the aura, 2 - 0 of the charge at the hand's end."""
    field = scene(4, 3, 5, knows=[*pw(37), *ab(42)], b1=at(13.5, dice=(8,), res=20), b2=at(50))
    use(field, "CDC-PW-037")
    field.answer(PASS)
    field.act("b1", "melee", "a1", die=8)
    assert field.asked == "strike"
    field.answer(("b1",))
    if field.asked == "action" and field.state.hand == "b":
        field.answer(PASS)
    assert hurt(field) == [("b1", 1), ("b1", 1), ("b1", 2)] and field.figure("b1").tokens == ()
    field.done()


@pytest.mark.rule("CDC-PW-036.3", "CDC-PW-036.4", "CDC-AB-026.1", "CDC-PW-006.2")
@pytest.mark.parametrize(("dice", "wounds"), [((6,), [("b1", 2)]), ((), [("b1", 2), ("b1", 2)])])
def test_the_lightning_blessing_and_wrath_on_one_hit(dice: tuple[int, ...], wounds: list[tuple[str, int]]) -> None:
    """With a die it loses it, with none it is charged: 2 more when the hand ends."""
    field = scene(4, 5, 3, knows=[*pw(36), *ab(26)], b1=at(13.5, dice=dice, res=20), b2=at(50))
    use(field, "CDC-PW-036", "a1")
    field.act("a1", "melee", "b1", die=8)
    while field.asked == "respond":
        field.answer(("CDC-AB-026", "a1", 4))
    assert hurt(field) == [("b1", 2)] and left(field, "b1") == ()
    field.answer(PASS)
    assert hurt(field) == wounds and field.figure("b1").tokens == ()
    field.done()


# --- what stops a damage ------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-PW-029.3", "CDC-AB-102.2", "CDC-AB-136.1")
@pytest.mark.parametrize("then", ["CDC-AB-102", "CDC-AB-136", "pass"])
def test_armour_then_screen_then_what_is_left_may_be_answered(then: str) -> None:
    """6 - 1 of the armour of bone - 2 of the screen = 3."""
    ward = at(12.5, abilities=ab(135, 102, 136), tokens=(("Invitto", 3),), res=20)
    field = scene(4, 5, knows=pw(29), a2=ward, b1=at(16, dan=6), b2=at(50))
    use(field, "CDC-PW-029", "a2")
    field.answer(PASS)
    field.act("b1", "melee", "a2", die=8)
    assert field.asked == "respond" and asks(field) == "a" and field.about["amount"] == 3
    field.answer({"pass": PASS, "CDC-AB-102": (then, "a2"), "CDC-AB-136": (then, "a2", 4, (6, 8))}[then])
    while field.asked == "respond":
        field.answer(PASS)
    assert hurt(field) == ([("a2", 3)] if then == "pass" else [])
    assert dict(field.figure("a2").tokens) == {"Invitto": 1 if then == "CDC-AB-102" else 3}
    field.done()


@pytest.mark.rule("CDC-PW-029.3", "CDC-AB-027.1", "CDC-PW-029.4")
def test_a_screen_that_stops_the_wound_of_frenzy_stops_its_die_too() -> None:
    field = scene(4, knows=[*pw(29), *ab(27)], b1=at(50))
    use(field, "CDC-PW-029", "a1")
    field.act("a1", "ability", "CDC-AB-027")
    field.answer(1)
    assert hurt(field) == [] and bound(field, "a1") == [] and field.figure("a1").tokens == (("Schermo", 1),)
    field.act("a1", "ability", "CDC-AB-027")
    field.answer(1)
    assert hurt(field) == [] and bound(field, "a1") == []
    field.act("a1", "ability", "CDC-AB-027")
    field.answer(1)
    assert hurt(field) == [("a1", 1)] and bound(field, "a1") == [4], "the screen is used up"
    pass_hands(field)
    assert hurt(field) == [("a1", 1)]
    field.done()


@pytest.mark.rule("CDC-PW-068.4", "CDC-PW-029.4", "CDC-PW-068.3", "CDC-IN-027.5")
def test_a_beacon_puts_out_a_screen_without_backlash_and_burns_the_risen_behind_it() -> None:
    seer = sorcerer(40, 10, "CDC-PW-068", dice=(4, 4, 8))
    field = scene(4, 5, knows=pw(29), a2=seer, a3=at(6, abilities=[RISEN]), b1=at(10, 50))
    use(field, "CDC-PW-029", "a1")
    use(field, "CDC-PW-068", rank=3, actor="a2", die=8)
    field.answer(180_000)
    assert field.figure("a1").tokens == () and hurt(field) == [("a3", 1)]
    pass_hands(field)
    assert hurt(field) == [("a3", 1)], "no damage for tokens that went"
    field.done()


@pytest.mark.rule("CDC-PW-102.3", "CDC-AB-051.1", "CDC-AB-026.1", "CDC-AB-025.1")
def test_a_simulacrum_against_a_blow_that_would_kill() -> None:
    """b1 ends in the shadows with an 8; the attack is annulled with all that it would do."""
    field = scene(
        4, 8, knows=[*pw(102), *ab(25)], b1=at(13.5, abilities=ab(51), dice=(8, 8)), b2=at(50), setup={"terrain": WOOD}
    )
    use(field, "CDC-PW-102", rank=2)
    field.answer((6_800, 10_000))
    field.answer(PASS)
    field.act("b1", "melee", "a1", die=8)
    assert field.all(Died) == [] and hurt(field) == [] and field.at("a1") == (6.8, 10)
    field.done()


# --- tokens -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-PW-007.2", "CDC-PW-007.3", "CDC-AB-024.1", "CDC-AB-136.1", "CDC-AB-102.2")
def test_madness_counts_the_printed_resistenza_under_a_tough_skin() -> None:
    victim = at(14, abilities=ab(24, 136, 102), tokens=(("Follia", 4), ("Invitto", 3)))
    field = scene(4, knows=pw(71), b1=victim, b2=at(50))
    use(field, "CDC-PW-071", "b1")
    assert field.the(Died).it == "b1" and hurt(field) == [], "5 are printed; no carapace, no token is asked for"
    field.done()


@pytest.mark.rule("CDC-PW-006.2", "CDC-PW-006.4", "CDC-AB-093.2", "CDC-AB-005.1")
@pytest.mark.parametrize("given", [False, True])
def test_a_die_of_faith_earths_a_charge(given: bool) -> None:
    keeper = at(16, 14, abilities=ab(93), tokens=(("Fede donata", 1),), dice=(6, 8))
    field = scene(4, knows=pw(33), b1=at(16, dice=(8,), res=20), b2=keeper)
    use(field, "CDC-PW-033", rank=2)
    assert dict(field.figure("b1").tokens) == {"Carica": 1}
    if given:
        field.answer(("b2", "boon", "CDC-AB-093", "b1"), "b")
        if field.asked != "action":
            field.answer("riceve", "b")
        assert left(field, "b1") == (4, 8)
    field.answer(PASS)
    assert hurt(field) == ([] if given else [("b1", 1)]) and dict(field.figure("b1").tokens) == {}
    field.done()


@pytest.mark.rule("CDC-PW-006.2", "CDC-AB-075.1", "CDC-AB-025.1")
def test_all_discharge_by_the_dice_counted_before_any_damage() -> None:
    """b1 and b2 have none; the die that b1 gains by the aura comes too late for either."""
    others = {"b1": at(16, dice=(), res=20), "b2": at(10, 16, dice=(), res=20), "b3": at(16, 16, abilities=ab(75))}
    field = scene(4, knows=pw(33), **others)
    use(field, "CDC-PW-033", rank=2)
    field.answer(PASS)
    assert hurt(field) == [("b1", 2), ("b2", 2)] and left(field, "b1") == left(field, "b2") == (4,)
    field.done()


# --- wards and thresholds of powers -------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-014.1", "CDC-AB-033.1", "CDC-AB-033.2", "CDC-AB-033.3", "CDC-AB-116.1", "CDC-AB-120.1")
@pytest.mark.parametrize(
    ("spell", "mine", "theirs", "needs"),
    [
        (71, (14, 116), (33,), 3), (71, (14, 116), (), 2), (71, (), (33,), 5), (114, (14, 124), (33,), 3),
        (114, (), (33,), 5), (28, (14, 120), (33,), 2), (28, (14,), (33,), 3), (71, (120,), (33,), 5),
    ],
)  # fmt: skip
def test_what_eases_and_hinders_one_power(
    spell: int, mine: tuple[int, ...], theirs: tuple[int, ...], needs: int
) -> None:
    """4, less what the user has for that kind of power, more by Avversione against minds and dreams alone."""
    field = scene(1, knows=[*pw(spell), *ab(*mine)], b1=at(14, abilities=ab(*theirs)))
    use(field, pw(spell)[0], "b1")
    assert needed(field)[0] == needs and field.the(Missed).action == pw(spell)[0]
    field.done()


@pytest.mark.rule("CDC-AB-033.1", "CDC-AB-116.1", "CDC-AB-019.1", "CDC-AB-113.1")
@pytest.mark.parametrize(("face", "frightened"), [(4, ["b1", "b2"]), (3, ["b2"]), (2, [])])
def test_an_area_of_fear_passes_by_the_averse_alone_if_the_roll_is_low(face: int, frightened: list[str]) -> None:
    """The prodigious mind needs 3, and 4 for b1; b3 is immune, b4's iron will resists with a 3."""
    others = {
        "b1": at(14, abilities=ab(33)), "b2": at(10, 14), "b3": at(6, abilities=ab(113)),
        "b4": at(10, 6, abilities=ab(19, 23), dice=(8,)),
    }  # fmt: skip
    field = scene(face, *([3] if face > 2 else []), knows=[*pw(82), *ab(116)], **others)
    use(field, "CDC-PW-082", rank=3)
    while field.asked not in ("action", ""):
        offered = field.offered(seat=asks(field))
        if field.asked == "respond":
            field.answer(("CDC-AB-019", "b4"))
        else:
            field.answer(8 if 8 in offered else offered[0])
    assert sorted(gave(field)) == [(who, "Spaventato") for who in frightened]
    assert left(field, "b4") == (() if face > 2 else (8,))
    field.done()


@pytest.mark.rule("CDC-AB-018.1", "CDC-AB-018.3", "CDC-AB-112.1", "CDC-AB-033.3", "CDC-PW-044.2")
@pytest.mark.parametrize("face", [3, 4])
def test_an_area_of_frost_and_four_ways_to_meet_it(face: int) -> None:
    """b1 tests, b2 is immune, b3's aversion is for other powers; b4 is beyond."""
    others = {
        "b1": at(14, abilities=ab(18), dice=(8,)), "b2": at(10, 14, abilities=ab(112)), "b3": at(6, abilities=ab(33)),
        "b4": at(10, 17.6),
    }  # fmt: skip
    field = scene(4, face, knows=pw(44), **others)
    use(field, "CDC-PW-044", rank=2)
    assert field.asked == "respond" and asks(field) == "b"
    field.answer(("CDC-AB-018", "b1"))
    if field.asked == "test":
        field.answer(8)
    assert gave(field) == ([("b1", "Gelo")] if face == 3 else []) + [("b3", "Gelo")]
    assert "b2" in [event.it for event in field.all(PowerWarded)] and left(field, "b1") == ()
    field.done()


@pytest.mark.rule("CDC-AB-018.1", "CDC-AB-125.1", "CDC-AB-091.1", "CDC-AB-103.1")
def test_a_test_of_sorcery_resistance_is_one_of_spirito_in_every_respect() -> None:
    """Courage and despair cancel out; its failure feeds the supremacy of a2."""
    others = {
        "a2": at(20, 20, abilities=ab(125)), "a3": at(14, 20, abilities=ab(103)),
        "b1": at(14, abilities=ab(18), dice=(8,), res=20), "b2": at(20, abilities=ab(91)),
    }  # fmt: skip
    field = scene(4, 3, knows=pw(50), **others)
    use(field, "CDC-PW-050", "b1")
    field.answer(("CDC-AB-018", "b1"))
    assert needed(field)[0] == 4 and set(needed(field)[1]) == set(ab(91, 103))
    assert not field.the(TestEnded).passed and hurt(field) == [("b1", 1)] and points(field, "a2", "illusione") == 1
    field.done()


@pytest.mark.rule("CDC-AB-020.1", "CDC-AB-016.1", "CDC-AB-016.2", "CDC-PW-114.2", "CDC-AB-109.1")
@pytest.mark.parametrize(("theirs", "faces"), [((16,), (4,)), ((20, 16), ()), ((109, 16), ())])
def test_dreamt_flames_and_who_resists_fire(theirs: tuple[int, ...], faces: tuple[int, ...]) -> None:
    """Whoever is immune to the dream or to the fire never receives it, and has no d4 to throw."""
    field = scene(4, *faces, knows=pw(114), b1=at(14, abilities=ab(*theirs)))
    use(field, "CDC-PW-114", "b1")
    assert field.figure("b1").conditions == () and left(field, "b1") == (4, 6, 8)
    assert gave(field) == ([("b1", "Fuoco")] if faces else [])
    assert [event.passed for event in field.all(TestEnded)] == [True] * len(faces)
    field.done()


# --- answers to powers --------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-PW-061.2", "CDC-PW-061.3", "CDC-AB-123.1")
@pytest.mark.parametrize("near", [True, False])
def test_the_magic_field_of_the_disenchanted_pays_the_disenchanter(near: bool) -> None:
    """a1 has a point for its dart and none more; the Disincanto of b1, used within 5 cm of it, gives it one."""
    me = {"points": (("arcano", 1),)}
    field = scene(
        4, *([4] if near else []), knows=[*pw(14), *ab(123)], me=me,
        b1=sorcerer(14, 14 if near else 40, "CDC-PW-061"), b2=at(20),
    )  # fmt: skip
    use(field, "CDC-PW-014", "b2")
    field.answer(("CDC-PW-061", "b1", 8))
    if near:
        assert field.asked == "may" and asks(field) == "a"
        field.answer("use")
    assert field.figure("b2").conditions == (("Fuoco",) if near else ()) and points(field, "a1", "arcano") == 0
    assert bool(field.all(Fizzled)) is not near
    field.done()


@pytest.mark.rule("CDC-PW-061.2", "CDC-PW-061.3", "CDC-AB-123.1")
def test_a_disenchantment_of_a_disenchantment_feeds_the_field_twice() -> None:
    others = {
        "a2": sorcerer(30, 30, "CDC-PW-061"), "a3": at(31, 33, abilities=ab(123)),
        "b1": sorcerer(33.5, 30, "CDC-PW-061"), "b2": at(20),
    }  # fmt: skip
    field = scene(4, 4, knows=pw(14), **others)
    use(field, "CDC-PW-014", "b2")
    while field.asked == "respond":
        offered = field.offered("CDC-PW-061", seat=asks(field))
        turn = len([e for e in field.all(PointsChanged) if e.it in ("a2", "b1")])
        want = "b1" if turn == 0 else "a2"
        field.answer(("CDC-PW-061", want, 8) if want in offered and turn < 2 else PASS)
    assert field.asked == "may" and asks(field) == "b", "b1 has to pay for its own or lose it"
    field.answer("pass")
    while field.asked == "respond":
        field.answer(PASS)
    assert (field.the(Fizzled).actor, field.figure("b2").conditions) == ("b1", ("Fuoco",))
    assert points(field, "a3", "arcano") == 2, "two sorceries within 5 cm, annulled or not; the dart is far"
    field.done()


@pytest.mark.rule("CDC-IN-026.3", "CDC-PW-117.2", "CDC-PW-117.3", "CDC-AB-021.1", "CDC-AB-136.1")
def test_a_siphoned_hammer_a_prodigious_strength_and_a_carapace() -> None:
    """Level 3 + 1 = 4; the test of Forza needs 3 and halves it; the carapace takes all of it."""
    knows = [*pw(117), "CDC-IN-016", "CDC-IN-026"]
    field = scene(4, 3, knows=knows, b1=at(14, abilities=ab(21, 136), dice=(4, 4, 6, 8), res=20))
    use(field, "CDC-PW-117", "b1", rank=2)
    assert field.asked == "respond"
    field.answer(("CDC-IN-026", "a1", 4))
    assert field.asked == "test" and field.about["test"] == "forza"
    field.answer(4)
    assert needed(field) == (3, ab(21)) and field.asked == "respond" and field.about["amount"] == 2
    field.answer(("CDC-AB-136", "b1", 4, (6, 8)))
    assert hurt(field) == [] and field.the(Unharmed).it == "b1" and left(field, "b1") == ()
    field.done()


# --- minds --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-PW-087.3", "CDC-AB-075.1", "CDC-AB-091.1", "CDC-AB-004.4")
def test_whoever_is_controlled_keeps_its_company_and_its_auras() -> None:
    """b1 strikes its own b2, which b3's aura of pain consoles; b1 is consoled by it as well, and a's aura is not."""
    others = {
        "a2": at(19, 14, abilities=ab(75)), "a3": at(16.5, 6.5, dice=(8,)),
        "b1": at(16.5, res=20), "b2": at(20, res=20), "b3": at(20, 5, abilities=ab(75)),
    }  # fmt: skip
    field = scene(4, 5, 5, knows=pw(87), **others)
    use(field, "CDC-PW-087", "b1", rank=2)
    field.act("b1", "melee", "b2", die=8)
    field.act("a3", "melee", "b1", die=8)
    assert hurt(field) == [("b2", 1), ("b1", 1)]
    assert [(e.it, e.dice) for e in field.all(DiceGained)] == [("b2", (4,)), ("b1", (4,))]
    assert left(field, "b1") == (4, 4, 6) and field.figure("b1").company == "b"
    field.done()


@pytest.mark.rule("CDC-PW-083.3", "CDC-PW-067.3", "CDC-PW-067.4", "CDC-AB-012.1")
def test_an_order_to_whoever_is_under_oblivion() -> None:
    """No active ability is left to be ordered; the expert's hand is passive and serves the order."""
    field = scene(4, 4, 3, knows=pw(83, 67), b1=at(14, abilities=ab(77, 12), res=20), b2=at(17.5, res=20))
    use(field, "CDC-PW-067", "b1", rank=2)
    assert field.asked == "respond" and asks(field) == "b", "while it still can"
    field.answer(PASS)
    use(field, "CDC-PW-083", "b1", rank=2, die=8)
    assert field.asked == "order_action" and "ability" not in field.offered("b1") and "melee" in field.offered("b1")
    field.act("b1", "melee", "b2", die=8)
    assert needed(field) == (3, ab(12)) and hurt(field) == [("b2", 1)]
    field.done()


# --- moves, dice and conditions -----------------------------------------------------------------------------------


@pytest.mark.rule("CDC-PW-048.2", "CDC-PW-048.3", "CDC-PW-058.2", "CDC-IN-027.5", "CDC-AB-131.1")
def test_who_is_moved_by_majesty_ends_near_the_glacial_aura() -> None:
    """b1 is moved from 5 to 7 cm and freezes, b2 from 8 to exactly 10 and does not, the risen b3 never does."""
    others = {"b1": at(17.5), "b2": at(10, 20.5), "b3": at(10, 4, abilities=[RISEN])}
    field = scene(4, 4, knows=pw(48, 58), me={"at": (10, 10)}, **others)
    use(field, "CDC-PW-048", rank=2)
    use(field, "CDC-PW-058", die=4)
    while field.asked not in ("action", ""):
        field.answer(field.offered()[0])
    assert (field.at("b1"), field.at("b2"), field.at("b3")) == ((19.5, 10), (10, 22.5), (10, 2))
    assert gave(field) == [("b1", "Gelo")]
    field.done()


@pytest.mark.rule(
    "CDC-PW-041.2", "CDC-AB-094.1", "CDC-AB-108.1", "CDC-CND-06.1", "CDC-CND-07.1", "CDC-CND-07.7", "CDC-CND-07.9"
)
@pytest.mark.parametrize(
    ("more", "conditions", "dice"),
    [
        ((), (), (4, 6, 8, 8)), ((), ("Spaventato",), (4, 4, 4, 4)), ((94,), (), (6, 6, 8, 8)),
        ((94,), ("Spaventato",), (4, 4, 4, 4)), ((), ("Terrorizzato",), (6,)), ((94,), ("Terrorizzato",), (6,)),
        ((94,), ("Spaventato", "Terrorizzato"), (4,)),
    ],
)  # fmt: skip
def test_the_die_of_hibernation_and_the_dice_of_the_turn(
    more: tuple[int, ...], conditions: tuple[str, ...], dice: tuple[int, ...]
) -> None:
    field = scene(4, knows=[*pw(41), *ab(*more)], me={"conditions": list(conditions), "dice": (8,)}, b1=at(50))
    use(field, "CDC-PW-041", die=8)
    for _ in range(9):
        if field.state.turn == 2:
            break
        field.answer("decline" if field.asked == "test" else PASS)
    assert left(field, "a1") == dice
    field.done()


@pytest.mark.rule("CDC-PW-052.2", "CDC-AB-036.2", "CDC-AB-036.3", "CDC-IN-027.1")
def test_the_march_of_darkness_and_a_war_cry_move_the_risen() -> None:
    others = {"a2": at(14, abilities=[RISEN], dice=()), "a3": at(14, 14, abilities=ab(36), dice=(4, 6, 8))}
    field = scene(4, knows=pw(52), **others, b1=at(50, abilities=[RISEN], dice=()), b2=at(55, 55))
    use(field, "CDC-PW-052")
    field.act("a3", "ability", "CDC-AB-036", die=4, others=(6, 8))
    while field.asked == "hand_out":
        field.answer("a2")
    assert bound(field, "a2") == [4, 6, 8, 8] and bound(field, "b1") == [8] and left(field, "a3") == ()
    assert set(field.offered("a2")) <= {"move", "cover"}, "nothing else can be done with them"
    field.done()


@pytest.mark.rule("CDC-PW-045.2", "CDC-AB-026.2", "CDC-PW-045.3")
@pytest.mark.parametrize(("dice", "wounds"), [((8,), [("b1", 2)]), ((), [("b1", 2), ("b1", 1)])])
def test_withering_takes_one_die_for_a_hit_made_worse_by_wrath(
    dice: tuple[int, ...], wounds: list[tuple[str, int]]
) -> None:
    field = scene(
        4, 5, 2, knows=pw(45), a2=at(10, 13.5, abilities=ab(26), dice=(4, 8)), b1=at(13.5, 13.5, dice=dice, res=20)
    )
    use(field, "CDC-PW-045", rank=3)
    field.act("a2", "melee", "b1", die=8)
    field.answer(("CDC-AB-026", "a2", 4))
    while field.asked not in ("action", ""):
        field.answer(field.offered()[0])
    assert hurt(field) == wounds and sum(len(e.dice) for e in field.all(DiceLost) if e.it == "b1") == len(dice)
    field.done()


@pytest.mark.rule("CDC-PW-031.2", "CDC-PW-031.3", "CDC-PW-068.4", "CDC-PW-030.2")
def test_whoever_has_vanished_is_struck_by_nothing_until_a_beacon_brings_it_back() -> None:
    others = {
        "a2": sorcerer(30, 10, "CDC-PW-068", dice=(4, 4, 8)), "a3": sorcerer(14, 14, "CDC-PW-030", dice=(4, 8)),
        "b1": at(14, 17.5, dice=(8,)), "b2": at(55, 55),
    }  # fmt: skip
    field = scene(4, 4, 4, knows=pw(31), **others)
    use(field, "CDC-PW-031", rank=2)
    assert field.figure("a1").status != "table"
    use(field, "CDC-PW-030", rank=2, actor="a3", die=8)
    assert left(field, "b1") == () and left(field, "a1") == (4, 4, 8), "within 5 cm of where it stood"
    use(field, "CDC-PW-068", rank=3, actor="a2", die=8)
    field.answer(180_000)
    assert field.figure("a1").status == "table" and field.at("a1") == (10, 10) and left(field, "a1") == (4, 4, 8)
    field.done()


@pytest.mark.rule("CDC-PW-030.2", "CDC-AB-101.1", "CDC-AB-101.2", "CDC-AB-075.1")
def test_a_shock_lays_open_to_the_strength_of_legends() -> None:
    """Whoever loses its last die may be struck at once; the die of the aura of pain closes it again."""
    others = {
        "a2": at(10, 13.5, abilities=ab(101), dice=(4, 6, 8)), "b1": at(13.5, 13.5, dice=(8,), res=20),
        "b2": at(13.5, 22, abilities=ab(75)),
    }  # fmt: skip
    field = scene(4, knows=pw(30), **others)
    assert "CDC-AB-101" not in field.offered("a2", "ability")
    use(field, "CDC-PW-030", rank=2)
    while field.asked not in ("action", ""):
        field.answer(field.offered(seat=asks(field))[0])
    assert left(field, "b1") == () and field.offered("a2", "ability", "CDC-AB-101") == ("b1",)
    field.act("a2", "ability", "CDC-AB-101", "b1", die=6)
    assert hurt(field) == [("b1", 1)] and left(field, "b1") == (4,)
    assert "CDC-AB-101" not in field.offered("a2", "ability")
    field.done()


@pytest.mark.rule("CDC-PW-075.2", "CDC-CND-04.2", "CDC-AB-042.1", "CDC-AB-015.1", "CDC-AB-002.4")
@pytest.mark.parametrize("face", [1, 4])
def test_whom_a_mental_blow_lays_low_neither_dodges_nor_counters(face: int) -> None:
    field = scene(4, face, knows=pw(75), b1=at(13.5, abilities=ab(15, 70, 42), res=20))
    use(field, "CDC-PW-075", "b1")
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 1)] and field.asked == "action"
    field.done()


@pytest.mark.rule("CDC-PW-075.2", "CDC-AB-089.2", "CDC-AB-042.1", "CDC-AB-007.2")
def test_debello_raises_whom_a_mental_blow_laid_low_and_it_counters() -> None:
    victim = at(13.5, abilities=ab(42, 89), tokens=(("Debello", 1),), res=20)
    field = scene(4, 3, 4, knows=pw(75), b1=victim)
    use(field, "CDC-PW-075", "b1")
    field.answer(("b1", "boon", "CDC-AB-089", "A Terra"), "b")
    assert field.figure("b1").conditions == () and field.figure("b1").tokens == ()
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "strike" and asks(field) == "b"
    field.answer(("a1",))
    assert hurt(field) == [("a1", 1)] and left(field, "b1") == (4, 6, 8)
    field.done()


@pytest.mark.rule("CDC-PW-105.2", "CDC-PW-105.3", "CDC-CND-03.1", "CDC-CND-03.5")
@pytest.mark.parametrize(("conditions", "x", "faces"), [((), 21, (1, 2)), (("Gelo",), 27, (1,))])
def test_whom_frost_holds_a_charm_leads_once(conditions: tuple[str, ...], x: float, faces: tuple[int, ...]) -> None:
    """3 cm with the first die and 6 with the second, which frost makes useless; both are spent."""
    victim = at(30, conditions=list(conditions), dice=(4, 8))
    field = scene(4, *faces, knows=pw(105), b1=victim, b2=at(50))
    use(field, "CDC-PW-105", "b1")
    field.answer("decline")
    field.answer(PASS)
    for _ in range(6):
        if field.asked in ("action", ""):
            break
        field.answer(field.offered(seat=asks(field))[0] if field.asked != "place" else field.game.form("b").default())
    assert field.at("b1") == (x, 10) and left(field, "b1") == ()
    field.done()


@pytest.mark.rule("CDC-PW-032.3", "CDC-PW-032.4", "CDC-PW-006.2", "CDC-PW-006.3", "CDC-PW-006.5", "CDC-AB-135.1")
def test_a_thunderbolt_on_the_charged_and_armoured() -> None:
    """1 + 2 tokens - 1 of bone; at the hand's end, once for all three tokens, 2 - 0."""
    victim = at(20, abilities=ab(135), tokens=(("Carica", 2),), dice=(), res=20)
    field = scene(4, knows=pw(32), b1=victim, b2=at(50))
    use(field, "CDC-PW-032", "b1", rank=3)
    while field.asked not in ("action", ""):
        field.answer(())
    assert hurt(field) == [("b1", 2)] and field.figure("b1").tokens == (("Carica", 3),)
    field.answer(PASS)
    assert hurt(field)[1:] == [("b1", 2)] and field.figure("b1").tokens == ()
    field.done()
