"""The rule catalogue: every rule under its id, with our summary in two languages and our rulings."""

import functools
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from arbitro.content.errors import Lang, Problem, nearest, raise_if_any
from arbitro.content.shape import Record, check_records
from arbitro.content.yamlfile import Document, load

_WORD: Final = re.compile(r"\w+")
_MISS: Final = 99
TABLE_RULES: Final = Path(__file__).parent / "table-rules.yaml"
"""The rules that events of the engine cite."""


class RuleEntry(Record, frozen=True, kw_only=True):
    """One rule: `name` as the book prints it, `it`/`en` our summaries, `seed_line` and `chapter` where it stands.

    A rule of the table itself, which no book has, stands at line 0 of no chapter.

    `clauses` is how many clauses it has (ID.1 to ID.n), or their suffixes; `ruling_*` what we decided where the book
    is silent.
    """

    id: str
    name: str
    name_en: str
    it: str
    en: str
    seed_line: int = msgspec.field(name="line")
    chapter: str
    kind: str
    clauses: int | tuple[str, ...]
    ruling_it: str = ""
    ruling_en: str = ""

    def summary(self, lang: Lang) -> str:
        """Our summary in a language."""
        return self.it if lang == "it" else self.en

    def ruling(self, lang: Lang) -> str:
        """Our ruling in a language, "" when the book needed none."""
        return self.ruling_it if lang == "it" else self.ruling_en

    def title(self, lang: Lang) -> str:
        """The printed name, in English with its translation; what no book prints has a name in each language."""
        if lang == "it" or self.name == self.name_en:
            return self.name
        return f"{self.name} ({self.name_en})" if self.seed_line else self.name_en

    def clause_ids(self) -> tuple[str, ...]:
        """The ids of its clauses, in order."""
        suffixes = self.clauses if isinstance(self.clauses, tuple) else range(1, self.clauses + 1)
        return tuple(f"{self.id}.{suffix}" for suffix in suffixes)


class Catalogue:
    """The rules of a ruleset, in the order of the file."""

    def __init__(self, entries: Iterable[RuleEntry]) -> None:
        self._entries = {entry.id: entry for entry in entries}

    @classmethod
    def load(cls, *paths: Path) -> "Catalogue":
        """Read one or more `rules.yaml` files. Raises ContentError with every fault found."""
        entries: dict[str, RuleEntry] = {}
        places: dict[str, str] = {}
        problems: list[Problem] = []
        for path in paths:
            document = load(path)
            records, found = check_records(document, RuleEntry, ("rules",))
            problems += found
            for index, entry in records.items():
                place = document.where(("rules", index, "id"))
                if entry.id in entries:
                    problems.append(_repeated(document, index, entry.id, places[entry.id]))
                else:
                    entries[entry.id] = entry
                    places[entry.id] = f"{document.file}:{place.line}"
        raise_if_any(problems)
        return cls(entries.values())

    @classmethod
    def of_game(cls, *paths: Path) -> "Catalogue":
        """The rules of a game, and those of the table, which hold in every game. Raises ContentError."""
        return cls.load(*paths, TABLE_RULES)

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def entries(self) -> tuple[RuleEntry, ...]:
        """All rules, in the order of the file."""
        return tuple(self._entries.values())

    def get(self, rule_id: str) -> RuleEntry | None:
        """The rule with this id, or the rule that has this clause ("CDC-ACT-05.4"); None when there is none."""
        entry = self._entries.get(rule_id)
        if entry is None:
            entry = self._by_clause.get(rule_id)
        return entry

    def exists(self, rule_id: str) -> bool:
        """Whether a rule or a clause has this id."""
        return self.get(rule_id) is not None

    def suggest(self, rule_id: str) -> str:
        """The id most like this one, "" when none is near."""
        return nearest(rule_id, [*self._entries, *self._by_clause])

    def search(self, text: str, lang: Lang, limit: int = 20) -> list[RuleEntry]:
        """Rules that hold every word of `text`, best first: by id, then by name, then by summary and ruling.

        Accents and capitals do not count. The printed name is searched in both languages.
        """
        wanted = fold(text)
        if not wanted:
            return []
        ranked = []
        for order, (entry, folded) in enumerate(self._folded(lang)):
            rank = _rank(wanted, *folded)
            if rank < _MISS:
                ranked.append((rank, order, entry))
        ranked.sort(key=lambda found: found[:2])
        return [entry for _, _, entry in ranked[:limit]]

    @functools.cached_property
    def _by_clause(self) -> dict[str, RuleEntry]:
        return {clause: entry for entry in self._entries.values() for clause in entry.clause_ids()}

    def _folded(self, lang: Lang) -> list[tuple[RuleEntry, tuple[str, list[str], str]]]:
        return self._folded_it if lang == "it" else self._folded_en

    @functools.cached_property
    def _folded_it(self) -> list[tuple[RuleEntry, tuple[str, list[str], str]]]:
        return [(entry, _fold_entry(entry, "it")) for entry in self._entries.values()]

    @functools.cached_property
    def _folded_en(self) -> list[tuple[RuleEntry, tuple[str, list[str], str]]]:
        return [(entry, _fold_entry(entry, "en")) for entry in self._entries.values()]


def fold(text: str) -> str:
    """Text without accents, capitals and punctuation, its words parted by one space.

    >>> fold("Abilità: «Già Pronto»")
    'abilita gia pronto'
    """
    bare = "".join(ch for ch in unicodedata.normalize("NFKD", text) if not unicodedata.combining(ch))
    return " ".join(_WORD.findall(bare.casefold()))


def _fold_entry(entry: RuleEntry, lang: Lang) -> tuple[str, list[str], str]:
    names = [entry.name] if lang == "it" else [entry.name_en, entry.name]
    return fold(entry.id), [fold(name) for name in names], fold(f"{entry.summary(lang)} {entry.ruling(lang)}")


def _rank(wanted: str, rule_id: str, names: list[str], summary: str) -> int:
    """How well a folded rule answers a folded question: 0 is best, _MISS not at all."""
    for rank, hit in (
        (0, rule_id == wanted or f"{rule_id} " == f"{wanted} "[: len(rule_id) + 1]),
        (1, rule_id.startswith(wanted)),
        (2, wanted in names),
        (3, any(name.startswith(wanted) for name in names)),
        (4, any(f" {wanted}" in name for name in names)),
    ):
        if hit:
            return rank
    words = wanted.split()
    if any(_holds(name, words) for name in names):
        return 5
    if f" {wanted}" in f" {summary}":
        return 6
    if _holds(summary, words):
        return 7
    return 8 if _holds(" ".join([rule_id, *names, summary]), words) else _MISS


def _holds(text: str, words: list[str]) -> bool:
    """Whether each word begins a word of the text."""
    return all(f" {word}" in f" {text}" for word in words)


def _repeated(document: Document, index: int, rule_id: str, first: str) -> Problem:
    return document.problem(
        ("rules", index, "id"),
        f"la regola «{rule_id}» c'è già ({first}): tienine una sola",
        f'the rule "{rule_id}" is there already ({first}): keep only one',
    )
