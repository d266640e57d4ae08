"""The shapes of Kettlewright: an exported character, a companion (hireling or pet), and a monster of its bestiary.

Read from the public program. Things are told by tags (``d8``, ``bulky``, ``petty``, ``1 Armor``, ``bonus defense``,
``uses``, ``charges``, ``blast``), Fatigue is an item of that name, and what beasts carry stands in containers.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from msgspec import Meta, Struct

from arbitro.content.losses import NO_PLACE, NOT_UNDERSTOOD, Losses
from arbitro.rulesets.cairn.interchange.being import (
    FATIGUE,
    FOE,
    HIRELING,
    PC,
    SCORES,
    Being,
    Ware,
    dice_of,
    paragraphs,
)

Whole = Annotated[int, Meta(ge=0, le=10_000)]
Score = Annotated[int, Meta(ge=0, le=60)]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
STATS = {"forza": "strength", "des": "dexterity", "vol": "willpower", "pf": "hp"}
PRINTED = {"forza": "STR", "des": "DEX", "vol": "WIL", "pf": "HP"}
HIDE = ("Natural armor", "Armatura naturale")
MAIN = {"id": 0, "name": "Main", "slots": 10}
_ARMOUR = re.compile(r"\+?([123]) Armor")
_ATTACK = re.compile(r"\s*(?:,|\bor\b|\band\b)?\s*([^(),]+?)\s*\(([^)]*)\)")
_AGE = re.compile(r"(?:Age|Età): *(\d{1,4})")
_LISTS = ("traits", "bonds", "omens", "scars")


class Thing(Struct):
    """A thing in a container; ``carrying`` fills the slots that a container takes from who carries it."""

    name: Name
    id: int | str | None = None
    tags: list[str] | None = None
    location: int | str | None = None
    description: str | None = None
    uses: Whole | None = None
    max_uses: Whole | None = None
    charges: Whole | None = None
    max_charges: Whole | None = None
    armor_active: bool | None = None
    carrying: int | str | None = None


class Container(Struct):
    """Where things are: 0 is what the character itself carries."""

    id: int | str
    name: str
    slots: int | str
    carried_by: int | str | None = None
    load: int | str | None = None


class Sheet(Struct):
    """A character, or with ``kind`` a hireling or a pet."""

    name: Name
    strength: Score | None = None
    strength_max: Score | None = None
    dexterity: Score | None = None
    dexterity_max: Score | None = None
    willpower: Score | None = None
    willpower_max: Score | None = None
    hp: Score | None = None
    hp_max: Score | None = None
    kind: str | None = None
    background: str | None = None
    custom_background: str | None = None
    custom_name: str | None = None
    deprived: bool | None = None
    panicked: bool | None = None
    gold: Whole | None = None
    armor: Annotated[int, Meta(ge=0, le=3)] | str | None = None
    attack: str | None = None
    items: Annotated[list[Thing], Meta(max_length=200)] | None = None
    containers: list[Container] | None = None
    description: str | None = None
    traits: str | None = None
    notes: str | None = None
    bonds: str | None = None
    scars: str | None = None
    omens: str | None = None


class Beast(Struct):
    """A monster as the bestiary prints it."""

    Name: Name
    HP: Score
    STR: Score
    DEX: Score
    WIL: Score
    Armor: Annotated[int, Meta(ge=0, le=3)] | None = None
    Attack: str | None = None
    Traits: list[str] | None = None


# --- outward


def sheet_of(being: Being, lang: str, losses: Losses) -> dict[str, Any]:
    """A being as a character, a companion or a monster; what the shape cannot hold is listed."""
    who = being.name
    for key, value in being.rest.items():
        if key != "monster" and not (key in ("name", "name_en") and value == being.name):
            losses.add(f"{who}: {key}", value)
    return _beast(being, losses) if being.kind == FOE else _sheet(being, lang, losses)


def _beast(being: Being, losses: Losses) -> dict[str, Any]:
    for name in SCORES:
        if being.scores[name] != being.most[name]:
            losses.add(f"{being.name}: {name}", being.scores[name])
    extra = {"coins": being.coins, "fatigue": being.fatigue, "deprived": being.deprived, "panicked": being.panicked,
             "background": being.background, "age": being.age}  # fmt: skip
    for key, value in extra.items():
        if value:
            losses.add(f"{being.name}: {key}", value)
    for line in being.notes:
        losses.add(f"{being.name}: notes", line)
    for key in (*_LISTS, "marks"):
        for _, line in getattr(being, key):
            losses.add(f"{being.name}: {key}", line)
    for ware in being.wares:
        losses.add(f"{being.name}: items", ware.name)
    found: dict[str, Any] = {"Name": being.name}
    found |= {PRINTED[name]: being.most[name] for name in ("pf",)}
    if being.armour:
        found["Armor"] = being.armour
    found |= {PRINTED[name]: being.most[name] for name in ("forza", "des", "vol")}
    if being.attacks:
        found["Attack"] = ", ".join(map(_blow, being.attacks))
    found["Traits"] = [being.text] if being.text else []
    return found


def _blow(ware: Ware) -> str:
    return f"{ware.name} ({'+'.join(f'd{sides}' for sides in ware.dice)}{', blast' if ware.blast else ''})"


def _sheet(being: Being, lang: str, losses: Losses) -> dict[str, Any]:
    items, containers = _goods(being, lang, losses)
    found: dict[str, Any] = {"name": being.name}
    for name, word in STATS.items():
        found |= {word: being.scores[name], f"{word}_max": being.most[name]}
    found |= {"gold": being.coins, "items": items, "containers": containers, "custom_image": False, "image_url": ""}
    marks = [line for _, line in being.marks]
    if being.kind == HIRELING:
        found |= {"kind": HIRELING, "role": "", "armor": being.armour, "attack": ", ".join(map(_blow, being.attacks)),
                  "daily_cost": 0, "pets": []}  # fmt: skip
        marks = [line for key in _LISTS for _, line in getattr(being, key)] + marks
        states = {"deprived": being.deprived, "panicked": being.panicked, "background": being.background}
        for key, value in states.items():
            if value:
                losses.add(f"{being.name}: {key}", value)
        marks += [f"{'Età' if lang == 'it' else 'Age'}: {being.age}"] if being.age else []
    else:
        for ware in being.attacks:
            losses.add(f"{being.name}: attacks", ware.name)
        worn = sum(ware.armour for ware in being.wares if ware.armour and ware.equipped and not ware.on)
        found |= {
            "background": being.background, "custom_name": being.name, "custom_background": being.background,
            "deprived": being.deprived, "panicked": being.panicked, "armor": min(3, worn + being.armour),
            "description": f"{'Età' if lang == 'it' else 'Age'}: {being.age}" if being.age else "",
            **{key: "\n".join(line for _, line in getattr(being, key)) for key in _LISTS},
        }  # fmt: skip
    return found | {"notes": "\n".join(marks + being.notes)}


def _goods(being: Being, lang: str, losses: Losses) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    items: list[dict[str, Any]] = []
    containers: list[dict[str, Any]] = [dict(MAIN)]
    place: dict[int, int] = {}
    for number, ware in enumerate(being.wares, 1):
        if ware.kind == "carrier":
            place[number] = len(containers)
            load = 0 if ware.petty else 2 if ware.bulky else 1
            box: dict[str, Any] = {"id": len(containers), "name": ware.name, "slots": ware.carries}
            containers.append(box | ({"carried_by": 0, "load": load} if load else {}))
            items += [{"name": f"Carrying {ware.name}", "tags": [], "location": 0, "carrying": box["id"]}] * load
    for ware in being.wares:
        if ware.note:
            losses.add(f"{being.name}: {ware.name}", ware.note)
        if ware.kind != "carrier":
            items.append(_thing(ware, place.get(ware.on, 0)))
        elif ware.on:
            losses.add(f"{being.name}: {ware.name}: on", ware.on)
    if being.armour and being.kind == PC:
        tags = ["petty", f"{being.armour} Armor"]
        items.append({"name": HIDE[lang == "it"], "tags": tags, "location": 0, "armor_active": True})
    items += [{"name": FATIGUE[0], "tags": [], "location": 0}] * being.fatigue
    return [{"id": number, **item} for number, item in enumerate(items, 1)], containers


def _thing(ware: Ware, location: int) -> dict[str, Any]:
    tags = ["+".join(f"d{sides}" for sides in ware.dice)] if ware.dice else []
    tags += [f"{ware.armour} Armor"] if ware.armour else []
    flags = {"bonus defense": ware.plus, "blast": ware.blast, "bulky": ware.bulky, "petty": ware.petty,
             "uses": ware.uses[1], "charges": ware.charges[1]}  # fmt: skip
    tags += [word for word, value in flags.items() if value]
    found: dict[str, Any] = {"name": ware.name, "tags": tags, "location": location, "description": ware.text}
    if ware.uses[1]:
        found |= {"uses": ware.uses[0], "max_uses": ware.uses[1]}
    if ware.charges[1]:
        found |= {"charges": ware.charges[0], "max_charges": ware.charges[1]}
    if ware.armour:
        found["armor_active"] = bool(ware.equipped)
    return found


# --- inward


def being_of_beast(beast: Beast, raw: dict[str, Any], path: str, losses: Losses) -> Being:
    """A monster of the bestiary as a being."""
    losses.strangers(raw, Beast, path)
    scores = {name: getattr(beast, word) for name, word in PRINTED.items()}
    at = f"{path}.Attack".removeprefix(".")
    return Being(name=beast.Name, path=path, kind=FOE, scores=scores, most=dict(scores), armour=beast.Armor or 0,
                 attacks=_attacks(beast.Attack or "", at, losses), text=" ".join(beast.Traits or ()),
                 wares=[], told=[])  # fmt: skip


def being_of_sheet(sheet: Sheet, raw: dict[str, Any], path: str, losses: Losses) -> Being:
    """A character or companion as a being."""
    losses.strangers(raw, Sheet, path)
    dot = f"{path}." if path else ""
    kind = HIRELING if sheet.kind in ("hireling", "pet") else PC
    being = Being(name=sheet.name, path=path, kind=kind, coins=sheet.gold or 0, deprived=bool(sheet.deprived),
                  panicked=bool(sheet.panicked), background=sheet.background or "", scores={}, most={}, wares=[],
                  told=[], attacks=_attacks(sheet.attack or "", f"{dot}attack", losses))  # fmt: skip
    for name, word in STATS.items():
        known = [v for v in (getattr(sheet, word), getattr(sheet, f"{word}_max")) if v is not None]
        if known:
            being.scores[name], being.most[name] = known[0], known[-1]
    for key in ("custom_name", "custom_background"):
        value = getattr(sheet, key)
        if value and value != getattr(sheet, key.removeprefix("custom_")):
            losses.add(f"{dot}{key}", value)
    if kind == HIRELING and str(sheet.armor or 0) in "0123":
        being.armour = int(sheet.armor or 0)
    for key in _LISTS:
        setattr(being, key, [(f"{dot}{key}", line) for line in paragraphs(getattr(sheet, key) or "")])
    for key in ("description", "notes"):
        for line in paragraphs(getattr(sheet, key) or ""):
            if (age := _AGE.fullmatch(line)) is not None:
                being.age = int(age[1])
            else:
                being.told.append((f"{dot}{key}", line))
    _things(being, sheet, dot, losses)
    return being


def _things(being: Being, sheet: Sheet, dot: str, losses: Losses) -> None:
    place: dict[str, int] = {}
    for number, box in enumerate(sheet.containers or ()):
        if str(box.id) == "0":
            if str(box.slots) != str(MAIN["slots"]):
                losses.add(f"{dot}containers[{number}].slots", box.slots)
            continue
        load, slots = (int(str(value)) if str(value).isdigit() else 0 for value in (box.load, box.slots))
        being.wares.append(Ware(name=box.name or "?", path=f"{dot}containers[{number}]", kind="carrier", bulky=load > 1,
                                petty=not load, carries=min(slots, 1000)))  # fmt: skip
        place[str(box.id)] = len(being.wares)
    for number, thing in enumerate(sheet.items or ()):
        at = f"{dot}items[{number}]"
        if thing.name in FATIGUE and not thing.tags:
            being.fatigue += 1
        elif thing.carrying is None and thing.name in HIDE and being.kind == PC:
            being.armour = _ware(thing, at, losses).armour
        elif thing.carrying is None or str(thing.carrying) not in place:
            ware = _ware(thing, at, losses)
            ware.on = place.get(str(thing.location or 0), 0)
            if not ware.on and str(thing.location or 0) != "0":
                losses.add(f"{at}.location", thing.location, NOT_UNDERSTOOD)
            being.wares.append(ware)


def _ware(thing: Thing, at: str, losses: Losses) -> Ware:
    ware = Ware(name=thing.name, path=at, text=thing.description or "")
    for number, tag in enumerate(thing.tags or ()):
        if (armour := _ARMOUR.fullmatch(tag)) is not None:
            ware.armour, ware.kind = int(armour[1]), "armour"
            ware.plus = ware.plus or tag.startswith("+")
        elif (dice := dice_of(tag)) is not None:
            ware.dice, ware.kind = dice[0], "weapon"
        elif tag == "bonus defense":
            ware.plus = True
        elif tag in ("bulky", "petty", "blast"):
            setattr(ware, tag, True)
        elif tag not in ("uses", "charges"):
            losses.add(f"{at}.tags[{number}]", tag, NOT_UNDERSTOOD)
    for word in ("uses", "charges"):
        now = getattr(thing, word)
        if now is not None:
            setattr(ware, word, (now, max(now, getattr(thing, f"max_{word}") or 0)))
    if ware.armour:
        ware.equipped = thing.armor_active is not False and str(thing.location or 0) == "0"
    return ware


def _attacks(text: str, at: str, losses: Losses) -> list[Ware]:
    """What a creature attacks with, of a line such as ``bite (d8), breath (d6, blast)``."""
    found: list[Ware] = []
    end = 0
    for match in _ATTACK.finditer(text):
        inside = [part.strip() for part in match[2].split(",")]
        dice = dice_of(inside[0])
        if dice is None or text[end : match.start()].strip(" ,"):
            losses.add(at, text[end : match.end()].strip(" ,"), NOT_UNDERSTOOD)
        if dice is not None:
            found.append(Ware(name=match[1].strip(), path=at, kind="attack", dice=dice[0], blast="blast" in inside[1:]))
            for word in inside[1:]:
                if word != "blast":
                    losses.add(at, word, NOT_UNDERSTOOD)
        end = match.end()
    if (rest := text[end:].strip(" ,.")) != "":
        losses.add(at, rest, NO_PLACE)
    return found
