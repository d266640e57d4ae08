#!/usr/bin/env python3
"""How smooth the board is: frames while panning, zooming, dragging and measuring, with 80 figures and 60 pieces.

    .venv/bin/python tools/page_fixtures.py && .venv/bin/python benchmarks/bench_board.py

It serves the board's gallery on loopback, drives it with a real Chromium (`CHROMIUM`, else /usr/bin/chromium) and
prints for each gesture the time from frame to frame and what the page's own work of a frame took, in milliseconds.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import page  # noqa: E402

MOMENT = "l-ultimo-ponte-middle"
FIGURES = 80
SECONDS = 4
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
WATCH = """() => {
  const seen = { gaps: [], work: [] };
  let before = 0;
  const frame = (now) => {
    if (before) seen.gaps.push(now - before);
    before = now;
    const began = performance.now();
    const channel = new MessageChannel();
    channel.port1.onmessage = () => seen.work.push(performance.now() - began);
    channel.port2.postMessage(0);
    if (!seen.stop) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  window.seen = seen;
}"""


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The gallery on a free port of loopback; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    node = page.ready()
    command = [str(node), "node_modules/vite/bin/vite.js", "--host", "127.0.0.1", "--port", str(port), "--strictPort"]
    server = subprocess.Popen(command, cwd=page.WEB, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), urlopen(f"{address}/dev/gallery.html"):
                break
            time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait()


def pan(it: Page, step: int) -> None:
    it.mouse.move(500 + 150 * (step % 2), 380 + step % 7)


def zoom(it: Page, step: int) -> None:
    it.mouse.wheel(0, -60 if step // 20 % 2 == 0 else 60)


def carry(it: Page, step: int) -> None:
    it.mouse.move(600 + step * 37 % 300, 300 + step * 23 % 200)


def started(it: Page, gesture: str) -> None:
    """Put the hand where a gesture begins."""
    if gesture == "drag":
        box = it.locator(".b-mover").bounding_box()
        assert box is not None
        it.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    else:
        it.mouse.move(550, 640)
    if gesture == "ruler":
        it.keyboard.press("m")
    elif gesture != "zoom":
        it.mouse.down()


GESTURES: dict[str, Callable[[Page, int], None]] = {"pan": pan, "zoom": zoom, "drag": carry, "ruler": carry}


def measure(it: Page, gesture: str) -> tuple[list[float], list[float]]:
    """The gaps between frames and the work of each during a gesture."""
    started(it, gesture)
    it.evaluate(WATCH)
    step, end = 0, time.monotonic() + SECONDS
    while time.monotonic() < end:
        GESTURES[gesture](it, step)
        step += 1
    seen = it.evaluate("() => { window.seen.stop = true; return window.seen }")
    it.mouse.up()
    it.keyboard.press("Escape")
    return seen["gaps"], seen["work"]


def row(name: str, gaps: list[float], work: list[float]) -> str:
    cut = quantiles(gaps, n=100)
    slow = sum(gap > 18 for gap in gaps) / len(gaps)
    return (
        f"{name:8} {len(gaps):6} {median(gaps):8.1f} {cut[94]:8.1f} {cut[98]:8.1f} {slow:8.1%} "
        f"{median(work):8.1f} {quantiles(work, n=100)[94]:8.1f}"
    )


def main() -> int:
    """Measure every gesture."""
    if not (page.WEB / "dev" / "fixtures" / f"{MOMENT}.json").exists():
        print("There is no table to draw: run tools/page_fixtures.py first.", file=sys.stderr)
        return 1
    print(f"{'gesture':8} {'frames':>6} {'median':>8} {'95 %':>8} {'99 %':>8} {'> 18 ms':>8} {'work':>8} {'95 %':>8}")
    with served() as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=FLAGS)
        it = browser.new_page(viewport={"width": 1280, "height": 800})
        it.route_web_socket("**", lambda socket: None)  # the page is not loaded anew when a source changes meanwhile
        it.goto(f"{address}/dev/gallery.html?moment={MOMENT}&crowd={FIGURES}")
        it.wait_for_selector(".b-figure", timeout=60_000)
        it.wait_for_timeout(1500)
        for gesture in GESTURES:
            print(row(gesture, *measure(it, gesture)), flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
