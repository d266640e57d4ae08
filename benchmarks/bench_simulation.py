"""Whole random battles: two processes and a cluster of two beside one process; and the engine now beside then.

python benchmarks/bench_simulation.py [BATTLES] [--before REVISION]

The three crews take turns, so that a machine that drifts drifts for all; workers are at work before the clock starts.
A machine with other work to do has no second core to give: the load average stands beside the ratios. ``--before``
plays the same battles with the engine of an earlier revision as well, from a checkout of its own.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from battles import setup, table

from arbitro.analysis.battles import Job, Outcome, Plan, fight
from arbitro.analysis.crews import Crew, alone, cluster, processes
from arbitro.engine.ruleset import ruleset

ROUNDS = 3
THEN = "bd75b3f"
"""The revision at which the engine was first whole."""
AIMS = {"two processes": "1.8", "Dask, two workers": "1.6"}
ROOT = Path(__file__).resolve().parent.parent
RATE = """
import time
from battles import new_game, play_randomly
from arbitro.players import RandomPlayer, play_out

def by_players(seed):
    return play_out(new_game(seed), {{"a": RandomPlayer(seed), "b": RandomPlayer(seed + 1)}})

try:
    from arbitro.analysis.battles import Job, fight
    from bench_simulation import plan_of
    plan = plan_of({n}, 0)
    simulated = lambda seed: fight(plan, [Job(seed)])
except ImportError:  # then, whoever wanted many battles let players play them out
    simulated = by_players
for work in (lambda seed: play_randomly(new_game(seed), seed), simulated):
    work(0)
    start = time.process_time()
    for seed in range({n}):
        work(seed)
    print({n} / (time.process_time() - start))
"""


def plan_of(battles: int, last_turn: int = 12) -> Plan:
    """Five against five with real terrain, played at random."""
    rules = ruleset("crepuscolo")
    return Plan(
        ruleset="crepuscolo",
        rules_version=rules.version,
        policies=("random", "random"),
        battles=battles,
        setup={**setup(5), "options": {"turn_limit": last_turn}},
    )


def seconds(crew: Crew, plan: Plan, first: int, battles: int) -> float:
    """How long a crew takes for so many battles."""
    began = time.perf_counter()
    outcomes: list[Outcome] = list(crew.in_order(partial(fight, plan), [Job(first + n) for n in range(battles)]))
    assert len(outcomes) == battles
    return time.perf_counter() - began


def crews(battles: int) -> None:
    """The three crews, in turns."""
    from distributed import LocalCluster

    plan = plan_of(battles)
    taken: dict[str, list[float]] = {"one process": [], "two processes": [], "Dask, two workers": []}
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as dask:
        made = (alone(), processes(2), cluster(dask.scheduler_address))
        for crew in made:
            seconds(crew, plan, 0, 40)
        for number in range(ROUNDS):
            for name, crew in zip(taken, made, strict=True):
                taken[name].append(seconds(crew, plan, number * battles, battles))
        for crew in made:
            crew.__exit__()
    one = sorted(taken["one process"])[ROUNDS // 2]
    rows = []
    for name, times in taken.items():
        middle = sorted(times)[ROUNDS // 2]
        best = max(alone_ / other for alone_, other in zip(taken["one process"], times, strict=True))
        rows.append((name, f"{battles / middle:.1f}", f"{one / middle:.2f}", f"{best:.2f}", AIMS.get(name, "")))
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    title = f"Whole random battles, 5 against 5, journal on ({battles} in each of {ROUNDS} rounds; load {load})"
    table(title, ("", "per second", "times one", "best round", "aim"), rows)


def now_and_then(revision: str, battles: int) -> None:
    """The same battles by this engine and an earlier one, on one core, in turns."""
    with tempfile.TemporaryDirectory() as folder:
        then = Path(folder) / "then"
        git = ("git", "-C", str(ROOT), "worktree")
        subprocess.run([*git, "add", "--detach", "--quiet", str(then), revision], check=True)
        try:
            rates: dict[str, list[tuple[float, float]]] = {"then": [], "now": []}
            for _ in range(ROUNDS):
                for name, home in (("then", then), ("now", ROOT)):
                    rates[name].append(rate_of(home, battles))
        finally:
            subprocess.run([*git, "remove", "--force", str(then)], check=True)
    rows = []
    for at, what in enumerate(("engine alone", "as simulated")):
        old, new = (max(found[at] for found in rates[name]) for name in ("then", "now"))
        rows.append((what, f"{old:.1f}", f"{new:.1f}", f"{new / old:.2f}"))
    heads = ("", f"then ({revision})", "now", "times then (aim 2)")
    table("Random battles a second on one core, best of three rounds (processor time)", heads, rows)


def rate_of(home: Path, battles: int) -> tuple[float, float]:
    """Battles a second of a checkout: those of the engine alone, and those that are simulated."""
    paths = os.pathsep.join((str(home / "src"), str(home / "benchmarks")))
    done = subprocess.run(
        [sys.executable, "-c", RATE.format(n=battles)],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    first, second = done.stdout.split()
    return float(first), float(second)


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description="Time whole random battles.")
    parser.add_argument("battles", type=int, nargs="?", default=150)
    parser.add_argument("--before", nargs="?", const=THEN, default="", help="an earlier revision to compare with")
    given = parser.parse_args()
    if given.before:
        now_and_then(given.before, max(20, given.battles // 4))
    crews(given.battles)


if __name__ == "__main__":
    main()
