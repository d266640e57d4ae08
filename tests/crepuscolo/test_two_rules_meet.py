"""Moments at which two rules of the book meet that were written pages apart: what each of them leaves to the other."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.dice import all_dice
from arbitro.rulesets.crepuscolo.events import (
    ArmourWorn,
    DiceLost,
    DiceRolled,
    HandEnded,
    HandGoesOn,
    Hurt,
    TestEnded,
    Unharmed,
)
from arbitro.rulesets.crepuscolo.queries import DDA, stat
from arbitro.rulesets.crepuscolo.state import Corpse
from tests.crepuscolo.arms import LEGGERA, SPADONE, hurt
from tests.crepuscolo.casting import RICH, knows, pass_hands, use
from tests.crepuscolo.field import RULES, Field
from tests.crepuscolo.passives import ab
from tests.crepuscolo.trials import at

DREAMS = (("illusione", 9),)
PISTOLA, LANCIAFIAMME, TALISMANO, PORTAFORTUNA = "CDC-EQ-41", "CDC-EQ-52", "CDC-EQ-72", "CDC-EQ-96"
SCREEN, BLESSING, LANCE, WINTER, BLANK = "CDC-PW-029", "CDC-PW-036", "CDC-PW-060", "CDC-PW-039", "CDC-PW-091"
IMAGE, CHARM, SPIRAL, VEIL, GRIP = "CDC-PW-102", "CDC-PW-105", "CDC-PW-107", "CDC-PW-062", "CDC-PW-138"
LAKE = {"id": "lake", "kinds": ["water"], "rect": [11.5, 0, 10, 20]}
ALL_DICE = (4, 4, 4, 6, 6, 8)
FAR: dict[str, Any] = {"at": (55, 55)}


def pass_to(field: Field, seat: str) -> None:
    """The other player gives the hand up."""
    assert field.about["seat"] != seat
    field.answer(("pass",))


def dreamer(x: float, y: float = 10, *spells: str, **more: Any) -> dict[str, Any]:
    return at(x, y, abilities=list(spells), points=DREAMS, dice=ALL_DICE, **more)


def spiralled(*faces: int, **me: Any) -> Field:
    """`a1` is under the Spirale dei Sogni of `b1`, and has the hand."""
    field = Field(
        {"a1": at(10, dice=ALL_DICE, **me), "b1": dreamer(13.5, 10, SPIRAL, res=20), "b2": FAR},
        dice=(6, *faces), hand="b", terrain=[LAKE] if me.get("at") else (),
    )  # fmt: skip
    field.act("b1", "power", SPIRAL, "a1", die=8)
    pass_to(field, "a")
    return field


def lost(field: Field, who: str = "a1") -> int:
    """How many dice a figure loses before the next action."""
    while field.asked == "lose_die":
        field.answer(field.offered()[0])
    return len([event for event in field.all(DiceLost) if event.it == who and event.why == "lost"])


# --- whose die, and when ------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-EQ-72.2", "CDC-AB-089.4", "CDC-AB-130.1")
@pytest.mark.parametrize("secretion", [False, True])
def test_a_mutation_is_no_action_and_no_test_that_luck_could_repeat(secretion: bool) -> None:
    mutant = at(10, abilities=ab(127, 89, *((130,) if secretion else ())), items=[TALISMANO], tokens=(("Debello", 3),))
    field = Field({"a1": mutant, "b1": FAR}, dice=[2], hand="bid")
    field.answer(8)
    assert (field.asked, "respond" in field.asked) == (("respond", True) if secretion else ("bid", False))
    if secretion:
        assert field.offered() == ("pass", "CDC-AB-130")


@pytest.mark.rule("CDC-PW-107.3", "CDC-AB-026.1")
def test_wrath_is_an_action_of_its_own_under_the_spiral_of_dreams() -> None:
    field = spiralled(5, 3, abilities=ab(26))
    field.act("a1", "melee", "b1", die=8)
    field.answer(("CDC-AB-026", "a1", 4))
    assert lost(field) == 2, "one for Ira, one for the attack"
    field.done()


@pytest.mark.rule("CDC-PW-107.3", "CDC-EQ-52.1")
@pytest.mark.parametrize(("face", "dice"), [(5, 1), (1, 0)])
def test_the_spiral_of_dreams_takes_a_die_for_flames_that_blaze(face: int, dice: int) -> None:
    field = spiralled(face, items=[LANCIAFIAMME], res=20)
    field.act("a1", "flame", LANCIAFIAMME, die=8, others=(4, 6))
    field.answer(180_000)
    assert lost(field) == dice


@pytest.mark.rule("CDC-PW-107.3", "CDC-ACT-22.3")
def test_the_spiral_of_dreams_takes_a_die_for_a_swim() -> None:
    swimmer = at(10, 10, dice=ALL_DICE)
    field = Field({"a1": swimmer, "b1": dreamer(35, 10, SPIRAL)}, dice=(6, 5, 1), hand="b", terrain=[LAKE])
    field.act("b1", "power", SPIRAL, "a1", die=8)
    pass_to(field, "a")
    field.act("a1", "swim", die=8, others=(4,))
    field.to(10, 10)
    assert lost(field) == 1
    field.done()


@pytest.mark.rule("CDC-AB-005.4", "CDC-AB-064.1", "CDC-AB-069.1")
def test_a_die_kept_for_the_other_hand_is_not_spent_on_a_quick_retreat() -> None:
    """`a1` spends its d4 and d6 and throws a d8 for each; the d4 of the Aura di Cautela stays."""
    fleeing = at(20, abilities=ab(64), dice=(4, 6))
    field = Field({"a1": fleeing, "a2": at(23, abilities=ab(69), dice=(4,)), "b1": at(10)}, dice=[1, 1, 1])
    field.act("a2", "move", die=4)
    field.to(23, 10)
    field.act("a1", "ability", "CDC-AB-064", die=4)
    assert field.about["face"] == 2, "two dice, not three"
    assert [die[0] for die in all_dice(field.game, "a1")] == [4]


@pytest.mark.rule("CDC-PW-105.3", "CDC-AB-005.4", "CDC-AB-056.2")
def test_nobody_is_charmed_along_by_a_die_for_shots() -> None:
    """`b1` has but the d4 of the Fuoco Rapido left from its hand: it is lost, and leads nowhere."""
    shooter = at(28, abilities=ab(56), items=[PISTOLA], dice=(8,))
    mage = at(10, abilities=[CHARM], points=DREAMS, dice=(4, 8))
    field = Field({"a1": mage, "a2": at(40), "b1": shooter}, dice=[8, 6], hand="b", start={"total": 32})
    field.act("b1", "shot", PISTOLA, "a2", die=8)  # at 40 the hand passes
    field.act("a1", "power", CHARM, "b1", die=8)
    assert len(all_dice(field.game, "b1")) == 1
    pass_to(field, "b")
    assert (field.at("b1"), field.state.turn) == ((28, 10), 2)
    field.done()


@pytest.mark.rule("CDC-AB-005.4", "CDC-PW-130.3", "CDC-PW-052.2")
def test_a_die_for_moves_saves_nobody_from_a_hammer_of_water() -> None:
    march = knows(10, 12, "CDC-PW-052")
    victims = {"b1": knows(20, 10, "CDC-PW-130", dice=ALL_DICE), "a2": at(15, abilities=["CDC-IN-027"], dice=(), res=9)}
    field = Field({"a1": march, **victims}, dice=[6, 6], terrain=[LAKE])
    use(field, "CDC-PW-052")
    assert [die[0] for die in all_dice(field.game, "a2")] == [8]
    pass_to(field, "b")
    use(field, "CDC-PW-130", "a2", actor="b1", rank=3)
    assert (field.asked, hurt(field)) == ("action", [("a2", 4)]), "there is no die that it might spend"


# --- what is annulled, and what is only out of sight ------------------------------------------------------------


def doubled(*faces: int, **others: Any) -> Field:
    """`b1` has an image at (13, 13), and `a1`, who attacks, the hand."""
    fighters = {"b1": dreamer(13, 10, IMAGE), "b2": FAR, **others}
    field = Field(dict(sorted(fighters.items())), dice=(6, *faces), hand="b")
    field.act("b1", "power", IMAGE, die=6, others=(4,))
    field.to(13, 13)
    pass_to(field, "a")
    return field


@pytest.mark.rule("CDC-PW-102.3", "CDC-PW-036.3", "CDC-AB-026.1")
def test_an_annulled_attack_neither_takes_dice_nor_is_made_worse() -> None:
    field = doubled(4, 5, a1=knows(10, 10, BLESSING, "CDC-AB-026"))
    use(field, BLESSING, "a1")
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action", "neither the die of the blessing nor Ira is spoken of"
    assert len(field.figure("b1").dice) == 4 and field.at("b1") == (13, 13)
    assert field.the(Unharmed).why == IMAGE
    field.done()


@pytest.mark.rule("CDC-PW-102.3", "CDC-AB-132.1")
def test_no_d2_is_thrown_for_the_damage_of_an_annulled_attack() -> None:
    field = doubled(5, a1=at(10, abilities=ab(132)))
    field.act("a1", "melee", "b1", die=8)
    assert field.asked == "action" and not field.all(Hurt)
    field.done()


@pytest.mark.rule("CDC-AB-131.1", "CDC-AB-131.2", "CDC-PW-102.3")
def test_who_takes_the_place_of_its_image_beside_the_terrifying_takes_a_test() -> None:
    field = doubled(5, 2, 2, 2, 2, a1=at(10, abilities=ab(131)), a2=at(16, 10))
    field.act("a2", "melee", "b1", die=8)
    assert (field.asked, field.about["actor"]) == ("test", "b1"), "it stands within 2 cm of a1 now"


@pytest.mark.rule("CDC-PW-102.2", "CDC-AB-131.1", "CDC-PW-103.3")
def test_an_image_is_frightened_by_nobody_and_tears_no_mist() -> None:
    mage = dreamer(10, 10, IMAGE, "CDC-PW-103")
    field = Field({"a1": mage, "b1": at(24, 13, abilities=ab(131))}, dice=[6, 5, 4])
    field.act("a1", "power", IMAGE, die=6, others=(4,))
    field.to(10, 13)
    field.act("a1", "power", "CDC-PW-103", die=6, others=(4,))
    field.to(14, 10)
    field.to(14, 18)
    field.figure("a2").dice = (8,)
    field.act("a2", "move", die=8)
    field.to(21.5, 13)
    assert (field.asked, len(field.state.ground.pieces)) == ("action", 1)
    field.done()


@pytest.mark.rule("CDC-EQ-52.3", "CDC-PW-102.2")
def test_an_image_takes_no_test_against_flames() -> None:
    field = doubled(5, 4, a1=at(10, items=[LANCIAFIAMME]))
    field.act("a1", "flame", LANCIAFIAMME, die=8, others=(4, 6))
    field.answer(20_000)
    field.answer(6)
    assert [event.it for event in field.all(TestEnded)] == ["b1"]
    field.done()


@pytest.mark.rule("CDC-PW-062.2", "CDC-AB-055.3")
@pytest.mark.parametrize("veiled", [False, True])
def test_a_point_blank_shot_is_a_ranged_attack_and_finds_nobody_behind_a_veil_of_rime(veiled: bool) -> None:
    gunman = at(10, abilities=ab(55), items=[PISTOLA])
    field = Field({"a1": gunman, "b1": knows(13.5, 10, VEIL, res=20)}, dice=[6] * veiled + [8], hand="b")
    if veiled:
        use(field, VEIL, actor="b1")
    pass_to(field, "a")
    field.act("a1", "melee", "b1", die=8)
    assert (field.about.get("action") == "shot") is not veiled


# --- moves that are not one's own choice, and yet one's own ---------------------------------------------------------


@pytest.mark.rule("CDC-PW-105.3", "CDC-AB-080.2")
def test_a_charm_leads_nobody_into_a_circle() -> None:
    circle = dreamer(10, 10, CHARM, "CDC-AB-080")
    field = Field({"a1": circle, "b1": at(25, dice=(6,))}, dice=[6, 6, 5])
    field.act("a1", "power", CHARM, "b1", die=6)
    field.answer("decline")
    field.act("a1", "ability", "CDC-AB-080", die=8, others=(4, 4))
    field.answer(("pass",))
    assert field.at("b1") == (17.5, 10), "5 cm before the base of a1, though a 5 would lead farther"


@pytest.mark.rule("CDC-AB-069.1", "CDC-PW-054.2")
def test_who_is_raised_within_an_aura_of_caution_has_its_die_in_the_other_hand() -> None:
    careful = knows(10, 10, "CDC-PW-054", "CDC-AB-069", dice=ALL_DICE)
    field = Field({"a1": careful, "b1": FAR, "b2": at(13, status="dead")}, dice=[5])
    field.state.corpses = (Corpse("b2", 13_000, 10_000, 0),)
    use(field, "CDC-PW-054", "b2", rank=2)
    pass_to(field, "b")
    assert [die[0] for die in all_dice(field.game, "a2")] == [4]


@pytest.mark.rule("CDC-PW-138.2", "CDC-AB-044.1")
def test_the_grip_of_the_earth_holds_who_would_press_on_and_not_who_is_pressed() -> None:
    pressing = at(10, abilities=ab(44), items=[SPADONE])
    field = Field({"a1": pressing, "b1": knows(15, 10, GRIP, dice=ALL_DICE)}, dice=[6, 1, 5], hand="b")
    use(field, GRIP, actor="b1", rank=3)
    field.to(8, 13)
    pass_to(field, "a")
    field.act("a1", "melee", "b1", die=8)
    field.answer(5)
    assert (field.at("a1"), field.at("b1")) == ((10, 10), (15.5, 10))
    assert hurt(field) == [("b1", 1)]


# --- hands ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-TRN-06.1", "CDC-TRN-06.2", "CDC-AB-069.1")
def test_a_die_for_the_other_hand_alone_gets_its_company_no_hand() -> None:
    """At 40 the hand goes on without limit: the d4 of the Aura di Cautela is no die to act with in one's own."""
    careful = {"b1": at(33, dice=()), "b2": at(33, 13.5, abilities=ab(69), dice=())}
    field = Field({"a1": at(10, dice=(8, 8)), **careful}, dice=[6], start={"total": 36})
    field.act("a1", "move", die=8)
    field.to(12, 10)
    assert [die[0] for die in all_dice(field.game, "b1")] == [4]
    assert field.all(HandGoesOn) and not field.all(HandEnded)
    assert (field.about["seat"], field.about["total"]) == ("a", 42)


@pytest.mark.rule("CDC-ACT-22.6", "CDC-PW-108.3", "CDC-PW-109.3")
@pytest.mark.parametrize(("spell", "victim"), [("CDC-PW-109", "b1"), ("CDC-PW-108", "b2")])
def test_neither_idyll_nor_a_provocation_keeps_anybody_from_a_swim_it_must_take(spell: str, victim: str) -> None:
    swimmer = at(16, 15, wet=True, in_water=True)
    fighters = {"a1": dreamer(10, 22, spell), "b1": at(10, 30), "b2": swimmer}
    field = Field(fighters, dice=[6], terrain=[LAKE])
    field.act("a1", "power", spell, victim, die=6)
    pass_to(field, "b")
    assert field.offered() == ("b1", "b2"), "nor may the hand be passed before"
    assert field.offered("b2") == ("swim",)


# --- whom a rule does not reach -------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-PW-040.2", "CDC-PW-040.3", "CDC-AB-112.1")
@pytest.mark.parametrize(("immune", "needs"), [(False, 5), (True, 4)])
def test_storm_winds_trouble_nobody_immune_to_magic(immune: bool, needs: int) -> None:
    archer = at(33, items=["CDC-EQ-22"], abilities=ab(112) if immune else [])
    field = Field({"a1": knows(10, 10, "CDC-PW-040"), "b1": archer}, dice=[6, 2])
    use(field, "CDC-PW-040", rank=2)
    pass_to(field, "b")
    field.act("b1", "shot", "CDC-EQ-22", "a1", die=8)
    need = field.all(DiceRolled)[-1].need
    assert need is not None and need.value == needs
    dda = field.game.query(DDA, figure="b1", base=2).value
    assert dda == needs - 2, "one more for climbs as well"


@pytest.mark.rule("CDC-PW-109.3", "CDC-AB-020.1")
def test_the_distrustful_are_not_held_back_by_a_provocation_of_their_ally() -> None:
    allies = {"b1": at(14), "b2": at(30, abilities=ab(20)), "b3": at(40)}
    field = Field({"a1": dreamer(10, 10, "CDC-PW-109"), **allies}, dice=[6])
    field.act("a1", "power", "CDC-PW-109", "b1", die=6)
    pass_to(field, "b")
    assert field.offered() == ("pass", "b1", "b2")


@pytest.mark.rule("CDC-PW-101.2", "CDC-AB-100.3", "CDC-AB-038.1")
@pytest.mark.parametrize(("theirs", "wounds", "cmb"), [(ab(100), [("b1", 1)], 0), ([], [("b1", 3), ("b1", 3)], 1)])
def test_what_supreme_yang_adds_is_damage_of_that_attack(
    theirs: list[str], wounds: list[tuple[str, int]], cmb: int
) -> None:
    """The intangible suffer 1 of all of it; who dies of it was killed by a melee attack."""
    monk = at(10, abilities=["CDC-PW-101", *ab(38)], points=(("ki", 1),), dan=3)
    field = Field({"a1": monk, "b1": at(13, abilities=theirs, res=6), "b2": FAR}, dice=[6, 5])
    field.act("a1", "power", "CDC-PW-101", die=6)
    field.act("a1", "melee", "b1", die=8)
    assert hurt(field) == wounds
    assert stat(field.game, "a1", "cmb") == cmb


@pytest.mark.rule("CDC-PW-140.3", "CDC-PW-140.4")
def test_nobody_is_left_in_a_chasm_at_the_edge_of_the_table() -> None:
    """Straight away there is no room; the nearest place beyond 5 cm of the point is beside it."""
    fighters = {"a1": knows(20, 10, "CDC-PW-140", dice=ALL_DICE), "b1": at(1.5)}
    field = Field(fighters, dice=[6, 1, 1, 1])
    use(field, "CDC-PW-140", rank=3)
    field.to(4, 10)
    x, y = field.at("b1")
    assert ((x - 4) ** 2 + (y - 10) ** 2) ** 0.5 - 1.25 > 5 and x >= 1.25
    assert abs(y - 10) < 6, "no farther than it must"


@pytest.mark.rule("CDC-AB-029.1")
def test_the_journal_names_an_ability_of_several_parts_once() -> None:
    field = Field({"a1": at(10, abilities=ab(29)), "b1": FAR})
    field.act("a1", "ability", "CDC-AB-029")
    said = [RULES.sentence(field.state, event, "it") for event in field.game.journal]
    assert said.count("Berserker ha effetto su Prova (a1).") == 1


# --- deaths --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-ACT-22.7", "CDC-AB-030.1", "CDC-AB-098.1", "CDC-DMG-02.4")
def test_who_drowns_counts_as_killed_for_revenge_and_martyrdom() -> None:
    drowning = at(15, wet=True, in_water=True, abilities=ab(98), dice=(4, 6, 8))
    fighters = {"a1": drowning, "a2": at(15, 18, abilities=ab(30), dice=(4,)), "b1": FAR}
    field = Field(fighters, dice=[2, 3, 2], terrain=[LAKE])
    field.act("a1", "swim", die=8, others=(4,))
    assert (field.asked, field.about["rule"]) == ("hand_out", "CDC-AB-098")
    field.answer("a2")
    assert (field.asked, field.about["window"]) == ("respond", "killed")
    field.answer(("CDC-AB-030", "a2", 4))
    assert field.asked == "place" and field.state.corpses == (), "a death, and no corpse"
    assert (field.figure("a1").status, field.figure("a2").dice) == ("lost", (6,))


# --- armours and screens ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-PW-039.2", "CDC-PW-039.3", "CDC-AB-135.1")
def test_the_armour_of_winter_strengthens_plates_of_bone() -> None:
    field = Field({"a1": knows(10, 10, WINTER, "CDC-AB-135", res=20), "b1": at(13, dan=3)}, dice=[6, 5])
    use(field, WINTER)
    assert field.figure("a1").armour == 2
    pass_to(field, "b")
    field.act("b1", "melee", "a1", die=8)
    assert field.the(ArmourWorn).saved == 1 and hurt(field) == [("a1", 2)], "one Protezione, not two"


@pytest.mark.rule("CDC-PW-029.4", "CDC-DMG-03.5")
@pytest.mark.parametrize(("own", "left"), [(True, 3), (False, 4)])
def test_armour_helps_against_the_backlash_of_anothers_screen_only(own: bool, left: int) -> None:
    user, screened = ("a1", "a1") if own else ("a2", "a1")
    fighters = {"a1": at(10, items=[LEGGERA]), "a2": at(13), "b1": FAR}
    fighters[user] |= knows(*fighters[user]["at"], SCREEN)
    field = Field(fighters, dice=[5])
    use(field, SCREEN, screened, actor=user)
    pass_hands(field)
    assert field.figure("a1").life == left


@pytest.mark.rule("CDC-PW-060.4", "CDC-PW-029.3", "CDC-EQ-96.2")
@pytest.mark.parametrize(
    ("nearest", "wounds"), [({"items": [PORTAFORTUNA]}, 2), ({"tokens": (("Schermo", 2),), "abilities": [SCREEN]}, 3)]
)
def test_a_lance_of_darkness_counts_what_a_screen_or_a_charm_will_stop(nearest: dict[str, Any], wounds: int) -> None:
    nearest = {**nearest, **({"points": RICH, "tokens": ()} if "tokens" in nearest else {})}
    lancer = at(10, abilities=[LANCE], points=RICH, dice=(6, 8))
    fighters = {"a1": lancer, "a2": FAR, "b1": at(14, res=1, **nearest), "b2": at(18, res=9)}
    field = Field(fighters, dice=[*([5] if wounds == 3 else []), 6, 8], hand="b")
    if wounds == 3:
        use(field, SCREEN, "b1", actor="b1")
    pass_to(field, "a")
    use(field, LANCE)
    field.answer(0)
    field.answer(((8, 0),))
    assert field.figure("b1").status == "dead" and hurt(field) == [("b1", 1), ("b2", 4 - wounds)]
    field.done()


@pytest.mark.rule("CDC-PW-060.4", "CDC-AB-100.3", "CDC-EQ-73.2")
def test_a_lance_of_darkness_asks_what_the_intangible_and_the_protected_suffer_of_a_power() -> None:
    """Of a power the intangible suffer all; the talisman takes 1 off, which the lance counts in."""
    victims = {"b1": at(14, res=2, abilities=ab(100)), "b2": at(18, res=1, items=["CDC-EQ-73"]), "b3": at(22, res=9)}
    field = Field({"a1": at(10, abilities=[LANCE], points=RICH, dice=(6, 8)), "a2": FAR, **victims}, dice=[6, 8])
    use(field, LANCE)
    field.answer(0)
    field.answer(((8, 0),))
    assert hurt(field) == [("b1", 2), ("b2", 1), ("b3", 1)]


# --- away, and back ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-PW-031.1", "CDC-PW-031.3", "CDC-AB-029.2", "CDC-PW-041.2")
def test_who_vanishes_keeps_what_is_in_force_on_it() -> None:
    """Berserker goes on for the hand that comes next, and the die of the Ibernazione is there in the next turn."""
    vanish = "CDC-PW-031"
    mage = knows(10, 10, vanish, "CDC-PW-041", "CDC-AB-029", dice=(4, 6, 6))
    field = Field({"a1": mage, "b1": at(40, dice=())}, dice=[6, 6])
    use(field, "CDC-PW-041", die=6)
    field.act("a1", "ability", "CDC-AB-029")
    use(field, vanish, rank=2)
    assert (field.state.turn, field.figure("a1").status) == (2, "away")
    assert sorted(field.figure("a1").dice) == [4, 6, 6, 8]
    field.answer(("pass",))
    assert field.figure("a1").status == "table" and stat(field.game, "a1", "dan") == 1, "the next hand was b's"


@pytest.mark.rule("CDC-PW-109.3", "CDC-PW-031.3")
def test_a_provocation_of_one_that_has_vanished_holds_nobody_back() -> None:
    fighters = {"a1": dreamer(10, 10, "CDC-PW-109"), "b1": knows(14, 10, "CDC-PW-031"), "b2": at(30)}
    field = Field(fighters, dice=[6, 6])
    field.act("a1", "power", "CDC-PW-109", "b1", die=6)
    pass_to(field, "b")
    assert field.offered() == ("pass", "b1")
    use(field, "CDC-PW-031", actor="b1", rank=2)
    assert field.offered() == ("pass", "b2")


# --- forgotten abilities -------------------------------------------------------------------------------------------


def forget(field: Field, ability: str) -> None:
    """`a1` makes `b1` forget an ability."""
    use(field, BLANK, "b1", rank=3)
    field.answer(ability)


@pytest.mark.rule("CDC-PW-091.3", "CDC-AB-135.2")
@pytest.mark.parametrize(("items", "left"), [([], 0), ([LEGGERA], 1)])
def test_plates_of_bone_are_forgotten_with_their_armour(items: list[str], left: int) -> None:
    fighters = {"a1": knows(10, 10, BLANK, dice=ALL_DICE), "b1": at(13, abilities=ab(135), items=items)}
    field = Field(fighters, dice=[6])
    forget(field, "CDC-AB-135")
    assert field.figure("b1").armour == left


@pytest.mark.rule("CDC-PW-091.3", "CDC-AB-127.8")
def test_a_forgotten_mutation_takes_its_resistenza_along() -> None:
    mutant, mind = at(13, abilities=ab(127)), knows(10, 10, BLANK, dice=ALL_DICE)
    field = Field({"a1": mind, "b1": mutant}, dice=[6, 4, 6], hand="")
    field.answer(8)  # the die of the mutation: a 6
    field.answer(("a1", 4))
    field.answer(("pass",))
    assert field.figure("b1").life_max == 7
    forget(field, "CDC-AB-127")
    assert (field.figure("b1").life, field.figure("b1").life_max) == (5, 5)
    field.done()


@pytest.mark.rule("CDC-PW-091.3", "CDC-AB-025.1")
def test_forgotten_fury_gives_no_die_in_the_next_hand() -> None:
    furious = at(13, abilities=ab(25), dice=(), res=20)
    mind = knows(10, 10, BLANK, dice=ALL_DICE)
    field = Field({"a1": mind, "b1": furious, "b2": FAR}, dice=[5, 6])
    field.act("a1", "melee", "b1", die=8)
    forget(field, "CDC-AB-025")
    pass_to(field, "b")
    assert field.state.effects == {}
    field.done()
