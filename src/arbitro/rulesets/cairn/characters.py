"""Characters of this game for the command line (`arbitro.content.characters`)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import structs

from arbitro.content.characters import Answer, Member, Party, Sheet, SheetField
from arbitro.content.errors import ContentError, Lang, Problem, raise_if_any
from arbitro.content.tabletop import Scenario, TabletopRuleset
from arbitro.content.yamlfile import load
from arbitro.content.yamltext import text_of
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
)
from arbitro.rulesets.cairn.maker import Maker
from arbitro.rulesets.cairn.scenario import as_written
from arbitro.rulesets.cairn.sheet import as_text, companion, numbers, sheet_of
from arbitro.rulesets.cairn.sheetform import fields, known, row_with, values_of
from arbitro.rulesets.cairn.sheetpage import page
from arbitro.rulesets.cairn.sheetwords import say
from arbitro.rulesets.cairn.state import HIRELING, PC

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
        friends = self._friends(opened)
        return [sheet_of(as_written(member), friends, rules, opened.library, lang) for member in chosen]

    @staticmethod
    def _friends(opened: Opened) -> list[Row]:
        """Who goes with a character that is alone in its file."""
        alone = sum(member.monster is None for member in opened.party.members) == 1
        return [as_written(m) for m in opened.party.members if m.monster is not None] if alone else []

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

    def kinds(self, lang: Lang) -> tuple[Answer, ...]:
        """Characters, hirelings with a background, and a hireling of each trade with its wage."""
        library = self.rules.library
        made = [Answer(PC, say(lang, "sheet.pc")), Answer(HIRELING, say(lang, "sheet.hireling"))]
        trades = library.roles.values()
        return (
            *made,
            *(Answer(r.id, say(lang, "form.wage", name=library.name(r.id, lang), n=r.wage)) for r in trades),
        )

    def form(self, folder: Path, packs: Sequence[str], lang: Lang) -> tuple[SheetField, ...]:
        """The fields of a character."""
        return fields(self.rules.library_for(tuple(packs), folder), lang)

    def read(self, path: Path, lang: Lang) -> Party:
        """A party as plain data; those with scores of their own have sheets."""
        opened = self._open(path)
        rules, friends = self._playing(opened, path), self._friends(opened)
        found = []
        for row in rows(opened):
            own = "monster" not in row
            sheet = sheet_of(row, friends, rules, opened.library, lang) if own else None
            name = sheet.name if sheet is not None else companion(row, opened.library, lang)
            about = sheet.about if sheet is not None else numbers(row, opened.library, lang)
            values = values_of(row, opened.library)
            found.append(Member(id=row.get("id", ""), name=name, about=about, values=values, sheet=sheet))
        title = opened.party.name_en if lang == "en" and opened.party.name_en else opened.party.name
        return Party(name=title, members=tuple(found))

    def change(self, path: Path, number: int, values: Mapping[str, Any]) -> str:
        """The file's text with other values in a member's fields, judged."""
        opened = self._open(path)
        members = rows(opened)
        row = members[self._place(opened, number)]
        it, en = "questo campo non c'è", "there is no such field"
        place = opened.document.label(("members", number))
        strangers = sorted(set(values) - known(opened.library))
        raise_if_any([Problem(opened.document.file, 0, 0, f"{place}.{key}", it, en) for key in strangers])
        members[number] = row_with(row, values, opened.library)
        text = party_text(opened, members)
        reread(opened, text, self.rules.library_for, path.parent)
        return text

    def part(self, path: Path, number: int) -> tuple[str, str]:
        """The file without one of its members, and that member alone."""
        opened = self._open(path)
        members = rows(opened)
        taken = members.pop(self._place(opened, number))
        title = taken.get("name") or taken.get("monster", "")
        head = {"party": slug(title), "name": title, "ruleset": "cairn", "packs": opened.party.packs}
        return party_text(opened, members) if members else "", text_of(head, [taken], f"# {ATTRIBUTION}")

    @staticmethod
    def _place(opened: Opened, number: int) -> int:
        if 0 <= number < len(opened.party.members):
            return number
        it, en = "qui non c'è nessuno con questo numero", "there is nobody of this number here"
        raise ContentError([opened.document.problem(("members",), it, en)])

    def join(self, party: Path, files: Sequence[Path]) -> str:
        """A party's text with the characters of files, and with the packs that these want."""
        joining: list[Row] = []
        packs: list[str] = []
        for file in files:
            opened = self._open(file)
            joining += rows(opened)
            packs += [os.path.relpath(file.parent / pack, party.parent) for pack in opened.party.packs]
        if party.exists():
            opened = self._open(party)
            members = rows(opened)
            opened = self._with_packs(opened, packs)
            text = party_text(opened, [*members, *free_ids(members, joining)])
            reread(opened, text, self.rules.library_for, party.parent)
            return text
        head = {"party": slug(party.stem), "name": party.stem, "ruleset": "cairn", "packs": list(dict.fromkeys(packs))}
        return text_of(head, free_ids([], joining), f"# {ATTRIBUTION}")

    @staticmethod
    def _with_packs(opened: Opened, packs: Sequence[str]) -> Opened:
        together = tuple(dict.fromkeys((*opened.party.packs, *packs)))
        return structs.replace(opened, party=structs.replace(opened.party, packs=together))
