"""Moves on foot over the table of Cronache del Crepuscolo."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.geometry.measure import overlaps, overlaps_area, touches
from arbitro.geometry.shapes import Disc, moved, rectangle
from arbitro.rulesets.crepuscolo import ground as g
from tests.crepuscolo.ground_tools import Figure, Y, mixed_table, obstacle, scatter, strip, table, terrain

OPEN = table()
seeds = st.integers(0, 1_000_000)


def refused(
    ground: g.Ground,
    figures: Sequence[Figure],
    x: int,
    y: int = Y,
    kind: str = "walk",
    die: int = 8,
) -> str:
    """Code of the refusal of a move of the first figure, "" if it is legal."""
    bar = g.walk_refusal(ground, figures, figures[0], (x, y), kind, die * 1_000)
    return bar[0] if bar else ""


def go(ground: g.Ground, figures: Sequence[Figure], x: int, y: int = Y, kind: str = "walk", die: int = 8) -> g.Walk:
    return g.walk(ground, figures, figures[0], (x, y), kind, die * 1_000)


# how far


@pytest.mark.rule("CDC-ACT-06.3", "CDC-ACT-06.4", "CDC-ACT-06.5", "CDC-TAB-09.1", "CDC-ACT-27.5")
def test_three_times_the_die_in_the_open() -> None:
    me = [Figure("me", 10_000)]
    assert refused(OPEN, me, 25_000, die=5) == "" and refused(OPEN, me, 25_001, die=5) == "too_far"
    assert refused(OPEN, me, 19_000, 52_000, die=5) == "", "15 cm aslant, 9 by 12"
    assert refused(OPEN, me, 10_700, die=5) == ""
    done = go(OPEN, me, 40_000, die=5)
    assert (done.end, done.length, done.stopped_by) == ((25_000, Y), 15_000, "limit")


@pytest.mark.rule("CDC-ACT-06.8", "CDC-TAB-10.1")
def test_mixed_ground_is_paid_pro_rata() -> None:
    """5 cm in the open cost 5/3 of a 5; the rest, 10/3, gives 6.66 cm of difficult ground."""
    me, rough = [Figure("me", 10_000)], table(terrain(15_000, 60_000, "difficult"))
    assert refused(rough, me, 21_666, die=5) == "" and refused(rough, me, 21_667, die=5) == "too_far_here"
    assert go(rough, me, 40_000, die=5).end == (21_666, Y)
    # 3 cm open and 8 difficult use up exactly 1 + 4
    exact = table(terrain(13_000, 60_000, "difficult"))
    assert refused(exact, me, 21_000, die=5) == "" and refused(exact, me, 21_001, die=5) == "too_far_here"
    assert go(exact, me, 40_000, die=5).end == (21_000, Y)


@pytest.mark.rule("CDC-TAB-10.1", "CDC-TAB-11.1", "CDC-TAB-08.3")
def test_difficult_and_very_difficult_ground() -> None:
    me = [Figure("me", 10_000)]
    wood, jungle = table(terrain(0, 60_000, "difficult")), table(terrain(0, 60_000, "very_difficult"))
    assert refused(wood, me, 18_000, die=4) == "" and refused(wood, me, 18_001, die=4) == "too_far_here"
    assert refused(jungle, me, 14_000, die=4) == "" and refused(jungle, me, 14_001, die=4) == "too_far_here"
    both = table(terrain(0, 60_000, "difficult"), terrain(0, 60_000, "very_difficult"))
    assert refused(both, me, 14_000, die=4) == "" and refused(both, me, 14_001, die=4) == "too_far_here"
    assert go(both, me, 30_000, die=4).end == (14_000, Y)


@pytest.mark.rule("CDC-ACT-16.2", "CDC-ACT-16.3", "CDC-ACT-16.4", "CDC-ACT-16.6", "CDC-TAB-13.6", "CDC-TAB-14.4")
def test_careful_steps_go_as_far_as_the_die_on_any_ground() -> None:
    me = [Figure("me", 10_000)]
    bad = table(terrain(0, 60_000, "very_difficult", "dangerous", "extremely_dangerous"))
    for ground in (OPEN, bad):
        assert refused(ground, me, 15_000, kind="careful", die=5) == ""
        assert refused(ground, me, 15_001, kind="careful", die=5) == "too_far"
        assert go(ground, me, 15_000, kind="careful", die=5).damaged_by == ()


@pytest.mark.rule("CDC-TAB-01.5")
def test_the_edge_of_the_table_is_a_wall() -> None:
    me = [Figure("me", 5_000)]
    assert refused(OPEN, me, 1_250) == "" and refused(OPEN, me, 1_249) == "off_table"
    done = go(OPEN, me, -9_000)
    assert (done.end, done.stopped_by) == ((1_250, Y), "edge")


def test_staying_is_always_legal() -> None:
    me, foe = Figure("me", 10_000), Figure("foe", 12_500, company="b")
    assert refused(OPEN, [me, foe], 10_000) == ""
    assert go(OPEN, [me, foe], 10_000).length == 0


# other figures


@pytest.mark.rule("CDC-ACT-06.9")
def test_friends_are_passed_and_enemies_are_not() -> None:
    me, friend, foe = Figure("me", 10_000), Figure("friend", 15_000), Figure("foe", 15_000, company="b")
    assert refused(OPEN, [me, friend], 20_000) == ""
    assert refused(OPEN, [me, friend], 12_501) == "overlaps" and refused(OPEN, [me, friend], 12_500) == ""
    assert refused(OPEN, [me, foe], 20_000) == "enemy_in_way"
    stopped = go(OPEN, [me, foe], 20_000)
    assert (stopped.end, stopped.stopped_by) == ((12_500, Y), "enemy")
    behind = go(OPEN, [me, friend], 16_000)
    assert (behind.end, behind.stopped_by) == ((12_500, Y), "figure"), "no room on the friend, so before it"


@pytest.mark.rule("CDC-MOV-01.1", "CDC-MOV-01.2", "CDC-MOV-01.3")
def test_two_cm_from_enemies_unless_in_contact() -> None:
    me, foe = Figure("me", 10_000), Figure("foe", 20_000, company="b")
    assert refused(OPEN, [me, foe], 15_499) == "" and refused(OPEN, [me, foe], 15_500) == "too_close"
    assert refused(OPEN, [me, foe], 17_500) == "", "in contact"
    assert refused(OPEN, [me, foe], 17_498) == "too_close"
    # passing beside it: edges 2 cm apart are centres 4.5 cm apart
    above = Figure("me", 10_000, Y + 4_500)
    assert refused(OPEN, [above, foe], 30_000, Y + 4_500) == "too_close"
    higher = Figure("me", 10_000, Y + 4_501)
    assert refused(OPEN, [higher, foe], 30_000, Y + 4_501) == ""


@pytest.mark.rule("CDC-MOV-01.4")
def test_contact_with_one_enemy_excuses_the_others() -> None:
    me, foe = Figure("me", 10_000), Figure("foe", 20_000, company="b")
    guard = Figure("guard", 15_000, Y + 4_000, "b")
    assert refused(OPEN, [me, guard], 17_500) == "too_close"
    assert refused(OPEN, [me, guard, foe], 17_500) == "" and refused(OPEN, [me, foe, guard], 17_500) == ""


@pytest.mark.rule("CDC-MOV-01.5")
def test_already_between_one_and_two_cm() -> None:
    me, foe = Figure("me", 16_000), Figure("foe", 20_000, company="b")  # edges 1.5 cm apart
    assert refused(OPEN, [me, foe], 15_499) == "" and refused(OPEN, [me, foe], 15_500) == "too_close"
    assert refused(OPEN, [me, foe], 16_000, Y + 8_000) == "", "sideways it never comes closer"
    assert refused(OPEN, [me, foe], 16_100, Y + 8_000) == "comes_closer"
    assert refused(OPEN, [me, foe], 17_500) == "", "into contact"
    other = Figure("other", 10_000, company="b")
    assert refused(OPEN, [me, foe, other], 15_400) == "" and refused(OPEN, [me, foe, other], 14_500) == "too_close"


@pytest.mark.rule("CDC-MOV-04.1", "CDC-MOV-04.2", "CDC-MOV-04.5")
@pytest.mark.parametrize("kind", ["walk", "careful", "cover"])
def test_locked_within_one_cm(kind: str) -> None:
    wood = table(terrain(0, 60_000, "covering"))
    near, far = Figure("me", 16_500), Figure("me", 16_499)
    foe = Figure("foe", 20_000, company="b", prone=True)
    assert g.engaged(wood, near, [foe]) and not g.engaged(wood, far, [foe])
    assert refused(wood, [near, foe], 13_000, kind=kind) == "engaged"
    assert refused(wood, [far, foe], 13_000, kind=kind) == ""
    assert not g.engaged(wood, near, [Figure("friend", 20_000)])


def test_oblong_bases_keep_the_same_distances() -> None:
    me = Figure("me", 10_000, r=0, w=2_500, d=5_000)  # its front at x + 2.5 cm
    foe = Figure("foe", 20_000, company="b")
    assert refused(OPEN, [me, foe], 14_249) == "" and refused(OPEN, [me, foe], 14_250) == "too_close"
    assert refused(OPEN, [me, foe], 16_250) == "" and refused(OPEN, [me, foe], 16_252) == "enemy_in_way"
    assert go(OPEN, [me, foe], 30_000).end == (16_250, Y)
    assert refused(OPEN, [Figure("me", 15_500, r=0, w=2_500, d=5_000), foe], 10_000) == "engaged"


# scenery


@pytest.mark.rule("CDC-TAB-04.1", "CDC-TAB-05.1", "CDC-ACT-06.6", "CDC-ACT-16.5")
@pytest.mark.parametrize("crossing", ["impassable", "vaultable"])
@pytest.mark.parametrize("kind", ["walk", "careful"])
def test_obstacles_stop_the_whole_base(crossing: str, kind: str) -> None:
    me, ground = [Figure("me", 12_000)], table(obstacle(20_000, 21_000, 2_000, crossing))
    assert refused(ground, me, 18_750, kind=kind) == "" and refused(ground, me, 18_751, kind=kind) == "obstacle"
    assert refused(ground, [Figure("me", 19_000, 51_250)], 22_000, 51_250, kind) == "", "along its end"
    done = go(ground, me, 20_000, kind=kind)
    assert (done.end, done.stopped_by, done.piece) == ((18_750, Y), "obstacle", "wall")


@pytest.mark.rule("CDC-TAB-03.1", "CDC-TAB-12.5")
def test_passable_obstacles_are_terrain() -> None:
    ruin = table(obstacle(0, 60_000, 9_000, "passable", kinds=("difficult", "covering")))
    me = [Figure("me", 10_000)]
    assert refused(ruin, me, 26_000) == "" and refused(ruin, me, 26_001) == "too_far_here"
    assert g.kinds_at(ruin, (10_000, Y)) == ("covering", "difficult") and g.elevation_at(ruin, (10_000, Y)) == 0


@pytest.mark.rule("CDC-TAB-15.1", "CDC-TAB-15.2", "CDC-TAB-21.2", "CDC-ACT-16.7")
@pytest.mark.parametrize("what", ["intransitable", "water"])
@pytest.mark.parametrize("kind", ["walk", "careful"])
def test_closed_terrain_stops_the_whole_base(what: str, kind: str) -> None:
    me, ground = [Figure("me", 13_000)], table(terrain(20_000, 21_000, what))
    assert refused(ground, me, 18_750, kind=kind) == "" and refused(ground, me, 18_751, kind=kind) == what
    assert go(ground, me, 20_500, kind=kind).end == (18_750, Y)


@pytest.mark.rule("CDC-TAB-16.2", "CDC-TAB-17.5", "CDC-TAB-17.6", "CDC-ACT-16.5")
@pytest.mark.parametrize("kind", ["walk", "careful"])
def test_a_crevice_swallows_whose_centre_crosses_its_edge(kind: str) -> None:
    me, ground = [Figure("me", 14_000)], table(terrain(20_000, 20_500, "crevice"))
    assert go(ground, me, 19_999, kind=kind).stopped_by == ""
    assert refused(ground, me, 21_500, kind=kind) == "", "nothing forbids it"
    gone = go(ground, me, 21_500, kind=kind)
    assert (gone.stopped_by, gone.end, gone.length, gone.piece) == ("crevice", (20_000, Y), 6_000, "crevice")


@pytest.mark.rule("CDC-TAB-13.4", "CDC-TAB-14.1", "CDC-TAB-14.2", "CDC-TAB-14.3")
def test_dangerous_areas_are_told_with_where_they_begin() -> None:
    me = [Figure("me", 10_000)]
    ground = table(terrain(15_000, 18_000, "dangerous"), terrain(20_000, 30_000, "extremely_dangerous"))
    assert go(ground, me, 14_999).damaged_by == (), "the base hangs over, the centre does not"
    assert go(ground, me, 16_000).damaged_by == (g.Danger("dangerous", (15_000, Y), "dangerous"),)
    both = go(ground, me, 25_000).damaged_by
    assert [(d.kind, d.at) for d in both] == [("dangerous", (15_000, Y)), ("extremely_dangerous", (20_000, Y))]
    inside = go(ground, [Figure("me", 16_000)], 17_000).damaged_by
    assert [(d.kind, d.at) for d in inside] == [("dangerous", (16_000, Y))]


@pytest.mark.rule("CDC-ACT-23.1", "CDC-ACT-23.3", "CDC-ACT-23.7", "CDC-TAB-12.1")
def test_moving_in_cover_begins_and_ends_in_it() -> None:
    ground = table(terrain(10_000, 20_000, "covering"), terrain(25_000, 60_000, "covering", "difficult"))
    me = [Figure("me", 12_000)]
    assert refused(ground, me, 20_000, kind="cover") == "" and refused(ground, me, 20_001, kind="cover") != ""
    assert refused(ground, me, 22_000, kind="cover") == "ends_out_of_cover"
    assert refused(ground, me, 26_000, kind="cover") == "", "the way between may lie open"
    assert refused(ground, [Figure("me", 22_000)], 26_000, kind="cover") == "not_in_cover"
    assert refused(ground, me, 12_000, Y + 9_000, kind="cover", die=2) == "too_far"


# swimming


@pytest.mark.rule("CDC-ACT-22.1", "CDC-ACT-22.4", "CDC-TAB-21.1", "CDC-TAB-21.2")
def test_swimming() -> None:
    lake = table(terrain(20_000, 24_000, "water"))
    assert refused(lake, [Figure("me", 17_750)], 22_000, kind="swim") == "", "1 cm from the water"
    assert refused(lake, [Figure("me", 17_749)], 22_000, kind="swim") == "not_by_water"
    me = [Figure("me", 18_750)]
    assert refused(lake, me, 22_750, kind="swim", die=2) == "" and refused(lake, me, 22_751, kind="swim", die=2)
    assert refused(lake, me, 26_250, kind="swim") == "" and refused(lake, me, 26_251, kind="swim") == "past_the_shore"
    assert go(lake, me, 22_000, kind="swim").in_water
    out = go(lake, me, 40_000, kind="swim")
    assert out.stopped_by == "shore" and not out.in_water and 25_250 <= out.end[0] <= 25_252
    assert refused(lake, [Figure("me", 22_000)], 30_000) == "water", "who is in it can only swim"


@pytest.mark.rule("CDC-MOV-04.3", "CDC-MOV-04.2")
def test_an_enemy_locks_a_swimmer_on_land_only() -> None:
    lake = table(terrain(20_000, 40_000, "water"))
    land, wet = Figure("me", 18_750), Figure("me", 22_000)
    assert refused(lake, [land, Figure("foe", 16_000, company="b")], 26_000, kind="swim") == "engaged"
    assert refused(lake, [wet, Figure("foe", 19_000, company="b")], 26_000, kind="swim") == ""


# levels


@pytest.mark.rule("CDC-TAB-17.2", "CDC-TAB-17.5", "CDC-TAB-17.6", "CDC-TAB-19.1")
def test_over_a_drop_to_its_foot() -> None:
    tower = obstacle(20_000, 40_000, 10_000)
    ground, me = table(tower), Figure("me", 38_000, z=10_000)
    assert refused(ground, [me], 46_000) == "", "one may walk over an edge"
    done = go(ground, [me], 46_000)
    assert (done.stopped_by, done.fall_height, done.left_at, done.length) == ("drop", 10_000, (40_000, Y), 2_000)
    there = moved(me, *done.end)
    assert done.z == 0 and done.end[1] == Y
    assert not overlaps_area(there, tower.area) and 41_250 <= done.end[0] <= 41_260
    crowd = [me, Figure("in the way", 41_500)]
    beside = go(ground, crowd, 46_000)
    assert beside.z == 0 and not overlaps(moved(me, *beside.end), crowd[1])


@pytest.mark.rule("CDC-TAB-17.3", "CDC-TAB-17.4", "CDC-ACT-20.4")
def test_what_is_no_drop() -> None:
    """Off the top of an obstacle not taller than the figure, down a ramp or a slope: ordinary moves."""
    low = Figure("me", 28_000, z=3_000)
    done = go(table(obstacle(20_000, 30_000, 3_000)), [low], 36_000)
    assert (done.stopped_by, done.end, done.z, done.fall_height) == ("", (36_000, Y), 0, 0)
    assert refused(table(obstacle(20_000, 30_000, 3_000)), [low], 31_000) == "obstacle", "half over the rim"
    taller = go(table(obstacle(20_000, 30_000, 3_001)), [Figure("me", 28_000, z=3_001)], 36_000)
    assert taller.fall_height == 3_001
    ramp = go(table(obstacle(20_000, 30_000, 9_000, drop=False)), [Figure("me", 28_000, z=9_000)], 36_000)
    assert (ramp.stopped_by, ramp.z) == ("", 0)


@pytest.mark.rule("CDC-TAB-17.1", "CDC-TAB-17.3")
def test_hills_are_walked_on_to_and_fall_off_only_marked_edges() -> None:
    slope = g.Piece("hill", strip(20_000, 30_000), height=2_000, kinds=("platform",))
    up = go(table(slope), [Figure("me", 10_000)], 25_000)
    assert (up.z, up.length) == (2_000, 15_000)
    down = go(table(slope), [Figure("me", 25_000, z=2_000)], 32_000)
    assert (down.z, down.fall_height) == (0, 0)
    cliff = g.Piece("hill", strip(20_000, 30_000), height=2_000, kinds=("platform",), drop=True)
    assert go(table(cliff), [Figure("me", 25_000, z=2_000)], 32_000).fall_height == 2_000


def test_a_bridge_keeps_out_of_the_water() -> None:
    water = terrain(20_000, 40_000, "water")
    bridge = g.Piece("bridge", rectangle(18_000, 38_000, 24_000, 4_000), height=100, kinds=("platform",))
    assert refused(table(water), [Figure("me", 18_000)], 30_000) == "water"
    over = go(table(water, bridge), [Figure("me", 18_750)], 30_000)
    assert (over.end, over.z, over.in_water) == ((30_000, Y), 100, False)
    assert g.kinds_at(table(water, bridge), (30_000, Y)) == ()


def test_on_top_the_obstacle_does_not_stop() -> None:
    ground = table(obstacle(20_000, 40_000, 5_000), obstacle(30_000, 31_000, 1_000, base_z=5_000))
    me = [Figure("me", 22_000, z=5_000)]
    assert refused(ground, me, 28_750) == "" and refused(ground, me, 28_751) == "obstacle"
    assert refused(ground, [Figure("me", 10_000)], 18_751) == "obstacle"


# jumping


def jump(ground: g.Ground, figures: Sequence[Figure], cm: int, direction: tuple[int, int] = (1, 0)) -> g.Walk:
    return g.jump_landing(ground, figures, figures[0], direction, cm * 1_000)


@pytest.mark.rule("CDC-ACT-14.2", "CDC-ACT-14.3", "CDC-ACT-14.5", "CDC-TAB-13.6", "CDC-TAB-14.4")
def test_a_jump_goes_exactly_as_far_as_the_die() -> None:
    me = [Figure("me", 18_000)]
    assert jump(OPEN, me, 5, (3, 4)).end == (21_000, 44_000)
    rough = table(terrain(19_000, 23_000, "very_difficult", "extremely_dangerous"), terrain(19_500, 20_500, "crevice"))
    done = jump(rough, me, 6)
    assert (done.end, done.stopped_by, done.damaged_by) == ((24_000, Y), "", ())


@pytest.mark.rule("CDC-ACT-14.6", "CDC-ACT-14.10", "CDC-TAB-21.3", "CDC-TAB-21.4")
def test_where_a_jump_may_come_down() -> None:
    me = [Figure("me", 18_000)]
    assert jump(table(terrain(19_500, 21_500, "crevice")), me, 3).stopped_by == "crevice"
    lava = table(terrain(21_000, 22_000, "intransitable"))
    assert jump(lava, me, 6).end == (24_000, Y)
    short = jump(lava, me, 4)
    assert (short.end, short.stopped_by) == ((19_750, Y), "intransitable")
    lake = jump(table(terrain(20_000, 30_000, "water")), me, 6)
    assert lake.in_water and lake.end == (24_000, Y)
    tower = jump(table(obstacle(10_000, 20_000, 9_000)), [Figure("me", 18_000, z=9_000)], 6)
    assert (tower.stopped_by, tower.fall_height, tower.end, tower.z) == ("drop", 9_000, (24_000, Y), 0)
    step = jump(table(obstacle(10_000, 20_000, 3_000)), [Figure("me", 18_000, z=3_000)], 6)
    assert (step.fall_height, step.z) == (0, 0)


@pytest.mark.rule("CDC-ACT-14.9", "CDC-TAB-04.3", "CDC-MOV-01.6", "CDC-MOV-04.2")
def test_what_stops_a_jump() -> None:
    me = Figure("me", 10_000)
    wall = jump(table(obstacle(14_000, 15_000, 500)), [me], 8)
    assert (wall.end, wall.stopped_by) == ((12_750, Y), "obstacle")
    foe = jump(OPEN, [me, Figure("foe", 16_000, company="b")], 8)
    assert (foe.end, foe.stopped_by) == ((13_500, Y), "enemy")
    edge = jump(OPEN, [Figure("me", 4_000)], 8, (-1, 0))
    assert (edge.end, edge.stopped_by) == ((1_250, Y), "edge")
    shy = jump(OPEN, [me, Figure("foe", 20_000, company="b")], 6)  # it would end 1.5 cm from it
    assert shy.stopped_by == "clearance" and shy.end[0] == 15_499
    locked = jump(OPEN, [me, Figure("foe", 13_000, company="b")], 6, (-1, 0))
    assert locked.length == 0
    friend = jump(OPEN, [me, Figure("friend", 17_000)], 6)
    assert (friend.end, friend.stopped_by) == ((14_500, Y), "figure")


# ends to choose from


def test_reach_in_the_open_is_a_circle() -> None:
    me = Figure("me", 60_000)
    shape = g.reach_polygon(OPEN, [me], me, "walk", 5_000, rays=8)
    assert shape[0] == (75_000, Y) and shape[2] == (60_000, Y + 15_000) and len(shape) == 8
    foe = Figure("foe", 66_000, company="b")
    assert g.reach_polygon(OPEN, [me, foe], me, "walk", 5_000, rays=4)[0] == (63_500, Y), "up to contact"
    beside = Figure("foe", 66_000, Y + 4_000, "b")
    reach = g.reach_polygon(OPEN, [me, beside], me, "walk", 5_000, rays=4)[0]
    # edges 2 cm apart when centres are 4.5 apart: 66 - root(4.5^2 - 4^2) = 63.9384
    assert reach == (63_938, Y)


@given(seeds)
@settings(max_examples=40)
def test_ends_offered_are_legal_and_kept(seed: int) -> None:
    ground, figures, rng = scatter(seed)
    for f in figures:
        kind, die = rng.choice(["walk", "careful", "cover", "swim"]), rng.choice([1_000, 3_000, 5_000, 8_000])
        end = g.sample_end(rng, ground, figures, f, kind, die)
        assert g.walk_refusal(ground, figures, f, end, kind, die) is None
        done = g.walk(ground, figures, f, end, kind, die)
        assert done.end == end or done.stopped_by in ("drop", "crevice")
        foe = next(o for o in figures if o.company != f.company)
        touch = g.contact_end(ground, figures, f, foe, "walk", 8_000)
        if touch is not None:
            assert touches(moved(f, *touch), foe)
            assert g.walk_refusal(ground, figures, f, touch, "walk", 8_000) is None
    for end in g.reach_polygon(ground, figures, figures[0], "walk", 5_000, rays=12):
        assert g.walk_refusal(ground, figures, figures[0], end, "walk", 5_000) is None


@given(seeds)
@settings(max_examples=40)
def test_no_move_ends_on_anything(seed: int) -> None:
    ground, figures, rng = scatter(seed)
    for f in figures:
        aim = (f.x + rng.randrange(-25_000, 25_000), f.y + rng.randrange(-25_000, 25_000))
        done = g.walk(ground, figures, f, aim, rng.choice(["walk", "careful", "swim"]), 8_000)
        leap = g.jump_landing(ground, figures, f, (rng.randint(-9, 9), rng.randint(-9, 9)), 6_000)
        for move in (done, leap):
            if move.length and move.stopped_by != "crevice":
                assert g.is_free(ground, figures, f, *move.end, move.z, water=True), move


def test_a_free_way_into_contact() -> None:
    me, foe = Figure("me", 10_000), Figure("foe", 22_000, company="b")
    assert g.contact_end(OPEN, [me, foe], me, foe, "walk", 4_000) == (19_500, Y)
    assert g.contact_end(OPEN, [me, foe], me, foe, "walk", 3_000) is None
    blocked = g.contact_end(OPEN, [me, foe, Figure("friend", 19_500)], me, foe, "walk", 8_000)
    assert blocked is not None and blocked[1] != Y, "beside the friend that stands there"


def test_a_ground_is_plain_data() -> None:
    ground = mixed_table()
    assert g.kinds_at(ground, (30_000, 25_000)) == ("covering", "difficult"), "asked before, it is remembered nowhere"
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(ground), type=g.Ground)
    assert again == ground and hash(again) == hash(ground)
    assert g.kinds_at(again, (30_000, 25_000)) == ("covering", "difficult")


def test_kinds_and_levels_at_a_point() -> None:
    ground = table(terrain(0, 20_000, "difficult"), g.Piece("bog", Disc(20_000, Y, 5_000), kinds=("dangerous",)))
    assert g.kinds_at(ground, (18_000, Y)) == ("dangerous", "difficult")
    assert g.kinds_at(ground, (24_000, Y)) == ("dangerous",) and g.kinds_at(ground, (30_000, Y)) == ()
    top = table(obstacle(20_000, 30_000, 4_000, kinds=("difficult",)))
    assert g.elevation_at(top, (25_000, Y)) == 4_000 and g.elevation_at(top, (25_000, Y), 3_999) == 0
    assert g.kinds_at(top, (25_000, Y)) == ("difficult",)
