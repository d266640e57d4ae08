"""The lab: battles played by the hundred, costs weighed, and who sees what of a table."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.house import House
from tests.browser.test_everyone import faults

CORVI = Path(__file__).resolve().parents[2] / "examples" / "packs" / "corvi"
STARTS = 60_000
"""Milliseconds: a worker reads the rules."""


def drawn(page: Page, picture: str) -> None:
    """A picture has come, and is one."""
    page.locator(picture).first.scroll_into_view_if_needed()
    page.wait_for_function("it => document.querySelector(it).naturalWidth > 100", arg=picture)


def stopped(page: Page) -> int:
    """Stop what is played as soon as it is; how many battles there are then, as the progress and the report say."""
    page.get_by_role("button", name="Ferma").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Continua").wait_for(timeout=STARTS)
    told = page.locator(".lab-work").inner_text()
    count = re.search(r"(\d+) battagli", told)
    assert count is not None, told
    expect(page.locator(".verdict + .hint")).to_contain_text(
        "Una battaglia su 400" if count[1] == "1" else f"{count[1]} battaglie su 400"
    )
    return int(count[1])


def kept(page: Page, name: str) -> Path:
    """A file that a link of the page leads to."""
    with page.expect_download() as down:
        page.get_by_role("link", name=name, exact=True).click()
    return Path(down.value.path())


def test_a_battle_is_played_many_times_stopped_and_gone_on_with(house: House, windows: Windows) -> None:
    """By keyboard, on a narrow screen; what is kept as a file is what is shown."""
    page = windows.open(house.base + "/laboratorio?gioco=crepuscolo", wide=390, high=844)
    for name in ("Guardia della Cinta", "Predoni della Strada Rossa"):
        page.get_by_label(f"Chi gioca {name}").select_option("random")
    page.get_by_label("Battaglie al massimo").fill("400")
    page.get_by_text("Altre scelte").press("Enter")
    page.get_by_label("Tutte, anche quando è già chiaro").press("Space")
    page.get_by_role("button", name="Comincia").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Guardia della Cinta", timeout=STARTS)
    first = stopped(page)
    page.get_by_role("button", name="Continua").press("Enter")
    done = stopped(page)
    assert 0 < first < done < 400
    guard = page.get_by_role("row").filter(has_text="Guardia della Cinta").first
    won = int(guard.get_by_role("cell").first.inner_text())
    drawn(page, ".lab-picture img")
    with kept(page, "CSV").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == done and won == sum(row["won"] == "a" for row in rows)
    assert kept(page, "Resoconto (HTML)").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert page.evaluate("document.documentElement.scrollWidth") == 390, "only tables scroll"
    assert not faults(page)
    page.get_by_role("link", name="Al laboratorio").click()
    expect(page.locator(".lab-runs a")).to_have_count(1)


def test_a_pack_of_one_s_own_is_weighed_and_matched(house: House, windows: Windows) -> None:
    page = windows.open(house.base + "/laboratorio?gioco=crepuscolo", lang="en-GB")
    page.get_by_role("radio", name="Fair costs").check()
    page.get_by_text("Packs of your own").click()
    page.locator("input[type=file]").set_input_files(CORVI)
    setting = page.get_by_role("form", name="Fair costs")
    setting.get_by_label("Profiles").select_option("corvi")
    setting.get_by_label("Who plays").select_option("random")
    setting.get_by_label("Battles at most").fill("6")
    setting.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Done.")).to_be_visible(timeout=STARTS)
    expect(page.get_by_role("row").filter(has_text="Salt Crow")).to_contain_text("9")
    drawn(page, ".lab-picture img")
    page.goto(house.base + "/tutti?gioco=crepuscolo")
    page.locator(".matrix-who summary").click()
    first = page.locator(".matrix-who li").first
    expect(first).to_contain_text("Salt Crow")
    expect(first.get_by_role("checkbox")).to_be_checked()


def test_who_sees_what_of_the_table(house: House, windows: Windows) -> None:
    page = windows.open(house.base + "/laboratorio?gioco=crepuscolo", lang="en-GB")
    page.get_by_role("radio", name="Who sees").check()
    expect(page.locator(".lab-sight figcaption")).to_contain_text("79.5%", timeout=STARTS)
    ilde = page.get_by_role("row").filter(has_text="Ilde").first
    expect(ilde).to_contain_text("53.6%")
    page.locator(".lab-sight").get_by_label("Who looks").select_option(label="Ilde alone")
    drawn(page, ".lab-sight img")
    with page.expect_download() as down:
        page.locator(".save-as").get_by_role("button", name="SVG").click()
    assert "Ilde" in Path(down.value.path()).read_text(encoding="utf-8")
    assert not faults(page)
