"""Saves and journals in files, opened to be watched."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import structs

from arbitro.analysis.words import AnalysisError
from arbitro.cli._kept import packs_of, rules_with
from arbitro.content.errors import Lang
from arbitro.content.tabletop import TabletopRuleset
from arbitro.engine.journal import Journal, journal_head, journal_of_save, read_journal
from arbitro.engine.save import MAGIC, SaveError, read, read_file
from arbitro.reports import Film


def open_film(path: Path, lang: Lang) -> Film:
    """The film of a save or of a journal in JSON.

    Raises:
        OSError: if the file cannot be read.
        SaveError: if it is neither, or damaged.
    """
    journal, ruleset = open_journal(path)
    try:
        return Film(journal, ruleset, lang)
    except SaveError as error:
        error.facts.setdefault("file", str(path))
        raise


def open_journal(path: Path) -> tuple[Journal, TabletopRuleset]:
    """What a file tells, with its ruleset and packs; ``RESULTS#17``: battle 17 of a simulation, played again.

    Raises OSError, SaveError, AnalysisError, or ContentError for a missing pack.
    """
    if (numbered := re.fullmatch(r"(.+)#([0-9]{1,9})", path.name)) is not None and not path.exists():
        return played_again(path.with_name(numbered[1]), int(numbered[2]))
    base, sharp, _ = path.name.partition("#")
    if (not sharp or not path.exists()) and (battles := _battles_in(path.with_name(base))):
        raise AnalysisError("which_battle", file=str(path.with_name(base)), battle=battles - 1)
    try:
        data = read_file(path)
        if data.startswith(MAGIC[:-1]):
            save = read(data)
            packs = packs_of(save)
            rules = rules_with(save.ruleset, packs, path)
            return structs.replace(journal_of_save(save, rules), packs=packs), rules
        head = journal_head(data)
        rules = rules_with(head.ruleset, head.packs, path)
        return read_journal(data, rules), rules
    except SaveError as error:
        error.facts.setdefault("file", str(path))
        raise


def _battles_in(path: Path) -> int:
    """How many battles of a simulation a file holds; 0 for any other file, or none."""
    from arbitro.analysis.results import Results, ResultsError

    try:
        return len(Results.read(path).outcomes)
    except (OSError, ResultsError):
        return 0


def played_again(results: Path, number: int) -> tuple[Journal, TabletopRuleset]:
    """A battle of a simulation's results file. Raises OSError, or AnalysisError where there is none."""
    from arbitro.analysis.battles import retold
    from arbitro.analysis.results import Results

    found = Results.read(results)
    return retold(found.plan, found.outcome(number, results))
