"""Rules that change the table: points, arcs and lines, shifts, tokens and walls, terrain that becomes other terrain."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from arbitro.rulesets.crepuscolo import facts_table as facts
from arbitro.rulesets.crepuscolo.events import Deviated, Died, Fell, GroundChanged, Hurt, Moved, WasLost
from arbitro.rulesets.crepuscolo.facts_powers import seen
from tests.crepuscolo.field import Field
from tests.crepuscolo.trials import Lines, at, trial

SHAPER, DESTROYER = "CDC-AB-114", "CDC-AB-115"
POINT = {"point": "none", "as": "p"}


def user(lines: Lines, *faces: int, terrain: list[dict[str, Any]] | None = None, **others: dict[str, Any]) -> Field:
    """``a1`` at 10 cm uses the made-up ability ``Prova``; the others stand about."""
    fighters = {"a1": at(10, abilities=["Prova"]), "b9": at(55, 55), **others}
    return trial({"Prova": {"kind": "A", **lines}}, dict(sorted(fighters.items())), dice=faces, terrain=terrain or ())


def at_point(lines: list[dict[str, Any]], x: float, y: float, *faces: int, **more: Any) -> Field:
    """The ability names a point and does something there."""
    field = user({"targets": [POINT], "do": lines}, *faces, **more)
    field.act("a1", "ability", "Prova", die=4)
    field.to(x, y)
    return field


# --- what rules may ask of the table --------------------------------------------------------------------------


@pytest.mark.rule("CDC-PW-012.1")
def test_near_a_point_counts_every_base_within_to_the_very_edge() -> None:
    field = Field({"a1": at(10), "a2": at(16.25), "b1": at(10, 16.26), "b2": at(3.74)})
    point = (10_000, 10_000, 0)
    assert facts.near(field.game, point, 5) == ("a1", "a2")
    assert facts.near(field.game, point, 6) == ("a1", "a2", "b1", "b2")
    assert facts.near_mm(field.game, (10_000, 20_010, 0), 25) == ("b1",), "16.26 + 1.25 + 2.5 = 20.01"
    assert facts.near_mm(field.game, (10_000, 20_020, 0), 25) == ()
    outside = (-1_000, 10_000, 0)
    assert facts.near(field.game, outside, 4) == ("b2",), "the point may lie off the table"


@pytest.mark.rule("CDC-PW-012.2")
def test_a_line_touches_every_base_on_it() -> None:
    field = Field({"a1": at(10), "a2": at(15, 11.25), "b1": at(20, 11.26), "b2": at(30), "b3": at(32.6)})
    assert facts.on_line(field.game, "a1", "b2") == ("a2",), "from centre to centre, these two not"
    assert facts.on_line(field.game, "a1", (31_350, 10_000, 0)) == ("a2", "b2", "b3")
    assert facts.on_line(field.game, (14_000, 0, 0), (14_000, 20_000, 0)) == ("a2",)
    assert facts.near_line(field.game, "a1", "b2", 1) == ("a1", "a2", "b1", "b2")
    assert facts.on_lines(field.game, ("a1",)) == () and facts.on_lines(field.game, ("a1", "b2")) == ("a2",)


@pytest.mark.rule("CDC-PW-012.3")
def test_an_arc_opens_at_the_base_of_its_user_and_holds_any_part_of_a_base() -> None:
    field = Field({"a1": at(10, 20), "b1": at(17.5, 20), "b2": at(10, 25), "b3": at(8.7, 25), "b4": at(5, 20)})
    assert facts.in_arc(field.game, "a1", 0, 180, 5) == ("b1", "b2"), "half of b2, nothing of b3"
    assert facts.in_arc(field.game, "a1", 0, 90, 5) == ("b1",)
    assert facts.in_arc(field.game, "a1", 0, 90, 4) == ()
    assert facts.in_arc(field.game, "a1", 180_000, 180, None) == ("b2", "b3", "b4")


def test_pieces_corpses_and_distances_to_them() -> None:
    terrain = [
        {"id": "lake", "rect": [20, 0, 10, 10], "kinds": ["water"]},
        {"id": "wood", "disc": [20, 30, 5], "kinds": ["covering"]},
        {"id": "hill", "rect": [40, 40, 10, 10], "height": 3, "kinds": ["platform"]},
        {"id": "rock", "rect": [5, 40, 4, 4], "height": 5, "crossing": "impassable"},
        {"id": "wall", "rect": [5, 50, 9, 1], "height": 2, "crossing": "vaultable"},
        {"id": "mud", "disc": [50, 20, 3], "kinds": ["difficult"]},
    ]
    field = Field({"a1": at(13.75, 5), "b1": at(55, 55)}, terrain=terrain)
    assert facts.waters(field.game) == ("lake",) and facts.woods(field.game) == ("wood",)
    assert facts.rocks(field.game) == ("hill", "rock")
    assert facts.obstacles(field.game) == ("wood", "hill", "rock", "wall")
    assert facts.by_piece(field.game, "a1", ("lake",), 5) and not facts.by_piece(field.game, "a1", ("lake",), 4)
    assert facts.about_piece(field.game, "lake", 5) == ("a1",)
    assert facts.sees_piece(field.game, "a1", "lake") and facts.sees_piece(field.game, "a1", "wood")


# --- deviation -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-PW-005.1", "CDC-PW-005.2")
def test_a_point_deviates_before_anything_is_measured_from_it() -> None:
    burn = [{"deviate": "p", "as": "p"}, {"damage": 1, "to": "near(p, 2)"}]
    field = at_point(burn, 30, 30, 2, 3, 3, 4, b1=at(40, 30), b2=at(30, 30))
    assert field.the(Deviated).distance == 10_000 and [event.it for event in field.all(Hurt)] == ["b1"]
    field.done()
    still = at_point(burn, 30, 30, 1, b1=at(40, 30), b2=at(30, 30))
    assert [event.it for event in still.all(Hurt)] == ["b2"]
    still.done()
    off = at_point(burn, 4, 30, 3, 1, 1, 3, b1=at(1.25, 30))
    assert (off.the(Deviated).x, off.the(Deviated).y) == (-1_000, 30_000)
    assert [event.it for event in off.all(Hurt)] == ["b1"], "measured from off the table"
    off.done()


@pytest.mark.rule("CDC-PW-005.3", "CDC-PW-140.2")
def test_three_deviations_in_a_row_each_begin_where_the_last_one_ended() -> None:
    field = at_point([{"deviate": "p", "times": 3, "as": "p"}], 30, 30, 2, 1, 1, 1, 4, 2, 2, 2, 6)
    ends = [(event.x, event.y) for event in field.all(Deviated)]
    assert ends == [(33_000, 30_000), (33_000, 36_000), (33_000, 36_000)]
    field.done()


# --- shifts ----------------------------------------------------------------------------------------------------

WIDE = {"push": 6, "to": "around(me, 10)"}


@pytest.mark.rule("CDC-PW-058.2", "CDC-PW-121.2")
def test_a_push_leads_straight_away_and_stops_before_bases_and_obstacles() -> None:
    wall = {"id": "wall", "rect": [0, 22, 30, 1], "height": 2, "crossing": "vaultable"}
    others = {"b1": at(15), "b2": at(10, 17), "b3": at(13, 14), "b4": at(24, 10)}
    field = user({"do": [WIDE]}, terrain=[wall], **others)
    field.act("a1", "ability", "Prova", die=4)
    assert field.at("b1") == (21, 10) and field.at("b2") == (10, 20.75), "the wall is low, but stops a slide"
    assert field.at("b3") == (16.6, 18.8), "6 cm along (3, 4)"
    assert [event.rules for event in field.all(Moved)] == [("Prova",)] * 3
    assert field.at("b4") == (24, 10), "more than 10 cm away"
    field.done()


@pytest.mark.rule("CDC-PW-121.2")
def test_whoever_is_pushed_from_nearer_does_not_stop_at_one_who_goes_too() -> None:
    field = user({"do": [WIDE]}, b1=at(14), b2=at(16.5))
    field.act("a1", "ability", "Prova", die=4)
    assert field.at("b1") == (20, 10) and field.at("b2") == (22.5, 10)
    field.done()


@pytest.mark.rule("CDC-PW-058.3")
@pytest.mark.parametrize(
    ("piece", "careful", "x"),
    [
        ({"kinds": ["dangerous"]}, False, 21),
        ({"kinds": ["dangerous"]}, True, 16.75),
        ({"kinds": ["extremely_dangerous"]}, True, 16.75),
        ({"kinds": ["intransitable"]}, False, 16.75),
    ],
)
def test_a_careful_push_stops_before_dangerous_ground(piece: dict[str, Any], careful: bool, x: float) -> None:
    area = {"id": "area", "rect": [18, 0, 20, 20], **piece}
    field = user({"do": [{**WIDE, "careful": careful}]}, terrain=[area], b1=at(15))
    field.act("a1", "ability", "Prova", die=4)
    assert x - 0.06 < field.at("b1")[0] <= x, "within half a millimetre"
    field.done()


@pytest.mark.rule("CDC-PW-058.3", "CDC-PW-121.2")
def test_only_a_careless_push_leads_over_an_edge_or_into_a_crevice() -> None:
    pit = {"id": "pit", "rect": [18, 0, 20, 20], "kinds": ["crevice"]}
    rough = user({"do": [WIDE]}, terrain=[pit], b1=at(15))
    rough.act("a1", "ability", "Prova", die=4)
    assert rough.the(WasLost).it == "b1"
    gentle = user({"do": [{**WIDE, "careful": True}]}, terrain=[pit], b1=at(15))
    gentle.act("a1", "ability", "Prova", die=4)
    assert gentle.figure("b1").status == "table" and gentle.at("b1")[0] <= 18
    cliff = {"id": "cliff", "rect": [5, 0, 13, 20], "height": 6, "crossing": "vaultable", "drop": True}
    high = {"a1": at(10, z=6, abilities=["Prova"]), "b1": at(15, z=6)}
    fallen = user({"do": [WIDE]}, terrain=[cliff], **high)
    fallen.act("a1", "ability", "Prova", die=4)
    assert fallen.the(Fell).it == "b1" and fallen.figure("b1").z == 0
    kept = user({"do": [{**WIDE, "careful": True}]}, terrain=[cliff], **high)
    kept.act("a1", "ability", "Prova", die=4)
    assert kept.all(Fell) == [] and kept.figure("b1").z == 6_000


@pytest.mark.rule("CDC-PW-140.3")
def test_whoever_must_get_beyond_a_distance_goes_no_farther_than_needed() -> None:
    lines = [{"push": 0, "beyond": 5, "to": "near(p, 5)", "from": "p"}]
    field = at_point(lines, 30, 30, b1=at(33, 30), b2=at(36.25, 30), b3=at(30, 36.26))
    assert field.at("b2") == (36.251, 30), "at exactly 5 cm it is not farther yet"
    assert field.at("b3") == (30, 36.26)
    x, y = field.at("b1")
    assert y == 30 and 38.751 <= x < 38.86, "the nearest free place on its way lies behind b2"
    field.done()
    blocked = [{"id": "rock", "rect": [34.3, 25, 2, 10], "height": 8, "crossing": "impassable"}]
    past = at_point(lines, 30, 30, terrain=blocked, b1=at(33, 30))
    assert 37.55 <= past.at("b1")[0] < 37.66 and past.all(Hurt) == []


@pytest.mark.rule("CDC-PW-140.3")
def test_whoever_stands_on_the_very_point_goes_where_its_controller_says() -> None:
    field = at_point([{"push": 0, "beyond": 5, "to": "near(p, 5)", "from": "p"}], 30, 30, b1=at(30, 30))
    assert field.asked == "aim_arc" and field.game.pending.seats == ("b",)
    field.answer(180_000)
    assert field.at("b1") == (23.749, 30)
    field.done()


# --- walls -----------------------------------------------------------------------------------------------------

WALL = {
    "targets": [{"point": "none", "as": "p"}, {"point": "none", "as": "q"}],
    "do": [
        {"make_way": True, "at": "p", "to": "q"},
        {"place": "Muro", "at": "p", "to": "q", "as": "wall"},
        {
            "grant": {"at": {"crossed": [{"damage": 1, "to": "actor", "no_corpse": True, "when": "piece is wall"}]}},
            "keep": {"wall": "wall"},
            "for": "this turn",
        },
    ],
}


def walled(*faces: int, terrain: list[dict[str, Any]] | None = None, **others: dict[str, Any]) -> Field:
    """A wall from (30, 5) to (30, 25), which costs all who cross it 1 damage."""
    field = user(WALL, *faces, terrain=terrain, **others)
    field.act("a1", "ability", "Prova", die=4)
    field.to(30, 5)
    field.to(30, 25)
    return field


@pytest.mark.rule("CDC-PW-021.2", "CDC-PW-021.3")
def test_a_wall_pushes_aside_whom_it_touches_the_shortest_way_and_unharmed() -> None:
    field = walled(b1=at(30.5, 10), b2=at(29, 15), b3=at(31.26, 18), b4=at(30, 22))
    assert field.asked == "side" and field.game.pending.seats == ("b",), "it stands on the line: its owner chooses"
    field.answer("left")
    assert field.at("b1")[1] == 10 and 31.25 < field.at("b1")[0] < 31.3
    assert field.at("b2")[1] == 15 and 28.7 < field.at("b2")[0] < 28.75
    assert field.at("b3") == (31.26, 18), "not touched"
    assert field.at("b4")[1] == 22 and abs(field.at("b4")[0] - 30) > 1.25
    assert field.all(Hurt) == []
    wall = field.the(GroundChanged).id
    assert facts.on_the_table(field.game, wall) and wall.startswith("Prova:")


@pytest.mark.rule("CDC-PW-021.4", "CDC-PW-021.6")
def test_every_crossing_costs_one_damage_forced_ones_too() -> None:
    field = walled(8, b1=at(27, 10, life=2))
    field.answer(("pass",))
    field.act("b1", "move", die=8)
    field.to(33, 10)
    assert [(event.it, event.amount) for event in field.all(Hurt)] == [("b1", 1)]
    field.answer(("pass",))
    beside = walled(8, b1=at(27, 10))
    beside.answer(("pass",))
    beside.act("b1", "move", die=8)
    beside.to(27, 30)
    assert beside.all(Hurt) == [], "past its end"
    jumped = walled(6, b1=at(27, 10))
    jumped.answer(("pass",))
    jumped.act("b1", "jump", die=6)
    jumped.answer(0)
    assert jumped.the(Hurt).it == "b1", "a jump over it crosses it"
    push = {"kind": "A", "target": {"one": "foes(me, 40)"}, "do": [{"push": 6, "to": "target"}]}
    two = {"a1": at(10, abilities=["Prova"]), "a2": at(20, 10, abilities=["Spinta"]), "b1": at(27, 10, life=1)}
    forced = trial({"Prova": {"kind": "A", **WALL}, "Spinta": push}, {**two, "b2": at(50, 50)})
    forced.act("a1", "ability", "Prova", die=4)
    forced.to(30, 5)
    forced.to(30, 25)
    forced.act("a2", "ability", "Spinta", "b1", die=4)
    assert forced.the(Died).it == "b1" and forced.state.corpses == ()


@pytest.mark.rule("CDC-PW-103.2", "CDC-PW-103.3")
def test_mist_hides_until_somebody_crosses_it() -> None:
    fighters = {"a1": at(10, abilities=["CDC-PW-103"], points=(("illusione", 3),)), "b1": at(22), "b2": at(40, 40)}
    field = Field(fighters, dice=(5, 6))
    field.act("a1", "power", "CDC-PW-103", die=6, others=(4,))
    field.to(17, 5)
    field.to(17, 15)
    assert "CDC-PW-103" in field.the(GroundChanged).id
    assert seen(field.game, "a1", None) == ("b2",) and seen(field.game, "b1", None) == ("b2",)
    field.answer(("pass",))
    field.act("b1", "move", die=6)
    field.to(15, 10)
    assert [event.piece is None for event in field.all(GroundChanged)] == [False, True]
    assert seen(field.game, "a1", None) == ("b1", "b2")
    field.done()


# --- terrain -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-PW-133.3")
def test_ice_is_dangerous_ground_that_bears_whoever_was_in_the_water() -> None:
    lake = {"id": "lake", "rect": [20, 0, 20, 20], "kinds": ["water"]}
    field = user(
        {"do": [{"turn_into": "dangerous", "piece": "first(waters())"}]}, 1, terrain=[lake], b1=at(25, in_water=True)
    )
    field.act("a1", "ability", "Prova", die=4)
    assert not field.figure("b1").in_water and facts.waters(field.game) == ()
    field.answer(("pass",))
    field.act("b1", "move", die=8)
    field.to(26, 10)
    assert field.the(Hurt).rules == ("CDC-TAB-13.1",), "a 1 on Pericoloso ground"
    field.done()


@pytest.mark.rule("CDC-PW-128.3")
def test_it_is_remembered_who_was_in_a_watched_wood_this_turn() -> None:
    wood = {"id": "wood", "disc": [30, 10, 4], "kinds": ["covering"]}
    watch = {"do": [{"watch_piece": "first(woods())"}]}
    field = user(watch, 6, terrain=[wood], b1=at(23), b2=at(31, 10), b3=at(23, 30))
    field.act("a1", "ability", "Prova", die=4)
    assert facts.been_in(field.game, "wood") == ("b2",)
    field.answer(("pass",))
    field.act("b1", "move", die=6)
    field.to(37, 16)
    assert facts.been_in(field.game, "wood") == ("b1", "b2"), "in passing"
    field.done()


@pytest.mark.rule("CDC-PW-140.4")
def test_a_chasm_opens_and_stays() -> None:
    field = at_point([{"open_crevice": 45, "at": "p"}], 30, 30)
    piece = field.the(GroundChanged).piece
    assert piece is not None and piece.kinds == ("crevice",) and piece.area.r == 4_500
    assert (piece.area.x, piece.area.y) == (30_000, 30_000)
    field.done()


# --- Plasmatore di Mondi, Distruttore di Civiltà ---------------------------------------------------------------

LAND = [
    {"id": "rock", "rect": [20, 20, 4, 4], "height": 5, "crossing": "impassable"},
    {"id": "hill", "rect": [45, 5, 10, 10], "height": 3, "kinds": ["platform"]},
    {"id": "wood", "disc": [20, 40, 5], "kinds": ["covering"]},
    {"id": "lake", "rect": [30, 30, 5, 5], "kinds": ["water"]},
]


def lord(ability: str, **others: dict[str, Any]) -> Field:
    """``a1`` may change the land; ``b2`` stands on the hill."""
    fighters = {"a1": at(10, abilities=[ability]), "b1": at(40), "b2": at(50, 10, z=3), **others}
    return Field(fighters, terrain=LAND)


@pytest.mark.rule("CDC-AB-114.1", "CDC-AB-114.2", "CDC-AB-114.3", "CDC-AB-114.4")
def test_an_obstacle_goes_elsewhere_once_a_game_and_covers_nobody() -> None:
    field = lord(SHAPER)
    assert field.offered("a1", "ability", SHAPER) == ("rock", "wood"), "a fighter stands on the hill"
    field.act("a1", "ability", SHAPER, "rock", die=4, others=(6, 8))
    assert field.figure("a1").dice == () and field.asked == "aim_point"
    assert field.refusal((42_000, 10_000)) is not None, "b1 would be under it"
    assert field.refusal((36_750, 10_000)) is None, "beside it"
    assert field.refusal((43_251, 10_000)) is not None, "it would stand on the hill"
    assert field.refusal((1_999, 30_000)) is not None and field.refusal((2_000, 30_000)) is None
    field.to(30, 50)
    assert field.state.ground.piece("rock").area.box == (28_000, 48_000, 32_000, 52_000)
    assert field.state.ground.piece("rock").height == 5_000
    field.done()


@pytest.mark.rule("CDC-AB-114.2", "CDC-AB-115.2")
@pytest.mark.parametrize("ability", (SHAPER, DESTROYER))
def test_only_once_in_the_game(ability: str) -> None:
    field = lord(ability, a1=at(10, abilities=[ability], dice=(4, 6, 8, 4, 6, 8)))
    field.act("a1", "ability", ability, "rock", die=4, others=(6, 8))
    if field.asked == "aim_point":
        field.to(30, 50)
    assert len(field.figure("a1").dice) == 3
    assert "ability" not in field.offered("a1")
    field.done()


@pytest.mark.rule("CDC-AB-115.1", "CDC-AB-115.3", "CDC-AB-115.4")
def test_an_obstacle_is_removed_and_those_on_it_are_put_in_its_place_unharmed() -> None:
    field = lord(DESTROYER)
    assert field.offered("a1", "ability", DESTROYER) == ("rock", "hill", "wood")
    field.act("a1", "ability", DESTROYER, "hill", die=4, others=(6, 8))
    assert field.figure("a1").dice == () and not facts.on_the_table(field.game, "hill")
    assert field.game.pending.seats == ("b",), "its own controller puts it down"
    assert field.refusal((44_999, 10_000)) is not None and field.refusal((45_000, 10_000)) is None
    field.to(52, 8)
    assert field.at("b2") == (52, 8) and field.figure("b2").z == 0
    assert field.all(Hurt) == [] and field.all(Fell) == [] and field.figure("b2").conditions == ()
    field.done()


@pytest.mark.rule("CDC-AB-115.4")
def test_whoever_stood_on_an_obstacle_finds_one_of_few_places_between_others() -> None:
    """Between two rows of figures there is hardly any room: what is tried at random is one of the legal points."""
    hut = {"id": "hut", "rect": [40, 8.7, 8, 2.6], "height": 6, "crossing": "vaultable"}
    rows = {f"b{3 + n}": at(40 + 2.6 * (n % 4), 7.44 if n < 4 else 12.56) for n in range(8)}
    field = Field({"a1": at(10, abilities=[DESTROYER]), "b1": at(5, 40), "b2": at(43, 9, z=6), **rows}, terrain=[hut])
    field.act("a1", "ability", DESTROYER, "hut", die=4, others=(6, 8))
    form = field.game.form("b")
    assert field.refusal((43_000, 9_000)) is not None, "not where it stood: there is somebody below"
    assert all(form.refusal(form.sample(Random(seed))) is None for seed in range(200))


# --- edges -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CDC-ACT-15.3")
def test_at_a_corner_one_chooses_over_which_edge_to_throw_oneself() -> None:
    tower = {"id": "tower", "rect": [20, 20, 20, 20], "height": 6, "crossing": "vaultable", "drop": True}
    field = Field({"a1": at(22, 23, z=6), "b1": at(50, 50)}, terrain=[tower])
    field.act("a1", "throw_down", "tower", die=4)
    assert field.asked == "spot"
    edges = field.offered()
    assert edges == ((20_000, 23_000), (22_000, 20_000))
    field.answer(edges[1])
    assert field.at("a1")[1] < 20 and field.figure("a1").z == 0
    field.done()


# --- the window of every displacement ----------------------------------------------------------------------------

WATCH = {"at": {"moved": [{"token": "Passo", "to": "actor"}]}}


@pytest.mark.rule("CDC-PW-048.2")
def test_whatever_displaces_a_fighter_is_a_displacement() -> None:
    push = {"kind": "A", "target": {"one": "foes(me, 40)"}, "do": [{"push": 6, "to": "target"}]}
    field = trial(
        {"Spinta": push, "Guardia": WATCH},
        {
            "a1": at(10, abilities=["Spinta", DESTROYER], dice=(4, 4, 6, 8)),
            "b1": at(15),
            "b2": at(50, 10, z=3),
            "b3": at(40, abilities=["Guardia"]),
        },
        terrain=LAND,
    )
    field.act("a1", "ability", "Spinta", "b1", die=4)
    assert field.figure("b1").tokens == (("Passo", 1),)
    field.act("a1", "ability", DESTROYER, "hill", die=4, others=(6, 8))
    field.to(52, 8)
    assert field.figure("b2").tokens == (("Passo", 1),) and field.figure("b3").tokens == ()
    field.done()
