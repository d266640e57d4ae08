"""A game whose records come in packs: names, packs in play, examples to begin with, packs checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from arbitro.content.errors import ContentError, Lang, Problem
from arbitro.content.packs import Content
from arbitro.content.tabletop import Scenario, TabletopRuleset
from arbitro.engine.records import Record


class PackLibrary(Protocol):
    """Everything that packs hold, compiled."""

    content: Content
    records: dict[str, Record]

    def name(self, id: str, lang: Lang) -> str:
        """The name of anything in the packs, its id if there is none."""


L = TypeVar("L", bound=PackLibrary)


class PackGame(TabletopRuleset, Generic[L]):
    """What games made of packs have in common; a game says where its own packs and examples are.

    Args:
        library: the packs in play; by default those that come with the game, read when first needed.
    """

    home: ClassVar[Path]
    """The folder of the ruleset; it may have ``examples`` in it, else they are in the project's own."""
    packs: ClassVar[tuple[Path, ...]]
    """The packs that come with the game, in the order in which they are read."""
    first: ClassVar[str]
    """The example that comes first, by the name of its file."""
    edition: ClassVar[str] = "1"
    """Of the rules as we wrote them; a game says another one when old saved games can no longer be gone on with."""
    name: ClassVar[str]

    def __init__(self, library: L | None = None) -> None:
        self._given = library

    @cached_property
    def library(self) -> L:
        """The packs in play."""
        return self.built_in() if self._given is None else self._given

    @cached_property
    def records(self) -> dict[str, Record]:  # type: ignore[override]
        return self.library.records

    @cached_property
    def version(self) -> str:  # type: ignore[override]
        return f"{self.edition}-{self.library.content.rules_version[:16]}"

    def with_packs(self, folders: Iterable[Path]) -> Self:
        """The same rules with more packs. Raises ContentError."""
        return type(self)(self.library_with(folders))

    @classmethod
    def built_in(cls) -> L:
        """The packs that come with the game."""
        raise NotImplementedError

    @classmethod
    def read_library(cls, folders: Iterable[Path]) -> L:
        """Read, check and compile packs. Raises ContentError with every fault."""
        raise NotImplementedError

    def ready(self) -> tuple[Path, ...]:
        """The scenarios that come with the game."""
        places = (self.home / "examples", self.home.parents[3] / "examples" / self.name)
        folder = next((folder for folder in places if folder.is_dir()), None)
        files = sorted(folder.glob("*.yaml")) if folder is not None else []
        return tuple(sorted(files, key=lambda file: file.stem != self.first))

    def title(self, id: str, lang: Lang) -> str:
        """The name of anything in the packs, of a rule, or of a clause's rule; the id itself if nothing has it."""
        name = self.library.name(id, lang)
        if name != id:
            return name
        entry = self.catalogue().get(id)
        return id if entry is None else entry.name if lang == "it" else entry.name_en

    def library_for(self, packs: tuple[str, ...], folder: Path) -> L:
        """The packs in play for what a file in ``folder`` names. Raises ContentError."""
        return self.library_with(folder / pack for pack in packs) if packs else self.library

    def library_with(self, folders: Iterable[Path]) -> L:
        """The game's packs and more, read again only when a file of theirs has changed. Raises ContentError."""
        more = there(folders)
        files = sorted((str(file), file.stat()) for folder in more for file in folder.iterdir())
        stamps = tuple((file, found.st_mtime_ns, found.st_size) for file, found in files)
        kept: L = _kept(self.read_library, (*self.packs, *more), stamps)
        return kept

    def playing(self, scenario: Scenario) -> TabletopRuleset:
        """The rules with the packs a scenario wants. Raises ContentError."""
        return self.with_packs(Path(pack) for pack in scenario.packs) if scenario.packs else self

    def check_pack(self, folder: Path) -> list[str]:
        """Read a pack together with the built-in ones; ids of what it adds, sorted. Raises ContentError."""
        there([folder])
        others = [pack for pack in self.packs if pack.resolve() != folder.resolve()]
        read: Mapping[str, Mapping[str, Any]] = self.read_library((*others, folder)).content.sources
        home = str(folder)
        return sorted(
            id_
            for sources in read.values()
            for id_, source in sources.items()
            if str(Path(source.document.file).parent) == home
        )


@lru_cache(maxsize=16)
def _kept(
    read: Callable[[Iterable[Path]], Any], folders: tuple[Path, ...], files: tuple[tuple[str, int, int], ...]
) -> Any:
    return read(folders)


def there(folders: Iterable[Path]) -> tuple[Path, ...]:
    """Folders of packs. Raises ContentError where there is none."""
    found = tuple(folders)
    for folder in found:
        if not folder.is_dir():
            it, en = "qui non c'è la cartella di un pacchetto", "there is no folder of a pack here"
            raise ContentError([Problem(str(folder), 0, 0, "", it, en)])
    return found
