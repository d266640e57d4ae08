"""Sorceries of the domain of Fire (CDC-PW-014 to -026)."""

from __future__ import annotations

from typing import Any

import pytest

from arbitro.rulesets.crepuscolo.events import (
    ConditionGained,
    CorpseTaken,
    Deviated,
    DiceGained,
    DiceLost,
    DiceRolled,
    Died,
    GroundChanged,
    Hurt,
    TestEnded,
    TurnBegan,
    Unharmed,
)
from tests.crepuscolo.casting import caster, dead, paid, pass_hands, use
from tests.crepuscolo.field import Field
from tests.crepuscolo.test_pw_general import DISTRUST
from tests.crepuscolo.trials import at

SHIELD = {"Scudo": DISTRUST}


@pytest.mark.parametrize(
    ("spell", "rank", "aims"),
    [
        pytest.param(f"CDC-PW-{number:03d}", rank, aims, marks=pytest.mark.rule(f"CDC-PW-{number:03d}.1"))
        for number, rank, aims in (
            (14, 1, ("b1",)), (15, 2, ((12_000, 10_000),)), (16, 1, ((11_250, 10_000),)), (17, 1, ("b1",)),
            (19, 1, ()), (20, 3, ("b1",)), (21, 3, ((12_000, 10_000), (12_000, 8_000))), (22, 1, ("a2",)),
            (23, 1, (0,)), (24, 3, ((30_000, 30_000),)), (25, 4, ()), (26, 2, ((12_000, 10_000),)),
        )
    ],
)  # fmt: skip
def test_each_costs_its_rank_in_dice_and_points(spell: str, rank: int, aims: tuple[Any, ...]) -> None:
    paid(spell, rank, "arcano", *aims)


def burnt(field: Field) -> list[str]:
    """Who received Fuoco, in order."""
    return [event.it for event in field.all(ConditionGained) if event.condition == "Fuoco"]


def wounds(field: Field) -> list[tuple[str, int]]:
    """Who suffered damage, and how much each time."""
    return [(event.it, event.amount) for event in field.all(Hurt)]


def go_on(field: Field, *until: str) -> None:
    """Both pass, respond to nothing and decline every test until something else (or ``until``) is asked."""
    turn = field.state.turn
    plain = {"action": ("pass",), "respond": ("pass",), "test": "decline"}
    while field.state.turn == turn and field.asked in plain and field.asked not in until:
        field.answer(plain[field.asked])


def fire(number: int, *faces: int, **others: Any) -> Field:
    """`a1` knows a sorcery of fire; its dice are d4, d4, d4, d6, d8."""
    return caster(f"CDC-PW-{number:03d}", *faces, **others)


# Dardo di Fuoco, Conflagrazione


@pytest.mark.rule("CDC-PW-014.2")
def test_a_dart_is_for_one_in_sight_within_20_cm() -> None:
    """From (30, 30): b1 is 20 cm off, b2 20.01 cm, b4 behind b3."""
    field = fire(14, 4, me={"at": (30, 30)}, b1=at(52.5, 30), b2=at(7.49, 30), b3=at(30, 40), b4=at(30, 44))
    assert field.offered("a1", "power", "CDC-PW-014") == ("b1", "b3")
    use(field, "CDC-PW-014", "b1")
    assert burnt(field) == ["b1"] and wounds(field) == []
    field.done()


@pytest.mark.rule("CDC-PW-015.2")
def test_a_conflagration_starts_from_a_point_in_sight_within_15_cm() -> None:
    field = fire(15, 4, b1=at(14, 14))
    use(field, "CDC-PW-015", rank=2)
    assert field.refusal((26_251, 10_000)).code == "point_too_far" and field.refusal((26_250, 10_000)) is None
    assert field.refusal((16_000, 16_000)).code == "point_unseen"


@pytest.mark.rule("CDC-PW-015.2", "CDC-PW-015.3", "CDC-PW-005.1")
def test_a_conflagration_burns_all_within_5_cm_of_where_it_deviates() -> None:
    """A 2 deviates to the right, here by 1 + 1 + 1 cm from (20, 10): b2 stands 5 cm from (23, 10), b3 5.01 cm."""
    field = fire(15, 4, 2, 1, 1, 1, a2=at(23, 10), b1=at(14, 16), b2=at(29.25, 10), b3=at(23, 16.26))
    use(field, "CDC-PW-015", rank=2)
    field.to(20, 10)
    assert (field.the(Deviated).x, field.the(Deviated).y) == (23_000, 10_000)
    assert burnt(field) == ["a2", "b2"]
    field.done()


@pytest.mark.rule("CDC-PW-015.3")
def test_a_conflagration_may_burn_its_user() -> None:
    field = fire(15, 4, 6, b1=at(30))
    use(field, "CDC-PW-015", rank=2)
    field.to(16.25, 10)
    assert burnt(field) == ["a1"]
    field.done()


# Scia di Fuoco


@pytest.mark.rule("CDC-PW-016.2", "CDC-PW-016.3")
def test_a_trail_burns_whoever_is_within_2_cm_when_the_next_turn_starts() -> None:
    """The token lies at (11.25, 10), touching a1: b1 is 2 cm from it, b2 2.01 cm."""
    field = fire(16, 4, b1=at(14.5), b2=at(11.25, 13.26))
    use(field, "CDC-PW-016")
    assert field.refusal((11_251, 10_000)).code == "point_too_far"
    field.to(11.25, 10)
    assert burnt(field) == []
    token = field.the(GroundChanged).id
    pass_hands(field)
    assert field.state.turn == 2 and burnt(field) == ["a1", "b1"]
    assert [(event.id, event.piece) for event in field.all(GroundChanged)][1:] == [(token, None)]
    kinds = [type(event) for event in field.game.journal]
    assert kinds.index(ConditionGained) > kinds.index(TurnBegan)
    assert kinds.index(ConditionGained) > kinds.index(DiceGained), "the dice of the turn are dealt before"
    field.done()


@pytest.mark.rule("CDC-PW-016.4")
def test_a_trail_does_not_follow_its_user() -> None:
    field = fire(16, 4, 8, b1=at(14.5))
    use(field, "CDC-PW-016")
    field.to(11.25, 10)
    field.act("a1", "move", die=8)
    field.to(10, 16)
    pass_hands(field)
    assert burnt(field) == ["b1"]
    field.done()


@pytest.mark.rule("CDC-PW-013.3", "CDC-PW-016.3")
def test_a_trail_burns_though_its_user_is_dead_but_nobody_immune() -> None:
    field = fire(16, 4, extra=SHIELD, a2=at(50, 50), b1=at(14.5), b2=at(11.25, 13.2, abilities=["Scudo"]))
    use(field, "CDC-PW-016")
    field.to(11.25, 10)
    dead(field, "a1")
    pass_hands(field)
    assert burnt(field) == ["b1"]
    field.done()


# Armi Infuocate


@pytest.mark.rule("CDC-PW-017.2")
def test_weapons_are_kindled_within_5_cm_in_sight_and_not_ones_own() -> None:
    """b1 is 5 cm off, b2 5.01 cm, b4 behind b3."""
    field = fire(17, me={"at": (30, 30)}, b1=at(37.5, 30), b2=at(22.49, 30), b3=at(30, 33), b4=at(30, 36))
    assert field.offered("a1", "power", "CDC-PW-017") == ("b1", "b3")


@pytest.mark.rule("CDC-PW-017.3", "CDC-PW-013.1")
def test_kindled_weapons_burn_whom_they_hit_in_that_turn() -> None:
    field = fire(17, 4, 5, 2, 5, a2=at(14), b1=at(17.5), b2=at(14, 13))
    use(field, "CDC-PW-017", "a2")
    field.act("a2", "melee", "b1", die=8)
    assert burnt(field) == ["b1"] and wounds(field) == [("b1", 1)]
    field.act("a2", "melee", "b2", die=6)
    assert burnt(field) == ["b1"], "it missed"
    pass_hands(field)
    go_on(field, "action")
    while field.asked == "test" or field.game.pending.seats != ("a",):
        field.answer("decline" if field.asked == "test" else ("pass",))
    field.act("a2", "melee", "b2", die=8)
    assert burnt(field) == ["b1"], "the turn is over"
    field.done()


@pytest.mark.rule("CDC-PW-017.3")
def test_kindled_weapons_burn_even_if_no_damage_gets_through() -> None:
    hard = {"Duro": {"always": [{"modify": "taken", "by": -5, "when": "it is me"}]}}
    field = fire(17, 4, 5, extra=hard, a2=at(14), b1=at(17.5, abilities=["Duro"]))
    use(field, "CDC-PW-017", "a2")
    field.act("a2", "melee", "b1", die=8)
    assert wounds(field) == [] and field.the(Unharmed).it == "b1" and burnt(field) == ["b1"]
    field.done()


@pytest.mark.rule("CDC-PW-017.3")
def test_neither_missiles_nor_the_weapons_of_others_burn_nor_is_the_immune_burnt() -> None:
    field = fire(
        17, 4, 5, 5, 5, extra=SHIELD, me={"at": (10, 10)},
        a2=at(14, items=["CDC-EQ-22"], dice=(6, 8, 8)), b1=at(17.5, abilities=["Scudo"]), b2=at(14, 50),
        b3=at(7),
    )  # fmt: skip
    use(field, "CDC-PW-017", "a2")
    field.act("a2", "melee", "b1", die=8)
    assert burnt(field) == [] and wounds(field) == [("b1", 1)]
    field.act("a1", "melee", "b3", die=8)
    assert burnt(field) == [] and len(wounds(field)) == 2
    field.figure("b1").x = 50_000
    field.game.near.clear()
    field.act("a2", "shot", "CDC-EQ-22", "b2", die=8)
    assert burnt(field) == [] and len(wounds(field)) == 3
    field.done()


# Rogo


@pytest.mark.rule("CDC-PW-018.1", "CDC-PW-018.2", "CDC-PW-009.1")
def test_a_pyre_removes_one_corpse_in_sight_within_10_cm() -> None:
    """b1 lies 10 cm off, b2 10.01 cm, b3 behind a2."""
    field = fire(18, 3, 4, a2=at(14, 14), b1=at(21.25), b2=at(10, 21.26), b3=at(16, 16), b4=at(55, 55))
    dead(field, "b1", "b2", "b3")
    assert field.offered("a1", "power", "CDC-PW-018") == ("b1",)
    use(field, "CDC-PW-018", "b1", die=8)
    assert field.figure("a1").dice == (4, 4, 4, 6) and dict(field.figure("a1").points)["arcano"] == 8
    assert len(field.state.corpses) == 3, "a 3 is not enough"
    use(field, "CDC-PW-018", "b1")
    assert field.figure("a1").dice == (4, 4, 4) and dict(field.figure("a1").points)["arcano"] == 7
    assert field.the(CorpseTaken).id == "b1" and [corpse.id for corpse in field.state.corpses] == ["b2", "b3"]
    field.done()


# Autocombustione, Palla di Fuoco


@pytest.mark.rule("CDC-PW-019.2", "CDC-PW-012.1")
def test_self_combustion_burns_friends_and_the_hidden_within_5_cm() -> None:
    """b1 is 5 cm off behind a2, b2 5.01 cm."""
    field = fire(19, 4, a2=at(13), b1=at(17.5), b2=at(10, 17.51))
    use(field, "CDC-PW-019")
    assert burnt(field) == ["a1", "a2", "b1"]
    field.done()


@pytest.mark.rule("CDC-PW-020.2")
def test_a_fireball_is_for_one_in_sight_within_30_cm() -> None:
    """From (40, 30): b1 is 30 cm off, b2 30.01 cm, b4 behind b3."""
    others = {"b1": at(72.5, 30), "b2": at(7.49, 30), "b3": at(40, 40), "b4": at(40, 44)}
    field = fire(20, me={"at": (40, 30)}, setup={"size": (90, 60)}, **others)
    assert field.offered("a1", "power", "CDC-PW-020") == ("b1", "b3")


@pytest.mark.rule("CDC-PW-020.3", "CDC-PW-020.4")
@pytest.mark.parametrize(("face", "hurt"), [(4, []), (3, [("b1", 1)])])
def test_a_fireball_burns_whether_the_test_is_passed_or_not(face: int, hurt: list[Any]) -> None:
    field = fire(20, 4, face, b1=at(20, dice=(6,)))
    use(field, "CDC-PW-020", "b1", rank=3)
    field.answer(6)
    assert field.the(TestEnded).kind == "riflessi" and wounds(field) == hurt and burnt(field) == ["b1"]
    field.done()


@pytest.mark.rule("CDC-PW-020.5", "CDC-PW-009.2")
def test_who_dies_of_a_fireball_leaves_no_corpse_but_who_burns_to_death_later_does() -> None:
    field = fire(20, 4, a2=at(50, 50), b1=at(20, life=1, dice=()), b2=at(50, 40))
    use(field, "CDC-PW-020", "b1", rank=3)
    assert field.the(Died).it == "b1" and field.state.corpses == () and burnt(field) == []
    later = fire(20, 4, 6, b1=at(20, life=1, dice=(6,)), b2=at(50, 40))
    use(later, "CDC-PW-020", "b1", rank=3)
    later.answer(6)
    assert later.all(Died) == []
    later.answer(("pass",))
    assert later.the(Died).action == "condition" and [corpse.id for corpse in later.state.corpses] == ["b1"]
    later.done()


# Muro di Fuoco

WALL = "CDC-PW-021"


def walled(*faces: int, a: tuple[float, float] = (16, 6), b: tuple[float, float] = (16, 14), **others: Any) -> Field:
    """`a1` has raised a wall, from (16, 6) to (16, 14) unless said."""
    field = fire(21, 4, *faces, **others)
    use(field, WALL, rank=3)
    field.to(*a)
    field.to(*b)
    return field


@pytest.mark.rule("CDC-PW-021.2")
def test_both_ends_of_a_wall_are_in_sight_within_10_cm() -> None:
    field = fire(21, 4, b1=at(14, 14))
    use(field, WALL, rank=3)
    for _ in range(2):
        assert field.refusal((21_251, 10_000)).code == "point_too_far" and field.refusal((21_250, 10_000)) is None
        assert field.refusal((16_000, 16_000)).code == "point_unseen"
        field.to(20, 8) if not field.all(GroundChanged) else None
    piece = field.the(GroundChanged).piece
    assert piece is not None and piece.name == "Muro di Fuoco"


@pytest.mark.rule("CDC-PW-021.3")
def test_a_wall_moves_aside_whom_it_touches_the_shortest_way() -> None:
    """b1 is 1 cm to the left, b2 1 cm to the right of it, b4 just beside it."""
    field = walled(b1=at(15, 9), b2=at(17, 12), b4=at(17.26, 7))
    spots = {name: field.at(name) for name in ("b1", "b2", "b4")}
    assert spots["b1"][1] == 9 and 14.745 < spots["b1"][0] < 14.75, "0.25 cm"
    assert spots["b2"][1] == 12 and 17.25 < spots["b2"][0] < 17.255
    assert spots["b4"] == (17.26, 7) and wounds(field) == []
    field.done()


@pytest.mark.rule("CDC-PW-021.3")
def test_who_touches_the_end_of_a_wall_goes_straight_away_from_it_its_user_too() -> None:
    """The wall begins 1 cm from the middle of a1, which needs 1.25 cm."""
    field = walled(a=(11, 10), b=(16, 14), b1=at(40))
    x, y = field.at("a1")
    assert y == 10 and 9.745 < x < 9.75
    straight = walled(a=(11, 10), b=(16, 10), b1=at(40))
    assert straight.asked == "action" and straight.at("a1")[1] == 10 and 9.745 < straight.at("a1")[0] < 9.75
    field.done()


@pytest.mark.rule("CDC-PW-021.3")
def test_a_wall_moves_an_oblong_base_as_little_as_it_can() -> None:
    """4 cm long and 2 cm wide, it reaches 1 cm over the wall; a square one 0.5 cm over its end."""
    field = walled(b1=at(15, 10, r=0, w=2000, d=4000, facing=0))
    assert 13.99 < field.at("b1")[0] < 14 and field.at("b1")[1] == 10
    end = walled(a=(11.5, 10), b=(16, 10), me={"r": 0, "w": 4000, "d": 4000, "facing": 0}, b1=at(40))
    assert end.at("a1")[1] == 10 and 9.49 < end.at("a1")[0] < 9.5
    field.done()


@pytest.mark.rule("CDC-PW-021.3")
@pytest.mark.parametrize(("side", "x"), [("left", 14.75), ("right", 17.25)])
def test_who_stands_on_the_wall_goes_where_its_controller_says(side: str, x: float) -> None:
    field = walled(b1=at(16, 10))
    assert field.asked == "side" and field.game.pending.seats == ("b",)
    field.answer(side)
    assert field.at("b1")[1] == 10 and abs(field.at("b1")[0] - x) < 0.005
    field.done()


@pytest.mark.rule("CDC-PW-021.3")
def test_who_has_no_room_on_the_near_side_goes_to_the_nearest_that_has_and_falls_nowhere() -> None:
    """The near side of b1 is taken by b2, then by the foot of a hill: the other one is the next."""
    field = walled(b1=at(15.9, 10), b2=at(13.35, 10))
    assert 17.25 < field.at("b1")[0] < 17.26 and field.at("b1")[1] == 10 and field.at("b2") == (13.35, 10)
    hill = {"id": "hill", "polygon": [[15.5, 0], [30, 0], [30, 60], [15.5, 60]], "height": 6, "crossing": "impassable"}
    high = walled(b1=at(15.8, 10, z=6), setup={"terrain": [hill]}, me={"at": (22, 10), "z": 6})
    assert 17.25 < high.at("b1")[0] < 17.26 and high.figure("b1").z == 6000 and wounds(high) == []


@pytest.mark.rule("CDC-PW-021.4", "CDC-PW-021.6", "CDC-PW-009.2")
def test_each_crossing_of_a_wall_costs_1_damage_and_kills_without_a_corpse() -> None:
    field = walled(6, 6, a=(19, 6), b=(19, 14), b1=at(23, life=2, dice=(6, 6)), b2=at(50, 50))
    field.answer(("pass",))
    for x in (16, 23):
        field.act("b1", "move", die=6)
        field.to(x, 10)
    assert wounds(field) == [("b1", 1), ("b1", 1)]
    assert field.the(Died).corpse is False and field.state.corpses == ()
    field.done()


@pytest.mark.rule("CDC-PW-021.4")
def test_a_wall_burns_whoever_crosses_though_its_user_is_dead_but_nobody_immune() -> None:
    field = walled(6, 6, extra=SHIELD, a2=at(50, 50), b1=at(20), b2=at(20, 13, abilities=["Scudo"]))
    dead(field, "a1")
    field.answer(("pass",))
    field.act("b1", "move", die=6)
    field.to(13, 10)
    field.act("b2", "move", die=6)
    field.to(14, 13)
    assert wounds(field) == [("b1", 1)]
    field.done()


@pytest.mark.rule("CDC-PW-021.5", "CDC-PW-021.4")
def test_a_wall_is_gone_at_the_end_of_the_turn() -> None:
    field = walled(6, a=(19, 6), b=(19, 14), b1=at(23))
    wall = field.the(GroundChanged).id
    pass_hands(field)
    assert [(event.id, event.piece is None) for event in field.all(GroundChanged)] == [(wall, False), (wall, True)]
    while field.game.pending.seats != ("b",):
        field.answer(("pass",))
    field.act("b1", "move", die=6)
    field.to(16, 10)
    assert field.state.turn == 2 and wounds(field) == [] and field.state.effects == {}
    field.done()


# Immolare, Frusta Infernale


@pytest.mark.rule("CDC-PW-022.2", "CDC-PW-022.3")
def test_one_of_the_own_company_burns_wherever_it_is_and_all_within_2_cm() -> None:
    """a2 is far off behind a3; b1 stands 2 cm from it, b2 2.01 cm."""
    field = fire(22, 4, a2=at(50, 50), a3=at(47, 47), b1=at(54.5, 50), b2=at(50, 54.51))
    assert field.offered("a1", "power", "CDC-PW-022") == ("a1", "a2", "a3")
    use(field, "CDC-PW-022", "a2")
    assert burnt(field) == ["a2", "a3", "b1"]
    field.done()


@pytest.mark.rule("CDC-PW-022.2", "CDC-PW-022.3")
def test_the_user_may_immolate_himself() -> None:
    field = fire(22, 4, b1=at(14.5))
    use(field, "CDC-PW-022", "a1")
    assert burnt(field) == ["a1", "b1"]
    field.done()


@pytest.mark.rule("CDC-PW-023.2", "CDC-PW-012.3")
def test_a_whip_takes_a_die_in_half_a_circle_within_5_cm() -> None:
    """Towards the north: b2 is 5.01 cm off, b3 wholly behind, b4 touches the half circle with its edge."""
    field = fire(
        23, 4, me={"at": (30, 30)}, a2=at(30, 33, dice=(6,)), b1=at(30, 37.5, dice=(8,)), b2=at(35.5, 35.5, dice=(4,)),
        b3=at(30, 27, dice=(4,)), b4=at(36, 28.8, dice=(4,)), b5=at(25, 33, dice=()),
    )  # fmt: skip
    use(field, "CDC-PW-023")
    assert field.asked == "aim_arc" and field.game.pending.seats == ("a",)
    field.answer(90_000)
    assert [(event.it, event.dice) for event in field.all(DiceLost)] == [("a2", (6,)), ("b1", (8,)), ("b4", (4,))]
    assert field.figure("b2").dice == field.figure("b3").dice == (4,)
    field.done()


@pytest.mark.rule("CDC-PW-023.3", "CDC-PW-011.2")
def test_the_controller_of_the_whipped_chooses_the_die() -> None:
    field = fire(23, 4, a2=at(14, dice=(4, 8)), b1=at(10, 14, dice=(4, 6, 8)))
    use(field, "CDC-PW-023")
    field.answer(45_000)
    assert field.asked == "lose_die" and field.game.pending.seats == ("a",) and field.offered() == (4, 8)
    field.answer(4)
    assert field.asked == "lose_die" and field.game.pending.seats == ("b",) and field.offered() == (4, 6, 8)
    field.answer(6)
    assert field.figure("a2").dice == (8,) and field.figure("b1").dice == (4, 8)
    field.done()


# Pioggia di Fuoco

RAIN = "CDC-PW-024"


def rain(*faces: int, p: tuple[float, float] = (30, 20), q: tuple[float, float] = (60, 50), **others: Any) -> Field:
    """Fire has rained on a point of a's and one of b's player, as the dice of the deviations say."""
    others.setdefault("b9", at(85, 55))
    field = fire(24, 4, *faces, setup={"size": (90, 60)}, **others)
    use(field, RAIN, rank=3)
    field.to(*p)
    assert len(field.all(Deviated)) == 1 and field.asked == "aim_point" and field.game.pending.seats == ("b",)
    field.to(*q)
    return field


@pytest.mark.rule("CDC-PW-024.2", "CDC-PW-005.1")
def test_both_players_choose_a_point_that_deviates() -> None:
    """4 is forward, 5 back: as the player of a sees it, who rolls both."""
    field = rain(4, 1, 2, 3, 5, 2, 2, 2)
    assert [(event.x, event.y) for event in field.all(Deviated)] == [(30_000, 26_000), (60_000, 44_000)]
    assert all(event.by == "a1" for event in field.all(DiceRolled))
    field.done()


@pytest.mark.rule("CDC-PW-024.3", "CDC-PW-024.4", "CDC-PW-024.5")
def test_rain_takes_a_die_within_10_cm_hurts_within_5_and_burns_within_2() -> None:
    """From (30, 20): b1 2 cm, b2 2.01 cm, b3 5 cm, b4 5.01 cm, b5 10 cm, b6 10.01 cm; a2 is on the other point."""
    one = {"dice": (4,)}
    field = rain(
        1, 6, a2=at(60, 50, **one), b1=at(33.25, 20, **one), b2=at(26.74, 20, **one), b3=at(30, 26.25, **one),
        b4=at(30, 13.74, **one), b5=at(41.25, 20, **one), b6=at(30, 31.26, **one),
    )  # fmt: skip
    assert sorted(event.it for event in field.all(DiceLost)) == ["a2", "b1", "b2", "b3", "b4", "b5"]
    assert sorted(wounds(field)) == [("a2", 1), ("b1", 1), ("b2", 1), ("b3", 1)]
    assert sorted(burnt(field)) == ["a2", "b1"] and field.figure("b6").dice == (4,)
    field.done()


@pytest.mark.rule("CDC-PW-024.6")
def test_who_is_near_both_points_is_struck_once_by_each_ring() -> None:
    field = rain(1, 1, q=(32, 20), b1=at(31, 20, dice=(4, 4, 4)))
    assert field.figure("b1").dice == (4, 4) and wounds(field) == [("b1", 1)] and burnt(field) == ["b1"]
    field.done()


@pytest.mark.rule("CDC-PW-024.7", "CDC-PW-009.2")
def test_who_is_killed_by_the_rain_leaves_no_corpse() -> None:
    field = rain(1, 1, b1=at(30, 20, life=1, dice=()))
    assert field.the(Died).it == "b1" and field.state.corpses == ()
    field.done()


# Apoteosi Fiammeggiante

APOTHEOSIS = "CDC-PW-025"


def glory(*faces: int, **others: Any) -> Field:
    """`a1` has used the apotheosis (it has a d8 left), and the turn is at its end."""
    field = fire(25, 4, *faces, **others)
    use(field, APOTHEOSIS, rank=4)
    go_on(field)
    return field


@pytest.mark.rule("CDC-PW-025.2")
def test_an_apotheosis_burns_all_others_within_10_cm() -> None:
    field = fire(25, 4, a2=at(14), b1=at(22.5), b2=at(10, 22.51))
    use(field, APOTHEOSIS, rank=4)
    assert burnt(field) == ["a2", "b1"]
    field.done()


@pytest.mark.rule("CDC-PW-025.3")
def test_at_the_end_of_the_turn_one_that_burns_anywhere_may_be_struck() -> None:
    field = glory(3, a2=at(14), b1=at(50, 50, conditions=("Fuoco",), dice=()), b2=at(50, 40))
    assert field.asked == "may" and field.game.pending.seats == ("a",) and field.state.turn == 1
    field.answer("use")
    assert set(field.offered()) == {"a2", "b1"}
    field.answer("b1")
    test = field.all(TestEnded)[-1]
    assert (test.kind, test.passed, test.rules[-1]) == ("riflessi", False, APOTHEOSIS)
    assert wounds(field) == [("b1", 1), ("b1", 3)], "the condition in the first hand of b, then 1d4"
    assert field.state.turn == 2
    field.done()


@pytest.mark.rule("CDC-PW-025.3")
def test_who_passes_the_test_of_riflessi_suffers_nothing_and_nobody_has_to_be_chosen() -> None:
    field = glory(4, b1=at(14, dice=(4,)))
    assert burnt(field) == ["b1"] and wounds(field) == [("b1", 1)], "the condition"
    field.answer("use")
    field.answer("b1")
    field.answer(4)
    assert field.all(TestEnded)[-1].passed is True and len(wounds(field)) == 1
    field.done()
    spared = glory(b1=at(14, dice=()))
    spared.answer("pass")
    assert spared.state.turn == 2 and wounds(spared) == []
    spared.done()


@pytest.mark.rule("CDC-PW-025.4")
def test_the_apotheosis_strikes_once() -> None:
    field = glory(1, b1=at(30, dice=(), conditions=("Fuoco",), res=9))
    field.answer("use")
    field.answer("b1")
    for turn in (2, 3):
        assert field.state.turn == turn and field.asked != "may" and field.state.effects == {}
        go_on(field)
    assert len(field.all(DiceRolled)) == 2, "the sorcery and its 1d4"


@pytest.mark.rule("CDC-PW-025.5", "CDC-PW-009.2", "CDC-PW-013.3")
def test_who_dies_of_the_apotheosis_leaves_no_corpse_and_its_user_need_not_live() -> None:
    others = {"a2": at(50, 50), "b1": at(14, life=2, dice=()), "b2": at(50, 40), "b3": at(15, 14, abilities=["Scudo"])}
    field = fire(25, 4, 1, extra=SHIELD, **others)
    field.figure("b3").conditions = ("Fuoco",)
    use(field, APOTHEOSIS, rank=4)
    dead(field, "a1")
    go_on(field, "may")
    field.answer("use")
    assert field.offered() == ("b1",), "nobody immune to sorceries"
    field.answer("b1")
    assert field.the(Died).corpse is False and [corpse.id for corpse in field.state.corpses] == ["a1"]
    field.done()


# Soffio Infuocato

BREATH = "CDC-PW-026"


@pytest.mark.rule("CDC-PW-026.2")
def test_a_breath_goes_to_a_point_in_sight_within_8_cm_from_any_point_of_the_base() -> None:
    field = fire(26, 4, b1=at(14, 14))
    use(field, BREATH, rank=2)
    assert field.refusal((19_251, 10_000)).code == "point_too_far" and field.refusal((19_250, 10_000)) is None
    assert field.refusal((16_000, 16_000)).code == "point_unseen"
    field.to(18, 10)
    assert field.asked == "aim_point" and field.about["as"] == "start" and field.game.pending.seats == ("a",)
    assert field.refusal((10_000, 11_251)).code == "point_not_there" and field.refusal((10_000, 11_250)) is None


@pytest.mark.rule("CDC-PW-026.3", "CDC-PW-012.2", "CDC-PW-012.1")
@pytest.mark.parametrize(("start", "struck"), [((10, 10), []), ((10, 11.2), ["b1"]), ((10, 8.8), ["b2"])])
def test_a_breath_burns_whom_its_line_touches_and_not_its_user(start: tuple[float, float], struck: list[str]) -> None:
    """To (18, 10): along y = 10 it passes 1.3 cm from both; from (10, 11.2) 0.8 cm from b1, from (10, 8.8) b2."""
    field = fire(26, 4, b1=at(15, 11.3), b2=at(12.6, 8.7), b3=at(40))
    pieces = field.state.ground.pieces
    use(field, BREATH, rank=2)
    field.to(18, 10)
    field.to(*start)
    assert burnt(field) == struck and field.state.ground.pieces == pieces, "the token is gone"
    field.done()
