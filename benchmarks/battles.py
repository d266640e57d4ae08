"""Battles that the benchmarks play: companies of the book and the house on a table with real terrain, a skirmish."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.ruleset import ruleset

CASTERS = ("portafolgore", "negromante-del-pozzo", "burattinaia", "settima-cintura", "dama-di-fumo")
"""House profiles of many abilities and powers, of five disciplines."""
PROFILES = ("razziatore", "assaltatore", "fante-della-cinta", "mordigelo", "razziatore")
TERRAIN: list[dict[str, Any]] = [
    {"id": "wood", "name": "Bosco", "rect": [10, 20, 12, 10], "kinds": ["difficult", "covering"]},
    {"id": "wall", "name": "Muro", "rect": [30, 28, 10, 1.5], "height": 2, "crossing": "vaultable", "dda": 1},
    {"id": "tower", "name": "Torre", "rect": [45, 25, 6, 6], "height": 8, "crossing": "vaultable", "dda": 2},
    {"id": "crevice", "name": "Crepaccio", "rect": [2, 40, 8, 3], "kinds": ["crevice"]},
    {"id": "pond", "name": "Stagno", "disc": [50, 45, 5], "kinds": ["water"]},
]


def setup(each: int, *, size: int = 60, profiles: Sequence[str] = PROFILES) -> dict[str, Any]:
    """A battle of ``each`` fighters a side, on a square table of ``size`` cm; casters carry no bought items."""
    bought = (("CDC-EQ-22",), ("CDC-EQ-41",))
    sides = [
        {
            "seat": seat,
            "name": seat.upper(),
            "access": [size / 2, 0 if seat == "a" else size],
            "fighters": [
                {"profile": profiles[(i + n) % 5], "items": list(bought[n]) if profiles is PROFILES else []}
                for i in range(each)
            ],
        }
        for n, seat in enumerate("ab")
    ]
    return {"table": {"width": size, "depth": size, "terrain": TERRAIN}, "sides": sides}


def new_game(seed: int, each: int = 5, *, log: bool = True, size: int = 60, profiles: Sequence[str] = PROFILES) -> Game:
    """A battle at its first question."""
    begun = setup(each, size=size, profiles=profiles)
    return Game.new(ruleset("crepuscolo"), begun, SeededDice.of_seed(seed), log=log)


PARTY = ("valeria-guerriera", "lunaspina", "ottavia", "tilli")
"""A fighter, a wizard, a cleric and a thief of the Pathfinder packs."""
FOES = ("orco", "hobgoblin", "gnoll", "balestriere", "lupo", "ogre")
BRIDGE = (
    "......~~........",
    "..,,..~~....o...",
    "......~~........",
    "......~~.....,,.",
    "........#...,,..",
    "................",
    "....#.~~........",
    "..o...~~....o...",
    "......~~........",
    "...,..~~........",
)


def new_skirmish(seed: int, *, log: bool = True) -> Game:
    """A Pathfinder skirmish at its first question: four against six, at a bridge."""
    fighters = {"a": PARTY, "b": FOES}
    sides = [
        {
            "seat": seat,
            "name": seat.upper(),
            "members": [
                {"id": f"{seat}{n}", "sheet": sheet, "at": f"{'dl'[seat == 'b']}{n + 1}", "aware": True}
                for n, sheet in enumerate(sheets, 1)
            ],
        }
        for seat, sheets in fighters.items()
    ]
    begun = {"ground": {"map": list(BRIDGE)}, "sides": sides}
    return Game.new(ruleset("pathfinder"), begun, SeededDice.of_seed(seed), log=log)


def play_randomly(game: Game, seed: int, most: int = 100_000) -> int:
    """Answer at random until the end; the number of decisions."""
    rng, number = Random(seed), 0
    while not game.over and number < most:
        game.play_sample(rng)
        number += 1
    return number


def rate(work: Callable[[int], int], seconds: float) -> float:
    """How many units of work a second of processor time ``work(seed)`` does; it returns how many it did."""
    done, seed = 0, 0
    start = time.process_time()
    while (used := time.process_time() - start) < seconds:
        done += work(seed)
        seed += 1
    return done / used


def median_us(work: Callable[[], object], times: int) -> float:
    """Median time of a call in microseconds of processor time."""
    taken = []
    for _ in range(times):
        start = time.process_time_ns()
        work()
        taken.append(time.process_time_ns() - start)
    return sorted(taken)[times // 2] / 1000


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table of results."""
    from rich.console import Console
    from rich.table import Table

    made = Table(title=title)
    for number, name in enumerate(head):
        made.add_column(name, justify="left" if number == 0 else "right")
    for row in rows:
        made.add_row(*(str(cell) for cell in row))
    Console(width=100).print(made)
