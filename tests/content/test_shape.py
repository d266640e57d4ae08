"""Plain data against record types: every fault, its place, what was expected, and the nearest word."""

import enum
from typing import Annotated, Any, Literal

import msgspec
import pytest

from arbitro.content.errors import ContentError, Problem
from arbitro.content.shape import Record, check, check_ids, check_records, convert, json_schema, units
from arbitro.content.yamlfile import load


class Colour(enum.Enum):
    RED = "rosso"
    BLUE = "blu"


class Bonus(Record, frozen=True, kw_only=True):
    cmb: int = 0
    dan: int = 0


class Item(Record, frozen=True, kw_only=True):
    id: str
    type: Literal["melee", "ranged", "armour"]
    hands: Literal[1, 2, "pair"] = 1
    reach: Annotated[int, msgspec.Meta(ge=0, le=50)] = 1
    name: Annotated[str, msgspec.Meta(min_length=1)] = "x"
    heavy: bool = False
    bonus: Bonus | None = None
    tags: tuple[str, ...] = ()
    prices: dict[str, int] = msgspec.field(default_factory=dict)
    size: tuple[int, int] | None = None
    colour: Colour | None = None
    at: dict[int, str] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.heavy and self.type != "armour":
            raise ValueError("only armour is heavy")


class Damage(msgspec.Struct, frozen=True, tag_field="verb", tag="damage", forbid_unknown_fields=True):
    amount: int


class Heal(msgspec.Struct, frozen=True, tag_field="verb", tag="heal", forbid_unknown_fields=True):
    amount: int


class Spell(Record, frozen=True, kw_only=True):
    do: list[Damage | Heal]


def faults(text: str, shape: Any = list[Item]) -> list[Problem]:
    value, problems = check(load(text, name="f.yaml"), shape)
    assert value is None
    return problems


def only(text: str, shape: Any = list[Item]) -> Problem:
    (problem,) = faults(text, shape)
    return problem


def test_good_data_becomes_records() -> None:
    text = "- {id: a, type: melee, bonus: {cmb: 2}, tags: [x], size: [2, 3], colour: blu, at: {3: tre}}"
    (item,) = convert(load(text), list[Item])
    assert item == Item(
        id="a", type="melee", bonus=Bonus(cmb=2), tags=("x",), size=(2, 3), colour=Colour.BLUE, at={3: "tre"}
    )


def test_a_misspelt_key_finds_its_neighbour_and_its_place() -> None:
    problem = only("- id: a\n  type: melee\n  hnds: 2\n")
    assert problem.render("en").startswith('f.yaml:3:3: [a].hnds: unknown key "hnds"')
    assert problem.render("en").endswith('(did you mean "hands"?)')
    assert only("- {id: a, type: melee, bonus: {cbm: 2}}").suggestion == "cmb"


def test_a_misspelt_word_finds_its_neighbour() -> None:
    problem = only("- {id: a, type: meelee}")
    assert (problem.path, problem.suggestion) == ("[a].type", "melee")
    assert "one of armour, melee, ranged is expected here" in problem.message_en
    assert 'not the text "meelee"' in problem.message_en
    assert only("- {id: a, type: melee, colour: roso}").suggestion == "rosso"


@pytest.mark.parametrize(
    ("fields", "path", "column", "sentence"),
    [
        (
            "type: melee, reach: due",
            "[a].reach",
            31,
            'a whole number ≥ 0 and ≤ 50 is expected here, not the text "due"',
        ),
        ("type: melee, reach: 51", "[a].reach", 31, "≤ 50 is expected here, not 51"),
        ("type: melee, reach: true", "[a].reach", 31, "not true"),
        ("type: melee, reach: 1.5", "[a].reach", 31, "not 1.5"),
        ("type: melee, name: ''", "[a].name", 30, "a text that is not empty"),
        ("type: melee, name: 3", "[a].name", 30, "not 3"),
        ("type: melee, heavy: 1", "[a].heavy", 31, "true or false is expected here, not 1"),
        ("type: melee, hands: 3", "[a].hands", 31, "one of 1, 2, pair"),
        ("type: melee, bonus: 3", "[a].bonus", 31, "a mapping (key: value) is expected here, not 3"),
        ("type: melee, bonus: {cmb: x}", "[a].bonus.cmb", 37, "a whole number is expected here"),
        ("type: melee, tags: x", "[a].tags", 30, "a list is expected here"),
        ("type: melee, tags: [x, 2]", "[a].tags[2]", 34, "a text is expected here, not 2"),
        ("type: melee, prices: {z: w}", "[a].prices.z", 36, "a whole number is expected here"),
        ("type: melee, size: [1]", "[a].size", 30, "a list of 2 is expected here, not a list with 1 entry"),
        ("type: melee, at: {x: y1}", "[a].at.x", 29, "a whole number is expected here"),
        ("hands: 2", "[a]", 3, 'the key "type" is missing: one of armour, melee, ranged'),
        ("type: melee, heavy: true", "[a]", 3, "only armour is heavy"),
    ],
)
def test_what_was_expected_and_what_was_found(fields: str, path: str, column: int, sentence: str) -> None:
    problem = only(f"- {{id: a, {fields}}}")
    assert problem.path == path
    assert problem.column == column
    assert sentence in problem.message_en


def test_every_fault_of_every_record_is_told() -> None:
    document = load(
        "items:\n- {id: a, type: melee, reach: x, hnds: 2}\n- {id: b, type: ranged}\n- 7\n- {type: bow}\n",
        name="f.yaml",
    )
    good, problems = check_records(document, Item, ("items",))
    assert good == {1: Item(id="b", type="ranged")}
    assert [(p.line, p.path) for p in problems] == [
        (2, "items[a].reach"),
        (2, "items[a].hnds"),
        (4, "items[3]"),
        (5, "items[4].type"),
        (5, "items[4]"),
    ]
    assert "a mapping (key: value) is expected here, not 7" in problems[2].message_en


def test_records_must_be_a_list() -> None:
    assert check_records(load("items: 3"), Item, ("items",))[1][0].message_en == "a list is expected here, not 3"
    assert check_records(load("other: 3"), Item, ("items",))[1][0].message_en == "a list is expected here, not nothing"


def test_convert_raises_all_faults() -> None:
    with pytest.raises(ContentError) as caught:
        convert(load("- {id: a}\n- {id: b}\n"), list[Item])
    assert len(caught.value.problems) == 2


def test_tagged_records_are_judged_by_their_tag() -> None:
    assert convert(load("do: [{verb: heal, amount: 2}]"), Spell).do == [Heal(amount=2)]
    assert only("do: [{verb: damge, amount: 2}]", Spell).suggestion == "damage"
    assert only("do: [{verb: heal, amount: x}]", Spell).path == "do[1].amount"
    assert 'the key "verb" is missing' in only("do: [{amount: 1}]", Spell).message_en


def test_an_unknown_id_finds_the_nearest_by_id_or_by_name() -> None:
    document = load("items: {CDC-EQ-11: 2, CDC-QE-11: 0, Spada Corta: 1, spada crta: 3, zzz: 1}", name="f.yaml")
    known = {"CDC-EQ-11": "Ascia", "CDC-EQ-12": "Spada corta"}
    used = [(("items", id_), id_) for id_ in document.data["items"]]
    problems = check_ids(document, used, known, ("oggetto", "item"), key=True)
    assert [p.suggestion for p in problems] == [
        "CDC-EQ-11 (Ascia)",
        "CDC-EQ-12 (Spada corta)",
        "CDC-EQ-12 (Spada corta)",
        "",
    ]
    assert (problems[0].line, problems[0].column) == (1, 23)
    assert problems[0].message_it == "oggetto sconosciuto: «CDC-QE-11»"
    assert problems[0].message_en == 'unknown item: "CDC-QE-11"'
    (ability,) = check_ids(document, [(("items", "zzz"), "zzz")], known, ("abilità", "ability"), key=True)
    assert ability.message_it == "abilità sconosciuta: «zzz»"
    assert check_ids(document, [(("items",), "a1")], ["a1", "b2"]) == []
    assert check_ids(document, [(("items",), "aa1")], ["aa2", "b2"])[0].suggestion == "aa2"


def test_the_json_schema_accepts_and_refuses_as_the_records_do() -> None:
    import jsonschema

    schema = json_schema({"items": Item, "spells": Spell}, title="Un pacchetto")
    jsonschema.Draft202012Validator.check_schema(schema)
    good = load("items: [{id: a, type: melee, bonus: {cmb: 1}}]\nspells: [{do: [{verb: heal, amount: 1}]}]\n").data
    jsonschema.validate(good, schema)
    for bad in ({"items": [{"id": "a"}]}, {"items": [{"id": "a", "type": "melee", "hnds": 1}]}, {"itms": []}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(bad, schema)


@pytest.mark.parametrize(("cm", "whole"), [(1, 1000), (2.5, 2500), (0.001, 1), (0.1, 100), (-3, -3000)])
def test_centimetres_become_whole_units(cm: float, whole: int) -> None:
    assert units(cm) == whole


def test_lengths_finer_than_a_unit_are_refused() -> None:
    with pytest.raises(ValueError, match="finer"):
        units(0.0005)
