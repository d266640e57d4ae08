"""A full attack in Pathfinder: exact odds of the damage, and the same attack with the dice of many seeds.

python benchmarks/bench_full_attack.py [ATTACKS]

Three attacks at base attack 11 with a longsword (threat 19-20), in dim light, so that one blow in five is lost to
concealment. The exact odds take under a second; the seeded attacks agree with them by chi-square.
"""

from __future__ import annotations

import sys
import time
from fractions import Fraction
from typing import Any

from agreement import agreement
from battles import table
from msgspec import structs

from arbitro.dice.sources import SeededDice
from arbitro.engine.asks import Answer
from arbitro.engine.game import Game
from arbitro.engine.odds import Odds, odds
from arbitro.engine.state import State
from arbitro.rulesets.pathfinder.content import built_in
from arbitro.rulesets.pathfinder.ruleset import Pathfinder

FIGHTER, FOE = "veterano", "zombi"
BASE_ATTACK, HIT_POINTS, LEAVES = 11, 300, 50_000
WEAPON = "spada-lunga"
NEXT = ("a1", "swing", WEAPON, "b1")


def begun() -> tuple[Game, tuple[Any, ...]]:
    """A fighter of base attack 11 beside somebody whom no blow brings down, and its full attack."""
    library = built_in()
    sheet = next(one for one in library.characters.values() if WEAPON in map(_thing, one.items))
    fighter = structs.replace(sheet, id=FIGHTER, bab=BASE_ATTACK, feats=[], abilities=[], senses=[])
    foe = structs.replace(library.monsters[FOE], hp=HIT_POINTS)
    rules = Pathfinder(
        structs.replace(
            library, characters={**library.characters, FIGHTER: fighter}, monsters={**library.monsters, FOE: foe}
        )
    )
    sides = [
        {"seat": "a", "name": "A", "members": [{"id": "a1", "sheet": FIGHTER, "at": "c3"}]},
        {"seat": "b", "name": "B", "members": [{"id": "b1", "sheet": FOE, "at": "d3"}]},
    ]
    setup = {"ground": {"map": ["........"] * 6, "light": "dim"}, "sides": sides}
    for seed in range(100):
        game = Game.new(rules, setup, SeededDice.of_seed(seed), log=False)
        if game.state.turn == "a1":  # type: ignore[attr-defined]
            style = WEAPON if WEAPON in _styles(game) else next(s for s in _styles(game) if s.startswith(WEAPON))
            return game, ("a1", "full_attack", style, WEAPON, "b1")
    raise SystemExit("nobody begins")


def _thing(item: Any) -> str:
    return item if isinstance(item, str) else str(item.thing)


def _styles(game: Game) -> list[str]:
    form: Any = game.form("a")
    return [str(option.key) for option in form.grow(("a1", "full_attack")).options]


def dealt(state: State) -> int:
    """The damage so far."""
    return HIT_POINTS - int(state.figures["b1"].hp)  # type: ignore[attr-defined]


def over(state: State) -> bool:
    """Whether the last of the attacks is over."""
    return state.turn != "a1" or not state.figures["a1"].swings  # type: ignore[attr-defined]


def weighed(game: Game, value: tuple[Any, ...], *, leaves: int, samples: int) -> Odds:
    """The odds of the damage: through every outcome, or by samples."""
    assert game.pending is not None
    return odds(game, Answer(game.pending.id, "a", value), watch=dealt, until=over, leaves=leaves, samples=samples)


def sampled(game: Game, value: tuple[Any, ...], attacks: int) -> Odds:
    """The same attack with dice of so many seeds."""
    found: dict[int, int] = {}
    for seed in range(attacks):
        twin = game.fork(SeededDice.of_seed(seed))
        twin.choose(value)
        while not over(twin.state):
            twin.choose(NEXT)
        amount = dealt(twin.state)
        found[amount] = found.get(amount, 0) + 1
    return Odds({amount: Fraction(n, attacks) for amount, n in found.items()}, False, Fraction(0), [], attacks)


def main() -> None:
    """Both, and how well they agree."""
    attacks = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    game, value = begun()
    start = time.process_time()
    exact = weighed(game, value, leaves=LEAVES, samples=0)
    took = time.process_time() - start
    start = time.process_time()
    drawn = sampled(game, value, attacks)
    drawn_took = time.process_time() - start
    found = agreement(exact, drawn)
    mean = float(sum(amount * p for amount, p in exact.outcomes.items()))
    seen = float(sum(amount * p for amount, p in drawn.outcomes.items()))
    rows = [
        ("exact", f"{mean:.4f}", f"{len(exact.outcomes)} outcomes", f"{took:.2f} s"),
        (f"{attacks:,} seeded attacks", f"{seen:.4f}", f"{len(drawn.outcomes)} outcomes", f"{drawn_took:.0f} s"),
        ("agreement", f"chi2 {found.square:.1f} / {found.freedom}", f"p {found.p:.4f}", ""),
    ]  # fmt: skip
    table("A full attack of three, threat 19-20, concealment 20 %", ("", "damage", "how", "time"), rows)


if __name__ == "__main__":
    main()
