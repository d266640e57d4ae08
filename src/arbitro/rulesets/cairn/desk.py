"""What the game offers to people besides play: scenarios, parties, packs, schemas, the rule catalogue, names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from arbitro.content.catalogue import Catalogue
from arbitro.content.characters import Characters
from arbitro.content.errors import Lang
from arbitro.content.messages import Messages
from arbitro.content.packgame import PackGame
from arbitro.content.tabletop import Exported, Fault, Imported, Kit, RosterReport, Scenario
from arbitro.content.yamlfile import load
from arbitro.engine.values import Seat
from arbitro.rulesets.cairn import content, scenario, schemas
from arbitro.rulesets.cairn.characters import CairnCharacters
from arbitro.rulesets.cairn.content import BOOK, Library
from arbitro.rulesets.cairn.interchange import exchange
from arbitro.rulesets.cairn.sentences import sentences


class Desk(PackGame[Library]):
    """Files of this game, read and judged."""

    home: ClassVar[Path] = content.HERE
    packs: ClassVar[tuple[Path, ...]] = (BOOK,)
    first: ClassVar[str] = "il-troll-del-ponte"

    formats: ClassVar[tuple[str, ...]] = exchange.FORMATS

    def label(self, lang: Lang) -> str:
        """What the game is called."""
        return "Cairn"

    def points(self, lang: Lang) -> str:
        """Gold pieces."""
        return "mo" if lang == "it" else "gp"

    def blurb(self, lang: Lang) -> str:
        """What kind of game it is, in one line."""
        return sentences().text(lang, "blurb")

    def catalogue(self) -> Catalogue:
        """The rule catalogue."""
        return content.rules()

    def characters(self) -> Characters:
        """Characters made, shown and changed."""
        return CairnCharacters(self)

    def messages(self) -> Messages:
        """All sentences."""
        return sentences()

    def read_scenario(self, path: Path) -> Scenario:
        """Read and check a scenario. Raises ContentError with every fault."""
        return scenario.read_scenario(path, self, self.library_for)

    def self_contained(self, text: str, rosters: Mapping[Seat, str], folder: Path | None, name: str) -> str:
        """A scenario's text with its parties, or others, written out in it. Raises ContentError."""
        return scenario.self_contained(text, rosters, folder, name)

    def read_text(self, text: str, name: str) -> Scenario:
        """Read and check a scenario that needs no other file. Raises ContentError with every fault."""
        return scenario.read_document(load(text, name=name), None, self, self.library_for)

    def check_roster(self, path: Path) -> RosterReport:
        """Read a party file and judge it. Raises ContentError if it cannot be read."""
        return scenario.party_report(load(path), path.parent, self.library_for)

    def judge_roster(self, text: str) -> RosterReport:
        """Judge a party given as text, which may name no packs. Raises ContentError if it cannot be read."""
        return scenario.party_report(load(text, name="party"), None, self.library_for)

    def import_sheet(self, raw: bytes, file: str, name: str, lang: Lang) -> Imported:
        """The bytes of another program's file as a party called ``name``. Raises ContentError."""
        return exchange.import_text(raw, file, name, lang)

    def export_party(self, path: Path, to: str, lang: Lang) -> Exported:
        """A party file in the shape of Foundry or Kettlewright. Raises ContentError."""
        return exchange.export_file(path, to, self.library_for, lang)

    def roster_kit(self, lang: Lang) -> Kit:
        """Creatures and goods with their numbers, for a form that puts a party or an encounter together."""
        library = self.library
        fighters = tuple(
            {"id": m.id, "name": self.title(m.id, lang), "pf": m.pf, "forza": m.forza, "des": m.des, "vol": m.vol,
             "armour": m.armour, "text": m.text if lang == "it" else m.text_en}
            for m in library.monsters.values()
        )  # fmt: skip
        goods = tuple(
            {"id": t.id, "name": self.title(t.id, lang), "cost": t.price, "slots": t.slots, "dice": list(t.dice),
             "armour": t.armour}
            for t in library.things.values() if t.price is not None
        )  # fmt: skip
        return Kit(0, fighters, goods)

    @classmethod
    def built_in(cls) -> Library:
        """The packs that come with the game."""
        return content.built_in()

    @classmethod
    def read_library(cls, folders: Iterable[Path]) -> Library:
        """Read, check and compile packs. Raises ContentError with every fault."""
        return content.read_library(folders)

    def schemas(self) -> dict[str, dict[str, Any]]:
        """JSON Schemas of scenario, party and pack files, by file name."""
        return schemas.all_schemas()

    def fault(self, fault: Fault, lang: Lang) -> str:
        """What a fault of a party says to people."""
        facts = {key: self.title(v, lang) if isinstance(v, str) else v for key, v in fault.facts.items()}
        return sentences().text(lang, f"fault.{fault.code}", **facts)
