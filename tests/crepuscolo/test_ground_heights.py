"""Climbing, descending, vaulting and falling."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.geometry.measure import inside, overlaps_area, within_area
from arbitro.geometry.shapes import moved, rectangle
from arbitro.rulesets.crepuscolo import ground as g
from tests.crepuscolo.ground_tools import Figure, Y, obstacle, scatter, strip, table, terrain


@pytest.mark.rule("CDC-TAB-19.2", "CDC-TAB-19.5", "CDC-TAB-19.6", "CDC-TAB-20.1")
def test_damage_is_height_over_height() -> None:
    assert g.fall(30_000, 3_000) == 10
    assert [g.fall(cm * 1_000, 3_000) for cm in (0, 2, 3, 5, 6, 11)] == [0, 0, 1, 1, 2, 3]
    assert g.fall(10_000, 2_500) == 4


@pytest.mark.rule("CDC-TAB-19.3")
def test_a_crouching_model_counts_half_as_tall_again() -> None:
    assert g.fall(30_000, 3_000, crouched=True) == 6  # 30 : 4.5
    assert g.fall(9_000, 3_000, crouched=True) == 2 and g.fall(8_999, 3_000, crouched=True) == 1


@pytest.mark.rule("CDC-TAB-19.4", "CDC-ACT-14.7", "CDC-ACT-20.8")
def test_jumps_and_vaults_hurt_one_less() -> None:
    assert g.fall(30_000, 3_000, less=1) == 9 and g.fall(3_000, 3_000, less=1) == 0
    assert g.fall(2_000, 3_000, less=1) == 0


@pytest.mark.rule("CDC-ACT-15.4", "CDC-ACT-15.6", "CDC-TAB-19.8")
def test_thrown_down_is_halved_before_rounding() -> None:
    assert g.fall(9_000, 3_000, halved=True) == 1  # 3 / 2, down
    assert g.fall(11_000, 3_000, halved=True) == 1  # 3.67 / 2 = 1.83, not 3 / 2 twice rounded
    assert g.fall(12_000, 3_000, halved=True) == 2
    assert g.fall(27_000, 3_000, crouched=True, halved=True) == 3  # 27 : 4.5 : 2


# climbing


WALL = obstacle(20_000, 26_000, 5_000)


def tops(places: Sequence[g.Place]) -> list[tuple[str, int]]:
    return sorted({(p.where, p.z) for p in places})


@pytest.mark.rule("CDC-ACT-17.1", "CDC-TAB-05.5", "CDC-TAB-04.3", "CDC-TAB-07.2")
def test_what_can_be_climbed() -> None:
    assert g.climbable(table(WALL), Figure("me", 17_750)) == (WALL,), "1 cm from it"
    assert g.climbable(table(WALL), Figure("me", 17_749)) == ()
    near = Figure("me", 18_750)
    assert g.climbable(table(obstacle(20_000, 26_000, 3_000)), near) == (), "not taller than the figure"
    assert g.climbable(table(obstacle(20_000, 26_000, 3_001)), near) != ()
    assert g.climbable(table(obstacle(20_000, 26_000, 5_000, "impassable")), near) == ()
    assert g.climbable(table(obstacle(20_000, 26_000, 5_000, sheer=True)), near) == ()


@pytest.mark.rule("CDC-ACT-17.4", "CDC-ACT-17.5", "CDC-ACT-17.6", "CDC-ACT-17.7")
def test_a_climb_reaches_the_top_or_stays_at_the_foot() -> None:
    me = Figure("me", 18_000)
    places = g.climb_places(table(WALL), [me], me, WALL, 5_000)
    assert tops(places) == [("top", 5_000)]
    for p in places:
        assert inside(moved(me, *p.point), WALL.area)
    assert g.climb_places(table(WALL), [me], me, WALL, 4_999) == ()
    assert g.climb_places(table(WALL), [me], me, WALL, -3_000) == ()


@pytest.mark.rule("CDC-ACT-17.5", "CDC-ACT-17.8")
def test_ledges_must_hold_the_whole_base() -> None:
    wide = g.Ledge(rectangle(17_000, 44_000, 3_000, 3_000), 4_000)
    narrow = g.Ledge(rectangle(17_600, 36_000, 2_400, 3_000), 4_000)
    me = Figure("me", 18_000)
    wall = obstacle(20_000, 26_000, 9_000, ledges=(wide,))
    found = g.climb_places(table(wall), [me], me, wall, 8_999)
    assert tops(found) == [("ledge", 4_000)] and all(inside(moved(me, *p.point), wide.area) for p in found)
    tight = obstacle(20_000, 26_000, 9_000, ledges=(narrow,))
    assert g.climb_places(table(tight), [me], me, tight, 8_999) == ()
    # highest first when both can be reached, and on from the ledge
    assert g.climb_places(table(wall), [me], me, wall, 9_000)[0].where == "top"
    up = Figure("me", 18_500, 45_500, z=4_000)
    assert g.climbable(table(wall), up) == (wall,)
    assert tops(g.climb_places(table(wall), [up], up, wall, 5_000)) == [("top", 9_000)]
    assert g.climb_places(table(wall), [up], up, wall, 4_999) == ()


@pytest.mark.rule("CDC-MOV-02.1", "CDC-MOV-02.3")
def test_enemies_near_the_place_bar_a_climb() -> None:
    me = Figure("me", 18_000)
    ledge = g.Ledge(rectangle(17_000, 44_000, 3_000, 3_000), 4_000)
    wall = obstacle(20_000, 23_000, 5_000, ledges=(ledge,))
    guards = [Figure(f"g{i}", 21_500, y, "b", z=5_000) for i, y in enumerate(range(31_500, 50_000, 4_000))]
    found = g.climb_places(table(wall), [me, *guards], me, wall, 5_000)
    assert found == () or {p.where for p in found} == {"ledge"}
    assert found == (), "the guards stand within 2 cm of the ledge too: heights do not count"
    few = [f for f in guards if f.y < 43_000]
    left = g.climb_places(table(wall), [me, *few], me, wall, 4_500)
    assert {p.where for p in left} == {"ledge"}
    friends = [Figure(f"g{i}", 21_500, y, "a", z=5_000) for i, y in enumerate((36_000, 44_000))]
    assert tops(g.climb_places(table(wall), [me, *friends], me, wall, 5_000))[-1] == ("top", 5_000)


# descending


@pytest.mark.rule("CDC-ACT-18.1", "CDC-ACT-18.5", "CDC-MOV-02.2")
def test_down_to_the_foot_or_the_lowest_ledge() -> None:
    ledge = g.Ledge(rectangle(26_000, 38_000, 3_000, 4_000), 6_000)
    wall = obstacle(20_000, 26_000, 15_000, ledges=(ledge,))
    me = Figure("me", 24_000, z=15_000)
    assert g.descendable(table(wall), me) == (wall,)
    assert g.descendable(table(obstacle(20_000, 26_000, 3_000)), Figure("me", 24_000, z=3_000)) == ()
    foot = g.descend_places(table(wall), [me], me, wall, 15_000)
    assert foot[0].where == "foot" and foot[0].z == 0 and foot[0].fall == 0
    assert tops(g.descend_places(table(wall), [me], me, wall, 9_000)) == [("ledge", 6_000)]
    foe = Figure("foe", 27_500, company="b")
    barred = g.descend_places(table(wall), [me, foe], me, wall, 9_000)
    assert barred == (), "an enemy below the ledge keeps it off"


@pytest.mark.rule("CDC-ACT-18.3", "CDC-ACT-18.4", "CDC-ACT-18.6", "CDC-ACT-18.8", "CDC-ACT-19.1")
def test_the_part_not_climbed_down_is_fallen() -> None:
    wall = obstacle(20_000, 26_000, 15_000)
    me = Figure("me", 24_000, z=15_000)
    fallen = g.descend_places(table(wall), [me], me, wall, 5_000)[0]
    assert (fallen.where, fallen.z, fallen.fall) == ("foot", 0, 10_000)
    assert not overlaps_area(moved(me, *fallen.point), wall.area)
    assert within_area(moved(me, *fallen.point), wall.area, 1_000)
    assert g.descend_places(table(wall), [me], me, wall, -2_000)[0].fall == 15_000


# vaulting


LOW = obstacle(20_000, 20_500, 2_000)


def vault(ground: g.Ground, figures: Sequence[Figure], x: int, piece: g.Piece = LOW) -> str:
    bar = g.vault_refusal(ground, figures, figures[0], piece, (x, Y))
    return bar[0] if bar else ""


@pytest.mark.rule("CDC-ACT-20.1", "CDC-TAB-05.2", "CDC-TAB-05.4", "CDC-TAB-07.1", "CDC-TAB-04.1")
def test_what_can_be_vaulted() -> None:
    near = Figure("me", 15_750)
    assert g.vaultable(table(LOW), near) == (LOW,) and g.vaultable(table(LOW), Figure("me", 15_749)) == ()
    same = obstacle(20_000, 20_500, 3_000)
    assert g.vaultable(table(same), near) == (same,)
    for other in (
        obstacle(20_000, 20_500, 3_001),
        obstacle(20_000, 20_500, 2_000, "impassable"),
        obstacle(20_000, 20_500, 2_000, sheer=True),
        obstacle(20_000, 20_500, 2_000, "passable"),
    ):
        assert g.vaultable(table(other), near) == ()


@pytest.mark.rule("CDC-ACT-20.3")
def test_where_a_vault_may_end() -> None:
    me, ground = [Figure("me", 18_000)], table(LOW)
    assert vault(ground, me, 21_750) == "" and vault(ground, me, 21_749) == "obstacle"
    assert vault(ground, me, 22_750) == "" and vault(ground, me, 22_751) == "not_at_far_side"
    assert vault(ground, me, 17_000) == "not_beyond"
    back = [Figure("me", 17_250)]
    assert vault(ground, back, 22_250) == "" and vault(ground, back, 22_251) == "too_far"
    places = g.vault_places(ground, me, me[0], LOW)
    assert places[0].where == "beyond" and 21_750 <= places[0].point[0] <= 21_760 and places[0].point[1] == Y
    assert all(g.vault_refusal(ground, me, me[0], LOW, p.point) is None for p in places)
    taken = [*me, Figure("friend", 22_250)]
    assert vault(ground, taken, 22_000) == "overlaps"


@pytest.mark.rule("CDC-ACT-20.4", "CDC-ACT-20.5", "CDC-ACT-20.7")
def test_on_top_by_choice_or_because_it_is_too_wide() -> None:
    me = Figure("me", 18_000)
    assert {p.where for p in g.vault_places(table(LOW), [me], me, LOW)} == {"beyond", "top"}
    wide = obstacle(20_000, 26_000, 2_000)
    far = Figure("me", 15_750)
    places = g.vault_places(table(wide), [far], far, wide)
    assert places and {(p.where, p.z) for p in places} == {("top", 2_000)}
    assert all(inside(moved(far, *p.point), wide.area) for p in places)
    assert vault(table(wide), [far], 21_250, wide) == "" and vault(table(wide), [far], 21_400, wide) == "too_far"


@pytest.mark.rule("CDC-MOV-03.1", "CDC-MOV-03.2", "CDC-MOV-03.3")
def test_enemies_beyond_or_on_top_bar_a_vault() -> None:
    me, ground = Figure("me", 18_000), table(LOW)
    beyond = Figure("foe", 25_500, company="b")  # edges 5 cm apart
    assert vault(ground, [me, beyond], 21_750) == "enemy_behind"
    assert g.vault_places(ground, [me, beyond], me, LOW) == (), "not on to the top either"
    assert vault(ground, [me, Figure("foe", 25_501, company="b")], 21_750) == ""
    assert vault(ground, [me, Figure("foe", 25_500)], 21_750) == "", "a friend"
    assert vault(ground, [me, Figure("foe", 13_000, company="b")], 21_750) == "", "on the near side"
    on_top = Figure("foe", 20_250, Y + 4_000, "b", z=2_000)
    assert vault(ground, [me, on_top], 21_750) == "enemy_behind"
    # 4 cm away in the plane and 3 cm higher are 5 cm as the crow flies; a hair more is too far
    high = Figure("foe", 24_500, company="b", z=3_000)
    assert vault(ground, [me, high], 21_750) == "enemy_behind"
    high.z = 3_001
    assert vault(ground, [me, high], 21_750) == ""


@pytest.mark.rule("CDC-ACT-20.9", "CDC-TAB-17.7")
def test_a_vault_over_an_edge_is_a_fall() -> None:
    tower = g.Piece("tower", strip(20_000, 30_000), height=10_000, crossing="vaultable")
    parapet = obstacle(29_500, 30_000, 1_000, base_z=10_000)
    me = Figure("me", 28_000, z=10_000)
    first = g.vault_places(table(tower, parapet), [me], me, parapet)[0]
    assert (first.where, first.fall, first.z) == ("foot", 10_000, 0)
    pit = table(LOW, terrain(20_500, 26_000, "crevice"))
    first = g.vault_places(pit, [Figure("me", 18_000)], Figure("me", 18_000), LOW)[0]
    assert first.where == "crevice"
    lava = table(LOW, terrain(20_500, 26_000, "intransitable"))
    assert vault(lava, [Figure("me", 18_000)], 21_750) == "intransitable"


# throwing oneself down


@pytest.mark.rule("CDC-ACT-15.1", "CDC-ACT-15.3")
def test_edges_within_three_cm() -> None:
    pit = table(terrain(20_000, 22_000, "crevice"))
    at_edge = Figure("me", 15_750)
    assert [(p.kind, p.edge) for p in g.throw_down_options(pit, [at_edge], at_edge)] == [("crevice", (20_000, Y))]
    assert g.throw_down_options(pit, [], Figure("me", 15_749)) == ()
    tower = table(obstacle(20_000, 60_000, 8_000))
    me = Figure("me", 55_750, z=8_000)
    (plunge,) = g.throw_down_options(tower, [me], me)
    assert (plunge.kind, plunge.edge, plunge.z, plunge.fall) == ("drop", (60_000, Y), 0, 8_000)
    assert plunge.end[0] >= 61_250
    assert g.throw_down_options(tower, [], Figure("me", 55_749, z=8_000)) == ()
    ramp = table(obstacle(20_000, 60_000, 8_000, drop=False))
    assert g.throw_down_options(ramp, [me], me) == ()


@given(st.integers(0, 1_000_000))
@settings(max_examples=40)
def test_every_place_offered_is_free(seed: int) -> None:
    ground, figures, rng = scatter(seed)
    figures = [f for f in figures if not g.within(f, Figure("", 68_250, 54_000), 2_000)]
    figures.append(Figure("climber", 68_250, 54_000))  # at the foot of the tower
    assert "tower" in [piece.id for piece in g.climbable(ground, figures[-1])]
    for f in figures:
        reach = rng.randint(0, 16) * 1_000
        places = [p for piece in g.climbable(ground, f) for p in g.climb_places(ground, figures, f, piece, reach)]
        for piece in g.descendable(ground, f):
            places += g.descend_places(ground, figures, f, piece, reach)
        for piece in g.vaultable(ground, f):
            places += g.vault_places(ground, figures, f, piece)
        for p in places:
            assert g.is_free(ground, figures, f, *p.point, p.z), p
        for plunge in g.throw_down_options(ground, figures, f):
            if plunge.kind == "drop":
                assert plunge.fall > 0 and g.is_free(ground, figures, f, *plunge.end, plunge.z, water=True)
