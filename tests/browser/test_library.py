"""The rule library, and the page that builds a company."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.house import House
from tests.browser.test_everyone import faults
from tests.web.client import http


def test_a_rule_is_found_and_has_an_address(house: House, windows: Windows) -> None:
    page = windows.open(house.base + "/regole")
    page.get_by_role("searchbox", name="Cerca una regola").fill("critico")
    found = page.locator(".rule-list a")
    expect(page.locator(".rule-search [role=status]")).to_contain_text("regol")
    expect(found.first).to_contain_text("ritico")
    name = found.first.locator("b").inner_text()
    found.first.click()
    expect(page.locator("article.rule h2")).to_have_text(name)
    again = windows.open(page.url)
    expect(again.locator("article.rule h2")).to_have_text(name)
    again.get_by_role("button", name="In English").click()
    expect(again.locator("article.rule h2")).not_to_have_text(name)


def test_a_clause_leads_to_its_rule(house: House, windows: Windows) -> None:
    page = windows.open(house.base + "/regole/CDC-ACT-06.1?gioco=crepuscolo")
    expect(page.locator("article.rule")).to_contain_text("CDC-ACT-06")


def test_two_profiles_are_set_against_each_other(house: House, windows: Windows) -> None:
    """By keyboard: a Razziatore's d8 hits an Assaltatore in 5 of 8, and takes the three points of life it has."""
    page = windows.open(house.base + "/tutti?gioco=crepuscolo", wide=390, high=844)
    page.locator(".matrix-who summary").click()
    page.get_by_role("button", name="Nessuno", exact=True).click()
    for name in ("Razziatore", "Assaltatore"):
        page.get_by_role("checkbox", name=name, exact=True).check()
    page.get_by_role("button", name="Calcola 4 coppie").press("Enter")
    expect(page.get_by_text("La tabella è pronta.")).to_be_visible(timeout=60_000)  # a worker starts
    page.locator("td[data-other]").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("td:focus")).to_have_text("62,5%")
    expect(page.locator(".matrix-told")).to_contain_text("Razziatore contro Assaltatore")
    page.get_by_label("Che cosa mostra").select_option("damage")
    expect(page.locator(".matrix caption")).to_contain_text("danni in media")
    assert page.evaluate("document.documentElement.scrollWidth") == 390, "only the table scrolls"
    assert not faults(page)


def total(page: Page) -> int:
    """What the company costs."""
    return int(page.locator(".company-head .total b").inner_text().replace(".", ""))


def test_a_legal_company_is_built_saved_and_accepted(house: House, windows: Windows, tmp_path: Path) -> None:
    page = windows.open(house.base + "/compagnie")
    page.get_by_label("Nome", exact=True).fill("Le Volpi")
    hires = page.locator(".hire")
    hires.first.wait_for()
    legal = page.locator(".verdict.good")
    for place in range(12):
        hires.nth(place % 4).click()
        expect(page.locator(".fighter-row")).to_have_count(place + 1)
        expect(page.locator(".verdict")).to_have_count(1)
        page.wait_for_timeout(500)  # the rules have had their word
        if legal.count() and total(page) > 60:
            break
    expect(legal).to_be_visible()
    cost = total(page)
    with page.expect_download() as down:
        page.get_by_role("button", name="Salva il file").click()
    file = tmp_path / down.value.suggested_filename
    down.value.save_as(file)
    checked = subprocess.run(
        [sys.executable, "-m", "arbitro", "roster", "check", str(file), "--lang", "it"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert str(cost) in checked.stdout
    _printed(page)
    _read_back(page, file, cost)


def _printed(page: Page) -> None:
    """On paper: the company alone, without what only a screen can use."""
    page.emulate_media(media="print")
    expect(page.locator(".shop")).to_be_hidden()
    expect(page.locator(".files")).to_be_hidden()
    expect(page.locator("header.top")).to_be_hidden()
    expect(page.get_by_label("Nome", exact=True)).to_have_value("Le Volpi")
    expect(page.locator("main")).to_contain_text("Res")
    page.emulate_media(media="screen")


def _read_back(page: Page, file: Path, cost: int) -> None:
    rows = page.locator(".fighter-row").all_inner_texts()
    page.get_by_role("button", name="Ricomincia").click()
    expect(page.locator(".fighter-row")).to_have_count(0)
    page.locator(".files input[type=file]").set_input_files(file)
    expect(page.locator(".fighter-row")).to_have_count(len(rows))
    expect(page.locator(".company-head .total b")).to_have_text(str(cost))


def test_why_a_company_is_not_legal(house: House, windows: Windows) -> None:
    page = windows.open(house.base + "/compagnie")
    page.locator(".hire").first.click()
    page.get_by_label("Tetto").fill("1")
    expect(page.locator(".verdict.wrong")).to_be_visible()
    expect(page.locator(".faults li").first).not_to_be_empty()


def test_a_new_game_with_a_title_names_and_a_seed(house: House, windows: Windows) -> None:
    page = windows.open(house.base + "/nuova")
    page.locator(".battle").filter(has_text="Alla fontana").click()
    page.locator("details.more summary").click()
    page.get_by_label("Titolo della partita").fill("Sabato sera")
    names = page.get_by_label(re.compile("^Un altro nome per"))
    windows.allowed = re.compile("400")  # what the browser says of the first try
    names.nth(0).fill("I Gatti")
    names.nth(1).fill("I GATTI")
    page.get_by_label("Seme dei dadi").fill("fontana")
    expect(page.locator("#seed-hint")).to_contain_text("può sapere prima")
    page.get_by_role("button", name="Gioca", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Così si chiama già l'altra parte")
    names.nth(1).fill("I Topi")
    page.get_by_role("button", name="Gioca", exact=True).click()
    expect(page).to_have_title(re.compile("^Sabato sera"))
    expect(page.locator(".game-page header").first).to_contain_text("I Topi")
    page.locator(".journal").wait_for()
    game = page.url.rsplit("/", 1)[1]
    token = page.evaluate("(id) => JSON.parse(localStorage.getItem('arbitro.games'))[id].token", game)
    assert http(house.base, f"/api/games/{game}", token=token)["title"] == "Sabato sera"
    assert not http(house.base, f"/api/games/{game}/journal", token=token)["commit"], "a seed was chosen"
