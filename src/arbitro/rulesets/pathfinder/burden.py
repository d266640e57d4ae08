"""What armour and gear weigh: loads, what speed they leave, check penalties (PF-GRID-03, PF-SPD-07, PF-TAB-03, -13).

A sheet prints speeds and skills as they are in what it wears; here is what differs when that changes in a battle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from arbitro.engine.game import Game
from arbitro.engine.values import Id, RuleId
from arbitro.rulesets.pathfinder.arms import is_broken, worn_armour
from arbitro.rulesets.pathfinder.lookups import figure_of, library_of, score_of, sheet_of
from arbitro.rulesets.pathfinder.setup import in_hand, items_of, named_in_hand
from arbitro.rulesets.pathfinder.state import FORZA, LAND, LARGE, SMALL, Creature, Item, squares_of

if TYPE_CHECKING:
    from arbitro.rulesets.pathfinder.content import Library
    from arbitro.rulesets.pathfinder.shapes import Armour, Sheet

LIGHT, MIDDLING, HEAVY = 0, 1, 2
ARMOUR = {"light": LIGHT, "medium": MIDDLING, "heavy": HEAVY}
LOAD_DEX = {MIDDLING: 3, HEAVY: 1}  # PF-TAB-13.1
LOAD_CHECK = {LIGHT: 0, MIDDLING: -3, HEAVY: -6}  # PF-TAB-13.1
TWO_LEGS = {-4: 0.125, -3: 0.25, -2: 0.5, -1: 0.75, 0: 1, 1: 2, 2: 4, 3: 8, 4: 16}  # PF-TAB-13.4
FOUR_LEGS = {-4: 0.25, -3: 0.5, -2: 0.75, -1: 1, 0: 1.5, 1: 3, 2: 6, 3: 12, 4: 24}
GEAR = {-1: 0.5, 1: 2}  # PF-TAB-03.6
TENFOLD, TIMES = 10, 4  # PF-TAB-13: Strength beyond the table, ten points at a time
HEAVIEST = 29
OFF_GROUND, DRAGGED = 2, 5  # times the heaviest load, PF-TAB-13.3
BARBARIAN, BARBARIAN_SQUARES = "movimento-veloce", 2  # PF-CLS-04.1
MONK, MONK_SQUARES, MONK_EVERY = "velocita-del-monaco", 2, 3  # PF-CLS-05.1: squares for each three levels
FIGHTER, AT_EASE = "guerriero", {3: MIDDLING, 7: HEAVY}
STEADY = "nano"
"""The race whose speed nothing slows (PF-SPD-03.3)."""


def lessened(squares: int) -> int:
    """A speed as medium or heavy armour or load leaves it: two thirds, rounded up (PF-SPD-03.2, -04.1).

    >>> [lessened(n) for n in (2, 4, 6, 8, 10, 12)]
    [2, 3, 4, 6, 7, 8]
    """
    return -(-2 * squares // 3)


def unlessened(squares: int) -> int:
    """The speed of which so much is left.

    >>> [unlessened(n) for n in (2, 3, 4, 6, 7, 8)]
    [2, 4, 6, 8, 10, 12]
    """
    return next((n for n in range(2 * squares, 0, -1) if lessened(n) == squares and not n % 2), squares)


# --- loads --------------------------------------------------------------------------------------------


def weight_of(library: Library, items: tuple[Item, ...], size: int) -> float:
    """What things weigh, in pounds; those of Small creatures half as much, of Large ones double (PF-TAB-03.6)."""
    whole = sum(getattr(library.thing(item.thing), "weight", 0) * item.count for item in items)
    return whole * GEAR.get(max(SMALL, min(LARGE, size)), 1)


def capacity(library: Library, strength: int, size: int, legs: int) -> tuple[int, int, int]:
    """The most of a light, a medium and a heavy load, in pounds (PF-TAB-13)."""
    times = 1
    while strength > HEAVIEST:
        strength, times = strength - TENFOLD, times * TIMES
    row = next((load for load in library.loads.values() if load.strength == strength), None)
    if row is None:
        return 0, 0, 0
    by = (FOUR_LEGS if legs > 2 else TWO_LEGS)[size] * times
    return int(row.light * by), int(row.medium * by), int(row.heavy * by)


def lifts(game: Game, figure: Creature) -> tuple[int, int, int]:
    """The most that somebody lifts overhead, lifts off the ground, and pushes or drags, in pounds (PF-TAB-13.3)."""
    sheet = sheet_of(game, figure)
    *_, most = capacity(library_of(game), score_of(game, figure.id, FORZA), figure.size, sheet.legs)
    return most, OFF_GROUND * most, DRAGGED * most


def load_on(game: Game, figure: Creature) -> int:
    """How heavily somebody is laden: light, medium or heavy."""
    key = ("load", figure.id)
    known: int | None = game.now.get(key)
    if known is None:
        known = game.now[key] = _load_on(game, figure)
    return known


def _load_on(game: Game, figure: Creature) -> int:
    if not figure.items or figure.forza < 0:
        return LIGHT
    library, sheet = library_of(game), sheet_of(game, figure)
    own = tuple(item for item in figure.items if sheet.legs > 2 or not _saddle(library, item))
    carried = weight_of(library, own, figure.size)
    light, medium, _ = capacity(library, score_of(game, figure.id, FORZA), figure.size, sheet.legs)
    return LIGHT if carried <= light else MIDDLING if carried <= medium else HEAVY


def _saddle(library: Library, item: Item) -> bool:
    """Whether something lies on a mount, though its rider has it among its things (see `arms.saddle_of`)."""
    return getattr(library.items.get(item.thing), "type", "") == "saddle"


def armour_on(game: Game, figure: Creature) -> int:
    """How heavy the armour is that somebody wears; shields do not count (PF-TAB-03.2)."""
    return max((ARMOUR.get(armour.type, LIGHT) for _, armour in worn_armour(game, figure)), default=LIGHT)


def burden(game: Game, figure: Creature) -> int:
    """The worse of armour and load, which do not add up (PF-TAB-13.2)."""
    return max(armour_on(game, figure), load_on(game, figure))


def slowed(game: Game, figure: Creature) -> bool:
    """Whether armour or load slows somebody (PF-SPD-02 to -04)."""
    sheet, armour = sheet_of(game, figure), armour_on(game, figure)
    hampers = armour if armour > at_ease_in(sheet) else LIGHT
    return sheet.race != STEADY and max(hampers, load_on(game, figure)) > LIGHT


def at_ease_in(sheet: Sheet) -> int:
    """The heaviest armour that does not slow somebody: a fighter gets used to it (open content)."""
    level = sheet.classes.get(FIGHTER, 0)
    return max((weight for least, weight in AT_EASE.items() if level >= least), default=LIGHT)


# --- what the sheet has in it already -----------------------------------------------------------------


class Begun(Struct, frozen=True):
    """What a sheet's printed numbers have in them: the armour it begins in, and its check penalty."""

    armour: int
    bare: bool
    penalty: int


def begun(game: Game, sheet: Sheet) -> Begun:
    """The armour with which a sheet begins; worked out once."""
    known: dict[str, Begun] = game.ruleset.begun  # type: ignore[attr-defined]
    found = known.get(sheet.id)
    if found is None:
        library = library_of(game)
        items = items_of(sheet.items, library)
        held = in_hand(items, library, named_in_hand(sheet.items))
        worn = [(item, library.armours[item.thing]) for item in items
                if item.thing in library.armours and (item.worn or item.no in held)]  # fmt: skip
        heaviest = max((ARMOUR.get(armour.type, LIGHT) for _, armour in worn), default=LIGHT)
        found = known[sheet.id] = Begun(heaviest, not worn, sum(_penalty(item, armour) for item, armour in worn))
    return found


def printed_speed(game: Game, it: Id, way: str) -> int:
    """Squares of a move before armour slows it and class makes it faster: what the sheet prints, less those."""
    figure = figure_of(game, it)
    sheet, library = sheet_of(game, figure), library_of(game)
    printed = squares_of(sheet.speeds.get(way, 0))
    if way != LAND:
        return printed
    first = begun(game, sheet)
    worn = first.armour
    race = library.races.get(sheet.race)
    unhindered = race is not None and printed >= squares_of(race.speed) and BARBARIAN not in sheet.abilities
    if worn > at_ease_in(sheet) and sheet.race != STEADY and not unhindered:
        printed = unlessened(printed)
    return printed - sum(squares for _, squares, _ in class_speed(sheet, worn, worn, bare=first.bare))


def faster(game: Game, it: Id, way: str) -> list[tuple[RuleId, int, str]]:
    """What a class adds to the speed now: rule, squares, type of bonus (PF-SPD-06)."""
    figure = figure_of(game, it)
    if way != LAND:
        return []
    bare = not worn_armour(game, figure)
    return class_speed(sheet_of(game, figure), armour_on(game, figure), load_on(game, figure), bare=bare)


def class_speed(sheet: Sheet, armour: int, load: int, *, bare: bool) -> list[tuple[RuleId, int, str]]:
    """The barbarian's speed unless something heavy is on it, the monk's in nothing at all (PF-CLS-04, -05)."""
    found: list[tuple[RuleId, int, str]] = []
    if BARBARIAN in sheet.abilities and max(armour, load) < HEAVY:
        found.append(("PF-CLS-04.1", BARBARIAN_SQUARES, ""))
    if MONK in sheet.abilities and bare and load == LIGHT:
        found.append(("PF-CLS-05.1", MONK_SQUARES * (sheet.classes.get("monaco", 0) // MONK_EVERY), "enhancement"))
    return found


def speed_left(game: Game, it: Id, way: str, squares: int) -> int:
    """A speed, all that changes it counted, once armour and load have slowed it too (PF-SPD-07.1)."""
    return lessened(squares) if way == LAND and slowed(game, figure_of(game, it)) else squares


def check_penalty(game: Game, figure: Creature) -> int:
    """The penalty of armour and shield, or of the load if that is worse, on checks of body skills (PF-TAB-03.4)."""
    mine = sum(_penalty(item, armour) for item, armour in worn_armour(game, figure))
    return min(mine, LOAD_CHECK[load_on(game, figure)])


def _penalty(item: Item, armour: Armour) -> int:
    """Of one piece: masterwork takes one off it, damage doubles it (PF-CND-16.2)."""
    fine = item.masterwork or item.bonus > 0
    penalty = min(0, armour.check + fine)
    return penalty * 2 if is_broken(item, armour) else penalty


def load_cap(game: Game, figure: Creature) -> int | None:
    """The most Dexterity to AC that a load allows, None for a light one (PF-TAB-13.1)."""
    return LOAD_DEX.get(load_on(game, figure))
