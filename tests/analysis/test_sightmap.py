"""Who sees what: the map says of every spot what the rules say of whoever stands there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.crepuscolo.field import Field as Table
from tests.pathfinder.field import Field as Board
from tests.staging import Staging

from arbitro.analysis.sightmap import Cells, SightMap, lit, sight_map
from arbitro.analysis.words import AnalysisError
from arbitro.content.errors import Lang
from arbitro.content.scene import Polygon
from arbitro.content.tabletop import TabletopRuleset
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.ruleset import ruleset
from arbitro.geometry.shapes import twice_area
from arbitro.rulesets.pathfinder.sight import sees

WALL = {"id": "w", "rect": [20, 20, 1, 20], "height": 5, "crossing": "impassable"}
ROCK = (*("............",) * 3, *("....#.......",) * 3, *("............",) * 4)
"""It stands on e5, e6 and e7."""


def rules_of(field: Staging) -> TabletopRuleset:
    rules = field.game.ruleset
    assert isinstance(rules, TabletopRuleset)
    return rules


def mapped(field: Staging, seat: str, lang: Lang) -> SightMap:
    return sight_map(field.game, rules_of(field), seat, lang)


def row_of(cells: Cells, x: int) -> list[int]:
    """What a column of cells says, from the bottom up."""
    return [row[x] for row in cells]


def table(**more: dict[str, Any]) -> Table:
    return Table({"a1": {"at": (10, 30)}, **more, "b1": {"at": (58, 58)}}, terrain=[WALL])


@pytest.mark.rule("CDC-LOS-01.2", "CDC-LOS-01.9")
def test_behind_a_wall_the_shadow_widens_as_far_as_lines_past_its_corners_lead() -> None:
    """Corners 10 cm off and 10 cm aside: at 12.5 cm the shadow is 12.5 cm wide either way, its edge is seen."""
    found = mapped(table(), "a", "en")
    assert (found.width, found.depth, found.side, found.unit) == (60_000, 60_000, 1000, "cm")
    assert [y for y, seen in enumerate(row_of(found.cells, 22)) if not seen] == list(range(18, 42))
    assert not any(row_of(found.cells, 40)), "30.5 cm away all 60 are in the dark"
    assert all(row_of(found.cells, 15)), "nothing is between here and there"


def test_each_spot_counts_those_who_see_it() -> None:
    """From the other side the wall hides what is straight behind it too."""
    field = table(a2={"at": (50, 30)})
    found = mapped(field, "a", "en")
    assert [(one.id, one.whom) for one in found.lookouts] == [("a1", ()), ("a2", ("b1",))]
    assert [found.cells[30][x] for x in (15, 22)] == [1, 1], "a1 alone, a2 alone"
    assert found.cells[55][15] == 2
    assert 0 < found.lookouts[0].share < found.seen < 1


@pytest.mark.rule("PF-CON-06.1")
def test_on_squares_whoever_stands_on_a_spot_is_seen_where_the_map_says_so() -> None:
    found = {}
    for at in ("d6", "f6", "g7", "h6", "l9", "e8"):
        field = Board({"a1": {"at": "c6"}}, {"b1": {"at": at}}, rows=ROCK)
        square = field.figure("b1")
        found[at] = bool(mapped(field, "a", "en").cells[square.y][square.x])
        assert found[at] == sees(field.game, "a1", "b1"), at
    assert (found["d6"], found["f6"], found["e8"]) == (True, False, True), "before the rock, behind it, beside it"


@pytest.mark.parametrize("ailment", ["accecato", "privo-di-sensi"])
def test_the_blind_see_nothing_and_the_senseless_do_not_look(ailment: str) -> None:
    field = Board({"a1": {"at": "c6", "conditions": [ailment]}, "a2": {"at": "c3"}}, {"b1": {"at": "h6"}})
    shares = {one.id: one.share for one in mapped(field, "a", "en").lookouts}
    assert shares == ({"a1": 0, "a2": 1} if ailment == "accecato" else {"a2": 1})


def test_nobody_learns_what_somebody_hidden_sees() -> None:
    field = Board({"a1": {"at": "c6"}}, {"b1": {"at": "h6", "hidden": True}})
    assert mapped(field, "b", "en").seen == 1
    light = lit(field.game, rules_of(field), "b", "a", "en")
    assert (light.overlays, light.seen, light.notes[0].text) == ((), (), "B: nobody is on the table and looks on.")


def test_the_page_gets_a_shadow_for_each_number_of_lookouts() -> None:
    """Areas of what none sees, then of what one at most sees: as large as their cells together."""
    field = table(a2={"at": (50, 30)})
    found = mapped(field, "a", "it")
    light = lit(field.game, rules_of(field), "a", "a", "it")
    sizes = 0
    for overlay in light.overlays:
        assert overlay.kind == "shadow" and isinstance(overlay.shape, Polygon)
        sizes += sum(twice_area(ring) for ring in (overlay.shape.points, *overlay.shape.holes)) // 2
    fewer = [sum(number <= most for row in found.cells for number in row) for most in (0, 1)]
    assert sizes == sum(fewer) * found.side**2
    assert light.figure == "a" and light.seen == ("b1",)
    assert light.notes[0].text.startswith("A: guardano in 2")


def test_a_game_without_a_table_says_so() -> None:
    rules = ruleset("cairn")
    assert isinstance(rules, TabletopRuleset)
    game = Game.new(rules, rules.skirmish(Random(1)), SeededDice.of_seed("1"))
    with pytest.raises(AnalysisError, match="no_board"):
        sight_map(game, rules, "a", "en")
