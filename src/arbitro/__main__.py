"""The program's start: an interruption while it is still loading is no fault either."""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """The entry point."""
    try:
        try:
            from arbitro.cli.main import main as start  # loading takes longest, and may be interrupted

            start()
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # from here on nothing is left to interrupt
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
