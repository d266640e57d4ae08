"""Content packs: their shapes, the checks between them, and the compiled records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from arbitro.content.catalogue import Catalogue
from arbitro.content.errors import ContentError, Problem, nearest, raise_if_any
from arbitro.content.lasting import lasting
from arbitro.content.marked import Lines, Marked, Natural, compiled, compiled_all, unknown
from arbitro.content.packs import Content, Source, merge, read_pack
from arbitro.content.shape import Record as Shape
from arbitro.content.shape import units
from arbitro.engine.records import Record, RecordError
from arbitro.rulesets.crepuscolo.conditions import RECORDS as CONDITION_RECORDS
from arbitro.rulesets.crepuscolo.markers import marker, power_marker
from arbitro.rulesets.crepuscolo.responses import with_responses
from arbitro.rulesets.crepuscolo.vocabulary import VOCABULARY

HERE = Path(__file__).parent
BOOK, HOUSE = HERE / "content" / "book", HERE / "content" / "house"
Level = Annotated[int, Meta(ge=0, le=3)]
"""Powers have three levels; 0 is for those that need but the discipline (CDC-PW-003)."""
Craft = Literal["stregoneria", "psionico", "cinetico", "ki", "emanazione", "ipnotico"]
Cm = Annotated[float, Meta(ge=0, le=1000)]


class Area(Shape, frozen=True, kw_only=True):
    """An area attack: an arc of ``degrees`` and ``cm``, its test, damage, threshold and explosion."""

    cm: Natural
    degrees: Literal[90, 180, 360]
    test: Literal["forza", "riflessi", "spirito"]
    damage: Natural
    threshold: Natural
    explosion: Natural


class Item(Marked, frozen=True, kw_only=True):
    """A weapon, armour, shield, upgrade or piece of equipment (CDC-EQ); ``kind``: the marker of one that is used."""

    kind: str = ""
    type: Literal["melee", "ranged", "armour", "shield", "gear", "weapon_upgrade", "armour_upgrade"]
    hands: Literal[1, 2, "pair"] = 1
    reach: Natural = 1
    range: Natural | Literal["unlimited"] = 0
    damage: Natural = 0
    criticals: Literal["", "never"] = ""
    shots: Natural = 0
    complete: bool = False
    resistance: Natural = 0
    protection: Natural = 0
    base: str = ""
    melee_only: bool = False
    single: bool = False
    heavy: bool = False
    needs_weapon: Literal["", "melee"] = ""
    excludes: list[str] = []
    forbids: list[Literal["two_handed", "pair", "ranged", "shield"]] = []
    once_per_game: bool = False
    bonus: dict[Literal["res", "cmb", "pre", "dan", "vol", "des"], int] = {}
    sds_melee_against: int = 0
    sds_ranged_against: int = 0
    dda: int = 0
    area: Area | None = None
    grants: list[str] = []


class EquipmentList(Shape, frozen=True, kw_only=True):
    """A list of items that a competence opens, with prices in PR (CDC-EQ-08)."""

    id: str
    name: str
    name_en: str
    rule: str = ""
    aliases: list[str] = []
    items: dict[str, int]


class AbilityList(Shape, frozen=True, kw_only=True):
    """A list of abilities that a competence opens, with prices in PR (CDC-AB-011)."""

    id: str
    name: str
    name_en: str
    rule: str = ""
    aliases: list[str] = []
    abilities: dict[str, int]


class Keyword(Shape, frozen=True, kw_only=True):
    """A printed word without effect."""

    id: str
    name: str
    name_en: str
    rule: str = ""
    note: str = ""
    note_en: str = ""


class Reserve(Shape, frozen=True, kw_only=True):
    """Its bearers wait off the table: from a turn on, as many as a die says arrive, ``within`` cm of their access."""

    turn: Natural
    die: Literal[4, 6, 8, 10, 12, 20]
    within: Natural


class Ability(Marked, frozen=True, kw_only=True):
    """An ability: ``kind`` is its marker, such as ``AL[2]`` (CDC-ACT-25).

    ``opens`` names disciplines and the level of powers it gives, within its ``domain`` where they have one;
    ``power_level`` goes into formulas; ``tokens`` are those its bearer starts with. ``innate`` ones come with a
    profile only, ``not_sold`` ones with nobody's; ``needs`` is what a fighter must have to buy it. A price below 0
    lowers the cost of recruitment down to ``least_cost``; ``one_in``: of so many fighters of a company one may have it.
    """

    kind: str = "P"
    level: Level = 0
    domain: str = ""
    opens: dict[Craft, Level] = {}
    power_level: Natural = 0
    tokens: dict[str, Natural] = {}
    innate: bool = False
    not_sold: bool = False
    needs: dict[Literal["ranged_but", "ability"], list[str]] = {}
    printed: str = ""
    more_dice: Natural = 0
    reserve: Reserve | None = None
    least_cost: Natural = 0
    one_in: Natural = 0
    note: str = ""


class Settings(Shape, frozen=True, kw_only=True):
    """Numbers that the book leaves open and a group may set; the pack read last decides (CDC-PW-004)."""

    id: str
    name: str
    name_en: str
    start_points: Natural | None = None
    ki_each_turn: Natural | None = None


class Power(Ability, frozen=True, kw_only=True):
    """A power: ``kind`` is ``power RANK DISCIPLINE``; whoever has its discipline, ``level`` and ``domain`` can use it.

    ``area``: what it covers, in cm: ``around`` its user, ``about`` what it names, an ``arc`` of so many ``degrees``
    (0: however far), a ``line`` between two points it names, or the whole ``table``.
    """

    area: dict[Literal["around", "about", "arc", "degrees", "line", "table"], Natural] = {}


class Core(Marked, frozen=True, kw_only=True):
    """A rule of the book that every figure bears."""


class Condition(Marked, frozen=True, kw_only=True):
    """What a condition does by itself while it lasts."""


class Owned(Shape, frozen=True, kw_only=True):
    """An ability of a profile; ``threshold`` where the profile prints another one."""

    id: str
    threshold: int = 0
    printed: str = ""


class BaseShape(Shape, frozen=True, kw_only=True):
    """A base: ``round`` its diameter, or ``rect`` width and depth, in cm."""

    round: Cm = 0
    rect: list[Cm] = []


class Profile(Shape, frozen=True, kw_only=True):
    """A fighter one can recruit (CDC-CMP-03)."""

    id: str
    name: str
    name_en: str
    rule: str = ""
    text: str = ""
    text_en: str = ""
    cr: Annotated[int, Meta(ge=0, le=1000)]
    classes: list[str]
    res: Annotated[int, Meta(ge=1, le=100)]
    cmb: Natural
    pre: Natural
    dan: Natural
    vol: Natural
    des: Natural
    items: list[str] = []
    abilities: list[Owned] = []
    weapon_lists: list[str] = []
    weapons_only: bool = False
    ability_lists: list[str] = []
    points: dict[Literal["arcano", "concentrazione", "ki", "illusione"], Natural] = {}
    base: BaseShape
    height: Cm = 3
    crouched: bool = False
    no_dice: bool = False
    recruitable: bool = True


KINDS: dict[str, type[Any]] = {
    "lists": EquipmentList,
    "ability_lists": AbilityList,
    "keywords": Keyword,
    "items": Item,
    "abilities": Ability,
    "powers": Power,
    "settings": Settings,
    "core": Core,
    "conditions": Condition,
    "profiles": Profile,
}
"""Kinds of records in packs of Cronache del Crepuscolo, and the files they stand in."""
_RECORD_KINDS = ("items", "abilities", "powers", "core", "conditions")


class Library(Struct):
    """Everything the packs in play hold: profiles, lists, items as written, and compiled records."""

    content: Content
    records: dict[str, Record]
    profiles: dict[str, Profile]
    items: dict[str, Item]
    abilities: dict[str, Ability]
    powers: dict[str, Power]
    settings: dict[str, Settings]
    keywords: dict[str, Keyword]
    lists: dict[str, EquipmentList]
    ability_lists: dict[str, AbilityList]
    core: tuple[str, ...]

    def setting(self, name: str) -> int:
        """A number of the settings, as the pack read last has it; 0 where none has."""
        given = [getattr(settings, name) for settings in self.settings.values()]
        return next((n for n in reversed(given) if n is not None), 0)

    def name(self, id: str, lang: str) -> str:
        """The name of anything in the packs, its id if there is none."""
        for table in (
            self.items,
            self.abilities,
            self.powers,
            self.profiles,
            self.keywords,
            self.lists,
            self.ability_lists,
        ):
            found = table.get(id)
            if found is not None:
                return str(found.name if lang == "it" else found.name_en)
        record = self.records.get(id)
        return record.name if record is not None else id


def read_library(folders: Iterable[Path]) -> Library:
    """Read, check and compile packs (the book's and the house's must be among them, or others like them).

    Raises:
        ContentError: with every fault found, each with file, line, what was expected, and a near match.
    """
    content = merge([read_pack(Path(folder), KINDS) for folder in folders])
    tables = content.records
    problems = _references(content)
    records, faults = compiled_all(content, {kind: tables[kind] for kind in _RECORD_KINDS}, compile_record)
    raise_if_any([*problems, *faults])
    return Library(
        content=content,
        records=records,
        profiles=tables["profiles"],
        items=tables["items"],
        abilities=tables["abilities"],
        powers=tables["powers"],
        settings=tables["settings"],
        keywords=tables["keywords"],
        lists=tables["lists"],
        ability_lists=tables["ability_lists"],
        core=tuple(sorted(tables["core"])),
    )


@lasting
def built_in() -> Library:
    """The packs that come with Arbitro: the book and the house."""
    return read_library((BOOK, HOUSE))


@lasting
def rules() -> Catalogue:
    """The rule catalogue of the game."""
    return Catalogue.of_game(*(HERE / f"rules{part}.yaml" for part in ("", "-abilities", "-powers")))


def compile_record(kind: str, shape: Any) -> Record:
    """A record of a pack (``kind`` as in `KINDS`), compiled. Raises RecordError where its lines are wrong."""
    marker_text = getattr(shape, "kind", "")
    plain: dict[str, Any] = {"lines": _plain_lines(shape), "data": _in_units(shape)} if kind == "items" else {}
    record = compiled(VOCABULARY, shape, marker_text, **plain)
    usable = kind in ("abilities", "powers")
    known = marker(marker_text) is not None or (usable and power_marker(marker_text) is not None)
    if (usable or marker_text) and not known:
        raise RecordError("marker", ("kind",), marker_text, expected="P, A, AL, AG, A[4], AC3, power 2 stregoneria ...")
    return with_responses(record)


def _plain_lines(item: Item) -> Lines:
    """The plain numbers of an item as lines of the grammar."""
    lines: Lines = [{"modify": stat, "by": n} for stat, n in item.bonus.items() if stat != "res"]
    lines += [{"modify": "res", "by": n} for stat, n in item.bonus.items() if stat == "res"]
    if item.sds_melee_against:
        lines.append({"modify": "sds", "by": item.sds_melee_against, "when": "target is me and action is melee"})
    if item.sds_ranged_against:
        lines.append({"modify": "sds", "by": item.sds_ranged_against, "when": "target is me and action is shot"})
    if item.dda:
        lines.append({"modify": "dda", "by": item.dda})
    if item.type == "armour_upgrade":
        lines += [{"modify": "armour", "by": item.resistance}] if item.resistance else []
        lines += [{"modify": "protection", "by": item.protection, "when": "it is me"}] if item.protection else []
    return lines


def _in_units(item: Item) -> dict[str, Any]:
    area = item.area
    return {
        "reach": units(item.reach),
        "range": 0 if item.range == "unlimited" else units(item.range),
        "area": None if area is None else {name: getattr(area, name) for name in area.__struct_fields__},
    }


def _references(content: Content) -> list[Problem]:
    """Ids that one record names and no pack holds."""
    found: list[Problem] = []
    tables = content.records
    owned = {**tables["abilities"], **tables["powers"], **tables["keywords"]}
    things = {**tables["items"], **tables["keywords"]}

    def look(
        kind: str, id_: str, path: tuple[Any, ...], wanted: str, known: Mapping[str, Any], *, key: bool = False
    ) -> None:
        found.extend(unknown(content.sources[kind][id_], path, wanted, known, key=key))

    for id_, profile in tables["profiles"].items():
        for i, item in enumerate(profile.items):
            look("profiles", id_, ("items", i), item, things)
        for i, ability in enumerate(profile.abilities):
            look("profiles", id_, ("abilities", i, "id"), ability.id, owned)
        for i, name in enumerate(profile.weapon_lists):
            look("profiles", id_, ("weapon_lists", i), name, tables["lists"])
        for i, name in enumerate(profile.ability_lists):
            look("profiles", id_, ("ability_lists", i), name, tables["ability_lists"])
        found += _base_problem(content.sources["profiles"][id_], profile)
    for id_, listed in tables["lists"].items():
        for item in listed.items:
            look("lists", id_, ("items", item), item, tables["items"], key=True)
    for id_, listed in tables["ability_lists"].items():
        for ability in listed.abilities:
            if ability in tables["powers"]:
                found.append(_sold_power(content.sources["ability_lists"][id_], ability))
                continue
            look("ability_lists", id_, ("abilities", ability), ability, tables["abilities"], key=True)
    for id_, shape in tables["abilities"].items():
        for i, ability in enumerate(shape.needs.get("ability", ())):
            look("abilities", id_, ("needs", "ability", i), ability, tables["abilities"])
    for id_, item in tables["items"].items():
        if item.base:
            look("items", id_, ("base",), item.base, tables["items"])
        for i, ability in enumerate(item.grants):
            look("items", id_, ("grants", i), ability, tables["abilities"])
    return found + _closed_domains(content)


def _sold_power(source: Source, power: str) -> Problem:
    it = f"«{power}» è un potere, e una lista vende abilità: mettici quella che lo apre (opens, domain)"
    en = f'"{power}" is a power, and a list sells abilities: name the one that opens it (opens, domain)'
    return source.problem(("abilities", power), it, en, key=True)


def _closed_domains(content: Content) -> list[Problem]:
    """Powers of a domain that no ability of the packs opens, so that nobody could ever use them."""
    opened = {shape.domain for shape in content.records["abilities"].values() if shape.domain}
    found = []
    for id_, power in content.records["powers"].items():
        if power.domain and power.domain not in opened:
            close = nearest(power.domain, opened)
            it = f"nessuna abilità apre il dominio «{power.domain}»"
            en = f'no ability opens the domain "{power.domain}"'
            if not close:
                it, en = f"{it}; atteso: {', '.join(sorted(opened))}", f"{en}; expected: {', '.join(sorted(opened))}"
            found.append(content.sources["powers"][id_].problem(("domain",), it, en, close))
    return found


def _base_problem(source: Source, profile: Profile) -> list[Problem]:
    base = profile.base
    if (base.round > 0) != (len(base.rect) == 2 and all(side > 0 for side in base.rect)):
        return []
    it = "la basetta è tonda (round: diametro in cm) oppure rettangolare (rect: [larghezza, profondità])"
    en = "a base is round (round: diameter in cm) or rectangular (rect: [width, depth])"
    return [source.problem(("base",), it, en)]


__all__ = [
    "BOOK",
    "CONDITION_RECORDS",
    "HOUSE",
    "KINDS",
    "ContentError",
    "Library",
    "built_in",
    "compile_record",
    "read_library",
    "rules",
]
