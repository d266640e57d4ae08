"""Who joins an encounter: creatures of the bestiary and sheets, as rows of a setup and as creatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import structs

from arbitro.content.desk import LONGEST_SHEET
from arbitro.content.deskjoin import Row, agreed, fault, give_name, rows_alike, setup_of
from arbitro.content.deskown import SHEET
from arbitro.content.deskview import Newcomer
from arbitro.content.errors import ContentError, nearest, raise_if_any
from arbitro.content.yamlfile import Document, load
from arbitro.engine.game import Game
from arbitro.engine.values import Id, Seat
from arbitro.rulesets.cairn.charfile import check_game
from arbitro.rulesets.cairn.charfile import problems as character_problems
from arbitro.rulesets.cairn.content import Library
from arbitro.rulesets.cairn.events import Revealed
from arbitro.rulesets.cairn.scenario import as_written, member_problems, party_of
from arbitro.rulesets.cairn.scenariofile import MemberShape, OptionsShape
from arbitro.rulesets.cairn.state import CALM, FOES, PARTY

OTHERS: Seat = "c"
SIDES = (PARTY, FOES, OTHERS)
FILE_KEYS = ("members", "party", "ruleset")
"""Keys that a file has and a member has not."""


# --- sheets -------------------------------------------------------------------------------------------


def rows_of_text(text: str, name: str, library: Library) -> list[Row]:
    """The members of a party file's text, or the one member that the text is, judged.

    Raises ContentError with every fault; another game's file and packs that are not in play are faults too.
    """
    if len(text) > LONGEST_SHEET:
        raise ContentError([fault(name, f"al massimo {LONGEST_SHEET} caratteri", f"at most {LONGEST_SHEET} letters")])
    document = load(text, name=name)
    if isinstance(document.data, dict) and not document.data.keys().isdisjoint(FILE_KEYS):
        return _judged(document, library)
    whole = {"party": SHEET, "name": SHEET, "ruleset": "cairn", "members": [document.data]}
    try:
        written = msgspec.json.encode(whole).decode()
        return _judged(load(written, name=name), library)
    except ContentError as error:  # lines of a text that nobody has seen say nothing
        raise ContentError([structs.replace(one, line=0, column=0) for one in error.problems]) from None


def _judged(document: Document, library: Library) -> list[Row]:
    check_game(document)
    party, _ = party_of(document)
    here = {pack.id for pack in library.content.packs}
    if not here.issuperset(party.packs):
        it, en = "qui questo pacchetto non c'è", "this pack is not here"
        raise ContentError(
            [document.problem(("packs", i), it, en) for i, pack in enumerate(party.packs) if pack not in here]
        )
    found = member_problems(document, ("members",), party.members, library)
    found += character_problems(document, [_character(m) for m in party.members], library)
    raise_if_any(list(dict.fromkeys(found)))
    return [as_written(member) for member in party.members]


def _character(member: MemberShape) -> MemberShape:
    """A member as characters are judged; foes of one's own may have armour and what no character has."""
    if member.kind != "foe" or member.monster is not None:
        return member
    return structs.replace(member, armour=None, formation=None, count=None, forza=10, des=10, vol=10,
                           forza_max=None, des_max=None, vol_max=None)  # fmt: skip


# --- rows of a setup ----------------------------------------------------------------------------------


def rows_of(newcomer: Newcomer, library: Library) -> list[Row]:
    """The rows of a newcomer, one for each of its ``count``, without ids. Raises ContentError."""
    return [_row(row, newcomer, library) for row in rows_alike(newcomer, SIDES, lambda: _found(newcomer, library))]


def _found(newcomer: Newcomer, library: Library) -> list[Row]:
    if not newcomer.beast:
        return rows_of_text(newcomer.sheet, SHEET, library)
    if newcomer.beast not in library.monsters:
        near = nearest(newcomer.beast, library.monsters)
        raise ContentError([fault(newcomer.beast, "questa creatura non c'è", "there is no such creature", near)])
    return [{"monster": newcomer.beast}]


def _row(row: Row, newcomer: Newcomer, library: Library) -> Row:
    made = {key: value for key, value in row.items() if key not in ("id", "count", "notes")}
    monster = library.monsters.get(row.get("monster", ""))
    if newcomer.name:
        made["name"] = newcomer.name
        made.pop("name_en", None)
    elif "name" not in made and monster is not None:
        made["name"], made["name_en"] = monster.name, monster.name_en
    made.setdefault("name", SHEET.capitalize())
    if newcomer.hidden:
        made["hidden"] = True
    if newcomer.side != PARTY and made.get("kind") != "foe":
        made["kind"] = "foe"
    if newcomer.side == PARTY and monster is not None:
        made.setdefault("kind", "hireling")
    return made


def reveal(game: Game, it: Id) -> None:
    """Somebody hidden shows itself, under the name that the players will call it by."""
    give_name(game, it)
    game.do(Revealed(it=it, rules=("CRN-ACT-02.1",)))


def setup(
    newcomers: Sequence[Newcomer], salt: str, options: Mapping[str, Any], clock: int, library: Library
) -> dict[str, Any]:
    """The setup of an encounter. Raises ContentError."""
    return {
        **setup_of(newcomers, salt, SIDES, lambda newcomer: rows_of(newcomer, library), "Custode"),
        "options": {**agreed(options, OptionsShape), "after": CALM, "round_limit": 0},
        "start": {"mode": CALM, "clock": clock},
    }
