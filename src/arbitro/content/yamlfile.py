"""YAML files of authors: read safely, as plain data that knows its places.

The schema is the YAML 1.2 core with less freedom: one document, no tags, no anchors, no infinite numbers, keys
are words. Whatever a person may write by mistake is a clear problem, never a silently different value.
"""

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from arbitro.content.errors import ContentError, Problem, system_reason

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES: Final = 2_000_000
MAX_DEPTH: Final = 40
MAX_VALUES: Final = 100_000
MAX_PROBLEMS: Final = 200
MAX_DIGITS: Final = 18

Key = str | int
DataPath = tuple[Key, ...]

_TRAPS: Final = frozenset(
    word for base in ("y", "n", "yes", "no", "on", "off") for word in (base, base.upper(), base.capitalize())
)
_NULLS: Final = frozenset(("", "~", "null", "Null", "NULL"))
_BOOLEANS: Final = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT: Final = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_BINARY: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
UNPRINTABLE: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""Letters that nobody sees, or that change how others are seen; no text of people has them."""
_COMMENT: Final = re.compile(r"[ \t]+#")
_PAIR: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")


class Place(NamedTuple):
    """Where something stands in a file; both count from 1."""

    line: int
    column: int


class _Box:
    """The places of a list's or a mapping's contents, in the data's own shape."""

    __slots__ = ("keys", "place", "values")

    def __init__(self, place: Place) -> None:
        self.place = place
        self.keys: dict[Key, tuple[int, int]] = {}  # plain tuples, which the garbage collector need not visit
        self.values: dict[Key, _Box | tuple[int, int]] = {}


class Document:
    """Plain data (dict, list, str, int, float, bool, None) of one YAML file, and where each piece stands."""

    __slots__ = ("_places", "data", "file", "raw")

    def __init__(self, file: str, data: Any, places: "_Box | Place", raw: bytes) -> None:
        self.file = file
        self.data = data
        self.raw = raw
        self._places = places

    def where(self, path: DataPath = (), *, key: bool = False) -> Place:
        """Line and column of the value at `path` (keys and indices from 0), or of its key; the nearest place above
        when there is nothing there.

        >>> load("a:\\n  - {b: 1}\\n").where(("a", 0, "b"))
        Place(line=2, column=9)
        """
        here: _Box | tuple[int, int] = self._places
        key_place: tuple[int, int] | None = None
        for step in path:
            if not isinstance(here, _Box) or step not in here.values:
                break
            key_place = here.keys.get(step)
            here = here.values[step]
        if key and key_place is not None:
            return Place(*key_place)
        return here.place if isinstance(here, _Box) else Place(*here)

    def label(self, path: DataPath) -> str:
        """The path as people read it: a record by its id where it has one, otherwise by its number from 1.

        >>> load("items:\\n  - {id: ascia, hands: 1}\\n  - 3\\n").label(("items", 0, "hands"))
        'items[ascia].hands'
        """
        text, value = "", self.data
        for step in path:
            value = _child(value, step)
            if isinstance(step, str):
                text += f".{step}" if text else step
            else:
                name = value.get("id") if isinstance(value, dict) else None
                text += f"[{name}]" if isinstance(name, str) else f"[{step + 1}]"
        return text

    def problem(self, path: DataPath, it: str, en: str, suggestion: str = "", *, key: bool = False) -> Problem:
        """A problem of the value at `path` (or of its key)."""
        place = self.where(path, key=key)
        return Problem(self.file, place.line, place.column, self.label(path), it, en, suggestion)


def load(source: Path | str, *, name: str = "") -> Document:
    """Read a YAML file (a Path) or YAML text (a str); `name` is what problems call it.

    Raises ContentError with every fault found.
    """
    if isinstance(source, Path):
        file = name or str(source)
        raw = _read(source, file)
    else:
        file = name or "<text>"
        raw = source.encode("utf-8", "surrogatepass")
    text = _decode(file, raw)
    return _Builder(file, text).quickly(raw) or _Builder(file, text).document(raw)


def text_of(path: Path) -> str:
    """The text of a file, as it stands. Raises ContentError: not there, too large, not UTF-8, no text."""
    return _decode(str(path), _read(path, str(path)))


def _read(path: Path, file: str) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        _refuse(file, "il file non esiste", "the file does not exist")
    except OSError as error:
        it, en = system_reason(error)
        _refuse(file, f"il file non si può leggere: {it}", f"the file cannot be read: {en}")


def _decode(file: str, raw: bytes) -> str:
    if len(raw) > MAX_BYTES:
        _refuse(
            file,
            f"il file supera {MAX_BYTES // 1_000_000} MB: dividilo in più file",
            f"the file is larger than {MAX_BYTES // 1_000_000} MB: split it into several files",
        )
    utf16 = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line = 0 if utf16 else before.count(b"\n") + 1
        column = error.start - before.rfind(b"\n")
        _refuse(
            file,
            "il testo non è UTF-8: salva il file con la codifica UTF-8",
            "the text is not UTF-8: save the file with the UTF-8 encoding",
            Place(line, column),
        )
    binary = _BINARY.search(text)
    if binary:
        start = binary.start()
        _refuse(
            file,
            f"carattere di controllo U+{ord(binary[0]):04X}: non è un file di testo",
            f"control character U+{ord(binary[0]):04X}: this is not a text file",
            Place(text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)),
        )
    return text


def _refuse(file: str, it: str, en: str, place: Place | None = None) -> NoReturn:
    line, column = place or (0, 0)
    raise ContentError([Problem(file, line, column, "", it, en)])


def _joined(text: str) -> str:
    """A text whose letters beyond U+FFFF are written as JSON escapes them: in two halves, ``\\ud83d\\ude00``."""
    if text.isprintable():  # what has a half in it is not
        return text
    return _PAIR.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), text)


def _child(value: Any, step: Key) -> Any:
    """The piece of data one step below, None when there is none."""
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return None


class _Open:
    """A list or mapping that is being filled."""

    __slots__ = ("box", "data", "last", "pending")

    def __init__(self, data: dict[str, Any] | list[Any], box: _Box) -> None:
        self.data = data
        self.box = box
        self.pending: tuple[str, Place] | None = None  # a key that waits for its value
        self.last: Key = ""  # the key or index last filled


class _Builder:
    """Turns parser events into data and places, and collects what is wrong."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.problems: list[Problem] = []
        self.stack: list[_Open] = []
        self.root: tuple[Any, _Box | Place] | None = None
        self.documents = 0
        self.values = 0

    def quickly(self, raw: bytes) -> Document | None:
        """The document, None where anything at all is odd: then it is to be read with more care."""
        from arbitro.content.yamlquick import events

        try:
            self._walk(events(self.text))
        except Exception:  # whatever it is, it is told the other way
            return None
        if self.root is None or self.problems:
            return None
        return Document(self.file, *self.root, raw)

    def document(self, raw: bytes) -> Document:
        from arbitro.content.yamlsyntax import events, explain

        try:
            self._walk(events(self.text))
        except ContentError:
            raise
        except Exception as error:  # the parser meets hostile text here: whatever it raises is the file's fault
            line, column, it, en = explain(error)
            self._fatal(it, en, Place(line, column))
        if self.root is None or (self.root[0] is None and not self.problems):
            self._fatal("il file è vuoto", "the file is empty", Place(0, 0))
        if self.problems:
            raise ContentError(self.problems)
        data, places = self.root
        return Document(self.file, data, places, raw)

    def _walk(self, events: "Iterator[Any]") -> None:
        handlers = {
            "ScalarEvent": self._scalar,
            "MappingStartEvent": self._mapping,
            "SequenceStartEvent": self._sequence,
            "MappingEndEvent": self._close,
            "SequenceEndEvent": self._close,
            "AliasEvent": self._alias,
            "DocumentStartEvent": self._start,
        }
        for event in events:
            handler = handlers.get(type(event).__name__)
            if handler is not None:
                handler(event)

    # --- events

    def _start(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self._fatal(
                "un secondo documento dopo ---: tienine uno solo per file",
                "a second document after ---: keep one a file",
                _place(event),
            )
        if event.version or event.tags:
            self._fatal("direttive % non ammesse: toglile", "% directives are not allowed: remove them", _place(event))

    def _scalar(self, event: Any) -> None:
        place = _place(event)
        self._anchor(event, place)
        event.value = _joined(event.value)
        if self._expects_key():
            self._key(event, place)
        else:
            self._add(self._value(event, place), place)

    def _mapping(self, event: Any) -> None:
        self._open(event, {})

    def _sequence(self, event: Any) -> None:
        self._open(event, [])

    def _open(self, event: Any, data: dict[str, Any] | list[Any]) -> None:
        place = _place(event)
        self._anchor(event, place)
        if self._expects_key():
            self._fatal(
                "una chiave deve essere una parola, non una lista o una mappa (se è un testo con parentesi, "
                "mettilo tra virgolette)",
                "a key must be a word, not a list or a mapping (if it is a text with brackets, put it in quotes)",
                place,
            )
        if len(self.stack) >= MAX_DEPTH:
            self._fatal(f"più di {MAX_DEPTH} livelli di annidamento", f"more than {MAX_DEPTH} levels of nesting", place)
        box = _Box(place)
        self._add(data, box)
        self.stack.append(_Open(data, box))

    def _close(self, event: Any) -> None:
        self.stack.pop()

    def _alias(self, event: Any) -> None:
        self._report(
            f"*{event.anchor} è un rimando YAML e non è ammesso: scrivi il valore per esteso "
            "(o metti il testo tra virgolette)",
            f"*{event.anchor} is a YAML alias and is not allowed: write the value out (or put the text in quotes)",
            _place(event),
        )
        if self._expects_key():
            self.stack[-1].pending = (f"*{event.anchor}", _place(event))
        else:
            self._add(None, _place(event))

    # --- pieces

    def _expects_key(self) -> bool:
        top = self.stack[-1] if self.stack else None
        return top is not None and top.pending is None and isinstance(top.data, dict)

    def _add(self, value: Any, place: _Box | Place) -> None:
        self.values += 1
        if self.values > MAX_VALUES:
            at = place.place if isinstance(place, _Box) else place
            self._fatal(
                f"più di {MAX_VALUES} valori: dividi il file", f"more than {MAX_VALUES} values: split the file", at
            )
        if not self.stack:
            self.root = (value, place)
            return
        top = self.stack[-1]
        kept = place if isinstance(place, _Box) else (place.line, place.column)
        if isinstance(top.data, list):
            top.last = len(top.data)
            top.box.values[top.last] = kept
            top.data.append(value)
        elif top.pending is not None:
            key, key_place = top.pending
            top.pending = None
            top.last = key
            if key not in top.data:
                top.data[key] = value
                top.box.values[key] = kept
                top.box.keys[key] = (key_place.line, key_place.column)

    def _key(self, event: Any, place: Place) -> None:
        top, key = self.stack[-1], event.value
        top.pending = (key, place)
        if event.style is None:
            self._plain_key(key, place)
        self._printable(key, place)
        if key in top.data:
            first, _ = top.box.keys[key]
            self._report(
                f"chiave «{key}» ripetuta (la prima è alla riga {first}): tienine una sola",
                f'key "{key}" is repeated (the first is on line {first}): keep only one',
                place,
            )

    def _plain_key(self, key: str, place: Place) -> None:
        if key == "<<":
            self._report(
                "l'unione << di YAML non è ammessa: scrivi le chiavi per esteso",
                "YAML's merge << is not allowed: write the keys out",
                place,
            )
        elif not key:
            self._report("manca la chiave prima dei due punti", "the key before the colon is missing", place)
        elif key in _TRAPS or key in _NULLS or key in _BOOLEANS:
            self._trap(key, place)

    def _value(self, event: Any, place: Place) -> Any:
        text: str = event.value
        if event.style is not None:
            self._printable(text, place)
            return text
        if text in _NULLS:
            return None
        if text in _BOOLEANS:
            return _BOOLEANS[text]
        if text in _TRAPS:
            self._trap(text, place)
            return text
        if text[0] in "+-.0123456789":
            return self._number(text, place)
        self._cut_text(event, text, place)
        self._printable(text, place)
        return text

    def _number(self, text: str, place: Place) -> Any:
        if _NOT_FINITE.fullmatch(text):
            self._report(
                f"{text} non è un numero ammesso: scrivi un numero finito",
                f"{text} is not an allowed number: write a finite one",
                place,
            )
            return None
        whole = _INT.fullmatch(text) is not None
        if not whole and not _FLOAT.fullmatch(text):
            return text
        if whole and len(text) <= MAX_DIGITS + 1:
            return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
        number = math.inf if whole else float(text)
        if math.isinf(number) or len(text) > 2 * MAX_DIGITS:
            self._report("numero troppo grande o troppo lungo", "number too large or too long", place)
            return None
        return number

    def _cut_text(self, event: Any, text: str, place: Place) -> None:
        """A text of several words followed by a comment is nearly always a text that lost its end."""
        end = event.end_mark.index
        if " " in text and _COMMENT.match(self.text, end):
            self._report(
                "dopo « #» il testo andrebbe perso: mettilo tra virgolette, o sposta il commento su un'altra riga",
                'what follows " #" would be lost: put the text in quotes, or move the comment to a line of its own',
                place,
            )

    def _trap(self, word: str, place: Place) -> None:
        self._report(
            f"«{word}» è ambiguo in YAML (vero/falso/nulla): usa true o false, o mettilo tra virgolette",
            f'"{word}" is ambiguous in YAML (true/false/nothing): use true or false, or put it in quotes',
            place,
        )

    def _printable(self, text: str, place: Place) -> None:
        if text.isprintable():
            return
        found = UNPRINTABLE.search(text)
        if found:
            self._report(
                f"il testo contiene il carattere invisibile U+{ord(found[0]):04X}: toglilo",
                f"the text holds the invisible character U+{ord(found[0]):04X}: remove it",
                place,
            )

    def _anchor(self, event: Any, place: Place) -> None:
        if event.anchor is not None:
            self._report(
                f"&{event.anchor} è un'ancora YAML e non è ammessa: toglila (o metti il testo tra virgolette)",
                f"&{event.anchor} is a YAML anchor and is not allowed: remove it (or put the text in quotes)",
                place,
            )

    # --- problems

    def _path(self) -> str:
        document = Document(self.file, self.stack[0].data if self.stack else None, Place(1, 1), b"")
        path = [level.last for level in self.stack[:-1]]
        if self.stack:
            top = self.stack[-1]
            path += [top.pending[0]] if top.pending else [len(top.data)] if isinstance(top.data, list) else []
        return document.label(tuple(path))

    def _report(self, it: str, en: str, place: Place) -> None:
        self.problems.append(Problem(self.file, place.line, place.column, self._path(), it, en))
        if len(self.problems) >= MAX_PROBLEMS:
            raise ContentError(self.problems)

    def _fatal(self, it: str, en: str, place: Place) -> NoReturn:
        raise ContentError([*self.problems, Problem(self.file, place.line, place.column, "", it, en)])


def _place(event: Any) -> Place:
    mark = event.start_mark
    return Place(mark.line + 1, mark.column + 1)
