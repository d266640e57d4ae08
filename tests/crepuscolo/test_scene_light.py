"""What selecting a figure shows: its reach, its auras, whom it sees, light and shadow."""

from math import hypot
from typing import Any

import msgspec

from arbitro.content.scene import Disc, Overlay, Path, Polygon, Spotlight
from arbitro.geometry.measure import in_polygon
from arbitro.rulesets.crepuscolo import ground
from tests.crepuscolo.field import RULES, Field

BANNER, PISTOL = "CDC-EQ-70", "CDC-EQ-41"


def light(field: Field, name: str = "a1") -> Spotlight:
    """What selecting a figure shows to seat a."""
    return RULES.spotlight(field.game, "a", name, "it")


def of(found: Spotlight, kind: str) -> list[Overlay]:
    """The overlays of a kind."""
    return [overlay for overlay in found.overlays if overlay.kind == kind]


def dark(found: Spotlight, x: float, y: float) -> bool:
    """Whether a point, in cm, lies in a shadow."""
    shapes = [overlay.shape for overlay in of(found, "shadow")]
    return any(in_polygon(round(x * 1000), round(y * 1000), s.points) for s in shapes if isinstance(s, Polygon))


def test_reach_is_three_centimetres_a_point_on_open_ground() -> None:
    field = Field({"a1": {"at": (30, 30)}, "b1": {"at": (58, 58)}})
    (area,) = of(light(field), "reach")
    assert area.label == "d8: 24 cm" and isinstance(area.shape, Polygon)
    east, north = area.shape.points[0], area.shape.points[18]
    assert (east, north) == ((54_000, 30_000), (30_000, 54_000))
    lines = [o for o in of(light(field), "limit") if isinstance(o.shape, Path)]
    assert [line.label for line in lines] == ["d6: 18 cm", "d4: 12 cm"]
    assert isinstance(lines[0].shape, Path) and lines[0].shape.points[0] == (48_000, 30_000)


def test_reach_stops_at_a_wall_and_is_nothing_when_locked() -> None:
    wall = {"id": "wall", "rect": [34, 20, 1, 20], "height": 4, "crossing": "impassable"}
    field = Field({"a1": {"at": (30, 30)}, "b1": {"at": (58, 58)}}, terrain=[wall])
    (area,) = of(light(field), "reach")
    assert isinstance(area.shape, Polygon) and area.shape.points[0] == (32_750, 30_000)  # base of 1.25 cm before 34 cm
    locked = Field({"a1": {"at": (30, 30)}, "b1": {"at": (33, 30)}})
    assert of(light(locked), "reach") == []
    note = next(note for note in light(locked).notes if note.label == "Muovi")
    assert note.rules == ("CDC-MOV-04.1",) and note.text


def test_notes_tell_what_each_die_gives() -> None:
    field = Field({"a1": {"at": (30, 30), "dice": (4, 8)}, "b1": {"at": (58, 58)}})
    notes = {note.label: note.value for note in light(field).notes}
    assert notes["Muovi"] == "d4: 12 cm e d8: 24 cm"
    assert notes["Salta"] == "d4: 4 cm e d8: 8 cm"
    assert notes["Può"] == "Muovi, Salta e Cammina con cautela"


def test_arms_and_auras_are_measured_from_the_edge_of_the_base() -> None:
    field = Field({"a1": {"at": (30, 30), "items": [BANNER], "abilities": []}, "b1": {"at": (58, 58)}})
    (aura,) = of(light(field), "aura")
    assert (aura.shape, aura.label, aura.rules) == (Disc(30_000, 30_000, 21_250), "Stendardo: 20 cm", (BANNER,))
    shooter = Field({"a1": {"at": (30, 30), "items": [PISTOL]}, "b1": {"at": (58, 58)}})
    far = RULES.library.items[PISTOL].range
    assert isinstance(far, int)
    rings = [overlay.shape for overlay in of(light(shooter), "limit") if overlay.rules == (PISTOL,)]
    assert rings == [Disc(30_000, 30_000, 1_250 + far * 1000)]


def test_enemies_threaten_within_one_and_two_centimetres() -> None:
    field = Field({"a1": {"at": (30, 30)}, "a2": {"at": (10, 10)}, "b1": {"at": (50, 50)}})
    rings = [overlay.shape for overlay in of(light(field), "threat")]
    assert rings == [Disc(50_000, 50_000, 2_250), Disc(50_000, 50_000, 3_250)]


def test_what_changes_a_characteristic_is_named() -> None:
    field = Field({"a1": {"at": (30, 30), "items": [BANNER]}, "a2": {"at": (35, 30), "cmb": 2}, "b1": {"at": (58, 58)}})
    note = next(note for note in light(field, "a2").notes if note.label == "Cmb")
    assert (note.value, note.text) == ("3", "2 + 1 Stendardo")


# --- sight ----------------------------------------------------------------------------------------------

WALL: dict[str, Any] = {"id": "wall", "rect": [34, 20, 1, 20], "height": 4, "crossing": "impassable"}
LOW: dict[str, Any] = {"id": "low", "rect": [34, 20, 1, 20], "height": 1.5, "crossing": "vaultable"}


def test_seen_are_those_that_the_rule_lets_it_see() -> None:
    field = Field({"a1": {"at": (30, 30)}, "a2": {"at": (20, 30)}, "b1": {"at": (45, 30)}}, terrain=[WALL])
    found = light(field)
    assert found.seen == ("a2",)
    state = field.state
    for other in ("a2", "b1"):
        there = state.figures[other]
        assert (other in found.seen) == ground.sees(state.ground, state.on_table(), state.figures["a1"], there)


def test_a_high_wall_throws_its_shadow_to_the_edge_of_the_table() -> None:
    found = light(Field({"a1": {"at": (30, 30)}, "b1": {"at": (5, 5)}}, terrain=[WALL]))
    assert dark(found, 40, 30) and dark(found, 59, 30)
    assert not dark(found, 32, 30)  # before it
    assert not dark(found, 30, 50)  # beside it


def test_one_looks_over_a_low_wall() -> None:
    # a head at 3 cm over an edge of 1.5 cm, 5 cm off: the line comes down 10 cm off
    found = light(Field({"a1": {"at": (30, 30)}, "b1": {"at": (5, 5)}}, terrain=[LOW]))
    assert dark(found, 37, 30)
    assert not dark(found, 41, 30)


def test_light_and_shadow_agree_with_the_line_of_sight() -> None:
    terrain = [WALL, {"id": "rock", "disc": [15, 40, 3], "height": 2, "crossing": "vaultable"}]
    field = Field({"a1": {"at": (30, 30)}, "b1": {"at": (20, 20)}}, terrain=terrain)
    found, state = light(field), field.state
    me = state.figures["a1"]
    wrong = 0
    for x in range(1, 60, 2):
        for y in range(1, 60, 2):
            if hypot(x - 30, y - 30) > 2:
                seen = ground.sees_point(state.ground, state.on_table(), me, (x * 1000, y * 1000))
                wrong += seen == dark(found, x, y)
    assert wrong <= 9  # of 899 points, those at an edge


def test_nobody_off_the_table_has_a_light() -> None:
    field = Field({"a1": {"at": (30, 30)}, "a2": {}, "b1": {"at": (5, 5)}})
    assert light(field, "a2") == Spotlight("a2")
    assert light(field, "nobody") == Spotlight("nobody")
    assert msgspec.json.decode(msgspec.json.encode(light(field)), type=Spotlight) == light(field)
