"""What the game offers to people besides play: scenarios, rosters, packs, schemas, the rule catalogue, names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arbitro.content.catalogue import Catalogue
from arbitro.content.errors import ContentError, Lang, Problem
from arbitro.content.messages import Messages
from arbitro.content.tabletop import Fault, RosterReport, Scenario, TabletopRuleset
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import Seat, Value
from arbitro.rulesets.crepuscolo import brought, content, rosterfile, scenario, schemas
from arbitro.rulesets.crepuscolo.content import BOOK, HOUSE, Library
from arbitro.rulesets.crepuscolo.whynot import why_not

SENTENCES = content.HERE / "messages" / "company"
EXAMPLES = (content.HERE / "examples", content.HERE.parents[3] / "examples" / "crepuscolo")
"""Where the battles to begin with are: in the package as it is shipped, or beside the sources."""
FIRST = "alla-fontana"


class Desk(TabletopRuleset):
    """Files of this game, read and judged."""

    if TYPE_CHECKING:

        @property
        def library(self) -> Library: ...

        def with_packs(self, folders: Iterable[Path]) -> TabletopRuleset: ...

    def label(self, lang: Lang) -> str:
        """What the game is called."""
        return "Cronache del Crepuscolo"

    def blurb(self, lang: Lang) -> str:
        """What kind of game it is, in one line."""
        return _sentences().text(lang, "blurb")

    def ready(self) -> tuple[Path, ...]:
        """The battles that come with the game."""
        folder = next((folder for folder in EXAMPLES if folder.is_dir()), None)
        files = sorted(folder.glob("*.yaml")) if folder is not None else []
        return tuple(sorted(files, key=lambda file: file.stem != FIRST))

    def catalogue(self) -> Catalogue:
        """The rule catalogue."""
        return content.rules()

    def title(self, id: str, lang: Lang) -> str:
        """The name of anything in the packs, of a rule, or of a clause's rule; the id itself if nothing has it."""
        name = self.library.name(id, lang)
        if name != id:
            return name
        entry = self.catalogue().get(id)
        return id if entry is None else entry.name if lang == "it" else entry.name_en

    def library_for(self, packs: tuple[str, ...], folder: Path) -> Library:
        """The packs in play for what a file in ``folder`` names. Raises ContentError."""
        return packs_with(tuple(folder / pack for pack in packs)) if packs else self.library

    def playing(self, scenario: Scenario) -> TabletopRuleset:
        """The rules with the packs a scenario wants."""
        if not scenario.packs:
            return self
        folders = tuple(Path(pack) for pack in scenario.packs)
        for folder in folders:
            if not folder.is_dir():
                raise no_pack(folder)
        return self.with_packs((BOOK, HOUSE, *folders))

    def read_scenario(self, path: Path) -> Scenario:
        """Read and check a scenario. Raises ContentError with every fault."""
        return scenario.read_scenario(path, self, self.library_for, self._says)

    def self_contained(self, text: str, rosters: Mapping[Seat, str], folder: Path | None, name: str) -> str:
        """A scenario's text with its companies, or others, written out in it. Raises ContentError."""
        return brought.self_contained(text, rosters, folder, name)

    def read_text(self, text: str, name: str) -> Scenario:
        """Read and check a scenario that needs no other file. Raises ContentError with every fault."""
        return brought.read_text(text, name, self.read_scenario)

    def check_roster(self, path: Path) -> RosterReport:
        """Read a roster file and judge it. Raises ContentError if it cannot be read."""
        return rosterfile.roster_report(path, self.library_for)

    def check_pack(self, folder: Path) -> list[str]:
        """Read a pack together with the built-in ones; ids of what it adds, sorted. Raises ContentError."""
        if not folder.is_dir():
            raise no_pack(folder)
        others = [pack for pack in (BOOK, HOUSE) if pack.resolve() != folder.resolve()]
        found = content.read_library((*others, folder))
        home = str(folder)
        ids = [
            id_
            for sources in found.content.sources.values()
            for id_, source in sources.items()
            if str(Path(source.document.file).parent) == home
        ]
        return sorted(ids)

    def schemas(self) -> dict[str, dict[str, Any]]:
        """JSON Schemas of scenario, roster and pack files, by file name."""
        return schemas.all_schemas()

    def fault(self, fault: Fault, lang: Lang) -> str:
        """What a fault of a company says to people."""
        facts: dict[str, Value] = {
            key: self.title(value, lang) if isinstance(value, str) else value for key, value in fault.facts.items()
        }
        if fault.code == "over_limit":
            facts["over"] = fault.facts["total"] - fault.facts["limit"]
        return _sentences().text(lang, f"fault.{fault.code}", **facts)

    def why_not(self, game: Game, seat: Seat, wanted: dict[str, Value]) -> Refusal | None:
        """Why an action is not offered to a seat now."""
        return why_not(game, seat, wanted)

    def _says(self, fault: Fault) -> tuple[str, str]:
        say = partial(self.fault, fault)
        return f"{say('it')} ({fault.rule})", f"{say('en')} ({fault.rule})"


def no_pack(folder: Path) -> ContentError:
    """Where a pack's folder was to be, there is none."""
    it, en = "qui non c'è la cartella di un pacchetto", "there is no folder of a pack here"
    return ContentError([Problem(str(folder), 0, 0, "", it, en)])


def packs_with(folders: tuple[Path, ...]) -> Library:
    """The built-in packs and more. Raises ContentError, also where a folder is none."""
    for folder in folders:
        if not folder.is_dir():
            raise no_pack(folder)
    return content.read_library((BOOK, HOUSE, *folders))


@cache
def _sentences() -> Messages:
    return Messages.load(SENTENCES)
