"""From plain data to the first state of an evening."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msgspec import structs

from arbitro.content.desk import DESK, Book
from arbitro.engine.state import Effect, Step
from arbitro.engine.values import REFEREE, Id, Seat
from arbitro.rulesets.cairn.state import (
    ATTRIBUTES,
    CALM,
    DEPRIVED,
    FIGHT,
    FOE,
    PARTY,
    PC,
    PF,
    SLEEP,
    Creature,
    Encounter,
    Item,
    Options,
)
from arbitro.rulesets.cairn.waiting import effects_of, held_by_waits

if TYPE_CHECKING:
    from arbitro.rulesets.cairn.content import Library

ORDINARY = 10
"""What a score is that nobody has written."""
_PLAIN = ("fatigue", "coins", "age", "group", "leader", "hidden", "formation", "at", "background", "profile", "dying",
          "deprived_days")  # fmt: skip
_TUPLES = ("conditions", "needs", "abilities", "bonds", "omens", "marks")


def encounter_of_setup(setup: dict[str, Any], library: Library) -> Encounter:
    """The state before the first Step."""
    options = Options(**setup.get("options", {}))
    start = setup.get("start", {})
    sides = [side for side in setup["sides"] if side["seat"] != REFEREE]
    if len(sides) < len(setup["sides"]):
        options = structs.replace(options, referee=True)
    figures: dict[Id, Creature] = {}
    effects: dict[Id, Effect] = {}
    clock = start.get("clock", 0)
    for side in sides:
        giver = REFEREE if setup.get(DESK) else side["seat"]
        for row, figure in _standing(side, library, clock):
            figures[figure.id] = arriving(figure)
            waiting = effects_of(row.get("waits", ()), figure.id, giver, clock, len(effects) + 1, library)
            effects |= {effect.id: effect for effect in waiting}
    if len({figure.at for figure in figures.values()}) > 1:
        options = structs.replace(options, track=True)
    mode = start.get("mode", FIGHT)
    steps = (Step("calm"),) if mode == CALM else (Step("fight_begins"), Step("after"))
    book = None
    if setup.get(DESK):
        called = tuple((it, base) for it, base in setup.get("called", ()))
        steps, book = (Step(DESK),), Book(setup["salt"], tuple(setup["numbers"]), called=called)
    return Encounter(
        figures=dict(sorted(figures.items())),  # a save knows no other order
        seats=tuple(side["seat"] for side in sides) + ((REFEREE,) if options.referee else ()),
        names=tuple(side.get("name", "") for side in sides),
        english=tuple(side.get("name_en", "") for side in sides),
        options=options,
        mode=CALM,
        safe=start.get("safe", mode == CALM),
        light=start.get("light", True),
        refuge=tuple(side["seat"] for side in sides if side.get("refuge", True)),
        ready=tuple(side["seat"] for side in sides if side.get("ready", False)),
        agenda=steps,
        clock=clock,
        effects=effects,
        book=book,
        scopes={"day": 1, "game": 1},
    )


def side_of_setup(side: dict[str, Any], library: Library) -> list[Creature]:
    """Everybody of one side; ``count`` makes several alike, numbered."""
    return [figure for _, figure in _standing(side, library)]


def _standing(side: dict[str, Any], library: Library, clock: int = 0) -> list[tuple[dict[str, Any], Creature]]:
    """Everybody of one side with the lines they came by."""
    found: list[tuple[dict[str, Any], Creature]] = []
    for member in side.get("members", ()):
        count = member.get("count", 1)
        for number in range(1, count + 1):
            data = {key: value for key, value in member.items() if key != "count"}
            data.setdefault("at", side.get("at", 0))
            if "id" not in member or count > 1:
                data["id"] = f"{side['seat']}{len(found) + 1}"
            figure = creature_of(data, side["seat"], library, clock)
            if count > 1:
                figure.name, figure.name_en = (
                    f"{name} {number}" if name else "" for name in (figure.name, figure.name_en)
                )
            found.append((data, figure))
    return found


def creature_of(data: dict[str, Any], seat: Seat, library: Library, clock: int = 0) -> Creature:
    """One creature: a monster of the packs with what differs, or a character with scores of its own.

    ``clock``: the hour it is, from which ``dies_in`` counts. What ``waits`` on it are effects (`waiting.effects_of`).
    """
    monster = library.monsters.get(data.get("monster", ""))
    scores = {name: data.get(name, getattr(monster, name, ORDINARY)) for name in ATTRIBUTES}
    scores[PF] = data.get(PF, getattr(monster, PF, 1))
    most = {f"{name}_max": data.get(f"{name}_max", value) for name, value in scores.items()}
    made = Creature(
        id=data["id"],
        name=data.get("name") or (monster.name if monster else data["id"]),
        name_en=data.get("name_en") or (monster.name_en if monster and not data.get("name") else ""),
        seat=seat,
        kind=data.get("kind") or (PC if seat == PARTY and monster is None else FOE if seat != PARTY else "hireling"),
        armour=data.get("armour", monster.armour if monster else 0),
        **scores,
        **most,
    )
    if monster is not None:
        made.profile, made.formation, made.leader = monster.id, monster.formation, monster.leader
        made.attacks = tuple(f"{monster.id}-{attack.id}" for attack in monster.attacks)
        made.abilities = (monster.id, *(f"dono-{spell}" for spell in monster.spells))
    for name in _PLAIN:
        if name in data:
            setattr(made, name, data[name])
    for name in _TUPLES:
        if name in data:
            setattr(made, name, (*getattr(made, name), *data[name]))
    if data.get("dies_in"):
        made.dying = clock + data["dies_in"]
    made.timed = held_by_waits(data.get("waits", ()), made.id)
    made.conditions = tuple(dict.fromkeys((*made.conditions, *(condition for condition, _ in made.timed))))
    made.scars = tuple((row, place) for row, place in data.get("scars", ()))
    made.traits = tuple((trait, face) for trait, face in data.get("traits", {}).items())
    made.items = items_of(data.get("items", monster.items if monster else ()), library)
    made.hands = _in_hand(made, library)
    return made


def arriving(made: Creature) -> Creature:
    """Somebody as it comes into play: whoever lacks something is deprived, whoever is deprived lacks something, rest
    where the sheet does not say what (CRN-DEP-01), unless a scar keeps them so."""
    if made.needs and not made.has(DEPRIVED):
        made.conditions = (*made.conditions, DEPRIVED)
    elif made.has(DEPRIVED) and not made.needs and DEPRIVED not in dict(made.timed):
        made.needs = (SLEEP,)
    return made


def items_of(things: Iterable[str | dict[str, Any]], library: Library) -> tuple[Item, ...]:
    """Things as written: an id, or an id with uses, charges, worn or not, and the carrier it lies on."""
    found = []
    for number, given in enumerate(things, 1):
        data: dict[str, Any] = {"thing": given} if isinstance(given, str) else dict(given)
        thing = library.things[data["thing"]]
        worn = data.get("worn")
        found.append(
            Item(
                number,
                thing.id,
                data["uses"] if data.get("uses") is not None else thing.doses,
                data["charges"] if data.get("charges") is not None else thing.charges,
                thing.type == "armour" if worn is None else worn,
                data.get("on") or 0,
                data.get("note") or "",
            )
        )
    return tuple(found)


def _in_hand(made: Creature, library: Library) -> tuple[int, ...]:
    """The first weapon, and a shield if a hand is left for it."""
    weapon = next((i for i in made.items if library.things[i.thing].type == "weapon" and not i.on), None)
    shield = next((i for i in made.items if library.things[i.thing].type == "shield" and not i.on), None)
    hands = () if weapon is None else (weapon.no,)
    used = library.things[weapon.thing].hands if weapon is not None else 0
    return (*hands, shield.no) if shield is not None and used < 2 else hands
