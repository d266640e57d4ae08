"""Passive abilities tied to attacks, damage and moves, and the quick retreat (chapter VI)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.dice import dice_at_hand
from arbitro.rulesets.crepuscolo.events import (
    ArmourWorn,
    ConditionGained,
    DiceGained,
    DiceRolled,
    DiceSpent,
    Died,
    HandBegan,
    HitLanded,
    Hurt,
    Missed,
    PointsChanged,
)
from tests.crepuscolo.arms import ARCO, LEGGERA, MEDIA, SPADA
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

PASS = ("pass",)
PISTOLA, PROTO_PISTOLA, SCHIOPPO = "CDC-EQ-41", "CDC-EQ-38", "CDC-EQ-39"
FURIA, INCALZARE, OMBRA, RAVVICINATO, RAPIDO = (f"CDC-AB-{n:03}" for n in (25, 44, 51, 55, 56))
RITIRATA, DANZA, LACERARE = (f"CDC-AB-{n:03}" for n in (64, 82, 86))
WOOD = {"id": "wood", "rect": [0, 0, 11, 60], "kinds": ["covering"]}


def called(condition: str) -> dict[str, Any]:
    """A made-up ability by which anybody receives a condition."""
    return {"kind": "AG", "target": {"one": "figures()"}, "do": [{"inflict": condition, "to": "target"}]}


def duel(*dice: int, me: Any = (), foe: Any = (), gap: float = 1, made: Any = None, **more: Any) -> Field:
    """`a1` and, ``gap`` cm before it, `b1`, both of 20 Resistenza, with abilities; ``a1``, ``b1``: other fields."""
    fighters = {
        "a1": at(10, **{"abilities": list(me), "res": 20, **more.pop("a1", {})}),
        "b1": at(round(12.5 + gap, 2), **{"abilities": list(foe), "res": 20, **more.pop("b1", {})}),
        **more.pop("others", {}),
    }
    return trial(made or {}, fighters, dice=dice, **more)


def hurt(field: Field) -> list[tuple[str, int]]:
    return [(event.it, event.amount) for event in field.all(Hurt)]


def rolled(field: Field) -> list[tuple[int, int]]:
    return [(event.sides, event.faces[0]) for event in field.all(DiceRolled)]


def seats(field: Field) -> tuple[str, ...]:
    assert field.game.pending is not None
    return field.game.pending.seats


def next_hand(field: Field, seat: str) -> None:
    """Both players do nothing until a seat has the hand anew."""

    def hands() -> int:
        return sum(event.seat == seat for event in field.all(HandBegan))

    before = hands()
    while hands() == before:
        field.answer(PASS)


# Furia


def furious(*dice: int, by: tuple[Any, ...] = ("melee", "a1"), made: Any = None, **more: Any) -> Field:
    """`b1` has hurt `a1`, which has Furia, in its own hand; then `a` has the hand."""
    field = duel(*dice, me=[FURIA], hand="b", made=made, **more)
    field.act("b1", *by, die=8)
    assert hurt(field) == [("a1", 1)]
    return field


def given(field: Field, action: str, target: str | None = None, weapon: str = "") -> list[int]:
    """The sizes of the dice beyond its own that `a1` may spend on an action."""
    return [die[0] for die in dice_at_hand(field.game, "a1", action, target, weapon) if isinstance(die, tuple)]


@pytest.mark.rule("CDC-AB-025.1", "CDC-AB-025.2", "CDC-AB-025.3")
def test_fury_gives_a_d4_in_the_next_hand() -> None:
    field = furious(5, others={"b2": at(10, 13.5), "a2": at(10, 6.5)})
    assert given(field, "melee", "b1") == [], "not in this hand"
    field.answer(PASS)
    assert field.state.hand == "a"
    assert given(field, "melee", "b1") == [4] and given(field, "shot", "b1") == [4]
    assert given(field, "melee", "b2") == [] and given(field, "melee", "a2") == []
    for other in ("jump", "careful", "cover", "ability", "test", "stand"):
        assert given(field, other) == []


@pytest.mark.rule("CDC-AB-025.1")
@pytest.mark.parametrize(("amount", "n"), [(1, 1), (3, 1)])
def test_fury_counts_damages_not_points(amount: int, n: int) -> None:
    field = duel(5, 5, me=[FURIA], hand="b", b1={"dan": amount})
    field.act("b1", "melee", "a1", die=8)
    field.answer(PASS)
    assert given(field, "melee", "b1") == [4] * n
    field = duel(5, 5, me=[FURIA], hand="b", b1={"dan": amount})
    field.act("b1", "melee", "a1", die=8)
    field.act("b1", "melee", "a1", die=6)
    field.answer(PASS)
    assert given(field, "melee", "b1") == [4] * 2 * n, "one for each"


@pytest.mark.rule("CDC-AB-025.1")
def test_fury_is_for_what_other_fighters_do() -> None:
    own = {"kind": "AG", "do": [{"damage": 1, "to": "me", "as_own": True}]}
    blast = {"kind": "AG", "target": {"one": "figures()"}, "do": [{"damage": 1, "to": "target"}]}
    made: dict[str, dict[str, Any]] = {"Colpirsi": own, "Scoppio": blast}
    abilities = {"a1": [FURIA, "Colpirsi"], "a2": ["Scoppio"], "b1": ["Scoppio"]}
    fighters = {who: at(20 * n + 5, abilities=abilities[who]) for n, who in enumerate(abilities)}
    for who, path, n in (("a1", ("Colpirsi",), 0), ("a2", ("Scoppio", "a1"), 1), ("b1", ("Scoppio", "a1"), 1)):
        field = trial(made, fighters, hand=who[0])
        field.act(who, "ability", *path)
        assert hurt(field) == [("a1", 1)]
        next_hand(field, "a")
        assert given(field, "move") == [4] * n, f"{who} {path}"
    marsh = [{"id": "marsh", "rect": [6, 0, 10, 60], "kinds": ["dangerous"]}]
    field = Field({"a1": at(5, abilities=[FURIA]), "b1": at(50)}, dice=[1], terrain=marsh)
    field.act("a1", "move", die=8)
    field.to(7.5, 10)
    assert hurt(field) == [("a1", 1)]
    next_hand(field, "a")
    assert given(field, "move") == [], "the ground is nobody's action"


@pytest.mark.rule("CDC-AB-025.1")
@pytest.mark.parametrize(
    ("harm", "hurt_", "n"),
    [
        ({"to": "target"}, "a1", 1),
        ({"to": "target", "as_own": True}, "a1", 1),
        ({"to": "target"}, "a2", 0),
        ({"to": "target", "by": "none"}, "a1", 0),
        ({"to": "me"}, "a1", 0),
    ],
    ids=["by an enemy", "past the armour", "somebody else", "by nobody", "by itself"],
)
def test_fury_is_for_the_bearers_own_wounds_by_the_hand_of_another(harm: dict[str, Any], hurt_: str, n: int) -> None:
    made = {"Botto": {"kind": "AG", "target": {"one": "figures()"}, "do": [{"damage": 1, **harm}]}}
    by = "a1" if harm["to"] == "me" else "b1"
    fighters = {"a1": at(10, abilities=[FURIA]), "a2": at(10, 20), "b1": at(40)}
    fighters[by]["abilities"] = ["Botto", *fighters[by].get("abilities", [])]
    field = trial(made, fighters, hand=by[0])
    field.act(by, "ability", "Botto", hurt_)
    assert hurt(field) == [(hurt_, 1)]
    next_hand(field, "a")
    assert given(field, "move") == [4] * n


@pytest.mark.rule("CDC-AB-025.3", "CDC-AB-025.4")
def test_a_furious_fighter_has_to_attack_if_it_can() -> None:
    field = furious(5, 3, others={"a2": at(40)})
    field.answer(PASS)
    assert field.refusal(PASS) is not None and "pass" not in field.offered()
    die = next(d for d in field.offered("a1", "melee", "b1") if isinstance(d, tuple))
    field.act("a1", "melee", "b1", die=die)
    assert rolled(field)[-1] == (4, 3) and FURIA in field.all(DiceSpent)[-1].rules
    assert field.refusal(PASS) is None and given(field, "melee", "b1") == [] and len(field.figure("a1").dice) == 3
    field.done()


@pytest.mark.rule("CDC-AB-025.3", "CDC-AB-025.4")
def test_a_furious_fighter_has_to_go_straight_to_its_enemy_if_it_cannot_attack() -> None:
    field = furious(5, 3, by=("shot", ARCO, "a1"), gap=20, b1={"items": [ARCO]})
    field.answer(PASS)
    assert field.refusal(PASS) is not None
    die = next(d for d in field.offered("a1", "move") if isinstance(d, tuple))
    field.act("a1", "move", die=die)
    assert field.asked == "place" and field.about["face"] == 3
    aside = field.refusal((10_000, 19_000))
    assert aside is not None and (aside.code, aside.rules) == ("not_straight", (FURIA,))
    assert field.game.form("a").default() == (19_000, 10_000)
    field.to(19, 10)
    assert field.at("a1") == (19, 10) and field.refusal(PASS) is None
    field.done()


@pytest.mark.rule("CDC-AB-025.3")
def test_with_its_own_dice_a_furious_fighter_goes_where_it_likes() -> None:
    field = furious(5, 3, by=("shot", ARCO, "a1"), gap=20, b1={"items": [ARCO]})
    field.answer(PASS)
    field.act("a1", "move", die=8)
    field.to(10, 19)
    assert field.at("a1") == (10, 19)


@pytest.mark.rule("CDC-AB-025.5")
def test_a_fury_that_can_do_nothing_is_lost() -> None:
    blast = {"kind": "AG", "target": {"one": "figures()"}, "do": [{"damage": 1, "to": "target"}]}
    fighters = {"a1": at(10, abilities=[FURIA]), "b1": at(40, abilities=["Scoppio"]), "b2": at(10, 13.5)}
    field = trial({"Scoppio": blast}, fighters, hand="b")
    field.act("b1", "ability", "Scoppio", "a1")
    next_hand(field, "a")
    assert "move" not in field.offered("a1") and field.refusal(PASS) is None, "held by another enemy"
    assert given(field, "move") == [4]
    next_hand(field, "a")
    assert given(field, "move") == [] and given(field, "melee", "b1") == []
    field.done()


@pytest.mark.rule("CDC-AB-025.3", "CDC-AB-025.5")
def test_a_fury_against_the_dead_is_lost() -> None:
    field = furious(5, 8, b1={"life": 1, "items": [SPADA]}, others={"b2": at(50)})
    field.answer(PASS)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Died).it == "b1"
    assert given(field, "move") == [] and field.refusal(PASS) is None
    field.done()


# Incalzare


@pytest.mark.rule("CDC-AB-044.1", "CDC-AB-044.2", "CDC-AB-044.3", "CDC-AB-044.4")
@pytest.mark.parametrize(
    ("gap", "mm", "places", "sure"),
    [
        (1, 0, (11, 13.5), True),
        (1, 9, (11.9, 14.4), True),
        (1, 10, (12, 14.5), False),
        (1, 20, (12, 15.5), False),
        (0, 0, (10, 12.5), True),
        (0, 20, (12, 14.5), False),
    ],
)
def test_pressing_on(gap: float, mm: int, places: tuple[float, float], sure: bool) -> None:
    field = duel(1, me=[INCALZARE], gap=gap)
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "retreat" and seats(field) == ("b",) and not field.all(DiceRolled)
    assert field.refusal(21) is not None, "2 cm at the most"
    field.answer(mm)
    assert field.at("a1") == pytest.approx((places[0], 10), abs=0.002)
    assert field.at("b1") == pytest.approx((places[1], 10), abs=0.002)
    assert rolled(field) == [(8, 1)]
    assert bool(field.all(HitLanded)) is sure and bool(field.all(Missed)) is not sure, "a 1 hits in contact"
    if sure:
        landed = field.the(HitLanded)
        assert landed.automatic and not landed.critical and INCALZARE in landed.rules
    field.done()


@pytest.mark.rule("CDC-AB-044.3")
def test_pressing_on_may_be_critical() -> None:
    field = duel(8, me=[INCALZARE])
    field.act("a1", "melee", "b1", die=8)
    field.answer(0)
    assert field.the(HitLanded).critical
    field.done()


@pytest.mark.rule("CDC-AB-044.2", "CDC-AB-044.3")
def test_whoever_has_its_back_to_a_wall_cannot_fall_back() -> None:
    wall = {"id": "wall", "rect": [14.75, 0, 2, 60], "height": 5, "crossing": "impassable"}
    field = duel(1, me=[INCALZARE], terrain=[wall])
    field.act("a1", "melee", "b1", die=8)
    field.answer(20)
    assert field.at("b1") == pytest.approx((13.5, 10), abs=0.002) and field.the(HitLanded).automatic
    field.done()


@pytest.mark.rule("CDC-AB-044.1")
def test_pressing_on_is_for_melee_and_comes_with_every_attack() -> None:
    field = duel(2, me=[INCALZARE], gap=10, a1={"items": [ARCO]})
    field.act("a1", "shot", ARCO, "b1", die=8)
    assert field.asked == "action" and field.the(Missed).action == "shot"
    field = duel(2, 5, foe=[INCALZARE, "CDC-AB-042"])
    field.act("a1", "melee", "b1", die=8)
    field.answer(("a1",))
    assert field.asked == "retreat" and seats(field) == ("a",), "with a counter-attack too"
    field.answer(0)
    assert field.the(HitLanded).automatic


# Finire nell'Ombra


@pytest.mark.rule("CDC-AB-051.1", "CDC-AB-051.2")
@pytest.mark.parametrize(
    ("face", "wood", "dead"), [(8, [0, 0, 11, 60], True), (8, [12, 0, 20, 60], False), (5, [0, 0, 11, 60], False)]
)
def test_an_end_in_the_shadows(face: int, wood: list[int], dead: bool) -> None:
    field = duel(face, me=[OMBRA], terrain=[{**WOOD, "rect": wood}])
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 1)] and bool(field.all(Died)) is dead
    if dead:
        died = field.the(Died)
        assert (died.it, died.actor, died.rules) == ("b1", "a1", (OMBRA,))
    field.done()


@pytest.mark.rule("CDC-AB-051.1")
def test_no_end_in_the_shadows_for_shots_or_the_immune() -> None:
    field = duel(8, me=[OMBRA], gap=10, a1={"items": [PISTOLA]}, terrain=[WOOD])
    field.act("a1", "shot", PISTOLA, "b1", die=8)
    assert field.the(HitLanded).critical and not field.all(Died)
    field = duel(8, me=[OMBRA], foe=["CDC-AB-111"], terrain=[WOOD])
    field.act("a1", "melee", "b1", die=8)
    assert not field.all(Died), "immune to critical hits"


@pytest.mark.rule("CDC-AB-051.1", "CDC-AB-056.1", "CDC-AB-087.1", "CDC-AB-118.1", "CDC-AB-121.1")
@pytest.mark.parametrize(("number", "shot"), [(51, False), (56, True), (87, False), (118, False), (121, False)])
@pytest.mark.parametrize("bearer", ["a2", "b1"])
def test_the_critical_hit_of_another_brings_none_of_these(number: int, shot: bool, bearer: str) -> None:
    """a1 strikes or shoots from under trees, where its friend a2 stands too; a2 or the victim bears the ability."""
    rule = [f"CDC-AB-{number:03}"]
    friend = at(10, 6, abilities=rule if bearer == "a2" else [])
    field = duel(
        8, foe=rule if bearer == "b1" else [], gap=10 if shot else 1, a1={"items": [PISTOLA] if shot else []},
        others={"a2": friend}, terrain=[WOOD],
    )  # fmt: skip
    field.act("a1", *(("shot", PISTOLA) if shot else ("melee",)), "b1", die=8)
    assert field.the(HitLanded).critical and field.asked == "action"
    for kind in (Died, DiceGained, PointsChanged, ConditionGained):
        assert field.all(kind) == []
    assert not [e for e in field.state.effects.values() if e.rule == rule[0]]
    field.done()


# Fuoco Rapido


@pytest.mark.rule("CDC-AB-056.1", "CDC-AB-056.2")
def test_rapid_fire() -> None:
    field = duel(8, 4, 3, me=[RAPIDO], gap=10, a1={"items": [PISTOLA]})
    field.act("a1", "shot", PISTOLA, "b1", die=8)
    assert given(field, "shot", "b1", PISTOLA) == [4]
    assert given(field, "melee", "b1") == given(field, "move") == given(field, "test") == []
    field.act("a1", "shot", PISTOLA, "b1", die=dice_at_hand(field.game, "a1", "shot")[-1])
    assert rolled(field)[-1] == (4, 4) and given(field, "shot", "b1", PISTOLA) == [4], "its 4 gives another"
    field.act("a1", "shot", PISTOLA, "b1", die=dice_at_hand(field.game, "a1", "shot")[-1])
    assert given(field, "shot", "b1", PISTOLA) == [] and field.figure("a1").dice == (4, 6)
    field.done()


@pytest.mark.rule("CDC-AB-056.1", "CDC-AB-056.2")
def test_the_die_of_rapid_fire_waits_until_the_turn_ends() -> None:
    field = duel(8, me=[RAPIDO], gap=10, a1={"items": [PISTOLA]})
    field.act("a1", "shot", PISTOLA, "b1", die=8)
    assert field.refusal(PASS) is None, "nobody has to use it"
    next_hand(field, "b")
    assert field.state.turn == 1 and given(field, "shot", "b1", PISTOLA) == [4]
    while field.state.turn == 1:
        field.answer(PASS)
    assert given(field, "shot", "b1", PISTOLA) == []


@pytest.mark.rule("CDC-AB-056.1")
def test_no_rapid_fire_after_a_plain_shot_or_a_blow() -> None:
    field = duel(5, me=[RAPIDO], gap=10, a1={"items": [PISTOLA]})
    field.act("a1", "shot", PISTOLA, "b1", die=8)
    assert given(field, "shot") == []
    field = duel(8, me=[RAPIDO], a1={"items": [PISTOLA]})
    field.act("a1", "melee", "b1", die=8)
    assert field.the(HitLanded).critical and given(field, "shot") == []


# Ritirata Rapida


@pytest.mark.rule("CDC-AB-064.1", "CDC-AB-064.2", "CDC-AB-064.3")
def test_a_quick_retreat() -> None:
    field = Field({"a1": at(40, 30, abilities=[RITIRATA]), "b1": at(43.5, 30), "b2": at(55, 30)}, dice=[2, 1, 4])
    field.act("a1", "ability", RITIRATA, die=4)
    assert rolled(field) == [(8, 2), (8, 1), (8, 4)], "a d8 for each of its three dice"
    assert field.figure("a1").dice == () and field.asked == "place" and field.about["face"] == 7
    back = field.refusal((40_000, 51_000))
    assert back is not None and (back.code, back.rules) == ("not_farthest", (RITIRATA,))
    short = field.refusal((20_000, 30_000))
    assert short is not None and short.code == "not_farthest"
    assert field.refusal((18_999, 30_000)) is not None, "7 times 3 and no more"
    field.to(19, 30)
    assert field.at("a1") == (19, 30), "although an enemy is 1 cm off"
    field.done()


@pytest.mark.rule("CDC-AB-064.2", "CDC-AB-064.3")
def test_a_quick_retreat_with_what_dice_are_left() -> None:
    fighters = {"a1": at(40, 30, abilities=[RITIRATA], dice=(4,)), "b1": at(43.5, 30)}
    field = Field(fighters, dice=[5], start={"no_deal": True})
    field.act("a1", "ability", RITIRATA, die=4)
    assert rolled(field) == [(8, 5)] and field.about["face"] == 5
    field.to(25, 30)
    field.done()


@pytest.mark.rule("CDC-AB-064.1")
def test_a_quick_retreat_runs_from_the_nearest_of_several() -> None:
    """Between two enemies the way out leads across."""
    fighters = {"a1": at(30, 30, abilities=[RITIRATA], dice=(4,)), "b1": at(20, 30), "b2": at(40, 30)}
    field = Field(fighters, dice=[4], start={"no_deal": True})
    field.act("a1", "ability", RITIRATA, die=4)
    assert field.refusal((30_000, 42_000)) is None and field.refusal((30_000, 18_000)) is None, "both are as good"
    assert field.refusal((38_485, 38_485)) is not None
    field.to(30, 18)
    field.done()


@pytest.mark.rule("CDC-AB-064.1")
def test_no_quick_retreat_for_whoever_cannot_move() -> None:
    field = Field({"a1": at(40, 30, abilities=[RITIRATA], conditions=["Gelo"]), "b1": at(20, 30)}, dice=[2])
    assert "ability" in field.offered("a1")
    field.act("a1", "move", die=4)
    field.to(45, 30)
    assert "ability" not in field.offered("a1"), "frozen: one move a turn"
    field.done()


# Danza di Lame


@pytest.mark.rule("CDC-AB-082.1", "CDC-AB-082.2")
def test_a_dance_of_blades() -> None:
    field = duel(5, 2, 5, 3, 5, me=[DANZA], a1={"dice": (8, 8, 8, 8)})
    for _ in range(4):
        field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 1), ("b1", 2)], "failures count for nothing"
    next_hand(field, "a")
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field)[-1] == ("b1", 1), "a new hand, a new count"
    field.done()


@pytest.mark.rule("CDC-AB-082.1")
def test_a_dance_of_blades_goes_on_rising_and_counts_melee_only() -> None:
    field = duel(5, 5, 5, 5, me=[DANZA], a1={"dice": (8, 8, 8, 8), "items": [PISTOLA]})
    for _ in range(4):
        field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == [("b1", n) for n in (1, 2, 3, 4)]
    field = duel(5, 5, me=[DANZA], gap=10, a1={"dice": (8, 8), "items": [PISTOLA]})
    for _ in range(2):
        field.act("a1", "shot", PISTOLA, "b1", die=8)
    assert hurt(field) == [("b1", 1), ("b1", 1)]


@pytest.mark.rule("CDC-AB-082.1")
def test_a_sword_dances_with_its_extra_attack() -> None:
    field = duel(8, 3, me=[DANZA], a1={"items": [SPADA]})
    field.act("a1", "melee", "b1", die=8)
    assert rolled(field) == [(8, 8), (4, 3)] and hurt(field) == [("b1", 1), ("b1", 2)]
    field.done()


@pytest.mark.rule("CDC-AB-082.1")
def test_nobody_dances_to_the_blades_of_others() -> None:
    field = duel(5, 5, others={"a2": at(13.5, 13.5, abilities=[DANZA])})
    field.act("a1", "melee", "b1", die=8)
    field.act("a2", "melee", "b1", die=8)
    assert hurt(field) == [("b1", 1), ("b1", 1)]
    field.done()


# Lacerare


@pytest.mark.rule("CDC-AB-086.1", "CDC-AB-086.2", "CDC-AB-010.1")
def test_rending_an_armour() -> None:
    field = duel(5, 5, me=[LACERARE], a1={"dan": 3}, b1={"items": [MEDIA]})
    before = field.figure("b1").armour
    field.act("a1", "melee", "b1", die=8)
    worn = field.the(ArmourWorn)
    assert worn.lost == 2 and field.figure("b1").armour == before - 2
    plain = duel(5, a1={"dan": 3}, b1={"items": [MEDIA]})
    plain.act("a1", "melee", "b1", die=8)
    assert plain.the(ArmourWorn).lost == 1 and hurt(plain) == hurt(field), "the fighter suffers no more"


@pytest.mark.rule("CDC-AB-086.1")
@pytest.mark.parametrize("who", ["a2", "b2"])
def test_the_strikes_of_others_rend_nothing(who: str) -> None:
    field = duel(5, b1={"items": [MEDIA]}, others={who: at(40, 40, abilities=[LACERARE])})
    field.act("a1", "melee", "b1", die=8)
    assert field.the(ArmourWorn).lost == 1


@pytest.mark.rule("CDC-AB-086.1")
def test_rending_takes_no_more_than_there_is_and_not_by_shots() -> None:
    field = duel(5, me=[LACERARE], b1={"items": [LEGGERA]})
    field.figure("b1").armour = 1
    field.act("a1", "melee", "b1", die=8)
    assert field.the(ArmourWorn).lost == 1 and field.figure("b1").armour == 0
    field = duel(5, me=[LACERARE], gap=10, a1={"items": [ARCO]}, b1={"items": [MEDIA]})
    field.act("a1", "shot", ARCO, "b1", die=8)
    assert field.the(ArmourWorn).lost == 1
