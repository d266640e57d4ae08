"""Our creatures as Beings, in the words of a language, with what a format cannot hold."""

from __future__ import annotations

from collections.abc import Iterable

from arbitro.content.errors import Lang
from arbitro.rulesets.cairn.content import Library, Thing
from arbitro.rulesets.cairn.interchange.being import FOE, SCORES, Being, Ware
from arbitro.rulesets.cairn.scenario import as_written
from arbitro.rulesets.cairn.scenariofile import MemberShape
from arbitro.rulesets.cairn.setup import side_of_setup
from arbitro.rulesets.cairn.state import DEPRIVED, PANICKED, PARTY, PC, Creature, Item


def creatures_of(members: Iterable[MemberShape], library: Library) -> list[Creature]:
    """Everybody that a party file names, each of a ``count`` by itself; who is a monster and nothing else is a foe."""
    rows = []
    for member in members:
        data = as_written(member)
        data.setdefault("kind", FOE if "monster" in data else PC)
        rows.append(data)
    return side_of_setup({"seat": PARTY, "members": rows}, library)


def being_of(creature: Creature, library: Library, lang: Lang) -> Being:
    """A creature in the words of a language."""
    it = lang == "it"

    def said(found: object) -> str:
        name, text = ("name", "text") if it else ("name_en", "text_en")
        parts = [getattr(found, name, ""), getattr(found, text, "")]
        return ": ".join(part for part in parts if part)

    monster = library.monsters.get(creature.profile)
    background = library.backgrounds.get(creature.background)
    traits = []
    for id_, face in creature.traits:
        table = library.traits[id_]
        words = table.words if it else table.words_en
        traits.append(f"{table.name if it else table.name_en}: {words[face - 1]}")
    scars = []
    for id_, place in creature.scars:
        scar = library.scars[id_]
        places = scar.places if it else scar.places_en
        where = f" ({places[place - 1]})" if 0 < place <= len(places) else ""
        scars.append(f"{scar.name if it else scar.name_en}{where}")
    return Being(
        name=creature.name if it or not creature.name_en else creature.name_en,
        kind=creature.kind,
        scores={name: creature.score(name) for name in SCORES},
        most={name: creature.highest(name) for name in SCORES},
        armour=creature.armour, coins=creature.coins, fatigue=creature.fatigue, age=creature.age,
        background=said_name(background, it),
        deprived=creature.has(DEPRIVED), panicked=creature.has(PANICKED),
        text=(monster.text if it else monster.text_en) if monster is not None else "",
        traits=[("", line) for line in traits],
        bonds=[("", said(library.bonds[id_])) for id_ in creature.bonds],
        omens=[("", said(library.omens[id_])) for id_ in creature.omens],
        marks=[("", said(library.marks[id_])) for id_ in creature.marks],
        scars=[("", line) for line in scars],
        wares=[_ware(item, creature, library.things[item.thing], it) for item in creature.items],
        attacks=[_attack(library.things[id_], it) for id_ in creature.attacks],
        rest=_rest(creature, library),
    )  # fmt: skip


def said_name(found: object | None, it: bool) -> str:
    """The name of a record in Italian or English."""
    return "" if found is None else str(getattr(found, "name" if it else "name_en"))


def _ware(item: Item, creature: Creature, thing: Thing, it: bool) -> Ware:
    place = {other.no: number for number, other in enumerate(creature.items, 1)}
    return Ware(
        name=said_name(thing, it), thing=thing.id, kind=thing.type, dice=tuple(thing.dice), blast=thing.blast,
        ranged=thing.ranged, armour=thing.armour, plus=thing.plus, bulky=thing.bulky, petty=thing.petty,
        uses=(item.uses, max(thing.doses, item.uses)), charges=(item.charges, max(thing.charges, item.charges)),
        equipped=item.worn if thing.type == "armour" else item.no in creature.hands, on=place.get(item.on, 0),
        carries=thing.carries, price=thing.price or 0, note=item.note, text=thing.text if it else thing.text_en,
    )  # fmt: skip


def _attack(thing: Thing, it: bool) -> Ware:
    return Ware(name=said_name(thing, it), thing=thing.id, kind="attack", dice=tuple(thing.dice), blast=thing.blast,
                ranged=thing.ranged, petty=True, equipped=True)  # fmt: skip


def _rest(creature: Creature, library: Library) -> dict[str, object]:
    """What a party file says of it that other programs have no field for."""
    found: dict[str, object] = {}
    if creature.profile in library.monsters:
        found["monster"] = creature.profile
    conditions = [word for word in creature.conditions if word not in (DEPRIVED, PANICKED)]
    said = {
        **({} if _own(creature, library) else {"name": creature.name, "name_en": creature.name_en}),
        "needs": list(creature.needs), "conditions": conditions, "group": creature.group, "at": creature.at,
        "formation": creature.formation, "leader": creature.leader, "hidden": creature.hidden,
    }  # fmt: skip
    found.update({key: value for key, value in said.items() if value})
    return found


def _own(creature: Creature, library: Library) -> bool:
    """Whether one name says both: there is only one, or it is the monster's own, perhaps with a number."""
    monster = library.monsters.get(creature.profile)
    if monster is None or not creature.name.startswith(monster.name):
        return not creature.name_en
    number = creature.name.removeprefix(monster.name)
    plain = not number or (number[0] == " " and number[1:].isdigit())
    return plain and creature.name_en == monster.name_en + number
