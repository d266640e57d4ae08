"""Questions on the board: verdicts on a drag, who moves and where it may go, what options stand for and hint at."""

from typing import Any

import msgspec
import pytest

from arbitro.content.scene import Disc, Polygon, Probe, Stage
from arbitro.engine.forms import Option
from arbitro.engine.save import encode
from arbitro.engine.values import Value
from arbitro.geometry.measure import within
from arbitro.geometry.shapes import moved
from arbitro.geometry.units import cm
from tests.crepuscolo.field import RULES, Field

FLAME, PISTOL = "CDC-EQ-52", "CDC-EQ-41"


def probe(field: Field, value: Value, seat: str = "a") -> Probe:
    """The verdict on an answer that is only being tried."""
    return RULES.probe(field.game, seat, value, "it")


def at(field: Field, x: float, y: float) -> Probe:
    """The verdict on a place, in cm."""
    return probe(field, (cm(x), cm(y)))


def walking(face: int = 4, terrain: list[dict[str, Any]] | None = None, **foes: dict[str, Any]) -> Field:
    """A figure at (30, 30) whose d8 showed ``face``, asked where it goes."""
    fighters = {"a1": {"at": (30, 30)}, **(foes or {"b1": {"at": (55, 55)}})}
    field = Field(fighters, dice=[face], terrain=terrain or [])
    field.act("a1", "move", die=8)
    return field


# --- places ---------------------------------------------------------------------------------------------


def test_a_legal_place_says_how_long_the_way_is() -> None:
    found = at(walking(), 33, 34)
    assert (found.legal, found.reason, found.length, found.suggest) == (True, "", 5_000, None)


def test_a_place_too_far_says_why_and_offers_the_farthest_on_the_way() -> None:
    field = walking()  # 4 points: 12 cm
    found = at(field, 50, 30)
    assert not found.legal
    assert found.reason == "È troppo lontano: sono 20 cm, il limite è 12 cm."
    assert found.rules == ("CDC-ACT-06.4",)
    x, y = found.suggest
    assert (y, 41_900 <= x <= 42_000) == (30_000, True)
    assert field.refusal(found.suggest) is None


def test_a_place_beside_a_wall_is_drawn_to_one_with_room() -> None:
    wall = {"id": "wall", "rect": [34, 20, 1, 20], "height": 4, "crossing": "impassable"}
    field = walking(terrain=[wall])
    found = at(field, 33, 30)  # the base would stand in the wall
    assert not found.legal and found.suggest is not None
    assert abs(found.suggest[0] - 33_000) <= 500 and field.refusal(found.suggest) is None


def test_near_an_enemy_a_place_is_drawn_into_contact_on_the_side_of_the_pointer() -> None:
    field = walking(face=8, b1={"at": (38, 30)})
    found = at(field, 37.5, 33)  # north of it, half a cm too far
    assert not found.legal
    end = found.suggest
    foe = field.figure("b1")
    assert within(moved(field.figure("a1"), *end), foe, 1)
    assert end[1] > foe.y + 2_000
    assert field.refusal(end) is None
    engages = probe(field, end)
    assert engages.legal
    assert [(note.label, note.value) for note in engages.notes] == [("Ingaggia", "Prova")]


def test_a_way_over_an_edge_says_that_one_falls() -> None:
    gap = {"id": "gap", "rect": [33, 20, 6, 20], "kinds": ["crevice"]}
    found = at(walking(terrain=[gap]), 35, 30)
    assert found.legal
    assert [(note.label, note.rules) for note in found.notes] == [("Cade nel crepaccio", ("CDC-TAB-16.2",))]


def test_danger_and_cover_are_told_before_one_goes() -> None:
    terrain = [
        {"id": "thorns", "rect": [32, 20, 3, 20], "kinds": ["extremely_dangerous"]},
        {"id": "wood", "rect": [35, 20, 10, 20], "kinds": ["covering"]},
    ]
    found = at(walking(terrain=terrain), 38, 30)
    told = [(note.label, note.value) for note in found.notes]
    assert told == [("Attraversa", "terreno Estremamente Pericoloso"), ("Entra in terreno Coprente", "")]


def test_what_is_no_place_is_refused() -> None:
    field = walking()
    before = encode(field.state)
    assert not probe(field, ("here",)).legal
    assert not probe(field, 3.5).legal
    assert probe(field, (0, 0), "b").reason == "Adesso non tocca a te: aspetta che l'altro giocatore scelga."
    at(field, 33, 30)
    assert encode(field.state) == before


def test_deployment_is_measured_from_the_access_point() -> None:
    field = Field({"a1": {}, "b1": {}}, hand="", dice=[8, 6, 4, 1, 1, 1])
    seat = field.game.pending.seats[0] if field.game.pending else ""
    y = 3 if seat == "a" else 57
    assert at_of(field, seat, 30, y).legal
    far = at_of(field, seat, 30, 30)
    assert not far.legal and far.length == -1 and far.suggest is not None
    assert field.refusal(far.suggest, seat) is None


def at_of(field: Field, seat: str, x: float, y: float) -> Probe:
    """The verdict on a place for a seat, in cm."""
    return probe(field, (cm(x), cm(y)), seat)


# --- directions -----------------------------------------------------------------------------------------


def test_a_jump_shows_where_each_face_leads() -> None:
    gap = {"id": "gap", "rect": [33.2, 20, 2.6, 20], "kinds": ["crevice"]}
    field = Field({"a1": {"at": (30, 30)}, "b1": {"at": (55, 55)}}, terrain=[gap])
    field.act("a1", "jump", die=8)
    found = probe(field, 0)
    assert found.legal
    # the centre comes down in the crevice from 3.2 to 5.8 cm off
    assert [note.label for note in found.notes if "crepaccio" in note.value] == ["Con 4", "Con 5"]
    landings = [overlay for overlay in found.overlays if overlay.label]
    assert [overlay.label for overlay in landings] == [str(face) for face in range(1, 9)]


def test_a_direction_is_drawn_to_somebody_near_it() -> None:
    field = Field({"a1": {"at": (30, 30)}, "b1": {"at": (30, 50)}})
    field.act("a1", "jump", die=8)
    assert probe(field, 92_000).suggest == 90_000
    assert probe(field, 120_000).suggest is None


def test_flames_say_whom_they_catch() -> None:
    field = Field({"a1": {"at": (30, 30), "items": [FLAME]}, "b1": {"at": (36, 30)}, "b2": {"at": (30, 40)}})
    field.figure("b1").name = "Lupo"
    field.act("a1", "flame", FLAME, die=8, others=(4, 6))
    east = probe(field, 0)
    assert [(note.label, note.value) for note in east.notes] == [("Prende", "Lupo")]
    assert isinstance(east.overlays[0].shape, Polygon)
    assert [note.value for note in probe(field, 180_000).notes] == ["nessuno"]


# --- who moves, and what an option stands for -------------------------------------------------------------


def stage(field: Field) -> Stage:
    """What the pending question is about."""
    pending = field.game.pending
    assert pending is not None
    seat = pending.seats[0]
    return RULES.stage(field.game, seat, field.game.form(seat), pending.about, "it")


def test_a_move_has_its_figure_its_start_and_its_reach() -> None:
    found = stage(walking())
    assert (found.figure, found.start) == ("a1", (30_000, 30_000))
    (reach,) = found.overlays
    assert (reach.kind, reach.label, reach.rules) == ("reach", "12 cm", ("CDC-ACT-06",))
    assert isinstance(reach.shape, Polygon) and reach.shape.points[0] == (42_000, 30_000)


def test_a_jump_reaches_as_far_as_its_die() -> None:
    field = Field({"a1": {"at": (30, 30)}, "b1": {"at": (55, 55)}})
    field.act("a1", "jump", die=6)
    (ring,) = stage(field).overlays
    assert (ring.kind, ring.shape, ring.label) == ("limit", Disc(30_000, 30_000, 6_000), "6 cm")


def test_a_question_about_nobody_has_no_stage() -> None:
    assert stage(Field({"a1": {"at": (30, 30)}, "b1": {"at": (55, 55)}})) == Stage()


def test_options_stand_for_figures_and_spots() -> None:
    wall = {"id": "wall", "rect": [34, 20, 2, 20], "height": 2, "crossing": "vaultable"}
    field = Field(
        {"a1": {"at": (30, 30)}, "b1": {"at": (55, 55)}},
        terrain=[wall],
        tokens=[{"id": "idolo", "name": "Idolo", "at": [10, 20]}],
    )
    state = field.state

    def means(level: str, key: Value) -> Any:
        return RULES.stands_for(state, level, Option(key))

    assert means("target", "b1") == ("b1", None)
    assert means("piece", "wall") == ("", (35_000, 30_000))
    assert means("token", "idolo") == ("", (10_000, 20_000))
    assert means("to", (12_000, 13_000)) == ("", (12_000, 13_000))
    assert means("others", (4, 6)) == ("", None)
    assert means("action", "melee") == means("die", 8) == means("actor", "pass") == ("", None)


def hint(field: Field, level: str, key: Value, *path: Value) -> str:
    """The words beside an option."""
    return RULES.hint(field.game, level, Option(key), path, "it")


def test_hints_say_what_an_option_costs_and_gives() -> None:
    field = Field({"a1": {"at": (30, 30), "items": [PISTOL], "dice": (4, 8)}, "b1": {"at": (40, 30), "life": 2}})
    assert hint(field, "actor", "a1") == "d4 e d8"
    assert hint(field, "action", "move", "a1") == "1 dado, fino a 24 cm"
    assert hint(field, "die", 8, "a1", "move") == "fino a 24 cm"
    assert hint(field, "die", 8, "a1", "careful") == "fino a 8 cm"
    assert hint(field, "target", "b1", "a1", "shot", PISTOL) == "a 7,5 cm, Res 2 di 5"
    pistol = RULES.library.items[PISTOL]
    assert hint(field, "weapon", PISTOL, "a1", "shot") == f"gittata {pistol.range} cm, danno {pistol.damage}"
    assert hint(field, "die", 8, "a1", "melee", "b1") == ""


def test_hints_sum_up_what_a_rule_does() -> None:
    field = Field({"a1": {"at": (30, 30), "abilities": ["CDC-AB-077"]}, "b1": {"at": (40, 30)}})
    said = hint(field, "rule", "CDC-AB-077", "a1", "ability")
    assert said.startswith("1 dado, Soglia ") and said.endswith(".")


@pytest.mark.parametrize("value", [(33_000, 34_000), (50_000, 30_000), (30_000, 30_000)])
def test_verdicts_can_be_sent(value: Value) -> None:
    found = probe(walking(), value)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Probe).legal == found.legal
