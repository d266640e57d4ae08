"""A server, a browser, and windows whose console must stay silent; what a failed test saw is kept in build/browser/."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.house import House, Made
from tests.chromium import QUIET, chromium
from tests.web.client import Client

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
BUILT = ROOT / "src" / "arbitro" / "web" / "static" / "index.html"
KEPT = ROOT / "build" / "browser"
PATIENCE = 15_000  # milliseconds that anything on the page may take
FAILED = pytest.StashKey[bool]()
LOST = re.compile(r"WebSocket connection to|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|net::ERR_")
"""What a browser itself says where a test cuts the connection."""

Opener = Callable[..., Page]


def build_page(folder: Path) -> None:
    """Build the page if its sources are newer, as make does; one process at a time, the others wait."""
    lock = folder / "page.lock"
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
            break
        except FileExistsError:
            time.sleep(0.2)
    try:
        newest = max(file.stat().st_mtime for file in WEB.rglob("*") if "node_modules" not in file.parts)
        if not BUILT.exists() or BUILT.stat().st_mtime < newest:
            done = subprocess.run([sys.executable, "tools/page.py", "build"], cwd=ROOT, capture_output=True, text=True)
            if done.returncode:
                pytest.fail(f"The page cannot be built:\n{done.stdout}{done.stderr}", pytrace=False)
    finally:
        lock.unlink()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests of the page."""
    build_page(tmp_path_factory.getbasetemp().parent)
    running = House(tmp_path_factory.mktemp("house"))
    yield running
    running.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for the tests of the page; gone before any other test, whose event loops Playwright would bar."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
        yield started
        started.close()


class Windows:
    """Windows of a test, each in a browser profile of its own unless it is told whose."""

    def __init__(self, browser: Browser, name: str) -> None:
        self.browser, self.name = browser, name
        self.pages: list[Page] = []
        self.console: list[str] = []
        self.faults: list[str] = []
        self.allowed = re.compile(r"(?!)")

    def open(
        self, address: str = "", *, beside: Page | None = None, wide: int = 1440, high: int = 900,
        lang: str = "it-IT", **more: Any,
    ) -> Page:  # fmt: skip
        """Open a window at an address; ``beside`` another: in the same profile."""
        context = beside.context if beside else self._profile(wide, high, lang, **more)
        page = context.new_page()
        page.on("console", lambda said: self._heard(len(self.pages), said.type, said.text))
        page.on("pageerror", lambda error: self._heard(len(self.pages), "error", str(error)))
        self.pages.append(page)
        if address:
            page.goto(address)
        return page

    def _profile(self, wide: int, high: int, lang: str, **more: Any) -> BrowserContext:
        context = self.browser.new_context(viewport={"width": wide, "height": high}, locale=lang, **more)
        context.set_default_timeout(PATIENCE)
        return context

    def _heard(self, window: int, kind: str, text: str) -> None:
        self.console.append(f"{window} {kind}: {text}")
        if kind in ("error", "warning") and not self.allowed.search(text):
            self.faults.append(text)

    def allow_loss(self) -> None:
        """From now on the browser may say that it lost the connection."""
        self.allowed = LOST

    def keep(self) -> None:
        """Keep what the windows show, and what their consoles said."""
        KEPT.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"\W+", "-", self.name)
        for number, page in enumerate(self.pages):
            if not page.is_closed():
                page.screenshot(path=KEPT / f"{name}-{number}.png")
        (KEPT / f"{name}.txt").write_text("\n".join(self.console) + "\n", encoding="utf-8")

    def close(self) -> None:
        for context in {page.context for page in self.pages}:
            context.close()


@pytest.fixture
def windows(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Windows]:
    """Windows for one test; whatever their consoles complain of fails it."""
    opened = Windows(browser, request.node.name)
    yield opened
    bad = request.node.stash.get(FAILED, False) or bool(opened.faults)
    if bad:
        opened.keep()
    opened.close()
    assert not opened.faults, f"the console said: {opened.faults}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Let the windows know whether their test failed."""
    report = yield
    if report.when == "call" and report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture(scope="session")
def finished(house: House) -> Made:
    """A skirmish that two computers have played to its end, while somebody watched."""
    made = house.new_game({"a": "random", "b": "random"})
    with Client(house.base, made.id, made.spectator) as watcher:
        watcher.until(lambda known: bool(known["table"]["over"]), wait=90)
    return made
