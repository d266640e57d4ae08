"""The words for types: what was expected and what was found, in Italian and English."""

import re
from collections.abc import Sequence
from typing import Any, Final

from msgspec import inspect

Both = tuple[str, str]

MAPPING: Final[Both] = ("una mappa (chiave: valore)", "a mapping (key: value)")
LIST: Final[Both] = ("una lista", "a list")
NOTHING: Final[Both] = ("niente", "nothing")
_PLAIN: Final[dict[type, Both]] = {
    inspect.AnyType: ("un valore qualsiasi", "any value"),
    inspect.NoneType: NOTHING,
    inspect.BoolType: ("true o false", "true or false"),
    inspect.StructType: MAPPING,
    inspect.DictType: MAPPING,
    inspect.FrozenDictType: MAPPING,
    inspect.ListType: LIST,
    inspect.VarTupleType: LIST,
    inspect.SetType: LIST,
    inspect.FrozenSetType: LIST,
    inspect.TupleType: LIST,
}
_MANY: Final = 12
NAME: Final = "^[a-z0-9][a-z0-9-]{0,60}$"
"""How packs and scenarios are named."""
_FORMS: Final[dict[str, Both]] = {
    NAME: ("di lettere minuscole, cifre e trattini", "of small letters, digits and hyphens"),
    "^[A-Za-z][A-Za-z0-9_-]{0,30}$": (
        "di lettere, cifre, - e _, che comincia con una lettera",
        "of letters, digits, - and _ that begins with a letter",
    ),
}


def expected(wanted: Both, data: Any) -> Both:
    """ "X is expected, not Y"."""
    found = _found(data)
    it, en = f"qui serve {wanted[0]}, non {found[0]}", f"{wanted[1]} is expected here, not {found[1]}"
    if wanted[1].startswith("a text") and isinstance(data, int | float) and not isinstance(data, bool):
        return f"{it}: mettilo tra virgolette", f"{en}: put it in quotes"
    return it, en


def unknown_key(key: str, free: Sequence[str]) -> Both:
    """An unknown key, and the keys still free."""
    it, en = f"chiave sconosciuta «{key}»", f'unknown key "{key}"'
    if free and len(free) <= _MANY:
        names = ", ".join(free)
        return f"{it}: qui ci possono ancora essere {names}", f"{en}: what may still stand here is {names}"
    return it, en


def missing_key(name: str, kind: inspect.Type) -> Both:
    """A compulsory key that is not there, and what it holds."""
    it, en = describe(kind)
    return f"manca la chiave «{name}»: {it}", f'the key "{name}" is missing: {en}'


def one_of(known: Sequence[Any]) -> Both:
    """One of these words."""
    if len(known) == 1:
        return f"«{known[0]}»", f'"{known[0]}"'
    names = ", ".join(str(word) for word in known[:40])
    more = ", ..." if len(known) > 40 else ""
    return f"una parola tra {names}{more}", f"one of {names}{more}"


def any_of(kinds: Sequence[Both]) -> Both:
    """This or that; the empty value last, and only if it is all there is besides."""
    shown = [kind for kind in dict.fromkeys(kinds) if kind != NOTHING] or [NOTHING]
    return " oppure ".join(it for it, _ in shown), " or ".join(en for _, en in shown)


def list_of(low: int, high: int | None) -> Both:
    """A collection with so many entries."""
    if low == high:
        return f"una lista di {low}", f"a list of {low}"
    if high is None:
        return f"almeno {low} {_entries(low)[0]}", f"at least {low} {_entries(low)[1]}"
    return f"da {low} a {high} elementi", f"{low} to {high} entries"


def describe(kind: inspect.Type) -> Both:
    """What a value of this type is."""
    if isinstance(kind, inspect.Metadata):
        return describe(kind.type)
    if isinstance(kind, inspect.IntType):
        return _bounded("un numero intero", "a whole number", kind)
    if isinstance(kind, inspect.FloatType):
        return _bounded("un numero", "a number", kind)
    if isinstance(kind, inspect.StrType):
        return _text(kind)
    if isinstance(kind, (inspect.LiteralType, inspect.EnumType)):
        return one_of(choices(kind))
    if isinstance(kind, inspect.UnionType):
        return any_of([describe(member) for member in kind.types])
    name = type(kind).__name__.removesuffix("Type")
    return _PLAIN.get(type(kind), (f"un valore di tipo {name}", f"a value of type {name}"))


def choices(kind: inspect.LiteralType | inspect.EnumType) -> list[Any]:
    """The values of a Literal or an Enum."""
    return list(kind.values) if isinstance(kind, inspect.LiteralType) else [member.value for member in kind.cls]


def fits(data: Any, kind: inspect.Type) -> bool:
    """Whether a simple value is of a simple type; types not known here are left to msgspec."""
    if isinstance(kind, inspect.BoolType):
        return isinstance(data, bool)
    if isinstance(kind, inspect.NoneType):
        return data is None
    if isinstance(kind, inspect.IntType):
        whole = isinstance(data, int) or (isinstance(data, float) and data.is_integer())
        return whole and not isinstance(data, bool) and _in_bounds(data, kind)
    if isinstance(kind, inspect.FloatType):
        return isinstance(data, (int, float)) and not isinstance(data, bool) and _in_bounds(data, kind)
    if isinstance(kind, inspect.StrType):
        return isinstance(data, str) and _text_fits(data, kind)
    return True


def same_form(data: Any, kind: inspect.Type) -> bool:
    """Whether data and type are of one family (word, number, list, mapping), so that faults inside make sense."""
    if isinstance(kind, inspect.Metadata):
        return same_form(data, kind.type)
    if isinstance(data, dict):
        return describe(kind) == MAPPING
    if isinstance(data, list):
        return describe(kind) == LIST
    if isinstance(data, bool):
        return isinstance(kind, inspect.BoolType)
    if isinstance(data, str):
        texts = isinstance(kind, (inspect.LiteralType, inspect.EnumType)) and isinstance(choices(kind)[0], str)
        return texts or isinstance(kind, inspect.StrType)
    return isinstance(data, (int, float)) and isinstance(kind, (inspect.IntType, inspect.FloatType))


def _found(data: Any) -> Both:
    if data is None:
        return NOTHING
    if isinstance(data, bool):
        word = "true" if data else "false"
        return word, word
    if isinstance(data, (dict, list)):
        it, en = MAPPING if isinstance(data, dict) else LIST
        if not data:
            return f"{it} vuota", en.replace("a ", "an empty ", 1)
        entries = _entries(len(data))
        return f"{it} con {len(data)} {entries[0]}", f"{en} with {len(data)} {entries[1]}"
    text = str(data)
    short = text if len(text) <= 60 else f"{text[:57]}..."
    return (f"il testo «{short}»", f'the text "{short}"') if isinstance(data, str) else (short, short)


def _entries(count: int) -> Both:
    return ("elemento", "entry") if count == 1 else ("elementi", "entries")


def _bounded(it: str, en: str, kind: inspect.IntType | inspect.FloatType) -> Both:
    signs = ((">", kind.gt), ("≥", kind.ge), ("<", kind.lt), ("≤", kind.le))
    limits = [f"{sign} {limit}" for sign, limit in signs if limit is not None]
    if limits:
        it, en = f"{it} {' e '.join(limits)}", f"{en} {' and '.join(limits)}"
    if kind.multiple_of is not None:
        it, en = f"{it} multiplo di {kind.multiple_of}", f"{en} that is a multiple of {kind.multiple_of}"
    return it, en


def _in_bounds(number: int | float, kind: inspect.IntType | inspect.FloatType) -> bool:
    return (
        (kind.gt is None or number > kind.gt)
        and (kind.ge is None or number >= kind.ge)
        and (kind.lt is None or number < kind.lt)
        and (kind.le is None or number <= kind.le)
        and (kind.multiple_of is None or number % kind.multiple_of == 0)
    )


def _text(kind: inspect.StrType) -> Both:
    it, en = "un testo", "a text"
    if kind.min_length == 1 and kind.max_length is None:
        it, en = "un testo non vuoto", "a text that is not empty"
    elif kind.min_length or kind.max_length is not None:
        low, high = kind.min_length or 0, kind.max_length
        span = f"{low}-{high}" if high is not None else f"{low}+"
        it, en = f"un testo di {span} caratteri", f"a text of {span} characters"
    if kind.pattern is not None:
        form = _FORMS.get(kind.pattern, (f"della forma {kind.pattern}", f"of the form {kind.pattern}"))
        it, en = f"{it} {form[0]}", f"{en} {form[1]}"
    return it, en


def _text_fits(text: str, kind: inspect.StrType) -> bool:
    return (
        (kind.min_length is None or len(text) >= kind.min_length)
        and (kind.max_length is None or len(text) <= kind.max_length)
        and (kind.pattern is None or re.search(kind.pattern, text) is not None)
    )
