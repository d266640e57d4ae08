"""The state of a battle: figures, ground, hands, and what the scenario added."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from arbitro.engine.state import Row, State
from arbitro.engine.values import Id, Seat, Value
from arbitro.rulesets.crepuscolo.ground import Ground

COUNT = 40  # CDC-TRN-03.3
IMPROVISED = "CDC-EQ-10"  # who has no melee weapon has this one, CDC-EQ-01.8
RESERVE, TABLE, DEAD, LOST, AWAY = "reserve", "table", "dead", "lost", "away"
FIRE, POISON, FROST = "Fuoco", "Veleno", "Gelo"
PRONE, REPELLED, FRIGHTENED, TERRIFIED = "A Terra", "Respinto", "Spaventato", "Terrorizzato"
CONDITIONS = (FIRE, POISON, FROST, PRONE, REPELLED, FRIGHTENED, TERRIFIED)
SAME_AS = {"Respingimento": REPELLED}
"""Conditions that the book prints under another name (CDC-CND-05.14)."""
CONTROL = "control"
"""What an effect keeps, last of all, that hands a figure to a seat."""
COMPELLED = ("mark", "costretto")
"""What the effects of rules that make a figure act keep: what binds its own player does not hinder it (CDC-PW-108)."""
POINT_KINDS = ("arcano", "concentrazione", "ki", "illusione")


class Figure(Row):
    """One fighter, one miniature (CDC-CMP-01.2). Lengths in units; ``z`` is the height it stands on.

    ``life`` is the Resistenza left of ``life_max``; ``armour`` the Resistenza left of what it wears.
    ``status``: ``reserve`` (not deployed), ``table``, ``dead`` (left a corpse), ``lost`` (left none) or ``away``
    (vanished for a while). ``image``: whose likeness it is, if it is no fighter (CDC-PW-102).
    """

    id: Id
    profile: str
    name: str
    company: Seat
    classes: tuple[str, ...]
    res: int
    cmb: int
    pre: int
    dan: int
    vol: int
    des: int
    x: int = 0
    y: int = 0
    z: int = 0
    r: int = 0
    w: int = 0
    d: int = 0
    facing: int = 0
    height: int = 0
    crouched: bool = False
    prone: bool = False
    status: str = RESERVE
    life: int = 0
    life_max: int = 0
    armour: int = 0
    weapon: str = ""
    ranged: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    upgrades: tuple[tuple[str, str], ...] = ()
    abilities: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    thresholds: tuple[tuple[str, int], ...] = ()
    dice: tuple[int, ...] = ()
    conditions: tuple[str, ...] = ()
    points: tuple[tuple[str, int], ...] = ()
    tokens: tuple[tuple[str, int], ...] = ()
    used_up: tuple[str, ...] = ()
    last_action: str = ""
    last_path: str = ""
    in_water: bool = False
    wet: bool = False
    cost: int = 0
    carries: str = ""
    image: Id = ""


class Corpse(Struct, frozen=True):
    """A corpse marker (CDC-DMG-02.2): it blocks neither movement nor sight."""

    id: Id
    x: int
    y: int
    z: int


class Token(Struct, frozen=True):
    """Something of a scenario that a figure may carry; ``holder`` is "" while it lies on the table."""

    id: Id
    name: str
    x: int
    y: int
    holder: Id = ""


class Zone(Struct, frozen=True):
    """An area of a scenario that counts for who holds it: a point and a radius, in units."""

    id: Id
    name: str
    x: int
    y: int
    r: int


class Options(Struct, frozen=True):
    """What players agreed on. The victory options are ours (CDC-CMP-19), not the book's."""

    limit: int = 0
    combat_rerolls: bool = True
    turn_limit: int = 0
    hold_points: int = 0
    token_points: int = 0


class Battle(State, kw_only=True):
    """Everything a battle of Cronache del Crepuscolo is at one moment."""

    rows: ClassVar[tuple[str, ...]] = ("figures",)

    figures: dict[Id, Figure] = {}
    ground: Ground
    seats: tuple[Seat, Seat] = ("a", "b")
    names: tuple[str, str] = ("", "")
    english: dict[str, str] = {}
    """English names of what the scenario names, by kind and id; see `names`."""
    access: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))
    corpses: tuple[Corpse, ...] = ()
    tokens: tuple[Token, ...] = ()
    zones: tuple[Zone, ...] = ()
    options: Options = Options()
    phase: str = "deploy"
    turn: int = 0
    hand: Seat = ""
    hand_total: int = 0
    in_hand: bool = False
    endless: bool = False
    passed: tuple[Seat, ...] = ()
    had_hand: tuple[Seat, ...] = ()
    first_deployer: Seat = ""
    still: int = 0
    scores: tuple[int, int] = (0, 0)
    gear: tuple[tuple[Id, Id], ...] = ()
    """Whose equipment lies on the table, with the token that stands for it (CDC-AB-045)."""

    def other(self, seat: Seat) -> Seat:
        """The opponent of a seat."""
        return self.seats[1] if seat == self.seats[0] else self.seats[0]

    def may_reach_count(self, seat: Seat, more: int) -> bool:
        """Whether a die of ``more`` sides may end the hand that a seat has by the count (CDC-TRN-03.3)."""
        counts = self.in_hand and not self.endless and self.hand == seat
        return counts and self.hand_total < COUNT <= self.hand_total + more

    def on_table(self) -> list[Figure]:
        """All figures on the table, in the order of their ids' entry."""
        return [f for f in self.figures.values() if f.status == TABLE]

    def fighters(self) -> list[Figure]:
        """All fighters on the table: an image is none (CDC-PW-102)."""
        return [f for f in self.figures.values() if f.status == TABLE and not f.image]

    def of(self, seat: Seat) -> list[Figure]:
        """The figures of a company that are on the table."""
        return [f for f in self.figures.values() if f.company == seat and f.status == TABLE]

    def controller(self, it: Id) -> Seat:
        """The seat that orders a figure now: its company's, unless an effect hands it to the other (CDC-PW-087)."""
        for effect in self.effects.values():
            if effect.bearer == it and effect.keep and effect.keep[-1][0] == CONTROL:
                return str(effect.keep[-1][1])
        return self.figures[it].company

    def commanded(self, seat: Seat) -> list[Figure]:
        """The figures on the table to which a seat gives orders now; others' actions may have changed that."""
        if not self.effects:
            return self.of(seat)
        handed: dict[Id, Value] = {}
        for effect in self.effects.values():
            if effect.keep and effect.keep[-1][0] == CONTROL:
                handed.setdefault(effect.bearer, effect.keep[-1][1])
        if not handed:
            return self.of(seat)
        return [f for f in self.figures.values() if f.status == TABLE and handed.get(f.id, f.company) == seat]

    def enemies(self, figure: Figure) -> list[Figure]:
        """The enemies of a figure that are on the table."""
        company = figure.company
        return [f for f in self.figures.values() if f.company != company and f.status == TABLE and not f.image]

    def allies(self, figure: Figure) -> list[Figure]:
        """Other figures of its company on the table; a figure is not its own ally (CDC-CMP-01.5)."""
        return [
            f
            for f in self.figures.values()
            if f.company == figure.company and f.status == TABLE and f is not figure and not f.image
        ]


def points_of(figure: Figure, kind: str) -> int:
    """Power points of a kind that a figure has."""
    return next((n for k, n in figure.points if k == kind), 0)


def tokens_of(figure: Figure, token: str) -> int:
    """How many tokens of a name lie on a figure."""
    return next((n for name, n in figure.tokens if name == token), 0) if figure.tokens else 0


def held_to_pay(figure: Figure, kind: str) -> int:
    """What a figure can pay of a kind: power points, or tokens of that name."""
    return points_of(figure, kind) if kind in POINT_KINDS else tokens_of(figure, kind)
