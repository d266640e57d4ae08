"""The twelve questions of exact dice, asked of three libraries, each written as its own guide would write it.

python benchmarks/dice_rows.py LIBRARY ROW

prints, as JSON, the time of the first call in this process and of the same call again (the best of three), in
milliseconds, and the whole distribution as fractions. Importing the library is not counted, for none of them.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

POOLS = {
    "3 of 4d6": (4, 3, 6),
    "4 of 6d6": (6, 4, 6),
    "5 of 10d6": (10, 5, 6),
    "5 of 10d10": (10, 5, 10),
    "8 of 16d10": (16, 8, 10),
    "10 of 20d10": (20, 10, 10),
}
EXPLOSIONS = {"8d6 exploding, depth 3": 3, "8d6 exploding, depth 5": 5, "8d6 exploding, depth 9": 9}
TWENTY, STAGES, SLAIN = "20 attacks of hit, wound, save", "the same in four dependent stages", "3-wound models slain"
ROWS = (*POOLS, TWENTY, STAGES, SLAIN, *EXPLOSIONS)
ATTACKS, HIT, WOUND, SAVE, DAMAGE, WOUNDS = 20, 3, 4, 5, 3, 3
"""Hits on a 3 or more, wounds on a 4 or more, saved by a 5 or more; a D3 of damage against models of 3 wounds."""
LIBRARIES = ("arbitro", "icepool", "dyce")


def suffered(state: int, damage: int) -> int:
    """Wounds on models one after the other: what is more than the last one has left is lost."""
    return min(state + damage, (state // WOUNDS + 1) * WOUNDS)


def fails(face: int) -> int:
    """1 for a save that fails."""
    return int(face < SAVE)


def arbitro_row(row: str) -> Callable[[], dict[int, Fraction]]:
    """A row, by this project's own distributions."""
    from arbitro.dice.distributions import Distribution, die

    def unsaved() -> Distribution:
        wounds = die(6).at_least(WOUND).many(die(6).at_least(HIT).times(ATTACKS))
        return die(6).map(fails).many(wounds)

    def twenty() -> Distribution:
        attack = die(6).map(fails).many(die(6).at_least(WOUND).many(die(6).at_least(HIT)))
        return attack.times(ATTACKS)

    made: dict[str, Callable[[], Any]] = {
        TWENTY: twenty,
        STAGES: lambda: die(DAMAGE).many(unsaved()),
        SLAIN: lambda: die(DAMAGE).carried(unsaved(), suffered).map(lambda state: state // WOUNDS),
    }
    for name, (n, keep, sides) in POOLS.items():
        made[name] = lambda n=n, keep=keep, sides=sides: die(sides).kept(n, keep)
    for name, depth in EXPLOSIONS.items():
        made[name] = lambda depth=depth: die(6).exploding(lambda face: face == 6, depth).times(8)
    return made[row]


def icepool_row(row: str) -> Callable[[], Any]:
    """A row, by icepool."""
    import icepool
    from icepool import Die, d

    def unsaved() -> Any:
        return ATTACKS @ (d(6) >= HIT) @ (d(6) >= WOUND) @ (d(6) < SAVE)

    def slain() -> Any:
        states: list[Any] = [Die([0])]
        for _ in range(ATTACKS):
            states.append(icepool.map(suffered, states[-1], d(DAMAGE)))
        return unsaved().map(lambda n: states[n]).map(lambda state: state // WOUNDS)

    made: dict[str, Callable[[], Any]] = {
        TWENTY: lambda: ATTACKS @ ((d(6) >= HIT) & (d(6) >= WOUND) & (d(6) < SAVE)),
        STAGES: lambda: unsaved() @ d(DAMAGE),
        SLAIN: slain,
    }
    for name, (n, keep, sides) in POOLS.items():
        made[name] = lambda n=n, keep=keep, sides=sides: d(sides).highest(n, keep)
    for name, depth in EXPLOSIONS.items():
        made[name] = lambda depth=depth: 8 @ d(6).explode(depth=depth)
    return made[row]


def dyce_row(row: str) -> Callable[[], Any]:
    """A row, by dyce."""
    from dyce import H, P, expand, explode_n

    def many(each: Any, most: int) -> list[Any]:
        return [n @ each if n else H({0: 1}) for n in range(most + 1)]

    def stage(counts: Any, each: Any) -> Any:
        sums = many(each, ATTACKS)
        return expand(lambda result: sums[result.outcome], counts, min_path_probability=Fraction(0))

    def unsaved() -> Any:
        hits = ATTACKS @ H(6).ge(HIT).apply(int)
        return stage(stage(hits, H(6).ge(WOUND).apply(int)), H(6).lt(SAVE).apply(int))

    def attack() -> Any:
        hit, wound, fail = H(6).ge(HIT), H(6).ge(WOUND), H(6).lt(SAVE)
        return hit.apply(lambda a, b: int(a and b), wound).apply(lambda a, b: int(a and b), fail)

    def slain() -> Any:
        states: list[Any] = [H({0: 1})]
        for _ in range(ATTACKS):
            states.append(states[-1].apply(suffered, H(DAMAGE)))
        total = expand(lambda result: states[result.outcome], unsaved(), min_path_probability=Fraction(0))
        return total.apply(lambda state: state // WOUNDS)

    made: dict[str, Callable[[], Any]] = {
        TWENTY: lambda: ATTACKS @ attack(),
        STAGES: lambda: stage(unsaved(), H(DAMAGE)),
        SLAIN: slain,
    }
    for name, (n, keep, sides) in POOLS.items():
        made[name] = lambda n=n, keep=keep, sides=sides: (n @ P(sides)).at(slice(n - keep, n))
    for name, depth in EXPLOSIONS.items():
        made[name] = lambda depth=depth: 8 @ explode_n(H(6), n=depth)
    return made[row]


def fractions(found: Any) -> dict[str, str]:
    """A distribution of any of them, written out."""
    total = sum(int(weight) for weight in found.values()) if not hasattr(found, "weights") else 0
    if not total:
        return {str(value): str(chance) for value, chance in found.items()}
    return {str(int(value)): str(Fraction(int(n), total)) for value, n in sorted(found.items()) if n}


def main() -> None:
    """Time one row."""
    library, row = sys.argv[1:3]
    ask = {"arbitro": arbitro_row, "icepool": icepool_row, "dyce": dyce_row}[library](row)
    taken = []
    for _ in range(4):
        start = time.perf_counter_ns()
        found = ask()
        taken.append((time.perf_counter_ns() - start) / 1e6)
    print(json.dumps({"first": taken[0], "again": min(taken[1:]), "odds": fractions(found)}))


if __name__ == "__main__":
    main()
