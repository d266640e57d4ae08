"""Who joins an encounter: creatures of the bestiary and characters, as rows of a setup and as creatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from arbitro.content.desk import LONGEST_SHEET, PARTY
from arbitro.content.deskjoin import Row, agreed, fault, give_name, rows_alike, setup_of
from arbitro.content.deskown import SHEET
from arbitro.content.deskview import Newcomer
from arbitro.content.errors import ContentError, nearest, raise_if_any
from arbitro.content.shape import Record as Shape
from arbitro.content.shape import check
from arbitro.content.yamlfile import Document, load
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Seat
from arbitro.rulesets.pathfinder.content import Library
from arbitro.rulesets.pathfinder.events_unseen import Revealed
from arbitro.rulesets.pathfinder.scenariofile import Count, OptionsShape
from arbitro.rulesets.pathfinder.scenariofile import Id as FileId
from arbitro.rulesets.pathfinder.shapes import Carried

FOES, OTHERS = "b", "c"
SIDES: tuple[Seat, ...] = (PARTY, FOES, OTHERS)
FILE_KEYS = ("party", "members", "ruleset")
"""Keys that a file has and a member has not."""
SOMEWHERE = "a1"
"""There is no board: everybody is in one place, and nobody's place counts (`state.Battle.book`)."""


class DeskMember(Shape, frozen=True, kw_only=True):
    """A creature of the packs (``sheet``: a monster or a ready character) and how it differs from that."""

    sheet: str
    id: FileId | None = None
    name: Annotated[str, Meta(max_length=80)] | None = None
    name_en: Annotated[str, Meta(max_length=80)] | None = None
    hp: Annotated[int, Meta(ge=-60, le=2000)] | None = None
    nonlethal: Count | None = None
    items: Annotated[tuple[str | Carried, ...], Meta(max_length=60)] | None = None
    conditions: tuple[str, ...] | None = None
    bleed: Count | None = None
    notes: Annotated[str, Meta(max_length=4000)] | None = None


class PartyFile(Shape, frozen=True, kw_only=True):
    """A party: who travels together, and how they are now; ``clock``: the hour of the campaign."""

    party: FileId
    name: Annotated[str, Meta(max_length=80)]
    ruleset: Literal["pathfinder"] = "pathfinder"
    name_en: Annotated[str, Meta(max_length=80)] = ""
    clock: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    members: Annotated[tuple[DeskMember, ...], Meta(max_length=60)] = ()


# --- sheets -------------------------------------------------------------------------------------------


def rows_of_text(text: str, name: str, library: Library) -> list[Row]:
    """The members of a party file's text, or the one member that the text is, judged.

    Raises ContentError with every fault; a file of another game is one.
    """
    if len(text) > LONGEST_SHEET:
        raise ContentError([fault(name, f"al massimo {LONGEST_SHEET} caratteri", f"at most {LONGEST_SHEET} letters")])
    document = load(text, name=name)
    if isinstance(document.data, dict) and not document.data.keys().isdisjoint(FILE_KEYS):
        return _judged(document, library)
    whole = {"party": SHEET, "name": SHEET, "members": [document.data]}
    try:
        return _judged(load(msgspec.json.encode(whole).decode(), name=name), library)
    except ContentError as error:  # lines of a text that nobody has seen say nothing
        raise ContentError([msgspec.structs.replace(one, line=0, column=0) for one in error.problems]) from None


def _judged(document: Document, library: Library) -> list[Row]:
    if isinstance(document.data, dict) and (game := document.data.get("ruleset", "pathfinder")) != "pathfinder":
        it, en = f"è un file di un altro gioco: {game}", f"a file of another game: {game}"
        raise ContentError([document.problem(("ruleset",), it, en, "pathfinder")])
    file, found = check(document, PartyFile)
    raise_if_any(found)
    assert file is not None
    problems = []
    known = {**library.monsters, **library.characters}
    for number, member in enumerate(file.members):
        if member.sheet not in known:
            it, en = f"«{member.sheet}» non esiste", f'"{member.sheet}" does not exist'
            near = nearest(member.sheet, known)
            problems.append(document.problem(("members", number, "sheet"), it, en, near))
        things = {**library.weapons, **library.armours, **library.items}
        for place, item in enumerate(member.items or ()):
            thing = item if isinstance(item, str) else item.thing
            if thing not in things:
                it, en = f"«{thing}» non esiste", f'"{thing}" does not exist'
                problems.append(document.problem(("members", number, "items", place), it, en, nearest(thing, things)))
        for place, condition in enumerate(member.conditions or ()):
            if condition not in library.conditions:
                it, en = f"«{condition}» non esiste", f'"{condition}" does not exist'
                near = nearest(condition, library.conditions)
                problems.append(document.problem(("members", number, "conditions", place), it, en, near))
    raise_if_any(problems)
    return [{k: v for k, v in msgspec.to_builtins(m).items() if v is not None} for m in file.members]


# --- rows of a setup ----------------------------------------------------------------------------------


def rows_of(newcomer: Newcomer, library: Library) -> list[Row]:
    """The rows of a newcomer, one for each of its ``count``, without ids. Raises ContentError."""
    rows = rows_alike(newcomer, SIDES, lambda: _found(newcomer, library))
    return [_row(row, newcomer, library) for row in rows]


def _found(newcomer: Newcomer, library: Library) -> list[Row]:
    if not newcomer.beast:
        return rows_of_text(newcomer.sheet, SHEET, library)
    if library.sheet(newcomer.beast) is None:
        near = nearest(newcomer.beast, {**library.monsters, **library.characters})
        raise ContentError([fault(newcomer.beast, "questa creatura non c'è", "there is no such creature", near)])
    return [{"sheet": newcomer.beast}]


def _row(row: Row, newcomer: Newcomer, library: Library) -> Row:
    made = {key: value for key, value in row.items() if key not in ("id", "notes")}
    sheet = library.sheet(made["sheet"])
    assert sheet is not None
    if newcomer.name:
        made["name"], made["name_en"] = newcomer.name, ""
    elif "name" not in made:
        made["name"], made["name_en"] = sheet.name, sheet.name_en
    if newcomer.hidden:
        made["hidden"] = True
    return {**made, "at": SOMEWHERE}


def reveal(game: Game, it: Id) -> None:
    """Somebody hidden shows itself, under the name that the players will call it by."""
    give_name(game, it)
    game.do(Revealed(it=it, rules=("PF-SUR-01.1",)))


def setup(
    newcomers: Sequence[Newcomer], salt: str, options: Mapping[str, Any], clock: int, library: Library
) -> dict[str, Any]:
    """The setup of an encounter. Raises ContentError."""
    return {
        **setup_of(newcomers, salt, SIDES, lambda newcomer: rows_of(newcomer, library), "Master"),
        "ground": {"map": ["."]},
        "clock": clock,
        "options": {**agreed(options, OptionsShape), "round_limit": 0},
    }
