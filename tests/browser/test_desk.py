"""The referee's desk on the page: somebody hidden, the players' view beside it, tonight and next week."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Windows
from tests.browser.house import House
from tests.browser.test_characters import LIVIA, OTHER_GAME, keep, start
from tests.browser.test_everyone import HOLES, faults
from tests.browser.test_phone import FINGER, PHONE, no_sideways

SECRETS = re.compile("troll", re.IGNORECASE)
"""What no player may read, nor any message to a player hold, before the troll shows itself."""


class Ears:
    """What a window is told by the server.

    Args:
        page: the window; it has not been anywhere yet.
    """

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda said: self.heard.append(str(said))))

    def knows(self, secret: re.Pattern[str]) -> bool:
        """Whether any message held it."""
        return any(secret.search(said) for said in self.heard)


def campaign(page: Page, house: House, name: str) -> None:
    """Begin a campaign, and stay on its page."""
    page.goto(house.base + "/custode")
    page.get_by_label("Nome della campagna").fill(name)
    page.get_by_role("button", name="Comincia").click()
    page.locator(".campaign-columns").wait_for()


def bring_party(page: Page) -> None:
    """A party of one, from a file."""
    page.locator("input[type=file]").first.set_input_files(
        {"name": "livia.yaml", "mimeType": "text/plain", "buffer": LIVIA}
    )
    expect(page.locator(".sheet-lines li").first).to_contain_text("Livia")


def wait_for(page: Page, beast: str, many: int = 1, *, hidden: bool = False) -> None:
    """Somebody of the bestiary waits for the party."""
    finder = page.get_by_role("combobox", name="Aggiungi dal bestiario")
    finder.fill(beast)
    page.locator(".fresh-encounter [role=option] b").first.wait_for()
    finder.press("Enter")
    row = page.locator(".joining li").last
    row.get_by_role("spinbutton").fill(str(many))
    if hidden:
        row.get_by_role("checkbox").check()


def begin(page: Page, title: str) -> None:
    page.get_by_label("Titolo").fill(title)
    page.get_by_role("button", name="Comincia").click()
    page.locator(".creature-row").first.wait_for()


def row(page: Page, name: str) -> Locator:
    """The row of a creature."""
    return page.locator(".creature-row").filter(has=page.get_by_text(name, exact=True))


def players_link(page: Page) -> str:
    page.keyboard.press("p")
    link = page.get_by_role("link", name="Apri qui accanto").get_attribute("href")
    page.keyboard.press("Escape")
    assert link is not None
    return link


def pf(page: Page, name: str) -> str:
    """The PF of a creature."""
    return row(page, name).locator(".tracks li").first.inner_text().replace("\n", " ")


def test_an_encounter_with_somebody_hidden_tonight_and_next_week(house: House, windows: Windows) -> None:
    page = start(house, windows)
    keep(page, "La compagnia")
    hero = page.locator(".character h2").inner_text()
    campaign(page, house, "La valle dei corvi")
    page.get_by_role("button", name="Prendi questo").click()
    expect(page.locator(".sheet-lines li").first).to_contain_text(hero)
    wait_for(page, "brigante", 3)
    wait_for(page, "troll", hidden=True)
    begin(page, "Al guado")
    expect(row(page, "Troll")).to_contain_text("nascosto ai giocatori")
    players = windows.open()
    ears = Ears(players)
    players.goto(players_link(page))
    expect(players.locator(".seen").filter(has_text="Brigante")).to_have_count(3)
    # a hidden one acts, is hurt and is noted: nothing of it is told
    row(page, "Troll").locator(".who").click()
    page.keyboard.press("1")
    page.keyboard.press("-")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(row(page, "Troll").locator(".tracks")).to_contain_text("/14")
    # what is seen is told: damage to two at once, by one box
    page.keyboard.press("Escape")
    for name in ("Brigante", "Brigante 2"):
        row(page, name).get_by_role("checkbox").check()
    page.keyboard.press("-")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(row(page, "Brigante 2").locator(".tracks li").first).to_have_text(re.compile(r"PF\s*2/4"))
    expect(players.locator(".seen").filter(has_text="Brigante 2")).not_to_contain_text("illeso")
    assert not SECRETS.search(players.content()) and not ears.knows(SECRETS)
    before = [pf(page, name) for name in (hero, "Brigante", "Brigante 2", "Troll")]
    windows.allow_loss()
    house.kill()
    house.start()
    page.reload()
    expect(row(page, "Troll")).to_contain_text("nascosto ai giocatori")
    assert [pf(page, name) for name in (hero, "Brigante", "Brigante 2", "Troll")] == before
    # next week, from the campaign
    page.get_by_role("link", name="Alla campagna").click()
    page.get_by_role("button", name="Riprendi").click()
    row(page, "Troll").locator(".who").click()
    page.keyboard.press("s")
    expect(row(page, "Troll")).not_to_contain_text("nascosto")
    expect(players.locator(".seen").filter(has_text="Troll")).to_have_count(1, timeout=30_000)
    expect(players.locator(".seen").filter(has_text="Troll")).not_to_contain_text("PF")
    assert ears.knows(SECRETS), "what is told now could have been heard before"
    # taken back: the players' view forgets it too
    page.keyboard.press("Control+z")
    expect(row(page, "Troll")).to_contain_text("nascosto ai giocatori")
    expect(players.locator(".seen").filter(has_text="Troll")).to_have_count(0)
    # and the party brings its wounds home
    page.get_by_role("link", name="Alla campagna").click()
    page.get_by_role("button", name="Riporta il gruppo").click()
    page.get_by_role("dialog").get_by_role("button", name="Riporta il gruppo").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".sheet-lines li").first).to_contain_text(hero)


def test_every_command_by_keyboard_and_what_is_refused(house: House, windows: Windows) -> None:
    windows.allowed = re.compile("400")  # what Chromium says of a refusal
    page = windows.open()
    campaign(page, house, "Tastiera")
    bring_party(page)
    page.locator("input[type=file]").first.set_input_files(
        {"name": "gimli.json", "mimeType": "application/json", "buffer": OTHER_GAME}
    )
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".sheet-lines li").first).to_contain_text("Livia")
    begin(page, "Prova")
    page.keyboard.press("a")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Fai arrivare").click()
    expect(dialog.get_by_role("alert")).to_have_text("Scegli chi arriva.")
    dialog.get_by_role("combobox").first.fill("brigante")
    dialog.locator("[role=option] b").first.wait_for()
    dialog.get_by_role("combobox").first.press("Enter")
    dialog.get_by_role("button", name="Fai arrivare").click()
    expect(row(page, "Brigante")).to_have_count(1)
    page.keyboard.press("n")
    expect(page.locator(".where")).to_contain_text("Round 1")
    page.locator(".reminder").first.get_by_role("button", name="lascia perdere").click()
    expect(page.locator(".reminder")).to_have_count(0)
    page.keyboard.press("-")
    page.keyboard.type("d")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Scegli prima qualcuno.")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("-")
    page.keyboard.type("2x6")
    page.keyboard.press("Enter")
    pointed = page.get_by_role("alert").locator(".carets")
    assert pointed.inner_text() == "  2x6\n   ^"
    assert "mono" in pointed.evaluate("element => getComputedStyle(element).fontFamily"), "a caret under its letter"
    page.get_by_role("textbox", name="Danno o cura").fill("-3")
    page.keyboard.press("Enter")
    expect(row(page, "Livia").locator(".tracks li").first).to_have_text(re.compile(r"PF\s*3/6"))
    page.keyboard.press("+")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(row(page, "Livia").locator(".tracks li").first).to_have_text(re.compile(r"PF\s*4/6"))
    page.keyboard.press("o")
    dialog.get_by_label("FOR", exact=True).fill("3")
    dialog.get_by_role("button", name="Correggi a mano").click()
    expect(dialog.get_by_role("alert")).to_have_text("Scrivi il motivo: resta nel giornale.")
    dialog.get_by_label("Il motivo").fill("una maledizione antica")
    dialog.get_by_role("button", name="Correggi a mano").click()
    expect(dialog).to_have_count(0)
    expect(row(page, "Livia")).to_contain_text("3/14")
    expect(page.locator(".desk-journal")).to_contain_text("una maledizione antica")
    page.keyboard.press("?")
    for command in ("Avanti", "Danno", "Nascondi", "Nota", "Correggi a mano", "Annulla"):
        expect(dialog).to_contain_text(command)
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    dialog.get_by_role("searchbox").fill("nota")
    page.keyboard.press("Enter")
    dialog.get_by_label("Testo").fill("zoppica")
    page.keyboard.press("Enter")
    expect(page.locator(".desk-main, .desk-card").filter(has_text="zoppica").first).to_be_visible()


def test_a_desk_on_a_phone_for_everyone_in_both_languages(house: House, windows: Windows) -> None:
    page = windows.open(**PHONE)  # type: ignore[arg-type]
    campaign(page, house, "In tasca")
    bring_party(page)
    wait_for(page, "brigante", 2)
    no_sideways(page)
    assert faults(page) == []
    begin(page, "Telefono")
    row(page, "Brigante 2").locator(".who").tap()
    page.get_by_role("textbox", name="Danno o cura").fill("-2")
    page.get_by_role("button", name="Applica").tap()
    expect(row(page, "Brigante 2").locator(".tracks li").first).to_have_text(re.compile(r"PF\s*2/4"))
    no_sideways(page)
    assert faults(page) == []
    small = [
        box for target in page.locator(".creature-row .pick, .creature-row .who, .quick-box button").all()
        if (box := target.bounding_box()) and min(box["height"], box["width"]) < FINGER
    ]  # fmt: skip
    assert not small
    page.get_by_role("button", name="Giornale").tap()
    expect(page.locator(".desk-journal")).to_contain_text("Brigante 2")
    link = mine(page)
    for lang in ("it-IT", "en-GB"):
        view = windows.open(link, lang=lang, **PHONE)
        view.locator(".seen").first.wait_for()
        no_sideways(view)
        assert faults(view) == []
        assert not HOLES.findall(view.locator("body").inner_text())


def test_a_creature_of_ones_own_and_several_undos_on_a_phone(house: House, windows: Windows) -> None:
    windows.allowed = re.compile("400")  # what Chromium says of a refusal
    page = windows.open(**PHONE)  # type: ignore[arg-type]
    campaign(page, house, "Creature mie")
    bring_party(page)
    page.get_by_role("button", name="Creatura nuova").tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Nome").fill("Lupo <b>zoppo</b>")
    dialog.get_by_role("button", name="Tieni").tap()
    expect(dialog.get_by_role("alert")).to_contain_text("servono i PF")
    no_sideways(page)
    dialog.get_by_label("PF", exact=True).fill("3")
    dialog.get_by_role("button", name="Tieni").tap()
    expect(page.locator(".own-lines li")).to_contain_text("Lupo <b>zoppo</b>")
    page.locator(".own-lines").get_by_role("button", name="Modifica").tap()
    dialog.get_by_label("PF", exact=True).fill("4")
    dialog.get_by_role("button", name="Tieni").tap()
    expect(page.locator(".own-lines li")).to_contain_text("PF 4")
    assert faults(page) == []
    wait_for(page, "lupo <b>")
    begin(page, "Nel bosco")
    for harm in ("-1", "-2"):
        row(page, "Lupo <b>zoppo</b>").locator(".who").tap()
        page.get_by_role("textbox", name="Danno o cura").fill(harm)
        page.get_by_role("button", name="Applica").tap()
    first = row(page, "Lupo <b>zoppo</b>").locator(".tracks li").first
    expect(first).to_have_text(re.compile(r"PF\s*1/4"))
    for _ in range(2):
        page.get_by_role("button", name="Annulla").tap()
    expect(first).to_have_text(re.compile(r"PF\s*4"))
    for left in (r"PF\s*3/4", r"PF\s*1/4"):
        page.get_by_role("button", name="Ripeti").tap()
        expect(first).to_have_text(re.compile(left))
    expect(page.get_by_role("button", name="Ripeti")).to_have_count(0)


def mine(page: Page) -> str:
    """The players' link, from the menu: a phone has no keys."""
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("menuitem", name="Vista dei giocatori").tap()
    link: Any = page.get_by_role("link", name="Apri qui accanto").get_attribute("href")
    return str(link)
