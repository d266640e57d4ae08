"""Pieces of equipment that change hands: what goes with what, and an exchange with a dead fighter's (CDC-AB-045)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from arbitro.engine.values import RuleId
from arbitro.rulesets.crepuscolo.events import Outfit
from arbitro.rulesets.crepuscolo.queries import plain_bonus
from arbitro.rulesets.crepuscolo.state import IMPROVISED, Figure

if TYPE_CHECKING:
    from arbitro.engine.records import Record
    from arbitro.rulesets.crepuscolo.content import Item, Library

WORN = ("melee", "armour", "shield")
"""Types of which a fighter has one (CDC-EQ-01.2)."""
PIECES = (*WORN, "ranged", "gear")


def clashes(things: Iterable[Item]) -> list[tuple[str, Item, Item]]:
    """Things that cannot be carried together: the code, and the two (CDC-EQ-01.4, and what items forbid)."""
    carried, found = list(things), []
    shield = next((item for item in carried if item.type == "shield"), None)
    weapon = next((item for item in carried if item.type == "melee" and item.hands != 1), None)
    if shield is not None and weapon is not None:
        found.append(("two_hands_and_shield", weapon, shield))
    for item in carried:
        found += [("forbidden_with", item, o) for o in carried if o is not item and _word_of(o) in item.forbids]
    return found


def _word_of(item: Item) -> str:
    """The word by which another item may forbid this one."""
    if item.type == "melee":
        return {1: "", 2: "two_handed", "pair": "pair"}[item.hands]
    return item.type if item.type in ("ranged", "shield") else ""


def pieces_of(figure: Figure, library: Library) -> tuple[RuleId, ...]:
    """The pieces of equipment of a figure that can change hands; upgrades go with what they are put on."""
    put_on = {upgrade for upgrade, _ in figure.upgrades}
    found = [library.items[i] for i in figure.items if i != IMPROVISED and i not in put_on]
    return tuple(item.id for item in found if item.type in PIECES)


def swapped(mine: Figure, theirs: Figure, gave: RuleId, got: RuleId, library: Library) -> tuple[Outfit, Outfit] | None:
    """What both are left with after an exchange of two pieces; None where the first could not carry that."""
    one = _refitted(mine, theirs, gave, got, library)
    things = [library.items[item] for item in one.items]
    kinds = [thing.type for thing in things if thing.type in WORN]
    if len(set(kinds)) < len(kinds) or clashes(things) or got in mine.items:
        return None
    return one, _refitted(theirs, mine, got, gave, library)


def arms_and_all(
    carried: Iterable[RuleId], upgrades: Iterable[tuple[RuleId, RuleId]], library: Library
) -> tuple[RuleId, tuple[RuleId, ...]]:
    """The melee weapon of whoever carries those pieces, and all it has; an improvised one where there is none."""
    pieces = tuple(carried)
    weapon = next((i for i in pieces if library.items[i].type == "melee"), IMPROVISED)
    return weapon, (*(() if weapon in pieces else (weapon,)), *pieces, *dict.fromkeys(u for u, _ in upgrades))


def _refitted(mine: Figure, theirs: Figure, gave: RuleId, got: RuleId, library: Library) -> Outfit:
    """A figure without one piece and what is put on it, and with another's piece and what is put on that."""
    upgrades = (*(u for u in mine.upgrades if u[1] != gave), *(u for u in theirs.upgrades if u[1] == got))
    put_on = {upgrade for upgrade, _ in mine.upgrades}
    kept = [i for i in mine.items if i not in (gave, IMPROVISED) and i not in put_on]
    carried = [*kept, got]
    weapon, items = arms_and_all(carried, upgrades, library)
    more = _bonus(items, library.records, "res") - _bonus(mine.items, library.records, "res")
    spent = (*(i for i in mine.used_up if i in items), *(i for i in theirs.used_up if i in items))
    return Outfit(
        items=items,
        upgrades=upgrades,
        weapon=weapon,
        ranged=tuple(i for i in carried if library.items[i].type == "ranged"),
        abilities=_abilities(mine, items, library),
        armour=_armour(mine, theirs, gave, got, library),
        life=max(1, mine.life + more) if mine.life else 0,
        life_max=max(1, mine.life_max + more),
        used_up=tuple(dict.fromkeys(spent)),
    )


def _bonus(items: Iterable[RuleId], records: Mapping[RuleId, Record], number: str) -> int:
    return sum(plain_bonus(records, item, number) for item in items)


def _abilities(figure: Figure, items: tuple[RuleId, ...], library: Library) -> tuple[RuleId, ...]:
    """A figure's abilities, with those that what it carries now grants in place of those it carried before."""
    lent = {ability for item in figure.items for ability in library.items[item].grants}
    profile = library.profiles[figure.profile]
    own = {owned.id for owned in profile.abilities}
    kept = [ability for ability in figure.abilities if ability not in lent or ability in own]
    return tuple(dict.fromkeys((*kept, *(ability for item in items for ability in library.items[item].grants))))


def _armour(mine: Figure, theirs: Figure, gave: RuleId, got: RuleId, library: Library) -> int:
    """The Resistenza left of what is worn after the exchange: an armour comes as it is (CDC-AB-045)."""
    own = min(mine.armour, _bonus(mine.abilities, library.records, "armour"))
    if library.items[got].type == "armour":
        return own + max(0, theirs.armour - _bonus(theirs.abilities, library.records, "armour"))
    return own if library.items[gave].type == "armour" else mine.armour
