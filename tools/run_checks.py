"""Runs every check of the project in order, all of them even when one fails, and says which failed.

Called by `make test` and, with --lint, by `make lint`. The exit code is 1 if any check failed.
"""

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
# Code of ours; examples and benchmarks count too.
CODE = [
    folder
    for folder in ("src", "tests", "tools", "benchmarks", "examples", "hatch_build.py")
    if (ROOT / folder).exists()
]

LINT: dict[str, list[str]] = {
    "types": ["mypy", "--strict", "src", "tools"],
    "page": ["python", "tools/page.py", "check"],
    "style": ["ruff", "check", "--no-cache", "--output-format=concise", *CODE],
    "layout": ["ruff", "format", "--check", "--output-format=concise", *CODE],
    "layers": ["lint-imports"],
}


def run(name: str, command: list[str], *, quietly: bool = False) -> tuple[bool, float]:
    """Run one check and say whether it passed and how many seconds it took; what a quiet one says comes at its end."""
    head = f"== {name}: {' '.join(command)}\n"
    if not quietly:
        print(head, end="", flush=True)
    started = time.monotonic()
    done = subprocess.run(
        [str(BIN / command[0]), *command[1:]],
        cwd=ROOT,
        env={**os.environ, "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE if quietly else None,
        stderr=subprocess.STDOUT if quietly else None,
    )
    if quietly:
        print(head + done.stdout.decode(errors="replace"), end="", flush=True)
    return done.returncode == 0, time.monotonic() - started


def run_two_by_two(checks: dict[str, list[str]]) -> dict[str, tuple[bool, float]]:
    """Run checks, two at a time, the longest first."""
    with ThreadPoolExecutor(2) as pool:
        running = {name: pool.submit(run, name, command, quietly=True) for name, command in checks.items()}
        return {name: one.result() for name, one in running.items()}


def main() -> int:
    """Run the checks the command line asks for."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--lint", action="store_true", help="style, layout, types, layers and the page only")
    ask.add_argument(
        "--workers",
        default="3",
        help="processes that run the tests (default 3: while one waits for a browser two work)",
    )
    asked = ask.parse_args()
    results = run_two_by_two(LINT)
    if not asked.lint:
        tests = ["pytest", "-n", asked.workers, "--dist=worksteal", "--durations=5", "--durations-min=2"]
        results["tests"] = run("tests", tests)
    print("== summary", flush=True)
    for name, (good, seconds) in results.items():
        print(f"  {'ok    ' if good else 'FAILED'} {name:7} {seconds:6.1f} s", flush=True)
    return 0 if all(good for good, _ in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
