"""Psionic powers (CDC-PW-071 to -091) and the tokens they leave: Controllo (CDC-PW-008) and Follia."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    Died,
    HitLanded,
    Hurt,
    Missed,
    PointsChanged,
    PowerWarded,
    TokensChanged,
)
from arbitro.rulesets.crepuscolo.queries import stat
from tests.crepuscolo.casting import asks, caster, code, paid, pass_hands, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at

TRACED = (("Controllo", 1),)
NEAR = ("071", "074", "075", "076", "078", "080", "081", "083", "084", "085", "087", "089", "090", "091")
"""Powers on one seen within 5 cm or anybody under Controllo."""


def costs(*powers: tuple[int, int, tuple[Any, ...]]) -> list[Any]:
    """Each power with its rank and what it is aimed at, proving its first clause."""
    return [
        pytest.param(f"CDC-PW-{number:03d}", rank, aims, marks=pytest.mark.rule(f"CDC-PW-{number:03d}.1"))
        for number, rank, aims in powers
    ]


ONE = ("b1",)


@pytest.mark.parametrize(
    ("spell", "rank", "aims"),
    costs(
        (71, 1, ONE), (72, 1, ()), (73, 1, ()), (74, 2, ONE), (75, 1, ONE), (76, 1, ONE), (77, 1, ONE), (78, 1, ONE),
        (79, 3, ()), (80, 1, ONE), (81, 2, ONE), (82, 3, ()), (84, 2, ONE), (85, 1, ONE), (86, 3, ((12_000, 10_000),)),
        (88, 3, (("a2", "b1"),)), (89, 1, ONE), (90, 1, ONE), (91, 3, ONE),
    ),
)  # fmt: skip
def test_each_costs_its_rank_in_dice_and_points(spell: str, rank: int, aims: tuple[Any, ...]) -> None:
    paid(spell, rank, "concentrazione", *aims)


def mind(number: str, *faces: int, **others: Any) -> Field:
    """`a1` knows a psionic power; it holds d4, d4, d4, d6, d8."""
    return caster(f"CDC-PW-{number}", *faces, **others)


@pytest.mark.parametrize(
    "number",
    [pytest.param(n, marks=pytest.mark.rule(f"CDC-PW-{n}.2", "CDC-PW-008.2")) for n in NEAR],
)
def test_it_reaches_whom_it_sees_within_5_cm_and_the_traced_anywhere(number: str) -> None:
    """b1 is at 5 cm, b2 at 5.1, b3 traced behind b1, b4 far in the open."""
    skill = ["CDC-AB-091"]
    field = mind(
        number,
        b1=at(17.5, abilities=skill), b2=at(10, 17.6, abilities=skill),
        b3=at(50, tokens=TRACED, abilities=skill), b4=at(40, 40, abilities=skill),
    )  # fmt: skip
    assert field.offered("a1", "power", f"CDC-PW-{number}") == ("b1", "b3")
    field.done()


@pytest.mark.rule("CDC-PW-008.2")
def test_whoever_stands_close_but_hidden_is_out_of_reach_unless_traced() -> None:
    for tokens, found in (((), ("b1",)), (TRACED, ("b1", "b2"))):
        field = mind("075", b1=at(13), b2=at(16, tokens=tokens))
        assert field.offered("a1", "power", "CDC-PW-075") == found


@pytest.mark.rule("CDC-PW-008.1", "CDC-PW-008.4", "CDC-PW-077.2")
def test_tracing_the_mind_puts_a_control_token_on_one_seen_within_30_cm() -> None:
    field = mind("077", 4, b1=at(42.5), b2=at(10, 42.6), b3=at(45, 11))
    assert field.offered("a1", "power", "CDC-PW-077") == ("b1",), "b2 is 30.1 cm away"
    use(field, "CDC-PW-077", "b1")
    assert field.the(TokensChanged).token == "Controllo" and field.figure("b1").tokens == TRACED
    pass_hands(field)
    assert field.state.turn == 2 and field.figure("b1").tokens == TRACED, "nothing takes it away"
    field.done()


@pytest.mark.rule("CDC-PW-008.2", "CDC-PW-008.4")
def test_any_psionic_may_use_the_token_of_another_and_it_stays() -> None:
    other = at(30, 30, abilities=["CDC-PW-075"], points=(("concentrazione", 1),))
    field = mind("071", 4, a2=other, b1=at(55, tokens=TRACED))
    use(field, "CDC-PW-071", "b1")
    assert field.offered("a2", "power", "CDC-PW-075") == ("b1",)
    assert dict(field.figure("b1").tokens) == {"Controllo": 1, "Follia": 1}
    field.done()


@pytest.mark.rule("CDC-PW-071.3", "CDC-PW-071.4")
def test_a_drill_kills_at_the_printed_resistenza() -> None:
    """The plain profile prints Resistenza 5: the fourth token does nothing, the fifth kills, with damage or without."""
    field = mind("071", 4, 4, b1=at(14, tokens=(("Follia", 3),), life=1), b2=at(50))
    use(field, "CDC-PW-071", "b1")
    assert field.figure("b1").tokens == (("Follia", 4),) and field.figure("b1").status == "table"
    use(field, "CDC-PW-071", "b1", die=8)
    assert (field.the(Died).it, field.the(Died).corpse, field.all(Hurt)) == ("b1", True, [])
    field.done()


@pytest.mark.rule("CDC-PW-072.2", "CDC-PW-072.3")
def test_telepathy_helps_to_strike_and_not_to_be_struck_until_the_turn_ends() -> None:
    field = mind("072", 4, 4, 3, 4, 3, a2=at(10, 20), b1=at(12.5), b2=at(12.5, 20))
    use(field, "CDC-PW-072")
    use(field, "CDC-PW-072", die=4)
    field.act("a1", "melee", "b1", die=8)
    assert field.the(HitLanded).face == 3 and field.the(HitLanded).need.value == 3, "used twice, it adds nothing"
    field.answer(("pass",))
    field.act("b1", "melee", "a1", die=8)
    assert field.the(Missed).need.value == 5 and field.the(Missed).face == 4
    field.act("b2", "melee", "a2", die=8)
    assert field.all(Missed)[-1].need.value == 4, "nobody else is helped"
    pass_hands(field)
    assert field.state.turn == 2 and field.state.effects == {}
    field.done()


def waves(number: str, *faces: int, **me: Any) -> Field:
    """b1 within 5 cm and traced, b2 within 5 cm, b3 traced at 30 cm, b4 traced at 30.1 cm, b5 at 5.1 cm."""
    return mind(
        number, *faces, me=me, a2=at(10, 2.6),
        b1=at(17.5, tokens=TRACED), b2=at(10, 17.5), b3=at(42.5, tokens=TRACED, dice=(6,)),
        b4=at(10, 42.6, tokens=TRACED), b5=at(17.6, 14),
    )  # fmt: skip


@pytest.mark.rule("CDC-PW-073.2", "CDC-PW-073.3", "CDC-PW-008.3")
def test_a_wave_of_dismay_takes_one_die_of_each() -> None:
    field = waves("073", 4)
    use(field, "CDC-PW-073")
    for name in ("a2", "b1", "b2"):
        assert (field.asked, field.about["actor"]) == ("lose_die", name)
        field.answer(4)
    left = {name: field.figure(name).dice for name in ("a2", "b1", "b2", "b3", "b4", "b5")}
    two, all_three = (6, 8), (4, 6, 8)
    assert left == {"a2": two, "b1": two, "b2": two, "b3": (), "b4": all_three, "b5": all_three}
    field.done()


@pytest.mark.rule("CDC-PW-082.2", "CDC-PW-008.3")
def test_collective_fear_frightens_the_near_and_the_traced() -> None:
    field = waves("082", 4)
    use(field, "CDC-PW-082", rank=3)
    got = [(event.it, event.condition) for event in field.all(ConditionGained)]
    assert got == [(name, "Spaventato") for name in ("a2", "b1", "b2", "b3")]
    field.done()


@pytest.mark.rule("CDC-PW-079.2", "CDC-PW-079.3", "CDC-PW-008.3")
def test_mass_dismay_strikes_all_who_are_traced_wherever_they_are() -> None:
    field = mind(
        "079", 4, me={"tokens": TRACED}, a2=at(30, 30, tokens=TRACED), b1=at(14),
        b2=at(58, 58, tokens=(("Controllo", 1), ("Follia", 4))), b3=at(50, tokens=(("Controllo", 2),)),
    )  # fmt: skip
    use(field, "CDC-PW-079", rank=3)
    placed = [event.it for event in field.all(TokensChanged) if event.token == "Follia"]
    assert placed == ["a1", "a2", "b2", "b3"] and field.the(Died).it == "b2"
    assert dict(field.figure("b3").tokens)["Follia"] == 1, "a second Controllo does nothing more"
    field.done()


@pytest.mark.rule("CDC-PW-074.3")
@pytest.mark.parametrize(("dice", "left"), [((4, 6, 8), (4, 4)), ((8,), (4,)), ((), (4,))])
def test_depress_takes_two_dice_and_gives_a_d4(dice: tuple[int, ...], left: tuple[int, ...]) -> None:
    field = mind("074", 4, b1=at(14, dice=dice), b2=at(50))
    use(field, "CDC-PW-074", "b1", rank=2)
    if len(dice) == 3:
        field.answer(6)
        field.answer(8)
    assert field.figure("b1").dice == left
    field.done()


@pytest.mark.parametrize(
    ("number", "rank", "condition"),
    [
        pytest.param(n, rank, condition, marks=pytest.mark.rule(f"CDC-PW-{n}.3"))
        for n, rank, condition in (("075", 1, "A Terra"), ("076", 1, "Spaventato"), ("081", 2, "Terrorizzato"))
    ],
)
def test_a_condition_comes_without_a_test(number: str, rank: int, condition: str) -> None:
    field = mind(number, 4, b1=at(14, vol=0))
    use(field, f"CDC-PW-{number}", "b1", rank=rank)
    assert (field.the(ConditionGained).it, field.the(ConditionGained).condition) == ("b1", condition)
    assert field.asked == "action", "nobody takes a test"
    field.done()


@pytest.mark.rule("CDC-PW-078.3")
def test_a_mental_screen_keeps_every_psionic_power_off_until_the_turn_ends() -> None:
    screened = at(14, tokens=(("Follia", 2),))
    field = mind("078", 4, 4, a2=at(10, 14, abilities=["CDC-PW-071"], points=(("concentrazione", 2),)), b1=screened)
    use(field, "CDC-PW-078", "b1")
    field.act("a2", "power", "CDC-PW-071", "b1", die=8)
    assert (field.the(PowerWarded).it, field.the(PowerWarded).why) == ("b1", "immune")
    assert field.figure("b1").tokens == (("Follia", 2),), "what lies on it stays"
    pass_hands(field)
    assert field.state.turn == 2 and not field.game.immune("b1", "psionico")
    field.done()


@pytest.mark.rule("CDC-PW-078.3")
def test_a_mental_screen_is_none_against_kinetic_powers() -> None:
    field = mind("078", 4, b1=at(14))
    use(field, "CDC-PW-078", "b1")
    assert field.game.immune("b1", "psionico") == "CDC-PW-078" and not field.game.immune("b1", "cinetico")
    field.done()


@pytest.mark.rule("CDC-PW-080.3")
@pytest.mark.parametrize(("dice", "hurt"), [((), [1]), ((4,), [])])
def test_torment_hurts_only_those_without_dice(dice: tuple[int, ...], hurt: list[int]) -> None:
    field = mind("080", 4, b1=at(14, dice=dice), b2=at(50))
    use(field, "CDC-PW-080", "b1")
    assert [event.amount for event in field.all(Hurt)] == hurt
    field.done()


@pytest.mark.rule("CDC-PW-084.3")
def test_cleansing_leaves_ki_alone() -> None:
    rich = (("arcano", 2), ("concentrazione", 3), ("illusione", 1), ("ki", 4))
    field = mind("084", 4, b1=at(14, points=rich))
    use(field, "CDC-PW-084", "b1", rank=2)
    lost = {event.kind: event.by for event in field.all(PointsChanged) if event.it == "b1"}
    assert lost == {"arcano": -2, "concentrazione": -3, "illusione": -1}
    assert [n for kind, n in field.figure("b1").points if kind == "ki"] == [4]
    field.done()


@pytest.mark.rule("CDC-PW-085.3")
def test_repression_bars_psionic_powers_for_the_turn() -> None:
    able = at(14, abilities=["CDC-PW-071", "CDC-PW-064", "CDC-PW-085"], points=(("concentrazione", 3), ("arcano", 3)))
    field = mind("085", 4, b1=able)
    use(field, "CDC-PW-085", "b1")
    field.answer(("pass",))
    assert field.offered("b1", "power") == ("CDC-PW-064",), "sorceries may be used"
    pass_hands(field)
    while asks(field) != "b":
        field.answer(("pass",))
    assert field.state.turn == 2 and set(field.offered("b1", "power")) == {"CDC-PW-064", "CDC-PW-071", "CDC-PW-085"}
    field.done()


@pytest.mark.rule("CDC-PW-086.2", "CDC-PW-086.3", "CDC-PW-086.4")
@pytest.mark.parametrize(
    ("start", "touched"),
    [((10, 10), ["a2", "b1", "b3", "b5"]), ((10, 11.25), ["a2", "b2", "b3"])],
)
def test_a_psionic_lance_strikes_all_on_its_line(start: tuple[float, float], touched: list[str]) -> None:
    """Aimed at (30, 20), it shifts 3 + 3 + 4 cm back to (30, 10); from there it leads to any point of the base."""
    mad = (("Follia", 4),)
    others = {
        "a2": at(16, 11.25), "b1": at(20, 8.75), "b2": at(24, 11.26), "b3": at(31.25), "b4": at(36),
        "b5": at(26, 8.75, tokens=mad),
    }  # fmt: skip
    field = mind("086", 4, 5, 3, 3, 4, **others)
    use(field, "CDC-PW-086", rank=3)
    assert field.refusal((59_000, 50_000)) is None, "at any distance"
    assert code(field, (40_000, 10_000)) == "point_unseen"
    field.to(30, 20)
    assert code(field, (10_000, 11_251)) == "point_not_there", "beside the base"
    field.to(*start)
    assert [(event.it, event.amount) for event in field.all(Hurt)] == [(name, 1) for name in touched]
    assert [event.it for event in field.all(TokensChanged)] == touched
    assert [event.it for event in field.all(Died)] == (["b5"] if "b5" in touched else [])
    assert field.figure("a1").life == 5 and field.figure("b4").life == 5
    field.done()


@pytest.mark.rule("CDC-PW-088.2", "CDC-PW-088.3", "CDC-PW-008.1")
def test_a_psionic_net_traces_all_between_its_knots() -> None:
    """Knots at (20, 10), (40, 10) and (40, 40): all three sides of the triangle count."""
    knots = {"b1": at(20, tokens=TRACED), "b2": at(40, tokens=TRACED), "b3": at(40, 40, tokens=TRACED)}
    between = {"a2": at(30, 11.25), "b4": at(41.25, 25), "b5": at(30, 25)}
    beside = {"a3": at(33, 11.26), "b6": at(20, 25), "b7": at(50, 50, tokens=TRACED)}
    field = mind("088", 4, me={"at": (10, 40)}, **knots, **between, **beside)
    use(field, "CDC-PW-088", rank=3)
    assert field.offered() == ("b1", "b2", "b3", "b7"), "those with a token, seen or not"
    field.answer(("b1", "b2", "b3"))
    assert sorted(event.it for event in field.all(TokensChanged)) == ["a2", "b4", "b5"]
    assert field.figure("b1").tokens == TRACED
    field.done()


@pytest.mark.rule("CDC-PW-088.2", "CDC-PW-088.3")
def test_a_psionic_net_of_two_is_a_line_and_of_one_nothing() -> None:
    fighters = {"b1": at(20, tokens=TRACED), "b2": at(40, tokens=TRACED), "b3": at(30), "b4": at(50)}
    for knots, traced in ((("b1", "b2"), ["b3"]), (("b1", "done"), [])):
        field = mind("088", 4, me={"at": (10, 30)}, **fighters)
        use(field, "CDC-PW-088", rank=3)
        field.answer(knots)
        assert [event.it for event in field.all(TokensChanged)] == traced
        field.done()


@pytest.mark.rule("CDC-PW-088.2")
def test_no_net_without_a_knot() -> None:
    field = mind("088", b1=at(20))
    assert "power" not in field.offered("a1")


@pytest.mark.rule("CDC-PW-089.3")
@pytest.mark.parametrize(("spent", "left"), [(0, (4, 6, 8)), (2, (8,)), (5, ())])
def test_constriction_takes_a_die_for_each_point_spent(spent: int, left: tuple[int, ...]) -> None:
    field = mind("089", 4, me={"points": (("concentrazione", 6),)}, b1=at(14), b2=at(50))
    use(field, "CDC-PW-089", "b1")
    assert field.asked == "choose" and field.figure("a1").points == (("concentrazione", 5),)
    assert field.refusal(6) is not None, "5 points are left"
    field.answer(spent)
    for die in (4, 6)[:spent]:
        field.answer(die)
    assert field.figure("b1").dice == left
    assert field.figure("a1").points == (("concentrazione", 5 - spent),)
    field.done()


@pytest.mark.rule("CDC-PW-090.2")
def test_an_explosion_of_flesh_may_strike_a_friend_in_sight_anywhere() -> None:
    field = mind("090", a2=at(40, 25), a3=at(13, 13), a4=at(16.5, 16.5), b1=at(14), b2=at(40), b3=at(10, 40))
    assert field.offered("a1", "power", "CDC-PW-090") == ("a3", "b1", "a2"), "a4 stands behind a3, b3 too far away"


@pytest.mark.rule("CDC-PW-090.3", "CDC-PW-090.4", "CDC-PW-090.5")
def test_flesh_explodes_when_this_token_kills() -> None:
    """a1 stands 5 cm from the victim's base, b3 5.1 cm: 2 damage for whoever is within 5 cm, its user too."""
    others = {"b1": at(17.5, tokens=(("Follia", 4),)), "b2": at(20.5, 10), "b3": at(17.5, 17.6), "a2": at(17.5, 2.5)}
    field = mind("090", 4, **others)
    use(field, "CDC-PW-090", "b1")
    assert field.the(Died).it == "b1"
    assert [(event.it, event.amount) for event in field.all(Hurt)] == [("a1", 2), ("a2", 2), ("b2", 2)]
    field.done()


@pytest.mark.rule("CDC-PW-090.3", "CDC-PW-090.5")
def test_flesh_does_not_explode_at_a_later_token_or_without_a_death() -> None:
    me = {"abilities": ["CDC-PW-071", "CDC-PW-090"]}
    field = mind("090", 4, 4, me=me, b1=at(14, tokens=(("Follia", 3),)), b2=at(17))
    use(field, "CDC-PW-090", "b1")
    assert field.figure("b1").tokens == (("Follia", 4),) and field.all(Died) == []
    use(field, "CDC-PW-071", "b1", die=8)
    assert field.the(Died).it == "b1" and field.all(Hurt) == []
    field.done()


SKILLS = ["CDC-AB-091", "CDC-AB-137", "CDC-IN-002"]


@pytest.mark.rule("CDC-PW-091.2", "CDC-PW-091.3", "CDC-PW-091.4")
def test_blanking_the_mind_takes_one_ability_for_good() -> None:
    field = mind("091", 4, b1=at(14, abilities=SKILLS), b2=at(10, 14, abilities=["CDC-IN-002"]), b3=at(6, 10))
    assert field.offered("a1", "power", "CDC-PW-091") == ("b1",), "the others have nothing that can be taken"
    use(field, "CDC-PW-091", "b1", rank=3)
    assert field.asked == "choose" and field.offered() == ("CDC-AB-091", "CDC-AB-137"), "innate ones stay"
    field.answer("CDC-AB-091")
    assert field.figure("b1").abilities == ("CDC-AB-137", "CDC-IN-002")
    pass_hands(field)
    assert field.state.turn == 2 and field.figure("b1").abilities == ("CDC-AB-137", "CDC-IN-002")
    field.done()


@pytest.mark.rule("CDC-PW-091.3")
@pytest.mark.parametrize(("hurt", "life"), [(0, 5), (2, 3), (5, 1)])
def test_what_an_ability_gave_goes_with_it_but_never_the_last_point(hurt: int, life: int) -> None:
    """With Pelle Dura Resistenza is 5 + 1; what was suffered stays, and 1 is left at least."""
    field = mind("091", 4, b1=at(14, abilities=["CDC-AB-024", "CDC-AB-089"]), b2=at(50))
    field.figure("b1").life -= hurt
    assert (field.figure("b1").life, field.figure("b1").life_max) == (6 - hurt, 6)
    use(field, "CDC-PW-091", "b1", rank=3)
    field.answer("CDC-AB-024")
    assert field.figure("b1").life_max == 5 and field.figure("b1").life == life
    field.done()


@pytest.mark.rule("CDC-PW-091.3")
def test_the_tokens_of_an_ability_go_with_it() -> None:
    field = mind("091", 4, b1=at(14, abilities=["CDC-AB-024", "CDC-AB-089"]), b2=at(50))
    assert field.figure("b1").tokens == (("Debello", 3),)
    use(field, "CDC-PW-091", "b1", rank=3)
    field.answer("CDC-AB-089")
    assert dict(field.figure("b1").tokens).get("Debello", 0) == 0 and field.figure("b1").life == 6
    field.done()


@pytest.mark.rule("CDC-PW-091.3")
def test_the_bonuses_an_ability_has_gathered_go_with_it() -> None:
    """Duellante Supremo: Combattimento +1 for each fighter killed in melee."""
    others = {"a2": at(16.5, life=1), "b1": at(14, abilities=["CDC-AB-038"]), "b2": at(50)}
    field = mind("091", 8, 4, setup={"hand": "b"}, **others)
    field.act("b1", "melee", "a2", die=8)
    assert field.the(Died).it == "a2" and stat(field.game, "b1", "cmb") == 1
    field.answer(("pass",))
    use(field, "CDC-PW-091", "b1", rank=3)
    field.answer("CDC-AB-038")
    assert stat(field.game, "b1", "cmb") == 0
    field.done()


@pytest.mark.rule("CDC-PW-073.2", "CDC-PW-082.2", "CDC-EQ-88.2", "CDC-EQ-88.4")
@pytest.mark.parametrize(("base", "struck"), [("a1", ["b1", "b2"]), ("a2", ["a2", "b3", "b4"])])
def test_a_wave_is_measured_from_one_base(base: str, struck: list[str]) -> None:
    """By its transmitter a1 may measure all of it from a2: b1 and b2 are near a1, b3 and b4 near a2."""
    me = {"items": ["CDC-EQ-88"]}
    others = {
        "a2": at(70, 10, items=["CDC-EQ-89"]), "b1": at(14, 10), "b2": at(30, 10, tokens=TRACED),
        "b3": at(74, 10), "b4": at(90, 10, tokens=TRACED), "b5": at(50, 50),
    }  # fmt: skip
    field = mind("082", 4, me=me, setup={"size": (100, 60)}, **others)
    use(field, "CDC-PW-082", rank=3)
    assert field.offered() == ("a1", "a2")
    field.answer((base,))
    assert sorted(event.it for event in field.all(ConditionGained)) == struck
    field.done()
