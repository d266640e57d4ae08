"""The record of a finished battle: luck, the proof of the dice, replay, files."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.house import House, Made


def test_the_luck_of_both_sides_is_drawn(finished: Made, windows: Windows) -> None:
    page = windows.open(finished.mine)
    page.get_by_role("tab", name="Fortuna").click()
    expect(page.locator(".luck-line")).to_have_count(2)
    told = page.locator(".luck figcaption li").all_inner_texts()
    for row, line in zip(finished.ask("/luck"), told, strict=True):
        lead = row["rolled"][-1] - row["expected"][-1]
        assert f"{abs(lead):.1f}".replace(".0", "").replace(".", ",") in line
        assert ("sopra" if lead >= 0 else "sotto") in line


def test_every_die_is_recomputed_in_the_browser(finished: Made, windows: Windows) -> None:
    page = windows.open(finished.at(finished.host, "/prova"))
    expect(page.locator(".verdict")).to_contain_text("tutti come dovevano essere")
    rolls = finished.ask("/proof")["rolls"]
    assert len(rolls) > 4
    expect(page.locator(".rolls tbody tr")).to_have_count(len(rolls))
    expect(page.locator(".rolls tr.wrong")).to_have_count(0)


def test_a_forged_die_is_found(finished: Made, windows: Windows) -> None:
    page = windows.open()
    proof = finished.ask("/proof")
    roll = proof["rolls"][2]
    roll["told"] = [roll["told"][0] % roll["sides"] + 1, *roll["told"][1:]]
    page.route("**/proof*", lambda route: route.fulfill(json=proof))  # what a lying server would say
    page.goto(finished.at(finished.host, "/prova"))
    expect(page.locator(".verdict.wrong")).to_be_visible()
    expect(page.locator(".rolls tr.wrong")).to_have_count(1)


def standing(page: Page) -> str:
    """What the figures are said to be, one after another."""
    return " ".join(page.locator("[data-figure]").evaluate_all("all => all.map((one) => one.ariaLabel)"))


def test_a_battle_is_seen_again(finished: Made, windows: Windows) -> None:
    page = windows.open(finished.at(finished.host, "/replica"))
    slider = page.get_by_role("slider", name="Momento della partita")
    slider.wait_for()
    page.wait_for_timeout(400)
    begun = standing(page)
    page.get_by_role("button", name="Turno dopo").click()
    page.get_by_role("button", name="Turno dopo").click()
    page.get_by_role("button", name="Mano dopo").click()
    page.get_by_role("button", name="Riga dopo").click()
    assert int(slider.input_value()) > 3
    slider.focus()
    page.keyboard.press("End")
    last = int(slider.get_attribute("max") or 0)
    expect(slider).to_have_value(str(last))
    expect(page.locator(".film-line")).not_to_be_empty()
    page.wait_for_function("(before) => [...document.querySelectorAll('[data-figure]')]"
                           ".map((one) => one.ariaLabel).join(' ') !== before", arg=begun)  # fmt: skip
    ended = standing(page)
    page.keyboard.press("Home")
    page.wait_for_function("(before) => [...document.querySelectorAll('[data-figure]')]"
                           ".map((one) => one.ariaLabel).join(' ') === before", arg=begun)  # fmt: skip
    assert ended != begun
    page.get_by_label("Cerca nel giornale").fill("VESK")
    lines = page.locator(".journal .line")
    expect(lines.first).to_contain_text("Vesk")
    assert all("vesk" in line.lower() for line in lines.all_inner_texts()), "only the lines that are sought"


def test_a_shared_link_opens_the_replay_and_nothing_else(finished: Made, windows: Windows) -> None:
    page = windows.open(finished.at(finished.host, "/replica"))
    page.get_by_role("button", name="Condividi").click()
    link = page.get_by_label("Per chi guarda").input_value()
    assert "/replica#k=" in link
    guest = windows.open(link)
    expect(guest.get_by_role("slider", name="Momento della partita")).to_be_visible()
    expect(guest.locator(".option")).to_have_count(0)


def test_files_to_take_away(house: House, finished: Made, windows: Windows, tmp_path: Path) -> None:
    page = windows.open(finished.at(finished.host, "/replica"))
    page.get_by_role("button", name="Condividi").click()
    got: dict[str, str] = {}
    for name in ("lo scenario", "lo scenario (JSON)", "il giornale", "il resoconto"):
        with page.expect_download() as down:
            page.get_by_role("dialog").get_by_role("button", name=f"Scarica {name}", exact=True).click()
        file = tmp_path / down.value.suggested_filename
        down.value.save_as(file)
        got[file.suffix if "scenario" in name else name.split()[1]] = file.read_text(encoding="utf-8")
    assert json.loads(got["giornale"])
    assert re.search("<!doctype html>", got["resoconto"], re.I)
    for text in (got[".yaml"], got[".json"]):
        assert house.new_game({"a": "random", "b": "random"}, file=text).ask("")["title"] == "Scaramuccia"
    assert json.loads(got[".json"])["scenario"] == "scaramuccia"
