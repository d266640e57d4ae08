"""Abilities used at a moment of the game or in answer to an action (chapter VI): blows, moves, wards."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.engine.events import Fizzled
from arbitro.rulesets.crepuscolo.events import (
    ArmourWorn,
    ConditionGained,
    DiceRolled,
    DiceSpent,
    Died,
    HitLanded,
    Hurt,
    Missed,
    TookPart,
    Unharmed,
)
from tests.crepuscolo.arms import ARCO, MARTELLO, MAZZA, MEDIA, SPADA
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

PASS = ("pass",)
PISTOLA = "CDC-EQ-41"
IRA, VENDETTA, GUARDIA, VETERANO, CONTRATTACCO = (f"CDC-AB-{n:03}" for n in (26, 30, 40, 41, 42))
MORTALE, LETALE, TOCCATA, PARATA, CARAPACE = (f"CDC-AB-{n:03}" for n in (49, 50, 57, 83, 136))
INTIMIDIRE = "CDC-AB-077"


def duel(*dice: int, me: Any = (), foe: Any = (), gap: float = 1, hand: str = "a", **more: Any) -> Field:
    """`a1` and, ``gap`` cm before it, `b1`, both of 20 Resistenza, with abilities; ``a1``, ``b1``: other fields."""
    fighters = {
        "a1": at(10, **{"abilities": list(me), "res": 20, **more.pop("a1", {})}),
        "b1": at(12.5 + gap, **{"abilities": list(foe), "res": 20, **more.pop("b1", {})}),
        **more.pop("others", {}),
    }
    return Field(fighters, dice=dice, hand=hand, **more)


def hurt(field: Field) -> list[tuple[str, int]]:
    return [(event.it, event.amount) for event in field.all(Hurt)]


def rolled(field: Field) -> list[tuple[int, int]]:
    return [(event.sides, event.faces[0]) for event in field.all(DiceRolled)]


def asked(field: Field) -> tuple[str, tuple[str, ...]]:
    """What is asked, and of whom."""
    assert field.game.pending is not None
    return field.asked, field.game.pending.seats


# Ira


@pytest.mark.rule("CDC-AB-026.1", "CDC-AB-026.2", "CDC-AB-002.3", "CDC-AB-002.5")
@pytest.mark.parametrize(("face", "amount"), [(2, 2), (4, 2), (1, 1)])
def test_wrath_adds_a_point_to_a_hit(face: int, amount: int) -> None:
    field = duel(5, face, me=[IRA])
    assert IRA not in field.offered("a1"), "only at its moment"
    field.act("a1", "melee", "b1", die=8)
    assert asked(field) == ("respond", ("a",)) and not field.all(Hurt), "the hit is known, its damage is to come"
    assert field.the(HitLanded).target == "b1"
    field.answer((IRA, "a1", 4))
    assert rolled(field) == [(8, 5), (4, face)] and field.figure("a1").dice == (6,)
    assert hurt(field) == [("b1", amount)] and (IRA in field.the(Hurt).rules) is (amount == 2)
    if face == 1:
        assert "CDC-ACT-09.3" in field.the(Missed).rules
    assert field.asked == "action", "once for a hit"
    field.done()


@pytest.mark.rule("CDC-AB-026.1")
def test_wrath_needs_a_melee_attack_that_succeeds() -> None:
    field = duel(3, me=[IRA])
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action" and field.the(Missed).face == 3
    field = duel(5, me=[IRA], gap=10, a1={"items": [ARCO]})
    field.act("a1", "shot", ARCO, "b1", die=8)
    assert field.asked == "action" and hurt(field) == [("b1", 1)]


@pytest.mark.rule("CDC-AB-026.3", "CDC-AB-002.1")
def test_wrath_in_the_other_hand() -> None:
    field = duel(3, 5, 2, me=[IRA, CONTRATTACCO], hand="b")
    field.act("b1", "melee", "a1", die=8)
    field.answer(("b1",))
    assert asked(field) == ("respond", ("a",)) and field.state.hand == "b"
    field.answer((IRA, "a1", 8))
    assert hurt(field) == [("b1", 2)]
    field.done()


# Colpo Mortale, Tiro Letale


@pytest.mark.rule("CDC-AB-049.1", "CDC-AB-049.2", "CDC-AB-049.3", "CDC-AB-002.5")
def test_a_deadly_blow_is_a_critical_hit() -> None:
    field = duel(5, 2, me=[MORTALE], a1={"items": [SPADA]})
    field.act("a1", "melee", "b1", die=8)
    assert asked(field) == ("respond", ("a",)) and not field.all(Hurt)
    field.answer((MORTALE, "a1", 6))
    assert [event.dice for event in field.all(DiceSpent)] == [(8,), (6,)]
    assert rolled(field) == [(8, 5), (4, 2)], "its die is not rolled; the sword's d4 is"
    assert hurt(field) == [("b1", 1)] and field.the(Missed).face == 2
    field.done()


@pytest.mark.rule("CDC-AB-049.1", "CDC-AB-050.1")
@pytest.mark.parametrize(("rule", "path"), [(MORTALE, ("shot", PISTOLA, "b1")), (LETALE, ("melee", "b1"))])
def test_the_deadly_blow_is_for_melee_and_the_lethal_shot_for_shots(rule: str, path: tuple[str, ...]) -> None:
    field = duel(5, me=[rule], gap=1 if path[0] == "melee" else 10, a1={"items": [PISTOLA]})
    field.act("a1", *path, die=8)
    assert field.asked == "action" and hurt(field) == [("b1", 1)]


@pytest.mark.rule("CDC-AB-049.1")
@pytest.mark.parametrize("face", [3, 8])
def test_no_deadly_blow_after_a_failure_or_a_critical_hit(face: int) -> None:
    field = duel(face, me=[MORTALE])
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action" and bool(hurt(field)) is (face == 8)


@pytest.mark.rule("CDC-AB-049.3")
def test_weapons_without_criticals_get_none_by_a_deadly_blow() -> None:
    wood = [{"id": "wood", "rect": [0, 0, 60, 60], "kinds": ["covering"]}]
    for weapon, dead in ((MARTELLO, False), (SPADA, True)):
        field = duel(5, 2, me=[MORTALE, "CDC-AB-051"], a1={"items": [weapon]}, terrain=wood)
        field.act("a1", "melee", "b1", die=8)
        field.answer((MORTALE, "a1", 4))
        assert bool(field.all(Died)) is dead, "whoever is in a wood kills by critical hits"


@pytest.mark.rule("CDC-AB-050.1", "CDC-AB-050.2", "CDC-AB-050.3")
def test_a_lethal_shot_is_a_critical_hit() -> None:
    field = duel(5, me=[LETALE], gap=10, a1={"items": [PISTOLA]})
    field.act("a1", "shot", PISTOLA, "b1", die=8)
    field.answer((LETALE, "a1", 4))
    assert hurt(field) == [("b1", 2)] and rolled(field) == [(8, 5)], "1 and the critical pistol's 1"
    assert LETALE in field.the(Hurt).rules and field.figure("a1").dice == (6,)
    field.done()


# Vendetta


def slain(*dice: int, hand: str = "b", **more: Any) -> Field:
    """`a2`, 20 cm before `a1`, is about to be struck by `b1`."""
    fighters = {"a1": at(10, abilities=[VENDETTA]), "a2": at(30, life=1), "b1": at(33.5), **more}
    return Field(fighters, dice=dice, hand=hand)


@pytest.mark.rule("CDC-AB-030.1", "CDC-AB-030.2", "CDC-AB-030.3", "CDC-AB-030.4", "CDC-AB-002.1")
def test_revenge_leads_straight_to_the_dead() -> None:
    field = slain(5, 3, 6)
    field.act("b1", "melee", "a2", die=8)
    assert field.the(Died).it == "a2" and asked(field) == ("respond", ("a",)) and field.state.hand == "b"
    field.answer((VENDETTA, "a1", 4))
    assert rolled(field) == [(8, 5), (4, 3), (8, 6)] and field.figure("a1").dice == (6, 8)
    assert asked(field) == ("place", ("a",)) and field.about["face"] == 6
    aside, far = field.refusal((24_000, 12_000)), field.refusal((28_010, 10_000))
    assert aside is not None and (aside.code, aside.rules) == ("not_straight", (VENDETTA,))
    assert far is not None
    assert field.game.pending is not None and field.game.form("a").default() == (28_000, 10_000), "6 times 3"
    field.to(28, 10)
    assert field.at("a1") == (28, 10) and field.asked == "action"
    field.done()


@pytest.mark.rule("CDC-AB-030.2")
@pytest.mark.parametrize("face", [1, 2])
def test_revenge_fails_below_3(face: int) -> None:
    field = slain(5, face)
    field.act("b1", "melee", "a2", die=8)
    field.answer((VENDETTA, "a1", 8))
    assert field.asked == "action" and field.at("a1") == (10, 10) and VENDETTA in field.the(Missed).rules
    field.done()


@pytest.mark.rule("CDC-AB-030.1")
def test_revenge_is_for_the_dead_of_ones_own_company() -> None:
    field = slain(5, hand="a", b1=at(33.5, life=1))
    field.act("a2", "melee", "b1", die=8)
    assert field.the(Died).it == "b1" and field.asked != "respond"


@pytest.mark.rule("CDC-AB-030.3")
def test_revenge_is_lost_on_whoever_is_engaged() -> None:
    field = slain(5, 3, b2=at(10, 13.5))
    field.act("b1", "melee", "a2", die=8)
    field.answer((VENDETTA, "a1", 4))
    assert field.asked == "action" and len(field.all(DiceRolled)) == 2 and field.at("a1") == (10, 10)
    field.done()


# Colpo di Guardia


@pytest.mark.rule("CDC-AB-040.1", "CDC-AB-040.2", "CDC-AB-040.3", "CDC-AB-002.1")
def test_a_guard_strikes_whoever_ends_a_move_near_it() -> None:
    field = Field({"a1": at(20), "b1": at(10, abilities=[GUARDIA]), "b2": at(40, 40)}, dice=[4, 8])
    field.act("a1", "move", die=8)
    field.to(12.5, 10)
    assert asked(field) == ("respond", ("b",)) and field.offered(GUARDIA, "b1") == (4, 6, 8)
    field.answer((GUARDIA, "b1", 8))
    assert hurt(field) == [("a1", 1)] and field.the(HitLanded).critical and rolled(field) == [(8, 4), (8, 8)]
    assert field.figure("b1").dice == (4, 6) and GUARDIA in field.all(TookPart)[-1].rules
    assert field.asked == "action" and field.state.hand == "a"
    field.done()


@pytest.mark.rule("CDC-AB-040.2")
@pytest.mark.parametrize(("gap", "near"), [(1.5, True), (2, True), (2.01, False)])
def test_a_guard_reaches_two_centimetres(gap: float, near: bool) -> None:
    """Whoever stays where it is has ended its move there; the guard's reach is 1 cm otherwise."""
    field = duel(3, *([2] if near else []), foe=[GUARDIA], gap=gap)
    field.act("a1", "move", die=8)
    field.to(10, 10)
    assert (field.asked == "respond") is near
    if near:
        field.answer((GUARDIA, "b1", 6))
        assert field.the(Missed).actor == "b1" and not hurt(field), "thrown for like any attack"
    field.done()


@pytest.mark.rule("CDC-AB-040.2")
def test_whoever_is_pushed_near_a_guard_has_not_moved() -> None:
    push = {"kind": "AG", "target": {"one": "figures()"}, "do": [{"push": 2, "to": "target"}]}
    field = trial(
        {"Spinta": push}, {"a1": at(23.5, abilities=["Spinta"]), "a2": at(20), "b1": at(15, abilities=[GUARDIA])}
    )
    field.act("a1", "ability", "Spinta", "a2")
    assert field.at("a2")[0] < 18.5 and field.asked == "action"


@pytest.mark.rule("CDC-AB-040.2")
def test_the_step_of_somebody_who_presses_on_is_no_move_of_its_own() -> None:
    field = duel(2, me=["CDC-AB-044"], foe=[GUARDIA])
    field.act("a1", "melee", "b1", die=8)
    field.answer(20)
    assert field.at("a1")[0] > 11.9 and field.asked == "action" and field.the(Missed).actor == "a1"
    field.done()


@pytest.mark.rule("CDC-AB-040.2")
def test_a_guard_may_strike_a_friend_and_need_not() -> None:
    """Whoever ends its move near it is "another fighter": a friend too, of whose Furia one may make use."""
    for blow in (True, False):
        friend = at(20, abilities=["CDC-AB-025"])
        field = Field({"a1": friend, "a2": at(10, abilities=[GUARDIA]), "b1": at(40, 40)}, dice=[4, 5] if blow else [4])
        field.act("a1", "move", die=8)
        field.to(12.5, 10)
        assert asked(field) == ("respond", ("a",)) and field.game.form("a").default() == PASS
        assert field.game.ruleset.instinct(field.game, "a", field.game.pending) == PASS, "the computer lets it come"
        field.answer((GUARDIA, "a2", 8) if blow else PASS)
        assert hurt(field) == ([("a1", 1)] if blow else []) and field.asked == "action"
        field.done()


# Colpo del Veterano


@pytest.mark.rule("CDC-AB-041.1", "CDC-AB-041.2", "CDC-AB-002.1")
def test_a_veteran_strikes_in_the_other_hand_with_two_dice() -> None:
    field = duel(5, foe=[VETERANO])
    field.answer(("b1", "ability", VETERANO, "a1", 6, (8,)), seat="b")
    assert rolled(field) == [(6, 5)] and field.figure("b1").dice == (4,), "one is rolled, which need not be the smaller"
    assert hurt(field) == [("a1", 1)] and field.the(HitLanded).action == "melee"
    assert field.asked == "action" and field.state.hand == "a"
    field.done()


@pytest.mark.rule("CDC-AB-041.1")
def test_a_veteran_needs_two_dice() -> None:
    field = duel(foe=[VETERANO], b1={"dice": (8,)}, start={"no_deal": True})
    assert field.game.pending is not None and field.game.pending.free == ()
    field = duel(5, me=[VETERANO])
    assert "ability" not in field.offered("a1"), "in one's own hand a melee attack costs one die"
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("a1").dice == (4, 6)


@pytest.mark.rule("CDC-AB-041.1", "CDC-AB-002.2")
def test_a_veteran_strikes_before_the_attack_it_answers() -> None:
    field = duel(5, foe=[VETERANO], a1={"life": 1})
    field.act("a1", "melee", "b1", die=8)
    assert asked(field) == ("respond", ("b",))
    field.answer((VETERANO, "b1", 8, (4,), "a1"))
    assert field.the(Died).it == "a1" and field.the(Fizzled).code == "actor_gone"
    assert hurt(field) == [("a1", 1)]
    field.done()


@pytest.mark.rule("CDC-AB-041.1", "CDC-AB-002.1", "CDC-AB-002.2")
def test_a_veteran_may_answer_in_its_own_hand_too() -> None:
    harm = {"kind": "AL", "do": [{"damage": 1, "to": "target"}], "target": {"one": "foes(me, 60)"}}
    field = trial({"Prova": harm}, {"a1": at(10, abilities=[VETERANO]), "b1": at(13.5, abilities=["Prova"])}, dice=[5])
    field.answer(("b1", "ability", "Prova", "a1", 8), seat="b")
    assert asked(field) == ("respond", ("a",))
    field.answer((VETERANO, "a1", 8, (4,), "b1"))
    while field.asked == "respond":
        field.answer(PASS)
    assert hurt(field) == [("b1", 1), ("a1", 1)], "before what it answers"
    field.done()


# Contrattacco


@pytest.mark.rule("CDC-AB-042.1", "CDC-AB-042.2")
def test_a_counter_attack_with_a_d6_of_its_own() -> None:
    field = duel(3, 5, foe=[CONTRATTACCO])
    field.act("a1", "melee", "b1", die=8)
    assert asked(field) == ("strike", ("b",)) and field.offered() == ("pass", ("a1",)) and field.about["die"] == 6
    field.answer(("a1",))
    assert rolled(field) == [(8, 3), (6, 5)] and hurt(field) == [("a1", 1)] and field.figure("b1").dice == (4, 6, 8)
    assert field.asked == "action" and CONTRATTACCO in field.all(TookPart)[-1].rules
    field.done()


@pytest.mark.rule("CDC-AB-042.2")
def test_a_counter_attack_not_made_at_once_is_lost() -> None:
    field = duel(3, foe=[CONTRATTACCO])
    field.act("a1", "melee", "b1", die=8)
    field.answer("pass")
    assert field.asked == "action" and field.figure("b1").dice == (4, 6, 8) and not hurt(field)
    field.done()


@pytest.mark.rule("CDC-AB-042.1", "CDC-AB-042.2")
def test_a_counter_attack_is_aimed_at_anybody_in_reach() -> None:
    field = duel(3, 5, foe=[CONTRATTACCO], others={"a2": at(13.5, 13.5), "b2": at(17), "a3": at(30)})
    field.act("a1", "melee", "b1", die=8)
    assert set(field.offered()) == {"pass", ("a1",), ("a2",), ("b2",)}
    field.answer(("a2",))
    assert hurt(field) == [("a2", 1)]
    field.done()


@pytest.mark.rule("CDC-AB-042.1", "CDC-AB-042.3")
def test_counter_attacks_answer_one_another_without_end() -> None:
    field = duel(3, 2, 1, 3, 6, me=[CONTRATTACCO], foe=[CONTRATTACCO])
    field.act("a1", "melee", "b1", die=8)
    for who in ("a1", "b1", "a1", "b1"):
        field.answer((who,))
    assert rolled(field) == [(8, 3), (6, 2), (6, 1), (6, 3), (6, 6)] and hurt(field) == [("b1", 1)]
    field.done()


@pytest.mark.rule("CDC-AB-042.1")
def test_no_counter_attack_against_a_hit_or_a_shot() -> None:
    field = duel(5, foe=[CONTRATTACCO])
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action"
    field = duel(2, foe=[CONTRATTACCO], gap=10, a1={"items": [ARCO]})
    field.act("a1", "shot", ARCO, "b1", die=8)
    assert field.asked == "action" and field.the(Missed).action == "shot"


# Toccata e Fuga


@pytest.mark.rule("CDC-AB-057.1", "CDC-AB-057.2")
def test_hit_and_run() -> None:
    others = {"b2": at(28, 30)}
    field = Field({"a1": at(20, 30, abilities=[TOCCATA]), "b1": at(20, 33.5), **others}, dice=[8, 4], hand="a")
    field.act("a1", "melee", "b1", die=8)
    assert asked(field) == ("respond", ("a",)) and hurt(field) == [("b1", 1)], "after the damage"
    field.answer((TOCCATA, "a1", 6))
    assert rolled(field) == [(8, 8), (6, 4)] and field.figure("a1").dice == (4,)
    assert field.asked == "place" and field.about["face"] == 4
    for point, code in (((20_000, 17_999), "too_far"), ((24_500, 30_000), "too_close")):
        why = field.refusal(point)
        assert why is not None and why.code == code
    field.to(20, 18)
    assert field.at("a1") == (20, 18), "away from an enemy 1 cm off"
    field.done()


@pytest.mark.rule("CDC-AB-057.1")
def test_no_running_after_a_plain_hit_or_a_critical_shot() -> None:
    field = duel(5, me=[TOCCATA])
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action"
    field = duel(8, me=[TOCCATA], gap=10, a1={"items": [PISTOLA]})
    field.act("a1", "shot", PISTOLA, "b1", die=8)
    assert field.asked == "action" and field.the(HitLanded).critical


@pytest.mark.rule("CDC-AB-057.2")
def test_hit_and_run_in_the_other_hand() -> None:
    field = duel(3, 6, 2, me=[TOCCATA, CONTRATTACCO], hand="b")
    field.act("b1", "melee", "a1", die=8)
    field.answer(("b1",))
    field.answer((TOCCATA, "a1", 8))
    field.to(4, 10)
    assert field.at("a1") == (4, 10) and field.state.hand == "b"
    field.done()


# Parata Armata


@pytest.mark.rule("CDC-AB-083.1", "CDC-AB-083.2", "CDC-AB-083.3")
@pytest.mark.parametrize("victim", ["a1", "a2", "b2"])
def test_an_armed_parry_hurts_one_within_a_centimetre(victim: str) -> None:
    field = duel(3, foe=[PARATA], others={"a2": at(13.5, 13.5), "b2": at(17), "b3": at(13.5, 6.49)})
    field.act("a1", "melee", "b1", die=8)
    assert asked(field) == ("respond", ("b",)) and set(field.offered(PARATA, "b1", 6)) == {"a1", "a2", "b2"}
    field.answer((PARATA, "b1", 6, victim))
    assert hurt(field) == [(victim, 1)] and rolled(field) == [(8, 3)] and field.figure("b1").dice == (4, 8)
    assert (field.the(Hurt).actor, field.the(Hurt).rules[0]) == ("b1", PARATA)
    field.done()


@pytest.mark.rule("CDC-AB-083.1")
def test_no_parry_of_what_misses_others() -> None:
    field = duel(3, others={"b2": at(17, abilities=[PARATA])})
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action" and hurt(field) == [] and field.figure("b2").dice == (4, 6, 8)
    field.done()


@pytest.mark.rule("CDC-AB-083.1", "CDC-AB-002.3")
def test_no_parry_of_a_hit() -> None:
    field = duel(5, foe=[PARATA])
    assert field.game.pending is not None and field.game.pending.free == (), "nor before anybody attacks"
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action" and hurt(field) == [("b1", 1)]


# Carapace


@pytest.mark.rule("CDC-AB-136.1", "CDC-AB-136.2", "CDC-AB-136.3")
def test_a_carapace_takes_all_of_a_damage() -> None:
    field = duel(5, foe=[CARAPACE], a1={"dan": 4})
    field.act("a1", "melee", "b1", die=8)
    assert asked(field) == ("respond", ("b",)) and field.about["amount"] == 4
    field.answer((CARAPACE, "b1", 4, (6, 8)))
    assert field.the(Unharmed).why == CARAPACE and not hurt(field) and field.figure("b1").life == 20
    assert field.figure("b1").dice == () and rolled(field) == [(8, 5)]
    field.done()


@pytest.mark.rule("CDC-AB-136.2")
def test_a_carapace_takes_three_dice() -> None:
    field = duel(5, foe=[CARAPACE], a1={"dice": (8,)}, b1={"dice": (6, 8)}, start={"no_deal": True})
    field.act("a1", "melee", "b1", die=8)
    assert field.asked != "respond" and hurt(field) == [("b1", 1)]


@pytest.mark.rule("CDC-AB-136.3")
def test_a_carapace_stops_the_damage_alone() -> None:
    field = duel(8, foe=[CARAPACE], a1={"items": [MAZZA]})
    field.act("a1", "melee", "b1", die=8)
    field.answer((CARAPACE, "b1", 4, (6, 8)))
    assert not hurt(field) and field.the(ConditionGained).condition == "A Terra"
    field.done()


@pytest.mark.rule("CDC-AB-136.1")
def test_a_carapace_waits_for_a_damage() -> None:
    field = duel(3, me=[CARAPACE])
    assert "ability" not in field.offered("a1")
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action"


@pytest.mark.rule("CDC-AB-136.1", "CDC-AB-002.2")
def test_whoever_dies_of_an_answer_suffers_no_more() -> None:
    harm = {"kind": "AL", "do": [{"damage": 1, "to": "target"}], "target": {"one": "foes(me, 60)"}}
    fighters = {"a1": at(10), "a2": at(40, abilities=["Prova"]), "b1": at(13.5, abilities=[CARAPACE], life=1)}
    field = trial({"Prova": harm}, fighters, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    field.answer((CARAPACE, "b1", 4, (6, 8)))
    assert asked(field) == ("respond", ("a",)) and field.about["action"] == "ability"
    field.answer(("Prova", "a2", 8, "b1"))
    assert hurt(field) == [("b1", 1)] and field.the(Died).actor == "a2" and field.the(Fizzled).code == "actor_gone"
    field.done()


# what all of them have in common


@pytest.mark.rule("CDC-AB-002.4")
def test_the_prone_use_no_active_ability_however_free() -> None:
    prone = {"conditions": ["A Terra"]}
    field = duel(5, foe=[CARAPACE, VETERANO, INTIMIDIRE, PARATA], b1=prone)
    assert field.game.pending is not None and field.game.pending.free == ()
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action" and hurt(field) == [("b1", 1)], "nobody was asked"
    field = duel(me=[CARAPACE, INTIMIDIRE, "CDC-AB-064"], a1=prone)
    assert field.offered("a1") == ("stand",)


@pytest.mark.rule("CDC-AB-002.4")
def test_passive_abilities_of_the_prone_keep_working() -> None:
    field = duel(5, foe=["CDC-AB-111"], a1={"items": [SPADA]}, b1={"conditions": ["A Terra"]})
    field.act("a1", "melee", "b1", die=8)
    plain = field.the(HitLanded)
    assert plain.automatic and not plain.critical
    field = duel(8, foe=["CDC-AB-111"], a1={"items": [SPADA]}, b1={"conditions": ["A Terra"]})
    field.act("a1", "melee", "b1", die=8)
    assert len(field.all(DiceRolled)) == 1, "immune to the sword's d4 all the same"
    field.done()


@pytest.mark.rule("CDC-AB-002.1", "CDC-AB-002.2")
def test_intimidation_answers_an_attack_in_either_hand() -> None:
    field = duel(2, 2, 2, 5, foe=[INTIMIDIRE])
    field.act("a1", "melee", "b1", die=8)
    assert asked(field) == ("respond", ("b",))
    field.answer((INTIMIDIRE, "b1", 8))
    field.answer(4)
    field.answer(PASS)
    kinds = [type(event).__name__ for event in field.game.journal]
    assert kinds.index("ConditionGained") < kinds.index("HitLanded")
    assert field.the(ConditionGained).it == "a1"
    field.done()


@pytest.mark.rule("CDC-AB-010.1")
def test_rending_reads_and_changes_an_armour() -> None:
    field = duel(5, me=["CDC-AB-086"], b1={"items": [MEDIA]})
    before = field.figure("b1").armour
    field.act("a1", "melee", "b1", die=8)
    worn = field.the(ArmourWorn)
    assert (worn.saved, worn.lost) == (1, 2) and field.figure("b1").armour == before - 2
    field.done()


@pytest.mark.rule("CDC-AB-010.2")
def test_armour_helps_against_a_power_too() -> None:
    field = duel(5, 4, me=["CDC-PW-060"], gap=10, a1={"points": (("arcano", 3),)}, b1={"items": [MEDIA]})
    before = field.figure("b1").armour
    field.act("a1", "power", "CDC-PW-060", die=8)
    field.answer(0)
    field.answer(((6, 0), "done"))
    worn = field.the(ArmourWorn)
    assert (worn.it, worn.saved, worn.lost) == ("b1", 1, 1) and field.figure("b1").armour == before - 1
    assert hurt(field) == [("b1", 1)]
    field.done()


# what others do


@pytest.mark.rule("CDC-AB-026.1", "CDC-AB-049.1", "CDC-AB-050.1", "CDC-AB-057.1")
@pytest.mark.parametrize(
    ("rule", "action", "face"), [(IRA, "melee", 8), (MORTALE, "melee", 5), (TOCCATA, "melee", 8), (LETALE, "shot", 5)]
)
@pytest.mark.parametrize("bearer", ["a1", "a2", "b1"])
def test_nobody_answers_the_hit_of_another_with_these(rule: str, action: str, face: int, bearer: str) -> None:
    """a1 hits b1, a2 stands near a1; each time one of the three bears the ability."""
    places = {"a1": (10, 10), "a2": (10, 6), "b1": (13.5 if action == "melee" else 30, 10)}
    field = Field(
        {who: at(*xy, abilities=[rule] * (who == bearer), items=[ARCO], res=9) for who, xy in places.items()},
        dice=[face],
    )
    field.act("a1", action, *((ARCO, "b1") if action == "shot" else ("b1",)), die=8)
    assert field.asked == ("respond" if bearer == "a1" else "action")
    field.done()
