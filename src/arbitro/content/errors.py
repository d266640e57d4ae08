"""Faults of content files, told to people in Italian and English."""

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
