"""The state of an evening: characters and foes, what they carry and suffer, and where the fight stands."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from arbitro.content.desk import Book
from arbitro.engine.state import Row, State
from arbitro.engine.values import REFEREE, Id, RuleId, Seat, Value

FORZA, DES, VOL, PF = "forza", "des", "vol", "pf"
ATTRIBUTES = (FORZA, DES, VOL)
CAUSES = ("attack", "spell", "trap", "critical", "surprise", "morale", "retreat", "cast", "risk", "opposed", "joint",
          "panic", "other", "scar", "gaze", "poison")  # fmt: skip
PC, HIRELING, FOE = "pc", "hireling", "foe"
IN, DEAD, FLED = "in", "dead", "fled"
PARTY, FOES = "a", "b"
CALM, FIGHT = "calm", "fight"

SLOTS = 10  # CRN-INV-01.1
COMFORT, PACK_SLOTS = 4, 6  # CRN-INV-01.2, CRN-INV-04.1
MOST_ARMOUR = 3  # CRN-ARM-03.1
STEP = 12  # metres of one movement, CRN-ACT-01.1
UNARMED = "mani-nude"
TOUCH = 2  # metres within which arms meet
IMPAIRED_DIE, ENHANCED_DIE = 4, 12  # CRN-MOD-01.2, CRN-MOD-03.2
PURSE = 100  # coins below this number weigh nothing, CRN-INV-03.3

FOOD, SLEEP, WATER, WARMTH = "cibo", "riposo", "acqua", "calore"
"""What may be lacking, CRN-DEP-01."""
DEPRIVED, PANICKED, CRITICAL, STABLE, MORTAL, DOOMED = (
    "esausto",
    "panico",
    "critico",
    "stabile",
    "mortale",
    "condannato",
)
COVERED, BOUND, HELPLESS, WEAKENED, LOADED, LOST_TURN = (
    "coperto",
    "legato",
    "indifeso",
    "fiaccata",
    "carico",
    "sorpreso",
)
DOWN = (CRITICAL, STABLE, MORTAL)
"""Conditions of those who are out of the fight without being dead."""


class Item(Struct, frozen=True):
    """One thing that somebody carries.

    ``no`` tells it from its likes; ``thing`` is its record; ``on``: the number of the carrier it lies on, 0 for the
    bearer's own slots; ``worn`` counts for armour only; ``note``: an oddity of this one (CRN-SPB-02).
    """

    no: int
    thing: str
    uses: int = 0
    charges: int = 0
    worn: bool = False
    on: int = 0
    note: str = ""


class Creature(Row):
    """A character, hireling, animal, monster or formation.

    ``kind``: ``pc``, ``hireling`` or ``foe``. Scores have a current and a maximum value; ``armour`` is its hide,
    without what it wears. ``status``: ``in`` (here), ``dead`` or ``fled``. ``at``: metres along the line between the
    two sides.
    ``plan`` is what it has declared; ``lost_round`` the round in which it may not act; ``dying``: the hour of the
    campaign clock at which it dies, 0 for none; ``needs``: what it lacks; ``timed``: conditions that an effect ends.
    """

    id: Id
    name: str
    seat: Seat
    kind: str
    forza: int
    des: int
    vol: int
    pf: int
    forza_max: int
    des_max: int
    vol_max: int
    pf_max: int
    name_en: str = ""
    profile: str = ""
    group: str = ""
    armour: int = 0
    formation: bool = False
    leader: bool = False
    hidden: bool = False
    attacks: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    hands: tuple[int, ...] = ()
    fatigue: int = 0
    coins: int = 0
    conditions: tuple[str, ...] = ()
    timed: tuple[tuple[str, Id], ...] = ()
    needs: tuple[str, ...] = ()
    deprived_days: int = 0
    dying: int = 0
    status: str = IN
    at: int = 0
    plan: tuple[Value, ...] = ()
    lost_round: int = 0
    pf_aside: int = 0
    scars: tuple[tuple[str, int], ...] = ()
    background: str = ""
    traits: tuple[tuple[str, int], ...] = ()
    bonds: tuple[str, ...] = ()
    omens: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    age: int = 0

    def item(self, no: int) -> Item | None:
        """The thing it carries with that number."""
        return next((item for item in self.items if item.no == no), None)

    def has(self, condition: str) -> bool:
        """Whether it is in a condition."""
        return condition in self.conditions

    def score(self, attribute: str) -> int:
        """The current value of an attribute or of PF."""
        return int(getattr(self, attribute))

    def highest(self, attribute: str) -> int:
        """The maximum value of an attribute or of PF."""
        return int(getattr(self, f"{attribute}_max"))

    @property
    def present(self) -> bool:
        """Whether it is here, dead or fled ones are not."""
        return self.status == IN

    @property
    def standing(self) -> bool:
        """Whether it still counts in a fight (CRN-CRIT-02.1, CRN-LOSS-03.2, CRN-LOSS-04.2)."""
        return self.status == IN and self.des > 0 and self.vol >= self.least_will and not any(map(self.has, DOWN))

    @property
    def least_will(self) -> int:
        """The VOL below which it cannot act: 1, or 0 for what never had any."""
        return 1 if self.vol_max > 0 else 0


class Blow(Struct, frozen=True):
    """One attacker's dice against one target, waiting to be rolled; the highest counts. ``edge``: what they became."""

    actor: Id
    target: Id
    weapon: str
    dice: tuple[int, ...]
    edge: str = ""
    blast: bool = False
    pierce: bool = False
    cause: str = "attack"


class Hit(Struct, frozen=True):
    """The kept result of all blows of a side against one target."""

    target: Id
    value: int
    actor: Id
    weapon: str
    pierce: bool = False
    cause: str = "attack"


class Band(Struct, frozen=True):
    """Who tests morale together: how many they were, whether a leader's VOL counts, and which tests are over."""

    id: str
    seat: Seat
    start: int
    led: bool = False
    tested: tuple[str, ...] = ()


class Options(Struct, frozen=True):
    """What a group agreed on; the first value is that of the printed rules or of our ruling.

    ``published_scars``: rows 7 to 10 of the scars with the attributes of the published table; ``full_inventory``: ten
    full slots put PF to 0; ``hireling_morale``: hirelings test morale like foes; ``casting_save``: a spell cast in
    danger needs a VOL save; ``round_limit``: the fight is left undecided then, 0 for never; ``distant``: metres from
    which a target is especially distant; ``armour_outside``: armour helps against harm outside fights.
    """

    referee: bool = False
    published_scars: bool = False
    full_inventory: bool = False
    hireling_morale: bool = False
    casting_save: bool = True
    round_limit: int = 60
    distant: int = 30
    armour_outside: bool = False
    track: bool = False
    after: str = "end"


class Encounter(State, kw_only=True):
    """An evening at one moment.

    ``mode``: ``calm`` or ``fight``; ``active``: whose turn of a round it is; ``safe`` and ``light``: whether the place
    lets one rest; ``refuge``: the sides that have somewhere to flee to; ``ready``: those whom nothing surprises.
    ``book`` is there on the referee's desk only.
    """

    rows: ClassVar[tuple[str, ...]] = ("figures",)

    figures: dict[Id, Creature] = {}
    seats: tuple[Seat, ...] = (PARTY, FOES)
    names: tuple[str, ...] = ("", "")
    english: tuple[str, ...] = ()
    """The English names of the sides, where the scenario gives them."""
    options: Options = Options()
    mode: str = FIGHT
    active: Seat = PARTY
    round: int = 0
    bands: tuple[Band, ...] = ()
    pool: tuple[Blow, ...] = ()
    hits: tuple[Hit, ...] = ()
    safe: bool = True
    light: bool = True
    refuge: tuple[Seat, ...] = (PARTY, FOES)
    ready: tuple[Seat, ...] = ()
    calls: int = 0
    book: Book | None = None

    def side(self, seat: Seat) -> list[Creature]:
        """Everybody of a seat, the dead too, in the order of the setup."""
        return [figure for figure in self.figures.values() if figure.seat == seat]

    def present(self, seat: Seat) -> list[Creature]:
        """Those of a seat who are here."""
        return [figure for figure in self.figures.values() if figure.seat == seat and figure.status == IN]

    def foes_of(self, figure: Creature) -> list[Creature]:
        """The opponents of a creature who are here, hidden ones too."""
        return [other for other in self.figures.values() if other.seat != figure.seat and other.status == IN]

    def friends_of(self, figure: Creature) -> list[Creature]:
        """The others of its side who are here."""
        return [f for f in self.figures.values() if f.seat == figure.seat and f.status == IN and f.id != figure.id]

    def fighting(self, seat: Seat) -> bool:
        """Whether a seat still has somebody in the fight."""
        return any(figure.standing for figure in self.figures.values() if figure.seat == seat)

    def other(self, seat: Seat) -> Seat:
        """The opposing seat."""
        return self.seats[1] if seat == self.seats[0] else self.seats[0]

    def chair(self) -> Seat:
        """Who calls the procedures outside fights: the Custode, or the party where nobody is."""
        return REFEREE if self.options.referee else self.seats[0]


def name_rule(condition: str) -> tuple[RuleId, ...]:
    """The clauses behind a condition."""
    return CONDITION_RULES.get(condition, ("CRN-ACT-03.1",))


CONDITION_RULES: dict[str, tuple[RuleId, ...]] = {
    DEPRIVED: ("CRN-DEP-01.1",),
    PANICKED: ("CRN-PRC-04.2",),
    CRITICAL: ("CRN-CRIT-02.1",),
    STABLE: ("CRN-CRIT-02.2",),
    MORTAL: ("CRN-SCAR-11.1",),
    DOOMED: ("CRN-SCAR-12.1",),
    COVERED: ("CRN-MOD-01.1",),
    BOUND: ("CRN-MOD-01.1",),
    HELPLESS: ("CRN-MOD-03.1",),
    WEAKENED: ("CRN-DET-02.1",),
    LOADED: ("CRN-INV-02.1",),
}
