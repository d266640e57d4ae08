"""A real Chromium for the tests that look at the page: the machine's, or the one Playwright brings.

``python -m tests.chromium`` (called by ``make test``) makes sure that there is one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
"""Switches for a browser that keeps to itself, also where no sandbox can be had (as root, in a container)."""


def brought() -> str:
    """The Chromium that Playwright has downloaded, "" if it has not."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as browsers:
        path = browsers.chromium.executable_path
    return path if Path(path).is_file() else ""


def chromium() -> str:
    """The program to start: ``ARBITRO_CHROMIUM``, one on the path, or Playwright's; "" if there is none."""
    named = os.environ.get("ARBITRO_CHROMIUM", "")
    return named or next((found for name in NAMES if (found := shutil.which(name))), "") or brought()


def main() -> int:
    """Find a browser, or let Playwright download one; 1 with a sentence if there is none at all."""
    if chromium():
        return 0
    print("The tests of the page need Chromium: Playwright downloads one ...", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    if chromium():
        return 0
    print("There is no Chromium. Install your system's package, or name one in ARBITRO_CHROMIUM.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
