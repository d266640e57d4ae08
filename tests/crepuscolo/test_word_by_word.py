"""Abilities and powers read word by word: what their text says and a first reading passes over."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import DiceLost, Hurt, PointsChanged, TestDeclined, Unharmed
from arbitro.rulesets.crepuscolo.queries import stat
from tests.crepuscolo.arms import hurt
from tests.crepuscolo.casting import RICH, dead, knows, quiet, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.passives import ab
from tests.crepuscolo.trials import at

DREAMS = (("illusione", 9),)
KI = (("ki", 9), ("concentrazione", 0))
IMAGE, SPIRAL, BLAZE, REBIRTH, VANISH = "CDC-PW-102", "CDC-PW-107", "CDC-PW-128", "CDC-PW-054", "CDC-PW-031"
EAGLE, PHOENIX, DRAGON, TORTOISE, YIN, YANG = (f"CDC-PW-{n:03}" for n in (95, 96, 97, 99, 100, 101))
LAKE = {"id": "lake", "kinds": ["water"], "rect": [11.5, 0, 10, 20]}
FAR: dict[str, Any] = {"at": (55, 55)}


# --- Simulacro ------------------------------------------------------------------------------------------------


def imaged(x: float, y: float, *faces: int, me: dict[str, Any] | None = None, **others: Any) -> Field:
    """`a1` at (10, 10) has its image at a point; the dice that fall after are ``faces``."""
    dreamer = at(10, **{"abilities": [IMAGE], "points": DREAMS, "dice": (4, 6), **(me or {})})
    field = Field({"a1": dreamer, **others}, dice=(4, *faces))
    field.act("a1", "power", IMAGE, die=6, others=(4,))
    field.to(x, y)
    return field


def image_of(field: Field) -> str:
    (image,) = [f.id for f in field.state.figures.values() if f.image and f.status == "table"]
    return image


@pytest.mark.rule("CDC-PW-102.2", "CDC-MOV-01.1")
def test_others_come_as_near_to_an_image_as_they_like_and_walk_through_it() -> None:
    """Only fighters are kept at 2 cm, and an image is none; nobody ends on top of it all the same."""
    field = imaged(10, 14, 8, b1=at(20, 14))
    field.act("b1", "move", die=8)
    assert field.refusal((13_000, 14_000)) is None, "5 mm from the image, more than 2 cm from its maker"
    assert field.refusal((11_500, 14_000)).code == "overlaps"
    assert field.refusal((5_000, 15_000)) is None, "past the image, and 2.2 cm from its maker on the way"
    field.to(13, 14)
    assert "move" in field.offered("b1"), "an image engages nobody"
    field.done()


@pytest.mark.rule("CDC-PW-102.2", "CDC-MOV-04.1")
def test_an_image_is_held_by_nobody() -> None:
    field = imaged(13.4, 12.9, b1=at(16.8, 13))
    image = image_of(field)
    field.figure(image).dice = (8,)
    field.answer(("pass",))
    assert field.state.hand == "a"
    assert "move" in field.offered(image), "0.9 cm before b1"


@pytest.mark.rule("CDC-PW-102.3", "CDC-AB-082.1", "CDC-PW-107.3")
def test_an_attack_that_an_image_annuls_is_no_success() -> None:
    """`b1` dances with blades under the Spirale dei Sogni: it gains no Danno and loses no die."""
    field = imaged(10, 14, 5, 8, me={"abilities": [IMAGE, SPIRAL], "dice": (4, 6, 6)}, b1=at(13, abilities=ab(82)))
    field.act("a1", "power", SPIRAL, "b1", die=6)
    field.act("b1", "melee", "a1", die=8)
    assert field.the(Unharmed).why == IMAGE and field.at("a1") == (10, 14)
    assert stat(field.game, "b1", "dan") == 1 and field.all(DiceLost) == [] and field.figure("b1").dice == (4, 6)
    field.done()


@pytest.mark.rule("CDC-PW-102.4", "CDC-PW-096.2", "CDC-AB-082.1")
def test_an_attack_on_an_image_that_succeeds_is_a_success() -> None:
    fighter = at(10, 17, abilities=[PHOENIX, *ab(82)], points=KI, dice=(4, 4, 6))
    field = imaged(10, 14, 4, 5, b1=fighter)
    field.act("b1", "power", PHOENIX, die=4)
    field.act("b1", "melee", image_of(field), die=6)
    assert field.figure("b1").dice == (4, 4), "one it had, and one of the Fenice"
    assert stat(field.game, "b1", "dan") == 2 and field.all(Hurt) == []
    field.done()


# --- Ki: all that an attack inflicts ----------------------------------------------------------------------------


def doctrines(*spells: str, **foe: Any) -> Field:
    """`a1` has declared those doctrines; its next die, a d8, shows 5 against `b1` of 9 Resistenza."""
    me = at(10, abilities=list(spells), points=KI, dice=(*(4,) * len(spells), 8))
    field = Field({"a1": me, "b1": at(12.5, **{"res": 9, **foe}), "b2": FAR}, dice=(*(4,) * len(spells), 5))
    for spell in spells:
        field.act("a1", "power", spell, die=4)
    field.act("a1", "melee", "b1", die=8)
    return field


@pytest.mark.rule("CDC-PW-095.2", "CDC-PW-101.2")
def test_the_eagle_gains_by_what_yang_adds_to_the_attack() -> None:
    field = doctrines(EAGLE, YANG, dice=(4, 6))
    assert hurt(field) == [("b1", 1), ("b1", 2)] and dict(field.figure("a1").points)["concentrazione"] == 3
    field.done()


@pytest.mark.rule("CDC-PW-095.2", "CDC-PW-101.2")
def test_what_yang_adds_beyond_what_kills_is_lost_for_the_eagle() -> None:
    field = doctrines(EAGLE, YANG, dice=(4, 6, 8), life=2)
    assert hurt(field) == [("b1", 1), ("b1", 3)] and dict(field.figure("a1").points)["concentrazione"] == 2
    field.done()


@pytest.mark.rule("CDC-PW-099.2", "CDC-PW-101.2")
def test_the_tortoise_takes_points_for_what_yang_adds_too() -> None:
    field = doctrines(TORTOISE, YANG, dice=(4, 6), points=(("arcano", 5), ("illusione", 1)))
    assert dict(field.figure("b1").points) == {"arcano": 2, "illusione": 0}
    assert [event.by for event in field.all(PointsChanged) if event.it == "b1"] == [-3, -1]
    field.done()


# --- fires, waters, mountains -----------------------------------------------------------------------------------


@pytest.mark.rule("CDC-PW-128.2", "CDC-PW-128.3")
def test_a_wood_that_blazes_does_not_blaze_twice() -> None:
    wood = {"id": "wood", "kinds": ["covering"], "rect": [20, 5, 10, 10]}
    mage = knows(10, 10, BLAZE, dice=(4, 4, 6, 6))
    field = Field({"a1": mage, "a2": at(25, dice=()), "b1": {**FAR, "dice": ()}}, dice=(5, 5), terrain=[wood])
    for _ in range(2):
        use(field, BLAZE, "wood", rank=2)
    assert field.state.turn == 2 and hurt(field) == [("a2", 1)]
    field.done()


@pytest.mark.rule("CDC-PW-054.2", "CDC-ACT-22.6")
def test_who_is_raised_in_the_water_is_in_the_water() -> None:
    field = Field(
        {"a1": knows(9, 10, REBIRTH, dice=(4, 6)), "a2": at(15, in_water=True), "b1": FAR}, dice=[5], terrain=[LAKE]
    )
    dead(field, "a2")
    use(field, REBIRTH, "a2", rank=2)
    servant = field.figure("a3")
    assert field.at("a3") == (15, 10) and servant.in_water
    field.done()


@pytest.mark.rule("CDC-PW-031.3")
@pytest.mark.parametrize(("taken", "wet"), [(False, True), (True, False)])
def test_who_comes_back_is_in_the_water_only_if_it_is_there(taken: bool, wet: bool) -> None:
    """`a1` vanished from the edge of a pond; if `a2` has taken the place meanwhile it comes back on the bank."""
    pond = {"id": "pond", "kinds": ["water"], "rect": [8, 8, 2.1, 4]}
    mage = knows(10, 10, VANISH, dice=(4, 4, 6), in_water=True)
    field = Field({"a1": mage, "a2": at(40, dice=()), "b1": FAR}, dice=[5], terrain=[pond])
    field.state.figures["a1"].wet = False  # it came into the water in this turn
    use(field, VANISH, rank=2)
    if taken:
        field.state.figures["a2"].x = 9_000
    field.state.figures["a1"].dice = (4,)
    field.answer(("pass",))
    figure = field.figure("a1")
    assert figure.status == "table" and (field.at("a1") == (10, 10)) is not taken and figure.in_water is wet


@pytest.mark.rule("CDC-AB-134.1", "CDC-ACT-17.5")
@pytest.mark.parametrize(("length", "z"), [(6_000, 6), (8_000, 8)])
def test_speed_is_taken_or_left_on_a_climb(length: int, z: int) -> None:
    """A 3 leads 6 cm up, to the ledge; counted as 4 it leads to the top."""
    tower = {
        "id": "tower", "rect": [20, 8, 6, 6], "height": 8, "crossing": "vaultable",
        "ledges": [{"rect": [17, 8, 3, 6], "height": 6}],
    }  # fmt: skip
    field = Field({"a1": at(18.6, 6.7, abilities=ab(134)), "b1": FAR}, dice=[3], terrain=[tower])
    field.act("a1", "climb", "tower", die=8)
    assert field.asked == "length" and field.offered() == (6_000, 8_000)
    field.answer(length)
    while field.asked == "spot":
        field.answer(field.offered()[0])
    assert field.figure("a1").z == z * 1000
    field.done()


# --- tokens in answer -------------------------------------------------------------------------------------------


DEBELLO, HAND, INVITTO = "CDC-AB-089", "CDC-AB-095", "CDC-AB-102"


@pytest.mark.rule("CDC-AB-018.1", "CDC-AB-089.3")
@pytest.mark.parametrize(("tokens", "saved"), [(1, True), (0, False)])
def test_debello_passes_the_test_of_who_resists_sorcery_without_a_die(tokens: int, saved: bool) -> None:
    ward = at(14, abilities=["CDC-AB-018", DEBELLO], dice=(), tokens=(("Debello", tokens),))
    field = Field({"a1": knows(10, 10, "CDC-PW-014", dice=(6,)), "b1": ward}, dice=[5])
    use(field, "CDC-PW-014", "b1")
    assert (field.asked == "respond") is saved
    if saved:
        field.answer(("CDC-AB-018", "b1"))
        assert field.the(TestDeclined).why == "no_dice"
        field.answer((DEBELLO, "b1"))
    assert field.figure("b1").conditions == (() if saved else ("Fuoco",))
    field.done()


@pytest.mark.rule("CDC-AB-017.1", "CDC-AB-019.1", "CDC-AB-095.2")
@pytest.mark.parametrize(("spell", "rule"), [("CDC-PW-116", "CDC-AB-017"), ("CDC-PW-076", "CDC-AB-019")])
def test_a_hand_of_faith_gives_the_die_for_a_test_of_resistance(spell: str, rule: str) -> None:
    mage = at(10, abilities=[spell], points=(*RICH, *DREAMS), dice=(6,))
    ward = at(14, abilities=[rule, HAND], dice=(), tokens=(("Fede", 1),))
    field = Field({"a1": mage, "b1": ward}, dice=[5, 4])
    field.act("a1", "power", spell, "b1", die=6)
    while field.offered() and field.offered()[1] == HAND:  # before the power: one does not know yet
        field.answer(("pass",))
    field.answer((rule, "b1"))
    field.answer((HAND, "b1"))
    if field.asked == "choose":
        field.answer(1)
    assert field.figure("b1").conditions == () and field.figure("b1").tokens == ()
    field.done()


@pytest.mark.rule("CDC-AB-095.1", "CDC-PW-135.2")
def test_dice_of_faith_against_a_boulder_that_dice_soften() -> None:
    """Macigno does 4 less the dice spent: who has one may buy another when it is aimed at it."""
    hill = {"id": "hill", "rect": [18, 8, 4, 4], "height": 3, "kinds": ["platform"]}
    ward = at(14, abilities=[HAND], dice=(4,), tokens=(("Fede", 1),))
    mage = knows(10, 10, "CDC-PW-135", dice=(4, 4, 6))
    field = Field({"a1": mage, "b1": ward}, dice=[5], terrain=[hill])
    use(field, "CDC-PW-135", "b1", rank=3)
    assert field.asked == "respond" and field.offered()[1] == HAND
    field.answer((HAND, "b1"))
    if field.asked == "choose":
        field.answer(1)
    assert field.figure("b1").dice == (4, 4) and field.asked == "spend_dice"


@pytest.mark.rule("CDC-AB-102.1", "CDC-AB-066.1")
@pytest.mark.parametrize(("dice", "asked"), [((4,), True), ((4, 6), False)])
def test_a_second_die_makes_a_defence_stoic_when_the_blow_falls(dice: tuple[int, ...], asked: bool) -> None:
    ward = at(12.5, abilities=["CDC-AB-066", INVITTO], dice=dice, tokens=(("Invitto", 1),))
    field = Field({"a1": at(10), "b1": ward}, dice=[4])
    field.act("a1", "melee", "b1", die=8)
    assert (field.asked == "respond") is asked
    if asked:
        field.answer((INVITTO, "b1"))
    assert hurt(field) == [], "a 4 is a hit no more"
    field.done()


@pytest.mark.rule("CDC-AB-105.1")
def test_a_friend_may_be_thrown_out_of_the_way_of_a_shot() -> None:
    """Respingere is offered in answer although no enemy is within 5 cm: the target is."""
    archer = at(40, items=["CDC-EQ-22"])
    field = Field({"a1": archer, "b1": at(10, abilities=["CDC-AB-105"]), "b2": at(14)}, dice=[6, 4])
    field.act("a1", "shot", "CDC-EQ-22", "b2", die=8)
    assert field.asked == "respond" and field.offered()[1] == "CDC-AB-105"
    quiet(field)


# --- who is a target of a power ---------------------------------------------------------------------------------


@pytest.mark.rule("CDC-AB-019.1", "CDC-PW-126.3")
def test_only_those_chosen_are_asked_to_resist_the_flames_that_consume() -> None:
    """`b1` burns, and the one damage goes to `b2`: only `b2` may spend a die on resisting it."""
    wary = {"abilities": ["CDC-AB-019"], "dice": (4,)}
    mage = knows(10, 10, "CDC-PW-126", dice=(4, 4, 4, 6))
    others = {"b1": at(20, conditions=["Fuoco"], **wary), "b2": at(23, **wary)}
    field = Field({"a1": mage, **others}, dice=[5, 1, 4])
    use(field, "CDC-PW-126", rank=4)
    field.to(18.7, 10)
    assert field.asked == "share", "nobody has been asked before the damage is shared out"
    field.answer((0, 0, 1, 0))  # a1, b1, b2, nobody
    assert (field.asked, field.about["it"]) == ("respond", "b2")
    field.answer(("CDC-AB-019", "b2"))
    assert hurt(field) == [] and field.figure("b1").dice == (4,) and field.figure("b2").dice == ()
    field.done()


@pytest.mark.rule("CDC-AB-018.1", "CDC-PW-060.4")
@pytest.mark.parametrize(("resists", "wounds"), [(False, [("b1", 2)]), (True, [("b2", 2)])])
def test_the_lance_asks_whom_it_comes_to_and_goes_on_whole_past_who_resists(
    resists: bool, wounds: list[tuple[str, int]]
) -> None:
    wary = {"abilities": ["CDC-AB-018"], "dice": (4,)}
    mage = knows(10, 10, "CDC-PW-060", dice=(4, 6))
    others = {"a2": FAR, "b1": at(20, life=2, **wary), "b2": at(30, **wary)}
    field = Field({"a1": mage, **others}, dice=[5, 4, *([4] if resists else [])])
    use(field, "CDC-PW-060")
    field.answer(0)
    while field.asked == "spend_dice":
        field.answer(((4, 0),) if ((4, 0),) in ((key,) for key in field.offered()) else field.offered()[:1])
    assert (field.asked, field.about["it"]) == ("respond", "b1")
    field.answer(("CDC-AB-018", "b1") if resists else ("pass",))
    quiet(field)
    assert hurt(field) == wounds
    field.done()


@pytest.mark.rule("CDC-PW-066.4", "CDC-PW-061.2")
@pytest.mark.parametrize(("y", "offered"), [(20, False), (20.1, True)])
def test_nobody_disenchants_through_an_antimagic_field(y: float, offered: bool) -> None:
    """`b1` and the caster `a1` stand on both sides of the field, whose edge the line between them just touches."""
    shield = knows(28, 17, "CDC-PW-066", dice=(4, 4, 6))
    others = {"a2": at(1.5), "a3": shield, "b1": knows(50, 10, "CDC-PW-061", dice=(6,))}
    field = Field({"a1": knows(5, 10, "CDC-PW-014", dice=(8,)), **others}, dice=[6, *([] if offered else [5])])
    use(field, "CDC-PW-066", actor="a3", rank=3)
    field.to(28, y)
    quiet(field)
    field.act("a1", "power", "CDC-PW-014", "a2", die=8)
    assert (field.asked == "respond") is offered
    if not offered:
        assert field.figure("a2").conditions == ("Fuoco",)
    field.done()


@pytest.mark.rule("CDC-AB-089.2", "CDC-PW-047.2")
@pytest.mark.parametrize(("x", "lifted"), [(20, True), (23, False)])
def test_debello_lifts_the_frost_before_frostbite_strikes(x: float, lifted: bool) -> None:
    """Assiderare is aimed at nobody by name: it strikes all who freeze within 10 cm."""
    frozen = at(x, abilities=[DEBELLO], conditions=["Gelo"], tokens=(("Debello", 1),), dice=())
    field = Field(
        {"a1": knows(10, 10, "CDC-PW-047", dice=(4, 6)), "a2": at(13, conditions=["Gelo"]), "b1": frozen}, dice=[5]
    )
    use(field, "CDC-PW-047", rank=2)
    assert (field.asked == "respond") is lifted
    if lifted:
        field.answer((DEBELLO, "b1", "Gelo"))
    assert hurt(field) == [("a2", 1)] and ("Gelo" in field.figure("b1").conditions) is not lifted
    field.done()


FAITH = "CDC-AB-093"


@pytest.mark.rule("CDC-AB-093.1", "CDC-PW-043.2")
def test_dice_are_given_to_an_aura_of_faith_in_answer_to_the_grip_of_ice() -> None:
    """Morsa di Ghiaccio hurts by the dice its victim has left: of two it gives both away."""
    field = Field(
        {
            "a1": knows(10, 10, "CDC-PW-043", dice=(4, 4, 6, 8)), "b1": at(14, dice=(4, 8)),
            "b2": at(18, abilities=[FAITH], dice=()),
        },
        dice=[5],
    )  # fmt: skip
    use(field, "CDC-PW-043", "b1", rank=3)
    for die in (8, 4):
        assert field.asked == "respond"
        field.answer((FAITH, "b2"))
        if field.asked == "spend_dice":
            field.answer(((die, 0),))
    assert hurt(field) == [] and dict(field.figure("b2").tokens) == {"Fede donata": 2}
    field.done()


@pytest.mark.rule("CDC-AB-093.2", "CDC-PW-135.2")
def test_a_die_of_the_aura_of_faith_comes_in_answer_to_a_boulder() -> None:
    hill = {"id": "hill", "rect": [16, 14, 4, 4], "height": 3, "kinds": ["platform"]}
    bearer = at(18, abilities=[FAITH], dice=(), tokens=(("Fede donata", 1),))
    mage = knows(10, 10, "CDC-PW-135", dice=(4, 4, 6))
    field = Field({"a1": mage, "b1": at(14, dice=()), "b2": bearer}, dice=[5], terrain=[hill])
    use(field, "CDC-PW-135", "b1", rank=3)
    field.answer((FAITH, "b2"))
    assert field.figure("b1").dice == (4,) and field.asked == "spend_dice"
    field.answer(((4, 0),))
    assert hurt(field) == [("b1", 3)]
    field.done()


@pytest.mark.rule("CDC-PW-097.2", "CDC-AB-057.1")
def test_the_dragon_throws_back_those_around_the_blow_and_not_where_its_striker_runs() -> None:
    """`a1` hits critically and runs off; `a2` stood 1.5 cm from it at the blow, `b2` stands by where it arrives."""
    me = at(20, abilities=[DRAGON, "CDC-AB-057"], points=KI, dice=(4, 4, 6))
    others = {"a2": at(20, 14), "b1": at(22.5, res=9), "b2": at(5)}
    field = Field({"a1": me, **others}, dice=(4, 6, *(1,) * 4, 3))
    field.act("a1", "power", DRAGON, die=4)
    field.act("a1", "melee", "b1", die=6)
    while field.asked == "order":
        field.answer(field.game.form("a").default())
    field.answer(("CDC-AB-057", "a1", 4))
    field.to(11, 10)
    prone = [name for name in ("a2", "b1", "b2") if field.figure(name).prone]
    assert prone == ["a2", "b1"]
    field.done()


@pytest.mark.rule("CDC-PW-097.2", "CDC-PW-102.4")
def test_the_dragon_stirs_at_a_blow_against_an_image_too() -> None:
    fighter = at(10, 17, abilities=[DRAGON], points=KI, dice=(4, 6))
    field = imaged(10, 14, 4, 5, 1, 1, 1, 1, b1=fighter, b2=at(13, 18))
    field.act("b1", "power", DRAGON, die=4)
    field.act("b1", "melee", image_of(field), die=6)
    assert field.figure("b2").prone and not field.figure("b1").prone
