"""Cost of a decision from 5 to 40 fighters a side: it should grow no faster than linearly.

python benchmarks/bench_scaling.py
"""

from __future__ import annotations

from battles import new_game, play_randomly, rate, table

SIZES = (5, 10, 20, 40)


def main() -> None:
    """Time the first 400 decisions after deployment of battles of each size, on tables that grow with them."""
    rows, first = [], 0.0
    for each in SIZES:
        size = int(60 * (each / 5) ** 0.5)

        def some(seed: int, each: int = each, size: int = size) -> int:
            return play_randomly(new_game(seed % 5, each, size=size), seed % 5, 400 + 4 * each)

        cost = 1e6 / rate(some, 4.0)
        first = first or cost
        rows.append((f"{each} a side", f"{cost:.0f}", f"{cost / first:.2f}", f"{each / SIZES[0]:.0f}"))
    table("Microseconds a decision", ("", "cost", "times the first", "linear would be"), rows)


if __name__ == "__main__":
    main()
