"""Pushes, deviation, deployment, covering areas."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.geometry.shapes import Area, Disc, rectangle
from arbitro.rulesets.crepuscolo import ground as g
from tests.crepuscolo.ground_tools import Figure, Y, obstacle, scatter, strip, table, terrain

FROM = (10_000, Y)


def pushed(cm: int, *pieces: g.Piece, others: tuple[Figure, ...] = (), me: Figure | None = None) -> g.Push:
    """A figure at x = 12.5 cm pushed away from x = 10 cm."""
    figure = me or Figure("me", 12_500)
    return g.push(table(*pieces), [figure, *others], figure, FROM, cm * 1_000)


@pytest.mark.rule("CDC-CND-05.1", "CDC-CND-05.2", "CDC-CND-05.3", "CDC-CND-05.8")
def test_straight_away_over_everything() -> None:
    done = pushed(12)
    assert (done.end, done.length, done.stopped_by) == ((24_500, Y), 12_000, "")
    over = pushed(12, terrain(15_000, 16_000, "intransitable"), terrain(17_000, 18_000, "crevice"), LOW_WALL)
    assert over.end == (24_500, Y)
    assert pushed(12, others=(Figure("foe", 18_000, company="b"), Figure("friend", 15_200))).end == (24_500, Y)
    aslant = g.push(table(), [], Figure("me", 13_000, Y + 4_000), FROM, 10_000)
    assert aslant.end == (19_000, Y + 12_000)


LOW_WALL = obstacle(19_000, 20_000, 6_000)


@pytest.mark.rule("CDC-CND-05.4", "CDC-CND-05.12")
def test_tall_obstacles_stop_and_low_ones_are_landed_on() -> None:
    tall = pushed(12, obstacle(20_000, 30_000, 6_001))
    assert (tall.end, tall.stopped_by, tall.z) == ((18_750, Y), "obstacle", 0)
    low = pushed(12, obstacle(20_000, 30_000, 6_000))
    assert (low.end, low.stopped_by, low.z, low.fall_height) == ((24_500, Y), "", 6_000, 0)
    rim = pushed(12, obstacle(25_000, 30_000, 6_000))  # it would hang half over the near rim
    assert (rim.end, rim.z) == ((23_750, Y), 0)
    far_rim = pushed(12, obstacle(18_000, 24_000, 6_000))  # and here over the far one
    assert (far_rim.end, far_rim.z) == ((24_000, Y), 6_000)


@pytest.mark.rule("CDC-CND-05.9")
def test_it_stops_before_the_place_of_another() -> None:
    done = pushed(12, others=(Figure("foe", 25_500, company="b"),))
    assert (done.end, done.stopped_by) == ((23_000, Y), "figure")
    row = pushed(12, others=(Figure("b", 25_500), Figure("c", 22_000)))
    assert row.end == (19_500, Y), "nor between two that leave no room"


@pytest.mark.rule("CDC-MOV-01.7", "CDC-MOV-04.3")
def test_enemies_near_do_not_hold_a_push() -> None:
    beside, ahead = Figure("foe", 12_500, Y + 3_000, "b"), Figure("other", 27_500, company="b")
    assert pushed(12, others=(beside, ahead)).end == (24_500, Y), "0.5 cm from one foe, to 0.5 cm from the next"


@pytest.mark.rule("CDC-CND-05.10", "CDC-TAB-01.6")
def test_it_stops_at_the_edge_of_the_table() -> None:
    figure = Figure("me", 12_500)
    done = g.push(table(width=20_000), [figure], figure, FROM, 12_000)
    assert (done.end, done.stopped_by) == ((18_750, Y), "edge")


@pytest.mark.rule("CDC-TAB-15.4", "CDC-TAB-15.3")
def test_it_cannot_end_in_intransitable_terrain() -> None:
    done = pushed(12, terrain(22_000, 40_000, "intransitable"))
    assert (done.end, done.stopped_by) == ((20_750, Y), "intransitable")


@pytest.mark.rule("CDC-CND-05.11", "CDC-TAB-21.4")
def test_into_crevices_down_levels_and_into_water() -> None:
    assert pushed(12, terrain(24_000, 25_000, "crevice")).crevice == "crevice"
    assert pushed(12, terrain(24_501, 25_000, "crevice")).crevice == ""
    tower = obstacle(5_000, 15_000, 9_000)
    off = pushed(12, tower, me=Figure("me", 12_500, z=9_000))
    assert (off.end, off.z, off.fall_height) == ((24_500, Y), 0, 9_000)
    assert pushed(12, terrain(20_000, 40_000, "water")).in_water


def test_an_element_right_below_pushes_in_the_given_direction() -> None:
    figure = Figure("me", 10_000)
    assert g.push(table(), [figure], figure, FROM, 5_000, fallback=(-1, 0)).end == (5_000, Y)


@given(st.integers(0, 1_000_000))
@settings(max_examples=40)
def test_a_push_stays_on_the_table_and_on_free_ground(seed: int) -> None:
    ground, figures, rng = scatter(seed)
    for f in figures:
        away = (f.x + rng.randrange(-3_000, 3_000), f.y + rng.randrange(-3_000, 3_000))
        done = g.push(ground, figures, f, away, rng.randint(1, 24) * 1_000)
        assert g.on_table(ground, f, *done.end)
        if done.length and not done.crevice:
            assert g.is_free(ground, figures, f, *done.end, done.z, water=True), done


@pytest.mark.rule("CDC-DEV-01.1", "CDC-DEV-01.2", "CDC-DEV-01.3", "CDC-DEV-01.4", "CDC-DEV-01.5", "CDC-DEV-01.10")
def test_deviation_seen_by_the_roller() -> None:
    """The roller at the far edge looks towards y = 0: its right is where x falls."""
    ends = [g.deviate(face, 7_000, (5_000, 5_000), (0, -1)) for face in range(1, 7)]
    assert ends == [(5_000, 5_000), (-2_000, 5_000), (12_000, 5_000), (5_000, -2_000), (5_000, 12_000), (5_000, 5_000)]
    assert g.deviate(2, 7_000, (0, 0), (0, 1)) == (7_000, 0)


@pytest.mark.rule("CDC-DEP-02.2", "CDC-DEP-02.6")
def test_deployment() -> None:
    access, me = (60_000, 0), Figure("me", 0)

    def at(y: int, *pieces: g.Piece, others: tuple[Figure, ...] = (), x: int = 60_000) -> str:
        bar = g.deploy_refusal(table(*pieces), others, me, (x, y), access)
        return bar[0] if bar else ""

    assert at(21_250) == "" and at(21_251) == "too_far", "its nearest point within 20 cm"
    assert at(1_249) == "off_table"
    assert at(10_000, others=(Figure("foe", 64_500, 10_000, "b"),)) == "too_close", "2 cm, inclusive"
    assert at(10_000, others=(Figure("foe", 64_501, 10_000, "b"),)) == ""
    assert at(10_000, others=(Figure("friend", 62_500, 10_000),)) == ""
    assert at(10_000, others=(Figure("friend", 62_499, 10_000),)) == "overlaps"
    for kind in ("intransitable", "water", "crevice"):
        piece = g.Piece(kind, rectangle(61_250, 0, 9_000, 20_000), kinds=(kind,))
        assert at(10_000, piece) == "" and at(10_000, piece, x=60_001) == kind
    assert at(10_000, g.Piece("wall", rectangle(60_000, 0, 9_000, 20_000), height=900, crossing="vaultable"))


def test_a_place_to_deploy_is_found_while_there_is_one() -> None:
    me, access, rng = Figure("me", 0), (60_000, 0), Random(3)
    for _ in range(50):
        point = g.chance_deploy(rng, table(), [], me, access)
        assert point is not None and g.deploy_refusal(table(), [], me, point, access) is None
    full = table(g.Piece("lake", rectangle(0, 0, 120_000, 60_000), kinds=("water",)))
    assert g.chance_deploy(rng, full, [], me, access) is None and g.search_deploy(full, [], me, access) is None
    gap = [
        g.Piece("left", rectangle(0, 0, 66_490, 60_000), kinds=("water",)),
        g.Piece("right", rectangle(69_010, 0, 50_990, 60_000), kinds=("water",)),
    ]
    point = g.search_deploy(table(*gap), [], me, access)
    assert point is not None and 67_740 <= point[0] <= 67_760, "between 67.74 and 67.76 cm alone"
    assert g.deploy_refusal(table(*gap), [], me, point, access) is None


@pytest.mark.rule("CDC-TAB-12.3")
def test_the_guideline_for_covering_areas() -> None:
    area = rectangle(20_000, 20_000, 20_000, 20_000)
    rocks: list[Area] = [Disc(x, y, 1_000) for x in (22_000, 38_000) for y in (22_000, 38_000)]
    assert g.is_covering_area(area, rocks)
    assert not g.is_covering_area(area, rocks[:1]), "one obstacle has no other near it"
    assert not g.is_covering_area(area, rocks[:2]), "the far edge is more than 15 cm off"
    assert not g.is_covering_area(rectangle(0, 0, 80_000, 80_000), rocks)
    lonely = Disc(100_000, 60_000, 1_000)
    assert g.is_covering_area(area, [*rocks, lonely]), "an obstacle outside does not count"
    assert strip(0, 1_000) == rectangle(0, 30_000, 1_000, 20_000)
