"""Rules of chapters VI and VII where only the common case was true: images, orders, tokens, gifts, ends of turns."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.dice.sources import SeededDice
from arbitro.engine.save import load, save
from arbitro.rulesets.crepuscolo.events import DiceLost, HitLanded, Hurt
from tests.crepuscolo.casting import caster, pass_hands, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import at

FAITH, HAND, DEBELLO, INVITTO = "CDC-AB-093", "CDC-AB-095", "CDC-AB-089", "CDC-AB-102"
GIFT = "CDC-AB-093.1"
WOOD = {"id": "wood", "rect": [20, 20, 10, 10], "kinds": ["covering"]}
ALL = (("illusione", 9), ("concentrazione", 9), ("arcano", 9))


def wounds(field: Field) -> list[tuple[str, int]]:
    return [(event.it, event.amount) for event in field.all(Hurt)]


def doubled(*faces: int, **others: Any) -> tuple[Field, str]:
    """`a1` with an image at (10, 13), whose id is returned."""
    known = {"abilities": ["CDC-PW-102", "CDC-PW-035"], "points": ALL, "dice": (4, 4, 4, 4, 6, 8)}
    field = caster("CDC-PW-102", 4, *faces, me=known, **others)
    use(field, "CDC-PW-102", rank=2)
    field.to(10, 13)
    (image,) = [figure.id for figure in field.state.figures.values() if figure.image]
    return field, image


# --- images


@pytest.mark.rule("CDC-PW-102.2", "CDC-PW-035.2")
def test_a_tempest_does_not_count_an_image() -> None:
    field, _ = doubled(4, b1=at(40), b2=at(45))
    use(field, "CDC-PW-035", rank=3, die=8)
    assert field.asked == "action", "3 fighters and an image: 3 / 4 is 0 tokens each"
    field.done()


@pytest.mark.rule("CDC-PW-102.2")
def test_an_image_has_the_dice_of_a_turn_and_no_aura_adds_to_them() -> None:
    field, image = doubled(a2=at(10, 18, abilities=["CDC-AB-108"]), b1=at(40))
    assert field.figure(image).dice == ()
    pass_hands(field)
    assert field.figure(image).dice == (4, 6, 8)
    assert field.figure("a1").dice == (4, 4, 6, 8), "a1 stands in the Aura di Fervore"
    field.done()


@pytest.mark.rule("CDC-PW-102.3")
def test_a_new_image_takes_the_place_of_the_old_one_and_the_next_hit_once() -> None:
    field, image = doubled(4, 4, 4, b1=at(12.5, dice=(6, 8), res=9))
    use(field, "CDC-PW-102", rank=2, die=8)
    field.to(10, 7)
    (second,) = [f.id for f in field.state.on_table() if f.image]
    assert second != image and field.figure(image).status != "table"
    field.answer(("pass",))
    field.act("b1", "melee", "a1", die=8)
    assert wounds(field) == [] and field.at("a1") == (10, 7)
    field.figure("a1").x, field.figure("a1").y = 10_000, 10_000
    field.act("b1", "melee", "a1", die=6)
    assert wounds(field) == [("a1", 1)], "no image is left"
    field.done()


# --- powers at the end of a turn, and passing through


@pytest.mark.rule("CDC-PW-113.3")
@pytest.mark.parametrize("last", [True, False])
def test_an_illusion_of_speed_hurts_once_at_the_end_of_the_turn_if_no_hand_follows(last: bool) -> None:
    field = caster("CDC-PW-113", 4, me={"points": ALL}, b1=at(20, dice=(6,), res=9))
    if last:
        field.state.passed = (*field.state.passed, "b")
    use(field, "CDC-PW-113", "b1")
    pass_hands(field)
    assert field.state.turn == 2 and wounds(field) == [("b1", 3)], "d6 and 2d4 left"
    pass_hands(field)
    assert wounds(field) == [("b1", 3)]
    field.done()


@pytest.mark.rule("CDC-PW-128.3")
@pytest.mark.parametrize(("y", "inside"), [(18.76, True), (18.75, False)])
def test_the_edge_of_a_base_that_leaves_a_burning_wood_was_in_it(y: float, inside: bool) -> None:
    """b1 (radius 1.25 cm) stands at the edge of the wood and walks away; at 18.75 cm it only touches it."""
    known = {"at": (40, 40), "points": ALL, "res": 9}
    field = caster("CDC-PW-128", 4, 8, me=known, b1=at(25, y, dice=(8,)), setup={"terrain": (WOOD,)})
    use(field, "CDC-PW-128", "wood", rank=2)
    field.answer(("pass",))
    field.act("b1", "move", die=8)
    field.to(25, 12)
    pass_hands(field)
    assert wounds(field) == ([("b1", 1)] if inside else [])
    field.done()


@pytest.mark.rule("CDC-PW-103.3")
def test_a_jump_over_a_wall_of_mist_crosses_it() -> None:
    field = caster("CDC-PW-103", 4, 4, me={"points": ALL}, b1=at(21, 10, dice=(8,)))
    use(field, "CDC-PW-103", rank=2)
    field.to(18, 5)
    field.to(18, 15)
    assert len(field.state.ground.pieces) == 1
    field.answer(("pass",))
    field.act("b1", "jump", die=8)
    field.answer(180_000)
    assert field.at("b1") == (17, 10) and field.state.ground.pieces == ()
    field.done()


# --- who may act


def orders(*spells: str, faces: tuple[int, ...], **others: Any) -> Field:
    """`a1` knows all those powers; `b1` stands 4 cm away."""
    me = {"abilities": list(spells), "points": ALL, "dice": (4, 4, 4, 4, 6, 8)}
    return caster(spells[0], *faces, me=me, **{"b1": at(16.5), **others})


@pytest.mark.rule("CDC-PW-108.3", "CDC-PW-083.2")
def test_idyll_does_not_hinder_an_order() -> None:
    field = orders("CDC-PW-108", "CDC-PW-083", faces=(4, 4, 5), b2=at(20))
    use(field, "CDC-PW-108", "b1", die=4)
    use(field, "CDC-PW-083", "b1", rank=2)
    assert field.asked == "order_action" and field.offered() == ("b1",)
    field.act("b1", "melee", "b2", die=8)
    assert field.the(HitLanded).target == "b2"
    field.answer(("pass",))
    assert field.offered() == ("pass", "b2"), "the order is over, the idyll is not"
    field.done()


@pytest.mark.rule("CDC-PW-109.3", "CDC-PW-083.2")
def test_the_provocation_of_one_does_not_hinder_an_order_to_another() -> None:
    field = orders("CDC-PW-109", "CDC-PW-083", faces=(4, 4, 5), b2=at(10, 16))
    use(field, "CDC-PW-109", "b1", die=4)
    use(field, "CDC-PW-083", "b2", rank=2)
    assert field.asked == "order_action" and field.offered() == ("b2",)
    field.act("b2", "jump", die=8)
    field.answer(90_000)
    field.answer(("pass",))
    assert field.offered() == ("pass", "b1")
    field.done()


@pytest.mark.rule("CDC-PW-108.3", "CDC-PW-105.3")
def test_idyll_does_not_hinder_one_that_is_charmed() -> None:
    field = orders("CDC-PW-108", "CDC-PW-105", faces=(4, 4, 2, 3), b1=at(30, dice=(4, 6)), b2=at(50, 50))
    use(field, "CDC-PW-108", "b1", die=4)
    use(field, "CDC-PW-105", "b1")
    field.answer("decline")
    field.answer(("pass",))
    assert field.at("b1") == (15, 10) and field.figure("b1").dice == ()
    assert [effect for effect in field.state.effects.values() if ("mark", "costretto") in effect.keep] == []
    field.done()


@pytest.mark.rule("CDC-PW-108.3")
def test_two_under_idyll_wait_for_the_others_but_not_for_each_other() -> None:
    field = orders("CDC-PW-108", faces=(4, 4, 3), b2=at(10, 20), b3=at(40, 40, dice=(4,)))
    use(field, "CDC-PW-108", "b1", die=4)
    use(field, "CDC-PW-108", "b2", die=4)
    field.answer(("pass",))
    assert field.offered() == ("pass", "b3")
    field.act("b3", "jump", die=4)
    field.answer(0)
    assert field.offered() == ("pass", "b1", "b2")
    field.done()


@pytest.mark.rule("CDC-PW-109.3")
def test_a_provocation_is_over_with_the_death_of_the_provoked() -> None:
    field = orders("CDC-PW-109", faces=(4, 8), b1=at(12.6, life=1), b2=at(40))
    use(field, "CDC-PW-109", "b1", die=4)
    field.act("a1", "melee", "b1", die=8)
    assert field.figure("b1").status == "dead"
    field.answer(("pass",))
    assert field.offered() == ("pass", "b2")
    field.done()


# --- gifts and tokens


@pytest.mark.rule("CDC-AB-093.1", "CDC-AB-093.2")
@pytest.mark.parametrize("hand", ["a", "b"])
def test_an_enemy_may_give_a_die_into_an_aura_of_faith_of_its_own_will(hand: str) -> None:
    fighters = {"a1": at(20, abilities=[FAITH]), "a2": at(24), "b1": at(20, 15), "b2": at(32.51), "b3": at(20, 5)}
    field = Field(fighters | {"b3": at(20, 5, conditions=["A Terra"])}, hand=hand)
    assert field.offered("b1", "boon", seat="b") == (GIFT,)
    assert "boon" not in field.offered("b2", seat="b"), "one hundredth of a millimetre beyond 10 cm"
    assert "boon" not in field.offered("b3", seat="b"), "prone"
    field.answer(("b1", "boon", GIFT, "a1"), "b")
    field.answer(((8, 0),), "b")
    assert field.the(DiceLost).it == "b1" and field.figure("b1").dice == (4, 6)
    assert dict(field.figure("a1").tokens)["Fede donata"] == 1
    field.answer(("a1", "boon", FAITH, "a2"), "a")
    field.answer("riceve", "a")
    assert field.figure("a2").dice == (4, 4, 6, 8)
    field.done()


@pytest.mark.rule("CDC-AB-093.1")
def test_nobody_is_offered_a_gift_where_nobody_bears_the_aura() -> None:
    field = Field({"a1": at(20), "b1": at(20, 15)})
    assert "boon" not in field.offered("a1")


@pytest.mark.rule("CDC-AB-007.2", "CDC-AB-095.1")
@pytest.mark.parametrize("rule", [HAND, INVITTO])
def test_tokens_give_a_die_for_a_test_that_is_about_to_begin(rule: str) -> None:
    """b1 has no die left: for the test against Malia it takes one, and passes."""
    field = caster("CDC-PW-105", 4, 4, me={"points": ALL}, b1=at(30, dice=(), abilities=[rule], **tokens(rule)))
    use(field, "CDC-PW-105", "b1")
    assert field.about["window"] == "declared"
    field.answer(("pass",))
    assert field.about["window"] == "testing" and field.game.pending.seats == ("b",)
    field.answer((rule, "b1"))
    if rule == HAND:
        field.answer(1)
    assert field.asked == "test"
    die = 4 if rule == HAND else 6
    assert field.offered() == ("decline", die)
    field.answer(die)
    assert field.figure("b1").dice == () and dict(field.figure("b1").tokens)[token(rule)] == 2
    field.done()


@pytest.mark.rule("CDC-AB-007.2", "CDC-AB-095.1")
def test_a_token_gives_a_die_in_the_middle_of_a_test_once_the_others_have_failed() -> None:
    one = at(30, dice=(6,), abilities=[HAND], **tokens(HAND))
    field = caster("CDC-PW-105", 4, 2, 4, me={"points": ALL}, b1=one)
    use(field, "CDC-PW-105", "b1")
    field.answer(6)
    assert field.about["window"] == "testing", "a 2 has failed and no die is left"
    field.answer((HAND, "b1"))
    field.answer(2)
    assert field.asked == "action" and field.figure("b1").dice == (), "the d8 was thrown at once, and passed"
    field.answer(("pass",))
    assert field.at("b1") == (30, 10)
    field.done()


def token(rule: str) -> str:
    return {HAND: "Fede", INVITTO: "Invitto", DEBELLO: "Debello"}[rule]


def tokens(rule: str) -> dict[str, Any]:
    return {"tokens": ((token(rule), 3),)}


@pytest.mark.rule("CDC-AB-007.2")
def test_debello_lifts_a_condition_in_response_to_an_attack() -> None:
    fighters = {"a1": at(10), "b1": at(12.6, abilities=[DEBELLO], conditions=["A Terra"], **tokens(DEBELLO))}
    field = Field(fighters, dice=[3])
    field.act("a1", "melee", "b1", die=8)
    assert field.about["window"] == "declared"
    field.answer((DEBELLO, "b1", "A Terra"))
    assert field.figure("b1").conditions == () and wounds(field) == [], "a 3 is a miss against one that stands"
    field.done()


# --- saves in the middle of a question


def asked_again(field: Field) -> None:
    """What is asked, and of whom, is the same after a save."""
    again = load(save(field.game), field.game.ruleset, SeededDice.of_seed(1))
    assert again.pending is not None and field.game.pending is not None
    assert (again.pending.kind, again.pending.seats, again.pending.about) == (
        field.game.pending.kind,
        field.game.pending.seats,
        field.game.pending.about,
    )
    assert again.state == field.game.state


@pytest.mark.rule("CDC-PW-108.3", "CDC-AB-007.2")
def test_a_battle_is_saved_in_the_middle_of_orders_aims_and_responses() -> None:
    field = orders("CDC-PW-083", "CDC-PW-108", faces=(4, 4), b2=at(20))
    use(field, "CDC-PW-108", "b1", die=4)
    use(field, "CDC-PW-083", "b1", rank=2)
    assert field.asked == "order_action"
    asked_again(field)
    mist = caster("CDC-PW-103", 4, me={"points": ALL}, b1=at(21, 10))
    use(mist, "CDC-PW-103", rank=2)
    asked_again(mist)
    mist.to(18, 5)
    asked_again(mist)
    charm = caster("CDC-PW-105", 4, me={"points": ALL}, b1=at(30, dice=(), abilities=[HAND], **tokens(HAND)))
    use(charm, "CDC-PW-105", "b1")
    asked_again(charm)
    charm.answer(("pass",))
    asked_again(charm)
    charm.answer((HAND, "b1"))
    asked_again(charm)


# --- the land


@pytest.mark.rule("CDC-AB-114.3")
def test_a_shaped_obstacle_cannot_be_put_back_where_it_was() -> None:
    rock = {"id": "rock", "rect": [20, 20, 4, 4], "height": 5, "crossing": "impassable"}
    field = Field({"a1": at(10, abilities=["CDC-AB-114"]), "b1": at(40)}, terrain=[rock])
    field.act("a1", "ability", "CDC-AB-114", "rock", die=4, others=(6, 8))
    assert field.refusal((22_000, 22_000)).rules == ("CDC-AB-114.3",)
    assert field.refusal((22_001, 22_000)) is None
    field.done()
