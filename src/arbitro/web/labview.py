"""What goes over HTTP in the lab: whole battles by the hundred, fair costs, who sees what of a table.

The page's TypeScript types are generated from this module too (see ``tools/page_types.py``).
"""

from __future__ import annotations

from msgspec import Struct

from arbitro.engine.values import Id, Seat


class ReadyList(Struct, frozen=True, kw_only=True):
    """A company of the library: its name, and its roster file."""

    name: str
    file: str


class LabPack(Struct, frozen=True, kw_only=True):
    """A pack of a game whose profiles can be weighed, by the name of its folder; so many of them."""

    id: str
    profiles: int


class LabField(Struct, frozen=True, kw_only=True):
    """What a game has for the lab.

    ``players``: computer opponents that are quick enough; ``random``: it makes random battles; ``packs``: those whose
    profiles can be weighed apart, beside everybody; ``profiles``: how many can be weighed, 0 where none; ``sees``: it
    has a table on which one sees more or less.
    """

    ruleset: str
    players: tuple[str, ...]
    random: bool
    profiles: int
    packs: tuple[LabPack, ...]
    lists: tuple[ReadyList, ...]
    sees: bool


class SimulationWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Battles to be played: a ready ``scenario`` or one's own text in ``file``, else random ones.

    ``rosters``: the text of a roster for each seat, instead of the scenario's own; two of them change places where the
    table lets them. ``first``, ``second``: who plays the lists. ``whole``: all battles, also when it is clear sooner.
    """

    scenario: str = ""
    file: str = ""
    rosters: dict[Seat, str] = {}
    first: str = "quick"
    second: str = "quick"
    battles: int = 200
    whole: bool = False
    seed: str = ""


class BalanceWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Profiles to be weighed: those of ``pack``, by those of the book; "" all of the game.

    ``packs``: the files of packs of one's own, by relative name.
    """

    pack: str = ""
    packs: dict[str, str] = {}
    policy: str = "quick"
    battles: int = 400
    seed: str = ""


class LabRun(Struct, frozen=True, kw_only=True):
    """How far a run is. ``kind``: ``simulation`` or ``balance``; ``won``, ``lost``: by the first list of a simulation;
    ``over``: nothing is left to be played."""

    id: str
    kind: str
    ruleset: str
    title: str
    done: int
    all: int
    won: int
    lost: int
    over: bool


class LabTable(Struct, frozen=True, kw_only=True):
    """A table in words: names in the first column, then numbers."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str


class LabPicture(Struct, frozen=True, kw_only=True):
    """A picture by its name; ``drawn``: there is one, else the note says it all."""

    name: str
    title: str
    note: str
    drawn: bool


class LabBattle(Struct, frozen=True, kw_only=True):
    """A battle that is worth watching, by its number; ``about``: the profile of which it says something."""

    n: int
    about: str
    text: str


class LabFound(Struct, frozen=True, kw_only=True):
    """What a run says so far."""

    run: LabRun
    verdict: str
    lead: str
    tables: tuple[LabTable, ...]
    pictures: tuple[LabPicture, ...]
    battles: tuple[LabBattle, ...]


class SightWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who looks at the table of a battle: a side, or one of its figures (``figure``)."""

    scenario: str = ""
    file: str = ""
    seat: Seat = ""
    figure: Id = ""
    kind: str = "svg"


class Watcher(Struct, frozen=True, kw_only=True):
    """A figure that looks on: how much of the table it sees, and which enemies."""

    id: Id
    name: str
    share: str
    whom: tuple[str, ...]


class SightSide(Struct, frozen=True, kw_only=True):
    """A side, and what it sees together, in a sentence."""

    seat: Seat
    name: str
    told: str
    watchers: tuple[Watcher, ...]


class SightFound(Struct, frozen=True, kw_only=True):
    """Who sees what at the beginning of a battle; ``deployed``: the computer has put the figures there."""

    title: str
    standing: str
    deployed: bool
    sides: tuple[SightSide, ...]
