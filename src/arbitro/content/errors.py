"""Faults of content files, told to people in Italian and English."""

import errno
import os
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final, Literal

import msgspec

Lang = Literal["it", "en"]

_DID_YOU_MEAN: Final[dict[Lang, str]] = {"it": "forse volevi «{}»?", "en": 'did you mean "{}"?'}
_MORE: Final[dict[Lang, str]] = {
    "it": "... e altri {} problemi: correggi questi e riprova.",
    "en": "... and {} more problems: mend these and try again.",
}


_REASONS: Final[dict[int, tuple[str, str]]] = {
    errno.ENOENT: ("non c'è", "it is not there"),
    errno.EACCES: ("non hai il permesso", "you are not allowed to"),
    errno.EPERM: ("non hai il permesso", "you are not allowed to"),
    errno.EROFS: ("il disco è di sola lettura", "the disk is read-only"),
    errno.EISDIR: ("è una cartella: serve un file", "it is a folder: a file is needed"),
    errno.ENOTDIR: ("una parte del percorso non è una cartella", "a part of the path is no folder"),
    errno.ENOSPC: ("il disco è pieno", "the disk is full"),
    errno.EDQUOT: ("lo spazio che ti spetta è finito", "your share of the disk is used up"),
    errno.EFBIG: ("il file sarebbe troppo grande", "the file would be too large"),
    errno.ENAMETOOLONG: ("il nome è troppo lungo", "the name is too long"),
    errno.ELOOP: ("i rimandi fra file girano in tondo", "the links between files go round in circles"),
    errno.EIO: ("il disco non risponde come dovrebbe", "the disk does not answer as it should"),
    errno.EBUSY: ("è in uso", "it is in use"),
    errno.EMFILE: ("ci sono troppi file aperti", "too many files are open"),
    errno.EBADF: ("è chiuso", "it is closed"),
}


def system_reason(error: OSError) -> tuple[str, str]:
    """What the system said about a file, in Italian and in English (its own words where we have none)."""
    told = os.strerror(error.errno) if error.errno else str(error) or type(error).__name__
    return _REASONS.get(error.errno or 0, (told, told))


class Problem(msgspec.Struct, frozen=True):
    """One fault: where it stands (line and column from 1, 0 = the whole file) and what is wrong, in both languages.

    `path` is the place inside the data as people read it, `suggestion` the nearest known word or "".
    """

    file: str
    line: int
    column: int
    path: str
    message_it: str
    message_en: str
    suggestion: str = ""

    def render(self, lang: Lang) -> str:
        """One line for people.

        >>> Problem("a.yaml", 3, 5, "items[1].hnds", "chiave sconosciuta", "unknown key", "hands").render("en")
        'a.yaml:3:5: items[1].hnds: unknown key (did you mean "hands"?)'
        """
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        message = self.message_it if lang == "it" else self.message_en
        parts = [place, self.path, message] if self.path else [place, message]
        hint = f" ({_DID_YOU_MEAN[lang].format(self.suggestion)})" if self.suggestion else ""
        return ": ".join(parts) + hint


class ContentError(Exception):
    """A content file cannot be used; `problems` says everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(self.render("en"))

    def render(self, lang: Lang, limit: int = 50) -> str:
        """One block a problem, at most `limit` of them."""
        lines = [problem.render(lang) for problem in self.problems[:limit]]
        if len(self.problems) > limit:
            lines.append(_MORE[lang].format(len(self.problems) - limit))
        return "\n".join(lines)


def raise_if_any(problems: Sequence[Problem]) -> None:
    """Raise a ContentError when there is at least one problem."""
    if problems:
        raise ContentError(problems)


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like `word`, or "" when none is near.

    >>> nearest("protezzione", ["resistenza", "protezione"])
    'protezione'
    """
    folded: dict[str, str] = {}
    for candidate in known:
        folded.setdefault(candidate.casefold(), candidate)
    found = get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else ""
