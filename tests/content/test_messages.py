"""Sentences from keys and facts, in two languages."""

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from arbitro.content.errors import ContentError, Lang
from arbitro.content.messages import Messages, missing, number, show

IT = """\
moved: "{who} si muove di {distance:cm}."
rolled: {one: "{who} tira {dice:die}.", other: "{who} tira {n:n} dadi: {dice:die}."}
odds: {by: hits, one: "un colpo ({p:pct})", other: "{hits} colpi ({p:pct})"}
deep: {er: {key: "SdS {a} {b:signed}", only: "solo qui"}}
braces: "{{x}} {x}"
"""
EN = """\
moved: "{who} moves {distance:cm}."
rolled: {one: "{who} rolls {dice:die}.", other: "{who} rolls {n:n} dice: {dice:die}."}
odds: {by: hits, one: "one hit ({p:pct})", other: "{hits} hits ({p:pct})"}
deep: {er: {key: "SdS {a} {b:signed}"}}
braces: "{{x}} {x}"
english: "only here"
"""


def folder(path: Path, it: str, en: str) -> Path:
    path.mkdir(exist_ok=True)
    (path / "it.yaml").write_text(it, encoding="utf-8")
    (path / "en.yaml").write_text(en, encoding="utf-8")
    return path


@pytest.fixture
def messages(tmp_path: Path) -> Messages:
    return Messages.load(folder(tmp_path / "messages", IT, EN))


@pytest.mark.parametrize(
    ("lang", "key", "facts", "text"),
    [
        ("it", "moved", {"who": "Grask", "distance": 7500}, "Grask si muove di 7,5 cm."),
        ("en", "moved", {"who": "Grask", "distance": 7500}, "Grask moves 7.5 cm."),
        (
            "it",
            "moved",
            {"who": {"it": "il Servo", "en": "the Servant"}, "distance": 90},
            "il Servo si muove di 0,1 cm.",
        ),
        ("it", "rolled", {"who": "A", "n": 1, "dice": (8,)}, "A tira d8."),
        ("it", "rolled", {"who": "A", "n": 3, "dice": (4, 6, 8)}, "A tira 3 dadi: d4, d6 e d8."),
        ("en", "rolled", {"who": "A", "n": 2, "dice": (4, 6)}, "A rolls 2 dice: d4 and d6."),
        ("en", "rolled", {"who": "A", "n": 0, "dice": ()}, "A rolls 0 dice: ."),
        ("it", "odds", {"hits": 1, "p": Fraction(1, 8)}, "un colpo (12,5%)"),
        ("en", "odds", {"hits": 2, "p": 0.333333}, "2 hits (33.3%)"),
        ("it", "deep.er.key", {"a": 4, "b": -1}, "SdS 4 −1"),
        ("it", "deep.er.key", {"a": 4, "b": 2}, "SdS 4 +2"),
        ("it", "braces", {"x": 3}, "{x} 3"),
    ],
)
def test_sentences(messages: Messages, lang: Lang, key: str, facts: dict[str, Any], text: str) -> None:
    assert messages.text(lang, key, **facts) == text
    assert not messages.gaps


def test_a_missing_text_is_borrowed_from_the_other_language_and_noted(messages: Messages) -> None:
    assert messages.text("it", "english") == "only here"
    assert messages.text("en", "deep.er.only") == "solo qui"
    assert list(messages.gaps) == ["it: english", "en: deep.er.only"]
    assert messages.has("english") and not messages.has("nowhere")


def test_keys_and_fields_are_never_shown(messages: Messages) -> None:
    assert messages.text("it", "no.such.key") == "(testo mancante)"
    assert messages.text("en", "no.such.key") == "(missing text)"
    assert messages.text("en", "moved", who="Grask") == "Grask moves …."
    assert "en: moved: {distance}" in messages.gaps


def test_missing_finds_what_the_languages_do_not_share(messages: Messages, tmp_path: Path) -> None:
    assert missing(messages.templates["it"], messages.templates["en"]) == ["en: deep.er.only", "it: english"]
    other = Messages.load(folder(tmp_path / "m", 'a: "{who} {n:n}"\nb: "x"\n', 'a: "{whom} {n:n}"\nb: "y"\n'))
    assert missing(other.templates["it"], other.templates["en"]) == ["a: it n:n, who / en n:n, whom"]


def test_several_folders_add_up_but_do_not_clash(tmp_path: Path) -> None:
    first = folder(tmp_path / "a", "a: uno\n", "a: one\n")
    second = folder(tmp_path / "b", "b: due\n", "b: two\n")
    assert Messages.load(first, second).text("it", "b") == "due"
    with pytest.raises(ContentError) as caught:
        Messages.load(first, folder(tmp_path / "c", "x: 1\na: tre\n", "a: three\n"))
    assert [(p.line, p.path) for p in caught.value.problems] == [(1, "x"), (2, "a"), (1, "a")]


@pytest.mark.parametrize(
    ("template", "sentence", "near"),
    [
        ('"{who:cmm}"', "unknown format", "cm"),
        ('"{who"', "stray brace", ""),
        ('"who}"', "stray brace", ""),
        ('"{}"', "stray brace", ""),
        ("3", "a text is expected", ""),
        ("[x]", "a text is expected", ""),
        ("{one: x, other: 3}", "a text is expected", ""),
    ],
)
def test_faulty_templates_are_told_with_their_place(tmp_path: Path, template: str, sentence: str, near: str) -> None:
    with pytest.raises(ContentError) as caught:
        Messages.load(folder(tmp_path / "m", f"ok: x\ndeep: {{a: {template}}}\n", "ok: x\n"))
    (problem,) = caught.value.problems
    assert (problem.line, problem.column, problem.path) == (2, 11, "deep.a")
    assert sentence in problem.message_en and problem.suggestion == near


@pytest.mark.parametrize(
    ("value", "it", "en"),
    [
        (0, "0", "0"),
        (-2.50, "-2,5", "-2.5"),
        (1234, "1234", "1234"),
        (1234567, "1.234.567", "1,234,567"),
        (Decimal("12345.5"), "12.345,5", "12,345.5"),
        (Fraction(1, 3), "0,333", "0.333"),
        (-0.0001, "0", "0"),
        (100, "100", "100"),
    ],
)
def test_numbers_are_written_as_the_language_does(value: Any, it: str, en: str) -> None:
    assert (number("it", value), number("en", value)) == (it, en)


def test_other_facts_in_words() -> None:
    assert [show("it", value) for value in (True, False, None, "x")] == ["sì", "no", "nessuno", "x"]
    assert [show("en", value) for value in (True, False, None, ["x"])] == ["yes", "no", "none", "x"]
    lengths = [show("it", units, "cm") for units in (12_345, 12_250, 12_349, -40)]
    assert lengths == ["12,3 cm", "12,25 cm", "12,3 cm", "0 cm"]
    assert (show("it", 7_265, "over"), show("en", 7_259, "under")) == ("7,27 cm", "7.25 cm")
