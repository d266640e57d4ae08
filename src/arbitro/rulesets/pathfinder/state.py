"""The state of a battle: creatures on squares, what they carry and suffer, the ground, and whose turn it is."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from msgspec import Struct

from arbitro.content.desk import Book
from arbitro.engine.state import Row, State
from arbitro.engine.values import REFEREE, Id, Seat, Value
from arbitro.geometry.grid import Space, Square

FORZA, DESTREZZA, COSTITUZIONE, INTELLIGENZA, SAGGEZZA, CARISMA = (
    "forza", "destrezza", "costituzione", "intelligenza", "saggezza", "carisma",
)  # fmt: skip
ABILITIES = (FORZA, DESTREZZA, COSTITUZIONE, INTELLIGENZA, SAGGEZZA, CARISMA)
TEMPRA, RIFLESSI, VOLONTA = "tempra", "riflessi", "volonta"
SAVES = {TEMPRA: COSTITUZIONE, RIFLESSI: DESTREZZA, VOLONTA: SAGGEZZA}  # PF-SAVE-03, -04, -05
MELEE, RANGED = "melee", "ranged"
NORMAL, TOUCH, INCORPOREAL = "normal", "touch", "incorporeal"
LAND, FLY, SWIM, CLIMB, BURROW = "terra", "volo", "nuoto", "scalata", "scavo"
IN, DEAD, FLED, GONE = "in", "dead", "fled", "gone"
STANDARD, MOVE, FULL, SWIFT, IMMEDIATE, FREE, NONE, ATTACK = (
    "standard", "move", "full", "swift", "immediate", "free", "none", "attack",
)  # fmt: skip
"""What an action costs; ``attack``: one attack of a full attack, or a standard action (PF-CMB-05.2)."""

WENT_ON = "went_on"
"""In ``did`` once the move action has gone into further attacks."""
SET_OUT = "set_out"
"""In ``did`` where a move begins; what follows in pieces is the same move."""
FLAT_FOOTED = "impreparato"
DISABLED, DYING, STABLE, UNCONSCIOUS, HELPLESS = "inabile", "morente", "stabile", "privo-di-sensi", "indifeso"
STAGGERED, KNOCKED_OUT, PRONE, GRAPPLED, PINNED = "barcollante", "tramortito", "prono", "in-lotta", "immobilizzato"
BLINDED, DEAFENED, INVISIBLE, SQUEEZING, ENTANGLED = "accecato", "assordato", "invisibile", "stretto", "intralciato"
BLEEDING, INCORPOREAL_BODY, STUNNED, PARALYSED = "sanguinante", "incorporeo", "stordito", "paralizzato"
FATIGUED, EXHAUSTED, FRIGHTENED, SHAKEN, COWERING = "affaticato", "esausto", "spaventato", "scosso", "tremante"
BURNING = ("in-fiamme", "fuoco-addosso")
"""Conditions that one can put out."""
WATER_WALKING = "sull-acqua"
BOUND, ASLEEP, DAZED, FLEEING, KNEELING = "legato", "addormentato", "frastornato", "in-panico", "in-ginocchio"
REELING = "barcollante-da-colpi"
SWALLOWED = "inghiottito"
CLIMBING, SUBMERGED, STUCK = "arrampicato", "sommerso", "incastrato"
RIDERLESS, HANGING = "senza-cavaliere", "al-fianco-della-cavalcatura"
FIERCE, OVERCOME = "oltre-il-limite", "senza-forze"
BY_HIT_POINTS = (DISABLED, DYING, STABLE, FIERCE, REELING, KNOCKED_OUT, OVERCOME)
"""Conditions that follow from hit points, nonlethal damage or ability damage alone, and come and go with them."""

FINE, DIMINUTIVE, TINY, SMALL, MEDIUM, LARGE, HUGE, GARGANTUAN, COLOSSAL = range(-4, 5)
SIZES = ("piccolissima", "minuta", "minuscola", "piccola", "media", "grande", "enorme", "mastodontica", "colossale")
SIZE_MODIFIER = (8, 4, 2, 1, 0, -1, -2, -4, -8)  # PF-TAB-02
SPECIAL_SIZE_MODIFIER = (-8, -4, -2, -1, 0, 1, 2, 4, 8)  # PF-CMB-02.2
STEALTH_BY_SIZE = (16, 12, 8, 4, 0, -4, -8, -12, -16)  # PF-SKL-06.2
SPAN = (1, 1, 1, 1, 1, 2, 3, 4, 6)  # squares, PF-TAB-07
REACH_TALL = (0, 0, 0, 1, 1, 2, 3, 4, 6)  # squares, PF-TAB-07
REACH_LONG = (0, 0, 0, 1, 1, 1, 2, 3, 4)
PER_SQUARE = (100, 25, 4)  # Fine, Diminutive, Tiny: PF-SIZE-02
METRES_PER_SQUARE = 1.5  # PF-GRID-01.1
PIT_DEPTH = 2  # squares

UNARMED = "senz-armi"
HEADS = "teste-di-idra"
"""Whoever has that ability has as many bites as heads."""
COLUMNS = "abcdefghijklmnopqrstuvwxyz"


def squares_of(metres: float) -> int:
    """Whole squares of a length in metres.

    >>> squares_of(9), squares_of(4.5)
    (6, 3)
    """
    return int(metres / METRES_PER_SQUARE)


def name_of_square(square: Square) -> str:
    """A square as people call it: its column's letters and its row, from 1 at the bottom.

    >>> name_of_square((0, 0)), name_of_square((27, 9))
    ('a1', 'ab10')
    """
    column, row = square
    letters = ""
    while True:
        letters = COLUMNS[column % 26] + letters
        column = column // 26 - 1
        if column < 0:
            return f"{letters}{row + 1}"


def square_named(name: str) -> Square | None:
    """The square of a name, None if it is none.

    >>> square_named("ab10"), square_named("?")
    ((27, 9), None)
    """
    letters = name.rstrip("0123456789")
    digits = name[len(letters) :]
    if not letters or not digits or not all(c in COLUMNS for c in letters) or digits.startswith("0"):
        return None
    column = 0
    for letter in letters:
        column = column * 26 + COLUMNS.index(letter) + 1
    return column - 1, int(digits) - 1


def ability_modifier(score: int) -> int:
    """The modifier of an ability score (PF-TAB-15.1); a creature without the ability has none.

    >>> [ability_modifier(n) for n in (1, 9, 10, 11, 18, -1)]
    [-5, -1, 0, 0, 4, 0]
    """
    return 0 if score < 0 else (score - 10) // 2


class Item(Struct, frozen=True, gc=False):
    """One thing that somebody carries: ``no`` tells it from its likes, ``thing`` is its record.

    ``lost``: hit points it has lost; ``charges`` left; ``count``: how many alike; ``loaded``: a crossbow with its bolt.
    """

    no: int
    thing: str
    bonus: int = 0
    masterwork: bool = False
    qualities: tuple[str, ...] = ()
    worn: bool = False
    lost: int = 0
    rating: int = 0
    charges: int = 0
    count: int = 1
    loaded: bool = True


class Swing(Struct, frozen=True, gc=False):
    """One attack of a full attack that is still to come.

    ``penalty`` for its place among the others and for two weapons; ``hand``: ``primary``, ``off``, ``second`` (the
    other end of a double weapon), ``natural`` (secondary beside weapons).
    """

    weapon: str
    penalty: int = 0
    hand: str = "primary"
    mode: str = MELEE


class Caster(Struct, frozen=True, gc=False):
    """How somebody casts, and what is left of it today (see `shapes.Casting`)."""

    source: str
    kind: str
    tradition: str
    ability: str
    level: int
    prepared: tuple[tuple[str, int], ...] = ()
    known: tuple[str, ...] = ()
    slots: tuple[int, ...] = ()
    uses: tuple[tuple[str, int], ...] = ()


class Creature(Row):
    """Somebody on the board. What never changes in a battle stands in its sheet (``profile``).

    ``x``, ``y``: its lowest leftmost square; ``z``: height in squares; ``span``: squares per side. Ability scores are
    whole (drain lowers them, -1: none), ``damaged`` what was taken off for a time. ``temp``: temporary hit points by
    what gave them. ``timed``: conditions that an effect ends. ``met``: who has already provoked from it by moving in
    this round; ``beset``: who has attacked it since that one's last turn began; ``made``: attacks of opportunity made
    since its last turn. ``std``, ``mov``, ``swf``: actions left this turn; ``walked``: squares covered; ``stride``,
    ``odd``, ``way``: what is left of the move under way. ``initiative``: result; ``acted``: has had a turn (else
    flat-footed); ``took``: the last round in which its turn came. ``bonds``: DC to get out of a rope. ``vigour``: hit
    points that a changed Constitution gives or takes now; ``scorched``: its regeneration has stopped for a round;
    ``tended``: in the care of others, or healed by magic (PF-HEAL-06); ``mending``: out of danger and recovering by
    itself; ``groped``: whom it has found without seeing it, and the round; ``loosely``: it holds with a part of its
    body alone, and is in no grapple itself; ``carer``: who cares for it until the next rest is over; ``rested``: hours
    of complete rest in a row; ``treated``: the hour, and one, in which its deadly wounds were treated; ``casting``: the
    spell under way (list, spell, how, and where it goes); ``charge``: the touch spell in hand (spell, list, level,
    caster level, DC, touches left); ``casting_left``: full-round actions that the spell still takes; ``seared``: the
    last damage by what goes on hurting; ``kit``: whether it began with a pouch or a holy symbol; ``summoned``: here as
    long as a spell. ``net``: hit points left of the net on it; ``leash``: who holds the rope of that net; ``shackles``:
    what it is tied with; ``shielded``: the side on which a tower shield covers it. ``tumbled``: foes past whom it has
    tried to tumble this turn; ``stealth``: the Furtività result by which it hides; ``face``: the square above (or
    below) towards which it climbs, while it hangs at ``z`` on a face; ``breath``: rounds spent under water; ``toil``:
    what it has been at for more than a turn, and for how long. ``shares``: squares per side of the mount whose space a
    rider shares; ``ridden``: it has carried a rider in this battle; ``course``, ``gait``: what is left of a double move
    or a run with a rider who may shoot half-way.
    """

    id: Id
    name: str
    seat: Seat
    profile: str
    x: int
    y: int
    name_en: str = ""
    z: int = 0
    size: int = MEDIUM
    span: int = 1
    reach: int = 1
    forza: int = 10
    destrezza: int = 10
    costituzione: int = 10
    intelligenza: int = 10
    saggezza: int = 10
    carisma: int = 10
    damaged: tuple[tuple[str, int], ...] = ()
    level: int = 1
    bab: int = 0
    hp: int = 1
    hp_max: int = 1
    temp: tuple[tuple[str, int], ...] = ()
    nonlethal: int = 0
    stable: bool = False
    awake: bool = False
    checked: int = -1
    items: tuple[Item, ...] = ()
    held: tuple[int, ...] = ()
    conditions: tuple[str, ...] = ()
    timed: tuple[tuple[str, Id], ...] = ()
    casters: tuple[Caster, ...] = ()
    spent: tuple[tuple[str, int], ...] = ()
    charge: tuple[Value, ...] = ()
    casting: tuple[Value, ...] = ()
    casting_left: int = 0
    seared: int = 0
    kit: tuple[str, ...] = ()
    summoned: bool = False
    status: str = IN
    hidden: bool = False
    aware: bool = True
    initiative: int = 0
    acted: bool = False
    took: int = -1
    std: int = 0
    mov: int = 0
    swf: int = 0
    owed: int = 0
    walked: int = 0
    stepped: bool = False
    stride: int = 0
    odd: bool = False
    way: str = LAND
    did: tuple[str, ...] = ()
    swings: tuple[Swing, ...] = ()
    made: int = 0
    met: tuple[Id, ...] = ()
    beset: tuple[Id, ...] = ()
    ready: tuple[Value, ...] = ()
    holds: Id = ""
    held_by: Id = ""
    bonds: int = 0
    net: int = 0
    leash: Id = ""
    shackles: str = ""
    shielded: str = ""
    mount: Id = ""
    rider: Id = ""
    shares: int = 0
    ridden: bool = False
    course: tuple[Square, ...] = ()
    gait: str = ""
    ran: int = 0
    bleed: int = 0
    inside: Id = ""
    """Who has swallowed it whole; ``cut``: how deep it has cut from there."""
    cut: int = 0
    heads: int = 0
    """Heads of those who have many; ``stumps``: the rounds in which two grow from each; ``neck``: damage to a head."""
    stumps: tuple[int, ...] = ()
    neck: int = 0
    clings: Id = ""
    """To whom it clings, and how much it has drunk."""
    sipped: int = 0
    web: int = 0
    """How hard it is to get out of the web whose hit points are ``net``; 0 for a net of ropes."""
    vigour: int = 0
    scorched: bool = False
    tended: bool = False
    mending: bool = False
    groped: tuple[Value, ...] = ()
    tumbled: tuple[Id, ...] = ()
    stealth: int = 0
    face: tuple[int, ...] = ()
    breath: int = 0
    toil: tuple[Value, ...] = ()
    loosely: bool = False
    carer: Id = ""
    rested: int = 0
    treated: int = 0
    wards: tuple[tuple[str, int], ...] = ()
    """What still keeps off how many points in all."""

    @property
    def space(self) -> Space:
        """The squares it fills; a rider those of its mount (PF-MNT-05.2)."""
        return Space(self.x, self.y, self.shares or self.span)

    @property
    def present(self) -> bool:
        """Whether it is here, dead or fled ones are not."""
        return self.status == IN

    def has(self, condition: str) -> bool:
        """Whether a condition is on it by itself (see `conditions.suffers` for what others bring with them)."""
        return condition in self.conditions

    def item(self, no: int) -> Item | None:
        """The thing it carries with that number."""
        return next((item for item in self.items if item.no == no), None)

    def score(self, ability: str) -> int:
        """An ability score, drain included, damage not."""
        return int(getattr(self, ability))

    def damage_to(self, ability: str) -> int:
        """Ability damage it has taken."""
        return next((n for name, n in self.damaged if name == ability), 0)


class Barrier(Struct, frozen=True, gc=False):
    """A wall raised by a spell: between which squares, and what it is of (see `ground`).

    ``effect``: what ends it, "" for one that stays; ``it``: whose it is; ``side``: the direction in which it glows.
    """

    kind: str
    spell: str
    edges: tuple[tuple[int, int, int, int], ...]
    it: Id
    cl: int
    effect: Id = ""
    side: Square = (0, 0)


class Zone(Struct, frozen=True, gc=False):
    """Ground that a spell has changed: of which ``kind`` (see `ground.ZONES`), whose, how hard to master, and where.

    ``effect``: what ends it.
    """

    kind: str
    spell: str
    squares: tuple[Square, ...]
    it: Id
    dc: int
    effect: Id = ""


REMEMBERED = 1 << 14
"""Of so many places at the most it is remembered what was worked out about them."""


class Ground(Struct, frozen=True, dict=True):
    """The board: rows of signs, the top row first, and what stands between squares.

    Signs: ``.`` open, ``#`` solid, ``,`` difficult, ``o`` low obstacle, ``^`` pit (impassable, seen across), ``~``
    deep water, ``%`` fog or foliage that conceals, ``"`` foliage: difficult and concealing, ``*`` dense mist, in
    which one sees the next square only. ``walls``: pairs of neighbouring squares with a wall (``wall``), one with
    an arrow slit (``slit``), a shut door (``door``), iron bars (``bars``), a low wall (``low``), one of force
    (``force``) or of flames (``fire``) between them; ``heights``: squares above the ground, in squares; a step of
    more than one is a face to be climbed. ``faces``: what the face up to a square is like (see `heights.FACES`);
    ``water``: how rough deep water is; ``lights``: things that give light, by square.
    """

    rows: tuple[str, ...]
    walls: tuple[tuple[int, int, int, int, str], ...] = ()
    heights: tuple[tuple[int, int, int], ...] = ()
    light: str = "normal"
    faces: tuple[tuple[int, int, str], ...] = ()
    water: str = "calm"
    lights: tuple[tuple[int, int, str], ...] = ()

    @cached_property
    def width(self) -> int:
        """Columns."""
        return len(self.rows[0])

    @cached_property
    def depth(self) -> int:
        """Rows."""
        return len(self.rows)

    @cached_property
    def signs(self) -> dict[Square, str]:
        """Every square that is not open, and its sign."""
        return {
            (x, self.depth - 1 - row): sign
            for row, line in enumerate(self.rows) for x, sign in enumerate(line) if sign != "."
        }  # fmt: skip

    @cached_property
    def mist(self) -> frozenset[Square]:
        """The squares full of dense mist."""
        return frozenset(square for square, sign in self.signs.items() if sign == "*")

    @cached_property
    def opaque(self) -> bool:
        """Whether anything on the board stops lines at all."""
        return bool(self.walls) or any("#" in row for row in self.rows)

    @cached_property
    def stops(self) -> tuple[Square, ...]:
        """The squares at which something on the board may stop a line: solid ones, and those beside a wall."""
        solid = (square for square, sign in self.signs.items() if sign == "#")
        beside = (square for a, b, c, d, _ in self.walls for square in ((a, b), (c, d)))
        return tuple(dict.fromkeys((*solid, *beside)))

    def spans(self, *points: Square) -> bool:
        """Whether points (in half squares) are on the board, or on its rim."""
        return all(0 <= x <= 2 * self.width and 0 <= y <= 2 * self.depth for x, y in points)

    def memory(self, name: str) -> dict[Any, Any]:
        """What was worked out about the ground alone; it never changes, so that is true for good."""
        known: dict[Any, Any] = self.__dict__.setdefault(name, {})
        if len(known) > REMEMBERED:
            known.clear()
        return known

    @cached_property
    def between(self) -> dict[frozenset[Square], str]:
        """Walls between two squares."""
        return {frozenset(((a, b), (c, d))): kind for a, b, c, d, kind in self.walls}

    @cached_property
    def raised(self) -> dict[Square, int]:
        """Squares above the ground, or below it: a pit is two deep where nothing else is said."""
        pits = {square: -PIT_DEPTH for square, sign in self.signs.items() if sign == "^"}
        return {**pits, **{(x, y): height for x, y, height in self.heights}}

    @cached_property
    def grips(self) -> dict[Square, str]:
        """What the face up to a square is like."""
        return {(x, y): kind for x, y, kind in self.faces}

    @cached_property
    def curtained(self) -> bool:
        """Whether there are walls that stop sight alone, or all but sight."""
        return any(kind in ("force", "fire") for *_, kind in self.walls)

    def inside(self, square: Square) -> bool:
        """Whether a square is on the board."""
        return 0 <= square[0] < self.width and 0 <= square[1] < self.depth


class Trace(Struct, frozen=True, gc=False):
    """Where somebody who cannot be seen was last known to be; ``known``: it has been pinpointed there."""

    it: Id
    x: int
    y: int
    known: bool = False


class Options(Struct, frozen=True):
    """What a group agreed on; the first value is that of the printed rules or of our ruling.

    ``massive_damage``: PF-HP-06; ``published_first_check``: PF-HEAL-01.8; ``published_potion_provokes``: PF-ITM-03.3;
    ``published_any_line``: PF-CHG-06.8; ``either_threatens``: engaged if either threatens (PF-STD-17);
    ``luck_to_cmd``: PF-CMB-11; ``partial_cover``: PF-COV-11; ``round_limit``: the battle is left undecided then, 0 for
    never; ``aftermath``: the hours and days after it are played too.
    """

    referee: bool = False
    massive_damage: bool = False
    published_first_check: bool = False
    published_potion_provokes: bool = False
    published_any_line: bool = False
    either_threatens: bool = False
    luck_to_cmd: bool = False
    partial_cover: bool = False
    aftermath: bool = False
    round_limit: int = 60


class Battle(State, kw_only=True):
    """A battle at one moment.

    ``order``: initiative, highest first; ``turn``: whose turn it is, "" between turns; ``surprise``: the surprise round
    is being played; ``waiting``: those who delay; ``last``: whose count was the last one; ``lying``: things on the
    ground, by square; ``calm``: the fight is over and time is played; ``calls``: how often that was decided; ``field``,
    ``why``: who holds the field then, and how; ``sneaking``
    and ``watching``: who hides from, and who may notice, the others at the beginning;
    ``barriers``: walls that spells have raised; ``zones``: ground that they have changed.
    ``book`` is there on the referee's desk only, where there is no board
    and nobody's place counts. ``retreats``: how much of a side, in per cent, may be lost before a computer that
    plays it leaves the field.
    """

    rows: ClassVar[tuple[str, ...]] = ("figures",)

    figures: dict[Id, Creature] = {}
    ground: Ground = Ground(("........",) * 8)
    seats: tuple[Seat, ...] = ("a", "b")
    names: tuple[str, ...] = ("", "")
    english: tuple[str, ...] = ()
    options: Options = Options()
    round: int = 0
    order: tuple[Id, ...] = ()
    turn: Id = ""
    surprise: bool = False
    waiting: tuple[Id, ...] = ()
    last: Id = ""
    lying: tuple[tuple[int, int, Item], ...] = ()
    sneaking: tuple[Id, ...] = ()
    watching: tuple[Id, ...] = ()
    traces: tuple[Trace, ...] = ()
    calm: bool = False
    calls: int = 0
    field: Seat = ""
    why: str = ""
    barriers: tuple[Barrier, ...] = ()
    zones: tuple[Zone, ...] = ()
    book: Book | None = None
    retreats: tuple[tuple[Seat, int], ...] = ()

    def here(self) -> list[Creature]:
        """Everybody on the board, the dead left out."""
        return [figure for figure in self.figures.values() if figure.status == IN]

    def side(self, seat: Seat) -> list[Creature]:
        """Everybody of a seat, the dead too, in the order of the setup."""
        return [figure for figure in self.figures.values() if figure.seat == seat]

    def foes_of(self, figure: Creature) -> list[Creature]:
        """The opponents of a creature who are here."""
        return [other for other in self.figures.values() if other.status == IN and other.seat != figure.seat]

    def friends_of(self, figure: Creature) -> list[Creature]:
        """The others of its side who are here."""
        return [f for f in self.figures.values() if f.status == IN and f.seat == figure.seat and f.id != figure.id]

    def forget(self, it: Id) -> None:
        """Somebody was taken off the referee's desk: it has no place in the order any more."""
        self.order = tuple(one for one in self.order if one != it)
        self.waiting = tuple(one for one in self.waiting if one != it)
        self.turn = "" if self.turn == it else self.turn

    def chair(self) -> Seat:
        """Who answers for the referee: the referee, or the first seat where nobody is."""
        return REFEREE if self.options.referee else self.seats[0]
