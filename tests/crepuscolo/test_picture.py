"""Pictures of the table: what must be seen is there, nothing else, and the same state gives the same drawing."""

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from msgspec import structs

from arbitro.content.errors import Lang
from arbitro.content.messages import missing
from arbitro.rulesets.crepuscolo._picture_ink import arc, number, points
from arbitro.rulesets.crepuscolo._picture_words import initials, messages
from arbitro.rulesets.crepuscolo.state import Corpse, Token, Zone
from tests.crepuscolo.field import RULES, Field
from tests.crepuscolo.trials import at

SVG = "{http://www.w3.org/2000/svg}"
WOOD = {"id": "bosco", "name": "Bosco", "kinds": ["covering", "difficult"], "rect": [4, 40, 12, 8]}
RIVER = {"id": "fiume", "name": "Fiume", "kinds": ["water"], "rect": [30, 0, 6, 60]}
ROCK = {"id": "rocca", "name": "Rocca", "height": 5, "crossing": "impassable", "rect": [44, 40, 10, 10],
        "ledges": [{"rect": [44, 36, 10, 4], "height": 2.5}]}  # fmt: skip
HILL = {"id": "colle", "name": "Colle", "height": 3, "kinds": ["platform"], "disc": [50, 12, 6]}
EVERYTHING = [WOOD, RIVER, ROCK, HILL]


def table(**setup: Any) -> Field:
    """Three figures on a table with some of everything."""
    fighters = {"a1": {"at": (10, 10), "name": "Grask"}, "a2": {"at": (20, 10)}, "b1": {"at": (50, 30)}}
    return Field(fighters, terrain=EVERYTHING, **setup)


def drawn(field: Field, lang: Lang = "it") -> ET.Element:
    """The drawing as a tree: that it parses is part of every test."""
    return ET.fromstring(RULES.map_svg(field.state, lang))


def titles(tree: ET.Element) -> list[str]:
    """All tooltips."""
    return [element.text or "" for element in tree.iter(f"{SVG}title")]


def texts(tree: ET.Element) -> list[str]:
    """All words that can be read."""
    return [element.text or "" for element in tree.iter(f"{SVG}text")]


def of_class(tree: ET.Element, name: str) -> list[ET.Element]:
    """Elements of a class."""
    return [element for element in tree.iter() if name in element.get("class", "").split()]


def test_the_same_state_gives_the_same_drawing() -> None:
    assert RULES.map_svg(table().state, "it") == RULES.map_svg(table().state, "it")


def test_every_figure_is_there_with_name_life_and_dice() -> None:
    field = table()
    field.figure("a1").life = 3
    field.figure("a1").dice = (4, 8)
    assert "Grask (a1) · Resistenza 3 di 5 · dadi d4 d8" in titles(drawn(field))
    assert "Grask (a1) · Resistance 3 of 5 · dice d4 d8" in titles(drawn(field, "en"))
    assert {"Grask", "Bosco", "Rocca"} <= set(texts(drawn(field)))


def test_sides_differ_by_more_than_colour() -> None:
    tree = drawn(table())
    style = tree.find(f"{SVG}style")
    assert style is not None and style.text is not None
    rules = dict(re.findall(r"\.m-(ring\d)\{([^}]*)\}", style.text.split("@media")[0]))
    assert "dasharray" in rules["ring1"] and "dasharray" not in rules["ring0"]
    assert len(of_class(tree, "m-ring0")) == 2 + 2  # the figures, the heading and the legend
    assert len(of_class(tree, "m-ring1")) == 1 + 2


def test_light_and_dark_are_both_there() -> None:
    assert "@media (prefers-color-scheme:dark)" in RULES.map_svg(table().state, "it")


def test_wounds_are_an_arc_of_the_rim() -> None:
    field = table()
    assert of_class(drawn(field), "m-wound") == []
    field.figure("a1").life = 4
    arcs = of_class(drawn(field), "m-wound")
    assert len(arcs) == 2  # the figure's, and the legend's
    # A fifth of a circle of 1.25 cm less the rim: it starts at the top, and is not the larger arc.
    assert re.fullmatch(r"M240 \S+A21\.5 21\.5 0 0 1 \S+ \S+", arcs[0].get("d", ""))


def test_a_part_of_a_circle() -> None:
    assert arc(0, 0, 100, 1, 4) == "M0 -10A10 10 0 0 1 10 0"
    assert arc(0, 0, 100, 3, 4) == "M0 -10A10 10 0 1 1 -10 0"
    assert arc(0, 0, 100, 5, 5).endswith("z")
    assert (points(2500), number(500), number(-5)) == (500, "50", "-0.5")


def test_the_legend_lists_only_what_is_there() -> None:
    bare = Field({"a1": {"at": (10, 10)}, "b1": {"at": (50, 30)}})
    for figure in bare.state.figures.values():
        figure.dice = ()
    assert not {"acqua", "coprente", "cadavere", "a terra", "dadi rimasti: d4, d6, d8"} & set(texts(drawn(bare)))
    full = set(texts(drawn(table())))
    assert {"acqua", "coprente", "difficile", "rilievo", "ripiano", "ostacolo inagibile"} <= full
    assert "crepaccio" not in full and "dadi rimasti: d4, d6, d8" in full


def test_heights_are_numbers() -> None:
    assert {"5", "2,5", "3"} <= set(texts(drawn(table())))
    assert "2.5" in texts(drawn(table(), "en"))
    field = table()
    field.figure("a1").z = 3000
    assert "in alto, 3 cm" in " ".join(titles(drawn(field)))


def test_conditions_corpses_tokens_and_zones_are_marked() -> None:
    field = table()
    state = field.state
    field.figure("a1").conditions, field.figure("a1").prone = ("A Terra", "Fuoco"), True
    field.figure("b1").status = "dead"
    state.corpses = (Corpse("b1", 50000, 30000, 0),)
    state.tokens = (Token("t1", "Cassa", 20000, 30000),)
    state.zones = (Zone("z1", "Altare", 20000, 50000, 5000),)
    words = texts(drawn(field))
    assert {"Fu", "Fuoco", "Cassa", "Altare", "cadavere", "a terra", "oggetto", "zona da tenere"} <= set(words)
    assert "A T" not in words
    assert any(title.startswith("cadavere di ") for title in titles(drawn(field)))
    state.tokens = (structs.replace(state.tokens[0], holder="a1"),)
    field.figure("a1").carries = "t1"
    assert "porta Cassa" in " ".join(titles(drawn(field)))


def test_a_figure_off_the_table_is_not_drawn() -> None:
    field = Field({"a1": {"name": "Grask"}, "b1": {"at": (50, 30)}}, hand="", dice=[1, 1, 1, 2, 2, 2])
    assert not any("(a1)" in title for title in titles(drawn(field)))
    assert "da schierare: Grask" in texts(drawn(field))


def test_names_are_words_and_not_markup() -> None:
    field = table()
    field.figure("a1").name = '<b> & "c"'
    assert any(title.startswith('<b> & "c" (a1)') for title in titles(drawn(field)))


def test_every_hatch_used_is_defined() -> None:
    svg = RULES.map_svg(table().state, "it")
    used = set(re.findall(r"url\(#([^)]+)\)", svg))
    assert used and used <= set(re.findall(r'id="([^"]+)"', svg))


def test_initials_are_two_letters_or_the_id() -> None:
    field = Field({"a1": {"at": (10, 10), "name": "Grask"}, "a2": {"at": (20, 10), "name": "Maestro Elio"},
                   "b1": {"at": (40, 10), "name": "Lupo"}, "b2": {"at": (50, 10), "name": "Lucio"}})  # fmt: skip
    assert initials(field.state.figures.values()) == {"a1": "Gr", "a2": "ME", "b1": "b1", "b2": "b2"}


@pytest.mark.parametrize("width", [40, 60, 78])
def test_the_text_map_fits_and_shows_everybody(width: int) -> None:
    text = RULES.map_text(table().state, "it", width)
    assert max(len(line) for line in text.splitlines()) <= width
    grid = [line for line in text.splitlines() if line.endswith("|")]
    assert all(any(id in line for line in grid) for id in ("a1", "a2", "b1"))


def test_the_text_map_puts_things_where_they_are() -> None:
    # 60 cm in 71 columns: a column is 60000 // 71 + 1 = 846 units, a row twice that.
    lines = RULES.map_text(table().state, "it", 78).splitlines()
    grid = [line[line.index("|") + 1 : -1] for line in lines if line.endswith("|")]
    row = grid[len(grid) - 1 - 10000 // 1692]
    assert row.index("a1") in (10000 // 846 - 1, 10000 // 846)
    assert row[33000 // 846] == "~"
    assert grid[len(grid) - 1 - 45000 // 1692][48000 // 846] in "#5"
    assert set(grid[len(grid) - 1 - 44000 // 1692][6000 // 846 : 14000 // 846]) == {"%", ":"}


def test_the_text_legend_names_pieces_and_heights() -> None:
    text = RULES.map_text(table().state, "it")
    assert "~ acqua: Fiume" in text and "# ostacolo inagibile: Rocca (5 cm)" in text
    assert "V crepaccio" not in text
    assert "~ water: Fiume" in RULES.map_text(table().state, "en")


def test_figures_in_contact_keep_their_ids_whole() -> None:
    close = {f"a{n}": {"at": (20 + 2.5 * n, 20)} for n in range(1, 6)}
    text = RULES.map_text(Field({**close, "b1": {"at": (30, 22.5)}}).state, "it", 40)
    assert all(id in text for id in (*close, "b1"))


def test_the_words_are_there_in_both_languages() -> None:
    assert missing(messages().templates["it"], messages().templates["en"]) == []
    before = dict(messages().gaps)
    RULES.map_svg(table().state, "it")
    RULES.map_text(table().state, "en")
    assert messages().gaps == before


def test_tokens_that_lie_on_a_fighter_are_marked_and_named() -> None:
    field = table()
    field.figure("b1").tokens = (("Controllo", 2), ("Radice", 1), ("Follia", 0))
    words, told = texts(drawn(field)), " ".join(titles(drawn(field)))
    assert {"Co2", "Ra1", "segnalini Controllo", "segnalini Radice"} <= set(words) and "Fo0" not in words
    assert "segnalini Controllo: 2" in told and "segnalini Radice: 1" in told and "Follia" not in told
    assert "tokens of Control: 2" in RULES.map_svg(field.state, "en")


def powers_at_work() -> Field:
    """A wall of mist, a token and an image on the table, as the rules put them there."""
    points = (("arcano", 6), ("concentrazione", 6), ("illusione", 6))
    field = Field({
        "a1": at(20, 20, abilities=["CDC-PW-103", "CDC-PW-066"], points=points, dice=(4, 4, 6, 6, 8)),
        "a2": at(12, 30, abilities=["CDC-PW-102"], points=points),
        "b1": at(40, 40),
    }, dice=[4, 5, 5])  # fmt: skip
    field.act("a1", "power", "CDC-PW-103", die=4, others=(4,))
    field.to(24, 18)
    field.to(27, 28)
    field.act("a1", "power", "CDC-PW-066", die=6, others=(6, 8))
    field.to(14, 14)
    field.act("a2", "power", "CDC-PW-102", die=8, others=(6,))
    field.to(14.5, 31.5)
    return field


def test_what_powers_put_on_the_table_is_named_and_no_piece_of_scenery() -> None:
    tree = drawn(powers_at_work())
    words = texts(tree)
    assert {"Muro di Nebbia", "Campo Antimagico", "linea o segnalino di una regola"} <= set(words)
    assert "ostacolo attraversabile" not in words and "3" not in words
    assert "Muro di Nebbia · linea o segnalino di una regola · altezza 3 cm" in titles(tree)
    assert len(of_class(tree, "m-placed")) == 3  # the wall, the token, the legend's sample


def test_an_image_is_faint_and_not_counted_as_a_fighter() -> None:
    tree = drawn(powers_at_work())
    faint = of_class(tree, "m-image")
    assert len(faint) == 2  # the image, the legend's sample
    assert (faint[0].find(f"{SVG}title").text or "").startswith("Simulacro (a3) · immagine, non un combattente")  # type: ignore[union-attr]
    assert any(words.startswith("2 in campo su 2") for words in texts(tree))


def test_the_text_map_shows_a_slanting_line_whole_and_names_images() -> None:
    lines = RULES.map_text(powers_at_work().state, "it", 80).splitlines()
    rows = [n for n, line in enumerate(lines) if "|" in line and "*" in line]
    assert rows[:6] == list(range(rows[0], rows[0] + 6))  # from y = 28 to y = 18, no row without it
    assert "* linea o segnalino di una regola: Muro di Nebbia (3 cm), Campo Antimagico" in lines
    assert "a3 immagine, non un combattente" in lines
