"""Degrees of cover: partial, improved, against what bursts; light, darkness and mist (PF-COV, PF-CON, PF-TAB-18)."""

from __future__ import annotations

from random import Random

import pytest

from arbitro.engine.parts import run_parts
from arbitro.geometry.grid import cuts
from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.ground import SLIT as SLIT_WALL
from arbitro.rulesets.pathfinder.ground import WALL, line_stopped, solid
from arbitro.rulesets.pathfinder.numbers import MISS, SAVE, armour_class
from arbitro.rulesets.pathfinder.sight import COVER, IMPROVED, NO_COVER, PARTIAL, SOFT, cover, light_on, sees
from arbitro.rulesets.pathfinder.state import Ground
from tests.pathfinder.field import Field

SWORD = {"items": ["spada-lunga"]}


def facing(rows: list[str], a: str, b: str, **more: object) -> Field:
    """a1 and b1, both past their first turns."""
    field = Field({"a1": {"at": a}}, {"b1": {"at": b}}, rows=rows, **more)  # type: ignore[arg-type]
    field.end("a1", "b1")
    return field


def stopped_slowly(ground: Ground, p: tuple[int, int], q: tuple[int, int]) -> bool:
    """Every square that a line crosses is looked at, every wall, every corner."""
    return cuts(p, q, lambda one: solid(ground, one), lambda a, b: ground.between.get(frozenset((a, b))) == WALL)


def test_a_line_is_stopped_where_a_slow_look_at_every_square_stops_it() -> None:
    """Random boards with pillars and walls, random lines, some of which begin off the board."""
    rng, stopped = Random(5), 0
    for _ in range(80):
        width, depth = rng.randint(2, 9), rng.randint(2, 9)
        rows = tuple("".join(rng.choice("......#") for _ in range(width)) for _ in range(depth))
        sides = ((1, 0), (0, 1))
        places = [(rng.randrange(width - 1), rng.randrange(depth - 1), *rng.choice(sides)) for _ in range(3)]
        ground = Ground(rows, tuple((x, y, x + dx, y + dy, rng.choice([WALL, SLIT_WALL])) for x, y, dx, dy in places))
        for _ in range(40):
            p = (rng.randint(-2, 2 * width + 2), rng.randint(-2, 2 * depth + 2))
            q = (rng.randint(0, 2 * width), rng.randint(0, 2 * depth))
            slow = stopped_slowly(ground, p, q)
            assert line_stopped(ground, p, q) == slow, (rows, ground.walls, p, q)
            stopped += slow
    assert 0 < stopped < 80 * 40


# --- degrees ------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-COV-11.1", "PF-COV-11.2", "PF-COV-02.3")
def test_more_than_half_in_view_is_partial_cover_where_the_table_plays_so() -> None:
    """From the best corner of a1 the pillar hides one corner of b1 in four."""
    rows = ["...#...", ".......", "......."]
    for option, kind, ac in ((False, COVER, 14), (True, PARTIAL, 12)):
        field = facing(rows, "b1", "e3", options={"partial_cover": option})
        assert cover(field.game, "a1", "b1", "ranged") == kind
        assert armour_class(field.game, "b1", "a1", mode="ranged").value == ac
    behind = facing([".......", "...#...", "......."], "b2", "e2", options={"partial_cover": True})
    assert cover(behind.game, "a1", "b1", "ranged") == COVER, "half of it is not more than half"


SLIT = {"walls": [{"between": ["c1", "d1"], "kind": "slit"}]}
ONE_ROW = ["........"]


@pytest.mark.rule("PF-COV-13.1")
def test_an_arrow_slit_doubles_cover_for_the_one_behind_it() -> None:
    field = facing(ONE_ROW, "a1", "d1", ground=SLIT)
    assert cover(field.game, "a1", "b1", "ranged") == IMPROVED
    assert armour_class(field.game, "b1", "a1", mode="ranged").value == 18
    assert armour_class(field.game, "a1", "b1", mode="ranged").value == 10, "who stands at it shoots out freely"
    beside = Field({"a1": {"at": "c1", **SWORD}}, {"b1": {"at": "d1"}}, rows=ONE_ROW, ground=SLIT)
    assert cover(beside.game, "a1", "b1", "melee") == IMPROVED
    assert "d1" not in beside.offered("a1", "move"), "nobody walks through"


def reflex(field: Field, points: tuple[tuple[int, int], ...]) -> int:
    return field.game.query(SAVE, it="b1", save="riflessi", cause="palla-di-fuoco", actor="a1", origin=points).value


@pytest.mark.rule("PF-COV-07.1", "PF-COV-13.1", "PF-COV-11.1")
def test_cover_helps_reflex_saves_against_what_begins_on_its_other_side() -> None:
    rows = ["...#...", ".......", "......."]
    corner = ((4, 2),)  # the lower left corner of c2 in half squares
    assert reflex(facing(rows, "b1", "e3"), corner) == 2
    four = ((2, 0), (4, 0), (2, 2), (4, 2))  # as for a1 at b1, whichever is best
    assert reflex(facing(rows, "b1", "e3", options={"partial_cover": True}), four) == 1
    assert reflex(facing(rows, "b1", "e3"), ((14, 6),)) == 0, "from its own side"
    assert reflex(facing(ONE_ROW, "a1", "d1", ground=SLIT), ((2, 0), (2, 2))) == 4
    fortitude = facing(rows, "b1", "e3").game.query(SAVE, it="b1", save="tempra", cause="", actor="", origin=corner)
    assert fortitude.value == 0


@pytest.mark.rule("PF-COV-09.2")
def test_creatures_in_between_are_no_help_to_a_save() -> None:
    field = Field({"a1": {"at": "a1"}, "a2": {"at": "c1"}}, {"b1": {"at": "e1"}}, rows=ONE_ROW)
    field.end("a1", "a2", "b1")
    assert cover(field.game, "a1", "b1", "ranged") == SOFT
    assert reflex(field, ((2, 0), (2, 2))) == 0


@pytest.mark.rule("PF-COV-05.2")
def test_who_stands_at_a_low_wall_shoots_over_it() -> None:
    low = {"walls": [{"between": ["b1", "c1"], "kind": "low"}]}
    assert cover(facing(ONE_ROW, "b1", "e1", ground=low).game, "a1", "b1", "ranged") == NO_COVER
    assert cover(facing(ONE_ROW, "b1", "e1", ground=low).game, "b1", "a1", "ranged") == COVER


# --- concealment --------------------------------------------------------------------------------------


def blurred(rows: list[str], light: str = "normal") -> Field:
    """b1 under a spell that blurs it."""
    field = Field({"a1": {"at": "a1"}}, {"b1": {"at": "e1"}}, rows=rows, ground={"light": light})
    scope = {"me": "b1", "seat": "b", "rule": "sfocatura", "spell": "sfocatura", "targets": ("b1",), "cl": 5}
    for use in field.rules.records["sfocatura"].uses:
        assert not list(run_parts(field.game, use.parts, scope))
    return field


def miss(field: Field, mode: str = "ranged") -> int:
    return field.game.query(MISS, target="b1", actor="a1", mode=mode).value


@pytest.mark.rule("PF-CON-02.2")
def test_reach_meets_concealment_as_a_shot_does() -> None:
    """Fog in between conceals at reach; adjacent, only fog on the target's whole space would."""
    reach = {"items": ["lancia-lunga"]}
    field = Field({"a1": {"at": "a1", **reach}}, {"b1": {"at": "c1"}}, rows=[".%......"])
    assert (miss(field, "melee"), miss(field)) == (20, 20)
    beside = Field({"a1": {"at": "a1", "size": "grande"}}, {"b1": {"at": "c1"}}, rows=[".%......", "........"])
    assert miss(beside, "melee") == 0


@pytest.mark.rule("PF-CON-04.3", "PF-CON-03.1")
def test_several_concealments_do_not_add_up_and_magic_needs_nothing_in_between() -> None:
    clear = blurred(ONE_ROW)
    assert (miss(clear), miss(clear, "melee")) == (20, 20)
    assert miss(blurred(["..%.%..."], light="dim")) == 20
    assert miss(blurred(ONE_ROW, light="dark")) == 50


@pytest.mark.rule("PF-CON-10.1", "PF-CON-06.1")
def test_dense_mist_conceals_little_of_the_next_square_and_all_beyond() -> None:
    rows = [".*****.."]
    assert miss(Field({"a1": {"at": "b1"}}, {"b1": {"at": "c1"}}, rows=rows), "melee") == 20
    far = Field({"a1": {"at": "b1", "items": ["arco-corto"]}}, {"b1": {"at": "d1"}}, rows=rows)
    assert miss(far) == 50 and "shoot" not in far.actions("a1")
    across = Field({"a1": {"at": "a1"}}, {"b1": {"at": "h1"}}, rows=rows)
    assert not sees(across.game, "a1", "b1")
    felt = Field({"a1": {"at": "a1", "senses": ["vista_cieca"]}}, {"b1": {"at": "h1"}}, rows=rows)
    assert sees(felt.game, "a1", "b1")


# --- light --------------------------------------------------------------------------------------------

LIGHTS = """
candela              -    1.5
torcia               6    12
lampada-comune       4.5  9
lanterna-schermabile 9    18
verga-del-sole       9    18
pietra-di-luce       6    12
"""
"""What gives light: metres of bright and of dim light."""


@pytest.mark.rule("PF-TAB-18.3", "PF-TAB-18.1")
def test_lights() -> None:
    typed = {id_: (0.0 if a == "-" else float(a), float(b)) for id_, a, b in map(str.split, LIGHTS.split("\n")[1:-1])}
    assert {id_: (item.light, item.dim) for id_, item in built_in().items.items() if item.dim} == typed


def lit(at: str, senses: tuple[str, ...] = (), light: str = "dark", lamp: bool = True) -> tuple[str, bool, int]:
    """How a1 sees b1, who stands so far from a torch at a1's side: light, sight, chance to miss."""
    ground = {"light": light, **({"lights": {"a1": "torcia"}} if lamp else {})}
    party = {"a1": {"at": "b1", "senses": list(senses)}}
    field = Field(party, {"b1": {"at": at}}, rows=["." * 26], ground=ground)
    return light_on(field.game, "a1", "b1"), sees(field.game, "a1", "b1"), miss(field)


@pytest.mark.rule("PF-TAB-18.1", "PF-TAB-18.2", "PF-TAB-18.3", "PF-CON-08.2", "PF-CON-06.1")
def test_a_torch_in_the_dark() -> None:
    assert lit("e1") == ("normal", True, 0), "6 m are 4 squares"
    assert lit("f1") == ("dim", True, 20) and lit("i1") == ("dim", True, 20), "up to 12 m"
    assert lit("j1") == ("dark", False, 50)
    assert lit("i1", ("crepuscolare",)) == ("normal", True, 0), "low-light vision doubles the radii"
    assert lit("q1", ("crepuscolare",)) == ("dim", True, 20)
    assert lit("r1", ("crepuscolare",)) == ("dark", False, 50)


@pytest.mark.rule("PF-TAB-18.2", "PF-CON-08.1")
def test_darkvision_sees_18_metres_in_the_dark_and_through_dim_light() -> None:
    keen = ("scurovisione",)
    assert lit("n1", keen, lamp=False)[1:] == (True, 0) and lit("o1", keen, lamp=False)[1:] == (False, 50)
    assert lit("f1", keen) == ("dim", True, 0)
    assert lit("e1", light="dim", lamp=False)[1:] == (True, 20)
    assert lit("e1", ("crepuscolare",), light="dim", lamp=False)[1:] == (True, 0)


@pytest.mark.rule("PF-TAB-18.3")
def test_a_torch_in_hand_goes_along_and_a_wall_stops_its_light() -> None:
    party = {"a1": {"at": "a1", "items": [{"thing": "torcia", "held": True}]}, "a2": {"at": "b1"}}
    field = Field(party, {"b1": {"at": "h1"}}, rows=["." * 12], ground={"light": "dark"})
    assert light_on(field.game, "a2", "b1") == "dim"
    field.act("a1", "move", "d1")
    assert light_on(field.game, "a2", "b1") == "normal"
    field.act("a1", "sheathe", "torcia")
    assert light_on(field.game, "a2", "b1") == "dark"
    walled = Field(party, {"b1": {"at": "e1"}}, rows=["..#........."], ground={"light": "dark"})
    assert light_on(walled.game, "a2", "b1") == "dark"
