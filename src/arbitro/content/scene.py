"""What a screen draws of a game: the same few shapes and lines for every ruleset.

A ruleset turns the state, as a seat sees it, into a `Scene`; the page draws it and knows no rule. Lengths are whole
numbers of the ruleset's own unit (`Board.unit` says how many of them make one that people read, such as 1 cm).
A game without a map has a scene without a board.
"""

from __future__ import annotations

from msgspec import Struct

from arbitro.engine.values import Id, RuleId, Seat, Value

TURN, HAND, ACTION = 1, 2, 3
"""Ranks of the lines that head others; a hand is a player's share of a turn, or a round."""

Point = tuple[int, int]


class Disc(Struct, frozen=True, tag="disc", gc=False):
    """A round area or base."""

    x: int
    y: int
    r: int


class Polygon(Struct, frozen=True, tag="polygon", gc=False):
    """A closed area; ``holes`` are cut out of it."""

    points: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...] = ()


class Path(Struct, frozen=True, tag="path", gc=False):
    """An open line."""

    points: tuple[Point, ...]


Shape = Disc | Polygon | Path


class Unit(Struct, frozen=True):
    """How lengths are read: ``size`` of the ruleset's units make one ``symbol`` (``cm``)."""

    symbol: str
    size: int


class Note(Struct, frozen=True):
    """A line about something: ``label`` and ``value`` to show, ``text`` to explain, ``rules`` it comes from."""

    label: str
    value: str
    text: str = ""
    rules: tuple[RuleId, ...] = ()


class Badge(Struct, frozen=True):
    """A small sign at a figure. ``kind``: ``die``, ``condition``, ``token``, ``effect`` or ``points``.

    ``icon`` is a word the page may have a sign for (``d8``, ``fire``, ``prone``); ``count`` 0 shows no number.
    A die with a ``text`` is bound: the text says by which rule, and to what.
    """

    kind: str
    icon: str
    label: str
    text: str = ""
    count: int = 0


class Meter(Struct, frozen=True):
    """Something that is used up: wounds, hit points, armour."""

    label: str
    now: int
    full: int


class FigureView(Struct, frozen=True, kw_only=True):
    """A figure, a unit, a character: its base on the board and its card beside it.

    ``role`` is its kind in words, ``icon`` a word the page may have a sign for (``fighter``, ``caster``, ``scout``).
    ``shape`` is None for one that is not on the board (in reserve, dead); ``z`` the height it stands on;
    ``facing`` milli-degrees counter-clockwise from east, None where the game has none. ``marks``: words such as
    ``prone``, ``dead``, ``image``, ``reserve``, ``away``, ``active``, ``riding``, ``ridden``. ``notes`` of one
    ``label`` belong together.
    ``aria`` says all of it in one sentence.
    """

    id: Id
    seat: Seat
    name: str
    short: str
    role: str
    icon: str = ""
    shape: Shape | None = None
    z: int = 0
    facing: int | None = None
    meters: tuple[Meter, ...] = ()
    badges: tuple[Badge, ...] = ()
    marks: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    aria: str = ""


class Piece(Struct, frozen=True, kw_only=True):
    """A piece of terrain. ``kinds`` are words of the legend; ``height`` in units, 0 for flat ground."""

    id: Id
    name: str
    shape: Shape
    kinds: tuple[str, ...]
    height: int = 0
    floor: int = 0
    notes: tuple[Note, ...] = ()
    aria: str = ""


class Mark(Struct, frozen=True, kw_only=True):
    """Something else on the board. ``kind``: ``corpse``, ``token``, ``zone``, ``line``, ``access``, ``placed``."""

    id: Id
    kind: str
    label: str
    shape: Shape
    seat: Seat = ""
    notes: tuple[Note, ...] = ()


class Legend(Struct, frozen=True):
    """What one kind of terrain or mark is called; only those that are on this table."""

    kind: str
    label: str
    text: str = ""


class Board(Struct, frozen=True, kw_only=True):
    """The table. ``grid`` is the side of a square, 0 for none."""

    width: int
    depth: int
    unit: Unit
    grid: int = 0
    pieces: tuple[Piece, ...] = ()
    legend: tuple[Legend, ...] = ()


class Side(Struct, frozen=True):
    """A seat of the game, as the heading shows it."""

    seat: Seat
    name: str
    active: bool = False
    notes: tuple[Note, ...] = ()


class Scene(Struct, frozen=True, kw_only=True):
    """Everything a screen needs of a moment. ``standing`` says in one line where the game is."""

    standing: str
    sides: tuple[Side, ...]
    figures: tuple[FigureView, ...]
    chips: tuple[Note, ...] = ()
    board: Board | None = None
    marks: tuple[Mark, ...] = ()
    result: str = ""


class Overlay(Struct, frozen=True, kw_only=True):
    """A thin drawing over the board while something is selected or dragged.

    ``kind``: ``reach`` (an area one can get to), ``limit`` (a line with its number), ``aura``, ``sight`` (what is
    seen), ``shadow`` (what is not), ``threat``, ``line``, ``zone`` (what an answer in course would cover).
    """

    kind: str
    shape: Shape
    label: str = ""
    rules: tuple[RuleId, ...] = ()


class Stage(Struct, frozen=True):
    """What a question for a place, a way or a direction is about: who moves, from where, and where it may go.

    ``base`` is the base that is put there; None where only a point or a direction is meant.
    """

    figure: Id = ""
    start: Point | None = None
    overlays: tuple[Overlay, ...] = ()
    base: Shape | None = None


class Spotlight(Struct, frozen=True):
    """What selecting a figure shows: overlays, whom it sees, and what it may do now."""

    figure: Id
    overlays: tuple[Overlay, ...] = ()
    seen: tuple[Id, ...] = ()
    notes: tuple[Note, ...] = ()


class Probe(Struct, frozen=True, kw_only=True):
    """What the rules say of an answer that is only being tried (a drag in course).

    ``reason`` is "" for a legal one; ``suggest`` a legal value close by, None if none was looked for or found;
    ``length`` the length it uses, in units, -1 where there is none; ``notes`` what it would lead to, ``overlays``
    what it would cover.
    """

    legal: bool
    reason: str = ""
    rules: tuple[RuleId, ...] = ()
    suggest: Value = None
    length: int = -1
    notes: tuple[Note, ...] = ()
    overlays: tuple[Overlay, ...] = ()


class Chance(Struct, frozen=True):
    """One outcome and how likely it is: exact as a fraction in words, and as a number from 0 to 1."""

    label: str
    text: str
    p: float


class Outlook(Struct, frozen=True):
    """What an answer will probably do. ``exact`` False: from samples, and the page says so."""

    chances: tuple[Chance, ...] = ()
    exact: bool = True
    text: str = ""


class Die(Struct, frozen=True):
    """A die as it fell: ``counted`` False for one that was replaced by a re-roll or does not count."""

    sides: int
    face: int
    counted: bool = True


class Part(Struct, frozen=True):
    """One part of a number: ``label`` names its rule, ``amount`` is signed; ``counted`` False with a ``why``."""

    label: str
    amount: int
    rule: RuleId = ""
    counted: bool = True
    why: str = ""


class Entry(Struct, frozen=True, kw_only=True):
    """One line of the journal as people read it. ``rank`` 1 heads a turn, 2 a hand or round, 3 an action, 0 is a line.

    ``at`` is the number of its event in the journal, or among those that somebody sees; ``need`` the number a roll had
    to reach, with its ``parts``, the first of which is what it begins with; ``added`` what was added to the face.
    Without a ``need`` the ``parts`` make up the number that the line tells, such as a damage.
    """

    at: int
    rank: int
    text: str
    rules: tuple[RuleId, ...] = ()
    dice: tuple[Die, ...] = ()
    need: int | None = None
    parts: tuple[Part, ...] = ()
    added: tuple[Part, ...] = ()
    figures: tuple[Id, ...] = ()
    seat: Seat = ""
