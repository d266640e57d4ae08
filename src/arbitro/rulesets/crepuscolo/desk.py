"""What the game offers to people besides play: scenarios, rosters, packs, schemas, the rule catalogue, names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar

from arbitro.content.catalogue import Catalogue
from arbitro.content.errors import Lang
from arbitro.content.messages import Messages
from arbitro.content.packgame import PackGame
from arbitro.content.tabletop import Fault, RosterReport, Scenario
from arbitro.engine.forms import Refusal
from arbitro.engine.game import Game
from arbitro.engine.values import Seat, Value
from arbitro.rulesets.crepuscolo import brought, content, rosterfile, scenario, schemas
from arbitro.rulesets.crepuscolo.content import BOOK, HOUSE, Library
from arbitro.rulesets.crepuscolo.whynot import why_not

SENTENCES = content.HERE / "messages" / "company"


class Desk(PackGame[Library]):
    """Files of this game, read and judged."""

    home: ClassVar[Path] = content.HERE
    packs: ClassVar[tuple[Path, ...]] = (BOOK, HOUSE)
    first: ClassVar[str] = "alla-fontana"

    def label(self, lang: Lang) -> str:
        """What the game is called."""
        return "Cronache del Crepuscolo"

    def points(self, lang: Lang) -> str:
        """Punti Reclutamento (CDC-CMP-02), PR in both languages."""
        return "PR"

    def blurb(self, lang: Lang) -> str:
        """What kind of game it is, in one line."""
        return _sentences().text(lang, "blurb")

    def catalogue(self) -> Catalogue:
        """The rule catalogue."""
        return content.rules()

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

    @classmethod
    def built_in(cls) -> Library:
        """The packs that come with the game."""
        return content.built_in()

    @classmethod
    def read_library(cls, folders: Iterable[Path]) -> Library:
        """Read, check and compile packs. Raises ContentError with every fault."""
        return content.read_library(folders)

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


@cache
def _sentences() -> Messages:
    return Messages.load(SENTENCES)
