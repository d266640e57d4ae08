"""What the first visit costs: bytes over the wire, and how long until something can be chosen."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Windows
from tests.browser.house import House

MOST_BYTES = 300_000
MOST_SECONDS = 3.0  # one on an idle machine; the tests run beside others


def test_the_first_load_is_small_and_soon_of_use(
    house: House, windows: Windows, capsys: pytest.CaptureFixture[str]
) -> None:
    made = house.new_game({"a": "here", "b": "here"}, scenario="alla-fontana")
    page = windows.open()
    wire = page.context.new_cdp_session(page)
    sizes: list[float] = []
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
    page.goto(made.mine, wait_until="commit")
    page.locator(".panel .option").first.wait_for()
    seconds = page.evaluate("() => performance.now()") / 1000
    page.wait_for_load_state("networkidle")
    with capsys.disabled():
        print(f" [first load {sum(sizes) / 1000:.0f} kB, of use after {seconds:.2f} s] ", end="")
    assert sum(sizes) < MOST_BYTES
    assert seconds < MOST_SECONDS
