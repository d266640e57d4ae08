"""Roster files: a company on paper, read with every fault at its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from arbitro.content.errors import ContentError, Problem, raise_if_any
from arbitro.content.scenariofile import other_game
from arbitro.content.shape import Record as Shape
from arbitro.content.shape import check, check_ids
from arbitro.content.tabletop import RosterReport
from arbitro.content.yamlfile import DataPath, Document, load
from arbitro.rulesets.crepuscolo.company import Recruit, judge, known_abilities, unknown_ids
from arbitro.rulesets.crepuscolo.content import Library

NAME = "crepuscolo"
MOST_FIGHTERS = 100
WHAT = {"profiles": ("profilo", "profile"), "items": ("oggetto", "item"), "abilities": ("abilità", "ability")}


class RosterFile(Shape, frozen=True, kw_only=True):
    """A company: its name, the agreed value in PR (0: none), the packs it needs, its fighters."""

    roster: Annotated[str, Meta(min_length=1, max_length=80)]
    name_en: Annotated[str, Meta(max_length=80)] = ""
    text: str = ""
    text_en: str = ""
    ruleset: str
    limit: Annotated[int, Meta(ge=0, le=10_000)] = 0
    packs: tuple[str, ...] = ()
    fighters: Annotated[tuple[Recruit, ...], Meta(max_length=MOST_FIGHTERS)]


def read_roster(source: Path | str) -> tuple[RosterFile, Document]:
    """Read the shape of a roster file, or of its text. Raises ContentError with every fault of it."""
    document = load(source)
    found, problems = check(document, RosterFile)
    problems += other_game(document, NAME)
    raise_if_any(problems)
    assert found is not None
    return found, document


def id_problems(document: Document, fighters: Sequence[Recruit], path: DataPath, library: Library) -> list[Problem]:
    """Ids in a list of fighters that no pack in play holds, each with the nearest known one."""
    known: dict[str, dict[str, str]] = {
        "profiles": {p.id: p.name for p in library.profiles.values()},
        "items": {i.id: i.name for i in library.items.values()},
        "abilities": known_abilities(library),
    }
    problems: list[Problem] = []
    for number, fighter in enumerate(fighters):
        for below, kind, id_ in unknown_ids(fighter, library):
            problems += check_ids(document, [((*path, number, *below), id_)], known[kind], WHAT[kind])
    return problems


def roster_report(path: Path, library_of: Callable[[tuple[str, ...], Path], Library]) -> RosterReport:
    """Read and judge a roster file; ``library_of(packs, folder)`` gives the packs it is judged with.

    Raises ContentError if the file cannot be read, or names what no pack holds.
    """
    roster, document = read_roster(path)
    return _judged(roster, document, library_of(roster.packs, path.parent))


def report_of_text(text: str, library: Library) -> RosterReport:
    """Read and judge the text of a roster file that somebody sent: it may name no packs, which are folders here.

    Raises ContentError if it cannot be read, or names packs or what none holds.
    """
    roster, document = read_roster(text)
    if roster.packs:
        it, en = "qui un roster non può nominare pacchetti", "a roster may name no packs here"
        raise ContentError([document.problem(("packs",), it, en)])
    return _judged(roster, document, library)


def _judged(roster: RosterFile, document: Document, library: Library) -> RosterReport:
    raise_if_any(id_problems(document, roster.fighters, ("fighters",), library))
    judged = judge(roster.fighters, roster.limit, library)
    return RosterReport(
        file=document.file,
        name=roster.roster,
        limit=roster.limit,
        total=judged.total,
        charges=judged.charges,
        faults=judged.faults,
    )
