"""Sorceries of the domain of Darkness (CDC-PW-049 to -060) and the servant they raise (CDC-PW-010)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo import RULESET
from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    CorpseTaken,
    DiceLost,
    Died,
    FigureAdded,
    Hurt,
    PointsChanged,
    PowerWarded,
    Succeeded,
    WasLost,
)
from tests.crepuscolo.casting import asks, caster, code, dead, paid, pass_hands, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.test_pw_general import DISTRUST
from tests.crepuscolo.trials import at

RISEN = "CDC-IN-027"
NECROMANCER = ["CDC-IN-002", "CDC-IN-021"]


@pytest.mark.parametrize(
    ("spell", "rank", "aims"),
    [
        pytest.param(f"CDC-PW-{number:03d}", rank, aims, marks=pytest.mark.rule(f"CDC-PW-{number:03d}.1"))
        for number, rank, aims in (
            (49, 1, ("a2",)), (50, 1, ("b1",)), (51, 1, ()), (52, 1, ()), (53, 3, ((12_000, 10_000),)),
            (54, 2, ("b2",)), (55, 1, ("b1",)), (56, 1, ()), (57, 4, (("b2",),)), (58, 1, ()), (59, 4, ()),
            (60, 1, (0,)),
        )
    ],
)  # fmt: skip
def test_each_costs_its_rank_in_dice_and_points(spell: str, rank: int, aims: tuple[Any, ...]) -> None:
    paid(spell, rank, "arcano", *aims)


@pytest.mark.rule("CDC-PW-049.2", "CDC-PW-049.3")
def test_a_dart_of_darkness_takes_two_dice_of_an_ally_and_kills_it() -> None:
    others = {"a2": at(22.5, dice=(4, 6, 8)), "a3": at(10, 22.6), "b1": at(10, 14)}
    field = caster("CDC-PW-049", 4, **others)
    assert field.offered("a1", "power", "CDC-PW-049") == ("a2",), "a3 is 10.1 cm away, b1 is no ally"
    use(field, "CDC-PW-049", "a2")
    assert field.asked == "spend_dice" and asks(field) == "a"
    field.answer(((8, 0), (6, 0)))
    assert sorted(field.figure("a1").dice) == [4, 4, 4, 6, 8, 8]
    assert field.the(Died).it == "a2" and field.the(Died).corpse
    assert field.all(DiceLost)[-1].dice == (4,), "what is left goes with the dead"
    field.done()


@pytest.mark.rule("CDC-PW-049.4")
@pytest.mark.parametrize(("dice", "gained"), [((), ()), ((6,), (6,))])
def test_a_dart_of_darkness_takes_what_there_is(dice: tuple[int, ...], gained: tuple[int, ...]) -> None:
    field = caster("CDC-PW-049", 4, a2=at(14, dice=dice), b1=at(40))
    use(field, "CDC-PW-049", "a2", die=8)
    if dice:
        field.answer(((6, 0),))
    assert field.figure("a1").dice == (4, 4, 4, 6, *gained) and field.the(Died).it == "a2"
    field.done()


@pytest.mark.rule("CDC-PW-050.2")
def test_dark_force_hurts_one_seen_within_5_cm() -> None:
    field = caster("CDC-PW-050", 4, b1=at(17.5), b2=at(10, 17.6), b3=at(20, 10))
    assert field.offered("a1", "power", "CDC-PW-050") == ("b1",), "the others are farther than 5 cm"
    use(field, "CDC-PW-050", "b1")
    assert (field.the(Hurt).it, field.the(Hurt).amount, field.the(Hurt).action) == ("b1", 1, "power")
    field.done()


@pytest.mark.rule("CDC-PW-050.2")
def test_dark_force_needs_a_line_of_sight() -> None:
    field = caster("CDC-PW-050", b1=at(13.2), b2=at(16.0))
    assert field.offered("a1", "power", "CDC-PW-050") == ("b1",), "b1 hides b2, 3.5 cm away"


@pytest.mark.rule("CDC-PW-051.2")
@pytest.mark.parametrize(("near", "gained"), [(("b1", "b2"), 2), ((), 0)])
def test_an_obol_of_the_dead_gives_a_point_for_each_corpse_within_20_cm(near: tuple[str, ...], gained: int) -> None:
    field = caster("CDC-PW-051", 4, b1=at(31.25), b2=at(10, 14), b3=at(10, 31.3), b4=at(50))
    dead(field, *near, "b3")
    use(field, "CDC-PW-051")
    changes = [event.by for event in field.all(PointsChanged)]
    assert changes == [-1, *([gained] if gained else [])], "b3 lies 20.05 cm away"
    assert [corpse.id for corpse in field.state.corpses] == [*near, "b3"], "the tokens stay"
    field.done()


@pytest.mark.rule("CDC-PW-052.2")
def test_a_march_gives_all_risen_a_d8_for_movement_alone() -> None:
    others = {"a2": at(40, abilities=[RISEN], dice=()), "a3": at(30, 20), "b1": at(50, 50, abilities=[RISEN], dice=())}
    others["a4"] = at(40, 20, abilities=[RISEN], dice=(4,))
    wood = {"id": "wood", "rect": [35, 15, 10, 10], "kinds": ["covering"]}
    field = caster("CDC-PW-052", 4, me={"dice": (6,)}, setup={"terrain": [wood]}, **others)
    use(field, "CDC-PW-052")
    assert [e.bearer for e in field.state.effects.values()] == ["a2", "a4", "b1"], "both companies, and nobody else"
    assert field.offered("a2") == ("move",)
    ((sides, _),) = field.offered("a2", "move")
    assert sides == 8
    assert field.offered("a4", "jump") == (4,), "the d8 is for no jump"
    assert "cover" in field.offered("a4"), "moving in cover is a movement too"
    field.done()


@pytest.mark.rule("CDC-PW-053.2", "CDC-PW-053.3", "CDC-PW-053.4", "CDC-PW-053.5", "CDC-PW-053.6")
@pytest.mark.parametrize("face", [3, 4])
def test_a_rain_of_skulls_frightens_in_three_rings(face: int) -> None:
    others = {
        "b1": at(47.5, dice=(6,)), "b2": at(41.25, 16.26, dice=(6,)), "b3": at(52.5, dice=(6,)),
        "b4": at(41.25, 31.25, dice=(6,)), "b5": at(41.25, 21.26, dice=()), "b6": at(62.51, dice=()),
    }  # fmt: skip
    field = caster("CDC-PW-053", 4, face, setup={"size": (100, 60)}, **others)
    use(field, "CDC-PW-053", rank=3)
    assert code(field, (41_251, 10_000)) == "point_too_far"
    assert code(field, (20_000, 70_000)) == "point_off_table"
    field.to(41.25, 10)
    assert field.asked == "test" and field.about["actor"] == "b4", "nobody else has a test to take"
    field.answer(6)
    gained = [(event.it, event.condition) for event in field.all(ConditionGained)]
    frightened = [("b2", "Spaventato"), ("b3", "Spaventato"), *([("b4", "Spaventato")] if face == 3 else [])]
    assert gained == [("b1", "Terrorizzato"), ("b1", "Spaventato"), *frightened, ("b5", "Spaventato")]
    field.done()


@pytest.mark.rule("CDC-PW-053.2")
def test_a_rain_of_skulls_falls_on_a_point_in_sight() -> None:
    field = caster("CDC-PW-053", b1=at(20))
    use(field, "CDC-PW-053", rank=3)
    assert code(field, (30_000, 10_000)) == "point_unseen", "b1 stands before it"
    assert field.refusal((30_000, 20_000)) is None


@pytest.mark.rule("CDC-PW-054.2", "CDC-PW-054.3", "CDC-PW-010.2", "CDC-PW-010.4")
def test_a_dark_rebirth_raises_a_servant_from_anybodys_corpse() -> None:
    field = caster("CDC-PW-054", 4, b1=at(21.25, abilities=["CDC-RRL-03"], vol=2), b2=at(10, 21.3), b3=at(50))
    dead(field, "b1", "b2")
    assert field.offered("a1", "power", "CDC-PW-054") == ("b1",), "b2 lies 10.05 cm away"
    use(field, "CDC-PW-054", "b1", rank=2)
    assert field.the(CorpseTaken).id == "b1" and [c.id for c in field.state.corpses] == ["b2"]
    servant = field.the(FigureAdded).figure
    assert (servant.profile, servant.company, field.at(servant.id)) == ("servo-non-morto", "a", (21.25, 10))
    assert servant.dice == () and servant.items == ("CDC-EQ-10",) and servant.abilities == (RISEN,)
    assert field.game.controller(servant.id) == "a" and field.figure("b1").status == "dead"
    field.done()


@pytest.mark.rule("CDC-PW-010.1", "CDC-PW-010.2")
def test_the_profile_of_an_undead_servant() -> None:
    profile = RULESET.library.profiles["servo-non-morto"]
    numbers = (profile.res, profile.cmb, profile.pre, profile.vol, profile.dan, profile.des)
    assert numbers == (3, 0, 0, 0, 1, 0) and profile.classes == ["Servo Non Morto"]
    assert RULESET.library.items["CDC-EQ-10"].name == "Arma improvvisata" and profile.items == ["CDC-EQ-10"]
    assert [ability.id for ability in profile.abilities] == [RISEN]
    assert RULESET.library.abilities[RISEN].name == "Rianimato" and not profile.recruitable


@pytest.mark.rule("CDC-PW-010.3")
def test_a_servant_has_dice_from_the_next_turn_on() -> None:
    me = {"abilities": ["CDC-PW-054", *NECROMANCER], "dice": (4, 6)}
    field = caster("CDC-PW-054", 4, me=me, b1=at(16), b2=at(50))
    dead(field, "b1")
    use(field, "CDC-PW-054", "b1", rank=2)
    servant = field.the(FigureAdded).figure.id
    assert field.figure(servant).dice == ()
    pass_hands(field)
    assert field.state.turn == 2 and field.figure(servant).dice == (4,), "a1 is an apprentice of Darkness"
    field.done()


@pytest.mark.rule("CDC-PW-055.2")
@pytest.mark.parametrize(("face", "gained"), [(3, ["Terrorizzato"]), (4, [])])
def test_a_grip_of_terror_asks_for_courage_at_any_distance(face: int, gained: list[str]) -> None:
    field = caster("CDC-PW-055", 4, face, b1=at(55, dice=(6,)), b2=at(30, 40), b3=at(58))
    assert field.offered("a1", "power", "CDC-PW-055") == ("b1", "b2"), "b3 stands behind b1"
    use(field, "CDC-PW-055", "b1")
    field.answer(6)
    assert [event.condition for event in field.all(ConditionGained)] == gained
    field.done()


@pytest.mark.rule("CDC-PW-056.2", "CDC-PW-056.3")
def test_a_triumph_of_the_damned_hands_out_a_d4_for_each_die_spent() -> None:
    others = {
        "a2": at(22.5, dice=()), "a3": at(10, 22.6, dice=()), "b1": at(10, 15, dice=()),
        "b2": at(15, 15, abilities=[RISEN], dice=()),
    }  # fmt: skip
    field = caster("CDC-PW-056", 4, **others)
    use(field, "CDC-PW-056", die=4)
    assert field.asked == "spend_dice", "after the roll: the die of the rank gives nothing"
    field.answer(((4, 0), (4, 1), (6, 0), (8, 0)))
    assert field.figure("a1").dice == () and field.asked == "hand_out"
    assert field.offered() == ("a2", "b1", "b2"), "a3 is 10.1 cm away"
    field.answer("a2")
    assert field.offered() == ("b1", "b2"), "a2 has had its die"
    field.answer("b2")
    assert field.offered() == ("b1", "b2"), "the risen may have more than one"
    field.answer("b2")
    field.answer("b1")
    assert [field.figure(it).dice for it in ("a2", "a3", "b1", "b2")] == [(4,), (), (4,), (4, 4)]
    field.done()


@pytest.mark.rule("CDC-PW-056.2")
def test_a_triumph_may_be_celebrated_without_a_die_and_gives_nothing_to_the_immune() -> None:
    field = caster("CDC-PW-056", 4, 4, extra={"Scudo": DISTRUST}, a2=at(14, abilities=["Scudo"]), b1=at(10, 14))
    use(field, "CDC-PW-056", die=4)
    field.answer(("done",))
    assert field.figure("a1").dice == (4, 4, 6, 8) and field.asked == "action"
    use(field, "CDC-PW-056", die=4)
    field.answer(((8, 0), "done"))
    assert field.offered() == ("b1",)
    field.answer("b1")
    field.done()


@pytest.mark.rule("CDC-PW-057.2", "CDC-PW-057.3", "CDC-PW-010.4")
def test_an_awakening_raises_up_to_six_servants() -> None:
    names = [f"b{n}" for n in range(1, 8)]
    others = {name: at(12 + 2.6 * n, 20) for n, name in enumerate(names)}
    field = caster("CDC-PW-057", 4, b8=at(10, 31.3), b9=at(50, 50), **others)
    dead(field, *names, "b8")
    use(field, "CDC-PW-057", rank=4)
    assert field.offered() == (*names, "done"), "b8 lies 20.05 cm away"
    assert field.offered(*names[:6]) == (), "six at the most"
    field.answer(tuple(names[:6]))
    raised = [event.figure for event in field.all(FigureAdded)]
    assert [(f.profile, f.company, f.dice, f.x, f.y) for f in raised] == [
        ("servo-non-morto", "a", (), 12_000 + 2_600 * n, 20_000) for n in range(6)
    ]
    assert [corpse.id for corpse in field.state.corpses] == ["b7", "b8"]
    field.done()


@pytest.mark.rule("CDC-PW-058.2")
def test_an_aura_of_majesty_moves_all_within_10_cm_2_cm_away() -> None:
    field = caster("CDC-PW-058", 4, a2=at(10, 14), b1=at(22.5), b2=at(10, 7), b3=at(10, 22.6), b4=at(25.2, 10))
    use(field, "CDC-PW-058")
    assert field.at("a2") == (10, 16) and field.at("b2") == (10, 5)
    assert field.at("b1") == (22.7, 10), "stopped by the base of b4"
    assert field.at("b4") == (25.2, 10) and field.at("b3") == (10, 22.6), "farther than 10 cm"
    field.done()


@pytest.mark.rule("CDC-PW-058.3")
@pytest.mark.parametrize("kind", ["dangerous", "extremely_dangerous", "crevice"])
def test_an_aura_of_majesty_forces_nobody_into_danger(kind: str) -> None:
    spot = {"id": "spot", "kinds": [kind], "rect": [15.5, 0, 10, 20]}
    field = caster("CDC-PW-058", 4, b1=at(14), setup={"terrain": [spot]})
    use(field, "CDC-PW-058")
    assert field.at("b1") == (14.25, 10), "up to the edge"
    field.done()


@pytest.mark.rule("CDC-PW-058.3")
def test_an_aura_of_majesty_pushes_nobody_down_a_drop() -> None:
    hill = {"id": "hill", "rect": [5, 5, 10.5, 10], "height": 6, "crossing": "vaultable"}
    field = caster("CDC-PW-058", 4, me={"z": 6}, b1=at(14, z=6), setup={"terrain": [hill]})
    use(field, "CDC-PW-058")
    x, _ = field.at("b1")
    assert 14 < x <= 15.5 and field.figure("b1").z == 6_000, "still on the hill"
    field.done()


@pytest.mark.rule("CDC-PW-059.2", "CDC-PW-059.3", "CDC-PW-059.4", "CDC-PW-059.5")
def test_an_apotheosis_takes_dice_and_strikes_the_terrified_at_the_end_of_the_turn() -> None:
    others = {
        "a2": at(10, 20, dice=(6,)), "b1": at(32.5, dice=(4, 6)), "b2": at(20, 15, dice=()),
        "b3": at(10, 32.6, dice=()), "b4": at(40, 40, conditions=("Terrorizzato",), dice=()),
        "b5": at(42, 42, conditions=("Terrorizzato",), dice=()),
    }  # fmt: skip
    field = caster("CDC-PW-059", 4, 3, **others)
    use(field, "CDC-PW-059", rank=4)
    assert field.asked == "lose_die" and asks(field) == "b"
    field.answer(6)
    assert field.figure("b1").dice == (4,) and field.figure("a2").dice == (), "friends lose a die too"
    assert [(e.it, e.condition) for e in field.all(ConditionGained)] == [("b2", "Terrorizzato")]
    assert field.figure("a1").dice == (8,) and field.figure("b3").conditions == (), "20.1 cm away"
    pass_hands(field)
    assert field.asked == "choose" and asks(field) == "a"
    assert field.offered() == ("b2", "b4"), "b5 stands behind b4"
    field.answer("b4")
    assert (field.the(Hurt).it, field.the(Hurt).amount) == ("b4", 3)
    field.done()


@pytest.mark.rule("CDC-PW-059.5", "CDC-PW-013.3")
def test_the_end_of_an_apotheosis_needs_the_eyes_of_its_user() -> None:
    me = {"life": 1, "dice": (4, 4, 4, 6)}
    field = caster("CDC-PW-059", 4, 8, me=me, a2=at(50, 50), b1=at(12.6), b2=at(10, 30, dice=()))
    use(field, "CDC-PW-059", rank=4)
    field.answer(4)
    assert field.asked == "action" and asks(field) == "a"
    field.answer(("pass",))
    field.act("b1", "melee", "a1", die=8)
    assert field.the(Died).it == "a1"
    pass_hands(field)
    assert field.state.turn == 2 and [event.it for event in field.all(Hurt)] == ["a1"]
    field.done()


def lance(*faces: int, **others: Any) -> Field:
    """`a1` has used the lance towards the east and is about to give up dice."""
    field = caster("CDC-PW-060", *faces, **others)
    use(field, "CDC-PW-060", die=4)
    field.answer(0)
    return field


@pytest.mark.rule("CDC-PW-060.2", "CDC-PW-060.3", "CDC-PW-060.4", "CDC-PW-060.5")
def test_a_lance_of_darkness_pierces_one_after_the_other() -> None:
    """3 + 6 give 5 damage: 3 for b1 (2 left, Protezione 1), the other 2 for a2, nothing for b2."""
    others = {"b1": at(16, life=2, items=["CDC-EQ-57"]), "a2": at(20), "b2": at(55), "b3": at(7), "b4": at(10, 14)}
    field = lance(4, 3, 6, **others)
    assert field.asked == "spend_dice", "once it has succeeded"
    field.answer(((6, 0), (8, 0), "done"))
    assert [(event.it, event.amount) for event in field.all(Hurt)] == [("b1", 2), ("a2", 2)]
    assert field.the(Died).it == "b1" and field.figure("b3").life == 5 and field.figure("b4").life == 5
    assert (field.the(WasLost).it, field.figure("a1").status) == ("a1", "lost")
    assert [corpse.id for corpse in field.state.corpses] == ["b1"]
    field.done()


@pytest.mark.rule("CDC-PW-060.2", "CDC-PW-060.3", "CDC-PW-060.4")
def test_a_lance_has_no_limit_and_spares_nobody_it_can_kill() -> None:
    field = lance(4, 4, 4, 4, a2=at(16, life=1), b1=at(20, life=1), b2=at(58, life=2), b3=at(50, 59))
    field.answer(((4, 0), (4, 1), (6, 0), "done"))
    assert [event.it for event in field.all(Died)] == ["a2", "b1", "b2"], "1 + 1 + 2 of 6, 48 cm and farther"
    assert [event.amount for event in field.all(Hurt)] == [1, 1, 2], "the rest of the 6 strikes nobody"
    field.done()


@pytest.mark.rule("CDC-PW-060.5")
@pytest.mark.parametrize(("face", "status"), [(3, "table"), (4, "lost")])
def test_the_user_of_a_lance_goes_only_if_it_succeeds(face: int, status: str) -> None:
    field = lance(face, a2=at(20), b1=at(30))
    if field.asked == "spend_dice":
        field.answer(("done",))
    assert field.figure("a1").status == status and field.all(Hurt) == [] and field.state.corpses == ()
    assert len(field.all(Succeeded)) == (face == 4)
    field.done()


@pytest.mark.rule("CDC-PW-060.4")
def test_a_lance_passes_over_the_immune() -> None:
    field = lance(4, 6, extra={"Scudo": DISTRUST}, b1=at(16, abilities=["Scudo"]), b2=at(20))
    field.answer(((6, 0), "done"))
    assert (field.the(PowerWarded).it, field.the(Hurt).it, field.the(Hurt).amount) == ("b1", "b2", 3)
    field.done()
