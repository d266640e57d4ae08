"""Sorceries of the domain of Lightning (CDC-PW-027 to -037), and the Carica tokens they leave (CDC-PW-006)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    ArmourWorn,
    DiceGained,
    DiceLost,
    Died,
    GroundChanged,
    HandEnded,
    Hurt,
    Returned,
    TokensChanged,
    Vanished,
)
from arbitro.rulesets.crepuscolo.state import tokens_of
from tests.crepuscolo.casting import caster, dead, paid, pass_hands, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.test_pw_general import DISTRUST
from tests.crepuscolo.trials import at

SHIELD = {"Scudo": DISTRUST}
CHARGED = (("Carica", 1),)


@pytest.mark.parametrize(
    ("spell", "rank", "aims"),
    [
        pytest.param(f"CDC-PW-{number:03d}", rank, aims, marks=pytest.mark.rule(f"CDC-PW-{number:03d}.1"))
        for number, rank, aims in (
            (27, 1, (0,)), (28, 1, ("b1",)), (29, 1, ("a1",)), (30, 2, ()), (31, 2, ()), (32, 3, ("b1",)),
            (33, 2, ()), (34, 1, ("b1",)), (35, 3, ()), (36, 1, ("a1",)), (37, 1, ()),
        )
    ],
)  # fmt: skip
def test_each_costs_its_rank_in_dice_and_points(spell: str, rank: int, aims: tuple[Any, ...]) -> None:
    paid(spell, rank, "arcano", *aims)


def bolt(number: int, *faces: int, **others: Any) -> Field:
    """`a1` knows a sorcery of lightning; its dice are d4, d4, d4, d6, d8."""
    return caster(f"CDC-PW-{number:03d}", *faces, **others)


def wounds(field: Field) -> list[tuple[str, int]]:
    """Who suffered damage, and how much each time."""
    return [(event.it, event.amount) for event in field.all(Hurt)]


def charges(field: Field) -> dict[str, int]:
    """Who has Carica tokens, and how many."""
    return {f.id: n for f in field.state.figures.values() if (n := tokens_of(f, "Carica"))}


def end_hand(field: Field) -> None:
    """The player with the hand passes, and nobody responds to anything."""
    field.answer(("pass",))
    while field.asked == "respond":
        field.answer(("pass",))


def discharged(field: Field) -> list[tuple[str, int]]:
    """End the hand: the damage of the discharge, after which no Carica token is left."""
    before = len(wounds(field))
    end_hand(field)
    assert charges(field) == {} and field.all(HandEnded)
    return sorted(wounds(field)[before:])


# Scintille


@pytest.mark.rule("CDC-PW-027.2", "CDC-PW-027.3", "CDC-PW-006.1")
def test_sparks_charge_the_4_nearest_in_an_arc_of_90_degrees() -> None:
    """Towards the east: b1 is behind b2, b3 outside; a2, b1, b2, b4 are the nearest, b5 the fifth."""
    others = {
        "a2": at(16, 13), "b1": at(23), "b2": at(18), "b3": at(10, 20), "b4": at(24, 6), "b5": at(36), "b6": at(5),
    }  # fmt: skip
    field = bolt(27, 4, **others)
    use(field, "CDC-PW-027")
    assert field.asked == "aim_arc" and field.game.pending.seats == ("a",)
    field.answer(0)
    assert charges(field) == {"a2": 1, "b1": 1, "b2": 1, "b4": 1}
    field.done()


@pytest.mark.rule("CDC-PW-027.3")
def test_sparks_reach_30_cm_and_find_fewer_where_there_are_fewer() -> None:
    field = bolt(27, 4, b1=at(42.5), b2=at(42.4, 16))
    use(field, "CDC-PW-027")
    field.answer(0)
    assert charges(field) == {"b1": 1}, "b2 is 30.45 cm off"
    field.done()


@pytest.mark.rule("CDC-PW-027.2", "CDC-PW-012.3")
@pytest.mark.parametrize(("y", "charged"), [(21.76, {"b1": 1}), (21.78, {})])
def test_the_arc_of_the_sparks_is_of_90_degrees(y: float, charged: dict[str, int]) -> None:
    """Its edge leads from (10, 10) to (20, 20): 1.25 cm aside of that are 1.768 cm along y."""
    field = bolt(27, 4, b1=at(20, y))
    use(field, "CDC-PW-027")
    field.answer(0)
    assert charges(field) == charged
    field.done()


@pytest.mark.rule("CDC-PW-027.3")
def test_the_user_chooses_among_those_equally_near() -> None:
    """b1, b2 and b3 are nearer than b4 and b5, both 17.5 cm off."""
    field = bolt(27, 4, b1=at(14), b2=at(17), b3=at(20), b4=at(22, 26), b5=at(26, 22), b6=at(45))
    use(field, "CDC-PW-027")
    field.answer(30_000)
    assert field.asked == "nearest" and field.game.pending.seats == ("a",) and field.offered() == ("b4", "b5")
    field.answer(("b5",))
    assert charges(field) == {"b1": 1, "b2": 1, "b3": 1, "b5": 1}
    field.done()


@pytest.mark.rule("CDC-PW-027.4", "CDC-PW-006.2", "CDC-PW-006.4")
def test_charges_discharge_at_the_end_of_the_hand_against_the_dice_left() -> None:
    """2 minus 0, 1, 2, 3 dice."""
    field = bolt(
        27, 4, a2=at(14, dice=(6,)), b1=at(18, dice=()), b2=at(22, dice=(4, 4)), b3=at(26, dice=(4, 6, 8))
    )  # fmt: skip
    use(field, "CDC-PW-027")
    field.answer(0)
    assert wounds(field) == [] and charges(field) == {"a2": 1, "b1": 1, "b2": 1, "b3": 1}
    assert discharged(field) == [("a2", 1), ("b1", 2)]
    field.done()


@pytest.mark.rule("CDC-PW-006.2", "CDC-PW-006.3")
def test_many_tokens_discharge_once_and_all_at_the_same_time() -> None:
    """b1 dies of it, whose death gives b2 a die: the dice were counted before."""
    heir = {"Erede": {"at": {"killed": [{"grant_die": [6], "when": "not (it is me)"}]}}}
    field = bolt(
        30, extra=heir, b1=at(20, dice=(), life=2, tokens=(("Carica", 5),)),
        b2=at(30, dice=(), tokens=(("Carica", 2),), abilities=["Erede"]),
    )  # fmt: skip
    assert discharged(field) == [("b1", 2), ("b2", 2)]
    assert field.the(Died).it == "b1" and field.figure("b2").dice == (6,)
    assert [event.rules for event in field.all(Hurt)] == [("CDC-PW-006",)] * 2
    field.done()


@pytest.mark.rule("CDC-PW-006.2")
def test_charges_discharge_too_when_the_hand_ends_with_the_turn() -> None:
    field = bolt(27, 4, me={"dice": (6,)}, b1=at(18, dice=()))
    use(field, "CDC-PW-027")
    field.answer(0)
    assert field.state.turn == 2 and wounds(field) == [("b1", 2)] and charges(field) == {}
    field.done()


# Dardo Folgorante


@pytest.mark.rule("CDC-PW-028.2", "CDC-PW-028.3", "CDC-PW-011.3")
@pytest.mark.parametrize(("dice", "lost", "hurt"), [((6, 6, 6), [(6,)], []), ((6,), [(6,)], []), ((), [], [("b1", 2)])])
def test_a_lightning_dart_takes_a_die_or_hurts_who_has_none(dice: Any, lost: list[Any], hurt: list[Any]) -> None:
    """From (40, 30): b1 is 30 cm off, b2 30.01 cm, b4 behind b3."""
    others = {"b1": at(72.5, 30, dice=dice), "b2": at(7.49, 30), "b3": at(40, 40), "b4": at(40, 44)}
    field = bolt(28, 4, me={"at": (40, 30)}, setup={"size": (90, 60)}, **others)
    assert field.offered("a1", "power", "CDC-PW-028") == ("b1", "b3")
    use(field, "CDC-PW-028", "b1")
    assert [event.dice for event in field.all(DiceLost)] == lost and wounds(field) == hurt
    field.done()


# Schermo Magnetico

SCREEN = "CDC-PW-029"


def screened(*faces: int, spells: int = 1, **b1: Any) -> Field:
    """`b1`, 1 cm from `a2`, has been given so many screens by `a1`."""
    field = bolt(29, *(4,) * spells, *faces, a2=at(17.5, dice=(8, 8, 8)), b1=at(14, **b1))
    for _ in range(spells):
        use(field, SCREEN, "b1", die=4)
    return field


def screens(field: Field, it: str = "b1") -> int:
    """Schermo tokens of a figure."""
    return tokens_of(field.figure(it), "Schermo")


@pytest.mark.rule("CDC-PW-029.2")
def test_a_screen_is_for_oneself_or_another_within_5_cm() -> None:
    """b1 is 5 cm off behind a2, b2 5.01 cm."""
    field = bolt(29, 4, a2=at(13), b1=at(17.5), b2=at(10, 17.51))
    assert field.offered("a1", "power", SCREEN) == ("a1", "a2", "b1")
    use(field, SCREEN, "a1")
    assert screens(field, "a1") == 2 and field.the(TokensChanged).by == 2
    field.done()


@pytest.mark.rule("CDC-PW-029.3")
def test_each_screen_prevents_1_damage_after_armour() -> None:
    """Hits of 1: the first two are stopped, the third gets through."""
    field = screened(5, 5, 5)
    for left in (1, 0, 0):
        field.act("a2", "melee", "b1", die=8)
        assert screens(field) == left
    assert wounds(field) == [("b1", 1)]
    armoured = screened(5, items=["CDC-EQ-57"])
    armoured.act("a2", "melee", "b1", die=8)
    assert armoured.the(ArmourWorn).saved == 1 and screens(armoured) == 2, "armour stopped it"


@pytest.mark.rule("CDC-PW-029.3")
def test_more_damage_than_screens_gets_through_in_part_and_less_leaves_some() -> None:
    """A blow of 3 against 2 screens: 1; a blow of 3 against 4 screens: nothing, and one is left."""
    for spells, hurt, left in ((1, [("b1", 1)], 0), (2, [], 1)):
        field = screened(5, spells=spells)
        field.figure("a2").dan = 3
        field.game.near.clear()
        field.act("a2", "melee", "b1", die=8)
        assert wounds(field) == hurt and screens(field) == left
        field.done()


@pytest.mark.rule("CDC-PW-029.4")
def test_screens_left_at_the_end_of_the_turn_hurt_their_bearer() -> None:
    field = screened(5, spells=2)
    field.act("a2", "melee", "b1", die=8)
    assert screens(field) == 3
    pass_hands(field)
    assert field.state.turn == 2 and screens(field) == 0 and wounds(field) == [("b1", 3)]
    assert field.state.effects == {}
    field.done()


@pytest.mark.rule("CDC-PW-029.4", "CDC-PW-013.3")
def test_screens_turn_on_their_bearer_though_their_maker_is_dead() -> None:
    field = screened()
    dead(field, "a1")
    pass_hands(field)
    assert screens(field) == 0 and wounds(field) == [("b1", 2)]
    field.done()


# Shock


@pytest.mark.rule("CDC-PW-030.2", "CDC-PW-011.1")
def test_a_shock_takes_a_die_from_all_others_within_5_cm() -> None:
    """b1 is 5 cm off behind a2, b2 5.01 cm; b3 has none to lose."""
    field = bolt(30, 4, a2=at(13, dice=(4,)), b1=at(17.5, dice=(8,)), b2=at(10, 17.51), b3=at(10, 14, dice=()))
    use(field, "CDC-PW-030", rank=2)
    assert [(event.it, event.dice) for event in field.all(DiceLost)] == [("a2", (4,)), ("b1", (8,))]
    assert wounds(field) == [] and field.figure("b2").dice == (4, 6, 8) and field.figure("a1").dice == (4, 4, 8)
    field.done()


# Sparizione

VANISHING = "CDC-PW-031"


def gone(*faces: int, **others: Any) -> Field:
    """`a1` has vanished from (10, 10)."""
    field = bolt(31, 4, *faces, **others)
    use(field, VANISHING, rank=2)
    return field


@pytest.mark.rule("CDC-PW-031.2", "CDC-PW-031.3")
def test_who_vanishes_leaves_a_token_and_comes_back_in_his_players_next_hand() -> None:
    field = gone(a2=at(50, 50), b1=at(14))
    assert field.the(Vanished).it == "a1" and field.figure("a1").status == "away"
    token = field.the(GroundChanged)
    assert token.piece is not None and token.piece.area.box == (9_500, 9_500, 10_500, 10_500)
    assert "a1" not in field.offered()
    field.answer(("pass",))
    assert field.figure("a1").status == "away" and "melee" not in field.offered("b1"), "nobody there to strike"
    field.answer(("pass",))
    assert field.state.turn == 2
    while field.game.pending.seats != ("a",):
        assert field.figure("a1").status == "away"
        field.answer(("pass",))
    assert field.the(Returned).it == "a1" and field.at("a1") == (10, 10)
    assert [(event.id, event.piece) for event in field.all(GroundChanged)][1:] == [(token.id, None)]
    assert field.figure("a1").dice == (4, 6, 8), "the dice of the new turn"
    field.done()


@pytest.mark.rule("CDC-PW-031.3")
def test_he_comes_back_in_the_same_turn_with_his_dice_if_the_hand_comes_round() -> None:
    """a2 has no dice: the hand of a is spent, that of b too, and a's next one finds a1 with the three dice it kept."""
    field = gone(2, a2=at(50, 50, dice=()), b1=at(14, dice=(4,)), b2=at(17.5, dice=()))
    assert field.game.pending.seats == ("b",)
    field.act("b1", "melee", "b2", die=4)
    assert field.state.turn == 1 and field.game.pending.seats == ("a",)
    assert field.the(Returned).it == "a1" and field.figure("a1").dice == (4, 4, 8)
    field.done()


@pytest.mark.rule("CDC-PW-031.3")
def test_he_comes_back_as_near_to_his_token_as_there_is_room() -> None:
    field = gone(8, a2=at(50, 50), b1=at(16))
    field.answer(("pass",))
    field.act("b1", "move", die=8)
    field.to(10, 10)
    pass_hands(field)
    while field.game.pending.seats != ("a",):
        field.answer(("pass",))
    x, y = field.at("a1")
    assert 2.5 <= ((x - 10) ** 2 + (y - 10) ** 2) ** 0.5 <= 3.0, "rings of 0.5 cm around the token"
    field.done()


@pytest.mark.rule("CDC-PW-031.2", "CDC-PW-031.3")
def test_the_last_of_a_company_vanishes_and_comes_back_in_the_next_turn() -> None:
    """His player has nobody to act with until he is back, yet has a next hand."""
    field = gone(me={"dice": (4, 6)}, b1=at(14))
    field.answer(("pass",))
    assert field.state.turn == 2 and field.game.pending.seats == ("a",)
    assert field.the(Returned).it == "a1" and field.state.result == "" and field.figure("a1").dice == (4, 6, 8)
    field.done()


# Saetta

THUNDER = "CDC-PW-032"


@pytest.mark.rule("CDC-PW-032.2")
def test_thunder_strikes_one_within_30_cm_and_two_on_the_line() -> None:
    """b3 stands behind others; b2 touches the line, b4 (1.26 cm off) does not; b5 is farther off than 30 cm."""
    others = {
        "a2": at(14), "b1": at(18), "b2": at(22, 11.25), "b3": at(42.5), "b4": at(26, 11.26), "b5": at(55, 10),
    }  # fmt: skip
    field = bolt(32, 4, **others)
    assert field.offered("a1", "power", THUNDER) == ("a2", "b1", "b2", "b3", "b4")
    use(field, THUNDER, "b3", rank=3)
    assert field.asked == "aim_some" and set(field.offered()) == {"a2", "b1", "b2", "done"}
    field.answer(("b1", "b2"))
    assert sorted(wounds(field)) == [("b1", 1), ("b2", 1), ("b3", 1)] and charges(field) == {"b1": 1, "b2": 1, "b3": 1}
    field.done()


@pytest.mark.rule("CDC-PW-032.2")
def test_scenery_hides_from_thunder_and_fewer_may_be_struck() -> None:
    rock = {"id": "rock", "rect": [5, 18, 10, 2], "height": 5, "crossing": "impassable"}
    field = bolt(32, 4, b1=at(14), b2=at(18), b3=at(10, 30), setup={"terrain": [rock]})
    assert field.offered("a1", "power", THUNDER) == ("b1", "b2")
    use(field, THUNDER, "b2", rank=3)
    field.answer(("done",))
    assert wounds(field) == [("b2", 1)]
    field.done()


@pytest.mark.rule("CDC-PW-032.3", "CDC-PW-032.4", "CDC-PW-006.5")
def test_thunder_hurts_by_the_charges_there_were_and_adds_one() -> None:
    """1 + 0 and 1 + 2; b3 dies of 1 + 1 and gets none."""
    others = {"b1": at(22), "b2": at(18, tokens=(("Carica", 2),)), "b3": at(14, life=2, tokens=CHARGED), "b4": at(50)}
    field = bolt(32, 4, **others)
    use(field, THUNDER, "b1", rank=3)
    field.answer(("b2", "b3"))
    assert wounds(field) == [("b1", 1), ("b2", 3), ("b3", 2)]
    assert tokens_of(field.figure("b1"), "Carica") == 1 and tokens_of(field.figure("b2"), "Carica") == 3
    field.done()


@pytest.mark.rule("CDC-PW-032.5")
def test_what_thunder_charged_discharges_at_the_end_of_the_hand() -> None:
    field = bolt(32, 4, b1=at(14, dice=(4,)), b2=at(50))
    use(field, THUNDER, "b1", rank=3)
    assert discharged(field) == [("b1", 1)]
    field.done()


# Nova Folgorante, Galvanizzare


@pytest.mark.rule("CDC-PW-033.2", "CDC-PW-033.3", "CDC-PW-006.1")
def test_a_nova_charges_all_others_within_10_cm() -> None:
    """b1 is 10 cm off behind a2, b2 10.01 cm."""
    field = bolt(33, 4, a2=at(14), b1=at(22.5, dice=(4,)), b2=at(10, 22.51, dice=()))
    use(field, "CDC-PW-033", rank=2)
    assert charges(field) == {"a2": 1, "b1": 1}
    assert discharged(field) == [("b1", 1)]
    field.done()


@pytest.mark.rule("CDC-PW-034.2", "CDC-PW-034.3", "CDC-PW-006.5")
def test_galvanising_gives_a_d4_for_each_charge_which_stays() -> None:
    """From (30, 30): b1 is 10 cm off, b2 10.01 cm, b4 behind b3."""
    three = (("Carica", 3),)
    field = bolt(
        34, 4, me={"at": (30, 30)}, b1=at(42.5, 30, tokens=three, dice=(8,)), b2=at(17.49, 30), b3=at(30, 33),
        b4=at(30, 36),
    )  # fmt: skip
    assert field.offered("a1", "power", "CDC-PW-034") == ("b1", "b3")
    use(field, "CDC-PW-034", "b1")
    assert field.the(DiceGained).dice == (4, 4, 4) and field.figure("b1").dice == (4, 4, 4, 8)
    assert charges(field) == {"b1": 3}
    field.done()


# Tempesta

TEMPEST = "CDC-PW-035"


def tempest(**others: Any) -> Field:
    """`a1` has raised a tempest."""
    field = bolt(35, 4, **others)
    use(field, TEMPEST, rank=3)
    return field


@pytest.mark.rule("CDC-PW-035.2", "CDC-PW-035.4")
@pytest.mark.parametrize(("fighters", "tokens"), [(3, 0), (4, 1), (7, 1), (8, 2)])
def test_each_player_has_a_token_for_every_4_fighters(fighters: int, tokens: int) -> None:
    field = tempest(**{f"b{n}": at(5 + 6 * n, 40) for n in range(1, fighters)})
    seats = []
    while field.asked == "storm":
        seats.append(field.game.pending.seats)
        assert "pass" not in field.offered()
        field.answer(field.offered()[0])
    assert seats == [("a",), ("b",)] * tokens and sum(charges(field).values()) == 2 * tokens
    field.done()


@pytest.mark.rule("CDC-PW-035.2", "CDC-PW-035.3")
def test_nobody_gets_a_second_token_while_somebody_has_none() -> None:
    """4 fighters, of whom b1 and b2 are charged: one token each; then with one bare only."""
    field = tempest(a2=at(50, 50), b1=at(20, 40, tokens=CHARGED), b2=at(30, 40, tokens=CHARGED))
    assert field.offered() == ("a1", "a2")
    field.answer("a2")
    assert field.game.pending.seats == ("b",) and field.offered() == ("a1",)
    field.answer("a1")
    full = tempest(a2=at(50, 50), b1=at(20, 40, tokens=CHARGED), b2=at(30, 40, tokens=CHARGED))
    full.figure("a2").tokens = CHARGED
    full.answer("a1")
    assert full.offered() == ("a1", "a2", "b1", "b2"), "all have one"
    full.answer("b1")
    assert charges(full)["b1"] == 2


@pytest.mark.rule("CDC-PW-035.4")
def test_no_token_is_wasted_on_the_immune() -> None:
    field = tempest(extra=SHIELD, a2=at(50, 50), b1=at(20, 40, abilities=["Scudo"]), b2=at(30, 40))
    assert field.offered() == ("a1", "a2", "b2")


@pytest.mark.rule("CDC-PW-035.5", "CDC-PW-006.1")
def test_a_tempest_discharges_at_the_end_of_the_hand() -> None:
    field = tempest(a2=at(50, 50), b1=at(20, 40, dice=()), b2=at(30, 40, dice=(4,)))
    field.answer("b1")
    field.answer("b2")
    assert discharged(field) == [("b1", 2), ("b2", 1)]
    field.done()


# Benedizione del Fulmine

BLESSING = "CDC-PW-036"


@pytest.mark.rule("CDC-PW-036.2")
def test_the_blessing_is_for_oneself_or_one_in_sight_within_5_cm() -> None:
    """b1 is 5 cm off, b2 5.01 cm, b4 behind b3."""
    field = bolt(36, me={"at": (30, 30)}, b1=at(37.5, 30), b2=at(22.49, 30), b3=at(30, 33), b4=at(30, 36))
    assert field.offered("a1", "power", BLESSING) == ("a1", "b1", "b3")


@pytest.mark.rule("CDC-PW-036.3", "CDC-PW-036.4", "CDC-PW-006.1")
def test_blessed_blows_take_a_die_first_and_charge_who_has_none() -> None:
    field = bolt(36, 4, 5, 5, 2, b1=at(13.5, dice=(6,)))
    use(field, BLESSING, "a1")
    field.act("a1", "melee", "b1", die=8)
    kinds = [type(event) for event in field.game.journal]
    assert field.figure("b1").dice == () and kinds.index(DiceLost) < kinds.index(Hurt) and charges(field) == {}
    field.figure("a1").dice = (4, 8, 8)
    field.act("a1", "melee", "b1", die=8)
    assert charges(field) == {"b1": 1} and wounds(field) == [("b1", 1)] * 2
    field.act("a1", "melee", "b1", die=8)
    assert charges(field) == {"b1": 1}, "it missed"
    field.done()


@pytest.mark.rule("CDC-PW-036.5")
def test_what_a_blessed_blow_charged_discharges_at_the_end_of_the_hand() -> None:
    field = bolt(36, 4, 5, a2=at(14), b1=at(17.5, dice=()), b2=at(50))
    use(field, BLESSING, "a2")
    field.act("a2", "melee", "b1", die=8)
    assert discharged(field) == [("b1", 2)]
    field.done()


@pytest.mark.rule("CDC-PW-036.3", "CDC-PW-013.1")
def test_the_blessing_is_for_melee_and_for_that_turn() -> None:
    field = bolt(
        36, 4, 5, 5, me={"at": (10, 10)}, a2=at(14, items=["CDC-EQ-22"], dice=(8,)), b1=at(40, dice=(6, 8)),
        extra=SHIELD,
    )  # fmt: skip
    use(field, BLESSING, "a2")
    field.act("a2", "shot", "CDC-EQ-22", "b1", die=8)
    assert wounds(field) == [("b1", 1)] and field.all(DiceLost) == []
    pass_hands(field)
    assert field.state.turn == 2 and field.state.effects == {}


# Aura Folgorante

AURA = "CDC-PW-037"


def glowing(*faces: int, **b1: Any) -> Field:
    """`a1` has the aura, its hand is over, and `b1` with three d8 stands beside it."""
    field = bolt(37, 4, *faces, a2=at(50, 50), b1=at(13.5, **{"dice": (8, 8, 8), **b1}), b2=at(40))
    use(field, AURA)
    end_hand(field)
    return field


@pytest.mark.rule("CDC-PW-037.2", "CDC-PW-006.1")
@pytest.mark.parametrize(("face", "hit"), [(5, [("a1", 1)]), (2, []), (1, [])])
def test_whoever_strikes_at_the_aura_is_hurt_and_charged_hit_or_miss(face: int, hit: list[Any]) -> None:
    field = glowing(face)
    field.act("b1", "melee", "a1", die=8)
    assert wounds(field) == [*hit, ("b1", 1)], "after the attack"
    assert charges(field) == {"b1": 1}
    field.done()


@pytest.mark.rule("CDC-PW-037.2")
def test_the_aura_strikes_at_each_attack_of_the_turn_even_one_of_a_friend() -> None:
    field = bolt(37, 4, 2, 2, 2, a2=at(13.5), b1=at(10, 13.5), b2=at(50))
    use(field, AURA)
    field.act("a2", "melee", "a1", die=8)
    assert wounds(field) == [("a2", 1)]
    end_hand(field)
    for die in (8, 6):
        field.act("b1", "melee", "a1", die=die)
    assert wounds(field) == [("a2", 1), ("b1", 1), ("b1", 1)] and charges(field) == {"b1": 2}
    field.done()


@pytest.mark.rule("CDC-PW-037.3")
def test_the_charges_of_the_aura_discharge_at_the_end_of_every_hand() -> None:
    """b1 strikes with its dice but one: 1 of the aura for each, then 2 - 1."""
    field = glowing(2, 2)
    field.act("b1", "melee", "a1", die=8)
    field.act("b1", "melee", "a1", die=8)
    assert discharged(field) == [("b1", 1)] and wounds(field) == [("b1", 1)] * 3
    field.done()


@pytest.mark.rule("CDC-PW-037.2", "CDC-PW-013.1")
def test_the_aura_ends_with_the_turn_and_spares_the_immune() -> None:
    field = bolt(37, 4, 2, 5, extra=SHIELD, a2=at(50, 50), b1=at(13.5, abilities=["Scudo"]), b2=at(10, 13.5))
    use(field, AURA)
    end_hand(field)
    field.act("b1", "melee", "a1", die=8)
    assert wounds(field) == [] and charges(field) == {}
    pass_hands(field)
    while field.game.pending.seats != ("b",):
        field.answer(("pass",))
    field.act("b2", "melee", "a1", die=8)
    assert field.state.turn == 2 and wounds(field) == [("a1", 1)]
    field.done()
