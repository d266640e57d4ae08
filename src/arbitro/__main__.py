"""The program's start: an interruption while it is still loading is no fault either."""

from __future__ import annotations

import sys


def main() -> None:
    """The entry point."""
    try:
        from arbitro.cli.main import main as start  # loading takes longest, and may be interrupted

        start()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
