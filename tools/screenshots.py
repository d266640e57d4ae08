#!/usr/bin/env python3
"""Takes the pictures of the page that the documentation shows, into docs/images/.

    .venv/bin/python tools/screenshots.py            # all of them
    .venv/bin/python tools/screenshots.py table rules  # those whose names begin so

It starts a server of its own with fresh games, and photographs each page with a real Chromium: in both languages, light
and dark, at 1440 pixels; the table at 1024 and on a phone too. Pictures are kept with 144 colours, so that they stay
small; their sizes are printed. Whoever changes the page takes them anew, and looks at them.
"""

from __future__ import annotations

import base64
import re
import struct
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.house import House, Made  # noqa: E402
from tests.browser.person import OPTION, Person  # noqa: E402
from tests.chromium import QUIET, chromium  # noqa: E402
from tests.web.client import Client, http  # noqa: E402

IMAGES = ROOT / "docs" / "images"
LANGS = {"it": "it-IT", "en": "en-GB"}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WIDE, MIDDLE, PHONE = (1440, 900), (1024, 768), (390, 844)
REST = 700  # milliseconds until what moves has come to rest

PALETTE = """async (png) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const pixels = new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer);
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const colours = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  const far = (a, b) => {
    const [r, g, bl] = [0, 8, 16].map((bits) => ((a >> bits) & 255) - ((b >> bits) & 255));
    return 2 * r * r + 4 * g * g + bl * bl;
  };
  let chosen = colours;
  for (let apart = 8; chosen.length > 144; apart *= 1.5) {
    chosen = [];
    colours.forEach((colour, rank) => {
      if (chosen.length > 144) return;
      if (rank < 48 || chosen.every((other) => far(colour, other) > apart)) chosen.push(colour);
    });
  }
  const places = new Map();
  for (const colour of colours) {
    let best = 0;
    for (let place = 1; place < chosen.length; place += 1)
      if (far(colour, chosen[place]) < far(colour, chosen[best])) best = place;
    places.set(colour, best);
  }
  const bytes = Uint8Array.from(pixels, (pixel) => places.get(pixel));
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  const palette = chosen.map((colour) => [0, 8, 16].map((bits) => (colour >> bits) & 255));
  return { width: image.width, height: image.height, palette, pixels: btoa(text) };
}"""
"""Run in an empty page, which decodes pictures: the most frequent colours that differ, and the one of each pixel."""


def small_png(darkroom: Page, png: bytes) -> bytes:
    """A picture again, with a palette of at most 144 colours."""
    found: dict[str, Any] = darkroom.evaluate(PALETTE, base64.b64encode(png).decode())
    wide, high, pixels = found["width"], found["height"], base64.b64decode(found["pixels"])
    rows = b"".join(b"\0" + pixels[at : at + wide] for at in range(0, wide * high, wide))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)
    palette = bytes(part for colour in found["palette"] for part in colour)
    body = zlib.compress(rows, 9)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"PLTE", palette)
        + chunk(b"IDAT", body)
        + chunk(b"IEND", b"")
    )


class Scenes(NamedTuple):
    """What is photographed: a server, a battle in its second turn, another that is over, an encounter of the desk."""

    house: House
    running: Made
    moving: Made
    finished: Made
    encounter: Made


def played(house: House, *, moving: bool) -> Made:
    """A battle at the fountain against the computer, up to the second turn; ``moving``: with somebody on the way."""
    made = house.new_game({"a": "here", "b": "instinct"}, scenario="alla-fontana", seed="fontana")
    with Client(house.base, made.id, made.host) as client:
        end = time.monotonic() + 120
        while time.monotonic() < end:
            question = client.needed()
            if question is None:
                client.hear()
                continue
            branch = question["form"]["branch"]
            first = branch is not None and question["form"]["kind"] == "tree"
            if first and "Turno 2" in client.known["scene"]["standing"]:
                break
            value = first_way(client, question, most=4)
            client.ask(type="answer", decision=question["decision"], seat=question["seat"], value=value)
        while moving and time.monotonic() < end:
            question = client.needed()
            if question is None:
                client.hear()
                continue
            if question["form"]["kind"] in ("place", "route"):
                break
            value = first_way(client, question, most=1, wanted="Muovi")
            client.ask(type="answer", decision=question["decision"], seat=question["seat"], value=value)
    return made


def first_way(client: Client, question: dict[str, Any], most: int, wanted: str = "") -> Any:
    """An answer as a hurried person gives it: the first that is offered but passing, the last after so many choices.

    ``wanted`` is taken wherever it is offered.
    """
    form = question["form"]
    if form["kind"] != "tree":
        return form["default"]
    way: list[Any] = []
    branch = form["branch"]
    while branch is not None:
        options = [option for option in branch["options"] if option["key"] != "pass"] or branch["options"]
        usual = options[-1 if len(way) >= most else 0]
        way.append(next((option for option in options if option["label"] == wanted), usual)["key"])
        grown = client.ask(type="grow", decision=question["decision"], seat=question["seat"], path=way)
        branch = grown["branch"]
    return way


PARTY = ROOT / "examples" / "cairn" / "rosters" / "compagnia-del-guado.yaml"
WAITING = ({"side": "b", "beast": "goblin", "count": 3}, {"side": "b", "beast": "troll", "hidden": True})


def run_encounter(house: House) -> Made:
    """An encounter of the referee's desk: a party in its first round, goblins before it, a troll that nobody sees."""
    made = http(house.base, "/api/campaigns", {"ruleset": "cairn", "name": "Valle"})
    campaign, token = f"/api/campaigns/{made['id']}", made["token"]
    http(house.base, campaign, {"version": 0, "party": PARTY.read_text(encoding="utf-8")}, token=token)
    begun = {"title": "Valdombra", "newcomers": WAITING}
    game = http(house.base, f"{campaign}/encounters", begun, token=token)
    with Client(house.base, game["id"], token) as client:
        goblins = [row["id"] for row in client.known["desk"]["rows"] if row["name"].startswith("Goblin")]
        for command in (
            ["next"],
            ["harm", ["dice", "3"], ["who", goblins[:1]]],
            ["harm", ["dice", "2"], ["who", goblins[1:2]]],
        ):
            question = client.needed()
            assert question is not None
            client.ask(type="answer", decision=question["decision"], seat="referee", value=command)
    return Made(house.base, {"id": game["id"], "host": token, "links": [], "spectator": game["players"]})


# --- what is done before a picture is taken ----------------------------------------------------------------


def rest(page: Page, scenes: Scenes) -> None:
    """Nothing: the page as it is."""


def chosen(page: Page, scenes: Scenes) -> None:
    """Somebody who can move is chosen: what may be done, with what lies in reach."""
    person = Person(page)
    person.wait()
    who = person.question
    for key in "2341":
        page.keyboard.press(key)
        page.wait_for_function("(who) => document.querySelector('.panel h2').innerText !== who", arg=who)
        if page.locator(OPTION).filter(has_text=re.compile("^[0-9] ?(Muovi|Move)")).count():
            break
        page.keyboard.press("Backspace")
        person.wait(who)
    page.locator(".b-over-reach, .b-over-limit").first.wait_for()


def dragged(page: Page, scenes: Scenes) -> None:
    """A figure has been dragged and waits for a yes."""
    person = Person(page)
    person.wait()
    page.wait_for_timeout(REST)
    mover = page.locator(".b-mover").first
    name = (mover.get_attribute("aria-label") or "").split()[0]
    person.drag(name, 70, -20)
    page.locator(".b-yes").wait_for()


def told(page: Page, scenes: Scenes) -> None:
    """The sheet of a phone shows the record."""
    Person(page).wait()
    page.locator(".segments button").last.click()


def half(page: Page, scenes: Scenes) -> None:
    """A replay in the middle."""
    slider = page.locator(".film-controls input")
    slider.wait_for()
    slider.evaluate(
        "it => { it.value = Math.round(it.max * 0.6); it.dispatchEvent(new Event('input', {bubbles: true})) }"
    )


def hired(page: Page, scenes: Scenes) -> None:
    """A company of four."""
    for place in (0, 1, 5, 1):
        page.locator(".hire").nth(place).click()
        page.wait_for_timeout(250)


def mine(page: Page, scenes: Scenes) -> None:
    """Somebody with games comes home."""
    for made in (scenes.running, scenes.finished):
        page.goto(made.mine)
        page.locator("h1").first.wait_for()
        page.wait_for_timeout(REST)
    page.goto(scenes.house.base)
    page.locator(".game-card").first.wait_for()


def luck(page: Page, scenes: Scenes) -> None:
    """The luck of a battle that is over."""
    page.locator("#tab-luck").click()
    page.locator(".luck").wait_for()


def made_by_dice(page: Page, scenes: Scenes) -> None:
    """A character, some of it chosen."""
    steps = page.locator(".making-step")
    steps.first.wait_for()
    steps.nth(0).locator("select").select_option("15")
    page.wait_for_timeout(300)
    steps.nth(1).locator("input").fill("14")
    page.keyboard.press("Tab")


def matched(page: Page, scenes: Scenes) -> None:
    """Eight profiles set against each other, and one pair looked at."""
    page.locator(".matrix-work .primary").click()
    page.locator(".matrix-result .files").wait_for(timeout=60_000)
    page.locator("td[data-other]").nth(16).click()
    page.locator(".matrix-result").evaluate("it => it.scrollIntoView({block: 'end'})")


def simulated(page: Page, scenes: Scenes) -> None:
    """A battle played forty times, and what that says."""
    players = page.locator(".lab-two").last.locator("select")
    players.first.wait_for()
    for place in (0, 1):
        players.nth(place).select_option("instinct")
    page.locator(".lab-form input[type=number]").fill("40")
    page.locator(".lab-form .more summary").click()
    page.locator(".lab-form .more input[type=checkbox]").check()
    page.locator(".lab-form input[type=text]").fill("1")
    page.locator(".lab-form .primary").click()
    page.locator(".verdict").wait_for(timeout=120_000)
    page.wait_for_function("() => [...document.images].slice(0, 2).every((it) => it.naturalWidth > 0)")


def wounded(page: Page, scenes: Scenes) -> None:
    """The referee has chosen the one whom nobody sees."""
    page.locator(".creature-row .who").last.click()


class Picture(NamedTuple):
    """A picture: its name, the address, what is done there, and the size of the window."""

    name: str
    address: Callable[[Scenes], str]
    before: Callable[[Page, Scenes], None] = rest
    size: tuple[int, int] = WIDE


PICTURES = (
    Picture("home", lambda it: it.house.base),
    Picture("games", lambda it: it.house.base, mine),
    Picture("new", lambda it: it.house.base + "/nuova"),
    Picture("table", lambda it: it.running.mine, chosen),
    Picture("table-1024", lambda it: it.running.mine, chosen, MIDDLE),
    Picture("table-phone", lambda it: it.running.mine, chosen, PHONE),
    Picture("record-phone", lambda it: it.running.mine, told, PHONE),
    Picture("move", lambda it: it.moving.mine, dragged),
    Picture("over", lambda it: it.finished.mine, luck),
    Picture("replay", lambda it: it.finished.at(it.finished.host, "/replica"), half),
    Picture("proof", lambda it: it.finished.at(it.finished.host, "/prova")),
    Picture("rules", lambda it: it.house.base + "/regole/CDC-ACT-06"),
    Picture("companies", lambda it: it.house.base + "/compagnie", hired),
    Picture("matches", lambda it: it.house.base + "/tutti?gioco=cairn", matched),
    Picture("lab", lambda it: it.house.base + "/laboratorio?gioco=crepuscolo", simulated),
    Picture("maker", lambda it: it.house.base + "/personaggi?nuovo", made_by_dice),
    Picture("desk", lambda it: it.encounter.mine, wounded),
    Picture("desk-phone", lambda it: it.encounter.mine, wounded, PHONE),
    Picture("players", lambda it: it.encounter.at(it.encounter.spectator)),
    Picture("about", lambda it: it.house.base + "/informazioni"),
)


@contextmanager
def scenes() -> Iterator[Scenes]:
    """A server with the battles that are photographed."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        try:
            finished = house.new_game({"a": "instinct", "b": "instinct"}, scenario="alla-fontana", seed="")
            with Client(house.base, finished.id, finished.host) as watcher:
                watcher.until(lambda known: bool(known["table"]["over"]), wait=300)
            battles = played(house, moving=False), played(house, moving=True), finished
            yield Scenes(house, *battles, run_encounter(house))
        finally:
            house.stop()


def taken(browser: Browser, set_: Scenes, picture: Picture, lang: str, theme: Literal["light", "dark"]) -> bytes:
    """Take one picture."""
    wide, high = picture.size
    phone = picture.size == PHONE
    context = browser.new_context(
        viewport={"width": wide, "height": high},
        locale=LANGS[lang],
        color_scheme=theme,
        reduced_motion="reduce",
        has_touch=phone,
        is_mobile=phone,
    )
    page = context.new_page()
    page.goto(picture.address(set_))
    page.wait_for_load_state("networkidle")
    picture.before(page, set_)
    page.wait_for_timeout(REST)
    png = page.screenshot()
    context.close()
    return png


def main() -> int:
    """Take the pictures that the command line names, all without any."""
    wanted = tuple(sys.argv[1:]) or ("",)
    total = 0
    with scenes() as set_, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
        darkroom = browser.new_page()
        for picture in PICTURES:
            if not picture.name.startswith(wanted):
                continue
            for lang in LANGS:
                for theme in THEMES:
                    png = small_png(darkroom, taken(browser, set_, picture, lang, theme))
                    (IMAGES / f"{picture.name}-{lang}-{theme}.png").write_bytes(png)
                    total += len(png)
                    print(f"{picture.name}-{lang}-{theme}.png {len(png) / 1000:.0f} kB", flush=True)
        browser.close()
    print(f"together {total / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
