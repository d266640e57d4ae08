"""The shape of a scenario file of this game: table, sides, options, and where the battle begins."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from arbitro.content.scenariofile import ScenarioHead
from arbitro.content.shape import Record as Shape
from arbitro.rulesets.crepuscolo.company import Recruit
from arbitro.rulesets.crepuscolo.rosterfile import MOST_FIGHTERS

Coordinate = Annotated[float, Meta(ge=-1000, le=1000)]
Length = Annotated[float, Meta(ge=0, le=1000)]
Side_ = Literal["a", "b"]
Spot = tuple[Coordinate, Coordinate]
Id = Annotated[str, Meta(pattern="^[A-Za-z][A-Za-z0-9_-]{0,30}$")]
Edge = Literal["north", "south", "east", "west"]
Count = Annotated[int, Meta(ge=0, le=1000)]


class Shaped(Shape, frozen=True, kw_only=True):
    """An area in cm: ``rect`` [x, y, width, depth], ``disc`` [x, y, radius] or ``polygon`` [[x, y], ...]."""

    rect: tuple[Coordinate, Coordinate, Length, Length] | None = None
    disc: tuple[Coordinate, Coordinate, Length] | None = None
    polygon: Annotated[tuple[Spot, ...], Meta(min_length=3, max_length=60)] | None = None


class LedgeShape(Shaped, frozen=True, kw_only=True):
    """A flat place beside a piece, at a height in cm above the table (CDC-ACT-17)."""

    height: Length


class PieceShape(Shaped, frozen=True, kw_only=True):
    """A piece of scenery (CDC-TAB-01 to -21): height 0 is terrain, more is an obstacle. ``wood``: covering by rule.

    ``dda`` as agreed on, or ``slope`` in degrees with ``handholds`` and ``stairs`` for the book's value (CDC-TAB-06).
    """

    id: Id
    name: str = ""
    name_en: str = ""
    height: Length = 0
    base_height: Length = 0
    crossing: Literal["passable", "impassable", "vaultable"] = "passable"
    kinds: tuple[
        Literal[
            "difficult",
            "very_difficult",
            "covering",
            "dangerous",
            "extremely_dangerous",
            "intransitable",
            "water",
            "crevice",
            "platform",
        ],
        ...,
    ] = ()
    wood: bool = False
    dda: Count | None = None
    slope: Annotated[int, Meta(ge=0, le=180)] | None = None
    handholds: bool = False
    stairs: bool = False
    sheer: bool = False
    drop: bool | None = None
    blocks_sight: bool | None = None
    ledges: Annotated[tuple[LedgeShape, ...], Meta(max_length=20)] = ()


class TableShape(Shape, frozen=True, kw_only=True):
    """The table in cm: x goes from 0 (west) to ``width``, y from 0 (south) to ``depth``."""

    width: Annotated[float, Meta(ge=10, le=1000)]
    depth: Annotated[float, Meta(ge=10, le=1000)]
    unit: Literal["cm"] = "cm"
    terrain: Annotated[tuple[PieceShape, ...], Meta(max_length=200)] = ()


class FighterShape(Recruit, frozen=True, kw_only=True):
    """A fighter with its purchases, and where and how it stands if the battle has begun for it."""

    at: Spot | None = None
    z: Length | None = None
    dice: Annotated[tuple[Literal[4, 6, 8], ...], Meta(max_length=12)] | None = None
    life: Annotated[int, Meta(ge=1, le=1000)] | None = None
    conditions: tuple[Literal["Fuoco", "Veleno", "Gelo", "A Terra", "Respinto", "Spaventato", "Terrorizzato"], ...] = ()
    in_water: bool = False


class SideShape(Shape, frozen=True, kw_only=True):
    """One player's company: a roster file or fighters, and its access point (CDC-DEP-01) or the edge it lies on."""

    seat: Side_
    name: Annotated[str, Meta(max_length=80)] = ""
    name_en: Annotated[str, Meta(max_length=80)] = ""
    roster: str = ""
    fighters: Annotated[tuple[FighterShape, ...], Meta(max_length=MOST_FIGHTERS)] = ()
    access: Spot | None = None
    edge: Edge | None = None


class OptionsShape(Shape, frozen=True, kw_only=True):
    """What the players agreed on; see `Options`. ``limit`` is the value of each company in PR (CDC-CMP-02.1)."""

    limit: Annotated[int, Meta(ge=0, le=10_000)] = 0
    combat_rerolls: bool = True
    turn_limit: Count = 0
    hold_points: Count = 0
    token_points: Count = 0


class TokenShape(Shape, frozen=True, kw_only=True):
    """Something that a fighter may carry."""

    id: Id
    name: str
    name_en: str = ""
    at: Spot


class ZoneShape(Shape, frozen=True, kw_only=True):
    """An area that counts for who holds it: a point and a radius in cm."""

    id: Id
    name: str
    name_en: str = ""
    at: Spot
    radius: Annotated[float, Meta(gt=0, le=1000)]


class StartShape(Shape, frozen=True, kw_only=True):
    """Where the battle begins: ``hand`` in the middle of that seat's hand, ``first`` with its first hand of turn 1."""

    hand: Side_ | None = None
    first: Side_ | None = None
    turn: Annotated[int, Meta(ge=1, le=1000)] = 1
    total: Annotated[int, Meta(ge=0, le=39)] = 0
    no_deal: bool = False


class ScenarioFile(ScenarioHead, frozen=True, kw_only=True):
    """A scenario of Cronache del Crepuscolo; exactly two players (CDC-CMP-01.4)."""

    table: TableShape
    sides: Annotated[tuple[SideShape, ...], Meta(min_length=2, max_length=2)]
    options: OptionsShape = OptionsShape()
    tokens: Annotated[tuple[TokenShape, ...], Meta(max_length=50)] = ()
    zones: Annotated[tuple[ZoneShape, ...], Meta(max_length=50)] = ()
    start: StartShape = StartShape()
