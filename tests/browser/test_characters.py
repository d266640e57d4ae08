"""Characters on the page: made by dice and by choice, changed, gathered, printed and exchanged."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.house import House
from tests.browser.test_everyone import faults
from tests.browser.test_phone import PHONE, no_sideways

OTHER_GAME = b'{"name": "Gimli", "type": "npc", "system": {}, "_stats": {"systemId": "dnd5e"}}'

LIVIA = b"""\
party: livia
name: Livia
ruleset: cairn
members:
  - {name: Livia, pf: 6, forza: 12, forza_max: 14, des: 11, vol: 9, fatigue: 1, age: 31, coins: 12,
     items: [carretto, spadone, cuoio-bollito, {thing: torcia, uses: 1, "on": 1}], traits: {volto: 4},
     bonds: [legame-fischietto], scars: [[CRN-SCAR-04, 3]], background: guardia-di-confine}
"""


def start(house: House, windows: Windows, **more: Any) -> Page:
    """A window where a character is being made."""
    page = windows.open(house.base + "/personaggi?nuovo", **more)
    page.locator(".making-step").first.wait_for()
    return page


def keep(page: Page, party: str = "") -> None:
    """Keep the character that is being made, in a new party of this name or in the one that is open."""
    if party:
        page.get_by_label("Nome del gruppo").fill(party)
    page.get_by_role("button", name="Tieni questo personaggio").click()
    page.locator(".party-sheet .character").wait_for()


def step(page: Page, words: str) -> Any:
    return page.locator(".making-step").filter(has_text=words)


def score(page: Page, label: str) -> str:
    return page.locator(".character .scores li").filter(has_text=label).first.locator("b").inner_text()


def test_a_party_is_made_by_dice_and_by_choice(house: House, windows: Windows, tmp_path: Path) -> None:
    page = start(house, windows)
    before = score(page, "DES")
    step(page, "FOR: 3d6").locator("input").fill("16")
    page.keyboard.press("Tab")
    expect(step(page, "FOR: 3d6")).to_contain_text("scelto")
    expect(page.locator(".preview .scores li").first.locator("b")).to_have_text("16")
    assert score(page, "DES") == before, "what was not chosen stays as the dice said"
    step(page, "Da dove vieni?").locator("select").select_option("2")
    expect(page.locator(".preview header")).to_contain_text("Cerusico")
    step(page, "FOR: 3d6").locator("input").fill("40")
    page.keyboard.press("Tab")
    expect(step(page, "FOR: 3d6").get_by_role("alert")).to_have_text("Qui serve un numero da 3 a 18.")
    step(page, "FOR: 3d6").get_by_role("button", name="Torna ai dadi").click()
    expect(step(page, "FOR: 3d6").get_by_role("alert")).to_have_count(0)
    keep(page, "La compagnia del guado")
    page.get_by_role("link", name="Nuovo personaggio").click()
    page.get_by_label("Che cosa crei").select_option("guardia-del-corpo")
    expect(page.locator(".preview header")).to_contain_text("Guardia del corpo")
    keep(page)
    expect(page.locator(".member")).to_have_count(2)
    page.keyboard.press("x")
    with page.expect_download() as down:
        page.get_by_role("button", name="Scarica").click()
    file = tmp_path / down.value.suggested_filename
    down.value.save_as(file)
    checked = subprocess.run(
        [sys.executable, "-m", "arbitro", "character", "check", str(file), "--lang", "it"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0 and "2" in checked.stdout, checked.stdout + checked.stderr


def test_what_cannot_be_is_told_at_its_field_and_stays_written(house: House, windows: Windows) -> None:
    page = start(house, windows)
    keep(page, "Prova")
    page.get_by_role("button", name="Modifica").click()
    forza = page.get_by_label("FOR", exact=True)
    forza.fill("25")
    expect(page.locator(".field").filter(has=forza).get_by_role("alert")).to_contain_text("da 0 a 18")
    page.reload()
    page.get_by_role("button", name="Modifica").click()
    expect(forza).to_have_value("25")
    expect(page.locator(".party-sheet [role=status]")).to_contain_text("Non ancora salvato")
    forza.fill("3")
    expect(page.locator(".party-sheet [role=status]")).to_have_text("Salvato")
    add = page.get_by_role("combobox", name="Aggiungi: Cose")
    for words in ("spadone", "spadone", "spadone", "spadone", "spadone"):
        add.fill(words)
        add.press("Enter")
    expect(page.get_by_role("group", name="Cose").get_by_role("alert").first).to_contain_text("al massimo 10")
    for _ in range(5):
        page.get_by_role("button", name="Togli Spadone").last.click()
    expect(page.locator(".party-sheet [role=status]")).to_have_text("Salvato")
    page.reload()
    expect(page.locator(".character .scores")).to_contain_text("3")


def test_a_sheet_is_printed_on_one_page_with_its_licence(house: House, windows: Windows) -> None:
    page = start(house, windows)
    keep(page, "Carta")
    page.get_by_role("link", name="Stampa").click()
    sheet = page.locator("#paper article")
    expect(sheet).to_contain_text("CC-BY-SA 4.0")
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1
    page.emulate_media(media="print")
    expect(page.locator(".paper-bar")).to_be_hidden()
    page.emulate_media(media="screen")
    page.get_by_role("link", name="Torna alla scheda").click()
    expect(page.locator("header.top")).to_be_visible()


@pytest.mark.parametrize("program", ["foundry", "kettlewright"])
def test_a_character_goes_to_another_program_and_back(
    house: House, windows: Windows, tmp_path: Path, program: str
) -> None:
    page = windows.open(house.base + "/personaggi")
    bring(page, "livia.yaml", LIVIA)
    sheet = page.locator(".character").inner_text()
    page.get_by_role("button", name="Esporta").click()
    page.get_by_label("Per quale programma").select_option(program)
    with page.expect_download() as down:
        page.get_by_role("button", name="Scarica").click()
    file = tmp_path / down.value.suggested_filename
    down.value.save_as(file)
    page.goto(house.base + "/personaggi")
    bring(page, file.name, file.read_bytes())
    assert page.url.endswith("livia-2")
    assert page.locator(".character").inner_text() == sheet


def bring(page: Page, name: str, raw: bytes) -> None:
    """Import a file, and see it opened."""
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/plain", "buffer": raw})
    page.locator(".character").wait_for()


def test_a_file_of_another_game_says_so_and_nothing_is_lost(house: House, windows: Windows) -> None:
    windows.allowed = re.compile("400")  # what Chromium says of a refusal
    page = windows.open(house.base + "/personaggi")
    bring(page, "livia.yaml", LIVIA)
    sheet = page.locator(".character").inner_text()
    bring(page, "gimli.json", OTHER_GAME)
    expect(page.get_by_role("alert")).to_contain_text("«dnd5e»")
    bring(page, "x.yaml", b"members: [{")
    expect(page.get_by_role("alert")).to_contain_text("Il file non va bene")
    bring(page, "x.yaml", LIVIA.replace(b"spadone", b"spadne"))
    expect(page.get_by_role("alert")).to_contain_text("forse volevi «spadone»?")
    expect(page.locator(".member")).to_have_count(1)
    assert page.locator(".character").inner_text() == sheet


def test_characters_on_a_phone_and_for_everyone(house: House, windows: Windows) -> None:
    page = start(house, windows, **PHONE)
    page.emulate_media(reduced_motion="reduce")  # a colour that is on its way to another is none
    no_sideways(page)
    assert faults(page) == []
    keep(page, "Telefono")
    page.wait_for_load_state("networkidle")  # what waits for the server is paler
    no_sideways(page)
    assert faults(page) == []
    page.get_by_role("button", name="Modifica").tap()
    page.get_by_role("combobox", name="Aggiungi: Cose").fill("tor")
    no_sideways(page)
    assert faults(page) == []
