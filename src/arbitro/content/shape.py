"""From plain data to typed records: every fault of a file at once, with its place and the nearest known word."""

import functools
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, TypeVar, cast

import msgspec
from msgspec import inspect

from arbitro.content import shapewords as words
from arbitro.content.errors import Problem, nearest, raise_if_any
from arbitro.content.yamlfile import DataPath, Document, Key

T = TypeVar("T")
UNITS_PER_CM: Final = 1000

_LISTS: Final = (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of what an author writes: immutable, keys by name, a misspelt key is an error."""


def units(centimetres: int | float) -> int:
    """A length written in cm as whole units (1 unit = 0.01 mm, 1 cm = 1000).

    Raises ValueError when it is finer than a unit.

    >>> units(2.5)
    2500
    """
    exact = Decimal(str(centimetres)) * UNITS_PER_CM
    if exact != int(exact):
        raise ValueError(f"{centimetres} cm is finer than 0.01 mm")
    return int(exact)


def convert(document: Document, shape: type[T], path: DataPath = ()) -> T:
    """The data at `path` as `shape` (any type msgspec knows).

    Raises ContentError with every fault found below `path`.
    """
    value, problems = check(document, shape, path)
    raise_if_any(problems)
    return cast(T, value)


def check(document: Document, shape: type[T], path: DataPath = ()) -> tuple[T | None, list[Problem]]:
    """The data at `path` as `shape`, or None and every fault found below `path`."""
    data = document.data
    for step in path:
        data = data[step]
    try:
        return msgspec.convert(data, shape, str_keys=True), []
    except msgspec.ValidationError as error:
        walk = _Walk(document)
        walk.value(data, _info(cast(Hashable, shape)), path)
        if not walk.problems:
            walk.problems.append(_from_msgspec(document, path, error))
        return None, walk.problems


def check_records(document: Document, shape: type[T], path: DataPath) -> tuple[dict[int, T], list[Problem]]:
    """The list at `path` record by record: the good ones by index, and the faults of all the others."""
    data = document.data
    for step in path:
        data = data.get(step) if isinstance(data, dict) else None
    if not isinstance(data, list):
        return {}, [document.problem(path, *words.expected(words.LIST, data))]
    good: dict[int, T] = {}
    problems: list[Problem] = []
    for index in range(len(data)):
        record, found = check(document, shape, (*path, index))
        problems += found
        if record is not None:
            good[index] = record
    return good, problems


def check_ids(
    document: Document,
    used: Iterable[tuple[DataPath, str]],
    known: Mapping[str, str] | Iterable[str],
    what: tuple[str, str] = ("id", "id"),
    *,
    key: bool = False,
) -> list[Problem]:
    """A problem for each used id (with its path) that is not known.

    `known` holds ids, or ids with their names: then a name written instead of its id finds it. `what` names the kind
    of thing in Italian and English; `key` says that the ids are keys of mappings.
    """
    names = dict(known) if isinstance(known, Mapping) else dict.fromkeys(known, "")
    by_name = {name.casefold(): id_ for id_, name in names.items() if name}
    problems = []
    for path, id_ in used:
        if id_ in names:
            continue
        near = by_name.get(id_.casefold()) or nearest(id_, names)
        if not near:
            near = by_name.get(nearest(id_, by_name), "")
        hint = f"{near} ({names[near]})" if near and names[near] else near
        it, en = f"{what[0]} sconosciut{'a' if what[0][-1] in 'aà' else 'o'}: «{id_}»", f'unknown {what[1]}: "{id_}"'
        problems.append(document.problem(path, it, en, hint, key=key))
    return problems


DRAFT = "https://json-schema.org/draft/2020-12/schema"


def file_schema(shape: Any, title: str) -> dict[str, Any]:
    """JSON Schema of a file that holds one value of a type; editors can use it."""
    (schema,), components = msgspec.json.schema_components([shape], ref_template="#/$defs/{name}")
    top = components.pop(schema["$ref"].rpartition("/")[2])
    return {"$schema": DRAFT, **top, "title": title, "$defs": components}


def json_schema(kinds: Mapping[str, Any], title: str = "") -> dict[str, Any]:
    """JSON Schema of a file with these top keys, each a list of records of its type; editors can use it."""
    schemas, components = msgspec.json.schema_components(list(kinds.values()), ref_template="#/$defs/{name}")
    lists = [{"type": "array", "items": schema} for schema in schemas]
    return {
        "$schema": DRAFT,
        **({"title": title} if title else {}),
        "type": "object",
        "properties": dict(zip(kinds, lists, strict=True)),
        "additionalProperties": False,
        "$defs": components,
    }


@functools.lru_cache(maxsize=256)
def _info(shape: Any) -> inspect.Type:
    return inspect.type_info(shape)


def _from_msgspec(document: Document, path: DataPath, error: msgspec.ValidationError) -> Problem:
    """A fault that only msgspec saw (a __post_init__, an uncommon type): its own sentence, at its own place."""
    text, _, place = str(error).partition(" - at `")
    found: list[Key] = list(path)
    for name, index in re.findall(r"\.([^.\[\]`]+)|\[(\d+)\]", place.removeprefix("$")):
        found.append(name or int(index))
    return document.problem(tuple(found), f"non valido: {text}", f"not valid: {text}")


class _Walk:
    """Compares data with a type piece by piece; runs only when msgspec has refused the whole."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.problems: list[Problem] = []

    def value(self, data: Any, kind: inspect.Type, path: DataPath) -> None:
        if isinstance(kind, inspect.Metadata):
            self.value(data, kind.type, path)
        elif isinstance(kind, inspect.UnionType):
            self._union(data, kind.types, path)
        elif isinstance(kind, inspect.StructType):
            self._struct(data, kind, path)
        elif isinstance(kind, (inspect.DictType, inspect.FrozenDictType)):
            self._dict(data, kind, path)
        elif isinstance(kind, _LISTS):
            self._list(data, kind, path)
        elif isinstance(kind, inspect.TupleType):
            self._tuple(data, kind, path)
        elif isinstance(kind, (inspect.LiteralType, inspect.EnumType)):
            self._word(data, words.choices(kind), path)
        elif not words.fits(data, kind):
            self._expected(data, words.describe(kind), path)

    def _expected(self, data: Any, wanted: words.Both, path: DataPath) -> None:
        self.problems.append(self.document.problem(path, *words.expected(wanted, data)))

    def _word(self, data: Any, known: Sequence[Any], path: DataPath) -> None:
        if any(data == choice and type(data) is type(choice) for choice in known):
            return
        near = nearest(data, [word for word in known if isinstance(word, str)]) if isinstance(data, str) else ""
        self.problems.append(self.document.problem(path, *words.expected(words.one_of(known), data), near))

    def _struct(self, data: Any, kind: inspect.StructType, path: DataPath) -> None:
        if not isinstance(data, dict):
            return self._expected(data, words.MAPPING, path)
        fields = {field.encode_name: field for field in kind.fields}
        known = [*fields, *([kind.tag_field] if kind.tag_field else [])]
        missing = [name for name, field in fields.items() if field.required and name not in data]
        for key in data:
            if key in fields:
                self.value(data[key], fields[key].type, (*path, key))
            elif key not in known and kind.forbid_unknown_fields:
                free = [name for name in known if name not in data]
                near = nearest(key, free)
                self.problems.append(self.document.problem((*path, key), *words.unknown_key(key, free), near, key=True))
        for name in missing:
            self.problems.append(self.document.problem(path, *words.missing_key(name, fields[name].type)))

    def _dict(self, data: Any, kind: "inspect.DictType | inspect.FrozenDictType", path: DataPath) -> None:
        if not isinstance(data, dict):
            return self._expected(data, words.MAPPING, path)
        for key, value in data.items():
            self._dict_key(key, kind.key_type, (*path, key))
            self.value(value, kind.value_type, (*path, key))
        self._size(data, kind.min_length, kind.max_length, path)

    def _dict_key(self, key: str, kind: inspect.Type, path: DataPath) -> None:
        before = len(self.problems)
        if isinstance(kind, inspect.IntType) and re.fullmatch(r"-?[0-9]{1,18}", key):
            self.value(int(key), kind, path)
        else:
            self.value(key, kind, path)
        for index in range(before, len(self.problems)):
            line, column = self.document.where(path, key=True)
            self.problems[index] = msgspec.structs.replace(self.problems[index], line=line, column=column)

    def _list(self, data: Any, kind: Any, path: DataPath) -> None:
        if not isinstance(data, list):
            return self._expected(data, words.LIST, path)
        for index, item in enumerate(data):
            self.value(item, kind.item_type, (*path, index))
        self._size(data, kind.min_length, kind.max_length, path)

    def _tuple(self, data: Any, kind: inspect.TupleType, path: DataPath) -> None:
        size = len(kind.item_types)
        if not isinstance(data, list) or len(data) != size:
            return self._expected(data, words.list_of(size, size), path)
        for index, (item, item_kind) in enumerate(zip(data, kind.item_types, strict=True)):
            self.value(item, item_kind, (*path, index))

    def _size(self, data: Any, low: int | None, high: int | None, path: DataPath) -> None:
        if (low is not None and len(data) < low) or (high is not None and len(data) > high):
            self._expected(data, words.list_of(low or 0, high), path)

    def _union(self, data: Any, kinds: Sequence[inspect.Type], path: DataPath) -> None:
        """The member that fits, otherwise the faults against the member it resembles most."""
        structs = [kind for kind in kinds if isinstance(kind, inspect.StructType)]
        if isinstance(data, dict) and structs and structs[0].tag_field:
            return self._tagged(data, structs, path)
        attempts = []
        for kind in kinds:
            walk = _Walk(self.document)
            walk.value(data, kind, path)
            if not walk.problems:
                return None
            attempts.append((kind, walk.problems))
        alike = [problems for kind, problems in attempts if words.same_form(data, kind)]
        if alike:
            fewest: list[Problem] = min(alike, key=len)
            self.problems += fewest
        else:
            self._expected(data, words.any_of([words.describe(kind) for kind in kinds]), path)
        return None

    def _tagged(self, data: dict[str, Any], structs: Sequence[inspect.StructType], path: DataPath) -> None:
        field = structs[0].tag_field or ""
        by_tag = {kind.tag: kind for kind in structs}
        if field not in data:
            missing = words.missing_key(field, inspect.LiteralType(tuple(t for t in by_tag if t is not None)))
            self.problems.append(self.document.problem(path, *missing))
        elif data[field] in by_tag:
            self._struct(data, by_tag[data[field]], path)
        else:
            self._word(data[field], list(by_tag), (*path, field))
