"""Random battles: characters and creatures of all sizes on random boards, the same for the same random generator.

They serve property tests, soak runs and anybody who wants something to play at once.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import to_builtins

from arbitro.geometry.grid import Space, Square
from arbitro.rulesets.pathfinder.content import Library
from arbitro.rulesets.pathfinder.ground import DIFFICULT, FOG, LOW, OPEN, PIT, SOLID, WATER
from arbitro.rulesets.pathfinder.shapes import Carried, Sheet
from arbitro.rulesets.pathfinder.state import SIZES, SPAN, name_of_square, squares_of

WIDTH, DEPTH = (10, 18), (8, 14)
MISSILES = ("ampolla-di-acido", "fuoco-dell-alchimista", "acqua-santa", "rete", "bolas", "giavellotto", "shuriken")
THROWING = 0.3
"""How often a creature that carries things begins with something to throw."""
LIGHTS = ("normal", "normal", "normal", "bright", "dim")
ROCK = 0.25
"""How often there is something to climb."""
MOUNTED_SHARE, RIDERLESS_SHARE = 0.4, 0.2
"""How often a side has many mounts, and how often one of them is without a rider."""
BIG = 3
"""Squares per side from which a creature takes the place of several."""


def random_skirmish(rng: Random, library: Library, *, most: int = 4, round_limit: int = 12) -> dict[str, Any]:
    """The setup of a random battle.

    Args:
        rng: where everything random comes from.
        library: the packs in play.
        most: how many of a side at most.
        round_limit: after so many rounds it is left undecided.
    """
    width, depth = rng.randint(*WIDTH), rng.randint(*DEPTH)
    rows = [[OPEN] * width for _ in range(depth)]
    for _ in range(rng.choice([0, 3, 8])):
        sign = rng.choice([SOLID, DIFFICULT, DIFFICULT, LOW, FOG, WATER, PIT])
        x, y = rng.randrange(2, width - 2), rng.randrange(depth)
        for _ in range(rng.randint(1, 4)):
            rows[y][x] = sign
            x, y = (
                min(width - 3, max(2, x + rng.choice((-1, 0, 1)))),
                min(depth - 1, max(0, y + rng.choice((-1, 0, 1)))),
            )
    solid = {(x, depth - 1 - y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in (SOLID, PIT)}
    taken: set[Square] = set(solid)
    sides = [
        {"seat": seat, "name": seat.upper(), "members": _members(rng, library, seat, most, (width, depth), taken)}
        for seat in ("a", "b")
    ]
    options = {name: rng.random() < 0.2 for name in ("massive_damage", "published_first_check", "either_threatens",
                                                        "aftermath")}  # fmt: skip
    ground: dict[str, Any] = {
        "map": ["".join(row) for row in rows],
        "light": rng.choice(LIGHTS),
    }
    ground |= {"heights": _hill(rng, width, depth), "water": rng.choice(["calm", "rough", "stormy"])}
    return {"ground": ground, "sides": sides, "options": {**options, "round_limit": round_limit}}


def _hill(rng: Random, width: int, depth: int) -> dict[str, int]:
    """Now and then a rock of two or three squares of height in the middle of the board."""
    if rng.random() < ROCK:
        x, y = rng.randrange(2, width - 4), rng.randrange(depth - 1)
        return {name_of_square((x + i, y + j)): 2 + i % 2 for i in range(2) for j in range(2)}
    return {}


def _members(
    rng: Random, library: Library, seat: str, most: int, board: tuple[int, int], taken: set[Square]
) -> list[dict[str, Any]]:
    """A side: characters for one seat, creatures for the other, near their edge of the board."""
    sheets = [*library.characters.values()] if seat == "a" else [*library.monsters.values()]
    if rng.random() < MOUNTED_SHARE:
        sheets += [sheet for sheet in library.monsters.values() if sheet.mount] * 3
    number = rng.randint(1, most)
    found: list[dict[str, Any]] = []
    unaware = rng.random() < 0.15
    while len(found) < number:
        sheet = rng.choice(sheets)
        span = max(1, squares_of(sheet.space)) if sheet.space is not None else SPAN[SIZES.index(sheet.size)]
        place = _place(rng, seat, span, board, taken)
        if place is None:
            break
        number -= 1 if span >= BIG else 0
        rider = _rider(rng, library, sheet, f"{seat}{len(found) + 2}")
        found.append({"id": f"{seat}{len(found) + 1}", "sheet": sheet.id, "at": name_of_square(place),
                      "aware": not unaware, "hp": _hp(rng, sheet), **_things(rng, sheet)})  # fmt: skip
        if rider is not None:
            found.append({**{k: v for k, v in found[-1].items() if k != "items"}, **rider, "mount": found[-1]["id"]})
            number += 1
    return found


def _things(rng: Random, sheet: Sheet) -> dict[str, Any]:
    """Now and then something to throw in the hand of those who carry things, the rest at the belt."""
    if not sheet.items or rng.random() > THROWING:
        return {}
    thrown = rng.sample(MISSILES, 2)
    return {"items": [{"thing": thrown[0], "held": True}, thrown[1], *map(_as_data, sheet.items)]}


def _as_data(item: str | Carried) -> str | dict[str, Any]:
    """A thing of a sheet as a setup writes it, nothing in hand."""
    if isinstance(item, str):
        return item
    return {**to_builtins(item), "held": None}


def _rider(rng: Random, library: Library, sheet: Sheet, id_: str) -> dict[str, Any] | None:
    """Somebody to sit on a mount, more often than not."""
    if not sheet.mount or rng.random() < RIDERLESS_SHARE:
        return None
    smaller = [
        one for one in (*library.characters.values(), *library.monsters.values())
        if one.type == "umanoide" and SIZES.index(one.size) < SIZES.index(sheet.size)
    ]  # fmt: skip
    chosen = rng.choice(smaller)
    return {"id": id_, "sheet": chosen.id, "hp": _hp(rng, chosen)}


def _hp(rng: Random, sheet: Sheet) -> int:
    return sheet.hp if rng.random() < 0.7 else rng.randint(1, sheet.hp)


def _place(rng: Random, seat: str, span: int, board: tuple[int, int], taken: set[Square]) -> Square | None:
    """A free space in a side's half of the board; what is put there is taken."""
    width, depth = board
    half = width // 2
    for _ in range(40):
        lo, hi = (0, half - span) if seat == "a" else (half, width - span)
        space = Space(rng.randint(min(lo, max(0, hi)), max(0, hi)), rng.randint(0, max(0, depth - span)), span)
        squares = space.squares()
        if not taken.intersection(squares) and all(x < width and y < depth for x, y in squares):
            taken.update(squares)
            return space.x, space.y
    return None
