"""A creature in plain words and numbers, between our records and the shapes of other programs."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from msgspec import Struct

PC, HIRELING, FOE = "pc", "hireling", "foe"
SCORES = ("forza", "des", "vol", "pf")
FATIGUE = ("Fatigue", "Fatica")
_DIE = r"\d*d\d+"
_SAME = re.compile(r"(\d*)d(\d+)\s*(k?h?1?)", re.IGNORECASE)
_POOL = re.compile(rf"\{{\s*({_DIE}(?:\s*,\s*{_DIE})*)\s*\}}\s*kh?1?", re.IGNORECASE)
_PLUS = re.compile(rf"{_DIE}(?:\s*\+\s*{_DIE})+", re.IGNORECASE)
SIDES = (2, 3, 4, 6, 8, 10, 12, 20)
MOST_DICE = 6
WAITING = ("waits", "dies_in", "deprived_days")
"""Keys of a party file for what waits on somebody; no other program has a field for them."""


class Ware(Struct, kw_only=True):
    """A thing as it is written on a sheet, or an attack.

    ``path`` is where it stands in the file it was read from; ``thing`` the id of our record if the file says it;
    ``uses`` and ``charges`` are now and at most; ``on`` the number (from 1) of the thing it lies on; ``equipped`` None:
    the file does not say.
    """

    name: str
    path: str = ""
    thing: str = ""
    kind: str = "gear"
    dice: tuple[int, ...] = ()
    blast: bool = False
    ranged: bool = False
    armour: int = 0
    plus: bool = False
    bulky: bool = False
    petty: bool = False
    uses: tuple[int, int] = (0, 0)
    charges: tuple[int, int] = (0, 0)
    equipped: bool | None = None
    on: int = 0
    carries: int = 0
    price: int = 0
    note: str = ""
    text: str = ""


class Being(Struct, kw_only=True):
    """A creature: ``scores`` are current values and ``most`` their maximum; ``armour`` is its hide.

    ``lines`` are what is told about it (age, traits, bonds, omens, marks, scars), each with the path it was read from;
    ``told`` what may be any of them or a note; ``notes`` the lines of a member's notes;
    ``rest`` what only we have words for, as a party file writes it.
    """

    name: str
    path: str = ""
    kind: str = PC
    scores: dict[str, int] = {}
    most: dict[str, int] = {}
    armour: int = 0
    coins: int = 0
    fatigue: int = 0
    background: str = ""
    deprived: bool = False
    panicked: bool = False
    text: str = ""
    age: int = 0
    traits: list[tuple[str, str]] = []
    bonds: list[tuple[str, str]] = []
    omens: list[tuple[str, str]] = []
    marks: list[tuple[str, str]] = []
    scars: list[tuple[str, str]] = []
    told: list[tuple[str, str]] = []
    notes: list[str] = []
    wares: list[Ware] = []
    attacks: list[Ware] = []
    rest: dict[str, Any] = {}


def dice_of(formula: str) -> tuple[tuple[int, ...], bool] | None:
    """Dice of which the highest counts, and whether they were written as a sum; None where it is something else.

    >>> dice_of("2d6k"), dice_of("d8"), dice_of("{d6,d8}kh"), dice_of("d8 + d8"), dice_of("1d6+1")
    (((6, 6), False), ((8,), False), ((6, 8), False), ((8, 8), True), None)
    """
    formula = formula.strip()
    if (same := _SAME.fullmatch(formula)) is not None:
        parts, total = [formula[: same.end(2)]], not same[3]
    elif (pool := _POOL.fullmatch(formula)) is not None:
        parts, total = pool[1].split(","), False
    elif _PLUS.fullmatch(formula):
        parts, total = formula.split("+"), True
    else:
        return None
    dice: list[int] = []
    for part in parts:
        count, _, sides = part.strip().lower().partition("d")
        if len(count) > 1 or int(count or 1) not in range(1, MOST_DICE + 1) or int(sides[:4]) not in SIDES:
            return None
        dice += [int(sides)] * int(count or 1)
    if len(dice) > MOST_DICE:
        return None
    return tuple(dice), total and len(dice) > 1


def foundry_dice(dice: tuple[int, ...]) -> str:
    """Dice of which the highest counts, as Foundry rolls them.

    >>> foundry_dice((8,)), foundry_dice((6, 6)), foundry_dice((6, 8))
    ('d8', '2d6kh', '{d6,d8}kh')
    """
    if len(dice) < 2:
        return "".join(f"d{sides}" for sides in dice)
    if len(set(dice)) == 1:
        return f"{len(dice)}d{dice[0]}kh"
    return "{" + ",".join(f"d{sides}" for sides in dice) + "}kh"


def plain(text: str) -> str:
    """A text on one line, without marks of HTML and characters that do not print."""
    text = unescape(re.sub(r"<[^>]*>", " ", text))
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def paragraphs(text: str) -> list[str]:
    """The lines of a text that may be HTML, without empty ones."""
    return [line for part in re.split(r"</p>|</li>|<br\s*/?>|\n", text) if (line := plain(part))]
