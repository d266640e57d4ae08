"""The scene of a battle: what the page draws of a state, exactly, and that all of it can be sent."""

from typing import Any

import msgspec
import pytest

from arbitro.content.errors import Lang
from arbitro.content.messages import LANGS
from arbitro.content.scene import Board, Disc, FigureView, Mark, Note, Polygon, Scene
from arbitro.geometry.shapes import Disc as Area
from arbitro.rulesets.crepuscolo._picture_words import messages as drawings
from arbitro.rulesets.crepuscolo._picture_words import short_names
from arbitro.rulesets.crepuscolo._scene_board import RULE_OF_KIND
from arbitro.rulesets.crepuscolo._scene_figures import CONDITION_SIGN, RULE_OF_CONDITION
from arbitro.rulesets.crepuscolo.content import rules
from arbitro.rulesets.crepuscolo.events import GroundChanged
from arbitro.rulesets.crepuscolo.ground import CROSSINGS, KINDS, MARKER, PLATFORM, Piece
from arbitro.rulesets.crepuscolo.state import CONDITIONS
from tests.crepuscolo.field import RULES, Field

SWORD, FLAME, PISTOL = "CDC-EQ-11", "CDC-EQ-52", "CDC-EQ-41"


def scene(field: Field, lang: Lang = "it") -> Scene:
    """The scene of a situation."""
    return RULES.scene(field.state, "a", lang)


def view(field: Field, name: str, lang: Lang = "it") -> FigureView:
    """A figure of the scene."""
    return next(figure for figure in scene(field, lang).figures if figure.id == name)


def notes(found: FigureView, label: str) -> list[str]:
    """The values that stand under a label of a card."""
    return [note.value for note in found.notes if note.label == label]


def board(field: Field, lang: Lang = "it") -> Board:
    """The board of the scene."""
    found = scene(field, lang).board
    assert found is not None
    return found


TWO: dict[str, dict[str, Any]] = {"a1": {"at": (10, 10)}, "b1": {"at": (40, 40)}}


# --- figures --------------------------------------------------------------------------------------------


def test_a_figure_stands_where_the_ground_has_it() -> None:
    field = Field({"a1": {"at": (10, 12.5)}, "b1": {"at": (40, 40), "r": 0, "w": 3000, "d": 4000, "facing": 0}})
    assert view(field, "a1").shape == Disc(10_000, 12_500, 1_250)
    # 3 cm across, 4 cm along a facing to the east
    corners = {(42_000, 38_500), (42_000, 41_500), (38_000, 41_500), (38_000, 38_500)}
    shape = view(field, "b1").shape
    assert isinstance(shape, Polygon) and set(shape.points) == corners
    assert view(field, "b1").facing is None  # this game has no facing


def test_meters_and_dice_are_what_is_left() -> None:
    field = Field({"a1": {"at": (10, 10), "items": ["CDC-EQ-27"], "life": 2, "dice": (4, 8)}, "b1": {"at": (40, 40)}})
    found = view(field, "a1")
    # light armour: Resistenza 1
    assert [(meter.label, meter.now, meter.full) for meter in found.meters] == [("Res", 2, 5), ("Armatura", 1, 1)]
    assert [(badge.icon, badge.text) for badge in found.badges if badge.kind == "die"] == [("d4", ""), ("d8", "")]


def test_conditions_points_and_tokens_are_badges_with_their_rule() -> None:
    field = Field(
        {
            "a1": {"at": (10, 10), "conditions": ["Fuoco", "A Terra"], "points": (("arcano", 2),),
                   "tokens": (("Carica", 3),), "prone": True},
            "b1": {"at": (40, 40)},
        }
    )  # fmt: skip
    found = view(field, "a1")
    signs = [(badge.kind, badge.icon, badge.label, badge.count) for badge in found.badges if badge.kind != "die"]
    assert signs == [
        ("condition", "fire", "Fuoco", 0),
        ("condition", "prone", "A Terra", 0),
        ("points", "arcano", "Arcano", 2),
        ("token", "carica", "Carica", 3),
    ]
    fire = rules().get("CDC-CND-01")
    assert fire is not None
    note = Note("Condizione", "Fuoco", fire.summary("it"), ("CDC-CND-01",))
    assert note in found.notes
    assert "prone" in found.marks


def test_marks_say_what_a_figure_is_in() -> None:
    field = Field({"a1": {"at": (10, 10)}, "a2": {"at": (20, 10), "dice": ()}, "b1": {"at": (13, 10)}, "b2": {}})
    field.figure("a2").dice = ()
    assert view(field, "a1").marks == ("active", "engaged")  # 3 cm from centre to centre: half a cm apart
    assert view(field, "a2").marks == ()  # no die left
    assert view(field, "b1").marks == ("engaged",)
    waiting = view(field, "b2")
    assert waiting.marks == ("reserve",) and waiting.shape is None


def test_a_die_that_a_rule_binds_says_so() -> None:
    # Frenesia: suffer 1 damage for a d4, to be used in this hand
    field = Field({"a1": {"at": (10, 10), "abilities": ["CDC-AB-027"]}, "b1": {"at": (40, 40)}})
    field.act("a1", "ability", "CDC-AB-027")
    if field.asked == "choose":
        field.answer(1)
    bound = [badge for badge in view(field, "a1").badges if badge.kind == "die" and badge.text]
    assert [(badge.icon, badge.label) for badge in bound] == [("d4", "d4 (Frenesia)")]
    assert bound[0].text.endswith("Dura fino alla fine di questa mano.")


def test_the_card_adds_what_is_worn_to_what_is_printed() -> None:
    field = Field({"a1": {"at": (10, 10), "items": [SWORD], "cmb": 3}, "b1": {"at": (40, 40)}})
    found = view(field, "a1")
    cmb = next(note for note in found.notes if note.label == "Cmb")
    assert (cmb.value, cmb.rules) == ("5", ("CDC-CMP-08",))  # the sword gives 2
    assert cmb.text.startswith("3 + 2 Spada. ")
    assert notes(found, "Arma") == ["Spada"]
    weapon = next(note for note in found.notes if note.label == "Arma")
    sword = rules().get(SWORD)
    assert sword is not None and (weapon.text, weapon.rules) == (sword.summary("it"), (SWORD,))


def test_the_card_lists_arms_and_arts_under_their_labels() -> None:
    mage = {"at": (10, 10), "items": [SWORD, PISTOL], "abilities": ["CDC-AB-077"], "thresholds": (("CDC-AB-077", 5),)}
    field = Field({"a1": mage, "b1": {"at": (40, 40)}})
    field.figure("a1").powers = ("CDC-PW-038",)
    field.figure("a1").used_up = (PISTOL,)
    found = view(field, "a1", "en")
    assert notes(found, "Ability") == ["Intimidate (AL5)"]
    assert notes(found, "Power") == ["Ice Dart (1 Arcane)"]
    item = RULES.library.items[PISTOL]
    assert notes(found, "Ranged weapon") == [f"{item.name_en}, range {item.range} cm, damage {item.damage} (used up)"]


@pytest.mark.parametrize(
    ("classes", "icon"),
    [(("Guerriero", "Umano"), "fighter"), (("Comandante", "Umano"), "leader"), (("Mago", "Elfo"), "caster"),
     (("Assaltatore", "Tecnofero"), "soldier"), (("Rovo",), "fighter")],
)  # fmt: skip
def test_a_class_has_its_sign(classes: tuple[str, ...], icon: str) -> None:
    field = Field({"a1": {"at": (10, 10), "classes": classes}, "b1": {"at": (40, 40)}})
    assert view(field, "a1").icon == icon
    assert view(field, "a1").role == ", ".join(classes)


def test_one_sentence_tells_all_of_a_figure() -> None:
    one = {"at": (10, 12.5), "name": "Grask", "life": 2, "dice": (8,), "conditions": ["Gelo"], "z": 3}
    field = Field({"a1": one, "b1": {"at": (40, 40)}})
    told = "Grask, A, in (10; 12,5), a 3 cm di altezza, può agire, Res 2 di 5, dadi d8, Gelo."
    assert view(field, "a1").aria == told


def test_a_view_is_the_same_object_until_something_changes() -> None:
    field = Field({"a1": {"at": (10, 10)}, "a2": {"at": (20, 10)}, "b1": {"at": (40, 40)}}, dice=[8])
    before = {figure.id: figure for figure in scene(field).figures}
    field.act("a1", "move", die=8)
    field.to(12, 10)
    after = {figure.id: figure for figure in scene(field).figures}
    assert after["a2"] is before["a2"] and after["b1"] is before["b1"]
    assert after["a1"] != before["a1"]
    assert scene(field).board is scene(field).board


def test_short_names_are_short_and_each_once() -> None:
    names = {"uno-lungo": "Grask", "due-lungo": "Grask", "a1": "Grondo", "b1": "Maestro Elio"}
    field = Field({"a1": {"at": (10, 10)}, "b1": {"at": (40, 40)}})
    figures = []
    for id, name in names.items():
        figure = field.figure("a1").twin()
        figure.id, figure.name = id, name
        figures.append(figure)
    short = short_names(figures)
    assert list(short) == list(names)
    assert len(set(short.values())) == 4 and all(len(name) <= 3 for name in short.values())
    assert short["b1"] == "ME"


# --- the table ------------------------------------------------------------------------------------------

SCENERY: list[dict[str, Any]] = [
    {"id": "wood", "name": "Macchia", "rect": [20, 20, 10, 6], "wood": True, "kinds": ["difficult"]},
    {"id": "rock", "disc": [50, 10, 3], "height": 5, "crossing": "vaultable", "dda": 2,
     "ledges": [{"rect": [45, 8, 2, 4], "height": 2}]},
]  # fmt: skip


def test_the_board_has_every_piece_and_a_legend_of_what_is_there() -> None:
    field = Field(TWO, terrain=SCENERY, size=(60, 50))
    found = board(field)
    assert (found.width, found.depth, found.unit.symbol, found.unit.size) == (60_000, 50_000, "cm", 1_000)
    wood, rock, ledge = found.pieces
    assert wood.kinds == ("difficult", "covering") and wood.height == 0
    assert wood.shape == Polygon(((20_000, 20_000), (30_000, 20_000), (30_000, 26_000), (20_000, 26_000)))
    assert (rock.kinds, rock.height, rock.shape) == (("vaultable",), 5_000, Disc(50_000, 10_000, 3_000))
    assert (ledge.kinds, ledge.floor) == (("ledge",), 2_000)
    assert [line.kind for line in found.legend] == ["vaultable", "ledge", "difficult", "covering"]
    assert all(line.label and line.text for line in found.legend)
    assert {note.rules for note in wood.notes} == {("CDC-TAB-10",), ("CDC-TAB-12",)}


@pytest.mark.parametrize("lang", LANGS)
def test_every_kind_of_terrain_has_its_name_and_its_rule(lang: Lang) -> None:
    kinds = {*KINDS, *CROSSINGS, "hill", "ledge", "open"} - {PLATFORM}
    assert set(RULE_OF_KIND) == kinds
    for kind, rule in RULE_OF_KIND.items():
        entry = rules().get(rule)
        assert entry is not None and entry.summary(lang)
        assert f"map.kind.{kind}" in drawings().templates[lang]


def test_every_condition_has_its_sign_and_its_rule() -> None:
    assert set(CONDITION_SIGN) == set(RULE_OF_CONDITION) == set(CONDITIONS)
    for condition, rule in RULE_OF_CONDITION.items():
        entry = rules().get(rule)
        assert entry is not None and entry.name == condition


def marks(field: Field) -> dict[str, Mark]:
    """The marks of a scene by kind."""
    return {mark.kind: mark for mark in scene(field).marks}


def test_corpses_objects_and_zones_lie_on_the_table() -> None:
    field = Field(
        {"a1": {"at": (10, 10), "name": "Grask"}, "b1": {"at": (12.5, 10), "name": "Lupo", "life": 1}},
        dice=[8],
        tokens=[{"id": "idolo", "name": "Idolo", "at": [30, 30]}],
        zones=[{"id": "guado", "name": "Guado", "at": [40, 20], "radius": 5}],
    )
    field.act("a1", "melee", "b1", die=8)
    found = marks(field)
    assert found["corpse"].label == "cadavere di Lupo" and found["corpse"].seat == "b"
    assert found["token"].label == "Idolo"
    assert found["zone"].shape == Disc(40_000, 20_000, 5_000)
    assert {"corpse", "token", "zone"} <= {line.kind for line in board(field).legend}
    dead = view(field, "b1")
    assert (dead.shape, dead.marks, dead.meters[0].now) == (None, ("dead",), 0)


def test_access_points_show_until_the_battle_begins() -> None:
    field = Field({"a1": {}, "b1": {}}, hand="", dice=[8, 6, 4, 1, 1, 1])
    spots = [(mark.seat, mark.shape) for mark in scene(field).marks if mark.kind == "access"]
    assert [seat for seat, _ in spots] == ["a", "b"]
    assert [(shape.x, shape.y) for _, shape in spots if isinstance(shape, Disc)] == [(30_000, 0), (30_000, 60_000)]
    assert "access" not in marks(Field(TWO))


def test_what_a_power_puts_on_the_table_is_a_mark_with_its_rule() -> None:
    field = Field(TWO)
    piece = Piece("CDC-PW-016:t1", Area(20_000, 20_000, 500), "Tizzone", kinds=(MARKER,))
    field.game.do(GroundChanged(id=piece.id, piece=piece))
    mark = marks(field)["placed"]
    assert (mark.id, mark.label, mark.shape) == (piece.id, "Tizzone", Disc(20_000, 20_000, 500))
    assert mark.notes[0].rules == ("CDC-PW-016",)
    assert all(found.id != piece.id for found in board(field).pieces)


# --- heading --------------------------------------------------------------------------------------------


def test_sides_say_who_is_left_and_who_has_the_hand() -> None:
    field = Field({"a1": {"at": (10, 10), "cost": 12}, "a2": {"status": "dead"}, "b1": {"at": (40, 40), "cost": 20}})
    a, b = scene(field).sides
    assert (a.active, b.active) == (True, False)
    assert [(note.label, note.value) for note in a.notes] == [("In gioco", "1 di 2"), ("In campo", "12 PR")]
    assert [(note.label, note.value) for note in b.notes] == [("In gioco", "1 di 1"), ("In campo", "20 PR")]


def test_chips_count_to_forty() -> None:
    field = Field(TWO, start={"turn": 2, "total": 23})
    chips = [(note.label, note.value) for note in scene(field).chips]
    assert chips == [("Turno", "2"), ("Mano", "A"), ("Conto", "23 di 40")]
    assert scene(field).standing == RULES.standing(field.state, "it")


def test_the_result_is_told_in_words() -> None:
    field = Field(TWO)
    assert scene(field).result == ""
    field.state.result = "b"
    assert scene(field).result == "Vittoria: B."
    assert scene(field, "en").result == "Victory: B."
    field.state.result = "draw"
    assert scene(field).result == "La battaglia è pari."


@pytest.mark.parametrize("lang", LANGS)
def test_a_scene_can_be_sent(lang: Lang) -> None:
    field = Field(TWO, terrain=SCENERY)
    sent = msgspec.json.encode(scene(field, lang))
    assert msgspec.json.decode(sent, type=Scene) == scene(field, lang)
