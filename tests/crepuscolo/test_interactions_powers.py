"""Powers of chapter VII met with abilities, items and conditions on one moment."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import Fizzled
from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    DiceGained,
    DiceLost,
    DiceRolled,
    Died,
    HitLanded,
    Hurt,
    Missed,
    PointsChanged,
    PowerWarded,
    TestEnded,
    Unharmed,
)
from tests.crepuscolo.arms import MARTELLO, MAZZA, MEDIA
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
    return sorted(dict(e.keep)["die"] for e in field.state.effects.values() if e.bearer == who and "die" in dict(e.keep))


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
    field.answer((6_500, 10_000))
    field.answer(PASS)
    field.act("b1", "melee", "a1", die=8)
    assert field.all(Died) == [] and hurt(field) == [] and field.at("a1") == (6.5, 10)
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
