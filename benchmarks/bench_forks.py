"""A fork in the middle of a battle beside ``chess.Board.copy()`` after 150 plies, in one run.

python benchmarks/bench_forks.py
"""

from __future__ import annotations

from random import Random

import chess
from battles import median_us, new_game, table

from arbitro.dice.sources import SeededDice


def board_of(plies: int) -> chess.Board:
    """A board with so many random moves on its stack."""
    for seed in range(1000):
        rng, board = Random(seed), chess.Board()
        while len(board.move_stack) < plies and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        if len(board.move_stack) == plies:
            return board
    raise SystemExit("no game of that length found")


def main() -> None:
    """Measure both at one action and within one."""
    board = board_of(150)
    game, rng = new_game(3, 8), Random(3)
    rows = []
    for _ in range(300):
        game.play_sample(rng)
    for kind in ("action", "place"):
        while game.pending is not None and game.pending.kind != kind:
            game.play_sample(rng)
        ours = median_us(lambda: game.fork(SeededDice(b"fork")), 400)
        theirs = median_us(board.copy, 400)
        rows.append(
            (f"fork at a question of kind {kind}", f"{ours:.0f}", f"{theirs:.0f}", f"{ours / theirs:.2f}", "0.20")
        )
    table("Forks, 8 against 8 (microseconds)", ("", "ours", "Board.copy()", "ratio", "aim"), rows)


if __name__ == "__main__":
    main()
