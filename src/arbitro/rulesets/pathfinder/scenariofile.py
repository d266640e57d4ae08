"""The shapes of scenario files of this game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from arbitro.content.scenariofile import ScenarioHead
from arbitro.content.shape import Record as Shape
from arbitro.rulesets.pathfinder.shapes import Carried

Id = Annotated[str, Meta(pattern="^[A-Za-z][A-Za-z0-9_-]{0,30}$")]
SquareName = Annotated[str, Meta(pattern="^[a-z]{1,2}[1-9][0-9]?$")]
Count = Annotated[int, Meta(ge=0, le=10_000)]
FaceName = Literal["corda-annodata", "corda", "sporgenze", "appigli", "muro", "roccia", "strapiombo"]
MapRow = Annotated[str, Meta(pattern=r'^[.#,o^~%"*]+$', min_length=1, max_length=120)]


class MemberShape(Shape, frozen=True, kw_only=True):
    """A creature of the packs (``sheet``: a monster or a ready character), where it stands and what differs.

    ``at``: a square such as ``d4``, the lowest leftmost of those it fills; a list places several alike. ``aware``:
    whether it knows of its enemies when battle begins (``roll``: by its Percezione); ``sneaks``: it hides from
    those who roll; ``mount``: the id of the creature it sits on.
    """

    sheet: str
    at: SquareName | Annotated[tuple[SquareName, ...], Meta(min_length=1, max_length=30)]
    id: Id | None = None
    name: Annotated[str, Meta(max_length=80)] | None = None
    name_en: Annotated[str, Meta(max_length=80)] | None = None
    hp: Annotated[int, Meta(ge=-60, le=2000)] | None = None
    nonlethal: Count | None = None
    items: Annotated[tuple[str | Carried, ...], Meta(max_length=60)] | None = None
    conditions: tuple[str, ...] | None = None
    hidden: bool | None = None
    aware: bool | Literal["roll"] | None = None
    sneaks: bool | None = None
    bleed: Count | None = None
    mount: Id | None = None
    z: Annotated[int, Meta(ge=0, le=12)] | None = None


class SideShape(Shape, frozen=True, kw_only=True):
    """A side (``a`` or ``b``), or the seat of a referee. ``aware``: for all members that do not say otherwise.

    ``retreat``: how much of the side, in per cent, may be lost before a computer that plays it leaves the field.
    """

    seat: Literal["a", "b", "referee"]
    name: Annotated[str, Meta(max_length=80)] = ""
    name_en: Annotated[str, Meta(max_length=80)] = ""
    members: Annotated[tuple[MemberShape, ...], Meta(max_length=60)] = ()
    aware: bool | Literal["roll"] = True
    sneaks: bool = False
    retreat: Annotated[int, Meta(ge=1, le=100)] | None = None


class WallShape(Shape, frozen=True, kw_only=True):
    """A wall between two neighbouring squares; ``low``: one that hampers and covers but does not stop.

    ``slit``: one with an arrow slit, through which one shoots and is hard to hit; ``door``: a strong wooden door,
    shut; ``bars``: iron bars. Both can be broken down.
    """

    between: tuple[SquareName, SquareName]
    kind: Literal["wall", "low", "slit", "door", "bars"] = "wall"


class GroundShape(Shape, frozen=True, kw_only=True):
    """The board: rows of signs, the top row first (see `state.Ground`); heights in squares above the ground.

    ``faces``: what one climbs to get up to a square, where two neighbours differ by more than one square in height;
    ``light``: ``bright`` is full sunlight; ``water``: how rough deep water is; ``lights``: what gives light, by square:
    the id of a torch or a lamp.
    """

    map: Annotated[tuple[MapRow, ...], Meta(min_length=1, max_length=99)]
    walls: Annotated[tuple[WallShape, ...], Meta(max_length=500)] = ()
    heights: dict[SquareName, Annotated[int, Meta(ge=-20, le=20)]] = {}
    light: Literal["bright", "normal", "dim", "dark"] = "normal"
    faces: dict[SquareName, FaceName] = {}
    water: Literal["calm", "rough", "stormy"] = "calm"
    lights: dict[SquareName, str] = {}


class OptionsShape(Shape, frozen=True, kw_only=True):
    """What the table agreed on; see `state.Options`."""

    massive_damage: bool = False
    published_first_check: bool = False
    published_potion_provokes: bool = False
    published_any_line: bool = False
    either_threatens: bool = False
    luck_to_cmd: bool = False
    partial_cover: bool = False
    aftermath: bool = False
    round_limit: Count = 60


class ScenarioFile(ScenarioHead, frozen=True, kw_only=True):
    """A scenario of Pathfinder: a board and two sides, and perhaps a referee."""

    ground: GroundShape
    sides: Annotated[tuple[SideShape, ...], Meta(min_length=2, max_length=3)]
    options: OptionsShape = OptionsShape()
