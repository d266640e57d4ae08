"""Decisions of random whole battles beside random legal moves of other programs, in one run on one core.

python benchmarks/bench_decisions.py
"""

from __future__ import annotations

from random import Random

import chess
import pyspiel
from battles import CASTERS, new_game, play_randomly, rate, table

ROUNDS, SECONDS = 5, 2.0
FULL = "Arbitro, many abilities"
OURS = ("Arbitro", FULL)


def chess_moves(seed: int) -> int:
    """One game of random legal moves with python-chess."""
    rng, board, number = Random(seed), chess.Board(), 0
    while number < 200 and not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        number += 1
    return number


def backgammon_moves(seed: int) -> int:
    """One game of random legal moves with OpenSpiel's backgammon."""
    rng, state, number = Random(seed), pyspiel.load_game("backgammon").new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            number += 1
    return number


def battle(seed: int) -> int:
    """One random battle, 5 against 5, journal kept."""
    return play_randomly(new_game(seed % 40), seed % 40)


def full_battle(seed: int) -> int:
    """The same with companies full of abilities and powers; 1,000 decisions at the most."""
    return play_randomly(new_game(seed % 40, profiles=CASTERS), seed % 40, 1000)


def main() -> None:
    """Alternate them all, so that a machine that drifts drifts for all."""
    battle(0)
    rates: dict[str, list[float]] = {"Arbitro": [], FULL: [], "python-chess": [], "OpenSpiel backgammon": []}
    for _ in range(ROUNDS):
        rates["Arbitro"].append(rate(battle, SECONDS))
        rates[FULL].append(rate(full_battle, SECONDS))
        rates["python-chess"].append(rate(chess_moves, SECONDS))
        rates["OpenSpiel backgammon"].append(rate(backgammon_moves, SECONDS))
    middle = {name: sorted(found)[ROUNDS // 2] for name, found in rates.items()}
    rows = [
        (
            name,
            f"{value:,.0f}",
            *(f"{middle[ours] / value:.2f}" if name not in OURS else "" for ours in OURS),
            wanted,
        )
        for (name, value), wanted in zip(middle.items(), ("", "", "2.0, abilities 1.0", "1.0"), strict=True)
    ]
    table(
        "Decisions a second, random whole battles 5 against 5, journal on",
        ("", "per second", "ours / theirs", "with abilities", "aim"),
        rows,
    )


if __name__ == "__main__":
    main()
