"""The attacks of a stat block: "2 claws +7 (1d6+2 plus grab) or +1 longsword +9/+4 (1d8+5/19–20)"."""

from __future__ import annotations

import re
from typing import Any

from arbitro.content.catalogue import fold
from arbitro.content.losses import NOT_UNDERSTOOD, Losses
from arbitro.rulesets.pathfinder.arms import BIGGER, SMALLER
from arbitro.rulesets.pathfinder.interchange.draft import (
    GIVEN_OTHERWISE,
    UNKNOWN,
    Draft,
    body_attack,
    ranged,
    said,
)
from arbitro.rulesets.pathfinder.interchange.words import MINUS, Names, natural, raw, signed, table
from arbitro.rulesets.pathfinder.shapes import Weapon
from arbitro.rulesets.pathfinder.state import SIZES

_SIGN = rf"[+{MINUS}-]"
_ATTACK = re.compile(
    rf"(?:(?P<count>\d+)\s+)?(?P<before>(?:\+\d+\s+|masterwork\s+|mwk\s+)*)(?P<name>[^(,;]+?)\s+"
    rf"(?P<bonus>{_SIGN}\d+(?:/{_SIGN}?\d+)*)\s*(?P<touch>(?:ranged |melee )?touch|contatto)?\s*\((?P<damage>[^)]*)\)"
)
_DAMAGE = re.compile(
    rf"(?P<dice>\d+d\d+|\d+)?(?P<plus>{_SIGN}\d+)?(?:/(?P<low>\d+)[{MINUS}-]20)?(?:/?[×x](?P<times>\d))?"
)
_BETWEEN = re.compile(r"^[\s,;]*(?:(?:and|or|e|o|oppure)\b)?[\s,;]*")
MASTERWORK = r"\b(?:masterwork|mwk|perfett[oa])\b"
MEDIUM = SIZES.index("media")


def read_attacks(draft: Draft, text: str, names: Names, losses: Losses, where: str) -> None:
    """Every attack of a line; what stands between them and is none is listed."""
    place = 0
    while place < len(text):
        place += len(_BETWEEN.match(text[place:])[0])  # type: ignore[index]
        found = _ATTACK.match(text, place)
        if not found:
            rest = text[place:].strip(" ,;")
            if rest:
                losses.add(where, rest, NOT_UNDERSTOOD)
            return
        _attack(draft, found, names, losses, where)
        place = found.end()


def _attack(draft: Draft, found: re.Match[str], names: Names, losses: Losses, where: str) -> None:
    name = re.sub(MASTERWORK, "", found["name"]).strip()
    first = signed(re.match(rf"{_SIGN}\d+", found["bonus"])[0])  # type: ignore[index]
    body = natural().get(fold(name))
    thing = None if body else names.thing(name)
    if body:
        _with_body(draft, body, found, first, names, losses, where)
    elif thing in names.library.weapons:
        plus = re.search(r"\+(\d)", found["before"])
        more: dict[str, Any] = {"bonus": int(plus[1])} if plus else {}
        if re.search(MASTERWORK, found["before"] + found["name"]):
            more["masterwork"] = True
        draft.add_item(str(thing), **more)
        _with_weapon(draft, names.library.weapons[str(thing)], more, found, first, losses, where)
    else:
        losses.add(where, found[0], UNKNOWN)


def _with_body(
    draft: Draft, id_: str, found: re.Match[str], bonus: int, names: Names, losses: Losses, where: str
) -> None:
    attack = body_attack(id_)
    first, *more = re.split(rf"\s+(?:{'|'.join(raw()['plus'])})\s+|\s+(?:and|e)\s+", found["damage"])
    damage = _DAMAGE.fullmatch(first.strip())
    if damage is None or not damage["dice"]:
        losses.add(where, found["damage"], NOT_UNDERSTOOD)
        more = more if damage else []
    attack["damage"] = damage["dice"] if damage and damage["dice"] else "0"
    if found["count"]:
        attack["count"] = int(found["count"])
    if damage and damage["low"]:
        attack["threat"] = int(damage["low"])
    if damage and damage["times"] and damage["times"] != "2":
        attack["multiplier"] = int(damage["times"])
    if found["touch"] or id_ in ("tocco", "contatto"):
        attack["touch"] = True
    for word in more:
        _besides(draft, attack, word.strip(), names, losses, where)
    draft.strike(attack, bonus, losses, where)


def _besides(draft: Draft, attack: dict[str, Any], word: str, names: Names, losses: Losses, where: str) -> None:
    """What an attack does besides its damage: "1d6 fire", "grab"."""
    energy = re.fullmatch(r"(\d+d\d+) (?:danni da )?(.+)", word)
    kind = table("energies").get(fold(energy[2])) if energy else None
    ability = names.abilities.get(fold(word))
    if energy and kind and "extra" not in attack:
        attack["extra"], attack["extra_type"] = energy[1], kind
    elif ability:
        attack.setdefault("hits", []).append(ability)
        if ability not in draft.abilities:
            draft.abilities.append(ability)
    else:
        losses.add(where, word, UNKNOWN)


def _with_weapon(
    draft: Draft, weapon: Weapon, more: dict[str, Any], found: re.Match[str], bonus: int, losses: Losses, where: str
) -> None:
    """Bonus and dice of a weapon are worked out in play; where the block prints others, that is listed."""
    ability = _ability(draft, weapon)
    plus = more.get("bonus", 0) or int(more.get("masterwork", False))
    focus = draft.has("arma-focalizzata", weapon.id)
    right = (draft.bab or 0) + ability + draft.size_modifier + plus + focus
    if bonus != right:
        losses.add(where, f"{found['name']} {bonus:+d}", said(GIVEN_OTHERWISE, right=f"{right:+d}"))
    draft.printed_attacks.setdefault(weapon.id, right)
    damage = _DAMAGE.match(found["damage"])
    dice = dice_for(weapon, draft.size)
    if damage and damage["dice"] and damage["dice"] != dice:
        losses.add(where, f"{found['name']} {damage['dice']}", said(GIVEN_OTHERWISE, right=dice))
    rest = re.split(rf"\s+(?:{'|'.join(raw()['plus'])})\s+", found["damage"])[1:]
    for word in rest:
        losses.add(where, f"{found['name']}: {word}", UNKNOWN)


def _ability(draft: Draft, weapon: Weapon) -> int:
    if ranged(weapon):
        return draft.modifier("destrezza")
    fine = draft.has("arma-accurata") and (weapon.group == "light" or weapon.finesse)
    strength = draft.modifier("forza")
    return max(strength, draft.modifier("destrezza")) if fine else strength


def dice_for(weapon: Weapon, size: str) -> str:
    """The dice of a weapon for a size, as in play (PF-TAB-11.1)."""
    steps = SIZES.index(size) - MEDIUM if size else 0
    if steps == -1:
        return weapon.damage_small
    text = weapon.damage
    for _ in range(abs(steps)):
        text = (BIGGER if steps > 0 else SMALLER).get(text, text)
    return text
