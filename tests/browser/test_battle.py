"""Whole battles against the computer: one by mouse alone, one by keyboard alone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Windows
from tests.browser.house import SKIRMISH, House
from tests.browser.person import OPTION, Person

LATE = """() => {
  const { setTimeout: timer, requestAnimationFrame: frame } = window;
  window.setTimeout = (run, after, ...more) => timer(run, Math.max(after ?? 0, 1500), ...more);
  window.requestAnimationFrame = (run) => timer(() => frame(run), 1500);
  window.inTime = () => Object.assign(window, { setTimeout: timer, requestAnimationFrame: frame });
}"""
"""A busy machine: what a page does only after it was painted comes late, and no key may depend on it."""


def test_a_battle_by_mouse(house: House, windows: Windows) -> None:
    page = windows.open(house.base)
    page.get_by_role("link", name="Nuova partita").first.click()
    page.locator(".battle").filter(has_text="Alla fontana").click()
    page.locator(".seat-row select").nth(1).select_option("Computer: a caso")
    page.get_by_role("button", name="Gioca", exact=True).click()
    me = Person(page)
    me.wait("Chi agisce?")
    me.click_figure("Remo")  # on the board: it stands for its option
    me.choose("Muovi")
    me.choose("d6")
    me.wait("Dove si muove")
    before = me.spot("Remo")
    me.drag("Remo", 90, -10)
    expect(page.locator(".b-tip")).to_contain_text("cm")
    me.confirm()
    me.wait("Chi agisce?")
    me.until(lambda: me.spot("Remo")[0] - before[0] > 60, "Remo has moved")
    me.click_figure("Remo")
    me.choose("Tira a distanza")
    me.choose("Pistola")
    page.locator(".b-choice.b-side-1").first.wait_for()
    me.click_figure("Vesk")
    expect(me.option("d8")).to_contain_text(" su 8: colpisce")  # the odds stand there before the choice
    _compare(page)
    me.choose("d8")
    expect(page.locator(".journal")).to_contain_text(re.compile("Remo .*(colpisce|manca|mira|tira)"))
    me.play_on()
    expect(page.locator(".panel .question.over h2")).to_contain_text(re.compile("vinto|pari|vittoria", re.I))


def _compare(page: Page) -> None:
    """The dice side by side: a d8 needs the same face as the others, and says how likely it is, as the option does."""
    page.get_by_role("button", name="Confronta le probabilità").click()
    dialog = page.get_by_role("dialog", name="Scelte a confronto")
    hits = dialog.get_by_role("row").filter(has_text="colpisce")
    expect(hits.get_by_role("cell")).to_have_count(2)
    chances = [float(text.strip(" %\n").replace(",", ".")) for text in hits.get_by_role("cell").all_inner_texts()]
    assert chances == sorted(chances), chances  # the larger die hits oftener
    dialog.get_by_text("E se fosse diverso?").click()
    tried = dialog.locator(".otherwise tbody tr")
    expect(tried.first).to_be_visible(timeout=60_000)  # a worker starts
    assert [row.split()[0] for row in tried.all_inner_texts()] == ["4", "8"], "with each of the dice that are left"
    with page.expect_download() as down:
        dialog.locator(".save-as").first.get_by_role("button", name="SVG").click()
    assert "Remo colpisce" in down.value.path().read_text(encoding="utf-8")
    dialog.get_by_role("checkbox").first.uncheck()
    expect(hits.get_by_role("cell")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until something has the focus."""
    for _ in range(120):
        if wanted.evaluate("it => it === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {wanted}")


def test_a_battle_by_keyboard(house: House, windows: Windows) -> None:
    page = windows.open(house.base)
    keys = page.keyboard
    page.get_by_role("link", name="Nuova partita").first.wait_for()
    keys.press("Shift+N")
    own = page.locator(".battle").filter(has_text="Una battaglia tua")
    own.wait_for()
    tab_to(page, own)
    keys.press("Enter")
    tab_to(page, page.get_by_label("Il tuo scenario", exact=True))
    keys.insert_text(SKIRMISH)
    tab_to(page, page.get_by_label("Posto B"))
    while page.get_by_label("Posto B").input_value() != "random":
        keys.press("ArrowDown")
    tab_to(page, page.get_by_role("button", name="Gioca", exact=True))
    keys.press("Enter")
    me = Person(page)
    me.wait("Chi agisce?")
    _help(page)
    _move(me)
    page.evaluate(LATE)
    _undo_and_redo(me)
    page.evaluate("() => window.inTime()")
    _journal(me)
    _to_the_end(me)
    expect(page.locator(".panel .question.over h2")).to_be_visible()


def _help(page: Page) -> None:
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Tasti")
    expect(dialog).to_contain_text("Righello")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def _number(me: Person, words: str) -> str:
    """The key of an option."""
    return me.option(words).get_attribute("aria-keyshortcuts") or ""


def _press(me: Person, words: str) -> None:
    me.option(words).wait_for()
    me.page.keyboard.press(_number(me, words))


def _move(me: Person) -> None:
    _press(me, "Remo")
    _press(me, "Muovi")
    _press(me, "d6")
    me.wait("Dove si muove", by_keys=True)
    for _ in range(3):
        me.page.keyboard.press("ArrowRight")
    expect(me.page.locator(".b-tip")).to_contain_text("3,0 cm")
    me.page.keyboard.press("Enter")  # lets it go
    expect(me.page.locator(".b-yes")).to_be_enabled()
    me.page.keyboard.press("Enter")  # says yes
    me.wait("Chi agisce?", by_keys=True)
    expect(me.figure("Remo")).to_have_attribute("aria-label", re.compile(r"17; 18"))


def _undo_and_redo(me: Person) -> None:
    me.page.keyboard.press("Control+z")
    me.wait("Dove si muove")
    expect(me.figure("Remo")).to_have_attribute("aria-label", re.compile(r"14; 18"))
    me.page.keyboard.press("Control+Shift+Z")
    me.wait("Chi agisce?")
    expect(me.figure("Remo")).to_have_attribute("aria-label", re.compile(r"17; 18"))


def _journal(me: Person) -> None:
    page = me.page
    page.keyboard.press("j")
    expect(page.locator(".journal [data-at]:focus")).to_contain_text("Remo")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".past-note")).to_be_visible()  # the table as it was then
    page.keyboard.press("Escape")
    expect(page.locator(".past-note")).to_have_count(0)


def _to_the_end(me: Person) -> None:
    """The first option, or what is proposed, until there is a verdict."""
    for _ in range(400):
        me.until(lambda: me.over or me.asked, "a question or the end")
        if me.over:
            return
        first = me.page.locator(OPTION)
        me.page.keyboard.press("1" if first.count() else "Enter")
        me.page.wait_for_timeout(120)
    raise AssertionError("the battle does not end")
