"""The shape of actors of the Cairn system of Foundry VTT, as its "Export data" writes them.

Read from the public system: `system.abilities.STR.value/max`, `system.hp`, items with `weightless`, `bulky`, `armor`,
`damageFormula`, `uses`. Older files call `system` `data`. What only we have words for goes into `flags.arbitro`,
the place that Foundry leaves to others; the visible fields win where somebody has changed them.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from arbitro.content.losses import NOT_UNDERSTOOD, READ_AS_HIGHEST, Losses, shortened
from arbitro.rulesets.cairn.interchange.being import (
    FATIGUE,
    FOE,
    HIRELING,
    PC,
    Being,
    Ware,
    dice_of,
    foundry_dice,
    paragraphs,
    plain,
)
from arbitro.rulesets.cairn.scenariofile import MemberShape

Whole = Annotated[int, Meta(ge=0, le=10_000)]
Score = Annotated[int, Meta(ge=0, le=60)]
ACTORS = {PC: "character", HIRELING: "npc", FOE: "npc"}
KINDS = {"character": PC, "hireling": HIRELING, "npc": FOE}
ITEMS = {"weapon": "weapon", "armour": "armor", "shield": "armor", "book": "spellbook"}
ABILITIES = {"forza": "STR", "des": "DEX", "vol": "WIL"}
MINE = "arbitro"
_LISTS = ("traits", "bonds", "omens", "marks", "scars")
_AGE = ("Age", "Età")


class Pair(Struct, frozen=True):
    """A value now and at most."""

    value: Score | None = None
    max: Score | None = None


class Abilities(Struct, frozen=True):
    """The three of them."""

    STR: Pair = Pair()
    DEX: Pair = Pair()
    WIL: Pair = Pair()


class Uses(Struct):
    """How often a thing can still be used."""

    value: Whole | None = None
    max: Whole | None = None


class Cost(Struct):
    """A price, in the versions that wrap it."""

    value: float | None = None


class ItemSystem(Struct):
    """What an item of any type may say."""

    description: str | None = None
    weightless: bool | None = None
    equipped: bool | None = None
    bulky: bool | None = None
    quantity: Whole | None = None
    damageFormula: str | None = None
    blast: bool | None = None
    ranged: bool | None = None
    armor: Annotated[int, Meta(ge=0, le=3)] | str | None = None
    uses: Uses | None = None
    cost: float | Cost | None = None


class ItemMine(Struct):
    """Ours, on an item; ``size`` is bulky or petty, where it lies on a carrier and so weighs nothing over there."""

    thing: str = ""
    size: str = ""
    on: Annotated[int, Meta(ge=0, le=99)] = 0
    note: str = ""
    charges: bool = False
    plus: bool = False
    kind: str = ""


class ItemFlags(Struct):
    """Flags of an item."""

    arbitro: ItemMine | None = None


class Item(Struct):
    """An item that an actor owns."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    type: str
    system: ItemSystem | None = None
    data: ItemSystem | None = None
    flags: ItemFlags | None = None


class ActorSystem(Struct):
    """What an actor of any type may say."""

    hp: Pair
    abilities: Abilities
    background: str | None = None
    biography: str | None = None
    description: str | None = None
    notes: str | None = None
    deprived: bool | None = None
    panicked: bool | None = None
    gold: Annotated[float, Meta(ge=0, le=10_000)] | None = None
    armor: Annotated[int, Meta(ge=0, le=3)] | None = None


class ActorMine(Struct):
    """Ours, on an actor: keys of a party file."""

    kind: str = ""
    armour: Annotated[int, Meta(ge=0, le=3)] = 0
    more: dict[str, Any] = {}


class ActorFlags(Struct):
    """Flags of an actor."""

    arbitro: ActorMine | None = None


class Actor(Struct):
    """A character, hireling or npc with what it owns."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    type: str
    system: ActorSystem | None = None
    data: ActorSystem | None = None
    items: Annotated[list[Item], Meta(max_length=200)] | None = None
    flags: ActorFlags | None = None


# --- outward


def actor_of(being: Being, lang: str, losses: Losses) -> dict[str, Any]:
    """A being as an actor. Everything has a place: what has no field stands in ``flags.arbitro``."""
    told = [f"{_AGE[lang == 'it']}: {being.age}"] if being.age else []
    told += [line for kind in _LISTS for _, line in getattr(being, kind)]
    system: dict[str, Any] = {
        "hp": {"value": being.scores["pf"], "max": being.most["pf"]},
        "abilities": {key: {"value": being.scores[name], "max": being.most[name]} for name, key in ABILITIES.items()},
        "background": being.background,
        "biography": "".join(f"<p>{_html(line)}</p>" for line in told),
        "description": f"<p>{_html(being.text)}</p>" if being.text else "",
        "notes": "".join(f"<p>{_html(line)}</p>" for line in being.notes),
        "deprived": being.deprived,
        "panicked": being.panicked,
        "gold": being.coins,
    }
    if being.kind != PC:
        system["armor"] = being.armour
    mine = {"kind": being.kind, "armour": being.armour if being.kind == PC else 0, "more": being.rest}
    items = [_item_of(ware) for ware in (*being.wares, *being.attacks)]
    fatigue = {"name": FATIGUE[lang == "it"], "type": "item", "system": {"weightless": False, "quantity": 1}}
    return {
        "name": being.name,
        "type": ACTORS[being.kind],
        "system": system,
        "items": items + [fatigue] * being.fatigue,
        "flags": {MINE: {key: value for key, value in mine.items() if value}},
    }


def _item_of(ware: Ware) -> dict[str, Any]:
    kind = ITEMS.get(ware.kind, "weapon" if ware.kind == "attack" else "item")
    now, most = ware.charges if ware.charges[1] else ware.uses
    system: dict[str, Any] = {
        "description": f"<p>{_html(ware.text)}</p>" if ware.text else "",
        "weightless": ware.petty or bool(ware.on),
        "equipped": bool(ware.equipped),
        "bulky": ware.bulky and not ware.on,
        "quantity": 1,
        "uses": {"value": now, "max": most},
        "cost": {"value": ware.price},
    }
    if kind != "armor":
        system |= {"damageFormula": foundry_dice(ware.dice), "blast": ware.blast, "criticalDamage": ""}
    if kind != "weapon":
        system["armor"] = ware.armour
    mine = {"thing": ware.thing, "on": ware.on, "note": ware.note, "charges": bool(ware.charges[1]),
            "plus": ware.plus, "kind": ware.kind,
            "size": ("bulky" * ware.bulky or "petty" * ware.petty) if ware.on else ""}  # fmt: skip
    return {"name": ware.name, "type": kind, "system": system,
            "flags": {MINE: {key: value for key, value in mine.items() if value}}}  # fmt: skip


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


# --- inward


def being_of_actor(actor: Actor, raw: dict[str, Any], path: str, losses: Losses) -> Being:
    """A checked actor as a being; ``raw`` is the same data, in which unknown keys are looked for."""
    losses.strangers(raw, Actor, path)
    key = "system" if actor.system is not None else "data"
    system = actor.system or actor.data
    assert system is not None
    here = f"{path}.{key}" if path else key
    mine = actor.flags.arbitro if actor.flags is not None and actor.flags.arbitro is not None else ActorMine()
    kind = mine.kind if mine.kind in ACTORS else KINDS.get(actor.type, FOE)
    being = Being(name=actor.name, path=here, kind=kind, coins=int(system.gold or 0),
                  background=plain(system.background or ""), deprived=bool(system.deprived),
                  panicked=bool(system.panicked), armour=system.armor or mine.armour,
                  rest=_more(mine.more, path, losses),
                  scores={}, most={}, wares=[], attacks=[], told=[])  # fmt: skip
    if system.gold and system.gold != int(system.gold):
        losses.add(f"{here}.gold", system.gold)
    _scores(being, system)
    _texts(being, system, here, losses)
    _items(being, actor, path, losses)
    return being


def _scores(being: Being, system: ActorSystem) -> None:
    pairs = {name: getattr(system.abilities, key) for name, key in ABILITIES.items()} | {"pf": system.hp}
    for name, pair in pairs.items():
        known = [value for value in (pair.value, pair.max) if value is not None]
        if known:
            being.scores[name] = known[0]
            being.most[name] = known[-1]


def _texts(being: Being, system: ActorSystem, here: str, losses: Losses) -> None:
    lines = [(f"{here}.biography", line) for line in paragraphs(system.biography or "")]
    for path, line in lines:
        word, _, number = line.partition(":")
        if word.strip() in _AGE and number.strip().isdigit() and len(number.strip()) < 5:
            being.age = int(number)
        else:
            being.told.append((path, line))
    if being.kind == FOE or being.rest.get("monster"):
        being.text = plain(system.description or "")
    elif system.description and plain(system.description):
        being.told += [(f"{here}.description", line) for line in paragraphs(system.description)]
    being.told += [(f"{here}.notes", line) for line in paragraphs(system.notes or "")]


def _more(given: dict[str, Any], path: str, losses: Losses) -> dict[str, Any]:
    """Our own keys of a party file, each only if it is one and well formed."""
    found: dict[str, Any] = {}
    kinds = {field.name: field.type for field in msgspec.structs.fields(MemberShape)}
    for key, value in given.items():
        try:
            msgspec.convert(value, kinds[key])
        except (KeyError, msgspec.ValidationError):
            losses.add(f"{path}.flags.arbitro.more.{key}".removeprefix("."), value, NOT_UNDERSTOOD)
        else:
            found[key] = value
    return found


def _items(being: Being, actor: Actor, path: str, losses: Losses) -> None:
    for number, item in enumerate(actor.items or ()):
        at = f"{path}.items[{number}]".removeprefix(".")
        system = item.system or item.data or ItemSystem()
        copies = system.quantity or 1
        if item.name in FATIGUE and not system.damageFormula:
            being.fatigue += copies
            continue
        for _ in range(min(copies, 200)):
            ware = _ware(item, system, f"{at}.{'data' if item.data is not None else 'system'}", losses)
            if _is_attack(item, ware, being):
                being.attacks.append(ware)
            else:
                being.wares.append(ware)


def _is_attack(item: Item, ware: Ware, being: Being) -> bool:
    mine = item.flags.arbitro if item.flags is not None else None
    if mine is not None and mine.kind:
        return mine.kind == "attack" and bool(ware.dice)
    return being.kind == FOE and bool(ware.dice)


def _ware(item: Item, system: ItemSystem, at: str, losses: Losses) -> Ware:
    mine = item.flags.arbitro if item.flags is not None and item.flags.arbitro is not None else ItemMine()
    armour = int(str(system.armor)) if str(system.armor) in ("1", "2", "3") else 0
    if str(system.armor or "0") != str(armour):
        losses.add(f"{at}.armor", system.armor, NOT_UNDERSTOOD)
    dice, total = (dice_of(system.damageFormula) or ((), False)) if system.damageFormula else ((), False)
    if system.damageFormula and not dice:
        losses.add(f"{at}.damageFormula", system.damageFormula, NOT_UNDERSTOOD)
    if total:
        losses.add(f"{at}.damageFormula", system.damageFormula, READ_AS_HIGHEST)
    cost = system.cost.value if isinstance(system.cost, Cost) else system.cost
    price = int(cost) if cost and 0 < cost <= 1000 and cost == int(cost) else 0
    if cost and not price:
        losses.add(f"{at}.cost", shortened(cost))
    now = system.uses.value or 0 if system.uses else 0
    most = max(system.uses.max or 0, now) if system.uses else 0
    lying = bool(mine.on and system.weightless)
    kind = {"weapon": "weapon", "armor": "armour", "spellbook": "book"}.get(item.type, "gear")
    return Ware(
        name=item.name, path=at, thing=mine.thing, kind=mine.kind or kind, dice=dice, blast=bool(system.blast),
        ranged=bool(system.ranged), armour=armour, plus=mine.plus,
        bulky=mine.size == "bulky" if lying else bool(system.bulky),
        petty=mine.size == "petty" if lying else bool(system.weightless), uses=(0, 0) if mine.charges else (now, most),
        charges=(now, most) if mine.charges else (0, 0), on=mine.on, note=mine.note, price=price,
        equipped=system.equipped if item.type in ("weapon", "armor") else None,
        text=system.description or "",
    )  # fmt: skip
