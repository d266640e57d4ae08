"""What a screen shows of an encounter on the referee's desk; the page's types are made from these.

`arbitro.content.desk` says what a desk is; a ruleset's `Desk` makes a `DeskView` for a seat.
"""

from __future__ import annotations

from msgspec import Struct

from arbitro.content.scene import Note
from arbitro.engine.values import Id, RuleId, Seat, Value

LONGEST_TEXT = 400
"""Letters of a text in a command, if the field says nothing else."""


class Choice(Struct, frozen=True):
    """One thing that a field offers; ``label`` is filled for screens; ``of``: who has it, where not everybody does."""

    key: Value
    label: str = ""
    of: tuple[Id, ...] = ()


class Field(Struct, frozen=True, kw_only=True):
    """One thing that a command needs.

    ``kind``: ``creatures`` (a list of ids) and ``creature`` (one id) among ``choices``; ``choice`` among ``choices``;
    ``dice``: a roll such as ``2d6+1``, or a plain number up to ``hi``; ``number`` from ``lo`` to ``hi``; ``text`` of
    at most ``longest`` letters; ``flag``: true, or left out. ``optional``: it may be left out. ``label`` is filled for
    screens, ``default`` is what a screen proposes, unless it is a number that may be left out. ``each``: instead of one
    choice for all there may be a list of them, one for each of those whom that other field names, "" for what is left
    to the rules. ``whose``: the field that names those who must have what is chosen.
    """

    name: str
    kind: str
    optional: bool = False
    choices: tuple[Choice, ...] = ()
    lo: int = 0
    hi: int = 0
    longest: int = LONGEST_TEXT
    label: str = ""
    default: Value = None
    each: str = ""
    whose: str = ""


class Offer(Struct, frozen=True, kw_only=True):
    """One command that may be given now: ``do`` names it, ``group`` is where a menu puts it.

    ``label``, ``hint`` and ``key`` (its short form at the command line) are filled for screens.
    """

    do: str
    group: str
    fields: tuple[Field, ...] = ()
    rules: tuple[RuleId, ...] = ()
    label: str = ""
    hint: str = ""
    key: str = ""

    def field(self, name: str) -> Field | None:
        """One of its fields."""
        return next((field for field in self.fields if field.name == name), None)


class Track(Struct, frozen=True, kw_only=True):
    """A number with its maximum, such as PF or FOR; ``low``: it deserves a look. ``full`` 0: it has no maximum."""

    name: str
    label: str
    now: int
    full: int = 0
    low: bool = False


class Tag(Struct, frozen=True, kw_only=True):
    """A condition, fatigue, a scar: ``kind`` says which, ``id`` what to lift it by, ``text`` what it means."""

    kind: str
    id: str
    label: str
    text: str = ""
    count: int = 0


class DeskNote(Struct, frozen=True, kw_only=True):
    """A note: about a creature or, with ``on`` "", about the encounter; secret ones only the referee has."""

    id: Id
    text: str
    on: Id = ""
    secret: bool = False


class Quick(Struct, frozen=True, kw_only=True):
    """A command ready to be sent: ``value`` is the answer, ``key`` what the command line's prompt takes for it."""

    label: str
    value: Value
    key: str = ""


class Reminder(Struct, frozen=True, kw_only=True):
    """What the rules want now, computed after each command: a morale test due, a timer run out, a wound to be seen to.

    ``commands``: what to do about it with one touch; the last one lets it be.
    """

    id: Id
    text: str
    creatures: tuple[Id, ...] = ()
    rules: tuple[RuleId, ...] = ()
    commands: tuple[Quick, ...] = ()


class CreatureRow(Struct, frozen=True, kw_only=True):
    """A creature. ``number``: by which the referee calls it, 0 for the players. ``state``: "" or ``down``, ``dead``,
    ``fled``; ``said``: how it stands, in words. ``tracks``: numbers; the players have none of those that are no party.

    ``turn``: its place in the order of initiative, None without one; ``active``: it is its turn, or its side's.
    ``details``: attacks, things carried, scars. ``quick``: what it is most often told to roll. ``edits``: what the
    referee may set, by the names of ``DeskView.edits``, as it is now.
    """

    id: Id
    number: int
    side: Seat
    name: str
    role: str
    said: str
    tracks: tuple[Track, ...] = ()
    armour: Note | None = None
    tags: tuple[Tag, ...] = ()
    notes: tuple[DeskNote, ...] = ()
    details: tuple[Note, ...] = ()
    quick: tuple[Quick, ...] = ()
    state: str = ""
    hidden: bool = False
    active: bool = False
    turn: int | None = None
    edits: tuple[tuple[str, Value], ...] = ()


class DeskSide(Struct, frozen=True, kw_only=True):
    """A side of the encounter; ``party``: the players' own."""

    seat: Seat
    name: str
    party: bool = False
    active: bool = False


class Timer(Struct, frozen=True, kw_only=True):
    """Something that ends: after so many more rounds or hours."""

    id: Id
    text: str
    left: int
    unit: str
    secret: bool = False


class DeskView(Struct, frozen=True, kw_only=True):
    """What a seat sees of an encounter. ``players``: this is the view with no secret in it, nor any command.

    ``order``: ids in the order of initiative, () where the game has none. ``offers``: commands that may be given now;
    none while another question stands (a choice in the midst of a command), which is answered first. ``edits``: what
    the referee may set of a creature by overruling, each a field of kind number, flag, text or choice.
    """

    standing: str
    round: int
    players: bool
    sides: tuple[DeskSide, ...]
    rows: tuple[CreatureRow, ...]
    order: tuple[Id, ...] = ()
    notes: tuple[DeskNote, ...] = ()
    timers: tuple[Timer, ...] = ()
    reminders: tuple[Reminder, ...] = ()
    offers: tuple[Offer, ...] = ()
    edits: tuple[Field, ...] = ()


class Beast(Struct, frozen=True, kw_only=True):
    """A creature of the bestiary as a list shows it: ``line`` its numbers, ``text`` what it is."""

    id: str
    name: str
    line: str
    text: str = ""


class Newcomer(Struct, frozen=True, kw_only=True):
    """Somebody who joins an encounter: a creature of the bestiary (``beast``), or a ``sheet`` (one member of a party
    file, as YAML or JSON); ``count`` of them. ``name`` instead of its own."""

    side: Seat
    beast: str = ""
    sheet: str = ""
    name: str = ""
    count: int = 1
    hidden: bool = False
