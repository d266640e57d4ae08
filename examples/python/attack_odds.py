"""The exact odds of one attack, from the same rule code that plays.

.venv/bin/python examples/python/attack_odds.py
"""

from pathlib import Path
from typing import Any

from arbitro.analysis import melee_duel
from arbitro.dice.sources import SeededDice
from arbitro.engine.game import Game
from arbitro.engine.ruleset import ruleset

SCENARIO = Path(__file__).parent.parent / "crepuscolo" / "scenarios" / "la-lama-che-torna.yaml"


def main() -> None:
    """Set the scene of a puzzle, and ask what each die would do."""
    rules: Any = ruleset("crepuscolo")
    scenario = rules.read_scenario(SCENARIO)
    game = Game.new(rules, scenario.setup, SeededDice.of_seed(1))
    assert game.pending is not None
    seat = game.pending.seats[0]
    for path in game.ruleset.propose(game, seat):
        if path[1] != "melee":
            continue
        actor, _, target, die = path
        odds = melee_duel(game, seat, actor, target, die)
        chances = ", ".join(f"{damage}: {float(chance):.1%}" for damage, chance in odds.damage.items())
        print(f"{actor} -> {target} with a d{die}: damage {chances}; killed {float(odds.killed):.1%}")


if __name__ == "__main__":
    main()
