"""For everyone: axe finds no serious fault on any page, in light and dark; both languages are whole."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.house import House, Made
from tests.browser.person import Person

PLAIN = [
    "/", "/nuova", "/regole", "/regole/CDC-ACT-03", "/compagnie", "/personaggi", "/personaggi?nuovo", "/custode",
    "/tutti", "/laboratorio", "/informazioni", "/nulla",
]  # fmt: skip
THEMES = ["light", "dark"]
HOLES = re.compile(r"undefined|\bnull\b|NaN|\[object|\{\w*\}|\b[a-z]+_[a-z_]+\b|\b(app|game|panel|home|net)\.\w+")


def faults(page: Page, **options: Any) -> list[str]:
    """What axe finds serious or critical."""
    found: dict[str, Any] = Axe().run(page, options=options or None).response
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def look_through(page: Page, addresses: list[str]) -> None:
    """No serious fault on any of these pages in light, no want of contrast in dark."""
    page.emulate_media(reduced_motion="reduce")  # colours that are on their way from light to dark are none
    for address in addresses:
        page.goto(address)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(300)  # what comes in has come
        assert faults(page) == [], address
        page.emulate_media(color_scheme="dark")
        page.wait_for_timeout(300)
        assert faults(page, runOnly=["color-contrast"]) == [], f"{address}, dark"
        page.emulate_media(color_scheme="light")


def test_axe_finds_no_serious_fault_on_any_page(house: House, windows: Windows) -> None:
    look_through(windows.open(color_scheme="light"), [house.base + path for path in PLAIN])


def test_axe_finds_no_serious_fault_in_the_record(finished: Made, windows: Windows) -> None:
    last = [finished.at(finished.host, part) for part in ("", "/replica", "/prova")]
    look_through(windows.open(color_scheme="light"), last)


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_no_serious_fault_at_the_table(house: House, windows: Windows, theme: str) -> None:
    made = house.new_game({"a": "here", "b": "here"})
    page = windows.open(made.mine, color_scheme=theme)
    me = Person(page)
    me.wait("Chi agisce?")
    assert faults(page) == []
    me.choose("Remo")
    me.choose("Muovi")
    assert faults(page) == []
    me.choose("d6")
    me.wait("Dove si muove")
    me.drag("Remo", 60, 10)
    expect(page.locator(".b-yes")).to_be_enabled()
    assert faults(page) == []
    me.confirm()
    me.wait("Chi agisce?")
    page.keyboard.press("j")
    page.locator(".journal [data-at]:focus").wait_for()
    page.keyboard.press("ArrowUp")
    page.locator(".past-note").wait_for()
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".past-note")).to_have_count(0)
    for key in ("?", "Shift+L", "Shift+R"):
        page.keyboard.press(key)
        page.get_by_role("dialog").wait_for()
        page.wait_for_timeout(300)
        assert faults(page) == [], key
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    for tab in ("Parole", "Fortuna"):
        page.get_by_role("tab", name=tab).click()
        assert faults(page) == []
    page.keyboard.press("r")
    page.locator(".drawer").wait_for()
    page.wait_for_timeout(400)
    assert faults(page) == []


@pytest.mark.parametrize(("browsers", "spoken"), [("it-IT", "it"), ("en-US", "en"), ("de-DE", "en"), ("it-CH", "it")])
def test_the_browser_says_the_first_language(house: House, windows: Windows, browsers: str, spoken: str) -> None:
    page = windows.open(house.base, lang=browsers)
    expect(page.locator("html")).to_have_attribute("lang", spoken)
    expect(page.locator(".places")).to_contain_text("Nuova partita" if spoken == "it" else "New game")


def test_language_and_theme_are_switched_and_kept(house: House, windows: Windows) -> None:
    page = windows.open(house.base, color_scheme="light")
    root = page.locator("html")
    page.get_by_role("button", name="In English").click()
    expect(root).to_have_attribute("lang", "en")
    page.keyboard.press("Shift+T")
    page.keyboard.press("Shift+T")
    expect(root).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(root).to_have_attribute("lang", "en")
    expect(root).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("lang", ["it-IT", "en-GB"])
def test_no_word_is_missing(house: House, finished: Made, windows: Windows, lang: str) -> None:
    page = windows.open(lang=lang)
    last = [finished.at(finished.host, part) for part in ("", "/replica", "/prova")]
    for address in [*(house.base + path for path in PLAIN), *last]:
        page.goto(address)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(200)
        shown = page.locator("body").inner_text()
        shown = re.sub(r"\b[0-9a-f]{12,}\S*|[\w-]*_[\w-]*", "", shown) if "/prova" in address else shown
        assert not HOLES.findall(shown), address


def test_every_viewer_reads_the_names_in_the_own_language(house: House, windows: Windows) -> None:
    for made in (
        house.new_game({"a": "here", "b": "random"}, scenario="alla-fontana"),
        house.new_game({"a": "here", "b": "random"}),
    ):
        head = windows.open(made.mine).locator("header.top")
        expect(head).to_contain_text(re.compile("Alla fontana|Scaramuccia"))
        expect(head).to_contain_text(re.compile("Guardia della Cinta|Viandanti"))
        expect(head).not_to_contain_text(re.compile("fountain|Skirmish|Guard of|Wayfarers|Turn "))
        head = windows.open(made.mine, lang="en-GB").locator("header.top")
        expect(head).to_contain_text(re.compile("At the fountain|Skirmish"))
        expect(head).to_contain_text(re.compile("Guard of the Ringwall|Wayfarers"))
        expect(head).not_to_contain_text(re.compile("fontana|Scaramuccia|Guardia|Viandanti|Turno "))
    Person(windows.pages[-1])


def test_a_name_of_ones_own_stays_in_every_language(house: House, windows: Windows) -> None:
    made = house.new_game({"a": "here", "b": "random"})
    page = windows.open(made.mine)
    Person(page)
    page.keyboard.press("Shift+R")
    page.get_by_label("Nome del posto A").fill("Le Volpi")
    page.keyboard.press("Enter")
    expect(page.locator("header.top")).to_contain_text("Le Volpi")
    page.get_by_role("button", name="In English").click()
    expect(page.locator("header.top")).to_contain_text("Brigands")
    expect(page.locator("header.top")).to_contain_text("Le Volpi")


def test_the_first_battle_speaks_the_viewers_language(house: House, windows: Windows) -> None:
    page = windows.open(house.first, lang="en-GB")
    expect(page.locator("header.top")).to_contain_text("At the fountain")
    expect(page.locator("header.top")).to_contain_text("Guard of the Ringwall")
    Person(page)
