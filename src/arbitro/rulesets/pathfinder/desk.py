"""What the game offers to people besides play: scenarios, packs, schemas, the rule catalogue, names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from arbitro.content.catalogue import Catalogue
from arbitro.content.errors import ContentError, Lang, Problem
from arbitro.content.messages import Messages
from arbitro.content.packgame import PackGame
from arbitro.content.tabletop import Imported, Kit, Scenario
from arbitro.content.yamlfile import load
from arbitro.engine.values import Seat
from arbitro.rulesets.pathfinder import content, interchange, scenario, schemas
from arbitro.rulesets.pathfinder.content import BOOK, Library
from arbitro.rulesets.pathfinder.sentences import sentences
from arbitro.rulesets.pathfinder.skirmish import random_skirmish


class Desk(PackGame[Library]):
    """Files of this game, read and judged."""

    home: ClassVar[Path] = content.HERE
    packs: ClassVar[tuple[Path, ...]] = (BOOK,)
    first: ClassVar[str] = "il-ponte-dei-goblin"
    pasted: ClassVar[bool] = True

    def label(self, lang: Lang) -> str:
        """What the game is called."""
        return "Pathfinder"

    def blurb(self, lang: Lang) -> str:
        """What kind of game it is, in one line."""
        return sentences().text(lang, "blurb")

    def catalogue(self) -> Catalogue:
        """The rule catalogue."""
        return content.rules()

    def messages(self) -> Messages:
        """All sentences."""
        return sentences()

    def read_scenario(self, path: Path) -> Scenario:
        """Read and check a scenario. Raises ContentError with every fault."""
        return scenario.read_scenario(path, self, self.library_for)

    def self_contained(self, text: str, rosters: Mapping[Seat, str], folder: Path | None, name: str) -> str:
        """A scenario's text, which names no other file. Raises ContentError where other companies are given."""
        if rosters:
            it, en = "in questo gioco i gruppi stanno nello scenario", "in this game the parties stand in the scenario"
            raise ContentError([Problem(name, 0, 0, "", it, en)])
        return text

    def read_text(self, text: str, name: str) -> Scenario:
        """Read and check a scenario that needs no other file. Raises ContentError with every fault."""
        return scenario.read_document(load(text, name=name), None, self, self.library_for)

    def recognises(self, raw: bytes) -> bool:
        return interchange.recognises(raw)

    def import_sheet(self, raw: bytes, file: str, name: str, lang: Lang) -> Imported:
        return interchange.import_text(raw, file, name, lang)

    def roster_kit(self, lang: Lang) -> Kit:
        """Creatures with their numbers, for a form that puts an encounter together."""
        library = self.library
        fighters = tuple(
            {"id": s.id, "name": self.title(s.id, lang), "level": s.level, "hp": s.hp, "cr": s.cr,
             "text": s.text if lang == "it" else s.text_en}
            for s in (*library.characters.values(), *library.monsters.values())
        )  # fmt: skip
        return Kit(0, fighters, ())

    @classmethod
    def built_in(cls) -> Library:
        """The packs that come with the game."""
        return content.built_in()

    @classmethod
    def read_library(cls, folders: Iterable[Path]) -> Library:
        """Read, check and compile packs. Raises ContentError with every fault."""
        return content.read_library(folders)

    def schemas(self) -> dict[str, dict[str, Any]]:
        """JSON Schemas of scenario and pack files, by file name."""
        return schemas.all_schemas()

    def skirmish(self, rng: Random) -> dict[str, Any]:
        """A random battle on a random board."""
        return random_skirmish(rng, self.library)
