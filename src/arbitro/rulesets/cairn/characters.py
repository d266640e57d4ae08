"""Characters of this game for the command line (`arbitro.content.characters`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arbitro.content.errors import Lang
from arbitro.content.tabletop import Scenario, TabletopRuleset
from arbitro.content.yamlfile import load
from arbitro.engine.values import Value
from arbitro.rulesets.cairn.charfile import (
    ATTRIBUTION,
    Opened,
    Row,
    changed,
    free_ids,
    open_file,
    party_text,
    reread,
    rows,
    slug,
    text_of,
)
from arbitro.rulesets.cairn.maker import Maker
from arbitro.rulesets.cairn.scenario import as_written
from arbitro.rulesets.cairn.sheet import Sheet, as_text, sheet_of
from arbitro.rulesets.cairn.sheetpage import page

if TYPE_CHECKING:
    from arbitro.rulesets.cairn.desk import Desk


class CairnCharacters:
    """See `arbitro.content.characters.Characters`, which this is."""

    def __init__(self, rules: Desk) -> None:
        self.rules = rules

    def _open(self, path: Path) -> Opened:
        return open_file(load(path), path.parent, self.rules.library_for)

    def _playing(self, opened: Opened, path: Path) -> TabletopRuleset:
        packs = tuple(str(path.parent / pack) for pack in opened.party.packs)
        return self.rules.playing(Scenario(file="", id="", name="", name_en="", ruleset="cairn", setup={}, packs=packs))

    def begin(self, seed: str, party: Path | None, given: Mapping[str, Value]) -> Maker:
        """Begin a character."""
        if party is None:
            return Maker(self.rules, self.rules.library, seed, (), given)
        opened = self._open(party)
        return Maker(self._playing(opened, party), opened.library, seed, rows(opened), given, opened.party.packs)

    def check(self, path: Path) -> int:
        """How many characters a file holds."""
        return len(self._open(path).characters())

    def _sheets(self, path: Path, who: str, lang: Lang) -> list[Sheet]:
        opened = self._open(path)
        rules = self._playing(opened, path)
        chosen = opened.characters(who)
        alone = len(opened.characters()) == 1
        friends = [as_written(m) for m in opened.party.members if m.monster is not None] if alone else []
        return [sheet_of(as_written(member), friends, rules, opened.library, lang) for member in chosen]

    def sheet(self, path: Path, who: str, lang: Lang, width: int) -> str:
        """Sheets as text."""
        return f"\n\n{'═' * width}\n\n".join(as_text(sheet, lang, width) for sheet in self._sheets(path, who, lang))

    def page(self, path: Path, who: str, lang: Lang) -> str:
        """Sheets as a page of HTML."""
        return page(self._sheets(path, who, lang), lang)

    def edit(self, path: Path, who: str, changes: Sequence[str]) -> str:
        """The file's text with changes, judged."""
        opened = self._open(path)
        chosen = opened.characters(who)
        if len(chosen) > 1:
            opened.which()
        members = [
            changed(opened, as_written(member), changes) if member is chosen[0] else as_written(member)
            for member in opened.party.members
        ]
        text = party_text(opened, members)
        reread(opened, text, self.rules.library_for, path.parent)
        return text

    def join(self, party: Path, files: Sequence[Path]) -> str:
        """A party's text with the characters of files."""
        joining: list[Row] = [row for file in files for row in rows(self._open(file))]
        if party.exists():
            opened = self._open(party)
            members = rows(opened)
            text = party_text(opened, [*members, *free_ids(members, joining)])
            reread(opened, text, self.rules.library_for, party.parent)
            return text
        head = {"party": slug(party.stem), "name": party.stem, "ruleset": "cairn"}
        return text_of(head, free_ids([], joining), f"# {ATTRIBUTION}")
