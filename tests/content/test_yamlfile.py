"""An author's YAML: what is read, where it stands, and what is refused with which sentence."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.content.errors import ContentError, Problem, nearest
from arbitro.content.yamlfile import MAX_BYTES, MAX_DEPTH, Document, Place, _Box, _Builder, load

ROOT = Path(__file__).resolve().parents[2]

TEXT = """\
# a comment
items:
  - id: ascia
    name: "Ascia a due mani"
    bonus: {cmb: 2, dan: -1}
  - id: arco
    reach: 2.5
    tags: [a, 'b c', true, null]
    text: |
      prima riga
      seconda
"""


def problems(source: str | Path) -> tuple[Problem, ...]:
    with pytest.raises(ContentError) as caught:
        load(source, name="f.yaml")
    for lang in ("it", "en"):
        assert caught.value.render(lang).startswith("f.yaml")
    return caught.value.problems


def test_data_is_plain_python() -> None:
    assert load(TEXT).data == {
        "items": [
            {"id": "ascia", "name": "Ascia a due mani", "bonus": {"cmb": 2, "dan": -1}},
            {"id": "arco", "reach": 2.5, "tags": ["a", "b c", True, None], "text": "prima riga\nseconda\n"},
        ]
    }


@pytest.mark.parametrize("way", [{}, {"ensure_ascii": False}, {"indent": "\t"}, {"separators": (",", ":")}])
def test_json_is_read_too(way: dict[str, Any]) -> None:
    data = {"name": "È già “notte” 😀 /", "n": [1, -2, 2.5, 1e3, 1e-3], "on": {"t": True, "z": None, "e": {}, "l": []}}
    assert load(json.dumps(data, **way)).data == data


def test_half_a_letter_is_still_refused() -> None:
    (problem,) = problems(r'{"name": "\ud83d x"}')
    assert "U+D83D" in problem.message_en


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        (("items",), (3, 3), (2, 1)),
        (("items", 0), (3, 5), (3, 5)),
        (("items", 0, "name"), (4, 11), (4, 5)),
        (("items", 0, "bonus", "dan"), (5, 26), (5, 21)),
        (("items", 1, "tags", 1), (8, 15), (8, 15)),
        (("items", 1, "tags"), (8, 11), (8, 5)),
        (("items", 1, "absent", "deeper"), (6, 5), (6, 5)),
        ((), (2, 1), (2, 1)),
    ],
)
def test_every_key_and_value_knows_its_place(path: tuple[str | int, ...], value: Place, key: Place) -> None:
    document = load(TEXT)
    assert document.where(path) == value
    if isinstance(path[-1] if path else 0, str) and "absent" not in path:
        assert document.where(path, key=True) == key


def test_labels_name_records_by_id_and_others_by_number_from_one() -> None:
    document = load(TEXT)
    assert document.label(("items", 1, "tags", 1)) == "items[arco].tags[2]"
    assert document.label(("items", 7, "id")) == "items[8].id"


@pytest.mark.parametrize(
    ("plain", "value"),
    [
        ("12", 12),
        ("-3", -3),
        ("0o17", 15),
        ("0x1F", 31),
        ("010", 10),
        ("2.50", 2.5),
        ("1e3", 1000.0),
        ("True", True),
        ("~", None),
        ("2024-01-01", "2024-01-01"),
        ("1_000", "1_000"),
        ("12:30:00", "12:30:00"),
        ("nope", "nope"),
        ('"no"', "no"),
        ("'''ascia'''", "'ascia'"),
        ("''", ""),
        (r'"a\tb \"c\" é"', 'a\tb "c" é'),
        ("CDC-EQ-11", "CDC-EQ-11"),
        ("a#b", "a#b"),
        ("+", "+"),
    ],
)
def test_the_core_schema_of_yaml_1_2(plain: str, value: object) -> None:
    read = load(f"a: {plain}\n").data["a"]
    assert read == value
    assert type(read) is type(value)


def test_keys_are_always_texts() -> None:
    assert load("{1: a, 2.5: b, CDC-EQ-10: 0}").data == {"1": "a", "2.5": "b", "CDC-EQ-10": 0}


WORDS = ["on", "ON", "On", "off", "OFF", "Off", "yes", "YES", "Yes", "no", "NO", "No", "y", "Y", "n", "N"]


@pytest.mark.parametrize("word", WORDS)
def test_words_that_yaml_1_1_takes_for_booleans_are_refused(word: str) -> None:
    as_value, as_key, in_list = problems(f"a: {word}\n{word}: 1\nb: [{word}]\n")
    assert (as_value.line, as_value.column, as_value.path) == (1, 4, "a")
    assert (as_key.line, as_key.column) == (2, 1)
    assert (in_list.line, in_list.path) == (3, "b[1]")
    assert word in as_value.message_it and word in as_value.message_en


@pytest.mark.parametrize(
    ("text", "line", "column", "sentence"),
    [
        ("", 0, 0, "empty"),
        ("# only a comment\n", 0, 0, "empty"),
        ("---\n", 0, 0, "empty"),
        ("a: {b: 1", 1, 9, "closing }"),
        ("a: [1, 2", 1, 9, "closing ]"),
        ('a: 1\nb: "never closed\n', 2, 4, "not closed"),
        ("a: b: c\n", 1, 5, "colon"),
        ("a:\n\tb: 1\n", 2, 1, "tab"),
        ("a:\n  b: 1\n c: 2\n", 3, 2, "aligned"),
        ("a: @b\n", 1, 4, "quotes"),
        ('a: "\\q"\n', 1, 6, "backslash"),
        ('a: "\\UFFFFFFFF"\n', 1, 7, "impossible"),
        ("a: !!python/object/apply:os.system [ls]\n", 1, 4, "tags"),
        ("a: !mine b\n", 1, 4, "tags"),
        ("a: !un!known b\n", 1, 4, "tags"),
        ("a: &x 1\n", 1, 4, "anchor"),
        ("a: *x\n", 1, 4, "alias"),
        ("<<: {a: 1}\n", 1, 1, "merge"),
        ("a: .inf\n", 1, 4, "finite"),
        ("a: -.INF\n", 1, 4, "finite"),
        ("a: .NaN\n", 1, 4, "finite"),
        ("a: 1e999\n", 1, 4, "too large"),
        ("a: 12345678901234567890123\n", 1, 4, "too large"),
        ("a: 1\n---\nb: 2\n", 2, 1, "second document"),
        ("%YAML 1.1\n---\na: 1\n", 2, 1, "directives"),
        ("? [a, b]\n: 1\n", 1, 3, "key must be a word"),
        ("true: 1\n", 1, 1, "ambiguous"),
        ("null: 1\n", 1, 1, "ambiguous"),
        (": 1\n", 1, 1, "key before the colon"),
        ("a: 1\nb: x\x07\n", 2, 5, "control character"),
        ('a: "\\e[2J"\n', 1, 4, "invisible character U+001B"),
        ('a: "\\ud800"\n', 1, 4, "invisible character U+D800"),
        ("a: il dado #2 della mano\n", 1, 4, "lost"),
    ],
)
def test_what_an_author_may_not_write(text: str, line: int, column: int, sentence: str) -> None:
    (problem,) = problems(text)
    assert (problem.line, problem.column) == (line, column)
    assert sentence in problem.message_en
    assert problem.message_it != problem.message_en


def test_a_comment_after_one_word_is_a_comment() -> None:
    assert load("a: uno # due\nb: 3 # tre\n").data == {"a": "uno", "b": 3}


def test_a_repeated_key_names_both_lines() -> None:
    (problem,) = problems("a: 1\nb: 2\na: 3\n")
    assert (problem.line, problem.column, problem.path) == (3, 1, "a")
    assert "line 1" in problem.message_en and "riga 1" in problem.message_it


def test_all_faults_of_a_file_are_told_at_once() -> None:
    found = problems("a: on\nb: .nan\nitems:\n  - {id: x, who: &y z}\n")
    assert [(p.line, p.path) for p in found] == [(1, "a"), (2, "b"), (4, "items[x].who")]


def test_depth_is_bounded() -> None:
    assert load("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    (problem,) = problems("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))
    assert problem.column == MAX_DEPTH + 1
    assert f"{MAX_DEPTH} levels" in problem.message_en


def test_a_bomb_of_aliases_does_no_harm() -> None:
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 12))
    started = time.perf_counter()
    assert len(problems(bomb)) == 12 + 11 * 9
    assert time.perf_counter() - started < 2


def test_a_monstrous_tag_does_no_harm() -> None:
    started = time.perf_counter()
    assert "tags" in problems("a: " + "!" * (MAX_BYTES - 10))[0].message_en
    assert time.perf_counter() - started < 2


def test_files_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    for content, line, sentence in (
        (b"a: 1\nb: caff\xe8\n", 2, "UTF-8"),
        (b"a: \xc3", 1, "UTF-8"),
        ("a: 1\n".encode("utf-16"), 0, "UTF-8"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", 1, "UTF-8"),
        (b"\x00\x01\x02", 1, "not a text file"),
        (b"a: " + b"x" * MAX_BYTES, 0, "2 MB"),
    ):
        file.write_bytes(content)
        (problem,) = problems(file)
        assert (problem.line, sentence in problem.message_en) == (line, True), problem
    assert "does not exist" in problems(tmp_path / "none.yaml")[0].message_en
    assert "cannot be read" in problems(tmp_path)[0].message_en


def test_a_byte_order_mark_and_windows_lines_are_fine(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    file.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: due\r\n")
    document = load(file)
    assert document.data == {"a": 1, "b": "due"}
    assert document.where(("b",)) == (2, 4)


@settings(max_examples=60)
@given(st.text(alphabet="ab:1-[]{}\"'#&*!|>%@\\ \n\t,?.<~é", max_size=40))
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    try:
        load(text)
    except ContentError as error:
        assert error.problems and all(p.message_it and p.message_en for p in error.problems)


def read_both_ways(text: str) -> tuple[Document | None, Document | None]:
    """What the quick way makes of a text, and what the careful one does; None where it reads nothing."""
    raw = text.encode("utf-8", "surrogatepass")
    try:
        careful = _Builder("f.yaml", text).document(raw)
    except ContentError:
        careful = None
    return _Builder("f.yaml", text).quickly(raw), careful


def same(one: Document, other: Document) -> bool:
    """Whether the same data stand in the same places."""

    def places(here: Any) -> Any:
        if isinstance(here, _Box):
            return here.place, here.keys, {step: places(below) for step, below in here.values.items()}
        return tuple(here)

    return one.data == other.data and places(one._places) == places(other._places)


PIECES = (
    "a: 1\n", "- ", "  ", "{a: b, c: [d, e]}", '"x y"', "'it''s'", "|\n  t\n", ">-\n  t\n  u\n", " # c", "\n", "key: ",
    "? ", "a b c", "[", "]", "{", "}", ",", ": ", "- a\n- b\n", "---\n", "\\n", '"\\/"', "a:b", "\t", "é😀", "\r\n",
    '"a":1', "!", "&", "*", "%", "@", "~", "<<", "#", "-1", "\u2028", "  b: \"x\n   y\"\n", "  - c: d\n", "    e: f\n",
)  # fmt: skip


@settings(max_examples=150)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=9).map("".join))
def test_the_quick_way_reads_as_the_careful_one_does_or_not_at_all(text: str) -> None:
    quick, careful = read_both_ways(text)
    assert quick is None or (careful is not None and same(quick, careful))


@pytest.mark.parametrize(
    "odd", ["a: ", "a: !t b", "a: &b c", "- x\t", "--- \na: 1", '{"a":1}', "? a\n: b", "a: |# c\n b"]
)
def test_what_the_two_ways_might_read_differently_is_read_the_careful_way(odd: str) -> None:
    assert read_both_ways(odd)[0] is None


def test_our_own_files_are_read_the_quick_way_and_as_the_careful_one_reads_them() -> None:
    files = sorted((ROOT / "src/arbitro").rglob("*.yaml"))
    assert len(files) > 100
    for number, file in enumerate(files):
        text = file.read_text(encoding="utf-8")
        quick = _Builder(str(file), text).quickly(b"")
        assert quick is not None, file
        if number % 4 == 0:
            assert same(quick, _Builder(str(file), text).document(b"")), file


def test_a_long_file_is_read_quickly() -> None:
    row = '- {id: X-%d, name: "Un nome stampato", kind: rule, clauses: 3,\n   it: "Una frase.",\n   en: "A phrase."}\n'
    text = "".join(row % i for i in range(1000))
    started = time.process_time()
    assert len(load(text).data) == 1000
    assert time.process_time() - started < 3  # about 0.3 s on a quiet core; the margin is for crowded ones


def test_nothing_heavy_is_imported_before_a_file_is_read() -> None:
    code = (
        "import sys, arbitro.content.packs, arbitro.content.messages, arbitro.content.catalogue\n"
        "print([m for m in sys.modules if m.startswith(('ruamel', 'yaml', 'pydantic'))])"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert done.stdout.strip() == "[]"


def test_problems_are_told_in_both_languages() -> None:
    problem = Problem("f.yaml", 3, 5, "items[x].hnds", "chiave sconosciuta", "unknown key", "hands")
    assert problem.render("it") == "f.yaml:3:5: items[x].hnds: chiave sconosciuta (forse volevi «hands»?)"
    assert problem.render("en") == 'f.yaml:3:5: items[x].hnds: unknown key (did you mean "hands"?)'
    many = ContentError([problem] * 53)
    assert many.render("en", limit=50).splitlines()[-1] == "... and 3 more problems: mend these and try again."


def test_nearest_ignores_capitals_and_finds_nothing_far() -> None:
    assert nearest("HANDZ", ["reach", "hands"]) == "hands"
    assert nearest("zzz", ["reach", "hands"]) == ""
