"""Who sees whom."""

from __future__ import annotations

import pytest

from arbitro.geometry.shapes import Disc, rectangle
from arbitro.rulesets.crepuscolo import ground as g
from tests.crepuscolo.ground_tools import Figure, Y, obstacle, table

ME, FOE = Figure("me", 10_000), Figure("foe", 30_000, company="b")


def seen(*pieces: g.Piece, others: tuple[Figure, ...] = (), me: Figure = ME, foe: Figure = FOE) -> bool:
    return g.sees(table(*pieces), [me, foe, *others], me, foe)


@pytest.mark.rule("CDC-LOS-01.1", "CDC-LOS-01.2", "CDC-LOS-01.5")
def test_all_round_and_past_itself() -> None:
    assert seen()
    for x, y in ((30_000, Y), (10_000, 60_000), (1_250, Y), (12_500, Y)):
        other = Figure("foe", x, y, "b")
        assert seen(foe=other) and g.sees(table(), [ME, other], other, ME)


@pytest.mark.rule("CDC-LOS-01.3", "CDC-LOS-01.8")
@pytest.mark.parametrize("company", ["a", "b"])
def test_figures_of_both_sides_block(company: str) -> None:
    assert not seen(others=(Figure("between", 20_000, company=company),))
    assert seen(others=(Figure("aside", 20_000, Y + 3_000, company),))
    assert seen(others=(Figure("lying", 20_000, company=company, prone=True),)), "half a cm high"
    assert seen(others=(Figure("behind", 33_000, company=company),))


@pytest.mark.rule("CDC-LOS-01.4")
def test_one_clear_line_is_enough() -> None:
    """A wall that ends 6 mm from the line of centres, half way: the rim of the base shows beside it."""
    half = g.Piece("wall", rectangle(20_000, Y - 500, 1_000, 9_000), height=5_000, crossing="impassable")
    whole = g.Piece("wall", rectangle(20_000, Y - 800, 1_000, 9_000), height=5_000, crossing="impassable")
    assert seen(half) and not seen(whole)


@pytest.mark.rule("CDC-LOS-01.3", "CDC-LOS-01.6")
def test_posts_narrower_than_one_cm_hide_nobody() -> None:
    thin = g.Piece("post", rectangle(12_000, Y - 499, 999, 999), height=5_000, crossing="impassable")
    thick = g.Piece("post", rectangle(12_000, Y - 500, 1_000, 1_000), height=5_000, crossing="impassable")
    assert seen(thin) and not seen(thick)
    assert not seen(g.Piece("plank", rectangle(12_000, Y - 3_000, 100, 6_000), height=5_000, crossing="impassable"))


@pytest.mark.rule("CDC-LOS-02.1")
def test_trees_hide_nobody_unless_made_massive() -> None:
    wood = obstacle(15_000, 25_000, 8_000, "passable", kinds=("difficult", "covering"))
    massive = obstacle(15_000, 25_000, 8_000, "passable", kinds=("difficult", "covering"), blocks_sight=True)
    assert seen(wood) and not seen(massive)
    assert seen(obstacle(15_000, 25_000, 8_000, blocks_sight=False)), "the players may agree on it"


@pytest.mark.rule("CDC-LOS-01.7")
def test_sight_is_not_always_mutual() -> None:
    """Over a wall of 2.5 cm: from 6 cm the line to the far rim is at 2.89 cm there; from 2 cm there is none."""
    low = obstacle(20_000, 21_000, 2_500)
    tall, short = Figure("me", 10_000, height=6_000), Figure("foe", 30_000, company="b", height=2_000)
    assert seen(low, me=tall, foe=short)
    assert not g.sees(table(low), [tall, short], short, tall)


def test_lying_figures_look_from_the_ground() -> None:
    kerb = obstacle(20_000, 21_000, 600)
    assert seen(kerb) and not seen(kerb, me=Figure("me", 10_000, prone=True))
    assert g.head_of(Figure("me", 1, 2, z=4_000, prone=True)) == (1, 2, 4_500)


def test_from_a_platform_and_to_it() -> None:
    tower = obstacle(5_000, 15_000, 5_000)
    on_edge, inside = Figure("me", 13_750, z=5_000), Figure("me", 6_500, z=5_000)
    # from the rim, 8 cm up and 1.25 cm from the edge, the line to the far rim of the foe clears it
    assert seen(tower, me=on_edge)
    # 8.5 cm from the edge the line to a foe at the foot falls below 5 cm before it is out
    assert not seen(tower, me=inside, foe=Figure("foe", 17_000, company="b"))
    assert seen(tower, me=inside), "farther away it is seen over the edge"
    assert g.sees(table(tower), [on_edge, FOE], FOE, on_edge), "its rim touches the edge"
    assert not g.sees(table(tower), [inside, FOE], FOE, inside)


@pytest.mark.rule("CDC-LOS-01.9")
def test_points_and_markers() -> None:
    wall = obstacle(20_000, 21_000, 5_000)
    assert not g.sees_point(table(wall), [ME], ME, (30_000, Y))
    assert g.sees_point(table(wall), [ME], ME, (15_000, Y)) and g.sees_point(table(), [ME], ME, (30_000, Y))
    assert not g.sees_point(table(), [ME, Figure("f", 20_000)], ME, (30_000, Y))
    assert g.sees_point(table(wall), [ME], ME, (30_000, Y), z=20_000), "high up in the air"
    pillar = g.Piece("pillar", Disc(20_000, Y, 2_000), height=9_000, crossing="impassable")
    assert not g.sees_point(table(pillar), [ME], ME, (30_000, Y + 3_900))
    assert g.sees_point(table(pillar), [ME], ME, (30_000, Y + 4_200))


def test_asking_twice_gives_the_same() -> None:
    wall = g.Piece("wall", rectangle(20_000, Y - 500, 1_000, 9_000), height=5_000, crossing="impassable")
    ground = table(wall)
    assert [g.sees(ground, [ME, FOE], ME, FOE) for _ in range(3)] == [True] * 3
