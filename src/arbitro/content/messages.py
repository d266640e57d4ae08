"""Message catalogues: facts and a key become a sentence in Italian or English.

A catalogue is a folder with `it.yaml` and `en.yaml`: nested keys that end in a template, or in two forms `one` and
`other` chosen by the fact `n` (or by the fact that `by` names). Templates hold fields: `{who}`, `{distance:cm}`,
`{die:die}`, `{n:n}`, `{odds:pct}`, `{by:signed}`, and for a length against its limit `{length:over}`, rounded up, and
`{limit:under}`, rounded down, to the tenth of a millimetre; a brace is written twice.
"""

import re
from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from typing import Any, Final

import msgspec

from arbitro.content.errors import Lang, Problem, nearest, raise_if_any
from arbitro.content.shape import UNITS_PER_CM
from arbitro.content.yamlfile import DataPath, Document, load

LANGS: Final[tuple[Lang, ...]] = ("it", "en")

_FIELD: Final = re.compile(r"\{\{|\}\}|\{([A-Za-z_]\w*)(?::([a-z]+))?\}|[{}]")
_FORMS: Final = frozenset(("one", "other", "by"))
_NO_TEXT: Final[dict[Lang, str]] = {"it": "(testo mancante)", "en": "(missing text)"}
_NO_FACT: Final = "…"
_AND: Final[dict[Lang, str]] = {"it": " e ", "en": " and "}
_WORDS: Final[dict[Lang, dict[bool | None, str]]] = {
    "it": {True: "sì", False: "no", None: "nessuno"},
    "en": {True: "yes", False: "no", None: "none"},
}
_GROUP_FROM: Final = 10_000
_DECIMALS: Final = Decimal("0.001")

Piece = str | tuple[str, str]


class Template(msgspec.Struct, frozen=True):
    """A message in one language: its pieces (text, or a field's name and format) for many, and for exactly one."""

    other: tuple[Piece, ...]
    one: tuple[Piece, ...] | None = None
    by: str = "n"

    def fields(self) -> tuple[str, ...]:
        """The fields it uses, as name or name:format, sorted."""
        pieces = (*self.other, *(self.one or ()))
        return tuple(sorted({f"{p[0]}:{p[1]}" if p[1] else p[0] for p in pieces if not isinstance(p, str)}))


class Messages:
    """The sentences of one or more catalogues."""

    def __init__(self, templates: Mapping[Lang, Mapping[str, Template]]) -> None:
        self.templates = templates
        self.gaps: dict[str, None] = {}

    @classmethod
    def load(cls, *folders: Path) -> "Messages":
        """Read the catalogues of these folders; their keys must not clash. Raises ContentError."""
        templates: dict[Lang, dict[str, Template]] = {lang: {} for lang in LANGS}
        problems: list[Problem] = []
        for folder in folders:
            for lang in LANGS:
                found, faults = read(load(folder / f"{lang}.yaml"), taken=templates[lang])
                templates[lang].update(found)
                problems += faults
        raise_if_any(problems)
        return cls(templates)

    def text(self, lang: Lang, key: str, **facts: Any) -> str:
        """The sentence for a key and its facts, in the other language when this one lacks it, never the bare key.

        What was lacking is kept in `gaps` (and `missing` finds it in a test).
        """
        for language in (lang, "en" if lang == "it" else "it"):
            template = self.templates[language].get(key)
            if template is not None:
                return self._fill(language, key, template, facts)
            self.gaps[f"{language}: {key}"] = None
        return _NO_TEXT[lang]

    def has(self, key: str) -> bool:
        """Whether either language has the key."""
        return any(key in self.templates[lang] for lang in LANGS)

    def _fill(self, lang: Lang, key: str, template: Template, facts: Mapping[str, Any]) -> str:
        pieces = template.other
        if template.one is not None and facts.get(template.by) in (1, -1):
            pieces = template.one
        words = []
        for piece in pieces:
            if isinstance(piece, str):
                words.append(piece)
            elif piece[0] in facts:
                words.append(show(lang, facts[piece[0]], piece[1]))
            else:
                self.gaps[f"{lang}: {key}: {{{piece[0]}}}"] = None
                words.append(_NO_FACT)
        return "".join(words)


def missing(it: Mapping[str, Template], en: Mapping[str, Template]) -> list[str]:
    """What one language has and the other lacks: keys, and fields of a key. A test expects an empty list."""
    lacks = [f"en: {key}" for key in it if key not in en] + [f"it: {key}" for key in en if key not in it]
    for key in it:
        if key in en and it[key].fields() != en[key].fields():
            lacks.append(f"{key}: it {', '.join(it[key].fields())} / en {', '.join(en[key].fields())}")
    return lacks


def read(document: Document, taken: Mapping[str, Template] | None = None) -> tuple[dict[str, Template], list[Problem]]:
    """The templates of one file under their full keys (a.b.c), and its faults; `taken` are keys of other files."""
    templates: dict[str, Template] = {}
    problems: list[Problem] = []

    def visit(value: Any, path: DataPath) -> None:
        key = ".".join(str(step) for step in path)
        try:
            if isinstance(value, dict) and not _is_plural(value):
                for step, below in value.items():
                    visit(below, (*path, step))
            elif taken and key in taken:
                raise _Fault("questa chiave c'è già in un altro file", "this key is in another file already")
            else:
                templates[key] = _template(value)
        except _Fault as fault:
            problems.append(document.problem(path, fault.it, fault.en, fault.near))

    visit(document.data, ())
    return templates, problems


class _Fault(Exception):
    def __init__(self, it: str, en: str, near: str = "") -> None:
        super().__init__(en)
        self.it, self.en, self.near = it, en, near


def _is_plural(value: dict[str, Any]) -> bool:
    return "other" in value and _FORMS.issuperset(value) and not any(isinstance(form, dict) for form in value.values())


def _template(value: Any) -> Template:
    if isinstance(value, str):
        return Template(_pieces(value))
    if isinstance(value, dict) and all(isinstance(form, str) for form in value.values()):
        one = value.get("one")
        return Template(_pieces(value["other"]), None if one is None else _pieces(one), value.get("by", "n"))
    raise _Fault("qui serve un testo, o le forme one e other", "a text is expected here, or the forms one and other")


def _pieces(text: str) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    end = 0
    for found in _FIELD.finditer(text):
        pieces.append(text[end : found.start()])
        end = found.end()
        if found[1]:
            if found[2] and found[2] not in FORMATS:
                near = nearest(found[2], FORMATS)
                raise _Fault(f"formato sconosciuto in {found[0]}", f"unknown format in {found[0]}", near)
            pieces.append((found[1], found[2] or ""))
        elif len(found[0]) == 2:
            pieces.append(found[0][0])
        else:
            raise _Fault(
                f"graffa «{found[0]}» fuori posto: un campo è {{nome}}, una graffa si scrive doppia",
                f'stray brace "{found[0]}": a field is {{name}}, a brace is written twice',
            )
    pieces.append(text[end:])
    return tuple(piece for piece in pieces if piece)


# --- values


def show(lang: Lang, value: Any, style: str = "") -> str:
    """A fact in words: texts as they are, numbers in the language's way, several values as "a, b e c".

    A mapping {"it": ..., "en": ...} gives the language's own text.

    >>> show("it", 12500, "cm"), show("en", (4, 6, 8), "die")
    ('12,5 cm', 'd4, d6 and d8')
    """
    if isinstance(value, Mapping):
        value = value.get(lang, value.get("it", _NO_FACT))
    if isinstance(value, (tuple, list)):
        shown = [show(lang, item, style) for item in value]
        return _AND[lang].join(part for part in (", ".join(shown[:-1]), *shown[-1:]) if part)
    if value is None or isinstance(value, bool):
        return _WORDS[lang][value]
    if style and not isinstance(value, str):
        return FORMATS[style](lang, value)
    return value if isinstance(value, str) else number(lang, value)


def number(lang: Lang, value: int | float | Decimal | Fraction) -> str:
    """A number in the language's way, with at most three decimals, thousands parted from 10,000 on.

    >>> number("it", 2.5), number("en", 2.5), number("it", 12345)
    ('2,5', '2.5', '12.345')
    """
    if isinstance(value, Fraction):
        exact = Decimal(value.numerator) / Decimal(value.denominator)
    else:
        exact = Decimal(str(value))
    text = f"{exact.quantize(_DECIMALS, ROUND_HALF_EVEN):{',' if abs(exact) >= _GROUP_FROM else ''}f}"
    text = text.rstrip("0").rstrip(".")
    text = "0" if text == "-0" else text
    return text.translate({ord(","): ".", ord("."): ","}) if lang == "it" else text


def _cm(lang: Lang, value: Any) -> str:
    return f"{number(lang, shown_cm(value))} cm"


def shown_cm(units: int | Fraction) -> Fraction:
    """The centimetres of a length as people read it: to the millimetre, and half millimetres where they are exact.

    >>> [float(shown_cm(units)) for units in (7_500, 7_250, 7_265, 7_249)]
    [7.5, 7.25, 7.3, 7.2]
    """
    exact = Fraction(units) / UNITS_PER_CM
    return exact if exact * 20 == int(exact * 20) else Fraction(floor(exact * 10 + Fraction(1, 2)), 10)


def _over(lang: Lang, value: Any) -> str:
    return f"{number(lang, Fraction(ceil(Fraction(value) * 100 / UNITS_PER_CM), 100))} cm"


def _under(lang: Lang, value: Any) -> str:
    return f"{number(lang, Fraction(floor(Fraction(value) * 100 / UNITS_PER_CM), 100))} cm"


def _percent(lang: Lang, value: Any) -> str:
    hundred = Fraction(value) * 100
    return f"{number(lang, Decimal(round(hundred * 10)) / 10)}%"


def _signed(lang: Lang, value: Any) -> str:
    return f"+{number(lang, value)}" if value >= 0 else f"−{number(lang, -value)}"


FORMATS: Final[dict[str, Callable[[Lang, Any], str]]] = {
    "cm": _cm,
    "over": _over,
    "under": _under,
    "die": lambda lang, value: f"d{value}",
    "n": number,
    "pct": _percent,
    "signed": _signed,
}
