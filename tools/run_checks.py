"""Runs every check of the project in order, all of them even when one fails, and says which failed.

Called by `make test` and, with --lint, by `make lint`. The exit code is 1 if any check failed.
"""

import argparse
import os
import subprocess
import sys
import time
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
    "style": ["ruff", "check", "--no-cache", "--output-format=concise", *CODE],
    "layout": ["ruff", "format", "--check", "--output-format=concise", *CODE],
    "types": ["mypy", "--strict", "src", "tools"],
    "layers": ["lint-imports"],
    "page": ["python", "tools/page.py", "check"],
}


def run(name: str, command: list[str]) -> tuple[bool, float]:
    """Run one check and say whether it passed and how many seconds it took."""
    print(f"== {name}: {' '.join(command)}", flush=True)
    started = time.monotonic()
    done = subprocess.run([str(BIN / command[0]), *command[1:]], cwd=ROOT, env={**os.environ, "PYTHONUTF8": "1"})
    return done.returncode == 0, time.monotonic() - started


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
    checks = dict(LINT)
    if not asked.lint:
        checks["tests"] = ["pytest", "-n", asked.workers, "--durations=5", "--durations-min=2"]
    results = {name: run(name, command) for name, command in checks.items()}
    print("== summary", flush=True)
    for name, (good, seconds) in results.items():
        print(f"  {'ok    ' if good else 'FAILED'} {name:7} {seconds:6.1f} s", flush=True)
    return 0 if all(good for good, _ in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
