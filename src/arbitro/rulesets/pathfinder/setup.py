"""From plain data to the first state of a battle."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import structs

from arbitro.content.desk import DESK, Book
from arbitro.engine.state import Step
from arbitro.engine.values import REFEREE, Id, Seat
from arbitro.rulesets.pathfinder.arms import BROKEN_HALF, hit_points_of
from arbitro.rulesets.pathfinder.state import (
    ABILITIES,
    HEADS,
    INCORPOREAL_BODY,
    LAND,
    REACH_LONG,
    REACH_TALL,
    SIZES,
    SPAN,
    Battle,
    Caster,
    Creature,
    Ground,
    Item,
    Options,
    square_named,
    squares_of,
)

if TYPE_CHECKING:
    from arbitro.rulesets.pathfinder.content import Library
    from arbitro.rulesets.pathfinder.shapes import Casting, Sheet

PLAIN = ("hp", "nonlethal", "hidden", "aware", "bleed", "z", "acted")


def battle_of_setup(setup: dict[str, Any], library: Library) -> Battle:
    """The state before the first Step."""
    options = Options(**setup.get("options", {}))
    sides = [side for side in setup["sides"] if side["seat"] != REFEREE]
    if len(sides) < len(setup["sides"]):
        options = structs.replace(options, referee=True)
    figures: dict[Id, Creature] = {}
    for side in sides:
        for member in side["members"]:
            figure = creature_of(member, side["seat"], library)
            figures[figure.id] = figure
    for side in sides:
        for member in side["members"]:
            if member.get("mount"):
                _mount(figures[member["id"]], figures[member["mount"]])
    book = None
    if setup.get(DESK):
        called = tuple((it, base) for it, base in setup.get("called", ()))
        book = Book(setup["salt"], tuple(setup["numbers"]), called=called)
    return Battle(
        figures=dict(sorted(figures.items())),  # a save knows no other order
        ground=ground_of(setup["ground"]),
        seats=tuple(side["seat"] for side in sides) + ((REFEREE,) if options.referee else ()),
        names=tuple(side.get("name", "") for side in sides),
        english=tuple(side.get("name_en", "") for side in sides),
        options=options,
        sneaking=tuple(m["id"] for side in sides for m in side["members"] if m.get("sneaks")),
        retreats=tuple((side["seat"], side["retreat"]) for side in sides if side.get("retreat")),
        watching=tuple(m["id"] for side in sides for m in side["members"] if m.get("aware") == "roll"),
        agenda=(Step(DESK) if book is not None else Step("battle_begins"),),
        book=book,
        clock=setup.get("clock", 0),
        scopes={"game": 1},
    )


def ground_of(data: dict[str, Any]) -> Ground:
    """The board as a scenario writes it."""
    walls = []
    for wall in data.get("walls", ()):
        a, b = (square_named(name) for name in wall["between"])
        assert a is not None and b is not None
        walls.append((*a, *b, wall.get("kind", "wall")))
    heights = []
    for name, height in data.get("heights", {}).items():
        square = square_named(name)
        assert square is not None
        heights.append((*square, height))
    faces = []
    for name, kind in data.get("faces", {}).items():
        square = square_named(name)
        assert square is not None
        faces.append((*square, kind))
    lights = []
    for name, thing in data.get("lights", {}).items():
        square = square_named(name)
        assert square is not None
        lights.append((*square, thing))
    return _board(tuple(data["map"]), tuple(sorted(walls)), tuple(sorted(heights)), data.get("light", "normal"),
                  tuple(sorted(faces)), data.get("water", "calm"), tuple(sorted(lights)))  # fmt: skip


@lru_cache(maxsize=64)
def _board(*parts: Any) -> Ground:
    """One board for all battles that are fought on it: what is worked out about it serves them all."""
    return Ground(*parts)


def creature_of(data: dict[str, Any], seat: Seat, library: Library) -> Creature:
    """One creature of a scenario: its sheet, where it stands, and what differs."""
    sheet = library.sheet(data["sheet"])
    assert sheet is not None
    place = square_named(data["at"])
    assert place is not None
    made = of_sheet(sheet, data["id"], seat, place, library, data.get("items"))
    if data.get("name"):
        made.name, made.name_en = data["name"], data.get("name_en", "")
    for name in PLAIN:
        if data.get(name) is not None and data[name] != "roll":
            setattr(made, name, data[name])
    made.conditions = (*made.conditions, *(data.get("conditions") or ()))
    if data.get("mount"):
        made.mount = data["mount"]
    return made


def of_sheet(
    sheet: Sheet, id_: Id, seat: Seat, place: tuple[int, int], library: Library, items: Any = None
) -> Creature:
    """A creature as its sheet has it, unhurt, with its lowest leftmost square at ``place``."""
    size, span, reach = body_of(sheet)
    things = sheet.items if items is None else items
    carried = items_of(things, library)
    held = in_hand(carried, library, named_in_hand(things))
    scores: dict[str, Any] = {ability: _score(sheet.scores.get(ability)) for ability in ABILITIES}  # type: ignore[call-overload]
    return Creature(
        id=id_, name=sheet.name, name_en=sheet.name_en, seat=seat, profile=sheet.id, x=place[0], y=place[1], size=size,
        span=span, reach=reach,
        level=sheet.level, bab=sheet.bab, hp=sheet.hp, hp_max=sheet.hp, items=carried, held=held,
        conditions=(INCORPOREAL_BODY,) if INCORPOREAL_BODY in sheet.subtypes else (),
        casters=tuple(_caster(one) for one in sheet.casting), kit=_kit(carried, library),
        way=next(iter(sheet.speeds), LAND), heads=heads_of(sheet),
        **scores,
    )  # fmt: skip


def body_of(sheet: Sheet) -> tuple[int, int, int]:
    """The size of a body, the squares of its side, and how far it reaches (PF-TAB-07)."""
    size = SIZES.index(sheet.size) - 4
    span = max(1, squares_of(sheet.space)) if sheet.space is not None else SPAN[size + 4]
    usual = (REACH_LONG if sheet.long else REACH_TALL)[size + 4]
    return size, span, squares_of(sheet.reach) if sheet.reach is not None else usual


def heads_of(sheet: Sheet) -> int:
    """The heads that a creature with many is born with: as many as its bites; 0 for all others."""
    return sum(attack.count for attack in sheet.attacks) if HEADS in sheet.abilities else 0


def _kit(carried: tuple[Item, ...], library: Library) -> tuple[str, ...]:
    """What spells are made of, where it is carried (PF-SPL-05.3)."""
    types = (library.items[item.thing].type for item in carried if item.thing in library.items)
    return tuple(sorted({kind for kind in types if kind in ("pouch", "holy-symbol")}))


def _score(score: int | None) -> int:
    return -1 if score is None else score


def items_of(things: Any, library: Library) -> tuple[Item, ...]:
    """Things as written: an id, or an id with what differs; armour is worn."""
    found = []
    for number, given in enumerate(things, 1):
        data: dict[str, Any] = {"thing": given} if isinstance(given, str) else _written(given)
        armour = library.armours.get(data["thing"])
        worn = data.get("worn")
        item = library.items.get(data["thing"])
        charges = data.get("charges")
        if worn is None:
            worn = (armour is not None and armour.type not in ("shield", "tower")) or (item is not None and item.worn)
        one = Item(
            no=number, thing=data["thing"], bonus=data.get("bonus", 0), masterwork=data.get("masterwork", False),
            qualities=tuple(data.get("qualities", ())), worn=bool(worn), rating=data.get("rating", 0),
            charges=charges if charges is not None else (item.charges if item is not None else 0),
            count=data.get("count") or (item.bundle if item is not None else 1),
        )  # fmt: skip
        whole = hit_points_of(one, library.thing(one.thing)) if data.get("broken") else 0
        found.append(structs.replace(one, lost=(whole + 1) // BROKEN_HALF))
    return tuple(found)


def _written(given: Any) -> dict[str, Any]:
    if isinstance(given, dict):
        return given
    return {name: getattr(given, name) for name in given.__struct_fields__}


def named_in_hand(things: Any) -> tuple[int, ...]:
    """The numbers of the things that are said to begin in hand."""
    return tuple(n for n, given in enumerate(things, 1) if not isinstance(given, str) and _written(given).get("held"))


def in_hand(items: tuple[Item, ...], library: Library, named: tuple[int, ...] = ()) -> tuple[int, ...]:
    """What is said to be in hand; else the first melee weapon, or the first one, and a shield if a hand is left."""
    if named:
        weapon = library.weapons.get(items[named[0] - 1].thing)
        alone = len(named) == 1 and weapon is not None and weapon.group == "two-handed"
        return named * 2 if alone else named[:2]
    weapons = [item for item in items if item.thing in library.weapons]
    close = [item for item in weapons if library.weapons[item.thing].group != "ranged"]
    first = next(iter(close or weapons), None)
    shield = next((i for i in items if i.thing in library.armours and not i.worn), None)
    if first is None:
        return () if shield is None else (shield.no,)
    group = library.weapons[first.thing].group
    if group == "two-handed" or (group == "ranged" and library.weapons[first.thing].projectile):
        return (first.no, first.no)
    return (first.no, shield.no) if shield is not None else (first.no,)


def _caster(casting: Casting) -> Caster:
    return Caster(
        source=casting.source or casting.kind, kind=casting.kind, tradition=casting.tradition, ability=casting.ability,
        level=casting.level, prepared=tuple(casting.prepared.items()), known=tuple(casting.known),
        slots=tuple(casting.slots), uses=tuple(casting.uses.items()),
    )  # fmt: skip


def _mount(rider: Creature, mount: Creature) -> None:
    rider.mount, mount.rider, rider.shares, mount.ridden = mount.id, rider.id, mount.span, True
    rider.x, rider.y = mount.x, mount.y
