"""Records with effects, as packs write them: the shape they share, how they are compiled, what their faults say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

from msgspec import Meta

from arbitro.content.errors import Problem, nearest
from arbitro.content.packs import Content, Source
from arbitro.content.shape import Record as Shape
from arbitro.engine.records import RECORD_KEYS, Compiler, Record, RecordError
from arbitro.engine.vocabulary import Vocabulary

Natural = Annotated[int, Meta(ge=0, le=1000)]
Lines = list[dict[str, Any]]


class Marked(Shape, frozen=True, kw_only=True):
    """What every record with effects may have: the engine's grammar (see ``docs/packs.md``)."""

    id: str
    name: str
    name_en: str
    always: Lines = []
    at: dict[str, Lines] = {}
    do: Lines = []
    uses: Lines = []
    moment: str = ""
    when: str | bool = ""
    limit: str = ""
    pay: dict[str, int | str] = {}
    target: dict[str, Any] = {}
    targets: Lines = []
    worth: str = ""


class Described(Marked, frozen=True, kw_only=True):
    """A record with effects that a book describes.

    ``rule``: the entry of the catalogue it comes from; ``text``: what people read of it, in our own words.
    """

    rule: str = ""
    text: str = ""
    text_en: str = ""


def compiled(
    vocabulary: Vocabulary, shape: Any, kind: str, *, lines: Lines | None = None, data: dict[str, Any] | None = None
) -> Record:
    """A record of a pack, compiled.

    Args:
        vocabulary: the words of the game.
        shape: the record as read, a `Marked` or like it.
        kind: what the record says it is.
        lines: standing lines before its own; data: what takes the place of the shape's own fields.

    Raises:
        RecordError: where its lines are wrong.
    """
    fields = {name: getattr(shape, name) for name in shape.__struct_fields__}
    grammar = {key: fields.pop(key) for key in RECORD_KEYS}
    said = {key: value for key, value in grammar.items() if value not in ([], {}, "")}
    if lines:
        said["always"] = [*lines, *said.get("always", [])]
    return Compiler(vocabulary, shape.id).record({**said, **fields, **(data or {})}, shape.name, kind)


def compiled_all(
    content: Content, tables: Mapping[str, Mapping[str, Any]], compile_one: Callable[[str, Any], Record]
) -> tuple[dict[str, Record], list[Problem]]:
    """All records of packs, compiled, and what is wrong in them.

    Args:
        content: the packs, where faults have their places.
        tables: by kind, the records with effects by id, those that the game itself makes of others among them.
        compile_one: compiles one of a kind; raises RecordError.
    """
    records: dict[str, Record] = {}
    problems: list[Problem] = []
    for kind, shapes in tables.items():
        for id_, shape in shapes.items():
            try:
                records[id_] = compile_one(kind, shape)
            except RecordError as error:
                problems.append(record_problem(content.sources[kind].get(id_), error))
    return records, problems


def active_of(records: Mapping[str, Record]) -> frozenset[str]:
    """Records that do something by themselves or at a moment: only these need to be borne."""
    return frozenset(
        id_ for id_, record in records.items() if record.always or record.at or any(u.moment for u in record.uses)
    )


def unknown(
    source: Source, path: tuple[Any, ...], wanted: str, known: Iterable[str], *, key: bool = False
) -> Iterable[Problem]:
    """The fault of naming what no pack holds: one, or none."""
    if wanted not in known:
        it, en = f"«{wanted}» non esiste", f'"{wanted}" does not exist'
        yield source.problem(path, it, en, nearest(wanted, known) or _called(wanted, known), key=key)


def _called(wanted: str, known: Iterable[str]) -> str:
    """The id of the record that has this name, or one like it, where names are known: books number their things."""
    names: Iterable[tuple[str, Any]] = known.items() if isinstance(known, Mapping) else ()
    ids = {str(name): id_ for id_, one in names for name in (getattr(one, "name", ""), getattr(one, "name_en", ""))}
    return ids.get(nearest(wanted, ids), "")


_SAYS = {
    "target": ("un bersaglio si scrive con una di queste parole", "a target is written with one of these words"),
    "operation": ("qui manca una parola, o ce n'è una che non va", "a word is missing here, or one will not do"),
    "degrees": ("«{word}» non è un arco in gradi interi, da 1 a 360", '"{word}" is no arc in whole degrees, 1 to 360'),
    "not_a_list": ("qui serve una lista, non «{word}»", 'a list is expected here, not "{word}"'),
    "not_a_mapping": (
        "qui serve una mappa (chiave: valore), non «{word}»",
        'a mapping (key: value) is expected here, not "{word}"',
    ),
    "standing": ("qui si aspetta una riga che valga sempre", "a standing line was expected here"),
    "verb": ("«{word}» non è un verbo", '"{word}" is no verb'),
    "unknown": ("«{word}» non è conosciuto qui", '"{word}" is not known here'),
    "expr_name": (
        "«{word}» non è un nome che valga qui (colonna {column} dell'espressione)",
        '"{word}" means nothing here (column {column} of the expression)',
    ),
    "expr_fact": ("«{word}» non è un fatto conosciuto", '"{word}" is no known fact'),
    "expr_stat": ("«{word}» non è una caratteristica", '"{word}" is no characteristic'),
    "expr_field": ("«{word}» non si può leggere qui", '"{word}" cannot be read here'),
    "expr_syntax": (
        "l'espressione «{word}» non si legge (colonna {column})",
        'the expression "{word}" cannot be read (column {column})',
    ),
    "expr_arguments": (
        "questo fatto si scrive «{word}», con tanti argomenti quanti sono questi",
        'this fact is written "{word}", with as many arguments as these',
    ),
    "expr_form": ("«{word}» non è ammesso nelle espressioni", '"{word}" is not allowed in expressions'),
    "die": ("non c'è un dado da {word}", "there is no die of {word} sides"),
    "too_few": ("«{word}» è troppo poco", '"{word}" is too few'),
    "marker": ("«{word}» non è un marcatore di abilità", '"{word}" is no ability marker'),
}


def record_problem(source: Source | None, error: RecordError) -> Problem:
    """What is wrong in a record, at its place; ``source`` is None for one that no file holds."""
    code = "unknown" if error.code.startswith("unknown_") else error.code
    it, en = _SAYS.get(code, ("«{word}» non va bene qui ({code})", '"{word}" will not do here ({code})'))
    facts = {"word": error.word, "column": error.column + 1, "code": error.code.replace("_", " ")}
    it, en = it.format(**facts), en.format(**facts)
    if error.expected and not error.near:
        it, en = f"{it}; atteso: {error.expected[:200]}", f"{en}; expected: {error.expected[:200]}"
    if source is None:
        return Problem(error.code, 0, 0, ".".join(map(str, error.path)), it, en, error.near)
    return source.problem(error.path, it, en, error.near)
