"""Decisions of random whole battles beside random legal moves of other programs, in one run on one core.

python benchmarks/bench_decisions.py
"""

from __future__ import annotations

from random import Random

import chess
import pyspiel
from bare import new_bare
from battles import CASTERS, new_game, new_skirmish, play_randomly, rate, table

ROUNDS, SECONDS = 5, 2.0
PLAIN, FULL, SKIRMISH = "Crepuscolo", "Crepuscolo, many abilities", "Pathfinder, 4 against 6"
BARE = "engine alone"
CHESS, BACKGAMMON = "python-chess", "OpenSpiel backgammon"


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


def skirmish(seed: int) -> int:
    """A random Pathfinder skirmish, journal kept; 300 decisions at the most."""
    return play_randomly(new_skirmish(seed % 40), seed % 40, 300)


def bare_game(seed: int) -> int:
    """Decisions of a game with hardly any rules: the engine's own part in all of ours."""
    return play_randomly(new_bare(seed), seed, 1000)


OURS = {PLAIN: battle, FULL: full_battle, SKIRMISH: skirmish, BARE: bare_game}
THEIRS = {CHESS: chess_moves, BACKGAMMON: backgammon_moves}
AIMS = {CHESS: "2.0, abilities 1.0, Pathfinder 0.5", BACKGAMMON: "Crepuscolo 1.0"}


def main() -> None:
    """Alternate them all, so that a machine that drifts drifts for all."""
    for ours in OURS.values():
        ours(0)
    rates: dict[str, list[float]] = {name: [] for name in (*OURS, *THEIRS)}
    for _ in range(ROUNDS):
        for name, work in (*OURS.items(), *THEIRS.items()):
            rates[name].append(rate(work, SECONDS))
    middle = {name: sorted(found)[ROUNDS // 2] for name, found in rates.items()}
    rows = [(name, f"{middle[name]:,.0f}", *[""] * (len(OURS) + 1)) for name in OURS]
    rows += [
        (name, f"{middle[name]:,.0f}", *(f"{middle[ours] / middle[name]:.2f}" for ours in OURS), AIMS[name])
        for name in THEIRS
    ]
    table(
        "Decisions a second, random play, journal on: Crepuscolo 5 against 5, Pathfinder 4 against 6",
        ("", "per second", *OURS, "aim"),
        rows,
    )


if __name__ == "__main__":
    main()
