"""Packs that came along as texts: files by relative name, laid into folders where the rules can read them."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from msgspec import structs

from arbitro.content.errors import ContentError, Lang, Problem
from arbitro.content.packs import PACK_FILE as PACK
from arbitro.content.tabletop import TabletopRuleset, rules_with
from arbitro.content.yamlfile import load
from arbitro.storage.records import Game as Kept
from arbitro.web.library import rules_called
from arbitro.web.refusals import Unwilling

PACK_FILE = re.compile(r"([a-z0-9][a-z0-9-]{0,80})/[a-z][a-z0-9_-]{0,60}\.yaml")
"""Where a file of a pack may lie."""
MOST_FILES = 40
SHELVES = 64
"""Folders that are kept; one that has gone is laid again when it is wanted."""
FILES = "files"
"""Under what name a game keeps the packs that nobody has on this machine."""


def pack_names(packs: Mapping[str, str]) -> tuple[str, ...]:
    """The packs whose files these are, by name. Raises Unwilling where a name leads elsewhere."""
    found = [PACK_FILE.fullmatch(name) for name in packs]
    if len(packs) > MOST_FILES or not all(found):
        raise Unwilling("strange_pack")
    return tuple(sorted({match[1] for match in found if match}))


def shelf(packs: Mapping[str, str]) -> Path:
    """The folder in which these packs lie; the same for the same files."""
    return Path(_laid(tuple(sorted(packs.items()))).name)


@lru_cache(maxsize=SHELVES)
def _laid(packs: tuple[tuple[str, str], ...]) -> tempfile.TemporaryDirectory[str]:
    """A folder with packs in it; it goes when it has not been wanted for a while."""
    folder = tempfile.TemporaryDirectory(prefix="arbitro-packs-")
    for name, text in packs:
        path = Path(folder.name) / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def folders(packs: Mapping[str, str]) -> tuple[str, ...]:
    """The folders of these packs. Raises Unwilling."""
    names = pack_names(packs)
    return tuple(str(shelf(packs) / name) for name in names) if names else ()


def rules_playing(ruleset: str, packs: Mapping[str, str]) -> TabletopRuleset:
    """A game's rules with packs that came along.

    Raises:
        Unwilling: ``no_ruleset``, ``strange_pack``.
        ContentError: for packs that will not do, their files called as they came.
    """
    found = folders(packs)
    try:
        return rules_with(rules_called(ruleset), found)
    except ContentError as error:
        raise ContentError([plainly(problem, shelf(packs)) for problem in error.problems]) from None


def plainly(problem: Problem, folder: Path) -> Problem:
    """A fault without the folder that nobody has seen."""
    path = Path(problem.file)
    return structs.replace(problem, file=str(path.relative_to(folder))) if path.is_relative_to(folder) else problem


def check_game(ruleset: str, packs: Mapping[str, str]) -> None:
    """Raises Unwilling ``other_game`` where a pack says that it is made for another game."""
    for name, text in packs.items():
        folder, _, file = name.partition("/")
        if file == PACK:
            try:
                data = load(text, name=name).data
            except ContentError:
                continue  # what is wrong with it is told when it is read as a pack
            said = data.get("ruleset", ruleset) if isinstance(data, dict) else ruleset
            if said != ruleset:
                raise Unwilling("other_game", pack=folder, game=str(said)[:60])


def faulty(error: ContentError, folder: Path, lang: Lang) -> Unwilling:
    """What is wrong with packs that came along, by the names by which they came into a folder."""
    told = ContentError([plainly(problem, folder) for problem in error.problems])
    return Unwilling("faulty", why=told.render(lang))


def packs_of(kept: Kept) -> tuple[str, ...]:
    """The folders of the packs that a stored game is played with."""
    return (*kept.about.get("packs", ()), *folders(kept.about.get(FILES, {})))
