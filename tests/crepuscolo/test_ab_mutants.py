"""Abilities of mutants that change numbers, and the raised dead (chapter VI)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    ArmourWorn,
    ConditionGained,
    ConditionWarded,
    DiceGained,
    DiceRolled,
    DiceSpent,
    Died,
    Hurt,
    Moved,
    TestDeclined,
    TestEnded,
    Unharmed,
)
from arbitro.rulesets.crepuscolo.queries import SDS_TEST, stat
from tests.crepuscolo.arms import ARCO, ASCIA, LEGGERA, MARTELLO, MEDIA
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at, trial

PASS = ("pass",)
TENEBRE, ABISSI = "CDC-IN-021", "CDC-IN-020"
APPRENTICE, MASTER, KEEPER = "CDC-IN-002", "CDC-IN-003", "CDC-IN-004"
REANIMATED = "CDC-IN-027"
FAR = at(50, 50)


def ab(*numbers: int) -> list[str]:
    return [f"CDC-AB-{n:03}" for n in numbers]


def inflicting(condition: str) -> dict[str, Any]:
    return {"kind": "AG", "target": {"one": "figures()"}, "do": [{"inflict": condition, "to": "target"}]}


def moving(face: int, *abilities: str, action: str = "move", die: int = 8, **more: Any) -> Field:
    """`a1` at (10, 10) has rolled for a move and is about to choose its end."""
    field = Field({"a1": at(10, abilities=list(abilities)), "b1": FAR}, dice=[face], **more)
    field.act("a1", action, die=die)
    return field


def reaches(field: Field, x: float) -> bool:
    return field.refusal((round(x * 1000), 10_000)) is None


# distances


@pytest.mark.rule("CDC-AB-128.1", "CDC-AB-128.2")
def test_slimy_secretion_repeats_one_movement_die_a_hand() -> None:
    rule = "CDC-AB-128"
    field = Field({"a1": at(10, abilities=[rule]), "b1": FAR}, dice=[1, 2, 5, 2])
    field.act("a1", "move", die=4)
    assert field.asked == "place", "a 1 stays"
    field.to(10, 10)
    field.act("a1", "move", die=6)
    field.answer((rule, "a1"))
    assert field.about["face"] == 5
    field.to(10, 10)
    field.act("a1", "move", die=8)
    assert field.asked == "place", "once in this hand"
    field.done()


@pytest.mark.rule("CDC-AB-128.1", "CDC-AB-104.1")
def test_both_abilities_that_repeat_movement_dice_serve_once_each() -> None:
    both = ab(104, 128)
    field = Field({"a1": at(10, abilities=both), "b1": FAR}, dice=[2, 3, 2, 3, 2])
    field.act("a1", "move", die=4)
    assert field.offered() == ("pass", *both)
    field.answer((both[0], "a1"))
    field.to(10, 10)
    field.act("a1", "move", die=6)
    assert field.offered() == ("pass", both[1])
    field.answer((both[1], "a1"))
    field.to(10, 10)
    field.act("a1", "move", die=8)
    assert field.asked == "place"
    field.done()


@pytest.mark.rule("CDC-AB-128.1", "CDC-AB-104.1", "CDC-AB-028.1")
@pytest.mark.parametrize("rule", ab(28, 104, 128))
@pytest.mark.parametrize("bearer", ["a1", "a2", "b1"])
def test_nobody_elses_movement_dice_are_repeated(rule: str, bearer: str) -> None:
    """b1 stands within 10 cm of both others; each time one of the three bears the ability, and a1 moves."""
    places = {"a1": (10, 10), "a2": (10, 18), "b1": (17, 14)}
    field = Field({name: at(*xy, abilities=[rule] * (name == bearer)) for name, xy in places.items()}, dice=[2])
    field.act("a1", "move", die=8)
    assert field.asked == ("respond" if bearer == "a1" else "place")


@pytest.mark.rule("CDC-AB-134.1", "CDC-AB-147.1")
def test_speed_adds_one_to_the_die_before_the_ground_multiplies() -> None:
    field = moving(3, *ab(134))
    assert field.the(DiceRolled).faces == (3,) and reaches(field, 22) and not reaches(field, 22.01), "12 cm, not 9"
    rough = [{"id": "bog", "rect": [0, 0, 60, 60], "kinds": ["difficult"]}]
    slow = moving(3, *ab(134), terrain=rough)
    assert reaches(slow, 18) and not reaches(slow, 18.01), "8 cm, not 6"


@pytest.mark.rule("CDC-AB-134.1")
def test_speed_leaves_the_face_what_it_is() -> None:
    marsh = [{"id": "marsh", "rect": [11, 0, 30, 60], "kinds": ["dangerous"]}]
    field = moving(1, *ab(134), terrain=marsh)
    field.to(16, 10)
    assert field.the(Hurt).amount == 1, "6 cm, and still a 1 that fell in dangerous ground"


@pytest.mark.rule("CDC-AB-134.1")
def test_speed_is_taken_or_left_in_a_jump() -> None:
    for choice, x in ((3000, 13), (4000, 14)):
        field = Field({"a1": at(10, abilities=ab(134)), "b1": FAR}, dice=[3])
        field.act("a1", "jump", die=8)
        field.answer(0)
        assert field.asked == "length" and field.offered() == (3000, 4000)
        field.answer(choice)
        assert field.at("a1") == (x, 10)


@pytest.mark.rule("CDC-AB-134.1")
def test_speed_counts_for_each_die_of_a_swim() -> None:
    lake = [{"id": "lake", "rect": [0, 0, 60, 60], "kinds": ["water"]}]
    fighters = {"a1": at(10, abilities=ab(134), in_water=True), "b1": FAR}
    field = Field(fighters, dice=[4, 3, 2], terrain=lake)
    field.act("a1", "swim", 6, (4,))
    assert field.about["face"] == 4
    field.to(18, 10)
    assert field.about["face"] == 3, "the last die, 2 and 1"


# characteristics and armour


@pytest.mark.rule("CDC-AB-133.1")
def test_agility_is_doubled_before_bonuses() -> None:
    for abilities, des in (((133,), 8), ((133, 71), 9), ((), 4)):
        field = Field({"a1": at(10, profile="razziatore", abilities=ab(*abilities)), "b1": FAR})
        assert stat(field.game, "a1", "des") == des, "the profile prints 4"


def bony(*dice: int, dan: int = 3, **foe: Any) -> Field:
    field = Field(
        {"a1": at(10, dan=dan), "b1": at(13.5, **{"res": 20, "abilities": ab(135), **foe})}, dice=dice or (5, 5, 5)
    )
    field.act("a1", "melee", "b1", die=8)
    return field


@pytest.mark.rule("CDC-AB-135.1")
def test_bone_plates_are_an_armour_of_one_and_one() -> None:
    field = bony()
    assert (field.the(ArmourWorn).saved, field.the(ArmourWorn).lost) == (1, 1)
    assert field.the(Hurt).amount == 2 and field.figure("b1").armour == 0
    field.act("a1", "melee", "b1", die=6)
    assert field.all(Hurt)[1].amount == 3, "used up"


@pytest.mark.rule("CDC-AB-135.1")
@pytest.mark.parametrize("who", ["a2", "b2"])
def test_bone_plates_protect_their_bearer_alone(who: str) -> None:
    """b1 wears an armour of Protezione 1: it saves 1 of 3, whoever else has plates."""
    fighters = {"a1": at(10, dan=3), "b1": at(13.5, items=[LEGGERA], res=20), "b2": FAR}
    fighters[who] = at(40, 40, abilities=ab(135))
    field = Field(fighters, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    assert field.the(ArmourWorn).saved == 1 and field.the(Hurt).amount == 2
    field.done()


@pytest.mark.rule("CDC-AB-135.2")
@pytest.mark.parametrize(("armour", "resistance"), [(LEGGERA, 2), (MEDIA, 3)])
def test_bone_plates_under_an_armour_only_make_it_last(armour: str, resistance: int) -> None:
    field = bony(items=[armour])
    assert field.figure("b1").armour == resistance - 1, "one is worn off"
    assert field.the(ArmourWorn).saved == 1 and field.the(Hurt).amount == 2


@pytest.mark.rule("CDC-AB-132.1")
@pytest.mark.parametrize("who", ["a2", "b2"])
def test_strength_rolls_nothing_for_the_strikes_of_others(who: str) -> None:
    fighters = {"a1": at(10, dan=5), "b1": at(13.5, res=20), "b3": FAR, who: at(40, 40, abilities=ab(132))}
    field = Field(fighters, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    assert field.the(DiceRolled).sides == 8 and field.the(Hurt).amount == 5
    field.done()


@pytest.mark.rule("CDC-AB-132.1", "CDC-AB-132.2")
@pytest.mark.parametrize(("rolled", "weapon", "amount"), [(1, None, 1), (2, None, 2), (2, MARTELLO, 3), (1, ASCIA, 2)])
def test_strength_rolls_a_d2_for_the_printed_damage(rolled: int, weapon: str | None, amount: int) -> None:
    items = [weapon] if weapon else []
    field = Field({"a1": at(10, dan=5, items=items, abilities=ab(132)), "b1": at(13.5, res=20)}, dice=[5, rolled])
    field.act("a1", "melee", "b1", die=8)
    hurt, die = field.the(Hurt), field.all(DiceRolled)[1]
    assert hurt.amount == amount and (die.sides, die.faces, die.rules) == (2, (rolled,), ("CDC-AB-132",))
    assert field.state.hand_total == 5 + rolled, "it counts for the hand"
    field.done()


@pytest.mark.rule("CDC-AB-132.1")
def test_strength_rolls_anew_for_each_hit_and_not_for_misses_or_shots() -> None:
    field = Field({"a1": at(10, abilities=ab(132)), "b1": at(13.5, res=20)}, dice=[1, 5, 2, 5, 1])
    for die in (4, 6, 8):
        field.act("a1", "melee", "b1", die=die)
    assert [e.amount for e in field.all(Hurt)] == [2, 1] and not field.state.effects
    field.done()
    field = Field({"a1": at(10, items=[ARCO], abilities=ab(132)), "b1": at(30, res=20)}, dice=[5])
    field.act("a1", "shot", ARCO, "b1", die=8)
    assert field.the(Hurt).amount == 1
    field.done()


# poison, terror, hide and teeth


@pytest.mark.rule("CDC-AB-129.1", "CDC-AB-129.2")
@pytest.mark.parametrize(("by", "need"), [("a1", 5), ("a2", 4)])
def test_the_poison_of_a_toxic_mutant_is_harder_to_shake_off(by: str, need: int) -> None:
    fighters = {
        "a1": at(10, abilities=["Morso", *ab(129)]),
        "a2": at(10, 20, abilities=["Morso"]),
        "b1": at(40, dice=(4, 8)),
    }
    field = trial({"Morso": inflicting("Veleno")}, fighters, dice=[7, 7])
    field.act(by, "ability", "Morso", "b1")
    assert field.the(ConditionGained).actor == by
    field.answer(PASS)
    field.act("b1", "cure", "Veleno")
    field.answer(8)
    rolled = field.the(DiceRolled)
    assert rolled.need is not None and rolled.need.value == need
    assert [line.rule for line in rolled.need.lines] == (["CDC-AB-129"] if need == 5 else [])
    assert field.figure("b1").conditions == () and not field.state.effects, "gone with the poison"


@pytest.mark.rule("CDC-AB-129.1", "CDC-AB-129.2")
def test_the_poison_of_others_is_as_ever_while_somebody_suffers_the_toxic_one() -> None:
    """b1 suffers the poison of a1, who is toxic; b2 that of a2, who is not, and shakes it off with a 4."""
    fighters = {
        "a1": at(10, abilities=["Morso", *ab(129)]),
        "a2": at(10, 20, abilities=["Morso"]),
        "b1": at(40, dice=(4, 8)),
        "b2": at(40, 20, dice=(4, 8)),
    }
    field = trial({"Morso": inflicting("Veleno")}, fighters, dice=[7, 4])
    field.act("a1", "ability", "Morso", "b1")
    field.act("a2", "ability", "Morso", "b2")
    field.answer(PASS)
    field.act("b2", "cure", "Veleno")
    field.answer(8)
    rolled = field.the(DiceRolled)
    assert rolled.need is not None and (rolled.need.value, rolled.need.lines) == (4, ())
    assert field.figure("b1").conditions == ("Veleno",)


@pytest.mark.rule("CDC-AB-129.1")
def test_other_tests_of_the_poisoned_are_as_ever() -> None:
    strain = {"kind": "AG", "target": {"one": "figures()"}, "do": [{"test": "forza", "to": "target"}]}
    made = {"Morso": inflicting("Veleno"), "Sforzo": strain}
    field = trial(made, {"a1": at(10, abilities=[*made, *ab(129)]), "b1": at(40, dice=(8,))}, dice=[4])
    field.act("a1", "ability", "Morso", "b1")
    field.act("a1", "ability", "Sforzo", "b1")
    field.answer(8)
    assert field.the(TestEnded).passed, "4 is enough: it is not against the poison"


@pytest.mark.rule("CDC-AB-129.1")
@pytest.mark.parametrize(
    ("figure", "kind", "against", "by", "need"),
    [
        ("b1", "forza", "Veleno", "a1", 5),
        ("b1", "riflessi", "Veleno", "a1", 4),
        ("b1", "forza", "Gelo", "a1", 4),
        ("b1", "forza", "Veleno", "a2", 4),
        ("a1", "forza", "Veleno", "a1", 4),
    ],
)
def test_the_toxic_one_is_felt_before_the_poison_is_received(
    figure: str, kind: str, against: str, by: str, need: int
) -> None:
    """What a test needs that is taken instead of receiving the condition."""
    field = Field({"a1": at(10, abilities=ab(129)), "a2": at(10, 20), "b1": at(40)})
    tally = field.game.query(SDS_TEST, figure=figure, test_kind=kind, against=against, inflicter=by)
    assert tally.value == need


@pytest.mark.rule("CDC-AB-129.1")
@pytest.mark.parametrize(("condition", "who"), [("Gelo", "b1"), ("Veleno", "a1")])
def test_what_else_the_toxic_one_inflicts_is_as_ever(condition: str, who: str) -> None:
    """Frost for others, and poison for itself."""
    field = trial({"Morso": inflicting(condition)}, {"a1": at(10, abilities=["Morso", *ab(129)]), "b1": at(40)})
    field.act("a1", "ability", "Morso", who)
    assert field.the(ConditionGained).it == who and not field.state.effects
    for kind in ("forza", "riflessi"):
        assert field.game.query(SDS_TEST, figure=who, test_kind=kind, against=condition, inflicter=None).value == 4


@pytest.mark.rule("CDC-AB-129.1")
def test_a_poisoned_fighters_other_tests_are_as_ever() -> None:
    field = trial({"Morso": inflicting("Veleno")}, {"a1": at(10, abilities=["Morso", *ab(129)]), "b1": at(40)})
    field.act("a1", "ability", "Morso", "b1")
    for kind, against, need in (("forza", "Veleno", 5), ("riflessi", "Veleno", 4), ("forza", "Gelo", 4)):
        assert field.game.query(SDS_TEST, figure="b1", test_kind=kind, against=against, inflicter=None).value == need


@pytest.mark.rule("CDC-AB-129.2")
def test_the_frost_of_a_toxic_mutant_makes_no_older_poison_worse() -> None:
    made = {"Morso": inflicting("Veleno"), "Brina": inflicting("Gelo")}
    fighters = {"a1": at(10, abilities=["Brina", *ab(129)]), "a2": at(10, 20, abilities=["Morso"]), "b1": at(40)}
    field = trial(made, fighters)
    field.act("a2", "ability", "Morso", "b1")
    field.act("a1", "ability", "Brina", "b1")
    assert field.game.query(SDS_TEST, figure="b1", test_kind="forza", against="Veleno", inflicter=None).value == 4


def terror(x: float, *dice: int, who: str = "b1", **mover: Any) -> Field:
    """`a1` is terrifying at (10, 10); somebody 30 cm away moves to x with its d8."""
    fighters = {"a1": at(10, abilities=ab(131)), "b1": FAR, who: at(30, dice=(8,), **mover)}
    field = Field(fighters, dice=[8, *dice], hand=who[0])
    field.act(who, "move", die=8)
    field.to(x, 10)
    return field


@pytest.mark.rule("CDC-AB-131.1", "CDC-AB-131.2")
@pytest.mark.parametrize("who", ["b1", "a2"])
def test_a_terrifying_presence_frightens_friends_and_foes_who_come_near(who: str) -> None:
    field = terror(14.5 if who == "a2" else 12.5, who=who)
    fright = field.the(ConditionGained)
    assert (fright.it, fright.condition, fright.rules) == (who, "Spaventato", ("CDC-AB-131",)), "no die left to test"
    assert not terror(14.51, who="a2").all(TestEnded), "more than 2 cm"


@pytest.mark.rule("CDC-AB-131.1")
def test_who_passes_the_test_is_not_frightened() -> None:
    fighters = {"a1": at(10, abilities=ab(131)), "a2": at(20, dice=(6, 8)), "b1": FAR}
    field = Field(fighters, dice=[3, 4])
    field.act("a2", "move", die=8)
    field.to(14, 10)
    field.answer(6)
    ended = field.the(TestEnded)
    assert (ended.it, ended.kind, ended.passed) == ("a2", "spirito", True) and not field.all(ConditionGained)
    field.done()


@pytest.mark.rule("CDC-AB-131.2")
def test_a_displacement_is_a_displacement_forced_or_not() -> None:
    fighters = {
        "a1": at(30, abilities=ab(131)),
        "a2": at(13, abilities=["Spinta"]),
        "b1": at(20, dice=()),
    }
    field = trial({"Spinta": inflicting("Respinto")}, fighters, dice=[2, 3])
    field.figure("b1").dice = ()
    field.act("a2", "ability", "Spinta", "b1")
    assert field.at("b1") == (26, 10)
    assert "Spaventato" in field.figure("b1").conditions
    own = Field({"a1": at(10, abilities=ab(131)), "a2": at(20), "b1": FAR}, dice=[3])
    own.act("a1", "move", die=8)
    own.to(17, 10)
    assert not own.all(TestEnded), "his own displacement frightens nobody"


@pytest.mark.rule("CDC-AB-136.1", "CDC-AB-136.2", "CDC-AB-136.3")
def test_a_carapace_takes_all_of_a_damage() -> None:
    field = Field({"a1": at(10, dan=3), "b1": at(13.5, abilities=ab(136))}, dice=[5, 5])
    assert field.game.pending is not None and field.game.pending.free == (), "of no use before"
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "respond" and field.about["amount"] == 3
    field.answer(("CDC-AB-136", "b1", 4, (6, 8)))
    assert not field.all(Hurt) and field.the(Unharmed).why == "CDC-AB-136" and field.figure("b1").dice == ()
    assert len(field.all(DiceRolled)) == 1, "nothing is rolled for it"
    field.act("a1", "melee", "b1", die=6)
    assert field.the(Hurt).amount == 3, "no dice are left"


def dying(gap: float, *dice: int, **near: Any) -> Field:
    """`a1` kills `b1` of the hooked hide; `b2` is ``gap`` cm from it."""
    fighters = {
        "a1": at(10, dan=9, dice=(8,)),
        "b1": at(13.5, abilities=ab(137)),
        "b2": at(13.5, round(12.5 + gap, 2), **near),
    }
    field = Field(fighters, dice=[5, *dice])
    field.figure("b2").dice = ()
    field.act("a1", "melee", "b1", die=8)
    return field


@pytest.mark.rule("CDC-AB-137.1", "CDC-AB-137.2")
def test_a_hooked_hide_hurts_everybody_around_at_its_death() -> None:
    field = dying(1)
    assert field.the(Died).it == "b1"
    assert [(e.it, e.amount) for e in field.all(Hurt)] == [("b1", 9), ("a1", 1), ("b2", 1)]
    assert [(e.it, e.kind) for e in field.all(TestEnded)] == [("a1", "riflessi"), ("b2", "riflessi")]
    assert field.all(Hurt)[1].rules == ("CDC-AB-137",)
    assert [e.it for e in dying(1.01).all(Hurt)] == ["b1", "a1"], "1 cm and no more"


@pytest.mark.rule("CDC-AB-137.1")
@pytest.mark.parametrize("who", ["a1", "a2", "b2"])
def test_a_hooked_hide_hurts_nobody_when_others_die(who: str) -> None:
    """b1 dies; the bearer, the killer or somebody beside it, has figures within 1 cm and lives."""
    fighters: dict[str, Any] = {
        "a1": at(10, dan=9), "a2": at(6.5, dice=()), "b1": at(13.5), "b2": at(10, 13.5, dice=()), "b3": FAR
    }  # fmt: skip
    fighters[who]["abilities"] = ab(137)
    field = Field(fighters, dice=[5])
    field.act("a1", "melee", "b1", die=8)
    assert field.the(Died).it == "b1" and [(e.it, e.amount) for e in field.all(Hurt)] == [("b1", 9)]
    assert field.all(TestEnded) == []
    field.done()


@pytest.mark.rule("CDC-AB-137.1")
def test_reflexes_save_from_a_hooked_hide() -> None:
    fighters = {"a1": at(10, dan=9, dice=(6, 8)), "b1": at(13.5, abilities=ab(137)), "b2": FAR}
    field = Field(fighters, dice=[5, 4])
    field.act("a1", "melee", "b1", die=8)
    field.answer(6)
    assert field.the(TestEnded).passed and [e.it for e in field.all(Hurt)] == ["b1"]
    field.done()


@pytest.mark.rule("CDC-AB-138.1", "CDC-AB-138.2")
def test_fangs_cost_three_dice_and_hurt_everybody_around() -> None:
    fighters = {"a1": at(10, abilities=ab(138)), "a2": at(10, 13.5), "b1": at(13.5), "b2": at(10, 6.49), "b3": FAR}
    field = Field(fighters, dice=[4])
    field.figure("a2").dice = ()
    field.figure("b1").dice = (6,)
    field.act("a1", "ability", "CDC-AB-138", die=4, others=(6, 8))
    field.answer(6)
    assert field.all(DiceSpent)[0].dice == (4, 6, 8) and field.figure("a1").dice == ()
    assert [(e.it, e.kind, e.passed) for e in field.all(TestEnded)] == [("a2", "forza", False), ("b1", "forza", True)]
    assert [(e.it, e.amount, e.rules) for e in field.all(Hurt)] == [("a2", 1, ("CDC-AB-138",))]
    field.done()


@pytest.mark.rule("CDC-AB-138.1")
def test_fangs_are_for_ones_own_hand_and_three_dice() -> None:
    field = Field({"a1": at(10), "b1": at(13.5, abilities=ab(138))})
    assert field.game.pending is not None and field.game.pending.free == (), "nothing for b in a's hand"
    few = Field({"a1": at(10, abilities=ab(138), dice=(6, 8)), "b1": at(13.5)})
    assert "ability" not in few.offered("a1")


# more arms


def armed(mine: tuple[int, ...], *foes: tuple[float, tuple[int, ...]], hand: str = "b") -> Field:
    fighters = {"a1": at(10, abilities=ab(139)), "b9": FAR}
    for number, (cm, _) in enumerate(foes, 1):
        fighters[f"b{number}"] = at(10, round(12.5 + cm, 2)) if number == 1 else at(round(12.5 + cm, 2), 10)
    field = Field(fighters, hand=hand)
    field.figure("a1").dice = mine
    for number, (_, dice) in enumerate(foes, 1):
        field.figure(f"b{number}").dice = dice
    field.answer(PASS)
    return field


@pytest.mark.rule("CDC-AB-139.1", "CDC-AB-139.2")
@pytest.mark.parametrize(
    ("mine", "foes", "gained"),
    [
        ((6,), [(1, (4, 8))], [(4,)]),
        ((6,), [(1, (4, 8)), (1, (4, 6, 8))], [(4,)]),
        ((6, 8), [(1, (4, 8))], []),
        ((6,), [(1.01, (4, 6, 8))], []),
    ],
    ids=["outdiced", "by two", "even", "too far"],
)
def test_extra_limbs(mine: tuple[int, ...], foes: list[tuple[float, tuple[int, ...]]], gained: list[Any]) -> None:
    field = armed(mine, *foes)
    assert field.state.hand == "a" and field.asked == "action"
    assert [(e.it, e.dice) for e in field.all(DiceGained)] == [("a1", dice) for dice in gained]
    assert all(e.rules == ("CDC-AB-139",) for e in field.all(DiceGained))


@pytest.mark.rule("CDC-AB-139.1")
def test_extra_limbs_stir_in_the_hands_of_their_controller_only() -> None:
    fighters = {"a1": at(10, dice=(8,)), "b1": at(13.5, abilities=ab(139), dice=(8,)), "a2": at(10, 50)}
    field = Field(fighters, dice=[1], hand="b")
    field.act("b1", "melee", "a1", die=8)
    assert field.state.hand == "a" and not field.all(DiceGained), "the hand of the other"


# the raised dead


def raised(*casters: list[str], **more: Any) -> Field:
    """`a1` is Reanimated; casters of both companies are about; everybody passes until the next turn."""
    fighters = {"a1": at(10, abilities=[REANIMATED], **more), "b1": FAR}
    for number, abilities in enumerate(casters, 2):
        fighters[f"{'ab'[number % 2]}{number}"] = at(10 * number, 30, abilities=abilities)
    field = Field(fighters)
    while field.state.turn == 1:
        field.answer(PASS)
    return field


def received(field: Field) -> tuple[int, ...]:
    return next((e.dice for e in field.all(DiceGained) if e.it == "a1"), ())


@pytest.mark.rule("CDC-IN-027.1", "CDC-IN-027.2", "CDC-IN-027.3")
@pytest.mark.parametrize(
    ("casters", "dice"),
    [
        ((), 0),
        (([APPRENTICE, TENEBRE],), 1),
        (([MASTER, TENEBRE],), 2),
        (([KEEPER, TENEBRE],), 3),
        (([APPRENTICE, MASTER, KEEPER, TENEBRE],), 3),
        (([APPRENTICE, TENEBRE], [MASTER, TENEBRE]), 3),
        (([KEEPER, ABISSI], [TENEBRE]), 0),
    ],
)
def test_the_dead_get_their_dice_from_masters_of_darkness(casters: tuple[list[str], ...], dice: int) -> None:
    assert received(raised(*casters)) == (4,) * dice


@pytest.mark.rule("CDC-IN-027.1")
def test_the_living_get_their_own_dice_beside_the_dead() -> None:
    field = Field({"a1": at(10, abilities=[REANIMATED]), "a2": at(20), "b1": FAR})
    while field.state.turn == 1:
        field.answer(PASS)
    assert {e.it: e.dice for e in field.all(DiceGained)} == {"a2": (4, 6, 8), "b1": (4, 6, 8)}


@pytest.mark.rule("CDC-IN-027.4")
def test_the_living_take_tests_beside_the_dead() -> None:
    strain = {"kind": "AG", "target": {"one": "figures()"}, "do": [{"test": "forza", "to": "target"}]}
    fighters = {"a1": at(10, abilities=["Sforzo"]), "a2": at(20, abilities=[REANIMATED]), "b1": at(40, dice=(8,))}
    field = trial({"Sforzo": strain}, fighters, dice=[4])
    field.act("a1", "ability", "Sforzo", "b1")
    assert field.asked == "test"
    field.answer(8)
    assert (field.the(TestEnded).it, field.the(TestEnded).passed) == ("b1", True)
    field.done()


@pytest.mark.rule("CDC-IN-027.3")
def test_a_dead_master_gives_no_dice() -> None:
    fighters = {"a1": at(10, abilities=[REANIMATED]), "a2": at(30, abilities=[KEEPER, TENEBRE], life=1), "b1": at(33.5)}
    field = Field(fighters, dice=[5], hand="b")
    field.act("b1", "melee", "a2", die=8)
    assert field.the(Died).it == "a2"
    while field.state.turn == 1:
        field.answer(PASS)
    assert received(field) == ()


@pytest.mark.rule("CDC-IN-027.4")
@pytest.mark.parametrize("kind", ["forza", "riflessi", "spirito"])
def test_the_dead_fail_every_test_without_a_die(kind: str) -> None:
    made = {"Prova": {"kind": "AG", "target": {"one": "figures()"}, "do": [{"test": kind, "to": "target"}]}}
    field = trial(made, {"a1": at(10, abilities=["Prova"]), "b1": at(30, abilities=[REANIMATED], dice=(6, 8))})
    field.act("a1", "ability", "Prova", "b1")
    assert (field.the(TestDeclined).why, field.the(TestDeclined).rules[0]) == ("barred", REANIMATED)
    ended = field.the(TestEnded)
    assert ended.passed is False and ended.rules[0] == REANIMATED and field.figure("b1").dice == (6, 8)


@pytest.mark.rule("CDC-IN-027.5")
def test_the_dead_are_immune_to_four_conditions() -> None:
    conditions = ("Veleno", "Gelo", "Spaventato", "Terrorizzato")
    made = {f"{c}!": inflicting(c) for c in (*conditions, "Fuoco")}
    field = trial(made, {"a1": at(10, abilities=list(made)), "b1": at(30, abilities=[REANIMATED])})
    for name in made:
        field.act("a1", "ability", name, "b1")
    assert [(e.condition, e.why) for e in field.all(ConditionWarded)] == [(c, "immune") for c in conditions]
    assert field.figure("b1").conditions == ("Fuoco",) and not field.all(Moved)
