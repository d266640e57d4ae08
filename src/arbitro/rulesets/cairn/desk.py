"""What the game offers to people besides play: scenarios, parties, packs, schemas, the rule catalogue, names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from arbitro.content.catalogue import Catalogue
from arbitro.content.characters import Characters
from arbitro.content.errors import ContentError, Lang, Problem
from arbitro.content.messages import Messages
from arbitro.content.tabletop import Exported, Fault, Imported, Kit, RosterReport, Scenario, TabletopRuleset
from arbitro.content.yamlfile import load
from arbitro.engine.values import Seat
from arbitro.rulesets.cairn import content, scenario, schemas
from arbitro.rulesets.cairn.content import BOOK, Library
from arbitro.rulesets.cairn.interchange import exchange

FIRST = "il-troll-del-ponte"
EXAMPLES = (content.HERE / "examples", content.HERE.parents[3] / "examples" / "cairn")
"""Where the encounters to begin with are: in the package as it is shipped, or beside the sources."""


@cache
def sentences() -> Messages:
    """The messages of the game, read when first needed."""
    return Messages.load(content.HERE / "messages")


class Desk(TabletopRuleset):
    """Files of this game, read and judged."""

    formats: ClassVar[tuple[str, ...]] = exchange.FORMATS

    if TYPE_CHECKING:

        @property
        def library(self) -> Library: ...

        def with_packs(self, folders: Iterable[Path]) -> TabletopRuleset: ...

    def label(self, lang: Lang) -> str:
        """What the game is called."""
        return "Cairn"

    def blurb(self, lang: Lang) -> str:
        """What kind of game it is, in one line."""
        return sentences().text(lang, "blurb")

    def ready(self) -> tuple[Path, ...]:
        """The encounters that come with the game."""
        folder = next((folder for folder in EXAMPLES if folder.is_dir()), None)
        files = sorted(folder.glob("*.yaml")) if folder is not None else []
        return tuple(sorted(files, key=lambda file: file.stem != FIRST))

    def catalogue(self) -> Catalogue:
        """The rule catalogue."""
        return content.rules()

    def characters(self) -> Characters:
        """Characters made, shown and changed."""
        from arbitro.rulesets.cairn.characters import CairnCharacters  # it plays with this ruleset

        return CairnCharacters(self)

    def messages(self) -> Messages:
        """All sentences."""
        return sentences()

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
        return self.with_packs(folders)

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
        return Kit(0, "mo" if lang == "it" else "gp", fighters, goods)

    def check_pack(self, folder: Path) -> list[str]:
        """Read a pack together with the built-in one; ids of what it adds, sorted. Raises ContentError."""
        if not folder.is_dir():
            raise no_pack(folder)
        others = [BOOK] if BOOK.resolve() != folder.resolve() else []
        found = content.read_library((*others, folder))
        home = str(folder)
        return sorted(
            id_
            for sources in found.content.sources.values()
            for id_, source in sources.items()
            if str(Path(source.document.file).parent) == home
        )

    def schemas(self) -> dict[str, dict[str, Any]]:
        """JSON Schemas of scenario, party and pack files, by file name."""
        return schemas.all_schemas()

    def fault(self, fault: Fault, lang: Lang) -> str:
        """What a fault of a party says to people."""
        facts = {key: self.title(v, lang) if isinstance(v, str) else v for key, v in fault.facts.items()}
        return sentences().text(lang, f"fault.{fault.code}", **facts)


def no_pack(folder: Path) -> ContentError:
    """Where a pack's folder was to be, there is none."""
    it, en = "qui non c'è la cartella di un pacchetto", "there is no folder of a pack here"
    return ContentError([Problem(str(folder), 0, 0, "", it, en)])


def packs_with(folders: tuple[Path, ...]) -> Library:
    """The built-in pack and more; read again only when a file of theirs changed. Raises ContentError, also where a
    folder is none."""
    for folder in folders:
        if not folder.is_dir():
            raise no_pack(folder)
    files = sorted((file, file.stat()) for folder in folders for file in folder.iterdir())
    return _packs(folders, tuple((str(file), found.st_mtime_ns, found.st_size) for file, found in files))


@lru_cache(maxsize=16)
def _packs(folders: tuple[Path, ...], files: tuple[tuple[str, int, int], ...]) -> Library:
    return content.read_library((BOOK, *folders))
