"""What an area would cover is shown before the spell is cast: its squares, and whom it catches."""

from __future__ import annotations

from typing import Any

from arbitro.content.scene import Polygon
from arbitro.engine.forms import Option
from arbitro.rulesets.pathfinder.scene import SIDE
from arbitro.rulesets.pathfinder.state import name_of_square
from tests.pathfinder.field import Field

MAGE = {
    "casting": [{"source": "mago", "ability": "intelligenza", "level": 5, "tradition": "arcane",
                 "prepared": {"palla-di-fuoco": 1, "mani-brucianti": 1, "sonno": 1}}],
    "intelligenza": 16,
}  # fmt: skip
PRIEST = {
    "casting": [{"source": "chierico", "ability": "saggezza", "level": 1, "tradition": "divine",
                 "prepared": {"anatema": 1}}],
    "saggezza": 14, "items": ["simbolo-sacro"],
}  # fmt: skip


def squares(field: Field, *path: Any) -> set[str]:
    """The squares that the board draws for a choice in course."""
    shapes = [one.shape for one in field.rules.probe(field.game, "a", path, "it").overlays if one.kind == "zone"]
    assert all(isinstance(shape, Polygon) for shape in shapes)
    return {name_of_square((shape.points[0][0] // SIDE, shape.points[0][1] // SIDE)) for shape in shapes}  # type: ignore[union-attr]


def hint(field: Field, level: str, *path: Any) -> str:
    return field.rules.hint(field.game, level, Option(path[-1]), tuple(path[:-1]), "it")


def test_a_cone_shows_its_squares_and_whom_it_catches() -> None:
    field = Field({"a1": {"at": "b5", **MAGE}}, {"b1": {"at": "d5"}, "b2": {"at": "k5"}})
    east = ("a1", "cast", "mago", "mani-brucianti", "openly", "east.c5")
    assert squares(field, *east) == {"c4", "c5", "d3", "d4", "d5", "d6", "e4", "e5"}
    assert hint(field, "cone", *east) == "prende b1"
    assert squares(field, *east[:-1]) == set(), "nothing is drawn before it is aimed"


def test_a_burst_is_drawn_about_its_corner_as_far_as_the_board_goes() -> None:
    field = Field({"a1": {"at": "a1", **MAGE}}, {"b1": {"at": "l1"}})
    drawn = squares(field, "a1", "cast", "mago", "palla-di-fuoco", "openly", "m1")
    assert "l1" in drawn and "i1" in drawn and "h1" not in drawn, drawn
    assert not any(name.startswith("m") for name in drawn), "beyond the edge there is nothing to draw"


def test_a_corner_stands_where_it_is_not_in_the_middle_of_a_square() -> None:
    field = Field({"a1": {"at": "a1", **MAGE}}, {"b1": {"at": "l1"}})
    assert field.rules.stands_for(field.state, "corner", Option("c2")) == ("", (2 * SIDE, SIDE))


def test_what_spreads_from_its_caster_is_drawn_as_soon_as_it_is_named() -> None:
    field = Field({"a1": {"at": "a1", **PRIEST}}, {"b1": {"at": "d1"}, "b2": {"at": "l10"}})
    named = ("a1", "cast", "chierico", "anatema")
    assert {"a1", "d1", "k1"} <= squares(field, *named)
    assert "l10" not in squares(field, *named), "15 metres are ten squares"
    assert hint(field, "spell", *named) == "prende b1"


def test_a_spell_of_a_round_is_drawn_when_it_is_aimed_at_last() -> None:
    field = Field({"a1": {"at": "a1", **MAGE}}, {"b1": {"at": "f1"}})
    begun = ("a1", "cast", "mago", "sonno", "openly")
    assert squares(field, *begun) == set()
    field.answer(begun)
    field.end("a1", "b1")
    assert field.game.pending is not None and field.game.pending.kind == "aim"
    assert {"e1", "f1", "g1", "f2"} <= squares(field, "g1")
    assert hint(field, "corner", "g1") == "prende b1"


def test_other_choices_cover_nothing() -> None:
    field = Field({"a1": {"at": "a1", "items": ["spada-lunga"]}}, {"b1": {"at": "b1"}})
    assert squares(field, "a1", "attack", "spada-lunga", "b1") == set()
    assert squares(field, "a1") == squares(field) == set()
