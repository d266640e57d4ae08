"""What the page and the server say to each other about characters, over HTTP; see `arbitro.web.characters`."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from arbitro.content.characters import Answer, Member, Sheet, SheetField, Step
from arbitro.engine.values import Value


class Bundle(Struct, frozen=True, forbid_unknown_fields=True):
    """A party's file, and by relative name the files of the packs that it wants."""

    file: str
    packs: dict[str, str] = {}


class FieldFault(Struct, frozen=True, kw_only=True):
    """Something that cannot be, where it stands: member ``who`` (from 0, -1 for the whole file), the field's ``key``.

    ``entry`` (from 0, else -1) and ``part``: where in a list.
    """

    text: str
    who: int = -1
    key: str = ""
    entry: int = -1
    part: str = ""


class CharacterForm(Struct, frozen=True, kw_only=True):
    """How characters of a game are made and changed; ``formats``: other programs that their files can go to."""

    fields: tuple[SheetField, ...]
    kinds: tuple[Answer, ...]
    formats: tuple[str, ...]


class PartyView(Struct, frozen=True, kw_only=True):
    """A party as it stands; where there are faults ``file`` and ``members`` are those from before.

    ``lost``: what an imported file had that has no place here.
    """

    name: str
    file: str
    packs: dict[str, str]
    members: tuple[Member, ...]
    faults: tuple[FieldFault, ...] = ()
    lost: tuple[str, ...] = ()


class Packs(Struct, frozen=True, forbid_unknown_fields=True):
    """Files of packs, by relative name."""

    packs: dict[str, str] = {}


class MakeWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A character to be made: the same wish makes the same one.

    ``seed``: of the dice that nobody laid ("": a new one). ``choices``: what was chosen, by the key of its step;
    ``further``: answers to the steps without a key, in order. ``party``: whom the character joins.
    """

    kind: str = ""
    seed: str = ""
    choices: dict[str, Value] = {}
    further: tuple[Value, ...] = ()
    party: Bundle | None = None


class MadeView(Struct, frozen=True, kw_only=True):
    """A character as it comes to be.

    ``open``: what is asked at the end, None once nothing is; ``further``: the answers without a key that counted.
    """

    seed: str
    steps: tuple[Step, ...]
    open: Step | None
    further: tuple[Value, ...]
    file: str
    packs: dict[str, str]
    sheet: Sheet | None
    faults: tuple[FieldFault, ...] = ()


class ChangeWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Other values in the fields of a member."""

    file: str
    packs: dict[str, str] = {}
    who: int
    values: dict[str, Any]


class JoinWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Characters that join a party, or, without one, begin a party called ``name``."""

    joining: Bundle
    party: Bundle | None = None
    name: str = ""


class PartWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody leaves a party."""

    file: str
    packs: dict[str, str] = {}
    who: int


class Parted(Struct, frozen=True, kw_only=True):
    """The party without them (``rest`` is None if nobody is left), and who left."""

    rest: PartyView | None
    taken: Bundle


class ImportWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of this game or of another program, by its text; ``name`` is what it is called."""

    text: str
    name: str = ""


class ExportWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A party, or one of them (``who`` from 0, -1: all), as files of another program."""

    file: str
    packs: dict[str, str] = {}
    to: str
    who: int = -1


class Exchanged(Struct, frozen=True, kw_only=True):
    """Files of another program by name, and what had no place in them."""

    files: dict[str, str]
    lost: tuple[str, ...]
