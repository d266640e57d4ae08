"""The shapes of scenario and party files of this game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from arbitro.content.scenariofile import ScenarioHead
from arbitro.content.shape import Record as Shape
from arbitro.content.shapewords import NAME

Id = Annotated[str, Meta(pattern="^[A-Za-z][A-Za-z0-9_-]{0,30}$")]
Score = Annotated[int, Meta(ge=0, le=60)]
Count = Annotated[int, Meta(ge=0, le=10_000)]
Hours = Annotated[int, Meta(ge=0, le=1_000_000)]
MOST_MEMBERS = 60


class ItemShape(Shape, frozen=True, kw_only=True):
    """Something carried, where its id alone does not say enough; ``on`` is the place (from 1) of its
    carrier, ``note`` an oddity of this one."""

    thing: str
    uses: Count | None = None
    charges: Count | None = None
    worn: bool | None = None
    on: Annotated[int, Meta(ge=0, le=99)] | None = None
    note: Annotated[str, Meta(max_length=200)] | None = None


class WaitShape(Shape, frozen=True, kw_only=True):
    """What waits on somebody: of which record (a scar's id), ``until`` a moment of rest or care or for so many
    ``hours`` yet, and the ``condition`` that it holds; without one a roll is to come."""

    of: str
    until: str | None = None
    hours: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    condition: str | None = None


class MemberShape(Shape, frozen=True, kw_only=True):
    """A character with scores of its own, or a ``monster`` of the packs with what differs; ``count`` of them.

    ``dies_in``: the hours until whoever lies dying is dead."""

    id: Id | None = None
    name: Annotated[str, Meta(max_length=80)] | None = None
    name_en: Annotated[str, Meta(max_length=80)] | None = None
    monster: str | None = None
    count: Annotated[int, Meta(ge=1, le=30)] | None = None
    kind: Literal["pc", "hireling", "foe"] | None = None
    forza: Score | None = None
    des: Score | None = None
    vol: Score | None = None
    pf: Score | None = None
    forza_max: Score | None = None
    des_max: Score | None = None
    vol_max: Score | None = None
    pf_max: Score | None = None
    armour: Annotated[int, Meta(ge=0, le=3)] | None = None
    formation: bool | None = None
    leader: bool | None = None
    hidden: bool | None = None
    group: str | None = None
    at: Annotated[int, Meta(ge=-1000, le=1000)] | None = None
    items: Annotated[tuple[str | ItemShape, ...], Meta(max_length=60)] | None = None
    fatigue: Annotated[int, Meta(ge=0, le=10)] | None = None
    coins: Count | None = None
    conditions: tuple[str, ...] | None = None
    needs: tuple[Literal["cibo", "riposo", "acqua", "calore"], ...] | None = None
    background: str | None = None
    traits: dict[str, Annotated[int, Meta(ge=1, le=10)]] | None = None
    bonds: tuple[str, ...] | None = None
    omens: tuple[str, ...] | None = None
    marks: tuple[str, ...] | None = None
    scars: tuple[tuple[str, Annotated[int, Meta(ge=0, le=6)]], ...] | None = None
    waits: Annotated[tuple[WaitShape, ...], Meta(max_length=60)] | None = None
    dies_in: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    deprived_days: Count | None = None
    age: Count | None = None
    notes: Annotated[str, Meta(max_length=2000)] | None = None


class SideShape(Shape, frozen=True, kw_only=True):
    """The party (``a``), its opponents (``b``), or the seat of a referee; members inline or in a party file.

    ``ready``: nothing surprises them; ``refuge``: they have somewhere to flee to; ``at``: metres along the line.
    """

    seat: Literal["a", "b", "referee"]
    name: Annotated[str, Meta(max_length=80)] = ""
    name_en: Annotated[str, Meta(max_length=80)] = ""
    roster: str = ""
    members: Annotated[tuple[MemberShape, ...], Meta(max_length=MOST_MEMBERS)] = ()
    ready: bool = False
    refuge: bool = True
    at: Annotated[int, Meta(ge=-1000, le=1000)] = 0


class OptionsShape(Shape, frozen=True, kw_only=True):
    """What the table agreed on; see `Options`."""

    published_scars: bool = False
    full_inventory: bool = False
    hireling_morale: bool = False
    casting_save: bool = True
    round_limit: Count = 60
    distant: Count = 30
    armour_outside: bool = False
    track: bool = False
    after: Literal["end", "calm"] = "end"


class StartShape(Shape, frozen=True, kw_only=True):
    """Where the evening begins: in a fight, or in calm with procedures."""

    mode: Literal["fight", "calm"] = "fight"
    safe: bool | None = None
    light: bool | None = None
    clock: Hours = 0


class ScenarioFile(ScenarioHead, frozen=True, kw_only=True):
    """A scenario of Cairn: a party, its opponents, and perhaps a referee."""

    sides: Annotated[tuple[SideShape, ...], Meta(min_length=2, max_length=3)]
    options: OptionsShape = OptionsShape()
    start: StartShape = StartShape()


class PartyFile(Shape, frozen=True, kw_only=True):
    """A party or a band of monsters in a file of its own; ``clock``: the hour of the campaign."""

    party: Annotated[str, Meta(pattern=NAME)]
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    name_en: Annotated[str, Meta(max_length=100)] = ""
    ruleset: str
    packs: tuple[str, ...] = ()
    clock: Hours = 0
    members: Annotated[tuple[MemberShape, ...], Meta(min_length=1, max_length=MOST_MEMBERS)]
