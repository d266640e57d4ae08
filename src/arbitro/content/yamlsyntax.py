"""The only module that knows ruamel.yaml: its events, and its complaints in the words of people."""

import re
from collections.abc import Iterator
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.scanner import Scanner
from ruamel.yaml.tokens import ScalarToken

_BAD_ESCAPE: Final = "hexdecimal"
_TAG: Final = "tag"

# Pieces of the parser's own messages, and what they mean to an author.
_MEANINGS: Final[tuple[tuple[str, str, str], ...]] = (
    (
        "mapping values are not allowed",
        "due punti fuori posto: metti il testo tra virgolette, o controlla i rientri",
        "a colon out of place: put the text in quotes, or check the indentation",
    ),
    (
        "could not find expected ':'",
        "manca «: » dopo una chiave, o un testo di più righe non è tra virgolette",
        'a ": " is missing after a key, or a text of several lines is not in quotes',
    ),
    (
        "found unexpected ':'",
        "due punti fuori posto dentro { } o [ ]: metti il testo tra virgolette",
        "a colon out of place inside { } or [ ]: put the text in quotes",
    ),
    ("'\\t'", "tabulazione al posto degli spazi: rientra con spazi", "a tab instead of spaces: indent with spaces"),
    (
        "found unexpected end of stream",
        "le virgolette aperte qui non si chiudono prima della fine del file",
        "the quotes opened here are not closed before the end of the file",
    ),
    (
        "found unknown escape character",
        "sequenza \\ sconosciuta tra virgolette doppie: raddoppia la barra (\\\\) o usa virgolette singole",
        "unknown \\ sequence in double quotes: double the backslash (\\\\) or use single quotes",
    ),
    ("expected ',' or '}'", "manca una virgola o la } di chiusura", "a comma or the closing } is missing"),
    ("expected ',' or ']'", "manca una virgola o la ] di chiusura", "a comma or the closing ] is missing"),
    (
        "sequence entries are not allowed",
        "trattino «- » fuori posto: gli elementi di una lista vanno a capo, sotto la chiave",
        'a "- " out of place: entries of a list go on lines of their own, below the key',
    ),
    (
        "expected <block end>",
        "riga non allineata alle altre dello stesso livello: controlla rientri e virgolette",
        "a line that is not aligned with the others of its level: check indentation and quotes",
    ),
    (
        "cannot start any token",
        "un testo non può cominciare con questo carattere: mettilo tra virgolette",
        "a text cannot start with this character: put it in quotes",
    ),
    (
        "expected the node content",
        "qui manca un valore, o c'è un segno fuori posto",
        "a value is missing here, or a sign is out of place",
    ),
    (
        "expected alphabetic or numeric character",
        "& e * non possono cominciare un testo: mettilo tra virgolette",
        "& and * cannot start a text: put it in quotes",
    ),
    (
        _TAG,
        "i tag YAML (!...) non sono ammessi: togli il tag (o metti il testo tra virgolette)",
        "YAML tags (!...) are not allowed: remove the tag (or put the text in quotes)",
    ),
    (
        "incompatible YAML",
        "direttive % non ammesse: toglile",
        "% directives are not allowed: remove them",
    ),
    ("document", "c'è un segno di documento (--- o ...) fuori posto", "a document sign (--- or ...) is out of place"),
    (
        _BAD_ESCAPE,
        "sequenza \\x o \\u incompleta o impossibile",
        "incomplete or impossible \\x or \\u sequence",
    ),
)
_UNKNOWN: Final = (
    "il testo non è YAML valido: controlla virgolette, parentesi e rientri",
    "the text is not valid YAML: check quotes, brackets and indentation",
)


class _Scanner(Scanner):
    """The same scanner with a short way through quoted texts of one line, which most of a file of rules is."""

    _QUOTED: Final = {
        '"': re.compile('"([^"\\\\\0\r\n\x85\u2028\u2029\ufeff]*)"'),
        "'": re.compile("'([^'\0\r\n\x85\u2028\u2029\ufeff]*)'(?!')"),
    }

    def scan_flow_scalar(self, style: Any) -> Any:
        reader = self.reader
        found = self._QUOTED[style].match(reader.buffer, reader.pointer)
        if found is None:
            try:
                return super().scan_flow_scalar(style)
            except (ValueError, OverflowError) as error:  # a code point that does not exist
                raise MarkedYAMLError(problem=_BAD_ESCAPE, problem_mark=reader.get_mark()) from error
        start, length = reader.get_mark(), found.end() - found.start()
        reader.pointer += length
        reader.index += length
        reader.column += length
        return ScalarToken(found[1], False, start, reader.get_mark(), style)

    def fetch_tag(self) -> Any:
        """No tag is read: files have none, and the parser's time for a hostile one grows with its square."""
        raise MarkedYAMLError(problem=_TAG, problem_mark=self.reader.get_mark())

    def stale_possible_simple_keys(self) -> None:
        if self.possible_simple_keys:
            super().stale_possible_simple_keys()


def events(text: str) -> Iterator[Any]:
    """Parser events of `text`, one at a time, so that a hostile file is left early."""
    yaml = YAML(typ="safe", pure=True)
    yaml.Scanner = _Scanner
    yield from yaml.parse(text)


def explain(error: Exception) -> tuple[int, int, str, str]:
    """Line and column from 1 (0 = unknown) and a sentence in Italian and English for a parser's exception."""
    if not isinstance(error, MarkedYAMLError):
        return (0, 0, *_UNKNOWN)
    text = f"{error.problem or ''}"
    mark = error.problem_mark or error.context_mark
    if "end of stream" in text:
        mark = error.context_mark or mark
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (0, 0)
    for sign, it, en in _MEANINGS:
        if sign in text:
            return line, column, it, en
    return (line, column, *_UNKNOWN)
